//! Replays a Ricochet Robots solution, one cell at a time.
//!
//! A robot slides until the border, a wall on either side of the edge, a closed cell or another robot stops
//! it. A diagonal of another colour turns it on the way. A solution is valid when every move takes its robot
//! to another cell and the goal holds after the last one.
//!
//! Where the instance says `"ricochet":true`, the robot on the target must have made a right-angle turn: since the round began it has
//! gone at least one cell along a row and at least one along a column, by its own moves or turned by diagonals.
//!
//! Time is linear in the cells travelled; a slide has at most four times as many steps as the board has
//! cells.
//!
//! ```
//! use damier_validate::ricochet::replay;
//!
//! let board = r#"{"width":2,"height":2,"walls":[0,0,0,0],"robots":[0],"target_robot":0,"target":3}"#;
//! assert_eq!(replay(board, "rE rS").map(|replay| replay.cells), Ok(2));
//! assert!(replay(board, "rE").is_err());
//! ```

mod instance;

use instance::{Board, Heading, Travelled};

/// What happened in a valid solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay {
    /// How many moves the solution has.
    pub moves: usize,
    /// How many different robots moved.
    pub robots_moved: usize,
    /// How many cells the robots travelled in all.
    pub cells: usize,
    /// How many moves ended on a bonus cell.
    pub bonus: usize,
    /// How many moves ended on a penalty cell.
    pub penalty: usize,
    /// Where each robot stands at the end, `row * width + column`.
    pub robots: Vec<usize>,
}

/// Why a solution is not valid. Moves are numbered from 1; columns and rows count from 0 at the top left.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The instance could not be read, or is not a board of this game.
    #[error("instance: {0}")]
    Instance(String),
    /// A word of the solution is not a move.
    #[error(
        "move {number} ('{text}') is not a move; write a robot letter (r g b y s p o w) and a direction (N E S W), \
         with spaces between moves, as in 'rN gE'"
    )]
    Notation {
        /// The number of the move.
        number: usize,
        /// The word found, cut short when it is long.
        text: String,
    },
    /// A move names a robot that this board does not have.
    #[error("move {number} ({step}): there is no {robot} robot; this board has the robots {letters}")]
    NoSuchRobot {
        /// The number of the move.
        number: usize,
        /// The move as written.
        step: String,
        /// The colour of the robot named.
        robot: &'static str,
        /// The letters of the robots of the board.
        letters: String,
    },
    /// A robot is stopped before it leaves its cell.
    #[error(
        "move {number} ({step}): the {robot} robot cannot move {heading} from {column},{row}; {obstacle}"
    )]
    CannotMove {
        /// The number of the move.
        number: usize,
        /// The move as written.
        step: String,
        /// The colour of the robot.
        robot: &'static str,
        /// Where it was to go: `north`, `east`, `south` or `west`.
        heading: &'static str,
        /// The column of the robot.
        column: usize,
        /// The row of the robot.
        row: usize,
        /// What stands in its way.
        obstacle: String,
    },
    /// Diagonals lead a robot around and it stops where it started, which moves it nowhere.
    #[error(
        "move {number} ({step}): diagonals lead the {robot} robot back to {column},{row}, where it started, so it \
         has not moved; leave this move out"
    )]
    ComesBack {
        /// The number of the move.
        number: usize,
        /// The move as written.
        step: String,
        /// The colour of the robot.
        robot: &'static str,
        /// The column of the robot.
        column: usize,
        /// The row of the robot.
        row: usize,
    },
    /// Diagonals lead a robot around a loop that it never leaves.
    #[error(
        "move {number} ({step}): the {robot} robot would slide for ever around a loop of diagonals from \
         {column},{row}; such a move is not legal"
    )]
    Endless {
        /// The number of the move.
        number: usize,
        /// The move as written.
        step: String,
        /// The colour of the robot.
        robot: &'static str,
        /// The column the robot started from.
        column: usize,
        /// The row the robot started from.
        row: usize,
    },
    /// Every move is legal, but the goal does not hold after the last one.
    #[error("{} {standing}{}", at_the_end(*.moves), left_again(*.earlier))]
    NotReached {
        /// How many moves were played, all of them.
        moves: usize,
        /// Where the robot stands and where its target is, as a part of a sentence.
        standing: String,
        /// The number of moves after which the goal held last, if it ever did.
        earlier: Option<usize>,
    },
    /// A robot stands on the target, but it has not turned on its way, as this board asks.
    #[error(
        "{} the {robot} robot stands on the target {target} without a right-angle turn on its way; this board asks \
         for one (`ricochet`){}", at_the_end(*.moves), left_again(*.earlier)
    )]
    NotTurned {
        /// How many moves were played, all of them.
        moves: usize,
        /// The colour of the robot.
        robot: &'static str,
        /// Where the target is.
        target: String,
        /// The number of moves after which the goal held last, if it ever did.
        earlier: Option<usize>,
    },
}

