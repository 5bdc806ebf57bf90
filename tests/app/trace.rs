//! Searches that are kept: saved to a file and opened again, fast to look at however long they are, and no harm to others.
//!
//! `DAMIER_STRICT=1 cargo test --release --test app trace -- --nocapture --test-threads=1` measures with the promised bounds; without it
//! they are looser, for a machine that does other things besides and for a program with every check left on.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::support::{Folder, Served, Socket};

fn is_strict() -> bool {
    std::env::var_os("DAMIER_STRICT").is_some()
}

/// A bound that is promised, or a loose one.
fn within(millis: u64) -> Duration {
    Duration::from_millis(if is_strict() { millis } else { 20 * millis })
}

fn part(mut times: Vec<Duration>, hundredths: usize) -> Duration {
    times.sort();
    times[(times.len() - 1) * hundredths / 100]
}

/// Brings a file; gives the status and what is told.
fn bring(served: &Served, text: &[u8], cookie: &str, origin: &str) -> (u16, Value) {
    let mut stream = TcpStream::connect(&served.host).expect("it listens");
    let head = format!(
        "POST /trace HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{cookie}Origin: {origin}\r\nContent-Length: {}\r\n\r\n",
        served.host,
        text.len()
    );
    stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(text)).expect("it reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("it answers");
    let status = answer.split(' ').nth(1).and_then(|code| code.parse().ok()).expect("a status");
    let (_, body) = answer.split_once("\r\n\r\n").expect("a body");
    (status, serde_json::from_str(body).unwrap_or_default())
}

fn own(served: &Served, text: &[u8]) -> (u16, Value) {
    bring(served, text, &served.cookie(), &format!("http://{}", served.host))
}

/// The body of an answer that comes in pieces.
fn body(answer: &[u8]) -> Vec<u8> {
    let end = answer.windows(4).position(|bytes| bytes == b"\r\n\r\n").expect("a head") + 4;
    let head = String::from_utf8_lossy(&answer[..end]).to_lowercase();
    if !head.contains("transfer-encoding: chunked") {
        return answer[end..].to_vec();
    }
    let (mut rest, mut whole) = (&answer[end..], Vec::new());
    loop {
        let line = rest.windows(2).position(|bytes| bytes == b"\r\n").expect("a size");
        let size = usize::from_str_radix(std::str::from_utf8(&rest[..line]).expect("text"), 16).expect("hex");
        if size == 0 {
            return whole;
        }
        whole.extend_from_slice(&rest[line + 2..line + 2 + size]);
        rest = &rest[line + 4 + size..];
    }
}

fn save(served: &Served, traced: &Value, lane: usize) -> Vec<u8> {
    let path = format!("/trace/{}/{lane}", traced["id"].as_str().expect("an id"));
    let answer = served.get_bytes(&path, &served.cookie());
    assert!(answer.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&answer[..80]));
    body(&answer)
}

fn search(page: &mut Socket, specs: &[&str], steps: u64) -> Value {
    page.say(&json!({"type": "trace", "algorithms": specs, "steps": steps}));
    page.hear_until("traced", |traced| traced["done"] == true)
}

fn moment(page: &mut Socket, at: usize) -> Value {
    page.ask(&json!({"type": "moment", "at": [at]}), "moment")["lanes"][0].clone()
}

const BOARD: &str = "t3-867254301";

