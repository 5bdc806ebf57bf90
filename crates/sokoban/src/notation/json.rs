//! One JSON object a level, as programs exchange them: `{"id":"1","level":"####\n…"}`, with `title`, `author` and `optimal` (the
//! fewest pushes) where they are known; further keys are ignored. The level is a text as `text.rs` reads it, with one drawing in
//! it.

use damier_kit::json::{Id, Place, fault, misspelt, values};
use damier_kit::{Refusal, refuse};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Level, Room, numbered, text, xsb};

/// The keys that mean something.
const KEYS: &[&str] = &["id", "level", "title", "author", "optimal"];

#[derive(Deserialize, Serialize)]
struct Instance {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    id: Option<Id>,
    level: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    title: Option<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    author: Option<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    optimal: Option<Value>,
}

pub(super) fn read(text: &str) -> Result<Vec<Level>, Refusal> {
    let mut found = Vec::new();
    let mut room = Room::default();
    for value in values(text) {
        let (raw, place) = value.map_err(|error| broken(&error, text, (1, 1)))?;
        let level = object(raw, place).map_err(|error| numbered(found.len(), &error))?;
        room.take(&level.position).map_err(|_| {
            refuse!(
                "sokoban.json.full",
                "the input holds more levels than are taken in at once; split the file, or use --batch"
            )
            .at(place.0, place.1)
        })?;
        found.push(level);
    }
    if found.is_empty() {
        return Err(refuse!("sokoban.json.none", "the input holds no level; give one JSON object a level"));
    }
    Ok(found)
}

/// Reads one object that begins at a line and column.
fn object(raw: &str, begins: Place) -> Result<Level, Refusal> {
    let at = |why: Refusal| why.at(begins.0, begins.1);
    if !raw.starts_with('{') {
        let example = "{\"level\":\"####…\"}";
        return Err(at(refuse!(
            "sokoban.json.object",
            "this is no level; give a JSON object such as {example}",
            example
        )));
    }
    let instance: Instance = serde_json::from_str(raw).map_err(|error| broken(&error, raw, begins))?;
    // The first level, which should be the only one, needs no number.
    let named = |before, why: &Refusal| if before == 0 { why.clone() } else { numbered(before, why) };
    let mut levels = text::read(&instance.level, named).map_err(|why| {
        // The drawing's own lines say more than the one line of JSON.
        at(match (why.line, why.column) {
            (Some(line), Some(column)) => refuse!(
                "sokoban.json.drawing",
                "line {line}, column {column} of the drawing: {why}",
                line,
                column,
                why
            ),
            _ => why,
        })
    })?;
    let level = match (levels.pop(), levels.len()) {
        (Some(level), 0) => level,
        (_, more) => {
            return Err(at(refuse!(
                "sokoban.json.drawings",
                "`level` holds {many} drawings; give one object a level",
                many = more + 1
            )));
        }
    };
    let words = |value: Option<Value>| value.and_then(|value| value.as_str().map(str::to_owned));
    Ok(Level {
        line: begins.0,
        id: instance.id.map(String::from),
        title: words(instance.title).or(level.title),
        author: words(instance.author).or(level.author),
        optimal: instance.optimal.and_then(|optimal| optimal.as_u64()),
        source: Some(raw.to_owned()),
        notes: [misspelt(raw, KEYS), level.notes].concat(),
        ..level
    })
}

/// A sentence for what the JSON reader found wrong.
fn broken(error: &serde_json::Error, text: &str, begins: Place) -> Refusal {
    let (what, (line, column)) = fault(error, text, begins);
    refuse!(
        "sokoban.json.broken",
        "not a level in JSON: {what}; see `damier list sokoban` for the formats",
        what
    )
    .at(line, column)
}

pub(super) fn write(level: &Level) -> String {
    let instance = Instance {
        id: level.id.clone().map(Id::Text),
        level: xsb::write_kept(&level.position).trim_end().to_owned(),
        title: level.title.clone().map(Value::from),
        author: level.author.clone().map(Value::from),
        optimal: level.optimal.map(Value::from),
    };
    serde_json::to_string(&instance).unwrap_or_default()
}
