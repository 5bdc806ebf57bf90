//! `fast`: the engine.
//!
//! For two players: a principal variation search (`search`) over positions that keep a shortest way of each player
//! (`node`), with a transposition table (`table`), an evaluation by distance (`eval`) and a net (`net`), by one thread or several (`together`); when no walls are left, the exact end
//! (`race`). Weaker levels see less far and less clearly (`levels`).
//!
//! ```
//! use damier_quoridor::{Engine, Record, Setup};
//! use damier_search::{Limits, Run};
//!
//! let mut run = Run::new(Limits { nodes: Some(1000), ..Limits::default() });
//! let mut engine = Engine::new(1 << 20, &mut run).unwrap();
//! let thought = engine.think(&Record::new(Setup::default()), 48, &mut run, &mut |_, _| ());
//! assert!(thought.play.is_some() && run.stats.expanded <= 1000);
//! ```

mod ends;
mod eval;
mod levels;
pub mod net;
mod node;
mod race;
mod sample;
mod search;
mod table;
mod together;

use damier_search::{Limits, Run, Stop};

use crate::board::{Deed, Move};
use crate::record::Record;
use crate::rules::Position;
use ends::Library;
use eval::{WEIGHTS, Weights};
use net::Sums;
pub(crate) use node::Node;
use race::{Race, Worth};
use search::{MOST_PLIES, Memory, Search};
use table::Table;
use together::{Found, Lines, Mates};

pub use levels::{LEVELS, Level};
pub use sample::Sample;

/// A score that means: won now. A win in `n` plies is `WIN - n`.
pub const WIN: i32 = 30_000;
/// Scores beyond this are wins.
pub const WON: i32 = WIN - 1000;
/// A race without walls that one side leads.
const RACE: i32 = 10_000;
/// A win that is known, but not how many plies it takes.
const SURE: i32 = 20_000;
/// Beyond every score.
const LONG: i32 = 32_000;

/// What the engine thinks of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Thought {
    /// The best move; none if the game is over.
    pub play: Option<Move>,
    /// For the player whose turn it is, in hundredths of a step ahead; beyond [`WON`] a win that was seen to the end.
    pub score: i32,
    /// The depth that was completed.
    pub depth: i32,
    /// The moves that it expects, the best first.
    pub line: Vec<Move>,
    /// Why it did not look further, if a limit stopped it.
    pub stopped: Option<Stop>,
}

/// The engine, with what it remembers from one move to the next.
pub struct Engine {
    table: Table,
    /// Of each thread.
    memories: Vec<Memory>,
    library: Library,
    level: &'static Level,
    salt: u64,
}

impl Engine {
    /// An engine whose table takes at most so many bytes, drawn from the run's budget.
    pub fn new(bytes: usize, run: &mut Run) -> Result<Engine, Stop> {
        let table = Table::new(bytes, &mut run.memory)?;
        if let Err(stop) = run.memory.take(Memory::beside(table.bytes())) {
            run.memory.give_back(table.bytes());
            return Err(stop);
        }
        Ok(Engine {
            memories: vec![Memory::new(table.bytes())],
            table,
            library: Library::default(),
            level: &LEVELS[LEVELS.len() - 1],
            salt: 0,
        })
    }

    /// Plays at this level from now on; the seed is for its misjudgements.
    pub fn set_level(&mut self, level: &'static Level, seed: u64) {
        self.level = level;
        self.salt = seed;
    }

    /// What its tables hold, in bytes.
    pub fn bytes(&self) -> usize {
        let table = self.table.bytes();
        table + self.memories.len() * Memory::beside(table) + self.library.bytes()
    }

    /// Forgets the game.
    pub fn clear(&mut self) {
        self.table.clear();
        self.memories.iter_mut().for_each(Memory::clear);
        self.library.clear();
    }

    /// Thinks with so many threads from now on, as far as there is memory for what each learns. With more than one it does not
    /// play the same games again, whatever the limits.
    pub fn set_threads(&mut self, threads: usize, run: &mut Run) {
        let bytes = self.table.bytes();
        while self.memories.len() < threads.max(1) && run.memory.take(Memory::beside(bytes)).is_ok() {
            self.memories.push(Memory::new(bytes));
        }
        self.memories.truncate(threads.max(1));
    }

