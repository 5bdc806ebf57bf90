//! How much a search may use, how far it is, and how to stop it.
//!
//! One [`Run`] accompanies a search. It counts expansions and stops at the node limit exactly; every 256 expansions
//! it looks at the clock and at [`Progress`], where another thread reads the figures and may ask it to stop. Memory
//! is a [`Budget`] that the search's tables draw on before they grow: reaching it is an outcome, never an abort.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use crate::{Cost, Scripted, Stop};

/// What a search may use at most. The default is no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Expanded nodes.
    pub nodes: Option<u64>,
    /// Wall-clock time from [`Run::new`].
    pub time: Option<Duration>,
    /// Bytes in the search's tables.
    pub memory: Option<u64>,
}

/// What a search did. One type for all algorithms.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Stats {
    /// States whose successors were asked for.
    pub expanded: u64,
    /// Successors that came of it, duplicates included.
    pub generated: u64,
    /// Successors that led to a state known already, at no better cost.
    pub duplicates: u64,
    /// Successors dropped because a heuristic saw a dead end or a bound cut them off.
    pub pruned: u64,
    /// The most states that waited at once.
    pub peak_open: u64,
    /// The most states that were kept as done.
    pub peak_closed: u64,
    /// The depth of the layer, or the bound on the cost, that the search had come to.
    pub bound: Cost,
    /// Seconds from the start of the run to its end.
    pub seconds: f64,
    /// The most bytes that the tables held at once.
    pub peak_bytes: u64,
}

/// The figures of a running search, for another thread to read, and the switch to cancel it.
#[derive(Debug, Default)]
pub struct Progress {
    cancel: AtomicBool,
    enough: AtomicBool,
    expanded: AtomicU64,
    generated: AtomicU64,
    bound: AtomicU64,
    bytes: AtomicU64,
    micros: AtomicU64,
    /// What the best solution so far costs, taken from [`u64::MAX`]; 0 while there is none.
    best: AtomicU64,
    least: AtomicU64,
    gate: OnceLock<Gate>,
}

/// Something that a search passes every few milliseconds, and may be held up by.
struct Gate(Box<dyn Fn() -> Duration + Send + Sync>);

impl std::fmt::Debug for Gate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Gate")
    }
}

/// What [`Progress`] said at one moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Snapshot {
    /// See [`Stats::expanded`].
    pub expanded: u64,
    /// See [`Stats::generated`].
    pub generated: u64,
    /// See [`Stats::bound`].
    pub bound: u64,
    /// Bytes in the tables now.
    pub bytes: u64,
    /// What the best solution so far costs, from a search that tells ([`Run::found`]).
    pub best: Option<u64>,
    /// No solution is cheaper: proven, by a search that tells ([`Run::proves`]). 0 if nothing is.
    pub least: u64,
    /// How long the search has been running; zero before it starts.
    pub elapsed: Duration,
}

impl Progress {
    /// Asks the search to stop; it does within 256 expansions.
    pub fn cancel(&self) {
        self.cancel.store(true, Relaxed);
    }

    /// Whether somebody asked it to stop.
    pub fn is_cancelled(&self) -> bool {
        self.cancel.load(Relaxed)
    }

    /// From now on the search calls this whenever it looks at the clock. What it answers is how long it was held up; that is no time of the
    /// search. Only the first gate counts.
    pub fn set_gate(&self, pass: impl Fn() -> Duration + Send + Sync + 'static) {
        let _ = self.gate.set(Gate(Box::new(pass)));
    }

    /// Tells the search that what it has is enough: it ends within 256 expansions, as if its time were over.
    pub fn enough(&self) {
        self.enough.store(true, Relaxed);
    }

    /// Tells who watches that there is a solution of this cost. What costs more than one that is known is no news.
    pub fn found(&self, cost: Cost) {
        self.best.fetch_max(u64::MAX - u64::from(cost), Relaxed);
    }

