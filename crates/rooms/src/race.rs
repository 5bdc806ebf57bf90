//! A race: everybody has the same level on a board of their own, and sees the others' boards.

use std::sync::{Arc, OnceLock};

use damier_kit::{Position, Refusal, Scene, refuse};
use serde::{Deserialize, Serialize};

use crate::bids::own_view;
use crate::line::Line;
use crate::seats::{Around, Glass, Ms, not_now};
use crate::want::{BEST, Want, WantId, What};
use crate::wire::{BidPhase, RaceBoard, RaceView, RoomDeed, SlideView};

/// A race of one or more rounds.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Race {
    round: u32,
    rounds: u32,
    phase: BidPhase,
    pub(crate) start: Line,
    pub(crate) boards: Vec<Line>,
    solved: Vec<Option<Ms>>,
    ready: Vec<usize>,
    order: Vec<usize>,
    glass: Option<Glass>,
    score: Vec<i32>,
    begun: Ms,
    /// A best way, once it was looked for, and since when: engines follow it from then on. Empty where none was found.
    best: Vec<String>,
    /// How pieces go on it: made for the first who looks once the round is over.
    #[serde(skip)]
    drawn: OnceLock<Vec<SlideView>>,
    searched: bool,
    engines: Ms,
    serial: u64,
}

impl Race {
    /// The first round.
    pub(crate) fn new(around: &Around<'_>, board: Arc<dyn Position>, serial: u64) -> Result<Self, Refusal> {
        around.game.plans(board.as_ref())?;
        if board.is_over() {
            return Err(refuse!("room.over", "the game on this board is over; choose another"));
        }
        let mut race = Race {
            round: 0,
            rounds: around.rules.rounds.unwrap_or(1),
            phase: BidPhase::Think,
            start: Line::new(around.game, board.clone()),
            boards: Vec::new(),
            solved: Vec::new(),
            ready: Vec::new(),
            order: Vec::new(),
            glass: None,
            score: vec![0; around.seats.len()],
            begun: around.now,
            best: Vec::new(),
            drawn: OnceLock::new(),
            searched: false,
            engines: around.now,
            serial,
        };
        race.open(around, board, serial);
        Ok(race)
    }

    /// A round on a new board.
    pub(crate) fn open(&mut self, around: &Around<'_>, board: Arc<dyn Position>, serial: u64) {
        let seats = around.seats.len();
        self.round += 1;
        self.phase = BidPhase::Think;
        self.start = Line::new(around.game, board);
        self.boards = vec![self.start.clone(); seats];
        self.solved = vec![None; seats];
        self.score.resize(seats, 0);
        self.order.clear();
        self.ready.clear();
        (self.begun, self.serial, self.searched) = (around.now, serial, false);
        self.best.clear();
        self.drawn = OnceLock::new();
        self.glass = around.rules.think.map(|seconds| Glass::of(around.now, seconds));
    }

    pub(crate) fn is_between(&self) -> bool {
        self.phase != BidPhase::Think
    }

    pub(crate) fn may_go_on(&self) -> bool {
        self.phase == BidPhase::Done
    }

    /// Which round comes next, from 0.
    pub(crate) fn coming(&self) -> u32 {
        self.round
    }

    pub(crate) fn act(&mut self, around: &Around<'_>, seat: usize, deed: &RoomDeed) -> Result<(), Refusal> {
        let runs = self.runs(seat);
        let board = self.boards.get_mut(seat).filter(|_| runs).ok_or_else(not_now)?;
        match deed {
            RoomDeed::Move { step, .. } => {
                board.play(step)?;
                self.arrived(around, seat);
            }
            RoomDeed::Back { to } => board.back(*to).then_some(()).ok_or_else(not_now)?,
            RoomDeed::Ready => {
                self.ready.push(seat);
                self.check_done(around);
            }
            _ => return Err(not_now()),
        }
        Ok(())
    }

    /// Whether this seat is still on its way.
    fn runs(&self, seat: usize) -> bool {
        self.phase == BidPhase::Think
            && self.solved.get(seat).is_some_and(Option::is_none)
            && !self.ready.contains(&seat)
    }

    fn arrived(&mut self, around: &Around<'_>, seat: usize) {
        if self.boards[seat].here().is_over() && self.solved[seat].is_none() {
            self.solved[seat] = Some(around.now.saturating_sub(self.begun));
            self.order.push(seat);
            self.check_done(around);
        }
    }

