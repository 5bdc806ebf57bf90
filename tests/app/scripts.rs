//! Scripts of visitors: answered, bounded, and never run by the server itself.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::support::{Served, Socket};

/// What a script may take for a state.
const LIMIT: Duration = Duration::from_millis(100);

fn at(served: &Served, visitor: &str, game: &str) -> Socket {
    let mut socket = served.socket_at(game, visitor);
    socket.ask(&json!({"type": "look"}), "view");
    socket.say(&json!({"type": "new", "options": {"width": "3", "height": "3"}, "seed": 3}));
    socket.hear_until("view", |view| view["seed"] == 3);
    socket
}

/// What is answered to a script, with so many states or none.
fn look(page: &mut Socket, number: u32, script: &str, states: u32) -> Value {
    page.say(&json!({"type": "microscope", "number": number, "heuristic": "own", "script": script, "states": states}));
    page.hear_until("microscope", |message| message["number"] == number)
}

fn resident(id: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or_default();
    line.trim().trim_end_matches("kB").trim().parse().unwrap_or(0)
}

/// The children of a process.
fn children(id: u32) -> usize {
    let tasks = std::fs::read_dir(format!("/proc/{id}/task")).into_iter().flatten();
    tasks
        .filter_map(|task| std::fs::read_to_string(task.ok()?.path().join("children")).ok())
        .map(|list| list.split_whitespace().count())
        .sum()
}

#[test]
fn heuristics_and_scripts_are_held_against_the_truth() {
    let served = Served::start();
    let mut page = at(&served, "one", "taquin");
    let told = look(&mut page, 1, "manhattan(s) + 1", 300);
    let side = &told["findings"]["sides"][0];
    assert_eq!((side["above"].as_u64() > Some(0), &side["worst"]["distance"]), (true, &json!(0)), "{told}");
    // Checked as it is typed: only the position itself.
    let told = look(&mut page, 2, "3.7", 0);
    assert_eq!((&told["findings"]["sides"][0]["here"], &told["findings"]["states"]), (&json!(3), &json!(0)));
    let told = look(&mut page, 3, "1 +\n  nowhere", 0);
    assert_eq!((&told["findings"], &told["refusal"]["key"]), (&Value::Null, &json!("script.variable")));
    assert_eq!((&told["refusal"]["line"], &told["refusal"]["column"]), (&json!(2), &json!(3)));
    let question = json!({"type": "microscope", "number": 4, "heuristic": "misplaced", "against": "manhattan", "states": 200});
    let told = page.ask(&question, "microscope");
    assert_eq!(told["findings"]["sides"].as_array().map(Vec::len), Some(2));
    assert!(told["findings"]["differ"]["code"].is_string());
    let told = page.ask(&json!({"type": "microscope", "number": 5, "heuristic": "nobody"}), "microscope");
    assert_eq!(told["refusal"]["key"], "spec.unknown.heuristic");
    // The map of a script.
    let mut robots = served.socket_at("ricochet", "two");
    let view = robots.ask(&json!({"type": "look"}), "view");
    let cells = view["scene"]["width"].as_u64().unwrap() * view["scene"]["height"].as_u64().unwrap();
    let map = json!({"type": "map", "heuristic": "own", "obstacles": false, "script": "bounces(s)"});
    let own = robots.ask(&map, "map");
    let known = robots.ask(&json!({"type": "map", "heuristic": "bounces", "obstacles": false}), "map");
    assert_eq!(own["values"].as_array().map(|values| values.len() as u64), Some(cells));
    assert_eq!((&own["values"], &own["admissible"]), (&known["values"], &json!(false)));
}

#[test]
fn kept_scripts_come_back() {
    let served = Served::start();
    let mut page = served.socket_at("taquin", "keeper");
    page.ask(&json!({"type": "look"}), "view");
    let value = json!({"name": "mine", "text": "1"});
    page.ask(&json!({"type": "keep", "kind": "heuristic", "id": "a", "value": value, "n": 1}), "done");
    drop(page);
    let mut again = served.socket_at("taquin", "keeper");
    let kept = again.hear("kept");
    let documents = kept["documents"].as_array().expect("a list");
    assert!(documents.iter().any(|one| one["kind"] == "heuristic" && one["value"] == value), "{kept}");
}

