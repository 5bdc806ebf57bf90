//! Solutions that are valid, and every way in which one is not.

use damier_validate::taquin::{Fault, replay};

const BOARD: &str = r#"{"id":"1","width":3,"height":2,"tiles":[1,2,3,0,4,5]}"#;

fn board(width: usize, height: usize, tiles: &[usize]) -> String {
    format!(r#"{{"width":{width},"height":{height},"tiles":{tiles:?}}}"#)
}

fn why(board: &str, solution: &str) -> String {
    replay(board, solution).expect_err(solution).to_string()
}

#[test]
fn valid_solutions_are_counted() {
    for (solution, moves) in [("ll", 2), (" l\n l\t", 2), ("lrll", 4), ("dull", 4)] {
        assert_eq!(replay(BOARD, solution).map(|replay| replay.moves), Ok(moves), "{solution}");
    }
    let solved = board(2, 2, &[1, 2, 3, 0]);
    assert_eq!(replay(&solved, "").map(|replay| replay.moves), Ok(0));
    // Once round in a square: the gap comes back, the tiles have moved on; three times, and they are back too.
    assert!(replay(&solved, "rdlu").is_err());
    assert_eq!(replay(&solved, "rdlurdlurdlu").map(|replay| replay.moves), Ok(12));
}

#[test]
fn every_letter_moves_the_tile_that_way() {
    // The gap in the middle of 3×3: the tile of each side in turn, and what one move leads to.
    let solved = |gap: usize| {
        let mut tiles = vec![1, 2, 3, 4, 5, 6, 7, 8, 0];
        tiles.swap(gap, 8);
        board(3, 3, &tiles)
    };
    assert_eq!(replay(&solved(7), "l").map(|replay| replay.moves), Ok(1));
    assert_eq!(replay(&solved(5), "u").map(|replay| replay.moves), Ok(1));
    for (gap, wrong) in [(7, "rud"), (5, "dlr")] {
        for letter in wrong.chars() {
            assert!(replay(&solved(gap), &letter.to_string()).is_err(), "{letter} with the gap on {gap}");
        }
    }
    // A tile that moves right or down leaves the gap on the left of it or above it.
    assert_eq!(replay(&board(2, 2, &[1, 2, 3, 0]), "rl").map(|replay| replay.moves), Ok(2));
    assert_eq!(replay(&board(2, 2, &[1, 2, 3, 0]), "du").map(|replay| replay.moves), Ok(2));
}

#[test]
fn impossible_moves_are_numbered() {
    let sentence = "no tile can move that way, the gap is at the edge of the board";
    assert_eq!(why(BOARD, "r"), format!("move 1 (r): {sentence}"));
    assert_eq!(why(BOARD, "u"), format!("move 1 (u): {sentence}"));
    assert_eq!(why(BOARD, "lll"), format!("move 3 (l): {sentence}"));
    assert_eq!(why(BOARD, "dd"), format!("move 2 (d): {sentence}"));
    assert!(!replay(BOARD, "r").unwrap_err().is_bad_input());
}

#[test]
fn what_is_not_solved_is_not() {
    assert_eq!(replay(BOARD, ""), Err(Fault::NotSolved { moves: 0, wrong: 3 }));
    assert_eq!(why(BOARD, "l"), "after 1 moves, all of them, 2 of the cells do not have what belongs there");
    assert_eq!(replay(BOARD, "llr"), Err(Fault::NotSolved { moves: 3, wrong: 2 }));
}

#[test]
fn what_cannot_be_read_is_bad_input() {
    let bad = [
        "",
        "[]",
        "{}",
        r#"{"width":3,"height":2}"#,
        r#"{"width":3,"height":2,"tiles":[1,2,3,0,4,-5]}"#,
        &board(3, 2, &[1, 2, 3, 0, 4]),
        &board(3, 2, &[1, 2, 3, 0, 4, 5, 6]),
        &board(3, 2, &[1, 2, 3, 0, 4, 4]),
        &board(3, 2, &[1, 2, 3, 6, 4, 5]),
        &board(1, 6, &[1, 2, 3, 0, 4, 5]),
        &board(7, 2, &[1, 2, 3, 0, 4, 5]),
        &board(usize::MAX, 2, &[]),
    ];
    for instance in bad {
        assert!(replay(instance, "").is_err_and(|fault| fault.is_bad_input()), "{instance}");
    }
    assert_eq!(why(BOARD, "l x"), "solution, character 3: 'x' is not a move; write l, u, r or d");
    assert_eq!(why(BOARD, "L"), "solution, character 1: 'L' is not a move; write l, u, r or d");
    assert!(replay(BOARD, "ll\0").is_err_and(|fault| fault.is_bad_input()));
}
