//! `solve`: the best move of each position.

use std::io::{self, BufWriter, Write};

use damier_quoridor::notation::{self, Entry, drawing, write_moves};
use damier_quoridor::players::{self, Thinker};
use damier_quoridor::solver::{WIN, WON};
use damier_quoridor::{Record, Thought};
use damier_search::{Limits, Spec, Stats, Stop};
use serde_json::{Value, json};

use super::{NAME, ended, entries, game, patient, replayed};
use crate::cli::record::StatsRecord;
use crate::cli::session::{self, Watched, with_line};
use crate::cli::units::{show_count, show_seconds};
use crate::cli::{Exit, Fault, LimitOptions, Outcome, input};

#[derive(clap::Args)]
pub(in crate::cli) struct Options {
    /// The game
    #[arg(value_parser = game, value_name = "GAME")]
    _game: String,
    /// A file, or - for standard input
    file: String,
    /// Who looks for it, such as fast, alphabeta(depth=3) or mcts(rollouts=10000) [default: fast]
    #[arg(long, value_name = "SPEC")]
    algorithm: Option<Spec>,
    /// The file is JSON Lines, a position a line; a bad line is answered with an error and the rest go on
    #[arg(long)]
    batch: bool,
    /// One JSON object a line
    #[arg(long)]
    json: bool,
    /// The format of the file [default: recognised]
    #[arg(long, value_name = "FORMAT")]
    format: Option<String>,
    /// Without --time or --nodes, each position gets one second
    #[command(flatten)]
    limits: LimitOptions,
}

pub(super) fn run(options: &Options) -> Outcome {
    let spec = options.algorithm.clone().map_or_else(|| "fast".parse(), Ok)?;
    let (limits, table) = patient(options.limits);
    let mut solver = Solver {
        options,
        player: players::build(&spec, table)?,
        spec,
        limits,
        out: BufWriter::new(io::stdout()),
        worst: Exit::Done,
    };
    if options.batch {
        let format = options.format.as_deref().unwrap_or("json");
        for (number, line) in input::Lines::new(&options.file)? {
            match line.and_then(|line| notation::read(&line, Some(format))) {
                Ok(read) => {
                    for mut entry in read {
                        entry.line = number;
                        solver.solve(&entry, false)?;
                    }
                }
                Err(mut error) => {
                    error.line = Some(number);
                    solver.refuse(&number.to_string(), &error.to_string(), Exit::BadInput)?;
                }
            }
            if session::is_cancelled() {
                break;
            }
        }
    } else {
        let read = entries(&options.file, options.format.as_deref())?;
        let draw = read.len() == 1;
        for entry in read {
            solver.solve(&entry, draw)?;
            if session::is_cancelled() {
                break;
            }
        }
    }
    solver.out.flush()?;
    Ok(solver.worst)
}

/// A score for programs: steps ahead, and the plies to the end where it was seen.
pub(super) fn score(thought: &Thought) -> (f64, Option<i32>) {
    let far = WIN - thought.score.abs();
    let seen = (thought.score.abs() > WON).then_some(far * thought.score.signum());
    (f64::from(thought.score) / 100.0, seen)
}

/// What is told of a position, as `solve --json` and the engine protocol do.
pub(super) fn answer(
    id: &str,
    spec: &Spec,
    record: &Record,
    thought: &Thought,
    stats: Stats,
) -> Result<Value, String> {
    let Some(play) = thought.play else { return Err("nothing can be played".to_owned()) };
    replayed(record, &play.to_string())?;
    let (score, seen) = score(thought);
    let outcome = if thought.stopped == Some(Stop::Cancelled) { "cancelled" } else { "solved" };
    let mut value = json!({
        "game": NAME, "id": id, "algorithm": spec.to_string(), "outcome": outcome, "optimal": seen.is_some(),
        "move": play.to_string(), "score": score, "depth": thought.depth,
        "line": write_moves(&thought.line), "stats": StatsRecord::from(stats),
    });
    if let Some(plies) = seen {
        value["plies_to_end"] = json!(plies);
    }
    Ok(value)
}

struct Solver<'a> {
    options: &'a Options,
    spec: Spec,
    player: Box<dyn Thinker>,
    limits: Limits,
    out: BufWriter<io::Stdout>,
    worst: Exit,
}

impl Solver<'_> {
    fn solve(&mut self, entry: &Entry, draw: bool) -> Result<(), Fault> {
        if let Some(winner) = entry.record.position().winner() {
            let what = format!("the game is over: {}", ended(damier_quoridor::End::Won(winner)));
            return self.refuse(&entry.name(), &what, Exit::BadInput);
        }
        let watched = Watched::new();
        let mut run = watched.run(self.limits);
        self.player.clear();
        let thought = with_line(&watched, || self.player.think(&entry.record, &mut run, &mut |_, _| ()));
        let stats = run.finish();
        match answer(&entry.name(), &self.spec, &entry.record, &thought, stats) {
            Err(why) => self.refuse(&entry.name(), &why, Exit::Failed),
            Ok(value) => {
                if thought.stopped == Some(Stop::Cancelled) {
                    self.worst = self.worst.max(Exit::Cancelled);
                }
                if self.options.json {
                    writeln!(self.out, "{value}")?;
                } else {
                    self.tell(entry, &thought, stats, draw)?;
                }
                Ok(self.out.flush()?)
            }
        }
    }

    fn tell(&mut self, entry: &Entry, thought: &Thought, stats: Stats, draw: bool) -> Result<(), Fault> {
        if draw {
            write!(self.out, "{}", drawing(entry.record.position()))?;
        }
        let play = thought.play.map(|play| play.to_string()).unwrap_or_default();
        let worth = match score(thought) {
            (_, Some(plies)) if plies > 0 => format!("wins in {plies} plies"),
            (_, Some(plies)) => format!("loses in {} plies", -plies),
            (steps, None) => format!("{steps:+.2} steps ahead"),
        };
        writeln!(self.out, "{}  {play}: {worth}, depth {}", entry.name(), thought.depth)?;
        if draw {
            writeln!(self.out, "{}", write_moves(&thought.line))?;
            let nodes = show_count(u128::from(stats.expanded));
            writeln!(self.out, "{}: {nodes} nodes, {}", self.spec, show_seconds(stats.seconds))?;
        }
        Ok(())
    }

    fn refuse(&mut self, id: &str, why: &str, exit: Exit) -> Result<(), Fault> {
        self.worst = self.worst.max(exit);
        if self.options.json {
            writeln!(self.out, "{}", json!({"game": NAME, "id": id, "outcome": "error", "error": why}))?;
        } else {
            writeln!(self.out, "{id}  error: {why}")?;
        }
        Ok(self.out.flush()?)
    }
}
