//! What the server tells.

use std::sync::Arc;

use damier_kit::{Chances, Opening, Refusal, Scene, TreeNode, Verdict, Why};
use damier_lab::annotate;
use damier_lab::lesson::Lesson;
use damier_lab::record::{Record, StatsRecord};
use damier_lab::trace::{Cursor, Kind, NodeView, Timeline, TreeView};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
#[cfg(test)]
use ts_rs::TS;

use super::{Clock, GameInfo, LabItem, LabPlan, Match, RaceClock, Seat, SetItem};

/// What the server tells.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum Message {
    /// Once a connection: the sitting's number, by which it is found again, and what the game offers.
    ///
    /// `applied` is the number of the last intention of this page that was carried out.
    Hello { sitting: String, game: Box<GameInfo>, games: Vec<&'static str>, applied: u64 },
    /// The intention of this number was carried out, or refused, and what it changed is on disk.
    Done { n: u64 },
    /// Documents of the store: before `hello` all that the page should know, later what has changed.
    Kept { documents: Vec<KeptItem> },
    /// Whether what is done is kept from now on; told when that changes, and at the beginning if it is not.
    Keeping {
        kept: bool,
        #[cfg_attr(test, ts(type = "Refusal | null"))]
        why: Option<Refusal>,
    },
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
    /// What is under way in the foreground, if anything.
    Busy { job: Option<Job> },
    /// How far it is.
    Progress(Progress),
    /// What a search gave.
    Answer(Answer),
    /// Every optimal solution. `count` may be larger than a number can be exact in a page.
    Solutions { cost: u32, count: String, solutions: Vec<Vec<String>>, complete: bool },
    /// What the engine whose turn it is thinks.
    Thinking(Thought),
    /// What the analysis of the position after `at` moves thinks so far, and what its move does; the last one where `done`.
    Analysis {
        at: usize,
        code: String,
        thought: Thought,
        #[cfg_attr(test, ts(type = "Array<Refusal>"))]
        why: Vec<Refusal>,
        done: bool,
    },
    /// What was tried in known games from the position after `at` moves of the history that begins with `code`.
    Openings { code: String, at: usize, moves: Vec<Opening> },
    /// What each move of the history that begins with `code` did; `of` moves in all.
    Annotation { code: String, moves: Vec<Annotated>, of: usize, done: bool },
    /// What a heuristic says of each cell.
    Map { heuristic: String, obstacles: bool, admissible: bool, values: Vec<Option<u32>> },
    /// What the microscope saw of the position after `at` moves of the history that begins with `code`, or why it saw nothing.
    Microscope {
        number: u32,
        code: String,
        at: usize,
        #[cfg_attr(test, ts(type = "Findings | null"))]
        findings: Option<Box<RawValue>>,
        #[cfg_attr(test, ts(type = "Refusal | null"))]
        refusal: Option<Box<RawValue>>,
    },
    /// How a race stands.
    Race { clock: RaceClock, lanes: Vec<Lane>, done: bool },
    /// The searches that are kept, in their order; all of them where `done`. They are saved by `id`.
    Traced { id: String, code: String, lanes: Vec<TracedLane>, done: bool },
    /// What is to be seen at a moment of each search that was asked about.
    Moment { lanes: Vec<Option<Box<Cursor>>> },
    /// The moment that was looked for; none where there is none.
    Stop { lane: usize, at: Option<usize> },
    /// A part of the tree of a search.
    Branch { lane: usize, tree: Box<TreeView> },
    /// A node of a search.
    Node { lane: usize, node: Option<Box<NodeView>> },
    /// How a match stands.
    Match(Box<Standing>),
    /// How a search looked at a position, in its order; not `complete` where that was too much for a page.
    Tree { algorithm: String, nodes: Vec<TreeNode>, complete: bool },
    /// What is known of the position at the history's start.
    Rating(Rating),
    /// A step of the ladder.
    Hint(Hint),
    /// Why a move is not legal; none if it is.
    Why {
        #[serde(rename = "move")]
        step: String,
        why: Option<Why>,
    },
    /// The lessons in the order of their names, and the files that are none.
    Lessons { language: String, lessons: Vec<Lesson>, wrong: Vec<WrongLesson> },
    /// What is on the table in a format.
    Text { format: String, text: String },
    /// The picture that was asked for, and all moves of the game in that text.
    Sketch { scene: Box<Scene>, moves: Vec<String> },
    /// Every game, as the front door shows it, and what the visitor has solved and finished in all of them.
    Home { date: String, games: Vec<Door>, results: Vec<KeptItem> },
    /// The puzzle of a day, as the front door shows it.
    Daily { date: String, game: &'static str, today: Box<Today> },
    /// All campaigns, and whether new ones can be kept.
    Lab { campaigns: Vec<LabItem>, kept: bool },
    /// What a campaign can be made of: every game, with what it offers.
    LabGames { games: Vec<GameInfo> },
    /// The file of a campaign.
    LabText { name: String, text: String },
    /// What a campaign would do, or why it is none that may be run from here.
    LabChecked {
        number: u32,
        plan: Option<LabPlan>,
        #[cfg_attr(test, ts(type = "Refusal | null"))]
        refusal: Option<Box<RawValue>>,
    },
    /// Something could not be done: `about` is the type of the intent (or of what it began), and the refusal says why.
    Error {
        about: String,
        #[cfg_attr(test, ts(type = "Refusal"))]
        refusal: Refusal,
    },
}

/// A document of the store; one that is gone has no value.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct KeptItem {
    pub(crate) kind: String,
    /// Empty where it is shared by all games.
    pub(crate) game: String,
    pub(crate) id: String,
    /// In milliseconds since 1970.
    pub(crate) changed: i64,
    #[cfg_attr(test, ts(type = "any"))]
    pub(crate) value: Option<Box<serde_json::value::RawValue>>,
}

