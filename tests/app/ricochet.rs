//! Who is let in, and whole games of Ricochet Robots over the socket.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tungstenite::Message;

use super::support::*;

fn status(answer: &str) -> &str {
    answer.split(' ').nth(1).unwrap_or_default()
}

#[test]
fn only_the_page_that_the_program_opened_is_let_in() {
    let served = Served::start();
    let host = served.host.clone();
    assert_eq!(status(&served.get("/", &host, "")), "403");
    assert_eq!(status(&served.get("/?token=00000000000000000000000000000000", &host, "")), "403");
    assert_eq!(status(&served.get("/", &host, "Cookie: damier=1\r\n")), "403");
    let entrance = served.get(&format!("/?token={}", served.token), &host, "");
    assert_eq!(status(&entrance), "303");
    let line =
        entrance.lines().find(|line| line.to_lowercase().starts_with("set-cookie:")).expect("a cookie");
    assert!(line.contains("SameSite=Strict") && line.contains("HttpOnly"), "{line}");
    let page = served.get("/", &host, &served.cookie());
    assert_eq!(status(&page), "200");
    assert!(page.contains("content-security-policy: default-src 'self'") && page.contains("<html"), "{page}");
    assert_eq!(status(&served.get("/nothing", &host, &served.cookie())), "404");
    // A foreign name that was bound to this machine brings the cookie of nobody and gets nothing even with it.
    for name in ["evil.example", "evil.example:80", "127.0.0.1", "localhost.evil.example:1"] {
        assert_eq!(status(&served.get("/", name, &served.cookie())), "421", "{name}");
    }
    let cookie = served.key();
    for origin in ["http://evil.example", "null", "https://127.0.0.1", "http://localhost:1"] {
        assert!(served.try_socket(origin, &cookie, "").is_err(), "{origin}");
    }
    assert!(served.try_socket(&format!("http://{host}"), "damier=1", "").is_err());
}

/// A small board whose shortest solution has six moves.
fn small() -> Value {
    json!({"type": "new", "seed": 21, "options":
        {"recipe": "free", "width": "8", "height": "6", "robots": "3", "density": "0.12"}})
}

/// The first board of a set.
fn board(lines: &str) -> Value {
    serde_json::from_str(lines.lines().next().expect("a board")).expect("JSON")
}

fn standard() -> Value {
    board(include_str!("../../data/ricochet/standard.jsonl"))
}

fn hard() -> Value {
    board(include_str!("../../data/ricochet/hard.jsonl"))
}

fn load(board: &Value) -> Value {
    json!({"type": "load", "text": board.to_string()})
}

