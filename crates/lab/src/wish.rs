//! Boards by wish: made by a recipe one after the other, solved, and the first that is as wished is kept.

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::{Duration, Instant};

use damier_kit::{Position, Refusal};
use damier_search::{Args, Limits, Progress, Run, Spec};

use crate::Game;
use crate::record::Record;

/// What one board may cost: a harder one is passed over.
const LIMITS: Limits =
    Limits { nodes: Some(2_000_000), time: Some(Duration::from_secs(5)), memory: Some(256 << 20) };

/// What a board should be like. Bounds are included.
#[derive(Clone, Debug)]
pub struct Wish {
    /// The fewest moves.
    pub length: RangeInclusive<u32>,
    /// How many pieces move in the solution.
    pub moving: RangeInclusive<usize>,
    /// Whether the optimal solution is the only one of its length.
    pub unique: bool,
    /// Whether the piece with the task cannot do it alone.
    pub helpers: bool,
}

impl Wish {
    /// Whether a position is as wished; its best solution where it is. A position that takes too long is not.
    pub fn fulfilled(
        &self,
        game: Game,
        position: &dyn Position,
        progress: &Arc<Progress>,
    ) -> Option<Vec<String>> {
        let about = game.kit.about();
        let run = || Run::with_progress(LIMITS, progress.clone());
        let solve = |spec: &str| {
            let spec: Spec = spec.parse().ok()?;
            Record::solve(game, String::new(), position, &spec, &mut run(), None).ok()
        };
        let best = solve(about.default_algorithm).filter(|record| record.optimal == Some(true))?;
        let (plans, moves) = (position.plans()?, best.moves?);
        let fits = self.length.contains(&best.cost?)
            && self.moving.contains(&plans.movers(&moves).len())
            && (!self.unique || plans.solve_all(1, &mut run()).is_ok_and(|all| all.count == 1))
            && (!self.helpers || about.alone.and_then(solve).is_some_and(|alone| alone.moves.is_none()));
        fits.then_some(moves)
    }
}

/// A position, and the seed that makes it again.
pub type Found = (Box<dyn Position>, u64);

/// Makes positions by a recipe, one a seed, to be played by these rules (none for the usual ones), until one is as wished; none if the time
/// was over first or somebody cancelled. `tried` hears of each.
#[expect(clippy::too_many_arguments, reason = "each is told once, by name, where it is called")]
pub fn find(
    game: Game,
    recipe: &Args,
    variant: Option<&Spec>,
    seeds: &mut dyn Iterator<Item = u64>,
    wish: Option<&Wish>,
    time: Duration,
    progress: &Arc<Progress>,
    tried: &mut dyn FnMut(),
) -> Result<Option<Found>, Refusal> {
    let began = Instant::now();
    for seed in seeds {
        let mut run = Run::with_progress(Limits::default(), progress.clone());
        let made = game.kit.generate(recipe, seed, &mut run);
        if progress.is_cancelled() {
            break;
        }
        let mut position = made?;
        if let Some(variant) = variant {
            position = position.with_variant(Some(variant))?;
        }
        if wish.is_none_or(|wish| wish.fulfilled(game, position.as_ref(), progress).is_some()) {
            position.set_id(seed.to_string());
            return Ok(Some((position, seed)));
        }
        tried();
        if progress.is_cancelled() || began.elapsed() >= time {
            break;
        }
    }
    Ok(None)
}
