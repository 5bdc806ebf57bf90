//! Plans for sliding boxes: what `quick` does where no box slides.
//!
//! It is a policy that wins if luck holds, and every better one grows from it. Where a box is more likely to slide than to stay, it is no plan at
//! all, and others are found by what seems nearest.

use damier_search::chance::online::Guide;
use damier_search::{Cost, Limits, Outcome, Run};

use super::problem::{Nearest, Push, SlidingProblem, State};
use crate::board::Position;
use crate::rules::{Sliding, Step};
use crate::solver::Quick;

/// Expansions for a plan where a slide led off the first one. Most positions take a few dozen.
const AGAIN: u64 = 200;

/// A guide with a plan from the start, which finds others where it is asked for them.
pub(super) struct Planner<'a> {
    position: &'a Position,
    problem: &'a SlidingProblem,
    /// Whether a box mostly stays where it was pushed.
    steady: bool,
    /// The pushes from the position; none if none were found.
    pub(super) first: Option<Vec<Push>>,
}

impl<'a> Planner<'a> {
    /// Looks for the first plan with half of what is left of the run.
    pub(super) fn new(
        position: &'a Position,
        problem: &'a SlidingProblem,
        sliding: Sliding,
        run: &mut Run,
    ) -> Self {
        let steady = sliding.chance <= 0.5;
        let mut planner = Planner { position, problem, steady, first: None };
        planner.first = planner.pushes(position, None, 2, run);
        planner
    }

    /// The pushes of a solution where nothing slides, found with a part of what is left of the run.
    fn pushes(&self, position: &Position, nodes: Option<u64>, part: u32, run: &mut Run) -> Option<Vec<Push>> {
        if !self.steady {
            return None;
        }
        let left = run.left();
        let limits = Limits {
            nodes: left.nodes.map(|left| left / u64::from(part)).into_iter().chain(nodes).min(),
            time: left.time.map(|time| time / part),
            memory: left.memory,
        };
        let mut beside = run.beside(limits);
        let outcome = Quick { shorten: nodes.is_none(), prove: false }.solve(position, &mut beside, None);
        run.stats.expanded += beside.stats.expanded;
        run.stats.generated += beside.stats.generated;
        let (Outcome::Solved { plan, .. } | Outcome::Stopped { best: Some(plan), .. }) = outcome else {
            return None;
        };
        let mut played = position.clone();
        let mut pushes = Vec::new();
        for direction in plan.actions {
            let before = played.player;
            if let Step::Push(_) = played.step(direction)? {
                let from = played.board.neighbour(before, direction)?;
                pushes.push(self.problem.push(from, direction));
            }
        }
        Some(pushes)
    }
}

impl Guide<SlidingProblem> for Planner<'_> {
    fn distance(&self, problem: &SlidingProblem, state: &State) -> Option<Cost> {
        Nearest.distance(problem, state)
    }

    fn plan(&self, problem: &SlidingProblem, state: &State, run: &mut Run) -> Option<Vec<Push>> {
        if *state == problem.state(self.position) {
            return self.first.clone();
        }
        self.pushes(&problem.position(state, self.position)?, Some(AGAIN), 20, run)
    }
}
