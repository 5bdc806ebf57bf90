//! How levels and solutions are written: JSON for programs, XSB drawings in files of many levels, the same in one line with run
//! lengths, a short code for an address, PDDL for planners, and LURD for solutions.
//!
//! A text's format is recognised by how it begins. What makes a level, and what is odd about it but accepted, is written in
//! `text.rs`; every format keeps to it. A refused level is named by its number in the text, with line and column.

mod code;
mod json;
pub mod lurd;
mod pddl;
mod runs;
mod text;
mod titles;
pub mod xsb;

use std::fmt::Write;

use damier_kit::{FormatInfo, Refusal, known_format, refuse};

use crate::board::Position;

/// How a code for an address begins.
pub(crate) use code::PREFIX as CODE;

/// The formats, the one that programs speak first.
pub const FORMATS: &[FormatInfo] = &[
    FormatInfo { name: "json", summary: "one JSON object a level, with the drawing as a text", reads: true },
    FormatInfo {
        name: "xsb",
        summary: "drawings with # wall, @ player, $ box, . goal; many in a file, with titles",
        reads: true,
    },
    FormatInfo { name: "rle", summary: "a drawing in one line, with run lengths: 4#|#@$.#|…", reads: true },
    FormatInfo { name: "compact", summary: "a short string that fits into an address", reads: true },
    FormatInfo { name: "pddl", summary: "a planning problem: domain, then problem", reads: false },
    FormatInfo { name: "pddl-domain", summary: "its domain alone", reads: false },
    FormatInfo { name: "pddl-problem", summary: "its problem alone", reads: false },
];

/// The most levels that are read at once, and the most cells of all of them together.
const LEVELS: usize = 50_000;
const CELLS: usize = 4 << 20;

/// A level as it was read, or is to be written.
#[derive(Clone, Debug, PartialEq)]
pub struct Level {
    /// The line where it begins, from 1.
    pub line: usize,
    /// What a program calls it.
    pub id: Option<String>,
    /// What people call it.
    pub title: Option<String>,
    /// Who made it.
    pub author: Option<String>,
    /// What else is said of it.
    pub comment: Option<String>,
    /// The fewest pushes that solve it, where the text says so.
    pub optimal: Option<u64>,
    /// The position.
    pub position: Position,
    /// The text itself where it was JSON.
    pub source: Option<String>,
    /// What a person should know of it, though it is legal: a sentence each.
    pub notes: Vec<Refusal>,
}

impl Level {
    /// A level without words.
    pub fn new(position: Position) -> Self {
        Level {
            line: 1,
            id: None,
            title: None,
            author: None,
            comment: None,
            optimal: None,
            position,
            source: None,
            notes: Vec::new(),
        }
    }
}

/// Room for the levels of one text.
#[derive(Default)]
struct Room {
    levels: usize,
    cells: usize,
}

impl Room {
    /// Takes one more level in, if there is room.
    fn take(&mut self, position: &Position) -> Result<(), Refusal> {
        self.levels += 1;
        self.cells += position.board.width() * position.board.height();
        if self.cells <= CELLS && self.levels <= LEVELS {
            return Ok(());
        }
        Err(refuse!(
            "sokoban.text.full",
            "the input holds more levels than are taken in at once; split the file"
        ))
    }
}

/// What is wrong with the level that follows so many others.
fn numbered(before: usize, why: &Refusal) -> Refusal {
    refuse!("sokoban.text.level", "level {number}: {why}", number = before + 1, why = why.clone())
        .placed_as(why)
}

/// The text of a file: UTF-8, or else Latin-1, in which many old files are written and every byte is a character.
pub fn text(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
    }
}

/// Reads all levels in `text`.
pub fn read(text: &str, format: Option<&str>) -> Result<Vec<Level>, Refusal> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    match format
        .map_or(Ok(recognise(text)), |name| known_format(FORMATS, name, true).map(|found| found.name))?
    {
        "json" => json::read(text),
        "compact" => code::read(text),
        "" => Err(refuse!(
            "sokoban.text.empty",
            "the input is empty; give a level in one of the formats that `damier list sokoban` shows"
        )),
        _ => text::read(text, numbered),
    }
}

/// The format of a text by how it begins; empty for an empty text. Run lengths need no recognising: `xsb` reads them too.
fn recognise(text: &str) -> &'static str {
    let text = text.trim_start();
    if text.is_empty() {
        ""
    } else if text.starts_with('{') {
        "json"
    } else if text.starts_with(code::PREFIX) {
        "compact"
    } else {
        "xsb"
    }
}

/// Writes a level; a sentence if there is no such format.
pub fn write(level: &Level, format: &str) -> Result<String, Refusal> {
    let position = &level.position;
    Ok(match known_format(FORMATS, format, false)?.name {
        "json" => json::write(level),
        "xsb" => titled(level),
        "rle" => in_one_line(position),
        "compact" => code::write(position),
        "pddl" => pddl::write(position),
        "pddl-domain" => pddl::domain(),
        _ => pddl::problem(position),
    })
}

/// The drawing, then what is said of it.
fn titled(level: &Level) -> String {
    let mut text = xsb::write_kept(&level.position);
    for (key, value) in
        [("Title", level.title.as_ref().or(level.id.as_ref())), ("Author", level.author.as_ref())]
    {
        if let Some(value) = value.map(|value| titles::clean(value)).filter(|value| !value.is_empty()) {
            let _ = writeln!(text, "{key}: {value}");
        }
    }
    let comment: Vec<String> =
        level.comment.iter().flat_map(|text| text.lines()).map(titles::clean).collect();
    let comment = comment.join("\n");
    // Lines that are empty once they are clean would be lost at the beginning and at the end.
    if !comment.trim().is_empty() {
        text.push_str("Comment:\n");
        for line in comment.trim().lines() {
            // A line that would end or begin the comment again is quoted.
            let key = ["comment", "comment-end"].iter().any(|key| titles::value(line, key).is_some());
            text.push_str(if key { "> " } else { "" });
            text.push_str(line);
            text.push('\n');
        }
        text.push_str("Comment-End:\n");
    }
    text
}

/// The drawing in one line; floor is `-`, so that nothing is lost where blanks are.
fn in_one_line(position: &Position) -> String {
    let row = |row: String| runs::shorten(&row.trim_end().replace(' ', "-"));
    let rows: Vec<String> = xsb::kept(position).into_iter().map(row).collect();
    rows.join("|")
}
