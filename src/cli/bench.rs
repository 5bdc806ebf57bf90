//! `bench`: a fixed suite whose answers are known. The total of expanded nodes is the signature: it changes only when a
//! search does, and is counted with one thread. Times are those of the searches alone. Where a suite is worth it, the
//! game's best algorithm is measured once more with all the threads that it may use; these nodes are not in the total.
//! What a game measures of itself comes after that, with a signature of its own.

use std::io::{self, Write};
use std::path::PathBuf;
use std::rc::Rc;
use std::time::Duration;

use damier_kit::Position;
use damier_lab::bench::{Field, Measured, Row, measures};
use damier_lab::record::Record;
use damier_lab::{Game, Suite, Table};
use damier_search::{Limits, Spec};
use serde_json::json;

use super::baseline::Kept;
use super::units::{show_bytes, show_count, show_seconds};
use super::{Exit, Fault, LimitOptions, Outcome, game, input, lab, session, table};
use crate::games::GAMES;

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
    /// Keep the results in this file, for --baseline, `lab compare` and `lab report`
    #[arg(long, value_name = "FILE.json")]
    save: Option<PathBuf>,
    /// Tell what became slower or weaker since this file was saved; ends with code 50 if anything did
    #[arg(long, value_name = "FILE.json")]
    baseline: Option<String>,
    /// How often each search is timed for --save and --baseline
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=1000))]
    repeats: u32,
    /// One JSON object a line
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: LimitOptions,
}

pub(super) fn run(options: &Options) -> Outcome {
    let games: Vec<Game> = options.game.map_or_else(|| GAMES.to_vec(), |game| vec![game]);
    if let Some(name) = &options.suite {
        let known: Vec<&str> = games.iter().flat_map(|game| game.suites).map(|suite| suite.name).collect();
        if !known.contains(&name.as_str()) {
            return Err(Fault::Input(format!("no suite is called '{name}'; there is {}", known.join(", "))));
        }
    }
    // What cannot be read is said before an hour of measuring.
    let before = options.baseline.as_deref().map(|file| lab::report::read(file, None)).transpose()?;
    let mut rows = Vec::new();
    let mut kept = (options.save.is_some() || before.is_some()).then(|| Kept::new(options.repeats));
    for &game in &games {
        if let Some(file) = &options.file {
            let which = input::Which { format: None, level: None };
            let positions = input::positions(game, file, &which)?.into_iter();
            let field = Field {
                name: input::called(file).rsplit('/').next().unwrap_or_default().to_owned(),
                positions: positions.map(|position| (position, None)).collect(),
            };
            let algorithms = options.algorithms.as_deref().unwrap_or(game.kit.about().default_algorithm);
            measure(game, field, algorithms, options.limits.limits(), &mut rows, kept.as_mut())?;
            continue;
        }
        for suite in game.suites {
            if options.suite.as_ref().is_none_or(|name| name == suite.name) && !session::is_cancelled() {
                run_suite(options, game, suite, &mut rows, kept.as_mut())?;
            }
        }
    }
    let suites = !rows.is_empty();
    let own = options.suite.is_none() && options.algorithms.is_none() && options.file.is_none();
    if !suites && !own && !session::is_cancelled() {
        return Err(Fault::Input(
            "there is no suite for these algorithms; give positions with --file".to_owned(),
        ));
    }
    if suites {
        show(options, &rows)?;
    }
    let wrong: usize = rows.iter().map(|row| row.wrong).sum();
    if wrong > 0 {
        return Err(Fault::Failed(format!("{wrong} answers are not the known optimum")));
    }
    for game in games.into_iter().filter(|game| own && !game.kit.measures().is_empty()) {
        let failed = |error: damier_kit::Refusal| Fault::Failed(error.to_string());
        let Some(measured) = measures(game, &|| session::start(Limits::default())).map_err(failed)? else {
            break;
        };
        if suites && !options.json {
            writeln!(io::stdout())?;
        }
        show_measured(options, game, &measured)?;
    }
    let whole = rows.iter().all(|row| row.stopped == 0);
    let worse = match kept {
        Some(kept) if !session::is_cancelled() => {
            kept.finish(options.save.as_deref(), before, options.json)?
        }
        _ => false,
    };
    Ok(if session::is_cancelled() {
        Exit::Cancelled
    } else if worse {
        Exit::Worse
    } else if whole {
        Exit::Done
    } else {
        Exit::Limit
    })
}

