//! Advisors: each proposes at most one move of a position, which then weighs nothing.
//!
//! Most of them look at one number of the [`Features`] and propose the move that makes it the best. Three look at the board instead:
//! * *Clear*: a box stands where the plan does not want it, and cannot come out at once. The box nearest to that zone goes as far from it as it can.
//! * *Open*: nothing can be packed now. The box nearest to where the next one is wanted goes away from there.
//! * *Explore*: a move that can be taken back, after which some other box can be pushed in a way that it could not.
//!
//! None of them undoes a step of the plan.

use damier_search::{Run, Stop};

use crate::solver::bits::Bits;

use super::features::{Eye, FAR, Features, walks};
use super::ground::{Ground, opposite};
use super::moves::{Move, Mover, Way};

/// A move and what it leads to.
pub(super) struct Candidate {
    pub(super) step: Move,
    pub(super) there: Features,
    /// What comes first among equals.
    pub(super) rank: u64,
    pub(super) advised: bool,
}

/// What advisors keep from call to call.
pub(super) struct Advisors<const N: usize> {
    mover: Mover<N>,
    /// By cell: where a box that starts there can be pushed if it is alone. Found when wanted.
    alone: Vec<Option<Bits<N>>>,
}

impl<const N: usize> Advisors<N> {
    pub(super) fn new(ground: &Ground<N>) -> Self {
        Advisors { mover: Mover::new(ground), alone: vec![None; ground.next.len()] }
    }

    /// Whether the move could be taken back if the box were alone.
    fn is_reversible(&mut self, ground: &Ground<N>, step: &Move) -> bool {
        let mover = &mut self.mover;
        let find = || {
            let here = Bits::of([step.to]);
            let mut moves = Vec::new();
            mover.put(&here);
            for side in ground.sides(step.to) {
                mover.fill(ground, side);
                mover.moves(ground, step.to, Way::Push, |_| true, &mut moves);
            }
            mover.take(&here);
            Bits::of(moves.iter().map(|step| step.to))
        };
        self.alone[usize::from(step.to)].get_or_insert_with(find).contains(step.from)
    }

    /// Marks what the advisors propose. The candidates are in the order of their ranks.
    #[expect(clippy::too_many_arguments, reason = "what is known of a position")]
    pub(super) fn advise(
        &mut self,
        ground: &Ground<N>,
        eye: &mut Eye<N>,
        boxes: &Bits<N>,
        region: &Bits<N>,
        here: Features,
        candidates: &mut [Candidate],
        run: &mut Run,
    ) -> Result<(), Stop> {
        by_feature(here, candidates);
        let keeps = |there: &Features| {
            there.unpacked <= here.unpacked && there.regions <= here.regions && there.rooms <= here.rooms
        };
        let packs = candidates.iter().any(|one| one.there.unpacked < here.unpacked);
        let clears = candidates
            .iter()
            .any(|one| one.there.outside < here.outside && one.there.unpacked <= here.unpacked);
        let done = eye.done(boxes);
        let steps = eye.plan.as_ref().map_or(&[][..], |plan| &plan.steps);
        let next = steps.get(done + 1).zip(steps.get(done));
        let next = next.map(|(next, now)| (next.without(now), *now));
        if here.outside > 0
            && !clears
            && let Some((_, packed)) = next
        {
            let zone = ground.floor().without(&eye.kept(ground, done, run)?).without(&packed);
            let far = walks(ground, &zone, &packed);
            let keeps = |one: &Candidate| keeps(&one.there) && one.there.outside <= here.outside;
            self.away(ground, &far, candidates, keeps, |step| !zone.contains(step.from));
        }
        if !packs && let Some((wanted, packed)) = next {
            let far = walks(ground, &wanted, &Bits::EMPTY);
            let keeps = |one: &Candidate| keeps(&one.there);
            self.away(ground, &far, candidates, keeps, |step| !packed.contains(step.from));
        }
        self.explore(ground, boxes, region, here, candidates);
        Ok(())
    }

    /// Proposes to move the nearest box as far away as it goes.
    fn away(
        &mut self,
        ground: &Ground<N>,
        far: &[u16],
        candidates: &mut [Candidate],
        keeps: impl Fn(&Candidate) -> bool,
        may: impl Fn(&Move) -> bool,
    ) {
        let mut best: Option<((u16, u16), usize)> = None;
        for (which, one) in candidates.iter().enumerate() {
            let (from, to) = (far[usize::from(one.step.from)], far[usize::from(one.step.to)]);
            let rank = (from, FAR - to.min(FAR));
            if to >= from
                && best.is_none_or(|(best, _)| rank < best)
                && may(&one.step)
                && keeps(one)
                && self.is_reversible(ground, &one.step)
            {
                best = Some((rank, which));
            }
        }
        if let Some((_, which)) = best {
            candidates[which].advised = true;
        }
    }

    /// Proposes the first move that can be taken back and gives another box a push that it did not have.
    fn explore(
        &mut self,
        ground: &Ground<N>,
        boxes: &Bits<N>,
        region: &Bits<N>,
        here: Features,
        candidates: &mut [Candidate],
    ) {
        let can = |boxes: &Bits<N>, region: &Bits<N>, at: u16, way: usize| {
            let to = ground.step(at, way);
            to < ground.live && !boxes.contains(to) && region.contains(ground.step(at, opposite(way)))
        };
        for one in candidates.iter_mut() {
            let step = one.step;
            if one.there.unpacked > here.unpacked || !self.is_reversible(ground, &step) {
                continue;
            }
            let mut after = *boxes;
            after.remove(step.from);
            after.insert(step.to);
            let then = ground.reach(step.player, &ground.blocked(&after));
            let fresh = |at: u16| {
                at != step.to && (0..4).any(|way| can(&after, &then, at, way) && !can(boxes, region, at, way))
            };
            if after.iter().any(fresh) {
                one.advised = true;
                return;
            }
        }
    }
}

/// One advisor a number: the move that makes it the best; among equals the first.
pub(super) fn by_feature(here: Features, candidates: &mut [Candidate]) {
    let numbers = |of: Features| [of.unpacked, of.outside, of.regions, of.rooms, of.hotspots];
    let mut best: [Option<(u8, usize)>; 5] = [None; 5];
    for (which, one) in candidates.iter().enumerate() {
        if one.there.unpacked > here.unpacked {
            continue;
        }
        for ((best, old), new) in best.iter_mut().zip(numbers(here)).zip(numbers(one.there)) {
            if new < old && best.is_none_or(|(best, _)| new < best) {
                *best = Some((new, which));
            }
        }
    }
    best.iter().flatten().for_each(|&(_, which)| candidates[which].advised = true);
}
