//! How boards are written: JSON for programs, numbers in rows, and a short code for an address. A text's format is recognised by how
//! it begins; a refused board is told with line and column.

mod compact;
mod json;
mod text;

pub(crate) use json::KEYS;

use damier_kit::{FormatInfo, Refusal, excerpt, known_format, refuse};

use crate::board::{Direction, Position};

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
pub fn read(text: &str, format: Option<&str>) -> Result<Vec<Read>, Refusal> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let format =
        format.map_or(Ok(recognise(text)), |name| known_format(FORMATS, name, true).map(|one| one.name))?;
    let found = match format {
        "json" => json::read(text),
        "compact" => compact::read(text),
        _ => text::read(text),
    }?;
    if found.is_empty() {
        let why = refuse!("taquin.empty", "the input holds no board; give one such as 1 2 3 / 4 5 6 / 7 0 8");
        return Err(why.at(1, 1));
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

/// Writes a position.
pub fn write(position: &Position, id: Option<&str>, format: &str) -> Result<String, Refusal> {
    Ok(match known_format(FORMATS, format, false)?.name {
        "json" => json::write(position, id),
        "compact" => compact::write(position),
        _ => text::write(position),
    })
}

/// The moves of a solution, such as `lurd`; blanks may stand anywhere.
pub fn moves(text: &str) -> Result<Vec<Direction>, Refusal> {
    let no_move = |letter: char| {
        let letter = excerpt(&letter.to_string());
        refuse!("taquin.letter", "'{letter}' is not a move; write l, u, r or d", letter = letter)
    };
    let way = |letter: char| Direction::from_letter(letter).ok_or_else(|| no_move(letter));
    text.chars().filter(|letter| !letter.is_whitespace()).map(way).collect()
}
