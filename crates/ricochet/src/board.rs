//! What is on the table: cells, walls, diagonals, marks, targets and robots. A [`Position`] is always legal; what
//! somebody wrote down becomes one through [`crate::Setup`].

use std::sync::Arc;

use damier_kit::{Refusal, refuse};

use crate::solver::Kept;

/// The least and the most cells on a side.
pub const SIDE: std::ops::RangeInclusive<usize> = 2..=32;
/// The most robots.
pub const ROBOTS: usize = 8;

/// A cell, numbered row by row from the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub u16);

impl Cell {
    /// For indexing.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A robot, numbered in the order red, green, blue, yellow, silver, purple, orange, white.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Robot(pub u8);

/// The robots' colours, in order.
const COLOURS: [&str; ROBOTS] = ["red", "green", "blue", "yellow", "silver", "purple", "orange", "white"];

impl Robot {
    /// For indexing.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// All eight.
    pub fn all() -> impl Iterator<Item = Robot> {
        (0..ROBOTS as u8).map(Robot)
    }

    /// Its colour.
    pub fn colour(self) -> &'static str {
        COLOURS[self.index() % ROBOTS]
    }

    /// Its colour in a sentence, in any language.
    pub(crate) fn colour_word(self) -> Refusal {
        match self.index() % ROBOTS {
            0 => refuse!("ricochet.word.red", "red"),
            1 => refuse!("ricochet.word.green", "green"),
            2 => refuse!("ricochet.word.blue", "blue"),
            3 => refuse!("ricochet.word.yellow", "yellow"),
            4 => refuse!("ricochet.word.silver", "silver"),
            5 => refuse!("ricochet.word.purple", "purple"),
            6 => refuse!("ricochet.word.orange", "orange"),
            _ => refuse!("ricochet.word.white", "white"),
        }
    }

    /// Its letter in solutions: the first of its colour.
    pub fn letter(self) -> char {
        self.colour().chars().next().unwrap_or('?')
    }

    /// The robot of that colour.
    pub fn from_colour(colour: &str) -> Option<Robot> {
        Robot::all().find(|robot| robot.colour() == colour)
    }

    /// The robot of that letter.
    pub fn from_letter(letter: char) -> Option<Robot> {
        Robot::all().find(|robot| robot.letter() == letter)
    }
}

/// Where a robot slides, or the side of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
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

use Direction::{East, North, South, West};

impl Direction {
    /// All four, in the order of the wall bits.
    pub const ALL: [Direction; 4] = [North, East, South, West];

    /// The wall bit of this side: N=1 E=2 S=4 W=8.
    pub fn bit(self) -> u8 {
        1 << self as u8
    }

    /// The other way round.
    pub fn opposite(self) -> Direction {
        Direction::ALL[(self as usize + 2) % 4]
    }

    /// A quarter turn clockwise.
    pub fn clockwise(self) -> Direction {
        Direction::ALL[(self as usize + 1) % 4]
    }

    /// N, E, S or W.
    pub fn letter(self) -> char {
        ['N', 'E', 'S', 'W'][self as usize]
    }

    /// From N, E, S or W.
    pub fn from_letter(letter: char) -> Option<Direction> {
        Direction::ALL.into_iter().find(|direction| direction.letter() == letter)
    }
}

/// A wall across a cell, at which robots of other colours turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Diagonal {
    /// Where it stands.
    pub cell: Cell,
    /// Whether it rises to the right, like `/`; else it falls, like `\`.
    pub rising: bool,
    /// The robot that passes.
    pub robot: Robot,
}

impl Diagonal {
    /// Where a robot of another colour goes on that comes in heading `heading`.
    pub fn turn(&self, heading: Direction) -> Direction {
        match (self.rising, heading) {
            (true, East) | (false, West) => North,
            (true, North) | (false, South) => East,
            (true, West) | (false, East) => South,
            (true, South) | (false, North) => West,
        }
    }

    /// `/` or `\`.
    pub fn symbol(&self) -> char {
        if self.rising { '/' } else { '\\' }
    }
}

/// A cell that a robot is to reach: the robot named, or any robot (the vortex).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    /// Where.
    pub cell: Cell,
    /// Who; none for the vortex.
    pub robot: Option<Robot>,
}

/// A board without its robots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    width: usize,
    height: usize,
    /// A bit a side, complete: both cells beside a wall have it, and the border has walls.
    walls: Vec<u8>,
    /// Cells that no robot enters, in order. Their four walls are in `walls`.
    pub closed: Vec<Cell>,
    /// In the order of their cells. Changed by [`Board::set_diagonals`] alone: tables of the board know of them.
    diagonals: Vec<Diagonal>,
    /// Cells that add a point to who stops there, in order.
    pub bonus: Vec<Cell>,
    /// Cells that take a point, in order.
    pub penalty: Vec<Cell>,
    /// All targets of the board, in play or not, in the order in which they are numbered.
    pub targets: Vec<Target>,
    /// Tables for whoever solves its positions.
    pub(crate) kept: Kept,
}

