//! The web app from outside.

mod fair;
mod load;
mod plot;
mod quoridor;
mod ricochet;
mod security;
mod soak;
mod sokoban;
mod store;
mod support;
