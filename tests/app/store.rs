//! What is done is kept: through restarts, kills, lost lines, full disks and damaged files.

use std::fs;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus as Random;
use serde_json::{Value, json};

use crate::support::{Folder, Served, Socket};

/// A page of a visitor at a game, which numbers what it intends.
pub(crate) struct Page {
    pub(crate) socket: Socket,
    count: u64,
}

impl Page {
    pub(crate) fn open(served: &Served, visitor: &str, game: &str, count: u64) -> (Self, Value) {
        let mut socket = served.socket_with(&format!("sitting={visitor}&page=p-{visitor}&game={game}"));
        let hello = socket.hear("hello");
        (Page { socket, count }, hello)
    }

    /// The same for a page that has counted on by itself.
    pub(crate) fn intend_from(&mut self, count: u64, message: Value) -> Value {
        self.count = count;
        self.intend(message)
    }

    /// Intends something with the next number, and waits until it is done; gives the last view before that.
    pub(crate) fn intend(&mut self, mut message: Value) -> Value {
        self.count += 1;
        message["n"] = json!(self.count);
        self.socket.say(&message);
        let view = if message["type"] == "keep" { Value::Null } else { self.socket.hear("view") };
        self.socket.hear_until("done", |done| done["n"] == message["n"]);
        view
    }
}

pub(crate) fn moves(view: &Value) -> Vec<String> {
    let list = view["history"]["moves"].as_array().expect("a list");
    list.iter().map(|step| step.as_str().expect("a move").to_owned()).collect()
}

pub(crate) fn look(page: &mut Page) -> Value {
    page.socket.ask(&json!({"type": "look"}), "view")
}

/// A legal move of what is seen, if there is one and nobody else is to move.
fn any_move(view: &Value, random: &mut Random) -> Option<Value> {
    let legal = view["scene"]["moves"].as_array()?;
    legal.choose(random).map(|step| step["name"].clone())
}

#[test]
fn a_start_finds_everything_as_it_was() {
    let folder = Folder::new();
    let served = Served::start_in(&folder.0, &["--port", "0"]);
    let (token, count) = (served.token.clone(), 7);
    let (mut page, hello) = Page::open(&served, "me", "sokoban", 0);
    assert_eq!(hello["applied"], 0);
    let view = page.intend(json!({"type": "level", "set": "microban", "index": 2}));
    let first = view["scene"]["moves"][0]["name"].clone();
    page.intend(json!({"type": "move", "move": first}));
    page.intend(json!({"type": "go", "at": 0}));
    page.intend(
        json!({"type": "keep", "kind": "setting", "id": "sound", "value": {"on": true}, "shared": true}),
    );
    page.intend(json!({"type": "keep", "kind": "board", "id": "mine", "value": [1, 2]}));
    page.intend(json!({"type": "variant", "variant": "sliding(p=0.1)"}));
    let before = page.intend(json!({"type": "unedit", "back": true}));
    assert_eq!((moves(&before).len(), &before["history"]["at"], page.count), (1, &json!(0), count));
    drop((page, served));

    let served = Served::start_in(&folder.0, &["--port", "0"]);
    assert_eq!(served.token, token, "the key stays");
    let mut socket = served.socket_with("sitting=me&page=p-me&game=sokoban");
    let kept = socket.hear("kept");
    let documents = kept["documents"].as_array().expect("a list");
    let value = |kind: &str, id: &str| {
        let found = documents.iter().find(|one| one["kind"] == kind && one["id"] == id);
        found.map_or(Value::Null, |one| one["value"].clone())
    };
    assert_eq!((value("setting", "sound"), value("board", "mine")), (json!({"on": true}), json!([1, 2])));
    assert_eq!(socket.hear("hello")["applied"], count);
    let after = socket.ask(&json!({"type": "look"}), "view");
    for key in ["code", "level", "scene", "edits", "title"] {
        assert_eq!(after[key], before[key], "{key}");
    }
    assert_eq!((moves(&after), &after["history"]["at"]), (moves(&before), &json!(0)));
    // And forward again, to the table with the other rules.
    let variant = socket.ask(&json!({"type": "unedit", "back": false}), "view");
    assert_eq!(variant["variant"], "sliding(p=0.1)");
    drop(served);

    let served = Served::start_in(&folder.0, &["--port", "0", "--new-key"]);
    assert_ne!(served.token, token, "another key was wanted");
}

#[test]
fn what_is_sent_again_is_done_once() {
    let served = Served::start();
    let (mut page, _) = Page::open(&served, "me", "ricochet", 0);
    let view = look(&mut page);
    let mut random = Random::seed_from_u64(3);
    let step = any_move(&view, &mut random).expect("a move");
    let view = page.intend(json!({"type": "move", "move": step}));
    assert_eq!(moves(&view).len(), 1);
    // The answer was lost on the way, says the page.
    let again = page.socket.ask(&json!({"type": "go", "at": 0, "n": page.count}), "view");
    assert_eq!((moves(&again).len(), &again["history"]["at"]), (1, &json!(1)));
    drop(page);
    let (mut page, hello) = Page::open(&served, "me", "ricochet", 1);
    assert_eq!(hello["applied"], 1);
    assert_eq!(moves(&look(&mut page)).len(), 1);
    // Another page counts for itself.
    let mut other = served.socket_with("sitting=me&page=another&game=ricochet");
    assert_eq!(other.hear("hello")["applied"], 0);
    assert_eq!(moves(&other.ask(&json!({"type": "look"}), "view")).len(), 1);
}

