//! Rooms over their sockets: the whole life of each kind of play.

use serde_json::{Value, json};

use crate::rooms_support::{Person, a_move, cookie_of, get, join, make, turns};
use crate::support::{Folder, Served};

/// Some people in a new room, the host first.
fn gathered(served: &Served, rules: &Value, people: usize) -> (String, Vec<(Person, String)>) {
    let (code, cookie) = make(served, rules);
    let host = Person::enter(&served.host, &code, &cookie, "p");
    let mut all = vec![(host, cookie)];
    for number in 1..people {
        let cookie = join(&served.host, &code);
        let mut person = Person::enter(&served.host, &code, &cookie, "p");
        person.act(&json!({"type": "name", "name": format!("Guest {number}")}));
        all.push((person, cookie));
    }
    (code, all)
}

fn everybody_sits(people: &mut [(Person, String)]) {
    people.iter_mut().for_each(|(person, _)| person.act(&json!({"type": "sit"})));
}

#[test]
fn two_play_turns_lose_their_line_and_are_rated() {
    let served = Served::start();
    let (code, mut people) = gathered(&served, &turns(Some(60_000)), 2);
    everybody_sits(&mut people);
    people[0].0.act(&json!({"type": "begin"}));
    assert_eq!(people[1].0.refused(&json!({"type": "end"})), "room.host");
    for turn in 0..8 {
        let (person, cookie) = &mut people[turn % 2];
        let view =
            person.see(|view| view["turns"]["moves"].as_array().is_some_and(|moves| moves.len() == turn));
        let step = a_move(&view);
        if turn == 3 {
            // The line breaks after the move was sent: sent again, it is done once.
            let n = person.say(&json!({"type": "move", "move": step})).expect("sent");
            *person = Person::enter(&served.host, &code, cookie, "p");
            person.n = n - 1;
            person.act(&json!({"type": "move", "move": step}));
        } else {
            person.act(&json!({"type": "move", "move": step}));
        }
    }
    assert_eq!(people[1].0.refused(&json!({"type": "move", "move": "e2"})), "room.turn");
    // Another tab of the same browser is the same person.
    let again = Person::enter(&served.host, &code, &people[1].1, "another");
    assert_eq!((&again.hello["you"], &again.view["seat"]), (&people[1].0.hello["you"], &json!(1)));
    people[1].0.act(&json!({"type": "resign"}));
    let view = people[0].0.see(|view| view["turns"]["rated"].is_array());
    assert_eq!(view["turns"]["end"], json!({"winner": 0, "why": "resigned", "by": 1}));
    assert_eq!(view["turns"]["moves"].as_array().map(Vec::len), Some(8));
    let rated = view["turns"]["rated"].clone();
    assert!(
        rated[0][1]["rating"].as_i64() > Some(1500) && rated[1][1]["rating"].as_i64() < Some(1500),
        "{rated}"
    );
    people[0].0.act(&json!({"type": "offer", "what": "rematch"}));
    people[1].0.act(&json!({"type": "offer", "what": "rematch"}));
    let view = people[1].0.see(|view| view["turns"]["end"] == Value::Null);
    assert_eq!(view["seat"], 0, "the other begins");
    assert!(view["people"][1]["rating"]["rating"].as_i64() < Some(1500), "{view}");
}

#[test]
fn a_person_plays_an_engine_by_turns() {
    let served = Served::start();
    let (_, mut people) = gathered(&served, &turns(None), 1);
    let host = &mut people[0].0;
    host.act(&json!({"type": "sit", "seat": 0}));
    let level = host.hello["levels"]["turns"].as_array().expect("levels").iter();
    let level = level.filter(|of| of[0] == "quoridor").map(|of| of[1][0].clone()).next().expect("a level");
    assert_eq!(host.refused(&json!({"type": "engine", "seat": 1, "level": "fast(depth=99)"})), "room.level");
    host.act(&json!({"type": "engine", "seat": 1, "level": level}));
    host.act(&json!({"type": "begin"}));
    for moves in [0, 2, 4] {
        let view = host.see(|view| view["turns"]["moves"].as_array().map(Vec::len) == Some(moves));
        let step = a_move(&view);
        host.act(&json!({"type": "move", "move": step}));
    }
    host.see(|view| view["turns"]["moves"].as_array().map(Vec::len) == Some(6));
    host.act(&json!({"type": "offer", "what": "takeback"}));
    assert_eq!(host.view["turns"]["moves"].as_array().map(Vec::len), Some(4), "an engine agrees");
}

