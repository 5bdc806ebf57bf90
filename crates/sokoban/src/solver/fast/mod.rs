//! `fast`: solutions with the fewest pushes, or the fewest moves, proven.
//!
//! First a greedy search looks for any solution with few nodes, unless one is known. It is the answer at once if it costs no more than the bound from
//! below. For the fewest pushes a short A* ([`pushes`]) follows, then a search for better solutions near the known one ([`near`]), at first short
//! and later longer, and at last A* from [`both`] ends until it is proven; for the fewest moves one A* ([`moves`]). Whatever stops them, the best solution so far and the proven bound are told.
//!
//! Ties: the fewest moves among the solutions with the fewest pushes come from a second search, of positions with the player's cell, that is
//! limited to the optimum of the first.

mod both;
mod ground;
mod moves;
mod near;
pub(crate) mod plan;
mod pushes;
mod room;
mod table;
#[cfg(test)]
mod tests;
mod tunnels;

use std::sync::Arc;

use damier_search::registry::{Guarantee, Info, OptionInfo, Takes};
use damier_search::{Cost, Limits, Outcome, Plan, Progress, Run, Stop, Watch};

use crate::board::{Direction, Position};
use crate::rules::Step;
use crate::solver::field::{self, Field};
use crate::solver::{Entry, Quick};
use ground::{End, Ground};
use plan::Push;
use pushes::{First, Order};
use room::Room;

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Metric {
    /// Pushes; walking is free.
    Pushes,
    /// Steps of the player, pushes included.
    Moves,
}

/// The solver of proven optima.
#[derive(Clone, Copy, Debug)]
pub struct Fast {
    /// What is to be the least.
    pub metric: Metric,
    /// Whether the other metric is to be the least among the best.
    pub tie: bool,
}

/// The greedy search counts the bound this many times.
const GREED: u32 = 5;
/// The most nodes of the greedy search: enough for most small levels, and a small part of a second.
const GREEDY_NODES: u64 = 10_000;

/// Often the bound at the start is the optimum, and a solution is a matter of taking the right one of many equal ways. So the search is begun
/// several times, each time with another preference and at most so many nodes, before the one that is to end.
const PROBES: [(First, u64); 5] = [
    (First::Same, 10_000),
    (First::Low, 10_000),
    (First::High, 10_000),
    (First::Low, 50_000),
    (First::High, 50_000),
];

impl Fast {
    /// Steps of the player that solve the position at the least cost, in what the metric counts.
    ///
    /// When a limit is reached: the best solution known and a proven bound from below.
    pub fn solve(
        &self,
        position: &Position,
        run: &mut Run,
        watch: Option<&mut Watch<'_>>,
    ) -> Outcome<Direction> {
        self.improve(position, &[], run, watch)
    }

    /// The same where some solution is known already, from another solver: it is the answer if it is proven to be the best, and the best known
    /// until a better one is found. Steps that do not solve the position are as good as none.
    pub fn improve(
        &self,
        position: &Position,
        known: &[Direction],
        run: &mut Run,
        watch: Option<&mut Watch<'_>>,
    ) -> Outcome<Direction> {
        if position.is_solved() {
            return Outcome::optimal(Plan { actions: Vec::new(), cost: 0 });
        }
        match field::words(position) {
            0..=1 => self.with_words::<1>(position, known, run, watch),
            2 => self.with_words::<2>(position, known, run, watch),
            3..=4 => self.with_words::<4>(position, known, run, watch),
            5..=16 => self.with_words::<16>(position, known, run, watch),
            _ => self.with_words::<64>(position, known, run, watch),
        }
    }

    fn with_words<const N: usize>(
        self,
        position: &Position,
        known: &[Direction],
        run: &mut Run,
        watch: Option<&mut Watch<'_>>,
    ) -> Outcome<Direction> {
        let before = run.memory.used();
        let outcome = self.with_field::<N>(position, known, run, watch);
        // The tables are gone; who goes on with this run has their memory again.
        run.memory.give_back(run.memory.used().saturating_sub(before) as usize);
        outcome
    }

