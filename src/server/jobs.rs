//! What is searched for a session of a puzzle, each within limits. The validator replays every solution before it is told.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use damier_kit::{Player, Position, Refusal, refuse};
use damier_lab::annotate::annotate as look_back;
use damier_lab::daily::Daily;
use damier_lab::record::Record;
use damier_lab::wish::{Wish, find};
use damier_lab::{Game, annotate};
use damier_search::{Args, Limits, Spec};

use super::contest::Offer;
use super::pool::{Desk, Work};
use super::session::Best;
use super::trace::Traces;
use super::wire::{Annotated, Answer, Message, Progress, Rating, Wishes};

/// What a search may use: enough for any classic board, and never the whole machine.
pub(super) const LIMITS: Limits =
    Limits { nodes: None, time: Some(Duration::from_secs(60)), memory: Some(1 << 30) };
/// And for a hint, which somebody waits for: the best way that is found by then will do.
pub(super) const HINT: Limits =
    Limits { nodes: None, time: Some(Duration::from_secs(10)), memory: Some(1 << 30) };
/// What the question whether a position is dead may use: it is asked after every move.
const VERDICT: Limits =
    Limits { nodes: None, time: Some(Duration::from_millis(1500)), memory: Some(256 << 20) };
/// And the question how likely it is to be won.
const CHANCE: Limits = Limits { nodes: None, time: Some(Duration::from_secs(3)), memory: Some(1 << 30) };
/// How long a player thinks about each position of a game that is looked back on.
const LOOK_BACK: Limits =
    Limits { nodes: None, time: Some(Duration::from_millis(400)), memory: Some(64 << 20) };
/// How long boards are made until one is as wished.
const WISHING: Duration = Duration::from_secs(60);

/// What a job has to tell.
pub(super) enum Found {
    /// Something to be sent as it is, and more will come.
    Told(Box<Message>),
    /// The last thing.
    Last(Box<Message>),
    /// What a search that was asked for gave.
    Answer(Box<Answer>),
    /// What is best, for a hint.
    Best(Option<Best>),
    /// What is known of the start.
    Rating(Box<Rating>, Option<Best>),
    /// What the rival finds.
    Offers(Vec<Offer>),
    /// A new board, and its seed.
    Board(Arc<dyn Position>, u64),
    /// The puzzle of a day, and what is written down of it.
    Daily(Box<Daily>, String),
    /// What an engine chose, and the engine itself.
    Moved { seat: (usize, String), play: Option<String>, engine: Box<dyn Player> },
    /// Searches that are kept.
    Traces(Box<Traces>),
    /// It could not be done.
    Refused(Refusal),
    /// It stopped without a word, because nobody wants it any more.
    Nothing,
}

impl From<Message> for Found {
    fn from(last: Message) -> Self {
        Found::Last(Box::new(last))
    }
}

/// How far a search is.
pub(super) fn progress(work: &Work) -> Message {
    let shared = work.shared();
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
        best: now.best,
        least: now.least,
    })
}

impl Desk {
    /// Tells something after which more will come.
    pub(super) fn say(&self, message: Message) {
        self.tell(Found::Told(Box::new(message)));
    }
}

/// Solves a position.
pub(super) fn solve(desk: &Desk, game: Game, position: &dyn Position, spec: &Spec, limits: Limits) -> Answer {
    let record = Record::solve(game, position.name(), position, spec, &mut desk.run(limits), None);
    record.unwrap_or_else(|error| Record::unusable(game, position.name(), error)).into()
}

/// Looks at the start of a history.
pub(super) fn rate(desk: &Desk, game: Game, position: &dyn Position, spec: &Spec) -> Found {
    let answer = solve(desk, game, position, spec, LIMITS);
    if answer.outcome == "cancelled" {
        return Found::Nothing;
    }
    let plans = position.plans().filter(|_| answer.cost.is_some());
    let best = answer.best();
    let rating = Rating {
        code: position.code(),
        solvable: best.as_ref().map(|best| !matches!(best, Best::NoWay)),
        optimum: answer.optimum(),
        between: (answer.lower_bound, answer.cost),
        pieces: plans.map(|plans| plans.movers(&answer.moves).len()),
        level: plans.map(|plans| plans.estimate(&answer.moves).level),
        expanded: answer.stats.map_or(0, |stats| stats.expanded),
    };
    Found::Rating(Box::new(rating), best)
}

/// Whether a position, which is seen after so many moves, can be solved, and if not, why.
pub(super) fn verdict(desk: &Desk, position: &dyn Position, code: String, at: usize) -> Found {
    let plans = position.plans();
    let verdict = plans.map(|plans| plans.verdict(&mut desk.run(VERDICT))).unwrap_or_default();
    Message::Verdict { code, at, verdict }.into()
}

