//! Every shortest solution.
//!
//! The levels are found whole, one after the other, until a level's states can be ended: by one helper move and a way
//! straight down, or by a slide of the main robot that waited for the next level and goes straight down from there. Where all
//! such ends are known, the states of the last level that lie on shortest solutions are known too. From the target back, a
//! state's ways are added to each state from which a move leads to it with one move less; that one must be written in its
//! level. Walking forward through states that have ways lists the solutions in the order of the moves.

use damier_search::algorithms::AllPlans;
use damier_search::memory::block;
use damier_search::pieces::push;
use damier_search::store::Store;
use damier_search::{Budget, Cost, Plan, Problem, Reversible, Run, Stop};

use super::kept::{Has, Kept};
use super::levels::Search;
use super::news::Came;
use super::shard::Waiting;
use crate::problem::{Slide, SlideProblem, Word};

/// The states of one number of moves that lie on shortest solutions, and how many ways lead on to the target.
type Ways<W> = Store<W, u128>;

/// All shortest solutions, counted, and up to `most` of them listed; none where this search is not made for the question:
/// diagonals that turn, or a target that any robot may take.
pub(crate) fn all<W: Word>(
    problem: &SlideProblem<W>,
    most: usize,
    run: &mut Run,
) -> Option<Result<AllPlans<Slide>, Stop>> {
    if problem.any || problem.runs.turns() || problem.is_goal(&problem.start()) {
        return None;
    }
    let small = problem.board.width() * problem.board.height() <= 256;
    Some(if small { find::<W, 4>(problem, most, run) } else { find::<W, 16>(problem, most, run) })
}

fn find<W: Word, const N: usize>(
    problem: &SlideProblem<W>,
    most: usize,
    run: &mut Run,
) -> Result<AllPlans<Slide>, Stop>
where
    Kept: Has<N>,
{
    let none = AllPlans { cost: None, count: 0, plans: Vec::new() };
    let Some(mut search) = Search::<W, N>::new(problem, 1, run)? else { return Ok(none) };
    let last = loop {
        run.stats.bound = search.bound();
        let last = search.ends(run)?;
        if !last.is_empty() {
            break last;
        }
        search.whole_level(run)?;
        if search.is_exhausted() {
            return Ok(none);
        }
    };
    let cost = search.bound();
    let ways = search.ways_back(&last, cost as usize, run)?;
    let count = ways[0].find(&problem.start()).map_or(0, |id| *ways[0].value(id));
    Ok(AllPlans { cost: Some(cost), count, plans: list(problem, &ways, cost, most, run)? })
}

impl<W: Word, const N: usize> Search<'_, W, N> {
    /// The states of the next level that lie on a way straight down to the target. Empty if there are none.
    fn ends(&mut self, run: &mut Run) -> Result<Store<W, ()>, Stop> {
        let depth = self.depth();
        let (ground, shard) = (&self.ground, &mut self.shards[0]);
        let mut entered: Vec<W> = Vec::new();
        let waiting = shard.waiting.get_mut(depth).map(std::mem::take).unwrap_or_default();
        let mut stop = Ok(());
        for &Waiting { number, cell, .. } in &waiting {
            let key = shard.table.entries[number as usize].key;
            shard.place_helpers(ground, key);
            if shard.field.descends(&ground.estimates, usize::from(cell)) {
                stop = stop.and_then(|()| push(&mut entered, key.with_main(cell), &mut run.memory));
            }
            shard.lift_helpers(ground, key);
        }
        if let Some(there) = shard.waiting.get_mut(depth) {
            *there = waiting;
        }
        stop?;
        let size = shard.levels.last().map_or(0, |level| level.keys.len());
        for at in 0..if ground.problem.movable > 1 { size } else { 0 } {
            if at % 256 == 0 {
                run.look()?;
            }
            let (key, set) = (shard.levels[depth - 1].keys[at], shard.levels[depth - 1].sets[at]);
            shard.place_helpers(ground, key);
            shard.last_moves(ground, key, Came::Somehow, &set, |main, from, _, to| {
                let state = key.with_main(main as u16);
                let slot = (1..=ground.helpers).find(|&slot| usize::from(state.get(slot)) == from);
                let ended = ground.problem.moved(state, slot.unwrap_or(0), to as u16);
                stop = stop.and_then(|()| push(&mut entered, ended, &mut run.memory));
            });
            shard.lift_helpers(ground, key);
            stop?;
        }
        let mut last = Store::new();
        for &state in &entered {
            run.step()?;
            let key = state.with_main(0);
            shard.place_helpers(ground, key);
            let mut todo = vec![usize::from(state.get(0))];
            while let Some(main) = todo.pop() {
                let state = key.with_main(main as u16);
                if shard.field.descends(&ground.estimates, main)
                    && let Err(fresh) = last.find(&state)
                {
                    stop = stop.and_then(|()| last.add(fresh, state, (), &mut run.memory).map(drop));
                    let here = ground.estimate(main);
                    todo.extend(
                        shard.field.stops(main).into_iter().filter(|&stop| ground.estimate(stop) < here),
                    );
                }
            }
            shard.lift_helpers(ground, key);
            stop?;
        }
        run.memory.give_back(entered.capacity() * size_of::<W>());
        Ok(last)
    }

    /// For each number of moves, the states on shortest solutions and their ways to the target.
    fn ways_back(&self, last: &Store<W, ()>, cost: usize, run: &mut Run) -> Result<Vec<Ways<W>>, Stop> {
        let ground = &self.ground;
        let levels = &self.shards[0].levels;
        // Where a placement is written in a level, for the levels that are asked about.
        let mut places: Vec<Option<Store<W, u32>>> = levels.iter().map(|_| None).collect();
        let mut ways: Vec<Ways<W>> = (0..=cost).map(|_| Ways::new()).collect();
        for &state in (0..last.len() as u32).map(|id| last.state(id)) {
            if state.get(0) == ground.problem.target {
                *counted(&mut ways[cost], state, &mut run.memory)? = 1;
            }
        }
        for moves in (0..cost).rev() {
            let mut here = Ways::new();
            let after = &ways[moves + 1];
            for id in 0..after.len() as u32 {
                run.look()?;
                let (state, count) = (after.state(id), *after.value(id));
                let mut refused = None;
                ground.problem.predecessors(state, |_, origin, _| {
                    let main = usize::from(origin.get(0));
                    let Some(level) = (moves + usize::from(ground.estimate(main))).checked_sub(ground.first)
                    else {
                        return;
                    };
                    let written = if level == levels.len() {
                        last.contains(&origin)
                    } else if let (Some(list), Some(places)) = (levels.get(level), places.get_mut(level)) {
                        let key = origin.with_main(0);
                        if places.is_none() {
                            match placed(&list.keys, &mut run.memory) {
                                Ok(map) => *places = Some(map),
                                Err(why) => refused = Some(why),
                            }
                        }
                        let place =
                            places.as_ref().and_then(|places| Some(*places.value(places.find(&key).ok()?)));
                        place.is_some_and(|place| list.sets[place as usize].contains(main))
                    } else {
                        false
                    };
                    if written {
                        match counted(&mut here, origin, &mut run.memory) {
                            Ok(sum) => *sum = count.saturating_add(*sum),
                            Err(why) => refused = Some(why),
                        }
                    }
                });
                if let Some(why) = refused {
                    return Err(why);
                }
            }
            ways[moves] = here;
        }
        Ok(ways)
    }
}

