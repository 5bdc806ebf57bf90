//! Beam search.
//!
//! Breadth-first, but of each layer only the `width` states with the least estimate are kept. Memory and time grow with
//! the width, not with the problem.
//!
//! Guarantee: neither complete nor optimal; if no layer had to be cut, its answer is that of breadth-first search.
//! Memory: width times depth. Reference: B. Lowerre, The Harpy speech recognition system, 1976.
//!
//! ```
//! use damier_search::{Algorithm, Limits, Run, algorithms::Beam, example::{Counter, Doublings}};
//! let problem = Counter { start: 1, goal: 1000 };
//! let outcome = Beam { width: 8, heuristic: Doublings }.search(&problem, &mut Run::new(Limits::default()), &mut ());
//! assert!(outcome.plan().unwrap().cost >= 14);
//! ```

use super::{keep, root, trivial_bound};
use crate::observer::tell;
use crate::pieces::push;
use crate::registry::{Entry, Guarantee, Info, OptionInfo, Takes};
use crate::store::{Link, Nodes};
use crate::{Algorithm, Cost, Event, Fate, Heuristic, ObserverOf, Order, Outcome, Plan, Problem, Run, Stop};

/// Beam search.
#[derive(Clone, Copy, Debug)]
pub struct Beam<H> {
    /// How many states of a layer are kept.
    pub width: usize,
    /// What guides it.
    pub heuristic: H,
}

const INFO: Info = Info {
    name: "beam",
    summary: "beam: breadth-first, but only the most promising states of each layer are kept",
    optimal: Guarantee::No,
    complete: Guarantee::No,
    memory: "width times depth",
    heuristic: true,
    options: &[OptionInfo::new(
        "width",
        "how many states of a layer are kept",
        Takes::Whole(1, 100_000_000),
        "1000",
    )],
};

impl<P: Problem, H: Heuristic<P>> Algorithm<P> for Beam<H> {
    fn search<O: ObserverOf<P>>(&self, problem: &P, run: &mut Run, observer: &mut O) -> Outcome<P::Action> {
        let mut whole = true;
        let found = self.layers(problem, &mut whole, run, observer);
        let lower_bound = trivial_bound(problem) + if whole && P::UNIT_COSTS { run.stats.bound } else { 0 };
        match found {
            Ok(Some(plan)) => Outcome::Solved { lower_bound: lower_bound.min(plan.cost), plan },
            Ok(None) if whole => Outcome::Unsolvable,
            Ok(None) => Outcome::Stopped { why: Stop::GaveUp, best: None, lower_bound },
            Err(why) => Outcome::Stopped { why, best: None, lower_bound },
        }
    }
}

impl<H> Beam<H> {
    /// Goes from layer to layer; `whole` becomes false when a layer is cut.
    fn layers<P: Problem, O: ObserverOf<P>>(
        &self,
        problem: &P,
        whole: &mut bool,
        run: &mut Run,
        observer: &mut O,
    ) -> Result<Option<Plan<P::Action>>, Stop>
    where
        H: Heuristic<P>,
    {
        self.heuristic.prepare(problem, run)?;
        tell(observer, || Event::Order(Order::Oldest));
        let mut nodes = Nodes::<P>::new();
        root(problem, &mut nodes, problem.start(), run)?;
        if problem.is_goal(&problem.start()) {
            return Ok(Some(nodes.plan(0)));
        }
        let mut layer = 0..1;
        let mut candidates: Vec<(Cost, P::State, Link<P::Action>)> = Vec::new();
        while !layer.is_empty() {
            for id in layer.clone() {
                run.expand()?;
                let state = nodes.state(id);
                let g = nodes.value(id).g;
                tell(observer, || Event::Expand {
                    id,
                    state,
                    g,
                    h: self.heuristic.estimate(problem, state).unwrap_or(0),
                });
                let mut stop = Ok(());
                self.heuristic.foresee(problem, state);
                problem.successors(state, |action, next, cost| {
                    stop = stop.and_then(|()| run.step());
                    if stop.is_err() {
                        return;
                    }
                    run.stats.generated += 1;
                    if nodes.contains(&next) {
                        run.stats.duplicates += 1;
                        tell(observer, || {
                            let (g, h, fate) = (g + cost, None, Fate::Duplicate(nodes.find(&next).ok()));
                            Event::Generate { parent: id, action, state: &next, g, h, goal: false, fate }
                        });
                    } else if let Some(h) = self.heuristic.estimate(problem, &next) {
                        let candidate = (h, next, Link::new(id, g + cost, action));
                        let heap = problem.heap_bytes(&candidate.1);
                        let taken = run.memory.take(heap);
                        stop = taken.and_then(|()| push(&mut candidates, candidate, &mut run.memory));
                    } else {
                        run.stats.pruned += 1;
                        tell(observer, || {
                            let (g, h, fate) = (g + cost, None, Fate::DeadEnd);
                            Event::Generate { parent: id, action, state: &next, g, h, goal: false, fate }
                        });
                    }
                });
                stop?;
            }
            run.sizes(candidates.len(), nodes.len());
            // In place, for a layer may be large; equals stay in the order of their parents.
            candidates.sort_unstable_by_key(|(h, _, link)| (*h, link.parent));
            let first = nodes.len() as u32;
            let mut goal = None;
            for (h, state, link) in candidates.drain(..) {
                run.step()?;
                // Where it is kept, it is counted there.
                run.memory.give_back(problem.heap_bytes(&state));
                let (parent, g) = (link.parent, link.g);
                let Some(action) = link.action else { continue };
                let found = nodes.find(&state);
                let full = goal.is_some() || nodes.len() - first as usize == self.width;
                let Some(fresh) = found.err().filter(|_| !full) else {
                    run.stats.duplicates += u64::from(found.is_ok());
                    run.stats.pruned += u64::from(found.is_err());
                    *whole &= found.is_ok() || goal.is_some();
                    let fate = found.map_or(Fate::Cut, |twin| Fate::Duplicate(Some(twin)));
                    let h = Some(h);
                    tell(observer, || Event::Generate {
                        parent,
                        action,
                        state: &state,
                        g,
                        h,
                        goal: false,
                        fate,
                    });
                    continue;
                };
                let id = keep(problem, &mut nodes, fresh, state, link, run)?;
                let state = nodes.state(id);
                let solved = problem.is_goal(state);
                tell(observer, || {
                    let (h, fate) = (Some(h), Fate::New(id));
                    Event::Generate { parent, action, state, g, h, goal: solved, fate }
                });
                if solved {
                    goal = Some(id);
                }
            }
            if let Some(goal) = goal {
                return Ok(Some(nodes.plan(goal)));
            }
            layer = first..nodes.len() as u32;
            run.stats.bound += 1;
        }
        Ok(None)
    }
}

/// For the registry.
pub fn entry<P: Problem + 'static>() -> Entry<P> {
    Entry {
        info: &INFO,
        build: |parts| {
            Box::new(Beam { width: parts.args.whole("width") as usize, heuristic: parts.heuristic })
        },
    }
}
