//! Solvers made for Sokoban.
//!
//! `field` numbers the floor, `distances` says how many pushes a box needs alone, `matching` adds them up, `layouts` does so with
//! frozen boxes as walls; `deadlock` sees boxes that never move again, `corral` pushes that can wait; `nodes` keeps what was seen. [`Fast`]
//! finds the best solution with them, [`Quick`] any solution soon.

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
mod quick;
pub(crate) mod traps;

pub use fast::{Fast, Metric};
pub use quick::Quick;
