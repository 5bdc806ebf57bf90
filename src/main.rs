//! Damier: a laboratory of board games and search.

use std::process::ExitCode;

fn main() -> ExitCode {
    damier_search::memory::keep();
    damier::run(std::env::args_os())
}
