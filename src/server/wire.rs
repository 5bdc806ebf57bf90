//! What page and server say to each other, as JSON. The page's types (`web/js/core/wire.d.ts`) are generated from these.

use std::collections::HashMap;

use damier_search::kit::{Chances, Edit, FormatInfo, Scene, Tool, Verdict};
use damier_search::registry::{OptionInfo, Takes};
use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

use super::sitting::Way;
use crate::cli::record::{Record, StatsRecord};

/// What the page wants.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum Intent {
    /// To see what is on the table; the first thing that a page says, unless it loads something.
    Look,
    /// A new board by recipe. A seed that is not given is drawn.
    New { options: HashMap<String, String>, seed: Option<u64> },
    /// A position in any format, and moves to play from it. The position that is on the table already is not begun anew.
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
    /// To the moment of the history after so many moves: undo, redo, restart.
    Go { at: usize },
    /// Where a piece can be brought by itself.
    Reach { piece: usize },
    /// A piece to a cell, by as few moves as can be.
    Bring { piece: usize, cell: u16 },
    /// What is in a set of levels: one that comes with the game, or `own`. With a `text`, that is what `own` is from now on.
    Levels { set: String, text: Option<String> },
    /// A level of a set, from 0.
    Level { set: String, index: usize },
    /// Other rules, such as `sliding(p=0.1)`; none for the usual ones. The history begins anew.
    Variant { variant: Option<String> },
    /// Whether the position as it is can still be solved, and if not, why.
    Verdict,
    /// The highest chance to win from the position as it is, and what to do for it.
    Chance,
    /// The next task, or in a game the next round.
    Next,
    /// This task: a piece, or any, to a cell.
    Task { piece: Option<usize>, cell: u16 },
    /// Whether the pieces that had no task stay where a solved round left them, or return to where they stood.
    Rule { stay: bool },
    /// One step up the ladder of hints.
    Hint,
    /// A search from the position as it is.
    Solve { algorithm: String },
    /// Every optimal solution from the position as it is; the first `most` are listed.
    All { most: usize },
    /// What each move of the history lost against the optimum.
    Annotate,
    /// What a heuristic says of each cell, on the table or on the position in `text`.
    Map { heuristic: String, obstacles: bool, text: Option<String> },
    /// Two to four algorithms on one position: the one on the table, or the one in `text`.
    Race { algorithms: Vec<String>, clock: Clock, rate: Option<f64>, text: Option<String> },
    /// The pace of the race under way: 0 halts it, none lets go.
    Pace { rate: Option<f64> },
    /// Ends whatever search is under way.
    Cancel,
    /// A change of the board; the history begins anew.
    Edit { edit: Edit },
    /// An edit undone (`back`) or done again.
    Unedit { back: bool },
    /// The position at the history's start in one of the formats.
    Export { format: String },
    /// A new board that fulfils wishes, searched for.
    Wish { options: HashMap<String, String>, seed: Option<u64>, wishes: Wishes },
    /// Only the picture of a position in any format; the table stays as it is.
    Sketch { text: String },
    /// Begins a game of several rounds on this board.
    Begin { rules: Rules },
    /// Leaves the game; the board stays.
    Leave,
    /// A bid: "I have a way of so many moves".
    Bid { moves: u32 },
    /// No more bids from me: the glass need not run out.
    Ready,
    /// This round is given up.
    GiveUp,
}

/// What the server tells.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum Message {
    /// Once a connection: the sitting's number, by which it is found again, and what the game offers.
    Hello { sitting: String, game: GameInfo, games: Vec<&'static str> },
    /// All that there is to see on the table.
    View(Box<View>),
    /// A piece moves along a path, and may push another before it; the view after it follows.
    Slide { piece: usize, path: Vec<u16>, pushed: Option<(usize, Vec<u16>)> },
    /// Where a piece can be brought.
    Reach { piece: usize, cells: Vec<u16> },
    /// What is in a set of levels.
    Levels { set: String, levels: Vec<LevelItem> },
    /// Whether the position after `at` moves of the history that begins with `code` can be solved.
    Verdict { code: String, at: usize, verdict: Verdict },
    /// The chance to win there; none if nothing was found in time.
    Chance { code: String, at: usize, chances: Option<Chances> },
    /// What search is under way in the foreground, if any.
    Busy { job: Option<Job> },
    /// How far it is.
    Progress(Progress),
    /// What a search gave.
    Answer(Answer),
    /// Every optimal solution. `count` may be larger than a number can be exact in a page.
    Solutions { cost: u32, count: String, solutions: Vec<Vec<String>>, complete: bool },
    /// What each move of the history lost.
    Annotation { moves: Vec<Annotated>, done: bool },
    /// What a heuristic says of each cell.
    Map { heuristic: String, obstacles: bool, admissible: bool, values: Vec<Option<u32>> },
    /// How a race stands.
    Race { clock: Clock, lanes: Vec<Lane>, done: bool },
    /// What is known of the position at the history's start.
    Rating(Rating),
    /// A step of the ladder.
    Hint(Hint),
    /// A position in a format.
    Text { format: String, text: String },
    /// The picture that was asked for.
    Sketch { scene: Box<Scene> },
    /// Something could not be done. `key` says what, `why` the kind of reason where there are several, and `message` says it in
    /// English with all particulars.
    Error {
        key: &'static str,
        why: Option<&'static str>,
        message: String,
        line: Option<usize>,
        column: Option<usize>,
    },
}

