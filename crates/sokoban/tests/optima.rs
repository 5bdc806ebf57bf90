//! `fast` against plain search by the rules, on small random levels.
//!
//! `LEVELS=20000 cargo test -p damier-sokoban --test optima` tries more of them.

use std::collections::VecDeque;
use std::sync::Arc;

use damier_search::{Limits, Outcome, Run, Stop};
use damier_sokoban::rules::Step;
use damier_sokoban::solver::{Fast, Metric};
use damier_sokoban::{Board, Cell, Direction, Position};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rustc_hash::FxHashMap;

fn count(default: u64) -> u64 {
    std::env::var("LEVELS").ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// A room of up to 6×6 cells with random walls in it, 1 to 4 boxes, and sometimes one box more than goals or one fewer.
fn random_level(random: &mut Xoshiro256PlusPlus) -> Option<Position> {
    let (width, height) = (random.random_range(5..=8), random.random_range(5..=8));
    let walls_in = random.random_range(0.0..0.35);
    let mut walls = vec![true; width * height];
    let mut floor = Vec::new();
    for row in 1..height - 1 {
        for column in 1..width - 1 {
            if !random.random_bool(walls_in) {
                walls[row * width + column] = false;
                floor.push(Cell((row * width + column) as u16));
            }
        }
    }
    let boxes = random.random_range(1..=4usize);
    let goals = match random.random_range(0..12) {
        0 => boxes + 1,
        1 => boxes - 1,
        _ => boxes,
    };
    if floor.len() < boxes + 2 || floor.len() < goals {
        return None;
    }
    floor.shuffle(random);
    let board = Board::new(width, height, walls, floor[..goals].to_vec()).ok()?;
    floor.shuffle(random);
    // Half of the time boxes do not start in a corner or beside a wall, where most are lost.
    let mut places = floor.clone();
    if random.random_bool(0.7) {
        let free =
            |cell: Cell, way: Direction| board.neighbour(cell, way).is_some_and(|next| !board.is_wall(next));
        places.retain(|&cell| {
            let [north, east, south, west] = Direction::ALL.map(|way| free(cell, way));
            (north && south) || (east && west) || board.is_goal(cell)
        });
    }
    let boxes: Vec<Cell> = places.into_iter().take(boxes).collect();
    let player = floor.into_iter().find(|cell| !boxes.contains(cell))?;
    Position::new(Arc::new(board), boxes, player).ok()
}

/// The least (pushes, moves) or (moves, pushes) of a solution by the rules alone: Dijkstra's algorithm, whose queue holds a
/// few costs at a time.
fn by_rules(start: &Position, metric: Metric) -> Option<(u32, u32)> {
    let key = |position: &Position| {
        let boxes = position.boxes.iter().fold(0u64, |all, cell| all | 1 << cell.0);
        (boxes, position.player)
    };
    let mut best = FxHashMap::from_iter([(key(start), (0, 0))]);
    let mut waiting = std::collections::BTreeMap::from([((0, 0), VecDeque::from([start.clone()]))]);
    while let Some(mut entry) = waiting.first_entry() {
        let cost = *entry.key();
        let Some(position) = entry.get_mut().pop_front() else {
            entry.remove();
            continue;
        };
        if best[&key(&position)] < cost {
            continue;
        }
        if position.is_solved() {
            return Some(cost);
        }
        for way in Direction::ALL {
            let mut after = position.clone();
            let Some(step) = after.step(way) else { continue };
            let push = u32::from(matches!(step, Step::Push(_)));
            let next = match metric {
                Metric::Pushes => (cost.0 + push, cost.1 + 1),
                Metric::Moves => (cost.0 + 1, cost.1 + push),
            };
            let known = best.entry(key(&after)).or_insert((u32::MAX, u32::MAX));
            if next < *known {
                *known = next;
                waiting.entry(next).or_default().push_back(after);
            }
        }
    }
    None
}

/// Pushes and moves of a solution, replayed by the rules.
fn replay(start: &Position, steps: &[Direction]) -> (u32, u32) {
    let mut position = start.clone();
    let mut pushes = 0;
    for &way in steps {
        let step = position.step(way).expect("a step of the solution is not possible");
        pushes += u32::from(matches!(step, Step::Push(_)));
    }
    assert!(position.is_solved(), "the solution does not solve");
    (pushes, steps.len() as u32)
}

/// Some steps at random, and a solution from there if there is one.
fn long_way(level: &Position, random: &mut Xoshiro256PlusPlus) -> Option<Vec<Direction>> {
    let mut after = level.clone();
    let mut steps = Vec::new();
    for _ in 0..40 {
        let way = Direction::ALL[random.random_range(0..4)];
        if after.step(way).is_some() {
            steps.push(way);
        }
    }
    let fast = Fast { metric: Metric::Pushes, tie: false };
    steps.extend(&fast.solve(&after, &mut Run::new(Limits::default()), None).plan()?.actions);
    Some(steps)
}

fn check(metric: Metric, seed: u64, levels: u64) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let (mut solvable, mut unsolvable) = (0, 0);
    while solvable + unsolvable < levels {
        let Some(level) = random_level(&mut random) else { continue };
        let drawing = damier_sokoban::notation::xsb::write(&level);
        let expected = by_rules(&level, metric);
        for tie in [false, true] {
            let mut run = Run::new(Limits::default());
            let outcome = Fast { metric, tie }.solve(&level, &mut run, None);
            let Some((first, second)) = expected else {
                assert_eq!(outcome, Outcome::Unsolvable, "\n{drawing}");
                continue;
            };
            assert!(outcome.is_optimal(), "{outcome:?}\n{drawing}");
            let plan = outcome.plan().expect("an optimal outcome has a plan");
            let (pushes, moves) = replay(&level, &plan.actions);
            let cost = if metric == Metric::Pushes { (pushes, moves) } else { (moves, pushes) };
            assert_eq!((plan.cost, cost.0), (first, first), "\n{drawing}");
            assert!(!tie || cost.1 == second, "tie: {} instead of {second}\n{drawing}", cost.1);
        }
        // A long solution that is known replaces the greedy search, which would hide a bound that says too much.
        if let (Some((first, _)), Some(long)) = (expected, long_way(&level, &mut random)) {
            let outcome =
                Fast { metric, tie: false }.improve(&level, &long, &mut Run::new(Limits::default()), None);
            assert!(outcome.is_optimal(), "{outcome:?}\n{drawing}");
            assert_eq!(outcome.plan().map(|plan| plan.cost), Some(first), "\n{drawing}");
        }
        if expected.is_some() { solvable += 1 } else { unsolvable += 1 }
    }
    assert!(solvable * 8 > levels && unsolvable * 20 > levels, "{solvable} and {unsolvable} prove little");
}

