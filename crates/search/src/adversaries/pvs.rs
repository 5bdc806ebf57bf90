//! Principal variation search: alpha-beta that expects the first move to be the best, for two players.
//!
//! After the first move the others are only asked whether they are better (a window of width one), and searched again if so.
//! That pays because first moves are good: iterative deepening fills a transposition table with the best moves of the pass before;
//! then come killers (moves that refuted a sister position) and what history praises. Positions known deeply enough
//! are not searched again.
//!
//! Guarantee: as minimax, where the value of a position does not depend on how it came about. Memory: the table, drawn from the
//! run's budget; where that ends it does without. Reference: T. Marsland, M. Campbell, Parallel search of strongly ordered
//! game trees, 1982.

use std::collections::HashMap;
use std::hash::Hash;

use rustc_hash::FxHashMap;

use super::{Adversary, DEPTH, Evaluate, Found, Look, MOST_PLIES, PlayerEntry, WIN, WON, joined};
use crate::game::{Choice, Game};
use crate::registry::{Guarantee, Info, OptionInfo, Takes};
use crate::store::Store;
use crate::{Event, ObserverIn, Run, tell};

/// Principal variation search.
#[derive(Clone, Copy, Debug)]
pub struct Pvs<E> {
    /// Plies to look ahead.
    pub depth: u32,
    /// Whether positions are remembered.
    pub table: bool,
    /// What positions at that depth are worth, and which moves to try first.
    pub guide: E,
}

/// Whether positions are remembered.
const TABLE: OptionInfo = OptionInfo::new(
    "table",
    "remember the positions that were searched",
    Takes::Choice(&["yes", "no"]),
    "yes",
);

const INFO: Info = Info {
    name: "pvs",
    summary: "principal variation search: iterative deepening, a transposition table, killers, history",
    optimal: Guarantee::If("the game ends within the depth"),
    complete: Guarantee::Yes,
    memory: "the positions seen, as far as memory goes",
    heuristic: true,
    options: &[DEPTH, TABLE],
};

impl<G: Game<Move: Hash>, E: Evaluate<G>> Adversary<G> for Pvs<E> {
    fn search<O: ObserverIn<G>>(&mut self, look: Look<G, O>) -> Choice<G::Move> {
        let mut search = Search {
            guide: &self.guide,
            table: self.table.then(Store::new),
            killers: vec![[None; 2]; MOST_PLIES as usize + 1],
            history: HashMap::default(),
        };
        look.deepen(self.depth, |look| search.value(look, (-WIN, WIN)))
    }
}

/// What a score in the table says.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bound {
    AtLeast,
    AtMost,
    Exactly,
}

#[derive(Clone, Copy)]
struct Known<M> {
    depth: u32,
    score: i32,
    bound: Bound,
    play: M,
}

struct Search<'a, G: Game<Move: Hash>, E> {
    guide: &'a E,
    table: Option<Store<u64, Known<G::Move>>>,
    killers: Vec<[Option<G::Move>; 2]>,
    /// By player and move: how often, and how high in the tree, it refuted something.
    history: FxHashMap<(usize, G::Move), u32>,
}

