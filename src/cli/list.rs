//! `list`: what there is, made from the declarations.

use std::io::{self, BufWriter, Write};

use damier_kit::Level;
use damier_lab::{Game, Table};
use damier_search::OWN;
use damier_search::registry::{Guarantee, OptionInfo, Takes};
use serde_json::{Value, json};

use super::own::OwnOption;
use super::{Exit, Fault, Outcome, game, table};
use crate::games::GAMES;

#[derive(clap::Args)]
pub(super) struct Options {
    /// One game only
    #[arg(value_parser = game, value_name = "GAME")]
    game: Option<Game>,
    #[command(flatten)]
    own: OwnOption,
    /// One JSON object a line
    #[arg(long)]
    json: bool,
}

pub(super) fn run(options: &Options) -> Outcome {
    let mut out = BufWriter::new(io::stdout());
    let own = options.own.read()?;
    let own = own.as_ref().map(|own| damier_lab::own::summary(own.text()).unwrap_or(OWN.summary));
    let games: Vec<Game> = options.game.map_or_else(|| GAMES.to_vec(), |game| vec![game]);
    for (at, game) in games.into_iter().enumerate() {
        if options.json {
            json_lines(game, own, &mut out)?;
            continue;
        }
        if at > 0 {
            writeln!(out)?;
        }
        tables(game, own, &mut out)?;
    }
    out.flush()?;
    Ok(Exit::Done)
}

/// `yes`, `no`, or on what condition.
fn words(guarantee: Guarantee) -> String {
    match guarantee {
        Guarantee::Yes => "yes".to_owned(),
        Guarantee::If(condition) => format!("if {condition}"),
        Guarantee::No => "no".to_owned(),
    }
}

fn levels(game: Game) -> Vec<Level> {
    game.kit.thinking().map(damier_kit::Thinking::levels).unwrap_or_default()
}

fn tables(game: Game, own: Option<&str>, out: &mut impl Write) -> Result<(), Fault> {
    let (kit, about) = (game.kit, game.kit.about());
    let yes = |is: bool| if is { "yes" } else { "no" };
    writeln!(out, "{}: {}", about.name, about.summary)?;
    writeln!(out, "default algorithm: {}\n", about.default_algorithm)?;
    let mut rows = Table::new(&["algorithm", "heuristic", "optimal", "complete", "memory"]);
    for info in kit.algorithms() {
        let (optimal, complete) = (words(info.optimal), words(info.complete));
        rows.row(&[&info.name, &yes(info.heuristic), &optimal, &complete, &info.memory]);
    }
    table::print(&rows, out)?;
    writeln!(out)?;
    for info in kit.algorithms() {
        writeln!(out, "{:<14} {}", info.name, info.summary)?;
        option_lines(info.options, out)?;
    }
    if !about.question.is_empty() {
        writeln!(out, "\nany algorithm also takes")?;
        option_lines(about.question, out)?;
    }
    writeln!(out)?;
    let mut rows = Table::new(&["heuristic", "admissible", "consistent", "what it says"]);
    for info in kit.heuristics() {
        rows.row(&[&info.name, &yes(info.admissible), &yes(info.consistent), &info.summary]);
    }
    if let Some(summary) = own.filter(|_| !kit.heuristics().is_empty()) {
        rows.row(&[&OWN.name, &yes(OWN.admissible), &yes(OWN.consistent), &summary]);
    }
    table::print(&rows, out)?;
    writeln!(out)?;
    let engines = damier_engines::of_game(kit);
    if !engines.is_empty() {
        let mut rows = Table::new(&["outside engine", "roles", "protocol", "what it is"]);
        for engine in engines {
            rows.row(&[
                &engine.name,
                &engine.role_names().join(", "),
                &engine.protocol.name(),
                &engine.summary,
            ]);
        }
        table::print(&rows, out)?;
        writeln!(out)?;
    }
    let levels = levels(game);
    if let Some(level) = levels.first() {
        let mut rows = Table::new(&["level"]);
        rows.head.extend(level.parts.iter().map(|(name, _)| (*name).to_owned()));
        for level in levels {
            let parts = level.parts.into_iter().map(|(_, value)| value);
            rows.rows.push(std::iter::once(level.name.to_owned()).chain(parts).collect());
        }
        table::print(&rows, out)?;
        writeln!(out)?;
    }
    let mut rows = Table::new(&["format", "reads", "writes", "what it is"]);
    for format in about.formats {
        rows.row(&[&format.name, &yes(format.reads), &"yes", &format.summary]);
    }
    Ok(table::print(&rows, out)?)
}

