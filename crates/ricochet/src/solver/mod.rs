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
//! **One order is enough.** A helper's move and a slide of the main robot that have nothing to do with each other can be made in
//! either order; [`news`] tells which slides are worth making after which move.
//!
//! **The last helper move is not made.** A solution of `f + 1` moves ends with one helper move from a state of level `f` and a
//! way straight down. [`relevance`] knows which helper moves can matter to that, and they are tried on the spot: the last
//! and largest level is never entered in the table, and the one before it only until the solution turns up.
//!
//! **Threads.** The placements of a level do not depend on each other: large levels are found by as many threads as the run may
//! use, each with a [`shard`] of the placements. With one thread the number of expanded states repeats exactly; with
//! several, the end of the last level depends on who is there first. The length of the solution never does.
//!
//! **Rare boards.** Where diagonals turn robots, slides come from the tables of the generic algorithms, one state at a
//! time. Where any robot may take the target, each has a search of its own, and they go on level by level together. Where the
//! robot that takes the target must ricochet, see [`turned`].

mod all;
mod bits;
mod field;
mod ground;
mod kept;
mod last;
mod levels;
mod news;
mod packed;
mod plan;
mod post;
mod relevance;
mod shard;
mod table;
mod turned;

use damier_search::registry::{Algorithm, Entry, Guarantee, Info};
use damier_search::{Cost, Event, Observer, Outcome, Plan, Problem, Run, Stop, tell};

