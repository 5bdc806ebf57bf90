//! Another process, for what has to be killed: this program once more, with one of the tests below, which are none without the place of a store.

use std::io::{BufRead, BufReader, Write};
use std::process::{ChildStdout, Command, Stdio};
use std::time::Duration;

use damier_store::{Fault, Holding, Lease, Store, wait};

use crate::ground::{Ground, holder, open, put};

/// A process that is killed at the latest when nobody needs it any more.
pub(crate) struct Child {
    process: std::process::Child,
    told: BufReader<ChildStdout>,
}

impl Child {
    pub(crate) fn start(what: &str, ground: &Ground, values: &[(&str, &str)]) -> Self {
        let mut process = Command::new(std::env::current_exe().unwrap())
            .args(["--ignored", "--exact", "--nocapture", &format!("child::{what}")])
            .env("DAMIER_CHILD", ground.place())
            .envs(values.iter().map(|(name, value)| (format!("DAMIER_CHILD_{name}"), value)))
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let told = BufReader::new(process.stdout.take().unwrap());
        Child { process, told }
    }

    /// The next that it says.
    pub(crate) fn line(&mut self) -> String {
        loop {
            let mut line = String::new();
            assert!(self.told.read_line(&mut line).unwrap() > 0, "it has ended");
            if let Some((_, said)) = line.split_once("> ") {
                return said.trim_end().to_owned();
            }
        }
    }

    /// All that it has said until it ended.
    pub(crate) fn rest(&mut self) -> Vec<String> {
        let lines = std::iter::from_fn(|| {
            let mut line = String::new();
            (self.told.read_line(&mut line).ok()? > 0 && line.ends_with('\n')).then_some(line)
        });
        lines.filter_map(|line| line.split_once("> ").map(|(_, said)| said.trim_end().to_owned())).collect()
    }

    pub(crate) fn kill(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }

    /// Sends a signal by name.
    #[cfg(unix)]
    pub(crate) fn signal(&self, name: &str) {
        let id = self.process.id().to_string();
        assert!(Command::new("kill").args([&format!("-{name}"), &id]).status().unwrap().success());
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn store() -> Option<Store> {
    std::env::var("DAMIER_CHILD").ok().map(|place| open(&place).unwrap())
}

fn value(name: &str) -> String {
    std::env::var(format!("DAMIER_CHILD_{name}")).unwrap()
}

fn say(words: &str) {
    let mut out = std::io::stdout().lock();
    writeln!(out, "> {words}").and_then(|()| out.flush()).unwrap();
}

/// Writes two documents at once, again and again, and says what was acknowledged.
#[test]
#[ignore = "a part of other tests"]
fn writes() {
    let Some(store) = store() else { return };
    for at in value("BEGIN").parse::<u64>().unwrap() + 1.. {
        let number = at.to_string();
        wait(store.write(vec![put("left", "1", &number), put("right", "1", &number)])).unwrap();
        say(&number);
    }
}

/// Takes a lease and writes under it, again and again, and says what was acknowledged; says so when it is lost, and goes on trying.
#[test]
#[ignore = "a part of other tests"]
fn holds() {
    let Some(store) = store() else { return };
    let time = Duration::from_millis(value("TIME").parse().unwrap());
    let Ok(Holding::Mine(lease)) = wait(store.lease("room", &holder("child"), time)) else {
        panic!("not mine")
    };
    say(&format!("number {}", lease.number));
    for at in 1.. {
        match write(&store, &lease, at) {
            Ok(()) => say(&at.to_string()),
            Err(Fault::Lost { name }) => say(&format!("lost {name}")),
            Err(fault) => panic!("{fault}"),
        }
        if value("RENEWS") == "yes" {
            wait(store.renew(vec![lease.clone()], time)).unwrap();
        }
    }
}

fn write(store: &Store, lease: &Lease, at: u64) -> Result<(), Fault> {
    wait(store.write_under(lease, vec![put("room", "1", &at.to_string())]))
}
