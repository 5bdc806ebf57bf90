//! What Quoridor's page and the server say to each other, as JSON. Squares and moves are written as everywhere (`e2`, `e3h`), players are
//! counted from 0. The page's types (`web/js/games/quoridor/wire.d.ts`) are generated from these.

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

use crate::server::wire::{FormatItem, OptionItem};

/// What the page wants.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum Intent {
    /// To see what is on the table.
    Look,
    /// A new game, from the start of a board or from the position or game in `text`.
    New {
        size: usize,
        players: usize,
        /// Walls for each player; none for as many as the board usually has.
        walls: Option<usize>,
        seats: Vec<Seat>,
        clock: Option<Clock>,
        text: Option<String>,
    },
    /// A position or a game in any format. A saved game comes back as it was left, paused; the one on the table is not begun anew.
    Load {
        text: String,
        /// Moves from there, as an address has them.
        #[serde(default)]
        moves: Vec<String>,
    },
    /// A move of whoever's turn it is, if a person sits there.
    Move {
        #[serde(rename = "move")]
        play: String,
    },
    /// Back to the last turn of a person: one ply, or more where engines have answered.
    Undo,
    /// Forward again.
    Redo,
    /// To the moment of the history after so many moves. Engines do not move while that is not the last.
    Go { at: usize },
    /// Stops the clock and the engines, or lets them go on.
    Pause { paused: bool },
    /// The person whose turn it is gives up; where an engine's turn it is, the next person.
    Resign,
    /// Who sits where from now on.
    Seats { seats: Vec<Seat> },
    /// The least time from one move of an engine to the next, so that it can be watched.
    Pace { millis: u64 },
    /// Why a move is not legal, and which squares show it: on the table, or in the position in `text`.
    Why {
        #[serde(rename = "move")]
        play: String,
        #[serde(default)]
        #[cfg_attr(test, ts(optional))]
        text: Option<String>,
    },
    /// One step up the ladder of hints.
    Hint,
    /// Thinks about the position as it is, and tells as it goes. Ends when the table changes, or with `cancel`.
    Analyse { algorithm: String, seconds: f64 },
    /// What each move of the history gained or lost.
    Annotate,
    /// Two to four players think about one position: the one on the table, or the one in `text`.
    Race { algorithms: Vec<String>, seconds: f64, text: Option<String> },
    /// Many games between two players.
    Match {
        a: String,
        b: String,
        games: u64,
        /// What a move may take: milliseconds or nodes.
        millis: Option<u64>,
        nodes: Option<u64>,
        size: usize,
        players: usize,
        walls: Option<usize>,
    },
    /// How a search looks at a small position, move by move.
    Tree { algorithm: TreeKind, depth: u32, text: Option<String> },
    /// Ends whatever is under way in the foreground.
    Cancel,
    /// A change of the position where the history begins; the history begins anew, with people in every seat.
    Edit { edit: Edit },
    /// An edit undone (`back`) or done again.
    Unedit { back: bool },
    /// The game or the position in one of the formats.
    Export { format: String },
    /// Only the picture of a position in any format, after `at` moves of it or after all; the table stays as it is.
    Sketch { text: String, at: Option<usize> },
}

/// Who sits at a side of the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub(super) struct Seat {
    /// The spec of a player, such as `fast(level=easy)`; none for a person.
    pub(super) engine: Option<String>,
    /// What the person is called; the page has a word for those without a name.
    #[serde(default)]
    pub(super) name: Option<String>,
    /// How long the engine may think about a move where there is no clock.
    #[serde(default)]
    pub(super) millis: Option<u64>,
}

/// How much time each player has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub(super) struct Clock {
    /// For the whole game.
    pub(super) base_ms: u64,
    /// And more after each move.
    pub(super) increment_ms: u64,
}

/// A search whose tree can be seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub(super) enum TreeKind {
    Minimax,
    Alphabeta,
}

/// A change in the editor.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(super) enum Edit {
    /// An empty board.
    Board { size: usize, players: usize, walls: Option<usize> },
    /// A pawn to a square.
    Pawn { player: usize, square: String },
    /// A wall is set, or taken away where it stands.
    Wall { wall: String },
    /// How many walls a player has left.
    Left { player: usize, walls: usize },
    /// Whose turn it is.
    Turn { player: usize },
}