#[test]
fn what_is_solved_is_taken_down_and_what_was_shown_is_not_the_players() {
    let served = Served::start();
    let (mut page, _) = Page::open(&served, "me", "sokoban", 0);
    for shown in [false, true] {
        let text = if shown { "#######\n#@$  .#\n#######" } else { "######\n#@$ .#\n######" };
        page.intend(json!({"type": "load", "text": text}));
        if shown {
            page.socket.say(&json!({"type": "solve", "algorithm": "fast"}));
            page.socket.hear("answer");
        }
        for _ in 0..if shown { 2 } else { 1 } {
            page.socket.ask(&json!({"type": "move", "move": "R"}), "view");
        }
        let kept = page.socket.ask(&json!({"type": "move", "move": "R"}), "kept");
        let documents = kept["documents"].as_array().expect("it was solved");
        let of = |kind: &str| documents.iter().find(|one| one["kind"] == kind).expect(kind)["value"].clone();
        assert_eq!(of("result")["shown"], shown);
        assert_eq!(of("progress")["cheapest"].is_null(), shown, "{documents:?}");
        if !shown {
            assert_eq!(of("progress")["cheapest"], json!({"cost": 2, "moves": 2, "text": "RR"}));
        }
    }
}

/// Plays in several sittings and kills the program at random moments. What was acknowledged is there, once; what was not may be, and then
/// it is not done again.
#[test]
fn a_kill_at_any_moment_loses_nothing_that_was_acknowledged() {
    let folder = Folder::new();
    kill_again_and_again(|| Served::start_in(&folder.0, &["--port", "0"]));
    let store = damier_store::Store::open(&folder.0).expect("it opens");
    assert_eq!(damier_store::wait(store.check()), Ok(()));
}

/// The same for any store.
pub(crate) fn kill_again_and_again(start: impl Fn() -> Served) {
    let kills = std::env::var("DAMIER_KILLS").ok().and_then(|kills| kills.parse().ok()).unwrap_or(12);
    let mut random = Random::seed_from_u64(20);
    let tables = [("ada", "sokoban"), ("ada", "ricochet"), ("emil", "taquin"), ("emil", "quoridor")];
    // For each table, the history that was acknowledged, and the numbers used.
    let mut known: Vec<(Vec<String>, u64)> = vec![(Vec::new(), 0); tables.len()];
    let mut played = 0;
    for round in 0..kills {
        let mut served = start();
        let until = Instant::now() + Duration::from_millis(30 + random.random_range(0..200));
        let pid = served.child.id();
        let killer = std::thread::spawn(move || {
            std::thread::sleep(until.saturating_duration_since(Instant::now()));
            // SIGKILL: nothing is said, nothing is finished.
            let _ = Command::new("kill").args(["-9", &pid.to_string()]).stderr(Stdio::null()).status();
        });
        for (table, (history, count)) in tables.iter().zip(&mut known) {
            // Where the program is gone already, the next round looks again.
            let done = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                let (mut page, hello) = Page::open(&served, table.0, table.1, *count);
                let applied = hello["applied"].as_u64().expect("a number");
                let mut view = look(&mut page);
                let now = moves(&view);
                if round > 0 || applied > 0 {
                    let done = applied - (*count).min(applied);
                    assert!(
                        now.len() as u64 <= history.len() as u64 + done,
                        "round {round}: a move was doubled"
                    );
                    assert!(now.starts_with(history), "round {round}: {history:?} became {now:?}");
                    assert!(applied >= *count, "round {round}: an acknowledged number was forgotten");
                }
                (*history, *count, page.count) = (now, applied, applied);
                if table.1 == "quoridor" && applied == 0 {
                    let people = json!([{"engine": null}, {"engine": null}]);
                    view = page.intend(json!({"type": "new", "options": {}, "seats": people}));
                    *count = page.count;
                }
                for _ in 0..6 {
                    let Some(step) = any_move(&view, &mut random) else { break };
                    view = page.intend(json!({"type": "move", "move": step}));
                    (*history, *count) = (moves(&view), page.count);
                    played += 1;
                }
            }));
            // A line that breaks is expected; a history that does is not.
            if let Err(why) = done
                && why.downcast_ref::<String>().is_some_and(|why| why.starts_with("round "))
            {
                std::panic::resume_unwind(why);
            }
        }
        let _ = killer.join();
        let _ = served.child.wait();
    }
    assert!(played > kills, "{played} moves in {kills} rounds");
}

