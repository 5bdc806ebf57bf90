//! `race`, `bench` and `study`: figures that can be relied on.

use super::support::*;

const RACE: [&str; 5] = ["race", "ricochet", "-", "--algorithms", "bfs,astar(bounces),ida,greedy"];

#[test]
fn a_race_is_a_line_an_algorithm_in_the_order_that_was_asked() {
    let said = damier_reads(&[&RACE[..], &["--json"]].concat(), boards(1, 7, &[])).ends(0).silent();
    let answers = said.objects();
    let algorithms: Vec<_> = answers.iter().map(|answer| answer["algorithm"].clone()).collect();
    assert_eq!(algorithms, ["bfs", "astar(bounces)", "ida", "greedy"]);
    for answer in &answers {
        assert_eq!((&answer["game"], &answer["id"]), (&"ricochet".into(), &"7".into()));
        assert_eq!(answer["outcome"], "solved");
        assert!(answer["stats"]["expanded"].as_u64() > Some(0));
    }
    for answer in &answers[..3] {
        assert_eq!((cost(answer), &answer["optimal"]), (Some(7), &true.into()), "{answer}");
    }
    assert!(cost(&answers[3]) >= Some(7));
    // The heuristic saves nodes, or there would be no race.
    assert!(answers[1]["stats"]["expanded"].as_u64() < answers[0]["stats"]["expanded"].as_u64());
}

#[test]
fn a_race_for_people_is_a_table() {
    let said = damier_reads(&RACE, boards(1, 7, &[])).ends(0).silent();
    let lines: Vec<_> = said.out.lines().collect();
    assert_eq!(lines.len(), 5, "{}", said.out);
    names(lines[0], &["algorithm", "result", "cost", "expanded", "time", "memory"]);
    names(lines[2], &["astar(bounces)", "solved", "8"]);
    assert!(lines.iter().all(|line| !line.contains('\u{1b}')));
}

#[test]
fn a_race_is_run_by_any_number_of_threads_with_the_same_figures() {
    let board = boards(1, 7, &[]);
    let figures = |threads: &str| {
        let args = [&RACE[..], &["--json", "--threads", threads]].concat();
        let answers = damier_reads(&args, board.clone()).ends(0).objects();
        answers
            .iter()
            .map(|a| (a["solution"].to_string(), a["stats"]["expanded"].as_u64()))
            .collect::<Vec<_>>()
    };
    assert_eq!(figures("1"), figures("4"));
}

#[test]
fn a_race_that_cannot_be_run_is_refused() {
    names(&damier_reads(&RACE, format!("{EASY}\n{DONE}")).refuses(), &["one position", "2"]);
    names(&damier_reads(&RACE, "bad").refuses(), &["standard input"]);
    for (algorithms, words) in [
        ("bfs,nope", &["'nope'", "astar"][..]),
        ("bfs,,ida", &["cannot read"]),
        ("astar(bounces,", &["bracket"]),
    ] {
        let args = ["race", "ricochet", "-", "--json", "--algorithms", algorithms];
        names(&damier_reads(&args, EASY).refuses(), words);
    }
    names(&damier(&["race", "ricochet", "-"]).wrong_use(), &["--algorithms"]);
}

#[test]
fn the_standard_bench_has_its_signature_and_all_answers_right() {
    let args = ["bench", "--suite", "standard", "--algorithms", "astar(bounces)", "--json"];
    let said = damier(&args).ends(0).silent();
    let [row, signature] = &said.objects()[..] else { panic!("two lines are expected: {}", said.all()) };
    assert_eq!(signature["signature"], 668_471);
    assert_eq!(row["nodes"], 668_471);
    assert_eq!((&row["suite"], &row["algorithm"]), (&"standard".into(), &"astar(bounces)".into()));
    assert_eq!((&row["positions"], &row["right"]), (&100.into(), &100.into()));
    let time = |key: &str| row["seconds"][key].as_f64().unwrap_or_else(|| panic!("{key} in {row}"));
    assert!(0.0 < time("median") && time("median") <= time("p95") && time("p95") <= time("max"));
    assert!(time("mean") <= time("max"));
}

#[test]
fn a_bench_for_people_begins_with_its_signature() {
    let args = ["bench", "ricochet", "--suite", "standard", "--algorithms", "bfs,greedy", "--nodes", "5"];
    let said = damier(&args);
    let total: u64 = said
        .out
        .lines()
        .next()
        .and_then(|line| line.strip_prefix("Bench: "))
        .and_then(|total| total.parse().ok())
        .unwrap_or_else(|| panic!("no signature: {}", said.all()));
    assert!(total > 0 && total <= 2 * 100 * 5, "{total}");
    names(&said.out, &["suite", "median", "peak memory"]);
}

#[test]
fn a_bench_that_there_is_not_is_told_with_those_that_there_are() {
    names(&damier(&["bench", "--suite", "nope"]).refuses(), &["standard", "hard"]);
    names(&damier(&["bench", "--suite", "standard", "--algorithms", "nope"]).refuses(), &["'nope'", "astar"]);
}

/// The rows of a CSV file without quotes, the head first.
fn rows(folder: &str, name: &str) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(format!("{folder}/{name}")).expect("the file is there");
    assert!(text.ends_with('\n'), "{name}");
    text.lines().map(|line| line.split(',').map(str::to_owned).collect()).collect()
}

/// What stands in a column.
fn column(rows: &[Vec<String>], name: &str) -> Vec<String> {
    let at = rows[0].iter().position(|cell| cell == name).unwrap_or_else(|| panic!("no {name} in {rows:?}"));
    rows[1..].iter().map(|row| row[at].clone()).collect()
}

#[test]
fn a_study_writes_a_file_for_each_experiment_and_tells_means() {
    let folder = place("study");
    let _ = std::fs::remove_dir_all(&folder);
    for (name, runs, words) in
        [("alone", 2 * 2, ["alone", "best"]), ("robots", 5 * 2 * 3, ["robots", "astar(bounces)"])]
    {
        let args =
            ["study", "ricochet", "--only", name, "--boards", "2", "--nodes", "5000", "--csv", &folder];
        let said = damier(&args).ends(0).silent();
        names(&said.out, &[&format!("{name}.csv"), "nodes", "solved"]);
        names(&said.out, &words);
        let rows = rows(&folder, &format!("{name}.csv"));
        assert_eq!(rows.len(), 1 + runs, "{name}: {rows:?}");
        assert!(
            column(&rows, "expanded").iter().all(|nodes| nodes.parse::<u64>().is_ok()),
            "{name}: {rows:?}"
        );
    }
    let mut files: Vec<_> = std::fs::read_dir(&folder)
        .expect("a folder")
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .collect();
    files.sort();
    assert_eq!(files, ["alone.csv", "alone.lab", "robots.csv", "robots.lab"]);
}

#[test]
fn a_study_is_repeatable_but_for_its_times() {
    let nodes = |name: &str| {
        let folder = place(name);
        let args = ["study", "ricochet", "--only", "alone", "--boards", "4", "--seed", "5", "--csv", &folder];
        damier(&args).ends(0).silent();
        column(&rows(&folder, "alone.csv"), "expanded")
    };
    let first = nodes("study-first");
    assert_eq!(first, nodes("study-second"));
    // A second time in the same folder begins anew.
    assert_eq!(first, nodes("study-first"));
}

#[test]
fn a_study_that_has_no_place_for_its_files_says_so() {
    let blocked = file("study-blocked", "a file, no folder");
    let args = ["study", "ricochet", "--only", "alone", "--boards", "1", "--csv", &blocked];
    names(&damier(&args).refuses(), &[&blocked, "folder"]);
}
