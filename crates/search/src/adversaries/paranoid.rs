//! Paranoid search: one player against all others, who are taken to have made a pact, for any number of players.
//!
//! That makes a game of two sides of it, and alpha-beta applies: the player at the root maximises, everybody else minimises
//! that player's value. Guarantee: the value is what the player can be sure of, if the game ends within the depth. Memory: one line.
//! Reference: N. Sturtevant, R. Korf, On pruning techniques for multi-player games, 2000.

use super::{Adversary, DEPTH, Evaluate, PlayerEntry, WIN, deepen, expand, joined, promising, settled};
use crate::game::{Choice, Game};
use crate::registry::{Guarantee, Info};
use crate::{Observer, Run, Stop};

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
    fn search<O: Observer<G::State, G::Move>>(
        &mut self,
        game: &G,
        state: &G::State,
        run: &mut Run,
        observer: &mut O,
    ) -> Choice<G::Move> {
        let mut here = state.clone();
        let pact = Pact { game, guide: &self.guide, me: game.turn(state) };
        deepen(game, state, self.depth, run, observer, |depth, run, observer| {
            pact.value(&mut here, depth, 0, (-WIN, WIN), run, observer)
        })
    }
}

struct Pact<'a, G, E> {
    game: &'a G,
    guide: &'a E,
    me: usize,
}

impl<G: Game, E: Evaluate<G>> Pact<'_, G, E> {
    /// The value for the player at the root.
    fn value<O: Observer<G::State, G::Move>>(
        &self,
        state: &mut G::State,
        depth: u32,
        ply: u32,
        (mut alpha, mut beta): (i32, i32),
        run: &mut Run,
        observer: &mut O,
    ) -> Result<(i32, Vec<G::Move>), Stop> {
        let Pact { game, guide, me } = *self;
        if let Some(score) = settled(game, state, me, ply) {
            return Ok((score, Vec::new()));
        }
        if depth == 0 {
            return Ok((guide.evaluate(game, state, me), Vec::new()));
        }
        expand(state, ply, run, observer)?;
        let mine = game.turn(state) == me;
        let mut best: Option<(i32, Vec<G::Move>)> = None;
        for play in promising(game, state, guide) {
            run.stats.generated += 1;
            let undo = game.play(state, play);
            let below = self.value(state, depth - 1, ply + 1, (alpha, beta), run, observer);
            game.undo(state, play, undo);
            let (score, rest) = below?;
            if best.as_ref().is_none_or(|(most, _)| if mine { score > *most } else { score < *most }) {
                best = Some((score, joined(play, rest)));
                if mine {
                    alpha = alpha.max(score);
                } else {
                    beta = beta.min(score);
                }
                if alpha >= beta {
                    run.stats.pruned += 1;
                    break;
                }
            }
        }
        Ok(best.unwrap_or_default())
    }
}

/// For the registry.
pub fn entry<G: Game, E: Evaluate<G> + Send + 'static>() -> PlayerEntry<G, E> {
    PlayerEntry {
        info: &INFO,
        any_number: true,
        build: |args, guide| Box::new(Paranoid { depth: args.whole("depth") as u32, guide }),
    }
}
