//! What a game can be played as, and whether a host's choices are possible.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use damier_kit::{Refusal, refuse};
use damier_lab::Game;

use crate::line::read;
use crate::seats::LEVELS;
use crate::wire::{RoomBoard, RoomKind, RoomRules};

/// A clock has at most a day.
const DAY: u64 = 24 * 3600 * 1000;
/// The longest text of a board, and name or value of an option.
const TEXT: usize = 12 << 10;
const WORD: usize = 80;

/// The ways in which a game can be played in a room, by what it can do.
pub fn kinds(game: Game) -> Vec<RoomKind> {
    let mut kinds = Vec::new();
    if game.kit.thinking().is_some() {
        kinds.push(RoomKind::Turns);
    } else {
        kinds.extend(has_rounds(game).then_some(RoomKind::Bids));
        kinds.push(RoomKind::Race);
    }
    kinds.push(RoomKind::Class);
    kinds
}

/// Whether boards of this game have several tasks.
fn has_rounds(game: Game) -> bool {
    static KNOWN: Mutex<BTreeMap<&str, bool>> = Mutex::new(BTreeMap::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    *known.entry(game.name()).or_insert_with(|| look_for_rounds(game))
}

/// A level, or else a new board, tells.
fn look_for_rounds(game: Game) -> bool {
    let level = || Some(game.kit.read(game.kit.about().sets.first()?.text, None).ok()?.swap_remove(0));
    let made = || {
        let recipe = game.recipe(&[]).ok()?;
        let mut run = damier_search::Run::new(damier_search::Limits::default());
        game.kit.generate(&recipe, 1, &mut run).ok()
    };
    level().or_else(made).is_some_and(|position| position.rounds().is_some())
}

/// The levels of engines, the weakest first.
pub fn levels(game: Game, kind: RoomKind) -> Vec<&'static str> {
    match kind {
        RoomKind::Turns => (game.kit.thinking().into_iter())
            .flat_map(damier_kit::Thinking::levels)
            .map(|level| level.name)
            .collect(),
        RoomKind::Bids | RoomKind::Race => LEVELS.iter().map(|level| level.name).collect(),
        RoomKind::Class => Vec::new(),
    }
}

pub(crate) fn level_exists(game: Game, kind: RoomKind, level: &str) -> bool {
    levels(game, kind).contains(&level)
}

/// How many seats there are, where that is fixed.
pub(crate) fn seat_count(game: Game, rules: &RoomRules) -> Result<Option<usize>, Refusal> {
    if rules.kind != RoomKind::Turns {
        return Ok(None);
    }
    let position = match &rules.board {
        RoomBoard::Text { text } => read(game, text)?,
        RoomBoard::New { options, .. } => {
            let setup: Vec<_> = options.iter().map(|(name, value)| (name.clone(), value.clone())).collect();
            game.start(&setup)?.into()
        }
        _ => game.start(&[])?.into(),
    };
    Ok(Some(game.versus(position.as_ref())?.players()))
}

/// Whether these choices are possible.
pub(crate) fn check(game: Game, rules: &RoomRules) -> Result<(), Refusal> {
    let can = kinds(game).contains(&rules.kind);
    if !can {
        return Err(refuse!("room.kind", "{game} cannot be played in this way", game = game.name()));
    }
    let seconds = |seconds: Option<u32>| seconds.is_none_or(|seconds| (1..=3600).contains(&seconds));
    let counts = |count: Option<u32>| count.is_none_or(|count| (1..=99).contains(&count));
    let possible = seconds(rules.think)
        && seconds(Some(rules.sand))
        && seconds(Some(rules.show))
        && counts(rules.rounds)
        && counts(rules.tokens);
    if !possible {
        return Err(refuse!("room.rules", "there are 1 to 99 rounds, and clocks from 1 second to an hour"));
    }
    if rules.clock.is_some_and(|clock| !(1000..=DAY).contains(&clock.base_ms) || clock.increment_ms > DAY) {
        return Err(refuse!("room.clock", "a clock has from a second to a day"));
    }
    match &rules.board {
        RoomBoard::New { options, .. } => {
            let long = options.len() > 20
                || options.iter().any(|(name, value)| name.len() > WORD || value.len() > WORD);
            if long {
                return Err(refuse!("room.options", "these are too many options, or too long ones"));
            }
            if rules.kind != RoomKind::Turns {
                let given: Vec<_> =
                    options.iter().map(|(name, value)| (name.clone(), value.clone())).collect();
                game.recipe(&given)?;
            }
        }
        RoomBoard::Level { set, index } => {
            let found = game.kit.about().sets.iter().any(|known| known.name == set);
            if !found || *index > 100_000 {
                return Err(refuse!("room.set", "there is no such level"));
            }
        }
        RoomBoard::Text { text } => {
            if text.len() > TEXT {
                return Err(refuse!("room.text", "this board is too long a text"));
            }
            let board = read(game, text)?;
            let fits = match rules.kind {
                RoomKind::Turns => board.versus().is_some(),
                RoomKind::Bids => board.rounds().is_some(),
                RoomKind::Race => board.plans().is_some(),
                RoomKind::Class => true,
            };
            if !fits {
                return Err(refuse!(
                    "room.board_kind",
                    "this board cannot be played in this way; choose another"
                ));
            }
        }
        RoomBoard::Daily { date } => {
            damier_lab::daily::Date::parse(date)?;
        }
    }
    Ok(())
}
