//! Who plays a game of adversaries, and the clocks. It thinks nothing itself and looks at no clock: moments are given to it, and the
//! history of the table.
//!
//! A game goes on by itself (engines move, clocks run) while it is *live*: not over, not paused, and seen at its last move. Who goes back in
//! it may play another move from there: the rest is forgotten, as an undone move is. Who moves where no person sits has left
//! the game for an analysis: it becomes a game of its own, with people everywhere.

use std::time::{Duration, Instant};

use damier_kit::{Refusal, refuse};
use damier_lab::{Game, Solver};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::history::History;
use super::session::not_now;
use super::wire::{Clock, ClockView, End, Seat, Table};

/// A clock has at most a day.
const DAY: u64 = 24 * 3600 * 1000;
/// How a game ends other than on the board.
const RESIGNED: &str = "resigned";
const TIME: &str = "time";

/// Who plays, and what their clocks say.
pub(super) struct Seats {
    /// What the game is called where it is kept.
    pub(super) name: String,
    pub(super) players: Vec<Seat>,
    clock: Option<Clock>,
    /// What each player has left, after as many moves as its place says.
    left: Vec<Vec<Duration>>,
    /// Since when the clock of the player whose turn it is runs.
    since: Option<Instant>,
    /// How it ended other than on the board.
    given: Option<End>,
    paused: bool,
}

/// A game as it is kept: a line of JSON that every reader of games understands, and what only this table needs.
#[derive(Deserialize)]
pub(super) struct Saved {
    pub(super) id: Option<String>,
    pub(super) seats: Vec<Seat>,
    pub(super) clock: Option<Clock>,
    #[serde(default)]
    left_ms: Vec<u64>,
    end: Option<End>,
}

/// The seats of a table that is put away: all that they know.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct SavedSeats {
    name: String,
    players: Vec<Seat>,
    clock: Option<Clock>,
    left_ms: Vec<Vec<u64>>,
    given: Option<End>,
    paused: bool,
}

/// People in every seat.
pub(super) fn people(players: usize) -> Vec<Seat> {
    vec![Seat::default(); players]
}

/// As many seats as players, engines that there are, and a clock that can be.
pub(super) fn check(game: Game, seats: &[Seat], clock: Option<Clock>, players: usize) -> Result<(), Refusal> {
    if seats.len() != players {
        return Err(refuse!("server.seats", "this game has {players} seats", players = players));
    }
    for seat in seats {
        if let Some(spec) = &seat.engine {
            engine(game, spec)?;
        }
        let long = seat.name.as_ref().is_some_and(|name| name.chars().count() > 60);
        if long || seat.millis.is_some_and(|millis| millis > 600_000) {
            return Err(refuse!(
                "server.seat",
                "a name has at most 60 letters, and a move takes at most ten minutes"
            ));
        }
    }
    if clock.is_some_and(|clock| !(1000..=DAY).contains(&clock.base_ms) || clock.increment_ms > DAY) {
        return Err(refuse!("server.clock", "a clock has from a second to a day"));
    }
    Ok(())
}

/// The spec of an algorithm or a player that there is.
pub(super) fn engine(game: Game, text: &str) -> Result<damier_search::Spec, Refusal> {
    Ok(Solver::new(game, text.parse()?, 1 << 10)?.spec)
}

impl Seats {
    /// A game begins after the moves of a history.
    pub(super) fn new(name: String, seats: Vec<Seat>, clock: Option<Clock>, history: &History) -> Self {
        let each = |clock: Clock| vec![Duration::from_millis(clock.base_ms); seats.len()];
        let left = clock.map_or(Vec::new(), |clock| vec![each(clock); history.moves().len() + 1]);
        Seats { name, left, players: seats, clock, since: None, given: None, paused: false }
    }

    /// A game that was kept; it waits until somebody lets it go on.
    pub(super) fn restored(name: String, saved: Saved, history: &History) -> Self {
        let players = saved.seats.len();
        let is_name = |id: &String| id.len() == 16 && id.bytes().all(|c| c.is_ascii_hexdigit());
        let name = saved.id.filter(is_name).unwrap_or(name);
        let mut seats = Seats::new(name, saved.seats, saved.clock, history);
        if let Some(last) = seats.left.last_mut().filter(|_| saved.left_ms.len() == players) {
            *last = saved.left_ms.iter().map(|&ms| Duration::from_millis(ms.min(DAY))).collect();
        }
        seats.given = saved.end.filter(|end| {
            matches!(end.why.as_str(), RESIGNED | TIME) && end.winner.is_none_or(|winner| winner < players)
        });
        seats.paused = seats.end(history).is_none();
        seats
    }

