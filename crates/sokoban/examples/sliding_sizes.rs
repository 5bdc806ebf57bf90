//! How well levels of a file are answered with sliding boxes: exactly, by a policy on a part of the states, or by a push alone.
//!
//! `cargo run --release -p damier-sokoban --example sliding_sizes -- FILE VARIANT SECONDS GIB [FIRST LAST]`

use std::time::{Duration, Instant};

use damier_search::{Limits, Run};
use damier_sokoban::notation;
use damier_sokoban::sliding;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [file, variant, seconds, gib, span @ ..] = &args[..] else {
        return Err("FILE VARIANT SECONDS GIB [FIRST LAST]".into());
    };
    let (variant, text) = (sliding::parse(variant)?, std::fs::read_to_string(file)?);
    let (first, last): (usize, usize) = match span {
        [first, last] => (first.parse()?, last.parse()?),
        _ => (1, usize::MAX),
    };
    let (mut count, mut proven, mut some, mut gaps, mut latest) = (0, 0, 0, 0.0, 0.0f64);
    for (number, level) in (1..).zip(notation::read(&text, None)?).take(last).skip(first - 1) {
        let position = level.position;
        let floor = position.floor().iter().filter(|&&floor| floor).count();
        let limits = Limits {
            time: Some(Duration::from_secs_f64(seconds.parse()?)),
            memory: Some((gib.parse::<f64>()? * f64::from(1 << 30)) as u64),
            nodes: None,
        };
        let (clock, mut run) = (Instant::now(), Run::new(limits));
        let answer = sliding::solve(&position, variant, &mut run);
        let (time, stats) = (clock.elapsed().as_secs_f64(), run.finish());
        let mib = stats.peak_bytes >> 20;
        print!(
            "{number:4} {:2} boxes {floor:3} floor {:9} expanded {time:6.2} s {mib:5} MiB: ",
            position.boxes.len(),
            stats.expanded
        );
        count += 1;
        latest = latest.max(time);
        match answer {
            Ok(answer) => {
                let (lower, upper) = answer.chance;
                let push = if answer.steps.is_empty() { "no push" } else { "a push" };
                let size = answer.policy.map_or("no".to_owned(), |size| size.to_string());
                println!("{lower:.9} .. {upper:.9}, {push}, {} states, policy {size}", answer.states);
                proven += u32::from(answer.proven);
                some += u32::from(!answer.proven && answer.policy.is_some() && lower > 0.0);
                gaps += upper - lower;
            }
            Err(stop) => println!("{}", stop.reason()),
        }
    }
    let others = f64::from(count - proven).max(1.0);
    println!(
        "{count} levels: {proven} exact, {some} with a policy that may win; mean gap {:.3} of all, {:.3} of the others; {latest:.2} s at most",
        gaps / f64::from(count),
        gaps / others
    );
    Ok(())
}
