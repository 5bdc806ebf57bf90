//! A verb works for every game that has what it needs, and says in one sentence where one has not.

use serde_json::{Value, json};

use super::support::*;

/// A box that is pushed twice to the right.
const LEVEL: &str = "#######\n#@$  .#\n#######\n";

/// A position of each game, in a text that its kit reads.
const POSITIONS: [(&str, &str); 4] =
    [("ricochet", EASY), ("sokoban", LEVEL), ("taquin", "1 2 3 / 4 5 6 / 7 0 8"), ("quoridor", "e2 e8")];

#[test]
fn what_a_game_has_not_is_one_sentence() {
    for (args, text, words) in [
        (&["rate", "quoridor", "-"][..], "start", "quoridor has no solutions"),
        (&["solve", "quoridor", "-", "--all"], "start", "quoridor has no solutions"),
        (&["solve", "quoridor", "-", "--variant", "sliding"], "start", "no variants"),
        (&["hardest", "quoridor", "-"], "start", "quoridor has no solutions"),
        (&["hardest", "sokoban", "-"], LEVEL, "sokoban has no search for the hardest"),
        (&["match", "sokoban"], "", "sokoban has no adversaries"),
        (&["match", "ricochet", "--a", "fast", "--b", "fast"], "", "ricochet has no adversaries"),
        (&["engine", "sokoban", "--protocol", "text"], "", "sokoban has no adversaries"),
        (&["engine", "quoridor", "--protocol", "morse"], "", "there is json, text, uci, qtp"),
        (&["study", "ricochet", "--only", "nope"], "", "there is moves, alone, robots, size, heuristics"),
        (&["moves", "sokoban"], "", "name a file"),
        (&["perft", "ricochet", "--depth", "1"], "", "name a file"),
    ] {
        names(&damier_reads(args, text).refuses(), &[words]);
    }
    for verb in ["moves", "perft", "match", "engine", "list"] {
        names(&damier(&[verb, "chess"]).wrong_use(), &["'chess'", "ricochet", "quoridor"]);
    }
}

#[test]
fn moves_and_perft_agree_in_every_game() {
    for (game, text) in POSITIONS {
        let moves = damier_reads(&["moves", game, "-", "--json"], text).ends(0).silent().object();
        let legal = moves["legal"].as_array().expect("a list");
        assert!(!legal.is_empty() && moves["id"].is_string(), "{moves}");
        let count = |more: &[&str]| {
            let args = [&["perft", game, "-", "--json"], more].concat();
            damier_reads(&args, text).ends(0).silent().objects()
        };
        assert_eq!(count(&["--depth", "0"])[0]["nodes"], 1, "{game}");
        assert_eq!(count(&["--depth", "1"])[0]["nodes"], legal.len(), "{game}");
        let (whole, parts) = (count(&["--depth", "2"]), count(&["--depth", "2", "--divide"]));
        let sum: u64 = parts[..legal.len()].iter().filter_map(|part| part["nodes"].as_u64()).sum();
        assert_eq!(Some(sum), whole[0]["nodes"].as_u64(), "{game}");
        // A move that was played leads on.
        let first = legal[0].as_str().expect("a name");
        let after = damier_reads(&["moves", game, "-", "--json", "--moves", first], text).ends(0).object();
        assert_ne!(after["legal"], moves["legal"], "{game}");
        let words = damier_reads(&["moves", game, "-"], text).ends(0).silent();
        names(&words.out, &["legal moves: ", first]);
        names(&damier_reads(&["moves", game, "-", "--moves", "?"], text).ends(30).err, &["?"]);
    }
}