/// What the server tells.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum Message {
    /// Once a connection: the sitting's number, by which it is found again, and what the game offers.
    Hello { sitting: String, game: Info, games: Vec<&'static str> },
    /// All that there is to see on the table.
    View(Box<View>),
    /// What the engine whose turn it is thinks.
    Thinking(Thought),
    /// Why a move is not legal.
    Why(Why),
    /// A step of the ladder.
    Hint(Hint),
    /// What the analysis thinks so far; the last one where `done`.
    Analysis { at: usize, code: String, thought: Thought, done: bool },
    /// What each move of the history gained or lost.
    Annotation { code: String, moves: Vec<Annotated>, of: usize, done: bool },
    /// How a race stands.
    Race { lanes: Vec<Lane>, done: bool },
    /// How a match stands.
    Match(Box<Standing>),
    /// How a search looked at a position, in its order.
    Tree { algorithm: TreeKind, nodes: Vec<TreeNode>, complete: bool },
    /// A position or a game in a format.
    Text { format: String, text: String },
    /// The picture that was asked for.
    Sketch { board: Box<Board>, moves: Vec<String> },
    /// What is under way in the foreground, if anything.
    Busy { job: Option<Job> },
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
    Hint,
    Analyse,
    Annotate,
    Race,
    Match,
    Tree,
}

/// What the game offers.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(super) struct Info {
    pub(super) name: &'static str,
    /// The boards that there are: size, and the walls that each of two and of four players usually has.
    pub(super) boards: Vec<(usize, usize, usize)>,
    pub(super) most_walls: usize,
    /// The levels of the engine, the weakest first.
    pub(super) levels: Vec<&'static str>,
    pub(super) algorithms: Vec<Algorithm>,
    pub(super) formats: Vec<FormatItem>,
    /// How many times a position may stand on the board; then the game is drawn.
    pub(super) repetitions: usize,
}

/// Who can play.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(super) struct Algorithm {
    pub(super) name: &'static str,
    pub(super) summary: &'static str,
    pub(super) options: Vec<OptionItem>,
}

/// The table.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(super) struct View {
    /// The position now.
    pub(super) board: Board,
    /// Every move of the game, and after how many of them the position now is.
    pub(super) moves: Vec<String>,
    pub(super) at: usize,
    /// The position where the history begins, as it stands in an address.
    pub(super) code: String,
    pub(super) seats: Vec<Seat>,
    pub(super) clock: Option<ClockView>,
    pub(super) paused: bool,
    /// How the game ended, if it has.
    pub(super) end: Option<End>,
    /// Whose engine is thinking.
    pub(super) thinking: Option<usize>,
    pub(super) pace: u64,
    /// Whether one can go back to a turn of a person, and forward.
    pub(super) undo: (bool, bool),
    /// Whether an edit can be undone, and done again.
    pub(super) edits: (bool, bool),
    /// The game as a line of JSON: what `load` brings back. Save this.
    pub(super) saved: String,
}

/// A position to be drawn.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(super) struct Board {
    pub(super) size: usize,
    pub(super) turn: usize,
    /// For each player: where the pawn stands, the walls left, the squares to arrive at, and a shortest way there, the pawn's
    /// square first; no way is a position that cannot be played.
    pub(super) players: Vec<Player>,
    /// The walls that stand, in the order in which they were placed where that is known.
    pub(super) walls: Vec<Wall>,
    /// Where the pawn whose turn it is may go.
    pub(super) steps: Vec<String>,
    /// The walls that may be placed.
    pub(super) slots: Vec<String>,
    /// Whether there is nothing to do but to pass.
    pub(super) pass: bool,
    /// Who has arrived.
    pub(super) winner: Option<usize>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(super) struct Player {
    pub(super) pawn: String,
    pub(super) walls: usize,
    pub(super) goal: Vec<String>,
    pub(super) way: Vec<String>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(super) struct Wall {
    pub(super) name: String,
    /// Who placed it, where that is known.
    pub(super) by: Option<usize>,
}

/// The clocks as they stood when the message was sent.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(super) struct ClockView {
    pub(super) base_ms: u64,
    pub(super) increment_ms: u64,
    pub(super) left_ms: Vec<u64>,
    /// Whose clock runs.
    pub(super) running: Option<usize>,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub(super) struct End {
    /// Nobody in a draw.
    pub(super) winner: Option<usize>,
    pub(super) why: EndWhy,
    /// Who resigned, or ran out of time.
    #[serde(default)]
    pub(super) by: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub(super) enum EndWhy {
    Arrived,
    Resigned,
    Time,
    Repeated,
}

/// How good a position is for a player.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(super) struct Score {
    /// For whom.
    pub(super) player: usize,
    /// Steps ahead.
    pub(super) ahead: f64,
    /// Moves of either side until the game is won, if that was seen to the end; negative where it is lost.
    pub(super) win: Option<i32>,
}

/// What a player thinks of a position.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(super) struct Thought {
    pub(super) algorithm: String,
    pub(super) play: Option<String>,
    pub(super) score: Option<Score>,
    pub(super) depth: i32,
    pub(super) line: Vec<String>,
    pub(super) nodes: u64,
    /// Nodes a second.
    pub(super) rate: f64,
    pub(super) seconds: f64,
}

