//! The web app from outside.

mod quoridor;
mod ricochet;
mod sokoban;
mod store;
mod support;
