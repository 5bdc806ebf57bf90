//! A table on paper: what is written to the store after every change, what comes back from it, and what undo brings back.
//!
//! A session has three documents: `sitting` (the table with its whole history, and how far each page's intentions were carried out),
//! `undo` (the tables before and after this one) and, once something is solved or over, a `result`. They are compared with what was
//! written last, so that no place where a session changes has to think of the store.

use std::time::{Duration, Instant};

use damier_kit::{Refusal, refuse};
use damier_store::{Change, Document, Place};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::contest::Contest;
use super::history::History;
use super::levels::OWN;
use super::seats::{SavedSeats, Seats};
use super::session::{Session, read};
use super::wire::Seat;

/// What a session writes and reads.
pub(super) const SITTING: &str = "sitting";
pub(super) const UNDO: &str = "undo";
pub(super) const RESULT: &str = "result";
pub(super) const PROGRESS: &str = "progress";
pub(super) const SET: &str = "set";

/// What a page may keep by itself, and how long the name of it may be: that of a level is its code.
const PAGE_KINDS: [&str; 5] = ["setting", PROGRESS, "game", "board", "heuristic"];
const LONGEST_ID: usize = 16 << 10;
/// What a page is told of when it comes.
pub(super) const TOLD_KINDS: [&str; 6] = ["setting", PROGRESS, "game", "board", "heuristic", RESULT];

/// As many pages are remembered by the number of their last intention.
const PAGES: usize = 16;
/// As many replacements and edits can be undone.
const TABLES: usize = 200;
/// And as many letters may they have together.
const LETTERS: usize = 1 << 20;

/// A table: where it began, what was done since, and who plays.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct SavedTable {
    /// The start, as in an address and in full.
    code: String,
    text: String,
    moves: Vec<String>,
    at: usize,
    seed: Option<u64>,
    level: Option<(String, usize)>,
    seats: Option<SavedSeats>,
    contest: Option<Contest>,
    #[serde(default)]
    story: Story,
}

/// How a table came to be where it is: what a result tells besides the moves.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Story {
    /// What it is called among the results.
    pub(super) name: String,
    /// What it was set up for, such as the puzzle of a day.
    pub(super) occasion: Option<String>,
    /// Steps up the ladder of hints that were taken.
    pub(super) hints: u32,
    /// Whether a whole solution was shown.
    pub(super) shown: bool,
    /// Whether its last move was made here by hand, or by an engine that played along.
    pub(super) played: bool,
    /// How long it was looked at while it was not over.
    pub(super) spent_ms: u64,
}

/// All that a session needs to go on.
#[derive(Serialize, Deserialize)]
struct Sitting {
    table: SavedTable,
    stay: bool,
    tempo_ms: u64,
    /// The number of the last intention of each page that was carried out.
    applied: Vec<(String, u64)>,
}

/// The tables that undo and redo bring back.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Tables {
    pub(super) before: Vec<SavedTable>,
    pub(super) after: Vec<SavedTable>,
}

/// What was written last.
#[derive(Default)]
pub(super) struct Written {
    sitting: String,
    undo: String,
    result: String,
    /// Whether the tables of undo may have changed since then.
    pub(super) tables_changed: bool,
}

impl SavedTable {
    fn letters(&self) -> usize {
        self.code.len() + self.text.len() + self.moves.iter().map(|step| step.len() + 4).sum::<usize>()
    }
}

impl Tables {
    /// Another table takes the place of this one.
    pub(super) fn push(&mut self, table: SavedTable) {
        self.after.clear();
        self.before.push(table);
        let mut letters = 0;
        let kept = self.before.iter().rev().take_while(|table| {
            letters += table.letters();
            letters <= LETTERS
        });
        let first = self.before.len() - kept.count().clamp(1, TABLES);
        self.before.drain(..first);
    }
}

impl Session {
    /// The table as it is.
    pub(super) fn table(&self, now: Instant) -> SavedTable {
        let history = &self.history;
        SavedTable {
            code: history.code().to_owned(),
            text: history.text(self.game).to_owned(),
            moves: history.moves().to_vec(),
            at: history.at(),
            seed: self.seed,
            level: self.level.clone(),
            seats: self.seats.as_ref().map(|seats| seats.save(history, now)),
            contest: self.contest.clone(),
            story: Story { spent_ms: self.spent(now).as_millis() as u64, ..self.story.clone() },
        }
    }

