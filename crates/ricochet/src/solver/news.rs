//! Which slides of the main robot are news.
//!
//! Two moves of different robots that have nothing to do with each other can be made in either order, and one order is
//! enough (sleep sets: Godefroid, 1990). Helpers' moves are made from every state. So where a helper's move led to a state,
//! a slide of the main robot is left out if it could be made before that move just as well: the same slide, the same move
//! after it, the same number of both. Which ones are left? The helper went along a line, say a row. News are
//!
//! * slides along that row: the helper may stand in their way, or no longer;
//! * slides along the two columns from which it came and to which it went, for the same reason;
//! * slides along a column between the two that end on the helper's way: made before, they would have stopped it. They end
//!   there at a wall, or at another robot right above or below.
//!
//! Likewise, after a slide along a column there is nothing new in that column: where it leads now it led before. All this
//! holds for boards without turning diagonals; on others every slide is made.

/// The line that a robot slides along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Axis {
    /// A column.
    Column,
    /// A row.
    Row,
}

/// How states were come to when they were first seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Came {
    /// In a way that says nothing of what is news.
    Somehow,
    /// By a slide of the main robot.
    Slide(Axis),
    /// By a helper's move that the main robot did not stop.
    Helper {
        /// The cell that it left.
        from: u16,
        /// The cell that it went to.
        to: u16,
    },
}

/// Lines of the board, a bit each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lines {
    /// Columns.
    pub(super) columns: u32,
    /// Rows.
    pub(super) rows: u32,
}

/// States that a helper's move leads to: a placement, and cells of the main robot.
#[derive(Clone, Copy)]
pub(super) struct Arrival<W, const N: usize> {
    pub(super) key: W,
    pub(super) came: Came,
    pub(super) set: super::bits::Bits<N>,
}

/// The lines that cross a helper's way in the line `at`, from `one` to `other`, and on which a slide may end on it: where
/// `rests` has a wall, or somebody stands in the line before or after.
#[inline]
pub(super) fn crossing(rests: u32, occupied: &[u64; 32], at: u8, one: u8, other: u8) -> u32 {
    let (one, other) = (one.min(other) % 32, one.max(other) % 32);
    let beside = occupied[usize::from(at.wrapping_sub(1) % 32)] | occupied[usize::from((at + 1) % 32)];
    let ends = 1 << one | 1 << other;
    let between = (2 << other) - (1 << one);
    ((u64::from(rests) | beside) & between | ends) as u32
}
