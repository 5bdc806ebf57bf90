//! From what somebody wrote down to what is legal.
//!
//! A [`Setup`] holds any numbers at all; [`Setup::position`] checks them and names the item at fault, so that each
//! notation can say where it stands.

use std::collections::HashMap;
use std::sync::Arc;

use damier_kit::{Refusal, refuse};

use crate::board::{Board, Cell, Diagonal, Direction, Position, ROBOTS, Robot, SIDE, Target, Trail};

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
    /// Where the robot that takes the target must ricochet: what each robot has travelled, as bits; robots that are not listed
    /// have not moved.
    pub ricochet: Option<Vec<i64>>,
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
    /// What the robots have travelled, or one of them.
    Travelled(Option<usize>),
}

/// Why a setup is not a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupError {
    /// What is at fault.
    pub item: Item,
    /// The sentence.
    pub what: Refusal,
}

impl From<SetupError> for Refusal {
    fn from(error: SetupError) -> Self {
        error.what
    }
}

impl Setup {
    /// Checks everything and builds the position.
    pub fn position(&self) -> Result<Position, SetupError> {
        let board = self.board()?;
        let robots = self.robots(&board)?;
        let the_target = || refuse!("ricochet.word.the_target", "the target");
        let cell = on_board(&board, self.target.0, Item::Target, the_target)?;
        let robot = self.target_robot(self.target.1)?;
        open_target(&board, cell, Item::Target)?;
        let ricochet = self.ricochet.as_deref().map(|list| trail(list, robots.len())).transpose()?;
        Ok(Position { board: Arc::new(board), robots, target: Target { cell, robot }, ricochet })
    }

    fn board(&self) -> Result<Board, SetupError> {
        let side = |size: i64, item, name: Refusal| {
            usize::try_from(size).ok().filter(|side| SIDE.contains(side)).ok_or_else(|| SetupError {
                item,
                what: refuse!(
                    "ricochet.setup.side",
                    "{name} is {size}; a board has 2 to 32 cells on a side",
                    name,
                    size
                ),
            })
        };
        let width = side(self.width, Item::Width, refuse!("ricochet.word.the_width", "the width"))?;
        let height = side(self.height, Item::Height, refuse!("ricochet.word.the_height", "the height"))?;
        let mut board = Board::empty(width, height);
        if self.walls.len() != width * height {
            let what = refuse!(
                "ricochet.setup.walls",
                "walls has {numbers} numbers, but a board of {width}×{height} has {cells} cells; give one number a cell",
                numbers = self.walls.len(),
                cells = width * height,
                width,
                height,
            );
            return Err(SetupError { item: Item::Walls(None), what });
        }
        for (cell, &bits) in board.cells().zip(&self.walls) {
            if !(0..16).contains(&bits) {
                let what = refuse!(
                    "ricochet.setup.wall",
                    "the walls at {place} are {bits}; add up N=1 E=2 S=4 W=8",
                    place = place(&board, cell),
                    bits
                );
                return Err(SetupError { item: Item::Walls(Some(cell.index())), what });
            }
            let marked = Direction::ALL.into_iter().filter(|side| bits & i64::from(side.bit()) != 0);
            marked.for_each(|side| board.add_wall(cell, side));
        }
        for cell in distinct(&board, &self.closed, Item::Closed)? {
            board.close(cell);
        }
        board.bonus = distinct(&board, &self.bonus, Item::Bonus)?;
        board.penalty = distinct(&board, &self.penalty, Item::Penalty)?;
        let number =
            |list: &[i64], cell: Cell| list.iter().position(|&at| at == i64::from(cell.0)).unwrap_or(0);
        for (cells, list, item) in [
            (&board.bonus, &self.bonus, Item::Bonus as fn(usize) -> Item),
            (&board.penalty, &self.penalty, Item::Penalty),
        ] {
            if let Some(&cell) = cells.iter().find(|cell| board.is_closed(**cell)) {
                let item = item(number(list, cell));
                let what = refuse!(
                    "ricochet.setup.mark_closed",
                    "the {mark} at {place} is in a closed cell; put it elsewhere",
                    mark = mark(item),
                    place = place(&board, cell)
                );
                return Err(SetupError { item, what });
            }
        }
        if let Some(&cell) = board.penalty.iter().find(|cell| board.bonus.contains(cell)) {
            let what = refuse!(
                "ricochet.setup.penalty_bonus",
                "the penalty cell at {place} is a bonus cell too; choose one",
                place = place(&board, cell)
            );
            return Err(SetupError { item: Item::Penalty(number(&self.penalty, cell)), what });
        }
        self.diagonals_and_targets(&mut board)?;
        Ok(board)
    }

