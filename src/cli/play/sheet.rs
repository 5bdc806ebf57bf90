//! What lies over the table for a while: the help, the levels, the opponents.

use serde_json::json;

use super::canvas::{Canvas, Ink};
use super::keys::Act;
use super::table::{FILE, OWN, Table, Wish, nothing, want};
use crate::server::wire::Seat;

/// What lies over the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sheet {
    None,
    Help,
    /// A set of levels, by its place among the sets, and the level that is looked at.
    Levels(usize, usize),
    /// Who may sit across the board.
    Opponents(usize),
}

/// A page of a list.
const PAGE: usize = 10;

/// Another place in a list, as a key says.
fn stepped(at: usize, last: usize, act: Act) -> usize {
    match act {
        Act::Way('N') => at.saturating_sub(1),
        Act::Way('S') => (at + 1).min(last),
        Act::Page(false) => at.saturating_sub(PAGE),
        Act::Page(true) => (at + PAGE).min(last),
        Act::Restart => 0,
        Act::End => last,
        _ => at.min(last),
    }
}

impl Table {
    /// A key while a sheet lies over the table.
    pub(super) fn take_on_sheet(&mut self, act: Act) -> Wish {
        let sheet = std::mem::replace(&mut self.sheet, Sheet::None);
        match (sheet, act) {
            (Sheet::None | Sheet::Help, _) | (_, Act::Escape | Act::Leave) => nothing(),
            (Sheet::Opponents(at), Act::Enter) => {
                let chosen = self.opponents().into_iter().nth(at);
                chosen.map_or_else(nothing, |(_, engine)| {
                    want(json!({"type": "seats", "seats": self.seats(engine.as_deref(), false)}))
                })
            }
            (Sheet::Opponents(at), act) => {
                let last = self.opponents().len().saturating_sub(1);
                self.sheet = Sheet::Opponents(stepped(at, last, act));
                nothing()
            }
            (Sheet::Levels(set, at), act) => self.take_on_levels(set, at, act),
        }
    }

    /// Any key closes the help, whatever it means elsewhere.
    pub(super) fn close_help(&mut self) {
        if self.sheet == Sheet::Help {
            self.sheet = Sheet::None;
        }
    }

    fn take_on_levels(&mut self, set: usize, at: usize, act: Act) -> Wish {
        let sets: Vec<String> = self.sets().into_iter().map(str::to_owned).collect();
        let Some(name) = sets.get(set) else { return nothing() };
        let levels = self.levels.get(name).map_or(0, Vec::len);
        let other = match act {
            Act::Way('E') | Act::Cycle(true) => Some((set + 1) % sets.len()),
            Act::Way('W') | Act::Cycle(false) => Some((set + sets.len() - 1) % sets.len()),
            _ => None,
        };
        match (act, other) {
            (Act::Levels, _) => nothing(),
            (Act::Enter, _) => want(self.level(name, at)),
            (_, Some(other)) => {
                self.sheet = Sheet::Levels(other, 0);
                nothing()
            }
            (Act::Unsolved, _) => {
                let list = self.levels.get(name).map_or(&[][..], Vec::as_slice);
                let around = (1..=list.len()).map(|step| (at + step) % list.len());
                let found = around.into_iter().find(|&index| !self.solved.contains(&list[index].code));
                self.sheet = Sheet::Levels(set, found.unwrap_or(at));
                nothing()
            }
            _ => {
                self.sheet = Sheet::Levels(set, stepped(at, levels.saturating_sub(1), act));
                nothing()
            }
        }
    }

    /// Who may sit across the board: a name, and the spec that plays.
    pub(super) fn opponents(&self) -> Vec<(String, Option<String>)> {
        let levels = self.info.iter().flat_map(|info| &info.levels);
        let mut list: Vec<_> =
            levels.map(|level| (level.name.to_owned(), Some(level.spec.clone()))).collect();
        list.push(("a person at the same keys".to_owned(), None));
        list
    }

    /// Who sits there now, by the place in that list.
    pub(super) fn opponent(&self) -> usize {
        let table = self.view.as_ref().and_then(|view| view.table.as_ref());
        let engine = table.and_then(|table| table.seats.iter().find_map(|seat| seat.engine.clone()));
        self.opponents().iter().position(|(_, spec)| *spec == engine).unwrap_or(0)
    }

    /// The seats with this engine in all but one: that of the person who sits there or, with `turn`, of whose turn it is.
    pub(super) fn seats(&self, engine: Option<&str>, turn: bool) -> Vec<Seat> {
        let Some(view) = &self.view else { return Vec::new() };
        let Some(table) = &view.table else { return Vec::new() };
        let sits = table.seats.iter().position(|seat| seat.engine.is_none()).filter(|_| !turn);
        let person = sits.unwrap_or(view.scene.turn);
        let seat = |(at, old): (usize, &Seat)| Seat {
            engine: engine.filter(|_| at != person).map(str::to_owned),
            ..old.clone()
        };
        table.seats.iter().enumerate().map(seat).collect()
    }
}

