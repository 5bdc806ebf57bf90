//! What a person has done, on disk: settings, progress, tables with their history, games, boards, results.
//!
//! Everything is a [`Document`]: a JSON text under a visitor, a kind, a game and an id. One thread owns the connection to the database. What is
//! to be written waits in a queue; whatever has gathered there is committed together and only then acknowledged, so that many tables
//! share one sync of the disk. Reads stand in the same queue, so that they see every write before them.
//!
//! A store that cannot be opened, or can no longer be written, is no reason to stop playing: [`Store::in_memory`] keeps documents until
//! the program ends, and a write that fails says why and changes nothing.

mod folder;
mod keeper;

use std::path::Path;
use std::sync::mpsc;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use tokio::sync::oneshot;

pub use folder::{Folder, Served};
use keeper::{Job, Keeper};

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
}

/// An answer that is still to come.
pub type Pending<T> = oneshot::Receiver<Result<T, Fault>>;

impl Store {
    /// Opens the store in a folder, and makes it where there is none.
    pub fn open(folder: &Path) -> Result<Self, Fault> {
        Keeper::open(folder).map(|keeper| Store { queue: keeper.start(), kept: true })
    }

    /// A store that is forgotten when the program ends.
    pub fn in_memory() -> Result<Self, Fault> {
        Keeper::in_memory().map(|keeper| Store { queue: keeper.start(), kept: false })
    }

    /// Whether it is on disk.
    pub fn is_kept(&self) -> bool {
        self.kept
    }

    /// Writes all of these or none. The answer comes when they are on disk.
    pub fn write(&self, changes: Vec<Change>) -> Pending<()> {
        let (answer, pending) = oneshot::channel();
        self.send(Job::Write(changes, answer));
        pending
    }

    /// The documents that a query asks for, the newest first.
    pub fn read(&self, query: Query) -> Pending<Vec<Document>> {
        let (answer, pending) = oneshot::channel();
        self.send(Job::Read(query, answer));
        pending
    }

    /// Whether the file is in order, as the database itself sees it.
    pub fn check(&self) -> Pending<()> {
        let (answer, pending) = oneshot::channel();
        self.send(Job::Check(answer));
        pending
    }

    fn send(&self, job: Job) {
        // The keeper ends with the last handle; what it could not hear is answered by the channel that closes.
        let _ = self.queue.send(job);
    }
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
