//! A page that is connected: what it says goes to its host, and what the host tells goes to it, until one of them leaves.

use std::future::pending;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message as Frame, WebSocket, close_code};
use damier_kit::{Refusal, refuse};
use damier_lab::Game;
use damier_store::{Change, Document, Fault, Lease, Pending, Place, Store, wait_async};
use serde_json::value::RawValue;
use tokio::sync::mpsc::Receiver;
use tokio::time::{Interval, MissedTickBehavior, interval, sleep_until, timeout};

use super::hall::Hall;
use super::host::Host;
use super::keep::{PROGRESS, RESULT};
use super::pool::{Pool, Report};
use super::wire::{KeptItem, Message};
use super::{App, Came, MESSAGE};

/// How often a page hears of a search.
pub(super) const TICK: Duration = Duration::from_millis(100);
/// How a page knows that another window has its session now.
const TAKEN: u16 = 4001;
/// How often a page is asked whether it is still there, and when it is taken for gone.
const PING: Duration = Duration::from_secs(10);
const GONE: Duration = Duration::from_secs(35);
/// How long a page may take to read what it is told.
const READING: Duration = Duration::from_secs(15);
/// How long it may take to say why a line is closed, and how long that stays open for what the page still says.
const GOODBYE: Duration = Duration::from_secs(1);
const LINGER: Duration = Duration::from_millis(250);
/// How a page is told that it said too much.
const TOO_LONG: (u16, &str) = (close_code::SIZE, "a message is too long, or not understood");
/// What the server finds out by itself, and a page should know.
const NEWS: [&str; 2] = [PROGRESS, RESULT];

/// Speaks with a page until it leaves, another window takes its session, or the program ends.
pub(super) async fn talk(mut socket: WebSocket, app: App, came: Came, game: Game) {
    let App { hall, machine, mut ending, talking: _talking, .. } = app;
    let mut taken = match hall.take(&came.sitting, game).await {
        Ok(taken) => taken,
        Err(fault) => {
            // It comes again by itself.
            let _ = tell(&mut socket, [Message::Keeping { kept: false, why: Some(told(&fault)) }]).await;
            return close(&mut socket, (close_code::AGAIN, "the store cannot be read")).await;
        }
    };
    let kept = hall.told(&taken).await;
    let mut keeper = Keeper::new(&hall, taken.lease.take());
    let (session, mut wanted, place) = taken.apart();
    let (pool, mut reports) = Pool::new(machine, place.0.clone());
    let mut host = Host::new(session, came.page, pool, hall.store.clone());
    // The page looks or loads first; what was wanted before it came is not news.
    wanted.mark_unchanged();
    let mut ticks: Interval = interval(TICK);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut pings: Interval = interval(PING);
    pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut heard = Instant::now();
    let mut messages = keeper.greet(&mut host, kept, &hall);
    let farewell = loop {
        if keeper.lost {
            break Some((TAKEN, "another window"));
        }
        if tell(&mut socket, messages).await.is_err() {
            break None;
        }
        messages = tokio::select! {
            frame = socket.recv() => {
                heard = Instant::now();
                match frame {
                    Some(Ok(Frame::Text(text))) if text.len() > MESSAGE => break Some(TOO_LONG),
                    Some(Ok(Frame::Text(text))) => keeper.keep(&mut host, |host| host.hear(&text)).await,
                    Some(Ok(Frame::Close(_))) | None => break None,
                    Some(Err(_)) => break Some(TOO_LONG),
                    Some(Ok(_)) => Vec::new(),
                }
            },
            _ = pings.tick() => {
                let ping = Frame::Ping(Bytes::new());
                if heard.elapsed() > GONE || socket.send(ping).await.is_err() {
                    break None;
                }
                Vec::new()
            },
            report = next(&mut reports) => keeper.keep(&mut host, |host| host.take_in(report)).await,
            _ = ticks.tick(), if host.is_busy() => host.progress(),
            () = wait_until(host.wake()) => keeper.keep(&mut host, Host::pass_time).await,
            _ = wanted.changed() => break Some((TAKEN, "another window")),
            _ = ending.changed() => break Some((close_code::AWAY, "the program ends")),
        };
    };
    // What is written stands in the queue before anybody else has the session.
    let written = keeper.write(host.leave());
    drop(host);
    let _ = wait_async(written).await;
    if let Some(lease) = &keeper.lease {
        drop(keeper.store.release(lease));
    }
    hall.release(&place, wanted);
    if let Some(farewell) = farewell {
        close(&mut socket, farewell).await;
    }
}

/// Writes what a host has changed before the page hears of it.
pub(super) struct Keeper {
    pub(super) store: Store,
    /// The right to write, where other processes might.
    lease: Option<Lease>,
    /// Whether another process has that right now.
    lost: bool,
    /// Whether the last write went well.
    kept: bool,
}

impl Keeper {
    pub(super) fn new(hall: &Hall, lease: Option<Lease>) -> Self {
        Keeper { store: hall.store.clone(), lease, lost: false, kept: true }
    }

