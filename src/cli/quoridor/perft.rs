//! `perft`: leaf counts of the rules.

use std::io::{self, BufWriter, Write};

use damier_quoridor::perft::{divide, perft};
use damier_search::Stop;
use serde_json::json;

use super::{PositionOptions, game};
use crate::cli::session::{Watched, with_line};
use crate::cli::units::{show_count, show_seconds};
use crate::cli::{Exit, LimitOptions, Outcome, say};

#[derive(clap::Args)]
pub(in crate::cli) struct Options {
    /// The game
    #[arg(value_parser = game, value_name = "GAME")]
    _game: String,
    #[command(flatten)]
    position: PositionOptions,
    /// Count the sequences of so many moves
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(0..=20))]
    depth: u32,
    /// Count for each first move
    #[arg(long)]
    divide: bool,
    /// One JSON object a line
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: LimitOptions,
}

pub(super) fn run(options: &Options) -> Outcome {
    let record = options.position.record()?;
    let watched = Watched::new();
    let mut run = watched.run(options.limits.limits());
    let depth = options.depth;
    let mut out = BufWriter::new(io::stdout());
    let counted = with_line(&watched, || {
        if options.divide {
            let parts = divide(record.position(), depth, &mut run)?;
            Ok((parts.iter().map(|(_, nodes)| nodes).sum(), parts))
        } else {
            Ok((perft(record.position(), depth, &mut run)?, Vec::new()))
        }
    });
    let (nodes, parts): (u64, _) = match counted {
        Ok(counted) => counted,
        Err(Stop::Cancelled) => return Ok(Exit::Cancelled),
        Err(why) => {
            say(&format!("{} before the count was complete; give it more, or count less deep", why.reason()));
            return Ok(Exit::Limit);
        }
    };
    let seconds = run.finish().seconds;
    if options.json {
        for (play, nodes) in parts {
            writeln!(out, "{}", json!({"move": play.to_string(), "depth": depth, "nodes": nodes}))?;
        }
        writeln!(out, "{}", json!({"depth": depth, "nodes": nodes}))?;
    } else {
        for (play, nodes) in parts {
            writeln!(out, "{play} {nodes}")?;
        }
        let rate = show_count((nodes as f64 / seconds.max(1e-9)) as u128);
        writeln!(out, "{nodes} leaves at depth {depth} in {} ({rate} a second)", show_seconds(seconds))?;
    }
    out.flush()?;
    Ok(Exit::Done)
}
