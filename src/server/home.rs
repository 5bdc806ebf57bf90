//! What the front door shows: every game with a picture, its sets, and the puzzle of the day.
//!
//! Puzzles of days are made once a program and kept; a page is told of each as soon as it is there. The page says which day it is where
//! its reader lives. A day may have passed long ago, but it must have come somewhere on earth.

use std::collections::HashMap;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use damier_kit::{Refusal, Scene, refuse};
use damier_lab::Game;
use damier_lab::daily::{Daily, Date, daily};
use damier_search::Limits;
use damier_store::{Document, Pending, wait};

use super::connection::item;
use super::jobs::Found;
use super::levels::shipped;
use super::pool::Desk;
use super::session::read;
use super::wire::{Door, Message, SetItem, Today};
use crate::games::GAMES;

/// The board that stands for a game: one of its usual recipe, whose seed gives a lively picture in every game.
const PICTURE: u64 = 7;
/// As many puzzles are kept: those of all games for a few days.
const KEPT: usize = 64;

/// A day that has come, at least east of here.
pub(super) fn day(text: &str) -> Result<Date, Refusal> {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let date = Date::parse(text)?;
    // No place is more than 14 hours ahead of UTC.
    let come = date.days() <= i64::try_from((seconds + 14 * 3600) / 86_400).unwrap_or(i64::MAX);
    come.then_some(date).ok_or_else(|| refuse!("server.day", "that day has not come yet"))
}

/// What is written down of a table that holds the puzzle of a day.
pub(super) fn occasion(date: &str) -> String {
    format!("daily {date}")
}

/// The puzzle of a day, made or found again; none if somebody cancelled.
fn made(desk: &Desk, game: Game, date: Date) -> Result<Option<Daily>, Refusal> {
    static MADE: Mutex<Option<HashMap<(&str, Date), Daily>>> = Mutex::new(None);
    let lock = || MADE.lock().unwrap_or_else(PoisonError::into_inner);
    let place = (game.name(), date);
    if let Some(known) = lock().as_ref().and_then(|made| made.get(&place)) {
        return Ok(Some(known.clone()));
    }
    let mut tried = || {
        desk.shared.tried.fetch_add(1, Relaxed);
    };
    let Some(mut made) = daily(game, date, &desk.shared.progress, &mut tried)? else { return Ok(None) };
    // The moves of an opening are not part of the game.
    made.position = read(game, &made.position.code())?;
    let mut kept = lock();
    let kept = kept.get_or_insert_default();
    if kept.len() >= KEPT {
        kept.clear();
    }
    kept.insert(place, made.clone());
    Ok(Some(made))
}

/// The puzzle of a day, for the table.
pub(super) fn begin(desk: &Desk, game: Game, date: Date, occasion: String) -> Result<Found, Refusal> {
    Ok(made(desk, game, date)?.map_or(Found::Nothing, |daily| Found::Daily(Box::new(daily), occasion)))
}

/// Every game, and then the puzzles of the day that are not made yet.
pub(super) fn doors(desk: &Desk, text: &str, date: Date, results: Pending<Vec<Document>>) -> Found {
    let results = wait(results).unwrap_or_default().into_iter().map(item).collect();
    let games = GAMES.iter().map(|&game| door(game)).collect();
    desk.say(Message::Home { date: text.to_owned(), games, results });
    // Where one cannot be made, the others are.
    for &game in GAMES.iter().take_while(|_| !desk.is_cancelled()) {
        let Ok(Some(daily)) = made(desk, game, date) else { continue };
        let today = Box::new(shown(&daily));
        desk.say(Message::Daily { date: text.to_owned(), game: game.name(), today });
    }
    Found::Nothing
}

fn shown(daily: &Daily) -> Today {
    let rival = daily.rival.as_ref().map(|rival| rival.name);
    Today { scene: light(daily.position.scene()), level: daily.level, rival }
}

/// Only what is drawn: nobody moves anything on such a picture.
fn light(scene: Scene) -> Scene {
    Scene { moves: Vec::new(), ..scene }
}

fn door(game: Game) -> Door {
    let sets = game.kit.about().sets.iter().zip(shipped(game));
    let set = |(set, (_, levels)): (&damier_kit::LevelSet, &(_, Vec<_>))| SetItem::new(set, levels.len());
    Door {
        game: game.name(),
        versus: game.kit.thinking().is_some(),
        scene: picture(game),
        sets: sets.map(set).collect(),
    }
}

/// What a game looks like. It is made once.
fn picture(game: Game) -> Scene {
    static PICTURES: [OnceLock<Scene>; GAMES.len()] = [const { OnceLock::new() }; GAMES.len()];
    let place = GAMES.iter().position(|other| other.name() == game.name()).unwrap_or(0);
    let make = || {
        let recipe = game.recipe(&[]).ok()?;
        let mut run = damier_search::Run::new(Limits::default());
        Some(light(game.kit.generate(&recipe, PICTURE, &mut run).ok()?.scene()))
    };
    PICTURES[place].get_or_init(|| make().unwrap_or_default()).clone()
}

#[cfg(test)]
mod tests {
    use super::*;
    use damier_search::Progress;
    use std::sync::Arc;

    /// What a day gives must not change: everybody has the same puzzle, and results are kept under its date.
    #[test]
    fn a_day_has_one_puzzle_a_game_and_it_is_of_moderate_difficulty() {
        let mut told = Vec::new();
        for &game in GAMES {
            for text in ["2026-11-17", "2026-03-01", "2024-02-29"] {
                let make = |tried: &mut dyn FnMut()| {
                    daily(game, Date::parse(text).unwrap(), &Arc::new(Progress::default()), tried)
                        .unwrap()
                        .unwrap()
                };
                let (one, two) = (make(&mut || ()), make(&mut || ()));
                assert_eq!(one.position.code(), two.position.code(), "{} {text}", game.name());
                assert_eq!((one.seed, one.optimum, one.level), (two.seed, two.optimum, two.level));
                assert!(one.level.is_none_or(|level| level == 3), "{} {text}: {:?}", game.name(), one.level);
                assert_eq!(one.optimum.is_some(), one.position.plans().is_some());
                assert_eq!(one.rival.is_some(), one.position.versus().is_some());
                told.push(format!("{} {} {:?}", game.name(), one.seed, one.optimum));
            }
        }
        assert_eq!(told.join("\n"), include_str!("../../data/daily.txt").trim());
    }

    #[test]
    fn a_day_that_has_not_come_is_refused() {
        assert_eq!(day("2999-01-01").unwrap_err().key, "server.day");
        assert_eq!(day("yesterday").unwrap_err().key, "lab.date");
        assert!(day("2026-01-01").is_ok());
    }
}
