//! Estimates of the cost that is left.

use crate::{Cost, Problem, Run, Stop};

/// What a heuristic declares of itself; `list`, the menus and the conformance suite read it from here.
#[derive(Debug)]
pub struct HeuristicInfo {
    /// The name in a spec such as `astar(bounces)`.
    pub name: &'static str,
    /// One line for a person.
    pub summary: &'static str,
    /// Never above the true cost to the nearest goal: A* with it is optimal.
    pub admissible: bool,
    /// Never falls by more than an action costs: A* with it expands no state twice.
    pub consistent: bool,
}

/// Estimates how much it still costs to reach a goal.
pub trait Heuristic<P: Problem> {
    /// The declaration.
    fn info(&self) -> &'static HeuristicInfo;

    /// Builds its tables within the limits of a search, which asks for it before the first estimate. Where nobody asks, they are built at the
    /// first estimate, whatever that takes.
    fn prepare(&self, _problem: &P, _run: &mut Run) -> Result<(), Stop> {
        Ok(())
    }

    /// The successors of `parent` are about to be asked for. One that answers many questions at less cost than one by one may do so.
    fn foresee(&self, _problem: &P, _parent: &P::State) {}

    /// The estimate, or `None` where no goal can be reached (only an admissible heuristic's `None` proves that).
    fn estimate(&self, problem: &P, state: &P::State) -> Option<Cost>;
}

impl<P: Problem, H: Heuristic<P> + ?Sized> Heuristic<P> for Box<H> {
    fn info(&self) -> &'static HeuristicInfo {
        (**self).info()
    }

    fn prepare(&self, problem: &P, run: &mut Run) -> Result<(), Stop> {
        (**self).prepare(problem, run)
    }

    fn foresee(&self, problem: &P, parent: &P::State) {
        (**self).foresee(problem, parent);
    }

    fn estimate(&self, problem: &P, state: &P::State) -> Option<Cost> {
        (**self).estimate(problem, state)
    }
}

/// Knows nothing: 0 everywhere. A* with it is uniform-cost search.
#[derive(Clone, Copy, Debug, Default)]
pub struct Blind;

impl Blind {
    /// The declaration.
    pub const INFO: HeuristicInfo = HeuristicInfo {
        name: "blind",
        summary: "0 everywhere: no knowledge at all",
        admissible: true,
        consistent: true,
    };
}

impl<P: Problem> Heuristic<P> for Blind {
    fn info(&self) -> &'static HeuristicInfo {
        const { &Self::INFO }
    }

    fn estimate(&self, _: &P, _: &P::State) -> Option<Cost> {
        Some(0)
    }
}
