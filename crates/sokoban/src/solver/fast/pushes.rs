//! The fewest pushes: A* over sets of boxes and the player's region, from the start or from [`both`](super::both) ends, on one core or several.
//!
//! A state is the boxes and where the player can walk; a push costs 1 and walking nothing. Waiting states are ranked by `f = g + h`, then by `h`, the bound of
//! [`crate::solver::layouts`]. With a weight `w` they are ranked by `g + w·h` instead: a quick way to some solution, which is then the limit
//! for the proof.
//!
//! What is left out, and why the fewest pushes stay the same:
//! - pushes to useless cells, and states without a matching: no solution follows;
//! - frozen boxes off their goals, and [`crate::solver::traps`]: likewise;
//! - pushes outside a corral that has to be opened first: see [`crate::solver::corral`];
//! - other pushes than on through a tunnel: see [`super::tunnels`];
//! - states that a turned or mirrored level makes of others, where it is the same level then: they need as many pushes;
//! - states with `f` at or above the cost of a solution that is known: a cheaper one does not pass there, because `h` never says too
//!   much.
//!
//! Several threads share the [table](super::table) of states; each has a [`Ground`] of its own, so that what they learn needs no lock. They begin when a search has gone on for
//! a moment.

use std::thread;

use damier_search::{Event, Run, Stop, Watch};

use crate::solver::bits::Bits;
use crate::solver::corral;
use crate::solver::fast::ground::{End, Ground, Shift};
use crate::solver::fast::table::{Job, Key, Node, Over, Shared, Size, Table};

/// What a search is to do.
#[derive(Clone, Copy)]
pub(super) struct Order {
    /// How much `h` counts in the rank.
    pub(super) weight: u32,
    /// Solutions with this many pushes or more are not wanted.
    pub(super) below: u32,
    /// Stops after so many expansions.
    pub(super) most: u64,
    /// Which of several equally good pushes is tried first.
    pub(super) first: First,
    /// By how many boxes states may differ from those that the search is to stay near to.
    pub(super) away: usize,
}

/// Which of several equally good pushes is tried first. All are right; on a given level one may be lucky.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum First {
    /// Those of the box that was pushed last: a box that was begun with is best brought to its end.
    Same,
    /// Those of the boxes with low numbers.
    Low,
    /// Those of the boxes with high numbers.
    High,
}

/// Where a search begins that is to stay near some states.
pub(super) struct Near<const N: usize> {
    /// Sets of boxes from one of which all states differ by few boxes.
    pub(super) states: Vec<Bits<N>>,
    /// Where the player is in the first of these, and how many pushes have led there.
    pub(super) player: u16,
    pub(super) pushes: u32,
}

/// What was learned is forgotten again and again as long as that frees such a part of the memory.
const WORTH: u64 = 32;
/// After so many expansions a search is worth several threads; small levels, which are tested, hardly come to that.
const ALONE: u64 = if cfg!(test) { 5 } else { 1000 };

/// Searches as ordered, from the start. What is found is the cheapest if the weight is 1, and then `bound` is proven. There is a thread for each of the grounds.
pub(super) fn search<const N: usize>(
    grounds: &mut [Ground<N>],
    order: &Order,
    run: &mut Run,
    watch: &mut Option<&mut Watch<'_>>,
) -> End {
    search_from(grounds, &mut [], order, 0, None, run, watch)
}

/// The same, but only among states that differ by at most `order.away` boxes from one of those that it is to stay near to. Then nothing is proven.
pub(super) fn search_near<const N: usize>(
    grounds: &mut [Ground<N>],
    order: &Order,
    near: &Near<N>,
    run: &mut Run,
    watch: &mut Option<&mut Watch<'_>>,
) -> End {
    search_from(grounds, &mut [], order, 0, Some(near), run, watch)
}

/// Searches from the start, and from the end too if there are grounds for that; then the two take turns of so many expansions.
pub(super) fn search_from<const N: usize>(
    forward: &mut [Ground<N>],
    backward: &mut [Ground<N>],
    order: &Order,
    turns: u64,
    near: Option<&Near<N>>,
    run: &mut Run,
    watch: &mut Option<&mut Watch<'_>>,
) -> End {
    let sides = if backward.is_empty() { 1 } else { 2 };
    // Who watches sees a tree that grows from the start, one node after the other.
    let threads = if watch.is_some() { 1 } else { forward.len() };
    let field = &forward[0].field;
    let size = Size { cells: field.live, floor: field.wall(), boxes: field.boxes.len() };
    let shared = Shared::new(Table::new(*order, size, sides, turns, threads));
    let mut backs: Vec<Option<&mut Ground<N>>> = backward.iter_mut().map(Some).collect();
    backs.resize_with(forward.len(), || None);
    let workers = forward.iter_mut().zip(backs).take(threads).enumerate();
    let mut workers: Vec<Worker<'_, N>> = workers
        .map(|(number, (forward, backward))| Worker {
            number,
            forward,
            backward,
            order,
            near,
            told: 0,
            forgets: true,
        })
        .collect();
    let (lead, helpers) = workers.split_at_mut(1);
    let lead = &mut lead[0];
    let ended = lead.begin(&shared, run).and_then(|()| {
        if helpers.is_empty() {
            return lead.work(u64::MAX, &shared, run, watch);
        }
        lead.work(ALONE, &shared, run, watch)?;
        if shared.lock().over.is_none() {
            together(lead, helpers, &shared, run);
        }
        Ok(())
    });
    let mut table = shared.into_inner();
    if let Err(why) = ended {
        table.over.get_or_insert(Over::Stopped(why));
    }
    let (bound, best) = (table.bound(), table.best.take());
    let over = table.over;
    table.release(&mut run.memory);
    match over {
        Some(Over::Stopped(why)) => End::Stopped { why, bound, best },
        Some(Over::Enough) => End::Enough { bound, best },
        Some(Over::Done) | None => best.map_or(End::Exhausted, End::Found),
    }
}

