//! What is on the table: cells, walls, diagonals, marks, targets and robots.
//!
//! [`Setup`] is what somebody wrote down; [`Position`] is what is legal. Between them stands [`Setup::position`], which
//! names the item at fault, so that each notation can say where it stands.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

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
    /// In the order of their cells.
    pub diagonals: Vec<Diagonal>,
    /// Cells that add a point to who stops there, in order.
    pub bonus: Vec<Cell>,
    /// Cells that take a point, in order.
    pub penalty: Vec<Cell>,
    /// All targets of the board, in play or not, in the order in which they are numbered.
    pub targets: Vec<Target>,
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
        self.walls[cell.index()] |= side.bit();
        if let Some(beside) = self.neighbour(cell, side) {
            self.walls[beside.index()] |= side.opposite().bit();
        }
    }

    /// Closes a cell.
    pub fn close(&mut self, cell: Cell) {
        Direction::ALL.into_iter().for_each(|side| self.add_wall(cell, side));
        if let Err(at) = self.closed.binary_search(&cell) {
            self.closed.insert(at, cell);
        }
    }

    /// Whether no robot enters.
    pub fn is_closed(&self, cell: Cell) -> bool {
        self.closed.binary_search(&cell).is_ok()
    }

    /// The diagonal in a cell.
    pub fn diagonal(&self, cell: Cell) -> Option<&Diagonal> {
        self.diagonals
            .binary_search_by_key(&cell, |diagonal| diagonal.cell)
            .ok()
            .map(|at| &self.diagonals[at])
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
}

/// What somebody wrote down: any numbers at all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    /// Columns.
    pub width: i64,
    /// Rows.
    pub height: i64,
    /// Walls as bits, row by row; a wall may be marked on either side.
    pub walls: Vec<i64>,
    /// Closed cells.
    pub closed: Vec<i64>,
    /// Diagonals: cell, whether it rises, and the robot that passes.
    pub diagonals: Vec<(i64, bool, i64)>,
    /// Bonus cells.
    pub bonus: Vec<i64>,
    /// Penalty cells.
    pub penalty: Vec<i64>,
    /// Targets that are not in play: cell and robot.
    pub targets: Vec<(i64, Option<i64>)>,
    /// Robots' cells.
    pub robots: Vec<i64>,
    /// The target in play: cell and robot.
    pub target: (i64, Option<i64>),
}

/// What part of a setup is at fault, so that a notation can say where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Item {
    /// The width.
    Width,
    /// The height.
    Height,
    /// The list of walls, or the walls of one cell.
    Walls(Option<usize>),
    /// The list of robots, or one of them.
    Robots(Option<usize>),
    /// The cell of the target in play.
    Target,
    /// The robot of the target in play.
    TargetRobot,
    /// One of the other targets.
    Targets(usize),
    /// One of the closed cells.
    Closed(usize),
    /// One of the diagonals.
    Diagonals(usize),
    /// One of the bonus cells.
    Bonus(usize),
    /// One of the penalty cells.
    Penalty(usize),
}

/// Why a setup is not a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what}")]
pub struct SetupError {
    /// What is at fault.
    pub item: Item,
    /// The sentence.
    pub what: String,
}

impl Setup {
    /// Checks everything and builds the position.
    pub fn position(&self) -> Result<Position, SetupError> {
        let board = self.board()?;
        let robots = self.robots(&board)?;
        let cell = self.cell(&board, self.target.0, Item::Target, "the target")?;
        let robot = self.target_robot(self.target.1, Item::TargetRobot)?;
        if board.is_closed(cell) {
            let what = format!("the target {} is in a closed cell; put it elsewhere", Spot(&board, cell));
            return Err(SetupError { item: Item::Target, what });
        }
        Ok(Position { board: Arc::new(board), robots, target: Target { cell, robot } })
    }