    fn with_field<const N: usize>(
        self,
        position: &Position,
        known: &[Direction],
        run: &mut Run,
        mut watch: Option<&mut Watch<'_>>,
    ) -> Outcome<Direction> {
        let progress = run.progress().clone();
        let mut best = Best { position, metric: self.metric, plan: None, bound: 1, progress };
        best.offer_steps(known);
        let (field, distances) = match Field::<N>::within(position, run) {
            Ok(Some(field)) => field,
            Ok(None) => return Outcome::Unsolvable,
            Err(why) => return best.stopped(why),
        };
        let mut grounds = vec![Ground::new(field, Arc::new(distances))];
        let ground = &mut grounds[0];
        let least = match ground.bound(&ground.field.start(), ground.field.player, run) {
            Ok(Some(least)) => least,
            Ok(None) => return Outcome::Unsolvable,
            Err(why) => return best.stopped(why),
        };
        best.bound = least.max(1);
        run.proves(best.bound);
        // One for each thread, as far as there is memory; who watches sees one thread.
        let threads = if watch.is_some() { 1 } else { run.threads };
        while grounds.len() < threads {
            let Ok(another) = grounds[0].another(&mut run.memory) else { break };
            grounds.push(another);
        }
        let outcome = self.search(&mut grounds, &mut best, run, &mut watch);
        grounds.iter_mut().for_each(|ground| ground.release(&mut run.memory));
        outcome
    }

    fn search<const N: usize>(
        self,
        grounds: &mut [Ground<N>],
        best: &mut Best<'_>,
        run: &mut Run,
        watch: &mut Option<&mut Watch<'_>>,
    ) -> Outcome<Direction> {
        if best.plan.is_none() {
            let greedy =
                Order { weight: GREED, below: u32::MAX, most: GREEDY_NODES, first: First::Same, away: 0 };
            match pushes::search(grounds, &greedy, run, watch) {
                End::Found(pushes) => best.offer(&pushes),
                End::Exhausted => return Outcome::Unsolvable,
                End::Stopped { why, .. } => return best.stopped(why),
                End::Enough { .. } => {}
            }
        }
        if self.metric == Metric::Pushes {
            let end = fewest_pushes(grounds, best, run, watch);
            if let Err(outcome) = best.take(end) {
                return outcome;
            }
            if !self.tie {
                return best.proven();
            }
        }
        // The solution that is known may be as good as any in the metric, but not in the other: look for its equals too.
        let below = best.below().saturating_add(self.tie.into());
        let end = moves::search(&mut grounds[0], self.metric, self.tie, below, run, watch);
        match best.take(end) {
            Ok(()) => best.proven(),
            Err(outcome) => outcome,
        }
    }
}

/// The most states of a goal room in its table: some tenths of a second.
const ROOM: usize = 100_000;

/// Where boxes have so few cells to stand on, both ends are searched before anything is tried near a known solution, with so many
/// expansions: that ends nearly all small levels.
const SMALL: (u16, u64) = (64, 500_000);

/// Looks for a solution with fewer pushes than the best, or for a proof that there is none.
fn fewest_pushes<const N: usize>(
    grounds: &mut [Ground<N>],
    best: &mut Best<'_>,
    run: &mut Run,
    watch: &mut Option<&mut Watch<'_>>,
) -> End {
    let end = one_after_the_other(grounds, best, run, watch);
    // The table of a room holds below the limit of these searches only.
    let rooms: Vec<_> = grounds.iter_mut().filter_map(|ground| ground.room.take()).collect();
    rooms.into_iter().filter_map(Arc::into_inner).for_each(|room| room.release(&mut run.memory));
    end
}

