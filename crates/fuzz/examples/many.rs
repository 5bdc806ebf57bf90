//! Many inputs, the same every time, without coverage: `many RUNS [TARGET...]` prints a table. A target that is slower than a reader gets
//! fewer.

use std::env;
use std::time::Instant;

use damier_fuzz::{mutate, targets};
use damier_search::random::Random;

fn main() {
    let mut args = env::args().skip(1);
    let runs: usize = args.next().and_then(|runs| runs.parse().ok()).expect("many RUNS [TARGET...]");
    let wanted: Vec<String> = args.collect();
    println!("{:<24} {:>12} {:>10} {:>10}", "target", "inputs", "seconds", "inputs/s");
    for target in targets() {
        if !wanted.is_empty() && !wanted.contains(&target.name) {
            continue;
        }
        let (seeds, mut random, began) = (target.seeds(), Random::new(2), Instant::now());
        let runs = runs / target.cost;
        for _ in 0..runs {
            target.check(&mutate::mutated(&seeds, &mut random));
        }
        let seconds = began.elapsed().as_secs_f64();
        println!("{:<24} {runs:>12} {seconds:>10.0} {:>10.0}", target.name, runs as f64 / seconds);
    }
}
