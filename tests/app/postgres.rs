//! The same with PostgreSQL: what is done is kept, by one process or several on one database. `scripts/postgres cargo test --test app postgres:: -- --ignored
//! --test-threads 1` runs it.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::rooms_support::{Person, a_move, get, join, make, turns};
use crate::store::{Page, kill_again_and_again, look, moves};
use crate::support::{Folder, Served};

/// A database of its own, empty at first and gone at the end.
struct Database {
    name: String,
    url: String,
}

impl Database {
    fn new(name: &str) -> Self {
        let name = format!("app{}_{name}", std::process::id());
        let usual = std::env::var("DAMIER_POSTGRES").expect("run it by scripts/postgres");
        let (place, _) = usual.rsplit_once('/').expect("an address");
        let database = Database { url: format!("{place}/{name}"), name };
        database.server(&format!("CREATE DATABASE {}", database.name));
        database
    }

    fn server(&self, words: &str) {
        let mut config: postgres::Config =
            std::env::var("DAMIER_POSTGRES").expect("an address").parse().expect("an address");
        let mut client = config.password(password()).connect(postgres::NoTls).expect("it answers");
        client.batch_execute(words).unwrap_or_else(|error| panic!("{} {words}: {error}", self.name));
    }

    fn serve(&self, folder: &Folder) -> Served {
        Served::start_in(&folder.0, &["--port", "0", "--database", &self.url])
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        self.server(&format!("DROP DATABASE IF EXISTS {} WITH (FORCE)", self.name));
    }
}

fn password() -> String {
    std::env::var("PGPASSWORD").expect("run it by scripts/postgres")
}

/// Ends or starts the server that scripts/postgres has started.
fn server(what: &str) {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/postgres");
    assert!(Command::new(script).args(["--server", what]).status().expect("it runs").success());
}

fn damier(words: &[&str]) -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_damier"));
    program.args(words).stdin(Stdio::null());
    program
}

