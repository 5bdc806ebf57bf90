//! `heuristic`: estimates held against true distances, with the states where they are wrong.

use std::collections::BTreeMap;
use std::io::{self, BufWriter, Write};

use damier_kit::Position;
use damier_kit::microscope::{Findings, Judged};
use damier_lab::{Game, Table, own};
use serde::Serialize;

use super::own::Own;
use super::{Exit, Fault, LimitOptions, Outcome, input, say_notes, session, table};

#[derive(clap::Args)]
pub(super) struct Options {
    #[command(flatten)]
    source: input::Source,
    /// One of the game's heuristics, or a file with a script [default: the game's first]
    #[arg(long, value_name = "NAME|FILE")]
    heuristic: Option<String>,
    /// Another one, to be compared with it
    #[arg(long, value_name = "NAME|FILE")]
    against: Option<String>,
    /// How many states to look at, at most
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    states: u64,
    /// Makes every random choice repeatable
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// One JSON object a line
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: LimitOptions,
}

/// A line of `--json`.
#[derive(Serialize)]
struct Line<'a> {
    game: &'static str,
    id: String,
    #[serde(flatten)]
    findings: &'a Findings,
}

pub(super) fn run(options: &Options) -> Outcome {
    let game = options.source.game;
    let first = game.kit.heuristics().first().map_or("", |info| info.name);
    let named = [options.heuristic.as_deref().unwrap_or(first)];
    let asked = named.into_iter().chain(options.against.as_deref()).map(|name| chosen(game, name));
    let asked = asked.collect::<Result<Vec<_>, _>>()?;
    let positions = options.source.positions()?;
    let mut out = BufWriter::new(io::stdout());
    let mut worst = Exit::Done;
    for position in &positions {
        say_notes(position.as_ref());
        let sample = (options.states as usize, options.seed);
        let found = session::search(options.limits.limits(), 1, |run| {
            own::microscope(game, position.as_ref(), &asked, sample, run)
        });
        if session::is_cancelled() {
            return Ok(Exit::Cancelled);
        }
        let findings = found.map_err(|refusal| scripted(&asked, &refusal))?;
        if !findings.complete {
            worst = worst.max(Exit::Limit);
        }
        if options.json {
            let line = Line { game: game.name(), id: position.name(), findings: &findings };
            writeln!(out, "{}", serde_json::to_string(&line).unwrap_or_default())?;
        } else {
            print(game, position.as_ref(), &findings, &mut out)?;
        }
        out.flush()?;
    }
    Ok(worst)
}

/// A heuristic by its name or, where there is none of that name, from a file.
fn chosen(game: Game, name: &str) -> Result<(String, Option<String>), Fault> {
    let known = game.kit.heuristics();
    if known.iter().any(|info| info.name == name) {
        return Ok((name.to_owned(), None));
    }
    if name != "-" && !std::path::Path::new(name).exists() {
        let known: Vec<_> = known.iter().map(|info| info.name).collect();
        let what =
            format!("there is neither a file nor a heuristic called '{name}'; there is {}", known.join(", "));
        return Err(Fault::Input(what));
    }
    let script = Own::read(name)?;
    Ok((input::called(name).to_owned(), Some(script.text().to_owned())))
}

/// A refusal, with the file of the script where it has a place in one.
fn scripted(asked: &[(String, Option<String>)], refusal: &damier_kit::Refusal) -> Fault {
    match asked.iter().filter(|(_, script)| script.is_some()).collect::<Vec<_>>().as_slice() {
        [(file, _)] if refusal.key.starts_with("script.") => Fault::unreadable(file, refusal),
        _ => Fault::Input(refusal.to_string()),
    }
}

