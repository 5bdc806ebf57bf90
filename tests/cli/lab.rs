//! `lab`: campaigns from their file to their results.

use std::collections::BTreeMap;

use super::support::*;

/// Small boards, two algorithms.
pub(crate) const SMALL: &str = r#"
title = "Small boards"
game = "ricochet"
seed = 7
repeats = 2

[limits]
time = "20s"
nodes = 2000

[[instances]]
generate = { recipe = "free", width = 5, height = 5, density = 0.15 }
vary = { robots = [1, 2] }
count = 3

[[algorithms]]
spec = "bfs"

[[algorithms]]
name = "guided"
spec = "astar(bounces)"
"#;

/// A folder of its own with a campaign in it; the campaign's path.
pub(crate) fn campaign(name: &str, text: &str) -> String {
    let folder = place(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = format!("{folder}/c.toml");
    std::fs::write(&path, text).expect("a file");
    path
}

/// The results of a campaign: for each run its columns by name.
pub(crate) fn rows(path: &str) -> BTreeMap<String, BTreeMap<String, String>> {
    damier(&["lab", "export", path]).ends(0).silent();
    let text = std::fs::read_to_string(path.replace("c.toml", "c.lab/c.csv")).expect("the file is there");
    let mut lines = text.lines().map(cells);
    let head = lines.next().expect("a head");
    let row = |cells: Vec<String>| {
        assert_eq!(cells.len(), head.len(), "{cells:?}");
        let row: BTreeMap<String, String> = head.iter().cloned().zip(cells).collect();
        (format!("{} {} {}", row["algorithm"], row["instance"], row["repeat"]), row)
    };
    lines.map(row).collect()
}

/// The cells of a line of CSV whose quoted cells hold no line ends.
fn cells(line: &str) -> Vec<String> {
    let (mut cells, mut cell, mut quoted) = (Vec::new(), String::new(), false);
    let mut signs = line.chars().peekable();
    while let Some(sign) = signs.next() {
        match sign {
            '"' if quoted && signs.peek() == Some(&'"') => cell.extend(signs.next()),
            '"' => quoted = !quoted,
            ',' if !quoted => cells.push(std::mem::take(&mut cell)),
            sign => cell.push(sign),
        }
    }
    cells.push(cell);
    cells
}

/// What a run found, without what differs from one time to the next.
pub(crate) fn lasting(rows: BTreeMap<String, BTreeMap<String, String>>) -> Vec<String> {
    const PASSING: [&str; 9] = [
        "seconds",
        "wall",
        "cpu",
        "resident",
        "load",
        "started",
        "isolation",
        "value_first_seconds",
        "value_second_seconds",
    ];
    let lasting = |(key, mut row): (String, BTreeMap<String, String>)| {
        row.retain(|name, _| !PASSING.contains(&name.as_str()));
        format!("{key}: {row:?}")
    };
    rows.into_iter().map(lasting).collect()
}

#[test]
fn a_campaign_is_checked_run_verified_and_exported() {
    let path = campaign("lab-whole", SMALL);
    let checked = damier(&["lab", "check", &path, "--json"]).ends(0).silent().object();
    assert_eq!((&checked["instances"], &checked["runs"]), (&6.into(), &24.into()));
    assert!(!std::path::Path::new(&path.replace("c.toml", "c.lab")).exists(), "check writes nothing");
    let done = damier(&["lab", "run", &path, "--json"]).ends(0).silent().object();
    assert_eq!((&done["planned"], &done["done"], &done["now"]), (&24.into(), &24.into(), &24.into()));
    let status = damier(&["lab", "status", &path, "--json"]).ends(0).silent().object();
    assert_eq!((&status["planned"], &status["done"]), (&24.into(), &24.into()));
    let verified = damier(&["lab", "verify", &path, "--json"]).ends(0).silent().object();
    assert_eq!(
        (&verified["rows"], &verified["faults"], &verified["compared"]),
        (&24.into(), &0.into(), &6.into())
    );
    assert!(verified["replayed"].as_u64() > Some(0), "{verified}");
    let rows = rows(&path);
    assert_eq!(rows.len(), 24);
    for row in rows.values() {
        assert!(["cgroup", "rlimit"].contains(&row["isolation"].as_str()), "{row:?}");
        assert!(row["link"].starts_with("#ricochet/analyse/"), "{row:?}");
        assert_eq!(row["feature_width"], "5");
        assert!(row["wall"].parse::<f64>().is_ok_and(|wall| wall > 0.0), "{row:?}");
        if cfg!(target_os = "linux") {
            assert!(row["resident"].parse::<u64>().is_ok_and(|bytes| bytes > 1 << 20), "{row:?}");
            assert!(row["cpu"].parse::<f64>().is_ok_and(|seconds| seconds > 0.0), "{row:?}");
        }
    }
    assert!(rows.keys().any(|key| key.starts_with("guided robots=2/")), "{:?}", rows.keys());
}

/// Whatever is wrong is told with its line, its column and what to do.
#[test]
fn a_campaign_that_is_wrong_is_refused_with_its_place() {
    let small = |from: &str, to: &str| SMALL.replacen(from, to, 1);
    let cases: &[(&str, String, &[&str])] = &[
        ("key", small("seed = 7", "sede = 7"), &["line 4, column 1", "no key 'sede'", "repeats, limits"]),
        ("toml", small("seed = 7", "seed = "), &["line 4", "no campaign"]),
        (
            "limit",
            small("time =", "tiem ="),
            &["line 8, column 1", "no key 'tiem'", "time, cpu, nodes, memory"],
        ),
        ("unit", small("20s", "20 parsecs"), &["line 8", "no unit of time", "ms, s, m, h"]),
        ("game", small("\"ricochet\"", "\"chess\""), &["line 11", "no game 'chess'", "sokoban"]),
        ("option", small("density", "thickness"), &["line 11", "thickness", "density"]),
        ("value", small("width = 5", "width = 500"), &["line 11", "width=500", "from 2 to 32"]),
        ("spec", small("\"bfs\"", "\"dijkstra\""), &["line 16", "dijkstra", "astar"]),
        ("twice", small("name = \"guided\"", "name = \"bfs\""), &["line 19", "called 'bfs'"]),
        ("none", small("spec = \"bfs\"", ""), &["line 16", "spec, heuristic", "engine and command"]),
        ("many", small("count = 3", "count = 3000000"), &["line 14", "1 to 1000000"]),
        ("files", small("generate = {", "files = \"none/*.txt\"\n#"), &["line 11"]),
        ("own", small("\"bfs\"", "\"astar(own)\""), &["line 16", "heuristic ="]),
        ("nobody", "game = \"ricochet\"".to_owned(), &["line 1", "[[algorithms]]"]),
        (
            "isolation",
            small("[limits]", "[run]\nisolation = \"vm\"\n[limits]"),
            &["line 8", "'vm'", "process, none"],
        ),
        ("compare", format!("{SMALL}\n[report]\ncompare = [\"a\"]"), &["'a'", "bfs, guided"]),
    ];
    for (name, text, words) in cases {
        let path = campaign(&format!("lab-wrong-{name}"), text);
        for verb in ["check", "run"] {
            let said = damier(&["lab", verb, &path]).refuses();
            names(&said, words);
            names(&said, &["c.toml"]);
        }
    }
    names(&damier(&["lab", "check", "nowhere.toml"]).refuses(), &["nowhere.toml", "ricochet-alone"]);
    let path = campaign("lab-nothing", SMALL);
    names(&damier(&["lab", "resume", &path]).refuses(), &["nothing to resume", "lab run"]);
    names(&damier(&["lab", "status", &path]).refuses(), &["no results", "lab run"]);
}

/// An algorithm that is added runs alone; what changes the meaning of results is refused.
#[test]
fn what_is_added_is_run_and_what_is_changed_is_refused() {
    let path = campaign("lab-added", SMALL);
    damier(&["lab", "run", &path]).ends(0);
    let before = rows(&path);
    let again = damier(&["lab", "run", &path, "--json"]).ends(0).object();
    assert_eq!(again["now"], 0);
    let more = format!("{SMALL}\n[[algorithms]]\nspec = \"greedy\"\n");
    std::fs::write(&path, &more).expect("a file");
    let added = damier(&["lab", "resume", &path, "--json"]).ends(0).object();
    assert_eq!((&added["now"], &added["done"]), (&12.into(), &36.into()));
    let after = rows(&path);
    assert!(before.iter().all(|(key, row)| after.get(key) == Some(row)), "the others are as they were");
    for (from, to, word) in [
        ("nodes = 2000", "nodes = 3000", "other limits"),
        ("spec = \"bfs\"", "name = \"bfs\"\nspec = \"ucs\"", "'bfs' is not what it was"),
        ("density = 0.15", "density = 0.2", "is not what it was"),
    ] {
        std::fs::write(&path, more.replacen(from, to, 1)).expect("a file");
        names(&damier(&["lab", "run", &path]).refuses(), &[word, "--fresh"]);
    }
    let fresh = damier(&["lab", "run", &path, "--fresh", "--json"]).ends(0).object();
    assert_eq!(fresh["now"], 36);
    assert!(std::path::Path::new(&path.replace("c.toml", "c.lab.1")).exists(), "the old results are kept");
}

/// Many runs in one process find what runs in processes of their own find.
#[test]
fn results_do_not_depend_on_isolation() {
    let alone = campaign("lab-process", SMALL);
    let together = campaign("lab-none", &format!("{SMALL}\n[run]\nisolation = \"none\"\n"));
    for path in [&alone, &together] {
        damier(&["lab", "run", path]).ends(0).silent();
    }
    assert!(rows(&together).values().all(|row| row["isolation"] == "none"));
    assert_eq!(lasting(rows(&alone)), lasting(rows(&together)));
}

/// Every limit is a result that says which one it was.
#[test]
fn limits_are_results() {
    let case = |name: &str, limits: &str, isolation: &str| {
        let board = file(&format!("lab-limits-{name}.json"), hard());
        let text = format!(
            "game = \"ricochet\"\n[limits]\n{limits}\n[run]\nisolation = \"{isolation}\"\n[[instances]]\nfiles = \"{board}\"\n[[algorithms]]\nspec = \"bfs\"\n"
        );
        let path = campaign(&format!("lab-limits-{name}"), &text);
        damier(&["lab", "run", &path]).ends(0).silent();
        let row = rows(&path).into_values().next().expect("a row");
        assert_eq!(row["outcome"], "limit", "{row:?}");
        row["why"].clone()
    };
    assert_eq!(case("nodes", "nodes = 1000", "process"), "nodes");
    assert_eq!(case("time", "time = \"300ms\"", "process"), "time");
    assert_eq!(case("memory", "memory = \"8MB\"\ntime = \"40s\"", "process"), "memory");
    assert_eq!(case("together", "time = \"300ms\"", "none"), "time");
    #[cfg(target_os = "linux")]
    assert_eq!(case("cpu", "cpu = \"300ms\"\ntime = \"40s\"", "process"), "cpu");
}

/// A result that was tampered with is found, whatever was changed in it.
#[test]
fn verify_goes_red_on_what_does_not_hold() {
    let path = campaign("lab-tampered", SMALL);
    damier(&["lab", "run", &path]).ends(0).silent();
    let folder = path.replace("c.toml", "c.lab");
    let database = format!("{folder}/results.sqlite");
    let saved = std::fs::read(&database).expect("a database");
    let row = "WHERE algorithm = 'bfs' AND repeat = 0 AND instance = (SELECT min(instance) FROM results WHERE outcome = 'solved' AND cost > 1)";
    for (change, word) in [
        ("solution = solution || ' rN rN rN'", "validator refuses"),
        ("cost = cost - 1, lower_bound = cost - 1", "says that the solution costs"),
        ("lower_bound = cost + 1", "lower bound"),
        (
            "outcome = 'unsolvable', cost = NULL, solution = NULL, lower_bound = NULL",
            "says that there is no solution",
        ),
        ("solution = NULL", "no solution"),
    ] {
        std::fs::write(&database, &saved).expect("the database as it was");
        let changed = rusqlite::Connection::open(&database).expect("a database");
        let many = changed.execute(&format!("UPDATE results SET {change} {row}"), []).expect("a change");
        assert_eq!(many, 1, "{change}");
        drop(changed);
        let said = damier(&["lab", "verify", &path]).ends(1);
        names(&said.out, &[word, "bfs on "]);
        names(&said.err, &["do not hold"]);
        let told = damier(&["lab", "verify", &path, "--json"]).ends(1).objects();
        assert!(told[0]["wrong"].as_str().is_some_and(|why| why.contains(word)), "{told:?}");
    }
}

/// Two that both call their costs optimal, and differ: one of them is wrong, though both solutions are valid.
#[test]
fn verify_holds_claims_of_optimality_against_each_other() {
    let path = campaign("lab-claims", &SMALL.replace("astar(bounces)", "dfs"));
    damier(&["lab", "run", &path]).ends(0);
    damier(&["lab", "verify", &path]).ends(0);
    let database =
        rusqlite::Connection::open(path.replace("c.toml", "c.lab/results.sqlite")).expect("a database");
    let change = "UPDATE results SET optimal = 1, lower_bound = cost WHERE algorithm = 'guided' AND cost >
        (SELECT cost FROM results r WHERE r.algorithm = 'bfs' AND r.instance = results.instance AND r.repeat = results.repeat)";
    let many = database.execute(change, []).expect("a change");
    assert!(many > 0, "depth-first search finds longer solutions somewhere");
    drop(database);
    names(&damier(&["lab", "verify", &path]).ends(1).out, &["guided on", "optimal, but bfs found"]);
}

#[test]
fn a_tournament_is_played_and_verified() {
    let text = "game = \"quoridor\"\n[limits]\ntime = \"50s\"\n[tournament]\ngames = 2\nsetup = { size = 5 }\n\
        [[algorithms]]\nspec = \"walker\"\n[[algorithms]]\nname = \"low\"\nspec = \"alphabeta(depth=1)\"\n[[algorithms]]\nspec = \"random\"\n";
    let path = campaign("lab-tournament", text);
    let done = damier(&["lab", "run", &path, "--json"]).ends(0).silent().object();
    assert_eq!((&done["planned"], &done["outcomes"]["played"]), (&6.into(), &6.into()));
    let rows = rows(&path);
    assert!(rows.keys().any(|key| key.starts_with("low – walker ")), "{:?}", rows.keys());
    for row in rows.values() {
        assert!(["0", "0.5", "1"].contains(&row["value_score"].as_str()), "{row:?}");
        assert!(row["value_plies"].parse::<u32>().is_ok_and(|plies| plies > 4), "{row:?}");
    }
    let verified = damier(&["lab", "verify", &path, "--json"]).ends(0).object();
    assert_eq!(verified["replayed"], 6);
    let database =
        rusqlite::Connection::open(path.replace("c.toml", "c.lab/results.sqlite")).expect("a database");
    let change = "UPDATE results SET measured = json_set(measured, '$.score', 1 - json_extract(measured, '$.score')) WHERE repeat = 0";
    database.execute(change, []).expect("a change");
    drop(database);
    names(&damier(&["lab", "verify", &path]).ends(1).out, &["the game says otherwise"]);
}

/// Every campaign that comes with the program is one.
#[test]
fn shipped_campaigns_are_campaigns() {
    let listed = damier(&["lab", "list", "--json"]).ends(0).silent().objects();
    assert!(listed.len() >= 10, "{listed:?}");
    for campaign in listed {
        let name = campaign["name"].as_str().expect("a name");
        assert!(campaign["question"].as_str().is_some_and(|question| question.ends_with('?')), "{campaign}");
        let checked = damier(&["lab", "check", name, "--json"]).ends(0).silent().object();
        assert!(checked["runs"].as_u64().is_some_and(|runs| (40..2000).contains(&runs)), "{checked}");
    }
}

/// The two other files of a database that is written ahead are gone when nobody uses it: one file can be sent to a colleague.
#[test]
fn a_folder_of_results_holds_one_database() {
    let path = campaign("lab-folder", SMALL);
    damier(&["lab", "run", &path]).ends(0).silent();
    damier(&["lab", "status", &path]).ends(0).silent();
    let folder = std::fs::read_dir(path.replace("c.toml", "c.lab")).expect("a folder");
    let mut files: Vec<_> = folder.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect();
    files.sort();
    assert_eq!(files, ["lock", "results.sqlite"]);
}
