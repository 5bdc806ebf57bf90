//! Control groups (version 2), where this process may make them: a run and all that it starts are measured, limited and ended as one, even
//! what leaves its process group.
//!
//! The group of this process is used if it may be written to. Where memory is to be limited there, its only process must be this one, which
//! then moves into a group of its own below it: a group with limits holds no processes itself. `systemd-run --user --scope -p Delegate=yes damier lab
//! run …` brings that about. Without the memory controller a group still counts processor time and ends what is in it; memory is then
//! watched from outside. Whatever is missing, the fallback is the process group and resource limits.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering::SeqCst};
use std::time::Duration;

/// Where groups are made.
pub(super) struct Groups {
    place: PathBuf,
    /// Whether memory can be limited there.
    memory: bool,
    numbers: AtomicU64,
}

/// The group of a run; it goes when this does.
pub(super) struct Group {
    path: PathBuf,
    memory: bool,
}

/// What the names of our groups begin with; the id of the runner follows.
const OURS: &str = "damier-";

/// The groups of this process, if it can have any.
pub(super) fn groups() -> Option<&'static Groups> {
    static GROUPS: OnceLock<Option<Groups>> = OnceLock::new();
    GROUPS.get_or_init(|| Groups::at(&own()?)).as_ref()
}

/// The folder of the group in which this process is.
fn own() -> Option<PathBuf> {
    let told = fs::read_to_string("/proc/self/cgroup").ok()?;
    let path = told.lines().find_map(|line| line.strip_prefix("0::/"))?;
    let mounts = fs::read_to_string("/proc/self/mountinfo").ok()?;
    // "30 24 0:26 / /sys/fs/cgroup rw,… - cgroup2 cgroup2 rw": the root of the mount is the fourth, its place the fifth.
    let place = mounts.lines().find_map(|line| {
        let (before, after) = line.split_once(" - ")?;
        let mut fields = before.split(' ').skip(3);
        let (root, place) = (fields.next()?, fields.next()?);
        (after.starts_with("cgroup2 ") && root == "/").then(|| PathBuf::from(place))
    })?;
    Some(place.join(path))
}

impl Groups {
    /// Makes sure that groups can be made below this one.
    fn at(place: &Path) -> Option<Self> {
        sweep(place);
        let word = |file: &str, word: &str| {
            fs::read_to_string(place.join(file))
                .is_ok_and(|text| text.split_whitespace().any(|each| each == word))
        };
        let mut memory = word("cgroup.subtree_control", "memory");
        let is_root = !place.join("cgroup.type").exists();
        if !memory && !is_root && word("cgroup.controllers", "memory") {
            memory = step_aside(place).is_some();
        }
        let groups = Groups { place: place.to_owned(), memory, numbers: AtomicU64::new(0) };
        // Whether it works is best tried.
        let tried = groups.make(None)?;
        let works = tried.path.join("cgroup.procs").exists() && tried.cpu().is_some();
        drop(tried);
        works.then_some(groups)
    }

    /// A new group whose processes may hold so many bytes, all together.
    pub(super) fn make(&self, memory: Option<u64>) -> Option<Group> {
        let number = self.numbers.fetch_add(1, SeqCst);
        let path = self.place.join(format!("{OURS}{}-{number}", std::process::id()));
        fs::create_dir(&path).ok()?;
        let group = Group { path, memory: self.memory };
        if let Some(memory) = memory.filter(|_| self.memory) {
            let write = |file: &str, text: &str| fs::write(group.path.join(file), text).is_ok();
            // Where the system has no swap, there is no limit to it.
            write("memory.swap.max", "0");
            write("memory.oom.group", "1");
            if !write("memory.max", &memory.to_string()) {
                return None;
            }
        }
        Some(group)
    }
}