#[test]
fn a_position_stands_in_the_arguments() {
    let compact = damier_reads(&["convert", "ricochet", "-", "--to", "compact"], EASY).ends(0).out;
    let args = ["moves", "ricochet", "--compact", compact.trim(), "--moves", "rS", "--json"];
    let said = damier(&args).ends(0).silent().object();
    assert_eq!(said, json!({"legal": ["rE", "rN"]}));
    let rle = ["moves", "sokoban", "--rle", "#######|#@$  .#|#######", "--json"];
    assert_eq!(damier(&rle).ends(0).object()["legal"], json!(["R"]));
    let qfen = ["perft", "quoridor", "--qfen", "d4f4e7 / a2a8 / e4 e6 / 7 8 / 2", "--depth", "1", "--json"];
    assert_eq!(damier(&qfen).ends(0).object()["nodes"], 114);
    let both = ["moves", "quoridor", "--qfen", "/ / b1 b3 / 1 1 / 1 / 3", "--size", "5"];
    names(&damier(&both).wrong_use(), &["--qfen", "--size"]);
    let numbered = damier(&["moves", "quoridor", "--moves", "1. e2 e8 2. e3h", "--json"]).ends(0).object();
    assert_eq!(numbered["turn"], 2);
}

#[test]
fn players_race() {
    let args = ["race", "quoridor", "-", "--algorithms", "fast,alphabeta(depth=2),walker"];
    let limits = ["--nodes", "2000"];
    let said = damier_reads(&[&args[..], &limits, &["--json"]].concat(), "e2 e8").ends(0).silent();
    let lanes = said.objects();
    let algorithms: Vec<_> = lanes.iter().map(|lane| lane["algorithm"].clone()).collect();
    assert_eq!(algorithms, ["fast", "alphabeta(depth=2)", "walker"]);
    for lane in &lanes {
        assert_eq!((&lane["game"], &lane["outcome"]), (&json!("quoridor"), &json!("solved")));
        assert!(lane["move"].is_string() && lane["score"].is_number(), "{lane}");
    }
    let table = damier_reads(&[&args[..], &limits].concat(), "e2 e8").ends(0).silent().out;
    names(table.lines().next().expect("a head"), &["algorithm", "move", "score", "expanded"]);
    let args = ["race", "quoridor", "-", "--algorithms", "fast,bfs"];
    names(&damier_reads(&args, "start").refuses(), &["'bfs'", "minimax"]);
}

/// Speaks the JSON protocol until so many answers are there, then says the rest: what was said.
fn spoken(game: &str, messages: &[Value], answers: usize, rest: &[Value]) -> Vec<Value> {
    let lines = |messages: &[Value]| {
        messages.iter().flat_map(|message| [message.to_string(), "\n".to_owned()]).collect::<String>()
    };
    let is_answer = |line: &str| !line.contains("\"info\"") && !line.contains("\"hello\"");
    let answers: (usize, &dyn Fn(&str) -> bool) = (answers, &is_answer);
    damier_answers(&["engine", game], &lines(messages), answers, &lines(rest)).ends(0).silent().objects()
}

/// The objects of one kind.
fn of_kind(said: &[Value], kind: &str) -> Vec<Value> {
    said.iter().filter_map(|object| object.get(kind).cloned()).collect()
}

#[test]
fn a_solver_speaks_the_engine_protocol() {
    for (game, text) in &POSITIONS[..3] {
        let position = damier_reads(&["convert", game, "-", "--to", "json"], *text).ends(0).object();
        let said = spoken(
            game,
            &[
                json!({"hello": {}}),
                json!({"go": {}}),
                json!({"position": position}),
                json!({"go": {"nodes": 100_000}}),
                json!({"eval": {"states": [position, text]}}),
                json!({"position": "no position"}),
                json!({"nonsense": 1}),
            ],
            5,
            &[json!({"quit": {}}), json!({"go": {}})],
        );
        assert_eq!(said[0]["hello"]["game"], *game);
        assert_eq!(said[0]["hello"]["roles"], json!(["solver", "heuristic"]));
        let [result] = &of_kind(&said, "result")[..] else { panic!("one result: {said:?}") };
        assert_eq!((&result["outcome"], &result["optimal"]), (&json!("solved"), &json!(true)));
        let solved = damier_reads(&["solve", game, "-", "--json"], *text).ends(0).object();
        assert_eq!((&result["cost"], &result["solution"]), (&solved["cost"], &solved["solution"]));
        let values = &of_kind(&said, "values")[0];
        assert!(values[0].as_u64() > Some(0) && values[0].as_u64() <= solved["cost"].as_u64(), "{values}");
        assert_eq!(values[0], values[1]);
        // No position yet, a bad one, and a message that there is not.
        assert_eq!(of_kind(&said, "error").len(), 3, "{said:?}");
    }
}

