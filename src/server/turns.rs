//! Whose turn it is to use a core.
//!
//! A job runs while it holds a turn. It passes a gate every few milliseconds ([`damier_search::Progress::set_gate`]); there it gives its
//! turn back if somebody else should have it. Who has just come goes first, then what has not yet used a tenth of a second, and engines
//! of games that are being played, then long work. Those who are alike take turns by visitor: whoever has had the least of late. So a new
//! board or a hint is answered at once, whatever else runs and however many there are, and many long searches of one visitor cost
//! another no more than one does. Who is cancelled waits no longer.
//!
//! What nobody waits for, such as an engine that ponders, has a turn only while a core is spare ([`Turns::spare`]): the moment anybody
//! wants one, it is cancelled at the gate.
//!
//! While people play together ([`Turns::people_play`]) one core, if there are several, is left to what answers them, and searches make way on the
//! others ([`Turns::make_way`]).

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use damier_search::Progress;

/// How long a turn lasts while others wait for the like.
const SLICE: Duration = Duration::from_millis(20);
/// What somebody has used who has just come: most of what a person waits for takes less.
const FIRST: Duration = Duration::from_millis(10);
/// What is used before it is long work.
const SHORT: Duration = Duration::from_millis(100);
/// What a visitor has used counts half after this time.
const MEMORY: Duration = Duration::from_secs(2);
/// People are taken to play together for so long after one of them did something.
const PLAYING: Duration = Duration::from_secs(10);

/// The turns of all jobs.
#[derive(Clone)]
pub(super) struct Turns(Arc<Shared>);

struct Shared {
    state: Mutex<State>,
    cores: usize,
    begun: Instant,
    /// Until when people are taken to play together, in milliseconds since the beginning.
    playing: AtomicU64,
}

struct State {
    free: usize,
    /// Turns that nobody gets now.
    kept: usize,
    waiting: Vec<Waiting>,
    numbers: u64,
    /// What each visitor has used of late, and when that was counted.
    used: HashMap<String, (f64, Instant)>,
}

struct Waiting {
    number: u64,
    visitor: String,
    level: Level,
    progress: Arc<Progress>,
    /// Who is to be woken.
    thread: Thread,
    granted: Option<Grant>,
}

/// Who goes before whom.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    First,
    Short,
    Long,
}

/// What ends the waiting.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Grant {
    /// A turn.
    Core,
    /// It is cancelled, and needs none to find that out.
    Leave,
}

/// A job's place in the turns. It holds a turn from its making to its end, but for the time at the gate.
pub(super) struct Turn {
    turns: Turns,
    visitor: String,
    /// An engine of a game that is played, which goes before long work however long it thinks.
    live: bool,
    /// Nobody waits for what it does.
    spare: bool,
    now: Mutex<Now>,
    /// How long it has waited, in microseconds, for who wants to know.
    waited: Arc<AtomicU64>,
    /// Whether it is cancelled.
    progress: Arc<Progress>,
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

/// Works while a turn of [`Turns::spare`] is held.
pub(super) fn in_spare_turn<T>(turn: Turn, work: impl FnOnce() -> T) -> T {
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
        let cores = cores.max(1);
        let state = State { free: cores, kept: 0, waiting: Vec::new(), numbers: 0, used: HashMap::new() };
        Turns(Arc::new(Shared {
            state: Mutex::new(state),
            cores,
            begun: Instant::now(),
            playing: AtomicU64::new(0),
        }))
    }

    /// Somebody has done something in a room.
    pub(super) fn people_play(&self) {
        let until = self.0.begun.elapsed() + PLAYING;
        self.0.playing.store(until.as_millis() as u64, Relaxed);
    }

    fn people_are_playing(&self) -> bool {
        (self.0.begun.elapsed().as_millis() as u64) < self.0.playing.load(Relaxed)
    }

    /// Offers the core of this thread to whoever is ready to run, while people play. A thread that is woken mostly gets a core at once, but not always:
    /// then it would wait for some milliseconds until the search has used up its slice of time.
    pub(super) fn make_way(&self) {
        if self.people_are_playing() {
            thread::yield_now();
        }
    }

