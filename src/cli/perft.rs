//! `perft`: leaf counts of the rules.

use std::io::{self, BufWriter, Write};

use clap::{ArgMatches, Args, Command, FromArgMatches};
use damier_kit::Position;
use damier_lab::Game;
use damier_search::{Run, Stop};
use serde_json::json;

use super::units::{show_count, show_seconds};
use super::{Exit, LimitOptions, Outcome, args, moves, say, session};

#[derive(Args)]
struct Options {
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

pub(super) fn command(command: Command, game: Game) -> Command {
    Options::augment_args(args::add_position(command, game))
}

pub(super) fn run(game: Game, matches: &ArgMatches) -> Outcome {
    let options = Options::from_arg_matches(matches)?;
    let (positions, named) = args::positions(game, matches)?;
    let mut out = BufWriter::new(io::stdout());
    for position in positions {
        let counted = session::search(options.limits.limits(), 1, |run| {
            let counted = count(position.as_ref(), &options, run)?;
            Ok((counted, run.finish().seconds))
        });
        let ((nodes, parts), seconds) = match counted {
            Ok(counted) => counted,
            Err(Stop::Cancelled) => return Ok(Exit::Cancelled),
            Err(why) => {
                say(&format!(
                    "{} before the count was complete; give it more, or count less deep",
                    why.reason()
                ));
                return Ok(Exit::Limit);
            }
        };
        let depth = options.depth;
        if options.json {
            for (step, nodes) in parts {
                writeln!(out, "{}", json!({"move": step, "depth": depth, "nodes": nodes}))?;
            }
            let mut whole = json!({"depth": depth, "nodes": nodes});
            if named {
                whole["id"] = json!(position.name());
            }
            writeln!(out, "{whole}")?;
        } else {
            for (step, nodes) in parts {
                writeln!(out, "{step} {nodes}")?;
            }
            let rate = show_count((nodes as f64 / seconds.max(1e-9)) as u128);
            let name = if named { format!("{}: ", position.name()) } else { String::new() };
            let time = show_seconds(seconds);
            writeln!(out, "{name}{nodes} leaves at depth {depth} in {time} ({rate} a second)")?;
        }
    }
    out.flush()?;
    Ok(Exit::Done)
}

/// All leaves, and those below each first move if they are wanted.
fn count(
    position: &dyn Position,
    options: &Options,
    run: &mut Run,
) -> Result<(u64, Vec<(String, u64)>), Stop> {
    if !options.divide {
        return Ok((position.perft(options.depth, run)?, Vec::new()));
    }
    let below = options.depth.saturating_sub(1);
    let mut parts = Vec::new();
    for step in moves::legal(position) {
        if let Ok(played) = position.play(&step) {
            parts.push((step, played.position.perft(below, run)?));
        }
    }
    Ok((parts.iter().map(|(_, nodes)| nodes).sum(), parts))
}
