//! Ricochet Robots.
//!
//! [`Board`] and [`Position`] are what is on the table, [`Setup`] what somebody wrote down, [`rules`] how robots move, [`notation`] how positions are written,
//! [`generate`] where new ones come from, [`problem`] and [`heuristics`] what the algorithms of `damier-search` see, and
//! [`RicochetKit`] what the rest of the program sees.

pub mod board;
mod edit;
pub mod generate;
mod hardest;
pub mod heuristics;
mod kit;
pub mod levels;
mod looks;
pub mod notation;
mod picture;
pub mod problem;
pub mod quadrants;
mod rate;
pub mod rules;
mod runs;
mod scene;
mod setup;
mod solver;
pub mod turns;

pub use board::{Board, Cell, Diagonal, Direction, Position, Robot, Target, Trail};
pub use kit::RicochetKit;
pub use notation::Move;
pub use setup::{Item, Setup, SetupError};