    /// Writes, if nobody else has taken the right to.
    pub(super) fn write(&self, changes: Vec<Change>) -> Pending<()> {
        match &self.lease {
            Some(lease) => self.store.write_under(lease, changes),
            None => self.store.write(changes),
        }
    }

    /// What a page hears first: what the game offers, what is known of the visitor, and whether more will be.
    pub(super) fn greet(
        &mut self,
        host: &mut Host,
        kept: Result<Vec<Document>, Fault>,
        hall: &Hall,
    ) -> Vec<Message> {
        // What is kept comes first, so that a screen finds it when it is made.
        let mut messages = vec![match kept {
            Ok(documents) => Message::Kept { documents: documents.into_iter().map(item).collect() },
            Err(fault) => self.not_kept(&fault),
        }];
        let not_kept = |why: &Fault| Message::Keeping { kept: false, why: Some(told(why)) };
        messages.extend(hall.not_kept.as_ref().map(not_kept));
        messages.push(host.hello());
        messages
    }

    /// Lets the host do something; gives what the page is told once it is on disk.
    pub(super) async fn keep(
        &mut self,
        host: &mut Host,
        work: impl FnOnce(&mut Host) -> Vec<Message>,
    ) -> Vec<Message> {
        let mut messages = work(host);
        let changes = host.unwritten();
        if changes.is_empty() {
            return messages;
        }
        let news = changes.iter().filter(|change| NEWS.contains(&change.place.kind.as_str())).cloned();
        let documents: Vec<_> = news.filter_map(news_of).collect();
        match wait_async(self.write(changes)).await {
            Ok(()) => {
                let before = std::mem::replace(&mut self.kept, true);
                messages.extend((!before).then_some(Message::Keeping { kept: true, why: None }));
            }
            Err(fault @ Fault::Lost { .. }) => {
                // What was intended here was never done.
                self.lost = true;
                return vec![self.not_kept(&fault)];
            }
            Err(fault) => {
                host.not_written();
                messages.extend(self.kept.then(|| self.not_kept(&fault)));
            }
        }
        // What was found out before the page hears that it is over.
        messages.splice(0..0, (!documents.is_empty()).then_some(Message::Kept { documents }));
        messages
    }

    fn not_kept(&mut self, fault: &Fault) -> Message {
        self.kept = false;
        Message::Keeping { kept: false, why: Some(told(fault)) }
    }
}

/// Why nothing is kept, as the store tells it.
fn told(fault: &Fault) -> Refusal {
    let folder = |what: &str| what.to_owned();
    match fault {
        Fault::Newer { file, .. } => {
            refuse!(
                "store.newer",
                "{file} was written by a newer version of this program",
                file = folder(file)
            )
        }
        Fault::Damaged { file, why } => {
            let (file, why) = (folder(file), folder(why));
            refuse!("store.damaged", "{file} is damaged, or another program's: {why}", file = file, why = why)
        }
        Fault::Taken { folder, .. } => {
            refuse!("store.taken", "another program serves {folder}", folder = folder.clone())
        }
        Fault::Lost { name } => {
            refuse!("store.lost", "another process of this server has '{name}' now", name = folder(name))
        }
        Fault::Unusable { what, why } => {
            let (what, why) = (folder(what), folder(why));
            refuse!("store.unusable", "{what}: {why}", what = what, why = why)
        }
    }
}

/// A document as a page is told of it.
pub(super) fn item(document: Document) -> KeptItem {
    let Place { kind, game, id, .. } = document.place;
    KeptItem { kind, game, id, changed: document.changed, value: Some(document.value) }
}

/// And one that was just written.
fn news_of(change: Change) -> Option<KeptItem> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as i64);
    let value = RawValue::from_string(change.value?).ok()?;
    Some(item(Document { place: change.place, changed: now, value }))
}

async fn tell(
    socket: &mut WebSocket,
    messages: impl IntoIterator<Item = Message>,
) -> Result<(), axum::Error> {
    for message in messages {
        let text = serde_json::to_string(&message).unwrap_or_default();
        // Who does not read is gone, or might as well be.
        timeout(READING, socket.send(Frame::Text(text.into()))).await.map_err(axum::Error::new)??;
    }
    Ok(())
}

/// Says why, and waits for a moment until the page has heard it: a line that is dropped while something unread has come on it is reset, and the
/// page may never see the reason.
pub(super) async fn close(socket: &mut WebSocket, (code, reason): (u16, &'static str)) {
    let frame = CloseFrame { code, reason: reason.into() };
    let said = timeout(GOODBYE, socket.send(Frame::Close(Some(frame)))).await;
    if matches!(said, Ok(Ok(()))) {
        let _ = timeout(LINGER, async { while let Some(Ok(_)) = socket.recv().await {} }).await;
    }
}

/// The next report; the pool keeps a sender, so there is always one to wait for.
pub(super) async fn next(reports: &mut Receiver<Report>) -> Report {
    match reports.recv().await {
        Some(report) => report,
        None => pending().await,
    }
}

pub(super) async fn wait_until(moment: Option<Instant>) {
    match moment {
        Some(moment) => sleep_until(moment.into()).await,
        None => pending().await,
    }
}