    /// Tells who watches that no solution is cheaper than this: proven.
    pub fn proves(&self, bound: Cost) {
        self.least.fetch_max(bound.into(), Relaxed);
    }

    /// The figures now.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot {
            expanded: self.expanded.load(Relaxed),
            generated: self.generated.load(Relaxed),
            bound: self.bound.load(Relaxed),
            bytes: self.bytes.load(Relaxed),
            best: Some(self.best.load(Relaxed)).filter(|&best| best > 0).map(|best| u64::MAX - best),
            least: self.least.load(Relaxed),
            elapsed: Duration::from_micros(self.micros.load(Relaxed)),
        }
    }
}

/// The bytes that a search's tables hold, and may hold.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    limit: Option<u64>,
    used: u64,
    peak: u64,
    /// What is held together with other threads, instead.
    pool: Option<Arc<Pool>>,
}

/// The bytes that the tables of several threads hold together.
#[derive(Debug)]
struct Pool {
    used: AtomicU64,
    peak: AtomicU64,
}

impl Budget {
    /// Counts `bytes` more, or refuses them and counts nothing.
    pub fn take(&mut self, bytes: usize) -> Result<(), Stop> {
        if let Some(pool) = &self.pool {
            let more = |used: u64| Some(used + bytes as u64).filter(|&used| !self.is_over(used));
            let before = pool.used.fetch_update(Relaxed, Relaxed, more).map_err(|_| Stop::Memory)?;
            pool.peak.fetch_max(before + bytes as u64, Relaxed);
            return Ok(());
        }
        let used = self.used + bytes as u64;
        if self.is_over(used) {
            return Err(Stop::Memory);
        }
        self.used = used;
        self.peak = self.peak.max(used);
        Ok(())
    }

    fn is_over(&self, used: u64) -> bool {
        self.limit.is_some_and(|limit| used > limit)
    }

    /// Counts `bytes` less.
    pub fn give_back(&mut self, bytes: usize) {
        if let Some(pool) = &self.pool {
            let less = |used: u64| Some(used.saturating_sub(bytes as u64));
            let _ = pool.used.fetch_update(Relaxed, Relaxed, less);
        }
        self.used = self.used.saturating_sub(bytes as u64);
    }

    /// Bytes held now; by all threads where they share the memory.
    pub fn used(&self) -> u64 {
        self.pool.as_ref().map_or(self.used, |pool| pool.used.load(Relaxed))
    }

    /// Bytes that may be held, if there is a limit.
    pub fn limit(&self) -> Option<u64> {
        self.limit
    }

    /// Another budget was drawn on meanwhile, and all of that is free again.
    pub fn saw(&mut self, other: &Budget) {
        self.peak = self.peak.max(self.used + other.peak);
    }

    /// Whether less than an eighth is left. What only saves work stops growing then, and leaves the rest to what is needed.
    #[inline]
    pub fn is_scarce(&self) -> bool {
        self.limit.is_some_and(|limit| self.used() > limit - limit / 8)
    }
}

/// A search under way: its limits, its figures, and the one place where the clock is read.
#[derive(Debug)]
pub struct Run {
    /// The figures so far; [`Run::finish`] completes them.
    pub stats: Stats,
    /// The memory of the tables.
    pub memory: Budget,
    limits: Limits,
    progress: Arc<Progress>,
    started: Instant,
    /// The number of expansions at which to look up next.
    next_look: u64,
    /// Expansions between two looks, and when the last look was.
    stride: u64,
    looked: Duration,
    /// Steps of work within an expansion, those at which to look at the clock next, and between two such looks.
    steps: u32,
    next_step: u32,
    step_stride: u32,
    /// Threads that the search may use, if its algorithm can use several.
    pub threads: usize,
    /// The heuristic that was brought along, for `own` in a spec.
    pub own: Option<Arc<dyn Scripted>>,
    /// What a thread's part of a run has in common with the others.
    part: Option<Part>,
}

