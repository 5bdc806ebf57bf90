//! Searching games of two or more, one algorithm a file.
//!
//! An [`Adversary`] looks for the best move of a [`Game`] within a [`Run`], guided by an [`Evaluate`] where it does not see the
//! end. All of them deepen ply by ply (Monte-Carlo: rollout by rollout), so that a limit always finds an answer; with one thread
//! and a node limit they answer the same on every machine.
//!
//! Scores are those of the player whose turn it is. A win in `n` plies is `WIN - n`, so that quicker wins are better.

pub mod alphabeta;
pub mod maxn;
pub mod mcts;
pub mod minimax;
pub mod paranoid;
pub mod pvs;

pub use alphabeta::AlphaBeta;
pub use maxn::MaxN;
pub use mcts::Mcts;
pub use minimax::Minimax;
pub use paranoid::Paranoid;
pub use pvs::Pvs;

use std::hash::Hash;

use crate::game::{Choice, Game, Player};
use crate::registry::{Info, OptionInfo, Takes};
use crate::{Args, Event, Observer, ObserverIn, Run, Stop, Watcher, tell};

/// The score of a game that is won now.
pub const WIN: i32 = 1_000_000;
/// Scores beyond this are wins that were seen to their end.
pub const WON: i32 = WIN - 10_000;
/// The most players.
pub const MOST_PLAYERS: usize = 8;
/// The most plies that a search by depth looks ahead.
pub const MOST_PLIES: u32 = 200;

/// What a position seems to be worth.
pub trait Evaluate<G: Game> {
    /// For this player, in the game's own unit, well below [`WON`].
    fn evaluate(&self, game: &G, state: &G::State, player: usize) -> i32;

    /// The evaluation that is worth 73 % of a win.
    fn unit(&self) -> f64 {
        100.0
    }

    /// A likely move, for rollouts; `dice` is a random number. None: any move is as good.
    fn suggest(&self, _game: &G, _state: &G::State, _dice: u64) -> Option<G::Move> {
        None
    }

    /// How promising a move looks before it is searched, for the order and for priors; more is better.
    fn promise(&self, _game: &G, _state: &G::State, _play: G::Move) -> i32 {
        0
    }
}

/// Knows nothing: every position is worth 0.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unknown;

impl<G: Game> Evaluate<G> for Unknown {
    fn evaluate(&self, _: &G, _: &G::State, _: usize) -> i32 {
        0
    }
}

/// A way to search a game.
pub trait Adversary<G: Game> {
    /// Looks for the best move until it is found or the run says stop.
    fn search<O: ObserverIn<G>>(&mut self, look: Look<G, O>) -> Choice<G::Move>;
}

impl<G: Game, A: Adversary<G>> Player<G> for A {
    fn think(
        &mut self,
        game: &G,
        state: &G::State,
        run: &mut Run,
        watcher: Option<&mut dyn Watcher<G::State, G::Move>>,
    ) -> Choice<G::Move> {
        let choice = match watcher {
            None => self.search(Look::new(game, state, run, &mut ())),
            Some(mut watcher) => self.search(Look::new(game, state, run, &mut watcher)),
        };
        run.finish();
        choice
    }
}

/// Where a search is in a game, and who limits and watches it.
pub struct Look<'a, G: Game, O> {
    game: &'a G,
    /// The position that is looked at; moves are played and taken back in it.
    state: G::State,
    /// How many plies it is from the root.
    ply: u32,
    /// How many plies are looked ahead in this pass.
    depth: u32,
    run: &'a mut Run,
    observer: &'a mut O,
}

/// A score and the moves that lead to it, or why the search stopped.
type Found<M, S = i32> = Result<(S, Vec<M>), Stop>;

impl<'a, G: Game, O: ObserverIn<G>> Look<'a, G, O> {
    fn new(game: &'a G, state: &G::State, run: &'a mut Run, observer: &'a mut O) -> Self {
        Look { game, state: state.clone(), ply: 0, depth: 0, run, observer }
    }

    /// Whose turn it is.
    fn turn(&self) -> usize {
        self.game.turn(&self.state)
    }

