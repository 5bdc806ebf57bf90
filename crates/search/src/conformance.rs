//! What every game's problem must hold to. A game's tests put small problems of theirs through [`check`] and
//! [`check_backwards`]; whatever a declaration promises is compared with the truth, found by looking at every state.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::hash::BuildHasher;

use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::registry::{Entry, Guarantee, HeuristicEntry, build};
use crate::{Cost, Limits, Outcome, Plan, Problem, Reversible, Run, Spec};

/// The truth about a problem, from looking at every state that can be reached.
pub struct Truth<P: Problem> {
    states: Vec<P::State>,
    numbers: FxHashMap<P::State, usize>,
    edges: Vec<Vec<(usize, P::Action, Cost)>>,
    /// The least cost to a goal, by state.
    distances: Vec<Option<Cost>>,
}

impl<P: Problem> Truth<P> {
    /// Looks at every state, or gives up when there are more than `most`.
    pub fn find(problem: &P, most: usize) -> Result<Option<Self>, String> {
        let mut truth = Self {
            states: vec![problem.start()],
            numbers: FxHashMap::default(),
            edges: Vec::new(),
            distances: Vec::new(),
        };
        truth.numbers.insert(problem.start(), 0);
        while truth.edges.len() < truth.states.len() {
            let state = truth.states[truth.edges.len()].clone();
            let mut edges = Vec::new();
            problem.successors(&state, |action, next, cost| {
                let fresh = truth.states.len();
                let number = *truth.numbers.entry(next.clone()).or_insert(fresh);
                if number == fresh {
                    truth.states.push(next);
                }
                edges.push((number, action, cost));
            });
            let mut again = Vec::new();
            problem.successors(&state, |action, next, cost| {
                again.push((truth.numbers.get(&next).copied(), action, cost));
            });
            if !edges.iter().map(|&(next, action, cost)| (Some(next), action, cost)).eq(again) {
                return Err("the same state has other successors when asked again".to_owned());
            }
            if let Some((_, action, cost)) =
                edges.iter().find(|edge| edge.2 == 0 || P::UNIT_COSTS && edge.2 != 1)
            {
                return Err(format!("{action:?} costs {cost}"));
            }
            truth.edges.push(edges);
            if truth.states.len() > most {
                return Ok(None);
            }
        }
        truth.measure(problem);
        Ok(Some(truth))
    }

    /// Fills in the distances, from the goals back.
    fn measure(&mut self, problem: &P) {
        let mut back = vec![Vec::new(); self.states.len()];
        for (from, edges) in self.edges.iter().enumerate() {
            edges.iter().for_each(|&(to, _, cost)| back[to].push((from, cost)));
        }
        self.distances = vec![None; self.states.len()];
        let goals = (0..self.states.len()).filter(|&number| problem.is_goal(&self.states[number]));
        let mut open: BinaryHeap<_> = goals.map(|goal| Reverse((0, goal))).collect();
        while let Some(Reverse((cost, number))) = open.pop() {
            if self.distances[number].is_none() {
                self.distances[number] = Some(cost);
                open.extend(back[number].iter().map(|&(from, more)| Reverse((cost + more, from))));
            }
        }
    }

    /// The least cost from the start to a goal.
    pub fn optimum(&self) -> Option<Cost> {
        self.distances[0]
    }

    /// How many states there are.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Whether there are none; there always is the start.
    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    /// What a plan costs, if each of its actions is one of the problem's and it ends on a goal.
    pub fn replay(&self, problem: &P, plan: &Plan<P::Action>) -> Result<Cost, String> {
        let mut here = 0;
        let mut cost = 0;
        for action in &plan.actions {
            let Some(edge) = self.edges[here].iter().find(|edge| edge.1 == *action) else {
                return Err(format!("{action:?} is not possible in {:?}", plan.actions));
            };
            (here, cost) = (edge.0, cost + edge.2);
        }
        if problem.is_goal(&self.states[here]) { Ok(cost) } else { Err("the plan ends elsewhere".to_owned()) }
    }
}

