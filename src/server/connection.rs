//! A page that is connected: what it says goes to its host, and what the host tells goes to it, until one of them leaves.

use std::future::pending;
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message as Frame, WebSocket, close_code};
use damier_lab::Game;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::time::{Interval, MissedTickBehavior, interval, sleep_until};

use super::App;
use super::hall::Taken;
use super::host::Host;
use super::pool::{Pool, Report};
use super::wire::Message;

/// How often a page hears of a search.
const TICK: Duration = Duration::from_millis(100);
/// How a page knows that another window has its session now.
const TAKEN: u16 = 4001;

/// Speaks with a page until it leaves, another window takes its session, or the program ends.
pub(super) async fn talk(mut socket: WebSocket, app: App, visitor: String, game: Game) {
    let Taken { session, mut wanted } = app.hall.take(visitor, game).await;
    let (pool, mut reports) = Pool::new(app.cores.clone());
    let mut host = Host::new(session, pool);
    let App { mut ending, talking: _talking, .. } = app;
    // The page looks or loads first; what was wanted before it came is not news.
    wanted.mark_unchanged();
    let mut ticks: Interval = interval(TICK);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    if tell(&mut socket, [host.hello()]).await.is_err() {
        return;
    }
    loop {
        let messages = tokio::select! {
            frame = socket.recv() => match frame {
                Some(Ok(Frame::Text(text))) => host.hear(&text),
                Some(Ok(Frame::Close(_)) | Err(_)) | None => return,
                Some(Ok(_)) => Vec::new(),
            },
            report = next(&mut reports) => host.take_in(report),
            _ = ticks.tick(), if host.is_busy() => host.progress(),
            () = wait_until(host.wake()) => host.pass_time(),
            _ = wanted.changed() => return close(&mut socket, TAKEN, "another window").await,
            _ = ending.changed() => return close(&mut socket, close_code::AWAY, "the program ends").await,
        };
        if tell(&mut socket, messages).await.is_err() {
            return;
        }
    }
}

async fn tell(
    socket: &mut WebSocket,
    messages: impl IntoIterator<Item = Message>,
) -> Result<(), axum::Error> {
    for message in messages {
        let text = serde_json::to_string(&message).unwrap_or_default();
        socket.send(Frame::Text(text.into())).await?;
    }
    Ok(())
}

async fn close(socket: &mut WebSocket, code: u16, reason: &'static str) {
    let frame = CloseFrame { code, reason: reason.into() };
    let _ = socket.send(Frame::Close(Some(frame))).await;
}

/// The next report; the pool keeps a sender, so there is always one to wait for.
async fn next(reports: &mut UnboundedReceiver<Report>) -> Report {
    match reports.recv().await {
        Some(report) => report,
        None => pending().await,
    }
}

async fn wait_until(moment: Option<Instant>) {
    match moment {
        Some(moment) => sleep_until(moment.into()).await,
        None => pending().await,
    }
}
