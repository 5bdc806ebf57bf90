//! Max^n: minimax for any number of players, each choosing what is best for themselves.
//!
//! A position has a value for every player; whose turn it is takes the move with the highest value of their own, the first of
//! equal ones. Nothing can be cut off without bounds on the sum of the values. Guarantee: an equilibrium of the tree, if the game ends within
//! the depth. Memory: one line. Reference: C. Luckhart, K. Irani, An algorithmic solution of n-person games, 1986.

use super::{Adversary, DEPTH, Evaluate, Found, Look, MOST_PLAYERS, PlayerEntry, joined};
use crate::game::{Choice, Game};
use crate::registry::{Guarantee, Info};
use crate::{Event, ObserverIn, tell};

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
    fn search<O: ObserverIn<G>>(&mut self, look: Look<G, O>) -> Choice<G::Move> {
        let me = look.turn() % MOST_PLAYERS;
        look.deepen(self.depth, |look| {
            let (values, line) = value(look, &self.guide)?;
            Ok((values[me], line))
        })
    }
}

fn value<G: Game, E: Evaluate<G>, O: ObserverIn<G>>(
    look: &mut Look<G, O>,
    guide: &E,
) -> Found<G::Move, Values> {
    let mut values = [0; MOST_PLAYERS];
    let me = look.turn() % MOST_PLAYERS;
    if look.worth(guide, me).is_some() {
        for (player, value) in values.iter_mut().enumerate().take(look.game.players()) {
            *value = look.worth(guide, player).unwrap_or_default();
        }
        return Ok((values, Vec::new()));
    }
    look.expand()?;
    let mut best: Option<(Values, Vec<G::Move>)> = None;
    for play in look.promising(guide) {
        tell(look.observer, || Event::Enter { action: play, window: None });
        let (values, rest) = look.after(play, |look| value(look, guide))?;
        // Only a score of one player is told: of who has made the move.
        tell(look.observer, || Event::Leave { score: -values[me] });
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
