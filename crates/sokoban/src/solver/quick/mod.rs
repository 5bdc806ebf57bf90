//! `quick`: any solution, soon.
//!
//! A move brings one box as far as it goes (`moves`). A search backwards from the solved level finds an order in which the goals can be
//! filled (`plan`). Positions are told apart by a few numbers: how much of that plan is done, how well the player gets around, what
//! stands where it should not (`features`); the search gives every combination of them that it meets its share (`fess`). Lost positions are
//! seen by tests that learn (`guard`). What was found is made shorter at the end (`shorten`, `windows`).
//!
//! Several searches that differ in their plan and in what they prefer take turns (`team`), and share what the tests have learnt.
//! Turns are counted in expansions: with one thread the same level with the same limit of nodes gives the same answer. Who watches the run
//! hears of every better solution; with [`Quick::prove`] it goes on until the best one is proven.

mod advice;
mod features;
mod fess;
mod ground;
mod guard;
mod moves;
mod plan;
mod rooms;
mod shorten;
mod sketch;
mod team;
#[cfg(test)]
mod tests;
mod tree;
mod windows;

use damier_kit::refuse;
use damier_search::registry::{Guarantee, Info, OptionInfo, Takes};
use damier_search::{Cost, Outcome, Plan as Solution, Run, Stop, Watch};

use crate::board::{Cell, Direction, Position};
use crate::solver::bits::Bits;
use crate::solver::{Entry, Fast, Metric, fast, field};

pub use sketch::Sketch;

use ground::{Ground, opposite};
use guard::Guard;
use moves::{Move, Mover};
use team::Found;
use windows::Push;

/// Where a solution was found with so few expansions, others are looked for, and the shortest is the answer.
const SOON: u64 = 500;

/// Where a proof is asked for, parts of the solution are searched with so many times the usual effort before.
const PATIENCE: u64 = 25;

/// The solver of any solution.
#[derive(Clone, Copy, Debug)]
pub struct Quick {
    /// Whether the solution is made shorter once it is found.
    pub shorten: bool,
    /// Whether it goes on until the shortest solution is proven, or a limit is reached.
    pub prove: bool,
}

impl Default for Quick {
    fn default() -> Self {
        Quick { shorten: true, prove: false }
    }
}

impl Quick {
    /// Steps of the player that solve the position; the cost counts pushes. The bound from below is that of the start, unless more is proven.
    pub fn solve(
        &self,
        position: &Position,
        run: &mut Run,
        mut watch: Option<&mut Watch<'_>>,
    ) -> Outcome<Direction> {
        if position.is_solved() {
            return Outcome::optimal(Solution { actions: Vec::new(), cost: 0 });
        }
        let before = run.memory.used();
        let outcome = match field::words(position) {
            0..=1 => self.with_words::<1>(position, run, &mut watch),
            2 => self.with_words::<2>(position, run, &mut watch),
            3 => self.with_words::<3>(position, run, &mut watch),
            4 => self.with_words::<4>(position, run, &mut watch),
            5..=16 => self.with_words::<16>(position, run, &mut watch),
            _ => self.with_words::<64>(position, run, &mut watch),
        };
        // The tables are gone; who goes on with this run has their memory again.
        run.memory.give_back(run.memory.used().saturating_sub(before) as usize);
        match outcome {
            Outcome::Solved { plan, lower_bound } if self.prove && plan.cost > lower_bound => {
                let fast = Fast { metric: Metric::Pushes, tie: false };
                fast.improve(position, &plan.actions, run, watch)
            }
            // Whoever stopped it wants to hear so, with what there is.
            Outcome::Solved { plan, lower_bound }
                if self.shorten && plan.cost > lower_bound && run.progress().is_cancelled() =>
            {
                Outcome::Stopped { why: Stop::Cancelled, best: Some(plan), lower_bound }
            }
            outcome => outcome,
        }
    }

    fn with_words<const N: usize>(
        self,
        position: &Position,
        run: &mut Run,
        watch: &mut Option<&mut Watch<'_>>,
    ) -> Outcome<Direction> {
        let ground = match Ground::<N>::new(position, run) {
            Ok(Some(ground)) => ground,
            Ok(None) => return Outcome::Unsolvable,
            Err(why) => return Outcome::Stopped { why, best: None, lower_bound: 1 },
        };
        let mut guard = Guard::new(&ground);
        let start: Bits<N> = Bits::of(ground.boxes.iter().copied());
        let lower_bound = match guard.bound(
            &ground,
            &start,
            ground.player,
            ground.boxes.first().copied().unwrap_or(0),
            run,
        ) {
            Ok(Some(bound)) => bound,
            Ok(None) => return Outcome::Unsolvable,
            Err(why) => return Outcome::Stopped { why, best: None, lower_bound: 0 },
        };
        run.proves(lower_bound);
        let expanded = run.stats.expanded;
        let found = match team::search(position, &ground, &mut guard, run, watch) {
            Ok(Some(found)) => found,
            Ok(None) => return Outcome::Unsolvable,
            Err(why) => return Outcome::Stopped { why, best: None, lower_bound },
        };
        let soon = run.stats.expanded - expanded <= SOON;
        let mut pushes = self.finished(&ground, found, run);
        if self.shorten && soon && pushes.len() > lower_bound as usize {
            for path in team::again(&ground, &mut guard, run) {
                let other = self.finished(&ground, Found::Moves(path), run);
                if other.len() < pushes.len() {
                    pushes = other;
                }
            }
        }
        match solution(&ground, position, &pushes) {
            Some(plan) => Outcome::Solved { plan, lower_bound },
            None => Outcome::Stopped { why: Stop::GaveUp, best: None, lower_bound },
        }
    }
}

