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

use damier_search::pieces::Pieces;
use damier_search::store::Store;
use damier_search::{Budget, Run, Stop};
use rustc_hash::FxHashSet;

use crate::solver::bits::Bits;
use crate::solver::corral::Closed;
use crate::solver::deadlock;
use crate::solver::distances::{Distances, NEVER};
use crate::solver::field::Field;
use crate::solver::traps::edge;

/// The most states that the first search for a set looks at.
const FIRST_STATES: usize = 50;
/// A set that was not decided is searched for again when it was asked for this many times as often, with this many times the states.
const AGAIN: u32 = 8;
const MORE_STATES: usize = 4;
/// The most boxes around unreachable floor that are tried: more are rarely decided.
const MOST_BOXES: usize = 10;
/// Bytes of answers kept, at most.
const MOST_BYTES: usize = 128 << 20;

/// The most states between two looks at the clock, times the words of a set of boxes: where there are hundreds of boxes on a large floor, the rest is
/// asked for later.
const MOST_WORK: usize = 20_000;

/// What a set that has to make a detour pays.
const DETOUR: u32 = 2;

/// Sets of boxes that were searched, in all layouts.
pub(crate) struct Detours<const N: usize> {
    answers: Pieces<Answer>,
    /// The number of an answer by the frozen boxes, the boxes of the set, and the player's cell.
    numbers: Store<(Bits<N>, Bits<N>, u16), u32>,
    /// The cells within two steps.
    near: Vec<Bits<N>>,
    states: FxHashSet<(Bits<N>, u16)>,
    stack: Vec<(Bits<N>, u16)>,
    later: Vec<(Bits<N>, u16)>,
    /// The cells on which boxes were seen in the last search.
    pub(crate) seen: Bits<N>,
    bytes: usize,
    /// States looked at since somebody asked.
    pub(crate) work: usize,
}

/// What is known of a set.
#[derive(Clone, Copy)]
struct Answer {
    /// What it pays at least; none if it is trapped.
    pays: Option<u32>,
    /// How often it was asked for, and at how many the next search is due; never if it is decided.
    asked: u32,
    next: u32,
    states: usize,
}

/// The straight pushes of a layout: a bit for each direction, by cell.
pub(crate) struct Straight(Vec<u8>);

impl Straight {
    pub(crate) fn new<const N: usize>(field: &Field<N>, frozen: &Bits<N>, distances: &Distances) -> Self {
        let mut blocked = *frozen;
        blocked.insert(field.wall());
        let straight = |cell: u16, way: usize| {
            let to = field.step(cell, way);
            // The player before and after.
            let (from, end) =
                if field.pulls { (to, field.step(to, way)) } else { (field.step(cell, way ^ 2), cell) };
            if [cell, to, from, end].iter().any(|&at| blocked.contains(at)) {
                return false;
            }
            let (here, there) =
                (distances.from(distances.row(cell, from)), distances.from(distances.row(to, end)));
            here.iter().zip(there).any(|(&here, &there)| there != NEVER && here == there + 1)
        };
        let ways = |cell| (0..4).filter(|&way| straight(cell, way)).fold(0, |ways, way| ways | 1 << way);
        Straight((0..field.wall()).map(ways).collect())
    }

    /// Whether all straight pushes from a cell are straight in another layout too.
    pub(crate) fn within(&self, other: &Straight, cell: u16) -> bool {
        self.0[usize::from(cell)] & !other.0[usize::from(cell)] == 0
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
    pub(crate) closed: &'a [Closed<N>],
    pub(crate) player: u16,
}

impl<const N: usize> Detours<N> {
    pub(crate) fn new(field: &Field<N>) -> Self {
        let widen = |cells: &Bits<N>| cells.iter().fold(*cells, |all, cell| all.or(field.beside(cell)));
        let near = (0..field.wall()).map(|cell| widen(field.beside(cell))).collect();
        Detours {
            answers: Pieces::new(),
            numbers: Store::new(),
            near,
            states: FxHashSet::default(),
            stack: Vec::new(),
            later: Vec::new(),
            seen: Bits::EMPTY,
            bytes: 0,
            work: 0,
        }
    }

