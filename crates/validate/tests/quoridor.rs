//! The validator of Quoridor against reference positions, and what it must refuse.

use damier_validate::quoridor::{Fault, replay};
use serde_json::Value;

const REFERENCE: &str = include_str!("../../../data/quoridor/positions.jsonl");
const START: &str = r#"{"moves":""}"#;

/// Of every reference position it accepts the listed moves and no other.
#[test]
fn reference_positions() {
    let squares = (b'a'..=b'i').flat_map(|column| (1..=9).map(move |row| format!("{}{row}", column as char)));
    let words: Vec<String> = squares.flat_map(|s| [s.clone(), format!("{s}h"), format!("{s}v")]).collect();
    for line in REFERENCE.lines() {
        let known: Value = serde_json::from_str(line).unwrap();
        let moves = known["moves"].as_str().unwrap();
        let game = serde_json::json!({ "moves": moves }).to_string();
        let after = replay(&game, "").unwrap();
        assert_eq!(after.turn as u64, known["turn"].as_u64().unwrap());
        assert_eq!(serde_json::json!(after.pawns), known["pawns"]);
        assert_eq!(serde_json::json!(after.walls_left), known["walls_left"]);
        let legal: Vec<&str> =
            known["legal"].as_array().unwrap().iter().map(|v| v.as_str().unwrap()).collect();
        for word in &words {
            assert_eq!(replay(&game, word).is_ok(), legal.contains(&word.as_str()), "{moves} {word}");
        }
    }
}

#[test]
fn games_end() {
    let three = r#"{"size":3,"moves":"a1 a3 a2 b3"}"#;
    let over = replay(three, "a3").unwrap();
    assert_eq!((over.winner, over.moves, over.turn), (Some(1), 5, 2));
    assert_eq!(replay(three, "a3 b2"), Err(Fault::Over(6, "b2".to_owned())));
    let to_and_fro = replay(START, "e2 e8 e1 e9 e2 e8 e1 e9 e2").unwrap();
    assert_eq!((to_and_fro.repeated, to_and_fro.winner), (Some(8), None));
}

#[test]
fn what_is_wrong_is_told() {
    let fault = |game: &str, more: &str| replay(game, more).unwrap_err().to_string();
    for game in ["", "{}", r#"{"move":"e2"}"#, r#"{"size":5}"#, r#"{"moves":null}"#] {
        assert!(fault(game, "").contains("not a game"), "{game}");
    }
    assert!(fault(r#"{"size":2,"moves":""}"#, "").contains("3 to 11"));
    assert!(fault(r#"{"qfen":"a1a1 / / e1 e9 / 1 1 / 1"}"#, "").contains("not a position"));
    assert_eq!(fault(START, "e9x"), "move 1: 'e9x' is not a move");
    assert_eq!(fault(START, "e2 pass"), "move 2: who can move may not pass");
    assert_eq!(
        fault(START, "a1h e8 b1h"),
        "move 3, b1h: the wall leaves the board, overlaps or crosses another"
    );
    assert!(fault(START, "a8h c8h e8h g8h h8v").contains("closes the last way of player"));
    assert_eq!(fault(r#"{"size":3,"walls_each":0,"moves":""}"#, "a1h"), "move 1, a1h: no walls are left");
    for word in ["é", "e", "h", "v", "", "a99999999999999999999", "zz"] {
        let _ = replay(START, word);
    }
}
