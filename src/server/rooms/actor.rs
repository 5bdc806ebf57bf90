//! The task that has a room. It alone changes it; what it has changed is on disk before anybody is told.
//!
//! Whatever has gathered in its inbox is done at once and written together. If it cannot be written, it was not done: the room is
//! again what is on disk.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use damier_kit::{Refusal, refuse};
use damier_rooms::wire::{RoomDeed, RoomKind};
use damier_rooms::{Ms, Room, after};
use damier_store::{Change, Fault, Lease, Place, wait_async};
use serde::Deserialize;
use tokio::sync::{Notify, mpsc, oneshot};

use super::super::connection::{next, wait_until};
use super::super::lab::watch::info;
use super::super::pool::{Pool, Report};
use super::super::wire::{RoomItem, RoomMessage};
use super::jobs::Errands;
use super::limits::{Bucket, ROOM};
use super::{OURS, OWNER, RATING, Rooms, change, item, not_kept};
use crate::games::named;

/// With so many people there, others see what one does at most every so often.
const CROWD: usize = 8;
const PAUSE: Duration = Duration::from_millis(100);
/// As much is done before it is written.
const TOGETHER: usize = 64;
/// As many answers wait for a page that does not read; then it is let go.
const ANSWERS: usize = 256;

/// What is said to a room.
pub(super) enum Said {
    /// A page has come.
    Come { key: String, page: String, owner: bool, entered: oneshot::Sender<Result<Entered, Refusal>> },
    /// It does something.
    Deed { connection: u64, n: Option<u64>, deed: Box<RoomDeed> },
    /// How long a message to it and back takes.
    Lag { connection: u64, lag: Ms },
    /// It has gone.
    Gone { connection: u64 },
    /// Another process has the room now.
    Lost,
}

/// What a page says.
#[derive(Deserialize)]
pub(super) struct Spoken {
    pub(super) n: Option<u64>,
    #[serde(flatten)]
    pub(super) deed: RoomDeed,
}

/// What a page is let in with.
pub(super) struct Entered {
    pub(super) connection: u64,
    pub(super) you: u32,
    pub(super) applied: u64,
    pub(super) outbox: Arc<Outbox>,
}

/// What waits for a page: the newest view, and every answer.
#[derive(Default)]
pub(super) struct Outbox {
    waiting: Mutex<Waiting>,
    pub(super) news: Notify,
}

#[derive(Default)]
struct Waiting {
    game: Option<Arc<str>>,
    view: Option<Arc<str>>,
    answers: VecDeque<String>,
    farewell: Option<(u16, &'static str)>,
}

impl Outbox {
    fn put(&self, put: impl FnOnce(&mut Waiting)) {
        put(&mut self.waiting.lock().unwrap_or_else(PoisonError::into_inner));
        self.news.notify_one();
    }

    fn answer(&self, message: &RoomMessage) {
        let text = serde_json::to_string(message).unwrap_or_default();
        self.put(|waiting| {
            if waiting.answers.len() < ANSWERS {
                waiting.answers.push_back(text);
            } else {
                waiting.farewell = Some(super::socket::TOO_MANY);
            }
        });
    }

    /// What there is to send, in this order, and how to close if that is the end.
    pub(super) fn take(&self) -> (Vec<String>, Option<(u16, &'static str)>) {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let mut texts: Vec<String> = waiting.answers.drain(..).collect();
        let shown = [waiting.game.take(), waiting.view.take()].into_iter().flatten();
        texts.extend(shown.map(|text| text.to_string()));
        (texts, waiting.farewell)
    }
}

/// A page that is in the room.
struct Connection {
    person: u32,
    page: String,
    outbox: Arc<Outbox>,
    /// Whether it has something to be answered in this turn, and so sees at once what has changed.
    acted: bool,
}

pub(super) struct Actor {
    rooms: Arc<Rooms>,
    code: String,
    room: Room,
    item: Arc<Mutex<RoomItem>>,
    /// The room's time when this began, and when that was.
    began: (Ms, Instant),
    connections: HashMap<u64, Connection>,
    count: u64,
    /// The version that is on disk, and what is written there.
    written: u64,
    on_disk: String,
    /// The version that was shown to everybody, and when; the game that they know.
    shown: u64,
    last_shown: Instant,
    game: String,
    answers: Vec<(u64, RoomMessage)>,
    pool: Pool,
    reports: mpsc::Receiver<Report>,
    errands: Errands,
    bucket: Bucket,
    empty_since: Option<Instant>,
    /// The right to write the room, where other processes might; and whether one has it now.
    lease: Option<Lease>,
    lost: bool,
}

impl Actor {
    pub(super) fn new(
        rooms: Arc<Rooms>,
        code: String,
        room: Room,
        item: Arc<Mutex<RoomItem>>,
        lease: Option<Lease>,
    ) -> Self {
        let (pool, reports) = Pool::new(rooms.machine.clone(), format!("room-{code}"));
        let now = Instant::now();
        Actor {
            began: (room.now(), now),
            written: room.version(),
            on_disk: room.save(),
            shown: room.version(),
            last_shown: now,
            game: room.rules().game.clone(),
            rooms,
            code,
            room,
            item,
            connections: HashMap::new(),
            count: 0,
            answers: Vec::new(),
            pool,
            reports,
            errands: Errands::default(),
            bucket: Bucket::new(ROOM, now),
            empty_since: Some(now),
            lease,
            lost: false,
        }
    }