#[test]
fn a_puzzle_is_played_with_moves_undo_and_hints() {
    let served = Served::start();
    let mut page = served.socket_of("");
    let hello = page.hear("hello");
    assert!(hello["game"]["algorithms"].as_array().is_some_and(|list| list.len() >= 10));
    let view = page.ask(&small(), "view");
    assert_eq!((&view["scene"]["width"], &view["seed"]), (&json!(8), &json!(21)));
    assert_eq!(page.hear("rating")["optimum"], 6);

    // The ladder tells a little more at each step.
    let mut moves = Vec::new();
    for level in 1..=5 {
        let hint = page.ask(&json!({"type": "hint"}), "hint");
        assert_eq!(
            (&hint["rung"], &hint["solvable"], &hint["length"]),
            (&json!(level), &json!(true), &json!(6))
        );
        let told = ["pieces", "which", "next", "moves"].iter().filter(|key| !hint[**key].is_null()).count();
        assert_eq!(told, level - 1, "{hint}");
        if let Some(all) = hint["moves"].as_array() {
            moves.clone_from(all);
        }
    }
    assert_eq!(moves.len(), 6);

    // An impossible move is told and changes nothing; a possible one slides.
    assert_eq!(page.ask(&json!({"type": "move", "move": "wN"}), "error")["about"], "move");
    let mut last = Value::Null;
    for step in &moves {
        page.say(&json!({"type": "move", "move": step}));
        let slide = page.hear("slide");
        let view = page.hear("view");
        let piece = slide["piece"].as_u64().expect("a piece") as usize;
        assert_eq!(
            slide["path"].as_array().and_then(|path| path.last()),
            Some(&view["scene"]["pieces"][piece]["cell"])
        );
        last = view;
    }
    assert_eq!(last["scene"]["solved"], true);
    let view = page.ask(&json!({"type": "go", "at": 5}), "view");
    assert_eq!((&view["history"]["at"], &view["scene"]["solved"]), (&json!(5), &json!(false)));
    let hint = page.ask(&json!({"type": "hint"}), "hint");
    assert_eq!((&hint["rung"], &hint["length"]), (&json!(1), &json!(1)), "a hint is from where one stands");
    assert_eq!(page.ask(&json!({"type": "go", "at": 99}), "view")["history"]["at"], 6);

    // The bases are where the robots of the next round stand: all of them, or the target's robot alone.
    let cells = |view: &Value, key: &str| -> Vec<Value> {
        view["scene"]["pieces"].as_array().expect("pieces").iter().map(|piece| piece[key].clone()).collect()
    };
    let main =
        view["scene"]["targets"].as_array().expect("targets").iter().find(|target| target["active"] == true);
    let main = main.and_then(|target| target["piece"].as_u64()).expect("a robot's target") as usize;
    let next = page.ask(&json!({"type": "next"}), "view");
    assert_eq!(cells(&next, "cell"), cells(&last, "cell"));
    assert_eq!(cells(&next, "start"), cells(&last, "cell"));
    page.ask(&json!({"type": "load", "text": view["code"], "moves": moves}), "view");
    page.ask(&json!({"type": "rule", "stay": false}), "view");
    let next = page.ask(&json!({"type": "next"}), "view");
    for (piece, cell) in cells(&next, "cell").iter().enumerate() {
        let from = if piece == main { cells(&last, "cell") } else { cells(&last, "start") };
        assert_eq!(*cell, from[piece], "robot {piece}");
    }
}

#[test]
fn a_reload_finds_the_sitting_and_a_second_window_takes_it_over() {
    let served = Served::start();
    let mut page = served.socket_of("");
    let sitting = page.hear("hello")["sitting"].as_str().expect("a number").to_owned();
    let view = page.ask(&small(), "view");
    let step = view["scene"]["moves"][0]["name"].clone();
    page.ask(&json!({"type": "move", "move": step}), "view");
    drop(page);
    let mut page = served.socket_of(&sitting);
    // What a page that is reloaded says: the position and the moves of its address. Nothing of the history is lost.
    page.ask(&json!({"type": "go", "at": 0}), "view");
    let again = page.ask(&json!({"type": "load", "text": view["code"], "moves": []}), "view");
    assert_eq!((&again["history"]["moves"], &again["history"]["at"]), (&json!([step]), &json!(0)));
    let mut other = served.socket_of(&sitting);
    assert_eq!(other.ask(&json!({"type": "look"}), "view")["code"], view["code"]);
    assert_eq!(page.closed(), Some(4001));
    // Another visitor has a table of their own.
    let mut stranger = served.socket_of("ffff");
    assert_ne!(stranger.hear("hello")["sitting"], sitting);
    assert_ne!(stranger.ask(&json!({"type": "look"}), "view")["code"], view["code"]);
}

#[test]
fn a_search_is_told_cancelled_and_answered() {
    let served = Served::start();
    let mut page = served.page();
    page.ask(&load(&hard()), "view");
    let asked = Instant::now();
    assert_eq!(page.ask(&json!({"type": "solve", "algorithm": "bfs"}), "busy")["job"], "solve");
    // 100 ms are promised; a loaded machine may take a little from us.
    assert!(page.hear("progress")["seconds"].is_number());
    assert!(asked.elapsed() < Duration::from_millis(600), "{:?}", asked.elapsed());
    let asked = Instant::now();
    assert_eq!(page.ask(&json!({"type": "cancel"}), "answer")["outcome"], "cancelled");
    assert_eq!(page.hear("busy")["job"], Value::Null);
    assert!(asked.elapsed() < Duration::from_millis(600), "{:?}", asked.elapsed());
    // A move replaces a search, which is answered all the same.
    page.say(&json!({"type": "solve", "algorithm": "bfs"}));
    let view = page.ask(&json!({"type": "look"}), "answer");
    assert_eq!(view["outcome"], "cancelled");

    page.ask(&load(&standard()), "view");
    let answer = page.ask(&json!({"type": "solve", "algorithm": "ida(bounces)"}), "answer");
    assert_eq!(
        (&answer["outcome"], &answer["optimal"], &answer["cost"]),
        (&json!("solved"), &json!(true), &json!(4))
    );
    assert_eq!(answer["moves"].as_array().map(Vec::len), Some(4));
    for wrong in ["nonsense", "astar(nonsense)", "bfs(", ""] {
        let (about, key) = page.refused(&json!({"type": "solve", "algorithm": wrong}));
        assert!(about == "solve" && key.starts_with("spec."), "{key}");
    }
}

