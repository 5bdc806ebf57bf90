//! Reads a Ricochet Robots instance from JSON and refuses, in a sentence, whatever is not a board of this
//! game.
//!
//! Numbers are read as raw JSON values first, so that a negative, a fraction or a text gets a sentence that
//! names the entry. Keys that the rules do not need are ignored. A key given twice is refused: two readers
//! could disagree on it.

use std::fmt::Display;
use std::ops::RangeInclusive;

use serde::{Deserialize, Deserializer};
use serde_json::Value;

use super::Fault;

/// Where a robot goes.
#[derive(Clone, Copy)]
pub(super) enum Heading {
    North,
    East,
    South,
    West,
}

impl Heading {
    pub(super) fn opposite(self) -> Heading {
        match self {
            Heading::North => Heading::South,
            Heading::East => Heading::West,
            Heading::South => Heading::North,
            Heading::West => Heading::East,
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Heading::North => "north",
            Heading::East => "east",
            Heading::South => "south",
            Heading::West => "west",
        }
    }

    /// The bit that marks a wall on this side of a cell.
    fn wall_bit(self) -> usize {
        match self {
            Heading::North => 1,
            Heading::East => 2,
            Heading::South => 4,
            Heading::West => 8,
        }
    }
}

/// How a diagonal lies, as it is drawn.
#[derive(Clone, Copy)]
enum Slant {
    /// `/`
    Rising,
    /// `\`
    Falling,
}

/// A diagonal in a cell. Robots of its own colour pass through it.
#[derive(Clone, Copy)]
pub(super) struct Diagonal {
    slant: Slant,
    pub(super) colour: usize,
}

impl Diagonal {
    /// The heading of a robot after it bounced off this diagonal.
    pub(super) fn turn(self, heading: Heading) -> Heading {
        match (self.slant, heading) {
            (Slant::Rising, Heading::East) | (Slant::Falling, Heading::West) => Heading::North,
            (Slant::Rising, Heading::North) | (Slant::Falling, Heading::South) => Heading::East,
            (Slant::Rising, Heading::West) | (Slant::Falling, Heading::East) => Heading::South,
            (Slant::Rising, Heading::South) | (Slant::Falling, Heading::North) => Heading::West,
        }
    }
}

/// A board that was read and is in order. The lists by cell have `width * height` entries, row by row from
/// the top.
pub(super) struct Board {
    pub(super) width: usize,
    pub(super) height: usize,
    walls: Vec<usize>,
    pub(super) closed: Vec<bool>,
    pub(super) bonus: Vec<bool>,
    pub(super) penalty: Vec<bool>,
    pub(super) diagonals: Vec<Option<Diagonal>>,
    pub(super) robots: Vec<usize>,
    /// The robot that must reach the target, or none when any may.
    pub(super) target_robot: Option<usize>,
    pub(super) target: usize,
    /// Whether the robot that takes the target must have made a right-angle turn.
    pub(super) ricochet: bool,
    /// What each robot has travelled when the solution begins.
    pub(super) travelled: Vec<Travelled>,
}

/// Along which lines a robot has travelled, at least one cell each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Travelled {
    pub(super) row: bool,
    pub(super) column: bool,
}

impl Travelled {
    /// One cell more, with this heading.
    pub(super) fn step(&mut self, heading: Heading) {
        match heading {
            Heading::East | Heading::West => self.row = true,
            Heading::North | Heading::South => self.column = true,
        }
    }

    /// Who went along a row and along a column has turned on the way.
    pub(super) fn has_turned(self) -> bool {
        self.row && self.column
    }
}

