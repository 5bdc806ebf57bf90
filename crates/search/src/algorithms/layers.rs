//! Breadth-first layers, which breadth-first and bidirectional search share: all states one step further.
//!
//! The nodes lie in the order of their depth, so a layer is a range of their numbers and no queue is needed.

use std::ops::Range;

use super::{keep, root, trivial_bound};
use crate::observer::tell;
use crate::store::{Link, Nodes};
use crate::{BACKWARD, Cost, Event, Fate, ObserverOf, Outcome, Plan, Problem, Reversible, Run, Stop};

/// Which way a search goes.
pub(super) trait Way<P: Problem> {
    /// What the numbers of its nodes are marked with.
    const MARK: u32;

    /// Pushes the states that come next.
    fn next(problem: &P, state: &P::State, emit: impl FnMut(P::Action, P::State, Cost));
}

/// From the start.
pub(super) struct Ahead;

impl<P: Problem> Way<P> for Ahead {
    const MARK: u32 = 0;

    #[inline]
    fn next(problem: &P, state: &P::State, emit: impl FnMut(P::Action, P::State, Cost)) {
        problem.successors(state, emit);
    }
}

/// From the goals.
pub(super) struct Back;

impl<P: Reversible> Way<P> for Back {
    const MARK: u32 = BACKWARD;

    #[inline]
    fn next(problem: &P, state: &P::State, emit: impl FnMut(P::Action, P::State, Cost)) {
        problem.predecessors(state, emit);
    }
}

/// The states seen from one side, and the last layer of them.
pub(super) struct Layers<P: Problem> {
    pub(super) nodes: Nodes<P>,
    pub(super) last: Range<u32>,
}

impl<P: Problem> Layers<P> {
    pub(super) fn new() -> Self {
        Layers { nodes: Nodes::<P>::new(), last: 0..0 }
    }

    /// Adds a state to the first layer.
    pub(super) fn add(&mut self, problem: &P, state: P::State, run: &mut Run) -> Result<(), Stop> {
        root(problem, &mut self.nodes, state, run)?;
        self.last = 0..self.nodes.len() as u32;
        Ok(())
    }

    /// Expands the last layer. Gives the first new state for which `met` has an answer, with the answer. `others` is how
    /// many states are kept elsewhere, for the statistics.
    pub(super) fn advance<W: Way<P>, O: ObserverOf<P>>(
        &mut self,
        problem: &P,
        met: impl Fn(&P::State) -> Option<u32>,
        others: usize,
        run: &mut Run,
        observer: &mut O,
    ) -> Result<Option<(u32, u32)>, Stop> {
        let first = self.nodes.len() as u32;
        for id in self.last.clone() {
            run.expand()?;
            run.sizes(self.nodes.len() - id as usize, id as usize + others);
            let state = self.nodes.state(id).clone();
            let g = self.nodes.value(id).g;
            let parent = id | W::MARK;
            tell(observer, || Event::Expand { id: parent, state: &state, g, h: 0 });
            let mut meeting = None;
            let mut stop = Ok(());
            W::next(problem, &state, |action, next, cost| {
                if meeting.is_some() || stop.is_err() {
                    return;
                }
                stop = run.step();
                if stop.is_err() {
                    return;
                }
                run.stats.generated += 1;
                let g = g + cost;
                match self.nodes.find(&next) {
                    Ok(twin) => {
                        run.stats.duplicates += 1;
                        let fate = Fate::Duplicate(Some(twin | W::MARK));
                        tell(observer, || Event::Generate {
                            parent,
                            action,
                            state: &next,
                            g,
                            h: None,
                            goal: false,
                            fate,
                        });
                    }
                    Err(fresh) => {
                        match keep(problem, &mut self.nodes, fresh, next, Link::new(id, g, action), run) {
                            Ok(child) => {
                                let (state, fate) = (self.nodes.state(child), Fate::New(child | W::MARK));
                                meeting = met(state).map(|there| (child, there));
                                let goal = meeting.is_some();
                                tell(observer, || Event::Generate {
                                    parent,
                                    action,
                                    state,
                                    g,
                                    h: Some(0),
                                    goal,
                                    fate,
                                });
                            }
                            Err(why) => stop = Err(why),
                        }
                    }
                }
            });
            stop?;
            if meeting.is_some() {
                return Ok(meeting);
            }
        }
        self.last = first..self.nodes.len() as u32;
        run.stats.bound += 1;
        let bound = run.stats.bound;
        tell(observer, || Event::Bound(bound));
        Ok(None)
    }
}

/// The outcome of a search by layers: with equal costs the first plan is the cheapest, and after each whole layer every
/// plan is one step longer.
pub(super) fn outcome<P: Problem>(
    problem: &P,
    found: Result<Option<Plan<P::Action>>, Stop>,
    run: &Run,
) -> Outcome<P::Action> {
    let lower_bound = trivial_bound(problem) + if P::UNIT_COSTS { run.stats.bound } else { 0 };
    match found {
        Ok(Some(plan)) if P::UNIT_COSTS => Outcome::optimal(plan),
        Ok(Some(plan)) => Outcome::Solved { lower_bound: lower_bound.min(plan.cost), plan },
        Ok(None) => Outcome::Unsolvable,
        Err(why) => Outcome::Stopped { why, best: None, lower_bound },
    }
}
