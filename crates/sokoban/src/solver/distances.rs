//! How many pushes one box needs to a goal where nothing but walls and frozen boxes is in the way.
//!
//! What counts of the player is on which side of the box it is: the floor without the box's cell falls into parts, and a box in
//! a doorway can only be pushed from the part where the player is. Distances are therefore by cell *and side*: sides in the same part have
//! the same distances. They come from pulling a box away from each goal, breadth first.
//!
//! [Backwards](Field::backwards) they are the pulls to where a box starts, from pushing it away from there with the player on the side where it starts too.
//!
//! A box that is not pushed keeps its side: the player never walks through it. So a push changes the row of the pushed box and of no
//! other, which is what lets [`crate::solver::matching`] repair itself with one augmentation.

use std::collections::VecDeque;

#[cfg(test)]
use damier_search::Limits;
use damier_search::{Run, Stop};

use crate::solver::bits::Bits;
use crate::solver::field::Field;

/// No number of pushes is enough.
pub(crate) const NEVER: u16 = u16::MAX;
/// Rows of a cell: the four sides, and the player being cut off from all of them.
const ROWS: usize = 5;

/// Bytes of a cell besides its rows.
const CELL_BYTES: usize = 1 + size_of::<Option<Box<[u8]>>>();

/// Push distances from every cell and side to every goal.
pub(crate) struct Distances {
    goals: usize,
    /// By row, then by goal.
    pushes: Vec<u16>,
    /// For a cell whose sides lie in different parts: the row that belongs to each place of the player. Else the one row that all sides
    /// share is in `only`.
    parts: Vec<Option<Box<[u8]>>>,
    only: Vec<u8>,
}

/// A box's cell and the side where the player is: the name of a row of distances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Row(pub(crate) u32);

impl Distances {
    /// Distances on `field` where the boxes of `frozen` are walls, whatever that takes.
    #[cfg(test)]
    pub(crate) fn new<const N: usize>(field: &Field<N>, frozen: &Bits<N>) -> Self {
        Self::within(field, frozen, &mut Run::new(Limits::default())).expect("nothing limits it")
    }

    /// Distances on `field` where the boxes of `frozen` are walls, within the limits of a run: on a large floor they take a good part of a second
    /// and hundreds of megabytes. [`Self::bytes`] are drawn from its memory.
    pub(crate) fn within<const N: usize>(
        field: &Field<N>,
        frozen: &Bits<N>,
        run: &mut Run,
    ) -> Result<Self, Stop> {
        Self::to(field, &field.goals, frozen, run)
    }

    /// The same to other cells than the goals.
    pub(crate) fn to<const N: usize>(
        field: &Field<N>,
        goals: &[u16],
        frozen: &Bits<N>,
        run: &mut Run,
    ) -> Result<Self, Stop> {
        let before = run.memory.used();
        let distances = Self::measured(field, goals, frozen, run);
        if distances.is_err() {
            run.memory.give_back((run.memory.used() - before) as usize);
        }
        distances
    }

    fn measured<const N: usize>(
        field: &Field<N>,
        goals: &[u16],
        frozen: &Bits<N>,
        run: &mut Run,
    ) -> Result<Self, Stop> {
        let cells = usize::from(field.wall());
        let rows = cells * ROWS * goals.len();
        run.memory.take(rows * size_of::<u16>() + cells * CELL_BYTES)?;
        let mut distances = Distances {
            goals: goals.len(),
            pushes: vec![NEVER; rows],
            parts: Vec::with_capacity(cells),
            only: Vec::with_capacity(cells),
        };
        let mut blocked = *frozen;
        blocked.insert(field.wall());
        for cell in 0..field.wall() {
            run.step()?;
            let (only, parts) = sides(field, &blocked, cell);
            run.memory.take(parts.as_ref().map_or(0, |parts| parts.len()))?;
            distances.only.push(only);
            distances.parts.push(parts);
        }
        for (at, &goal) in goals.iter().enumerate() {
            run.step()?;
            distances.fill(field, &blocked, at, goal);
        }
        Ok(distances)
    }

