//! Campaigns on a cluster. `cluster/` has scripts that answer as Slurm does, oddly too, and run tasks on this
//! machine: with them the logic is tested everywhere. The tests that are ignored need a real Slurm: `scripts/slurm
//! cargo test --test cli slurm:: -- --ignored`.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::lab::{SMALL, campaign, lasting, rows};
use super::support::*;

/// Longer than a campaign on a cluster takes here, however busy the machine.
const LONG: Duration = Duration::from_secs(300);

/// A campaign of 24 runs on a cluster, two runs a task.
fn small(slurm: &str) -> String {
    let run = format!("[run]\nexecutor = \"slurm\"\n[slurm]\nruns = 2\nlate = \"1s\"\n{slurm}\n[limits]");
    SMALL.replacen("[limits]", &run, 1)
}

/// The folder in which the scripts keep what they know.
fn fake(name: &str, mode: &str) -> String {
    let folder = place(&format!("slurm-fake-{name}"));
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(format!("{folder}/mode"), mode).expect("a file");
    folder
}

/// The program beside such a cluster.
fn beside(fake: &str, args: &[&str]) -> Running {
    let scripts = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cli/cluster");
    let path = format!("{scripts}:{}", std::env::var("PATH").unwrap_or_default());
    start_with(args, Stdio::null(), &[("PATH", &path), ("FAKE", fake)])
}

fn read(fake: &str, file: &str) -> String {
    std::fs::read_to_string(format!("{fake}/{file}")).unwrap_or_default()
}

/// How many tasks each submission had.
fn sizes(fake: &str) -> Vec<u32> {
    let size = |line: &str| {
        let array = line.split(" --array=0-").nth(1).expect("an array");
        let last: String = array.chars().take_while(char::is_ascii_digit).collect();
        last.parse::<u32>().expect("a number") + 1
    };
    read(fake, "submitted").lines().map(size).collect()
}

/// What an undisturbed run on this machine finds.
fn calm(name: &str, text: &str) -> Vec<String> {
    let path = campaign(&format!("slurm-calm-{name}"), &text.replace("\"slurm\"", "\"local\""));
    start(&["lab", "run", &path], Stdio::null()).finish_within(LONG).ends(0);
    lasting(rows(&path))
}

/// Runs a campaign beside a cluster of this kind; it finds what it would find here, and leaves nothing in its folder.
fn runs_well(mode: &str, slurm: &str) -> String {
    let (fake, text) = (fake(mode, mode), small(slurm));
    let path = campaign(&format!("slurm-{mode}"), &text);
    let done = beside(&fake, &["lab", "run", &path, "--json"]).finish_within(LONG).ends(0).silent().object();
    assert_eq!((&done["planned"], &done["now"]), (&24.into(), &24.into()));
    assert_eq!(lasting(rows(&path)), calm(mode, &text));
    let left = path.replace("c.toml", "c.lab/slurm");
    let left: Vec<_> =
        std::fs::read_dir(left).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    assert!(left.iter().all(|path| path.ends_with("logs")), "{left:?}");
    fake
}

#[test]
fn a_campaign_is_run_by_job_arrays() {
    let fake = fake("whole", "");
    std::fs::write(format!("{fake}/most"), "5").expect("a file");
    let text = small("partition = \"short\"\naccount = \"lab\"\nat_once = 3\noptions = [\"--exclusive\"]");
    let path = campaign("slurm-whole", &text);
    beside(&fake, &["lab", "run", &path]).finish_within(LONG).ends(0);
    assert_eq!(lasting(rows(&path)), calm("whole", &text));
    // Twelve tasks, never more than five in an array, and not many small arrays.
    let sizes = sizes(&fake);
    assert_eq!((sizes.iter().sum::<u32>(), sizes[0]), (12, 5), "{sizes:?}");
    assert!(sizes.iter().all(|&size| size <= 5) && sizes.len() <= 5, "{sizes:?}");
    let submitted = read(&fake, "submitted");
    let first = submitted.lines().next().expect("a submission");
    let options = [
        "--parsable --job-name=damier-c-",
        "--array=0-4%3",
        "--partition=short",
        "--account=lab",
        "--no-requeue",
    ];
    names(first, &options);
    // Two runs of 20.9 s and two minutes; a gibibyte, a sixteenth, 48 MiB and the program.
    names(first, &["--time=3 ", "--mem=", "--cpus-per-task=1", "--exclusive"]);
    assert!(!Path::new(&path.replace("c.toml", "c.lab/slurm")).exists(), "nothing is left");
    // Once more there is nothing to do, with the cluster or without.
    damier(&["lab", "run", &path]).ends(0);
}

