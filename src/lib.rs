//! The program: what `main.rs` runs, and the doors by which its tests come in without a process or a socket.

mod cli;
mod games;
mod group;
mod lab;
mod server;

pub use cli::run;

/// Where something is read that came from outside, each as a function: what the fuzz targets call.
pub mod doors {
    pub use crate::cli::doors::{bytes, duration, engine, import, protocols, range};
    pub use crate::games::GAMES;
    pub use crate::lab::doors::{campaign, campaigns};
    pub use crate::server::doors::Page;
}
