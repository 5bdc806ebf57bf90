//! Quoridor's table, spoken to as its page does.

use serde_json::{Value, json};

use crate::support::{Served, Socket};

fn look(served: &Served) -> (Socket, Value) {
    let mut page = served.socket_at("quoridor", "");
    let hello = page.hear("hello");
    (page, hello)
}

/// A new game on 9×9.
fn new(seats: &Value, clock: &Value) -> Value {
    let players = seats.as_array().map_or(0, Vec::len).to_string();
    json!({"type": "new", "options": {"size": "9", "players": players}, "seats": seats, "clock": clock})
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
    assert_eq!(hello["games"], json!(["ricochet", "sokoban", "quoridor", "taquin"]));
    let view = page.ask(&new(&people(), &Value::Null), "view");
    let moves = view["scene"]["moves"].as_array().expect("moves");
    assert_eq!(moves.iter().filter(|step| step["places"].is_object()).count(), 128);
    play(&mut page, "e2");
    play(&mut page, "e3h");
    let view = play(&mut page, "d2");
    assert_eq!((&view["history"]["keep"], &view["history"]["more"]), (&json!(2), &json!(["d2"])));
    assert_eq!(view["history"]["moves"], json!(["e2", "e3h", "d2"]));
    let wall = json!({"kind": "wall", "cell": 58, "form": "h", "color": 1});
    assert_eq!(view["scene"]["marks"], json!([wall]));
    let view = page.ask(&json!({"type": "undo"}), "view");
    assert_eq!((&view["history"]["at"], &view["table"]["undo"]), (&json!(2), &json!([true, true])));
    let view = page.ask(&json!({"type": "redo"}), "view");
    assert_eq!(view["history"]["at"], 3);
    assert_eq!(page.refused(&json!({"type": "move", "move": "e9v"})).0, "move");
    let why = page.ask(&json!({"type": "why", "move": "e3v"}), "why");
    assert_eq!((&why["why"]["reason"], &why["why"]["blocked_by"]), (&json!("crosses"), &wall_of(&wall)));
    // A new window finds the table as it was left.
    let sitting = hello["sitting"].as_str().expect("a number").to_owned();
    let mut again = served.socket_at("quoridor", &sitting);
    let view = again.ask(&json!({"type": "look"}), "view");
    assert_eq!((&view["history"]["at"], &view["history"]["keep"]), (&json!(3), &json!(0)));
}

/// A wall of which nobody says who placed it.
fn wall_of(wall: &Value) -> Value {
    json!({"kind": wall["kind"], "cell": wall["cell"], "form": wall["form"]})
}

#[test]
fn an_engine_answers_and_undo_takes_both_back() {
    let served = Served::start();
    let (mut page, _) = look(&served);
    page.ask(&json!({"type": "tempo", "millis": 0}), "view");
    page.ask(&new(&json!([{"engine": null}, {"engine": "fast(level=easy)"}]), &Value::Null), "view");
    let view = play(&mut page, "e2");
    assert_eq!(view["table"]["thinking"], 1);
    let view = page.hear_until("view", |view| view["history"]["at"] == 2);
    assert_eq!((&view["table"]["thinking"], &view["scene"]["turn"]), (&Value::Null, &json!(0)));
    let view = page.ask(&json!({"type": "undo"}), "view");
    assert_eq!((&view["history"]["at"], &view["table"]["undo"][0]), (&json!(0), &json!(false)));
    // It is a person's turn there, so that the engine does not move.
    let view = play(&mut page, "d1");
    assert_eq!(view["history"]["moves"], json!(["d1"]));
    page.hear_until("view", |view| view["history"]["at"] == 2);
    let view = page.ask(&json!({"type": "resign"}), "view");
    assert_eq!(view["table"]["end"], json!({"winner": 1, "why": "resigned", "by": 0}));
}