#[test]
fn four_play_for_tokens_with_an_engine_among_them() {
    let served = Served::start();
    let rules = json!({"kind": "bids", "game": "ricochet", "tokens": 1, "sand": 2, "show": 2,
        "board": {"from": "new", "seed": 7}});
    let (_, mut people) = gathered(&served, &rules, 3);
    everybody_sits(&mut people);
    people[0].0.act(&json!({"type": "engine", "level": "hard"}));
    people[0].0.act(&json!({"type": "begin"}));
    let view = people[1].0.see(|view| view["bids"]["phase"] == "think");
    assert_eq!(view["bids"]["round"], 1);
    people[1].0.act(&json!({"type": "bid", "moves": 1}));
    let view = people[2].0.see(|view| view["bids"]["phase"] == "bid");
    assert_eq!(view["bids"]["bids"][0], json!({"seat": 1, "moves": 1}));
    // Whose bid was too low does not show; the engine does, once it has bid, and takes the token.
    let mut over = None;
    for _ in 0..10 {
        let host = &mut people[0].0;
        let view = host.see(|view| matches!(view["bids"]["phase"].as_str(), Some("done" | "over")));
        if view["bids"]["phase"] == "over" {
            over = Some(view);
            break;
        }
        host.see(|view| view["may"].as_array().is_some_and(|may| may.contains(&json!("next"))));
        host.act(&json!({"type": "next"}));
        let view = host.see(|view| view["bids"]["bids"].as_array().is_some_and(|bids| !bids.is_empty()));
        assert_eq!(view["bids"]["bids"][0]["seat"], 3, "{view}");
    }
    let view = over.expect("the engine has won");
    assert_eq!((&view["bids"]["winners"], &view["bids"]["tokens"][3]), (&json!([3]), &json!(1)), "{view}");
    let last = view["bids"]["results"].as_array().and_then(|all| all.last()).expect("a result").clone();
    assert!(last["optimum"].is_u64() && !last["best"].as_array().expect("a way").is_empty(), "{last}");
}

#[test]
fn a_class_races_on_a_level_and_votes() {
    let served = Served::start();
    let rules =
        json!({"kind": "race", "game": "sokoban", "board": {"from": "level", "set": "microban", "index": 0}});
    let (code, mut people) = gathered(&served, &rules, 12);
    for (person, _) in &mut people[1..] {
        person.act(&json!({"type": "sit"}));
    }
    people[0].0.act(&json!({"type": "begin"}));
    for (person, _) in &mut people[1..] {
        let view = person.see(|view| view["race"]["own"].is_object());
        let step = view["race"]["own"]["scene"]["moves"][0]["name"].clone();
        person.act(&json!({"type": "move", "move": step}));
        assert_eq!(person.view["race"]["own"]["moves"], json!([step]), "who acts sees it at once");
    }
    let all_moved = |view: &Value| {
        let boards = view["race"]["boards"].as_array();
        boards.is_some_and(|boards| boards.len() == 11 && boards.iter().all(|board| board["moves"] == 1))
    };
    people[0].0.see(all_moved);
    people[0].0.act(&json!({"type": "end"}));
    people[0].0.act(&json!({"type": "choose", "rules": {"kind": "class", "game": "sokoban"}}));
    people[0].0.act(&json!({"type": "begin"}));
    let stage = json!({"stage": "lesson", "lesson": "1-mazes", "step": 2});
    people[0].0.act(&json!({"type": "show", "stage": stage}));
    let question = json!({"ask": "choice", "title": "Which node is next?", "choices": ["a", "b", "c"]});
    people[0].0.act(&json!({"type": "ask", "question": question}));
    for (number, (person, _)) in people[1..].iter_mut().enumerate() {
        person.see(|view| view["class"]["vote"]["open"] == true);
        person.act(&json!({"type": "vote", "choice": (number % 2).to_string()}));
        assert_eq!(person.view["class"]["vote"]["tally"], json!([]));
    }
    let view = people[0].0.see(|view| view["class"]["vote"]["voted"] == 11);
    assert_eq!(view["class"]["vote"]["tally"], json!([["0", 6], ["1", 5]]));
    people[0].0.act(&json!({"type": "close"}));
    let view = people[5].0.see(|view| view["class"]["vote"]["open"] == false);
    assert_eq!((&view["class"]["vote"]["tally"][0][1], &view["class"]["stage"]), (&json!(6), &stage));
    people[5].0.act(&json!({"type": "react", "reaction": "bravo"}));
    people[0].0.see(|view| view["reactions"][0]["reaction"] == "bravo");
    // Who is put out is closed out, and stays so.
    let gone = people[3].0.hello["you"].clone();
    people[0].0.act(&json!({"type": "remove", "person": gone}));
    let closed = people[3].0.try_hear(|_| false).expect_err("closed");
    assert!(closed.contains("4002"), "{closed}");
    let again = Person::try_enter(&served.host, &code, &people[3].1, "p").err();
    assert!(again.as_ref().is_some_and(|why| why.contains("room.removed")), "{again:?}");
}

