//! `engine`: the engine protocol on standard input and output, as JSON Lines or as plain text.
//!
//! A thread of its own reads, so that `stop` and the end of the input reach a search that is under way.

use std::io::{self, Write};
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use damier_quoridor::notation::{self, play_all};
use damier_quoridor::perft::perft;
use damier_quoridor::players::{self, Thinker};
use damier_quoridor::{Ahead, Move, Quoridor, Record, Setup, Thought};
use damier_search::adversaries::Evaluate;
use damier_search::{Limits, Progress, Run, Spec};
use serde_json::{Value, json};

use super::{NAME, PATIENCE, TABLE, game, moves, solve};
use crate::cli::session::{self, Watched};
use crate::cli::{Exit, Fault, Outcome, input, units};

#[derive(clap::Args)]
pub(in crate::cli) struct Options {
    /// The game
    #[arg(value_parser = game, value_name = "GAME")]
    _game: String,
    /// What is spoken
    #[arg(long, value_name = "NAME", default_value = "json", value_parser = ["json", "text"])]
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
    let lines = read_lines(engine.current.clone());
    if options.protocol == "text" {
        engine.text(&lines)?;
    } else {
        engine.json(&lines)?;
    }
    Ok(Exit::Done)
}

/// Reads lines in a thread. What asks for a stop is obeyed at once; it also stands in the line with the rest.
fn read_lines(current: Current) -> Receiver<Result<String, String>> {
    let (send, receive) = sync_channel(64);
    std::thread::spawn(move || {
        let Ok(lines) = input::Lines::new("-") else { return };
        for (_, line) in lines {
            let stops = |line: &String| {
                let line = line.trim_start();
                line.starts_with("stop")
                    || line.starts_with("quit")
                    || line.contains("\"stop\"")
                    || line.contains("\"quit\"")
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

impl Engine {
    fn think(&mut self, limits: Limits, tell: &mut dyn FnMut(&Thought, &Run)) -> (Thought, Run) {
        let watched = Watched::new();
        *self.current.lock().unwrap_or_else(PoisonError::into_inner) = Some(watched.progress.clone());
        let mut run = watched.run(limits);
        let thought = self.player.think(&self.record, &mut run, tell);
        *self.current.lock().unwrap_or_else(PoisonError::into_inner) = None;
        run.finish();
        (thought, run)
    }

    fn text(&mut self, lines: &Receiver<Result<String, String>>) -> Result<(), Fault> {
        for line in lines {
            let answer = match line {
                Err(error) => Err(error),
                Ok(line) => {
                    let line = line.trim();
                    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
                    match word {
                        "" | "stop" => continue,
                        "quit" => break,
                        _ => self.obey(word, rest.trim()),
                    }
                }
            };
            speak(&answer.unwrap_or_else(|error| format!("error {error}")))?;
        }
        Ok(())
    }

    /// One command of the text protocol and its answer.
    fn obey(&mut self, word: &str, rest: &str) -> Result<String, String> {
        let ok = || Ok("ok".to_owned());
        match word {
            "newgame" => {
                // An extension: size, players and walls may follow.
                let numbers: Result<Vec<usize>, _> = rest.split_whitespace().map(str::parse).collect();
                let numbers =
                    numbers.map_err(|_| "newgame takes numbers: size, players, walls".to_owned())?;
                let at = |place: usize| numbers.get(place).copied();
                let setup = Setup::new(at(0).unwrap_or(9), at(1).unwrap_or(2), at(2));
                self.record = Record::new(setup.map_err(|error| error.to_string())?);
                self.player.clear();
                ok()
            }
            "play" => {
                let play: Move = rest.parse().map_err(|error| format!("{error}"))?;
                self.record.play(play).map_err(|illegal| illegal.to_string())?;
                ok()
            }
            "position" => {
                let mut record = Record::from(*self.record.start());
                play_all(&mut record, rest)?;
                self.record = record;
                ok()
            }
            "undo" => self.record.undo().map_or(Err("there is nothing to take back".to_owned()), |_| ok()),
            "legal" => Ok(moves::legal(self.record.position()).join(" ")),
            "dist" => {
                let position = self.record.position();
                let steps =
                    |player| position.distance(player).map_or("–".to_owned(), |steps| steps.to_string());
                Ok((0..position.players()).map(steps).collect::<Vec<_>>().join(" "))
            }
            "perft" => {
                let depth = rest.parse::<u32>().ok().filter(|depth| (0..=20).contains(depth));
                let depth = depth.ok_or_else(|| "perft takes a depth from 0 to 20".to_owned())?;
                let watched = Watched::new();
                *self.current.lock().unwrap_or_else(PoisonError::into_inner) = Some(watched.progress.clone());
                let count = perft(self.record.position(), depth, &mut watched.run(Limits::default()));
                *self.current.lock().unwrap_or_else(PoisonError::into_inner) = None;
                count.map(|count| count.to_string()).map_err(|why| why.reason().to_owned())
            }
            "genmove" => {
                let (thought, run) = self.think(self.limits, &mut |_, _| ());
                let play = thought.play.ok_or("the game is over")?;
                let (millis, nodes) = (run.stats.seconds * 1e3, run.stats.expanded);
                Ok(format!("bestmove {play} ms {millis:.0} nodes {nodes}"))
            }
            _ => Err(format!(
                "'{}' is unknown; there is newgame, play, position, genmove, legal, dist, perft, undo, quit",
                word.chars().take(20).collect::<String>()
            )),
        }
    }

    fn json(&mut self, lines: &Receiver<Result<String, String>>) -> Result<(), Fault> {
        let hello =
            json!({"hello": {"name": "damier", "game": NAME, "roles": ["solver", "player", "heuristic"]}});
        speak(&hello.to_string())?;
        for line in lines {
            let read = line.and_then(|line| {
                serde_json::from_str::<Value>(&line).map_err(|error| format!("this is not JSON: {error}"))
            });
            let answer = match read {
                Err(error) => Err(error),
                Ok(message) if message.get("quit").is_some() => break,
                Ok(message) => self.heed(&message),
            };
            match answer {
                Ok(None) => {}
                Ok(Some(answer)) => speak(&answer.to_string())?,
                Err(error) => speak(&json!({ "error": error }).to_string())?,
            }
        }
        Ok(())
    }

    /// One message of the JSON protocol and its answer.
    fn heed(&mut self, message: &Value) -> Result<Option<Value>, String> {
        if message.get("hello").or(message.get("stop")).is_some() {
            return Ok(None);
        }
        if let Some(position) = message.get("position") {
            self.record = read_position(position)?;
            return Ok(None);
        }
        if let Some(eval) = message.get("eval") {
            let states = eval["states"].as_array().ok_or("eval needs a list of states")?;
            let values: Result<Vec<i32>, String> =
                states.iter().map(|state| worth(&read_position(state)?)).collect();
            return Ok(Some(json!({ "values": values? })));
        }
        let Some(go) = message.get("go") else {
            return Err("unknown message; there is hello, position, go, eval, stop, quit".to_owned());
        };
        let mut limits = self.limits;
        if go["time_ms"].is_u64() || go["nodes"].is_u64() {
            limits.time = go["time_ms"].as_u64().map(Duration::from_millis);
            limits.nodes = go["nodes"].as_u64();
        }
        if self.record.position().winner().is_some() {
            return Err("the game is over".to_owned());
        }
        let (thought, run) = self.think(limits, &mut |thought, run| {
            let best = thought.play.map(|play| play.to_string());
            let info = json!({"info": {"nodes": run.stats.expanded, "depth": thought.depth, "best": best}});
            // If nobody listens any more, the result will say so.
            let _ = speak(&info.to_string());
        });
        let result = solve::answer("go", &self.spec, &self.record, &thought, run.stats)?;
        Ok(Some(json!({ "result": result })))
    }
}

/// A position as an object, or as the text of one.
fn read_position(value: &Value) -> Result<Record, String> {
    let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let mut entries = notation::read(&text, None).map_err(|error| error.to_string())?;
    entries.pop().map(|entry| entry.record).ok_or_else(|| "there is no position".to_owned())
}

/// What a position seems to be worth to the player whose turn it is.
fn worth(record: &Record) -> Result<i32, String> {
    let (start, position) = (record.start(), record.position());
    let setup = Setup::new(start.size(), start.players(), None).map_err(|error| error.to_string())?;
    Ok(Ahead.evaluate(&Quoridor { setup, all_walls: true }, position, position.turn()))
}
