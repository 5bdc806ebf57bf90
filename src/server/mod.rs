//! The web app: one binary, its pages inside it, on this machine alone.
//!
//! `guard.rs` decides who may speak to it, `assets.rs` serves the page, `hall.rs` keeps every visitor's sessions, `connection.rs`
//! carries what a page and its host say over a WebSocket, `pool.rs` runs what takes long. `host.rs` turns intentions, in the words
//! of `wire.rs`, into changes of the session and into jobs. `session.rs` is the presenter, which holds the position and says what
//! may be done, with `history.rs`, `levels.rs`, `seats.rs` (adversaries), `contest.rs` and `rounds.rs` (several rounds on one
//! board). The jobs are `jobs.rs` (puzzles), `think.rs` (engines) and `race.rs`. The browser holds no rules, and nothing here
//! knows a game.

mod assets;
mod connection;
mod contest;
mod guard;
mod hall;
mod history;
mod host;
mod jobs;
mod levels;
mod pool;
mod race;
mod rounds;
mod seats;
mod session;
#[cfg(test)]
mod tests;
mod think;
mod wire;

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Query, State};
use axum::middleware;
use axum::response::Response;
use axum::routing::get;
use axum::{Router, extract::WebSocketUpgrade};
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto;
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use rand::{RngExt, SeedableRng};
use serde::Deserialize;
use tokio::net::{TcpListener, TcpStream};
use tokio::signal::ctrl_c;
#[cfg(unix)]
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc, watch};
use tokio::time::timeout;

use crate::games::{GAMES, named};
use guard::Guard;
use hall::Hall;
use pool::Cores;

/// Where tokens and boards that nobody chose come from.
pub(crate) type Random = rand_xoshiro::Xoshiro256PlusPlus;

/// What every request sees.
#[derive(Clone)]
pub(crate) struct App {
    guard: Arc<Guard>,
    hall: Arc<Hall>,
    cores: Cores,
    /// Becomes true when the program ends.
    ending: watch::Receiver<bool>,
    /// Held by every conversation; when all have let it go, nobody is left to say goodbye to.
    talking: mpsc::Sender<()>,
}

/// The largest message that a page may send: a position in its longest format, and some.
const MESSAGE: usize = 64 << 10;
/// A conversation is a few lines at a time; a small buffer keeps an idle one cheap.
const BUFFER: usize = 4 << 10;
/// A request's head must have come by then, and be no longer.
const HEAD_TIME: Duration = Duration::from_secs(10);
const HEAD_SIZE: usize = 16 << 10;
/// Connections at once, pages and sockets together.
const CONNECTIONS: usize = 2000;
/// How long the program waits at its end for pages to take leave.
const FAREWELL: Duration = Duration::from_secs(2);

/// The app for a listener's address, and the address to open, which carries the token.
pub(crate) fn app(
    address: SocketAddr,
    random: &mut Random,
    ending: watch::Receiver<bool>,
    talking: mpsc::Sender<()>,
) -> (Router, String) {
    let guard = Arc::new(Guard::new(address, random.random()));
    let first = guard.entrance();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let app = App {
        guard,
        hall: Arc::new(Hall::new(Random::seed_from_u64(random.random()))),
        cores: Cores::new(cores),
        ending,
        talking,
    };
    let router = Router::new()
        .route("/ws", get(socket))
        .fallback(get(assets::serve))
        .layer(middleware::from_fn_with_state(app.clone(), guard::check))
        .with_state(app);
    (router, first)
}

/// What a page says when it comes: the number of its visitor, and the game that it wants.
#[derive(Deserialize)]
struct Came {
    #[serde(default)]
    sitting: String,
    #[serde(default)]
    game: String,
}

async fn socket(State(app): State<App>, Query(came): Query<Came>, upgrade: WebSocketUpgrade) -> Response {
    let upgrade = upgrade
        .max_message_size(MESSAGE)
        .max_frame_size(MESSAGE)
        .read_buffer_size(BUFFER)
        .write_buffer_size(0);
    let game = named(&came.game).unwrap_or(GAMES[0]);
    upgrade.on_upgrade(move |socket| connection::talk(socket, app, came.sitting, game))
}

/// Serves until it is told to end; `opened` is told the address first.
pub(crate) fn run(port: u16, random: &mut Random, opened: impl FnOnce(&str)) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let done = runtime.block_on(async {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await?;
        let (end, ending) = watch::channel(false);
        let (talking, mut left) = mpsc::channel(1);
        let (router, first) = app(listener.local_addr()?, random, ending, talking);
        opened(&first);
        serve(listener, router).await;
        let _ = end.send(true);
        let _ = timeout(FAREWELL, left.recv()).await;
        Ok(())
    });
    // A search that is still under way is not waited for.
    runtime.shutdown_background();
    done
}

/// Answers requests until Ctrl-C, or until the system asks the program to end.
async fn serve(listener: TcpListener, router: Router) {
    let mut http = auto::Builder::new(TokioExecutor::new()).http1_only();
    http.http1().timer(TokioTimer::new()).header_read_timeout(HEAD_TIME).max_buf_size(HEAD_SIZE);
    let service = TowerToHyperService::new(router);
    let (graceful, room) = (GracefulShutdown::new(), Arc::new(Semaphore::new(CONNECTIONS)));
    let mut interrupt = std::pin::pin!(asked_to_end());
    loop {
        let (stream, place) = tokio::select! {
            accepted = accept(&listener, &room) => accepted,
            () = &mut interrupt => break,
        };
        let _ = stream.set_nodelay(true);
        let connection = http.serve_connection_with_upgrades(TokioIo::new(stream), service.clone());
        let connection = graceful.watch(connection.into_owned());
        tokio::spawn(async move {
            let _place = place;
            // What goes wrong on a connection is the other end's to see.
            let _ = connection.await;
        });
    }
    let _ = timeout(FAREWELL, graceful.shutdown()).await;
}

/// Waits for Ctrl-C or, where there is such a thing, SIGTERM. Without a signal handler the program still ends, only less politely.
async fn asked_to_end() {
    #[cfg(unix)]
    if let Ok(mut end) = signal(SignalKind::terminate()) {
        tokio::select! {
            _ = ctrl_c() => {}
            _ = end.recv() => {}
        }
        return;
    }
    let _ = ctrl_c().await;
}

/// The next connection, once there is room for it.
async fn accept(listener: &TcpListener, room: &Arc<Semaphore>) -> (TcpStream, Option<OwnedSemaphorePermit>) {
    let place = room.clone().acquire_owned().await.ok();
    loop {
        match listener.accept().await {
            Ok((stream, _)) => return (stream, place),
            // Out of file handles, most likely: others will leave.
            Err(_) => tokio::time::sleep(Duration::from_millis(100)).await,
        }
    }
}
