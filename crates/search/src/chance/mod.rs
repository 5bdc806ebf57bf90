//! Problems in which an action may turn out in several ways.
//!
//! What is sought is not a plan but a policy: what to do in each state, so that a goal is reached with the highest chance.
//! [`exact::solve`] finds the best policy and proves its chance, where all states fit in memory; [`online::Envelope`] does so on a part of them that
//! grows until time is up, where they do not.
//!
//! ```
//! use damier_search::{Limits, Run, chance::{Chance, exact}};
//!
//! /// Walk from 0 to 3; a step slips back to 0 one time in ten.
//! struct Ice;
//!
//! impl Chance for Ice {
//!     type State = u32;
//!     type Action = ();
//!     fn start(&self) -> u32 { 0 }
//!     fn is_goal(&self, state: &u32) -> bool { *state == 3 }
//!     fn actions(&self, _: &u32, mut emit: impl FnMut(())) { emit(()) }
//!     fn outcomes(&self, state: &u32, (): (), mut emit: impl FnMut(u32, f64)) {
//!         emit(state + 1, 0.9);
//!         emit(0, 0.1);
//!     }
//! }
//!
//! // Who may try for ever arrives for certain.
//! let policy = exact::solve(&Ice, &mut Run::new(Limits::default())).unwrap();
//! assert!(policy.chance(&Ice, &0).is_some_and(|(lower, upper)| lower > 1.0 - 1e-9 && upper == 1.0));
//! ```

mod components;
pub mod exact;
mod flow;
mod graph;
pub mod online;

use std::fmt::Debug;
use std::hash::Hash;

/// A problem of one agent against chance.
pub trait Chance {
    /// A position.
    type State: Clone + Eq + Hash;
    /// What the agent does.
    type Action: Copy + Debug + PartialEq;

    /// Where it begins.
    fn start(&self) -> Self::State;

    /// Whether nothing is left to do in `state`.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// Whether no goal can be reached from `state` any more, as far as this is seen at a glance. A `true` is a proof, and is not taken
    /// back later: nothing that follows a dead state is alive.
    fn is_dead(&self, _state: &Self::State) -> bool {
        false
    }

    /// The bytes that a state holds besides its own size, for the memory limit.
    fn heap(&self, _state: &Self::State) -> usize {
        0
    }

    /// Pushes every action of `state`, in a fixed order.
    fn actions(&self, state: &Self::State, emit: impl FnMut(Self::Action));

    /// Pushes what `action` may lead to, with probabilities that add up to 1.
    fn outcomes(&self, state: &Self::State, action: Self::Action, emit: impl FnMut(Self::State, f64));
}
