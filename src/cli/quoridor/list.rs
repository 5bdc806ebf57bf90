//! `list`: who can play, made from the declarations.

use std::io::{self, BufWriter, Write};

use damier_quoridor::notation::FORMATS;
use damier_quoridor::players::{AHEAD, QUESTION_OPTIONS, algorithms};
use damier_quoridor::solver::LEVELS;
use serde_json::json;

use super::{NAME, game};
use crate::cli::list::{option_line, options_json, words};
use crate::cli::table::Table;
use crate::cli::{Exit, Fault, Outcome};
use damier_search::registry::Guarantee;

#[derive(clap::Args)]
pub(in crate::cli) struct Options {
    /// The game
    #[arg(value_parser = game, value_name = "GAME")]
    pub(super) _game: String,
    /// One JSON object a line
    #[arg(long)]
    pub(super) json: bool,
}

const SUMMARY: &str = "Quoridor: be the first on the other side, and put walls in the way of the others";

pub(super) fn run(options: &Options) -> Outcome {
    let mut out = BufWriter::new(io::stdout());
    if options.json {
        json_lines(&mut out)?;
    } else {
        tables(&mut out)?;
    }
    out.flush()?;
    Ok(Exit::Done)
}

fn tables(out: &mut impl Write) -> Result<(), Fault> {
    let yes = |is: bool| if is { "yes" } else { "no" }.to_owned();
    writeln!(out, "{NAME}: {SUMMARY}\ndefault algorithm: {}\n", algorithms()[0].name)?;
    let mut table = Table::new(&["algorithm", "heuristic", "optimal", "memory"]);
    for info in algorithms() {
        let row =
            vec![info.name.to_owned(), yes(info.heuristic), words(info.optimal), info.memory.to_owned()];
        table.row(row);
    }
    table.print(out)?;
    writeln!(out)?;
    for info in algorithms() {
        writeln!(out, "{:<14} {}", info.name, info.summary)?;
        info.options.iter().try_for_each(|option| option_line(option, out))?;
    }
    writeln!(out, "\nthe generic searches also take")?;
    QUESTION_OPTIONS.iter().try_for_each(|option| option_line(option, out))?;
    writeln!(out, "\nheuristic {}: {}\n", AHEAD.name, AHEAD.summary)?;
    let mut table =
        Table::new(&["level of fast", "depth", "nodes", "misjudges by, in steps", "plays without looking"]);
    for level in LEVELS {
        let nodes = level.nodes.map_or("–".to_owned(), |nodes| nodes.to_string());
        let noise = format!("{:.2}", f64::from(level.noise) / 100.0);
        let slips = format!("{} %", level.slips);
        table.row(vec![level.name.to_owned(), level.depth.to_string(), nodes, noise, slips]);
    }
    table.print(out)?;
    writeln!(out)?;
    let mut table = Table::new(&["format", "reads", "writes", "what it is"]);
    for format in FORMATS {
        table.row(vec![format.name.to_owned(), yes(format.reads), yes(true), format.summary.to_owned()]);
    }
    Ok(table.print(out)?)
}

fn json_lines(out: &mut impl Write) -> Result<(), Fault> {
    writeln!(
        out,
        "{}",
        json!({
            "kind": "game", "name": NAME, "summary": SUMMARY, "default_algorithm": algorithms()[0].name,
            "options": options_json(QUESTION_OPTIONS), "players": [2, 4], "sizes": [3, 4, 5, 6, 7, 8, 9, 10, 11],
        })
    )?;
    let condition = |guarantee| if let Guarantee::If(condition) = guarantee { Some(condition) } else { None };
    for info in algorithms() {
        writeln!(
            out,
            "{}",
            json!({
                "kind": "algorithm", "game": NAME, "name": info.name, "summary": info.summary,
                "optimal": info.optimal != Guarantee::No, "optimal_if": condition(info.optimal),
                "complete": info.complete != Guarantee::No, "complete_if": condition(info.complete),
                "memory": info.memory, "heuristic": info.heuristic, "options": options_json(info.options),
            })
        )?;
    }
    writeln!(
        out,
        "{}",
        json!({
            "kind": "heuristic", "game": NAME, "name": AHEAD.name, "summary": AHEAD.summary,
            "admissible": AHEAD.admissible, "consistent": AHEAD.consistent,
        })
    )?;
    for level in LEVELS {
        writeln!(
            out,
            "{}",
            json!({
                "kind": "level", "game": NAME, "name": level.name, "algorithm": algorithms()[0].name,
                "depth": level.depth, "nodes": level.nodes, "noise": f64::from(level.noise) / 100.0, "slips": level.slips,
            })
        )?;
    }
    for format in FORMATS {
        writeln!(
            out,
            "{}",
            json!({
                "kind": "format", "game": NAME, "name": format.name, "summary": format.summary,
                "reads": format.reads, "writes": true,
            })
        )?;
    }
    Ok(())
}
