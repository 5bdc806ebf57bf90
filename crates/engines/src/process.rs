//! A program that is talked to line by line, and trusted with nothing.
//!
//! Its lines are read by a thread of their own, of bounded length and number, and so is written to it: a program
//! that floods, falls silent, dies or does not read can neither stop nor fill us. What it holds in memory is
//! bounded. At the end it is asked to quit, and ended with all that it has started if it does not.

use std::fmt;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::Engine;
use crate::group::{self, Group};

/// The most lines a second that are neither an answer nor something that the protocol knows.
const LINES: u64 = 1000;
/// Lines that wait, in either direction. Who floods waits; who does not read has lost.
const QUEUE: usize = 64;
/// How often it is looked whether an answer is still wanted.
pub(crate) const LOOK: Duration = Duration::from_millis(50);
/// How often it is counted what it holds, which takes a millisecond or two, and how many processes it may be.
const COUNT: Duration = Duration::from_millis(100);
const PROCESSES: usize = 100;
/// What may pass between the end of a program's output and its own.
const LAST: Duration = Duration::from_millis(100);

static CANCELLED: OnceLock<fn() -> bool> = OnceLock::new();

/// How this program knows that somebody wants everything to stop, such as by Ctrl-C. Only the first counts.
pub fn stops_when(cancelled: fn() -> bool) {
    let _ = CANCELLED.set(cancelled);
}

fn all_cancelled() -> bool {
    CANCELLED.get().is_some_and(|cancelled| cancelled())
}

/// Whether somebody still wants anything at all.
pub(crate) fn wanted() -> Result<(), Trouble> {
    if all_cancelled() { Err(Trouble::Cancelled) } else { Ok(()) }
}

/// Why nothing came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Trouble {
    /// Nobody wants an answer any more.
    Cancelled,
    /// It gave no answer in time.
    Late(String),
    /// It holds too much memory.
    Memory(String),
    /// It ended, flooded, did not read, or said what is wrong.
    Broken(String),
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::Cancelled => f.write_str("it was stopped"),
            Trouble::Late(why) | Trouble::Memory(why) | Trouble::Broken(why) => f.write_str(why),
        }
    }
}

impl From<String> for Trouble {
    fn from(why: String) -> Self {
        Trouble::Broken(why)
    }
}

impl From<&str> for Trouble {
    fn from(why: &str) -> Self {
        Trouble::Broken(why.to_owned())
    }
}

/// What a line is.
pub(crate) enum Heard<T> {
    /// What was waited for, or why it will not come.
    Answer(Result<T, String>),
    /// Something that the protocol knows: such lines may be many.
    Known,
    /// Anything else.
    Noise,
}

impl<T> From<Option<Result<T, String>>> for Heard<T> {
    fn from(answer: Option<Result<T, String>>) -> Self {
        answer.map_or(Heard::Noise, Heard::Answer)
    }
}

/// What is looked at while an answer is waited for; an error ends the waiting.
pub(crate) type Tick<'a> = dyn FnMut() -> Result<(), Trouble> + 'a;

/// The last lines of a conversation, for who wants to show them.
#[derive(Debug, Default)]
pub(crate) struct Log {
    pub(crate) sent: Vec<String>,
    pub(crate) came: Vec<String>,
}

/// As many lines of each side are kept, and as much of each.
const KEPT: usize = 6;
const WIDE: usize = 300;

impl Log {
    fn keep(lines: &mut Vec<String>, line: &str) {
        if lines.len() == KEPT {
            lines.remove(0);
        }
        lines.push(damier_search::excerpt(line.trim_end(), WIDE));
    }
}

/// A program that runs.
pub(crate) struct Process {
    group: Group,
    /// Where the conversation is kept, if anywhere.
    pub(crate) log: Option<Arc<Mutex<Log>>>,
    memory: u64,
    quit: String,
    /// The most that it was seen to hold.
    pub(crate) peak: u64,
    input: Option<SyncSender<String>>,
    output: Receiver<Result<String, &'static str>>,
    /// What it says to nobody: the last line on its standard error, and who reads it.
    complaint: Arc<Mutex<String>>,
    listener: Option<JoinHandle<()>>,
}

