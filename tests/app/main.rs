//! The web app from outside.

mod fair;
mod load;
mod quoridor;
mod ricochet;
mod sokoban;
mod store;
mod support;
