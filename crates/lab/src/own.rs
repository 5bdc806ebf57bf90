//! Heuristics of one's own, and how good heuristics are: what command line and page ask about a position.

use std::sync::Arc;

use damier_kit::microscope::{Asked, Findings, Question, fault};
use damier_kit::{Position, Refusal};
use damier_script::Script;
pub use damier_script::summary;
use damier_search::{Run, Scripted};

use crate::Game;

/// Compiles a script for a position.
pub fn script(game: Game, position: &dyn Position, text: &str) -> Result<Arc<dyn Scripted>, Refusal> {
    game.plans(position)?;
    let names: Vec<_> = game.kit.heuristics().iter().map(|info| info.name).collect();
    Ok(Script::new(text, &names, &position.scene())?)
}

/// Holds heuristics, each a name and perhaps a script, against the true distances of states of a position.
pub fn microscope(
    game: Game,
    position: &dyn Position,
    heuristics: &[(String, Option<String>)],
    (states, seed): (usize, u64),
    run: &mut Run,
) -> Result<Findings, Refusal> {
    let plans = game.plans(position)?;
    let compiled = |(name, text): &(String, Option<String>)| {
        let script = text.as_deref().map(|text| script(game, position, text)).transpose()?;
        Ok(Asked { name: name.clone(), script })
    };
    let asked = heuristics.iter().map(compiled).collect::<Result<Vec<_>, Refusal>>()?;
    let question = Question { asked, states, seed };
    let findings = plans.microscope(&question, run);
    run.finish();
    sound(question.asked.iter().filter_map(|asked| asked.script.as_ref()))?;
    findings
}

/// What a script says of each cell.
pub fn map(
    game: Game,
    position: &dyn Position,
    text: &str,
    obstacles: bool,
) -> Result<Vec<Option<u32>>, Refusal> {
    let script = script(game, position, text)?;
    let values = game.plans(position)?.map_own(&script, obstacles)?;
    sound([&script])?;
    Ok(values)
}

/// Whether none of them has failed.
fn sound<'s>(scripts: impl IntoIterator<Item = &'s Arc<dyn Scripted>>) -> Result<(), Refusal> {
    scripts.into_iter().find_map(|script| fault(script.as_ref())).map_or(Ok(()), Err)
}
