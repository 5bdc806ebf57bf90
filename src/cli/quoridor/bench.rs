//! `bench`: how fast rules and engine are on the reference positions. The nodes are the signature: they change only when
//! rules or search do. Rates of the rules are the best of many short slices, so that other work on the machine counts little.

use std::hint::black_box;
use std::io::{self, BufWriter, Write};
use std::time::Instant;

use damier_quoridor::notation;
use damier_quoridor::perft::perft;
use damier_quoridor::{Engine, Moves, Position, Record, Setup};
use damier_search::Limits;
use serde_json::json;

use super::{NAME, game};
use crate::cli::session::{self, Watched};
use crate::cli::table::Table;
use crate::cli::units::{show_count, show_seconds};
use crate::cli::{Exit, Fault, Outcome};

#[derive(clap::Args)]
pub(in crate::cli) struct Options {
    /// The game
    #[arg(value_parser = game, value_name = "GAME")]
    pub(super) _game: String,
    /// One JSON object a line
    #[arg(long)]
    pub(super) json: bool,
}

const POSITIONS: &str = include_str!("../../../data/quoridor/positions.jsonl");
/// How deep the engine looks at each position.
const DEPTH: i32 = 7;

struct Row {
    what: &'static str,
    nodes: u64,
    seconds: f64,
}

pub(super) fn run(options: &Options) -> Outcome {
    let watched = Watched::new();
    let broken = |error: &dyn std::fmt::Display| Fault::Failed(format!("the reference positions: {error}"));
    let entries = notation::read(POSITIONS, None).map_err(|error| broken(&error))?;
    let records: Vec<&Record> = entries.iter().map(|entry| &entry.record).collect();
    let positions: Vec<Position> = records.iter().map(|record| *record.position()).collect();
    let mut rows = Vec::new();
    let mut run = watched.run(Limits::default());
    let leaves = perft(&Position::start(Setup::default()), 3, &mut run).unwrap_or(0);
    rows.push(Row { what: "perft 3: leaves", nodes: leaves, seconds: run.finish().seconds });
    rows.push(listed(&positions));
    rows.push(searched(&records, &watched)?);
    if session::is_cancelled() {
        return Ok(Exit::Cancelled);
    }
    // What the engine looks at changes only when it does.
    let signature = rows[rows.len() - 1].nodes;
    let mut out = BufWriter::new(io::stdout());
    if options.json {
        for Row { what, nodes, seconds } in &rows {
            let rate = *nodes as f64 / seconds;
            writeln!(
                out,
                "{}",
                json!({"game": NAME, "what": what, "nodes": nodes, "seconds": seconds, "rate": rate})
            )?;
        }
        writeln!(out, "{}", json!({"game": NAME, "signature": signature}))?;
    } else {
        writeln!(out, "Bench: {signature}\n")?;
        let mut table = Table::new(&["what", "nodes", "time", "a second"]);
        for Row { what, nodes, seconds } in &rows {
            let rate = show_count((*nodes as f64 / seconds) as u128);
            table.row(vec![(*what).to_owned(), nodes.to_string(), show_seconds(*seconds), rate]);
        }
        table.print(&mut out)?;
    }
    out.flush()?;
    if leaves != 2_062_264 {
        return Err(Fault::Failed(format!("perft 3 is 2062264, not {leaves}")));
    }
    Ok(Exit::Done)
}

/// The legal moves of the positions in which walls are left, listed.
fn listed(positions: &[Position]) -> Row {
    let with_walls: Vec<Position> =
        positions.iter().copied().filter(|position| position.walls_left(position.turn()) > 0).collect();
    let mut moves = Moves::default();
    let mut least = f64::MAX;
    for _ in 0..2000 {
        let began = Instant::now();
        for position in &with_walls {
            black_box(position).legal_into(&mut moves);
            black_box(&moves);
        }
        least = least.min(began.elapsed().as_secs_f64());
    }
    Row { what: "legal moves: positions", nodes: with_walls.len() as u64, seconds: least }
}

/// The engine, to a fixed depth.
fn searched(records: &[&Record], watched: &Watched) -> Result<Row, Fault> {
    let no_memory = |_| Fault::Failed("there is no memory for the table".to_owned());
    let mut run = watched.run(Limits::default());
    let mut engine = Engine::new(16 << 20, &mut run).map_err(no_memory)?;
    let (mut nodes, mut seconds) = (0, 0.0);
    for record in records {
        engine.clear();
        let mut run = watched.run(Limits::default());
        engine.think(record, DEPTH, &mut run, &mut |_, _| ());
        let stats = run.finish();
        nodes += stats.expanded;
        seconds += stats.seconds;
    }
    Ok(Row { what: "fast(depth=7): nodes", nodes, seconds })
}
