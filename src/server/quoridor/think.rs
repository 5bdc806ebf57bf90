//! What engines do for a table: choose a move, give a hint, analyse, look back on a game, race, and play many games.

use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

use damier_quoridor::clock::{Allotment, allot};
use damier_quoridor::generate::random;
use damier_quoridor::notation;
use damier_quoridor::players::{self, Thinker, think_on_clock, time_limit};
use damier_quoridor::{Deed, End, Move, Record, Setup, Thought as Raw, solver};
use damier_search::{Limits, Run, Spec};

use super::wire::{Annotated, Lane, Message, Score, SideStats, Standing, Thought};
use crate::cli::quoridor::matches::elo::Tally;
use crate::server::pool::Desk as AnyDesk;

/// What an engine of a page may use for its table, and a search in all.
const TABLE: usize = 16 << 20;
const MEMORY: u64 = 512 << 20;
/// How long a hint is thought about, and each position of a game that is looked back on.
const HINT: Duration = Duration::from_millis(1500);
const LOOK_BACK: Duration = Duration::from_millis(400);
/// Thoughts are told at most so often.
const TELL: Duration = Duration::from_millis(80);
/// Random moves before the players of a match begin, and the moves after which a game is drawn.
const OPENING: usize = 4;
const LONGEST: usize = 600;
/// A lead, or a loss, that counts: half a step. A game that is won counts as much as this many steps.
const LEAD: f64 = 0.5;
const WON: f64 = 20.0;

/// What a job has to tell.
pub(super) enum Found {
    /// Something to be sent as it is, and more will come.
    Told(Box<Message>),
    /// The last thing.
    Last(Box<Message>),
    /// The best move after `at` moves of the game that begins with `code`.
    Best { code: String, at: usize, thought: Thought },
    /// What an engine chose, and the engine itself.
    Moved { seat: (usize, String), play: Option<Move>, engine: Box<dyn Thinker> },
}

/// What a job sees of the world.
pub(super) type Desk = AnyDesk<Found>;

fn limits(time: Option<Duration>, nodes: Option<u64>) -> Limits {
    Limits { time, nodes, memory: Some(MEMORY) }
}

/// A player; the spec was checked before.
fn build(spec: &Spec) -> Option<Box<dyn Thinker>> {
    players::build(spec, TABLE).ok()
}

/// A score for the player whose turn it is.
fn score(raw: &Raw, player: usize) -> Option<Score> {
    raw.play?;
    let far = solver::WIN - raw.score.abs();
    let win = (raw.score.abs() > solver::WON).then_some(far * raw.score.signum());
    Some(Score { player, ahead: f64::from(raw.score) / 100.0, win })
}

/// The same thing in the words of the wire.
fn thought(algorithm: &str, raw: &Raw, player: usize, run: &Run) -> Thought {
    let (nodes, seconds) = (run.stats.expanded, run.elapsed().as_secs_f64());
    Thought {
        algorithm: algorithm.to_owned(),
        play: raw.play.map(|play| play.to_string()),
        score: score(raw, player),
        depth: raw.depth,
        line: raw.line.iter().map(Move::to_string).collect(),
        nodes,
        rate: if seconds > 0.0 { nodes as f64 / seconds } else { 0.0 },
        seconds,
    }
}

/// How long to think: so long, or as a clock allots it.
#[derive(Clone, Copy)]
enum Time {
    Fixed(Duration),
    Clock(Allotment),
}

/// Thinks, and tells now and then; gives the last thought.
fn consider(
    desk: &Desk,
    engine: &mut dyn Thinker,
    algorithm: &str,
    record: &Record,
    time: Time,
    tell: impl Fn(Thought),
) -> (Raw, Thought) {
    let player = record.position().turn();
    let most = match time {
        Time::Fixed(time) => time,
        Time::Clock(time) => time_limit(engine, time),
    };
    let mut run = desk.run(limits(Some(most), None));
    let mut told: Option<Instant> = None;
    let tell = &mut |raw: &Raw, run: &Run| {
        if told.is_none_or(|told| told.elapsed() >= TELL) {
            told = Some(Instant::now());
            tell(thought(algorithm, raw, player, run));
        }
    };
    let raw = match time {
        Time::Fixed(_) => engine.think(record, &mut run, tell),
        Time::Clock(time) => think_on_clock(engine, record, time, &mut run, tell),
    };
    run.finish();
    let last = thought(algorithm, &raw, player, &run);
    (raw, last)
}

/// An engine chooses its move, within its clock where there is one.
pub(super) fn choose(
    record: Record,
    seat: (usize, String),
    engine: Option<Box<dyn Thinker>>,
    clock: Option<(Duration, Duration)>,
    move_time: Duration,
) -> impl FnOnce(&Desk) -> Found + Send {
    move |desk| {
        let time = match clock {
            Some((left, increment)) => Time::Clock(allot(left, increment, record.position())),
            None => Time::Fixed(move_time),
        };
        let engine = engine.or_else(|| build(&seat.1.parse().ok()?));
        let Some(mut engine) = engine else { return Found::Last(Box::new(Message::Busy { job: None })) };
        let (raw, last) = consider(desk, engine.as_mut(), &seat.1, &record, time, |now| {
            desk.tell(Found::Told(Box::new(Message::Thinking(now))));
        });
        if !desk.is_cancelled() {
            desk.tell(Found::Told(Box::new(Message::Thinking(last))));
        }
        Found::Moved { seat, play: raw.play, engine }
    }
}

