//! `match --ladder`: each level of the default player against the one below, and what that makes in Elo from the bottom.
//!
//! Levels with a limit of nodes play the same games on every machine; the strongest is given time, or nodes.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::time::Duration;

use damier_kit::{Level, missing, refuse};
use damier_lab::matches::{Match, Seat, Seating};
use damier_lab::{Game, Table};
use damier_search::{Limits, Spec};
use serde_json::json;

use super::super::seat::seat;
use super::super::{Exit, Fault, Outcome, say, session, table};
use super::{Options, save, tell};

/// How long a level without a limit of its own thinks about a move.
const TIME: Duration = Duration::from_millis(200);

pub(super) fn run(
    game: Game,
    options: &Options,
    setup: &[(String, String)],
    mut file: Option<&mut BufWriter<File>>,
) -> Outcome {
    let levels = game.thinking()?.levels();
    if levels.is_empty() {
        return Err(missing(game.kit, refuse!("word.levels", "levels")).into());
    }
    let sit = |level: &Level| -> Result<Box<dyn Seat>, Fault> {
        let limits = match (level.limited, options.nodes) {
            (true, _) => Limits::default(),
            (false, Some(nodes)) => Limits { nodes: Some(nodes), ..Limits::default() },
            (false, None) => {
                Limits { time: Some(options.time_per_move.unwrap_or(TIME)), ..Limits::default() }
            }
        };
        let mut spec: Spec = level.spec.parse()?;
        spec.pairs.push(("seed".to_owned(), options.seed.to_string()));
        seat(game, &spec.to_string(), limits, options.bounds())
    };
    let mut rows = Table::default();
    let mut out = io::stdout();
    let mut height = 0.0;
    for pair in levels.windows(2) {
        let (low, high) = (&pair[0], &pair[1]);
        let names = [high.name.to_owned(), low.name.to_owned()];
        let mut rung = Match::new(game, names, [sit(high)?, sit(low)?], Seating::InTurn);
        rung.setup = setup.to_vec();
        rung.openings = (options.opening as usize, options.seed);
        rung.play(options.games.unwrap_or(100), &session::is_cancelled, &mut |rung, finished| {
            save(file.as_deref_mut(), &tell::game(rung, finished)?)
        })?;
        if session::is_cancelled() {
            return Ok(Exit::Cancelled);
        }
        let (elo, least, most) = rung.tally.elo();
        height += elo;
        if options.json {
            writeln!(out, "{}", json!({ "rung": tell::object(&rung) }))?;
            continue;
        }
        let ([won, drawn, lost], score) = (rung.score, format!("{:.1} %", rung.percent()));
        // On a terminal one sees how far it is.
        say(&format!("{} against {}: {score}", high.name, low.name));
        rows.entry(&[
            ("level", &high.name),
            ("against", &low.name),
            ("games", &rung.played()),
            ("won", &won),
            ("drawn", &drawn),
            ("lost", &lost),
            ("score", &score),
            ("Elo", &format!("{elo:+.0}")),
            ("95 % interval", &format!("{least:+.0} to {most:+.0}")),
            ("from the bottom", &format!("{height:+.0}")),
        ]);
    }
    if !options.json {
        table::print(&rows, &mut out)?;
    }
    Ok(Exit::Done)
}
