//! What all parts of a search share and none changes.

use damier_search::{Cost, Problem};

use super::bits::Bits;
use super::field::Field;
use super::relevance::Relevance;
use crate::heuristics::CellMap;
use crate::problem::{SlideProblem, Word};

/// The question, and the tables that answer it.
pub(super) struct Ground<'a, W, const N: usize> {
    pub(super) problem: &'a SlideProblem<W>,
    /// The fewest slides with free stops, by cell of the main robot.
    pub(super) estimates: Vec<u16>,
    /// The estimate of the start: the first level.
    pub(super) first: usize,
    /// No diagonal turns a robot.
    pub(super) straight: bool,
    /// Which last helper moves can matter, once a level is large enough to ask.
    pub(super) relevance: Option<Relevance<N>>,
    /// How many robots the main one has beside it.
    pub(super) helpers: usize,
}

impl<'a, W: Word, const N: usize> Ground<'a, W, N> {
    /// None when the target cannot be reached even with free stops.
    pub(super) fn new(problem: &'a SlideProblem<W>, field: &Field<N>) -> Option<Self> {
        let straight = !problem.runs.turns();
        let estimates = if straight {
            field.estimates(usize::from(problem.target))
        } else {
            CellMap::bounces(problem).into_map(problem.lanes[0])
        };
        let first = estimates[usize::from(problem.start().get(0))];
        let helpers = problem.robots().min(W::ROBOTS) - 1;
        (first != u16::MAX).then_some(Ground {
            problem,
            estimates,
            first: usize::from(first),
            straight,
            relevance: None,
            helpers,
        })
    }

    /// The estimate of a cell.
    #[inline]
    pub(super) fn estimate(&self, cell: usize) -> u16 {
        self.estimates[cell]
    }

    /// How many moves led to a state of this level (counted from the first) with the main robot on `cell`.
    pub(super) fn moves(&self, level: usize, cell: usize) -> Cost {
        (self.first + level) as Cost - Cost::from(self.estimates[cell])
    }

    /// Whether the target is among the cells.
    #[inline]
    pub(super) fn reached(&self, set: &Bits<N>) -> bool {
        set.contains(usize::from(self.problem.target))
    }
}
