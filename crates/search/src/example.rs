//! The smallest problem and the smallest game there are, for the examples in these pages and for the tests of the algorithms.

use crate::game::Game;
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

/// Noughts and crosses: a draw with best play. A state is the squares of both players as bits.
#[derive(Clone, Copy, Debug)]
pub struct TicTacToe;

const LINES: [u16; 8] = [
    0b111,
    0b111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];

impl Game for TicTacToe {
    type State = [u16; 2];
    type Move = u8;
    type Undo = ();

    fn players(&self) -> usize {
        2
    }

    fn start(&self) -> [u16; 2] {
        [0; 2]
    }

    fn turn(&self, state: &[u16; 2]) -> usize {
        (state[0] | state[1]).count_ones() as usize % 2
    }

    fn moves(&self, state: &[u16; 2], emit: impl FnMut(u8)) {
        (0..9).filter(|square| (state[0] | state[1]) >> square & 1 == 0).for_each(emit);
    }

    fn play(&self, state: &mut [u16; 2], square: u8) {
        let me = self.turn(state);
        state[me] |= 1 << square;
    }

    fn undo(&self, state: &mut [u16; 2], square: u8, (): ()) {
        state.iter_mut().for_each(|squares| *squares &= !(1 << square));
    }

    fn winner(&self, state: &[u16; 2]) -> Option<Option<usize>> {
        let has_line = |&player: &usize| LINES.iter().any(|line| state[player] & line == *line);
        match (0..2).find(has_line) {
            Some(player) => Some(Some(player)),
            None => (state[0] | state[1] == 0x1FF).then_some(None),
        }
    }

    fn hash(&self, state: &[u16; 2]) -> u64 {
        u64::from(state[0]) << 16 | u64::from(state[1])
    }
}
