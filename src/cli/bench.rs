//! `bench`: a fixed suite whose answers are known. The total of expanded nodes is the signature: it changes only when a
//! search does, and is counted with one thread. Times are those of the searches alone. Where a suite is worth it, the
//! game's best algorithm is measured once more with all the threads that it may use; these nodes are not in the total.

use std::io::{self, Write};
use std::time::Duration;

use damier_search::kit::Position;
use damier_search::{Limits, Spec};
use serde_json::json;

use super::record::Record;
use super::session::{self, Watched, with_line};
use super::table::Table;
use super::units::{show_bytes, show_count, show_seconds};
use super::{Exit, Fault, LimitOptions, Outcome, game, input, quoridor};
use crate::games::{GAMES, Game, Suite};

#[derive(clap::Args)]
pub(super) struct Options {
    /// One game only
    #[arg(value_parser = game, value_name = "GAME")]
    game: Option<Game>,
    /// One suite only
    #[arg(long, value_name = "NAME")]
    suite: Option<String>,
    /// The positions of a file instead
    #[arg(long, value_name = "FILE", requires = "game", conflicts_with = "suite")]
    file: Option<String>,
    /// Other algorithms than the suite's own
    #[arg(long, value_name = "A,B,C")]
    algorithms: Option<String>,
    /// One JSON object a line
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: LimitOptions,
}

/// What one algorithm did on a suite.
struct Row {
    suite: String,
    algorithm: String,
    threads: usize,
    positions: usize,
    /// Answered with a solution.
    solved: usize,
    /// Answered with the known optimum, or with a proven one where none is known.
    right: usize,
    /// Answered with anything else, which is a bug.
    wrong: usize,
    /// Stopped by a limit.
    stopped: usize,
    nodes: u64,
    seconds: Vec<f64>,
    peak_bytes: u64,
}

/// Positions to measure on, and what is known of each.
struct Field {
    name: String,
    positions: Vec<(Box<dyn Position>, Option<u64>)>,
    algorithms: String,
    threads: bool,
    limits: Limits,
}

impl Field {
    /// A suite of the game.
    fn suite(options: &Options, game: Game, suite: &Suite) -> Result<Self, Fault> {
        let broken =
            |error: &dyn std::fmt::Display| Fault::Failed(format!("the suite {}: {error}", suite.name));
        let mut positions = Vec::new();
        for line in suite.positions.lines() {
            let known: serde_json::Value = serde_json::from_str(line).map_err(|error| broken(&error))?;
            let known = known["optimal"].as_u64();
            let read = game.kit.read(line, Some("json")).map_err(|error| broken(&error))?;
            positions.extend(read.into_iter().map(|position| (position, known)));
        }
        let mut limits = options.limits.limits();
        limits.time = limits.time.or(suite.minutes.map(|minutes| Duration::from_secs(60 * minutes)));
        Ok(Field {
            name: suite.name.to_owned(),
            positions,
            algorithms: suite.algorithms.to_owned(),
            threads: suite.threads,
            limits,
        })
    }

    /// What is in a file.
    fn file(options: &Options, game: Game, file: &str) -> Result<Self, Fault> {
        let positions = input::positions(game, file, None)?;
        Ok(Field {
            name: input::called(file).rsplit('/').next().unwrap_or_default().to_owned(),
            positions: positions.into_iter().map(|position| (position, None)).collect(),
            algorithms: game.kit.default_algorithm().to_owned(),
            threads: false,
            limits: options.limits.limits(),
        })
    }
}

pub(super) fn run(options: &Options) -> Outcome {
    let games: Vec<Game> = options.game.map_or_else(|| GAMES.to_vec(), |game| vec![game]);
    if let Some(name) = &options.suite {
        let known: Vec<&str> = games.iter().flat_map(|game| game.suites).map(|suite| suite.name).collect();
        if !known.contains(&name.as_str()) {
            return Err(Fault::Input(format!("no suite is called '{name}'; there is {}", known.join(", "))));
        }
    }
    let mut rows = Vec::new();
    for game in games {
        let fields = match &options.file {
            Some(file) => vec![Field::file(options, game, file)?],
            None => (game.suites.iter())
                .filter(|suite| options.suite.as_ref().is_none_or(|name| name == suite.name))
                .map(|suite| Field::suite(options, game, suite))
                .collect::<Result<_, _>>()?,
        };
        for field in fields {
            for spec in Spec::list(options.algorithms.as_deref().unwrap_or(&field.algorithms))? {
                if !session::is_cancelled() {
                    game.kit.check(&spec)?;
                    rows.push(measure(game, &field, &spec, 1)?);
                }
            }
            let threads = options.limits.threads();
            if field.threads && threads > 1 && options.algorithms.is_none() && !session::is_cancelled() {
                let spec: Spec = game.kit.default_algorithm().parse()?;
                rows.push(measure(game, &field, &spec, threads)?);
            }
        }
    }
    print(options, &rows)?;
    let wrong: usize = rows.iter().map(|row| row.wrong).sum();
    if wrong > 0 {
        return Err(Fault::Failed(format!("{wrong} answers are not the known optimum")));
    }
    // Quoridor has a suite of its own kind.
    if options.game.is_none()
        && options.suite.is_none()
        && options.algorithms.is_none()
        && !session::is_cancelled()
    {
        if !options.json {
            writeln!(io::stdout())?;
        }
        quoridor::bench(options.json)?;
    }
    let whole = rows.iter().all(|row| row.stopped == 0);
    Ok(if session::is_cancelled() {
        Exit::Cancelled
    } else if whole {
        Exit::Done
    } else {
        Exit::Limit
    })
}

