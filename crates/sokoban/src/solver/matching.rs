//! The fewest pushes if boxes did not hinder each other: each goal gets a box of its own, at the least sum of distances.
//!
//! This is the assignment problem, solved by shortest augmenting paths with a price on every box and goal (Kuhn 1955, Munkres 1957,
//! Jonker and Volgenant 1987). The prices stay valid when one box moves: its goal becomes free, its own price is found anew, and one
//! shortest path assigns it again. Mostly that path is a single edge, so the bound after a push costs one look at each goal. Spare boxes are
//! matched to nothing at no cost.
//!
//! The sum bounds the pushes from below, because each box needs its distance to wherever it ends. Where there is no assignment the position is
//! dead: too few boxes can come to some goals.

use damier_search::Stop;

use crate::solver::distances::{Distances, NEVER, Row};

/// The price of what cannot be: more than any sum of distances, and a sum of these does not overflow.
const TOO_MUCH: i64 = 1 << 40;
const NONE: u16 = u16::MAX;

/// A cheapest assignment of boxes to goals, kept while boxes move. Boxes have slots, in no particular order.
#[derive(Clone)]
pub(crate) struct Matching {
    /// The goals that want a box, by their place in the field's list. Spare boxes have columns after these.
    goals: Vec<u16>,
    /// The row of distances of the box in each slot.
    rows: Vec<Row>,
    /// The slot that has each row, or none.
    places: Vec<u16>,
    /// The column of each slot and the slot of each column.
    column_of: Vec<u16>,
    slot_of: Vec<u16>,
    /// The prices. Every distance is at least the sum of its box's and its goal's, and the assigned ones are equal to it.
    box_price: Vec<i64>,
    goal_price: Vec<i64>,
    /// The sum of all prices, which is the cost of the assignment.
    total: i64,
    /// For the search of a shortest path, by column.
    length: Vec<i64>,
    before: Vec<u16>,
    done: Vec<u16>,
    open: Vec<u16>,
    /// For moving to another set of boxes.
    kept: Vec<bool>,
    fresh: Vec<Row>,
}

impl Matching {
    /// Assigns boxes to `goals`, which are places in the field's list of goals. There must be as many boxes as goals, or more. It makes a step of
    /// work for each box: a thousand of them take seconds.
    pub(crate) fn new(
        distances: &Distances,
        goals: Vec<u16>,
        rows: &[Row],
        step: &mut dyn FnMut() -> Result<(), Stop>,
    ) -> Result<Self, Stop> {
        let n = rows.len();
        let mut matching = Matching {
            goals,
            rows: rows.to_vec(),
            places: vec![NONE; distances.rows()],
            column_of: vec![NONE; n],
            slot_of: vec![NONE; n],
            box_price: vec![0; n],
            goal_price: vec![0; n],
            total: 0,
            length: vec![0; n],
            before: vec![NONE; n],
            done: Vec::with_capacity(n),
            open: Vec::with_capacity(n),
            kept: vec![false; n],
            fresh: Vec::with_capacity(n),
        };
        for (slot, row) in rows.iter().enumerate() {
            step()?;
            matching.places[row.0 as usize] = slot as u16;
            matching.price(distances, slot);
            matching.assign(distances, slot);
        }
        Ok(matching)
    }

    /// The least sum of distances; none if no assignment is possible.
    #[inline]
    pub(crate) fn total(&self) -> Option<u32> {
        finite(self.total)
    }

    /// The slot of the box that has this row.
    #[inline]
    pub(crate) fn slot(&self, row: Row) -> Option<usize> {
        let slot = self.places[row.0 as usize];
        (slot != NONE).then_some(usize::from(slot))
    }

    /// What the total would be if the box in `slot` had another row; nothing changes.
    #[inline]
    pub(crate) fn total_if(&mut self, distances: &Distances, slot: usize, row: Row) -> Option<u32> {
        let own = usize::from(self.column_of[slot]);
        let (price, at_own) = self.cheapest(distances, row, own);
        let total = self.total - self.box_price[slot] + price;
        // Its own goal is as good as any: the assignment stays.
        if at_own == price {
            return finite(total);
        }
        finite(total + self.path(distances, row, price, own))
    }

