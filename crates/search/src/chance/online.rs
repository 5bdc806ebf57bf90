//! The next action where the states are too many to list: the exact solver on an *envelope*, a part of the states that grows from the
//! start until time is up (after Dean, Kaelbling, Kirman and Nicholson, "Planning under time constraints in stochastic domains", 1995).
//!
//! A state outside the envelope counts as lost for the bound from below, and as won for the one from above. So both bounds are proven,
//! whenever it stops, and the policy wins at least as often as the lower bound says.
//!
//! Which state joins next? From the start there is a plan, of the guide or by a greedy search, for the problem in which every action has its most likely
//! outcome. The first envelope is this plan, so that there soon is a policy. States where something else happened join next, each with a new plan from there (as
//! "FF-Replan" plays; Yoon, Fern and Givan, 2007), the likeliest first: after each round the chance with which the policy leaves the
//! envelope there (`flow.rs`). What other actions would lead to joins later, at a fraction of its likelihood: it is how the envelope finds a safer
//! way than the plan's.
//!
//! Everything is deterministic for a node limit; no number is random.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, VecDeque};

use super::Chance;
use super::exact::{Policy, solve_within};
use super::flow::exits;
use crate::pieces::make_room;
use crate::store::{Link, Store};
use crate::{Cost, Run, Stop};

/// How far a state seems to be from a goal.
pub trait Guide<P: Chance> {
    /// About how many actions it takes; none if no goal can be reached any more.
    fn distance(&self, problem: &P, state: &P::State) -> Option<Cost>;

    /// Actions that lead to a goal if each has its most likely outcome, where somebody knows how to find them better than by a greedy search. Asked
    /// for the start first, for other states where that search found nothing.
    fn plan(&self, _problem: &P, _state: &P::State, _run: &mut Run) -> Option<Vec<P::Action>> {
        None
    }
}

/// Knows nothing: plans are found breadth-first.
impl<P: Chance> Guide<P> for () {
    fn distance(&self, _: &P, _: &P::State) -> Option<Cost> {
        Some(0)
    }
}

/// The search and its options.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Envelope {
    /// The most expansions for a plan: fifty times as many for the first one, fewer and fewer while none is found.
    pub effort: u64,
    /// How likely an action is taken to be that is not the planned one.
    pub curiosity: f64,
    /// It ends when the bounds are no further apart.
    pub gap: f64,
    /// How many states the first envelope has beyond the plan. Each one after that has twice as many.
    pub first: usize,
}

impl Default for Envelope {
    fn default() -> Self {
        Envelope { effort: 300, curiosity: 0.05, gap: 1e-9, first: 256 }
    }
}

impl Envelope {
    /// The best policy on the largest envelope within the limits of the run. It is an error to be cancelled, and to have too little for even the first
    /// envelope.
    pub fn solve<P: Chance>(
        &self,
        problem: &P,
        guide: &impl Guide<P>,
        run: &mut Run,
    ) -> Result<Policy<P>, Stop> {
        run.look()?;
        let start = problem.start();
        let mut growth = Growth {
            problem,
            guide,
            options: self,
            known: Store::new(),
            waiting: BinaryHeap::new(),
            size: 0,
            effort: self.effort,
        };
        if !problem.is_goal(&start) && !problem.is_dead(&start) {
            growth.push(&start, 1.0, true, run)?;
            growth.join_plan(run)?;
        }
        // The plan alone is the first envelope.
        let (mut target, mut best, mut best_bytes) = (0, None, 0);
        loop {
            let before = run.memory.used();
            let grown = best.as_ref().map_or(Ok(()), |policy| growth.follow_out(policy, run));
            let solved = grown.and_then(|()| growth.grow(target, run)).and_then(|()| {
                let before = run.memory.used();
                let inside = |state: &P::State| {
                    *state == start || growth.known.find(state).is_ok_and(|id| growth.known.value(id).inside)
                };
                Ok((solve_within(problem, inside, run)?, run.memory.used() - before))
            });
            match solved {
                Ok((policy, bytes)) => {
                    run.memory.give_back(std::mem::replace(&mut best_bytes, bytes as usize));
                    let (lower, upper) = policy.chance(problem, &start).unwrap_or((0.0, 1.0));
                    if upper - lower <= self.gap || growth.waiting.is_empty() {
                        return Ok(policy);
                    }
                    best = Some(policy);
                    target = growth.size.saturating_mul(2).max(growth.size + self.first.max(1));
                }
                Err(Stop::Cancelled) => return Err(Stop::Cancelled),
                Err(stop) => {
                    run.memory.give_back(run.memory.used().saturating_sub(before) as usize);
                    return best.ok_or(stop);
                }
            }
        }
    }
}

