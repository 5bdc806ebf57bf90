//! The same pushes in an order with fewer changes of box.
//!
//! A search does not care whether it pushes one box, another, and the first again, or each in one go; a person does. So a push
//! is brought forward to where its box was last pushed, wherever everything in between can still be done and ends with the player
//! in the same region. The number of pushes stays, and no box takes another way.

use crate::board::{Direction, Position};
use crate::ground::{Ground, NONE, back};
use crate::rules::Step;

/// How far ahead one looks for a push to bring forward. It keeps the work in proportion to the length.
const AHEAD: usize = 64;

/// A push: the box by its place in the position's list, and the direction as a number.
pub(crate) type Push = (usize, usize);

/// The pushes of a way, up to the first step that is not possible.
pub(crate) fn pushes(position: &Position, way: &[Direction]) -> Vec<Push> {
    let mut here = position.clone();
    let steps = way.iter().map_while(|&direction| Some((here.step(direction)?, direction)));
    steps
        .filter_map(|(step, direction)| match step {
            Step::Push(pushed) => Some((pushed, direction as usize)),
            Step::Walk => None,
        })
        .collect()
}

/// Reorders pushes that can be done from `position`.
pub(crate) fn gather(position: &Position, ground: &Ground, mut pushes: Vec<Push>) -> Vec<Push> {
    let mut here = Walker::new(position, ground);
    for at in 0..pushes.len() {
        if let Some(last) =
            at.checked_sub(1).map(|before| pushes[before].0).filter(|&last| last != pushes[at].0)
        {
            let ahead = pushes[at..].iter().take(AHEAD).position(|push| push.0 == last);
            if let Some(end) = ahead.map(|ahead| at + ahead) {
                let mut usual = here.clone();
                let mut other = here.clone();
                let possible = pushes[at..=end].iter().all(|&push| usual.push(push))
                    && other.push(pushes[end])
                    && pushes[at..end].iter().all(|&push| other.push(push));
                if possible && other.reaches(usual.player) {
                    pushes[at..=end].rotate_right(1);
                }
            }
        }
        if !here.push(pushes[at]) {
            break;
        }
    }
    pushes
}

/// A way with shortest walks between the pushes, as far as they are possible.
pub(crate) fn way(position: &Position, ground: &Ground, pushes: &[Push]) -> Vec<Direction> {
    let mut here = Walker::new(position, ground);
    let mut way = Vec::new();
    for &(pushed, direction) in pushes {
        let behind = ground.next[usize::from(here.boxes[pushed])][back(direction)];
        let Some(walk) = here.walk(behind) else { break };
        if !here.push((pushed, direction)) {
            break;
        }
        way.extend(walk);
        way.push(Direction::ALL[direction]);
    }
    way
}

/// Boxes and a player on the floor.
#[derive(Clone)]
struct Walker<'a> {
    ground: &'a Ground,
    boxes: Vec<u16>,
    taken: Vec<bool>,
    player: u16,
}

impl<'a> Walker<'a> {
    fn new(position: &Position, ground: &'a Ground) -> Self {
        let boxes: Vec<u16> = position.boxes.iter().map(|cell| ground.number[cell.index()]).collect();
        let mut taken = vec![false; ground.len()];
        boxes.iter().filter(|&&at| at != NONE).for_each(|&at| taken[usize::from(at)] = true);
        Walker { ground, boxes, taken, player: ground.number[position.player.index()] }
    }

    /// Walks behind a box and pushes it; false if that is not possible.
    fn push(&mut self, (pushed, direction): Push) -> bool {
        let from = self.boxes[pushed];
        if from == NONE {
            return false;
        }
        let sides = self.ground.next[usize::from(from)];
        let (to, behind) = (sides[direction], sides[back(direction)]);
        if to == NONE || self.taken[usize::from(to)] || !self.reaches(behind) {
            return false;
        }
        self.taken[usize::from(from)] = false;
        self.taken[usize::from(to)] = true;
        self.boxes[pushed] = to;
        self.player = from;
        true
    }

    fn reaches(&self, cell: u16) -> bool {
        cell != NONE
            && !self.taken[usize::from(cell)]
            && (cell == self.player || self.ground.walk(self.player, &self.taken)[usize::from(cell)])
    }

    /// A shortest walk to a cell.
    fn walk(&self, to: u16) -> Option<Vec<Direction>> {
        if to == NONE || self.taken[usize::from(to)] {
            return None;
        }
        // From the end to the start, so that the walk can be read off forwards.
        let mut step: Vec<Option<Direction>> = vec![None; self.ground.len()];
        let mut waiting = std::collections::VecDeque::from([to]);
        while let Some(at) = waiting.pop_front().filter(|&at| at != self.player) {
            for (way, &next) in self.ground.next[usize::from(at)].iter().enumerate() {
                if next != NONE
                    && next != to
                    && !self.taken[usize::from(next)]
                    && step[usize::from(next)].is_none()
                {
                    step[usize::from(next)] = Some(Direction::ALL[back(way)]);
                    waiting.push_back(next);
                }
            }
        }
        let (mut here, mut walk) = (self.player, Vec::new());
        while here != to {
            let way = step[usize::from(here)]?;
            walk.push(way);
            here = self.ground.next[usize::from(here)][way as usize];
        }
        Some(walk)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::xsb;
    use crate::tally::tally;

    #[test]
    fn boxes_are_pushed_in_one_go_where_that_is_possible() {
        let level =
            xsb::read("########\n#      #\n#@$  . #\n#      #\n# $  . #\n#      #\n########").unwrap();
        let ground = Ground::new(&level);
        // Both boxes to the right, in turns.
        let turns: Vec<Push> = (0..6).map(|at| (at % 2, 1)).collect();
        let solution = way(&level, &ground, &turns);
        assert_eq!((tally(&level, &solution).pushes, tally(&level, &solution).changes), (6, 6));
        assert_eq!(pushes(&level, &solution), turns);
        let gathered = gather(&level, &ground, turns);
        let solution = way(&level, &ground, &gathered);
        assert_eq!((tally(&level, &solution).pushes, tally(&level, &solution).changes), (6, 2));
    }

    #[test]
    fn what_must_be_done_in_turns_stays() {
        // The first box blocks the passage: it must be pushed before the second can, and again after it.
        let level = xsb::read("#######\n#@$$ .#\n#######").unwrap();
        assert_eq!(pushes(&level, &[Direction::East]), []);
        let level = xsb::read("########\n###  ###\n#@$ $..#\n### ####\n########").unwrap();
        let ground = Ground::new(&level);
        let order = vec![(0, 1), (1, 1)];
        assert_eq!(gather(&level, &ground, order.clone()), order);
    }
}
