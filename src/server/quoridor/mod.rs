//! Quoridor's side of the app: what its page speaks with.
//!
//! `table.rs` is the presenter, which holds the game and who plays it; `board.rs` is what a position looks like, `edit.rs` the editor,
//! `think.rs` and `tree.rs` what engines do for a table, `wire.rs` the words. An engine that is to move thinks in the background; its move is
//! made when it is due, so that it can be watched. Engines keep what they remember as long as the page is connected.

mod board;
mod edit;
mod table;
mod think;
mod tree;
mod wire;

use std::collections::HashMap;
use std::time::{Duration, Instant};

use axum::extract::ws::WebSocket;
use damier_quoridor::board::{MOST_WALLS, SIZES};
use damier_quoridor::notation::FORMATS;
use damier_quoridor::players::{self, Thinker};
use damier_quoridor::record::REPETITIONS;
use damier_quoridor::{Move, Setup, solver};
use tokio::sync::OwnedMutexGuard;

use super::App;
use super::connection::{Host, talk};
use super::pool::{Job as Handle, Pool, Report};
use super::sitting::Refusal;
use super::wire::{FormatItem, OptionItem};
use crate::games::{QUORIDOR, names};
use think::{Found, Rivals};
use wire::{Algorithm, Hint, Info, Intent, Job, Message, Thought};

pub(super) use table::Table;

/// The longest that an analysis or a race may think.
const LONGEST: f64 = 600.0;
/// The most games of a match.
const GAMES: u64 = 10_000;
/// The longest that a move may wait to be watched.
const SLOWEST: u64 = 60_000;
/// The steps of the ladder: a step or a wall, where, which, and what follows.
const LADDER: usize = 4;

struct Guest {
    table: OwnedMutexGuard<Table>,
    pool: Pool<Found>,
    /// What was asked for.
    front: Option<(Job, Handle)>,
    /// The engine that is to move.
    mover: Option<Mover>,
    /// Engines that have played here, each by its seat and spec, with what they remember.
    engines: HashMap<(usize, String), Box<dyn Thinker>>,
    /// How far up the ladder of hints, and what is known of the position where that was asked.
    rung: usize,
    best: Option<(String, usize, Thought)>,
}

/// An engine that thinks about its move, or has chosen it.
struct Mover {
    player: usize,
    job: Handle,
    began: Instant,
    /// The table's, when it began.
    stamp: u64,
    chosen: Option<Move>,
}

/// Speaks with a page until it leaves.
pub(super) async fn serve(socket: WebSocket, app: App, id: String) {
    let taken = app.tables.take(app.visitor(&id), QUORIDOR, Table::new).await;
    let (pool, reports) = Pool::new(app.cores.clone());
    let guest = Guest {
        table: taken.sitting,
        pool,
        front: None,
        mover: None,
        engines: HashMap::new(),
        rung: 0,
        best: None,
    };
    talk(socket, app, guest, taken.wanted, reports).await;
}

impl Drop for Guest {
    fn drop(&mut self) {
        self.table.leave(Instant::now());
    }
}

impl From<Refusal> for Message {
    fn from(refusal: Refusal) -> Self {
        let (key, why, message, line, column) = refusal.told();
        Message::Error { key, why, message, line, column }
    }
}

impl Host for Guest {
    type Message = Message;
    type Found = Found;

    fn hello(&self) -> Message {
        let usual = |size, players| Setup::new(size, players, None).map_or(0, Setup::walls);
        let game = Info {
            name: QUORIDOR,
            boards: SIZES.map(|size| (size, usual(size, 2), usual(size, 4))).collect(),
            most_walls: MOST_WALLS,
            levels: solver::LEVELS.iter().map(|level| level.name).collect(),
            algorithms: (players::algorithms().iter())
                .map(|info| Algorithm {
                    name: info.name,
                    summary: info.summary,
                    options: info.options.iter().map(OptionItem::from).collect(),
                })
                .collect(),
            formats: FORMATS.iter().map(FormatItem::from).collect(),
            repetitions: REPETITIONS,
        };
        Message::Hello { sitting: self.table.id.clone(), game, games: names().collect() }
    }

    fn hear(&mut self, text: &str) -> Vec<Message> {
        let done = match serde_json::from_str::<Intent>(text) {
            Ok(intent) => self.take(intent),
            Err(error) => Err(Refusal::new("not_understood", error.to_string())),
        };
        done.unwrap_or_else(|refusal| vec![refusal.into()])
    }

    fn take_in(&mut self, report: Report<Found>) -> Vec<Message> {
        let Report { number, found } = report;
        if let Some(mover) = self.mover.as_mut().filter(|mover| mover.job.number == number) {
            return match found {
                Found::Told(message) => vec![*message],
                Found::Moved { seat, play, engine } => {
                    self.engines.insert(seat, engine);
                    mover.chosen = play;
                    if play.is_some() { self.pass_time() } else { self.no_move() }
                }
                _ => Vec::new(),
            };
        }
        if self.front.as_ref().is_none_or(|(_, job)| job.number != number) {
            return Vec::new();
        }
        let mut messages = match found {
            Found::Told(message) => return vec![*message],
            Found::Last(message) => vec![*message],
            Found::Best { code, at, thought } => {
                self.best = Some((code, at, thought));
                self.hint()
            }
            Found::Moved { .. } => Vec::new(),
        };
        self.front = None;
        messages.push(Message::Busy { job: None });
        messages
    }

