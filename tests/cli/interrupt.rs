//! Ctrl-C: what was found so far is told, with outcome `cancelled` and exit code 40.

use std::process::Stdio;
use std::time::{Duration, Instant};

use super::support::*;

/// Well above what an answer takes (a few milliseconds), for a machine that is busy with other tests.
const SOON: Duration = Duration::from_secs(1);

/// Starts, waits until a search is under way, presses Ctrl-C, and asks for an answer soon.
fn interrupted(args: &[&str]) -> Said {
    let running = start(args, Stdio::null());
    assert!(running.listens(), "damier {} does not handle Ctrl-C", args.join(" "));
    assert!(running.works(), "damier {} does nothing", args.join(" "));
    std::thread::sleep(Duration::from_millis(100));
    running.interrupt();
    let pressed = Instant::now();
    let said = running.finish();
    assert!(pressed.elapsed() < SOON, "{:?} after Ctrl-C: {}", pressed.elapsed(), said.all());
    said.ends(40)
}

#[test]
fn a_solve_answers_with_its_bound() {
    let board = file("interrupt-solve.json", hard());
    for options in [&["--algorithm", "bfs"][..], &["--algorithm", "ida"], &["--all"], &[]] {
        let mut args = vec!["solve", "ricochet", &board, "--json"];
        args.extend(options);
        let answer = interrupted(&args).silent().object();
        assert_eq!(answer["outcome"], "cancelled", "{answer}");
        assert_eq!(answer["optimal"], false);
        assert!(answer["lower_bound"].as_u64().is_some_and(|bound| (2..=24).contains(&bound)), "{answer}");
        assert!(answer["stats"]["expanded"].as_u64() > Some(0), "{answer}");
    }
}

#[test]
fn a_batch_ends_with_the_line_that_was_cancelled() {
    let boards = file("interrupt-batch.jsonl", format!("{EASY}\n{HARD}"));
    let said =
        interrupted(&["solve", "ricochet", &boards, "--batch", "--json", "--algorithm", "bfs"]).silent();
    let outcomes: Vec<_> = said.objects().iter().map(|answer| answer["outcome"].clone()).collect();
    assert_eq!(outcomes, ["solved", "cancelled"]);
}

#[test]
fn a_race_tells_how_far_each_algorithm_was() {
    let board = file("interrupt-race.json", hard());
    let args = ["race", "ricochet", &board, "--algorithms", "bfs,astar(bounces),ida"];
    let said = interrupted(&[&args[..], &["--json"]].concat()).silent();
    let answers = said.objects();
    assert_eq!(answers.len(), 3, "{}", said.all());
    for answer in answers {
        assert_eq!(answer["outcome"], "cancelled", "{answer}");
        assert!(answer["lower_bound"].as_u64().is_some_and(|bound| (1..=24).contains(&bound)), "{answer}");
    }
    let table = interrupted(&args).silent().out;
    assert_eq!(table.matches("cancelled").count(), 3, "{table}");
}

#[test]
fn a_bench_ends_at_once() {
    interrupted(&["bench", "--suite", "hard"]);
}

/// Nothing listened to Ctrl-C before the first search began, and `generate` has none.
#[test]
fn a_generate_ends_as_cancelled_after_a_whole_line() {
    let args = ["generate", "ricochet", "--count", "100000000", "--seed", "1"];
    let said = interrupted(&args).silent();
    assert!(said.objects().len() > 1, "{}", said.all());
}

/// A study that was stopped in its first experiment went on to the others and wrote over their files.
#[test]
fn a_study_leaves_the_files_of_experiments_that_it_did_not_come_to() {
    let folder = place("interrupt-study");
    std::fs::create_dir_all(&folder).expect("a folder");
    for name in ["alone.csv", "robots.csv"] {
        std::fs::write(format!("{folder}/{name}"), "from an earlier study\n").expect("a file");
    }
    interrupted(&["study", "ricochet", "--boards", "1000", "--csv", &folder]);
    for name in ["alone.csv", "robots.csv"] {
        let content = std::fs::read_to_string(format!("{folder}/{name}")).expect("the file is there");
        assert_eq!(content, "from an earlier study\n", "{name}");
    }
}
