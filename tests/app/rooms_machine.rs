//! The state machine of a room by itself, without sockets: whatever people send, nothing changes that the rules do not allow, and nobody
//! sees what is hidden from them.
//!
//! `DAMIER_ROOM_MESSAGES=100000 cargo test --test app whatever_is_sent` tries more.

use std::sync::Arc;

use damier::doors::GAMES;
use damier_kit::Position;
use damier_lab::Game;
use damier_rooms::wire::{BidPhase, RoomBoard, RoomDeed, RoundView};
use damier_rooms::{Fact, Room, What};
use damier_search::{Limits, Outcome, Run};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus as Random;
use serde_json::{Value, json};

/// A room with what its machine would do for it, done at once.
pub(crate) struct Table {
    pub(crate) room: Room,
    pub(crate) now: u64,
    pub(crate) ids: Vec<u32>,
}

fn deed(value: &Value) -> RoomDeed {
    serde_json::from_value(value.clone()).expect("a deed")
}

impl Table {
    pub(crate) fn new(rules: &Value, people: usize, seed: u64) -> Self {
        let rules = serde_json::from_value(rules.clone()).expect("rules");
        let (room, host) = Room::new(GAMES, seed, "key-0-secret", "Ada", rules).expect("a room");
        let mut table = Table { room, now: 0, ids: vec![host] };
        table.room.come(0, "key-0-secret").expect("the host comes");
        for person in 1..people {
            let id = table.room.come(0, &format!("key-{person}-secret")).expect("comes");
            table.ids.push(id);
            table.act(person, &json!({"type": "name", "name": format!("P{person}")})).expect("a name");
        }
        table
    }

    pub(crate) fn act(&mut self, person: usize, what: &Value) -> Result<(), damier_kit::Refusal> {
        self.room.apply(self.now, self.ids[person], &deed(what))
    }

    pub(crate) fn must(&mut self, person: usize, what: &Value) {
        self.act(person, what).unwrap_or_else(|refusal| panic!("{what}: {refusal}"));
    }

    pub(crate) fn view(&self, person: usize) -> Value {
        json!(self.room.view(self.ids[person]).expect("is in the room"))
    }

    pub(crate) fn pass(&mut self, ms: u64) {
        self.now += ms;
        self.room.tick(self.now);
    }

    /// Does what the room wants, as the server would.
    pub(crate) fn serve(&mut self) {
        for want in self.room.wants() {
            let game = *GAMES.iter().find(|game| game.name() == want.game).expect("a game");
            let fact = match &want.what {
                What::Board(board, seed) => {
                    let recipe = game.recipe(&[]).expect("the usual");
                    let mut run = Run::new(Limits::default());
                    // There is one board a day.
                    let seed = if matches!(board, RoomBoard::Daily { .. }) { 7 } else { *seed };
                    let position = game.kit.generate(&recipe, seed, &mut run).expect("a board");
                    Fact::Board(Ok(position.write(game.kit.about().formats[0].name).expect("a text")))
                }
                What::Step(..) => Fact::Board(Err(damier_kit::refuse!("lesson.board", "none"))),
                What::Move { position, .. } => Fact::Move(Ok(position.legal()[0].clone())),
                What::Best(position) => Fact::Best(Some(best_way(game, position)), true),
                What::Ways(position) => Fact::Ways(vec![(100, best_way(game, position))]),
            };
            self.room.learn(self.now, want.id, fact);
        }
    }
}

/// A best way from a position.
pub(crate) fn best_way(game: Game, position: &Arc<dyn Position>) -> Vec<String> {
    let spec = game.kit.about().default_algorithm.parse().expect("a spec");
    let mut run = Run::new(Limits::default());
    let answer = position.plans().expect("a puzzle").solve(&spec, &mut run, None).expect("solved");
    let Outcome::Solved { plan, .. } = answer.outcome else { panic!("there is a way") };
    plan.actions
}

/// The first game that can do something, and a board of it with few moves to its end.
fn game_that(can: impl Fn(&dyn Position) -> bool) -> (&'static str, String) {
    let found = GAMES.iter().find_map(|game| {
        let recipe = game.recipe(&[]).ok()?;
        let mut run = Run::new(Limits::default());
        let board = game.kit.generate(&recipe, 3, &mut run).ok()?;
        can(board.as_ref())
            .then(|| (game.name(), board.write(game.kit.about().formats[0].name).expect("a text")))
    });
    found.expect("a game that can")
}

pub(crate) fn bids(mode: &str) -> Value {
    let (game, text) = game_that(|board| board.rounds().is_some());
    json!({"kind": "bids", "game": game, "mode": mode, "board": {"from": "text", "text": text}, "rounds": 3, "sand": 30, "show": 20})
}