/// Checks a problem, its heuristics and all algorithms on it against the truth. `validate` replays a plan by rules of its own.
/// `Ok(false)`: the problem has more than `most` states and was not looked at.
pub fn check<P: Problem>(
    problem: &P,
    algorithms: &[Entry<P>],
    heuristics: &[HeuristicEntry<P>],
    validate: impl Fn(&Plan<P::Action>) -> Result<(), String>,
    most: usize,
) -> Result<bool, String> {
    let Some(truth) = Truth::find(problem, most)? else { return Ok(false) };
    for heuristic in heuristics {
        check_heuristic(problem, &truth, heuristic)?;
    }
    for algorithm in algorithms {
        let guides = if algorithm.info.heuristic { heuristics } else { &heuristics[..1] };
        for guide in guides {
            let words = if algorithm.info.heuristic { vec![guide.info.name.to_owned()] } else { Vec::new() };
            let spec = Spec { name: algorithm.info.name.to_owned(), words, pairs: Vec::new() };
            let solver = build(&spec, problem, algorithms, heuristics).map_err(|error| error.to_string())?;
            let outcome = solver.solve(problem, &mut Run::new(Limits::default()), None);
            let exact = algorithm.info.optimal != Guarantee::No && guide.info.admissible;
            check_outcome(problem, &truth, &outcome, exact, &validate)
                .map_err(|what| format!("{spec}: {what}"))?;
        }
    }
    Ok(true)
}

fn check_heuristic<P: Problem>(
    problem: &P,
    truth: &Truth<P>,
    entry: &HeuristicEntry<P>,
) -> Result<(), String> {
    let heuristic = (entry.build)(problem);
    let name = entry.info.name;
    let estimates: Vec<_> = truth.states.iter().map(|state| heuristic.estimate(problem, state)).collect();
    for (number, (&estimate, &distance)) in estimates.iter().zip(&truth.distances).enumerate() {
        match (estimate, distance) {
            (None, Some(distance)) => return Err(format!("{name} sees a dead end {distance} from the goal")),
            (Some(estimate), Some(distance)) if entry.info.admissible && estimate > distance => {
                return Err(format!(
                    "{name} is declared admissible and says {estimate} at distance {distance}"
                ));
            }
            _ => {}
        }
        for &(next, action, cost) in truth.edges[number].iter().filter(|_| entry.info.consistent) {
            // Nothing is demanded of the estimate where there is no way on.
            if let (Some(here), Some(there)) = (estimate, estimates[next])
                && here > cost + there
            {
                return Err(format!(
                    "{name} is declared consistent and falls from {here} to {there} by {action:?}"
                ));
            }
        }
    }
    Ok(())
}

/// Checks an outcome against the truth; `exact` where the algorithm and its heuristic promise the optimum.
fn check_outcome<P: Problem>(
    problem: &P,
    truth: &Truth<P>,
    outcome: &Outcome<P::Action>,
    exact: bool,
    validate: impl Fn(&Plan<P::Action>) -> Result<(), String>,
) -> Result<(), String> {
    if let Some(plan) = outcome.plan() {
        let cost = truth.replay(problem, plan)?;
        validate(plan)?;
        if cost != plan.cost {
            return Err(format!("the plan costs {cost}, not {}", plan.cost));
        }
    }
    let optimum = truth.optimum();
    if let (Some(bound), Some(optimum)) = (outcome.lower_bound(), optimum)
        && bound > optimum
    {
        return Err(format!("the lower bound {bound} is above the optimum {optimum}"));
    }
    match (outcome, optimum) {
        (Outcome::Unsolvable, Some(optimum)) => Err(format!("called unsolvable; the optimum is {optimum}")),
        (Outcome::Solved { plan, lower_bound }, Some(optimum)) if exact => {
            if plan.cost == optimum && *lower_bound == optimum {
                return Ok(());
            }
            Err(format!("found {} with bound {lower_bound}; the optimum is {optimum}", plan.cost))
        }
        (Outcome::Stopped { why, .. }, _) if exact => Err(format!("stopped: {}", why.reason())),
        _ => Ok(()),
    }
}

