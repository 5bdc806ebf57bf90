//! Reports.
pub mod stats;