fn turns(clock: Option<(u64, u64)>) -> Value {
    let game = GAMES.iter().find(|game| game.kit.thinking().is_some()).expect("adversaries").name();
    let clock = clock.map(|(base, increment)| json!({"base_ms": base, "increment_ms": increment}));
    json!({"kind": "turns", "game": game, "clock": clock, "rated": true})
}

#[test]
fn a_round_of_bids_goes_as_the_board_game_does() {
    let mut table = Table::new(&bids("bids"), 3, 1);
    (0..3).for_each(|person| table.must(person, &json!({"type": "sit"})));
    assert!(table.act(1, &json!({"type": "begin"})).is_err(), "only the host begins");
    table.must(0, &json!({"type": "begin"}));
    let view = table.view(1);
    assert_eq!((&view["bids"]["phase"], &view["bids"]["round"]), (&json!("think"), &json!(1)), "{view}");
    let table_start = view["bids"]["scene"].clone();
    // What is known of the best way is nobody's to see.
    let before: Vec<Value> = (0..3).map(|person| without_version(table.view(person))).collect();
    let wants = table.room.wants();
    let best = wants.iter().find_map(|want| match &want.what {
        What::Best(position) => Some(position.clone()),
        _ => None,
    });
    let position = best.expect("the best way is looked for");
    table.serve();
    let after: Vec<Value> = (0..3).map(|person| without_version(table.view(person))).collect();
    assert_eq!(before, after);
    let game = *GAMES.iter().find(|game| game.name() == view["rules"]["game"]).expect("it");
    let way = best_way(game, &position);
    let least = way.len();

    table.must(1, &json!({"type": "bid", "moves": least + 1}));
    table.pass(1000);
    table.must(2, &json!({"type": "bid", "moves": least + 1}));
    table.must(0, &json!({"type": "bid", "moves": least + 2}));
    assert!(table.act(1, &json!({"type": "bid", "moves": least + 1})).is_err(), "only lower ones");
    assert!(table.act(1, &json!({"type": "move", "move": way[0]})).is_err(), "nobody shows yet");
    let view = table.view(0);
    assert_eq!(view["bids"]["phase"], "bid");
    assert_eq!(view["bids"]["glass"]["left_ms"], 29_000);
    let order: Vec<i64> = view["bids"]["bids"]
        .as_array()
        .expect("bids")
        .iter()
        .filter_map(|bid| bid["seat"].as_i64())
        .collect();
    assert_eq!(order, [1, 2, 0], "the lowest first, of equal ones who was first");
    table.pass(29_000);
    let view = table.view(1);
    assert_eq!((&view["bids"]["phase"], &view["bids"]["shower"]), (&json!("show"), &json!(1)), "{view}");
    assert!(!view["bids"]["scene"]["moves"].as_array().expect("moves").is_empty(), "who shows may move");
    assert!(table.view(2)["bids"]["scene"]["moves"].as_array().expect("moves").is_empty());
    // The first does not show in time; the second shows the best way.
    table.pass(20_000);
    let view = table.view(2);
    assert_eq!((&view["bids"]["shower"], &view["bids"]["failed"]), (&json!(2), &json!([1])), "{view}");
    for step in &way {
        table.must(2, &json!({"type": "move", "move": step}));
    }
    let view = table.view(0);
    assert_eq!((&view["bids"]["phase"], &view["bids"]["tokens"][2]), (&json!("done"), &json!(1)), "{view}");
    let result = &view["bids"]["results"][0];
    assert_eq!((&result["winner"], &result["optimum"]), (&json!(2), &json!(least)), "{result}");
    assert_eq!(result["ways"][1]["moves"], json!(way));
    // Both can be drawn again, from the board as it was.
    assert_eq!(view["bids"]["start"]["pieces"], table_start["pieces"]);
    for slides in [&result["best_slides"], &result["ways"][1]["slides"]] {
        assert_eq!(walked(&table_start, slides), cells(&view["bids"]["scene"]), "{slides}");
        assert_eq!(slides.as_array().map(Vec::len), Some(least));
    }
    assert_eq!(result["ways"][0]["slides"], json!([]), "who did not show has no way");
    table.must(0, &json!({"type": "next"}));
    let view = table.view(0);
    assert_eq!((&view["bids"]["round"], &view["bids"]["start"]), (&json!(2), &Value::Null));
    let old = &view["bids"]["results"][0];
    assert_eq!(
        (&old["best_slides"], &old["ways"][1]["slides"]),
        (&json!([]), &json!([])),
        "a view stays small"
    );
    assert_eq!(old["ways"][1]["moves"], json!(way));
    // Nobody finds anything: the round is over without a token.
    (0..3).for_each(|person| table.must(person, &json!({"type": "ready"})));
    assert_eq!(table.view(0)["bids"]["phase"], "done");
    table.serve();
    table.must(0, &json!({"type": "next"}));
    (0..3).for_each(|person| table.must(person, &json!({"type": "ready"})));
    let view = table.view(0);
    assert_eq!((&view["bids"]["phase"], &view["bids"]["winners"]), (&json!("over"), &json!([2])), "{view}");
}