    /// The bytes that it holds.
    pub(crate) fn bytes(&self) -> usize {
        let parts: usize = self.parts.iter().flatten().map(|part| part.len()).sum();
        self.pushes.len() * size_of::<u16>() + parts + self.only.len() * CELL_BYTES
    }

    /// The row of a box on `cell` when the player is at `player`.
    #[inline]
    pub(crate) fn row(&self, cell: u16, player: u16) -> Row {
        let side = match &self.parts[usize::from(cell)] {
            None => self.only[usize::from(cell)],
            Some(parts) => parts[usize::from(player)],
        };
        Row(u32::from(cell) * ROWS as u32 + u32::from(side))
    }

    /// How many rows there are.
    pub(crate) fn rows(&self) -> usize {
        self.only.len() * ROWS
    }

    /// The pushes from a row to every goal, in the order of [`Field::goals`].
    #[inline]
    pub(crate) fn from(&self, row: Row) -> &[u16] {
        &self.pushes[row.0 as usize * self.goals..][..self.goals]
    }

    /// Whether a box on `cell` could come to some goal, wherever the player is.
    pub(crate) fn reaches_goal(&self, cell: u16) -> bool {
        let first = usize::from(cell) * ROWS * self.goals;
        self.pushes[first..first + ROWS * self.goals].iter().any(|&pushes| pushes != NEVER)
    }

    /// The goals that a box on `cell` could come to, wherever the player is.
    pub(crate) fn goals_from(&self, cell: u16) -> impl Iterator<Item = usize> + '_ {
        let rows =
            move |side: usize| &self.pushes[(usize::from(cell) * ROWS + side) * self.goals..][..self.goals];
        (0..self.goals).filter(move |&goal| (0..ROWS).any(|side| rows(side)[goal] != NEVER))
    }

    /// Fills in the column of one goal, breadth first from there, by the reverse of what moves boxes.
    fn fill<const N: usize>(&mut self, field: &Field<N>, blocked: &Bits<N>, at: usize, goal: u16) {
        if blocked.contains(goal) {
            return;
        }
        let mut waiting = VecDeque::new();
        let here = usize::from(goal) * ROWS;
        let start = self.row(goal, field.player).0 as usize;
        for row in here..here + ROWS {
            // Backwards it counts where the player ends: only the side where it starts is the end.
            if !field.pulls || row == start || self.same_part(field, blocked, goal, row - here, start) {
                self.pushes[row * self.goals + at] = 0;
                waiting.push_back(row);
            }
        }
        while let Some(row) = waiting.pop_front() {
            let (cell, side) = ((row / ROWS) as u16, row % ROWS);
            if side == ROWS - 1 {
                continue;
            }
            let (to, player) = if field.pulls {
                (field.step(cell, side ^ 2), cell)
            } else {
                let to = field.step(cell, side);
                (to, field.step(to, side))
            };
            if blocked.contains(to) || blocked.contains(player) || blocked.contains(field.step(cell, side)) {
                continue;
            }
            let pushes = self.pushes[row * self.goals + at] + 1;
            let part = self.row(to, player).0 as usize;
            for other in 0..ROWS - 1 {
                let row = usize::from(to) * ROWS + other;
                if self.pushes[row * self.goals + at] == NEVER
                    && self.same_part(field, blocked, to, other, part)
                {
                    self.pushes[row * self.goals + at] = pushes;
                    waiting.push_back(row);
                }
            }
        }
    }

    /// Whether one of the sides of a cell is in the part that `row` stands for.
    fn same_part<const N: usize>(
        &self,
        field: &Field<N>,
        blocked: &Bits<N>,
        cell: u16,
        side: usize,
        row: usize,
    ) -> bool {
        let from = if side < ROWS - 1 { field.step(cell, side) } else { field.wall() };
        !blocked.contains(from) && self.row(cell, from).0 as usize == row
    }
}

