//! The depth-first pass that depth-first, iterative deepening and IDA* share: all states with `g + h` up to a bound.
//!
//! A table remembers for each state with how much left to spend it was searched in vain: coming back with no more is
//! pointless, in this pass or a later one. Without the table only the states on the path are avoided. When memory is
//! scarce, the table stops growing and the pass goes on with what is left.

use crate::observer::tell;
use crate::pieces::Pieces;
use crate::store::Store;
use crate::{Cost, Event, Fate, Heuristic, ObserverOf, Order, Plan, Problem, Run, Stop};

/// What a pass found.
pub(super) enum Contour<A> {
    /// A plan within the bound, the first that came up.
    Found(Plan<A>),
    /// No plan within the bound. The least `g + h` beyond it is this.
    Beyond(Cost),
    /// Nothing lies beyond the bound: there is no plan.
    Exhausted,
}

/// Passes over one problem, with what they remember between them.
pub(super) struct Passes<P: Problem> {
    /// What was left to spend, by state.
    table: Option<Store<P::State, Cost>>,
}

/// A state on the path.
struct Frame<P: Problem> {
    state: P::State,
    action: Option<P::Action>,
    /// Its number among the nodes of this pass.
    id: u32,
    /// Its successors that were not yet visited lie in `pending` from here on.
    pending_from: usize,
}

/// A successor that waits its turn.
struct Pending<P: Problem> {
    state: P::State,
    action: P::Action,
    g: Cost,
    h: Cost,
    /// Its number among the nodes of this pass, for who watches.
    id: u32,
}

impl<P: Problem> Passes<P> {
    pub(super) fn new(table: bool) -> Self {
        Passes { table: table.then(Store::new) }
    }

    /// Searches everything up to `bound`.
    pub(super) fn pass<O: ObserverOf<P>>(
        &mut self,
        problem: &P,
        heuristic: &impl Heuristic<P>,
        bound: Cost,
        run: &mut Run,
        observer: &mut O,
    ) -> Result<Contour<P::Action>, Stop> {
        run.stats.bound = bound;
        tell(observer, || Event::Order(Order::Deepest));
        tell(observer, || Event::Bound(bound));
        let start = problem.start();
        let Some(h) = heuristic.estimate(problem, &start) else { return Ok(Contour::Exhausted) };
        if problem.is_goal(&start) {
            return Ok(Contour::Found(Plan { actions: Vec::new(), cost: 0 }));
        }
        if h > bound {
            return Ok(Contour::Beyond(h));
        }
        let mut beyond: Option<Cost> = None;
        let mut path: Pieces<Frame<P>> = Pieces::new();
        let mut pending: Pieces<Pending<P>> = Pieces::new();
        let mut fresh: Vec<Pending<P>> = Vec::new();
        // What the states on the path and those that wait own on the heap.
        let mut heap = problem.heap_bytes(&start);
        run.memory.take(heap)?;
        let mut made = 0;
        let mut enter = Some((start, None, 0, h, made));
        loop {
            if let Some((state, action, g, h, id)) = enter.take() {
                run.expand()?;
                self.remember(problem, &state, bound - g, run);
                tell(observer, || Event::Expand { id, state: &state, g, h });
                let pending_from = pending.len();
                path.push(Frame { state, action, id, pending_from }, &mut run.memory)?;
                let held = run.memory.used();
                let goal = self.successors(
                    problem,
                    heuristic,
                    bound,
                    (g, &path),
                    &mut made,
                    &mut fresh,
                    &mut beyond,
                    run,
                    observer,
                )?;
                heap += (run.memory.used() - held) as usize;
                if let Some((action, cost)) = goal {
                    let actions = path.iter().filter_map(|frame| frame.action).chain([action]).collect();
                    return Ok(Contour::Found(Plan { actions, cost }));
                }
                // The last is taken first: the nearest to a goal, and among equals the one that was pushed first.
                fresh.reverse();
                fresh.sort_by_key(|next| std::cmp::Reverse(next.h));
                for next in fresh.drain(..) {
                    pending.push(next, &mut run.memory)?;
                }
                run.sizes(pending.len(), self.table.as_ref().map_or(path.len(), Store::len));
            }
            let Some(frame) = path.last() else { break };
            let gone = if pending.len() > frame.pending_from {
                let next = pending.pop().expect("there is one more than before the frame");
                // A sibling's subtree may have searched it in the meantime.
                if self.searched(&next.state, bound - next.g) {
                    run.stats.duplicates += 1;
                    tell(observer, || Event::Skip { id: next.id });
                    Some(next.state)
                } else {
                    enter = Some((next.state, Some(next.action), next.g, next.h, next.id));
                    None
                }
            } else {
                path.pop().map(|frame| frame.state)
            };
            if let Some(state) = gone {
                let bytes = problem.heap_bytes(&state);
                run.memory.give_back(bytes);
                heap -= bytes;
            }
        }
        run.memory.give_back(heap + path.bytes() + pending.bytes());
        Ok(beyond.map_or(Contour::Exhausted, Contour::Beyond))
    }

