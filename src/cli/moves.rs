//! `moves`: the legal moves of positions.

use std::io::{self, BufWriter, Write};

use clap::{ArgMatches, Args, Command, FromArgMatches};
use damier_kit::Position;
use damier_lab::Game;
use serde_json::{Map, json};

use super::{Exit, Outcome, args, session};

#[derive(Args)]
struct Options {
    /// One JSON object a line
    #[arg(long)]
    json: bool,
}

pub(super) fn command(command: Command, game: Game) -> Command {
    Options::augment_args(args::add_position(command, game))
}

/// The names of the legal moves, sorted.
pub(super) fn legal(position: &dyn Position) -> Vec<String> {
    let mut names = position.legal();
    names.sort_unstable();
    names
}

pub(super) fn run(game: Game, matches: &ArgMatches) -> Outcome {
    let options = Options::from_arg_matches(matches)?;
    let (positions, named) = args::positions(game, matches)?;
    let mut out = BufWriter::new(io::stdout());
    for position in positions {
        let names = legal(position.as_ref());
        if options.json {
            let mut object = Map::new();
            object.extend(position.versus().map(|versus| ("turn".to_owned(), json!(versus.turn() + 1))));
            object.insert("legal".to_owned(), json!(names));
            object.extend(position.facts().into_iter().map(|(name, value)| (name.to_owned(), value)));
            if named {
                object.insert("id".to_owned(), json!(position.name()));
            }
            writeln!(out, "{}", serde_json::Value::Object(object))?;
        } else {
            if named {
                writeln!(out, "{}", position.name())?;
            }
            write!(out, "{}", position.picture(session::style(), None))?;
            writeln!(out, "{} legal moves: {}", names.len(), names.join(" "))?;
        }
    }
    out.flush()?;
    Ok(Exit::Done)
}
