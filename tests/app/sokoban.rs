//! Sokoban over the socket.

use serde_json::{Value, json};

use super::support::*;

/// Two boxes; the fewest pushes are 4.
const LEVEL: &str = "#######\n#.  @ #\n# $$  #\n#  . ##\n#######";

fn load(page: &mut Socket, level: &str) -> Value {
    page.ask(&json!({"type": "load", "text": level}), "view")
}

fn cells(view: &Value) -> Vec<u64> {
    let pieces = view["scene"]["pieces"].as_array().expect("pieces");
    pieces.iter().map(|piece| piece["cell"].as_u64().expect("a cell")).collect()
}

#[test]
fn a_visitor_has_a_table_for_each_game() {
    let served = Served::start();
    let mut ricochet = served.socket_of("");
    let hello = ricochet.hear("hello");
    assert_eq!(hello["game"]["name"], "ricochet");
    assert_eq!(hello["games"], json!(["ricochet", "sokoban", "quoridor", "taquin"]));
    let board = ricochet.ask(&json!({"type": "look"}), "view")["code"].clone();
    let id = hello["sitting"].as_str().expect("a number").to_owned();
    let mut sokoban = served.socket_at("sokoban", &id);
    let hello = sokoban.hear("hello");
    assert_eq!((&hello["sitting"], &hello["game"]["name"]), (&json!(id), &json!("sokoban")));
    assert_eq!(hello["game"]["parts"]["rounds"], false);
    let view = sokoban.ask(&json!({"type": "look"}), "view");
    assert_eq!((&view["level"], &view["title"]), (&json!(["microban", 0]), &json!("Microban 1")));
    // The other table is as it was, and its window still has it.
    assert_eq!(ricochet.ask(&json!({"type": "look"}), "view")["code"], board);
}

#[test]
fn levels_are_listed_begun_and_followed_by_the_next() {
    let served = Served::start();
    let mut page = served.socket_at("sokoban", "");
    let set = page.ask(&json!({"type": "levels", "set": "microban"}), "levels");
    let levels = set["levels"].as_array().expect("levels");
    assert_eq!((levels.len(), &levels[1]["title"]), (155, &json!("Microban 2")));
    let view = page.ask(&json!({"type": "level", "set": "microban", "index": 153}), "view");
    assert_eq!(view["code"], levels[153]["code"]);
    let view = page.ask(&json!({"type": "next"}), "view");
    assert_eq!(view["level"], json!(["microban", 154]));
    assert_eq!(page.refused(&json!({"type": "next"})).1, "server.no_level");
    // What a visitor brings along is a set too.
    let text = format!("; one\n\n{LEVEL}\n\n; two\n\n#####\n#@$.#\n#####\n");
    let own = page.ask(&json!({"type": "levels", "set": "own", "text": text}), "levels");
    assert_eq!(own["levels"].as_array().map(Vec::len), Some(2));
    let view = page.ask(&json!({"type": "level", "set": "own", "index": 1}), "view");
    assert_eq!((&view["scene"]["width"], &view["level"]), (&json!(5), &json!(["own", 1])));
    assert_eq!(page.refused(&json!({"type": "levels", "set": "none"})).1, "server.no_set");
}

#[test]
fn a_level_is_walked_pushed_undone_and_solved() {
    let served = Served::start();
    let mut page = served.socket_at("sokoban", "");
    let view = load(&mut page, LEVEL);
    let rating = page.hear("rating");
    assert_eq!((&rating["code"], &rating["solvable"]), (&view["code"], &json!(true)));
    let optimum = rating["optimum"].as_u64().expect("an optimum");
    // A click on the floor walks; the box is brought by pushes.
    let reach = page.ask(&json!({"type": "reach", "piece": 0}), "reach");
    assert!(reach["cells"].as_array().is_some_and(|cells| cells.len() > 8));
    page.say(&json!({"type": "bring", "piece": 0, "cell": 25}));
    assert_eq!(page.hear("slide")["pushed"], Value::Null);
    assert_eq!(cells(&page.hear("view"))[0], 25);
    let reach = page.ask(&json!({"type": "reach", "piece": 2}), "reach");
    let to = reach["cells"].as_array().and_then(|cells| cells.first()).expect("somewhere").clone();
    page.say(&json!({"type": "bring", "piece": 2, "cell": to}));
    let view = page.hear("view");
    assert_eq!(cells(&view)[2], to.as_u64().expect("a cell"));
    let weighty = view["history"]["weighty"].as_array().expect("places").len() as u64;
    assert_eq!(view["tally"][1], json!(["pushes", weighty]));
    assert_eq!(page.refused(&json!({"type": "bring", "piece": 2, "cell": 0})).1, "server.no_way");
    page.ask(&json!({"type": "go", "at": 0}), "view");
    // The ladder speaks of pushes and of boxes.
    let mut last = Value::Null;
    for _ in 0..5 {
        last = page.ask(&json!({"type": "hint"}), "hint");
    }
    assert_eq!((&last["length"], &last["optimal"]), (&json!(optimum), &json!(true)));
    assert!(last["which"].as_array().is_some_and(|boxes| boxes.iter().all(|which| which != 0)));
    let way: String = last["moves"].as_array().expect("moves").iter().filter_map(Value::as_str).collect();
    let stretch = last["stretch"].as_array().expect("moves").len();
    assert!(way[..stretch].ends_with(|letter: char| letter.is_ascii_uppercase()));
    page.say(&json!({"type": "line", "text": way.to_lowercase()}));
    let view = page.hear_until("view", |view| view["scene"]["solved"] == true);
    assert_eq!(view["history"]["moves"].as_array().map(Vec::len), Some(way.len()));
    assert_eq!(view["tally"][1], json!(["pushes", optimum]));
    assert_eq!(page.refused(&json!({"type": "line", "text": "3(x)"})).0, "line");
}