/// Where the pieces of a scene are.
fn cells(scene: &Value) -> Vec<Value> {
    scene["pieces"].as_array().expect("pieces").iter().map(|piece| piece["cell"].clone()).collect()
}

/// Where they are after they have gone as slides say.
fn walked(start: &Value, slides: &Value) -> Vec<Value> {
    let mut cells = cells(start);
    for slide in slides.as_array().expect("slides") {
        let piece = slide["piece"].as_u64().expect("a piece") as usize;
        let last = slide["path"].as_array().and_then(|path| path.last()).expect("a cell");
        cells[piece] = last.clone();
    }
    cells
}

/// The moves of every way in a view that is told by how pieces go, each as a list of moves would stand there.
fn slid(view: &Value, found: &mut Vec<String>) {
    match view {
        Value::Array(all) => {
            let steps: Vec<&Value> = all
                .iter()
                .filter(|one| one.get("path").is_some())
                .filter_map(|one| one.get("move"))
                .collect();
            if !steps.is_empty() {
                found.push(json!(steps).to_string());
            }
            all.iter().for_each(|one| slid(one, found));
        }
        Value::Object(all) => all.values().for_each(|one| slid(one, found)),
        _ => {}
    }
}

pub(crate) fn without_version(mut view: Value) -> Value {
    view["version"] = json!(0);
    view
}

#[test]
fn an_engine_bids_and_shows_what_it_has_found() {
    let mut table = Table::new(&bids("bids"), 1, 1);
    table.must(0, &json!({"type": "sit"}));
    table.must(0, &json!({"type": "engine", "level": "hard"}));
    table.must(0, &json!({"type": "begin"}));
    table.serve();
    assert_eq!(table.view(0)["bids"]["bids"], json!([]), "it takes its time");
    table.pass(5000);
    let bid = table.view(0)["bids"]["bids"][0].clone();
    assert_eq!(bid["seat"], 1, "{bid}");
    table.must(0, &json!({"type": "ready"}));
    assert_eq!(table.view(0)["bids"]["shower"], 1);
    table.pass(30_000);
    let view = table.view(0);
    assert_eq!(view["bids"]["results"][0]["winner"], 1, "{view}");
    assert_eq!(view["bids"]["tokens"][1], 1);
}

#[test]
fn everybody_solves_alone_and_sees_the_others_ways_afterwards() {
    let mut table = Table::new(&bids("all"), 2, 1);
    (0..2).for_each(|person| table.must(person, &json!({"type": "sit"})));
    table.must(0, &json!({"type": "begin"}));
    let others = without_version(table.view(1));
    let first = table.view(0)["bids"]["own"]["scene"]["moves"][0]["name"].clone();
    table.must(0, &json!({"type": "move", "move": first}));
    assert_eq!(without_version(table.view(1)), others, "a move on one's own board is nobody else's to see");
    assert_eq!(table.view(0)["bids"]["own"]["moves"], json!([first]));
    table.must(0, &json!({"type": "back", "to": 0}));
    let Some(What::Best(position)) = table.room.wants().into_iter().map(|want| want.what).next() else {
        panic!("the best way is looked for")
    };
    table.serve();
    let game = GAMES.iter().find(|game| game.name() == others["rules"]["game"]).expect("it");
    let plan = best_way(*game, &position);
    for step in &plan {
        table.must(0, &json!({"type": "move", "move": step}));
    }
    let seen = table.view(1);
    assert_eq!((&seen["bids"]["solved"], &seen["bids"]["phase"]), (&json!([0]), &json!("think")));
    assert!(!seen.to_string().contains(&json!(plan).to_string()), "the way is hidden");
    table.must(0, &json!({"type": "ready"}));
    table.must(1, &json!({"type": "ready"}));
    let seen = table.view(1);
    assert_eq!(seen["bids"]["results"][0]["ways"][0]["moves"], json!(plan), "{seen}");
    assert_eq!(seen["bids"]["tokens"], json!([10, 0]));
}