/// Leaving does not leave searches behind: with more lost pages than cores, the next one would wait for them.
#[test]
fn closing_the_page_cancels_its_search() {
    let served = Served::start();
    for _ in 0..8 {
        let mut page = served.page();
        page.ask(&load(&hard()), "view");
        page.ask(&json!({"type": "solve", "algorithm": "bfs"}), "progress");
    }
    let mut page = served.page();
    let asked = Instant::now();
    page.ask(&load(&standard()), "view");
    assert_eq!(page.hear("rating")["optimum"], 4);
    assert!(asked.elapsed() < Duration::from_secs(5), "{:?}", asked.elapsed());
}

#[test]
fn every_optimal_solution_is_listed_and_a_game_is_annotated() {
    let served = Served::start();
    let mut page = served.page();
    let view = page.ask(&small(), "view");
    let all = page.ask(&json!({"type": "all", "most": 3}), "solutions");
    assert_eq!(all["cost"], 6);
    let listed = all["solutions"].as_array().expect("a list");
    assert!(listed.len() <= 3 && listed.iter().all(|moves| moves.as_array().map(Vec::len) == Some(6)));
    let count: u64 = all["count"].as_str().and_then(|count| count.parse().ok()).expect("a count");
    assert_eq!(all["complete"], count as usize == listed.len());
    // A good move, then one back and forth: the first loses nothing.
    let good = &listed[0][0];
    page.ask(&json!({"type": "move", "move": good}), "view");
    let told = loop {
        let told = page.ask(&json!({"type": "annotate"}), "annotation");
        if told["done"] == true {
            break told;
        }
    };
    let first = &told["moves"][0];
    assert_eq!((&first["move"], &first["before"], &first["after"]), (good, &json!(6), &json!(5)));
    assert_eq!((&first["dead"], &first["lost"]), (&json!(false), &json!(0.0)));
    page.ask(&json!({"type": "go", "at": 0}), "view");
    let other = view["scene"]["moves"].as_array().expect("moves").iter().map(|step| &step["name"]);
    let bad =
        other.into_iter().find(|name| listed.iter().all(|moves| moves[0] != **name)).expect("a worse move");
    page.ask(&json!({"type": "move", "move": bad}), "view");
    page.say(&json!({"type": "annotate"}));
    let told = page.hear_until("annotation", |told| told["done"] == true);
    let step = &told["moves"][0];
    assert!(step["dead"] == true || count > 3 || step["lost"].as_f64() > Some(0.0), "{step}");
}

#[test]
fn a_heuristic_is_drawn_with_and_without_robots() {
    let served = Served::start();
    let mut page = served.page();
    let view = page.ask(&load(&standard()), "view");
    let target =
        view["scene"]["targets"].as_array().expect("targets").iter().find(|target| target["active"] == true);
    let cell = target.and_then(|target| target["cell"].as_u64()).expect("a target") as usize;
    let mut map = |obstacles: bool| {
        page.ask(&json!({"type": "map", "heuristic": "bounces", "obstacles": obstacles}), "map")
    };
    let (free, hindered) = (map(false), map(true));
    assert_eq!((&free["values"][cell], &free["admissible"]), (&json!(0), &json!(true)));
    assert_eq!((&hindered["values"][cell], &hindered["admissible"]), (&json!(0), &json!(false)));
    let pairs =
        free["values"].as_array().expect("values").iter().zip(hindered["values"].as_array().expect("values"));
    let mut differ = 0;
    for (free, hindered) in pairs {
        let far = |value: &Value| value.as_u64().unwrap_or(u64::MAX);
        assert!(far(free) <= far(hindered), "an obstacle never shortens a way here");
        differ += usize::from(free != hindered);
    }
    assert!(differ >= 3, "the other robots' own cells at least");
    let (about, key) = page.refused(&json!({"type": "map", "heuristic": "luck", "obstacles": false}));
    assert!(about == "map" && key.starts_with("spec."), "{key}");
}