impl Fault {
    /// True when the instance or the solution could not be read; false when both were read and the solution
    /// is wrong.
    pub fn is_bad_input(&self) -> bool {
        match self {
            Fault::Instance(_) | Fault::Notation { .. } => true,
            Fault::NoSuchRobot { .. }
            | Fault::CannotMove { .. }
            | Fault::ComesBack { .. }
            | Fault::Endless { .. }
            | Fault::NotReached { .. }
            | Fault::NotTurned { .. } => false,
        }
    }
}

/// Replays `solution` (such as `rN gE bS`) on `instance` (a JSON object).
///
/// All of the solution is read before any of it is played, so a word that is not a move is reported first.
pub fn replay(instance: &str, solution: &str) -> Result<Replay, Fault> {
    let board = Board::read(instance)?;
    let moves = read_moves(solution)?;

    let mut robots = board.robots.clone();
    let mut has_moved = vec![false; robots.len()];
    let mut replay =
        Replay { moves: moves.len(), robots_moved: 0, cells: 0, bonus: 0, penalty: 0, robots: vec![] };
    let mut travelled = board.travelled.clone();
    let mut goal_held_after = goal_holds(&board, &robots, &travelled).then_some(0);

    for step in &moves {
        let Some(&start) = robots.get(step.robot) else {
            return Err(no_such_robot(step, robots.len()));
        };
        let (stop, cells) = match slide(&board, &robots, step, &mut travelled[step.robot]) {
            Slide::Blocked(obstacle) => return Err(cannot_move(&board, step, start, &obstacle)),
            Slide::NeverEnds => return Err(endless(&board, step, start)),
            Slide::Stops { cell, .. } if cell == start => return Err(comes_back(&board, step, start)),
            Slide::Stops { cell, cells } => (cell, cells),
        };

        robots[step.robot] = stop;
        has_moved[step.robot] = true;
        // A solution of millions of long slides could go past what 32 bits hold.
        replay.cells = replay.cells.saturating_add(cells);
        replay.bonus += usize::from(board.bonus[stop]);
        replay.penalty += usize::from(board.penalty[stop]);
        if goal_holds(&board, &robots, &travelled) {
            goal_held_after = Some(step.number);
        }
    }

    if goal_held_after != Some(moves.len()) {
        return Err(not_reached(&board, &robots, moves.len(), goal_held_after));
    }
    replay.robots_moved = has_moved.iter().filter(|&&moved| moved).count();
    replay.robots = robots;
    Ok(replay)
}

/// The letters of the robots 0 to 7 in a solution.
const LETTERS: [char; 8] = ['r', 'g', 'b', 'y', 's', 'p', 'o', 'w'];

/// The colours of the robots 0 to 7.
const COLOURS: [&str; 8] = ["red", "green", "blue", "yellow", "silver", "purple", "orange", "white"];

/// One move of a solution.
struct Move {
    /// Counted from 1.
    number: usize,
    /// The index of its letter, which may be more than the board has robots.
    robot: usize,
    heading: Heading,
}

fn read_moves(solution: &str) -> Result<Vec<Move>, Fault> {
    let words = (1..).zip(solution.split_whitespace());
    words
        .map(|(number, word)| {
            let (robot, heading) =
                read_move(word).ok_or_else(|| Fault::Notation { number, text: instance::shortened(word) })?;
            Ok(Move { number, robot, heading })
        })
        .collect()
}

fn read_move(word: &str) -> Option<(usize, Heading)> {
    let mut characters = word.chars();
    let letter = characters.next()?;
    let direction = characters.next()?;
    if characters.next().is_some() {
        return None;
    }
    let robot = LETTERS.iter().position(|&known| known == letter)?;
    let heading = match direction {
        'N' => Heading::North,
        'E' => Heading::East,
        'S' => Heading::South,
        'W' => Heading::West,
        _ => return None,
    };
    Some((robot, heading))
}

fn goal_holds(board: &Board, robots: &[usize], travelled: &[Travelled]) -> bool {
    let on_target = on_target(board, robots);
    on_target.is_some_and(|robot| !board.ricochet || travelled[robot].has_turned())
}

/// The robot on the target, if it is one that may take it. No two robots stand on one cell.
fn on_target(board: &Board, robots: &[usize]) -> Option<usize> {
    let robot = robots.iter().position(|&cell| cell == board.target)?;
    board.target_robot.is_none_or(|wanted| wanted == robot).then_some(robot)
}

/// How a slide goes.
enum Slide {
    Blocked(Obstacle),
    Stops { cell: usize, cells: usize },
    NeverEnds,
}