    /// The round is over when everybody who is there has arrived or given up.
    fn check_done(&mut self, around: &Around<'_>) {
        let waits = around.players().any(|seat| self.runs(seat))
            || (self.order.is_empty() && around.engines().any(|(seat, _)| self.runs(seat)));
        if !waits {
            self.finish();
        }
    }

    fn finish(&mut self) {
        if self.phase != BidPhase::Think {
            return;
        }
        self.glass = None;
        if let Some(&first) = self.order.first() {
            self.score[first] += 1;
        }
        self.phase = if self.round >= self.rounds { BidPhase::Over } else { BidPhase::Done };
    }

    /// When an engine makes its next move.
    fn engine_due(&self, seat: usize, pace: Ms) -> Option<Ms> {
        let made = self.boards.get(seat)?.moves().len();
        (self.runs(seat) && made < self.best.len())
            .then(|| self.engines.saturating_add(pace.saturating_mul(made as u64 + 1)))
    }

    pub(crate) fn wake(&self, around: &Around<'_>) -> Option<Ms> {
        let engines = around.engines().filter_map(|(seat, level)| self.engine_due(seat, level.pace));
        self.glass.map(|glass| glass.end).into_iter().chain(engines).min()
    }

    pub(crate) fn tick(&mut self, around: &Around<'_>) -> bool {
        let mut changed = false;
        for (seat, level) in around.engines() {
            while self.engine_due(seat, level.pace).is_some_and(|due| due <= around.now) {
                let made = self.boards[seat].moves().len();
                let step = self.best.get(made).cloned();
                let Some(step) = step.filter(|step| self.boards[seat].play(step).is_ok()) else {
                    self.ready.push(seat);
                    break;
                };
                drop(step);
                changed = true;
                self.arrived(around, seat);
            }
        }
        if self.phase == BidPhase::Think && self.glass.is_some_and(|glass| around.now >= glass.end) {
            self.finish();
            changed = true;
        }
        changed
    }

    pub(crate) fn want(&self, around: &Around<'_>) -> Option<Want> {
        let what = What::Best(self.start.start().clone());
        let want = Want { id: WantId(BEST, self.serial), game: around.game.name(), what };
        (!self.searched).then_some(want)
    }

    pub(crate) fn learn_best(&mut self, around: &Around<'_>, best: Option<Vec<String>>) {
        (self.best, self.searched, self.engines) = (best.unwrap_or_default(), true, around.now);
        self.drawn = OnceLock::new();
    }

    pub(crate) fn may(&self, seat: usize) -> Vec<&'static str> {
        let mut may = Vec::new();
        if self.runs(seat) {
            may.extend(["move", "ready"]);
            may.extend((!self.boards[seat].moves().is_empty()).then_some("back"));
        }
        may
    }

    pub(crate) fn view(&self, around: &Around<'_>, seat: Option<usize>) -> RaceView {
        let board = |(seat, board): (usize, &Line)| {
            let scene = board.scene(false);
            RaceBoard {
                progress: progress(&scene),
                cells: scene.pieces.iter().map(|piece| piece.cell).collect(),
                moves: board.moves().len(),
                solved_ms: self.solved[seat],
            }
        };
        RaceView {
            round: self.round,
            rounds: self.rounds,
            phase: self.phase,
            start: self.start.first_scene(),
            code: self.start.code(),
            title: self.start.start().id().map(str::to_owned),
            own: seat.and_then(|seat| self.boards.get(seat)).map(own_view),
            boards: self.boards.iter().enumerate().map(board).collect(),
            glass: self.glass.map(|glass| glass.view(around.now)),
            score: self.score.clone(),
            order: self.order.clone(),
            best: match self.phase {
                BidPhase::Think => Vec::new(),
                _ => self.best.clone(),
            },
            best_slides: match self.phase {
                BidPhase::Think => Vec::new(),
                _ => self.drawn.get_or_init(|| self.start.slides(&self.best)).clone(),
            },
        }
    }
}

/// How many of the targets have a piece that they want.
fn progress(scene: &Scene) -> f64 {
    if scene.solved {
        return 1.0;
    }
    let filled = scene.targets.iter().filter(|target| match target.piece {
        Some(wanted) => scene.pieces.get(wanted).is_some_and(|piece| piece.cell == target.cell),
        None => scene.pieces.iter().skip(1).any(|piece| piece.cell == target.cell),
    });
    let most = scene.targets.len().max(1) as f64;
    (filled.count() as f64 / most).min(0.99)
}
