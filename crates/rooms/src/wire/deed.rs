//! What somebody in a room does, and what its host may choose.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
#[cfg(feature = "wire")]
use ts_rs::TS;

/// What somebody does. What may be none may be left out. Every deed but `look` carries a number `n` besides, which grows with each
/// deed of a page: sent again after a lost line, it is carried out once.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "wire", derive(TS))]
#[cfg_attr(feature = "wire", ts(optional_fields = nullable))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum RoomDeed {
    /// To see the room; changes nothing and needs no number.
    Look,

    // ---- Who is there.
    /// What one wants to be called: 1 to 24 letters.
    Name {
        /// The name.
        name: String,
    },
    /// Takes a free seat: this one, or the first. Where seats are open (`bids`, `race`), a new one.
    Sit {
        /// Which, from 0.
        seat: Option<usize>,
    },
    /// Leaves one's seat, and looks on.
    Stand,
    /// Leaves the room for good. Who only closes the page can come back.
    Leave,
    /// A ready-made word to everybody.
    React {
        /// Which.
        reaction: Reaction,
    },

    // ---- The host.
    /// The host's choices, all of them, while nothing is played.
    Choose {
        /// What is to be played, and how.
        rules: RoomRules,
    },
    /// Puts an engine of this level into a seat (a new one where none is named and seats are open), or with no level takes away who sits
    /// there.
    Engine {
        /// Which seat.
        seat: Option<usize>,
        /// One of the levels that `hello` names.
        level: Option<String>,
    },
    /// Begins what was chosen.
    Begin,
    /// Ends what is played: everybody is in the lobby again.
    End,
    /// The next round.
    Next,
    /// Strikes out a name: that person is without one and may choose another.
    Strike {
        /// Whose.
        person: u32,
    },
    /// Puts somebody out of the room, who cannot come back.
    Remove {
        /// Whom.
        person: u32,
    },
    /// Makes somebody else the host.
    Hand {
        /// Whom.
        person: u32,
    },
    /// Whether nobody else may come in. Who was in the room may come back.
    Lock {
        /// Whether.
        locked: bool,
    },

    // ---- Playing.
    /// A move in the game's notation: in a game of turns, on one's own board, by who shows a way, or of the host on the board of a class.
    Move {
        /// The move.
        #[serde(rename = "move")]
        step: String,
        /// It is meant for one's own board: refused where that is not moved on any more, so that nothing is shown by accident.
        #[serde(default)]
        own: bool,
    },
    /// One's own board, or the host's board of a class, back to how it was after so many moves.
    Back {
        /// After how many.
        to: usize,
    },
    /// Asks all others at the table for something. Who asks for what was asked for already agrees.
    Offer {
        /// For what.
        what: Offer,
    },
    /// Agrees or not to what was asked for.
    Answer {
        /// To what.
        what: Offer,
        /// Whether.
        yes: bool,
    },
    /// Gives the game up.
    Resign,
    /// "I have a way of so many moves": the first bid, or a lower one.
    Bid {
        /// How many.
        moves: u32,
    },
    /// No more from me in this round: the glass need not run out. Who shows a way gives the show up.
    Ready,
    /// Who shows: the way on one's own board, move by move. It is a solution and no longer than the bid.
    Way,

    // ---- A class.
    /// What everybody is to see. A vote that is open ends.
    Show {
        /// What.
        stage: ClassStage,
    },
    /// Asks everybody; votes that were open are gone.
    Ask {
        /// What.
        question: Question,
    },
    /// One's vote, which may be changed while the question is open: a move of the board, or one of the choices by its number from 0.
    Vote {
        /// Which.
        choice: String,
    },
    /// No more votes: everybody sees the tally.
    Close,
}

/// What is asked of all others at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum Offer {
    /// To take back one's last move, and what followed it.
    Takeback,
    /// That nobody has won.
    Draw,
    /// Another game, with the next seat beginning.
    Rematch,
}

/// Ready-made words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum Reaction {
    /// Hello.
    Hello,
    /// Well played.
    Bravo,
    /// Thank you.
    Thanks,
    /// Oops.
    Oops,
    /// I think.
    Thinking,
    /// I am ready.
    Ready,
    /// I have a question.
    Question,
    /// That was fun.
    Fun,
}

