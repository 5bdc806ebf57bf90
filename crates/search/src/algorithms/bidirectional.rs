//! Bidirectional breadth-first search.
//!
//! Two breadth-first searches, one from the start and one from all goals, a layer at a time, always the smaller
//! frontier next. When they share a state for the first time, the two halves make a shortest plan: with `a` whole
//! layers ahead and `b` back, every plan of up to `a + b` steps would have met already.
//!
//! The backward half waits until the forward frontier is larger than the number of goals: a problem with a million goal
//! states is searched forward until that pays.
//!
//! Guarantee: complete; optimal where every action costs 1. Memory: all states seen from both sides.
//! Reference: I. Pohl, Bi-directional search, 1971.
//!
//! ```
//! use damier_search::{Algorithm, Limits, Run, algorithms::Bidirectional, example::Counter};
//! let problem = Counter { start: 1, goal: 1000 };
//! let outcome = Bidirectional.search(&problem, &mut Run::new(Limits::default()), &mut ());
//! assert_eq!(outcome.plan().unwrap().cost, 14);
//! ```

use super::layers::{Ahead, Back, Layers, outcome};
use crate::observer::tell;
use crate::registry::{Entry, Guarantee, Info};
use crate::{Algorithm, Event, ObserverOf, Order, Outcome, Plan, Reversible, Run, Stop};

/// Bidirectional breadth-first search.
#[derive(Clone, Copy, Debug)]
pub struct Bidirectional;

const INFO: Info = Info {
    name: "bidirectional",
    summary: "bidirectional breadth-first: from the start and from the goals until they meet",
    optimal: Guarantee::If("every action costs 1"),
    complete: Guarantee::Yes,
    memory: "all states seen from both sides",
    heuristic: false,
    options: &[],
};

impl<P: Reversible> Algorithm<P> for Bidirectional {
    fn search<O: ObserverOf<P>>(&self, problem: &P, run: &mut Run, observer: &mut O) -> Outcome<P::Action> {
        let found = search(problem, run, observer);
        outcome(problem, found, run)
    }
}

fn search<P: Reversible, O: ObserverOf<P>>(
    problem: &P,
    run: &mut Run,
    observer: &mut O,
) -> Result<Option<Plan<P::Action>>, Stop> {
    if problem.is_goal(&problem.start()) {
        return Ok(Some(Plan { actions: Vec::new(), cost: 0 }));
    }
    tell(observer, || Event::Order(Order::Oldest));
    let mut ahead = Layers::new();
    ahead.add(problem, problem.start(), run)?;
    let mut back: Option<Layers<P>> = None;
    loop {
        if ahead.last.is_empty() || back.as_ref().is_some_and(|back| back.last.is_empty()) {
            return Ok(None);
        }
        if back.is_none() && ahead.last.len() as u64 > problem.goal_count() {
            back = Some(goals(problem, run)?);
        }
        let meeting = match &mut back {
            None => {
                let is_goal = |state: &P::State| problem.is_goal(state).then_some(0);
                ahead.advance::<Ahead, O>(problem, is_goal, 0, run, observer)?
            }
            Some(back) if ahead.last.len() <= back.last.len() => {
                let met = |state: &P::State| back.nodes.find(state).ok();
                ahead.advance::<Ahead, O>(problem, met, back.nodes.len(), run, observer)?
            }
            Some(back) => {
                let met = |state: &P::State| ahead.nodes.find(state).ok();
                let meeting = back.advance::<Back, O>(problem, met, ahead.nodes.len(), run, observer)?;
                meeting.map(|(there, here)| (here, there))
            }
        };
        if let Some((here, there)) = meeting {
            let mut plan = ahead.nodes.plan(here);
            if let Some(back) = &back {
                // A backward node links to the one after it, so its chain is in the right order already.
                plan.actions.extend(back.nodes.actions_back(there));
                plan.cost += back.nodes.value(there).g;
            }
            return Ok(Some(plan));
        }
    }
}

/// All goals as a first layer.
fn goals<P: Reversible>(problem: &P, run: &mut Run) -> Result<Layers<P>, Stop> {
    let mut back = Layers::new();
    let mut stop = Ok(());
    problem.goals(|goal| {
        if stop.is_ok() {
            stop = back.add(problem, goal, run);
            if back.nodes.len().is_multiple_of(4096) {
                stop = stop.and_then(|()| run.look());
            }
        }
    });
    stop?;
    Ok(back)
}

/// For the registry.
pub fn entry<P: Reversible + 'static>() -> Entry<P> {
    Entry { info: &INFO, build: |_| Box::new(Bidirectional) }
}
