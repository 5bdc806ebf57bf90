//! What the searches for pushes and for moves share: bounds and dead ends.

use damier_search::kit::{Step, Watch};
use damier_search::{Budget, Run, Stop};

use crate::solver::bits::Bits;
use crate::solver::corral;
use crate::solver::deadlock;
use crate::solver::detours::{Detours, Place};
use crate::solver::distances::Distances;
use crate::solver::fast::plan::Push;
use crate::solver::field::Field;
use crate::solver::layouts::Layouts;
use crate::solver::nodes::{Link, NONE, Nodes};
use crate::solver::traps::Traps;

/// States of small searches between two looks at the clock. One takes from 0.2 to 50 microseconds.
const MOST_WORK: usize = 2000;

/// A position's floor with all that was learned about it.
pub(super) struct Ground<const N: usize> {
    pub(super) field: Field<N>,
    pub(super) layouts: Layouts<N>,
    traps: Traps<N>,
    detours: Detours<N>,
}

/// How a search ended.
pub(super) enum End {
    /// With pushes to a solution.
    Found(Vec<Push>),
    /// There is no solution, or none below the limit.
    Exhausted,
    /// Something ran out. No solution is cheaper than `bound`, or than the limit.
    Stopped { why: Stop, bound: u32 },
    /// The search was not to look at more nodes. The bound holds as when it is stopped.
    Enough { bound: u32 },
}

/// A state that is about to be expanded.
pub(super) struct State<const N: usize> {
    pub(super) boxes: Bits<N>,
    /// Boxes and walls.
    pub(super) blocked: Bits<N>,
    /// Where the player can walk.
    pub(super) region: Bits<N>,
    /// The player's cell, or any of its region.
    pub(super) player: u16,
    pub(super) layout: usize,
    /// A bound from below on the pushes from here.
    pub(super) h: u32,
}

impl<const N: usize> Ground<N> {
    pub(super) fn new(field: Field<N>, distances: Distances) -> Self {
        let (traps, detours) = (Traps::new(&field), Detours::new(&field));
        Ground { traps, detours, layouts: Layouts::new(distances), field }
    }

    /// Forgets what was learned, so that its memory is free for others.
    pub(super) fn release(&mut self, memory: &mut Budget) {
        self.layouts.release(memory);
        self.traps.release(memory);
        self.detours.release(memory);
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
        if self.is_lost(&frozen) {
            return Ok(None);
        }
        Ok(Some(self.layouts.find(&self.field, &frozen, &mut run.memory)?.unwrap_or(0)))
    }

    /// Whether boxes that never move again make a solution impossible.
    fn is_lost(&self, frozen: &Bits<N>) -> bool {
        !self.field.has_spare_boxes() && !frozen.within(&self.field.goal_set)
    }

    /// The state with these boxes, ready for [`Self::after`]; none if it is dead.
    pub(super) fn state(
        &mut self,
        boxes: Bits<N>,
        player: u16,
        run: &mut Run,
    ) -> Result<Option<State<N>>, Stop> {
        self.layouts.trim(&mut run.memory);
        // The small searches may take long where the floor is large: the clock is looked at after so many of their states.
        if self.traps.work + self.detours.work > MOST_WORK {
            (self.traps.work, self.detours.work) = (0, 0);
            run.look()?;
        }
        let Some(layout) = self.layout(&boxes, run)? else { return Ok(None) };
        let field = &self.field;
        let Some(mut h) = self.layouts.bound(field, layout, &boxes, player) else { return Ok(None) };
        let mut blocked = boxes;
        blocked.insert(field.wall());
        let region = field.reach(player, &blocked);
        if !field.has_spare_boxes() {
            let closed = corral::closed(field, &boxes, &region);
            if closed.iter().any(|part| self.traps.around(field, part, player, &mut run.memory)) {
                return Ok(None);
            }
            let (frozen, straight) = self.layouts.straight(field, layout);
            let place = Place { field, straight, frozen, boxes: &boxes, closed: &closed, player };
            let Some(more) = self.detours.pushes(&place, &mut run.memory) else { return Ok(None) };
            h += more;
        }
        Ok(Some(State { boxes, blocked, region, player, layout, h }))
    }

    /// The boxes after the one on `at` is pushed to `to`, and a bound from below on the pushes from there; none if that is dead.
    #[inline]
    pub(super) fn after(
        &mut self,
        state: &State<N>,
        (at, to): (u16, u16),
        run: &mut Run,
    ) -> Result<Option<(Bits<N>, u32)>, Stop> {
        let mut after = state.boxes;
        after.remove(at);
        after.insert(to);
        if self.traps.completes(&after, to, at) {
            return Ok(None);
        }
        let frozen = self.layouts.frozen(state.layout);
        let fixed = deadlock::frozen_with(&self.field, &after, frozen, to);
        if self.is_lost(&fixed) {
            return Ok(None);
        }
        let mut h = None;
        if !fixed.is_empty()
            && let Some(layout) = self.layouts.find(&self.field, &frozen.or(&fixed), &mut run.memory)?
        {
            h = Some(self.layouts.bound(&self.field, layout, &after, at));
        }
        let h = h.unwrap_or_else(|| self.layouts.bound_after(state.layout, state.player, at, to));
        Ok(h.map(|h| (after, h)))
    }

    /// Every push that the player can make and that does not lead to a useless cell, in the order of cells.
    pub(super) fn pushes(&self, state: &State<N>, movers: &Bits<N>) -> Vec<(u16, u16)> {
        let mut pushes = Vec::with_capacity(32);
        for at in movers.iter() {
            let next = &self.field.next[usize::from(at)];
            for way in 0..4 {
                let to = next[way];
                if to < self.field.live && state.region.contains(next[way ^ 2]) && !state.boxes.contains(to) {
                    pushes.push((at, to));
                }
            }
        }
        pushes
    }

    /// Tells somebody who watches that a node is expanded.
    pub(super) fn show(&self, id: u32, g: u32, h: u32, state: &State<N>, watch: &mut dyn Watch) {
        let place = |at: u16| self.field.cells[usize::from(at)].0;
        let mut cells: Vec<u16> = state.boxes.iter().map(place).collect();
        let tasked = cells.len();
        cells.push(place(state.player));
        watch.on(Step::Expand { id, g, h, cells: &cells, tasked });
    }

    /// The pushes that lead to a node.
    pub(super) fn way(&self, nodes: &Nodes, mut id: u32) -> Vec<Push> {
        let mut pushes = Vec::new();
        loop {
            let Link { parent, .. } = nodes.link(id);
            if parent == NONE {
                pushes.reverse();
                return pushes;
            }
            let (before, after) = (boxes::<N>(nodes, parent), boxes::<N>(nodes, id));
            if let (Some(from), Some(to)) = (before.without(&after).first(), after.without(&before).first()) {
                let cell = |at: u16| self.field.cells[usize::from(at)];
                pushes.push(Push { from: cell(from), to: cell(to) });
            }
            id = parent;
        }
    }
}

/// The boxes of a node.
#[inline]
pub(super) fn boxes<const N: usize>(nodes: &Nodes, id: u32) -> Bits<N> {
    let mut boxes = Bits::EMPTY;
    let words = nodes.boxes(id);
    boxes.0[..words.len()].copy_from_slice(words);
    boxes
}
