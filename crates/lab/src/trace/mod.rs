//! A search, kept step by step, so that one can go to any moment of it, forwards and backwards.
//!
//! Nothing is kept twice: a node knows when it was born and when it ended, so what waits at a moment is what was born before and ends
//! after it. There are no snapshots, and a step back costs what a step forward does. A moment is a number of events, from 0 to
//! [`Trace::len`]. Steps are the events that count as work: an expansion, a move that was looked at, a rollout.
//!
//! [`Recorder`] makes a trace while a search runs; `look.rs` answers questions about a moment; `tree.rs` about the tree; `file.rs`
//! writes traces and reads them.

mod file;
mod look;
mod record;
mod run;
mod tree;

pub use file::{DRAWN, Header, POSTHOC};
pub use look::{Break, Counts, Cursor, Measure, NodeView, OpenList, Shift, Timeline, WhyNext};
pub use record::Recorder;
pub use run::trace;
pub use tree::TreeView;

use std::sync::OnceLock;

use damier_search::{Order, Placement};
use serde::Serialize;
#[cfg(feature = "wire")]
use ts_rs::TS;

use tree::Kin;

/// No node, and never.
pub const NONE: u32 = u32::MAX;

/// What a search did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wire", derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum What {
    /// A node was expanded; in a game a move was looked at to the end, or a rollout ended.
    Step,
    /// A node was made; in a game a move is about to be looked at.
    New,
    /// A cheaper way to a known state was found: it is a node of its own.
    Better,
    /// A state was met that is known already, as this node; in a game, the position is known from before.
    Duplicate,
    /// No goal can be reached from this one.
    DeadEnd,
    /// It lies beyond the bound; in a game, the other moves of this position cannot change the result any more.
    Cut,
    /// A node that waited is not expanded after all.
    Skip,
    /// The search goes on with a new depth or bound.
    Bound,
}

impl What {
    const ALL: [What; 8] = [
        What::Step,
        What::New,
        What::Better,
        What::Duplicate,
        What::DeadEnd,
        What::Cut,
        What::Skip,
        What::Bound,
    ];
}

/// What kind of search was watched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wire", derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// It told nothing but bounds and figures.
    #[default]
    Silent,
    /// It told what it expanded, and not where that came from.
    Expansions,
    /// The search of a problem: states wait and are expanded.
    States,
    /// The search of a game to a depth: moves are looked at one inside the other.
    Lines,
    /// The search of a game by rollouts.
    Rollouts,
}

impl Kind {
    /// Whether it is the search of a game.
    pub fn is_of_players(self) -> bool {
        matches!(self, Kind::Lines | Kind::Rollouts)
    }
}

/// An event in four bytes: what, and of which node; for a bound its place in the list of bounds.
#[derive(Clone, Copy)]
struct Packed(u32);

impl Packed {
    const BITS: u32 = 29;
    const MASK: u32 = (1 << Self::BITS) - 1;

    fn new(what: What, of: u32) -> Self {
        Packed((what as u32) << Self::BITS | of & Self::MASK)
    }

    fn what(self) -> What {
        What::ALL[(self.0 >> Self::BITS) as usize]
    }

    /// The node, or the place of a bound.
    fn of(self) -> u32 {
        if self.0 & Self::MASK == Self::MASK { NONE } else { self.0 & Self::MASK }
    }
}

/// The nodes, a column for each thing that is known of them. They are in the order in which they were born.
#[derive(Default)]
struct Nodes {
    parent: Vec<u32>,
    /// At which moment it was there, and at which it did not wait any more.
    born: Vec<u32>,
    ended: Vec<u32>,
    g: Vec<u16>,
    h: Vec<u16>,
    /// The cell that stands for it on the board: of what had the task and moved.
    cell: Vec<u16>,
    marks: Vec<u8>,
    /// Where its part of `shifts` begins: the pieces that stand elsewhere than at the parent's, or at the start.
    shifted: Vec<u32>,
    shifts: Vec<(u16, u16)>,
    /// In a game: the move's place in the list of names.
    name: Vec<u16>,
    /// In a search of lines: the window, the score, and how many moves were cut. In one of rollouts: who moved, and the chance that
    /// was supposed.
    worth: Vec<Worth>,
}

#[derive(Clone, Copy, Default)]
struct Worth {
    low: i32,
    high: i32,
    score: i32,
    cut: u16,
    mover: u8,
    prior: f32,
}

/// The marks of a node.
mod mark {
    pub(super) const GOAL: u8 = 1;
    pub(super) const DEAD: u8 = 2;
    pub(super) const CUT: u8 = 4;
    /// It ended because a cheaper way was found, or it was searched in the meantime.
    pub(super) const GONE: u8 = 8;
    /// It was found backwards, from the goals.
    pub(super) const BACKWARD: u8 = 16;
    /// The estimate is not known.
    pub(super) const BLIND: u8 = 32;
    /// It has a window.
    pub(super) const WINDOW: u8 = 64;
    /// Its score is known; in a table it was before.
    pub(super) const KNOWN: u8 = 128;
}

