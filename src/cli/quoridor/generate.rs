//! `generate`: positions after some random moves.

use std::io::{self, BufWriter, Write};

use damier_quoridor::generate::random;
use damier_quoridor::notation::Entry;

use super::{SetupOptions, game};
use crate::cli::generate::new_seed;
use crate::cli::{Exit, Fault, Outcome, say};

#[derive(clap::Args)]
pub(in crate::cli) struct Options {
    /// The game
    #[arg(value_parser = game, value_name = "GAME")]
    _game: String,
    /// How many
    #[arg(long, value_name = "K", default_value_t = 1)]
    count: u64,
    /// Makes every random choice repeatable [default: a new one, told on standard error]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// The format to write
    #[arg(long, value_name = "FORMAT", default_value = "json")]
    to: String,
    /// How many random moves
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u64).range(0..=200))]
    plies: u64,
    #[command(flatten)]
    setup: SetupOptions,
}

pub(super) fn run(options: &Options) -> Outcome {
    let setup = options.setup.setup()?;
    let seed = options.seed.map_or_else(new_seed, Ok)?;
    let mut out = BufWriter::new(io::stdout());
    for number in 0..options.count {
        // Each has a seed of its own, so that number 100 can be made again without the 99 before it.
        let seed = seed.wrapping_add(number);
        let record = random(setup, options.plies as usize, seed);
        let entry = Entry { id: Some(seed.to_string()), line: number as usize + 1, record };
        let text = entry.write(&options.to).map_err(Fault::Input)?;
        if number == 0 && options.seed.is_none() {
            say(&format!("--seed {seed} makes the same again"));
        }
        writeln!(out, "{}", text.trim_end_matches('\n'))?;
    }
    out.flush()?;
    Ok(Exit::Done)
}
