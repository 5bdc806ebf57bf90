//! Minimax: every line up to a depth, each player choosing the best for themselves, for two players.
//!
//! The value of a position is the best, for the player whose turn it is, of the negated values after each move (negamax).
//! Guarantee: the right value if the tree ends within the depth. Time: moves^depth; memory: one line.
//! Reference: C. Shannon, Programming a computer for playing chess, 1950.
//!
//! ```
//! use damier_search::adversaries::{Minimax, Unknown};
//! use damier_search::example::TicTacToe;
//! use damier_search::game::{Game, Player};
//! use damier_search::{Limits, Run};
//!
//! let mut perfect = Minimax { depth: 9, guide: Unknown };
//! let choice = perfect.choose(&TicTacToe, &TicTacToe.start(), &mut Run::new(Limits::default()));
//! assert_eq!(choice.score, Some(0)); // a draw
//! ```

use super::{Adversary, DEPTH, Evaluate, PlayerEntry, deepen, expand, joined, moves, settled};
use crate::game::{Choice, Game};
use crate::registry::{Guarantee, Info};
use crate::{Event, Observer, Run, Stop, tell};

/// Minimax.
#[derive(Clone, Copy, Debug)]
pub struct Minimax<E> {
    /// Plies to look ahead.
    pub depth: u32,
    /// What positions at that depth are worth.
    pub guide: E,
}

const INFO: Info = Info {
    name: "minimax",
    summary: "every line up to a depth, for two players",
    optimal: Guarantee::If("the game ends within the depth"),
    complete: Guarantee::Yes,
    memory: "one line",
    heuristic: true,
    options: &[DEPTH],
};

impl<G: Game, E: Evaluate<G>> Adversary<G> for Minimax<E> {
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
            value(game, guide, &mut here, depth, 0, run, observer)
        })
    }
}

fn value<G: Game, E: Evaluate<G>, O: Observer<G::State, G::Move>>(
    game: &G,
    guide: &E,
    state: &mut G::State,
    depth: u32,
    ply: u32,
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
    for play in moves(game, state) {
        run.stats.generated += 1;
        tell(observer, || Event::Enter { action: play, window: None });
        let undo = game.play(state, play);
        let below = value(game, guide, state, depth - 1, ply + 1, run, observer);
        game.undo(state, play, undo);
        let (score, rest) = below?;
        tell(observer, || Event::Leave { score });
        if best.as_ref().is_none_or(|(most, _)| -score > *most) {
            best = Some((-score, joined(play, rest)));
        }
    }
    Ok(best.unwrap_or_default())
}

/// For the registry.
pub fn entry<G: Game, E: Evaluate<G> + Send + 'static>() -> PlayerEntry<G, E> {
    PlayerEntry {
        info: &INFO,
        any_number: false,
        build: |args, guide| Box::new(Minimax { depth: args.whole("depth") as u32, guide }),
    }
}
