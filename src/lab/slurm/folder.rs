//! The folder that all machines see: shards on their way out, results on their way back.
//!
//! Every file is written under another name, brought to the disk and then renamed: whoever sees it sees all of it.
//! Names say whose a file is, `ARRAY-TASK-LIFE-NUMBER`, where a life is one process that runs a shard; a shard that
//! is run twice leaves its results twice, under different names. Files may be seen late and in any order.

use std::collections::{HashMap, HashSet};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use damier_campaign::{Instance, Machine, Raw, Row, Run};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::super::Contender;
use super::queue::Job;

/// The folder of one campaign.
#[derive(Debug, Clone)]
pub(super) struct Folder(PathBuf);

/// What was submitted, so that whoever comes next knows.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct State {
    /// What the names of our jobs begin with.
    pub(super) name: String,
    /// What is run, and on what terms: results of something else are of no use.
    pub(super) print: String,
    /// The number of the next array.
    pub(super) next: u32,
    /// Those that may still be there.
    pub(super) arrays: Vec<Array>,
}

/// A job array that was submitted, or is about to be.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Array {
    pub(super) number: u32,
    pub(super) tasks: u32,
    /// None where nobody heard the answer of `sbatch`.
    pub(super) job: Option<Job>,
}

impl State {
    /// What an array is called in the queue.
    pub(super) fn called(&self, array: u32) -> String {
        format!("{}-{array}", self.name)
    }

    pub(super) fn all_names(&self) -> Vec<String> {
        self.arrays.iter().map(|array| self.called(array.number)).collect()
    }

    /// The cluster that the jobs are on, where there are several.
    pub(super) fn cluster(&self) -> Option<&str> {
        self.arrays.iter().find_map(|array| array.job.as_ref()?.cluster.as_deref())
    }
}

/// What one task runs, and all that it needs to know for that.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Shard {
    /// The campaign's file, and what it is called.
    pub(super) campaign: String,
    pub(super) called: String,
    /// So many runs at once.
    pub(super) workers: u32,
    pub(super) names: Vec<String>,
    pub(super) contenders: Vec<Contender>,
    /// The instances that its runs need.
    pub(super) instances: Vec<Instance>,
    /// Algorithm, instance, repeat and seed.
    pub(super) runs: Vec<(u32, u32, u32, u64)>,
}

impl Shard {
    pub(super) fn run(&(algorithm, instance, repeat, seed): &(u32, u32, u32, u64)) -> Run {
        Run { algorithm, instance, repeat, seed }
    }

    /// By what the result of a run is known.
    pub(super) fn keys(&self) -> Vec<Key> {
        let key = |run: &(u32, u32, u32, u64)| {
            let name = self.names.get(run.0 as usize)?.clone();
            Some((name, self.instances.get(run.1 as usize)?.id.clone(), run.2))
        };
        self.runs.iter().filter_map(key).collect()
    }
}

/// The algorithm, the instance and the repeat.
pub(super) type Key = (String, String, u32);

/// A result, as a line of a file.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Line {
    pub(super) row: Row,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) raw: Option<Raw>,
}

impl Line {
    pub(super) fn key(&self) -> Key {
        (self.row.algorithm.clone(), self.row.instance.clone(), self.row.repeat)
    }
}

impl Folder {
    pub(super) fn new(path: PathBuf) -> Self {
        Folder(path)
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }

    fn results(&self) -> PathBuf {
        self.0.join("results")
    }

    /// What the tasks say that is no result.
    pub(super) fn logs(&self) -> PathBuf {
        self.0.join("logs")
    }

    /// Makes the folder and those in it.
    pub(super) fn make(&self) -> io::Result<()> {
        [self.0.clone(), self.results(), self.logs(), self.0.join("shards")]
            .iter()
            .try_for_each(fs::create_dir_all)
    }

    /// What was submitted; none where nothing was.
    pub(super) fn state(&self) -> io::Result<Option<State>> {
        let file = self.0.join("state.json");
        if file.exists() { read(&file).map(Some) } else { Ok(None) }
    }

    pub(super) fn keep_state(&self, state: &State) -> io::Result<()> {
        write(&self.0.join("state.json"), &serde_json::to_vec_pretty(state)?)
    }

    fn shard_file(&self, array: u32, task: u32) -> PathBuf {
        self.0.join("shards").join(format!("{array}-{task}.json"))
    }

    pub(super) fn shard(&self, array: u32, task: u32) -> io::Result<Shard> {
        read(&self.shard_file(array, task))
    }

    pub(super) fn keep_shard(&self, array: u32, task: u32, shard: &Shard) -> io::Result<()> {
        write(&self.shard_file(array, task), &serde_json::to_vec(shard)?)
    }

    pub(super) fn drop_shards(&self, array: &Array) {
        (0..array.tasks).for_each(|task| drop(fs::remove_file(self.shard_file(array.number, task))));
    }

    /// A task has begun.
    pub(super) fn keep_begun(&self, array: u32, task: u32, life: &str, machine: &Machine) -> io::Result<()> {
        write(&self.results().join(format!("{array}-{task}-{life}-begun")), &serde_json::to_vec(machine)?)
    }

