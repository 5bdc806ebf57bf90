//! Messages of a page, one a line, to a session of each game: each is answered, with JSON that can be read and sentences that can be shown.

use damier::doors::{GAMES, Page};
use damier_lab::Game;
use serde_json::{Value, json};

use crate::{Target, is_one_line, samples};

/// As many messages of an input are sent, each as long as a page's may be.
const MESSAGES: usize = 16;
const LONGEST: usize = 64 << 10;

/// A target a game.
pub fn targets() -> Vec<Target> {
    let target = |game: Game| {
        let name = format!("{}.wire", game.name());
        Target::new("wire", name, move |bytes| check(game, bytes), move || seeds(game)).at_cost(60)
    };
    GAMES.iter().copied().map(target).collect()
}

fn check(game: Game, bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let mut page = Page::new(game);
    for line in text.lines().filter(|line| line.len() <= LONGEST).take(MESSAGES) {
        for answer in page.say(line) {
            let answer: Value = serde_json::from_str(&answer).expect("an answer is JSON");
            if answer["type"] == "error" {
                is_one_line(answer["refusal"]["text"].as_str().expect("a sentence"));
            }
        }
    }
}

/// Every message that there is, alone and in a row.
fn seeds(game: Game) -> Vec<Vec<u8>> {
    let about = game.kit.about();
    let position = samples(game).remove(0);
    let (code, legal) = (position.code(), position.legal());
    let step = legal.first().cloned().unwrap_or_default();
    let tool = about.tools.first().map_or("", |tool| tool.name);
    let set = about.sets.first().map_or("own", |set| set.name);
    let (spec, heuristic) =
        (about.default_algorithm, game.kit.heuristics().first().map_or("", |info| info.name));
    let seats = json!([{"engine": spec, "millis": 1}, {"engine": null, "name": "me"}]);
    let messages = [
        json!({"type": "look"}),
        json!({"type": "new", "options": {}, "seed": 1}),
        json!({"type": "new", "options": {}, "seats": seats, "clock": {"base_ms": 60000, "increment_ms": 0}}),
        json!({"type": "load", "text": code, "moves": [step]}),
        json!({"type": "move", "move": step, "n": 1}),
        json!({"type": "line", "text": game.join(&legal)}),
        json!({"type": "go", "at": 0}),
        json!({"type": "undo", "n": 2}),
        json!({"type": "redo"}),
        json!({"type": "edit", "edit": {"tool": tool, "cell": 3, "side": "N", "piece": 0, "form": "h", "number": 2, "width": 4, "height": 4}}),
        json!({"type": "unedit", "back": true}),
        json!({"type": "export", "format": about.formats[0].name}),
        json!({"type": "sketch", "text": code, "at": 1, "moves": [step]}),
        json!({"type": "sketch", "options": {}}),
        json!({"type": "why", "move": step, "text": code}),
        json!({"type": "levels", "set": "own", "text": code}),
        json!({"type": "level", "set": set, "index": 1}),
        json!({"type": "home", "date": "2026-11-17"}),
        json!({"type": "daily", "date": "2026-11-17"}),
        json!({"type": "variant", "variant": "sliding(p=0.1)"}),
        json!({"type": "reach", "piece": 0}),
        json!({"type": "bring", "piece": 0, "cell": 5}),
        json!({"type": "next"}),
        json!({"type": "task", "piece": 1, "cell": 9}),
        json!({"type": "rule", "stay": true}),
        json!({"type": "begin", "rules": {"rounds": 3, "difficulty": "normal", "think": 60, "show": 60, "sand": 60, "rival": 100}}),
        json!({"type": "bid", "moves": 7}),
        json!({"type": "ready"}),
        json!({"type": "give_up"}),
        json!({"type": "leave"}),
        json!({"type": "seats", "seats": seats}),
        json!({"type": "pause", "paused": true}),
        json!({"type": "resign"}),
        json!({"type": "tempo", "millis": 20}),
        json!({"type": "hint"}),
        json!({"type": "solve", "algorithm": spec}),
        json!({"type": "all", "most": 3}),
        json!({"type": "analyse", "algorithm": spec, "seconds": 0.01}),
        json!({"type": "annotate"}),
        json!({"type": "verdict"}),
        json!({"type": "chance"}),
        json!({"type": "map", "heuristic": heuristic, "obstacles": false}),
        json!({"type": "race", "algorithms": [spec], "clock": "expansions", "rate": 10.0, "seconds": 0.01}),
        json!({"type": "pace", "rate": 0.0}),
        json!({"type": "wish", "options": {}, "wishes": {"length": [1, 9], "pieces": [1, 2], "unique": false}}),
        json!({"type": "match", "a": spec, "b": spec, "games": 1, "nodes": 5}),
        json!({"type": "tree", "algorithm": "minimax", "depth": 1}),
        json!({"type": "cancel"}),
        json!({"type": "keep", "kind": "setting", "id": "sound", "value": true, "shared": true}),
    ];
    let lines: Vec<String> = messages.iter().map(Value::to_string).collect();
    let rows = lines.chunks(6).map(|row| row.join("\n"));
    rows.chain(lines.iter().cloned()).map(String::into_bytes).collect()
}
