//! The position and the target on given walls whose best solution is the longest.
//!
//! Where the board is small enough, exactly: for every target a breadth-first search backwards from all positions in which it
//! is reached meets every position that can be solved, the hardest last. Where it is not, by climbing: a position is drawn,
//! then one robot or the target is put elsewhere as long as that makes the best solution longer; after a while without
//! success another is drawn. Such a result is the longest that was found, not the longest there is. Where the robot that takes the
//! target must ricochet, that is so in every position that is looked at.

use damier_search::{Algorithm, Cost, Limits, Outcome, Reversible, Run, Stop};
use rand::{RngExt, SeedableRng, seq::IndexedRandom, seq::SliceRandom};
use rand_xoshiro::Xoshiro256PlusPlus;
use rustc_hash::FxHashSet;

use crate::board::{Cell, Position, Robot, Target, Trail};
use crate::problem::{Movers, SlideProblem, Word};
use crate::solver::Fast;
use crate::turns::{TurnProblem, Turned};

/// Positions times targets up to which all of them are looked at: a few minutes on one core.
const EXHAUSTIBLE: u64 = 300_000_000;
/// Failures in a row after which a climb begins elsewhere.
const PATIENCE: u32 = 80;
/// What one position of a climb may cost: this many expansions, or eight times what the hardest so far took. A position that
/// takes more is most likely one without a solution.
const EXPANSIONS: u64 = 100_000;
const MEMORY: u64 = 1 << 30;

/// Looks for ever harder positions and tells each with its length. True when the last one is proven to be the hardest.
pub(crate) fn hardest<W: Word>(
    position: &Position,
    seed: u64,
    run: &mut Run,
    better: &mut dyn FnMut(&Position, Cost),
) -> Result<bool, Stop> {
    let cells = open_cells(position);
    let position = &Position { ricochet: position.ricochet.map(|_| Trail::default()), ..position.clone() };
    let trails = if position.ricochet.is_some() { 4 } else { 1 };
    let states = (1..position.robots.len() as u64).fold(cells.len() as u64, |states, robot| {
        states.saturating_mul((cells.len() as u64).saturating_sub(robot)) / robot
    });
    if states.saturating_mul(cells.len() as u64 * trails) <= EXHAUSTIBLE {
        exhaust::<W>(position, &cells, run, better)
    } else {
        climb::<W>(position, &cells, seed, run, better)
    }
}

fn open_cells(position: &Position) -> Vec<Cell> {
    position.board.cells().filter(|&cell| !position.board.is_closed(cell)).collect()
}

/// Every target, each from all its goals backwards.
fn exhaust<W: Word>(
    position: &Position,
    cells: &[Cell],
    run: &mut Run,
    better: &mut dyn FnMut(&Position, Cost),
) -> Result<bool, Stop> {
    let mut longest = 0;
    for (robot, _) in Robot::all().zip(&position.robots) {
        // Robots that turn at the same diagonals are alike: the first of each kind stands for all.
        let alike =
            |other: &Robot| position.board.diagonals().iter().all(|d| d.robot != *other && d.robot != robot);
        if Robot::all().take(robot.index()).any(|other| alike(&other)) {
            continue;
        }
        for &cell in cells {
            let task = Position { target: Target { cell, robot: Some(robot) }, ..position.clone() };
            let found = if task.ricochet.is_some() {
                let problem = TurnProblem::<W>::new(&task, Movers::All);
                let begins = |state: &Turned<W>| state.trail == Trail::default();
                let last = last_met(&problem, begins, run)?;
                last.map(|(state, cost)| (problem.plain.position(state.robots, &task), cost))
            } else {
                let problem = SlideProblem::<W>::new(&task, Movers::All);
                last_met(&problem, |_| true, run)?.map(|(state, cost)| (problem.position(state, &task), cost))
            };
            if let Some((found, cost)) = found.filter(|(_, cost)| *cost > longest) {
                longest = cost;
                better(&found, cost);
            }
        }
    }
    Ok(true)
}

/// The position that is met last when one goes backwards from all goals, and how many moves it takes. `begins` says which states a
/// round can begin with.
fn last_met<P: Reversible<State: Copy>>(
    problem: &P,
    begins: impl Fn(&P::State) -> bool,
    run: &mut Run,
) -> Result<Option<(P::State, Cost)>, Stop> {
    let mut seen = FxHashSet::default();
    let mut layer = Vec::new();
    problem.goals(|goal| {
        seen.insert(goal);
        layer.push(goal);
    });
    let mut last = None;
    let mut cost = 0;
    while !layer.is_empty() {
        last = layer.iter().find(|state| begins(state)).map(|&state| (state, cost)).or(last);
        cost += 1;
        let mut next = Vec::new();
        for state in &layer {
            run.expand()?;
            problem.predecessors(state, |_, before, _| {
                if seen.insert(before) {
                    next.push(before);
                }
            });
        }
        layer = next;
    }
    Ok(last)
}

