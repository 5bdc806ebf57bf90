//! A position as a screen draws it. Cells are numbered row by row from the top left, where the notation begins at the bottom.

use damier_kit::{Mark, Scene, SceneMove, ScenePiece, SceneTarget, Side};

use crate::board::{Deed, Lie, Move, Square};
use crate::record::Record;
use crate::rules::{Position, squares};

/// The number of a square.
pub(crate) fn cell(position: &Position, square: Square) -> u16 {
    ((position.size() - 1 - square.row()) * position.size() + square.column()) as u16
}

/// The square of a number; none beside the board.
pub(crate) fn square(position: &Position, cell: u16) -> Option<Square> {
    let (size, cell) = (position.size(), usize::from(cell));
    (cell < size * size).then(|| Square::new(cell % size, size - 1 - cell / size))?
}

pub(crate) fn cells(position: &Position, list: impl IntoIterator<Item = Square>) -> Vec<u16> {
    list.into_iter().map(|square| cell(position, square)).collect()
}

/// A wall as a mark: at its south-west square, lying `h` or `v`.
pub(crate) fn wall(position: &Position, play: Move, by: Option<usize>) -> Option<Mark> {
    let Deed::Wall(at, lie) = play.deed() else { return None };
    let form = Some(if lie == Lie::Horizontal { "h" } else { "v" });
    Some(Mark { kind: "wall", cell: cell(position, at), form, color: by })
}

/// The position that stands, with who placed each wall as far as that is known.
pub(crate) fn of(record: &Record) -> Scene {
    let (position, size) = (record.position(), record.position().size());
    let first = record.start().walls().list().into_iter().map(|play| (play, None));
    let later =
        record.positions().iter().zip(record.moves()).map(|(before, &play)| (play, Some(before.turn())));
    let players = 0..position.players();
    Scene {
        width: size,
        height: size,
        marks: first.chain(later).filter_map(|(play, by)| wall(position, play, by)).collect(),
        targets: Vec::<SceneTarget>::new(),
        pieces: (players.clone())
            .map(|player| ScenePiece {
                kind: "pawn",
                cell: cell(position, position.pawn(player)),
                label: (player + 1).to_string(),
                color: player,
                start: cell(position, record.start().pawn(player)),
            })
            .collect(),
        moves: position.legal().iter().map(|&play| step(position, play)).collect(),
        solved: record.end().is_some(),
        sides: players
            .map(|player| Side {
                stock: position.walls_left(player),
                goal: cells(position, squares(position.goal(player))),
                way: cells(position, position.shortest_way(player)),
            })
            .collect(),
        turn: position.turn(),
        winner: position.winner(),
        ..Scene::default()
    }
}

fn step(position: &Position, play: Move) -> SceneMove {
    let path = if let Deed::Walk(to) = play.deed() { vec![cell(position, to)] } else { Vec::new() };
    SceneMove {
        name: play.to_string(),
        piece: position.turn(),
        direction: None,
        path,
        pushes: None,
        places: wall(position, play, Some(position.turn())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Setup;
    use crate::notation::{play_all, qfen};

    #[test]
    fn the_start_is_drawn_whole() {
        let scene = of(&Record::new(Setup::default()));
        assert_eq!((scene.width, scene.turn, scene.sides.len()), (9, 0, 2));
        let walls = scene.moves.iter().filter(|step| step.places.is_some()).count();
        assert_eq!((scene.moves.len() - walls, walls), (3, 128));
        assert_eq!((scene.sides[0].way.len(), scene.sides[1].goal[0]), (9, 72));
    }

    #[test]
    fn walls_know_who_placed_them() {
        let mut record = Record::from(qfen::read("d4 / / e2 e8 / 9 9 / 2").unwrap());
        let by = |record: &Record| of(record).marks.iter().map(|wall| wall.color).collect::<Vec<_>>();
        assert_eq!(by(&record), [None]);
        play_all(&mut record, "e5h e3 a1v").unwrap();
        assert_eq!(by(&record), [None, Some(1), Some(1)]);
    }
}