/// Which row belongs to which place of the player for a box on `cell`: one for all places, or a list of them. The row is named by
/// the first side that lies in the player's part.
fn sides<const N: usize>(field: &Field<N>, blocked: &Bits<N>, cell: u16) -> (u8, Option<Box<[u8]>>) {
    let none = ROWS as u8 - 1;
    let open: Vec<usize> = (0..4).filter(|&side| !blocked.contains(field.step(cell, side))).collect();
    let only = open.first().map_or(none, |&side| side as u8);
    // Where no box is frozen all floor hangs together, so sides that meet around the cell's corners are all there is.
    let whole = blocked.len() == 1;
    if whole && (open.len() <= 1 || round(field, blocked, cell, &open)) {
        return (only, None);
    }
    let mut here = *blocked;
    here.insert(cell);
    let mut parts = vec![none; usize::from(field.wall())].into_boxed_slice();
    let mut found = Bits::EMPTY;
    for &side in &open {
        let from = field.step(cell, side);
        if !found.contains(from) {
            let part = field.reach(from, &here);
            part.iter().for_each(|at| parts[usize::from(at)] = side as u8);
            found = found.or(&part);
        }
    }
    (only, Some(parts))
}

/// Whether one can walk between all the open sides of a cell over its corners.
fn round<const N: usize>(field: &Field<N>, blocked: &Bits<N>, cell: u16, open: &[usize]) -> bool {
    let joined = |side: usize| {
        let turn = (side + 1) % 4;
        open.contains(&side)
            && open.contains(&turn)
            && !blocked.contains(field.step(field.step(cell, side), turn))
    };
    // Each joint makes one piece of two; a full circle has one joint more than it needs.
    (0..4).filter(|&side| joined(side)).count() + 1 >= open.len()
}

#[cfg(test)]
mod tests {
    use std::collections::{HashSet, VecDeque};

    use super::*;
    use crate::board::{Cell, Direction, Position};
    use crate::notation::xsb;
    use crate::rules::Step;

    /// The fewest pushes of a single box to `goal` by the rules.
    fn by_rules(start: Position, goal: Cell) -> u16 {
        let mut seen = HashSet::from([(start.boxes[0], start.player)]);
        let mut waiting = VecDeque::from([(start, 0)]);
        while let Some((position, pushes)) = waiting.pop_front() {
            if position.boxes[0] == goal {
                return pushes;
            }
            for way in Direction::ALL {
                let mut after = position.clone();
                let Some(step) = after.step(way) else { continue };
                if seen.insert((after.boxes[0], after.player)) {
                    match step {
                        Step::Walk => waiting.push_front((after, pushes)),
                        Step::Push(_) => waiting.push_back((after, pushes + 1)),
                    }
                }
            }
        }
        NEVER
    }

    #[test]
    fn distances_are_those_of_the_rules() {
        let position =
            xsb::read("#########\n#.  #   #\n#   $ # #\n#@ ##  .#\n## #$ $ #\n#       #\n#########").unwrap();
        let (field, distances) = Field::<1>::new(&position).unwrap();
        let mut never = 0;
        for cell in 0..field.wall() {
            for player in (0..field.wall()).filter(|&player| player != cell) {
                let (at, stand) = (field.cells[usize::from(cell)], field.cells[usize::from(player)]);
                let alone = Position::new(position.board.clone(), vec![at], stand).unwrap();
                let row = distances.row(cell, player);
                for (place, &goal) in field.goals.iter().enumerate() {
                    let expected = by_rules(alone.clone(), field.cells[usize::from(goal)]);
                    assert_eq!(distances.from(row)[place], expected, "box {at:?}, player {stand:?}");
                    never += usize::from(expected == NEVER);
                }
            }
        }
        assert!(never > 0);
    }
}
