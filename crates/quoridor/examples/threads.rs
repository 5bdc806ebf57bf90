//! How much sooner several threads reach a depth than one.
//!
//! ```text
//! cargo run --release -p damier-quoridor --example threads -- THREADS DEPTH POSITIONS
//! ```
//! Each position, after random moves, is searched to DEPTH with one thread and with THREADS, each time with empty tables. The clock's time counts,
//! so nothing else should run. The mean of the ratios is the geometric one; nodes tell how much is searched twice.

use std::time::{Duration, Instant};

use damier_quoridor::{Engine, Record, Setup, generate};
use damier_search::{Limits, Run};

fn main() -> Result<(), String> {
    let mut words = std::env::args().skip(1);
    let mut number = |usual: usize| words.next().and_then(|word| word.parse().ok()).unwrap_or(usual);
    let (threads, depth, count) = (number(2), number(11) as i32, number(60));
    let mut engine =
        Engine::new(64 << 20, &mut Run::new(Limits::default())).map_err(|stop| format!("{stop:?}"))?;
    let mut reach = |record: &Record, threads: usize| -> (Duration, u64) {
        let mut run = Run::new(Limits::default());
        engine.clear();
        engine.set_threads(threads, &mut run);
        let began = Instant::now();
        engine.think(record, depth, &mut run, &mut |_, _| ());
        (began.elapsed(), run.stats.expanded)
    };
    let (mut alone, mut together) = ((Duration::ZERO, 0), (Duration::ZERO, 0));
    let (mut ratios, mut tried) = (0.0, 0u32);
    for seed in 0..count as u64 {
        let record = generate::random(Setup::default(), 6 + seed as usize % 15, seed);
        if record.end().is_some() {
            continue;
        }
        let (one, many) = (reach(&record, 1), reach(&record, threads));
        alone = (alone.0 + one.0, alone.1 + one.1);
        together = (together.0 + many.0, together.1 + many.1);
        ratios += (one.0.as_secs_f64() / many.0.as_secs_f64()).ln();
        tried += 1;
    }
    println!(
        "{tried} positions to depth {depth}: {:.2} s alone, {:.2} s with {threads} threads ({:.2} times as fast; mean ratio {:.2}), {:.2} times the nodes",
        alone.0.as_secs_f64(),
        together.0.as_secs_f64(),
        alone.0.as_secs_f64() / together.0.as_secs_f64(),
        (ratios / f64::from(tried.max(1))).exp(),
        together.1 as f64 / alone.1 as f64,
    );
    Ok(())
}
