//! What a game offers, as its declarations say. A page makes its menus and forms from this.

use damier_kit::{FormatInfo, Plans, Position, Tool};
use damier_lab::Game;
use damier_search::registry::{OptionInfo, Takes, arguments};
use damier_search::{HeuristicInfo, Spec};
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
    /// Outside engines that guide a search as a heuristic does; they have no map.
    pub(crate) guides: Vec<HeuristicItem>,
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
    /// There are games from its usual start that are known: `openings`.
    pub(crate) openings: bool,
}

/// An algorithm, or a player.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct AlgorithmItem {
    pub(crate) name: &'static str,
    pub(crate) summary: &'static str,
    /// Whether it takes a heuristic.
    pub(crate) heuristic: bool,
    /// Whether it is an outside engine of this host.
    pub(crate) outside: bool,
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
    /// Which grade it is, from 1, where sets rise in difficulty.
    pub(crate) grade: Option<u8>,
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

impl SetItem {
    /// A set of so many levels.
    pub(crate) fn new(set: &damier_kit::LevelSet, count: usize) -> Self {
        let damier_kit::LevelSet { name, title, author, terms, grade, .. } = *set;
        SetItem { name, title, author, terms, count, grade }
    }
}

impl GameInfo {
    /// What a game offers, judged by one of its positions. `counts` is how many levels each set has.
    pub(crate) fn new(game: Game, position: &dyn Position, counts: &[usize]) -> Self {
        let (kit, about) = (game.kit, game.kit.about());
        let options = |list: &'static [OptionInfo]| list.iter().map(OptionItem::from).collect::<Vec<_>>();
        let levels = kit.thinking().map(damier_kit::Thinking::levels).unwrap_or_default();
        GameInfo {
            name: about.name,
            players: about.players,
            algorithms: (game.algorithms().iter())
                .map(|info| AlgorithmItem {
                    name: info.name,
                    summary: info.summary,
                    heuristic: info.heuristic,
                    outside: damier_engines::named(kit, info.name).is_some(),
                    options: options(info.options),
                })
                .collect(),
            heuristics: kit.heuristics().into_iter().map(HeuristicItem::from).collect(),
            guides: damier_engines::heuristics(kit).into_iter().map(HeuristicItem::from).collect(),
            setup: options(about.setup),
            generate: options(about.generate),
            formats: about.formats,
            tools: about.tools,
            sets: (about.sets.iter().zip(counts)).map(|(set, &count)| SetItem::new(set, count)).collect(),
            variants: (about.variants.iter())
                .map(|variant| VariantItem {
                    name: variant.name,
                    summary: variant.summary,
                    options: options(variant.options),
                })
                .collect(),
            levels: levels
                .into_iter()
                .map(|level| PlayerLevel { name: level.name, spec: level.spec })
                .collect(),
            parts: Parts::new(game, position),
            penalties: Difficulty::ALL.map(|difficulty| (difficulty, difficulty.penalty())),
            default_algorithm: about.default_algorithm,
        }
    }
}

impl From<&'static HeuristicInfo> for HeuristicItem {
    fn from(info: &'static HeuristicInfo) -> Self {
        HeuristicItem { name: info.name, summary: info.summary, admissible: info.admissible }
    }
}

impl Parts {
    fn new(game: Game, position: &dyn Position) -> Self {
        let plans = position.plans();
        let varied = |name: &str| {
            let spec = name.parse::<Spec>().ok()?;
            position.with_variant(Some(&spec)).ok().filter(|varied| varied.chance().is_some())
        };
        let first = game.kit.heuristics().first().map(|info| info.name);
        let mapped = |plans: &dyn Plans| first.is_some_and(|name| plans.map(name, false).is_ok());
        let usual =
            || arguments("the start", game.kit.about().setup, &[]).ok().map(|args| game.kit.start(&args));
        let usual = usual().flatten().and_then(Result::ok);
        let known =
            |start: Box<dyn Position>| start.versus().is_some_and(|versus| !versus.openings().is_empty());
        Parts {
            plans: plans.is_some(),
            versus: position.versus().is_some(),
            chance: game.kit.about().variants.iter().any(|variant| varied(variant.name).is_some()),
            routes: position.routes().is_some(),
            rounds: position.rounds().is_some(),
            verdict: plans.is_some_and(Plans::judges),
            map: plans.is_some_and(mapped),
            openings: usual.is_some_and(known),
        }
    }
}

impl From<&'static OptionInfo> for OptionItem {
    fn from(option: &'static OptionInfo) -> Self {
        OptionItem {
            name: option.name,
            summary: option.summary,
            takes: option.takes.describe(),
            choices: if let Takes::Choice(words) = option.takes { Some(words) } else { None },
            range: match option.takes {
                Takes::Whole(least, most) => Some((least as f64, most as f64)),
                Takes::Decimal(least, most) => Some((least, most)),
                _ => None,
            },
            default: option.default,
            only: option.only,
        }
    }
}