#[test]
fn a_race_is_run_halted_and_finished() {
    let served = Served::start();
    let mut page = served.page();
    page.ask(&load(&standard()), "view");
    let race = json!({"type": "race", "algorithms": ["bfs", "astar(bounces)", "greedy"], "clock": "expansions", "rate": 200});
    let standing = page.ask(&race, "race");
    assert_eq!(standing["lanes"][0]["outcome"], "running");
    page.say(&json!({"type": "pace", "rate": 0}));
    page.say(&json!({"type": "pace", "rate": null}));
    let end = page.hear_until("race", |race| race["done"] == true);
    for lane in end["lanes"].as_array().expect("lanes") {
        assert_eq!(lane["outcome"], "solved", "{lane}");
        let heat: u64 = lane["heat"].as_array().expect("heat").iter().filter_map(Value::as_u64).sum();
        assert_eq!(Some(heat), lane["expanded"].as_u64(), "every expansion is counted");
    }
    assert_eq!((&end["lanes"][0]["cost"], &end["lanes"][1]["cost"]), (&json!(4), &json!(4)));
    page.hear("busy");
    // By time, on a board that is hard; ended before it is over.
    page.ask(&load(&hard()), "view");
    let race =
        json!({"type": "race", "algorithms": ["bfs", "astar(bounces)"], "clock": "time", "rate": null});
    page.ask(&race, "race");
    let standing = page.hear("race");
    let seconds = |lane: usize| standing["lanes"][lane]["seconds"].as_f64().expect("seconds");
    assert!((seconds(0) - seconds(1)).abs() < 0.05, "{} and {}", seconds(0), seconds(1));
    let asked = Instant::now();
    while page.ask(&json!({"type": "cancel"}), "busy")["job"] != Value::Null {}
    assert!(asked.elapsed() < Duration::from_millis(600), "{:?}", asked.elapsed());
    for wrong in [json!([]), json!(["bfs", "bfs", "bfs", "bfs", "bfs"]), json!(["nonsense"])] {
        page.ask(&json!({"type": "race", "algorithms": wrong, "clock": "time", "rate": null}), "error");
    }
}

/// Found in review: a race that was halted kept a core for itself.
#[test]
fn halted_races_keep_nobody_waiting() {
    let served = Served::start();
    let halted: Vec<Socket> = (0..8)
        .map(|_| {
            let mut page = served.page();
            page.ask(&load(&hard()), "view");
            let race =
                json!({"type": "race", "algorithms": ["bfs", "ida"], "clock": "expansions", "rate": 100});
            page.ask(&race, "race");
            page.say(&json!({"type": "pace", "rate": 0}));
            page
        })
        .collect();
    let mut page = served.page();
    page.ask(&load(&standard()), "view");
    assert_eq!(page.ask(&json!({"type": "solve", "algorithm": "bfs"}), "answer")["cost"], 4);
    drop(halted);
}