/// Lets all threads work until the search is over.
fn together<const N: usize>(
    lead: &mut Worker<'_, N>,
    helpers: &mut [Worker<'_, N>],
    shared: &Shared<N>,
    run: &mut Run,
) {
    let mut parts = run.split_sharing(helpers.len() + 1);
    thread::scope(|scope| {
        let mut parts = parts.iter_mut();
        let mine = parts.next();
        for (helper, part) in helpers.iter_mut().zip(parts) {
            scope.spawn(move || helper.finish(shared, part));
        }
        mine.into_iter().for_each(|part| lead.finish(shared, part));
    });
    run.gather(&mut parts);
    // The count of expansions has jumped: the next look at the limits is set anew. Who has an answer need not hear that it was the last one.
    if let Err(why) = run.look() {
        shared.end(why);
    }
}

/// What a thread has for itself.
struct Worker<'a, const N: usize> {
    number: usize,
    forward: &'a mut Ground<N>,
    backward: Option<&'a mut Ground<N>>,
    order: &'a Order,
    near: Option<&'a Near<N>>,
    /// The bound that was told.
    told: u32,
    /// Whether it holds much that it could do without.
    forgets: bool,
}

/// Ends the search if a thread does not come to its own end: nobody is to wait for it.
struct Leave<'a, const N: usize>(&'a Shared<N>);

impl<const N: usize> Drop for Leave<'_, N> {
    fn drop(&mut self) {
        self.0.end(Stop::GaveUp);
    }
}

impl<const N: usize> Worker<'_, N> {
    /// Lets the starts of all sides wait.
    fn begin(&mut self, shared: &Shared<N>, run: &mut Run) -> Result<(), Stop> {
        let near = self.near;
        for (side, ground) in [Some(&mut *self.forward), self.backward.as_deref_mut()].into_iter().enumerate()
        {
            let Some(ground) = ground else { continue };
            let (mut boxes, mut players, mut g) = (ground.field.start(), ground.players(), 0);
            if let Some((near, first)) = near.and_then(|near| Some((near, near.states.first()?))) {
                (boxes, players, g) = (*first, vec![near.player], near.pushes);
            }
            for player in players {
                let Some(h) = ground.bound(&boxes, player, run)? else { continue };
                let ((boxes, player), _) = match near {
                    None => ground.same(&boxes, player, player),
                    Some(_) => ((boxes, ground.least(&boxes, player)), player),
                };
                let node = Node { boxes, player, pushed: None, g, h };
                shared.lock().begin(side, &node, run)?;
            }
        }
        Ok(())
    }

    /// Works until the search is over.
    fn finish(&mut self, shared: &Shared<N>, run: &mut Run) {
        let leave = Leave(shared);
        if let Err(why) = self.work(u64::MAX, shared, run, &mut None) {
            shared.end(why);
        }
        drop(leave);
    }

    /// Works until the search is over, or has made so many expansions.
    fn work(
        &mut self,
        most: u64,
        shared: &Shared<N>,
        run: &mut Run,
        watch: &mut Option<&mut Watch<'_>>,
    ) -> Result<(), Stop> {
        let mut after = Vec::new();
        for _ in 0..most {
            let Job::Expand { side, node, bound, id } = shared.take(self.number, run)? else { break };
            self.tell(bound, run, watch);
            let ground = match (&mut self.backward, side) {
                (Some(backward), 1) => backward,
                _ => &mut self.forward,
            };
            if ground.is_end(&node.boxes, node.player) {
                shared.change(|table| {
                    table.found(&node);
                    self.note(table);
                });
                continue;
            }
            // Who watches sees a tree that grows from the start.
            let watch = if side == 0 { &mut *watch } else { &mut None };
            let step = Step { order: self.order, near: self.near, below: shared.lock().below() };
            after.clear();
            let again = step.expand(ground, &node, id, &mut after, run, watch)?;
            shared.change(|table| {
                let done = match again {
                    Some(h) => table.put_back(side, &Node { h, ..node }, run),
                    None => table.put(side, &after, run),
                };
                self.note(table);
                done
            })?;
            if self.forgets && run.memory.is_scarce() {
                self.forget(run);
            }
        }
        Ok(())
    }

    /// Forgets what was learned, so that there is room for states: what is needed is learned again. If that is little, it does not do so again.
    #[cold]
    fn forget(&mut self, run: &mut Run) {
        let before = run.memory.used();
        self.forward.release(&mut run.memory);
        if let Some(backward) = &mut self.backward {
            backward.release(&mut run.memory);
        }
        let freed = before.saturating_sub(run.memory.used());
        self.forgets = run.memory.limit().is_some_and(|limit| freed > limit / WORTH);
    }

    /// Writes down the pushes of a solution that was found.
    fn note(&self, table: &mut Table<N>) {
        let Some(key) = table.news() else { return };
        let root = self.near.map_or(0, |near| near.pushes);
        let cost = |side: usize, (boxes, player): Key<N>| {
            let same = self.near.is_none().then(|| self.forward.same(&boxes, player, player).0);
            table.cost(side, same.unwrap_or((boxes, player)))
        };
        let mut pushes = self.forward.way(key, root, |key| cost(0, key));
        if let Some(backward) = &self.backward {
            pushes.extend(backward.way(key, 0, |key| cost(1, key)));
        }
        table.best = Some(pushes);
    }

    /// Tells the bound of a side, where it has risen.
    fn tell(&mut self, bound: u32, run: &mut Run, watch: &mut Option<&mut Watch<'_>>) {
        if self.order.weight != 1 || bound <= self.told {
            return;
        }
        self.told = bound;
        if self.near.is_none() {
            run.proves(bound);
        }
        if bound > run.stats.bound {
            run.stats.bound = bound;
            if let Some(watch) = watch {
                watch.on(Event::Bound(bound));
            }
        }
    }
}

