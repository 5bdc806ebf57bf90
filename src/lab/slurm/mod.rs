//! Runs on a cluster with Slurm: job arrays over shards, results taken in from a folder that all machines see.
//!
//! There is no scheduler here: what is missing is cut into shards, submitted, and followed. A shard is alive while
//! `squeue` tells of it, and done when each of its runs has a result. One that is neither is waited for, because
//! files are seen late on a network, and then what it left is submitted again. What was submitted is written down
//! before and after: whoever is killed and begins again goes on with the jobs that are there.

mod folder;
mod follow;
mod queue;
mod shard;

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use damier_campaign::{Run, fingerprint};
use damier_kit::{Refusal, refuse};

use super::{Done, Executor, Lab, Work, local, now};
use crate::cli::engines_file;
use folder::{Folder, State};
pub(crate) use shard::{VERB, run as run_shard};

/// How long a shard takes at least, by estimate, where the campaign does not say: clusters do not like short jobs.
const SHARD: Duration = Duration::from_secs(300);
/// How long results may take to be seen, where the campaign does not say. Network file systems keep what they know of
/// a folder for up to a minute.
const LATE: Duration = Duration::from_secs(60);
/// What a job needs beside its runs: time to start and to be cleared away, and memory for the program itself.
const START: Duration = Duration::from_secs(120);
const PROGRAM: u64 = 256 << 20;
/// How long cancelled jobs may take to leave the queue.
const FAREWELL: Duration = Duration::from_secs(30);

/// A cluster.
pub(crate) struct Cluster {
    folder: Folder,
}

impl Cluster {
    /// The cluster, for a campaign.
    pub(crate) fn new(lab: &Lab) -> Result<Self, Refusal> {
        let path = match &lab.campaign.slurm.folder {
            Some(folder) => lab.base.join(folder).join(&lab.campaign.name),
            None => lab.results.join("slurm"),
        };
        let path = std::path::absolute(&path).map_err(|error| unusable(&path, &error))?;
        let plain = path.to_str().is_some_and(|path| !path.contains(char::is_control));
        if !plain {
            return Err(refuse!(
                "slurm.path",
                "Slurm cannot be told of the folder {folder}; take one whose name is plain text",
                folder = path.display().to_string()
            ));
        }
        Ok(Cluster { folder: Folder::new(path) })
    }

    /// Cancels whatever of this campaign is still on the cluster, and forgets it. For those who begin anew.
    pub(crate) fn forget(&self) -> Result<(), Refusal> {
        if let Some(state) = self.state()? {
            cancel(&state)?;
            self.folder.clear();
        }
        Ok(())
    }

    /// Takes away what is in the folder, for all is done and written down.
    pub(crate) fn tidy(&self) {
        self.folder.clear();
    }

    fn state(&self) -> Result<Option<State>, Refusal> {
        self.folder.state().map_err(|error| {
            let file = self.folder.path().join("state.json").display().to_string();
            refuse!(
                "slurm.state",
                "cannot read {file}, which tells what was submitted: {why}; cancel the jobs of this campaign (`squeue --me`), then remove that folder",
                file,
                why = error.to_string()
            )
        })
    }
}

impl Executor for Cluster {
    fn execute(
        &self,
        work: &Work,
        todo: &[Run],
        tell: &(dyn Fn(Done) + Sync),
        stop: &AtomicBool,
    ) -> Result<(), Refusal> {
        if todo.is_empty() {
            // Who was killed after the last result may have left something.
            return self.forget();
        }
        let terms = Terms::of(work)?;
        let print =
            fingerprint(format!("{} {:?} {}", work.campaign.terms(), work.prints, work.key).as_bytes());
        let mut state = self.state()?;
        if state.as_ref().is_some_and(|state| state.print != print) {
            self.forget()?;
            state = None;
        }
        self.folder.make().map_err(|error| unusable(self.folder.path(), &error))?;
        let state = state.unwrap_or_else(|| {
            // A name that nobody else has, in which people recognise their campaign.
            let own = format!("{}{}{}", self.folder.path().display(), std::process::id(), now());
            let short: String = work.campaign.name.chars().take(20).collect();
            let name = format!("damier-{short}-{}", &fingerprint(own.as_bytes())[..10]);
            State { name, print, next: 0, arrays: Vec::new() }
        });
        follow::follow(self, work, todo, &terms, state, tell, stop)
    }
}