/// What runs in the foreground, one at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub(crate) enum Job {
    Solve,
    Hint,
    All,
    Annotate,
    Race,
    Wish,
    Analyse,
    Match,
    Tree,
    Trace,
    Daily,
}

/// The table.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct View {
    /// The position now.
    pub(crate) scene: Arc<Scene>,
    pub(crate) history: HistoryPart,
    /// The position at the history's start, as it stands in an address.
    pub(crate) code: String,
    pub(crate) seed: Option<u64>,
    /// What the position is called.
    pub(crate) title: Option<String>,
    /// The set and the place in it, where the start is a level of one.
    pub(crate) level: Option<(String, usize)>,
    /// The rules, where they are not the usual ones.
    pub(crate) variant: Option<String>,
    /// On what occasion it is played, such as `daily 2026-11-17`.
    pub(crate) occasion: Option<String>,
    /// What a person counts on the way so far.
    pub(crate) tally: Vec<(&'static str, u32)>,
    /// Whether pieces without a task stay where a solved round left them.
    pub(crate) stay: bool,
    /// Whether a whole solution of this start was shown.
    pub(crate) shown: bool,
    /// Whether an edit can be undone, and done again.
    pub(crate) edits: (bool, bool),
    /// The contest, if one is on.
    #[serde(rename = "match")]
    pub(crate) game: Option<Match>,
    /// Who plays, in a game of adversaries.
    pub(crate) table: Option<Table>,
}

/// The history, as far as the page does not know it yet: its first `keep` moves are those of the last view of this connection, `more`
/// follow.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct HistoryPart {
    pub(crate) keep: usize,
    pub(crate) more: Vec<String>,
    /// Those of `more` that change more than where the player stands, by their places in the whole history.
    pub(crate) weighty: Vec<usize>,
    /// After how many moves the position now is.
    pub(crate) at: usize,
}