#[test]
fn a_board_is_edited_rated_exported_and_wished_for() {
    let served = Served::start();
    let mut page = served.page();
    let view = page.ask(&small(), "view");
    page.hear("rating");
    let edit = |edit: Value| json!({"type": "edit", "edit": edit});
    let walled = page.ask(&edit(json!({"tool": "wall", "cell": 9, "side": "E"})), "view");
    assert_ne!(walled["code"], view["code"]);
    assert_eq!(walled["edits"], json!([true, false]));
    let rating = page.hear("rating");
    assert_eq!(rating["code"], walled["code"]);
    assert_eq!(page.ask(&json!({"type": "unedit", "back": true}), "view")["code"], view["code"]);
    assert_eq!(page.ask(&json!({"type": "unedit", "back": false}), "view")["code"], walled["code"]);
    assert_eq!(page.refused(&edit(json!({"tool": "wall", "cell": 9999, "side": "E"}))).0, "edit");
    // What is exported is read again as the same board.
    let hello = served.socket_of("").hear("hello");
    for format in hello["game"]["formats"].as_array().expect("formats") {
        if format["name"] == "codes" {
            // Only boards of quadrants have codes.
            assert_eq!(page.refused(&json!({"type": "export", "format": "codes"})).0, "export");
            continue;
        }
        let text = page.ask(&json!({"type": "export", "format": format["name"]}), "text");
        let text = text["text"].as_str().expect("a text");
        assert!(!text.is_empty(), "{format}");
        if format["reads"] == true {
            page.ask(&json!({"type": "load", "text": text}), "view");
        }
    }
    let wish = json!({"type": "wish", "seed": 5, "options": {}, "wishes": {"length": [5, 6], "pieces": [2, 4], "unique": false}});
    assert_eq!(page.ask(&wish, "busy")["job"], "wish");
    let view = page.hear("view");
    assert!(view["seed"].as_u64() >= Some(5));
    let rating = page.hear("rating");
    assert!((5..=6).contains(&rating["optimum"].as_u64().expect("an optimum")), "{rating}");
    assert!((2..=4).contains(&rating["pieces"].as_u64().expect("robots")), "{rating}");
    // A wish that no board fulfils can be ended.
    let never = json!({"type": "wish", "options": {}, "wishes": {"length": [90, 99], "pieces": [1, 8], "unique": true}});
    page.ask(&never, "progress");
    page.say(&json!({"type": "cancel"}));
    page.hear_until("busy", |busy| busy["job"] == Value::Null);
}

#[test]
fn a_game_alone_is_scored_to_its_end() {
    let served = Served::start();
    let mut page = served.page();
    page.ask(&load(&standard()), "view");
    let rules =
        json!({"rounds": 3, "difficulty": "hard", "think": null, "show": null, "sand": 60, "rival": null});
    let view = page.ask(&json!({"type": "begin", "rules": rules}), "view");
    assert_eq!((&view["match"]["phase"], &view["match"]["round"]), (&json!("think"), &json!(1)));
    let mut points = 0;
    for round in 1..=3 {
        let view = page.ask(&json!({"type": "look"}), "view");
        assert_eq!((&view["match"]["round"], &view["scene"]["solved"]), (&json!(round), &json!(false)));
        let rating = page.hear("rating");
        if round == 2 {
            let view = page.ask(&json!({"type": "give_up"}), "view");
            points -= 4;
            assert_eq!(view["match"]["results"][1]["end"], "given_up");
        } else {
            // Somebody else finds the way: who has it shown gets no points for it.
            let mut friend = served.page();
            friend.ask(&json!({"type": "load", "text": view["code"]}), "view");
            let answer = friend.ask(&json!({"type": "solve", "algorithm": "astar(bounces)"}), "answer");
            for step in answer["moves"].as_array().expect("moves") {
                page.say(&json!({"type": "move", "move": step}));
            }
            points += 10;
            let view = page.hear_until("view", |view| view["match"]["phase"] == "done");
            assert_eq!(view["match"]["results"][round - 1]["optimum"], rating["optimum"]);
        }
        let view = page.ask(&json!({"type": "look"}), "view");
        assert_eq!(view["match"]["score"][0], points);
        page.say(&json!({"type": "next"}));
    }
    page.hear_until("view", |view| view["match"]["phase"] == "over");
    // Afterwards the table is free again.
    assert_eq!(page.ask(&json!({"type": "leave"}), "view")["match"], Value::Null);
    for wrong in [json!({"rounds": 0}), json!({"rounds": 3, "sand": 0})] {
        let mut rules = rules.clone();
        rules.as_object_mut().expect("rules").extend(wrong.as_object().expect("more").clone());
        page.ask(&json!({"type": "begin", "rules": rules}), "error");
    }
}

