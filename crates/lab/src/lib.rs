//! What command line and page both do with a game: solve, validate and record; race; match; measure.
//!
//! A [`Game`] is a kit, the independent validator of its answers, and positions to measure on. Everything here works through these,
//! so a game that is added to the list is known to every verb and every screen. A [`record::Record`] is the only way in which an
//! answer leaves the program: the validator has replayed it.
//!
//! Nothing here prints, reads arguments or speaks to a network.

pub mod annotate;
pub mod bench;
pub mod clock;
pub mod daily;
pub mod elo;
mod game;
pub mod lesson;
pub mod matches;
mod ours;
pub mod own;
pub mod race;
pub mod record;
mod solver;
mod table;
pub mod trace;
pub mod wish;

pub use game::{Game, INVALID, Invalid, Suite};
pub use solver::{Solve, Solver, estimate, table_bytes};
pub use table::Table;
