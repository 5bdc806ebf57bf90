//! In which order the goals are filled: the packing plan.
//!
//! The film is run backwards. All goals are full; a box that can be pulled to a cell where a box stands at the start is taken off the
//! board there, the one that is nearest first. What was taken off last is what has to be filled first. Where no box can be taken
//! off, boxes are pulled aside: forwards that is a *parking*, a box that waits at a cell on its way.
//!
//! The search is greedy in the number of boxes left, then in the number of boxes pulled aside. Its path, reversed, is a list of sets of
//! cells, each but one box more (or one box moved) than the last: [`Plan::steps`]. A position has done `k` steps if all
//! cells of the set `k` have boxes.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use damier_search::{Run, Stop};
use rustc_hash::FxHashSet;

use crate::solver::bits::Bits;

use super::ground::Ground;
use super::moves::{Move, Mover, Way};

/// Expansions of the search for a plan. It finds one with a few dozen, or mostly not at all.
const BUDGET: usize = 2000;

/// The order of filling.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    /// Sets of cells, from few to all goals.
    pub(super) steps: Vec<Vec<u16>>,
}

struct State {
    boxes: Vec<u16>,
    starts: Vec<u16>,
    player: u16,
    aside: u32,
    parent: usize,
}

impl Plan {
    /// Looks for a plan with at most [`BUDGET`] expansions; the best part of one if that is not enough.
    pub(super) fn find<const N: usize>(ground: &Ground<N>, run: &mut Run) -> Result<Self, Stop> {
        let mut mover = Mover::new(ground);
        let mut states: Vec<State> = Vec::new();
        let mut waiting = BinaryHeap::new();
        let mut seen = FxHashSet::default();
        let key = |state: &State| {
            let boxes = state
                .boxes
                .iter()
                .fold(ground.zobrist.of_player(state.player), |key, &at| key ^ ground.zobrist.of_box(at));
            state.starts.iter().fold(boxes, |key, &at| key ^ ground.zobrist.of_box(at).rotate_left(17))
        };
        let goals = ground.goals.clone();
        mover.put(&ground.goal_set);
        let mut regions: Vec<u16> = Vec::new();
        for cell in 0..ground.wall() {
            if !mover.taken.contains(cell) {
                let least = mover.fill(ground, cell);
                if !regions.contains(&least) {
                    regions.push(least);
                }
            }
        }
        mover.take(&ground.goal_set);
        let mut best = 0;
        for player in regions {
            let state = State {
                boxes: goals.clone(),
                starts: ground.boxes.clone(),
                player,
                aside: 0,
                parent: usize::MAX,
            };
            seen.insert(key(&state));
            waiting.push(Reverse((state.boxes.len(), 0, states.len())));
            states.push(state);
        }
        let (mut spent, mut bytes) = (0, 0);
        let mut moves: Vec<Move> = Vec::new();
        while let Some(Reverse((left, _, at))) = waiting.pop() {
            if left < states[best].boxes.len() {
                best = at;
            }
            if left == 0 || spent >= BUDGET {
                break;
            }
            spent += 1;
            run.look()?;
            let (boxes, starts) = (states[at].boxes.clone(), states[at].starts.clone());
            let (player, aside) = (states[at].player, states[at].aside);
            let standing = Bits::of(boxes.iter().copied());
            mover.put(&standing);
            mover.fill(ground, player);
            moves.clear();
            // A box that already stands at a start is taken off without a pull.
            for &from in &boxes {
                run.look()?;
                if starts.contains(&from)
                    && ground.next[usize::from(from)]
                        .iter()
                        .any(|&side| side != ground.wall() && mover.reached(side))
                {
                    moves.push(Move { from, to: from, player, pushes: 0, least: player, parts: 1 });
                }
                mover.moves(ground, from, Way::Pull, |_| true, &mut moves);
            }
            let mut off: Vec<&Move> = moves.iter().filter(|step| starts.contains(&step.to)).collect();
            off.sort_by_key(|step| step.pushes);
            let mut children = Vec::new();
            for step in off {
                let boxes: Vec<u16> = boxes.iter().copied().filter(|&at| at != step.from).collect();
                let starts: Vec<u16> = starts.iter().copied().filter(|&at| at != step.to).collect();
                if !can_pair(ground, &boxes, &starts) {
                    continue;
                }
                mover.taken.remove(step.from);
                let player = mover.fill(ground, step.player);
                mover.taken.insert(step.from);
                children.push(State { boxes, starts, player, aside, parent: at });
                break;
            }
            if children.is_empty() {
                for step in moves.iter().filter(|step| step.pushes > 0) {
                    let mut after = boxes.clone();
                    after.iter_mut().filter(|at| **at == step.from).for_each(|at| *at = step.to);
                    children.push(State {
                        boxes: after,
                        starts: starts.clone(),
                        player: step.least,
                        aside: aside + 1,
                        parent: at,
                    });
                }
            }
            mover.take(&standing);
            for child in children {
                if seen.insert(key(&child)) {
                    bytes += size_of::<State>() + (child.boxes.len() + child.starts.len()) * 2 + 40;
                    run.memory
                        .take(size_of::<State>() + (child.boxes.len() + child.starts.len()) * 2 + 40)?;
                    waiting.push(Reverse((child.boxes.len(), child.aside, states.len())));
                    states.push(child);
                }
            }
        }
        let mut steps = Vec::new();
        let mut at = best;
        while let Some(state) = states.get(at) {
            steps.push(state.boxes.clone());
            at = state.parent;
        }
        run.memory.give_back(bytes);
        Ok(Plan { steps })
    }

    /// How many leading steps are done.
    pub(super) fn done<const N: usize>(&self, taken: &Bits<N>) -> usize {
        let fits = |step: &Vec<u16>| step.iter().all(|&at| taken.contains(at));
        self.steps.iter().rposition(fits).unwrap_or(0)
    }
}

/// Whether each box that stands on a goal can have come from a start of its own, as far as the empty board tells.
fn can_pair<const N: usize>(ground: &Ground<N>, boxes: &[u16], starts: &[u16]) -> bool {
    let from = |goal: u16, start: u16| {
        let of = ground.goals.iter().position(|&at| at == goal);
        of.is_none_or(|of| ground.can_reach(start, of))
    };
    let mut owner: Vec<Option<usize>> = vec![None; starts.len()];
    fn seek(
        one: usize,
        edges: &dyn Fn(usize, usize) -> bool,
        owner: &mut [Option<usize>],
        tried: &mut [bool],
    ) -> bool {
        for start in 0..owner.len() {
            if !tried[start] && edges(one, start) {
                tried[start] = true;
                if owner[start].is_none_or(|other| seek(other, edges, owner, tried)) {
                    owner[start] = Some(one);
                    return true;
                }
            }
        }
        false
    }
    let edges = |one: usize, start: usize| from(boxes[one], starts[start]);
    (0..boxes.len()).all(|one| seek(one, &edges, &mut owner, &mut vec![false; starts.len()]))
}