/// Where each placement stands in the list.
fn placed<W: Word>(keys: &[W], memory: &mut Budget) -> Result<Store<W, u32>, Stop> {
    let mut places = Store::new();
    for (&key, place) in keys.iter().zip(0..) {
        if let Err(fresh) = places.find(&key) {
            places.add(fresh, key, place, memory)?;
        }
    }
    Ok(places)
}

/// The ways of a state: none yet if it is new.
fn counted<'a, W: Word>(ways: &'a mut Ways<W>, state: W, memory: &mut Budget) -> Result<&'a mut u128, Stop> {
    let id = match ways.find(&state) {
        Ok(id) => id,
        Err(fresh) => ways.add(fresh, state, 0, memory)?,
    };
    Ok(ways.value_mut(id))
}

/// The first of the solutions.
fn list<W: Word>(
    problem: &SlideProblem<W>,
    ways: &[Ways<W>],
    cost: Cost,
    most: usize,
    run: &mut Run,
) -> Result<Vec<Plan<Slide>>, Stop> {
    let mut plans = Vec::new();
    // A depth-first walk: the moves so far, and the states still to be followed.
    let mut actions = Vec::new();
    let mut pending = vec![(0, problem.start(), None)];
    while let Some((depth, state, action)) = pending.pop() {
        if plans.len() == most {
            break;
        }
        run.look()?;
        actions.truncate(depth);
        actions.extend(action);
        if actions.len() == cost as usize {
            run.memory.take(block(size_of_val(&actions[..])))?;
            push(&mut plans, Plan { actions: actions.clone(), cost }, &mut run.memory)?;
            continue;
        }
        let from = pending.len();
        problem.successors(&state, |action, next, _| {
            if ways[actions.len() + 1].contains(&next) {
                pending.push((actions.len(), next, Some(action)));
            }
        });
        pending[from..].reverse();
    }
    Ok(plans)
}

#[cfg(test)]
mod tests {
    use damier_search::Limits;
    use damier_search::algorithms::all_optimal;
    use damier_search::registry::arguments;

    use super::*;
    use crate::generate::{OPTIONS, generate};
    use crate::heuristics::CellMap;
    use crate::problem::Movers;

    /// The same solutions in the same order as A* finds, on boards of both sizes of set and with up to five robots.
    #[test]
    fn the_solutions_are_those_that_astar_finds() {
        let (mut compared, mut several) = (0, 0);
        for seed in 0..160 {
            let side = ["4", "7", "16", "18"][seed as usize % 4];
            let robots = ["1", "2", "4", "5"][seed as usize / 4 % 4];
            let pairs = [
                ("recipe", "free"),
                ("width", side),
                ("height", side),
                ("robots", robots),
                ("density", "0.15"),
            ];
            let pairs: Vec<_> =
                pairs.iter().map(|&(key, value)| (key.to_owned(), value.to_owned())).collect();
            let position = generate(&arguments("generate", OPTIONS, &pairs).unwrap(), seed).unwrap();
            for movers in [Movers::All, Movers::Main] {
                let problem = SlideProblem::<u128>::new(&position, movers);
                let limits = Limits { nodes: Some(8_000), ..Limits::default() };
                let bounces = CellMap::bounces(&problem);
                let Ok(astar) = all_optimal(&problem, &bounces, 50, &mut Run::new(limits)) else { continue };
                let Some(fast) = all(&problem, 50, &mut Run::new(Limits::default())) else { continue };
                let fast = fast.unwrap();
                assert_eq!((fast.cost, fast.count), (astar.cost, astar.count), "seed {seed}, {movers:?}");
                assert_eq!(fast.plans, astar.plans, "seed {seed}, {movers:?}");
                compared += 1;
                several += usize::from(fast.count > 1);
            }
        }
        assert!(compared > 150 && several > 40, "{compared}, {several}");
    }
}
