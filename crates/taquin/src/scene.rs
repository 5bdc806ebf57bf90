//! A position as a screen draws it: a piece a tile, in the order of their numbers.

use damier_kit::{Scene, SceneMove, ScenePiece};

use crate::board::{Direction, Position};

pub(crate) fn of(position: &Position) -> Scene {
    let tiles = 1..position.tiles.len() as u8;
    let piece = |tile: u8| {
        let cell = position.cell(tile) as u16;
        ScenePiece { kind: "tile", cell, label: tile.to_string(), color: 0, start: cell }
    };
    Scene {
        width: position.width,
        height: position.height,
        pieces: tiles.map(piece).collect(),
        moves: Direction::ALL.into_iter().filter_map(|way| step(position, way)).collect(),
        solved: position.is_solved(),
        ..Scene::default()
    }
}

fn step(position: &Position, way: Direction) -> Option<SceneMove> {
    let from = position.mover(way)?;
    Some(SceneMove {
        name: way.letter().to_string(),
        piece: usize::from(position.tiles[from]) - 1,
        direction: Some(['W', 'N', 'E', 'S'][way as usize]),
        path: vec![position.cell(0) as u16],
        pushes: None,
        places: None,
    })
}
