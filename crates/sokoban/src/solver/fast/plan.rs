//! From pushes to the steps of the player.

use std::collections::VecDeque;

use crate::board::{Cell, Direction, Position};

/// A box goes from a cell to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Push {
    pub(crate) from: Cell,
    pub(crate) to: Cell,
}

/// The steps that make these pushes, with the shortest walks between them. None if one of them is not possible.
pub(crate) fn steps(position: &Position, pushes: &[Push]) -> Option<Vec<Direction>> {
    let mut position = position.clone();
    let mut steps = Vec::new();
    for push in pushes {
        let way = Direction::ALL
            .into_iter()
            .find(|&way| position.board.neighbour(push.from, way) == Some(push.to))?;
        let stand = position.board.neighbour(push.from, way.opposite())?;
        for step in walk(&position, stand)?.into_iter().chain([way]) {
            position.step(step)?;
            steps.push(step);
        }
        position.box_at(push.to)?;
    }
    Some(steps)
}

/// The shortest walk to a cell, without a push.
pub(crate) fn walk(position: &Position, to: Cell) -> Option<Vec<Direction>> {
    let cells = position.board.width() * position.board.height();
    let mut blocked = vec![false; cells];
    position.boxes.iter().for_each(|cell| blocked[cell.index()] = true);
    let mut came: Vec<Option<Direction>> = vec![None; cells];
    let mut waiting = VecDeque::from([position.player]);
    while let Some(cell) = waiting.pop_front() {
        if cell == to {
            break;
        }
        for way in Direction::ALL {
            let Some(next) = position.board.neighbour(cell, way) else { continue };
            let free = !position.board.is_wall(next) && !blocked[next.index()] && next != position.player;
            if free && came[next.index()].is_none() {
                came[next.index()] = Some(way);
                waiting.push_back(next);
            }
        }
    }
    let mut steps = Vec::new();
    let mut at = to;
    while at != position.player {
        let way = came[at.index()]?;
        steps.push(way);
        at = position.board.neighbour(at, way.opposite())?;
    }
    steps.reverse();
    Some(steps)
}
