//! Sokoban.
//!
//! [`Board`] and [`Position`] are what is on the table, [`rules`] how one plays, [`notation`] how levels are written, [`problem`] and
//! [`heuristics`] what the algorithms of `damier-search` see, [`solver`] the solvers made for this game, [`mod@verdict`] why a position is
//! dead, [`sliding`] the game against chance, [`generate`] new levels, [`levels`] those that ship, and [`SokobanKit`] what the rest of the
//! program sees.

pub mod board;
mod edit;
mod gather;
pub mod generate;
mod ground;
pub mod heuristics;
mod kit;
pub mod levels;
mod looks;
pub mod notation;
mod picture;
pub mod problem;
pub mod rate;
mod route;
pub mod rules;
mod scene;
pub mod sliding;
pub mod solver;
pub mod tally;
pub mod verdict;

pub use board::{Board, Cell, Direction, Position};
pub use kit::SokobanKit;
pub use rate::estimate;
pub use tally::{Tally, tally};
pub use verdict::{Dead, Verdict, verdict};
