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

use std::ops::Range;

use super::{keep, root, trivial_bound};
use crate::observer::tell;
use crate::registry::{Guarantee, Info};
use crate::store::{Link, Nodes};
use crate::{Algorithm, Cost, Event, Fate, Observer, Outcome, Plan, Problem, Reversible, Run, Stop};

/// Bidirectional breadth-first search.
#[derive(Clone, Copy, Debug)]
pub struct Bidirectional;

pub(crate) const INFO: Info = Info {
    name: "bidirectional",
    summary: "bidirectional breadth-first: from the start and from the goals until they meet",
    optimal: Guarantee::If("every action costs 1"),
    complete: Guarantee::Yes,
    memory: "all states seen from both sides",
    heuristic: false,
    options: &[],
};

impl<P: Reversible> Algorithm<P> for Bidirectional {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn search<O: Observer<P>>(&self, problem: &P, run: &mut Run, observer: &mut O) -> Outcome<P::Action> {
        let found = search(problem, run, observer);
        let lower_bound = trivial_bound(problem) + if P::UNIT_COSTS { run.stats.bound } else { 0 };
        match found {
            Ok(Some(plan)) if P::UNIT_COSTS => Outcome::optimal(plan),
            Ok(Some(plan)) => Outcome::Solved { lower_bound: lower_bound.min(plan.cost), plan },
            Ok(None) => Outcome::Unsolvable,
            Err(why) => Outcome::Stopped { why, best: None, lower_bound },
        }
    }
}

/// One of the two searches: its nodes, the last layer of them, and whether it goes back from the goals.
struct Half<P: Problem> {
    nodes: Nodes<P>,
    layer: Range<u32>,
    backward: bool,
}

impl<P: Reversible> Half<P> {
    fn new(backward: bool) -> Self {
        Half { nodes: Nodes::<P>::new(), layer: 0..0, backward }
    }

    /// Expands the last layer; gives the first state, by its numbers here and there, that `met` knows.
    fn advance<O: Observer<P>>(
        &mut self,
        problem: &P,
        met: impl Fn(&P::State) -> Option<u32>,
        others: usize,
        run: &mut Run,
        observer: &mut O,
    ) -> Result<Option<(u32, u32)>, Stop> {
        let first = self.nodes.len() as u32;
        for id in self.layer.clone() {
            run.expand()?;
            run.sizes(self.nodes.len() - id as usize, id as usize + others);
            let state = self.nodes.state(id).clone();
            let g = self.nodes.value(id).g;
            tell(observer, || Event::Expand { id, state: &state, g, h: 0 });
            let mut meeting = None;
            let mut stop = Ok(());
            let take = |action, next: P::State, cost| {
                if meeting.is_some() || stop.is_err() {
                    return;
                }
                run.stats.generated += 1;
                let g: Cost = g + cost;
                match self.nodes.find(&next) {
                    Ok(_) => {
                        run.stats.duplicates += 1;
                        tell(observer, || Event::Generate {
                            parent: id,
                            action,
                            state: &next,
                            g,
                            fate: Fate::Duplicate,
                        });
                    }
                    Err(fresh) => {
                        match keep(problem, &mut self.nodes, fresh, next, Link::new(id, g, action), run) {
                            Ok(child) => {
                                let state = self.nodes.state(child);
                                tell(observer, || Event::Generate {
                                    parent: id,
                                    action,
                                    state,
                                    g,
                                    fate: Fate::New(child),
                                });
                                meeting = met(state).map(|there| (child, there));
                            }
                            Err(why) => stop = Err(why),
                        }
                    }
                }
            };
            if self.backward {
                problem.predecessors(&state, take);
            } else {
                problem.successors(&state, take);
            }
            stop?;
            if meeting.is_some() {
                return Ok(meeting);
            }
        }
        self.layer = first..self.nodes.len() as u32;
        run.stats.bound += 1;
        let bound = run.stats.bound;
        tell(observer, || Event::Bound(bound));
        Ok(None)
    }
}

fn search<P: Reversible, O: Observer<P>>(
    problem: &P,
    run: &mut Run,
    observer: &mut O,
) -> Result<Option<Plan<P::Action>>, Stop> {
    let mut ahead = Half::new(false);
    root(problem, &mut ahead.nodes, problem.start(), run)?;
    ahead.layer = 0..1;
    if problem.is_goal(&problem.start()) {
        return Ok(Some(ahead.nodes.plan(0)));
    }
    let mut back: Option<Half<P>> = None;
    loop {
        if ahead.layer.is_empty() || back.as_ref().is_some_and(|back| back.layer.is_empty()) {
            return Ok(None);
        }
        if back.is_none() && ahead.layer.len() as u64 > problem.goal_count() {
            back = Some(goals(problem, run)?);
        }
        let meeting = match &mut back {
            None => {
                let is_goal = |state: &P::State| problem.is_goal(state).then_some(0);
                ahead.advance(problem, is_goal, 0, run, observer)?
            }
            Some(back) if ahead.layer.len() <= back.layer.len() => ahead.advance(
                problem,
                |state| back.nodes.find(state).ok(),
                back.nodes.len(),
                run,
                observer,
            )?,
            Some(back) => back
                .advance(problem, |state| ahead.nodes.find(state).ok(), ahead.nodes.len(), run, observer)?
                .map(|(here, there)| (there, here)),
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

/// The backward half with all goals in its first layer.
fn goals<P: Reversible>(problem: &P, run: &mut Run) -> Result<Half<P>, Stop> {
    let mut back = Half::new(true);
    let mut stop = Ok(());
    problem.goals(|goal| {
        if stop.is_ok() {
            stop = root(problem, &mut back.nodes, goal, run).map(|_| ());
            if back.nodes.len().is_multiple_of(4096) {
                stop = stop.and_then(|()| run.look());
            }
        }
    });
    stop?;
    back.layer = 0..back.nodes.len() as u32;
    Ok(back)
}
