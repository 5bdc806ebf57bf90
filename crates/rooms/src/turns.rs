//! A game of turns: one after the other, with clocks, and with what is asked of the others at the table.

use damier_kit::{Position, Refusal, refuse};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

use crate::line::Line;
use crate::seats::{Around, Ms, Seat, not_now};
use crate::want::{MOVE, Want, WantId, What};
use crate::wire::{Offer, OfferView, RatingView, RoomClockView, RoomDeed, RoomEnd, TurnsView};

/// As long is who is to move waited for after a restart.
const WAIT: Ms = 30_000;

/// A game of turns. Seat 0 is the first player of the board.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Turns {
    pub(crate) line: Line,
    /// Who made each move.
    movers: Vec<usize>,
    /// What each seat has left, where there are clocks, as it was when the turn began.
    left: Vec<Ms>,
    /// Since when the clock of who is to move runs.
    since: Option<Ms>,
    /// Since when who is to move is waited for.
    waiting: Option<Ms>,
    offers: Vec<Asked>,
    given: Option<Ended>,
    score: Vec<f64>,
    counted: bool,
    serial: u64,
    /// The ratings of both seats before and after, once they were told.
    pub(crate) rated: Option<Vec<[(i32, i32); 2]>>,
}

#[derive(Clone, Serialize, Deserialize)]
struct Asked {
    what: Offer,
    by: usize,
    agreed: Vec<usize>,
}

/// How it ended other than on the board.
#[derive(Clone, Serialize, Deserialize)]
struct Ended {
    winner: Option<usize>,
    why: String,
    by: Option<usize>,
}

impl Turns {
    /// A game begins.
    pub(crate) fn new(
        around: &Around<'_>,
        start: Arc<dyn Position>,
        score: Vec<f64>,
        serial: u64,
    ) -> Result<Self, Refusal> {
        let players = around.game.versus(start.as_ref())?.players();
        if players != around.seats.len() {
            return Err(refuse!("room.players", "this board has {players} players", players));
        }
        let clocks = around.rules.clock.map_or(Vec::new(), |clock| vec![clock.base_ms; players]);
        let mut turns = Turns {
            line: Line::new(around.game, start),
            movers: Vec::new(),
            left: clocks,
            since: None,
            waiting: None,
            offers: Vec::new(),
            given: None,
            score: if score.len() == players { score } else { vec![0.0; players] },
            counted: false,
            serial,
            rated: None,
        };
        if turns.end().is_some() {
            return Err(refuse!("room.over", "the game on this board is over; choose another"));
        }
        turns.since = turns.has_clock().then_some(around.now);
        Ok(turns)
    }

    fn has_clock(&self) -> bool {
        !self.left.is_empty()
    }

    pub(crate) fn score(&self) -> &[f64] {
        &self.score
    }

    /// Whose turn it is.
    fn turn(&self) -> usize {
        self.line.here().versus().map_or(0, damier_kit::Versus::turn)
    }

    /// How it ended, if it has.
    pub(crate) fn end(&self) -> Option<RoomEnd> {
        let on_board = self.line.here().versus().and_then(damier_kit::Versus::end);
        let told = on_board.map(|end| RoomEnd { winner: end.winner, why: end.why.to_owned(), by: None });
        let given = |ended: &Ended| RoomEnd { winner: ended.winner, why: ended.why.clone(), by: ended.by };
        told.or_else(|| self.given.as_ref().map(given))
    }

    /// The room was put away, or the program ended: no clock runs until who is to move is back.
    pub(crate) fn rest(&mut self, now: Ms) {
        let turn = self.turn();
        if let Some(since) = self.since.take() {
            if let Some(left) = self.left.get_mut(turn) {
                *left = left.saturating_sub(now.saturating_sub(since)).max(1);
            }
            self.waiting = Some(now);
        } else if self.waiting.is_some() {
            self.waiting = Some(now);
        }
    }

    pub(crate) fn act(
        &mut self,
        around: &Around<'_>,
        seat: usize,
        deed: &RoomDeed,
    ) -> Result<Option<Rematch>, Refusal> {
        match deed {
            RoomDeed::Move { step, own: false } => self.play(around, seat, step)?,
            RoomDeed::Resign => self.give_up(seat, around.now)?,
            RoomDeed::Offer { what } => return self.offer(around, seat, *what),
            RoomDeed::Answer { what, yes } => return self.answer(around, seat, *what, *yes),
            _ => return Err(not_now()),
        }
        Ok(None)
    }

