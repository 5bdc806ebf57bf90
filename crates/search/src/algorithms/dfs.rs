//! Depth-first search with a depth limit.
//!
//! Follows one way as deep as the limit lets it, then steps back to the last choice. It remembers the states that it
//! searched, and with how much depth left, so that it does the work of each once.
//!
//! Guarantee: not optimal; finds a plan wherever one exists within the depth limit, and proves where none does.
//! Memory: the states seen within the limit. Reference: R. Tarjan, Depth-first search and linear graph algorithms, 1972.
//!
//! ```
//! use damier_search::{Algorithm, Limits, Run, algorithms::Dfs, example::Counter};
//! let problem = Counter { start: 1, goal: 10 };
//! let outcome = Dfs { limit: 9 }.search(&problem, &mut Run::new(Limits::default()), &mut ());
//! assert!(outcome.plan().unwrap().cost >= 4); // The first that it came upon.
//! ```

use super::contour::{Contour, Passes};
use super::trivial_bound;
use crate::registry::{Entry, Guarantee, Info, OptionInfo, Takes};
use crate::{Algorithm, Blind, ObserverOf, Outcome, Problem, Run, Stop};

/// Depth-first search with a limit on the cost, which is the depth where every action costs 1.
#[derive(Clone, Copy, Debug)]
pub struct Dfs {
    /// How deep it goes.
    pub limit: u32,
}

const INFO: Info = Info {
    name: "dfs",
    summary: "depth-first: one way to the end of the depth limit, then back to the last choice",
    optimal: Guarantee::No,
    complete: Guarantee::If("a plan lies within the depth limit"),
    memory: "the states seen within the limit",
    heuristic: false,
    options: &[OptionInfo::new("limit", "how deep it goes", Takes::Whole(1, 1_000_000), "30")],
};

impl<P: Problem> Algorithm<P> for Dfs {
    fn search<O: ObserverOf<P>>(&self, problem: &P, run: &mut Run, observer: &mut O) -> Outcome<P::Action> {
        let lower_bound = trivial_bound(problem);
        match Passes::new(true).pass(problem, &Blind, self.limit, run, observer) {
            Ok(Contour::Found(plan)) => Outcome::Solved { plan, lower_bound },
            Ok(Contour::Beyond(lower_bound)) => {
                Outcome::Stopped { why: Stop::GaveUp, best: None, lower_bound }
            }
            Ok(Contour::Exhausted) => Outcome::Unsolvable,
            Err(why) => Outcome::Stopped { why, best: None, lower_bound },
        }
    }
}

/// For the registry.
pub fn entry<P: Problem + 'static>() -> Entry<P> {
    Entry { info: &INFO, build: |parts| Box::new(Dfs { limit: parts.args.whole("limit") as u32 }) }
}