    fn now(&self) -> Ms {
        self.began.0.saturating_add(self.began.1.elapsed().as_millis() as u64)
    }

    fn moment(&self, at: Ms) -> Instant {
        self.began.1 + Duration::from_millis(at.saturating_sub(self.began.0).min(7 * 86_400_000))
    }

    /// Lives until nobody has been there for long, another process has the room, or the program ends.
    pub(super) async fn live(mut self, mut said: mpsc::Receiver<Said>) {
        let mut ending = self.rooms.ending.clone();
        loop {
            self.errands.follow(&self.room, &mut self.pool);
            let wake = self.room.wake().map(|at| self.moment(at));
            let late = (self.shown != self.room.version()).then(|| self.last_shown + PAUSE);
            let idle = self.empty_since.filter(|_| self.errands.are_none() && wake.is_none());
            let idle = idle.map(|since| since + self.rooms.idle);
            tokio::select! {
                heard = said.recv() => {
                    let Some(first) = heard else { return };
                    self.hear(first).await;
                    for _ in 1..TOGETHER {
                        let Ok(more) = said.try_recv() else { break };
                        self.hear(more).await;
                    }
                }
                report = next(&mut self.reports) => {
                    if let Some((id, fact)) = self.errands.fact(report, &self.pool) {
                        let now = self.now();
                        self.room.learn(now, id, fact);
                    }
                }
                () = wait_until(wake) => { self.room.tick(self.now()); }
                () = wait_until(late) => {}
                () = wait_until(idle) => {
                    if self.rooms.put_away(&self.code, &said).await {
                        return;
                    }
                    self.empty_since = Some(Instant::now());
                }
                _ = ending.changed() => return self.rooms.release(self.lease.as_ref()).await,
            }
            self.keep().await;
            if self.lost {
                self.rooms.let_go(&self.code);
                for connection in self.connections.values() {
                    connection.outbox.put(|waiting| waiting.farewell = Some(super::socket::ELSEWHERE));
                }
                return;
            }
            self.tell().await;
        }
    }

    async fn hear(&mut self, said: Said) {
        let now = self.now();
        match said {
            Said::Come { key, page, owner, entered } => {
                let _ = entered.send(self.enter(now, &key, page, owner).await);
            }
            Said::Deed { connection, n, deed } => self.act(now, connection, n, &deed),
            Said::Lag { connection, lag } => {
                if let Some(known) = self.connections.get(&connection) {
                    self.room.measure(known.person, lag);
                }
            }
            Said::Gone { connection } => self.gone(now, connection),
            Said::Lost => self.lost = true,
        }
    }

    async fn enter(&mut self, now: Ms, key: &str, page: String, owner: bool) -> Result<Entered, Refusal> {
        if owner {
            self.room.adopt(OWNER, key);
        }
        let you = self.room.come(now, key)?;
        if self.room.rules().kind == RoomKind::Turns {
            let game = self.room.rules().game.clone();
            let mut known = self.rooms.ratings.lock().await;
            if let Some(rating) = self.rooms.rating(&mut known, &game, key).await {
                self.room.rate(you, Some(rating));
            }
        }
        self.count += 1;
        let (connection, applied) = (self.count, self.room.applied(you, &page));
        let outbox = Arc::new(Outbox::default());
        outbox.put(|waiting| waiting.game = self.game_text());
        let known = Connection { person: you, page, outbox: outbox.clone(), acted: true };
        self.connections.insert(connection, known);
        self.empty_since = None;
        Ok(Entered { connection, you, applied, outbox })
    }

    fn act(&mut self, now: Ms, connection: u64, n: Option<u64>, deed: &RoomDeed) {
        let fast = !self.bucket.take(Instant::now());
        let Some(known) = self.connections.get_mut(&connection) else { return };
        known.acted = true;
        if matches!(deed, RoomDeed::Look) {
            return;
        }
        self.rooms.machine.turns.people_play();
        let done = match n {
            None | Some(0) => Err(refuse!("room.number", "a deed carries a number above 0")),
            _ if fast => Err(super::socket::too_fast()),
            Some(n) => self.room.hear(now, known.person, &known.page, n, deed).map(|_| n),
        };
        self.answers.push((
            connection,
            match done {
                Ok(n) => RoomMessage::Done { n, version: 0 },
                Err(refusal) => RoomMessage::Refused { n, refusal },
            },
        ));
    }