#[test]
fn the_fewest_pushes_are_those_of_the_rules() {
    check(Metric::Pushes, 1, count(1000));
}

#[test]
fn the_fewest_moves_are_those_of_the_rules() {
    check(Metric::Moves, 2, count(1000));
}

const ROOM: &str = "\
##########
#        #
# $ $ $  #
#  $ $   #
# . . .  #
#  . .  @#
##########";

fn room() -> Position {
    damier_sokoban::notation::xsb::read(ROOM).expect("the room is legal")
}

#[test]
fn a_limit_tells_a_bound_that_holds() {
    let best =
        Fast { metric: Metric::Pushes, tie: false }.solve(&room(), &mut Run::new(Limits::default()), None);
    let cost = best.plan().expect("the room can be solved").cost;
    for metric in [Metric::Pushes, Metric::Moves] {
        for nodes in [0, 1, 5, 20] {
            let mut run = Run::new(Limits { nodes: Some(nodes), ..Limits::default() });
            match (Fast { metric, tie: true }).solve(&room(), &mut run, None) {
                Outcome::Stopped { why, best, lower_bound } => {
                    assert_eq!((why, run.stats.expanded), (Stop::Nodes, nodes));
                    assert!(metric == Metric::Moves || lower_bound <= cost);
                    best.iter()
                        .for_each(|plan| assert!(replay(&room(), &plan.actions).0 >= lower_bound.min(cost)));
                }
                outcome => assert!(outcome.is_optimal()),
            }
        }
    }
    let mut run = Run::new(Limits { memory: Some(2000), ..Limits::default() });
    let outcome = Fast { metric: Metric::Moves, tie: true }.solve(&room(), &mut run, None);
    assert!(matches!(outcome, Outcome::Stopped { why: Stop::Memory, .. }), "{outcome:?}");
    assert!(run.memory.used() <= 2000);
}

#[test]
fn memory_is_given_back() {
    for (metric, tie) in [(Metric::Pushes, true), (Metric::Moves, false)] {
        let mut run = Run::new(Limits::default());
        assert!(Fast { metric, tie }.solve(&room(), &mut run, None).is_optimal());
        assert!(run.finish().peak_bytes > 0);
        assert_eq!(run.memory.used(), 0);
    }
}

