//! Quoridor as scripts, engines and people meet it.

use serde_json::{Value, json};

use super::support::*;

const REFERENCE: &str = include_str!("../../data/quoridor/positions.jsonl");

#[test]
fn moves_answers_as_the_contract_says() {
    for line in REFERENCE.lines().step_by(9) {
        let known: Value = serde_json::from_str(line).expect("a reference position");
        let moves = known["moves"].as_str().expect("moves");
        let said = damier(&["moves", "quoridor", "--moves", moves, "--json"]).ends(0).silent().object();
        let expected = json!({
            "turn": known["turn"], "legal": known["legal"], "distance": known["dist"],
            "walls_left": known["walls_left"],
        });
        assert_eq!(said, expected);
    }
    let four = damier(&["moves", "quoridor", "--players", "4", "--size", "5"]).ends(0).silent();
    names(&four.out, &["player 1 to move", "legal moves"]);
}

#[test]
fn perft_counts() {
    let said = damier(&["perft", "quoridor", "--depth", "2", "--json"]).ends(0).silent();
    assert_eq!(said.out, "{\"depth\":2,\"nodes\":16677}\n");
    let parts = damier(&["perft", "quoridor", "--depth", "2", "--divide", "--json"]).ends(0).objects();
    let sum: u64 = parts[..131].iter().filter_map(|part| part["nodes"].as_u64()).sum();
    assert_eq!((parts.len(), sum, parts[131]["nodes"].as_u64()), (132, 16_677, Some(16_677)));
    damier(&["perft", "quoridor", "--depth", "9", "--nodes", "100"]).ends(20);
}

#[test]
fn the_text_protocol() {
    let script = "newgame\nplay e2\nplay e9\nposition e2 e8\nlegal\ndist\nperft 1\nundo\ngenmove\nplay x\nnonsense\nundo\nundo\n";
    let args = ["engine", "quoridor", "--protocol", "text", "--nodes", "500"];
    let said = damier_answers(&args, script, (13, &|_| true), "quit\nplay e2\n").ends(0).silent();
    let lines: Vec<&str> = said.out.lines().collect();
    assert_eq!(lines.len(), 13, "{}", said.all());
    assert_eq!(lines[0..2], ["ok", "ok"]);
    assert!(
        lines[2].starts_with("error ") && lines[9].starts_with("error ") && lines[10].starts_with("error ")
    );
    assert_eq!((lines[3], lines[5], lines[6], lines[7]), ("ok", "7 7", "132", "ok"));
    assert!(lines[4].starts_with("a1h a1v a2h") && lines[4].split(' ').count() == 132, "{}", lines[4]);
    let words: Vec<&str> = lines[8].split(' ').collect();
    assert_eq!((words[0], words[2], words[4], words.len()), ("bestmove", "ms", "nodes", 6));
    assert!([words[3], words[5]].iter().all(|number| number.parse::<u64>().is_ok()), "{words:?}");
    assert!(words[5].parse::<u64>().is_ok_and(|nodes| nodes <= 500));
    assert_eq!(lines[11], "ok");
    assert!(lines[12].starts_with("error "));
}

#[test]
fn the_json_protocol() {
    let script = concat!(
        "{\"position\":{\"moves\":\"e2 e8\"}}\n{\"go\":{\"nodes\":2000}}\n{\"eval\":{\"states\":[{\"moves\":\"\"}]}}\n",
        "{\"position\":{\"moves\":\"e9\"}}\nnonsense\n"
    );
    let is_answer = |line: &str| !line.contains("\"info\"") && !line.contains("\"hello\"");
    let said = damier_answers(&["engine", "quoridor"], script, (4, &is_answer), "{\"quit\":{}}\n");
    let objects = said.ends(0).silent().objects();
    assert_eq!(objects[0]["hello"]["game"], "quoridor");
    let result = objects.iter().find_map(|object| object.get("result")).expect("a result");
    assert_eq!((&result["outcome"], &result["algorithm"]), (&json!("solved"), &json!("fast")));
    assert!(objects.iter().any(|object| object["info"]["depth"].is_u64()));
    assert_eq!(objects.iter().filter(|object| object.get("values").is_some()).count(), 1);
    assert_eq!(objects.iter().filter(|object| object.get("error").is_some()).count(), 2);
}

