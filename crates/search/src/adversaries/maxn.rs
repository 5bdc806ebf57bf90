//! Max^n: minimax for any number of players, each choosing what is best for themselves.
//!
//! A position has a value for every player; whose turn it is takes the move with the highest value of their own, the first of
//! equal ones. Nothing can be cut off without bounds on the sum of the values. Guarantee: an equilibrium of the tree, if the game ends within
//! the depth. Memory: one line. Reference: C. Luckhart, K. Irani, An algorithmic solution of n-person games, 1986.

use super::{Adversary, DEPTH, Evaluate, MOST_PLAYERS, PlayerEntry, WIN, deepen, expand, joined, promising};
use crate::game::{Choice, Game};
use crate::registry::{Guarantee, Info};
use crate::{Observer, Run, Stop};

/// Max^n.
#[derive(Clone, Copy, Debug)]
pub struct MaxN<E> {
    /// Plies to look ahead.
    pub depth: u32,
    /// What positions at that depth are worth to each player.
    pub guide: E,
}

const INFO: Info = Info {
    name: "maxn",
    summary: "max^n: every player for themselves, for any number of players",
    optimal: Guarantee::If("the game ends within the depth and the others play so too"),
    complete: Guarantee::Yes,
    memory: "one line",
    heuristic: true,
    options: &[DEPTH],
};

type Values = [i32; MOST_PLAYERS];

impl<G: Game, E: Evaluate<G>> Adversary<G> for MaxN<E> {
    fn search<O: Observer<G::State, G::Move>>(
        &mut self,
        game: &G,
        state: &G::State,
        run: &mut Run,
        observer: &mut O,
    ) -> Choice<G::Move> {
        let mut here = state.clone();
        let (guide, me) = (&self.guide, game.turn(state));
        deepen(game, state, self.depth, run, observer, |depth, run, observer| {
            let (values, line) = value(game, guide, &mut here, depth, 0, run, observer)?;
            Ok((values[me % MOST_PLAYERS], line))
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
) -> Result<(Values, Vec<G::Move>), Stop> {
    let players = game.players().min(MOST_PLAYERS);
    let mut values = [0; MOST_PLAYERS];
    if let Some(winner) = game.winner(state) {
        if let Some(winner) = winner {
            let won = WIN - ply as i32;
            (0..players).for_each(|player| values[player] = if player == winner { won } else { -won });
        }
        return Ok((values, Vec::new()));
    }
    if depth == 0 {
        (0..players).for_each(|player| values[player] = guide.evaluate(game, state, player));
        return Ok((values, Vec::new()));
    }
    expand(state, ply, run, observer)?;
    let me = game.turn(state) % MOST_PLAYERS;
    let mut best: Option<(Values, Vec<G::Move>)> = None;
    for play in promising(game, state, guide) {
        run.stats.generated += 1;
        let undo = game.play(state, play);
        let below = value(game, guide, state, depth - 1, ply + 1, run, observer);
        game.undo(state, play, undo);
        let (values, rest) = below?;
        if best.as_ref().is_none_or(|(most, _)| values[me] > most[me]) {
            best = Some((values, joined(play, rest)));
        }
    }
    Ok(best.unwrap_or_default())
}

/// For the registry.
pub fn entry<G: Game, E: Evaluate<G> + Send + 'static>() -> PlayerEntry<G, E> {
    PlayerEntry {
        info: &INFO,
        any_number: true,
        build: |args, guide| Box::new(MaxN { depth: args.whole("depth") as u32, guide }),
    }
}