    fn diagonals_and_targets(&self, board: &mut Board) -> Result<(), SetupError> {
        let known = |robot| u8::try_from(robot).ok().filter(|&robot| usize::from(robot) < ROBOTS).map(Robot);
        let mut diagonals: Vec<Diagonal> = Vec::new();
        for (at, &(cell, rising, robot)) in self.diagonals.iter().enumerate() {
            let item = Item::Diagonals(at);
            let cell = on_board(board, cell, item, || refuse!("ricochet.word.a_diagonal", "a diagonal"))?;
            let place = place(board, cell);
            let wrong = |what| Err(SetupError { item, what });
            if diagonals.iter().any(|other| other.cell == cell) {
                return wrong(refuse!(
                    "ricochet.setup.two_diagonals",
                    "there are two diagonals at {place}; remove one",
                    place
                ));
            }
            if board.is_closed(cell) {
                return wrong(refuse!(
                    "ricochet.setup.diagonal_closed",
                    "the diagonal at {place} is in a closed cell; remove one of the two",
                    place
                ));
            }
            let Some(robot) = known(robot) else {
                return wrong(refuse!(
                    "ricochet.setup.diagonal_colour",
                    "the diagonal at {place} has the colour {colour}; colours are 0 to 7",
                    place,
                    colour = robot
                ));
            };
            diagonals.push(Diagonal { cell, rising, robot });
        }
        board.set_diagonals(diagonals);
        for (at, &(cell, robot)) in self.targets.iter().enumerate() {
            let item = Item::Targets(at);
            let cell = on_board(board, cell, item, || refuse!("ricochet.word.a_target", "a target"))?;
            open_target(board, cell, item)?;
            let wrong = |what| Err(SetupError { item, what });
            let target = Target { cell, robot: robot.and_then(known) };
            if let Some(robot) = robot.filter(|_| target.robot.is_none()) {
                return wrong(refuse!(
                    "ricochet.setup.target_colour",
                    "the target at {place} is for robot {robot}; colours are 0 to 7",
                    place = place(board, cell),
                    robot
                ));
            }
            if board.targets.contains(&target) {
                return wrong(refuse!(
                    "ricochet.setup.target_twice",
                    "the target at {place} is listed twice; remove one",
                    place = place(board, cell)
                ));
            }
            board.targets.push(target);
        }
        Ok(())
    }

    fn robots(&self, board: &Board) -> Result<Vec<Cell>, SetupError> {
        if !(1..=ROBOTS).contains(&self.robots.len()) {
            let what = refuse!(
                "ricochet.setup.robots",
                "there are {count} robots; a position has 1 to 8",
                count = self.robots.len()
            );
            return Err(SetupError { item: Item::Robots(None), what });
        }
        let mut taken: HashMap<Cell, Robot> = HashMap::new();
        let mut robots = Vec::new();
        for ((at, &cell), robot) in self.robots.iter().enumerate().zip(Robot::all()) {
            let item = Item::Robots(Some(at));
            let colour = || robot.colour_word();
            let cell = on_board(board, cell, item, || {
                refuse!("ricochet.word.the_robot", "the {colour} robot", colour = colour())
            })?;
            if board.is_closed(cell) {
                let what = refuse!(
                    "ricochet.setup.robot_closed",
                    "the {colour} robot at {place} is in a closed cell; put it elsewhere",
                    colour = colour(),
                    place = place(board, cell)
                );
                return Err(SetupError { item, what });
            }
            if let Some(other) = taken.insert(cell, robot) {
                let what = refuse!(
                    "ricochet.setup.robot_taken",
                    "the {colour} robot stands at {place} on the {other} one; move one of them",
                    colour = colour(),
                    place = place(board, cell),
                    other = other.colour_word()
                );
                return Err(SetupError { item, what });
            }
            robots.push(cell);
        }
        Ok(robots)
    }