/// A search that was watched.
#[derive(Default)]
pub struct Trace {
    kind: Kind,
    order: Order,
    nodes: Nodes,
    /// The pieces at the start.
    start: Placement,
    names: Vec<String>,
    events: Vec<Packed>,
    /// The events that are steps.
    steps: Vec<u32>,
    /// The bounds, each with its event and the first node of its pass.
    bounds: Vec<Bound>,
    /// The best line so far, as a search of games tells it.
    bests: Vec<BestLine>,
    /// What each rollout gave, a number for each player.
    rewards: Vec<f32>,
    players: usize,
    /// How often each thing had happened, every [`COUNTED`] events.
    counted: Vec<[u32; 8]>,
    /// The time of every [`TIMED`]th step, in microseconds.
    times: Vec<u32>,
    /// By cell: the step at which something was expanded there first.
    first: Vec<u32>,
    /// The events that were too many to be kept.
    dropped: u64,
    /// Who is whose child; made when it is asked for first.
    kin: OnceLock<Kin>,
}

/// Counts are kept at every event that is a multiple of this.
const COUNTED: usize = 4096;
/// Times are kept at every step that is a multiple of this.
const TIMED: usize = 64;

#[derive(Clone, Copy)]
struct Bound {
    event: u32,
    value: u32,
    first: u32,
}

/// The best line that a search of a game knows after a pass.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(TS))]
pub struct BestLine {
    /// At which moment.
    pub at: u32,
    /// The plies that were searched in full.
    pub depth: u32,
    /// In hundredths of the game's unit, for the player at the root.
    pub score: i32,
    /// The moves.
    pub line: Vec<String>,
}

impl Trace {
    /// How many events there are: the last moment.
    pub fn len(&self) -> usize {
        self.events.len()
    }

    /// Whether nothing was told.
    pub fn is_empty(&self) -> bool {
        self.events.is_empty()
    }

    /// How many steps there are.
    pub fn steps(&self) -> usize {
        self.steps.len()
    }

    /// How many nodes there are.
    pub fn size(&self) -> usize {
        self.nodes.parent.len()
    }

    /// What kind of search it was.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// In what order what waits is taken.
    pub fn order(&self) -> Order {
        self.order
    }

    /// How many events came after those that are kept.
    pub fn dropped(&self) -> u64 {
        self.dropped
    }

    /// The best lines, in the order in which they were found.
    pub fn bests(&self) -> &[BestLine] {
        &self.bests
    }

    /// By cell, at which step something was expanded there first; [`NONE`] for never.
    pub fn first(&self) -> &[u32] {
        &self.first
    }

    /// The bytes that it takes.
    pub fn bytes(&self) -> usize {
        let Nodes { parent, born, ended, g, h, cell, marks, shifted, shifts, name, worth } = &self.nodes;
        let words = parent.capacity() + born.capacity() + ended.capacity() + shifted.capacity();
        4 * (words
            + self.events.capacity()
            + self.steps.capacity()
            + self.rewards.capacity()
            + shifts.capacity())
            + 2 * (g.capacity() + h.capacity() + cell.capacity() + name.capacity())
            + marks.capacity()
            + worth.capacity() * size_of::<Worth>()
            + self.kin.get().map_or(0, Kin::bytes)
    }

    /// The moment just after a step, counted from 1; 0 is the beginning.
    pub fn moment_of(&self, step: usize) -> usize {
        match step {
            0 => 0,
            step => self.steps.get(step - 1).map_or(self.len(), |&event| event as usize + 1),
        }
    }

    /// How many steps there were until a moment.
    pub fn steps_until(&self, at: usize) -> usize {
        self.steps.partition_point(|&event| (event as usize) < at)
    }

    /// The moment until which the search had taken so many microseconds.
    pub fn moment_at(&self, micros: u32) -> usize {
        let block = self.times.partition_point(|&time| time <= micros);
        let Some(&late) = self.times.get(block) else { return self.len() };
        let early = if block == 0 { 0 } else { self.times[block - 1] };
        let part = f64::from(micros - early) / f64::from((late - early).max(1));
        self.moment_of(block * TIMED + (part * TIMED as f64) as usize)
    }

    /// How many microseconds a search had taken at a step.
    pub fn micros(&self, step: usize) -> u32 {
        let block = step / TIMED;
        let late = self.times.get(block).or(self.times.last()).copied().unwrap_or(0);
        let early = if block == 0 { 0 } else { self.times.get(block - 1).copied().unwrap_or(late) };
        early + ((late - early) as usize * (step % TIMED) / TIMED) as u32
    }
}