#[test]
fn hostile_scripts_cost_the_server_nothing() {
    let served = Served::start();
    let id = served.child.id();
    let mut page = at(&served, "hostile", "taquin");
    look(&mut page, 1, "1", 100);
    let before = resident(id);
    let grow = "let a = []; for i in 0..1000 { a.push(\"x\"); } let b = []; loop { b += a; b = []; }";
    let hostile = [
        "loop {}",
        "fn f(n) { f(n + 1) + f(n + 1) } f(0)",
        "let s2 = \"x\"; loop { s2 += s2; }",
        "let a = [1]; loop { a += a; }",
        "for i in 0..9000000000000000000 {} 1",
        grow,
        "sleep(60)",
        "let f = |x| x; for i in 0..90000 { f = f.curry(i); } 1",
    ];
    // `DAMIER_HOSTILE=1000 DAMIER_STRICT=1` for the figures in docs/reliability.md.
    let many = std::env::var("DAMIER_HOSTILE").ok().and_then(|many| many.parse().ok()).unwrap_or(40);
    let strict = std::env::var_os("DAMIER_STRICT").is_some();
    let mut slowest = Duration::ZERO;
    for (number, script) in (10..).zip(hostile.iter().cycle().take(many)) {
        let began = Instant::now();
        let told = look(&mut page, number, script, 1000);
        assert!(
            told["refusal"]["key"].as_str().is_some_and(|key| key.starts_with("script.")),
            "{script}: {told}"
        );
        // The limit of a state, the start of a process, and what a busy machine adds.
        let bound = if strict { LIMIT + Duration::from_millis(100) } else { Duration::from_secs(5) };
        assert!(began.elapsed() < bound, "{script}: {:?}", began.elapsed());
        slowest = slowest.max(began.elapsed());
    }
    eprintln!("{many} hostile scripts, the slowest {slowest:?}");
    assert_eq!(children(id), 0);
    let after = resident(id);
    assert!(after < before + 20_000, "{before} KiB before, {after} KiB after");
}

#[test]
fn who_asks_again_or_leaves_ends_what_was_asked() {
    let served = Served::start();
    let id = served.child.id();
    let mut page = at(&served, "hasty", "taquin");
    // As slow as a script may be: it would take minutes for all states.
    let slow = "let n = 0; for i in 0..20000 { n += 1; } n";
    for number in 1..10 {
        page.say(&json!({"type": "microscope", "number": number, "heuristic": "own", "script": slow}));
    }
    let told = look(&mut page, 99, "2", 0);
    assert_eq!(told["findings"]["sides"][0]["here"], 2);
    page.say(&json!({"type": "microscope", "number": 100, "heuristic": "own", "script": slow}));
    std::thread::sleep(Duration::from_millis(300));
    drop(page);
    let until = Instant::now() + Duration::from_secs(5);
    while children(id) > 0 {
        assert!(Instant::now() < until, "{} children are left", children(id));
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// A search that a script guides is the search of the same heuristic of the game.
#[test]
fn a_search_guided_by_a_script_is_kept() {
    let served = Served::start();
    let id = served.child.id();
    let mut page = at(&served, "guided", "taquin");
    let algorithms = ["astar(own)", "astar(manhattan)"];
    let ask =
        |script: &str| json!({"type": "trace", "algorithms": algorithms, "script": script, "steps": 5000});
    page.say(&ask("// The sum of all ways\nmanhattan(s)"));
    let told = page.hear_until("traced", |message| message["done"] == true);
    let [own, game] = [0, 1].map(|lane| told["lanes"][lane].clone());
    assert_eq!((&own["outcome"], &own["optimal"]), (&json!("solved"), &json!(false)));
    for what in ["steps", "events", "nodes", "cost"] {
        assert_eq!(own[what], game[what], "{what}");
    }
    assert!(own["steps"].as_u64() > Some(5));
    // Its moments are the same, too.
    let moment = page.ask(&json!({"type": "moment", "at": [7, 7], "by": "steps"}), "moment");
    assert_eq!(moment["lanes"][0]["open"], moment["lanes"][1]["open"]);
    for (script, why) in [("loop {}", "too long"), ("mannhattan(s)", "mannhattan"), ("1 +", "line 1")] {
        page.say(&ask(script));
        let refused = page.hear_until("error", |message| message["about"] == "trace");
        let said = refused["refusal"]["text"].as_str().unwrap_or_default().to_owned();
        let place = refused["refusal"]["line"].to_string();
        assert!(said.contains("script") && (said.contains(why) || place == "1"), "{script}: {refused}");
    }
    assert_eq!(children(id), 0);
}
