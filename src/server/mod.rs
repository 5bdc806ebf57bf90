//! The web app: one binary, its pages inside it, on this machine alone unless it is opened to the local network for rooms.
//!
//! `guard.rs` decides who may speak to it, `assets.rs` serves the page, `hall.rs` has the sessions that somebody looks at, `connection.rs`
//! carries what a page and its host say over a WebSocket and writes what has changed to the store first, `keep.rs` says what that is, `pool.rs` runs what takes long. `host.rs` turns intentions, in the words
//! of `wire.rs`, into changes of the session and into jobs. `session.rs` is the presenter, which holds the position and says what
//! may be done, with `history.rs`, `levels.rs`, `seats.rs` (adversaries), `contest.rs` and `rounds.rs` (several rounds on one
//! board). The jobs are `jobs.rs` (puzzles), `think.rs` (engines), `race.rs` and `trace.rs`; `shelf.rs` has searches as files, `lab/` has campaigns, `rooms/` is where people play together. The browser holds no rules, and nothing here
//! knows a game.

mod assets;
mod connection;
mod contest;
pub(crate) mod doors;
mod guard;
mod hall;
mod history;
mod home;
mod host;
mod jobs;
mod keep;
pub(crate) mod lab;
pub(crate) mod lessons;
mod levels;
mod local;
mod pool;
mod race;
mod rooms;
mod rounds;
pub(crate) mod scripts;
mod seats;
mod session;
mod shelf;
#[cfg(test)]
mod tests;
mod think;
mod trace;
mod turns;
mod visit;
pub(crate) mod wire;

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::middleware;
use axum::response::Response;
use axum::routing::{get, post};
use axum::{Extension, Router, extract::WebSocketUpgrade};
use damier_store::{Fault, Store};
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto;
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use rand::{RngExt, SeedableRng};
use serde::Deserialize;
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::signal::ctrl_c;
#[cfg(unix)]
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc, watch};
use tokio::time::timeout;

use crate::games::{GAMES, named};
use guard::Guard;
use hall::Hall;
use lab::Labs;
pub(crate) use local::{Local, News};
use pool::Machine;
use rooms::{Rooms, routes};
pub(crate) use trace::Filed;
use visit::{Heard, Strangers, Visit};

/// Where tokens and boards that nobody chose come from.
pub(crate) type Random = rand_xoshiro::Xoshiro256PlusPlus;

/// What every request sees.
#[derive(Clone)]
pub(crate) struct App {
    guard: Arc<Guard>,
    hall: Arc<Hall>,
    machine: Machine,
    rooms: Arc<Rooms>,
    /// Whether it listens to the local network, and the names by which others find it.
    lan: bool,
    doors: Arc<[String]>,
    /// Becomes true when the program ends.
    ending: watch::Receiver<bool>,
    /// Held by every conversation; when all have let it go, nobody is left to say goodbye to.
    talking: mpsc::Sender<()>,
}

/// The largest message that a page may send: a position in its longest format, and some.
const MESSAGE: usize = 64 << 10;
/// What is taken in of a longer one, so that its sender hears why it is refused: a line that is closed on unread bytes tells nothing.
const TAKEN_IN: usize = 1 << 20;
/// A conversation is a few lines at a time; a small buffer keeps an idle one cheap.
const BUFFER: usize = 4 << 10;
/// A request's head must have come by then, and be no longer.
const HEAD_TIME: Duration = Duration::from_secs(8);
const HEAD_SIZE: usize = 16 << 10;
/// As much waits in the system for who does not read, so that this is noticed soon: without a bound it is megabytes.
const UNREAD: u32 = 128 << 10;
/// Connections at once, pages and sockets together.
const CONNECTIONS: usize = 5000;
/// How long the program waits at its end for pages to take leave.
const FAREWELL: Duration = Duration::from_secs(2);

/// What a server is started with.
pub(crate) struct Serving {
    /// The port; none for the usual one, or the next that is free.
    pub(crate) port: Option<u16>,
    /// What lets a browser in.
    pub(crate) key: u128,
    pub(crate) store: Store,
    /// What all searches together may use.
    pub(crate) memory: u64,
    /// Why the store is in memory alone, if it is.
    pub(crate) not_kept: Option<Fault>,
    /// A search from a file that is shown first.
    pub(crate) filed: Option<Filed>,
    /// Where campaigns are kept; none where nothing is.
    pub(crate) lab: Option<PathBuf>,
    /// Whether others on the local network may join rooms.
    pub(crate) lan: bool,
}