fn print(
    game: Game,
    position: &dyn Position,
    findings: &Findings,
    out: &mut impl Write,
) -> Result<(), Fault> {
    let Findings { states, dead, unknown, all, complete, .. } = findings;
    let which = if *all { "all that can be reached" } else { "a sample" };
    writeln!(out, "{}: {states} states, {which}; {dead} of them are dead ends", position.name())?;
    if *unknown > 0 {
        writeln!(out, "{unknown} more could not be solved within their limit, and are left out")?;
    }
    if !complete {
        writeln!(out, "a limit was reached before everything was looked at")?;
    }
    for side in &findings.sides {
        writeln!(out)?;
        print_side(game, side, out)?;
    }
    if let Some(differ) = &findings.differ {
        let [one, other] = findings.sides.as_slice() else { return Ok(()) };
        writeln!(out, "\nwhere they differ most:")?;
        picture(game, &differ.code, out)?;
        writeln!(
            out,
            "{} says {}, {} says {}; the true distance is {}",
            one.heuristic,
            shown(differ.estimates.0),
            other.heuristic,
            shown(differ.estimates.1),
            shown(differ.distance)
        )?;
    }
    Ok(())
}

fn shown(cost: Option<u32>) -> String {
    cost.map_or("no way".to_owned(), |cost| cost.to_string())
}

fn picture(game: Game, code: &str, out: &mut impl Write) -> Result<(), Fault> {
    if let Some(position) = game.kit.read(code, None)?.first() {
        writeln!(out, "{}", position.picture(session::style(), None).trim_end())?;
    }
    Ok(writeln!(out, "{code}")?)
}

fn print_side(game: Game, side: &Judged, out: &mut impl Write) -> Result<(), Fault> {
    writeln!(out, "{}: {} for the position itself", side.heuristic, shown(side.here))?;
    let states: usize =
        side.points.iter().filter(|point| point.distance.is_some()).map(|point| point.count).sum();
    if let Some(quality) = side.quality {
        writeln!(out, "its estimates are {:.0} % of the true distances, all added up", 100.0 * quality)?;
    }
    match &side.worst {
        None => {
            writeln!(out, "admissible on all of them: never above the true distance")?;
        }
        Some(worst) => {
            writeln!(out, "not admissible: above the true distance in {} of {states} states", side.above)?;
            picture(game, &worst.code, out)?;
            let (said, distance) = (shown(worst.estimate), worst.distance);
            writeln!(out, "here it says {said}, and the true distance is {distance}")?;
        }
    }
    match &side.drop {
        None => writeln!(out, "consistent on all of {} moves", side.edges)?,
        Some(drop) => {
            let (drops, edges) = (side.drops, side.edges);
            writeln!(out, "not consistent: {drops} of {edges} moves lower it by more than they cost")?;
            picture(game, &drop.code, out)?;
            picture(game, &drop.after, out)?;
            let said = shown(drop.estimate);
            writeln!(out, "it falls from {said} to {} by a move that costs {}", drop.then, drop.cost)?;
        }
    }
    let mut distances: BTreeMap<u32, Vec<(Option<u32>, usize)>> = BTreeMap::new();
    for point in &side.points {
        if let Some(distance) = point.distance {
            distances.entry(distance).or_default().push((point.estimate, point.count));
        }
    }
    let mut rows = Table::new(&["distance", "states", "least", "mean", "greatest", "no way"]);
    for (distance, said) in distances {
        let all: usize = said.iter().map(|(_, count)| count).sum();
        let numbers = || said.iter().filter_map(|&(estimate, count)| Some((estimate?, count)));
        let many: usize = numbers().map(|(_, count)| count).sum();
        let sum: f64 = numbers().map(|(estimate, count)| f64::from(estimate) * count as f64).sum();
        let number = |number: Option<u32>| number.map_or("–".to_owned(), |number| number.to_string());
        let mean = if many > 0 { format!("{:.1}", sum / many as f64) } else { "–".to_owned() };
        let least = number(numbers().map(|(estimate, _)| estimate).min());
        let greatest = number(numbers().map(|(estimate, _)| estimate).max());
        rows.row(&[&distance, &all, &least, &mean, &greatest, &(all - many)]);
    }
    Ok(table::print(&rows, out)?)
}
