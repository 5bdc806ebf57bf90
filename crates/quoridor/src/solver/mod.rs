//! `fast`: the engine.
//!
//! For two players: a principal variation search (`search`) over positions that keep a shortest way of each player
//! (`node`), with a transposition table (`table`) and an evaluation by distance (`eval`); when no walls are left, the exact end
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

mod eval;
mod levels;
mod node;
mod race;
mod search;
mod table;

use damier_search::{Limits, Run, Stop};

use crate::board::Move;
use crate::record::Record;
use crate::rules::Position;
use eval::{WEIGHTS, Weights};
pub(crate) use node::Node;
use race::{Race, Worth};
use search::{MOST_PLIES, Memory, Search};
use table::Table;

pub use levels::{LEVELS, Level};

/// A score that means: won now. A win in `n` plies is `WIN - n`.
pub const WIN: i32 = 30_000;
/// Scores beyond this are wins.
pub const WON: i32 = WIN - 1000;
/// A race without walls that one side leads.
const RACE: i32 = 10_000;
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
    memory: Memory,
    level: &'static Level,
    salt: u64,
}

impl Engine {
    /// An engine whose table takes at most so many bytes, drawn from the run's budget.
    pub fn new(bytes: usize, run: &mut Run) -> Result<Engine, Stop> {
        Ok(Engine {
            memory: Memory::new(Table::new(bytes, &mut run.memory)?),
            level: &LEVELS[LEVELS.len() - 1],
            salt: 0,
        })
    }

    /// Plays at this level from now on; the seed is for its misjudgements.
    pub fn set_level(&mut self, level: &'static Level, seed: u64) {
        self.level = level;
        self.salt = seed;
    }

    /// What its table holds, in bytes.
    pub fn bytes(&self) -> usize {
        self.memory.table.bytes()
    }

    /// Forgets the game.
    pub fn clear(&mut self) {
        self.memory.clear();
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
        let mut thought = Thought { play: legal.first().copied(), ..Thought::default() };
        let Some(node) = Node::new(position).filter(|_| !legal.is_empty()) else { return thought };
        if position.left == [0; 4] && self.level.noise == 0 {
            return raced(&position);
        }
        self.memory.next_move();
        // A level has limits of its own; what they leave is counted in the run that was given.
        let mut own = run.beside(Limits {
            nodes: self.level.nodes.into_iter().chain(run.nodes_left()).min(),
            ..Limits::default()
        });
        let most = most.min(self.level.depth);
        let keys = record.positions().iter().map(Position::key);
        let keys: Vec<u64> = keys.take(record.moves().len()).collect();
        let mut search = Search {
            memory: &mut self.memory,
            run: &mut own,
            weights: Weights { noise: self.level.noise, salt: self.salt, ..WEIGHTS },
            keys,
            best: None,
        };
        for depth in 1..=most.min(MOST_PLIES as i32 / 2) {
            search.best = None;
            let found = deepen(&mut search, &node, depth, thought.score);
            if let Some(play) = search.best {
                // A pass that was cut short began with the best move of the one before: what it has found is no worse.
                thought.play = Some(play);
            }
            let score = match found {
                Ok(score) => score,
                Err(why) => {
                    thought.stopped = Some(why);
                    break;
                }
            };
            thought.score = score;
            thought.depth = depth;
            search.run.stats.bound = depth as u32;
            thought.line = line(search.memory, &node, thought.play);
            tell(&thought, search.run);
            if score.abs() > WON && WIN - score.abs() <= depth {
                break;
            }
        }
        run.stats.expanded += own.stats.expanded;
        run.stats.bound = thought.depth as u32;
        if thought.line.first().copied() != thought.play {
            thought.line = thought.play.into_iter().collect();
        }
        thought
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
fn line(memory: &Memory, node: &Node, first: Option<Move>) -> Vec<Move> {
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
        next = memory.table.get(here.position.key(), 0).and_then(|known| known.play);
    }
    line
}
