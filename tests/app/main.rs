//! The web app from outside.

mod load;
mod quoridor;
mod ricochet;
mod sokoban;
mod store;
mod support;
