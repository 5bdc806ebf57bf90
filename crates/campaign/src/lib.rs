//! Experiments as files, and their results.
//!
//! A campaign says which algorithms solve which instances, how often and within which limits. Its plan is the list of all runs; a
//! [`Row`] is the result of one of them. This crate knows no game: instances are texts, and whoever runs them knows how to read them.

mod row;

pub use row::{Instance, Isolation, Machine, Manifest, Outcome, Results, Row};
