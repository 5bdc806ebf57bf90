//! Which positions are lost.
//!
//! Cheap, for each move: a box that can never move again off a goal, and the patterns that were learnt. Costly, for the moves that
//! are made: the matching with the frozen boxes as walls; and some boxes are looked at alone, all others taken off the board, and a small
//! search tries to bring them to goals. If it can not, whatever it tries, the position is lost, for other boxes only stand in
//! the way. The boxes to look at are those around floor that the player does not reach, and those that touch the box that moved.
//!
//! Where a search finds nothing better below a position, it asks for more ([`Guard::is_stuck`]): all boxes are looked at but those that *rock*, that can
//! be pushed somewhere and back. They would only multiply the positions of the small search. Boxes that are taken off the
//! board never make a proof wrong.
//!
//! A lost set is made as small as it stays lost, and kept as a pattern: these boxes, and the player somewhere in this region. It fits
//! every position with these boxes and the player in that region.
//!
//! Where there are more boxes than goals a stuck box may be one that nobody needs; then the matching alone decides.

use std::sync::{Arc, Mutex, PoisonError};

use damier_search::pieces::Pieces;
use damier_search::store::Store;
use damier_search::{Run, Stop};
use rustc_hash::FxHashSet;

use crate::solver::bits::Bits;
use crate::solver::layouts::Layouts;
use crate::solver::traps::Traps;
use crate::solver::{corral, deadlock};

use super::ground::Ground;
use super::moves::{Move, Mover, Way};

/// Expansions of a small search. Most sets that are lost are found lost with a few dozen.
const BUDGET: u32 = 60;
/// The same where all boxes are looked at that do not rock, and how many these may be.
const LONG_BUDGET: u32 = 500;
const MOST_FIRM: usize = 12;
/// How many places a box is pushed to, to see whether it comes back from one of them. The nearest come first.
const ROCKED: usize = 8;
/// Boxes that are looked at together at most, around unreached floor and around the box that moved.
const MOST_AROUND: usize = 14;
const MOST_NEAR: usize = 6;
/// Answers of small searches that are kept at most.
const MOST_KNOWN: usize = 1 << 21;

/// States of the searches for traps between two looks at the clock, times the words of a set of boxes.
const MOST_WORK: usize = 2000;

/// How often the traps are asked about boxes where nothing else is to be done: they look at 30, then 120, then 480 states.
const OFTEN: usize = 64;

/// What a small search says of some boxes alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    /// They can all come to goals.
    Alive,
    /// They can not.
    Lost,
    /// Not found out.
    Unknown,
    /// Not found out by the longer search either.
    Hard,
}

#[derive(Clone, Copy)]
struct Pattern<const N: usize> {
    boxes: Bits<N>,
    /// The player's region.
    region: Bits<N>,
}

/// What the guards of several threads have learnt, each with the number of who learnt it.
#[derive(Clone)]
pub(super) struct Learnt<const N: usize>(Arc<Mutex<Vec<(usize, Pattern<N>)>>>);

impl<const N: usize> Learnt<N> {
    pub(super) fn new() -> Self {
        Learnt(Arc::default())
    }
}

/// Who a guard is among those that share what they learn, and how much of it it has heard.
struct Shared<const N: usize> {
    learnt: Learnt<N>,
    number: usize,
    heard: usize,
}

/// Deadlock tests, with what they have learnt.
pub(super) struct Guard<const N: usize> {
    mover: Mover<N>,
    layouts: Layouts<N>,
    /// The frozen boxes of the last position that [`Guard::bound`] was asked for.
    pub(super) frozen: Bits<N>,
    traps: Traps<N>,
    known: Store<u64, Verdict>,
    patterns: Pieces<Pattern<N>>,
    /// The patterns that have a box at a cell.
    by_cell: Vec<Vec<u32>>,
    shared: Option<Shared<N>>,
    // Kept from call to call.
    moves: Vec<Move>,
    seen: FxHashSet<u64>,
}

impl<const N: usize> Guard<N> {
    pub(super) fn new(ground: &Ground<N>) -> Self {
        Guard {
            mover: Mover::new(ground),
            layouts: Layouts::new(ground.distances.clone()),
            frozen: Bits::EMPTY,
            traps: Traps::new(ground),
            known: Store::new(),
            patterns: Pieces::new(),
            by_cell: vec![Vec::new(); ground.next.len()],
            shared: None,
            moves: Vec::new(),
            seen: FxHashSet::default(),
        }
    }

