//! Patterns: sets of boxes that together need more pushes than their distances, wherever the other boxes are.
//!
//! What [`crate::solver::detours`] finds out holds for a set of boxes and the player's region, whatever else stands on the
//! board: more boxes never help. Here that is used to learn. The boxes nearest to the one that was pushed last are searched
//! alone. If they have to make a detour, boxes are dropped as long as the rest still has to make it, and what is left is
//! kept as a pattern. Every position that contains the boxes of a pattern, with the player in the same part of the floor,
//! pays for it; patterns that share no box add up (as in the pattern search of Junghanns and Schaeffer, 2001).
//!
//! **Layouts.** A pattern is searched for without frozen boxes, and a push counts as a detour if it is not straight on the
//! empty floor. In a layout with frozen boxes some distances are longer, and the matching has counted that already. So a
//! pattern counts in a layout only if every push from the cells that its search saw that is straight in the layout is
//! straight on the empty floor: then a push that is not straight here is not straight there.
//!
//! A box that comes to a goal or out of the pen by straight pushes is taken off the board, which only makes the rest
//! easier. A search that is too long counts as "no detour".

use damier_search::store::Store;
use damier_search::{Budget, Run, Stop};

use crate::solver::bits::Bits;
use crate::solver::detours::{Detours, Place, Straight};
use crate::solver::field::Field;

/// How many boxes are searched, the fewest first: until they have to make a detour.
const SIZES: [usize; 3] = [3, 5, 7];
/// They are searched on the cells that are so many steps from one of them. With more, many searches are too long to tell.
const REACH: usize = 6;
/// The most states that the first search for a set looks at.
const FIRST_STATES: usize = 400;
/// A set that was not decided is searched for again when it was asked for this many times as often, with this many times
/// the states, up to a limit (which is for sets of one word: a search is to take a small part of a second).
const AGAIN: u32 = 8;
const MORE_STATES: usize = 4;
const MOST_STATES: usize = 25_600;
/// So many states may be looked at for each expansion, so many more for each pattern that was found, and so many at first.
/// A state takes about a twentieth of an expansion's time: where nothing is found, learning is to cost little.
const SHARE: i64 = 4;
const FOR_FOUND: i64 = 3000;
const AT_FIRST: i64 = 20_000;
/// What is not used is kept, up to this.
const MOST_KEPT: i64 = 200_000;
/// On a larger floor there is no learning: to look for the nearest boxes takes too long.
const MOST_CELLS: usize = 1500;
/// Bytes of answers and patterns kept, at most.
const MOST_BYTES: usize = 128 << 20;
/// Patterns kept for a cell.
const MOST_PATTERNS: usize = 1024;
/// Steps of the choice of patterns that share no box.
const MOST_STEPS: usize = 200;

/// What was learned.
pub(crate) struct Patterns<const N: usize> {
    /// What is known of a set of boxes, by the first cell of the player's region when only these are there.
    asked: Store<(Bits<N>, u16), Asked>,
    /// By its first box.
    by_cell: Vec<Vec<Pattern<N>>>,
    /// The bytes of all that is remembered, about; and those that the patterns have drawn from the budget.
    bytes: usize,
    pattern_bytes: usize,
    /// States that may be looked at.
    left: i64,
    /// Kept from call to call.
    found: Vec<(Bits<N>, u32)>,
}

#[derive(Clone, Copy)]
struct Asked {
    /// How often it was asked for, and at how many the next search is due; never if it is decided.
    times: u32,
    next: u32,
    states: usize,
    /// Whether it pays, and so a pattern of it is kept.
    pays: bool,
}

#[derive(Clone, Copy)]
struct Pattern<const N: usize> {
    boxes: Bits<N>,
    /// Where the player is when only these boxes are there.
    region: Bits<N>,
    /// The cells on which its boxes were in the search.
    seen: Bits<N>,
    /// What it pays; none if it is dead.
    pays: Option<u32>,
}

/// A position whose patterns are asked for.
pub(crate) struct Spot<'a, const N: usize> {
    pub(crate) field: &'a Field<N>,
    /// The straight pushes without frozen boxes.
    pub(crate) straight: &'a Straight,
    pub(crate) boxes: &'a Bits<N>,
    pub(crate) player: u16,
}

impl<const N: usize> Patterns<N> {
    pub(crate) fn new(field: &Field<N>) -> Self {
        Patterns {
            asked: Store::new(),
            by_cell: vec![Vec::new(); field.cells.len()],
            bytes: 0,
            pattern_bytes: 0,
            left: AT_FIRST,
            found: Vec::new(),
        }
    }

