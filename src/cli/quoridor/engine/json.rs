//! Our own protocol as JSON Lines.

use std::time::Duration;

use damier_quoridor::notation;
use damier_quoridor::{Ahead, Quoridor, Record, Setup};
use damier_search::adversaries::Evaluate;
use serde_json::{Value, json};

use super::super::{NAME, solve};
use super::{Engine, Lines, Told, speak};
use crate::cli::Fault;

impl Engine {
    pub(super) fn json(&mut self, lines: &Lines) -> Result<(), Fault> {
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
        let millis = |name: &str| go[name].as_u64().map(Duration::from_millis);
        let clock = millis("clock_ms")
            .map(|left| Told { left, increment: millis("increment_ms").unwrap_or_default() });
        if self.record.position().winner().is_some() {
            return Err("the game is over".to_owned());
        }
        let (thought, run) = self.think(limits, clock, &mut |thought, run| {
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