    fn gone(&mut self, now: Ms, connection: u64) {
        let Some(left) = self.connections.remove(&connection) else { return };
        if !self.connections.values().any(|other| other.person == left.person) {
            self.room.go(now, left.person);
        }
        if self.connections.is_empty() {
            self.empty_since = Some(Instant::now());
        }
    }

    /// Writes what has changed. What cannot be written has not happened.
    async fn keep(&mut self) {
        if self.room.version() == self.written || self.lost {
            return;
        }
        let changes = self.rated_changes().await;
        let room = change(&self.code, &self.room);
        let text = room.value.clone().unwrap_or_default();
        let changes: Vec<Change> = changes.into_iter().chain([room]).collect();
        match wait_async(self.rooms.write(self.lease.as_ref(), changes)).await {
            Ok(()) => (self.written, self.on_disk) = (self.room.version(), text),
            Err(Fault::Lost { .. }) => self.lost = true,
            Err(_) => self.undo(),
        }
        *self.item.lock().unwrap_or_else(PoisonError::into_inner) = item(&self.code, &self.room);
    }

    /// A game that is over and counts changes ratings, in the same step in which it is written that it is over.
    async fn rated_changes(&mut self) -> Vec<Change> {
        let Some(rated) = self.room.take_rated() else { return Vec::new() };
        let mut known = self.rooms.ratings.lock().await;
        let mut before = [damier_rooms::Rating::default(); 2];
        for (rating, key) in before.iter_mut().zip(&rated.keys) {
            *rating = self.rooms.rating(&mut known, &rated.game, key).await.unwrap_or_default();
        }
        let (one, two) = after(before[0], before[1], rated.winner);
        self.room.rated(before, [one, two]);
        let mut changes = Vec::new();
        for (key, rating) in rated.keys.iter().zip([one, two]) {
            known.insert((rated.game.clone(), key.clone()), rating);
            let place = Place::new(OURS, RATING, &rated.game, key);
            changes.push(Change { place, value: serde_json::to_string(&rating).ok() });
        }
        changes
    }

    /// The room is again what is on disk; who did something since then is told so.
    fn undo(&mut self) {
        let Ok(room) = Room::load(crate::games::GAMES, &self.on_disk) else { return };
        let version = self.room.version();
        self.room = room;
        self.room.not_before(version + 1);
        self.written = self.room.version();
        let now = self.now();
        for connection in self.connections.values() {
            if let Some(key) = self.room.key(connection.person).map(str::to_owned) {
                let _ = self.room.come(now, &key);
            }
        }
        for (_, answer) in &mut self.answers {
            if let RoomMessage::Done { n, .. } = answer {
                *answer = RoomMessage::Refused { n: Some(*n), refusal: not_kept() };
            }
        }
    }

    /// What the room's game offers, as it is sent; made once a game.
    fn game_text(&self) -> Option<Arc<str>> {
        static MADE: Mutex<Option<HashMap<&str, Arc<str>>>> = Mutex::new(None);
        let game = named(&self.room.rules().game).ok()?;
        let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
        let made = made.get_or_insert_default();
        if !made.contains_key(game.name()) {
            let message = RoomMessage::Game { game: Box::new(info(game)?) };
            made.insert(game.name(), serde_json::to_string(&message).ok()?.into());
        }
        made.get(game.name()).cloned()
    }

    /// Answers, and shows everybody what has changed. Answers go out before the views are made, which takes longer.
    async fn tell(&mut self) {
        let version = self.room.version();
        let answers = std::mem::take(&mut self.answers);
        let any = !answers.is_empty();
        for (connection, mut answer) in answers {
            if let RoomMessage::Done { version: seen, .. } = &mut answer {
                *seen = version;
            }
            if let Some(known) = self.connections.get(&connection) {
                known.outbox.answer(&answer);
            }
        }
        if any {
            tokio::task::yield_now().await;
        }
        let crowd = self.connections.len() > CROWD && self.last_shown.elapsed() < PAUSE;
        let all = self.shown != version && !crowd;
        if self.game != self.room.rules().game {
            self.game.clone_from(&self.room.rules().game);
            let text = self.game_text();
            for connection in self.connections.values() {
                connection.outbox.put(|waiting| waiting.game.clone_from(&text));
            }
        }
        let mut views: HashMap<u32, Option<Arc<str>>> = HashMap::new();
        for connection in self.connections.values_mut() {
            if !(all || std::mem::take(&mut connection.acted)) {
                continue;
            }
            connection.acted = false;
            let room = &self.room;
            let view = views.entry(connection.person).or_insert_with(|| {
                let view = RoomMessage::Room(Box::new(room.view(connection.person)?));
                serde_json::to_string(&view).ok().map(Arc::from)
            });
            match view {
                Some(view) => connection.outbox.put(|waiting| waiting.view = Some(view.clone())),
                // Who is no longer in the room has left, or was put out.
                None => connection.outbox.put(|waiting| waiting.farewell = Some(super::socket::OUT)),
            }
        }
        if all {
            (self.shown, self.last_shown) = (version, Instant::now());
        }
    }
}