    /// Pushes that a position needs beyond the distances of its boxes; none if it is dead.
    pub(crate) fn pushes(
        &mut self,
        place: &Place<'_, N>,
        except: &Bits<N>,
        run: &mut Run,
    ) -> Result<Option<u32>, Stop> {
        let mut left = place.boxes.without(place.frozen).without(except);
        let mut pushes = 0;
        for part in place.closed {
            let fence = part.fence.without(place.frozen);
            if fence.within(&left) && fence.len() <= MOST_BOXES {
                let Some(more) = self.asked(place, fence, part.inside, run)? else { return Ok(None) };
                if more > 0 {
                    pushes += more;
                    left = left.without(&fence);
                }
            }
        }
        for at in left.iter() {
            let mut others = self.near[usize::from(at)].and(&left);
            others.remove(at);
            for other in others.iter().filter(|&other| other > at) {
                let around = self.near[usize::from(at)].or(&self.near[usize::from(other)]);
                let pair = Bits::of([at, other]);
                let Some(more) = self.asked(place, pair, around, run)? else { return Ok(None) };
                if more > 0 && left.contains(at) && left.contains(other) {
                    pushes += more;
                    left.remove(at);
                    left.remove(other);
                }
            }
        }
        while let Some(at) = left.first() {
            let (cluster, around) = self.cluster(&left, at);
            left = left.without(&cluster);
            if (3..=MOST_BOXES).contains(&cluster.len()) {
                let Some(more) = self.asked(place, cluster, around, run)? else { return Ok(None) };
                pushes += more;
            }
        }
        Ok(Some(pushes))
    }

    /// The boxes that hang together with the one on `at`, each within two steps of another, and the cells near them.
    fn cluster(&self, boxes: &Bits<N>, at: u16) -> (Bits<N>, Bits<N>) {
        let mut cluster = Bits::of([at]);
        let (mut edge, mut around) = (cluster, Bits::EMPTY);
        while let Some(at) = edge.first() {
            edge.remove(at);
            let near = &self.near[usize::from(at)];
            around = around.or(near);
            let fresh = near.and(boxes).without(&cluster);
            cluster = cluster.or(&fresh);
            edge = edge.or(&fresh);
        }
        (cluster, around)
    }

    /// What the boxes of a set pay beyond their distances, from memory or by a search; none if they are trapped.
    fn asked(
        &mut self,
        place: &Place<'_, N>,
        set: Bits<N>,
        around: Bits<N>,
        run: &mut Run,
    ) -> Result<Option<u32>, Stop> {
        if set.within(&place.field.goal_set) {
            return Ok(Some(0));
        }
        run.step()?;
        // The player's cell is the first of its region, so that few cells are asked for; a search is made once for all that can walk to each other
        // when only these boxes are there.
        let asked = (*place.frozen, set, place.player);
        let number = match self.numbers.find(&asked) {
            Ok(id) => *self.numbers.value(id),
            Err(_) => match self.number(place, set, &mut run.memory) {
                Ok(number) => number,
                // What cannot be remembered is not searched for either.
                Err(_) => return Ok(Some(0)),
            },
        } as usize;
        let Answer { pays, asked, next, states } = &mut self.answers[number];
        *asked = asked.saturating_add(1);
        if asked < next || self.work * N > MOST_WORK {
            return Ok(*pays);
        }
        let most = *states;
        *next = next.saturating_mul(AGAIN);
        *states *= MORE_STATES;
        let (pays, decided) = self.search(place, &around.or(&set), set, most);
        let answer = &mut self.answers[number];
        answer.pays = pays;
        if decided {
            answer.next = u32::MAX;
        }
        Ok(pays)
    }

