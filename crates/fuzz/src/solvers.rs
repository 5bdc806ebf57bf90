//! Every algorithm against breadth-first search, on small positions of every game that is solved by a plan: costs and bounds do not
//! contradict each other, and every solution passes the validator.

use arbitrary::{Arbitrary, Unstructured};
use damier::doors::GAMES;
use damier_kit::Position;
use damier_lab::Game;
use damier_search::{Outcome, Spec};

use crate::positions::Making;
use crate::{Target, short};

/// What breadth-first search may expand, and the other algorithm.
const NODES: u64 = 5000;

/// A position and an algorithm; every other time the game's own.
#[derive(Arbitrary, Debug)]
struct Question {
    algorithm: u8,
    position: Making,
}

/// A target a game.
pub fn targets() -> Vec<Target> {
    let puzzles = GAMES.iter().copied().filter(|game| game.kit.thinking().is_none());
    let target = |game: Game| {
        let check = move |bytes: &[u8]| {
            if let Ok(question) = Question::arbitrary(&mut Unstructured::new(bytes)) {
                check(game, &question);
            }
        };
        Target::new("solvers", format!("{}.solvers", game.name()), check, crate::mutate::noise).at_cost(60)
    };
    puzzles.map(target).collect()
}

fn check(game: Game, question: &Question) {
    let (position, _) = question.position.carry_out(game);
    let known = game.kit.algorithms();
    let default = game.kit.about().default_algorithm;
    let name = if question.algorithm < 128 {
        default
    } else {
        known[usize::from(question.algorithm) % known.len()].name
    };
    let (plain, other) = (answer(game, position.as_ref(), "bfs"), answer(game, position.as_ref(), name));
    let (Some(plain), Some(other)) = (plain, other) else { return };
    let told = || format!("bfs {plain:?}, {name} {other:?}\n{}", position.instance());
    let cost = |known: &Known| known.cost.unwrap_or(u32::MAX);
    assert!(plain.least <= cost(&other) && other.least <= cost(&plain), "{}", told());
    assert!(plain.metric == other.metric, "{}", told());
}

/// What an answer says of the best solution: it costs no more than `cost` and no less than `least`, both the largest number where there
/// is none.
#[derive(Debug)]
struct Known {
    cost: Option<u32>,
    least: u32,
    metric: Option<&'static str>,
}

fn answer(game: Game, position: &dyn Position, name: &str) -> Option<Known> {
    let spec: Spec = name.parse().expect("a name");
    let answer = position.plans()?.solve(&spec, &mut short(NODES), None).ok()?;
    let cost = answer.outcome.plan().map(|plan| {
        let moves = game.join(&plan.actions);
        let verdict = game.confirm(position, &moves);
        assert!(verdict.is_ok(), "{name}: {verdict:?}\n{}", position.instance());
        plan.cost
    });
    let none = matches!(answer.outcome, Outcome::Unsolvable);
    let least = if none { u32::MAX } else { answer.outcome.lower_bound().unwrap_or(0) };
    Some(Known { cost, least, metric: answer.metric })
}
