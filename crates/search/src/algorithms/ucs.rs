//! Uniform-cost search.
//!
//! Expands the node that was cheapest to reach: breadth-first search for actions of different costs.
//!
//! Guarantee: complete and optimal. Memory: all states seen.
//! Reference: E. W. Dijkstra, A note on two problems in connexion with graphs, 1959.
//!
//! ```
//! use damier_search::{Algorithm, Limits, Run, algorithms::Ucs, example::Counter};
//! let outcome = Ucs.search(&Counter { start: 3, goal: 25 }, &mut Run::new(Limits::default()), &mut ());
//! assert_eq!(outcome.plan().unwrap().cost, 4);
//! assert!(outcome.is_optimal());
//! ```

use super::best_first::{BestFirst, Rank};
use crate::registry::{Entry, Guarantee, Info};
use crate::{Algorithm, Blind, Cost, ObserverOf, Order, Outcome, Problem, Run, Tie};

/// Uniform-cost search.
#[derive(Clone, Copy, Debug)]
pub struct Ucs;

const INFO: Info = Info {
    name: "ucs",
    summary: "uniform-cost: the state that was cheapest to reach first",
    optimal: Guarantee::Yes,
    complete: Guarantee::Yes,
    memory: "all states seen",
    heuristic: false,
    options: &[],
};

struct SoFar;

impl Rank for SoFar {
    const REOPEN: bool = true;

    fn key(&self, g: Cost, _: Cost) -> u64 {
        u64::from(g)
    }

    fn estimate(&self, _: u64, _: Cost) -> Cost {
        0
    }

    fn order(&self) -> Order {
        Order::Least { g: 1.0, h: 0.0, tie: Tie::Estimate }
    }

    fn bound(&self, least: u64) -> Cost {
        least as Cost
    }
}

impl<P: Problem> Algorithm<P> for Ucs {
    fn search<O: ObserverOf<P>>(&self, problem: &P, run: &mut Run, observer: &mut O) -> Outcome<P::Action> {
        BestFirst::outcome(problem, &Blind, &SoFar, run, observer)
    }
}

/// For the registry.
pub fn entry<P: Problem + 'static>() -> Entry<P> {
    Entry { info: &INFO, build: |_| Box::new(Ucs) }
}