/// The best move for a hint.
pub(super) fn hint(record: Record, code: String, at: usize) -> impl FnOnce(&Desk) -> Found + Send {
    move |desk| {
        let thought = strongest(desk, &record, HINT).1;
        Found::Best { code, at, thought }
    }
}

/// What the strongest player thinks.
fn strongest(desk: &Desk, record: &Record, time: Duration) -> (Raw, Thought) {
    match "fast".parse().ok().and_then(|spec| build(&spec)) {
        Some(mut engine) => consider(desk, engine.as_mut(), "fast", record, Time::Fixed(time), |_| ()),
        None => (Raw::default(), thought("fast", &Raw::default(), 0, &desk.run(Limits::default()))),
    }
}

/// Thinks about a position and tells as it goes.
pub(super) fn analyse(
    record: Record,
    code: String,
    spec: Spec,
    algorithm: String,
    time: Duration,
) -> impl FnOnce(&Desk) -> Found + Send {
    move |desk| {
        let at = record.moves().len();
        let told = |thought, done| Box::new(Message::Analysis { at, code: code.clone(), thought, done });
        let Some(mut engine) = build(&spec) else {
            return Found::Last(Box::new(Message::Busy { job: None }));
        };
        let (_, last) = consider(desk, engine.as_mut(), &algorithm, &record, Time::Fixed(time), |thought| {
            desk.tell(Found::Told(told(thought, false)));
        });
        Found::Last(told(last, true))
    }
}

/// What a score counts in steps, so that scores can be compared.
fn steps(score: Score) -> f64 {
    match score.win {
        Some(win) => WON * f64::from(win.signum()),
        None => score.ahead.clamp(1.0 - WON, WON - 1.0),
    }
}

/// What each move of a game gained or lost. With two players a search tells; with four, how far each is ahead of the best of the
/// others, for what the others would do together says little about a move.
pub(super) fn annotate(record: Record, code: String) -> impl FnOnce(&Desk) -> Found + Send {
    move |desk| {
        let of = record.moves().len();
        let mut told: Vec<Annotated> = Vec::new();
        let message = |moves: &[Annotated], done| {
            Box::new(Message::Annotation { code: code.clone(), moves: moves.to_vec(), of, done })
        };
        let mut so_far = Record::from(*record.start());
        let mut here = look(desk, &so_far);
        for &play in record.moves() {
            let player = so_far.position().turn();
            if so_far.play(play).is_err() || desk.is_cancelled() {
                break;
            }
            let next = look(desk, &so_far);
            let (best, before) = (here.play.clone(), here.score);
            let is_best = best.as_deref() == Some(play.to_string().as_str());
            let after = if so_far.start().players() > 2 {
                lead(&so_far, player)
            } else if so_far.position().winner() == Some(player) {
                Some(Score { player, ahead: 0.0, win: Some(1) })
            } else {
                let turned =
                    |score: Score| Score { player, ahead: -score.ahead, win: score.win.map(|win| -win) };
                next.score.map(turned)
            };
            let both = before.zip(after).map(|(before, after)| (steps(before), steps(after)));
            let lost = both.filter(|_| !is_best).map_or(0.0, |(before, after)| (before - after).max(0.0));
            let turning = lost > 0.0
                && both.is_some_and(|(before, after)| {
                    (before > LEAD && after < -LEAD)
                        || (before >= WON && after < WON)
                        || (before > -WON && after <= -WON)
                });
            told.push(Annotated {
                play: play.to_string(),
                player,
                best: best.filter(|_| so_far.start().players() == 2),
                line: here.line,
                before,
                after,
                lost,
                turning,
            });
            desk.tell(Found::Told(message(&told, false)));
            here = next;
        }
        Found::Last(message(&told, true))
    }
}

/// What is thought of the position that stands.
fn look(desk: &Desk, record: &Record) -> Thought {
    if record.start().players() == 2 {
        return strongest(desk, record, LOOK_BACK).1;
    }
    let score = lead(record, record.position().turn());
    Thought { score, ..thought("fast", &Raw::default(), 0, &desk.run(Limits::default())) }
}

/// How far a player is ahead of the best of the others, in steps.
fn lead(record: &Record, player: usize) -> Option<Score> {
    let position = record.position();
    let steps = |who: usize| position.distance(who).map(f64::from);
    let others = (0..position.players()).filter(|&other| other != player);
    let best = others.filter_map(steps).min_by(f64::total_cmp)?;
    let win = position.winner().map(|winner| if winner == player { 1 } else { -1 });
    Some(Score { player, ahead: best - steps(player)?, win })
}

