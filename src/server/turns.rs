//! Whose turn it is to use a core.
//!
//! A job runs while it holds a turn. It passes a gate every few milliseconds ([`damier_search::Progress::set_gate`]); there it gives its
//! turn back if somebody else should have it. Who has just come goes first, until a tenth of a second of work is done; so do engines
//! of games that are being played. All others take turns by visitor: whoever has had the least of late. So a new board or a hint is
//! answered at once, whatever else runs, and many long searches of one visitor cost another no more than one does.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long a turn lasts while others wait for the like.
const SLICE: Duration = Duration::from_millis(20);
/// What somebody who has just come may use before it is long work.
const SHORT: Duration = Duration::from_millis(100);
/// What a visitor has used counts half after this time.
const MEMORY: Duration = Duration::from_secs(2);

/// The turns of all jobs.
#[derive(Clone)]
pub(super) struct Turns(Arc<Table>);

struct Table {
    state: Mutex<State>,
    /// Somebody may have got a turn.
    given: Condvar,
}

struct State {
    free: usize,
    waiting: Vec<Waiting>,
    numbers: u64,
    /// What each visitor has used of late, and when that was counted.
    used: HashMap<String, (f64, Instant)>,
}

struct Waiting {
    number: u64,
    visitor: String,
    short: bool,
    granted: bool,
}

/// A job's place in the turns. It holds a turn from its making to its end, but for the time at the gate.
pub(super) struct Turn {
    turns: Turns,
    visitor: String,
    /// An engine of a game that is played, which goes before long work however long it thinks.
    live: bool,
    now: Mutex<Now>,
    /// How long it has waited, in microseconds, for who wants to know.
    waited: Arc<AtomicU64>,
}

thread_local! {
    /// The turn of the job that this thread works on.
    static CURRENT: RefCell<Option<Turn>> = const { RefCell::new(None) };
}

/// Works while a turn is held, and waits for it first. What is searched meanwhile passes the gate.
pub(super) fn in_turn<T>(turn: Turn, work: impl FnOnce() -> T) -> T {
    turn.take();
    let before = CURRENT.replace(Some(turn));
    let done = work();
    CURRENT.replace(before);
    done
}

/// Gives the turn of this thread back while something is waited for.
pub(super) fn aside<T>(wait: impl FnOnce() -> T) -> T {
    let held = CURRENT.with_borrow(|turn| turn.as_ref().is_some_and(Turn::give));
    let done = wait();
    if held {
        CURRENT.with_borrow(|turn| turn.as_ref().map(Turn::take));
    }
    done
}

/// The gate: a search of this thread goes on, or waits for its next turn. Says how long it was held up.
pub(super) fn pass() -> Duration {
    CURRENT.with_borrow(|turn| turn.as_ref().map_or(Duration::ZERO, Turn::pass))
}

/// What a job is at.
#[derive(Clone, Copy)]
struct Now {
    /// Since when it has the turn; none while it has not.
    since: Option<Instant>,
    /// What it has used in all.
    used: Duration,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Turns {
    pub(super) fn new(cores: usize) -> Self {
        let state = State { free: cores.max(1), waiting: Vec::new(), numbers: 0, used: HashMap::new() };
        Turns(Arc::new(Table { state: Mutex::new(state), given: Condvar::new() }))
    }

    /// A place for a job of a visitor, without a turn yet.
    pub(super) fn place(&self, visitor: &str, live: bool, waited: Arc<AtomicU64>) -> Turn {
        let now = Now { since: None, used: Duration::ZERO };
        Turn { turns: self.clone(), visitor: visitor.to_owned(), live, now: Mutex::new(now), waited }
    }
}

impl State {
    /// What a visitor has used of late, in seconds.
    fn recent(&self, visitor: &str, now: Instant) -> f64 {
        self.used.get(visitor).map_or(0.0, |(used, at)| used * fading(now.saturating_duration_since(*at)))
    }

    fn count(&mut self, visitor: &str, used: Duration, now: Instant) {
        let recent = self.recent(visitor, now) + used.as_secs_f64();
        self.used.insert(visitor.to_owned(), (recent, now));
        if self.used.len() > 4096 {
            self.used.retain(|_, (used, at)| *used * fading(now.saturating_duration_since(*at)) > 0.001);
        }
    }

    /// Gives free turns to who comes first: short work in its order, then the visitor who has used least.
    fn grant(&mut self) -> bool {
        let mut any = false;
        while self.free > 0 {
            let now = Instant::now();
            let open = self.waiting.iter().enumerate().filter(|(_, waiting)| !waiting.granted);
            let key = |waiting: &Waiting| {
                let recent = if waiting.short { 0.0 } else { self.recent(&waiting.visitor, now) };
                (!waiting.short, recent, waiting.number)
            };
            let first = open.min_by(|(_, a), (_, b)| {
                let ((a0, a1, a2), (b0, b1, b2)) = (key(a), key(b));
                a0.cmp(&b0).then(a1.total_cmp(&b1)).then(a2.cmp(&b2))
            });
            let Some((place, _)) = first else { break };
            self.waiting[place].granted = true;
            self.free -= 1;
            any = true;
        }
        any
    }

