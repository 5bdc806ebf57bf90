//! Problems in which an action may turn out in several ways.
//!
//! What is sought is not a plan but a policy: what to do in each state, so that a goal is reached with the highest chance.
//!
//! ```
//! use damier_search::chance::Chance;
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
//! let mut sum = 0.0;
//! Ice.outcomes(&0, (), |_, probability| sum += probability);
//! assert_eq!(sum, 1.0);
//! ```

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

    /// Pushes every action of `state`, in a fixed order.
    fn actions(&self, state: &Self::State, emit: impl FnMut(Self::Action));

    /// Pushes what `action` may lead to, with probabilities that add up to 1.
    fn outcomes(&self, state: &Self::State, action: Self::Action, emit: impl FnMut(Self::State, f64));
}
