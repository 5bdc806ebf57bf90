//! `heuristic`, and `--heuristic FILE` everywhere else: true distances, counterexamples, and scripts.

use std::path::{Path, PathBuf};

use serde_json::Value;

use super::support::*;

/// A small board for each game.
const SMALL: [(&str, &str); 3] = [
    (
        "ricochet",
        r#"{"width":5,"height":5,"walls":[0,0,2,0,0,0,4,0,0,0,0,0,0,0,1,0,0,0,0,0,0,8,0,0,0],"robots":[0,12],"target_robot":0,"target":17}"#,
    ),
    ("sokoban", r#"{"level":"  ####\n###  ####\n#     $ #\n# #  #$ #\n# . .#@ #\n#########"}"#),
    ("taquin", r#"{"width":3,"height":2,"tiles":[2,4,0,5,3,1]}"#),
];

/// A file of its own, gone at the end.
struct File(PathBuf);

impl File {
    fn new(name: &str, text: &str) -> Self {
        let path = std::env::temp_dir().join(format!("damier-{}-{name}", std::process::id()));
        std::fs::write(&path, text).expect("a file");
        File(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("a path")
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

fn looked(game: &str, board: &str, more: &[&str]) -> Value {
    let args = [&["heuristic", game, "-", "--json"], more].concat();
    let said = damier_reads(&args, board).ends(0);
    serde_json::from_str(&said.out).expect("JSON")
}

/// What `solve` says of a position in its code.
fn distance(game: &str, code: &Value) -> Value {
    let said = damier_reads(&["solve", game, "-", "--json"], code.as_str().expect("a code"));
    let solved: Value = serde_json::from_str(&said.out).expect("JSON");
    assert!(solved["optimal"] == true || solved["outcome"] == "unsolvable", "{solved}");
    solved["cost"].clone()
}

#[test]
fn manhattan_is_wrong_in_ricochet_robots_and_a_board_shows_it() {
    let board = include_str!("../../data/ricochet/standard.jsonl").lines().next().expect("a board");
    let found = looked("ricochet", board, &["--heuristic", "manhattan", "--states", "60"]);
    let side = &found["sides"][0];
    assert!(side["above"].as_u64() > Some(30), "{side}");
    let worst = &side["worst"];
    assert!(worst["estimate"].as_u64() > worst["distance"].as_u64(), "{worst}");
    assert_eq!(distance("ricochet", &worst["code"]), worst["distance"]);
    // One slide crosses many cells, so it drops by more than a move costs.
    let drop = &side["drop"];
    assert!(drop["estimate"].as_u64() > drop["then"].as_u64().map(|then| then + 1), "{drop}");
    let said =
        damier_reads(&["heuristic", "ricochet", "-", "--heuristic", "manhattan", "--states", "20"], board);
    let said = said.ends(0);
    assert!(said.out.contains("not admissible: above the true distance in"), "{}", said.out);
    assert!(said.out.contains("here it says") && said.out.contains("┌──"), "{}", said.out);
}

#[test]
fn what_declares_itself_admissible_or_consistent_has_no_counterexample() {
    for (game, board) in SMALL {
        let list = damier(&["list", game, "--json"]).ends(0).out;
        let kinds = list.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
        for info in kinds.filter(|line| line["kind"] == "heuristic") {
            let found = looked(game, board, &["--heuristic", info["name"].as_str().expect("a name")]);
            let side = &found["sides"][0];
            assert!(found["states"].as_u64() > Some(50), "{game} {found}");
            assert_eq!(side["declared"], serde_json::json!([info["admissible"], info["consistent"]]));
            if info["admissible"] == true {
                assert_eq!(
                    (&side["above"], &side["worst"]),
                    (&Value::from(0), &Value::Null),
                    "{game} {side}"
                );
            }
            if info["consistent"] == true {
                assert_eq!((&side["drops"], &side["drop"]), (&Value::from(0), &Value::Null), "{game} {side}");
            }
        }
    }
}

#[test]
fn distances_are_true_and_equal_questions_have_equal_answers() {
    for (game, board) in SMALL {
        // A heuristic that says 0 everywhere and one that says 1 too much at the goal differ everywhere.
        let script = File::new(&format!("far-{game}.rhai"), "1000");
        let args = ["--heuristic", "blind", "--against", script.path(), "--states", "40", "--seed", "5"];
        let found = looked(game, board, &args);
        assert_eq!(found, looked(game, board, &args), "{game}");
        let differ = &found["differ"];
        assert_eq!(differ["estimates"], serde_json::json!([0, 1000]));
        assert_eq!(distance(game, &differ["code"]), differ["distance"], "{game}");
        let worst = &found["sides"][1]["worst"];
        assert_eq!((&worst["distance"], distance(game, &worst["code"])), (&Value::from(0), Value::from(0)));
    }
}

#[test]
fn large_positions_are_sampled() {
    for (game, suite) in [
        ("ricochet", include_str!("../../data/ricochet/standard.jsonl")),
        ("sokoban", include_str!("../../data/sokoban/boxoban-medium.jsonl")),
        ("taquin", include_str!("../../data/taquin/standard.jsonl")),
    ] {
        let board = suite.lines().next().expect("a board");
        let found = looked(game, board, &["--states", "60"]);
        assert_eq!((&found["all"], &found["complete"]), (&Value::from(false), &Value::from(true)), "{game}");
        assert!(found["states"].as_u64() >= Some(20), "{game} {}", found["states"]);
        assert_eq!(found["sides"][0]["above"], 0, "{game}");
        let far = found["sides"][0]["points"].as_array().expect("a list").iter();
        let distances: std::collections::BTreeSet<_> = far.filter_map(|p| p["distance"].as_u64()).collect();
        assert!(distances.len() > 3, "{game} {distances:?}");
    }
}

#[test]
fn a_script_guides_a_search_and_proves_nothing() {
    let script = File::new("guide.rhai", "// The bound of the game\nbounces(s)");
    let board = SMALL[0].1;
    for args in [
        &["--heuristic", script.path()][..],
        &["--heuristic", script.path(), "--algorithm", "ida"],
        &["--heuristic", script.path(), "--algorithm", "wastar(own,weight=1)"],
    ] {
        let said = damier_reads(&[&["solve", "ricochet", "-", "--json"], args].concat(), board).ends(0);
        let solved: Value = serde_json::from_str(&said.out).expect("JSON");
        assert!(solved["algorithm"].as_str().expect("a spec").contains("(own"), "{solved}");
        assert_eq!((&solved["outcome"], &solved["optimal"]), (&Value::from("solved"), &Value::from(false)));
        let expected = distance("ricochet", &Value::from(board));
        assert_eq!(solved["cost"], expected);
    }
    let algorithms = "astar(own),astar(bounces)";
    let args = ["race", "ricochet", "-", "--json", "--heuristic", script.path(), "--algorithms", algorithms];
    let said = damier_reads(&args, board).ends(0);
    let expanded: Vec<Value> = said
        .out
        .lines()
        .map(|line| {
            let lane: Value = serde_json::from_str(line).expect("JSON");
            lane["stats"]["expanded"].clone()
        })
        .collect();
    assert_eq!(expanded[0], expanded[1]);
    let said =
        damier_reads(&["trace", "ricochet", "-", "--heuristic", script.path(), "--nodes", "100000"], board)
            .ends(0);
    assert!(said.out.contains("astar(own)") && said.out.lines().count() > 10, "{}", said.all());
    let said = damier(&["list", "ricochet", "--heuristic", script.path()]).ends(0);
    let row = said.out.lines().find(|line| line.starts_with("own ")).expect("a row");
    assert!(row.contains("The bound of the game"), "{row}");
}

#[test]
fn mistakes_are_told_with_their_place() {
    let board = SMALL[0].1;
    let solve = |name: &str, text: &str| {
        let script = File::new(name, text);
        let said = damier_reads(&["solve", "ricochet", "-", "--heuristic", script.path()], board).ends(30);
        format!("{}{}", said.out, said.err)
    };
    assert!(solve("a.rhai", "1 +\n+").contains("a.rhai, line 2, column "));
    let loop_ = solve("b.rhai", "loop {}");
    assert!(loop_.contains("line 1, column") && loop_.contains("operations for one state"), "{loop_}");
    assert!(solve("c.rhai", "\n bounce(s)").contains("line 2, column 2: there is no function bounce"));
    // A failure in the midst of a search: nothing of it is told as an answer.
    let late = "let far = bounces(s);\nif far == 1 { nobody() } else { 9 }";
    let script = File::new("late.rhai", late);
    let said =
        damier_reads(&["solve", "ricochet", "-", "--json", "--heuristic", script.path()], board).ends(30);
    let record: Value = serde_json::from_str(&said.out).expect("JSON");
    assert_eq!((&record["outcome"], &record["solution"]), (&Value::from("error"), &Value::Null));
    assert!(
        record["error"].as_str().expect("a sentence").starts_with("line 2, column 15: there is no function")
    );
    for (args, what) in [
        (&["--algorithm", "astar(own)"][..], "own is a heuristic that you bring along"),
        (&["--heuristic", script.path(), "--algorithm", "astar(bounces)"], "nobody asks the script"),
        (&["--heuristic", script.path(), "--algorithm", "bfs"], "bfs takes no heuristic"),
        (&["--heuristic", "/nowhere.rhai"], "cannot open /nowhere.rhai"),
    ] {
        let said = damier_reads(&[&["solve", "ricochet", "-"], args].concat(), board).ends(30);
        assert!(said.err.contains(what), "{}", said.err);
    }
    let said = damier_reads(&["heuristic", "ricochet", "-", "--heuristic", "bouncy"], board).ends(30);
    assert!(
        said.err.contains("neither a file nor a heuristic called 'bouncy'; there is bounces"),
        "{}",
        said.err
    );
    let said = damier_reads(&["heuristic", "quoridor", "-", "--heuristic", "-"], "e2").ends(30);
    assert!(!said.err.is_empty());
}

/// The scripts that the page offers to start from: they run, and are what they say.
#[test]
fn examples_are_what_they_say() {
    let wrong = ["crow", "hasty", "walker", "gap"];
    let mut seen = 0;
    for (game, board) in SMALL {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("web/js/games").join(game).join("heuristics");
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("a file").path();
            let name = path.file_stem().expect("a name").to_str().expect("letters").to_owned();
            let found =
                looked(game, board, &["--heuristic", path.to_str().expect("a path"), "--states", "500"]);
            let side = &found["sides"][0];
            // As the crow flies is right where a move is one step.
            let sound = !wrong.contains(&name.as_str()) || name == "crow" && game != "ricochet";
            assert_eq!(side["above"] == 0, sound, "{game} {name}: {}", side["worst"]);
            seen += 1;
        }
    }
    assert_eq!(seen, 15);
}