#[test]
fn a_board_that_was_chosen_begins_with_its_own_task_and_a_new_one_with_any() {
    let begun = |rules: &Value, seed: u64| {
        let mut table = Table::new(rules, 2, seed);
        for person in 0..2 {
            let _ = table.act(person, &json!({"type": "sit"}));
        }
        table.must(0, &json!({"type": "begin"}));
        table.serve();
        table.view(0)["bids"]["code"].as_str().expect("a board").to_owned()
    };
    let rules = bids("bids");
    let game = GAMES.iter().find(|game| rules["game"] == game.name()).expect("a game");
    let text = rules["board"]["text"].as_str().expect("a text");
    let own = game.kit.read(text, None).expect("a board").swap_remove(0).code();
    assert!((0..20).all(|seed| begun(&rules, seed) == own));
    let mut new = rules.clone();
    new["board"] = json!({"from": "new", "options": {}, "seed": 3});
    let drawn: std::collections::BTreeSet<_> = (0..20).map(|seed| begun(&new, seed)).collect();
    assert!(drawn.len() > 5, "{}", drawn.len());
    // In every room the board of a day has its tasks in the same order.
    new["board"] = json!({"from": "daily", "date": "2026-11-18"});
    let drawn: std::collections::BTreeSet<_> = (0..20).map(|seed| begun(&new, seed)).collect();
    assert_eq!(drawn.len(), 1);
}

#[test]
fn turns_have_clocks_offers_and_rematches() {
    let mut table = Table::new(&turns(Some((60_000, 1000))), 2, 1);
    assert!(table.act(0, &json!({"type": "begin"})).is_err(), "nobody sits");
    table.must(0, &json!({"type": "sit"}));
    table.must(1, &json!({"type": "sit"}));
    table.must(0, &json!({"type": "begin"}));
    let step =
        |table: &Table, person: usize| table.view(person)["turns"]["scene"]["moves"][0]["name"].clone();
    let first = step(&table, 0);
    assert!(table.act(1, &json!({"type": "move", "move": first})).is_err(), "not the other's turn");
    table.pass(5000);
    table.room.measure(table.ids[0], 300);
    table.must(0, &json!({"type": "move", "move": first}));
    let clock = table.view(1)["turns"]["clock"].clone();
    assert_eq!(clock["left_ms"], json!([60_000 - 5000 + 300 + 1000, 60_000]), "the lag is given back");
    table.room.measure(table.ids[1], 9_000);
    table.pass(2000);
    let second = step(&table, 1);
    table.must(1, &json!({"type": "move", "move": second}));
    let clock = table.view(1)["turns"]["clock"].clone();
    assert_eq!(clock["left_ms"][1], 60_000 - 2000 + 500 + 1000, "half a second of lag at most");
    // A takeback needs the other's consent.
    table.must(0, &json!({"type": "offer", "what": "takeback"}));
    assert_eq!(table.view(0)["turns"]["moves"].as_array().map(Vec::len), Some(2));
    table.must(1, &json!({"type": "answer", "what": "takeback", "yes": true}));
    assert_eq!(table.view(0)["turns"]["moves"].as_array().map(Vec::len), Some(0));
    let again = step(&table, 0);
    table.must(0, &json!({"type": "move", "move": again}));
    table.must(0, &json!({"type": "offer", "what": "draw"}));
    table.must(1, &json!({"type": "answer", "what": "draw", "yes": false}));
    assert_eq!(table.view(0)["turns"]["end"], Value::Null);
    table.pass(70_000);
    let view = table.view(0);
    assert_eq!(view["turns"]["end"], json!({"winner": 0, "why": "time", "by": 1}), "{view}");
    assert_eq!(view["turns"]["score"], json!([1.0, 0.0]));
    assert!(view["turns"]["record"].as_str().is_some_and(|record| !record.is_empty()));
    table.must(1, &json!({"type": "offer", "what": "rematch"}));
    table.must(0, &json!({"type": "offer", "what": "rematch"}));
    let view = table.view(0);
    assert_eq!((&view["turns"]["end"], &view["seat"]), (&Value::Null, &json!(1)), "the other begins: {view}");
    assert_eq!(view["turns"]["score"], json!([0.0, 1.0]), "what was won goes along");
    table.must(0, &json!({"type": "resign"}));
    assert_eq!(table.view(0)["turns"]["end"]["winner"], 0);
}

