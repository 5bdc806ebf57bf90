//! The fewest pushes: A* over sets of boxes and the player's region.
//!
//! A state is the boxes and where the player can walk; a push costs 1 and walking nothing. Waiting states are ranked by `f = g + h`, then by `h`, the bound of
//! [`crate::solver::layouts`]. With a weight `w` they are ranked by `g + w·h` instead: a quick way to some solution, which is then the limit
//! for the proof.
//!
//! What is left out, and why the fewest pushes stay the same:
//! - pushes to useless cells, and states without a matching: no solution follows;
//! - frozen boxes off their goals: likewise;
//! - pushes outside a corral that has to be opened first: see [`crate::solver::corral`];
//! - states with `f` at or above the cost of a solution that is known: a cheaper one does not pass there, because `h` never says too
//!   much.

use damier_search::kit::{Step, Watch};
use damier_search::{Run, Stop};

use crate::solver::bits::Bits;
use crate::solver::corral::{self, Corral};
use crate::solver::deadlock;
use crate::solver::distances::Distances;
use crate::solver::fast::plan::Push;
use crate::solver::field::Field;
use crate::solver::layouts::Layouts;
use crate::solver::nodes::{Link, NONE, Nodes, Waiting};

/// What is the same for all searches of a position.
pub(super) struct Ground<const N: usize> {
    pub(super) field: Field<N>,
    layouts: Layouts<N>,
}

/// How a search ended.
pub(super) enum End {
    /// With pushes to a solution; the cheapest if the weight was 1.
    Found(Vec<Push>),
    /// There is no solution, or none below the limit.
    Exhausted,
    /// Something ran out. No solution has fewer pushes than `bound`, or than the limit.
    Stopped { why: Stop, bound: u32 },
    /// The search was not to look at more nodes.
    Enough,
}

/// What a search is to do.
pub(super) struct Order {
    /// How much `h` counts in the rank.
    pub(super) weight: u32,
    /// Solutions with this many pushes or more are not wanted.
    pub(super) below: u32,
    /// Stops after so many expansions.
    pub(super) most: u64,
}

impl<const N: usize> Ground<N> {
    pub(super) fn new(field: Field<N>, distances: Distances) -> Self {
        Ground { field, layouts: Layouts::new(distances) }
    }

    /// A bound on the pushes from the start; none if it is dead.
    pub(super) fn bound(&mut self, run: &mut Run) -> Result<Option<u32>, Stop> {
        let boxes = self.field.start();
        let Some(layout) = self.layout(&boxes, run)? else { return Ok(None) };
        Ok(self.layouts.bound(&self.field, layout, &boxes, self.field.player))
    }

    /// The layout for all boxes that are frozen; none if one of them is lost.
    fn layout(&mut self, boxes: &Bits<N>, run: &mut Run) -> Result<Option<usize>, Stop> {
        let frozen = deadlock::frozen(&self.field, boxes);
        if !self.field.has_spare_boxes() && !frozen.within(&self.field.goal_set) {
            return Ok(None);
        }
        Ok(Some(self.layouts.find(&self.field, &frozen, &mut run.memory)?.unwrap_or(0)))
    }

