//! A position, and what every game can do with one.

use std::any::Any;
use std::collections::HashMap;

use damier_search::{Run, Spec, Stop};
use serde::Deserialize;
use serde_json::Value;
#[cfg(feature = "wire")]
use ts_rs::TS;

use crate::{Chance, Plans, Refusal, Rounds, Routes, Scene, Versus, refuse};

/// A position of a game, with the moves that led to it where a game remembers them.
pub trait Position: Send + Sync + Any {
    /// What its file calls it.
    fn id(&self) -> Option<&str>;

    /// The line of its text where it begins, from 1.
    fn line(&self) -> usize;

    /// What it is called: its id, or else its line.
    fn name(&self) -> String {
        self.id().map_or_else(|| self.line().to_string(), str::to_owned)
    }

    /// Gives it a name.
    fn set_id(&mut self, id: String);

    /// Something about it that a person should know, though it can be played: one sentence each.
    fn notes(&self) -> Vec<Refusal> {
        Vec::new()
    }

    /// What the independent validator reads: the very text that was read where that was JSON, else one made from it.
    fn instance(&self) -> String;

    /// In one of the game's formats.
    fn write(&self, format: &str) -> Result<String, Refusal>;

    /// As it stands in an address.
    fn code(&self) -> String {
        self.write("compact").unwrap_or_default()
    }

    /// The code of the board alone, without variants: by this a level of a set is known.
    fn plain_code(&self) -> String {
        self.code()
    }

    /// A picture for a terminal, with the way of a solution drawn in where one is given.
    fn picture(&self, style: Style, solution: Option<&[String]>) -> String;

    /// What a screen draws, and what may be done.
    fn scene(&self) -> Scene;

    /// The names of the legal moves.
    fn legal(&self) -> Vec<String> {
        self.scene().moves.into_iter().map(|step| step.name).collect()
    }

    /// Whether nothing is left to do: solved, won or drawn.
    fn is_over(&self) -> bool;

    /// The position after a move in the game's notation, and how it got there; why not if the move is not legal.
    fn play(&self, step: &str) -> Result<Played, Refusal>;

    /// Where its game began and the moves since then, where it remembers them.
    fn past(&self) -> Option<(Box<dyn Position>, Vec<String>)> {
        None
    }

    /// What `moves --json` tells besides the legal moves.
    fn facts(&self) -> Vec<(&'static str, Value)> {
        Vec::new()
    }

    /// How many sequences of so many legal moves there are; a game that is over has none that go on.
    fn perft(&self, depth: u32, run: &mut Run) -> Result<u64, Stop> {
        let Some(below) = depth.checked_sub(1) else { return Ok(1) };
        run.expand()?;
        if self.is_over() {
            return Ok(0);
        }
        let next = self.legal().into_iter().filter_map(|step| self.play(&step).ok());
        next.map(|played| played.position.perft(below, run)).sum()
    }

    /// The position with one thing changed, as an editor does it.
    fn edit(&self, edit: &Edit) -> Result<Box<dyn Position>, Refusal>;

    /// The position with its pieces on other cells, in the order of the scene; none where a game cannot say so, or not of these.
    fn arranged(&self, _cells: &[u16]) -> Option<Box<dyn Position>> {
        None
    }

    /// What a person counts on a way from here, such as moves and pushes: a name and a number each.
    fn tally(&self, moves: &[String]) -> Vec<(&'static str, u32)> {
        vec![("moves", moves.len() as u32)]
    }

    /// Whether a move changes more than where the player stands: what one undoes in one go.
    fn is_weighty(&self, _step: &str) -> bool {
        true
    }

    /// The variant that it is played with, in the notation of a spec; none for the usual rules.
    fn variant(&self) -> Option<String> {
        None
    }

    /// The same position with other rules.
    fn with_variant(&self, _variant: Option<&Spec>) -> Result<Box<dyn Position>, Refusal> {
        Err(refuse!("variant.none", "this game has no variants"))
    }

    /// It is solved by a plan.
    fn plans(&self) -> Option<&dyn Plans> {
        None
    }

    /// It is played by adversaries.
    fn versus(&self) -> Option<&dyn Versus> {
        None
    }

    /// Chance has a say in it.
    fn chance(&self) -> Option<&dyn Chance> {
        None
    }

    /// Pieces can be sent somewhere.
    fn routes(&self) -> Option<&dyn Routes> {
        None
    }

    /// Its board has several tasks, one a round.
    fn rounds(&self) -> Option<&dyn Rounds> {
        None
    }
}

impl dyn Position {
    /// What is behind it, if it is of this type: for the game itself, which knows.
    pub fn of<T: Position>(&self) -> Option<&T> {
        (self as &dyn Any).downcast_ref()
    }
}

/// A move that was made.
pub struct Played {
    /// The move as the notation writes it.
    pub name: String,
    /// Where it led.
    pub position: Box<dyn Position>,
    /// Which piece moved.
    pub piece: usize,
    /// The cells that it entered, in order.
    pub path: Vec<u16>,
    /// The piece that it pushed before it, and the cells that this one entered.
    pub pushed: Option<(usize, Vec<u16>)>,
}

/// One change that an editor makes. What a tool does not need is left out.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "wire", derive(TS))]
#[cfg_attr(feature = "wire", ts(optional_fields))]
#[serde(default)]
pub struct Edit {
    /// The tool's name.
    pub tool: String,
    /// Where.
    pub cell: Option<u16>,
    /// Which side or corner of the cell.
    pub side: Option<String>,
    /// Which piece, or which player; none for any.
    pub piece: Option<usize>,
    /// Which of the tool's forms.
    pub form: Option<String>,
    /// How many, for a tool that counts.
    pub number: Option<usize>,
    /// Columns.
    pub width: Option<usize>,
    /// Rows.
    pub height: Option<usize>,
    /// For an empty board: how it is set up, by the options of [`crate::About::setup`].
    pub options: Option<HashMap<String, String>>,
}

/// How a picture is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Letters and shapes only.
    Plain,
    /// With terminal colours too.
    Colour,
}