/// A thread's part of a run.
#[derive(Debug)]
struct Part {
    /// Expansions that the threads have been granted, all together.
    granted: Arc<AtomicU64>,
    /// Whether one of them has the answer.
    over: Arc<AtomicBool>,
    /// What the progress was told by this thread: expanded, generated, bytes.
    told: [u64; 3],
}

/// Between two looks at the clock, at most. An expansion takes 0.2 to 100 microseconds mostly; where it takes longer, looks come more
/// often, so that one comes every 20 ms or so.
const LOOK_EVERY: u64 = 256;
const LOOK_WITHIN: Duration = Duration::from_millis(20);
/// The same for steps of work within an expansion, each of which takes from some nanoseconds to some milliseconds.
const STEPS_EVERY: u32 = 64;

impl Run {
    /// Starts the clock.
    pub fn new(limits: Limits) -> Self {
        Self::with_progress(limits, Arc::default())
    }

    /// Starts the clock, with a progress that another thread watches.
    pub fn with_progress(limits: Limits, progress: Arc<Progress>) -> Self {
        // What was told of another position holds no more.
        progress.best.store(0, Relaxed);
        progress.least.store(0, Relaxed);
        Self::telling(limits, progress)
    }

    fn telling(limits: Limits, progress: Arc<Progress>) -> Self {
        Run {
            stats: Stats::default(),
            memory: Budget { limit: limits.memory, ..Budget::default() },
            limits,
            progress,
            started: Instant::now(),
            next_look: 0,
            stride: 1,
            looked: Duration::ZERO,
            steps: 0,
            next_step: 1,
            step_stride: 1,
            threads: 1,
            own: None,
            part: None,
        }
    }

    /// The same with so many threads.
    pub fn with_threads(self, threads: usize) -> Self {
        Run { threads: threads.max(1), ..self }
    }

    /// Another run beside this one, with limits and figures of its own, that is cancelled with it and has no more time than is
    /// left here.
    pub fn beside(&self, limits: Limits) -> Self {
        let left = self.limits.time.map(|time| time.saturating_sub(self.started.elapsed()));
        let time = limits.time.into_iter().chain(left).min();
        let mut run = Self::telling(Limits { time, ..limits }, self.progress.clone());
        run.own.clone_from(&self.own);
        run.with_threads(self.threads)
    }

    /// Parts of this run for so many threads. Together they expand no more nodes than are left here (and nearly as many, before
    /// one of them is stopped); the memory that is left is divided evenly. [`Run::gather`] adds up what they did.
    pub fn split(&mut self, threads: usize) -> Vec<Run> {
        let granted = Arc::new(AtomicU64::new(self.stats.expanded));
        let over = Arc::new(AtomicBool::new(false));
        self.tell();
        let part = || Run {
            stats: Stats::default(),
            memory: Budget::default(),
            limits: self.limits,
            progress: self.progress.clone(),
            started: self.started,
            next_look: 0,
            stride: 1,
            looked: Duration::ZERO,
            steps: 0,
            next_step: 1,
            step_stride: 1,
            threads: 1,
            own: self.own.clone(),
            part: Some(Part { granted: granted.clone(), over: over.clone(), told: [0; 3] }),
        };
        let mut parts: Vec<Run> = (0..threads.max(1)).map(|_| part()).collect();
        self.gather(&mut parts);
        parts
    }

    /// The same, but all parts draw on the memory that is left together, for tables that they share. [`Run::gather`] ends that.
    pub fn split_sharing(&mut self, threads: usize) -> Vec<Run> {
        let mut parts = self.split(threads);
        let pool = Pool { used: self.memory.used.into(), peak: self.memory.used.into() };
        let memory = Budget { limit: self.memory.limit, pool: Some(Arc::new(pool)), ..Budget::default() };
        parts.iter_mut().for_each(|part| part.memory = memory.clone());
        parts
    }

