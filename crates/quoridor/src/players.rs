//! Who can play, by name: `fast`, and the searches of `damier-search`.

use damier_kit::{Refusal, refuse};
use damier_search::adversaries::{self, PlayerEntry};
use damier_search::game::{Choice, Player};
use damier_search::registry::{Guarantee, Info, OptionInfo, Takes, resolve};
use damier_search::{Args, Event, HeuristicInfo, Named, Run, Spec, SpecError, Stop, Watch, Watcher};

use crate::adversary::{Ahead, Quoridor, step_ahead};
use crate::board::{Move, Setup};
use crate::four;
use crate::record::Record;
use crate::rules::Position;
use crate::solver::{Engine, LEVELS, Thought, WIN};

/// Something that chooses moves in a game.
pub trait Thinker: Send {
    /// Chooses a move in the position that stands, within the limits of the run; `tell` hears what it thinks meanwhile.
    fn think(&mut self, record: &Record, run: &mut Run, tell: &mut dyn FnMut(&Thought, &Run)) -> Thought;

    /// Whether it plays with so many; why not.
    fn suits(&self, _players: usize) -> Result<(), Refusal> {
        Ok(())
    }

    /// The same, told step by step; none for one that is not made to be watched.
    fn watched(&mut self, _: &Record, _: &mut Run, _: &mut Watch<'_>) -> Option<Thought> {
        None
    }

    /// A new game begins.
    fn clear(&mut self) {}

    /// Whether it tells every pass, so that a clock can stop it between two of them.
    fn is_paced(&self) -> bool {
        false
    }
}

/// A player that can be built.
struct Entry {
    info: &'static Info,
    build: Box<Build>,
}

type Build = dyn Fn(&Args, Means) -> Box<dyn Thinker>;

/// What a player is built from besides its options.
#[derive(Clone, Copy)]
struct Means {
    /// What `fast` may use for its table.
    bytes: usize,
    /// Whether generic searches try every wall.
    all_walls: bool,
}

/// Who can play; the first is the default.
fn entries() -> Vec<Entry> {
    let generic = adversaries::entries().into_iter().map(|PlayerEntry { info, any_number, build }| Entry {
        info,
        build: Box::new(move |args, Means { all_walls, .. }| {
            Box::new(Generic { info, player: build(args, Ahead), all_walls, any_number })
        }),
    });
    [Fast::entry()].into_iter().chain(generic).chain([Walker::entry(), Chance::entry()]).collect()
}

/// The declarations of all players; the first is the default.
pub fn algorithms() -> Vec<&'static Info> {
    entries().into_iter().map(|entry| entry.info).collect()
}

/// What guides the generic searches.
pub const AHEAD: HeuristicInfo = HeuristicInfo {
    name: "ahead",
    summary: "steps ahead of the best of the others, and walls left",
    admissible: false,
    consistent: false,
};

/// An option of every generic search.
pub const QUESTION_OPTIONS: &[OptionInfo] = &[OptionInfo::new(
    "walls",
    "which walls the generic searches try: all, or those that touch something or lie in a way",
    Takes::Choice(&["telling", "all"]),
    "telling",
)];

/// The player that a spec names. `bytes` is what `fast` may use for its table.
pub fn build(spec: &Spec, bytes: usize) -> Result<Box<dyn Thinker>, SpecError> {
    let mut spec = spec.clone();
    let walls = spec.take("walls");
    if let Some(value) = &walls {
        QUESTION_OPTIONS[0].check(value)?;
    }
    let entries = entries();
    let infos: Vec<_> = entries.iter().map(|entry| entry.info).collect();
    let found = resolve(&spec, &infos, &[&AHEAD])?;
    let means = Means { bytes, all_walls: walls.as_deref() == Some("all") };
    Ok((entries[found.algorithm].build)(&found.args, means))
}

/// The game that a position belongs to, as a search sees it.
fn game(record: &Record, all_walls: bool) -> Quoridor {
    let start = record.start();
    let setup = Setup::new(start.size(), start.players(), Some(start.walls_left(0))).unwrap_or_default();
    Quoridor { setup, all_walls }
}

