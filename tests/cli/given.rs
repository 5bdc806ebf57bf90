//! What is given is what is answered: no other position, no other algorithm, no other name.

use std::process::Stdio;

use serde_json::{Value, json};

use super::support::*;

/// A small position of every game, in JSON.
const POSITIONS: [(&str, &str); 4] = [
    ("ricochet", EASY),
    ("sokoban", "{\"id\":\"s\",\"level\":\"#####\\n#@$.#\\n#####\"}"),
    ("taquin", r#"{"id":"t","width":2,"height":2,"tiles":[1,2,0,3]}"#),
    ("quoridor", r#"{"id":"q","moves":"e2 e8"}"#),
];

/// `{}` and a board of another game were solved as the start of a game.
#[test]
fn what_a_position_needs_is_asked_for_by_name() {
    for (game, own) in POSITIONS {
        damier_reads(&["solve", game, "-", "--json", "--nodes", "500"], own).ends(0).silent();
        for (other, position) in
            POSITIONS.into_iter().filter(|(other, _)| *other != game).chain([("none", "{}")])
        {
            let sentence = damier_reads(&["solve", game, "-"], position).refuses();
            assert!(sentence.contains('`'), "{game} given {other}: {sentence}");
            let answer = damier_reads(&["solve", game, "-", "--batch", "--json"], position).ends(30).object();
            assert_eq!(answer["outcome"], "error", "{game} given {other}");
        }
        for key in serde_json::from_str::<Value>(own).expect("JSON").as_object().expect("an object").keys() {
            let mut without: Value = serde_json::from_str(own).expect("JSON");
            without.as_object_mut().expect("an object").remove(key);
            let said = damier_reads(&["solve", game, "-", "--json", "--nodes", "500"], without.to_string());
            if key == "id" {
                said.ends(0);
            } else {
                names(&said.refuses(), &[&format!("`{key}`")]);
            }
        }
        // A list of the values is no object.
        let values: Value = serde_json::from_str::<Value>(own)
            .expect("JSON")
            .as_object()
            .expect("an object")
            .values()
            .cloned()
            .collect();
        damier_reads(&["solve", game, "-", "--format", "json"], values.to_string()).refuses();
    }
    names(&damier_reads(&["solve", "quoridor", "-"], r#"{"move":"e2 e8"}"#).refuses(), &["`moves`"]);
    damier_reads(&["check", "quoridor", "-"], r#"{"move":"e2 e8"}"#).ends(30);
}

#[test]
fn a_key_that_looks_misspelt_is_noted_and_others_are_welcome() {
    let with = |own: &str, key: &str| own.replacen('{', &format!("{{\"{key}\":3,"), 1);
    for (game, own) in POSITIONS {
        let known = match game {
            "ricochet" => ("diagonal", "diagonals"),
            "sokoban" => ("autor", "author"),
            "quoridor" => ("walls_eech", "walls_each"),
            _ => continue,
        };
        let args = ["solve", game, "-", "--json", "--nodes", "500"];
        let said = damier_reads(&args, with(own, known.0)).ends(0);
        names(&said.err, &["note: ", known.0, known.1]);
        let batch =
            damier_reads(&[&args[..], &["--batch"]].concat(), format!("\n{}", with(own, known.0))).ends(0);
        names(&batch.err, &["note: line 2: ", known.0, known.1]);
        for key in ["optimal", "source", "cat", "rating"] {
            damier_reads(&args, with(own, key)).ends(0).silent();
        }
    }
}

/// With four players `pvs(depth=200)` was `paranoid(depth=3)`, without a word.
#[test]
fn an_algorithm_for_two_is_refused_with_four() {
    let four = r#"{"id":"f","size":5,"players":4,"moves":""}"#;
    for algorithm in ["pvs(depth=200)", "minimax", "alphabeta(depth=2)"] {
        let name = algorithm.split('(').next().unwrap_or_default();
        let args = ["solve", "quoridor", "-", "--json", "--nodes", "500", "--algorithm", algorithm];
        let answer = damier_reads(&args, four).ends(30).object();
        assert_eq!((&answer["outcome"], &answer["id"]), (&json!("error"), &json!("f")));
        names(answer["error"].as_str().unwrap_or_default(), &[name, "two players", "paranoid"]);
        let args =
            ["match", "quoridor", "--a", "walker", "--b", algorithm, "--players", "4", "--nodes", "50"];
        names(&damier(&args).refuses(), &[name, "two players"]);
        let args = ["engine", "quoridor", "--protocol", "text", "--nodes", "50", "--algorithm", algorithm];
        let said = damier_answers(&args, "newgame 5 4\ngenmove\n", (2, &|_| true), "quit\n").ends(0);
        assert!(
            said.out.lines().nth(1).is_some_and(|line| line.starts_with("error ") && line.contains("two")),
            "{}",
            said.all()
        );
    }
    for algorithm in ["fast", "paranoid(depth=2)", "maxn(depth=2)", "mcts(rollouts=50)"] {
        let args = ["solve", "quoridor", "-", "--json", "--nodes", "500", "--algorithm", algorithm];
        assert_eq!(damier_reads(&args, four).ends(0).silent().object()["algorithm"], algorithm);
    }
}

/// Answers to titled levels were called by their line, and `check` asked for the title.
#[test]
fn ids_are_the_same_in_every_verb() {
    let level = "#####\n#@$.#\n#####\n";
    let titled = file("given-titled.xsb", format!("{level}Title: One\n\n{level}Title: Two\n\n{level}\n"));
    let objects = damier(&["convert", "sokoban", &titled, "--to", "json"]).ends(0).out;
    let converted = file("given-titled.jsonl", &objects);
    let answers = damier(&["solve", "sokoban", &converted, "--batch", "--json"]).ends(0).silent();
    let ids: Vec<Value> = answers.objects().iter().map(|answer| answer["id"].clone()).collect();
    assert_eq!(ids, ["One", "Two", "11"]);
    let solutions = file("given-answers.jsonl", &answers.out);
    for positions in [&converted, &titled] {
        let said = damier(&["check", "sokoban", positions, "--solutions", &solutions, "--json"]).ends(0);
        assert!(said.objects().iter().all(|verdict| verdict["valid"] == true), "{}", said.all());
    }
    let whole = damier(&["solve", "sokoban", &titled, "--json"]).ends(0).objects();
    assert_eq!(whole.iter().map(|answer| answer["id"].clone()).collect::<Vec<_>>(), ids);
    // What is known by its line keeps that name in another one.
    let late = damier_reads(&["convert", "sokoban", "-", "--to", "json"], format!("\n\n{level}")).ends(0);
    assert_eq!(late.object()["id"], "3");
    // A bad line is called the same.
    let bad = "{\"title\":\"Odd\",\"level\":\"####\"}";
    assert_eq!(
        damier_reads(&["solve", "sokoban", "-", "--batch", "--json"], bad).ends(30).object()["id"],
        "Odd"
    );
}

#[test]
fn two_objects_on_a_line_keep_their_ids() {
    for (game, own) in POSITIONS {
        let mut second: Value = serde_json::from_str(own).expect("JSON");
        second["id"] = json!(2);
        let line = format!("{own} {second}\n");
        let args = ["solve", game, "-", "--json", "--nodes", "500"];
        let first = serde_json::from_str::<Value>(own).expect("JSON")["id"].clone();
        for batch in [&[][..], &["--batch"]] {
            let said = damier_reads(&[&args[..], batch].concat(), line.clone()).ends(0);
            let ids: Vec<Value> = said.objects().iter().map(|answer| answer["id"].clone()).collect();
            assert_eq!(ids, [first.clone(), json!("2")], "{game} {batch:?}");
        }
        let odd = own.replacen("\"id\":", "\"id\":[1],\"was\":", 1);
        names(&damier_reads(&["solve", game, "-"], odd).refuses(), &["id"]);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupt_before_the_first_line_is_a_cancellation() {
    let mut running = start(&["solve", "ricochet", "-", "--batch", "--json"], Stdio::piped());
    assert!(running.listens());
    let input = running.child.stdin.take();
    running.interrupt();
    running.finish().ends(40).silent();
    drop(input);
}

#[test]
fn a_player_without_memory_says_so() {
    for memory in ["1", "10"] {
        let args = ["solve", "quoridor", "-", "--json", "--memory", memory];
        let answer = damier_reads(&args, "start").ends(20).silent().object();
        assert_eq!((&answer["outcome"], answer.get("move")), (&json!("limit"), None));
        let said = damier_reads(&["solve", "quoridor", "-", "--memory", memory], "start").ends(20);
        names(&said.out, &["the memory limit was reached, and nothing was found"]);
    }
}

/// What follows a code in its line was read to the end of the file, and told over several lines.
#[test]
fn an_error_in_a_code_is_one_line() {
    let level = "#####\n#@$.#\n#####\n";
    let code = damier_reads(&["convert", "sokoban", "-", "--to", "compact"], level).ends(0).out;
    let code = code.trim();
    let wrong = format!("{code}\n{code}~slid\n{code}\n");
    names(&damier_reads(&["solve", "sokoban", "-"], wrong).refuses(), &["line 2", "'slid'"]);
    let right = format!("{code}~sliding(p=0.5)\n{code}\n");
    let answers = damier_reads(&["solve", "sokoban", "-", "--json"], right).ends(0).objects();
    assert_eq!((&answers[0]["algorithm"], &answers[1]["algorithm"]), (&json!("policy"), &json!("fast")));
    let args = ["check", "ricochet", "-", "--solution", "rS"];
    damier_reads(&args, "{\"id\":\"a\\nb\",\n\"walls\":\n1}").refuses();
}
