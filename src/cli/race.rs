//! `race`: several algorithms on one position, each on a core of its own as far as there are cores.

use std::io::{self, BufWriter, Write};
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::mpsc;
use std::time::Duration;

use damier_search::Spec;
use indicatif::{MultiProgress, ProgressBar, ProgressStyle};

use super::record::Record;
use super::session::{self, Watched, describe};
use super::table::Table;
use super::units::{show_bytes, show_count, show_seconds};
use super::{Exit, Fault, LimitOptions, Outcome, input, say_notes};

#[derive(clap::Args)]
pub(super) struct Options {
    #[command(flatten)]
    source: input::Source,
    /// The algorithms, separated by commas, such as bfs,astar(bounces),ida
    #[arg(long, value_name = "A,B,C")]
    algorithms: String,
    /// One JSON object a line, as `solve` prints
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: LimitOptions,
}

pub(super) fn run(options: &Options) -> Outcome {
    let specs = Spec::list(&options.algorithms)?;
    specs.iter().try_for_each(|spec| options.source.game.kit.check(spec))?;
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
    let id = position.name();
    let lanes = options.limits.threads().clamp(1, specs.len());
    let mut limits = options.limits.limits();
    // What runs at the same time shares the memory.
    limits.memory = limits.memory.map(|memory| memory / lanes as u64);

    let runners: Vec<Watched> = specs.iter().map(|_| Watched::new()).collect();
    let next = AtomicUsize::new(0);
    let (finished, finish) = mpsc::channel();
    let mut records: Vec<Option<Record>> = specs.iter().map(|_| None).collect();
    std::thread::scope(|scope| -> Result<(), Fault> {
        for _ in 0..lanes {
            let (finished, next, specs, runners, id) = (finished.clone(), &next, &specs, &runners, &id);
            scope.spawn(move || {
                loop {
                    let at = next.fetch_add(1, SeqCst);
                    let Some(spec) = specs.get(at) else { break };
                    let record = Record::solve(
                        options.source.game,
                        id.clone(),
                        position.as_ref(),
                        spec,
                        &mut runners[at].run(limits),
                        None,
                    );
                    if finished.send((at, record)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(finished);
        let board = Scoreboard::new(&specs);
        loop {
            match finish.recv_timeout(Duration::from_millis(100)) {
                Ok((at, record)) => {
                    let record =
                        record.inspect_err(|_| runners.iter().for_each(|runner| runner.progress.cancel()))?;
                    board.finished(at, &record);
                    records[at] = Some(record);
                }
                Err(mpsc::RecvTimeoutError::Timeout) => board.tick(&runners),
                Err(mpsc::RecvTimeoutError::Disconnected) => return Ok(()),
            }
        }
    })?;
    let records: Vec<Record> = records.into_iter().flatten().collect();
    print(options, &records)?;
    // The race is decided when anybody has an answer.
    let best = records.iter().map(|record| record.exit).min().unwrap_or(Exit::Done);
    Ok(if session::is_cancelled() { Exit::Cancelled } else { best })
}

fn print(options: &Options, records: &[Record]) -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout());
    if options.json {
        for record in records {
            writeln!(out, "{}", record.json())?;
        }
        return out.flush();
    }
    let mut table =
        Table::new(&["algorithm", "result", "cost", "bound", "expanded", "generated", "time", "memory"]);
    let number = |number: Option<u32>| number.map_or("–".to_owned(), |number| number.to_string());
    for record in records {
        let Some(stats) = record.stats else { continue };
        table.row(vec![
            record.algorithm.clone().unwrap_or_default(),
            record.outcome.to_owned(),
            number(record.cost),
            number(record.lower_bound),
            show_count(u128::from(stats.expanded)),
            show_count(u128::from(stats.generated)),
            show_seconds(stats.seconds),
            show_bytes(stats.peak_bytes),
        ]);
    }
    table.print(&mut out)?;
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
        self.lines[at].finish_with_message(record.sentence());
    }
}
