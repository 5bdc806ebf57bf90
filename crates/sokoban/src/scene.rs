//! A position as a screen draws it.

use damier_search::kit::{PieceKind, Scene, SceneMove, ScenePiece, SceneTarget};

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
    let cells = |wanted: &dyn Fn(Cell) -> bool| {
        board.cells().filter(|&cell| wanted(cell)).map(|cell| cell.0).collect()
    };
    let piece = |kind, cell: Cell, letter| ScenePiece { kind, cell: cell.0, letter, color: 0, start: cell.0 };
    let boxes = position.boxes.iter().map(|&cell| piece(PieceKind::Box, cell, '$'));
    Scene {
        width: board.width(),
        height: board.height(),
        walls: vec![0; board.width() * board.height()],
        closed: cells(&|cell| board.is_wall(cell)),
        outside: cells(&is_outside),
        bonus: Vec::new(),
        penalty: Vec::new(),
        diagonals: Vec::new(),
        targets: (board.goals().iter().enumerate())
            .map(|(at, goal)| SceneTarget { cell: goal.0, piece: None, active: true, number: at + 1 })
            .collect(),
        pieces: [piece(PieceKind::Player, position.player, '@')].into_iter().chain(boxes).collect(),
        moves: Direction::ALL.into_iter().filter_map(|way| step(position, way)).collect(),
        solved: position.is_solved(),
    }
}

fn step(position: &Position, way: Direction) -> Option<SceneMove> {
    let step = position.look(way)?;
    Some(SceneMove {
        name: lurd::letter(way, step).to_string(),
        piece: 0,
        direction: way.letter(),
        path: vec![position.board.neighbour(position.player, way)?.0],
        pushes: match step {
            Step::Walk => None,
            Step::Push(pushed) => Some(pushed + 1),
        },
    })
}
