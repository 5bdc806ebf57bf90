//! What is fuzzed, and what must hold for every input.
//!
//! A [`Target`] is a function of any bytes that panics where something is wrong, with inputs to begin from. There is one for every reader,
//! protocol and comparison; most are made from the list of games, so that a game that is added is fuzzed too. The same targets are
//! run by `cargo fuzz` (`fuzz/`, `scripts/fuzz`), as long as one likes, and by `tests/short.rs`, for some seconds in every test.
//! An input that once found a bug lies in `found/TARGET/` and is tried in every test.

pub mod engine;
pub mod formats;
pub mod moves;
pub mod mutate;
pub mod outside;
mod positions;
pub mod rooms;
pub mod rules;
pub mod solvers;
pub mod wire;
pub mod words;

use damier_kit::{Position, Refusal};
use damier_lab::Game;
use damier_search::{Limits, Run};

type Check = dyn Fn(&[u8]) + Send + Sync;
type Seeds = dyn Fn() -> Vec<Vec<u8>> + Send + Sync;

/// Something that is fuzzed.
pub struct Target {
    /// What it is called.
    pub name: String,
    /// The program in `fuzz/fuzz_targets` that runs it.
    pub file: &'static str,
    /// How many times longer than a reader it takes for an input, about.
    pub cost: usize,
    check: Box<Check>,
    seeds: Box<Seeds>,
}

impl Target {
    fn new(
        file: &'static str,
        name: impl Into<String>,
        check: impl Fn(&[u8]) + Send + Sync + 'static,
        seeds: impl Fn() -> Vec<Vec<u8>> + Send + Sync + 'static,
    ) -> Self {
        Target { file, name: name.into(), cost: 1, check: Box::new(check), seeds: Box::new(seeds) }
    }

    fn at_cost(self, cost: usize) -> Self {
        Target { cost, ..self }
    }

    /// Tries an input; panics where something is wrong.
    pub fn check(&self, input: &[u8]) {
        (self.check)(input);
    }

    /// Inputs to begin from.
    pub fn seeds(&self) -> Vec<Vec<u8>> {
        (self.seeds)()
    }
}

/// Everything that is fuzzed.
pub fn targets() -> Vec<Target> {
    let lists = [
        formats::targets,
        moves::targets,
        words::targets,
        engine::targets,
        outside::targets,
        wire::targets,
        rooms::targets,
        solvers::targets,
        rules::targets,
    ];
    lists.into_iter().flat_map(|list| list()).collect()
}

/// The target that the variable `TARGET` names, or else the first.
///
/// # Panics
/// Where there is none of that name.
pub fn chosen(targets: Vec<Target>) -> Target {
    let wanted = std::env::var("TARGET").ok();
    let known: Vec<String> = targets.iter().map(|target| target.name.clone()).collect();
    let found = targets.into_iter().find(|target| wanted.as_ref().is_none_or(|name| *name == target.name));
    found.unwrap_or_else(|| panic!("TARGET is one of {}", known.join(", ")))
}

/// What went wrong is told in one sentence, with a place inside the text if it has one.
fn is_a_sentence(refusal: &Refusal, text: &str) {
    is_one_line(&refusal.to_string());
    assert!(refusal.line.is_some() || refusal.column.is_none(), "{refusal}");
    // One line and one column past the end is where something is missing.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines = text.split(['\n', '\r']).count() + 1;
    assert!(refusal.line.is_none_or(|line| (1..=lines).contains(&line)), "{refusal}");
    assert!(refusal.column.is_none_or(|column| (1..=text.len() + 1).contains(&column)), "{refusal}");
}

/// A sentence for a person.
fn is_one_line(sentence: &str) {
    assert!(!sentence.trim().is_empty() && sentence.chars().count() < 600, "{sentence}");
    assert!(!sentence.contains(char::is_control), "{sentence:?}");
}

/// A search that is over soon.
fn short(nodes: u64) -> Run {
    Run::new(Limits { nodes: Some(nodes), memory: Some(64 << 20), ..Limits::default() })
}

/// Some positions of a game: of its sets, of the files below `data/`, a few new ones, and its start.
fn samples(game: Game) -> Vec<Box<dyn Position>> {
    let about = game.kit.about();
    let read = |text: &str| game.kit.read(text, None).unwrap_or_default();
    let mut found: Vec<_> = game.start(&[]).into_iter().collect();
    for set in about.sets {
        found.extend(read(set.text).into_iter().step_by(12));
    }
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/");
    let files = std::fs::read_dir(format!("{folder}{}", about.name)).into_iter().flatten().flatten();
    let mut files: Vec<_> = files.map(|file| file.path()).collect();
    files.sort();
    for file in files.iter().filter(|file| file.extension().is_some_and(|end| end == "jsonl")) {
        let text = std::fs::read_to_string(file).unwrap_or_default();
        found.extend(text.lines().step_by(25).flat_map(read));
    }
    for seed in 0..3 {
        let made = game.recipe(&[]).and_then(|recipe| game.kit.generate(&recipe, seed, &mut short(2000)));
        found.extend(made);
    }
    found
}
