//! One visitor harms no other: short work is answered at once whatever else runs, who is silent or does not read is closed, and halted
//! jobs hold nothing.
//!
//! `DAMIER_STRICT=1 cargo test --release --test app fair -- --nocapture` measures with the promised bounds; without it they are looser,
//! for a machine that does other things besides.

use std::io::Read;
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::json;
use tungstenite::Message;

use crate::support::{Served, Socket};

fn bound() -> Duration {
    Duration::from_millis(if std::env::var_os("DAMIER_STRICT").is_some() { 100 } else { 1000 })
}

fn at(served: &Served, visitor: &str, game: &str) -> Socket {
    let mut socket = served.socket_at(game, visitor);
    socket.ask(&json!({"type": "look"}), "view");
    socket
}

/// What a guest does: a new board, the first hints, a move. Gives how long each took.
fn short_work(served: &Served, times: usize) -> Vec<Duration> {
    let mut puzzle = at(served, "guest", "taquin");
    let mut game = at(served, "guest", "quoridor");
    let people = json!([{"engine": null}, {"engine": null}]);
    let mut told = Vec::new();
    let mut timed = |work: &mut dyn FnMut()| {
        let began = Instant::now();
        work();
        told.push(began.elapsed());
    };
    for seed in 0..times {
        let options = json!({"width": "3", "height": "3"});
        timed(&mut || {
            puzzle.say(&json!({"type": "new", "options": options, "seed": seed}));
            puzzle.hear_until("view", |view| view["seed"] == seed);
        });
        timed(&mut || drop(puzzle.ask(&json!({"type": "hint"}), "hint")));
        game.ask(&json!({"type": "new", "options": {}, "seats": people}), "view");
        timed(&mut || drop(game.ask(&json!({"type": "move", "move": "e2"}), "view")));
    }
    told
}

fn p99(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[(times.len() - 1) * 99 / 100]
}

#[test]
fn short_work_is_answered_at_once_beside_matches_and_searches() {
    let served = Served::start();
    let quiet = p99(short_work(&served, 5));
    let mut busy = Vec::new();
    for table in 0..2 {
        let mut page = at(&served, &format!("match-{table}"), "quoridor");
        let contest =
            json!({"type": "match", "a": "fast", "b": "fast", "games": 100, "millis": 1000, "options": {}});
        page.say(&contest);
        busy.push(page);
    }
    let hard: Vec<String> = (0..8).map(hard_board).collect();
    for (table, text) in hard.iter().enumerate() {
        let mut page = at(&served, &format!("solve-{table}"), "taquin");
        page.ask(&json!({"type": "load", "text": text}), "view");
        page.say(&json!({"type": "solve", "algorithm": "ida(misplaced)"}));
        busy.push(page);
    }
    std::thread::sleep(Duration::from_millis(500));
    let loaded = p99(short_work(&served, 20));
    eprintln!(
        "short work: 99 % within {quiet:?} when it is quiet, within {loaded:?} beside 2 matches and 8 searches"
    );
    assert!(loaded < bound(), "{loaded:?}");
    // The searches were not starved either: they are still under way, and count.
    let page = busy.last_mut().expect("a page");
    page.hear_until("progress", |progress| progress["expanded"].as_u64().is_some_and(|nodes| nodes > 0));
}

/// A random board of the fifteen puzzle, far from solved.
fn hard_board(seed: u64) -> String {
    let board = std::process::Command::new(env!("CARGO_BIN_EXE_damier"))
        .args(["generate", "taquin", "--seed", &seed.to_string(), "--to", "compact"])
        .output()
        .expect("it runs");
    String::from_utf8(board.stdout).expect("text").trim().to_owned()
}

#[test]
fn halted_races_hold_nothing() {
    let served = Served::start();
    let mut halted = Vec::new();
    for table in 0..60 {
        let mut page = at(&served, &format!("race-{table}"), "taquin");
        page.say(&json!({"type": "race", "algorithms": ["bfs", "astar(manhattan)"], "rate": 0.0}));
        halted.push(page);
    }
    let times = p99(short_work(&served, 5));
    assert!(times < bound(), "{times:?} beside 60 halted races");
}

#[test]
fn who_says_nothing_is_closed_and_the_others_are_served() {
    let served = Served::start();
    let mut talking = at(&served, "talker", "taquin");
    let silent: Vec<TcpStream> = (0..600).map_while(|_| TcpStream::connect(&served.host).ok()).collect();
    assert!(silent.len() > 500, "{}", silent.len());
    let began = Instant::now();
    let page = served.get("/", &served.host, &served.cookie());
    assert!(page.starts_with("HTTP/1.1 200"), "{page}");
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
    let _again = at(&served, "another", "sokoban");
    for stream in &silent {
        let left = Duration::from_secs(20).saturating_sub(began.elapsed()).max(Duration::from_millis(1));
        stream.set_read_timeout(Some(left)).expect("a socket");
        let end = (&mut &*stream).read(&mut [0; 1]);
        let closed = matches!(&end, Ok(0))
            || end.as_ref().is_err_and(|error| {
                matches!(error.kind(), std::io::ErrorKind::ConnectionReset | std::io::ErrorKind::BrokenPipe)
            });
        assert!(closed, "{end:?} after {:?}", began.elapsed());
    }
    assert!(began.elapsed() < Duration::from_secs(15), "{:?}", began.elapsed());
    // A conversation may be silent; it is asked now and then whether somebody is there.
    let ping = loop {
        if let Message::Ping(_) = talking.0.read().expect("it is still there") {
            break true;
        }
    };
    assert!(ping);
    talking.ask(&json!({"type": "look"}), "view");
}

#[test]
fn a_message_that_is_too_long_is_told_so() {
    let served = Served::start();
    let mut page = at(&served, "long", "taquin");
    page.say(&json!({"type": "load", "text": "x".repeat(70_000)}));
    assert_eq!(page.closed(), Some(1009));
}
