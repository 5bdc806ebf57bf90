//! `study`: the campaigns of a game that come with the program, one after the other: a table of each here, and a CSV file for plots.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

use damier_campaign::{Campaign, From, Store, export};
use damier_kit::{missing, refuse};
use damier_lab::Game;

use super::session::{self, Watched};
use super::{Exit, Fault, LimitOptions, Outcome, game, table};
use crate::lab::expand::expand;
use crate::lab::summary::summary;
use crate::lab::{self, Lab, Local, shipped};

#[derive(clap::Args)]
pub(super) struct Options {
    /// The game
    #[arg(value_parser = game, value_name = "GAME")]
    game: Game,
    /// One experiment only
    #[arg(long, value_name = "NAME")]
    only: Option<String>,
    /// How many boards of each kind [default: as each experiment says]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    boards: Option<u32>,
    /// The seed of the boards
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// The folder for the CSV files and the results, made if it is not there
    #[arg(long, value_name = "FOLDER", default_value = "study")]
    csv: PathBuf,
    #[command(flatten)]
    limits: LimitOptions,
}

pub(super) fn run(options: &Options) -> Outcome {
    let game = options.game;
    let prefix = format!("{}-", game.name());
    let own: Vec<(&str, &str)> =
        shipped().filter_map(|(name, text)| Some((name.strip_prefix(&prefix)?, text))).collect();
    if own.is_empty() {
        return Err(missing(game.kit, refuse!("word.experiments", "experiments")).into());
    }
    let names: Vec<&str> = own.iter().map(|(name, _)| *name).collect();
    if let Some(only) = options.only.as_ref().filter(|only| !names.contains(&only.as_str())) {
        return Err(Fault::Input(format!("no experiment is called '{only}'; there is {}", names.join(", "))));
    }
    std::fs::create_dir_all(&options.csv).map_err(|error| {
        Fault::Input(format!("cannot make the folder {}: {error}", options.csv.display()))
    })?;
    let watched = Watched::new();
    let mut out = io::stdout();
    for (name, text) in own {
        if options.only.as_ref().is_some_and(|only| only != name) {
            continue;
        }
        let mut campaign = Campaign::parse(text, &format!("{prefix}{name}"))?;
        options.adapt(&mut campaign);
        let results = options.csv.join(format!("{name}.lab"));
        let lab = Lab { campaign, base: PathBuf::from("."), results };
        let Some(results) = carry_out(&lab, &watched)? else { return Ok(Exit::Cancelled) };
        let path = options.csv.join(format!("{name}.csv"));
        export::csv(&results, &path)?;
        writeln!(out, "{}", lab.campaign.title)?;
        table::print(&summary(&lab.campaign, &results), &mut out)?;
        writeln!(out, "each run: {}\n", path.display())?;
    }
    Ok(Exit::Done)
}

impl Options {
    /// What was asked for on the command line goes before what the campaign says.
    fn adapt(&self, campaign: &mut Campaign) {
        campaign.seed = self.seed;
        for source in &mut campaign.instances {
            match (&mut source.from, self.boards) {
                (From::Generate(recipe), boards) => {
                    recipe.seed = Some(self.seed);
                    recipe.count = boards.map_or(recipe.count, u64::from);
                }
                (From::Set(_) | From::Files(_), Some(boards)) => {
                    let first = source.levels.map_or(1, |(first, _)| first);
                    source.levels = Some((first, first + boards - 1));
                }
                _ => {}
            }
        }
        if let (Some(tournament), Some(boards)) = (&mut campaign.tournament, self.boards) {
            tournament.games = 2 * u64::from(boards);
        }
        let limits = &mut campaign.limits;
        limits.time = self.limits.time.unwrap_or(limits.time);
        limits.nodes = self.limits.nodes.or(limits.nodes);
        limits.memory = self.limits.memory.unwrap_or(limits.memory);
        campaign.run.threads = self.limits.threads.unwrap_or(campaign.run.threads);
    }
}

/// Runs a campaign from its beginning; none if somebody cancelled.
fn carry_out(lab: &Lab, watched: &Watched) -> Result<Option<damier_campaign::Results>, Fault> {
    begin_anew(&lab.results)?;
    let mut store = Store::take(&lab.results)?;
    let work = session::with_line(watched, || expand(lab, None, &watched.progress));
    if watched.progress.is_cancelled() {
        return Ok(None);
    }
    let stop = AtomicBool::new(false);
    lab::carry_out(&work?, &mut store, &Local, &stop, &mut |_| {
        if watched.progress.is_cancelled() {
            stop.store(true, SeqCst);
        }
    })?;
    if watched.progress.is_cancelled() {
        return Ok(None);
    }
    Ok(Some(store.load()?))
}

/// What an earlier study left here goes.
fn begin_anew(folder: &Path) -> Result<(), Fault> {
    if !Store::exists(folder) {
        return Ok(());
    }
    drop(Store::take(folder)?);
    std::fs::remove_dir_all(folder)
        .map_err(|error| Fault::Failed(format!("cannot remove {}: {error}", folder.display())))
}
