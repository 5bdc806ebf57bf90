//! Who sits at the board in a match: a player of ours, or a program that speaks a protocol.
//!
//! A program is trusted with nothing: its lines are read by a thread of their own, of bounded length and number, with a clock beside;
//! a program that is silent, floods, dies or answers nonsense has lost, and is ended and started anew for the next game.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

use damier_quoridor::notation::write_moves;
use damier_quoridor::players::{self, Thinker};
use damier_quoridor::{Move, Position, Record, Setup};
use damier_search::{Limits, Spec};

use super::TABLE;
use crate::cli::Fault;
use crate::cli::session::Watched;

/// The longest line that a program may say, and the most lines before its answer.
const LINE: u64 = 4096;
const LINES: usize = 1000;

/// What a player did with a turn.
pub(super) struct Turn {
    /// The move, or why it has lost.
    pub(super) play: Result<Move, String>,
    pub(super) seconds: f64,
    pub(super) nodes: u64,
}

/// A player.
pub(super) enum Seat {
    Ours { player: Box<dyn Thinker>, limits: Limits },
    Outside(Outside),
}

/// A program.
pub(super) struct Outside {
    command: Vec<String>,
    protocol: Protocol,
    limits: Limits,
    /// How long an answer may take.
    patience: Duration,
    process: Option<Process>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Protocol {
    /// `position …`, `genmove`: see the engine protocol.
    Text,
    /// `position startpos moves …`, `go movetime …`.
    Uci,
}

struct Process {
    child: Child,
    input: ChildStdin,
    output: Receiver<String>,
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Seat {
    /// `fast(level=easy)`, `cmd:program arguments` or `uci:program arguments`.
    pub(super) fn new(text: &str, limits: Limits, patience: Duration) -> Result<Seat, Fault> {
        let outside = |command: &str, protocol| {
            let command: Vec<String> = command.split_whitespace().map(str::to_owned).collect();
            if command.is_empty() {
                return Err(Fault::Input(format!(
                    "'{text}' names no program; write cmd:path/to/engine arguments"
                )));
            }
            Ok(Seat::Outside(Outside { command, protocol, limits, patience, process: None }))
        };
        if let Some(command) = text.strip_prefix("cmd:") {
            outside(command, Protocol::Text)
        } else if let Some(command) = text.strip_prefix("uci:") {
            outside(command, Protocol::Uci)
        } else {
            let spec: Spec = text.parse()?;
            Ok(Seat::Ours { player: players::build(&spec, TABLE)?, limits })
        }
    }

    /// A new game begins; an error says why the player cannot play it.
    pub(super) fn begin(&mut self, setup: Setup) -> Result<(), String> {
        match self {
            Seat::Ours { player, .. } => {
                player.clear();
                Ok(())
            }
            Seat::Outside(outside) => outside.begin(setup).inspect_err(|_| outside.process = None),
        }
    }

    /// Asks for a move.
    pub(super) fn turn(&mut self, record: &Record) -> Turn {
        let began = Instant::now();
        match self {
            Seat::Ours { player, limits } => {
                let watched = Watched::new();
                let mut run = watched.run(*limits);
                let thought = player.think(record, &mut run, &mut |_, _| ());
                let play = thought.play.ok_or_else(|| "it has no move".to_owned());
                Turn { play, seconds: began.elapsed().as_secs_f64(), nodes: run.stats.expanded }
            }
            Seat::Outside(outside) => {
                let said = outside.ask(record);
                if said.is_err() {
                    outside.process = None;
                }
                let nodes = said.as_ref().map_or(0, |(_, nodes)| *nodes);
                Turn { play: said.map(|(play, _)| play), seconds: began.elapsed().as_secs_f64(), nodes }
            }
        }
    }
}

impl Outside {
    fn begin(&mut self, setup: Setup) -> Result<(), String> {
        if self.process.is_none() {
            self.process = Some(start(&self.command)?);
            if self.protocol == Protocol::Uci {
                self.say("uci")?;
                self.hear(|line| (line == "uciok").then_some(Ok(())))?;
            }
        }
        match self.protocol {
            Protocol::Uci if setup != Setup::default() => {
                Err("it speaks UCI, which has 9×9 for two only".to_owned())
            }
            Protocol::Uci => self.say("ucinewgame"),
            Protocol::Text => {
                if setup == Setup::default() {
                    self.say("newgame")?;
                } else {
                    self.say(&format!("newgame {} {} {}", setup.size(), setup.players(), setup.walls()))?;
                }
                self.hear(ok)
            }
        }
    }

