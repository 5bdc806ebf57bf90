//! `rate`: how hard each position is, for a solver and for a person, apart.
//!
//! The solver's effort is measured: what the game's best algorithm expanded. What a person feels is an estimate of the game's
//! own, with what it rests on.

use std::io::{self, BufWriter, Write};

use damier_lab::Table;
use damier_lab::record::Record;
use damier_search::Spec;
use serde_json::{Map, Value, json};

use super::units::{show_count, show_seconds};
use super::{Exit, LimitOptions, Outcome, input, print, session, table};

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
    let spec: Spec = game.kit.about().default_algorithm.parse()?;
    let limits = options.limits.limits();
    let mut out = BufWriter::new(io::stdout());
    let mut rows = Table::new(&["id", "solution", "nodes", "time", "for a person", "because"]);
    let mut worst = Exit::Done;
    for position in options.source.positions()? {
        let plans = game.plans(position.as_ref())?;
        let record = session::search(limits, 1, |run| {
            Record::solve(game, position.name(), position.as_ref(), &spec, run, None)
        })?;
        worst = worst.max(record.exit);
        let best = record.moves.as_ref().filter(|_| record.optimal == Some(true));
        let estimate = best.map(|moves| plans.estimate(moves));
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
                "game": game.name(),
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
            let (nodes, time) = (show_count(u128::from(nodes)), show_seconds(seconds));
            rows.row(&[&record.id, &print::sentence(&record), &nodes, &time, &person, &because]);
        }
        if session::is_cancelled() {
            break;
        }
    }
    if !options.json {
        table::print(&rows, &mut out)?;
        writeln!(out, "nodes and time are those of {spec}; what a person feels is an estimate")?;
    }
    out.flush()?;
    Ok(worst)
}