    /// Thinks about the position that stands, until the run stops or the depth is reached. `tell` hears every pass.
    pub fn think(
        &mut self,
        record: &Record,
        most: i32,
        run: &mut Run,
        tell: &mut dyn FnMut(&Thought, &Run),
    ) -> Thought {
        let position = *record.position();
        let legal = position.legal();
        let mut thought = Thought { play: nearest(&position, &legal), ..Thought::default() };
        let Some(node) = Node::new(position).filter(|_| !legal.is_empty()) else { return thought };
        if position.left == [0; 4] && self.level.noise == 0 {
            return raced(&position);
        }
        if let Some(thought) = self.ended(&position, run) {
            return thought;
        }
        self.table.grow_older();
        // A level has limits of its own; what they leave is counted in the run that was given.
        let mut own = run.beside(Limits {
            nodes: self.level.nodes.into_iter().chain(run.nodes_left()).min(),
            ..Limits::default()
        });
        let most = most.min(self.level.depth).min(MOST_PLIES as i32 / 2);
        let keys = record.positions().iter().map(Position::key);
        let keys: Vec<u64> = keys.take(record.moves().len()).collect();
        let net = net::net(position.size());
        let weights = Weights { noise: self.level.noise, salt: self.salt, ..WEIGHTS };
        for memory in &mut self.memories {
            memory.next_move();
            if let Some(net) = net {
                memory.sums[0] = Sums::of(net, &position);
            }
        }
        let threads = self.memories.len();
        let lines = (threads > 1).then(|| Lines::new(threads));
        let task = Task { table: &self.table, node: &node, most, weights, net, keys, lines };
        let (first, others) = self.memories.split_at_mut(1);
        if others.is_empty() {
            task.passes(&mut first[0], &mut own, &mut thought, tell);
        } else {
            let mut parts = own.split(threads);
            let (first_run, runs) = parts.split_at_mut(1);
            std::thread::scope(|scope| {
                for (number, (memory, run)) in others.iter_mut().zip(runs).enumerate() {
                    let task = &task;
                    scope.spawn(move || task.help(memory, run, number + 1));
                }
                task.passes(&mut first[0], &mut first_run[0], &mut thought, tell);
                first_run[0].end_parts();
            });
            own.gather(&mut parts);
        }
        run.stats.expanded += own.stats.expanded;
        run.stats.bound = thought.depth as u32;
        if thought.line.first().copied() != thought.play {
            thought.line = thought.play.into_iter().collect();
        }
        thought
    }
}

/// The step that leaves the shortest way to go: what is played if there is no time to search at all.
fn nearest(position: &Position, legal: &[Move]) -> Option<Move> {
    let steps = legal.iter().copied().filter(|play| matches!(play.deed(), Deed::Walk(_)));
    let left = |play: &Move| {
        let mut after = *position;
        after.play_unchecked(*play);
        after.distance(position.turn())
    };
    steps.min_by_key(left).or_else(|| legal.first().copied())
}

/// What all threads look at.
struct Task<'a> {
    table: &'a Table,
    node: &'a Node,
    most: i32,
    weights: Weights,
    net: Option<&'static net::Net>,
    keys: Vec<u64>,
    /// What the threads are at, if there are several.
    lines: Option<Lines>,
}

impl Task<'_> {
    fn search<'a>(&'a self, memory: &'a mut Memory, run: &'a mut Run, thread: usize) -> Search<'a> {
        let Task { table, weights, net, .. } = *self;
        let mates = self.lines.as_ref().map(|lines| Mates { lines, thread, depth: 0 });
        Search { table, memory, run, weights, net, keys: self.keys.clone(), best: None, mates }
    }

    /// Deepens until the run stops or the depth is reached, and tells every pass.
    fn passes(
        &self,
        memory: &mut Memory,
        run: &mut Run,
        thought: &mut Thought,
        tell: &mut dyn FnMut(&Thought, &Run),
    ) {
        let mut search = self.search(memory, run, 0);
        while thought.depth < self.most {
            match self.pass(&mut search, thought.depth + 1, thought.score) {
                Ok(Found { depth, score, play }) => {
                    (thought.depth, thought.score) = (depth, score);
                    thought.play = play.or(thought.play);
                }
                Err(why) => {
                    // A pass that was cut short began with the best move of the one before: what it has found is no worse.
                    let best = self.lines.as_ref().and_then(Lines::best);
                    let best =
                        best.filter(|best| best.depth > thought.depth).map_or(search.best, |best| best.play);
                    thought.play = best.or(thought.play);
                    thought.stopped = Some(why);
                    break;
                }
            }
            search.run.stats.bound = thought.depth as u32;
            thought.line = line(self.table, self.node, thought.play);
            tell(thought, search.run);
            if thought.score.abs() > WON && WIN - thought.score.abs() <= thought.depth {
                break;
            }
        }
    }

    /// Deepens beside the first thread: what it finds out reaches the others by the table (`together`).
    fn help(&self, memory: &mut Memory, run: &mut Run, thread: usize) {
        let mut search = self.search(memory, run, thread);
        let (mut depth, mut score) = (0, 0);
        while depth < self.most
            && let Ok(found) = self.pass(&mut search, depth + 1, score)
        {
            (depth, score) = (found.depth, found.score);
        }
    }

    /// A pass. Where there are several threads, who ends it first ends it for all.
    fn pass(&self, search: &mut Search<'_>, depth: i32, expected: i32) -> Result<Found, Stop> {
        search.best = None;
        search.keys.truncate(self.keys.len());
        if let Some(mates) = &mut search.mates {
            mates.depth = depth;
        }
        let score = deepen(search, self.node, depth, expected);
        let found = score.map(|score| Found { depth, score, play: search.best });
        let Some(lines) = &self.lines else { return found };
        match found {
            Ok(found) => lines.end_pass(found),
            Err(Stop::GaveUp) => search.run.look()?,
            Err(_) => {}
        }
        lines.ended().filter(|ended| ended.depth >= depth).map_or(found, Ok)
    }
}

