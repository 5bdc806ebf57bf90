//! Who sits where, and what the ways of playing see of the room around them.

use damier_kit::{Refusal, refuse};
use damier_lab::Game;
use serde::{Deserialize, Serialize};

use crate::wire::{GlassView, RoomRules};

/// The room's own time in milliseconds. It stands still while the room is not in memory.
pub type Ms = u64;

/// The most that a measured lag gives back on a clock.
pub(crate) const LAG: Ms = 500;

/// Who has a seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Seat {
    #[default]
    Free,
    Person(u32),
    /// An engine of this level.
    Engine(String),
}

/// Somebody in the room.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Person {
    pub(crate) id: u32,
    /// By which the server knows them. It is in no view.
    pub(crate) key: String,
    pub(crate) name: String,
    #[serde(skip)]
    pub(crate) here: bool,
    #[serde(skip)]
    pub(crate) lag: Option<Ms>,
    /// The last deed of each page, the page that spoke last at the end.
    pub(crate) pages: Vec<(String, u64)>,
    /// When they last said a word.
    pub(crate) spoke: Ms,
}

/// What a way of playing sees of its room.
#[derive(Clone, Copy)]
pub(crate) struct Around<'a> {
    pub(crate) now: Ms,
    pub(crate) game: Game,
    pub(crate) rules: &'a RoomRules,
    pub(crate) seats: &'a [Seat],
    pub(crate) people: &'a [Person],
}

impl Around<'_> {
    pub(crate) fn engine(&self, seat: usize) -> Option<&str> {
        match self.seats.get(seat) {
            Some(Seat::Engine(level)) => Some(level),
            _ => None,
        }
    }

    fn person(&self, seat: usize) -> Option<&Person> {
        match self.seats.get(seat) {
            Some(Seat::Person(id)) => self.people.iter().find(|person| person.id == *id),
            _ => None,
        }
    }

    /// Whether a person sits there who is connected.
    pub(crate) fn is_here(&self, seat: usize) -> bool {
        self.person(seat).is_some_and(|person| person.here)
    }

    pub(crate) fn anybody_here(&self) -> bool {
        self.people.iter().any(|person| person.here)
    }

    /// What is given back of the time of a deed of this seat.
    pub(crate) fn lag(&self, seat: usize) -> Ms {
        self.person(seat).and_then(|person| person.lag).unwrap_or(0).min(LAG)
    }

    /// The seats of people who are there.
    pub(crate) fn players(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.seats.len()).filter(|&seat| self.is_here(seat))
    }

    pub(crate) fn engines(&self) -> impl Iterator<Item = (usize, Level)> + '_ {
        (0..self.seats.len()).filter_map(|seat| Some((seat, Level::named(self.engine(seat)?)?)))
    }
}

/// Something of a clock that runs down: when it ends, and how long it was.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Glass {
    pub(crate) end: Ms,
    total: Ms,
}

impl Glass {
    pub(crate) fn of(now: Ms, seconds: u32) -> Self {
        let total = u64::from(seconds) * 1000;
        Glass { end: now.saturating_add(total), total }
    }

    pub(crate) fn view(self, now: Ms) -> GlassView {
        GlassView { left_ms: self.end.saturating_sub(now), total_ms: self.total }
    }
}

/// An engine in `bids` or `race`. Chosen so that people who know the game beat the first and lose to the last more often than not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Level {
    pub(crate) name: &'static str,
    /// Expansions a second that its search is granted.
    pub(crate) rate: u64,
    /// Between two of its moves on a board of its own.
    pub(crate) pace: Ms,
}

/// The engines of `bids` and `race`, the weakest first.
pub(crate) const LEVELS: [Level; 3] = [
    Level { name: "easy", rate: 20, pace: 2500 },
    Level { name: "medium", rate: 100, pace: 1200 },
    Level { name: "hard", rate: 1000, pace: 500 },
];

impl Level {
    pub(crate) fn named(name: &str) -> Option<Self> {
        LEVELS.into_iter().find(|level| level.name == name)
    }

    /// When it has found what takes so many expansions; nobody is that quick at the first glance.
    pub(crate) fn finds(self, begun: Ms, expansions: u64) -> Ms {
        begun.saturating_add(3000).saturating_add(expansions.saturating_mul(1000) / self.rate)
    }
}

pub(crate) fn not_now() -> Refusal {
    refuse!("room.now", "that cannot be done now")
}
