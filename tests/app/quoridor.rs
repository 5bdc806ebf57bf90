//! Quoridor's table, spoken to as its page does.

use serde_json::{Value, json};

use crate::support::{Served, Socket};

fn look(served: &Served) -> (Socket, Value) {
    let mut page = served.socket_at("quoridor", "");
    let hello = page.hear("hello");
    (page, hello)
}

/// A new game of two on 9×9.
fn new(seats: &Value, clock: &Value) -> Value {
    json!({"type": "new", "size": 9, "players": seats.as_array().map_or(0, Vec::len), "walls": null, "seats": seats,
           "clock": clock, "text": null})
}

fn people() -> Value {
    json!([{"engine": null}, {"engine": null}])
}

fn play(page: &mut Socket, text: &str) -> Value {
    page.ask(&json!({"type": "move", "move": text}), "view")
}

#[test]
fn two_people_play_and_take_back() {
    let served = Served::start();
    let (mut page, hello) = look(&served);
    assert_eq!(hello["game"]["name"], "quoridor");
    assert_eq!(hello["games"], json!(["ricochet", "sokoban", "quoridor"]));
    let view = page.ask(&new(&people(), &Value::Null), "view");
    assert_eq!(view["board"]["slots"].as_array().map(Vec::len), Some(128));
    play(&mut page, "e2");
    play(&mut page, "e3h");
    let view = play(&mut page, "d2");
    assert_eq!(view["moves"], json!(["e2", "e3h", "d2"]));
    assert_eq!(view["board"]["walls"], json!([{"name": "e3h", "by": 1}]));
    let view = page.ask(&json!({"type": "undo"}), "view");
    assert_eq!((view["at"].clone(), view["undo"].clone()), (json!(2), json!([true, true])));
    let view = page.ask(&json!({"type": "redo"}), "view");
    assert_eq!(view["at"], 3);
    let error = page.ask(&json!({"type": "move", "move": "e9v"}), "error");
    assert_eq!(error["key"], "move");
    let why = page.ask(&json!({"type": "why", "move": "e3v"}), "why");
    assert_eq!((why["reason"].clone(), why["wall"].clone()), (json!("crosses"), json!("e3h")));
    // A new window finds the table as it was left.
    let sitting = hello["sitting"].as_str().expect("a number").to_owned();
    let mut again = served.socket_at("quoridor", &sitting);
    let view = again.ask(&json!({"type": "look"}), "view");
    assert_eq!(view["at"], 3);
}

#[test]
fn an_engine_answers_and_undo_takes_both_back() {
    let served = Served::start();
    let (mut page, _) = look(&served);
    page.ask(&json!({"type": "pace", "millis": 0}), "view");
    page.ask(&new(&json!([{"engine": null}, {"engine": "fast(level=easy)"}]), &Value::Null), "view");
    let view = play(&mut page, "e2");
    assert_eq!(view["thinking"], 1);
    let view = page.hear_until("view", |view| view["at"] == 2);
    assert_eq!((view["thinking"].clone(), view["board"]["turn"].clone()), (Value::Null, json!(0)));
    let view = page.ask(&json!({"type": "undo"}), "view");
    assert_eq!((view["at"].clone(), view["undo"][0].clone()), (json!(0), json!(false)));
    // It is a person's turn there, so that the engine does not move.
    let view = play(&mut page, "d1");
    assert_eq!(view["moves"], json!(["d1"]));
    page.hear_until("view", |view| view["at"] == 2);
    let view = page.ask(&json!({"type": "resign"}), "view");
    assert_eq!(view["end"], json!({"winner": 1, "why": "resigned", "by": 0}));
}

#[test]
fn four_engines_play_to_the_end_and_the_game_comes_back() {
    let served = Served::start();
    let (mut page, _) = look(&served);
    page.ask(&json!({"type": "pace", "millis": 0}), "view");
    let seat = json!({"engine": "walker"});
    page.say(&new(&json!([seat, seat, seat, seat]), &Value::Null));
    let view = page.hear_until("view", |view| !view["end"].is_null());
    assert_eq!(view["end"]["why"], "arrived");
    let saved = view["saved"].as_str().expect("a line").to_owned();
    page.ask(&new(&people(), &Value::Null), "view");
    let again = page.ask(&json!({"type": "load", "text": saved}), "view");
    assert_eq!(
        (&again["moves"], &again["end"], &again["seats"]),
        (&view["moves"], &view["end"], &view["seats"])
    );
    // What is thought of in a game that is over is another game.
    page.ask(&json!({"type": "go", "at": 0}), "view");
    let first = view["moves"][0].as_str().expect("a move").to_owned();
    let other = play(&mut page, &first);
    assert_eq!((other["end"].clone(), other["seats"][0]["engine"].clone()), (Value::Null, Value::Null));
}

#[test]
fn a_clock_that_runs_out_ends_the_game_and_a_kept_game_waits() {
    let served = Served::start();
    let (mut page, _) = look(&served);
    let clock = json!({"base_ms": 1000, "increment_ms": 0});
    let view = page.ask(&new(&people(), &clock), "view");
    assert_eq!(view["clock"]["running"], 0);
    let view = page.ask(&json!({"type": "pause", "paused": true}), "view");
    assert_eq!(view["clock"]["running"], Value::Null);
    let saved = view["saved"].as_str().expect("a line").to_owned();
    page.ask(&json!({"type": "pause", "paused": false}), "view");
    let view = page.hear_until("view", |view| !view["end"].is_null());
    assert_eq!(view["end"], json!({"winner": 1, "why": "time", "by": 0}));
    let (mut other, _) = look(&served);
    let view = other.ask(&json!({"type": "load", "text": saved}), "view");
    assert_eq!((view["paused"].clone(), view["end"].clone()), (json!(true), Value::Null));
    assert!(view["clock"]["left_ms"][0].as_u64().is_some_and(|left| left <= 1000));
}

