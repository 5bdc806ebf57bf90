//! A program and all that it starts, as one: bounded in memory, and ended as a whole.
//!
//! On Unix a program leads a process group of its own. Ctrl-C on the terminal does not reach it, and a signal to the group
//! reaches the children of a wrapper script too, when the script itself is gone. On Linux what leaves its group is not lost either: when
//! its parent ends it becomes a child of ours (a "subreaper"), and is ended with the next program that ends.

use std::io;
use std::process::{Child, Command};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long a program is given to quit, and how long after it was asked to end by a signal. Both together, for two programs, are
/// less than a second.
const FAREWELL: Duration = Duration::from_millis(150);
/// A killed process is gone within this.
const KILLED: Duration = Duration::from_millis(200);

/// The groups that run, by the id of their leader.
static RUNNING: Mutex<Vec<u32>> = Mutex::new(Vec::new());

/// Whether a program was ever started: only then are the children of this process strays.
static BEGUN: AtomicBool = AtomicBool::new(false);

fn running() -> MutexGuard<'static, Vec<u32>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts a program as the leader of a group whose processes hold at most so many bytes each.
pub(crate) fn start(command: &mut Command, memory: u64) -> io::Result<Child> {
    let mut running = running();
    let child = system::spawn(command, memory)?;
    BEGUN.store(true, SeqCst);
    running.push(child.id());
    Ok(child)
}

/// What the group of this leader holds in memory, where the system tells.
pub(crate) fn resident(leader: &Child) -> Option<u64> {
    system::resident(leader.id())
}

