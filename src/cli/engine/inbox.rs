//! What stands on the standard input, read by a thread of its own, so that `stop`, `quit` and the end of the input are heard at
//! any moment.
//!
//! A `stop` ends the search that is under way, and the searches of all lines before it that wait for their turn: lines may come
//! many in one write. After `quit` or the end of the input every line that came before is still answered, but a search has only
//! a moment left; if it does not end then, the program does.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use damier_search::Progress;

use super::super::{Exit, input};

/// What a line means to the thread that reads.
pub(super) enum Word {
    /// The search ends.
    Stop,
    /// The program ends.
    Quit,
    /// It is answered with this even while a search is under way.
    Ready(&'static str),
    /// It waits for its turn.
    Other,
}

/// What a search gets that was stopped before it began, so that it has an answer; and all that came before the end of the input.
const MOMENT: Duration = Duration::from_millis(15);
/// How long that moment is at most on a machine that is too busy to give the search a core.
const LONG_MOMENT: Duration = Duration::from_millis(500);
/// How long a line may take after that before the program ends without its answer. A search looks every 20 ms or so whether it is
/// cancelled, and says what it has: this is for a machine that is busy, and for output that nobody reads.
const LAST_WORD: Duration = Duration::from_secs(1);
/// How often it is looked at.
const TICK: Duration = Duration::from_millis(2);
/// The most bytes that wait. Who sends more waits too.
const ROOM: usize = 16 << 20;

/// The lines that wait, and the search that is under way.
#[derive(Clone, Default)]
pub(super) struct Inbox(Arc<Shared>);

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
    /// Somebody is saying that it is ready.
    answering: AtomicBool,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<(usize, Result<String, String>)>,
    bytes: usize,
    /// The line that is obeyed, and the last one that asked for a stop.
    current: usize,
    stopped: usize,
    /// What searches, and since when.
    search: Option<(Arc<Progress>, Since)>,
    /// No more lines come.
    closed: bool,
    /// No more searches either.
    over: bool,
}

impl Inbox {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        self.0.changed.wait(state).unwrap_or_else(PoisonError::into_inner)
    }

    /// All that there will be: every line is answered, and no search has any time.
    pub(super) fn of(input: &str) -> Self {
        let inbox = Inbox::default();
        let lines = input.lines().map(|line| Ok(line.to_owned())).zip(1..);
        {
            let mut state = inbox.state();
            (state.closed, state.over) = (true, true);
            state.waiting.extend(lines.map(|(line, number)| (number, line)));
            state.bytes = state.waiting.iter().map(|(_, line)| size(line)).sum();
        }
        inbox
    }

    /// Begins to read, unless all is here already.
    pub(super) fn open(&self, meaning: impl Fn(&str) -> Word + Send + 'static) {
        if self.state().closed {
            return;
        }
        let inbox = self.clone();
        std::thread::spawn(move || {
            inbox.read(meaning);
            inbox.close();
        });
    }

    fn read(&self, meaning: impl Fn(&str) -> Word) {
        let Ok(lines) = input::Lines::new("-") else { return };
        for (number, line) in lines {
            let word = line.as_deref().map_or(Word::Other, &meaning);
            let mut state = self.state();
            match word {
                Word::Ready(answer) if state.search.is_some() && state.waiting.is_empty() => {
                    if !self.0.answering.swap(true, SeqCst) {
                        drop(state);
                        self.answer(answer);
                        continue;
                    }
                }
                Word::Stop => {
                    state.stopped = number;
                    state.search.iter().for_each(|(search, _)| search.cancel());
                }
                Word::Quit | Word::Ready(_) | Word::Other => {}
            }
            while state.bytes > ROOM {
                state = self.wait(state);
            }
            let line = line.map_err(|error| error.to_string());
            state.bytes += size(&line);
            state.waiting.push_back((number, line));
            self.0.changed.notify_all();
            if matches!(word, Word::Quit) {
                return;
            }
        }
    }

    /// Says it in a thread: if nobody reads the output, the input is read all the same.
    fn answer(&self, answer: &'static str) {
        let shared = self.0.clone();
        std::thread::spawn(move || {
            let _ = super::speak(answer);
            shared.answering.store(false, SeqCst);
        });
    }

    /// Nothing more comes: ends what takes too long, and the program if it goes on nevertheless.
    fn close(&self) {
        let mut state = self.state();
        state.closed = true;
        let began = state.search.as_ref().map_or_else(Since::now, |(_, since)| *since);
        drop(state);
        self.0.changed.notify_all();
        while !began.had_a_moment() {
            std::thread::sleep(TICK);
        }
        state = self.state();
        state.over = true;
        state.search.iter().for_each(|(search, _)| search.cancel());
        let (mut line, mut since) = (state.current, Instant::now());
        loop {
            if state.current != line {
                (line, since) = (state.current, Instant::now());
            }
            if since.elapsed() >= LAST_WORD {
                std::process::exit(i32::from(Exit::Done.code()));
            }
            drop(state);
            std::thread::sleep(TICK);
            state = self.state();
        }
    }

    /// A search begins: what `stop` stops from now on.
    pub(super) fn searches(&self, search: &Arc<Progress>) {
        let mut state = self.state();
        state.search = Some((search.clone(), Since::now()));
        if state.over {
            search.cancel();
        } else if state.stopped > state.current {
            let search = search.clone();
            std::thread::spawn(move || {
                std::thread::sleep(MOMENT);
                search.cancel();
            });
        }
    }

    /// It has ended.
    pub(super) fn rests(&self) {
        self.state().search = None;
    }
}

/// A point in time. On a busy machine that time does not count in which the program had no core.
#[derive(Clone, Copy)]
struct Since(Instant, Duration);

impl Since {
    fn now() -> Self {
        Since(Instant::now(), worked())
    }

    /// Whether a search has had its moment since.
    fn had_a_moment(&self) -> bool {
        let (waited, used) = (self.0.elapsed(), worked().saturating_sub(self.1));
        waited >= LONG_MOMENT || (waited >= MOMENT && used >= MOMENT * 3 / 4)
    }
}

/// The time that this program has had on any core.
#[cfg(unix)]
fn worked() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(now.tv_sec.unsigned_abs(), now.tv_nsec.unsigned_abs() as u32)
}

/// Where the system does not tell, all time counts.
#[cfg(not(unix))]
fn worked() -> Duration {
    use std::sync::OnceLock;
    static BEGAN: OnceLock<Instant> = OnceLock::new();
    BEGAN.get_or_init(Instant::now).elapsed()
}

fn size(line: &Result<String, String>) -> usize {
    let (Ok(text) | Err(text)) = line;
    text.len() + size_of::<(usize, Result<String, String>)>()
}

impl Iterator for Inbox {
    type Item = Result<String, String>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut state = self.state();
        loop {
            if let Some((number, line)) = state.waiting.pop_front() {
                state.current = number;
                state.bytes -= size(&line);
                self.0.changed.notify_all();
                return Some(line);
            }
            if state.closed {
                return None;
            }
            state = self.wait(state);
        }
    }
}
