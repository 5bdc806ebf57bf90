//! Rounds on one board: a task is drawn, all think at once.
//!
//! `bids` as the board game is played: the first bid turns the glass; the lowest shows, of equal ones the first; a wrong show passes to
//! the next. Who thinks may try moves on a board of their own, if the host likes; nothing comes of it but what its owner bids and shows.
//! `first` and `all`: what is done on one's own board is what counts, and nobody else sees it before the round is over. What engines
//! have found and what the optimum is are in the state as soon as they are known, and in no view before then.

mod view;

use std::sync::{Arc, OnceLock};

use damier_kit::{Position, Refusal, Scene, refuse};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

use crate::line::Line;
use crate::seats::{Around, Glass, Ms, not_now};
use crate::want::{BEST, WAYS, Want, WantId, What};
use crate::wire::{BidMode, BidPhase, RoomBoard, RoomDeed};

use view::Drawn;
pub(crate) use view::own_view;

/// Between two moves of a way that is shown by itself.
const SHOWN: Ms = 500;
/// What a way of optimal length gives in `all`.
const POINTS: i32 = 10;
/// A bid is at most this.
const HIGHEST: u32 = 999;

/// Rounds of bids.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Bids {
    mode: BidMode,
    rounds: u32,
    /// Tasks still to come.
    tasks: Vec<(Option<usize>, u16)>,
    /// The board of the round, with what is shown on it.
    pub(crate) line: Line,
    phase: BidPhase,
    placed: Vec<Bid>,
    ready: Vec<usize>,
    shower: Option<usize>,
    failed: Vec<usize>,
    glass: Option<Glass>,
    tokens: Vec<i32>,
    /// Everybody's own board, by seat.
    pub(crate) own: Vec<Option<Line>>,
    /// Everybody's best way so far, by seat.
    ways: Vec<Option<Way>>,
    begun: Ms,
    /// The best way, once it is known: none if there is none that was found.
    best: Option<(Option<Vec<String>>, bool)>,
    /// What engines find, once it is known, and how many of these each seat has told.
    offers: Option<Vec<(u64, Vec<String>)>>,
    told: Vec<usize>,
    /// What is still to be shown by itself, for an engine or who has tried it before, and when the next of it is due.
    showing: Vec<String>,
    due: Option<Ms>,
    results: Vec<Round>,
    /// How pieces go on the ways of the round that is over: made for the first who looks.
    #[serde(skip)]
    drawn: OnceLock<Drawn>,
    /// Whether the round that is over was given its points.
    scored: bool,
    serial: u64,
}

#[derive(Clone, Serialize, Deserialize)]
struct Bid {
    seat: usize,
    moves: u32,
    /// The order in which bids came.
    number: u64,
}

#[derive(Clone, Serialize, Deserialize)]
struct Way {
    moves: Vec<String>,
    after: Ms,
    solved: bool,
}

#[derive(Clone, Serialize, Deserialize)]
struct Round {
    code: String,
    winner: Option<usize>,
    gained: Vec<i32>,
    best: Option<(Option<Vec<String>>, bool)>,
    ways: Vec<(usize, Way)>,
}

impl Bids {
    /// The first round on a board.
    pub(crate) fn new(
        around: &Around<'_>,
        board: &Arc<dyn Position>,
        seed: u64,
        serial: u64,
    ) -> Result<Self, Refusal> {
        if board.rounds().is_none() {
            return Err(refuse!(
                "room.board_kind",
                "this board cannot be played in this way; choose another"
            ));
        }
        let tasks = tasks(&around.rules.board, &board.scene(), seed);
        let seats = around.seats.len();
        let rounds = around.rules.rounds.unwrap_or(tasks.len().max(1) as u32);
        let mut bids = Bids {
            mode: around.rules.mode,
            rounds,
            tasks,
            line: Line::new(around.game, board.clone()),
            phase: BidPhase::Think,
            placed: Vec::new(),
            ready: Vec::new(),
            shower: None,
            failed: Vec::new(),
            glass: None,
            tokens: vec![0; seats],
            own: Vec::new(),
            ways: Vec::new(),
            begun: around.now,
            best: None,
            offers: None,
            told: Vec::new(),
            showing: Vec::new(),
            due: None,
            results: Vec::new(),
            drawn: OnceLock::new(),
            scored: false,
            serial,
        };
        bids.open(around, board, serial);
        Ok(bids)
    }

