//! Many rooms at once: how long a move takes from the page to the acknowledgement that it is on disk, beside a plain echo server in the same run.
//!
//! `DAMIER_GAMES=1000 DAMIER_SECONDS=45 cargo test --release --test app many_rooms -- --nocapture` measures it; with `DAMIER_SOLVER=1` searches that use all
//! cores run meanwhile. Without the variables a few games show that it works.
//!
//! The control, run in the same way with `least_that_keeping_costs` for `many_rooms`: a server that does nothing but write 4 kB, sync them and echo. No server
//! that keeps what it acknowledges can be much faster on that machine.

use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::net::TcpStream;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::WebSocketUpgrade;
use axum::extract::ws::Message as Frame;
use axum::routing::get;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::json;
use tungstenite::{Message, WebSocket};

use crate::rooms_support::{Person, join, make, to_and_fro};
use crate::support::{Folder, Served};

fn wanted(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|many| many.parse().ok())
}

/// A file that is written round and round, a page at a time, each on disk before the next. It has its full size from the beginning: what grows is
/// synced more slowly.
struct Pages {
    file: File,
    next: u64,
}

impl Pages {
    const SIZE: u64 = 4096;
    const COUNT: u64 = 2000;

    fn new(folder: &Path) -> Self {
        let path = folder.join("pages");
        std::fs::create_dir_all(folder).expect("a folder");
        std::fs::write(&path, vec![1; (Self::SIZE * Self::COUNT) as usize]).expect("room on the disk");
        let file = File::options().write(true).open(&path).expect("a file");
        file.sync_all().expect("a disk");
        Pages { file, next: 0 }
    }

    fn keep(&mut self) {
        let at = self.next % Self::COUNT * Self::SIZE;
        self.next += 1;
        self.file.seek(SeekFrom::Start(at)).expect("a place");
        self.file.write_all(&[self.next as u8; Self::SIZE as usize]).expect("room on the disk");
        self.file.sync_data().expect("a disk");
    }
}

/// A server that sends back what it hears, and nothing else, until this is dropped.
struct Echo {
    host: String,
    _runtime: tokio::runtime::Runtime,
}

impl Echo {
    /// With pages, a page is on disk before anything is sent back.
    fn start(pages: Option<Pages>) -> Self {
        let pages = Arc::new(pages.map(Mutex::new));
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .expect("threads");
        let listener = runtime.block_on(tokio::net::TcpListener::bind("127.0.0.1:0")).expect("a port");
        let host = listener.local_addr().expect("an address").to_string();
        let echo = get(|upgrade: WebSocketUpgrade| async move {
            upgrade.on_upgrade(|mut socket| async move {
                while let Some(Ok(Frame::Text(text))) = socket.recv().await {
                    if let Some(pages) = pages.as_ref() {
                        pages.lock().expect("nobody fails").keep();
                    }
                    if socket.send(Frame::Text(text)).await.is_err() {
                        return;
                    }
                }
            })
        });
        let router: Router = Router::new().route("/", echo);
        runtime.spawn(async move {
            use hyper_util::rt::{TokioExecutor, TokioIo};
            use hyper_util::server::conn::auto;
            use hyper_util::service::TowerToHyperService;
            while let Ok((stream, _)) = listener.accept().await {
                let _ = stream.set_nodelay(true);
                let service = TowerToHyperService::new(router.clone());
                tokio::spawn(async move {
                    let http = auto::Builder::new(TokioExecutor::new()).http1_only();
                    let _ = http.serve_connection_with_upgrades(TokioIo::new(stream), service).await;
                });
            }
        });
        Echo { host, _runtime: runtime }
    }

    fn open(&self) -> WebSocket<TcpStream> {
        let stream = TcpStream::connect(&self.host).expect("it listens");
        stream.set_nodelay(true).expect("a socket");
        tungstenite::client(format!("ws://{}/", self.host), stream).expect("let in").0
    }
}

/// How long a message takes there and back.
fn echoed(line: &mut WebSocket<TcpStream>, second: u64) -> Duration {
    let message = json!({"type": "move", "move": to_and_fro(second as usize), "n": second}).to_string();
    let sent = Instant::now();
    line.send(Message::text(message)).expect("sent");
    while !matches!(line.read().expect("echoed"), Message::Text(_)) {}
    sent.elapsed()
}

/// Waits for a game's moment in a second: they are spread over it, as people are.
fn wait_for(begin: Instant, second: u64, game: u64, count: u64) -> Instant {
    let due = begin + Duration::from_secs(second) + Duration::from_secs_f64(game as f64 / count as f64);
    std::thread::sleep(due.saturating_duration_since(Instant::now()));
    due
}

