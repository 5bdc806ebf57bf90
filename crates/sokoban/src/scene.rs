//! A position as a screen draws it.

use damier_kit::{Mark, Scene, SceneMove, ScenePiece, SceneTarget};

use crate::board::{Cell, Direction, Position};
use crate::notation::lurd;
use crate::rules::Step;

/// The player is the first piece; the boxes follow in the order of their list.
pub(crate) fn of(position: &Position) -> Scene {
    let board = &position.board;
    let floor = position.floor();
    // A wall is drawn where it can be seen from the floor, corners included, or where somebody drew it.
    let is_outside = |cell: Cell| {
        !floor[cell.index()]
            && !board.is_wall(cell)
            && !board.is_goal(cell)
            && position.box_at(cell).is_none()
    };
    let piece = |kind, cell: Cell, label: &str| ScenePiece {
        kind,
        cell: cell.0,
        label: label.to_owned(),
        color: 0,
        start: cell.0,
    };
    let mark = |cell: Cell| {
        let kind = if board.is_wall(cell) { "closed" } else { "outside" };
        (board.is_wall(cell) || is_outside(cell)).then(|| Mark::new(kind, cell.0))
    };
    let boxes = position.boxes.iter().map(|&cell| piece("box", cell, "$"));
    Scene {
        width: board.width(),
        height: board.height(),
        marks: board.cells().filter_map(mark).collect(),
        targets: (board.goals().iter().enumerate())
            .map(|(at, goal)| SceneTarget { cell: goal.0, piece: None, active: true, number: at + 1 })
            .collect(),
        pieces: [piece("player", position.player, "@")].into_iter().chain(boxes).collect(),
        moves: Direction::ALL.into_iter().filter_map(|way| step(position, way)).collect(),
        solved: position.is_solved(),
        ..Scene::default()
    }
}

fn step(position: &Position, way: Direction) -> Option<SceneMove> {
    let step = position.look(way)?;
    Some(SceneMove {
        name: lurd::letter(way, step).to_string(),
        piece: 0,
        direction: Some(way.letter()),
        path: vec![position.board.neighbour(position.player, way)?.0],
        pushes: match step {
            Step::Walk => None,
            Step::Push(pushed) => Some(pushed + 1),
        },
        places: None,
    })
}
