//! Rounds of bids, as one person sees them.

use super::{Bids, Round, Way};
use crate::line::Line;
use crate::seats::Around;
use crate::wire::{BidMode, BidPhase, BidView, BidsView, OwnView, RoundView, SlideView, WayView};

/// The best way and everybody's, as they are drawn.
#[derive(Clone, Default)]
pub(super) struct Drawn {
    best: Vec<SlideView>,
    ways: Vec<Vec<SlideView>>,
}

impl Bids {
    /// How pieces went in the round that is over; nothing while one is under way.
    fn drawn(&self) -> Option<&Drawn> {
        let round = self.results.last().filter(|_| self.is_between())?;
        Some(self.drawn.get_or_init(|| {
            let best = round.best.as_ref().and_then(|(best, _)| best.as_ref());
            Drawn {
                best: best.map_or(Vec::new(), |best| self.line.slides(best)),
                ways: round.ways.iter().map(|(_, way)| self.line.slides(&way.moves)).collect(),
            }
        }))
    }

    fn results(&self) -> Vec<RoundView> {
        let mut results: Vec<RoundView> =
            self.results.iter().enumerate().map(|(at, round)| round.view(at)).collect();
        if let (Some(drawn), Some(round)) = (self.drawn(), results.last_mut()) {
            round.best_slides.clone_from(&drawn.best);
            for (way, slides) in round.ways.iter_mut().zip(&drawn.ways) {
                way.slides.clone_from(slides);
            }
        }
        results
    }

    pub(crate) fn view(&self, around: &Around<'_>, seat: Option<usize>) -> BidsView {
        let mine = seat.and_then(|seat| self.own.get(seat)?.as_ref());
        let best = self.tokens.iter().copied().max().filter(|&most| most > 0);
        let winners = match self.phase {
            BidPhase::Over => {
                (0..self.tokens.len()).filter(|&seat| Some(self.tokens[seat]) == best).collect()
            }
            _ => Vec::new(),
        };
        let shows = self.phase == BidPhase::Show && seat.is_some() && self.shower == seat;
        BidsView {
            round: self.results.len() as u32 + u32::from(!self.is_between()),
            rounds: self.rounds,
            phase: self.phase,
            scene: self.line.scene(shows),
            code: self.line.code(),
            bids: (self.placed.iter()).map(|bid| BidView { seat: bid.seat, moves: bid.moves }).collect(),
            ready: self.ready.clone(),
            shower: self.shower,
            failed: self.failed.clone(),
            shown: self.line.moves().to_vec(),
            last: self.line.last(),
            glass: self.glass.map(|glass| glass.view(around.now)),
            tokens: self.tokens.clone(),
            own: mine.map(own_view),
            solved: match self.mode {
                BidMode::Bids => Vec::new(),
                _ => (0..self.ways.len()).filter(|&seat| self.ways[seat].is_some()).collect(),
            },
            start: self.is_between().then(|| self.line.first_scene()),
            results: self.results(),
            winners,
        }
    }
}

/// One's own board, as its owner sees it.
pub(crate) fn own_view(board: &Line) -> OwnView {
    OwnView {
        scene: board.scene(true),
        moves: board.moves().to_vec(),
        last: board.last(),
        solved: board.here().is_over(),
        tally: board.start().tally(board.moves()),
    }
}

impl Round {
    fn view(&self, at: usize) -> RoundView {
        let (best, proven) = self.best.clone().unwrap_or_default();
        let way = |(seat, way): &(usize, Way)| WayView {
            seat: *seat,
            moves: way.moves.clone(),
            slides: Vec::new(),
            after_ms: way.after,
            solved: way.solved,
        };
        RoundView {
            round: at as u32 + 1,
            code: self.code.clone(),
            winner: self.winner,
            gained: self.gained.clone(),
            optimum: best.as_ref().filter(|_| proven).map(|best| best.len() as u32),
            best: best.unwrap_or_default(),
            best_slides: Vec::new(),
            ways: self.ways.iter().map(way).collect(),
        }
    }
}
