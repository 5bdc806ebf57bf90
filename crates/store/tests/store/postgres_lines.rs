//! What only a server has: lines to it that break, its own end and start, its settings, its passwords.

use std::fs;
use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use damier_store::{Address, Fault, Holding, Store, wait};

use crate::ground::{Database, Ground, holder, password, put, until, values};

/// What the store tells of itself.
type News = Arc<Mutex<Vec<String>>>;

fn connect(address: &Address) -> (Store, News) {
    let news = News::default();
    let told = news.clone();
    let store = Store::connect(address, move |word| told.lock().unwrap().push(word.to_owned())).unwrap();
    (store, news)
}

/// Ends or starts the server that scripts/postgres has started.
fn server(what: &str) {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/postgres");
    assert!(Command::new(script).args(["--server", what]).status().unwrap().success());
}

/// Writes on one line after another, which others break meanwhile; gives how many were acknowledged, all of which must be there.
fn writes_while(store: &Store, time: Duration, disturb: impl FnMut() + Send) -> u64 {
    let (done, written) = (AtomicBool::new(false), AtomicU64::new(0));
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let (begun, mut disturb) = (Instant::now(), disturb);
            while begun.elapsed() < time {
                disturb();
            }
            done.store(true, Ordering::Relaxed);
        });
        while !done.load(Ordering::Relaxed) {
            let next = written.load(Ordering::Relaxed) + 1;
            wait(store.write(vec![put("a", &next.to_string(), "1"), put("last", "1", &next.to_string())]))
                .unwrap();
            written.store(next, Ordering::Relaxed);
        }
    });
    let written = written.into_inner();
    assert_eq!(values(store, "a").len() as u64, written);
    assert_eq!(values(store, "last"), [written.to_string()]);
    written
}

#[test]
#[ignore = "needs scripts/postgres"]
fn a_lost_line_is_made_again_and_told_and_nothing_is_lost() {
    let database = Database::new("lost", "");
    let (store, news) = connect(&database.address());
    let mut cut = 0;
    let written = writes_while(&store, Duration::from_secs(3), || {
        std::thread::sleep(Duration::from_millis(60));
        cut += database.cut();
    });
    assert!(written > 3 && cut > 3, "{written} written, {cut} times cut");
    let news = news.lock().unwrap();
    assert!(news.iter().any(|word| word.contains("trying again")), "{news:?}");
    assert!(news.last().unwrap().contains("answers again"), "{news:?}");
}

#[test]
#[ignore = "needs scripts/postgres"]
fn what_was_acknowledged_is_there_when_the_server_crashes() {
    let database = Database::new("crash", "");
    // Whatever is usual there.
    let usual = database.url.rsplit('/').next().unwrap();
    database.client().batch_execute(&format!("ALTER DATABASE {usual} SET synchronous_commit = off")).unwrap();
    let (store, _) = connect(&database.address());
    let written = writes_while(&store, Duration::from_secs(4), || {
        std::thread::sleep(Duration::from_millis(300));
        server("crash");
        server("start");
    });
    assert!(written > 3, "{written}");
    assert_eq!(wait(store.check()), Ok(()));
}

#[test]
#[ignore = "needs scripts/postgres"]
fn a_server_that_stays_away_is_told_within_bounds_and_found_again() {
    let database = Database::new("away", "");
    let (store, news) = connect(&database.address());
    wait(store.write(vec![put("a", "1", "1")])).unwrap();
    server("stop");
    let begun = Instant::now();
    let fault = wait(store.write(vec![put("a", "1", "2")])).unwrap_err();
    assert!(
        fault.to_string().contains("cannot use postgres://") && !fault.to_string().contains(&password()),
        "{fault}"
    );
    assert!((8..25).contains(&begun.elapsed().as_secs()), "{:?}", begun.elapsed());
    // Who comes later does not wait as long again.
    let begun = Instant::now();
    for _ in 0..20 {
        assert!(wait(store.write(vec![put("a", "2", "2")])).is_err());
    }
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
    assert_eq!(news.lock().unwrap().len(), 1, "once is enough");
    server("start");
    until("it is not found again", || wait(store.write(vec![put("a", "3", "3")])).is_ok());
    assert!(news.lock().unwrap()[1].contains("answers again"));
    // What was refused is not there.
    assert_eq!(values(&store, "a"), ["3", "1"]);
}