impl Process {
    /// Starts a program with what it may hold, and the longest line that it may say.
    pub(crate) fn start(engine: &Engine, line: u64) -> Result<Process, String> {
        let (name, arguments) = engine.command.split_first().ok_or("it names no program")?;
        let mut program = Command::new(name);
        program.args(arguments);
        if let Some(folder) = &engine.folder {
            program.current_dir(folder);
            // A program beside the file is meant where its name has a slash in it.
            if name.contains('/') && !name.starts_with('/') {
                program = Command::new(folder.join(name));
                program.args(arguments).current_dir(folder);
            }
        }
        program.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let started = group::start(&mut program, engine.memory);
        let mut group = started.map_err(|error| format!("it cannot be started: {error}"))?;
        let (input, lines) = sync_channel::<String>(QUEUE);
        let (send, output) = sync_channel(QUEUE);
        let complaint = Arc::<Mutex<String>>::default();
        let child = &mut group.leader;
        let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        std::thread::spawn(move || {
            let Some(mut stdin) = stdin else { return };
            for line in lines {
                if writeln!(stdin, "{line}").and_then(|()| stdin.flush()).is_err() {
                    return;
                }
            }
        });
        std::thread::spawn(move || {
            let Some(mut stdout) = stdout.map(BufReader::new) else { return };
            loop {
                let mut bytes = Vec::new();
                let heard = match (&mut stdout).take(line).read_until(b'\n', &mut bytes) {
                    Ok(read) if read as u64 == line => Err("its lines are too long"),
                    Ok(read) if read > 0 => Ok(String::from_utf8_lossy(&bytes).into_owned()),
                    _ => Err(ENDED),
                };
                let last = heard.is_err();
                if send.send(heard).is_err() || last {
                    return;
                }
            }
        });
        let heard = complaint.clone();
        let listener = std::thread::spawn(move || {
            let Some(mut stderr) = stderr.map(BufReader::new) else { return };
            loop {
                let mut bytes = Vec::new();
                match (&mut stderr).take(4096).read_until(b'\n', &mut bytes) {
                    Ok(read) if read > 0 => {}
                    _ => return,
                }
                let said = shown(&String::from_utf8_lossy(&bytes));
                if !said.is_empty() {
                    *heard.lock().unwrap_or_else(PoisonError::into_inner) = said;
                }
            }
        });
        let (memory, quit) = (engine.memory, engine.protocol.quit().to_owned());
        Ok(Process {
            group,
            log: None,
            memory,
            quit,
            peak: 0,
            input: Some(input),
            output,
            complaint,
            listener: Some(listener),
        })
    }

    /// Says a line; never waits.
    pub(crate) fn say(&mut self, line: &str) -> Result<(), Trouble> {
        if let Some(log) = &self.log {
            Log::keep(&mut log.lock().unwrap_or_else(PoisonError::into_inner).sent, line);
        }
        let said = self.input.as_ref().map(|input| input.try_send(line.to_owned()));
        if said.is_some_and(|said| said.is_ok()) {
            return Ok(());
        }
        let ended = self.group.leader.try_wait().is_ok_and(|status| status.is_some());
        Err(Trouble::Broken(if ended { self.ended(ENDED, None) } else { "it does not read".to_owned() }))
    }

    /// Waits for a line that is an answer, until so much time has passed or `tick` has had enough.
    pub(crate) fn hear<T>(
        &mut self,
        patience: Duration,
        tick: &mut Tick<'_>,
        mut answer: impl FnMut(&str) -> Heard<T>,
    ) -> Result<T, Trouble> {
        let began = Instant::now();
        let (mut looked, mut counted) = (began, began);
        let (mut lines, mut last) = (0, None);
        loop {
            let elapsed = began.elapsed();
            match self.output.recv_timeout(patience.saturating_sub(elapsed).min(LOOK)) {
                Ok(Ok(line)) => {
                    if let Some(log) = &self.log {
                        Log::keep(&mut log.lock().unwrap_or_else(PoisonError::into_inner).came, &line);
                    }
                    match answer(line.trim()) {
                        Heard::Answer(answer) => return answer.map_err(Trouble::Broken),
                        Heard::Known => {}
                        Heard::Noise => {
                            lines += 1;
                            if lines > LINES * (1 + elapsed.as_secs()) {
                                return Err(Trouble::Broken(format!(
                                    "it says more than {LINES} lines a second and no answer, such as: {}",
                                    shown(&line)
                                )));
                            }
                            last = Some(shown(&line)).filter(|line| !line.is_empty()).or(last);
                        }
                    }
                }
                Ok(Err(why)) => return Err(Trouble::Broken(self.ended(why, last.as_deref()))),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Trouble::Broken(self.ended(ENDED, last.as_deref())));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
            if began.elapsed() >= patience {
                return Err(Trouble::Late(match last {
                    None => format!("it is silent for more than {patience:?}"),
                    Some(line) => format!("it gives no answer within {patience:?}, but says: {line}"),
                }));
            }
            if looked.elapsed() >= LOOK {
                looked = Instant::now();
                tick()?;
            }
            if counted.elapsed() >= COUNT {
                counted = Instant::now();
                let (resident, processes) = self.group.resident().unwrap_or_default();
                self.peak = self.peak.max(resident);
                if processes > PROCESSES {
                    return Err(Trouble::Broken(format!("it runs more than {PROCESSES} processes at once")));
                }
                if resident > self.memory {
                    let most = bytes(self.memory);
                    return Err(Trouble::Memory(format!("it uses more than {most} of memory")));
                }
            }
        }
    }

