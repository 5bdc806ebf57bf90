//! The web app from outside.

mod engines;
mod fair;
#[cfg(target_os = "linux")]
mod lab;
mod load;
mod plot;
mod quoridor;
mod ricochet;
#[cfg(target_os = "linux")]
mod scripts;
mod security;
mod soak;
mod sokoban;
mod store;
mod support;
mod trace;
