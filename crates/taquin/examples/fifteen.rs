//! Measures the solvers on random boards: `fifteen [WIDTH HEIGHT [COUNT [fast|quick]]]`; the first search builds the tables.

use damier_search::registry::{Algorithm, arguments};
use damier_search::{Limits, Run};
use damier_taquin::Position;
use damier_taquin::generate::{OPTIONS, generate};
use damier_taquin::problem::TileProblem;
use damier_taquin::solver::{Fast, Quick};

/// Seconds, nodes and moves.
fn solve(position: &Position, quick: bool) -> (f64, u64, u32) {
    fn by<const N: usize>(position: &Position, solver: &impl Algorithm<TileProblem<N>>) -> (f64, u64, u32) {
        let mut run = Run::new(Limits::default());
        let outcome = solver.search(&TileProblem::new(position), &mut run, &mut ());
        let stats = run.finish();
        (stats.seconds, stats.expanded, outcome.plan().map_or(0, |plan| plan.cost))
    }
    match (position.tiles.len() <= 16, quick) {
        (true, false) => by::<1>(position, &Fast),
        (true, true) => by::<1>(position, &Quick),
        (false, false) => by::<4>(position, &Fast),
        (false, true) => by::<4>(position, &Quick),
    }
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let word = |at: usize, default: &str| words.get(at).map_or(default, String::as_str).to_owned();
    let pairs = [("width".to_owned(), word(0, "4")), ("height".to_owned(), word(1, "4"))];
    let args = match arguments("generate", OPTIONS, &pairs) {
        Ok(args) => args,
        Err(error) => return eprintln!("{error}"),
    };
    let (count, quick) = (word(2, "100").parse().unwrap_or(100_u64), word(3, "fast") == "quick");
    for round in ["cold", "warm"] {
        let mut found: Vec<_> = (1..=count.max(1)).map(|seed| solve(&generate(&args, seed), quick)).collect();
        let first = found[0].0 * 1e3;
        let mean = |of: fn(&(f64, u64, u32)) -> f64| found.iter().map(of).sum::<f64>() / found.len() as f64;
        let means = (mean(|one| one.0 * 1e3), mean(|one| one.1 as f64), mean(|one| f64::from(one.2)));
        found.sort_by(|one, other| one.0.total_cmp(&other.0));
        let (middle, last) = (found[found.len() / 2], found[found.len() - 1]);
        println!(
            "{round}: mean {:.2} ms, median {:.2} ms, most {:.2} ms, first {first:.2} ms; {:.0} nodes on average, {} at most; {:.2} moves",
            means.0,
            middle.0 * 1e3,
            last.0 * 1e3,
            means.1,
            found.iter().map(|one| one.1).max().unwrap_or(0),
            means.2
        );
    }
}
