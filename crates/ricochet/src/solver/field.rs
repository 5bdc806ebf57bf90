//! Slides on a board without turning diagonals, one shift and one count of zeros each.
//!
//! The robots that stand still are kept as one word a row and one a column. Shifted so that the mover's neighbour is the
//! first bit, and with a bit set where the wall ends the run, the number of zeros before the first one is the number of
//! cells that it slides, however many robots there are.

use std::cmp::Ordering;

use super::bits::Bits;
use crate::problem::{SlideProblem, Word};

/// The runs of a board, and who stands on it.
#[derive(Clone)]
pub(super) struct Field<const N: usize> {
    spots: Vec<Spot>,
    /// The cells of each row, and those of each column.
    lines: [[Bits<N>; 32]; 2],
    width: usize,
    rows: [u64; 32],
    columns: [u64; 32],
}

/// What is known of a cell.
#[derive(Clone, Copy)]
struct Spot {
    /// Cells to the next wall, by direction.
    lengths: [u8; 4],
    column: u8,
    row: u8,
}

impl<const N: usize> Field<N> {
    pub(super) fn new<W: Word>(problem: &SlideProblem<W>) -> Self {
        let lengths = problem.runs.lengths(problem.lanes[0]);
        let width = problem.board.width();
        let places = (0..problem.board.height()).flat_map(|row| (0..width).map(move |column| (column, row)));
        let spot = |(lengths, (column, row)): (&[u16; 4], (usize, usize))| Spot {
            lengths: lengths.map(|length| length as u8),
            column: column as u8,
            row: row as u8,
        };
        let spots: Vec<Spot> = lengths.iter().zip(places).map(spot).collect();
        let mut lines = [[Bits::EMPTY; 32]; 2];
        for (cell, spot) in spots.iter().enumerate() {
            lines[0][usize::from(spot.row)].insert(cell);
            lines[1][usize::from(spot.column)].insert(cell);
        }
        Field { spots, lines, width, rows: [0; 32], columns: [0; 32] }
    }

    /// The fewest slides to `target` with free stops, by cell; `u16::MAX` where there is no way. Without diagonals a slide can
    /// be taken back with free stops, so the ways from the target are the ways to it.
    pub(super) fn estimates(&self, target: usize) -> Vec<u16> {
        let mut map = vec![u16::MAX; self.spots.len()];
        map[target] = 0;
        let mut queue = Vec::with_capacity(map.len());
        queue.push(target);
        // A run across or along is gone through once: whoever comes to it later comes no sooner to its cells.
        let mut gone = [vec![false; map.len()], vec![false; map.len()]];
        let mut next = 0;
        while let Some(&cell) = queue.get(next) {
            next += 1;
            let slides = map[cell] + 1;
            let [north, east, south, west] = self.spots[cell].lengths.map(usize::from);
            let runs =
                [(cell - west, west + east, 1), (cell - self.width * north, north + south, self.width)];
            for ((start, steps, stride), gone) in runs.into_iter().zip(&mut gone) {
                if std::mem::replace(&mut gone[start], true) {
                    continue;
                }
                for step in 0..=steps {
                    let source = start + stride * step;
                    if map[source] == u16::MAX {
                        map[source] = slides;
                        queue.push(source);
                    }
                }
            }
        }
        map
    }

    /// Puts a robot on a free cell, or takes it away.
    #[inline]
    pub(super) fn toggle(&mut self, cell: usize) {
        let Spot { column, row, .. } = self.spots[cell];
        self.rows[usize::from(row % 32)] ^= 1 << (column % 32);
        self.columns[usize::from(column % 32)] ^= 1 << (row % 32);
    }

