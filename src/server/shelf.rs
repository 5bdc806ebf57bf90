//! Searches as files: a page saves one that it looks at (`GET /trace/ID/LANE`), and brings one that was saved (`POST /trace`). What was
//! brought lies on a shelf until newer ones take its place; a page takes it from there by its number. A file is read and written piece
//! by piece, in turns with other work: only the search itself takes memory.

use std::collections::HashMap;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::pin::Pin;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{Path, Request, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use damier_kit::{Refusal, refuse};
use damier_lab::trace::Trace;
use damier_search::Progress;
use http_body::Frame;
use rand::rngs::SysRng;
use rand::{RngExt, SeedableRng};
use serde_json::json;
use tokio::sync::Semaphore;
use tokio::sync::mpsc::{self, error::TrySendError};
use tokio::time::timeout;

use super::pool::Machine;
use super::trace::{Filed, KEPT, Kept, Traces};
use super::{App, Random, turns};

/// The largest file that a page may bring, in bytes.
const FILE: u64 = 1 << 30;
/// As many that were brought lie on the shelf, of all visitors, and as many are read or written at once.
const BROUGHT: usize = 8;
const AT_ONCE: usize = 3;
/// How many pieces of a file are on their way, and how long one may take.
const PIECES: usize = 16;
const SLOW: Duration = Duration::from_secs(30);
/// How large a piece is that is written.
const PIECE: usize = 64 << 10;
/// All that is done with files counts as the work of one visitor.
const VISITOR: &str = "files";

/// The searches that can be saved, and those that can be opened.
pub(super) struct Shelf {
    random: Mutex<Random>,
    /// What pages look at.
    seen: Mutex<HashMap<String, Weak<Traces>>>,
    /// What was brought, the newest at the end.
    brought: Mutex<Vec<(String, Arc<Filed>)>>,
    /// What the program was started with.
    first: Mutex<Option<(String, Arc<Filed>)>>,
    room: Semaphore,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Default for Shelf {
    fn default() -> Self {
        let random = Random::try_from_rng(&mut SysRng);
        Shelf {
            random: Mutex::new(random.unwrap_or_else(|_| Random::seed_from_u64(1))),
            seen: Mutex::default(),
            brought: Mutex::default(),
            first: Mutex::default(),
            room: Semaphore::new(AT_ONCE),
        }
    }
}

impl Shelf {
    /// A number that nobody guesses.
    pub(super) fn number(&self) -> String {
        format!("{:016x}", locked(&self.random).random::<u64>())
    }

    /// A page looks at these: they can be saved for as long as it does.
    pub(super) fn show(&self, traces: &Arc<Traces>) {
        let mut seen = locked(&self.seen);
        seen.retain(|_, traces| traces.strong_count() > 0);
        seen.insert(traces.id().to_owned(), Arc::downgrade(traces));
    }

    fn seen(&self, id: &str, lane: usize) -> Option<Arc<Kept>> {
        locked(&self.seen).get(id)?.upgrade()?.kept(lane)
    }

    /// Puts what was brought on the shelf; gives its number.
    pub(super) fn bring(&self, filed: Filed) -> String {
        let id = self.number();
        let mut brought = locked(&self.brought);
        if brought.len() >= BROUGHT {
            brought.remove(0);
        }
        brought.push((id.clone(), Arc::new(filed)));
        id
    }

    /// What the program was started with stays.
    pub(super) fn begin(&self, filed: Filed) -> String {
        let id = self.number();
        *locked(&self.first) = Some((id.clone(), Arc::new(filed)));
        id
    }

    /// What has this number.
    pub(super) fn get(&self, id: &str) -> Result<Arc<Filed>, Refusal> {
        let brought = locked(&self.brought);
        let first = locked(&self.first);
        let found = brought.iter().chain(first.iter()).find(|(known, _)| known == id);
        found.map(|(_, filed)| filed.clone()).ok_or_else(|| {
            refuse!("trace.gone", "this file is not open any more: open it again, or search anew")
        })
    }
}

fn too_large() -> Refusal {
    refuse!(
        "trace.large",
        "a trace file of more than {most} MiB cannot be opened in the page; \
        damier trace view opens it",
        most = FILE >> 20
    )
}

fn answer(status: StatusCode, value: &impl serde::Serialize) -> Response {
    let text = serde_json::to_string(value).unwrap_or_default();
    (status, [(CONTENT_TYPE, "application/json")], text).into_response()
}

/// Takes a file that a page brings; tells its number, its game and its position, or why it is refused.
pub(super) async fn open(State(app): State<App>, request: Request) -> Response {
    let length = request.headers().get(CONTENT_LENGTH).and_then(|value| value.to_str().ok());
    if length.and_then(|text| text.parse().ok()).is_some_and(|length: u64| length > FILE) {
        return answer(StatusCode::PAYLOAD_TOO_LARGE, &too_large());
    }
    let Ok(_room) = app.machine.shelf.room.acquire().await else {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    };
    let (pieces, coming) = mpsc::channel(PIECES);
    let machine = app.machine.clone();
    let reading = tokio::task::spawn_blocking(move || read(&machine, coming));
    let whole = carry(request.into_body(), &pieces).await;
    drop(pieces);
    let read = reading
        .await
        .unwrap_or_else(|_| Err(refuse!("trace.unreadable", "this cannot be read: {why}", why = "…")));
    match if whole { read } else { Err(too_large()) } {
        Err(refusal) => answer(StatusCode::UNPROCESSABLE_ENTITY, &refusal),
        Ok(filed) => {
            let told = json!({ "game": filed.game().name(), "position": filed.code() });
            let id = app.machine.shelf.bring(filed);
            answer(StatusCode::OK, &json!({ "file": id, "game": told["game"], "position": told["position"] }))
        }
    }
}

/// Carries a body to who reads it; says whether it was not too large.
async fn carry(mut body: Body, to: &mpsc::Sender<io::Result<Bytes>>) -> bool {
    let mut sent = 0;
    loop {
        let next = std::future::poll_fn(|context| Pin::new(&mut body).poll_frame(context));
        let piece = match timeout(SLOW, next).await {
            Ok(None) => return true,
            Ok(Some(Ok(frame))) => Ok(frame.into_data().unwrap_or_default()),
            Ok(Some(Err(error))) => Err(io::Error::other(error)),
            Err(_) => Err(io::ErrorKind::TimedOut.into()),
        };
        sent += piece.as_ref().map_or(0, |bytes| bytes.len() as u64);
        let failed = piece.is_err();
        // Who has read enough has found that something is wrong; the rest is let through, so that the answer is heard.
        let _ = to.send(piece).await;
        if sent > FILE || failed {
            return sent <= FILE;
        }
    }
}

/// Works in turns with all other work.
fn in_turn<T>(machine: &Machine, work: impl FnOnce() -> T) -> T {
    let turn = machine.turns.place(VISITOR, false, Arc::<AtomicU64>::default(), Arc::<Progress>::default());
    turns::in_turn(turn, work)
}

fn read(machine: &Machine, coming: mpsc::Receiver<io::Result<Bytes>>) -> Result<Filed, Refusal> {
    in_turn(machine, || {
        let mut text = BufReader::with_capacity(PIECE, Coming { coming, piece: Bytes::new() });
        let (header, trace) = Trace::read_up_to(&mut text, KEPT, &mut || {
            turns::pass();
        })?;
        Ok(Filed::new(header, trace)?.held(machine))
    })
}

/// What comes from a page, for who reads it on another thread.
struct Coming {
    coming: mpsc::Receiver<io::Result<Bytes>>,
    piece: Bytes,
}

impl Read for Coming {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        while self.piece.is_empty() {
            let next = self.coming.try_recv().ok();
            match next.or_else(|| turns::aside(|| self.coming.blocking_recv())) {
                None => return Ok(0),
                Some(piece) => self.piece = piece?,
            }
        }
        let size = to.len().min(self.piece.len());
        to[..size].copy_from_slice(&self.piece.split_to(size));
        Ok(size)
    }
}

/// A search that a page looks at, as a file.
pub(super) async fn save(State(app): State<App>, Path((id, lane)): Path<(String, usize)>) -> Response {
    let Some(kept) = app.machine.shelf.seen(&id, lane) else {
        return (StatusCode::NOT_FOUND, "there is no such search any more\n").into_response();
    };
    let (to, pieces) = mpsc::channel(PIECES);
    let machine = app.machine.clone();
    tokio::task::spawn_blocking(move || {
        in_turn(&machine, || {
            let mut out = BufWriter::with_capacity(PIECE, Going(to));
            // Who does not want the rest has left.
            let _ = kept.write(&mut out).and_then(|()| out.flush());
        });
    });
    let kind = [(CONTENT_TYPE, "application/jsonl")];
    (kind, Body::new(Pieces(pieces))).into_response()
}

/// What goes to a page, from who writes it on another thread.
struct Going(mpsc::Sender<Bytes>);

impl Write for Going {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        turns::pass();
        let gone = || io::Error::from(io::ErrorKind::BrokenPipe);
        match self.0.try_send(Bytes::copy_from_slice(bytes)) {
            Ok(()) => {}
            Err(TrySendError::Closed(_)) => return Err(gone()),
            Err(TrySendError::Full(piece)) => {
                turns::aside(|| self.0.blocking_send(piece)).map_err(|_| gone())?;
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The body of an answer, piece by piece.
struct Pieces(mpsc::Receiver<Bytes>);

impl HttpBody for Pieces {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<io::Result<Frame<Bytes>>>> {
        self.0.poll_recv(context).map(|piece| piece.map(|bytes| Ok(Frame::data(bytes))))
    }
}
