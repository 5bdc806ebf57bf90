//! `fast` and `quick` against breadth-first search, against each other, and within limits.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use damier_search::algorithms::{AStar, Bidirectional};
use damier_search::registry::{Algorithm, arguments};
use damier_search::{Limits, Outcome, Progress, Run, Stop};
use damier_taquin::generate::{OPTIONS, generate};
use damier_taquin::problem::TileProblem;
use damier_taquin::solver::{Fast, Quick};
use damier_taquin::{Direction, Position, heuristics, notation};

fn random(width: usize, height: usize, walk: usize, seed: u64) -> Position {
    let pairs = [("width", width), ("height", height), ("walk", walk)];
    let pairs = pairs.map(|(key, value)| (key.to_owned(), value.to_string()));
    generate(&arguments("generate", OPTIONS, &pairs).unwrap(), seed)
}

/// Solves by an algorithm; the validator replays the plan.
fn solve_with<const N: usize>(
    solver: &impl Algorithm<TileProblem<N>>,
    position: &Position,
    run: &mut Run,
) -> Outcome<Direction> {
    let outcome = solver.search(&TileProblem::new(position), run, &mut ());
    if let Some(plan) = outcome.plan() {
        let solution: String = plan.actions.iter().map(|way| way.letter()).collect();
        let instance = notation::write(position, None, "json").unwrap();
        let replay = damier_validate::taquin::replay(&instance, &solution);
        assert_eq!(replay.map(|replay| replay.moves as u32), Ok(plan.cost), "{instance}");
        assert!(outcome.lower_bound() <= Some(plan.cost), "{instance}");
    }
    outcome
}

/// The fewest moves, proven.
fn optimum<const N: usize>(solver: &impl Algorithm<TileProblem<N>>, position: &Position) -> u32 {
    let outcome = solve_with(solver, position, &mut Run::new(Limits::default()));
    assert!(outcome.is_optimal(), "{:?}", position.tiles);
    outcome.plan().unwrap().cost
}

/// The fewest moves of every board of a size that can be solved, by plain breadth-first search from the solved one.
fn distances(width: usize, height: usize) -> HashMap<Vec<u8>, u32> {
    let start = Position::solved(width, height);
    let mut far = HashMap::from([(start.tiles.clone(), 0)]);
    let mut waiting = VecDeque::from([start]);
    while let Some(here) = waiting.pop_front() {
        let next = far[&here.tiles] + 1;
        for way in Direction::ALL {
            let mut there = here.clone();
            if there.step(way).is_some() && !far.contains_key(&there.tiles) {
                far.insert(there.tiles.clone(), next);
                waiting.push_back(there);
            }
        }
    }
    far
}

#[test]
fn fast_is_optimal_on_every_small_board() {
    // Sizes, how many boards can be solved, the longest optimum, and which of the boards are solved.
    let sizes = [
        (2, 2, 12, 6, 1),
        (3, 2, 360, 21, 1),
        (2, 3, 360, 21, 1),
        (2, 4, 20_160, 36, 7),
        (4, 2, 20_160, 36, 7),
    ];
    for (width, height, many, longest, step) in sizes.into_iter().chain([(3, 3, 181_440, 31, 37)]) {
        let far = distances(width, height);
        assert_eq!((far.len(), far.values().max()), (many, Some(&longest)));
        let mut boards: Vec<_> = far.iter().collect();
        boards.sort_unstable();
        // Those that are farthest away are always among them.
        let chosen =
            boards.iter().enumerate().filter(|(at, board)| at % step == 0 || *board.1 + 1 >= longest);
        for (tiles, far) in chosen.map(|(_, board)| board) {
            let position = Position { width, height, tiles: (*tiles).clone() };
            assert_eq!(optimum::<1>(&Fast, &position), **far, "{tiles:?}");
        }
    }
}

#[test]
fn fast_agrees_with_other_algorithms_on_larger_boards() {
    for seed in 0..12 {
        let position = random(3, 4, 0, seed);
        let reflected = {
            let turn = |cell: usize| cell % 4 * 3 + cell / 4;
            let tile = |cell: usize| match usize::from(position.tiles[turn(cell)]) {
                0 => 0,
                tile => ((tile - 1) % 3 * 4 + (tile - 1) / 3 + 1) as u8,
            };
            Position { width: 4, height: 3, tiles: (0..12).map(tile).collect() }
        };
        let length = optimum::<1>(&Fast, &position);
        assert_eq!(length, optimum::<1>(&Fast, &reflected), "seed {seed}");
        if length < 32 {
            assert_eq!(length, optimum::<1>(&Bidirectional, &position), "seed {seed}");
        }
    }
    for (width, height) in [(4, 4), (4, 4), (2, 6), (6, 2), (3, 5)] {
        for seed in 0..4 {
            let position = random(width, height, 36, seed);
            let problem = TileProblem::<1>::new(&position);
            let heuristic = (heuristics::entries()[0].build)(&problem);
            assert_eq!(
                optimum::<1>(&Fast, &position),
                optimum::<1>(&AStar { heuristic }, &position),
                "{width}×{height}, seed {seed}"
            );
        }
    }
    for (width, height) in [(5, 5), (4, 5), (6, 6), (3, 6)] {
        let position = random(width, height, 30, 5);
        let problem = TileProblem::<4>::new(&position);
        let heuristic = (heuristics::entries()[0].build)(&problem);
        assert_eq!(optimum::<4>(&Fast, &position), optimum::<4>(&AStar { heuristic }, &position));
    }
}