#[test]
fn a_trace_that_was_saved_opens_again_and_shows_the_same() {
    let served = Served::start();
    for (game, specs) in [
        ("taquin", ["astar(manhattan)", "bfs"]),
        ("ricochet", ["astar", "ida"]),
        ("sokoban", ["astar", "greedy"]),
        ("quoridor", ["alphabeta(depth=2)", "mcts(rollouts=300)"]),
    ] {
        let mut page = served.socket_at(game, &format!("saves-{game}"));
        let view = page.ask(&json!({"type": "look"}), "view");
        let position = view["code"].as_str().expect("a code").to_owned();
        let traced = search(&mut page, &specs, 3000);
        for (lane, spec) in specs.iter().enumerate() {
            let text = save(&served, &traced, lane);
            let told = &traced["lanes"][lane];
            let events = told["events"].as_u64().expect("a number") as usize;
            let ats: Vec<usize> = (0..=20).map(|part| events * part / 20).collect();
            let wanted = |page: &mut Socket, ats: &[usize], lane: usize| -> Vec<Value> {
                let at = |at: usize| (0..2).map(|one| json!((one == lane).then_some(at))).collect::<Vec<_>>();
                ats.iter()
                    .map(|&here| {
                        page.ask(&json!({"type": "moment", "at": at(here)}), "moment")["lanes"][lane].clone()
                    })
                    .collect()
            };
            let before = wanted(&mut page, &ats, lane);
            let (status, brought) = own(&served, &text);
            assert_eq!(status, 200, "{game} {spec}: {brought}");
            assert_eq!((&brought["game"], &brought["position"]), (&json!(game), &json!(position)));
            // Another visitor opens it.
            let mut other = served.socket_at(game, &format!("opens-{game}-{lane}"));
            other.ask(&json!({"type": "load", "text": position}), "view");
            let again = other.ask(&json!({"type": "open", "files": [brought["file"]]}), "traced");
            for what in [
                "algorithm",
                "outcome",
                "kind",
                "events",
                "steps",
                "nodes",
                "micros",
                "cost",
                "bound",
                "optimal",
                "moves",
                "way",
                "stats",
                "timeline",
                "first",
            ] {
                assert_eq!(again["lanes"][0][what], told[what], "{game} {spec}: {what}");
            }
            assert_eq!(wanted(&mut other, &ats, 0), before, "{game} {spec}");
            other.ask(&json!({"type": "branch", "lane": 0, "about": 0, "most": 100}), "branch");
            other.ask(
                &json!({"type": "stop", "lane": 0, "at": 0, "forward": true, "breaks": ["bound"]}),
                "stop",
            );
            other.ask(&json!({"type": "node", "lane": 0, "id": 0, "at": 0}), "node");
            assert_eq!(save(&served, &again, 0), text, "{game} {spec}");
        }
        // Two files side by side, as two searches were.
        let files: Vec<Value> =
            (0..2).map(|lane| own(&served, &save(&served, &traced, lane)).1["file"].clone()).collect();
        let both = page.ask(&json!({"type": "open", "files": files}), "traced");
        assert_eq!(both["lanes"].as_array().map(Vec::len), Some(2));
    }
}

#[test]
fn a_file_that_does_not_fit_is_refused_with_a_sentence() {
    let served = Served::start();
    let mut page = served.socket_at("taquin", "refused");
    page.ask(&json!({"type": "load", "text": BOARD}), "view");
    let traced = search(&mut page, &["astar(manhattan)"], 100_000);
    let text = String::from_utf8(save(&served, &traced, 0)).expect("text");
    let moves = traced["lanes"][0]["moves"].as_array().expect("a solution").len();
    assert!(moves > 3);
    let key = |text: &str| {
        let (status, told) = own(&served, text.as_bytes());
        assert!(status == 422 && !told["text"].as_str().unwrap_or_default().is_empty(), "{status} {told}");
        told["key"].as_str().expect("a key").to_owned()
    };
    let with = |change: &dyn Fn(&mut Value)| {
        let (first, rest) = text.split_once('\n').expect("lines");
        let mut header: Value = serde_json::from_str(first).expect("JSON");
        change(&mut header);
        format!("{header}\n{rest}")
    };
    assert_eq!(key("no trace\n"), "trace.none");
    assert_eq!(key(&with(&|header| header["game"] = json!("chess"))), "trace.game");
    assert_eq!(key(&with(&|header| header["position"] = json!("t3-123456780"))), "trace.misfit");
    key(&with(&|header| header["game"] = json!("sokoban")));
    assert_eq!(key(&with(&|header| header["times"] = json!([5, 3]))), "trace.wrong");
    assert_eq!(key(&format!("{text}{{\"e\":\"new\",\"id\":1}}\n")), "trace.wrong");
    assert_eq!(key(&format!("{text}{}\n", " ".repeat(100_000))), "trace.line");
    // A solution that is none is found by the validator.
    let wrong = with(&|header| drop(header["moves"].as_array_mut().expect("moves").pop()));
    key(&wrong);
    // What fits its own position, but not the table.
    let (_, brought) = own(&served, text.as_bytes());
    page.ask(&json!({"type": "load", "text": "t3-123456708"}), "view");
    let open = json!({"type": "open", "files": [brought["file"]]});
    assert_eq!(page.refused(&open), ("open".to_owned(), "trace.other".to_owned()));
    let mut elsewhere = served.socket_at("sokoban", "refused");
    elsewhere.ask(&json!({"type": "look"}), "view");
    assert_eq!(elsewhere.refused(&open).1, "trace.elsewhere");
    assert_eq!(page.refused(&json!({"type": "open", "files": ["0123456789abcdef"]})).1, "trace.gone");
    assert_eq!(page.refused(&json!({"type": "open", "files": []})).1, "server.race");
    // Files of many come and go; the newest are there.
    for _ in 0..10 {
        own(&served, text.as_bytes());
    }
    page.ask(&json!({"type": "load", "text": BOARD}), "view");
    assert_eq!(page.refused(&open).1, "trace.gone");
}