    /// A task has ended by itself, and has left so many files with results.
    pub(super) fn keep_ended(&self, array: u32, task: u32, life: &str, files: u32) -> io::Result<()> {
        write(&self.results().join(format!("{array}-{task}-{life}-ended")), files.to_string().as_bytes())
    }

    /// Results of a task, with the machine that they were made on.
    pub(super) fn keep_results(
        &self,
        (array, task, life, number): (u32, u32, &str, u32),
        machine: &Machine,
        lines: &[Line],
    ) -> io::Result<()> {
        let mut text = serde_json::to_vec(machine)?;
        for line in lines {
            text.push(b'\n');
            serde_json::to_writer(&mut text, line)?;
        }
        text.push(b'\n');
        write(&self.results().join(format!("{array}-{task}-{life}-{number}")), &text)
    }

    /// The program as it is now, where every machine finds it: what is built anew meanwhile does not change what runs.
    pub(super) fn program(&self) -> io::Result<PathBuf> {
        let own = std::env::current_exe()?;
        let data = fs::metadata(&own)?;
        let age = data.modified()?.duration_since(std::time::UNIX_EPOCH).map_or(0, |time| time.as_nanos());
        let copy = self.0.join(format!("damier-{:x}-{age:x}", data.len()));
        if !copy.exists() {
            let new = self.0.join(format!(".program-{}", std::process::id()));
            fs::copy(if cfg!(target_os = "linux") { Path::new("/proc/self/exe") } else { &own }, &new)?;
            File::open(&new)?.sync_all()?;
            fs::rename(&new, &copy)?;
        }
        Ok(copy)
    }

    /// What a task said last, for a person.
    pub(super) fn last_words(&self, array: u32, task: u32) -> Option<String> {
        let text = fs::read(self.logs().join(format!("{array}-{task}.log"))).ok()?;
        let text = String::from_utf8_lossy(&text);
        let last = text.lines().rev().find(|line| !line.trim().is_empty())?;
        Some(last.trim().chars().filter(|c| !c.is_control()).take(300).collect())
    }

    /// Takes everything away but what the tasks said.
    pub(super) fn clear(&self) {
        let _ = fs::remove_dir_all(self.0.join("shards"));
        let _ = fs::remove_dir_all(self.results());
        let entries = |path: &Path| fs::read_dir(path).into_iter().flatten().flatten().collect::<Vec<_>>();
        for log in entries(&self.logs()) {
            if log.metadata().is_ok_and(|data| data.len() == 0) {
                let _ = fs::remove_file(log.path());
            }
        }
        for file in entries(&self.0) {
            if file.file_type().is_ok_and(|kind| kind.is_file()) {
                let _ = fs::remove_file(file.path());
            }
        }
        // They stay where something is left in them.
        let _ = fs::remove_dir(self.logs());
        let _ = fs::remove_dir(&self.0);
    }
}

/// Something that was found in the folder.
#[derive(Debug)]
pub(super) enum Arrived {
    /// Results of a task.
    Results { array: u32, task: u32, machine: Machine, lines: Vec<Line> },
    /// A task has begun, on this machine.
    Begun { array: u32, task: u32, machine: Machine },
    /// A task has ended by itself, and all that it left has arrived.
    Ended { array: u32, task: u32 },
}

/// Who takes in what arrives, each file once.
#[derive(Debug, Default)]
pub(super) struct Inbox {
    seen: HashSet<String>,
    /// How many files with results have come from each life.
    files: HashMap<(u32, u32, String), u32>,
}

impl Inbox {
    /// What is new. What cannot be read yet is tried again the next time.
    pub(super) fn take(&mut self, folder: &Folder) -> io::Result<Vec<Arrived>> {
        self.take_of(folder, None)
    }

    /// The same, of one task only.
    pub(super) fn take_of(&mut self, folder: &Folder, only: Option<(u32, u32)>) -> io::Result<Vec<Arrived>> {
        let mut found = Vec::new();
        let mut ended = Vec::new();
        for entry in fs::read_dir(folder.results())? {
            let Ok(name) = entry?.file_name().into_string() else { continue };
            if self.seen.contains(&name) {
                continue;
            }
            let Some((array, task, life, what)) = parts(&name) else { continue };
            if only.is_some_and(|only| only != (array, task)) {
                continue;
            }
            let path = folder.results().join(&name);
            match what {
                "begun" => {
                    let Ok(machine) = read(&path) else { continue };
                    found.push(Arrived::Begun { array, task, machine });
                }
                "ended" => {
                    let Ok(files) = read::<u32>(&path) else { continue };
                    ended.push(((array, task, life.to_owned()), files, name));
                    continue;
                }
                _ => {
                    let Ok((machine, lines)) = read_results(&path) else { continue };
                    *self.files.entry((array, task, life.to_owned())).or_default() += 1;
                    found.push(Arrived::Results { array, task, machine, lines });
                }
            }
            self.seen.insert(name);
        }
        for (life, files, name) in ended {
            if self.files.get(&life).copied().unwrap_or(0) >= files {
                self.seen.insert(name);
                found.push(Arrived::Ended { array: life.0, task: life.1 });
            }
        }
        Ok(found)
    }
}

