//! A fixed amount of unobserved searching, for `scripts/trace-cost` to count its instructions.

use damier_kit::Kit;
use damier_ricochet::RicochetKit;
use damier_search::{Limits, Run};

fn main() {
    let boards = include_str!("../../../data/ricochet/standard.jsonl");
    for line in boards.lines().take(10) {
        let position = &RicochetKit.read(line, None).expect("a reference board")[0];
        for spec in ["astar(bounces)", "ida(bounces)", "bfs"] {
            let mut run = Run::new(Limits { nodes: Some(5000), ..Limits::default() });
            let answer = position.plans().expect("a puzzle").solve(
                &spec.parse().expect("a known algorithm"),
                &mut run,
                None,
            );
            assert!(answer.is_ok() && run.stats.expanded > 0);
        }
    }
}
