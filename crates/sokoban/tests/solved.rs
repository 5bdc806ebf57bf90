//! Nothing that `quick` has solved is lost: the sets that ship, level by level, within a number of expansions, which repeats.
//!
//! `data/sokoban/solved.tsv` has a line for each level: set, level, pushes. `WRITE_SOLVED=1 cargo test -p damier-sokoban --test solved`
//! writes it anew. Sets that do not ship are compared by `examples/measure.rs` (`against=FILE`).

use std::fmt::Write;

use damier_search::{Limits, Run};
use damier_sokoban::levels::SETS;
use damier_sokoban::notation::read;
use damier_sokoban::solver::Quick;

/// Ten times what most levels need.
const NODES: u64 = 400_000;

#[test]
fn what_was_solved_is_solved_and_in_about_as_many_pushes() {
    let kept = include_str!("../../../data/sokoban/solved.tsv");
    let mut lines = kept.lines();
    let mut written = String::new();
    let (mut before, mut now, mut lost) = (0, 0, Vec::new());
    for set in SETS.iter().filter(|set| ["microban", "boxoban-medium"].contains(&set.name)) {
        for (number, level) in (1..).zip(read(set.text, None).expect("the set is read")) {
            let mut run = Run::new(Limits { nodes: Some(NODES), ..Limits::default() });
            let outcome = Quick::default().solve(&level.position, &mut run, None);
            let pushes = outcome.plan().map(|plan| plan.cost);
            let told = pushes.map_or("-".to_owned(), |pushes| pushes.to_string());
            let _ = writeln!(written, "{}\t{number}\t{told}", set.name);
            let start = format!("{}\t{number}\t", set.name);
            let kept = lines.next().and_then(|line| line.strip_prefix(start.as_str()));
            match (kept.and_then(|pushes| pushes.parse::<u32>().ok()), pushes) {
                (Some(_), None) => lost.push(start),
                (Some(old), Some(new)) => (before, now) = (before + old, now + new),
                _ => {}
            }
        }
    }
    if std::env::var_os("WRITE_SOLVED").is_some() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/sokoban/solved.tsv");
        std::fs::write(file, written).expect("the list is written");
        return;
    }
    assert!(lost.is_empty(), "solved before and not now: {lost:?}");
    assert!(before > 5000, "the list names levels: {before} pushes");
    assert!(now <= before + before / 50, "{now} pushes instead of {before}");
}
