//! A campaign that the server runs: this program once more, at a low priority.
//!
//! It says on standard output how it stands, one JSON object a line, and why where something is refused. It stops as with Ctrl-C when its
//! standard input ends: when the server wants that, and when the server is gone, however that came.

use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::time::{Duration, Instant};

use damier_campaign::Store;
use damier_kit::Refusal;
use serde_json::json;

use super::super::session::{self, Watched};
use super::super::{Exit, Fault, Outcome};
use super::run::put_aside;
use crate::lab::expand::expand;
use crate::lab::{self, Lab, Local, Standing};

/// So often it is said how it stands.
const TOLD: Duration = Duration::from_millis(150);
/// How long the results are waited for: those who ran them before may still be writing.
const PATIENCE: Duration = Duration::from_secs(10);

#[derive(clap::Args)]
pub(in crate::cli) struct Options {
    /// The campaign
    file: PathBuf,
    /// So many runs at once
    #[arg(long)]
    workers: u32,
    /// Put the results that there are aside and begin anew
    #[arg(long)]
    fresh: bool,
}

pub(in crate::cli) fn run(options: &Options) -> Outcome {
    #[cfg(unix)]
    let _ = rustix::process::nice(10);
    let watched = Watched::new();
    std::thread::spawn(|| {
        let _ = io::stdin().lock().read_to_end(&mut Vec::new());
        session::on_interrupt();
    });
    match carry_out(options, &watched) {
        Ok(exit) => Ok(exit),
        Err(Wrong::Refused(refusal)) => {
            writeln!(io::stdout(), "{}", json!({ "refusal": refusal }))?;
            Ok(Exit::Failed)
        }
        Err(Wrong::Fault(fault)) => Err(fault),
    }
}

/// Why it ends: with a sentence for the page, or as any verb does.
enum Wrong {
    Refused(Refusal),
    Fault(Fault),
}

impl From<Refusal> for Wrong {
    fn from(refusal: Refusal) -> Self {
        Wrong::Refused(refusal)
    }
}

impl From<Fault> for Wrong {
    fn from(fault: Fault) -> Self {
        Wrong::Fault(fault)
    }
}

fn carry_out(options: &Options, watched: &Watched) -> Result<Exit, Wrong> {
    let mut lab = lab::open(&options.file.to_string_lossy(), None)?;
    lab.campaign.run.workers = Some(options.workers);
    let mut store = taken(&lab, watched)?;
    if options.fresh {
        drop(store);
        put_aside(&lab)?;
        store = taken(&lab, watched)?;
    }
    let work = expand(&lab, Some(&store), &watched.progress)?;
    let stop = AtomicBool::new(false);
    let (mut told, mut last) = (None::<Instant>, Standing::default());
    let mut hear = |standing: Standing| {
        if watched.progress.is_cancelled() {
            stop.store(true, SeqCst);
        }
        last = standing;
        if told.is_none_or(|told| told.elapsed() >= TOLD) {
            told = Some(Instant::now());
            say(standing);
        }
    };
    lab::carry_out(&work, &mut store, &Local, &stop, &mut hear)?;
    say(last);
    Ok(if last.is_whole() { Exit::Done } else { Exit::Cancelled })
}

/// How it stands. When nobody hears it any more, the end of the input tells, too.
fn say(Standing { planned, before, now }: Standing) {
    let _ = writeln!(io::stdout(), "{}", json!({ "planned": planned, "before": before, "now": now }));
}

/// The results, for this process alone.
fn taken(lab: &Lab, watched: &Watched) -> Result<Store, Refusal> {
    let until = Instant::now() + PATIENCE;
    loop {
        match Store::take(&lab.results) {
            Err(refusal)
                if refusal.key == "results.taken"
                    && Instant::now() < until
                    && !watched.progress.is_cancelled() =>
            {
                std::thread::sleep(Duration::from_millis(50));
            }
            other => return other,
        }
    }
}