#[test]
fn an_engine_plays_turns_and_no_time_passes_while_a_room_is_away() {
    let mut table = Table::new(&turns(Some((60_000, 0))), 1, 1);
    table.must(0, &json!({"type": "sit"}));
    let level = damier_rooms::levels(
        *GAMES.iter().find(|game| game.kit.thinking().is_some()).expect("one"),
        damier_rooms::wire::RoomKind::Turns,
    )[0];
    table.must(0, &json!({"type": "engine", "seat": 1, "level": level}));
    table.must(0, &json!({"type": "begin"}));
    let step = table.view(0)["turns"]["scene"]["moves"][0]["name"].clone();
    table.pass(1000);
    table.must(0, &json!({"type": "move", "move": step}));
    table.serve();
    assert_eq!(table.view(0)["turns"]["moves"].as_array().map(Vec::len), Some(2));
    table.pass(2000);
    let saved = table.room.save();
    let mut room = Room::load(GAMES, &saved).expect("read again");
    let begin = room.now();
    assert!(!room.tick(begin + 10_000), "who is to move is waited for");
    let id = room.come(begin + 10_000, "key-0-secret").expect("comes back");
    let view = json!(room.view(id).expect("is in the room"));
    assert_eq!(view["turns"]["clock"]["left_ms"][0], 57_000, "{view}");
    assert!(room.wake().is_some_and(|at| at == begin + 10_000 + 57_000), "now it runs");
}

#[test]
fn four_play_and_who_leaves_has_lost() {
    let mut rules = turns(None);
    rules["board"] = json!({"from": "new", "options": {"players": "4"}});
    let mut table = Table::new(&rules, 4, 1);
    (0..4).for_each(|person| table.must(person, &json!({"type": "sit"})));
    table.must(0, &json!({"type": "begin"}));
    for turn in 0..40 {
        let view = table.view(turn % 4);
        let moves = view["turns"]["scene"]["moves"].as_array().expect("moves").clone();
        let step = &moves[moves.len() - 1]["name"];
        table.must(turn % 4, &json!({"type": "move", "move": step}));
    }
    table.must(1, &json!({"type": "leave"}));
    let end = table.view(0)["turns"]["end"].clone();
    assert_eq!((&end["why"], &end["by"]), (&json!("resigned"), &json!(1)), "{end}");
    assert!(table.room.view(table.ids[1]).is_none(), "who has left sees nothing");
}

#[test]
fn a_race_is_won_by_who_is_first_and_engines_run_along() {
    let (game, text) = game_that(|board| board.plans().is_some() && board.rounds().is_none());
    let rules = json!({"kind": "race", "game": game, "board": {"from": "text", "text": text}});
    let mut table = Table::new(&rules, 2, 1);
    (0..2).for_each(|person| table.must(person, &json!({"type": "sit"})));
    table.must(0, &json!({"type": "engine", "level": "easy"}));
    table.must(0, &json!({"type": "begin"}));
    let Some(What::Best(position)) = table.room.wants().into_iter().map(|want| want.what).next() else {
        panic!("a way for the engine is looked for")
    };
    table.serve();
    let game = GAMES.iter().find(|known| known.name() == game).expect("it");
    let plan = best_way(*game, &position);
    assert!(!table.view(0).to_string().contains(&json!(plan).to_string()), "the best way is hidden");
    table.pass(6000);
    assert_eq!(table.view(0)["race"]["boards"][2]["moves"], 2, "the engine goes at its pace");
    for step in &plan {
        table.must(1, &json!({"type": "move", "move": step}));
    }
    let view = table.view(0);
    assert_eq!((&view["race"]["order"], &view["race"]["phase"]), (&json!([1]), &json!("think")), "{view}");
    assert_eq!(view["race"]["boards"][1]["solved_ms"], 6000);
    table.pass(100);
    for step in &plan {
        table.must(0, &json!({"type": "move", "move": step}));
    }
    let view = table.view(0);
    let race = &view["race"];
    assert_eq!((&race["order"], &race["phase"]), (&json!([1, 0]), &json!("over")), "{view}");
    assert_eq!(
        (&race["score"], &race["boards"][0]["solved_ms"]),
        (&json!([0, 1, 0]), &json!(6100)),
        "{view}"
    );
    assert_eq!(view["race"]["best"], json!(plan));
    let mut ways = Vec::new();
    slid(&view["race"]["best_slides"], &mut ways);
    assert_eq!(ways, [json!(plan).to_string()], "it can be drawn");
}

