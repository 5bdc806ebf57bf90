//! What is on the table: the walls and goals, the boxes and the player.
//!
//! A [`Board`] is what never changes, shared by all positions on it; a [`Position`] adds the boxes and the player. Every
//! position is *legal*: there is one player, nothing stands in a wall or on anything else, and the floor that the player could reach
//! if there were no boxes is closed by walls all around, so that no step ever leaves the drawing. Floor that
//! cannot be reached is as good as wall: what stands there never moves.

use std::sync::Arc;

/// The most columns and rows.
pub const SIDE: usize = 64;

/// A cell, numbered row by row from the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub u16);

impl Cell {
    /// As an index.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Where the player walks or pushes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Up.
    North,
    /// Right.
    East,
    /// Down.
    South,
    /// Left.
    West,
}

impl Direction {
    /// All four, clockwise from the top.
    pub const ALL: [Direction; 4] = [Direction::North, Direction::East, Direction::South, Direction::West];

    /// The other way.
    pub fn opposite(self) -> Self {
        Self::ALL[(self as usize + 2) % 4]
    }

    /// The letter of a compass.
    pub fn letter(self) -> char {
        ['N', 'E', 'S', 'W'][self as usize]
    }
}

/// Walls and goals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    width: usize,
    height: usize,
    walls: Vec<bool>,
    goals: Vec<Cell>,
}

/// Boxes and a player on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// What does not move.
    pub board: Arc<Board>,
    /// The boxes. A box keeps its place in the list when it is pushed.
    pub boxes: Vec<Cell>,
    /// The player.
    pub player: Cell,
}

/// Why walls, goals, boxes and a player make no position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// No columns or rows, or more than [`SIDE`].
    Size {
        /// Columns.
        width: usize,
        /// Rows.
        height: usize,
    },
    /// A cell that is not on the board.
    Outside(Cell),
    /// The player, a box or a goal stands in a wall.
    InWall(Cell),
    /// Two boxes, two goals, or a box and the player are on one cell.
    Twice(Cell),
    /// The player could walk off the drawing from this cell.
    Open(Cell),
}

impl Board {
    /// A board of `walls`, row by row. Goals are kept in the order of their cells.
    pub fn new(width: usize, height: usize, walls: Vec<bool>, mut goals: Vec<Cell>) -> Result<Self, Illegal> {
        let fits = |side: usize| (1..=SIDE).contains(&side);
        if !fits(width) || !fits(height) || walls.len() != width * height {
            return Err(Illegal::Size { width, height });
        }
        goals.sort_unstable();
        let board = Board { width, height, walls, goals };
        if let Some(pair) = board.goals.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(Illegal::Twice(pair[0]));
        }
        board.goals.iter().try_for_each(|&goal| board.holds(goal))?;
        Ok(board)
    }

    /// Columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Rows.
    pub fn height(&self) -> usize {
        self.height
    }

    /// All cells, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        (0..(self.width * self.height) as u16).map(Cell)
    }

    /// The cell at a column and a row, both from 0.
    pub fn at(&self, column: usize, row: usize) -> Option<Cell> {
        (column < self.width && row < self.height).then(|| Cell((row * self.width + column) as u16))
    }

    /// Its column and row, both from 0.
    pub fn place(&self, cell: Cell) -> (usize, usize) {
        (cell.index() % self.width, cell.index() / self.width)
    }

    /// Whether nothing can stand here.
    pub fn is_wall(&self, cell: Cell) -> bool {
        self.walls[cell.index()]
    }

    /// Whether a box is wanted here.
    pub fn is_goal(&self, cell: Cell) -> bool {
        self.goals.binary_search(&cell).is_ok()
    }

    /// Where boxes are wanted, in the order of cells.
    pub fn goals(&self) -> &[Cell] {
        &self.goals
    }

    /// The next cell in a direction, wall or not; none beyond the edge.
    pub fn neighbour(&self, cell: Cell, direction: Direction) -> Option<Cell> {
        let (column, row) = self.place(cell);
        match direction {
            Direction::North => row.checked_sub(1).and_then(|row| self.at(column, row)),
            Direction::East => self.at(column + 1, row),
            Direction::South => self.at(column, row + 1),
            Direction::West => column.checked_sub(1).and_then(|column| self.at(column, row)),
        }
    }

    /// The cells that can be walked to from `from` where `blocked` says which are not to be entered; `from` is one of them.
    pub fn reach(&self, from: Cell, blocked: impl Fn(Cell) -> bool) -> Vec<bool> {
        let mut seen = vec![false; self.walls.len()];
        let mut waiting = vec![from];
        seen[from.index()] = true;
        while let Some(cell) = waiting.pop() {
            for next in Direction::ALL.into_iter().filter_map(|direction| self.neighbour(cell, direction)) {
                if !seen[next.index()] && !self.is_wall(next) && !blocked(next) {
                    seen[next.index()] = true;
                    waiting.push(next);
                }
            }
        }
        seen
    }

    fn holds(&self, cell: Cell) -> Result<(), Illegal> {
        match self.walls.get(cell.index()) {
            None => Err(Illegal::Outside(cell)),
            Some(true) => Err(Illegal::InWall(cell)),
            Some(false) => Ok(()),
        }
    }
}

