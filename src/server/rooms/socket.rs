//! A page in a room: what it says goes to the room's task, and the newest view and every answer go to it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::extract::ws::{Message as Frame, WebSocket, close_code};
use damier_kit::{Refusal, refuse};
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::{MissedTickBehavior, interval, timeout};

use super::super::connection::close;
use super::super::wire::{RoomHello, RoomMessage};
use super::actor::{Entered, Outbox, Said, Spoken};
use super::limits::{Bucket, DEEDS, Opened};

/// The largest message of a page in a room: a board as a text.
pub(super) const MESSAGE: usize = 16 << 10;
/// How a page is told why its line is closed.
pub(super) const OUT: (u16, &str) = (4002, "you are not in this room any more");
const CLOSED: (u16, &str) = (4003, "the room is full or locked");
pub(super) const ELSEWHERE: (u16, &str) = (4004, "another process has this room; join it again");
pub(super) const TOO_MANY: (u16, &str) = (4008, "too many messages");
const TOO_LONG: (u16, &str) = (close_code::SIZE, "a message is too long");
const ENDS: (u16, &str) = (close_code::AWAY, "the program ends");
/// Messages beyond the rate that are still answered; who goes on is let go.
const PATIENCE: u32 = 200;
/// How long a page may take to read what it is told.
const READING: Duration = Duration::from_secs(5);
/// How often the way to a page and back is measured, and when it is taken for gone.
const PING: Duration = Duration::from_secs(5);
const GONE: Duration = Duration::from_secs(35);

/// Who comes, and to which room.
pub(super) struct Coming {
    pub(super) inbox: mpsc::Sender<Said>,
    pub(super) key: String,
    pub(super) page: String,
    pub(super) hello: RoomHello,
    pub(super) ending: watch::Receiver<bool>,
    pub(super) talking: mpsc::Sender<()>,
    pub(super) opened: Opened,
}

/// Speaks with a page until it leaves, is put out, or the program ends.
pub(super) async fn talk(mut socket: WebSocket, coming: Coming) {
    let Coming { inbox, key, page, mut hello, ending, talking: _talking, opened: _opened } = coming;
    let (entered, entering) = oneshot::channel();
    let owner = hello.owner;
    let come = Said::Come { key, page, owner, entered };
    let entered = match (inbox.send(come).await, entering.await) {
        (Ok(()), Ok(Ok(entered))) => entered,
        (Ok(()), Ok(Err(refusal))) => {
            let message = RoomMessage::Refused { n: None, refusal };
            let _ = send(&mut socket, serde_json::to_string(&message).unwrap_or_default()).await;
            return close(&mut socket, CLOSED).await;
        }
        _ => return close(&mut socket, ENDS).await,
    };
    (hello.you, hello.applied) = (entered.you, entered.applied);
    let hello = RoomMessage::Hello(Box::new(hello));
    let said_hello = send(&mut socket, serde_json::to_string(&hello).unwrap_or_default()).await;
    let farewell = match said_hello {
        Ok(()) => converse(&mut socket, &inbox, &entered, ending).await,
        Err(()) => None,
    };
    let _ = inbox.send(Said::Gone { connection: entered.connection }).await;
    if let Some(farewell) = farewell {
        close(&mut socket, farewell).await;
    }
}

/// Tells a page that its room is at another address, which `/join/CODE` leads to.
pub(super) async fn send_on(mut socket: WebSocket) {
    close(&mut socket, ELSEWHERE).await;
}