    /// From now on it tells the others what it learns, as the one of this number.
    pub(super) fn share(&mut self, learnt: Learnt<N>, number: usize) {
        self.shared = Some(Shared { learnt, number, heard: 0 });
    }

    /// Takes in what the others have learnt meanwhile.
    pub(super) fn hear(&mut self, run: &mut Run) -> Result<(), Stop> {
        let Some(Shared { learnt, number, heard }) = &mut self.shared else { return Ok(()) };
        let news: Vec<Pattern<N>> = {
            let all = learnt.0.lock().unwrap_or_else(PoisonError::into_inner);
            let from = std::mem::replace(heard, all.len());
            all[from..].iter().filter(|(by, _)| by != number).map(|&(_, pattern)| pattern).collect()
        };
        news.into_iter().try_for_each(|pattern| self.keep(pattern, run))
    }

    /// Gives back what it can compute again.
    pub(super) fn lighten(&mut self, ground: &Ground<N>, run: &mut Run) {
        self.layouts.release(ground, &mut run.memory);
    }

    fn keep(&mut self, pattern: Pattern<N>, run: &mut Run) -> Result<(), Stop> {
        // Lists that may be half empty, and move when they grow.
        run.memory.take(pattern.boxes.len() * 3 * size_of::<u32>())?;
        let which = self.patterns.len() as u32;
        self.patterns.push(pattern, &mut run.memory)?;
        pattern.boxes.iter().for_each(|cell| self.by_cell[usize::from(cell)].push(which));
        Ok(())
    }

    /// The cheap tests after a box came to `at`.
    pub(super) fn sees_loss(&self, ground: &Ground<N>, boxes: &Bits<N>, at: u16, player: u16) -> bool {
        if ground.has_spare_boxes() {
            return false;
        }
        let fits = |&which: &u32| {
            let pattern = &self.patterns[which as usize];
            pattern.region.contains(player) && pattern.boxes.within(boxes)
        };
        !deadlock::frozen_with(ground, boxes, &Bits::EMPTY, at).within(&ground.goal_set)
            || self.by_cell[usize::from(at)].iter().any(fits)
            || self.traps.completes(boxes, at, player)
    }

    /// All tests after a box came to `at`: none if the position is lost, else a bound from below on the pushes that it needs.
    pub(super) fn bound(
        &mut self,
        ground: &Ground<N>,
        boxes: &Bits<N>,
        player: u16,
        at: u16,
        run: &mut Run,
    ) -> Result<Option<u32>, Stop> {
        self.frozen = deadlock::frozen(ground, boxes);
        let done = self.frozen.and(&ground.goal_set);
        if !ground.has_spare_boxes() && done != self.frozen {
            return Ok(None);
        }
        self.layouts.trim(ground, &mut run.memory);
        let layout = self.layouts.find(ground, &done, run)?.unwrap_or(0);
        let bound = self.layouts.bound(ground, layout, boxes, player, run)?;
        if bound.is_none() || ground.has_spare_boxes() {
            return Ok(bound);
        }
        let region = ground.reach(player, &ground.blocked(boxes));
        if self.sees_loss(ground, boxes, at, player) {
            return Ok(None);
        }
        let closed = corral::closed(ground, boxes, &region);
        for part in &closed {
            run.step()?;
            if self.traps.around(ground, part, player, &mut run.memory) {
                return Ok(None);
            }
        }
        if self.traps.work * N > MOST_WORK {
            self.traps.work = 0;
            run.look()?;
        }
        let mut groups: Vec<Bits<N>> = closed.iter().map(|part| part.fence).collect();
        groups.retain(|group| (2..=MOST_AROUND).contains(&group.len()));
        groups.push(near(ground, boxes, at));
        for group in groups {
            if group.within(&ground.goal_set) {
                continue;
            }
            if self.settle(ground, group, player, BUDGET, run)? == Verdict::Lost {
                self.learn(ground, group, player, run)?;
                return Ok(None);
            }
        }
        Ok(bound)
    }

