//! Several algorithms that solve one position, side by side.
//!
//! Each lane searches in a thread of its own, but only one runs at a time: a lane is granted so many expansions, or so much time
//! of its own, and waits for the next grant when they are used up. So none disturbs another's time, two clocks are possible,
//! and a race can be slowed down or halted. The heat counts every expansion; the cells that are told are those of the
//! last one, a sample of what was expanded between two messages.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, Scope};
use std::time::{Duration, Instant};

use damier_kit::Position;
use damier_lab::Game;
use damier_lab::record::Record;
use damier_search::{Event, Limits, Placement, Progress, Run, Spec, Watcher};

use super::jobs::Found;
use super::pool::Desk;
use super::wire::{Lane, Message, RaceClock, Step};

/// Between two messages: twenty a second are more than an eye follows, and a page draws the frames between them.
const TICK: Duration = Duration::from_millis(50);
/// What a lane gets at a time when nothing holds it back.
const QUANTUM: Duration = Duration::from_millis(10);
const QUANTUM_EXPANSIONS: f64 = 10_000.0;
/// A lane may use this much time of its own, and memory.
const MOST: Duration = Duration::from_secs(60);
const MEMORY: u64 = 256 << 20;
/// A solution of more moves is not replayed: nobody would watch it.
const LONGEST: usize = 2000;

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
    /// By which its search is cancelled.
    progress: Arc<Progress>,
    /// Since when an outside engine searches. It need not tell what it does, and is waited for a moment only.
    outside: Option<Instant>,
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