impl<G: Game<Move: Hash>, E: Evaluate<G>> Search<'_, G, E> {
    fn value<O: ObserverIn<G>>(
        &mut self,
        look: &mut Look<G, O>,
        (mut alpha, beta): (i32, i32),
    ) -> Found<G::Move> {
        let (me, ply, depth) = (look.turn(), look.ply, look.depth - look.ply);
        if let Some(score) = look.worth(self.guide, me) {
            return Ok((score, Vec::new()));
        }
        look.expand()?;
        let key = look.game.hash(&look.state);
        let known = self.table.as_ref().and_then(|table| table.find(&key).ok().map(|id| *table.value(id)));
        if let Some(known) = known
            && known.depth >= depth
            && ply > 0
        {
            let score = later(known.score, -(ply as i32));
            let decides = match known.bound {
                Bound::Exactly => true,
                Bound::AtLeast => score >= beta,
                Bound::AtMost => score <= alpha,
            };
            if decides {
                look.run.stats.duplicates += 1;
                tell(look.observer, || Event::Known);
                return Ok((score, vec![known.play]));
            }
        }
        let low = alpha;
        let mut best: Option<(i32, Vec<G::Move>)> = None;
        let plays = self.ordered(look, known.map(|known| known.play));
        for (done, &play) in plays.iter().enumerate() {
            let is_first = best.is_none();
            let (score, rest) = look.after(play, |look| {
                if !is_first {
                    let (score, rest) = self.entered(look, play, (-alpha - 1, -alpha))?;
                    if -score <= alpha || -score >= beta {
                        return Ok((score, rest));
                    }
                }
                self.entered(look, play, (-beta, -alpha))
            })?;
            if best.as_ref().is_none_or(|(most, _)| -score > *most) {
                alpha = alpha.max(-score);
                best = Some((-score, joined(play, rest)));
                if alpha >= beta {
                    look.run.stats.pruned += 1;
                    self.praise(me, ply, depth, play);
                    tell(look.observer, || Event::Cut { left: plays.len() - done - 1 });
                    break;
                }
            }
        }
        let (score, line) = best.unwrap_or_default();
        if let Some(&play) = line.first() {
            let bound = if score >= beta {
                Bound::AtLeast
            } else if score > low {
                Bound::Exactly
            } else {
                Bound::AtMost
            };
            self.keep(key, Known { depth, score: later(score, ply as i32), bound, play }, look.run);
        }
        Ok((score, line))
    }

    /// The value of the position that `play` led to, told.
    #[inline]
    fn entered<O: ObserverIn<G>>(
        &mut self,
        look: &mut Look<G, O>,
        play: G::Move,
        window: (i32, i32),
    ) -> Found<G::Move> {
        tell(look.observer, || Event::Enter { action: play, window: Some(window) });
        let found = self.value(look, window)?;
        tell(look.observer, || Event::Leave { score: found.0 });
        Ok(found)
    }

    /// The table's move, killers, history, then what the guide finds promising.
    fn ordered<O: ObserverIn<G>>(&self, look: &Look<G, O>, first: Option<G::Move>) -> Vec<G::Move> {
        let (me, ply) = (look.turn(), look.ply);
        let mut moves = look.promising(self.guide);
        let killers = self.killers.get(ply as usize).copied().unwrap_or_default();
        moves.sort_by_cached_key(|&play| {
            let killer = killers.contains(&Some(play));
            let praised = self.history.get(&(me, play)).copied().unwrap_or(0);
            std::cmp::Reverse((Some(play) == first, killer, praised))
        });
        moves
    }

    fn praise(&mut self, me: usize, ply: u32, depth: u32, best: G::Move) {
        if let Some(killers) = self.killers.get_mut(ply as usize)
            && killers[0] != Some(best)
        {
            *killers = [Some(best), killers[0]];
        }
        let praised = self.history.entry((me, best)).or_default();
        *praised = praised.saturating_add(depth * depth);
    }

    /// Remembers, as long as the budget allows.
    fn keep(&mut self, key: u64, known: Known<G::Move>, run: &mut Run) {
        let Some(table) = &mut self.table else { return };
        match table.find(&key) {
            Ok(id) => *table.value_mut(id) = known,
            // Where memory ends it does without.
            Err(fresh) => drop(table.add(fresh, key, known, &mut run.memory)),
        }
    }
}

/// A score with so many plies more to it if it is a win, and to the loss if it is one. Wins in the table count from the position,
/// not from the root.
fn later(score: i32, plies: i32) -> i32 {
    if score.abs() > WON { score + plies * score.signum() } else { score }
}

/// For the registry.
pub fn entry<G: Game<Move: Hash>, E: Evaluate<G> + Send + 'static>() -> PlayerEntry<G, E> {
    PlayerEntry {
        info: &INFO,
        any_number: false,
        build: |args, guide| {
            Box::new(Pvs { depth: args.whole("depth") as u32, table: args.is("table", "yes"), guide })
        },
    }
}
