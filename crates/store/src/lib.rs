//! What a person has done, on disk: settings, progress, tables with their history, games, boards, results.
//!
//! Everything is a [`Document`]: a JSON text under a visitor, a kind, a game and an id. One thread owns the connection to the database. What is
//! to be written waits in a queue; whatever has gathered there is committed together and only then acknowledged, so that many tables
//! share one sync of the disk. Reads stand in the same queue, so that they see every write before them.
//!
//! The database is SQLite in a folder (`sqlite.rs`), or PostgreSQL for a server that many use (`postgres.rs`); `tests/` runs on both. Several
//! processes may have one store open. What only one of them may do at a time is done under a [`Lease`].
//!
//! A store that cannot be opened, or can no longer be written, is no reason to stop playing: [`Store::in_memory`] keeps documents until
//! the program ends, and a write that fails says why and changes nothing.

mod address;
mod folder;
mod keeper;
mod lease;
mod postgres;
mod sqlite;

use std::path::Path;
use std::sync::mpsc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use tokio::sync::oneshot;

pub use address::Address;
pub use folder::{Folder, Served};
use keeper::{Backend, Job, Write};
pub use lease::{Holder, Holding, Lease};
use postgres::Postgres;
use sqlite::Sqlite;

/// As long may the names of a place or a lease be together, in bytes. PostgreSQL finds nothing by names longer than a third of a page.
const NAMES: usize = 2000;

/// Where a document is kept.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Place {
    /// Whose it is.
    pub visitor: String,
    /// What it is: `setting`, `progress`, `sitting`, …
    pub kind: String,
    /// The game that it belongs to; empty for none.
    pub game: String,
    /// Its name among those of its kind.
    pub id: String,
}

impl Place {
    /// A place by its four names.
    pub fn new(visitor: &str, kind: &str, game: &str, id: &str) -> Self {
        let [visitor, kind, game, id] = [visitor, kind, game, id].map(str::to_owned);
        Place { visitor, kind, game, id }
    }
}

/// What is kept in a place.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Document {
    /// Where.
    #[serde(flatten)]
    pub place: Place,
    /// When it was last written, in milliseconds since 1970.
    pub changed: i64,
    /// JSON.
    pub value: Box<RawValue>,
}

/// Something to be written: a JSON text, or none to forget what is there.
#[derive(Clone, Debug)]
pub struct Change {
    /// Where.
    pub place: Place,
    /// What.
    pub value: Option<String>,
}

/// Which documents are asked for. What is none may be anything.
#[derive(Clone, Debug, Default)]
pub struct Query {
    /// Whose.
    pub visitor: Option<String>,
    /// Of which kinds; none for all.
    pub kinds: Vec<String>,
    /// Of which game.
    pub game: Option<String>,
    /// Under which name.
    pub id: Option<String>,
    /// Only so many, the newest.
    pub most: Option<usize>,
}

/// Why something could not be kept or read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The file was written by a newer version.
    #[error(
        "{file} was written by a newer version of this program (its format is {found}, this one knows {known}); it was left as it is"
    )]
    Newer {
        /// Which file.
        file: String,
        /// The version that it has.
        found: i64,
        /// The newest that is known.
        known: i64,
    },
    /// It is no file of ours, or it is damaged.
    #[error("{file} is damaged or was not written by this program ({why}); it was left as it is")]
    Damaged {
        /// Which file.
        file: String,
        /// What the database says.
        why: String,
    },
    /// Another program has the folder.
    #[error(
        "another damier serves {folder} already{place}; use that one, or choose another folder with --data"
    )]
    Taken {
        /// Which folder.
        folder: String,
        /// Where that one is, if it has said so.
        place: String,
    },
    /// Another process has the lease by now, or it was given back.
    #[error("the lease of '{name}' was lost: another process has it now")]
    Lost {
        /// Which lease.
        name: String,
    },
    /// The folder or the file cannot be used.
    #[error("{what}: {why}")]
    Unusable {
        /// What was tried.
        what: String,
        /// What the system says.
        why: String,
    },
}

/// The store. Copies of the handle are the same store.
#[derive(Clone)]
pub struct Store {
    queue: mpsc::Sender<Job>,
    kept: bool,
    shared: bool,
}

/// An answer that is still to come.
pub type Pending<T> = oneshot::Receiver<Result<T, Fault>>;

impl Store {
    /// Opens the store in a folder, and makes it where there is none.
    pub fn open(folder: &Path) -> Result<Self, Fault> {
        let folder = Folder::new(folder);
        keeper::start(move || Sqlite::open(&folder)).map(|queue| Store { queue, kept: true, shared: false })
    }

    /// A store that is forgotten when the program ends.
    pub fn in_memory() -> Result<Self, Fault> {
        keeper::start(Sqlite::in_memory).map(|queue| Store { queue, kept: false, shared: false })
    }

    /// Opens the store in a PostgreSQL database, and makes it where there is none. `tell` hears what whoever runs the program should know: that
    /// the connection was lost, and that it is there again.
    pub fn connect(address: &Address, tell: impl Fn(&str) + Send + 'static) -> Result<Self, Fault> {
        let address = address.clone();
        keeper::start(move || Postgres::open(address, Box::new(tell))).map(|queue| Store {
            queue,
            kept: true,
            shared: true,
        })
    }

