//! Iterative deepening A*.
//!
//! Depth-first passes over all states with `g + h` up to a bound; the bound begins at the start's estimate and rises to
//! the least value that lay beyond it. A table of what was searched in vain saves repeated work and stops growing where
//! memory ends; with `table=no` only the path is kept.
//!
//! Guarantee: complete; optimal if the heuristic is admissible. Memory: with a table the states seen, else the path.
//! References: R. Korf, Depth-first iterative-deepening, 1985; A. Reinefeld, T. Marsland, Enhanced iterative-deepening
//! search, 1994.
//!
//! ```
//! use damier_search::{Algorithm, Limits, Run, algorithms::Ida, example::{Counter, Doublings}};
//! let problem = Counter { start: 1, goal: 1000 };
//! let outcome = Ida { table: false, heuristic: Doublings }.search(&problem, &mut Run::new(Limits::default()), &mut ());
//! assert_eq!(outcome.plan().unwrap().cost, 14);
//! assert!(outcome.is_optimal());
//! ```

use super::contour::{Contour, Passes};
use super::trivial_bound;
use crate::registry::{Entry, Guarantee, Info, OptionInfo, Takes};
use crate::{Algorithm, Heuristic, ObserverOf, Outcome, Plan, Problem, Run};

/// IDA*.
#[derive(Clone, Copy, Debug)]
pub struct Ida<H> {
    /// Whether searched states are remembered.
    pub table: bool,
    /// What guides it.
    pub heuristic: H,
}

/// Whether passes remember the states that they searched.
pub(super) const TABLE: OptionInfo =
    OptionInfo::new("table", "remember the states that were searched", Takes::Choice(&["yes", "no"]), "yes");

const INFO: Info = Info {
    name: "ida",
    summary: "iterative deepening A*: depth-first up to a bound on cost plus estimate, then a higher one",
    optimal: Guarantee::If("the heuristic is admissible"),
    complete: Guarantee::Yes,
    memory: "the states seen, as far as memory goes; with table=no the path alone",
    heuristic: true,
    options: &[TABLE],
};

impl<P: Problem, H: Heuristic<P>> Algorithm<P> for Ida<H> {
    fn search<O: ObserverOf<P>>(&self, problem: &P, run: &mut Run, observer: &mut O) -> Outcome<P::Action> {
        deepen(problem, &self.heuristic, self.table, run, observer)
    }
}

/// Passes with a rising bound until one finds a plan or nothing lies beyond.
pub(super) fn deepen<P: Problem, H: Heuristic<P>, O: ObserverOf<P>>(
    problem: &P,
    heuristic: &H,
    table: bool,
    run: &mut Run,
    observer: &mut O,
) -> Outcome<P::Action> {
    // What was brought along is known by the time that it has been asked.
    let proven = |bound| if heuristic.info().admissible { bound } else { trivial_bound(problem) };
    if let Err(why) = heuristic.prepare(problem, run) {
        return Outcome::Stopped { why, best: None, lower_bound: trivial_bound(problem) };
    }
    let mut passes = Passes::new(table);
    let mut bound = heuristic.estimate(problem, &problem.start()).unwrap_or(0);
    loop {
        match passes.pass(problem, heuristic, bound, run, observer) {
            Ok(Contour::Found(plan @ Plan { cost, .. })) => {
                return Outcome::Solved { plan, lower_bound: proven(bound).min(cost) };
            }
            Ok(Contour::Beyond(next)) => bound = next,
            Ok(Contour::Exhausted) => return Outcome::Unsolvable,
            Err(why) => {
                return Outcome::Stopped {
                    why,
                    best: None,
                    lower_bound: proven(bound).max(trivial_bound(problem)),
                };
            }
        }
    }
}

/// For the registry.
pub fn entry<P: Problem + 'static>() -> Entry<P> {
    Entry {
        info: &INFO,
        build: |parts| Box::new(Ida { table: parts.args.is("table", "yes"), heuristic: parts.heuristic }),
    }
}