fn told(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Plays the first move that there is.
fn step(page: &mut Page, view: &Value) -> Value {
    let step = view["scene"]["moves"][0]["name"].clone();
    page.intend(json!({"type": "move", "move": step}))
}

#[test]
#[ignore = "needs scripts/postgres"]
fn a_kill_at_any_moment_loses_nothing_that_was_acknowledged() {
    let (database, folder) = (Database::new("kills"), Folder::new());
    kill_again_and_again(|| database.serve(&folder));
    let address = damier_store::Address::new(&database.url, Some(&password())).expect("an address");
    let store = damier_store::Store::connect(&address, |_| {}).expect("it opens");
    assert_eq!(damier_store::wait(store.check()), Ok(()));
}

/// A visitor who is at two processes plays at the one that they came to last; the other says so, and writes nothing over it.
#[test]
#[ignore = "needs scripts/postgres"]
fn two_processes_on_one_database_do_not_write_over_each_other() {
    let (database, folders) = (Database::new("two"), [Folder::new(), Folder::new()]);
    let [one, two] = folders.each_ref().map(|folder| database.serve(folder));
    assert_eq!(one.token, two.token, "one key opens both");
    let (mut here, _) = Page::open(&one, "me", "taquin", 0);
    let view = look(&mut here);
    let first = step(&mut here, &view);
    let (mut there, hello) = Page::open(&two, "me", "taquin", 1);
    assert_eq!(hello["applied"], 1);
    let view = look(&mut there);
    assert_eq!(moves(&view), moves(&first), "it is there at once");
    let second = step(&mut there, &view);
    // Here it is not known yet, until something is to be written.
    let move_ = first["scene"]["moves"][0]["name"].clone();
    here.socket.say(&json!({"type": "move", "move": move_, "n": 2}));
    assert_eq!(here.socket.closed(), Some(4001));
    assert_eq!(moves(&look(&mut there)), moves(&second));
    // And back again: what was done there is here.
    let (mut here, hello) = Page::open(&one, "me", "taquin", 2);
    assert_eq!((moves(&look(&mut here)), &hello["applied"]), (moves(&second), &json!(2)));
}

/// A room is at one process. Others send people to it; when that process is killed, another has the room after the lease has run out, with
/// every move that was acknowledged.
#[test]
#[ignore = "needs scripts/postgres"]
fn a_room_is_held_by_one_process_and_taken_over_when_that_is_gone() {
    let (database, folders) = (Database::new("rooms"), [Folder::new(), Folder::new()]);
    let [one, two] = folders.each_ref().map(|folder| database.serve(folder));
    let (code, cookie) = make(&one, &turns(None));
    let mut host = Person::enter(&one.host, &code, &cookie, "p");
    let guest = join(&one.host, &code);
    let mut other = Person::enter(&one.host, &code, &guest, "q");
    host.act(&json!({"type": "sit"}));
    other.act(&json!({"type": "sit"}));
    host.act(&json!({"type": "begin"}));
    let step = a_move(&host.see(|view| view["turns"]["scene"]["moves"].is_array()));
    host.act(&json!({"type": "move", "move": step}));
    let answer = get(&two.host, &format!("/join/{code}"), "a=b");
    let leads_on = answer.contains(&format!("location: http://{}/join/{code}\r\n", one.host));
    assert!(answer.starts_with("HTTP/1.1 307 ") && leads_on, "{answer}");
    let sent_on = Person::try_enter(&two.host, &code, &guest, "q").err();
    assert_eq!(sent_on.as_deref(), Some("closed Some(4004)"));
    drop(one);
    let killed = Instant::now();
    let host = loop {
        match Person::try_enter(&two.host, &code, &cookie, "p") {
            Ok(host) => break host,
            Err(why) => assert!(killed.elapsed() < Duration::from_secs(60), "{why}"),
        }
        std::thread::sleep(Duration::from_millis(500));
    };
    assert_eq!(host.view["turns"]["moves"].as_array().map(Vec::len), Some(1), "{}", host.view);
    assert_eq!(host.hello["applied"], 3);
}

#[test]
#[ignore = "needs scripts/postgres"]
fn a_folder_is_served_by_one_program_and_a_database_by_many() {
    let (database, folder) = (Database::new("many"), Folder::new());
    let first = database.serve(&folder);
    let second = damier(&["serve", "--no-open", "--port", "0", "--database", &database.url, "--data"])
        .arg(&folder.0)
        .output()
        .expect("it starts");
    assert_eq!(second.status.code(), Some(30), "{}", told(&second));
    assert!(told(&second).contains("choose another folder with --data"), "{}", told(&second));
    let other = Folder::new();
    let second = database.serve(&other);
    assert_eq!((first.token.len(), &first.token), (32, &second.token));
    assert!(!Path::new(&other.0).join("damier.sqlite3").exists(), "nothing is kept in the folder");
}

/// While the server is away nothing is acknowledged as kept; who comes then is told to come again, and finds everything.
#[test]
#[ignore = "needs scripts/postgres"]
fn while_the_server_is_away_that_is_told_and_nothing_is_lost() {
    let (database, folder) = (Database::new("away"), Folder::new());
    let served = database.serve(&folder);
    let (mut page, _) = Page::open(&served, "me", "taquin", 0);
    let view = look(&mut page);
    let view = step(&mut page, &view);
    server("stop");
    let next = view["scene"]["moves"][0]["name"].clone();
    page.socket.say(&json!({"type": "move", "move": next, "n": 2}));
    let keeping = page.socket.hear("keeping");
    assert_eq!(
        (&keeping["kept"], &keeping["why"]["key"]),
        (&json!(false), &json!("store.unusable")),
        "{keeping}"
    );
    let mut other = served.socket_with("sitting=you&page=p&game=taquin");
    assert_eq!(other.hear("keeping")["kept"], false);
    assert_eq!(other.closed(), Some(1013), "it comes again by itself");
    server("start");
    // What could not be written is written with what comes next.
    let mut kept = false;
    let mut count = 2;
    while !kept {
        count += 1;
        page.socket.say(&json!({"type": "go", "at": count % 2, "n": count}));
        page.socket.hear_until("done", |done| done["n"] == count);
        let mut there = served.socket_with("sitting=you&page=p&game=taquin");
        let first = there.0.read().expect("it speaks").to_string();
        let first: Value = serde_json::from_str(&first).expect("it speaks JSON");
        kept = first["type"] == "kept";
        assert!(count < 100, "it is not found again");
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    page.intend_from(count, json!({"type": "go", "at": 2}));
    drop((page, served));
    let served = database.serve(&folder);
    let (mut page, _) = Page::open(&served, "me", "taquin", 0);
    assert_eq!(moves(&look(&mut page)).len(), 2);
}

#[test]
#[ignore = "needs scripts/postgres"]
fn data_go_from_a_file_to_a_database_and_back() {
    let (database, folder, other) = (Database::new("go"), Folder::new(), Folder::new());
    let served = Served::start_in(&folder.0, &["--port", "0"]);
    let (mut page, _) = Page::open(&served, "me", "taquin", 0);
    let view = look(&mut page);
    step(&mut page, &view);
    page.intend(
        json!({"type": "keep", "kind": "board", "id": "é \u{1f600}", "value": {"a": ["\u{0}", 1.5]}}),
    );
    drop((page, served));
    let [from, to] = [&folder, &other].map(|folder| folder.0.display().to_string());
    let run = |words: &[&str]| {
        let output = damier(words).output().expect("it starts");
        assert_eq!(output.status.code(), Some(0), "{words:?}: {}", told(&output));
        String::from_utf8(output.stdout).expect("text")
    };
    let place = run(&["where", "--database", &database.url]);
    assert_eq!(place.trim(), database.url);
    let mut exports = vec![run(&["export", "--data", &from])];
    let file = folder.0.join("all.jsonl");
    for place in [["--database", &database.url], ["--data", &to]] {
        fs::write(&file, &exports[exports.len() - 1]).expect("written");
        let mut words = vec!["import", file.to_str().expect("a path")];
        words.extend(place);
        run(&words);
        exports.push(run(&[&["export"][..], &place[..]].concat()));
    }
    let documents = |export: &String| {
        let parsed = export.lines().skip(1).map(|line| {
            let mut value: Value = serde_json::from_str(line).expect("JSON");
            value["changed"] = Value::Null;
            value.to_string()
        });
        let mut all: Vec<_> = parsed.collect();
        all.sort();
        all
    };
    assert!(documents(&exports[0]).len() > 1 && exports[0].contains('é'));
    assert_eq!(documents(&exports[0]), documents(&exports[1]));
    assert_eq!(documents(&exports[0]), documents(&exports[2]));
}

#[test]
#[ignore = "needs scripts/postgres"]
fn a_password_comes_from_a_file_or_the_environment_and_is_never_shown() {
    let (database, folder) = (Database::new("password"), Folder::new());
    fs::create_dir_all(&folder.0).expect("a folder");
    let file = folder.0.join("password");
    fs::write(&file, format!("{}\n", password())).expect("written");
    let export = |more: &[&str], known: Option<&str>| {
        let mut program = damier(&["export", "--database"]);
        program.args(more).env_remove("PGPASSWORD").envs(known.map(|word| ("PGPASSWORD", word)));
        let output = program.output().expect("it starts");
        assert!(!told(&output).contains(&password()), "{}", told(&output));
        (output.status.code(), told(&output))
    };
    let url = database.url.as_str();
    let by_file = [url, "--password-file", file.to_str().expect("a path")];
    let rights = |mode| fs::set_permissions(&file, fs::Permissions::from_mode(mode)).expect("ours");
    rights(0o644);
    let (code, words) = export(&by_file, None);
    assert!(code == Some(30) && words.contains("chmod 600"), "{words}");
    rights(0o600);
    assert_eq!(export(&by_file, None), (Some(0), String::new()));
    assert_eq!(export(&by_file, Some("another")), (Some(0), String::new()), "the file counts");
    assert_eq!(export(&[url], Some(&password())), (Some(0), String::new()));
    let (code, words) = export(&[url], None);
    assert!(code == Some(30) && words.contains("password"), "{words}");
    let (code, words) = export(&[url], Some("wrong-one"));
    assert!(
        code == Some(30) && words.contains("password authentication failed") && !words.contains("wrong-one"),
        "{words}"
    );
    let open = url.replace("damier@", &format!("damier:{}@", password()));
    let (code, words) = export(&[&open], None);
    assert!(code == Some(0) && words.contains("everybody on this machine can read the password"), "{words}");
    // A server that cannot use its database does not begin without.
    let gone = damier(&[
        "serve",
        "--no-open",
        "--port",
        "0",
        "--database",
        "postgres://damier@127.0.0.1:1/x",
        "--data",
    ])
    .arg(folder.0.join("data"))
    .output()
    .expect("it starts");
    assert_eq!(gone.status.code(), Some(30), "{}", told(&gone));
    assert!(told(&gone).contains("cannot use postgres://damier@127.0.0.1:1/x"), "{}", told(&gone));
}
