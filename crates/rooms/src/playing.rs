//! What a room plays: chosen, begun, gone on with; and what takes long for it.

use damier_kit::{Refusal, refuse};

use crate::bids::Bids;
use crate::class::Class;
use crate::line::read;
use crate::race::Race;
use crate::room::{Play, Preparing, Room, find};
use crate::rules::{check, level_exists, seat_count};
use crate::seats::{Ms, Seat, not_now};
use crate::turns::Turns;
use crate::want::{BOARD, Fact, Want, WantId, What};
use crate::wire::{ClassStage, RoomBoard, RoomKind, RoomRules};

impl Room {
    /// Does something that draws numbers and moves people; where it is refused, nothing has changed.
    pub(crate) fn attempt(
        &mut self,
        work: impl FnOnce(&mut Room) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        let (seed, serial, seats) = (self.seed, self.serial, self.seats.clone());
        work(self).inspect_err(|_| (self.seed, self.serial, self.seats) = (seed, serial, seats))
    }

    pub(crate) fn choose(&mut self, rules: RoomRules) -> Result<(), Refusal> {
        let game = find(self.games, &rules.game)?;
        check(game, &rules)?;
        let (kind, same_game) = (rules.kind, rules.game == self.rules.game);
        if let Some(count) = seat_count(game, &rules)? {
            // Who sits beyond the last seat looks on.
            self.seats.resize(count, Seat::Free);
        }
        if kind == RoomKind::Class {
            self.seats.clear();
        }
        let known = |seat: &Seat| !matches!(seat, Seat::Engine(level) if !level_exists(game, kind, level));
        self.seats.iter_mut().filter(|seat| !known(seat)).for_each(|seat| *seat = Seat::Free);
        self.rules = rules;
        self.trouble = None;
        if !same_game {
            self.ratings.clear();
        }
        self.trim_seats();
        Ok(())
    }

    pub(crate) fn begin(&mut self) -> Result<(), Refusal> {
        if self.is_playing() || self.preparing.is_some() {
            return Err(not_now());
        }
        let kind = self.rules.kind;
        let free = self.seats.contains(&Seat::Free);
        let nobody = self.seats.iter().all(|seat| *seat == Seat::Free);
        if kind != RoomKind::Class && (nobody || (kind == RoomKind::Turns && free)) {
            return Err(refuse!("room.seats", "there are seats that nobody has: sit down, or let an engine"));
        }
        self.trouble = None;
        self.serial += 1;
        if kind == RoomKind::Class {
            self.play = Play::Class(Class::new());
            return Ok(());
        }
        self.prepare(self.rules.board.clone(), Vec::new())
    }

    /// Begins on a board that can be made at once, or waits for it.
    fn prepare(&mut self, board: RoomBoard, score: Vec<f64>) -> Result<(), Refusal> {
        let game = self.game()?;
        let seed = self.draw();
        let position = match &board {
            RoomBoard::Text { text } => read(game, text)?,
            RoomBoard::New { options, .. } if game.kit.thinking().is_some() => {
                let setup: Vec<_> =
                    options.iter().map(|(name, value)| (name.clone(), value.clone())).collect();
                game.start(&setup)?.into()
            }
            _ => {
                self.preparing = Some(Preparing { serial: self.serial, board, seed, step: None });
                return Ok(());
            }
        };
        self.start_on(position, score)
    }

    fn start_on(
        &mut self,
        board: std::sync::Arc<dyn damier_kit::Position>,
        score: Vec<f64>,
    ) -> Result<(), Refusal> {
        let (seed, serial) = (self.draw(), self.serial);
        let kind = self.rules.kind;
        let (around, play) = self.parts().ok_or_else(not_now)?;
        let next = match (kind, &mut *play) {
            (RoomKind::Turns, _) => Play::Turns(Turns::new(&around, board, score, serial)?),
            (RoomKind::Bids, _) => Play::Bids(Bids::new(&around, &board, seed, serial)?),
            (RoomKind::Race, Play::Race(race)) => {
                around.game.plans(board.as_ref())?;
                race.open(&around, board, serial);
                return Ok(());
            }
            (RoomKind::Race, _) => Play::Race(Race::new(&around, board, serial)?),
            (RoomKind::Class, Play::Class(class)) => {
                class.put(around.game, board);
                return Ok(());
            }
            (RoomKind::Class, _) => return Err(not_now()),
        };
        *play = next;
        Ok(())
    }

