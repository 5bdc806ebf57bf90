//! Solvers made for Sokoban.
//!
//! `field` numbers the floor, `distances` says how many pushes a box needs alone, `matching` adds them up, `layouts` does so with
//! frozen boxes as walls; `detours` and `patterns` see boxes that are in each other's way; `deadlock` sees boxes that never move again,
//! `corral` pushes that can wait; `nodes` keeps what was seen, and `packed` does so in less memory. [`Fast`]
//! finds the best solution with them, [`Quick`] any solution soon. Their states are their own, so that they are no generic algorithms;
//! [`entries`] declares them all the same.

pub(crate) mod bits;
pub(crate) mod corral;
pub(crate) mod deadlock;
pub(crate) mod detours;
pub(crate) mod distances;
mod fast;
pub(crate) mod field;
pub(crate) mod layouts;
pub(crate) mod matching;
pub(crate) mod nodes;
pub(crate) mod packed;
pub(crate) mod patterns;
mod quick;
#[cfg(test)]
mod tests;
pub(crate) mod traps;

pub use fast::{Fast, Metric};
pub(crate) use quick::lost_boxes;
pub use quick::{Quick, Sketch};

use damier_kit::Refusal;
use damier_search::registry::Info;
use damier_search::{Args, Outcome, Run, Watch};

use crate::board::{Direction, Position};

/// A solver that can be asked by name.
pub struct Entry {
    /// The declaration.
    pub info: &'static Info,
    /// The steps of the player that solve a position, at a cost by this metric; an error if it does not know the metric.
    pub solve: Solve,
}

type Solve =
    fn(&Position, &Args, Metric, &mut Run, Option<&mut Watch<'_>>) -> Result<Outcome<Direction>, Refusal>;

/// The solvers that are made for this game; the first is the default.
pub fn entries() -> [Entry; 2] {
    [fast::entry(), quick::entry()]
}
