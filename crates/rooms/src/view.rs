//! What one person sees: the only way out of a room.

use crate::room::{Play, Room};
use crate::seats::Seat;
use crate::wire::{PersonView, ReactionView, RoomKind, RoomView, SeatView};

impl Room {
    /// All that this person sees; none where there is no such person.
    pub fn view(&self, who: u32) -> Option<RoomView> {
        self.person(who)?;
        let around = self.around()?;
        let seat = self.seat_of(who);
        let is_host = who == self.host;
        let (mut turns, mut bids, mut race, mut class) = (None, None, None, None);
        match &self.play {
            Play::Lobby => {}
            Play::Turns(play) => turns = Some(play.view(&around, seat)),
            Play::Bids(play) => bids = Some(play.view(&around, seat)),
            Play::Race(play) => race = Some(play.view(&around, seat)),
            Play::Class(play) => class = Some(play.view(&around, who, is_host)),
        }
        let people = self.people.iter().map(|person| PersonView {
            id: person.id,
            name: person.name.clone(),
            here: person.here,
            seat: self.seat_of(person.id),
            lag_ms: person.lag.map(|lag| lag as u32),
            rating: self.ratings.get(&person.id).map(crate::rating::Rating::view),
        });
        let sits = |seat: &Seat| match seat {
            Seat::Free => SeatView::default(),
            Seat::Person(id) => SeatView { person: Some(*id), engine: None },
            Seat::Engine(level) => SeatView { person: None, engine: Some(level.clone()) },
        };
        let words = self.words.iter().map(|word| ReactionView {
            person: word.person,
            reaction: word.reaction,
            ago_ms: self.now.saturating_sub(word.at),
            number: word.number,
        });
        Some(RoomView {
            version: self.version,
            you: who,
            seat,
            host: self.host,
            locked: self.locked,
            people: people.collect(),
            seats: self.seats.iter().map(sits).collect(),
            rules: self.rules.clone(),
            preparing: self.preparing.as_ref().is_some_and(|waited| waited.step.is_none()),
            trouble: self.trouble.clone(),
            may: self.may(who),
            reactions: words.collect(),
            turns,
            bids,
            race,
            class,
        })
    }

    /// What somebody may do now, by the types of deeds.
    pub fn may(&self, who: u32) -> Vec<&'static str> {
        let Some(around) = self.around() else { return Vec::new() };
        let (seat, is_host) = (self.seat_of(who), who == self.host);
        let mut may = vec!["name", "react", "leave"];
        let lobby = matches!(self.play, Play::Lobby) && self.preparing.is_none();
        let between = match &self.play {
            Play::Lobby => lobby,
            Play::Bids(bids) => bids.is_between(),
            Play::Race(race) => race.is_between(),
            Play::Turns(_) | Play::Class(_) => false,
        };
        if between && self.rules.kind != RoomKind::Class {
            may.push(if seat.is_some() { "stand" } else { "sit" });
            may.extend(is_host.then_some("engine"));
        }
        if is_host {
            may.extend(["strike", "remove", "hand", "lock"]);
            if lobby {
                may.extend(["choose", "begin"]);
            } else {
                may.push("end");
            }
        }
        match &self.play {
            Play::Lobby => {}
            Play::Turns(turns) => may.extend(seat.map_or(Vec::new(), |seat| turns.may(&around, seat))),
            Play::Bids(bids) => {
                may.extend(seat.map_or(Vec::new(), |seat| bids.may(seat)));
                may.extend((is_host && bids.may_go_on()).then_some("next"));
            }
            Play::Race(race) => {
                may.extend(seat.map_or(Vec::new(), |seat| race.may(seat)));
                may.extend((is_host && race.may_go_on() && self.preparing.is_none()).then_some("next"));
            }
            Play::Class(class) => may.extend(class.may(is_host)),
        }
        may
    }
}
