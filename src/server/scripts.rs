//! Scripts of visitors, and what is asked about heuristics. The server never runs a script: it starts the program once more, with a memory
//! limit, in a process group of its own, asks it one question and ends it when it is late, says too much or is wanted no more.

use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

use damier_kit::{Position, Refusal, refuse, told_elsewhere};
use damier_lab::Game;
use damier_lab::trace::Trace;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::jobs::Found;
use super::pool::Desk;
use super::trace::{Filed, KEPT};
use super::wire::Message;

/// The hidden verb that answers.
pub(crate) const VERB: &str = "__script";
/// What a child may reserve in memory, and the longest question and answer in bytes.
pub(crate) const BYTES: u64 = 1 << 30;
pub(crate) const QUESTION: u64 = 256 << 10;
const ANSWER: u64 = 1 << 20;
/// The longest file of a search.
const FILE: u64 = 64 << 20;
/// After so many seconds it tells what it has. The system ends it when it has used the processor for longer, and the server when so much time
/// has passed that no other work on the machine explains it.
pub(crate) const SECONDS: u64 = 10;
const DEADLINE: Duration = Duration::from_secs(3 * SECONDS);
/// As many children run at once; others wait, but not for ever.
const AT_ONCE: usize = 2;
const PATIENCE: Duration = Duration::from_secs(30);
/// How often it is looked whether it is still wanted.
const LOOK: Duration = Duration::from_millis(5);

static RUNNING: AtomicUsize = AtomicUsize::new(0);
/// Whether what runs is the program, which knows the verb: a test of the server is not.
static ITSELF: AtomicBool = AtomicBool::new(false);

/// The program itself serves, and may be started again.
pub(crate) fn allow() {
    ITSELF.store(true, SeqCst);
}

/// What runs, even if its file was replaced since.
pub(super) fn itself() -> std::io::Result<PathBuf> {
    if !ITSELF.load(SeqCst) {
        return Err(std::io::ErrorKind::Unsupported.into());
    }
    if cfg!(target_os = "linux") { Ok("/proc/self/exe".into()) } else { std::env::current_exe() }
}

/// What is asked about a position.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Ask {
    pub(crate) game: String,
    /// The position.
    pub(crate) text: String,
    /// One or two heuristics, each a name and perhaps a script.
    pub(crate) asked: Vec<(String, Option<String>)>,
    pub(crate) states: usize,
    pub(crate) seed: u64,
    /// A map of the first one is wanted instead, with obstacles or without.
    pub(crate) map: Option<bool>,
    /// Or a search as this spec says, kept for so many steps, as a file.
    pub(crate) trace: Option<(String, u64)>,
}

impl Ask {
    /// Nothing yet, about this position.
    pub(super) fn about(game: Game, position: &dyn Position) -> Self {
        Ask { game: game.name().to_owned(), text: position.code(), seed: 1, ..Ask::default() }
    }
}

/// What the child says.
#[derive(Deserialize)]
struct Reply {
    findings: Option<Box<RawValue>>,
    values: Option<Vec<Option<u32>>>,
    refusal: Option<Box<RawValue>>,
}

/// Looks at heuristics. `number` is the page's own, by which it knows its question.
pub(super) fn microscope(desk: &Desk, ask: &Ask, number: u32, (code, at): (String, usize)) -> Found {
    match reply(desk, ask) {
        Err(None) => Found::Nothing,
        Err(Some(refusal)) => {
            let refusal = serde_json::value::to_raw_value(&refusal).ok();
            Message::Microscope { number, code, at, findings: None, refusal }.into()
        }
        Ok(Reply { findings, refusal, .. }) => {
            Message::Microscope { number, code, at, findings, refusal }.into()
        }
    }
}

/// What a script says of each cell.
pub(super) fn map(desk: &Desk, ask: &Ask) -> Found {
    let obstacles = ask.map == Some(true);
    let heuristic = ask.asked.first().map(|(name, _)| name.clone()).unwrap_or_default();
    match reply(desk, ask) {
        Ok(Reply { values: Some(values), .. }) => {
            Message::Map { heuristic, obstacles, admissible: false, values }.into()
        }
        Err(None) => Found::Nothing,
        // What is wrong with the script is told where it is written.
        _ => Message::Map { heuristic, obstacles, admissible: false, values: Vec::new() }.into(),
    }
}