#[test]
fn a_known_solution_is_kept_or_beaten() {
    let fast = Fast { metric: Metric::Pushes, tie: false };
    let best = fast.solve(&room(), &mut Run::new(Limits::default()), None);
    let plan = best.plan().expect("the room can be solved");
    let mut run = Run::new(Limits { nodes: Some(0), ..Limits::default() });
    let kept = fast.improve(&room(), &plan.actions, &mut run, None);
    assert_eq!(kept.plan().map(|plan| plan.cost), Some(plan.cost));
    let nonsense = fast.improve(&room(), &[Direction::North; 3], &mut Run::new(Limits::default()), None);
    assert_eq!(nonsense.plan().map(|plan| plan.cost), Some(plan.cost));
}

/// The corners of what is legal: done at once, a goal out of reach, a box behind walls, too few boxes.
#[test]
fn strange_levels_have_an_answer() {
    let solve = |drawing: &str| {
        let level = damier_sokoban::notation::xsb::read(drawing).expect("legal");
        let mut run = Run::new(Limits::default());
        Fast { metric: Metric::Pushes, tie: true }.solve(&level, &mut run, None)
    };
    let cost = |outcome: Outcome<Direction>| outcome.plan().map(|plan| plan.cost);
    assert_eq!(cost(solve("#####\n#@ *#\n#####")), Some(0));
    assert_eq!(cost(solve("#####\n#@  #\n#####")), Some(0));
    assert_eq!(cost(solve("##########\n#@ $.#*###\n##########")), Some(1));
    assert_eq!(solve("##########\n#@ $.#.$##\n##########"), Outcome::Unsolvable);
    assert_eq!(solve("#######\n#@ $..#\n#######"), Outcome::Unsolvable);
    assert_eq!(cost(solve("########\n#@ $ .$#\n########")), Some(2));
}

/// What other solvers have proven, on levels that people made: boxes in crowds, where a bound that says too much would show.
#[test]
fn known_optima_of_microban() {
    let lines = include_str!("../../../data/sokoban/microban.jsonl");
    let mut proven = 0;
    for level in damier_sokoban::notation::read(lines, Some("json")).expect("levels") {
        let mut run = Run::new(Limits { nodes: Some(3000), ..Limits::default() });
        let outcome = Fast { metric: Metric::Pushes, tie: false }.solve(&level.position, &mut run, None);
        let Some(known) = level.optimal else { continue };
        assert!(outcome.lower_bound().is_some_and(|bound| u64::from(bound) <= known), "{:?}", level.id);
        if let Outcome::Solved { plan, .. } = outcome {
            assert_eq!(u64::from(plan.cost), known, "{:?}", level.id);
            proven += 1;
        }
    }
    assert!(proven >= 120, "only {proven}");
}

/// A hall of 64×64 with 200 boxes, where the set-up alone used to take longer than the limit.
fn hall() -> Position {
    let side = 64;
    let inside = |at: usize| (1..side - 1).contains(&(at % side)) && (1..side - 1).contains(&(at / side));
    let walls: Vec<bool> = (0..side * side).map(|at| !inside(at)).collect();
    // Boxes on every other cell of every other row, goals far below them.
    let cell = |row: usize, column: usize| Cell((row * side + column) as u16);
    let grid = |first: usize| (0..200).map(move |at| cell(first + at / 25 * 2, 3 + at % 25 * 2));
    let board = Board::new(side, side, walls, grid(40).collect()).expect("a hall");
    Position::new(Arc::new(board), grid(3).collect(), cell(1, 1)).expect("a legal position")
}

#[test]
fn a_huge_level_ends_in_time() {
    let level = hall();
    for metric in [Metric::Pushes, Metric::Moves] {
        for millis in [20, 1000] {
            let time = std::time::Duration::from_millis(millis);
            let mut run = Run::new(Limits { time: Some(time), ..Limits::default() });
            let outcome = Fast { metric, tie: false }.solve(&level, &mut run, None);
            assert!(outcome.is_optimal() || matches!(outcome, Outcome::Stopped { why: Stop::Time, .. }));
            // A tenth of a second where nothing else is to be done, more on a loaded machine; it was several seconds.
            let taken = run.finish().seconds;
            assert!(taken < time.as_secs_f64() + 1.0, "{taken} s of {time:?}");
        }
    }
}