#[test]
fn a_dead_position_is_told_with_its_boxes() {
    let served = Served::start();
    let mut page = served.socket_at("sokoban", "");
    load(&mut page, "#######\n#.  @ #\n# $$  #\n#  . ##\n#######");
    let alive = page.ask(&json!({"type": "verdict"}), "verdict");
    assert_eq!((&alive["verdict"]["solvable"], &alive["at"]), (&json!(true), &json!(0)));
    load(&mut page, "#####\n#$ .#\n#@  #\n#####");
    let dead = page.ask(&json!({"type": "verdict"}), "verdict");
    assert_eq!(dead["verdict"]["solvable"], false);
    assert_eq!((&dead["verdict"]["rule"], &dead["verdict"]["pieces"]), (&json!("dead_square"), &json!([1])));
}

#[test]
fn boxes_slide_by_chance_and_the_chance_is_told() {
    let served = Served::start();
    let mut page = served.socket_at("sokoban", "");
    load(&mut page, "######\n#@$. #\n######");
    let view = page.ask(&json!({"type": "variant", "variant": "sliding(p=1)"}), "view");
    assert_eq!(view["variant"], "sliding(p=1)");
    let chance = page.ask(&json!({"type": "chance"}), "chance");
    assert_eq!(
        (&chance["chances"]["between"], &chance["chances"]["proven"]),
        (&json!([0.0, 0.0]), &json!(true))
    );
    page.say(&json!({"type": "move", "move": "R"}));
    assert_eq!(page.hear("slide")["pushed"], json!([1, [9, 10]]));
    assert_eq!(cells(&page.hear("view")), [8, 10]);
    // The address keeps the rules.
    let again = page.ask(&json!({"type": "load", "text": view["code"]}), "view");
    assert_eq!(again["variant"], "sliding(p=1)");
    let view = page.ask(&json!({"type": "variant", "variant": null}), "view");
    assert_eq!(view["variant"], Value::Null);
    let (about, key) = page.refused(&json!({"type": "variant", "variant": "melting"}));
    assert!(about == "variant" && key.starts_with("spec."), "{key}");
}

#[test]
fn a_level_is_made_edited_and_raced() {
    let served = Served::start();
    let mut page = served.socket_at("sokoban", "");
    let options = json!({"boxes": "2", "difficulty": "easy"});
    let view = page.ask(&json!({"type": "new", "options": options, "seed": 4}), "view");
    assert_eq!(view["seed"], 4);
    assert_eq!(cells(&view).len(), 3);
    load(&mut page, LEVEL);
    let view = page.ask(&json!({"type": "edit", "edit": {"tool": "box", "cell": 8}}), "view");
    assert_eq!(cells(&view).len(), 4);
    let (about, key) = page.refused(&json!({"type": "edit", "edit": {"tool": "floor", "cell": 0}}));
    assert_eq!((about.as_str(), key.as_str()), ("edit", "sokoban.edit.border"));
    let race = json!({"type": "race", "algorithms": ["fast", "astar(matching)", "bfs"], "clock": "expansions", "rate": null});
    page.say(&race);
    let end = page.hear_until("race", |race| race["done"] == true);
    let costs: Vec<_> =
        end["lanes"].as_array().expect("lanes").iter().map(|lane| lane["cost"].clone()).collect();
    assert!(costs[0].is_u64() && costs.iter().all(|cost| *cost == costs[0]), "{end}");
    let map = page.ask(&json!({"type": "map", "heuristic": "nearest", "obstacles": false}), "map");
    assert!(map["values"].as_array().is_some_and(|values| values.iter().any(Value::is_null)));
}
