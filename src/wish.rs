//! Boards by wish: made by a recipe one after the other, solved, and the first that is as wished is kept.

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::Duration;

use damier_search::kit::Position;
use damier_search::{Limits, Progress, Run, Spec};

use crate::cli::record::Record;
use crate::games::Game;

/// What one board may cost: a harder one is passed over.
const LIMITS: Limits =
    Limits { nodes: Some(2_000_000), time: Some(Duration::from_secs(5)), memory: Some(256 << 20) };

/// What a board should be like. Bounds are included.
#[derive(Clone, Debug)]
pub(crate) struct Wish {
    /// The fewest moves.
    pub(crate) length: RangeInclusive<u32>,
    /// How many pieces move in the solution.
    pub(crate) moving: RangeInclusive<usize>,
    /// Whether the optimal solution is the only one of its length.
    pub(crate) unique: bool,
    /// Whether the piece with the task cannot do it alone.
    pub(crate) helpers: bool,
}

impl Wish {
    /// Whether a position is as wished; its best solution where it is. A position that takes too long is not.
    pub(crate) fn fulfilled(
        &self,
        game: Game,
        position: &dyn Position,
        progress: &Arc<Progress>,
    ) -> Option<Vec<String>> {
        let run = || Run::with_progress(LIMITS, progress.clone());
        let solve = |spec: &str| {
            let spec: Spec = spec.parse().ok()?;
            Record::solve(game, String::new(), position, &spec, &mut run(), None).ok()
        };
        let best = solve(game.kit.default_algorithm()).filter(|record| record.optimal == Some(true))?;
        let moves = best.moves?;
        let fits = self.length.contains(&best.cost?)
            && self.moving.contains(&position.movers(&moves).len())
            && (!self.unique || position.solve_all(1, &mut run()).is_ok_and(|all| all.count == 1))
            && (!self.helpers || game.kit.alone().and_then(solve).is_some_and(|alone| alone.moves.is_none()));
        fits.then_some(moves)
    }
}