    /// Adds the figures of its parts, which begin at nothing again, and divides the memory that is left among them. Between
    /// two calls the parts must not be asked for figures of the whole.
    pub fn gather(&mut self, parts: &mut [Run]) {
        let (mut used, mut peak) = (self.memory.used, self.memory.used);
        for part in &mut *parts {
            self.stats.expanded += part.stats.expanded;
            self.stats.generated += part.stats.generated;
            self.stats.duplicates += part.stats.duplicates;
            self.stats.pruned += part.stats.pruned;
            self.sizes(part.stats.peak_open as usize, part.stats.peak_closed as usize);
            used += part.memory.used;
            peak += part.memory.peak;
            if let Some(Part { granted, told, .. }) = &mut part.part {
                granted.fetch_sub(part.next_look.saturating_sub(part.stats.expanded), Relaxed);
                told[0] = told[0].wrapping_sub(part.stats.expanded);
                told[1] = told[1].wrapping_sub(part.stats.generated);
            }
            part.stats = Stats::default();
            part.next_look = 0;
        }
        if let Some(pool) = parts.first().and_then(|part| part.memory.pool.clone()) {
            self.memory.used = pool.used.load(Relaxed);
            self.memory.peak = self.memory.peak.max(pool.peak.load(Relaxed));
            return;
        }
        self.memory.peak = self.memory.peak.max(peak);
        self.progress.bound.store(u64::from(self.stats.bound), Relaxed);
        if let Some(limit) = self.memory.limit {
            let each = limit.saturating_sub(used) / parts.len().max(1) as u64;
            parts.iter_mut().for_each(|part| part.memory.limit = Some(part.memory.used + each));
        }
    }

    /// What tells how far it is, and by which it is cancelled.
    pub fn progress(&self) -> &Arc<Progress> {
        &self.progress
    }

    /// See [`Progress::found`].
    pub fn found(&self, cost: Cost) {
        self.progress.found(cost);
    }

    /// See [`Progress::proves`].
    pub fn proves(&self, bound: Cost) {
        self.progress.proves(bound);
    }

    /// What is left of the limits.
    pub fn left(&self) -> Limits {
        Limits {
            nodes: self.limits.nodes.map(|nodes| nodes.saturating_sub(self.stats.expanded)),
            time: self.limits.time.map(|time| time.saturating_sub(self.started.elapsed())),
            memory: self.limits.memory.map(|memory| memory.saturating_sub(self.memory.used())),
        }
    }

    /// The expansions that the limit still allows.
    pub fn nodes_left(&self) -> Option<u64> {
        self.limits.nodes.map(|nodes| nodes.saturating_sub(self.stats.expanded))
    }

    /// Counts an expansion that is about to be made, or says why it may not be.
    #[inline]
    pub fn expand(&mut self) -> Result<(), Stop> {
        if self.stats.expanded == self.next_look {
            self.look()?;
        }
        self.stats.expanded += 1;
        Ok(())
    }

    /// Looks at the limits and tells the progress, whatever the number of expansions. For long work between two
    /// expansions (listing millions of goal states, building a table).
    #[cold]
    pub fn look(&mut self) -> Result<(), Stop> {
        let expanded = self.stats.expanded;
        if self.part.is_some() {
            return self.look_from_part();
        }
        if let Some(Gate(pass)) = self.progress.gate.get() {
            self.started += pass();
        }
        let elapsed = self.tell();
        if self.progress.is_cancelled() {
            return Err(Stop::Cancelled);
        }
        if self.own.as_ref().is_some_and(|own| own.has_failed()) {
            return Err(Stop::Failed);
        }
        if self.limits.nodes.is_some_and(|nodes| expanded >= nodes) {
            return Err(Stop::Nodes);
        }
        if self.is_late(elapsed) {
            return Err(Stop::Time);
        }
        let slow = elapsed.saturating_sub(self.looked) > LOOK_WITHIN / 2;
        self.stride = if slow { (self.stride / 2).max(1) } else { (self.stride * 2).min(LOOK_EVERY) };
        self.looked = elapsed;
        self.next_look = (expanded + self.stride).min(self.limits.nodes.unwrap_or(u64::MAX));
        Ok(())
    }

