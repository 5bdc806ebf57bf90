//! `race`: several algorithms on one position, each on a core of its own as far as there are cores.

use std::io::{self, BufWriter, Write};

use damier_lab::race::{self, News, Race};
use damier_lab::record::Record;
use damier_lab::{Table, table_bytes};
use damier_search::Spec;
use indicatif::{MultiProgress, ProgressBar, ProgressStyle};

use super::own::{OwnOption, needed};
use super::session::{self, Watched, describe};
use super::units::{show_bytes, show_count, show_seconds};
use super::{Exit, Fault, LimitOptions, Outcome, input, print, say_notes, table};

#[derive(clap::Args)]
pub(super) struct Options {
    #[command(flatten)]
    source: input::Source,
    /// The algorithms or players, separated by commas, such as bfs,astar,ida
    #[arg(long, value_name = "A,B,C")]
    algorithms: String,
    #[command(flatten)]
    own: OwnOption,
    /// One JSON object a line, as `solve` prints
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: LimitOptions,
}

pub(super) fn run(options: &Options) -> Outcome {
    let specs = Spec::list(&options.algorithms)?;
    let game = options.source.game;
    let positions = options.source.positions()?;
    let [position] = positions.as_slice() else {
        let what = format!(
            "a race is run on one position; {} holds {}",
            input::called(&options.source.file),
            positions.len()
        );
        return Err(Fault::Input(what));
    };
    say_notes(position.as_ref());
    let own = options.own.read()?;
    if own.is_some() {
        needed(&specs)?;
    }
    let script = own.map(|own| own.script(game, position.as_ref())).transpose()?;
    let at_once = options.limits.threads().clamp(1, specs.len().max(1));
    let mut limits = options.limits.patient(game);
    // What runs at the same time shares the memory.
    limits.memory = limits.memory.map(|memory| memory / at_once as u64);
    let runners: Vec<Watched> = specs.iter().map(|_| Watched::new()).collect();
    let board = Scoreboard::new(&specs);
    let mut records: Vec<Option<Box<Record>>> = specs.iter().map(|_| None).collect();
    let mut wrong = None;
    let race = Race {
        game,
        position: position.as_ref(),
        specs: &specs,
        at_once,
        bytes: table_bytes(limits.memory),
        start: &|lane| {
            let mut run = runners[lane].run(limits);
            run.own.clone_from(&script);
            run
        },
        around: &|search| search(),
    };
    race::run(&race, &mut |news| match news {
        News::Done(lane, Ok(record)) => {
            board.finished(lane, &record);
            records[lane] = Some(record);
        }
        News::Done(_, Err(refusal)) => {
            runners.iter().for_each(|runner| runner.progress.cancel());
            wrong = Some(refusal);
        }
        News::Thought(..) => {}
        News::Tick => board.tick(&runners),
    })?;
    if let Some(refusal) = wrong {
        return Err(refusal.into());
    }
    let records: Vec<_> = records.into_iter().flatten().collect();
    show(options, &records)?;
    // The race is decided when anybody has an answer.
    let best = records.iter().map(|record| record.exit).min().unwrap_or(Exit::Done);
    Ok(if session::is_cancelled() { Exit::Cancelled } else { best })
}

fn show(options: &Options, records: &[Box<Record>]) -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout());
    if options.json {
        for record in records {
            writeln!(out, "{}", record.json())?;
        }
        return out.flush();
    }
    let mut rows = Table::default();
    let number = |number: Option<u32>| number.map_or("–".to_owned(), |number| number.to_string());
    for record in records {
        let Some(stats) = record.stats else { continue };
        let [first, second] = match &record.best {
            Some(best) => [("move", best.step.clone()), ("score", format!("{:+.2}", best.score))],
            None => [("cost", number(record.cost)), ("bound", number(record.lower_bound))],
        };
        rows.entry(&[
            ("algorithm", &record.algorithm.as_deref().unwrap_or_default()),
            ("result", &record.outcome),
            (first.0, &first.1),
            (second.0, &second.1),
            ("expanded", &show_count(u128::from(stats.expanded))),
            ("generated", &show_count(u128::from(stats.generated))),
            ("time", &show_seconds(stats.seconds)),
            ("memory", &show_bytes(stats.peak_bytes)),
        ]);
    }
    table::print(&rows, &mut out)?;
    out.flush()
}

/// A live line an algorithm on the terminal; nothing where nobody sees it.
struct Scoreboard {
    lines: Vec<ProgressBar>,
    /// Keeps the lines together.
    _all: MultiProgress,
}

impl Scoreboard {
    fn new(specs: &[Spec]) -> Self {
        let all = MultiProgress::new();
        let width = specs.iter().map(|spec| spec.to_string().len()).max().unwrap_or(0);
        let line = |spec: &Spec| {
            let line = all.add(ProgressBar::new_spinner());
            if let Ok(style) = ProgressStyle::with_template("{spinner} {prefix} {msg}") {
                line.set_style(style);
            }
            line.set_prefix(format!("{:<width$}", spec.to_string()));
            line
        };
        Scoreboard { lines: specs.iter().map(line).collect(), _all: all }
    }

    fn tick(&self, runners: &[Watched]) {
        for (line, runner) in self.lines.iter().zip(runners).filter(|(line, _)| !line.is_finished()) {
            line.set_message(describe(&runner.progress));
            line.tick();
        }
    }

    fn finished(&self, at: usize, record: &Record) {
        self.lines[at].finish_with_message(print::sentence(record));
    }
}
