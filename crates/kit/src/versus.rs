//! Games of adversaries: turns and ends, and players that search.

use damier_search::adversaries::WIN;
use damier_search::{Event, Run, Spec, Stop, Watch};
use serde::Serialize;
#[cfg(feature = "wire")]
use ts_rs::TS;

use crate::{Gap, Mark, Position, Refusal, Tree, refuse};

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

    /// What a move does, in sentences that a person understands, the most important first: facts of the board, not a judgement.
    /// Who is meant is told by [`player`].
    fn explain(&self, _step: &str) -> Vec<Refusal> {
        Vec::new()
    }

    /// What was tried from here in the games that the game knows, the most played first; nothing where none came here.
    fn openings(&self) -> Vec<Opening> {
        Vec::new()
    }

    /// How its game was set up: the values of [`crate::About::setup`], in that order.
    fn setup(&self) -> Vec<String> {
        Vec::new()
    }
}

/// A player in a sentence, from 0. A page puts the name in its place.
pub fn player(number: usize) -> Gap {
    refuse!("kit.player", "player {number}", number = number + 1).into()
}

/// What became of a move in games that are known.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "wire", derive(TS))]
pub struct Opening {
    /// The move.
    #[serde(rename = "move")]
    pub step: String,
    /// In how many games it was played.
    pub games: u32,
    /// How many of these who played it won.
    pub won: u32,
    /// How many were drawn.
    pub drawn: u32,
    /// How far ahead it was thought to leave who played it, in the game's unit.
    pub ahead: f64,
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

/// The players of a game that search for moves. Such a game has a start ([`crate::Kit::start`]), and its
/// [`crate::Kit::generate`] takes `plies`: how many random moves are made from there.
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

    /// The protocols that only programs of this game speak.
    fn dialects(&self) -> &'static [&'static dyn Dialect] {
        &[]
    }
}

/// A protocol that only programs of one game speak, a line at a time. The program that is spoken to keeps the game.
pub trait Dialect: Sync {
    /// Its name, as in `--protocol name` and `name:program`.
    fn name(&self) -> &'static str;

    /// Begins to speak it as an engine.
    fn engine(&self) -> Box<dyn Talk>;

    /// The command of a line, in lower case; `stop` and `quit` are heard while the engine thinks.
    fn command(&self, line: &str) -> String;

    /// What a program is told when a game begins there, each to be answered; why the game cannot be played in this protocol.
    fn begin(&self, start: &dyn Position) -> Result<Vec<String>, Refusal>;

    /// What tells a program of a move; none if there is no word for it.
    fn tell(&self, position: &dyn Position, step: &str) -> Option<String>;

    /// The same in other words, for programs that refuse the usual ones.
    fn tell_otherwise(&self, _position: &dyn Position, _step: &str) -> Option<String> {
        None
    }

    /// What asks a program for a move.
    fn ask(&self, position: &dyn Position) -> String;

    /// What a line answers, or that it refuses; none if it is no answer.
    fn answer<'a>(&self, line: &'a str) -> Option<Result<&'a str, &'a str>>;

    /// The move in an answer, in the game's notation.
    fn read(&self, position: &dyn Position, answer: &str) -> Option<String>;
}

/// An engine that speaks a [`Dialect`].
pub trait Talk {
    /// What is answered to a line, if anything, and whether that was the last. `think` chooses a move.
    fn heed(
        &mut self,
        line: &str,
        think: &mut dyn FnMut(&dyn Position) -> Option<String>,
    ) -> (Option<String>, bool);
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

    /// Whether it is made for games like that of this position; why not.
    fn suits(&self, _position: &dyn Position) -> Result<(), Refusal> {
        Ok(())
    }

    /// The same, while somebody watches. A player that is not made to be watched tells its best lines alone.
    fn watched(&mut self, position: &dyn Position, run: &mut Run, watch: &mut Watch<'_>) -> Thought {
        self.think(position, run, &mut |thought, _| tell_best(thought, watch))
    }

    /// A new game begins.
    fn clear(&mut self) {}

    /// Why its last thought has no move, where it is a program that failed.
    fn fault(&self) -> Option<Refusal> {
        None
    }

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

/// Tells who watches what a player thinks.
pub fn tell_best(thought: &Thought, watch: &mut Watch<'_>) {
    let line: Vec<&str> = thought.line.iter().map(String::as_str).collect();
    let Score { ahead, win } = thought.score;
    let score = win.map_or((ahead * 100.0) as i32, |win| (WIN - win.abs()) * win.signum());
    watch.on(Event::Best { depth: thought.depth.max(0) as u32, score, line: &line });
}

/// How good a position is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Score {
    /// How far ahead, in the game's unit.
    pub ahead: f64,
    /// Moves of either side until the game is won, if that was seen to the end; negative where it is lost.
    pub win: Option<i32>,
}
