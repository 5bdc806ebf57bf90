//! The presenter of one visitor at one game: holds the position and its history, says what may be done, takes intentions.
//!
//! What every game has is here. `seats.rs` is who plays a game of adversaries, `rounds.rs` a contest on a board with several tasks,
//! `levels.rs` the sets of levels.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use damier_kit::{Edit, Position, Refusal, refuse};
use damier_lab::Game;
use damier_lab::daily::Daily;
use damier_search::{Limits, Run, Spec};
use damier_store::Change;
use rand::RngExt;
use serde_json::Value;

use super::Random;
use super::contest::Contest;
use super::history::{History, attempt};
use super::keep::{SET, Solved, Story, Tables, Written};
use super::levels::{Levels, OWN, shipped};
use super::seats::{Saved, Seats, check, people};
use super::wire::{Answer, Clock, GameInfo, Hint, Message, Rating, Score, Seat, Thought, View};
use crate::games::names;

/// One table and what was done at it.
pub(super) struct Session {
    /// Whose it is.
    pub(super) id: String,
    pub(super) game: Game,
    pub(super) history: History,
    pub(super) seed: Option<u64>,
    /// The set that the start is a level of, and its place there.
    pub(super) level: Option<(String, usize)>,
    pub(super) levels: Levels,
    /// The tables before this one and, where one has gone back, after it.
    pub(super) tables: Tables,
    /// What the table's result will tell, and since when somebody looks at it.
    pub(super) story: Story,
    pub(super) since: Option<Instant>,
    /// What is known of the levels that were solved, by their codes.
    pub(super) solved: HashMap<String, Solved>,
    /// The number of the last intention of each page.
    pub(super) applied: Vec<(String, u64)>,
    /// What was written to the store last, and what is to be written with the next change.
    pub(super) written: Written,
    pub(super) notes: Vec<Change>,
    /// What is known of the start, and its best way.
    rating: Option<(Rating, Option<Best>)>,
    /// How far up the ladder of hints, and what is best here once it is known.
    rung: usize,
    best: Option<Best>,
    /// Whether pieces without a task stay where a solved round left them.
    pub(super) stay: bool,
    pub(super) contest: Option<Contest>,
    /// Who plays, in a game of adversaries.
    pub(super) seats: Option<Seats>,
    /// The least time from one move of an engine to the next.
    pub(super) tempo: Duration,
    /// Another number after every change that an engine must hear of.
    pub(super) stamp: u64,
    pub(super) random: Random,
}

/// What is best in a position.
#[derive(Clone)]
pub(super) enum Best {
    /// There is no way to the goal.
    NoWay,
    /// This way, which is proven to be the best or not.
    Way { moves: Vec<String>, cost: u32, optimal: bool },
    /// This move, in a game of adversaries.
    Move(Thought),
}

/// The steps of the ladder of a puzzle: how long, how many pieces, which, the next move, all of it.
const LADDER: usize = 5;
/// And of a game: what kind of move, about where, which, and what follows.
const GAME_LADDER: usize = 4;
/// The least time between two moves of engines, if nobody says otherwise.
const TEMPO: Duration = Duration::from_millis(400);

/// Something that cannot be done in this moment.
pub(super) fn not_now() -> Refusal {
    refuse!("server.not_now", "not now")
}

/// Reads the first position in a text.
pub(super) fn read(game: Game, text: &str) -> Result<Arc<dyn Position>, Refusal> {
    let first = game.kit.read(text, None)?.into_iter().next();
    Ok(first.ok_or_else(|| refuse!("server.no_position", "there is no position in this text"))?.into())
}

/// The start of a game that is set up so.
pub(super) fn start(game: Game, options: HashMap<String, String>) -> Result<Arc<dyn Position>, Refusal> {
    Ok(game.start(&options.into_iter().collect::<Vec<_>>())?.into())
}

