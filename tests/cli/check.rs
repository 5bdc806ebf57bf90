//! `check`: the independent validator on solutions that somebody gives.

use super::support::*;

fn check(board: &str, solution: &str) -> Said {
    damier_reads(&["check", "ricochet", "-", "--json", "--solution", solution], board)
}

#[test]
fn a_valid_solution_ends_with_0() {
    for solution in ["rS rE", "rE rS", "rS rN rS rE"] {
        let verdict = check(EASY, solution).ends(0).silent().object();
        assert_eq!((&verdict["game"], &verdict["id"]), (&"ricochet".into(), &"easy".into()));
        assert_eq!(verdict["valid"], true, "{solution}");
    }
    assert_eq!(check(DONE, "").ends(0).object()["valid"], true);
    let said = damier_reads(&["check", "ricochet", "-", "--solution", "rS rE"], EASY).ends(0).silent();
    names(&said.out, &["easy", "valid", "2 moves"]);
}

#[test]
fn an_invalid_solution_ends_with_1_and_says_why() {
    for (solution, why) in [("rS", "target"), ("rN", "rN"), ("rS gE", "g"), ("", "target")] {
        let said = check(EASY, solution).ends(1).silent();
        let verdict = said.object();
        assert_eq!(verdict["valid"], false, "{solution}");
        names(verdict["why"].as_str().expect("a reason"), &[why]);
    }
    let said = damier_reads(&["check", "ricochet", "-", "--solution", "rS"], EASY).ends(1);
    names(&said.out, &["not valid"]);
}

#[test]
fn what_cannot_be_read_ends_with_30() {
    for solution in ["zz", "rS,rE", "r", "rS rX", "rS -"] {
        let verdict = check(EASY, solution).ends(30).object();
        assert_eq!(verdict["valid"], false, "{solution}");
    }
    for board in ["", "no board", "{}", "3 4 Q"] {
        check(board, "rS").refuses();
    }
    names(&check(&format!("{EASY}\n{DONE}"), "rS").refuses(), &["2 positions", "--solutions"]);
    names(&damier(&["check", "ricochet", "-"]).wrong_use(), &["--solution"]);
    let both = ["check", "ricochet", "-", "--solution", "rS", "--solutions", "x"];
    names(&damier(&both).wrong_use(), &["--solution"]);
}

/// Solves a file of positions as a batch, and checks what came out against the same file.
fn check_batch(name: &str, positions: &str, change: impl Fn(String) -> String) -> Said {
    let positions = file(&format!("{name}.jsonl"), positions);
    let solved = damier(&["solve", "ricochet", &positions, "--batch", "--json"]).silent();
    let solutions = file(&format!("{name}-solutions.jsonl"), change(solved.out));
    damier(&["check", "ricochet", &positions, "--json", "--solutions", &solutions])
}

#[test]
fn the_output_of_a_batch_is_checked_whole() {
    let positions = boards(20, 1, &["--recipe", "corners", "--diagonals", "3"]);
    let said = check_batch("check-batch", &positions, |solved| solved).ends(0).silent();
    let verdicts = said.objects();
    assert_eq!(verdicts.len(), 20);
    assert!(verdicts.iter().all(|verdict| verdict["valid"] == true), "{}", said.all());
}

#[test]
fn one_wrong_solution_among_many_is_found() {
    let positions = format!("{EASY}\n{DONE}\n{NEVER}\n");
    let spoil = |solved: String| solved.replace("\"solution\":\"\"", "\"solution\":\"rW\"");
    let said = check_batch("check-wrong", &positions, spoil).ends(1);
    let verdicts = said.objects();
    // What was not solved has nothing to be checked.
    assert_eq!(verdicts.len(), 2, "{}", said.all());
    assert_eq!((&verdicts[0]["valid"], &verdicts[1]["valid"]), (&true.into(), &false.into()));
    assert_eq!(verdicts[1]["id"], "done");
}

