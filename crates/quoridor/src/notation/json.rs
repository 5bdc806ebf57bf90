//! A position or a game as a JSON object: `{"id":"1","moves":"e2 e8 e3h"}`.
//!
//! `size`, `players` and `walls_each` tell another start than that of 9×9 for two; `qfen` a start that is any position. One of `moves` and
//! `qfen` must be there. Other keys are passed over, so that reference files and saved games can be read.

use damier_kit::json::{Id, fault, not_an_object, values};
use damier_kit::{Gap, Refusal, refuse};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::{play_all, qfen, write_moves};
use crate::board::Setup;
use crate::record::Record;
use crate::rules::Position;

/// The keys that mean something.
pub(crate) const KEYS: &[&str] = &["id", "size", "players", "walls_each", "qfen", "moves"];

#[derive(Deserialize)]
struct Line {
    id: Option<Id>,
    size: Option<usize>,
    players: Option<usize>,
    walls_each: Option<usize>,
    qfen: Option<String>,
    moves: Option<String>,
}

/// Reads the objects of a line: the id and the game of each, and its text.
pub(super) fn read(line: &str) -> Result<Vec<(Option<String>, Record, String)>, Refusal> {
    let objects = values(line).map(|value| {
        let (raw, _) = value.map_err(|error| broken(fault(&error, line, (1, 1)).0))?;
        let (id, record) = object(raw)?;
        Ok((id, record, raw.to_owned()))
    });
    objects.collect()
}

fn broken(what: impl Into<Gap>) -> Refusal {
    let what: Gap = what.into();
    refuse!("quoridor.json", "this is not a position in JSON: {what}", what)
}

fn object(raw: &str) -> Result<(Option<String>, Record), Refusal> {
    if !raw.starts_with('{') {
        return Err(broken(not_an_object()));
    }
    let line: Line = serde_json::from_str(raw).map_err(|error| broken(fault(&error, raw, (1, 1)).0))?;
    let id = line.id.map(String::from);
    if line.moves.is_none() && line.qfen.is_none() {
        return Err(broken(refuse!(
            "quoridor.json.needs",
            "neither `moves` nor `qfen` is there; empty `moves` are the start"
        )));
    }
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
