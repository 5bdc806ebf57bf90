//! Detours: few boxes that cannot all go straight to goals, and so cost at least two pushes more than their distances.
//!
//! A push is *straight* if it brings the box nearer to at least one goal; any other costs two pushes or more on the way to whatever goal: one
//! away from it and one back. Some boxes alone are searched for a way to leave their surroundings by straight pushes only, or to stand on goals. If there
//! is none, then in every solution the boxes of this set together make two pushes more than the sum of their distances, because a
//! solution with the other boxes' pushes left out is a way for these alone. Sets that share no box add up, since each pays for its own pushes.
//!
//! As in [`crate::solver::traps`], a box that can leave is taken off the board at once, which only makes the rest easier, and a search that is
//! too long counts as "no detour". The sets that are tried: the boxes around floor that the player cannot reach, and pairs of boxes near each
//! other. Distances, and what is straight, are those of the layout: frozen boxes are walls.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::solver::bits::Bits;
use crate::solver::corral;
use crate::solver::distances::{Distances, NEVER};
use crate::solver::field::Field;

/// The most states of one search.
const MOST_STATES: usize = 300;
/// The most boxes around unreachable floor that are tried: more are rarely decided.
const MOST_BOXES: usize = 10;
/// Answers kept. One takes some 100 bytes.
const MOST_ANSWERS: usize = 1 << 20;

/// What a set that has to make a detour pays.
pub(crate) const DETOUR: u32 = 2;

/// Sets of boxes that were searched, in all layouts.
pub(crate) struct Detours<const N: usize> {
    /// The frozen boxes, the boxes of the set, and the first cell of the player's region.
    answers: FxHashMap<(Bits<N>, Bits<N>, u16), bool>,
    /// The cells within two steps.
    near: Vec<Bits<N>>,
    states: FxHashSet<(Bits<N>, u16)>,
    stack: Vec<(Bits<N>, u16)>,
}

/// The straight pushes of a layout: a bit for each direction, by cell.
pub(crate) struct Straight(Vec<u8>);

impl Straight {
    pub(crate) fn new<const N: usize>(field: &Field<N>, frozen: &Bits<N>, distances: &Distances) -> Self {
        let mut blocked = *frozen;
        blocked.insert(field.wall());
        let straight = |cell: u16, way: usize| {
            let (from, to) = (field.step(cell, way ^ 2), field.step(cell, way));
            if blocked.contains(cell) || blocked.contains(from) || blocked.contains(to) {
                return false;
            }
            let (here, there) =
                (distances.from(distances.row(cell, from)), distances.from(distances.row(to, cell)));
            here.iter().zip(there).any(|(&here, &there)| there != NEVER && here == there + 1)
        };
        let ways = |cell| (0..4).filter(|&way| straight(cell, way)).fold(0, |ways, way| ways | 1 << way);
        Straight((0..field.wall()).map(ways).collect())
    }

    fn is(&self, cell: u16, way: usize) -> bool {
        self.0[usize::from(cell)] >> way & 1 != 0
    }
}

/// A position whose detours are asked for.
pub(crate) struct Place<'a, const N: usize> {
    pub(crate) field: &'a Field<N>,
    pub(crate) straight: &'a Straight,
    pub(crate) frozen: &'a Bits<N>,
    pub(crate) boxes: &'a Bits<N>,
    pub(crate) region: &'a Bits<N>,
    pub(crate) player: u16,
}

impl<const N: usize> Detours<N> {
    pub(crate) fn new(field: &Field<N>) -> Self {
        let widen = |cells: &Bits<N>| cells.iter().fold(*cells, |all, cell| all.or(field.beside(cell)));
        let near = (0..field.wall()).map(|cell| widen(field.beside(cell))).collect();
        Detours { answers: FxHashMap::default(), near, states: FxHashSet::default(), stack: Vec::new() }
    }

    /// Pushes that a position needs beyond the distances of its boxes.
    pub(crate) fn pushes(&mut self, place: &Place<'_, N>) -> u32 {
        let mut left = place.boxes.without(place.frozen);
        let mut pushes = 0;
        for inside in corral::unreachable(place.field, place.boxes, place.region) {
            let fence = corral::touching(place.field, place.boxes, &inside).without(place.frozen);
            if fence.within(&left) && fence.len() <= MOST_BOXES && self.asked(place, fence, inside) {
                pushes += DETOUR;
                left = left.without(&fence);
            }
        }
        let mut rest = left;
        while let Some(at) = rest.first() {
            rest.remove(at);
            for other in self.near[usize::from(at)].and(&rest).iter() {
                let pair = Bits::of([at, other]);
                let around = self.near[usize::from(at)].or(&self.near[usize::from(other)]);
                if self.asked(place, pair, around) {
                    pushes += DETOUR;
                    rest.remove(other);
                    break;
                }
            }
        }
        pushes
    }

    /// Whether the boxes of a set have to make a detour, from memory or by a search.
    fn asked(&mut self, place: &Place<'_, N>, set: Bits<N>, around: Bits<N>) -> bool {
        if set.within(&place.field.goal_set) {
            return false;
        }
        let region = walkable(place, &set, place.player);
        let key = (*place.frozen, set, region.first().unwrap_or(place.player));
        if let Some(&answer) = self.answers.get(&key) {
            return answer;
        }
        let answer = self.search(place, &around.or(&set), set);
        if self.answers.len() >= MOST_ANSWERS {
            self.answers.clear();
        }
        self.answers.insert(key, answer);
        answer
    }

    /// Whether no straight pushes let these boxes, alone on the board, leave the pen or stand on goals.
    fn search(&mut self, place: &Place<'_, N>, pen: &Bits<N>, set: Bits<N>) -> bool {
        let field = place.field;
        self.states.clear();
        self.stack.clear();
        self.stack.push((set, place.player));
        while let Some((mut boxes, player)) = self.stack.pop() {
            let mut here = walkable(place, &boxes, player);
            let leaves = |at: u16, boxes: &Bits<N>, here: &Bits<N>| {
                (0..4).any(|way| {
                    let to = field.step(at, way);
                    place.straight.is(at, way)
                        && !pen.contains(to)
                        && !boxes.contains(to)
                        && here.contains(field.step(at, way ^ 2))
                })
            };
            while let Some(at) = boxes.iter().find(|&at| leaves(at, &boxes, &here)) {
                boxes.remove(at);
                here = walkable(place, &boxes, player);
            }
            if boxes.within(&field.goal_set) {
                return false;
            }
            if !self.states.insert((boxes, here.first().unwrap_or(player))) {
                continue;
            }
            if self.states.len() > MOST_STATES {
                return false;
            }
            for at in boxes.iter() {
                for way in (0..4).filter(|&way| place.straight.is(at, way)) {
                    let to = field.step(at, way);
                    if !boxes.contains(to) && here.contains(field.step(at, way ^ 2)) {
                        let mut after = boxes;
                        after.remove(at);
                        after.insert(to);
                        self.stack.push((after, at));
                    }
                }
            }
        }
        true
    }
}

/// Where the player can walk among these boxes and the frozen ones.
fn walkable<const N: usize>(place: &Place<'_, N>, boxes: &Bits<N>, player: u16) -> Bits<N> {
    let mut blocked = boxes.or(place.frozen);
    blocked.insert(place.field.wall());
    place.field.reach(player, &blocked)
}
