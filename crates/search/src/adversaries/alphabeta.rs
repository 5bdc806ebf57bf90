//! Alpha-beta: the value of minimax, without the lines that cannot change it, for two players.
//!
//! A window (alpha, beta) holds what both players are sure of already; as soon as a move is at least beta, the other player will
//! not come here, and the rest of the moves need not be looked at. With good moves first about the square root of the
//! positions is left. Guarantee: as minimax. Memory: one line.
//! Reference: D. Knuth, R. Moore, An analysis of alpha-beta pruning, 1975.

use super::{Adversary, DEPTH, Evaluate, Found, Look, PlayerEntry, WIN, joined};
use crate::game::{Choice, Game};
use crate::registry::{Guarantee, Info};
use crate::{Event, ObserverIn, tell};

/// Alpha-beta.
#[derive(Clone, Copy, Debug)]
pub struct AlphaBeta<E> {
    /// Plies to look ahead.
    pub depth: u32,
    /// What positions at that depth are worth, and which moves to try first.
    pub guide: E,
}

const INFO: Info = Info {
    name: "alphabeta",
    summary: "minimax without the lines that cannot change the result, for two players",
    optimal: Guarantee::If("the game ends within the depth"),
    complete: Guarantee::Yes,
    memory: "one line",
    heuristic: true,
    options: &[DEPTH],
};

impl<G: Game, E: Evaluate<G>> Adversary<G> for AlphaBeta<E> {
    fn search<O: ObserverIn<G>>(&mut self, look: Look<G, O>) -> Choice<G::Move> {
        look.deepen(self.depth, |look| value(look, &self.guide, (-WIN, WIN)))
    }
}

fn value<G: Game, E: Evaluate<G>, O: ObserverIn<G>>(
    look: &mut Look<G, O>,
    guide: &E,
    (mut alpha, beta): (i32, i32),
) -> Found<G::Move> {
    if let Some(score) = look.worth(guide, look.turn()) {
        return Ok((score, Vec::new()));
    }
    look.expand()?;
    let mut best: Option<(i32, Vec<G::Move>)> = None;
    let plays = look.promising(guide);
    for (done, &play) in plays.iter().enumerate() {
        let window = (-beta, -alpha);
        tell(look.observer, || Event::Enter { action: play, window: Some(window) });
        let (score, rest) = look.after(play, |look| value(look, guide, window))?;
        tell(look.observer, || Event::Leave { score });
        if best.as_ref().is_none_or(|(most, _)| -score > *most) {
            alpha = alpha.max(-score);
            best = Some((-score, joined(play, rest)));
            if alpha >= beta {
                look.run.stats.pruned += 1;
                tell(look.observer, || Event::Cut { left: plays.len() - done - 1 });
                break;
            }
        }
    }
    Ok(best.unwrap_or_default())
}

/// For the registry.
pub fn entry<G: Game, E: Evaluate<G> + Send + 'static>() -> PlayerEntry<G, E> {
    PlayerEntry {
        info: &INFO,
        any_number: false,
        build: |args, guide| Box::new(AlphaBeta { depth: args.whole("depth") as u32, guide }),
    }
}
