//! Breadth-first search.
//!
//! Looks at all states one step away, then at all two steps away, and so on, each once.
//!
//! Guarantee: complete; optimal where every action costs 1. Memory: all states seen.
//! Reference: E. F. Moore, The shortest path through a maze, 1959.
//!
//! ```
//! use damier_search::{Algorithm, Limits, Run, algorithms::Bfs, example::Counter};
//! let outcome = Bfs.search(&Counter { start: 3, goal: 25 }, &mut Run::new(Limits::default()), &mut ());
//! assert_eq!(outcome.plan().unwrap().cost, 4); // 6 12 24 25
//! assert!(outcome.is_optimal());
//! ```

use super::layers::{Ahead, Layers, outcome};
use crate::observer::tell;
use crate::registry::{Entry, Guarantee, Info};
use crate::{Algorithm, Event, ObserverOf, Order, Outcome, Plan, Problem, Run, Stop};

/// Breadth-first search.
#[derive(Clone, Copy, Debug)]
pub struct Bfs;

const INFO: Info = Info {
    name: "bfs",
    summary: "breadth-first: all states one step away, then two, then three",
    optimal: Guarantee::If("every action costs 1"),
    complete: Guarantee::Yes,
    memory: "all states seen",
    heuristic: false,
    options: &[],
};

impl<P: Problem> Algorithm<P> for Bfs {
    fn search<O: ObserverOf<P>>(&self, problem: &P, run: &mut Run, observer: &mut O) -> Outcome<P::Action> {
        let found = search(problem, run, observer);
        outcome(problem, found, run)
    }
}

fn search<P: Problem, O: ObserverOf<P>>(
    problem: &P,
    run: &mut Run,
    observer: &mut O,
) -> Result<Option<Plan<P::Action>>, Stop> {
    if problem.is_goal(&problem.start()) {
        return Ok(Some(Plan { actions: Vec::new(), cost: 0 }));
    }
    tell(observer, || Event::Order(Order::Oldest));
    let mut seen = Layers::new();
    seen.add(problem, problem.start(), run)?;
    while !seen.last.is_empty() {
        let is_goal = |state: &P::State| problem.is_goal(state).then_some(0);
        if let Some((goal, _)) = seen.advance::<Ahead, O>(problem, is_goal, 0, run, observer)? {
            return Ok(Some(seen.nodes.plan(goal)));
        }
    }
    Ok(None)
}

/// For the registry.
pub fn entry<P: Problem + 'static>() -> Entry<P> {
    Entry { info: &INFO, build: |_| Box::new(Bfs) }
}
