//! What all parts of `quick` look at: the field, distances on it, and words for hashes.

use std::cell::OnceCell;
use std::ops::Deref;
use std::sync::Arc;

use damier_search::{Run, Stop};

use crate::board::Position;
use crate::solver::bits::Bits;
use crate::solver::distances::{Distances, NEVER};
use crate::solver::field::{Field, Zobrist};

/// Bytes of a cell in all lists by cell, of which every search has some: about.
const CELL_BYTES: usize = 512;

/// The field, with more that is known of it before anything moves.
pub(super) struct Ground<const N: usize> {
    field: Field<N>,
    /// Pushes to each goal where nothing is in the way.
    pub(super) distances: Arc<Distances>,
    /// Columns and rows.
    pub(super) place: Vec<(i16, i16)>,
    /// Words for hashes.
    pub(super) zobrist: Zobrist,
    /// By cell, the cells from which a box would lose a goal if there were a wall on the first. Found when wanted.
    pub(super) hot: OnceCell<Vec<Bits<N>>>,
}

impl<const N: usize> Ground<N> {
    /// None if a goal can never be filled.
    pub(super) fn new(position: &Position, run: &mut Run) -> Result<Option<Self>, Stop> {
        let Some((field, distances)) = Field::within(position, run)? else { return Ok(None) };
        run.memory.take(field.next.len() * CELL_BYTES)?;
        let place = field.cells.iter().map(|&cell| position.board.place(cell));
        let place = place.map(|(column, row)| (column as i16, row as i16)).collect();
        let zobrist = Zobrist::new(field.cells.len());
        Ok(Some(Ground { field, distances: distances.into(), place, zobrist, hot: OnceCell::new() }))
    }

    /// The sides of a cell as places of the player.
    pub(super) fn sides(&self, at: u16) -> impl Iterator<Item = u16> + '_ {
        self.next[usize::from(at)].into_iter().filter(|&side| side != self.wall())
    }

    /// Whether a box at `from` could come to the goal of this number if it were alone.
    pub(super) fn can_reach(&self, from: u16, goal: usize) -> bool {
        let far = |side| self.distances.from(self.distances.row(from, side))[goal];
        self.sides(from).any(|side| far(side) != NEVER)
    }

    /// Boxes and walls.
    pub(super) fn blocked(&self, boxes: &Bits<N>) -> Bits<N> {
        let mut blocked = *boxes;
        blocked.insert(self.wall());
        blocked
    }

    /// The hash of boxes and a player whose region has this least cell.
    pub(super) fn key(&self, boxes: &Bits<N>, least: u16) -> u64 {
        boxes.iter().fold(self.zobrist.of_player(least), |key, at| key ^ self.zobrist.of_box(at))
    }
}

impl<const N: usize> Deref for Ground<N> {
    type Target = Field<N>;

    fn deref(&self) -> &Field<N> {
        &self.field
    }
}

/// The side that lies opposite.
pub(super) fn opposite(side: usize) -> usize {
    side ^ 2
}