/// Why a move is not legal.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(super) struct Why {
    #[serde(rename = "move")]
    pub(super) play: String,
    /// `over`, `unreachable`, `no_walls`, `off_board`, `overlaps`, `crosses`, `closes`, `must_move`, `not_a_move`; none if it is legal.
    pub(super) reason: Option<&'static str>,
    /// Whose last way it would close.
    pub(super) player: Option<usize>,
    /// The wall that is in its way.
    pub(super) wall: Option<String>,
    /// A way of that player as it is now, which the wall would cut.
    pub(super) way: Vec<String>,
    /// The squares that the player could still come to.
    pub(super) shut_in: Vec<String>,
}

/// A step of the ladder: a step or a wall; about where; the move; what then follows.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(super) struct Hint {
    /// From 1.
    pub(super) rung: usize,
    pub(super) of: usize,
    pub(super) wall: bool,
    /// Squares of the neighbourhood, from the second step on.
    pub(super) area: Vec<String>,
    #[serde(rename = "move")]
    pub(super) play: Option<String>,
    pub(super) line: Vec<String>,
    pub(super) score: Option<Score>,
}

/// A move and what it did.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(super) struct Annotated {
    #[serde(rename = "move")]
    pub(super) play: String,
    pub(super) player: usize,
    /// What would have been best, and how it goes on.
    pub(super) best: Option<String>,
    pub(super) line: Vec<String>,
    /// The worth for the player who moved: with the best move, and with the one played.
    pub(super) before: Option<Score>,
    pub(super) after: Option<Score>,
    /// Steps that it threw away.
    pub(super) lost: f64,
    /// Whether the game turned here: who was ahead or won is so no more.
    pub(super) turning: bool,
}

/// One player in a race.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(super) struct Lane {
    pub(super) algorithm: String,
    pub(super) thought: Option<Thought>,
    pub(super) done: bool,
}

/// How a match stands.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(super) struct Standing {
    pub(super) a: String,
    pub(super) b: String,
    pub(super) played: u64,
    pub(super) of: u64,
    pub(super) won: u64,
    pub(super) drawn: u64,
    pub(super) lost: u64,
    /// The difference in strength for A, with its 95 % interval; none before the first pair of games.
    pub(super) elo: Option<(f64, f64, f64)>,
    /// For A and B.
    pub(super) sides: [SideStats; 2],
    /// Games won by who began, of those that were not drawn.
    pub(super) won_by_first: u64,
    /// Moves of each game.
    pub(super) lengths: Vec<usize>,
    /// The last game, as `load` takes it.
    pub(super) last: Option<String>,
    pub(super) done: bool,
}

#[derive(Clone, Copy, Debug, Default, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(super) struct SideStats {
    pub(super) moves: u64,
    pub(super) walls: u64,
    pub(super) ms_per_move: f64,
    pub(super) nodes_per_move: f64,
}

/// A position in the tree of a search; the first is the root. They come in the order in which they were looked at.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(super) struct TreeNode {
    /// Its place in the list of the position that it comes from.
    pub(super) parent: Option<usize>,
    /// The move that led here.
    #[serde(rename = "move")]
    pub(super) play: Option<String>,
    /// Whose turn it is.
    pub(super) turn: usize,
    /// What the player at the root gets here: a bound only where moves were cut off.
    pub(super) score: Option<f64>,
    pub(super) won: bool,
    pub(super) lost: bool,
    /// What the search had been promised when it came here: at least, at most.
    pub(super) window: Option<(f64, f64)>,
    /// How many of its moves were not looked at any more.
    pub(super) cut: usize,
    /// When it was left, as a place in the list: all that comes before that place was looked at by then.
    pub(super) until: usize,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn declarations() -> String {
        let config = ts_rs::Config::new().with_large_int("number");
        macro_rules! declare {
            ($($type:ty),* $(,)?) => { [$(format!("export {}\n", <$type as TS>::decl(&config))),*].concat() };
        }
        let types = declare![
            Intent, Seat, Clock, TreeKind, Edit, Message, Job, Info, Algorithm, FormatItem, OptionItem, View,
            Board, Player, Wall, ClockView, End, EndWhy, Score, Thought, Why, Hint, Annotated, Lane,
            Standing, SideStats, TreeNode,
        ];
        format!("// Generated from src/server/quoridor/wire.rs by a test; do not edit.\n{types}")
    }

    #[test]
    fn the_types_of_the_page_are_those_of_the_server() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/web/js/games/quoridor/wire.d.ts");
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
