//! Iterative deepening depth-first search.
//!
//! Depth-first with limit 0, then 1, then 2: the first plan found is the cheapest, as in breadth-first search, and with
//! `table=no` only the path is kept in memory.
//!
//! Guarantee: complete and optimal (with `table=no` it cannot prove a cyclic problem unsolvable in practice).
//! Memory: with a table the states seen, else the path. Reference: R. Korf, Depth-first iterative-deepening, 1985.
//!
//! ```
//! use damier_search::{Algorithm, Limits, Run, algorithms::Ids, example::Counter};
//! let problem = Counter { start: 3, goal: 25 };
//! let outcome = Ids { table: false }.search(&problem, &mut Run::new(Limits::default()), &mut ());
//! assert_eq!(outcome.plan().unwrap().cost, 4);
//! ```

use super::ida::{TABLE, deepen};
use crate::registry::{Entry, Guarantee, Info};
use crate::{Algorithm, Blind, ObserverOf, Outcome, Problem, Run};

/// Iterative deepening.
#[derive(Clone, Copy, Debug)]
pub struct Ids {
    /// Whether searched states are remembered.
    pub table: bool,
}

const INFO: Info = Info {
    name: "ids",
    summary: "iterative deepening: depth-first with limit 0, 1, 2 and so on",
    optimal: Guarantee::Yes,
    complete: Guarantee::Yes,
    memory: "the states seen, as far as memory goes; with table=no the path alone",
    heuristic: false,
    options: &[TABLE],
};

impl<P: Problem> Algorithm<P> for Ids {
    fn search<O: ObserverOf<P>>(&self, problem: &P, run: &mut Run, observer: &mut O) -> Outcome<P::Action> {
        deepen(problem, &Blind, self.table, run, observer)
    }
}

/// For the registry.
pub fn entry<P: Problem + 'static>() -> Entry<P> {
    Entry { info: &INFO, build: |parts| Box::new(Ids { table: parts.args.is("table", "yes") }) }
}