#[test]
fn what_a_lost_task_left_is_submitted_again() {
    assert_eq!(sizes(&runs_well("lost", "")), [12, 1]);
}

#[test]
fn a_task_that_is_run_twice_counts_once() {
    assert_eq!(sizes(&runs_well("requeue", "")), [12]);
}

#[test]
fn an_array_that_is_too_large_is_made_smaller() {
    let sizes = sizes(&runs_well("full", ""));
    assert!(sizes.iter().all(|&size| size <= 2) && sizes.iter().sum::<u32>() == 12, "{sizes:?}");
}

/// The controller took the job, but its answer was lost on the way.
#[test]
fn a_job_whose_number_nobody_heard_is_found_by_its_name() {
    assert_eq!(sizes(&runs_well("deaf", "")), [12]);
}

#[test]
fn a_run_that_takes_its_job_with_it_has_an_error() {
    let fake = fake("dies", "dies");
    let path = campaign("slurm-dies", &small(""));
    let done = beside(&fake, &["lab", "run", &path, "--json"]).finish_within(LONG).ends(1).object();
    assert_eq!((&done["done"], &done["outcomes"]["error"]), (&24.into(), &1.into()), "{done}");
    // The two runs of the task go apart; one of them takes its job with it three times more.
    assert_eq!(sizes(&fake), [12, 2, 1, 1]);
    let rows = rows(&path);
    let failed: Vec<_> = rows.values().filter(|row| row["outcome"] == "error").collect();
    names(&failed[0]["error"], &["lost 3 times"]);
}

#[test]
fn tasks_that_never_begin_are_given_up_with_what_they_said() {
    let fake = fake("unborn", "unborn");
    let path = campaign("slurm-unborn", &small(""));
    let said = beside(&fake, &["lab", "run", &path]).finish_within(LONG).ends(1);
    names(&said.err, &["ended 3 times before it began", "no such file", "logs"]);
    let sizes = sizes(&fake);
    assert!(sizes[0] == 12 && (14..=36).contains(&sizes.iter().sum::<u32>()), "{sizes:?}");
}

#[test]
fn who_cancels_from_outside_is_heard() {
    let fake = fake("cancelled", "cancelled");
    let path = campaign("slurm-cancelled", &small(""));
    let said = beside(&fake, &["lab", "run", &path]).finish_within(LONG).ends(1);
    names(&said.err, &["somebody has cancelled", "lab resume"]);
    std::fs::write(format!("{fake}/mode"), "").expect("a file");
    let done = beside(&fake, &["lab", "resume", &path, "--json"]).finish_within(LONG).ends(0).object();
    assert_eq!(done["done"], 24);
}

#[test]
fn what_slurm_refuses_is_told() {
    let fake = fake("refused", "refused");
    let path = campaign("slurm-refused", &small("partition = \"nowhere\""));
    let said = beside(&fake, &["lab", "run", &path]).finish_within(LONG).ends(1);
    names(&said.err, &["Slurm refuses", "invalid partition specified: nowhere"]);
    assert_eq!(said.err.lines().count(), 1, "{}", said.all());
    // Where there is no Slurm at all.
    let said = start_with(&["lab", "run", &path], Stdio::null(), &[("PATH", "/nowhere")])
        .finish_within(LONG)
        .ends(1);
    names(&said.err, &["no command scontrol", "executor = \"local\""]);
    let path = campaign("slurm-short", &small("time = \"10s\""));
    let said = beside(&fake, &["lab", "run", &path]).finish_within(LONG).ends(30);
    names(&said.err, &["a job of 10 s", "21 s"]);
}

