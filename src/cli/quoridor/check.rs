//! `check`: the independent validator on games and on moves that somebody gives.

use std::collections::HashMap;
use std::io::{self, BufWriter, Write};

use damier_validate::quoridor::{Replay, replay};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{NAME, game};
use crate::cli::{Exit, Fault, Outcome, input};

#[derive(clap::Args)]
pub(in crate::cli) struct Options {
    /// The game
    #[arg(value_parser = game, value_name = "GAME")]
    _game: String,
    /// A file of games or positions, or - for standard input
    file: String,
    /// Moves that follow in the file's only game
    #[arg(long, value_name = "MOVES", conflicts_with = "solutions")]
    solution: Option<String>,
    /// Moves that follow as JSON Lines, such as `solve --json` prints, matched by id
    #[arg(long, value_name = "FILE")]
    solutions: Option<String>,
    /// One JSON object a line
    #[arg(long)]
    json: bool,
}

/// A line of `--solutions`.
#[derive(Deserialize)]
struct Line {
    id: Option<Value>,
    solution: Option<String>,
    #[serde(rename = "move")]
    play: Option<String>,
}

pub(super) fn run(options: &Options) -> Outcome {
    let games = games(&input::whole(&options.file)?);
    let mut out = BufWriter::new(io::stdout());
    let mut worst = Exit::Done;
    let mut tell = |id: &str, verdict: Result<Replay, (String, bool)>| -> io::Result<()> {
        let valid = verdict.is_ok();
        let why = match verdict {
            Ok(replay) => sentence(&replay),
            Err((why, unreadable)) => {
                worst = worst.max(if unreadable { Exit::BadInput } else { Exit::Failed });
                why
            }
        };
        if options.json {
            writeln!(out, "{}", json!({"game": NAME, "id": id, "valid": valid, "why": why}))
        } else {
            writeln!(out, "{id}  {}: {why}", if valid { "valid" } else { "not valid" })
        }
    };
    let judge = |game: &str, more: &str| {
        replay(game, more).map_err(|fault| (fault.to_string(), fault.is_bad_input()))
    };
    match (&options.solution, &options.solutions) {
        (Some(solution), _) => match games.as_slice() {
            [(id, game)] => tell(id, judge(game, solution))?,
            many => {
                let (name, many) = (input::called(&options.file), many.len());
                return Err(Fault::Input(format!(
                    "{name} holds {many} games; --solution is for one: give --solutions FILE.jsonl"
                )));
            }
        },
        (None, Some(file)) => {
            let named: HashMap<&str, &str> =
                games.iter().map(|(id, game)| (id.as_str(), game.as_str())).collect();
            for (number, line) in input::Lines::new(file)? {
                let bad =
                    |what: String| Err((format!("{}, line {number}: {what}", input::called(file)), true));
                let solution = line
                    .map_err(|e| e.to_string())
                    .and_then(|line| serde_json::from_str::<Line>(&line).map_err(|error| error.to_string()));
                let solution = match solution {
                    Ok(solution) => solution,
                    Err(what) => {
                        tell(&number.to_string(), bad(what))?;
                        continue;
                    }
                };
                let id = match &solution.id {
                    Some(Value::String(id)) => id.clone(),
                    Some(id) => id.to_string(),
                    None => number.to_string(),
                };
                match (named.get(id.as_str()), solution.solution.or(solution.play)) {
                    (Some(game), Some(moves)) => tell(&id, judge(game, &moves))?,
                    (None, _) => tell(
                        &id,
                        bad(format!("no game in {} is called '{id}'", input::called(&options.file))),
                    )?,
                    (_, None) => tell(&id, bad("there is neither solution nor move in it".to_owned()))?,
                }
            }
        }
        (None, None) => {
            for (id, game) in &games {
                tell(id, judge(game, ""))?;
            }
        }
    }
    out.flush()?;
    Ok(worst)
}

/// The games of a text as the validator reads them, each with its name. What is JSON is given to it as it stands, so that even
/// the reading is its own.
fn games(text: &str) -> Vec<(String, String)> {
    let mut games = Vec::new();
    for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let line = line.trim();
        let number = (at + 1).to_string();
        if line.starts_with('{') {
            let id = match serde_json::from_str::<Value>(line).ok().and_then(|value| value.get("id").cloned())
            {
                Some(Value::String(id)) => id,
                Some(Value::Number(id)) => id.to_string(),
                _ => number,
            };
            games.push((id, line.to_owned()));
        } else if line.contains('/') {
            games.push((number, json!({ "qfen": line }).to_string()));
        } else {
            let moves = if line == "start" { "" } else { line };
            games.push((number, json!({ "moves": moves }).to_string()));
        }
    }
    games
}

fn sentence(replay: &Replay) -> String {
    let moves = if replay.moves == 1 { "1 move".to_owned() } else { format!("{} moves", replay.moves) };
    match (replay.winner, replay.repeated) {
        (Some(winner), None) => format!("{moves}, player {winner} has won"),
        (Some(winner), Some(at)) => {
            format!(
                "{moves}, player {winner} has arrived, but the game was drawn by repetition after move {at}"
            )
        }
        (None, Some(at)) => format!("{moves}, drawn by repetition after move {at}"),
        (None, None) => format!("{moves}, player {} to move", replay.turn),
    }
}

/// The formats that `check` reads are those of the game.
#[cfg(test)]
mod tests {
    use super::*;
    use damier_quoridor::notation;

    #[test]
    fn games_are_named_as_the_game_names_them() {
        let text = "{\"id\":7,\"moves\":\"e2\"}\n\nstart\n / / e1 e9 / 10 10 / 1\n";
        let names: Vec<String> = games(text).into_iter().map(|(id, _)| id).collect();
        let read: Vec<String> =
            notation::read(text, None).unwrap().iter().map(notation::Entry::name).collect();
        assert_eq!(names, read);
    }
}
