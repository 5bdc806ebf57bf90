//! `bench --save` and `bench --baseline`: the suites measured several times, kept, and held against what they were.
//!
//! The first pass, which the table shows, warms up and does not count here. Then all searches are timed once, then all once more, and so
//! on: what disturbs the machine for a moment does not fall on the repeats of one search alone.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use damier_campaign::Results;
use damier_lab::Game;
use damier_lab::bench::Field;
use damier_report::{compare, told};
use damier_search::{Limits, Spec};

use super::bench::solving;
use super::{Fault, say, session};
use crate::lab::measured::{Measured, Search};

/// What is to be timed, as often as asked for.
pub(super) struct Kept {
    repeats: u32,
    fields: Vec<(Game, Rc<Field>, Vec<Spec>, Limits)>,
}

impl Kept {
    pub(super) fn new(repeats: u32) -> Kept {
        Kept { repeats, fields: Vec::new() }
    }

    /// One field more.
    pub(super) fn add(&mut self, game: Game, field: &Rc<Field>, specs: Vec<Spec>, limits: Limits) {
        self.fields.push((game, Rc::clone(field), specs, limits));
    }

    /// Times everything, writes it down and compares it; tells whether anything became worse.
    pub(super) fn finish(
        self,
        save: Option<&Path>,
        before: Option<(Results, PathBuf)>,
        json: bool,
    ) -> Result<bool, Fault> {
        let mut measured = Measured::new("bench", "The benchmark suites");
        for repeat in 0..self.repeats {
            for (game, field, specs, limits) in &self.fields {
                for spec in specs {
                    for (at, (position, _)) in field.positions.iter().enumerate() {
                        let Some(record) = solving(*game, *limits, 1)(position.as_ref(), spec)? else {
                            return Ok(false);
                        };
                        let id = format!("{}/{}/{}", game.name(), field.name, at + 1);
                        let algorithm = format!("{} {spec}", field.name);
                        let position = position.as_ref();
                        measured.add(Search { game: *game, id, position, algorithm, repeat }, record);
                    }
                }
            }
        }
        // A search that was cancelled has no time.
        if session::is_cancelled() {
            return Ok(false);
        }
        let results = measured.done();
        if let Some(file) = save {
            let text = serde_json::to_string(&results).map_err(io::Error::from)?;
            std::fs::write(file, text)
                .map_err(|error| Fault::Failed(format!("cannot write {}: {error}", file.display())))?;
            say(&format!("kept in {}", file.display()));
        }
        let Some((before, _)) = before else { return Ok(false) };
        let comparison = compare(&before, &results);
        let mut out = io::stdout();
        if json {
            let value = serde_json::json!({ "compared": comparison });
            writeln!(out, "{value}")?;
        } else {
            write!(out, "\n{}", told(&comparison))?;
        }
        Ok(comparison.is_worse())
    }
}