/// Draws the sheet over the page.
pub(super) fn draw(page: &mut Canvas, table: &Table) {
    match table.sheet {
        Sheet::None => {}
        Sheet::Help => help(page, table),
        Sheet::Levels(set, at) => levels(page, table, set, at),
        Sheet::Opponents(at) => {
            let list: Vec<_> = table.opponents().into_iter().map(|(name, _)| (' ', name)).collect();
            list_of(page, "Play against", "↑ ↓ choose  Enter begin  Esc back", &list, at);
        }
    }
}

fn levels(page: &mut Canvas, table: &Table, set: usize, at: usize) {
    let sets = table.sets();
    let Some(&name) = sets.get(set) else { return };
    let list = table.levels.get(name).map_or(&[][..], Vec::as_slice);
    let solved = |code: &String| table.solved.contains(code);
    let done = list.iter().filter(|level| solved(&level.code)).count();
    let info = table.info.as_ref().and_then(|info| info.sets.iter().find(|item| item.name == name));
    let title = set_title(table, name);
    let by = info.map_or(String::new(), |item| format!(", by {}", item.author));
    let head = format!("{title}{by}: {done} of {} solved", list.len());
    let rows: Vec<_> = (list.iter().zip(1..))
        .map(|(level, number): (_, usize)| {
            let sign = if solved(&level.code) { '✓' } else { ' ' };
            (sign, format!("{number:>4}  {}", level.title.as_deref().unwrap_or("")))
        })
        .collect();
    let keys = if sets.len() > 1 {
        "↑ ↓ choose  ← → another set  m next unsolved  Enter play  Esc back"
    } else {
        "↑ ↓ choose  m next unsolved  Enter play  Esc back"
    };
    list_of(page, &head, keys, &rows, at);
}

/// What a set is called.
pub(super) fn set_title<'a>(table: &'a Table, name: &'a str) -> &'a str {
    let info = table.info.as_ref().and_then(|info| info.sets.iter().find(|item| item.name == name));
    match name {
        OWN => "Your own levels",
        FILE => "The file",
        _ => info.map_or(name, |item| item.title),
    }
}

/// A list to choose from, over the whole page.
fn list_of(page: &mut Canvas, head: &str, keys: &str, rows: &[(char, String)], at: usize) {
    let (width, height) = (page.width, page.height);
    page.clear(0, 0, width, height);
    page.text(1, 0, width, head, Ink::BOLD);
    let seen = height.saturating_sub(4).max(1);
    let first = at.saturating_sub(seen / 2).min(rows.len().saturating_sub(seen));
    for (line, (index, (sign, text))) in rows.iter().enumerate().skip(first).take(seen).enumerate() {
        let ink = if index == at { Ink::PLAIN.reverse() } else { Ink::PLAIN };
        page.put(1, line + 2, if index == at { '>' } else { ' ' }, Ink::BOLD);
        page.put(3, line + 2, *sign, Ink::BOLD);
        page.text(5, line + 2, width, text, ink);
    }
    page.text(1, height.saturating_sub(1), width, keys, Ink::DIM);
}

/// The keys that the game has, each with what it does.
pub(super) fn keys(table: &Table) -> Vec<(&'static str, &'static str)> {
    let (versus, choose) = (table.is_versus(), table.looks.choose);
    let plans = !versus;
    let has_levels = !table.sets().is_empty();
    let all: [(bool, &str, &str); 20] = [
        (choose, "1…8, Tab, Shift+letter", "choose a piece"),
        (
            true,
            "← ↑ ↓ →",
            if choose {
                "slide it"
            } else if versus {
                "step"
            } else {
                "move"
            },
        ),
        (plans && !choose, "w a s d", "move, as the arrows do"),
        (versus, "w", "place a wall, or do not"),
        (versus, "arrows, r or space, Enter", "move the wall, turn it, place it"),
        (true, "u, y", "undo, redo"),
        (true, "Ctrl+Z, Ctrl+Y", "the same; at the ends, the board before and after"),
        (plans && table.looks.unit != "moves", "U, Y", "back to before a push, on to after one"),
        (plans, "r, Home", "restart"),
        (versus, "Home", "look at the start"),
        (true, "End", "to the last move"),
        (true, ", .", "look a move back or forward"),
        (true, "h", "a hint, and one more"),
        (true, "n", if versus { "a new game" } else { "the next board" }),
        (plans, "N", "a new board, made at random"),
        (has_levels, "l", "the levels, and which are solved"),
        (has_levels, "p, m", "the level before; the next unsolved one"),
        (versus, "o", "play against another engine, or a person"),
        (versus, "space", "pause, or go on"),
        (true, "q", "leave: the board is there when you come back"),
    ];
    all.into_iter().filter(|(has, ..)| *has).map(|(_, key, does)| (key, does)).collect()
}

fn help(page: &mut Canvas, table: &Table) {
    let (width, height) = (page.width, page.height);
    page.clear(0, 0, width, height);
    page.text(1, 0, width, table.looks.goal, Ink::BOLD);
    for (line, (key, does)) in keys(table).into_iter().enumerate() {
        let end = page.text(1, line + 2, width, &format!("{key:<27}"), Ink::BOLD);
        page.text(end, line + 2, width, does, Ink::PLAIN);
    }
    page.clear(0, height.saturating_sub(1), width, 1);
    page.text(1, height.saturating_sub(1), width, "any key goes back", Ink::DIM);
}
