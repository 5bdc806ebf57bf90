//! Better solutions near one that is known.
//!
//! A solution that was found quickly often wastes a few pushes here and there. So all states that differ by one box from a state on its way are searched
//! for the cheapest way through them, then those that differ by two, and so on: a strip along the known way, narrow enough to be searched whole, and cut further by
//! the bound, because only what leads to fewer pushes is of interest. A better way has a strip of its own, and it begins anew. Often this ends with as many pushes
//! as the bound at the start, and nothing is left to prove.
//!
//! The idea is that of neighbourhood search around plans (Nakhost and Müller, 2010) and of the optimisers of Sokoban players.

use damier_search::{Run, Stop, Watch};

use crate::board::{Cell, Position};
use crate::rules::Step;
use crate::solver::bits::Bits;
use crate::solver::fast::Best;
use crate::solver::fast::ground::{End, Ground};
use crate::solver::fast::plan::Push;
use crate::solver::fast::pushes::{self, First, Order};

/// The most boxes by which a state may differ.
const MOST_AWAY: usize = 4;

/// How much is done for a better solution.
pub(super) struct Effort {
    /// The most expansions of one search, for the end of a solution and for all of it.
    nodes: [u64; 2],
    /// It ends when so many expansions have brought nothing.
    in_vain: u64,
}

/// What is done at first: a fraction of a second.
pub(super) const SHORT: Effort = Effort { nodes: [10_000, 20_000], in_vain: u64::MAX };
/// What is done when luck has not helped: some seconds.
pub(super) const LONG: Effort = Effort { nodes: [100_000, 200_000], in_vain: 250_000 };

/// The parts of a solution that are left as they are, one after the other: the end is made better first. What is wasted there would leave more to try before.
const KEPT: [f64; 4] = [0.75, 0.5, 0.25, 0.0];
/// How much the bound counts where any better solution will do.
const GREED: u32 = 3;

/// Makes the best solution better, if it can be done soon.
pub(super) fn improve<const N: usize>(
    ground: &mut Ground<N>,
    best: &mut Best<'_>,
    effort: &Effort,
    run: &mut Run,
    watch: &mut Option<&mut Watch<'_>>,
) -> Result<(), Stop> {
    let mut since = run.stats.expanded;
    for kept in KEPT {
        let (mut away, mut weight) = (1, 1);
        while away <= MOST_AWAY && best.bound < best.below() {
            if run.stats.expanded - since >= effort.in_vain {
                return Ok(());
            }
            let Some(way) = Way::new(ground, best) else { return Ok(()) };
            let at = (way.pushes.len() as f64 * kept) as usize;
            let most = effort.nodes[usize::from(at == 0)];
            let order = Order { weight, below: best.below(), most, first: First::Same, away };
            let from = (way.players[at], at as u32);
            match pushes::search_near(ground, &order, way.states[at..].to_vec(), from, run, watch) {
                End::Found(pushes) => {
                    best.offer(&[&way.pushes[..at], &pushes].concat());
                    (away, since) = (1, run.stats.expanded);
                }
                End::Exhausted => away += 1,
                // Too many states for the cheapest way: from now on any better one will do.
                End::Enough { .. } if weight == 1 => weight = GREED,
                End::Enough { .. } => break,
                End::Stopped { why, .. } => return Err(why),
            }
        }
    }
    Ok(())
}

/// The best solution as the searches see it.
struct Way<const N: usize> {
    pushes: Vec<Push>,
    /// The boxes before each push and at the end, and the player.
    states: Vec<Bits<N>>,
    players: Vec<u16>,
}

impl<const N: usize> Way<N> {
    /// None if nothing is known.
    fn new(ground: &Ground<N>, best: &Best<'_>) -> Option<Self> {
        let plan = best.plan.as_ref()?;
        let mut position = best.position.clone();
        let number = |cell: Cell| ground.field.numbers[cell.index()];
        let boxes = |position: &Position| {
            let numbers = position.boxes.iter().map(|&cell| number(cell));
            Bits::of(numbers.filter(|&number| number != ground.field.wall()))
        };
        let mut way = Way {
            pushes: Vec::new(),
            states: vec![boxes(&position)],
            players: vec![number(position.player)],
        };
        for &step in &plan.actions {
            if let Some(Step::Push(pushed)) = position.step(step) {
                way.pushes.push(Push { from: position.player, to: position.boxes[pushed] });
                way.states.push(boxes(&position));
                way.players.push(number(position.player));
            }
        }
        Some(way)
    }
}
