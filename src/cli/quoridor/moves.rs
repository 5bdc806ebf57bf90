//! `moves`: the legal moves of positions.

use std::io::{self, BufWriter, Write};

use damier_quoridor::notation::{Entry, drawing};
use damier_quoridor::{Move, Position};
use serde_json::json;

use super::{PositionOptions, entries, game};
use crate::cli::{Exit, Fault, Outcome};

#[derive(clap::Args)]
pub(in crate::cli) struct Options {
    /// The game
    #[arg(value_parser = game, value_name = "GAME")]
    _game: String,
    /// A file of positions, or - for standard input [default: what --moves or --qfen say]
    #[arg(conflicts_with_all = ["moves", "qfen", "size", "players", "walls"])]
    file: Option<String>,
    #[command(flatten)]
    position: PositionOptions,
    /// One JSON object a line
    #[arg(long)]
    json: bool,
}

pub(super) fn run(options: &Options) -> Outcome {
    let mut out = BufWriter::new(io::stdout());
    match &options.file {
        None => tell(options, None, options.position.record()?.position(), &mut out)?,
        Some(file) => {
            for entry in entries(file, None)? {
                tell(options, Some(&entry), entry.record.position(), &mut out)?;
            }
        }
    }
    out.flush()?;
    Ok(Exit::Done)
}

/// The names of the legal moves, sorted.
pub(super) fn legal(position: &Position) -> Vec<String> {
    let mut names: Vec<String> = position.legal().iter().map(Move::to_string).collect();
    names.sort_unstable();
    names
}

fn tell(
    options: &Options,
    entry: Option<&Entry>,
    position: &Position,
    out: &mut impl Write,
) -> Result<(), Fault> {
    let players = 0..position.players();
    if options.json {
        let distance: Vec<_> = players.clone().map(|player| position.distance(player)).collect();
        let left: Vec<_> = players.map(|player| position.walls_left(player)).collect();
        let mut object = json!({
            "turn": position.turn() + 1, "legal": legal(position), "distance": distance, "walls_left": left,
        });
        if let Some(entry) = entry {
            object["id"] = json!(entry.name());
        }
        if let Some(winner) = position.winner() {
            object["winner"] = json!(winner + 1);
        }
        writeln!(out, "{object}")?;
    } else {
        if let Some(entry) = entry {
            writeln!(out, "{}", entry.name())?;
        }
        write!(out, "{}", drawing(position))?;
        let names = legal(position);
        writeln!(out, "{} legal moves: {}", names.len(), names.join(" "))?;
    }
    Ok(())
}
