//! What a page wants.

use std::collections::HashMap;

use damier_kit::Edit;
use damier_lab::trace::{Break, Measure};
use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

use super::{LabAsk, LabDeed, Rules};

/// What the page wants. What may be none may be left out. What changes the table carries a number `n` besides, which grows: sent again
/// after a lost line, it is carried out once.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[cfg_attr(test, ts(optional_fields = nullable))]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum Intent {
    // ---- The table: what is on it, and its history.
    /// To see what is on the table; the first thing that a page says, unless it loads something.
    Look,
    /// A new board by recipe, or a new game: from the setup in `options`, or from the position in `text`. A seed that is not given is
    /// drawn. Without seats people play.
    New {
        #[serde(default)]
        options: HashMap<String, String>,
        seed: Option<u64>,
        seats: Option<Vec<Seat>>,
        clock: Option<Clock>,
        text: Option<String>,
    },
    /// A position or a game in any format, and moves to play from it. The position that is on the table already is not begun anew. A
    /// kept game comes back as it was left, paused.
    Load {
        text: String,
        #[serde(default)]
        moves: Vec<String>,
    },
    /// A move in the game's notation.
    Move {
        #[serde(rename = "move")]
        step: String,
    },
    /// Several moves in the game's notation, as one text.
    Line { text: String },
    /// To the moment of the history after so many moves. Engines do not move while that is not the last.
    Go { at: usize },
    /// Back to the last turn of a person: one move, or more where engines have answered.
    Undo,
    /// Forward again.
    Redo,
    /// A change of the position where the history begins or, in a game of adversaries, of the one that is seen; the history begins
    /// anew, with people in every seat.
    Edit { edit: Edit },
    /// An edit undone (`back`) or done again.
    Unedit { back: bool },
    /// What is on the table in one of the formats: the start of a puzzle, the position of a game as it is seen, or in the first
    /// format the whole game.
    Export { format: String },
    /// Only the picture: of the position in `text`, after `at` moves of it or after all and `moves` from there, or of the start that
    /// `options` set up. The table stays as it is. Each is answered with a `sketch` or an `error` about one, in the order in which they
    /// were asked for.
    Sketch {
        text: Option<String>,
        options: Option<HashMap<String, String>>,
        at: Option<usize>,
        moves: Option<Vec<String>>,
    },
    /// Why a move is not legal: on the table, or in the position in `text` after `moves` from there.
    Why {
        #[serde(rename = "move")]
        step: String,
        text: Option<String>,
        moves: Option<Vec<String>>,
    },
    /// What was tried in known games from the position that is seen.
    Openings,

    // ---- Levels, variants, ways of a piece.
    /// What is in a set of levels: one that comes with the game, or `own`. With a `text`, that is what `own` is from now on.
    Levels { set: String, text: Option<String> },
    /// All lessons, in this language where there is one in it.
    Lessons { language: String },
    /// A level of a set, from 0.
    Level { set: String, index: usize },
    /// What the front door shows of every game; `date` is the page's own, such as `2026-11-17`. The puzzles of that day follow one by one.
    Home { date: String },
    /// The puzzle of a day. Where it is on the table already, it stays as it is.
    Daily { date: String },
    /// Other rules, such as `sliding(p=0.1)`; none for the usual ones. The history begins anew.
    Variant { variant: Option<String> },
    /// Where a piece can be brought by itself.
    Reach { piece: usize },
    /// A piece to a cell, by as few moves as can be.
    Bring { piece: usize, cell: u16 },

    // ---- Rounds.
    /// The next task, the next level, or in a contest the next round.
    Next,
    /// This task: a piece, or any, to a cell.
    Task { piece: Option<usize>, cell: u16 },
    /// Whether the pieces that had no task stay where a solved round left them, or return to where they stood.
    Rule { stay: bool },
    /// Begins a contest of several rounds on this board.
    Begin { rules: Rules },
    /// Leaves the contest; the board stays.
    Leave,
    /// A bid: "I have a way of so many moves".
    Bid { moves: u32 },
    /// No more bids from me: the glass need not run out.
    Ready,
    /// This round is given up.
    GiveUp,

    // ---- Seats and clocks.
    /// Who sits where from now on.
    Seats { seats: Vec<Seat> },
    /// Stops the clock and the engines, or lets them go on.
    Pause { paused: bool },
    /// The person whose turn it is gives up; where it is an engine's turn, the next person.
    Resign,
    /// The least time from one move of an engine to the next, so that it can be watched.
    Tempo { millis: u64 },

    // ---- Searches.
    /// One step up the ladder of hints.
    Hint,
    /// A search from the position as it is.
    Solve { algorithm: String },
    /// Every optimal solution from the position as it is; the first `most` are listed.
    All { most: usize },
    /// Thinks about the position as it is, and tells as it goes. Ends when the table changes, or with `cancel`.
    Analyse { algorithm: String, seconds: f64 },
    /// What each move of the history gained or lost.
    Annotate,
    /// Whether the position as it is can still be solved, and if not, why.
    Verdict,
    /// The highest chance to win from the position as it is, and what to do for it.
    Chance,
    /// What a heuristic says of each cell, on the table or on the position in `text`.
    ///
    /// Of a script, where there is one; `heuristic` is then what it is called.
    Map { heuristic: String, obstacles: bool, text: Option<String>, script: Option<String> },
    /// Holds one or two heuristics against the true distances of states of the position as it is, `states` at most; none but the position
    /// itself where that is 0. Each is one of the game's by its name or, where there is a script, that. `number` comes back with the answer;
    /// a question that is asked later takes the place of this one.
    Microscope {
        number: u32,
        heuristic: String,
        script: Option<String>,
        against: Option<String>,
        script_against: Option<String>,
        states: Option<usize>,
    },
    /// One to four algorithms on one position: the one on the table, or the one in `text`. Plans: `clock` and `rate` say how they take
    /// turns. Players: each thinks for `seconds`.
    Race {
        algorithms: Vec<String>,
        clock: Option<RaceClock>,
        rate: Option<f64>,
        seconds: Option<f64>,
        text: Option<String>,
    },
    /// One to four searches of one position, kept step by step: the one on the table, or the one in `text`. Each stops after so many
    /// `steps` at most. The `script` is the heuristic `own`.
    Trace { algorithms: Vec<String>, text: Option<String>, steps: Option<u64>, script: Option<String> },
    /// Searches from files that were brought before, by their numbers: one to four of the position on the table. It is answered as
    /// `trace` is.
    Open { files: Vec<String> },
    /// What is to be seen at a moment of each search that was kept: after so many events (or as `by` says), or none to leave that one
    /// out. What was asked before and not answered yet is not answered any more.
    Moment { at: Vec<Option<usize>>, by: Option<Measure> },
    /// The next moment, or the last one before, of a search at which one of these holds. It is answered with a `stop`.
    Stop { lane: usize, at: usize, forward: bool, breaks: Vec<Break> },
    /// A part of the tree of a search: what is about a node, so many nodes at most.
    Branch { lane: usize, about: u32, most: usize },
    /// A node of a search, as it is at a moment.
    Node { lane: usize, id: u32, at: usize },
    /// The pace of the race under way: 0 halts it, none lets go.
    Pace { rate: Option<f64> },
    /// A new board that fulfils wishes, searched for.
    Wish { options: HashMap<String, String>, seed: Option<u64>, wishes: Wishes },
    /// Many games between two players. A move may take so many milliseconds or nodes. `options` is the setup.
    Match {
        a: String,
        b: String,
        games: u64,
        millis: Option<u64>,
        nodes: Option<u64>,
        #[serde(default)]
        options: HashMap<String, String>,
    },
    /// How a search looks at a small position, move by move: `minimax` or `alphabeta`.
    Tree { algorithm: String, depth: u32, text: Option<String> },
    /// Ends whatever is under way in the foreground.
    Cancel,

    // ---- Campaigns, which are of all games.
    /// Asks about campaigns.
    Lab { ask: LabAsk },
    /// Does something with one.
    LabDo { deed: LabDeed },

    // ---- The store.
    /// Keeps a document: a JSON value under a kind and an id, for the game or, where `shared`, for all of them; none to forget it. The
    /// kinds of a page are `setting`, `progress`, `game`, `board` and `heuristic`.
    Keep {
        kind: String,
        id: String,
        #[cfg_attr(test, ts(type = "unknown"))]
        value: Option<serde_json::Value>,
        #[serde(default)]
        shared: bool,
    },
}

