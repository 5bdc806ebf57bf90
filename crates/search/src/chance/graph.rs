//! All states that can come up from the start, and what each action leads to, as numbers in four long lists.
//!
//! A state's actions lie one after the other, and so do an action's outcomes: `rows[s] .. rows[s + 1]` are the actions of state `s`,
//! `firsts[a] .. firsts[a + 1]` the outcomes of action `a`. Goals, dead states and states that were left out are not states here but
//! three targets of their own, since nothing follows them. The top bit of a target marks all outcomes of an action that [leaves](Graph::mark) its component.

use super::Chance;
pub(super) use crate::pieces::push;
use crate::store::Store;
use crate::{Budget, Run, Stop};

/// The target of an outcome that nobody looked into. From here on, no target is a state.
pub(super) const OPEN: u32 = GOAL - 2;
/// The target of an outcome that is a dead state.
pub(super) const LOST: u32 = GOAL - 1;
/// The target of an outcome that is a goal.
pub(super) const GOAL: u32 = LEAVES - 1;
const LEAVES: u32 = 1 << 31;

/// The states and what follows them.
pub(super) struct Graph<S> {
    pub(super) states: Store<S, ()>,
    rows: Vec<u32>,
    firsts: Vec<u32>,
    targets: Vec<u32>,
    chances: Vec<f64>,
}

impl<S: Clone + Eq + std::hash::Hash> Graph<S> {
    /// Finds everything that can come up from the start, which is neither goal nor dead; of other states, only those that are `wanted`.
    pub(super) fn explore<P: Chance<State = S>>(
        problem: &P,
        wanted: impl Fn(&S) -> bool,
        run: &mut Run,
    ) -> Result<Self, Stop> {
        let mut graph = Graph {
            states: Store::new(),
            rows: Vec::new(),
            firsts: Vec::new(),
            targets: Vec::new(),
            chances: Vec::new(),
        };
        graph.number(problem, problem.start(), run)?;
        let (mut actions, mut outcomes) = (Vec::new(), Vec::new());
        let mut next = 0;
        while (next as usize) < graph.states.len() {
            run.expand()?;
            let state = graph.states.state(next).clone();
            push(&mut graph.rows, graph.firsts.len() as u32, &mut run.memory)?;
            problem.actions(&state, |action| actions.push(action));
            for action in actions.drain(..) {
                problem.outcomes(&state, action, |state, chance| outcomes.push((state, chance)));
                graph.add_action(problem, &wanted, &mut outcomes, run)?;
            }
            next += 1;
            run.sizes(graph.states.len() - next as usize, next as usize);
        }
        push(&mut graph.rows, graph.firsts.len() as u32, &mut run.memory)?;
        push(&mut graph.firsts, graph.targets.len() as u32, &mut run.memory)?;
        Ok(graph)
    }

    fn add_action<P: Chance<State = S>>(
        &mut self,
        problem: &P,
        wanted: &impl Fn(&S) -> bool,
        outcomes: &mut Vec<(S, f64)>,
        run: &mut Run,
    ) -> Result<(), Stop> {
        let first = self.targets.len();
        // Numbers of outcomes are kept in 32 bits.
        if first > u32::MAX as usize - outcomes.len() {
            return Err(Stop::Memory);
        }
        push(&mut self.firsts, first as u32, &mut run.memory)?;
        for (state, chance) in outcomes.drain(..).filter(|&(_, chance)| chance > 0.0) {
            run.stats.generated += 1;
            let target = if problem.is_goal(&state) {
                GOAL
            } else if problem.is_dead(&state) {
                run.stats.pruned += 1;
                LOST
            } else if !wanted(&state) {
                OPEN
            } else {
                self.number(problem, state, run)?
            };
            if let Some(at) = self.targets[first..].iter().position(|&known| known == target) {
                self.chances[first + at] += chance;
            } else {
                push(&mut self.targets, target, &mut run.memory)?;
                push(&mut self.chances, chance, &mut run.memory)?;
            }
        }
        Ok(())
    }

    fn number<P: Chance<State = S>>(&mut self, problem: &P, state: S, run: &mut Run) -> Result<u32, Stop> {
        match self.states.find(&state) {
            Ok(id) => {
                run.stats.duplicates += 1;
                Ok(id)
            }
            Err(_) if self.states.len() >= OPEN as usize => Err(Stop::Memory),
            Err(fresh) => {
                run.memory.take(problem.heap(&state))?;
                self.states.add(fresh, state, (), &mut run.memory)
            }
        }
    }
}

impl<S> Graph<S> {
    /// How many states there are.
    pub(super) fn len(&self) -> usize {
        self.rows.len() - 1
    }

    /// The numbers of the actions of a state.
    pub(super) fn actions(&self, state: u32) -> std::ops::Range<usize> {
        self.rows[state as usize] as usize..self.rows[state as usize + 1] as usize
    }

    fn outcomes_of(&self, action: usize) -> std::ops::Range<usize> {
        self.firsts[action] as usize..self.firsts[action + 1] as usize
    }

    /// The places of all outcomes of a state, for [`Self::target`].
    pub(super) fn places(&self, state: u32) -> std::ops::Range<usize> {
        let actions = self.actions(state);
        self.firsts[actions.start] as usize..self.firsts[actions.end] as usize
    }

    /// What is at a place; from [`OPEN`] on if it is no state, or if its action leaves.
    #[inline]
    pub(super) fn target(&self, place: usize) -> u32 {
        self.targets[place]
    }

    /// What an action leads to, with the chances.
    #[inline]
    pub(super) fn outcomes(&self, action: usize) -> impl Iterator<Item = (u32, f64)> + '_ {
        let places = self.outcomes_of(action);
        let targets = self.targets[places.clone()].iter().map(|&target| target & !LEAVES);
        targets.zip(self.chances[places].iter().copied())
    }

    /// Whether an action was marked as one that may leave its component.
    #[inline]
    pub(super) fn leaves(&self, action: usize) -> bool {
        // An action without outcomes does nothing, and stays.
        self.targets.get(self.outcomes_of(action).start).is_some_and(|target| target & LEAVES != 0)
            && !self.outcomes_of(action).is_empty()
    }

    /// Marks an action as one that may leave its component.
    pub(super) fn mark(&mut self, action: usize) {
        let places = self.outcomes_of(action);
        self.targets[places].iter_mut().for_each(|target| *target |= LEAVES);
    }

    /// Forgets the actions and keeps the states, which are numbered as before.
    pub(super) fn into_states(self, memory: &mut Budget) -> Store<S, ()> {
        let small = self.rows.capacity() + self.firsts.capacity() + self.targets.capacity();
        memory.give_back(small * size_of::<u32>() + self.chances.capacity() * size_of::<f64>());
        self.states
    }
}
