//! How positions and moves are written: JSON for programs, `x y WNR` lines, a drawing, quadrant codes, a short string for an
//! address, and PDDL for planners. A text's format is recognised by how it begins.

mod codes;
mod compact;
mod drawing;
mod json;
mod lines;
mod pddl;

use std::fmt;

use damier_kit::{FormatInfo, Refusal};

use crate::board::{Board, Cell, Direction, Position, ROBOTS, Robot, Target};
use crate::setup::Setup;

/// A robot and where it slides; written `rN`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// Who.
    pub robot: Robot,
    /// Where to.
    pub direction: Direction,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.robot.letter(), self.direction.letter())
    }
}

impl Move {
    /// From `rN`.
    pub fn from_text(text: &str) -> Option<Move> {
        let mut letters = text.chars();
        let robot = Robot::from_letter(letters.next()?)?;
        let direction = Direction::from_letter(letters.next()?)?;
        letters.next().is_none().then_some(Move { robot, direction })
    }
}

/// The formats, the one that programs speak first.
pub const FORMATS: &[FormatInfo] = &[
    FormatInfo { name: "json", summary: "one JSON object a position", reads: true },
    FormatInfo { name: "lines", summary: "a line a cell, `x y WNR`: walls, robots and targets", reads: true },
    FormatInfo { name: "drawing", summary: "a drawing with +---+ and | for people", reads: true },
    FormatInfo {
        name: "codes",
        summary: "four quadrants as 64 comma-separated wall codes each, then lines",
        reads: true,
    },
    FormatInfo { name: "compact", summary: "a short string that fits into an address", reads: true },
    FormatInfo { name: "pddl", summary: "a planning problem: domain, then problem", reads: false },
    FormatInfo { name: "pddl-domain", summary: "its domain alone", reads: false },
    FormatInfo { name: "pddl-problem", summary: "its problem alone", reads: false },
];

/// A position as it was read.
#[derive(Clone, Debug)]
pub struct Read {
    /// The line where it begins.
    pub line: usize,
    /// What the text calls it.
    pub id: Option<String>,
    /// The position.
    pub position: Position,
    /// The text itself where it was JSON.
    pub source: Option<String>,
    /// How many walls were marked on one of their two sides only.
    pub one_sided_walls: usize,
}

/// Reads all positions in `text`.
pub fn read(text: &str, format: Option<&str>) -> Result<Vec<Read>, Refusal> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    match format.unwrap_or_else(|| recognise(text)) {
        "json" => json::read(text),
        "lines" => Ok(vec![lines::read(text)?]),
        "drawing" => Ok(vec![drawing::read(text)?]),
        "codes" => Ok(vec![codes::read(text)?]),
        "compact" => compact::read(text),
        "" => Err(Refusal::english(
            "the input is empty; give a position in one of the formats that `damier list ricochet` shows",
        )),
        other => {
            let why = if FORMATS.iter().any(|format| format.name == other) {
                "is only written"
            } else {
                "is not known"
            };
            let known: Vec<_> =
                FORMATS.iter().filter(|format| format.reads).map(|format| format.name).collect();
            Err(Refusal::english(format!("the format '{other}' {why}; these are read: {}", known.join(", "))))
        }
    }
}

/// The format of a text by how it begins; empty for an empty text.
fn recognise(text: &str) -> &'static str {
    let first =
        text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#')).unwrap_or("");
    match first.chars().next() {
        None => "",
        Some('+') => "drawing",
        Some(digit) if digit.is_ascii_digit() => {
            // `3,4,5` are codes, `3 4 N` is a line.
            if first.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start().starts_with(',') {
                "codes"
            } else {
                "lines"
            }
        }
        Some(_) if first.starts_with(compact::PREFIX) => "compact",
        Some(_) => "json",
    }
}

/// Writes a position; none if there is no such format or the position does not go into it.
pub fn write(position: &Position, id: Option<&str>, format: &str) -> Result<String, Refusal> {
    match format {
        "json" => Ok(json::write(position, id)),
        "lines" => Ok(lines::write(position)),
        "drawing" => Ok(drawing::write(position)),
        "codes" => codes::write(position)
            .ok_or_else(|| Refusal::english("codes hold boards of 16×16 whose middle, where it is walled in, is closed; choose another format")),
        "compact" => Ok(compact::write(position)),
        "pddl" => Ok(pddl::write(position)),
        "pddl-domain" => Ok(pddl::domain()),
        "pddl-problem" => Ok(pddl::problem(position)),
        other => {
            let known: Vec<_> = FORMATS.iter().map(|format| format.name).collect();
            Err(Refusal::english(format!("there is no format '{other}'; there is {}", known.join(", "))))
        }
    }
}

/// Checks a setup and says where its fault stands.
fn checked(
    setup: &Setup,
    place: impl Fn(crate::setup::Item) -> Option<(usize, usize)>,
) -> Result<Position, Refusal> {
    setup.position().map_err(|error| match place(error.item) {
        Some((line, column)) => Refusal::english_at(line, column, error.what),
        None => Refusal::english(error.what),
    })
}

/// How many walls a setup marks on one of their two sides only.
fn one_sided_walls(setup: &Setup, board: &Board) -> usize {
    let marked = |cell: Cell, side: Direction| setup.walls[cell.index()] & i64::from(side.bit()) != 0;
    let one_sided = |cell: Cell, side: Direction| {
        board
            .neighbour(cell, side)
            .is_some_and(|beside| marked(cell, side) != marked(beside, side.opposite()))
    };
    let sides = [Direction::East, Direction::South];
    board.cells().map(|cell| sides.into_iter().filter(|&side| one_sided(cell, side)).count()).sum()
}

/// A target's colour in words: `any` for the vortex.
fn colour_of(target: Target) -> &'static str {
    target.robot.map_or("any", Robot::colour)
}

/// The colours, for an error message.
fn colours() -> String {
    Robot::all().take(ROBOTS).map(Robot::colour).collect::<Vec<_>>().join(", ")
}

/// The start of something that somebody wrote, for an error message, with control characters made visible.
fn excerpt(text: &str) -> String {
    let mut short = String::new();
    for letter in text.chars().take(24) {
        if letter.is_control() { short.extend(letter.escape_default()) } else { short.push(letter) }
    }
    if text.chars().nth(24).is_some() { short + "…" } else { short }
}
