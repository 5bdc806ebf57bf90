//! `quick`: some solution of any board, in milliseconds.
//!
//! While a board has a side of more than four cells, its first row or column, whichever is shorter, is brought home, at most four tiles
//! at a time, as if all others were alike. Each such part, and then the rest, is a task for weighted A*.

use damier_search::algorithms::WeightedAStar;
use damier_search::registry::{Algorithm, Guarantee, Info};
use damier_search::{Cost, Observer, Outcome, Plan, Run, Stop};

use crate::board::{Direction, Position};
use crate::heuristics::{Guess, linear_conflict};
use crate::problem::{State, TileProblem};

/// Some solution, soon.
pub struct Quick;

pub(super) const INFO: Info = Info {
    name: "quick",
    summary: "a solution at once, longer than need be: line by line, by weighted A*",
    optimal: Guarantee::No,
    complete: Guarantee::Yes,
    memory: "the states seen, which are few",
    heuristic: false,
    options: &[],
};

impl<const N: usize> Algorithm<TileProblem<N>> for Quick {
    fn search<O>(&self, problem: &TileProblem<N>, run: &mut Run, _: &mut O) -> Outcome<Direction>
    where
        O: Observer<State<N>, Direction>,
    {
        if !problem.solvable {
            return Outcome::Unsolvable;
        }
        let lower_bound = linear_conflict(problem.position.width, &problem.position.tiles);
        match solve(problem.position.clone(), run) {
            Ok(plan) => Outcome::Solved { plan, lower_bound },
            Err(why) => Outcome::Stopped { why, best: None, lower_bound },
        }
    }
}

fn solve(mut here: Position, run: &mut Run) -> Result<Plan<Direction>, Stop> {
    let width = here.width;
    let mut left: Vec<usize> = (0..here.tiles.len() - 1).collect();
    let (mut done, mut actions) = (Vec::new(), Vec::new());
    while let Some(&first) = left.first() {
        let (columns, rows) = (width - first % width, here.height - first / width);
        let is_rest = columns.max(rows) <= 4;
        let line = |cell: usize| if rows >= columns { cell / width } else { cell % width };
        let (now, later): (Vec<_>, _) = left.iter().partition(|&&cell| is_rest || line(cell) == line(first));
        // Never one alone at the end of a line: it may find no way into the corner. With a weight of 2 for lines too, 6×6 takes
        // five times the nodes for 4 % fewer moves; with 3 for the rest, 4×4 has 20 % more moves.
        let (most, weight) = if is_rest { (16, 2.0) } else { (if now.len() > 4 { 3 } else { 4 }, 3.0) };
        for part in now.chunks(most) {
            let task = TileProblem::part(&here, part, &done);
            let used = run.memory.used();
            let search = WeightedAStar { weight, heuristic: Guess::by_conflicts() };
            let outcome = search.search(&task, run, &mut ());
            run.memory.give_back((run.memory.used() - used) as usize);
            if let Outcome::Stopped { why, .. } = outcome {
                return Err(why);
            }
            let moves = outcome.plan().map_or(&[][..], |plan| &plan.actions);
            moves.iter().for_each(|&way| _ = here.step(way));
            actions.extend(moves);
            done.extend(part);
        }
        left = later;
    }
    Ok(Plan { cost: actions.len() as Cost, actions })
}