fn wait_for(what: &str, mut is_so: impl FnMut() -> bool) {
    let until = Instant::now() + Duration::from_secs(120);
    while !is_so() {
        assert!(Instant::now() < until, "{what}: in vain");
        std::thread::sleep(Duration::from_millis(50));
    }
}

fn done(path: &str) -> u64 {
    let said = damier(&["lab", "status", path, "--json"]);
    if said.code == Some(0) { said.object()["done"].as_u64().expect("a number") } else { 0 }
}

/// Killed, the runner leaves its jobs; resumed, it goes on with them and submits nothing twice. Ctrl-C cancels them,
/// `--fresh` too.
#[test]
fn jobs_are_found_again_and_cancelled() {
    let text = small("")
        .replace("nodes = 2000", "nodes = 2000000")
        .replace("width = 5, height = 5", "width = 16, height = 16");
    let text = text.replace("robots = [1, 2]", "robots = [4, 5]");
    let (fake, path) = (fake("found", ""), campaign("slurm-found", &text));
    let mut running = beside(&fake, &["lab", "run", &path]);
    wait_for("a first result", || done(&path) > 0);
    running.child.kill().expect("it runs");
    let _ = running.finish();
    let before = done(&path);
    assert!(before < 24, "the campaign is too short for this test");
    let running = beside(&fake, &["lab", "resume", &path]);
    wait_for("another result", || done(&path) > before);
    assert_eq!(sizes(&fake), [12], "what is there is not submitted again");
    running.interrupt();
    let said = running.finish_within(LONG).ends(40);
    names(&said.err, &["go on with: damier lab resume"]);
    assert_eq!(read(&fake, "cancelled").lines().collect::<BTreeSet<_>>().len(), 1);
    assert!(
        !std::fs::read_dir(format!("{fake}/job-1"))
            .expect("a job")
            .flatten()
            .any(|file| { file.file_name().to_string_lossy().starts_with("task-") })
    );
    let kept = done(&path);
    assert!((before..24).contains(&kept));
    // Begun anew while jobs are there: they go, and so do their results.
    let mut running = beside(&fake, &["lab", "resume", &path]);
    wait_for("a second array", || sizes(&fake).len() == 2);
    running.child.kill().expect("it runs");
    let _ = running.finish();
    let short = text.replace("nodes = 2000000", "nodes = 20");
    std::fs::write(&path, &short).expect("a file");
    beside(&fake, &["lab", "run", "--fresh", &path]).finish_within(LONG).ends(0);
    assert_eq!(read(&fake, "cancelled").lines().collect::<BTreeSet<_>>().len(), 2);
    assert_eq!(lasting(rows(&path)), calm("found", &short));
}

// From here on: a real Slurm.

fn slurm(args: &[&str]) -> String {
    let said = Command::new(args[0]).args(&args[1..]).stdin(Stdio::null()).output().expect("Slurm is there");
    assert!(said.status.success(), "{args:?}: {}", String::from_utf8_lossy(&said.stderr));
    String::from_utf8_lossy(&said.stdout).into_owned()
}

