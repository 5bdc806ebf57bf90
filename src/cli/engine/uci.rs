//! UCI, the protocol of chess engines, with the moves of the game.
//!
//! `uci`, `isready`, `ucinewgame`, `position startpos [moves …]`, `go` with `movetime`, `nodes`, `depth`, `infinite` or the clocks `wtime
//! btime winc binc` (white is who begins), `stop`, `quit`. Scores are `cp`, hundredths of the game's unit, or `mate` in moves. Only the usual
//! start is known to it. Reference: S. Meyer-Kahlen, Universal Chess Interface, 2006.

use std::time::{Duration, Instant};

use damier_kit::{Thought, Versus};
use damier_search::Limits;

use super::{Engine, Word, meaning, speak, split};
use crate::cli::Fault;

/// The answer to `isready`, also while it thinks.
const READY: &str = "readyok";

impl Engine {
    pub(super) fn uci(&mut self) -> Result<(), Fault> {
        self.inbox.open(|line| match split(line).0 {
            "isready" => Word::Ready(READY),
            command => meaning(command),
        });
        for line in self.inbox.clone() {
            let line = line.unwrap_or_default();
            let done = match split(&line) {
                ("uci", _) => {
                    speak(concat!("id name damier ", env!("CARGO_PKG_VERSION")))?;
                    speak("uciok")?;
                    Ok(())
                }
                ("isready", _) => {
                    speak(READY)?;
                    Ok(())
                }
                ("ucinewgame", _) => self.begin(&[]),
                ("position", rest) => self.set(rest),
                ("go", rest) => self.go(rest),
                ("quit", _) => break,
                ("" | "stop", _) => Ok(()),
                (word, _) => Err(format!("'{}' is unknown", damier_kit::excerpt(word))),
            };
            if let Err(why) = done {
                speak(&format!("info string {why}"))?;
            }
        }
        Ok(())
    }

    fn set(&mut self, rest: &str) -> Result<(), String> {
        let moves = match split(rest) {
            ("startpos", "") => "",
            ("startpos", more) if split(more).0 == "moves" => split(more).1,
            _ => return Err("position takes startpos, and moves".to_owned()),
        };
        self.replay(moves)
    }

    fn go(&mut self, rest: &str) -> Result<(), String> {
        let words: Vec<&str> = rest.split_whitespace().collect();
        let number = |name: &str| {
            let place = words.iter().position(|word| *word == name)?;
            words.get(place + 1)?.parse::<u64>().ok()
        };
        let millis = |name: &str| number(name).map(Duration::from_millis);
        let first = self.here()?.versus().map(Versus::turn) == Some(0);
        let (left, more) = if first { ("wtime", "winc") } else { ("btime", "binc") };
        let clock = millis(left).map(|left| (left, millis(more).unwrap_or_default()));
        let mut limits = self.limits;
        if number("nodes").or(number("movetime")).is_some() || words.contains(&"infinite") {
            limits = Limits { nodes: number("nodes"), time: millis("movetime"), ..limits };
        }
        let (most, began) = (number("depth"), Instant::now());
        let (thought, _) = self.think(limits, clock, &mut |thought, run| {
            // If nobody listens any more, the best move will say so.
            let _ = speak(&info(thought, run.stats.expanded, began.elapsed()));
            if most.is_some_and(|most| thought.depth as u64 >= most) {
                run.enough();
            }
        })?;
        let best = thought.play.unwrap_or_else(|| "(none)".to_owned());
        speak(&format!("bestmove {best}")).map_err(|_| "nobody listens".to_owned())
    }
}

fn info(thought: &Thought, nodes: u64, elapsed: Duration) -> String {
    let score = match thought.score.win {
        Some(plies) => format!("mate {}", (plies.abs() + 1) / 2 * plies.signum()),
        None => format!("cp {:.0}", thought.score.ahead * 100.0),
    };
    let (depth, line, millis) = (thought.depth, thought.line.join(" "), elapsed.as_millis());
    format!("info depth {depth} score {score} nodes {nodes} time {millis} pv {line}")
}