/// One change at a time, uphill.
fn climb<W: Word>(
    position: &Position,
    cells: &[Cell],
    seed: u64,
    run: &mut Run,
    better: &mut dyn FnMut(&Position, Cost),
) -> Result<bool, Stop> {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut longest = 0;
    let mut here = position.clone();
    let mut height = 0;
    let mut failures = PATIENCE;
    let mut limits = Limits { nodes: Some(EXPANSIONS), time: None, memory: Some(MEMORY) };
    loop {
        run.look()?;
        let mut there = here.clone();
        if failures >= PATIENCE {
            let mut drawn = cells.to_vec();
            drawn.shuffle(rng);
            there.robots = drawn[..here.robots.len()].to_vec();
            let robot = Robot(rng.random_range(0..here.robots.len() as u32) as u8);
            there.target = Target { cell: *drawn.last().unwrap_or(&here.target.cell), robot: Some(robot) };
            (failures, height) = (0, 0);
        } else {
            let Some(&cell) = cells.choose(rng) else { return Ok(false) };
            let which = rng.random_range(0..=here.robots.len() as u32) as usize;
            match there.robots.get_mut(which) {
                Some(_) if here.robots.contains(&cell) => continue,
                Some(robot) => *robot = cell,
                None => there.target.cell = cell,
            }
        }
        failures += 1;
        run.expand()?;
        let mut step = run.beside(limits);
        let Some(cost) = length::<W>(&there, &mut step) else { continue };
        if cost > height {
            failures = 0;
        }
        // Across a plain is allowed: the next hill may be there.
        if cost >= height {
            (here, height) = (there, cost);
        }
        if height > longest {
            longest = height;
            better(&here, longest);
            limits.nodes = limits.nodes.max(Some(8 * step.stats.expanded));
        }
    }
}

/// The fewest moves, if the run lets them be found.
fn length<W: Word>(position: &Position, run: &mut Run) -> Option<Cost> {
    let outcome = if position.ricochet.is_some() {
        Fast.search(&TurnProblem::<W>::new(position, Movers::All), run, &mut ())
    } else {
        Fast.search(&SlideProblem::<W>::new(position, Movers::All), run, &mut ())
    };
    match outcome {
        Outcome::Solved { plan, .. } => Some(plan.cost),
        _ => None,
    }
}

#[cfg(test)]
mod tests {

    use damier_search::registry::arguments;

    use super::*;
    use crate::generate::generate;

    fn board(seed: u64, robots: &str) -> Position {
        let pairs =
            [("recipe", "free"), ("width", "4"), ("height", "3"), ("robots", robots), ("density", "0.2")];
        let pairs: Vec<_> = pairs.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect();
        let args = arguments("generate", crate::generate::OPTIONS, &pairs).unwrap();
        generate(&args, seed).unwrap()
    }

    /// Every position and every target, each solved on its own.
    fn by_force(position: &Position) -> Cost {
        let cells = open_cells(position);
        let mut longest = 0;
        for &target in &cells {
            for &first in &cells {
                for &second in cells.iter().filter(|&&second| second != first) {
                    let mut there = position.clone();
                    there.robots = vec![first, second];
                    there.target = Target { cell: target, robot: Some(Robot(0)) };
                    longest =
                        longest.max(length::<u32>(&there, &mut Run::new(Limits::default())).unwrap_or(0));
                }
            }
        }
        longest
    }

    #[test]
    fn the_hardest_is_the_hardest_of_all() {
        for seed in 0..16 {
            let mut position = board(seed, "2");
            position.ricochet = (seed % 4 == 3).then(Trail::default);
            let mut last = None;
            let proven =
                hardest::<u32>(&position, 1, &mut Run::new(Limits::default()), &mut |found, cost| {
                    last = Some((found.clone(), cost));
                });
            assert_eq!(proven, Ok(true));
            let (found, cost) = last.expect("some position takes a move");
            assert_eq!(length::<u32>(&found, &mut Run::new(Limits::default())), Some(cost));
            assert_eq!(cost, by_force(&position), "board {seed}");
        }
    }

    #[test]
    fn a_climb_tells_true_lengths_and_ends_with_its_run() {
        let position = board(3, "3");
        let cells = open_cells(&position);
        let mut run = Run::new(Limits { nodes: Some(300), ..Limits::default() });
        let mut told = Vec::new();
        let end =
            climb::<u32>(&position, &cells, 1, &mut run, &mut |found, cost| told.push((found.clone(), cost)));
        assert_eq!(end, Err(Stop::Nodes));
        assert!(told.len() > 1 && told.is_sorted_by_key(|(_, cost)| *cost));
        for (found, cost) in told {
            assert_eq!(length::<u32>(&found, &mut Run::new(Limits::default())), Some(cost));
        }
    }
}
