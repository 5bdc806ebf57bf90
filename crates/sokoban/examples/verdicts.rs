//! Measures how soon the verdict says why a position is lost, on positions from random play.
//!
//! `verdicts FILE [plays=4] [pushes=40] [time=50] [long=0]`
//!
//! In each level of a file it plays at random, without pushing boxes into corners, and asks for a verdict after every fifth push, within `time`
//! milliseconds. A play ends where the position is known to be lost. Printed are the rules and how often each was the reason, and milliseconds of the processor: the median, what 99 of
//! 100 verdicts need at most, and the longest, of all and of those that were reached (the others use all of their time). With `long` the positions that stayed open are asked about once more, within so many
//! milliseconds: how many are lost after all.

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::time::Duration;

use damier_search::{Limits, Run};
use damier_sokoban::rules::Step;
use damier_sokoban::{Direction, Position, notation, verdict};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

fn main() -> ExitCode {
    match measure() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(30)
        }
    }
}

fn measure() -> Result<(), String> {
    let mut args = std::env::args().skip(1);
    let file =
        args.next().ok_or("verdicts FILE [plays=4] [pushes=40] [time=50] [long=0]: give a file of levels")?;
    let bytes = std::fs::read(&file).map_err(|error| format!("{file}: {error}"))?;
    let levels =
        notation::read(&String::from_utf8_lossy(&bytes), None).map_err(|error| format!("{file}: {error}"))?;
    let mut options = BTreeMap::from([("plays", 4), ("pushes", 40), ("time", 50), ("long", 0)]);
    for arg in args {
        let known =
            arg.split_once('=').and_then(|(key, value)| Some((options.get_mut(key)?, value.parse().ok()?)));
        let (option, value) =
            known.ok_or_else(|| format!("'{arg}' is unknown; see the head of this example"))?;
        *option = value;
    }
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let (mut rules, mut times, mut reached, mut open, mut lost) =
        (BTreeMap::new(), Vec::new(), Vec::new(), 0, 0);
    for level in &levels {
        for _ in 0..options["plays"] {
            let mut position = level.position.clone();
            for push in 1..=options["pushes"] {
                if !push_at_random(&mut position, &mut random) || position.is_solved() {
                    break;
                }
                if push % 5 != 0 {
                    continue;
                }
                let (told, seconds) = ask(&position, options["time"]);
                times.push(seconds * 1000.0);
                if told.why.is_some() || told.solvable.is_some() {
                    reached.push(seconds * 1000.0);
                }
                match (told.solvable, told.why) {
                    (_, Some(dead)) => {
                        *rules.entry(dead.rule).or_insert(0) += 1;
                        break;
                    }
                    (Some(_), None) => *rules.entry("solvable").or_insert(0) += 1,
                    (None, None) => {
                        open += 1;
                        if options["long"] > 0 && ask(&position, options["long"]).0.why.is_some() {
                            lost += 1;
                        }
                    }
                }
            }
        }
    }
    println!("{} verdicts, {open} open, of which {lost} are lost after all: {rules:?}", times.len());
    for (name, mut times) in [("all", times), ("reached", reached)] {
        times.sort_by(f64::total_cmp);
        let part = |of: usize| times.get(times.len().saturating_sub(1) * of / 100).copied().unwrap_or(0.0);
        println!(
            "{name}: median {:.1} ms, 99 of 100 {:.1} ms, longest {:.1} ms",
            part(50),
            part(99),
            part(100)
        );
    }
    Ok(())
}

fn ask(position: &Position, millis: u64) -> (verdict::Verdict, f64) {
    let time = Some(Duration::from_millis(millis));
    let mut run = Run::new(Limits { time, memory: Some(256 << 20), ..Limits::default() });
    let before = processor_seconds();
    let told = verdict::verdict(position, &mut run);
    (told, processor_seconds() - before)
}

/// Seconds of the processor that the program has had, where the system tells.
fn processor_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    text.split(' ').next().and_then(|text| text.parse::<f64>().ok()).unwrap_or(0.0) / 1e9
}

/// Walks at random until a box was pushed, not into a corner without a goal.
fn push_at_random(position: &mut Position, random: &mut Xoshiro256PlusPlus) -> bool {
    for _ in 0..20_000 {
        let way = Direction::ALL[random.random_range(0..4)];
        match position.look(way) {
            None => {}
            Some(Step::Walk) => {
                position.step(way);
            }
            Some(Step::Push(_)) => {
                let mut after = position.clone();
                let Some(Step::Push(pushed)) = after.step(way) else { continue };
                let at = after.boxes[pushed];
                let wall = |way| after.board.neighbour(at, way).is_none_or(|cell| after.board.is_wall(cell));
                let [north, east, south, west] = Direction::ALL.map(wall);
                if after.board.is_goal(at) || !((north || south) && (east || west)) {
                    *position = after;
                    return true;
                }
            }
        }
    }
    false
}
