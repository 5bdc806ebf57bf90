//! The presenter of one visitor: a game, who plays it, its clocks. It thinks nothing itself and looks at no clock: moments are
//! given to it.
//!
//! A game goes on by itself (engines move, clocks run) while it is *live*: not over, not paused, and seen at its last move. Who goes back in
//! it may play another move from there: the rest is forgotten, as an undone move is. Who moves where no person sits has left
//! the game for an analysis: it becomes a game of its own, with people everywhere.

use std::time::{Duration, Instant};

use damier_quoridor::notation::{self, play_all, qfen};
use damier_quoridor::players;
use damier_quoridor::{Move, Record, Setup};
use damier_search::Spec;
use damier_search::kit::ReadError;
use rand::RngExt;
use serde::Deserialize;
use serde_json::{Value, json};

use super::board::board;
use super::edit;
use super::wire::{Board, Clock, ClockView, Edit, End, EndWhy, Seat, View};
use crate::server::Random;
use crate::server::sitting::Refusal;

/// As many moves has a game at most: it is sent with every view.
const MOVES: usize = 1000;
/// As many edits can be undone.
const EDITS: usize = 200;
/// A clock has at most a day.
const DAY: u64 = 24 * 3600 * 1000;
/// The least time between two moves of engines, if nobody says otherwise.
const PACE: Duration = Duration::from_millis(400);

/// One game and who plays it.
pub(crate) struct Table {
    pub(super) id: String,
    /// What the game is called where it is kept.
    name: String,
    record: Record,
    at: usize,
    seats: Vec<Seat>,
    clock: Option<Clock>,
    /// What each player has left, after as many moves as its place says.
    left: Vec<Vec<Duration>>,
    /// Since when the clock of the player whose turn it is runs.
    since: Option<Instant>,
    /// How it ended other than on the board.
    given: Option<End>,
    paused: bool,
    /// Another number after every change that an engine must hear of.
    pub(super) stamp: u64,
    /// The least time from one move of an engine to the next.
    pub(super) pace: Duration,
    /// Boards before and after edits.
    edits: Vec<Record>,
    unedited: Vec<Record>,
    random: Random,
}

/// A game as it is kept: a line of JSON that every reader of games understands, and what only this table needs.
#[derive(Deserialize)]
struct Saved {
    id: Option<String>,
    seats: Vec<Seat>,
    clock: Option<Clock>,
    #[serde(default)]
    left_ms: Vec<u64>,
    end: Option<End>,
}

fn people(players: usize) -> Vec<Seat> {
    vec![Seat { engine: None, name: None, millis: None }; players]
}

/// As an address has it: a QFEN without slashes and spaces.
fn code(record: &Record) -> String {
    let text = qfen::write(record.start());
    text.split('/').map(str::trim).collect::<Vec<_>>().join("~").replace(' ', "_")
}

/// Reads the first game in a text, or an address.
pub(super) fn read(text: &str) -> Result<Record, Refusal> {
    let is_code = text.contains('~') && !text.contains(['{', '/']);
    let text = if is_code { text.replace('~', " / ").replace('_', " ") } else { text.to_owned() };
    let entry = notation::read(&text, None)?.into_iter().next();
    let record = entry.ok_or_else(|| ReadError::new("there is no position in this text"))?.record;
    if record.moves().len() > MOVES {
        return Err(Refusal::new("too_long", format!("a game has at most {MOVES} moves")));
    }
    Ok(record)
}

impl Table {
    /// A person against an easy engine.
    pub(super) fn new(id: String, random: Random) -> Self {
        let mut table = Table {
            id,
            name: String::new(),
            record: Record::new(Setup::default()),
            at: 0,
            seats: people(2),
            clock: None,
            left: Vec::new(),
            since: None,
            given: None,
            paused: false,
            stamp: 0,
            pace: PACE,
            edits: Vec::new(),
            unedited: Vec::new(),
            random,
        };
        table.seats[1].engine = Some("fast(level=easy)".to_owned());
        table.rename();
        table
    }

