//! Solves every level of a file and prints a line each: `optima FILE [SECONDS|NODESn] [pushes|moves] [FROM-TO]`.

use std::time::Duration;

use damier_search::{Limits, Outcome, Run};
use damier_sokoban::notation::xsb;
use damier_sokoban::solver::{Fast, Metric, Quick};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let Some(file) = args.first() else {
        return eprintln!("optima FILE [SECONDS|NODESn] [pushes|moves] [FROM-TO]");
    };
    let text = match std::fs::read(file) {
        Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(error) => return eprintln!("{file}: {error}"),
    };
    let limit = args.get(1).map_or("10", String::as_str);
    let nodes = limit.strip_suffix('n').and_then(|text| text.parse().ok());
    let time = limit.parse().ok().map(Duration::from_secs_f64);
    let metric = if args.get(2).is_some_and(|text| text == "moves") { Metric::Moves } else { Metric::Pushes };
    let span = args.get(3).and_then(|text| text.split_once('-'));
    let span =
        span.and_then(|(from, to)| Some(from.parse().ok()?..=to.parse().ok()?)).unwrap_or(1..=usize::MAX);
    let (mut times, mut total) = (Vec::new(), 0);
    for (number, drawing) in levels(&text).iter().enumerate().map(|(at, drawing)| (at + 1, drawing)) {
        if !span.contains(&number) {
            continue;
        }
        let position = match xsb::read(drawing) {
            Ok(position) => position,
            Err(error) => {
                println!("{number:4} {error:?}");
                continue;
            }
        };
        let limits = Limits { time, memory: Some(4 << 30), nodes };
        let mut run = Run::new(limits);
        let fast = Fast { metric, tie: false };
        // As on the command line: somebody else finds a solution first.
        let most = Limits { nodes: Some(3000), time: time.map(|time| time / 8), ..limits };
        let mut first = run.beside(most);
        let found = Quick::default().solve(&position, &mut first, None);
        let known = found.plan().map_or(&[][..], |plan| &plan.actions);
        let outcome = fast.improve(&position, known, &mut run, None);
        let stats = run.finish();
        total += 1;
        let mut after = position.clone();
        let steps = outcome.plan().map_or(&[][..], |plan| &plan.actions);
        let legal = steps.iter().all(|&step| after.step(step).is_some());
        if outcome.plan().is_some() && !(legal && after.is_solved()) {
            println!("{number:4} wrong");
        }
        let what = match &outcome {
            Outcome::Solved { plan, .. } => format!("solved {:5}      ", plan.cost),
            Outcome::Unsolvable => "unsolvable        ".to_owned(),
            Outcome::Stopped { best, lower_bound, .. } => {
                let best = best.as_ref().map_or("?".to_owned(), |plan| plan.cost.to_string());
                format!("open   {lower_bound:5} {best:>5}")
            }
        };
        if outcome.is_optimal() {
            times.push(stats.seconds);
        }
        let (expanded, mib) = (stats.expanded, stats.peak_bytes >> 20);
        println!("{number:4} {what} {:8.3} s {expanded:10} nodes {mib:5} MiB", stats.seconds);
    }
    times.sort_by(f64::total_cmp);
    let median = times.get(times.len() / 2).copied().unwrap_or(0.0);
    let sum: f64 = times.iter().sum();
    println!("{} of {total} solved in {sum:.2} s, median {:.3} ms", times.len(), median * 1000.0);
}

/// The drawings in a text: runs of lines that have a wall and nothing but what a level is drawn with.
fn levels(text: &str) -> Vec<String> {
    let drawn = |line: &str| line.contains('#') && line.trim_end().chars().all(|c| "#@$.*+ -_".contains(c));
    let mut levels = vec![String::new()];
    for line in text.lines() {
        let last = levels.last_mut();
        match last {
            Some(last) if drawn(line) => last.extend([line.trim_end(), "\n"]),
            Some(last) if !last.is_empty() => levels.push(String::new()),
            _ => {}
        }
    }
    levels.retain(|level| !level.is_empty());
    levels
}
