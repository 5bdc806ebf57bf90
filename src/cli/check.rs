//! `check`: the independent validator on solutions that somebody gives.

use std::collections::HashMap;
use std::io::{self, BufWriter, Write};

use damier_search::kit::Position;
use serde::{Deserialize, Serialize};

use super::{Exit, Fault, Outcome, input};

#[derive(clap::Args)]
#[command(group = clap::ArgGroup::new("what").required(true))]
pub(super) struct Options {
    #[command(flatten)]
    source: input::Source,
    /// The solution of the file's only position
    #[arg(long, value_name = "MOVES", group = "what", allow_hyphen_values = true)]
    solution: Option<String>,
    /// Solutions as JSON Lines, such as `solve --json` prints, matched by id
    #[arg(long, value_name = "FILE", group = "what")]
    solutions: Option<String>,
    /// One JSON object a line
    #[arg(long)]
    json: bool,
}

/// A line of `--solutions`.
#[derive(Deserialize)]
struct Solution {
    id: Option<serde_json::Value>,
    solution: Option<String>,
}

#[derive(Serialize)]
struct Verdict<'a> {
    game: &'static str,
    id: &'a str,
    valid: bool,
    /// What happened, or why it is not valid.
    why: String,
}

pub(super) fn run(options: &Options) -> Outcome {
    let positions = options.source.positions()?;
    let mut checker = Checker { options, out: BufWriter::new(io::stdout()), worst: Exit::Done };
    match (&options.solution, &options.solutions) {
        (Some(solution), _) => match positions.as_slice() {
            [position] => checker.check(&position.name(), position.as_ref(), solution)?,
            many => {
                let what = format!(
                    "{} holds {} positions; --solution is for one: give --solutions FILE.jsonl with an id a line",
                    input::called(&options.source.file),
                    many.len()
                );
                return Err(Fault::Input(what));
            }
        },
        (None, Some(file)) => {
            let mut named: HashMap<String, &dyn Position> = HashMap::new();
            for position in &positions {
                if named.insert(position.name(), position.as_ref()).is_some() {
                    let name = input::called(&options.source.file);
                    return Err(Fault::Input(format!(
                        "{name} holds two positions called '{}'; rename one",
                        position.name()
                    )));
                }
            }
            checker.file(file, &named)?;
        }
        (None, None) => return Err(Fault::Input("give --solution or --solutions".to_owned())),
    }
    checker.out.flush()?;
    Ok(checker.worst)
}

struct Checker<'a> {
    options: &'a Options,
    out: BufWriter<io::Stdout>,
    worst: Exit,
}

impl Checker<'_> {
    /// Checks every line of a file that has a solution. The whole file is read before the first verdict is told.
    fn file(&mut self, file: &str, positions: &HashMap<String, &dyn Position>) -> Result<(), Fault> {
        let mut solutions = Vec::new();
        for (number, line) in input::Lines::new(file)? {
            let wrong =
                |what: String| Fault::Input(format!("{}, line {number}: {what}", input::called(file)));
            let line = line.map_err(|error| wrong(error.what))?;
            let solution: Solution = serde_json::from_str(&line).map_err(|error| {
                wrong(format!("not a solution in JSON: {error}; give {{\"id\":…,\"solution\":…}}"))
            })?;
            let id = match solution.id {
                Some(serde_json::Value::String(id)) => id,
                Some(id) => id.to_string(),
                None => number.to_string(),
            };
            let Some(moves) = solution.solution else { continue };
            let position = positions
                .get(&id)
                .ok_or_else(|| wrong(format!("there is no position with the id '{id}'")))?;
            solutions.push((id, *position, moves));
        }
        if solutions.is_empty() {
            return Err(Fault::Input(format!("{} holds no solution", input::called(file))));
        }
        solutions.iter().try_for_each(|(id, position, moves)| self.check(id, *position, moves))
    }

    fn check(&mut self, id: &str, position: &dyn Position, solution: &str) -> Result<(), Fault> {
        let game = self.options.source.game;
        let (valid, why) = match game.replay(position, solution) {
            Ok(what) => (true, what),
            Err(invalid) => {
                self.worst = self.worst.max(if invalid.unreadable { Exit::BadInput } else { Exit::Failed });
                (false, invalid.why)
            }
        };
        if self.options.json {
            let verdict = Verdict { game: game.kit.name(), id, valid, why };
            writeln!(self.out, "{}", serde_json::to_string(&verdict).unwrap_or_default())?;
        } else {
            writeln!(self.out, "{id}  {}: {why}", if valid { "valid" } else { "not valid" })?;
        }
        Ok(())
    }
}
