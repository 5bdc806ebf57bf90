//! Results that nobody measured, for tests and examples: three solvers on boards of growing size, with noise, limits and errors.

use std::collections::BTreeMap;

use damier_campaign::{Instance, Isolation, Machine, Manifest, Outcome, Results, Row};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// How they are made.
pub(crate) struct Wish {
    pub(crate) instances: usize,
    pub(crate) repeats: u32,
    pub(crate) algorithms: usize,
    /// How much slower the second half of the algorithms' runs is: 1 as it is.
    pub(crate) slower: f64,
    pub(crate) seed: u64,
    pub(crate) errors: bool,
}

impl Default for Wish {
    fn default() -> Wish {
        Wish { instances: 120, repeats: 5, algorithms: 3, slower: 1.0, seed: 1, errors: false }
    }
}

const NAMES: [&str; 6] =
    ["bfs", "astar(bounces)", "ida(bounces)", "wastar(bounces,weight=2)", "beam(width=100)", "fast"];
const LIMIT: f64 = 30.0;

pub(crate) fn results(wish: &Wish) -> Results {
    let mut chance = Xoshiro256PlusPlus::seed_from_u64(7);
    // The noise is another with another seed; the instances stay.
    let mut noise = Xoshiro256PlusPlus::seed_from_u64(wish.seed);
    let mut instances = Vec::new();
    let mut rows = Vec::new();
    let names: Vec<String> = NAMES.iter().take(wish.algorithms).map(|name| (*name).to_owned()).collect();
    for at in 0..wish.instances {
        let robots = 1 + at % 5;
        let width = 5 + at % 12;
        let length = (2.0 + chance.random::<f64>() * 9.0 + f64::from(at as u32 % 12) * 0.35) as u32;
        let base =
            3f64.powf(f64::from(length)) * (0.4 + chance.random::<f64>() * 1.2) * (robots as f64).powf(0.7);
        let features = [("width", width as f64), ("robots", robots as f64)];
        let board = [(); 6].map(|()| format!("{:016x}", noise.random::<u64>())).concat();
        instances.push(Instance {
            id: format!("board-{at:05}"),
            game: "ricochet".to_owned(),
            text: format!("{width}x{width}"),
            source: "generate ricochet --recipe free".to_owned(),
            // As long as the address of a board is.
            link: Some(format!("#ricochet/analyse/{at}-{board}")),
            features: features.map(|(name, value)| (name.to_owned(), value)).into_iter().collect(),
        });
        for (a, name) in names.iter().enumerate() {
            let power = [1.0, 0.72, 0.8, 0.6, 0.5, 0.45][a];
            let expanded = (base.powf(power) * (0.7 + chance.random::<f64>() * 0.6)).ceil().max(1.0);
            for repeat in 0..wish.repeats {
                let jitter = 1.0 + (noise.random::<f64>() - 0.3).max(0.0).powi(2) * 0.15;
                let seconds =
                    (2e-5 + expanded * [4e-7, 6e-7, 3e-7, 6e-7, 5e-7, 1e-7][a]) * jitter * wish.slower;
                let broken = wish.errors && a == 2 && at % 40 == 7;
                let late = seconds > LIMIT || (expanded > 4e6);
                let outcome = match () {
                    () if broken => Outcome::Error,
                    () if late => Outcome::Limit,
                    () if at % 31 == 30 => Outcome::Unsolvable,
                    () => Outcome::Solved,
                };
                let solved = outcome == Outcome::Solved;
                rows.push(Row {
                    algorithm: name.clone(),
                    instance: format!("board-{at:05}"),
                    repeat,
                    seed: u64::from(repeat),
                    outcome,
                    why: late.then(|| "time".to_owned()),
                    error: broken.then(|| "the program ended by signal 11".to_owned()),
                    cost: solved.then_some(length),
                    lower_bound: solved.then_some(length),
                    optimal: solved.then_some(a != 3 && a != 4),
                    solution: None,
                    expanded: (!broken).then_some(expanded as u64),
                    generated: (!broken).then_some((expanded * 3.7) as u64),
                    seconds: (!broken).then_some(if late { LIMIT } else { seconds }),
                    wall: Some(seconds + 0.004),
                    cpu: Some(seconds + 0.003),
                    peak_bytes: Some(1 << 20 | (expanded as u64 * 48)),
                    resident: None,
                    values: BTreeMap::new(),
                    isolation: Isolation::Rlimit,
                    machine: 0,
                    load: Some(0.4),
                    started: 1_795_000_000_000,
                });
            }
        }
    }
    let planned = rows.len() as u64;
    Results { manifest: manifest(), algorithms: names, instances, rows, planned }
}

/// A round robin of engines of known strength.
pub(crate) fn tournament(openings: usize) -> Results {
    let players = [
        ("alphabeta(depth=4)", 150.0),
        ("mcts(rollouts=10000)", 60.0),
        ("pvs(depth=3)", 0.0),
        ("greedy", -210.0),
    ];
    let mut chance = Xoshiro256PlusPlus::seed_from_u64(3);
    let mut rows = Vec::new();
    let blank = results(&Wish { instances: 1, repeats: 1, algorithms: 1, ..Wish::default() }).rows.remove(0);
    for (a, (one, strong)) in players.iter().enumerate() {
        for (b, (other, weak)) in players.iter().enumerate().filter(|(b, _)| *b != a) {
            let promised: f64 = 1.0 / (1.0 + 10f64.powf((weak - strong - 20.0) / 400.0));
            for opening in 0..openings {
                let score = f64::from(u8::from(chance.random::<f64>() < promised));
                let values = [("score", score), ("plies", 40.0 + (a + b) as f64)];
                rows.push(Row {
                    algorithm: format!("{one} – {other}"),
                    instance: format!("opening-{opening}"),
                    outcome: Outcome::Played,
                    values: values.map(|(name, value)| (name.to_owned(), value)).into_iter().collect(),
                    cost: None,
                    optimal: None,
                    lower_bound: None,
                    ..blank.clone()
                });
            }
        }
    }
    let opening = |at: usize| Instance {
        id: format!("opening-{at}"),
        game: "quoridor".to_owned(),
        ..Instance::default()
    };
    let planned = rows.len() as u64;
    Results {
        manifest: Manifest { name: "ladder".to_owned(), title: "The ladder".to_owned(), ..manifest() },
        algorithms: players.iter().map(|(name, _)| (*name).to_owned()).collect(),
        instances: (0..openings).map(opening).collect(),
        rows,
        planned,
    }
}

fn manifest() -> Manifest {
    Manifest {
        name: "bfs-astar".to_owned(),
        title: "Breadth-first search against A*".to_owned(),
        question: "How much does a heuristic save, and how does that depend on the number of moves?"
            .to_owned(),
        campaign: "name = \"bfs-astar\"\n[limits]\ntime = \"30s\"\n".to_owned(),
        version: "0.1.0".to_owned(),
        commit: Some("d158042".to_owned()),
        inputs: BTreeMap::from([("boards.jsonl".to_owned(), "9f86d081884c7d659a2feaa0c55ad015".to_owned())]),
        machines: vec![Machine {
            id: "c1f3".to_owned(),
            cpu: "A processor of 2026".to_owned(),
            cores: 8,
            memory: 32 << 30,
            governor: Some("performance".to_owned()),
            system: "Linux 6.12".to_owned(),
        }],
        began: 1_795_000_000_000,
    }
}