#[test]
fn nobody_without_the_key_or_from_elsewhere_brings_or_gets_a_file() {
    let served = Served::start();
    let mut page = served.socket_at("taquin", "keeps");
    page.ask(&json!({"type": "look"}), "view");
    let traced = search(&mut page, &["greedy"], 100);
    let own = format!("http://{}", served.host);
    assert_eq!(bring(&served, b"x", "", &own).0, 403);
    assert_eq!(bring(&served, b"x", &served.cookie(), "http://example.org").0, 403);
    assert_eq!(bring(&served, b"x", &served.cookie(), &own).0, 422);
    let path = format!("/trace/{}/0", traced["id"].as_str().expect("an id"));
    assert!(served.get(&path, &served.host, "").starts_with("HTTP/1.1 403"));
    for none in ["/trace/0123456789abcdef/0", &path.replace("/0", "/9"), "/trace", "/trace/x"] {
        assert!(served.get(none, &served.host, &served.cookie()).starts_with("HTTP/1.1 4"), "{none}");
    }
    // A search that nobody looks at any more is gone.
    drop(page);
    let gone = Instant::now();
    while !served.get(&path, &served.host, &served.cookie()).starts_with("HTTP/1.1 404") {
        assert!(gone.elapsed() < Duration::from_secs(10));
        std::thread::sleep(Duration::from_millis(50));
    }
}

fn damier(args: &[&str]) -> std::process::Output {
    Command::new(env!("CARGO_BIN_EXE_damier")).args(args).output().expect("it runs")
}

/// A trace that the command line wrote to a file.
fn written(folder: &Path, game: &str, board: &str, more: &[&str]) -> String {
    std::fs::create_dir_all(folder).expect("a folder");
    let (input, file) = (folder.join("board.txt"), folder.join("trace.jsonl"));
    std::fs::write(&input, board).expect("a file");
    let file = file.to_str().expect("a name").to_owned();
    let input = input.to_str().expect("a name").to_owned();
    let done = damier(&[&["trace", game, &input, "-o", &file], more].concat());
    assert!(done.status.code() == Some(0) || done.status.code() == Some(20), "{done:?}");
    file
}

#[test]
fn trace_view_serves_what_is_in_a_file() {
    let folder = Folder::new();
    let file = written(&folder.0, "taquin", BOARD, &["--algorithm", "astar(manhattan)"]);
    let view = |data: &Path| {
        let mut program = Command::new(env!("CARGO_BIN_EXE_damier"));
        program.args(["trace", "view", &file, "--no-open", "--port", "0", "--data"]).arg(data);
        program.stderr(std::process::Stdio::null());
        let mut served = Served::run(program);
        let (token, place) = served.token.split_once('#').expect("a place in the page");
        let place = place.to_owned();
        served.token = token.to_owned();
        (served, place)
    };
    let (served, place) = view(&folder.0.join("data"));
    let (path, id) = place.split_once("?file=").expect("a file");
    assert_eq!(path, format!("taquin/watch/{BOARD}"));
    let mut page = served.socket_at("taquin", "views");
    page.ask(&json!({"type": "load", "text": BOARD}), "view");
    let traced = page.ask(&json!({"type": "open", "files": [id]}), "traced");
    assert_eq!(traced["lanes"][0]["algorithm"], "astar(manhattan)");
    let text = save(&served, &traced, 0);
    assert_eq!(text, std::fs::read(&file).expect("the file"));
    assert_eq!(moment(&mut page, 10)["at"], 10);
    // Beside a program that serves the same folder it shows the file all the same.
    let (beside, place) = view(&folder.0.join("data"));
    assert_ne!(beside.host, served.host);
    let mut page = beside.socket_at("taquin", "views");
    page.ask(&json!({"type": "load", "text": BOARD}), "view");
    let id = place.split_once("?file=").expect("a file").1;
    page.ask(&json!({"type": "open", "files": [id]}), "traced");
    // What is no trace is refused before anything is served.
    let bad = folder.0.join("board.txt");
    let done = damier(&["trace", "view", bad.to_str().expect("a name"), "--no-open", "--port", "0"]);
    assert_eq!(done.status.code(), Some(30));
    assert!(String::from_utf8_lossy(&done.stderr).contains("no trace"));
}

/// What a program takes, in bytes; none where the system does not tell.
fn resident(served: &Served) -> Option<u64> {
    let text = std::fs::read_to_string(format!("/proc/{}/status", served.child.id())).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().split(' ').next()?.parse::<u64>().ok().map(|kib| kib << 10)
}

/// A board of the fifteen puzzle that no search here solves.
const LONG: &str = "t4-cf563dba92e14087";

