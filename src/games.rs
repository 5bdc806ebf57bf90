//! The games that the program knows, and the validator of each.

use damier_search::kit::{Kit, Position};
use damier_validate as validate;

/// Every game. A game that is added here is known to every verb.
pub(crate) const GAMES: &[Game] = &[RICOCHET, SOKOBAN];

/// The game that has no kit: its answers are moves, not solutions.
pub(crate) const QUORIDOR: &str = "quoridor";

/// What all games are called.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    GAMES.iter().map(|game| game.kit.name()).chain([QUORIDOR])
}

const RICOCHET: Game = Game {
    kit: &damier_ricochet::RicochetKit,
    replay: ricochet,
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
    replay: sokoban,
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

/// Positions as JSON Lines, with the key `optimal` where the optimum is known, and what `bench` runs on them.
pub(crate) struct Suite {
    pub(crate) name: &'static str,
    pub(crate) positions: &'static str,
    pub(crate) algorithms: &'static str,
    /// Whether its positions are large enough to show what more threads do.
    pub(crate) threads: bool,
    /// Where some positions may never be solved: how long each is tried if nobody says otherwise.
    pub(crate) minutes: Option<u64>,
}

/// A game and the independent validator of its solutions.
#[derive(Clone, Copy)]
pub(crate) struct Game {
    pub(crate) kit: &'static dyn Kit,
    replay: fn(&str, &str) -> Result<String, Invalid>,
    pub(crate) suites: &'static [Suite],
}

/// Why a solution is not valid.
pub(crate) struct Invalid {
    /// The sentence.
    pub(crate) why: String,
    /// Whether it could not even be read.
    pub(crate) unreadable: bool,
}

impl Game {
    /// The game of that name.
    pub(crate) fn named(name: &str) -> Result<Game, String> {
        let known = || names().collect::<Vec<_>>().join(", ");
        let found = GAMES.iter().find(|game| game.kit.name() == name);
        found.copied().ok_or_else(|| format!("there is no game '{name}'; there is {}", known()))
    }

    /// Replays a solution by rules that share nothing with the game's; gives a sentence about what happened.
    pub(crate) fn replay(&self, position: &dyn Position, solution: &str) -> Result<String, Invalid> {
        (self.replay)(&position.instance(), solution)
    }
}

fn ricochet(instance: &str, solution: &str) -> Result<String, Invalid> {
    match validate::ricochet::replay(instance, solution) {
        Ok(replay) => Ok(format!(
            "{}, {} moved, {} travelled",
            plural(replay.moves, "move"),
            plural(replay.robots_moved, "robot"),
            plural(replay.cells, "cell")
        )),
        Err(fault) => Err(Invalid { unreadable: fault.is_bad_input(), why: fault.to_string() }),
    }
}

fn sokoban(instance: &str, solution: &str) -> Result<String, Invalid> {
    match validate::sokoban::replay(instance, solution) {
        Ok(replay) => Ok(format!("{}, {}", plural(replay.moves, "move"), plural(replay.pushes, "push"))),
        Err(fault) => Err(Invalid { unreadable: fault.is_bad_input(), why: fault.to_string() }),
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
