//! Experiments as files, and their results.
//!
//! A campaign says which algorithms solve which instances, how often and within which limits. Its plan is the list of all runs; a
//! [`Row`] is the result of one of them, kept in a [`Store`]. This crate knows no game: instances are texts, and whoever runs them knows
//! how to read them.

pub mod export;
mod file;
mod plan;
mod raw;
mod row;
mod store;
pub mod units;

pub use file::{
    AGAINST, Algorithm, Campaign, ExecutorKind, From, Isolate, LONGEST, Place, Recipe, ReportOptions,
    RunLimits, RunOptions, Slurm, Source, Tournament, Who,
};
pub use plan::{Run, fingerprint, mixed, plan, planned};
pub use row::{Instance, Isolation, Machine, Manifest, Outcome, Results, Row};
pub use store::{Raw, Store, expansion_key};
