//! Goal rooms with a single entrance: what is left to be packed, computed once.
//!
//! Let one cell, the *door*, part the floor into a room with all goals and the rest, in line with a cell before it and a single cell behind it, and let no box start in the
//! room. Then every box comes through the door, and the pushes of a solution fall into those outside, at least the distance of each box to the door, and those inside. Inside, the
//! boxes that stand there and the part of the room where the player is tell what is left, if boxes are supposed to come to the door at will, and the player, once it is
//! outside, to be wherever it likes: that is only easier. A search backwards from the packed room finds the fewest pushes inside from every such state, by pulls inside, by a
//! box that is pulled out through the door, and by one that is put back behind the door, because a solution may push a box out again.
//!
//! Positions that differ outside only share what is left of the room, and a packing that cannot be completed is dead whatever happens outside.
//!
//! **Only what matters is kept.** Of a solution below a limit, the pushes inside are fewer than the limit less the distances of all boxes to the door. A state with pushes left that needs, with the
//! distances of its boxes from the door, as many or more is on no such solution: it is left out, and counts as dead. So a table holds for a search below that limit, and not for others.

use damier_search::store::Store;
use damier_search::{Budget, Run, Stop};

use crate::solver::bits::Bits;
use crate::solver::distances::{Distances, NEVER};
use crate::solver::field::Field;

/// On a larger floor it is not looked for a room: every cell may be a door.
const MOST_CELLS: u16 = 400;

/// A room and what is left to be done in it.
pub(super) struct Room<const N: usize> {
    /// The room without the door.
    inside: Bits<N>,
    door: u16,
    /// What the player cannot walk on while it stays in the room.
    outside: Bits<N>,
    /// The pushes of a box to the door.
    to_door: Distances,
    /// The pushes that are left, by boxes and the player's part: its least cell, or the wall's number if it can come to the door.
    left: Store<(Bits<N>, u16), u16>,
    /// What is not in the table needs at least so many pushes; none if it is dead.
    others: Option<u16>,
}

/// A door and what is behind it.
struct Door<const N: usize> {
    cell: u16,
    /// The direction from the door into the room.
    way: usize,
    inside: Bits<N>,
}

impl<const N: usize> Door<N> {
    /// The door to the smallest room with all goals, if there is one.
    fn find(field: &Field<N>) -> Option<Self> {
        let goal = field.goals.first().copied()?;
        if field.pulls || field.has_spare_boxes() || field.wall() > MOST_CELLS {
            return None;
        }
        let door = |door: u16| {
            if field.goal_set.contains(door) {
                return None;
            }
            let inside = field.reach(goal, &Bits::of([field.wall(), door]));
            let mut ways = (0..4).filter(|&way| inside.contains(field.step(door, way)));
            let (way, None) = (ways.next()?, ways.next()) else { return None };
            let before = field.step(door, way ^ 2);
            let fits = before != field.wall()
                && !inside.contains(before)
                && field.goal_set.within(&inside)
                && !inside.meets(&field.start());
            fits.then_some(Door { cell: door, way, inside })
        };
        (0..field.wall()).filter_map(door).min_by_key(|door| door.inside.len())
    }
}

impl<const N: usize> Room<N> {
    /// The room of a field for a search below a limit, with at most so many states. None if there is no such room.
    pub(super) fn new(
        field: &Field<N>,
        below: u32,
        most: usize,
        run: &mut Run,
    ) -> Result<Option<Self>, Stop> {
        let Some(Door { cell: door, way, inside }) = Door::find(field) else { return Ok(None) };
        let to_door = Distances::to(field, &[door], &Bits::EMPTY, run)?;
        let mut outside = field.floor().without(&inside);
        outside.remove(door);
        outside.insert(field.wall());
        let mut room = Room { inside, door, outside, to_door, left: Store::new(), others: None };
        let Some(before) = room.pushes_outside(&field.start(), field.player) else { return Ok(None) };
        let Some(limit) = below.checked_sub(before) else { return Ok(None) };
        let cells: Vec<u16> = inside.iter().collect();
        let to_cells = Distances::to(field, &cells, &Bits::EMPTY, run)?;
        let row = to_cells.from(to_cells.row(door, field.step(door, way ^ 2)));
        let mut from_door = vec![NEVER; usize::from(field.wall())];
        cells.iter().zip(row).for_each(|(&cell, &pushes)| from_door[usize::from(cell)] = pushes);
        run.memory.give_back(to_cells.bytes());
        match room.fill(field, way, &from_door, limit, most, run) {
            Ok(()) => Ok(Some(room)),
            Err(why) => {
                room.release(&mut run.memory);
                Err(why)
            }
        }
    }

