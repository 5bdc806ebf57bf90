//! What the cluster is asked and told: `sbatch`, `squeue`, `scancel`, `scontrol` and `sacct`, and how their answers
//! are read.
//!
//! Each of them is given a while and then ended: a controller that does not answer must not hang a campaign. Jobs are
//! found and cancelled by their names, which are ours alone: a job whose number we never heard of, because one of us
//! was killed meanwhile, is found all the same.

use std::collections::HashMap;
use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

/// How long a command may take. Slurm's own patience with its controller is some ten seconds, several times over.
const PATIENCE: Duration = Duration::from_secs(60);

/// Why the cluster did not do what it was asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Trouble {
    /// There is no such command here.
    Missing(&'static str),
    /// It may work a little later.
    Later(String),
    /// So many jobs are more than one may have.
    Full(String),
    /// It will not.
    Refused(String),
}

impl Trouble {
    /// What was said.
    pub(super) fn said(&self) -> String {
        match self {
            Trouble::Missing(command) => format!("there is no command {command} here"),
            Trouble::Later(said) | Trouble::Full(said) | Trouble::Refused(said) => said.clone(),
        }
    }

    /// What it means that a command failed and said this.
    fn of(command: &str, said: &str) -> Self {
        let said: String = said.chars().map(|c| if c.is_control() { ' ' } else { c }).take(500).collect();
        let said = if said.trim().is_empty() {
            format!("{command} failed and did not say why")
        } else {
            said.trim().to_owned()
        };
        let has =
            |words: &[&str]| words.iter().any(|word| said.to_lowercase().contains(&word.to_lowercase()));
        let full = ["MaxSubmit", "submit limit", "violates accounting/QOS policy", "job array specification"];
        let later = [
            "timed out",
            "contact slurm",
            "temporarily",
            "Connection refused",
            "Zero Bytes",
            "try again",
            "endpoint",
            "lost",
        ];
        if has(&full) {
            Trouble::Full(said)
        } else if has(&later) {
            Trouble::Later(said)
        } else {
            Trouble::Refused(said)
        }
    }
}

/// A job array, as `sbatch` numbered it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Job {
    pub(super) id: u64,
    /// Where there are several clusters, which.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) cluster: Option<String>,
}

/// Submits a script with these options.
pub(super) fn submit(options: &[String], script: &str) -> Result<Job, Trouble> {
    let mut all = vec!["--parsable".to_owned()];
    all.extend_from_slice(options);
    let said = ask("sbatch", &all, script)?;
    // A site may have something to say before.
    let job = said.lines().rev().find_map(|line| read_job(line.trim()));
    job.ok_or_else(|| {
        Trouble::Later(format!("sbatch did not tell the number of the job, but: {}", said.trim()))
    })
}

/// `12` or `12;cluster`.
fn read_job(line: &str) -> Option<Job> {
    let (id, cluster) = line.split_once(';').map_or((line, None), |(id, cluster)| (id, Some(cluster)));
    Some(Job { id: id.parse().ok()?, cluster: cluster.filter(|name| !name.is_empty()).map(str::to_owned) })
}

/// Which tasks of an array one line is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Tasks {
    These(Vec<u32>),
    /// All, or nobody knows which.
    All,
}

/// Something of ours that waits or runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Queued {
    pub(super) name: String,
    pub(super) tasks: Tasks,
    pub(super) state: String,
    pub(super) reason: String,
}

/// What is queued under these names, and not at its end.
pub(super) fn queued(names: &[String], cluster: Option<&str>) -> Result<Vec<Queued>, Trouble> {
    let mut options: Vec<String> =
        ["--noheader", "--array", "--format", "%j|%F|%K|%T|%r", "--name", &names.join(",")]
            .map(str::to_owned)
            .into();
    options.extend(cluster.map(|cluster| format!("--clusters={cluster}")));
    let said = ask("squeue", &options, "").map_err(|trouble| match trouble {
        // To ask is no mistake: whatever is wrong may be right a little later.
        Trouble::Refused(said) | Trouble::Full(said) => Trouble::Later(said),
        trouble => trouble,
    })?;
    Ok(said.lines().filter_map(read_queued).filter(|queued| !has_ended(&queued.state)).collect())
}