/// Searches for fewer pushes, from what ends soon to what ends for certain.
fn one_after_the_other<const N: usize>(
    grounds: &mut [Ground<N>],
    best: &mut Best<'_>,
    run: &mut Run,
    watch: &mut Option<&mut Watch<'_>>,
) -> End {
    let start = best.bound;
    let small = grounds[0].field.live <= SMALL.0;
    let spare = grounds[0].field.has_spare_boxes();
    for (at, (first, most)) in PROBES.into_iter().enumerate() {
        let order = Order { weight: 1, below: best.below(), most, first, away: 0 };
        match pushes::search(grounds, &order, run, watch) {
            End::Enough { bound, .. } => best.bound = best.bound.max(bound),
            end => return end,
        }
        if at == 0
            && let Err(why) = tabulate_room(grounds, best.below(), run)
        {
            return End::Stopped { why, bound: best.bound, best: None };
        }
        if at == 0 && small && !spare {
            match from_both_ends(grounds, best, SMALL.1, run, watch) {
                End::Enough { bound, best: found } => {
                    found.iter().for_each(|pushes| best.offer(pushes));
                    best.bound = best.bound.max(bound.min(best.below()));
                }
                end => return end,
            }
        }
        if at == 0
            && let Err(why) = near::improve(grounds, best, &near::SHORT, run, watch)
        {
            return End::Stopped { why, bound: best.bound, best: None };
        }
        if best.bound >= best.below() {
            return End::Exhausted;
        }
        // Where the bound has risen it is not luck that is missing.
        if best.bound > start {
            break;
        }
    }
    if let Err(why) = near::improve(grounds, best, &near::LONG, run, watch) {
        return End::Stopped { why, bound: best.bound, best: None };
    }
    if best.bound >= best.below() {
        return End::Exhausted;
    }
    if spare {
        let order = Order { weight: 1, below: best.below(), most: u64::MAX, first: First::Same, away: 0 };
        return pushes::search(grounds, &order, run, watch);
    }
    from_both_ends(grounds, best, u64::MAX, run, watch)
}

/// Makes the table of the goal room, if there is one, for searches below this limit.
fn tabulate_room<const N: usize>(grounds: &mut [Ground<N>], below: u32, run: &mut Run) -> Result<(), Stop> {
    // A thousandth of the bytes is a sixteenth of the memory or so.
    let most = run.memory.limit().map_or(ROOM, |bytes| ROOM.min(bytes as usize / 1024));
    let room = match Room::new(&grounds[0].field, below, most, run) {
        Ok(room) => room.map(Arc::new),
        // Without memory it goes on without.
        Err(Stop::Memory) => None,
        Err(why) => return Err(why),
    };
    grounds.iter_mut().for_each(|ground| ground.room.clone_from(&room));
    Ok(())
}

/// The search from both ends, with so many expansions at most.
fn from_both_ends<const N: usize>(
    grounds: &mut [Ground<N>],
    best: &Best<'_>,
    most: u64,
    run: &mut Run,
    watch: &mut Option<&mut Watch<'_>>,
) -> End {
    let order = Order { weight: 1, below: best.below(), most, first: First::Same, away: 0 };
    both::search(grounds, &order, both::TURNS, run, watch)
}

/// The best solution so far.
struct Best<'a> {
    position: &'a Position,
    metric: Metric,
    plan: Option<Plan<Direction>>,
    /// No solution is cheaper.
    bound: Cost,
    /// Who watches hears of what is better.
    progress: Arc<Progress>,
}

impl Best<'_> {
    /// Solutions of this cost or more are not wanted.
    fn below(&self) -> Cost {
        self.plan.as_ref().map_or(Cost::MAX, |plan| plan.cost)
    }

    /// Takes a solution that is no worse than the one so far.
    fn offer(&mut self, pushes: &[Push]) {
        if let Some(steps) = plan::steps(self.position, pushes) {
            self.offer_steps(&steps);
        }
    }

    /// Takes a solution that is no worse than the one so far.
    fn offer_steps(&mut self, steps: &[Direction]) {
        let mut position = self.position.clone();
        let mut pushes = 0;
        for &step in steps {
            match position.step(step) {
                Some(Step::Push(_)) => pushes += 1,
                Some(Step::Walk) => {}
                None => return,
            }
        }
        let cost = match self.metric {
            Metric::Pushes => pushes,
            Metric::Moves => steps.len() as Cost,
        };
        if position.is_solved() && cost <= self.below() {
            self.progress.found(cost);
            self.plan = Some(Plan { actions: steps.to_vec(), cost });
        }
    }

    /// Takes what a search for the optimum ended with; an error is the answer at once.
    fn take(&mut self, end: End) -> Result<(), Outcome<Direction>> {
        match end {
            End::Found(pushes) => self.offer(&pushes),
            End::Exhausted | End::Enough { .. } => {}
            End::Stopped { why, bound, best } => {
                best.iter().for_each(|pushes| self.offer(pushes));
                self.bound = self.bound.max(bound.min(self.below()));
                return Err(self.stopped(why));
            }
        }
        match &self.plan {
            Some(plan) => {
                self.bound = plan.cost;
                Ok(())
            }
            None => Err(Outcome::Unsolvable),
        }
    }

    /// What is known when something ran out. Where the solution and the bound have met nothing is missing.
    fn stopped(&mut self, why: Stop) -> Outcome<Direction> {
        if self.plan.as_ref().is_some_and(|plan| plan.cost <= self.bound) {
            return self.proven();
        }
        Outcome::Stopped { why, best: self.plan.take(), lower_bound: self.bound }
    }

    fn proven(&mut self) -> Outcome<Direction> {
        self.plan.iter().for_each(|plan| self.progress.proves(plan.cost));
        self.plan.take().map_or(Outcome::Unsolvable, Outcome::optimal)
    }
}

