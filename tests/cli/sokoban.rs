//! Sokoban on the command line: what the contract says of it, and files as they are found.

use super::support::*;
use serde_json::{Value, json};

/// The fewest pushes are 6, the fewest moves 14; the way with the fewest pushes walks more.
const LEVEL: &str = "#######\n#.  @ #\n# $$  #\n#  . ##\n#######\n";
/// A box in a corner.
const DEAD: &str = "#####\n#$ .#\n#@  #\n#####\n";

fn solve(level: &str, more: &[&str]) -> Value {
    let args = [&["solve", "sokoban", "-", "--json"], more].concat();
    damier_reads(&args, level).ends(0).object()
}

#[test]
fn a_solved_line_has_metric_pushes_and_moves() {
    let pushes = solve(LEVEL, &[]);
    let moves = solve(LEVEL, &["--metric", "moves"]);
    for answer in [&pushes, &moves] {
        assert_eq!(answer["game"], "sokoban");
        assert_eq!(answer["algorithm"].as_str().expect("an algorithm").split('(').next(), Some("fast"));
        assert_eq!((answer["outcome"].as_str(), answer["optimal"].as_bool()), (Some("solved"), Some(true)));
        let solution = answer["solution"].as_str().expect("a solution");
        assert_eq!(answer["moves"], solution.len());
        assert_eq!(answer["pushes"], solution.chars().filter(char::is_ascii_uppercase).count());
        assert_eq!(answer["lower_bound"], answer["cost"]);
        damier_reads(&["check", "sokoban", "-", "--solution", solution], LEVEL).ends(0);
    }
    assert_eq!((&pushes["metric"], &pushes["cost"]), (&json!("pushes"), &pushes["pushes"]));
    assert_eq!((&moves["metric"], &moves["cost"]), (&json!("moves"), &moves["moves"]));
    assert!(moves["moves"].as_u64() <= pushes["moves"].as_u64());
    assert!(pushes["pushes"].as_u64() <= moves["pushes"].as_u64());
}

#[test]
fn progress_tells_the_best_and_the_proven_bound_and_the_answer_is_the_same() {
    let cases = [("quick(prove=yes)", "pushes"), ("quick", "pushes"), ("fast", "pushes"), ("fast", "moves")];
    for (algorithm, metric) in cases {
        let args = [
            "solve",
            "sokoban",
            "-",
            "--json",
            "--threads",
            "1",
            "--algorithm",
            algorithm,
            "--metric",
            metric,
        ];
        let plain = damier_reads(&args, LEVEL).ends(0).silent();
        let aloud = damier_reads(&[&args[..], &["--progress"]].concat(), LEVEL).ends(0);
        let [mut before, mut after] = [plain.object(), aloud.object()];
        // The last line is what the answer says.
        let last = aloud.err.lines().last().unwrap_or_default();
        let end = format!(" nodes: {metric} {}, at least {}", after["cost"], after["lower_bound"]);
        assert!(last.starts_with("damier: 1: ") && last.ends_with(&end), "{algorithm}: {last}");
        assert_eq!(after["optimal"], true, "{algorithm}");
        for answer in [&mut before, &mut after] {
            answer["stats"] = Value::Null;
        }
        assert_eq!(before, after, "{algorithm}");
    }
}

#[test]
fn every_algorithm_that_is_optimal_agrees_in_both_views() {
    for metric in ["pushes", "moves"] {
        let best = solve(LEVEL, &["--metric", metric])["cost"].clone();
        for algorithm in ["bfs", "ids", "ucs", "astar(matching)", "astar(nearest)", "ida", "bidirectional"] {
            let answer = solve(LEVEL, &["--metric", metric, "--algorithm", algorithm]);
            assert_eq!(answer["cost"], best, "{algorithm} {metric}");
        }
        for algorithm in ["greedy", "wastar", "beam", "astar(player-box)"] {
            let answer = solve(LEVEL, &["--metric", metric, "--algorithm", algorithm]);
            assert!(answer["cost"].as_u64() >= best.as_u64(), "{algorithm} {metric}");
        }
    }
}

#[test]
fn a_dead_level_is_proven_unsolvable() {
    for algorithm in ["fast", "bfs", "astar", "ida", "bidirectional"] {
        let args = ["solve", "sokoban", "-", "--json", "--algorithm", algorithm];
        let answer = damier_reads(&args, DEAD).ends(10).object();
        assert_eq!(answer["outcome"], "unsolvable", "{algorithm}");
    }
}

#[test]
fn one_level_of_a_file_is_picked_and_a_missing_one_is_said() {
    let file = file("two.xsb", format!("; first\n\n{LEVEL}\n; second\n\n{DEAD}"));
    let one = damier(&["solve", "sokoban", &file, "--level", "1", "--json"]).ends(0).object();
    assert_eq!(one["outcome"], "solved");
    damier(&["solve", "sokoban", &file, "--level", "2", "--json"]).ends(10);
    damier(&["solve", "sokoban", &file, "--json"]).ends(10);
    let none = damier(&["rate", "sokoban", &file, "--level", "3"]).ends(30);
    assert!(none.err.contains("has no level 3; it has 2"), "{}", none.all());
}

