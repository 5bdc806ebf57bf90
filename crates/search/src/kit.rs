//! What the command line, the server and the lab see of a game, its types erased.
//!
//! A game implements [`Kit`] once and [`Position`] for what its files hold; every verb then works for it. Declarations
//! (algorithms, heuristics, formats, options) are data, so that `list`, the menus and the help are made from them.

use std::fmt;

use serde::{Deserialize, Serialize};
#[cfg(feature = "wire")]
use ts_rs::TS;

use crate::registry::{Info, OptionInfo, resolve};
use crate::{Args, Cost, HeuristicInfo, Outcome, Run, Spec, SpecError, Stop};
pub use crate::{Placement, Watch};

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

    /// The text of a file; none if its bytes are none that the game's files are made of.
    fn decode(&self, bytes: &[u8]) -> Option<String> {
        std::str::from_utf8(bytes).ok().map(str::to_owned)
    }

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

    /// What an editor can do to a position.
    fn tools(&self) -> &'static [Tool];

    /// Sets of positions that come with the game.
    fn sets(&self) -> &'static [LevelSet] {
        &[]
    }

    /// Rules that differ from the usual ones, and what can be set in each.
    fn variants(&self) -> &'static [VariantInfo] {
        &[]
    }

    /// The moves in a text, in the order in which they are made; the error says what is not one.
    fn moves(&self, text: &str) -> Result<Vec<String>, String> {
        let separator = self.separator();
        Ok(text.split(separator).map(str::trim).filter(|step| !step.is_empty()).map(str::to_owned).collect())
    }

    /// A spec that searches with the piece that has the task alone, the others standing still, where that makes sense. It never
    /// answers `solved` where that piece needs help.
    fn alone(&self) -> Option<&'static str>;

    /// Makes a new position; equal arguments give equal positions on any machine.
    fn generate(&self, args: &Args, seed: u64, run: &mut Run) -> Result<Box<dyn Position>, GenerateError>;
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

    /// What a screen draws, and what may be done.
    fn scene(&self) -> Scene;

    /// The position after a move in the game's notation, and how it got there; none if the move is not legal.
    fn play(&self, step: &str) -> Option<Played>;

    /// The tasks of a game of several rounds on this board; none where it has but the one.
    fn rounds(&self) -> Option<&dyn Rounds> {
        None
    }

    /// Every way that a move may turn out, with its chance; [`Position::play`] is the first. More than one only where a variant
    /// leaves something to chance.
    fn outcomes(&self, step: &str) -> Vec<(f64, Played)> {
        self.play(step).map(|played| (1.0, played)).into_iter().collect()
    }

    /// The cells to which a piece can be brought by itself, the others standing still.
    fn reach(&self, _piece: usize) -> Vec<u16> {
        Vec::new()
    }

    /// The moves that bring a piece to a cell, the others standing still: as few as can be.
    fn route(&self, _piece: usize, _cell: u16) -> Option<Vec<String>> {
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

    /// The pieces that a way brings forward, in the order in which it does.
    fn movers(&self, moves: &[String]) -> Vec<usize> {
        let mut which = Vec::new();
        let mut here: Option<Box<dyn Position>> = None;
        for step in moves {
            let played = here.as_deref().map_or_else(|| self.play(step), |here| here.play(step));
            let Some(played) = played else { break };
            if !which.contains(&played.piece) {
                which.push(played.piece);
            }
            here = Some(played.position);
        }
        which
    }

    /// Whether it can still be solved, and if not, why.
    fn verdict(&self, _run: &mut Run) -> Verdict {
        Verdict::default()
    }

    /// The variant that it is played with, in the notation of a spec; none for the usual rules.
    fn variant(&self) -> Option<String> {
        None
    }

    /// The same position with other rules; none for the usual ones.
    fn with_variant(&self, variant: Option<&Spec>) -> Result<Box<dyn Position>, SpecError>;

    /// The highest chance to win a position that leaves something to chance, and what to do for it.
    fn chance(&self, _run: &mut Run) -> Option<Result<Chances, Stop>> {
        None
    }

    /// The position with one thing changed, as an editor does it.
    fn edit(&self, edit: &Edit) -> Result<Box<dyn Position>, EditError>;

    /// What a heuristic says of each cell for the piece that has the task; none where it sees no way. With `obstacles` the
    /// other pieces stand in the way, which no longer bounds the true cost from below, for they can move.
    fn map(&self, heuristic: &str, obstacles: bool) -> Result<Vec<Option<u32>>, SpecError>;

    /// Looks for the position on this board whose best solution is the longest, and tells each that is longer than the ones
    /// before it with its length, until the run stops. `Ok(true)` when the last one is proven to be the hardest; `Ok(false)` where a
    /// game does not look for such positions.
    fn hardest(
        &self,
        _seed: u64,
        _run: &mut Run,
        _better: &mut dyn FnMut(Box<dyn Position>, Cost),
    ) -> Result<bool, Stop> {
        Ok(false)
    }

    /// How hard it is for a person, whose best solution is this: an estimate.
    fn estimate(&self, solution: &[String]) -> Estimate;

    /// Searches as `spec` says, watched or not. The moves of the outcome are in the game's notation.
    fn solve(&self, spec: &Spec, run: &mut Run, watch: Option<&mut Watch<'_>>) -> Result<Answer, SpecError>;

    /// Every optimal solution, counted, and the first `most` of them listed.
    fn solve_all(&self, most: usize, run: &mut Run) -> Result<AllAnswers, Stop>;
}

/// How hard a position is for a person: an estimate, and what it rests on.
#[derive(Clone, Debug)]
pub struct Estimate {
    /// From 1 (trivial) to 5 (extreme).
    pub level: u8,
    /// What the level comes from; more is harder.
    pub points: f64,
    /// What the points come from: a name and a number each.
    pub parts: Vec<(&'static str, u32)>,
}

/// A game of several rounds on one board.
pub trait Rounds {
    /// The same pieces with another task: the next one that is not solved already.
    fn next_task(&self) -> Box<dyn Position>;

    /// The same pieces with this task: that `piece`, or any, comes to `cell`.
    fn with_task(&self, piece: Option<usize>, cell: u16) -> Result<Box<dyn Position>, EditError>;

    /// The pieces that had no task go back to `cells`, where they once stood; one whose place is taken stays.
    fn with_others_at(&self, cells: &[u16]) -> Box<dyn Position>;
}

/// Positions that come with a game.
#[derive(Debug)]
pub struct LevelSet {
    /// How programs call it.
    pub name: &'static str,
    /// What it is called.
    pub title: &'static str,
    /// Whose it is.
    pub author: &'static str,
    /// On what terms it may be passed on.
    pub terms: &'static str,
    /// All its positions, in one of the game's formats.
    pub text: &'static str,
}

/// A variant of the rules.
#[derive(Debug)]
pub struct VariantInfo {
    /// The name in a spec such as `sliding(p=0.1)`.
    pub name: &'static str,
    /// One line for a person.
    pub summary: &'static str,
    /// What can be set.
    pub options: &'static [OptionInfo],
}

/// Whether a position can still be solved.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "wire", derive(TS))]
pub struct Verdict {
    /// Yes, no, or not known in the time that there was.
    pub solvable: Option<bool>,
    /// Why not: a word for the rule, by which a page finds the sentence.
    pub rule: Option<&'static str>,
    /// The fewest pieces that are reason enough.
    pub pieces: Vec<usize>,
    /// The cells that they close off, or that are closed to them.
    pub cells: Vec<u16>,
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

/// What an editor can do.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(TS))]
pub struct Tool {
    /// Its name in an [`Edit`].
    pub name: &'static str,
    /// What one points at.
    pub at: Spot,
    /// Whether one says which piece: its colour, or whose target it is.
    pub piece: bool,
    /// Whether "any piece" is a choice too.
    pub any: bool,
    /// The forms to choose from, if there are several.
    pub forms: &'static [&'static str],
}

/// What an editor's tool points at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wire", derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum Spot {
    /// A cell.
    Cell,
    /// A side of a cell: N, E, S or W.
    Side,
    /// A corner of a cell: NE, SE, SW or NW.
    Corner,
    /// The whole board.
    Board,
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
    /// Which piece; none for any.
    pub piece: Option<usize>,
    /// Which of the tool's forms.
    pub form: Option<String>,
    /// Columns.
    pub width: Option<usize>,
    /// Rows.
    pub height: Option<usize>,
}

/// Why an edit is not possible.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what}")]
pub struct EditError {
    /// A word for the kind of reason, by which a page finds the sentence in another language.
    pub key: &'static str,
    /// The sentence.
    pub what: String,
}

impl EditError {
    /// An error of a kind.
    pub fn new(key: &'static str, what: impl Into<String>) -> Self {
        EditError { key, what: what.into() }
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

/// A position as a screen draws it. Cells are numbered row by row from the top left.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(TS))]
pub struct Scene {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Walls of each cell: N=1 E=2 S=4 W=8.
    pub walls: Vec<u8>,
    /// Cells that nothing enters.
    pub closed: Vec<u16>,
    /// Cells that are not part of the board at all.
    pub outside: Vec<u16>,
    /// Cells that add a point.
    pub bonus: Vec<u16>,
    /// Cells that take a point.
    pub penalty: Vec<u16>,
    /// Walls across a cell.
    pub diagonals: Vec<SceneDiagonal>,
    /// Where pieces are to go.
    pub targets: Vec<SceneTarget>,
    /// What moves.
    pub pieces: Vec<ScenePiece>,
    /// Every legal move.
    pub moves: Vec<SceneMove>,
    /// Whether nothing is left to do.
    pub solved: bool,
}

/// A wall across a cell.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(TS))]
pub struct SceneDiagonal {
    /// Where.
    pub cell: u16,
    /// Like `/`; else like `\`.
    pub rising: bool,
    /// The colour that passes.
    pub color: usize,
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
    /// What it is.
    pub kind: PieceKind,
    /// Where it stands.
    pub cell: u16,
    /// How moves name it.
    pub letter: char,
    /// Which of the game's colours it has.
    pub color: usize,
    /// Where it stood when the task began.
    pub start: u16,
}

/// What a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wire", derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum PieceKind {
    /// One of several that slide.
    Robot,
    /// The one that walks and pushes.
    Player,
    /// What is pushed.
    Box,
}

/// A legal move.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(TS))]
pub struct SceneMove {
    /// In the game's notation.
    pub name: String,
    /// Which piece.
    pub piece: usize,
    /// N, E, S or W.
    pub direction: char,
    /// The cells that it enters, in order.
    pub path: Vec<u16>,
    /// Which piece it pushes.
    pub pushes: Option<usize>,
}

/// What a search of a position gave.
#[derive(Clone, Debug)]
pub struct Answer {
    /// How it ended, with moves in the game's notation.
    pub outcome: Outcome<String>,
    /// Why a stopped search stopped, where the algorithm's own reason would mislead.
    pub why: Option<&'static str>,
    /// What the cost counts, where a game can count in several ways.
    pub metric: Option<&'static str>,
}

/// Every optimal solution of a position.
#[derive(Clone, Debug)]
pub struct AllAnswers {
    /// What each costs; none when there is no solution.
    pub cost: Option<u32>,
    /// How many there are.
    pub count: u128,
    /// Some or all of them, each as its moves, in an order that the game documents: the least trouble first.
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