    /// Searches as ordered.
    pub(super) fn search(&mut self, order: &Order, run: &mut Run, watch: &mut Option<&mut dyn Watch>) -> End {
        let mut search = Search {
            nodes: Nodes::new(self.field.live),
            waiting: Waiting::default(),
            expanded: 0,
            bound: 0,
            ground: self,
            order,
        };
        let end = match search.run(run, watch) {
            Ok(end) => end,
            Err(why) => End::Stopped { why, bound: search.bound },
        };
        let Search { nodes, waiting, .. } = search;
        nodes.release(&mut run.memory);
        waiting.release(&mut run.memory);
        self.layouts.release(&mut run.memory);
        end
    }
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
        let start = field.start();
        let mut blocked = start;
        blocked.insert(field.wall());
        let player = field.reach(field.player, &blocked).first().unwrap_or(field.player);
        let id = self.nodes.add(&start.0, Link { player, cost: 0, parent: NONE }, &mut run.memory)?;
        self.waiting.push((self.order.weight * h) as usize, h as usize, id, &mut run.memory)?;
        while let Some((rank, h, id)) = self.waiting.pop(&mut run.memory) {
            let link = self.nodes.link(id);
            // A state that was reached more cheaply since waits in another rank.
            if u32::from(link.cost) + self.order.weight * h as u32 != rank as u32 {
                continue;
            }
            let f = u32::from(link.cost) + h as u32;
            if self.order.weight == 1 && f > self.bound {
                self.bound = f;
                run.stats.bound = f;
                if let Some(watch) = watch {
                    watch.on(Step::Bound(f));
                }
            }
            if self.expanded == self.order.most {
                return Ok(End::Enough);
            }
            if let Some(end) = self.expand(id, link, h as u32, run, watch)? {
                return Ok(End::Found(self.pushes(end)));
            }
        }
        Ok(End::Exhausted)
    }

    fn boxes(&self, id: u32) -> Bits<N> {
        let mut boxes = Bits::EMPTY;
        let words = self.nodes.boxes(id);
        boxes.0[..words.len()].copy_from_slice(words);
        boxes
    }

    /// Adds the successors of a node; the node itself if it is a solution.
    fn expand(
        &mut self,
        id: u32,
        link: Link,
        h: u32,
        run: &mut Run,
        watch: &mut Option<&mut dyn Watch>,
    ) -> Result<Option<u32>, Stop> {
        let boxes = self.boxes(id);
        if self.ground.field.goal_set.within(&boxes) {
            return Ok(Some(id));
        }
        run.expand()?;
        self.expanded += 1;
        run.sizes(self.waiting.len(), self.nodes.len());
        if let Some(watch) = watch {
            self.show(id, link, h, &boxes, *watch);
        }
        self.ground.layouts.trim(&mut run.memory);
        let Some(layout) = self.ground.layout(&boxes, run)? else { return Ok(None) };
        if self.ground.layouts.bound(&self.ground.field, layout, &boxes, link.player).is_none() {
            return Ok(None);
        }
        let field = &self.ground.field;
        let mut blocked = boxes;
        blocked.insert(field.wall());
        let region = field.reach(link.player, &blocked);
        let frozen = *self.ground.layouts.frozen(layout);
        let corral = corral::confine(field, &boxes, &frozen, &region);
        let movers = corral.as_ref().map_or(boxes.without(&frozen), |corral| corral.fence);
        for at in movers.iter() {
            for way in 0..4 {
                let field = &self.ground.field;
                let to = field.step(at, way);
                if region.contains(field.step(at, way ^ 2))
                    && !blocked.contains(to)
                    && to < field.live
                    && corral.is_none_or(|corral: Corral<N>| corral.inside.contains(to))
                {
                    self.generate(id, link, layout, &boxes, (at, to), run)?;
                }
            }
        }
        Ok(None)
    }

    /// Adds the state after one push, if it is new and may lead to a solution.
    fn generate(
        &mut self,
        parent: u32,
        link: Link,
        layout: usize,
        boxes: &Bits<N>,
        (at, to): (u16, u16),
        run: &mut Run,
    ) -> Result<(), Stop> {
        run.stats.generated += 1;
        let Ground { field, layouts } = &mut *self.ground;
        let mut after = *boxes;
        after.remove(at);
        after.insert(to);
        let frozen = layouts.frozen(layout);
        let fixed = deadlock::frozen_with(field, &after, frozen, to);
        let h = if fixed.is_empty() {
            layouts.bound_after(layout, link.player, at, to)
        } else if !field.has_spare_boxes() && !fixed.within(&field.goal_set) {
            None
        } else {
            let frozen = frozen.or(&fixed);
            match layouts.find(field, &frozen, &mut run.memory)? {
                Some(layout) => layouts.bound(field, layout, &after, at),
                None => layouts.bound_after(layout, link.player, at, to),
            }
        };
        let cost = u32::from(link.cost) + 1;
        let Some(h) = h.filter(|h| cost + h < self.order.below) else {
            run.stats.pruned += 1;
            return Ok(());
        };
        let mut blocked = after;
        blocked.insert(field.wall());
        let player = field.reach(at, &blocked).first().unwrap_or(at);
        let cost = u16::try_from(cost).map_err(|_| Stop::GaveUp)?;
        let fresh = Link { player, cost, parent };
        let id = match self.nodes.find(&after.0, player) {
            None => self.nodes.add(&after.0, fresh, &mut run.memory)?,
            Some(id) if self.nodes.link(id).cost > cost => {
                self.nodes.set_link(id, fresh);
                id
            }
            Some(_) => {
                run.stats.duplicates += 1;
                return Ok(());
            }
        };
        let rank = u32::from(cost) + self.order.weight * h;
        self.waiting.push(rank as usize, h as usize, id, &mut run.memory)
    }

    fn show(&self, id: u32, link: Link, h: u32, boxes: &Bits<N>, watch: &mut dyn Watch) {
        let place = |at: u16| self.ground.field.cells[usize::from(at)].0;
        let mut cells: Vec<u16> = boxes.iter().map(place).collect();
        let tasked = cells.len();
        cells.push(place(link.player));
        watch.on(Step::Expand { id, g: link.cost.into(), h, cells: &cells, tasked });
    }

    /// The pushes that lead to a node.
    fn pushes(&self, mut id: u32) -> Vec<Push> {
        let mut pushes = Vec::new();
        loop {
            let parent = self.nodes.link(id).parent;
            if parent == NONE {
                pushes.reverse();
                return pushes;
            }
            let (before, after) = (self.boxes(parent), self.boxes(id));
            if let (Some(from), Some(to)) = (before.without(&after).first(), after.without(&before).first()) {
                let cell = |at: u16| self.ground.field.cells[usize::from(at)];
                pushes.push(Push { from: cell(from), to: cell(to) });
            }
            id = parent;
        }
    }
}
