//! Measures `quick`: `any FILE [LIMIT [LEVELS [OPTIMA]]]`, a line a level and a summary.
//!
//! LIMIT is in seconds; in seconds of the processor as `c60`, for a machine that has other things to do; or in expansions as `n5000`, which
//! repeats. LEVELS are numbers such as `1,5,10-20`. OPTIMA is a file of lines `level,pushes,…` to compare with; `-` in place of LEVELS is all.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use damier_search::{Limits, Outcome, Progress, Run};
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
    let mut worked_at_most: Option<f64> = None;
    match limit.split_at_checked(1) {
        Some(("n", nodes)) => limits.nodes = Some(nodes.parse().expect("a number of expansions")),
        Some(("c", seconds)) => worked_at_most = Some(seconds.parse().expect("seconds")),
        _ => limits.time = Some(Duration::from_secs_f64(limit.parse().expect("seconds"))),
    }
    let text = std::fs::read_to_string(file).expect("a readable file");
    let levels = levels(&text);
    let chosen: Vec<usize> = match args.next().filter(|list| list != "-") {
        None => (1..=levels.len()).collect(),
        Some(list) => list
            .split(',')
            .flat_map(|part| {
                let (from, to) = part.split_once('-').unwrap_or((part, part));
                from.parse().expect("a number")..=to.parse().expect("a number")
            })
            .collect(),
    };
    let optima: HashMap<usize, u32> = args.next().map_or_else(HashMap::new, |file| {
        let text = std::fs::read_to_string(file).expect("a readable file of optima");
        let line = |line: &str| {
            let mut parts = line.split(',');
            Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
        };
        text.lines().filter_map(line).collect()
    });
    let (mut compared, mut found, mut fewest) = (0, 0, 0);
    let (mut solved, mut total, mut pushes, mut steps) = (0, 0.0, 0, 0);
    let mut failed = Vec::new();
    for number in chosen.iter().copied() {
        let position = xsb::read(&levels[number - 1]).expect("a level");
        let (progress, over) = (Arc::new(Progress::default()), Arc::new(AtomicBool::new(false)));
        let mut run = Run::with_progress(limits, progress.clone());
        let (started, worked) = (Instant::now(), processor_seconds());
        if let Some((most, worked)) = worked_at_most.zip(worked) {
            let over = over.clone();
            std::thread::spawn(move || watch(&progress, &over, worked + most));
        }
        let outcome = Quick::default().solve(&position, &mut run, None);
        over.store(true, Relaxed);
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
                steps += plan.actions.len();
                if let Some(optimum) = optima.get(&number) {
                    (compared, found, fewest) = (compared + 1, found + plan.cost, fewest + optimum);
                }
                format!("solved {} pushes {} steps, at least {lower_bound}", plan.cost, plan.actions.len())
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
    println!(
        "solved {solved} of {}, {total:.2} s, {pushes} pushes, {steps} steps; not: {}",
        chosen.len(),
        failed.join(",")
    );
    if compared > 0 {
        println!("{compared} with a known optimum: {found} pushes instead of {fewest}");
    }
}

/// Cancels a search when the program has worked for so long.
fn watch(progress: &Progress, over: &AtomicBool, until: f64) {
    while !over.load(Relaxed) {
        std::thread::sleep(Duration::from_millis(20));
        // The search's own thread is the program's first, which is what the system tells of.
        if processor_seconds().is_some_and(|now| now >= until) {
            progress.cancel();
        }
    }
}