#[test]
fn a_million_expansions_are_opened_and_looked_at_at_once() {
    let served = Served::start();
    let before = resident(&served);
    let mut page = served.socket_at("taquin", "million");
    page.ask(&json!({"type": "load", "text": LONG}), "view");
    let began = Instant::now();
    let traced = search(&mut page, &["astar(manhattan)"], 1_000_000);
    let lane = &traced["lanes"][0];
    assert_eq!(lane["steps"], 1_000_000);
    let searched = Duration::from_micros(lane["micros"].as_u64().expect("a number"));
    let opened = began.elapsed().saturating_sub(searched);
    let events = lane["events"].as_u64().expect("a number") as usize;
    let mut seed = 7u64;
    let mut somewhere = |most: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % most
    };
    let timed = |page: &mut Socket, at: usize, by: &str| {
        let began = Instant::now();
        let told = page.ask(&json!({"type": "moment", "at": [at], "by": by}), "moment");
        assert!(told["lanes"][0]["open"]["len"].as_u64().is_some());
        began.elapsed()
    };
    let times = if is_strict() { 300 } else { 40 };
    let scrubbed: Vec<_> = (0..times).map(|_| timed(&mut page, somewhere(events), "events")).collect();
    let back: Vec<_> = (0..times).map(|step| timed(&mut page, 990_000 - step, "steps")).collect();
    let trees: Vec<_> = (0..times / 4)
        .map(|_| {
            let began = Instant::now();
            page.ask(
                &json!({"type": "branch", "lane": 0, "about": somewhere(900_000), "most": 4000}),
                "branch",
            );
            began.elapsed()
        })
        .collect();
    let (scrubbed, back, trees) = (part(scrubbed, 95), part(back, 95), part(trees, 95));
    let taken = resident(&served).zip(before).map(|(now, before)| now.saturating_sub(before) >> 20);
    eprintln!(
        "1,000,000 expansions: searched in {searched:?}, opened {opened:?} later; 95 % of moments within {scrubbed:?}, \
         of steps back within {back:?}, of trees within {trees:?}; {taken:?} MiB"
    );
    assert!(opened < within(2000), "{opened:?}");
    assert!(scrubbed < within(50) && back < within(50), "{scrubbed:?}, {back:?}");
    assert!(taken.is_none_or(|taken| taken < 200), "{taken:?} MiB");
    // What is kept is opened again at once: after the line was lost the page asks for the same.
    let file = save(&served, &traced, 0);
    let began = Instant::now();
    let (status, brought) = own(&served, &file);
    assert_eq!(status, 200, "{brought}");
    let read = began.elapsed();
    let began = Instant::now();
    let again = page.ask(&json!({"type": "open", "files": [brought["file"]]}), "traced");
    let opened = began.elapsed();
    eprintln!("as a file it has {} MiB, read in {read:?}, and opened in {opened:?}", file.len() >> 20);
    assert_eq!(again["lanes"][0]["events"], lane["events"]);
    assert!(opened < within(2000), "{opened:?}");
}

#[test]
fn four_who_trace_leave_the_moves_of_a_fifth_alone() {
    let served = Served::start();
    let mut tracing: Vec<Socket> = (0..4)
        .map(|visitor| {
            let mut page = served.socket_at("taquin", &format!("traces-{visitor}"));
            page.ask(&json!({"type": "load", "text": LONG}), "view");
            page
        })
        .collect();
    let begin = |page: &mut Socket| {
        page.say(&json!({"type": "trace", "algorithms": ["astar(manhattan)", "bfs"], "steps": 1_000_000}));
    };
    tracing.iter_mut().for_each(begin);
    let mut page = served.socket_at("taquin", "fifth");
    let mut view = page.ask(&json!({"type": "load", "text": "t3-867254301"}), "view");
    std::thread::sleep(Duration::from_millis(200));
    let times: Vec<Duration> = (0..if is_strict() { 300 } else { 60 })
        .map(|turn| {
            // They begin anew before they have come to an end.
            if turn % 30 == 29 {
                tracing.iter_mut().for_each(begin);
            }
            std::thread::sleep(Duration::from_millis(20));
            // To and fro: the last move can always be taken back by another.
            let step = view["scene"]["moves"][0]["name"].clone();
            assert!(step.is_string(), "{view}");
            let began = Instant::now();
            view = page.ask(&json!({"type": "move", "move": step}), "view");
            began.elapsed()
        })
        .collect();
    let (half, most) = (part(times.clone(), 50), part(times, 99));
    eprintln!("moves beside four who trace: half within {half:?}, 99 % within {most:?}");
    assert!(most < within(50), "{most:?}");
}
