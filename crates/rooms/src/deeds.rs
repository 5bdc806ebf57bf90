//! What people do in a room, and what its host does.

use damier_kit::{Refusal, refuse};

use crate::room::{PEOPLE, Play, Room, Word, checked_name, nobody, not_there, only_host};
use crate::rules::{level_exists, levels};
use crate::seats::{Ms, Seat, not_now};
use crate::turns::Rematch;
use crate::wire::{ClassStage, Reaction, RoomDeed, RoomKind};

/// As many sit.
const SEATS: usize = 40;
/// A word is said at most so often.
const WORDS: Ms = 1_000;
/// As many pages of a person are remembered by the numbers of their deeds.
const PAGES: usize = 8;

impl Room {
    /// The number of the last deed of a page that was carried out.
    pub fn applied(&self, who: u32, page: &str) -> u64 {
        let pages = self.person(who).map(|person| &person.pages);
        pages.and_then(|pages| pages.iter().find(|(name, _)| name == page)).map_or(0, |(_, n)| *n)
    }

    /// A deed with its number: carried out once, however often it comes. Says whether it was carried out now.
    pub fn hear(&mut self, now: Ms, who: u32, page: &str, n: u64, deed: &RoomDeed) -> Result<bool, Refusal> {
        if n <= self.applied(who, page) {
            return Ok(false);
        }
        self.apply(now, who, deed)?;
        if let Some(person) = self.person_mut(who) {
            person.pages.retain(|(name, _)| name != page);
            person.pages.push((page.to_owned(), n));
            if person.pages.len() > PAGES {
                person.pages.remove(0);
            }
        }
        Ok(true)
    }

    /// Somebody does something. Where it is refused, nothing but time has changed.
    pub fn apply(&mut self, now: Ms, who: u32, deed: &RoomDeed) -> Result<(), Refusal> {
        self.tick(now);
        if self.person(who).is_none() {
            return Err(not_there());
        }
        let before = self.was_over();
        let is_host = who == self.host;
        match deed {
            RoomDeed::Look => return Ok(()),
            RoomDeed::Name { name } => {
                let name = checked_name(name)?;
                if let Some(person) = self.person_mut(who) {
                    person.name = name;
                }
            }
            RoomDeed::Sit { seat } => self.sit(who, *seat)?,
            RoomDeed::Stand => self.stand(who)?,
            RoomDeed::Leave => self.part(who, false),
            RoomDeed::React { reaction } => self.react(who, *reaction)?,
            RoomDeed::Vote { choice } => match &mut self.play {
                Play::Class(class) if !is_host => class.vote(who, choice)?,
                _ => return Err(not_now()),
            },
            RoomDeed::Choose { .. }
            | RoomDeed::Engine { .. }
            | RoomDeed::Begin
            | RoomDeed::End
            | RoomDeed::Next
            | RoomDeed::Strike { .. }
            | RoomDeed::Remove { .. }
            | RoomDeed::Hand { .. }
            | RoomDeed::Lock { .. } => {
                if !is_host {
                    return Err(only_host());
                }
                self.rule(who, deed)?;
            }
            _ => self.play(who, is_host, deed)?,
        }
        self.note_end(before);
        self.version += 1;
        Ok(())
    }

    /// What is done in what is played.
    fn play(&mut self, who: u32, is_host: bool, deed: &RoomDeed) -> Result<(), Refusal> {
        let wants_new =
            matches!(deed, RoomDeed::Show { stage: ClassStage::Board { text } } if text.is_empty());
        if is_host && matches!(self.play, Play::Class(_)) && wants_new {
            return self.attempt(Room::show_new);
        }
        let seat = self.seat_of(who);
        let seated = || seat.ok_or_else(|| refuse!("room.looking", "you only look on; take a seat first"));
        let (around, play) = self.parts().ok_or_else(not_now)?;
        let again = match play {
            Play::Lobby => return Err(not_now()),
            Play::Turns(turns) => turns.act(&around, seated()?, deed)?,
            Play::Bids(bids) => bids.act(&around, seated()?, deed).map(|()| None)?,
            Play::Race(race) => race.act(&around, seated()?, deed).map(|()| None)?,
            Play::Class(_) if !is_host => return Err(only_host()),
            Play::Class(class) => class.lead(&around, deed).map(|()| None)?,
        };
        if let Some(Rematch) = again {
            self.attempt(Room::play_again)?;
        }
        if let RoomDeed::Show { stage } = deed {
            self.await_step(stage);
        }
        Ok(())
    }

    /// What only the host may do.
    fn rule(&mut self, host: u32, deed: &RoomDeed) -> Result<(), Refusal> {
        match deed {
            RoomDeed::Choose { rules } => {
                if self.is_playing() || self.preparing.is_some() {
                    return Err(not_now());
                }
                self.choose(rules.clone())?;
            }
            RoomDeed::Engine { seat, level } => self.engine(*seat, level.as_deref())?,
            RoomDeed::Begin => self.attempt(Room::begin)?,
            RoomDeed::End => {
                if !self.is_playing() && self.preparing.is_none() {
                    return Err(not_now());
                }
                (self.play, self.preparing, self.trouble) = (Play::Lobby, None, None);
            }
            RoomDeed::Next => self.attempt(Room::next)?,
            RoomDeed::Strike { person } => {
                let person = self.person_mut(*person).ok_or_else(nobody)?;
                person.name.clear();
            }
            RoomDeed::Remove { person } => {
                if *person == host || self.person(*person).is_none() {
                    return Err(nobody());
                }
                self.part(*person, true);
            }
            RoomDeed::Hand { person } => {
                let next = self.person(*person).ok_or_else(nobody)?;
                let lost = (!next.here).then_some(self.now);
                (self.host, self.host_lost) = (*person, lost);
            }
            RoomDeed::Lock { locked } => self.locked = *locked,
            _ => return Err(not_now()),
        }
        Ok(())
    }

