//! In which order the goals are filled: the packing plan.
//!
//! The film is run backwards. All goals are full; a box that can be pulled to a cell where a box stands at the start is taken off the
//! board there, the one that is nearest first, or in another [`Order`]. What was taken off last is what has to be filled first.
//! Where no box can be taken off, boxes are pulled aside: forwards that is a *parking*, a box that waits at a cell on its way.
//!
//! The search is greedy in the number of boxes left, then in the number of boxes pulled aside. Its path, reversed, is a list of sets of
//! cells, each with one box more (or one box moved) than the one before: [`Plan::steps`]. A position has done `k` steps if all
//! cells of the set `k` have boxes.
//!
//! A plan is advice. Boxes that were not placed yet are not on the board here, so it may lead into trouble that it does not see.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use damier_search::pieces::{Pieces, make_room};
use damier_search::random::nth;
use damier_search::store::Store;
use damier_search::{Run, Stop};

use crate::solver::bits::Bits;

use super::ground::Ground;
use super::moves::{Move, Mover, Way};

/// Which box is taken off first, among those that can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// The one that is nearest to a start.
    Nearest,
    /// The one that is farthest from one.
    Farthest,
    /// Any, as this number says.
    Shuffled(u64),
}

impl Order {
    /// What comes first has the least.
    fn rank(self, pull: &Move) -> u64 {
        match self {
            Order::Nearest => u64::from(pull.pushes),
            Order::Farthest => u64::from(u16::MAX - pull.pushes),
            Order::Shuffled(seed) => nth(seed << 32 | u64::from(pull.from) << 16 | u64::from(pull.to)),
        }
    }
}

/// The order of filling.
#[derive(Clone, Debug)]
pub(super) struct Plan<const N: usize> {
    /// Sets of cells, from few to all goals. The first is empty if the plan is complete.
    pub(super) steps: Vec<Bits<N>>,
}

/// Boxes that are left, and the starts that no box was taken off at.
#[derive(Clone, Copy)]
struct State<const N: usize> {
    boxes: Bits<N>,
    starts: Bits<N>,
    player: u16,
    aside: u32,
    parent: usize,
}

impl<const N: usize> Plan<N> {
    /// Looks for a plan with at most so many expansions; the best part of one if that is not enough.
    pub(super) fn find(ground: &Ground<N>, order: Order, budget: usize, run: &mut Run) -> Result<Self, Stop> {
        let mut mover = Mover::new(ground);
        let before = run.memory.used();
        let mut states = Pieces::new();
        let mut waiting = BinaryHeap::new();
        let mut seen = Store::<u64, ()>::new();
        for state in first_states(ground) {
            enter(ground, state, &mut states, &mut seen, &mut waiting, run)?;
        }
        let mut pulls = Vec::new();
        let (mut best, mut spent) = (0, 0);
        while let Some(Reverse((left, _, at))) = waiting.pop() {
            if left < states[best].boxes.len() {
                best = at;
            }
            if left == 0 || spent >= budget {
                break;
            }
            spent += 1;
            let state = State { parent: at, ..states[at] };
            if let Some(child) = taken_off(ground, order, &mut mover, &state, &mut pulls, run)? {
                enter(ground, child, &mut states, &mut seen, &mut waiting, run)?;
                continue;
            }
            for pull in pulls.iter().filter(|pull| pull.pushes > 0) {
                let mut child = State { player: pull.least, aside: state.aside + 1, ..state };
                child.boxes.remove(pull.from);
                child.boxes.insert(pull.to);
                enter(ground, child, &mut states, &mut seen, &mut waiting, run)?;
            }
        }
        let mut steps = Vec::new();
        let mut at = best;
        while let Some(state) = states.get(at) {
            steps.push(state.boxes);
            at = state.parent;
        }
        run.memory.give_back(run.memory.used().saturating_sub(before) as usize);
        Ok(Plan { steps })
    }

    /// How many leading steps are done.
    pub(super) fn done(&self, taken: &Bits<N>) -> usize {
        self.steps.iter().rposition(|step| step.within(taken)).unwrap_or(0)
    }
}

fn key<const N: usize>(ground: &Ground<N>, state: &State<N>) -> u64 {
    let starts = state.starts.iter().fold(0, |key, at| key ^ ground.zobrist.of_box(at));
    ground.key(&state.boxes, state.player) ^ starts.rotate_left(17)
}

