//! `lab status` and `lab list`.

use std::io::{self, Write};

use damier_campaign::{Campaign, Store};
use damier_lab::Table;
use serde_json::json;

use super::super::{Exit, Outcome, table};
use super::run::Options;
use crate::lab::shipped;

#[derive(clap::Args)]
pub(in crate::cli) struct ListOptions {
    /// One JSON object a line
    #[arg(long)]
    json: bool,
}

/// So many errors are told one by one.
const TOLD: usize = 10;

/// How far a campaign is.
pub(super) fn run(options: &Options) -> Outcome {
    let lab = options.which.open()?;
    let store = Store::open(&lab.results)?;
    let (planned, outcomes) = store.count()?;
    let done: u64 = outcomes.values().sum();
    let mut out = io::stdout();
    if options.json {
        let value = json!({
            "name": lab.campaign.name, "planned": planned, "done": done, "outcomes": outcomes, "results": lab.results,
        });
        writeln!(out, "{value}")?;
        return Ok(Exit::Done);
    }
    let told: Vec<String> = outcomes.iter().map(|(outcome, many)| format!("{many} {outcome}")).collect();
    let told = if told.is_empty() { String::new() } else { format!(" ({})", told.join(", ")) };
    writeln!(out, "{done} of {planned} runs done{told}")?;
    if outcomes.contains_key("error") {
        let results = store.load()?;
        for row in results.rows.iter().filter(|row| row.outcome == damier_campaign::Outcome::Error).take(TOLD)
        {
            let why = row.error.as_deref().unwrap_or("no reason is known");
            writeln!(out, "error: {} on {}, repeat {}: {why}", row.algorithm, row.instance, row.repeat)?;
        }
    }
    if done < planned {
        writeln!(out, "the rest: damier lab resume {}", options.which.campaign)?;
    }
    Ok(Exit::Done)
}

/// The campaigns that come with the program.
pub(super) fn list(options: &ListOptions) -> Outcome {
    let mut out = io::stdout();
    let mut rows = Table::default();
    for (name, text) in shipped() {
        let campaign = Campaign::parse(text, name)?;
        if options.json {
            let value = json!({ "name": name, "title": campaign.title, "question": campaign.question });
            writeln!(out, "{value}")?;
        }
        rows.entry(&[("campaign", &name), ("what it compares", &campaign.title)]);
    }
    if !options.json {
        table::print(&rows, &mut out)?;
    }
    Ok(Exit::Done)
}
