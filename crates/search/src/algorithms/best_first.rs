//! The loop that uniform-cost, greedy, A* and weighted A* share: expand the open node with the least key.
//!
//! They differ only in the key, a [`Rank`]. A node whose cost falls is queued again, with a lesser key; when its old
//! place in the queue comes up, it is closed. A goal is noticed when it is generated, not when it comes up: it is the answer
//! as soon as no open node has a lesser key, and the best plan known if the search is stopped before.

use super::{keep, root, trivial_bound};
use crate::observer::tell;
use crate::queue::Queue;
use crate::store::{Fresh, Link, Look, Nodes};
use crate::{Cost, Event, Fate, Heuristic, ObserverOf, Order, Outcome, Problem, Run, Stop};

/// In what order open nodes are expanded.
pub(super) trait Rank {
    /// Whether a cheaper way to a known state matters.
    const REOPEN: bool;

    /// The key of a node; the least is expanded first. With [`Self::REOPEN`] it must grow with `g`.
    fn key(&self, g: Cost, h: Cost) -> u64;

    /// What decides among equal keys; the least is expanded first.
    fn tie(&self, _g: Cost, h: Cost) -> Cost {
        h
    }

    /// The estimate of a node with that key.
    fn estimate(&self, key: u64, g: Cost) -> Cost;

    /// The order of the keys.
    fn order(&self) -> Order;

    /// What a least key proves about the cost of any plan, if the heuristic is admissible.
    fn bound(&self, least: u64) -> Cost;
}

/// When to be content with a goal.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Until {
    /// As soon as no open node has a lesser key.
    Answer,
    /// When every open node has a greater key: all plans of the least cost then lie in the nodes.
    AllAnswers,
}

/// A best-first search and what it knows.
pub(super) struct BestFirst<P: Problem> {
    pub(super) nodes: Nodes<P>,
    open: Queue,
    /// The successors of the node that is being expanded; kept to be used again.
    ahead: Vec<(P::Action, P::State, Cost, Look)>,
    /// The cheapest goal seen.
    pub(super) goal: Option<u32>,
    /// The least key that waits, while the search runs.
    least: u64,
    /// The estimate of the start.
    estimate: Cost,
}

impl<P: Problem> BestFirst<P> {
    pub(super) fn new() -> Self {
        BestFirst {
            nodes: Nodes::<P>::new(),
            open: Queue::default(),
            ahead: Vec::new(),
            goal: None,
            least: 0,
            estimate: 0,
        }
    }

    /// Searches, and puts what was found into an outcome.
    pub(super) fn outcome<O: ObserverOf<P>>(
        problem: &P,
        heuristic: &impl Heuristic<P>,
        rank: &impl Rank,
        run: &mut Run,
        observer: &mut O,
    ) -> Outcome<P::Action> {
        let mut search = Self::new();
        let ended = search.run(problem, heuristic, rank, Until::Answer, run, observer);
        let best = search.goal.map(|goal| search.nodes.plan(goal));
        let admissible = heuristic.info().admissible;
        let proven = if admissible { rank.bound(search.least).max(search.estimate) } else { 0 };
        let lower_bound = proven.max(trivial_bound(problem));
        match (ended, best) {
            (Ok(()), Some(plan)) => Outcome::Solved { lower_bound: lower_bound.min(plan.cost), plan },
            (Ok(()), None) => Outcome::Unsolvable,
            (Err(why), best) => Outcome::Stopped {
                why,
                lower_bound: best.as_ref().map_or(lower_bound, |plan| lower_bound.min(plan.cost)),
                best,
            },
        }
    }

