//! `solve`: each position in a file.

use std::io::{self, BufWriter, Write};

use damier_search::kit::Position;
use damier_search::{Limits, Spec};

use super::record::Record;
use super::session::{self, Watched, with_line};
use super::{Exit, Fault, LimitOptions, Outcome, input, say_notes};

#[derive(clap::Args)]
pub(super) struct Options {
    #[command(flatten)]
    source: input::Source,
    /// The algorithm, such as bfs, astar(bounces) or beam(width=100) [default: the game's best]
    #[arg(long, value_name = "SPEC")]
    algorithm: Option<Spec>,
    /// The file is JSON Lines, a position a line; a bad line is answered with an error and the rest go on
    #[arg(long, conflicts_with = "level")]
    batch: bool,
    /// What is to be the fewest, where a game counts in several ways, such as pushes or moves
    #[arg(long, value_name = "METRIC")]
    metric: Option<String>,
    /// Other rules than the usual ones, such as sliding(p=0.1)
    #[arg(long, value_name = "SPEC")]
    variant: Option<Spec>,
    /// List every optimal solution
    #[arg(long, conflicts_with = "algorithm")]
    all: bool,
    /// With --all: list at most this many (all are counted)
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    most: u64,
    /// One JSON object a line
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: LimitOptions,
}

pub(super) fn run(options: &Options) -> Outcome {
    let default = || options.source.game.kit.default_algorithm().parse();
    let mut spec: Spec = options.algorithm.clone().map_or_else(default, Ok)?;
    if let Some(metric) = &options.metric {
        spec.pairs.push(("metric".to_owned(), metric.clone()));
    }
    options.source.game.kit.check(&spec)?;
    let mut solver = Solver {
        options,
        spec,
        limits: options.limits.limits(),
        out: BufWriter::new(io::stdout()),
        worst: Exit::Done,
    };
    if options.batch {
        solver.batch()?;
    } else {
        solver.file()?;
    }
    solver.out.flush()?;
    Ok(solver.worst)
}

struct Solver<'a> {
    options: &'a Options,
    spec: Spec,
    limits: Limits,
    out: BufWriter<io::Stdout>,
    worst: Exit,
}

impl Solver<'_> {
    /// All positions of one text; one alone is drawn.
    fn file(&mut self) -> Result<(), Fault> {
        let positions = self.options.source.positions()?;
        let draw = positions.len() == 1;
        for position in &positions {
            say_notes(position.as_ref());
            let record = self.solve(position.name(), position.as_ref())?;
            self.tell(&record, Some(position.as_ref()).filter(|_| draw))?;
            if session::is_cancelled() {
                break;
            }
        }
        Ok(())
    }

    /// A position a line; a bad line is told and the rest go on.
    fn batch(&mut self) -> Result<(), Fault> {
        let game = self.options.source.game;
        let format = self.options.source.format.as_deref().unwrap_or("json");
        for (number, line) in input::Lines::new(&self.options.source.file)? {
            let id = line.as_deref().ok().and_then(named).unwrap_or_else(|| number.to_string());
            match line.and_then(|line| game.kit.read(&line, Some(format))) {
                Err(mut error) => {
                    error.line = Some(number);
                    self.tell(&Record::unreadable(game, id, error.to_string()), None)?;
                }
                Ok(positions) => {
                    for position in positions {
                        let record = self.solve(id.clone(), position.as_ref())?;
                        self.tell(&record, None)?;
                    }
                }
            }
            if session::is_cancelled() {
                break;
            }
        }
        Ok(())
    }

    fn solve(&self, id: String, position: &dyn Position) -> Result<Record, Fault> {
        let game = self.options.source.game;
        let watched = Watched::new();
        let varied = self.options.variant.as_ref().map(|variant| position.with_variant(Some(variant)));
        let varied = varied.transpose()?;
        let position = varied.as_deref().unwrap_or(position);
        // Positions come one after the other, each with all the threads: what is found first is told first.
        let mut run = watched.run(self.limits).with_threads(self.options.limits.threads());
        with_line(&watched, || {
            if let Some(chances) = position.chance(&mut run) {
                return Ok(Record::chances(game, id, position, chances, &run));
            }
            if self.options.all {
                return Ok(Record::solve_all(game, id, position, self.options.most as usize, &mut run));
            }
            Ok(Record::solve(game, id, position, &self.spec, &mut run, None)?)
        })
    }

    fn tell(&mut self, record: &Record, drawn: Option<&dyn Position>) -> Result<(), Fault> {
        self.worst = self.worst.max(record.exit);
        if self.options.json {
            writeln!(self.out, "{}", record.json())?;
        } else {
            record.print(&mut self.out, drawn.map(|position| (position, session::style())))?;
        }
        Ok(self.out.flush()?)
    }
}

/// What a line of JSON calls its position, even if it is none.
fn named(line: &str) -> Option<String> {
    let value: serde_json::Value = serde_json::from_str(line).ok()?;
    match value.get("id")? {
        serde_json::Value::String(id) => Some(id.clone()),
        serde_json::Value::Number(id) => Some(id.to_string()),
        _ => None,
    }
}
