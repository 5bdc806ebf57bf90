//! `robots=main`: the target's robot alone answers the same question, so it must not claim more than it knows.

use std::collections::HashMap;

use serde_json::Value;

use super::support::*;

/// The answers for a batch, by id.
fn solve(boards: &str, algorithm: &str) -> HashMap<String, Value> {
    let args = ["solve", "ricochet", "-", "--batch", "--json", "--algorithm", algorithm];
    let said = damier_reads(&args, boards).silent();
    let id = |answer: &Value| answer["id"].as_str().unwrap_or_default().to_owned();
    said.objects().into_iter().map(|answer| (id(&answer), answer)).collect()
}

/// What a set of boards showed.
#[derive(Default)]
struct Seen {
    helpless: usize,
    longer: usize,
    proven: usize,
}

fn compare(options: &[&str], algorithm: &str) -> Seen {
    let boards = boards(40, 1, options);
    let all = solve(&boards, "astar(bounces)");
    let mut seen = Seen::default();
    for (id, alone) in solve(&boards, algorithm) {
        let all = &all[&id];
        assert!(all["outcome"] == "solved" || all["outcome"] == "unsolvable", "{all}");
        match alone["outcome"].as_str() {
            Some("solved") => {
                assert!(cost(&alone) >= cost(all), "{options:?}: {alone}\n{all}");
                let solution = alone["solution"].as_str().expect("a solution");
                let movers: std::collections::HashSet<_> =
                    solution.split_whitespace().map(|slide| &slide[..1]).collect();
                assert!(movers.len() <= 1, "{alone}");
                seen.longer += usize::from(cost(&alone) > cost(all));
            }
            Some("unsolvable") => assert_eq!(all["outcome"], "unsolvable", "{options:?}: {alone}"),
            Some("limit") => {
                names(alone["why"].as_str().expect("a reason"), &["alone"]);
                seen.helpless += usize::from(all["outcome"] == "solved");
            }
            other => panic!("{other:?}: {alone}"),
        }
        if alone["optimal"] == true {
            assert_eq!(cost(&alone), cost(all), "{options:?}: {alone}");
            seen.proven += 1;
        }
        if let (Some(bound), Some(best)) = (alone["lower_bound"].as_u64(), cost(all)) {
            assert!(bound <= best, "{options:?}: {alone}\n{all}");
        }
    }
    seen
}

const SMALL: [&str; 6] = ["--recipe", "free", "--width", "8", "--height", "8"];

#[test]
fn the_main_robot_alone_claims_nothing_that_all_robots_disprove() {
    let options = [&SMALL[..], &["--robots", "3", "--density", "0.12"]].concat();
    let seen = compare(&options, "astar(bounces,robots=main)");
    // The boards hold every case, or this would show nothing.
    assert!(seen.helpless > 0 && seen.longer > 0 && seen.proven > 0);
    for algorithm in ["bfs(robots=main)", "ida(bounces,robots=main)", "bidirectional(robots=main)"] {
        compare(&options, algorithm);
    }
}

#[test]
fn nor_where_any_robot_may_take_the_target() {
    let options = [&SMALL[..], &["--robots", "3", "--target", "any"]].concat();
    compare(&options, "astar(bounces,robots=main)");
    compare(&options, "bfs(robots=main)");
}

#[test]
fn nor_among_diagonals() {
    let options = [&SMALL[..], &["--robots", "2", "--diagonals", "6"]].concat();
    compare(&options, "astar(bounces,robots=main)");
}

#[test]
fn a_robot_that_is_alone_on_the_board_proves_what_it_finds() {
    let options = [&SMALL[..], &["--robots", "1"]].concat();
    let boards = boards(30, 1, &options);
    let (all, alone) = (solve(&boards, "astar(bounces)"), solve(&boards, "astar(bounces,robots=main)"));
    for (id, all) in all {
        for key in ["outcome", "optimal", "cost"] {
            assert_eq!(all[key], alone[&id][key], "{id}");
        }
    }
}

#[test]
fn what_the_main_robot_alone_cannot_do_ends_with_20_not_10() {
    // Red slides from corner to corner; it stops on the target only after green has moved up.
    let board = r#"{"id":"a","width":4,"height":3,"walls":[0,0,0,0,0,0,0,0,0,0,0,0],"robots":[0,7],"target_robot":0,"target":2}"#;
    damier_reads(&["solve", "ricochet", "-", "--json"], board).ends(0);
    let args = ["solve", "ricochet", "-", "--json", "--algorithm", "astar(bounces,robots=main)"];
    let answer = damier_reads(&args, board).ends(20).silent().object();
    assert_eq!((&answer["outcome"], &answer["optimal"]), (&"limit".into(), &false.into()));
    names(answer["why"].as_str().expect("a reason"), &["alone", "others"]);
}
