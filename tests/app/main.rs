//! The web app from outside.

mod ricochet;
mod sokoban;
mod support;
