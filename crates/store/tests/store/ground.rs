//! What a test stands on: an empty folder, or an empty database.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use damier_store::{Address, Change, Document, Fault, Folder, Holder, Place, Query, Store, wait};
use postgres::{Client, NoTls};

/// A folder of its own for a test, empty at first and gone at the end.
pub(crate) struct Temporary(pub(crate) PathBuf);

impl Temporary {
    pub(crate) fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("damier-store-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Temporary(path)
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A database of its own for a test, empty at first and gone at the end.
pub(crate) struct Database {
    name: String,
    pub(crate) url: String,
}

impl Database {
    pub(crate) fn new(name: &str, options: &str) -> Self {
        let name = format!("d{}_{name}", std::process::id()).chars().take(60).collect::<String>();
        let mut server = server();
        server.batch_execute(&format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)")).unwrap();
        server.batch_execute(&format!("CREATE DATABASE {name} {options}")).unwrap();
        let (place, _) =
            usual().rsplit_once('/').map(|(place, base)| (place.to_owned(), base.to_owned())).unwrap();
        Database { url: format!("{place}/{name}"), name }
    }

    pub(crate) fn address(&self) -> Address {
        Address::new(&self.url, Some(&password())).unwrap()
    }

    /// A line past the store.
    pub(crate) fn client(&self) -> Client {
        let mut config: postgres::Config = self.url.parse().unwrap();
        config.password(password()).connect(NoTls).unwrap()
    }

    /// Ends every line of a store to it.
    pub(crate) fn cut(&self) -> usize {
        let words = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND application_name = 'damier'";
        server().query(words, &[&self.name]).unwrap().len()
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        let _ = server().batch_execute(&format!("DROP DATABASE IF EXISTS {} WITH (FORCE)", self.name));
    }
}

fn usual() -> String {
    std::env::var("DAMIER_POSTGRES").expect("run it by scripts/postgres")
}

pub(crate) fn password() -> String {
    std::env::var("PGPASSWORD").expect("run it by scripts/postgres")
}

fn server() -> Client {
    let mut config: postgres::Config = usual().parse().unwrap();
    config.password(password()).connect(NoTls).unwrap()
}

/// One or the other.
pub(crate) enum Ground {
    Folder(Temporary),
    Database(Database),
}

impl Ground {
    pub(crate) fn folder(name: &str) -> Self {
        Ground::Folder(Temporary::new(name))
    }

    pub(crate) fn database(name: &str) -> Self {
        Ground::Database(Database::new(name, ""))
    }

    pub(crate) fn try_open(&self) -> Result<Store, Fault> {
        open(&self.place())
    }

    pub(crate) fn open(&self) -> Store {
        self.try_open().unwrap()
    }

    /// Where it is, in a word that another process understands.
    pub(crate) fn place(&self) -> String {
        match self {
            Ground::Folder(folder) => folder.0.display().to_string(),
            Ground::Database(database) => database.url.clone(),
        }
    }

    /// Writes a version into it that nobody knows yet. Nobody may have it open.
    pub(crate) fn make_newer(&self) {
        match self {
            Ground::Folder(folder) => {
                let file = Folder::new(&folder.0).database();
                // The thread that has the file closes it in its own time; then nothing stands beside it any more.
                while fs::exists(format!("{}-wal", file.display())).unwrap() {
                    std::thread::sleep(Duration::from_millis(5));
                }
                // The version stands in the header of the file, where SQLite keeps it, at offset 60.
                let mut bytes = fs::read(&file).unwrap();
                bytes[60..64].copy_from_slice(&99u32.to_be_bytes());
                fs::write(&file, &bytes).unwrap();
            }
            Ground::Database(database) => {
                database
                    .client()
                    .batch_execute("UPDATE damier.about SET value = '99' WHERE name = 'version'")
                    .unwrap();
            }
        }
    }

    /// Makes it another program's. It must be empty.
    pub(crate) fn make_foreign(&self) {
        match self {
            Ground::Folder(folder) => {
                fs::create_dir_all(&folder.0).unwrap();
                let words = "this is no database, whatever its name says\n".repeat(40);
                fs::write(Folder::new(&folder.0).database(), words).unwrap();
            }
            Ground::Database(database) => {
                database
                    .client()
                    .batch_execute("CREATE SCHEMA damier; CREATE TABLE damier.fields (grey int)")
                    .unwrap();
            }
        }
    }

    /// All that is in it, to be compared.
    pub(crate) fn contents(&self) -> Vec<u8> {
        match self {
            Ground::Folder(folder) => fs::read(Folder::new(&folder.0).database()).unwrap(),
            Ground::Database(database) => {
                let words = "SELECT string_agg(query_to_xml(format('SELECT * FROM damier.%I', relname), true, false, '')::text, relname ORDER BY relname)
                    FROM pg_class WHERE relkind = 'r' AND relnamespace = 'damier'::regnamespace";
                database.client().query_one(words, &[]).unwrap().get::<_, String>(0).into_bytes()
            }
        }
    }
}

/// Opens what a place names.
pub(crate) fn open(place: &str) -> Result<Store, Fault> {
    if place.starts_with("postgres") {
        Store::connect(&Address::new(place, Some(&password())).unwrap(), |_| {})
    } else {
        Store::open(place.as_ref())
    }
}

/// A test for each of the databases.
macro_rules! both {
    ($($name:ident),* $(,)?) => {
        mod sqlite {
            $(#[test]
            fn $name() {
                super::$name(&crate::ground::Ground::folder(stringify!($name)));
            })*
        }
        mod postgres {
            $(#[test]
            #[ignore = "needs scripts/postgres"]
            fn $name() {
                super::$name(&crate::ground::Ground::database(stringify!($name)));
            })*
        }
    };
}
pub(crate) use both;

pub(crate) fn put(kind: &str, id: &str, value: &str) -> Change {
    Change { place: Place::new("me", kind, "chess", id), value: Some(value.to_owned()) }
}

pub(crate) fn forget(kind: &str, id: &str) -> Change {
    Change { value: None, ..put(kind, id, "") }
}

pub(crate) fn all(store: &Store, kind: &str) -> Vec<Document> {
    wait(store.read(Query { kinds: vec![kind.to_owned()], ..Query::default() })).unwrap()
}

pub(crate) fn values(store: &Store, kind: &str) -> Vec<String> {
    all(store, kind).iter().map(|document| document.value.get().to_owned()).collect()
}

pub(crate) fn holder(id: &str) -> Holder {
    Holder { id: id.to_owned(), address: format!("http://{id}") }
}

/// Waits until something is so.
pub(crate) fn until(what: &str, mut so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !so() {
        assert!(begun.elapsed() < Duration::from_secs(30), "{what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}
