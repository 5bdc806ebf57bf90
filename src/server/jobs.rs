//! Searches for a sitting, each within limits.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use damier_search::kit::Position;
use damier_search::{Args, Limits, Spec};
use tokio::sync::mpsc::UnboundedReceiver;

use super::contest::Offer;
use super::pool::{self, Cores, Job, Pool};
use super::race::{self, Start};
use super::sitting::{Best, Refusal, recipe};
use super::wire::{Annotated, Answer, Message, Progress, Rating, Wishes};
use crate::cli::record::Record;
use crate::games::Game;
use crate::wish::Wish;

/// What a search may use: enough for any classic board, and never the whole machine.
const LIMITS: Limits = Limits { nodes: None, time: Some(Duration::from_secs(60)), memory: Some(1 << 30) };
/// And for a hint, which somebody waits for: the best way that is found by then will do.
const HINT: Limits = Limits { nodes: None, time: Some(Duration::from_secs(10)), memory: Some(1 << 30) };
/// What the question whether a position is dead may use: it is asked after every move.
const VERDICT: Limits =
    Limits { nodes: None, time: Some(Duration::from_millis(1500)), memory: Some(256 << 20) };
/// And the question how likely it is to be won.
const CHANCE: Limits = Limits { nodes: None, time: Some(Duration::from_secs(3)), memory: Some(1 << 30) };

/// What a search has to tell.
pub(super) enum Found {
    /// Something to be sent as it is; the last thing where `done`.
    Message { message: Box<Message>, done: bool },
    /// What a search that was asked for gave.
    Answer(Box<Answer>),
    /// The best way, for a hint.
    Hint(Box<Answer>),
    /// What is known of the start.
    Rating(Box<Rating>, Best),
    /// What the rival finds.
    Offers(Vec<Offer>),
    /// A board that fulfils the wishes, and its seed.
    Board(Arc<dyn Position>, u64),
    /// It could not be done.
    Refused(Refusal),
    /// It stopped without a word, because nobody wants it any more.
    Nothing,
}

/// What a search sees of the world, and what it tells.
pub(super) type Desk = pool::Desk<Found>;
pub(super) type Report = pool::Report<Found>;

/// How far a search is.
pub(super) fn progress(job: &Job) -> Message {
    let shared = job.shared();
    let now = shared.progress.snapshot();
    let seconds = now.elapsed.as_secs_f64();
    Message::Progress(Progress {
        expanded: now.expanded,
        rate: if seconds > 0.0 { now.expanded as f64 / seconds } else { 0.0 },
        bound: now.bound,
        bytes: now.bytes,
        seconds,
        tried: shared.tried.load(Relaxed),
        of: Some(shared.of.load(Relaxed)).filter(|&of| of > 0),
    })
}

impl Desk {
    pub(super) fn tell_message(&self, message: Message, done: bool) {
        self.tell(Found::Message { message: Box::new(message), done });
    }

    /// Solves and has the solution replayed.
    fn solve(&self, game: Game, position: &dyn Position, spec: &Spec, limits: Limits) -> Answer {
        let record = Record::solve(game, position.name(), position, spec, &mut self.run(limits), None);
        record.unwrap_or_else(|error| Record::unreadable(game, position.name(), error.to_string())).into()
    }
}

/// Where searches are started.
pub(super) struct Searches {
    game: Game,
    pool: Pool<Found>,
}

impl Searches {
    pub(super) fn new(game: Game, cores: Cores) -> (Self, UnboundedReceiver<Report>) {
        let (pool, reports) = Pool::new(cores);
        (Searches { game, pool }, reports)
    }

    pub(super) fn solve(&mut self, position: Arc<dyn Position>, spec: Spec) -> Job {
        let game = self.game;
        self.pool
            .start(move |desk| Found::Answer(Box::new(desk.solve(game, position.as_ref(), &spec, LIMITS))))
    }

    pub(super) fn hint(&mut self, position: Arc<dyn Position>, spec: Spec) -> Job {
        let game = self.game;
        self.pool.start(move |desk| Found::Hint(Box::new(desk.solve(game, position.as_ref(), &spec, HINT))))
    }

    /// Looks at the start of a history.
    pub(super) fn rate(&mut self, position: Arc<dyn Position>, code: String, spec: Spec) -> Job {
        let game = self.game;
        self.pool.start_at(true, move |desk| {
            let answer = desk.solve(game, position.as_ref(), &spec, LIMITS);
            if answer.outcome == "cancelled" {
                return Found::Nothing;
            }
            let best = answer.way();
            let rating = Rating {
                code,
                solvable: match answer.outcome {
                    "unsolvable" => Some(false),
                    _ => best.as_ref().map(|_| true),
                },
                optimum: answer.optimum(),
                between: (answer.lower_bound, answer.cost),
                pieces: best.as_ref().map(|way| position.movers(&way.moves).len()),
                level: best.as_ref().map(|way| position.estimate(&way.moves).level),
                expanded: answer.stats.map_or(0, |stats| stats.expanded),
            };
            Found::Rating(Box::new(rating), best)
        })
    }

    /// Whether a position can be solved, and if not, why.
    pub(super) fn verdict(&mut self, position: Arc<dyn Position>, code: String, at: usize) -> Job {
        self.pool.start(move |desk| {
            let verdict = position.verdict(&mut desk.run(VERDICT));
            Found::Message { message: Box::new(Message::Verdict { code, at, verdict }), done: true }
        })
    }

    /// The highest chance to win.
    pub(super) fn chance(&mut self, position: Arc<dyn Position>, code: String, at: usize) -> Job {
        self.pool.start(move |desk| {
            let chances = position.chance(&mut desk.run(CHANCE)).and_then(Result::ok);
            Found::Message { message: Box::new(Message::Chance { code, at, chances }), done: true }
        })
    }

