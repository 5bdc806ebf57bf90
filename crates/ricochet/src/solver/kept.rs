//! What a board keeps for the next question about it.
//!
//! A game, a climb to the hardest position or an editor asks hundreds of questions of one board. The tables that depend
//! on its walls, and those that depend on its walls and a target, are built at the first question that needs them and stay
//! with the board, behind the pointer that all its positions share. A copy of a board begins with none, so whoever
//! changes a copy changes no answers.

use std::fmt;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::field::{Estimates, Field};
use super::relevance::Relevance;
use crate::board::{Board, ROBOTS};
use crate::problem::{SlideProblem, Word};
use crate::runs::Runs;

/// Targets whose tables are kept: those of a game from the box, and some.
const TARGETS: usize = 32;

/// The tables of a board; none until somebody asks.
#[derive(Default)]
pub(crate) struct Kept(OnceLock<Box<Tables>>);

#[derive(Default)]
struct Tables {
    /// By the number of robots.
    runs: [OnceLock<Arc<Runs>>; ROBOTS + 1],
    small: OfSize<4>,
    large: OfSize<16>,
}

/// The tables for one size of set.
pub(super) struct OfSize<const N: usize> {
    field: OnceLock<Field<N>>,
    aims: Mutex<Vec<(u16, Aim<N>)>>,
}

/// What belongs to a board and one target.
#[derive(Clone)]
pub(super) struct Aim<const N: usize> {
    /// The fewest slides with free stops, by cell.
    pub(super) estimates: Arc<Estimates<N>>,
    /// Which last helper moves can matter, once somebody has asked.
    pub(super) relevance: Arc<OnceLock<Relevance<N>>>,
}

impl<const N: usize> Default for OfSize<N> {
    fn default() -> Self {
        OfSize { field: OnceLock::new(), aims: Mutex::default() }
    }
}

/// The tables of a board for sets of `N` words.
pub(super) trait Has<const N: usize> {
    /// Those of this size.
    fn sized(&self) -> &OfSize<N>;
}

impl Has<4> for Kept {
    fn sized(&self) -> &OfSize<4> {
        &self.tables().small
    }
}

impl Has<16> for Kept {
    fn sized(&self) -> &OfSize<16> {
        &self.tables().large
    }
}

impl Kept {
    fn tables(&self) -> &Tables {
        self.0.get_or_init(Box::default)
    }

    /// The rules in tables, for so many robots.
    pub(crate) fn runs(&self, board: &Board, robots: usize) -> Arc<Runs> {
        match self.tables().runs.get(robots) {
            Some(kept) => kept.get_or_init(|| Runs::new(board, robots).into()).clone(),
            None => Runs::new(board, robots).into(),
        }
    }

    /// Nothing is kept any more: the board has changed.
    pub(crate) fn forget(&mut self) {
        self.0.take();
    }
}

impl<const N: usize> OfSize<N> {
    /// The board with nobody on it. Only for boards on which no diagonal turns any robot, where all robots slide alike.
    pub(super) fn field<W: Word>(&self, problem: &SlideProblem<W>) -> Field<N> {
        self.field.get_or_init(|| Field::new(problem)).clone()
    }

    /// The tables of the problem's target.
    pub(super) fn aim<W: Word>(&self, problem: &SlideProblem<W>, field: &Field<N>) -> Aim<N> {
        let mut aims = self.aims.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, aim)) = aims.iter().find(|(target, _)| *target == problem.target) {
            return aim.clone();
        }
        if aims.len() == TARGETS {
            aims.remove(0);
        }
        let estimates = field.estimates(usize::from(problem.target)).into();
        let aim = Aim { estimates, relevance: Arc::default() };
        aims.push((problem.target, aim.clone()));
        aim
    }
}

impl Clone for Kept {
    fn clone(&self) -> Self {
        Kept::default()
    }
}

impl PartialEq for Kept {
    /// Tables say nothing that the board does not say.
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Kept {}

impl fmt::Debug for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Kept")
    }
}