    fn target_robot(&self, robot: Option<i64>) -> Result<Option<Robot>, SetupError> {
        let Some(robot) = robot else { return Ok(None) };
        match usize::try_from(robot) {
            Ok(index) if index < self.robots.len() => Ok(Some(Robot(index as u8))),
            _ => Err(SetupError {
                item: Item::TargetRobot,
                what: refuse!(
                    "ricochet.setup.target_robot",
                    "the target is for robot {robot}, but there are {count}; count from 0, or let any robot take it",
                    robot,
                    count = self.robots.len()
                ),
            }),
        }
    }
}

/// The cell of that number, if the board has it; `what` is there.
fn on_board(board: &Board, cell: i64, item: Item, what: impl Fn() -> Refusal) -> Result<Cell, SetupError> {
    let cells = board.cells().count();
    match u16::try_from(cell) {
        Ok(index) if usize::from(index) < cells => Ok(Cell(index)),
        _ => Err(SetupError {
            item,
            what: refuse!(
                "ricochet.setup.outside",
                "{what} is on cell {cell}, outside the board; its cells are 0 to {last}",
                what = what(),
                cell,
                last = cells - 1
            ),
        }),
    }
}

/// What the robots have travelled, from a number each.
fn trail(list: &[i64], robots: usize) -> Result<Trail, SetupError> {
    if list.len() > robots {
        let what = refuse!(
            "ricochet.setup.travelled_many",
            "travelled has {numbers} numbers, but there are {robots} robots; give one a robot",
            numbers = list.len(),
            robots
        );
        return Err(SetupError { item: Item::Travelled(None), what });
    }
    let mut trail = Trail::default();
    for (robot, &ways) in list.iter().enumerate() {
        let known = u8::try_from(ways).ok().filter(|&ways| ways <= Trail::BOTH);
        let what = || {
            refuse!(
                "ricochet.setup.travelled",
                "travelled says {ways} for a robot; it is 0, or the sum of 1 along a row and 2 along a column",
                ways
            )
        };
        let ways = known.ok_or_else(|| SetupError { item: Item::Travelled(Some(robot)), what: what() })?;
        trail = trail.with(robot, ways);
    }
    Ok(trail)
}

/// A target is in no closed cell.
fn open_target(board: &Board, cell: Cell, item: Item) -> Result<(), SetupError> {
    if !board.is_closed(cell) {
        return Ok(());
    }
    let what = refuse!(
        "ricochet.setup.target_closed",
        "the target at {place} is in a closed cell; put it elsewhere",
        place = place(board, cell)
    );
    Err(SetupError { item, what })
}

/// Cells in order, each at most once.
fn distinct(board: &Board, cells: &[i64], item: fn(usize) -> Item) -> Result<Vec<Cell>, SetupError> {
    let mut found = Vec::new();
    for (at, &cell) in cells.iter().enumerate() {
        let item = item(at);
        let cell =
            on_board(board, cell, item, || refuse!("ricochet.word.a_mark", "a {mark}", mark = mark(item)))?;
        if found.contains(&cell) {
            let what = refuse!(
                "ricochet.setup.mark_twice",
                "the {mark} at {place} is listed twice; remove one",
                mark = mark(item),
                place = place(board, cell)
            );
            return Err(SetupError { item, what });
        }
        found.push(cell);
    }
    found.sort_unstable();
    Ok(found)
}

/// What a cell of a list is called.
fn mark(item: Item) -> Refusal {
    match item {
        Item::Bonus(_) => refuse!("ricochet.word.bonus_cell", "bonus cell"),
        Item::Penalty(_) => refuse!("ricochet.word.penalty_cell", "penalty cell"),
        _ => refuse!("ricochet.word.closed_cell", "closed cell"),
    }
}

/// `3,4`: column and row from the top left, from 0.
fn place(board: &Board, cell: Cell) -> String {
    let (column, row) = board.place(cell);
    format!("{column},{row}")
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
            ricochet: self.ricochet.map(|trail| {
                let ways = (0..self.robots.len()).map(|robot| i64::from(trail.of(robot)));
                if trail == Trail::default() { Vec::new() } else { ways.collect() }
            }),
        }
    }
}