    /// All that is known, to be put away. A clock that runs is stopped where it stands.
    pub(super) fn save(&self, history: &History, now: Instant) -> SavedSeats {
        let mut left: Vec<Vec<u64>> = self.left.iter().map(|left| millis(left)).collect();
        if let Some(here) = left.get_mut(history.at()) {
            *here = millis(&self.left_now(history, now));
        }
        let (name, players, given) = (self.name.clone(), self.players.clone(), self.given.clone());
        SavedSeats { name, players, clock: self.clock, left_ms: left, given, paused: self.paused }
    }

    /// The seats of a table that comes back, after the moves of its history. A game with clocks waits until somebody lets it go on.
    pub(super) fn load(game: Game, saved: SavedSeats, history: &History) -> Result<Self, Refusal> {
        let players = game.versus(history.start().as_ref())?.players();
        check(game, &saved.players, saved.clock, players)?;
        let mut seats = Seats::new(saved.name, saved.players, saved.clock, history);
        let fits =
            saved.left_ms.len() == seats.left.len() && saved.left_ms.iter().all(|left| left.len() == players);
        if fits {
            let duration = |ms: &u64| Duration::from_millis((*ms).min(DAY));
            seats.left = saved.left_ms.iter().map(|left| left.iter().map(duration).collect()).collect();
        }
        seats.given = saved.given.filter(|end| end.winner.is_none_or(|winner| winner < players));
        seats.pause(saved.paused || saved.clock.is_some(), history);
        Ok(seats)
    }

    /// How it ended, if it has.
    pub(super) fn end(&self, history: &History) -> Option<End> {
        let on_board = history.last().versus().and_then(damier_kit::Versus::end);
        let told = |end: damier_kit::End| End { winner: end.winner, why: end.why.to_owned(), by: None };
        on_board.map(told).or_else(|| self.given.clone())
    }

    /// Whether the game goes on by itself.
    pub(super) fn is_live(&self, history: &History) -> bool {
        !self.paused && history.is_at_end() && self.end(history).is_none()
    }

    /// The engine whose turn it is now.
    pub(super) fn to_think(&self, history: &History) -> Option<(usize, Seat)> {
        let turn = history.turn(history.at());
        let seat = self.players.get(turn).filter(|seat| seat.engine.is_some() && self.is_live(history))?;
        Some((turn, seat.clone()))
    }

    /// Whether a move by hand belongs to this game, or is only thought of; an error where somebody else is to move.
    pub(super) fn may_play(&self, history: &History) -> Result<bool, Refusal> {
        let engine = !self.is_persons(history, history.at());
        if engine && self.is_live(history) {
            return Err(refuse!("server.turn", "it is not the turn of a person"));
        }
        Ok(!engine && !self.paused && self.end(history).is_none())
    }

    /// A move is about to be added to what is seen.
    pub(super) fn moved(&mut self, history: &History, now: Instant) {
        let mut left = self.left_now(history, now);
        let turn = history.turn(history.at());
        if let (Some(clock), Some(mine)) = (self.clock, left.get_mut(turn)) {
            *mine += Duration::from_millis(clock.increment_ms);
        }
        self.left.truncate(history.at() + 1);
        if self.clock.is_some() {
            self.left.push(left);
        }
        (self.given, self.since) = (None, None);
    }

    /// Another moment is seen. The clock of the one that is left stands as it stood.
    pub(super) fn went(&mut self) {
        self.since = None;
    }

    /// What the player whose turn it is has left, and gets after the move.
    pub(super) fn time_left(&self, history: &History, now: Instant) -> Option<(Duration, Duration)> {
        let increment = Duration::from_millis(self.clock?.increment_ms);
        Some((*self.left_now(history, now).get(history.turn(history.at()))?, increment))
    }

    fn left_now(&self, history: &History, now: Instant) -> Vec<Duration> {
        let mut left = self.left.get(history.at()).cloned().unwrap_or_default();
        if let (Some(mine), Some(since)) = (left.get_mut(history.turn(history.at())), self.since) {
            *mine = mine.saturating_sub(now.saturating_duration_since(since));
        }
        left
    }

    /// What the player whose turn it is had left when the turn began.
    fn left_of_turn(&self, history: &History) -> Option<Duration> {
        self.left.get(history.at())?.get(history.turn(history.at())).copied()
    }

    /// How long a move may wait to be watched: nobody loses on time for that.
    pub(super) fn wait(&self, history: &History, tempo: Duration) -> Duration {
        self.left_of_turn(history).map_or(tempo, |left| tempo.min(left / 40))
    }

    /// Lets the clock run, or stops it, as the game is live or not.
    pub(super) fn run_clock(&mut self, history: &History, now: Instant) {
        let runs = self.clock.is_some() && self.is_live(history);
        if runs && self.since.is_none() {
            self.since = Some(now);
        } else if !runs && self.since.is_some() {
            let left = self.left_now(history, now);
            self.since = None;
            if let Some(kept) = self.left.get_mut(history.at()) {
                *kept = left;
            }
        }
    }

