//! `solve`: a solution, the best move or the highest chance to win of each position in a file.

use std::io::{self, BufWriter, Write};

use damier_kit::Position;
use damier_kit::json::{MISSPELT, name_of};
use damier_lab::record::Record;
use damier_lab::{Solver, table_bytes};
use damier_search::{Limits, Run, Spec};

use super::own::{Own, OwnOption};
use super::{Exit, Fault, LimitOptions, Outcome, input, print, say, say_notes, session};

/// The option of a spec that says what is counted.
const METRIC: &str = "metric";

#[derive(clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub(super) struct Options {
    #[command(flatten)]
    source: input::Source,
    /// The algorithm or the player, such as bfs, astar or mcts(rollouts=1000) [default: the game's best]
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
    #[command(flatten)]
    own: OwnOption,
    /// One JSON object a line
    #[arg(long)]
    json: bool,
    /// Say on standard error what is known meanwhile: the best solution so far and the proven bound
    #[arg(long)]
    progress: bool,
    /// Where players think and neither time nor nodes are given, each position gets a second
    #[command(flatten)]
    limits: LimitOptions,
}

impl Options {
    /// What is counted.
    fn counted(&self) -> &str {
        let question = self.source.game.kit.about().question;
        let usual = question.iter().find(|option| option.name == METRIC);
        self.metric.as_deref().unwrap_or(usual.map_or("moves", |option| option.default))
    }
}

pub(super) fn run(options: &Options) -> Outcome {
    let game = options.source.game;
    let default = || game.kit.about().default_algorithm.parse();
    let own = options.own.read()?;
    let named = options.algorithm.clone();
    let mut spec: Spec =
        if own.is_some() { Own::spec(game, named)? } else { named.map_or_else(default, Ok)? };
    if let Some(metric) = &options.metric {
        spec.pairs.push((METRIC.to_owned(), metric.clone()));
    }
    let limits = options.limits.patient(game);
    if let Some(threads) =
        options.limits.threads.filter(|&threads| threads > 1 && game.kit.thinking().is_some())
    {
        // A player takes threads only where they are asked for: with several it does not repeat itself.
        let options = game.kit.algorithms().into_iter().find(|info| info.name == spec.name);
        let takes = options.is_some_and(|info| info.options.iter().any(|option| option.name == "threads"));
        if takes && spec.pairs.iter().all(|(name, _)| name != "threads") {
            spec.pairs.push(("threads".to_owned(), threads.min(64).to_string()));
        } else if !takes {
            say(&format!("note: {} thinks with one thread", spec.name));
        }
    }
    let mut solving = Solving {
        options,
        own,
        solver: Solver::new(game, spec, table_bytes(limits.memory))?,
        limits,
        out: BufWriter::new(io::stdout()),
        worst: Exit::Done,
    };
    if options.batch {
        solving.batch()?;
    } else {
        solving.file()?;
    }
    solving.out.flush()?;
    Ok(solving.worst)
}

struct Solving<'a> {
    options: &'a Options,
    own: Option<Own>,
    solver: Solver,
    limits: Limits,
    out: BufWriter<io::Stdout>,
    worst: Exit,
}

impl Solving<'_> {
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
        let source = &self.options.source;
        let format = source.which.format.as_deref().unwrap_or("json");
        for (number, line) in input::Lines::new(&source.file)? {
            let id = line.as_deref().ok().and_then(name_of).unwrap_or_else(|| number.to_string());
            match line.and_then(|line| source.game.kit.read(&line, Some(format))) {
                Err(mut error) => {
                    error.line = Some(number);
                    self.tell(&Record::unusable(source.game, id, error), None)?;
                }
                Ok(positions) => {
                    for position in positions {
                        say_keys(number, position.as_ref());
                        let id = position.id().map_or_else(|| number.to_string(), str::to_owned);
                        let record = self.solve(id, position.as_ref())?;
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

    fn solve(&mut self, id: String, position: &dyn Position) -> Result<Record, Fault> {
        let options = self.options;
        let varied = options.variant.as_ref().map(|variant| position.with_variant(Some(variant)));
        let varied = varied.transpose()?;
        let position = varied.as_deref().unwrap_or(position);
        let script = self.own.as_ref().map(|own| own.script(options.source.game, position)).transpose()?;
        let (limits, threads, name) = (self.limits, options.limits.threads(), id.clone());
        // Positions come one after the other, each with all the threads: what is found first is told first.
        let work = |run: &mut Run| {
            run.own = script;
            if options.all && position.chance().is_none() {
                return Record::solve_all(options.source.game, id, position, options.most as usize, run);
            }
            self.solver.answer(id, position, run, &mut |_, _| ())
        };
        Ok(if options.progress {
            session::search_aloud(limits, threads, (&name, options.counted()), work)
        } else {
            session::search(limits, threads, work)
        }?)
    }

    fn tell(&mut self, record: &Record, drawn: Option<&dyn Position>) -> Result<(), Fault> {
        self.worst = self.worst.max(record.exit);
        if self.options.json {
            writeln!(self.out, "{}", record.json())?;
        } else {
            print::print(record, &mut self.out, drawn.map(|position| (position, session::style())))?;
        }
        Ok(self.out.flush()?)
    }
}

/// Says which keys of a line of a batch look misspelt. Whatever else is odd about a position is not told in a batch.
fn say_keys(number: usize, position: &dyn Position) {
    for note in position.notes().into_iter().filter(|note| note.key == MISSPELT) {
        say(&format!("note: {}", note.in_line(number)));
    }
}
