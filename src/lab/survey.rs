//! What a campaign would do, found out without making a board: quick enough to be told while somebody types.

use std::collections::BTreeMap;
use std::path::PathBuf;

use damier_campaign::{Campaign, From, Recipe, Source};
use damier_kit::{Refusal, refuse};
use damier_lab::Game;
use damier_search::Spec;

use super::Lab;
use super::expand::{game, set, solver};

/// How many instances a campaign has, `most` at most. Games, sets, recipes and specs are checked as [`super::expand::expand`] does;
/// files are not looked for.
pub(crate) fn survey(campaign: &Campaign, most: u64) -> Result<u64, Refusal> {
    for source in &campaign.instances {
        game(&source.game).map_err(|refusal| source.at.refuses(refusal))?;
    }
    if let Some(tournament) = &campaign.tournament {
        game(&tournament.game).map_err(|refusal| tournament.at.refuses(refusal))?;
    }
    let games = campaign.instances.iter().map(|source| source.game.as_str());
    let games: Vec<&str> = games.chain(campaign.tournament.iter().map(|each| each.game.as_str())).collect();
    let lab = Lab { campaign: campaign.clone(), base: PathBuf::new(), results: PathBuf::new() };
    for algorithm in &campaign.algorithms {
        let checked = solver(&lab, algorithm, &games, &mut BTreeMap::new());
        checked.map_err(|refusal| algorithm.at.refuses(refusal))?;
    }
    let mut all = 0u64;
    for source in &campaign.instances {
        let many = sourced(source, most).map_err(|refusal| source.at.refuses(refusal))?;
        all = all.saturating_add(many);
        if all > most {
            return Err(source.at.refuses(too_many(most)));
        }
    }
    if let Some(tournament) = campaign.tournament.as_ref().filter(|_| campaign.instances.is_empty()) {
        let mut options = tournament.setup.clone();
        options.push(("plies".to_owned(), tournament.opening.to_string()));
        let openings = Recipe { options, count: tournament.games / 2, ..Recipe::default() };
        all = game(&tournament.game)
            .and_then(|game| recipe(game, &openings, most))
            .map_err(|refusal| tournament.at.refuses(refusal))?;
    }
    Ok(all)
}

fn too_many(most: u64) -> Refusal {
    refuse!(
        "campaign.many",
        "these are more than {most} instances; take fewer values or a smaller count",
        most
    )
}

/// How many instances a source has.
fn sourced(source: &Source, most: u64) -> Result<u64, Refusal> {
    let game = game(&source.game)?;
    let variants = source.variants.iter().map(|variant| variant.parse()).collect::<Result<Vec<Spec>, _>>()?;
    let many = match &source.from {
        From::Files(_) => 0,
        From::Generate(made) => recipe(game, made, most)?,
        From::Set(name) => {
            let positions = game.kit.read(set(game, name)?.text, None)?;
            if let Some(first) = positions.first() {
                variants.iter().try_for_each(|variant| first.with_variant(Some(variant)).map(drop))?;
            }
            let (first, last) = source.levels.unwrap_or((1, u32::MAX));
            let many =
                u64::from(last).min(positions.len() as u64).saturating_sub(u64::from(first).max(1) - 1);
            if many == 0 {
                return Err(refuse!(
                    "campaign.levels",
                    "{name} has no positions from {first} on",
                    name = name.clone(),
                    first
                ));
            }
            many
        }
    };
    Ok(many.saturating_mul(variants.len().max(1) as u64))
}

/// How many positions a recipe gives; each of its combinations is checked.
fn recipe(game: Game, recipe: &Recipe, most: u64) -> Result<u64, Refusal> {
    let ways = recipe.vary.iter().map(|(_, values)| values.len() as u64).try_fold(1, u64::checked_mul);
    let many = ways.and_then(|ways| ways.checked_mul(recipe.count)).filter(|&many| many <= most);
    let many = many.ok_or_else(|| too_many(most))?;
    for varied in recipe.combinations() {
        game.recipe(&recipe.options.iter().chain(&varied).cloned().collect::<Vec<_>>())?;
    }
    Ok(many)
}
