//! `convert`: the same positions in another format.

use std::io::{self, BufWriter};

use super::{entries, game};
use crate::cli::convert::write_all;
use crate::cli::{Exit, Fault, Outcome};

#[derive(clap::Args)]
pub(in crate::cli) struct Options {
    /// The game
    #[arg(value_parser = game, value_name = "GAME")]
    _game: String,
    /// A file, or - for standard input
    file: String,
    /// The format to write
    #[arg(long, value_name = "FORMAT")]
    to: String,
    /// The format of the file [default: recognised]
    #[arg(long, value_name = "FORMAT")]
    format: Option<String>,
}

pub(super) fn run(options: &Options) -> Outcome {
    let entries = entries(&options.file, options.format.as_deref())?;
    // All are converted before the first is written, so that an error leaves no half of an output.
    let texts: Vec<String> = entries
        .iter()
        .map(|entry| entry.write(&options.to))
        .collect::<Result<_, _>>()
        .map_err(Fault::Input)?;
    write_all(&mut BufWriter::new(io::stdout()), &texts)?;
    Ok(Exit::Done)
}