    fn board(&self) -> Result<Board, SetupError> {
        let side = |size: i64, item, name| {
            usize::try_from(size).ok().filter(|side| SIDE.contains(side)).ok_or_else(|| SetupError {
                item,
                what: format!("the {name} is {size}; a board has 2 to 32 cells on a side"),
            })
        };
        let (width, height) =
            (side(self.width, Item::Width, "width")?, side(self.height, Item::Height, "height")?);
        let mut board = Board::empty(width, height);
        if self.walls.len() != width * height {
            let what = format!(
                "walls has {} numbers, but a board of {width}×{height} has {} cells; give one number a cell",
                self.walls.len(),
                width * height
            );
            return Err(SetupError { item: Item::Walls(None), what });
        }
        for (cell, &bits) in board.cells().zip(&self.walls) {
            if !(0..16).contains(&bits) {
                let what = format!("the walls of {} are {bits}; add up N=1 E=2 S=4 W=8", Spot(&board, cell));
                return Err(SetupError { item: Item::Walls(Some(cell.index())), what });
            }
            let marked = Direction::ALL.into_iter().filter(|side| bits & i64::from(side.bit()) != 0);
            marked.for_each(|side| board.add_wall(cell, side));
        }
        for cell in self.distinct(&board, &self.closed, Item::Closed, "closed cell")? {
            board.close(cell);
        }
        board.bonus = self.distinct(&board, &self.bonus, Item::Bonus, "bonus cell")?;
        board.penalty = self.distinct(&board, &self.penalty, Item::Penalty, "penalty cell")?;
        let marks = [(&board.bonus, Item::Bonus as fn(usize) -> Item), (&board.penalty, Item::Penalty)];
        for (cells, item) in marks {
            if let Some(cell) = cells.iter().find(|cell| board.is_closed(**cell)) {
                return Err(self.misplaced(&board, *cell, item, "is in a closed cell; put it elsewhere"));
            }
        }
        if let Some(cell) = board.penalty.iter().find(|cell| board.bonus.contains(cell)) {
            return Err(self.misplaced(&board, *cell, Item::Penalty, "is a bonus cell too; choose one"));
        }
        self.diagonals_and_targets(&mut board)?;
        Ok(board)
    }

    /// An error about a bonus or penalty cell.
    fn misplaced(&self, board: &Board, cell: Cell, item: fn(usize) -> Item, how: &str) -> SetupError {
        let (list, name) = match item(0) {
            Item::Bonus(_) => (&self.bonus, "bonus"),
            _ => (&self.penalty, "penalty"),
        };
        let at = list.iter().position(|&listed| listed == i64::from(cell.0)).unwrap_or(0);
        SetupError { item: item(at), what: format!("the {name} cell {} {how}", Spot(board, cell)) }
    }

    fn diagonals_and_targets(&self, board: &mut Board) -> Result<(), SetupError> {
        for (at, &(cell, rising, robot)) in self.diagonals.iter().enumerate() {
            let item = Item::Diagonals(at);
            let cell = self.cell(board, cell, item, "a diagonal")?;
            let wrong = |what| Err(SetupError { item, what });
            if board.diagonals.iter().any(|other| other.cell == cell) {
                return wrong(format!("there are two diagonals {}; remove one", Spot(board, cell)));
            }
            if board.is_closed(cell) {
                return wrong(format!(
                    "the diagonal {} is in a closed cell; remove one of the two",
                    Spot(board, cell)
                ));
            }
            let Some(robot) = u8::try_from(robot).ok().filter(|&robot| usize::from(robot) < ROBOTS) else {
                return wrong(format!(
                    "the diagonal {} has the colour {robot}; colours are 0 to 7",
                    Spot(board, cell)
                ));
            };
            board.diagonals.push(Diagonal { cell, rising, robot: Robot(robot) });
        }
        board.diagonals.sort_by_key(|diagonal| diagonal.cell);
        for (at, &(cell, robot)) in self.targets.iter().enumerate() {
            let item = Item::Targets(at);
            let cell = self.cell(board, cell, item, "a target")?;
            if board.is_closed(cell) {
                let what = format!("the target {} is in a closed cell; put it elsewhere", Spot(board, cell));
                return Err(SetupError { item, what });
            }
            let robot = match robot {
                None => None,
                Some(robot) => {
                    let known = u8::try_from(robot).ok().filter(|&robot| usize::from(robot) < ROBOTS);
                    Some(Robot(known.ok_or_else(|| SetupError {
                        item,
                        what: format!(
                            "the target {} is for robot {robot}; colours are 0 to 7",
                            Spot(board, cell)
                        ),
                    })?))
                }
            };
            let target = Target { cell, robot };
            if board.targets.contains(&target) {
                let what = format!("the target {} is listed twice; remove one", Spot(board, cell));
                return Err(SetupError { item, what });
            }
            board.targets.push(target);
        }
        Ok(())
    }

