//! Which last helper moves can matter.
//!
//! When one helper move and a straight descent of the main robot are all that is left, the helper must do one of two
//! things: land where it stops the main robot on its way down, or leave a cell that lies on this way. For every cell these
//! tables hold the set of main-robot cells for which it can do so. A way down needs nothing but walls besides, or another
//! helper that stands right: keeping the two apart leaves few candidates, and only these are tried out.

use super::bits::Bits;
use crate::board::{Board, Cell, Direction};

/// A helper stops the main robot on some way down.
pub(super) const STOPS: u8 = 1;
/// It stops it on a way down whose other stops are all walls.
pub(super) const STOPS_ALONE: u8 = 2;
/// It stands in some way down. Two places above [`STOPS`], so that both are compared with what else is needed alike.
pub(super) const BARS: u8 = STOPS << 2;
/// It stands in a way down whose stops are all walls.
pub(super) const BARS_ALONE: u8 = STOPS_ALONE << 2;

/// For each cell of the main robot and each cell of a helper, how the helper can matter there.
pub(super) struct Relevance {
    cells: usize,
    matters: Vec<u8>,
}

/// The helper cells that matter to a cell of the main robot.
#[derive(Clone)]
struct Ways<const N: usize> {
    /// Whether some way down needs walls alone.
    walls: bool,
    stops: Bits<N>,
    stops_alone: Bits<N>,
    bars: Bits<N>,
    bars_alone: Bits<N>,
}

impl Relevance {
    /// Bytes that the table takes.
    pub(super) fn bytes(cells: usize) -> usize {
        cells * cells
    }

    /// How helpers matter to a main robot on `cell`, by the helper's cell.
    #[inline]
    pub(super) fn to(&self, cell: usize) -> &[u8] {
        &self.matters[cell * self.cells..][..self.cells]
    }

    /// Builds the table for a board without turning diagonals; `estimates` are the fewest slides with free stops.
    pub(super) fn new<const N: usize>(board: &Board, estimates: &[u16]) -> Self {
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
        let width = board.width() as u16;
        let strides = [width.wrapping_neg(), 1, width, 1u16.wrapping_neg()];
        let mut ways = vec![none.clone(); cells];
        let mut matters = vec![0; cells * cells];
        for from in order {
            if estimates[from] == 0 {
                ways[from].walls = true;
                continue;
            }
            let mut here = none.clone();
            for (direction, stride) in Direction::ALL.into_iter().zip(strides) {
                let (mut at, mut path) = (Cell(from as u16), Bits::EMPTY);
                // Where there is no wall there is a next cell.
                while !board.has_wall(at, direction) {
                    at = Cell(at.0.wrapping_add(stride));
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
                    } else {
                        let blocker = usize::from(at.0.wrapping_add(stride));
                        here.stops.insert(blocker);
                        if on.walls || on.stops_alone.contains(blocker) {
                            here.stops_alone.insert(blocker);
                        }
                    }
                }
            }
            let row = &mut matters[from * cells..][..cells];
            here.stops.each(|cell| row[cell] |= STOPS);
            here.stops_alone.each(|cell| row[cell] |= STOPS_ALONE);
            here.bars.each(|cell| row[cell] |= BARS);
            here.bars_alone.each(|cell| row[cell] |= BARS_ALONE);
            ways[from] = here;
        }
        Relevance { cells, matters }
    }
}
