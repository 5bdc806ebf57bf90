//! Weighted A*.
//!
//! Expands the node with the least `g + w·h`, `w ≥ 1`: the more weight on the estimate, the greedier and the quicker,
//! and the plan costs at most `w` times the optimum.
//!
//! Guarantee: complete; within the factor `w` of the optimum if the heuristic is admissible, and the lower bound says
//! how near it came. Memory: all states seen.
//! Reference: I. Pohl, Heuristic search viewed as path finding in a graph, 1970.
//!
//! ```
//! use damier_search::{Algorithm, Limits, Run, algorithms::WeightedAStar, example::{Counter, Doublings}};
//! let problem = Counter { start: 1, goal: 1000 };
//! let outcome = WeightedAStar { weight: 1.5, heuristic: Doublings }
//!     .search(&problem, &mut Run::new(Limits::default()), &mut ());
//! assert!(outcome.plan().unwrap().cost <= 14 * 3 / 2);
//! ```

use super::best_first::{BestFirst, Rank};
use crate::registry::{Entry, Guarantee, Info, OptionInfo, Takes};
use crate::{Algorithm, Cost, Heuristic, ObserverOf, Order, Outcome, Problem, Run, Tie};

/// Weighted A*.
#[derive(Clone, Copy, Debug)]
pub struct WeightedAStar<H> {
    /// The weight of the estimate, from 1.
    pub weight: f64,
    /// What guides it.
    pub heuristic: H,
}

const INFO: Info = Info {
    name: "wastar",
    summary: "weighted A*: the estimate counts more, the plan costs at most weight times the optimum",
    optimal: Guarantee::No,
    complete: Guarantee::Yes,
    memory: "all states seen",
    heuristic: true,
    options: &[OptionInfo::new("weight", "how much the estimate counts", Takes::Decimal(1.0, 1000.0), "2")],
};

/// `g + w·h` times the least number that makes it whole: weights are taken to the thousandth.
struct Weighted {
    g: u64,
    h: u64,
}

impl Weighted {
    fn new(weight: f64) -> Self {
        let thousandths = (weight.max(1.0) * 1000.0).round() as u64;
        let (mut divisor, mut rest) = (thousandths, 1000);
        while rest > 0 {
            (divisor, rest) = (rest, divisor % rest);
        }
        Weighted { g: 1000 / divisor, h: thousandths / divisor }
    }
}

impl Rank for Weighted {
    const REOPEN: bool = true;

    fn key(&self, g: Cost, h: Cost) -> u64 {
        self.g * u64::from(g) + self.h * u64::from(h)
    }

    fn estimate(&self, key: u64, g: Cost) -> Cost {
        (key.saturating_sub(self.g * u64::from(g)) / self.h) as Cost
    }

    fn order(&self) -> Order {
        Order::Least { g: self.g as f64 / self.h as f64, h: 1.0, tie: Tie::Estimate }
    }

    fn bound(&self, least: u64) -> Cost {
        // On a cheapest way lies an open node with g + h ≤ C*, so its key is at most that of C* all estimated.
        least.div_ceil(self.h) as Cost
    }
}

impl<P: Problem, H: Heuristic<P>> Algorithm<P> for WeightedAStar<H> {
    fn search<O: ObserverOf<P>>(&self, problem: &P, run: &mut Run, observer: &mut O) -> Outcome<P::Action> {
        BestFirst::outcome(problem, &self.heuristic, &Weighted::new(self.weight), run, observer)
    }
}

/// For the registry.
pub fn entry<P: Problem + 'static>() -> Entry<P> {
    Entry {
        info: &INFO,
        build: |parts| {
            Box::new(WeightedAStar { weight: parts.args.decimal("weight"), heuristic: parts.heuristic })
        },
    }
}
