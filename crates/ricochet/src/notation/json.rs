//! One JSON object a position, as CONTRACT-minded programs exchange them; further keys are ignored.
//!
//! `{"id":"s1","width":16,"height":16,"walls":[9,1,…],"robots":[225,122],"target_robot":0,"target":99}`, and where the
//! board has them `closed`, `bonus`, `penalty` (cells), `diagonals` (`{"cell":17,"dir":"/","color":2}`) and `targets`
//! (`{"cell":5,"robot":0}`: all targets of the board, in play or not).

use damier_search::kit::ReadError;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::{Read, checked, one_sided_walls};
use crate::board::Position;
use crate::setup::{Item, Setup};

#[derive(Deserialize, Serialize)]
struct Instance {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    id: Option<Id>,
    width: i64,
    height: i64,
    walls: Vec<i64>,
    robots: Vec<i64>,
    #[serde(deserialize_with = "Option::deserialize")] // It may be null, but not missing.
    target_robot: Option<i64>,
    target: i64,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    closed: Vec<i64>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    diagonals: Vec<JsonDiagonal>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    bonus: Vec<i64>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    penalty: Vec<i64>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    targets: Vec<JsonTarget>,
}

/// Some files number their positions.
#[derive(Deserialize, Serialize)]
#[serde(untagged)]
enum Id {
    Text(String),
    Number(serde_json::Number),
}

#[derive(Deserialize, Serialize)]
struct JsonDiagonal {
    cell: i64,
    dir: Slope,
    color: i64,
}

#[derive(Clone, Copy, Deserialize, Serialize)]
enum Slope {
    #[serde(rename = "/")]
    Rising,
    #[serde(rename = "\\")]
    Falling,
}

#[derive(Deserialize, Serialize)]
struct JsonTarget {
    cell: i64,
    #[serde(deserialize_with = "Option::deserialize")]
    robot: Option<i64>,
}

pub(super) fn read(text: &str) -> Result<Vec<Read>, ReadError> {
    let mut objects = serde_json::Deserializer::from_str(text).into_iter::<&RawValue>();
    let mut found = Vec::new();
    while let Some(raw) = objects.next() {
        let raw = raw.map_err(|error| broken(&error, (1, 1)))?.get();
        // The deserializer has just passed the object, so it begins its own length before.
        let begins = place_of(text, objects.byte_offset() - raw.len());
        found.push(object(raw, begins)?);
    }
    if found.is_empty() {
        return Err(ReadError::new("the input holds no position; give one JSON object a position"));
    }
    Ok(found)
}

/// Reads one object that begins at a line and column.
fn object(raw: &str, begins: (usize, usize)) -> Result<Read, ReadError> {
    if !raw.starts_with('{') {
        return Err(ReadError::at(
            begins.0,
            begins.1,
            "this is no position in any known format; give a JSON object, `x y WNR` lines, a drawing, codes or a compact string",
        ));
    }
    let instance: Instance = serde_json::from_str(raw).map_err(|error| broken(&error, begins))?;
    let setup = Setup {
        width: instance.width,
        height: instance.height,
        walls: instance.walls,
        closed: instance.closed,
        diagonals: instance
            .diagonals
            .iter()
            .map(|d| (d.cell, matches!(d.dir, Slope::Rising), d.color))
            .collect(),
        bonus: instance.bonus,
        penalty: instance.penalty,
        targets: instance.targets.iter().map(|target| (target.cell, target.robot)).collect(),
        robots: instance.robots,
        target: (instance.target, instance.target_robot),
    };
    let position = checked(&setup, |item| within(begins, place_of(raw, offset_of(raw, item))))?;
    Ok(Read {
        line: begins.0,
        id: instance.id.map(|id| match id {
            Id::Text(text) => text,
            Id::Number(number) => number.to_string(),
        }),
        one_sided_walls: one_sided_walls(&setup, &position.board),
        position,
        source: Some(raw.to_owned()),
    })
}

/// A sentence for what the JSON reader found wrong.
fn broken(error: &serde_json::Error, begins: (usize, usize)) -> ReadError {
    let whole = error.to_string();
    let what = whole.split(" at line ").next().unwrap_or_default();
    let (line, column) = within(begins, (error.line().max(1), error.column().max(1)));
    ReadError::at(
        line,
        column,
        format!("not a position in JSON: {what}; see `damier list ricochet` for the formats"),
    )
}

/// Line and column of a byte.
fn place_of(text: &str, offset: usize) -> (usize, usize) {
    let before = &text[..offset];
    let line_begins = before.rfind('\n').map_or(0, |at| at + 1);
    (before.matches('\n').count() + 1, before[line_begins..].chars().count() + 1)
}

/// A place within an object as a place in the text where the object begins.
fn within(begins: (usize, usize), (line, column): (usize, usize)) -> (usize, usize) {
    (begins.0 + line - 1, if line == 1 { begins.1 + column - 1 } else { column })
}

/// Where an item stands in an object: at its key, or at the number in its list. The object was read already, so this
/// looks for the key only.
fn offset_of(raw: &str, item: Item) -> usize {
    let (key, index) = match item {
        Item::Width => ("width", None),
        Item::Height => ("height", None),
        Item::Walls(index) => ("walls", index),
        Item::Robots(index) => ("robots", index),
        Item::Target => ("target", None),
        Item::TargetRobot => ("target_robot", None),
        Item::Targets(index) => ("targets", Some(index)),
        Item::Closed(index) => ("closed", Some(index)),
        Item::Diagonals(index) => ("diagonals", Some(index)),
        Item::Bonus(index) => ("bonus", Some(index)),
        Item::Penalty(index) => ("penalty", Some(index)),
    };
    let Some(at) = raw.find(&format!("\"{key}\"")) else { return 0 };
    let Some(index) = index else { return at };
    let Some(list) = raw[at..].find('[').map(|bracket| at + bracket + 1) else { return at };
    // Lists hold numbers or flat objects: an element begins after a comma outside of braces.
    let mut inside = 0;
    let mut commas = raw[list..].char_indices().filter(|&(_, c)| {
        inside += i32::from(c == '{') - i32::from(c == '}');
        c == ',' && inside == 0
    });
    let begins =
        if index == 0 { Some(list) } else { commas.nth(index - 1).map(|(comma, _)| list + comma + 1) };
    begins.map_or(at, |begins| begins + (raw[begins..].len() - raw[begins..].trim_start().len()))
}

pub(super) fn write(position: &Position, id: Option<&str>) -> String {
    let setup = position.setup();
    let slope = |rising| if rising { Slope::Rising } else { Slope::Falling };
    let instance = Instance {
        id: id.map(|id| Id::Text(id.to_owned())),
        width: setup.width,
        height: setup.height,
        walls: setup.walls,
        robots: setup.robots,
        target_robot: setup.target.1,
        target: setup.target.0,
        closed: setup.closed,
        diagonals: (setup.diagonals.iter())
            .map(|&(cell, rising, color)| JsonDiagonal { cell, dir: slope(rising), color })
            .collect(),
        bonus: setup.bonus,
        penalty: setup.penalty,
        targets: setup.targets.iter().map(|&(cell, robot)| JsonTarget { cell, robot }).collect(),
    };
    serde_json::to_string(&instance).unwrap_or_default()
}
