//! What engines do for a session of a game of adversaries. The validator replays every move and every line before it is told.

use std::sync::{Arc, Condvar, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use damier_engines::Outside;
use damier_kit::{Player, Position, Refusal, Thought as Raw, refuse};
use damier_lab::matches::{Effort, Match, Ours, Seat, Seating};
use damier_lab::race::{News, Race, run};
use damier_lab::record::Record;
use damier_lab::{Game, clock};
use damier_search::{Limits, Run, Spec, Stats};

use super::jobs::Found;
use super::pool::Desk;
use super::session::Best;
use super::wire::{Lane, Message, RaceClock, Score, SideStats, Standing, Thought};

/// What an engine of a page may use for its table, and a search in all.
const TABLE: usize = 16 << 20;
const MEMORY: u64 = 512 << 20;
/// How long a hint is thought about.
const HINT: Duration = Duration::from_millis(1500);
/// How long an engine ponders at most: who has left the table does not keep a core busy. And how long it takes to come back.
const PONDER: Duration = Duration::from_secs(120);
/// How long it looks for the move that it expects.
const GUESS: Duration = Duration::from_millis(300);
const BACK: Duration = Duration::from_millis(300);
/// Thoughts are told at most so often.
const TELL: Duration = Duration::from_millis(80);
/// Random moves before the players of a match begin.
const OPENING: usize = 4;
/// The deepest tree that can be looked at on a page; a search whose tree has no room anyway need not go on for long.
pub(super) const DEEPEST: u32 = 6;
const TREE: Limits = Limits { nodes: Some(200_000), time: None, memory: None };

fn within(time: Option<Duration>) -> Limits {
    Limits { time, nodes: None, memory: Some(MEMORY) }
}

/// What was recorded of a player's thought, in the words of the wire.
fn recorded(game: Game, position: &dyn Position, record: Record) -> Result<Thought, Refusal> {
    if let Some(refusal) = record.error {
        return Err(refusal);
    }
    let player = game.versus(position)?.turn();
    let (nodes, seconds) = record.stats.map_or((0, 0.0), |stats| (stats.expanded, stats.seconds));
    let thought = Thought {
        algorithm: record.algorithm.unwrap_or_default(),
        nodes,
        rate: if seconds > 0.0 { nodes as f64 / seconds } else { 0.0 },
        seconds,
        ..Thought::default()
    };
    Ok(match record.best {
        None => thought,
        Some(best) => Thought {
            score: Some(Score { player, ahead: best.score, win: best.plies_to_end }),
            depth: best.depth,
            line: game.kit.moves(&best.line)?,
            play: Some(best.step),
            ..thought
        },
    })
}

/// A player and the position that it thinks about.
struct Thinker<'a> {
    desk: &'a Desk,
    game: Game,
    position: &'a dyn Position,
    spec: &'a Spec,
}

impl Thinker<'_> {
    fn build(&self) -> Result<Box<dyn Player>, Refusal> {
        let player = self.game.player(self.spec, TABLE)?;
        player.suits(self.position)?;
        Ok(player)
    }

    /// A thought that took so long, replayed. Where nothing can be played, nothing is thought.
    fn told(&self, raw: &Raw, run: &Run) -> Result<Thought, Refusal> {
        let stats = Stats { seconds: run.elapsed().as_secs_f64(), ..run.stats };
        if raw.play.is_none() {
            return Ok(Thought { algorithm: self.spec.to_string(), ..Thought::default() });
        }
        let record = Record::thought(self.game, String::new(), self.position, self.spec, raw, stats);
        recorded(self.game, self.position, record)
    }

    /// Lets the player think, within its clock where there is one, and tells now and then; gives the last thought.
    fn consider(
        &self,
        player: &mut dyn Player,
        time: Duration,
        clock: Option<(Duration, Duration)>,
        tell: &dyn Fn(Thought),
    ) -> Result<Thought, Refusal> {
        let mut last: Option<Instant> = None;
        let mut hear = |raw: &Raw, run: &Run| {
            if last.is_none_or(|last| last.elapsed() >= TELL) {
                last = Some(Instant::now());
                let _ = self.told(raw, run).map(tell);
            }
        };
        let start = |limits| self.desk.run(limits);
        let (raw, run) = clock::think(player, self.position, within(Some(time)), clock, &start, &mut hear);
        if let Some(refusal) = player.fault() {
            return Err(refusal);
        }
        self.told(&raw, &run)
    }
}

