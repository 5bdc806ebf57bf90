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

use super::{Adversary, DEPTH, Evaluate, Found, Look, PlayerEntry, joined, moves};
use crate::game::{Choice, Game};
use crate::registry::{Guarantee, Info};
use crate::{Event, ObserverIn, tell};

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
    fn search<O: ObserverIn<G>>(&mut self, look: Look<G, O>) -> Choice<G::Move> {
        look.deepen(self.depth, |look| value(look, &self.guide))
    }
}

fn value<G: Game, E: Evaluate<G>, O: ObserverIn<G>>(look: &mut Look<G, O>, guide: &E) -> Found<G::Move> {
    if let Some(score) = look.worth(guide, look.turn()) {
        return Ok((score, Vec::new()));
    }
    look.expand()?;
    let mut best: Option<(i32, Vec<G::Move>)> = None;
    for play in moves(look.game, &look.state) {
        tell(look.observer, || Event::Enter { action: play, window: None });
        let (score, rest) = look.after(play, |look| value(look, guide))?;
        tell(look.observer, || Event::Leave { score });
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
