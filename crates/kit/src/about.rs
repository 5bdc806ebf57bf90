//! A game: what it declares, and the few things that it does without a position.

use damier_search::registry::{Info, OptionInfo, resolve, with_own};
use damier_search::{Args, HeuristicInfo, Run, Spec, Stop};
use serde::Serialize;
#[cfg(feature = "wire")]
use ts_rs::TS;

use crate::{Looks, Position, Refusal, Thinking, refuse};

/// What a game declares of itself.
#[derive(Debug)]
pub struct About {
    /// Its name on the command line.
    pub name: &'static str,
    /// One line for a person.
    pub summary: &'static str,
    /// The numbers of players that it can have; 1 for a puzzle.
    pub players: &'static [usize],
    /// Its formats; the first is the one that programs speak.
    pub formats: &'static [FormatInfo],
    /// What stands between two moves of a solution.
    pub separator: &'static str,
    /// The spec that is used where none is given.
    pub default_algorithm: &'static str,
    /// A spec that searches with the piece that has the task alone, the others standing still, where that makes sense. It
    /// never answers `solved` where that piece needs help.
    pub alone: Option<&'static str>,
    /// Options of a spec that change the question rather than the algorithm, such as which robots may move.
    pub question: &'static [OptionInfo],
    /// How the start of a game can be set up, such as its size. None where positions are read or generated only.
    pub setup: &'static [OptionInfo],
    /// What `generate` can be told, besides `setup`.
    pub generate: &'static [OptionInfo],
    /// What an editor can do to a position.
    pub tools: &'static [Tool],
    /// Sets of positions that come with the game.
    pub sets: &'static [LevelSet],
    /// Rules that differ from the usual ones, and what can be set in each.
    pub variants: &'static [VariantInfo],
}

/// A file format of a game.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(TS))]
pub struct FormatInfo {
    /// Its name for `--format` and `--to`.
    pub name: &'static str,
    /// One line for a person.
    pub summary: &'static str,
    /// Whether it can be read (every format can be written).
    pub reads: bool,
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
    /// Which grade it is, from 1, where the game has sets of rising difficulty: each is opened by solving some of the one before.
    pub grade: Option<u8>,
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

/// What an editor can do.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(TS))]
pub struct Tool {
    /// Its name in an [`crate::Edit`].
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
    /// A place between cells, where a move may put something.
    Gap,
    /// The whole board.
    Board,
}

/// Something that `bench` measures, besides what it does with every game.
#[derive(Debug)]
pub struct Measure {
    /// What is counted.
    pub what: &'static str,
    /// How many there must be, where that is known.
    pub known: Option<u64>,
    /// Does it: how many, and in how many seconds. The run tells the time.
    pub run: fn(&mut Run) -> Result<(u64, f64), Stop>,
}

/// A game.
pub trait Kit: Sync {
    /// What it declares.
    fn about(&self) -> &'static About;

    /// How a terminal draws it.
    fn looks(&self) -> &'static Looks;

    /// The declared algorithms, its own and the generic ones.
    fn algorithms(&self) -> Vec<&'static Info>;

    /// The declared heuristics; the first is the default.
    fn heuristics(&self) -> Vec<&'static HeuristicInfo>;

    /// The text of a file; none if its bytes are none that the game's files are made of.
    fn decode(&self, bytes: &[u8]) -> Option<String> {
        std::str::from_utf8(bytes).ok().map(str::to_owned)
    }

    /// Reads all positions in a text. The format is recognised from its content unless one is named.
    fn read(&self, text: &str, format: Option<&str>) -> Result<Vec<Box<dyn Position>>, Refusal>;

    /// The moves in a text, in the order in which they are made.
    fn moves(&self, text: &str) -> Result<Vec<String>, Refusal> {
        let separator = self.about().separator;
        Ok(text.split(separator).map(str::trim).filter(|step| !step.is_empty()).map(str::to_owned).collect())
    }

    /// Makes a new position; equal arguments give equal positions on any machine. The arguments are those of
    /// [`About::setup`] and [`About::generate`].
    fn generate(&self, args: &Args, seed: u64, run: &mut Run) -> Result<Box<dyn Position>, Refusal>;

    /// What [`Kit::generate`] is told for the puzzle of a day, where that is not the usual: boards that are mostly of medium difficulty.
    fn daily(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// The start of a game that is set up so, for games that have such a thing ([`About::setup`]).
    fn start(&self, _setup: &Args) -> Option<Result<Box<dyn Position>, Refusal>> {
        None
    }

    /// Checks a spec without a position: every name, option and value in it.
    fn check(&self, spec: &Spec) -> Result<(), Refusal> {
        let mut spec = spec.clone();
        for option in self.about().question {
            spec.take(option.name).map_or(Ok(()), |value| option.check(&value))?;
        }
        Ok(resolve(&spec, &self.algorithms(), &with_own(self.heuristics())).map(|_| ())?)
    }

    /// Its players that search, where it is a game of adversaries.
    fn thinking(&self) -> Option<&dyn Thinking> {
        None
    }

    /// The games that a text holds as the validator reads them, each with its name or else its line, where games are what is checked:
    /// nothing here asks the game's own rules. None where a text holds positions only.
    fn games(&self, _text: &str) -> Option<Vec<(String, String)>> {
        None
    }

    /// What `bench` measures; the count of the last one is the signature.
    fn measures(&self) -> &'static [Measure] {
        &[]
    }
}

/// The format of that name, or a refusal that lists the ones that there are. `reads`: only those that can be read.
pub fn known_format(formats: &[FormatInfo], name: &str, reads: bool) -> Result<FormatInfo, Refusal> {
    let known: Vec<_> =
        formats.iter().filter(|format| format.reads || !reads).map(|format| format.name).collect();
    match formats.iter().find(|format| format.name == name) {
        Some(format) if format.reads || !reads => Ok(*format),
        Some(_) => Err(refuse!(
            "format.written",
            "the format '{name}' is only written; these are read: {known}",
            name,
            known = known.join(", ")
        )),
        None if reads => Err(refuse!(
            "format.not_read",
            "the format '{name}' is not known; these are read: {known}",
            name,
            known = known.join(", ")
        )),
        None => Err(refuse!(
            "format.unknown",
            "there is no format '{name}'; there is {known}",
            name,
            known = known.join(", ")
        )),
    }
}