/// Passes on what both sides say. At the first commit it lets the server carry it out, calls `then`, and breaks the line before the client hears of it.
fn break_at_commit(to: String, then: impl FnOnce() + Send + 'static) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let then = Arc::new(Mutex::new(Some(then)));
    std::thread::spawn(move || {
        for client in listener.incoming() {
            let (client, server) = (client.unwrap(), TcpStream::connect(&to).unwrap());
            let committed = Arc::new(AtomicBool::new(false));
            let pass = |mut from: TcpStream, mut on: TcpStream, look: bool| {
                let (committed, then) = (committed.clone(), then.clone());
                std::thread::spawn(move || {
                    let mut bytes = vec![0; 65536];
                    while let Ok(length @ 1..) = from.read(&mut bytes) {
                        let armed = then.lock().unwrap().is_some();
                        if look && armed && bytes[..length].windows(6).any(|word| word == b"COMMIT") {
                            committed.store(true, Ordering::SeqCst);
                        }
                        if !look && committed.load(Ordering::SeqCst) {
                            // The server's word for it, which nobody hears.
                            assert!(bytes[..length].windows(6).any(|word| word == b"COMMIT"));
                            then.lock().unwrap().take().unwrap()();
                            break;
                        }
                        if on.write_all(&bytes[..length]).is_err() {
                            break;
                        }
                    }
                    let _ = from.shutdown(Shutdown::Both);
                    let _ = on.shutdown(Shutdown::Both);
                });
            };
            pass(client.try_clone().unwrap(), server.try_clone().unwrap(), true);
            pass(server, client, false);
        }
    });
    port
}

#[test]
#[ignore = "needs scripts/postgres"]
fn a_commit_that_was_never_answered_is_not_done_twice() {
    let ground = Ground::database("twice");
    let Ground::Database(database) = &ground else { unreachable!() };
    let other = ground.open();
    let lease = match wait(other.lease("room", &holder("me"), Duration::from_secs(60))) {
        Ok(Holding::Mine(lease)) => lease,
        not => panic!("{not:?}"),
    };
    let (_, place) = database.url.split_once('@').unwrap();
    let (host, name) = place.split_once('/').unwrap();
    let theirs = other.clone();
    let port = break_at_commit(host.to_owned(), move || {
        // Meanwhile another process writes the same place, and takes the lease: if the write were done again it would undo that.
        wait(theirs.write(vec![put("a", "1", "\"theirs, later\"")])).unwrap();
        wait(theirs.seize("room", &holder("them"), Duration::from_secs(60))).unwrap();
    });
    let url = format!("postgres://damier@127.0.0.1:{port}/{name}");
    let (store, news) = connect(&Address::new(&url, Some(&password())).unwrap());
    assert_eq!(
        wait(store.write_under(&lease, vec![put("a", "1", "\"mine\""), put("b", "1", "\"mine\"")])),
        Ok(())
    );
    assert!(news.lock().unwrap()[0].contains("trying again"), "the line was not broken");
    assert_eq!(values(&other, "a"), ["\"theirs, later\""]);
    assert_eq!(values(&other, "b"), ["\"mine\""]);
}

#[test]
#[ignore = "needs scripts/postgres"]
fn a_damaged_page_is_found() {
    let database = Database::new("damage", "");
    let (store, _) = connect(&database.address());
    wait(store.write((0..3000).map(|at| put("a", &at.to_string(), "\"a value\"")).collect())).unwrap();
    assert_eq!(wait(store.check()), Ok(()));
    let file: String =
        database.client().query_one("SELECT pg_relation_filepath('damier.documents')", &[]).unwrap().get(0);
    server("stop");
    let folder = std::env::var("DAMIER_POSTGRES_FOLDER").unwrap();
    let table = fs::OpenOptions::new().write(true).open(Path::new(&folder).join("data").join(file)).unwrap();
    table.write_all_at(b"something else", 3 * 8192 + 4000).unwrap();
    drop(table);
    server("start");
    let fault = wait(store.check()).unwrap_err();
    assert!(matches!(fault, Fault::Damaged { .. }), "{fault}");
}

