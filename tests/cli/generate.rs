//! `generate`: repeatable from its seed, by each recipe, and clear about what cannot be.

use super::support::*;

const RECIPES: [&str; 3] = ["quadrants", "corners", "free"];

fn generate(options: &[&str]) -> Said {
    let mut args = vec!["generate", "ricochet", "--seed", "7"];
    args.extend(options);
    damier(&args)
}

#[test]
fn the_same_seed_gives_the_same_and_another_another() {
    for recipe in RECIPES {
        let options = ["--recipe", recipe, "--diagonals", "3", "--bonus", "2"];
        let first = boards(1, 7, &options);
        assert_eq!(first, boards(1, 7, &options), "{recipe}");
        let body = |board: &str| board.split_once("\"width\"").expect("a board").1.to_owned();
        assert_ne!(body(&first), body(&boards(1, 8, &options)), "{recipe}");
    }
}

#[test]
fn each_of_many_has_a_seed_of_its_own() {
    for recipe in RECIPES {
        let many = boards(3, 7, &["--recipe", recipe]);
        let lines: Vec<_> = many.lines().collect();
        assert_eq!(lines.len(), 3);
        assert_eq!(lines[2], boards(1, 9, &["--recipe", recipe]).trim_end(), "{recipe}");
        assert!(lines[2].starts_with("{\"id\":\"9\","), "{}", lines[2]);
    }
}

#[test]
fn a_seed_that_nobody_gave_is_told_and_makes_the_same_again() {
    let said = damier(&["generate", "ricochet"]).ends(0);
    let seed = said.err.split("--seed ").nth(1).and_then(|rest| rest.split(' ').next()).expect("a seed");
    assert_eq!(said.err.lines().count(), 1, "{}", said.err);
    assert_eq!(damier(&["generate", "ricochet", "--seed", seed]).ends(0).silent().out, said.out);
}

#[test]
fn every_recipe_and_format_is_what_the_other_verbs_read() {
    for recipe in RECIPES {
        for format in ["json", "lines", "drawing", "codes", "compact"] {
            let board = generate(&["--recipe", recipe, "--to", format]).ends(0).silent().out;
            let said = damier_reads(&["convert", "ricochet", "-", "--to", "json"], board).ends(0).silent();
            let board = said.object();
            assert_eq!((&board["width"], &board["height"]), (&16.into(), &16.into()));
            assert_eq!(board["robots"].as_array().map(Vec::len), Some(4));
        }
    }
}

#[test]
fn options_do_what_they_say() {
    let board = |options: &[&str]| generate(options).ends(0).silent().object();
    let free =
        board(&["--recipe", "free", "--width", "5", "--height", "9", "--robots", "8", "--target", "white"]);
    assert_eq!((&free["width"], &free["height"]), (&5.into(), &9.into()));
    assert_eq!(free["robots"].as_array().map(Vec::len), Some(8));
    assert_eq!(free["target_robot"], 7);
    assert_eq!(board(&["--target", "any"])["target_robot"], serde_json::Value::Null);
    assert_eq!(board(&["--target", "blue"])["target_robot"], 2);
    let walls = |density: &str| {
        let board = board(&["--recipe", "free", "--density", density]);
        let bits = |cell: &serde_json::Value| cell.as_u64().unwrap_or_default().count_ones();
        board["walls"].as_array().expect("walls").iter().map(bits).sum::<u32>()
    };
    // The border may be marked or not; between 16×16 cells there are 480 sides, each with two marks.
    assert_eq!(walls("1") - walls("0"), 960);
    let faces = board(&["--quadrants", "1A,2B,3A,4B"]);
    assert_eq!(faces["walls"], board(&["--quadrants", "1A,2B,3A,4B", "--robots", "2"])["walls"]);
}

