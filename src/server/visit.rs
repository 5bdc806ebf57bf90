//! A connection before and after it is known: whoever says nothing is closed, and who has not shown the key may not crowd the others out.

use std::collections::VecDeque;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Weak};
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::task::AbortHandle;
use tokio::time::{Instant, Sleep, sleep};

/// As long may a connection be silent that is no conversation.
const SILENCE: Duration = Duration::from_secs(8);
/// As many connections may be open that have not shown the key; the oldest makes room for a new one.
const STRANGERS: usize = 256;

/// What is known of who is at the other end.
pub(super) struct Visit {
    /// Whence it comes, and which of this machine's addresses it came to.
    peer: SocketAddr,
    local: SocketAddr,
    /// Has shown the key.
    known: AtomicBool,
    /// Speaks over a WebSocket, which has a time-out of its own.
    talking: AtomicBool,
}

impl Visit {
    pub(super) fn new(peer: SocketAddr, local: SocketAddr) -> Self {
        Visit { peer, local, known: AtomicBool::new(false), talking: AtomicBool::new(false) }
    }

    pub(super) fn peer(&self) -> SocketAddr {
        self.peer
    }

    pub(super) fn local(&self) -> SocketAddr {
        self.local
    }

    pub(super) fn is_known(&self) {
        self.known.store(true, Relaxed);
    }

    pub(super) fn is_talking(&self) {
        self.talking.store(true, Relaxed);
    }
}

/// A stream that ends where nothing is heard for long.
pub(super) struct Heard {
    stream: TcpStream,
    visit: Arc<Visit>,
    silence: Pin<Box<Sleep>>,
}

impl Heard {
    pub(super) fn new(stream: TcpStream, visit: Arc<Visit>) -> Self {
        Heard { stream, visit, silence: Box::pin(sleep(SILENCE)) }
    }
}

impl AsyncRead for Heard {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let read = Pin::new(&mut this.stream).poll_read(cx, buf);
        if read.is_ready() {
            this.silence.as_mut().reset(Instant::now() + SILENCE);
        } else if !this.visit.talking.load(Relaxed) && this.silence.as_mut().poll(cx).is_ready() {
            return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
        }
        read
    }
}

impl AsyncWrite for Heard {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(cx, buf)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(cx, bufs)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}

/// The connections that have not shown the key yet, the oldest first.
#[derive(Default)]
pub(super) struct Strangers(VecDeque<(Weak<Visit>, AbortHandle)>);

impl Strangers {
    /// Somebody has come. Where there are too many, who came first and has not shown the key is sent away.
    pub(super) fn add(&mut self, visit: &Arc<Visit>, connection: AbortHandle) {
        self.0.push_back((Arc::downgrade(visit), connection));
        if self.0.len() <= STRANGERS {
            return;
        }
        self.0.retain(|(visit, _)| visit.upgrade().is_some_and(|visit| !visit.known.load(Relaxed)));
        while self.0.len() > STRANGERS {
            if let Some((_, connection)) = self.0.pop_front() {
                connection.abort();
            }
        }
    }
}
