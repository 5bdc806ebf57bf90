//! `lab report`: the results of a campaign as a page, tables or plots.

use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use damier_campaign::{Results, Store};
use damier_report::{Digest, Page, Place, csv, html, latex, markdown, plots, standing};

use super::super::{Exit, Fault, Outcome};
use crate::lab::{self, verify::questions};

/// The longest file of results that is read: ten times what a hundred thousand runs take.
const LONGEST: u64 = 1 << 29;
/// The most algorithms times instances that a report gathers.
const CELLS: usize = 20_000_000;

#[derive(clap::Args)]
pub(in crate::cli) struct Options {
    /// A campaign (a file or a name), the folder of its results, or a file of results as JSON
    #[arg(value_name = "CAMPAIGN.toml")]
    campaign: String,
    /// The folder of the results [default: NAME.lab beside the campaign]
    #[arg(long, value_name = "FOLDER")]
    results: Option<PathBuf>,
    /// What to write
    #[arg(long, value_enum, default_value_t = To::Html)]
    to: To,
    /// Where to: a file, or - for standard output [default: report.html beside the results; else standard output]
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write each plot as an SVG file into this folder too
    #[arg(long, value_name = "FOLDER")]
    plots: Option<PathBuf>,
    /// The address of the app, where boards open
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:7177/")]
    app: String,
    /// The language that the page begins with [default: the reader's]
    #[arg(long, value_parser = ["en", "fr"])]
    language: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum To {
    /// One page that needs no network
    Html,
    /// Tables in Markdown
    Markdown,
    /// Tables in LaTeX (booktabs)
    Latex,
    /// One line for each algorithm on each instance
    Csv,
}

pub(super) fn run(options: &Options) -> Outcome {
    let app = options.app.as_str();
    if !(app.starts_with("http://") || app.starts_with("https://")) || app.contains(['#', '?', '"', '<']) {
        return Err(Fault::Input(format!("'{app}' is not the address of an app; it begins with http://")));
    }
    let app = format!("{}/", app.trim_end_matches('/'));
    let (results, beside) = read(&options.campaign, options.results.as_deref())?;
    let mut digest = Digest::asking(&results, &questions(&results));
    // What is to be shown may have been changed since the runs: the file says it, where there is one.
    if !Path::new(&options.campaign).is_dir()
        && let Ok(lab) = lab::open(&options.campaign, None)
    {
        digest.wishes = lab.campaign.report;
    }
    let text = match options.to {
        To::Html => html(&digest, &Page { app: app.clone(), language: options.language.clone() }),
        To::Markdown => markdown(&digest),
        To::Latex => latex(&digest),
        To::Csv => csv(&digest),
    };
    if let Some(folder) = &options.plots {
        std::fs::create_dir_all(folder).map_err(|error| cannot(folder, &error))?;
        let link = |at: usize| {
            let link = results.instances.get(at)?.link.as_deref()?;
            link.starts_with(['#', '?']).then(|| format!("{app}{link}"))
        };
        for plot in plots(&digest, standing(&results).as_ref()) {
            let file = folder.join(format!("{}.svg", plot.id));
            std::fs::write(&file, plot.draw(Place::File(&link))).map_err(|error| cannot(&file, &error))?;
        }
    }
    let output =
        options.output.clone().or_else(|| (options.to == To::Html).then(|| beside.join("report.html")));
    match output {
        Some(file) if file != Path::new("-") => {
            std::fs::write(&file, text).map_err(|error| cannot(&file, &error))?;
            writeln!(io::stdout(), "{}", file.display())?;
        }
        _ => io::stdout().write_all(text.as_bytes())?,
    }
    Ok(Exit::Done)
}

fn cannot(path: &Path, error: &io::Error) -> Fault {
    Fault::Failed(format!("cannot write {}: {error}", path.display()))
}

/// Results by what names them, and the folder that a report of them belongs to.
pub(in crate::cli) fn read(name: &str, folder: Option<&Path>) -> Result<(Results, PathBuf), Fault> {
    let path = Path::new(name);
    let (results, beside) = if path.is_dir() {
        (Store::open(path)?.load()?, path.to_owned())
    } else if path.extension().is_some_and(|end| end.eq_ignore_ascii_case("json")) {
        let beside = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        (from_json(name, path)?, beside.to_owned())
    } else {
        let lab = lab::open(name, folder).map_err(|refusal| match refusal.line {
            Some(_) => Fault::unreadable(name, &refusal),
            None => Fault::Input(refusal.to_string()),
        })?;
        (Store::open(&lab.results)?.load()?, lab.results)
    };
    let kinds: std::collections::BTreeSet<&str> =
        results.rows.iter().map(|row| row.algorithm.as_str()).collect();
    let algorithms = kinds.len().max(results.algorithms.len());
    if algorithms.saturating_mul(results.instances.len()) > CELLS {
        return Err(Fault::Input(format!(
            "{name} has {algorithms} algorithms on {} instances, which is too much for one report; report a part of it",
            results.instances.len()
        )));
    }
    Ok((results, beside))
}

fn from_json(name: &str, path: &Path) -> Result<Results, Fault> {
    let file = File::open(path).map_err(|error| Fault::Input(format!("cannot open {name}: {error}")))?;
    let mut text = String::new();
    BufReader::new(file)
        .take(LONGEST + 1)
        .read_to_string(&mut text)
        .map_err(|error| Fault::Input(format!("cannot read {name}: {error}")))?;
    if text.len() as u64 > LONGEST {
        return Err(Fault::Input(format!("{name} is longer than {} MiB", LONGEST >> 20)));
    }
    serde_json::from_str(&text).map_err(|error| {
        Fault::Input(format!(
            "{name}, line {}, column {}: these are not results: {error}",
            error.line(),
            error.column()
        ))
    })
}