    /// Draws the next task, with the pieces as on this board, and opens the round.
    fn open(&mut self, around: &Around<'_>, from: &Arc<dyn Position>, serial: u64) {
        let Some(rounds) = from.rounds() else { return };
        let mut drawn = None;
        while let Some((piece, cell)) = self.tasks.pop() {
            // One that is solved already is no task.
            drawn = rounds.with_task(piece, cell).ok().filter(|position| !position.is_over());
            if drawn.is_some() {
                break;
            }
        }
        let start: Arc<dyn Position> = drawn.unwrap_or_else(|| rounds.next_task()).into();
        let seats = around.seats.len();
        self.line = Line::new(around.game, start);
        let own = (self.mode != BidMode::Bids || around.rules.own_boards).then(|| self.line.clone());
        self.own = vec![own; seats];
        self.ways = vec![None; seats];
        self.tokens.resize(seats, 0);
        self.told = vec![0; seats];
        (self.phase, self.shower, self.due, self.scored) = (BidPhase::Think, None, None, false);
        (self.best, self.offers, self.begun, self.serial) = (None, None, around.now, serial);
        self.placed.clear();
        self.ready.clear();
        self.failed.clear();
        self.showing.clear();
        self.drawn = OnceLock::new();
        self.glass = around.rules.think.map(|seconds| Glass::of(around.now, seconds));
    }

    /// The seat that this person took after the rounds began.
    pub(crate) fn seats_changed(&mut self, seats: usize) {
        self.tokens.resize(seats, 0);
        self.ways.resize(seats, None);
        self.own.resize(seats, None);
        self.told.resize(seats, 0);
    }

    pub(crate) fn is_between(&self) -> bool {
        matches!(self.phase, BidPhase::Done | BidPhase::Over)
    }

    /// Everybody has seen the best way.
    pub(crate) fn may_go_on(&self) -> bool {
        self.phase == BidPhase::Done && self.scored && self.best.is_some()
    }

    /// The next round.
    pub(crate) fn next(&mut self, around: &Around<'_>, serial: u64) -> Result<(), Refusal> {
        if !self.may_go_on() {
            return Err(not_now());
        }
        let shown = self.results.last().and_then(|round| round.winner).is_some();
        let from = if shown { self.line.here() } else { self.line.start() }.clone();
        self.open(around, &from, serial);
        Ok(())
    }

    pub(crate) fn act(&mut self, around: &Around<'_>, seat: usize, deed: &RoomDeed) -> Result<(), Refusal> {
        match deed {
            RoomDeed::Bid { moves } => self.bid(around, seat, *moves),
            RoomDeed::Ready => self.say_ready(around, seat),
            RoomDeed::Move { step, own: false } if self.mode == BidMode::Bids => {
                self.shows_by_hand(seat).then_some(()).ok_or_else(not_now)?;
                self.show(around, seat, step)
            }
            RoomDeed::Move { step, .. } => {
                let board = self.own_board(seat)?;
                if board.here().is_over() {
                    return Err(not_now());
                }
                board.play(step)?;
                self.found(around, seat);
                Ok(())
            }
            RoomDeed::Back { to } => self.own_board(seat)?.back(*to).then_some(()).ok_or_else(not_now),
            RoomDeed::Way => self.show_tried(around, seat),
            _ => Err(not_now()),
        }
    }

    /// Whether bids are taken, or ways looked for.
    fn is_thinking(&self) -> bool {
        matches!(self.phase, BidPhase::Think | BidPhase::Bid)
    }