/// The highest chance to win there.
pub(super) fn chance(desk: &Desk, position: &dyn Position, code: String, at: usize) -> Found {
    let chances = position.chance().and_then(|chance| chance.best(&mut desk.run(CHANCE)).ok());
    Message::Chance { code, at, chances }.into()
}

/// Every optimal solution.
pub(super) fn all(desk: &Desk, game: Game, position: &dyn Position, most: usize) -> Found {
    let record = Record::solve_all(game, position.name(), position, most, &mut desk.run(LIMITS));
    let record = record.unwrap_or_else(|error| Record::unusable(game, position.name(), error));
    match (record.outcome, record.cost, record.count) {
        ("solved", Some(cost), Some(count)) => Message::Solutions {
            cost,
            count: count.to_string(),
            complete: record.complete == Some(true),
            solutions: record.listed,
        }
        .into(),
        _ => Found::Answer(Box::new(record.into())),
    }
}

/// What each move of a history that begins with `code` gained or lost.
pub(super) fn annotate(
    desk: &Desk,
    game: Game,
    code: &str,
    positions: &[Arc<dyn Position>],
    moves: &[String],
    spec: &Spec,
) -> Found {
    let of = moves.len();
    desk.shared.of.store(of as u64, Relaxed);
    let limits = if game.kit.thinking().is_some() { LOOK_BACK } else { LIMITS };
    let mut told: Vec<Annotated> = Vec::new();
    let message = |moves: &[Annotated], done| Message::Annotation {
        code: code.to_owned(),
        moves: moves.to_vec(),
        of,
        done,
    };
    let mut tell = |so_far: &[annotate::Annotated]| {
        told = so_far.iter().cloned().map(Annotated::from).collect();
        desk.shared.tried.store(told.len() as u64, Relaxed);
        desk.say(message(&told, false));
    };
    let done = look_back(game, positions, moves, spec, &|| desk.run(limits), &mut tell);
    match done {
        Err(refusal) => Found::Refused(refusal),
        Ok(()) if desk.is_cancelled() => Found::Nothing,
        Ok(()) => message(&told, true).into(),
    }
}

/// What a rival finds, and after how many expansions: first any way, then a better one, then the best.
pub(super) fn rival(desk: &Desk, game: Game, position: &dyn Position, best: Spec) -> Found {
    let mut offers = Vec::new();
    let mut expansions = 0;
    let quick = ["greedy", "wastar(weight=3)"].map(|spec| spec.parse().expect("a spec"));
    for spec in quick.into_iter().chain([best]) {
        let answer = solve(desk, game, position, &spec, LIMITS);
        if answer.outcome == "cancelled" {
            return Found::Nothing;
        }
        expansions += answer.stats.map_or(0, |stats| stats.expanded);
        if answer.cost.is_some() {
            offers.push(Offer { expansions, moves: answer.moves });
        }
    }
    Found::Offers(offers)
}

/// A board by recipe.
pub(super) fn make(desk: &Desk, game: Game, args: &Args, variant: Option<&Spec>, seed: u64) -> Found {
    let made = game.kit.generate(args, seed, &mut desk.run(LIMITS)).and_then(|position| match variant {
        Some(variant) => position.with_variant(Some(variant)),
        None => Ok(position),
    });
    match made {
        Ok(position) => Found::Board(position.into(), seed),
        Err(refusal) => Found::Refused(refusal),
    }
}

/// Boards by recipe, from a seed on, until one is as wished.
pub(super) fn wish(
    desk: &Desk,
    game: Game,
    args: &Args,
    variant: Option<&Spec>,
    seed: u64,
    wishes: Wishes,
) -> Found {
    let wish = Wish {
        length: wishes.length.0..=wishes.length.1,
        moving: wishes.pieces.0..=wishes.pieces.1,
        unique: wishes.unique,
        helpers: wishes.helpers,
    };
    let tried = &desk.shared.tried;
    // Seeds that fit into a field of the page, and can be typed again.
    let mut seeds = (0..).map(|more| seed.wrapping_add(more) & 0xffff_ffff);
    let progress = &desk.shared.progress;
    let made = find(game, args, variant, &mut seeds, Some(&wish), WISHING, progress, &mut || {
        tried.fetch_add(1, Relaxed);
    });
    match made {
        Ok(Some((position, seed))) => Found::Board(position.into(), seed),
        Ok(None) if desk.is_cancelled() => Found::Nothing,
        Ok(None) => Found::Refused(refuse!(
            "server.wish",
            "none of {tried} boards is as wished; wish for something else",
            tried = tried.load(Relaxed)
        )),
        Err(refusal) => Found::Refused(refusal),
    }
}
