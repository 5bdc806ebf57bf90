//! The Quoridor Text Protocol (QTP): `= result` or `? reason`, and an empty line.
//!
//! There black moves first, from the top (`E9`) down; here the first player goes from the bottom up. So the board is mirrored,
//! row 1 with row 9, and the first player is black. A wall is named there by the square at its north-west, here by the one at its
//! south-west: in the mirror the one becomes the other. Either way column and orientation stay, and row `r` becomes `size + 1 - r`.
//! Black begins and the colours take turns: a move out of turn is refused. Clocks are unknown to it; `stop`, which ends a `genmove` early, is ours.
//! Reference: S. Avlonitis, G. Chatziagapis, Specification of the Quoridor Text Protocol.

use std::fmt::Write;

use damier_kit::{Dialect, Position as AnyPosition, Refusal, Talk, refuse};

use crate::board::{Deed, Lie, Move, Setup, Square};
use crate::notation::{Entry, drawing};
use crate::record::Record;

/// The protocol.
pub(crate) struct Qtp;

impl Dialect for Qtp {
    fn name(&self) -> &'static str {
        "qtp"
    }

    fn engine(&self) -> Box<dyn Talk> {
        let setup = Setup::default();
        Box::new(Table { setup, record: Record::new(setup) })
    }

    fn command(&self, line: &str) -> String {
        split(line).0
    }

    fn begin(&self, start: &dyn AnyPosition) -> Result<Vec<String>, Refusal> {
        let start = record(start).map(Record::start);
        let start = start.filter(|start| fits(start.size(), start.players())).ok_or_else(|| {
            refuse!("quoridor.qtp", "it speaks QTP, which is for two on boards of odd size")
        })?;
        let (size, walls) = (start.size(), start.walls_left(0));
        Ok(vec![format!("boardsize {size}"), "clear_board".to_owned(), format!("walls {walls}")])
    }

    fn tell(&self, position: &dyn AnyPosition, step: &str) -> Option<String> {
        let (position, play) = (record(position)?.position(), step.parse::<Move>().ok()?);
        let verb = if play.is_walk() { "playmove" } else { "playwall" };
        Some(format!("{verb} {} {}", colour(position.turn()), write(play, position.size())?))
    }

    fn tell_otherwise(&self, position: &dyn AnyPosition, step: &str) -> Option<String> {
        let (position, play) = (record(position)?.position(), step.parse::<Move>().ok()?);
        let Deed::Wall(at, lie) = play.deed() else { return None };
        let there = one_word(at, position.size())?;
        Some(format!("playwall {} {}", colour(position.turn()), Move::wall(there, lie)))
    }

    fn ask(&self, position: &dyn AnyPosition) -> String {
        format!("genmove {}", colour(record(position).map_or(0, |record| record.position().turn())))
    }

    /// `= result` or `? reason`. Other lines are comments, or belong to an answer of several lines.
    fn answer<'a>(&self, line: &'a str) -> Option<Result<&'a str, &'a str>> {
        let result = line.strip_prefix('=').map(|result| Ok(result.trim()));
        result.or_else(|| line.strip_prefix('?').map(Err))
    }

    fn read(&self, position: &dyn AnyPosition, answer: &str) -> Option<String> {
        let words: Vec<&str> = answer.split_whitespace().collect();
        read(&words, record(position)?.position().size()).map(|play| play.to_string())
    }
}

fn record(position: &dyn AnyPosition) -> Option<&Record> {
    position.of::<Entry>().map(|entry| &entry.record)
}

/// Whether a game can be played in this protocol: two players on an odd board, where the middle is one square.
fn fits(size: usize, players: usize) -> bool {
    players == 2 && size % 2 == 1
}

/// The colour of a player.
fn colour(player: usize) -> &'static str {
    if player == 0 { "black" } else { "white" }
}

/// The player of a colour.
fn player(colour: &str) -> Option<usize> {
    match colour.to_ascii_lowercase().as_str() {
        "black" | "b" => Some(0),
        "white" | "w" => Some(1),
        _ => None,
    }
}

/// A square in the mirror: the name of ours in QTP, and of theirs here.
fn mirrored(square: Square, size: usize) -> Option<Square> {
    Square::new(square.column(), (size - 1).checked_sub(square.row())?)
}

