//! A worker as its runner sees it: a process in a group of its own that is talked to by lines, watched, and ended with all that it started.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use damier_engines::end_those_of;
use damier_engines::group::{self, Group};
use serde::Serialize;

use super::machine;
use super::worker::VERB;

/// The longest line that a worker may say, and what is kept of its standard error.
const LINE: u64 = 16 << 20;
const KEPT: u64 = 64 << 10;
/// How long a worker that has said its last may take to end.
const FAREWELL: Duration = Duration::from_secs(2);

/// A worker that runs.
pub(super) struct Process {
    group: Group,
    input: Option<Input>,
    output: Receiver<Vec<u8>>,
    errors: Arc<Mutex<Vec<u8>>>,
    listener: Option<std::thread::JoinHandle<()>>,
    /// Whether it may start others.
    programs: bool,
    ended: bool,
}

/// How it is spoken to.
enum Input {
    /// What is said is short, and read at once.
    Short(ChildStdin),
    /// By a thread of its own: who is at work does not listen.
    Long(Sender<Vec<u8>>),
}

/// What was heard.
pub(super) enum Heard {
    Line(Vec<u8>),
    /// Nothing, for as long as one was ready to wait.
    Nothing,
    /// It says no more.
    End,
}

impl Process {
    /// Starts a worker, which may reserve so many bytes, and start other programs or not.
    pub(super) fn start(bytes: u64, programs: bool) -> std::io::Result<Self> {
        let mut command = Command::new(program());
        command.arg(VERB).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut group = group::start(&mut command, bytes)?;
        let child = &mut group.leader;
        let (input, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (send, output) = channel();
        std::thread::spawn(move || {
            let Some(mut stdout) = stdout.map(BufReader::new) else { return };
            loop {
                let mut line = Vec::new();
                match (&mut stdout).take(LINE).read_until(b'\n', &mut line) {
                    Ok(read) if read > 0 && send.send(line).is_ok() => {}
                    _ => return,
                }
            }
        });
        let errors = Arc::<Mutex<Vec<u8>>>::default();
        let kept = errors.clone();
        let listener = std::thread::spawn(move || {
            let Some(mut stderr) = stderr else { return };
            let mut start = Vec::new();
            let _ = (&mut stderr).take(KEPT).read_to_end(&mut start);
            *kept.lock().unwrap_or_else(PoisonError::into_inner) = start;
            let _ = std::io::copy(&mut stderr, &mut std::io::sink());
        });
        let input = input.map(Input::Short);
        Ok(Process { group, input, output, errors, listener: Some(listener), programs, ended: false })
    }

    /// Says something; whether it was taken shows in what is heard.
    pub(super) fn say(&mut self, what: &impl Serialize) {
        let mut line = serde_json::to_vec(what).unwrap_or_default();
        line.push(b'\n');
        match &mut self.input {
            Some(Input::Short(input)) => drop(input.write_all(&line)),
            Some(Input::Long(lines)) => drop(lines.send(line)),
            None => {}
        }
    }

    /// From now on what is said may wait until it is read.
    pub(super) fn may_be_busy(&mut self) {
        let (send, lines) = channel::<Vec<u8>>();
        if let Some(Input::Short(mut input)) = self.input.replace(Input::Long(send)) {
            std::thread::spawn(move || lines.iter().try_for_each(|line| input.write_all(&line)));
        }
    }

    /// Nothing more is asked.
    pub(super) fn hush(&mut self) {
        self.input = None;
    }

    pub(super) fn hear(&self, patience: Duration) -> Heard {
        match self.output.recv_timeout(patience) {
            Ok(line) => Heard::Line(line),
            Err(RecvTimeoutError::Timeout) => Heard::Nothing,
            Err(RecvTimeoutError::Disconnected) => Heard::End,
        }
    }

    /// What it holds in memory with all that it started.
    pub(super) fn resident(&mut self) -> Option<u64> {
        // To ask for one process is much cheaper.
        if self.programs {
            return self.group.resident().map(|(bytes, _)| bytes);
        }
        let text = machine::read(&format!("/proc/{}/statm", self.group.leader.id()))?;
        Some(text.split_whitespace().nth(1)?.parse::<u64>().ok()? * page())
    }

    /// Seconds that processors have worked for it.
    pub(super) fn cpu(&self) -> Option<f64> {
        ticks(&format!("/proc/{}/stat", self.group.leader.id()), &[14, 15, 16, 17])
    }

    /// Ends it at once, with all that it started; the same.
    pub(super) fn stop(self) -> (Option<ExitStatus>, String) {
        self.group.kill();
        self.finish()
    }

    /// Waits for it when it has said its last; tells how it ended, and what it said on standard error.
    pub(super) fn finish(mut self) -> (Option<ExitStatus>, String) {
        self.hush();
        let until = Instant::now() + FAREWELL;
        let mut pause = Duration::from_micros(100);
        let mut status = None;
        while status.is_none() && Instant::now() < until {
            status = self.group.leader.try_wait().ok().flatten();
            if status.is_none() {
                std::thread::sleep(pause);
                pause = (pause * 2).min(Duration::from_millis(5));
            }
        }
        self.end();
        if let Some(listener) =
            self.listener.take().filter(|_| status.is_some_and(|status| !status.success()))
        {
            let _ = listener.join();
        }
        let errors = self.errors.lock().unwrap_or_else(PoisonError::into_inner);
        (status, String::from_utf8_lossy(&errors).into_owned())
    }

    /// Ends it, and all that it started.
    fn end(&mut self) {
        if std::mem::replace(&mut self.ended, true) || (!self.programs && self.group.see_off()) {
            return;
        }
        if !matches!(self.group.leader.try_wait(), Ok(Some(_))) {
            self.group.kill();
        }
        self.group.end(true);
        if self.programs {
            end_those_of(self.group.leader.id());
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
    }
}

/// The program itself, even when its file has been replaced meanwhile.
fn program() -> std::path::PathBuf {
    if cfg!(target_os = "linux") {
        return "/proc/self/exe".into();
    }
    std::env::current_exe().unwrap_or_else(|_| "damier".into())
}

#[cfg(unix)]
fn page() -> u64 {
    rustix::param::page_size() as u64
}

#[cfg(not(unix))]
fn page() -> u64 {
    4096
}

/// The processor time of children that were seen off.
#[cfg(unix)]
pub(super) fn children_ticks() -> Option<f64> {
    ticks("/proc/self/stat", &[16, 17])
}

/// The sum of fields of a `stat` file that count ticks of the clock, in seconds.
fn ticks(file: &str, fields: &[usize]) -> Option<f64> {
    let stat = machine::read(file)?;
    // The name of the program stands in brackets and may hold anything; what follows it begins with field 3.
    let told: Vec<&str> = stat[stat.rfind(')')? + 1..].split_whitespace().collect();
    let sum: Option<u64> = fields.iter().map(|field| told.get(field - 3)?.parse::<u64>().ok()).sum();
    Some(sum? as f64 / a_second())
}

#[cfg(unix)]
fn a_second() -> f64 {
    rustix::param::clock_ticks_per_second() as f64
}

#[cfg(not(unix))]
fn a_second() -> f64 {
    100.0
}

/// Has this process keep to a core: the one of this number among those that it may use.
#[cfg(target_os = "linux")]
pub(super) fn keep_to(core: usize) {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
    let Ok(allowed) = sched_getaffinity(None) else { return };
    let cores: Vec<usize> = (0..CpuSet::MAX_CPU).filter(|&core| allowed.is_set(core)).collect();
    if let Some(&core) = cores.get(core % cores.len().max(1)) {
        let mut one = CpuSet::new();
        one.set(core);
        let _ = sched_setaffinity(None, &one);
    }
}