    /// A seed that nobody chose.
    pub(super) fn next_seed(&mut self) -> u64 {
        self.random.random()
    }

    fn rename(&mut self) {
        self.name = format!("{:016x}", self.random.random::<u64>());
    }

    /// Another game, from a position or after some moves.
    fn begin(&mut self, record: Record, seats: Vec<Seat>, clock: Option<Clock>) {
        self.rename();
        self.stamp += 1;
        self.at = record.moves().len();
        self.left = match clock {
            Some(clock) => {
                let each = vec![Duration::from_millis(clock.base_ms); record.start().players()];
                vec![each; record.moves().len() + 1]
            }
            None => Vec::new(),
        };
        (self.record, self.seats, self.clock) = (record, seats, clock);
        (self.since, self.given, self.paused) = (None, None, false);
    }

    /// A new game that somebody asked for.
    pub(super) fn start(
        &mut self,
        setup: (usize, usize, Option<usize>),
        seats: Vec<Seat>,
        clock: Option<Clock>,
        text: Option<&str>,
    ) -> Result<(), Refusal> {
        let record = if let Some(text) = text {
            read(text)?
        } else {
            let (size, players, walls) = setup;
            let setup = Setup::new(size, players, walls);
            Record::new(setup.map_err(|error| Refusal::new("setup", error.to_string()))?)
        };
        check_seats(&seats, record.start().players())?;
        if let Some(Clock { base_ms, increment_ms }) = clock
            && !((1000..=DAY).contains(&base_ms) && increment_ms <= DAY)
        {
            return Err(Refusal::new("clock", "a clock has from a second to a day"));
        }
        self.forget_edits();
        self.begin(record, seats, clock);
        Ok(())
    }

    /// A position or a game in any format, and moves from it. What is on the table already is not begun anew.
    pub(super) fn load(&mut self, text: &str, moves: &[String]) -> Result<(), Refusal> {
        let mut record = read(text)?;
        if let Ok(saved) = serde_json::from_str::<Saved>(text.trim()) {
            if saved.id.as_ref() == Some(&self.name) {
                return Ok(());
            }
            return self.restore(record, saved);
        }
        if code(&record) == code(&self.record) && record.moves().is_empty() {
            let known =
                self.record.moves().iter().map(Move::to_string).take(moves.len()).eq(moves.iter().cloned());
            if known {
                self.go(moves.len());
                return Ok(());
            }
        }
        if moves.len() > MOVES {
            return Err(Refusal::new("too_long", format!("a game has at most {MOVES} moves")));
        }
        play_all(&mut record, &moves.join(" ")).map_err(ReadError::new)?;
        let players = record.start().players();
        self.forget_edits();
        self.begin(record, people(players), None);
        Ok(())
    }

    /// A game that was kept; it waits until somebody lets it go on.
    fn restore(&mut self, record: Record, saved: Saved) -> Result<(), Refusal> {
        let players = record.start().players();
        check_seats(&saved.seats, players)?;
        self.forget_edits();
        self.begin(record, saved.seats, saved.clock);
        if let Some(id) = saved.id.filter(|id| id.len() == 16 && id.bytes().all(|c| c.is_ascii_hexdigit())) {
            self.name = id;
        }
        if self.clock.is_some() && saved.left_ms.len() == players {
            let left = saved.left_ms.iter().map(|&ms| Duration::from_millis(ms.min(DAY))).collect();
            if let Some(last) = self.left.last_mut() {
                *last = left;
            }
        }
        self.given = saved.end.filter(|end| {
            matches!(end.why, EndWhy::Resigned | EndWhy::Time)
                && end.winner.is_none_or(|winner| winner < players)
        });
        self.paused = self.end().is_none();
        Ok(())
    }

    /// How it ended, if it has.
    pub(super) fn end(&self) -> Option<End> {
        let on_board = self.record.end().map(|end| match end {
            damier_quoridor::End::Won(player) => End { winner: Some(player), why: EndWhy::Arrived, by: None },
            damier_quoridor::End::Repeated => End { winner: None, why: EndWhy::Repeated, by: None },
        });
        on_board.or(self.given)
    }

