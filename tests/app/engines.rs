//! Outside engines on the page: it only ever names them, and whatever they do is bounded and told.

use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::support::{Folder, Served, Socket};

/// A solver in a few lines of shell: what it does when it is asked.
fn solver(folder: &Path, name: &str, go: &str) -> String {
    let script = format!(
        "echo '{{\"hello\":{{\"name\":\"{name}\"}}}}'\n\
         while read -r line; do case $line in *'\"go\"'*) {go};; *'\"quit\"'*) exit 0;; esac; done\n"
    );
    std::fs::write(folder.join(format!("{name}.sh")), script).expect("a script can be written");
    format!("[[engine]]\nname = \"{name}\"\ncommand = \"sh {name}.sh\"\ngame = \"taquin\"\ntime = \"2s\"\n")
}

/// A server with these solvers, and a player that speaks JSON.
fn served(solvers: &[(&str, &str)]) -> (Served, Folder) {
    let folder = Folder::new();
    std::fs::create_dir_all(&folder.0).expect("a folder");
    let solvers = solvers.iter().map(|(name, go)| solver(&folder.0, name, go));
    let player = format!(
        "[[engine]]\nname = \"mirror\"\ncommand = [\"{}\", \"engine\", \"quoridor\", \"--nodes\", \"30\"]\n\
         game = \"quoridor\"\n",
        env!("CARGO_BIN_EXE_damier")
    );
    let list: String = solvers.chain([player]).collect();
    std::fs::write(folder.0.join("engines.toml"), list).expect("a list can be written");
    (Served::start_in(&folder.0, &["--port", "0"]), folder)
}

fn at(served: &Served, game: &str) -> Socket {
    let mut page = served.socket_at(game, "one");
    page.ask(&json!({"type": "look"}), "view");
    if game == "taquin" {
        page.say(&json!({"type": "load", "text": "1 2 3 / 4 0 6 / 7 5 8"}));
        page.hear("view");
    }
    page
}

/// Whether anything that says this in its command still runs.
fn runs(what: &str) -> bool {
    let all = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    all.filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok())
        .any(|line| String::from_utf8_lossy(&line).replace('\0', " ").contains(what))
}

fn ends_soon(what: &str) {
    let began = Instant::now();
    while runs(what) {
        assert!(began.elapsed() < Duration::from_secs(5), "{what} still runs");
        std::thread::sleep(Duration::from_millis(20));
    }
}

const GOOD: &str = r#"echo '{"event":{"type":"expand","id":7,"g":0,"h":2}}'; echo '{"event":{"type":"expand","id":9,"parent":7,"move":"u","g":1,"h":1}}'; echo '{"result":{"outcome":"solved","optimal":true,"solution":"ul"}}'"#;

