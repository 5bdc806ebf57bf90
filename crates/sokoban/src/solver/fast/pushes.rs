//! The fewest pushes: A* over sets of boxes and the player's region.
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
//! - states with `f` at or above the cost of a solution that is known: a cheaper one does not pass there, because `h` never says too
//!   much.

use damier_search::{Event, Run, Stop, Watch};

use crate::solver::bits::Bits;
use crate::solver::corral;
use crate::solver::fast::ground::{End, Ground, Shift, boxes};
use crate::solver::nodes::{Link, NONE, Nodes, Waiting};

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

/// Searches as ordered. What is found is the cheapest if the weight is 1, and then `bound` is proven.
pub(super) fn search<const N: usize>(
    ground: &mut Ground<N>,
    order: &Order,
    run: &mut Run,
    watch: &mut Option<&mut Watch<'_>>,
) -> End {
    search_near(ground, order, Vec::new(), (0, 0), run, watch)
}

/// The same, but only among states that differ by at most `order.away` boxes from one of `near`, and from the first of these on, which the player has come to
/// with so many pushes; or from the start and among all states if there are none. With some, nothing is proven.
pub(super) fn search_near<const N: usize>(
    ground: &mut Ground<N>,
    order: &Order,
    near: Vec<Bits<N>>,
    (player, pushes): (u16, u32),
    run: &mut Run,
    watch: &mut Option<&mut Watch<'_>>,
) -> End {
    let mut search = Search::new(ground, *order);
    search.near = near;
    search.from = (player, pushes);
    let end = match search.finish(run, watch) {
        Ok(end) => end,
        Err(why) => End::Stopped { why, bound: search.bound, best: None },
    };
    search.release(run);
    end
}

/// A search under way, forward or backwards as its ground is.
pub(super) struct Search<'a, const N: usize> {
    pub(super) ground: &'a mut Ground<N>,
    pub(super) order: Order,
    pub(super) nodes: Nodes,
    pub(super) waiting: Waiting,
    pub(super) expanded: u64,
    /// The least `f` that waits; proven when the weight is 1.
    pub(super) bound: u32,
    /// The node that the search from the other end has reached too, with the least sum of costs, and the number of it there. Solutions as
    /// dear as that sum are no longer wanted.
    pub(super) met: Option<(u32, u32)>,
    /// Sets of boxes from one of which all states differ by few boxes; empty if they may be anything.
    near: Vec<Bits<N>>,
    /// Where the player is in the first of these, and how many pushes have led there.
    from: (u16, u32),
}

/// What came of a turn.
pub(super) enum Turn {
    /// A node was expanded.
    Expanded,
    /// This node is the end, as cheap as can be.
    Found(u32),
    /// Nothing is left.
    Exhausted,
}

impl<'a, const N: usize> Search<'a, N> {
    pub(super) fn new(ground: &'a mut Ground<N>, order: Order) -> Self {
        let (nodes, waiting) = (Nodes::new(ground.field.live), Waiting::default());
        Search {
            nodes,
            waiting,
            expanded: 0,
            bound: 0,
            met: None,
            near: Vec::new(),
            from: (0, 0),
            ground,
            order,
        }
    }

    /// Gives the memory back.
    pub(super) fn release(self, run: &mut Run) {
        self.nodes.release(&mut run.memory);
        self.waiting.release(&mut run.memory);
    }

    fn finish(&mut self, run: &mut Run, watch: &mut Option<&mut Watch<'_>>) -> Result<End, Stop> {
        self.begin(run)?;
        loop {
            if self.expanded == self.order.most && !self.waiting.is_empty() {
                return Ok(End::Enough { bound: self.bound, best: None });
            }
            match self.turn(None, run, watch)? {
                Turn::Expanded => {}
                Turn::Found(id) => return Ok(End::Found(self.ground.way(&self.nodes, id))),
                Turn::Exhausted => return Ok(End::Exhausted),
            }
        }
    }

    /// Lets the start wait.
    pub(super) fn begin(&mut self, run: &mut Run) -> Result<(), Stop> {
        let (mut boxes, mut players, mut g) = (self.ground.field.start(), self.ground.players(), 0);
        if let Some(first) = self.near.first() {
            (boxes, players, g) = (*first, vec![self.from.0], self.from.1);
        }
        let mut least = u32::MAX;
        for player in players {
            let Some(h) = self.ground.bound(&boxes, player, run)? else { continue };
            least = least.min(g + h);
            self.add(&boxes, player, NONE, g, h, None, run)?;
        }
        self.bound = least.min(self.order.below);
        Ok(())
    }

    /// Expands the next node. `other` are the nodes of the search from the other end.
    pub(super) fn turn(
        &mut self,
        other: Option<&Nodes>,
        run: &mut Run,
        watch: &mut Option<&mut Watch<'_>>,
    ) -> Result<Turn, Stop> {
        while let Some((rank, h, id)) = self.waiting.pop(&mut run.memory) {
            let link = self.nodes.link(id);
            let (g, h) = (u32::from(link.cost), h as u32);
            // A state that was reached more cheaply since waits in another rank.
            if g + self.order.weight * h != rank as u32 {
                continue;
            }
            if self.order.weight == 1 && g + h > self.bound {
                // All that waits is too dear.
                if g + h >= self.order.below {
                    break;
                }
                self.bound = g + h;
                if self.near.is_empty() {
                    run.proves(g + h);
                }
                if g + h > run.stats.bound {
                    run.stats.bound = g + h;
                    if let Some(watch) = watch {
                        watch.on(Event::Bound(g + h));
                    }
                }
            }
            if self.ground.is_end(&boxes(&self.nodes, id), link.player) {
                return Ok(Turn::Found(id));
            }
            if self.expand(id, link, h, other, run, watch)? {
                return Ok(Turn::Expanded);
            }
        }
        Ok(Turn::Exhausted)
    }