fn thought(choice: Choice<Move>) -> Thought {
    let score = choice.score.unwrap_or(0);
    let far = adversaries::WIN - score.abs();
    let score = if score.abs() > adversaries::WON { (WIN - far) * score.signum() } else { score };
    Thought {
        play: choice.play,
        score,
        depth: choice.depth as i32,
        line: choice.line,
        stopped: choice.stopped,
    }
}

/// A search of `damier-search`.
struct Generic {
    info: &'static Info,
    player: Box<dyn Player<Quoridor> + Send>,
    all_walls: bool,
    any_number: bool,
}

impl Thinker for Generic {
    fn think(&mut self, record: &Record, run: &mut Run, tell: &mut dyn FnMut(&Thought, &Run)) -> Thought {
        if self.suits(record.start().players()).is_err() {
            return Thought::default();
        }
        let game = game(record, self.all_walls);
        let mut passes = Passes { run: run.beside(run.left()), tell };
        passes.run.stats = run.stats;
        thought(self.player.think(&game, record.position(), run, Some(&mut passes)))
    }

    fn suits(&self, players: usize) -> Result<(), Refusal> {
        if self.any_number || players == 2 {
            return Ok(());
        }
        let others = adversaries::entries::<Quoridor, Ahead>().into_iter();
        let others: Vec<&str> =
            others.filter(|entry| entry.any_number).map(|entry| entry.info.name).collect();
        Err(refuse!(
            "quoridor.for_two",
            "{name} is made for two players; with {players} there is {fast}, {others}",
            name = self.info.name,
            players,
            fast = FAST.name,
            others = others.join(", ")
        ))
    }

    fn watched(&mut self, record: &Record, run: &mut Run, watch: &mut Watch<'_>) -> Option<Thought> {
        let game = game(record, self.all_walls);
        Some(thought(self.player.think(&game, record.position(), run, Some(&mut Named(watch)))))
    }

    fn is_paced(&self) -> bool {
        true
    }
}

/// Hears the passes of a generic search and tells them as thoughts. Its run is one beside the search's: the same progress, so that
/// whoever hears a thought can say that it is enough, and figures that are counted here.
struct Passes<'a> {
    run: Run,
    tell: &'a mut dyn FnMut(&Thought, &Run),
}

impl Watcher<Position, Move> for Passes<'_> {
    fn on(&mut self, event: Event<'_, Position, Move>) {
        match event {
            Event::Expand { .. } => self.run.stats.expanded += 1,
            Event::Best { depth, score, line } => {
                let play = line.first().copied();
                let choice =
                    Choice { play, score: Some(score), line: line.to_vec(), depth, ..Choice::default() };
                (self.tell)(&thought(choice), &self.run);
            }
            _ => {}
        }
    }
}

const FAST: Info = Info {
    name: "fast",
    summary: "the engine: principal variation search with everything that is known to help",
    optimal: Guarantee::If("the score is a win or a loss that was seen to its end"),
    complete: Guarantee::Yes,
    memory: "a table of 64 MiB, or what the limit leaves",
    heuristic: false,
    options: &[
        OptionInfo::new(
            "level",
            "how strong, from beginner to full",
            Takes::Choice(&["beginner", "easy", "medium", "hard", "expert", "master", "full"]),
            "full",
        ),
        OptionInfo::new("depth", "look at most so many plies ahead", Takes::Whole(1, 48), "48"),
        OptionInfo::new("seed", "for the whims of the lower levels", Takes::Whole(0, u64::MAX), "0"),
        OptionInfo::new(
            "threads",
            "think with so many threads, for two players; with more than one it does not repeat itself",
            Takes::Whole(1, 64),
            "1",
        ),
    ],
};

/// The engine for two, and the one for four.
struct Fast {
    engine: Option<Engine>,
    bytes: usize,
    level: usize,
    depth: i32,
    seed: u64,
    threads: usize,
}