/// Where a server is, for who has started it.
pub(crate) struct Opening {
    /// The address to open, which carries the key.
    pub(crate) first: String,
    /// The way in for others.
    pub(crate) door: Option<OpenDoor>,
}

/// The way in for others on the local network.
pub(crate) struct OpenDoor {
    /// The addresses that lead into the room that is always there, the best one first.
    pub(crate) addresses: Vec<String>,
    /// Its code.
    pub(crate) code: String,
    /// The first address as a picture for a terminal.
    pub(crate) picture: Option<String>,
}

/// The port that is tried first where nobody names one, and how many after it.
pub(crate) const PORT: u16 = 7177;
const PORTS: u16 = 50;

/// The app for a listener's address, and the address to open, which carries the key.
fn app(
    address: SocketAddr,
    serving: Serving,
    random: &mut Random,
    ending: watch::Receiver<bool>,
    talking: mpsc::Sender<()>,
) -> (Router, String, App) {
    let guard = Arc::new(Guard::new(address, serving.key, serving.lan));
    let mut first = guard.entrance();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let labs = Arc::new(Labs::new(serving.lab, cores, serving.memory));
    let mut machine = Machine::new(cores, serving.memory);
    machine.labs = labs;
    if let Some(filed) = serving.filed {
        let filed = filed.held(&machine);
        let (game, code) = (filed.game().name(), escaped(filed.code()));
        let id = machine.shelf.begin(filed);
        first = format!("{first}#{game}/watch/{code}?file={id}");
    }
    let doors = routes::doors(address, serving.lan);
    let rooms = Rooms::new(
        Random::seed_from_u64(random.random()),
        serving.store.clone(),
        &doors[0],
        machine.clone(),
        ending.clone(),
    );
    let app = App {
        guard,
        hall: Arc::new(Hall::new(Random::seed_from_u64(random.random()), serving.store, serving.not_kept)),
        machine,
        rooms: Arc::new(rooms),
        lan: serving.lan,
        doors: doors.into(),
        ending,
        talking,
    };
    let router = Router::new()
        .route("/ws", get(socket))
        // A page asks here whether its key is still good.
        .route("/alive", get(|| async { StatusCode::NO_CONTENT }))
        .route("/trace", post(shelf::open))
        .route("/trace/{id}/{lane}", get(shelf::save))
        .route("/lab/{name}/{what}", get(lab::files::serve))
        .route("/rooms", get(routes::list).post(routes::make))
        .route("/join", get(routes::join_by_form))
        .route("/join/{code}", get(routes::join))
        .route("/room/{code}/ws", get(routes::socket))
        .route("/room/{code}/qr.svg", get(routes::picture))
        .route("/room/{code}/lessons", get(routes::lessons))
        .fallback(get(assets::serve))
        .layer(middleware::from_fn_with_state(app.clone(), guard::check))
        .with_state(app.clone());
    (router, first, app)
}

/// A text as it can stand in any address.
fn escaped(text: &str) -> String {
    let sign = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => char::from(byte).to_string(),
        other => format!("%{other:02X}"),
    };
    text.bytes().map(sign).collect()
}

/// What a page says when it comes: whose sitting it wants and at which game, and what it calls itself.
#[derive(Deserialize)]
struct Came {
    #[serde(default)]
    sitting: String,
    #[serde(default)]
    game: String,
    #[serde(default)]
    page: String,
}

async fn socket(
    State(app): State<App>,
    Extension(visit): Extension<Arc<Visit>>,
    Query(came): Query<Came>,
    upgrade: WebSocketUpgrade,
) -> Response {
    visit.is_talking();
    let upgrade = upgrade
        .max_message_size(TAKEN_IN)
        .max_frame_size(TAKEN_IN)
        .read_buffer_size(BUFFER)
        .write_buffer_size(0);
    let game = named(&came.game).unwrap_or(GAMES[0]);
    let came = Came { page: came.page.chars().take(64).collect(), ..came };
    upgrade.on_upgrade(move |socket| connection::talk(socket, app, came, game))
}

