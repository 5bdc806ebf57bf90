//! Boards of one's own while bids are taken: what is tried there is nobody else's to see, counts for nothing, and may be shown.

use damier::doors::GAMES;
use damier_rooms::{Room, What};
use serde_json::{Value, json};

use crate::rooms_machine::{Table, best_way, bids, without_version};

/// Three people at a table who think, one who looks on, and a best way of the task.
fn thinking(more: &Value) -> (Table, Vec<String>) {
    let mut rules = bids("bids");
    for (name, value) in more.as_object().into_iter().flatten() {
        rules[name] = value.clone();
    }
    let mut table = Table::new(&rules, 4, 1);
    (0..3).for_each(|person| table.must(person, &json!({"type": "sit"})));
    table.must(0, &json!({"type": "begin"}));
    let position = table.room.wants().into_iter().find_map(|want| match want.what {
        What::Best(position) => Some(position),
        _ => None,
    });
    let game = GAMES.iter().find(|game| rules["game"] == game.name()).expect("a game");
    let way = best_way(*game, &position.expect("the best way is looked for"));
    table.serve();
    (table, way)
}

fn attempt(step: &str) -> Value {
    json!({"type": "move", "move": step, "own": true})
}

fn may(table: &Table, person: usize, what: &str) -> bool {
    table.view(person)["may"].as_array().expect("a list").contains(&json!(what))
}

/// What everybody but the first sees.
fn others(table: &Table) -> Vec<Value> {
    (1..4).map(|person| without_version(table.view(person))).collect()
}

/// A move that leads away from the target, and how to get there afterwards is not known.
fn aside(table: &Table, person: usize, way: &[String]) -> String {
    let moves = table.view(person)["bids"]["own"]["scene"]["moves"].clone();
    let names = moves.as_array().expect("moves").iter().filter_map(|step| step["name"].as_str());
    names.into_iter().find(|name| *name != way[0]).expect("another move").to_owned()
}

#[test]
fn what_is_tried_before_a_bid_is_seen_by_nobody_else_and_counts_for_nothing() {
    let (mut table, way) = thinking(&json!({}));
    let before = others(&table);
    let shared = table.view(0)["bids"]["scene"].clone();
    assert!(shared["moves"].as_array().is_some_and(Vec::is_empty), "the board of all is not moved on");
    assert!(may(&table, 0, "move") && may(&table, 0, "bid") && !may(&table, 0, "back"));
    assert!(!may(&table, 3, "move") && table.view(3)["bids"]["own"].is_null(), "who looks on has no board");
    assert!(table.act(0, &json!({"type": "move", "move": way[0]})).is_err(), "nobody shows yet");
    assert!(table.act(3, &attempt(&way[0])).is_err());
    table.must(0, &attempt(&aside(&table, 0, &way)));
    table.must(0, &json!({"type": "back", "to": 0}));
    assert!(table.act(0, &json!({"type": "back", "to": 0})).is_err(), "there is nothing to take back");
    for step in &way {
        table.must(0, &attempt(step));
    }
    let view = table.view(0);
    let own = &view["bids"]["own"];
    assert_eq!((&own["solved"], &own["moves"]), (&json!(true), &json!(way)), "{own}");
    assert!(!may(&table, 0, "move") && may(&table, 0, "back"), "it is solved");
    assert!(table.act(0, &attempt(&way[0])).is_err());
    assert_eq!((&view["bids"]["scene"], &view["bids"]["shown"]), (&shared, &json!([])), "the board of all");
    assert_eq!((&view["bids"]["phase"], &view["bids"]["solved"]), (&json!("think"), &json!([])), "{view}");
    assert_eq!(others(&table), before, "not even that something was tried");

    // The glass runs: one may go on trying, and others begin to.
    table.must(0, &json!({"type": "bid", "moves": way.len() + 1}));
    let before = others(&table);
    table.must(0, &json!({"type": "back", "to": 1}));
    assert_eq!(others(&table), before);
    table.must(0, &attempt(&way[1]));
    table.must(1, &attempt(&way[0]));
    assert_eq!(table.view(1)["bids"]["own"]["moves"], json!([way[0]]));
    // Who is ready has said so.
    table.must(1, &json!({"type": "ready"}));
    assert!(!may(&table, 1, "move") && !may(&table, 1, "back"));
    assert!(table.act(1, &attempt(&way[1])).is_err());
    assert!(table.act(1, &json!({"type": "back", "to": 0})).is_err());
    assert_eq!(table.view(1)["bids"]["own"]["moves"], json!([way[0]]), "it is still there to look at");
}

#[test]
fn what_was_tried_is_there_again_after_a_restart() {
    let (mut table, way) = thinking(&json!({}));
    table.must(0, &attempt(&way[0]));
    table.must(1, &attempt(&aside(&table, 1, &way)));
    let seen: Vec<Value> = (0..3).map(|person| table.view(person)["bids"]["own"].clone()).collect();
    table.room = Room::load(GAMES, &table.room.save()).expect("read again");
    (0..4).for_each(|person| {
        table.room.come(table.now, &format!("key-{person}-secret")).expect("comes back");
    });
    let again: Vec<Value> = (0..3).map(|person| table.view(person)["bids"]["own"].clone()).collect();
    assert_eq!(again, seen);
    assert_eq!(again[0]["moves"], json!([way[0]]));
    way[1..].iter().for_each(|step| table.must(0, &attempt(step)));
    assert_eq!(table.view(0)["bids"]["own"]["solved"], true);
}

