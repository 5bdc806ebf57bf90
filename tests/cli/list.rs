//! `list`: what there is and what it declares.

use serde_json::Value;

use super::support::*;

fn entries() -> Vec<Value> {
    damier(&["list", "ricochet", "--json"]).ends(0).silent().objects()
}

fn named(kind: &str, name: &str) -> Value {
    let found = entries().into_iter().find(|entry| entry["kind"] == kind && entry["name"] == name);
    found.unwrap_or_else(|| panic!("no {kind} {name}"))
}

#[test]
fn people_get_tables_of_games_algorithms_heuristics_and_formats() {
    let said = damier(&["list"]).ends(0).silent();
    names(&said.out, &ALGORITHMS);
    names(&said.out, &["ricochet", "bounces", "manhattan", "drawing", "compact", "admissible", "optimal"]);
    let one = damier(&["list", "ricochet"]).ends(0).out;
    assert!(said.out.starts_with(&one) && said.out.contains("sokoban") && said.out.contains("quoridor"));
}

#[test]
fn every_line_is_an_object_of_a_known_kind() {
    for entry in entries() {
        let keys: &[&str] = match entry["kind"].as_str() {
            Some("game") => &["default_algorithm", "generate", "options"],
            Some("algorithm") => &["optimal", "complete", "memory", "options", "game"],
            Some("heuristic") => &["admissible", "consistent", "game"],
            Some("format") => &["reads", "writes", "game"],
            other => panic!("the kind {other:?}"),
        };
        for key in keys.iter().chain(&["name", "summary"]) {
            assert!(entry.get(key).is_some(), "{key} is missing in {entry}");
        }
    }
    let names: Vec<_> = entries().into_iter().filter(|entry| entry["kind"] == "algorithm").collect();
    assert!(names.iter().map(|entry| entry["name"].as_str().unwrap_or_default()).eq(ALGORITHMS));
}

#[test]
fn guarantees_are_told_with_their_conditions() {
    let manhattan = named("heuristic", "manhattan");
    assert_eq!((&manhattan["admissible"], &manhattan["consistent"]), (&false.into(), &false.into()));
    assert_eq!(named("heuristic", "bounces")["admissible"], true);
    let astar = named("algorithm", "astar");
    assert_eq!((&astar["optimal"], &astar["complete"]), (&true.into(), &true.into()));
    names(astar["optimal_if"].as_str().expect("a condition"), &["admissible"]);
    assert_eq!(named("algorithm", "ucs")["optimal_if"], Value::Null);
    assert_eq!(named("algorithm", "greedy")["optimal"], false);
    assert_eq!(named("algorithm", "beam")["complete"], false);
}

#[test]
fn the_default_algorithm_is_the_one_that_solve_takes() {
    let default = named("game", "ricochet")["default_algorithm"].clone();
    assert_eq!(damier_reads(&["solve", "ricochet", "-", "--json"], EASY).object()["algorithm"], default);
}

#[test]
fn an_unknown_game_is_told_with_the_known_ones() {
    names(&damier(&["list", "chess"]).wrong_use(), &["'chess'", "ricochet"]);
}
