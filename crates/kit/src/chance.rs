//! Smaller capabilities: chance, ways of a single piece, several tasks on one board.

use damier_search::{Run, Stop};
use serde::Serialize;
#[cfg(feature = "wire")]
use ts_rs::TS;

use crate::{Played, Position, Refusal};

/// A position in which chance has a say.
pub trait Chance {
    /// Every way that a move may turn out, with its chance; [`Position::play`] is the first. None if it is not legal.
    fn outcomes(&self, step: &str) -> Vec<(f64, Played)>;

    /// The highest chance to win, and what to do for it.
    fn best(&self, run: &mut Run) -> Result<Chances, Stop>;
}

/// The best that can be done against chance.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(TS))]
pub struct Chances {
    /// The highest chance to win lies between these.
    pub between: (f64, f64),
    /// Whether that is proven; else it is an estimate.
    pub proven: bool,
    /// What to do now.
    pub moves: Vec<String>,
    /// In how many positions the policy says what to do, where there is a whole policy.
    pub policy: Option<usize>,
}

/// A position in which a piece can be sent somewhere, the others standing still.
pub trait Routes {
    /// The cells to which a piece can be brought.
    fn reach(&self, piece: usize) -> Vec<u16>;

    /// The moves that bring a piece to a cell: as few as can be.
    fn route(&self, piece: usize, cell: u16) -> Option<Vec<String>>;
}

/// A game of several rounds on one board.
pub trait Rounds {
    /// The same pieces with another task: the next one that is not solved already.
    fn next_task(&self) -> Box<dyn Position>;

    /// The same pieces with this task: that `piece`, or any, comes to `cell`.
    fn with_task(&self, piece: Option<usize>, cell: u16) -> Result<Box<dyn Position>, Refusal>;

    /// The pieces that had no task go back to `cells`, where they once stood; one whose place is taken stays.
    fn with_others_at(&self, cells: &[u16]) -> Box<dyn Position>;

    /// What a move from here to `after` gives or takes in points, by the cells on which pieces stopped.
    fn extras(&self, after: &dyn Position) -> i32;
}