    /// Finds what is left of every state, from the packed room on.
    fn fill(
        &mut self,
        field: &Field<N>,
        way_in: usize,
        from_door: &[u16],
        limit: u32,
        most: usize,
        run: &mut Run,
    ) -> Result<(), Stop> {
        let behind = field.step(self.door, way_in);
        let mut layer = Vec::new();
        let packed = field.goal_set;
        for player in self.inside.without(&packed).iter().chain([self.door]) {
            let key = (packed, self.part(field, &packed, player));
            if let Err(fresh) = self.left.find(&key) {
                self.left.add(fresh, key, 0, &mut run.memory)?;
                layer.push(key);
            }
        }
        let mut pushes: u16 = 0;
        let mut before = Vec::new();
        while !layer.is_empty() {
            pushes += 1;
            let mut next = Vec::new();
            for (boxes, part) in layer {
                run.step()?;
                before.clear();
                self.pulls(field, &boxes, part, behind, way_in, &mut before);
                for &(boxes, player) in &before {
                    let spent: u32 = boxes.iter().map(|at| u32::from(from_door[usize::from(at)])).sum();
                    if spent + u32::from(pushes) >= limit {
                        continue;
                    }
                    let key = (boxes, self.part(field, &boxes, player));
                    if let Err(fresh) = self.left.find(&key) {
                        self.left.add(fresh, key, pushes, &mut run.memory)?;
                        next.push(key);
                    }
                }
                if self.left.len() > most {
                    self.others = Some(pushes);
                    return Ok(());
                }
            }
            layer = next;
        }
        Ok(())
    }

    /// The states from which a push leads to this one: the boxes, and where the player is.
    fn pulls(
        &self,
        field: &Field<N>,
        boxes: &Bits<N>,
        part: u16,
        behind: u16,
        way_in: usize,
        before: &mut Vec<(Bits<N>, u16)>,
    ) {
        let player = if part == field.wall() { self.door } else { part };
        let region = field.reach(player, &boxes.or(&self.outside));
        for at in boxes.iter() {
            for way in 0..4 {
                let from = field.step(at, way ^ 2);
                if !region.contains(from) {
                    continue;
                }
                let mut rest = *boxes;
                rest.remove(at);
                let stand = field.step(from, way ^ 2);
                if from == self.door {
                    // It came in.
                    before.push((rest, self.door));
                } else if from < field.live && !boxes.contains(stand) && !self.outside.contains(stand) {
                    rest.insert(from);
                    before.push((rest, stand));
                }
            }
        }
        // One was pushed out, by a player who stands behind the door now.
        let stand = field.step(behind, way_in);
        let free = self.inside.contains(stand) && !boxes.contains(stand);
        if region.contains(behind) && behind < field.live && free && boxes.len() < field.goals.len() {
            let mut more = *boxes;
            more.insert(behind);
            before.push((more, stand));
        }
    }

    /// The part of the room where the player is among boxes in the room; outside and at the door are one part.
    fn part(&self, field: &Field<N>, boxes: &Bits<N>, player: u16) -> u16 {
        if !self.inside.contains(player) {
            return field.wall();
        }
        let region = field.reach(player, &boxes.or(&self.outside));
        if region.contains(self.door) { field.wall() } else { region.first().unwrap_or(player) }
    }

    /// The pushes of boxes outside to the door; none if one does not get there.
    fn pushes_outside(&self, boxes: &Bits<N>, player: u16) -> Option<u32> {
        let outside = boxes.without(&self.inside);
        let pushes = outside.iter().map(|at| self.to_door.from(self.to_door.row(at, player))[0]);
        pushes.map(|pushes| (pushes != NEVER).then_some(u32::from(pushes))).sum()
    }

    /// A bound from below on the pushes from a state; none if no solution below the limit follows.
    pub(super) fn bound(&self, field: &Field<N>, boxes: &Bits<N>, player: u16) -> Option<u32> {
        let inside = boxes.and(&self.inside);
        let left = match self.left.find(&(inside, self.part(field, &inside, player))) {
            Ok(id) => *self.left.value(id),
            Err(_) => self.others?,
        };
        Some(self.pushes_outside(boxes, player)? + u32::from(left))
    }

    /// Whether the table has to do with a box on this cell.
    pub(super) fn contains(&self, cell: u16) -> bool {
        self.inside.contains(cell)
    }

    /// How many states are in the table, and whether these are all.
    #[cfg(test)]
    pub(super) fn states(&self) -> (usize, bool) {
        (self.left.len(), self.others.is_none())
    }

    /// Gives the memory back.
    pub(super) fn release(mut self, memory: &mut Budget) {
        memory.give_back(self.to_door.bytes());
        self.left.release(memory);
    }
}