/// Who sits at a side of the board.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[cfg_attr(test, ts(optional_fields = nullable))]
pub(crate) struct Seat {
    /// The spec of a player, such as `fast(level=easy)`; none for a person.
    pub(crate) engine: Option<String>,
    /// What the person is called; the page has a word for those without a name.
    pub(crate) name: Option<String>,
    /// How long the engine may think about a move where there is no clock.
    pub(crate) millis: Option<u64>,
}

/// How much time each player has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct Clock {
    /// For the whole game.
    pub(crate) base_ms: u64,
    /// And more after each move.
    pub(crate) increment_ms: u64,
}

/// What is equal in a race of plans.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub(crate) enum RaceClock {
    /// Each lane is given the same number of expansions; the rate is expansions a second.
    #[default]
    Expansions,
    /// Each lane is given the same time of its own; the rate is how much of a second it gets in a second.
    Time,
}

/// What a new board should be like. Bounds are included.
#[derive(Clone, Copy, Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct Wishes {
    /// The fewest moves.
    pub(crate) length: (u32, u32),
    /// How many pieces move in the solution.
    pub(crate) pieces: (usize, usize),
    /// Whether the optimal solution is the only one of its length.
    pub(crate) unique: bool,
    /// Whether the piece with the task cannot do it alone.
    #[serde(default)]
    pub(crate) helpers: bool,
}