fn read_queued(line: &str) -> Option<Queued> {
    let mut parts = line.trim().splitn(5, '|');
    let (name, _, tasks, state) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
    let reason = parts.next().unwrap_or_default();
    Some(Queued {
        name: name.to_owned(),
        tasks: read_tasks(tasks.trim()),
        state: state.trim().to_owned(),
        reason: reason.trim().to_owned(),
    })
}

/// `4`, `4%1`, `0-5%2`, `1,3,5-9:2`; `N/A` where it is no array, and `1,3,…` where there were too many to tell.
fn read_tasks(text: &str) -> Tasks {
    let text = text.trim_start_matches('[').trim_end_matches(']');
    let text = text.split_once('%').map_or(text, |(tasks, _)| tasks).trim_end_matches(']');
    let number = |text: &str| text.trim().parse::<u32>().ok();
    let mut all = Vec::new();
    for part in text.split(',') {
        let (part, step) = part.split_once(':').map_or((part, Some(1)), |(part, step)| (part, number(step)));
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        match (number(first), number(last), step) {
            (Some(first), Some(last), Some(step)) if step > 0 && last.saturating_sub(first) < 10_000_000 => {
                all.extend((first..=last).step_by(step as usize));
            }
            _ => return Tasks::All,
        }
    }
    Tasks::These(all)
}

/// Whether nothing more comes from a task in this state. What is being cleared away on its node has ended.
fn has_ended(state: &str) -> bool {
    let ended = [
        "COMPLETED",
        "COMPLETING",
        "FAILED",
        "CANCELLED",
        "TIMEOUT",
        "NODE_FAIL",
        "PREEMPTED",
        "BOOT_FAIL",
        "DEADLINE",
        "OUT_OF_MEMORY",
        "REVOKED",
        "LAUNCH_FAILED",
    ];
    // "CANCELLED by 1000", "CANCELLED+"
    ended.contains(&state.split([' ', '+']).next().unwrap_or_default())
}

/// Cancels what has this name, if there is something.
pub(super) fn cancel(name: &str, cluster: Option<&str>) -> Result<(), Trouble> {
    let mut options = vec!["--quiet".to_owned(), format!("--name={name}")];
    options.extend(cluster.map(|cluster| format!("--clusters={cluster}")));
    ask("scancel", &options, "").map(drop)
}

/// How many tasks an array may have.
pub(super) fn largest_array() -> Result<u32, Trouble> {
    let said = ask("scontrol", &["show".to_owned(), "config".to_owned()], "")?;
    Ok(read_largest(&said).unwrap_or(1001))
}

fn read_largest(config: &str) -> Option<u32> {
    let line = config.lines().find_map(|line| line.trim().strip_prefix("MaxArraySize"))?;
    line.trim_start().strip_prefix('=')?.trim().parse().ok()
}

/// How the tasks of an array ended, as far as the controller remembers, or else the accounting.
pub(super) fn fates(job: &Job) -> HashMap<u32, String> {
    let cluster = job.cluster.as_ref().map(|cluster| format!("--clusters={cluster}"));
    let mut options = ["show", "job", "--oneliner", &job.id.to_string()].map(str::to_owned).to_vec();
    options.extend(cluster.clone());
    let mut all: HashMap<u32, String> =
        ask("scontrol", &options, "").map(|said| read_shown(&said)).unwrap_or_default();
    if all.is_empty() {
        let id = job.id.to_string();
        let mut options =
            ["--noheader", "--parsable2", "--allocations", "--format", "JobID,State", "--jobs", &id]
                .map(str::to_owned)
                .to_vec();
        options.extend(cluster);
        all = ask("sacct", &options, "").map(|said| read_accounts(&said)).unwrap_or_default();
    }
    all
}

