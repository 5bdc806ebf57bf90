//! Many tables at once: how long a move takes from the page to the acknowledgement that it is on disk.
//!
//! `DAMIER_SITTINGS=200 cargo test --release --test app many_tables -- --nocapture` measures it; without the variable a few tables show
//! that it works.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::support::Served;

#[test]
fn many_tables_are_answered_soon() {
    let wanted = std::env::var("DAMIER_SITTINGS").ok().and_then(|many| many.parse::<u64>().ok());
    let (tables, seconds) = wanted.map_or((20, 2), |many| (many, 10));
    let served = Served::start();
    let pause = Duration::from_millis(500);
    let begin = Instant::now() + Duration::from_secs(1);
    let served = &served;
    let play = |table: u64| {
        let game = ["ricochet", "sokoban", "taquin"][table as usize % 3];
        let mut socket = served.socket_with(&format!("sitting=v{table}&page=p&game={game}"));
        let mut view = socket.ask(&json!({"type": "look"}), "view");
        let mut times = Vec::new();
        for turn in 1..=2 * seconds {
            // Spread over the half second, as people are.
            let due = begin + pause * turn as u32 + pause / tables as u32 * table as u32;
            std::thread::sleep(due.saturating_duration_since(Instant::now()));
            let at = view["history"]["at"].as_u64().unwrap_or(0);
            let first = &view["scene"]["moves"][0]["name"];
            let mut message = json!({"type": "move", "move": first, "n": turn});
            if *first == Value::Null {
                message = json!({"type": "go", "at": at.saturating_sub(1), "n": turn});
            }
            let sent = Instant::now();
            view = socket.ask(&message, "view");
            socket.hear_until("done", |done| done["n"] == turn);
            times.push(sent.elapsed());
        }
        times
    };
    let mut times: Vec<Duration> = std::thread::scope(|scope| {
        let all: Vec<_> = (0..tables).map(|table| scope.spawn(move || play(table))).collect();
        all.into_iter().flat_map(|one| one.join().expect("it played")).collect()
    });
    times.sort();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    eprintln!("{tables} tables, {} moves: median {:?}, 99 % within {:?}", times.len(), at(0.5), at(0.99));
    let most = if wanted.is_some() { 50 } else { 1000 };
    assert!(at(0.99) < Duration::from_millis(most), "99 % within {:?}", at(0.99));
}