/// Several players think about one position. As many at once as there are cores, so that their clocks are honest.
pub(super) fn race(desk: &Desk, record: &Record, specs: &[(String, Spec)], time: Duration) -> Found {
    let mut lanes: Vec<Lane> = (specs.iter())
        .map(|(name, _)| Lane { algorithm: name.clone(), thought: None, done: false })
        .collect();
    let runtime = tokio::runtime::Handle::current();
    let (news, heard) = channel();
    thread::scope(|scope| {
        for (lane, (name, spec)) in specs.iter().enumerate() {
            let (news, runtime) = (news.clone(), runtime.clone());
            scope.spawn(move || {
                let _inside = runtime.enter();
                desk.on_a_core(|| {
                    let Some(mut engine) = build(spec).filter(|_| !desk.is_cancelled()) else { return };
                    let tell = |thought, done| drop(news.send((lane, thought, done)));
                    let time = Time::Fixed(time);
                    let (_, last) =
                        consider(desk, engine.as_mut(), name, record, time, |now| tell(now, false));
                    tell(last, true);
                });
            });
        }
        drop(news);
        while let Ok((lane, thought, done)) = heard.recv() {
            lanes[lane].thought = Some(thought);
            lanes[lane].done = done;
            desk.tell(Found::Told(Box::new(Message::Race { lanes: lanes.clone(), done: false })));
        }
    });
    Found::Last(Box::new(Message::Race { lanes, done: true }))
}

/// Who plays a match, and how.
pub(super) struct Rivals {
    pub(super) names: [String; 2],
    pub(super) specs: [Spec; 2],
    pub(super) games: u64,
    pub(super) time: Option<Duration>,
    pub(super) nodes: Option<u64>,
    pub(super) setup: Setup,
    pub(super) seed: u64,
}

/// Plays many games: every opening twice, seats swapped; with four players, A and B sit in turn.
pub(super) fn compete(desk: &Desk, rivals: &Rivals) -> Found {
    let mut standing = Standing {
        a: rivals.names[0].clone(),
        b: rivals.names[1].clone(),
        played: 0,
        of: rivals.games,
        won: 0,
        drawn: 0,
        lost: 0,
        elo: None,
        sides: [SideStats::default(); 2],
        won_by_first: 0,
        lengths: Vec::new(),
        last: None,
        done: false,
    };
    let mut engines: Vec<_> = rivals.specs.iter().filter_map(build).collect();
    let (mut tally, mut pair, mut spent) = (Tally::new(1.0), 0.0, [(0.0, 0); 2]);
    for number in 0..rivals.games {
        let first = (number % 2) as usize;
        let opening = random(rivals.setup, OPENING, rivals.seed.wrapping_add(number / 2));
        engines.iter_mut().for_each(|engine| engine.clear());
        let record = game(desk, rivals, &mut engines, first, opening, &mut standing, &mut spent);
        if desk.is_cancelled() {
            break;
        }
        let points = match record.end() {
            Some(End::Won(player)) if (player + first).is_multiple_of(2) => 1.0,
            Some(End::Won(_)) => 0.0,
            _ => 0.5,
        };
        match points {
            1.0 => standing.won += 1,
            0.5 => standing.drawn += 1,
            _ => standing.lost += 1,
        }
        standing.won_by_first += u64::from(record.end() == Some(End::Won(0)));
        standing.played += 1;
        standing.lengths.push(record.moves().len());
        standing.last = Some(notation::write_json(Some(&(number + 1).to_string()), &record));
        if number % 2 == 1 {
            tally.add(f64::midpoint(pair, points));
            standing.elo = Some(tally.elo());
        }
        pair = points;
        standing.done = standing.played == rivals.games;
        if !standing.done {
            desk.tell(Found::Told(Box::new(Message::Match(Box::new(standing.clone())))));
        }
    }
    standing.done = true;
    Found::Last(Box::new(Message::Match(Box::new(standing))))
}

/// One game; A begins where `first` is 0.
fn game(
    desk: &Desk,
    rivals: &Rivals,
    engines: &mut [Box<dyn Thinker>],
    first: usize,
    mut record: Record,
    standing: &mut Standing,
    spent: &mut [(f64, u64); 2],
) -> Record {
    while record.end().is_none() && record.moves().len() < LONGEST && !desk.is_cancelled() {
        let side = (record.position().turn() + first) % 2;
        let mut run = desk.run(limits(rivals.time, rivals.nodes));
        let Some(engine) = engines.get_mut(side) else { break };
        let raw = engine.think(&record, &mut run, &mut |_, _| ());
        run.finish();
        let Some(play) = raw.play.filter(|&play| record.play(play).is_ok()) else { break };
        spent[side].0 += run.elapsed().as_secs_f64();
        spent[side].1 += run.stats.expanded;
        let stats = &mut standing.sides[side];
        stats.moves += 1;
        stats.walls += u64::from(matches!(play.deed(), Deed::Wall(..)));
        stats.ms_per_move = 1e3 * spent[side].0 / stats.moves as f64;
        stats.nodes_per_move = spent[side].1 as f64 / stats.moves as f64;
    }
    record
}