    /// Boxes that are lost without the others already, if the searches for traps and for boxes that touch see some.
    pub(super) fn lost_among(
        &mut self,
        ground: &Ground<N>,
        boxes: &Bits<N>,
        player: u16,
        run: &mut Run,
    ) -> Result<Option<Bits<N>>, Stop> {
        let region = ground.reach(player, &ground.blocked(boxes));
        let closed = corral::closed(ground, boxes, &region);
        for part in &closed {
            // Who asks often is told more.
            for _ in 0..OFTEN {
                run.step()?;
                if self.traps.around(ground, part, player, &mut run.memory) {
                    return Ok(Some(part.fence));
                }
            }
        }
        let mut groups: Vec<Bits<N>> = boxes.iter().map(|at| near(ground, boxes, at)).collect();
        groups.extend(closed.iter().map(|part| part.fence).filter(|fence| fence.len() <= MOST_AROUND));
        groups.retain(|group| group.len() > 1 && !group.within(&ground.goal_set));
        for group in groups {
            if self.settle(ground, group, player, BUDGET, run)? == Verdict::Lost {
                return Ok(Some(group));
            }
        }
        Ok(None)
    }

    /// Whether a position is lost, as a longer search tells that leaves out the boxes that rock. What it finds lost is learnt.
    pub(super) fn is_stuck(
        &mut self,
        ground: &Ground<N>,
        boxes: &Bits<N>,
        player: u16,
        run: &mut Run,
    ) -> Result<bool, Stop> {
        if ground.has_spare_boxes() {
            return Ok(false);
        }
        let firm = self.firm(ground, *boxes, player, run)?;
        if !(2..=MOST_FIRM).contains(&firm.len()) || firm.within(&ground.goal_set) {
            return Ok(false);
        }
        let lost = self.settle(ground, firm, player, LONG_BUDGET, run)? == Verdict::Lost;
        if lost {
            self.learn_within(ground, firm, player, LONG_BUDGET, run)?;
        }
        Ok(lost)
    }

    /// What is left when boxes that rock are taken off, again and again.
    fn firm(
        &mut self,
        ground: &Ground<N>,
        mut boxes: Bits<N>,
        player: u16,
        run: &mut Run,
    ) -> Result<Bits<N>, Stop> {
        loop {
            let before = boxes;
            for at in before.iter() {
                run.look()?;
                if self.rocks(ground, &boxes, player, at) {
                    boxes.remove(at);
                }
            }
            if boxes == before {
                return Ok(boxes);
            }
        }
    }

    /// Whether the box at `at` can be pushed somewhere and back, so that the player comes back too.
    fn rocks(&mut self, ground: &Ground<N>, boxes: &Bits<N>, player: u16, at: u16) -> bool {
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        self.mover.put(boxes);
        let least = self.mover.fill(ground, player);
        self.mover.moves(ground, at, Way::Push, |to| to < ground.live, &mut moves);
        let mut rocks = false;
        for step in moves.iter().filter(|step| step.to != at).take(ROCKED) {
            self.mover.taken.remove(at);
            self.mover.taken.insert(step.to);
            self.mover.fill(ground, step.player);
            rocks = self.mover.can_come(ground, step.to, at, least);
            self.mover.taken.remove(step.to);
            self.mover.taken.insert(at);
            if rocks {
                break;
            }
        }
        self.mover.take(boxes);
        self.moves = moves;
        rocks
    }

    /// Makes a lost set smaller and keeps it.
    pub(super) fn learn(
        &mut self,
        ground: &Ground<N>,
        boxes: Bits<N>,
        player: u16,
        run: &mut Run,
    ) -> Result<(), Stop> {
        self.learn_within(ground, boxes, player, BUDGET, run)
    }

    fn learn_within(
        &mut self,
        ground: &Ground<N>,
        mut boxes: Bits<N>,
        player: u16,
        budget: u32,
        run: &mut Run,
    ) -> Result<(), Stop> {
        for at in boxes.iter() {
            let mut fewer = boxes;
            fewer.remove(at);
            if !fewer.is_empty() && self.settle(ground, fewer, player, budget, run)? == Verdict::Lost {
                boxes = fewer;
            }
        }
        let region = ground.reach(player, &ground.blocked(&boxes));
        let pattern = Pattern { boxes, region };
        if let Some(Shared { learnt, number, .. }) = &self.shared {
            // In a list that may be half empty, and moves when it grows.
            run.memory.take(3 * size_of::<(usize, Pattern<N>)>())?;
            learnt.0.lock().unwrap_or_else(PoisonError::into_inner).push((*number, pattern));
        }
        self.keep(pattern, run)
    }

