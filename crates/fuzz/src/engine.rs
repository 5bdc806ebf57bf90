//! The protocols of `engine`, whole conversations of any lines: the engine goes on, every answer is one line, and in JSON it is JSON.

use damier::doors::{self, GAMES};
use damier_lab::Game;
use serde_json::{Value, json};

use crate::{Target, samples};

/// As many bytes of an input are said.
const LONGEST: usize = 16 << 10;

/// A target for every protocol of every game.
pub fn targets() -> Vec<Target> {
    let target = |game: Game, protocol: &'static str| {
        let name = format!("{}.{protocol}-engine", game.name());
        Target::new("engine", name, move |bytes| check(game, protocol, bytes), move || seeds(game, protocol))
            .at_cost(20)
    };
    let of_game = |game: &Game| {
        doors::protocols(*game).into_iter().map(|protocol| target(*game, protocol)).collect::<Vec<_>>()
    };
    GAMES.iter().flat_map(of_game).collect()
}

fn check(game: Game, protocol: &str, bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    if text.len() > LONGEST {
        return;
    }
    let said = doors::engine(game, protocol, text).expect("an engine speaks until its input ends");
    for line in said {
        // In the protocols of others an answer may have several lines.
        let own = ["json", "text", "uci"].contains(&protocol);
        assert!(!line.contains(|letter: char| letter.is_control() && (own || letter != '\n')), "{line:?}");
        if protocol == "json" {
            let _: Value = serde_json::from_str(&line).expect("an answer is JSON");
        }
    }
}

fn seeds(game: Game, protocol: &str) -> Vec<Vec<u8>> {
    let mut moves = Vec::new();
    if let Ok(start) = game.start(&[]) {
        moves.extend(start.legal().into_iter().take(3));
    }
    let row = moves.join(" ");
    let lines: Vec<String> = match protocol {
        "json" => {
            let positions = samples(game).into_iter().take(6).map(|position| position.instance());
            let objects = positions.filter_map(|text| serde_json::from_str::<Value>(&text).ok());
            let asked = objects.flat_map(|position| {
                [
                    json!({"position": position}),
                    json!({"go": {"nodes": 10}}),
                    json!({"eval": {"states": [position]}}),
                ]
            });
            let more = [
                json!({"hello": {}}),
                json!({"go": {"time_ms": 1, "clock_ms": 100, "increment_ms": 1}}),
                json!({"stop": {}}),
                json!({"quit": {}}),
            ];
            asked.chain(more).map(|message| message.to_string()).collect()
        }
        "text" => vec![
            "newgame".to_owned(),
            "newgame 5 4 3".to_owned(),
            format!("play {}", moves.first().map_or("", String::as_str)),
            format!("position {row}"),
            "time 1000 10".to_owned(),
            "genmove".to_owned(),
            "legal".to_owned(),
            "dist".to_owned(),
            "perft 1".to_owned(),
            "undo".to_owned(),
            "stop".to_owned(),
            "quit".to_owned(),
        ],
        "uci" => vec![
            "uci".to_owned(),
            "isready".to_owned(),
            "ucinewgame".to_owned(),
            format!("position startpos moves {row}"),
            "go nodes 10".to_owned(),
            "go movetime 1 depth 2".to_owned(),
            "go wtime 1000 btime 1000 winc 10 binc 10".to_owned(),
            "go infinite".to_owned(),
            "stop".to_owned(),
            "quit".to_owned(),
        ],
        _ => {
            let words = [
                "name",
                "version",
                "protocol_version",
                "list_commands",
                "known_command genmove",
                "boardsize 9",
                "clear_board",
                "walls 10",
                "genmove white",
                "genmove black",
                "playmove white e2",
                "playwall black e3 horizontal",
                "undo",
                "showboard",
                "winner",
                "legal_moves",
                "quit",
                "# a comment",
                "12 name",
            ];
            words.map(str::to_owned).into()
        }
    };
    let together = lines.chunks(5).map(|lines| lines.join("\n"));
    together.chain([lines.join("\n")]).chain(lines.iter().cloned()).map(String::into_bytes).collect()
}