    /// What stands now, with the turns that are kept at this moment.
    fn state(&self) -> MutexGuard<'_, State> {
        let mut state = locked(&self.0.state);
        state.kept = usize::from(self.0.cores > 1 && self.people_are_playing());
        state
    }

    /// A place for a job of a visitor, without a turn yet.
    pub(super) fn place(
        &self,
        visitor: &str,
        live: bool,
        waited: Arc<AtomicU64>,
        progress: Arc<Progress>,
    ) -> Turn {
        let now = Mutex::new(Now { since: None, used: Duration::ZERO });
        let (turns, visitor) = (self.clone(), visitor.to_owned());
        Turn { turns, visitor, live, spare: false, now, waited, progress }
    }

    /// A turn for what nobody waits for, if a core is free and nobody wants one.
    pub(super) fn spare(&self, visitor: &str, progress: Arc<Progress>) -> Option<Turn> {
        let mut state = self.state();
        if state.free <= state.kept || state.is_wanted() {
            return None;
        }
        state.free -= 1;
        drop(state);
        let now = Mutex::new(Now { since: Some(Instant::now()), used: Duration::ZERO });
        let (turns, visitor, waited) = (self.clone(), visitor.to_owned(), Arc::default());
        Some(Turn { turns, visitor, live: false, spare: true, now, waited, progress })
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

    /// Lets go who is cancelled, and gives free turns to who should have them: by level, then the visitor who has used least.
    fn grant(&mut self) {
        for waiting in &mut self.waiting {
            if waiting.granted.is_none() && waiting.progress.is_cancelled() {
                waiting.wake(Grant::Leave);
            }
        }
        while self.free > self.kept {
            let now = Instant::now();
            let open = self.waiting.iter().enumerate().filter(|(_, waiting)| waiting.granted.is_none());
            let keys = open.map(|(place, waiting)| {
                (waiting.level, self.recent(&waiting.visitor, now), waiting.number, place)
            });
            let first = keys.min_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.cmp(&b.2)));
            let Some((.., place)) = first else { break };
            self.waiting[place].wake(Grant::Core);
            self.free -= 1;
        }
    }

    /// Whether anybody waits for a turn.
    fn is_wanted(&self) -> bool {
        self.waiting.iter().any(|waiting| waiting.granted.is_none())
    }

    /// Whether somebody waits who should go before a job of this level, or after its slice.
    fn wanted(&self, level: Level, slice_over: bool) -> bool {
        let mut waiting = self.waiting.iter().filter(|waiting| waiting.granted.is_none());
        waiting.any(|waiting| waiting.level < level || (slice_over && waiting.level == level))
    }
}

impl Waiting {
    fn wake(&mut self, grant: Grant) {
        self.granted = Some(grant);
        self.thread.unpark();
    }
}

/// How much of what was used counts after some time.
fn fading(time: Duration) -> f64 {
    0.5_f64.powf(time.as_secs_f64() / MEMORY.as_secs_f64())
}

impl Turn {
    fn level(&self, used: Duration) -> Level {
        match used {
            _ if used < FIRST => Level::First,
            _ if self.live || used < SHORT => Level::Short,
            _ => Level::Long,
        }
    }

    /// Waits for a turn, unless it is cancelled meanwhile. Says how long that took.
    pub(super) fn take(&self) -> Duration {
        let came = Instant::now();
        let level = self.level(locked(&self.now).used);
        let mut state = self.turns.state();
        state.numbers += 1;
        let number = state.numbers;
        state.waiting.push(Waiting {
            number,
            visitor: self.visitor.clone(),
            level,
            progress: self.progress.clone(),
            thread: thread::current(),
            granted: None,
        });
        state.grant();
        let grant = loop {
            let mine = state.waiting.iter().position(|one| one.number == number);
            if let Some((place, grant)) = mine.and_then(|place| Some((place, state.waiting[place].granted?)))
            {
                state.waiting.swap_remove(place);
                break grant;
            }
            drop(state);
            thread::park();
            state = self.turns.state();
        };
        drop(state);
        locked(&self.now).since = (grant == Grant::Core).then(Instant::now);
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
        let mut state = self.turns.state();
        if !self.spare {
            state.count(&self.visitor, used, Instant::now());
        }
        state.free += 1;
        state.grant();
        true
    }