/// Ends a program and everything in its group: it is waited for if it was asked to quit, then asked by a signal, then killed.
pub(crate) fn end(leader: &mut Child, asked: bool) {
    let group = leader.id();
    let mut gone = |within: Duration| {
        let until = Instant::now() + within;
        loop {
            let ended = !matches!(leader.try_wait(), Ok(None));
            if ended && system::is_gone(group) {
                return true;
            }
            if Instant::now() >= until {
                return false;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    };
    if !gone(if asked { FAREWELL } else { Duration::ZERO }) {
        system::ask_to_end(group);
        if !gone(FAREWELL) {
            system::kill(group);
            gone(KILLED);
        }
    }
    let _ = leader.kill();
    let mut running = running();
    running.retain(|&other| other != group);
    system::kill_strays(&running);
}

/// Sees off a program that has ended and starts no others: nobody is looked for that it may have left behind. Whether it has.
pub(crate) fn see_off(leader: &mut Child) -> bool {
    let group = leader.id();
    if !matches!(leader.try_wait(), Ok(Some(_))) || !system::is_gone(group) {
        return false;
    }
    running().retain(|&other| other != group);
    true
}

/// Kills a program and everything in its group, at once; [`end`] sees it off.
pub(crate) fn kill(leader: &Child) {
    system::kill(leader.id());
}

/// Ends all of them at once, because this program ends. None is started afterwards.
pub(crate) fn end_all() {
    let running = running();
    if BEGUN.load(SeqCst) {
        running.iter().for_each(|&group| system::kill(group));
        system::kill_strays(&[]);
    }
    std::mem::forget(running);
}

#[cfg(unix)]
mod system {
    use std::io;
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command};

    use rustix::process::{Pid, Signal, WaitOptions, kill_process_group, test_kill_process_group, waitpgid};

    fn pid(id: u32) -> Option<Pid> {
        i32::try_from(id).ok().and_then(Pid::from_raw)
    }

    pub(super) fn spawn(command: &mut Command, memory: u64) -> io::Result<Child> {
        super::linux::adopt_strays();
        let child = command.process_group(0).spawn()?;
        super::linux::limit(&child, memory);
        Ok(child)
    }

    pub(super) fn resident(group: u32) -> Option<u64> {
        super::linux::resident(group)
    }

    /// Whether nobody of a group is left, its leader having ended.
    pub(super) fn is_gone(group: u32) -> bool {
        let Some(group) = pid(group) else { return true };
        // Those that have become our children are seen off.
        while matches!(waitpgid(group, WaitOptions::NOHANG), Ok(Some(_))) {}
        test_kill_process_group(group).is_err()
    }

    pub(super) fn ask_to_end(group: u32) {
        let _ = pid(group).map(|group| kill_process_group(group, Signal::TERM));
    }

    pub(super) fn kill(group: u32) {
        let _ = pid(group).map(|group| kill_process_group(group, Signal::KILL));
    }

    pub(super) fn kill_strays(running: &[u32]) {
        super::linux::kill_strays(running);
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use std::process::Child;

    use rustix::process::{
        Pid, Resource, Rlimit, Signal, WaitOptions, getpid, kill_process, prlimit, set_child_subreaper,
        waitpid,
    };

    /// A process, as `/proc/…/stat` tells: its parent, its group, and its resident pages.
    struct Process {
        id: i32,
        parent: i32,
        group: i32,
        pages: u64,
    }

    fn processes() -> Option<Vec<Process>> {
        let ids = std::fs::read_dir("/proc")
            .ok()?
            .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
        let told = |id: i32| {
            let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
            // The name of the program stands in brackets and may hold anything; what follows it begins with field 3.
            let fields: Vec<&str> = stat[stat.rfind(')')? + 1..].split_whitespace().collect();
            let field = |number: usize| fields.get(number - 3).copied();
            let (parent, group) = (field(4)?.parse().ok()?, field(5)?.parse().ok()?);
            Some(Process { id, parent, group, pages: field(24)?.parse().ok()? })
        };
        Some(ids.filter_map(told).collect())
    }

    /// What becomes an orphan below us becomes our child.
    pub(super) fn adopt_strays() {
        let _ = set_child_subreaper(Some(getpid()));
    }

    /// Each process of the program may hold so many bytes that it can write to. A program that reserves more than it uses is not
    /// hindered.
    pub(super) fn limit(child: &Child, memory: u64) {
        let most = Rlimit { current: Some(memory), maximum: Some(memory) };
        let _ = prlimit(Some(Pid::from_child(child)), Resource::Data, most);
    }

    pub(super) fn resident(group: u32) -> Option<u64> {
        let page = rustix::param::page_size() as u64;
        let members = processes()?.into_iter().filter(|process| i64::from(process.group) == i64::from(group));
        Some(members.map(|process| process.pages * page).sum())
    }

    /// Kills our children but for the leaders that run: they are what is left of programs; and what becomes our child when they are gone.
    pub(super) fn kill_strays(running: &[u32]) {
        let own = getpid().as_raw_pid();
        for _ in 0..20 {
            let strays: Vec<Pid> = processes()
                .unwrap_or_default()
                .iter()
                .filter(|process| process.parent == own && !running.contains(&(process.id as u32)))
                .filter_map(|process| Pid::from_raw(process.id))
                .collect();
            if strays.is_empty() {
                return;
            }
            for stray in strays {
                let _ = kill_process(stray, Signal::KILL);
                let _ = waitpid(Some(stray), WaitOptions::NOHANG);
            }
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
    }
}

/// Where there is no `/proc`.
#[cfg(all(unix, not(target_os = "linux")))]
mod linux {
    pub(super) fn adopt_strays() {}

    pub(super) fn limit(_: &std::process::Child, _: u64) {}

    pub(super) fn resident(_: u32) -> Option<u64> {
        None
    }

    pub(super) fn kill_strays(_: &[u32]) {}
}

/// Where there are no groups: the program alone.
#[cfg(not(unix))]
mod system {
    use std::io;
    use std::process::{Child, Command};

    pub(super) fn spawn(command: &mut Command, _: u64) -> io::Result<Child> {
        command.spawn()
    }

    pub(super) fn resident(_: u32) -> Option<u64> {
        None
    }

    pub(super) fn is_gone(_: u32) -> bool {
        true
    }

    pub(super) fn ask_to_end(_: u32) {}

    pub(super) fn kill(_: u32) {}

    pub(super) fn kill_strays(_: &[u32]) {}
}
