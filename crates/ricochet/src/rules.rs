//! How robots move. This file is the only statement of the rules; what is faster is tested against it.
//!
//! A robot slides until a wall, the border, a closed cell or another robot stops it. Where it enters a cell with a
//! diagonal of another colour it turns and goes on; if the way out is blocked, it stops on the diagonal. It leaves the
//! cell where it started in the direction of the move, diagonal or not. A slide that ends where it began, or that would
//! go round for ever between diagonals, is no move.
//!
//! The target is reached when the robot stops on it; passing over it does not count. Bonus and penalty cells change the
//! score, not the movement.

use crate::board::{Board, Cell, Direction, Position, Robot};

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
        self.robots[robot.index()] = *way.last()?;
        Some(way)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Diagonal, Direction::*};

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
