//! What the searches for pushes and for moves share: bounds and dead ends.

use std::sync::Arc;

use damier_search::{Budget, Event, Placement, Run, Stop, Watch};

use crate::solver::bits::Bits;
use crate::solver::corral;
use crate::solver::deadlock;
use crate::solver::detours::{Detours, Place};
use crate::solver::distances::Distances;
use crate::solver::fast::plan::Push;
use crate::solver::fast::room::Room;
use crate::solver::fast::table::Key;
use crate::solver::fast::tunnels::Tunnels;
use crate::solver::field::Field;
use crate::solver::layouts::Layouts;
use crate::solver::nodes::{Link, NONE, Nodes};
use crate::solver::patterns::{Patterns, Spot};
use crate::solver::traps::Traps;

/// States of small searches between two looks at the clock, times the words of a set of boxes. One takes 0.2 to 1 microsecond a word.
const MOST_WORK: usize = 2000;

/// A position's floor with all that was learned about it.
pub(super) struct Ground<const N: usize> {
    pub(super) field: Field<N>,
    pub(super) layouts: Layouts<N>,
    traps: Traps<N>,
    detours: Detours<N>,
    tunnels: Tunnels,
    patterns: Patterns<N>,
    /// What is left of the goal room, for searches below the limit that it was made for.
    pub(super) room: Option<Arc<Room<N>>>,
    /// See [`Field::symmetries`].
    symmetries: Arc<[Vec<u16>]>,
    /// Words of sets of boxes looked at since the last look at the clock.
    work: usize,
}

/// A box is pushed or pulled, once or through a tunnel.
#[derive(Clone, Copy)]
pub(super) struct Shift {
    pub(super) from: u16,
    /// The first cell that it comes to, and the last.
    pub(super) next: u16,
    pub(super) to: u16,
    /// Where the player is then.
    pub(super) player: u16,
    pub(super) cost: u32,
}

/// How a search ended.
pub(super) enum End {
    /// With pushes to a solution.
    Found(Vec<Push>),
    /// There is no solution, or none below the limit.
    Exhausted,
    /// Something ran out. No solution is cheaper than `bound`, or than the limit; `best` is one below the limit.
    Stopped { why: Stop, bound: u32, best: Option<Vec<Push>> },
    /// The search was not to look at more nodes. Bound and best are as when it is stopped.
    Enough { bound: u32, best: Option<Vec<Push>> },
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
    pub(super) fn new(field: Field<N>, distances: Arc<Distances>) -> Self {
        let (traps, detours) = (Traps::new(&field), Detours::new(&field));
        let tunnels = Tunnels::new(&field, &distances);
        let (patterns, symmetries) = (Patterns::new(&field), field.symmetries().into());
        let layouts = Layouts::new(distances);
        Ground { patterns, traps, detours, tunnels, symmetries, room: None, work: 0, layouts, field }
    }

    /// Another one for the same field, for another thread: nothing was learned there.
    pub(super) fn another(&self, memory: &mut Budget) -> Result<Self, Stop> {
        memory.take(Field::<N>::bytes(self.field.cells.len()))?;
        Ok(Ground::new(self.field.clone(), self.layouts.distances()).like(self))
    }

    /// The same with the symmetries of another: what a search from both ends takes for the same state has to be the same on both sides, and backwards the field
    /// alone does not tell where the player starts.
    pub(super) fn like(self, other: &Self) -> Self {
        Ground { symmetries: other.symmetries.clone(), ..self }
    }

    /// Forgets what was learned, so that its memory is free for others.
    pub(super) fn release(&mut self, memory: &mut Budget) {
        self.layouts.release(&self.field, memory);
        self.traps.release(memory);
        self.detours.release(memory);
        self.patterns.release(memory);
    }

    /// A first bound on the pushes from a state; none if it is dead.
    pub(super) fn bound(&mut self, boxes: &Bits<N>, player: u16, run: &mut Run) -> Result<Option<u32>, Stop> {
        let Some(layout) = self.layout(boxes, run)? else { return Ok(None) };
        self.layouts.bound(&self.field, layout, boxes, player, run)
    }