    /// How many cells a robot on `cell` slides, by direction; it does not stand in its own way.
    #[inline]
    pub(super) fn steps(&self, cell: usize) -> [usize; 4] {
        let Spot { lengths: [north, east, south, west], column, row } = self.spots[cell];
        let (column, row) = (column % 32, row % 32);
        let (across, along) = (self.rows[usize::from(row)], self.columns[usize::from(column)]);
        let up =
            |word: u64, at: u8, length: u8| (word >> (at + 1) | 1 << (length % 32)).trailing_zeros() as usize;
        let down = |word: u64, at: u8, length: u8| {
            (word << (63 - at) << 1 | 1 << (63 - length % 32)).leading_zeros() as usize
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

    /// Where slides of so many steps end, by direction.
    #[inline]
    pub(super) fn ends(&self, cell: usize, steps: [usize; 4]) -> [usize; 4] {
        let [north, east, south, west] = steps;
        [cell - self.width * north, cell + east, cell + self.width * south, cell - west]
    }

    /// Where a robot on `cell` stops, by direction.
    #[inline]
    pub(super) fn stops(&self, cell: usize) -> [usize; 4] {
        self.ends(cell, self.steps(cell))
    }

    /// Where a robot on `cell` stops if nobody else is on the board, by direction.
    pub(super) fn wall_ends(&self, cell: usize) -> [usize; 4] {
        self.ends(cell, self.spots[cell].lengths.map(usize::from))
    }

    /// The cells beside `cell` with no wall between.
    pub(super) fn neighbours(&self, cell: usize) -> impl Iterator<Item = usize> {
        let ends = self.ends(cell, self.spots[cell].lengths.map(|length| usize::from(length.min(1))));
        ends.into_iter().filter(move |&end| end != cell)
    }

    /// Whether a robot that stands on `cell` has its row and its column for itself.
    #[inline]
    pub(super) fn is_alone(&self, cell: usize) -> bool {
        let Spot { column, row, .. } = self.spots[cell];
        let (across, along) = (self.rows[usize::from(row % 32)], self.columns[usize::from(column % 32)]);
        across & across.wrapping_sub(1) | along & along.wrapping_sub(1) == 0
    }

    /// Those of `set` that stand in the row or the column of `cell`.
    #[inline]
    pub(super) fn in_line(&self, cell: usize, set: &Bits<N>) -> Bits<N> {
        let Spot { column, row, .. } = self.spots[cell];
        self.lines[0][usize::from(row % 32)].or(&self.lines[1][usize::from(column % 32)]).and(set)
    }

    /// Whether a robot that slides these steps from `cell` would run into one on `other`: in which direction, and after how
    /// many steps.
    #[inline]
    pub(super) fn meets(&self, cell: usize, steps: &[usize; 4], other: usize) -> Option<(usize, usize)> {
        let (from, to) = (self.spots[cell], self.spots[other]);
        if from.row != to.row && from.column != to.column {
            return None;
        }
        let rows = usize::from(from.row.abs_diff(to.row));
        let (direction, away) = match from.row.cmp(&to.row) {
            Ordering::Equal if other > cell => (1, other - cell),
            Ordering::Equal => (3, cell - other),
            Ordering::Less => (2, rows),
            Ordering::Greater => (0, rows),
        };
        (0 < away && away <= steps[direction]).then(|| (direction, away - 1))
    }

    /// Whether the main robot can go from `main` to the target, each slide one nearer.
    pub(super) fn descends(&self, estimates: &[u16], main: usize) -> bool {
        let here = estimates[main];
        here == 0
            || self
                .stops(main)
                .into_iter()
                .any(|stop| estimates[stop] < here && self.descends(estimates, stop))
    }

    /// The same after the robot on `from` has gone to `to`.
    pub(super) fn descends_after(&mut self, estimates: &[u16], from: usize, to: usize, main: usize) -> bool {
        self.toggle(from);
        self.toggle(to);
        let descends = self.descends(estimates, main);
        self.toggle(to);
        self.toggle(from);
        descends
    }

    /// Nobody stands anywhere.
    pub(super) fn clear(&mut self) {
        self.rows = [0; 32];
        self.columns = [0; 32];
    }
}
