//! Paranoid search: one player against all others, who are taken to have made a pact, for any number of players.
//!
//! That makes a game of two sides of it, and alpha-beta applies: the player at the root maximises, everybody else minimises
//! that player's value. Guarantee: the value is what the player can be sure of, if the game ends within the depth. Memory: one line.
//! Reference: N. Sturtevant, R. Korf, On pruning techniques for multi-player games, 2000.

use super::{Adversary, DEPTH, Evaluate, Found, Look, PlayerEntry, WIN, joined};
use crate::game::{Choice, Game};
use crate::registry::{Guarantee, Info};
use crate::{Event, ObserverIn, tell};

/// Paranoid search.
#[derive(Clone, Copy, Debug)]
pub struct Paranoid<E> {
    /// Plies to look ahead.
    pub depth: u32,
    /// What positions at that depth are worth, and which moves to try first.
    pub guide: E,
}

const INFO: Info = Info {
    name: "paranoid",
    summary: "alpha-beta against a pact of all others, for any number of players",
    optimal: Guarantee::If("the game ends within the depth and the others have made a pact"),
    complete: Guarantee::Yes,
    memory: "one line",
    heuristic: true,
    options: &[DEPTH],
};

impl<G: Game, E: Evaluate<G>> Adversary<G> for Paranoid<E> {
    fn search<O: ObserverIn<G>>(&mut self, look: Look<G, O>) -> Choice<G::Move> {
        let me = look.turn();
        look.deepen(self.depth, |look| value(look, &self.guide, me, (-WIN, WIN)))
    }
}

/// The value for the player at the root.
fn value<G: Game, E: Evaluate<G>, O: ObserverIn<G>>(
    look: &mut Look<G, O>,
    guide: &E,
    me: usize,
    (mut alpha, mut beta): (i32, i32),
) -> Found<G::Move> {
    if let Some(score) = look.worth(guide, me) {
        return Ok((score, Vec::new()));
    }
    look.expand()?;
    let mine = look.turn() == me;
    let mut best: Option<(i32, Vec<G::Move>)> = None;
    // Windows and scores are told as those of who is to move next, against whom they have the other sign.
    let sign = if mine { -1 } else { 1 };
    let plays = look.promising(guide);
    for (done, &play) in plays.iter().enumerate() {
        let window = if mine { (-beta, -alpha) } else { (alpha, beta) };
        tell(look.observer, || Event::Enter { action: play, window: Some(window) });
        let (score, rest) = look.after(play, |look| value(look, guide, me, (alpha, beta)))?;
        tell(look.observer, || Event::Leave { score: sign * score });
        if best.as_ref().is_none_or(|(most, _)| if mine { score > *most } else { score < *most }) {
            best = Some((score, joined(play, rest)));
            if mine {
                alpha = alpha.max(score);
            } else {
                beta = beta.min(score);
            }
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
        any_number: true,
        build: |args, guide| Box::new(Paranoid { depth: args.whole("depth") as u32, guide }),
    }
}