    /// Makes a step of work that is no expansion: a successor, a row of a table, a box that is matched. Now and then it looks at the
    /// clock, and whether somebody asked to stop; the limit of nodes is not its business.
    #[inline]
    pub fn step(&mut self) -> Result<(), Stop> {
        self.steps = self.steps.wrapping_add(1);
        if self.steps == self.next_step { self.look_at_clock() } else { Ok(()) }
    }

    #[cold]
    fn look_at_clock(&mut self) -> Result<(), Stop> {
        let elapsed = self.started.elapsed();
        // Whoever has to stop is told so at every step.
        self.next_step = self.steps.wrapping_add(1);
        if self.part.is_none() {
            self.progress.bytes.store(self.memory.used, Relaxed);
            self.progress.micros.store(elapsed.as_micros() as u64, Relaxed);
        }
        if self.progress.is_cancelled() {
            return Err(Stop::Cancelled);
        }
        if self.own.as_ref().is_some_and(|own| own.has_failed()) {
            return Err(Stop::Failed);
        }
        if self.is_late(elapsed) {
            return Err(Stop::Time);
        }
        if self.is_over() {
            return Err(Stop::GaveUp);
        }
        let slow = elapsed.saturating_sub(self.looked) > LOOK_WITHIN / 2;
        let stride = if slow { self.step_stride / 4 } else { self.step_stride * 2 };
        self.step_stride = stride.clamp(1, STEPS_EVERY);
        self.looked = elapsed;
        self.next_step = self.steps.wrapping_add(self.step_stride);
        Ok(())
    }

    /// Tells the progress; says how long the run has taken.
    fn tell(&self) -> Duration {
        self.progress.expanded.store(self.stats.expanded, Relaxed);
        self.progress.generated.store(self.stats.generated, Relaxed);
        self.progress.bound.store(u64::from(self.stats.bound), Relaxed);
        self.progress.bytes.store(self.memory.used, Relaxed);
        let elapsed = self.started.elapsed();
        self.progress.micros.store(elapsed.as_micros() as u64, Relaxed);
        elapsed
    }

    /// The same from a thread's part: it adds to the progress, and draws its next expansions from those of all.
    fn look_from_part(&mut self) -> Result<(), Stop> {
        let elapsed = self.started.elapsed();
        let late = self.is_late(elapsed);
        let over = self.is_over();
        let Some(Part { granted, told, .. }) = &mut self.part else { return Ok(()) };
        let shares = self.memory.pool.is_some();
        let bytes = if shares { told[2] } else { self.memory.used };
        let figures = [self.stats.expanded, self.stats.generated, bytes];
        let totals = [&self.progress.expanded, &self.progress.generated, &self.progress.bytes];
        for ((figure, told), total) in figures.into_iter().zip(told).zip(totals) {
            // Wrapping: bytes may have become fewer.
            total.fetch_add(figure.wrapping_sub(*told), Relaxed);
            *told = figure;
        }
        if shares {
            self.progress.bytes.store(self.memory.used(), Relaxed);
        }
        self.progress.micros.store(elapsed.as_micros() as u64, Relaxed);
        if self.progress.is_cancelled() {
            return Err(Stop::Cancelled);
        }
        if self.own.as_ref().is_some_and(|own| own.has_failed()) {
            return Err(Stop::Failed);
        }
        if late {
            return Err(Stop::Time);
        }
        if over {
            return Err(Stop::GaveUp);
        }
        if self.stats.expanded >= self.next_look {
            let most = self.limits.nodes.unwrap_or(u64::MAX);
            // Less and less towards the limit, so that little of it is left with a thread that does not need it.
            let grant = |granted: u64| ((most - granted) / 4).clamp(1, LOOK_EVERY);
            let next = |granted: u64| (granted < most).then(|| granted + grant(granted));
            let before = granted.fetch_update(Relaxed, Relaxed, next).map_err(|_| Stop::Nodes)?;
            self.next_look = self.stats.expanded + grant(before);
        }
        Ok(())
    }