use crate::problem::{Movers, Slide, SlideProblem, Word};
pub(crate) use all::all;
use kept::Has;
pub(crate) use kept::Kept;
use levels::Search;
pub(crate) use turned::entry as turned_entry;

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
    fn search<O: Observer<W, Slide>>(
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
fn one<W: Word, const N: usize, O: Observer<W, Slide>>(
    problem: &SlideProblem<W>,
    run: &mut Run,
    observer: &mut O,
) -> Outcome<Slide>
where
    Kept: Has<N>,
{
    // Who watches sees one state after the other.
    let threads = if O::ACTIVE { 1 } else { run.threads };
    match Search::<W, N>::new(problem, threads, run) {
        Ok(Some(search)) => finish(search, run, observer),
        Ok(None) => Outcome::Unsolvable,
        Err(why) => Outcome::Stopped { why, best: None, lower_bound: 1 },
    }
}

/// Goes from level to level until there is an answer.
fn finish<W: Word, const N: usize, O: Observer<W, Slide>>(
    mut search: Search<'_, W, N>,
    run: &mut Run,
    observer: &mut O,
) -> Outcome<Slide> {
    loop {
        run.stats.bound = search.bound();
        let bound = run.stats.bound;
        tell(observer, || Event::Bound(bound));
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
) -> Outcome<Slide>
where
    Kept: Has<N>,
{
    let mut searches = Vec::new();
    for main in mains {
        match Search::<W, N>::new(main, 1, run) {
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
                    let slides = search.plan(&found);
                    let moves = search.ground.problem.name(&slides);
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use damier_search::registry::arguments;
    use damier_search::{Limits, Progress};

    use super::*;
    use crate::board::{Cell, Diagonal, Direction, Position, Robot};
    use crate::generate::{OPTIONS, generate};

    fn board(options: &[(&str, &str)], seed: u64) -> Position {
        let pairs: Vec<_> = options.iter().map(|&(key, value)| (key.to_owned(), value.to_owned())).collect();
        generate(&arguments("generate", OPTIONS, &pairs).unwrap(), seed).unwrap()
    }

    /// An answer whose threads begin at a level of `share_from` placements.
    fn answer(
        problem: &SlideProblem<u32>,
        threads: usize,
        share_from: usize,
        run: &mut Run,
    ) -> Outcome<Slide> {
        if problem.is_goal(&problem.start()) {
            return Outcome::optimal(Plan { actions: Vec::new(), cost: 0 });
        }
        match Search::<u32, 4>::new(problem, threads, run) {
            Ok(Some(mut search)) => {
                search.share_from = share_from;
                finish(search, run, &mut ())
            }
            Ok(None) => Outcome::Unsolvable,
            Err(why) => Outcome::Stopped { why, best: None, lower_bound: 1 },
        }
    }

    #[test]
    fn last_moves_are_the_same_by_either_robots_cell() {
        let ask = |position: &Position, relevance_from| {
            let problem = &SlideProblem::<u32>::new(position, Movers::All);
            let run = &mut Run::new(Limits { nodes: Some(3000), ..Limits::default() });
            if problem.is_goal(&problem.start()) {
                return (String::new(), 0, 0);
            }
            let Ok(Some(mut search)) = Search::<u32, 4>::new(problem, 1, run) else {
                return (String::new(), 0, 0);
            };
            search.relevance_from = relevance_from;
            let outcome = finish(search, run, &mut ());
            (format!("{outcome:?}"), run.stats.expanded, run.stats.generated)
        };
        let mut long = 0;
        for seed in 0..600 {
            let side = ["5", "8", "16"][seed as usize % 3];
            let options = [("recipe", "free"), ("width", side), ("height", side), ("density", "0.1")];
            let position = board(&options, seed);
            let fresh = Position { board: Arc::new((*position.board).clone()), ..position.clone() };
            let by_main = ask(&position, usize::MAX);
            assert_eq!(by_main, ask(&fresh, 1), "seed {seed}");
            long += usize::from(by_main.1 > 500);
        }
        assert!(long > 50, "{long}");
    }

    /// Follows the moves by the tables of the generic algorithms.
    fn leads_to_goal(problem: &SlideProblem<u32>, plan: &Plan<Slide>) -> bool {
        let mut state = problem.start();
        for action in &plan.actions {
            let mut next = None;
            problem.successors(&state, |slide, after, _| next = next.or((slide == *action).then_some(after)));
            let Some(after) = next else { return false };
            state = after;
        }
        problem.is_goal(&state)
    }

    #[test]
    fn any_number_of_threads_finds_the_same_length() {
        let mut lengths = [0; 32];
        for seed in 0..400 {
            let side = ["4", "6", "9", "16"][seed as usize % 4];
            let diagonals = if seed % 3 == 0 { "3" } else { "0" };
            let options = [
                ("recipe", "free"),
                ("width", side),
                ("height", side),
                ("diagonals", diagonals),
                ("density", "0.1"),
            ];
            let problem = SlideProblem::<u32>::new(&board(&options, seed), Movers::All);
            let limits = Limits { nodes: Some(20_000), ..Limits::default() };
            let mut run = Run::new(limits);
            let one = answer(&problem, 1, 1, &mut run);
            if matches!(one, Outcome::Stopped { .. }) {
                continue;
            }
            let length = one.plan().map(|plan| plan.cost);
            lengths[length.unwrap_or(31) as usize] += 1;
            for (threads, share_from) in [(2, 1), (3, 1), (2, 40), (4, 300)] {
                let mut shared = Run::new(Limits::default());
                let several = answer(&problem, threads, share_from, &mut shared);
                assert_eq!(several.plan().map(|plan| plan.cost), length, "seed {seed}, {threads} threads");
                // Where all states are looked at, each is looked at once.
                let all = length.is_none().then_some(run.stats.expanded);
                assert!(all.is_none_or(|all| shared.stats.expanded == all), "seed {seed}, {threads} threads");
                assert!(
                    several.plan().is_none_or(|plan| leads_to_goal(&problem, plan)),
                    "seed {seed}, {threads} threads: {several:?}"
                );
            }
        }
        assert!(lengths[6..31].iter().sum::<usize>() > 40 && lengths[31] > 0, "{lengths:?}");
    }

    #[test]
    fn a_board_asked_before_answers_as_a_fresh_one() {
        let ask = |position: &Position| {
            let run = &mut Run::new(Limits { nodes: Some(2000), ..Limits::default() });
            let outcome = answer(&SlideProblem::<u32>::new(position, Movers::All), 1, usize::MAX, run);
            (format!("{outcome:?}"), run.stats.expanded, run.stats.generated)
        };
        let mut answers = std::collections::HashSet::new();
        for seed in 0..4 {
            let recipe = ["corners", "free"][seed as usize % 2];
            let mut position = board(&[("recipe", recipe), ("target", "red")], seed);
            let cells = position.board.width() * position.board.height();
            for question in 0..160 {
                // More targets than a board keeps, and then those that it kept and those that it gave up again.
                let target = Cell((question % 50 * 5 % cells) as u16);
                let robot = Cell((question * 7 % cells) as u16);
                if question == 110 {
                    Arc::make_mut(&mut position.board).add_wall(robot, Direction::South);
                }
                if question == 140 && !position.board.is_closed(robot) {
                    let turning = Diagonal { cell: robot, rising: true, robot: Robot(7) };
                    Arc::make_mut(&mut position.board).set_diagonals(vec![turning]);
                }
                position.target.cell = target;
                if !position.robots.contains(&robot) && !position.board.is_closed(robot) {
                    position.robots[question % 4] = robot;
                }
                let fresh = Position { board: Arc::new((*position.board).clone()), ..position.clone() };
                let answer = ask(&position);
                assert_eq!(answer, ask(&fresh), "seed {seed}, question {question}");
                answers.insert(answer);
            }
        }
        assert!(answers.len() > 300, "{}", answers.len());
    }

    #[test]
    fn limits_hold_for_all_threads_together() {
        let (problem, cost) = (0..)
            .find_map(|seed| {
                let problem = SlideProblem::<u32>::new(&board(&[("recipe", "corners")], seed), Movers::All);
                let run = &mut Run::new(Limits::default());
                let cost = answer(&problem, 2, 1, run).plan().map(|plan| plan.cost)?;
                (run.stats.expanded > 6000).then_some((problem, cost))
            })
            .unwrap();
        for nodes in [0, 1, 300, 1000, 2999] {
            let run = &mut Run::new(Limits { nodes: Some(nodes), ..Limits::default() });
            let outcome = answer(&problem, 2, 1, run);
            assert!(
                matches!(outcome, Outcome::Stopped { why: Stop::Nodes, lower_bound, .. } if lower_bound <= cost),
                "{outcome:?}"
            );
            assert!((nodes / 2..=nodes).contains(&run.stats.expanded), "{nodes}: {:?}", run.stats);
        }
        for memory in [1 << 12, 3 << 20] {
            let run = &mut Run::new(Limits { memory: Some(memory), ..Limits::default() });
            let outcome = answer(&problem, 2, 1, run);
            let stopped = matches!(outcome, Outcome::Stopped { why: Stop::Memory, .. });
            assert!((stopped || memory > 1 << 12) && run.finish().peak_bytes <= memory, "{:?}", run.stats);
        }
        let run = &mut Run::new(Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() });
        assert!(matches!(answer(&problem, 2, 1, run), Outcome::Stopped { why: Stop::Time, .. }));
        let progress = std::sync::Arc::new(Progress::default());
        let run = &mut Run::with_progress(Limits::default(), progress.clone());
        progress.cancel();
        assert!(matches!(answer(&problem, 2, 1, run), Outcome::Stopped { why: Stop::Cancelled, .. }));
    }
}
