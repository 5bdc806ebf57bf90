//! `lab check`, `lab run` and `lab resume`.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::time::{Duration, Instant};

use damier_campaign::{Campaign, ExecutorKind, Store, planned};
use damier_kit::Refusal;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use super::super::session::{self, Watched};
use super::super::{Exit, Fault, Outcome, say};
use super::Which;
use crate::lab::expand::{expand, try_scripts};
use crate::lab::slurm::Cluster;
use crate::lab::{self, Lab, Standing, Work};

#[derive(clap::Args)]
pub(in crate::cli) struct Options {
    #[command(flatten)]
    pub(super) which: Which,
    /// One JSON object
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(clap::Args)]
pub(in crate::cli) struct RunOptions {
    #[command(flatten)]
    options: Options,
    /// So many runs at once [default: as the campaign says, or as many as there are cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    workers: Option<u32>,
    /// Put the results that there are aside and begin anew
    #[arg(long)]
    fresh: bool,
    /// Forget the results of an algorithm, or all errors, and run these again
    #[arg(long, value_name = "NAME|errors", conflicts_with = "fresh")]
    again: Vec<String>,
}

impl Which {
    /// The campaign that is meant.
    pub(super) fn open(&self) -> Result<Lab, Fault> {
        lab::open(&self.campaign, self.results.as_deref()).map_err(|refusal| self.wrong(&refusal))
    }

    /// Everything in it, made and checked; none if somebody cancelled meanwhile.
    pub(super) fn expand(&self, lab: &Lab, store: Option<&Store>) -> Result<Option<Work>, Fault> {
        let watched = Watched::new();
        let line =
            || expand(lab, store, &watched.progress).and_then(|work| try_scripts(&work).map(|()| work));
        let work = session::with_line(&watched, line);
        if session::is_cancelled() {
            return Ok(None);
        }
        work.map(Some).map_err(|refusal| self.wrong(&refusal))
    }

    fn wrong(&self, refusal: &Refusal) -> Fault {
        if refusal.line.is_some() {
            Fault::unreadable(&self.campaign, refusal)
        } else {
            Fault::Input(refusal.to_string())
        }
    }
}

/// What a campaign would do, in figures.
pub(super) fn check(options: &Options) -> Outcome {
    let lab = options.which.open()?;
    let Some(work) = options.which.expand(&lab, None)? else { return Ok(Exit::Cancelled) };
    let campaign = &work.campaign;
    let runs = planned(campaign, work.instances.len());
    let mut out = io::stdout();
    if options.json {
        let value = json!({
            "name": campaign.name, "title": campaign.title, "algorithms": work.names, "instances": work.instances.len(),
            "repeats": campaign.repeats, "runs": runs, "results": lab.results,
        });
        writeln!(out, "{value}")?;
        return Ok(Exit::Done);
    }
    writeln!(out, "{}: {}", campaign.name, campaign.title)?;
    let many = format!(
        "{} instances × {} × {} = {runs} runs",
        work.instances.len(),
        work.names.len(),
        campaign.repeats
    );
    writeln!(
        out,
        "{many} (instances × {} × repeats)",
        if campaign.tournament.is_some() { "pairings" } else { "algorithms" }
    )?;
    let longest = longest(campaign, runs);
    writeln!(out, "at most {} if every run takes all its time", duration(longest))?;
    Ok(Exit::Done)
}

/// The time if every run takes all that it may.
fn longest(campaign: &Campaign, runs: u64) -> Duration {
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get() as u32);
    let workers = campaign.run.workers.unwrap_or(cores).max(1);
    let seconds = campaign.limits.time.as_secs_f64() * runs as f64 / f64::from(workers);
    Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
}

pub(super) fn duration(time: Duration) -> String {
    let seconds = time.as_secs();
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, seconds) => format!("{seconds} s"),
        (0, minutes, seconds) => format!("{minutes} min {seconds} s"),
        (hours, minutes, _) => format!("{hours} h {minutes} min"),
    }
}

