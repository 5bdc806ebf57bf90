//! Rooms to play together: who is there, what is played, and what each person sees of it.
//!
//! A [`Room`] is a state machine. It has no clock, no randomness and no I/O of its own: every call brings the time, a seed came with it, and what
//! takes long (boards, engines, best ways) is wanted ([`Room::wants`]) and comes back ([`Room::learn`]). It is written as JSON and read again. What a person is sent is made by [`Room::view`]
//! alone, so that nothing hidden can leak by another way. Which ways of playing a game has depends on what it can do ([`kinds`]), never on its name.

mod bids;
mod class;
mod deeds;
mod line;
mod playing;
mod race;
mod rating;
mod room;
mod rules;
mod seats;
mod turns;
mod view;
mod want;
pub mod wire;

pub use rating::{Rated, Rating, after};
pub use room::Room;
pub use rules::{kinds, levels};
pub use seats::Ms;
pub use want::{Fact, Want, WantId, What};
