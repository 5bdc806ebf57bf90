//! What a room wants done, done by the machinery that serves everybody: jobs take turns, within limits, and are cancelled when nobody wants
//! them any more.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use damier_kit::{Position, Refusal, refuse};
use damier_lab::Game;
use damier_rooms::wire::RoomBoard;
use damier_rooms::{Fact, Room, Want, WantId, What};
use damier_search::Limits;

use super::super::home;
use super::super::jobs::{self, Found};
use super::super::lessons;
use super::super::pool::{Desk, Pool, Report, Work};
use super::super::think;
use crate::games::named;

/// What the best way of a round may cost.
const BEST: Limits = Limits { nodes: None, time: Some(Duration::from_secs(20)), memory: Some(512 << 20) };
/// How long an engine thinks about a move where there is no clock.
const THINK: Duration = Duration::from_secs(1);

/// What is under way for a room.
#[derive(Default)]
pub(super) struct Errands(HashMap<WantId, (Game, Work)>);

impl Errands {
    /// Begins what is wanted and not under way, and ends what is wanted no more.
    pub(super) fn follow(&mut self, room: &Room, pool: &mut Pool) {
        let wants = room.wants();
        self.0.retain(|id, _| wants.iter().any(|want| want.id == *id));
        for want in wants {
            if !self.0.contains_key(&want.id)
                && let Ok(game) = named(want.game)
                && let Some(work) = start(pool, game, &want)
            {
                self.0.insert(want.id, (game, work));
            }
        }
    }

    pub(super) fn are_none(&self) -> bool {
        self.0.is_empty()
    }

    /// What a report tells the room; none where it is of something that is wanted no more.
    pub(super) fn fact(&mut self, report: Report, pool: &Pool) -> Option<(WantId, Fact)> {
        let (&id, &(game, _)) = self.0.iter().find(|(_, (_, work))| work.number == report.number)?;
        let fact = match report.found {
            Found::Board(position, _) => Fact::Board(text(game, position.as_ref())),
            Found::Daily(daily, _) => Fact::Board(text(game, daily.position.as_ref())),
            Found::Moved { seat, play, engine } => {
                pool.put_engine(seat, engine);
                Fact::Move(play.ok_or_else(|| refuse!("room.engine", "the engine has found no move")))
            }
            Found::Answer(answer) => {
                let solved = answer.outcome == "solved" || !answer.moves.is_empty();
                Fact::Best(solved.then_some(answer.moves), answer.optimal)
            }
            Found::Offers(offers) => {
                Fact::Ways(offers.into_iter().map(|offer| (offer.expansions, offer.moves)).collect())
            }
            Found::Refused(refusal) => failed(id, refusal),
            Found::Nothing => failed(id, refuse!("room.engine", "the engine has found no move")),
            // News on the way.
            _ => return None,
        };
        self.0.remove(&id);
        Some((id, fact))
    }
}

/// What a room learns where something could not be done.
fn failed(id: WantId, refusal: Refusal) -> Fact {
    if id.is_board() {
        Fact::Board(Err(refusal))
    } else if id.is_move() {
        Fact::Move(Err(refusal))
    } else if id.is_best() {
        Fact::Best(None, false)
    } else {
        Fact::Ways(Vec::new())
    }
}

/// A position in the format that programs speak.
fn text(game: Game, position: &dyn Position) -> Result<String, Refusal> {
    position.write(game.kit.about().formats[0].name)
}

fn start(pool: &mut Pool, game: Game, want: &Want) -> Option<Work> {
    Some(match &want.what {
        What::Board(board, seed) => {
            let (board, seed) = (board.clone(), *seed);
            pool.start(move |desk| make(desk, game, board, seed).unwrap_or_else(Found::Refused))
        }
        What::Step(lesson, step) => {
            let (lesson, step) = (lesson.clone(), *step);
            pool.start(move |_| {
                let board = lessons::board(game, &lesson, step);
                board.map_or_else(Found::Refused, |board| Found::Board(board.into(), 0))
            })
        }
        What::Move { seat, level, position, clock } => {
            let spec = game.kit.thinking()?.levels().into_iter().find(|known| known.name == level)?.spec;
            let (seat, position) = ((*seat, spec), position.clone());
            let clock = clock.map(|(left, more)| (Duration::from_millis(left), Duration::from_millis(more)));
            let engine = pool.engine(&seat);
            pool.start_at(true, move |desk| {
                think::choose(desk, game, position.as_ref(), seat, || engine, clock, THINK)
                    .unwrap_or_else(Found::Refused)
            })
        }
        What::Best(position) => {
            let position = position.clone();
            pool.start(move |desk| best(desk, game, &position).unwrap_or_else(Found::Refused))
        }
        What::Ways(position) => {
            let position = position.clone();
            let spec = game.kit.about().default_algorithm.parse().ok()?;
            pool.start(move |desk| jobs::rival(desk, game, position.as_ref(), spec))
        }
    })
}

fn best(desk: &Desk, game: Game, position: &Arc<dyn Position>) -> Result<Found, Refusal> {
    let spec = game.kit.about().default_algorithm.parse()?;
    Ok(Found::Answer(Box::new(jobs::solve(desk, game, position.as_ref(), &spec, BEST))))
}

/// A board, as the host has chosen it.
fn make(desk: &Desk, game: Game, board: RoomBoard, drawn: u64) -> Result<Found, Refusal> {
    Ok(match board {
        RoomBoard::New { options, seed } => {
            let args = game.recipe(&options.into_iter().collect::<Vec<_>>())?;
            jobs::make(desk, game, &args, None, seed.unwrap_or(drawn))
        }
        RoomBoard::Level { set, index } => {
            let none = || refuse!("room.set", "there is no such level");
            let set = game.kit.about().sets.iter().find(|known| known.name == set).ok_or_else(none)?;
            let level = game.kit.read(set.text, None)?.into_iter().nth(index).ok_or_else(none)?;
            Found::Board(level.into(), drawn)
        }
        RoomBoard::Text { text } => {
            let none = || refuse!("room.board", "there is no board in this text; give one");
            Found::Board(game.kit.read(&text, None)?.into_iter().next().ok_or_else(none)?.into(), drawn)
        }
        RoomBoard::Daily { date } => home::begin(desk, game, home::day(&date)?, String::new())?,
    })
}
