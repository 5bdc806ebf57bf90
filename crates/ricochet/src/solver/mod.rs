//! `fast`: shortest solutions, many states at a time.
//!
//! **Sets instead of states.** The robot that has the target is the *main* one; the others are *helpers*, and
//! interchangeable. For each placement of the helpers one bit set says on which cells the main robot was seen. A helper's
//! move leads from one placement to another for the whole set at once; only where the main robot stands in the helper's
//! way is it a case of its own.
//!
//! **Search.** With free stops, the main robot would need `h` slides from its cell: a bound from below that no move lowers by
//! more than one. The states that were reached with `g` moves and `g + h = f` are level `f` (A* with buckets: Hart, Nilsson
//! and Raphael, 1968). A slide that brings the main robot nearer stays in its level; a helper's move leads to the next; any
//! other slide of the main robot waits for a level after that. So each level comes from the one before, each state is looked at
//! once, and the first level that holds the target is the shortest solution.
//!
//! **The last helper move is not made.** A solution of `f + 1` moves ends with one helper move from a state of level `f` and a
//! way straight down. [`relevance`] knows which helper moves can matter to that, and they are tried on the spot: the last
//! and largest level is never entered in the table, and the one before it only until the solution turns up.
//!
//! **Rare boards.** Where diagonals turn robots, slides come from the tables of the generic algorithms, one state at a
//! time. Where any robot may take the target, each has a search of its own, and they go on level by level together.

mod bits;
mod field;
mod levels;
mod plan;
mod relevance;
mod table;

use damier_search::registry::{Algorithm, Entry, Guarantee, Info};
use damier_search::{Cost, Event, Observer, Outcome, Plan, Problem, Run, Stop};

use crate::problem::{Movers, Slide, SlideProblem, Word};
use levels::Search;

/// The declaration.
pub(crate) const INFO: Info = Info {
    name: "fast",
    summary: "shortest solutions by levels of sets: made for this game",
    optimal: Guarantee::Yes,
    complete: Guarantee::Yes,
    memory: "one bit set a placement of the helpers",
    heuristic: false,
    options: &[],
};

/// The specialised solver.
pub(crate) struct Fast;

/// For the registry.
pub(crate) fn entry<W: Word>() -> Entry<SlideProblem<W>> {
    Entry { info: &INFO, build: |_| Box::new(Fast) }
}

impl<W: Word> Algorithm<SlideProblem<W>> for Fast {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn search<O: Observer<SlideProblem<W>>>(
        &self,
        problem: &SlideProblem<W>,
        run: &mut Run,
        observer: &mut O,
    ) -> Outcome<Slide> {
        if problem.is_goal(&problem.start()) {
            return Outcome::optimal(Plan { actions: Vec::new(), cost: 0 });
        }
        // Sets of 256 cells are the usual case; a board of more has sets four times as large.
        let small = problem.board.width() * problem.board.height() <= 256;
        if problem.any && problem.movable > 1 {
            let each: Vec<_> = (0..problem.robots()).map(|slot| problem.main(slot, Movers::All)).collect();
            if small { together::<W, 4>(problem, &each, run) } else { together::<W, 16>(problem, &each, run) }
        } else if problem.any {
            // The first robot alone moves, whoever else might have taken the target.
            let alone = problem.main(0, Movers::Main);
            let outcome = if small {
                one::<W, 4, _>(&alone, run, &mut ())
            } else {
                one::<W, 16, _>(&alone, run, &mut ())
            };
            outcome.map(|slides| problem.slides(&alone.name(slides)))
        } else if small {
            one::<W, 4, O>(problem, run, observer)
        } else {
            one::<W, 16, O>(problem, run, observer)
        }
    }
}

/// Solves for one main robot.
fn one<W: Word, const N: usize, O: Observer<SlideProblem<W>>>(
    problem: &SlideProblem<W>,
    run: &mut Run,
    observer: &mut O,
) -> Outcome<Slide> {
    let mut search = match Search::<W, N>::new(problem, run) {
        Ok(Some(search)) => search,
        Ok(None) => return Outcome::Unsolvable,
        Err(why) => return Outcome::Stopped { why, best: None, lower_bound: 1 },
    };
    loop {
        run.stats.bound = search.bound();
        if O::ACTIVE {
            observer.on(Event::Bound(run.stats.bound));
        }
        match search.advance(run, observer) {
            Ok(Some(found)) => return solved(search.plan(&found), run),
            Ok(None) if search.is_exhausted() => return Outcome::Unsolvable,
            Ok(None) => {}
            Err(why) => return stopped(why, run),
        }
    }
}

/// Solves for the robot that is there first, each as the main one of a search of its own.
fn together<W: Word, const N: usize>(
    problem: &SlideProblem<W>,
    mains: &[SlideProblem<W>],
    run: &mut Run,
) -> Outcome<Slide> {
    let mut searches = Vec::new();
    for main in mains {
        match Search::<W, N>::new(main, run) {
            Ok(search) => searches.extend(search),
            Err(why) => return Outcome::Stopped { why, best: None, lower_bound: 1 },
        }
    }
    let mut best: Option<Plan<Slide>> = None;
    loop {
        let bound = searches.iter().map(Search::bound).min();
        let Some(bound) = bound.filter(|&bound| best.as_ref().is_none_or(|best| bound < best.cost)) else {
            break;
        };
        run.stats.bound = bound;
        let mut at = 0;
        while at < searches.len() {
            let search = &mut searches[at];
            at += 1;
            if search.bound() > bound {
                continue;
            }
            match search.advance(run, &mut ()) {
                Ok(Some(found)) => {
                    let moves = search.problem.name(&search.plan(&found));
                    let cost = moves.len() as Cost;
                    if best.as_ref().is_none_or(|best| cost < best.cost) {
                        best = Some(Plan { actions: problem.slides(&moves), cost });
                    }
                    // Its solution is the shortest for this robot.
                    at -= 1;
                    drop(searches.remove(at));
                }
                Ok(None) if search.is_exhausted() => {
                    at -= 1;
                    drop(searches.remove(at));
                }
                Ok(None) => {}
                Err(why) => return Outcome::Stopped { why, best, lower_bound: bound },
            }
        }
    }
    best.map_or(Outcome::Unsolvable, |plan| solved(plan.actions, run))
}

fn solved(actions: Vec<Slide>, run: &mut Run) -> Outcome<Slide> {
    let cost = actions.len() as Cost;
    run.stats.bound = cost;
    Outcome::optimal(Plan { actions, cost })
}

fn stopped(why: Stop, run: &Run) -> Outcome<Slide> {
    Outcome::Stopped { why, best: None, lower_bound: run.stats.bound }
}
