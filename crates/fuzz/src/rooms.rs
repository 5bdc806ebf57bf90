//! Messages of the people in a room, one a line, to a room of each way of playing: a line is a person's number, the milliseconds that pass before it, and
//! the message. What is refused changes nothing; a room that was written is read again; no key is in a view.

use damier::doors::GAMES;
use damier_lab::Game;
use damier_rooms::wire::{RoomDeed, RoomKind, RoomRules};
use damier_rooms::{Room, kinds};
use serde_json::{Value, json};

use crate::{Target, is_one_line, samples};

/// As many messages of an input are sent, to so many people.
const MESSAGES: usize = 24;
const PEOPLE: u32 = 3;
const KEY: &str = "the-key-of-person-";

/// A target a way of playing, with the first game that has it.
pub fn targets() -> Vec<Target> {
    let target = |(kind, name): (RoomKind, &'static str)| {
        let game = *GAMES.iter().find(|game| kinds(**game).contains(&kind))?;
        let check = move |bytes: &[u8]| check(game, kind, bytes);
        Some(Target::new("rooms", format!("room.{name}"), check, move || seeds(game)).at_cost(40))
    };
    let all = [
        (RoomKind::Turns, "turns"),
        (RoomKind::Bids, "bids"),
        (RoomKind::Race, "race"),
        (RoomKind::Class, "class"),
    ];
    all.into_iter().filter_map(target).collect()
}

fn check(game: Game, kind: RoomKind, bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let rules = RoomRules { kind, game: game.name().to_owned(), ..RoomRules::default() };
    let (mut room, host) = Room::new(GAMES, 1, &format!("{KEY}0"), "Ada", rules).expect("the usual");
    for person in 0..PEOPLE {
        let id = room.come(0, &format!("{KEY}{person}")).expect("there is room");
        assert_eq!(id, host + person);
    }
    let mut now = 0;
    for line in text.lines().take(MESSAGES) {
        let mut words = line.splitn(3, ' ');
        let (Some(who), Some(wait), Some(said)) = (words.next(), words.next(), words.next()) else {
            continue;
        };
        let (Ok(who), Ok(wait)) = (who.parse::<u32>(), wait.parse::<u64>()) else { continue };
        now = wait.saturating_add(now);
        room.tick(now);
        let Ok(deed) = serde_json::from_str::<RoomDeed>(said) else { continue };
        let before = room.save();
        if let Err(refusal) = room.apply(now, who, &deed) {
            is_one_line(&refusal.to_string());
            assert_eq!(room.save(), before, "{said} was refused and has changed something");
        }
        for person in 0..PEOPLE {
            let view = room.view(person).map(|view| serde_json::to_string(&view).expect("JSON"));
            assert!(!view.unwrap_or_default().contains(KEY), "a key is in a view");
        }
        let _ = (room.wake(), room.wants());
    }
    Room::load(GAMES, &room.save()).expect("what was written is read again");
}

/// Every deed that there is, after what makes most of them possible.
fn seeds(game: Game) -> Vec<Vec<u8>> {
    let position = samples(game).remove(0);
    let text = position.write(game.kit.about().formats[0].name).unwrap_or_default();
    let step = position.legal().first().cloned().unwrap_or_default();
    let board = json!({"from": "text", "text": text});
    let kinds = ["turns", "bids", "race", "class"];
    let rules = kinds.map(|kind| {
        json!({"type": "choose", "rules": {"kind": kind, "game": game.name(), "board": board, "mode": "all", "rounds": 2,
            "clock": {"base_ms": 60000, "increment_ms": 1000}}})
    });
    let deeds = [
        json!({"type": "look"}),
        json!({"type": "name", "name": "Grace"}),
        json!({"type": "react", "reaction": "bravo"}),
        json!({"type": "engine", "seat": 2, "level": "easy"}),
        json!({"type": "move", "move": step}),
        json!({"type": "move", "move": step, "own": true}),
        json!({"type": "back", "to": 0}),
        json!({"type": "offer", "what": "takeback"}),
        json!({"type": "answer", "what": "draw", "yes": true}),
        json!({"type": "resign"}),
        json!({"type": "bid", "moves": 7}),
        json!({"type": "ready"}),
        json!({"type": "way"}),
        json!({"type": "next"}),
        json!({"type": "show", "stage": {"stage": "board", "text": text}}),
        json!({"type": "ask", "question": {"ask": "choice", "title": "?", "choices": ["a", "b"]}}),
        json!({"type": "vote", "choice": "1"}),
        json!({"type": "close"}),
        json!({"type": "strike", "person": 1}),
        json!({"type": "hand", "person": 1}),
        json!({"type": "lock", "locked": true}),
        json!({"type": "remove", "person": 2}),
        json!({"type": "stand"}),
        json!({"type": "leave"}),
        json!({"type": "end"}),
    ];
    let line = |who: usize, deed: &Value| format!("{who} 700 {deed}\n");
    let begun = |rules: &Value| {
        let sit = json!({"type": "sit"});
        [line(0, rules), line(0, &sit), line(1, &sit), line(0, &json!({"type": "begin"}))].concat()
    };
    let mut seeds = Vec::new();
    for rules in &rules {
        for row in deeds.chunks(6) {
            let rest: String = row.iter().enumerate().map(|(at, deed)| line(at % 2, deed)).collect();
            seeds.push((begun(rules) + rest.as_str()).into_bytes());
        }
    }
    seeds
}
