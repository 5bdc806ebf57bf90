//! A program and all that it starts, as one: bounded in memory, and ended as a whole.
//!
//! On Unix a program leads a process group of its own. Ctrl-C on the terminal does not reach it, and a signal to the
//! group reaches the children of a wrapper script too, when the script itself is gone. On Linux what leaves its
//! group is not lost either: every program is started with a mark in its environment, which whatever it starts
//! inherits, and who bears the mark is ended with it; so is who was seen below it. Other children of this process
//! are left alone.

use std::collections::HashSet;
use std::io;
use std::process::{Child, Command};
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long a program is given to quit, and how long after it was asked to end by a signal. Both together, for two
/// programs, are less than a second.
const FAREWELL: Duration = Duration::from_millis(150);
/// A killed process is gone within this.
const KILLED: Duration = Duration::from_millis(200);
/// The variable of the mark: the process that started the program, and a number.
const MARK: &str = "DAMIER_ENGINE";

/// The groups that run: the id of the leader, and the mark.
static RUNNING: Mutex<Vec<(u32, String)>> = Mutex::new(Vec::new());
static NUMBERS: AtomicU32 = AtomicU32::new(0);

fn running() -> MutexGuard<'static, Vec<(u32, String)>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A program that leads a group. It is not ended when this is dropped: that takes [`Group::end`].
pub struct Group {
    /// The program.
    pub leader: Child,
    mark: String,
    /// All that was seen below it, by id and the moment of its start.
    seen: HashSet<(i32, u64)>,
}

/// Starts a program as the leader of a group whose processes hold at most so many bytes each.
pub fn start(command: &mut Command, memory: u64) -> io::Result<Group> {
    let mark = format!("{}-{}", std::process::id(), NUMBERS.fetch_add(1, SeqCst));
    command.env(MARK, &mark);
    let mut running = running();
    let leader = system::spawn(command, memory)?;
    running.push((leader.id(), mark.clone()));
    Ok(Group { leader, mark, seen: HashSet::new() })
}

impl Group {
    /// What it holds in memory with all that it started, and how many processes that is, where the system tells.
    pub fn resident(&mut self) -> Option<(u64, usize)> {
        let leader = self.leader.id();
        system::resident(leader, &self.mark, &mut self.seen)
    }

    /// Sees off a program that has ended and starts no others: nobody is looked for that it may have left behind. Whether
    /// it has ended.
    pub fn see_off(&mut self) -> bool {
        let group = self.leader.id();
        if !matches!(self.leader.try_wait(), Ok(Some(_))) || !system::is_gone(group) {
            return false;
        }
        running().retain(|(other, _)| *other != group);
        true
    }

    /// Kills the program and everything in its group, at once; [`Group::end`] sees it off.
    pub fn kill(&self) {
        system::kill(self.leader.id());
    }

    /// Ends the program and everything that it started: it is waited for if it was asked to quit, then asked by a
    /// signal, then killed.
    pub fn end(&mut self, asked: bool) {
        let (group, leader) = (self.leader.id(), &mut self.leader);
        // What it has started is looked at while the links to it are still there.
        system::resident(group, &self.mark, &mut self.seen);
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
        let _ = self.leader.kill();
        let _ = self.leader.try_wait();
        running().retain(|(other, _)| *other != group);
        system::kill_strays(&self.mark, &self.seen);
    }
}

/// Ends all of them at once, because this program ends. None is started afterwards.
pub fn end_all() {
    let running = running();
    for (group, mark) in running.iter() {
        system::kill(*group);
        system::kill_strays(mark, &HashSet::new());
    }
    std::mem::forget(running);
}

/// Ends what a process left behind that started programs and was killed before it could end them.
pub fn end_those_of(host: u32) {
    system::kill_strays(&format!("{host}-"), &HashSet::new());
}

#[cfg(unix)]
mod system {
    use std::collections::HashSet;
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

