//! `match --ladder`: each level of `fast` against the one below, and what that makes in Elo from the bottom.
//!
//! Levels with a limit of nodes play the same games on every machine; the strongest is given time, or nodes.

use std::io::{self, Write};
use std::time::Duration;

use damier_quoridor::solver::{LEVELS, Level};
use damier_search::Limits;
use serde_json::json;

use super::super::seat::Seat;
use super::play::{Match, Seating};
use super::{Options, saved};
use crate::cli::session;
use crate::cli::table::Table;
use crate::cli::{Exit, Fault, Outcome};

/// How long a level without a limit of its own thinks about a move.
const TIME: Duration = Duration::from_millis(200);

pub(super) fn run(options: &Options) -> Outcome {
    let mut file = saved(options)?;
    let seat = |level: &Level| -> Result<(String, Seat), Fault> {
        let limits = match (level.nodes, options.nodes) {
            (Some(_), _) => Limits::default(),
            (None, Some(nodes)) => Limits { nodes: Some(nodes), ..Limits::default() },
            (None, None) => Limits { time: Some(options.time_per_move.unwrap_or(TIME)), ..Limits::default() },
        };
        let spec = format!("fast(level={},seed={})", level.name, options.seed);
        Ok((level.name.to_owned(), Seat::new(&spec, limits, options.patience)?))
    };
    let mut table = Table::new(&[
        "level",
        "against",
        "games",
        "won",
        "drawn",
        "lost",
        "score",
        "Elo",
        "95 % interval",
        "from the bottom",
    ]);
    let mut height = 0.0;
    for pair in LEVELS.windows(2) {
        let ((low, below), (high, above)) = (seat(&pair[0])?, seat(&pair[1])?);
        let mut rung = Match::new([high, low], [above, below], options.setup.setup()?, Seating::InTurn);
        rung.openings = (options.opening as usize, options.seed);
        (rung.quiet, rung.json) = (true, options.json);
        rung.file = file.take();
        rung.play(options.games.unwrap_or(100))?;
        file = rung.file.take();
        if session::is_cancelled() {
            return Ok(Exit::Cancelled);
        }
        let (elo, least, most) = rung.tally.elo();
        height += elo;
        if options.json {
            writeln!(rung.out, "{}", json!({ "rung": rung.result() }))?;
            rung.out.flush()?;
            continue;
        }
        let [won, drawn, lost] = rung.score;
        let [high, low] = rung.names.clone();
        // On a terminal one sees how far it is.
        crate::cli::say(&format!("{high} against {low}: {:.1} %", rung.percent()));
        table.row(vec![
            high,
            low,
            (won + drawn + lost).to_string(),
            won.to_string(),
            drawn.to_string(),
            lost.to_string(),
            format!("{:.1} %", rung.percent()),
            format!("{elo:+.0}"),
            format!("{least:+.0} to {most:+.0}"),
            format!("{height:+.0}"),
        ]);
    }
    if !options.json {
        let mut out = io::stdout().lock();
        table.print(&mut out)?;
        out.flush()?;
    }
    Ok(Exit::Done)
}