    /// A move of who is to move, person or engine.
    pub(crate) fn play(&mut self, around: &Around<'_>, seat: usize, step: &str) -> Result<(), Refusal> {
        if self.end().is_some() {
            return Err(not_now());
        }
        if self.turn() != seat {
            return Err(refuse!("room.turn", "it is not your turn"));
        }
        self.line.play(step)?;
        self.movers.push(seat);
        let spent = self.spent(around, seat);
        if let (Some(left), Some(clock)) = (self.left.get_mut(seat), around.rules.clock) {
            *left = left.saturating_sub(spent).saturating_add(clock.increment_ms);
        }
        self.waiting = None;
        self.offers.clear();
        self.since = (self.has_clock() && self.end().is_none()).then_some(around.now);
        self.count();
        Ok(())
    }

    /// What the turn has cost so far, with the lag given back.
    fn spent(&self, around: &Around<'_>, seat: usize) -> Ms {
        let passed = self.since.map_or(0, |since| around.now.saturating_sub(since));
        passed.saturating_sub(around.lag(seat))
    }

    /// Leaves the game: resigns.
    pub(crate) fn give_up(&mut self, seat: usize, now: Ms) -> Result<(), Refusal> {
        if self.end().is_some() || seat >= self.score.len() {
            return Err(not_now());
        }
        self.lose(seat, "resigned", now);
        Ok(())
    }

    /// With two, the other one has won; with more, the one who is furthest ahead.
    fn lose(&mut self, seat: usize, why: &str, now: Ms) {
        let lead = |&other: &usize| {
            let versus = self.line.here().versus();
            versus.and_then(|versus| versus.lead(other)).unwrap_or(f64::NEG_INFINITY)
        };
        let others = (0..self.score.len()).filter(|&other| other != seat);
        let winner = others.min_by(|one, two| lead(two).total_cmp(&lead(one)));
        self.close(Ended { winner, why: why.to_owned(), by: Some(seat) }, now);
    }

    fn close(&mut self, ended: Ended, now: Ms) {
        let turn = self.turn();
        if let (Some(since), Some(left)) = (self.since.take(), self.left.get_mut(turn)) {
            *left = left.saturating_sub(now.saturating_sub(since));
        }
        self.given = Some(ended);
        (self.waiting, self.offers) = (None, Vec::new());
        self.count();
    }

    /// Counts a game that is over, once.
    fn count(&mut self) {
        let Some(end) = self.end().filter(|_| !self.counted) else { return };
        self.counted = true;
        let share = 1.0 / self.score.len().max(1) as f64;
        match end.winner {
            Some(winner) => self.score.get_mut(winner).map_or((), |score| *score += 1.0),
            None => self.score.iter_mut().for_each(|score| *score += share),
        }
    }

    /// Whether this can be asked for by a seat now.
    fn may_ask(&self, around: &Around<'_>, seat: usize, what: Offer) -> bool {
        let others = (0..around.seats.len()).filter(|&other| other != seat);
        let over = self.end().is_some();
        match what {
            Offer::Rematch => over && !around.seats.contains(&Seat::Free),
            Offer::Takeback => !over && self.before(seat).is_some(),
            Offer::Draw => !over && others.clone().all(|other| around.engine(other).is_none()),
        }
    }

    /// After how many moves it was the last turn of a seat that was played.
    fn before(&self, seat: usize) -> Option<usize> {
        self.movers.iter().rposition(|&mover| mover == seat)
    }

    fn offer(&mut self, around: &Around<'_>, seat: usize, what: Offer) -> Result<Option<Rematch>, Refusal> {
        if !self.may_ask(around, seat, what) {
            return Err(not_now());
        }
        if self.offers.iter().any(|asked| asked.what == what) {
            return self.answer(around, seat, what, true);
        }
        self.offers.push(Asked { what, by: seat, agreed: vec![seat] });
        self.answer(around, seat, what, true)
    }

    fn answer(
        &mut self,
        around: &Around<'_>,
        seat: usize,
        what: Offer,
        yes: bool,
    ) -> Result<Option<Rematch>, Refusal> {
        let at = self.offers.iter().position(|asked| asked.what == what).ok_or_else(not_now)?;
        if !yes {
            self.offers.remove(at);
            return Ok(None);
        }
        let asked = &mut self.offers[at];
        if !asked.agreed.contains(&seat) {
            asked.agreed.push(seat);
        }
        let agrees = |other: usize| {
            asked.agreed.contains(&other)
                || around.engine(other).is_some()
                || around.seats[other] == Seat::Free
        };
        if !(0..around.seats.len()).all(agrees) {
            return Ok(None);
        }
        let by = asked.by;
        self.offers.remove(at);
        match what {
            Offer::Rematch => return Ok(Some(Rematch)),
            Offer::Draw => {
                self.close(Ended { winner: None, why: "agreed".to_owned(), by: None }, around.now);
            }
            Offer::Takeback => {
                let to = self.before(by).ok_or_else(not_now)?;
                let (turn, spent) = (self.turn(), self.spent(around, self.turn()));
                if let Some(left) = self.left.get_mut(turn) {
                    *left = left.saturating_sub(spent).max(1);
                }
                self.line.back(to);
                self.movers.truncate(to);
                self.since = self.has_clock().then_some(around.now);
                self.offers.clear();
            }
        }
        Ok(None)
    }

