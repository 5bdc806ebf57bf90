//! One JSON object a board, as programs exchange them: `{"id":"1","width":3,"height":3,"tiles":[1,2,3,4,5,6,7,0,8]}`, row by row, 0 is
//! the gap. The id may be left out; further keys are ignored.

use damier_search::kit::ReadError;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Read, at};
use crate::board::{Position, refuse};

#[derive(Deserialize, Serialize)]
struct Instance {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    id: Option<Value>,
    width: usize,
    height: usize,
    tiles: Vec<i64>,
}

pub(super) fn read(text: &str) -> Result<Vec<Read>, ReadError> {
    let mut objects = serde_json::Deserializer::from_str(text).into_iter::<Instance>();
    let (mut found, mut end, mut line) = (Vec::new(), 0, 1);
    while let Some(instance) = objects.next() {
        let Instance { id, width, height, tiles } = instance.map_err(|error| broken(&error))?;
        let source = text[end..objects.byte_offset()].trim_start();
        let begin = objects.byte_offset() - source.len();
        line += text[end..begin].matches('\n').count();
        let column = text[..begin].chars().rev().take_while(|&letter| letter != '\n').count() + 1;
        let position = Position::new(width, height, &tiles).map_err(|(_, why)| at((line, column), why))?;
        let id = id.map(|id| id.as_str().map_or_else(|| id.to_string(), str::to_owned));
        found.push(Read { line, id, position, source: Some(source.to_owned()) });
        line += source.matches('\n').count();
        end = objects.byte_offset();
    }
    Ok(found)
}

/// A sentence for what the JSON reader found wrong.
fn broken(error: &serde_json::Error) -> ReadError {
    let whole = error.to_string();
    let what = whole.rsplit_once(" at line ").map_or(whole.as_str(), |(what, _)| what);
    let what: String = what.chars().take(200).flat_map(char::escape_debug).collect();
    let what = format!("not a board in JSON: {what}; see `damier list taquin` for the formats");
    at((error.line().max(1), error.column().max(1)), refuse("taquin.json", what))
}

pub(super) fn write(position: &Position, id: Option<&str>) -> String {
    let tiles = position.tiles.iter().map(|&tile| tile.into()).collect();
    let (width, height) = (position.width, position.height);
    serde_json::to_string(&Instance { id: id.map(Value::from), width, height, tiles }).unwrap_or_default()
}