/// Waits for half a second after that.
fn wait_half(due: Instant) {
    std::thread::sleep((due + Duration::from_millis(500)).saturating_duration_since(Instant::now()));
}

/// What is looked at of a message: who makes the load shall not be the load.
#[derive(Deserialize)]
struct Heard<'a> {
    #[serde(rename = "type")]
    kind: &'a str,
    n: Option<u64>,
    turns: Option<Played>,
}

#[derive(Deserialize)]
struct Played {
    moves: Vec<IgnoredAny>,
}

/// Reads until a message is so.
fn hear(person: &mut Person, wanted: impl Fn(&Heard) -> bool) {
    loop {
        let Message::Text(text) = person.socket.read().expect("it speaks") else { continue };
        if wanted(&serde_json::from_str(&text).expect("it speaks JSON")) {
            return;
        }
    }
}

/// The 99th percentile of some times.
fn percentile(mut times: Vec<Duration>) -> f64 {
    times.sort();
    times.get(times.len().saturating_sub(1) * 99 / 100).map_or(0.0, Duration::as_secs_f64)
}

/// The memory that a process has in use.
fn resident(pid: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.split_whitespace().next()?.parse::<u64>().ok()
}

/// The time of the processor that a process has had.
fn processor(pid: u32) -> Option<Duration> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let mut ticks =
        stat.rsplit_once(')')?.1.split_whitespace().skip(11).map_while(|ticks| ticks.parse::<u64>().ok());
    // A hundred ticks a second, whatever the machine.
    Some(Duration::from_millis(10 * (ticks.next()? + ticks.next()?)))
}

fn tell_processor(before: Option<Duration>, after: Option<Duration>, moves: u64) {
    if let (Some(before), Some(after)) = (before, after) {
        let each = after.saturating_sub(before).as_secs_f64() / moves as f64;
        eprintln!("{:.0} µs of the processor a move", each * 1e6);
    }
}

#[test]
fn many_rooms_are_answered_soon() {
    let games = wanted("DAMIER_GAMES");
    let (count, seconds) = (games.unwrap_or(12), wanted("DAMIER_SECONDS").unwrap_or(5));
    let solver = wanted("DAMIER_SOLVER").is_some();
    let served = Served::start();
    let echo = Echo::start(None);
    let rules =
        json!({"kind": "turns", "game": "quoridor", "clock": {"base_ms": 3_600_000, "increment_ms": 1000}});
    let (served, echo, rules) = (&served, &echo, &rules);
    // Not all come at the same instant: who has not shown a key yet may be one of 256.
    let set_up = || {
        let (code, cookie) = make(served, rules);
        let other = join(&served.host, &code);
        let mut people = [
            Person::enter(&served.host, &code, &cookie, "p"),
            Person::enter(&served.host, &code, &other, "p"),
        ];
        people.iter_mut().for_each(|person| person.act(&json!({"type": "sit"})));
        people[0].act(&json!({"type": "begin"}));
        (people, echo.open())
    };
    let (hands, begins) = (16.min(count), OnceLock::new());
    let begins: &OnceLock<Instant> = &begins;
    let play = move |game: u64, (mut people, mut line): ([Person; 2], WebSocket<TcpStream>)| {
        let begin = loop {
            if let Some(begin) = begins.get() {
                break *begin;
            }
            // Who waits answers pings, as a browser does.
            people.iter_mut().for_each(Person::idle);
        };
        let mut times = Vec::new();
        for second in 0..seconds {
            let due = wait_for(begin, second, game, count);
            let turn = (second % 2) as usize;
            let moves = second as usize;
            if moves > 0 {
                hear(&mut people[turn], |heard| {
                    heard.turns.as_ref().is_some_and(|turns| turns.moves.len() == moves)
                });
            }
            let step = to_and_fro(moves);
            let sent = Instant::now();
            let n = people[turn].say(&json!({"type": "move", "move": step})).expect("sent");
            hear(&mut people[turn], |heard| {
                assert!(heard.kind != "refused", "refused");
                heard.kind == "done" && heard.n == Some(n)
            });
            let moved = sent.elapsed();
            wait_half(due);
            times.push((second, moved, echoed(&mut line, second)));
        }
        times
    };
    let mut memory = 0;
    let times: Vec<(u64, Duration, Duration)> = std::thread::scope(|scope| {
        let setting: Vec<_> = (0..hands)
            .map(|hand| {
                let set_up = &set_up;
                scope.spawn(move || {
                    let mine = (hand..count).step_by(hands as usize);
                    let start = |game| {
                        let (table, small) = (set_up(), std::thread::Builder::new().stack_size(256 << 10));
                        small.spawn_scoped(scope, move || play(game, table)).expect("a thread")
                    };
                    mine.map(start).collect::<Vec<_>>()
                })
            })
            .collect();
        let all: Vec<_> = setting.into_iter().flat_map(|hand| hand.join().expect("they came")).collect();
        let _ = begins.set(Instant::now() + Duration::from_secs(1));
        let before = processor(served.child.id());
        let mut searching = Vec::new();
        if solver {
            for page in 0..4 {
                let mut socket = served.socket_at("quoridor", &format!("solver-{page}"));
                socket.ask(&json!({"type": "look"}), "view");
                socket.say(&json!({"type": "analyse", "algorithm": "fast", "seconds": 60.0}));
                searching.push(socket);
            }
        }
        while all.iter().any(|one| !one.is_finished()) {
            memory = memory.max(resident(served.child.id()).unwrap_or(0));
            std::thread::sleep(Duration::from_millis(500));
        }
        tell_processor(before, processor(served.child.id()), count * seconds);
        all.into_iter().flat_map(|one| one.join().expect("it played")).collect()
    });
    eprintln!("{count} games, {} sockets, {} MB", 2 * count, memory / 1024);
    let (moved, echoed) = told("moves", &times, seconds);
    assert_eq!(times.len() as u64, count * seconds);
    assert!(memory < 256 << 10, "{memory} kB");
    let most = if games.is_some() { 2.5 * echoed } else { 2.0 };
    assert!(moved <= most.max(0.005), "{moved} s against {echoed} s of the echo");
}

