//! Our own protocol as plain text, a line in, a line out.

use std::time::Duration;

use damier_search::Limits;

use super::{Engine, Told, meaning, speak, split};
use crate::cli::Fault;
use crate::cli::moves::legal;
use crate::cli::session::Watched;

impl Engine {
    pub(super) fn text(&mut self) -> Result<(), Fault> {
        // What `time` told, for the next `genmove`.
        let mut clock = None;
        self.inbox.open(|line| meaning(split(line).0));
        for line in self.inbox.clone() {
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
        let ok = || "ok".to_owned();
        match word {
            "newgame" => {
                // An extension: the options of the start may follow, in their order.
                let options = self.game.kit.about().setup.iter().map(|option| option.name.to_owned());
                let setup: Vec<_> = options.zip(rest.split_whitespace().map(str::to_owned)).collect();
                self.begin(&setup).map(|()| ok())
            }
            "play" => {
                let played = self.here()?.play(rest).map_err(|why| why.to_string())?;
                self.position = Some(played.position);
                Ok(ok())
            }
            "position" => self.replay(rest).map(|()| ok()),
            "undo" => {
                let (_, moves) = self.here()?.past().ok_or("this game has no start")?;
                let (_, before) = moves.split_last().ok_or("there is nothing to take back")?;
                self.replay(&self.game.join(before)).map(|()| ok())
            }
            "legal" => Ok(legal(self.here()?).join(" ")),
            "dist" => {
                let facts = self.here()?.facts();
                let steps = facts.iter().find(|(name, _)| *name == "distance").map(|(_, steps)| steps);
                let steps = steps.and_then(|steps| steps.as_array()).ok_or("this game has no distances")?;
                let word = |steps: &serde_json::Value| {
                    steps.as_u64().map_or("–".to_owned(), |steps| steps.to_string())
                };
                Ok(steps.iter().map(word).collect::<Vec<_>>().join(" "))
            }
            "perft" => {
                let depth = rest.parse::<u32>().ok().filter(|depth| (0..=20).contains(depth));
                let depth = depth.ok_or_else(|| "perft takes a depth from 0 to 20".to_owned())?;
                let watched = Watched::new();
                self.inbox.searches(&watched.progress);
                let count = self.here()?.perft(depth, &mut watched.run(Limits::default()));
                self.inbox.rests();
                count.map(|count| count.to_string()).map_err(|why| why.reason().to_owned())
            }
            _ => Err(format!(
                "'{}' is unknown; there is newgame, play, position, genmove, legal, dist, perft, undo, time, quit",
                damier_kit::excerpt(word)
            )),
        }
    }

    fn genmove(&mut self, clock: Option<Told>) -> Result<String, String> {
        let (thought, run) = self.think(self.limits, clock, &mut |_, _| ())?;
        let play = thought.play.ok_or("the game is over")?;
        let (millis, nodes) = (run.stats.seconds * 1e3, run.stats.expanded);
        Ok(format!("bestmove {play} ms {millis:.0} nodes {nodes}"))
    }
}

/// `time 60000 1000`: what is left for the player whose turn it is, and what every move adds, in milliseconds.
fn told(rest: &str) -> Result<Told, String> {
    let numbers: Result<Vec<u64>, _> = rest.split_whitespace().map(str::parse).collect();
    match numbers.as_deref() {
        Ok([left]) => Ok((Duration::from_millis(*left), Duration::ZERO)),
        Ok([left, more]) => Ok((Duration::from_millis(*left), Duration::from_millis(*more))),
        _ => Err("time takes milliseconds: what is left, and what every move adds".to_owned()),
    }
}
