//! The room itself: who is in it, who is its host, and what is played.
//!
//! It has no clock (every call brings the time), no randomness (a seed came with it) and does nothing else than change itself. What a
//! person sees is made by [`Room::view`] alone. What takes long is asked for by [`Room::wants`] and comes back by [`Room::learn`].

use std::collections::BTreeMap;

use damier_kit::{Refusal, refuse};
use damier_lab::Game;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

use crate::bids::Bids;
use crate::class::Class;
use crate::line::Line;
use crate::race::Race;
use crate::rating::{Rated, Rating};
use crate::seats::{Around, Ms, Person, Seat};
use crate::turns::Turns;
use crate::wire::{Reaction, RoomBoard, RoomKind, RoomRules};

/// As many people are in a room.
pub(crate) const PEOPLE: usize = 100;
/// As long is a host waited for.
const HOST_GRACE: Ms = 60_000;
/// A word is seen for so long.
const WORD: Ms = 6_000;
/// The longest name.
const NAME: usize = 24;

/// A room.
#[derive(Serialize, Deserialize)]
pub struct Room {
    pub(crate) seed: u64,
    /// Grows with each round, so that what was wanted for another is known.
    pub(crate) serial: u64,
    pub(crate) now: Ms,
    pub(crate) version: u64,
    pub(crate) people: Vec<Person>,
    pub(crate) coming: u32,
    pub(crate) host: u32,
    /// Since when the host is away.
    pub(crate) host_lost: Option<Ms>,
    pub(crate) locked: bool,
    /// Who was put out, by key.
    pub(crate) removed: Vec<String>,
    pub(crate) rules: RoomRules,
    pub(crate) seats: Vec<Seat>,
    pub(crate) play: Play,
    /// A board that is waited for.
    pub(crate) preparing: Option<Preparing>,
    /// A game that has not been rated yet.
    pub(crate) due: bool,
    #[serde(skip)]
    pub(crate) trouble: Option<Refusal>,
    #[serde(skip)]
    pub(crate) words: Vec<Word>,
    #[serde(skip)]
    pub(crate) ratings: BTreeMap<u32, Rating>,
    #[serde(skip)]
    pub(crate) games: &'static [Game],
}

#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Preparing {
    pub(crate) serial: u64,
    pub(crate) board: RoomBoard,
    pub(crate) seed: u64,
    /// The lesson and its step whose board is wanted instead.
    #[serde(default)]
    pub(crate) step: Option<(String, usize)>,
}

pub(crate) struct Word {
    pub(crate) person: u32,
    pub(crate) reaction: Reaction,
    pub(crate) at: Ms,
    pub(crate) number: u64,
}

/// What is played.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Play {
    Lobby,
    Turns(Turns),
    Bids(Bids),
    Race(Race),
    Class(Class),
}

impl Room {
    /// A room whose host is who makes it.
    pub fn new(
        games: &'static [Game],
        seed: u64,
        key: &str,
        name: &str,
        rules: RoomRules,
    ) -> Result<(Self, u32), Refusal> {
        let mut room = Room {
            seed,
            serial: 0,
            now: 0,
            version: 0,
            people: Vec::new(),
            coming: 0,
            host: 0,
            host_lost: Some(0),
            locked: false,
            removed: Vec::new(),
            rules: RoomRules::default(),
            seats: Vec::new(),
            play: Play::Lobby,
            preparing: None,
            due: false,
            trouble: None,
            words: Vec::new(),
            ratings: BTreeMap::new(),
            games,
        };
        room.choose(rules)?;
        let id = room.add(key.to_owned());
        if !name.is_empty() {
            room.people[0].name = checked_name(name)?;
        }
        Ok((room, id))
    }

    /// A room as it was written. No time has passed in it, nobody is there, and clocks wait.
    pub fn load(games: &'static [Game], text: &str) -> Result<Self, Refusal> {
        let wrong = |_| refuse!("room.unreadable", "this room was written by another version of the program");
        let mut room: Room = serde_json::from_str(text).map_err(wrong)?;
        room.games = games;
        let game = room.game()?;
        let lines: Vec<&mut Line> = match &mut room.play {
            Play::Lobby => Vec::new(),
            Play::Turns(turns) => vec![&mut turns.line],
            Play::Bids(bids) => [&mut bids.line].into_iter().chain(bids.own.iter_mut().flatten()).collect(),
            Play::Race(race) => [&mut race.start].into_iter().chain(&mut race.boards).collect(),
            Play::Class(class) => class.board.iter_mut().collect(),
        };
        for line in lines {
            line.revive(game)?;
        }
        if let Play::Turns(turns) = &mut room.play {
            turns.rest(room.now);
        }
        room.host_lost = Some(room.now);
        Ok(room)
    }

