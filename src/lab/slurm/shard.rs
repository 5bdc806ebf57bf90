//! A task of a job array: runs its shard as a machine of its own would, and leaves the results in the folder.
//!
//! It is started as `damier __shard FOLDER ARRAY`. Results are gathered for a second and left as one file, so that
//! many short runs are not as many files; when its machine is lost, that second is run again. What goes wrong in a
//! run stands in its result: the task itself ends well unless it cannot read its shard or cannot leave results.

use std::collections::HashSet;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use damier_campaign::{Campaign, Isolation, Machine, Run};

use super::super::{Done, Executor, Local, Work, machine};
use super::folder::{Arrived, Folder, Inbox, Key, Line, Shard};

/// The hidden verb.
pub(crate) const VERB: &str = "__shard";
/// Results wait so long for others to be left together with.
const GATHER: Duration = Duration::from_secs(1);
/// How long a shard may take to be seen on this machine, and how long leaving a result is tried.
const PATIENCE: Duration = Duration::from_secs(60);

/// Runs the shard of this task. `is_cancelled` tells when somebody wants it to end.
pub(crate) fn run(folder: &Path, array: u32, is_cancelled: &(dyn Fn() -> bool + Sync)) -> Result<(), String> {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.trim().parse::<u32>().ok());
    let task = number("SLURM_ARRAY_TASK_ID").ok_or("this is for Slurm, which sets SLURM_ARRAY_TASK_ID")?;
    // The number of the job and how often it was begun; where there is neither, the process will do.
    let (job, restart) = (number("SLURM_JOB_ID").unwrap_or(0), number("SLURM_RESTART_COUNT").unwrap_or(0));
    let life = format!("{job}.{restart}.{}", std::process::id());
    let folder = Folder::new(folder.to_owned());
    let shard =
        patiently(|| folder.shard(array, task)).map_err(|error| format!("cannot read the shard: {error}"))?;
    let machine = machine::this();
    let cannot = |error: std::io::Error| format!("cannot write to {}: {error}", folder.path().display());
    patiently(|| folder.keep_begun(array, task, &life, &machine)).map_err(cannot)?;
    let (work, mut todo) = work(shard)?;
    // What an earlier life of this task has done need not be done again.
    let done = done(&folder, array, task);
    let key = |run: &Run| {
        let (name, instance) = (&work.names[run.algorithm as usize], &work.instances[run.instance as usize]);
        (name.clone(), instance.id.clone(), run.repeat)
    };
    todo.retain(|run| !done.contains(&key(run)));

    let stop = AtomicBool::new(false);
    let tray =
        Tray { folder: &folder, array, task, life: &life, machine: &machine, inside: Mutex::default() };
    let over = AtomicBool::new(false);
    let ran = std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut left = Instant::now();
            while !over.load(SeqCst) {
                if is_cancelled() {
                    stop.store(true, SeqCst);
                }
                if tray.leave(false).is_ok() {
                    left = Instant::now();
                } else if left.elapsed() > PATIENCE {
                    // Where results cannot be left, there is no use in more of them.
                    stop.store(true, SeqCst);
                }
                std::thread::sleep(Duration::from_millis(50));
            }
        });
        let ran = Local.execute(&work, &todo, &|done| tray.put(done), &stop);
        over.store(true, SeqCst);
        ran
    });
    patiently(|| tray.leave(true)).map_err(cannot)?;
    let files = tray.inside.lock().unwrap_or_else(PoisonError::into_inner).files;
    patiently(|| folder.keep_ended(array, task, &life, files)).map_err(cannot)?;
    ran.map_err(|refusal| refusal.to_string())
}

/// Tries for a while: on a network a file may be seen late.
fn patiently<T>(mut attempt: impl FnMut() -> std::io::Result<T>) -> std::io::Result<T> {
    let until = Instant::now() + PATIENCE;
    loop {
        match attempt() {
            Err(_) if Instant::now() < until => std::thread::sleep(Duration::from_millis(500)),
            done => return done,
        }
    }
}

/// What a shard asks for, as the runner of this machine takes it.
fn work(shard: Shard) -> Result<(Work, Vec<Run>), String> {
    let mut campaign = Campaign::parse(&shard.campaign, &shard.called)
        .map_err(|refusal| format!("cannot read the campaign: {refusal}"))?;
    campaign.run.workers = Some(shard.workers);
    let fits = |run: &&(u32, u32, u32, u64)| {
        (run.0 as usize) < shard.names.len().min(shard.contenders.len())
            && (run.1 as usize) < shard.instances.len()
    };
    let todo = shard.runs.iter().filter(fits).map(Shard::run).collect();
    let Shard { names, contenders, instances, .. } = shard;
    let work = Work {
        campaign,
        names,
        contenders,
        instances,
        prints: Vec::new(),
        inputs: std::collections::BTreeMap::new(),
        key: String::new(),
    };
    Ok((work, todo))
}

/// What there are results of.
fn done(folder: &Folder, array: u32, task: u32) -> HashSet<Key> {
    let found = Inbox::default().take_of(folder, Some((array, task))).unwrap_or_default();
    let lines = found.into_iter().filter_map(|found| match found {
        Arrived::Results { lines, .. } => Some(lines),
        _ => None,
    });
    lines.flatten().map(|line| line.key()).collect()
}

/// Where results wait to be left.
struct Tray<'a> {
    folder: &'a Folder,
    array: u32,
    task: u32,
    life: &'a str,
    machine: &'a Machine,
    inside: Mutex<Inside>,
}

#[derive(Default)]
struct Inside {
    lines: Vec<Line>,
    /// Since when the oldest of them waits.
    since: Option<Instant>,
    /// How many files have been left.
    files: u32,
}

impl Tray<'_> {
    fn put(&self, done: Done) {
        let mut inside = self.inside.lock().unwrap_or_else(PoisonError::into_inner);
        inside.lines.push(Line { row: done.row, raw: done.raw });
        inside.since.get_or_insert_with(Instant::now);
    }

    /// Leaves what has waited long enough, or all.
    fn leave(&self, all: bool) -> std::io::Result<()> {
        let (lines, number) = {
            let mut inside = self.inside.lock().unwrap_or_else(PoisonError::into_inner);
            if inside.since.is_none_or(|since| !all && since.elapsed() < GATHER) {
                return Ok(());
            }
            inside.since = None;
            (std::mem::take(&mut inside.lines), inside.files)
        };
        // Runs go on while the disk is written to.
        let left = self.folder.keep_results((self.array, self.task, self.life, number), self.machine, &lines);
        let mut inside = self.inside.lock().unwrap_or_else(PoisonError::into_inner);
        match left {
            Ok(()) => inside.files += 1,
            Err(error) => {
                inside.lines.splice(0..0, lines);
                inside.since.get_or_insert_with(Instant::now);
                return Err(error);
            }
        }
        Ok(())
    }
}

/// What bounds the runs of a campaign where nothing else is known of them.
pub(super) fn usual_isolation(work: &Work) -> Isolation {
    match work.campaign.run.isolation {
        damier_campaign::Isolate::Process => Isolation::Rlimit,
        damier_campaign::Isolate::None => Isolation::None,
    }
}
