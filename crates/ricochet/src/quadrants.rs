//! The board game's quadrants: sixteen faces, four of each piece, as facts in `data/ricochet/quadrants.json`.
//!
//! Each face is kept as the top left quadrant of a board. A board takes one face of each piece, in any order, and turns
//! each to its corner; the four cells in the middle are closed.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::board::{Board, Direction, Robot, Target};

/// Cells on a quadrant's side.
pub const HALF: usize = 8;

/// A face of a piece.
#[derive(Clone, Debug)]
pub struct Quadrant {
    /// Piece and face, such as `1A`.
    pub name: String,
    /// Wall bits row by row, seen as the top left quadrant.
    walls: Vec<u8>,
    /// Targets: cell within the quadrant, and whose.
    targets: Vec<(usize, Option<Robot>)>,
}

#[derive(Deserialize)]
struct File {
    quadrants: Vec<Face>,
}

#[derive(Deserialize)]
struct Face {
    name: String,
    walls: Vec<Wall>,
    targets: Vec<Mark>,
}

#[derive(Deserialize)]
struct Wall {
    x: usize,
    y: usize,
    sides: String,
}

#[derive(Deserialize)]
struct Mark {
    x: usize,
    y: usize,
    color: Option<String>,
}

static ALL: LazyLock<Vec<Quadrant>> = LazyLock::new(|| {
    let file: File = serde_json::from_str(include_str!("../../../data/ricochet/quadrants.json"))
        .expect("the file is part of the program and a test reads it");
    file.quadrants.into_iter().map(Quadrant::from_face).collect()
});

impl Quadrant {
    /// All sixteen faces, in the order of their names.
    pub fn all() -> &'static [Quadrant] {
        &ALL
    }

    /// The face of that name.
    pub fn named(name: &str) -> Option<&'static Quadrant> {
        ALL.iter().find(|quadrant| quadrant.name.eq_ignore_ascii_case(name))
    }

    fn from_face(face: Face) -> Quadrant {
        let mut walls = vec![0; HALF * HALF];
        for wall in &face.walls {
            let sides = wall.sides.chars().filter_map(Direction::from_letter);
            walls[wall.y * HALF + wall.x] |= sides.fold(0, |bits, side| bits | side.bit());
        }
        let robot = |mark: &Mark| mark.color.as_deref().and_then(Robot::from_colour);
        let targets = face.targets.iter().map(|mark| (mark.y * HALF + mark.x, robot(mark))).collect();
        Quadrant { name: face.name, walls, targets }
    }
}

/// Turns a quadrant's walls clockwise by a quarter.
pub(crate) fn turn(walls: &[u8]) -> Vec<u8> {
    let mut turned = vec![0; HALF * HALF];
    for (at, &bits) in walls.iter().enumerate() {
        turned[turn_cell(at)] = (bits << 1 | bits >> 3) & 15;
    }
    turned
}

fn turn_cell(at: usize) -> usize {
    let (x, y) = (at % HALF, at / HALF);
    x * HALF + HALF - 1 - y
}

/// The board of four quadrants: top left, top right, bottom right, bottom left, each turned to its corner.
pub fn assemble(quadrants: [&Quadrant; 4]) -> Board {
    let mut board = Board::empty(2 * HALF, 2 * HALF);
    for (turns, (quadrant, (left, top))) in
        quadrants.into_iter().zip([(0, 0), (HALF, 0), (HALF, HALF), (0, HALF)]).enumerate()
    {
        let walls = (0..turns).fold(quadrant.walls.clone(), |walls, _| turn(&walls));
        let place = |at: usize| (left + at % HALF, top + at / HALF);
        for (at, bits) in walls.into_iter().enumerate() {
            let (x, y) = place(at);
            for side in Direction::ALL.into_iter().filter(|side| bits & side.bit() != 0) {
                board.add_wall(board.cell(x, y), side);
            }
        }
        for &(at, robot) in &quadrant.targets {
            let (x, y) = place((0..turns).fold(at, |at, _| turn_cell(at)));
            board.targets.push(Target { cell: board.cell(x, y), robot });
        }
    }
    for (x, y) in [(HALF - 1, HALF - 1), (HALF, HALF - 1), (HALF - 1, HALF), (HALF, HALF)] {
        board.close(board.cell(x, y));
    }
    board
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sixteen_faces_make_whole_boards() {
        assert_eq!(Quadrant::all().len(), 16);
        for face in ["A", "B", "C", "D"] {
            let named = |piece: u8| Quadrant::named(&format!("{piece}{face}")).unwrap();
            let board = assemble([named(1), named(2), named(3), named(4)]);
            assert_eq!(board.targets.len(), 17);
            for robot in Robot::all().take(4) {
                assert_eq!(board.targets.iter().filter(|target| target.robot == Some(robot)).count(), 4);
            }
            assert_eq!(board.closed.len(), 4);
            // Every target but none else stands in a corner of exactly two walls that meet.
            for target in &board.targets {
                assert!([3, 6, 12, 9].contains(&board.walls(target.cell)), "{face} {target:?}");
            }
        }
    }

    /// The same four pieces laid out a quarter further are the same board, turned.
    #[test]
    fn turning_the_order_turns_the_board() {
        let q: Vec<_> = ["1A", "2B", "3C", "4D"].iter().map(|name| Quadrant::named(name).unwrap()).collect();
        let board = assemble([q[0], q[1], q[2], q[3]]);
        let turned = assemble([q[3], q[0], q[1], q[2]]);
        for cell in board.cells() {
            let (x, y) = board.place(cell);
            let there = turned.cell(2 * HALF - 1 - y, x);
            for side in Direction::ALL {
                assert_eq!(board.has_wall(cell, side), turned.has_wall(there, side.clockwise()));
            }
        }
        assert_eq!((0..4).fold(q[0].walls.clone(), |walls, _| turn(&walls)), q[0].walls);
    }
}