/// The same position with rules that a text names.
fn with_variant(position: &dyn Position, variant: Option<&str>) -> Result<Arc<dyn Position>, Refusal> {
    let spec = variant.map(str::parse::<Spec>).transpose()?;
    Ok(position.with_variant(spec.as_ref())?.into())
}

impl Answer {
    /// What it says is best, if anything.
    pub(super) fn best(&self) -> Option<Best> {
        let way = |cost| Best::Way { moves: self.moves.clone(), cost, optimal: self.optimal };
        match self.outcome {
            "unsolvable" => Some(Best::NoWay),
            "cancelled" => None,
            _ => self.cost.map(way),
        }
    }

    /// The cost, where it is proven to be the least.
    pub(super) fn optimum(&self) -> Option<u32> {
        self.cost.filter(|_| self.optimal)
    }
}

impl Session {
    /// A table with the game's first level, or its usual start with a person against an easy engine, or a new board.
    pub(super) fn new(id: String, game: Game, mut random: Random) -> Self {
        let first = shipped(game).first().and_then(|(_, levels)| read(game, &levels.first()?.code).ok());
        let first = first.or_else(|| start(game, HashMap::new()).ok());
        let seed = first.is_none().then(|| u64::from(random.random::<u32>()));
        let start = first.unwrap_or_else(|| {
            let args = game.recipe(&[]).expect("the defaults are possible");
            let run = &mut Run::new(Limits::default());
            let made = game.kit.generate(&args, seed.unwrap_or_default(), run);
            made.expect("the defaults make a board").into()
        });
        let mut session = Session {
            id,
            game,
            history: History::new(start.clone()),
            seed: None,
            level: None,
            levels: Levels::new(game),
            tables: Tables::default(),
            story: Story::default(),
            since: None,
            solved: HashMap::new(),
            applied: Vec::new(),
            written: Written::default(),
            notes: Vec::new(),
            rating: None,
            rung: 0,
            best: None,
            stay: true,
            contest: None,
            seats: None,
            tempo: TEMPO,
            stamp: 0,
            random,
        };
        session.begin(History::new(start), seed);
        let levels = game.kit.thinking().map(damier_kit::Thinking::levels).unwrap_or_default();
        let last = session.seats.as_mut().and_then(|seats| seats.players.last_mut());
        if let (Some(seat), Some(easy)) = (last, levels.get(1).or(levels.first())) {
            seat.engine = Some(easy.spec.clone());
        }
        session
    }

    /// Begins another history, with people in every seat.
    pub(super) fn begin(&mut self, history: History, seed: Option<u64>) {
        self.level = self.levels.place_of(history.start().as_ref());
        let players = history.start().versus().map(damier_kit::Versus::players);
        let name = format!("{:016x}", self.random.random::<u64>());
        self.story = Story { name: name.clone(), ..Story::default() };
        self.since = Some(Instant::now());
        self.seats = players.map(|players| Seats::new(name, people(players), None, &history));
        (self.history, self.seed, self.rating) = (history, seed, None);
        self.changed();
    }

    /// A whole solution of what is on the table was shown: from now on it is not found, and its round of a contest gives no points.
    /// Says whether that is new.
    pub(super) fn show_solution(&mut self) -> bool {
        let shows = self.seats.is_none() && !self.history.last().is_over();
        if let Some(contest) = self.contest.as_mut().filter(|_| shows) {
            contest.reveal();
        }
        shows && !std::mem::replace(&mut self.story.shown, true)
    }

    /// What was known of the moment that was seen is of no use any more.
    fn changed(&mut self) {
        self.stamp += 1;
        self.rung = 0;
        let known = self.rating.as_ref().filter(|_| self.history.at() == 0);
        self.best = known.and_then(|(_, best)| best.clone());
    }

