//! Games of one agent: solutions, proofs, and how hard they are.

use std::sync::Arc;

use damier_search::{Cost, OWN, Outcome, Run, Scripted, Spec, SpecError, Stop, Watch};
use serde::Serialize;
#[cfg(feature = "wire")]
use ts_rs::TS;

use crate::microscope::{Findings, Question};
use crate::{Position, Refusal};

/// A position that is solved by a plan.
pub trait Plans {
    /// Searches as `spec` says, watched or not. The moves of the outcome are in the game's notation.
    fn solve(&self, spec: &Spec, run: &mut Run, watch: Option<&mut Watch<'_>>) -> Result<Answer, Refusal>;

    /// Every optimal solution, counted, and the first `most` of them listed.
    fn solve_all(&self, most: usize, run: &mut Run) -> Result<AllAnswers, Stop>;

    /// How hard it is for a person, whose best solution is this: an estimate.
    fn estimate(&self, solution: &[String]) -> Estimate;

    /// What a heuristic says of each cell for the piece that has the task; none where it sees no way. With `obstacles` the
    /// other pieces stand in the way, which no longer bounds the true cost from below, for they can move.
    fn map(&self, heuristic: &str, obstacles: bool) -> Result<Vec<Option<u32>>, Refusal>;

    /// The same for a heuristic that was brought along. Who brought it asks it for its fault afterwards.
    fn map_own(&self, _script: &Arc<dyn Scripted>, _obstacles: bool) -> Result<Vec<Option<u32>>, Refusal> {
        Err(SpecError::NoMap { heuristic: OWN.name }.into())
    }

    /// Holds heuristics against the true distances of states of this position.
    fn microscope(&self, question: &Question, run: &mut Run) -> Result<Findings, Refusal>;

    /// The pieces that a way brings forward, in the order in which it does.
    fn movers(&self, moves: &[String]) -> Vec<usize>;

    /// Whether it can still be solved, and if not, why.
    fn verdict(&self, _run: &mut Run) -> Verdict {
        Verdict::default()
    }

    /// Whether [`Plans::verdict`] ever says anything.
    fn judges(&self) -> bool {
        false
    }

    /// Looks for the position on this board whose best solution is the longest, and tells each that is longer than the ones
    /// before it with its length, until the run stops: true when the last one is proven to be the hardest. None where a game does
    /// not look for such positions.
    fn hardest(
        &self,
        _seed: u64,
        _run: &mut Run,
        _better: &mut dyn FnMut(Box<dyn Position>, Cost),
    ) -> Option<Result<bool, Stop>> {
        None
    }
}

/// What a search of a position gave.
#[derive(Clone, Debug)]
pub struct Answer {
    /// How it ended, with moves in the game's notation.
    pub outcome: Outcome<String>,
    /// Why a stopped search stopped, where the algorithm's own reason would mislead.
    pub why: Option<&'static str>,
    /// What the cost counts, where a game can count in several ways.
    pub metric: Option<&'static str>,
}

/// Every optimal solution of a position.
#[derive(Clone, Debug)]
pub struct AllAnswers {
    /// What each costs; none when there is no solution.
    pub cost: Option<u32>,
    /// How many there are.
    pub count: u128,
    /// Some or all of them, each as its moves, in an order that the game documents: the least trouble first.
    pub solutions: Vec<Vec<String>>,
}

/// How hard a position is for a person: an estimate, and what it rests on.
#[derive(Clone, Debug)]
pub struct Estimate {
    /// From 1 (trivial) to 5 (extreme).
    pub level: u8,
    /// What the level comes from; more is harder.
    pub points: f64,
    /// What the points come from: a name and a number each.
    pub parts: Vec<(&'static str, u32)>,
}

/// Whether a position can still be solved.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "wire", derive(TS))]
pub struct Verdict {
    /// Yes, no, or not known in the time that there was.
    pub solvable: Option<bool>,
    /// Why not: a word for the rule, by which a page finds the sentence.
    pub rule: Option<&'static str>,
    /// The fewest pieces that are reason enough.
    pub pieces: Vec<usize>,
    /// The cells that they close off, or that are closed to them.
    pub cells: Vec<u16>,
}
