//! `lab verify` and `lab export`.

use std::io::{self, Write};
use std::path::PathBuf;

use damier_campaign::{Store, export};
use serde_json::json;

use super::super::session::{self, Watched};
use super::super::{Exit, Outcome, say};
use super::Which;
use super::run::Options;
use crate::lab::verify::{Fault, verify};

#[derive(clap::Args)]
pub(in crate::cli) struct ExportOptions {
    #[command(flatten)]
    which: Which,
    /// The CSV file [default: NAME.csv in the folder of the results]
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// The Parquet file [default: NAME.parquet in the folder of the results]
    #[arg(long, value_name = "FILE")]
    parquet: Option<PathBuf>,
}

/// Whether every result holds; those that do not are told, and then the exit code is 1.
pub(super) fn run(options: &Options) -> Outcome {
    let lab = options.which.open()?;
    let results = Store::open(&lab.results)?.load()?;
    let _watched = Watched::new();
    let verified = verify(&lab.campaign, &results, &session::is_cancelled);
    if session::is_cancelled() {
        return Ok(Exit::Cancelled);
    }
    let mut out = io::stdout();
    for Fault { row, why } in &verified.faults {
        if options.json {
            let value = json!({
                "algorithm": row.algorithm, "instance": row.instance, "repeat": row.repeat, "wrong": why,
            });
            writeln!(out, "{value}")?;
        } else {
            writeln!(out, "{} on {}, repeat {}: {why}", row.algorithm, row.instance, row.repeat)?;
        }
    }
    let (replayed, compared) = (verified.replayed, verified.compared);
    if options.json {
        let value = json!({
            "rows": results.rows.len(), "planned": results.planned, "replayed": replayed, "compared": compared,
            "faults": verified.faults.len(),
        });
        writeln!(out, "{value}")?;
    } else {
        let rows = results.rows.len();
        writeln!(
            out,
            "{rows} results: {replayed} solutions replayed, {compared} instances with several algorithms compared"
        )?;
    }
    if verified.faults.is_empty() {
        return Ok(Exit::Done);
    }
    say(&format!("{} results do not hold", verified.faults.len()));
    Ok(Exit::Failed)
}

/// Writes the results for other programs: both files where none is named.
pub(super) fn export(options: &ExportOptions) -> Outcome {
    let lab = options.which.open()?;
    let results = Store::open(&lab.results)?.load()?;
    let both = options.csv.is_none() && options.parquet.is_none();
    let usual = |ending: &str| both.then(|| lab.results.join(format!("{}.{ending}", lab.campaign.name)));
    let mut out = io::stdout();
    if let Some(file) = options.csv.clone().or_else(|| usual("csv")) {
        export::csv(&results, &file)?;
        writeln!(out, "{}", file.display())?;
    }
    if let Some(file) = options.parquet.clone().or_else(|| usual("parquet")) {
        export::parquet(&results, &file)?;
        writeln!(out, "{}", file.display())?;
    }
    Ok(Exit::Done)
}
