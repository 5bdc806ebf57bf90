//! Reports of experiments.
//!
//! What a campaign left behind ([`damier_campaign::Results`]) becomes one page that needs no network, tables for a paper, plots, or a
//! comparison of two of them. This crate knows no game, reads no file and no clock: the same results give the same report.

mod compare;
mod digest;
mod elo;
mod findings;
mod html;
mod pairs;
mod plot;
pub mod stats;
mod svg;
mod tables;
mod text;
mod units;
mod words;

pub use compare::{Change, Comparison, Ratio, Verdict, compare, told};
pub use digest::{Cell, Clock, Digest, Measure, Runs, Summary};
pub use elo::{Standing, standing};
pub use findings::{Conflict, Failure, conflicts, failures, warnings};
pub use html::{Page, html};
pub use pairs::{Pair, noise, pairs};
pub use plot::{Growth, Place, Sketch, all as plots, growths};
pub use tables::{Entry, Head, Table, tables};
pub use text::{csv, latex, markdown};
pub use words::Said;
