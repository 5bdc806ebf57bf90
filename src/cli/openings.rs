//! `openings`: what was tried from positions in the games that a game knows, such as those of its engine against itself.

use std::io::{self, BufWriter, Write};

use damier_lab::Table;
use serde_json::json;

use super::units::show_count;
use super::{Exit, Outcome, input, table};

#[derive(clap::Args)]
pub(super) struct Options {
    #[command(flatten)]
    source: input::Source,
    /// One JSON object a position
    #[arg(long)]
    json: bool,
}

pub(super) fn run(options: &Options) -> Outcome {
    let game = options.source.game;
    let mut out = BufWriter::new(io::stdout());
    for position in options.source.positions()? {
        let known = game.versus(position.as_ref())?.openings();
        let name = position.name();
        if options.json {
            writeln!(out, "{}", json!({"game": game.name(), "id": name, "openings": known}))?;
            continue;
        }
        if known.is_empty() {
            writeln!(out, "{name}: no game is known from here")?;
            continue;
        }
        let mut rows = Table::new(&["move", "games", "won", "drawn", "lost", "score"]);
        for one in &known {
            let part = |part: u32| format!("{:.0} %", 100.0 * f64::from(part) / f64::from(one.games.max(1)));
            let lost = one.games.saturating_sub(one.won + one.drawn);
            rows.row(&[
                &one.step,
                &show_count(u128::from(one.games)),
                &part(one.won),
                &part(one.drawn),
                &part(lost),
                &format!("{:+.2}", one.ahead),
            ]);
        }
        writeln!(out, "{name}:")?;
        table::print(&rows, &mut out)?;
    }
    out.flush()?;
    Ok(Exit::Done)
}