    /// Puts a table back that was here before.
    pub(super) fn set_table(&mut self, table: SavedTable, now: Instant) -> Result<(), Refusal> {
        let whole = read(self.game, &table.text).ok().filter(|start| start.code() == table.code);
        let start = whole.map_or_else(|| read(self.game, &table.code), Ok)?;
        let mut history = History::of(start, &table.moves, &mut self.random)?;
        history.go(table.at);
        self.begin(history, table.seed);
        self.level = table.level.or(self.level.take());
        if let (Some(saved), Some(_)) = (table.seats, &self.seats) {
            self.seats = Some(Seats::load(self.game, saved, &self.history)?);
        }
        self.contest = table.contest;
        self.story = table.story;
        self.since = Some(now);
        Ok(())
    }

    /// How long the table has been looked at.
    pub(super) fn spent(&self, now: Instant) -> Duration {
        let earlier = Duration::from_millis(self.story.spent_ms);
        let open = self.since.filter(|_| !self.history.last().is_over());
        earlier + open.map_or(Duration::ZERO, |since| now.saturating_duration_since(since))
    }

    /// Takes up what was kept of this session; what cannot be read is left where it is, and the session begins anew.
    pub(super) fn take_up(&mut self, documents: &[Document], now: Instant) {
        let of = |kind: &str, id: &str| {
            let found = documents.iter().find(|one| one.place.kind == kind && one.place.id == id);
            found.map(|document| document.value.get())
        };
        let own = of(SET, OWN).and_then(|value| serde_json::from_str::<String>(value).ok());
        if let Some(text) = own {
            let _ = self.levels.bring(&text);
        }
        for document in documents.iter().filter(|document| document.place.kind == PROGRESS) {
            self.learn_solved(&document.place.id, Some(document.value.get()));
        }
        if let Some(tables) = of(UNDO, "").and_then(|value| serde_json::from_str(value).ok()) {
            self.tables = tables;
        }
        let Some(kept) = of(SITTING, "") else { return };
        let Ok(sitting) = serde_json::from_str::<Sitting>(kept) else { return };
        if self.set_table(sitting.table, now).is_ok() {
            self.stay = sitting.stay;
            self.tempo = Duration::from_millis(sitting.tempo_ms);
            self.applied = sitting.applied;
        }
    }

    /// What is known of a level, or that nothing is.
    fn learn_solved(&mut self, code: &str, value: Option<&str>) {
        match value.and_then(|value| serde_json::from_str(value).ok()) {
            Some(solved) => drop(self.solved.insert(code.to_owned(), solved)),
            None => drop(self.solved.remove(code)),
        }
    }

    /// Keeps a document that the page brings.
    pub(super) fn keep(
        &mut self,
        kind: &str,
        id: &str,
        value: Option<String>,
        shared: bool,
    ) -> Result<(), Refusal> {
        // No database keeps a NUL in a name: one would hold up all that is written with it.
        if !PAGE_KINDS.contains(&kind) || id.len() > LONGEST_ID || id.contains('\0') {
            let kind = damier_kit::excerpt(kind);
            return Err(refuse!(
                "server.keep",
                "a page keeps nothing of the kind '{kind}' under this name",
                kind = kind
            ));
        }
        if kind == PROGRESS {
            self.learn_solved(id, value.as_deref());
        }
        let game = if shared { "" } else { self.game.name() };
        self.notes.push(Change { place: Place::new(&self.id, kind, game, id), value });
        Ok(())
    }

    /// The number of the last intention of a page that was carried out.
    pub(super) fn applied(&self, page: &str) -> u64 {
        self.applied.iter().find(|(other, _)| other == page).map_or(0, |(_, number)| *number)
    }

    /// An intention of a page was carried out, or refused.
    pub(super) fn apply(&mut self, page: &str, number: u64) {
        self.applied.retain(|(other, _)| other != page);
        self.applied.push((page.to_owned(), number));
        let first = self.applied.len().saturating_sub(PAGES);
        self.applied.drain(..first);
    }

    fn place(&self, kind: &str, id: &str) -> Place {
        Place::new(&self.id, kind, self.game.name(), id)
    }