impl Board {
    pub(super) fn read(text: &str) -> Result<Board, Fault> {
        // The derived reader would also take a list of the values in the order of the fields.
        if !text.trim_start().starts_with('{') {
            return Err(refused("expected a JSON object, as in {\"width\":16,\"height\":16,…}"));
        }
        let raw: Raw =
            serde_json::from_str(text).map_err(|e| refused(format!("this JSON cannot be read: {e}")))?;

        let width = whole(required(raw.width.as_ref(), "width")?, "`width`", SIDES)?;
        let height = whole(required(raw.height.as_ref(), "height")?, "`height`", SIDES)?;
        let size = width * height;
        let mut board = Board {
            width,
            height,
            walls: read_walls(required(raw.walls.as_ref(), "walls")?, size)?,
            closed: read_cells(raw.closed.as_ref(), "closed", size)?,
            bonus: read_cells(raw.bonus.as_ref(), "bonus", size)?,
            penalty: read_cells(raw.penalty.as_ref(), "penalty", size)?,
            diagonals: vec![None; size],
            robots: vec![],
            target_robot: None,
            target: whole(required(raw.target.as_ref(), "target")?, "`target`", 0..=size - 1)?,
            ricochet: flag(raw.ricochet.as_ref(), "ricochet")?,
            travelled: vec![],
        };
        if let Some(list) = &raw.diagonals {
            board.put_diagonals(list)?;
        }
        board.put_robots(required(raw.robots.as_ref(), "robots")?)?;
        board.target_robot = match raw.target_robot {
            None => {
                return Err(refused(
                    "`target_robot` is missing; give a robot's index, or null for any robot",
                ));
            }
            Some(Value::Null) => None,
            Some(robot) => Some(whole(&robot, "`target_robot`", 0..=board.robots.len() - 1)?),
        };
        board.travelled = vec![Travelled::default(); board.robots.len()];
        if let Some(value) = raw.travelled.as_ref().filter(|_| board.ricochet) {
            board.put_travelled(value)?;
        }
        if board.closed[board.target] {
            let spot = board.spot(board.target);
            return Err(refused(format!(
                "the target {spot} is a closed cell; move the target or open the cell"
            )));
        }
        Ok(board)
    }

    pub(super) fn column(&self, cell: usize) -> usize {
        cell % self.width
    }

    pub(super) fn row(&self, cell: usize) -> usize {
        cell / self.width
    }

    /// A cell as people read it: `column,row`.
    pub(super) fn spot(&self, cell: usize) -> String {
        format!("{},{}", self.column(cell), self.row(cell))
    }

    /// The cell next to `cell`, or none across the border.
    pub(super) fn neighbour(&self, cell: usize, heading: Heading) -> Option<usize> {
        let (column, row) = (self.column(cell), self.row(cell));
        match heading {
            Heading::North => (row > 0).then(|| cell - self.width),
            Heading::East => (column + 1 < self.width).then(|| cell + 1),
            Heading::South => (row + 1 < self.height).then(|| cell + self.width),
            Heading::West => (column > 0).then(|| cell - 1),
        }
    }

    /// Whether a wall is marked in `cell` on the side of `heading`.
    pub(super) fn has_wall(&self, cell: usize, heading: Heading) -> bool {
        self.walls[cell] & heading.wall_bit() != 0
    }

    fn put_robots(&mut self, value: &Value) -> Result<(), Fault> {
        let list = list(value, "robots")?;
        if !ROBOTS.contains(&list.len()) {
            let count = list.len();
            return Err(refused(format!("`robots` has {count} entries; a board has 1 to 8 robots")));
        }
        for (index, entry) in list.iter().enumerate() {
            let cell = whole(entry, format_args!("`robots` entry {index}"), 0..=self.closed.len() - 1)?;
            if self.closed[cell] {
                let spot = self.spot(cell);
                return Err(refused(format!(
                    "robot {index} stands in the closed cell {spot}; move it elsewhere"
                )));
            }
            if let Some(other) = self.robots.iter().position(|&taken| taken == cell) {
                let spot = self.spot(cell);
                return Err(refused(format!(
                    "robots {other} and {index} both stand on {spot}; move one of them"
                )));
            }
            self.robots.push(cell);
        }
        Ok(())
    }

    /// What the robots have travelled: 1 along a row, 2 along a column, 3 both.
    fn put_travelled(&mut self, value: &Value) -> Result<(), Fault> {
        let list = list(value, "travelled")?;
        if list.len() > self.robots.len() {
            let (count, robots) = (list.len(), self.robots.len());
            return Err(refused(format!("`travelled` has {count} entries; this board has {robots} robots")));
        }
        for (index, entry) in list.iter().enumerate() {
            let ways = whole(entry, format_args!("`travelled` entry {index}"), 0..=3)?;
            self.travelled[index] = Travelled { row: ways % 2 == 1, column: ways >= 2 };
        }
        Ok(())
    }

