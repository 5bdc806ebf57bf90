//! The independent validator: it replays a solution and says whether it is valid, or why not.
//!
//! It has its own reading of the files and of the rules, and depends on no other crate of the project, so
//! that a mistake in a solver cannot hide itself in the check of its answer. It is written to be checked by
//! eye: clear first, fast second. It never panics, whatever it is given.

pub mod quoridor;
pub mod ricochet;
pub mod sokoban;
pub mod taquin;