    /// Tells the position and waits for the move, and the nodes if it tells them.
    fn ask(&mut self, record: &Record) -> Result<(Move, u64), String> {
        let moves = write_moves(record.moves());
        match self.protocol {
            Protocol::Text => {
                self.say(format!("position {moves}").trim_end())?;
                self.hear(ok)?;
                self.say("genmove")?;
            }
            Protocol::Uci => {
                let moves = if moves.is_empty() { moves } else { format!(" moves {moves}") };
                self.say(&format!("position startpos{moves}"))?;
                let go = match (self.limits.time, self.limits.nodes) {
                    (_, Some(nodes)) => format!("go nodes {nodes}"),
                    (time, None) => format!("go movetime {}", time.unwrap_or(super::PATIENCE).as_millis()),
                };
                self.say(&go)?;
            }
        }
        self.hear(best_move)
    }

    fn say(&mut self, line: &str) -> Result<(), String> {
        let process = self.process.as_mut().ok_or("it does not run")?;
        let said = writeln!(process.input, "{line}").and_then(|()| process.input.flush());
        said.map_err(|_| "it has ended".to_owned())
    }

    /// Waits for a line that is an answer.
    fn hear<T>(&mut self, answer: impl Fn(&str) -> Option<Result<T, String>>) -> Result<T, String> {
        let process = self.process.as_mut().ok_or("it does not run")?;
        let until = Instant::now() + self.patience;
        for _ in 0..LINES {
            let left = until.saturating_duration_since(Instant::now());
            let line = process.output.recv_timeout(left).map_err(|error| match error {
                RecvTimeoutError::Timeout => format!("it is silent for more than {:?}", self.patience),
                RecvTimeoutError::Disconnected => "it has ended, or its lines are too long".to_owned(),
            })?;
            if let Some(answer) = answer(line.trim()) {
                return answer;
            }
        }
        Err(format!("it says more than {LINES} lines and no answer"))
    }
}

fn ok(line: &str) -> Option<Result<(), String>> {
    if line == "ok" || line.starts_with("ok ") {
        return Some(Ok(()));
    }
    line.starts_with("error").then(|| Err(format!("it refuses: {}", shown(line))))
}

fn best_move(line: &str) -> Option<Result<(Move, u64), String>> {
    if line.starts_with("error") {
        return Some(Err(format!("it refuses: {}", shown(line))));
    }
    let mut words = line.strip_prefix("bestmove")?.split_whitespace();
    let Some(Ok(play)) = words.next().map(str::parse::<Move>) else {
        return Some(Err(format!("it answers nonsense: {}", shown(line))));
    };
    let words: Vec<&str> = words.collect();
    let nodes = words.windows(2).find(|pair| pair[0] == "nodes").and_then(|pair| pair[1].parse().ok());
    Some(Ok((play, nodes.unwrap_or(0))))
}

/// What a program said, safe to be printed.
fn shown(line: &str) -> String {
    line.chars().filter(|c| !c.is_control()).take(80).collect()
}

fn start(command: &[String]) -> Result<Process, String> {
    let started = Command::new(&command[0])
        .args(&command[1..])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let mut child = started.map_err(|error| format!("it cannot be started: {error}"))?;
    let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
        return Err("it has no input or output".to_owned());
    };
    // The queue is short: who floods waits, and harms nobody.
    let (send, receive) = sync_channel(16);
    std::thread::spawn(move || {
        let mut output = BufReader::new(output);
        loop {
            let mut line = Vec::new();
            match (&mut output).take(LINE).read_until(b'\n', &mut line) {
                Ok(read) if read > 0 && (read as u64) < LINE => {}
                _ => return,
            }
            if send.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
                return;
            }
        }
    });
    Ok(Process { child, input, output: receive })
}

/// Whether a move may be played, in words if not.
pub(super) fn judge(position: &Position, play: Move) -> Result<(), String> {
    position.check(play).map_err(|illegal| format!("it plays {play}: {illegal}"))
}
