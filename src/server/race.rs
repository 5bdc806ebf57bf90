//! Several algorithms that solve one position, side by side.
//!
//! Each lane searches in a thread of its own, but only one runs at a time: a lane is granted so many expansions, or so much time
//! of its own, and waits for the next grant when they are used up. So none disturbs another's time, two clocks are possible,
//! and a race can be slowed down or halted. The heat counts every expansion; the cells that are told are those of the
//! last one, a sample of what was expanded between two messages.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, Scope};
use std::time::{Duration, Instant};

use damier_kit::Position;
use damier_lab::Game;
use damier_lab::record::Record;
use damier_search::{Event, Limits, Placement, Progress, Run, Spec, Watcher};

use super::jobs::Found;
use super::pool::Desk;
use super::wire::{Lane, Message, RaceClock};

/// Between two messages: twenty a second are more than an eye follows, and a page draws the frames between them.
const TICK: Duration = Duration::from_millis(50);
/// What a lane gets at a time when nothing holds it back.
const QUANTUM: Duration = Duration::from_millis(10);
const QUANTUM_EXPANSIONS: f64 = 10_000.0;
/// A lane may use this much time of its own, and memory.
const MOST: Duration = Duration::from_secs(60);
const MEMORY: u64 = 256 << 20;

/// What is raced.
pub(super) struct Start {
    pub(super) position: Arc<dyn Position>,
    pub(super) specs: Vec<Spec>,
    pub(super) clock: RaceClock,
}

/// How fast a race goes: none for flat out, 0 for not at all.
#[derive(Default)]
pub(super) struct Pace(Mutex<Option<f64>>);

impl Pace {
    pub(super) fn set(&self, rate: Option<f64>) {
        let rate = rate.filter(|rate| rate.is_finite()).map(|rate| rate.max(0.0));
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = rate;
    }

    fn get(&self) -> Option<f64> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What a lane may have used in all before it waits again.
#[derive(Clone, Copy)]
enum Grant {
    Expansions(u64),
    Time(Duration),
}

/// What the one who grants sees of a lane.
struct Runner {
    lane: Lane,
    grants: Option<Sender<Grant>>,
    news: Receiver<Lane>,
}

/// What watches a lane's search, in its thread.
struct Turnstile {
    lane: Lane,
    grant: Grant,
    grants: Receiver<Grant>,
    news: Sender<Lane>,
    progress: Arc<Progress>,
    began: Instant,
    waited: Duration,
}

impl Turnstile {
    fn running(&self) -> Duration {
        self.began.elapsed().saturating_sub(self.waited)
    }

    fn is_used_up(&self) -> bool {
        match self.grant {
            Grant::Expansions(most) => self.lane.expanded >= most,
            // Reading the clock costs a tenth of an expansion, so it is read at every eighth.
            Grant::Time(most) => self.lane.expanded.is_multiple_of(8) && self.running() >= most,
        }
    }

    /// Tells how the lane stands and waits for more. Where no more will come, the search is asked to stop.
    fn wait(&mut self) {
        self.lane.seconds = self.running().as_secs_f64();
        let now = self.progress.snapshot();
        self.lane.bytes = now.bytes;
        self.lane.bound = self.lane.bound.max(now.bound as u32);
        let stopped = Instant::now();
        let told = self.news.send(self.lane.clone()).is_ok();
        match self.grants.recv() {
            Ok(grant) if told => self.grant = grant,
            _ => {
                self.progress.cancel();
                self.grant = Grant::Expansions(u64::MAX);
            }
        }
        self.waited += stopped.elapsed();
    }
}

impl Watcher<Placement, ()> for Turnstile {
    fn on(&mut self, event: Event<'_, Placement, ()>) {
        match event {
            Event::Expand { state: Placement { cells, tasked }, .. } => {
                while self.is_used_up() {
                    self.wait();
                }
                self.lane.expanded += 1;
                for &cell in &cells[..*tasked] {
                    self.lane.heat[usize::from(cell)] += 1;
                }
                self.lane.cells.clone_from(cells);
            }
            Event::Bound(bound) => self.lane.bound = bound,
            _ => {}
        }
    }
}

/// Searches as the turnstile lets it, and tells how it ended.
fn search(game: Game, position: &dyn Position, spec: &Spec, mut turnstile: Turnstile) {
    let limits = Limits { memory: Some(MEMORY), ..Limits::default() };
    turnstile.wait();
    let mut run = Run::with_progress(limits, turnstile.progress.clone());
    let record = Record::solve(game, String::new(), position, spec, &mut run, Some(&mut turnstile));
    let seconds = turnstile.running().as_secs_f64();
    let mut lane = turnstile.lane;
    lane.seconds = seconds;
    match record {
        Err(_) => lane.outcome = "error",
        Ok(record) => {
            lane.outcome = record.outcome;
            lane.optimal = record.optimal == Some(true);
            lane.bound = record.lower_bound.unwrap_or(lane.bound);
            lane.cost = record.cost;
            lane.moves = record.moves.unwrap_or_default();
            if let Some(stats) = record.stats {
                (lane.expanded, lane.bytes) = (stats.expanded, stats.peak_bytes);
            }
        }
    }
    let _ = turnstile.news.send(lane);
}

impl Runner {
    fn new<'scope>(
        scope: &'scope Scope<'scope, '_>,
        game: Game,
        start: &'scope Start,
        spec: &'scope Spec,
    ) -> Self {
        let scene = start.position.scene();
        let heat = vec![0; scene.width * scene.height];
        let lane = Lane { algorithm: spec.to_string(), outcome: "running", heat, ..Lane::default() };
        let (grants, granted) = channel();
        let (told, news) = channel();
        let turnstile = Turnstile {
            lane: lane.clone(),
            grant: Grant::Expansions(0),
            grants: granted,
            news: told,
            progress: Arc::default(),
            began: Instant::now(),
            waited: Duration::ZERO,
        };
        thread::Builder::new()
            .spawn_scoped(scope, move || search(game, start.position.as_ref(), spec, turnstile))
            .map_or_else(
                |_| Runner {
                    lane: Lane { outcome: "error", ..lane.clone() },
                    grants: None,
                    news: channel().1,
                },
                |_| Runner { lane: lane.clone(), grants: Some(grants), news },
            )
    }