/// An engine that ponders while a person thinks, and comes back when that ends.
#[derive(Clone)]
pub(super) struct Lent(Arc<(Mutex<Option<Engine>>, Condvar)>);

type Engine = Box<dyn Player>;

impl Lent {
    pub(super) fn new(engine: Box<dyn Player>) -> Self {
        Lent(Arc::new((Mutex::new(Some(engine)), Condvar::new())))
    }

    /// The engine, when it is back; none if that takes too long.
    pub(super) fn take(&self) -> Option<Box<dyn Player>> {
        let (engine, back) = &*self.0;
        let engine = engine.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = back.wait_timeout_while(engine, BACK, |engine| engine.is_none());
        waited.unwrap_or_else(PoisonError::into_inner).0.take()
    }

    fn give_back(&self, lent: Box<dyn Player>) {
        let (engine, back) = &*self.0;
        *engine.lock().unwrap_or_else(PoisonError::into_inner) = Some(lent);
        back.notify_all();
    }
}

/// Whether an engine may use the time of others: one without a limit of its own. The others play the same games everywhere.
pub(super) fn may_ponder(game: Game, spec: &str) -> bool {
    let levels = game.kit.thinking().map(damier_kit::Thinking::levels).unwrap_or_default();
    let plain = spec == game.kit.about().default_algorithm;
    plain || levels.iter().any(|level| !level.limited && level.spec == spec)
}

/// An engine thinks while it is a person's turn: what it remembers of it helps with its next move.
pub(super) fn ponder(desk: &Desk, position: &dyn Position, lent: &Lent) -> Found {
    if let Some(mut engine) = lent.take() {
        let limits = |time| Limits { time: Some(time), nodes: None, memory: Some(TABLE as u64) };
        look_ahead(engine.as_mut(), position, &mut desk.run(limits(GUESS)), &|| desk.run(limits(PONDER)));
        lent.give_back(engine);
    }
    Found::Nothing
}

/// Looks for the move that is most likely to come, and thinks about its own after that one.
fn look_ahead(engine: &mut dyn Player, position: &dyn Position, first: &mut Run, then: &dyn Fn() -> Run) {
    let likely = engine.think(position, first, &mut |_, _| ()).play;
    let next = likely.and_then(|play| position.play(&play).ok()).map(|played| played.position);
    if let Some(next) = next.filter(|next| !next.is_over()) {
        engine.think(next.as_ref(), &mut then(), &mut |_, _| ());
    }
}

/// An engine chooses its move, within its clock where there is one.
pub(super) fn choose(
    desk: &Desk,
    game: Game,
    position: &dyn Position,
    seat: (usize, String),
    engine: impl FnOnce() -> Option<Box<dyn Player>>,
    clock: Option<(Duration, Duration)>,
    time: Duration,
) -> Result<Found, Refusal> {
    let thinker = Thinker { desk, game, position, spec: &seat.1.parse()? };
    let mut engine = engine().map_or_else(|| thinker.build(), Ok)?;
    let tell = |thought| desk.say(Message::Thinking(thought));
    let last = thinker.consider(engine.as_mut(), time, clock, &tell)?;
    let play = last.play.clone();
    if !desk.is_cancelled() {
        tell(last);
    }
    Ok(Found::Moved { seat, play, engine })
}

/// The best move for a hint.
pub(super) fn hint(desk: &Desk, game: Game, position: &dyn Position, spec: &Spec) -> Result<Found, Refusal> {
    let thinker = Thinker { desk, game, position, spec };
    let thought = thinker.consider(thinker.build()?.as_mut(), HINT, None, &|_| ())?;
    Ok(Found::Best(Some(Best::Move(thought))))
}

/// Thinks about a position, which is seen after so many moves, and tells as it goes.
pub(super) fn analyse(
    desk: &Desk,
    game: Game,
    position: &dyn Position,
    (code, at): (String, usize),
    spec: &Spec,
    time: Duration,
) -> Result<Found, Refusal> {
    let thinker = Thinker { desk, game, position, spec };
    let told = |thought: Thought, done| {
        let explained = |play: &String| Some(position.versus()?.explain(play));
        let why = thought.play.as_ref().and_then(explained).unwrap_or_default();
        Message::Analysis { at, code: code.clone(), thought, why, done }
    };
    let tell = |thought| desk.say(told(thought, false));
    let last = thinker.consider(thinker.build()?.as_mut(), time, None, &tell)?;
    Ok(told(last, true).into())
}