#[test]
fn a_class_votes_and_only_the_teacher_sees_the_tally_meanwhile() {
    let (game, text) = game_that(|board| board.plans().is_some());
    let mut table = Table::new(&json!({"kind": "class", "game": game}), 4, 1);
    table.must(0, &json!({"type": "begin"}));
    assert!(table.act(1, &json!({"type": "show", "stage": {"stage": "lobby"}})).is_err());
    table.must(0, &json!({"type": "show", "stage": {"stage": "board", "text": text}}));
    table.must(0, &json!({"type": "ask", "question": {"ask": "move"}}));
    let moves = table.view(1)["class"]["scene"]["moves"].as_array().expect("moves").clone();
    let (one, two) = (&moves[0]["name"], &moves[1]["name"]);
    assert!(table.act(0, &json!({"type": "vote", "choice": one})).is_err(), "the teacher does not vote");
    assert!(table.act(1, &json!({"type": "vote", "choice": "nonsense"})).is_err());
    table.must(1, &json!({"type": "vote", "choice": one}));
    table.must(2, &json!({"type": "vote", "choice": one}));
    table.must(3, &json!({"type": "vote", "choice": two}));
    table.must(3, &json!({"type": "vote", "choice": one}));
    table.must(3, &json!({"type": "vote", "choice": two}));
    let vote = table.view(3)["class"]["vote"].clone();
    assert_eq!((&vote["tally"], &vote["mine"], &vote["voted"]), (&json!([]), two, &json!(3)), "{vote}");
    assert_eq!(table.view(0)["class"]["vote"]["tally"], json!([[one, 2], [two, 1]]));
    table.must(0, &json!({"type": "close"}));
    assert!(table.act(1, &json!({"type": "vote", "choice": two})).is_err(), "it is closed");
    assert_eq!(table.view(1)["class"]["vote"]["tally"], json!([[one, 2], [two, 1]]));
    table.must(0, &json!({"type": "move", "move": one}));
    let ask = json!({"type": "ask", "question": {"ask": "choice", "title": "?", "choices": ["a", "b"]}});
    table.must(0, &ask);
    table.must(1, &json!({"type": "vote", "choice": "1"}));
    assert!(table.act(2, &json!({"type": "vote", "choice": "2"})).is_err());
    table.must(0, &json!({"type": "strike", "person": table.ids[2]}));
    assert_eq!(table.view(0)["people"][2]["name"], "");
    // A board that nobody has a text of, and one that comes with a step of a lesson.
    table.must(0, &json!({"type": "show", "stage": {"stage": "board", "text": ""}}));
    assert_eq!(table.view(1)["preparing"], true);
    table.serve();
    let class = table.view(1)["class"].clone();
    assert!(class["scene"]["pieces"].as_array().is_some_and(|pieces| !pieces.is_empty()), "{class}");
    assert!(class["stage"]["text"].as_str().is_some_and(|text| !text.is_empty()), "{class}");
    let lesson = json!({"type": "show", "stage": {"stage": "lesson", "lesson": "x", "step": 2}});
    table.must(0, &lesson);
    let wants = table.room.wants();
    assert!(matches!(&wants[0].what, What::Step(lesson, 2) if lesson == "x"));
    table.serve();
    let view = table.view(1);
    assert_eq!((&view["class"]["scene"], &view["trouble"]), (&Value::Null, &Value::Null), "it has none");
    table.must(0, &lesson);
    let late = wants[0].id;
    let id = table.room.wants()[0].id;
    table.room.learn(table.now, late, Fact::Board(Ok(text.clone())));
    assert_eq!(table.view(1)["class"]["scene"], Value::Null, "that was another wish");
    table.room.learn(table.now, id, Fact::Board(Ok(text.clone())));
    let class = table.view(1)["class"].clone();
    assert_eq!((&class["stage"]["step"], &class["scene"]["moves"]), (&json!(2), &json!([])), "{class}");
    // A lost teacher stays the teacher.
    table.room.go(table.now, table.ids[0]);
    table.pass(3_600_000);
    assert_eq!(table.view(1)["host"], table.ids[0]);
}

#[test]
fn a_lost_host_is_followed_by_the_next_and_deeds_are_done_once() {
    let mut table = Table::new(&bids("bids"), 3, 1);
    table.room.go(0, table.ids[0]);
    table.pass(59_000);
    assert_eq!(table.view(1)["host"], table.ids[0]);
    table.pass(2_000);
    assert_eq!(table.view(1)["host"], table.ids[1]);
    let sit = deed(&json!({"type": "sit"}));
    let who = table.ids[1];
    assert_eq!(table.room.hear(table.now, who, "page", 5, &sit).ok(), Some(true));
    let saved = table.room.save();
    assert_eq!(table.room.hear(table.now, who, "page", 5, &sit).ok(), Some(false), "again");
    assert_eq!(table.room.hear(table.now, who, "page", 4, &sit).ok(), Some(false), "and late");
    assert_eq!(table.room.save(), saved);
    assert_eq!(table.room.applied(who, "page"), 5);
    assert!(table.room.hear(table.now, 77, "page", 6, &sit).is_err(), "nobody of that number");
    table.must(1, &json!({"type": "remove", "person": table.ids[2]}));
    assert!(table.room.come(table.now, "key-2-secret").is_err(), "who was put out stays out");
    table.must(1, &json!({"type": "lock", "locked": true}));
    assert!(table.room.come(table.now, "key-9-secret").is_err(), "it is locked");
    assert!(table.room.come(table.now, "key-0-secret").is_ok(), "who was there may come back");
}