    /// Whether this seat may still do something before anybody shows.
    fn thinks(&self, seat: usize) -> bool {
        self.is_thinking() && !self.ready.contains(&seat) && seat < self.tokens.len()
    }

    fn own_board(&mut self, seat: usize) -> Result<&mut Line, Refusal> {
        let thinks = self.thinks(seat);
        self.own.get_mut(seat).and_then(Option::as_mut).filter(|_| thinks).ok_or_else(not_now)
    }

    /// A way on one's own board may have come to its end. While bids are taken that is its owner's business alone.
    fn found(&mut self, around: &Around<'_>, seat: usize) {
        let counts = self.mode != BidMode::Bids;
        let Some(board) = self.own[seat].as_ref().filter(|board| counts && board.here().is_over()) else {
            return;
        };
        let moves = board.moves().to_vec();
        self.keep_way(around, seat, moves);
    }

    fn keep_way(&mut self, around: &Around<'_>, seat: usize, moves: Vec<String>) {
        if self.ways[seat].as_ref().is_none_or(|way| moves.len() < way.moves.len()) {
            let after = around.now.saturating_sub(self.begun);
            self.ways[seat] = Some(Way { moves, after, solved: true });
        }
        if self.mode == BidMode::First {
            let way = self.ways[seat].as_ref().map_or(Vec::new(), |way| way.moves.clone());
            self.line.back(0);
            for step in &way {
                let _ = self.line.play(step);
            }
            self.finish(Some(seat), around);
        }
    }

    fn bid(&mut self, around: &Around<'_>, seat: usize, moves: u32) -> Result<(), Refusal> {
        if self.mode != BidMode::Bids || !self.thinks(seat) {
            return Err(not_now());
        }
        let mine = self.bid_of(seat);
        if !(1..=HIGHEST).contains(&moves) || mine.is_some_and(|mine| moves >= mine) {
            let most = mine.map_or(HIGHEST, |mine| mine - 1);
            return Err(refuse!("room.bid", "a bid is from 1 to {most}: lower than your last", most));
        }
        self.place(around, seat, moves);
        Ok(())
    }

    fn bid_of(&self, seat: usize) -> Option<u32> {
        self.placed.iter().find(|bid| bid.seat == seat).map(|bid| bid.moves)
    }

    fn place(&mut self, around: &Around<'_>, seat: usize, moves: u32) {
        let number = self.placed.iter().map(|bid| bid.number + 1).max().unwrap_or(0);
        self.placed.retain(|bid| bid.seat != seat);
        self.placed.push(Bid { seat, moves, number });
        self.placed.sort_by_key(|bid| (bid.moves, bid.number));
        if self.phase == BidPhase::Think {
            self.phase = BidPhase::Bid;
            self.glass = Some(Glass::of(around.now, around.rules.sand));
        }
    }

    fn say_ready(&mut self, around: &Around<'_>, seat: usize) -> Result<(), Refusal> {
        match self.phase {
            BidPhase::Think | BidPhase::Bid if !self.ready.contains(&seat) => {
                self.ready.push(seat);
                self.tick(around);
                Ok(())
            }
            BidPhase::Show if self.shows_by_hand(seat) => {
                self.fail(around);
                Ok(())
            }
            _ => Err(not_now()),
        }
    }

    /// Whether all people at the table who are there want no more. Without anybody there, nothing is hurried.
    fn all_ready(&self, around: &Around<'_>) -> bool {
        let mut players = around.players().filter(|&seat| seat < self.tokens.len()).peekable();
        players.peek().is_some() && players.all(|seat| self.ready.contains(&seat))
    }

