//! Quoridor for two and four, on boards from 3×3 to 11×11.
//!
//! [`board`] is what there is, [`rules`] what may be done, [`record`] a game as it was played, [`notation`] how all of it is
//! written, [`perft`] how the rules are counted.

mod adversary;
mod bench;
pub mod board;
mod edit;
mod explain;
mod four;
pub mod generate;
mod keys;
mod kit;
mod looks;
pub mod notation;
pub mod openings;
pub mod perft;
pub mod players;
mod qtp;
pub mod record;
pub mod rules;
mod scene;
pub mod solver;

pub use adversary::{Ahead, Quoridor};
pub use board::{Deed, Lie, Move, Moves, Setup, Square};
pub use kit::QuoridorKit;
pub use record::{End, Record};
pub use rules::{Illegal, Position, Walls};
pub use solver::{Engine, Thought};