    fn put_diagonals(&mut self, value: &Value) -> Result<(), Fault> {
        for (index, entry) in list(value, "diagonals")?.iter().enumerate() {
            let what = |key: &str| format!("`{key}` of `diagonals` entry {index}");
            let Value::Object(entry) = entry else {
                return Err(refused(format!(
                    "`diagonals` entry {index} is {}; write it as {{\"cell\":17,\"dir\":\"/\",\"color\":2}}",
                    described(entry)
                )));
            };
            let part = |key: &str| {
                entry.get(key).ok_or_else(|| refused(format!("{} is missing; add it", what(key))))
            };
            let cell = whole(part("cell")?, what("cell"), 0..=self.closed.len() - 1)?;
            let colour = whole(part("color")?, what("color"), COLOURS)?;
            let slant = match part("dir")? {
                Value::String(dir) if dir == "/" => Slant::Rising,
                Value::String(dir) if dir == "\\" => Slant::Falling,
                other => {
                    let found = described(other);
                    return Err(refused(format!("{} is {found}; write \"/\" or \"\\\\\"", what("dir"))));
                }
            };
            if self.closed[cell] {
                let spot = self.spot(cell);
                return Err(refused(format!(
                    "the diagonal on {spot} is in a closed cell; remove one of the two"
                )));
            }
            if self.diagonals[cell].is_some() {
                let spot = self.spot(cell);
                return Err(refused(format!("there are two diagonals on {spot}; remove one")));
            }
            self.diagonals[cell] = Some(Diagonal { slant, colour });
        }
        Ok(())
    }
}

/// A word for a sentence: cut after 20 characters, with control characters made visible.
pub(super) fn shortened(word: &str) -> String {
    let mut short: String = word.chars().take(20).flat_map(char::escape_debug).collect();
    if word.chars().nth(20).is_some() {
        short.push('…');
    }
    short
}

// The sizes that the command-line contract names.
const SIDES: RangeInclusive<usize> = 2..=32;
const ROBOTS: RangeInclusive<usize> = 1..=8;
const WALL_CODES: RangeInclusive<usize> = 0..=15;
const COLOURS: RangeInclusive<usize> = 0..=7;

/// The keys that are read, each still any JSON value. A key whose value is null counts as left out, except
/// `target_robot`, where null has a meaning.
#[derive(Deserialize)]
struct Raw {
    width: Option<Value>,
    height: Option<Value>,
    walls: Option<Value>,
    robots: Option<Value>,
    #[serde(default, deserialize_with = "null_is_a_value")]
    target_robot: Option<Value>,
    target: Option<Value>,
    closed: Option<Value>,
    bonus: Option<Value>,
    penalty: Option<Value>,
    diagonals: Option<Value>,
    ricochet: Option<Value>,
    travelled: Option<Value>,
}

fn null_is_a_value<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}

fn read_walls(value: &Value, size: usize) -> Result<Vec<usize>, Fault> {
    let list = list(value, "walls")?;
    if list.len() != size {
        let count = list.len();
        return Err(refused(format!("`walls` has {count} entries; this board needs {size}, one a cell")));
    }
    let codes = list.iter().enumerate();
    codes.map(|(index, code)| whole(code, format_args!("`walls` entry {index}"), WALL_CODES)).collect()
}

/// Marks the cells of an optional list.
fn read_cells(value: Option<&Value>, name: &str, size: usize) -> Result<Vec<bool>, Fault> {
    let mut marked = vec![false; size];
    if let Some(value) = value {
        for (index, entry) in list(value, name)?.iter().enumerate() {
            marked[whole(entry, format_args!("`{name}` entry {index}"), 0..=size - 1)?] = true;
        }
    }
    Ok(marked)
}

/// An optional yes or no; left out it is no.
fn flag(value: Option<&Value>, name: &str) -> Result<bool, Fault> {
    match value {
        None => Ok(false),
        Some(Value::Bool(truth)) => Ok(*truth),
        Some(other) => Err(refused(format!("`{name}` is {}; write true or false", described(other)))),
    }
}

fn required<'a>(value: Option<&'a Value>, name: &str) -> Result<&'a Value, Fault> {
    value.ok_or_else(|| refused(format!("`{name}` is missing; add it")))
}

fn list<'a>(value: &'a Value, name: &str) -> Result<&'a [Value], Fault> {
    match value {
        Value::Array(list) => Ok(list),
        other => Err(refused(format!("`{name}` is {}; write a list", described(other)))),
    }
}

fn whole(value: &Value, what: impl Display, range: RangeInclusive<usize>) -> Result<usize, Fault> {
    let number = value.as_u64().and_then(|number| usize::try_from(number).ok());
    number.filter(|number| range.contains(number)).ok_or_else(|| {
        let (least, most) = (range.start(), range.end());
        refused(format!("{what} is {}; write a whole number from {least} to {most}", described(value)))
    })
}

fn described(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(truth) => truth.to_string(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => format!("the text '{}'", shortened(text)),
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "an object".to_owned(),
    }
}

fn refused(sentence: impl Into<String>) -> Fault {
    Fault::Instance(sentence.into())
}