    /// Gives the box in `slot` another row.
    pub(crate) fn change(&mut self, distances: &Distances, slot: usize, row: Row) {
        let old = self.rows[slot];
        if usize::from(self.places[old.0 as usize]) == slot {
            self.places[old.0 as usize] = NONE;
        }
        self.places[row.0 as usize] = slot as u16;
        self.rows[slot] = row;
        self.total -= self.box_price[slot];
        self.slot_of[usize::from(self.column_of[slot])] = NONE;
        self.column_of[slot] = NONE;
        self.price(distances, slot);
        self.assign(distances, slot);
    }

    /// Moves to a set of as many boxes with these rows. Boxes that are in both sets stay as they are; the others are a step of work each. On `Err` it
    /// is somewhere between, and of no use any more.
    pub(crate) fn move_to(
        &mut self,
        distances: &Distances,
        rows: &[Row],
        step: &mut dyn FnMut() -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        self.kept.fill(false);
        let mut fresh = std::mem::take(&mut self.fresh);
        fresh.clear();
        for &row in rows {
            match self.slot(row) {
                Some(slot) => self.kept[slot] = true,
                None => fresh.push(row),
            }
        }
        let mut slot = 0;
        while let Some(row) = fresh.pop() {
            step()?;
            while self.kept[slot] {
                slot += 1;
            }
            self.change(distances, slot, row);
            slot += 1;
        }
        self.fresh = fresh;
        Ok(())
    }

    #[inline]
    fn cost(&self, from: &[u16], column: usize) -> i64 {
        match self.goals.get(column) {
            None => 0,
            Some(&goal) => match from[usize::from(goal)] {
                NEVER => TOO_MUCH,
                pushes => i64::from(pushes),
            },
        }
    }

    /// The highest price that a box with this row may have, and how near to it one column comes.
    #[inline]
    fn cheapest(&self, distances: &Distances, row: Row, own: usize) -> (i64, i64) {
        let from = distances.from(row);
        let (mut least, mut at_own) = (i64::MAX, 0);
        for (column, price) in self.goal_price.iter().enumerate() {
            let cost = self.cost(from, column) - price;
            least = least.min(cost);
            if column == own {
                at_own = cost;
            }
        }
        (least, at_own)
    }

    /// Sets the price of a box that is not assigned, and adds it to the total.
    fn price(&mut self, distances: &Distances, slot: usize) {
        self.box_price[slot] = self.cheapest(distances, self.rows[slot], usize::MAX).0;
        self.total += self.box_price[slot];
    }

    /// Assigns a box that has a price, along a shortest path to a free column.
    fn assign(&mut self, distances: &Distances, slot: usize) {
        let price = self.box_price[slot];
        let length = self.path(distances, self.rows[slot], price, usize::MAX);
        let Some(end) = self.open.first().copied() else { return };
        self.total += length;
        self.box_price[slot] += length;
        for &column in &self.done {
            let shift = length - self.length[usize::from(column)];
            self.goal_price[usize::from(column)] -= shift;
            self.box_price[usize::from(self.slot_of[usize::from(column)])] += shift;
        }
        let mut column = usize::from(end);
        loop {
            let before = self.before[column];
            let mover = if before == NONE { slot } else { usize::from(self.slot_of[usize::from(before)]) };
            self.slot_of[column] = mover as u16;
            self.column_of[mover] = column as u16;
            if before == NONE {
                break;
            }
            column = usize::from(before);
        }
    }

