//! Greedy best-first search.
//!
//! Expands the node that seems nearest to a goal and forgets what it cost to come there, except among equals. Quick where
//! the estimate is good, and long-winded in its plans.
//!
//! Guarantee: complete; not optimal. Memory: all states seen.
//! Reference: J. Doran, D. Michie, Experiments with the Graph Traverser program, 1966.
//!
//! ```
//! use damier_search::{Algorithm, Limits, Run, algorithms::Greedy, example::{Counter, Doublings}};
//! let problem = Counter { start: 1, goal: 1000 };
//! let outcome = Greedy { heuristic: Doublings }.search(&problem, &mut Run::new(Limits::default()), &mut ());
//! assert!(outcome.plan().unwrap().cost > 14); // A plan, but not the shortest.
//! ```

use super::best_first::{BestFirst, Rank};
use crate::registry::{Entry, Guarantee, Info};
use crate::{Algorithm, Cost, Heuristic, ObserverOf, Order, Outcome, Problem, Run, Tie};

/// Greedy best-first search.
#[derive(Clone, Copy, Debug)]
pub struct Greedy<H> {
    /// What guides it.
    pub heuristic: H,
}

const INFO: Info = Info {
    name: "greedy",
    summary: "greedy best-first: the least estimate first, whatever it cost to get there",
    optimal: Guarantee::No,
    complete: Guarantee::Yes,
    memory: "all states seen",
    heuristic: true,
    options: &[],
};

struct Estimate;

impl Rank for Estimate {
    const REOPEN: bool = false;

    fn key(&self, _: Cost, h: Cost) -> u64 {
        u64::from(h)
    }

    fn tie(&self, g: Cost, _: Cost) -> Cost {
        g // Else it would follow one way for thousands of steps.
    }

    fn estimate(&self, key: u64, _: Cost) -> Cost {
        key as Cost
    }

    fn order(&self) -> Order {
        Order::Least { g: 0.0, h: 1.0, tie: Tie::Cost }
    }

    fn bound(&self, _: u64) -> Cost {
        0 // How near the nearest open state seems says nothing about the whole.
    }
}

impl<P: Problem, H: Heuristic<P>> Algorithm<P> for Greedy<H> {
    fn search<O: ObserverOf<P>>(&self, problem: &P, run: &mut Run, observer: &mut O) -> Outcome<P::Action> {
        BestFirst::outcome(problem, &self.heuristic, &Estimate, run, observer)
    }
}

/// For the registry.
pub fn entry<P: Problem + 'static>() -> Entry<P> {
    Entry { info: &INFO, build: |parts| Box::new(Greedy { heuristic: parts.heuristic }) }
}