    fn is_busy(&self) -> bool {
        false
    }

    fn report(&mut self) -> Vec<Message> {
        Vec::new()
    }

    fn wake(&self) -> Option<Instant> {
        let due = self.due().map(|(_, due)| due);
        [due, self.table.flag()].into_iter().flatten().min()
    }

    fn pass_time(&mut self) -> Vec<Message> {
        let now = Instant::now();
        if let Some((play, _)) = self.due().filter(|(_, due)| *due <= now) {
            let refused = self.table.make(play, now).err().map(Message::from);
            if refused.is_some() {
                self.table.pause(true);
            }
            return self.changed().into_iter().chain(refused).collect();
        }
        let over = self.table.end();
        self.table.check_flag(now);
        if self.table.end() == over { Vec::new() } else { self.changed() }
    }
}

impl Guest {
    /// The move that an engine has chosen, and when it may be seen.
    fn due(&self) -> Option<(Move, Instant)> {
        let mover = self.mover.as_ref()?;
        Some((mover.chosen?, mover.began + self.table.wait()))
    }

    /// An engine has given up, or had no memory to think in: the game waits.
    fn no_move(&mut self) -> Vec<Message> {
        self.table.pause(true);
        let mut messages = self.changed();
        messages.push(Refusal::new("no_move", "the engine found no move; choose another one").into());
        messages
    }

    /// Does what the page wants; gives what changed.
    fn take(&mut self, intent: Intent) -> Result<Vec<Message>, Refusal> {
        let now = Instant::now();
        match intent {
            Intent::Look => {}
            Intent::New { size, players, walls, seats, clock, text } => {
                self.table.start((size, players, walls), seats, clock, text.as_deref())?;
                self.engines.clear();
            }
            Intent::Load { text, moves } => self.table.load(&text, &moves)?,
            Intent::Move { play } => self.table.play(&play, now)?,
            Intent::Undo => self.table.undo()?,
            Intent::Redo => self.table.redo()?,
            Intent::Go { at } => self.table.go(at),
            Intent::Pause { paused } => self.table.pause(paused),
            Intent::Resign => self.table.resign(now)?,
            Intent::Seats { seats } => {
                self.table.sit(seats)?;
                self.engines.clear();
            }
            Intent::Pace { millis } => self.table.pace = Duration::from_millis(millis.min(SLOWEST)),
            Intent::Edit { edit } => self.table.edit(&edit)?,
            Intent::Unedit { back } => self.table.unedit(back),
            other => return self.ask(other),
        }
        Ok(self.changed())
    }

