//! A page without a socket and without a store on disk, for who tests what a server does with its messages.

use std::sync::{Arc, LazyLock};

use damier_lab::Game;
use damier_store::Store;
use rand::SeedableRng;
use tokio::sync::{self, OwnedMutexGuard, mpsc};

use super::Random;
use super::host::Host;
use super::pool::{Machine, Pool, Report};
use super::session::Session;

/// A page at a fresh table.
pub struct Page {
    host: Host,
    reports: mpsc::Receiver<Report>,
}

/// What all pages share: one core, and a little memory for searches.
static MACHINE: LazyLock<Machine> = LazyLock::new(|| Machine::new(1, 64 << 20));
static STORE: LazyLock<Store> =
    LazyLock::new(|| Store::in_memory().expect("a database in memory can be opened"));

impl Page {
    /// Sits down to a game. The table is the same each time.
    ///
    /// # Panics
    /// Where there is no memory for a table.
    pub fn new(game: Game) -> Self {
        let session = Session::new("me".to_owned(), game, Random::seed_from_u64(1));
        let session = Arc::new(sync::Mutex::new(Some(session)));
        let session = session.try_lock_owned().expect("nobody else has it");
        let session = OwnedMutexGuard::map(session, |session| session.as_mut().expect("it was just made"));
        let (pool, reports) = Pool::new(MACHINE.clone(), "me".to_owned());
        Page { host: Host::new(session, "page".to_owned(), pool, STORE.clone()), reports }
    }

    /// Says something, and hears the answers and what was found meanwhile, each as JSON.
    ///
    /// # Panics
    /// Where a message cannot be written as JSON, which would be a bug.
    pub fn say(&mut self, text: &str) -> Vec<String> {
        let mut messages = self.host.hear(text);
        while let Ok(report) = self.reports.try_recv() {
            messages.extend(self.host.take_in(report));
        }
        let _ = self.host.unwritten();
        messages.iter().map(|message| serde_json::to_string(message).expect("a message is JSON")).collect()
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        let _ = self.host.leave();
    }
}
