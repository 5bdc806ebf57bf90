//! A solution made shorter.
//!
//! A search for any solution moves boxes that need not move, and moves a box in two goes where one would do. So each move is left out, and
//! each two moves of one box are made one, at the place of the first or of the second; what still solves the level with fewer
//! pushes is kept, until nothing helps any more.
//!
//! Every replay finds the shortest way of each move anew, for the others may stand elsewhere than they did.

use damier_search::Run;

use crate::solver::bits::Bits;

use super::ground::Ground;
use super::moves::{Move, Mover, Way};

/// Replays at most; a replay takes some hundred microseconds.
const MOST_REPLAYS: usize = 4000;

/// The solution, or a shorter one.
pub(super) fn shorten<const N: usize>(ground: &Ground<N>, path: Vec<Move>, run: &mut Run) -> Vec<Move> {
    let mut mover = Mover::new(ground);
    let goes = path.iter().map(|step| (step.from, step.to)).collect::<Vec<_>>();
    let (mut best, mut goes) = match replay(ground, &mut mover, &goes, run) {
        Some(again) if length(&again) <= length(&path) => (again, goes),
        _ => (path, goes),
    };
    let mut replays = 0;
    let mut at = 0;
    let mut quiet = 0;
    // Round and round, until a whole round changed nothing.
    while quiet < goes.len() && replays < MOST_REPLAYS {
        let mut changed = false;
        for fewer in variants(&goes, at % goes.len()) {
            replays += 1;
            if run.look().is_err() {
                return best;
            }
            if let Some(shorter) = replay(ground, &mut mover, &fewer, run)
                && length(&shorter) < length(&best)
            {
                best = shorter;
                goes = fewer;
                changed = true;
                break;
            }
        }
        quiet = if changed { 0 } else { quiet + 1 };
        at = if changed { at } else { at + 1 };
    }
    best
}

/// The moves with the one at `at` left out, or made one with the next of the same box.
fn variants(goes: &[(u16, u16)], at: usize) -> Vec<Vec<(u16, u16)>> {
    let without = |at: usize| {
        let mut fewer = goes.to_vec();
        fewer.remove(at);
        fewer
    };
    let (from, to) = goes[at];
    let mut variants = Vec::new();
    if let Some(next) = (at + 1..goes.len()).find(|&next| goes[next].0 == to) {
        let end = goes[next].1;
        if end == from {
            let mut fewer = without(next);
            fewer.remove(at);
            variants.push(fewer);
        }
        let mut early = without(next);
        early[at] = (from, end);
        variants.push(early);
        let mut late = goes.to_vec();
        late[next] = (from, end);
        late.remove(at);
        variants.push(late);
    }
    variants.push(without(at));
    variants
}

fn length(path: &[Move]) -> u32 {
    path.iter().map(|step| u32::from(step.pushes)).sum()
}

/// The moves again, each by its shortest way; none if one is not possible, the level is not solved, or time is up.
fn replay<const N: usize>(
    ground: &Ground<N>,
    mover: &mut Mover<N>,
    goes: &[(u16, u16)],
    run: &mut Run,
) -> Option<Vec<Move>> {
    let mut boxes: Bits<N> = Bits::of(ground.boxes.iter().copied());
    let mut player = ground.player;
    let mut path = Vec::with_capacity(goes.len());
    for &(from, to) in goes {
        if !boxes.contains(from) || run.step().is_err() {
            return None;
        }
        mover.put(&boxes);
        mover.fill(ground, player);
        let step = mover.shortest(ground, from, to, Way::Push);
        mover.take(&boxes);
        let step = step?;
        boxes.remove(from);
        boxes.insert(to);
        player = step.player;
        path.push(step);
    }
    ground.goal_set.within(&boxes).then_some(path)
}
