//! How hard a board is for a person: an estimate, not a measurement.
//!
//! A long solution is hard, and the more so where it takes tiles away from where they belong. So the points are
//!
//! `moves + 2 × away`
//!
//! where `away` is how many moves of the given solution bring their tile further from its place.

use damier_kit::Estimate;

use crate::board::{Direction, Position};
use crate::heuristics::manhattan;

/// Points at which the levels 2 to 5 begin.
const LEVELS: [f64; 4] = [10.0, 20.0, 30.0, 40.0];

/// The estimate for a position with this solution.
pub fn estimate(position: &Position, solution: &[Direction]) -> Estimate {
    let moves = solution.len() as u32;
    // Each of the other moves brings a tile one step nearer.
    let away = moves.saturating_sub(manhattan(position.width, &position.tiles)) / 2;
    let points = f64::from(moves + 2 * away);
    let level = 1 + LEVELS.iter().filter(|&&least| points >= least).count() as u8;
    Estimate { level, points, parts: vec![("moves", moves), ("away", away)] }
}
