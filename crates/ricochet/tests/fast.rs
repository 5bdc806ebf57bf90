//! The specialised solver against the truth: breadth-first search by the plain rules on random small boards of every
//! kind, A* on boards of the usual size, and the independent validator on every solution.
//!
//! `DAMIER_FAST_BOARDS=100000` sets how many small boards are tried, `DAMIER_FAST_LARGE=1000` how many of the usual size.

mod truth;

use damier_kit::Kit;
use damier_ricochet::generate::{OPTIONS, generate};
use damier_ricochet::{Cell, Position, RicochetKit, notation};
use damier_search::random::Random;
use damier_search::registry::arguments;
use damier_search::{Limits, Outcome, Run, Spec, Stats, Stop};
use truth::exhaustive;

fn wish(name: &str, otherwise: usize) -> usize {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(otherwise)
}

/// Numbers that look random and are the same everywhere.
struct Dice(Random);

impl Dice {
    fn roll(&mut self, many: u64) -> u64 {
        self.0.bits() % many
    }
}

fn position(options: &[(&str, &str)], seed: u64) -> Position {
    let pairs: Vec<_> = options.iter().map(|&(key, value)| (key.to_owned(), value.to_owned())).collect();
    generate(&arguments("generate", OPTIONS, &pairs).unwrap(), seed).unwrap()
}

/// A board of a size up to `side`, of any kind: one to eight robots, diagonals or none, closed cells or none, a target for one
/// robot or any.
fn any_board(seed: u64, side: u64) -> Position {
    let mut dice = Dice(Random::new(seed));
    let (width, height) = (2 + dice.roll(side - 1), 2 + dice.roll(side - 1));
    let cells = width * height;
    let robots = 1 + dice.roll(8.min(cells - 2));
    let diagonals = if dice.roll(2) == 0 { 0 } else { dice.roll(cells / 3 + 1) };
    let mut position = position(
        &[
            ("recipe", "free"),
            ("width", &width.to_string()),
            ("height", &height.to_string()),
            ("robots", &robots.to_string()),
            ("diagonals", &diagonals.to_string()),
            ("density", ["0", "0.1", "0.2", "0.35"][dice.roll(4) as usize]),
            ("target", if dice.roll(4) == 0 { "any" } else { "random" }),
        ],
        seed,
    );
    let mut board = (*position.board).clone();
    for _ in 0..dice.roll(3) {
        let cell = Cell(dice.roll(cells) as u16);
        let free = !position.robots.contains(&cell) && position.target.cell != cell;
        let marked = board.diagonal(cell).is_some() || board.targets.iter().any(|target| target.cell == cell);
        if free && !marked {
            board.close(cell);
        }
    }
    position.board = board.into();
    position
}

fn run(position: &Position, spec: &str, limits: Limits) -> (Outcome<String>, Stats) {
    run_with(position, spec, limits, 1)
}

fn run_with(position: &Position, spec: &str, limits: Limits, threads: usize) -> (Outcome<String>, Stats) {
    let text = notation::write(position, None, "json").unwrap();
    let read = RicochetKit.read(&text, None).unwrap();
    let mut run = Run::new(limits).with_threads(threads);
    let outcome =
        read[0].plans().unwrap().solve(&spec.parse::<Spec>().unwrap(), &mut run, None).unwrap().outcome;
    if let Some(plan) = outcome.plan() {
        let replay = damier_validate::ricochet::replay(&text, &plan.actions.join(" "))
            .unwrap_or_else(|fault| panic!("{fault}: {:?} on {text}", plan.actions));
        assert_eq!(replay.moves as u32, plan.cost, "{text}");
    }
    (outcome, run.stats)
}

fn solve(position: &Position, spec: &str) -> Outcome<String> {
    run(position, spec, Limits::default()).0
}

fn agrees(outcome: &Outcome<String>, truth: Option<u32>) -> bool {
    match (outcome, truth) {
        (Outcome::Solved { plan, lower_bound }, Some(cost)) => (plan.cost, *lower_bound) == (cost, cost),
        (Outcome::Unsolvable, None) => true,
        _ => false,
    }
}

#[test]
fn agrees_with_the_plain_rules_on_small_boards() {
    let wanted = wish("DAMIER_FAST_BOARDS", 5_000);
    let (mut boards, mut seed, mut unsolvable, mut lengths) = (0, 0, 0, [0; 64]);
    while boards < wanted {
        seed += 1;
        let position = any_board(seed, 8);
        let Ok(truth) = exhaustive(&position, 3_000) else { continue };
        boards += 1;
        unsolvable += usize::from(truth.is_none());
        lengths[truth.unwrap_or(63) as usize] += 1;
        let outcome = solve(&position, "fast");
        assert!(agrees(&outcome, truth), "seed {seed}: {outcome:?} where the truth is {truth:?}");
    }
    // The sample has both kinds and long solutions too, or the test would show little.
    assert!(unsolvable * 20 > wanted && unsolvable * 10 < wanted * 9, "{unsolvable} unsolvable");
    assert!(lengths[6..63].iter().sum::<usize>() * 200 > wanted, "{lengths:?}");
}

