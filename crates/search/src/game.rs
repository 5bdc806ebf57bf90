//! Games of two or more adversaries, and who plays them.
//!
//! [`Game`] is to adversaries what [`crate::Problem`] is to one agent. A [`Player`] is anything that chooses a move within the
//! limits of a [`Run`]: a search, a person, an outside engine.
//!
//! ```
//! use damier_search::game::{Choice, Game, Player};
//! use damier_search::{Limits, Run, Watcher};
//!
//! /// Take one or two from a heap; who takes the last wins.
//! struct Nim(u32);
//!
//! impl Game for Nim {
//!     type State = (u32, usize);
//!     type Move = u32;
//!     type Undo = ();
//!     fn players(&self) -> usize { 2 }
//!     fn start(&self) -> Self::State { (self.0, 0) }
//!     fn turn(&self, state: &Self::State) -> usize { state.1 }
//!     fn moves(&self, state: &Self::State, mut emit: impl FnMut(u32)) { (1..=state.0.min(2)).for_each(emit) }
//!     fn play(&self, state: &mut Self::State, take: u32) { *state = (state.0 - take, 1 - state.1) }
//!     fn undo(&self, state: &mut Self::State, take: u32, (): ()) { *state = (state.0 + take, 1 - state.1) }
//!     fn winner(&self, state: &Self::State) -> Option<Option<usize>> { (state.0 == 0).then(|| Some(1 - state.1)) }
//!     fn hash(&self, state: &Self::State) -> u64 { u64::from(state.0) << 1 | state.1 as u64 }
//! }
//!
//! /// Leaves a multiple of three where it can.
//! struct Expert;
//!
//! impl Player<Nim> for Expert {
//!     fn think(
//!         &mut self,
//!         _: &Nim,
//!         state: &(u32, usize),
//!         _: &mut Run,
//!         _: Option<&mut dyn Watcher<(u32, usize), u32>>,
//!     ) -> Choice<u32> {
//!         Choice { play: Some((state.0 % 3).max(1)), ..Choice::default() }
//!     }
//! }
//!
//! let (game, mut state) = (Nim(10), Nim(10).start());
//! while game.winner(&state).is_none() {
//!     let choice = Expert.choose(&game, &state, &mut Run::new(Limits::default()));
//!     game.play(&mut state, choice.play.unwrap());
//! }
//! assert_eq!(game.winner(&state), Some(Some(0)));
//! ```

use std::fmt::Debug;

use crate::{Run, Stop, Watcher};

/// A game of perfect information for any number of players.
pub trait Game {
    /// A position, with whose turn it is.
    type State: Clone;
    /// What a player does in a turn.
    type Move: Copy + Eq + Debug;
    /// What [`Self::undo`] needs besides the move.
    type Undo;

    /// How many play.
    fn players(&self) -> usize;

    /// Where a game begins.
    fn start(&self) -> Self::State;

    /// Whose turn it is, from 0.
    fn turn(&self, state: &Self::State) -> usize;

    /// Pushes every legal move, in a fixed order.
    fn moves(&self, state: &Self::State, emit: impl FnMut(Self::Move));

    /// Plays a legal move in place.
    fn play(&self, state: &mut Self::State, play: Self::Move) -> Self::Undo;

    /// Takes back the move that was played last.
    fn undo(&self, state: &mut Self::State, play: Self::Move, undo: Self::Undo);

    /// Nothing while the game goes on; then who won, or nobody in a draw.
    fn winner(&self, state: &Self::State) -> Option<Option<usize>>;

    /// A key for transposition tables: equal for equal states.
    fn hash(&self, state: &Self::State) -> u64;
}

/// What a player chose, and what it thinks of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice<M> {
    /// The move; none to resign.
    pub play: Option<M>,
    /// How good the position seems to the player whose turn it is, in the game's own unit.
    pub score: Option<i32>,
    /// The moves that it expects.
    pub line: Vec<M>,
    /// How many plies were searched in full, or played in a tree at least; 0 where that means nothing.
    pub depth: u32,
    /// Why it did not look further, if a limit stopped it.
    pub stopped: Option<Stop>,
}

impl<M> Default for Choice<M> {
    fn default() -> Self {
        Choice { play: None, score: None, line: Vec::new(), depth: 0, stopped: None }
    }
}

/// Anything that plays.
pub trait Player<G: Game> {
    /// Chooses a move in `state` within the limits of `run`, watched or not. When they are reached it answers with the best so far.
    fn think(
        &mut self,
        game: &G,
        state: &G::State,
        run: &mut Run,
        watcher: Option<&mut dyn Watcher<G::State, G::Move>>,
    ) -> Choice<G::Move>;

    /// The same where nobody watches.
    fn choose(&mut self, game: &G, state: &G::State, run: &mut Run) -> Choice<G::Move> {
        self.think(game, state, run, None)
    }
}