#[test]
fn a_folder_that_is_served_already_is_not_served_again() {
    let folder = Folder::new();
    let first = Served::start_in(&folder.0, &["--port", "0"]);
    let second = Command::new(env!("CARGO_BIN_EXE_damier"))
        .args(["serve", "--no-open", "--port", "0", "--data"])
        .arg(&folder.0)
        .output()
        .expect("it starts");
    let told = String::from_utf8_lossy(&second.stderr).into_owned();
    assert_eq!(second.status.code(), Some(30), "{told}");
    assert!(told.contains("already") && told.contains(&first.host) && !told.contains(&first.token), "{told}");
}

/// A program that cannot keep anything says so, on the terminal and to the page, and is played all the same.
fn plays_without_a_store(folder: &std::path::Path, key: &str) {
    let served = Served::start_in(folder, &["--port", "0"]);
    let mut socket = served.socket_with("game=sokoban");
    let keeping = socket.hear("keeping");
    assert_eq!((&keeping["kept"], &keeping["why"]["key"]), (&json!(false), &json!(key)), "{keeping}");
    let view = socket.ask(&json!({"type": "look"}), "view");
    let step = view["scene"]["moves"][0]["name"].clone();
    assert_eq!(moves(&socket.ask(&json!({"type": "move", "move": step}), "view")).len(), 1);
    // As long as it runs, even another window finds the table.
    let mut other = served.socket_with("game=sokoban");
    assert_eq!(moves(&other.ask(&json!({"type": "look"}), "view")).len(), 1);
}

#[test]
fn a_damaged_file_a_newer_one_and_a_folder_that_cannot_be_are_told_and_left_alone() {
    let folder = Folder::new();
    let file = damier_store::Folder::new(&folder.0).database();
    fs::create_dir_all(&folder.0).expect("a folder");
    let nonsense = "no database at all, only words\n".repeat(50);
    fs::write(&file, &nonsense).expect("written");
    plays_without_a_store(&folder.0, "store.damaged");
    assert_eq!(fs::read_to_string(&file).expect("it is still there"), nonsense);
    let under_a_file = file.join("below");
    plays_without_a_store(&under_a_file, "store.unusable");
}

#[cfg(unix)]
#[test]
fn when_the_disk_is_full_play_goes_on_and_what_was_kept_stays() {
    let folder = Folder::new();
    // A process may write no file beyond so many blocks, as if the disk ended there.
    let limited = |blocks: &str| {
        let mut program = Command::new("sh");
        let line =
            format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" serve --no-open --port 0 --data \"$1\"");
        program.arg("-c").arg(line).arg(env!("CARGO_BIN_EXE_damier")).arg(&folder.0);
        program
    };
    let served = Served::start_in(&folder.0, &["--port", "0"]);
    let mut socket = served.socket_with("game=taquin");
    let view = socket.ask(&json!({"type": "look"}), "view");
    let step = view["scene"]["moves"][0]["name"].clone();
    let kept = moves(&socket.ask(&json!({"type": "move", "move": step}), "view"));
    drop((socket, served));

    let served = Served::run(limited("120"));
    let mut socket = served.socket_with("game=taquin");
    let mut view = socket.ask(&json!({"type": "look"}), "view");
    assert_eq!(moves(&view), kept);
    let long = "x".repeat(30_000);
    socket.say(&json!({"type": "keep", "kind": "board", "id": "long", "value": long}));
    socket.say(&json!({"type": "keep", "kind": "board", "id": "longer", "value": long}));
    socket.say(&json!({"type": "keep", "kind": "board", "id": "longest", "value": long}));
    let keeping = socket.hear("keeping");
    assert_eq!(
        (&keeping["kept"], &keeping["why"]["key"]),
        (&json!(false), &json!("store.unusable")),
        "{keeping}"
    );
    for _ in 0..4 {
        let step = view["scene"]["moves"][0]["name"].clone();
        view = socket.ask(&json!({"type": "move", "move": step}), "view");
    }
    assert_eq!(moves(&view).len(), 5);
    drop((socket, served));

    // With room again it is in order, and what was acknowledged before is there.
    let served = Served::start_in(&folder.0, &["--port", "0"]);
    let mut socket = served.socket_with("game=taquin");
    assert!(moves(&socket.ask(&json!({"type": "look"}), "view")).starts_with(&kept));
    drop((socket, served));
    let store = damier_store::Store::open(&folder.0).expect("it opens");
    assert_eq!(damier_store::wait(store.check()), Ok(()));
}

#[test]
fn who_has_no_key_is_told_how_to_get_one() {
    let served = Served::start();
    let page = served.get("/", &served.host, "Accept: text/html\r\n");
    assert!(page.starts_with("HTTP/1.1 403") && page.contains("Nothing is lost"), "{page}");
    assert!(page.contains("Rien n’est perdu"), "{page}");
    let line = served.get("/alive", &served.host, "");
    assert!(line.starts_with("HTTP/1.1 403") && !line.contains("<html"), "{line}");
    assert!(served.get("/alive", &served.host, &served.cookie()).starts_with("HTTP/1.1 204"));
}
