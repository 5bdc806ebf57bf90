//! Sokoban.
//!
//! [`Board`] and [`Position`] are what is on the table, [`rules`] how one plays, and [`notation`] how positions are written.

pub mod board;
pub mod levels;
pub mod notation;
pub mod rules;
pub mod solver;

pub use board::{Board, Cell, Direction, Position};
