//! Every visitor's sessions: in memory while a page looks at them, else in the store alone.
//!
//! A visitor has one session a game, whatever window it is looked at from: a connection has it to itself, and a newer one takes it over.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use damier_lab::Game;
use damier_store::{Document, Fault, Holder, Lease, Query, Store, wait_async};
use rand::{RngExt, SeedableRng};
use tokio::sync::{self, OwnedMutexGuard, watch};

use super::Random;
use super::keep::{PROGRESS, SET, SITTING, TOLD_KINDS, UNDO};
use super::session::Session;

/// Who started the program. Pages that do not say who they are are theirs.
pub(crate) const OWNER: &str = "me";
/// As many documents is a page told of when it comes; nobody has solved more levels than there are.
const TOLD: usize = 5000;

/// How long a session is held in a database that others serve, too. Whoever wants it takes it; nobody waits for its end.
const HELD: Duration = Duration::from_secs(60);

/// All sessions that somebody looks at.
pub(super) struct Hall {
    seats: Mutex<HashMap<Place, Seat>>,
    random: Mutex<Random>,
    pub(super) store: Store,
    /// What this process is called among those that serve one database.
    holder: Holder,
    /// Why the store is in memory alone, if it is.
    pub(super) not_kept: Option<Fault>,
}

/// Whose session, at which game.
type Place = (String, &'static str);

/// A session that somebody has, or waits for.
struct Seat {
    /// None before it was read from the store.
    session: Arc<sync::Mutex<Option<Session>>>,
    /// Changes when another connection wants it.
    wanted: watch::Sender<u64>,
}

/// A session that a connection has to itself, until `wanted` changes.
pub(super) struct Taken {
    pub(super) session: OwnedSession,
    pub(super) wanted: watch::Receiver<u64>,
    place: Place,
    /// The right to write it, where other processes might.
    pub(super) lease: Option<Lease>,
}

/// The right to a session.
pub(super) type OwnedSession = sync::OwnedMappedMutexGuard<Option<Session>, Session>;

impl Hall {
    pub(super) fn new(mut random: Random, store: Store, not_kept: Option<Fault>) -> Self {
        let holder = Holder { id: format!("{:032x}", random.random::<u128>()), address: String::new() };
        Hall { seats: Mutex::default(), random: Mutex::new(random), store, holder, not_kept }
    }

    /// The session at a game of this visitor, as the store knows it, or a new one. Whoever has it is told to let it go; in another process,
    /// by what it writes next. A store that cannot be asked is told: what is there must not be taken for nothing, and written over.
    pub(super) async fn take(&self, visitor: &str, game: Game) -> Result<Taken, Fault> {
        let place = (name_of(visitor), game.name());
        let (session, wanted) = {
            let mut seats = self.seats.lock().unwrap_or_else(PoisonError::into_inner);
            let seat = seats
                .entry(place.clone())
                .or_insert_with(|| Seat { session: Arc::default(), wanted: watch::Sender::new(0) });
            seat.wanted.send_modify(|times| *times += 1);
            (seat.session.clone(), seat.wanted.subscribe())
        };
        match self.seat(session.lock_owned().await, &place, game).await {
            Ok((session, lease)) => Ok(Taken { session, wanted, place, lease }),
            Err(fault) => {
                self.release(&place, wanted);
                Err(fault)
            }
        }
    }

    /// Reads a session, unless it is here and nobody else can have changed it.
    async fn seat(
        &self,
        mut session: OwnedMutexGuard<Option<Session>>,
        place: &Place,
        game: Game,
    ) -> Result<(OwnedSession, Option<Lease>), Fault> {
        let lease = if self.store.is_shared() {
            let name = format!("table {} {}", place.0, place.1);
            Some(wait_async(self.store.seize(&name, &self.holder, HELD)).await?)
        } else {
            None
        };
        if session.is_none() || lease.is_some() {
            let random = Random::seed_from_u64(self.random().random());
            let mut fresh = Session::new(place.0.clone(), game, random);
            let kinds = [SITTING, UNDO, PROGRESS, SET].map(str::to_owned).to_vec();
            let documents = match self.read(place, kinds, Some(game.name())).await {
                Err(Fault::Damaged { .. }) => Vec::new(),
                read => read?,
            };
            fresh.take_up(&documents, Instant::now());
            *session = Some(fresh);
        }
        let session = OwnedMutexGuard::map(session, |session| session.as_mut().expect("it was just made"));
        Ok((session, lease))
    }

    /// What a page should know of the store: of its game, and of all.
    pub(super) async fn told(&self, taken: &Taken) -> Result<Vec<Document>, Fault> {
        let kinds = TOLD_KINDS.map(str::to_owned).to_vec();
        let mut documents = self.read(&taken.place, kinds.clone(), Some(taken.place.1)).await?;
        documents.extend(self.read(&taken.place, kinds, Some("")).await?);
        Ok(documents)
    }

    async fn read(
        &self,
        place: &Place,
        kinds: Vec<String>,
        game: Option<&str>,
    ) -> Result<Vec<Document>, Fault> {
        let (visitor, game) = (Some(place.0.clone()), game.map(str::to_owned));
        wait_async(self.store.read(Query { visitor, kinds, game, id: None, most: Some(TOLD) })).await
    }

    /// A connection has let a session go, and all of it is written: unless somebody waits for it, it need not be kept here.
    pub(super) fn release(&self, place: &Place, wanted: watch::Receiver<u64>) {
        let mut seats = self.seats.lock().unwrap_or_else(PoisonError::into_inner);
        drop(wanted);
        if seats.get(place).is_some_and(|seat| seat.wanted.receiver_count() == 0) {
            seats.remove(place);
        }
    }

    fn random(&self) -> MutexGuard<'_, Random> {
        self.random.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Taken {
    /// The parts: the session, who wants it, and what it is released by.
    pub(super) fn apart(self) -> (OwnedSession, watch::Receiver<u64>, Place) {
        (self.session, self.wanted, self.place)
    }
}

/// A visitor's name: letters, digits and dashes. Who brings none, or something else, is the owner.
fn name_of(told: &str) -> String {
    let good = (1..=64).contains(&told.len()) && told.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'-');
    if good { told.to_owned() } else { OWNER.to_owned() }
}
