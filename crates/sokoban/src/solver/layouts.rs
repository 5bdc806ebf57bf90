//! Bounds that know which boxes are frozen.
//!
//! A box frozen on a goal is a wall for good. Other boxes may then need longer ways, or have none at all, and its goal is done. A *layout* is
//! the distances and the matching for one set of frozen boxes. Layouts are made when they are met and kept: there are few sets of frozen boxes compared
//! with positions. Each keeps the matching of the last position that asked, and the next one is mostly a push or two away.

use std::sync::Arc;

use damier_search::{Budget, Run, Stop};
use rustc_hash::FxHashMap;

use crate::solver::bits::Bits;
use crate::solver::detours::Straight;
use crate::solver::distances::{Distances, Row};
use crate::solver::field::Field;
use crate::solver::matching::Matching;

/// Beyond this many bytes no layouts are added until the next [`Layouts::trim`], which drops them all.
const MOST_BYTES: usize = 256 << 20;

/// On a larger floor the distances of a layout take too long, and all frozen boxes are taken for movable ones.
const MOST_CELLS: usize = 1500;

/// The layouts met so far. The first has no frozen boxes.
pub(crate) struct Layouts<const N: usize> {
    list: Vec<Layout<N>>,
    by_frozen: FxHashMap<Bits<N>, u32>,
    bytes: usize,
    rows: Vec<Row>,
}

struct Layout<const N: usize> {
    frozen: Bits<N>,
    distances: Arc<Distances>,
    /// Made for the first position that asks.
    matching: Option<Matching>,
    straight: Option<Straight>,
    /// The cells from which all straight pushes are straight in the first layout too.
    same: Option<Bits<N>>,
}

impl<const N: usize> Layouts<N> {
    /// Only the layout without frozen boxes.
    pub(crate) fn new(distances: Arc<Distances>) -> Self {
        let first = Layout { frozen: Bits::EMPTY, distances, matching: None, straight: None, same: None };
        let by_frozen = FxHashMap::from_iter([(Bits::EMPTY, 0)]);
        Layouts { list: vec![first], by_frozen, bytes: 0, rows: Vec::new() }
    }

    /// The distances without frozen boxes.
    pub(crate) fn distances(&self) -> Arc<Distances> {
        self.list[0].distances.clone()
    }

    /// The frozen boxes of a layout.
    #[inline]
    pub(crate) fn frozen(&self, layout: usize) -> &Bits<N> {
        &self.list[layout].frozen
    }

    /// The frozen boxes of a layout, and its straight pushes.
    pub(crate) fn straight(&mut self, field: &Field<N>, layout: usize) -> (&Bits<N>, &Straight) {
        let Layout { frozen, distances, straight, .. } = &mut self.list[layout];
        (frozen, straight.get_or_insert_with(|| Straight::new(field, frozen, distances)))
    }

    /// The cells from which all straight pushes of a layout are straight without frozen boxes too.
    pub(crate) fn same(&mut self, field: &Field<N>, layout: usize) -> Bits<N> {
        if let Some(same) = self.list[layout].same {
            return same;
        }
        self.straight(field, 0);
        self.straight(field, layout);
        let (here, first) = (&self.list[layout].straight, &self.list[0].straight);
        let same = match here.as_ref().zip(first.as_ref()) {
            Some((here, first)) => Bits::of((0..field.wall()).filter(|&cell| here.within(first, cell))),
            None => Bits::EMPTY,
        };
        self.list[layout].same = Some(same);
        same
    }

    /// The layout of a set of frozen boxes; none where there is no room for it now. Any layout whose frozen boxes are among those of a position
    /// gives a valid bound for it.
    pub(crate) fn find(
        &mut self,
        field: &Field<N>,
        frozen: &Bits<N>,
        run: &mut Run,
    ) -> Result<Option<usize>, Stop> {
        if let Some(&layout) = self.by_frozen.get(frozen) {
            return Ok(Some(layout as usize));
        }
        if self.bytes > MOST_BYTES || field.cells.len() > MOST_CELLS {
            return Ok(None);
        }
        let distances = Arc::new(Distances::within(field, frozen, run)?);
        let more = distances.rows() * 2;
        run.memory.take(more + Self::more_bytes(field))?;
        self.bytes += distances.bytes() + more;
        self.by_frozen.insert(*frozen, self.list.len() as u32);
        self.list.push(Layout { frozen: *frozen, distances, matching: None, straight: None, same: None });
        Ok(Some(self.list.len() - 1))
    }

    /// Drops all but the first layout when they have become too many. Numbers of layouts are void then.
    pub(crate) fn trim(&mut self, field: &Field<N>, memory: &mut Budget) {
        if self.bytes > MOST_BYTES {
            self.release(field, memory);
        }
    }

    /// Bytes of a layout besides its distances and the places of its rows: what a matching has for each box, and the straight pushes.
    fn more_bytes(field: &Field<N>) -> usize {
        64 * field.boxes.len() + field.cells.len() + 3 * size_of::<Layout<N>>()
    }

    /// Drops all but the first layout.
    pub(crate) fn release(&mut self, field: &Field<N>, memory: &mut Budget) {
        let more = (self.list.len() - 1) * Self::more_bytes(field);
        memory.give_back(std::mem::take(&mut self.bytes) + more);
        self.list.truncate(1);
        self.by_frozen.retain(|_, layout| *layout == 0);
    }

    /// A bound from below on the pushes that a position needs; none if it is dead. The matching stays at this position for
    /// [`Self::bound_after`].
    pub(crate) fn bound(
        &mut self,
        field: &Field<N>,
        layout: usize,
        boxes: &Bits<N>,
        player: u16,
        run: &mut Run,
    ) -> Result<Option<u32>, Stop> {
        let Layout { frozen, distances, matching, .. } = &mut self.list[layout];
        self.rows.clear();
        self.rows.extend(boxes.without(frozen).iter().map(|at| distances.row(at, player)));
        let step = &mut || run.step();
        if let Some(kept) = matching {
            if let Err(why) = kept.move_to(distances, &self.rows, step) {
                *matching = None;
                return Err(why);
            }
        } else {
            let open = |&goal: &u16| !frozen.contains(field.goals[usize::from(goal)]);
            let goals: Vec<u16> = (0..field.goals.len() as u16).filter(open).collect();
            if goals.len() > self.rows.len() {
                return Ok(None);
            }
            *matching = Some(Matching::new(distances, goals, &self.rows, step)?);
        }
        Ok(matching.as_ref().and_then(Matching::total))
    }

    /// The bound after the box on `from` is brought to `to`, for the position that [`Self::bound`] was asked for last in this layout. `before`
    /// is where the player was, or any cell of its region, and `after` where it is then.
    #[inline]
    pub(crate) fn bound_after(
        &mut self,
        layout: usize,
        (before, after): (u16, u16),
        from: u16,
        to: u16,
    ) -> Option<u32> {
        let Layout { distances, matching, .. } = &mut self.list[layout];
        let matching = matching.as_mut()?;
        let slot = matching.slot(distances.row(from, before))?;
        matching.total_if(distances, slot, distances.row(to, after))
    }
}
