//! What is told of a match: every game, and the result.

use std::io::Write;

use damier_quoridor::{Record, notation};
use serde_json::{Value, json};

use super::super::NAME;
use super::elo::BOUND;
use super::play::{Effort, Match, Seating};
use crate::cli::Fault;
use crate::cli::units::show_count;

impl Effort {
    /// Milliseconds and nodes a move, and the slowest move.
    fn figures(&self) -> (f64, f64, f64) {
        let moves = (self.moves as f64).max(1.0);
        (1e3 * self.seconds / moves, self.nodes as f64 / moves, 1e3 * self.slowest)
    }
}

impl Match {
    /// What A scored, of a hundred.
    pub(super) fn percent(&self) -> f64 {
        let [won, drawn, lost] = self.score;
        let games = (won + drawn + lost) as f64;
        100.0 * (won as f64 + drawn as f64 * self.seating.fair()) / games.max(1.0)
    }

    pub(super) fn tell_game(
        &mut self,
        number: u64,
        record: &Record,
        points: f64,
        why: &str,
    ) -> Result<(), Fault> {
        let sitting: Vec<&str> = (0..record.start().players())
            .map(|player| self.names[self.seating.side(number, player)].as_str())
            .collect();
        let mut object: Value = serde_json::from_str(&notation::write_json(None, record)).unwrap_or_default();
        object["id"] = json!((number + 1).to_string());
        object["first"] = json!(sitting[0]);
        object["second"] = json!(sitting[1]);
        if sitting.len() > 2 {
            object["seats"] = json!(sitting);
        }
        object["points_a"] = json!(points);
        object["why"] = json!(why);
        if let Some(file) = &mut self.file {
            writeln!(file, "{object}").and_then(|()| file.flush()).map_err(Fault::from)?;
        }
        if self.quiet {
            return Ok(());
        }
        if self.json {
            writeln!(self.out, "{}", json!({ "game": object }))?;
        } else {
            let [won, drawn, lost] = self.score;
            let (sitting, moves) = (sitting.join(" – "), record.moves().len());
            writeln!(
                self.out,
                "{:>4}  {sitting}: {why}, {moves} moves  (A +{won} ={drawn} -{lost})",
                number + 1
            )?;
        }
        Ok(self.out.flush()?)
    }

    /// The result as an object.
    pub(super) fn result(&self) -> Value {
        let [won, drawn, lost] = self.score;
        let (middle, low, high) = self.tally.elo();
        let side = |effort: &Effort| {
            let (millis, nodes, slowest) = effort.figures();
            json!({
                "ms_per_move": millis, "slowest_ms": slowest, "nodes_per_move": nodes, "faults": effort.faults,
            })
        };
        let sprt = self.sprt.map(|(elo0, elo1)| {
            let llr = self.tally.llr(elo0, elo1);
            json!({"elo0": elo0, "elo1": elo1, "llr": llr, "bound": BOUND, "accepted": self.decided})
        });
        json!({
            "game": NAME, "a": self.names[0], "b": self.names[1], "games": won + drawn + lost, "won": won,
            "drawn": drawn, "lost": lost, "percent": self.percent(), "elo": middle, "elo_low": low,
            "elo_high": high, "sprt": sprt, "effort_a": side(&self.efforts[0]), "effort_b": side(&self.efforts[1]),
        })
    }

    pub(super) fn tell_all(&mut self) -> Result<(), Fault> {
        if self.json {
            writeln!(self.out, "{}", json!({ "match": self.result() }))?;
            return Ok(self.out.flush()?);
        }
        let ([won, drawn, lost], percent) = (self.score, self.percent());
        let (middle, low, high) = self.tally.elo();
        let games = won + drawn + lost;
        writeln!(self.out, "A {}  against  B {}", self.names[0], self.names[1])?;
        let fair = if self.seating == Seating::Alone { ", where 25 % would be equal" } else { "" };
        writeln!(self.out, "{games} games: +{won} ={drawn} -{lost}, {percent:.1} % for A{fair}")?;
        let unit = if self.seating == Seating::Alone { "fours" } else { "pairs" };
        writeln!(self.out, "Elo {middle:+.0}, 95 % interval {low:+.0} to {high:+.0} ({unit} of games)")?;
        if let Some((elo0, elo1)) = self.sprt {
            let llr = self.tally.llr(elo0, elo1);
            let verdict = match self.decided {
                Some(true) => format!("accepted: A is {elo1:+} stronger rather than {elo0:+}"),
                Some(false) => format!("refused: A is {elo0:+} stronger rather than {elo1:+}"),
                None => "not decided".to_owned(),
            };
            writeln!(self.out, "SPRT {elo0:+} against {elo1:+}: LLR {llr:.2} of ±{BOUND}, {verdict}")?;
        }
        for (name, side) in ["A", "B"].iter().zip(&self.efforts) {
            let (millis, nodes, slowest) = side.figures();
            let (nodes, faults) = (show_count(nodes as u128), side.faults);
            writeln!(
                self.out,
                "{name}: {millis:.1} ms and {nodes} nodes a move, {slowest:.0} ms at most, {faults} faults"
            )?;
        }
        Ok(self.out.flush()?)
    }
}