/// The square of a wall that is written as one word, such as `a3h`, in the mirror. Programs that write so name a wall as we do, by the square
/// at its south-west, though the board is mirrored: row `r` becomes `size - r`.
fn one_word(at: Square, size: usize) -> Option<Square> {
    Square::new(at.column(), (size - 2).checked_sub(at.row())?)
}

/// A vertex, and an orientation for a wall, as they stand in commands and answers; none for a pass.
fn write(play: Move, size: usize) -> Option<String> {
    let name = |square| mirrored(square, size).map(|square| square.to_string().to_uppercase());
    match play.deed() {
        Deed::Walk(to) => name(to),
        Deed::Wall(at, Lie::Horizontal) => Some(format!("{} horizontal", name(at)?)),
        Deed::Wall(at, Lie::Vertical) => Some(format!("{} vertical", name(at)?)),
        Deed::Pass => None,
    }
}

/// A move from a vertex, and an orientation for a wall. Whether it is legal is another question.
fn read(words: &[&str], size: usize) -> Option<Move> {
    let square = |vertex: &str| {
        let Deed::Walk(square) = vertex.to_ascii_lowercase().parse::<Move>().ok()?.deed() else {
            return None;
        };
        mirrored(square, size).filter(|square| square.column() < size)
    };
    match words {
        [word] if word.ends_with(['h', 'v', 'H', 'V']) => {
            let Deed::Wall(at, lie) = word.to_ascii_lowercase().parse::<Move>().ok()?.deed() else {
                return None;
            };
            Some(Move::wall(one_word(at, size).filter(|at| at.column() < size)?, lie))
        }
        [vertex] => Some(Move::walk(square(vertex)?)),
        [vertex, orientation] => {
            let lie = match orientation.to_ascii_lowercase().as_str() {
                "horizontal" | "h" => Lie::Horizontal,
                "vertical" | "v" => Lie::Vertical,
                _ => return None,
            };
            Some(Move::wall(square(vertex)?, lie))
        }
        _ => None,
    }
}

/// A game that somebody plays with us in this protocol.
struct Table {
    setup: Setup,
    record: Record,
}

const COMMANDS: [&str; 14] = [
    "name",
    "known_command",
    "list_commands",
    "quit",
    "stop",
    "boardsize",
    "clear_board",
    "walls",
    "playmove",
    "playwall",
    "genmove",
    "undo",
    "winner",
    "showboard",
];

/// A line's command and the rest. What follows a # is a comment.
fn split(line: &str) -> (String, String) {
    let line = line.split('#').next().unwrap_or_default().trim().to_ascii_lowercase();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
    (word.to_owned(), rest.trim().to_owned())
}

/// Chooses a move.
type Think<'a> = dyn FnMut(&dyn AnyPosition) -> Option<String> + 'a;

impl Talk for Table {
    fn heed(&mut self, line: &str, think: &mut Think<'_>) -> (Option<String>, bool) {
        let (word, rest) = split(line);
        if word.is_empty() {
            return (None, false);
        }
        let answer = match self.follow(&word, &rest, think) {
            Ok(result) => format!("= {result}"),
            Err(why) => format!("? {why}"),
        };
        (Some(format!("{}\n", answer.trim_end())), word == "quit")
    }
}

impl Table {
    fn begin(&mut self, setup: Setup) {
        (self.setup, self.record) = (setup, Record::new(setup));
    }