#[test]
fn four_engines_play_to_the_end_and_the_game_comes_back() {
    let served = Served::start();
    let (mut page, _) = look(&served);
    page.ask(&json!({"type": "tempo", "millis": 0}), "view");
    let seat = json!({"engine": "walker"});
    page.say(&new(&json!([seat, seat, seat, seat]), &Value::Null));
    let view = page.hear_until("view", |view| !view["table"]["end"].is_null());
    assert_eq!(view["table"]["end"]["why"], "arrived");
    let saved = view["table"]["saved"].as_str().expect("a line").to_owned();
    page.ask(&new(&people(), &Value::Null), "view");
    let again = page.ask(&json!({"type": "load", "text": saved}), "view");
    assert_eq!(again["history"]["moves"], view["history"]["moves"]);
    let (table, before) = (&again["table"], &view["table"]);
    assert_eq!((&table["end"], &table["seats"]), (&before["end"], &before["seats"]));
    // What is thought of in a game that is over is another game.
    page.ask(&json!({"type": "go", "at": 0}), "view");
    let first = view["history"]["moves"][0].as_str().expect("a move").to_owned();
    let other = &play(&mut page, &first)["table"];
    assert_eq!((&other["end"], &other["seats"][0]["engine"]), (&Value::Null, &Value::Null));
}

#[test]
fn a_clock_that_runs_out_ends_the_game_and_a_kept_game_waits() {
    let served = Served::start();
    let (mut page, _) = look(&served);
    let clock = json!({"base_ms": 1000, "increment_ms": 0});
    let view = page.ask(&new(&people(), &clock), "view");
    assert_eq!(view["table"]["clock"]["running"], 0);
    let view = page.ask(&json!({"type": "pause", "paused": true}), "view");
    assert_eq!(view["table"]["clock"]["running"], Value::Null);
    let saved = view["table"]["saved"].as_str().expect("a line").to_owned();
    page.ask(&json!({"type": "pause", "paused": false}), "view");
    let view = page.hear_until("view", |view| !view["table"]["end"].is_null());
    assert_eq!(view["table"]["end"], json!({"winner": 1, "why": "time", "by": 0}));
    let mut other = served.socket_at("quoridor", "another");
    let view = other.ask(&json!({"type": "load", "text": saved}), "view");
    assert_eq!((view["table"]["paused"].clone(), view["table"]["end"].clone()), (json!(true), Value::Null));
    assert!(view["table"]["clock"]["left_ms"][0].as_u64().is_some_and(|left| left <= 1000));
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
    assert_eq!((&hint["rung"], &hint["of"], &hint["next"]), (&json!(1), &json!(4), &Value::Null));
    assert!(hint["kind"] == "place" || hint["kind"] == "move", "{hint}");
    page.hear_until("busy", |busy| busy["job"].is_null());
    for _ in 0..2 {
        page.say(&json!({"type": "hint"}));
    }
    let hint = page.hear_until("hint", |hint| hint["rung"] == 3);
    assert!(hint["next"].is_string() && hint["area"].as_array().is_some_and(|area| !area.is_empty()));
    page.say(&json!({"type": "analyse", "algorithm": "fast", "seconds": 0.3}));
    let analysis = page.hear_until("analysis", |analysis| analysis["done"] == true);
    assert!(analysis["thought"]["score"]["ahead"].as_f64().is_some_and(|ahead| ahead > 1.0), "{analysis}");
    page.say(&json!({"type": "annotate"}));
    let annotation = page.hear_until("annotation", |annotation| annotation["done"] == true);
    let moves = annotation["moves"].as_array().expect("a list");
    assert_eq!(moves.len(), 6);
    // The step back is what lost most.
    assert!(moves[3]["lost"].as_f64().is_some_and(|lost| lost > 0.6), "{annotation}");
    assert_eq!(moves[3]["turning"], true, "{annotation}");
}

