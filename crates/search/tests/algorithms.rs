//! What every algorithm owes its caller, whatever the problem: right answers where actions cost different amounts, exact limits,
//! quick cancelling, bounded memory, and events that tell what the statistics count.

use std::sync::Arc;
use std::time::{Duration, Instant};

use damier_search::example::{Counter, Doublings};
use damier_search::registry::{Entry, HeuristicEntry, build, entries, reversible_entries};
use damier_search::{
    Blind, Cost, Event, Heuristic, HeuristicInfo, Limits, Outcome, Problem, Progress, Run, Stop, Watcher,
    conformance,
};

/// A graph of `cells` places with pseudo-random edges of different costs.
struct Graph {
    seed: u64,
    cells: u32,
}

impl Graph {
    fn random(&self, salt: u64) -> u32 {
        let mut x = self.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ salt.wrapping_mul(0xD6E8_FEB8_6659_FD93);
        x ^= x >> 32;
        x = x.wrapping_mul(0xD6E8_FEB8_6659_FD93);
        (x >> 33) as u32
    }
}

impl Problem for Graph {
    type State = u32;
    type Action = u32;
    const UNIT_COSTS: bool = false;

    fn start(&self) -> u32 {
        0
    }

    fn is_goal(&self, state: &u32) -> bool {
        *state == self.cells - 1
    }

    fn successors(&self, state: &u32, mut emit: impl FnMut(u32, u32, Cost)) {
        for edge in 0..3 {
            let salt = u64::from(state * 3 + edge);
            emit(edge, self.random(salt) % self.cells, 1 + self.random(salt + 1_000_000) % 9);
        }
    }
}

/// Half the true distance in some states and nothing in others: admissible, far from consistent.
struct Jumpy(Vec<Option<Cost>>);

impl Jumpy {
    const INFO: HeuristicInfo = HeuristicInfo {
        name: "jumpy",
        summary: "admissible and inconsistent",
        admissible: true,
        consistent: false,
    };

    fn new(graph: &Graph) -> Self {
        // Bellman-Ford on the whole graph: as plain as can be.
        let mut far: Vec<Option<Cost>> = vec![None; graph.cells as usize];
        far[graph.cells as usize - 1] = Some(0);
        for _ in 0..graph.cells {
            for state in 0..graph.cells {
                graph.successors(&state, |_, next, cost| {
                    if let Some(way) = far[next as usize].map(|left| left + cost)
                        && far[state as usize].is_none_or(|known| way < known)
                        && !graph.is_goal(&state)
                    {
                        far[state as usize] = Some(way);
                    }
                });
            }
        }
        Jumpy(
            (0..)
                .zip(far)
                .map(|(state, left)| left.map(|left| if state % 3 == 0 { left } else { 0 }))
                .collect(),
        )
    }
}

impl Heuristic<Graph> for Jumpy {
    fn info(&self) -> &'static HeuristicInfo {
        const { &Self::INFO }
    }

    fn estimate(&self, _: &Graph, state: &u32) -> Option<Cost> {
        self.0[*state as usize]
    }
}

#[test]
fn different_costs_and_inconsistent_heuristics_are_no_excuse() {
    // Breadth-first and beam count steps; their promises are for equal costs only.
    let algorithms: Vec<Entry<Graph>> =
        entries().into_iter().filter(|entry| entry.info.name != "bfs").collect();
    let heuristics = [
        HeuristicEntry { info: &Jumpy::INFO, build: |graph: &Graph| Box::new(Jumpy::new(graph)), map: None },
        HeuristicEntry { info: &Blind::INFO, build: |_| Box::new(Blind), map: None },
    ];
    for seed in 0..300 {
        let graph = Graph { seed, cells: 5 + (seed % 60) as u32 };
        let looked = conformance::check(&graph, &algorithms, &heuristics, |_| Ok(()), 1000);
        assert_eq!(looked, Ok(true), "seed {seed}");
    }
}

/// Numbers without end: no algorithm can exhaust it, and no goal is ever found.
struct Endless;

impl Problem for Endless {
    type State = u64;
    type Action = u8;
    const UNIT_COSTS: bool = true;

    fn start(&self) -> u64 {
        1
    }

    fn is_goal(&self, _: &u64) -> bool {
        false
    }

    fn successors(&self, state: &u64, mut emit: impl FnMut(u8, u64, Cost)) {
        for action in 0..4 {
            emit(action, state.wrapping_mul(4).wrapping_add(u64::from(action)).rotate_left(7), 1);
        }
    }
}

fn endless(limits: Limits, name: &str) -> (Outcome<u8>, Run) {
    let heuristics = [HeuristicEntry { info: &Blind::INFO, build: |_| Box::new(Blind), map: None }];
    let deep = if name == "dfs" { "dfs(limit=1000000)".to_owned() } else { name.to_owned() };
    let solver = build(&deep.parse().unwrap(), &Endless, &entries(), &heuristics).unwrap();
    let mut run = Run::new(limits);
    let outcome = solver.solve(&Endless, &mut run, None);
    (outcome, run)
}

fn names() -> Vec<&'static str> {
    entries::<Endless>().iter().map(|entry| entry.info.name).collect()
}

