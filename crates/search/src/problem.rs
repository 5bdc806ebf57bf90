//! What is searched: a start, a goal test and successors.
//!
//! Successors are pushed to a closure, so that no list is allocated. A problem keeps what it needs to be fast (tables,
//! packed states); the algorithms get that for free.

use std::fmt::Debug;
use std::hash::Hash;

use crate::Placement;

/// What an action costs, and what a plan costs. A real edge costs at least 1.
pub type Cost = u32;

/// A problem of one agent: find actions that lead from the start to a goal, at the least total cost.
///
/// See [`crate::example::Counter`] for the smallest one.
pub trait Problem {
    /// A position. Small and flat is fast: it is stored once a node and compared at every duplicate.
    type State: Clone + Eq + Hash;
    /// What leads from a state to the next.
    type Action: Copy + Debug + PartialEq;

    /// True when every action costs 1. Breadth-first algorithms are optimal only then.
    const UNIT_COSTS: bool;

    /// Where the search begins.
    fn start(&self) -> Self::State;

    /// Whether nothing is left to do in `state`.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// Pushes every action of `state` with the state that it leads to and its cost, in a fixed order.
    fn successors(&self, state: &Self::State, emit: impl FnMut(Self::Action, Self::State, Cost));

    /// Writes where the pieces of `state` stand over `here`, for who watches or asks about places. Nothing, where there is no board.
    fn place(&self, _state: &Self::State, _here: &mut Placement) {}

    /// Bytes that `state` owns on the heap, for the memory limit. Flat states own none.
    fn heap_bytes(&self, _state: &Self::State) -> usize {
        0
    }
}

/// A problem that can also be searched from its goals.
pub trait Reversible: Problem {
    /// How many goal states [`Self::goals`] would push (a bound from above is fine). The backward search starts only
    /// when the forward one has grown past this, so a problem with millions of goals costs nothing until then.
    fn goal_count(&self) -> u64;

    /// Pushes every goal state. Some of them may be out of reach from the start.
    fn goals(&self, emit: impl FnMut(Self::State));

    /// Pushes every state and action that lead to `state` in one step, with its cost.
    fn predecessors(&self, state: &Self::State, emit: impl FnMut(Self::Action, Self::State, Cost));
}