#[test]
fn the_least_that_keeping_costs() {
    let count = wanted("DAMIER_GAMES").unwrap_or(12);
    let seconds = wanted("DAMIER_SECONDS").unwrap_or(2);
    let folder = Folder::new();
    let (keeper, echo) = (Echo::start(Some(Pages::new(&folder.0))), Echo::start(None));
    let lines: Vec<_> = (0..count).map(|_| (keeper.open(), echo.open())).collect();
    let begin = Instant::now() + Duration::from_secs(1);
    let times: Vec<(u64, Duration, Duration)> = std::thread::scope(|scope| {
        let each = lines.into_iter().zip(0..).map(|((mut kept, mut plain), game)| {
            let small = std::thread::Builder::new().stack_size(256 << 10);
            let ask = move |second| {
                let due = wait_for(begin, second, game, count);
                let took = echoed(&mut kept, second);
                wait_half(due);
                (second, took, echoed(&mut plain, second))
            };
            small.spawn_scoped(scope, move || (0..seconds).map(ask).collect::<Vec<_>>()).expect("a thread")
        });
        let all: Vec<_> = each.collect();
        all.into_iter().flat_map(|one| one.join().expect("it was answered")).collect()
    });
    let (kept, _) = told("echoes that are kept first", &times, seconds);
    assert!(kept < 5.0, "a disk that takes {kept} s");
}

/// Tells how it went. Gives the 99th percentiles of moves and of echoes, in the part of the run whose ratio is the median.
fn told(what: &str, times: &[(u64, Duration, Duration)], seconds: u64) -> (f64, f64) {
    // Nine parts of the run, each with both.
    let parts = 9.min(seconds);
    let mut each: Vec<(f64, f64)> = (0..parts)
        .map(|part| {
            let within = |second: u64| second * parts / seconds == part;
            let of = |pick: fn(&(u64, Duration, Duration)) -> Duration| {
                percentile(times.iter().filter(|time| within(time.0)).map(pick).collect())
            };
            (of(|time| time.1), of(|time| time.2))
        })
        .collect();
    each.sort_by(|one, two| (one.0 / one.1).total_cmp(&(two.0 / two.1)));
    let (moved, echoed) = each[each.len() / 2];
    let all: Vec<Duration> = times.iter().map(|time| time.1).collect();
    eprintln!(
        "{} {what}: 99 % within {:.2} ms, of echoes within {:.2} ms, {:.2} times (median of {parts} parts); 99 % of all within {:.2} ms",
        times.len(),
        moved * 1e3,
        echoed * 1e3,
        moved / echoed,
        percentile(all) * 1e3,
    );
    (moved, echoed)
}
