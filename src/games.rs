//! The games that the program knows: the kit, the independent validator and the benchmark suites of each.

use damier_lab::{Game, Invalid, Suite};
use damier_validate as validate;

/// Every game. A game that is added here is known to every verb and every screen.
pub const GAMES: &[Game] = &[RICOCHET, SOKOBAN, QUORIDOR, TAQUIN];

/// What all games are called.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    GAMES.iter().map(Game::name)
}

/// The game of that name.
pub(crate) fn named(name: &str) -> Result<Game, String> {
    let known = || names().collect::<Vec<_>>().join(", ");
    let found = GAMES.iter().find(|game| game.name() == name);
    found.copied().ok_or_else(|| format!("there is no game '{name}'; there is {}", known()))
}

/// The validator of a game, and what is said of moves that it finds valid.
macro_rules! by {
    ($game:ident, $told:expr) => {
        |position, moves| match validate::$game::replay(position, moves) {
            Ok(replay) => Ok($told(&replay)),
            Err(fault) => Err(Invalid { unreadable: fault.is_bad_input(), why: fault.to_string() }),
        }
    };
}

const RICOCHET: Game = Game {
    kit: &damier_ricochet::RicochetKit,
    replay: by!(ricochet, |replay: &validate::ricochet::Replay| format!(
        "{}, {} moved, {} travelled",
        plural(replay.moves, "move"),
        plural(replay.robots_moved, "robot"),
        plural(replay.cells, "cell")
    )),
    suites: &[
        Suite {
            name: "standard",
            positions: include_str!("../data/ricochet/standard.jsonl"),
            algorithms: "fast,astar(bounces),ida(bounces),bfs,bidirectional",
            threads: false,
            minutes: None,
        },
        Suite {
            name: "hard",
            positions: include_str!("../data/ricochet/hard.jsonl"),
            algorithms: "fast,astar(bounces)",
            threads: true,
            minutes: None,
        },
        // The boards of both other suites with a silver robot on a random cell; their optima were found by `fast`.
        Suite {
            name: "five",
            positions: include_str!("../data/ricochet/five.jsonl"),
            algorithms: "fast",
            threads: false,
            minutes: None,
        },
    ],
};

const SOKOBAN: Game = Game {
    kit: &damier_sokoban::SokobanKit,
    replay: by!(sokoban, |replay: &validate::sokoban::Replay| format!(
        "{}, {}",
        plural(replay.moves, "move"),
        plural(replay.pushes, "push")
    )),
    suites: &[
        Suite {
            name: "microban",
            positions: include_str!("../data/sokoban/microban.jsonl"),
            algorithms: "fast,quick",
            threads: false,
            minutes: Some(1),
        },
        Suite {
            name: "boxoban",
            positions: include_str!("../data/sokoban/boxoban-medium.jsonl"),
            algorithms: "fast,quick",
            threads: false,
            minutes: Some(1),
        },
    ],
};

const QUORIDOR: Game =
    Game { kit: &damier_quoridor::QuoridorKit, replay: by!(quoridor, how_it_stands), suites: &[] };

const TAQUIN: Game = Game {
    kit: &damier_taquin::TaquinKit,
    replay: by!(taquin, |replay: &validate::taquin::Replay| plural(replay.moves, "move")),
    suites: &[Suite {
        name: "fifteen",
        positions: include_str!("../data/taquin/standard.jsonl"),
        algorithms: "fast,quick",
        threads: false,
        minutes: Some(1),
    }],
};

/// What is said of a game that may go on.
fn how_it_stands(replay: &validate::quoridor::Replay) -> String {
    let moves = plural(replay.moves, "move");
    match (replay.winner, replay.repeated) {
        (Some(winner), None) => format!("{moves}, player {winner} has won"),
        (Some(winner), Some(at)) => {
            format!(
                "{moves}, player {winner} has arrived, but the game was drawn by repetition after move {at}"
            )
        }
        (None, Some(at)) => format!("{moves}, drawn by repetition after move {at}"),
        (None, None) => format!("{moves}, player {} to move", replay.turn),
    }
}

fn plural(many: usize, one: &str) -> String {
    let ending = match one {
        _ if many == 1 => "",
        "push" => "es",
        _ => "s",
    };
    format!("{many} {one}{ending}")
}

#[cfg(test)]
mod tests {
    use damier_lab::{INVALID, Solver};
    use damier_search::{Limits, Run};

    use super::*;

    /// Whatever the game: what its validator refuses is not told.
    #[test]
    fn nothing_leaves_without_the_validator() {
        for &game in GAMES {
            let strict: fn(&str, &str) -> Result<String, Invalid> =
                |_, _| Err(Invalid { why: "never".to_owned(), unreadable: false });
            let limits = Limits { nodes: Some(100_000), ..Limits::default() };
            let recipe = game.recipe(&[]).expect("a recipe");
            let position = game.kit.generate(&recipe, 1, &mut Run::new(limits)).expect("a position");
            let answer = |game: Game| {
                let spec = game.kit.about().default_algorithm.parse().expect("a spec");
                let mut solver = Solver::new(game, spec, 1 << 20).expect("a solver");
                let answer =
                    solver.answer(String::new(), position.as_ref(), &mut Run::new(limits), &mut |_, _| ());
                answer.expect("an answer")
            };
            let told = answer(game);
            assert!(told.solution.is_some() || told.best.is_some(), "{}: {}", game.name(), told.json());
            let refused = answer(Game { replay: strict, ..game });
            assert_eq!(refused.error.as_ref().map(|error| error.key), Some(INVALID), "{}", game.name());
            let nothing = refused.solution.is_none() && refused.moves.is_none() && refused.best.is_none();
            assert!(nothing && refused.cost.is_none() && refused.optimal.is_none(), "{}", refused.json());
        }
    }
}