    /// Says nothing more: its input ends.
    pub(crate) fn close(&mut self) {
        self.input = None;
    }

    /// Waits for a program that was asked to quit: whether it ended by itself in that time, and how.
    pub(crate) fn leaves(&mut self, within: Duration) -> Option<ExitStatus> {
        let until = Instant::now() + within;
        loop {
            match self.group.leader.try_wait() {
                Ok(Some(status)) => return Some(status),
                _ if Instant::now() >= until => return None,
                _ => std::thread::sleep(Duration::from_millis(5)),
            }
        }
    }

    /// Why nothing more comes from it, with what is known: how it ended, and what it said last.
    fn ended(&mut self, why: &str, said: Option<&str>) -> String {
        if why != ENDED {
            return why.to_owned();
        }
        let until = Instant::now() + LAST;
        let mut status = None;
        while Instant::now() < until {
            status = self.group.leader.try_wait().ok().flatten();
            if status.is_some() && self.listener.as_ref().is_none_or(JoinHandle::is_finished) {
                break;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        let complaint = self.complaint.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let said = said.map(str::to_owned).or(Some(complaint).filter(|line| !line.is_empty()));
        let how = status.map_or(String::new(), how_it_ended);
        // Who dies near its limit has most likely been refused what it wanted more.
        let full = if self.peak > self.memory / 2 {
            format!("; it held {} of the {} of memory that it may", bytes(self.peak), bytes(self.memory))
        } else {
            String::new()
        };
        format!("{ENDED}{how}{}{full}", said.map_or(String::new(), |said| format!("; it said: {said}")))
    }
}

const ENDED: &str = "it has ended";

fn how_it_ended(status: ExitStatus) -> String {
    match status.code() {
        Some(0) => String::new(),
        Some(code) => format!(" (exit code {code})"),
        None => format!(" ({status})"),
    }
}

/// What a program said, safe to be printed.
pub(crate) fn shown(line: &str) -> String {
    line.trim().chars().filter(|c| !c.is_control()).take(160).collect()
}

/// A size for a person.
fn bytes(bytes: u64) -> String {
    let (mut size, mut unit) = (bytes as f64, "B");
    for next in ["KiB", "MiB", "GiB"] {
        if size < 1024.0 {
            break;
        }
        (size, unit) = (size / 1024.0, next);
    }
    format!("{size:.1} {unit}")
}

impl Drop for Process {
    fn drop(&mut self) {
        let quit = std::mem::take(&mut self.quit);
        let asked = !all_cancelled() && self.say(&quit).is_ok();
        // The thread that writes ends when nobody speaks any more, and closes its input.
        self.input = None;
        self.group.end(asked);
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use crate::Protocol;

    /// Whether a process with this command runs.
    fn runs(command: &[u8]) -> bool {
        let all = std::fs::read_dir("/proc").into_iter().flatten().flatten();
        let lines = all.filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok());
        lines.into_iter().any(|line| line.starts_with(command))
    }

    /// The children of this process that no engine has started, such as those of a campaign, are not its strays.
    #[test]
    fn what_is_not_of_the_program_stays() {
        let mut other = Command::new("sleep").arg("4720").spawn().expect("sleep runs");
        let script = "setsid sleep 4721 & (setsid sleep 4722 &) & cat > /dev/null".to_owned();
        let command = vec!["sh".to_owned(), "-c".to_owned(), script];
        let process = Process::start(&Engine::new("it", command, Protocol::Text), 100).expect("sh runs");
        while !(runs(b"sleep\x004721") && runs(b"sleep\x004722")) {
            std::thread::sleep(Duration::from_millis(5));
        }
        drop(process);
        assert!(other.try_wait().is_ok_and(|status| status.is_none()), "it was ended with the engine");
        assert!(!runs(b"sleep\x004721") && !runs(b"sleep\x004722"), "they were left behind");
        let _ = other.kill();
        let _ = other.wait();
    }
}
