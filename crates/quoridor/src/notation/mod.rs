//! How squares, moves, positions and games are written.
//!
//! A square is a letter and a number, `a1` at the lower left. A pawn's move is the square that it goes to; a wall is the
//! square at its south-west with `h` or `v`; `pass` is written where nothing can be done. A position is its moves from the
//! start, a JSON object with them, or a [`qfen`] string. A text's format is recognised by how it begins.

mod drawing;
mod json;
pub mod qfen;

use std::str::FromStr;

use damier_search::kit::{FormatInfo, ReadError};

use crate::board::{Lie, Move, Setup, Square};
use crate::record::Record;
use crate::rules::Position;

pub use drawing::drawing;
pub use json::write as write_json;

/// The formats, the one that programs speak first.
pub const FORMATS: &[FormatInfo] = &[
    FormatInfo {
        name: "json",
        summary: "one JSON object a position: {\"id\":\"1\",\"moves\":\"e2 e8 e3h\"}, also with size, players, \
                  walls_each, qfen",
        reads: true,
    },
    FormatInfo {
        name: "moves",
        summary: "a line a position: the moves from the start of 9×9 for two, or the word start",
        reads: true,
    },
    FormatInfo {
        name: "qfen",
        summary: "a line a position: walls, pawns, walls left, turn, size",
        reads: true,
    },
    FormatInfo { name: "drawing", summary: "a drawing with +---+ and | for people", reads: false },
];

/// A position as it was read, with the moves that led to it where they were told.
#[derive(Clone, Debug)]
pub struct Entry {
    /// What its file calls it.
    pub id: Option<String>,
    /// The line where it begins, from 1.
    pub line: usize,
    /// The moves, and how it stands.
    pub record: Record,
}

impl Entry {
    /// Its id, or else its line.
    pub fn name(&self) -> String {
        self.id.clone().unwrap_or_else(|| self.line.to_string())
    }

    /// In one of the formats; none if there is no such format, or if moves are asked for that were not told.
    pub fn write(&self, format: &str) -> Result<String, String> {
        let position = self.record.position();
        match format {
            "json" => Ok(json::write(self.id.as_deref(), &self.record)),
            "qfen" => Ok(qfen::write(position)),
            "drawing" => Ok(drawing(position)),
            "moves" if *self.record.start() != Position::start(Setup::default()) => {
                Err(format!("position {} does not come from the start of 9×9; write it as json", self.name()))
            }
            "moves" if self.record.moves().is_empty() => Ok("start".to_owned()),
            "moves" => Ok(write_moves(self.record.moves())),
            other => {
                let known: Vec<_> = FORMATS.iter().map(|format| format.name).collect();
                Err(format!("no format is called '{other}'; there is {}", known.join(", ")))
            }
        }
    }
}

/// Moves with spaces between them.
pub fn write_moves(moves: &[Move]) -> String {
    moves.iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
}

/// Why a text is not a square or a move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a move; write e2 for the pawn, e3h or e3v for a wall")]
pub struct NotAMove(String);

impl FromStr for Square {
    type Err = NotAMove;

    fn from_str(text: &str) -> Result<Square, NotAMove> {
        let wrong = || NotAMove(text.chars().take(20).collect());
        let letter = text.bytes().next().filter(u8::is_ascii_lowercase).ok_or_else(wrong)?;
        let digits = &text[1..];
        let plain =
            digits.bytes().all(|c| c.is_ascii_digit()) && !digits.starts_with('0') && digits.len() <= 2;
        let row: usize = if plain { digits.parse().map_err(|_| wrong())? } else { return Err(wrong()) };
        Square::new(usize::from(letter - b'a'), row - 1).ok_or_else(wrong)
    }
}

impl FromStr for Move {
    type Err = NotAMove;

    fn from_str(text: &str) -> Result<Move, NotAMove> {
        let wall = |square: &str, lie| Ok(Move::wall(square.parse()?, lie));
        if text == "pass" {
            Ok(Move::PASS)
        } else if let Some(square) = text.strip_suffix('h').filter(|rest| rest.len() > 1) {
            wall(square, Lie::Horizontal)
        } else if let Some(square) = text.strip_suffix('v').filter(|rest| rest.len() > 1) {
            wall(square, Lie::Vertical)
        } else {
            Ok(Move::walk(text.parse()?))
        }
        .map_err(|_: NotAMove| NotAMove(text.chars().take(20).collect()))
    }
}

