//! Rooms under harm: killed, ended, flooded. What was acknowledged stays, and the others play on.
//!
//! `DAMIER_KILLS=200`, `DAMIER_TERMS=50`, `DAMIER_OFFENDERS=1000 cargo test --release --test app rooms_harm -- --nocapture` try more.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus as Random;
use serde_json::{Value, json};
use tungstenite::Message;

use crate::rooms_support::{Person, join, make, to_and_fro, turns};
use crate::support::{Folder, Served};

fn wanted(name: &str, usual: usize) -> usize {
    std::env::var(name).ok().and_then(|many| many.parse().ok()).unwrap_or(usual)
}

/// A game between two, and what is known of it.
struct Game {
    code: String,
    cookies: [String; 2],
    /// The moves that were acknowledged, and the number of the last deed of each.
    moves: Vec<Value>,
    applied: [u64; 2],
    /// A new game was asked for, and it is not known whether it was begun.
    renewed: bool,
    /// What the clock of who is to move showed last, and when.
    clock: Option<(usize, u64, Instant)>,
    played: usize,
}

fn signal(pid: u32, name: &str) {
    let _ = Command::new("kill").args([name, &pid.to_string()]).stderr(Stdio::null()).status();
}

impl Game {
    fn new(served: &Served) -> Self {
        let (code, host) = make(served, &turns(Some(600_000)));
        let cookies = [host, join(&served.host, &code)];
        let mut game =
            Game { code, cookies, moves: Vec::new(), applied: [0; 2], renewed: true, clock: None, played: 0 };
        let mut people = game.enter(&served.host).expect("let in");
        people.iter_mut().for_each(|person| person.act(&json!({"type": "sit"})));
        game.applied = [people[0].n, people[1].n];
        game
    }

    fn enter(&self, host: &str) -> Result<[Person; 2], String> {
        let open = |at: usize| Person::try_enter(host, &self.code, &self.cookies[at], "p");
        Ok([open(0)?, open(1)?])
    }

    /// Everything that was acknowledged is there, once, and the clock has not run meanwhile.
    fn check(&mut self, people: &[Person; 2], killed: Instant, entering: Instant) {
        // The clock may have run since the first of them came back.
        let back = entering.elapsed();
        for (at, person) in people.iter().enumerate() {
            assert!(
                person.n >= self.applied[at],
                "lost: deed {} of {at}, {} is known",
                self.applied[at],
                person.n
            );
            assert!(person.n <= self.applied[at] + 1, "doubled: deed {} of {at}", person.n);
        }
        let turns = &people[1].view["turns"];
        let moves = turns["moves"].as_array().cloned().unwrap_or_default();
        if !self.renewed {
            assert!(moves.starts_with(&self.moves), "lost: {:?} became {moves:?}", self.moves);
            let more: u64 = (0..2).map(|at| people[at].n - self.applied[at]).sum();
            assert!(moves.len() as u64 <= self.moves.len() as u64 + more, "doubled: {moves:?}");
            if let Some((seat, left, at)) = self.clock.filter(|_| moves.len() == self.moves.len()) {
                let now = turns["clock"]["left_ms"][seat].as_u64().expect("a clock");
                let ran = (killed.saturating_duration_since(at) + back).as_millis() as u64;
                assert!(now + ran + 20 >= left, "lost: time, {left} ms became {now} after {ran} ms");
            }
        }
        (self.moves, self.applied) = (moves, [people[0].n, people[1].n]);
    }

    /// Sends again what each has done last, as a page does that has not heard the answer: it is done once.
    fn send_again(&self, people: &mut [Person; 2]) {
        let Some(step) = self.moves.last().filter(|_| !self.renewed) else { return };
        for person in people {
            person.n -= 1;
            // The line may break meanwhile; the number is the same then, too.
            let answer = person.try_act(&json!({"type": "move", "move": step}));
            assert!(answer.is_err() || answer == Ok(Ok(())), "not known any more: {answer:?}");
            let moves = person.view["turns"]["moves"].as_array();
            assert_eq!(moves.map(Vec::len), Some(self.moves.len()), "doubled");
        }
    }

