//! Many visitors for a long time: they play, solve, race, edit, come and go, some without taking leave, and the program is killed and
//! started again. Nothing may grow, and short work is answered soon.
//!
//! `scripts/soak` runs it for an hour and keeps the figures and a plot; without its variables a few visitors show for some seconds that it
//! works. The program is killed in the first quarter only: what it needs is compared over one long life.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus as Random;
use serde_json::{Value, json};
use tungstenite::{Error, Message};

use crate::plot::plot;
use crate::support::{Folder, Served, Socket, key};

const GAMES: [&str; 4] = ["ricochet", "sokoban", "quoridor", "taquin"];
/// How often the program is killed.
const KILLS: u32 = 3;

/// What was seen at a moment. Times are in milliseconds, of the short work since the moment before.
pub(crate) struct Sample {
    pub(crate) seconds: f64,
    pub(crate) mebibytes: f64,
    pub(crate) handles: usize,
    pub(crate) threads: usize,
    pub(crate) pages: usize,
    pub(crate) median: f64,
    pub(crate) p99: f64,
}

/// What all threads share.
struct Soak {
    host: String,
    token: String,
    ending: AtomicBool,
    /// The program is being killed: what goes wrong now is no news.
    killing: AtomicBool,
    times: Mutex<Vec<f64>>,
    pages: AtomicUsize,
    deeds: AtomicU64,
}

/// A number in a variable of the environment.
fn told(name: &str) -> Option<f64> {
    std::env::var(name).ok()?.parse().ok()
}

/// The program: named by `DAMIER`, or the one that belongs to this test.
fn start(folder: &Path, port: &str) -> Served {
    let program = std::env::var_os("DAMIER").unwrap_or_else(|| env!("CARGO_BIN_EXE_damier").into());
    let mut command = Command::new(program);
    command.args(["serve", "--no-open", "--port", port, "--data"]).arg(folder);
    Served::run(command)
}

#[test]
fn nothing_grows_while_visitors_come_and_go() {
    let minutes = told("DAMIER_SOAK_MINUTES");
    let time = Duration::from_secs_f64(minutes.unwrap_or(0.15) * 60.0);
    let visitors = told("DAMIER_SOAK_VISITORS").unwrap_or(10.0) as u64;
    let folder = Folder::new();
    let mut served = start(&folder.0, "0");
    let soak = Soak {
        host: served.host.clone(),
        token: served.token.clone(),
        ending: AtomicBool::new(false),
        killing: AtomicBool::new(false),
        times: Mutex::default(),
        pages: AtomicUsize::new(0),
        deeds: AtomicU64::new(0),
    };
    let (mut samples, mut kills, mut all) = (Vec::new(), Vec::new(), Vec::new());
    std::thread::scope(|scope| {
        for number in 0..visitors {
            let soak = &soak;
            scope.spawn(move || soak.visit(number));
        }
        scope.spawn(|| soak.measure());
        let began = Instant::now();
        // As many moments as a plot can show.
        let pause = (time / 600).clamp(Duration::from_millis(250), Duration::from_secs(10));
        while began.elapsed() < time {
            std::thread::sleep(pause);
            let due = time / 4 / (KILLS + 1) * (kills.len() as u32 + 1);
            if (kills.len() as u32) < KILLS && began.elapsed() > due {
                soak.killing.store(true, Relaxed);
                kills.push(began.elapsed().as_secs_f64());
                // Dropping it is `kill -9`.
                let port = soak.host.rsplit(':').next().expect("a port").to_owned();
                drop(served);
                served = start(&folder.0, &port);
                assert_eq!(served.token, soak.token, "the key stays");
                std::thread::sleep(Duration::from_millis(500));
                soak.killing.store(false, Relaxed);
                continue;
            }
            let times = std::mem::take(&mut *soak.times.lock().expect("no thread panics"));
            samples.push(sample(&served, began, &soak, &times));
            all.extend(times);
        }
        soak.ending.store(true, Relaxed);
    });
    let (median, p99) = (share(&mut all, 0.5), share(&mut all, 0.99));
    let deeds = soak.deeds.load(Relaxed);
    eprintln!(
        "{visitors} visitors, {:.1} minutes, {deeds} deeds, {KILLS} kills; short work: {} times, median {median:.1} ms, 99 % within {p99:.1} ms",
        time.as_secs_f64() / 60.0,
        all.len()
    );
    keep(&samples, &kills, minutes.is_some());
    let since = kills.last().copied().unwrap_or(0.0);
    let life: Vec<&Sample> = samples.iter().filter(|sample| sample.seconds > since).collect();
    let wrong: Vec<String> = [
        grown("memory (MiB)", &life, |sample| sample.mebibytes, 16.0),
        grown("file handles", &life, |sample| sample.handles as f64, 16.0),
        grown("threads", &life, |sample| sample.threads as f64, 16.0),
    ]
    .into_iter()
    .flatten()
    .collect();
    assert!(deeds > visitors && all.len() > 10, "hardly anything was done");
    // A short run is mostly the beginning, when everything grows.
    assert!(wrong.is_empty() || minutes.is_none(), "{wrong:?}");
    let bound = if minutes.is_some() { 100.0 } else { 1000.0 };
    assert!(p99 < bound, "short work: 99 % within {p99:.1} ms");
}