    /// What the page needs to know of the game, once.
    pub(super) fn hello(&mut self, page: &str) -> Message {
        self.history.begin_telling();
        let counts: Vec<usize> = shipped(self.game).iter().map(|(_, levels)| levels.len()).collect();
        let game = GameInfo::new(self.game, self.history.start().as_ref(), &counts);
        Message::Hello {
            sitting: self.id.clone(),
            game: Box::new(game),
            games: names().collect(),
            applied: self.applied(page),
        }
    }

    /// What there is to see now.
    pub(super) fn view(&mut self, thinking: Option<usize>, now: Instant) -> Message {
        let part = self.history.part();
        let (history, start) = (&self.history, self.history.start());
        let seats = self.seats.as_ref();
        Message::View(Box::new(View {
            scene: history.scene(),
            history: part,
            code: history.code().to_owned(),
            seed: self.seed,
            title: self.title(),
            level: self.level.clone(),
            variant: start.variant(),
            occasion: self.story.occasion.clone(),
            tally: start.tally(&history.moves()[..history.at()]),
            stay: self.stay,
            shown: self.story.shown,
            edits: (!self.tables.before.is_empty(), !self.tables.after.is_empty()),
            game: self.contest.as_ref().map(Contest::view),
            table: seats.map(|seats| seats.view(self.game, history, self.tempo, thinking, now)),
        }))
    }

    /// What the start is called, by itself or in its set. A seed is no name, nor is what a game is kept under.
    pub(super) fn title(&self) -> Option<String> {
        let in_set = || {
            let (set, index) = self.level.as_ref()?;
            self.levels.level(set, *index).ok()?.title.clone()
        };
        let is_number =
            |id: &str| self.seed.is_some() || self.seats.as_ref().is_some_and(|seats| seats.name == id);
        let id = self.history.start().id().filter(|id| !is_number(id));
        id.map(str::to_owned).or_else(in_set)
    }

    /// The position that is seen.
    pub(super) fn position(&self) -> Arc<dyn Position> {
        self.history.seen().clone()
    }

    /// What an editor changes and a file holds: the start of a puzzle, or what is seen of a game, with the moves that led there.
    fn subject(&self) -> Arc<dyn Position> {
        let history = &self.history;
        if self.seats.is_some() { history.seen().clone() } else { history.start().clone() }
    }

    /// A seed that nobody chose, which can be typed again.
    pub(super) fn next_seed(&mut self) -> u64 {
        u64::from(self.random.random::<u32>())
    }

    /// Another table, whatever was going on: a contest on the old one is over. Undo brings the old one back.
    pub(super) fn replace(&mut self, history: History, seed: Option<u64>) {
        self.put_away();
        self.contest = None;
        self.begin(history, seed);
    }

    /// Remembers the table, so that it can be brought back.
    fn put_away(&mut self) {
        let table = self.table(Instant::now());
        self.tables.push(table);
        self.written.tables_changed = true;
    }

    /// A new board of this seed.
    pub(super) fn put(&mut self, position: Arc<dyn Position>, seed: u64) {
        self.replace(History::new(position), Some(seed));
    }

    /// The puzzle of a day: whose turn it is plays against the others.
    pub(super) fn put_daily(&mut self, daily: Daily, occasion: String) -> Result<(), Refusal> {
        let Daily { position, seed, rival, .. } = daily;
        if let (Some(versus), Some(rival)) = (position.versus(), rival) {
            let mut seats = people(versus.players());
            for (player, seat) in seats.iter_mut().enumerate() {
                seat.engine = Some(rival.spec.clone()).filter(|_| player != versus.turn());
            }
            self.start_game(position.clone(), Some(seats), None)?;
        } else {
            self.put(position, seed);
        }
        self.story.occasion = Some(occasion);
        Ok(())
    }