#[test]
fn a_solver_is_stopped_and_tells_its_bound() {
    let position: Value = serde_json::from_str(hard()).expect("a board");
    let said = spoken(
        "ricochet",
        &[json!({"position": position}), json!({"go": {"nodes": 2000}}), json!({"go": {"time_ms": 400}})],
        2,
        &[],
    );
    let results = of_kind(&said, "result");
    assert_eq!((results.len(), &results[0]["outcome"]), (2, &json!("limit")), "{said:?}");
    assert!(results.iter().all(|result| result["lower_bound"].as_u64() > Some(0)), "{results:?}");
    assert_eq!(results[0]["id"], position["id"]);
    assert!(of_kind(&said, "info").iter().any(|info| info["nodes"].as_u64() > Some(0)), "{said:?}");
}

/// A batch of best moves dropped the id of a bad line, `check` merged equal ids, and `--threads` was passed over without a word.
#[test]
fn best_moves_are_told_as_solutions_are() {
    let batch = "{\"id\":\"bad\",\"moves\":\"e9\"}\n{\"id\":\"good\",\"moves\":\"e2\"}\n";
    let args = ["solve", "quoridor", "-", "--batch", "--json", "--nodes", "500"];
    let said = damier_reads(&args, batch).ends(30).silent().objects();
    assert_eq!((&said[0]["id"], &said[0]["outcome"]), (&json!("bad"), &json!("error")));
    names(said[0]["error"].as_str().expect("a sentence"), &["line 1", "e9"]);
    assert_eq!((&said[1]["id"], &said[1]["outcome"]), (&json!("good"), &json!("solved")));
    let keys: Vec<_> = said[1].as_object().expect("an object").keys().cloned().collect();
    let expected =
        ["algorithm", "depth", "game", "id", "line", "move", "optimal", "outcome", "score", "stats"];
    assert_eq!(keys, expected);
    let games =
        file("parts-games.jsonl", "{\"id\":\"a\",\"moves\":\"e2\"}\n{\"id\":\"a\",\"moves\":\"e2 e8\"}\n");
    let moves = file("parts-moves.jsonl", "{\"id\":\"a\",\"move\":\"e8\"}\n");
    let check = |games: &str| damier(&["check", "quoridor", games, "--solutions", &moves, "--json"]);
    names(&check(&games).refuses(), &["two", "'a'"]);
    let one = file("parts-game.jsonl", "{\"id\":\"a\",\"moves\":\"e2\"}\n");
    assert_eq!(check(&one).ends(0).object()["valid"], true);
    // A game that is not legal is told, and the others are replayed.
    let illegal = "{\"id\":\"a\",\"moves\":\"e2 e2\"}\ne2 e8 e9\nstart\n";
    let verdicts = damier_reads(&["check", "quoridor", "-", "--json"], illegal).ends(1).objects();
    let valid: Vec<_> = verdicts.iter().map(|verdict| verdict["valid"].clone()).collect();
    assert_eq!(valid, [false, false, true]);
    let args = ["solve", "quoridor", "-", "--nodes", "500", "--threads", "2", "--json"];
    damier_reads(&args, "start").ends(0).silent();
    let args = [&args[..], &["--algorithm", "pvs(depth=2)"]].concat();
    names(&damier_reads(&args, "start").ends(0).err, &["note", "one thread"]);
}

#[test]
fn what_is_over_has_no_best_move() {
    let won = "{\"id\":\"w\",\"size\":3,\"moves\":\"a1 a3 a2 b3 a3\"}";
    let said = damier_reads(&["solve", "quoridor", "-", "--json"], won).ends(30).object();
    assert_eq!(said["outcome"], "error");
    names(said["error"].as_str().expect("a sentence"), &["the game is over", "player 1"]);
}
