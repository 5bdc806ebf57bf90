//! `lab`: experiments as campaigns, one verb a function.

mod compare;
pub(super) mod report;
mod run;
mod served;
mod status;
mod verify;

use std::path::PathBuf;

use super::Outcome;
pub(super) use served::{Options as ServedOptions, run as serve};

/// What can be done with a campaign.
#[derive(clap::Subcommand)]
pub(super) enum Verb {
    /// The campaigns that come with the program
    List(status::ListOptions),
    /// Whether a campaign is one: everything that it names is found, read and made, and nothing is run
    Check(run::Options),
    /// Run what has no result yet
    Run(run::RunOptions),
    /// How far a campaign is
    Status(run::Options),
    /// Go on with a campaign that was stopped: run exactly what is missing
    Resume(run::RunOptions),
    /// The results as one page without a network, or as tables for a paper
    Report(report::Options),
    /// What became slower or weaker between two results; ends with code 50 if anything did
    Compare(compare::Options),
    /// Replay every solution with the independent validator, and hold claims of optimality against each other
    Verify(run::Options),
    /// Write the results as CSV and Parquet
    Export(verify::ExportOptions),
}

/// Which campaign, and where its results are.
#[derive(clap::Args)]
pub(super) struct Which {
    /// A campaign: a file, or the name of one that comes with the program (`damier lab list`)
    #[arg(value_name = "CAMPAIGN.toml")]
    campaign: String,
    /// The folder of the results [default: NAME.lab beside the campaign]
    #[arg(long, value_name = "FOLDER")]
    results: Option<PathBuf>,
}

pub(super) fn run(verb: &Verb) -> Outcome {
    match verb {
        Verb::List(options) => status::list(options),
        Verb::Check(options) => run::check(options),
        Verb::Run(options) => run::run(options, false),
        Verb::Status(options) => status::run(options),
        Verb::Resume(options) => run::run(options, true),
        Verb::Report(options) => report::run(options),
        Verb::Compare(options) => compare::run(options),
        Verb::Verify(options) => verify::run(options),
        Verb::Export(options) => verify::export(options),
    }
}
