//! Slides on a board without turning diagonals, one shift and one count of zeros each.
//!
//! The robots that stand still are kept as one word a row and one a column. Shifted so that the mover's neighbour is the
//! first bit, and with a bit set where the wall ends the run, the number of zeros before the first one is the number of
//! cells that it slides, however many robots there are.

use std::cmp::Ordering;
use std::sync::Arc;

use super::bits::Bits;
use super::news::{Axis, Came, Lines, crossing};
use crate::problem::{SlideProblem, Word};

/// The most cells of a board: a list of this length is looked up by cell without a check.
pub(super) const CELLS: usize = 1024;

/// The fewest slides to a target with free stops.
pub(super) struct Estimates<const N: usize> {
    /// By cell; `u16::MAX` where there is no way.
    slides: [u16; CELLS],
    /// The cells with each number of slides, from 0 on. Nothing where diagonals turn robots.
    rings: Vec<Bits<N>>,
}

impl<const N: usize> Estimates<N> {
    /// These, for a board with turning diagonals.
    pub(super) fn turning(slides: &[u16]) -> Self {
        let mut estimates = Estimates { slides: [u16::MAX; CELLS], rings: Vec::new() };
        estimates.slides.iter_mut().zip(slides).for_each(|(estimate, slides)| *estimate = *slides);
        estimates
    }

    /// The estimate of a cell.
    #[inline]
    pub(super) fn of(&self, cell: usize) -> u16 {
        self.slides[cell % CELLS]
    }

    /// All cells that are one slide nearer than this one, wherever they are.
    #[inline]
    pub(super) fn nearer(&self, cell: usize) -> Bits<N> {
        let ring = usize::from(self.of(cell)).wrapping_sub(1);
        self.rings.get(ring).copied().unwrap_or(Bits::EMPTY)
    }
}

/// The runs of a board, and who stands on it.
#[derive(Clone)]
pub(super) struct Field<const N: usize> {
    spots: Arc<[Spot; CELLS]>,
    cells: usize,
    /// The cells of each row, and those of each column.
    lines: [[Bits<N>; 32]; 2],
    /// By row, the columns in which a slide along the column ends there at a wall; and the same by column.
    rests: [[u32; 32]; 2],
    width: usize,
    rows: [u64; 32],
    columns: [u64; 32],
}