/// What the cluster is told of each job.
struct Terms {
    /// So many runs at once.
    workers: u32,
    /// How long a run may take, and how long a shard should.
    run: Duration,
    shard: Duration,
    /// So many runs in a shard, where that is fixed.
    runs: Option<usize>,
    /// How long results may take to be seen.
    late: Duration,
    /// The options that do not depend on the shards.
    options: Vec<String>,
    /// The longest that a job may take, where that is fixed.
    time: Option<Duration>,
    at_once: Option<u32>,
    tasks: Option<u32>,
}

impl Terms {
    fn of(work: &Work) -> Result<Self, Refusal> {
        let (campaign, slurm) = (&work.campaign, &work.campaign.slurm);
        let workers = campaign.run.workers.unwrap_or(1);
        let run = campaign.limits.time + local::GRACE;
        if let Some(time) = slurm.time.filter(|&time| time < run) {
            return Err(refuse!(
                "campaign.jobs",
                "a job of {time} s is shorter than a run may be, {run} s; give [slurm] more time, or the runs less",
                time = time.as_secs(),
                run = run.as_secs_f64().ceil()
            ));
        }
        let memory =
            slurm.memory.unwrap_or(local::allowance(campaign.limits.memory) * u64::from(workers) + PROGRAM);
        let named = [("partition", &slurm.partition), ("account", &slurm.account), ("qos", &slurm.qos)];
        let mut options: Vec<String> =
            named.iter().filter_map(|(name, value)| Some(format!("--{name}={}", value.as_ref()?))).collect();
        options.push(format!("--mem={}M", memory.div_ceil(1 << 20)));
        options.push(format!("--cpus-per-task={}", workers * campaign.run.threads));
        options.extend(["--nodes=1", "--ntasks=1", "--no-requeue", "--open-mode=append"].map(str::to_owned));
        options.extend(slurm.options.iter().cloned());
        Ok(Terms {
            workers,
            run,
            shard: slurm.shard.unwrap_or(SHARD),
            runs: slurm.runs.map(|runs| runs as usize),
            late: slurm.late.unwrap_or(LATE),
            options,
            time: slurm.time,
            at_once: slurm.at_once,
            tasks: slurm.tasks,
        })
    }

    /// The longest that a job may take whose runs take so long by estimate, and so long if each takes all that it may.
    fn job_time(&self, estimate: Duration, most: Duration) -> Duration {
        // Who asks for too much waits for longer. What is not done by then goes on in the next job.
        let asked = most.min(estimate * 4 + Duration::from_secs(1800)).max(self.run);
        self.time.unwrap_or(asked + START)
    }
}

/// Cancels all jobs and waits until they are gone.
fn cancel(state: &State) -> Result<(), Refusal> {
    let (names, cluster) = (state.all_names(), state.cluster());
    let cannot = |why: &queue::Trouble| {
        refuse!(
            "slurm.cancel",
            "the jobs of this campaign could not be cancelled: {why}; cancel them with scancel --name={names}",
            why = why.said(),
            names = names.join(" --name=")
        )
    };
    let until = Instant::now() + FAREWELL;
    while !names.is_empty() {
        let there = queue::queued(&names, cluster).and_then(|there| {
            let there: BTreeSet<String> = there.into_iter().map(|queued| queued.name).collect();
            there.iter().try_for_each(|name| queue::cancel(name, cluster)).map(|()| there)
        });
        match there {
            Ok(there) if there.is_empty() => break,
            // They were told; a node that does not answer may take its time.
            Ok(_) if Instant::now() >= until => break,
            Err(trouble) if Instant::now() >= until || matches!(trouble, queue::Trouble::Missing(_)) => {
                return Err(cannot(&trouble));
            }
            _ => std::thread::sleep(Duration::from_millis(300)),
        }
    }
    Ok(())
}

fn unusable(folder: &Path, error: &std::io::Error) -> Refusal {
    let folder = folder.display().to_string();
    refuse!("slurm.folder", "cannot use the folder {folder}: {why}", folder, why = error.to_string())
}

/// A text as a word of the shell.
fn quoted(path: &Path) -> String {
    format!("'{}'", path.display().to_string().replace('\'', r"'\''"))
}

/// The script of an array: the program as it was when it was submitted.
fn script(program: &Path, folder: &Path, array: u32) -> String {
    let engines = engines_file().map(|file| format!("--engines {} ", quoted(file))).unwrap_or_default();
    format!("#!/bin/sh\nexec {} {engines}{VERB} {} {array}\n", quoted(program), quoted(folder))
}

/// A path for an option of `sbatch` in which `%` means something.
fn pattern(path: &Path) -> String {
    path.display().to_string().replace('%', "%%")
}
