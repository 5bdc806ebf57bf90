//! Our own protocol as JSON Lines, for solvers and for players.

use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::time::Duration;

use damier_kit::Position;
use damier_lab::record::Record;
use damier_lab::{Solver, estimate, table_bytes};
use damier_search::Limits;
use serde_json::{Value, json};

use super::{Engine, Word, speak};
use crate::cli::Fault;
use crate::cli::session::Watched;

/// How often a solver tells how far it is.
const TELL: Duration = Duration::from_millis(250);

impl Engine {
    pub(super) fn json(&mut self) -> Result<(), Fault> {
        let roles: &[&str] =
            if self.player.is_some() { &["solver", "player", "heuristic"] } else { &["solver", "heuristic"] };
        let hello = json!({"hello": {"name": "damier", "game": self.game.name(), "roles": roles}});
        speak(&hello.to_string())?;
        self.inbox.open(meaning);
        for line in self.inbox.clone() {
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
            self.position = Some(self.read(position)?);
            return Ok(None);
        }
        if let Some(eval) = message.get("eval") {
            let states = eval["states"].as_array().ok_or("eval needs a list of states")?;
            let worth = |state: &Value| {
                let position = self.read(state)?;
                let value = estimate(self.game, position.as_ref(), eval["heuristic"].as_str());
                value.map_err(|error| error.to_string())
            };
            let values: Result<Vec<Option<i64>>, String> = states.iter().map(worth).collect();
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
        let record = if self.player.is_some() { self.choose(go, limits)? } else { self.solve(limits)? };
        match record.error {
            Some(error) => Err(error.to_string()),
            None => Ok(Some(json!({ "result": record }))),
        }
    }

    /// The best move.
    fn choose(&mut self, go: &Value, limits: Limits) -> Result<Record, String> {
        let versus = self.here()?.versus().ok_or("this game has no players")?;
        if versus.end().is_some_and(|end| end.winner.is_some()) {
            return Err("the game is over".to_owned());
        }
        let millis = |name: &str| go[name].as_u64().map(Duration::from_millis);
        let clock = millis("clock_ms").map(|left| (left, millis("increment_ms").unwrap_or_default()));
        let (thought, run) = self.think(limits, clock, &mut |thought, run| {
            tell(run.stats.expanded, thought.depth as u64, thought.play.as_deref());
        })?;
        let id = self.name()?;
        Ok(Record::thought(self.game, id, self.here()?, &self.spec, &thought, run.stats))
    }

    /// A solution.
    fn solve(&self, limits: Limits) -> Result<Record, String> {
        let (position, id) = (self.here()?, self.name()?);
        let mut solver = Solver::new(self.game, self.spec.clone(), table_bytes(limits.memory))
            .map_err(|error| error.to_string())?;
        let watched = Watched::new();
        self.inbox.searches(&watched.progress);
        let done = AtomicBool::new(false);
        let record = std::thread::scope(|scope| {
            let teller = scope.spawn(|| {
                std::thread::park_timeout(TELL);
                while !done.load(SeqCst) {
                    let so_far = watched.progress.snapshot();
                    tell(so_far.expanded, so_far.bound, None);
                    std::thread::park_timeout(TELL);
                }
            });
            let record = solver.answer(id, position, &mut watched.run(limits), &mut |_, _| ());
            done.store(true, SeqCst);
            teller.thread().unpark();
            record
        });
        self.inbox.rests();
        record.map_err(|error| error.to_string())
    }

    /// What the position is called in the answer.
    fn name(&self) -> Result<String, String> {
        Ok(self.here()?.id().unwrap_or("go").to_owned())
    }

    /// A position as an object, or as the text of one.
    fn read(&self, value: &Value) -> Result<Box<dyn Position>, String> {
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let mut read = self.game.kit.read(&text, None).map_err(|error| error.to_string())?;
        read.pop().ok_or_else(|| "there is no position".to_owned())
    }
}

/// What a message means to the thread that reads. Only what may be a stop or the end is looked at twice.
fn meaning(line: &str) -> Word {
    if !line.contains("\"stop\"") && !line.contains("\"quit\"") {
        return Word::Other;
    }
    match serde_json::from_str::<Value>(line) {
        Ok(message) if message.get("quit").is_some() => Word::Quit,
        Ok(message) if message.get("stop").is_some() => Word::Stop,
        _ => Word::Other,
    }
}

/// How far a search is. If nobody listens any more, the result will say so.
fn tell(nodes: u64, depth: u64, best: Option<&str>) {
    let _ = speak(&json!({"info": {"nodes": nodes, "depth": depth, "best": best}}).to_string());
}