impl Fast {
    fn entry() -> Entry {
        let build = |args: &Args, Means { bytes, .. }: Means| -> Box<dyn Thinker> {
            let level = LEVELS.iter().position(|level| args.is("level", level.name));
            let level = level.unwrap_or(LEVELS.len() - 1);
            let (depth, seed) = (args.whole("depth") as i32, args.whole("seed"));
            let threads = args.whole("threads") as usize;
            Box::new(Fast { engine: None, bytes, level, depth, seed, threads })
        };
        Entry { info: &FAST, build: Box::new(build) }
    }
}

/// Something with a table of at most so many bytes; one that finds no room is made smaller.
fn smaller<T>(mut bytes: usize, mut make: impl FnMut(usize) -> Result<T, Stop>) -> Option<T> {
    loop {
        match make(bytes) {
            Ok(made) => return Some(made),
            Err(_) if bytes > 1 << 10 => bytes /= 2,
            Err(_) => return None,
        }
    }
}

impl Thinker for Fast {
    fn think(&mut self, record: &Record, run: &mut Run, tell: &mut dyn FnMut(&Thought, &Run)) -> Thought {
        if let Some(play) = LEVELS[self.level].slip(record, self.seed) {
            run.finish();
            return Thought { play: Some(play), line: vec![play], ..Thought::default() };
        }
        if record.start().players() > 2 {
            return four::think(record, &LEVELS[self.level], (self.depth, self.seed, self.bytes), run, tell);
        }
        if self.engine.is_none() {
            self.engine = smaller(self.bytes, |bytes| Engine::new(bytes, run));
        } else if let Some(engine) = &self.engine {
            let _ = run.memory.take(engine.bytes());
        }
        let Some(engine) = &mut self.engine else {
            return Thought { stopped: Some(Stop::Memory), ..Thought::default() };
        };
        engine.set_level(&LEVELS[self.level], self.seed);
        engine.set_threads(self.threads, run);
        let thought = engine.think(record, self.depth, run, tell);
        run.finish();
        thought
    }

    fn clear(&mut self) {
        if let Some(engine) = &mut self.engine {
            engine.clear();
        }
    }

    fn is_paced(&self) -> bool {
        true
    }
}

const WALKER: Info = Info {
    name: "walker",
    summary: "always a step along a shortest way, never a wall",
    optimal: Guarantee::No,
    complete: Guarantee::Yes,
    memory: "none",
    heuristic: false,
    options: &[],
};

struct Walker;

impl Walker {
    fn entry() -> Entry {
        Entry { info: &WALKER, build: Box::new(|_, _| Box::new(Walker)) }
    }
}

impl Thinker for Walker {
    fn think(&mut self, record: &Record, run: &mut Run, _: &mut dyn FnMut(&Thought, &Run)) -> Thought {
        run.finish();
        let play = record.position().winner().is_none().then(|| step_ahead(record.position()));
        // Shut in by others, it must place a wall.
        let play = play.filter(|&play| record.position().check(play).is_ok());
        Thought { play: play.or(record.position().legal().first().copied()), ..Thought::default() }
    }
}

const RANDOM: Info = Info {
    name: "random",
    summary: "any legal move",
    optimal: Guarantee::No,
    complete: Guarantee::Yes,
    memory: "none",
    heuristic: false,
    options: &[OptionInfo::new("seed", "for the choices", Takes::Whole(0, u64::MAX), "1")],
};

struct Chance {
    state: u64,
}

impl Chance {
    fn entry() -> Entry {
        Entry { info: &RANDOM, build: Box::new(|args, _| Box::new(Chance { state: args.whole("seed") })) }
    }
}

impl Thinker for Chance {
    fn think(&mut self, record: &Record, run: &mut Run, _: &mut dyn FnMut(&Thought, &Run)) -> Thought {
        run.finish();
        self.state =
            self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let legal = record.position().legal();
        let play = legal.get((self.state >> 33) as usize % legal.len().max(1)).copied();
        Thought { play, ..Thought::default() }
    }
}
