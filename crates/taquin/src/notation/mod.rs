//! How boards are written: JSON for programs, numbers in rows, and a short code for an address. A text's format is recognised by how
//! it begins; a refused board is told with line and column.

mod compact;
mod json;
mod text;

use damier_search::kit::{EditError, FormatInfo, ReadError};

use crate::board::{Direction, Position, refuse};

/// The formats, the one that programs speak first.
pub const FORMATS: &[FormatInfo] = &[
    FormatInfo { name: "json", summary: "one JSON object a board", reads: true },
    FormatInfo {
        name: "text",
        summary: "rows of numbers, 0 for the gap: 1 2 3 / 4 5 6 / 7 0 8",
        reads: true,
    },
    FormatInfo { name: "compact", summary: "a short code that fits into an address", reads: true },
];

/// A position as it was read.
#[derive(Clone, Debug, PartialEq)]
pub struct Read {
    /// The line where it begins, from 1.
    pub line: usize,
    /// What the text calls it.
    pub id: Option<String>,
    /// The position.
    pub position: Position,
    /// The text itself where it was JSON.
    pub source: Option<String>,
}

/// Reads all positions in `text`.
pub fn read(text: &str, format: Option<&str>) -> Result<Vec<Read>, ReadError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let read = match format.unwrap_or_else(|| recognise(text)) {
        "json" => json::read,
        "text" => text::read,
        "compact" => compact::read,
        other => return Err(at((1, 1), unknown(other))),
    };
    let found = read(text)?;
    if found.is_empty() {
        let what = "the input holds no board; give one such as 1 2 3 / 4 5 6 / 7 0 8".to_owned();
        return Err(at((1, 1), refuse("taquin.empty", what)));
    }
    Ok(found)
}

/// The format of a text by how it begins.
fn recognise(text: &str) -> &'static str {
    match text.trim_start().chars().next() {
        Some('t') => "compact",
        Some(first) if !first.is_ascii_digit() && first != '#' => "json",
        _ => "text",
    }
}

fn unknown(format: &str) -> EditError {
    let known: Vec<_> = FORMATS.iter().map(|format| format.name).collect();
    refuse("taquin.format", format!("there is no format '{format}'; there is {}", known.join(", ")))
}

/// A refusal at a line and a column.
fn at((line, column): (usize, usize), refusal: EditError) -> ReadError {
    ReadError::at(line, column, refusal.what)
}

/// Writes a position.
pub fn write(position: &Position, id: Option<&str>, format: &str) -> Result<String, EditError> {
    match format {
        "json" => Ok(json::write(position, id)),
        "text" => Ok(text::write(position)),
        "compact" => Ok(compact::write(position)),
        other => Err(unknown(other)),
    }
}

/// The moves of a solution, such as `lurd`; blanks may stand anywhere.
pub fn moves(text: &str) -> Result<Vec<Direction>, EditError> {
    let way = |letter: char| {
        let what = || format!("'{}' is not a move; write l, u, r or d", letter.escape_debug());
        Direction::from_letter(letter).ok_or_else(|| refuse("taquin.letter", what()))
    };
    text.chars().filter(|letter| !letter.is_whitespace()).map(way).collect()
}
