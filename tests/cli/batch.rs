//! `solve --batch`: a bad line is answered and the rest go on; the exit code is the worst of the lines.

use super::support::*;

/// Few enough nodes for a limit on a hard board, enough for the small ones.
const NODES: [&str; 2] = ["--nodes", "100"];

fn solve(lines: &[&str]) -> Said {
    let args = ["solve", "ricochet", "-", "--batch", "--json", NODES[0], NODES[1]];
    damier_reads(&args, lines.join("\n") + "\n")
}

#[test]
fn a_bad_line_answers_with_its_number_and_id_and_the_rest_go_on() {
    let said = solve(&[
        EASY,
        "",
        r#"{"id":"odd","width":2,"height":2,"walls":[0,0,0],"robots":[0],"target_robot":0,"target":3}"#,
        "no json at all",
        r#"{"id":17,"width":2}"#,
        r#"{"id":"cut","width":2,"#,
        "[1,2,3]",
        DONE,
    ]);
    let answers = said.objects();
    let ids: Vec<_> = answers.iter().map(|answer| answer["id"].as_str().unwrap_or_default()).collect();
    // What is not JSON has no id to be read; it goes by its line.
    assert_eq!(ids, ["easy", "odd", "4", "17", "6", "7", "done"]);
    for (at, line) in [(1, 3), (2, 4), (3, 5), (4, 6), (5, 7)] {
        assert_eq!(answers[at]["outcome"], "error", "{}", answers[at]);
        let error = answers[at]["error"].as_str().expect("a sentence");
        assert!(error.starts_with(&format!("line {line}, column ")), "{error}");
        assert!(answers[at].get("solution").is_none() && answers[at].get("optimal").is_none());
    }
    assert_eq!((&answers[0]["outcome"], &answers[6]["outcome"]), (&"solved".into(), &"solved".into()));
    said.ends(30).silent();
}

#[test]
fn an_error_names_the_place_in_the_line() {
    let line =
        r#"{"id":"a","width":2,"height":2,"walls":[0,0,0,99],"robots":[0],"target_robot":0,"target":3}"#;
    let column = line.find("99").expect("the fault") + 1;
    let said = solve(&[EASY, line]).ends(30);
    let error = said.objects()[1]["error"].as_str().expect("a sentence").to_owned();
    assert!(error.starts_with(&format!("line 2, column {column}: ")), "{error}");
}

#[test]
fn the_exit_code_is_the_worst_of_the_lines_in_the_order_30_20_10_0() {
    let bad = "bad";
    solve(&[EASY, DONE]).ends(0).silent();
    solve(&[EASY, NEVER, DONE]).ends(10).silent();
    solve(&[NEVER, hard(), EASY]).ends(20).silent();
    solve(&[hard(), NEVER]).ends(20).silent();
    solve(&[bad, hard(), NEVER, EASY]).ends(30).silent();
    solve(&[EASY, NEVER, hard(), bad]).ends(30).silent();
}

#[test]
fn each_line_has_the_whole_limit_for_itself() {
    let said = solve(&[hard(), hard(), EASY]);
    let expanded: Vec<_> = said.objects().iter().map(|a| a["stats"]["expanded"].as_u64()).collect();
    assert_eq!(expanded[..2], [Some(100), Some(100)]);
    assert_eq!(said.objects()[2]["outcome"], "solved");
}

#[test]
fn a_position_without_an_id_goes_by_the_number_of_its_line() {
    let nameless = EASY.replace(r#""id":"easy","#, "");
    let said = solve(&["", &nameless, &nameless]).ends(0);
    let ids: Vec<_> = said.objects().iter().map(|answer| answer["id"].clone()).collect();
    assert_eq!(ids, ["2", "3"]);
}

#[test]
fn the_suites_known_costs_come_out() {
    let suite = include_str!("../../data/ricochet/standard.jsonl");
    let said = damier_reads(&["solve", "ricochet", "-", "--batch", "--json"], suite).ends(0).silent();
    let answers = said.objects();
    assert_eq!(answers.len(), suite.lines().count());
    for (answer, line) in answers.iter().zip(suite.lines()) {
        let known: serde_json::Value = serde_json::from_str(line).expect("a line of the suite");
        assert_eq!((&answer["id"], &answer["cost"]), (&known["id"], &known["optimal"]));
        assert_eq!(answer["optimal"], true);
    }
}

#[test]
fn a_batch_for_people_is_a_line_a_position() {
    let args = ["solve", "ricochet", "-", "--batch"];
    let said = damier_reads(&args, format!("{EASY}\nbad\n{NEVER}\n")).ends(30);
    let lines: Vec<_> = said.out.lines().collect();
    assert_eq!(lines.len(), 3, "{}", said.out);
    names(lines[0], &["easy", "solved in 2 moves"]);
    names(lines[1], &["2", "error", "line 2"]);
    names(lines[2], &["never", "unsolvable"]);
}

#[test]
fn a_wrong_algorithm_is_refused_before_the_first_line_is_answered() {
    let args = ["solve", "ricochet", "-", "--batch", "--json", "--algorithm", "nope"];
    for input in ["bad\n".to_owned(), format!("{EASY}\n"), String::new()] {
        names(&damier_reads(&args, input).refuses(), &["'nope'", "astar"]);
    }
}