    /// Who shows next does.
    fn next_shower(&mut self, around: &Around<'_>) {
        self.line.back(0);
        let next = self.placed.iter().find(|bid| !self.failed.contains(&bid.seat)).map(|bid| bid.seat);
        let Some(seat) = next else { return self.finish(None, around) };
        (self.phase, self.shower) = (BidPhase::Show, Some(seat));
        self.glass = Some(Glass::of(around.now, around.rules.show));
        (self.showing, self.due) = (Vec::new(), None);
        if around.engine(seat).is_some() {
            let told = self.told.get(seat).copied().unwrap_or(0);
            let best = self.offers.iter().flatten().take(told).min_by_key(|(_, moves)| moves.len());
            self.showing = best.map_or(Vec::new(), |(_, moves)| moves.clone());
            self.due = Some(self.after_a_pause(around.now));
        }
    }

    /// When the next move of a way that is shown by itself is due: all of it comes before the clock has run out.
    fn after_a_pause(&self, now: Ms) -> Ms {
        let left = self.glass.map_or(Ms::MAX, |glass| glass.end.saturating_sub(now));
        now.saturating_add(SHOWN.min(left / (self.showing.len() as Ms + 1)))
    }

    /// Whether this seat shows, and makes the moves one by one.
    fn shows_by_hand(&self, seat: usize) -> bool {
        self.phase == BidPhase::Show && self.shower == Some(seat) && self.due.is_none()
    }

    /// The way on one's own board, where it is what was bid and nothing else was shown yet.
    fn tried(&self, seat: usize) -> Option<&[String]> {
        let board = self.own.get(seat)?.as_ref().filter(|board| board.here().is_over())?;
        let fits = self.bid_of(seat).is_some_and(|bid| board.moves().len() <= bid as usize);
        (fits && self.shows_by_hand(seat) && self.line.moves().is_empty()).then(|| board.moves())
    }

    /// Who shows has tried it before: that way is shown.
    fn show_tried(&mut self, around: &Around<'_>, seat: usize) -> Result<(), Refusal> {
        self.showing = self.tried(seat).ok_or_else(not_now)?.to_vec();
        self.due = Some(self.after_a_pause(around.now));
        Ok(())
    }

    fn fail(&mut self, around: &Around<'_>) {
        if let Some(seat) = self.shower.take() {
            let (moves, after) = (self.line.moves().to_vec(), around.now.saturating_sub(self.begun));
            self.ways[seat] = Some(Way { moves, after, solved: false });
            self.failed.push(seat);
        }
        self.next_shower(around);
    }

    /// A move of who shows.
    fn show(&mut self, around: &Around<'_>, seat: usize, step: &str) -> Result<(), Refusal> {
        self.line.play(step)?;
        let bid = self.bid_of(seat).map_or(0, |bid| bid as usize);
        if self.line.here().is_over() {
            let after = around.now.saturating_sub(self.begun);
            self.ways[seat] = Some(Way { moves: self.line.moves().to_vec(), after, solved: true });
            self.finish(Some(seat), around);
        } else if self.line.moves().len() >= bid {
            self.fail(around);
        }
        Ok(())
    }

    /// The round is over.
    fn finish(&mut self, winner: Option<usize>, around: &Around<'_>) {
        (self.phase, self.shower, self.glass, self.due) = (BidPhase::Done, None, None, None);
        self.showing.clear();
        if self.mode == BidMode::Bids {
            // What was tried stays with who tried it, also where somebody else sits down there next.
            self.own.fill(None);
        }
        let ways = self.ways.iter().enumerate().filter_map(|(seat, way)| Some((seat, way.clone()?)));
        let round = Round {
            code: self.line.code(),
            winner,
            gained: vec![0; self.tokens.len()],
            best: None,
            ways: ways.collect(),
        };
        self.results.push(round);
        self.drawn = OnceLock::new();
        self.score(around);
    }

