//! `rate`: how hard each position is, for a solver and for a person, apart.
//!
//! The solver's effort is measured: what the game's best algorithm expanded. What a person feels is an estimate of the game's
//! own, with what it rests on.

use std::io::{self, BufWriter, Write};

use serde_json::{Map, Value, json};

use super::record::Record;
use super::session::{self, Watched, with_line};
use super::table::Table;
use super::units::{show_count, show_seconds};
use super::{Exit, LimitOptions, Outcome, input};

/// The levels in words.
const LEVELS: [&str; 5] = ["trivial", "easy", "medium", "hard", "extreme"];

#[derive(clap::Args)]
pub(super) struct Options {
    #[command(flatten)]
    source: input::Source,
    /// One JSON object a line
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: LimitOptions,
}

pub(super) fn run(options: &Options) -> Outcome {
    let game = options.source.game;
    let spec = game.kit.default_algorithm().parse()?;
    let limits = options.limits.limits();
    let mut out = BufWriter::new(io::stdout());
    let mut table = Table::new(&["id", "solution", "nodes", "time", "for a person", "because"]);
    let mut worst = Exit::Done;
    for position in options.source.positions()? {
        let watched = Watched::new();
        let mut run = watched.run(limits);
        let record = with_line(&watched, || {
            Record::solve(game, position.name(), position.as_ref(), &spec, &mut run, None)
        })?;
        worst = worst.max(record.exit);
        let best = record.moves.as_ref().filter(|_| record.optimal == Some(true));
        let estimate = best.map(|moves| position.estimate(moves));
        let (nodes, seconds) = record.stats.map_or((0, 0.0), |stats| (stats.expanded, stats.seconds));
        if options.json {
            let human = estimate.map(|estimate| {
                let parts: Map<String, Value> =
                    estimate.parts.iter().map(|(name, value)| ((*name).to_owned(), json!(value))).collect();
                json!({
                    "level": estimate.level,
                    "word": LEVELS[usize::from(estimate.level) - 1],
                    "points": estimate.points,
                    "because": parts,
                })
            });
            let line = json!({
                "game": game.kit.name(),
                "id": record.id,
                "outcome": record.outcome,
                "cost": record.cost,
                "solver": {"algorithm": spec.to_string(), "expanded": nodes, "seconds": seconds},
                "human_estimate": human,
            });
            writeln!(out, "{line}")?;
            out.flush()?;
        } else {
            let (person, because) = estimate.map_or(("–".to_owned(), String::new()), |estimate| {
                let parts: Vec<_> =
                    estimate.parts.iter().map(|(name, value)| format!("{name} {value}")).collect();
                let word = LEVELS[usize::from(estimate.level) - 1];
                (format!("{word} ({:.1})", estimate.points), parts.join(", "))
            });
            table.row(vec![
                record.id.clone(),
                record.sentence(),
                show_count(u128::from(nodes)),
                show_seconds(seconds),
                person,
                because,
            ]);
        }
        if session::is_cancelled() {
            break;
        }
    }
    if !options.json {
        table.print(&mut out)?;
        writeln!(out, "nodes and time are those of {spec}; what a person feels is an estimate")?;
    }
    out.flush()?;
    Ok(worst)
}