    /// Whether somebody waits who should go before a job of this kind, or after its slice.
    fn wanted(&self, short: bool, slice_over: bool) -> bool {
        let mut waiting = self.waiting.iter().filter(|waiting| !waiting.granted);
        waiting.any(|waiting| (waiting.short && !short) || (slice_over && (waiting.short || !short)))
    }
}

/// How much of what was used counts after some time.
fn fading(time: Duration) -> f64 {
    0.5_f64.powf(time.as_secs_f64() / MEMORY.as_secs_f64())
}

impl Turn {
    fn is_short(&self, used: Duration) -> bool {
        self.live || used < SHORT
    }

    /// Waits for a turn. Says how long that took.
    pub(super) fn take(&self) -> Duration {
        let came = Instant::now();
        let short = self.is_short(locked(&self.now).used);
        let table = &self.turns.0;
        let mut state = locked(&table.state);
        state.numbers += 1;
        let number = state.numbers;
        state.waiting.push(Waiting { number, visitor: self.visitor.clone(), short, granted: false });
        if state.grant() {
            table.given.notify_all();
        }
        loop {
            let place = state.waiting.iter().position(|one| one.number == number && one.granted);
            if let Some(place) = place {
                state.waiting.swap_remove(place);
                break;
            }
            state = table.given.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        drop(state);
        locked(&self.now).since = Some(Instant::now());
        let waited = came.elapsed();
        self.waited.fetch_add(waited.as_micros() as u64, Relaxed);
        waited
    }

    /// Gives the turn back; says whether there was one.
    pub(super) fn give(&self) -> bool {
        let mut now = locked(&self.now);
        let Some(since) = now.since.take() else { return false };
        let used = since.elapsed();
        now.used += used;
        drop(now);
        let table = &self.turns.0;
        let mut state = locked(&table.state);
        state.count(&self.visitor, used, Instant::now());
        state.free += 1;
        if state.grant() {
            table.given.notify_all();
        }
        true
    }

    /// A search passes: it goes on, or waits for its next turn. Says how long it was held up.
    fn pass(&self) -> Duration {
        let Now { since, used, .. } = *locked(&self.now);
        let Some(running) = since.map(|since| since.elapsed()) else { return Duration::ZERO };
        let short = self.is_short(used + running);
        if !locked(&self.turns.0.state).wanted(short, running >= SLICE) {
            return Duration::ZERO;
        }
        self.give();
        self.take()
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.give();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::thread;

    use super::*;

    /// Works until it is told to stop, passing the gate; gives how long it had a turn.
    fn work(turn: &Turn, stop: &AtomicBool) -> Duration {
        turn.take();
        while !stop.load(Ordering::Relaxed) {
            let busy = Instant::now();
            while busy.elapsed() < Duration::from_millis(2) {}
            turn.pass();
        }
        turn.give();
        locked(&turn.now).used
    }

    #[test]
    fn visitors_have_equal_shares_and_who_comes_is_served_at_once() {
        let turns = Turns::new(1);
        let stop = AtomicBool::new(false);
        let greedy: Vec<Turn> = (0..6).map(|_| turns.place("greedy", false, Arc::default())).collect();
        let modest = turns.place("modest", false, Arc::default());
        let (all, one, slowest) = thread::scope(|scope| {
            let many: Vec<_> = greedy.iter().map(|turn| scope.spawn(|| work(turn, &stop))).collect();
            let one = scope.spawn(|| work(&modest, &stop));
            thread::sleep(Duration::from_millis(700));
            // Somebody asks for something short, again and again.
            let mut slowest = Duration::ZERO;
            for _ in 0..30 {
                let turn = turns.place("guest", false, Arc::default());
                slowest = slowest.max(turn.take());
                drop(turn);
                thread::sleep(Duration::from_millis(20));
            }
            thread::sleep(Duration::from_millis(700));
            stop.store(true, Ordering::Relaxed);
            let all: Duration = many.into_iter().map(|one| one.join().unwrap()).sum();
            (all, one.join().unwrap(), slowest)
        });
        let share = one.as_secs_f64() / (one + all).as_secs_f64();
        assert!((0.3..0.7).contains(&share), "a visitor with one job of seven had {share:.2} of the time");
        assert!(slowest < Duration::from_millis(100), "{slowest:?}");
    }

    #[test]
    fn a_turn_that_was_never_taken_or_was_dropped_is_nobodys_loss() {
        let turns = Turns::new(1);
        drop(turns.place("a", false, Arc::default()));
        let first = turns.place("a", false, Arc::default());
        first.take();
        drop(first);
        let second = turns.place("b", false, Arc::default());
        assert!(second.take() < Duration::from_secs(1));
        second.give();
        second.give();
        assert_eq!(locked(&turns.0.state).free, 1);
    }
}
