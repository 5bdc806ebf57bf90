//! What somebody in a room sees. Times are in milliseconds, as they stood when the view was made.

use damier_kit::{Refusal, Scene};
use serde::Serialize;
#[cfg(feature = "wire")]
use ts_rs::TS;

use super::{ClassStage, Offer, Question, Reaction, RoomClock, RoomRules};

/// All that one person sees of a room. Exactly one of `turns`, `bids`, `race` and `class` is there while something is played, none in
/// the lobby.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(TS))]
pub struct RoomView {
    /// Grows with each change.
    pub version: u64,
    /// Who sees this.
    pub you: u32,
    /// The seat that you have, if you have one.
    pub seat: Option<usize>,
    /// Who is the host.
    pub host: u32,
    /// Whether nobody else may come in.
    pub locked: bool,
    /// Everybody who is in the room, also who is away for the moment.
    pub people: Vec<PersonView>,
    /// The seats of what is played, or will be.
    pub seats: Vec<SeatView>,
    /// The host's choices.
    pub rules: RoomRules,
    /// Whether something is made ready: a board is being drawn.
    pub preparing: bool,
    /// Why nothing could be made ready, or an engine failed.
    #[cfg_attr(feature = "wire", ts(type = "Refusal | null"))]
    pub trouble: Option<Refusal>,
    /// What you may do now: types of deeds, such as `begin` or `bid`, and what may be offered (`takeback`, `draw`, `rematch`). A page shows
    /// nothing else as possible.
    pub may: Vec<&'static str>,
    /// Words of the last seconds.
    pub reactions: Vec<ReactionView>,
    /// A game of turns.
    pub turns: Option<TurnsView>,
    /// Rounds of bids.
    pub bids: Option<BidsView>,
    /// A race.
    pub race: Option<RaceView>,
    /// A class.
    pub class: Option<ClassView>,
}

/// Somebody in the room.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(TS))]
pub struct PersonView {
    /// Their number in this room.
    pub id: u32,
    /// Empty where there is none, or where it was struck out.
    pub name: String,
    /// Whether a page of theirs is open.
    pub here: bool,
    /// Their seat.
    pub seat: Option<usize>,
    /// How long a message to them and back takes, once that was measured.
    pub lag_ms: Option<u32>,
    /// Their rating at this game, rounded, and how sure that is.
    pub rating: Option<RatingView>,
}

/// A rating by Glicko-2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wire", derive(TS))]
pub struct RatingView {
    /// 1500 at first.
    pub rating: i32,
    /// Its deviation: 350 at first. Above 110 the rating is not sure yet.
    pub deviation: i32,
}

/// A seat.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "wire", derive(TS))]
pub struct SeatView {
    /// Who sits there.
    pub person: Option<u32>,
    /// Or the level of the engine that does.
    pub engine: Option<String>,
}

/// A word that somebody said.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(TS))]
pub struct ReactionView {
    /// Who.
    pub person: u32,
    /// What.
    pub reaction: Reaction,
    /// How long ago.
    pub ago_ms: u64,
    /// Grows with each word, so that a page knows which it has shown.
    pub number: u64,
}

/// How a piece came to where it is.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(TS))]
pub struct SlideView {
    /// The move.
    #[serde(rename = "move")]
    pub step: String,
    /// Which piece.
    pub piece: usize,
    /// The cells that it entered.
    pub path: Vec<u16>,
    /// What it pushed, and where to.
    pub pushed: Option<(usize, Vec<u16>)>,
}

/// A clock that runs down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wire", derive(TS))]
pub struct GlassView {
    /// What is left.
    pub left_ms: u64,
    /// Of how much.
    pub total_ms: u64,
}

/// A game of turns.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(TS))]
pub struct TurnsView {
    /// The position now; its `moves` only for who is to move.
    pub scene: Scene,
    /// The moves so far.
    pub moves: Vec<String>,
    /// How the last piece moved.
    pub last: Option<SlideView>,
    /// Which seat is to move.
    pub turn: usize,
    /// The clocks by seat.
    pub clock: Option<RoomClockView>,
    /// Whether the clocks stand until who is to move has come back after a restart.
    pub waiting: bool,
    /// Which seat's engine thinks.
    pub thinking: Option<usize>,
    /// What was asked for, and who of the seats has agreed.
    pub offers: Vec<OfferView>,
    /// How it ended, if it has.
    pub end: Option<RoomEnd>,
    /// What each seat has won in this room since the table was set: 1 a game, a half for a draw.
    pub score: Vec<f64>,
    /// The whole game in the game's first format, once it has ended: to be opened in Analyse.
    pub record: Option<String>,
    /// What the game did to the ratings, by seat, once it has ended and was rated.
    pub rated: Option<Vec<(RatingView, RatingView)>>,
}

/// The clocks of a game of turns.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(TS))]
pub struct RoomClockView {
    /// How they were set.
    pub clock: RoomClock,
    /// What each seat has left.
    pub left_ms: Vec<u64>,
    /// Whose clock runs.
    pub running: Option<usize>,
}

/// Something that was asked for.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(TS))]
pub struct OfferView {
    /// What.
    pub what: Offer,
    /// The seat that asked.
    pub by: usize,
    /// The seats that have agreed.
    pub agreed: Vec<usize>,
}

/// How a game of turns ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wire", derive(TS))]
pub struct RoomEnd {
    /// The seat that has won; nobody in a draw.
    pub winner: Option<usize>,
    /// `resigned`, `time`, `agreed`, or the game's own word for how it ended on the board.
    pub why: String,
    /// The seat that resigned, or ran out of time.
    pub by: Option<usize>,
}