    /// Whether the game goes on by itself.
    fn is_live(&self) -> bool {
        !self.paused && self.at == self.record.moves().len() && self.end().is_none()
    }

    pub(super) fn turn(&self) -> usize {
        self.record.positions()[self.at].turn()
    }

    /// The engine whose turn it is now.
    pub(super) fn to_think(&self) -> Option<(usize, Seat)> {
        let turn = self.turn();
        let seat = self.seats.get(turn).filter(|seat| self.is_live() && seat.engine.is_some())?;
        Some((turn, seat.clone()))
    }

    /// The game up to the moment that is seen.
    pub(super) fn seen(&self) -> Record {
        let mut record = self.record.clone();
        while record.moves().len() > self.at {
            record.undo();
        }
        record
    }

    /// The game to its end.
    pub(super) fn whole(&self) -> &Record {
        &self.record
    }

    pub(super) fn at(&self) -> usize {
        self.at
    }

    pub(super) fn code(&self) -> String {
        code(&self.record)
    }

    /// What the player whose turn it is has left, and gets after the move.
    pub(super) fn time_left(&self, now: Instant) -> Option<(Duration, Duration)> {
        let clock = self.clock?;
        Some((self.left_now(now)[self.turn()], Duration::from_millis(clock.increment_ms)))
    }

    fn left_now(&self, now: Instant) -> Vec<Duration> {
        let mut left = self.left.get(self.at).cloned().unwrap_or_default();
        if let Some(mine) = left.get_mut(self.turn()) {
            *mine = mine.saturating_sub(
                self.since.map_or(Duration::ZERO, |since| now.saturating_duration_since(since)),
            );
        }
        left
    }

    /// A move by hand.
    pub(super) fn play(&mut self, text: &str, now: Instant) -> Result<(), Refusal> {
        let play: Move =
            text.parse().map_err(|error: notation::NotAMove| Refusal::new("move", error.to_string()))?;
        let illegal = |illegal: damier_quoridor::Illegal| Refusal::new("move", illegal.to_string());
        let position = &self.record.positions()[self.at];
        position.check(play).map_err(illegal)?;
        let engine = self.seats[self.turn()].engine.is_some();
        if engine && self.is_live() {
            return Err(Refusal::new("not_your_turn", "it is not the turn of a person"));
        }
        if engine || self.end().is_some() || self.paused {
            // Not a move of this game, but one that is thought of.
            let (record, players) = (self.seen(), self.seats.len());
            self.begin(record, people(players), None);
        }
        self.make(play, now)
    }

    /// A move of an engine whose turn it is.
    pub(super) fn make(&mut self, play: Move, now: Instant) -> Result<(), Refusal> {
        if self.at >= MOVES {
            return Err(Refusal::new("too_long", format!("a game has at most {MOVES} moves")));
        }
        let mut left = self.left_now(now);
        if let (Some(clock), Some(mine)) = (self.clock, left.get_mut(self.turn())) {
            *mine += Duration::from_millis(clock.increment_ms);
        }
        let mut record = self.seen();
        record.play(play).map_err(|illegal| Refusal::new("move", illegal.to_string()))?;
        self.record = record;
        self.left.truncate(self.at + 1);
        if self.clock.is_some() {
            self.left.push(left);
        }
        self.at += 1;
        self.stamp += 1;
        self.given = None;
        self.since = None;
        self.forget_edits();
        Ok(())
    }

    /// How long a move may wait to be watched: nobody loses on time for that.
    pub(super) fn wait(&self) -> Duration {
        let left = self.left.get(self.at).and_then(|left| left.get(self.turn()));
        left.map_or(self.pace, |left| self.pace.min(*left / 40))
    }

    /// Lets the clock run, or stops it, as the game is live or not.
    pub(super) fn run_clock(&mut self, now: Instant) {
        let runs = self.clock.is_some() && self.is_live();
        if runs && self.since.is_none() {
            self.since = Some(now);
        } else if !runs && self.since.is_some() {
            let left = self.left_now(now);
            self.since = None;
            if let Some(kept) = self.left.get_mut(self.at) {
                *kept = left;
            }
        }
    }