    /// Where the player may be at the start: backwards, in any part of the floor.
    pub(super) fn players(&self) -> Vec<u16> {
        let field = &self.field;
        if !field.pulls {
            return vec![field.player];
        }
        let mut blocked = field.start();
        blocked.insert(field.wall());
        let mut left = field.floor().without(&blocked);
        let mut players = Vec::new();
        while let Some(player) = left.first() {
            players.push(player);
            left = left.without(&field.reach(player, &blocked));
        }
        players
    }

    /// The least cell of the player's region, which stands for all of it.
    #[inline]
    pub(super) fn least(&self, boxes: &Bits<N>, player: u16) -> u16 {
        let mut blocked = *boxes;
        blocked.insert(self.field.wall());
        self.field.reach(player, &blocked).first().unwrap_or(player)
    }

    /// Of the states that symmetries of the level make of one another, which need as many pushes, the one that stands for all of them: that with the least set of boxes, then
    /// with the least player. With the cell to which `pushed` goes.
    #[inline]
    pub(super) fn same(&self, boxes: &Bits<N>, player: u16, pushed: u16) -> (Key<N>, u16) {
        let mut least = ((*boxes, self.least(boxes, player)), pushed);
        for to in self.symmetries.iter() {
            let to = |at: u16| to[usize::from(at)];
            let boxes = Bits::of(boxes.iter().map(to));
            if boxes.0 <= least.0.0.0 {
                let key = (boxes, self.least(&boxes, to(player)));
                if (key.0.0, key.1) < (least.0.0.0, least.0.1) {
                    least = (key, to(pushed));
                }
            }
        }
        least
    }

    /// Whether boxes and player are where they have to come.
    pub(super) fn is_end(&self, boxes: &Bits<N>, player: u16) -> bool {
        let field = &self.field;
        let mut blocked = *boxes;
        blocked.insert(field.wall());
        field.goal_set.within(boxes) && (!field.pulls || field.reach(player, &blocked).contains(field.player))
    }

    /// The layout for all boxes that are frozen; none if one of them is lost.
    fn layout(&mut self, boxes: &Bits<N>, run: &mut Run) -> Result<Option<usize>, Stop> {
        let frozen = deadlock::frozen(&self.field, boxes);
        if self.is_lost(&frozen) {
            return Ok(None);
        }
        Ok(Some(self.layouts.find(&self.field, &frozen, run)?.unwrap_or(0)))
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
        self.layouts.trim(&self.field, &mut run.memory);
        // The small searches may take long where the floor is large: the clock is looked at after so many of their states.
        // So does the rest where the floor is large.
        self.work += N;
        if (self.traps.work + self.detours.work) * N + self.work > MOST_WORK {
            (self.traps.work, self.detours.work, self.work) = (0, 0, 0);
            run.look()?;
        }
        let Some(layout) = self.layout(&boxes, run)? else { return Ok(None) };
        let field = &self.field;
        let Some(mut h) = self.layouts.bound(field, layout, &boxes, player, run)? else { return Ok(None) };
        let mut blocked = boxes;
        blocked.insert(field.wall());
        let region = field.reach(player, &blocked);
        if !field.has_spare_boxes() {
            // A box is pushed away from the player, and so out of what is closed; it is pulled towards it, and so out of where the player is shut in
            // only once the player has come out.
            let closed = if field.pulls { corral::shut } else { corral::closed }(field, &boxes, &region);
            for part in &closed {
                run.step()?;
                if self.traps.around(field, part, player, &mut run.memory) {
                    return Ok(None);
                }
            }
            let same = self.layouts.same(field, layout);
            let Some((paid, except)) = self.patterns.pays(&boxes, player, &same) else { return Ok(None) };
            let (frozen, straight) = self.layouts.straight(field, layout);
            let place = Place { field, straight, frozen, boxes: &boxes, closed: &closed, player };
            let Some(mut more) = self.detours.pushes(&place, &Bits::EMPTY, run)? else { return Ok(None) };
            if paid > 0 {
                let Some(rest) = self.detours.pushes(&place, &except, run)? else { return Ok(None) };
                more = more.max(paid + rest);
            }
            h += more;
        }
        if let Some(room) = &self.room {
            let Some(least) = room.bound(&self.field, &boxes, player) else { return Ok(None) };
            h = h.max(least);
        }
        Ok(Some(State { boxes, blocked, region, player, layout, h }))
    }