    fn robots(&self, board: &Board) -> Result<Vec<Cell>, SetupError> {
        if !(1..=ROBOTS).contains(&self.robots.len()) {
            let what = format!("there are {} robots; a position has 1 to 8", self.robots.len());
            return Err(SetupError { item: Item::Robots(None), what });
        }
        let mut taken: HashMap<Cell, usize> = HashMap::new();
        let mut robots = Vec::new();
        for (at, &cell) in self.robots.iter().enumerate() {
            let colour = Robot(at as u8).colour();
            let item = Item::Robots(Some(at));
            let cell = self.cell(board, cell, item, &format!("the {colour} robot"))?;
            if board.is_closed(cell) {
                let what =
                    format!("the {colour} robot {} is in a closed cell; put it elsewhere", Spot(board, cell));
                return Err(SetupError { item, what });
            }
            if let Some(other) = taken.insert(cell, at) {
                let other = Robot(other as u8).colour();
                let what = format!(
                    "the {colour} robot stands {} on the {other} one; move one of them",
                    Spot(board, cell)
                );
                return Err(SetupError { item, what });
            }
            robots.push(cell);
        }
        Ok(robots)
    }

    fn target_robot(&self, robot: Option<i64>, item: Item) -> Result<Option<Robot>, SetupError> {
        let Some(robot) = robot else { return Ok(None) };
        match usize::try_from(robot) {
            Ok(index) if index < self.robots.len() => Ok(Some(Robot(index as u8))),
            _ => Err(SetupError {
                item,
                what: format!(
                    "the target is for robot {robot}, but there are {}; count from 0, or write null for any robot",
                    self.robots.len()
                ),
            }),
        }
    }

    fn cell(&self, board: &Board, cell: i64, item: Item, name: &str) -> Result<Cell, SetupError> {
        let cells = board.width * board.height;
        match u16::try_from(cell) {
            Ok(index) if usize::from(index) < cells => Ok(Cell(index)),
            _ => Err(SetupError {
                item,
                what: format!(
                    "{name} is on cell {cell}, outside the board; its cells are 0 to {}",
                    cells - 1
                ),
            }),
        }
    }

    /// Cells in order, each at most once.
    fn distinct(
        &self,
        board: &Board,
        cells: &[i64],
        item: impl Fn(usize) -> Item,
        name: &str,
    ) -> Result<Vec<Cell>, SetupError> {
        let mut found = Vec::new();
        for (at, &cell) in cells.iter().enumerate() {
            let cell = self.cell(board, cell, item(at), &format!("a {name}"))?;
            if found.contains(&cell) {
                let what = format!("the {name} {} is listed twice; remove one", Spot(board, cell));
                return Err(SetupError { item: item(at), what });
            }
            found.push(cell);
        }
        found.sort_unstable();
        Ok(found)
    }
}

/// `at 3,4`: column and row from the top left, from 0.
struct Spot<'a>(&'a Board, Cell);

impl fmt::Display for Spot<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (column, row) = self.0.place(self.1);
        write!(f, "at {column},{row}")
    }
}

impl Position {
    /// What was read, again: a setup that gives this position.
    pub fn setup(&self) -> Setup {
        let board = &self.board;
        let number = |cell: &Cell| i64::from(cell.0);
        let numbers = |cells: &[Cell]| cells.iter().map(number).collect();
        let target = |target: &Target| (number(&target.cell), target.robot.map(|robot| i64::from(robot.0)));
        Setup {
            width: board.width as i64,
            height: board.height as i64,
            walls: board.walls.iter().map(|&bits| i64::from(bits)).collect(),
            closed: numbers(&board.closed),
            diagonals: board
                .diagonals
                .iter()
                .map(|d| (number(&d.cell), d.rising, i64::from(d.robot.0)))
                .collect(),
            bonus: numbers(&board.bonus),
            penalty: numbers(&board.penalty),
            targets: board.targets.iter().map(target).collect(),
            robots: numbers(&self.robots),
            target: target(&self.target),
        }
    }

    /// Whether the target is reached.
    pub fn is_solved(&self) -> bool {
        match self.target.robot {
            Some(robot) => self.robots[robot.index()] == self.target.cell,
            None => self.robots.contains(&self.target.cell),
        }
    }
}