/// What runs in the foreground, one at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub(super) enum Job {
    Solve,
    Hint,
    All,
    Annotate,
    Race,
    Wish,
}

/// What a game offers.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(super) struct GameInfo {
    pub(super) name: &'static str,
    pub(super) algorithms: Vec<AlgorithmItem>,
    pub(super) heuristics: Vec<HeuristicItem>,
    pub(super) generate: Vec<OptionItem>,
    pub(super) formats: Vec<FormatItem>,
    pub(super) tools: &'static [Tool],
    pub(super) sets: Vec<SetItem>,
    pub(super) variants: Vec<VariantItem>,
    /// Whether there are games of several rounds.
    pub(super) rounds: bool,
    /// What a move beyond the optimum costs in a game alone.
    pub(super) penalties: [(Difficulty, i32); 3],
    pub(super) default_algorithm: &'static str,
}

/// A set of levels that comes with the game.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(super) struct SetItem {
    pub(super) name: &'static str,
    pub(super) title: &'static str,
    pub(super) author: &'static str,
    pub(super) terms: &'static str,
    pub(super) count: usize,
}

/// A level of a set.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(super) struct LevelItem {
    /// What it is called.
    pub(super) title: Option<String>,
    /// As in [`View::code`].
    pub(super) code: String,
}

/// A variant of the rules.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(super) struct VariantItem {
    pub(super) name: &'static str,
    pub(super) summary: &'static str,
    pub(super) options: Vec<OptionItem>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(super) struct AlgorithmItem {
    pub(super) name: &'static str,
    pub(super) summary: &'static str,
    pub(super) heuristic: bool,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(super) struct HeuristicItem {
    pub(super) name: &'static str,
    pub(super) summary: &'static str,
    pub(super) admissible: bool,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(super) struct FormatItem {
    pub(super) name: &'static str,
    pub(super) summary: &'static str,
    pub(super) reads: bool,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(super) struct OptionItem {
    pub(super) name: &'static str,
    pub(super) summary: &'static str,
    pub(super) takes: String,
    pub(super) choices: Option<&'static [&'static str]>,
    /// The least and the most, for a number.
    pub(super) range: Option<(f64, f64)>,
    pub(super) default: &'static str,
    /// Another option and the value of it with which alone this one is taken.
    pub(super) only: Option<(&'static str, &'static str)>,
}

impl From<&FormatInfo> for FormatItem {
    fn from(format: &FormatInfo) -> Self {
        FormatItem { name: format.name, summary: format.summary, reads: format.reads }
    }
}

impl From<&'static OptionInfo> for OptionItem {
    fn from(option: &'static OptionInfo) -> Self {
        OptionItem {
            name: option.name,
            summary: option.summary,
            takes: option.takes.describe(),
            choices: if let Takes::Choice(words) = option.takes { Some(words) } else { None },
            range: match option.takes {
                Takes::Whole(least, most) => Some((least as f64, most as f64)),
                Takes::Decimal(least, most) => Some((least, most)),
                _ => None,
            },
            default: option.default,
            only: option.only,
        }
    }
}

/// The table.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(super) struct View {
    /// The position now.
    pub(super) scene: Scene,
    pub(super) history: History,
    /// The position at the history's start, as it stands in an address.
    pub(super) code: String,
    pub(super) seed: Option<u64>,
    /// What the position is called.
    pub(super) title: Option<String>,
    /// The set and the place in it, where the start is a level of one.
    pub(super) level: Option<(String, usize)>,
    /// The rules, where they are not the usual ones.
    pub(super) variant: Option<String>,
    /// What a person counts on the way so far.
    pub(super) tally: Vec<(&'static str, u32)>,
    pub(super) stay: bool,
    /// Whether an edit can be undone, and done again.
    pub(super) edits: (bool, bool),
    #[serde(rename = "match")]
    pub(super) game: Option<Match>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(super) struct History {
    pub(super) moves: Vec<String>,
    pub(super) at: usize,
    /// The places of the moves that change more than where the player stands.
    pub(super) weighty: Vec<usize>,
}

#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(super) struct Progress {
    pub(super) expanded: u64,
    /// Expansions a second.
    pub(super) rate: f64,
    pub(super) bound: u64,
    pub(super) bytes: u64,
    pub(super) seconds: f64,
    /// Boards or moves that were looked at, where there are several; and how many there are, where that is known.
    pub(super) tried: u64,
    pub(super) of: Option<u64>,
}

/// What a search gave.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(super) struct Answer {
    pub(super) algorithm: Option<String>,
    /// `solved`, `unsolvable`, `limit`, `cancelled` or `error`.
    pub(super) outcome: &'static str,
    pub(super) optimal: bool,
    pub(super) cost: Option<u32>,
    pub(super) moves: Vec<String>,
    pub(super) lower_bound: Option<u32>,
    pub(super) why: Option<&'static str>,
    pub(super) error: Option<String>,
    pub(super) stats: Option<StatsRecord>,
    /// What the cost counts, where there are several ways to count.
    pub(super) metric: Option<&'static str>,
}