/// Moves this process, which must be alone in its group, into one below, and has memory counted there.
fn step_aside(place: &Path) -> Option<()> {
    let alone = fs::read_to_string(place.join("cgroup.procs")).ok()?;
    let own = std::process::id().to_string();
    if alone.split_whitespace().any(|id| id != own) {
        return None;
    }
    let aside = place.join(format!("{OURS}{own}-runner"));
    fs::create_dir(&aside).ok()?;
    let moved = fs::write(aside.join("cgroup.procs"), &own)
        .and_then(|()| fs::write(place.join("cgroup.subtree_control"), "+memory"));
    if moved.is_err() {
        let _ = fs::write(place.join("cgroup.procs"), &own);
        let _ = fs::remove_dir(&aside);
    }
    moved.ok()
}

/// Ends what runners that are gone have left behind.
fn sweep(place: &Path) {
    let entries = fs::read_dir(place).into_iter().flatten().flatten();
    for entry in entries {
        let name = entry.file_name();
        let Some(rest) = name.to_str().and_then(|name| name.strip_prefix(OURS)) else { continue };
        let Some(runner) = rest.split('-').next().and_then(|id| id.parse::<u32>().ok()) else { continue };
        if !Path::new(&format!("/proc/{runner}")).exists() {
            remove(&entry.path());
        }
    }
}

/// Ends what is in a group and removes it.
fn remove(path: &Path) {
    for _ in 0..100 {
        if fs::remove_dir(path).is_ok() || !path.exists() {
            return;
        }
        let _ = fs::write(path.join("cgroup.kill"), "1");
        std::thread::sleep(Duration::from_millis(2));
    }
}

impl Group {
    /// Where it is; a process enters by writing to the file `cgroup.procs` there.
    pub(super) fn path(&self) -> String {
        self.path.to_string_lossy().into_owned()
    }

    /// Whether the system sees to its memory.
    pub(super) fn limits_memory(&self) -> bool {
        self.memory
    }

    /// Ends all that is in it.
    pub(super) fn kill(&self) {
        let _ = fs::write(self.path.join("cgroup.kill"), "1");
    }

    /// Seconds that processors have worked for it.
    pub(super) fn cpu(&self) -> Option<f64> {
        let text = fs::read_to_string(self.path.join("cpu.stat")).ok()?;
        let line = text.lines().find_map(|line| line.strip_prefix("usage_usec "))?;
        Some(line.trim().parse::<u64>().ok()? as f64 / 1e6)
    }

    /// The most that it has held in memory.
    pub(super) fn peak(&self) -> Option<u64> {
        fs::read_to_string(self.path.join("memory.peak")).ok()?.trim().parse().ok()
    }

    /// Whether something in it was ended because memory was short.
    pub(super) fn ran_out(&self) -> bool {
        let events = fs::read_to_string(self.path.join("memory.events")).unwrap_or_default();
        let many = events.lines().find_map(|line| line.strip_prefix("oom_kill "));
        many.and_then(|many| many.trim().parse::<u64>().ok()).is_some_and(|many| many > 0)
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        remove(&self.path);
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::process::CommandExt;
    use std::process::Command;

    use super::*;

    /// Where this machine lets us make groups, they do what is asked of them; elsewhere there is nothing to test.
    #[test]
    fn a_group_counts_and_ends_what_has_left_its_process_group() {
        let Some(groups) = groups() else {
            eprintln!("skipped: no control groups can be made here");
            return;
        };
        let group = groups.make(Some(64 << 20)).expect("a group");
        let path = group.path();
        let script = format!("echo 0 > {path}/cgroup.procs; setsid sh -c 'while true; do :; done' & wait");
        let mut child = Command::new("sh").args(["-c", &script]).process_group(0).spawn().expect("a shell");
        for _ in 0..500 {
            if group.cpu().is_some_and(|seconds| seconds > 0.02) {
                break;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        assert!(group.cpu().is_some_and(|seconds| seconds > 0.02), "{:?}", group.cpu());
        group.kill();
        child.wait().expect("it ends");
        drop(group);
        assert!(!Path::new(&path).exists(), "{path} is still there");
    }

    #[test]
    fn where_no_group_can_be_made_there_is_none() {
        assert!(Groups::at(Path::new("/nonexistent")).is_none());
        // A folder like any other has none of the files.
        let folder = std::env::temp_dir().join(format!("damier-no-groups-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        assert!(Groups::at(&folder).is_none());
        fs::remove_dir_all(&folder).expect("it is ours");
    }
}