#[test]
fn a_duel_is_bid_shown_and_passed_on() {
    let served = Served::start();
    let mut page = served.page();
    page.ask(&load(&standard()), "view");
    let rules =
        json!({"rounds": 2, "difficulty": "easy", "think": null, "show": 60, "sand": 60, "rival": 1_000_000});
    let view = page.ask(&json!({"type": "begin", "rules": rules}), "view");
    let step = view["scene"]["moves"][0]["name"].clone();
    assert_eq!(page.refused(&json!({"type": "move", "move": step})).1, "server.not_now");
    // A bid below anything possible wins the show, and fails.
    page.ask(&json!({"type": "bid", "moves": 1}), "view");
    page.say(&json!({"type": "ready"}));
    let view = page.hear_until("view", |view| view["match"]["phase"] == "show");
    if view["match"]["shower"] == "you" {
        page.say(&json!({"type": "give_up"}));
    }
    let view = page.hear_until("view", |view| view["match"]["phase"] == "done");
    let last = &view["match"]["results"][0];
    assert_eq!((&last["by"], &view["match"]["score"]), (&json!("rival"), &json!([0, 1])), "{last}");
    assert_eq!(view["scene"]["solved"], true);
    // Who does not bid watches.
    page.say(&json!({"type": "next"}));
    page.say(&json!({"type": "ready"}));
    let view = page.hear_until("view", |view| view["match"]["results"][1]["by"] == "rival");
    assert_eq!(view["match"]["score"], json!([0, 2]));
}

#[test]
fn bad_messages_harm_nothing() {
    let served = Served::start();
    let mut page = served.page();
    for wrong in [
        json!(1),
        json!({"type": "dance"}),
        json!({"type": "move"}),
        json!({"type": "load", "text": "+--"}),
        json!({"type": "sketch", "text": ""}),
        json!({"type": "new", "options": {"robots": "99"}}),
        json!({"type": "task", "piece": 77, "cell": 1}),
        json!({"type": "export", "format": "music"}),
        json!({"type": "bid", "moves": 3}),
    ] {
        let (about, _) = page.refused(&wrong);
        assert_eq!(about, wrong["type"].as_str().unwrap_or_default());
    }
    let error = page.ask(&json!({"type": "load", "text": "{\n\"width\": 1"}), "error");
    assert_eq!((&error["about"], &error["refusal"]["line"]), (&json!("load"), &json!(2)), "{error}");
    // A message that is too large ends the connection, not the program.
    let _ = page.0.send(Message::text("x".repeat(1 << 20)));
    while page.0.read().is_ok() {}
    served.page();
}

/// A connection that says nothing is not kept for ever, and holds nobody up.
#[test]
fn a_silent_connection_is_closed() {
    let served = Served::start();
    let mut silent = TcpStream::connect(&served.host).expect("it listens");
    silent.write_all(b"GET / HTTP/1.1\r\nHost: ").expect("it reads");
    served.page();
    silent.set_read_timeout(Some(Duration::from_secs(30))).expect("a socket");
    let mut rest = Vec::new();
    silent.read_to_end(&mut rest).expect("it is closed before that");
}

#[cfg(unix)]
#[test]
fn ending_the_program_says_goodbye() {
    for signal in ["-INT", "-TERM"] {
        let mut served = Served::start();
        let mut page = served.page();
        page.ask(&load(&hard()), "view");
        page.ask(&json!({"type": "solve", "algorithm": "bfs"}), "progress");
        let asked = Instant::now();
        let killed = Command::new("kill").args([signal, &served.child.id().to_string()]).status();
        assert!(killed.expect("kill runs").success());
        assert_eq!(page.closed(), Some(1001));
        drop(page);
        assert!(served.child.wait().expect("it ends").success());
        assert!(asked.elapsed() < Duration::from_secs(4), "{:?}", asked.elapsed());
    }
}

#[test]
fn files_are_compressed_for_who_takes_that() {
    let served = Served::start();
    let get = |more: &str| served.get_bytes("/js/core/main.js", &format!("{}{more}", served.cookie()));
    let (plain, packed) = (get(""), get("Accept-Encoding: deflate, gzip\r\n"));
    let head = |bytes: &[u8]| String::from_utf8_lossy(&bytes[..300.min(bytes.len())]).to_lowercase();
    assert!(head(&packed).contains("content-encoding: gzip") && !head(&plain).contains("content-encoding"));
    assert!(packed.len() * 2 < plain.len(), "{} {}", packed.len(), plain.len());
    assert!(!head(&get("Accept-Encoding: gzip;q=0\r\n")).contains("content-encoding"));
}