    /// When the clock that runs has run out.
    pub(super) fn flag(&self) -> Option<Instant> {
        let left = self.left.get(self.at)?.get(self.turn())?;
        Some(self.since? + *left)
    }

    /// Ends the game of who has no time left.
    pub(super) fn check_flag(&mut self, now: Instant) {
        if self.flag().is_some_and(|flag| flag <= now) && self.is_live() {
            self.run_out(EndWhy::Time, self.turn(), now);
        }
    }

    /// A player leaves the game. With two, the other one has won; with four, the one who is nearest to the goal.
    fn run_out(&mut self, why: EndWhy, player: usize, now: Instant) {
        let position = self.record.position();
        let others = (0..position.players()).filter(|&other| other != player);
        let winner = others.min_by_key(|&other| position.distance(other));
        self.given = Some(End { winner, why, by: Some(player) });
        self.stamp += 1;
        self.run_clock(now);
    }

    /// The person whose turn it is, or the next one, gives up.
    pub(super) fn resign(&mut self, now: Instant) -> Result<(), Refusal> {
        let players = self.seats.len();
        let person = (0..players).map(|ahead| (self.turn() + ahead) % players);
        let person = person.into_iter().find(|&player| self.seats[player].engine.is_none());
        if self.end().is_some() {
            return Err(Refusal::not_now());
        }
        self.go(self.record.moves().len());
        self.run_out(EndWhy::Resigned, person.ok_or_else(Refusal::not_now)?, now);
        Ok(())
    }

    pub(super) fn pause(&mut self, paused: bool) {
        self.paused = paused && self.end().is_none();
        self.stamp += 1;
    }

    /// Who comes back finds a game with clocks as it was left.
    pub(super) fn leave(&mut self, now: Instant) {
        if self.since.is_some() {
            self.pause(true);
            self.run_clock(now);
        }
    }

    pub(super) fn sit(&mut self, seats: Vec<Seat>) -> Result<(), Refusal> {
        check_seats(&seats, self.seats.len())?;
        self.seats = seats;
        self.stamp += 1;
        Ok(())
    }

    /// To another moment. The clock of the one that is left stands as it stood.
    pub(super) fn go(&mut self, at: usize) {
        let at = at.min(self.record.moves().len());
        if at != self.at {
            (self.at, self.since) = (at, None);
            self.stamp += 1;
        }
    }

    fn is_persons(&self, at: usize) -> bool {
        let turn = self.record.positions()[at].turn();
        self.seats[turn].engine.is_none()
    }

    /// Where undo goes: back to a turn of a person, or one move where only engines play.
    fn back(&self) -> Option<usize> {
        if self.seats.iter().all(|seat| seat.engine.is_some()) {
            return self.at.checked_sub(1);
        }
        (0..self.at).rev().find(|&at| self.is_persons(at))
    }

    fn forth(&self) -> Option<usize> {
        let last = self.record.moves().len();
        let only_engines = self.seats.iter().all(|seat| seat.engine.is_some());
        (self.at + 1..=last).find(|&at| only_engines || at == last || self.is_persons(at))
    }

    pub(super) fn undo(&mut self) -> Result<(), Refusal> {
        let at = self.back().ok_or_else(Refusal::not_now)?;
        self.go(at);
        Ok(())
    }

    pub(super) fn redo(&mut self) -> Result<(), Refusal> {
        let at = self.forth().ok_or_else(Refusal::not_now)?;
        self.go(at);
        Ok(())
    }

    fn forget_edits(&mut self) {
        self.edits.clear();
        self.unedited.clear();
    }

    /// A change of the position that is seen, which becomes the start.
    pub(super) fn edit(&mut self, edit: &Edit) -> Result<(), Refusal> {
        let position = edit::edited(&self.record.positions()[self.at], edit)?;
        let before = self.seen();
        let players = position.players();
        self.begin(Record::from(position), people(players), None);
        self.edits.push(before);
        self.unedited.clear();
        if self.edits.len() > EDITS {
            self.edits.remove(0);
        }
        Ok(())
    }