    /// All that there is to keep.
    pub fn save(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The room's own time.
    pub fn now(&self) -> Ms {
        self.now
    }

    /// Grows with each change.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// The host's choices.
    pub fn rules(&self) -> &RoomRules {
        &self.rules
    }

    /// How many people are in it, and how many of them are there.
    pub fn count(&self) -> (usize, usize) {
        (self.people.len(), self.people.iter().filter(|person| person.here).count())
    }

    /// Whether something is played.
    pub fn is_playing(&self) -> bool {
        !matches!(self.play, Play::Lobby)
    }

    /// The key of a person.
    pub fn key(&self, who: u32) -> Option<&str> {
        self.person(who).map(|person| person.key.as_str())
    }

    /// Everybody, by number and key.
    pub fn people(&self) -> impl Iterator<Item = (u32, &str)> {
        self.people.iter().map(|person| (person.id, person.key.as_str()))
    }

    pub(crate) fn game(&self) -> Result<Game, Refusal> {
        find(self.games, &self.rules.game)
    }

    pub(crate) fn person(&self, who: u32) -> Option<&Person> {
        self.people.iter().find(|person| person.id == who)
    }

    pub(crate) fn person_mut(&mut self, who: u32) -> Option<&mut Person> {
        self.people.iter_mut().find(|person| person.id == who)
    }

    pub(crate) fn seat_of(&self, who: u32) -> Option<usize> {
        self.seats.iter().position(|seat| *seat == Seat::Person(who))
    }

    pub(crate) fn draw(&mut self) -> u64 {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        self.seed = random.random();
        // Seeds that fit into a field of the page.
        random.random::<u64>() & 0xffff_ffff
    }

    /// What the play sees, and the play.
    pub(crate) fn parts(&mut self) -> Option<(Around<'_>, &mut Play)> {
        let game = self.game().ok()?;
        let around =
            Around { now: self.now, game, rules: &self.rules, seats: &self.seats, people: &self.people };
        Some((around, &mut self.play))
    }

    pub(crate) fn around(&self) -> Option<Around<'_>> {
        let game = self.game().ok()?;
        let (rules, seats, people) = (&self.rules, &self.seats, &self.people);
        Some(Around { now: self.now, game, rules, seats, people })
    }

    // ---- Coming and going.

    fn add(&mut self, key: String) -> u32 {
        let id = self.coming;
        self.coming += 1;
        let (name, pages) = (String::new(), Vec::new());
        self.people.push(Person { id, key, name, here: false, lag: None, pages, spoke: 0 });
        id
    }

    /// Somebody has opened a page: who was there before is the same person.
    pub fn come(&mut self, now: Ms, key: &str) -> Result<u32, Refusal> {
        self.tick(now);
        let known = self.people.iter().find(|person| person.key == key).map(|person| person.id);
        let id = match known {
            Some(id) => id,
            None if self.removed.iter().any(|removed| removed == key) => {
                return Err(refuse!("room.removed", "the host has put you out of this room"));
            }
            None if self.locked => {
                return Err(refuse!("room.locked", "the host has locked this room: nobody else may come in"));
            }
            None => {
                if self.people.len() >= PEOPLE {
                    self.forget_somebody();
                }
                if self.people.len() >= PEOPLE {
                    return Err(refuse!(
                        "room.full",
                        "this room is full: it has {most} people",
                        most = PEOPLE
                    ));
                }
                self.add(key.to_owned())
            }
        };
        if let Some(person) = self.person_mut(id) {
            person.here = true;
        }
        if id == self.host {
            self.host_lost = None;
        } else if self.person(self.host).is_none() {
            self.host = id;
        }
        self.tick(now);
        self.version += 1;
        Ok(id)
    }

    /// Who was meant by one key is from now on who has another, unless that one is in the room already.
    pub fn adopt(&mut self, meant: &str, key: &str) {
        let known = self.people.iter().any(|person| person.key == key);
        if let Some(person) = self.people.iter_mut().find(|person| person.key == meant).filter(|_| !known) {
            key.clone_into(&mut person.key);
        }
    }

    /// Its version is from now on at least this: what was seen of it is older.
    pub fn not_before(&mut self, version: u64) {
        self.version = self.version.max(version);
    }

    /// Who came first of those that only looked on, have no name and are gone, is forgotten.
    fn forget_somebody(&mut self) {
        let gone = |person: &Person| {
            !person.here
                && person.name.is_empty()
                && person.id != self.host
                && self.seat_of(person.id).is_none()
        };
        if let Some(at) = self.people.iter().position(gone) {
            self.people.remove(at);
        }
    }

    /// The last page of somebody is closed.
    pub fn go(&mut self, now: Ms, who: u32) {
        self.tick(now);
        let Some(person) = self.person_mut(who) else { return };
        (person.here, person.lag) = (false, None);
        if who == self.host {
            self.host_lost = Some(self.now);
        }
        // Others may have waited for this one alone.
        self.tick(now);
        self.version += 1;
    }

    /// How long a message to somebody and back takes.
    pub fn measure(&mut self, who: u32, lag: Ms) {
        if let Some(person) = self.person_mut(who) {
            person.lag = Some(lag);
        }
    }

