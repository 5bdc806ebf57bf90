//! From both ends: the search forward and the same backwards take turns.
//!
//! Backwards the boxes are pulled from the goals to where they start. Each search is an A* of its own, with bounds, traps and detours for its direction, and each
//! alone would end with a proven optimum: forward dead ends are packings that cannot be completed, backwards they are tangles that cannot be undone, and which are
//! fewer depends on the level.
//!
//! Both speak of the same states. When one adds a state that the other has reached, the two ways together are a solution, and from then on both look only for
//! cheaper ones. What either has left decides: when all that waits on one side is as dear as the best solution, that one is proven, for a cheaper
//! solution would have a state waiting on each side. So the bound is the greater of the two.

use std::sync::Arc;

use damier_search::{Run, Stop, Watch};

use crate::solver::bits::Bits;
use crate::solver::distances::Distances;
use crate::solver::fast::ground::{End, Ground};
use crate::solver::fast::pushes::{self, Order};
use crate::solver::field::Field;

/// Expansions of one side at a time.
pub(super) const TURNS: u64 = 200;

/// Searches from both ends for a solution that costs less than the order says, in turns of so many expansions.
pub(super) fn search<const N: usize>(
    forward: &mut [Ground<N>],
    order: &Order,
    turns: u64,
    run: &mut Run,
    watch: &mut Option<&mut Watch<'_>>,
) -> End {
    let before = run.memory.used();
    let grounds = backwards(forward, run);
    let bytes = run.memory.used().saturating_sub(before) as usize;
    let end = match grounds {
        Ok(mut backward) => {
            let forward = &mut forward[..backward.len()];
            let end = pushes::search_from(forward, &mut backward, order, turns, None, run, watch);
            backward.iter_mut().for_each(|ground| ground.release(&mut run.memory));
            end
        }
        Err(why) => End::Stopped { why, bound: 0, best: None },
    };
    run.memory.give_back(bytes);
    end
}

/// A ground backwards for each of these; fewer if there is no memory for more.
fn backwards<const N: usize>(forward: &[Ground<N>], run: &mut Run) -> Result<Vec<Ground<N>>, Stop> {
    let field = forward[0].field.backwards();
    run.memory.take(Field::<N>::bytes(field.cells.len()))?;
    let distances = Distances::within(&field, &Bits::EMPTY, run)?;
    let mut grounds = vec![Ground::new(field, Arc::new(distances)).like(&forward[0])];
    while grounds.len() < forward.len() {
        let Ok(another) = grounds[0].another(&mut run.memory) else { break };
        grounds.push(another);
    }
    Ok(grounds)
}
