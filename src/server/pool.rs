//! Where jobs run: each in a thread of its own while it is its turn (`turns.rs`), with progress, within the memory that the server may
//! use, and cancelled when its handle is dropped.

use std::sync::atomic::{AtomicI64, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use damier_kit::{Player, refuse};
use damier_search::{Limits, Progress, Run};
use tokio::sync::mpsc::{self, error::TrySendError};

use super::jobs::Found;
use super::lab::Labs;
use super::race::Pace;
use super::shelf::Shelf;
use super::turns::{self, Turns};

/// As many reports wait for a page. A job whose page reads slower than that waits for it, and holds no core meanwhile.
const REPORTS: usize = 32;
/// What every job may use, however many there are.
const LEAST: i64 = 32 << 20;
/// As many jobs are there at once, of all visitors.
const JOBS: usize = 1000;
/// About what an engine remembers at most.
const TABLE: u64 = 64 << 20;

/// Something found, and by which job.
pub(super) struct Report {
    pub(super) number: u64,
    pub(super) found: Found,
}

/// A job under way; dropping it cancels.
pub(super) struct Work {
    pub(super) number: u64,
    shared: Arc<Shared>,
}

/// What a job and who watches it share.
#[derive(Default)]
pub(super) struct Shared {
    pub(super) progress: Arc<Progress>,
    /// How many boards or moves were looked at, and of how many; 0 where that is not known.
    pub(super) tried: AtomicU64,
    pub(super) of: AtomicU64,
    pub(super) pace: Pace,
    /// How long the job has waited for its turns, in microseconds.
    waited: Arc<AtomicU64>,
}

impl Drop for Work {
    fn drop(&mut self) {
        self.shared.progress.cancel();
    }
}

impl Work {
    pub(super) fn pace(&self) -> &Pace {
        &self.shared.pace
    }

    /// How far it is.
    pub(super) fn shared(&self) -> &Shared {
        &self.shared
    }

    /// How long it has waited for its turns.
    pub(super) fn waited(&self) -> Duration {
        Duration::from_micros(self.shared.waited.load(Relaxed))
    }
}

/// What all jobs of the server share.
#[derive(Clone)]
pub(super) struct Machine {
    pub(super) turns: Turns,
    /// Searches as files.
    pub(super) shelf: Arc<Shelf>,
    /// Campaigns.
    pub(super) labs: Arc<Labs>,
    /// The bytes that no job has been given yet; below 0 where many have been given the least.
    memory: Arc<AtomicI64>,
    jobs: Arc<AtomicUsize>,
    engines: Arc<Engines>,
    pools: Arc<AtomicU64>,
}

/// Engines of all pages that wait for their next move with what they remember, the one that played last at the end.
struct Engines {
    most: usize,
    waiting: Mutex<Vec<(Seated, Box<dyn Player>)>>,
}

/// Whose engine it is: of a page, a seat and a spec.
#[derive(PartialEq)]
struct Seated(u64, (usize, String));

impl Engines {
    fn waiting(&self) -> MutexGuard<'_, Vec<(Seated, Box<dyn Player>)>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Machine {
    /// So many cores, and so much memory for searches.
    pub(super) fn new(cores: usize, memory: u64) -> Self {
        Machine {
            turns: Turns::new(cores),
            shelf: Arc::default(),
            labs: Arc::new(Labs::new(None, cores, memory)),
            memory: Arc::new(AtomicI64::new(memory as i64)),
            jobs: Arc::default(),
            engines: Arc::new(Engines {
                most: (memory / 8 / TABLE).clamp(2, 64) as usize,
                waiting: Mutex::default(),
            }),
            pools: Arc::default(),
        }
    }

    /// Keeps so much of the server's memory for what stays.
    pub(super) fn hold(&self, bytes: usize) -> Held {
        let bytes = bytes as i64;
        self.memory.fetch_sub(bytes, Relaxed);
        Held { bytes, memory: self.memory.clone() }
    }

    /// Takes up to so many bytes: a quarter of what is left at most, and never less than a small search needs.
    fn take(&self, wanted: u64) -> u64 {
        let share = |left: i64| wanted.min((left / 4).max(LEAST) as u64);
        let before = self.memory.fetch_update(Relaxed, Relaxed, |left| Some(left - share(left) as i64));
        share(before.unwrap_or(0))
    }
}

/// Where the jobs of a page are started.
pub(super) struct Pool {
    machine: Machine,
    visitor: String,
    reports: mpsc::Sender<Report>,
    numbers: u64,
    /// Its own number.
    number: u64,
}

/// What a job sees of the world.
pub(super) struct Desk {
    pub(super) shared: Arc<Shared>,
    number: u64,
    reports: mpsc::Sender<Report>,
    pub(super) machine: Machine,
    visitor: String,
    /// The bytes that it has been given.
    memory: Mutex<u64>,
}

impl Desk {
    /// Does some work while a core is held, and waits for one first. Only for a job that has none for its whole time.
    pub(super) fn on_a_core<T>(&self, work: impl FnOnce() -> T) -> T {
        let turn = self.machine.turns.place(
            &self.visitor,
            false,
            self.shared.waited.clone(),
            self.shared.progress.clone(),
        );
        turns::in_turn(turn, work)
    }

    /// Tells something. A page that has left does not want it any more.
    pub(super) fn tell(&self, found: Found) {
        let report = Report { number: self.number, found };
        if let Err(TrySendError::Full(report)) = self.reports.try_send(report) {
            turns::aside(|| drop(self.reports.blocking_send(report)));
        }
    }

    pub(super) fn is_cancelled(&self) -> bool {
        self.shared.progress.is_cancelled()
    }

    pub(super) fn run(&self, limits: Limits) -> Run {
        let memory = limits.memory.map(|wanted| self.memory(wanted));
        Run::with_progress(Limits { memory, ..limits }, self.shared.progress.clone())
    }

    /// What a search of this job may use of the memory that it wants. What the job has been given once it keeps to its end.
    pub(super) fn memory(&self, wanted: u64) -> u64 {
        let mut given = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        *given += self.machine.take(wanted.saturating_sub(*given));
        wanted.min(*given)
    }
}

/// Memory that is held after a job, until this is dropped.
pub(super) struct Held {
    bytes: i64,
    memory: Arc<AtomicI64>,
}

impl Drop for Held {
    fn drop(&mut self) {
        self.memory.fetch_add(self.bytes, Relaxed);
    }
}

impl Desk {
    /// Keeps so much of the server's memory for what a job leaves behind.
    pub(super) fn hold(&self, bytes: usize) -> Held {
        self.machine.hold(bytes)
    }

    /// Searches as files.
    pub(super) fn shelf(&self) -> &Shelf {
        &self.machine.shelf
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        let given = *self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        self.machine.memory.fetch_add(given as i64, Relaxed);
        let left = self.machine.jobs.fetch_sub(1, Relaxed) - 1;
        // The tables of a large search are given back to the system once nothing is under way.
        if left == 0 && given > 0 {
            damier_search::memory::trim();
        }
    }
}

impl Pool {
    pub(super) fn new(machine: Machine, visitor: String) -> (Self, mpsc::Receiver<Report>) {
        let (reports, receiver) = mpsc::channel(REPORTS);
        let number = machine.pools.fetch_add(1, Relaxed);
        (Pool { machine, visitor, reports, numbers: 0, number }, receiver)
    }

    /// Searches as files.
    pub(super) fn shelf(&self) -> &Shelf {
        &self.machine.shelf
    }

    /// Campaigns.
    pub(super) fn labs(&self) -> &Arc<Labs> {
        &self.machine.labs
    }

    /// The engine that has played at this seat, if it still remembers.
    pub(super) fn engine(&self, seat: &(usize, String)) -> Option<Box<dyn Player>> {
        let mut waiting = self.machine.engines.waiting();
        let at = waiting.iter().position(|(Seated(pool, of), _)| *pool == self.number && of == seat)?;
        Some(waiting.remove(at).1)
    }

    /// An engine waits for its next move. Where too many do, the one that has waited longest forgets.
    pub(super) fn put_engine(&self, seat: (usize, String), engine: Box<dyn Player>) {
        let mut waiting = self.machine.engines.waiting();
        waiting.push((Seated(self.number, seat), engine));
        if waiting.len() > self.machine.engines.most {
            waiting.remove(0);
        }
    }

    /// The engines of this page are wanted no more.
    pub(super) fn forget_engines(&self) {
        self.machine.engines.waiting().retain(|(Seated(pool, _), _)| *pool != self.number);
    }

    /// A new job, and what it sees.
    fn job(&mut self) -> (Work, Desk) {
        self.numbers += 1;
        let (number, shared) = (self.numbers, Arc::new(Shared::default()));
        let turns = self.machine.turns.clone();
        shared.progress.set_gate(move || {
            turns.make_way();
            turns::pass()
        });
        self.machine.jobs.fetch_add(1, Relaxed);
        let desk = Desk {
            shared: shared.clone(),
            number,
            reports: self.reports.clone(),
            machine: self.machine.clone(),
            visitor: self.visitor.clone(),
            memory: Mutex::new(0),
        };
        (Work { number, shared }, desk)
    }

    /// Starts some work, which takes turns with others.
    pub(super) fn start(&mut self, work: impl FnOnce(&Desk) -> Found + Send + 'static) -> Work {
        self.start_at(false, work)
    }

    /// The same for an engine of a game that is being played: it goes before long work.
    pub(super) fn start_at(
        &mut self,
        live: bool,
        work: impl FnOnce(&Desk) -> Found + Send + 'static,
    ) -> Work {
        let (job, desk) = self.job();
        let turn = self.machine.turns.place(
            &self.visitor,
            live,
            job.shared.waited.clone(),
            job.shared.progress.clone(),
        );
        spawn(desk, move |desk| {
            turns::in_turn(turn, || if desk.is_cancelled() { Found::Nothing } else { work(desk) })
        });
        job
    }

    /// Starts what nobody waits for, if a core is free now; it is cancelled as soon as anybody else wants one.
    pub(super) fn start_spare(&mut self, work: impl FnOnce(&Desk) -> Found + Send + 'static) -> Option<Work> {
        let (job, desk) = self.job();
        let turn = self.machine.turns.spare(&self.visitor, job.shared.progress.clone())?;
        spawn(desk, move |desk| turns::in_spare_turn(turn, || work(desk)));
        Some(job)
    }

    /// Starts some work that holds no core, but takes one now and then ([`Desk::on_a_core`]), at a pace.
    pub(super) fn start_apart(
        &mut self,
        rate: Option<f64>,
        work: impl FnOnce(&Desk) -> Found + Send + 'static,
    ) -> Work {
        let (job, desk) = self.job();
        job.pace().set(rate);
        spawn(desk, work);
        job
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.forget_engines();
    }
}

/// Runs a job in a thread of its own, or says that there is no room for it.
fn spawn(desk: Desk, work: impl FnOnce(&Desk) -> Found + Send + 'static) {
    let desk = Arc::new(desk);
    let crowded = desk.machine.jobs.load(Relaxed) > JOBS;
    let mine = desk.clone();
    let thread = (!crowded).then(|| {
        std::thread::Builder::new().spawn(move || {
            let found = work(&mine);
            mine.tell(found);
        })
    });
    if !matches!(thread, Some(Ok(_))) {
        let full = refuse!("server.full", "the server has too much to do; try again in a while");
        let report = Report { number: desk.number, found: Found::Refused(full) };
        let _ = desk.reports.try_send(report);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An engine that does nothing.
    struct Lazy;

    impl Player for Lazy {
        fn think(
            &mut self,
            _: &dyn damier_kit::Position,
            _: &mut Run,
            _: &mut dyn FnMut(&damier_kit::Thought, &Run),
        ) -> damier_kit::Thought {
            damier_kit::Thought::default()
        }
    }

    /// However many pages play against engines, only the last few remember.
    #[test]
    fn engines_of_all_pages_share_their_memory() {
        let machine = Machine::new(1, 4 << 30);
        let most = machine.engines.most;
        let pools: Vec<_> = (0..60).map(|at| Pool::new(machine.clone(), at.to_string()).0).collect();
        for pool in &pools {
            for seat in [0, 1] {
                pool.put_engine((seat, "fast".to_owned()), Box::new(Lazy));
            }
        }
        assert!(most < 60 && machine.engines.waiting().len() == most);
        assert!(pools[0].engine(&(0, "fast".to_owned())).is_none(), "who has waited longest has forgotten");
        assert!(pools[59].engine(&(1, "slow".to_owned())).is_none());
        assert!(pools[59].engine(&(1, "fast".to_owned())).is_some(), "who played last remembers");
        drop(pools);
        assert!(machine.engines.waiting().is_empty());
    }

    /// A page that does not read holds up its own job and nobody else's: reports do not pile up, and no core is held meanwhile.
    #[test]
    fn who_never_reads_costs_no_memory_and_no_core() {
        let machine = Machine::new(1, 1 << 30);
        let (mut deaf, mut unread) = Pool::new(machine.clone(), "deaf".to_owned());
        let told = Arc::new(AtomicUsize::new(0));
        let count = told.clone();
        let _work = deaf.start(move |desk| {
            for _ in 0..10 * REPORTS {
                desk.tell(Found::Nothing);
                count.fetch_add(1, Relaxed);
            }
            Found::Nothing
        });
        // Another visitor's job is done on the only core.
        let (mut other, mut read) = Pool::new(machine, "other".to_owned());
        let _other = other.start(|_| Found::Nothing);
        assert!(matches!(read.blocking_recv(), Some(Report { found: Found::Nothing, .. })));
        std::thread::sleep(Duration::from_millis(100));
        let before = told.load(Relaxed);
        assert!((REPORTS..2 * REPORTS).contains(&before), "{before}");
        while told.load(Relaxed) < 10 * REPORTS {
            assert!(unread.blocking_recv().is_some());
        }
    }
}
