//! What all parts of a search share and none changes.

use std::sync::{Arc, OnceLock};

use damier_search::{Cost, Problem};

use super::bits::Bits;
use super::field::{Estimates, Field};
use super::kept::{Aim, Has, Kept, OfSize};
use super::relevance::Relevance;
use crate::heuristics::CellMap;
use crate::problem::{SlideProblem, Word};

/// The question, and the tables that answer it.
pub(super) struct Ground<'a, W, const N: usize> {
    pub(super) problem: &'a SlideProblem<W>,
    /// The fewest slides with free stops, by cell of the main robot.
    pub(super) estimates: Arc<Estimates<N>>,
    /// The estimate of the start: the first level.
    pub(super) first: usize,
    /// No diagonal turns a robot.
    pub(super) straight: bool,
    /// Which last helper moves can matter, once a level is large enough to ask.
    pub(super) relevance: Arc<OnceLock<Relevance<N>>>,
    /// How many robots the main one has beside it.
    pub(super) helpers: usize,
}

impl<'a, W: Word, const N: usize> Ground<'a, W, N> {
    /// With the field of its board; none when the target cannot be reached even with free stops.
    pub(super) fn new(problem: &'a SlideProblem<W>) -> Option<(Self, Field<N>)>
    where
        Kept: Has<N>,
    {
        let straight = !problem.runs.turns();
        let (field, Aim { estimates, relevance }) = if straight {
            let kept: &OfSize<N> = problem.board.kept.sized();
            let field = kept.field(problem);
            let aim = kept.aim(problem, &field);
            (field, aim)
        } else {
            let map = CellMap::bounces(problem).into_map(problem.lanes[0]);
            let estimates = Estimates::turning(&map).into();
            (Field::new(problem), Aim { estimates, relevance: Arc::default() })
        };
        let first = estimates.of(usize::from(problem.start().get(0)));
        let helpers = problem.robots().min(W::ROBOTS) - 1;
        let first_level = usize::from(first);
        let ground = Ground { problem, estimates, relevance, first: first_level, straight, helpers };
        (first != u16::MAX).then_some((ground, field))
    }

    /// Whether the last helper move of a solution is looked for on the spot.
    pub(super) fn checks(&self) -> bool {
        self.straight && self.problem.movable > 1
    }

    /// The helpers' cells, one after the other.
    #[inline]
    pub(super) fn each_helper(&self, key: W, mut take: impl FnMut(usize)) {
        // A loop of known length, up to where there are helpers.
        for slot in 1..W::ROBOTS {
            if slot > self.helpers {
                break;
            }
            take(usize::from(key.get(slot)));
        }
    }

    /// How many cells the board has.
    pub(super) fn cells(&self) -> usize {
        self.problem.board.width() * self.problem.board.height()
    }

    /// The estimate of a cell.
    #[inline]
    pub(super) fn estimate(&self, cell: usize) -> u16 {
        self.estimates.of(cell)
    }

    /// How many moves led to a state of this level (counted from the first) with the main robot on `cell`.
    pub(super) fn moves(&self, level: usize, cell: usize) -> Cost {
        (self.first + level) as Cost - Cost::from(self.estimate(cell))
    }

    /// Whether the target is among the cells.
    #[inline]
    pub(super) fn reached(&self, set: &Bits<N>) -> bool {
        set.contains(usize::from(self.problem.target))
    }
}