    /// What is not written yet. It counts as written unless [`Session::not_written`] is told.
    pub(super) fn unwritten(&mut self, now: Instant) -> Vec<Change> {
        let mut sitting = Sitting {
            table: self.table(now),
            stay: self.stay,
            tempo_ms: self.tempo.as_millis() as u64,
            applied: self.applied.clone(),
        };
        // Time that passes is no change: it is written with the next one.
        let spent = std::mem::take(&mut sitting.table.story.spent_ms);
        let timeless = serde_json::to_string(&sitting).unwrap_or_default();
        let mut changes = std::mem::take(&mut self.notes);
        if timeless != self.written.sitting {
            sitting.table.story.spent_ms = spent;
            let value = serde_json::to_string(&sitting).ok();
            changes.push(Change { place: self.place(SITTING, ""), value });
            self.written.sitting = timeless;
        }
        if std::mem::take(&mut self.written.tables_changed) {
            let tables = json!(self.tables).to_string();
            if tables != self.written.undo {
                changes.push(Change { place: self.place(UNDO, ""), value: Some(tables.clone()) });
                self.written.undo = tables;
            }
        }
        if let Some(result) = self.result(now) {
            let text = result.to_string();
            if text != self.written.result {
                changes
                    .push(Change { place: self.place(RESULT, &self.story.name), value: Some(text.clone()) });
                changes.extend(self.progress());
                self.written.result = text;
            }
        }
        changes
    }

    /// What was given by [`Session::unwritten`] could not be kept; it is given again.
    pub(super) fn not_written(&mut self) {
        self.written = Written { tables_changed: true, ..Written::default() };
    }

    /// Another document of this visitor and game, to be written with the next change.
    pub(super) fn note(&mut self, kind: &str, id: &str, value: Option<String>) {
        self.notes.push(Change { place: self.place(kind, id), value });
    }

    /// What came of the table, once it is over by what was done here.
    fn result(&self, now: Instant) -> Option<Value> {
        let (history, story) = (&self.history, &self.story);
        let end = self.seats.as_ref().and_then(|seats| seats.end(history));
        let solved = self.seats.is_none() && history.last().is_over();
        if !story.played || history.moves().is_empty() || (end.is_none() && !solved) {
            return None;
        }
        let start = history.start();
        let cost = history.moves().iter().filter(|step| start.is_weighty(step)).count();
        let seats: Option<&[Seat]> = self.seats.as_ref().map(|seats| &seats.players[..]);
        Some(json!({
            "code": history.code(),
            "title": self.title(),
            "level": self.level,
            "variant": start.variant(),
            "moves": history.moves().len(),
            "cost": cost,
            "optimum": self.rating().and_then(|rating| rating.optimum),
            "seconds": self.spent(now).as_secs_f64().round(),
            "hints": story.hints,
            "shown": story.shown,
            "occasion": story.occasion,
            "end": end,
            "seats": seats,
        }))
    }

    /// What is known of the level on the table from now on: its cheapest and its shortest way, unless somebody else has found it.
    fn progress(&mut self) -> Option<Change> {
        let start = self.history.start();
        if self.seats.is_some() || start.variant().is_some() {
            return None;
        }
        let code = self.history.code().to_owned();
        let moves = self.history.moves();
        let cost = moves.iter().filter(|step| start.is_weighty(step)).count();
        let way = Way { cost, moves: moves.len(), text: spelt(moves) };
        let shown = self.story.shown;
        let known = self.solved.entry(code.clone()).or_default();
        let before = known.clone();
        if shown {
            known.seen = true;
        } else {
            known.take(way);
        }
        let value = (*known != before).then(|| json!(known).to_string())?;
        Some(Change { place: self.place(PROGRESS, &code), value: Some(value) })
    }
}

/// A solution, with what it costs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Way {
    cost: usize,
    moves: usize,
    text: String,
}

/// What is known of a level.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Solved {
    /// The way that costs least, and the one with the fewest moves.
    cheapest: Option<Way>,
    shortest: Option<Way>,
    /// Whether it was solved by a way that was shown.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    seen: bool,
    /// The proven optimum, once the page may know it.
    #[serde(skip_serializing_if = "Option::is_none")]
    optimum: Option<u32>,
}

impl Solved {
    fn take(&mut self, way: Way) {
        let better = |old: &Option<Way>, key: fn(&Way) -> (usize, usize)| {
            old.as_ref().is_none_or(|old| key(&way) < key(old))
        };
        let cheaper = better(&self.cheapest, |way| (way.cost, way.moves));
        let shorter = better(&self.shortest, |way| (way.moves, way.cost));
        if cheaper {
            self.cheapest = Some(way.clone());
        }
        if shorter {
            self.shortest = Some(way);
        }
    }
}

/// Moves as an address writes them: letters one after the other, words with dots between them.
fn spelt(moves: &[String]) -> String {
    let letters = moves.iter().all(|step| step.chars().count() == 1);
    moves.join(if letters { "" } else { "." })
}