    /// Plays until the line breaks or it is told to stop.
    fn play(
        &mut self,
        people: &mut [Person; 2],
        random: &mut Random,
        stop: &AtomicBool,
    ) -> Result<(), String> {
        while !stop.load(Ordering::Relaxed) {
            let view = people[0].view.clone();
            if self.renewed || view["turns"]["end"].is_object() || self.moves.len() > 60 {
                self.renewed = true;
                if view["turns"].is_object() {
                    people[0].try_act(&json!({"type": "end"}))?.expect("ended");
                    self.applied[0] = people[0].n;
                }
                people[0].try_act(&json!({"type": "begin"}))?.expect("begun");
                (self.applied[0], self.renewed, self.clock) = (people[0].n, false, None);
                self.moves.clear();
            }
            let turn = self.moves.len() % 2;
            let count = self.moves.len();
            let person = &mut people[turn];
            if person.view["turns"]["moves"].as_array().map(Vec::len) != Some(count)
                || person.view["turns"]["scene"]["moves"].as_array().is_none_or(Vec::is_empty)
            {
                person.try_hear(|message| {
                    message["type"] == "room"
                        && message["turns"]["moves"].as_array().map(Vec::len) == Some(count)
                        && message["turns"]["turn"] == turn
                })?;
            }
            let legal = person.view["turns"]["scene"]["moves"].as_array().cloned().unwrap_or_default();
            if legal.is_empty() {
                self.renewed = true;
                continue;
            }
            let step = legal[random.random_range(0..legal.len())]["name"].clone();
            person.try_act(&json!({"type": "move", "move": &step}))?.expect("a legal move");
            self.applied[turn] = person.n;
            self.moves.push(step);
            // The line may have broken between the word and the view.
            let seen = person.view["turns"]["moves"].as_array().is_some_and(|moves| *moves == self.moves);
            let next = 1 - turn;
            let left = person.view["turns"]["clock"]["left_ms"][next].as_u64().filter(|_| seen);
            self.clock = left.map(|left| (next, left, Instant::now()));
            self.played += 1;
            // Below the rate that a page may keep up.
            std::thread::sleep(Duration::from_millis(30));
            if person.view["turns"]["end"].is_object() {
                self.renewed = true;
            }
            if turn == 1 {
                let moves = self.moves.len();
                people[0].try_hear(|message| {
                    message["type"] == "room"
                        && message["turns"]["moves"].as_array().map(Vec::len) == Some(moves)
                })?;
            }
        }
        Ok(())
    }
}

/// Games that are played while something happens to the program; says when each was there again after its next start.
fn rounds(
    rounds: usize,
    games: usize,
    end: impl Fn(&mut Served, &mut Random) -> Instant,
) -> (usize, Duration) {
    let folder = Folder::new();
    let mut random = Random::seed_from_u64(20);
    let served = Served::start_in(&folder.0, &["--port", "0"]);
    let mut all: Vec<Game> = (0..games).map(|_| Game::new(&served)).collect();
    drop(served);
    let mut longest = Duration::ZERO;
    let mut ended = Instant::now();
    for round in 0..rounds {
        let mut served = Served::start_in(&folder.0, &["--port", "0"]);
        let began = Instant::now();
        let (stop, seed, host) = (AtomicBool::new(false), random.random::<u64>(), served.host.clone());
        let again = std::thread::scope(|scope| {
            let playing: Vec<_> = (all.iter_mut().enumerate())
                .map(|(at, game)| {
                    let (host, stop) = (&host, &stop);
                    scope.spawn(move || {
                        let mut random = Random::seed_from_u64(seed + at as u64);
                        let entering = Instant::now();
                        let Ok(mut people) = game.enter(host) else { return Duration::ZERO };
                        let again = began.elapsed();
                        game.check(&people, ended, entering);
                        game.send_again(&mut people);
                        // A line that breaks is expected; what was checked is not.
                        let _ = game.play(&mut people, &mut random, stop);
                        again
                    })
                })
                .collect();
            ended = end(&mut served, &mut random);
            stop.store(true, Ordering::Relaxed);
            let each = playing.into_iter().map(|one| one.join().unwrap_or_else(|_| panic!("round {round}")));
            each.max().unwrap_or_default()
        });
        longest = longest.max(again);
        let _ = served.child.wait();
    }
    let served = Served::start_in(&folder.0, &["--port", "0"]);
    for game in &mut all {
        let entering = Instant::now();
        let people = game.enter(&served.host).expect("let in");
        game.check(&people, ended, entering);
    }
    drop(served);
    let store = damier_store::Store::open(&folder.0).expect("it opens");
    assert_eq!(damier_store::wait(store.check()), Ok(()));
    (all.iter().map(|game| game.played).sum(), longest)
}

