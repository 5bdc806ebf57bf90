//! `hardest`: the longest position on a board, proven where the board is small.

use serde_json::Value;

use super::support::*;

#[test]
fn on_a_small_board_the_hardest_is_proven() {
    let small = ["--recipe", "free", "--width", "6", "--height", "6", "--robots", "2"];
    let board = boards(1, 3, &small);
    let said = damier_reads(&["hardest", "ricochet", "-", "--json"], board.clone()).ends(0);
    let found: Value = serde_json::from_str(&said.out).expect("JSON");
    assert_eq!(found["proven"], true);
    let solved = damier_reads(&["solve", "ricochet", "-", "--json"], found["position"].to_string()).ends(0);
    let solved: Value = serde_json::from_str(&solved.out).expect("JSON");
    assert_eq!(solved["cost"], found["cost"]);
    assert!(found["cost"].as_u64() >= Some(8), "{found}");
    let said = damier_reads(&["hardest", "ricochet", "-"], board).ends(0);
    assert!(said.out.contains("proven: no position on this board takes more"), "{}", said.out);
}

#[test]
fn on_a_large_board_it_is_the_longest_found_in_the_time() {
    let board = boards(1, 3, &[]);
    let said = damier_reads(&["hardest", "ricochet", "-", "--json", "--time", "1s"], board.clone()).ends(0);
    let found: Value = serde_json::from_str(&said.out).expect("JSON");
    assert_eq!(found["proven"], false);
    assert!(found["cost"].as_u64() >= Some(6), "{found}");
    let again = |seed: &str| {
        damier_reads(&["hardest", "ricochet", "-", "--json", "--nodes", "40", "--seed", seed], board.clone())
            .out
    };
    assert_eq!(again("5"), again("5"));
}