/// Where a round of `bids` stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, serde::Deserialize)]
#[cfg_attr(feature = "wire", derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum BidPhase {
    /// Nobody has bid yet, or in `first` and `all`: everybody looks for a way.
    Think,
    /// Somebody has bid: the glass runs, and bids may be made and lowered.
    Bid,
    /// The lowest bid shows its way.
    Show,
    /// The round is over.
    Done,
    /// All of it is over.
    Over,
}

/// Rounds of bids.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(TS))]
pub struct BidsView {
    /// From 1.
    pub round: u32,
    /// So many at most.
    pub rounds: u32,
    /// Where it stands.
    pub phase: BidPhase,
    /// The board with its task as everybody sees it; its `moves` only for who shows.
    pub scene: Scene,
    /// The start of the round as it stands in an address.
    pub code: String,
    /// The bids, in the order in which they would show.
    pub bids: Vec<BidView>,
    /// The seats that want no more in this round.
    pub ready: Vec<usize>,
    /// Which seat shows.
    pub shower: Option<usize>,
    /// The seats whose show was none.
    pub failed: Vec<usize>,
    /// The moves that were shown so far.
    pub shown: Vec<String>,
    /// How the last piece moved.
    pub last: Option<SlideView>,
    /// The clock that runs.
    pub glass: Option<GlassView>,
    /// What each seat has: tokens, or in `all` points.
    pub tokens: Vec<i32>,
    /// Your own board, where you have one. In `bids` it is there until the round is over, and nobody else ever sees it.
    pub own: Option<OwnView>,
    /// `first`, `all`: the seats that have found a way. How long it is nobody sees before the round is over.
    pub solved: Vec<usize>,
    /// Once the round is over: the board with its task before any move, without `moves`. Ways go from here.
    pub start: Option<Scene>,
    /// The rounds that are over, with everybody's ways.
    pub results: Vec<RoundView>,
    /// The seats that have won, once all is over.
    pub winners: Vec<usize>,
}

/// A bid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wire", derive(TS))]
pub struct BidView {
    /// Whose.
    pub seat: usize,
    /// How many moves.
    pub moves: u32,
}

/// One's own board.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(TS))]
pub struct OwnView {
    /// As it is now.
    pub scene: Scene,
    /// The moves so far.
    pub moves: Vec<String>,
    /// How the last piece moved.
    pub last: Option<SlideView>,
    /// Whether it is solved.
    pub solved: bool,
    /// What a person counts on the way so far, such as moves and pushes.
    pub tally: Vec<(&'static str, u32)>,
}

/// A round that is over.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(TS))]
pub struct RoundView {
    /// Which, from 1.
    pub round: u32,
    /// Its start as it stands in an address.
    pub code: String,
    /// The seat that took it.
    pub winner: Option<usize>,
    /// What it gave each seat.
    pub gained: Vec<i32>,
    /// The fewest moves, once that is known.
    pub optimum: Option<u32>,
    /// A best way, once one is known.
    pub best: Vec<String>,
    /// How pieces go on it from `start`: in the newest round, until the next begins, and for a way of at most 500 moves.
    pub best_slides: Vec<SlideView>,
    /// The ways that were found, by seat.
    pub ways: Vec<WayView>,
}

/// Somebody's way.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(TS))]
pub struct WayView {
    /// Whose.
    pub seat: usize,
    /// The moves.
    pub moves: Vec<String>,
    /// How pieces went, as in `best_slides`.
    pub slides: Vec<SlideView>,
    /// After how long it was there.
    pub after_ms: u64,
    /// Whether it solved the task.
    pub solved: bool,
}

/// A race.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(TS))]
pub struct RaceView {
    /// From 1.
    pub round: u32,
    /// So many.
    pub rounds: u32,
    /// Whether this round is over, or all of it.
    pub phase: BidPhase,
    /// The board as it began, without `moves`: each small board is this one with other cells.
    pub start: Scene,
    /// The start as it stands in an address.
    pub code: String,
    /// What it is called.
    pub title: Option<String>,
    /// Your own board.
    pub own: Option<OwnView>,
    /// Everybody's board, by seat.
    pub boards: Vec<RaceBoard>,
    /// The clock that runs.
    pub glass: Option<GlassView>,
    /// Rounds won by each seat.
    pub score: Vec<i32>,
    /// The seats in the order in which they were done: fewest moves do not count, only who was first.
    pub order: Vec<usize>,
    /// A best way, once the round is over and one is known.
    pub best: Vec<String>,
    /// How pieces go on it from `start`, for a way of at most 500 moves.
    pub best_slides: Vec<SlideView>,
}

/// A small board of a race.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(TS))]
pub struct RaceBoard {
    /// Where each piece of `start` is now.
    pub cells: Vec<u16>,
    /// How many moves were made.
    pub moves: usize,
    /// After how long it was solved, if it was.
    pub solved_ms: Option<u64>,
    /// From 0 to 1, as far as can be told: targets that have what they want.
    pub progress: f64,
}

/// A class.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(TS))]
pub struct ClassView {
    /// What everybody is to see.
    pub stage: ClassStage,
    /// The board, where there is one; its `moves` while a move is asked for, and for the host.
    pub scene: Option<Scene>,
    /// The moves that the host has played on it.
    pub moves: Vec<String>,
    /// How the last piece moved.
    pub last: Option<SlideView>,
    /// The question, if there is one.
    pub vote: Option<VoteView>,
}

/// A question, and how the votes stand.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(TS))]
pub struct VoteView {
    /// What is asked.
    pub question: Question,
    /// Whether one can still vote.
    pub open: bool,
    /// Your own vote.
    pub mine: Option<String>,
    /// How many have voted, and how many could.
    pub voted: usize,
    /// How many could.
    pub of: usize,
    /// The votes by choice, the most first. The host sees them at once, everybody else when it is closed.
    pub tally: Vec<(String, usize)>,
}