fn measure(game: Game, field: &Field, spec: &Spec, threads: usize) -> Result<Row, Fault> {
    let info = game.kit.algorithms().into_iter().find(|info| info.name == spec.name);
    let exact = info.is_some_and(|info| info.optimal != damier_search::registry::Guarantee::No);
    let mut row = Row {
        suite: field.name.clone(),
        algorithm: spec.to_string(),
        threads,
        positions: 0,
        solved: 0,
        right: 0,
        wrong: 0,
        stopped: 0,
        nodes: 0,
        seconds: Vec::new(),
        peak_bytes: 0,
    };
    for (position, known) in &field.positions {
        let watched = Watched::new();
        let mut run = watched.run(field.limits).with_threads(threads);
        let record = with_line(&watched, || {
            Record::solve(game, position.name(), position.as_ref(), spec, &mut run, None)
        })?;
        let Some(stats) = record.stats else { continue };
        row.positions += 1;
        row.nodes += stats.expanded;
        row.seconds.push(stats.seconds);
        row.peak_bytes = row.peak_bytes.max(stats.peak_bytes);
        row.solved += usize::from(record.cost.is_some());
        match (record.outcome, record.cost.map(u64::from)) {
            ("solved", cost) if cost == *known => row.right += 1,
            ("solved", _) if known.is_none() => row.right += usize::from(record.optimal == Some(true)),
            ("solved", cost) if !exact && cost > *known => {}
            ("limit" | "cancelled", _) => row.stopped += 1,
            _ => row.wrong += 1,
        }
        if session::is_cancelled() {
            break;
        }
    }
    row.seconds.sort_by(f64::total_cmp);
    Ok(row)
}

fn print(options: &Options, rows: &[Row]) -> io::Result<()> {
    let mut out = io::BufWriter::new(io::stdout());
    let total: u64 = rows.iter().filter(|row| row.threads == 1).map(|row| row.nodes).sum();
    if options.json {
        for row in rows {
            let times = json!({
                "mean": row.mean(), "median": row.quantile(0.5), "p95": row.quantile(0.95), "max": row.quantile(1.0),
            });
            let value = json!({
                "suite": row.suite, "algorithm": row.algorithm, "threads": row.threads, "positions": row.positions, "solved": row.solved, "right": row.right,
                "nodes": row.nodes, "seconds": times, "peak_bytes": row.peak_bytes,
            });
            writeln!(out, "{value}")?;
        }
        writeln!(out, "{}", json!({"signature": total}))?;
        return out.flush();
    }
    writeln!(out, "Bench: {total}\n")?;
    let head = [
        "suite",
        "algorithm",
        "threads",
        "solved",
        "right",
        "nodes",
        "nodes/s",
        "total",
        "mean",
        "median",
        "p95",
        "max",
        "peak memory",
    ];
    let mut table = Table::new(&head);
    for row in rows {
        let seconds: f64 = row.seconds.iter().sum();
        let rate = (row.nodes as f64 / seconds.max(1e-9)) as u128;
        table.row(vec![
            row.suite.clone(),
            row.algorithm.clone(),
            row.threads.to_string(),
            format!("{}/{}", row.solved, row.positions),
            row.right.to_string(),
            show_count(u128::from(row.nodes)),
            show_count(rate),
            show_seconds(seconds),
            show_seconds(row.mean()),
            show_seconds(row.quantile(0.5)),
            show_seconds(row.quantile(0.95)),
            show_seconds(row.quantile(1.0)),
            show_bytes(row.peak_bytes),
        ]);
    }
    table.print(&mut out)?;
    out.flush()
}

impl Row {
    fn mean(&self) -> f64 {
        self.seconds.iter().sum::<f64>() / self.seconds.len().max(1) as f64
    }

    /// The time that this part of the positions stayed within.
    fn quantile(&self, part: f64) -> f64 {
        let at = (part * self.seconds.len().saturating_sub(1) as f64).round() as usize;
        self.seconds.get(at).copied().unwrap_or(0.0)
    }
}
