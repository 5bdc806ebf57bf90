//! Slides on a board without turning diagonals, one shift and one count of zeros each.
//!
//! The robots that stand still are kept as one word a row and one a column. Shifted so that the mover's neighbour is the
//! first bit, and with a bit set where the wall ends the run, the number of zeros before the first one is the number of
//! cells that it slides, however many robots there are.

use crate::problem::{SlideProblem, Word};

/// The runs of a board, and who stands on it.
pub(super) struct Field {
    /// Cells to the next wall, by direction.
    lengths: Vec<[u16; 4]>,
    /// Column and row of a cell.
    places: Vec<(u8, u8)>,
    width: usize,
    rows: [u64; 32],
    columns: [u64; 32],
}

impl Field {
    pub(super) fn new<W: Word>(problem: &SlideProblem<W>) -> Self {
        let board = &problem.board;
        let place = |cell| {
            let (column, row) = board.place(cell);
            (column as u8, row as u8)
        };
        Field {
            lengths: problem.runs.lengths(problem.lanes[0]).to_vec(),
            places: board.cells().map(place).collect(),
            width: board.width(),
            rows: [0; 32],
            columns: [0; 32],
        }
    }

    #[inline]
    fn place(&self, cell: usize) -> (usize, usize) {
        let (column, row) = self.places[cell];
        (usize::from(column) % 32, usize::from(row) % 32)
    }

    /// Puts a robot on a free cell, or takes it away.
    #[inline]
    pub(super) fn toggle(&mut self, cell: usize) {
        let (column, row) = self.place(cell);
        self.rows[row] ^= 1 << column;
        self.columns[column] ^= 1 << row;
    }

    /// How many cells a robot on `cell` slides, by direction; it does not stand in its own way.
    #[inline]
    pub(super) fn steps(&self, cell: usize) -> [usize; 4] {
        let (column, row) = self.place(cell);
        let [north, east, south, west] = self.lengths[cell];
        let (across, along) = (self.rows[row], self.columns[column]);
        let up = |word: u64, at: usize, length: u16| {
            (word >> (at + 1) | 1 << (length & 31)).trailing_zeros() as usize
        };
        let down = |word: u64, at: usize, length: u16| {
            (word << (63 - at) << 1 | 1 << (63 - (length & 31))).leading_zeros() as usize
        };
        [down(along, row, north), up(across, column, east), up(along, row, south), down(across, column, west)]
    }

    /// Where a slide of so many steps ends.
    #[inline]
    pub(super) fn end(&self, cell: usize, direction: usize, steps: usize) -> usize {
        match direction {
            0 => cell - self.width * steps,
            1 => cell + steps,
            2 => cell + self.width * steps,
            _ => cell - steps,
        }
    }

    /// Where a robot on `cell` stops, by direction.
    #[inline]
    pub(super) fn stops(&self, cell: usize) -> [usize; 4] {
        let steps = self.steps(cell);
        std::array::from_fn(|direction| self.end(cell, direction, steps[direction]))
    }

    /// After how many steps from `cell` the robots on *this* field are met within `steps`, by direction: bit `k` for one that
    /// stands `k + 1` cells away.
    #[inline]
    pub(super) fn met(&self, cell: usize, steps: [usize; 4]) -> [u64; 4] {
        let (column, row) = self.place(cell);
        let (across, along) = (self.rows[row], self.columns[column]);
        let up = |word: u64, at: usize, steps: usize| (word >> (at + 1)) & ((1 << steps) - 1);
        // The lower end of the word is turned round so that the nearest comes first here too.
        let down =
            |word: u64, at: usize, steps: usize| (word << (63 - at) << 1).reverse_bits() & ((1 << steps) - 1);
        let [north, east, south, west] = steps;
        // Most often nobody is near: then nothing needs to be turned round.
        let before = |word: u64, at: usize, steps: usize| {
            if word & ((1 << at) - 1) == 0 { 0 } else { down(word, at, steps) }
        };
        [
            before(along, row, north),
            up(across, column, east),
            up(along, row, south),
            before(across, column, west),
        ]
    }

    /// Nobody stands anywhere.
    pub(super) fn clear(&mut self) {
        self.rows = [0; 32];
        self.columns = [0; 32];
    }

    /// A field with the same runs and nobody on it.
    pub(super) fn bare(&self) -> Self {
        Field {
            lengths: self.lengths.clone(),
            places: self.places.clone(),
            width: self.width,
            rows: [0; 32],
            columns: [0; 32],
        }
    }
}
