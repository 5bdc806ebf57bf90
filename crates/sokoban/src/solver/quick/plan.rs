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

use super::features::walks;
use super::ground::{Ground, opposite};
use super::moves::{Move, Mover, Way};
use super::rooms::Rooms;

/// How a plan is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Order {
    /// Which box is taken off first.
    pub(super) take: Take,
    /// Which state is looked at first among those with as many boxes.
    pub(super) first: First,
    /// Whether boxes are taken off at the largest group of starts only, with one child for each box that can be brought there.
    pub(super) sinks: bool,
}

/// Which box is taken off first, among those that can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Take {
    /// The one that is nearest to a start.
    Nearest,
    /// The one that is farthest from one.
    Farthest,
    /// Any, as this number says.
    Shuffled(u64),
}

/// Which state is looked at first among those with as many boxes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum First {
    /// The one with the fewest boxes pulled aside.
    FewAside,
    /// The one in which the player gets around best, then with the fewest boxes on goals, then with boxes far from goals.
    Open,
    /// The one in which the player gets around best, then as this number says.
    OpenShuffled(u64),
}

impl Take {
    /// What comes first has the least.
    fn rank(self, pull: &Move) -> u64 {
        match self {
            Take::Nearest => u64::from(pull.pushes),
            Take::Farthest => u64::from(u16::MAX - pull.pushes),
            Take::Shuffled(seed) => nth(seed << 32 | u64::from(pull.from) << 16 | u64::from(pull.to)),
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
        let far = walks(ground, &ground.goal_set, &Bits::EMPTY);
        let rank = |state: &State<N>| {
            let open = || (regions(ground, &state.boxes) as u64) << 48;
            match order.first {
                First::FewAside => u64::from(state.aside),
                First::Open => {
                    let away: u32 = state.boxes.iter().map(|at| u32::from(far[usize::from(at)])).sum();
                    let on_goals = state.boxes.and(&ground.goal_set).len() as u64;
                    open() | on_goals << 32 | u64::from(u32::MAX - away)
                }
                First::OpenShuffled(seed) => open() | nth(seed << 32 ^ ground.key(&state.boxes, 0)) >> 16,
            }
        };
        for state in first_states(ground) {
            enter(ground, state, rank(&state), &mut states, &mut seen, &mut waiting, run)?;
        }
        let mut pulls = Vec::new();
        let mut rooms = order.sinks.then(|| Rooms::new(ground));
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
            if let Some(rooms) = &mut rooms {
                let children = sunk(ground, rooms, order.take, &mut mover, &state, &mut pulls, run)?;
                for child in &children {
                    enter(ground, *child, rank(child), &mut states, &mut seen, &mut waiting, run)?;
                }
                if !children.is_empty() {
                    continue;
                }
            } else if let Some(child) = taken_off(ground, order.take, &mut mover, &state, &mut pulls, run)? {
                enter(ground, child, rank(&child), &mut states, &mut seen, &mut waiting, run)?;
                continue;
            }
            for pull in pulls.iter().filter(|pull| pull.pushes > 0) {
                let mut child = State { player: pull.least, aside: state.aside + 1, ..state };
                child.boxes.remove(pull.from);
                child.boxes.insert(pull.to);
                enter(ground, child, rank(&child), &mut states, &mut seen, &mut waiting, run)?;
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

    /// Whether it begins with nothing done.
    pub(super) fn is_complete(&self) -> bool {
        self.steps.first().is_some_and(Bits::is_empty)
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

/// States that wait: by the boxes left, by their rank, then in the order of arrival.
type Waiting = BinaryHeap<Reverse<(usize, u64, usize)>>;

/// Lets a state wait that was not seen before.
fn enter<const N: usize>(
    ground: &Ground<N>,
    state: State<N>,
    rank: u64,
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
        waiting.push(Reverse((state.boxes.len(), rank, states.len())));
        states.push(state, &mut run.memory)?;
    }
    Ok(())
}

/// One box taken off, the first in the order, if there is one; else there is every pull in `pulls`.
fn taken_off<const N: usize>(
    ground: &Ground<N>,
    take: Take,
    mover: &mut Mover<N>,
    state: &State<N>,
    pulls: &mut Vec<Move>,
    run: &mut Run,
) -> Result<Option<State<N>>, Stop> {
    all_pulls(ground, mover, state, pulls, run)?;
    pulls.sort_by_key(|pull| take.rank(pull));
    for pull in pulls.iter().filter(|pull| state.starts.contains(pull.to)) {
        if let Some(child) = vanished(ground, state, pull, run)? {
            return Ok(Some(child));
        }
        run.look()?;
    }
    Ok(None)
}

/// The state after the pulled box is taken off, if the others can still have come from the other starts.
fn vanished<const N: usize>(
    ground: &Ground<N>,
    state: &State<N>,
    pull: &Move,
    run: &mut Run,
) -> Result<Option<State<N>>, Stop> {
    let mut child = *state;
    child.boxes.remove(pull.from);
    child.starts.remove(pull.to);
    if !can_pair(ground, &child, run)? {
        return Ok(None);
    }
    let region = ground.reach(pull.player, &ground.blocked(&child.boxes));
    child.player = region.first().unwrap_or(pull.player);
    Ok(Some(child))
}

/// A box has to come this far, or into another room, before it vanishes.
const APART: u16 = 6;

/// One child for each box that can be brought to the largest group of starts, if the player reaches all of that.
fn sunk<const N: usize>(
    ground: &Ground<N>,
    rooms: &Rooms<N>,
    take: Take,
    mover: &mut Mover<N>,
    state: &State<N>,
    pulls: &mut Vec<Move>,
    run: &mut Run,
) -> Result<Vec<State<N>>, Stop> {
    all_pulls(ground, mover, state, pulls, run)?;
    pulls.sort_by_key(|pull| take.rank(pull));
    let region = ground.reach(state.player, &ground.blocked(&state.boxes));
    let group = largest_group(ground, state);
    let mut children = Vec::new();
    if !group.without(&state.boxes).within(&region) {
        return Ok(children);
    }
    let mut done: Bits<N> = Bits::EMPTY;
    for pull in pulls.iter().filter(|pull| group.contains(pull.to)) {
        if done.contains(pull.from) {
            continue;
        }
        let (from, to) = (usize::from(pull.from), usize::from(pull.to));
        let apart = rooms.room_of[from] != rooms.room_of[to] || pull.pushes >= APART || pull.pushes == 0;
        if apart && let Some(child) = vanished(ground, state, pull, run)? {
            done.insert(pull.from);
            children.push(child);
        }
        run.look()?;
    }
    Ok(children)
}

/// The most starts between which a box could be pushed to and fro, the boxes that are there being walls.
fn largest_group<const N: usize>(ground: &Ground<N>, state: &State<N>) -> Bits<N> {
    let pushed = |from: u16| -> Bits<N> {
        let mut seen = Bits::of([from]);
        let mut waiting = vec![from];
        while let Some(at) = waiting.pop() {
            for way in 0..4 {
                let (to, stand) = (ground.step(at, way), ground.step(at, opposite(way)));
                let free = |cell: u16| cell != ground.wall() && !state.boxes.contains(cell);
                if free(to) && free(stand) && !seen.contains(to) {
                    seen.insert(to);
                    waiting.push(to);
                }
            }
        }
        seen
    };
    let reached: Vec<(u16, Bits<N>)> = state.starts.iter().map(|at| (at, pushed(at))).collect();
    let group = |&(one, ref there): &(u16, Bits<N>)| -> Bits<N> {
        Bits::of(
            reached.iter().filter(|(at, back)| there.contains(*at) && back.contains(one)).map(|(at, _)| *at),
        )
    };
    reached.iter().map(group).rev().max_by_key(Bits::len).unwrap_or(Bits::EMPTY)
}

/// How many parts boxes cut the floor into.
fn regions<const N: usize>(ground: &Ground<N>, boxes: &Bits<N>) -> usize {
    let blocked = ground.blocked(boxes);
    let mut left = ground.floor().without(boxes);
    let mut count = 0;
    while let Some(at) = left.first() {
        left = left.without(&ground.reach(at, &blocked));
        count += 1;
    }
    count
}

/// Every pull, and every box that stands at a start already.
fn all_pulls<const N: usize>(
    ground: &Ground<N>,
    mover: &mut Mover<N>,
    state: &State<N>,
    pulls: &mut Vec<Move>,
    run: &mut Run,
) -> Result<(), Stop> {
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
    run.look()
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
