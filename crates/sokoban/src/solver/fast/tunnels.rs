//! Tunnels: cells where a box that was pushed in has to be pushed on at once.
//!
//! Let a box `B` stand on a cell `c` that is no goal, the player behind it, where
//! - without `c` the floor falls apart, with the cell behind and the cell ahead in different parts, and
//! - there is a wall beside `c`, so that `B` cannot be pushed across.
//!
//! `B` has to leave `c`. It cannot be pushed back, because the player does not come to the other part before `B` has moved. So its next push is the one ahead, to
//! `d`, after pushes `p1 … pk` of others. These are all made on the player's side: they neither use `d` nor change what stands there, and `B` being on `d`
//! instead of `c` is only less in their way. So the push to `d` can be made at once, and `p1 … pk` after it: the same position with the same number of
//! pushes. If it is not possible now it never will be, and the position is dead.
//!
//! Pushing `B` on until it is out of the tunnel or on a goal, as one shift that costs so many pushes, therefore keeps the fewest pushes (not the fewest
//! moves). It is a rule about positions, and so goes together with that of [`crate::solver::corral`]: each leaves in place one push that begins a cheapest
//! solution. There are no tunnels where there are spare boxes, which may stay anywhere, nor backwards.

use crate::solver::distances::Distances;
use crate::solver::field::Field;

/// The tunnels of a field.
pub(super) struct Tunnels {
    /// A bit for each direction in which a box on this cell has to be pushed on.
    ways: Vec<u8>,
}

impl Tunnels {
    /// `distances` are those without frozen boxes.
    pub(super) fn new<const N: usize>(field: &Field<N>, distances: &Distances) -> Self {
        let wall = field.wall();
        let forced = |cell: u16, way: usize| {
            let (behind, ahead) = (field.step(cell, way ^ 2), field.step(cell, way));
            let beside = [field.step(cell, way ^ 1), field.step(cell, way ^ 3)];
            behind != wall
                && ahead != wall
                && beside.contains(&wall)
                && distances.row(cell, behind) != distances.row(cell, ahead)
        };
        let ways = |cell: u16| {
            if field.pulls || field.has_spare_boxes() || cell == wall || field.goal_set.contains(cell) {
                return 0;
            }
            (0..4).filter(|&way| forced(cell, way)).fold(0, |ways, way| ways | 1 << way)
        };
        Tunnels { ways: (0..=wall).map(ways).collect() }
    }

    /// Where a box on `cell` has to be pushed by a player who is on `behind`, beside it; none if it may stay.
    #[inline]
    pub(super) fn on<const N: usize>(&self, field: &Field<N>, behind: u16, cell: u16) -> Option<u16> {
        let ways = self.ways[usize::from(cell)];
        if ways == 0 {
            return None;
        }
        let way = (0..4).find(|&way| ways >> way & 1 != 0 && field.step(cell, way ^ 2) == behind)?;
        Some(field.step(cell, way))
    }
}