    /// When the flag of who is to move falls.
    fn flag(&self, around: &Around<'_>) -> Option<Ms> {
        let turn = self.turn();
        let left = self.left.get(turn)?;
        Some(self.since?.saturating_add(*left).saturating_add(around.lag(turn)))
    }

    pub(crate) fn wake(&self, around: &Around<'_>) -> Option<Ms> {
        let waits = self.waiting.map(|since| since.saturating_add(WAIT));
        self.flag(around).into_iter().chain(waits).min()
    }

    /// Lets time pass; says whether something has changed.
    pub(crate) fn tick(&mut self, around: &Around<'_>) -> bool {
        let turn = self.turn();
        if let Some(since) = self.waiting {
            let back = around.is_here(turn) || (around.engine(turn).is_some() && around.anybody_here());
            if back || around.now >= since.saturating_add(WAIT) {
                self.waiting = None;
                self.since = (self.has_clock() && self.end().is_none()).then_some(around.now);
                return true;
            }
        }
        if self.end().is_none() && self.flag(around).is_some_and(|flag| flag <= around.now) {
            if let Some(left) = self.left.get_mut(turn) {
                *left = 0;
            }
            self.since = None;
            self.lose(turn, "time", around.now);
            return true;
        }
        false
    }

    pub(crate) fn want(&self, around: &Around<'_>) -> Option<Want> {
        let seat = self.turn();
        let level = around.engine(seat).filter(|_| self.end().is_none() && self.waiting.is_none())?;
        let clock = around.rules.clock.and_then(|clock| {
            Some((self.left.get(seat)?.saturating_sub(self.spent(around, seat)), clock.increment_ms))
        });
        let id = WantId(MOVE, self.serial * 10_000 + self.line.moves().len() as u64);
        let (level, position) = (level.to_owned(), self.line.here().clone());
        Some(Want { id, game: around.game.name(), what: What::Move { seat, level, position, clock } })
    }

    /// What somebody at the table may do.
    pub(crate) fn may(&self, around: &Around<'_>, seat: usize) -> Vec<&'static str> {
        let mut may = Vec::new();
        let over = self.end().is_some();
        if !over {
            may.push("resign");
            if self.turn() == seat {
                may.push("move");
            }
        }
        for (what, name) in
            [(Offer::Takeback, "takeback"), (Offer::Draw, "draw"), (Offer::Rematch, "rematch")]
        {
            if self.may_ask(around, seat, what) {
                may.push(name);
            }
        }
        if self.offers.iter().any(|asked| !asked.agreed.contains(&seat)) {
            may.push("answer");
        }
        may
    }

    pub(crate) fn view(&self, around: &Around<'_>, seat: Option<usize>) -> TurnsView {
        let (turn, end) = (self.turn(), self.end());
        let left = |at: usize| match self.left[at] {
            left if at == turn => left.saturating_sub(self.spent(around, at)),
            left => left,
        };
        let clock = around.rules.clock.filter(|_| self.has_clock()).map(|clock| RoomClockView {
            clock,
            left_ms: (0..self.left.len()).map(left).collect(),
            running: self.since.map(|_| turn),
        });
        let first = around.game.kit.about().formats[0].name;
        let rating = |(rating, deviation)| RatingView { rating, deviation };
        TurnsView {
            scene: self.line.scene(end.is_none() && seat == Some(turn)),
            moves: self.line.moves().to_vec(),
            last: self.line.last(),
            turn,
            clock,
            waiting: self.waiting.is_some(),
            thinking: self.want(around).map(|_| turn),
            offers: (self.offers.iter())
                .map(|asked| OfferView { what: asked.what, by: asked.by, agreed: asked.agreed.clone() })
                .collect(),
            score: self.score.clone(),
            record: end.is_some().then(|| self.line.here().write(first).unwrap_or_default()),
            rated: (self.rated.as_ref())
                .map(|all| all.iter().map(|[old, new]| (rating(*old), rating(*new))).collect()),
            end,
        }
    }
}

/// All want another game.
pub(crate) struct Rematch;
