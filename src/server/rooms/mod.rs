//! Rooms on the server: who may enter (`guest.rs`, `limits.rs`, `routes.rs`, `lan.rs`), the task that has a room (`actor.rs`) with what it
//! wants done (`jobs.rs`), and the sockets of its people (`socket.rs`).
//!
//! What a room is and does is `crates/rooms`. Here each room that somebody is in has a task, which alone changes it, writes it to the store, and
//! only then tells anybody. A room that nobody is in is in the store alone; no time passes in it.
//!
//! Where several processes serve one database, one of them has a room: by a lease, under which it writes. The others send people to it.

mod actor;
pub(super) mod guest;
mod jobs;
pub(super) mod lan;
pub(super) mod limits;
pub(super) mod routes;
mod socket;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use damier_kit::{Refusal, refuse};
use damier_rooms::wire::RoomRules;
use damier_rooms::{Rating, Room};
use damier_store::{Change, Holder, Holding, Lease, Place, Query, Store, wait_async};
use rand::RngExt;
use serde::Deserialize;
use serde::de::IgnoredAny;
use tokio::sync::{mpsc, watch};

use super::Random;
use super::pool::Machine;
use super::wire::RoomItem;
use crate::games::GAMES;
use actor::{Actor, Said};
use limits::Addresses;

/// Whose documents rooms are. No visitor is called so.
const OURS: &str = "@rooms";
const ROOM: &str = "room";
const RATING: &str = "rating";
const STANDING: &str = "standing";
/// Letters and digits that are not taken for each other and make no words.
const LETTERS: &[u8] = b"23456789BCDFGHJKLMNPQRSTVWXZ";
const CODE: usize = 6;
/// As many rooms are there at once, and are listed.
const ROOMS: usize = 5000;
const LISTED: usize = 200;
/// What has said so much is heard; who says more waits.
const INBOX: usize = 256;
/// A room that has not changed for so long is forgotten, in milliseconds; and how often that is looked at.
const FORGOTTEN: i64 = 30 * 24 * 3600 * 1000;
const SWEEPS: Duration = Duration::from_secs(24 * 3600);
/// With nobody there for so long, a room is put away.
const IDLE: Duration = Duration::from_secs(600);
/// How long a room is held where several processes serve one database: so long may people have to wait after one was killed.
const HELD: Duration = Duration::from_secs(15);
/// How the host of a room that the program itself has made is known until they come.
pub(super) const OWNER: &str = "owner";

/// All rooms.
pub(super) struct Rooms {
    live: Mutex<HashMap<String, Live>>,
    /// One room is made or woken at a time, so that none is in memory twice.
    waking: tokio::sync::Mutex<()>,
    random: Mutex<Random>,
    store: Store,
    /// What this process is called, where others serve the same database.
    holder: Option<Holder>,
    machine: Machine,
    ratings: tokio::sync::Mutex<HashMap<(String, String), Rating>>,
    pub(super) addresses: Arc<Addresses>,
    /// With nobody there for so long, a room is put away.
    idle: Duration,
    ending: watch::Receiver<bool>,
}

/// A room that is in memory.
#[derive(Clone)]
struct Live {
    inbox: mpsc::Sender<Said>,
    item: Arc<Mutex<RoomItem>>,
    lease: Option<Lease>,
}

/// Where a room is.
enum Found {
    Here(Live),
    /// At another process.
    Elsewhere,
    Nowhere,
}

impl Rooms {
    /// `address` is where others find this process.
    pub(super) fn new(
        mut random: Random,
        store: Store,
        address: &str,
        machine: Machine,
        ending: watch::Receiver<bool>,
    ) -> Self {
        let id = format!("{:032x}", random.random::<u128>());
        let holder = store.is_shared().then(|| Holder { id, address: address.to_owned() });
        Rooms {
            live: Mutex::default(),
            waking: tokio::sync::Mutex::default(),
            random: Mutex::new(random),
            store,
            holder,
            machine,
            ratings: tokio::sync::Mutex::default(),
            addresses: Arc::default(),
            idle: IDLE,
            ending,
        }
    }

