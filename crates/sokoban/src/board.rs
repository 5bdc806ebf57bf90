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
        board.holds(player)?;
        for (at, &cell) in boxes.iter().enumerate() {
            board.holds(cell)?;
            if cell == player || boxes[..at].contains(&cell) {
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