    pub(super) fn unedit(&mut self, back: bool) {
        let from = if back { &mut self.edits } else { &mut self.unedited };
        let Some(record) = from.pop() else { return };
        let now = self.seen();
        let to = if back { &mut self.unedited } else { &mut self.edits };
        to.push(now);
        let players = record.start().players();
        self.begin(record, people(players), None);
    }

    /// The game or the position that is seen in a format.
    pub(super) fn export(&self, format: &str) -> Result<String, Refusal> {
        if format == "json" {
            return Ok(self.saved(Instant::now()));
        }
        let entry = notation::Entry { id: None, line: 1, record: self.seen() };
        entry.write(format).map_err(|error| Refusal::new("export", error))
    }

    /// The game as it is kept.
    fn saved(&self, now: Instant) -> String {
        let mut object: Value =
            serde_json::from_str(&notation::write_json(Some(&self.name), &self.record)).unwrap_or_default();
        object["seats"] = json!(self.seats);
        if let Some(clock) = self.clock {
            object["clock"] = json!(clock);
            let last = self.record.moves().len();
            let left = if self.at == last { self.left_now(now) } else { self.left[last].clone() };
            object["left_ms"] = json!(left.iter().map(|left| left.as_millis() as u64).collect::<Vec<_>>());
        }
        if let Some(end) = self.end() {
            object["end"] = json!(end);
        }
        object.to_string()
    }

    pub(super) fn board(&self) -> Board {
        board(&self.record, self.at)
    }

    /// What there is to see now.
    pub(super) fn view(&self, thinking: Option<usize>, now: Instant) -> View {
        let left = self.left_now(now);
        View {
            board: self.board(),
            moves: self.record.moves().iter().map(Move::to_string).collect(),
            at: self.at,
            code: code(&self.record),
            seats: self.seats.clone(),
            clock: self.clock.map(|clock| ClockView {
                base_ms: clock.base_ms,
                increment_ms: clock.increment_ms,
                left_ms: left.iter().map(|left| left.as_millis() as u64).collect(),
                running: self.since.map(|_| self.turn()),
            }),
            paused: self.paused,
            end: self.end(),
            thinking,
            pace: self.pace.as_millis() as u64,
            undo: (self.back().is_some(), self.forth().is_some()),
            edits: (!self.edits.is_empty(), !self.unedited.is_empty()),
            saved: self.saved(now),
        }
    }
}

/// As many seats as players, and engines that there are.
fn check_seats(seats: &[Seat], players: usize) -> Result<(), Refusal> {
    if seats.len() != players {
        return Err(Refusal::new("seats", format!("this game has {players} seats")));
    }
    for seat in seats {
        if let Some(spec) = &seat.engine {
            engine(spec)?;
        }
        let long = seat.name.as_ref().is_some_and(|name| name.chars().count() > 60);
        if long || seat.millis.is_some_and(|millis| millis > 600_000) {
            return Err(Refusal::new(
                "seats",
                "a name has at most 60 letters, and a move takes at most ten minutes",
            ));
        }
    }
    Ok(())
}