    fn is_running(&self) -> bool {
        self.lane.outcome == "running"
    }

    /// Lets the lane go on, and waits until it has used that up or is done.
    fn grant(&mut self, grant: Grant) {
        let Some(grants) = self.grants.as_ref().filter(|_| self.lane.outcome == "running") else { return };
        if grants.send(grant).is_ok() {
            self.hear();
        }
    }

    fn hear(&mut self) {
        match self.news.recv() {
            Ok(lane) => self.lane = lane,
            Err(_) => self.lane.outcome = "error",
        }
    }

    /// Ends the lane's search.
    fn stop(&mut self, outcome: &'static str) {
        if self.is_running() {
            self.grants = None;
            self.hear();
            if self.lane.outcome == "cancelled" {
                self.lane.outcome = outcome;
            }
        }
    }
}

/// Runs the race to its end.
pub(super) fn run(desk: &Desk, game: Game, start: &Start) -> Found {
    thread::scope(|scope| {
        let mut runners: Vec<Runner> =
            start.specs.iter().map(|spec| Runner::new(scope, game, start, spec)).collect();
        runners.iter_mut().filter(|runner| runner.is_running()).for_each(Runner::hear);
        let mut spent = 0.0;
        let mut next = Instant::now() + TICK;
        let mut told = None;
        while runners.iter().any(Runner::is_running) && !desk.is_cancelled() {
            let rate = desk.shared.pace.get();
            let most = match start.clock {
                RaceClock::Expansions => QUANTUM_EXPANSIONS,
                RaceClock::Time => QUANTUM.as_secs_f64(),
            };
            // Never more at once, so that the end of a race is not waited for.
            spent += rate.map_or(most, |rate| (rate * TICK.as_secs_f64()).min(4.0 * most));
            let grant = match start.clock {
                RaceClock::Expansions => Grant::Expansions(spent as u64),
                RaceClock::Time => Grant::Time(Duration::try_from_secs_f64(spent).unwrap_or(MOST)),
            };
            // A halted race has nothing to grant.
            if rate != Some(0.0) {
                desk.on_a_core(|| {
                    for runner in &mut runners {
                        runner.grant(grant);
                        if runner.is_running() && runner.lane.seconds > MOST.as_secs_f64() {
                            runner.stop("limit");
                        }
                    }
                });
            }
            if Instant::now() >= next || rate.is_some() {
                let now: Vec<u64> = runners.iter().map(|runner| runner.lane.expanded).collect();
                if told.as_ref() != Some(&now) {
                    desk.say(standing(start.clock, &runners, false));
                    told = Some(now);
                }
                thread::sleep(next.saturating_duration_since(Instant::now()));
                next = Instant::now() + TICK;
            }
        }
        runners.iter_mut().for_each(|runner| runner.stop("cancelled"));
        standing(start.clock, &runners, true).into()
    })
}

fn standing(clock: RaceClock, runners: &[Runner], done: bool) -> Message {
    Message::Race { clock, lanes: runners.iter().map(|runner| runner.lane.clone()).collect(), done }
}
