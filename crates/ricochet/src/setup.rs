//! From what somebody wrote down to what is legal.
//!
//! A [`Setup`] holds any numbers at all; [`Setup::position`] checks them and names the item at fault, so that each
//! notation can say where it stands.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use crate::board::{Board, Cell, Diagonal, Direction, Position, ROBOTS, Robot, SIDE, Target};

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
        let cell = Self::cell(&board, self.target.0, Item::Target, "the target")?;
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
                let what = format!("the walls {} are {bits}; add up N=1 E=2 S=4 W=8", Spot(&board, cell));
                return Err(SetupError { item: Item::Walls(Some(cell.index())), what });
            }
            let marked = Direction::ALL.into_iter().filter(|side| bits & i64::from(side.bit()) != 0);
            marked.for_each(|side| board.add_wall(cell, side));
        }
        for cell in Self::distinct(&board, &self.closed, Item::Closed, "closed cell")? {
            board.close(cell);
        }
        board.bonus = Self::distinct(&board, &self.bonus, Item::Bonus, "bonus cell")?;
        board.penalty = Self::distinct(&board, &self.penalty, Item::Penalty, "penalty cell")?;
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
        let mut diagonals: Vec<Diagonal> = Vec::new();
        for (at, &(cell, rising, robot)) in self.diagonals.iter().enumerate() {
            let item = Item::Diagonals(at);
            let cell = Self::cell(board, cell, item, "a diagonal")?;
            let wrong = |what| Err(SetupError { item, what });
            if diagonals.iter().any(|other| other.cell == cell) {
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
            diagonals.push(Diagonal { cell, rising, robot: Robot(robot) });
        }
        board.set_diagonals(diagonals);
        for (at, &(cell, robot)) in self.targets.iter().enumerate() {
            let item = Item::Targets(at);
            let cell = Self::cell(board, cell, item, "a target")?;
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
            let cell = Self::cell(board, cell, item, &format!("the {colour} robot"))?;
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
                    "the target is for robot {robot}, but there are {}; count from 0, or let any robot take it",
                    self.robots.len()
                ),
            }),
        }
    }

    fn cell(board: &Board, cell: i64, item: Item, name: &str) -> Result<Cell, SetupError> {
        let cells = board.cells().count();
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
        board: &Board,
        cells: &[i64],
        item: impl Fn(usize) -> Item,
        name: &str,
    ) -> Result<Vec<Cell>, SetupError> {
        let mut found = Vec::new();
        for (at, &cell) in cells.iter().enumerate() {
            let cell = Self::cell(board, cell, item(at), &format!("a {name}"))?;
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
            width: board.width() as i64,
            height: board.height() as i64,
            walls: board.cells().map(|cell| i64::from(board.walls(cell))).collect(),
            closed: numbers(&board.closed),
            diagonals: board
                .diagonals()
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
}
