//! How squares, moves, positions and games are written.
//!
//! A square is a letter and a number, `a1` at the lower left. A pawn's move is the square that it goes to; a wall is the
//! square at its south-west with `h` or `v`; `pass` is written where nothing can be done. A position is its moves from the
//! start, a JSON object with them, or a [`qfen`] string. A text's format is recognised by how it begins.

mod drawing;
mod json;
pub mod qfen;

use std::str::FromStr;

use damier_kit::json::name_of;
use damier_kit::{FormatInfo, Refusal, known_format, refuse};
use serde_json::json;

use crate::board::{Lie, Move, Setup, Square};
use crate::record::Record;
use crate::rules::Position;

pub use drawing::drawing;
pub(crate) use json::KEYS;
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
    /// The text itself where it was JSON.
    pub source: Option<String>,
    /// The moves, and how it stands.
    pub record: Record,
}

impl Entry {
    /// Its id, or else its line.
    pub fn name(&self) -> String {
        self.id.clone().unwrap_or_else(|| self.line.to_string())
    }

    /// In one of the formats; refused if moves are asked for that were not told.
    pub(crate) fn text(&self, format: &str) -> Result<String, Refusal> {
        let position = self.record.position();
        Ok(match format {
            "qfen" => qfen::write(position),
            "drawing" => drawing(position),
            "moves" if *self.record.start() != Position::start(Setup::default()) => {
                return Err(refuse!(
                    "quoridor.no_moves",
                    "position {name} does not come from the start of 9×9; write it as json",
                    name = self.name()
                ));
            }
            "moves" if self.record.moves().is_empty() => "start".to_owned(),
            "moves" => write_moves(self.record.moves()),
            _ => json::write(self.id.as_deref(), &self.record),
        })
    }
}

/// Moves with spaces between them.
pub fn write_moves(moves: &[Move]) -> String {
    moves.iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
}

fn not_a_move(text: &str) -> Refusal {
    refuse!(
        "quoridor.not_a_move",
        "'{text}' is not a move; write e2 for the pawn, e3h or e3v for a wall",
        text = damier_kit::excerpt(text)
    )
}

impl FromStr for Square {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Square, Refusal> {
        let wrong = || not_a_move(text);
        let letter = text.bytes().next().filter(u8::is_ascii_lowercase).ok_or_else(wrong)?;
        let digits = &text[1..];
        let plain =
            digits.bytes().all(|c| c.is_ascii_digit()) && !digits.starts_with('0') && digits.len() <= 2;
        let row: usize = if plain { digits.parse().map_err(|_| wrong())? } else { return Err(wrong()) };
        Square::new(usize::from(letter - b'a'), row - 1).ok_or_else(wrong)
    }
}

impl FromStr for Move {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Move, Refusal> {
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
        .map_err(|_: Refusal| not_a_move(text))
    }
}

/// The moves in a text, separated by spaces; numbers with a dot, as in `1. e2 e8`, are passed over.
pub(crate) fn words(moves: &str) -> impl Iterator<Item = &str> {
    let is_number = |word: &&str| {
        word.strip_suffix('.')
            .is_some_and(|word| !word.is_empty() && word.bytes().all(|c| c.is_ascii_digit()))
    };
    moves.split_whitespace().filter(move |word| !is_number(word))
}

/// Plays moves in a text. The error tells which.
pub fn play_all(record: &mut Record, moves: &str) -> Result<(), Refusal> {
    for word in words(moves) {
        let number = record.moves().len() + 1;
        let wrong = |why: Refusal| refuse!("quoridor.move", "move {number}: {why}", number, why);
        let play: Move = word.parse().map_err(wrong)?;
        let illegal = |why| {
            refuse!(
                "quoridor.move_played",
                "move {number}, {play}: {why}",
                number,
                play = play.to_string(),
                why = Refusal::from(why)
            )
        };
        record.play(play).map_err(illegal)?;
    }
    Ok(())
}

