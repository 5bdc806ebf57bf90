//! Which levels of a file are solved exactly with sliding boxes, and how far the partial solver comes with the others.
//!
//! `cargo run --release -p damier-sokoban --example sliding_sizes -- FILE VARIANT SECONDS GIB FIRST LAST [part]`

use std::time::{Duration, Instant};

use damier_search::chance::online::Envelope;
use damier_search::chance::{Chance, exact};
use damier_search::{Limits, Run};
use damier_sokoban::notation::xsb;
use damier_sokoban::sliding::{self, Nearest, SlidingProblem};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [file, variant, seconds, gib, first, last, part @ ..] = &args[..] else {
        return Err("FILE VARIANT SECONDS GIB FIRST LAST [part]".into());
    };
    let (variant, text) = (sliding::parse(variant)?, std::fs::read_to_string(file)?);
    let (first, last): (usize, usize) = (first.parse()?, last.parse()?);
    let mut levels = vec![Vec::new()];
    for line in text.lines() {
        if line.contains('#') && !line.contains(|c: char| c.is_ascii_alphabetic()) {
            levels.last_mut().ok_or("no level")?.push(line);
        } else if levels.last().is_some_and(|level| !level.is_empty()) {
            levels.push(Vec::new());
        }
    }
    for (number, rows) in (1..).zip(levels).take(last).skip(first.saturating_sub(1)) {
        let Ok(position) = xsb::read(&rows.join("\n")) else { continue };
        let floor = position.floor().iter().filter(|&&floor| floor).count();
        let limits = Limits {
            time: Some(Duration::from_secs_f64(seconds.parse()?)),
            memory: Some((gib.parse::<f64>()? * f64::from(1 << 30)) as u64),
            nodes: None,
        };
        let (clock, mut run) = (Instant::now(), Run::new(limits));
        let problem = SlidingProblem::new(&position, variant);
        let solved = if part.is_empty() {
            exact::solve(&problem, &mut run)
        } else {
            Envelope::default().solve(&problem, &Nearest, &mut run)
        };
        let (time, stats) = (clock.elapsed().as_secs_f64(), run.finish());
        let mib = stats.peak_bytes >> 20;
        print!(
            "{number:4} {:2} boxes {floor:3} floor {:9} expanded {time:6.2} s {mib:5} MiB: ",
            position.boxes.len(),
            stats.expanded
        );
        match solved {
            Ok(policy) => {
                let (lower, upper) = policy.chance(&problem, &problem.start()).unwrap_or_default();
                println!("{lower:.9} .. {upper:.9}, {} states, policy {}", policy.states(), policy.visited());
            }
            Err(stop) => println!("{}", stop.reason()),
        }
    }
    Ok(())
}