#[test]
fn races_matches_and_trees() {
    let served = Served::start();
    let (mut page, _) = look(&served);
    page.say(
        &json!({"type": "race", "algorithms": ["fast", "alphabeta(depth=2)"], "seconds": 0.2, "text": null}),
    );
    let race = page.hear_until("race", |race| race["done"] == true);
    assert!(race["lanes"].as_array().is_some_and(|lanes| {
        lanes.iter().all(|lane| lane["outcome"] == "done" && lane["thought"]["move"].is_string())
    }));
    let game = json!({"type": "match", "a": "walker", "b": "random", "games": 4, "nodes": 100,
                      "options": {"size": "5"}});
    page.say(&game);
    let standing = page.hear_until("match", |standing| standing["done"] == true);
    // Chance may win a game against a walker, hardly four.
    let counted = |what: &str| standing[what].as_u64().expect("a number");
    assert_eq!(
        (counted("played"), counted("won") + counted("drawn") + counted("lost")),
        (4, 4),
        "{standing}"
    );
    assert!(counted("won") > 0, "{standing}");
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
    for (intent, about, key) in [
        (new(&three, &Value::Null), "new", "spec.value"),
        (new(&unknown, &Value::Null), "new", "spec.unknown.algorithm"),
        (new(&people(), &clock), "new", "server.clock"),
        (json!({"type": "load", "text": "e2 e2"}), "load", ""),
        (json!({"type": "move", "move": "%"}), "move", "quoridor.not_a_move"),
        (json!({"type": "solve", "algorithm": "fast"}), "solve", "kit.missing"),
        (json!({"type": "analyse", "algorithm": "fast", "seconds": -1.0}), "analyse", "server.seconds"),
        (json!({"type": "race", "algorithms": [], "seconds": 1.0}), "race", "server.race"),
        (json!({"type": "tree", "algorithm": "minimax", "depth": 7}), "tree", "server.tree"),
        (
            json!({"type": "edit", "edit": {"tool": "pawn", "piece": 9, "cell": 40}}),
            "edit",
            "quoridor.edit.player",
        ),
        (json!({"type": "export", "format": "png"}), "export", "format.unknown"),
        (json!({"type": "undo"}), "undo", "server.not_now"),
        (json!({"type": "?"}), "?", "server.not_understood"),
    ] {
        let told = page.refused(&intent);
        assert!(told.0 == about && (key.is_empty() || told.1 == key), "{intent} {told:?}");
    }
    let wall = json!({"tool": "wall", "cell": 58, "form": "h"});
    let view = page.ask(&json!({"type": "edit", "edit": wall}), "view");
    assert_eq!(view["edits"], json!([true, false]));
    let code = view["code"].as_str().expect("a code").to_owned();
    assert!(!code.contains(['/', ' ']));
    let view = page.ask(&json!({"type": "unedit", "back": true}), "view");
    assert_eq!(view["scene"]["marks"], json!([]));
    let view = page.ask(&json!({"type": "load", "text": code, "moves": ["e2"]}), "view");
    assert_eq!((&view["scene"]["marks"][0]["cell"], &view["history"]["at"]), (&json!(58), &json!(1)));
}

#[test]
fn a_sketch_shows_a_start_or_a_moment_and_leaves_the_table() {
    let served = Served::start();
    let (mut page, _) = look(&served);
    let sketch = json!({"type": "sketch", "options": {"size": "5", "players": "4"}});
    let start = page.ask(&sketch, "sketch");
    assert_eq!(
        (&start["scene"]["width"], start["scene"]["sides"].as_array().map(Vec::len)),
        (&json!(5), Some(4))
    );
    let moment = page.ask(&json!({"type": "sketch", "text": "e2 e8 e3", "at": 1}), "sketch");
    assert_eq!((&moment["scene"]["turn"], &moment["moves"]), (&json!(1), &json!(["e2", "e8", "e3"])));
    assert_eq!(page.refused(&json!({"type": "sketch", "text": "e2 e2"})).0, "sketch");
    assert_eq!(page.ask(&json!({"type": "look"}), "view")["history"]["moves"], json!([]));
}