#[test]
fn a_kill_under_load_loses_and_doubles_no_move_of_a_room() {
    let kills = wanted("DAMIER_KILLS", 4);
    let (played, longest) = rounds(kills, 6, |served, random| {
        std::thread::sleep(Duration::from_millis(150 + random.random_range(0..400)));
        signal(served.child.id(), "-9");
        let now = Instant::now();
        let _ = served.child.wait();
        // Nobody's clock runs while the program is away.
        std::thread::sleep(Duration::from_millis(150));
        now
    });
    eprintln!("{kills} kills, {played} acknowledged moves; the last game was there again after {longest:?}");
    assert!(played > kills, "{played} moves");
    assert!(longest < Duration::from_secs(if kills > 4 { 2 } else { 10 }), "{longest:?}");
}

#[test]
fn who_ends_the_program_under_load_says_goodbye_and_loses_nothing() {
    let terms = wanted("DAMIER_TERMS", 2);
    let longest = std::sync::Mutex::new(Duration::ZERO);
    let (played, _) = rounds(terms, 6, |served, random| {
        std::thread::sleep(Duration::from_millis(200 + random.random_range(0..300)));
        let watcher = Game::new(served);
        let mut people = watcher.enter(&served.host).expect("let in");
        let now = Instant::now();
        signal(served.child.id(), "-TERM");
        for person in &mut people {
            let closed = person.try_hear(|_| false).expect_err("closed");
            assert!(closed.contains("1001"), "{closed}");
        }
        let status = served.child.wait().expect("it ends");
        let ended = Instant::now();
        let mut longest = longest.lock().expect("nobody panics with it");
        *longest = (*longest).max(now.elapsed());
        assert!(status.success(), "{status}");
        std::thread::sleep(Duration::from_millis(150));
        ended
    });
    let longest = longest.into_inner().expect("nobody panics with it");
    eprintln!("{terms} times SIGTERM, {played} acknowledged moves; it ended within {longest:?}");
    assert!(longest < Duration::from_secs(5), "{longest:?}");
}

/// How long the slowest of a hundred deeds takes.
fn percentile(times: &mut [Duration]) -> Duration {
    times.sort();
    times.get(times.len().saturating_sub(1) * 99 / 100).copied().unwrap_or_default()
}

/// Deeds of a few people for a while, and how long each took.
fn measure(people: &mut [(Person, Person)], time: Duration) -> Vec<Duration> {
    std::thread::scope(|scope| {
        let each: Vec<_> = (people.iter_mut())
            .map(|(one, two)| {
                scope.spawn(move || {
                    let (mut times, until) = (Vec::new(), Instant::now() + time);
                    while Instant::now() < until {
                        let known =
                            |person: &Person| person.view["turns"]["moves"].as_array().map_or(0, Vec::len);
                        let count = known(one).max(known(two));
                        let person = if count.is_multiple_of(2) { &mut *one } else { &mut *two };
                        person.see(|view| view["turns"]["moves"].as_array().map(Vec::len) == Some(count));
                        let step = to_and_fro(count);
                        let began = Instant::now();
                        person.act(&json!({"type": "move", "move": step}));
                        times.push(began.elapsed());
                        std::thread::sleep(Duration::from_millis(60));
                    }
                    times
                })
            })
            .collect();
        each.into_iter().flat_map(|one| one.join().expect("it played")).collect()
    })
}

/// Games that are under way.
fn games(served: &Served, count: usize) -> Vec<(Person, Person)> {
    let begin = |_| {
        let mut game = Game::new(served);
        game.renewed = false;
        let [mut one, two] = game.enter(&served.host).expect("let in");
        one.act(&json!({"type": "begin"}));
        (one, two)
    };
    (0..count).map(begin).collect()
}

