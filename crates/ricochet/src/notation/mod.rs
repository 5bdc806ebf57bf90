//! How positions and moves are written: JSON for programs, `x y WNR` lines, a drawing, quadrant codes, a short string for an
//! address, and PDDL for planners. A text's format is recognised by how it begins.

mod codes;
mod compact;
mod drawing;
mod json;
mod lines;
mod pddl;

use std::fmt;

use damier_kit::{FormatInfo, Refusal, excerpt, known_format, refuse};

use crate::board::{Board, Cell, Direction, Position, Robot, Target};
use crate::setup::Setup;

pub(crate) use json::KEYS;

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
    let format = format.unwrap_or_else(|| recognise(text));
    if format.is_empty() {
        return Err(refuse!(
            "ricochet.empty",
            "the input is empty; give a position in one of the formats that `damier list ricochet` shows"
        ));
    }
    match known_format(FORMATS, format, true)?.name {
        "lines" => Ok(vec![lines::read(text)?]),
        "drawing" => Ok(vec![drawing::read(text)?]),
        "codes" => Ok(vec![codes::read(text)?]),
        "compact" => compact::read(text),
        _ => json::read(text),
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

/// Writes a position, if there is such a format and the position goes into it.
pub fn write(position: &Position, id: Option<&str>, format: &str) -> Result<String, Refusal> {
    match known_format(FORMATS, format, false)?.name {
        "lines" => Ok(lines::write(position)),
        "drawing" => Ok(drawing::write(position)),
        "codes" => codes::write(position).ok_or_else(|| {
            refuse!(
                "ricochet.codes.board",
                "codes hold boards of 16×16 whose middle, where it is walled in, is closed; choose another format"
            )
        }),
        "compact" => Ok(compact::write(position)),
        "pddl" | "pddl-problem" if position.ricochet.is_some() => Err(refuse!(
            "ricochet.pddl.ricochet",
            "the planning problem is by the usual rules; take the option 'must ricochet' away, or choose another format"
        )),
        "pddl" => Ok(pddl::write(position)),
        "pddl-domain" => Ok(pddl::domain()),
        "pddl-problem" => Ok(pddl::problem(position)),
        _ => Ok(json::write(position, id)),
    }
}

/// The compact string of a position without the option "must ricochet".
pub(crate) fn plain_code(position: &Position) -> String {
    compact::plain(position)
}

/// Checks a setup and says where its fault stands.
fn checked(
    setup: &Setup,
    place: impl Fn(crate::setup::Item) -> Option<(usize, usize)>,
) -> Result<Position, Refusal> {
    setup.position().map_err(|error| match place(error.item) {
        Some((line, column)) => error.what.at(line, column),
        None => error.what,
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

/// The robot of a colour that somebody wrote.
fn robot_of_colour(colour: &str) -> Result<Robot, Refusal> {
    Robot::from_colour(colour).ok_or_else(|| {
        refuse!(
            "ricochet.read.colour",
            "there is no colour '{colour}'; there is {colours}",
            colour = excerpt(colour),
            colours = colours()
        )
    })
}

/// The colours as they are written.
fn colours() -> String {
    Robot::all().map(Robot::colour).collect::<Vec<_>>().join(", ")
}

/// Two robots of a colour.
fn two_robots(robot: Robot) -> Refusal {
    refuse!(
        "ricochet.read.two_robots",
        "there are two {colour} robots; remove one",
        colour = robot.colour_word()
    )
}