impl Position {
    /// Checks that the pieces make a legal position.
    pub fn new(board: Arc<Board>, boxes: Vec<Cell>, player: Cell) -> Result<Self, Illegal> {
        let mut taken = vec![false; board.walls.len()];
        for &cell in std::iter::once(&player).chain(&boxes) {
            board.holds(cell)?;
            if std::mem::replace(&mut taken[cell.index()], true) {
                return Err(Illegal::Twice(cell));
            }
        }
        let position = Position { board, boxes, player };
        let floor = position.floor();
        let edge = |cell: &Cell| {
            floor[cell.index()]
                && Direction::ALL.iter().any(|&side| position.board.neighbour(*cell, side).is_none())
        };
        match position.board.cells().find(edge) {
            Some(cell) => Err(Illegal::Open(cell)),
            None => Ok(position),
        }
    }

    /// The floor that the player could reach if there were no boxes, by cell. Nothing outside it ever moves.
    pub fn floor(&self) -> Vec<bool> {
        self.board.reach(self.player, |_| false)
    }

    /// Which box stands here, by its place in the list.
    pub fn box_at(&self, cell: Cell) -> Option<usize> {
        self.boxes.iter().position(|&at| at == cell)
    }

    /// Whether every goal has a box. There may be more boxes than goals.
    pub fn is_solved(&self) -> bool {
        self.board.goals.iter().all(|&goal| self.boxes.contains(&goal))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A board of the given rows; `.` is a goal.
    fn board(rows: &[&str]) -> Result<Board, Illegal> {
        let letters: Vec<char> = rows.iter().flat_map(|row| row.chars()).collect();
        let goals = (0..).zip(&letters).filter(|(_, what)| **what == '.').map(|(at, _)| Cell(at)).collect();
        Board::new(rows[0].len(), rows.len(), letters.iter().map(|&what| what == '#').collect(), goals)
    }

    fn room() -> Arc<Board> {
        Arc::new(board(&["#####", "#  .#", "#  .#", "#####"]).unwrap())
    }

    #[test]
    fn cells_and_neighbours() {
        let board = room();
        let cell = board.at(1, 2).unwrap();
        assert_eq!((cell, board.place(cell)), (Cell(11), (1, 2)));
        let around = Direction::ALL.map(|direction| board.neighbour(cell, direction).map(Cell::index));
        assert_eq!(around, [Some(6), Some(12), Some(16), Some(10)]);
        // A row does not go on in the next one.
        assert_eq!(board.neighbour(Cell(4), Direction::East), None);
        assert_eq!(board.neighbour(Cell(5), Direction::West), None);
        assert_eq!(board.neighbour(Cell(0), Direction::North), None);
        assert_eq!(board.neighbour(Cell(19), Direction::South), None);
        assert_eq!((board.at(5, 0), board.at(0, 4)), (None, None));
        for direction in Direction::ALL {
            let there = board.neighbour(cell, direction).unwrap();
            assert_eq!(board.neighbour(there, direction.opposite()), Some(cell));
        }
    }

    #[test]
    fn boards_that_cannot_be() {
        let refused = |width, height, cells: usize, goals: Vec<Cell>| {
            Board::new(width, height, vec![false; cells], goals).unwrap_err()
        };
        assert_eq!(refused(0, 3, 0, vec![]), Illegal::Size { width: 0, height: 3 });
        assert_eq!(refused(65, 2, 130, vec![]), Illegal::Size { width: 65, height: 2 });
        assert_eq!(refused(2, 2, 5, vec![]), Illegal::Size { width: 2, height: 2 });
        assert_eq!(refused(2, 2, 4, vec![Cell(4)]), Illegal::Outside(Cell(4)));
        assert_eq!(refused(2, 2, 4, vec![Cell(3), Cell(1), Cell(3)]), Illegal::Twice(Cell(3)));
        assert_eq!(Board::new(1, 1, vec![true], vec![Cell(0)]), Err(Illegal::InWall(Cell(0))));
        assert!(Board::new(64, 64, vec![false; 4096], vec![Cell(4095)]).is_ok());
    }

    #[test]
    fn positions_that_cannot_be() {
        let put = |boxes: &[u16], player| {
            Position::new(room(), boxes.iter().copied().map(Cell).collect(), Cell(player)).map(|_| ())
        };
        assert_eq!(put(&[7, 12], 6), Ok(()));
        assert_eq!(put(&[7], 5), Err(Illegal::InWall(Cell(5))));
        assert_eq!(put(&[7], 20), Err(Illegal::Outside(Cell(20))));
        assert_eq!(put(&[7, 0], 6), Err(Illegal::InWall(Cell(0))));
        assert_eq!(put(&[7, 99], 6), Err(Illegal::Outside(Cell(99))));
        assert_eq!(put(&[7, 12, 7], 6), Err(Illegal::Twice(Cell(7))));
        assert_eq!(put(&[7, 6], 6), Err(Illegal::Twice(Cell(6))));
        let open = Arc::new(board(&["#####", "#   #", "#  .#", "## ##"]).unwrap());
        assert_eq!(Position::new(open.clone(), vec![], Cell(6)), Err(Illegal::Open(Cell(17))));
        // A box in the gap can be pushed away, so it closes nothing.
        assert_eq!(Position::new(open, vec![Cell(17)], Cell(6)), Err(Illegal::Open(Cell(17))));
        // Floor at the edge that cannot be reached is no gap.
        let outside = Arc::new(board(&[" ### ", " # # ", " ### "]).unwrap());
        assert!(Position::new(outside, vec![], Cell(7)).is_ok());
    }

    #[test]
    fn floor_is_what_can_be_walked_to_without_boxes() {
        let board = Arc::new(board(&["######", "#  # #", "######"]).unwrap());
        let position = Position::new(board, vec![Cell(8), Cell(10)], Cell(7)).unwrap();
        let floor: Vec<usize> = (0..18).filter(|&cell| position.floor()[cell]).collect();
        assert_eq!(floor, [7, 8]);
        let reach = position.board.reach(Cell(7), |cell| position.box_at(cell).is_some());
        assert_eq!(reach.iter().filter(|&&reached| reached).count(), 1);
        assert_eq!((position.box_at(Cell(10)), position.box_at(Cell(7))), (Some(1), None));
    }

    #[test]
    fn solved_is_a_box_on_every_goal() {
        let with = |boxes: &[u16]| {
            Position::new(room(), boxes.iter().copied().map(Cell).collect(), Cell(6)).unwrap().is_solved()
        };
        assert!(with(&[13, 8]) && with(&[8, 7, 13]), "more boxes than goals are enough");
        assert!(!with(&[8]) && !with(&[8, 12]) && !with(&[]));
        let no_goal = Arc::new(board(&["###", "# #", "###"]).unwrap());
        assert!(Position::new(no_goal, vec![], Cell(4)).unwrap().is_solved());
    }
}
