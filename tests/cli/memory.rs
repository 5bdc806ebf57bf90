//! Every algorithm of every game stays within `--memory`, as the system sees it, and tells truly what it used; and limits hold while tables are made.

use std::process::Stdio;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::time::Duration;

use serde_json::Value;

use super::support::*;

/// A level of 24 by 12 with 14 boxes and room for many states.
const BOXES: &str = "\
########################
#      #        #      #
#  $ $    $  $    $ $  #
#      #        #      #
###  ##### ## #####  ###
#  $      #  #      $  #
#     $   @      $     #
#  $      #  #      $  #
###  ##### ## #####  ###
#....  #        #  ....#
#....    $    $    ..  #
########################
";

/// A hard position of each game, as text.
fn hard_positions(game: &str) -> Vec<String> {
    match game {
        "ricochet" => vec![hard().to_owned()],
        "sokoban" => vec![BOXES.to_owned()],
        "quoridor" => vec!["e2 e8 e3 e7".to_owned()],
        "taquin" => {
            let made = |side| ["generate", "taquin", "--width", side, "--height", side, "--seed", "3"];
            vec![damier(&made("4")).ends(0).out, damier(&made("6")).ends(0).out]
        }
        other => panic!("a hard position of {other} is missing here"),
    }
}

/// Options that would end a search before it fills its memory, and what they are set to.
const LONG: [(&str, &str); 5] =
    [("width", "1000000"), ("rollouts", "1000000000"), ("depth", "200"), ("limit", "1000000"), ("cut", "0")];

/// Every algorithm of a game with options that keep it busy, as specs; and some that ask in another way.
fn specs(game: &str) -> Vec<String> {
    let mut specs = Vec::new();
    for info in damier(&["list", game, "--json"]).ends(0).objects() {
        if info["kind"] != "algorithm" {
            continue;
        }
        let name = info["name"].as_str().expect("a name");
        let declared = info["options"].as_array().expect("options");
        let takes = |option: &str, value: &str| {
            let taken = declared.iter().find(|one| one["name"] == option)?["takes"].as_str()?;
            let most = taken.rsplit(' ').next()?.parse::<u64>().ok()?;
            Some(format!("{option}={}", value.parse::<u64>().ok()?.min(most)))
        };
        let pairs: Vec<_> = LONG.iter().filter_map(|(option, value)| takes(option, value)).collect();
        specs.push(if pairs.is_empty() { name.to_owned() } else { format!("{name}({})", pairs.join(",")) });
    }
    let more: &[&str] = match game {
        "sokoban" => &["ida(metric=moves)", "ids(metric=moves)", "astar(metric=moves)", "fast(metric=moves)"],
        "taquin" => &["astar(pdb)", "ida(pdb)"],
        "ricochet" => &["wastar(weight=1.37)", "--all"],
        _ => &["mcts(rollouts=1000000000,policy=random,prior=3)"],
    };
    specs.extend(more.iter().map(|&spec| spec.to_owned()));
    specs
}

/// What a run is to be: the game, the position, the spec, and the limit.
type Case = (String, String, String, u64);

fn run(case: &Case, time: &str) -> (Said, Value) {
    let (game, position, spec, limit) = case;
    let limit = limit.to_string();
    let mut args = vec!["solve", game, "-", "--json", "--memory", &limit, "--time", time];
    args.extend(if spec == "--all" { vec!["--all"] } else { vec!["--algorithm", spec] });
    let said = damier_is_watched(&args, position);
    assert!(matches!(said.code, Some(0 | 20)), "{}", said.all());
    let answer = said.object();
    (said, answer)
}

/// Runs all of them, as many at a time as there are cores; the answers are in the order of the cases.
fn run_all(cases: &[Case], time: &str) -> Vec<(Said, Value)> {
    let next = AtomicUsize::new(0);
    let one = || {
        let at = next.fetch_add(1, SeqCst);
        cases.get(at).map(|case| (at, run(case, time)))
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mut runs: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> =
            (0..cores).map(|_| scope.spawn(|| std::iter::from_fn(one).collect::<Vec<_>>())).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("all runs end well")).collect()
    });
    runs.sort_by_key(|(at, _)| *at);
    runs.into_iter().map(|(_, run)| run).collect()
}

/// Every algorithm on every position.
fn cases(limit: u64) -> Vec<Case> {
    let games = damier(&["list", "--json"]).ends(0).objects();
    let games = games.iter().filter(|info| info["kind"] == "game").filter_map(|info| info["name"].as_str());
    let mut cases = Vec::new();
    for game in games {
        for position in hard_positions(game) {
            for spec in specs(game) {
                cases.push((game.to_owned(), position.clone(), spec, limit));
            }
        }
    }
    cases
}

/// Asks that a run kept to its limit and told what it used: what is resident beyond that is the program itself, and what lies unused between
/// blocks.
fn check((said, answer): &(Said, Value), limit: u64) -> u64 {
    let told = answer["stats"]["peak_bytes"].as_u64().expect("a peak");
    assert!(told <= limit, "{answer}");
    said.stays_within(limit);
    said.stays_within(told);
    told
}