    /// The length of the shortest path from a box with this row and price to the column `goal`, or to any free one, in costs less prices. Leaves
    /// the column where it ends first in `open`, and what it passed in `done`.
    fn path(&mut self, distances: &Distances, row: Row, price: i64, goal: usize) -> i64 {
        let n = self.rows.len();
        let from = distances.from(row);
        self.done.clear();
        self.open.clear();
        self.open.extend(0..n as u16);
        for column in 0..n {
            self.length[column] = self.cost(from, column) - price - self.goal_price[column];
            self.before[column] = NONE;
        }
        loop {
            let nearest =
                (0..self.open.len()).min_by_key(|&place| self.length[usize::from(self.open[place])]);
            let Some(nearest) = nearest else { return 0 };
            let column = self.open[nearest];
            let length = self.length[usize::from(column)];
            let slot = self.slot_of[usize::from(column)];
            if slot == NONE || usize::from(column) == goal {
                self.open.swap(0, nearest);
                return length;
            }
            self.open.swap_remove(nearest);
            self.done.push(column);
            let from = distances.from(self.rows[usize::from(slot)]);
            let base = length - self.box_price[usize::from(slot)];
            for &other in &self.open {
                let at = usize::from(other);
                let through = base + self.cost(from, at) - self.goal_price[at];
                if through < self.length[at] {
                    self.length[at] = through;
                    self.before[at] = column;
                }
            }
        }
    }
}

fn finite(total: i64) -> Option<u32> {
    (total < TOO_MUCH / 2).then_some(total as u32)
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::notation::xsb;
    use crate::solver::field::Field;

    const LEVEL: &str = "\
##########
#   #  . #
# $ # $. #
# $   .  #
#   # $ .#
##@## $ ##
#     . ##
##########";

    /// The least sum over all ways to give the goals to the boxes.
    fn by_trying(distances: &Distances, goals: usize, rows: &[Row]) -> Option<u32> {
        fn place(distances: &Distances, goal: usize, goals: usize, rows: &mut Vec<Row>) -> Option<u32> {
            if goal == goals {
                return Some(0);
            }
            let mut least = None;
            for at in 0..rows.len() {
                let row = rows.swap_remove(at);
                let pushes = distances.from(row)[goal];
                if pushes != NEVER
                    && let Some(rest) = place(distances, goal + 1, goals, rows)
                {
                    let sum = rest + u32::from(pushes);
                    least = Some(least.map_or(sum, |least: u32| least.min(sum)));
                }
                rows.push(row);
                let end = rows.len() - 1;
                rows.swap(at, end);
            }
            least
        }
        place(distances, 0, goals, &mut rows.to_vec())
    }

    #[test]
    fn it_stays_cheapest_while_boxes_move() {
        let position = xsb::read(LEVEL).unwrap();
        let (field, distances) = Field::<1>::new(&position).unwrap();
        let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
        let (mut dead, mut alive) = (0, 0);
        let free: &mut dyn FnMut() -> Result<(), Stop> = &mut || Ok(());
        for goals in [5, 3] {
            let rows: Vec<Row> = field.boxes.iter().map(|&at| distances.row(at, field.player)).collect();
            let mut matching = Matching::new(&distances, (0..goals).collect(), &rows, free).unwrap();
            let mut rows = rows;
            for _ in 0..3000 {
                assert_eq!(matching.total(), by_trying(&distances, goals.into(), &rows));
                let cell = random.random_range(0..field.wall());
                let row = distances.row(cell, random.random_range(0..field.wall()));
                let at = random.random_range(0..rows.len());
                if rows.iter().any(|other| other.0 / 5 == row.0 / 5) {
                    continue;
                }
                let slot = matching.slot(rows[at]).unwrap();
                rows[at] = row;
                let expected = by_trying(&distances, goals.into(), &rows);
                *(if expected.is_some() { &mut alive } else { &mut dead }) += 1;
                assert_eq!(matching.total_if(&distances, slot, row), expected);
                if random.random_bool(0.5) {
                    matching.change(&distances, slot, row);
                } else {
                    matching.move_to(&distances, &rows, free).unwrap();
                }
            }
        }
        assert!(dead > 100 && alive > 100);
    }
}
