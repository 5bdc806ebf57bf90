//! Better solutions near one that is known.
//!
//! A solution that was found quickly often wastes a few pushes here and there. So all states that differ by one box from a state on its way are searched
//! for the cheapest way through them, then those that differ by two, and so on: a strip along the known way, narrow enough to be searched whole, and cut further by
//! the bound, because only what leads to fewer pushes is of interest. A better way has a strip of its own, and it begins anew. Often this ends with as many pushes
//! as the bound at the start, and nothing is left to prove.
//!
//! Where nothing better is near, another solution of the same cost is looked for: it has a strip of its own.
//!
//! The idea is that of neighbourhood search around plans (Nakhost and Müller, 2010) and of the optimisers of Sokoban players.

use damier_search::{Run, Stop, Watch};

use crate::board::{Cell, Position};
use crate::rules::Step;
use crate::solver::bits::Bits;
use crate::solver::fast::Best;
use crate::solver::fast::ground::{End, Ground};
use crate::solver::fast::plan::Push;
use crate::solver::fast::pushes::{self, First, Near, Order};

/// How much is done for a better solution.
pub(super) struct Effort {
    /// The most boxes by which a state may differ.
    away: usize,
    /// The most expansions of one search, for the end of a solution and for all of it.
    nodes: [u64; 2],
    /// How often another solution that is as good is looked for, which has a strip of its own.
    others: usize,
    /// It ends when so many expansions have brought nothing.
    in_vain: u64,
}

/// What is done at first: a fraction of a second.
pub(super) const SHORT: Effort = Effort { away: 4, nodes: [10_000, 20_000], others: 0, in_vain: u64::MAX };
/// What is done when luck has not helped: some seconds.
pub(super) const LONG: Effort = Effort { away: 3, nodes: [100_000, 200_000], others: 4, in_vain: 250_000 };

/// The parts of a solution that are left as they are, one after the other: the end is made better first. What is wasted there would leave more to try before.
const KEPT: [f64; 4] = [0.75, 0.5, 0.25, 0.0];
/// How much the bound counts where any better solution will do.
const GREED: u32 = 3;

/// Makes the best solution better, if it can be done soon.
pub(super) fn improve<const N: usize>(
    grounds: &mut [Ground<N>],
    best: &mut Best<'_>,
    effort: &Effort,
    run: &mut Run,
    watch: &mut Option<&mut Watch<'_>>,
) -> Result<(), Stop> {
    let mut since = run.stats.expanded;
    for kept in KEPT {
        let (mut away, mut weight) = (1, 1);
        while away <= effort.away && best.bound < best.below() {
            if run.stats.expanded - since >= effort.in_vain {
                return Ok(());
            }
            let strip = Strip { kept, away, weight, first: First::Same, equal: false };
            match strip.search(grounds, best, effort, run, watch)? {
                Found::Better => (away, since) = (1, run.stats.expanded),
                Found::Nothing => away += 1,
                // Too many states for the cheapest way: from now on any better one will do.
                Found::Enough if weight == 1 => weight = GREED,
                Found::Enough => break,
            }
        }
    }
    // All that is near has been seen. A way that is as good lies near other states.
    for first in [First::Low, First::High].into_iter().cycle().take(effort.others) {
        let mut strip = Strip { kept: 0.0, away: effort.away, weight: 1, first, equal: true };
        while strip.away <= effort.away && best.bound < best.below() {
            if run.stats.expanded - since >= effort.in_vain {
                return Ok(());
            }
            match strip.search(grounds, best, effort, run, watch)? {
                Found::Nothing => strip.away += 1,
                Found::Enough => break,
                Found::Better => {
                    if !strip.equal {
                        since = run.stats.expanded;
                    }
                    (strip.away, strip.equal, strip.first) = (1, false, First::Same);
                }
            }
        }
    }
    Ok(())
}

/// The states to search: those near the best solution, from some point of it on.
struct Strip {
    /// The part of the solution that is left as it is.
    kept: f64,
    away: usize,
    weight: u32,
    first: First,
    /// Whether another solution of the same cost will do.
    equal: bool,
}

/// What a search of a strip ended with.
enum Found {
    /// The best solution is another one now.
    Better,
    /// There is none here.
    Nothing,
    /// It was too much.
    Enough,
}

impl Strip {
    fn search<const N: usize>(
        &self,
        grounds: &mut [Ground<N>],
        best: &mut Best<'_>,
        effort: &Effort,
        run: &mut Run,
        watch: &mut Option<&mut Watch<'_>>,
    ) -> Result<Found, Stop> {
        let Some(way) = Way::new(&grounds[0], best) else { return Ok(Found::Nothing) };
        let at = (way.pushes.len() as f64 * self.kept) as usize;
        let order = Order {
            weight: self.weight,
            below: best.below() + u32::from(self.equal),
            most: effort.nodes[usize::from(at == 0)],
            first: self.first,
            away: self.away,
        };
        let near = Near { states: way.states[at..].to_vec(), player: way.players[at], pushes: at as u32 };
        match pushes::search_near(grounds, &order, &near, run, watch) {
            End::Found(pushes) => {
                best.offer(&[&way.pushes[..at], &pushes].concat());
                Ok(Found::Better)
            }
            End::Exhausted => Ok(Found::Nothing),
            End::Enough { .. } => Ok(Found::Enough),
            End::Stopped { why, .. } => Err(why),
        }
    }
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