    /// Whether these boxes alone can come to goals, as far as a search with this budget tells, [`BUDGET`] or [`LONG_BUDGET`].
    fn settle(
        &mut self,
        ground: &Ground<N>,
        boxes: Bits<N>,
        player: u16,
        budget: u32,
        run: &mut Run,
    ) -> Result<Verdict, Stop> {
        let least = ground.reach(player, &ground.blocked(&boxes)).first().unwrap_or(player);
        let start = ground.key(&boxes, least);
        if let Ok(id) = self.known.find(&start) {
            let known = *self.known.value(id);
            if known != Verdict::Unknown || budget == BUDGET {
                return Ok(known);
            }
        }
        let mut moves = std::mem::take(&mut self.moves);
        let verdict = self.search(ground, boxes, least, start, budget, &mut moves);
        self.moves = moves;
        // Small searches may take longer than what is between two looks at the clock.
        run.look()?;
        match self.known.find(&start) {
            Ok(id) => *self.known.value_mut(id) = verdict,
            Err(fresh) if self.known.len() < MOST_KNOWN => {
                self.known.add(fresh, start, verdict, &mut run.memory)?;
            }
            Err(_) => {}
        }
        Ok(verdict)
    }

    fn search(
        &mut self,
        ground: &Ground<N>,
        boxes: Bits<N>,
        least: u16,
        start: u64,
        budget: u32,
        moves: &mut Vec<Move>,
    ) -> Verdict {
        let off = |boxes: &Bits<N>| boxes.without(&ground.goal_set).len();
        // By the number of boxes off goals; the newest first.
        let mut waiting: Vec<Vec<(Bits<N>, u16)>> = vec![Vec::new(); boxes.len() + 1];
        waiting[off(&boxes)].push((boxes, least));
        self.seen.clear();
        self.seen.insert(start);
        let mut spent = 0;
        while let Some((boxes, player)) = waiting.iter_mut().find_map(Vec::pop) {
            if off(&boxes) == 0 {
                return Verdict::Alive;
            }
            if spent == budget {
                return if budget == BUDGET { Verdict::Unknown } else { Verdict::Hard };
            }
            spent += 1;
            self.mover.put(&boxes);
            self.mover.fill(ground, player);
            moves.clear();
            for from in boxes.iter() {
                self.mover.moves(ground, from, Way::Push, |to| to < ground.live, moves);
            }
            self.mover.take(&boxes);
            for step in moves.iter() {
                let mut after = boxes;
                after.remove(step.from);
                after.insert(step.to);
                if self.sees_loss(ground, &after, step.to, step.player) {
                    continue;
                }
                let key = ground.key(&after, step.least);
                if !self.seen.insert(key) {
                    continue;
                }
                match self.known.find(&key).map(|id| *self.known.value(id)) {
                    Ok(Verdict::Alive) => return Verdict::Alive,
                    Ok(Verdict::Lost) => {}
                    _ => waiting[off(&after)].push((after, step.least)),
                }
            }
        }
        Verdict::Lost
    }
}

/// The box at `at` with the boxes that touch it, also at corners, and those that touch these.
fn near<const N: usize>(ground: &Ground<N>, boxes: &Bits<N>, at: u16) -> Bits<N> {
    let touch = |one: u16, other: u16| {
        let ((x, y), (v, w)) = (ground.place[usize::from(one)], ground.place[usize::from(other)]);
        (x - v).abs() <= 1 && (y - w).abs() <= 1
    };
    let mut group = vec![at];
    let mut next = 0;
    while next < group.len() && group.len() < MOST_NEAR {
        let one = group[next];
        for cell in boxes.iter() {
            if group.len() < MOST_NEAR && touch(one, cell) && !group.contains(&cell) {
                group.push(cell);
            }
        }
        next += 1;
    }
    Bits::of(group).and(boxes)
}