/// The expansion of a state.
struct Step<'a, const N: usize> {
    order: &'a Order,
    near: Option<&'a Near<N>>,
    /// Solutions of this cost or more are not wanted.
    below: u32,
}

impl<const N: usize> Step<'_, N> {
    /// Finds the successors of a state, or that it needs more pushes than it seemed when it was added, and so has to wait again.
    fn expand(
        &self,
        ground: &mut Ground<N>,
        node: &Node<N>,
        id: u32,
        found: &mut Vec<Node<N>>,
        run: &mut Run,
        watch: &mut Option<&mut Watch<'_>>,
    ) -> Result<Option<u32>, Stop> {
        let &Node { boxes, player, pushed, g, h } = node;
        if self.order.weight == 1 && self.near.is_none() {
            let pushed = pushed.map_or(boxes, |pushed| Bits::of([pushed]));
            ground.learn(&boxes, player, &pushed, run)?;
        }
        let Some(state) = ground.state(boxes, player, run)? else {
            run.stats.pruned += 1;
            run.expand()?;
            return Ok(None);
        };
        if state.h > h {
            return Ok(Some(state.h));
        }
        run.expand()?;
        if let Some(watch) = watch {
            ground.show(id, g, h, &state, *watch);
        }
        let frozen = ground.layouts.frozen(state.layout);
        let mut movers = state.boxes.without(frozen);
        let mut corral = None;
        if !ground.field.pulls && self.near.is_none() {
            corral = corral::confine(&ground.field, &state.boxes, frozen, &state.region);
            movers = corral.as_ref().map_or(movers, |corral| corral.fence);
        }
        let mut shifts = ground.shifts(&state, &movers);
        // Among equals the last one in is the first one out.
        match self.order.first {
            First::Same => shifts.sort_by_key(|&Shift { from, .. }| Some(from) == pushed),
            First::Low => shifts.reverse(),
            First::High => {}
        }
        for shift in shifts {
            if corral.as_ref().is_some_and(|corral| !corral.inside.contains(shift.next)) {
                continue;
            }
            run.step()?;
            run.stats.generated += 1;
            let Some(shift) = ground.through(&state, shift) else {
                run.stats.pruned += 1;
                continue;
            };
            if !self.is_near(&state.boxes, &shift) {
                continue;
            }
            let g = g + shift.cost;
            // What is needed from here is needed from there, less what was done between.
            let least = if self.order.weight == 1 { h.saturating_sub(shift.cost) } else { 0 };
            match ground.after(&state, &shift, run)?.map(|(after, h)| (after, h.max(least))) {
                Some((boxes, h)) if g + h < self.below => {
                    let ((boxes, player), to) = match self.near {
                        None => ground.same(&boxes, shift.player, shift.to),
                        Some(_) => ((boxes, ground.least(&boxes, shift.player)), shift.to),
                    };
                    found.push(Node { boxes, player, pushed: Some(to), g, h });
                }
                _ => run.stats.pruned += 1,
            }
        }
        Ok(None)
    }

    /// Whether the state after a shift is one that is to be looked at.
    #[inline]
    fn is_near(&self, boxes: &Bits<N>, shift: &Shift) -> bool {
        let Some(near) = self.near else { return true };
        let mut after = *boxes;
        after.remove(shift.from);
        after.insert(shift.to);
        near.states.iter().any(|near| after.without(near).len() <= self.order.away)
    }
}
