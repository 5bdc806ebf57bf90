//! What a terminal knows of the table, and what each key wants of it. It holds no rules: it shows what it hears, and wants what a page would
//! want.

use std::collections::{HashMap, HashSet};

use damier_kit::{Looks, Mark, Scene, SceneMove, Why};
use damier_lab::Game;
use serde_json::{Value, json};

use super::keys::{Act, Context};
use super::sheet::Sheet;
use crate::server::wire::{
    GameInfo, Hint, Job, KeptItem, LevelItem, Message, Progress, Rating, Thought, View,
};

/// The visitor's own set of levels.
pub(super) const OWN: &str = "own";
/// The levels of the file that was named. The server does not know of them: each is brought to the table as it is.
pub(super) const FILE: &str = "file";

/// The table as it was heard of.
pub(super) struct Table {
    pub(super) game: Game,
    pub(super) looks: &'static Looks,
    pub(super) info: Option<Box<GameInfo>>,
    pub(super) view: Option<Box<View>>,
    pub(super) moves: Vec<String>,
    weighty: Vec<usize>,
    /// The piece that is chosen.
    pub(super) selected: usize,
    /// Which piece went where in the last move.
    pub(super) trail: Option<(usize, Vec<u16>)>,
    /// What is about to be placed, and why it cannot be.
    pub(super) ghost: Option<Mark>,
    pub(super) why: Option<Why>,
    /// Moves that one arrow may mean.
    pub(super) choice: Vec<SceneMove>,
    pub(super) hint: Option<Hint>,
    pub(super) rating: Option<Rating>,
    pub(super) busy: Option<Job>,
    pub(super) progress: Option<Progress>,
    pub(super) thought: Option<Thought>,
    /// What was said last, and whether something was refused.
    pub(super) said: Option<(String, bool)>,
    pub(super) levels: HashMap<String, Vec<LevelItem>>,
    /// The texts of the levels of the file.
    pub(super) texts: Vec<String>,
    /// Why nothing is kept, if nothing is.
    pub(super) not_kept: Option<String>,
    /// The codes of the levels that were solved.
    pub(super) solved: HashSet<String>,
    pub(super) sheet: Sheet,
}

/// What comes of a key.
#[derive(Debug, PartialEq)]
pub(super) enum Wish {
    /// These are wanted, one after the other.
    Intents(Vec<Value>),
    /// To go away; by force or not.
    Leave(bool),
    Redraw,
}

pub(super) fn want(intent: Value) -> Wish {
    Wish::Intents(vec![intent])
}

pub(super) fn nothing() -> Wish {
    Wish::Intents(Vec::new())
}

impl Table {
    pub(super) fn new(game: Game) -> Self {
        Table {
            game,
            looks: game.kit.looks(),
            info: None,
            view: None,
            moves: Vec::new(),
            weighty: Vec::new(),
            selected: 0,
            trail: None,
            ghost: None,
            why: None,
            choice: Vec::new(),
            hint: None,
            rating: None,
            busy: None,
            progress: None,
            thought: None,
            said: None,
            levels: HashMap::new(),
            texts: Vec::new(),
            not_kept: None,
            solved: HashSet::new(),
            sheet: Sheet::None,
        }
    }

    pub(super) fn scene(&self) -> Option<&Scene> {
        self.view.as_ref().map(|view| view.scene.as_ref())
    }

    /// Whether it is played by adversaries.
    pub(super) fn is_versus(&self) -> bool {
        self.view.as_ref().is_some_and(|view| view.table.is_some())
    }

    pub(super) fn at(&self) -> usize {
        self.view.as_ref().map_or(0, |view| view.history.at)
    }

    /// Whether nothing is left to do.
    pub(super) fn is_over(&self) -> bool {
        let ended = |view: &View| match &view.table {
            Some(table) => table.end.is_some(),
            None => view.scene.solved,
        };
        self.view.as_ref().is_some_and(|view| ended(view))
    }

    /// Whether the person at the keys is to move.
    pub(super) fn may_move(&self) -> bool {
        let Some(view) = &self.view else { return false };
        let person = |table: &crate::server::wire::Table| {
            !table.paused && table.seats.get(view.scene.turn).is_some_and(|seat| seat.engine.is_none())
        };
        !self.is_over() && view.table.as_ref().is_none_or(person)
    }

