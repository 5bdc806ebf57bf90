//! The web app from outside.

mod engines;
mod fair;
#[cfg(target_os = "linux")]
mod lab;
mod load;
mod plot;
#[cfg(unix)]
mod postgres;
mod quoridor;
mod ricochet;
mod rooms;
#[cfg(unix)]
mod rooms_harm;
mod rooms_load;
mod rooms_machine;
mod rooms_own;
mod rooms_security;
mod rooms_support;
#[cfg(target_os = "linux")]
mod scripts;
mod security;
mod soak;
mod sokoban;
mod store;
mod support;
mod trace;
