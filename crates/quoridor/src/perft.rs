//! Counting the leaves of the rules: every sequence of so many legal moves. A game that ends earlier has no leaf.
//!
//! The last ply is counted without being played. From the start of 9×9: 131, 16,677, 2,062,264, 247,569,030.

use damier_search::{Run, Stop};

use crate::board::Move;
use crate::rules::Position;

/// How many sequences of `depth` legal moves there are; the run counts the positions whose moves were generated.
pub fn perft(position: &Position, depth: u32, run: &mut Run) -> Result<u64, Stop> {
    match depth {
        0 => return Ok(1),
        1 => {
            run.expand()?;
            return Ok(u64::from(position.legal_count()));
        }
        _ => run.expand()?,
    }
    let mut leaves = 0;
    for &play in position.legal().iter() {
        let mut after = *position;
        after.play_unchecked(play);
        leaves += perft(&after, depth - 1, run)?;
    }
    Ok(leaves)
}

/// The same for each first move, in the order of the notation.
pub fn divide(position: &Position, depth: u32, run: &mut Run) -> Result<Vec<(Move, u64)>, Stop> {
    let mut moves = position.legal().to_vec();
    moves.sort_by_cached_key(|play| play.order());
    let mut counts = Vec::new();
    for play in moves {
        let mut after = *position;
        after.play_unchecked(play);
        counts.push((play, perft(&after, depth.saturating_sub(1), run)?));
    }
    Ok(counts)
}
