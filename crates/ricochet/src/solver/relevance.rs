//! Which last helper moves can matter.
//!
//! When one helper move and a straight descent of the main robot are all that is left, the helper must do one of two
//! things: land where it stops the main robot on its way down, or leave a cell that lies on this way. For every cell these
//! tables hold the set of main-robot cells for which it can do so. A way down needs nothing but walls besides, or another
//! helper that stands right: keeping the two apart leaves few candidates, and only these are tried out.

use super::bits::Bits;
use crate::board::{Board, Cell, Direction};

/// For a helper's cell, the cells of the main robot to which it can matter there.
pub(super) struct Relevance<const N: usize> {
    /// It stops the main robot on some way down.
    pub(super) stops: Vec<Bits<N>>,
    /// It stops it on a way down whose other stops are all walls.
    pub(super) stops_alone: Vec<Bits<N>>,
    /// It stands in some way down.
    pub(super) bars: Vec<Bits<N>>,
    /// It stands in a way down whose stops are all walls.
    pub(super) bars_alone: Vec<Bits<N>>,
}

/// The same seen from a cell of the main robot: the helper cells that matter to it.
#[derive(Clone)]
struct Ways<const N: usize> {
    /// Whether some way down needs walls alone.
    walls: bool,
    stops: Bits<N>,
    stops_alone: Bits<N>,
    bars: Bits<N>,
    bars_alone: Bits<N>,
}

impl<const N: usize> Relevance<N> {
    /// Bytes that the tables take.
    pub(super) fn bytes(cells: usize) -> usize {
        4 * cells * size_of::<Bits<N>>()
    }

    /// Builds the tables for a board without turning diagonals; `estimates` are the fewest slides with free stops.
    pub(super) fn new(board: &Board, estimates: &[u16]) -> Self {
        let cells = estimates.len();
        let mut order: Vec<usize> = (0..cells).filter(|&cell| estimates[cell] != u16::MAX).collect();
        order.sort_by_key(|&cell| estimates[cell]);
        let none: Ways<N> = Ways {
            walls: false,
            stops: Bits::EMPTY,
            stops_alone: Bits::EMPTY,
            bars: Bits::EMPTY,
            bars_alone: Bits::EMPTY,
        };
        let mut ways = vec![none.clone(); cells];
        let mut tables = Relevance {
            stops: vec![Bits::EMPTY; cells],
            stops_alone: vec![Bits::EMPTY; cells],
            bars: vec![Bits::EMPTY; cells],
            bars_alone: vec![Bits::EMPTY; cells],
        };
        for from in order {
            if estimates[from] == 0 {
                ways[from].walls = true;
                continue;
            }
            let mut here = none.clone();
            for direction in Direction::ALL {
                let (mut at, mut path) = (Cell(from as u16), Bits::EMPTY);
                while !board.has_wall(at, direction) {
                    let Some(next) = board.neighbour(at, direction) else { break };
                    at = next;
                    path.insert(at.index());
                    if estimates[at.index()] + 1 != estimates[from] {
                        continue;
                    }
                    let on = &ways[at.index()];
                    here.stops = here.stops.or(&on.stops);
                    here.bars = here.bars.or(&on.bars).or(&path);
                    if board.has_wall(at, direction) {
                        here.stops_alone = here.stops_alone.or(&on.stops_alone);
                        if on.walls {
                            here.walls = true;
                            here.bars_alone = here.bars_alone.or(&on.bars_alone).or(&path);
                        }
                    } else if let Some(blocker) = board.neighbour(at, direction) {
                        here.stops.insert(blocker.index());
                        if on.walls || on.stops_alone.contains(blocker.index()) {
                            here.stops_alone.insert(blocker.index());
                        }
                    }
                }
            }
            here.stops.each(|cell| tables.stops[cell].insert(from));
            here.stops_alone.each(|cell| tables.stops_alone[cell].insert(from));
            here.bars.each(|cell| tables.bars[cell].insert(from));
            here.bars_alone.each(|cell| tables.bars_alone[cell].insert(from));
            ways[from] = here;
        }
        tables
    }
}