impl From<Record> for Answer {
    fn from(record: Record) -> Self {
        Answer {
            algorithm: record.algorithm,
            outcome: record.outcome,
            optimal: record.optimal == Some(true),
            cost: record.cost,
            moves: record.moves.unwrap_or_default(),
            lower_bound: record.lower_bound,
            why: record.why,
            error: record.error,
            stats: record.stats,
            metric: record.metric,
        }
    }
}

impl Answer {
    /// The way that it tells, if any.
    pub(super) fn way(&self) -> Option<Way> {
        let cost = self.cost.filter(|_| self.outcome != "cancelled")?;
        Some(Way { moves: self.moves.clone(), cost, optimal: self.optimal })
    }

    /// The cost, where it is proven to be the least.
    pub(super) fn optimum(&self) -> Option<u32> {
        self.cost.filter(|_| self.optimal)
    }
}

/// A move of the history and what it lost.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(super) struct Annotated {
    #[serde(rename = "move")]
    pub(super) step: String,
    /// The fewest moves to the goal before and after it; none where there is no way, or it was not found in time.
    pub(super) before: Option<u32>,
    pub(super) after: Option<u32>,
    /// Whether `after` is missing because it is proven that there is no way any more.
    pub(super) dead: bool,
    /// How many moves it lost; none where that is not known.
    pub(super) lost: Option<u32>,
}

/// What is equal in a race.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub(super) enum Clock {
    /// Each lane is given the same number of expansions; the rate is expansions a second.
    Expansions,
    /// Each lane is given the same time of its own; the rate is how much of a second it gets in a second.
    Time,
}

/// One algorithm in a race.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(super) struct Lane {
    pub(super) algorithm: String,
    /// `running`, or how it ended: `solved`, `unsolvable`, `limit`, `cancelled` or `error`.
    pub(super) outcome: &'static str,
    pub(super) expanded: u64,
    /// Its own time: waiting is not counted.
    pub(super) seconds: f64,
    pub(super) bytes: u64,
    pub(super) bound: u32,
    pub(super) cost: Option<u32>,
    pub(super) optimal: bool,
    pub(super) moves: Vec<String>,
    /// How often a state was expanded in which the piece with the task stood on each cell: every expansion is counted.
    pub(super) heat: Vec<u32>,
    /// Where the pieces stand in the state that was expanded last: a sample, one of many between two messages. The piece with
    /// the task comes first, the others in no order.
    pub(super) cells: Vec<u16>,
}

/// What is known of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(super) struct Rating {
    /// The position, as in [`View::code`].
    pub(super) code: String,
    /// Whether it can be solved; none if that was not found in time.
    pub(super) solvable: Option<bool>,
    /// The fewest moves.
    pub(super) optimum: Option<u32>,
    /// Where that is not known: the least that it can be, and the best way that was found.
    pub(super) between: (Option<u32>, Option<u32>),
    /// How many pieces move in the solution that was found.
    pub(super) pieces: Option<usize>,
    /// From 1 (trivial) to 5 (extreme): an estimate.
    pub(super) level: Option<u8>,
    /// Expansions that it took.
    pub(super) expanded: u64,
}

/// What a new board should be like. Bounds are included.
#[derive(Clone, Copy, Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub(super) struct Wishes {
    /// The fewest moves.
    pub(super) length: (u32, u32),
    /// How many pieces move in the solution.
    pub(super) pieces: (usize, usize),
    /// Whether the optimal solution is the only one of its length.
    pub(super) unique: bool,
    /// Whether the piece with the task cannot do it alone.
    #[serde(default)]
    pub(super) helpers: bool,
}