/// What has grown: the middle of the last third of a life is more than a tenth, and more than `least`, above that of the second. The
/// first third is for warming up.
fn grown(what: &str, life: &[&Sample], of: impl Fn(&Sample) -> f64, least: f64) -> Option<String> {
    let third = life.len() / 3;
    let middle = |part: &[&Sample]| share(&mut part.iter().map(|sample| of(sample)).collect::<Vec<_>>(), 0.5);
    let (before, after) = (middle(&life[third..2 * third]), middle(&life[2 * third..]));
    eprintln!("{what}: {before:.1}, then {after:.1}");
    (after > before * 1.1 + least).then(|| format!("{what} grew from {before:.1} to {after:.1}"))
}

/// The value that such a share of all does not pass.
fn share(values: &mut [f64], part: f64) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get((values.len().saturating_sub(1) as f64 * part) as usize).copied().unwrap_or(0.0)
}

/// What the system tells of the program.
fn sample(served: &Served, began: Instant, soak: &Soak, times: &[f64]) -> Sample {
    let folder = PathBuf::from(format!("/proc/{}", served.child.id()));
    let status = fs::read_to_string(folder.join("status")).unwrap_or_default();
    let number = |key: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(key));
        line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok()).unwrap_or(0.0)
    };
    let mut times = times.to_vec();
    Sample {
        seconds: began.elapsed().as_secs_f64(),
        mebibytes: number("VmRSS:") / 1024.0,
        handles: fs::read_dir(folder.join("fd")).map_or(0, Iterator::count),
        threads: number("Threads:") as usize,
        pages: soak.pages.load(Relaxed),
        median: share(&mut times, 0.5),
        p99: share(&mut times, 0.99),
    }
}

/// Writes the figures and the plot: where `DAMIER_SOAK_OUT` says, or for a test below target/.
fn keep(samples: &[Sample], kills: &[f64], wanted: bool) {
    let out = std::env::var("DAMIER_SOAK_OUT").ok().filter(|_| wanted);
    let out = PathBuf::from(out.unwrap_or_else(|| env!("CARGO_TARGET_TMPDIR").to_owned()));
    let line = |sample: &Sample| {
        let Sample { seconds, mebibytes, handles, threads, pages, median, p99 } = sample;
        format!("{seconds:.1},{mebibytes:.1},{handles},{threads},{pages},{median:.2},{p99:.2}")
    };
    let head = "seconds,mebibytes,handles,threads,pages,median_ms,p99_ms".to_owned();
    let csv = [head].into_iter().chain(samples.iter().map(line)).collect::<Vec<_>>().join("\n") + "\n";
    fs::write(out.join("soak.csv"), csv).expect("a folder for the figures");
    fs::write(out.join("soak.svg"), plot(samples, kills)).expect("a folder for the plot");
    eprintln!("figures and plot: {}", out.join("soak.csv").display());
}

/// Why a visit is over.
struct Left;

impl Soak {
    fn is_over(&self) -> bool {
        self.ending.load(Relaxed)
    }

    fn connect(&self, visitor: &str, game: &str) -> Option<Page> {
        let query = format!("sitting={visitor}&page=p&game={game}");
        let socket =
            Socket::open(&self.host, &format!("http://{}", self.host), &key(&self.host, &self.token), &query)
                .ok()?;
        let mut page = Page { socket, view: Value::Null };
        page.ask(&json!({"type": "look"}), "view", Duration::from_secs(20)).ok()?;
        Some(page)
    }

    /// Comes, does something for a while, leaves, and comes again.
    fn visit(&self, number: u64) {
        let mut random = Random::seed_from_u64(number);
        while !self.is_over() {
            let game = GAMES.choose(&mut random).expect("a game");
            let Some(mut page) = self.connect(&format!("v{number}"), game) else {
                std::thread::sleep(Duration::from_millis(300));
                continue;
            };
            self.pages.fetch_add(1, Relaxed);
            let until = Instant::now() + Duration::from_secs(random.random_range(3..30));
            while Instant::now() < until && !self.is_over() {
                let deed = deed(&page.view, game, &mut random);
                if page.say(&deed).is_err() {
                    break;
                }
                self.deeds.fetch_add(1, Relaxed);
                let pause = Duration::from_millis(random.random_range(300..3000));
                if page.listen(Instant::now() + pause, None).is_err() {
                    break;
                }
            }
            self.pages.fetch_sub(1, Relaxed);
            // Half of them say goodbye.
            if random.random() {
                let _ = page.socket.0.close(None);
                let _ = page.socket.0.flush();
            }
        }
    }