/// The spec of a player that there is.
pub(super) fn engine(text: &str) -> Result<Spec, Refusal> {
    let refuse = |error: damier_search::SpecError| Refusal::new("spec", error.to_string());
    let spec: Spec = text.parse().map_err(refuse)?;
    players::build(&spec, 1 << 10).map_err(refuse)?;
    Ok(spec)
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::seq::IndexedRandom;

    use super::*;

    /// Something that a page could ask for, sensible or not.
    fn meddle(table: &mut Table, random: &mut Random, now: Instant) {
        let legal = table.seen().position().legal();
        let any = |random: &mut Random| random.random_range(0..40usize);
        let engine = Seat { engine: Some("walker".to_owned()), name: None, millis: None };
        let _ = match random.random_range(0..14) {
            0 => table.undo(),
            1 => table.redo(),
            2 => {
                table.go(any(random));
                Ok(())
            }
            3 => {
                table.pause(random.random());
                Ok(())
            }
            4 if random.random_range(0..5) == 0 => table.resign(now),
            5 => {
                table.check_flag(now);
                Ok(())
            }
            6 => table.edit(&Edit::Wall {
                wall: format!("{}{}h", (b'a' + any(random) as u8 % 11) as char, any(random)),
            }),
            7 => {
                table.unedit(random.random());
                Ok(())
            }
            8 => table.sit(vec![engine; random.random_range(1..5)]),
            9 if random.random_range(0..8) == 0 => {
                let clock = Some(Clock { base_ms: 1000 + any(random) as u64 * 100, increment_ms: 20 });
                let players = if random.random() { 2 } else { 4 };
                table.start((any(random) % 12, players, None), people(players), clock, None)
            }
            _ => match legal.choose(random) {
                Some(play) if table.to_think().is_some() => table.make(*play, now),
                Some(play) => table.play(&play.to_string(), now),
                None => Ok(()),
            },
        };
        table.run_clock(now);
    }

    #[test]
    fn whatever_is_asked_for_the_table_stays_in_order() {
        let mut random = Random::seed_from_u64(7);
        let mut now = Instant::now();
        let (mut over, mut moved) = (0, 0);
        for _ in 0..60 {
            let mut table = Table::new("1".to_owned(), Random::seed_from_u64(random.random()));
            for _ in 0..80 {
                now += Duration::from_millis(random.random_range(0..60));
                meddle(&mut table, &mut random, now);
                let view = table.view(None, now);
                assert!(view.at <= view.moves.len() && view.seats.len() == view.board.players.len());
                assert_eq!(
                    view.clock.as_ref().and_then(|clock| clock.running).is_some(),
                    table.clock.is_some() && table.is_live()
                );
                let moments = if table.clock.is_some() { view.moves.len() + 1 } else { 0 };
                assert_eq!(table.left.len(), moments);
                over += usize::from(view.end.is_some());
                moved = moved.max(view.moves.len());
                // What is kept comes back as it was.
                let mut other = Table::new("2".to_owned(), Random::seed_from_u64(1));
                other.load(&view.saved, &[]).expect("what was saved can be read");
                let again = other.view(None, now);
                assert_eq!((&again.moves, &again.seats, again.end), (&view.moves, &view.seats, view.end));
                assert_eq!(again.saved, view.saved);
            }
        }
        assert!(over > 20 && moved > 20, "{over} {moved}");
    }

    #[test]
    fn a_clock_counts_for_who_is_to_move_and_comes_back_with_undo() {
        let mut table = Table::new("1".to_owned(), Random::seed_from_u64(1));
        let clock = Some(Clock { base_ms: 10_000, increment_ms: 1_000 });
        table.start((9, 2, None), people(2), clock, None).unwrap();
        let (began, after) = (Instant::now(), |seconds| Duration::from_secs(seconds));
        let left =
            |table: &Table, now| table.view(None, now).clock.map(|clock| clock.left_ms).unwrap_or_default();
        table.run_clock(began);
        assert_eq!(left(&table, began + after(2)), [8_000, 10_000]);
        table.play("e2", began + after(3)).unwrap();
        table.run_clock(began + after(3));
        assert_eq!(left(&table, began + after(4)), [8_000, 9_000]);
        assert_eq!(table.flag(), Some(began + after(13)));
        table.undo().unwrap();
        table.run_clock(began + after(5));
        // Looking back costs nothing.
        assert_eq!(left(&table, began + after(60)), [10_000, 10_000]);
        table.redo().unwrap();
        table.run_clock(began + after(60));
        table.check_flag(began + after(69));
        assert_eq!(table.end(), None);
        table.check_flag(began + after(70));
        assert_eq!(table.end(), Some(End { winner: Some(0), why: EndWhy::Time, by: Some(1) }));
    }
}
