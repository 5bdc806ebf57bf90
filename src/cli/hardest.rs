//! `hardest`: the position on a board's walls whose best solution is the longest that can be found in the time.

use std::io::{self, BufWriter, Write};
use std::time::Duration;

use damier_kit::{missing, refuse};
use damier_lab::record::Record;
use damier_search::Stop;

use super::session::{Watched, style, with_line};
use super::{Exit, Fault, LimitOptions, Outcome, input, print, say};

#[derive(clap::Args)]
pub(super) struct Options {
    #[command(flatten)]
    source: input::Source,
    /// Makes every random choice repeatable, with --nodes
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// One JSON object: the position with its length, and whether that is proven to be the longest
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: LimitOptions,
}

pub(super) fn run(options: &Options) -> Outcome {
    let game = options.source.game;
    let positions = options.source.positions()?;
    let first =
        positions.first().ok_or_else(|| Fault::Input("there is no position in the file".to_owned()))?;
    let plans = game.plans(first.as_ref())?;
    let mut limits = options.limits.limits();
    if limits.time.is_none() && limits.nodes.is_none() {
        limits.time = Some(Duration::from_secs(60));
    }
    let watched = Watched::new();
    let mut best = None;
    let mut search = watched.run(limits);
    let end = with_line(&watched, || {
        plans.hardest(options.seed, &mut search, &mut |found, cost| {
            say(&format!("{cost} moves after {:.1} s", watched.progress.snapshot().elapsed.as_secs_f64()));
            best = Some((found, cost));
        })
    });
    let none = || missing(game.kit, refuse!("word.hardest", "search for the hardest position"));
    let end = end.ok_or_else(none)?;
    let Some((mut position, cost)) = best else {
        say(match end {
            Ok(true) => "no position on this board takes a move",
            _ => "no position was found in the time; give it more with --time",
        });
        return Ok(if end == Ok(true) { Exit::Unsolvable } else { Exit::Limit });
    };
    position.set_id("hardest".to_owned());
    let mut out = BufWriter::new(io::stdout());
    if options.json {
        let format = game.kit.about().formats[0].name;
        let board: serde_json::Value = serde_json::from_str(&position.write(format)?)
            .map_err(|error| Fault::Failed(error.to_string()))?;
        let line = serde_json::json!({"cost": cost, "proven": end == Ok(true), "position": board});
        writeln!(out, "{line}")?;
    } else {
        let spec = game.kit.about().default_algorithm.parse()?;
        // A search of its own, so that the validator has seen the solution; Ctrl-C ended the one before it.
        let mut run = damier_search::Run::new(options.limits.limits());
        let record = Record::solve(game, position.name(), position.as_ref(), &spec, &mut run, None)?;
        print::print(&record, &mut out, Some((position.as_ref(), style())))?;
        writeln!(
            out,
            "{}",
            if end == Ok(true) {
                "proven: no position on this board takes more"
            } else {
                "the longest that was found; there may be longer ones"
            }
        )?;
        writeln!(out, "{}", position.code())?;
    }
    out.flush()?;
    Ok(if end == Err(Stop::Cancelled) { Exit::Cancelled } else { Exit::Done })
}
