//! Measures the solvers on a file of levels: a line a level, then a total.
//!
//! `measure FILE [quick|fast] [cpu=10] [nodes=N] [memory=MiB] [threads=N] [shorten=no] [prove=yes] [levels=1,5,10-20|odd|even] [optima=FILE] [against=FILE]`
//!
//! `cpu` is in seconds of the processor on one core, for a machine that has other things to do; `nodes` repeats exactly. `optima` is a file of
//! lines `level,pushes,…` to compare with. `against` is what an earlier run printed: if something that it solved (or, for `fast`,
//! proved) is not solved any more, that is said and the exit code is 1. With several threads all seconds are of the clock.

use std::collections::{BTreeMap, BTreeSet};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use damier_search::registry::arguments;
use damier_search::{Limits, Outcome, Progress, Run};
use damier_sokoban::notation;
use damier_sokoban::solver::{Metric, entries};

const MIB: f64 = 1_048_576.0;

/// Seconds of the processor that the program's first thread has had, where the system tells.
fn processor_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    text.split(' ').next().and_then(|text| text.parse::<f64>().ok()).unwrap_or(0.0) / 1e9
}

/// Seconds of the clock.
fn clock_seconds() -> f64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |since| since.as_secs_f64())
}

/// Numbers such as `1,5,10-20`, or `odd` or `even`.
fn chosen(list: &str, count: usize) -> Result<Vec<usize>, String> {
    let wrong = || format!("'{list}': give levels as 1,5,10-20, or odd, or even");
    match list {
        "odd" => return Ok((1..=count).step_by(2).collect()),
        "even" => return Ok((2..=count).step_by(2).collect()),
        _ => {}
    }
    let mut numbers = Vec::new();
    for part in list.split(',') {
        let (from, to) = part.split_once('-').unwrap_or((part, part));
        let span = from.parse().map_err(|_| wrong())?..=to.parse().map_err(|_| wrong())?;
        numbers.extend(span.filter(|number| (1..=count).contains(number)));
    }
    Ok(numbers)
}

/// The first two numbers of each line of a file, parted by a comma or tab: the second where it is one.
fn table(file: &str) -> Result<BTreeMap<usize, Option<u32>>, String> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
    let line = |line: &str| {
        let mut parts = line.split([',', '\t']);
        Some((parts.next()?.trim().parse().ok()?, parts.next()?.trim().parse().ok()))
    };
    Ok(text.lines().filter_map(line).collect())
}

fn main() -> ExitCode {
    match measure() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(30)
        }
    }
}

