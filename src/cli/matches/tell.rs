//! What is told of a match: every game, and the result.

use std::io::Write;

use damier_kit::Refusal;
use damier_lab::elo::BOUND;
use damier_lab::matches::{Effort, Finished, Match, Seating};
use serde_json::{Value, json};

use super::super::Fault;
use super::super::units::show_count;

/// A game as an object that other verbs read.
pub(super) fn game(match_: &Match<'_>, finished: &Finished) -> Result<Value, Refusal> {
    let format = match_.game.kit.about().formats[0].name;
    let mut object: Value = serde_json::from_str(&finished.position.write(format)?).unwrap_or_default();
    let sitting: Vec<&str> = finished.sides.iter().map(|&side| match_.names[side].as_str()).collect();
    object["id"] = json!((finished.number + 1).to_string());
    object["first"] = json!(sitting[0]);
    object["second"] = json!(sitting[1]);
    if sitting.len() > 2 {
        object["seats"] = json!(sitting);
    }
    object["points_a"] = json!(finished.points);
    object["why"] = json!(finished.why);
    Ok(object)
}

pub(super) fn finished(
    match_: &Match<'_>,
    finished: &Finished,
    object: &Value,
    json: bool,
    out: &mut impl Write,
) -> Result<(), Fault> {
    if json {
        writeln!(out, "{}", json!({ "game": object }))?;
    } else {
        let [won, drawn, lost] = match_.score;
        let Finished { number, sides, moves, why, .. } = finished;
        let sitting: Vec<&str> = sides.iter().map(|&side| match_.names[side].as_str()).collect();
        let sitting = sitting.join(" – ");
        writeln!(out, "{:>4}  {sitting}: {why}, {moves} moves  (A +{won} ={drawn} -{lost})", number + 1)?;
    }
    Ok(out.flush()?)
}

/// The result as an object.
pub(super) fn object(match_: &Match<'_>) -> Value {
    let [won, drawn, lost] = match_.score;
    let elo = (!match_.tally.is_empty()).then(|| match_.tally.elo());
    let [middle, low, high] = match elo {
        Some((middle, low, high)) => [middle, low, high].map(Some),
        None => [None; 3],
    };
    let side = |effort: &Effort| {
        let (millis, nodes, slowest) = effort.figures();
        json!({
            "ms_per_move": millis, "slowest_ms": slowest, "nodes_per_move": nodes, "faults": effort.faults,
        })
    };
    let sprt = match_.sprt.map(|(elo0, elo1)| {
        let llr = match_.tally.llr(elo0, elo1);
        json!({"elo0": elo0, "elo1": elo1, "llr": llr, "bound": BOUND, "accepted": match_.decided})
    });
    json!({
        "game": match_.game.name(), "a": match_.names[0], "b": match_.names[1], "games": match_.played(), "won": won,
        "drawn": drawn, "lost": lost, "percent": match_.percent(), "elo": middle, "elo_low": low,
        "elo_high": high, "sprt": sprt, "effort_a": side(&match_.efforts[0]), "effort_b": side(&match_.efforts[1]),
    })
}

pub(super) fn result(match_: &Match<'_>, json: bool, out: &mut impl Write) -> Result<(), Fault> {
    if json {
        writeln!(out, "{}", json!({ "match": object(match_) }))?;
        return Ok(out.flush()?);
    }
    let ([won, drawn, lost], percent) = (match_.score, match_.percent());
    let (fair, unit) = match match_.seating {
        Seating::InTurn => (String::new(), "pairs"),
        Seating::Alone(_) => {
            (format!(", where {:.0} % would be equal", 100.0 * match_.seating.fair()), "rounds")
        }
    };
    writeln!(out, "A {}  against  B {}", match_.names[0], match_.names[1])?;
    writeln!(out, "{} games: +{won} ={drawn} -{lost}, {percent:.1} % for A{fair}", match_.played())?;
    if match_.tally.is_empty() {
        writeln!(out, "no Elo: that takes at least one of the {unit} of games")?;
    } else {
        let (middle, low, high) = match_.tally.elo();
        writeln!(out, "Elo {middle:+.0}, 95 % interval {low:+.0} to {high:+.0} ({unit} of games)")?;
    }
    if let Some((elo0, elo1)) = match_.sprt {
        let llr = match_.tally.llr(elo0, elo1);
        let verdict = match match_.decided {
            Some(true) => format!("accepted: A is {elo1:+} stronger rather than {elo0:+}"),
            Some(false) => format!("refused: A is {elo0:+} stronger rather than {elo1:+}"),
            None => "not decided".to_owned(),
        };
        writeln!(out, "SPRT {elo0:+} against {elo1:+}: LLR {llr:.2} of ±{BOUND}, {verdict}")?;
    }
    for (name, side) in ["A", "B"].iter().zip(&match_.efforts) {
        let (millis, nodes, slowest) = side.figures();
        let (nodes, faults) = (show_count(nodes as u128), side.faults);
        writeln!(
            out,
            "{name}: {millis:.1} ms and {nodes} nodes a move, {slowest:.0} ms at most, {faults} faults"
        )?;
    }
    Ok(out.flush()?)
}
