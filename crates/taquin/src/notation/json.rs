//! One JSON object a board, as programs exchange them: `{"id":"1","width":3,"height":3,"tiles":[1,2,3,4,5,6,7,0,8]}`, row by row, 0 is
//! the gap. The id may be left out; further keys are ignored.

use damier_kit::json::{Id, Place, fault, not_an_object, values};
use damier_kit::{Gap, Refusal, refuse};
use serde::{Deserialize, Serialize};

use super::Read;
use crate::board::Position;

/// The keys that mean something.
pub(crate) const KEYS: &[&str] = &["id", "width", "height", "tiles"];

#[derive(Deserialize, Serialize)]
struct Instance {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    id: Option<Id>,
    width: usize,
    height: usize,
    tiles: Vec<i64>,
}

pub(super) fn read(text: &str) -> Result<Vec<Read>, Refusal> {
    let mut found = Vec::new();
    for value in values(text) {
        let (raw, place) = value.map_err(|error| broken(&error, text, (1, 1)))?;
        if !raw.starts_with('{') {
            return Err(refused(not_an_object().into(), place));
        }
        let read: Instance = serde_json::from_str(raw).map_err(|error| broken(&error, raw, place))?;
        let Instance { id, width, height, tiles } = read;
        let position = Position::new(width, height, &tiles).map_err(|(_, why)| why.at(place.0, place.1))?;
        let id = id.map(String::from);
        found.push(Read { line: place.0, id, position, source: Some(raw.to_owned()) });
    }
    Ok(found)
}

/// What the JSON reader found wrong.
fn broken(error: &serde_json::Error, text: &str, begins: Place) -> Refusal {
    let (what, place) = fault(error, text, begins);
    refused(what, place)
}

fn refused(what: Gap, (line, column): Place) -> Refusal {
    let why = refuse!(
        "taquin.json",
        "not a board in JSON: {what}; see `damier list taquin` for the formats",
        what = what
    );
    why.at(line, column)
}

pub(super) fn write(position: &Position, id: Option<&str>) -> String {
    let tiles = position.tiles.iter().map(|&tile| tile.into()).collect();
    let (width, height) = (position.width, position.height);
    serde_json::to_string(&Instance { id: id.map(|id| Id::Text(id.to_owned())), width, height, tiles })
        .unwrap_or_default()
}