#[test]
fn every_algorithm_of_every_game_keeps_to_the_memory_limit_and_tells_what_it_used() {
    let cases = cases(64 << 20);
    assert!(cases.len() > 45, "only {} runs", cases.len());
    for run in run_all(&cases, "2s") {
        check(&run, 64 << 20);
    }
}

/// `ida(metric=moves)` of Sokoban had 461 MiB where it should have 256 and said 256, `ids` 121 MiB of 64, `mcts` of Quoridor 99 MiB of 64, and
/// all solutions of Ricochet 142 MiB of 100.
#[test]
fn a_search_that_fills_its_memory_keeps_to_it() {
    let specs = [
        ("sokoban", "ids(metric=moves)", 64),
        ("sokoban", "astar(metric=moves)", 64),
        ("quoridor", "mcts(rollouts=1000000000,cut=0)", 64),
        ("quoridor", "mcts(rollouts=1000000000,cut=0)", 192),
        ("taquin", "bfs", 64),
        ("ricochet", "--all", 48),
    ];
    let case = |(game, spec, mib): (&str, &str, u64)| {
        (game.to_owned(), hard_positions(game).remove(0), spec.to_owned(), mib << 20)
    };
    let cases: Vec<Case> = specs.into_iter().map(case).collect();
    for (run, (.., limit)) in run_all(&cases, "10s").iter().zip(&cases) {
        let limit = *limit;
        let told = check(run, limit);
        // Where there was the time for it, the memory was used.
        let full = run.1["why"].as_str().is_some_and(|why| why.contains("memory"));
        assert!(!full || told > limit / 10 * 7, "{}", run.1);
    }
}

/// A board of 64 by 64 with more than 1,200 boxes, all of which have to be pushed by one cell.
fn huge() -> String {
    let cell = |x: usize, y: usize| match (x, y) {
        (0 | 63, _) | (_, 0 | 63) => '#',
        (1, 1) => '@',
        (x, y) if x % 3 == 0 && x < 62 && (2..62).contains(&y) => '$',
        (x, y) if x % 3 == 1 && x > 1 && (2..62).contains(&y) => '.',
        (2, y) if (4..=58).contains(&y) && y % 2 == 0 => '$',
        (1, y) if (4..=58).contains(&y) && y % 2 == 0 => '.',
        _ => ' ',
    };
    (0..64).map(|y| (0..64).map(|x| cell(x, y)).chain(['\n']).collect::<String>()).collect()
}

/// The most that the processor may work for one second of search: the 200 ms after it that are allowed, and what reading the level takes.
const WORK: Duration = Duration::from_millis(1300);

/// It took 4.4 s and 137 MiB, and said that it had used none.
#[test]
fn a_huge_level_keeps_to_its_limits_while_tables_are_made() {
    let level = huge();
    let boxes = level.matches('$').count();
    assert!(boxes > 1200 && boxes == level.matches('.').count(), "{boxes} boxes");
    for spec in specs("sokoban") {
        for (memory, limit) in [("10MiB", Some(10 << 20)), ("1GiB", None)] {
            let args = ["solve", "sokoban", "-", "--json", "--time", "1s", "--memory", memory];
            let said = damier_is_watched(&[&args[..], &["--algorithm", &spec]].concat(), &level);
            if said.code == Some(30) && spec.contains("metric=moves") {
                continue;
            }
            assert!(matches!(said.code, Some(0 | 20)), "{}", said.all());
            let answer = said.object();
            assert!(said.work <= WORK, "{:?} of work: {}", said.work, said.all());
            if let Some(limit) = limit {
                assert!(answer["stats"]["peak_bytes"].as_u64() > Some(0), "{answer}");
                said.stays_within(limit);
            }
        }
    }
}

/// Ctrl-C was heard after six to eight seconds on a busy machine.
#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_is_heard_while_tables_are_made() {
    let level = file("memory-huge.xsb", huge());
    let tiles =
        file("memory-tiles.txt", damier(&["generate", "taquin", "--width", "5", "--height", "5"]).out);
    let large =
        ["generate", "ricochet", "--recipe", "free", "--width", "32", "--height", "32", "--robots", "8"];
    let robots = file("memory-robots.jsonl", damier(&large).ends(0).out);
    let questions = [
        ("sokoban", &level, "fast"),
        ("sokoban", &level, "quick"),
        ("sokoban", &level, "astar"),
        ("sokoban", &level, "ida(metric=moves)"),
        ("taquin", &tiles, "fast"),
        ("taquin", &tiles, "astar(pdb)"),
        ("ricochet", &robots, "fast"),
        ("ricochet", &robots, "astar"),
    ];
    for (game, file, spec) in questions {
        for wait in [20, 150, 700] {
            let running = start(&["solve", game, file, "--json", "--algorithm", spec], Stdio::null());
            if !running.listens() {
                // It was through before.
                running.finish().ends(0);
                continue;
            }
            std::thread::sleep(Duration::from_millis(wait));
            running.interrupt();
            let before = running.work();
            let said = running.finish();
            let more = said.work.saturating_sub(before);
            assert!(matches!(said.code, Some(0 | 40)), "{}", said.all());
            assert!(more <= Duration::from_millis(250), "{more:?} of work after Ctrl-C: {}", said.all());
        }
    }
}