    /// Every optimal solution.
    pub(super) fn all(&mut self, position: Arc<dyn Position>, most: usize) -> Job {
        let game = self.game;
        self.pool.start(move |desk| {
            let mut run = desk.run(LIMITS);
            let record = Record::solve_all(game, position.name(), position.as_ref(), most, &mut run);
            let listed = record.listed.clone();
            match (record.outcome, record.cost, record.count) {
                ("solved", Some(cost), Some(count)) => Found::Message {
                    message: Box::new(Message::Solutions {
                        cost,
                        count: count.to_string(),
                        complete: listed.len() as u128 == count,
                        solutions: listed,
                    }),
                    done: true,
                },
                _ => Found::Answer(Box::new(record.into())),
            }
        })
    }

    /// What each move of a history lost.
    pub(super) fn annotate(&mut self, line: Vec<Arc<dyn Position>>, moves: Vec<String>, spec: Spec) -> Job {
        let game = self.game;
        self.pool.start(move |desk| {
            desk.shared.of.store(line.len() as u64, Relaxed);
            let mut told = Vec::new();
            let (mut before, mut after, mut dead) = (None, None, false);
            for (at, position) in line.iter().enumerate() {
                let step = at.checked_sub(1).and_then(|at| moves.get(at));
                let price = u32::from(step.is_some_and(|step| position.is_weighty(step)));
                // A step that changes nothing but where the player stands leaves the optimum as it is.
                if step.is_none() || price > 0 {
                    let answer = desk.solve(game, position.as_ref(), &spec, LIMITS);
                    (after, dead) = (answer.optimum(), answer.outcome == "unsolvable");
                }
                if desk.is_cancelled() {
                    return Found::Nothing;
                }
                if let Some(step) = step {
                    let lost = before
                        .zip(after)
                        .map(|(before, after): (u32, u32)| (after + price).saturating_sub(before));
                    told.push(Annotated { step: step.clone(), before, after, dead, lost });
                    desk.tell_message(Message::Annotation { moves: told.clone(), done: false }, false);
                }
                before = after;
                desk.shared.tried.store(at as u64 + 1, Relaxed);
            }
            Found::Message { message: Box::new(Message::Annotation { moves: told, done: true }), done: true }
        })
    }

    /// What a rival finds, and after how many expansions: first any way, then a better one, then the best.
    pub(super) fn rival(&mut self, position: Arc<dyn Position>, best: Spec) -> Job {
        let game = self.game;
        self.pool.start(move |desk| {
            let mut offers = Vec::new();
            let mut expansions = 0;
            let quick = ["greedy", "wastar(weight=3)"].map(|spec| spec.parse().expect("a spec"));
            for spec in quick.into_iter().chain([best]) {
                let answer = desk.solve(game, position.as_ref(), &spec, LIMITS);
                if answer.outcome == "cancelled" {
                    return Found::Nothing;
                }
                expansions += answer.stats.map_or(0, |stats| stats.expanded);
                if answer.cost.is_some() {
                    offers.push(Offer { expansions, moves: answer.moves });
                }
            }
            Found::Offers(offers)
        })
    }

    /// Several algorithms on one position. A race that is slow or halted holds no core in the meantime.
    pub(super) fn race(&mut self, start: Start, rate: Option<f64>) -> Job {
        let game = self.game;
        let (job, desk) = self.pool.job();
        job.pace().set(rate);
        tokio::task::spawn_blocking(move || desk.tell(race::run(&desk, game, &start)));
        job
    }

    /// A board by recipe.
    pub(super) fn make(&mut self, args: Args, seed: u64) -> Job {
        let game = self.game;
        self.pool.start(move |desk| match game.kit.generate(&args, seed, &mut desk.run(LIMITS)) {
            Ok(position) => Found::Board(position.into(), seed),
            Err(error) => Found::Refused(Refusal::new("generate", error.to_string())),
        })
    }

    /// Boards by recipe until one is as wished.
    pub(super) fn wish(&mut self, options: HashMap<String, String>, seed: u64, wishes: Wishes) -> Job {
        let wish = Wish {
            length: wishes.length.0..=wishes.length.1,
            moving: wishes.pieces.0..=wishes.pieces.1,
            unique: wishes.unique,
            helpers: wishes.helpers,
        };
        let game = self.game;
        self.pool.start(move |desk| fulfil(desk, game, options, seed, &wish).unwrap_or_else(Found::Refused))
    }
}

/// Makes boards from `seed` on until one is as wished, for a minute at most.
fn fulfil(
    desk: &Desk,
    game: Game,
    options: HashMap<String, String>,
    seed: u64,
    wish: &Wish,
) -> Result<Found, Refusal> {
    let args = recipe(game.kit, options)?;
    let began = Instant::now();
    loop {
        let tried = desk.shared.tried.load(Relaxed);
        // A seed that fits into a field of the page, and can be typed again.
        let own = seed.wrapping_add(tried) & 0xffff_ffff;
        let position: Arc<dyn Position> = game
            .kit
            .generate(&args, own, &mut desk.run(LIMITS))
            .map_err(|error| Refusal::new("generate", error.to_string()))?
            .into();
        let fulfilled = wish.fulfilled(game, position.as_ref(), &desk.shared.progress);
        desk.shared.tried.store(tried + 1, Relaxed);
        if desk.is_cancelled() {
            return Ok(Found::Nothing);
        }
        if fulfilled.is_some() {
            return Ok(Found::Board(position, own));
        }
        if began.elapsed() >= Duration::from_secs(60) {
            let what = format!("none of {} boards is as wished; wish for something else", tried + 1);
            return Err(Refusal::new("wish", what));
        }
    }
}