/// Slides a robot, and notes along which lines it goes.
fn slide(board: &Board, robots: &[usize], step: &Move, travelled: &mut Travelled) -> Slide {
    let robot = step.robot;
    let mut cell = robots[robot];
    // A diagonal in the starting cell does not turn the robot: it leaves in the direction of the move.
    let mut heading = step.heading;
    // A robot in a cell has one of four headings, so after more steps than this it has been in the same cell
    // with the same heading twice, and what follows repeats without end.
    let longest = 4 * board.width * board.height;
    for cells in 0..=longest {
        match way_out(board, robots, robot, cell, heading) {
            Err(obstacle) if cells == 0 => return Slide::Blocked(obstacle),
            Err(_) => return Slide::Stops { cell, cells },
            Ok(next) => cell = next,
        }
        travelled.step(heading);
        if let Some(diagonal) = board.diagonals[cell]
            && diagonal.colour != robot
        {
            heading = diagonal.turn(heading);
        }
    }
    Slide::NeverEnds
}

/// What stops a robot at the edge of a cell.
enum Obstacle {
    Border,
    Wall,
    Closed { cell: usize },
    Robot { robot: usize, cell: usize },
}

/// The next cell of `robot` when it leaves `cell` towards `heading`, or what is in the way.
fn way_out(
    board: &Board,
    robots: &[usize],
    robot: usize,
    cell: usize,
    heading: Heading,
) -> Result<usize, Obstacle> {
    let Some(next) = board.neighbour(cell, heading) else {
        return Err(Obstacle::Border);
    };
    // The wall between two cells may be marked in either of them.
    if board.has_wall(cell, heading) || board.has_wall(next, heading.opposite()) {
        return Err(Obstacle::Wall);
    }
    if board.closed[next] {
        return Err(Obstacle::Closed { cell: next });
    }
    for (other, &stands_on) in robots.iter().enumerate() {
        // The sliding robot has left its starting cell, so it does not stand in its own way.
        if other != robot && stands_on == next {
            return Err(Obstacle::Robot { robot: other, cell: next });
        }
    }
    Ok(next)
}

/// A move as a solution writes it.
fn written(step: &Move) -> String {
    let direction = match step.heading {
        Heading::North => 'N',
        Heading::East => 'E',
        Heading::South => 'S',
        Heading::West => 'W',
    };
    format!("{}{direction}", LETTERS[step.robot])
}

fn no_such_robot(step: &Move, count: usize) -> Fault {
    let letters: Vec<String> = LETTERS.iter().take(count).map(char::to_string).collect();
    Fault::NoSuchRobot {
        number: step.number,
        step: written(step),
        robot: COLOURS[step.robot],
        letters: letters.join(" "),
    }
}

fn cannot_move(board: &Board, step: &Move, start: usize, obstacle: &Obstacle) -> Fault {
    let obstacle = match *obstacle {
        Obstacle::Border => "it stands against the border".to_owned(),
        Obstacle::Wall => "it stands against a wall".to_owned(),
        Obstacle::Closed { cell } => format!("{} is a closed cell", board.spot(cell)),
        Obstacle::Robot { robot, cell } => {
            format!("the {} robot stands on {}", COLOURS[robot], board.spot(cell))
        }
    };
    Fault::CannotMove {
        number: step.number,
        step: written(step),
        robot: COLOURS[step.robot],
        heading: step.heading.name(),
        column: board.column(start),
        row: board.row(start),
        obstacle,
    }
}

fn comes_back(board: &Board, step: &Move, start: usize) -> Fault {
    Fault::ComesBack {
        number: step.number,
        step: written(step),
        robot: COLOURS[step.robot],
        column: board.column(start),
        row: board.row(start),
    }
}

fn endless(board: &Board, step: &Move, start: usize) -> Fault {
    Fault::Endless {
        number: step.number,
        step: written(step),
        robot: COLOURS[step.robot],
        column: board.column(start),
        row: board.row(start),
    }
}

fn not_reached(board: &Board, robots: &[usize], moves: usize, earlier: Option<usize>) -> Fault {
    let target = board.spot(board.target);
    if let Some(robot) = on_target(board, robots) {
        return Fault::NotTurned { moves, robot: COLOURS[robot], target, earlier };
    }
    let standing = match board.target_robot {
        Some(robot) => {
            let spot = board.spot(robots[robot]);
            format!("the {} robot stands on {spot}, not on its target {target}", COLOURS[robot])
        }
        None => format!("no robot stands on the target {target}"),
    };
    Fault::NotReached { moves, standing, earlier }
}

fn at_the_end(moves: usize) -> String {
    match moves {
        0 => "at the start".to_owned(),
        last => format!("after move {last}, the last,"),
    }
}

fn left_again(earlier: Option<usize>) -> String {
    match earlier {
        Some(0) => "; the goal held at the start: the empty solution solves it".to_owned(),
        Some(number) => format!("; the goal held after move {number}: leave out the moves after it"),
        None => String::new(),
    }
}
