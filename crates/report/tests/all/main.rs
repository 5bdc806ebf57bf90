//! Reports and comparisons of results that nobody measured.

mod compare;
mod made_up;
mod report;
