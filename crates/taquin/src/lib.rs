//! Taquin, the fifteen puzzle.
//!
//! [`Position`] is what is on the table, [`rules`] how one plays, [`notation`] how boards are written, [`problem`] and [`heuristics`]
//! what the algorithms of `damier-search` see, [`solver`] the solvers made for this game, [`generate`] new boards, [`rate`] how hard
//! they are for a person, and [`picture`] the terminal's view of them.

pub mod board;
mod edit;
pub mod generate;
pub mod heuristics;
mod kit;
pub mod levels;
mod looks;
pub mod notation;
pub mod picture;
pub mod problem;
pub mod rate;
pub mod rules;
mod scene;
pub mod solver;

pub use board::{Direction, Position};
pub use kit::TaquinKit;