/// Serves until it is told to end; `opened` is told the address first.
pub(crate) fn run(serving: Serving, random: &mut Random, opened: impl FnOnce(&Opening)) -> io::Result<()> {
    allow_many_files();
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let done = runtime.block_on(async {
        let (port, lan) = (serving.port, serving.lan);
        let listener = listen(port, if lan { Ipv4Addr::UNSPECIFIED } else { Ipv4Addr::LOCALHOST })?;
        let (end, ending) = watch::channel(false);
        let (talking, mut left) = mpsc::channel(1);
        let (router, first, app) = app(listener.local_addr()?, serving, random, ending, talking);
        let labs = app.machine.labs.clone();
        tokio::spawn(app.rooms.clone().go_on_sweeping());
        tokio::spawn(app.rooms.clone().go_on_holding());
        let door = if lan { open_door(&app).await } else { None };
        opened(&Opening { first, door });
        drop(app);
        serve(listener, router, &end).await;
        let _ = timeout(FAREWELL, left.recv()).await;
        labs.end();
        Ok(())
    });
    // A search that is still under way is not waited for.
    runtime.shutdown_background();
    done
}

/// The room that others on the local network find, and how.
async fn open_door(app: &App) -> Option<OpenDoor> {
    let code = app.rooms.standing().await.ok()?;
    let addresses = routes::addresses(app, &code);
    let picture = addresses.first().and_then(|address| rooms::lan::text(address));
    Some(OpenDoor { addresses, code, picture })
}

/// A system often allows more open files than it gives at first, and each connection is one.
fn allow_many_files() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
        let wanted = maximum.unwrap_or(u64::MAX).min(2 * CONNECTIONS as u64);
        if current.is_some_and(|current| current < wanted) {
            let _ = setrlimit(Resource::Nofile, Rlimit { current: Some(wanted), maximum });
        }
    }
}

/// Listens on this machine: on the port that was named, or on the first free one from the usual one on.
fn listen(port: Option<u16>, at: Ipv4Addr) -> io::Result<TcpListener> {
    let first = port.unwrap_or(PORT);
    let last = if port.is_some() { first } else { first + PORTS };
    let mut taken = None;
    for port in first..=last {
        match listen_at((at, port).into()) {
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => taken = Some(error),
            other => return other,
        }
    }
    Err(taken.unwrap_or_else(|| io::ErrorKind::AddrInUse.into()))
}

fn listen_at(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = TcpSocket::new_v4()?;
    // A port whose last connections are not quite gone can be taken again, as everywhere but on Windows, where this means something else.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    // Connections get it from here.
    socket.set_send_buffer_size(UNREAD)?;
    socket.bind(address)?;
    socket.listen(1024)
}

/// Answers requests until Ctrl-C, or until the system asks the program to end.
async fn serve(listener: TcpListener, router: Router, end: &watch::Sender<bool>) {
    let mut http = auto::Builder::new(TokioExecutor::new()).http1_only();
    http.http1().timer(TokioTimer::new()).header_read_timeout(HEAD_TIME).max_buf_size(HEAD_SIZE);
    let mut strangers = Strangers::default();
    let (graceful, room) = (GracefulShutdown::new(), Arc::new(Semaphore::new(CONNECTIONS)));
    let mut interrupt = std::pin::pin!(asked_to_end());
    loop {
        let (stream, peer, place) = tokio::select! {
            accepted = accept(&listener, &room) => accepted,
            () = &mut interrupt => break,
        };
        let _ = stream.set_nodelay(true);
        // A connection that is gone already has no address.
        let Ok(local) = stream.local_addr() else { continue };
        let visit = Arc::new(Visit::new(peer, local));
        let service = TowerToHyperService::new(router.clone().layer(Extension(visit.clone())));
        let stream = TokioIo::new(Heard::new(stream, visit.clone()));
        let connection = http.serve_connection_with_upgrades(stream, service);
        let connection = graceful.watch(connection.into_owned());
        let task = tokio::spawn(async move {
            let _place = place;
            // What goes wrong on a connection is the other end's to see.
            let _ = connection.await;
        });
        strangers.add(&visit, task.abort_handle());
    }
    let _ = end.send(true);
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
async fn accept(
    listener: &TcpListener,
    room: &Arc<Semaphore>,
) -> (TcpStream, SocketAddr, Option<OwnedSemaphorePermit>) {
    let place = room.clone().acquire_owned().await.ok();
    loop {
        match listener.accept().await {
            Ok((stream, peer)) => return (stream, peer, place),
            // Out of file handles, most likely: others will leave.
            Err(_) => tokio::time::sleep(Duration::from_millis(100)).await,
        }
    }
}