/// Who plays, and how the game stands.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct Table {
    pub(crate) seats: Vec<Seat>,
    pub(crate) clock: Option<ClockView>,
    pub(crate) paused: bool,
    /// How the game ended, if it has.
    pub(crate) end: Option<End>,
    /// Whose engine is thinking.
    pub(crate) thinking: Option<usize>,
    /// The least time from one move of an engine to the next, in milliseconds.
    pub(crate) tempo: u64,
    /// Whether one can go back to a turn of a person, and forward.
    pub(crate) undo: (bool, bool),
    /// The game as a line of JSON: what `load` brings back. Save this.
    pub(crate) saved: String,
}

/// The clocks as they stood when the message was sent.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct ClockView {
    #[serde(flatten)]
    pub(crate) clock: Clock,
    pub(crate) left_ms: Vec<u64>,
    /// Whose clock runs.
    pub(crate) running: Option<usize>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct End {
    /// Nobody in a draw.
    pub(crate) winner: Option<usize>,
    /// `resigned`, `time`, or the game's own word for how it ended on the board.
    pub(crate) why: String,
    /// Who resigned, or ran out of time.
    pub(crate) by: Option<usize>,
}

/// A level of a set.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct LevelItem {
    /// What it is called.
    pub(crate) title: Option<String>,
    /// As in [`View::code`].
    pub(crate) code: String,
}

/// A game at the front door.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct Door {
    pub(crate) game: &'static str,
    /// Whether it is played against others.
    pub(crate) versus: bool,
    /// What it looks like.
    pub(crate) scene: Scene,
    pub(crate) sets: Vec<SetItem>,
}

/// The puzzle of a day. What it costs at least is not told before it is solved.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct Today {
    pub(crate) scene: Scene,
    /// From 1 (trivial) to 5 (extreme): an estimate.
    pub(crate) level: Option<u8>,
    /// How strong the player is that is to be beaten.
    pub(crate) rival: Option<&'static str>,
}

/// How far a search is.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct Progress {
    pub(crate) expanded: u64,
    /// Expansions a second.
    pub(crate) rate: f64,
    pub(crate) bound: u64,
    pub(crate) bytes: u64,
    pub(crate) seconds: f64,
    /// Boards or moves that were looked at, where there are several; and how many there are, where that is known.
    pub(crate) tried: u64,
    pub(crate) of: Option<u64>,
    /// What the best solution so far costs, and what every solution costs at least, where the search tells.
    pub(crate) best: Option<u64>,
    pub(crate) least: u64,
}

/// What a search gave.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct Answer {
    pub(crate) algorithm: Option<String>,
    /// `solved`, `unsolvable`, `limit`, `cancelled` or `error`.
    pub(crate) outcome: &'static str,
    pub(crate) optimal: bool,
    pub(crate) cost: Option<u32>,
    pub(crate) moves: Vec<String>,
    pub(crate) lower_bound: Option<u32>,
    pub(crate) why: Option<&'static str>,
    /// What went wrong, where the outcome is `error`.
    #[cfg_attr(test, ts(type = "Refusal | null"))]
    pub(crate) error: Option<Refusal>,
    pub(crate) stats: Option<StatsRecord>,
    /// What the cost counts, where there are several ways to count.
    pub(crate) metric: Option<&'static str>,
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

/// How good a position is for a player.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct Score {
    /// For whom.
    pub(crate) player: usize,
    /// How far ahead, in the game's unit.
    pub(crate) ahead: f64,
    /// Moves of either side until the game is won, if that was seen to the end; negative where it is lost.
    pub(crate) win: Option<i32>,
}

impl Score {
    /// A score is one of a player.
    pub(crate) fn of(player: usize, score: damier_kit::Score) -> Self {
        Score { player, ahead: score.ahead, win: score.win }
    }
}

/// What a player thinks of a position.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct Thought {
    pub(crate) algorithm: String,
    #[serde(rename = "move")]
    pub(crate) play: Option<String>,
    pub(crate) score: Option<Score>,
    pub(crate) depth: i32,
    /// The moves that it expects, the best first.
    pub(crate) line: Vec<String>,
    pub(crate) nodes: u64,
    /// Nodes a second.
    pub(crate) rate: f64,
    pub(crate) seconds: f64,
}

