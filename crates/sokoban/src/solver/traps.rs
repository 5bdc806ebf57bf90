//! Traps: few boxes that can no longer all come to goals, found by a small search and remembered.
//!
//! **The search.** Only some boxes are left on the board: those around floor that the player cannot reach. If even they cannot all leave that
//! place or stand on goals, no position with these boxes and the player on this side can be solved, for more boxes never help. A box that can be
//! pushed out of the *pen* (the unreachable floor and its fence) is taken off the board at once and for good: without it everything else is
//! possible that was possible with it, so a search that fails in spite of this is a proof. It looks at a bounded number of states; what it could not decide
//! counts as alive.
//!
//! **The memory.** Boxes are dropped from a trap as long as it stays one. What is left is kept by its cells, and a push that completes a known trap is
//! not made. A trap is a set of boxes and the part of the floor where the player is; both must fit.
//!
//! All this is about boxes that must come to goals; it has no meaning where there are spare boxes.

use damier_search::Budget;
use damier_search::store::Store;
use rustc_hash::FxHashSet;

use crate::solver::bits::Bits;
use crate::solver::corral::Closed;
use crate::solver::deadlock;
use crate::solver::field::Field;

/// The most states that the first search for some boxes looks at.
const FIRST_STATES: usize = 30;
/// Boxes that were not decided are searched for again when they were asked for this many times as often, with this many times the states.
const AGAIN: u32 = 8;
const MORE_STATES: usize = 4;
/// Bytes of answers and traps kept, at most.
const MOST_BYTES: usize = 128 << 20;
/// Traps kept for a cell.
const MOST_TRAPS: usize = 256;

/// What was learned.
pub(crate) struct Traps<const N: usize> {
    /// Whether boxes, seen from the player's region, are trapped.
    answers: Store<(Bits<N>, u16), Answer>,
    /// By each of its cells.
    by_cell: Vec<Vec<Trap<N>>>,
    states: FxHashSet<(Bits<N>, u16)>,
    stack: Vec<(Bits<N>, u16)>,
    /// The bytes of what is remembered, about; and those that the traps have drawn from the budget.
    bytes: usize,
    trap_bytes: usize,
    /// States looked at since somebody asked.
    pub(crate) work: usize,
}

#[derive(Clone, Copy)]
enum Answer {
    Trapped,
    Free,
    /// Not decided with so many states; asked for so many times.
    Open {
        asked: u32,
        next: u32,
        states: usize,
    },
}

#[derive(Clone, Copy)]
struct Trap<const N: usize> {
    boxes: Bits<N>,
    /// Where the player is when only these boxes are there.
    region: Bits<N>,
}

impl<const N: usize> Traps<N> {
    pub(crate) fn new(field: &Field<N>) -> Self {
        Traps {
            answers: Store::new(),
            by_cell: vec![Vec::new(); field.cells.len()],
            states: FxHashSet::default(),
            stack: Vec::new(),
            bytes: 0,
            trap_bytes: 0,
            work: 0,
        }
    }

    /// Whether the box that was just pushed to `to` completes a known trap, the player being at `player`.
    #[inline]
    pub(crate) fn completes(&self, boxes: &Bits<N>, to: u16, player: u16) -> bool {
        let traps = &self.by_cell[usize::from(to)];
        traps.iter().any(|trap| trap.boxes.within(boxes) && trap.region.contains(player))
    }

    /// Whether the boxes around floor that the player cannot reach are trapped.
    pub(crate) fn around(
        &mut self,
        field: &Field<N>,
        part: &Closed<N>,
        player: u16,
        memory: &mut Budget,
    ) -> bool {
        let Closed { inside, fence } = part;
        if fence.within(&field.goal_set) {
            return false;
        }
        let key = (*fence, region(field, fence, player).first().unwrap_or(player));
        let known = self.answers.find(&key);
        let states = match known.map(|id| self.answers.value_mut(id)) {
            Ok(Answer::Trapped) => return true,
            Ok(Answer::Free) => return false,
            Ok(Answer::Open { asked, next, states }) => {
                *asked += 1;
                if asked < next {
                    return false;
                }
                *next *= AGAIN;
                *states *= MORE_STATES;
                *states
            }
            Err(_) => FIRST_STATES,
        };
        let pen = inside.or(fence);
        let answer = self.is_trap(field, &pen, fence, player, states);
        if self.bytes > MOST_BYTES {
            self.release(memory);
        }
        // What there is no room for is not remembered.
        let worth = match answer {
            Some(true) => Answer::Trapped,
            Some(false) => Answer::Free,
            None => Answer::Open { asked: 1, next: AGAIN, states },
        };
        let kept = match self.answers.find(&key) {
            Ok(id) => {
                if answer.is_some() {
                    *self.answers.value_mut(id) = worth;
                }
                true
            }
            Err(fresh) => self.answers.add(fresh, key, worth, memory).is_ok(),
        };
        // As for a table that may be half empty.
        self.bytes += 2 * size_of::<((Bits<N>, u16), Answer)>();
        if kept && answer == Some(true) {
            self.learn(field, &pen, *fence, player, states, memory);
        }
        answer == Some(true)
    }