pub(super) fn run(options: &RunOptions, resume: bool) -> Outcome {
    let which = &options.options.which;
    let mut lab = which.open()?;
    if resume && !Store::exists(&lab.results) {
        let folder = lab.results.display();
        return Err(Fault::Input(format!(
            "there is nothing to resume in {folder}; begin with `damier lab run`"
        )));
    }
    lab.campaign.run.workers = options.workers.or(lab.campaign.run.workers);
    if options.fresh {
        put_aside(&lab)?;
    }
    // While this is held, Ctrl-C lets results that are there be written.
    let watched = Watched::new();
    let mut store = Store::take(&lab.results)?;
    if !options.again.is_empty() && lab.campaign.run.executor == ExecutorKind::Slurm {
        return Err(Fault::Input(
            "--again is for campaigns on this machine; with Slurm, use --fresh".to_owned(),
        ));
    }
    for who in &options.again {
        let many = store.forget(who)?;
        say(&format!("{many} results of {who} are forgotten"));
    }
    let Some(work) = which.expand(&lab, Some(&store))? else {
        let again = format!("damier lab run {}{}", which.campaign, folder(which));
        say(&format!("stopped while the instances were made; begin again with: {again}"));
        return Ok(Exit::Cancelled);
    };
    let stop = AtomicBool::new(false);
    let began = Instant::now();
    let bar = Bar::new();
    let mut first = true;
    let mut hear = |standing: Standing| {
        if std::mem::take(&mut first) && standing.before > 0 && !standing.is_whole() {
            say(&format!(
                "{} of {} runs are done; going on with the rest",
                standing.before, standing.planned
            ));
        }
        if watched.progress.is_cancelled() {
            stop.store(true, SeqCst);
        }
        bar.show(standing);
    };
    let standing = lab::execute(&lab, &work, &mut store, &stop, &mut hear)?;
    bar.clear();
    let (_, outcomes) = store.count()?;
    let mut out = io::stdout();
    if options.options.json {
        let value = json!({
            "name": work.campaign.name, "planned": standing.planned, "done": standing.done(), "now": standing.now,
            "outcomes": outcomes, "seconds": began.elapsed().as_secs_f64(), "results": lab.results,
        });
        writeln!(out, "{value}")?;
    } else {
        let told: Vec<String> = outcomes.iter().map(|(outcome, many)| format!("{many} {outcome}")).collect();
        writeln!(out, "{} of {} runs done ({})", standing.done(), standing.planned, told.join(", "))?;
        writeln!(out, "results: {}", Store::file(&lab.results).display())?;
    }
    if watched.progress.is_cancelled() && !standing.is_whole() {
        say(&format!("stopped; go on with: damier lab resume {}{}", which.campaign, folder(which)));
        return Ok(Exit::Cancelled);
    }
    if let Some(many) = outcomes.get("error") {
        say(&format!("{many} runs ended with an error; `damier lab status` tells of them"));
        return Ok(Exit::Failed);
    }
    Ok(Exit::Done)
}

/// The option that names the folder, where it was given.
fn folder(which: &Which) -> String {
    which.results.as_ref().map_or(String::new(), |folder| format!(" --results {}", folder.display()))
}

/// Results that are there are kept under another name.
pub(super) fn put_aside(lab: &Lab) -> Result<(), Fault> {
    if !Store::exists(&lab.results) {
        return Ok(());
    }
    // Nobody may be at work there, on a cluster neither.
    let taken = Store::take(&lab.results)?;
    Cluster::new(lab)?.forget()?;
    drop(taken);
    let named = |number: u32| lab.results.with_extension(format!("lab.{number}"));
    let aside = (1..u32::MAX).map(named).find(|path| !path.exists());
    let Some(aside) = aside else { return Ok(()) };
    std::fs::rename(&lab.results, &aside)
        .map_err(|error| Fault::Failed(format!("cannot put {} aside: {error}", lab.results.display())))?;
    say(&format!("the results that there were are in {}", aside.display()));
    Ok(())
}

/// How far it is, on a terminal.
struct Bar(Option<ProgressBar>);

impl Bar {
    fn new() -> Self {
        if !io::stderr().is_terminal() {
            return Bar(None);
        }
        let bar = ProgressBar::new(0);
        let shape = "{wide_bar} {human_pos} of {human_len}  {per_sec}  {eta} left";
        if let Ok(style) = ProgressStyle::with_template(shape) {
            bar.set_style(style);
        }
        Bar(Some(bar))
    }

    fn show(&self, standing: Standing) {
        let Some(bar) = &self.0 else { return };
        if bar.length() != Some(standing.planned) {
            bar.set_length(standing.planned);
            // What was done before tells nothing of how fast it goes now.
            bar.set_position(standing.before);
            bar.reset_eta();
        }
        bar.set_position(standing.done());
    }

    fn clear(&self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}
