//! Both views of the problem against the truth: random small rooms, every state looked at, every plan replayed by the validator.

use damier_search::registry::{entries, reversible_entries};
use damier_search::{Plan, conformance};
use damier_sokoban::notation::{Level, lurd, write, xsb};
use damier_sokoban::problem::{BoxProblem, Pushes, Steps, View};
use damier_sokoban::{Position, heuristics};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A room with some walls, boxes and goals in it, here and there with one box too many or too few; none if it is no level.
fn room(seed: u64) -> Option<Position> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let (width, height) = (random.random_range(3..6), random.random_range(2..5));
    let boxes = random.random_range(1..3);
    let goals = (boxes + usize::from(seed.is_multiple_of(7)))
        .saturating_sub(usize::from(seed.is_multiple_of(5)))
        .max(1);
    let mut signs = vec![' '; width * height];
    let mut put = |sign: char, many: usize| {
        for _ in 0..many {
            let at = random.random_range(0..signs.len());
            signs[at] = match (signs[at], sign) {
                (' ', sign) => sign,
                ('$', '.') => '*',
                (old, _) => old,
            };
        }
    };
    put('#', (width * height) / 6);
    put('$', boxes);
    put('.', goals);
    put('@', 1);
    let edge = "#".repeat(width + 2);
    let rows: Vec<String> =
        signs.chunks(width).map(|row| format!("#{}#", row.iter().collect::<String>())).collect();
    xsb::read(&format!("{edge}\n{}\n{edge}", rows.join("\n"))).ok()
}

fn conforms<V: View>(position: &Position) -> Result<bool, String> {
    let problem = BoxProblem::<V>::new(position);
    let algorithms: Vec<_> = entries().into_iter().chain(reversible_entries()).collect();
    let instance = write(&Level::new(position.clone()), "json").map_err(|error| error.to_string())?;
    let validate = |plan: &Plan<_>| {
        let solution = lurd::write(position, &problem.steps(&plan.actions));
        let replay =
            damier_validate::sokoban::replay(&instance, &solution).map_err(|fault| fault.to_string())?;
        let counted = if V::PUSHES { replay.pushes } else { replay.moves };
        if counted as u32 == plan.cost { Ok(()) } else { Err("another number of pushes or moves".to_owned()) }
    };
    let most = 3000;
    let looked = conformance::check(&problem, &algorithms, &heuristics::entries(), validate, most)?;
    // With spare boxes the goals are too many to be listed, and the backward search does not begin.
    if looked && position.boxes.len() <= position.board.goals().len() {
        conformance::check_backwards(&problem, most)?;
    }
    Ok(looked)
}

#[test]
fn small_rooms_conform_in_both_views() {
    let mut checked = [0, 0];
    for seed in 0..700 {
        let Some(position) = room(seed) else { continue };
        let fault = |what| panic!("seed {seed}: {what}\n{}", xsb::write(&position));
        checked[0] += usize::from(conforms::<Pushes>(&position).unwrap_or_else(fault));
        checked[1] += usize::from(conforms::<Steps>(&position).unwrap_or_else(fault));
    }
    assert!(checked.iter().all(|&many| many > 200), "only {checked:?} rooms were small enough");
}
