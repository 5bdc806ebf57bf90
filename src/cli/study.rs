//! `study`: the experiments that a game declares, each a table here and a CSV file for plots.

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use damier_kit::{missing, refuse};
use damier_lab::{Game, study};

use super::{Exit, Fault, LimitOptions, Outcome, bench, game, session, table};

#[derive(clap::Args)]
pub(super) struct Options {
    /// The game
    #[arg(value_parser = game, value_name = "GAME")]
    game: Game,
    /// One experiment only
    #[arg(long, value_name = "NAME")]
    only: Option<String>,
    /// How many boards [default: as each experiment says]
    #[arg(long, value_name = "N")]
    boards: Option<u64>,
    /// The seed of the boards
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// The folder for the CSV files, made if it is not there
    #[arg(long, value_name = "FOLDER", default_value = "study")]
    csv: PathBuf,
    #[command(flatten)]
    limits: LimitOptions,
}

/// A solve that is cut off after this long, where no limit is given, so that a hard board does not hold up the rest.
const PATIENCE: Duration = Duration::from_secs(10);

pub(super) fn run(options: &Options) -> Outcome {
    let game = options.game;
    let experiments = game.kit.experiments();
    if experiments.is_empty() {
        return Err(missing(game.kit, refuse!("word.experiments", "experiments")).into());
    }
    let names: Vec<_> = experiments.iter().map(|experiment| experiment.name).collect();
    if let Some(only) = options.only.as_ref().filter(|only| !names.contains(&only.as_str())) {
        return Err(Fault::Input(format!("no experiment is called '{only}'; there is {}", names.join(", "))));
    }
    std::fs::create_dir_all(&options.csv).map_err(|error| {
        Fault::Input(format!("cannot make the folder {}: {error}", options.csv.display()))
    })?;
    let mut limits = options.limits.limits();
    limits.time = limits.time.or(Some(PATIENCE));
    let mut solve = bench::solving(game, limits, 1);
    let mut out = io::stdout();
    for experiment in experiments {
        let wanted = options.only.as_ref().is_none_or(|only| only == experiment.name);
        if !wanted || session::is_cancelled() {
            continue;
        }
        let report = study::run(game, experiment, options.boards, options.seed, &mut solve)?;
        let path = options.csv.join(format!("{}.csv", experiment.name));
        table::save(&report.raw, &path)?;
        writeln!(out, "{}", report.title)?;
        table::print(&report.table, &mut out)?;
        writeln!(out, "each solve: {}\n", path.display())?;
    }
    Ok(if session::is_cancelled() { Exit::Cancelled } else { Exit::Done })
}
