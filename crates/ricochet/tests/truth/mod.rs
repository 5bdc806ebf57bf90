//! What the searches are compared with.

use std::collections::HashSet;

use damier_ricochet::{Direction, Position, Robot};

/// Fewest moves by trying everything with the plain rules: no packing, no tables, no symmetry. `Err` when there are more
/// than `most` positions.
pub(crate) fn exhaustive(position: &Position, most: usize) -> Result<Option<u32>, ()> {
    if position.is_solved() {
        return Ok(Some(0));
    }
    let key = |position: &Position| (position.robots.clone(), position.ricochet);
    let mut seen = HashSet::from([key(position)]);
    let mut layer = vec![key(position)];
    for moves in 1.. {
        let mut next = Vec::new();
        for (robots, ricochet) in layer {
            for robot in Robot::all().take(robots.len()) {
                for direction in Direction::ALL {
                    let mut there = Position { robots: robots.clone(), ricochet, ..position.clone() };
                    if there.play(robot, direction).is_none() || !seen.insert(key(&there)) {
                        continue;
                    }
                    if there.is_solved() {
                        return Ok(Some(moves));
                    }
                    next.push(key(&there));
                }
            }
        }
        if next.is_empty() {
            return Ok(None);
        }
        if seen.len() > most {
            return Err(());
        }
        layer = next;
    }
    unreachable!()
}
