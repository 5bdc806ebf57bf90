//! Solvers made for Sokoban.
//!
//! [`field`] numbers the floor, [`distances`] says how many pushes a box needs alone, [`matching`] adds them up, [`deadlock`] sees boxes that never
//! move again.

pub(crate) mod bits;
pub(crate) mod deadlock;
pub(crate) mod distances;
pub(crate) mod field;
pub(crate) mod matching;