#[test]
fn boards_are_tried_on_only_while_one_thinks_and_where_the_host_likes() {
    let (mut table, way) = thinking(&json!({}));
    table.must(1, &attempt(&aside(&table, 1, &way)));
    table.must(1, &json!({"type": "bid", "moves": way.len()}));
    table.pass(30_000);
    let view = table.view(1);
    assert_eq!((&view["bids"]["phase"], &view["bids"]["shower"]), (&json!("show"), &json!(1)));
    assert_eq!(view["bids"]["shown"], json!([]), "the show begins at the start");
    // What was still meant for one's own board is not shown.
    let before = table.room.save();
    for person in 0..3 {
        assert!(table.act(person, &attempt(&way[0])).is_err(), "{person}");
        assert!(table.act(person, &json!({"type": "back", "to": 0})).is_err(), "{person}");
    }
    assert_eq!(table.room.save(), before);
    assert!(may(&table, 1, "move") && !may(&table, 1, "way"), "what was tried is no way");
    table.must(1, &json!({"type": "ready"}));
    assert_eq!(table.view(0)["bids"]["phase"], "done");
    for person in 0..3 {
        assert!(table.view(person)["bids"]["own"].is_null(), "the next who sits there does not see it");
        assert!(table.act(person, &attempt(&way[0])).is_err());
    }
    assert!(!table.room.save().contains(&json!([aside_of(&before)]).to_string()), "nor is it kept");
    // The next round has boards again.
    table.must(0, &json!({"type": "next"}));
    assert_eq!(table.view(0)["bids"]["own"]["moves"], json!([]));

    let (mut table, way) = thinking(&json!({"own_boards": false}));
    assert!(table.view(0)["bids"]["own"].is_null());
    assert!(!may(&table, 0, "move") && may(&table, 0, "bid"));
    assert!(table.act(0, &attempt(&way[0])).is_err());
}

/// The move that the second has tried, as it was saved.
fn aside_of(saved: &str) -> Value {
    let saved: Value = serde_json::from_str(saved).expect("JSON");
    saved["play"]["bids"]["own"][1]["moves"][0].clone()
}

#[test]
fn who_has_tried_their_way_may_have_it_shown() {
    // The clock of the show is short: the way is shown within it all the same.
    let (mut table, way) = thinking(&json!({"show": 1}));
    // All three have found it, and one of them does not say so.
    for person in 0..3 {
        way.iter().for_each(|step| table.must(person, &attempt(step)));
    }
    assert!(table.act(1, &json!({"type": "way"})).is_err(), "nobody shows yet");
    table.must(1, &json!({"type": "bid", "moves": way.len() - 1}));
    table.must(2, &json!({"type": "bid", "moves": way.len()}));
    table.pass(30_000);
    assert_eq!(table.view(1)["bids"]["shower"], 1);
    assert!(!may(&table, 1, "way"), "it is longer than the bid");
    assert!(table.act(1, &json!({"type": "way"})).is_err());
    table.must(1, &json!({"type": "ready"}));
    assert!(may(&table, 2, "way") && !may(&table, 1, "way") && !may(&table, 0, "way"));
    for person in [0, 1, 3] {
        assert!(table.act(person, &json!({"type": "way"})).is_err(), "{person} does not show");
    }
    table.must(2, &json!({"type": "way"}));
    assert_eq!(table.view(0)["bids"]["shown"], json!([]), "one move after the other");
    for what in ["move", "ready", "way"] {
        assert!(!may(&table, 2, what), "{what}");
        let deed = json!({"type": what, "move": way[0]});
        assert!(table.act(2, &deed).is_err(), "{what}");
    }
    let next = table.room.wake().expect("a move is due");
    table.pass(next - table.now);
    assert_eq!(table.view(0)["bids"]["shown"], json!([way[0]]), "everybody sees it");
    // The program is started again in the middle of it.
    table.room = Room::load(GAMES, &table.room.save()).expect("read again");
    (0..4).for_each(|person| {
        table.room.come(table.now, &format!("key-{person}-secret")).expect("comes back");
    });
    table.pass(1000);
    let view = table.view(0);
    let result = &view["bids"]["results"][0];
    assert_eq!((&result["winner"], &view["bids"]["tokens"][2]), (&json!(2), &json!(1)), "{view}");
    assert_eq!(result["ways"][1]["moves"], json!(way));
    assert_eq!(result["ways"].as_array().map(Vec::len), Some(2), "what was only tried is no way: {result}");
}

#[test]
fn a_show_that_has_begun_by_hand_goes_on_by_hand() {
    let (mut table, way) = thinking(&json!({}));
    way.iter().for_each(|step| table.must(0, &attempt(step)));
    table.must(0, &json!({"type": "bid", "moves": way.len() + 2}));
    table.pass(30_000);
    assert!(may(&table, 0, "way"));
    let first = table.view(0)["bids"]["scene"]["moves"][0]["name"].clone();
    table.must(0, &json!({"type": "move", "move": first}));
    assert!(!may(&table, 0, "way"));
    assert!(table.act(0, &json!({"type": "way"})).is_err());
    assert_eq!(table.view(1)["bids"]["shown"], json!([first]));
}