#[test]
fn a_page_names_engines_and_sees_what_they_do() {
    let (served, _folder) =
        served(&[("good", GOOD), ("liar", r#"echo '{"result":{"outcome":"solved","solution":"u"}}'"#)]);
    let mut page = served.socket_at("taquin", "one");
    let hello = page.hear("hello");
    let named = |name: &str| {
        hello["game"]["algorithms"].as_array().into_iter().flatten().find(|one| one["name"] == name).cloned()
    };
    assert_eq!(named("good").map(|one| one["outside"].clone()), Some(json!(true)), "{hello}");
    assert!(!hello.to_string().contains("good.sh"), "a page never sees a command");
    let mut page = at(&served, "taquin");
    page.say(&json!({"type": "solve", "algorithm": "good"}));
    let answer = page.hear("answer");
    assert_eq!(
        (&answer["outcome"], &answer["cost"], &answer["optimal"]),
        (&json!("solved"), &json!(2), &json!(false))
    );
    page.say(&json!({"type": "solve", "algorithm": "liar"}));
    let answer = page.hear("answer");
    assert_eq!(answer["outcome"], "error", "{answer}");
    assert!(answer.to_string().contains("not valid"), "{answer}");
    page.say(&json!({"type": "race", "algorithms": ["good", "bfs", "liar"]}));
    let race = page.hear_until("race", |race| race["done"] == true);
    let lane = |at: usize| &race["lanes"][at];
    assert_eq!(
        (&lane(0)["outcome"], &lane(0)["cost"], &lane(1)["cost"]),
        (&json!("solved"), &json!(2), &json!(2)),
        "{race}"
    );
    assert!(lane(2)["refusal"]["text"].as_str().unwrap_or_default().contains("not valid"), "{race}");
    page.say(&json!({"type": "trace", "algorithms": ["good", "astar"]}));
    let traced = page.hear_until("traced", |told| told["done"] == true);
    assert_eq!(
        (&traced["lanes"][0]["steps"], &traced["lanes"][0]["nodes"]),
        (&json!(2), &json!(2)),
        "{traced}"
    );
    let moment = page.ask(&json!({"type": "moment", "at": [2, 0], "by": "steps"}), "moment");
    let start = page.ask(&json!({"type": "moment", "at": [1, 0], "by": "steps"}), "moment");
    assert_ne!(moment["lanes"][0]["node"]["cells"], start["lanes"][0]["node"]["cells"], "the tile has moved");
    let (about, why) = page.refused(&json!({"type": "solve", "algorithm": "sh(-c)"}));
    assert_eq!(about, "solve", "{why}");
    ends_soon("good.sh");
}

#[test]
fn engines_that_hang_flood_or_crash_are_told_on_the_page_and_are_gone() {
    let hostile = [
        ("hung", "trap '' TERM; while true; do sleep 1; done"),
        ("flood", "while true; do echo la la; done"),
        ("crash", "echo oh no >&2; exit 3"),
        ("fork", "setsid sleep 4711 & sleep 4712 & while true; do sleep 1; done"),
    ];
    let (served, _folder) = served(&hostile);
    let mut page = at(&served, "taquin");
    let mut ask = |name: &str| -> (Value, Duration) {
        let began = Instant::now();
        page.say(&json!({"type": "race", "algorithms": [name]}));
        let race = page.hear_until("race", |race| race["done"] == true);
        (race["lanes"][0].clone(), began.elapsed())
    };
    // Two seconds are its limit; one more, and what a busy machine takes.
    let (lane, took) = ask("hung");
    assert!(lane["outcome"] == "limit" && took < Duration::from_secs(8), "{lane} {took:?}");
    for (name, why) in [("flood", "la la"), ("crash", "exit code 3")] {
        let (lane, _) = ask(name);
        assert!(lane["outcome"] == "error" && lane["refusal"].to_string().contains(why), "{lane}");
    }
    let (lane, _) = ask("fork");
    assert_eq!(lane["outcome"], "limit", "{lane}");
    for (name, _) in hostile {
        ends_soon(&format!("{name}.sh"));
    }
    ends_soon("sleep 4711");
    ends_soon("sleep 4712");
    // Who leaves the page takes the engine along.
    page.say(&json!({"type": "solve", "algorithm": "hung"}));
    let began = Instant::now();
    while !runs("hung.sh") && began.elapsed() < Duration::from_secs(5) {
        std::thread::sleep(Duration::from_millis(10));
    }
    drop(page);
    ends_soon("hung.sh");
}

#[test]
fn an_engine_plays_against_a_person_and_in_matches() {
    let (served, _folder) = served(&[]);
    let mut page = at(&served, "quoridor");
    page.say(&json!({"type": "match", "a": "mirror", "b": "walker", "games": 2, "nodes": 30}));
    let standing = page.hear_until("match", |told| told["done"] == true);
    assert_eq!(standing["played"], 2, "{standing}");
    page.say(&json!({"type": "new", "seats": [{"engine": null}, {"engine": "mirror", "millis": 200}]}));
    page.hear("view");
    page.say(&json!({"type": "move", "move": "e2"}));
    let view = page.hear_until("view", |view| view["history"]["at"] == 2);
    assert_eq!(view["history"]["moves"].as_array().map(Vec::len), Some(2), "{view}");
    drop(page);
    drop(served);
    ends_soon("engine quoridor --nodes 30");
}
