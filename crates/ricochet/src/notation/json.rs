//! One JSON object a position, as programs exchange them; further keys are ignored.
//!
//! `{"id":"s1","width":16,"height":16,"walls":[9,1,…],"robots":[225,122],"target_robot":0,"target":99}`, and where the
//! board has them `closed`, `bonus`, `penalty` (cells), `diagonals` (`{"cell":17,"dir":"/","color":2}`) and `targets`
//! (`{"cell":5,"robot":0}`: all targets of the board, in play or not). `"ricochet":true` plays by the printed option that the
//! robot that takes the target must ricochet; in the middle of a round, `travelled` says for each robot what it has travelled: the
//! sum of 1 along a row and 2 along a column.

use std::collections::HashMap;
use std::fmt;
use std::marker::PhantomData;

use damier_kit::json::{self, Place};
use damier_kit::{Refusal, excerpt, refuse};
use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;

use super::{Read, checked, one_sided_walls};
use crate::board::Position;
use crate::setup::{Item, Setup};

/// The keys that mean something.
pub(crate) const KEYS: &[&str] = &[
    "id",
    "width",
    "height",
    "walls",
    "robots",
    "target_robot",
    "target",
    "closed",
    "diagonals",
    "bonus",
    "penalty",
    "targets",
    "ricochet",
    "travelled",
];

#[derive(Deserialize, Serialize)]
struct Instance {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    id: Option<json::Id>,
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
    diagonals: Vec<Object<JsonDiagonal>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    bonus: Vec<i64>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    penalty: Vec<i64>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    targets: Vec<Object<JsonTarget>>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    ricochet: bool,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    travelled: Vec<i64>,
}

#[derive(Deserialize, Serialize)]
struct JsonDiagonal {
    cell: i64,
    dir: Slope,
    color: i64,
}

#[derive(Clone, Copy, Deserialize, Serialize)]
#[serde(try_from = "String")]
enum Slope {
    #[serde(rename = "/")]
    Rising,
    #[serde(rename = "\\")]
    Falling,
}

impl TryFrom<String> for Slope {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        match text.as_str() {
            "/" => Ok(Slope::Rising),
            "\\" => Ok(Slope::Falling),
            other => Err(format!("unknown variant `{}`, expected `/` or `\\`", excerpt(other))),
        }
    }
}

/// Something that is written as an object, never as the list of its values, which derived readers also take.
#[derive(Serialize)]
struct Object<T>(T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Keys<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Keys<T> {
            type Value = Object<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Object<T>, A::Error> {
                T::deserialize(MapAccessDeserializer::new(map)).map(Object)
            }
        }
        deserializer.deserialize_map(Keys(PhantomData))
    }
}

#[derive(Deserialize, Serialize)]
struct JsonTarget {
    cell: i64,
    #[serde(deserialize_with = "Option::deserialize")]
    robot: Option<i64>,
}

pub(super) fn read(text: &str) -> Result<Vec<Read>, Refusal> {
    let found = json::values(text).map(|value| {
        let (raw, place) = value.map_err(|error| broken(&error, text, (1, 1)))?;
        object(raw, place)
    });
    let found: Vec<Read> = found.collect::<Result<_, _>>()?;
    if found.is_empty() {
        return Err(refuse!(
            "ricochet.json.empty",
            "the input holds no position; give one JSON object a position"
        ));
    }
    Ok(found)
}

/// Reads one object that begins at a line and column.
fn object(raw: &str, begins: Place) -> Result<Read, Refusal> {
    if !raw.starts_with('{') {
        let what = refuse!(
            "ricochet.json.no_format",
            "this is no position in any known format; give a JSON object, `x y WNR` lines, a drawing, codes or a compact string"
        );
        return Err(what.at(begins.0, begins.1));
    }
    let instance: Instance = serde_json::from_str(raw).map_err(|error| broken(&error, raw, begins))?;
    let setup = Setup {
        width: instance.width,
        height: instance.height,
        walls: instance.walls,
        closed: instance.closed,
        diagonals: instance
            .diagonals
            .iter()
            .map(|Object(d)| (d.cell, matches!(d.dir, Slope::Rising), d.color))
            .collect(),
        bonus: instance.bonus,
        penalty: instance.penalty,
        targets: instance.targets.iter().map(|Object(target)| (target.cell, target.robot)).collect(),
        robots: instance.robots,
        target: (instance.target, instance.target_robot),
        ricochet: instance.ricochet.then_some(instance.travelled),
    };
    let position =
        checked(&setup, |item| Some(json::within(begins, json::place_of(raw, offset_of(raw, item)))))?;
    Ok(Read {
        line: begins.0,
        id: instance.id.map(String::from),
        one_sided_walls: one_sided_walls(&setup, &position.board),
        position,
        source: Some(raw.to_owned()),
    })
}

/// A sentence for what the JSON reader found wrong.
fn broken(error: &serde_json::Error, text: &str, begins: Place) -> Refusal {
    let (what, (line, column)) = json::fault(error, text, begins);
    refuse!(
        "ricochet.json.broken",
        "not a position in JSON: {what}; see `damier list ricochet` for the formats",
        what
    )
    .at(line, column)
}

/// Where an item stands in an object: at its key, or at the element of its list.
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
        Item::Travelled(index) => ("travelled", index),
    };
    // Raw values are slices of the object, so their place in it is known.
    let offset = |value: &RawValue| value.get().as_ptr() as usize - raw.as_ptr() as usize;
    let values: HashMap<String, &RawValue> = serde_json::from_str(raw).unwrap_or_default();
    let Some(value) = values.get(key) else { return 0 };
    let elements: Vec<&RawValue> = serde_json::from_str(value.get()).unwrap_or_default();
    match index.and_then(|index| elements.get(index)) {
        Some(element) => offset(element),
        // Between a key and its value there is no text.
        None => raw[..offset(value)].rfind(&format!("\"{key}\"")).unwrap_or_else(|| offset(value)),
    }
}

pub(super) fn write(position: &Position, id: Option<&str>) -> String {
    let setup = position.setup();
    let slope = |rising| if rising { Slope::Rising } else { Slope::Falling };
    let instance = Instance {
        id: id.map(|id| json::Id::Text(id.to_owned())),
        width: setup.width,
        height: setup.height,
        walls: setup.walls,
        robots: setup.robots,
        target_robot: setup.target.1,
        target: setup.target.0,
        closed: setup.closed,
        diagonals: (setup.diagonals.iter())
            .map(|&(cell, rising, color)| Object(JsonDiagonal { cell, dir: slope(rising), color }))
            .collect(),
        bonus: setup.bonus,
        penalty: setup.penalty,
        targets: setup.targets.iter().map(|&(cell, robot)| Object(JsonTarget { cell, robot })).collect(),
        ricochet: setup.ricochet.is_some(),
        travelled: setup.ricochet.unwrap_or_default(),
    };
    serde_json::to_string(&instance).unwrap_or_default()
}