/// The games of a text as the validator reads them, each with its name. What is JSON is given to it as it stands, so that even
/// the reading is its own.
pub(crate) fn games(text: &str) -> Vec<(String, String)> {
    let mut games = Vec::new();
    for (at, line) in text.lines().map(str::trim).enumerate().filter(|(_, line)| !line.is_empty()) {
        let number = (at + 1).to_string();
        if line.starts_with('{') {
            // What cannot be read is refused by the validator too.
            let objects = damier_kit::json::values(line).collect::<Result<Vec<_>, _>>();
            let objects =
                objects.map_or_else(|_| vec![line], |all| all.iter().map(|(raw, _)| *raw).collect());
            let named = |raw: &str| (name_of(raw).unwrap_or(number.clone()), raw.to_owned());
            games.extend(objects.into_iter().map(named));
        } else if line.contains('/') {
            games.push((number, json!({ "qfen": line }).to_string()));
        } else {
            let moves = if line == "start" { "" } else { line };
            games.push((number, json!({ "moves": moves }).to_string()));
        }
    }
    games
}

/// Reads all positions in a text. The format is recognised from its content unless one is named.
pub fn read(text: &str, format: Option<&str>) -> Result<Vec<Entry>, Refusal> {
    format.map_or(Ok(()), |name| known_format(FORMATS, name, true).map(drop))?;
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
        let entry = |id, source, record| Entry { id, line: number, source, record };
        let read = match format {
            "json" => json::read(line).map(|objects| {
                objects.into_iter().map(|(id, record, raw)| entry(id, Some(raw), record)).collect()
            }),
            "qfen" => qfen::read(line).map(|position| vec![entry(None, None, Record::from(position))]),
            _ => moves(line).map(|record| vec![entry(None, None, record)]),
        };
        entries.extend(read.map_err(|error: Refusal| error.in_line(number))?);
    }
    if entries.is_empty() {
        return Err(refuse!(
            "quoridor.empty",
            "there is no position here; write its moves, or the word start"
        ));
    }
    Ok(entries)
}

fn moves(line: &str) -> Result<Record, Refusal> {
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
        assert_eq!(entries[1].text("moves").unwrap(), "e2 e8 e3h");
        assert!(entries[3].text("moves").is_err());
        for entry in entries {
            for format in ["json", "qfen"] {
                let again = read(&entry.text(format).unwrap(), None).unwrap();
                assert_eq!(again[0].record.position(), entry.record.position());
            }
        }
    }

    #[test]
    fn games_are_named_as_the_game_names_them() {
        let text = "{\"id\":7,\"moves\":\"e2\"}\n\nstart\n / / e1 e9 / 10 10 / 1\n";
        let names: Vec<String> = games(text).into_iter().map(|(id, _)| id).collect();
        let read: Vec<String> = read(text, None).unwrap().iter().map(Entry::name).collect();
        assert_eq!(names, read);
    }

    /// `{"move":"e2 e8"}` was taken for the start of a game.
    #[test]
    fn an_object_that_tells_no_position_is_refused() {
        let board =
            r#"{"id":"b","width":2,"height":2,"walls":[0,0,0,0],"robots":[0],"target_robot":0,"target":3}"#;
        for text in ["{}", r#"{"move":"e2 e8"}"#, r#"{"size":5}"#, r#"{"moves":null}"#, board] {
            let error = read(text, None).unwrap_err();
            assert!(error.text().contains("`moves`"), "{error}");
        }
        assert!(read(r#"[null,null,null,null,null,""]"#, Some("json")).is_err());
        assert!(read(r#"{"id":[1],"moves":""}"#, None).unwrap_err().text().contains("id"));
    }

    #[test]
    fn two_objects_on_a_line_keep_their_ids() {
        let text = r#"{"id":"a","moves":"e2"} {"id":"b","moves":"e2 e8"}"#;
        let read: Vec<String> = read(text, None).unwrap().iter().map(Entry::name).collect();
        let names: Vec<String> = games(text).into_iter().map(|(id, _)| id).collect();
        assert_eq!(
            (read, names),
            (vec!["a".to_owned(), "b".to_owned()], vec!["a".to_owned(), "b".to_owned()])
        );
    }

    #[test]
    fn errors_tell_where() {
        let error = |text| read(text, None).unwrap_err().to_string();
        assert_eq!(error("start\ne2 e9"), "line 2: move 2, e9: the pawn on e9 cannot go to e9");
        assert!(error("e2 x").contains("move 2: 'x' is not a move"));
        assert!(error("{\"moves\":3}").starts_with("line 1: "));
        assert!(error("").contains("no position"));
        assert!(read("e2", Some("xsb")).unwrap_err().to_string().contains("are read: json, moves, qfen"));
    }
}
