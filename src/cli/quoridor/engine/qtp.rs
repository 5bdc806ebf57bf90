//! The Quoridor Text Protocol: `= result` or `? reason`, and an empty line. How its moves become ours: [`super::super::qtp`].
//!
//! Black begins and the colours take turns: a move out of turn is refused. Clocks are unknown to it.

use std::fmt::Write;

use damier_quoridor::notation::drawing;
use damier_quoridor::{Move, Record, Setup};

use super::super::qtp::{self, colour};
use super::{Engine, Lines, speak, split};
use crate::cli::Fault;

const COMMANDS: [&str; 13] = [
    "name",
    "known_command",
    "list_commands",
    "quit",
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

impl Engine {
    pub(super) fn qtp(&mut self, lines: &Lines) -> Result<(), Fault> {
        let mut setup = Setup::default();
        for line in lines {
            let line = line.unwrap_or_default();
            // What follows a # is a comment.
            let line = line.split('#').next().unwrap_or_default().to_ascii_lowercase();
            let (word, rest) = split(&line);
            if word.is_empty() {
                continue;
            }
            let answer = match self.follow(word, rest, &mut setup) {
                Ok(result) => format!("= {result}"),
                Err(why) => format!("? {why}"),
            };
            speak(&format!("{}\n", answer.trim_end()))?;
            if word == "quit" {
                break;
            }
        }
        Ok(())
    }

    /// One command and its result.
    fn follow(&mut self, word: &str, rest: &str, setup: &mut Setup) -> Result<String, String> {
        let words: Vec<&str> = rest.split_whitespace().collect();
        let number = || rest.parse::<usize>().map_err(|_| "syntax error".to_owned());
        let size = setup.size();
        let mut text = String::new();
        match word {
            "name" => text.push_str("damier"),
            "known_command" => text = COMMANDS.contains(&rest).to_string(),
            "list_commands" => text = COMMANDS.join("\n"),
            "quit" => {}
            "boardsize" => {
                let wanted = Setup::new(number()?, 2, None).map_err(|_| "unacceptable size")?;
                qtp::fits(wanted).map_err(|_| "unacceptable size")?;
                *setup = wanted;
                self.begin(*setup);
            }
            "clear_board" => self.begin(*setup),
            "walls" if self.record.moves().is_empty() => {
                *setup = Setup::new(size, 2, Some(number()?)).map_err(|error| error.to_string())?;
                self.begin(*setup);
            }
            "walls" => return Err("walls are counted before the first move".to_owned()),
            "playmove" | "playwall" => {
                let [who, what @ ..] = words.as_slice() else { return Err("syntax error".to_owned()) };
                let play = qtp::read(what, size).filter(|play| play.is_walk() == (word == "playmove"));
                self.turn(who)?;
                self.enter(play.ok_or("syntax error")?)?;
            }
            "genmove" => {
                self.turn(rest)?;
                let (thought, _) = self.think(self.limits, None, &mut |_, _| ());
                let play = thought.play.ok_or("the game is over")?;
                text = qtp::write(play, size).ok_or("there is no move")?;
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
        let player = qtp::player(who).ok_or("syntax error")?;
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