impl Quick {
    /// The pushes of a solution, as few as is soon found.
    fn finished<const N: usize>(self, ground: &Ground<N>, found: Found, run: &mut Run) -> Vec<Push> {
        run.found(found.pushes());
        let mut pushes = match found {
            Found::Moves(path) if self.shorten => pushes(ground, &shorten::shorten(ground, path, run)),
            Found::Moves(path) => pushes(ground, &path),
            Found::Pushes(list) => list.into_iter().filter_map(|push| numbered(ground, push)).collect(),
        };
        if self.shorten {
            run.found(pushes.len() as Cost);
            windows::improve(ground, &mut pushes, if self.prove { PATIENCE } else { 1 }, run);
        }
        pushes
    }
}

/// Boxes that can not all come to goals, whatever the others do, if the deadlock tests of this solver see some: where they stand.
pub(crate) fn lost_boxes(position: &Position, run: &mut Run) -> Option<Vec<Cell>> {
    match field::words(position) {
        0..=1 => lost_among::<1>(position, run),
        2 => lost_among::<2>(position, run),
        3 => lost_among::<3>(position, run),
        4 => lost_among::<4>(position, run),
        5..=16 => lost_among::<16>(position, run),
        // On so large a floor the tables alone take longer than a verdict may.
        _ => None,
    }
}

fn lost_among<const N: usize>(position: &Position, run: &mut Run) -> Option<Vec<Cell>> {
    let ground = Ground::<N>::new(position, run).ok()??;
    // A stuck box may be one that nobody needs.
    if ground.has_spare_boxes() {
        return None;
    }
    let lost = Guard::new(&ground).lost_among(&ground, &ground.start(), ground.player, run).ok()??;
    Some(lost.iter().map(|at| ground.cells[usize::from(at)]).collect())
}

/// The pushes of moves.
fn pushes<const N: usize>(ground: &Ground<N>, path: &[Move]) -> Vec<Push> {
    let mut mover = Mover::new(ground);
    let mut boxes = ground.start();
    let mut player = ground.player;
    let mut pushes = Vec::new();
    for step in path {
        mover.put(&boxes);
        mover.fill(ground, player);
        let route = mover.route(ground, step);
        pushes.extend(
            route.into_iter().map(|(from, side)| Push { from, way: opposite(usize::from(side)) as u8 }),
        );
        mover.take(&boxes);
        boxes.remove(step.from);
        boxes.insert(step.to);
        player = step.player;
    }
    pushes
}

/// A push by numbers of cells.
fn numbered<const N: usize>(ground: &Ground<N>, push: fast::plan::Push) -> Option<Push> {
    let number = |cell: Cell| ground.numbers.get(cell.index()).copied();
    let (from, to) = (number(push.from)?, number(push.to)?);
    (0..4).find(|&way| ground.step(from, way) == to).map(|way| Push { from, way: way as u8 })
}

/// The steps of the player for pushes.
fn solution<const N: usize>(
    ground: &Ground<N>,
    position: &Position,
    pushes: &[Push],
) -> Option<Solution<Direction>> {
    let cell = |at: u16| ground.cells.get(usize::from(at)).copied();
    let moved = |push: &Push| {
        let to = ground.step(push.from, usize::from(push.way));
        Some(fast::plan::Push { from: cell(push.from)?, to: cell(to)? })
    };
    let cost = pushes.len() as Cost;
    let pushes: Vec<_> = pushes.iter().map(moved).collect::<Option<_>>()?;
    Some(Solution { actions: fast::plan::steps(position, &pushes)?, cost })
}

const INFO: Info = Info {
    name: "quick",
    summary: "any solution, soon, then made shorter: made for this game",
    optimal: Guarantee::No,
    complete: Guarantee::Yes,
    memory: "states, packed",
    heuristic: false,
    options: &[
        OptionInfo::new(
            "shorten",
            "whether the solution is made shorter once it is found",
            Takes::Choice(&["yes", "no"]),
            "yes",
        ),
        OptionInfo::new(
            "prove",
            "whether it goes on until the shortest solution is proven, or a limit is reached",
            Takes::Choice(&["no", "yes"]),
            "no",
        ),
    ],
};

/// For the list of solvers.
pub(super) fn entry() -> Entry {
    Entry {
        info: &INFO,
        solve: |position, args, metric, run, watch| match metric {
            Metric::Pushes => {
                let quick = Quick { shorten: args.is("shorten", "yes"), prove: args.is("prove", "yes") };
                Ok(quick.solve(position, run, watch))
            }
            Metric::Moves => {
                Err(refuse!("sokoban.quick_moves", "quick counts pushes; for the fewest moves take fast"))
            }
        },
    }
}