    /// Adds the successors of a node; false if it has to wait again instead.
    fn expand(
        &mut self,
        id: u32,
        link: Link,
        h: u32,
        other: Option<&Nodes>,
        run: &mut Run,
        watch: &mut Option<&mut Watch<'_>>,
    ) -> Result<bool, Stop> {
        if self.order.weight == 1 && self.near.is_empty() {
            let all = boxes(&self.nodes, id);
            let pushed = self.last_pushed(link.parent, &all);
            let pushed = pushed.map_or(all, |pushed| Bits::of([pushed]));
            self.ground.learn(&all, link.player, &pushed, run)?;
        }
        let Some(state) = self.ground.state(boxes(&self.nodes, id), link.player, run)? else {
            run.stats.pruned += 1;
            self.count(run)?;
            return Ok(true);
        };
        // A state that turns out to need more than it seemed when it was added waits again.
        if state.h > h {
            self.wait(id, link.cost.into(), state.h, run)?;
            return Ok(false);
        }
        self.count(run)?;
        if let Some(watch) = watch {
            self.ground.show(id, link.cost.into(), h, &state, *watch);
        }
        let frozen = self.ground.layouts.frozen(state.layout);
        let mut movers = state.boxes.without(frozen);
        let mut corral = None;
        if !self.ground.field.pulls && self.near.is_empty() {
            corral = corral::confine(&self.ground.field, &state.boxes, frozen, &state.region);
            movers = corral.as_ref().map_or(movers, |corral| corral.fence);
        }
        let g = u32::from(link.cost);
        let mut shifts = self.ground.shifts(&state, &movers);
        // Among equals the last one in is the first one out.
        match self.order.first {
            First::Same => {
                let same = self.last_pushed(link.parent, &state.boxes);
                shifts.sort_by_key(|&Shift { from, .. }| Some(from) == same);
            }
            First::Low => shifts.reverse(),
            First::High => {}
        }
        for shift in shifts {
            if corral.as_ref().is_some_and(|corral| !corral.inside.contains(shift.next)) {
                continue;
            }
            run.step()?;
            run.stats.generated += 1;
            let Some(shift) = self.ground.through(&state, shift) else {
                run.stats.pruned += 1;
                continue;
            };
            if !self.is_near(&state.boxes, &shift) {
                continue;
            }
            let g = g + shift.cost;
            // What is needed from here is needed from there, less what was done between.
            let least = if self.order.weight == 1 { h.saturating_sub(shift.cost) } else { 0 };
            match self.ground.after(&state, &shift, run)?.map(|(after, h)| (after, h.max(least))) {
                Some((after, h)) if g + h < self.order.below => {
                    self.add(&after, shift.player, id, g, h, other, run)?;
                }
                _ => run.stats.pruned += 1,
            }
        }
        Ok(true)
    }

    /// Whether the state after a shift is one that is to be looked at.
    #[inline]
    fn is_near(&self, boxes: &Bits<N>, shift: &Shift) -> bool {
        if self.near.is_empty() {
            return true;
        }
        let mut after = *boxes;
        after.remove(shift.from);
        after.insert(shift.to);
        self.near.iter().any(|near| after.without(near).len() <= self.order.away)
    }

    /// Where the box stands that was pushed last.
    fn last_pushed(&self, parent: u32, after: &Bits<N>) -> Option<u16> {
        (parent != NONE).then(|| after.without(&boxes(&self.nodes, parent)).first())?
    }

    /// Adds a state, unless it was reached as cheaply before.
    #[allow(clippy::too_many_arguments, reason = "a node is made of these")]
    #[inline]
    fn add(
        &mut self,
        boxes: &Bits<N>,
        player: u16,
        parent: u32,
        g: u32,
        h: u32,
        other: Option<&Nodes>,
        run: &mut Run,
    ) -> Result<(), Stop> {
        let field = &self.ground.field;
        let mut blocked = *boxes;
        blocked.insert(field.wall());
        let player = field.reach(player, &blocked).first().unwrap_or(player);
        let link = Link { player, cost: u16::try_from(g).map_err(|_| Stop::GaveUp)?, parent };
        let id = match self.nodes.find(&boxes.0, player) {
            None => self.nodes.add(&boxes.0, link, &mut run.memory)?,
            Some(id) if u32::from(self.nodes.link(id).cost) > g => {
                self.nodes.set_link(id, link);
                id
            }
            Some(_) => {
                run.stats.duplicates += 1;
                return Ok(());
            }
        };
        if let Some(other) = other
            && let Some(there) = other.find(&boxes.0, player)
            && g + u32::from(other.link(there).cost) < self.order.below
        {
            self.order.below = g + u32::from(other.link(there).cost);
            self.met = Some((id, there));
        }
        self.wait(id, g, h, run)
    }

    /// Lets a state wait, unless all solutions after it cost too much.
    #[inline]
    fn wait(&mut self, id: u32, g: u32, h: u32, run: &mut Run) -> Result<(), Stop> {
        if g + h >= self.order.below {
            run.stats.pruned += 1;
            return Ok(());
        }
        self.waiting.push((g + self.order.weight * h) as usize, h as usize, id, &mut run.memory)
    }

    /// Counts an expansion.
    fn count(&mut self, run: &mut Run) -> Result<(), Stop> {
        run.expand()?;
        self.expanded += 1;
        run.sizes(self.waiting.len(), self.nodes.len());
        Ok(())
    }
}