/// How long it takes until the other end of the last of these is closed; how many were not when the time was over.
fn until_closed(mut open: Vec<(Instant, TcpStream)>) -> (Duration, usize) {
    let (began, mut longest, mut bytes) = (Instant::now(), Duration::ZERO, [0; 4096]);
    for (_, stream) in &open {
        stream.set_nonblocking(true).expect("a socket");
    }
    while !open.is_empty() && began.elapsed() < Duration::from_secs(20) {
        open.retain_mut(|(opened, stream)| {
            let closed = match stream.read(&mut bytes) {
                Ok(read) => read == 0,
                Err(error) => error.kind() != std::io::ErrorKind::WouldBlock,
            };
            if closed {
                longest = longest.max(opened.elapsed());
            }
            !closed
        });
        std::thread::sleep(Duration::from_millis(200));
    }
    (longest, open.len())
}

#[test]
fn offenders_are_closed_within_ten_seconds_and_the_others_play_on() {
    let offenders = wanted("DAMIER_OFFENDERS", 40);
    let strict = std::env::var_os("DAMIER_OFFENDERS").is_some();
    let served = Served::start();
    let mut playing = games(&served, 4);
    // Three times that is less than 270 moves, after which a position comes back.
    let time = Duration::from_secs(if strict { 5 } else { 3 });
    let mut others = measure(&mut playing, time);
    let room = Game::new(&served);
    let cookie = &room.cookies[1];

    // Heads that never end.
    let mut bad: Vec<(Instant, TcpStream)> = (0..offenders)
        .filter_map(|_| {
            let mut stream = TcpStream::connect(&served.host).ok()?;
            stream.write_all(b"GET / HTTP/1.1\r\nHost: ").ok()?;
            Some((Instant::now(), stream))
        })
        .collect();
    assert_eq!(bad.len(), offenders);
    // A frame of 64 MiB, as its head says.
    let huge = Person::enter(&served.host, &room.code, cookie, "huge");
    let mut stream = huge.socket.get_ref().try_clone().expect("a socket");
    let _ = stream.write_all(&[0x81, 0xff, 0, 0, 0, 0, 4, 0, 0, 0, 1, 2, 3, 4]);
    let _ = stream.write_all(&vec![b'x'; 1 << 20]);
    bad.push((Instant::now(), stream));
    let closing = std::thread::spawn(move || until_closed(bad));
    // Ten thousand messages a second.
    let mut loud = Person::enter(&served.host, &room.code, cookie, "loud");
    let flood = std::thread::spawn(move || {
        let began = Instant::now();
        let message = json!({"type": "react", "reaction": "oops", "n": 1}).to_string();
        while began.elapsed() < Duration::from_secs(20) {
            for _ in 0..100 {
                if loud.socket.send(Message::text(message.clone())).is_err() {
                    return Some(began.elapsed());
                }
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        None
    });
    let mut during = measure(&mut playing, time);
    let flooded = flood.join().expect("it ends");
    let (closed, left) = closing.join().expect("it ends");
    others.extend(measure(&mut playing, time));
    let (without, with) = (percentile(&mut others), percentile(&mut during));
    eprintln!(
        "{offenders} slow heads and a frame of 64 MiB, all closed within {closed:?}; 10,000 messages a second, closed after {flooded:?}; \
         the others' 99th percentile was {with:?} meanwhile, {without:?} before and afterwards"
    );
    assert_eq!(left, 0, "still open after 20 s");
    assert!(closed < Duration::from_secs(10), "{closed:?}");
    // Who only does not read is let go after 5 s: this one was closed for what it sent.
    assert!(flooded.is_some_and(|time| time < Duration::from_secs(4)), "{flooded:?}");
    let more = Duration::from_millis(if strict { 5 } else { 150 });
    assert!(with < without * 2 + more, "{without:?} became {with:?}");
    drop(huge);
}

#[test]
fn who_never_reads_is_closed_within_ten_seconds() {
    let served = Served::start();
    // Who is to move is shown most.
    let (mut deaf, mut other) = games(&served, 1).remove(0);
    let began = Instant::now();
    let asking = std::thread::spawn(move || {
        // Asks and asks, below the rate that a page may keep up.
        while began.elapsed() < Duration::from_secs(30)
            && deaf.socket.send(Message::text("{\"type\":\"look\"}")).is_ok()
        {
            std::thread::sleep(Duration::from_millis(60));
        }
        deaf
    });
    other.see(|view| view["people"][0]["here"] == false);
    let gone = began.elapsed();
    eprintln!("who never reads was let go after {gone:?}");
    assert!(gone < Duration::from_secs(10), "{gone:?}");
    let _ = asking.join();
}