#[test]
#[ignore = "needs scripts/postgres"]
fn an_entry_that_an_index_has_lost_is_found() {
    let database = Database::new("entry", "");
    let (store, _) = connect(&database.address());
    wait(store.write((0..10).map(|at| put("a", &at.to_string(), "1")).collect())).unwrap();
    assert_eq!(wait(store.check()), Ok(()));
    // While an index is said not to be ready, nothing is put into it.
    let mut client = database.client();
    let ready = "UPDATE pg_index SET indisready = $1 WHERE indexrelid = 'damier.documents_pkey'::regclass";
    client.execute(ready, &[&false]).unwrap();
    client.batch_execute("INSERT INTO damier.documents VALUES ('me', 'a', 'chess', 'lost', '1', 1)").unwrap();
    client.execute(ready, &[&true]).unwrap();
    let fault = wait(store.check()).unwrap_err();
    assert!(fault.to_string().contains("11 documents and its index 10"), "{fault}");
}

#[test]
#[ignore = "needs scripts/postgres"]
fn what_is_wrong_at_the_start_is_told_without_the_password() {
    let refused = |url: &str, password: &str| {
        let address = Address::new(url, Some(password)).unwrap();
        let begun = Instant::now();
        let Err(fault) = Store::connect(&address, |_| {}) else { panic!("it was let in") };
        assert!(begun.elapsed() < Duration::from_secs(8));
        assert!(!format!("{fault} {fault:?} {address} {address:?}").contains(password), "{fault}");
        fault.to_string()
    };
    let database = Database::new("start", "");
    let url = &database.url;
    assert!(refused(url, "wrong-one").contains("password authentication failed"));
    assert!(refused(&format!("{url}_not"), &password()).contains("does not exist"));
    assert!(refused("postgres://damier@127.0.0.1:1/x", "secret").contains("refused"));
    let latin = Database::new("latin", "ENCODING LATIN1 LOCALE 'C' TEMPLATE template0");
    assert!(refused(&latin.url, &password()).contains("UTF8"));
    // Somebody who may not make anything there.
    database
        .client()
        .batch_execute("DROP ROLE IF EXISTS guest; CREATE ROLE guest LOGIN PASSWORD 'guest-word'")
        .unwrap();
    let guest = url.replace("damier@", "guest@");
    let told = refused(&guest, "guest-word");
    assert!(told.contains("schema 'damier'"), "{told}");
    // A schema of their own is enough.
    database.client().batch_execute("CREATE SCHEMA damier AUTHORIZATION guest").unwrap();
    let (store, _) = connect(&Address::new(&guest, Some("guest-word")).unwrap());
    assert_eq!(wait(store.write(vec![put("a", "1", "1")])), Ok(()));
    drop(store);
    until("the role is in use", || {
        database.client().batch_execute("DROP OWNED BY guest; DROP ROLE guest").is_ok()
    });
}

#[test]
fn addresses_that_cannot_be_meant_are_refused_and_passwords_are_not_shown() {
    let refused = |text: &str| match Address::new(text, None) {
        Err(fault) => {
            assert!(!fault.to_string().contains("secret"), "{fault}");
            fault.to_string()
        }
        Ok(address) => panic!("{address}"),
    };
    assert!(refused("mysql://me:secret@here/x").contains("does not begin with postgres://"));
    assert!(refused("postgres://me:secret@here:port/x").contains("no address"));
    assert!(refused("postgres://me:secret@localhost/x?sslmode=require").contains("TLS is not supported"));
    assert!(refused("postgres://me:secret@example.org/x").contains("leaves the machine"));
    assert!(refused("postgres://me:secret@localhost,example.org/x").contains("leaves the machine"));
    assert!(refused("postgres://me:secret@localhost/x?hostaddr=192.0.2.1").contains("leaves the machine"));
    let shown = |text: &str| Address::new(text, Some("secret")).unwrap().to_string();
    assert_eq!(shown("postgres://me:secret@localhost/x"), "postgres://me@localhost/x");
    assert_eq!(shown("postgresql://me@127.0.0.1:5433/x"), "postgres://me@127.0.0.1:5433/x");
    assert_eq!(shown("postgres://me@example.org/x?sslmode=disable"), "postgres://me@example.org/x");
    assert_eq!(shown("postgres://me@%2Frun%2Fpg/x"), "postgres://me@/run/pg/x");
    assert!(Address::tells_password("postgres://me:secret@localhost/x"));
    assert!(Address::tells_password("postgres://me@localhost/x?password=secret"));
    assert!(!Address::tells_password("postgres://me@localhost/x"));
}