    /// Whether it is on disk.
    pub fn is_kept(&self) -> bool {
        self.kept
    }

    /// Whether several programs may serve it at once.
    pub fn is_shared(&self) -> bool {
        self.shared
    }

    /// Writes all of these or none. The answer comes when they are on disk.
    pub fn write(&self, changes: Vec<Change>) -> Pending<()> {
        self.put(Write { changes, lease: None })
    }

    /// The same, if the lease is still held; else nothing is written, and the answer is [`Fault::Lost`].
    pub fn write_under(&self, lease: &Lease, changes: Vec<Change>) -> Pending<()> {
        self.put(Write { changes, lease: Some(lease.clone()) })
    }

    /// The documents that a query asks for, the newest first.
    pub fn read(&self, query: Query) -> Pending<Vec<Document>> {
        self.ask(move |backend| backend.read(&query))
    }

    /// Whether the file is in order, as the database itself sees it.
    pub fn check(&self) -> Pending<()> {
        self.ask(|backend| backend.check())
    }

    /// The key that lets a browser in. It is drawn once; `anew` draws another.
    pub fn key(&self, anew: bool, drawn: u128) -> Pending<u128> {
        self.ask(move |backend| backend.key(anew, drawn))
    }

    /// Takes a lease for so long, if nobody else has it. Who has it already gets it again, with the same number.
    pub fn lease(&self, name: &str, holder: &Holder, time: Duration) -> Pending<Holding> {
        let (name, holder) = (name.to_owned(), holder.clone());
        self.ask(move |backend| {
            good(&[&name, &holder.id, &holder.address])?;
            backend.lease(&name, &holder, time)
        })
    }

    /// Takes a lease from whoever has it: their writes under it are refused from now on.
    pub fn seize(&self, name: &str, holder: &Holder, time: Duration) -> Pending<Lease> {
        let (name, holder) = (name.to_owned(), holder.clone());
        self.ask(move |backend| {
            good(&[&name, &holder.id, &holder.address])?;
            backend.seize(&name, &holder, time)
        })
    }

    /// Gives leases so much time from now, all by one commit. The answer is those that were lost meanwhile.
    pub fn renew(&self, leases: Vec<Lease>, time: Duration) -> Pending<Vec<Lease>> {
        self.ask(move |backend| if leases.is_empty() { Ok(leases) } else { backend.renew(&leases, time) })
    }

    /// Gives a lease back. One that was lost is left alone.
    pub fn release(&self, lease: &Lease) -> Pending<()> {
        let lease = lease.clone();
        self.ask(move |backend| backend.release(&lease))
    }

    /// Who has a lease, if somebody has and it has not run out.
    pub fn holder(&self, name: &str) -> Pending<Option<Holder>> {
        let name = name.to_owned();
        self.ask(move |backend| backend.holder(&name))
    }

    fn put(&self, write: Write) -> Pending<()> {
        let (answer, pending) = oneshot::channel();
        // One that no database could take would be refused with all that is committed together with it.
        let bad = write.changes.iter().find_map(|change| {
            let Place { visitor, kind, game, id } = &change.place;
            let value = change.value.as_ref().is_some_and(|value| value.contains('\0'));
            good(&[visitor, kind, game, id]).and(if value { Err(nul()) } else { Ok(()) }).err()
        });
        match bad {
            Some(fault) => drop(answer.send(Err(fault))),
            None => self.send(Job::Write(write, answer)),
        }
        pending
    }

    fn ask<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut dyn Backend) -> Result<T, Fault> + Send + 'static,
    ) -> Pending<T> {
        let (answer, pending) = oneshot::channel();
        self.send(Job::Other(Box::new(move |backend| drop(answer.send(work(backend))))));
        pending
    }

    fn send(&self, job: Job) {
        // The keeper ends with the last handle; what it could not hear is answered by the channel that closes.
        let _ = self.queue.send(job);
    }
}

/// Whether something can be kept under these names, in every database.
fn good(names: &[&str]) -> Result<(), Fault> {
    let length: usize = names.iter().map(|name| name.len()).sum();
    if length > NAMES {
        let why = format!("its names have {length} bytes together; {NAMES} are the most");
        return Err(Fault::Unusable { what: "this cannot be kept".to_owned(), why });
    }
    if names.iter().any(|name| name.contains('\0')) { Err(nul()) } else { Ok(()) }
}

fn nul() -> Fault {
    let why = "there is a NUL character in it".to_owned();
    Fault::Unusable { what: "this cannot be kept".to_owned(), why }
}

/// What a pending answer gives, for who can wait.
pub fn wait<T>(pending: Pending<T>) -> Result<T, Fault> {
    pending.blocking_recv().unwrap_or_else(|_| Err(gone()))
}

/// What a pending answer gives, for who waits with others.
pub async fn wait_async<T>(pending: Pending<T>) -> Result<T, Fault> {
    pending.await.unwrap_or_else(|_| Err(gone()))
}

fn gone() -> Fault {
    Fault::Unusable { what: "the store".to_owned(), why: "it is closed".to_owned() }
}