#[test]
fn a_room_is_there_again_after_a_restart_and_its_clock_has_waited() {
    let folder = Folder::new();
    let served = Served::start_in(&folder.0, &["--port", "0"]);
    let (code, mut people) = gathered(&served, &turns(Some(60_000)), 2);
    everybody_sits(&mut people);
    people[0].0.act(&json!({"type": "begin"}));
    let step = a_move(&people[0].0.see(|view| view["turns"].is_object()));
    people[0].0.act(&json!({"type": "move", "move": step}));
    let port = served.host.rsplit(':').next().expect("a port").to_owned();
    let cookies: Vec<String> = people.iter().map(|(_, cookie)| cookie.clone()).collect();
    drop((people, served));
    std::thread::sleep(std::time::Duration::from_millis(1500));
    let served = Served::start_in(&folder.0, &["--port", &port]);
    let mut host = Person::enter(&served.host, &code, &cookies[0], "p");
    assert_eq!((&host.view["turns"]["moves"], host.n), (&json!([step]), 3));
    assert_eq!(host.view["turns"]["waiting"], true, "{}", host.view);
    let other = Person::enter(&served.host, &code, &cookies[1], "p");
    assert_eq!((&other.view["turns"]["waiting"], &other.view["turns"]["turn"]), (&json!(false), &json!(1)));
    assert!(other.view["turns"]["clock"]["left_ms"][1].as_u64() > Some(58_500), "{}", other.view);
    host.see(|view| view["turns"]["clock"]["running"] == 1);
    let list = get(&served.host, "/rooms", &served.key());
    assert!(list.contains(&code), "{list}");
}

#[test]
fn the_puzzle_of_a_day_has_a_table() {
    let served = Served::start();
    let rules = json!({"kind": "bids", "game": "ricochet", "mode": "all", "rounds": 1,
        "board": {"from": "daily", "date": "2026-11-17"}});
    // The same one in every room.
    let (_, mut elsewhere) = gathered(&served, &rules, 1);
    everybody_sits(&mut elsewhere);
    elsewhere[0].0.act(&json!({"type": "begin"}));
    let theirs = elsewhere[0].0.see(|view| view["bids"].is_object());
    let (_, mut people) = gathered(&served, &rules, 2);
    everybody_sits(&mut people);
    people[0].0.act(&json!({"type": "begin"}));
    let view = people[1].0.see(|view| view["bids"]["own"].is_object());
    assert_eq!(view["bids"]["code"], theirs["bids"]["code"]);
    let step = view["bids"]["own"]["scene"]["moves"][0]["name"].clone();
    people[1].0.act(&json!({"type": "move", "move": step}));
    people[0].0.act(&json!({"type": "ready"}));
    people[1].0.act(&json!({"type": "ready"}));
    let view = people[0].0.see(|view| view["bids"]["results"][0]["optimum"].is_u64());
    assert_eq!((&view["bids"]["phase"], &view["bids"]["tokens"]), (&json!("over"), &json!([0, 0])));
}

#[test]
fn the_code_may_be_typed_and_a_phone_reads_it() {
    let served = Served::start();
    let (code, cookie) = make(&served, &turns(None));
    let typed = get(&served.host, &format!("/join?code={}", code.to_lowercase()), "a=b");
    assert!(typed.starts_with("HTTP/1.1 200") && typed.contains(&format!("/#room/{code}")), "{typed}");
    let guest = cookie_of(&typed).expect("a cookie");
    let picture = get(&served.host, &format!("/room/{code}/qr.svg"), &guest);
    assert!(picture.starts_with("HTTP/1.1 200") && picture.contains("<svg"), "{picture}");
    let again = cookie_of(&get(&served.host, &format!("/join/{code}"), &cookie)).expect("a cookie");
    assert_eq!(again, cookie, "who was in stays who they are");
}