    /// What somebody is rated at the room's game.
    pub fn rate(&mut self, who: u32, rating: Option<Rating>) {
        match rating {
            Some(rating) => self.ratings.insert(who, rating),
            None => self.ratings.remove(&who),
        };
        self.version += 1;
    }

    /// A game that is over and is to be rated, once.
    pub fn take_rated(&mut self) -> Option<Rated> {
        if !std::mem::take(&mut self.due) {
            return None;
        }
        let Play::Turns(turns) = &self.play else { return None };
        let end = turns.end()?;
        let both: Vec<&Person> = (self.seats.iter())
            .filter_map(|seat| match seat {
                Seat::Person(id) => self.person(*id).filter(|person| !person.name.is_empty()),
                _ => None,
            })
            .collect();
        let [one, two] = both[..] else { return None };
        let fair = self.rules.rated && self.seats.len() == 2 && turns.line.moves().len() >= 2;
        fair.then(|| Rated {
            game: self.rules.game.clone(),
            keys: [one.key.clone(), two.key.clone()],
            names: [one.name.clone(), two.name.clone()],
            winner: end.winner,
        })
    }

    /// What the game did to the ratings, in the order of the seats.
    pub fn rated(&mut self, before: [Rating; 2], after: [Rating; 2]) {
        let pair = |rating: Rating| {
            let view = rating.view();
            (view.rating, view.deviation)
        };
        if let Play::Turns(turns) = &mut self.play {
            turns.rated = Some((0..2).map(|seat| [pair(before[seat]), pair(after[seat])]).collect());
        }
        let people: Vec<u32> = (self.seats.iter())
            .filter_map(|seat| if let Seat::Person(id) = seat { Some(*id) } else { None })
            .collect();
        for (person, rating) in people.into_iter().zip(after) {
            self.ratings.insert(person, rating);
        }
        self.version += 1;
    }

    // ---- Time.

    /// When something happens by itself next.
    pub fn wake(&self) -> Option<Ms> {
        let around = self.around()?;
        let play = match &self.play {
            Play::Turns(turns) => turns.wake(&around),
            Play::Bids(bids) => bids.wake(&around),
            Play::Race(race) => race.wake(&around),
            Play::Lobby | Play::Class(_) => None,
        };
        let others = self.people.iter().any(|person| person.here && person.id != self.host);
        let host = self.host_lost.filter(|_| others && self.passes_host_on());
        let word = self.words.first().map(|word| word.at.saturating_add(WORD));
        play.into_iter().chain(host.map(|since| since.saturating_add(HOST_GRACE))).chain(word).min()
    }

    /// A teacher stays the teacher.
    fn passes_host_on(&self) -> bool {
        self.rules.kind != RoomKind::Class
    }

    /// Lets time pass; says whether something has changed. Time does not go back.
    pub fn tick(&mut self, now: Ms) -> bool {
        self.now = self.now.max(now);
        let before = self.was_over();
        let mut changed = false;
        if let Some((around, play)) = self.parts() {
            changed = match play {
                Play::Turns(turns) => turns.tick(&around),
                Play::Bids(bids) => bids.tick(&around),
                Play::Race(race) => race.tick(&around),
                Play::Lobby | Play::Class(_) => false,
            };
        }
        self.note_end(before);
        let lost = self.host_lost.filter(|_| self.passes_host_on());
        if lost.is_some_and(|since| self.now >= since.saturating_add(HOST_GRACE))
            && let Some(next) = self.people.iter().find(|person| person.here)
        {
            (self.host, self.host_lost, changed) = (next.id, None, true);
        }
        let count = self.words.len();
        self.words.retain(|word| self.now < word.at.saturating_add(WORD));
        changed |= self.words.len() < count;
        self.version += u64::from(changed);
        changed
    }

    pub(crate) fn was_over(&self) -> bool {
        matches!(&self.play, Play::Turns(turns) if turns.end().is_some())
    }

    /// A game of turns that has ended since is to be rated.
    pub(crate) fn note_end(&mut self, before: bool) {
        self.due |= !before && self.was_over();
    }
}

pub(crate) fn find(games: &'static [Game], name: &str) -> Result<Game, Refusal> {
    let found = games.iter().find(|game| game.name() == name);
    found.copied().ok_or_else(|| refuse!("room.game", "there is no such game"))
}

pub(crate) fn checked_name(name: &str) -> Result<String, Refusal> {
    let name = name.trim();
    let letters = name.chars().count();
    if !(1..=NAME).contains(&letters) || name.chars().any(char::is_control) {
        return Err(refuse!("room.name", "a name has 1 to {most} letters", most = NAME));
    }
    Ok(name.to_owned())
}

pub(crate) fn only_host() -> Refusal {
    refuse!("room.host", "only the host may do that")
}

pub(crate) fn not_there() -> Refusal {
    refuse!("room.not_there", "you are not in this room")
}

pub(crate) fn nobody() -> Refusal {
    refuse!("room.person", "there is nobody like that in this room")
}