#[test]
fn fast_finds_the_optima_on_record() {
    let text = include_str!("../../../data/taquin/standard.jsonl");
    let boards = notation::read(text, None).unwrap();
    assert_eq!(boards.len(), 100);
    let mut times = 0;
    for (board, line) in boards.iter().zip(text.lines()) {
        let known = serde_json::from_str::<serde_json::Value>(line).unwrap()["optimal"].as_u64().unwrap();
        // Those that take few nodes; `examples/optima.rs` solves all of them.
        let mut run = Run::new(Limits { nodes: Some(100_000), ..Limits::default() });
        match solve_with::<1>(&Fast, &board.position, &mut run) {
            Outcome::Stopped { lower_bound, .. } => assert!(u64::from(lower_bound) <= known),
            outcome => {
                assert_eq!(outcome.plan().map(|plan| u64::from(plan.cost)), Some(known), "{:?}", board.id);
                times += 1;
            }
        }
    }
    assert!(times >= 50, "only {times} of them were solved");
}

#[test]
fn quick_solves_every_size() {
    for (width, height) in (2..=6).flat_map(|width| (2..=6).map(move |height| (width, height))) {
        for seed in 0..5 {
            let position = random(width, height, 0, seed);
            let mut run = Run::new(Limits { nodes: Some(300_000), ..Limits::default() });
            let outcome = solve_with::<4>(&Quick, &position, &mut run);
            assert!(matches!(outcome, Outcome::Solved { .. }), "{width}×{height}, seed {seed}: {outcome:?}");
        }
        let solved = Position::solved(width, height);
        assert_eq!(
            solve_with::<4>(&Quick, &solved, &mut Run::new(Limits::default())).plan().unwrap().cost,
            0
        );
        assert_eq!(optimum::<4>(&Fast, &solved), 0);
    }
}

#[test]
fn quick_is_not_far_from_the_optimum() {
    let boards = notation::read(include_str!("../../../data/taquin/standard.jsonl"), None).unwrap();
    let run = || Run::new(Limits::default());
    let cost = |outcome: Outcome<Direction>| outcome.plan().unwrap().cost;
    let moves: u32 =
        boards.iter().map(|board| cost(solve_with::<1>(&Quick, &board.position, &mut run()))).sum();
    // The optima have 53 moves on average.
    assert!((5300..7000).contains(&moves), "{moves}");
}

#[test]
fn limits_are_kept_and_bounds_are_proven() {
    let position = random(4, 4, 0, 6);
    let known = optimum::<1>(&Fast, &position);
    let with = |limits: Limits| {
        let mut run = Run::new(limits);
        let outcome = solve_with::<1>(&Fast, &position, &mut run);
        (outcome, run.finish())
    };
    for nodes in [0, 1, 1000] {
        let (outcome, stats) = with(Limits { nodes: Some(nodes), ..Limits::default() });
        let Outcome::Stopped { why: Stop::Nodes, best: None, lower_bound } = outcome else {
            panic!("{nodes}: {outcome:?}");
        };
        assert!(stats.expanded == nodes && (1..=known).contains(&lower_bound), "{nodes}: {lower_bound}");
    }
    let (outcome, _) = with(Limits { memory: Some(1 << 20), ..Limits::default() });
    assert!(matches!(outcome, Outcome::Stopped { why: Stop::Memory, .. }), "{outcome:?}");
    let (outcome, stats) = with(Limits { memory: Some(16 << 20), ..Limits::default() });
    assert!(outcome.is_optimal() && (3 << 20..16 << 20).contains(&stats.peak_bytes), "{}", stats.peak_bytes);
    let (outcome, _) = with(Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() });
    assert!(matches!(outcome, Outcome::Stopped { why: Stop::Time, .. }), "{outcome:?}");

    let progress = Arc::new(Progress::default());
    progress.cancel();
    let mut run = Run::with_progress(Limits::default(), progress);
    let outcome = solve_with::<1>(&Fast, &position, &mut run);
    assert!(matches!(outcome, Outcome::Stopped { why: Stop::Cancelled, .. }), "{outcome:?}");
    let outcome = solve_with::<1>(&Quick, &position, &mut run);
    assert!(matches!(outcome, Outcome::Stopped { why: Stop::Cancelled, .. }), "{outcome:?}");
}

#[test]
fn fast_holds_a_plan_and_a_bound_on_boards_too_large_to_prove() {
    let position = random(5, 5, 0, 1);
    let mut run = Run::new(Limits { nodes: Some(50_000), ..Limits::default() });
    let outcome = solve_with::<4>(&Fast, &position, &mut run);
    let Outcome::Stopped { why: Stop::Nodes, best: Some(best), lower_bound } = outcome else {
        panic!("{outcome:?}");
    };
    let conflicts = heuristics::entries::<4>()[0].build;
    let problem = TileProblem::new(&position);
    let least = conflicts(&problem).estimate(&problem, &damier_search::Problem::start(&problem)).unwrap();
    assert!(
        least <= lower_bound && lower_bound < best.cost && best.cost < 300,
        "{least} {lower_bound} {}",
        best.cost
    );
}
