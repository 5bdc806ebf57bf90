//! The problem against the truth: small boards of every kind, every state looked at, every plan replayed by the validator.

use damier_search::registry::{Entry, build, entries, reversible_entries};
use damier_search::{Limits, Outcome, Plan, Run, conformance};
use damier_taquin::problem::TileProblem;
use damier_taquin::{Direction, Position, heuristics, notation, solver};

/// Every algorithm, generic and made for this game.
fn algorithms<const N: usize>() -> Vec<Entry<TileProblem<N>>> {
    entries().into_iter().chain(reversible_entries()).chain(solver::entries()).collect()
}

/// Every algorithm with every heuristic on one board.
fn conforms<const N: usize>(position: &Position, most: usize) -> Result<bool, String> {
    let problem = TileProblem::<N>::new(position);
    let instance = notation::write(position, None, "json").map_err(|error| error.to_string())?;
    let validate = |plan: &Plan<Direction>| {
        let solution: String = plan.actions.iter().map(|way| way.letter()).collect();
        let replay =
            damier_validate::taquin::replay(&instance, &solution).map_err(|fault| fault.to_string())?;
        if replay.moves as u32 == plan.cost { Ok(()) } else { Err("another number of moves".to_owned()) }
    };
    let looked = conformance::check(&problem, &algorithms(), &heuristics::entries(), validate, most)?;
    conformance::check_backwards(&problem, most)?;
    Ok(looked)
}

/// Every arrangement of the tiles of a size, or every `step`th.
fn arrangements(width: usize, height: usize, step: usize) -> Vec<Position> {
    fn extend(taken: &mut Vec<i64>, cells: i64, all: &mut Vec<Vec<i64>>) {
        if taken.len() as i64 == cells {
            return all.push(taken.clone());
        }
        for tile in 0..cells {
            if !taken.contains(&tile) {
                taken.push(tile);
                extend(taken, cells, all);
                taken.pop();
            }
        }
    }
    let mut all = Vec::new();
    extend(&mut Vec::new(), (width * height) as i64, &mut all);
    all.iter().step_by(step).map(|tiles| Position::new(width, height, tiles).unwrap()).collect()
}

fn all_conform<const N: usize>(width: usize, height: usize, step: usize, most: usize) {
    for position in arrangements(width, height, step) {
        let looked =
            conforms::<N>(&position, most).unwrap_or_else(|what| panic!("{:?}: {what}", position.tiles));
        assert!(looked, "{:?} has more states than {most}", position.tiles);
    }
}

#[test]
fn two_by_two_conforms_in_either_packing() {
    all_conform::<1>(2, 2, 1, 12);
    all_conform::<4>(2, 2, 1, 12);
}

#[test]
fn two_by_three_conforms() {
    all_conform::<1>(3, 2, 11, 360);
    all_conform::<1>(2, 3, 13, 360);
    all_conform::<4>(2, 3, 101, 360);
}

#[test]
fn three_by_three_conforms() {
    // One that can be solved and one that cannot, which has no states but its own.
    all_conform::<1>(3, 3, 200_003, 181_440);
}

#[test]
fn half_of_all_arrangements_can_be_solved_and_the_others_are_refuted_at_once() {
    for (width, height) in [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2)] {
        let all = arrangements(width, height, 1);
        let lost: Vec<_> = all.iter().filter(|position| !position.is_solvable()).collect();
        assert_eq!(2 * lost.len(), all.len(), "{width}×{height}");
        for position in lost.iter().step_by(97) {
            let problem = TileProblem::<1>::new(position);
            for entry in algorithms::<1>() {
                let spec = entry.info.name.parse().unwrap();
                let solver = build(&spec, &problem, &algorithms(), &heuristics::entries()).unwrap();
                let run = &mut Run::new(Limits::default());
                assert_eq!(solver.solve(&problem, run, None), Outcome::Unsolvable, "{spec}");
                assert!(run.stats.expanded <= 1, "{spec}");
            }
        }
    }
}