    /// Ends all parts of the run that this is one of: it has the answer. They give up at their next look at the clock.
    pub fn end_parts(&self) {
        self.part.iter().for_each(|part| part.over.store(true, Relaxed));
    }

    fn is_over(&self) -> bool {
        self.part.as_ref().is_some_and(|part| part.over.load(Relaxed))
    }

    /// Whether the time is over, or somebody said that it is enough.
    fn is_late(&self, elapsed: Duration) -> bool {
        self.limits.time.is_some_and(|time| elapsed >= time) || self.progress.enough.load(Relaxed)
    }

    /// See [`Progress::enough`]; for those who hear a search tell how far it is.
    pub fn enough(&self) {
        self.progress.enough();
    }

    /// Tells how many states wait and how many are kept, for the peaks.
    #[inline]
    pub fn sizes(&mut self, open: usize, closed: usize) {
        self.stats.peak_open = self.stats.peak_open.max(open as u64);
        self.stats.peak_closed = self.stats.peak_closed.max(closed as u64);
    }

    /// So much of the time since the start is not its own: it waited for something that is not counted.
    pub fn held_up(&mut self, by: Duration) {
        self.started += by.min(self.started.elapsed());
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Completes the figures with seconds and bytes.
    pub fn finish(&mut self) -> Stats {
        self.stats.seconds = self.started.elapsed().as_secs_f64();
        self.stats.peak_bytes = self.memory.peak;
        self.stats
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_node_limit_is_exact() {
        for limit in [0, 1, 255, 256, 257, 1000] {
            let mut run = Run::new(Limits { nodes: Some(limit), ..Limits::default() });
            while run.expand().is_ok() {}
            assert_eq!(run.stats.expanded, limit);
        }
    }

    #[test]
    fn a_budget_refuses_what_does_not_fit_and_keeps_its_count() {
        let mut budget = Budget { limit: Some(10), ..Budget::default() };
        assert_eq!(budget.take(8), Ok(()));
        assert_eq!(budget.take(3), Err(Stop::Memory));
        assert_eq!(budget.take(2), Ok(()));
        budget.give_back(10);
        assert_eq!((budget.used(), budget.peak), (0, 10));
    }

    #[test]
    fn parts_of_a_run_share_its_limits_and_add_up() {
        for limit in [3, 256, 1000, 5000] {
            let limits = Limits { nodes: Some(limit), memory: Some(100), ..Limits::default() };
            let mut run = Run::new(limits);
            run.expand().unwrap();
            run.memory.take(40).unwrap();
            let mut parts = run.split(3);
            for part in &mut parts {
                assert_eq!(part.memory.take(21), Err(Stop::Memory));
                part.memory.take(20).unwrap();
                // Each gives back what it was granted and has not used.
                part.expand().ok();
            }
            run.gather(&mut parts);
            assert_eq!((run.stats.expanded, run.finish().peak_bytes), (limit.min(4), 100));
            while parts.iter_mut().any(|part| part.expand().is_ok()) {}
            run.gather(&mut parts);
            assert_eq!((run.stats.expanded, run.progress.snapshot().expanded), (limit, limit));
        }
    }

    #[test]
    fn parts_that_share_the_memory_keep_to_it_together() {
        let mut run = Run::new(Limits { memory: Some(100), ..Limits::default() });
        run.memory.take(40).unwrap();
        let mut parts = run.split_sharing(2);
        parts[0].memory.take(50).unwrap();
        assert_eq!(parts[1].memory.take(11), Err(Stop::Memory));
        parts[1].memory.take(10).unwrap();
        assert!(parts[0].memory.is_scarce());
        // What one took another may give back.
        parts[1].memory.give_back(30);
        assert_eq!(parts[0].memory.used(), 70);
        run.gather(&mut parts);
        assert_eq!((run.memory.used(), run.finish().peak_bytes), (70, 100));
    }

    #[test]
    fn steps_look_at_the_clock_and_not_at_the_nodes() {
        let progress = Arc::new(Progress::default());
        let limits = Limits { nodes: Some(0), ..Limits::default() };
        let mut run = Run::with_progress(limits, progress.clone());
        assert_eq!((0..10_000).find_map(|_| run.step().err()), None);
        // Where steps are slow, they are seen soon.
        for _ in 0..8 {
            std::thread::sleep(LOOK_WITHIN);
            while run.steps.wrapping_add(1) != run.next_step {
                run.step().unwrap();
            }
            run.step().unwrap();
        }
        progress.cancel();
        assert_eq!((0..=STEPS_EVERY).find_map(|_| run.step().err()), Some(Stop::Cancelled));
        assert_eq!(run.step_stride, 1);
        let mut run = Run::new(Limits { time: Some(Duration::ZERO), ..Limits::default() });
        assert_eq!((0..=STEPS_EVERY).find_map(|_| run.step().err()), Some(Stop::Time));
        assert_eq!((run.step(), run.step(), run.look()), (Err(Stop::Time), Err(Stop::Time), Err(Stop::Time)));
    }

    #[test]
    fn the_best_and_the_bound_are_told_until_another_run_begins() {
        let progress = Arc::new(Progress::default());
        let told = || (progress.snapshot().best, progress.snapshot().least);
        let mut run = Run::with_progress(Limits::default(), progress.clone());
        assert_eq!(told(), (None, 0));
        run.found(7);
        run.split(2)[1].found(0);
        run.beside(Limits::default()).found(9);
        run.proves(3);
        run.beside(Limits::default()).proves(2);
        assert_eq!(told(), (Some(0), 3));
        Run::with_progress(Limits::default(), progress.clone());
        assert_eq!(told(), (None, 0));
    }

    #[test]
    fn a_part_with_the_answer_ends_the_others_and_not_the_run() {
        let mut run = Run::new(Limits::default());
        let mut parts = run.split(3);
        parts.iter_mut().for_each(|part| part.expand().unwrap());
        parts[1].end_parts();
        for part in &mut parts {
            let more = std::iter::from_fn(|| part.expand().ok()).take(10_000).count() as u64;
            assert!(more <= LOOK_EVERY, "{more}");
            assert_eq!((0..=STEPS_EVERY).find_map(|_| part.step().err()), Some(Stop::GaveUp));
        }
        run.gather(&mut parts);
        assert_eq!((run.look(), run.step()), (Ok(()), Ok(())));
        run.split(2)[0].expand().unwrap();
    }

    #[test]
    fn enough_is_enough() {
        let mut run = Run::new(Limits::default());
        let mut parts = run.split(2);
        run.expand().unwrap();
        run.beside(Limits::default()).enough();
        for run in std::iter::once(&mut run).chain(&mut parts) {
            let more = std::iter::from_fn(|| run.expand().ok()).take(10_000).count() as u64;
            assert!(more <= LOOK_EVERY, "{more}");
            assert_eq!(run.expand(), Err(Stop::Time));
        }
    }

    #[test]
    fn cancelling_stops_at_the_next_look() {
        let progress = Arc::new(Progress::default());
        let mut run = Run::with_progress(Limits::default(), progress.clone());
        run.expand().unwrap();
        progress.cancel();
        let more = std::iter::from_fn(|| run.expand().ok()).count() as u64;
        assert!(more <= LOOK_EVERY);
    }
}
