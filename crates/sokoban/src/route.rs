//! Where one piece can be brought while the others stand still: the player by walking, a box by pushing.

use std::collections::{HashMap, VecDeque};

use crate::board::{Cell, Direction, Position};
use crate::problem::walk;
use crate::rules::Step;

/// The cells that the player can walk to, its own left out.
pub(crate) fn walks(position: &Position) -> Vec<Cell> {
    let reached = position.board.reach(position.player, |cell| position.box_at(cell).is_some());
    position.board.cells().filter(|&cell| reached[cell.index()] && cell != position.player).collect()
}

/// A box's cell, and the way of the push that brought it there: the player stands behind it. None at the start.
type Stand = (Cell, Option<Direction>);

/// Every stand to which a box can be pushed, in the order of the pushes that it takes, and the stand before it.
fn pushed(position: &Position, which: usize) -> (Vec<Stand>, HashMap<Stand, Stand>) {
    let start: Stand = (position.boxes[which], None);
    let mut came = HashMap::from([(start, start)]);
    let mut order = vec![start];
    let mut waiting = VecDeque::from([(start, position.clone())]);
    while let Some((stand, here)) = waiting.pop_front() {
        let at = here.boxes[which];
        let reached = here.board.reach(here.player, |cell| here.box_at(cell).is_some());
        for way in Direction::ALL {
            let behind = here.board.neighbour(at, way.opposite());
            let Some(behind) = behind.filter(|behind| reached[behind.index()]) else { continue };
            let mut after = here.clone();
            after.player = behind;
            if after.step(way) != Some(Step::Push(which)) {
                continue;
            }
            let next: Stand = (after.boxes[which], Some(way));
            if let std::collections::hash_map::Entry::Vacant(place) = came.entry(next) {
                place.insert(stand);
                order.push(next);
                waiting.push_back((next, after));
            }
        }
    }
    (order, came)
}

/// The cells to which a box can be pushed, its own left out.
pub(crate) fn pushes(position: &Position, which: usize) -> Vec<Cell> {
    let (order, _) = pushed(position, which);
    let mut cells: Vec<Cell> = order.iter().map(|stand| stand.0).collect();
    cells.sort_unstable();
    cells.dedup();
    cells.retain(|&cell| cell != position.boxes[which]);
    cells
}

/// The steps that bring a box to a cell with the fewest pushes.
pub(crate) fn push(position: &Position, which: usize, to: Cell) -> Option<Vec<Direction>> {
    let (order, came) = pushed(position, which);
    let mut stand = *order.iter().find(|stand| stand.0 == to)?;
    let mut ways = Vec::new();
    while let (_, Some(way)) = stand {
        ways.push(way);
        stand = *came.get(&stand)?;
    }
    let mut here = position.clone();
    let mut steps = Vec::new();
    for way in ways.into_iter().rev() {
        let behind = here.board.neighbour(here.boxes[which], way.opposite())?;
        for step in walk(&here, behind)?.into_iter().chain([way]) {
            here.step(step)?;
            steps.push(step);
        }
    }
    Some(steps)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::xsb;

    #[test]
    fn a_box_goes_where_it_can_be_pushed_and_nowhere_else() {
        let position = xsb::read("#######\n#     #\n# $ # #\n#@  #.#\n#######").unwrap();
        let cells = pushes(&position, 0);
        // Along its column and its row; the bottom row and the top row are dead ends of their own.
        for cell in position.board.cells().filter(|&cell| position.is_free(cell) || cell == position.player) {
            let found = push(&position, 0, cell);
            assert_eq!(found.is_some(), cells.contains(&cell), "{cell:?}");
            let mut after = position.clone();
            for step in found.into_iter().flatten() {
                assert!(after.step(step).is_some());
            }
            assert!(!cells.contains(&cell) || after.boxes[0] == cell);
        }
        assert!(cells.contains(&Cell(8)) && !cells.contains(&Cell(26)));
        assert_eq!(walks(&position).len(), 11);
    }
}