    /// When the clock that runs has run out.
    pub(super) fn flag(&self, history: &History) -> Option<Instant> {
        Some(self.since? + self.left_of_turn(history)?)
    }

    /// Ends the game of who has no time left, and says whether it did.
    pub(super) fn check_flag(&mut self, history: &History, now: Instant) -> bool {
        let fallen = self.flag(history).is_some_and(|flag| flag <= now) && self.is_live(history);
        if fallen {
            self.run_out(TIME, history.turn(history.at()), history, now);
        }
        fallen
    }

    /// A player leaves the game. With two, the other one has won; with more, the one who is furthest ahead.
    fn run_out(&mut self, why: &str, player: usize, history: &History, now: Instant) {
        let lead = |&other: &usize| {
            let versus = history.last().versus();
            versus.and_then(|versus| versus.lead(other)).unwrap_or(f64::NEG_INFINITY)
        };
        let others = (0..self.players.len()).filter(|&other| other != player);
        let winner = others.min_by(|one, two| lead(two).total_cmp(&lead(one)));
        self.given = Some(End { winner, why: why.to_owned(), by: Some(player) });
        self.run_clock(history, now);
    }

    /// The person whose turn it is, or the next one.
    pub(super) fn person(&self, history: &History) -> Result<usize, Refusal> {
        let (turn, players) = (history.turn(history.at()), self.players.len());
        let mut order = (0..players).map(|ahead| (turn + ahead) % players);
        let person = order.find(|&player| self.players[player].engine.is_none());
        person.filter(|_| self.end(history).is_none()).ok_or_else(not_now)
    }

    /// A person gives up.
    pub(super) fn resign(&mut self, person: usize, history: &History, now: Instant) {
        self.run_out(RESIGNED, person, history, now);
    }

    pub(super) fn pause(&mut self, paused: bool, history: &History) {
        self.paused = paused && self.end(history).is_none();
    }

    /// Who comes back finds a game with clocks as it was left.
    pub(super) fn leave(&mut self, history: &History, now: Instant) {
        if self.since.is_some() {
            self.pause(true, history);
            self.run_clock(history, now);
        }
    }

    fn is_persons(&self, history: &History, at: usize) -> bool {
        self.players.get(history.turn(at)).is_none_or(|seat| seat.engine.is_none())
    }

    fn only_engines(&self) -> bool {
        self.players.iter().all(|seat| seat.engine.is_some())
    }

    /// Where undo goes: back to a turn of a person, or one move where only engines play.
    pub(super) fn back(&self, history: &History) -> Option<usize> {
        let any = self.only_engines();
        (0..history.at()).rev().find(|&at| any || self.is_persons(history, at))
    }

    /// And where redo goes.
    pub(super) fn forth(&self, history: &History) -> Option<usize> {
        let (last, any) = (history.moves().len(), self.only_engines());
        (history.at() + 1..=last).find(|&at| any || at == last || self.is_persons(history, at))
    }

    /// The game as it is kept.
    pub(super) fn saved(&self, game: Game, history: &History, now: Instant) -> String {
        let text = history.last().write(game.kit.about().formats[0].name).unwrap_or_default();
        let mut object: Value = serde_json::from_str(&text).unwrap_or_default();
        object["id"] = json!(self.name);
        object["seats"] = json!(self.players);
        if let Some(clock) = self.clock {
            object["clock"] = json!(clock);
            let left = match self.left.last() {
                Some(left) if !history.is_at_end() => left.clone(),
                _ => self.left_now(history, now),
            };
            object["left_ms"] = json!(millis(&left));
        }
        if let Some(end) = self.end(history) {
            object["end"] = json!(end);
        }
        object.to_string()
    }

    /// What there is to see.
    pub(super) fn view(
        &self,
        game: Game,
        history: &History,
        tempo: Duration,
        thinking: Option<usize>,
        now: Instant,
    ) -> Table {
        Table {
            seats: self.players.clone(),
            clock: self.clock.map(|clock| ClockView {
                clock,
                left_ms: millis(&self.left_now(history, now)),
                running: self.since.map(|_| history.turn(history.at())),
            }),
            paused: self.paused,
            end: self.end(history),
            thinking,
            tempo: tempo.as_millis() as u64,
            undo: (self.back(history).is_some(), self.forth(history).is_some()),
            saved: self.saved(game, history, now),
        }
    }
}

fn millis(times: &[Duration]) -> Vec<u64> {
    times.iter().map(|time| time.as_millis() as u64).collect()
}
