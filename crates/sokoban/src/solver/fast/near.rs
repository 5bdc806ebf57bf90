//! Better solutions near one that is known.
//!
//! A solution that was found quickly often wastes a few pushes here and there. So all states that differ by one box from a state on its way are searched
//! for the cheapest way through them, then those that differ by two, and so on: a strip along the known way, narrow enough to be searched whole, and cut further by
//! the bound, because only what leads to fewer pushes is of interest. A better way has a strip of its own, and it begins anew. Often this ends with as many pushes
//! as the bound at the start, and nothing is left to prove.
//!
//! The idea is that of neighbourhood search around plans (Nakhost and Müller, 2010) and of the optimisers of Sokoban players.

use damier_search::kit::Watch;
use damier_search::{Run, Stop};

use crate::solver::bits::Bits;
use crate::solver::fast::Best;
use crate::solver::fast::ground::{End, Ground};
use crate::solver::fast::pushes::{self, First, Order};

/// The most boxes by which a state may differ.
const MOST_AWAY: usize = 4;
/// The most expansions of one search.
const MOST_NODES: u64 = 20_000;

/// How much the bound counts where any better solution will do.
const GREED: u32 = 3;

/// Makes the best solution better, if it can be done soon.
pub(super) fn improve<const N: usize>(
    ground: &mut Ground<N>,
    best: &mut Best<'_>,
    run: &mut Run,
    watch: &mut Option<&mut dyn Watch>,
) -> Result<(), Stop> {
    let (mut away, mut weight) = (1, 1);
    while away <= MOST_AWAY && best.bound < best.below() {
        let near = states(ground, best);
        if near.is_empty() {
            break;
        }
        let order = Order { weight, below: best.below(), most: MOST_NODES, first: First::Same, away };
        match pushes::search_near(ground, &order, near, run, watch) {
            End::Found(pushes) => {
                best.offer(&pushes);
                away = 1;
            }
            End::Exhausted => away += 1,
            // Too many states for the cheapest way: from now on any better one will do.
            End::Enough { .. } if weight == 1 => weight = GREED,
            End::Enough { .. } => break,
            End::Stopped { why, .. } => return Err(why),
        }
    }
    Ok(())
}

/// The boxes before each push of the best solution, and at its end.
fn states<const N: usize>(ground: &Ground<N>, best: &Best<'_>) -> Vec<Bits<N>> {
    let Some(plan) = &best.plan else { return Vec::new() };
    let mut position = best.position.clone();
    let field = &ground.field;
    let boxes = |position: &crate::board::Position| {
        let numbers = position.boxes.iter().map(|cell| field.numbers[cell.index()]);
        Bits::of(numbers.filter(|&number| number != field.wall()))
    };
    let mut states = vec![boxes(&position)];
    for &step in &plan.actions {
        if matches!(position.step(step), Some(crate::rules::Step::Push(_))) {
            states.push(boxes(&position));
        }
    }
    states
}
