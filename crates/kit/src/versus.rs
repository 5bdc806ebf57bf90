//! Games of adversaries: turns and ends, and players that search.

use damier_search::{Run, Spec, Stop};
use serde::Serialize;
#[cfg(feature = "wire")]
use ts_rs::TS;

use crate::{Mark, Position, Refusal};

/// A position of a game of adversaries.
pub trait Versus {
    /// How many play.
    fn players(&self) -> usize;

    /// Whose turn it is, from 0.
    fn turn(&self) -> usize;

    /// How the game ended on the board, if it has.
    fn end(&self) -> Option<End>;

    /// Why a move is not legal, and what shows it; none if it is legal.
    fn why_not(&self, step: &str) -> Option<Why>;

    /// How far a player is ahead of the best of the others, in the game's unit.
    fn lead(&self, player: usize) -> Option<f64>;

    /// Among how many of its moves a player shares what is left on its clock; 0 where there is nothing to think about.
    fn moves_to_come(&self) -> f64;

    /// The cells about a move, for a hint that does not tell it yet.
    fn around(&self, step: &str) -> Vec<u16>;
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// Nobody in a draw.
    pub winner: Option<usize>,
    /// A word for it, by which a page finds the sentence.
    pub why: &'static str,
    /// The same as a sentence.
    pub told: Refusal,
}

/// Why a move is not legal, and what shows it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(TS))]
pub struct Why {
    /// A word for the reason, by which a page finds the sentence.
    pub reason: &'static str,
    /// Whom it concerns.
    pub player: Option<usize>,
    /// What is in the way.
    pub blocked_by: Option<Mark>,
    /// A way of that player as it is now, which the move would cut.
    pub way: Vec<u16>,
    /// The cells that the player could still come to.
    pub shut_in: Vec<u16>,
    /// The reason as a sentence.
    #[serde(skip)]
    #[cfg_attr(feature = "wire", ts(skip))]
    pub told: Refusal,
}

/// The players of a game that search for moves.
pub trait Thinking: Sync {
    /// The player that a spec names. `bytes` is what it may use for a table.
    fn player(&self, spec: &Spec, bytes: usize) -> Result<Box<dyn Player>, Refusal>;

    /// How strong the default player can be told to play, the weakest first.
    fn levels(&self) -> Vec<Level>;

    /// What a position seems to be worth to the player whose turn it is, in hundredths of the game's unit: the evaluation that
    /// guides the generic searches.
    fn evaluate(&self, position: &dyn Position) -> i32;

    /// How a search that can be watched (`minimax`, `alphabeta`) looks at a position of two players, to a depth. None where there is no
    /// such search.
    fn tree(&self, _position: &dyn Position, _algorithm: &str, _depth: u32, _run: &mut Run) -> Option<Tree> {
        None
    }
}

/// How a search looked at a position: the tree of its last pass.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    /// In the order in which they were looked at; the first is the root.
    pub nodes: Vec<TreeNode>,
    /// Whether these are all of them.
    pub complete: bool,
}

/// A position in the tree of a search. Scores are in the game's unit, for the player at the root.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "wire", derive(TS))]
pub struct TreeNode {
    /// Its place in the list of the position that it comes from.
    pub parent: Option<usize>,
    /// The move that led here.
    #[serde(rename = "move")]
    pub play: Option<String>,
    /// Whose turn it is.
    pub turn: usize,
    /// What the player at the root gets here: a bound only where moves were cut off.
    pub score: Option<f64>,
    /// Whether that is a won game.
    pub won: bool,
    /// Whether that is a lost game.
    pub lost: bool,
    /// What the search had been promised when it came here: at least, at most.
    pub window: Option<(f64, f64)>,
    /// How many of its moves were not looked at any more.
    pub cut: usize,
    /// When it was left, as a place in the list: all that comes before that place was looked at by then.
    pub until: usize,
}

/// A level of the default player.
#[derive(Clone, Debug)]
pub struct Level {
    /// Its name.
    pub name: &'static str,
    /// The spec that plays at it.
    pub spec: String,
    /// Whether it has a limit of nodes of its own, so that its games repeat.
    pub limited: bool,
    /// What it is made of: a name, and the value in words.
    pub parts: Vec<(&'static str, String)>,
}

/// Something that chooses moves.
pub trait Player: Send {
    /// Chooses a move within the limits of the run; `tell` hears what it thinks meanwhile.
    fn think(
        &mut self,
        position: &dyn Position,
        run: &mut Run,
        tell: &mut dyn FnMut(&Thought, &Run),
    ) -> Thought;

    /// A new game begins.
    fn clear(&mut self) {}

    /// Whether it tells every pass, so that a clock can stop it between two of them.
    fn is_paced(&self) -> bool {
        false
    }
}

/// What a player thinks of a position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Thought {
    /// The best move; none if there is none, or no memory to think in.
    pub play: Option<String>,
    /// How good the position is for the player whose turn it is.
    pub score: Score,
    /// The depth that was completed.
    pub depth: i32,
    /// The moves that it expects, the best first.
    pub line: Vec<String>,
    /// Why it did not look further, if a limit stopped it.
    pub stopped: Option<Stop>,
}

/// How good a position is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Score {
    /// How far ahead, in the game's unit.
    pub ahead: f64,
    /// Moves of either side until the game is won, if that was seen to the end; negative where it is lost.
    pub win: Option<i32>,
}