    /// A new game that somebody asked for: from a position, or after the moves that it remembers.
    pub(super) fn start_game(
        &mut self,
        position: Arc<dyn Position>,
        seats: Option<Vec<Seat>>,
        clock: Option<Clock>,
    ) -> Result<(), Refusal> {
        let history = History::of(position, &[], &mut self.random)?;
        let players = self.game.versus(history.start().as_ref())?.players();
        let seats = seats.unwrap_or_else(|| people(players));
        check(self.game, &seats, clock, players)?;
        self.replace(history, None);
        self.seats = self.seats.take().map(|old| Seats::new(old.name, seats, clock, &self.history));
        Ok(())
    }

    /// A position or a game in any format, and moves from it. What is on the table already is not begun anew.
    pub(super) fn load(&mut self, text: &str, moves: &[String]) -> Result<(), Refusal> {
        let position = read(self.game, text)?;
        let saved = self.seats.as_ref().and_then(|_| serde_json::from_str::<Saved>(text.trim()).ok());
        if let Some(saved) = saved {
            return self.restore(position, saved);
        }
        let fresh = position.past().is_none_or(|(_, past)| past.is_empty());
        let same = fresh && position.code() == self.history.code();
        if same && self.history.moves().starts_with(moves) {
            self.go(moves.len());
        } else if !same || self.contest.is_none() {
            let history = History::of(position, moves, &mut self.random)?;
            if same && self.seats.is_none() {
                self.put_away();
                self.history = history;
                self.story.played = false;
                self.changed();
            } else {
                self.replace(history, None);
            }
        }
        Ok(())
    }

    /// A game that was kept, unless it is the one on the table.
    fn restore(&mut self, position: Arc<dyn Position>, saved: Saved) -> Result<(), Refusal> {
        if self.seats.as_ref().is_some_and(|seats| saved.id.as_ref() == Some(&seats.name)) {
            return Ok(());
        }
        let history = History::of(position, &[], &mut self.random)?;
        let players = self.game.versus(history.start().as_ref())?.players();
        check(self.game, &saved.seats, saved.clock, players)?;
        self.replace(history, None);
        self.seats = self.seats.take().map(|old| Seats::restored(old.name, saved, &self.history));
        Ok(())
    }

    /// What is in a set; with a text, in the visitor's own from now on.
    pub(super) fn levels(&mut self, set: &str, text: Option<&str>) -> Result<Message, Refusal> {
        if let Some(text) = text.filter(|_| set == OWN) {
            self.levels.bring(text)?;
            self.note(SET, OWN, Some(Value::from(text).to_string()));
        }
        Ok(Message::Levels { set: set.to_owned(), levels: self.levels.set(set)?.to_vec() })
    }

    /// Begins a level of a set, with the rules that are on the table.
    pub(super) fn level(&mut self, set: &str, index: usize) -> Result<(), Refusal> {
        let mut position = read(self.game, &self.levels.level(set, index)?.code)?;
        if let Some(variant) = self.history.start().variant() {
            position = with_variant(position.as_ref(), Some(&variant))?;
        }
        self.replace(History::new(position), None);
        self.level = Some((set.to_owned(), index));
        Ok(())
    }

    /// The rules that are on the table, which stay for the next board: those without chance, that is, for nobody can wish for a board
    /// where no plan is certain.
    pub(super) fn rules(&self) -> Option<Spec> {
        let start = self.history.start();
        start.variant().filter(|_| start.chance().is_none()).and_then(|variant| variant.parse().ok())
    }

    /// The next level of the set.
    pub(super) fn next_level(&mut self) -> Result<(), Refusal> {
        let (set, index) = self.level.clone().ok_or_else(not_now)?;
        self.level(&set, index + 1)
    }

    /// The same start with other rules.
    pub(super) fn vary(&mut self, variant: Option<&str>) -> Result<(), Refusal> {
        let position = with_variant(self.history.start().as_ref(), variant)?;
        let level = self.level.clone();
        self.replace(History::new(position), self.seed);
        self.level = level;
        Ok(())
    }