/// What is known of a cell. As long as a word, so that it is looked up without a multiplication.
#[derive(Clone, Copy, Default)]
#[repr(align(8))]
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
        let cells = lengths.len();
        let mut spots = [Spot::default(); CELLS];
        let mut lines = [[Bits::EMPTY; 32]; 2];
        let mut rests = [[0; 32]; 2];
        for (row, lengths) in (0..32).zip(lengths.chunks(width)) {
            lines[0][row].insert_run(row * width, width);
            for (column, lengths) in (0..32).zip(lengths) {
                let cell = row * width + column;
                let [north, east, south, west] = *lengths;
                let lengths = lengths.map(|length| length as u8);
                spots[cell % CELLS] = Spot { lengths, column: column as u8, row: row as u8 };
                lines[1][column].insert(cell);
                rests[0][row] |= u32::from(north == 0 || south == 0) << column;
                if east == 0 || west == 0 {
                    rests[1][column] |= 1 << row;
                }
            }
        }
        Field { spots: Arc::new(spots), cells, lines, rests, width, rows: [0; 32], columns: [0; 32] }
    }

    /// The fewest slides to `target` with free stops, by cell; `u16::MAX` where there is no way. Without diagonals a slide can
    /// be taken back with free stops, so the ways from the target are the ways to it.
    pub(super) fn estimates(&self, target: usize) -> Estimates<N> {
        let mut slides = [u16::MAX; CELLS];
        let mut rings = Vec::with_capacity(16);
        let (mut fresh, mut seen) = (Bits::one(target), Bits::one(target));
        // A run across or along is gone through once: whoever comes to it later comes no sooner to its cells.
        let [mut across, mut along] = [Bits::<N>::EMPTY; 2];
        while !fresh.is_empty() {
            fresh.each(|cell| {
                slides[cell % CELLS] = rings.len() as u16;
                let [north, east, south, west] = self.lengths(cell);
                if !across.contains(cell) {
                    across.insert_run(cell - west, west + 1 + east);
                }
                if !along.contains(cell) {
                    let first = cell - self.width * north;
                    (0..=north + south).for_each(|step| along.insert(first + self.width * step));
                }
            });
            rings.push(fresh);
            fresh = across.or(&along).without(&seen);
            seen = seen.or(&fresh);
        }
        Estimates { slides, rings }
    }

    #[inline]
    fn spot(&self, cell: usize) -> Spot {
        self.spots[cell % CELLS]
    }

    /// Puts a robot on a free cell, or takes it away.
    #[inline]
    pub(super) fn toggle(&mut self, cell: usize) {
        let Spot { column, row, .. } = self.spot(cell);
        self.rows[usize::from(row % 32)] ^= 1 << (column % 32);
        self.columns[usize::from(column % 32)] ^= 1 << (row % 32);
    }

    /// Takes away whoever stands in the row or the column of `cell`.
    #[inline]
    pub(super) fn sweep(&mut self, cell: usize) {
        let Spot { column, row, .. } = self.spot(cell);
        self.rows[usize::from(row % 32)] = 0;
        self.columns[usize::from(column % 32)] = 0;
    }

    /// How many cells a robot on `cell` slides, by direction; it does not stand in its own way.
    #[inline]
    pub(super) fn steps(&self, cell: usize) -> [usize; 4] {
        let Spot { lengths: [north, east, south, west], column, row } = self.spot(cell);
        let (column, row) = (column % 32, row % 32);
        let (across, along) = (self.rows[usize::from(row)], self.columns[usize::from(column)]);
        let up =
            |word: u64, at: u8, length: u8| (word >> (at + 1) | 1 << (length % 32)).trailing_zeros() as usize;
        let down = |word: u64, at: u8, length: u8| {
            (word << (63 - at) << 1 | 1 << (63 - length % 32)).leading_zeros() as usize
        };
        [down(along, row, north), up(across, column, east), up(along, row, south), down(across, column, west)]
    }

    /// Where a robot on `cell` stops in the two directions of an axis.
    #[inline]
    pub(super) fn stops_on(&self, axis: Axis, cell: usize) -> [usize; 2] {
        let Spot { lengths: [north, east, south, west], column, row } = self.spot(cell);
        let (stride, word, at, back, ahead) = match axis {
            Axis::Column => (self.width, self.columns[usize::from(column % 32)], row % 32, north, south),
            Axis::Row => (1, self.rows[usize::from(row % 32)], column % 32, west, east),
        };
        let back = (word << (63 - at) << 1 | 1 << (63 - back % 32)).leading_zeros() as usize;
        let ahead = (word >> (at + 1) | 1 << (ahead % 32)).trailing_zeros() as usize;
        [cell - stride * back, cell + stride * ahead]
    }

    /// The lines along which slides of the main robot are news. The helpers stand on the field.
    #[inline]
    pub(super) fn news(&self, came: Came) -> Lines {
        match came {
            Came::Somehow => Lines { columns: u32::MAX, rows: u32::MAX },
            Came::Slide(Axis::Column) => Lines { columns: 0, rows: u32::MAX },
            Came::Slide(Axis::Row) => Lines { columns: u32::MAX, rows: 0 },
            Came::Helper { from, to } => {
                let (from, to) = (self.spot(usize::from(from)), self.spot(usize::from(to)));
                let (row, column) = (from.row % 32, from.column % 32);
                if from.row == to.row {
                    let rests = self.rests[0][usize::from(row)];
                    let columns = crossing(rests, &self.rows, row, column, to.column);
                    Lines { columns, rows: 1 << row }
                } else {
                    let rests = self.rests[1][usize::from(column)];
                    let rows = crossing(rests, &self.columns, column, row, to.row);
                    Lines { columns: 1 << column, rows }
                }
            }
        }
    }

    /// Whether a cell lies in these columns, and whether in these rows.
    #[inline]
    pub(super) fn lies_in(&self, cell: usize, lines: Lines) -> [bool; 2] {
        let Spot { column, row, .. } = self.spot(cell);
        [lines.columns >> (column % 32) & 1 != 0, lines.rows >> (row % 32) & 1 != 0]
    }

    /// Whether two cells are in one row or one column.
    #[inline]
    pub(super) fn share_line(&self, one: usize, other: usize) -> bool {
        let (one, other) = (self.spot(one), self.spot(other));
        one.row == other.row || one.column == other.column
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

    /// How many cells the board has.
    pub(super) fn cells(&self) -> usize {
        self.cells
    }

    /// How many cells there are to the next wall, by direction.
    #[inline]
    pub(super) fn lengths(&self, cell: usize) -> [usize; 4] {
        self.spot(cell).lengths.map(usize::from)
    }

    /// Where a robot on `cell` stops if nobody else is on the board, by direction.
    pub(super) fn wall_ends(&self, cell: usize) -> [usize; 4] {
        self.ends(cell, self.lengths(cell))
    }

    /// Whether a robot that stands on `cell` has its row and its column for itself.
    #[inline]
    pub(super) fn is_alone(&self, cell: usize) -> bool {
        let Spot { column, row, .. } = self.spot(cell);
        let (across, along) = (self.rows[usize::from(row % 32)], self.columns[usize::from(column % 32)]);
        across & across.wrapping_sub(1) | along & along.wrapping_sub(1) == 0
    }

    /// Those of `set` that stand in the row or the column of `cell`.
    #[inline]
    pub(super) fn in_line(&self, cell: usize, set: &Bits<N>) -> Bits<N> {
        let Spot { column, row, .. } = self.spot(cell);
        self.lines[0][usize::from(row % 32)].or(&self.lines[1][usize::from(column % 32)]).and(set)
    }

    /// Whether a robot that slides these steps from `cell` would run into one on `other`: in which direction, and after how
    /// many steps.
    #[inline]
    pub(super) fn meets(&self, cell: usize, steps: &[usize; 4], other: usize) -> Option<(usize, usize)> {
        let (from, to) = (self.spot(cell), self.spot(other));
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
    pub(super) fn descends(&self, estimates: &Estimates<N>, main: usize) -> bool {
        let here = estimates.of(main);
        here == 0
            || self
                .stops(main)
                .into_iter()
                .any(|stop| estimates.of(stop) < here && self.descends(estimates, stop))
    }

    /// The same after the robot on `from` has gone to `to`.
    pub(super) fn descends_after(
        &mut self,
        estimates: &Estimates<N>,
        from: usize,
        to: usize,
        main: usize,
    ) -> bool {
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