    /// Expands until `until` holds or nothing is open.
    pub(super) fn run<O: ObserverOf<P>>(
        &mut self,
        problem: &P,
        heuristic: &impl Heuristic<P>,
        rank: &impl Rank,
        until: Until,
        run: &mut Run,
        observer: &mut O,
    ) -> Result<(), Stop> {
        heuristic.prepare(problem, run)?;
        let start = problem.start();
        let Some(h) = heuristic.estimate(problem, &start) else { return Ok(()) };
        tell(observer, || Event::Order(rank.order()));
        self.estimate = h;
        self.least = rank.key(0, h);
        run.stats.bound = rank.bound(self.least);
        let solved = problem.is_goal(&start);
        let first = root(problem, &mut self.nodes, start, run)?;
        self.goal = solved.then_some(first);
        self.open.push(self.least, 0, first, &mut run.memory)?;
        let mut closed = 0;
        while let Some(least) = self.open.least() {
            if least > self.least {
                self.least = least;
                run.stats.bound = rank.bound(least);
                tell(observer, || Event::Bound(rank.bound(least)));
            }
            if let Some(goal) = self.goal {
                let answer = rank.key(self.nodes.value(goal).g, 0);
                if answer < least || answer == least && until == Until::Answer {
                    return Ok(());
                }
            }
            let Some(id) = self.open.pop(&mut run.memory) else { break };
            let link = self.nodes.value(id);
            // A node that was queued again at a lower cost came up then, before this older place in the queue.
            if link.closed {
                continue;
            }
            let g = link.g;
            let state = self.nodes.state(id).clone();
            if problem.is_goal(&state) {
                // There is a better one.
                tell(observer, || Event::Skip { id });
                continue;
            }
            run.expand()?;
            closed += 1;
            run.sizes(self.open.len() + 1, closed);
            self.nodes.value_mut(id).closed = true;
            self.expand(problem, heuristic, rank, (id, &state, g, least), run, observer)?;
        }
        Ok(())
    }

    #[inline]
    fn expand<O: ObserverOf<P>>(
        &mut self,
        problem: &P,
        heuristic: &impl Heuristic<P>,
        rank: &impl Rank,
        (id, state, g, key): (u32, &P::State, Cost, u64),
        run: &mut Run,
        observer: &mut O,
    ) -> Result<(), Stop> {
        tell(observer, || Event::Expand { id, state, g, h: rank.estimate(key, g) });
        let mut ahead = std::mem::take(&mut self.ahead);
        let mut stop = Ok(());
        problem.successors(state, |action, next, cost| {
            if stop.is_ok() {
                // What a successor owns is counted here until it is kept or dropped.
                stop = run.step().and_then(|()| run.memory.take(problem.heap_bytes(&next)));
                let look = self.nodes.look(&next);
                ahead.push((action, next, cost, look));
            }
        });
        stop?;
        for (action, next, cost, look) in ahead.drain(..) {
            run.step()?;
            run.memory.give_back(problem.heap_bytes(&next));
            run.stats.generated += 1;
            let g = g + cost;
            match self.nodes.find_seen(look, &next) {
                Ok(twin) if !reopens(rank) || self.nodes.value(twin).g <= g => {
                    run.stats.duplicates += 1;
                    tell(observer, || Event::Generate {
                        parent: id,
                        action,
                        state: &next,
                        g,
                        h: None,
                        goal: false,
                        fate: Fate::Duplicate(Some(twin)),
                    });
                }
                found => {
                    let link = Link::new(id, g, action);
                    let (child, h, fate) = self.take(problem, heuristic, rank, found, next, link, run)?;
                    tell(observer, || {
                        let state = self.nodes.state(child);
                        Event::Generate {
                            parent: id,
                            action,
                            state,
                            g,
                            h,
                            goal: problem.is_goal(state),
                            fate,
                        }
                    });
                }
            }
        }
        self.ahead = ahead;
        Ok(())
    }

    /// Takes in a state that is new or was reached at a lower cost; gives its node and what became of it.
    #[expect(clippy::too_many_arguments, reason = "the inner part of one loop, apart for its length")]
    fn take(
        &mut self,
        problem: &P,
        heuristic: &impl Heuristic<P>,
        rank: &impl Rank,
        found: Result<u32, Fresh>,
        state: P::State,
        link: Link<P::Action>,
        run: &mut Run,
    ) -> Result<(u32, Option<Cost>, Fate), Stop> {
        let g = link.g;
        let (id, fate) = match found {
            Ok(id) => {
                *self.nodes.value_mut(id) = link;
                (id, Fate::Better(id))
            }
            Err(fresh) => {
                let id = keep(problem, &mut self.nodes, fresh, state, link, run)?;
                (id, Fate::New(id))
            }
        };
        let state = self.nodes.state(id);
        let Some(h) = heuristic.estimate(problem, state) else {
            run.stats.pruned += 1;
            return Ok((id, None, Fate::DeadEnd));
        };
        if problem.is_goal(state) && self.goal.is_none_or(|goal| g <= self.nodes.value(goal).g) {
            self.goal = Some(id);
        }
        self.open.push(rank.key(g, h), rank.tie(g, h), id, &mut run.memory)?;
        Ok((id, Some(h), fate))
    }
}

/// The constant of a rank that is known by reference only.
fn reopens<R: Rank>(_: &R) -> bool {
    R::REOPEN
}