fn node(what: &str) {
    slurm(&[concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/slurm"), "--node", what]);
}

/// The processes that run a shard.
fn shards() -> Vec<u32> {
    let all = std::fs::read_dir("/proc").expect("processes").flatten();
    let ids = all.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let is_shard = |id: &u32| {
        let words = std::fs::read(format!("/proc/{id}/cmdline")).unwrap_or_default();
        words.split(|&byte| byte == 0).nth(1) == Some(b"__shard")
            && words.windows(11).any(|part| part == b"slurm-kills")
    };
    ids.filter(is_shard).collect()
}

fn nothing_is_left() {
    wait_for("the queue is empty", || slurm(&["squeue", "--noheader"]).trim().is_empty());
    wait_for("no shard runs", || shards().is_empty());
}

/// A campaign in twelve tasks, one after the other. The more runs, the shorter they are.
fn long(name: &str, runs: u64) -> (String, String) {
    let (nodes, task, boards) = (24_000_000 / runs, runs.div_ceil(12), runs / 2);
    let text = format!(
        "game = \"ricochet\"\nseed = 5\n[limits]\ntime = \"55s\"\nnodes = {nodes}\n[run]\nexecutor = \"slurm\"\n\
         [slurm]\nruns = {task}\nat_once = 1\nlate = \"2s\"\n[[instances]]\ncount = {boards}\n\
         generate = {{ recipe = \"free\", width = 16, height = 16, robots = 5, density = 0.1 }}\n\
         [[algorithms]]\nspec = \"bfs\"\n[[algorithms]]\nspec = \"astar(bounces)\"\n"
    );
    (campaign(&format!("slurm-kills-{name}"), &text), text)
}

/// `DAMIER_LAB_RUNS=1000` tries it at length.
#[test]
#[ignore = "needs Slurm: scripts/slurm cargo test --workspace --test cli slurm:: -- --ignored"]
fn five_kills_on_slurm_change_no_row() {
    let runs = std::env::var("DAMIER_LAB_RUNS").ok().and_then(|text| text.parse().ok()).unwrap_or(60);
    let (path, text) = long("five", runs);
    let began = Instant::now();
    let is_running = || !shards().is_empty();
    // The runner, while its jobs run.
    let mut running = start(&["lab", "run", &path], Stdio::null());
    wait_for("a result", || done(&path) > 0);
    running.child.kill().expect("it runs");
    let _ = running.finish();
    // A task.
    let mut running = start(&["lab", "resume", &path], Stdio::null());
    wait_for("a shard is killed", || {
        let kill = |id: &u32| Command::new("kill").args(["-KILL", &id.to_string()]).status();
        shards().first().map(kill).is_some_and(|status| status.is_ok_and(|status| status.success()))
    });
    // The node's daemon, which is started again while its jobs go on.
    node("stop");
    node("start");
    // The runner again.
    wait_for("more results", || done(&path) >= runs / 6);
    running.child.kill().expect("it runs");
    let _ = running.finish();
    // The node with all that runs there.
    let running = start(&["lab", "resume", &path, "--json"], Stdio::null());
    wait_for("a shard", is_running);
    let before = done(&path);
    assert!(before < runs, "the campaign is too short for this test");
    node("lose");
    assert!(shards().is_empty());
    node("start");
    let said = running.finish_within(LONG).ends(0).object();
    assert_eq!(said["done"], runs, "{said}");
    nothing_is_left();
    assert_eq!(lasting(rows(&path)), calm("five", &text));
    eprintln!("five kills: {:?}", began.elapsed());
}

#[test]
#[ignore = "needs Slurm: scripts/slurm cargo test --workspace --test cli slurm:: -- --ignored"]
fn ctrl_c_cancels_what_is_on_slurm() {
    let (path, _) = long("ctrl-c", 30);
    let running = start(&["lab", "run", &path], Stdio::null());
    wait_for("a result", || done(&path) > 0);
    assert!(!slurm(&["squeue", "--noheader"]).trim().is_empty());
    running.interrupt();
    let said = running.finish_within(LONG).ends(40);
    names(&said.err, &["damier lab resume"]);
    nothing_is_left();
    let kept = done(&path);
    assert!(0 < kept && kept < 30, "{kept}");
    let more = start(&["lab", "resume", &path, "--json"], Stdio::null()).finish_within(LONG).ends(0).object();
    assert_eq!((&more["done"], more["now"].as_u64()), (&30.into(), Some(30 - kept)));
    nothing_is_left();
}