#[test]
fn hints_analysis_and_the_look_back() {
    let served = Served::start();
    let (mut page, _) = look(&served);
    page.ask(&new(&people(), &Value::Null), "view");
    // The second player lets the first one walk.
    for step in ["e2", "e8", "e3", "e9", "e4", "e8"] {
        play(&mut page, step);
    }
    let hint = page.ask(&json!({"type": "hint"}), "hint");
    assert_eq!((hint["rung"].clone(), hint["move"].clone()), (json!(1), Value::Null));
    page.hear_until("busy", |busy| busy["job"].is_null());
    for _ in 0..2 {
        page.say(&json!({"type": "hint"}));
    }
    let hint = page.hear_until("hint", |hint| hint["rung"] == 3);
    assert!(hint["move"].is_string() && hint["area"].as_array().is_some_and(|area| !area.is_empty()));
    page.say(&json!({"type": "analyse", "algorithm": "fast", "seconds": 0.3}));
    let analysis = page.hear_until("analysis", |analysis| analysis["done"] == true);
    assert!(analysis["thought"]["score"]["ahead"].as_f64().is_some_and(|ahead| ahead > 1.0), "{analysis}");
    page.say(&json!({"type": "annotate"}));
    let annotation = page.hear_until("annotation", |annotation| annotation["done"] == true);
    let moves = annotation["moves"].as_array().expect("a list");
    assert_eq!(moves.len(), 6);
    assert!(moves[3]["lost"].as_f64().is_some_and(|lost| lost > 1.0), "{annotation}");
}

#[test]
fn races_matches_and_trees() {
    let served = Served::start();
    let (mut page, _) = look(&served);
    page.say(
        &json!({"type": "race", "algorithms": ["fast", "alphabeta(depth=2)"], "seconds": 0.2, "text": null}),
    );
    let race = page.hear_until("race", |race| race["done"] == true);
    assert!(
        race["lanes"]
            .as_array()
            .is_some_and(|lanes| lanes.iter().all(|lane| lane["thought"]["play"].is_string()))
    );
    let game = json!({"type": "match", "a": "walker", "b": "random", "games": 4, "millis": null, "nodes": 100, "size": 5,
                      "players": 2, "walls": null});
    page.say(&game);
    let standing = page.hear_until("match", |standing| standing["done"] == true);
    assert_eq!((standing["played"].clone(), standing["won"].clone()), (json!(4), json!(4)));
    for (algorithm, cut) in [("minimax", false), ("alphabeta", true)] {
        let text = "/ / b1 b3 / 1 1 / 1 / 3";
        page.say(&json!({"type": "tree", "algorithm": algorithm, "depth": 3, "text": text}));
        let tree = page.hear_until("tree", |tree| tree["algorithm"] == algorithm);
        let nodes = tree["nodes"].as_array().expect("a list");
        assert!(tree["complete"] == true && nodes.len() > 10 && nodes[0]["parent"].is_null());
        assert_eq!(nodes.iter().any(|node| node["cut"].as_u64() > Some(0)), cut);
    }
}

#[test]
fn what_cannot_be_is_refused_with_a_key() {
    let served = Served::start();
    let (mut page, _) = look(&served);
    page.ask(&json!({"type": "look"}), "view");
    let three = json!([{"engine": null}, {"engine": null}, {"engine": null}]);
    let unknown = json!([{"engine": "deep_thought"}, {"engine": null}]);
    let clock = json!({"base_ms": 1, "increment_ms": 0});
    for (intent, key) in [
        (new(&three, &Value::Null), "setup"),
        (new(&unknown, &Value::Null), "spec"),
        (new(&people(), &clock), "clock"),
        (json!({"type": "load", "text": "e2 e2"}), "unreadable"),
        (json!({"type": "move", "move": "%"}), "move"),
        (json!({"type": "analyse", "algorithm": "fast", "seconds": -1.0}), "seconds"),
        (json!({"type": "race", "algorithms": [], "seconds": 1.0}), "race"),
        (json!({"type": "edit", "edit": {"kind": "pawn", "player": 9, "square": "e5"}}), "edit"),
        (json!({"type": "export", "format": "png"}), "export"),
        (json!({"type": "undo"}), "not_now"),
        (json!({"type": "?"}), "not_understood"),
    ] {
        let error = page.ask(&intent, "error");
        assert_eq!(error["key"], key, "{intent} {error}");
    }
    let view = page.ask(&json!({"type": "edit", "edit": {"kind": "wall", "wall": "e3h"}}), "view");
    assert_eq!(view["edits"], json!([true, false]));
    let code = view["code"].as_str().expect("a code").to_owned();
    assert!(!code.contains(['/', ' ']));
    let view = page.ask(&json!({"type": "unedit", "back": true}), "view");
    assert_eq!(view["board"]["walls"], json!([]));
    let view = page.ask(&json!({"type": "load", "text": code, "moves": ["e2"]}), "view");
    assert_eq!((view["board"]["walls"][0]["name"].clone(), view["at"].clone()), (json!("e3h"), json!(1)));
}