struct Growth<'a, P: Chance, G> {
    problem: &'a P,
    guide: &'a G,
    options: &'a Envelope,
    known: Store<P::State, Known>,
    /// By likelihood, the bits of a positive number, and then in the order of arrival.
    waiting: BinaryHeap<(u64, Reverse<u32>)>,
    size: usize,
    /// What the next search for a plan may expand.
    effort: u64,
}

/// What is known of a state.
struct Known {
    inside: bool,
    plan: Planned,
    /// The highest likelihood with which it waits.
    likelihood: f64,
    /// Whether a plan or a policy leads here, and not only curiosity.
    expected: bool,
}

#[derive(Clone, Copy)]
enum Planned {
    NotYet,
    /// No plan was found.
    Nothing,
    /// The place of the planned action among the state's.
    Action(u32),
}

impl<P: Chance, G: Guide<P>> Growth<'_, P, G> {
    /// The number of a state.
    fn know(&mut self, state: &P::State, run: &mut Run) -> Result<u32, Stop> {
        let fresh = match self.known.find(state) {
            Ok(id) => return Ok(id),
            Err(fresh) => fresh,
        };
        run.memory.take(self.problem.heap(state))?;
        let known = Known { inside: false, plan: Planned::NotYet, likelihood: 0.0, expected: false };
        self.known.add(fresh, state.clone(), known, &mut run.memory)
    }

    /// Lets a state wait, which is neither goal nor dead.
    fn push(&mut self, state: &P::State, likelihood: f64, expected: bool, run: &mut Run) -> Result<(), Stop> {
        let id = self.know(state, run)?;
        let known = self.known.value_mut(id);
        known.expected |= expected;
        if !known.inside && likelihood > known.likelihood {
            known.likelihood = likelihood;
            make_room(&mut self.waiting, &mut run.memory)?;
            self.waiting.push((likelihood.to_bits(), Reverse(id)));
        }
        Ok(())
    }

    /// Takes the plan from the start in, as a whole.
    fn join_plan(&mut self, run: &mut Run) -> Result<(), Stop> {
        let mut id = self.know(&self.problem.start(), run)?;
        self.plan(id, run)?;
        let mut likelihood = 1.0;
        while let Known { inside: false, plan: Planned::Action(planned), .. } = *self.known.value(id) {
            self.take_in(id, likelihood, run)?;
            let state = self.known.state(id).clone();
            let action = self.actions(&state).get(planned as usize).copied();
            let Some((next, chance)) = action.and_then(|action| self.likely(&state, action)) else { break };
            if self.problem.is_goal(&next) || self.problem.is_dead(&next) {
                break;
            }
            id = self.know(&next, run)?;
            likelihood = (likelihood * chance).max(f64::MIN_POSITIVE);
        }
        Ok(())
    }

    /// Lets the states wait to which a policy leads out of the envelope, as likely as it does.
    fn follow_out(&mut self, policy: &Policy<P>, run: &mut Run) -> Result<(), Stop> {
        for (state, likelihood) in exits(self.problem, policy, run)? {
            self.push(&state, likelihood.max(f64::MIN_POSITIVE), true, run)?;
        }
        Ok(())
    }

    /// Takes states in until there are so many, or none waits.
    fn grow(&mut self, target: usize, run: &mut Run) -> Result<(), Stop> {
        while self.size < target {
            let Some((likelihood, Reverse(id))) = self.waiting.pop() else { break };
            if self.known.value(id).inside {
                continue;
            }
            self.plan(id, run)?;
            self.take_in(id, f64::from_bits(likelihood), run)?;
        }
        Ok(())
    }

    /// Takes a state in, and lets what follows it wait.
    fn take_in(&mut self, id: u32, likelihood: f64, run: &mut Run) -> Result<(), Stop> {
        run.expand()?;
        let known = self.known.value_mut(id);
        known.inside = true;
        self.size += 1;
        let plan = known.plan;
        let state = self.known.state(id).clone();
        for (at, action) in (0..).zip(self.actions(&state)) {
            let planned = matches!(plan, Planned::Action(planned) if planned == at);
            let taken = likelihood * if planned { 1.0 } else { self.options.curiosity };
            let mut outcomes = Vec::new();
            self.problem.outcomes(&state, action, |next, chance| outcomes.push((next, chance)));
            for (next, chance) in outcomes {
                if !self.problem.is_goal(&next) && !self.problem.is_dead(&next) {
                    // A likelihood that is too small for a number still waits, as the last one.
                    self.push(&next, (taken * chance).max(f64::MIN_POSITIVE), planned, run)?;
                }
            }
        }
        Ok(())
    }

    fn actions(&self, state: &P::State) -> Vec<P::Action> {
        let mut actions = Vec::new();
        self.problem.actions(state, |action| actions.push(action));
        actions
    }

    /// Looks for a plan from a state, and remembers it for all states on it.
    fn plan(&mut self, id: u32, run: &mut Run) -> Result<(), Stop> {
        if !matches!(self.known.value(id).plan, Planned::NotYet) {
            return Ok(());
        }
        self.known.value_mut(id).plan = Planned::Nothing;
        let first = self.size == 0;
        if first && self.ask_guide(id, run)? {
            return Ok(());
        }
        let expected = self.known.value(id).expected;
        let effort = match (first, expected) {
            (true, _) => self.options.effort.saturating_mul(50),
            (false, true) => self.effort,
            // What is looked at out of curiosity has a plan if it comes back to one soon.
            (false, false) => (self.effort / 10).max(1),
        };
        // The nodes of this one search are given back when it is over.
        let used = run.memory.used();
        let mut nodes = Store::<P::State, Link<u32>>::new();
        let found = self.search_plan(id, effort, &mut nodes, run);
        run.memory.give_back((run.memory.used() - used) as usize);
        let Some(mut at) = found? else {
            if expected {
                // Where nothing is found again and again, the search itself is what takes the time.
                self.effort = (self.effort / 2).max(self.options.effort / 20).max(1);
                if !first {
                    self.ask_guide(id, run)?;
                }
            }
            return Ok(());
        };
        if expected {
            self.effort = self.options.effort;
        }
        while let Link { parent, action: Some(action), .. } = *nodes.value(at) {
            let id = self.know(nodes.state(parent), run)?;
            self.known.value_mut(id).plan = Planned::Action(action);
            at = parent;
        }
        Ok(())
    }

    /// Takes the guide's plan, if it has one and that leads to a goal or to a state with a plan.
    fn ask_guide(&mut self, id: u32, run: &mut Run) -> Result<bool, Stop> {
        let mut state = self.known.state(id).clone();
        let actions = self.guide.plan(self.problem, &state, run);
        // It may have added to the expansions.
        run.look()?;
        let Some(actions) = actions else { return Ok(false) };
        let mut steps = Vec::new();
        for action in actions {
            let place = self.actions(&state).iter().position(|&one| one == action);
            let Some((place, (next, _))) = place.zip(self.likely(&state, action)) else { return Ok(false) };
            steps.push((std::mem::replace(&mut state, next), place as u32));
            if self.problem.is_goal(&state) || self.has_plan(&state) {
                for (state, place) in steps {
                    let id = self.know(&state, run)?;
                    self.known.value_mut(id).plan = Planned::Action(place);
                }
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// A greedy search where each action has its most likely outcome, to a goal or to a state that has a plan.
    fn search_plan(
        &self,
        id: u32,
        effort: u64,
        nodes: &mut Store<P::State, Link<u32>>,
        run: &mut Run,
    ) -> Result<Option<u32>, Stop> {
        let start = self.known.state(id).clone();
        let Err(fresh) = nodes.find(&start) else { return Ok(None) };
        let mut waiting = BTreeMap::<Cost, VecDeque<u32>>::new();
        waiting.entry(0).or_default().push_back(nodes.add(fresh, start, Link::root(), &mut run.memory)?);
        for _ in 0..effort {
            let Some(mut nearest) = waiting.first_entry() else { break };
            let Some(node) = nearest.get_mut().pop_front() else { break };
            if nearest.get().is_empty() {
                nearest.remove();
            }
            run.expand()?;
            let state = nodes.state(node).clone();
            let g = nodes.value(node).g;
            for (at, action) in (0..).zip(self.actions(&state)) {
                let Some((next, _)) = self.likely(&state, action) else { continue };
                let Err(fresh) = nodes.find(&next) else { continue };
                let goal = self.problem.is_goal(&next) || self.has_plan(&next);
                let distance = if goal { Some(0) } else { self.distance(&next) };
                let Some(distance) = distance else { continue };
                run.memory.take(self.problem.heap(&next))?;
                let id = nodes.add(fresh, next, Link::new(node, g + 1, at), &mut run.memory)?;
                if goal {
                    return Ok(Some(id));
                }
                // The way behind counts a little, lest the plan wander.
                waiting.entry(distance.saturating_mul(4).saturating_add(g)).or_default().push_back(id);
            }
        }
        Ok(None)
    }

    fn has_plan(&self, state: &P::State) -> bool {
        self.known.find(state).is_ok_and(|id| matches!(self.known.value(id).plan, Planned::Action(_)))
    }

    fn distance(&self, state: &P::State) -> Option<Cost> {
        if self.problem.is_dead(state) { None } else { self.guide.distance(self.problem, state) }
    }

    /// The most likely outcome, and how likely it is.
    fn likely(&self, state: &P::State, action: P::Action) -> Option<(P::State, f64)> {
        let mut likely: Option<(P::State, f64)> = None;
        self.problem.outcomes(state, action, |next, chance| {
            if likely.as_ref().is_none_or(|&(_, best)| chance > best) {
                likely = Some((next, chance));
            }
        });
        likely
    }
}