    /// One command and its result.
    fn follow(&mut self, word: &str, rest: &str, think: &mut Think<'_>) -> Result<String, String> {
        let words: Vec<&str> = rest.split_whitespace().collect();
        let number = || rest.parse::<usize>().map_err(|_| "syntax error".to_owned());
        let size = self.setup.size();
        let mut text = String::new();
        match word {
            "name" => text.push_str("damier"),
            "known_command" => text = COMMANDS.contains(&rest).to_string(),
            "list_commands" => text = COMMANDS.join("\n"),
            "quit" | "stop" => {}
            "boardsize" => {
                let setup = Setup::new(number()?, 2, None).ok().filter(|setup| fits(setup.size(), 2));
                self.begin(setup.ok_or("unacceptable size")?);
            }
            "clear_board" => self.begin(self.setup),
            "walls" if self.record.moves().is_empty() => {
                self.begin(Setup::new(size, 2, Some(number()?)).map_err(|error| error.to_string())?);
            }
            "walls" => return Err("walls are counted before the first move".to_owned()),
            "playmove" | "playwall" => {
                let [who, what @ ..] = words.as_slice() else { return Err("syntax error".to_owned()) };
                let play = read(what, size).filter(|play| play.is_walk() == (word == "playmove"));
                self.turn(who)?;
                self.enter(play.ok_or("syntax error")?)?;
            }
            "genmove" => {
                self.turn(rest)?;
                let here = Entry { id: None, line: 1, source: None, record: self.record.clone() };
                let play: Move = think(&here).and_then(|play| play.parse().ok()).ok_or("the game is over")?;
                text = write(play, size).ok_or("there is no move")?;
                self.enter(play)?;
            }
            "undo" => {
                let times = if rest.is_empty() { 1 } else { number()? };
                if times > self.record.moves().len() {
                    return Err("cannot undo".to_owned());
                }
                for _ in 0..times {
                    self.record.undo();
                }
            }
            "winner" => {
                let winner = self.record.position().winner();
                text = winner.map_or("false".to_owned(), |player| format!("true {}", colour(player)));
            }
            "showboard" => text = shown(&self.record, size),
            _ => return Err("unknown command".to_owned()),
        }
        Ok(text)
    }

    /// Whether it is this colour's turn.
    fn turn(&self, who: &str) -> Result<(), String> {
        let player = player(who).ok_or("syntax error")?;
        let right = player == self.record.position().turn();
        if right { Ok(()) } else { Err(format!("illegal move: it is not {}'s turn", colour(player))) }
    }

    fn enter(&mut self, play: Move) -> Result<(), String> {
        self.record.play(play).map_err(|_| "illegal move".to_owned())
    }
}

/// The board as QTP sees it: our drawing from the bottom up, rows numbered anew, 1 for black and 2 for white.
fn shown(record: &Record, size: usize) -> String {
    let drawn = drawing(record.position());
    let lines: Vec<&str> = drawn.lines().take(2 * size + 1).collect();
    let mut text = String::new();
    for (place, line) in lines.iter().rev().enumerate() {
        let row = if place % 2 == 1 { (size - place / 2).to_string() } else { String::new() };
        let _ = write!(text, "\n{row:>2}{}", &line[2..]);
    }
    text + "\n" + &drawn.lines().nth(2 * size + 1).unwrap_or_default().to_uppercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ours(text: &str) -> Move {
        text.parse().unwrap()
    }

    /// By hand: black begins on E9 and goes to E8; our `e3h` lies between rows 3 and 4, in the mirror between 7 and 6, south of E7;
    /// our `e3v` lies east of e3 and e4, in the mirror east of E7 and E6.
    #[test]
    fn the_board_is_mirrored() {
        for (here, there) in [
            ("e1", "E9"),
            ("e2", "E8"),
            ("a9", "A1"),
            ("e3h", "E7 horizontal"),
            ("e3v", "E7 vertical"),
            ("a8h", "A2 horizontal"),
            ("h1v", "H9 vertical"),
        ] {
            assert_eq!(write(ours(here), 9).as_deref(), Some(there));
            let words: Vec<&str> = there.split(' ').collect();
            assert_eq!(read(&words, 9), Some(ours(here)));
        }
        assert_eq!(write(ours("a1h"), 5).as_deref(), Some("A5 horizontal"));
        assert_eq!(read(&["e7", "H"], 9), Some(ours("e3h")));
        // Programs that write a wall as one word name it by its south-west: `e6h` lies between their rows 6 and 7, which are our 4 and 3.
        assert_eq!(read(&["e6h"], 9), Some(ours("e3h")));
        assert_eq!(read(&["A3V"], 9), Some(ours("a6v")));
        let start = Entry { id: None, line: 1, source: None, record: Record::new(Setup::default()) };
        assert_eq!(Qtp.tell_otherwise(&start, "e3h").as_deref(), Some("playwall black e6h"));
        assert_eq!(Qtp.tell_otherwise(&start, "e2"), None);
    }

    #[test]
    fn nonsense_is_no_move() {
        for words in [
            &["e10"][..],
            &["j5"],
            &["e3", "x"],
            &["e3x"],
            &["hv"],
            &["é3h"],
            &["e3", "h", "h"],
            &[],
            &["", ""],
        ] {
            assert_eq!(read(words, 9), None, "{words:?}");
        }
        assert_eq!(write(Move::PASS, 9), None);
    }
}