#[test]
fn a_batch_answers_a_bad_line_with_an_error() {
    let line = |id: &str, level: &str| json!({"id": id, "level": level}).to_string();
    let batch = [line("a", LEVEL), line("b", "####\n#$.#\n####"), "{".to_owned(), line("d", DEAD)].join("\n");
    let said = damier_reads(&["solve", "sokoban", "-", "--batch", "--json"], batch).ends(30);
    let outcomes: Vec<_> = said.objects().iter().map(|answer| answer["outcome"].clone()).collect();
    assert_eq!(outcomes, ["solved", "error", "error", "unsolvable"], "{}", said.all());
}

#[test]
fn a_wrong_solution_is_refused_with_the_step() {
    let said = damier_reads(&["check", "sokoban", "-", "--solution", "lllll"], LEVEL).ends(1);
    assert!(said.all().contains("step"), "{}", said.all());
    damier_reads(&["check", "sokoban", "-", "--solution", "xyz"], LEVEL).ends(30);
}

#[test]
fn an_old_file_in_latin_1_is_read() {
    let mut bytes = b"Title: Entr\xe9e\nAuthor: Andr\xe9\n\n".to_vec();
    bytes.extend(LEVEL.as_bytes());
    let path = std::env::temp_dir().join(format!("damier-latin-{}.sok", std::process::id()));
    std::fs::write(&path, bytes).expect("a file");
    let said = damier(&["convert", "sokoban", path.to_str().expect("a name"), "--to", "xsb"]).ends(0);
    assert!(said.out.contains("Entrée") && said.out.contains("#.  @ #"), "{}", said.all());
    std::fs::remove_file(path).expect("it is gone");
}

#[test]
fn every_format_is_read_back() {
    let texts = ["json", "xsb", "rle", "compact"].map(|format| {
        let said = damier_reads(&["convert", "sokoban", "-", "--to", format], LEVEL).ends(0);
        damier_reads(&["convert", "sokoban", "-", "--to", "rle"], said.out).ends(0).out
    });
    assert!(texts.iter().all(|text| *text == texts[0]), "{texts:?}");
    damier_reads(&["convert", "sokoban", "-", "--to", "pddl"], LEVEL).ends(0);
}

#[test]
fn bad_levels_are_refused_with_their_place_and_a_remedy() {
    for (level, words) in [
        ("####\n#  #\n####\n#$.#\n####", "player"),
        ("#####\n#@$.\n#####", "border"),
        ("#####\n#@@$.#\n#####", "player"),
        ("", "empty"),
    ] {
        let said = damier_reads(&["solve", "sokoban", "-"], level).ends(30);
        assert!(said.err.contains(words), "{level}: {}", said.all());
        assert!(said.err.lines().count() == 1, "{}", said.all());
    }
}

#[test]
fn sliding_boxes_have_a_proven_chance_and_a_policy() {
    // One push too far and the box is in the corner: a slide loses.
    let level = "######\n#@$. #\n######";
    let args = ["solve", "sokoban", "-", "--json", "--variant", "sliding(p=0.1)"];
    let answer = damier_reads(&args, level).ends(0).object();
    let near = |key: &str, value: f64| (answer[key].as_f64().expect("a number") - value).abs() < 1e-9;
    assert!(near("chance", 0.9) && near("upper", 0.9), "{answer}");
    assert_eq!((&answer["proven"], &answer["move"]), (&json!(true), &json!("R")));
    assert!(answer["policy"].as_u64() >= Some(1));
    let certain = damier_reads(&["solve", "sokoban", "-", "--json", "--variant", "sliding(p=0)"], LEVEL);
    assert_eq!(certain.ends(0).object()["chance"], 1.0);
    for bad in ["sliding(p=2)", "melting", "sliding(way=up)"] {
        damier_reads(&["solve", "sokoban", "-", "--variant", bad], level).ends(30);
    }
}

#[test]
fn generated_levels_are_the_same_again_and_solvable() {
    let args = ["generate", "sokoban", "--count", "3", "--seed", "5", "--difficulty", "easy", "--boxes", "2"];
    let (first, again) = (damier(&args).ends(0).out, damier(&args).ends(0).out);
    assert_eq!(first, again);
    let said = damier_reads(&["solve", "sokoban", "-", "--batch", "--json"], first).ends(0);
    assert_eq!(said.objects().len(), 3);
    let said = damier(&["generate", "sokoban", "--boxes", "10", "--width", "6", "--height", "6"]).ends(30);
    assert!(said.err.contains("does not fit"), "{}", said.all());
}

#[test]
fn a_limit_leaves_a_proven_bound() {
    let hard = include_str!("../../data/sokoban/microban.jsonl").lines().nth(143).expect("level 144");
    let args = ["solve", "sokoban", "-", "--json", "--nodes", "300", "--threads", "1"];
    let answer = damier_reads(&args, hard).ends(20).object();
    assert_eq!(answer["outcome"], "limit");
    assert!(answer["lower_bound"].as_u64() > Some(0), "{answer}");
    assert!(answer["stats"]["expanded"].as_u64() <= Some(300), "{answer}");
}