#[test]
fn solve_answers_the_best_move_of_each_line() {
    let batch = "{\"id\":\"1\",\"moves\":\"e2 e8 e3h\"}\nnonsense\n{\"id\":3,\"size\":5,\"players\":4,\"moves\":\"\"}\n";
    let said =
        damier_reads(&["solve", "quoridor", "-", "--batch", "--json", "--nodes", "2000"], batch).ends(30);
    let objects = said.objects();
    assert_eq!(objects.len(), 3, "{}", said.all());
    assert_eq!(
        (&objects[0]["game"], &objects[0]["id"], &objects[0]["outcome"]),
        (&json!("quoridor"), &json!("1"), &json!("solved"))
    );
    assert!(
        objects[0]["move"].is_string() && objects[0]["score"].is_number() && objects[0]["depth"].is_u64()
    );
    assert_eq!(objects[1]["outcome"], "error");
    assert_eq!((&objects[2]["id"], &objects[2]["outcome"]), (&json!("3"), &json!("solved")));
    let again = damier_reads(
        &["solve", "quoridor", "-", "--nodes", "2000", "--json", "--algorithm", "mcts(rollouts=50)"],
        "start",
    );
    assert_eq!(again.ends(0).object()["algorithm"], "mcts(rollouts=50)");
    let sentence = damier_reads(&["solve", "quoridor", "-", "--algorithm", "chess"], "start").refuses();
    names(&sentence, &["'chess'", "fast", "alphabeta"]);
}

#[test]
fn check_replays_games() {
    let game = "{\"id\":\"g\",\"size\":3,\"moves\":\"a1 a3 a2 b3 a3\"}\n";
    let said = damier_reads(&["check", "quoridor", "-", "--json"], game).ends(0).object();
    assert_eq!(
        (&said["id"], &said["valid"], &said["why"]),
        (&json!("g"), &json!(true), &json!("5 moves, player 1 has won"))
    );
    let wrong = damier_reads(&["check", "quoridor", "-", "--solution", "e9"], "e2 e8").ends(1);
    names(&wrong.out, &["not valid", "move 3, e9"]);
    damier_reads(&["check", "quoridor", "-"], "e2 what").ends(30);
}

#[test]
fn positions_are_generated_and_converted() {
    let args = ["generate", "quoridor", "--count", "5", "--seed", "9", "--size", "7"];
    let one = damier(&args).ends(0).silent().out;
    assert_eq!(one, damier(&args).ends(0).out);
    let short = damier_reads(&["convert", "quoridor", "-", "--to", "qfen"], one.clone()).ends(0).silent().out;
    assert!(short.lines().count() == 5 && short.lines().all(|line| line.ends_with("/ 7")), "{short}");
    let back = damier_reads(&["convert", "quoridor", "-", "--to", "qfen"], short.clone()).ends(0).out;
    assert_eq!(back, short);
    let drawing = damier_reads(&["convert", "quoridor", "-", "--to", "drawing"], one).ends(0).out;
    names(&drawing, &["+---+", " 7 |", "walls left"]);
    damier_reads(&["convert", "quoridor", "-", "--to", "xsb"], "start").refuses();
}

#[test]
fn the_list_has_its_players() {
    let out = damier(&["list", "quoridor"]).ends(0).silent().out;
    names(&out, &["fast", "minimax", "alphabeta", "pvs", "mcts", "maxn", "paranoid", "beginner", "qfen"]);
    let lines = damier(&["list", "quoridor", "--json"]).ends(0).silent().objects();
    assert!(lines.iter().any(|line| line["kind"] == "algorithm" && line["name"] == "fast"));
    let levels: Vec<&Value> = lines.iter().filter(|line| line["kind"] == "level").collect();
    assert!((6..=8).contains(&levels.len()), "{levels:?}");
    assert_eq!((&levels[0]["name"], &levels[levels.len() - 1]["name"]), (&json!("beginner"), &json!("full")));
    let everything = damier(&["list", "--json"]).ends(0).silent().objects();
    assert!(everything.windows(lines.len()).any(|part| part == lines));
}

#[test]
fn the_benchmark_knows_its_leaves() {
    let rows = damier(&["bench", "quoridor", "--json"]).ends(0).silent().objects();
    assert_eq!((rows.len(), &rows[0]["nodes"]), (4, &json!(2_062_264)));
    assert!(rows[..3].iter().all(|row| row["rate"].as_f64() > Some(1000.0)), "{rows:?}");
    assert_eq!(rows[3]["signature"], rows[2]["nodes"]);
    // Without a game all games are measured; here every search is stopped at once, only this game has no limit.
    let all = damier(&["bench", "--nodes", "1", "--threads", "1", "--json"]).ends(20).silent().objects();
    assert_eq!(all[all.len() - 1], rows[3]);
    assert!(all.iter().any(|row| row["suite"] == "standard"));
}

