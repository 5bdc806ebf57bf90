//! `list`: what there is, made from the declarations.

use std::io::{self, BufWriter, Write};

use damier_search::registry::{Guarantee, OptionInfo};
use serde_json::{Value, json};

use super::table::Table;
use super::{Exit, Fault, Outcome, game, quoridor};
use crate::games::{GAMES, Game};

#[derive(clap::Args)]
pub(super) struct Options {
    /// One game only
    #[arg(value_parser = game, value_name = "GAME")]
    game: Option<Game>,
    /// One JSON object a line
    #[arg(long)]
    json: bool,
}

pub(super) fn run(options: &Options) -> Outcome {
    let mut out = BufWriter::new(io::stdout());
    let games: Vec<Game> = options.game.map_or_else(|| GAMES.to_vec(), |game| vec![game]);
    for game in games {
        if options.json { json_lines(game, &mut out)? } else { tables(game, &mut out)? }
    }
    out.flush()?;
    if options.game.is_none() {
        if !options.json {
            writeln!(out)?;
            out.flush()?;
        }
        return quoridor::list(options.json);
    }
    Ok(Exit::Done)
}

/// `yes`, `no`, or on what condition.
pub(super) fn words(guarantee: Guarantee) -> String {
    match guarantee {
        Guarantee::Yes => "yes".to_owned(),
        Guarantee::If(condition) => format!("if {condition}"),
        Guarantee::No => "no".to_owned(),
    }
}

fn tables(game: Game, out: &mut impl Write) -> Result<(), Fault> {
    let kit = game.kit;
    let yes = |is: bool| if is { "yes" } else { "no" }.to_owned();
    writeln!(out, "{}: {}", kit.name(), kit.summary())?;
    writeln!(out, "default algorithm: {}\n", kit.default_algorithm())?;
    let mut table = Table::new(&["algorithm", "heuristic", "optimal", "complete", "memory"]);
    for info in kit.algorithms() {
        let guarantees = [words(info.optimal), words(info.complete)];
        let [optimal, complete] = guarantees;
        table.row(vec![info.name.to_owned(), yes(info.heuristic), optimal, complete, info.memory.to_owned()]);
    }
    table.print(out)?;
    writeln!(out)?;
    for info in kit.algorithms() {
        writeln!(out, "{:<14} {}", info.name, info.summary)?;
        info.options.iter().try_for_each(|option| option_line(option, out))?;
    }
    writeln!(out, "\nany algorithm also takes")?;
    kit.question_options().iter().try_for_each(|option| option_line(option, out))?;
    writeln!(out)?;
    let mut table = Table::new(&["heuristic", "admissible", "consistent", "what it says"]);
    for info in kit.heuristics() {
        table.row(vec![
            info.name.to_owned(),
            yes(info.admissible),
            yes(info.consistent),
            info.summary.to_owned(),
        ]);
    }
    table.print(out)?;
    writeln!(out)?;
    let mut table = Table::new(&["format", "reads", "writes", "what it is"]);
    for format in kit.formats() {
        table.row(vec![format.name.to_owned(), yes(format.reads), yes(true), format.summary.to_owned()]);
    }
    Ok(table.print(out)?)
}

pub(super) fn option_line(option: &OptionInfo, out: &mut impl Write) -> io::Result<()> {
    let takes = option.takes.describe();
    writeln!(out, "  {}={}: {} ({takes})", option.name, option.default, option.summary)
}

/// Options as `list --json` tells them.
pub(super) fn options_json(options: &[OptionInfo]) -> Vec<Value> {
    let one = |option: &OptionInfo| {
        json!({
            "name": option.name, "summary": option.summary, "takes": option.takes.describe(),
            "default": option.default,
        })
    };
    options.iter().map(one).collect()
}

fn json_lines(game: Game, out: &mut impl Write) -> Result<(), Fault> {
    let kit = game.kit;
    let options = options_json;
    let mut line = |value: Value| writeln!(out, "{value}");
    line(json!({
        "kind": "game", "name": kit.name(), "summary": kit.summary(),
        "default_algorithm": kit.default_algorithm(), "options": options(kit.question_options()),
        "generate": options(kit.generate_options()),
    }))?;
    let holds = |guarantee| guarantee != Guarantee::No;
    let condition = |guarantee| if let Guarantee::If(condition) = guarantee { Some(condition) } else { None };
    for info in kit.algorithms() {
        line(json!({
            "kind": "algorithm", "game": kit.name(), "name": info.name, "summary": info.summary,
            "optimal": holds(info.optimal), "optimal_if": condition(info.optimal),
            "complete": holds(info.complete), "complete_if": condition(info.complete),
            "memory": info.memory, "heuristic": info.heuristic, "options": options(info.options),
        }))?;
    }
    for info in kit.heuristics() {
        line(json!({
            "kind": "heuristic", "game": kit.name(), "name": info.name, "summary": info.summary,
            "admissible": info.admissible, "consistent": info.consistent,
        }))?;
    }
    for format in kit.formats() {
        line(json!({
            "kind": "format", "game": kit.name(), "name": format.name, "summary": format.summary,
            "reads": format.reads, "writes": true,
        }))?;
    }
    Ok(())
}