#[test]
fn a_wrong_option_says_what_is_possible() {
    let wrong = |options: &[&str]| generate(options).wrong_use();
    names(&wrong(&["--recipe", "nope"]), &["quadrants", "corners", "free"]);
    names(&wrong(&["--robots", "9"]), &["from 1 to 8"]);
    names(&wrong(&["--robots", "0"]), &["from 1 to 8"]);
    names(&wrong(&["--recipe", "free", "--width", "33"]), &["from 2 to 32"]);
    names(&wrong(&["--recipe", "free", "--density", "2"]), &["from 0 to 1"]);
    names(&wrong(&["--recipe", "free", "--density", "NaN"]), &["from 0 to 1"]);
    names(&wrong(&["--target", "pink"]), &["red", "silver", "any"]);
    names(&wrong(&["--to", "nope"]), &["json", "lines", "drawing", "codes", "compact"]);
    names(&wrong(&["--quadrants", "1A,1B,2A,3A"]), &["1A", "4A", "different"]);
    names(&wrong(&["--count=-1"]), &["--count"]);
    names(&wrong(&["--nope", "1"]), &["--nope"]);
}

/// An unknown game was told without the known ones.
#[test]
fn an_unknown_game_is_told_with_the_known_ones() {
    names(&damier(&["generate", "chess"]).wrong_use(), &["'chess'", "ricochet"]);
    names(&damier(&["generate"]).wrong_use(), &["ricochet"]);
}

#[test]
fn an_impossible_wish_is_a_sentence() {
    let wish = |options: &[&str]| generate(options).refuses();
    let tiny = ["--recipe", "free", "--width", "2", "--height", "2"];
    names(&wish(&[&tiny[..], &["--robots", "8"]].concat()), &["no room", "fewer robots"]);
    names(&wish(&[&tiny[..], &["--robots", "1", "--closed", "4"]].concat()), &["no room"]);
    names(&wish(&[&tiny[..], &["--robots", "1", "--diagonals", "5"]].concat()), &["no room for 5 diagonals"]);
    names(&wish(&["--target", "silver"]), &["no silver one"]);
    names(&wish(&["--robots", "5", "--target", "silver"]), &["no target", "choose another"]);
    names(&wish(&["--recipe", "free", "--width", "8", "--to", "codes"]), &["16×16"]);
}

#[test]
fn a_board_is_as_wished() {
    let wishes = ["--length", "6..7", "--moving", "2..3", "--unique", "--helpers", "--count", "2"];
    let made = generate(&wishes).ends(0).out;
    assert_eq!(made, generate(&wishes).ends(0).out, "the same again");
    assert_eq!(made.lines().count(), 2);
    for board in made.lines() {
        let solve = |more: &[&str]| damier_reads(&[&["solve", "ricochet", "-"], more].concat(), board);
        let all: serde_json::Value =
            serde_json::from_str(&solve(&["--all", "--json"]).ends(0).out).expect("JSON");
        assert!((6..=7).contains(&all["cost"].as_u64().unwrap()), "{all}");
        assert_eq!(all["count"], 1);
        let solution = all["solution"].as_str().unwrap();
        let movers: std::collections::BTreeSet<_> = solution.split(' ').map(|step| &step[..1]).collect();
        assert!((2..=3).contains(&movers.len()), "{solution}");
        solve(&["--algorithm", "bfs(robots=main)"]).ends(20);
        // The board's name is the seed that makes it without any wish.
        let id = all["id"].as_str().unwrap();
        assert_eq!(damier(&["generate", "ricochet", "--seed", id]).ends(0).out.trim_end(), board);
    }
}

#[test]
fn a_wish_that_nobody_fulfils_ends_in_time() {
    let said = generate(&["--length", "90..99", "--time", "300ms"]).ends(20);
    assert!(said.out.is_empty() && said.err.contains("--time"), "{}", said.err);
    for wrong in ["9..7", "x", "..", "-1..3"] {
        generate(&["--length", wrong]).ends(30);
    }
}
