//! The smallest problem there is, for the examples in these pages and for the tests of the algorithms.

use crate::{Cost, Heuristic, HeuristicInfo, Problem, Reversible};

/// Come from one number to another, where a step doubles or adds one. Numbers stay below 2^16.
#[derive(Clone, Copy, Debug)]
pub struct Counter {
    /// Where to begin.
    pub start: u32,
    /// Where to end.
    pub goal: u32,
}

/// A step of [`Counter`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Times two.
    Double,
    /// Plus one.
    Add,
}

const END: u32 = 1 << 16;

impl Problem for Counter {
    type State = u32;
    type Action = Step;
    const UNIT_COSTS: bool = true;

    fn start(&self) -> u32 {
        self.start
    }

    fn is_goal(&self, state: &u32) -> bool {
        *state == self.goal
    }

    fn successors(&self, state: &u32, mut emit: impl FnMut(Step, u32, Cost)) {
        for (step, next) in [(Step::Double, state * 2), (Step::Add, state + 1)] {
            if next < END && next != *state {
                emit(step, next, 1);
            }
        }
    }
}

impl Reversible for Counter {
    fn goal_count(&self) -> u64 {
        1
    }

    fn goals(&self, mut emit: impl FnMut(u32)) {
        emit(self.goal);
    }

    fn predecessors(&self, state: &u32, mut emit: impl FnMut(Step, u32, Cost)) {
        if *state > 0 && state.is_multiple_of(2) {
            emit(Step::Double, state / 2, 1);
        }
        if *state > 0 {
            emit(Step::Add, state - 1, 1);
        }
    }
}

/// Counts the doublings that are needed at least: admissible and consistent.
#[derive(Clone, Copy, Debug)]
pub struct Doublings;

impl Heuristic<Counter> for Doublings {
    fn info(&self) -> &'static HeuristicInfo {
        &HeuristicInfo {
            name: "doublings",
            summary: "steps if every one doubled",
            admissible: true,
            consistent: true,
        }
    }

    fn estimate(&self, problem: &Counter, state: &u32) -> Option<Cost> {
        // Numbers only grow, and no step more than doubles a positive one (0 + 1 counts as a doubling here).
        if *state > problem.goal {
            return None;
        }
        let mut reach = *state;
        let mut steps = 0;
        while reach < problem.goal {
            reach = (reach * 2).max(reach + 1);
            steps += 1;
        }
        Some(steps)
    }
}