    /// Forgets everything.
    pub(crate) fn release(&mut self, memory: &mut Budget) {
        self.bytes = 0;
        self.answers.release(memory);
        memory.give_back(std::mem::take(&mut self.trap_bytes));
        self.by_cell.iter_mut().for_each(|traps| *traps = Vec::new());
    }

    /// Keeps as few of the boxes as are still trapped.
    fn learn(
        &mut self,
        field: &Field<N>,
        pen: &Bits<N>,
        mut boxes: Bits<N>,
        player: u16,
        states: usize,
        memory: &mut Budget,
    ) {
        for at in boxes.iter() {
            let mut fewer = boxes;
            fewer.remove(at);
            if self.is_trap(field, pen, &fewer, player, states) == Some(true) {
                boxes = fewer;
            }
        }
        let trap = Trap { boxes, region: region(field, &boxes, player) };
        for at in boxes.iter() {
            let traps = &mut self.by_cell[usize::from(at)];
            let bytes = 2 * size_of::<Trap<N>>();
            if traps.len() < MOST_TRAPS && memory.take(bytes).is_ok() {
                self.bytes += bytes;
                self.trap_bytes += bytes;
                traps.push(trap);
            }
        }
    }

    /// Whether these boxes, alone on the board, cannot all leave the pen or stand on goals; none if so many states do not tell.
    fn is_trap(
        &mut self,
        field: &Field<N>,
        pen: &Bits<N>,
        boxes: &Bits<N>,
        player: u16,
        states: usize,
    ) -> Option<bool> {
        self.states.clear();
        self.stack.clear();
        self.stack.push((*boxes, player));
        let edge = edge(field, pen);
        while let Some((mut boxes, player)) = self.stack.pop() {
            let mut here = region(field, &boxes, player);
            while let Some(at) = boxes.and(&edge).iter().find(|&at| leaves(field, pen, &boxes, &here, at)) {
                boxes.remove(at);
                here = region(field, &boxes, player);
            }
            if boxes.within(&field.goal_set) {
                return Some(false);
            }
            self.work += 1;
            if !self.states.insert((boxes, here.first().unwrap_or(player))) {
                continue;
            }
            if self.states.len() > states {
                return None;
            }
            for at in boxes.iter() {
                for way in 0..4 {
                    let Some((to, end)) = field.shift(&boxes, &here, at, way) else { continue };
                    let mut after = boxes;
                    after.remove(at);
                    after.insert(to);
                    let frozen = deadlock::frozen_with(field, &after, &Bits::EMPTY, to);
                    if frozen.within(&field.goal_set) {
                        self.stack.push((after, end));
                    }
                }
            }
        }
        Some(true)
    }
}

/// The cells of a pen that have a neighbour outside: only from there a box leaves it.
pub(crate) fn edge<const N: usize>(field: &Field<N>, pen: &Bits<N>) -> Bits<N> {
    Bits::of(pen.iter().filter(|&at| !field.beside(at).within(pen)))
}

/// Where the player can walk among these boxes.
fn region<const N: usize>(field: &Field<N>, boxes: &Bits<N>, player: u16) -> Bits<N> {
    let mut blocked = *boxes;
    blocked.insert(field.wall());
    field.reach(player, &blocked)
}

/// Whether the player can push the box on `at` out of the pen now.
fn leaves<const N: usize>(
    field: &Field<N>,
    pen: &Bits<N>,
    boxes: &Bits<N>,
    region: &Bits<N>,
    at: u16,
) -> bool {
    (0..4).any(|way| !pen.contains(field.step(at, way)) && field.shift(boxes, region, at, way).is_some())
}
