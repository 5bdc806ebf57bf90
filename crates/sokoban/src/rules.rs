//! How one plays. This file is the only statement of the rules; what is faster is tested against it.
//!
//! The player steps to a free neighbouring cell, or pushes the box that stands there one cell further, where that cell is
//! free. One box at a time, never pulled. The level is solved when every goal has a box.
//!
//! **Sliding boxes** ([`Sliding`]): a box that was pushed one cell goes one cell further with a probability; straight ahead, or
//! with equal shares ahead, to the left and to the right of the push. Where the cell that it would slide to is not free it stays
//! where the push brought it. The player stands where the box came from, slide or not.

use crate::board::{Cell, Direction, Position};

/// What a step did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The player walked.
    Walk,
    /// The player pushed the box with this place in the list.
    Push(usize),
}

/// How boxes slide after a push.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sliding {
    /// The chance that a pushed box slides on.
    pub chance: f64,
    /// Whether it may also slide to the sides.
    pub sideways: bool,
}

impl Position {
    /// Whether a box or the player could come here.
    pub fn is_free(&self, cell: Cell) -> bool {
        !self.board.is_wall(cell) && self.box_at(cell).is_none()
    }

    /// What a step would do; none if it is not possible.
    pub fn look(&self, direction: Direction) -> Option<Step> {
        let next = self.board.neighbour(self.player, direction)?;
        if self.board.is_wall(next) {
            return None;
        }
        let Some(pushed) = self.box_at(next) else { return Some(Step::Walk) };
        let beyond = self.board.neighbour(next, direction)?;
        self.is_free(beyond).then_some(Step::Push(pushed))
    }

    /// Makes a step; what it did, or none if it is not possible.
    pub fn step(&mut self, direction: Direction) -> Option<Step> {
        let step = self.look(direction)?;
        self.player = self.board.neighbour(self.player, direction)?;
        if let Step::Push(pushed) = step {
            self.boxes[pushed] = self.board.neighbour(self.player, direction)?;
        }
        Some(step)
    }
}

impl Sliding {
    /// Where the box may end that a push in `direction` has just brought to its cell, with the chance of each; the chances add up to 1.
    pub fn outcomes(self, after: &Position, pushed: usize, direction: Direction) -> Vec<(Cell, f64)> {
        let turn = |by: usize| Direction::ALL[(direction as usize + by) % 4];
        let ways: &[Direction] = if self.sideways { &[direction, turn(3), turn(1)] } else { &[direction] };
        let at = after.boxes[pushed];
        let share = self.chance / ways.len() as f64;
        let mut outcomes = vec![(at, 1.0)];
        for &way in ways {
            let to = after.board.neighbour(at, way).filter(|&to| after.is_free(to) && to != after.player);
            if let Some(to) = to.filter(|_| share > 0.0) {
                outcomes[0].1 -= share;
                outcomes.push((to, share));
            }
        }
        outcomes
    }
}