/// `JobId=3 ArrayJobId=2 ArrayTaskId=0 … JobState=NODE_FAIL …`, a line a task.
fn read_shown(said: &str) -> HashMap<u32, String> {
    let mut all = HashMap::new();
    for line in said.lines() {
        let field =
            |name: &str| line.split_whitespace().find_map(|word| word.strip_prefix(name)?.strip_prefix('='));
        let (Some(tasks), Some(state)) = (field("ArrayTaskId"), field("JobState")) else { continue };
        if let Tasks::These(tasks) = read_tasks(tasks) {
            all.extend(tasks.into_iter().map(|task| (task, state.to_owned())));
        }
    }
    all
}

/// `2_0|NODE_FAIL`, `2_[3-5]|CANCELLED by 0`.
fn read_accounts(said: &str) -> HashMap<u32, String> {
    let mut all = HashMap::new();
    for line in said.lines() {
        let Some((id, state)) = line.trim().split_once('|') else { continue };
        let Some((_, tasks)) = id.split_once('_') else { continue };
        let state = state.split([' ', '+']).next().unwrap_or_default();
        if let Tasks::These(tasks) = read_tasks(tasks) {
            all.extend(tasks.into_iter().map(|task| (task, state.to_owned())));
        }
    }
    all
}

/// Runs a command, tells it something, and hears its answer.
fn ask(command: &'static str, options: &[String], input: &str) -> Result<String, Trouble> {
    let mut process = Command::new(command);
    process.args(options).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    // Lists are told in full, and times and words in no language of their own.
    process.env("SLURM_BITSTR_LEN", "0").env("LC_ALL", "C");
    #[cfg(unix)]
    {
        use std::os::unix::process::CommandExt;
        // Ctrl-C is for us: half a submission helps nobody.
        process.process_group(0);
    }
    let mut child = process.spawn().map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => Trouble::Missing(command),
        _ => Trouble::Later(format!("{command} cannot be started: {error}")),
    })?;
    let mut stdin = child.stdin.take();
    let input = input.to_owned();
    std::thread::spawn(move || drop(stdin.as_mut().map(|stdin| stdin.write_all(input.as_bytes()))));
    let drain = |from: Option<Box<dyn Read + Send>>| {
        std::thread::spawn(move || {
            let mut bytes = Vec::new();
            let _ = from.map(|from| from.take(64 << 20).read_to_end(&mut bytes));
            String::from_utf8_lossy(&bytes).into_owned()
        })
    };
    let out = drain(child.stdout.take().map(|out| Box::new(out) as Box<dyn Read + Send>));
    let err = drain(child.stderr.take().map(|err| Box::new(err) as Box<dyn Read + Send>));
    let until = Instant::now() + PATIENCE;
    let status = loop {
        match child.try_wait() {
            Ok(Some(status)) => break status,
            Ok(None) if Instant::now() < until => std::thread::sleep(Duration::from_millis(5)),
            _ => {
                let _ = child.kill();
                let _ = child.wait();
                return Err(Trouble::Later(format!(
                    "{command} did not answer within {} s",
                    PATIENCE.as_secs()
                )));
            }
        }
    };
    let (out, err) = (out.join().unwrap_or_default(), err.join().unwrap_or_default());
    if status.success() { Ok(out) } else { Err(Trouble::of(command, &err)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jobs_are_read_with_and_without_a_cluster() {
        assert_eq!(read_job("12"), Some(Job { id: 12, cluster: None }));
        assert_eq!(read_job("12;north"), Some(Job { id: 12, cluster: Some("north".to_owned()) }));
        assert_eq!(read_job("12;"), Some(Job { id: 12, cluster: None }));
        for wrong in ["", "Submitted batch job 12", "-3", "12x", ";north"] {
            assert_eq!(read_job(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn tasks_are_read_however_squeue_writes_them() {
        let these = |tasks: &[u32]| Tasks::These(tasks.to_vec());
        assert_eq!(read_tasks("4"), these(&[4]));
        assert_eq!(read_tasks("4%1"), these(&[4]));
        assert_eq!(read_tasks("0-5%2"), these(&[0, 1, 2, 3, 4, 5]));
        assert_eq!(read_tasks("[1,3,5-9:2%4]"), these(&[1, 3, 5, 7, 9]));
        assert_eq!(read_tasks("[2-3]"), these(&[2, 3]));
        // Not an array, cut short, or nonsense: then none of them counts as gone.
        for unclear in ["N/A", "1,3,5,...", "1,3-", "", "3-99999999999", "0-5:0", "0-4294967295"] {
            assert_eq!(read_tasks(unclear), Tasks::All, "{unclear}");
        }
    }

    #[test]
    fn what_is_queued_is_told_from_what_has_ended() {
        let state = |line: &str| read_queued(line).map(|queued| has_ended(&queued.state));
        assert_eq!(state("damier-1|7|3|RUNNING|None"), Some(false));
        assert_eq!(state("damier-1|7|1-3%1|PENDING|JobArrayTaskLimit"), Some(false));
        assert_eq!(state("damier-1|7|1|PENDING|launch failed requeued held"), Some(false));
        assert_eq!(state("damier-1|7|1|REQUEUED|None"), Some(false));
        assert_eq!(state("damier-1|7|1|COMPLETING|None"), Some(true));
        assert_eq!(state("damier-1|7|1|NODE_FAIL|None"), Some(true));
        assert_eq!(state("damier-1|7|1|CANCELLED by 1000|None"), Some(true));
        // The headings of several clusters.
        assert_eq!(state("CLUSTER: north"), None);
    }

    #[test]
    fn the_largest_array_is_found_in_the_configuration() {
        let config = "MaxArraySize            = 149999\nMaxDBDMsgs = 20004\n";
        assert_eq!(read_largest(config), Some(149_999));
        assert_eq!(read_largest("MaxDBDMsgs = 20004\n"), None);
        assert_eq!(read_largest("MaxArraySize = many\n"), None);
    }

    #[test]
    fn the_end_of_a_task_is_read_from_the_controller_and_from_the_accounting() {
        let shown = "JobId=3 ArrayJobId=2 ArrayTaskId=0 JobName=x JobState=NODE_FAIL Reason=None\n\
                     JobId=2 ArrayJobId=2 ArrayTaskId=4-5%1 JobState=CANCELLED Reason=None\nJobId=9 JobState=FAILED\n";
        let all = read_shown(shown);
        assert_eq!(all.len(), 3);
        assert_eq!((all[&0].as_str(), all[&5].as_str()), ("NODE_FAIL", "CANCELLED"));
        let all = read_accounts("2_0|OUT_OF_MEMORY\n2_1|CANCELLED by 0\n2_[3-4]|PENDING\n2|x\n\n");
        assert_eq!(all.len(), 4);
        assert_eq!((all[&0].as_str(), all[&1].as_str()), ("OUT_OF_MEMORY", "CANCELLED"));
    }

    #[test]
    fn errors_are_told_apart() {
        let of = |said: &str| Trouble::of("sbatch", said);
        let full = "sbatch: error: AssocMaxSubmitJobLimit\nsbatch: error: Batch job submission failed: Job violates \
                    accounting/QOS policy (job submit limit, user's size and/or time limits)";
        assert!(matches!(of(full), Trouble::Full(_)));
        assert!(matches!(
            of("sbatch: error: Batch job submission failed: Invalid job array specification"),
            Trouble::Full(_)
        ));
        let later = "sbatch: error: Batch job submission failed: Unable to contact slurm controller (connect failure)";
        assert!(matches!(of(later), Trouble::Later(_)));
        assert!(matches!(
            of("slurm_load_jobs error: Socket timed out on send/recv operation"),
            Trouble::Later(_)
        ));
        assert!(matches!(of("sbatch: error: invalid partition specified: gpu"), Trouble::Refused(_)));
        assert!(of("").said().contains("sbatch failed"));
    }
}