    /// Does what leaves the table as it is.
    fn ask(&mut self, intent: Intent) -> Result<Vec<Message>, Refusal> {
        let seen = |guest: &Guest, text: Option<String>| match text {
            Some(text) => table::read(&text),
            None => Ok(guest.table.seen()),
        };
        let seconds = |seconds: f64| {
            let possible = seconds.is_finite() && (0.01..=LONGEST).contains(&seconds);
            let refusal =
                || Refusal::new("seconds", "thinking takes from a hundredth of a second to ten minutes");
            possible.then(|| Duration::from_secs_f64(seconds)).ok_or_else(refusal)
        };
        Ok(match intent {
            Intent::Why { play, text } => vec![Message::Why(board::why(seen(self, text)?.position(), &play))],
            Intent::Hint => {
                if self.front.as_ref().is_some_and(|(doing, _)| *doing == Job::Hint) {
                    return Ok(Vec::new());
                }
                if self.table.seen().end().is_some() {
                    return Err(Refusal::not_now());
                }
                let (code, at) = (self.table.code(), self.table.at());
                if self.best.as_ref().is_some_and(|(of, then, _)| (of, *then) == (&code, at)) {
                    return Ok(self.hint());
                }
                self.rung = 0;
                let job = self.pool.start(think::hint(self.table.seen(), code, at));
                self.begin(Job::Hint, job)
            }
            Intent::Analyse { algorithm, seconds: time } => {
                let (time, spec) = (seconds(time)?, table::engine(&algorithm)?);
                let (record, code) = (self.table.seen(), self.table.code());
                let job = self.pool.start(think::analyse(record, code, spec, algorithm, time));
                self.begin(Job::Analyse, job)
            }
            Intent::Annotate => {
                let job = self.pool.start(think::annotate(self.table.whole().clone(), self.table.code()));
                self.begin(Job::Annotate, job)
            }
            Intent::Race { algorithms, seconds: time, text } => {
                if !(1..=4).contains(&algorithms.len()) {
                    return Err(Refusal::new("race", "a race has one to four lanes"));
                }
                let time = seconds(time)?;
                let specs: Result<Vec<_>, Refusal> = (algorithms.into_iter())
                    .map(|text| table::engine(&text).map(|spec| (text, spec)))
                    .collect();
                let (record, specs) = (seen(self, text)?, specs?);
                let (job, desk) = self.pool.job();
                tokio::task::spawn_blocking(move || desk.tell(think::race(&desk, &record, &specs, time)));
                self.begin(Job::Race, job)
            }
            Intent::Match { a, b, games, millis, nodes, size, players, walls } => {
                let setup = Setup::new(size, players, walls)
                    .map_err(|error| Refusal::new("setup", error.to_string()))?;
                let fair = (1..=GAMES).contains(&games)
                    && (millis.is_some() || nodes.is_some())
                    && millis.is_none_or(|millis| (1..=60_000).contains(&millis))
                    && nodes.is_none_or(|nodes| nodes > 0);
                if !fair {
                    return Err(Refusal::new(
                        "match",
                        "a match has 1 to 10,000 games, and limits for a move",
                    ));
                }
                let rivals = Rivals {
                    specs: [table::engine(&a)?, table::engine(&b)?],
                    names: [a, b],
                    games,
                    time: millis.map(Duration::from_millis),
                    nodes,
                    setup,
                    seed: self.table.next_seed(),
                };
                let job = self.pool.start(move |desk| think::compete(desk, &rivals));
                self.begin(Job::Match, job)
            }
            Intent::Tree { algorithm, depth, text } => {
                let record = seen(self, text)?;
                if record.start().players() != 2 || !(1..=tree::DEEPEST).contains(&depth) {
                    return Err(Refusal::new("tree", "a tree is drawn for two players, to a depth of six"));
                }
                let job = self.pool.start(move |desk| tree::grow(desk, &record, algorithm, depth));
                self.begin(Job::Tree, job)
            }
            Intent::Cancel => self.end_front(),
            Intent::Export { format } => vec![Message::Text { text: self.table.export(&format)?, format }],
            Intent::Sketch { text, at } => {
                let record = table::read(&text)?;
                let at = at.unwrap_or(usize::MAX).min(record.moves().len());
                let moves = record.moves().iter().map(Move::to_string).collect();
                vec![Message::Sketch { board: Box::new(board::board(&record, at)), moves }]
            }
            _ => Vec::new(),
        })
    }

    /// The next step of the ladder, once the best move is known.
    fn hint(&mut self) -> Vec<Message> {
        let Some((_, _, thought)) = &self.best else { return Vec::new() };
        let Some(play) = thought.play.clone() else {
            return vec![Refusal::new("no_hint", "no hint was found in time").into()];
        };
        self.rung = (self.rung + 1).min(LADDER);
        let from = |rung| self.rung >= rung;
        vec![Message::Hint(Hint {
            rung: self.rung,
            of: LADDER,
            wall: play.ends_with(['h', 'v']),
            area: if from(2) { board::around(self.table.seen().position(), &play) } else { Vec::new() },
            line: if from(4) { thought.line.clone() } else { Vec::new() },
            score: thought.score.filter(|_| from(4)),
            play: from(3).then_some(play),
        })]
    }

    /// The table has changed: what was thought of it is of no use, and who is to move thinks.
    fn changed(&mut self) -> Vec<Message> {
        let now = Instant::now();
        // A match and a race have nothing to do with the table.
        let apart =
            self.front.as_ref().is_some_and(|(doing, _)| matches!(doing, Job::Match | Job::Race | Job::Tree));
        let mut messages = if apart { Vec::new() } else { self.end_front() };
        // Who thinks about this very moment already goes on.
        if self.mover.as_ref().is_some_and(|mover| mover.stamp != self.table.stamp) {
            self.mover = None;
        }
        if let Some((player, seat)) = self.table.to_think().filter(|_| self.mover.is_none()) {
            let spec = seat.engine.unwrap_or_default();
            let engine = self.engines.remove(&(player, spec.clone()));
            let clock = self.table.time_left(now);
            let move_time = Duration::from_millis(seat.millis.unwrap_or(1000).max(1));
            let work = think::choose(self.table.seen(), (player, spec), engine, clock, move_time);
            let job = self.pool.start(work);
            self.mover = Some(Mover { player, job, began: now, stamp: self.table.stamp, chosen: None });
        }
        self.table.run_clock(now);
        let thinking = self.mover.as_ref().map(|mover| mover.player);
        messages.push(Message::View(Box::new(self.table.view(thinking, now))));
        messages
    }

    /// Puts a job into the foreground.
    fn begin(&mut self, doing: Job, job: Handle) -> Vec<Message> {
        let mut messages = self.end_front();
        self.front = Some((doing, job));
        messages.push(Message::Busy { job: Some(doing) });
        messages
    }

    /// Ends what is in the foreground, and says so.
    fn end_front(&mut self) -> Vec<Message> {
        let ended = self.front.take();
        ended.map(|_| Message::Busy { job: None }).into_iter().collect()
    }
}
