//! How robots move. This file is the only statement of the rules; what is faster is tested against it.
//!
//! A robot slides until a wall, the border, a closed cell or another robot stops it. Where it enters a cell with a
//! diagonal of another colour it turns and goes on; if the way out is blocked, it stops on the diagonal. It leaves the
//! cell where it started in the direction of the move, diagonal or not. A slide that ends where it began, or that would
//! go round for ever between diagonals, is no move.
//!
//! The target is reached when the robot stops on it; passing over it does not count. Bonus and penalty cells change the
//! score, not the movement.
//!
//! **The printed option "must ricochet".** The robot that takes the target must have made a right-angle turn in this round before it
//! arrives: its own slides, taken together, went at least one cell along a row and at least one cell along a column. There and back on one
//! line is no turn; a turn at a diagonal is one, if the robot goes on at least one cell. Other robots' slides do not count, and nothing is
//! solved in 0 moves: a robot that stands on its target has to leave and come back. A robot that stops on the target before
//! it has turned has not taken it, and may go on. The next target begins a new round.

use crate::board::{Board, Cell, Direction, Position, Robot, Trail};

/// The cells that `robot` enters when it slides from its place in `robots`, in order; the last is where it stops. None
/// when it cannot move that way.
pub fn slide(board: &Board, robots: &[Cell], robot: Robot, direction: Direction) -> Option<Vec<Cell>> {
    let start = robots[robot.index()];
    let occupied = |cell| robots.iter().enumerate().any(|(other, &at)| other != robot.index() && at == cell);
    let (mut cell, mut heading) = (start, direction);
    let mut way = Vec::new();
    loop {
        let next =
            board.neighbour(cell, heading).filter(|&next| !board.has_wall(cell, heading) && !occupied(next));
        let Some(next) = next else { break };
        cell = next;
        if let Some(diagonal) = board.diagonal(cell).filter(|diagonal| diagonal.robot != robot) {
            heading = diagonal.turn(heading);
        }
        way.push(cell);
        // Every cell can be entered from four sides; after more steps than that, the robot goes round in a circle.
        if way.len() > 4 * board.width() * board.height() {
            return None;
        }
    }
    (cell != start).then_some(way)
}

impl Position {
    /// Moves a robot; the cells that it entered, or none if it cannot move that way.
    pub fn play(&mut self, robot: Robot, direction: Direction) -> Option<Vec<Cell>> {
        let way = slide(&self.board, &self.robots, robot, direction)?;
        if let Some(trail) = &mut self.ricochet {
            let ways = travelled(&self.board, self.robots[robot.index()], &way);
            *trail = trail.with(robot.index(), trail.of(robot.index()) | ways);
        }
        self.robots[robot.index()] = *way.last()?;
        Some(way)
    }
}

