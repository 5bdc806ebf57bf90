//! How much sooner several threads reach a depth than one, as in a game.
//!
//! ```text
//! cargo run --release -p damier-quoridor --example threads -- THREADS DEPTH GAMES
//! ```
//! Games after random openings. Each position is searched to DEPTH by an engine with one thread and by one with THREADS, in turn first, and both
//! keep what they know from move to move; so neither learns from the other. With THREADS 1 the ratio must be 1: that is the control. The clock's time counts,
//! so nothing else should run. The mean of the ratios is the geometric one; nodes tell how much is searched twice.

use std::time::{Duration, Instant};

use damier_quoridor::{Engine, Move, Record, Setup, generate};
use damier_search::{Limits, Run};

/// Moves of a game that are looked at.
const PLIES: usize = 16;

/// An engine, and what it has taken so far.
struct Side {
    engine: Engine,
    time: Duration,
    nodes: u64,
}

impl Side {
    fn new(threads: usize) -> Result<Side, String> {
        let mut run = Run::new(Limits::default());
        let mut engine = Engine::new(64 << 20, &mut run).map_err(|stop| format!("{stop:?}"))?;
        engine.set_threads(threads, &mut run);
        Ok(Side { engine, time: Duration::ZERO, nodes: 0 })
    }

    /// The move that it finds, and how long it took.
    fn reach(&mut self, record: &Record, depth: i32) -> (Option<Move>, Duration) {
        let mut run = Run::new(Limits::default());
        let began = Instant::now();
        let thought = self.engine.think(record, depth, &mut run, &mut |_, _| ());
        let took = began.elapsed();
        self.time += took;
        self.nodes += run.stats.expanded;
        (thought.play, took)
    }
}

fn main() -> Result<(), String> {
    let mut words = std::env::args().skip(1);
    let mut number = |usual: usize| words.next().and_then(|word| word.parse().ok()).unwrap_or(usual);
    let (threads, depth, games) = (number(2), number(10) as i32, number(20));
    let (mut alone, mut together) = (Side::new(1)?, Side::new(threads)?);
    let (mut ratios, mut tried, mut same) = (0.0, 0u32, 0);
    for seed in 0..games as u64 {
        let mut record = generate::random(Setup::default(), 4 + seed as usize % 6, seed);
        alone.engine.clear();
        together.engine.clear();
        for ply in 0..PLIES {
            // With one wall left the end is worked out instead.
            let left = record.position().walls_left(0) + record.position().walls_left(1);
            if record.end().is_some() || left <= 2 {
                break;
            }
            let (one, many);
            if ply % 4 < 2 {
                one = alone.reach(&record, depth);
                many = together.reach(&record, depth);
            } else {
                many = together.reach(&record, depth);
                one = alone.reach(&record, depth);
            }
            ratios += (one.1.as_secs_f64() / many.1.as_secs_f64()).ln();
            tried += 1;
            same += u32::from(one.0 == many.0);
            let Some(play) = one.0 else { break };
            record.play(play).map_err(|why| format!("{why:?}"))?;
        }
    }
    let [one, many] = [&alone, &together].map(|side| side.time.as_secs_f64());
    let mean = (ratios / f64::from(tried.max(1))).exp();
    let nodes = together.nodes as f64 / alone.nodes as f64;
    println!("{tried} positions to depth {depth}: {one:.2} s alone, {many:.2} s with {threads} threads");
    println!(
        "{:.2} times as fast (mean ratio {mean:.2}), {nodes:.2} times the nodes, {:.2} times the nodes a second; the same move in {same}",
        one / many,
        nodes * one / many,
    );
    Ok(())
}
