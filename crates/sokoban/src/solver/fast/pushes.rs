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
//! - states with `f` at or above the cost of a solution that is known: a cheaper one does not pass there, because `h` never says too
//!   much.

use damier_search::kit::{Step, Watch};
use damier_search::{Run, Stop};

use crate::solver::bits::Bits;
use crate::solver::corral;
use crate::solver::fast::ground::{End, Ground, boxes};
use crate::solver::nodes::{Link, NONE, Nodes, Waiting};

/// What a search is to do.
pub(super) struct Order {
    /// How much `h` counts in the rank.
    pub(super) weight: u32,
    /// Solutions with this many pushes or more are not wanted.
    pub(super) below: u32,
    /// Stops after so many expansions.
    pub(super) most: u64,
    /// Which of several equally good pushes is tried first.
    pub(super) first: First,
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
    watch: &mut Option<&mut dyn Watch>,
) -> End {
    let (nodes, waiting) = (Nodes::new(ground.field.live), Waiting::default());
    let mut search = Search { nodes, waiting, expanded: 0, bound: 0, ground, order };
    let end = match search.run(run, watch) {
        Ok(end) => end,
        Err(why) => End::Stopped { why, bound: search.bound },
    };
    let Search { nodes, waiting, .. } = search;
    nodes.release(&mut run.memory);
    waiting.release(&mut run.memory);
    end
}

struct Search<'a, const N: usize> {
    ground: &'a mut Ground<N>,
    order: &'a Order,
    nodes: Nodes,
    waiting: Waiting,
    expanded: u64,
    /// The least `f` that waits; proven when the weight is 1.
    bound: u32,
}

impl<const N: usize> Search<'_, N> {
    fn run(&mut self, run: &mut Run, watch: &mut Option<&mut dyn Watch>) -> Result<End, Stop> {
        let Some(h) = self.ground.bound(run)? else { return Ok(End::Exhausted) };
        self.bound = h;
        if h >= self.order.below {
            return Ok(End::Exhausted);
        }
        let field = &self.ground.field;
        let (start, player) = (field.start(), field.player);
        self.add(&start, player, NONE, 0, h, run)?;
        while let Some((rank, h, id)) = self.waiting.pop(&mut run.memory) {
            let link = self.nodes.link(id);
            let (g, h) = (u32::from(link.cost), h as u32);
            // A state that was reached more cheaply since waits in another rank.
            if g + self.order.weight * h != rank as u32 {
                continue;
            }
            if self.order.weight == 1 && g + h > self.bound {
                self.bound = g + h;
                run.stats.bound = g + h;
                if let Some(watch) = watch {
                    watch.on(Step::Bound(g + h));
                }
            }
            if self.ground.field.goal_set.within(&boxes(&self.nodes, id)) {
                return Ok(End::Found(self.ground.way(&self.nodes, id)));
            }
            if self.expanded == self.order.most {
                return Ok(End::Enough { bound: self.bound });
            }
            self.expand(id, link, h, run, watch)?;
        }
        Ok(End::Exhausted)
    }

    /// Adds the successors of a node.
    fn expand(
        &mut self,
        id: u32,
        link: Link,
        h: u32,
        run: &mut Run,
        watch: &mut Option<&mut dyn Watch>,
    ) -> Result<(), Stop> {
        let Some(state) = self.ground.state(boxes(&self.nodes, id), link.player, run)? else {
            run.stats.pruned += 1;
            return self.count(run);
        };
        // A state that turns out to need more than it seemed when it was added waits again.
        if state.h > h {
            return self.wait(id, link.cost.into(), state.h, run);
        }
        self.count(run)?;
        if let Some(watch) = watch {
            self.ground.show(id, link.cost.into(), h, &state, *watch);
        }
        let frozen = self.ground.layouts.frozen(state.layout);
        let corral = corral::confine(&self.ground.field, &state.boxes, frozen, &state.region);
        let movers = corral.as_ref().map_or(state.boxes.without(frozen), |corral| corral.fence);
        let g = u32::from(link.cost) + 1;
        let mut pushes = self.ground.pushes(&state, &movers);
        // Among equals the last one in is the first one out.
        match self.order.first {
            First::Same => {
                let same = self.last_pushed(link.parent, &state.boxes);
                pushes.sort_by_key(|&(at, _)| Some(at) == same);
            }
            First::Low => pushes.reverse(),
            First::High => {}
        }
        for (at, to) in pushes {
            if corral.as_ref().is_some_and(|corral| !corral.inside.contains(to)) {
                continue;
            }
            run.stats.generated += 1;
            match self.ground.after(&state, (at, to), run)? {
                Some((after, h)) if g + h < self.order.below => self.add(&after, at, id, g, h, run)?,
                _ => run.stats.pruned += 1,
            }
        }
        Ok(())
    }

    /// Where the box stands that was pushed last.
    fn last_pushed(&self, parent: u32, after: &Bits<N>) -> Option<u16> {
        (parent != NONE).then(|| after.without(&boxes(&self.nodes, parent)).first())?
    }

    /// Adds a state, unless it was reached as cheaply before.
    #[inline]
    fn add(
        &mut self,
        boxes: &Bits<N>,
        player: u16,
        parent: u32,
        g: u32,
        h: u32,
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