    fn live(&self) -> MutexGuard<'_, HashMap<String, Live>> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn draw<T>(&self, draw: impl FnOnce(&mut Random) -> T) -> T {
        draw(&mut self.random.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Makes a room, which is on disk when this returns.
    pub(super) async fn make(
        self: &Arc<Self>,
        key: &str,
        name: &str,
        rules: RoomRules,
    ) -> Result<String, Refusal> {
        let _alone = self.waking.lock().await;
        if self.live().len() >= ROOMS {
            return Err(refuse!("room.rooms", "there are too many rooms; try again in a while"));
        }
        let (room, _) = Room::new(GAMES, self.draw(Random::random), key, name, rules)?;
        let code = loop {
            let code = self.draw(code);
            if !self.is_there(&code).await {
                break code;
            }
        };
        let lease = self.hold(&code).await.map_err(|_| not_kept())?;
        wait_async(self.write(lease.as_ref(), vec![change(&code, &room)])).await.map_err(|_| not_kept())?;
        self.start(&code, room, lease);
        Ok(code)
    }

    /// The room that the program opens the door with: the same one at every start, as long as it is there.
    pub(super) async fn standing(self: &Arc<Self>) -> Result<String, Refusal> {
        let place = Place::new(OURS, STANDING, "", STANDING);
        let query =
            Query { visitor: Some(OURS.to_owned()), kinds: vec![STANDING.to_owned()], ..Query::default() };
        let known = wait_async(self.store.read(query)).await.unwrap_or_default();
        let known =
            known.first().and_then(|document| serde_json::from_str::<String>(document.value.get()).ok());
        if let Some(code) = known
            && self.is_there(&code).await
        {
            return Ok(code);
        }
        let kind = damier_rooms::wire::RoomKind::Class;
        let rules = RoomRules { kind, game: GAMES[0].name().to_owned(), ..RoomRules::default() };
        let code = self.make(OWNER, "", rules).await?;
        let written = self.store.write(vec![Change { place, value: serde_json::to_string(&code).ok() }]);
        wait_async(written).await.map_err(|_| not_kept())?;
        Ok(code)
    }

    /// Whether there is a room of this code.
    pub(super) async fn is_there(&self, code: &str) -> bool {
        self.live().contains_key(code) || self.read(code).await.is_some()
    }

    async fn read(&self, code: &str) -> Option<String> {
        let query = Query {
            visitor: Some(OURS.to_owned()),
            kinds: vec![ROOM.to_owned()],
            id: Some(code.to_owned()),
            ..Query::default()
        };
        let found = wait_async(self.store.read(query)).await.ok()?;
        Some(found.first()?.value.get().to_owned())
    }

    /// The room of this code, woken where it was put away.
    async fn find(self: &Arc<Self>, code: &str) -> Found {
        if let Some(live) = self.live().get(code) {
            return Found::Here(live.clone());
        }
        let _alone = self.waking.lock().await;
        if let Some(live) = self.live().get(code) {
            return Found::Here(live.clone());
        }
        if self.live().len() >= ROOMS {
            return Found::Nowhere;
        }
        let lease = match self.hold(code).await {
            Ok(lease) => lease,
            Err(elsewhere) => return if elsewhere { Found::Elsewhere } else { Found::Nowhere },
        };
        // Only who holds a room reads what nobody writes meanwhile.
        let room = self.read(code).await.and_then(|text| Room::load(GAMES, &text).ok());
        if let Some(room) = room {
            return Found::Here(self.start(code, room, lease));
        }
        self.release(lease.as_ref()).await;
        Found::Nowhere
    }

    /// Takes a room for this process, where there are others; else there is nothing to take. An error tells whether another has it.
    async fn hold(&self, code: &str) -> Result<Option<Lease>, bool> {
        let Some(holder) = &self.holder else { return Ok(None) };
        match wait_async(self.store.lease(&lease_name(code), holder, HELD)).await {
            Ok(Holding::Mine(lease)) => Ok(Some(lease)),
            Ok(Holding::Other(_)) => Err(true),
            Err(_) => Err(false),
        }
    }

    async fn release(&self, lease: Option<&Lease>) {
        if let Some(lease) = lease {
            let _ = wait_async(self.store.release(lease)).await;
        }
    }

    fn write(&self, lease: Option<&Lease>, changes: Vec<Change>) -> damier_store::Pending<()> {
        match lease {
            Some(lease) => self.store.write_under(lease, changes),
            None => self.store.write(changes),
        }
    }

    /// The address of the process that has a room, if it is not this one.
    async fn elsewhere(&self, code: &str) -> Option<String> {
        let ours = self.holder.as_ref()?;
        let holder = wait_async(self.store.holder(&lease_name(code))).await.ok()??;
        (holder.id != ours.id).then_some(holder.address)
    }

    /// Keeps what this process holds, as long as it lives. What was lost to another is let go.
    pub(super) async fn go_on_holding(self: Arc<Self>) {
        let mut ending = self.ending.clone();
        while self.holder.is_some() {
            tokio::select! {
                () = tokio::time::sleep(HELD / 3) => {}
                _ = ending.changed() => return,
            }
            let held: Vec<(Lease, mpsc::Sender<Said>)> = (self.live().values())
                .filter_map(|live| Some((live.lease.clone()?, live.inbox.clone())))
                .collect();
            let leases = held.iter().map(|(lease, _)| lease.clone()).collect();
            let lost = wait_async(self.store.renew(leases, HELD)).await.unwrap_or_default();
            for (_, inbox) in held.iter().filter(|(lease, _)| lost.contains(lease)) {
                let _ = inbox.try_send(Said::Lost);
            }
        }
    }

    fn start(self: &Arc<Self>, code: &str, room: Room, lease: Option<Lease>) -> Live {
        let (inbox, said) = mpsc::channel(INBOX);
        let item = Arc::new(Mutex::new(item(code, &room)));
        let live = Live { inbox, item: item.clone(), lease: lease.clone() };
        self.live().insert(code.to_owned(), live.clone());
        tokio::spawn(Actor::new(self.clone(), code.to_owned(), room, item, lease).live(said));
        live
    }

    /// A room goes to sleep, unless somebody has just asked for it.
    async fn put_away(&self, code: &str, said: &mpsc::Receiver<Said>) -> bool {
        // Nobody wakes it here before its lease was given back.
        let _alone = self.waking.lock().await;
        let lease = {
            let mut live = self.live();
            // One sender is in this map; who has another is about to say something.
            if !said.is_empty() || live.get(code).is_none_or(|live| live.inbox.strong_count() > 1) {
                return false;
            }
            live.remove(code).and_then(|live| live.lease)
        };
        self.release(lease.as_ref()).await;
        true
    }

    /// Another process has this room now.
    fn let_go(&self, code: &str) {
        self.live().remove(code);
    }

    /// Rooms, those that changed last first.
    async fn list(&self, codes: Option<&[String]>) -> Vec<RoomItem> {
        let live: HashMap<String, RoomItem> = (self.live().iter())
            .map(|(code, live)| {
                (code.clone(), live.item.lock().unwrap_or_else(PoisonError::into_inner).clone())
            })
            .collect();
        let query = Query {
            visitor: Some(OURS.to_owned()),
            kinds: vec![ROOM.to_owned()],
            most: Some(LISTED),
            ..Query::default()
        };
        let kept = wait_async(self.store.read(query)).await.unwrap_or_default();
        let asleep = kept.into_iter().filter(|document| !live.contains_key(&document.place.id));
        let asleep = asleep.filter_map(|document| {
            let glance: Glance = serde_json::from_str(document.value.get()).ok()?;
            Some(RoomItem {
                code: document.place.id,
                rules: glance.rules,
                people: glance.people.len(),
                here: 0,
                playing: glance.play.as_str() != Some("lobby"),
                changed: document.changed,
            })
        });
        let mut all: Vec<RoomItem> = asleep.chain(live.values().cloned()).collect();
        all.retain(|item| codes.is_none_or(|codes| codes.contains(&item.code)));
        all.sort_by_key(|item| std::cmp::Reverse(item.changed));
        all.truncate(LISTED);
        all
    }

    /// Forgets old rooms every day, as long as the program lives.
    pub(super) async fn go_on_sweeping(self: Arc<Self>) {
        let mut ending = self.ending.clone();
        loop {
            self.sweep(millis()).await;
            tokio::select! {
                () = tokio::time::sleep(SWEEPS) => {}
                _ = ending.changed() => return,
            }
        }
    }

    /// Rooms that nobody has come to for long before `now` are forgotten, unless one is in memory somewhere.
    async fn sweep(&self, now: i64) {
        // None is woken meanwhile.
        let _alone = self.waking.lock().await;
        let kinds = vec![ROOM.to_owned()];
        let query = Query { visitor: Some(OURS.to_owned()), kinds, ..Query::default() };
        let kept = wait_async(self.store.read(query)).await.unwrap_or_default();
        let mut gone = Vec::new();
        for document in kept.into_iter().filter(|document| now - document.changed > FORGOTTEN) {
            let code = &document.place.id;
            if !self.live().contains_key(code) && self.elsewhere(code).await.is_none() {
                gone.push(Change { place: document.place, value: None });
            }
        }
        if !gone.is_empty() {
            let _ = wait_async(self.store.write(gone)).await;
        }
    }

    /// What somebody is rated at a game.
    async fn rating(
        &self,
        known: &mut HashMap<(String, String), Rating>,
        game: &str,
        key: &str,
    ) -> Option<Rating> {
        let place = (game.to_owned(), key.to_owned());
        // Where others write, too, only the store knows.
        if self.holder.is_none()
            && let Some(rating) = known.get(&place)
        {
            return Some(*rating);
        }
        let query = Query {
            visitor: Some(OURS.to_owned()),
            kinds: vec![RATING.to_owned()],
            game: Some(game.to_owned()),
            id: Some(key.to_owned()),
            most: Some(1),
        };
        let found = wait_async(self.store.read(query)).await.ok()?;
        let rating = serde_json::from_str(found.first()?.value.get()).ok()?;
        if known.len() > 10_000 {
            known.clear();
        }
        known.insert(place, rating);
        Some(rating)
    }
}

/// What is seen of a room that is put away without waking it.
#[derive(Deserialize)]
struct Glance {
    rules: RoomRules,
    people: Vec<IgnoredAny>,
    play: serde_json::Value,
}

fn item(code: &str, room: &Room) -> RoomItem {
    let (people, here) = room.count();
    let (rules, playing) = (room.rules().clone(), room.is_playing());
    RoomItem { code: code.to_owned(), rules, people, here, playing, changed: millis() }
}

fn change(code: &str, room: &Room) -> Change {
    Change { place: Place::new(OURS, ROOM, "", code), value: Some(room.save()) }
}

fn millis() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as i64)
}

/// What the right to a room is called among processes.
fn lease_name(code: &str) -> String {
    format!("room {code}")
}

fn not_kept() -> Refusal {
    refuse!("room.not_kept", "this could not be written to disk, so it was not done")
}

fn code(random: &mut Random) -> String {
    (0..CODE).map(|_| char::from(LETTERS[random.random_range(0..LETTERS.len())])).collect()
}

/// A code as somebody wrote it, as it is meant; none if it can be none.
fn meant(code: &str) -> Option<String> {
    let code = code.trim().to_ascii_uppercase();
    (code.len() == CODE && code.bytes().all(|letter| LETTERS.contains(&letter))).then_some(code)
}