fn option_lines(options: &[OptionInfo], out: &mut impl Write) -> io::Result<()> {
    options.iter().try_for_each(|option| {
        let takes = option.takes.describe();
        writeln!(out, "  {}={}: {} ({takes})", option.name, option.default, option.summary)
    })
}

fn options_json(options: &[OptionInfo]) -> Vec<Value> {
    let one = |option: &OptionInfo| {
        json!({
            "name": option.name, "summary": option.summary, "takes": option.takes.describe(),
            "default": option.default,
        })
    };
    options.iter().map(one).collect()
}

fn json_lines(game: Game, own: Option<&str>, out: &mut impl Write) -> Result<(), Fault> {
    let (kit, about) = (game.kit, game.kit.about());
    let mut line = |value: Value| writeln!(out, "{value}");
    let mut of_game = json!({
        "kind": "game", "name": about.name, "summary": about.summary, "default_algorithm": about.default_algorithm,
        "options": options_json(about.question), "generate": options_json(&game.recipe_options()),
        "players": about.players,
    });
    if let Some(Takes::Whole(least, most)) =
        about.setup.iter().find(|option| option.name == "size").map(|option| option.takes)
    {
        of_game["sizes"] = (least..=most).collect();
    }
    line(of_game)?;
    let holds = |guarantee| guarantee != Guarantee::No;
    let condition = |guarantee| if let Guarantee::If(condition) = guarantee { Some(condition) } else { None };
    for info in kit.algorithms() {
        line(json!({
            "kind": "algorithm", "game": about.name, "name": info.name, "summary": info.summary,
            "optimal": holds(info.optimal), "optimal_if": condition(info.optimal),
            "complete": holds(info.complete), "complete_if": condition(info.complete),
            "memory": info.memory, "heuristic": info.heuristic, "options": options_json(info.options),
        }))?;
    }
    for info in kit.heuristics() {
        line(json!({
            "kind": "heuristic", "game": about.name, "name": info.name, "summary": info.summary,
            "admissible": info.admissible, "consistent": info.consistent,
        }))?;
    }
    if let Some(summary) = own.filter(|_| !kit.heuristics().is_empty()) {
        line(json!({
            "kind": "heuristic", "game": about.name, "name": OWN.name, "summary": summary,
            "admissible": OWN.admissible, "consistent": OWN.consistent,
        }))?;
    }
    for engine in damier_engines::of_game(kit) {
        line(json!({
            "kind": "engine", "game": about.name, "name": engine.name, "summary": engine.summary, "roles": engine.role_names(),
            "protocol": engine.protocol.name(), "time_ms": engine.time.as_millis() as u64, "memory": engine.memory,
            "admissible": engine.admissible,
        }))?;
    }
    for level in levels(game) {
        let mut value = json!({
            "kind": "level", "game": about.name, "name": level.name, "algorithm": about.default_algorithm,
        });
        for (name, part) in level.parts {
            // A number as a number; what is missing as nothing.
            value[name] = serde_json::from_str(&part).unwrap_or(Value::Null);
        }
        line(value)?;
    }
    for format in about.formats {
        line(json!({
            "kind": "format", "game": about.name, "name": format.name, "summary": format.summary,
            "reads": format.reads, "writes": true,
        }))?;
    }
    Ok(())
}
