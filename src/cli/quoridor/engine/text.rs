//! Our own protocol as plain text, a line in, a line out.

use std::time::Duration;

use damier_quoridor::notation::play_all;
use damier_quoridor::perft::perft;
use damier_quoridor::{Move, Record, Setup};
use damier_search::Limits;

use super::super::moves;
use super::{Engine, Lines, Told, speak, split};
use crate::cli::Fault;
use crate::cli::session::Watched;

impl Engine {
    pub(super) fn text(&mut self, lines: &Lines) -> Result<(), Fault> {
        // What `time` told, for the next `genmove`.
        let mut clock = None;
        for line in lines {
            let answer = match &line {
                Err(error) => Err(error.clone()),
                Ok(line) => match split(line) {
                    ("" | "stop", _) => continue,
                    ("quit", _) => break,
                    ("time", rest) => told(rest).map(|told| {
                        clock = Some(told);
                        "ok".to_owned()
                    }),
                    ("genmove", _) => self.genmove(clock.take()),
                    (word, rest) => self.obey(word, rest),
                },
            };
            speak(&answer.unwrap_or_else(|error| format!("error {error}")))?;
        }
        Ok(())
    }

    /// One command of the text protocol and its answer.
    fn obey(&mut self, word: &str, rest: &str) -> Result<String, String> {
        let ok = || Ok("ok".to_owned());
        match word {
            "newgame" => {
                // An extension: size, players and walls may follow.
                let numbers: Result<Vec<usize>, _> = rest.split_whitespace().map(str::parse).collect();
                let numbers =
                    numbers.map_err(|_| "newgame takes numbers: size, players, walls".to_owned())?;
                let at = |place: usize| numbers.get(place).copied();
                let setup = Setup::new(at(0).unwrap_or(9), at(1).unwrap_or(2), at(2));
                self.begin(setup.map_err(|error| error.to_string())?);
                ok()
            }
            "play" => {
                let play: Move = rest.parse().map_err(|error| format!("{error}"))?;
                self.record.play(play).map_err(|illegal| illegal.to_string())?;
                ok()
            }
            "position" => {
                let mut record = Record::from(*self.record.start());
                play_all(&mut record, rest)?;
                self.record = record;
                ok()
            }
            "undo" => self.record.undo().map_or(Err("there is nothing to take back".to_owned()), |_| ok()),
            "legal" => Ok(moves::legal(self.record.position()).join(" ")),
            "dist" => {
                let position = self.record.position();
                let steps =
                    |player| position.distance(player).map_or("–".to_owned(), |steps| steps.to_string());
                Ok((0..position.players()).map(steps).collect::<Vec<_>>().join(" "))
            }
            "perft" => {
                let depth = rest.parse::<u32>().ok().filter(|depth| (0..=20).contains(depth));
                let depth = depth.ok_or_else(|| "perft takes a depth from 0 to 20".to_owned())?;
                let watched = Watched::new();
                self.now(Some(watched.progress.clone()));
                let count = perft(self.record.position(), depth, &mut watched.run(Limits::default()));
                self.now(None);
                count.map(|count| count.to_string()).map_err(|why| why.reason().to_owned())
            }
            _ => Err(format!(
                "'{}' is unknown; there is newgame, play, position, genmove, legal, dist, perft, undo, time, quit",
                word.chars().take(20).collect::<String>()
            )),
        }
    }
    fn genmove(&mut self, clock: Option<Told>) -> Result<String, String> {
        let (thought, run) = self.think(self.limits, clock, &mut |_, _| ());
        let play = thought.play.ok_or("the game is over")?;
        let (millis, nodes) = (run.stats.seconds * 1e3, run.stats.expanded);
        Ok(format!("bestmove {play} ms {millis:.0} nodes {nodes}"))
    }
}

/// `time 60000 1000`: what is left for the player whose turn it is, and what every move adds, in milliseconds.
fn told(rest: &str) -> Result<Told, String> {
    let numbers: Result<Vec<u64>, _> = rest.split_whitespace().map(str::parse).collect();
    match numbers.as_deref() {
        Ok([left]) => Ok(Told { left: Duration::from_millis(*left), increment: Duration::ZERO }),
        Ok([left, more]) => {
            Ok(Told { left: Duration::from_millis(*left), increment: Duration::from_millis(*more) })
        }
        _ => Err("time takes milliseconds: what is left, and what every move adds".to_owned()),
    }
}
