//! What `compare` calls worse, and what it must not.

use crate::made_up::{self, Wish};
use damier_campaign::{Outcome, Results};
use damier_report::{Verdict, compare, told};

fn made(slower: f64, seed: u64, repeats: u32) -> Results {
    made_up::results(&Wish { slower, seed, repeats, algorithms: 2, instances: 60, ..Wish::default() })
}

#[test]
fn the_same_program_is_not_slower_than_itself() {
    for seed in 2..32 {
        let found = compare(&made(1.0, 1, 5), &made(1.0, seed, 5));
        assert!(!found.is_worse(), "{}", told(&found));
        assert_eq!(found.changes.len(), 2);
        assert!(found.changes.iter().all(|change| change.other_counts == 0));
    }
}

#[test]
fn eight_percent_are_seen_and_two_are_not() {
    let found = compare(&made(1.0, 1, 5), &made(1.08, 2, 5));
    assert!(found.is_worse());
    let time = found.changes[0].time.unwrap();
    assert_eq!(time.verdict, Verdict::Worse);
    assert!((time.ratio - 1.08).abs() < 0.01 && time.low > 1.05 && time.p.unwrap() < 0.001, "{time:?}");
    assert!(found.changes[0].expanded.unwrap().verdict == Verdict::Same);
    assert!(told(&found).contains("WORSE       slower"));
    let found = compare(&made(1.0, 1, 5), &made(1.02, 2, 5));
    // Significant, and below what is asked for.
    assert!(found.changes[0].time.unwrap().low > 1.0 && !found.is_worse(), "{}", told(&found));
    let found = compare(&made(1.08, 1, 5), &made(1.0, 2, 5));
    assert_eq!(found.changes[0].time.unwrap().verdict, Verdict::Better);
}

#[test]
fn without_repeats_more_is_asked_for() {
    assert!(!compare(&made(1.0, 1, 1), &made(1.08, 2, 1)).is_worse());
    assert!(compare(&made(1.0, 1, 1), &made(1.2, 2, 1)).is_worse());
}

/// Noise that repeats show raises what is asked for.
#[test]
fn a_noisy_machine_asks_for_more() {
    let shaken = |results: &mut Results| {
        for row in results.rows.iter_mut().filter(|row| row.repeat % 2 == 1) {
            row.seconds = row.seconds.map(|seconds| seconds * 1.3);
        }
    };
    let (mut a, mut b) = (made(1.0, 1, 6), made(1.08, 2, 6));
    shaken(&mut a);
    shaken(&mut b);
    let found = compare(&a, &b);
    assert!(found.changes[0].noise.unwrap() > 0.25 && !found.is_worse(), "{}", told(&found));
}

#[test]
fn machines_that_differ_are_not_judged_by_the_clock() {
    let (a, mut b) = (made(1.0, 1, 5), made(3.0, 2, 5));
    b.manifest.machines[0].cpu = "Another".to_owned();
    let found = compare(&a, &b);
    assert_eq!(found.changes[0].time.unwrap().verdict, Verdict::Unknown);
    assert!(!found.is_worse() && found.notes[0].starts_with("the machines differ"), "{:?}", found.notes);
    for row in &mut b.rows {
        row.expanded = row.expanded.map(|count| count + count / 20 + 1);
    }
    let found = compare(&a, &b);
    assert_eq!(found.changes[0].worse, ["more expansions"]);
}

#[test]
fn what_is_no_longer_solved() {
    let (a, mut b) = (made(1.0, 1, 1), made(1.0, 1, 1));
    let lost = |results: &mut Results, count: usize| {
        let rows =
            results.rows.iter_mut().filter(|row| row.algorithm == "bfs" && row.outcome == Outcome::Solved);
        rows.take(count).for_each(|row| row.outcome = Outcome::Limit);
    };
    lost(&mut b, 4);
    let found = compare(&a, &b);
    assert_eq!((found.changes[0].lost.len(), found.is_worse()), (4, false), "four of sixty can be chance");
    lost(&mut b, 5);
    let found = compare(&a, &b);
    assert_eq!(found.changes[0].worse, ["decides less"]);
    assert!(told(&found).contains("lost 9 (board-00000"));
}

#[test]
fn a_changed_optimum_and_new_errors_are_worse() {
    let a = made(1.0, 1, 1);
    let mut b = a.clone();
    let row = b.rows.iter_mut().find(|row| row.optimal == Some(true)).unwrap();
    row.cost = row.cost.map(|cost| cost + 1);
    assert_eq!(compare(&a, &b).changes[0].worse, ["another proven optimum"]);
    let mut b = a.clone();
    b.rows[0].outcome = Outcome::Error;
    assert!(compare(&a, &b).is_worse());
}

#[test]
fn instances_that_changed_are_left_out() {
    let a = made(1.0, 1, 1);
    let mut b = a.clone();
    b.instances[0].text = "another".to_owned();
    b.instances.remove(1);
    let found = compare(&a, &b);
    assert_eq!(found.changes[1].expanded.unwrap().instances, 58, "{:?}", found.notes);
    assert!(found.notes.iter().any(|note| note.starts_with("1 instances have the same name")));
    let nothing = compare(&a, &Results::default());
    assert!(
        nothing.changes.is_empty() && nothing.notes.iter().any(|note| note.contains("nothing to compare"))
    );
}