    pub(super) fn context(&self) -> Context<'_> {
        Context {
            scene: self.scene(),
            choose: self.looks.choose,
            placing: self.ghost.is_some(),
            versus: self.is_versus(),
        }
    }

    /// The names of the sets of levels that there are.
    pub(super) fn sets(&self) -> Vec<&str> {
        let shipped = self.info.iter().flat_map(|info| info.sets.iter().map(|set| set.name));
        let brought = [OWN, FILE]
            .into_iter()
            .filter(|&set| self.levels.get(set).is_some_and(|levels| !levels.is_empty()));
        shipped.chain(brought).collect()
    }

    /// The set that the board on the table is a level of, and its place there.
    pub(super) fn place_in_set(&self) -> Option<(String, usize)> {
        let view = self.view.as_ref()?;
        let file =
            self.levels.get(FILE).and_then(|levels| levels.iter().position(|level| level.code == view.code));
        file.map(|index| (FILE.to_owned(), index)).or_else(|| view.level.clone())
    }

    /// What brings a level to the table.
    pub(super) fn level(&self, set: &str, index: usize) -> Value {
        match self.texts.get(index) {
            Some(text) if set == FILE => json!({"type": "load", "text": text}),
            _ => json!({"type": "level", "set": set, "index": index}),
        }
    }

    // ---- What is heard.

    /// What happened at once is heard together.
    pub(super) fn hear(&mut self, messages: Vec<Message>) {
        let mut slid = None;
        for message in messages {
            match message {
                Message::Slide { piece, path, .. } => slid = Some((piece, path)),
                Message::View(view) => self.see(view, slid.take()),
                other => self.hear_other(other),
            }
        }
    }

    fn see(&mut self, view: Box<View>, slid: Option<(usize, Vec<u16>)>) {
        let part = &view.history;
        self.moves.truncate(part.keep);
        self.moves.extend(part.more.iter().cloned());
        self.weighty.retain(|&at| at < part.keep);
        self.weighty.extend(&part.weighty);
        let before = self.view.as_ref().map(|view| (view.code.as_str(), view.history.at));
        let other = before.is_none_or(|(code, _)| code != view.code);
        if before != Some((view.code.as_str(), part.at)) {
            self.hint = None;
            self.trail = slid.map(|(piece, mut path)| {
                path.pop();
                (piece, path)
            });
        }
        if other {
            self.rating = None;
            self.ghost = None;
            let aim = view.scene.targets.iter().find(|target| target.active).and_then(|target| target.piece);
            self.selected = aim.unwrap_or(self.selected.min(view.scene.pieces.len().saturating_sub(1)));
        }
        self.choice.clear();
        self.why = None;
        self.thought = None;
        self.view = Some(view);
        if !self.may_move() {
            self.ghost = None;
        }
    }

    fn hear_other(&mut self, message: Message) {
        match message {
            Message::Hello { game, .. } => self.info = Some(game),
            Message::Kept { documents } => documents.into_iter().for_each(|document| self.learn(document)),
            Message::Keeping { kept, why } => {
                self.not_kept = why.filter(|_| !kept).map(|why| sentence(&why.to_string()));
            }
            Message::Levels { set, levels } => drop(self.levels.insert(set, levels)),
            Message::Busy { job } => {
                self.busy = job;
                self.progress = None;
            }
            Message::Progress(progress) => self.progress = Some(progress),
            Message::Rating(rating) => self.rating = Some(rating),
            Message::Hint(hint) => self.hint = Some(hint),
            Message::Thinking(thought) => self.thought = Some(thought),
            Message::Why { why, .. } => self.why = why,
            Message::Error { refusal, .. } => self.said = Some((sentence(&refusal.to_string()), true)),
            _ => {}
        }
    }

    /// A document of the store: which levels were solved.
    fn learn(&mut self, document: KeptItem) {
        let value = document.value.and_then(|value| serde_json::from_str::<Value>(value.get()).ok());
        let Some(value) = value.filter(|_| document.kind == "progress") else { return };
        if value["cheapest"].is_object() {
            self.solved.insert(document.id);
        } else {
            self.solved.remove(&document.id);
        }
    }

    fn refuse(&mut self, words: impl Into<String>) -> Wish {
        self.said = Some((words.into(), true));
        nothing()
    }

    // ---- What is wanted.

    /// What a key comes to.
    pub(super) fn take(&mut self, act: Act) -> Wish {
        match act {
            Act::Interrupt => return Wish::Leave(true),
            Act::Redraw => return Wish::Redraw,
            _ => {}
        }
        if self.sheet != Sheet::None {
            return self.take_on_sheet(act);
        }
        self.said = None;
        match act {
            Act::Leave => Wish::Leave(false),
            Act::Help => self.open(Sheet::Help),
            Act::Way(way) => self.go(way),
            Act::Choose(piece) => self.choose(piece),
            Act::Cycle(on) => {
                let pieces = self.scene().map_or(0, |scene| scene.pieces.len());
                let step = if on { 1 } else { pieces.saturating_sub(1) };
                if self.looks.choose && pieces > 0 {
                    return self.choose((self.selected + step) % pieces);
                }
                nothing()
            }
            Act::Undo => self.undo(true, false),
            Act::Redo => self.undo(false, false),
            Act::UndoAll => self.undo(true, true),
            Act::RedoAll => self.undo(false, true),
            Act::UndoHeavy | Act::RedoHeavy if self.is_versus() => nothing(),
            Act::UndoHeavy => {
                let at = self.at();
                let to = self.weighty.iter().rev().find(|&&heavy| heavy < at).copied();
                to.map_or_else(|| self.undo(true, false), |to| want(json!({"type": "go", "at": to})))
            }
            Act::RedoHeavy => {
                let at = self.at();
                let to = self.weighty.iter().find(|&&heavy| heavy >= at).map(|heavy| heavy + 1);
                to.map_or_else(|| self.undo(false, false), |to| want(json!({"type": "go", "at": to})))
            }
            Act::Look(on) => {
                let at = if on { self.at() + 1 } else { self.at().saturating_sub(1) };
                want(json!({"type": "go", "at": at.min(self.moves.len())}))
            }
            Act::Restart => want(json!({"type": "go", "at": 0})),
            Act::End => want(json!({"type": "go", "at": self.moves.len()})),
            Act::Hint => self.ask_hint(),
            Act::Next => self.next(),
            Act::New => self.new_board(),
            Act::Previous => self.level_by(-1),
            Act::Unsolved => self.unsolved(),
            Act::Levels => self.open_levels(),
            Act::Opponent => self.open(Sheet::Opponents(self.opponent())),
            Act::Place => self.begin_placing(),
            Act::Turn => self.turn_ghost(),
            Act::Enter if self.ghost.is_some() => self.place(),
            Act::Enter if self.is_over() => self.next(),
            Act::Pause => self.pause(),
            Act::Escape => self.escape(),
            Act::Enter | Act::Page(_) | Act::Interrupt | Act::Redraw => nothing(),
        }
    }

    fn open(&mut self, sheet: Sheet) -> Wish {
        self.sheet = sheet;
        nothing()
    }

    fn choose(&mut self, piece: usize) -> Wish {
        if self.scene().is_some_and(|scene| piece < scene.pieces.len()) {
            self.selected = piece;
        }
        nothing()
    }

    /// An arrow: the chosen piece, the one that can, or what is placed goes there.
    fn go(&mut self, way: char) -> Wish {
        if self.ghost.is_some() {
            return self.shift(way);
        }
        if self.is_versus() {
            return self.walk(way);
        }
        let Some(scene) = self.scene() else { return nothing() };
        let fits = |step: &&SceneMove| {
            step.direction == Some(way) && (!self.looks.choose || step.piece == self.selected)
        };
        let (name, solved) = (scene.moves.iter().find(fits).map(|step| step.name.clone()), scene.solved);
        match name {
            Some(name) if !solved => want(json!({"type": "move", "move": name})),
            _ if solved => self.refuse("It is solved. n goes on, u takes a move back."),
            _ => self.refuse(format!("Nothing can move {} here.", word(way))),
        }
    }

    /// The piece whose turn it is goes along an arrow: straight, or beside it where something is jumped over.
    fn walk(&mut self, way: char) -> Wish {
        let Some(scene) = self.scene() else { return nothing() };
        if !self.may_move() {
            let waits =
                if self.is_over() { "The game is over. n begins another." } else { "It is not your turn." };
            return self.refuse(waits);
        }
        let width = scene.width as i32;
        let from = scene.pieces.get(scene.turn).map_or(0, |piece| i32::from(piece.cell));
        let (dx, dy) = match way {
            'N' => (0, -1),
            'E' => (1, 0),
            'S' => (0, 1),
            _ => (-1, 0),
        };
        let off = |step: &SceneMove| {
            let to = step.path.last().map_or(from, |&cell| i32::from(cell));
            (to % width - from % width, to / width - from / width)
        };
        let ahead = |step: &&SceneMove| !step.path.is_empty() && off(step).0 * dx + off(step).1 * dy > 0;
        let known = if self.choice.is_empty() { &scene.moves } else { &self.choice };
        let along: Vec<SceneMove> = known.iter().filter(ahead).cloned().collect();
        let straight = along.iter().find(|step| if dx == 0 { off(step).0 == 0 } else { off(step).1 == 0 });
        match (straight, along.as_slice()) {
            (Some(step), _) | (None, [step]) => want(json!({"type": "move", "move": step.name})),
            (None, []) => self.refuse(format!("There is no step {} from here.", word(way))),
            (None, _) => {
                let names = along.iter().map(|step| step.name.as_str()).collect::<Vec<_>>().join(" or ");
                self.said = Some((format!("Two ways to jump: {names}. Another arrow chooses."), false));
                self.choice = along;
                nothing()
            }
        }
    }

    /// To what can be placed: where it was last, or beside the piece whose turn it is.
    fn begin_placing(&mut self) -> Wish {
        if self.ghost.take().is_some() {
            self.why = None;
            return nothing();
        }
        if !self.may_move() {
            return self.refuse("It is not your turn.");
        }
        let Some(scene) = self.scene() else { return nothing() };
        let Some(first) = scene.moves.iter().find_map(|step| step.places.clone()) else {
            let stock = self.looks.stock;
            return self.refuse(format!("You have no {stock} left."));
        };
        let cell = usize::from(scene.pieces.get(scene.turn).map_or(0, |piece| piece.cell));
        let column = (cell % scene.width).min(scene.width.saturating_sub(2));
        let row = (cell / scene.width).max(1);
        let form = self.looks.marks.iter().find(|look| look.kind == first.kind).and_then(|look| look.form);
        self.ghost = Some(Mark { cell: (row * scene.width + column) as u16, form, ..first });
        self.doubt()
    }

    /// The name of what is about to be placed.
    fn ghost_name(&self) -> Option<String> {
        let (ghost, scene) = (self.ghost.as_ref()?, self.scene()?);
        let known = scene.moves.iter().find(|step| {
            let same = |mark: &Mark| mark.cell == ghost.cell && mark.form == ghost.form;
            step.places.as_ref().is_some_and(same)
        });
        let named = || Some((self.looks.cell?)(scene, ghost.cell) + ghost.form.unwrap_or_default());
        known.map(|step| step.name.clone()).or_else(named)
    }

    /// Whether what is about to be placed may lie there.
    pub(super) fn fits(&self) -> bool {
        let name = self.ghost_name();
        self.scene().is_some_and(|scene| scene.moves.iter().any(|step| Some(&step.name) == name.as_ref()))
    }

    /// Asks why it may not.
    fn doubt(&mut self) -> Wish {
        self.why = None;
        match self.ghost_name() {
            Some(name) if !self.fits() => want(json!({"type": "why", "move": name})),
            _ => nothing(),
        }
    }

    fn shift(&mut self, way: char) -> Wish {
        let Some((width, height)) = self.scene().map(|scene| (scene.width, scene.height)) else {
            return nothing();
        };
        let Some(ghost) = &mut self.ghost else { return nothing() };
        let (column, row) = (usize::from(ghost.cell) % width, usize::from(ghost.cell) / width);
        let (column, row) = match way {
            'N' => (column, row.saturating_sub(1).max(1)),
            'S' => (column, (row + 1).min(height.saturating_sub(1))),
            'E' => ((column + 1).min(width.saturating_sub(2)), row),
            _ => (column.saturating_sub(1), row),
        };
        ghost.cell = (row * width + column) as u16;
        self.doubt()
    }

    /// The next form of what is placed.
    fn turn_ghost(&mut self) -> Wish {
        let Some(ghost) = &mut self.ghost else { return nothing() };
        let forms: Vec<_> = self
            .looks
            .marks
            .iter()
            .filter(|look| look.kind == ghost.kind)
            .filter_map(|look| look.form)
            .collect();
        let now = forms.iter().position(|form| Some(*form) == ghost.form).unwrap_or(0);
        ghost.form = forms.get((now + 1) % forms.len().max(1)).copied().or(ghost.form);
        self.doubt()
    }

    fn place(&mut self) -> Wish {
        match self.ghost_name() {
            Some(name) if self.fits() => {
                self.ghost = None;
                want(json!({"type": "move", "move": name}))
            }
            _ => nothing(),
        }
    }

    /// Back, or forward: a move or, with `tables`, at an end of the history the table that was there before or after this one.
    fn undo(&mut self, back: bool, tables: bool) -> Wish {
        let Some(view) = &self.view else { return nothing() };
        let (kind, other) = if back { ("undo", view.edits.0) } else { ("redo", view.edits.1) };
        let able = match &view.table {
            Some(table) if back => table.undo.0,
            Some(table) => table.undo.1,
            None if back => self.at() > 0,
            None => self.at() < self.moves.len(),
        };
        if able {
            return want(json!({"type": kind}));
        }
        if other && tables {
            return want(json!({"type": "unedit", "back": back}));
        }
        self.refuse(match (back, other) {
            (true, true) => "There is nothing to undo. Ctrl+Z brings back the board before this one.",
            (true, false) => "There is nothing to undo.",
            (false, true) => "There is nothing to do again. Ctrl+Y brings back the board after this one.",
            (false, false) => "There is nothing to do again.",
        })
    }

    fn ask_hint(&mut self) -> Wish {
        if self.busy == Some(Job::Hint) {
            return nothing();
        }
        if !self.may_move() {
            return self.refuse("There is no hint now.");
        }
        want(json!({"type": "hint"}))
    }

    /// The next task, level, board or game.
    fn next(&mut self) -> Wish {
        let Some((versus, rounds)) = self.info.as_ref().map(|info| (info.parts.versus, info.parts.rounds))
        else {
            return nothing();
        };
        let (level, levels) = (self.place_in_set().is_some(), !self.sets().is_empty());
        if versus {
            self.new_game()
        } else if level {
            self.level_by(1)
        } else if rounds {
            want(json!({"type": "next"}))
        } else if levels {
            self.unsolved()
        } else {
            self.new_board()
        }
    }

    /// A game from the same start, with the same players.
    fn new_game(&self) -> Wish {
        let Some(view) = &self.view else { return nothing() };
        let seats = view.table.as_ref().map(|table| &table.seats);
        want(json!({"type": "new", "text": view.code, "seats": seats}))
    }

    /// A board that the game makes, or a game from the usual start.
    fn new_board(&self) -> Wish {
        let table = self.view.as_ref().and_then(|view| view.table.as_ref());
        want(json!({"type": "new", "seats": table.map(|table| &table.seats)}))
    }

    fn level_by(&mut self, by: isize) -> Wish {
        let Some((set, index)) = self.place_in_set() else {
            return self.refuse("This board is no level of a set. l shows the levels.");
        };
        let many = self.levels.get(&set).map_or(0, Vec::len);
        match index.checked_add_signed(by) {
            Some(index) if index < many => want(self.level(&set, index)),
            Some(_) => self.refuse("This is the last level. l shows all of them."),
            None => self.refuse("This is the first level."),
        }
    }

    /// The next level that was not solved, around the end.
    fn unsolved(&mut self) -> Wish {
        let here = self.place_in_set();
        let set = here
            .as_ref()
            .map(|(set, _)| set.clone())
            .or_else(|| self.sets().first().map(|&set| set.to_owned()));
        let Some(set) = set else { return self.refuse("This game has no levels.") };
        let Some(levels) = self.levels.get(&set) else { return nothing() };
        let first = here.map_or(0, |(_, index)| index + 1);
        let around = (0..levels.len()).map(|step| (first + step) % levels.len());
        let found = around.into_iter().find(|&index| !self.solved.contains(&levels[index].code));
        match found {
            Some(index) => want(self.level(&set, index)),
            None => self.refuse("All levels of this set are solved."),
        }
    }

    fn open_levels(&mut self) -> Wish {
        let sets = self.sets();
        if sets.is_empty() {
            return self.refuse("This game has no levels. n makes another board.");
        }
        let here = self.place_in_set();
        let set = here.as_ref().and_then(|(set, _)| sets.iter().position(|name| name == set));
        self.sheet = Sheet::Levels(set.unwrap_or(0), here.map_or(0, |(_, index)| index));
        nothing()
    }

    fn pause(&mut self) -> Wish {
        let paused =
            self.view.as_ref().and_then(|view| view.table.as_ref()).is_some_and(|table| table.paused);
        want(json!({"type": "pause", "paused": !paused}))
    }

    fn escape(&mut self) -> Wish {
        if self.ghost.take().is_some() || !self.choice.is_empty() {
            self.choice.clear();
            self.why = None;
            return nothing();
        }
        if self.busy.is_some() {
            return want(json!({"type": "cancel"}));
        }
        let aim = self.scene().and_then(|scene| scene.targets.iter().find(|target| target.active)?.piece);
        self.selected = aim.unwrap_or(self.selected);
        nothing()
    }
}

/// A direction in words.
fn word(way: char) -> &'static str {
    match way {
        'N' => "up",
        'E' => "right",
        'S' => "down",
        _ => "left",
    }
}

/// A refusal as a sentence of its own.
pub(super) fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    let rest = letters.as_str();
    let stop = if text.ends_with(['.', '!', '?', '…']) { "" } else { "." };
    format!("{first}{rest}{stop}")
}