#[test]
fn wrong_use_is_told() {
    names(&damier(&["moves", "quoridor", "--moves", "e5"]).refuses(), &["move 1", "e5"]);
    names(&damier(&["moves", "quoridor", "--qfen", "x"]).refuses(), &["QFEN"]);
    names(&damier(&["moves", "quoridor", "--size", "2"]).refuses(), &["3 to 11"]);
    names(&damier(&["solve", "chess", "-"]).wrong_use(), &["quoridor"]);
    damier(&["match", "quoridor", "--a", "cmd:", "--b", "fast"]).refuses();
}

/// A game in which the second player walks to and fro: what that lost is told, with why and what was better.
#[test]
fn a_game_is_annotated_with_reasons() {
    let game = r#"{"id":"g","moves":"e2 e8 e3 e9 e4 e8 e5 e9"}"#;
    let args = ["annotate", "quoridor", "-", "--nodes", "3000", "--json"];
    let moves = damier_reads(&args, game).ends(0).silent().objects();
    assert_eq!(moves.len(), 8);
    assert_eq!(moves[0]["why"], json!(["The step leaves player 1 7 steps to go."]));
    assert_eq!(moves[3]["why"], json!(["The step leads player 2 away: 8 steps to go, 7 before."]));
    assert!(moves[3]["lost"].as_f64() > Some(0.5), "{}", moves[3]);
    assert!(moves[3]["best"] != moves[3]["move"] && !moves[3]["best_why"].as_array().unwrap().is_empty());
    let mattered: Vec<_> = moves.iter().filter(|one| one["mattered"] == true).collect();
    assert!(
        (1..=3).contains(&mattered.len()) && mattered.iter().any(|one| one["player"] == 2),
        "{mattered:?}"
    );
    let told = damier_reads(&args[..5], game).ends(0).silent();
    names(&told.out, &["The moves that mattered most", "better was", "leads player 2 away", "the answer is"]);
    names(&damier(&["annotate", "taquin", "-"]).refuses(), &["taquin has no"]);
}

/// Openings are found whatever way a position came about, and in the mirror.
#[test]
fn openings_are_known_from_games_of_the_engine() {
    let ask = |moves: &str| {
        let position = format!("{{\"moves\":\"{moves}\"}}");
        let said = damier_reads(&["openings", "quoridor", "-", "--json"], position).ends(0).silent().object();
        said["openings"].as_array().cloned().unwrap_or_default()
    };
    let first = ask("");
    assert!(first.iter().map(|one| one["games"].as_u64().unwrap_or(0)).sum::<u64>() >= 300, "{first:?}");
    assert!(first.iter().all(|one| one["won"].as_u64() <= one["games"].as_u64()));
    // A move to one side, and the same to the other.
    let mirror = |step: &str| {
        let last = if step.len() > 2 { b'h' } else { b'i' };
        let column = step.bytes().next().map_or(b'a', |column| last - (column - b'a'));
        format!("{}{}", column as char, &step[1..])
    };
    let line = "e2 e8 e3 e7 e4 e6";
    let aside = ask(line).into_iter().filter_map(|one| one["move"].as_str().map(str::to_owned));
    let aside = aside.into_iter().find(|step| mirror(step) != *step).expect("a move to one side");
    let games = |step: &str| -> Vec<(String, Value)> {
        let moves = ask(&format!("{line} {step}"));
        moves
            .iter()
            .map(|one| (one["move"].as_str().unwrap_or_default().to_owned(), one["games"].clone()))
            .collect()
    };
    let (here, mut there) = (games(&aside), games(&mirror(&aside)));
    there.iter_mut().for_each(|(step, _)| *step = mirror(step));
    let sorted = |mut list: Vec<(String, Value)>| {
        list.sort_by(|a, b| a.0.cmp(&b.0));
        list
    };
    assert!(!here.is_empty());
    assert_eq!(sorted(here), sorted(there));
    assert!(ask("a1v a2h a4h a6h").is_empty());
    let told = damier_reads(&["openings", "quoridor", "-"], "start\n").ends(0).silent();
    names(&told.out, &["games", "e2"]);
}
