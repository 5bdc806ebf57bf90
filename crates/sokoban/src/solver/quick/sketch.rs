//! What `quick` knows of a level before it searches, for who wants to see it: rooms, and a plan.

use damier_search::{Run, Stop};

use crate::board::{Cell, Position};
use crate::solver::bits::Bits;
use crate::solver::field;

use super::ground::Ground;
use super::plan::Plan;
use super::rooms::Rooms;
use super::team;

/// Rooms and a plan.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sketch {
    /// The cells of rooms, each with the number of its room from 1 on. What is in none is a corridor.
    pub rooms: Vec<(Cell, u16)>,
    /// For each goal the step of the plan after which a box stands there for good, from 1 on; none where the plan does not say.
    pub goals: Vec<(Cell, Option<usize>)>,
    /// Where a box waits on its way, with the step that brings it there.
    pub parkings: Vec<(Cell, usize)>,
}

impl Sketch {
    /// The rooms of a position, and the plan of the first of the searches. None where a goal can never be filled.
    pub fn of(position: &Position, run: &mut Run) -> Result<Option<Self>, Stop> {
        match field::words(position) {
            0..=1 => Self::with_words::<1>(position, run),
            2..=4 => Self::with_words::<4>(position, run),
            5..=16 => Self::with_words::<16>(position, run),
            _ => Self::with_words::<64>(position, run),
        }
    }

    fn with_words<const N: usize>(position: &Position, run: &mut Run) -> Result<Option<Self>, Stop> {
        let Some(ground) = Ground::<N>::new(position, run)? else { return Ok(None) };
        let steps = Plan::find(&ground, team::OPEN, team::PLAN, run)?.steps;
        let cell = |at: u16| ground.cells[usize::from(at)];
        let number = Rooms::new(&ground).room_of;
        let rooms = (0..ground.wall()).filter(|&at| number[usize::from(at)] > 0);
        let since = |goal: u16| {
            let last_without = steps.iter().rposition(|step| !step.contains(goal));
            last_without.map(|at| at + 1).filter(|at| *at < steps.len())
        };
        let mut parkings = Vec::new();
        for (at, pair) in steps.windows(2).enumerate() {
            let fresh: Bits<N> = pair[1].without(&pair[0]).without(&ground.goal_set);
            parkings.extend(fresh.iter().map(|there| (cell(there), at + 1)));
        }
        Ok(Some(Sketch {
            rooms: rooms.map(|at| (cell(at), number[usize::from(at)])).collect(),
            goals: ground.goals.iter().map(|&goal| (cell(goal), since(goal))).collect(),
            parkings,
        }))
    }
}
