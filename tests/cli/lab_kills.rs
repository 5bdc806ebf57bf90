//! A campaign whose runner and workers are killed at random: no result is lost, none is doubled, and no process is left.
//!
//! `DAMIER_LAB_KILLS=50 DAMIER_LAB_RUNS=1000 cargo test --test cli lab_kills` tries it at length.

use std::collections::BTreeSet;
use std::process::Stdio;
use std::time::{Duration, Instant};

use super::lab::{campaign, lasting, rows};
use super::support::*;

fn number(name: &str, usual: usize) -> usize {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// Boards that take some milliseconds, so that a kill meets a run at work.
fn text(runs: usize, isolation: &str) -> String {
    format!(
        "game = \"ricochet\"\nseed = 3\n[limits]\ntime = \"50s\"\nnodes = 20000\n[run]\nisolation = \"{isolation}\"\nworkers = 2\n\
         [[instances]]\ngenerate = {{ recipe = \"free\", width = 8, height = 8, robots = 3, density = 0.12 }}\ncount = {}\n\
         [[algorithms]]\nspec = \"bfs\"\n[[algorithms]]\nspec = \"astar(bounces)\"\n",
        runs / 2
    )
}

fn kill(id: u32) {
    let _ =
        std::process::Command::new("kill").args(["-KILL", &id.to_string()]).stderr(Stdio::null()).status();
}

/// The parent of a process, if it is still there and no zombie.
fn parent(id: u32) -> Option<u32> {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    let mut fields = stat.rsplit(')').next()?.split_whitespace();
    if fields.next()? == "Z" {
        return None;
    }
    fields.next()?.parse().ok()
}

fn children(of: u32) -> Vec<u32> {
    let all = std::fs::read_dir("/proc").expect("processes").flatten();
    let ids = all.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    ids.filter(|&id| parent(id) == Some(of)).collect()
}

/// Whether a worker of this runner is left. Numbers of processes come again, so a number alone tells nothing.
fn is_left(id: u32, runner: u32) -> bool {
    let command = std::fs::read_to_string(format!("/proc/{id}/cmdline")).unwrap_or_default();
    command.contains("__lab") && parent(id).is_some_and(|parent| parent == runner || parent == 1)
}

/// Runs a campaign to its end, however long that takes.
fn to_the_end(path: &str) {
    let status = command(&["lab", "run", path]).stdout(Stdio::null()).stderr(Stdio::null()).status();
    assert!(status.expect("it runs").success(), "{path}");
}

/// Numbers that look random, the same every time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most
    }
}

fn disturbed(name: &str, isolation: &str, runs: usize, kills: usize) {
    let path = campaign(&format!("lab-kills-{name}"), &text(runs, isolation));
    let calm = campaign(&format!("lab-calm-{name}"), &text(runs, isolation));
    let mut dice = Dice(name.len() as u64);
    let mut seen = BTreeSet::new();
    let (mut killed, mut runners, mut resumes) = (0, 0, 0);
    let began = Instant::now();
    while killed < kills {
        assert!(began.elapsed() < Duration::from_secs(600), "{killed} of {kills} kills");
        // When it is done before enough were killed, it begins anew.
        if resumes > 0 && damier(&["lab", "status", &path, "--json"]).ends(0).object()["done"] == runs {
            std::fs::remove_dir_all(path.replace("c.toml", "c.lab")).expect("the results");
        }
        resumes += 1;
        let mut running = start(&["lab", "run", &path], Stdio::null());
        let runner = running.child.id();
        let ended = |running: &mut Running| running.child.try_wait().expect("a status").is_some();
        while !ended(&mut running) && killed < kills {
            std::thread::sleep(Duration::from_millis(20 + dice.below(60)));
            let workers = children(runner);
            seen.extend(&workers);
            if dice.below(3) == 0 {
                kill(runner);
                (killed, runners) = (killed + 1, runners + 1);
                break;
            }
            if let Some(&worker) = workers.get(dice.below(workers.len().max(1) as u64) as usize) {
                kill(worker);
                killed += 1;
            }
        }
        if killed == kills {
            kill(runner);
        }
        let _ = running.finish();
        // Whoever worked for it ends with it, or very soon after.
        let until = Instant::now() + Duration::from_secs(10);
        while seen.iter().any(|&id| is_left(id, runner)) {
            assert!(Instant::now() < until, "a process is left");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
    assert!(runners > 0 && runners < kills, "{runners} of {kills} kills were of the runner");
    to_the_end(&path);
    to_the_end(&calm);
    let (disturbed, calm_rows) = (rows(&path), rows(&calm));
    assert_eq!(disturbed.len(), runs);
    assert_eq!(lasting(disturbed), lasting(calm_rows));
    assert!(!seen.iter().any(|&id| is_left(id, 0)), "a process is left");
    eprintln!(
        "{name}: {killed} kills, {runners} of them of the runner, {resumes} starts, {:?}",
        began.elapsed()
    );
}

#[test]
fn killed_at_random_it_neither_loses_nor_doubles() {
    disturbed("process", "process", number("DAMIER_LAB_RUNS", 120), number("DAMIER_LAB_KILLS", 8));
}

#[test]
fn killed_at_random_with_many_runs_in_one_process() {
    disturbed("none", "none", number("DAMIER_LAB_RUNS", 400), number("DAMIER_LAB_KILLS", 6));
}

/// Ctrl-C stops soon, with what is done written down and the command to go on.
#[test]
fn ctrl_c_stops_and_says_how_to_go_on() {
    // Enough for some seconds, also of a fast machine.
    for (isolation, boards, repeats) in [("process", 500, 1), ("none", 3000, 8)] {
        let runs = 2 * boards * repeats;
        let text = format!("repeats = {repeats}\n{}", text(2 * boards as usize, isolation));
        let path = campaign(&format!("lab-ctrl-c-{isolation}"), &text);
        let running = start(&["lab", "run", &path], Stdio::null());
        assert!(running.listens(), "it listens");
        let until = Instant::now() + Duration::from_secs(20);
        let done = || damier(&["lab", "status", &path, "--json"]);
        let some = |said: Said| said.code == Some(0) && !said.out.contains("\"done\":0");
        while !some(done()) {
            assert!(Instant::now() < until, "nothing is done");
            std::thread::sleep(Duration::from_millis(20));
        }
        let runner = running.child.id();
        let workers = children(runner);
        running.interrupt();
        let said = running.finish().ends(40);
        names(&said.err, &["lab resume", "c.toml"]);
        assert!(!workers.iter().any(|&id| is_left(id, runner)), "a process is left");
        let standing = done().ends(0).object();
        let many = standing["done"].as_u64().expect("a number");
        assert!(0 < many && many < runs, "{standing}");
        let more = command(&["lab", "resume", &path, "--json"]).output().expect("it runs").stdout;
        let more: serde_json::Value = serde_json::from_slice(&more).expect("one object");
        assert_eq!(more["now"].as_u64(), Some(runs - many), "{more}");
    }
}

/// Two runners of one campaign would do everything twice.
#[test]
fn a_campaign_is_run_by_one_at_a_time() {
    let path = campaign("lab-two", &text(2000, "process"));
    let running = start(&["lab", "run", &path], Stdio::null());
    let until = Instant::now() + Duration::from_secs(20);
    while damier(&["lab", "status", &path]).code != Some(0) {
        assert!(Instant::now() < until, "it has not begun");
        std::thread::sleep(Duration::from_millis(20));
    }
    names(&damier(&["lab", "run", &path]).refuses(), &["in use", "lab status"]);
    running.interrupt();
    running.finish().ends(40);
}
