//! What a game offers, as its declarations say. A page makes its menus and forms from this.

use damier_kit::{FormatInfo, Kit, Position, Tool};
use damier_search::registry::{OptionInfo, Takes};
use serde::Serialize;
#[cfg(test)]
use ts_rs::TS;

use super::Difficulty;

/// What a game offers.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct GameInfo {
    pub(crate) name: &'static str,
    /// The numbers of players that it can have; only 1 for a puzzle.
    pub(crate) players: &'static [usize],
    pub(crate) algorithms: Vec<AlgorithmItem>,
    pub(crate) heuristics: Vec<HeuristicItem>,
    /// How the start of a game can be set up; empty for a game that is not set up.
    pub(crate) setup: Vec<OptionItem>,
    /// What a recipe for a new board can say.
    pub(crate) generate: Vec<OptionItem>,
    pub(crate) formats: &'static [FormatInfo],
    pub(crate) tools: &'static [Tool],
    pub(crate) sets: Vec<SetItem>,
    pub(crate) variants: Vec<VariantItem>,
    /// How strong the default player can be told to play, the weakest first.
    pub(crate) levels: Vec<PlayerLevel>,
    pub(crate) parts: Parts,
    /// What a move beyond the optimum costs in a contest alone.
    pub(crate) penalties: [(Difficulty, i32); 3],
    pub(crate) default_algorithm: &'static str,
}

/// Which capabilities a game has.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
#[expect(clippy::struct_excessive_bools, reason = "each capability is a question of its own")]
pub(crate) struct Parts {
    /// It is solved by a plan: `solve`, `all`, `rating`.
    pub(crate) plans: bool,
    /// It is played by adversaries: seats, clocks, `analyse`, `match`, `tree`.
    pub(crate) versus: bool,
    /// A variant of it has chance in it.
    pub(crate) chance: bool,
    /// Pieces can be sent somewhere: `reach`, `bring`.
    pub(crate) routes: bool,
    /// There are contests of several rounds.
    pub(crate) rounds: bool,
    /// It can say whether a position is dead, and why.
    pub(crate) verdict: bool,
    /// Its heuristics can be drawn on the board.
    pub(crate) map: bool,
}

/// An algorithm, or a player.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct AlgorithmItem {
    pub(crate) name: &'static str,
    pub(crate) summary: &'static str,
    /// Whether it takes a heuristic.
    pub(crate) heuristic: bool,
    pub(crate) options: Vec<OptionItem>,
}

/// A heuristic.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct HeuristicItem {
    pub(crate) name: &'static str,
    pub(crate) summary: &'static str,
    /// Whether it never says more than the truth.
    pub(crate) admissible: bool,
}

/// Something that can be set.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct OptionItem {
    pub(crate) name: &'static str,
    pub(crate) summary: &'static str,
    /// What it takes, in English.
    pub(crate) takes: String,
    pub(crate) choices: Option<&'static [&'static str]>,
    /// The least and the most, for a number.
    pub(crate) range: Option<(f64, f64)>,
    pub(crate) default: &'static str,
    /// Another option and the value of it with which alone this one is taken.
    pub(crate) only: Option<(&'static str, &'static str)>,
}

/// A set of levels that comes with the game.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct SetItem {
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    pub(crate) author: &'static str,
    pub(crate) terms: &'static str,
    pub(crate) count: usize,
}

/// A variant of the rules.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct VariantItem {
    pub(crate) name: &'static str,
    pub(crate) summary: &'static str,
    pub(crate) options: Vec<OptionItem>,
}

/// A level of the default player.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct PlayerLevel {
    pub(crate) name: &'static str,
    /// The spec that plays at it.
    pub(crate) spec: String,
}
