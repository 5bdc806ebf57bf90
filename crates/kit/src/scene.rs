//! A position as data that a page can draw without knowing the game. Kinds of pieces and marks are names; cells are numbered row by
//! row from the top left.

use serde::Serialize;
#[cfg(feature = "wire")]
use ts_rs::TS;

/// A position as a screen draws it.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "wire", derive(TS))]
pub struct Scene {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Walls of each cell: N=1 E=2 S=4 W=8. Empty where the game has no such walls.
    pub walls: Vec<u8>,
    /// What lies on the board: `closed` cells that nothing enters, cells `outside` of it, and whatever else a game has.
    pub marks: Vec<Mark>,
    /// Where pieces are to go.
    pub targets: Vec<SceneTarget>,
    /// What moves.
    pub pieces: Vec<ScenePiece>,
    /// Every legal move.
    pub moves: Vec<SceneMove>,
    /// Whether nothing is left to do.
    pub solved: bool,
    /// The players of a game of adversaries, in their order.
    pub sides: Vec<Side>,
    /// Whose turn it is among them.
    pub turn: usize,
    /// Who of them has won on the board.
    pub winner: Option<usize>,
}

/// Something on a cell, or beside it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wire", derive(TS))]
#[cfg_attr(feature = "wire", ts(optional_fields))]
pub struct Mark {
    /// What it is.
    pub kind: &'static str,
    /// Where.
    pub cell: u16,
    /// Its form, where there are several, such as `/` or `h`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub form: Option<&'static str>,
    /// Whose it is: a colour or a player.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub color: Option<usize>,
}

impl Mark {
    /// A mark of a kind without any particulars.
    pub fn new(kind: &'static str, cell: u16) -> Self {
        Mark { kind, cell, form: None, color: None }
    }
}

/// Where a piece is to go.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(TS))]
pub struct SceneTarget {
    /// Where.
    pub cell: u16,
    /// Which piece; none for any.
    pub piece: Option<usize>,
    /// Whether it is the one in play.
    pub active: bool,
    /// Its number among the targets of the same piece.
    pub number: usize,
}

/// A piece.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(TS))]
pub struct ScenePiece {
    /// What it is, such as `robot` or `tile`.
    pub kind: &'static str,
    /// Where it stands.
    pub cell: u16,
    /// What is written on it, or how moves name it.
    pub label: String,
    /// Which of the game's colours it has.
    pub color: usize,
    /// Where it stood when the task began.
    pub start: u16,
}

/// A legal move. A move of a piece has a path; one that puts something on the board has what it places.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(TS))]
#[cfg_attr(feature = "wire", ts(optional_fields))]
pub struct SceneMove {
    /// In the game's notation.
    pub name: String,
    /// Which piece moves, or whose move it is.
    pub piece: usize,
    /// N, E, S or W, where it has a direction.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub direction: Option<char>,
    /// The cells that it enters, in order.
    pub path: Vec<u16>,
    /// Which piece it pushes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pushes: Option<usize>,
    /// What it puts on the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub places: Option<Mark>,
}

/// A player of a game of adversaries.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(TS))]
pub struct Side {
    /// How many it has left of what can be placed.
    pub stock: usize,
    /// The cells that it is to reach.
    pub goal: Vec<u16>,
    /// A shortest way there, its own cell first; empty where there is none.
    pub way: Vec<u16>,
}
