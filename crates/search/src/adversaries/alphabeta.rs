//! Alpha-beta: the value of minimax, without the lines that cannot change it, for two players.
//!
//! A window (alpha, beta) holds what both players are sure of already; as soon as a move is at least beta, the other player will
//! not come here, and the rest of the moves need not be looked at. With good moves first about the square root of the
//! positions is left. Guarantee: as minimax. Memory: one line.
//! Reference: D. Knuth, R. Moore, An analysis of alpha-beta pruning, 1975.

use super::{Adversary, DEPTH, Evaluate, PlayerEntry, WIN, deepen, expand, joined, promising, settled};
use crate::game::{Choice, Game};
use crate::registry::{Guarantee, Info};
use crate::{Event, Observer, Run, Stop, tell};

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
    fn search<O: Observer<G::State, G::Move>>(
        &mut self,
        game: &G,
        state: &G::State,
        run: &mut Run,
        observer: &mut O,
    ) -> Choice<G::Move> {
        let mut here = state.clone();
        let guide = &self.guide;
        deepen(game, state, self.depth, run, observer, |depth, run, observer| {
            value(game, guide, &mut here, depth, 0, (-WIN, WIN), run, observer)
        })
    }
}

#[expect(clippy::too_many_arguments, reason = "the state of a recursion")]
fn value<G: Game, E: Evaluate<G>, O: Observer<G::State, G::Move>>(
    game: &G,
    guide: &E,
    state: &mut G::State,
    depth: u32,
    ply: u32,
    (mut alpha, beta): (i32, i32),
    run: &mut Run,
    observer: &mut O,
) -> Result<(i32, Vec<G::Move>), Stop> {
    let me = game.turn(state);
    if let Some(score) = settled(game, state, me, ply) {
        return Ok((score, Vec::new()));
    }
    if depth == 0 {
        return Ok((guide.evaluate(game, state, me), Vec::new()));
    }
    expand(state, ply, run, observer)?;
    let mut best: Option<(i32, Vec<G::Move>)> = None;
    let plays = promising(game, state, guide);
    for (done, &play) in plays.iter().enumerate() {
        run.stats.generated += 1;
        tell(observer, || Event::Enter { action: play, window: Some((-beta, -alpha)) });
        let undo = game.play(state, play);
        let below = value(game, guide, state, depth - 1, ply + 1, (-beta, -alpha), run, observer);
        game.undo(state, play, undo);
        let (score, rest) = below?;
        tell(observer, || Event::Leave { score });
        if best.as_ref().is_none_or(|(most, _)| -score > *most) {
            alpha = alpha.max(-score);
            best = Some((-score, joined(play, rest)));
            if alpha >= beta {
                run.stats.pruned += 1;
                tell(observer, || Event::Cut { left: plays.len() - done - 1 });
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
