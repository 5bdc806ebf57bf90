//! `lessons`: what lessons there are, and whether files are lessons.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use damier_lab::Table;
use damier_lab::lesson;

use super::{Exit, Fault, Outcome, table};
use crate::games::GAMES;
use crate::server::lessons;

#[derive(clap::Args)]
pub(super) struct Options {
    /// A folder with lessons besides those that come with the program
    #[arg(long, value_name = "DIR")]
    lessons: Option<PathBuf>,
    #[command(subcommand)]
    other: Option<Other>,
}

#[derive(clap::Subcommand)]
enum Other {
    /// Whether files are lessons; says which line is wrong and why
    Check {
        /// Files such as 1-mazes.en.md
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
}

pub(super) fn run(options: &Options) -> Outcome {
    match &options.other {
        Some(Other::Check { files }) => check(files),
        None => list(options.lessons.as_deref()),
    }
}

fn list(folder: Option<&Path>) -> Outcome {
    let mut out = BufWriter::new(io::stdout());
    let mut rows = Table::new(&["name", "language", "game", "steps", "minutes", "title"]);
    let mut wrong = Vec::new();
    for (file, read) in lessons::all(folder)? {
        match read {
            Ok(lesson) => {
                let minutes = lesson.minutes.map_or_else(|| "–".to_owned(), |minutes| minutes.to_string());
                let steps = lesson.steps.len();
                rows.row(&[&lesson.name, &lesson.language, &lesson.game, &steps, &minutes, &lesson.title]);
            }
            Err(refusal) => wrong.push(Fault::unreadable(&file, &refusal)),
        }
    }
    table::print(&rows, &mut out)?;
    out.flush()?;
    wrong.into_iter().next().map_or(Ok(Exit::Done), Err)
}

fn check(files: &[PathBuf]) -> Outcome {
    let mut out = BufWriter::new(io::stdout());
    let mut first = None;
    for path in files {
        let shown = path.display().to_string();
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        match lessons::text(path).and_then(|text| lesson::read(&name, &text, GAMES)) {
            Ok(lesson) => writeln!(out, "{shown}: {} steps, {}", lesson.steps.len(), lesson.title)?,
            Err(refusal) => {
                let fault = Fault::unreadable(&shown, &refusal);
                if let (Some(_), Fault::Input(sentence)) = (&first, &fault) {
                    super::say(sentence);
                }
                first.get_or_insert(fault);
            }
        }
    }
    out.flush()?;
    first.map_or(Ok(Exit::Done), Err)
}
