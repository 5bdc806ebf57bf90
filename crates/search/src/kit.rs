//! What the command line, the server and the lab see of a game, its types erased.
//!
//! A game implements [`Kit`] once and [`Position`] for what its files hold; every verb then works for it. Declarations
//! (algorithms, heuristics, formats, options) are data, so that `list`, the menus and the help are made from them.

use std::fmt;

use crate::registry::{Info, OptionInfo, resolve};
use crate::{Args, HeuristicInfo, Outcome, Run, Spec, SpecError, Stop};

/// A file format of a game.
#[derive(Debug)]
pub struct FormatInfo {
    /// Its name for `--format` and `--to`.
    pub name: &'static str,
    /// One line for a person.
    pub summary: &'static str,
    /// Whether it can be read (every format can be written).
    pub reads: bool,
}

/// A game.
pub trait Kit: Sync {
    /// Its name on the command line.
    fn name(&self) -> &'static str;

    /// One line for a person.
    fn summary(&self) -> &'static str;

    /// The declared algorithms, generic and its own.
    fn algorithms(&self) -> Vec<&'static Info>;

    /// The declared heuristics; the first is the default.
    fn heuristics(&self) -> Vec<&'static HeuristicInfo>;

    /// Options of a spec that change the question rather than the algorithm, such as which robots may move.
    fn question_options(&self) -> &'static [OptionInfo];

    /// Its formats; the first is the one that programs speak.
    fn formats(&self) -> &'static [FormatInfo];

    /// What `generate` can be told.
    fn generate_options(&self) -> &'static [OptionInfo];

    /// The spec that is used where none is given.
    fn default_algorithm(&self) -> &'static str;

    /// What stands between two moves of a solution.
    fn separator(&self) -> &'static str;

    /// Reads all positions in a text. The format is recognised from its content unless one is named.
    fn read(&self, text: &str, format: Option<&str>) -> Result<Vec<Box<dyn Position>>, ReadError>;

    /// Checks a spec without a position: every name, option and value in it.
    fn check(&self, spec: &Spec) -> Result<(), SpecError> {
        let mut spec = spec.clone();
        for option in self.question_options() {
            spec.take(option.name).map_or(Ok(()), |value| option.check(&value))?;
        }
        resolve(&spec, &self.algorithms(), &self.heuristics()).map(|_| ())
    }

    /// Makes a new position; equal arguments give equal positions on any machine.
    fn generate(&self, args: &Args, seed: u64) -> Result<Box<dyn Position>, GenerateError>;
}

/// A position that can be solved.
pub trait Position: Send + Sync {
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

    /// Something about it that a person should know, though it can be solved: one sentence each.
    fn notes(&self) -> Vec<String>;

    /// What the independent validator reads: the very text that was read where that was JSON, else one made from it.
    fn instance(&self) -> String;

    /// In one of the game's formats.
    fn write(&self, format: &str) -> Result<String, SpecError>;

    /// A picture for a terminal, with the way of a solution drawn in where one is given.
    fn picture(&self, style: Style, solution: Option<&[String]>) -> String;

    /// Searches as `spec` says. The moves of the outcome are in the game's notation.
    fn solve(&self, spec: &Spec, run: &mut Run) -> Result<Answer, SpecError>;

    /// Every optimal solution, counted, and the first `most` of them listed.
    fn solve_all(&self, most: usize, run: &mut Run) -> Result<AllAnswers, Stop>;
}

/// What a search of a position gave.
#[derive(Clone, Debug)]
pub struct Answer {
    /// How it ended, with moves in the game's notation.
    pub outcome: Outcome<String>,
    /// Why a stopped search stopped, where the algorithm's own reason would mislead.
    pub why: Option<&'static str>,
}

/// Every optimal solution of a position.
#[derive(Clone, Debug)]
pub struct AllAnswers {
    /// What each costs; none when there is no solution.
    pub cost: Option<u32>,
    /// How many there are.
    pub count: u128,
    /// The first of them, each as its moves.
    pub solutions: Vec<Vec<String>>,
}

/// How a picture is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Letters and shapes only.
    Plain,
    /// With terminal colours too.
    Colour,
}

/// Why a text is not a position: what, where, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// The line, from 1, where it is known.
    pub line: Option<usize>,
    /// The column, from 1, where it is known.
    pub column: Option<usize>,
    /// The sentence.
    pub what: String,
}

impl ReadError {
    /// An error without a place.
    pub fn new(what: impl Into<String>) -> Self {
        ReadError { line: None, column: None, what: what.into() }
    }

    /// An error at a line and a column, both from 1.
    pub fn at(line: usize, column: usize, what: impl Into<String>) -> Self {
        ReadError { line: Some(line), column: Some(column), what: what.into() }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.line, self.column) {
            (Some(line), Some(column)) => write!(f, "line {line}, column {column}: {}", self.what),
            (Some(line), None) => write!(f, "line {line}: {}", self.what),
            _ => f.write_str(&self.what),
        }
    }
}

impl std::error::Error for ReadError {}

/// Why nothing could be generated.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct GenerateError(pub String);