    pub(super) fn resident(group: u32, mark: &str, seen: &mut HashSet<(i32, u64)>) -> Option<(u64, usize)> {
        super::linux::resident(group, mark, seen)
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

    pub(super) fn kill_strays(mark: &str, seen: &HashSet<(i32, u64)>) {
        super::linux::kill_strays(mark, seen);
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use std::collections::HashSet;
    use std::process::Child;

    use rustix::process::{
        Pid, Resource, Rlimit, Signal, WaitOptions, getpid, kill_process, prlimit, set_child_subreaper,
        waitpid,
    };

    /// A process, as `/proc/…/stat` tells: its parent, its group, when it began, and its resident pages.
    struct Process {
        id: i32,
        parent: i32,
        group: i32,
        began: u64,
        pages: u64,
        ended: bool,
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
            let (began, pages) = (field(22)?.parse().ok()?, field(24)?.parse().ok()?);
            Some(Process { id, parent, group, began, pages, ended: matches!(field(3), Some("Z" | "X")) })
        };
        Some(ids.filter_map(told).collect())
    }

    /// Whether a process was started with a mark that begins so; only one's own processes tell.
    fn bears(id: i32, mark: &str) -> bool {
        let Ok(environment) = std::fs::read(format!("/proc/{id}/environ")) else { return false };
        let wanted = format!("{}={mark}", super::MARK);
        environment.split(|&byte| byte == 0).any(|variable| {
            // A whole mark, or the beginning of one up to its number.
            variable
                .strip_prefix(wanted.as_bytes())
                .is_some_and(|rest| rest.is_empty() || mark.ends_with('-'))
        })
    }

    /// What becomes an orphan below us becomes our child, so that it can be waited for.
    pub(super) fn adopt_strays() {
        let _ = set_child_subreaper(Some(getpid()));
    }

    /// Each process of the program may hold so many bytes that it can write to. A program that reserves more than it
    /// uses is not hindered.
    pub(super) fn limit(child: &Child, memory: u64) {
        let most = Rlimit { current: Some(memory), maximum: Some(memory) };
        let _ = prlimit(Some(Pid::from_child(child)), Resource::Data, most);
    }

    /// What the group and everything below it or of its mark holds; notes who they are.
    pub(super) fn resident(group: u32, mark: &str, seen: &mut HashSet<(i32, u64)>) -> Option<(u64, usize)> {
        let page = rustix::param::page_size() as u64;
        let (all, leader) = (processes()?, i32::try_from(group).ok()?);
        let mut below: HashSet<i32> = HashSet::from([leader]);
        // Children have greater ids than their parents unless ids have come round, so a few rounds are enough.
        for _ in 0..4 {
            let more: Vec<i32> = (all.iter())
                .filter(|one| !below.contains(&one.id))
                .filter(|one| {
                    below.contains(&one.parent) || one.group == leader || seen.contains(&(one.id, one.began))
                })
                .map(|one| one.id)
                .collect();
            if more.is_empty() {
                break;
            }
            below.extend(more);
        }
        let own = getpid().as_raw_pid();
        // Who has left its parents behind has become our child.
        let strays = all.iter().filter(|one| one.parent == own && !below.contains(&one.id));
        let strays: Vec<i32> = strays.filter(|one| bears(one.id, mark)).map(|one| one.id).collect();
        below.extend(strays);
        let mine = || all.iter().filter(|one| below.contains(&one.id));
        seen.extend(mine().filter(|one| one.id != leader).map(|one| (one.id, one.began)));
        Some((mine().map(|one| one.pages * page).sum(), mine().filter(|one| !one.ended).count()))
    }

    /// Kills who bears a mark or was seen, and what they start meanwhile.
    pub(super) fn kill_strays(mark: &str, seen: &HashSet<(i32, u64)>) {
        let mut known = seen.clone();
        for _ in 0..50 {
            let mut left = false;
            for one in processes().unwrap_or_default() {
                let who = (one.id, one.began);
                if !known.contains(&who) && (one.ended || !bears(one.id, mark)) {
                    continue;
                }
                // Once killed it is known, so that what is left of it is seen off.
                known.insert(who);
                left = true;
                if let Some(stray) = Pid::from_raw(one.id) {
                    let _ = kill_process(stray, Signal::KILL);
                    let _ = waitpid(Some(stray), WaitOptions::NOHANG);
                }
            }
            if !left {
                return;
            }
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
    }
}

/// Where there is no `/proc`.
#[cfg(all(unix, not(target_os = "linux")))]
mod linux {
    use std::collections::HashSet;

    pub(super) fn adopt_strays() {}

    pub(super) fn limit(_: &std::process::Child, _: u64) {}

    pub(super) fn resident(_: u32, _: &str, _: &mut HashSet<(i32, u64)>) -> Option<(u64, usize)> {
        None
    }

    pub(super) fn kill_strays(_: &str, _: &HashSet<(i32, u64)>) {}
}

/// Where there are no groups: the program alone.
#[cfg(not(unix))]
mod system {
    use std::collections::HashSet;
    use std::io;
    use std::process::{Child, Command};

    pub(super) fn spawn(command: &mut Command, _: u64) -> io::Result<Child> {
        command.spawn()
    }

    pub(super) fn resident(_: u32, _: &str, _: &mut HashSet<(i32, u64)>) -> Option<(u64, usize)> {
        None
    }

    pub(super) fn is_gone(_: u32) -> bool {
        true
    }

    pub(super) fn ask_to_end(_: u32) {}

    pub(super) fn kill(_: u32) {}

    pub(super) fn kill_strays(_: &str, _: &HashSet<(i32, u64)>) {}
}