    /// A move by hand; gives what slid where, and whether it went as it was meant.
    pub(super) fn play(&mut self, step: &str, now: Instant) -> Result<(Option<Message>, bool), Refusal> {
        self.history.check_length()?;
        let (played, as_meant) = attempt(self.history.seen().as_ref(), step, &mut self.random)?;
        if let Some(seats) = &mut self.seats {
            if !seats.may_play(&self.history)? {
                self.history.truncate();
                let name = format!("{:016x}", self.random.random::<u64>());
                *seats = Seats::new(name, people(seats.players.len()), None, &self.history);
                self.story.occasion = None;
            }
            seats.moved(&self.history, now);
        }
        let slide = self.history.push(played);
        self.story.played = true;
        self.changed();
        Ok((slide, as_meant))
    }

    /// The move of the engine whose turn it is.
    pub(super) fn make(&mut self, step: &str, now: Instant) -> Result<Option<Message>, Refusal> {
        self.history.check_length()?;
        let played = self.history.seen().play(step)?;
        if let Some(seats) = &mut self.seats {
            seats.moved(&self.history, now);
        }
        let slide = self.history.push(played);
        self.changed();
        Ok(slide)
    }

    /// Goes to another moment of the history; beyond its ends nothing happens.
    pub(super) fn go(&mut self, at: usize) {
        let other = self.history.go(at);
        if let Some(seats) = self.seats.as_mut().filter(|_| other) {
            seats.went();
        }
        if other || self.seats.is_none() {
            self.changed();
        }
    }

    /// Back to a turn of a person, or forward.
    pub(super) fn undo(&mut self, back: bool) -> Result<(), Refusal> {
        let history = &self.history;
        let to = match &self.seats {
            Some(seats) if back => seats.back(history),
            Some(seats) => seats.forth(history),
            None if back => history.at().checked_sub(1),
            None => Some(history.at() + 1).filter(|_| !history.is_at_end()),
        };
        self.go(to.ok_or_else(not_now)?);
        Ok(())
    }

    /// The person whose turn it is, or the next one, gives up.
    pub(super) fn resign(&mut self, now: Instant) -> Result<(), Refusal> {
        let person = self.seats.as_ref().ok_or_else(not_now)?.person(&self.history)?;
        self.go(self.history.moves().len());
        if let Some(seats) = &mut self.seats {
            seats.resign(person, &self.history, now);
        }
        self.stamp += 1;
        Ok(())
    }

    /// Stops the game, or lets it go on.
    pub(super) fn pause(&mut self, paused: bool) {
        if let Some(seats) = &mut self.seats {
            seats.pause(paused, &self.history);
        }
        self.stamp += 1;
    }

    /// Who sits where from now on.
    pub(super) fn sit(&mut self, seats: Vec<Seat>) -> Result<(), Refusal> {
        let table = self.seats.as_mut().ok_or_else(not_now)?;
        check(self.game, &seats, None, table.players.len())?;
        table.players = seats;
        self.stamp += 1;
        Ok(())
    }

    /// Ends the game of who has no time left, and says whether it did.
    pub(super) fn check_flag(&mut self, now: Instant) -> bool {
        let fallen = self.seats.as_mut().is_some_and(|seats| seats.check_flag(&self.history, now));
        self.stamp += u64::from(fallen);
        fallen
    }

    /// Lets the clock run, or stops it.
    pub(super) fn run_clock(&mut self, now: Instant) {
        if let Some(seats) = &mut self.seats {
            seats.run_clock(&self.history, now);
        }
    }

    /// The page has left.
    pub(super) fn leave(&mut self, now: Instant) {
        self.story.spent_ms = self.spent(now).as_millis() as u64;
        self.since = None;
        if let Some(seats) = &mut self.seats {
            seats.leave(&self.history, now);
        }
    }

    /// Changes a position, which becomes the start.
    pub(super) fn edit(&mut self, edit: &Edit) -> Result<(), Refusal> {
        let position = self.subject().edit(edit)?;
        self.replace(History::new(position.into()), None);
        Ok(())
    }