/// Checks that the problem goes backwards exactly as it goes forwards, and that its goals are all goals and all there.
/// `Ok(false)`: the problem has more than `most` states and was not looked at.
pub fn check_backwards<P: Reversible>(problem: &P, most: usize) -> Result<bool, String> {
    let Some(truth) = Truth::find(problem, most)? else { return Ok(false) };
    let mut goals = FxHashMap::default();
    problem.goals(|goal| *goals.entry(goal).or_insert(0) += 1);
    if goals.len() as u64 > problem.goal_count() {
        return Err(format!("{} goals, but goal_count says {}", goals.len(), problem.goal_count()));
    }
    if goals.keys().any(|goal| !problem.is_goal(goal)) {
        return Err("goals() pushes a state that is no goal".to_owned());
    }
    let mut back: FxHashMap<u64, u32> = FxHashMap::default();
    for (number, state) in truth.states.iter().enumerate() {
        if problem.is_goal(state) && !goals.contains_key(state) {
            return Err("goals() leaves out a goal".to_owned());
        }
        problem.predecessors(state, |action, before, cost| {
            if let Some(&before) = truth.numbers.get(&before) {
                *back.entry(edge(before, &action, number, cost)).or_default() += 1;
            }
        });
    }
    let mut edges = 0;
    for (number, list) in truth.edges.iter().enumerate() {
        for (next, action, cost) in list {
            edges += 1;
            if back.get(&edge(number, action, *next, *cost)) != Some(&1) {
                return Err(format!("{action:?} is not found backwards, or more than once"));
            }
        }
    }
    if edges == back.len() { Ok(true) } else { Err("a way back is no way forward".to_owned()) }
}

/// A name for an edge; actions are compared by what they print.
fn edge(from: usize, action: &impl std::fmt::Debug, to: usize, cost: Cost) -> u64 {
    FxBuildHasher.hash_one((from, format!("{action:?}"), to, cost))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::example::{Counter, Doublings, Step};
    use crate::registry::{entries, reversible_entries};
    use crate::{Blind, Heuristic, HeuristicInfo};

    fn heuristics() -> Vec<HeuristicEntry<Counter>> {
        vec![
            HeuristicEntry { info: Doublings.info(), build: |_| Box::new(Doublings), map: None },
            HeuristicEntry { info: &Blind::INFO, build: |_| Box::new(Blind), map: None },
        ]
    }

    #[test]
    fn the_example_conforms() {
        let algorithms: Vec<_> = entries().into_iter().chain(reversible_entries()).collect();
        for (start, goal) in [(1, 1000), (3, 25), (0, 77), (7, 7), (9, 5)] {
            let problem = Counter { start, goal };
            assert_eq!(check(&problem, &algorithms, &heuristics(), |_| Ok(()), 1 << 17), Ok(true));
            assert_eq!(check_backwards(&problem, 1 << 17), Ok(true));
        }
    }

    /// The suite must be able to fail: a heuristic that lies about being admissible is found out.
    #[test]
    fn a_lie_is_found_out() {
        struct Liar;
        impl Heuristic<Counter> for Liar {
            fn info(&self) -> &'static HeuristicInfo {
                &HeuristicInfo { name: "liar", summary: "", admissible: true, consistent: true }
            }
            fn estimate(&self, problem: &Counter, state: &u32) -> Option<Cost> {
                Some(problem.goal.saturating_sub(*state))
            }
        }
        let heuristics = [HeuristicEntry { info: Liar.info(), build: |_| Box::new(Liar), map: None }];
        let found = check(&Counter { start: 1, goal: 100 }, &entries(), &heuristics, |_| Ok(()), 1 << 17);
        assert!(found.unwrap_err().contains("declared admissible"));
    }

    #[test]
    fn a_wrong_plan_is_found_out() {
        let problem = Counter { start: 1, goal: 5 };
        let truth = Truth::find(&problem, 1 << 17).unwrap().unwrap();
        let plan = |actions: &[Step]| Plan { actions: actions.to_vec(), cost: actions.len() as Cost };
        assert!(truth.replay(&problem, &plan(&[Step::Add])).is_err());
        assert_eq!(truth.replay(&problem, &plan(&[Step::Add, Step::Double, Step::Add])), Ok(3));
    }
}