    /// What a position pays for patterns that share no box, and the boxes of these; none if it is dead. `same` are the cells from which
    /// all pushes that are straight in its layout are straight without frozen boxes too.
    pub(crate) fn pays(&mut self, boxes: &Bits<N>, player: u16, same: &Bits<N>) -> Option<(u32, Bits<N>)> {
        let mut found = std::mem::take(&mut self.found);
        found.clear();
        for at in boxes.iter() {
            for pattern in &self.by_cell[usize::from(at)] {
                if pattern.boxes.within(boxes) && pattern.region.contains(player) {
                    match pattern.pays {
                        None => {
                            self.found = found;
                            return None;
                        }
                        Some(pays) if pattern.seen.within(same) => found.push((pattern.boxes, pays)),
                        Some(_) => {}
                    }
                }
            }
        }
        let mut best = (0, Bits::EMPTY);
        if !found.is_empty() {
            found.sort_by_key(|(boxes, pays)| (std::cmp::Reverse(*pays), boxes.len()));
            let mut steps = MOST_STEPS;
            choose(&found, (0, Bits::EMPTY), &mut best, &mut steps);
        }
        self.found = found;
        Some(best)
    }

    /// Whether there is time to learn. To be asked at each expansion.
    pub(crate) fn is_due(&mut self, field: &Field<N>) -> bool {
        self.left = (self.left + SHARE).min(MOST_KEPT);
        self.left > 0 && field.cells.len() <= MOST_CELLS
    }

    /// Learns from the box on `pushed` and those near it.
    pub(crate) fn learn(
        &mut self,
        spot: &Spot<'_, N>,
        pushed: u16,
        detours: &mut Detours<N>,
        run: &mut Run,
    ) -> Result<(), Stop> {
        let loose = spot.boxes.without(&spot.field.goal_set);
        if !loose.contains(pushed) {
            return Ok(());
        }
        for size in SIZES {
            let Some(set) = nearest(spot.field, &loose, pushed, size) else { break };
            if self.left <= 0 || self.ask(spot, set, detours, run)? {
                break;
            }
        }
        Ok(())
    }

    /// Whether a set has to make a detour, from memory or by a search; then a pattern is kept.
    fn ask(
        &mut self,
        spot: &Spot<'_, N>,
        set: Bits<N>,
        detours: &mut Detours<N>,
        run: &mut Run,
    ) -> Result<bool, Stop> {
        run.step()?;
        let key = (set, region(spot.field, &set, spot.player).first().unwrap_or(spot.player));
        let known = self.asked.find(&key).ok().map(|id| self.asked.value_mut(id));
        let mut asked = Asked { times: 0, next: 1, states: FIRST_STATES / MORE_STATES, pays: false };
        if let Some(known) = known {
            known.times = known.times.saturating_add(1);
            if known.times < known.next {
                return Ok(known.pays);
            }
            asked = *known;
        }
        asked.next = asked.next.saturating_mul(AGAIN);
        asked.states = (asked.states * MORE_STATES).min(MOST_STATES / N).max(1);
        run.look()?;
        let (pays, decided) = self.search(spot, set, asked.states, detours);
        let seen = detours.seen;
        asked.pays = pays != Some(0);
        if decided || asked.pays || asked.states >= MOST_STATES / N {
            asked.next = u32::MAX;
        }
        if self.bytes > MOST_BYTES {
            self.release(&mut run.memory);
        }
        match self.asked.find(&key) {
            Ok(id) => *self.asked.value_mut(id) = asked,
            // What cannot be remembered is not worth more work.
            Err(fresh) if self.asked.add(fresh, key, asked, &mut run.memory).is_err() => return Ok(false),
            // As for a table that may be half empty.
            Err(_) => self.bytes += 2 * size_of::<((Bits<N>, u16), Asked)>(),
        }
        if asked.pays {
            let pattern = Pattern { boxes: set, region: Bits::EMPTY, seen, pays };
            self.keep(spot, pattern, asked.states, detours, run)?;
        }
        Ok(asked.pays)
    }

    /// Keeps a pattern, with as few of the boxes as still pay as much.
    fn keep(
        &mut self,
        spot: &Spot<'_, N>,
        mut pattern: Pattern<N>,
        states: usize,
        detours: &mut Detours<N>,
        run: &mut Run,
    ) -> Result<(), Stop> {
        for at in pattern.boxes.iter() {
            run.look()?;
            let mut fewer = pattern.boxes;
            fewer.remove(at);
            let (pays, _) = self.search(spot, fewer, states, detours);
            if pays.is_none() || pattern.pays.is_some_and(|most| pays >= Some(most)) {
                // If fewer boxes are dead, so are more.
                pattern =
                    Pattern { boxes: fewer, seen: detours.seen, pays: pays.and(pattern.pays), ..pattern };
            }
        }
        pattern.region = region(spot.field, &pattern.boxes, spot.player);
        let Some(first) = pattern.boxes.first() else { return Ok(()) };
        let list = &mut self.by_cell[usize::from(first)];
        let known = |old: &Pattern<N>| old.boxes == pattern.boxes && old.region == pattern.region;
        let bytes = 2 * size_of::<Pattern<N>>();
        if list.len() < MOST_PATTERNS && !list.iter().any(known) && run.memory.take(bytes).is_ok() {
            self.bytes += bytes;
            self.pattern_bytes += bytes;
            list.push(pattern);
            self.left += FOR_FOUND;
        }
        Ok(())
    }

