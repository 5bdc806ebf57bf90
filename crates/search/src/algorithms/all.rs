//! Every optimal plan.
//!
//! A* runs on until all states with `g + h` up to the optimum are closed. Every optimal plan lies in them: from a state
//! reached at its least cost, an action is part of one exactly if it leads to a state reached at that cost more, from
//! which in turn a goal is reached. Counting from the goals back gives the number of plans through each state; walking
//! forward through states with a number above 0 lists them, in the order in which the problem pushes its actions.
//!
//! ```
//! use damier_search::{Blind, Limits, Run, algorithms::all_optimal, example::Counter};
//! // From 1 to 4: add add add is too long; double double and add double are the two shortest.
//! let all = all_optimal(&Counter { start: 1, goal: 4 }, &Blind, 100, &mut Run::new(Limits::default())).unwrap();
//! assert_eq!((all.cost, all.count, all.plans.len()), (Some(2), 2, 2));
//! ```

use super::astar::Sum;
use super::best_first::{BestFirst, Until};
use crate::memory::block;
use crate::pieces::push;
use crate::store::reserved;
use crate::{Cost, Heuristic, Plan, Problem, Run, Stop};

/// All optimal plans of a problem.
#[derive(Clone, Debug)]
pub struct AllPlans<A> {
    /// What each of them costs; none when the problem has no plan.
    pub cost: Option<Cost>,
    /// How many there are (or `u128::MAX` if there are more).
    pub count: u128,
    /// The first of them.
    pub plans: Vec<Plan<A>>,
}

/// Finds all optimal plans, counts them, and lists up to `most`. The heuristic must be admissible.
pub fn all_optimal<P: Problem>(
    problem: &P,
    heuristic: &impl Heuristic<P>,
    most: usize,
    run: &mut Run,
) -> Result<AllPlans<P::Action>, Stop> {
    let mut search = BestFirst::new();
    search.run(problem, heuristic, &Sum, Until::AllAnswers, run, &mut ())?;
    let nodes = &search.nodes;
    let Some(goal) = search.goal else { return Ok(AllPlans { cost: None, count: 0, plans: Vec::new() }) };
    let cost = nodes.value(goal).g;

    // The states at their least cost, the dearest first: what an action leads to is counted before the action.
    let mut order: Vec<u32> = reserved(nodes.len(), &mut run.memory)?;
    let mut ways: Vec<u128> = reserved(nodes.len(), &mut run.memory)?;
    order.extend((0..nodes.len() as u32).filter(|&id| nodes.value(id).g <= cost));
    order.sort_unstable_by_key(|&id| std::cmp::Reverse(nodes.value(id).g));
    ways.resize(nodes.len(), 0);
    for (done, &id) in order.iter().enumerate() {
        if done % 4096 == 0 {
            run.look()?;
        }
        let link = nodes.value(id);
        if problem.is_goal(nodes.state(id)) {
            ways[id as usize] = u128::from(link.g == cost);
        } else if link.closed {
            let mut sum: u128 = 0;
            problem.successors(nodes.state(id), |_, next, price| {
                if let Some(next) =
                    nodes.find(&next).ok().filter(|&next| nodes.value(next).g == link.g + price)
                {
                    sum = sum.saturating_add(ways[next as usize]);
                }
            });
            ways[id as usize] = sum;
        }
    }

    let mut plans = Vec::new();
    // A depth-first walk: the actions so far, and for each the successors still to be followed.
    let mut actions = Vec::new();
    let mut pending = vec![(0, 0u32, None)];
    while let Some((depth, id, action)) = pending.pop() {
        if plans.len() == most {
            break;
        }
        run.look()?;
        actions.truncate(depth);
        actions.extend(action);
        let link = nodes.value(id);
        if problem.is_goal(nodes.state(id)) {
            run.memory.take(block(size_of_val(&actions[..])))?;
            push(&mut plans, Plan { actions: actions.clone(), cost }, &mut run.memory)?;
            continue;
        }
        let from = pending.len();
        problem.successors(nodes.state(id), |action, next, price| {
            let next = nodes.find(&next).ok().filter(|&next| nodes.value(next).g == link.g + price);
            if let Some(next) = next.filter(|&next| ways[next as usize] > 0) {
                pending.push((actions.len(), next, Some(action)));
            }
        });
        pending[from..].reverse();
    }
    Ok(AllPlans { cost: Some(cost), count: ways[0], plans })
}