    /// A search passes: it goes on, or waits for its next turn. Says how long it was held up.
    fn pass(&self) -> Duration {
        if self.spare {
            let state = self.turns.state();
            if state.is_wanted() || state.free < state.kept {
                drop(state);
                self.progress.cancel();
                self.give();
            }
            return Duration::ZERO;
        }
        let Now { since, used, .. } = *locked(&self.now);
        let Some(running) = since.map(|since| since.elapsed()) else { return Duration::ZERO };
        let level = self.level(used + running);
        let mut state = self.turns.state();
        if state.free >= state.kept && !state.wanted(level, running >= SLICE) {
            state.grant();
            return Duration::ZERO;
        }
        drop(state);
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

    use super::*;

    impl Turn {
        /// What it has used in all.
        fn used(&self) -> Duration {
            let Now { since, used } = *locked(&self.now);
            used + since.map_or(Duration::ZERO, |since| since.elapsed())
        }
    }

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

    /// Somebody asks for something short, again and again: the usual wait. The longest says more about the machine.
    fn guest(turns: &Turns) -> Duration {
        let mut waits: Vec<Duration> = (0..30)
            .map(|_| {
                let waited = turns.place("guest", false, Arc::default(), Arc::default()).take();
                thread::sleep(Duration::from_millis(20));
                waited
            })
            .collect();
        waits.sort_unstable();
        waits[waits.len() / 2]
    }

    #[test]
    fn visitors_have_equal_shares_and_who_comes_is_served_at_once() {
        let turns = Turns::new(1);
        let stop = AtomicBool::new(false);
        let greedy: Vec<Turn> =
            (0..6).map(|_| turns.place("greedy", false, Arc::default(), Arc::default())).collect();
        let modest = turns.place("modest", false, Arc::default(), Arc::default());
        let (all, one, waited) = thread::scope(|scope| {
            let many: Vec<_> = greedy.iter().map(|turn| scope.spawn(|| work(turn, &stop))).collect();
            let one = scope.spawn(|| work(&modest, &stop));
            thread::sleep(Duration::from_millis(700));
            // Somebody asks for something short, again and again.
            let waited = guest(&turns);
            thread::sleep(Duration::from_millis(700));
            stop.store(true, Ordering::Relaxed);
            let all: Duration = many.into_iter().map(|one| one.join().unwrap()).sum();
            (all, one.join().unwrap(), waited)
        });
        let share = one.as_secs_f64() / (one + all).as_secs_f64();
        assert!((0.3..0.7).contains(&share), "a visitor with one job of seven had {share:.2} of the time");
        assert!(waited < Duration::from_millis(100), "{waited:?}");
    }

    /// However many visitors come with work of some length, who wants little is served before them.
    #[test]
    fn little_work_does_not_wait_for_a_crowd() {
        let turns = Turns::new(1);
        let stop = AtomicBool::new(false);
        let waited = thread::scope(|scope| {
            for number in 0..40 {
                let (turns, stop) = (&turns, &stop);
                scope.spawn(move || {
                    let name = format!("visitor {number}");
                    while !stop.load(Ordering::Relaxed) {
                        let turn = turns.place(&name, false, Arc::default(), Arc::default());
                        turn.take();
                        while turn.used() < Duration::from_millis(60) {
                            let busy = Instant::now();
                            while busy.elapsed() < Duration::from_millis(2) {}
                            turn.pass();
                        }
                    }
                });
            }
            thread::sleep(Duration::from_millis(500));
            let waited = guest(&turns);
            stop.store(true, Ordering::Relaxed);
            waited
        });
        assert!(waited < Duration::from_millis(300), "{waited:?}");
    }

    /// Who ponders has a core that is free, and gives it up for whoever comes: nobody waits longer than to the next gate.
    #[test]
    fn short_work_is_not_slowed_by_who_ponders() {
        let turns = Turns::new(1);
        let (mut waits, mut ended) = (Vec::new(), 0);
        for _ in 0..15 {
            let progress = Arc::new(Progress::default());
            let turn = turns.spare("thinker", progress.clone()).expect("a core is free");
            assert!(turns.spare("other", Arc::default()).is_none(), "there is one core only");
            thread::scope(|scope| {
                scope.spawn(|| {
                    in_spare_turn(turn, || {
                        while !progress.is_cancelled() {
                            let busy = Instant::now();
                            while busy.elapsed() < Duration::from_millis(2) {}
                            pass();
                        }
                    });
                });
                thread::sleep(Duration::from_millis(10));
                assert!(!progress.is_cancelled(), "nobody else wants the core yet");
                let guest = turns.place("guest", false, Arc::default(), Arc::default());
                waits.push(guest.take());
                ended += u32::from(progress.is_cancelled());
                assert!(turns.spare("other", Arc::default()).is_none(), "the core is not free");
            });
        }
        waits.sort_unstable();
        assert_eq!((ended, turns.state().free), (15, 1));
        assert!(waits[7] < Duration::from_millis(100), "{waits:?}");
        // What was pondered is no reason to let somebody wait.
        assert!(turns.state().recent("thinker", Instant::now()) == 0.0);
    }

    /// Of two searches one waits while people play together, and goes on when they have stopped.
    #[test]
    fn a_core_is_left_to_people_who_play() {
        let turns = Turns::new(2);
        let [first, second] =
            ["first", "second"].map(|name| turns.place(name, false, Arc::default(), Arc::default()));
        first.take();
        second.take();
        first.pass();
        assert_eq!(turns.state().free, 0, "nobody plays: both have a core");
        turns.people_play();
        thread::scope(|scope| {
            let waiting = scope.spawn(|| second.pass());
            let began = Instant::now();
            while !turns.state().is_wanted() {
                assert!(began.elapsed() < Duration::from_secs(10), "it does not wait");
                thread::sleep(Duration::from_millis(1));
            }
            first.pass();
            assert_eq!(turns.state().free, 1, "the other one goes on");
            assert!(turns.spare("thinker", Arc::default()).is_none(), "the core is not spare");
            turns.0.playing.store(0, Relaxed);
            first.pass();
            assert!(waiting.join().unwrap() > Duration::ZERO);
        });
        assert_eq!(turns.state().free, 0);
        // Where there is one core only, searches have it.
        let turns = Turns::new(1);
        turns.people_play();
        assert!(turns.spare("thinker", Arc::default()).is_some());
    }

    /// A job that nobody wants any more does not stand in the queue until its turn comes.
    #[test]
    fn who_is_cancelled_waits_no_longer() {
        let turns = Turns::new(1);
        let (stop, progress) = (AtomicBool::new(false), Arc::new(Progress::default()));
        let busy = turns.place("busy", false, Arc::default(), Arc::default());
        thread::scope(|scope| {
            scope.spawn(|| work(&busy, &stop));
            thread::sleep(Duration::from_millis(200));
            let crowd: Vec<_> = (0..50)
                .map(|_| {
                    let turn = turns.place("crowd", false, Arc::default(), progress.clone());
                    // All of them have used too much already to go first.
                    locked(&turn.now).used = Duration::from_secs(1);
                    scope.spawn(move || turn.take())
                })
                .collect();
            turns.state().count("crowd", Duration::from_secs(1000), Instant::now());
            thread::sleep(Duration::from_millis(100));
            progress.cancel();
            let began = Instant::now();
            crowd.into_iter().for_each(|one| drop(one.join()));
            assert!(began.elapsed() < Duration::from_secs(2), "{:?}", began.elapsed());
            stop.store(true, Ordering::Relaxed);
        });
        assert_eq!(turns.state().free, 1);
    }

    #[test]
    fn a_turn_that_was_never_taken_or_was_dropped_is_nobodys_loss() {
        let turns = Turns::new(1);
        drop(turns.place("a", false, Arc::default(), Arc::default()));
        let first = turns.place("a", false, Arc::default(), Arc::default());
        first.take();
        drop(first);
        let second = turns.place("b", false, Arc::default(), Arc::default());
        assert!(second.take() < Duration::from_secs(1));
        second.give();
        second.give();
        assert_eq!(turns.state().free, 1);
    }
}
