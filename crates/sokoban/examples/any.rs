//! Measures `quick`: `any FILE [LIMIT [LEVELS]]`, a line a level and a summary.
//!
//! LIMIT is in seconds, or in expansions as `n5000`, which repeats on a busy machine; LEVELS are numbers such as `1,5,10-20`.

use std::time::{Duration, Instant};

use damier_search::{Limits, Outcome, Run};
use damier_sokoban::notation::xsb;
use damier_sokoban::solver::Quick;

fn levels(text: &str) -> Vec<String> {
    let mut levels = Vec::new();
    let mut rows = String::new();
    for line in text.lines().chain([""]) {
        if line.contains('#') && line.chars().all(|what| "# $.*@+-_".contains(what)) {
            rows.push_str(line);
            rows.push('\n');
        } else if !rows.is_empty() {
            levels.push(std::mem::take(&mut rows));
        }
    }
    levels
}

/// Seconds of processor time of this program, where the system tells.
fn processor_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/schedstat").ok()?;
    Some(text.split(' ').next()?.parse::<f64>().ok()? / 1e9)
}

fn main() {
    let mut args = std::env::args().skip(1);
    let file = args.next().expect("a file of levels");
    let limit = args.next().unwrap_or("10".to_owned());
    let mut limits = Limits { memory: Some(4 << 30), ..Limits::default() };
    match limit.strip_prefix('n') {
        Some(nodes) => limits.nodes = Some(nodes.parse().expect("a number of expansions")),
        None => limits.time = Some(Duration::from_secs_f64(limit.parse().expect("seconds"))),
    }
    let text = std::fs::read_to_string(file).expect("a readable file");
    let levels = levels(&text);
    let chosen: Vec<usize> = match args.next() {
        None => (1..=levels.len()).collect(),
        Some(list) => list
            .split(',')
            .flat_map(|part| {
                let (from, to) = part.split_once('-').unwrap_or((part, part));
                from.parse().expect("a number")..=to.parse().expect("a number")
            })
            .collect(),
    };
    let (mut solved, mut total, mut pushes) = (0, 0.0, 0);
    let mut failed = Vec::new();
    for number in chosen.iter().copied() {
        let position = xsb::read(&levels[number - 1]).expect("a level");
        let mut run = Run::new(limits);
        let (started, worked) = (Instant::now(), processor_seconds());
        let outcome = Quick::default().solve(&position, &mut run, None);
        let took =
            processor_seconds().zip(worked).map_or(started.elapsed().as_secs_f64(), |(now, then)| now - then);
        total += took;
        let word = match &outcome {
            Outcome::Solved { plan, lower_bound } => {
                let mut played = position.clone();
                for &step in &plan.actions {
                    assert!(played.step(step).is_some(), "level {number}: an illegal step");
                }
                assert!(played.is_solved(), "level {number}: not solved");
                solved += 1;
                pushes += plan.cost;
                format!("solved {} pushes, at least {lower_bound}", plan.cost)
            }
            Outcome::Unsolvable => "unsolvable".to_owned(),
            Outcome::Stopped { why, .. } => format!("stopped: {why:?}"),
        };
        if !matches!(outcome, Outcome::Solved { .. }) {
            failed.push(number.to_string());
        }
        let stats = run.finish();
        println!("{number}\t{took:.3} s\t{} nodes\t{} MB\t{word}", stats.expanded, stats.peak_bytes >> 20);
    }
    println!("solved {solved} of {}, {total:.2} s, {pushes} pushes; not: {}", chosen.len(), failed.join(","));
}