#[expect(clippy::too_many_lines, reason = "one level after the other, and what is added up")]
fn measure() -> Result<bool, String> {
    let mut args = std::env::args().skip(1);
    let file =
        args.next().ok_or("measure FILE [quick|fast] [cpu=10] [levels=1,5-9]: give a file of levels")?;
    let bytes = std::fs::read(&file).map_err(|error| format!("{file}: {error}"))?;
    let levels =
        notation::read(&String::from_utf8_lossy(&bytes), None).map_err(|error| format!("{file}: {error}"))?;
    let mut limits = Limits { memory: Some(4 << 30), ..Limits::default() };
    let (mut name, mut cpu, mut threads, mut pairs) = ("quick".to_owned(), 10.0, 1, Vec::new());
    let mut numbers: Vec<usize> = (1..=levels.len()).collect();
    let (mut optima, mut against) = (BTreeMap::new(), BTreeMap::new());
    for arg in args {
        let number = |text: &str| text.parse::<f64>().map_err(|_| format!("'{arg}': give a number"));
        match arg.split_once('=') {
            None => name.clone_from(&arg),
            Some(("cpu", seconds)) => cpu = number(seconds)?,
            Some(("nodes", nodes)) => (limits.nodes, cpu) = (Some(number(nodes)? as u64), f64::INFINITY),
            Some(("memory", mib)) => limits.memory = Some((number(mib)? * MIB) as u64),
            Some(("levels", list)) => numbers = chosen(list, levels.len())?,
            Some(("threads", count)) => threads = number(count)? as usize,
            Some((option @ ("shorten" | "prove"), what)) => pairs.push((option.to_owned(), what.to_owned())),
            Some(("optima", file)) => optima = table(file)?,
            Some(("against", file)) => against = table(file)?,
            Some(_) => return Err(format!("'{arg}' is unknown; see the head of this example")),
        }
    }
    let entries = entries();
    let entry = entries.iter().find(|entry| entry.info.name == name);
    let entry = entry.ok_or_else(|| format!("'{name}' is no solver; take quick or fast"))?;
    let args = arguments(entry.info.name, entry.info.options, &pairs).map_err(|error| error.to_string())?;
    let (mut solved, mut failed, mut proven, mut total, mut of_solved) = (0, BTreeSet::new(), 0, 0.0, 0.0);
    let (mut compared, mut found, mut fewest, mut pushes) = (0, 0, 0, 0);
    println!("level\tpushes\tat least\tCPU s\texpanded\tMiB\toutcome");
    for number in numbers.iter().copied() {
        let position = &levels[number - 1].position;
        let (progress, over) = (Arc::new(Progress::default()), Arc::new(AtomicBool::new(false)));
        let mut run = Run::with_progress(limits, progress.clone()).with_threads(threads);
        let seconds = if threads > 1 { clock_seconds } else { processor_seconds };
        let started = seconds();
        let watcher = {
            let over = over.clone();
            std::thread::spawn(move || watch(&progress, &over, seconds, started + cpu))
        };
        let outcome = (entry.solve)(position, &args, Metric::Pushes, &mut run, None);
        over.store(true, Relaxed);
        watcher.thread().unpark();
        let took = seconds() - started;
        let outcome = outcome.map_err(|error| error.to_string())?;
        total += took;
        if let Some(plan) = outcome.plan() {
            let mut played = position.clone();
            let legal = plan.actions.iter().all(|&step| played.step(step).is_some());
            if !legal || !played.is_solved() {
                return Err(format!("level {number}: the answer is not a solution"));
            }
            pushes += plan.cost;
            if let Some(Some(optimum)) = optima.get(&number) {
                (compared, found, fewest) = (compared + 1, found + plan.cost, fewest + optimum);
                if plan.cost < *optimum || (outcome.is_optimal() && plan.cost != *optimum) {
                    return Err(format!(
                        "level {number}: {} pushes, and {optimum} is the optimum",
                        plan.cost
                    ));
                }
            }
        }
        // For who wants any solution, what was found when time was up counts; for who wants a proof it does not.
        let counts = if name == "quick" { outcome.plan().is_some() } else { outcome.is_optimal() };
        proven += usize::from(outcome.is_optimal());
        if counts {
            (solved, of_solved) = (solved + 1, of_solved + took);
        } else {
            failed.insert(number);
        }
        let word = match &outcome {
            Outcome::Solved { .. } if outcome.is_optimal() => "solved, optimal".to_owned(),
            Outcome::Solved { .. } => "solved".to_owned(),
            Outcome::Unsolvable => "unsolvable".to_owned(),
            Outcome::Stopped { why, best: Some(plan), .. } => {
                format!("stopped: {why:?}, {} pushes known", plan.cost)
            }
            Outcome::Stopped { why, .. } => format!("stopped: {why:?}"),
        };
        let stats = run.finish();
        let cost = outcome.plan().filter(|_| counts).map_or("-".to_owned(), |plan| plan.cost.to_string());
        let least = outcome.lower_bound().unwrap_or(0);
        let mib = stats.peak_bytes as f64 / MIB;
        println!("{number}\t{cost}\t{least}\t{took:.3}\t{}\t{mib:.1}\t{word}", stats.expanded);
    }
    let not: Vec<String> = failed.iter().map(ToString::to_string).collect();
    println!(
        "# {solved} of {} in {total:.2} s, {of_solved:.2} s on these, {proven} proven, {pushes} pushes; not: {}",
        numbers.len(),
        not.join(",")
    );
    if compared > 0 {
        println!("# {compared} with a known optimum: {found} pushes instead of {fewest}");
    }
    let lost: Vec<String> = against
        .iter()
        .filter(|(number, pushes)| pushes.is_some() && failed.contains(number))
        .map(|(number, _)| number.to_string())
        .collect();
    if !lost.is_empty() {
        println!("# solved before and not now: {}", lost.join(","));
    }
    Ok(lost.is_empty())
}

/// Cancels a search when it has worked for so long.
fn watch(progress: &Progress, over: &AtomicBool, seconds: fn() -> f64, until: f64) {
    while !over.load(Relaxed) {
        std::thread::park_timeout(Duration::from_millis(20));
        if seconds() >= until {
            progress.cancel();
        }
    }
}
