//! A position as a screen draws it.

use damier_kit::{Mark, Scene, SceneMove, ScenePiece, SceneTarget};

use crate::board::{Cell, Direction, Position, Robot, Target};
use crate::notation::Move;
use crate::rules::slide;

pub(crate) fn of(position: &Position) -> Scene {
    let board = &position.board;
    let numbers = |cells: &[Cell]| cells.iter().map(|cell| cell.0).collect();
    let marks = |kind, cells: &'_ [Cell]| {
        cells.iter().map(|cell| Mark::new(kind, cell.0)).collect::<Vec<_>>().into_iter()
    };
    let robots = || Robot::all().take(position.robots.len());
    Scene {
        width: board.width(),
        height: board.height(),
        walls: board.cells().map(|cell| board.walls(cell)).collect(),
        marks: (marks("closed", &board.closed).chain(marks("bonus", &board.bonus)))
            .chain(marks("penalty", &board.penalty))
            .chain(board.diagonals().iter().map(|d| Mark {
                kind: "diagonal",
                cell: d.cell.0,
                form: Some(if d.rising { "/" } else { "\\" }),
                color: Some(d.robot.index()),
            }))
            .collect(),
        targets: targets(position),
        pieces: robots()
            .zip(&position.robots)
            .map(|(robot, cell)| ScenePiece {
                kind: "robot",
                cell: cell.0,
                label: robot.letter().to_string(),
                color: robot.index(),
                start: cell.0,
            })
            .collect(),
        moves: robots()
            .flat_map(|robot| Direction::ALL.map(|direction| Move { robot, direction }))
            .filter_map(|step| {
                let way = slide(board, &position.robots, step.robot, step.direction)?;
                Some(SceneMove {
                    name: step.to_string(),
                    piece: step.robot.index(),
                    direction: Some(step.direction.letter()),
                    path: numbers(&way),
                    pushes: None,
                    places: None,
                })
            })
            .collect(),
        solved: position.is_solved(),
        ..Scene::default()
    }
}

/// The board's targets, numbered for each robot, and the one in play even if the board does not list it.
fn targets(position: &Position) -> Vec<SceneTarget> {
    let listed = &position.board.targets;
    let lone = (!listed.contains(&position.target)).then_some(position.target);
    let all: Vec<Target> = listed.iter().copied().chain(lone).collect();
    let number = |at: usize| all[..=at].iter().filter(|other| other.robot == all[at].robot).count();
    (all.iter().enumerate())
        .map(|(at, target)| SceneTarget {
            cell: target.cell.0,
            piece: target.robot.map(Robot::index),
            active: *target == position.target,
            number: number(at),
        })
        .collect()
}
