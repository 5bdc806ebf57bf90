//! The search framework of Damier: what a problem is, how it is searched, and what is told about it.
//!
//! A game states a [`Problem`]; an [`Algorithm`] searches it within [`Limits`], guided by a [`Heuristic`] where it
//! wants one, and answers with an [`Outcome`] and [`Stats`]. An [`Observer`] sees every step, at no cost when it is
//! `()`. The [`registry`] knows algorithms by name, so that `astar(bounces)` typed by a person becomes a [`Solver`].
//!
//! Nothing here does I/O, logs, or draws random numbers without a seed; the clock is read in [`Run`] alone.
//!
//! ```
//! use damier_search::{Limits, Outcome, Run, algorithms::Bfs, example::Counter, Algorithm};
//!
//! // From 1, double or add one: how many steps to 10?
//! let problem = Counter { start: 1, goal: 10 };
//! let mut run = Run::new(Limits::default());
//! let Outcome::Solved { plan, .. } = Bfs.search(&problem, &mut run, &mut ()) else { panic!() };
//! assert_eq!(plan.cost, 4); // 2 4 5 10
//! ```

pub mod adversaries;
pub mod algorithms;
pub mod chance;
pub mod conformance;
pub mod example;
pub mod game;
mod heuristic;
mod limits;
pub mod memory;
mod observer;
mod outcome;
mod own;
pub mod pieces;
mod problem;
mod queue;
pub mod random;
pub mod registry;
mod spec;
pub mod store;

pub use heuristic::{Blind, Heuristic, HeuristicInfo};
pub use limits::{Budget, Limits, Progress, Run, Snapshot, Stats};
pub use observer::{
    BACKWARD, Event, Fate, Named, Observer, ObserverIn, ObserverOf, Order, Placed, Placement, Tie, Visit,
    Watch, Watcher, tell,
};
pub use outcome::{Outcome, Plan, Stop};
pub use own::{FAR, OWN, Own, Scripted};
pub use problem::{Cost, Problem, Reversible};
pub use registry::{Algorithm, Solver};
pub use spec::{Args, BadForm, Kind, Spec, SpecError, excerpt};