/// `ARRAY-TASK-LIFE-WHAT`; what is still being written begins with a dot.
fn parts(name: &str) -> Option<(u32, u32, &str, &str)> {
    let mut parts = name.splitn(4, '-');
    let (array, task) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    Some((array, task, parts.next()?, parts.next()?))
}

fn read_results(path: &Path) -> io::Result<(Machine, Vec<Line>)> {
    let text = fs::read(path)?;
    let whole = text.strip_suffix(b"\n").ok_or(io::ErrorKind::UnexpectedEof)?;
    let mut lines = whole.split(|&byte| byte == b'\n');
    let machine = serde_json::from_slice(lines.next().unwrap_or_default())?;
    Ok((machine, lines.map(serde_json::from_slice).collect::<Result<_, _>>()?))
}

fn read<T: DeserializeOwned>(path: &Path) -> io::Result<T> {
    Ok(serde_json::from_slice(&fs::read(path)?)?)
}

/// Writes a file so that it is there in full or not at all, also after a power cut.
fn write(path: &Path, content: &[u8]) -> io::Result<()> {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or("file");
    let new = path.with_file_name(format!(".{name}-{}", std::process::id()));
    let mut file = File::create(&new)?;
    file.write_all(content)?;
    file.sync_all()?;
    fs::rename(&new, path)?;
    // Not every file system lets a folder be brought to the disk.
    if let Some(folder) = path.parent().and_then(|folder| File::open(folder).ok()) {
        let _ = folder.sync_all();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use damier_campaign::{Isolation, Outcome};

    fn line(instance: &str) -> Line {
        let row = Row {
            algorithm: "a".to_owned(),
            instance: instance.to_owned(),
            repeat: 0,
            seed: 1,
            outcome: Outcome::Solved,
            why: None,
            error: None,
            cost: Some(3),
            lower_bound: None,
            optimal: None,
            solution: None,
            expanded: None,
            generated: None,
            seconds: Some(0.1),
            wall: None,
            cpu: None,
            peak_bytes: None,
            resident: None,
            values: std::collections::BTreeMap::new(),
            isolation: Isolation::None,
            machine: 0,
            load: None,
            started: 5,
        };
        Line { row, raw: None }
    }

    fn folder(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("damier-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        let folder = Folder::new(path);
        folder.make().expect("a folder");
        folder
    }

    #[test]
    fn results_arrive_once_in_full_and_in_any_order() {
        let folder = folder("inbox");
        let mut inbox = Inbox::default();
        let machine = Machine { id: "m".to_owned(), ..Machine::default() };
        // The end is seen before the results: it does not count yet.
        folder.keep_ended(1, 2, "9.0.7", 2).expect("written");
        folder.keep_results((1, 2, "9.0.7", 1), &machine, &[line("x"), line("y")]).expect("written");
        let found = inbox.take(&folder).expect("read");
        assert!(
            matches!(&found[..], [Arrived::Results { array: 1, task: 2, lines, .. }] if lines.len() == 2),
            "{found:?}"
        );
        // Half a file, as a network may show it, is left for later.
        let half = folder.results().join("1-2-9.0.7-0");
        fs::write(&half, serde_json::to_vec(&machine).expect("JSON")).expect("written");
        assert!(inbox.take(&folder).expect("read").is_empty());
        folder.keep_results((1, 2, "9.0.7", 0), &machine, &[line("z")]).expect("written");
        fs::write(folder.results().join(".1-2-9.0.7-3-55"), "unfinished").expect("written");
        fs::write(folder.results().join("something else"), "x").expect("written");
        let found = inbox.take(&folder).expect("read");
        assert!(
            matches!(&found[..], [Arrived::Results { .. }, Arrived::Ended { array: 1, task: 2 }]),
            "{found:?}"
        );
        assert!(inbox.take(&folder).expect("read").is_empty());
        folder.clear();
        assert!(!folder.path().exists());
    }

    #[test]
    fn a_state_is_read_as_it_was_kept() {
        let folder = folder("state");
        assert!(folder.state().expect("read").is_none());
        let job = Some(Job { id: 7, cluster: Some("north".to_owned()) });
        let state = State {
            name: "damier-x".to_owned(),
            print: String::new(),
            next: 3,
            arrays: vec![Array { number: 2, tasks: 5, job }, Array { number: 1, tasks: 5, job: None }],
        };
        folder.keep_state(&state).expect("written");
        let again = folder.state().expect("read").expect("a state");
        assert_eq!(
            (again.next, again.all_names()),
            (3, vec!["damier-x-2".to_owned(), "damier-x-1".to_owned()])
        );
        assert_eq!(again.cluster(), Some("north"));
        fs::write(folder.path().join("state.json"), "{").expect("written");
        assert!(folder.state().is_err());
        folder.clear();
    }
}
