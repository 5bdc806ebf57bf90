//! A position or a game as a JSON object: `{"id":"1","moves":"e2 e8 e3h"}`.
//!
//! `size`, `players` and `walls_each` tell another start than that of 9×9 for two; `qfen` a start that is any position. Other
//! keys are passed over, so that reference files and saved games can be read.

use damier_kit::json::fault;
use damier_kit::{Refusal, refuse};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::{play_all, qfen, write_moves};
use crate::board::Setup;
use crate::record::Record;
use crate::rules::Position;

#[derive(Deserialize)]
struct Line {
    id: Option<Value>,
    size: Option<usize>,
    players: Option<usize>,
    walls_each: Option<usize>,
    qfen: Option<String>,
    moves: Option<String>,
}

/// What an object calls its game.
pub(super) fn name(id: Option<&Value>) -> Option<String> {
    match id? {
        Value::String(id) => Some(id.clone()),
        Value::Number(id) => Some(id.to_string()),
        _ => None,
    }
}

/// Reads an object: its id and the game.
pub(super) fn read(line: &str) -> Result<(Option<String>, Record), Refusal> {
    let line: Line = serde_json::from_str(line).map_err(|error| {
        let (what, _) = fault(&error, line, (1, 1));
        refuse!("quoridor.json", "this is not a position in JSON: {what}", what)
    })?;
    let id = name(line.id.as_ref());
    let mut record = match line.qfen {
        Some(qfen) if line.size.or(line.players).or(line.walls_each).is_none() => {
            Record::from(qfen::read(&qfen)?)
        }
        Some(_) => {
            return Err(refuse!(
                "quoridor.json.both",
                "a qfen tells size, players and walls itself; leave the others out"
            ));
        }
        None => {
            let setup = Setup::new(line.size.unwrap_or(9), line.players.unwrap_or(2), line.walls_each);
            Record::new(setup?)
        }
    };
    play_all(&mut record, &line.moves.unwrap_or_default())?;
    Ok((id, record))
}

/// The object of a game.
pub fn write(id: Option<&str>, record: &Record) -> String {
    let mut object = Map::new();
    if let Some(id) = id {
        object.insert("id".to_owned(), json!(id));
    }
    let start = record.start();
    let walls = start.walls_left(0);
    let setup = Setup::new(start.size(), start.players(), Some(walls)).unwrap_or_default();
    if Position::start(setup) != *start {
        object.insert("qfen".to_owned(), json!(qfen::write(start)));
    } else if setup != Setup::default() {
        object.insert("size".to_owned(), json!(setup.size()));
        object.insert("players".to_owned(), json!(setup.players()));
        object.insert("walls_each".to_owned(), json!(setup.walls()));
    }
    object.insert("moves".to_owned(), json!(write_moves(record.moves())));
    Value::Object(object).to_string()
}
