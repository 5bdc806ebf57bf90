//! `lab compare`: what became slower or weaker between two results.

use std::io::{self, Write};

use damier_report::{compare, told};

use super::super::{Exit, Outcome};
use super::report::read;

#[derive(clap::Args)]
pub(in crate::cli) struct Options {
    /// The older results: a campaign, the folder of its results, or a file of results as JSON
    a: String,
    /// The newer ones
    b: String,
    /// One JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(options: &Options) -> Outcome {
    let (a, _) = read(&options.a, None)?;
    let (b, _) = read(&options.b, None)?;
    let comparison = compare(&a, &b);
    let mut out = io::stdout();
    if options.json {
        let value = serde_json::to_string(&comparison).map_err(io::Error::from)?;
        writeln!(out, "{value}")?;
    } else {
        write!(out, "{}", told(&comparison))?;
    }
    Ok(if comparison.is_worse() { Exit::Worse } else { Exit::Done })
}
