//! What is told of a position in a few small numbers, each better when smaller.

use damier_search::{Run, Stop};

use crate::solver::bits::Bits;
use crate::solver::distances::Distances;

use super::ground::Ground;
use super::plan::Plan;
use super::rooms::{self, Rooms};

/// The numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Features {
    /// Steps of the plan that are not done; without a plan, goals that have no box.
    pub(super) unpacked: u8,
    /// Regions of the floor, between which the player can not walk.
    pub(super) regions: u8,
    /// Links between rooms that are cut; in the narrow [`Sight`], corridors with boxes in them.
    pub(super) rooms: u8,
    /// Boxes that have to be away from where they are before the next step is done.
    pub(super) outside: u8,
    /// Boxes that would cost another box a goal if they stayed.
    pub(super) hotspots: u8,
    /// How near the boxes are to goals. Those that are not wanted yet should keep away.
    pub(super) near: u16,
}

/// How much is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sight {
    /// Four numbers.
    Narrow,
    /// All.
    Wide,
}

/// What is needed to compute them.
pub(super) struct Eye<const N: usize> {
    pub(super) sight: Sight,
    /// None: any goal is as good as another.
    pub(super) plan: Option<Plan<N>>,
    corridors: Vec<Bits<N>>,
    rooms: Rooms<N>,
    /// For each step of the plan the cells from which a box still gets to where it is wanted when the step is done. Found when it is
    /// asked for.
    alive: Vec<Option<Bits<N>>>,
    /// For each step, the one whose cells count while it is the last that is done.
    ahead: Vec<Option<usize>>,
    /// Steps of the player to the nearest goal.
    to_goal: Vec<u16>,
    /// The links that are cut in the position at hand.
    cut: u64,
}

/// A table of hotspots is not made where it takes more steps than this: some tenths of a second.
const MOST_HOT_WORK: usize = 60_000_000;

impl<const N: usize> Eye<N> {
    pub(super) fn new(ground: &Ground<N>, plan: Option<Plan<N>>, sight: Sight) -> Self {
        let steps = plan.as_ref().map_or(0, |plan| plan.steps.len());
        Eye {
            sight,
            plan,
            corridors: rooms::corridors(ground),
            rooms: Rooms::new(ground),
            alive: vec![None; steps],
            ahead: vec![None; steps],
            to_goal: walks(ground, &ground.goal_set, &Bits::EMPTY),
            cut: 0,
        }
    }

    /// Looks at a position whose floor has this many regions, and keeps it in mind for [`Eye::look_after`].
    pub(super) fn look(
        &mut self,
        ground: &Ground<N>,
        boxes: &Bits<N>,
        regions: usize,
        run: &mut Run,
    ) -> Result<Features, Stop> {
        if self.sight == Sight::Wide {
            if ground.hot.get().is_none() {
                let _ = ground.hot.set(hotspots(ground, run)?);
            }
            self.cut = self.rooms.cut(ground, boxes);
        }
        self.tell(ground, boxes, regions, self.cut, run)
    }

    /// The numbers after a box went from a cell to another.
    pub(super) fn look_after(
        &mut self,
        ground: &Ground<N>,
        after: &Bits<N>,
        regions: usize,
        (from, to): (u16, u16),
        run: &mut Run,
    ) -> Result<Features, Stop> {
        let cut = match self.sight {
            Sight::Wide => self.rooms.cut_after(ground, after, self.cut, from, to),
            Sight::Narrow => 0,
        };
        self.tell(ground, after, regions, cut, run)
    }

    fn tell(
        &mut self,
        ground: &Ground<N>,
        boxes: &Bits<N>,
        regions: usize,
        cut: u64,
        run: &mut Run,
    ) -> Result<Features, Stop> {
        let (unpacked, outside) = self.progress(ground, boxes, run)?;
        let mut features = Features {
            unpacked: unpacked.min(255) as u8,
            regions: regions.min(255) as u8,
            rooms: cut.count_ones() as u8,
            outside: outside.min(255) as u8,
            hotspots: 0,
            near: 0,
        };
        match (self.sight, ground.hot.get()) {
            (Sight::Wide, Some(hot)) => {
                let blocks = |&at: &u16| hot[usize::from(at)].meets(boxes);
                features.hotspots = boxes.iter().filter(blocks).count().min(255) as u8;
                let far: u32 = boxes.iter().map(|at| u32::from(self.to_goal[usize::from(at)])).sum();
                features.near = u16::MAX - far.min(u32::from(u16::MAX)) as u16;
            }
            _ => {
                features.rooms =
                    self.corridors.iter().filter(|link| link.meets(boxes)).count().min(255) as u8;
            }
        }
        Ok(features)
    }