async fn converse(
    socket: &mut WebSocket,
    inbox: &mpsc::Sender<Said>,
    entered: &Entered,
    mut ending: watch::Receiver<bool>,
) -> Option<(u16, &'static str)> {
    let (connection, outbox) = (entered.connection, Arc::clone(&entered.outbox));
    let mut pings = interval(PING);
    pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let (began, mut heard) = (Instant::now(), Instant::now());
    let (mut bucket, mut beyond) = (Bucket::new(DEEDS, began), 0);
    loop {
        tokio::select! {
            biased;
            _ = ending.changed() => return Some(ENDS),
            () = outbox.news.notified() => {
                let (texts, farewell) = outbox.take();
                for text in texts {
                    send(socket, text).await.ok()?;
                }
                if farewell.is_some() {
                    return farewell;
                }
            }
            frame = socket.recv() => {
                heard = Instant::now();
                let text = match frame {
                    Some(Ok(Frame::Text(text))) if text.len() > MESSAGE => return Some(TOO_LONG),
                    Some(Ok(Frame::Text(text))) => text,
                    Some(Ok(Frame::Pong(sent))) => {
                        if let Some(lag) = lag(&sent, began)
                            && inbox.send(Said::Lag { connection, lag }).await.is_err()
                        {
                            return Some(room_ended(&outbox));
                        }
                        continue;
                    }
                    Some(Ok(Frame::Close(_))) | None => return None,
                    Some(Err(_)) => return Some(TOO_LONG),
                    Some(Ok(_)) => {
                        // What is no text means nothing here, and counts all the same.
                        if !bucket.take(heard) {
                            beyond += 1;
                        }
                        if beyond > PATIENCE { return Some(TOO_MANY) }
                        continue;
                    }
                };
                if !bucket.take(heard) {
                    beyond += 1;
                    if beyond > PATIENCE {
                        return Some(TOO_MANY);
                    }
                    refused(socket, number(&text), too_fast()).await.ok()?;
                    continue;
                }
                if let Ok(Spoken { n, deed }) = serde_json::from_str::<Spoken>(&text) {
                    let deed = Box::new(deed);
                    if inbox.send(Said::Deed { connection, n, deed }).await.is_err() {
                        return Some(room_ended(&outbox));
                    }
                } else {
                    let why = refuse!("room.message", "this message is not understood");
                    refused(socket, number(&text), why).await.ok()?;
                }
            }
            _ = pings.tick() => {
                if heard.elapsed() > GONE {
                    return None;
                }
                let now = began.elapsed().as_micros() as u64;
                let ping = Frame::Ping(Bytes::copy_from_slice(&now.to_le_bytes()));
                timeout(READING, socket.send(ping)).await.ok()?.ok()?;
            }
        }
    }
}

/// Why a room's task does not listen any more: for the reason that it left, or because the program ends.
fn room_ended(outbox: &Outbox) -> (u16, &'static str) {
    outbox.take().1.unwrap_or(ENDS)
}

/// How long ago this was sent; none if it is nothing that was.
fn lag(sent: &[u8], began: Instant) -> Option<u64> {
    let sent = u64::from_le_bytes(sent.try_into().ok()?);
    Some((began.elapsed().as_micros() as u64).checked_sub(sent)? / 1000)
}

/// The number of a message that is not carried out, if it has one.
fn number(text: &str) -> Option<u64> {
    #[derive(serde::Deserialize)]
    struct Numbered {
        n: Option<u64>,
    }
    serde_json::from_str::<Numbered>(text).ok()?.n
}

pub(super) fn too_fast() -> Refusal {
    refuse!("room.fast", "these are too many messages; wait a moment")
}

async fn refused(socket: &mut WebSocket, n: Option<u64>, refusal: Refusal) -> Result<(), ()> {
    let message = RoomMessage::Refused { n, refusal };
    send(socket, serde_json::to_string(&message).unwrap_or_default()).await
}

async fn send(socket: &mut WebSocket, text: String) -> Result<(), ()> {
    // Who does not read is gone, or might as well be.
    timeout(READING, socket.send(Frame::Text(text.into()))).await.map_err(drop)?.map_err(drop)
}

#[cfg(test)]
mod tests {
    use std::net::TcpStream;

    use axum::Router;
    use axum::extract::WebSocketUpgrade;
    use axum::routing::get;
    use tungstenite::Message;

    use super::*;

    /// Somebody does something just when the room's task has ended.
    #[test]
    fn whoever_acts_when_the_room_has_ended_is_told_why() {
        let runtime = tokio::runtime::Runtime::new().expect("threads");
        let listener = runtime.block_on(tokio::net::TcpListener::bind("127.0.0.1:0")).expect("a port");
        let host = listener.local_addr().expect("an address").to_string();
        let (_end, ending) = watch::channel(false);
        let room = get(move |upgrade: WebSocketUpgrade| async move {
            upgrade.on_upgrade(move |mut socket| async move {
                let entered = Entered { connection: 1, you: 1, applied: 0, outbox: Arc::default() };
                let (inbox, _) = mpsc::channel(1);
                if let Some(farewell) = converse(&mut socket, &inbox, &entered, ending).await {
                    close(&mut socket, farewell).await;
                }
            })
        });
        runtime.spawn(async { axum::serve(listener, Router::new().route("/", room)).await });
        let stream = TcpStream::connect(&host).expect("it listens");
        let (mut page, _) = tungstenite::client(format!("ws://{host}/"), stream).expect("let in");
        page.send(Message::text(r#"{"type":"sit","n":1}"#)).expect("sent");
        let closed = loop {
            match page.read() {
                Ok(Message::Close(frame)) => break frame.map(|frame| u16::from(frame.code)),
                Ok(_) => {}
                Err(error) => panic!("{error}"),
            }
        };
        assert_eq!(closed, Some(ENDS.0));
    }
}