impl Board {
    /// An empty board with its border.
    pub fn empty(width: usize, height: usize) -> Board {
        let mut board = Board {
            width,
            height,
            walls: vec![0; width * height],
            closed: Vec::new(),
            diagonals: Vec::new(),
            bonus: Vec::new(),
            penalty: Vec::new(),
            targets: Vec::new(),
            kept: Kept::default(),
        };
        for cell in board.cells() {
            for side in Direction::ALL {
                if board.neighbour(cell, side).is_none() {
                    board.walls[cell.index()] |= side.bit();
                }
            }
        }
        board
    }

    /// How many columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// How many rows.
    pub fn height(&self) -> usize {
        self.height
    }

    /// Every cell, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        (0..(self.width * self.height) as u16).map(Cell)
    }

    /// The cell in a column and a row.
    pub fn cell(&self, column: usize, row: usize) -> Cell {
        Cell((row * self.width + column) as u16)
    }

    /// Column and row of a cell.
    pub fn place(&self, cell: Cell) -> (usize, usize) {
        (cell.index() % self.width, cell.index() / self.width)
    }

    /// The cell beside, wall or not; none beyond the border.
    pub fn neighbour(&self, cell: Cell, side: Direction) -> Option<Cell> {
        let (column, row) = self.place(cell);
        let (column, row) = match side {
            North => (column, row.checked_sub(1)?),
            East => (column + 1, row),
            South => (column, row + 1),
            West => (column.checked_sub(1)?, row),
        };
        (column < self.width && row < self.height).then(|| self.cell(column, row))
    }

    /// Whether there is a wall on that side.
    pub fn has_wall(&self, cell: Cell, side: Direction) -> bool {
        self.walls[cell.index()] & side.bit() != 0
    }

    /// The walls of a cell, a bit a side.
    pub fn walls(&self, cell: Cell) -> u8 {
        self.walls[cell.index()]
    }

    /// Builds a wall, on both of its sides.
    pub fn add_wall(&mut self, cell: Cell, side: Direction) {
        self.kept.forget();
        self.walls[cell.index()] |= side.bit();
        if let Some(beside) = self.neighbour(cell, side) {
            self.walls[beside.index()] |= side.opposite().bit();
        }
    }

    /// Closes a cell.
    pub fn close(&mut self, cell: Cell) {
        self.kept.forget();
        Direction::ALL.into_iter().for_each(|side| self.add_wall(cell, side));
        if let Err(at) = self.closed.binary_search(&cell) {
            self.closed.insert(at, cell);
        }
    }

    /// Whether no robot enters.
    pub fn is_closed(&self, cell: Cell) -> bool {
        self.closed.binary_search(&cell).is_ok()
    }

    /// The diagonals, in the order of their cells.
    pub fn diagonals(&self) -> &[Diagonal] {
        &self.diagonals
    }

    /// Has these diagonals instead of those that it had; at most one a cell.
    pub fn set_diagonals(&mut self, mut diagonals: Vec<Diagonal>) {
        self.kept.forget();
        diagonals.sort_by_key(|diagonal| diagonal.cell);
        self.diagonals = diagonals;
    }

    /// The diagonal in a cell.
    pub fn diagonal(&self, cell: Cell) -> Option<&Diagonal> {
        self.diagonals
            .binary_search_by_key(&cell, |diagonal| diagonal.cell)
            .ok()
            .map(|at| &self.diagonals[at])
    }
}

/// Which ways each robot has travelled since the round began: along a row, along a column. A robot that has travelled both has
/// ricocheted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Trail(u16);

impl Trail {
    /// Along a row.
    pub const ROW: u8 = 1;
    /// Along a column.
    pub const COLUMN: u8 = 2;
    /// Both.
    pub const BOTH: u8 = 3;

    /// What one robot has travelled.
    #[inline]
    pub fn of(self, robot: usize) -> u8 {
        (self.0 >> (2 * robot)) as u8 & Trail::BOTH
    }

    /// The same with these ways for a robot.
    #[inline]
    #[must_use]
    pub fn with(self, robot: usize, ways: u8) -> Trail {
        let at = 2 * robot;
        Trail(self.0 & !(u16::from(Trail::BOTH) << at) | u16::from(ways & Trail::BOTH) << at)
    }

    /// The same after the robot in one slot has come to another; those between move up or down by one.
    #[inline]
    #[must_use]
    pub(crate) fn shifted(self, from: usize, to: usize) -> Trail {
        let below = |slot: usize| (1u16 << (2 * slot)) - 1;
        let ways = u16::from(self.of(from));
        let rest = self.0 & below(from) | (self.0 >> 2) & !below(from);
        Trail(rest & below(to) | (rest & !below(to)) << 2 | ways << (2 * to))
    }
}

/// A board with robots and a target in play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The board; positions on one board share it.
    pub board: Arc<Board>,
    /// Where each robot stands.
    pub robots: Vec<Cell>,
    /// What is to be reached.
    pub target: Target,
    /// Where the robot that takes the target must ricochet: what the robots have travelled so far.
    pub ricochet: Option<Trail>,
}

impl Position {
    /// Whether the target is reached, by a robot that has ricocheted where it must.
    pub fn is_solved(&self) -> bool {
        let taken = |robot: usize| {
            self.robots[robot] == self.target.cell
                && self.ricochet.is_none_or(|trail| trail.of(robot) == Trail::BOTH)
        };
        match self.target.robot {
            Some(robot) => taken(robot.index()),
            None => (0..self.robots.len()).any(taken),
        }
    }
}