/// A step of the ladder: what it reveals and all that the steps below it do.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(test, derive(TS))]
#[cfg_attr(test, ts(optional_fields))]
pub(super) struct Hint {
    pub(super) level: usize,
    pub(super) solvable: bool,
    /// Whether the way that it tells of is proven to be the best.
    pub(super) optimal: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) length: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) pieces: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) which: Option<Vec<usize>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) next: Option<String>,
    /// The moves up to and with the next one that changes more than where the player stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) stretch: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) moves: Option<Vec<String>>,
}

/// How a game of several rounds is played. Times are in seconds; without one there is no such clock.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(super) struct Rules {
    pub(super) rounds: usize,
    pub(super) difficulty: Difficulty,
    /// To think, until the first move or the first bid.
    pub(super) think: Option<u32>,
    /// To show a way.
    pub(super) show: Option<u32>,
    /// The glass that the first bid turns.
    pub(super) sand: u32,
    /// A duel: the expansions a second of the rival's search.
    pub(super) rival: Option<u32>,
}

/// How extra moves are punished.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub(super) enum Difficulty {
    Easy,
    Normal,
    Hard,
}

/// A game of several rounds.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(super) struct Match {
    pub(super) rules: Rules,
    /// From 1.
    pub(super) round: usize,
    pub(super) phase: Phase,
    /// Yours, and the rival's in a duel.
    pub(super) score: [i32; 2],
    /// The bids of this round: yours, and the rival's.
    pub(super) bids: [Option<u32>; 2],
    /// Whether you said that you bid no more.
    pub(super) ready: bool,
    /// Who shows.
    pub(super) shower: Option<Side>,
    /// The clock that runs, if one does.
    pub(super) clock: Option<Glass>,
    /// The rounds that are over.
    pub(super) results: Vec<Round>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub(super) enum Phase {
    /// Nobody has moved or bid yet.
    Think,
    /// Somebody has bid: the glass runs, and bids may be lowered.
    Bid,
    /// Somebody shows a way.
    Show,
    /// The round is over.
    Done,
    /// The game is over.
    Over,
}

/// You or the rival.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub(super) enum Side {
    You,
    Rival,
}

/// A clock as it stood when the message was sent.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(super) struct Glass {
    pub(super) left_ms: u64,
    pub(super) total_ms: u64,
}

/// A round that is over.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(super) struct Round {
    /// Who took it.
    pub(super) by: Option<Side>,
    /// In how many moves.
    pub(super) moves: Option<u32>,
    pub(super) optimum: Option<u32>,
    /// What it gave you, or the rival if it took the round.
    pub(super) points: i32,
    pub(super) end: RoundEnd,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub(super) enum RoundEnd {
    /// The target was reached.
    Reached,
    /// Given up.
    GivenUp,
    /// A clock ran out.
    TimeOut,
}

#[cfg(test)]
mod tests {
    use damier_search::kit::{PieceKind, SceneDiagonal, SceneMove, ScenePiece, SceneTarget, Spot};

    use super::*;

    /// All types of the wire in TypeScript.
    fn declarations() -> String {
        let config = ts_rs::Config::new().with_large_int("number");
        macro_rules! declare {
            ($($type:ty),* $(,)?) => { [$(format!("export {}\n", <$type as TS>::decl(&config))),*].concat() };
        }
        let types = declare![
            Intent,
            Message,
            Job,
            GameInfo,
            AlgorithmItem,
            HeuristicItem,
            FormatItem,
            SetItem,
            LevelItem,
            VariantItem,
            OptionItem,
            View,
            History,
            Progress,
            Answer,
            StatsRecord,
            Annotated,
            Clock,
            Lane,
            Rating,
            Wishes,
            Hint,
            Rules,
            Difficulty,
            Match,
            Phase,
            Side,
            Glass,
            Round,
            RoundEnd,
            Scene,
            SceneDiagonal,
            SceneTarget,
            ScenePiece,
            PieceKind,
            SceneMove,
            Verdict,
            Chances,
            Tool,
            Spot,
            Edit,
        ];
        format!(
            "// Generated from src/server/wire.rs and crates/search/src/kit.rs by a test; do not edit.\n{types}"
        )
    }

    #[test]
    fn the_types_of_the_page_are_those_of_the_server() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/web/js/core/wire.d.ts");
        let now = declarations();
        if std::env::var_os("WRITE_WIRE_TYPES").is_some() {
            std::fs::write(file, &now).unwrap();
        }
        let kept = std::fs::read_to_string(file).unwrap_or_default();
        assert!(
            kept == now,
            "run the tests once with WRITE_WIRE_TYPES=1, then look at the page's type errors"
        );
    }
}