    /// Whether seats may change now.
    pub(crate) fn may_change_seats(&self) -> bool {
        match &self.play {
            Play::Lobby => self.preparing.is_none(),
            Play::Bids(bids) => bids.is_between(),
            Play::Race(race) => race.is_between(),
            Play::Turns(_) | Play::Class(_) => false,
        }
    }

    /// Whether a new seat is made for who wants one.
    pub(crate) fn is_open(&self) -> bool {
        matches!(self.rules.kind, RoomKind::Bids | RoomKind::Race)
    }

    /// The seat that is meant, made where seats are open.
    fn free_seat(&mut self, seat: Option<usize>) -> Result<usize, Refusal> {
        let taken = || refuse!("room.taken", "this seat is taken, or there is none");
        let free = |seat: &Seat| *seat == Seat::Free;
        match seat {
            Some(at) => self.seats.get(at).filter(|seat| free(seat)).map(|_| at).ok_or_else(taken),
            None => match self.seats.iter().position(free) {
                Some(at) => Ok(at),
                None if self.is_open() && self.seats.len() < SEATS => {
                    self.seats.push(Seat::Free);
                    Ok(self.seats.len() - 1)
                }
                None => Err(taken()),
            },
        }
    }

    /// Those who play hear that there are more seats.
    fn seats_changed(&mut self) {
        let seats = self.seats.len();
        if let Play::Bids(bids) = &mut self.play {
            bids.seats_changed(seats);
        }
    }

    fn sit(&mut self, who: u32, seat: Option<usize>) -> Result<(), Refusal> {
        if !self.may_change_seats() || self.rules.kind == RoomKind::Class {
            return Err(not_now());
        }
        let old = self.seat_of(who);
        if old.is_some() && seat.is_none_or(|seat| Some(seat) == old) {
            return Err(not_now());
        }
        let at = self.free_seat(seat)?;
        if let Some(old) = old {
            self.seats[old] = Seat::Free;
        }
        self.seats[at] = Seat::Person(who);
        self.seats_changed();
        Ok(())
    }

    fn stand(&mut self, who: u32) -> Result<(), Refusal> {
        let seat = self.seat_of(who).filter(|_| self.may_change_seats()).ok_or_else(not_now)?;
        self.seats[seat] = Seat::Free;
        self.trim_seats();
        Ok(())
    }

    /// Open seats at the end that nobody has are not kept, unless something is counted by them.
    pub(crate) fn trim_seats(&mut self) {
        while self.is_open() && !self.is_playing() && self.seats.last() == Some(&Seat::Free) {
            self.seats.pop();
        }
    }

    fn engine(&mut self, seat: Option<usize>, level: Option<&str>) -> Result<(), Refusal> {
        if !self.may_change_seats() || self.rules.kind == RoomKind::Class {
            return Err(not_now());
        }
        let Some(level) = level else {
            let seat = seat.filter(|at| self.seats.get(*at).is_some_and(|seat| *seat != Seat::Free));
            self.seats[seat.ok_or_else(not_now)?] = Seat::Free;
            self.trim_seats();
            return Ok(());
        };
        let game = self.game()?;
        if !level_exists(game, self.rules.kind, level) {
            let known = levels(game, self.rules.kind).join(", ");
            return Err(refuse!("room.level", "there is no engine of this level; there is {known}", known));
        }
        let at = self.free_seat(seat)?;
        self.seats[at] = Seat::Engine(level.to_owned());
        self.seats_changed();
        Ok(())
    }

    fn react(&mut self, who: u32, reaction: Reaction) -> Result<(), Refusal> {
        let now = self.now;
        let person = self.person_mut(who).ok_or_else(not_there)?;
        if person.spoke > 0 && now < person.spoke.saturating_add(WORDS) {
            return Err(refuse!("room.words", "one word a second is enough"));
        }
        person.spoke = now.max(1);
        let number = self.version;
        self.words.push(Word { person: who, reaction, at: now, number });
        if self.words.len() > 20 {
            self.words.remove(0);
        }
        Ok(())
    }

    /// Somebody leaves for good, or is put out.
    fn part(&mut self, who: u32, removed: bool) {
        let seat = self.seat_of(who);
        let now = self.now;
        match (&mut self.play, seat) {
            (Play::Turns(turns), Some(seat)) => {
                let _ = turns.give_up(seat, now);
            }
            (Play::Class(class), _) => class.forget(who),
            _ => {}
        }
        if let Some(at) = self.people.iter().position(|person| person.id == who) {
            let person = self.people.remove(at);
            if removed {
                self.removed.push(person.key);
                if self.removed.len() > PEOPLE {
                    self.removed.remove(0);
                }
            }
        }
        self.ratings.remove(&who);
        if let Some(seat) = seat {
            self.seats[seat] = Seat::Free;
            self.trim_seats();
        }
        if who == self.host {
            let next = self.people.iter().find(|person| person.here).or(self.people.first());
            (self.host, self.host_lost) =
                next.map_or((u32::MAX, None), |next| (next.id, (!next.here).then_some(self.now)));
        }
    }
}