fn run_suite(
    options: &Options,
    game: Game,
    suite: &Suite,
    rows: &mut Vec<Row>,
    kept: Option<&mut Kept>,
) -> Result<(), Fault> {
    let broken = |error| Fault::Failed(format!("the suite {}: {error}", suite.name));
    let field = Field::of(game, suite).map_err(broken)?;
    let mut limits = options.limits.limits();
    limits.time = limits.time.or(suite.minutes.map(|minutes| Duration::from_secs(60 * minutes)));
    let algorithms = options.algorithms.as_deref().unwrap_or(suite.algorithms);
    let field = measure(game, field, algorithms, limits, rows, kept)?;
    let threads = options.limits.threads();
    if suite.threads && threads > 1 && options.algorithms.is_none() && !session::is_cancelled() {
        let spec: Spec = game.kit.about().default_algorithm.parse()?;
        let field = field.as_ref();
        rows.push(Row::measure(game, field, &spec, threads, &mut solving(game, limits, threads))?);
    }
    Ok(())
}

/// Measures several algorithms with one thread, and keeps what they did where that is asked for.
fn measure(
    game: Game,
    field: Field,
    algorithms: &str,
    limits: Limits,
    rows: &mut Vec<Row>,
    kept: Option<&mut Kept>,
) -> Result<Rc<Field>, Fault> {
    let field = Rc::new(field);
    let specs = Spec::list(algorithms)?;
    for spec in &specs {
        if !session::is_cancelled() {
            game.kit.check(spec)?;
            rows.push(Row::measure(game, &field, spec, 1, &mut solving(game, limits, 1))?);
        }
    }
    if let Some(kept) = kept {
        kept.add(game, &field, specs, limits);
    }
    Ok(field)
}

/// How a position is solved here: Ctrl-C ends it, and nothing is solved after that.
pub(super) fn solving(
    game: Game,
    limits: Limits,
    threads: usize,
) -> impl FnMut(&dyn Position, &Spec) -> Result<Option<Record>, damier_kit::Refusal> {
    move |position, spec| {
        if session::is_cancelled() {
            return Ok(None);
        }
        let solve = |run: &mut _| Record::solve(game, position.name(), position, spec, run, None);
        session::search(limits, threads, solve).map(Some)
    }
}

fn show(options: &Options, rows: &[Row]) -> io::Result<()> {
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
    let mut told = Table::default();
    for row in rows {
        told.entry(&[
            ("suite", &row.suite),
            ("algorithm", &row.algorithm),
            ("threads", &row.threads),
            ("solved", &format!("{}/{}", row.solved, row.positions)),
            ("right", &row.right),
            ("nodes", &show_count(u128::from(row.nodes))),
            ("nodes/s", &show_count((row.nodes as f64 / row.total().max(1e-9)) as u128)),
            ("total", &show_seconds(row.total())),
            ("mean", &show_seconds(row.mean())),
            ("median", &show_seconds(row.quantile(0.5))),
            ("p95", &show_seconds(row.quantile(0.95))),
            ("max", &show_seconds(row.quantile(1.0))),
            ("peak memory", &show_bytes(row.peak_bytes)),
        ]);
    }
    table::print(&told, &mut out)?;
    out.flush()
}

fn show_measured(options: &Options, game: Game, rows: &[Measured]) -> io::Result<()> {
    let mut out = io::BufWriter::new(io::stdout());
    // What the last one looks at changes only when it does.
    let signature = rows.last().map_or(0, |row| row.nodes);
    if options.json {
        for Measured { what, nodes, seconds } in rows {
            let rate = *nodes as f64 / seconds;
            let row =
                json!({"game": game.name(), "what": what, "nodes": nodes, "seconds": seconds, "rate": rate});
            writeln!(out, "{row}")?;
        }
        writeln!(out, "{}", json!({"game": game.name(), "signature": signature}))?;
        return out.flush();
    }
    writeln!(out, "Bench: {signature}\n")?;
    let mut told = Table::default();
    for Measured { what, nodes, seconds } in rows {
        let rate = show_count((*nodes as f64 / seconds) as u128);
        let time = show_seconds(*seconds);
        told.entry(&[("what", what), ("nodes", nodes), ("time", &time), ("a second", &rate)]);
    }
    table::print(&told, &mut out)?;
    out.flush()
}