    /// The number of the answer for a set that this player has not asked for yet.
    fn number(&mut self, place: &Place<'_, N>, set: Bits<N>, memory: &mut Budget) -> Result<u32, Stop> {
        if self.bytes > MOST_BYTES {
            self.release(memory);
        }
        // As for two entries in a table that may be half empty, and an answer in a list that may be, too.
        self.bytes += 4 * size_of::<((Bits<N>, Bits<N>, u16), u32)>() + 2 * size_of::<Answer>();
        let player = walkable(place, &set, place.player).first().unwrap_or(place.player);
        let number = match self.numbers.find(&(*place.frozen, set, player)) {
            Ok(id) => *self.numbers.value(id),
            Err(fresh) => {
                let number = self.answers.len() as u32;
                let answer = Answer { pays: Some(0), asked: 0, next: 1, states: FIRST_STATES };
                self.answers.push(answer, memory)?;
                self.numbers.add(fresh, (*place.frozen, set, player), number, memory)?;
                number
            }
        };
        if let Err(fresh) = self.numbers.find(&(*place.frozen, set, place.player)) {
            self.numbers.add(fresh, (*place.frozen, set, place.player), number, memory)?;
        }
        Ok(number)
    }

    /// Forgets everything.
    pub(crate) fn release(&mut self, memory: &mut Budget) {
        self.bytes = 0;
        self.numbers.release(memory);
        self.answers.release(memory);
    }

    /// The least that these boxes, alone on the board, pay beyond their distances until they have left the pen or stand on goals; none if they
    /// never will. Layer by layer: all that straight pushes lead to, then one push that is not straight, and so on.
    ///
    /// Also whether that is all there is to know, or the states did not suffice to tell whether it is more.
    pub(crate) fn search(
        &mut self,
        place: &Place<'_, N>,
        pen: &Bits<N>,
        set: Bits<N>,
        most: usize,
    ) -> (Option<u32>, bool) {
        let field = place.field;
        self.states.clear();
        self.later.clear();
        self.seen = Bits::EMPTY;
        self.later.push((set, place.player));
        let mut paid = 0;
        let edge = edge(field, pen);
        loop {
            std::mem::swap(&mut self.stack, &mut self.later);
            if self.stack.is_empty() {
                return (None, true);
            }
            while let Some((mut boxes, player)) = self.stack.pop() {
                boxes = boxes.and(pen);
                self.seen = self.seen.or(&boxes);
                let mut here = walkable(place, &boxes, player);
                while let Some(at) = boxes.and(&edge).iter().find(|&at| leaves(place, pen, &boxes, &here, at))
                {
                    boxes.remove(at);
                    here = walkable(place, &boxes, player);
                }
                if boxes.within(&field.goal_set) {
                    return (Some(paid), true);
                }
                self.work += 1;
                if !self.states.insert((boxes, here.first().unwrap_or(player))) {
                    continue;
                }
                if self.states.len() > most {
                    return (Some(paid), false);
                }
                let all = boxes.or(place.frozen);
                for at in boxes.iter() {
                    for way in 0..4 {
                        let Some((to, end)) = field.shift(&all, &here, at, way) else { continue };
                        let mut after = boxes;
                        after.remove(at);
                        after.insert(to);
                        let fixed = deadlock::frozen_with(field, &after.or(place.frozen), place.frozen, to);
                        if fixed.within(&field.goal_set) {
                            let straight = place.straight.is(at, way);
                            if straight { &mut self.stack } else { &mut self.later }.push((after, end));
                        }
                    }
                }
            }
            paid += DETOUR;
        }
    }
}

/// Whether the player can push the box on `at` out of the pen now, straight.
fn leaves<const N: usize>(
    place: &Place<'_, N>,
    pen: &Bits<N>,
    boxes: &Bits<N>,
    here: &Bits<N>,
    at: u16,
) -> bool {
    (0..4).any(|way| {
        place.straight.is(at, way)
            && !pen.contains(place.field.step(at, way))
            && place.field.shift(boxes, here, at, way).is_some()
    })
}

/// Where the player can walk among these boxes and the frozen ones.
fn walkable<const N: usize>(place: &Place<'_, N>, boxes: &Bits<N>, player: u16) -> Bits<N> {
    let mut blocked = boxes.or(place.frozen);
    blocked.insert(place.field.wall());
    place.field.reach(player, &blocked)
}