/// A move of the history and what it did. A puzzle fills `before`, `after` and `dead`; a game of adversaries the rest.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct Annotated {
    #[serde(rename = "move")]
    pub(crate) step: String,
    /// Who made it.
    pub(crate) player: usize,
    /// The fewest moves to the goal before and after it; none where there is no way, or it was not found in time.
    pub(crate) before: Option<u32>,
    pub(crate) after: Option<u32>,
    /// Whether `after` is missing because it is proven that there is no way any more.
    pub(crate) dead: bool,
    /// What it threw away: moves in a puzzle, else the game's unit; none where that is not known.
    pub(crate) lost: Option<f64>,
    /// What would have been best, and how it goes on.
    pub(crate) best: Option<String>,
    pub(crate) line: Vec<String>,
    /// The worth for the player who moved: with the best move, and with the one played.
    pub(crate) worth: (Option<Score>, Option<Score>),
    /// Whether the game turned here: the move gave away much of the chance to win.
    pub(crate) turning: bool,
    /// Whether it is one of the three that mattered most.
    pub(crate) mattered: bool,
    /// What it does, what the best move would have done, and what the answer to it does, in sentences.
    #[cfg_attr(test, ts(type = "Array<Refusal>"))]
    pub(crate) why: Vec<Refusal>,
    #[cfg_attr(test, ts(type = "Array<Refusal>"))]
    pub(crate) best_why: Vec<Refusal>,
    pub(crate) answer: Option<String>,
    #[cfg_attr(test, ts(type = "Array<Refusal>"))]
    pub(crate) answer_why: Vec<Refusal>,
}

impl From<annotate::Annotated> for Annotated {
    fn from(told: annotate::Annotated) -> Self {
        let player = told.player;
        let score = |score: Option<damier_kit::Score>| score.map(|score| Score::of(player, score));
        Annotated {
            step: told.step,
            player,
            before: told.before,
            after: told.after,
            dead: told.dead,
            lost: told.lost,
            best: told.best,
            line: told.line,
            worth: (score(told.worth.0), score(told.worth.1)),
            turning: told.turning,
            mattered: told.mattered,
            why: told.why,
            best_why: told.best_why,
            answer: told.answer,
            answer_why: told.answer_why,
        }
    }
}

/// One algorithm in a race. A player fills the first two and `thought`.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct Lane {
    pub(crate) algorithm: String,
    /// `running`, or how it ended: `solved`, `unsolvable`, `limit`, `cancelled`, `error`, or `done` for a player.
    pub(crate) outcome: &'static str,
    pub(crate) expanded: u64,
    /// Its own time: waiting is not counted.
    pub(crate) seconds: f64,
    pub(crate) bytes: u64,
    pub(crate) bound: u32,
    pub(crate) cost: Option<u32>,
    pub(crate) optimal: bool,
    pub(crate) moves: Vec<String>,
    /// How often a state was expanded in which the piece with the task stood on each cell: every expansion is counted.
    pub(crate) heat: Vec<u32>,
    /// Where each piece of the scene stands, in the scene's order: in the state that was expanded last (a sample, one of many between
    /// two messages), and where the solution ends once there is one.
    pub(crate) cells: Vec<u16>,
    /// The solution step by step. It is told once, when the lane has ended, and not where it is too long to be watched.
    pub(crate) way: Vec<Step>,
    /// What a player thinks.
    pub(crate) thought: Option<Thought>,
    /// Why it failed, where it did.
    #[cfg_attr(test, ts(type = "Refusal | null"))]
    pub(crate) refusal: Option<Refusal>,
}