    /// The next round.
    pub(crate) fn next(&mut self) -> Result<(), Refusal> {
        let serial = self.serial + 1;
        let rules = self.rules.clone();
        let (around, play) = self.parts().ok_or_else(not_now)?;
        match play {
            Play::Bids(bids) => bids.next(&around, serial)?,
            Play::Race(race) if race.may_go_on() => {
                let coming = race.coming();
                self.serial = serial;
                let board = match rules.board {
                    RoomBoard::Level { set, index } => {
                        RoomBoard::Level { set, index: index + coming as usize }
                    }
                    RoomBoard::New { options, seed } => RoomBoard::New {
                        options,
                        seed: seed.map(|seed| seed.wrapping_add(u64::from(coming))),
                    },
                    other => other,
                };
                return self.prepare(board, Vec::new());
            }
            _ => return Err(not_now()),
        }
        self.serial = serial;
        Ok(())
    }

    /// A new board for a class, made as the rules say.
    pub(crate) fn show_new(&mut self) -> Result<(), Refusal> {
        self.serial += 1;
        let waited = self.preparing.take();
        self.prepare(self.rules.board.clone(), Vec::new()).inspect_err(|_| self.preparing = waited)?;
        self.trouble = None;
        Ok(())
    }

    /// A class sees something else: a board that was waited for is not wanted any more, but that of a step of a lesson is.
    pub(crate) fn await_step(&mut self, stage: &ClassStage) {
        self.serial += 1;
        self.preparing = match stage {
            ClassStage::Lesson { lesson, step } => Some(Preparing {
                serial: self.serial,
                board: self.rules.board.clone(),
                seed: 0,
                step: Some((lesson.clone(), *step)),
            }),
            _ => None,
        };
    }

    /// Another game of turns: everybody moves on by a seat, with what they have won.
    pub(crate) fn play_again(&mut self) -> Result<(), Refusal> {
        let Play::Turns(turns) = &self.play else { return Err(not_now()) };
        let mut score = turns.score().to_vec();
        if self.seats.contains(&Seat::Free) {
            return Err(refuse!("room.seats", "there are seats that nobody has: sit down, or let an engine"));
        }
        self.seats.rotate_right(1);
        score.rotate_right(1);
        self.serial += 1;
        self.prepare(self.rules.board.clone(), score)
    }

    /// What is wanted now. What was wanted before and is not any more need not be gone on with.
    pub fn wants(&self) -> Vec<Want> {
        let Some(around) = self.around() else { return Vec::new() };
        let mut wants: Vec<Want> = match &self.play {
            Play::Turns(turns) => turns.want(&around).into_iter().collect(),
            Play::Bids(bids) => bids.wants(&around),
            Play::Race(race) => race.want(&around).into_iter().collect(),
            Play::Lobby | Play::Class(_) => Vec::new(),
        };
        wants.extend(self.preparing.iter().map(|preparing| Want {
            id: WantId(BOARD, preparing.serial),
            game: around.game.name(),
            what: match &preparing.step {
                Some((lesson, step)) => What::Step(lesson.clone(), *step),
                None => What::Board(preparing.board.clone(), preparing.seed),
            },
        }));
        wants
    }

    /// Something that was wanted is there. What is wanted no more changes nothing.
    pub fn learn(&mut self, now: Ms, id: WantId, fact: Fact) {
        self.tick(now);
        if !self.wants().iter().any(|want| want.id == id) {
            return;
        }
        let before = self.was_over();
        let mut trouble = None;
        match (fact, &mut self.play) {
            (Fact::Board(text), _) => {
                let step = self.preparing.take().is_some_and(|waited| waited.step.is_some());
                let board = text.and_then(|text| read(self.game()?, &text));
                match (board, step) {
                    (board, false) => {
                        trouble = board.and_then(|board| self.start_on(board, Vec::new())).err();
                    }
                    (Ok(board), true) => {
                        if let Some((around, Play::Class(class))) = self.parts() {
                            class.set_beside(around.game, board);
                        }
                    }
                    // Many steps are read without a board.
                    (Err(_), true) => {}
                }
            }
            (Fact::Move(found), Play::Turns(_)) => {
                let Some((around, Play::Turns(turns))) = self.parts() else { return };
                let seat = (0..around.seats.len()).find(|&seat| {
                    around.engine(seat).is_some() && turns.may(&around, seat).contains(&"move")
                });
                if let Some(seat) = seat {
                    let played = found.and_then(|step| turns.play(&around, seat, &step));
                    if let Err(refusal) = played {
                        // An engine that cannot move has lost, and everybody sees why.
                        let _ = turns.give_up(seat, around.now);
                        trouble = Some(refusal);
                    }
                }
            }
            (Fact::Best(best, proven), _) => {
                let Some((around, play)) = self.parts() else { return };
                match play {
                    Play::Bids(bids) => bids.learn_best(&around, best, proven),
                    Play::Race(race) => race.learn_best(&around, best),
                    _ => {}
                }
            }
            (Fact::Ways(ways), Play::Bids(_)) => {
                if let Some((around, Play::Bids(bids))) = self.parts() {
                    bids.learn_ways(&around, ways);
                }
            }
            _ => {}
        }
        self.trouble = trouble;
        self.note_end(before);
        self.version += 1;
    }
}