/// The way in which a room plays. Which ways a game has depends on what it can do: `turns` needs adversaries, `bids` tasks on one
/// board, `race` a plan; `class` any.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum RoomKind {
    /// One after the other, with clocks.
    #[default]
    Turns,
    /// All think at once about one task after the other.
    Bids,
    /// All on the same level, each on a board of their own.
    Race,
    /// One shows, all follow and vote.
    Class,
}

/// How a round of `bids` goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum BidMode {
    /// As the board game is played: bids, the glass, the lowest shows.
    #[default]
    Bids,
    /// Who first brings a way on a board of their own takes the round.
    First,
    /// Everybody looks for a way; points are lost for moves beyond the optimum.
    All,
}

/// Where the board comes from. Each round of `race` and of a `new` board has another; the rounds of `bids` have other tasks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(TS))]
#[cfg_attr(feature = "wire", ts(optional_fields = nullable))]
#[serde(tag = "from", rename_all = "snake_case")]
pub enum RoomBoard {
    /// By recipe, or in `turns` the start as it is set up by these options.
    New {
        /// What the recipe or the setup says.
        #[serde(default)]
        options: BTreeMap<String, String>,
        /// Drawn where there is none.
        seed: Option<u64>,
    },
    /// A level of a set, from 0; in the next round the next one.
    Level {
        /// The set's name.
        set: String,
        /// Which.
        index: usize,
    },
    /// A position in one of the game's formats.
    Text {
        /// The text.
        text: String,
    },
    /// The puzzle of a day.
    Daily {
        /// Such as `2026-11-17`.
        date: String,
    },
}

impl Default for RoomBoard {
    fn default() -> Self {
        RoomBoard::New { options: BTreeMap::new(), seed: None }
    }
}

/// How much time each player has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(TS))]
pub struct RoomClock {
    /// For the whole game.
    pub base_ms: u64,
    /// And more after each move.
    pub increment_ms: u64,
}

/// The host's choices. What is left out is as usual. Times are in seconds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(TS))]
#[cfg_attr(feature = "wire", ts(optional_fields = nullable))]
#[serde(default)]
pub struct RoomRules {
    /// The way in which it plays.
    pub kind: RoomKind,
    /// The game's name.
    pub game: String,
    /// What is played on.
    pub board: RoomBoard,
    /// `turns`: the clocks, if there are any.
    pub clock: Option<RoomClock>,
    /// `turns`: whether it counts for the rating, where two people with names play.
    pub rated: bool,
    /// `bids`: how a round goes.
    pub mode: BidMode,
    /// `bids`: who has so many tokens has won; none for all rounds.
    pub tokens: Option<u32>,
    /// `bids`, `race`: so many rounds at most; none for as many as the board has tasks, or one.
    pub rounds: Option<u32>,
    /// `bids`, `race`: to think, until the first bid or to the end; none for as long as it takes.
    pub think: Option<u32>,
    /// `bids`: the glass that the first bid turns.
    pub sand: u32,
    /// `bids`: to show a way.
    pub show: u32,
    /// `bids`: whether everybody may try moves on a board of their own before they bid. In `first` and `all` they always have one.
    pub own_boards: bool,
}

impl Default for RoomRules {
    fn default() -> Self {
        RoomRules {
            kind: RoomKind::default(),
            game: String::new(),
            board: RoomBoard::default(),
            clock: None,
            rated: false,
            mode: BidMode::default(),
            tokens: None,
            rounds: None,
            think: None,
            sand: 60,
            show: 60,
            own_boards: true,
        }
    }
}

/// What a class sees.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(TS))]
#[cfg_attr(feature = "wire", ts(optional_fields = nullable))]
#[serde(tag = "stage", rename_all = "snake_case")]
pub enum ClassStage {
    /// Nothing: the lobby.
    Lobby,
    /// A step of a lesson, which every page draws by itself.
    Lesson {
        /// The lesson's name.
        lesson: String,
        /// The step, from 0.
        step: usize,
    },
    /// A board of the room's game, which the host may play on.
    Board {
        /// The position, in one of the game's formats. Empty: a new one as the rules' `board` says, which everybody sees once it is made.
        text: String,
    },
}

/// What a class is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(TS))]
#[serde(tag = "ask", rename_all = "snake_case")]
pub enum Question {
    /// Which move of the board?
    Move,
    /// Which of these, two to eight of at most 80 letters each; `title` has at most 200.
    Choice {
        /// The question.
        title: String,
        /// What there is to choose from.
        choices: Vec<String>,
    },
}