    /// Gives a round that is over its points, in `all` once the optimum is known.
    fn score(&mut self, around: &Around<'_>) {
        let Some(round) = self.results.last_mut().filter(|_| self.phase == BidPhase::Done) else { return };
        if let (None, Some(best)) = (&round.best, &self.best) {
            round.best = Some(best.clone());
        }
        if self.scored || (self.mode == BidMode::All && self.best.is_none()) {
            return;
        }
        self.scored = true;
        if self.mode == BidMode::All {
            let known = self.best.iter().filter_map(|(best, _)| best.as_ref().map(Vec::len));
            let least = known.chain(round.ways.iter().map(|(_, way)| way.moves.len())).min().unwrap_or(0);
            for (seat, way) in &round.ways {
                round.gained[*seat] = (POINTS - (way.moves.len() - least) as i32).max(1);
            }
            let best = round.gained.iter().copied().max().filter(|&most| most > 0);
            let firsts = round.ways.iter().filter(|(seat, _)| Some(round.gained[*seat]) == best);
            round.winner = firsts.min_by_key(|(_, way)| way.after).map(|(seat, _)| *seat);
        } else if let Some(seat) = round.winner {
            round.gained[seat] = (1 + extras(&self.line)).max(0);
        }
        for (tokens, gained) in self.tokens.iter_mut().zip(&round.gained) {
            *tokens += gained;
        }
        let enough = around
            .rules
            .tokens
            .is_some_and(|wanted| self.tokens.iter().any(|&tokens| tokens >= wanted.min(10_000) as i32));
        if self.results.len() as u32 >= self.rounds || enough {
            self.phase = BidPhase::Over;
        }
    }

    /// What an engine bids or finds next, and when.
    fn next_offer(&self, seat: usize, level: crate::seats::Level) -> Option<(Ms, usize)> {
        let at = self.told.get(seat)?;
        let (expansions, moves) = self.offers.as_ref()?.get(*at)?;
        Some((level.finds(self.begun, *expansions), moves.len()))
    }

    pub(crate) fn wake(&self, around: &Around<'_>) -> Option<Ms> {
        let mut wake: Vec<Ms> = self.glass.iter().map(|glass| glass.end).chain(self.due).collect();
        if self.is_thinking() {
            let offers = around.engines().filter_map(|(seat, level)| self.next_offer(seat, level));
            wake.extend(offers.map(|(at, _)| at));
        }
        wake.into_iter().min()
    }

    /// Lets engines bid what they have found by then.
    fn engines_bid(&mut self, around: &Around<'_>, horizon: Ms) -> bool {
        let mut changed = false;
        let seats = self.tokens.len();
        for (seat, level) in around.engines().filter(|(seat, _)| *seat < seats) {
            while let Some((at, moves)) = self.next_offer(seat, level).filter(|(at, _)| *at <= horizon) {
                let over = self.phase == BidPhase::Bid && self.glass.is_some_and(|glass| at > glass.end);
                if over || !self.is_thinking() {
                    break;
                }
                let index = self.told[seat];
                self.told[seat] += 1;
                if self.mode == BidMode::Bids {
                    if self.bid_of(seat).is_none_or(|mine| (moves as u32) < mine) && (moves as u32) <= HIGHEST
                    {
                        self.place(around, seat, moves as u32);
                        changed = true;
                    }
                } else if let Some((_, way)) = self.offers.as_ref().and_then(|all| all.get(index)).cloned() {
                    self.keep_way(around, seat, way);
                    changed = true;
                }
            }
        }
        changed
    }

