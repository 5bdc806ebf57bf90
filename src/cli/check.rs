//! `check`: the independent validator on solutions that somebody gives, and on games.

use std::collections::HashMap;
use std::io::{self, BufWriter, Write};

use damier_kit::json::Id;
use damier_lab::Game;
use serde::{Deserialize, Serialize};

use super::{Exit, Fault, Outcome, input};

#[derive(clap::Args)]
pub(super) struct Options {
    #[command(flatten)]
    source: input::Source,
    /// The solution of the file's only position, or the moves that follow in its only game
    #[arg(long, value_name = "MOVES", conflicts_with = "solutions", allow_hyphen_values = true)]
    solution: Option<String>,
    /// Solutions or moves as JSON Lines, such as `solve --json` prints, matched by id
    #[arg(long, value_name = "FILE")]
    solutions: Option<String>,
    /// One JSON object a line
    #[arg(long)]
    json: bool,
}

/// A line of `--solutions`.
#[derive(Deserialize)]
struct Line {
    id: Option<Id>,
    solution: Option<String>,
    #[serde(rename = "move")]
    step: Option<String>,
}

#[derive(Serialize)]
struct Verdict<'a> {
    game: &'static str,
    id: &'a str,
    valid: bool,
    /// What happened, or why it is not valid.
    why: String,
}

/// What is checked: its name, and what the validator reads.
type Entry = (String, String);

pub(super) fn run(options: &Options) -> Outcome {
    let input::Source { game, file, which } = &options.source;
    let holds_games = which.format.is_none() && game.kit.games("").is_some();
    if options.solution.is_none() && options.solutions.is_none() && !holds_games {
        return Err(Fault::Input("give --solution or --solutions".to_owned()));
    }
    let text = input::text_of(*game, file)?;
    let games = game.kit.games(&text).filter(|_| holds_games);
    let entries: Vec<Entry> = if let Some(games) = games {
        which.pick(games, file)?
    } else {
        let read = game.kit.read(&text, which.format.as_deref());
        let read = read.map_err(|error| Fault::unreadable(input::called(file), &error))?;
        let read = which.pick(read, file)?;
        read.iter().map(|position| (position.name(), position.instance())).collect()
    };
    if entries.is_empty() {
        return Err(Fault::Input(format!("{} is empty", input::called(file))));
    }
    let mut checker =
        Checker { game: *game, json: options.json, out: BufWriter::new(io::stdout()), worst: Exit::Done };
    match (&options.solution, &options.solutions) {
        (Some(solution), _) => match entries.as_slice() {
            [entry] => checker.check(entry, solution)?,
            many => {
                let what = format!(
                    "{} holds {} positions; --solution is for one: give --solutions FILE.jsonl with an id a line",
                    input::called(file),
                    many.len()
                );
                return Err(Fault::Input(what));
            }
        },
        (None, Some(solutions)) => {
            let mut named = HashMap::new();
            for entry in &entries {
                if named.insert(entry.0.as_str(), entry).is_some() {
                    let name = input::called(file);
                    return Err(Fault::Input(format!(
                        "{name} holds two positions called '{}'; rename one",
                        entry.0
                    )));
                }
            }
            for (entry, moves) in matched(solutions, &named, holds_games)? {
                checker.check(entry, &moves)?;
            }
        }
        (None, None) => entries.iter().try_for_each(|entry| checker.check(entry, ""))?,
    }
    checker.out.flush()?;
    Ok(checker.worst)
}

/// Every line of a file that has a solution, or where games are checked a move, with what it belongs to. The whole file is read
/// before the first verdict is told.
fn matched<'e>(
    file: &str,
    named: &HashMap<&str, &'e Entry>,
    moves_too: bool,
) -> Result<Vec<(&'e Entry, String)>, Fault> {
    let mut solutions = Vec::new();
    for (number, line) in input::Lines::new(file)? {
        let wrong = |what: String| Fault::Input(format!("{}, line {number}: {what}", input::called(file)));
        let line = line.map_err(|error| wrong(error.text().to_owned()))?;
        let solution: Line = serde_json::from_str(&line).map_err(|error| {
            wrong(format!("not a solution in JSON: {error}; give {{\"id\":…,\"solution\":…}}"))
        })?;
        let id = solution.id.map_or_else(|| number.to_string(), String::from);
        let Some(moves) = solution.solution.or(solution.step.filter(|_| moves_too)) else { continue };
        let entry = named.get(id.as_str());
        solutions
            .push((*entry.ok_or_else(|| wrong(format!("there is no position with the id '{id}'")))?, moves));
    }
    if solutions.is_empty() {
        return Err(Fault::Input(format!("{} holds no solution", input::called(file))));
    }
    Ok(solutions)
}

struct Checker {
    game: Game,
    json: bool,
    out: BufWriter<io::Stdout>,
    worst: Exit,
}

impl Checker {
    fn check(&mut self, (id, instance): &Entry, moves: &str) -> Result<(), Fault> {
        let (valid, why) = match (self.game.replay)(instance, moves) {
            Ok(what) => (true, what),
            Err(invalid) => {
                self.worst = self.worst.max(if invalid.unreadable { Exit::BadInput } else { Exit::Failed });
                (false, invalid.why)
            }
        };
        if self.json {
            let verdict = Verdict { game: self.game.name(), id, valid, why };
            writeln!(self.out, "{}", serde_json::to_string(&verdict).unwrap_or_default())?;
        } else {
            writeln!(self.out, "{id}  {}: {why}", if valid { "valid" } else { "not valid" })?;
        }
        Ok(())
    }
}
