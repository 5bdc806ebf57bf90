//! Which last helper moves can matter.
//!
//! When one helper move and a straight descent of the main robot are all that is left, the helper must do one of two
//! things: land where it stops the main robot on its way down, or leave a cell that lies on this way. For every cell these
//! tables hold the set of main-robot cells for which it can do so. A way down needs nothing but walls besides, or another
//! helper that stands right: keeping the two apart leaves few candidates, and only these are tried out.

use super::bits::Bits;
use super::field::Field;
use crate::board::{Board, Cell, Direction};

/// How a helper on one cell can matter: for each way, the cells of the main robot.
#[derive(Clone, Copy)]
pub(super) struct Matters<const N: usize> {
    /// It stops the main robot on some way down.
    pub(super) stops: Bits<N>,
    /// It stops it on a way down whose other stops are all walls.
    pub(super) stops_alone: Bits<N>,
    /// It stands in some way down.
    pub(super) bars: Bits<N>,
    /// It stands in a way down whose stops are all walls.
    pub(super) bars_alone: Bits<N>,
}

/// How a helper can matter, by its cell.
pub(super) struct Relevance<const N: usize> {
    matters: Vec<Matters<N>>,
    /// What comes of a helper's moves if nobody is in its way.
    free: Vec<Moves<N>>,
    /// The cells on which the main robot can be helped by a helper right beside it: one that it stopped itself.
    pub(super) beside: Bits<N>,
}

/// How the moves of one helper can matter: the cells of the main robot, over all its moves.
#[derive(Clone, Copy)]
pub(super) struct Moves<const N: usize> {
    /// It can stop the main robot, or stands in its way.
    pub(super) some: Bits<N>,
    /// The same on ways down whose other stops are all walls.
    pub(super) alone: Bits<N>,
}

/// The helper cells that matter to a cell of the main robot.
#[derive(Clone)]
struct Ways<const N: usize> {
    /// Whether some way down needs walls alone.
    walls: bool,
    to: Matters<N>,
}

impl<const N: usize> Matters<N> {
    const NONE: Self =
        Matters { stops: Bits::EMPTY, stops_alone: Bits::EMPTY, bars: Bits::EMPTY, bars_alone: Bits::EMPTY };
}

impl<const N: usize> Moves<N> {
    #[inline]
    fn new(matters: &[Matters<N>], cell: usize, ends: &[usize; 4]) -> Self {
        let mut moves = Moves { some: matters[cell].bars, alone: matters[cell].bars_alone };
        for &end in ends {
            moves.some = moves.some.or(&matters[end].stops);
            moves.alone = moves.alone.or(&matters[end].stops_alone);
        }
        moves
    }
}

impl<const N: usize> Relevance<N> {
    /// Bytes that the table takes.
    pub(super) fn bytes(cells: usize) -> usize {
        cells * (size_of::<Matters<N>>() + size_of::<Moves<N>>())
    }

    /// How a helper on `cell` matters.
    #[inline]
    pub(super) fn of(&self, cell: usize) -> &Matters<N> {
        &self.matters[cell]
    }

    /// How the moves of a helper on `cell` matter that end there.
    #[inline]
    pub(super) fn of_moves(&self, cell: usize, ends: &[usize; 4]) -> Moves<N> {
        Moves::new(&self.matters, cell, ends)
    }

    /// The same for a helper with nobody in its row or its column.
    #[inline]
    pub(super) fn of_free_moves(&self, cell: usize) -> &Moves<N> {
        &self.free[cell]
    }

    /// Builds the table for a board without turning diagonals; `estimates` are the fewest slides with free stops.
    pub(super) fn new(board: &Board, field: &Field<N>, estimates: &[u16]) -> Self {
        let cells = estimates.len();
        let mut order: Vec<usize> = (0..cells).filter(|&cell| estimates[cell] != u16::MAX).collect();
        order.sort_by_key(|&cell| estimates[cell]);
        let none: Ways<N> = Ways { walls: false, to: Matters::NONE };
        let width = board.width() as u16;
        let strides = [width.wrapping_neg(), 1, width, 1u16.wrapping_neg()];
        let mut ways = vec![none; cells];
        let mut matters = vec![Matters::NONE; cells];
        for from in order {
            if estimates[from] == 0 {
                ways[from].walls = true;
                continue;
            }
            let mut walls = false;
            let mut here: Matters<N> = Matters::NONE;
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
                    here.stops = here.stops.or(&on.to.stops);
                    here.bars = here.bars.or(&on.to.bars).or(&path);
                    if board.has_wall(at, direction) {
                        here.stops_alone = here.stops_alone.or(&on.to.stops_alone);
                        if on.walls {
                            walls = true;
                            here.bars_alone = here.bars_alone.or(&on.to.bars_alone).or(&path);
                        }
                    } else {
                        let blocker = usize::from(at.0.wrapping_add(stride));
                        here.stops.insert(blocker);
                        if on.walls || on.to.stops_alone.contains(blocker) {
                            here.stops_alone.insert(blocker);
                        }
                    }
                }
            }
            here.stops.each(|cell| matters[cell].stops.insert(from));
            here.stops_alone.each(|cell| matters[cell].stops_alone.insert(from));
            here.bars.each(|cell| matters[cell].bars.insert(from));
            here.bars_alone.each(|cell| matters[cell].bars_alone.insert(from));
            ways[from] = Ways { walls, to: here };
        }
        let free = (0..cells).map(|cell| Moves::new(&matters, cell, &field.wall_ends(cell))).collect();
        let mut beside = Bits::EMPTY;
        for cell in 0..cells {
            if field.neighbours(cell).any(|next| matters[next].stops.contains(cell)) {
                beside.insert(cell);
            }
        }
        Relevance { matters, free, beside }
    }
}
