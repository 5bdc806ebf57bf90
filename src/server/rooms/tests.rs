//! Rooms that nobody is in: put away, woken, forgotten.

use std::sync::Arc;
use std::time::{Duration, Instant};

use damier_rooms::wire::{RoomDeed, RoomKind, RoomRules};
use damier_store::Store;
use rand::SeedableRng;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::sleep;

use super::super::Random;
use super::super::pool::Machine;
use super::actor::{Entered, Said};
use super::{Found, Rooms, millis};
use crate::games::GAMES;

const DAY: i64 = 24 * 3600 * 1000;

/// Rooms that are put away soon; they end with the sender.
fn rooms() -> (Arc<Rooms>, watch::Sender<bool>) {
    let (end, ending) = watch::channel(false);
    let store = Store::in_memory().expect("a store");
    let mut rooms = Rooms::new(Random::seed_from_u64(20), store, "", Machine::new(1, 64 << 20), ending);
    rooms.idle = Duration::from_millis(50);
    (Arc::new(rooms), end)
}

fn rules() -> RoomRules {
    let kind = RoomKind::Race;
    RoomRules { kind, game: GAMES[0].name().to_owned(), ..RoomRules::default() }
}

async fn enter(rooms: &Arc<Rooms>, code: &str) -> (mpsc::Sender<Said>, Entered) {
    let Found::Here(live) = rooms.find(code).await else { panic!("there is no room {code}") };
    let (entered, entering) = oneshot::channel();
    let come = Said::Come { key: "k".to_owned(), page: "p".to_owned(), owner: false, entered };
    live.inbox.send(come).await.unwrap_or_else(|_| panic!("it does not listen"));
    let entered = entering.await.expect("an answer").unwrap_or_else(|refusal| panic!("{refusal:?}"));
    (live.inbox, entered)
}

async fn until(is: impl Fn() -> bool) {
    let began = Instant::now();
    while !is() {
        assert!(began.elapsed() < Duration::from_secs(20), "it never came");
        sleep(Duration::from_millis(10)).await;
    }
}

/// What a page is sent until this is in it.
async fn hear(entered: &Entered, word: &str) -> String {
    let began = Instant::now();
    loop {
        let (texts, _) = entered.outbox.take();
        if let Some(text) = texts.into_iter().find(|text| text.contains(word)) {
            return text;
        }
        assert!(began.elapsed() < Duration::from_secs(20), "{word} never came");
        sleep(Duration::from_millis(10)).await;
    }
}

#[tokio::test]
async fn a_room_that_nobody_is_in_is_put_away_and_wakes_when_somebody_comes() {
    let (rooms, _end) = rooms();
    let code = rooms.make("k", "Ada", rules()).await.expect("a room");
    let awake = || rooms.live().contains_key(&code);
    let (inbox, entered) = enter(&rooms, &code).await;
    let deed = Box::new(RoomDeed::Sit { seat: None });
    let connection = entered.connection;
    let _ = inbox.send(Said::Deed { connection, n: Some(1), deed }).await;
    hear(&entered, "\"done\"").await;
    drop(inbox);
    sleep(Duration::from_millis(300)).await;
    assert!(awake(), "somebody is there");
    let Found::Here(live) = rooms.find(&code).await else { panic!("it is gone") };
    let _ = live.inbox.send(Said::Gone { connection }).await;
    drop(live);
    until(|| !awake()).await;
    assert!(rooms.is_there(&code).await);
    let (_, entered) = enter(&rooms, &code).await;
    assert!(awake());
    assert_eq!((entered.you, entered.applied), (0, 1));
    let view = hear(&entered, "\"type\":\"room\"").await;
    assert!(view.contains("\"seat\":0") && view.contains("Ada"), "{view}");
}

#[tokio::test]
async fn rooms_that_nobody_has_come_to_for_a_month_are_forgotten() {
    let (rooms, _end) = rooms();
    let old = rooms.make("k", "", rules()).await.expect("a room");
    let used = rooms.make("k", "", rules()).await.expect("a room");
    let _here = enter(&rooms, &used).await;
    until(|| !rooms.live().contains_key(&old)).await;
    rooms.sweep(millis() + 29 * DAY).await;
    assert!(rooms.is_there(&old).await, "not yet");
    rooms.sweep(millis() + 31 * DAY).await;
    assert!(!rooms.is_there(&old).await);
    assert!(rooms.read(&used).await.is_some(), "somebody is in it");
}
