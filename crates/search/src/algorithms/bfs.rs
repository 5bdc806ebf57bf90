//! Breadth-first search.
//!
//! Looks at all states one step away, then at all two steps away, and so on, each once. The nodes lie in the order of
//! their depth, so the list of nodes is the queue: no other memory is needed.
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

use super::{keep, root, trivial_bound};
use crate::observer::tell;
use crate::registry::{Guarantee, Info};
use crate::store::{Link, Nodes};
use crate::{Algorithm, Cost, Event, Fate, Observer, Outcome, Plan, Problem, Run, Stop};

/// Breadth-first search.
#[derive(Clone, Copy, Debug)]
pub struct Bfs;

pub(crate) const INFO: Info = Info {
    name: "bfs",
    summary: "breadth-first: all states one step away, then two, then three",
    optimal: Guarantee::If("every action costs 1"),
    complete: Guarantee::Yes,
    memory: "all states seen",
    heuristic: false,
    options: &[],
};

impl<P: Problem> Algorithm<P> for Bfs {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn search<O: Observer<P>>(&self, problem: &P, run: &mut Run, observer: &mut O) -> Outcome<P::Action> {
        let found = search(problem, run, observer);
        // Every state up to the depth of the layer has been tested, so a plan is at least one step longer.
        let lower_bound = trivial_bound(problem) + if P::UNIT_COSTS { run.stats.bound } else { 0 };
        match found {
            Ok(Some(plan)) if P::UNIT_COSTS => Outcome::optimal(plan),
            Ok(Some(plan)) => Outcome::Solved { lower_bound: lower_bound.min(plan.cost), plan },
            Ok(None) => Outcome::Unsolvable,
            Err(why) => Outcome::Stopped { why, best: None, lower_bound },
        }
    }
}

fn search<P: Problem, O: Observer<P>>(
    problem: &P,
    run: &mut Run,
    observer: &mut O,
) -> Result<Option<Plan<P::Action>>, Stop> {
    let mut nodes = Nodes::<P>::new();
    root(problem, &mut nodes, problem.start(), run)?;
    if problem.is_goal(&problem.start()) {
        return Ok(Some(nodes.plan(0)));
    }
    let mut depth_ends = 1; // The first node of the next layer.
    for id in 0.. {
        if id as usize == nodes.len() {
            return Ok(None);
        }
        if id == depth_ends {
            run.stats.bound += 1;
            depth_ends = nodes.len() as u32;
            let depth: Cost = run.stats.bound;
            tell(observer, || Event::Bound(depth));
        }
        run.expand()?;
        run.sizes(nodes.len() - id as usize, id as usize);
        let state = nodes.state(id).clone();
        let g = nodes.value(id).g;
        tell(observer, || Event::Expand { id, state: &state, g, h: 0 });
        let mut goal = None;
        let mut stop = Ok(());
        problem.successors(&state, |action, next, cost| {
            if goal.is_some() || stop.is_err() {
                return;
            }
            run.stats.generated += 1;
            let g = g + cost;
            match nodes.find(&next) {
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
                Err(fresh) => match keep(problem, &mut nodes, fresh, next, Link::new(id, g, action), run) {
                    Ok(child) => {
                        let state = nodes.state(child);
                        if problem.is_goal(state) {
                            goal = Some(child);
                        }
                        tell(observer, || Event::Generate {
                            parent: id,
                            action,
                            state,
                            g,
                            fate: Fate::New(child),
                        });
                    }
                    Err(why) => stop = Err(why),
                },
            }
        });
        stop?;
        if let Some(goal) = goal {
            return Ok(Some(nodes.plan(goal)));
        }
    }
    unreachable!("the store refuses nodes before their numbers run out")
}