/// The first table is the first level, the rules that are on the table stay for levels and new boards, and ratings know them.
#[test]
fn levels_and_the_printed_option() {
    let served = Served::start();
    let mut page = served.socket_of("");
    let hello = page.hear("hello");
    let grades: Vec<_> =
        hello["game"]["sets"].as_array().expect("sets").iter().map(|set| set["grade"].clone()).collect();
    assert_eq!(json!(grades), json!([1, 2, 3, 4, 5]));
    let view = page.ask(&json!({"type": "look"}), "view");
    assert_eq!((&view["level"], &view["variant"]), (&json!(["ricochet-1", 0]), &Value::Null));
    assert!(page.hear("rating")["optimum"].as_u64().is_some_and(|best| (2..=3).contains(&best)));
    let board =
        json!({"width": 4, "height": 4, "walls": vec![0; 16], "robots": [0], "target_robot": 0, "target": 3});
    page.ask(&load(&board), "view");
    assert_eq!(page.hear("rating")["optimum"], 1);
    let view = page.ask(&json!({"type": "variant", "variant": "ricochet"}), "view");
    assert_eq!(view["variant"], "ricochet");
    assert_eq!(page.hear("rating")["optimum"], 3);
    let view = page.ask(&json!({"type": "move", "move": "rE"}), "view");
    assert_eq!(view["scene"]["solved"], false);
    let view = page.ask(&json!({"type": "level", "set": "ricochet-2", "index": 3}), "view");
    assert_eq!((&view["level"], &view["variant"]), (&json!(["ricochet-2", 3]), &json!("ricochet")));
    let view = page.ask(&small(), "view");
    assert_eq!((&view["variant"], &view["seed"]), (&json!("ricochet"), &json!(21)));
    let (about, key) = page.refused(&json!({"type": "variant", "variant": "sliding"}));
    assert!(about == "variant" && key.starts_with("spec."), "{key}");
}

/// The points of a round come from one's own way: whoever has the whole solution shown gets none for it.
#[test]
fn a_target_whose_solution_was_shown_gives_no_points() {
    for shower in ["hint", "solve", "all"] {
        let served = Served::start();
        let mut page = served.socket_of("");
        page.ask(&small(), "view");
        let rules = json!({"rounds": 3, "difficulty": "normal", "think": null, "show": null, "sand": 60, "rival": null});
        let view = page.ask(&json!({"type": "begin", "rules": rules}), "view");
        assert_eq!((&view["shown"], &view["match"]["shown"]), (&json!(false), &json!(false)));
        page.hear("rating");
        let moves = match shower {
            "solve" => page.ask(&json!({"type": "solve", "algorithm": "bfs"}), "answer")["moves"].clone(),
            "all" => page.ask(&json!({"type": "all", "most": 10}), "solutions")["solutions"][0].clone(),
            _ => {
                for _ in 0..4 {
                    assert!(page.ask(&json!({"type": "hint"}), "hint")["moves"].is_null());
                }
                page.ask(&json!({"type": "hint"}), "hint")["moves"].clone()
            }
        };
        let view = page.hear("view");
        assert_eq!((&view["shown"], &view["match"]["shown"]), (&json!(true), &json!(true)), "{shower}");
        let mut last = view;
        for step in moves.as_array().expect("a way") {
            last = page.ask(&json!({"type": "move", "move": step}), "view");
        }
        assert_eq!((&last["scene"]["solved"], &last["match"]["phase"]), (&json!(true), &json!("done")));
        assert_eq!(
            (&last["match"]["results"][0]["points"], &last["match"]["score"][0]),
            (&json!(0), &json!(0))
        );
        let next = page.ask(&json!({"type": "next"}), "view");
        assert_eq!((&next["shown"], &next["match"]["shown"]), (&json!(false), &json!(false)), "{shower}");
    }
}