impl Watcher<Placement, &str> for Turnstile {
    fn on(&mut self, event: Event<'_, Placement, &str>) {
        match event {
            Event::Expand { state: Placement { cells, tasked }, .. } => {
                while self.is_used_up() {
                    self.wait();
                }
                self.lane.expanded += 1;
                for &cell in tasked {
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
fn search(game: Game, position: &dyn Position, spec: &Spec, memory: u64, mut turnstile: Turnstile) {
    // An outside engine has the memory that its entry says.
    let outside = damier_engines::named(game.kit, &spec.name).is_some();
    let limits = Limits { memory: Some(memory).filter(|_| !outside), ..Limits::default() };
    turnstile.wait();
    let mut run = Run::with_progress(limits, turnstile.progress.clone());
    let record = Record::solve(game, String::new(), position, spec, &mut run, Some(&mut turnstile));
    let seconds = turnstile.running().as_secs_f64();
    let mut lane = turnstile.lane;
    lane.seconds = seconds;
    match record {
        Err(refusal) => (lane.outcome, lane.refusal) = ("error", Some(refusal)),
        Ok(record) => {
            lane.outcome = record.outcome;
            lane.refusal = record.error;
            lane.optimal = record.optimal == Some(true);
            lane.bound = record.lower_bound.unwrap_or(lane.bound);
            lane.cost = record.cost;
            lane.moves = record.moves.unwrap_or_default();
            replay(position, &mut lane);
            if let Some(stats) = record.stats {
                (lane.expanded, lane.bytes) = (stats.expanded, stats.peak_bytes);
            }
        }
    }
    let _ = turnstile.news.send(lane);
}

/// Plays a lane's solution, so that its board can show it and ends where the solution does.
fn replay(position: &dyn Position, lane: &mut Lane) {
    let (way, end) = way(position, &lane.moves);
    lane.way = way;
    lane.cells = end.unwrap_or_else(|| std::mem::take(&mut lane.cells));
}

/// A solution step by step, where it is not too long to be watched, and where the pieces stand in the end; none where it has no move.
pub(super) fn way(position: &dyn Position, moves: &[String]) -> (Vec<Step>, Option<Vec<u16>>) {
    let mut here: Option<Box<dyn Position>> = None;
    let mut way = Vec::new();
    for step in moves {
        let Ok(played) = here.as_deref().unwrap_or(position).play(step) else { break };
        way.push(Step { piece: played.piece, path: played.path, pushed: played.pushed });
        here = Some(played.position);
    }
    if way.len() > LONGEST {
        way = Vec::new();
    }
    (way, here.map(|here| here.scene().pieces.iter().map(|piece| piece.cell).collect()))
}

impl Runner {
    fn new<'scope>(
        scope: &'scope Scope<'scope, '_>,
        game: Game,
        start: &'scope Start,
        spec: &'scope Spec,
        memory: u64,
    ) -> Self {
        let scene = start.position.scene();
        let heat = vec![0; scene.width * scene.height];
        let lane = Lane { algorithm: spec.to_string(), outcome: "running", heat, ..Lane::default() };
        let (grants, granted) = channel();
        let (told, news) = channel();
        let progress = Arc::<Progress>::default();
        let outside = damier_engines::named(game.kit, &spec.name).map(|_| Instant::now());
        let turnstile = Turnstile {
            lane: lane.clone(),
            grant: Grant::Expansions(0),
            grants: granted,
            news: told,
            progress: progress.clone(),
            began: Instant::now(),
            waited: Duration::ZERO,
        };
        thread::Builder::new()
            .spawn_scoped(scope, move || search(game, start.position.as_ref(), spec, memory, turnstile))
            .map_or_else(
                |_| Runner {
                    lane: Lane { outcome: "error", ..lane.clone() },
                    grants: None,
                    news: channel().1,
                    progress: Arc::default(),
                    outside: None,
                },
                |_| Runner {
                    lane: lane.clone(),
                    grants: Some(grants),
                    news,
                    progress: progress.clone(),
                    outside,
                },
            )
    }

    fn is_running(&self) -> bool {
        self.lane.outcome == "running"
    }

    /// Lets the lane go on, and waits until it has used that up or is done.
    fn grant(&mut self, grant: Grant) {
        let Some(grants) = self.grants.as_ref().filter(|_| self.lane.outcome == "running") else { return };
        if grants.send(grant).is_err() {
            // It has ended meanwhile, and what it told last waits to be heard.
            return self.hear();
        }
        let Some(since) = self.outside else { return self.hear() };
        match self.news.recv_timeout(QUANTUM) {
            Ok(lane) => self.lane = lane,
            Err(RecvTimeoutError::Timeout) => self.lane.seconds = since.elapsed().as_secs_f64(),
            Err(RecvTimeoutError::Disconnected) => self.lane.outcome = "error",
        }
        // What it told while others had their turn.
        while let Ok(lane) = self.news.try_recv() {
            self.lane = lane;
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
            self.progress.cancel();
            while self.is_running() {
                self.hear();
            }
            if self.lane.outcome == "cancelled" {
                self.lane.outcome = outcome;
            }
        }
    }
}

/// Runs the race to its end.
pub(super) fn run(desk: &Desk, game: Game, start: &Start) -> Found {
    let lanes = start.specs.len() as u64;
    let memory = desk.memory(MEMORY * lanes) / lanes.max(1);
    thread::scope(|scope| {
        let mut runners: Vec<Runner> =
            start.specs.iter().map(|spec| Runner::new(scope, game, start, spec, memory)).collect();
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
                    desk.say(standing(start.clock, &mut runners, false));
                    told = Some(now);
                }
                thread::sleep(next.saturating_duration_since(Instant::now()));
                next = Instant::now() + TICK;
            }
        }
        runners.iter_mut().for_each(|runner| runner.stop("cancelled"));
        standing(start.clock, &mut runners, true).into()
    })
}

/// How the race stands. A solution's way is told once.
fn standing(clock: RaceClock, runners: &mut [Runner], done: bool) -> Message {
    let lanes = runners.iter_mut().map(|Runner { lane, .. }| {
        let way = std::mem::take(&mut lane.way);
        Lane { way, ..lane.clone() }
    });
    Message::Race { clock, lanes: lanes.collect(), done }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;
    use crate::games::GAMES;
    use crate::server::Random;
    use crate::server::levels::shipped;
    use crate::server::session::Session;

    /// The games that a plan solves, with a position each and where its pieces stand.
    fn puzzles() -> Vec<(Game, Arc<dyn Position>, Vec<u16>)> {
        let tables = GAMES.iter().map(|&game| {
            let mut session = Session::new("1".to_owned(), game, Random::seed_from_u64(3));
            // A board that takes some searching.
            if let Some((set, levels)) = shipped(game).iter().find(|(set, _)| set.ends_with("-3")) {
                session.level(set, levels.len() / 2).unwrap();
            }
            let position = session.position();
            let cells = position.scene().pieces.iter().map(|piece| piece.cell).collect();
            (game, position, cells)
        });
        tables.filter(|(_, position, _)| position.plans().is_some()).collect()
    }

    /// What the first state is, of searches that tell.
    struct Pieces {
        start: Vec<u16>,
        first: Option<Vec<u16>>,
    }

    impl Watcher<Placement, &str> for Pieces {
        fn on(&mut self, event: Event<'_, Placement, &str>) {
            let Event::Expand { state, .. } = event else { return };
            assert_eq!(state.cells.len(), self.start.len());
            self.first.get_or_insert_with(|| state.cells.clone());
        }
    }

    #[test]
    fn a_state_is_told_as_the_pieces_of_the_scene_in_their_order() {
        for (game, position, start) in puzzles() {
            for info in game.kit.algorithms() {
                let mut pieces = Pieces { start: start.clone(), first: None };
                let mut run = Run::new(Limits { nodes: Some(500), ..Limits::default() });
                let spec: Spec = info.name.parse().unwrap();
                position.plans().unwrap().solve(&spec, &mut run, Some(&mut pieces)).unwrap();
                // Solvers made for a game may tell nothing; these tell each state.
                if ["bfs", "astar"].contains(&info.name) {
                    // A search may take all places to which one piece can walk for one.
                    let first = pieces.first.unwrap();
                    let elsewhere = first.iter().zip(&start).filter(|(here, began)| here != began).count();
                    assert!(elsewhere <= 1, "{} {spec} begins at the start", game.name());
                }
            }
        }
    }

    #[test]
    fn a_lane_with_a_solution_ends_on_the_goal_and_tells_the_way_there() {
        for (game, position, mut cells) in puzzles() {
            let spec = game.kit.about().default_algorithm.parse().unwrap();
            let mut run = Run::new(Limits::default());
            let record =
                Record::solve(game, String::new(), position.as_ref(), &spec, &mut run, None).unwrap();
            let mut lane = Lane { moves: record.moves.unwrap(), ..Lane::default() };
            replay(position.as_ref(), &mut lane);
            assert_eq!(lane.way.len(), lane.moves.len());
            for Step { piece, path, pushed } in &lane.way {
                for (piece, path) in
                    [(*piece, path)].into_iter().chain(pushed.iter().map(|(at, path)| (*at, path)))
                {
                    cells[piece] = *path.last().unwrap();
                }
            }
            assert_eq!(cells, lane.cells, "{}", game.name());
            let end = lane.moves.iter().fold(None::<Box<dyn Position>>, |here, step| {
                Some(here.as_deref().unwrap_or(position.as_ref()).play(step).unwrap().position)
            });
            assert!(end.unwrap().is_over(), "{}", game.name());
        }
    }
}