fn stopped(outcome: &Outcome<u8>) -> Option<Stop> {
    if let Outcome::Stopped { why, best: None, lower_bound: 1.. } = outcome { Some(*why) } else { None }
}

#[test]
fn node_limits_stop_exactly() {
    for name in names() {
        for nodes in [0, 1, 255, 1000, 54_321] {
            let (outcome, run) = endless(Limits { nodes: Some(nodes), ..Limits::default() }, name);
            assert_eq!((stopped(&outcome), run.stats.expanded), (Some(Stop::Nodes), nodes), "{name}");
        }
    }
}

#[test]
fn node_counts_repeat() {
    for name in names() {
        let stats = || {
            let (_, run) = endless(Limits { nodes: Some(10_000), ..Limits::default() }, name);
            (run.stats.generated, run.stats.duplicates, run.stats.peak_open, run.stats.peak_bytes)
        };
        assert_eq!(stats(), stats(), "{name}");
    }
}

/// The tables keep to the limit, and reaching it is an outcome; those that can go on without more memory do.
#[test]
fn memory_limits_hold() {
    let memory = 16 << 20;
    for name in names() {
        let time = Some(Duration::from_secs(2));
        let (outcome, run) = endless(Limits { memory: Some(memory), time, ..Limits::default() }, name);
        let goes_on = matches!(name, "ids" | "ida" | "beam");
        let expected =
            if goes_on && stopped(&outcome) != Some(Stop::Memory) { Stop::Time } else { Stop::Memory };
        assert_eq!(stopped(&outcome), Some(expected), "{name}");
        assert!(run.stats.peak_bytes <= memory, "{name}: {}", run.stats.peak_bytes);
        if !goes_on {
            assert!(run.stats.peak_bytes > memory / 2, "{name} stopped early: {}", run.stats.peak_bytes);
        }
    }
}

#[test]
fn time_limits_hold() {
    for name in names() {
        let began = Instant::now();
        let limits =
            Limits { time: Some(Duration::from_millis(60)), memory: Some(1 << 30), ..Limits::default() };
        let (outcome, _) = endless(limits, name);
        assert_eq!(stopped(&outcome), Some(Stop::Time), "{name}");
        // 50 ms are promised; the rest is for a machine that runs other tests at the same time.
        assert!(began.elapsed() < Duration::from_millis(60 + 50 + 390), "{name}: {:?}", began.elapsed());
    }
}

#[test]
fn cancelling_is_quick() {
    for name in names() {
        let progress = Arc::new(Progress::default());
        let heuristics = [HeuristicEntry { info: &Blind::INFO, build: |_| Box::new(Blind), map: None }];
        let solver = build(&name.parse().unwrap(), &Endless, &entries(), &heuristics).unwrap();
        let canceller = std::thread::spawn({
            let progress = progress.clone();
            move || {
                std::thread::sleep(Duration::from_millis(40));
                progress.cancel();
                Instant::now()
            }
        });
        let limits = Limits { memory: Some(1 << 30), ..Limits::default() };
        let outcome = solver.solve(&Endless, &mut Run::with_progress(limits, progress.clone()), None);
        let late = canceller.join().unwrap().elapsed();
        // A depth-first pass with the default limit may be over before: then there was nothing to cancel.
        assert!(matches!(stopped(&outcome), Some(Stop::Cancelled | Stop::GaveUp)), "{name}: {outcome:?}");
        assert!(late < Duration::from_millis(500), "{name}: {late:?}");
        assert!(progress.snapshot().expanded > 0);
    }
}

/// Counts what it is told.
#[derive(Default)]
struct Tally {
    expanded: u64,
    generated: u64,
}

impl<S, A> Watcher<S, A> for Tally {
    fn on(&mut self, event: Event<'_, S, A>) {
        match event {
            Event::Expand { .. } => self.expanded += 1,
            Event::Generate { .. } => self.generated += 1,
            _ => {}
        }
    }
}

/// A watched search does what an unwatched one does, and tells every step.
#[test]
fn events_tell_what_statistics_count() {
    let problem = Counter { start: 1, goal: 1000 };
    let heuristics =
        [HeuristicEntry { info: Doublings.info(), build: |_: &Counter| Box::new(Doublings), map: None }];
    let algorithms: Vec<Entry<Counter>> = entries().into_iter().chain(reversible_entries()).collect();
    for entry in &algorithms {
        let name = entry.info.name;
        let solver = build(&name.parse().unwrap(), &problem, &algorithms, &heuristics).unwrap();
        let (mut watched, mut unwatched) = (Run::new(Limits::default()), Run::new(Limits::default()));
        let mut tally = Tally::default();
        let seen = solver.solve(&problem, &mut watched, Some(&mut tally));
        assert_eq!(seen, solver.solve(&problem, &mut unwatched, None), "{name}");
        assert_eq!(tally.expanded, watched.stats.expanded, "{name}");
        assert_eq!(
            (watched.stats.expanded, watched.stats.generated),
            (unwatched.stats.expanded, unwatched.stats.generated)
        );
        assert_eq!(tally.generated, watched.stats.generated, "{name}");
    }
}