    /// Does short work again and again, and takes the time.
    fn measure(&self) {
        let mut seed = 0;
        while !self.is_over() {
            let pages = (self.connect("guest", "taquin"), self.connect("guest", "quoridor"));
            let (Some(mut puzzle), Some(mut game)) = pages else {
                std::thread::sleep(Duration::from_millis(100));
                continue;
            };
            while !self.is_over() {
                seed += 1;
                if self.short_work(&mut puzzle, &mut game, seed).is_err() {
                    assert!(
                        self.killing.load(Relaxed) || self.is_over(),
                        "short work was not answered within 20 s, and the program was not killed"
                    );
                    break;
                }
                std::thread::sleep(Duration::from_millis(150));
            }
        }
    }

    /// A new board, its first hint, and a move.
    fn short_work(&self, puzzle: &mut Page, game: &mut Page, seed: u64) -> Result<(), Left> {
        let timed = |page: &mut Page, message: &Value, kind: &str| {
            let began = Instant::now();
            page.ask(message, kind, Duration::from_secs(20))?;
            let taken = began.elapsed().as_secs_f64() * 1e3;
            self.times.lock().expect("no thread panics").push(taken);
            Ok(())
        };
        let board = json!({"type": "new", "options": {"width": "3", "height": "3"}, "seed": seed});
        timed(puzzle, &board, "view")?;
        timed(puzzle, &json!({"type": "hint"}), "hint")?;
        let people = json!([{"engine": null}, {"engine": null}]);
        timed(game, &json!({"type": "new", "options": {}, "seats": people}), "view")?;
        timed(game, &json!({"type": "move", "move": "e2"}), "view")
    }
}

/// A page, and the last view that it has.
struct Page {
    socket: Socket,
    view: Value,
}

impl Page {
    fn say(&mut self, message: &Value) -> Result<(), Left> {
        self.socket.0.send(Message::text(message.to_string())).map_err(|_| Left)
    }

    fn ask(&mut self, message: &Value, kind: &str, patience: Duration) -> Result<(), Left> {
        self.say(message)?;
        self.listen(Instant::now() + patience, Some(kind))
    }

    /// Hears what comes until then, or until a message of this kind; that it did not come in time ends the visit.
    fn listen(&mut self, until: Instant, wanted: Option<&str>) -> Result<(), Left> {
        loop {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return if wanted.is_some() { Err(Left) } else { Ok(()) };
            }
            self.socket.0.get_ref().set_read_timeout(Some(left)).map_err(|_| Left)?;
            let text = match self.socket.0.read() {
                Ok(Message::Text(text)) => text,
                Ok(Message::Close(_)) => return Err(Left),
                Ok(_) => continue,
                Err(Error::Io(error)) if error.kind() == std::io::ErrorKind::WouldBlock => continue,
                Err(_) => return Err(Left),
            };
            let message: Value = serde_json::from_str(&text).map_err(|_| Left)?;
            let found = wanted.is_some_and(|kind| message["type"] == kind);
            if message["type"] == "view" {
                self.view = message;
            }
            if found {
                return Ok(());
            }
        }
    }
}

/// Something that a visitor does.
fn deed(view: &Value, game: &str, random: &mut Random) -> Value {
    let step =
        view["scene"]["moves"].as_array().and_then(|legal| Some(legal.choose(random)?["name"].clone()));
    let engine = if game == "quoridor" { "fast" } else { "bfs" };
    match random.random_range(0..40) {
        0..=2 => json!({"type": "new", "options": {}}),
        3 => json!({"type": "undo"}),
        4 => json!({"type": "redo"}),
        5 | 6 => json!({"type": "hint"}),
        7 => json!({"type": "solve", "algorithm": "fast"}),
        8 => json!({"type": "solve", "algorithm": engine}),
        9 => json!({"type": "race", "algorithms": [engine, "fast"], "rate": 1000.0, "seconds": 2.0}),
        10 => json!({"type": "match", "a": "fast", "b": "mcts", "games": 4, "millis": 20, "options": {}}),
        11 => json!({"type": "analyse", "algorithm": "fast", "seconds": 3.0}),
        12 => json!({"type": "cancel"}),
        13 => json!({"type": "edit", "edit": {"tool": "clear"}}),
        14 => {
            let cell = random.random_range(0..80);
            json!({"type": "edit", "edit": {"tool": "wall", "cell": cell, "side": "N", "form": "h"}})
        }
        15 => json!({"type": "unedit", "back": true}),
        16 => json!({"type": "export", "format": "json"}),
        17 => json!({"type": "annotate"}),
        18 => json!({"type": "all", "most": 10}),
        19 => {
            json!({"type": "seats", "seats": [{"engine": null}, {"engine": "fast(level=easy)", "millis": 50}]})
        }
        20 => json!({"type": "home", "date": "2026-11-17"}),
        21 => {
            json!({"type": "keep", "kind": "setting", "id": "sound", "value": random.random::<bool>(), "shared": true})
        }
        22 => json!({"type": "nonsense"}),
        _ => json!({"type": "move", "move": step}),
    }
}
