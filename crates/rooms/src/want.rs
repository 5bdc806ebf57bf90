//! What a room wants done that takes long. The server does it where and when it likes, and lets the room know.

use std::sync::Arc;

use damier_kit::{Position, Refusal};

use crate::seats::Ms;
use crate::wire::RoomBoard;

/// Which wish it is: what is answered under a number that is wanted no more is not heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct WantId(pub(crate) u8, pub(crate) u64);

impl WantId {
    /// A board is wanted.
    pub fn is_board(self) -> bool {
        self.0 == BOARD
    }

    /// A move.
    pub fn is_move(self) -> bool {
        self.0 == MOVE
    }

    /// A best way.
    pub fn is_best(self) -> bool {
        self.0 == BEST
    }
}

/// Something that is wanted.
#[derive(Clone)]
pub struct Want {
    /// By which it is answered.
    pub id: WantId,
    /// The game that it is about.
    pub game: &'static str,
    /// What.
    pub what: What,
}

/// What can be wanted.
#[derive(Clone)]
pub enum What {
    /// A board, by this seed where one is to be drawn.
    Board(RoomBoard, u64),
    /// The board beside a step of a lesson, if it has one of this game.
    Step(String, usize),
    /// A move of an engine of a game of adversaries.
    Move {
        /// In which seat.
        seat: usize,
        /// Of which level.
        level: String,
        /// Where.
        position: Arc<dyn Position>,
        /// What is left on its clock, and what it gets after the move.
        clock: Option<(Ms, Ms)>,
    },
    /// The best way.
    Best(Arc<dyn Position>),
    /// Ways as a searcher finds them: any, a better one, the best.
    Ways(Arc<dyn Position>),
}

/// What was found.
#[derive(Clone, Debug)]
pub enum Fact {
    /// A board, as a text of its game.
    Board(Result<String, Refusal>),
    /// A move, or why there is none.
    Move(Result<String, Refusal>),
    /// A best way, if one was found, and whether it is proven that none is shorter.
    Best(Option<Vec<String>>, bool),
    /// Ways, each after so many expansions.
    Ways(Vec<(u64, Vec<String>)>),
}

pub(crate) const BOARD: u8 = 0;
pub(crate) const MOVE: u8 = 1;
pub(crate) const BEST: u8 = 2;
pub(crate) const WAYS: u8 = 3;
