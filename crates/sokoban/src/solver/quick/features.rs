//! What is told of a position in a few small numbers, each better when smaller.

use crate::solver::bits::Bits;
use crate::solver::distances::Distances;

use super::ground::Ground;
use super::moves::Mover;
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
pub(super) struct Eye {
    /// None: any goal is as good as another.
    plan: Option<Plan>,
    /// For each cell the link that it belongs to, if any.
    link: Vec<u16>,
    links: usize,
    /// For each step of the plan the cells from which a box still gets to a goal when the step is done. Found when it is
    /// asked for.
    alive: Vec<Option<Vec<bool>>>,
}

const NO_LINK: u16 = u16::MAX;

impl Eye {
    pub(super) fn new<const N: usize>(ground: &Ground<N>, plan: Option<Plan>) -> Self {
        let (link, links) = links(ground);
        let alive = vec![None; plan.as_ref().map_or(0, |plan| plan.steps.len())];
        Eye { plan, link, links, alive }
    }

    /// Looks at a position whose boxes stand in `mover` and whose floor has this many regions.
    pub(super) fn look<const N: usize>(
        &mut self,
        ground: &Ground<N>,
        mover: &Mover<N>,
        boxes: &[u16],
        regions: usize,
    ) -> Features {
        let mut blocked = vec![false; self.links];
        for &at in boxes {
            if self.link[usize::from(at)] != NO_LINK {
                blocked[usize::from(self.link[usize::from(at)])] = true;
            }
        }
        let (unpacked, outside) = self.progress(ground, mover, boxes);
        Features {
            unpacked: unpacked.min(255) as u8,
            outside: outside.min(255) as u8,
            regions: regions.min(255) as u8,
            links: blocked.iter().filter(|&&blocked| blocked).count().min(255) as u8,
        }
    }

    /// What is left to do, and boxes that have to be away before the next step is done.
    fn progress<const N: usize>(
        &mut self,
        ground: &Ground<N>,
        mover: &Mover<N>,
        boxes: &[u16],
    ) -> (usize, usize) {
        let Some(plan) = &self.plan else { return (ground.goal_set.without(&mover.taken).len(), 0) };
        let done = plan.done(&mover.taken);
        let last = plan.steps.len() - 1;
        let next = (done + 1).min(last);
        let packed = &plan.steps[done];
        let alive = self.alive[next].get_or_insert_with(|| alive(ground, plan, next));
        let outside = boxes.iter().filter(|&&at| !alive[usize::from(at)] && !packed.contains(&at)).count();
        (last - done, outside)
    }
}

/// The cells from which a box still gets to a goal when this step of the plan is done.
fn alive<const N: usize>(ground: &Ground<N>, plan: &Plan, step: usize) -> Vec<bool> {
    // What stays where it is from here to the end.
    let stays = |at: u16| plan.steps[step..].iter().all(|later| later.contains(&at));
    let fixed: Bits<N> = Bits::of(plan.steps[step].iter().copied().filter(|&at| stays(at)));
    if ground.goal_set.within(&fixed) {
        return vec![true; usize::from(ground.wall())];
    }
    let distances = Distances::new(ground, &fixed);
    (0..ground.wall()).map(|at| distances.reaches_goal(at)).collect()
}

/// Rooms are made of overlapping 2×2 blocks of floor, at least six cells; what connects them are links.
fn links<const N: usize>(ground: &Ground<N>) -> (Vec<u16>, usize) {
    let cells = usize::from(ground.wall());
    let mut roomy = vec![false; cells + 1];
    for cell in 0..ground.wall() {
        let east = ground.next[usize::from(cell)][1];
        let south = ground.next[usize::from(cell)][2];
        let corner = ground.next[usize::from(east)][2];
        let square = [cell, east, south, corner];
        if square.iter().all(|&at| at != ground.wall()) {
            square.iter().for_each(|&at| roomy[usize::from(at)] = true);
        }
    }
    // Pieces of equal kind that hang together.
    let piece = |of: &[bool], kind: bool| {
        let mut piece = vec![NO_LINK; cells + 1];
        let mut sizes: Vec<usize> = Vec::new();
        for cell in 0..ground.wall() {
            if of[usize::from(cell)] != kind || piece[usize::from(cell)] != NO_LINK {
                continue;
            }
            let number = sizes.len() as u16;
            let mut stack = vec![cell];
            piece[usize::from(cell)] = number;
            let mut size = 0;
            while let Some(at) = stack.pop() {
                size += 1;
                for to in ground.next[usize::from(at)] {
                    if to != ground.wall() && of[usize::from(to)] == kind && piece[usize::from(to)] == NO_LINK
                    {
                        piece[usize::from(to)] = number;
                        stack.push(to);
                    }
                }
            }
            sizes.push(size);
        }
        (piece, sizes)
    };
    let (rooms, sizes) = piece(&roomy, true);
    for cell in 0..cells {
        if roomy[cell] && sizes[usize::from(rooms[cell])] < 6 {
            roomy[cell] = false;
        }
    }
    let (rooms, _) = piece(&roomy, true);
    let (mut link, sizes) = piece(&roomy, false);
    // Only what touches rooms in two places or more connects anything.
    let mut doors = vec![0; sizes.len()];
    for cell in 0..cells {
        if link[cell] != NO_LINK {
            doors[usize::from(link[cell])] +=
                ground.next[cell].iter().filter(|&&to| rooms[usize::from(to)] != NO_LINK).count();
        }
    }
    for cell in 0..cells {
        if link[cell] != NO_LINK && doors[usize::from(link[cell])] < 2 {
            link[cell] = NO_LINK;
        }
    }
    (link, sizes.len())
}
