//! Outside engines: they are ended as a whole, bounded, and what they said is told.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::support::*;

/// The promise is a second; the rest is for a machine that is busy with other tests.
const SOON: Duration = Duration::from_secs(2);

/// A program that speaks the text protocol: what it does first, and its answer to `genmove`.
fn engine(name: &str, first: &str, genmove: &str) -> String {
    let script = format!(
        "{first}\nwhile read -r line; do case $line in genmove) {genmove};; quit) exit 0;; *) echo ok;; esac; done\n"
    );
    format!("cmd:sh {}", file(&format!("outside-{name}.sh"), script))
}

fn is_alive(pid: &str) -> bool {
    let state = std::fs::read_to_string(format!("/proc/{}/stat", pid.trim())).unwrap_or_default();
    // What is a zombie has ended; who reaps it is not ours to say.
    state.rsplit(')').next().and_then(|rest| rest.split_whitespace().next()).is_some_and(|state| state != "Z")
}

/// Asks that every process in a file of ids is gone. One that was killed may need a moment on a busy machine.
pub(crate) fn all_gone(file: &str) {
    let pids = std::fs::read_to_string(file).expect("it was started");
    assert!(!pids.trim().is_empty());
    let alive = || pids.lines().filter(|pid| is_alive(pid)).collect::<Vec<&str>>();
    let until = Instant::now() + SOON;
    while !alive().is_empty() && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(10));
    }
    let alive = alive();
    for pid in &alive {
        let _ = Command::new("kill").args(["-KILL", pid]).status();
    }
    assert!(alive.is_empty(), "still there: {alive:?}");
}

fn why(engine: &str, more: &[&str]) -> String {
    let args =
        ["match", "quoridor", "--a", engine, "--b", "walker", "--games", "2", "--json", "--opening", "0"];
    let said = damier(&[&args[..], more].concat()).ends(0).silent();
    let games: Vec<Value> = said.objects();
    games[0]["game"]["why"].as_str().unwrap_or_default().to_owned()
}

/// A wrapper script left its children behind: of nine matches, eighteen.
#[test]
fn what_a_wrapper_script_has_started_ends_with_it() {
    let pids = place("outside-children");
    let first = format!(
        "sleep 300 & echo $! >> {pids}\nsh -c 'trap \"\" TERM HUP; echo $$ >> {pids}; sleep 300; sleep 300' &\n\
         setsid sh -c 'echo $$ >> {pids}; exec sleep 300' &\nwhile [ $(wc -l < {pids}) -lt 3 ]; do sleep 0.01; done"
    );
    let began = Instant::now();
    let told = why(&engine("wrapper", &first, "echo bestmove zz"), &["--patience", "10s"]);
    names(&told, &["nonsense"]);
    all_gone(&pids);
    assert!(began.elapsed() < 4 * SOON, "{:?}", began.elapsed());
}

/// Ctrl-C waited for a silent engine until its time was over; a second one left it behind.
#[test]
fn an_interrupt_ends_a_match_and_its_engines() {
    for (name, times) in [("once", 1), ("twice", 2)] {
        let pids = place(&format!("outside-{name}-pids"));
        let deaf =
            engine(name, &format!("trap '' TERM INT\necho $$ >> {pids}"), "while true; do sleep 1; done");
        let running = start(&["match", "quoridor", "--a", &deaf, "--b", &deaf, "--json"], Stdio::null());
        assert!(running.listens());
        while std::fs::read_to_string(&pids).unwrap_or_default().lines().count() < 2 {
            std::thread::sleep(Duration::from_millis(5));
        }
        std::thread::sleep(Duration::from_millis(200));
        let pressed = Instant::now();
        (0..times).for_each(|_| running.interrupt());
        let said = running.finish().ends(40);
        assert!(pressed.elapsed() < SOON, "{:?}: {}", pressed.elapsed(), said.all());
        all_gone(&pids);
        // Nothing was played, so nothing is said of strength.
        if times == 1 {
            let result = said.object();
            assert_eq!((&result["match"]["games"], &result["match"]["elo"]), (&0.into(), &Value::Null));
            assert_eq!(result["match"]["effort_a"]["faults"], 0);
        }
    }
}

#[test]
fn what_an_engine_said_is_told() {
    let chatty =
        format!("cmd:sh {}", file("outside-chatty.sh", "while read -r line; do echo hello $line; done\n"));
    names(&why(&chatty, &["--patience", "300ms"]), &["no answer within 300ms", "hello newgame"]);
    let broken = format!("cmd:sh {}", file("outside-broken.sh", "echo no table found >&2; exit 3\n"));
    names(&why(&broken, &[]), &["ended", "exit code 3", "no table found"]);
    let sorry = engine("sorry", "", "echo I am lost; exit 0");
    names(&why(&sorry, &[]), &["ended", "I am lost"]);
}

/// One reached 950 MB, and nothing stopped it.
#[test]
fn an_engine_that_takes_too_much_memory_loses() {
    let small = ["--memory", "64MiB", "--patience", "20s"];
    let greedy = engine("greedy", "", "a=$(head -c 300000000 /dev/zero | tr '\\0' a); sleep 30");
    let told = why(&greedy, &small);
    assert!(told.contains("ended") || told.contains("more than 64.0 MiB"), "{told}");
    // Each of them is within the limit, and all together are not.
    let many =
        "for i in 1 2 3; do (head -c 40000000 /dev/zero; sleep 30) | tail -c 40000000 & done; sleep 30";
    names(&why(&engine("many", "", many), &small), &["uses more than 64.0 MiB"]);
    // What is within the limit plays on.
    let modest = format!("cmd:{} engine quoridor --protocol text --nodes 50", env!("CARGO_BIN_EXE_damier"));
    let told = why(&modest, &["--memory", "256MiB"]);
    names(&told, &["has won"]);
}

#[test]
fn who_talks_much_for_long_is_heard() {
    // 1200 lines in more than a second are few enough.
    let slow =
        "for i in 1 2 3 4; do for j in $(seq 300); do echo info $j; done; sleep 0.4; done; echo bestmove zz";
    names(&why(&engine("slow-talker", "", slow), &[]), &["nonsense"]);
    let fast = "while true; do echo info; done";
    names(&why(&engine("fast-talker", "", fast), &[]), &["more than 1000 lines a second", "info"]);
}

/// A match of one game, or of none, was told as 800 Elo.
#[test]
fn without_a_pair_of_games_there_is_no_elo() {
    let args = ["match", "quoridor", "--a", "fast", "--b", "walker", "--nodes", "50", "--games"];
    let one = damier(&[&args[..], &["1", "--json"]].concat()).ends(0).objects();
    assert_eq!((&one[1]["match"]["won"], &one[1]["match"]["elo"]), (&1.into(), &Value::Null));
    names(&damier(&[&args[..], &["1"]].concat()).ends(0).out, &["no Elo"]);
    damier(&[&args[..], &["0"]].concat()).wrong_use();
}
