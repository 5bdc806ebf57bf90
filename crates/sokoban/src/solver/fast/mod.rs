//! `fast`: solutions with the fewest pushes, or the fewest moves, proven.

mod plan;
mod pushes;

use damier_search::kit::Watch;
use damier_search::{Outcome, Plan, Run};

use crate::board::{Direction, Position};
use crate::solver::field::{self, Field};
use pushes::{End, Ground, Order};

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Metric {
    /// Pushes; walking is free.
    Pushes,
    /// Steps of the player, pushes included.
    Moves,
}

/// The solver of proven optima.
#[derive(Clone, Copy, Debug)]
pub struct Fast {
    /// What is to be the least.
    pub metric: Metric,
    /// Whether the other metric is to be the least among the best.
    pub tie: bool,
}

impl Fast {
    /// Steps of the player that solve the position at the least cost, in what the metric counts.
    ///
    /// When a limit is reached: the best solution known and a proven bound from below.
    pub fn solve(
        &self,
        position: &Position,
        run: &mut Run,
        watch: Option<&mut dyn Watch>,
    ) -> Outcome<Direction> {
        if position.is_solved() {
            return Outcome::optimal(Plan { actions: Vec::new(), cost: 0 });
        }
        match field::words(position) {
            0..=1 => self.with_words::<1>(position, run, watch),
            2 => self.with_words::<2>(position, run, watch),
            3..=4 => self.with_words::<4>(position, run, watch),
            5..=16 => self.with_words::<16>(position, run, watch),
            _ => self.with_words::<64>(position, run, watch),
        }
    }

    fn with_words<const N: usize>(
        &self,
        position: &Position,
        run: &mut Run,
        mut watch: Option<&mut dyn Watch>,
    ) -> Outcome<Direction> {
        let Some((field, distances)) = Field::<N>::new(position) else { return Outcome::Unsolvable };
        let mut ground = Ground::new(field, distances);
        let order = Order { weight: 1, below: u32::MAX, most: u64::MAX };
        match ground.search(&order, run, &mut watch) {
            End::Found(pushes) => {
                let cost = pushes.len() as u32;
                let actions = plan::steps(position, &pushes).unwrap_or_default();
                Outcome::optimal(Plan { actions, cost })
            }
            End::Exhausted | End::Enough => Outcome::Unsolvable,
            End::Stopped { why, bound } => Outcome::Stopped { why, best: None, lower_bound: bound },
        }
    }
}