    /// Brings back the table before the last edit or replacement, or the one after it.
    pub(super) fn unedit(&mut self, back: bool) -> Result<(), Refusal> {
        let now = Instant::now();
        let here = self.table(now);
        let Tables { before, after } = &mut self.tables;
        let (from, to) = if back { (before, after) } else { (after, before) };
        let Some(table) = from.pop() else { return Ok(()) };
        to.push(here);
        self.written.tables_changed = true;
        self.set_table(table, now)
    }

    /// What is on the table in one of the formats.
    pub(super) fn export(&self, format: String, now: Instant) -> Result<Message, Refusal> {
        let whole = self.seats.as_ref().filter(|_| format == self.game.kit.about().formats[0].name);
        let text = match whole {
            Some(seats) => seats.saved(self.game, &self.history, now),
            None => self.subject().write(&format)?,
        };
        Ok(Message::Text { format, text })
    }

    /// The game's best algorithm.
    pub(super) fn best_spec(&self) -> Spec {
        self.game.kit.about().default_algorithm.parse().expect("a game's default is a spec")
    }

    /// What is known of the start, if it is.
    pub(super) fn rating(&self) -> Option<&Rating> {
        self.rating.as_ref().map(|(rating, _)| rating)
    }

    /// Takes in what is known of the start.
    pub(super) fn rate(&mut self, rating: Rating, best: Option<Best>) {
        if rating.code == self.history.code() {
            if self.history.at() == 0 {
                self.best = self.best.take().or_else(|| best.clone());
            }
            self.rating = Some((rating, best));
        }
    }

    /// Takes in what is best here, if somebody knows.
    pub(super) fn learn(&mut self, best: Option<Best>) {
        self.best = best.or(self.best.take());
    }

    /// Whether the ladder has been climbed to its end.
    pub(super) fn is_told_all(&self) -> bool {
        self.rung == LADDER
    }

    /// The next step of the ladder, or none while it is not known what is best here.
    pub(super) fn hint(&mut self) -> Option<Message> {
        let best = self.best.as_ref()?;
        let of = if matches!(best, Best::Move(_)) { GAME_LADDER } else { LADDER };
        self.story.hints += u32::from(self.rung < of);
        self.rung = (self.rung + 1).min(of);
        let rung = self.rung;
        let hint = Hint { rung, of, ..Hint::default() };
        let position = self.history.seen();
        Some(Message::Hint(match best {
            Best::NoWay => hint,
            Best::Way { moves, cost, optimal } => {
                let which = position.plans().map_or(Vec::new(), |plans| plans.movers(moves));
                let weighty = moves.iter().position(|step| position.is_weighty(step));
                let stretch = &moves[..weighty.map_or(moves.len(), |at| at + 1)];
                Hint {
                    solvable: true,
                    optimal: *optimal,
                    length: Some(*cost),
                    pieces: (rung >= 2).then_some(which.len()),
                    which: (rung >= 3).then_some(which),
                    stretch: (rung >= 4).then(|| stretch.to_vec()),
                    next: moves.first().filter(|_| rung >= 4).cloned(),
                    moves: (rung >= 5).then(|| moves.clone()),
                    ..hint
                }
            }
            Best::Move(Thought { play, line, score, .. }) => {
                let step = play.as_deref()?;
                let scene = self.history.scene();
                let places = scene.moves.iter().any(|legal| legal.name == step && legal.places.is_some());
                let around = || position.versus().map(|versus| versus.around(step));
                Hint {
                    solvable: true,
                    kind: Some(if places { "place" } else { "move" }),
                    area: (rung >= 2).then(around).flatten(),
                    next: play.clone().filter(|_| rung >= 3),
                    moves: (rung >= 4).then(|| line.clone()),
                    score: score.filter(|_: &Score| rung >= 4),
                    ..hint
                }
            }
        }))
    }
}