#[test]
fn an_invalid_solution_is_worse_than_an_unreadable_one() {
    let positions = file("check-worst.jsonl", format!("{EASY}\n{DONE}\n"));
    let invalid = r#"{"id":"easy","solution":"rN"}"#;
    let unreadable = r#"{"id":"done","solution":"?"}"#;
    for lines in [[invalid, unreadable], [unreadable, invalid]] {
        let solutions = file("check-worst-solutions.jsonl", lines.join("\n"));
        let args = ["check", "ricochet", &positions, "--json", "--solutions", &solutions];
        assert_eq!(damier(&args).ends(1).objects().len(), 2);
    }
}

#[test]
fn a_solution_for_no_position_and_a_line_that_is_none_are_told_with_their_line() {
    let positions = file("check-none.jsonl", EASY);
    for (name, lines, words) in [
        ("strange", "{\"id\":\"strange\",\"solution\":\"rN\"}", &["line 1", "'strange'"][..]),
        ("broken", "{\"id\":\"easy\",\"solution\":\"rS rE\"}\nbroken", &["line 2"]),
        ("empty", "", &["no solution"]),
    ] {
        let solutions = file(&format!("check-{name}-solutions.jsonl"), lines);
        let said = damier(&["check", "ricochet", &positions, "--json", "--solutions", &solutions]).ends(30);
        names(&said.err, words);
    }
}

/// A batch names what has no id by its line; `check` counted positions instead.
#[test]
fn positions_without_an_id_are_found_by_the_line_that_the_batch_named() {
    let nameless = EASY.replace(r#""id":"easy","#, "");
    let said = check_batch("check-nameless", &format!("\n{nameless}\n\n{nameless}\n"), |solved| solved);
    let said = said.ends(0);
    assert_eq!(said.objects().len(), 2);
}

#[test]
fn the_validator_does_not_take_the_solvers_word_for_it() {
    // Green would have to stop red; without it the slide goes on.
    let board = r#"{"id":"a","width":4,"height":2,"walls":[0,0,0,0,0,0,0,0],"robots":[0,7],"target_robot":0,"target":2}"#;
    assert_eq!(check(board, "rE").ends(1).object()["valid"], false);
    assert_eq!(check(board, "gN rE").ends(0).object()["valid"], true);
}

/// The printed option: straight to the target is no solution, on the command line or in the file.
#[test]
fn a_robot_that_must_ricochet_has_to_turn() {
    let board = |more: &str| {
        format!(
            r#"{{"width":4,"height":4,"walls":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],"robots":[0],"target_robot":0,"target":3{more}}}"#
        )
    };
    let (plain, turning) = (board(""), board(r#","ricochet":true"#));
    assert_eq!(check(&plain, "rE").ends(0).object()["valid"], true);
    let verdict = check(&turning, "rE").ends(1).object();
    names(verdict["why"].as_str().expect("a reason"), &["red", "turn"]);
    assert_eq!(check(&turning, "rE rS rN").ends(0).object()["valid"], true);
    for algorithm in ["fast", "bfs", "astar", "ida", "bidirectional"] {
        let args = ["solve", "ricochet", "-", "--json", "--algorithm", algorithm];
        let answer = damier_reads(&args, turning.clone()).ends(0).object();
        assert_eq!((cost(&answer), &answer["optimal"]), (Some(3), &true.into()), "{algorithm}");
    }
    let varied = ["solve", "ricochet", "-", "--json", "--variant", "ricochet"];
    assert_eq!(cost(&damier_reads(&varied, plain.clone()).ends(0).object()), Some(3));
    let all = damier_reads(&["solve", "ricochet", "-", "--json", "--all"], turning.clone()).ends(0).object();
    assert_eq!(all["count"].as_u64(), Some(3), "{all}");
    damier_reads(&["solve", "ricochet", "-", "--variant", "ricochet(p=1)"], plain).ends(30);
    // Made by wish, and read again with the rule.
    let args =
        ["generate", "ricochet", "--variant", "ricochet", "--length", "3..4", "--seed", "5", "--count", "3"];
    let made = damier(&args).ends(0).out;
    assert_eq!(made.matches(r#""ricochet":true"#).count(), 3, "{made}");
    for answer in damier_reads(&["solve", "ricochet", "-", "--batch", "--json"], made).ends(0).objects() {
        assert!(matches!(cost(&answer), Some(3 | 4)), "{answer}");
    }
}
