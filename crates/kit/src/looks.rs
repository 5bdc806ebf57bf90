//! How a text terminal draws a game's scenes: a sign for each kind of piece, mark and target, and the words around the board. A
//! drawing never rests on colour alone: pieces that must be told apart have shapes or letters of their own.

use crate::Scene;

/// How a game looks where there are only characters.
#[derive(Debug)]
pub struct Looks {
    /// What lies between the cells.
    pub ground: Ground,
    /// What is to be done, as a short sentence.
    pub goal: &'static str,
    /// What the length of a solution counts: one of the names that [`crate::Position::tally`] gives.
    pub unit: &'static str,
    /// Whether one chooses a piece before one says where it goes. Otherwise a direction says it all.
    pub choose: bool,
    /// What a player has left to place, where there is such a thing.
    pub stock: &'static str,
    /// The pieces, by kind.
    pub pieces: &'static [PieceLook],
    /// What lies on the board, by kind and form.
    pub marks: &'static [MarkLook],
    /// A target of a piece: a sign for each colour, before the capital of the piece's label.
    pub targets: &'static [&'static str],
    /// A target that any piece may take.
    pub any: (&'static str, Paint),
    /// Whether a piece stands where it should.
    pub home: fn(&Scene, usize) -> bool,
    /// What players call a cell, where moves are named after cells.
    pub cell: Option<fn(&Scene, u16) -> String>,
}

/// What lies between the cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// Nothing: cells touch.
    Open,
    /// A dot at each corner, and walls where there are any.
    Dots,
    /// Lines on every side.
    Grid,
}

/// A colour of a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "colours are called what they are")]
pub enum Paint {
    /// As text is.
    Plain,
    /// Less than text.
    Dim,
    Red,
    Green,
    Yellow,
    Blue,
    Magenta,
    Cyan,
    White,
    Orange,
}

/// How a kind of piece looks. Signs and paints are by the piece's colour, and begin anew where there are too few.
#[derive(Debug)]
pub struct PieceLook {
    /// The kind.
    pub kind: &'static str,
    /// A sign of one or two columns.
    pub signs: &'static [&'static str],
    /// Another sign where the piece stands where it should; empty for the same.
    pub home: &'static str,
    /// Whether its label is written behind the sign.
    pub label: bool,
    /// Its colours.
    pub paints: &'static [Paint],
    /// Its colour where it stands where it should.
    pub at_home: Option<Paint>,
}

/// How a kind of mark looks.
#[derive(Debug)]
pub struct MarkLook {
    /// The kind.
    pub kind: &'static str,
    /// The form, where it matters.
    pub form: Option<&'static str>,
    /// What is drawn.
    pub draws: MarkSign,
    /// Its colour; none for that of whose it is.
    pub paint: Option<Paint>,
}

/// What is drawn of a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkSign {
    /// The whole cell is filled with it.
    Fill(char),
    /// A small sign in the cell.
    Small(char),
    /// A wall that lies on top of the cell and of the one to its right.
    Over,
    /// A wall that stands to the right of the cell and of the one above it.
    Beside,
}

impl Looks {
    /// How a kind of piece looks.
    pub fn piece(&self, kind: &str) -> Option<&'static PieceLook> {
        self.pieces.iter().find(|look| look.kind == kind)
    }

    /// How a mark looks.
    pub fn mark(&self, kind: &str, form: Option<&str>) -> Option<&'static MarkLook> {
        self.marks.iter().find(|look| look.kind == kind && (look.form.is_none() || look.form == form))
    }
}
