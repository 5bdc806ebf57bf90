//! The command line as scripts and people meet it: each test runs the program itself and looks at what it prints, how it
//! ends, how long it takes and how much memory it needs.

mod alone;
mod batch;
mod check;
mod convert;
mod engine;
mod generate;
mod given;
mod hardest;
mod heuristic;
mod hostile;
#[cfg(target_os = "linux")]
mod interrupt;
mod lab;
#[cfg(target_os = "linux")]
mod lab_kills;
mod lab_report;
mod limits;
mod list;
mod measure;
mod memory;
#[cfg(target_os = "linux")]
mod outside;
mod parts;
mod quoridor;
mod quoridor_match;
mod rate;
mod sokoban;
mod solve;
mod support;