/// A search that a script guides, as a file.
pub(super) fn trace(desk: &Desk, ask: &Ask) -> Result<Filed, Option<Refusal>> {
    let bytes = asked(desk, ask, FILE)?;
    match Trace::read_up_to(&mut bytes.as_slice(), KEPT, &mut || ()) {
        Ok((header, trace)) => Filed::new(header, trace).map_err(Some),
        // The child says why it has none, as it says everything.
        Err(_) => Err(Some(match serde_json::from_slice(&bytes) {
            Ok(Reply { refusal: Some(refusal), .. }) => told(&refusal),
            _ => stopped(),
        })),
    }
}

/// A refusal of a child.
fn told(refusal: &RawValue) -> Refusal {
    let said: serde_json::Value = serde_json::from_str(refusal.get()).unwrap_or_default();
    let place = |name: &str| said[name].as_u64().map(|place| place as usize);
    let (line, column) = (place("line"), place("column"));
    let Some(words) = told_elsewhere(said) else { return stopped() };
    let why = refuse!("script.wrong", "the script is wrong: {why}", why = words);
    match (line, column) {
        (Some(line), Some(column)) => why.at(line, column),
        (Some(line), None) => why.in_line(line),
        _ => why,
    }
}

fn stopped() -> Refusal {
    refuse!("script.stopped", "the script was stopped: it took too much memory or time")
}

/// Asks a child. An error is a refusal, or nothing where nobody waits any more.
fn reply(desk: &Desk, ask: &Ask) -> Result<Reply, Option<Refusal>> {
    serde_json::from_slice(&asked(desk, ask, ANSWER)?).map_err(|_| Some(stopped()))
}

/// What a child answers, so many bytes at most.
fn asked(desk: &Desk, ask: &Ask, most: u64) -> Result<Vec<u8>, Option<Refusal>> {
    let _place = Place::wait(desk)?;
    desk.memory(BYTES / 4);
    let question = serde_json::to_string(ask).unwrap_or_default();
    if question.len() as u64 > QUESTION {
        return Err(Some(refuse!("script.question", "this is too much to ask at once")));
    }
    let mut group = Group::start().map_err(|error| {
        Some(refuse!(
            "script.start",
            "the program cannot be started again: {error}",
            error = error.to_string()
        ))
    })?;
    let (stdin, stdout) = (group.0.stdin.take(), group.0.stdout.take());
    let (send, said) = sync_channel(1);
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        // A child that is ended before it has read everything has nothing more to say either.
        let _ = stdin.map(|mut stdin| stdin.write_all(question.as_bytes()));
        let read = stdout.map(|stdout| stdout.take(most).read_to_end(&mut bytes));
        let _ = send.send(read.is_some_and(|read| read.is_ok()).then_some(bytes));
    });
    let until = Instant::now() + DEADLINE;
    loop {
        match said.recv_timeout(LOOK) {
            Ok(bytes) => return bytes.ok_or_else(|| Some(stopped())),
            Err(RecvTimeoutError::Disconnected) => return Err(Some(stopped())),
            Err(RecvTimeoutError::Timeout) if desk.is_cancelled() => return Err(None),
            Err(RecvTimeoutError::Timeout) if Instant::now() >= until => return Err(Some(stopped())),
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}

/// One of the places for children.
struct Place;

impl Place {
    fn wait(desk: &Desk) -> Result<Self, Option<Refusal>> {
        let until = Instant::now() + PATIENCE;
        let free = |running: usize| (running < AT_ONCE).then_some(running + 1);
        while RUNNING.fetch_update(SeqCst, SeqCst, free).is_err() {
            if desk.is_cancelled() {
                return Err(None);
            }
            if Instant::now() >= until {
                return Err(Some(refuse!(
                    "server.full",
                    "the server has too much to do; try again in a while"
                )));
            }
            std::thread::sleep(LOOK);
        }
        Ok(Place)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        RUNNING.fetch_sub(1, SeqCst);
    }
}

/// The child and whatever it might start; ended as a whole.
struct Group(Child);

impl Group {
    fn start() -> std::io::Result<Self> {
        let mut command = Command::new(itself()?);
        command.arg(VERB).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        command.spawn().map(Group)
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        #[cfg(unix)]
        let _ = rustix::process::kill_process_group(
            rustix::process::Pid::from_child(&self.0),
            rustix::process::Signal::KILL,
        );
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