/// A search that is kept.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct TracedLane {
    pub(crate) algorithm: String,
    /// `running`, or how it ended.
    pub(crate) outcome: &'static str,
    pub(crate) kind: Kind,
    /// How many events, steps and nodes are kept, and how many events were too many.
    pub(crate) events: usize,
    pub(crate) steps: usize,
    pub(crate) nodes: usize,
    pub(crate) dropped: u64,
    /// What the trace takes.
    pub(crate) bytes: usize,
    /// How long the search took, in microseconds.
    pub(crate) micros: u32,
    pub(crate) cost: Option<u32>,
    pub(crate) bound: Option<u32>,
    pub(crate) optimal: bool,
    pub(crate) why: Option<&'static str>,
    pub(crate) moves: Vec<String>,
    /// The solution step by step, where it is not too long to be watched.
    pub(crate) way: Vec<Step>,
    pub(crate) stats: Option<StatsRecord>,
    /// The course of the search, in at most 1,000 parts.
    pub(crate) timeline: Timeline,
    /// By cell, the step at which something was expanded there first; -1 for never.
    pub(crate) first: Vec<i64>,
}

/// A step of a solution: a piece goes along a path, and may push another before it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct Step {
    pub(crate) piece: usize,
    pub(crate) path: Vec<u16>,
    pub(crate) pushed: Option<(usize, Vec<u16>)>,
}

/// How a match stands.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct Standing {
    pub(crate) a: String,
    pub(crate) b: String,
    pub(crate) played: u64,
    pub(crate) of: u64,
    pub(crate) won: u64,
    pub(crate) drawn: u64,
    pub(crate) lost: u64,
    /// The difference in strength for A, with its 95 % interval; none before the first pair of games.
    pub(crate) elo: Option<(f64, f64, f64)>,
    /// For A and B.
    pub(crate) sides: [SideStats; 2],
    /// Games won by who began, of those that were not drawn.
    pub(crate) won_by_first: u64,
    /// Moves of each game.
    pub(crate) lengths: Vec<usize>,
    /// The last game, as `load` takes it.
    pub(crate) last: Option<String>,
    pub(crate) done: bool,
}

/// What a side of a match did.
#[derive(Clone, Copy, Debug, Default, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct SideStats {
    pub(crate) moves: u64,
    /// Of these, the ones that put something on the board.
    pub(crate) placed: u64,
    pub(crate) ms_per_move: f64,
    pub(crate) nodes_per_move: f64,
}

/// What is known of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct Rating {
    /// The position, as in [`View::code`].
    pub(crate) code: String,
    /// Whether it can be solved; none if that was not found in time.
    pub(crate) solvable: Option<bool>,
    /// The fewest moves.
    pub(crate) optimum: Option<u32>,
    /// Where that is not known: the least that it can be, and the best way that was found.
    pub(crate) between: (Option<u32>, Option<u32>),
    /// How many pieces move in the solution that was found.
    pub(crate) pieces: Option<usize>,
    /// From 1 (trivial) to 5 (extreme): an estimate.
    pub(crate) level: Option<u8>,
    /// Expansions that it took.
    pub(crate) expanded: u64,
}

/// A step of the ladder: what it reveals and all that the steps below it do. A puzzle's ladder: how long, how many pieces, which, the next
/// move, all of them. That of a game: the kind of move, about where, which, what then follows.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(test, derive(TS))]
#[cfg_attr(test, ts(optional_fields))]
pub(crate) struct Hint {
    /// From 1.
    pub(crate) rung: usize,
    pub(crate) of: usize,
    /// Whether there is a way at all; always so in a game.
    pub(crate) solvable: bool,
    /// Whether the way that it tells of is proven to be the best.
    pub(crate) optimal: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) length: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) pieces: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) which: Option<Vec<usize>>,
    /// The next move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) next: Option<String>,
    /// The moves up to and with the next one that changes more than where the player stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) stretch: Option<Vec<String>>,
    /// All moves, or in a game what is expected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) moves: Option<Vec<String>>,
    /// `place` for a move that puts something on the board, else `move`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) kind: Option<&'static str>,
    /// The cells about the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) area: Option<Vec<u16>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) score: Option<Score>,
}

/// A file that is no lesson.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct WrongLesson {
    pub(crate) file: String,
    #[cfg_attr(test, ts(type = "Refusal"))]
    pub(crate) refusal: Refusal,
}