/// Several players think about one position. As many at once as there are cores, so that their clocks are honest.
pub(super) fn race(
    desk: &Desk,
    game: Game,
    position: &dyn Position,
    specs: &[Spec],
    time: Duration,
) -> Result<Found, Refusal> {
    let lane = |spec: &Spec| Lane { algorithm: spec.to_string(), outcome: "running", ..Lane::default() };
    let mut lanes: Vec<Lane> = specs.iter().map(lane).collect();
    let began: Vec<OnceLock<Instant>> = vec![OnceLock::new(); specs.len()];
    let mut told: Vec<Option<Instant>> = vec![None; specs.len()];
    let race = Race {
        game,
        position,
        specs,
        at_once: specs.len(),
        bytes: TABLE,
        start: &|lane| {
            began[lane].get_or_init(Instant::now);
            desk.run(within(Some(time)))
        },
        around: &|search| desk.on_a_core(search),
    };
    run(&race, &mut |news| {
        match news {
            News::Thought(lane, raw, stats) => {
                if told[lane].is_some_and(|last| last.elapsed() < TELL) {
                    return;
                }
                told[lane] = Some(Instant::now());
                let seconds = began[lane].get().map_or(0.0, |began| began.elapsed().as_secs_f64());
                let stats = Stats { seconds, ..stats };
                let record = Record::thought(game, String::new(), position, &specs[lane], &raw, stats);
                let Ok(thought) = recorded(game, position, record) else { return };
                lanes[lane].thought = Some(thought);
            }
            News::Done(lane, record) => {
                let thought = record.and_then(|record| recorded(game, position, *record));
                lanes[lane].outcome = if thought.is_ok() { "done" } else { "error" };
                match thought {
                    Ok(thought) => lanes[lane].thought = Some(thought),
                    Err(refusal) => lanes[lane].refusal = Some(refusal),
                }
            }
            News::Tick => return,
        }
        desk.say(Message::Race { clock: RaceClock::Time, lanes: lanes.clone(), done: false });
    })?;
    Ok(Message::Race { clock: RaceClock::Time, lanes, done: true }.into())
}

/// Who plays a match, and how.
pub(super) struct Rivals {
    pub(super) names: [String; 2],
    pub(super) specs: [Spec; 2],
    pub(super) games: u64,
    pub(super) limits: Limits,
    pub(super) setup: Vec<(String, String)>,
    pub(super) seed: u64,
}

/// Plays many games: every opening twice, seats swapped; with more players, A and B sit in turn.
pub(super) fn compete(desk: &Desk, game: Game, rivals: Rivals) -> Result<Found, Refusal> {
    let Rivals { names, specs, games, limits, setup, seed } = rivals;
    let start = |limits| desk.run(limits);
    let limits = Limits { memory: Some(MEMORY), ..limits };
    let seat = |spec: &Spec| -> Result<Box<dyn Seat>, Refusal> {
        if let Some(engine) = damier_engines::named(game.kit, &spec.name) {
            let mut outside = Outside::new(engine, game.kit, limits);
            outside.progress = Some(desk.shared.progress.clone());
            return Ok(Box::new(outside));
        }
        Ok(Box::new(Ours::new(game.player(spec, TABLE)?, limits, &start)))
    };
    let seats = [seat(&specs[0])?, seat(&specs[1])?];
    let mut contest = Match::new(game, names, seats, Seating::InTurn);
    (contest.setup, contest.openings) = (setup, (OPENING, seed));
    let [a, b] = contest.names.clone();
    let mut standing = Standing { a, b, of: games, ..Standing::default() };
    let mut told_at: Option<Instant> = None;
    let told = contest.play(games, &|| desk.is_cancelled(), &mut |contest, finished| {
        [standing.won, standing.drawn, standing.lost] = contest.score;
        standing.played = contest.played();
        standing.won_by_first += u64::from(finished.winner == Some(0));
        standing.lengths.push(finished.moves);
        standing.last = finished.position.write(game.kit.about().formats[0].name).ok();
        standing.sides = contest.efforts.map(SideStats::from);
        if standing.played.is_multiple_of(contest.seating.games()) {
            standing.elo = Some(contest.tally.elo());
        }
        // Quick games end by the hundred a second; a page need not hear of each.
        if standing.played < games && told_at.is_none_or(|at| at.elapsed() >= TELL) {
            told_at = Some(Instant::now());
            desk.say(Message::Match(Box::new(standing.clone())));
        }
        Ok::<(), Refusal>(())
    });
    told?;
    drop(contest);
    standing.done = true;
    Ok(Message::Match(Box::new(standing)).into())
}