    /// Learns patterns around the boxes that were pushed last, if that is due.
    pub(super) fn learn(
        &mut self,
        boxes: &Bits<N>,
        player: u16,
        pushed: &Bits<N>,
        run: &mut Run,
    ) -> Result<(), Stop> {
        if self.field.has_spare_boxes() || !self.patterns.is_due(&self.field) {
            return Ok(());
        }
        let (_, straight) = self.layouts.straight(&self.field, 0);
        let spot = Spot { field: &self.field, straight, boxes, player };
        for at in pushed.iter() {
            self.patterns.learn(&spot, at, &mut self.detours, run)?;
        }
        Ok(())
    }

    /// Whether a state pays for patterns, or is dead because of one; and whether it would in a layout where pushes from all cells are straight that are
    /// not straight without frozen boxes.
    #[cfg(test)]
    pub(super) fn pays_for_patterns(&mut self, boxes: &Bits<N>, player: u16, run: &mut Run) -> [bool; 2] {
        let Ok(Some(layout)) = self.layout(boxes, run) else { return [false; 2] };
        let same = self.layouts.same(&self.field, layout);
        [same, Bits::EMPTY]
            .map(|same| self.patterns.pays(boxes, player, &same).is_none_or(|(pays, _)| pays > 0))
    }

    /// The boxes after one of them is shifted, and a bound from below on the pushes from there; none if that is dead.
    #[inline]
    pub(super) fn after(
        &mut self,
        state: &State<N>,
        shift: &Shift,
        run: &mut Run,
    ) -> Result<Option<(Bits<N>, u32)>, Stop> {
        let &Shift { from, to, player, .. } = shift;
        let mut after = state.boxes;
        after.remove(from);
        after.insert(to);
        if self.traps.completes(&after, to, player) {
            return Ok(None);
        }
        let frozen = self.layouts.frozen(state.layout);
        let fixed = deadlock::frozen_with(&self.field, &after, frozen, to);
        if self.is_lost(&fixed) {
            return Ok(None);
        }
        let mut h = None;
        if !fixed.is_empty()
            && let Some(layout) = self.layouts.find(&self.field, &frozen.or(&fixed), run)?
        {
            h = Some(self.layouts.bound(&self.field, layout, &after, player, run)?);
        }
        let h = h.unwrap_or_else(|| self.layouts.bound_after(state.layout, (state.player, player), from, to));
        let Some(mut h) = h else { return Ok(None) };
        if let Some(room) = self.room.as_ref().filter(|room| room.contains(to) || room.contains(from)) {
            let Some(least) = room.bound(&self.field, &after, player) else { return Ok(None) };
            h = h.max(least);
        }
        Ok(Some((after, h)))
    }

    /// Every shift that the player can make and that does not lead to a useless cell, in the order of cells.
    pub(super) fn shifts(&self, state: &State<N>, movers: &Bits<N>) -> Vec<Shift> {
        let mut shifts = Vec::with_capacity(32);
        for from in movers.iter() {
            for way in 0..4 {
                if let Some((to, player)) = self.field.shift(&state.boxes, &state.region, from, way) {
                    shifts.push(Shift { from, next: to, to, player, cost: 1 });
                }
            }
        }
        shifts
    }

    /// The same shift, on through the tunnel that it leads into; none if that leads nowhere.
    #[inline]
    pub(super) fn through(&self, state: &State<N>, shift: Shift) -> Option<Shift> {
        let mut shift = shift;
        while let Some(next) = self.tunnels.on(&self.field, shift.player, shift.to) {
            if next >= self.field.live || state.boxes.contains(next) {
                return None;
            }
            shift = Shift { player: shift.to, to: next, cost: shift.cost + 1, ..shift };
        }
        Some(shift)
    }

