//! Sessions of whatever games there are, asked for sensible things and others.

use std::sync::Arc;
use std::time::{Duration, Instant};

use damier_kit::{Edit, Position};
use damier_lab::Game;
use damier_lab::record::Record;
use damier_search::{Limits, Run};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use super::Random;
use super::session::Session;
use super::wire::{Clock, Difficulty, End, Message, Rules, Seat, View};
use crate::games::GAMES;

fn adversaries() -> impl Iterator<Item = Game> {
    GAMES.iter().copied().filter(|game| game.kit.thinking().is_some())
}

fn session(game: Game, seed: u64) -> Session {
    Session::new("1".to_owned(), game, Random::seed_from_u64(seed))
}

fn view(session: &mut Session, now: Instant) -> Box<View> {
    let Message::View(view) = session.view(None, now) else { panic!("a view is a view") };
    view
}

fn people(players: usize) -> Vec<Seat> {
    vec![Seat::default(); players]
}

/// Begins a game from its usual start.
fn start(session: &mut Session, seats: Option<Vec<Seat>>, clock: Option<Clock>) {
    let position = session.game.start(&[]).unwrap();
    session.start_game(position.into(), seats, clock).unwrap();
}

/// Something that a page could ask for.
fn meddle(session: &mut Session, random: &mut Random, now: Instant) {
    let any = |random: &mut Random| random.random_range(0..40usize);
    let _ = match random.random_range(0..14) {
        0 => session.undo(true),
        1 => session.undo(false),
        2 => {
            session.go(any(random));
            Ok(())
        }
        3 => {
            session.pause(random.random());
            Ok(())
        }
        4 if random.random_range(0..5) == 0 => session.resign(now),
        5 => {
            session.check_flag(now);
            Ok(())
        }
        6 => {
            let tool = session.game.kit.about().tools.choose(random).map_or("", |tool| tool.name).to_owned();
            let form = Some(if random.random() { "h" } else { "v" }.to_owned());
            let (cell, piece) = (Some(any(random) as u16), Some(any(random) % 5));
            session.edit(&Edit { tool, cell, piece, form, ..Edit::default() })
        }
        7 => session.unedit(random.random()),
        8 => {
            let engine = session.game.kit.about().default_algorithm.to_owned();
            let seat = Seat { engine: Some(engine), ..Seat::default() };
            session.sit(vec![seat; random.random_range(1..5)])
        }
        9 if random.random_range(0..8) == 0 => {
            let clock = Clock { base_ms: 1000 + any(random) as u64 * 100, increment_ms: 20 };
            let position = session.game.start(&[]).unwrap();
            session.start_game(position.into(), Some(people(random.random_range(1..4))), Some(clock))
        }
        _ => match session.position().legal().choose(random) {
            Some(step) if session.seats.as_ref().unwrap().to_think(&session.history).is_some() => {
                session.make(step, now).map(drop)
            }
            Some(step) => session.play(step, now).map(drop),
            None => Ok(()),
        },
    };
    session.run_clock(now);
}

#[test]
fn whatever_is_asked_for_the_table_stays_in_order() {
    for game in adversaries() {
        let mut random = Random::seed_from_u64(7);
        let mut now = Instant::now();
        let (mut over, mut moved) = (0, 0);
        for _ in 0..60 {
            let mut session = session(game, random.random());
            // What a page makes of the parts of the history that it is told.
            let mut known: Vec<String> = Vec::new();
            for _ in 0..80 {
                now += Duration::from_millis(random.random_range(0..60));
                meddle(&mut session, &mut random, now);
                let view = view(&mut session, now);
                let table = view.table.unwrap();
                known.truncate(view.history.keep);
                assert_eq!(known.len(), view.history.keep);
                known.extend(view.history.more);
                assert_eq!(known, session.history.moves());
                assert!(view.history.at <= known.len() && table.seats.len() == view.scene.sides.len());
                let live = session.seats.as_ref().unwrap().is_live(&session.history);
                let running = table.clock.as_ref().and_then(|clock| clock.running);
                assert_eq!(running.is_some(), table.clock.is_some() && live);
                over += usize::from(table.end.is_some());
                moved = moved.max(known.len());
                // What is kept comes back as it was.
                let mut other = self::session(game, 1);
                other.load(&table.saved, &[]).expect("what was saved can be read");
                let again = self::view(&mut other, now).table.unwrap();
                assert_eq!(other.history.moves(), known);
                assert_eq!((&again.seats, again.end), (&table.seats, table.end));
                assert_eq!(again.saved, table.saved);
            }
        }
        assert!(over > 20 && moved > 20, "{over} {moved}");
    }
}