    /// What the position is worth to a player, if the game ends here or the search does.
    fn worth<E: Evaluate<G>>(&self, guide: &E, player: usize) -> Option<i32> {
        let ply = self.ply as i32;
        match self.game.winner(&self.state) {
            Some(None) => Some(0),
            Some(Some(who)) => Some(if who == player { WIN - ply } else { ply - WIN }),
            None if self.ply >= self.depth => Some(guide.evaluate(self.game, &self.state, player)),
            None => None,
        }
    }

    /// Counts the expansion of the position and tells it.
    fn expand(&mut self) -> Result<(), Stop> {
        expand(&self.state, self.ply, self.run, self.observer)
    }

    /// Plays a move, looks on from there, and takes the move back.
    fn after<T>(
        &mut self,
        play: G::Move,
        go_on: impl FnOnce(&mut Self) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        self.run.stats.generated += 1;
        let undo = self.game.play(&mut self.state, play);
        self.ply += 1;
        let found = go_on(self);
        self.ply -= 1;
        self.game.undo(&mut self.state, play, undo);
        found
    }

    /// The legal moves, the most promising first; equal ones stay in the game's order.
    fn promising<E: Evaluate<G>>(&self, guide: &E) -> Vec<G::Move> {
        let mut list = moves(self.game, &self.state);
        list.sort_by_cached_key(|&play| std::cmp::Reverse(guide.promise(self.game, &self.state, play)));
        list
    }

    /// Passes of growing depth until `most`, a limit, or a proven end. `pass` gives score and line of one depth.
    fn deepen(mut self, most: u32, mut pass: impl FnMut(&mut Self) -> Found<G::Move>) -> Choice<G::Move> {
        let first = moves(self.game, &self.state).first().copied();
        let play = first.filter(|_| self.game.winner(&self.state).is_none());
        let mut choice = Choice { play, ..Choice::default() };
        if choice.play.is_none() {
            return choice;
        }
        for depth in 1..=most.min(MOST_PLIES) {
            self.depth = depth;
            tell(self.observer, || Event::Bound(depth));
            match pass(&mut self) {
                Err(why) => {
                    choice.stopped = Some(why);
                    break;
                }
                Ok((score, line)) => {
                    choice.play = line.first().copied().or(choice.play);
                    choice.score = Some(score);
                    choice.line = line;
                    choice.depth = depth;
                    self.run.stats.bound = depth;
                    if !choice.line.is_empty() {
                        tell(self.observer, || Event::Best { depth, score, line: &choice.line });
                    }
                    if score.abs() > WON {
                        break;
                    }
                }
            }
        }
        choice
    }
}

/// A search of games that can be built.
pub struct PlayerEntry<G: Game, E> {
    /// The declaration.
    pub info: &'static Info,
    /// Whether it is for any number of players; else for two.
    pub any_number: bool,
    /// Builds it, with the guide that the spec names.
    pub build: fn(&Args, E) -> Box<dyn Player<G> + Send>,
}

/// All of them, in the order in which a student meets them.
pub fn entries<G: Game<Move: Hash>, E: Evaluate<G> + Send + 'static>() -> Vec<PlayerEntry<G, E>> {
    vec![minimax::entry(), alphabeta::entry(), pvs::entry(), mcts::entry(), maxn::entry(), paranoid::entry()]
}

/// How deep to look.
pub const DEPTH: OptionInfo =
    OptionInfo::new("depth", "look so many plies ahead", Takes::Whole(1, MOST_PLIES as u64), "3");

/// The legal moves.
pub(crate) fn moves<G: Game>(game: &G, state: &G::State) -> Vec<G::Move> {
    let mut list = Vec::new();
    game.moves(state, |play| list.push(play));
    list
}

/// Counts an expansion and tells it.
#[inline]
fn expand<S, M, O: Observer<S, M>>(state: &S, ply: u32, run: &mut Run, observer: &mut O) -> Result<(), Stop> {
    run.expand()?;
    let id = run.stats.expanded as u32;
    tell(observer, || Event::Expand { id, state, g: ply, h: 0 });
    Ok(())
}

/// `play`, then the moves that follow it.
fn joined<M: Copy>(play: M, rest: Vec<M>) -> Vec<M> {
    let mut line = vec![play];
    line.extend(rest);
    line
}