/// Which ways a slide from `start` through the cells of `way` went: along a row, along a column, or both.
fn travelled(board: &Board, start: Cell, way: &[Cell]) -> u8 {
    let row = |cell: Cell| board.place(cell).1;
    let mut ways = 0;
    let mut before = start;
    for &cell in way {
        ways |= if row(cell) == row(before) { Trail::ROW } else { Trail::COLUMN };
        before = cell;
    }
    ways
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Diagonal, Direction::*, Target};

    fn board() -> Board {
        Board::empty(4, 4)
    }

    fn stop(board: &Board, robots: &[u16], robot: u8, direction: Direction) -> Option<u16> {
        let robots: Vec<Cell> = robots.iter().copied().map(Cell).collect();
        slide(board, &robots, Robot(robot), direction).map(|way| way.last().unwrap().0)
    }

    #[test]
    fn walls_border_closed_cells_and_robots_stop() {
        let mut board = board();
        assert_eq!(stop(&board, &[0], 0, East), Some(3));
        assert_eq!(stop(&board, &[0], 0, North), None);
        assert_eq!(stop(&board, &[0, 2], 0, East), Some(1));
        assert_eq!(stop(&board, &[0, 1], 0, East), None);
        board.add_wall(Cell(2), West);
        assert_eq!(stop(&board, &[0], 0, East), Some(1));
        assert_eq!(stop(&board, &[3], 0, West), Some(2));
        board.close(Cell(8));
        assert_eq!(stop(&board, &[0], 0, South), Some(4));
    }

    #[test]
    fn diagonals_turn_other_colours_only() {
        let mut board = board();
        board.set_diagonals(vec![Diagonal { cell: Cell(2), rising: false, robot: Robot(1) }]);
        assert_eq!(stop(&board, &[0], 0, East), Some(14)); // Turned south at 2.
        assert_eq!(stop(&board, &[15, 0], 1, East), Some(3)); // Its own colour: straight on.
        assert_eq!(stop(&board, &[0, 6], 0, East), Some(2)); // The way out is taken: it stops on the diagonal.
        assert_eq!(stop(&board, &[2], 0, East), Some(3)); // It starts there: not turned.
        assert_eq!(stop(&board, &[14], 0, North), Some(0)); // And back.
    }

    /// A position on an empty board of 4×4 in which red must ricochet on its way to `target`.
    fn must_turn(red: u16, others: &[u16], target: u16) -> Position {
        let cells = std::iter::once(&red).chain(others);
        Position {
            board: board().into(),
            robots: cells.copied().map(Cell).collect(),
            target: Target { cell: Cell(target), robot: Some(Robot(0)) },
            ricochet: Some(Trail::default()),
        }
    }

    fn solved_after(mut position: Position, moves: &[(u8, Direction)]) -> bool {
        assert!(moves.iter().all(|&(robot, direction)| position.play(Robot(robot), direction).is_some()));
        position.is_solved()
    }

    #[test]
    fn the_robot_that_takes_the_target_must_have_turned() {
        assert!(!solved_after(must_turn(0, &[], 3), &[(0, East)]), "straight on");
        assert!(!solved_after(must_turn(0, &[], 0), &[]), "it stands there already");
        assert!(!solved_after(must_turn(1, &[], 3), &[(0, West), (0, East)]), "there and back is no turn");
        assert!(solved_after(must_turn(0, &[], 15), &[(0, East), (0, South)]));
        assert!(solved_after(must_turn(0, &[], 0), &[(0, East), (0, South), (0, West), (0, North)]));
        assert!(!solved_after(must_turn(0, &[5], 3), &[(1, South), (1, East), (0, East)]), "another's turn");
        // It may stop on the target before its turn, and come back.
        let round = [(0, East), (0, South), (0, North)];
        assert!(solved_after(must_turn(0, &[], 3), &round));
    }

    #[test]
    fn a_turn_at_a_diagonal_counts_if_the_robot_goes_on() {
        let mirror = Diagonal { cell: Cell(2), rising: false, robot: Robot(7) };
        let mut position = must_turn(0, &[], 14);
        std::sync::Arc::make_mut(&mut position.board).set_diagonals(vec![mirror]);
        assert!(solved_after(position.clone(), &[(0, East)]));
        position.robots.push(Cell(6));
        position.target.cell = Cell(2);
        assert!(!solved_after(position, &[(0, East)]), "it stops on the diagonal");
    }

    #[test]
    fn any_robot_that_has_turned_may_take_the_vortex() {
        let mut position = must_turn(0, &[5], 3);
        position.target.robot = None;
        assert!(!solved_after(position.clone(), &[(0, East)]));
        assert!(solved_after(position, &[(1, East), (1, North)]));
    }

    #[test]
    fn a_slide_without_end_is_no_move() {
        let mut board = board();
        // A ring of four mirrors: 0 3 12 15.
        let ring = [(0, true), (3, false), (12, false), (15, true)];
        let mirror = |(cell, rising)| Diagonal { cell: Cell(cell), rising, robot: Robot(7) };
        board.set_diagonals(ring.map(mirror).to_vec());
        assert_eq!(stop(&board, &[1], 0, East), None);
        assert_eq!(stop(&board, &[1, 8], 0, East), Some(12)); // Somebody stands in the ring.
        assert_eq!(stop(&board, &[5], 0, East), Some(7));
    }
}