impl Engine {
    /// With one or two walls left the end is worked out, where there is time for it; a won one is played by it.
    fn ended(&mut self, position: &Position, run: &mut Run) -> Option<Thought> {
        let left = position.walls_left(0) + position.walls_left(1);
        // What the tables take, generously, in nodes and in time.
        let (nodes, millis) = match left {
            1 => (20_000, 20),
            2 => (1_000_000, 1500),
            _ => return None,
        };
        let Limits { nodes: most, time, .. } = run.left();
        if self.level.noise > 0
            || most.is_some_and(|most| most < nodes)
            || time.is_some_and(|time| time.as_millis() < millis)
        {
            return None;
        }
        // At most half of what there is, so that a search can follow.
        let Limits { memory, .. } = run.left();
        let mut own =
            run.beside(Limits { nodes: most.map(|most| most / 2), time: time.map(|time| time / 2), memory });
        let before = self.library.bytes();
        let learned = self.library.learn(position, &mut own);
        run.stats.expanded += own.stats.expanded;
        let _ = run.memory.take(self.library.bytes() - before);
        learned.ok()?;
        let (play, plies) = self.library.quickest(position)?;
        Some(Thought { play: Some(play), score: SURE - plies, depth: plies, line: vec![play], stopped: None })
    }
}

/// Without walls left the end is known.
fn raced(position: &Position) -> Thought {
    let race = Race::new(*position);
    let line = race.line(position);
    let (score, depth) = match race.worth(position) {
        Worth::Won(plies) => (WIN - i32::from(plies), plies),
        Worth::Lost(plies) => (i32::from(plies) - WIN, plies),
        Worth::Drawn => (0, 0),
    };
    Thought { play: line.first().copied(), score, depth: i32::from(depth), line, stopped: None }
}

/// One depth, first within a narrow window around what is expected.
fn deepen(search: &mut Search<'_>, node: &Node, depth: i32, expected: i32) -> Result<i32, Stop> {
    if depth < 4 {
        return search.root(node, depth, -LONG, LONG);
    }
    let mut margin = 60;
    let (mut low, mut high) = (expected - margin, expected + margin);
    loop {
        let score = search.root(node, depth, low.max(-LONG), high.min(LONG))?;
        margin *= 4;
        if score <= low && low > -LONG {
            low = if margin > 2000 { -LONG } else { expected - margin };
        } else if score >= high && high < LONG {
            high = if margin > 2000 { LONG } else { expected + margin };
        } else {
            return Ok(score);
        }
    }
}

/// The moves that the table remembers from here on.
fn line(table: &Table, node: &Node, first: Option<Move>) -> Vec<Move> {
    let mut line = Vec::new();
    let (mut here, mut next) = (*node, first);
    let mut seen = vec![here.position.key()];
    while let Some(play) = next {
        if here.position.check(play).is_err() {
            break;
        }
        let Some(after) = here.after(play) else { break };
        line.push(play);
        here = after;
        if seen.contains(&here.position.key()) || line.len() >= 30 {
            break;
        }
        seen.push(here.position.key());
        next = table.get(here.position.key(), 0).and_then(|known| known.play);
    }
    line
}
