//! Sets of levels: those that come with a game, and the one that a visitor brings along.

use std::sync::OnceLock;

use damier_kit::{Position, Refusal, refuse};
use damier_lab::Game;

use super::wire::LevelItem;
use crate::games::GAMES;

/// The name of the set that a visitor brings along.
pub(super) const OWN: &str = "own";
/// As many levels may be in it.
const OWN_LEVELS: usize = 2000;

/// The levels that a visitor can choose from.
pub(super) struct Levels {
    game: Game,
    own: Vec<LevelItem>,
}

/// The sets of a game, each by its name.
type Sets = Vec<(&'static str, Vec<LevelItem>)>;

/// The levels that come with a game, set by set. They are read once.
pub(super) fn shipped(game: Game) -> &'static Sets {
    static SETS: [OnceLock<Sets>; GAMES.len()] = [const { OnceLock::new() }; GAMES.len()];
    let place = GAMES.iter().position(|other| other.name() == game.name()).unwrap_or(0);
    SETS[place].get_or_init(|| {
        let sets = game.kit.about().sets.iter();
        sets.map(|set| (set.name, items(game, set.text).unwrap_or_default())).collect()
    })
}

/// What is in a text of levels.
fn items(game: Game, text: &str) -> Result<Vec<LevelItem>, Refusal> {
    let item = |level: &dyn Position| LevelItem { title: level.id().map(str::to_owned), code: level.code() };
    Ok(game.kit.read(text, None)?.iter().map(|level| item(level.as_ref())).collect())
}

impl Levels {
    pub(super) fn new(game: Game) -> Self {
        Levels { game, own: Vec::new() }
    }

    /// From now on these are the visitor's own.
    pub(super) fn bring(&mut self, text: &str) -> Result<(), Refusal> {
        self.own = items(self.game, text)?;
        self.own.truncate(OWN_LEVELS);
        Ok(())
    }

    /// All levels of a set.
    pub(super) fn set(&self, name: &str) -> Result<&[LevelItem], Refusal> {
        let found = shipped(self.game).iter().find(|(set, _)| *set == name).map(|(_, levels)| &levels[..]);
        let own = (name == OWN).then_some(&self.own[..]);
        found.or(own).ok_or_else(|| refuse!("server.no_set", "there is no set '{name}'", name = name))
    }

    /// One of them.
    pub(super) fn level(&self, set: &str, index: usize) -> Result<&LevelItem, Refusal> {
        let none = || {
            let number = index.saturating_add(1);
            refuse!("server.no_level", "there is no level {number} in this set", number = number)
        };
        self.set(set)?.get(index).ok_or_else(none)
    }

    /// Where in the sets a position is found. The rules do not matter for that: a level is the same one with a variant.
    pub(super) fn place_of(&self, position: &dyn Position) -> Option<(String, usize)> {
        let plain = position.plain_code();
        let sets = shipped(self.game).iter().map(|(name, levels)| (*name, &levels[..]));
        sets.chain([(OWN, &self.own[..])]).find_map(|(name, levels)| {
            Some((name.to_owned(), levels.iter().position(|level| level.code == plain)?))
        })
    }
}
