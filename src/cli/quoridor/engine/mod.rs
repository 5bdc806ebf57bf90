//! `engine`: a player on standard input and output, in one of four protocols.
//!
//! JSON Lines (`json`) and plain text (`text`) are ours; `uci` and `qtp` (the Quoridor Text Protocol) are what other programs speak.
//! A thread of its own reads, so that `stop` and the end of the input reach a search that is under way.

mod json;
mod qtp;
mod text;
mod uci;

use std::io::{self, Write};
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use damier_quoridor::clock::allot;
use damier_quoridor::players::{self, Thinker};
use damier_quoridor::{Record, Setup, Thought};
use damier_search::{Limits, Progress, Run, Spec};

use super::{PATIENCE, TABLE, game};
use crate::cli::session::{self, Watched};
use crate::cli::{Exit, Fault, Outcome, input, units};

#[derive(clap::Args)]
pub(in crate::cli) struct Options {
    /// The game
    #[arg(value_parser = game, value_name = "GAME")]
    _game: String,
    /// What is spoken
    #[arg(long, value_name = "NAME", default_value = "json", value_parser = ["json", "text", "uci", "qtp"])]
    protocol: String,
    /// Who plays
    #[arg(long, value_name = "SPEC", default_value = "fast")]
    algorithm: Spec,
    /// Think so long about a move [default: 1s, unless --nodes is given]
    #[arg(long, value_name = "TIME", value_parser = units::duration)]
    time_per_move: Option<Duration>,
    /// Search so many nodes for a move
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Keep the table within this size
    #[arg(long, value_parser = units::bytes, value_name = "SIZE")]
    memory: Option<u64>,
}

/// The search that is under way, if one is: what the reading thread can stop.
type Current = Arc<Mutex<Option<Arc<Progress>>>>;
/// What stands on the standard input.
type Lines = Receiver<Result<String, String>>;

/// What is left on a clock, and what every move adds.
#[derive(Clone, Copy)]
struct Told {
    left: Duration,
    increment: Duration,
}

struct Engine {
    player: Box<dyn Thinker>,
    spec: Spec,
    record: Record,
    limits: Limits,
    current: Current,
}

pub(super) fn run(options: &Options) -> Outcome {
    let time = options.time_per_move.or(options.nodes.is_none().then_some(PATIENCE));
    let memory = options.memory.or_else(session::free_memory);
    let table = memory.map_or(TABLE, |memory| TABLE.min(memory as usize / 2));
    let mut engine = Engine {
        player: players::build(&options.algorithm, table)?,
        spec: options.algorithm.clone(),
        record: Record::new(Setup::default()),
        limits: Limits { time, nodes: options.nodes, memory },
        current: Current::default(),
    };
    let lines = read_lines(engine.current.clone(), options.protocol == "uci");
    match options.protocol.as_str() {
        "text" => engine.text(&lines)?,
        "uci" => engine.uci(&lines)?,
        "qtp" => engine.qtp(&lines)?,
        _ => engine.json(&lines)?,
    }
    Ok(Exit::Done)
}

/// Reads lines in a thread. What asks for a stop is obeyed at once; it also stands in the line with the rest. `quit` waits for its turn, so
/// that a whole script can be piped in, except in UCI, where it means now.
fn read_lines(current: Current, quit_now: bool) -> Lines {
    let (send, receive) = sync_channel(64);
    std::thread::spawn(move || {
        let Ok(lines) = input::Lines::new("-") else { return };
        for (_, line) in lines {
            let stops = |line: &String| {
                let line = line.trim_start();
                line.starts_with("stop")
                    || line.contains("\"stop\"")
                    || (quit_now && line.starts_with("quit"))
            };
            if line.as_ref().is_ok_and(stops)
                && let Some(progress) = &*current.lock().unwrap_or_else(PoisonError::into_inner)
            {
                progress.cancel();
            }
            if send.send(line.map_err(|error| error.to_string())).is_err() {
                return;
            }
        }
    });
    receive
}

/// Says a line at once.
fn speak(line: &str) -> Result<(), Fault> {
    let mut out = io::stdout().lock();
    writeln!(out, "{line}")?;
    Ok(out.flush()?)
}

/// A line's first word, and the rest.
fn split(line: &str) -> (&str, &str) {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (word, rest.trim())
}

impl Engine {
    /// Forgets the game and begins another one.
    fn begin(&mut self, setup: Setup) {
        self.record = Record::new(setup);
        self.player.clear();
    }

    /// Thinks within the limits; a clock stands in place of their time.
    fn think(
        &mut self,
        limits: Limits,
        clock: Option<Told>,
        tell: &mut dyn FnMut(&Thought, &Run),
    ) -> (Thought, Run) {
        let watched = Watched::new();
        self.now(Some(watched.progress.clone()));
        let (thought, mut run) = if let Some(Told { left, increment }) = clock {
            let time = allot(left, increment, self.record.position());
            let limit = players::time_limit(&*self.player, time);
            let mut run = watched.run(Limits { time: Some(limit), ..limits });
            let thought = players::think_on_clock(&mut *self.player, &self.record, time, &mut run, tell);
            (thought, run)
        } else {
            let mut run = watched.run(limits);
            (self.player.think(&self.record, &mut run, tell), run)
        };
        self.now(None);
        run.finish();
        (thought, run)
    }

    /// Which search `stop` stops from now on.
    fn now(&self, progress: Option<Arc<Progress>>) {
        *self.current.lock().unwrap_or_else(PoisonError::into_inner) = progress;
    }
}