    /// Lets time pass; says whether something has changed.
    pub(crate) fn tick(&mut self, around: &Around<'_>) -> bool {
        let mut changed = false;
        if self.is_thinking() {
            // When nobody else wants more, engines say at once what they would find.
            let waits_for_engines = around.engines().next().is_some() && self.offers.is_none();
            let all_ready = self.all_ready(around) && !waits_for_engines;
            let horizon = match self.glass {
                Some(glass) if all_ready => glass.end,
                None if all_ready => Ms::MAX,
                _ => around.now,
            };
            changed |= self.engines_bid(around, horizon);
            let ran_out = self.glass.is_some_and(|glass| around.now >= glass.end);
            // A first bid that came only now has turned the glass: who is ready does not wait for it either.
            let settled = all_ready || ran_out;
            match self.phase {
                BidPhase::Bid if settled => {
                    self.next_shower(around);
                    changed = true;
                }
                BidPhase::Think if settled => {
                    self.finish(None, around);
                    changed = true;
                }
                _ => {}
            }
            return changed;
        }
        if self.phase == BidPhase::Show {
            while let (Some(due), Some(seat)) = (self.due.filter(|due| *due <= around.now), self.shower) {
                if self.showing.is_empty() {
                    self.fail(around);
                    return true;
                }
                let step = self.showing.remove(0);
                self.due = Some(self.after_a_pause(due));
                changed = true;
                if self.show(around, seat, &step).is_err() {
                    self.fail(around);
                    return true;
                }
            }
            if self.phase == BidPhase::Show && self.glass.is_some_and(|glass| around.now >= glass.end) {
                self.fail(around);
                changed = true;
            }
        }
        changed
    }

    pub(crate) fn wants(&self, around: &Around<'_>) -> Vec<Want> {
        let game = around.game.name();
        let want = |kind, what| Want { id: WantId(kind, self.serial), game, what };
        let mut wants = Vec::new();
        if self.best.is_none() {
            wants.push(want(BEST, What::Best(self.line.start().clone())));
        }
        if self.is_thinking() && self.offers.is_none() && around.engines().next().is_some() {
            wants.push(want(WAYS, What::Ways(self.line.start().clone())));
        }
        wants
    }

    pub(crate) fn learn_best(&mut self, around: &Around<'_>, best: Option<Vec<String>>, proven: bool) {
        self.best = Some((best, proven));
        self.drawn = OnceLock::new();
        self.score(around);
        // The last round may have gone over into the end of all before its best way was known.
        if let (BidPhase::Over, Some(round)) = (self.phase, self.results.last_mut()) {
            round.best.clone_from(&self.best);
        }
    }

    pub(crate) fn learn_ways(&mut self, around: &Around<'_>, ways: Vec<(u64, Vec<String>)>) {
        self.offers = Some(ways);
        self.tick(around);
    }

    pub(crate) fn may(&self, seat: usize) -> Vec<&'static str> {
        let mut may = Vec::new();
        if self.thinks(seat) {
            may.push("ready");
            may.extend((self.mode == BidMode::Bids).then_some("bid"));
            if let Some(own) = self.own.get(seat).and_then(Option::as_ref) {
                may.extend((!own.here().is_over()).then_some("move"));
                may.extend((!own.moves().is_empty()).then_some("back"));
            }
        }
        if self.shows_by_hand(seat) {
            may.extend(["move", "ready"]);
            may.extend(self.tried(seat).map(|_| "way"));
        }
        may
    }
}

/// The tasks of a board, the first one last. A board that was chosen begins with its own task; on the board of a day the others come in the
/// same order in every room.
fn tasks(board: &RoomBoard, scene: &Scene, seed: u64) -> Vec<(Option<usize>, u16)> {
    let mut targets: Vec<_> = (scene.targets.iter())
        .filter(|target| target.piece.is_none_or(|piece| piece < scene.pieces.len()))
        .collect();
    let seed = match board {
        RoomBoard::Daily { date } => {
            date.bytes().fold(0, |seed: u64, byte| seed.wrapping_mul(31).wrapping_add(byte.into()))
        }
        _ => seed,
    };
    targets.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(seed));
    if !matches!(board, RoomBoard::New { .. }) {
        targets.sort_by_key(|target| target.active);
    }
    targets.into_iter().map(|target| (target.piece, target.cell)).collect()
}

/// What bonus and penalty cells gave on a way: every stop on one counts.
fn extras(line: &Line) -> i32 {
    let mut here = line.start().clone();
    let mut sum = 0;
    for step in line.moves() {
        let Ok(played) = here.play(step) else { break };
        let next: Arc<dyn Position> = played.position.into();
        sum += here.rounds().map_or(0, |rounds| rounds.extras(next.as_ref()));
        here = next;
    }
    sum
}