/// All goals full, and the player in each of the regions that are left.
fn first_states<const N: usize>(ground: &Ground<N>) -> Vec<State<N>> {
    let blocked = ground.blocked(&ground.goal_set);
    let mut done = blocked;
    let mut states = Vec::new();
    for player in 0..ground.wall() {
        if !done.contains(player) {
            done = done.or(&ground.reach(player, &blocked));
            let (boxes, starts) = (ground.goal_set, ground.start());
            states.push(State { boxes, starts, player, aside: 0, parent: usize::MAX });
        }
    }
    states
}

/// States that wait: by the boxes left, by those pulled aside, then in the order of arrival.
type Waiting = BinaryHeap<Reverse<(usize, u32, usize)>>;

/// Lets a state wait that was not seen before.
fn enter<const N: usize>(
    ground: &Ground<N>,
    state: State<N>,
    states: &mut Pieces<State<N>>,
    seen: &mut Store<u64, ()>,
    waiting: &mut Waiting,
    run: &mut Run,
) -> Result<(), Stop> {
    let key = key(ground, &state);
    if let Err(fresh) = seen.find(&key) {
        run.step()?;
        seen.add(fresh, key, (), &mut run.memory)?;
        make_room(waiting, &mut run.memory)?;
        waiting.push(Reverse((state.boxes.len(), state.aside, states.len())));
        states.push(state, &mut run.memory)?;
    }
    Ok(())
}

/// One box taken off, the first in the order, if there is one; else there is every pull in `pulls`.
fn taken_off<const N: usize>(
    ground: &Ground<N>,
    order: Order,
    mover: &mut Mover<N>,
    state: &State<N>,
    pulls: &mut Vec<Move>,
    run: &mut Run,
) -> Result<Option<State<N>>, Stop> {
    pulls.clear();
    let room = pulls.capacity();
    mover.put(&state.boxes);
    mover.fill(ground, state.player);
    for from in state.boxes.iter() {
        // A box that already stands at a start is taken off without a pull.
        if state.starts.contains(from) && ground.sides(from).any(|side| mover.reached(side)) {
            let (player, least) = (state.player, state.player);
            pulls.push(Move { from, to: from, player, pushes: 0, least, parts: 1 });
        }
        run.step()?;
        mover.moves(ground, from, Way::Pull, |_| true, pulls);
    }
    run.memory.take((pulls.capacity() - room) * size_of::<Move>())?;
    mover.take(&state.boxes);
    run.look()?;
    pulls.sort_by_key(|pull| order.rank(pull));
    for pull in pulls.iter().filter(|pull| state.starts.contains(pull.to)) {
        let mut child = *state;
        child.boxes.remove(pull.from);
        child.starts.remove(pull.to);
        if can_pair(ground, &child, run)? {
            let region = ground.reach(pull.player, &ground.blocked(&child.boxes));
            child.player = region.first().unwrap_or(pull.player);
            return Ok(Some(child));
        }
        run.look()?;
    }
    Ok(None)
}

/// Whether each box that stands on a goal can have come from a start of its own, as far as the empty board tells.
fn can_pair<const N: usize>(ground: &Ground<N>, state: &State<N>, run: &mut Run) -> Result<bool, Stop> {
    let starts: Vec<u16> = state.starts.iter().collect();
    let goal_of = |at: u16| ground.goals.iter().position(|&goal| goal == at);
    let goals: Vec<Option<usize>> = state.boxes.iter().map(goal_of).collect();
    let pair = |one: usize, start: usize| goals[one].is_none_or(|goal| ground.can_reach(starts[start], goal));
    let mut owner = vec![None; starts.len()];
    for one in 0..goals.len() {
        if !augment(one, &pair, &mut owner, &mut vec![false; starts.len()], run)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Finds a start for `one`, moving others to other starts where that is needed (Kuhn's algorithm).
fn augment(
    one: usize,
    pair: &dyn Fn(usize, usize) -> bool,
    owner: &mut [Option<usize>],
    tried: &mut [bool],
    run: &mut Run,
) -> Result<bool, Stop> {
    run.step()?;
    for start in 0..owner.len() {
        if !tried[start] && pair(one, start) {
            tried[start] = true;
            let free = match owner[start] {
                None => true,
                Some(other) => augment(other, pair, owner, tried, run)?,
            };
            if free {
                owner[start] = Some(one);
                return Ok(true);
            }
        }
    }
    Ok(false)
}
