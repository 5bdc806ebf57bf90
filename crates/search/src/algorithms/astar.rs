//! A*.
//!
//! Expands the node with the least `f = g + h`: what it cost to come here and what it will cost at least. Among equal
//! `f` the one with the least `h` comes first, so that the last layer is crossed straight towards the goal.
//!
//! Guarantee: complete; optimal if the heuristic is admissible (states are opened again when a cheaper way is found, so
//! it need not be consistent). Memory: all states seen.
//! Reference: P. Hart, N. Nilsson, B. Raphael, A formal basis for the heuristic determination of minimum cost paths, 1968.
//!
//! ```
//! use damier_search::{Algorithm, Limits, Run, algorithms::{AStar, Bfs}, example::{Counter, Doublings}};
//! let problem = Counter { start: 1, goal: 1000 };
//! let (mut guided, mut blind) = (Run::new(Limits::default()), Run::new(Limits::default()));
//! let plan = AStar { heuristic: Doublings }.search(&problem, &mut guided, &mut ());
//! assert_eq!(plan.plan().unwrap().cost, Bfs.search(&problem, &mut blind, &mut ()).plan().unwrap().cost);
//! assert!(guided.stats.expanded < blind.stats.expanded);
//! ```

use super::best_first::{BestFirst, Rank};
use crate::registry::{Entry, Guarantee, Info};
use crate::{Algorithm, Cost, Heuristic, ObserverOf, Order, Outcome, Problem, Run, Tie};

/// A*.
#[derive(Clone, Copy, Debug)]
pub struct AStar<H> {
    /// What guides it.
    pub heuristic: H,
}

const INFO: Info = Info {
    name: "astar",
    summary: "A*: the least cost so far plus estimate first",
    optimal: Guarantee::If("the heuristic is admissible"),
    complete: Guarantee::Yes,
    memory: "all states seen",
    heuristic: true,
    options: &[],
};

/// `f = g + h`.
pub(super) struct Sum;

impl Rank for Sum {
    const REOPEN: bool = true;

    #[inline]
    fn key(&self, g: Cost, h: Cost) -> u64 {
        u64::from(g) + u64::from(h)
    }

    fn estimate(&self, key: u64, g: Cost) -> Cost {
        key.saturating_sub(u64::from(g)) as Cost
    }

    fn order(&self) -> Order {
        Order::Least { g: 1.0, h: 1.0, tie: Tie::Estimate }
    }

    fn bound(&self, least: u64) -> Cost {
        least as Cost
    }
}

impl<P: Problem, H: Heuristic<P>> Algorithm<P> for AStar<H> {
    fn search<O: ObserverOf<P>>(&self, problem: &P, run: &mut Run, observer: &mut O) -> Outcome<P::Action> {
        BestFirst::outcome(problem, &self.heuristic, &Sum, run, observer)
    }
}

/// For the registry.
pub fn entry<P: Problem + 'static>() -> Entry<P> {
    Entry { info: &INFO, build: |parts| Box::new(AStar { heuristic: parts.heuristic }) }
}