    /// What a set pays at least, none if it is dead; and whether that is all there is to know.
    fn search(
        &mut self,
        spot: &Spot<'_, N>,
        set: Bits<N>,
        states: usize,
        detours: &mut Detours<N>,
    ) -> (Option<u32>, bool) {
        let place = Place {
            field: spot.field,
            straight: spot.straight,
            frozen: &Bits::EMPTY,
            boxes: &set,
            closed: &[],
            player: spot.player,
        };
        let before = detours.work;
        let answer = detours.search(&place, &pen(spot, &set), set, states);
        self.left -= (detours.work - before) as i64;
        answer
    }

    /// Forgets everything.
    pub(crate) fn release(&mut self, memory: &mut Budget) {
        self.bytes = 0;
        self.asked.release(memory);
        memory.give_back(std::mem::take(&mut self.pattern_bytes));
        self.by_cell.iter_mut().for_each(|patterns| *patterns = Vec::new());
    }
}

/// Where the boxes of a set are searched: not too far from them, and not on goals.
fn pen<const N: usize>(spot: &Spot<'_, N>, set: &Bits<N>) -> Bits<N> {
    let (mut pen, mut edge) = (*set, *set);
    for _ in 0..REACH {
        let near = edge.iter().fold(Bits::EMPTY, |near: Bits<N>, at| near.or(spot.field.beside(at)));
        edge = near.without(&pen);
        pen = pen.or(&edge);
    }
    pen.without(&spot.field.goal_set)
}

/// So many boxes that are nearest to a cell by walking, where no box were in the way; none if there are fewer.
fn nearest<const N: usize>(field: &Field<N>, boxes: &Bits<N>, from: u16, size: usize) -> Option<Bits<N>> {
    let mut set = Bits::EMPTY;
    let (mut seen, mut edge) = (Bits::of([from]), Bits::of([from]));
    let mut left = size;
    while !edge.is_empty() {
        for at in edge.and(boxes).iter() {
            set.insert(at);
            left -= 1;
            if left == 0 {
                return Some(set);
            }
        }
        let near = edge.iter().fold(Bits::EMPTY, |near: Bits<N>, at| near.or(field.beside(at)));
        edge = near.without(&seen);
        seen = seen.or(&edge);
    }
    None
}

/// The choice of patterns without a box in common that pays the most.
fn choose<const N: usize>(
    left: &[(Bits<N>, u32)],
    (pays, used): (u32, Bits<N>),
    best: &mut (u32, Bits<N>),
    steps: &mut usize,
) {
    if pays > best.0 {
        *best = (pays, used);
    }
    let most: u32 = left.iter().map(|(_, pays)| pays).sum();
    if pays + most <= best.0 {
        return;
    }
    for (at, (boxes, more)) in left.iter().enumerate() {
        if *steps == 0 {
            return;
        }
        *steps -= 1;
        if !boxes.meets(&used) {
            choose(&left[at + 1..], (pays + more, used.or(boxes)), best, steps);
        }
    }
}

/// Where the player can walk among these boxes.
fn region<const N: usize>(field: &Field<N>, boxes: &Bits<N>, player: u16) -> Bits<N> {
    let mut blocked = *boxes;
    blocked.insert(field.wall());
    field.reach(player, &blocked)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_that_share_a_box_do_not_add_up() {
        let found = [([1, 2], 2), ([2, 3], 2), ([3, 4], 2), ([1, 4], 4), ([4, 5], 2)];
        let found = found.map(|(boxes, pays)| (Bits::<1>::of(boxes), pays));
        let mut best = (0, Bits::EMPTY);
        choose(&found, (0, Bits::EMPTY), &mut best, &mut 200);
        assert_eq!(best, (6, Bits::of([1, 2, 3, 4])));
        best = (0, Bits::EMPTY);
        choose(&found[..2], (0, Bits::EMPTY), &mut best, &mut 200);
        assert_eq!(best, (2, Bits::of([1, 2])));
    }
}