impl From<Effort> for SideStats {
    fn from(effort: Effort) -> Self {
        let (ms_per_move, nodes_per_move, _) = effort.figures();
        SideStats { moves: effort.moves, placed: effort.placed, ms_per_move, nodes_per_move }
    }
}

/// How a search looks at a position, move by move.
pub(super) fn tree(
    desk: &Desk,
    game: Game,
    position: &dyn Position,
    algorithm: String,
    depth: u32,
) -> Result<Found, Refusal> {
    let possible = (1..=DEEPEST).contains(&depth);
    let grow = || game.kit.thinking()?.tree(position, &algorithm, depth, &mut desk.run(TREE));
    let tree = possible.then(grow).flatten().ok_or_else(|| {
        refuse!(
            "server.tree",
            "a tree of minimax or alphabeta is drawn for two players, to a depth of {most}",
            most = DEEPEST
        )
    })?;
    Ok(Message::Tree { algorithm, nodes: tree.nodes, complete: tree.complete }.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GAMES;

    /// What is thought in the time of another is not thought again: after the move that was expected the same depth takes
    /// fewer nodes, and so less of the clock.
    #[test]
    fn who_has_pondered_needs_less_of_its_clock() {
        let playing =
            GAMES.iter().copied().filter(|game| may_ponder(*game, game.kit.about().default_algorithm));
        for game in playing.filter(|game| game.kit.thinking().is_some()) {
            let spec: Spec = game.kit.about().default_algorithm.parse().unwrap();
            let within = |nodes| Run::new(Limits { nodes: Some(nodes), ..Limits::default() });
            let needed = |pondered: u64| {
                let mut engine = game.player(&spec, TABLE).unwrap();
                let start = game.start(&[]).unwrap();
                let first = engine.think(start.as_ref(), &mut within(20_000), &mut |_, _| ()).play.unwrap();
                let there = start.play(&first).unwrap().position;
                let mut other = game.player(&spec, TABLE).unwrap();
                let reply = other.think(there.as_ref(), &mut within(20_000), &mut |_, _| ()).play.unwrap();
                if pondered > 0 {
                    let then = || within(pondered);
                    look_ahead(engine.as_mut(), there.as_ref(), &mut within(20_000), &then);
                }
                let here = there.play(&reply).unwrap().position;
                // The nodes until this depth is reached.
                let (mut run, mut found) = (within(3_000_000), None);
                engine.think(here.as_ref(), &mut run, &mut |thought, run| {
                    if thought.depth >= 13 && found.is_none() {
                        found = Some(run.stats.expanded);
                        run.enough();
                    }
                });
                found.unwrap_or(3_000_000)
            };
            let (cold, warm) = (needed(0), needed(1_000_000));
            println!("{}: {warm} nodes with pondering, {cold} without", game.name());
            assert!(warm * 3 < cold * 2, "{warm} nodes with pondering, {cold} without");
        }
    }

    #[test]
    fn levels_that_repeat_do_not_ponder() {
        for game in GAMES.iter().filter(|game| game.kit.thinking().is_some()) {
            for level in game.kit.thinking().map(damier_kit::Thinking::levels).unwrap_or_default() {
                assert_eq!(may_ponder(*game, &level.spec), !level.limited, "{}", level.spec);
            }
            assert!(!may_ponder(*game, "nobody"));
        }
    }

    /// An engine that ponders is there again for its move, as soon as that is cancelled.
    #[test]
    fn an_engine_comes_back_from_pondering() {
        let game = *GAMES.iter().find(|game| game.kit.thinking().is_some()).unwrap();
        let spec: Spec = game.kit.about().default_algorithm.parse().unwrap();
        let lent = Lent::new(game.player(&spec, TABLE).unwrap());
        let engine = lent.take().expect("it is there");
        let began = Instant::now();
        assert!(lent.take().is_none(), "it is away");
        assert!(began.elapsed() >= BACK);
        let mine = lent.clone();
        std::thread::scope(|scope| {
            scope.spawn(move || {
                std::thread::sleep(Duration::from_millis(30));
                mine.give_back(engine);
            });
            assert!(lent.take().is_some(), "it has come back");
        });
    }
}