    /// How many leading steps of the plan are done.
    pub(super) fn done(&self, boxes: &Bits<N>) -> usize {
        self.plan.as_ref().map_or(0, |plan| plan.done(boxes))
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
        let left = plan.steps.len() - 1 - done;
        let alive = self.kept(ground, done, run)?;
        let Some(plan) = &self.plan else { return Ok((left, 0)) };
        Ok((left, boxes.without(&alive).without(&plan.steps[done]).len()))
    }

    /// The cells where boxes may be while so many steps are done; those of the plan itself apart.
    pub(super) fn kept(&mut self, ground: &Ground<N>, done: usize, run: &mut Run) -> Result<Bits<N>, Stop> {
        let last = self.alive.len() - 1;
        let ahead = match (self.ahead[done], self.sight) {
            (Some(ahead), _) => ahead,
            (None, Sight::Narrow) => (done + 1).min(last),
            (None, Sight::Wide) => {
                // The next step that costs any cells counts as soon as the one before it is done.
                let now = self.alive_at(ground, done, run)?;
                let mut ahead = (done + 1).min(last);
                while ahead < last && self.alive_at(ground, ahead, run)? == now {
                    ahead += 1;
                }
                ahead
            }
        };
        self.ahead[done] = Some(ahead);
        self.alive_at(ground, ahead, run)
    }

    fn alive_at(&mut self, ground: &Ground<N>, step: usize, run: &mut Run) -> Result<Bits<N>, Stop> {
        if let Some(alive) = self.alive[step] {
            return Ok(alive);
        }
        let Some(plan) = &self.plan else { return Ok(*ground.floor()) };
        let alive = alive(ground, plan, step, self.sight, run)?;
        self.alive[step] = Some(alive);
        Ok(alive)
    }
}

/// The cells from which a box still gets to where it is wanted when this step of the plan is done.
fn alive<const N: usize>(
    ground: &Ground<N>,
    plan: &Plan<N>,
    step: usize,
    sight: Sight,
    run: &mut Run,
) -> Result<Bits<N>, Stop> {
    // What stays where it is from here to the end.
    let fixed = plan.steps[step..].iter().fold(plan.steps[step], |fixed, later| fixed.and(later));
    if ground.goal_set.within(&fixed) {
        return Ok(Bits::of(0..ground.wall()));
    }
    let mut targets = ground.goals.clone();
    if sight == Sight::Wide {
        let later = plan.steps[step..].iter().fold(Bits::EMPTY, |all: Bits<N>, later| all.or(later));
        targets = later.without(&fixed).iter().collect();
    }
    let distances = Distances::to(ground, &targets, &fixed, run)?;
    run.memory.give_back(distances.bytes());
    Ok(Bits::of((0..ground.wall()).filter(|&at| distances.reaches_goal(at))))
}

/// Steps of the player from each cell to the nearest of some cells, with these boxes in the way.
pub(super) fn walks<const N: usize>(ground: &Ground<N>, to: &Bits<N>, boxes: &Bits<N>) -> Vec<u16> {
    let mut far = vec![FAR; ground.next.len()];
    let mut queue: Vec<u16> = to.iter().collect();
    queue.iter().for_each(|&at| far[usize::from(at)] = 0);
    let mut next = 0;
    while let Some(&at) = queue.get(next) {
        next += 1;
        for side in ground.sides(at) {
            if far[usize::from(side)] == FAR && !boxes.contains(side) {
                far[usize::from(side)] = far[usize::from(at)] + 1;
                queue.push(side);
            }
        }
    }
    far
}

/// No way.
pub(super) const FAR: u16 = 4096;

/// For each cell the cells from which a box loses a goal if there is a wall on the first. Neither is a goal.
fn hotspots<const N: usize>(ground: &Ground<N>, run: &mut Run) -> Result<Vec<Bits<N>>, Stop> {
    let cells = ground.next.len();
    let mut hot = vec![Bits::EMPTY; cells];
    if usize::from(ground.live) * cells * ground.goals.len() > MOST_HOT_WORK {
        return Ok(hot);
    }
    run.memory.take(cells * size_of::<Bits<N>>())?;
    let goals = |distances: &Distances, at: u16| distances.goals_from(at).count();
    for wall in (0..ground.live).filter(|&wall| !ground.goal_set.contains(wall)) {
        let distances = Distances::within(ground, &Bits::of([wall]), run)?;
        run.memory.give_back(distances.bytes());
        for at in (0..ground.live).filter(|&at| at != wall && !ground.goal_set.contains(at)) {
            if goals(&distances, at) < goals(&ground.distances, at) {
                hot[usize::from(wall)].insert(at);
            }
        }
    }
    Ok(hot)
}