#[test]
fn a_clock_counts_for_who_is_to_move_and_comes_back_with_undo() {
    for game in adversaries() {
        let mut session = session(game, 1);
        start(&mut session, Some(people(2)), Some(Clock { base_ms: 10_000, increment_ms: 1_000 }));
        let (began, after) = (Instant::now(), |seconds| Duration::from_secs(seconds));
        let left = |session: &mut Session, now| view(session, now).table.unwrap().clock.unwrap().left_ms;
        session.run_clock(began);
        assert_eq!(left(&mut session, began + after(2)), [8_000, 10_000]);
        let step = session.position().legal().swap_remove(0);
        session.play(&step, began + after(3)).unwrap();
        session.run_clock(began + after(3));
        assert_eq!(left(&mut session, began + after(4)), [8_000, 9_000]);
        let flag = |session: &Session| session.seats.as_ref().unwrap().flag(&session.history);
        assert_eq!(flag(&session), Some(began + after(13)));
        session.undo(true).unwrap();
        session.run_clock(began + after(5));
        // Looking back costs nothing.
        assert_eq!(left(&mut session, began + after(60)), [10_000, 10_000]);
        session.undo(false).unwrap();
        session.run_clock(began + after(60));
        assert!(!session.check_flag(began + after(69)));
        assert!(session.check_flag(began + after(70)));
        let end = session.seats.as_ref().unwrap().end(&session.history);
        assert_eq!(end, Some(End { winner: Some(0), why: "time".to_owned(), by: Some(1) }));
    }
}

/// A clock that cannot be is refused in a kept game too: it would never run out, or overflow.
#[test]
fn a_kept_game_with_a_broken_clock_is_refused() {
    for game in adversaries() {
        let mut session = session(game, 1);
        start(&mut session, Some(people(2)), Some(Clock { base_ms: 10_000, increment_ms: 0 }));
        let saved = view(&mut session, Instant::now()).table.unwrap().saved;
        let mut other = self::session(game, 2);
        let broken = saved.replace("\"base_ms\":10000", "\"base_ms\":18446744073709551615");
        assert_ne!(broken, saved);
        assert_eq!(other.load(&broken, &[]).unwrap_err().key, "server.clock");
        other.load(&saved, &[]).unwrap();
    }
}

/// The first puzzle of a newcomer is short, the first opponent is not the strongest.
#[test]
fn what_a_newcomer_meets_is_easy() {
    for &game in GAMES {
        let mut session = session(game, 1);
        let now = Instant::now();
        let first = session.position();
        if first.plans().is_some() && !game.kit.about().sets.is_empty() {
            let run = &mut Run::new(Limits::default());
            let name = game.name().to_owned();
            let record = Record::solve(game, name, first.as_ref(), &session.best_spec(), run, None);
            let cost = record.expect("it is searched").cost;
            assert!(cost.is_some_and(|cost| (2..=12).contains(&cost)), "{}: {cost:?}", game.name());
        }
        let table = view(&mut session, now).table;
        if let Some(engine) = table.and_then(|table| table.seats.last()?.engine.clone()) {
            assert_ne!(engine, game.kit.about().default_algorithm);
        }
    }
}

#[test]
fn a_solution_that_was_shown_stays_shown_until_another_start_is_on_the_table() {
    for game in GAMES.iter().copied().filter(|game| game.kit.thinking().is_none()) {
        let mut session = session(game, 1);
        let shown = |session: &mut Session| view(session, Instant::now()).shown;
        assert!(!shown(&mut session));
        assert!(session.show_solution() && !session.show_solution());
        let step = session.position().legal().swap_remove(0);
        session.play(&step, Instant::now()).unwrap();
        session.go(0);
        let code = session.history.code().to_owned();
        session.load(&code, &[step]).unwrap();
        assert!(shown(&mut session), "the start is the same one");
        session.put(session.history.start().clone(), 1);
        assert!(!shown(&mut session));
    }
}

#[test]
fn a_contest_does_not_begin_with_the_task_that_is_on_the_table() {
    let rules =
        Rules { rounds: 17, difficulty: Difficulty::Normal, think: None, show: None, sand: 60, rival: None };
    for &game in GAMES {
        let mut session = session(game, 1);
        if session.position().rounds().is_none() {
            continue;
        }
        let args = game.recipe(&[]).expect("the usual board");
        let board = game.kit.generate(&args, 1, &mut Run::new(Limits::default())).expect("a board");
        let board: Arc<dyn Position> = board.into();
        for _ in 0..200 {
            session.put(board.clone(), 1);
            let before = session.history.code().to_owned();
            session.begin_contest(rules).expect("it has rounds");
            assert_ne!(session.history.code(), before, "{}", game.name());
        }
    }
}