/// Something that somebody might send: mostly possible by its form, often not by its moment.
fn anything(random: &mut Random, view: &Value) -> Value {
    let legal = ["turns", "bids", "race", "class"].map(|kind| view[kind]["scene"]["moves"].clone());
    let own = ["bids", "race"].map(|kind| view[kind]["own"]["scene"]["moves"].clone());
    let moves: Vec<Value> = (legal.into_iter().chain(own))
        .filter_map(|moves| moves.as_array().cloned())
        .flatten()
        .map(|step| step["name"].clone())
        .collect();
    let step = moves.choose(random).cloned().unwrap_or(json!("e2"));
    let small = random.random_range(0..12);
    let pick = |random: &mut Random, words: &[&str]| json!(words.choose(random).expect("some"));
    let may: Vec<&str> = view["may"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    // Half of the time something that is possible.
    let possible = may.choose(random).copied().unwrap_or("look");
    let kind = match random.random_range(0..10) {
        // Who has a board of their own mostly tries moves there.
        0..4 if view["bids"]["own"].is_object() => "move",
        0..5 => possible,
        _ => "",
    };
    let all = [
        "name", "sit", "stand", "react", "engine", "begin", "end", "next", "strike", "hand", "lock", "move",
        "move", "move", "move", "back", "takeback", "draw", "rematch", "answer", "resign", "bid", "ready",
        "show", "ask", "vote", "close", "choose", "nonsense",
    ];
    match if kind.is_empty() { all.choose(random).copied().expect("some") } else { kind } {
        "name" => {
            json!({"type": "name", "name": pick(random, &["Ada", "", "\u{7}", "Grace", "x".repeat(99).as_str()])})
        }
        "sit" => json!({"type": "sit", "seat": random.random_bool(0.5).then_some(small)}),
        "react" => json!({"type": "react", "reaction": pick(random, &["bravo", "oops"])}),
        "engine" => {
            json!({"type": "engine", "seat": random.random_bool(0.5).then_some(small), "level": pick(random, &["easy", "hard", "nobody"])})
        }
        kind @ ("strike" | "hand") => json!({"type": kind, "person": random.random_range(0..6)}),
        "lock" => json!({"type": "lock", "locked": false}),
        "move" => json!({"type": "move", "move": step, "own": random.random_bool(0.7)}),
        "back" => json!({"type": "back", "to": small}),
        kind @ ("takeback" | "draw" | "rematch") => json!({"type": "offer", "what": kind}),
        "answer" => {
            json!({"type": "answer", "what": pick(random, &["takeback", "draw", "rematch"]), "yes": random.random_bool(0.7)})
        }
        "bid" => json!({"type": "bid", "moves": random.random_range(0..20)}),
        "show" => json!({"type": "show", "stage": {"stage": "lesson", "lesson": "x", "step": small}}),
        "ask" => {
            json!({"type": "ask", "question": {"ask": "choice", "title": "?", "choices": vec!["a"; small]}})
        }
        "vote" => json!({"type": "vote", "choice": small.to_string()}),
        "choose" => {
            let mut rules = view["rules"].clone();
            rules["sand"] = json!(small);
            json!({"type": "choose", "rules": rules})
        }
        "remove" | "leave" | "nonsense" => json!({"type": "look"}),
        kind => json!({"type": kind}),
    }
}

/// What is nobody else's to see while a round is under way: every way that is in the room and not shown, as it would stand in a view.
fn hidden(saved: &Value, seat: Option<u64>) -> Vec<String> {
    let (bids, race) = (&saved["play"]["bids"], &saved["play"]["race"]);
    let mut found = Vec::new();
    if matches!(bids["phase"].as_str(), Some("think" | "bid" | "show")) {
        found.push(bids["best"][0].clone());
        let showing = bids["phase"] == "show";
        let offers = bids["offers"].as_array().into_iter().flatten().map(|offer| offer[1].clone());
        found.extend(offers.filter(|_| !showing));
        for (at, way) in bids["ways"].as_array().into_iter().flatten().enumerate() {
            if Some(at as u64) != seat && way["solved"] == true {
                found.push(way["moves"].clone());
            }
        }
        for (at, own) in bids["own"].as_array().into_iter().flatten().enumerate() {
            // Who shows may show what they, or another, have tried.
            if Some(at as u64) != seat && own["moves"] != bids["line"]["moves"] {
                found.push(own["moves"].clone());
            }
        }
    }
    if race["phase"] == "think" {
        found.push(race["best"].clone());
    }
    let long = found.into_iter().filter(|way| way.as_array().is_some_and(|way| way.len() > 2));
    long.map(|way| way.to_string()).collect()
}

/// What was tried on boards of one's own, as it would stand in a view.
fn tries(saved: &Value) -> Vec<String> {
    let own = saved["play"]["bids"]["own"].as_array().into_iter().flatten();
    own.map(|board| board["moves"].to_string()).collect()
}

#[test]
fn whatever_is_sent_nothing_forbidden_happens_and_nothing_hidden_is_seen() {
    let wanted = std::env::var("DAMIER_ROOM_MESSAGES").ok().and_then(|many| many.parse().ok());
    let messages: usize = wanted.unwrap_or(4000);
    let (race_game, race_text) = game_that(|board| board.plans().is_some() && board.rounds().is_none());
    let race =
        json!({"kind": "race", "game": race_game, "rounds": 3, "board": {"from": "text", "text": race_text}});
    let class = json!({"kind": "class", "game": race_game});
    let all = [bids("bids"), bids("first"), bids("all"), turns(Some((30_000, 500))), race, class];
    let mut random = Random::seed_from_u64(20);
    let (mut done, mut refused, mut secrets, mut tried, mut private) = (0, 0, 0, 0, 0);
    'all: for round in 0.. {
        let rules = &all[round % all.len()];
        let mut table = Table::new(rules, 3, round as u64);
        for person in 0..2 {
            let _ = table.act(person, &json!({"type": "sit"}));
        }
        let _ = table.act(0, &json!({"type": "begin"}));
        for _ in 0..150 {
            if tried >= messages {
                break 'all;
            }
            tried += 1;
            table.pass(random.random_range(0..900));
            if random.random_bool(0.2) {
                table.serve();
            }
            let person = random.random_range(0..3);
            let view = table.view(person);
            let what = anything(&mut random, &view);
            let before = table.room.save();
            match table.act(person, &what) {
                Ok(()) => done += 1,
                Err(refusal) => {
                    refused += 1;
                    assert!(!refusal.text().is_empty());
                    assert_eq!(table.room.save(), before, "{what} was refused and has changed something");
                }
            }
            let saved: Value = serde_json::from_str(&table.room.save()).expect("JSON");
            for other in 0..3 {
                let Some(view) = table.room.view(table.ids[other]) else { continue };
                let text = serde_json::to_string(&view).expect("JSON");
                assert!(!text.contains("-secret"), "a key is in a view");
                let mut ways = Vec::new();
                slid(&json!(view), &mut ways);
                let text = format!("{text} {}", ways.join(" "));
                if let Some(bids) = &view.bids {
                    let over = matches!(bids.phase, BidPhase::Done | BidPhase::Over);
                    assert_eq!(bids.start.is_some(), over, "{text}");
                    let drawn = |round: &RoundView| {
                        !round.best_slides.is_empty() || round.ways.iter().any(|way| !way.slides.is_empty())
                    };
                    let newest = bids.results.len().saturating_sub(usize::from(over));
                    assert!(!bids.results[..newest].iter().any(drawn), "{text}");
                }
                for way in hidden(&saved, view.seat.map(|seat| seat as u64)) {
                    secrets += 1;
                    private += usize::from(rules["mode"] == "bids" && tries(&saved).contains(&way));
                    assert!(!text.contains(&way), "{way} is seen by {other} in {text}");
                }
            }
            if tried % 37 == 0 {
                let again = Room::load(GAMES, &table.room.save()).expect("read again");
                let people =
                    |room: &Room| room.people().map(|(id, key)| (id, key.to_owned())).collect::<Vec<_>>();
                assert_eq!(people(&again), people(&table.room));
            }
        }
    }
    eprintln!(
        "{tried} messages: {done} done, {refused} refused; {secrets} times something was hidden, {private} times what was tried before a bid"
    );
    assert!(done > messages / 5 && refused > messages / 5, "{done} done, {refused} refused");
    assert!(secrets > messages / 10, "{secrets}");
    assert!(private > messages / 100, "{private}");
}
