//! What the server tells a page in a room, and answers to who makes one. What somebody does and sees there is the room's own
//! ([`damier_rooms::wire`]).

use damier_kit::Refusal;
use damier_rooms::wire::{RoomRules, RoomView};
use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

use super::GameInfo;

/// What the server tells in a room.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum RoomMessage {
    /// Once a connection.
    Hello(Box<RoomHello>),
    /// What the room's game offers: after `hello`, and when the host has chosen another game.
    Game { game: Box<GameInfo> },
    /// What you see now. Only the newest is sent to who reads slowly.
    Room(Box<RoomView>),
    /// The deed of this number was carried out, and what it changed is on disk; or it was carried out before. The view that shows it has at least
    /// this version; it comes later.
    Done { n: u64, version: u64 },
    /// The deed of this number, or a message that has none, was not carried out.
    Refused {
        n: Option<u64>,
        #[cfg_attr(test, ts(type = "Refusal"))]
        refusal: Refusal,
    },
}

/// What a page in a room hears first.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct RoomHello {
    /// The room's code.
    pub(crate) code: String,
    /// Your number in it.
    pub(crate) you: u32,
    /// The number of the last deed of this page that was carried out.
    pub(crate) applied: u64,
    /// The addresses by which others can join, the best one first; `/room/CODE/qr.svg` draws that one.
    pub(crate) addresses: Vec<String>,
    /// Whether others on the local network can: without it only this machine.
    pub(crate) lan: bool,
    /// Whether this browser has the key of the program: it may do more than be in a room.
    pub(crate) owner: bool,
    /// The levels of engines by kind of play: of a game of adversaries, and of all others.
    pub(crate) levels: RoomLevels,
    /// The names of all games, and the ways in which each can be played in a room.
    pub(crate) games: Vec<RoomGame>,
}

/// Levels of engines, the weakest first.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct RoomLevels {
    /// In `turns`, by game.
    pub(crate) turns: Vec<(&'static str, Vec<&'static str>)>,
    /// In `bids` and `race`.
    pub(crate) others: Vec<&'static str>,
}

/// A game, as a room can play it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct RoomGame {
    pub(crate) name: &'static str,
    pub(crate) kinds: Vec<damier_rooms::wire::RoomKind>,
    /// The numbers of seats in `turns`.
    pub(crate) players: &'static [usize],
}

/// `POST /rooms`: who makes a room brings this, all of it as wished or left out.
#[derive(Debug, Default, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[cfg_attr(test, ts(optional_fields = nullable))]
#[serde(default)]
pub(crate) struct NewRoom {
    /// What the maker is called.
    pub(crate) name: Option<String>,
    /// What is to be played first.
    pub(crate) rules: RoomRules,
}

/// And is answered with this.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct MadeRoom {
    pub(crate) code: String,
}

/// A room, as `GET /rooms` lists it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct RoomItem {
    pub(crate) code: String,
    pub(crate) rules: RoomRules,
    /// How many people are in it, and how many of them have a page open.
    pub(crate) people: usize,
    pub(crate) here: usize,
    /// Whether something is played.
    pub(crate) playing: bool,
    /// When it last changed, in milliseconds since 1970.
    pub(crate) changed: i64,
}