    /// Puts the successors of the last state on the path into `fresh`, counting what they own; a goal is given back at once.
    #[expect(clippy::too_many_arguments, reason = "the inner part of one loop, apart for its length")]
    fn successors<O: ObserverOf<P>>(
        &self,
        problem: &P,
        heuristic: &impl Heuristic<P>,
        bound: Cost,
        (g, path): (Cost, &Pieces<Frame<P>>),
        made: &mut u32,
        fresh: &mut Vec<Pending<P>>,
        beyond: &mut Option<Cost>,
        run: &mut Run,
        observer: &mut O,
    ) -> Result<Option<(P::Action, Cost)>, Stop> {
        let mut goal = None;
        let mut stop = Ok(());
        let Some(Frame { state: here, id: parent, .. }) = path.last() else { return Ok(None) };
        let parent = *parent;
        heuristic.foresee(problem, here);
        problem.successors(here, |action, state, cost| {
            if goal.is_some() || stop.is_err() {
                return;
            }
            stop = run.step();
            if stop.is_err() {
                return;
            }
            run.stats.generated += 1;
            let g = g + cost;
            *made = made.wrapping_add(1);
            let id = *made;
            let mut fate = Fate::New(id);
            let h = heuristic.estimate(problem, &state);
            match h {
                None => {
                    run.stats.pruned += 1;
                    fate = Fate::DeadEnd;
                }
                Some(h) if g + h > bound => {
                    *beyond = Some(beyond.unwrap_or(Cost::MAX).min(g + h));
                    run.stats.pruned += 1;
                    fate = Fate::Cut;
                }
                Some(_) if problem.is_goal(&state) => goal = Some((action, g)),
                Some(h) => {
                    let known = match &self.table {
                        Some(_) => self.searched(&state, bound - g),
                        None => path.iter().any(|frame| frame.state == state),
                    };
                    if known {
                        run.stats.duplicates += 1;
                        fate = Fate::Duplicate(None);
                    } else {
                        tell(observer, || Event::Generate {
                            parent,
                            action,
                            state: &state,
                            g,
                            h: Some(h),
                            goal: false,
                            fate,
                        });
                        stop = run.memory.take(problem.heap_bytes(&state));
                        fresh.push(Pending { state, action, g, h, id });
                        return;
                    }
                }
            }
            let goal = goal.is_some();
            tell(observer, || Event::Generate { parent, action, state: &state, g, h, goal, fate });
        });
        stop?;
        Ok(goal)
    }

    /// Whether `state` was searched with at least as much left to spend.
    fn searched(&self, state: &P::State, left: Cost) -> bool {
        let Some(table) = &self.table else { return false };
        table.find(state).is_ok_and(|id| *table.value(id) >= left)
    }

    fn remember(&mut self, problem: &P, state: &P::State, left: Cost, run: &mut Run) {
        let Some(table) = &mut self.table else { return };
        match table.find(state) {
            Ok(id) => *table.value_mut(id) = left,
            // What is left is for the path and what waits beside it.
            Err(_) if run.memory.is_scarce() => {}
            Err(fresh) => {
                let heap = problem.heap_bytes(state);
                if run.memory.take(heap).is_ok()
                    && table.add(fresh, state.clone(), left, &mut run.memory).is_err()
                {
                    run.memory.give_back(heap);
                }
            }
        }
    }
}
