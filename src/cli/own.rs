//! A heuristic of one's own, from a file.

use std::sync::Arc;

use damier_kit::Position;
use damier_lab::{Game, own};
use damier_search::{OWN, Scripted, Spec};

use super::{Fault, input};

/// For a verb that searches.
#[derive(clap::Args)]
pub(super) struct OwnOption {
    /// A heuristic of your own, a script that guides astar(own) and whatever else names 'own'
    #[arg(long, value_name = "FILE")]
    heuristic: Option<String>,
}

/// The script of a file.
pub(super) struct Own {
    file: String,
    text: String,
}

impl OwnOption {
    /// What was brought along.
    pub(super) fn read(&self) -> Result<Option<Own>, Fault> {
        self.heuristic.as_deref().map(Own::read).transpose()
    }
}

impl Own {
    pub(super) fn read(file: &str) -> Result<Self, Fault> {
        Ok(Own { file: file.to_owned(), text: input::plain_text(file)? })
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Compiled for a position.
    pub(super) fn script(&self, game: Game, position: &dyn Position) -> Result<Arc<dyn Scripted>, Fault> {
        own::script(game, position, &self.text)
            .map_err(|error| Fault::unreadable(input::called(&self.file), &error))
    }

    /// The algorithm that it guides: A* where none is named. One that names no heuristic takes this one.
    pub(super) fn spec(game: Game, named: Option<Spec>) -> Result<Spec, Fault> {
        let mut spec = named.map_or_else(|| "astar".parse(), Ok)?;
        if spec.words.is_empty() {
            spec.words.push(OWN.name.to_owned());
            game.check(&spec)?;
        }
        needed(&[spec.clone()])?;
        Ok(spec)
    }
}

/// A script that nobody asks is a mistake.
pub(super) fn needed(specs: &[Spec]) -> Result<(), Fault> {
    if specs.iter().any(|spec| spec.words.iter().any(|word| word == OWN.name)) {
        return Ok(());
    }
    Err(Fault::Input("nobody asks the script of --heuristic; name 'own', such as in astar(own)".to_owned()))
}