/// The usual size, where the tables of last helper moves are at work; and every fourth with five robots or more.
#[test]
fn agrees_with_astar_on_boards_of_the_usual_size() {
    for seed in 0..wish("DAMIER_FAST_LARGE", 60) as u64 {
        let robots = if seed % 4 == 3 { 5 } else { 4 };
        let recipe = if seed % 2 == 0 { "corners" } else { "quadrants" };
        let position = position(&[("recipe", recipe), ("robots", &robots.to_string())], seed);
        let astar = solve(&position, "astar(bounces)");
        for threads in [1, 2] {
            let fast = run_with(&position, "fast", Limits::default(), threads).0;
            let length = astar.plan().map(|plan| plan.cost);
            assert!(agrees(&fast, length), "seed {seed}: {fast:?} with {threads}, A* {astar:?}");
        }
    }
}

/// Boards of every size up to 32 by 32, in every word and both sizes of set.
#[test]
fn agrees_with_astar_on_large_boards() {
    let mut compared = 0;
    for seed in 0..wish("DAMIER_FAST_LARGE", 60) as u64 * 10 {
        let position = any_board(seed, 31);
        let limits = Limits { nodes: Some(20_000), ..Limits::default() };
        let truth = match run(&position, "astar(bounces)", limits).0 {
            Outcome::Solved { plan, .. } => Some(plan.cost),
            Outcome::Unsolvable => None,
            Outcome::Stopped { .. } => continue,
        };
        compared += 1;
        let fast = solve(&position, "fast");
        assert!(agrees(&fast, truth), "seed {seed}: {fast:?} where the truth is {truth:?}");
    }
    assert!(compared > 50, "only {compared}");
}

#[test]
fn the_main_robot_alone_is_asked_too() {
    for seed in 0..2_000 {
        let position = any_board(seed, 8);
        let (fast, bfs) = (solve(&position, "fast(robots=main)"), solve(&position, "bfs(robots=main)"));
        let length = |outcome: &Outcome<String>| outcome.plan().map(|plan| plan.cost);
        assert_eq!(length(&fast), length(&bfs), "seed {seed}");
    }
}

/// What ran out is said; the bound is below the optimum; counts repeat.
#[test]
fn limits_are_honoured() {
    let hard = include_str!("../../../data/ricochet/hard.jsonl").lines().nth(4).unwrap();
    let position = notation::read(hard, None).unwrap().remove(0).position;
    for nodes in [0, 1, 100, 10_000, 100_000] {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let (outcome, stats) = run(&position, "fast", limits);
        let Outcome::Stopped { why: Stop::Nodes, best: None, lower_bound } = outcome else {
            panic!("{nodes}: {outcome:?}")
        };
        assert!(stats.expanded == nodes && lower_bound <= 18, "{nodes}: {stats:?}, {lower_bound}");
    }
    let mut bounds = Vec::new();
    for memory in [1 << 12, 1 << 16, 1 << 20, 4 << 20] {
        let limits = Limits { memory: Some(memory), ..Limits::default() };
        let (outcome, stats) = run(&position, "fast", limits);
        let Outcome::Stopped { why: Stop::Memory, lower_bound, .. } = outcome else {
            panic!("{memory}: {outcome:?}")
        };
        assert!(stats.peak_bytes <= memory && lower_bound <= 18, "{memory}: {stats:?}");
        bounds.push(lower_bound);
    }
    assert!(bounds.is_sorted() && bounds[0] < bounds[3], "{bounds:?}");
    let limits = Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() };
    assert!(matches!(run(&position, "fast", limits).0, Outcome::Stopped { why: Stop::Time, .. }));
    let count = || run(&position, "fast", Limits::default()).1.expanded;
    assert_eq!(count(), count());
}

/// The hard boards are those for which threads start; all their figures are added up.
#[test]
fn two_threads_find_the_optima_of_hard_boards() {
    for (at, line) in include_str!("../../../data/ricochet/hard.jsonl").lines().enumerate().skip(2).step_by(2)
    {
        let position = notation::read(line, None).unwrap().remove(0).position;
        let (one, alone) = run_with(&position, "fast", Limits::default(), 1);
        let (two, shared) = run_with(&position, "fast", Limits::default(), 2);
        assert!(agrees(&two, one.plan().map(|plan| plan.cost)), "board {at}: {two:?}");
        // The last level may end sooner or later, but nearly all of the work is the same.
        let (least, most) = (alone.expanded / 2, alone.expanded * 3 / 2);
        assert!((least..most).contains(&shared.expanded), "board {at}: {alone:?} {shared:?}");
        let limits = Limits { nodes: Some(least), ..Limits::default() };
        let (stopped, figures) = run_with(&position, "fast", limits, 2);
        assert!(matches!(stopped, Outcome::Stopped { why: Stop::Nodes, .. }), "board {at}: {stopped:?}");
        assert!((least - 512..=least).contains(&figures.expanded), "board {at}: {figures:?}");
    }
}
