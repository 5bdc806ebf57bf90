//! What is told of a position in a few small numbers, each better when smaller.

use damier_search::{Run, Stop};

use crate::solver::bits::Bits;
use crate::solver::distances::Distances;

use super::ground::Ground;
use super::plan::Plan;

/// The numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Features {
    /// Steps of the plan that are not done; without a plan, goals that have no box.
    pub(super) unpacked: u8,
    /// Boxes that have to be away from where they are before the next step is done.
    pub(super) outside: u8,
    /// Regions of the floor, between which the player can not walk.
    pub(super) regions: u8,
    /// Links between rooms with boxes in them.
    pub(super) links: u8,
}

/// What is needed to compute them.
pub(super) struct Eye<const N: usize> {
    /// None: any goal is as good as another.
    plan: Option<Plan<N>>,
    /// What connects rooms.
    links: Vec<Bits<N>>,
    /// For each step of the plan the cells from which a box still gets to a goal when the step is done. Found when it is
    /// asked for.
    alive: Vec<Option<Bits<N>>>,
}

impl<const N: usize> Eye<N> {
    pub(super) fn new(ground: &Ground<N>, plan: Option<Plan<N>>) -> Self {
        let alive = vec![None; plan.as_ref().map_or(0, |plan| plan.steps.len())];
        Eye { plan, links: links(ground), alive }
    }

    /// Looks at a position whose floor has this many regions.
    pub(super) fn look(
        &mut self,
        ground: &Ground<N>,
        boxes: &Bits<N>,
        regions: usize,
        run: &mut Run,
    ) -> Result<Features, Stop> {
        let (unpacked, outside) = self.progress(ground, boxes, run)?;
        Ok(Features {
            unpacked: unpacked.min(255) as u8,
            outside: outside.min(255) as u8,
            regions: regions.min(255) as u8,
            links: self.links.iter().filter(|link| link.meets(boxes)).count().min(255) as u8,
        })
    }

    /// What is left to do, and boxes that have to be away before the next step is done.
    fn progress(
        &mut self,
        ground: &Ground<N>,
        boxes: &Bits<N>,
        run: &mut Run,
    ) -> Result<(usize, usize), Stop> {
        let Some(plan) = &self.plan else { return Ok((ground.goal_set.without(boxes).len(), 0)) };
        let done = plan.done(boxes);
        let last = plan.steps.len() - 1;
        let next = (done + 1).min(last);
        let alive = match self.alive[next] {
            Some(alive) => alive,
            None => *self.alive[next].insert(alive(ground, plan, next, run)?),
        };
        let outside = boxes.without(&alive).without(&plan.steps[done]);
        Ok((last - done, outside.len()))
    }
}

/// The cells from which a box still gets to a goal when this step of the plan is done.
fn alive<const N: usize>(
    ground: &Ground<N>,
    plan: &Plan<N>,
    step: usize,
    run: &mut Run,
) -> Result<Bits<N>, Stop> {
    // What stays where it is from here to the end.
    let fixed = plan.steps[step..].iter().fold(plan.steps[step], |fixed, later| fixed.and(later));
    if ground.goal_set.within(&fixed) {
        return Ok(Bits::of(0..ground.wall()));
    }
    let distances = Distances::within(ground, &fixed, run)?;
    run.memory.give_back(distances.bytes());
    Ok(Bits::of((0..ground.wall()).filter(|&at| distances.reaches_goal(at))))
}

/// Rooms are made of overlapping 2×2 blocks of floor, at least six cells; what connects them are links.
fn links<const N: usize>(ground: &Ground<N>) -> Vec<Bits<N>> {
    let mut wide: Bits<N> = Bits::EMPTY;
    for cell in 0..ground.wall() {
        let (east, south) = (ground.step(cell, 1), ground.step(cell, 2));
        let square = [cell, east, south, ground.step(east, 2)];
        if square.iter().all(|&at| at != ground.wall()) {
            square.iter().for_each(|&at| wide.insert(at));
        }
    }
    let floor: Bits<N> = Bits::of(0..ground.wall());
    let rooms = pieces(ground, &floor, &wide).into_iter().filter(|room| room.len() >= 6);
    let rooms = rooms.fold(Bits::EMPTY, |all: Bits<N>, room| all.or(&room));
    // Only what touches rooms in two places or more connects anything.
    let doors = |link: &Bits<N>| -> usize { link.iter().map(|at| ground.beside(at).and(&rooms).len()).sum() };
    pieces(ground, &floor, &floor.without(&rooms)).into_iter().filter(|link| doors(link) >= 2).collect()
}

/// The parts of `of`, a part of the floor, that hang together.
fn pieces<const N: usize>(ground: &Ground<N>, floor: &Bits<N>, of: &Bits<N>) -> Vec<Bits<N>> {
    let outside = ground.blocked(&floor.without(of));
    let mut left = *of;
    let mut pieces = Vec::new();
    while let Some(at) = left.first() {
        let piece = ground.reach(at, &outside);
        left = left.without(&piece);
        pieces.push(piece);
    }
    pieces
}