/// Plays moves that are separated by spaces; numbers with a dot, as in `1. e2 e8`, are passed over. The error tells which.
pub fn play_all(record: &mut Record, moves: &str) -> Result<(), String> {
    let is_number = |word: &&str| {
        word.strip_suffix('.')
            .is_some_and(|word| !word.is_empty() && word.bytes().all(|c| c.is_ascii_digit()))
    };
    for word in moves.split_whitespace().filter(|word| !is_number(word)) {
        let number = record.moves().len() + 1;
        let play: Move = word.parse().map_err(|error| format!("move {number}: {error}"))?;
        record.play(play).map_err(|illegal| format!("move {number}, {play}: {illegal}"))?;
    }
    Ok(())
}

/// Reads all positions in a text. The format is recognised from its content unless one is named.
pub fn read(text: &str, format: Option<&str>) -> Result<Vec<Entry>, ReadError> {
    let known: Vec<_> = FORMATS.iter().filter(|format| format.reads).map(|format| format.name).collect();
    if let Some(name) = format.filter(|name| !known.contains(name)) {
        return Err(ReadError::new(format!(
            "no format that can be read is called '{name}'; there is {}",
            known.join(", ")
        )));
    }
    let mut entries = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let (line, number) = (line.trim(), at + 1);
        if line.is_empty() {
            continue;
        }
        let format = format.unwrap_or(match line {
            _ if line.starts_with('{') => "json",
            _ if line.contains('/') => "qfen",
            _ => "moves",
        });
        let entry = match format {
            "json" => json::read(line),
            "qfen" => {
                qfen::read(line).map(|position| (None, Record::from(position))).map_err(|e| e.to_string())
            }
            _ => moves(line).map(|record| (None, record)),
        };
        let at_line = |what: String| {
            // What is quoted may hold anything, and go on for ever.
            let what = what.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).take(300).collect();
            ReadError { line: Some(number), column: None, what }
        };
        let (id, record) = entry.map_err(at_line)?;
        entries.push(Entry { id, line: number, record });
    }
    if entries.is_empty() {
        return Err(ReadError::new("there is no position here; write its moves, or the word start"));
    }
    Ok(entries)
}

fn moves(line: &str) -> Result<Record, String> {
    let mut record = Record::new(Setup::default());
    if line != "start" {
        play_all(&mut record, line)?;
    }
    Ok(record)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_come_back_as_they_were() {
        for text in ["a1", "e3h", "h8v", "k11", "j10v", "pass"] {
            assert_eq!(text.parse::<Move>().unwrap().to_string(), text);
        }
        for wrong in
            ["", "e", "h", "v", "hh", "e0", "e01", "e12", "l1", "E2", "e3x", "e3hh", "é2", "e²", "3e", "e+2"]
        {
            assert!(wrong.parse::<Move>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn texts_are_recognised() {
        let text = "{\"id\":7,\"moves\":\"e2 e8\"}\n\n1. e2 e8 2. e3h\nstart\n / / e2 e8 / 10 10 / 1\n";
        let entries = read(text, None).unwrap();
        let names: Vec<_> = entries.iter().map(Entry::name).collect();
        assert_eq!(names, ["7", "3", "4", "5"]);
        assert_eq!(entries[0].record.position(), entries[3].record.position());
        assert_eq!(entries[1].write("moves").unwrap(), "e2 e8 e3h");
        assert!(entries[3].write("moves").is_err() && entries[3].write("png").is_err());
        for entry in entries {
            for format in ["json", "qfen"] {
                let again = read(&entry.write(format).unwrap(), None).unwrap();
                assert_eq!(again[0].record.position(), entry.record.position());
            }
        }
    }

    #[test]
    fn errors_tell_where() {
        let error = |text| read(text, None).unwrap_err().to_string();
        assert_eq!(error("start\ne2 e9"), "line 2: move 2, e9: the pawn on e9 cannot go to e9");
        assert!(error("e2 x").contains("move 2: 'x' is not a move"));
        assert!(error("{\"moves\":3}").starts_with("line 1: "));
        assert!(error("").contains("no position"));
        assert!(read("e2", Some("xsb")).unwrap_err().to_string().contains("there is json, moves, qfen"));
    }
}
