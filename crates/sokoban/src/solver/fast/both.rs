//! From both ends: the search forward and the same backwards take turns.
//!
//! Backwards the boxes are pulled from the goals to where they start. Each search is an A* of its own, with bounds, traps and detours for its direction, and each
//! alone would end with a proven optimum: forward dead ends are packings that cannot be completed, backwards they are tangles that cannot be undone, and which are
//! fewer depends on the level.
//!
//! Both speak of the same states. When one adds a state that the other has reached, the two ways together are a solution, and from then on both look only for
//! cheaper ones. What either has left decides: when all that waits on one side is as dear as the best solution, that one is proven, for a cheaper
//! solution would have a state waiting on each side. So the bound is the greater of the two.

use damier_search::{Run, Stop, Watch};

use crate::solver::fast::ground::{End, Ground};
use crate::solver::fast::plan::Push;
use crate::solver::fast::pushes::{Order, Search, Turn};

/// Expansions of one side at a time, mostly.
pub(super) const TURNS: u64 = 200;
/// So many expansions each side has in any case; then one whose bound is less than the other's waits until it is not. On large levels the bound forward
/// is mostly the better one, and half of the time would be lost.
const TRIAL: u64 = 4000;

/// Searches from both ends, so many expansions at a time, for a solution that costs less than the order says.
pub(super) fn search<const N: usize>(
    forward: &mut Ground<N>,
    backward: &mut Ground<N>,
    order: &Order,
    turns: u64,
    run: &mut Run,
    watch: &mut Option<&mut Watch<'_>>,
) -> End {
    let mut both = Both { sides: [Search::new(forward, *order), Search::new(backward, *order)], met: None };
    let end = both.run(turns, run, watch);
    let bound = both.sides[0].bound.max(both.sides[1].bound);
    let [forward, backward] = both.sides;
    let joined = |(here, there): (u32, u32)| {
        let mut pushes = forward.ground.way(&forward.nodes, here);
        pushes.extend(backward.ground.way(&backward.nodes, there));
        pushes
    };
    let end = match end {
        Ok(Stage::Found(pushes)) => End::Found(pushes),
        Ok(Stage::Enough) => End::Enough { bound, best: both.met.map(joined) },
        Ok(Stage::Done) => both.met.map_or(End::Exhausted, |met| End::Found(joined(met))),
        Err(why) => End::Stopped { why, bound, best: both.met.map(joined) },
    };
    forward.release(run);
    backward.release(run);
    end
}

/// How far it came.
enum Stage {
    /// A side has come to the end alone.
    Found(Vec<Push>),
    /// There is nothing better than what the sides have met at.
    Done,
    /// It was not to go on.
    Enough,
}

struct Both<'a, const N: usize> {
    /// Forward and backward.
    sides: [Search<'a, N>; 2],
    /// The nodes of the cheapest meeting, forward and backward.
    met: Option<(u32, u32)>,
}

impl<const N: usize> Both<'_, N> {
    /// Searches until a side has found something, or there is nothing left to find, or it was enough.
    fn run(&mut self, turns: u64, run: &mut Run, watch: &mut Option<&mut Watch<'_>>) -> Result<Stage, Stop> {
        for side in &mut self.sides {
            side.begin(run)?;
        }
        let most = self.sides[0].order.most;
        while self.sides[0].expanded + self.sides[1].expanded < most {
            for at in 0..2 {
                let until = self.sides[at].expanded + turns;
                while !self.is_left_behind(at) && self.sides[at].expanded < until {
                    let [forward, backward] = &mut self.sides;
                    let (side, other) = if at == 0 { (forward, backward) } else { (backward, forward) };
                    // Who watches sees a tree that grows from the start.
                    let watch = if at == 0 { &mut *watch } else { &mut None };
                    match side.turn(Some(&other.nodes), run, watch)? {
                        Turn::Expanded => {}
                        Turn::Exhausted => return Ok(Stage::Done),
                        Turn::Found(id) => return Ok(Stage::Found(side.ground.way(&side.nodes, id))),
                    }
                    if let Some((here, there)) = side.met.take() {
                        other.order.below = side.order.below;
                        self.met = Some(if at == 0 { (here, there) } else { (there, here) });
                    }
                }
            }
        }
        Ok(Stage::Enough)
    }

    /// Whether a side has had its trial and its bound is less than that of the other.
    fn is_left_behind(&self, at: usize) -> bool {
        let (side, other) = (&self.sides[at], &self.sides[1 - at]);
        side.expanded >= TRIAL && side.bound < other.bound
    }
}