/// What came of a [`hand`].
pub(super) enum Hand {
    /// A solution.
    Found(Vec<Push>),
    /// There is none.
    Exhausted,
    /// Neither, with so many expansions.
    Enough,
}

/// A hand for a solver of any solution: A* that counts the bound `weight` times, with so many expansions at most. What is in the way of
/// the one is often easy for the other.
pub(super) fn hand<const N: usize>(
    position: &Position,
    weight: u32,
    most: u64,
    run: &mut Run,
) -> Result<Hand, Stop> {
    let before = run.memory.used();
    let Some((field, distances)) = Field::<N>::within(position, run)? else { return Ok(Hand::Exhausted) };
    let mut ground = Ground::new(field, Arc::new(distances));
    let order = Order { weight, below: u32::MAX, most, first: First::Same, away: 0 };
    let end = pushes::search(std::slice::from_mut(&mut ground), &order, run, &mut None);
    ground.release(&mut run.memory);
    run.memory.give_back(run.memory.used().saturating_sub(before) as usize);
    match end {
        End::Found(pushes) => Ok(Hand::Found(pushes)),
        End::Exhausted => Ok(Hand::Exhausted),
        End::Enough { .. } => Ok(Hand::Enough),
        End::Stopped { why, .. } => Err(why),
    }
}

/// So many boxes are many, and as many expansions are for a first solution of them.
const MANY: usize = 6;
const FIRST: u64 = 40_000;

impl Fast {
    /// The best solution. Where there are many boxes `quick` finds one first, so that there is something to show when time is up,
    /// and something to be measured against.
    fn with_first(
        self,
        position: &Position,
        run: &mut Run,
        watch: Option<&mut Watch<'_>>,
    ) -> Outcome<Direction> {
        if self.metric == Metric::Moves || position.boxes.len() < MANY {
            return self.solve(position, run, watch);
        }
        let left = run.left();
        let limits = Limits {
            nodes: Some(left.nodes.map_or(FIRST, |nodes| (nodes / 4).min(FIRST))),
            time: left.time.map(|time| time / 8),
            ..left
        };
        let mut first = run.beside(limits);
        let found = Quick::default().solve(position, &mut first, None);
        run.stats.expanded += first.stats.expanded;
        run.stats.generated += first.stats.generated;
        run.memory.saw(&first.memory);
        // The count of expansions has jumped: the next look at the limits is set anew.
        if let Err(why) = run.look() {
            let lower_bound = found.lower_bound().unwrap_or(0);
            return Outcome::Stopped { why, best: found.plan().cloned(), lower_bound };
        }
        match found {
            Outcome::Unsolvable => Outcome::Unsolvable,
            _ => match found.plan() {
                Some(plan) => self.improve(position, &plan.actions, run, watch),
                None => self.solve(position, run, watch),
            },
        }
    }
}

const INFO: Info = Info {
    name: "fast",
    summary: "fewest pushes or fewest moves, proven: made for this game",
    optimal: Guarantee::Yes,
    complete: Guarantee::Yes,
    memory: "states, packed",
    heuristic: false,
    options: &[OptionInfo::new(
        "tie",
        "whether the other metric is to be the fewest among the best solutions",
        Takes::Choice(&["no", "yes"]),
        "no",
    )],
};

/// For the list of solvers.
pub(super) fn entry() -> Entry {
    Entry {
        info: &INFO,
        solve: |position, args, metric, run, watch| {
            Ok(Fast { metric, tie: args.is("tie", "yes") }.with_first(position, run, watch))
        },
    }
}
