//! Contests of several rounds: their rules, and how one stands.

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// How a contest is played. Times are in seconds; without one there is no such clock.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct Rules {
    pub(crate) rounds: usize,
    pub(crate) difficulty: Difficulty,
    /// To think, until the first move or the first bid.
    pub(crate) think: Option<u32>,
    /// To show a way.
    pub(crate) show: Option<u32>,
    /// The glass that the first bid turns.
    pub(crate) sand: u32,
    /// A duel: the expansions a second of the rival's search.
    pub(crate) rival: Option<u32>,
}

/// How extra moves are punished.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub(crate) enum Difficulty {
    Easy,
    Normal,
    Hard,
}

/// A contest.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct Match {
    pub(crate) rules: Rules,
    /// From 1.
    pub(crate) round: usize,
    pub(crate) phase: Phase,
    /// Yours, and the rival's in a duel.
    pub(crate) score: [i32; 2],
    /// The bids of this round: yours, and the rival's.
    pub(crate) bids: [Option<u32>; 2],
    /// Whether you said that you bid no more.
    pub(crate) ready: bool,
    /// Who shows.
    pub(crate) shower: Option<Who>,
    /// Whether the solution of this round was shown: it gives you no points.
    pub(crate) shown: bool,
    /// The clock that runs, if one does.
    pub(crate) clock: Option<Glass>,
    /// The rounds that are over.
    pub(crate) results: Vec<Round>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub(crate) enum Phase {
    /// Nobody has moved or bid yet.
    Think,
    /// Somebody has bid: the glass runs, and bids may be lowered.
    Bid,
    /// Somebody shows a way.
    Show,
    /// The round is over.
    Done,
    /// The contest is over.
    Over,
}

/// You or the rival.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub(crate) enum Who {
    You,
    Rival,
}

/// A clock as it stood when the message was sent.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct Glass {
    pub(crate) left_ms: u64,
    pub(crate) total_ms: u64,
}

/// A round that is over.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct Round {
    /// Who took it.
    pub(crate) by: Option<Who>,
    /// In how many moves.
    pub(crate) moves: Option<u32>,
    pub(crate) optimum: Option<u32>,
    /// What it gave you, or the rival if it took the round.
    pub(crate) points: i32,
    pub(crate) end: RoundEnd,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub(crate) enum RoundEnd {
    /// The target was reached.
    Reached,
    /// Given up.
    GivenUp,
    /// A clock ran out.
    TimeOut,
}