    /// Tells somebody who watches that a node is expanded.
    pub(super) fn show(&self, id: u32, g: u32, h: u32, state: &State<N>, watch: &mut Watch<'_>) {
        let place = |at: u16| self.field.cells[usize::from(at)].0;
        let tasked: Vec<u16> = state.boxes.iter().map(place).collect();
        let cells = [&[place(state.player)], tasked.as_slice()].concat();
        watch.on(Event::Expand { id, state: &Placement { cells, tasked }, g, h });
    }

    /// The pushes that lead to a state from where the search began, at this cost; backwards, those that lead from it to the end. Nodes do not know where they
    /// come from: some state that was reached cheaply enough is a push away.
    pub(super) fn way(
        &self,
        (mut boxes, mut player): Key<N>,
        root: u32,
        cost: impl Fn(Key<N>) -> Option<u32>,
    ) -> Vec<Push> {
        let mut pushes = Vec::new();
        let mut left = cost((boxes, player)).unwrap_or(root);
        while left > root {
            let Some((push, at, cost)) = self.before(boxes, player, left, &cost) else { break };
            pushes.push(push);
            ((boxes, player), left) = (at, cost);
        }
        if !self.field.pulls {
            pushes.reverse();
        }
        pushes.into_iter().flat_map(|(from, to)| self.line(from, to)).collect()
    }

    /// A push that leads from a state that was reached cheaply enough to this one, that state and its cost; backwards, one that leads on to such a state.
    fn before(
        &self,
        boxes: Bits<N>,
        player: u16,
        left: u32,
        cost: &impl Fn(Key<N>) -> Option<u32>,
    ) -> Option<((u16, u16), Key<N>, u32)> {
        let field = &self.field;
        let mut blocked = boxes;
        blocked.insert(field.wall());
        let region = field.reach(player, &blocked);
        let free = |cell: u16| !blocked.contains(cell);
        for at in boxes.iter() {
            let mut rest = boxes;
            rest.remove(at);
            for way in 0..4 {
                let behind = field.step(at, way ^ 2);
                if !region.contains(behind) {
                    continue;
                }
                // Backwards the player pushes the box once; forward it has pushed it, once or through a tunnel.
                let mut to = if field.pulls { field.step(at, way) } else { behind };
                for pushes in 1..=left {
                    let stand = if field.pulls { at } else { field.step(to, way ^ 2) };
                    if to >= field.live || !free(to) || (!field.pulls && !free(stand)) {
                        break;
                    }
                    let mut boxes = rest;
                    boxes.insert(to);
                    let key = (boxes, self.least(&boxes, stand));
                    if let Some(known) = cost(key).filter(|known| known + pushes <= left) {
                        let push = if field.pulls { (at, to) } else { (to, at) };
                        return Some((push, key, known));
                    }
                    if field.pulls {
                        break;
                    }
                    to = stand;
                }
            }
        }
        None
    }

    /// The pushes that lead to a node by way of its parents.
    pub(super) fn way_by_parents(&self, nodes: &Nodes, mut id: u32) -> Vec<Push> {
        let mut shifts = Vec::new();
        while let Link { parent, .. } = nodes.link(id)
            && parent != NONE
        {
            let (before, after) = (boxes::<N>(nodes, parent), boxes::<N>(nodes, id));
            shifts.extend(before.without(&after).first().zip(after.without(&before).first()));
            id = parent;
        }
        shifts.into_iter().rev().flat_map(|(from, to)| self.line(from, to)).collect()
    }

    /// The single pushes of a box that is pushed on and on in one direction.
    fn line(&self, from: u16, to: u16) -> Vec<Push> {
        let cell = |at: u16| self.field.cells[usize::from(at)];
        let ray = |way: usize| {
            let cells = std::iter::successors(Some(from), move |&at| Some(self.field.step(at, way)));
            cells.take_while(|&at| at != self.field.wall()).collect::<Vec<u16>>()
        };
        let rays = (0..4).map(ray).find_map(|ray| Some((ray.iter().position(|&at| at == to)?, ray)));
        let (steps, ray) = rays.unwrap_or_default();
        ray.windows(2).take(steps).map(|pair| Push { from: cell(pair[0]), to: cell(pair[1]) }).collect()
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
