//! Damier: a laboratory of board games and search.

mod cli;
mod games;
mod server;

use std::process::ExitCode;

fn main() -> ExitCode {
    damier_search::memory::keep();
    cli::run(std::env::args_os())
}
