//! New positions: three recipes, each repeatable from its seed on any machine (Xoshiro256++, seeded by `SplitMix64`).
//!
//! - `quadrants`: the board game: one face of each of its four pieces, in any order, each turned to its corner.
//! - `corners`: a border, one wall on each outer side of each quarter, a closed middle, and 17 corners of two walls, four
//!   a quarter and one more, that touch neither the middle, the border nor each other; a target in each corner.
//! - `free`: any size; every side between two cells has a wall with the given density, and the target is anywhere.
//!
//! Robots stand on random cells, never on a target, in a closed cell, or on each other.

use std::sync::Arc;

use damier_kit::{Gap, Refusal, refuse};
use damier_search::Args;
use damier_search::registry::{OptionInfo, Takes};
use rand::{RngExt, SeedableRng, seq::IndexedRandom, seq::SliceRandom};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::board::{Board, Cell, Diagonal, Direction, Position, Robot, Target};
use crate::quadrants::{HALF, Quadrant, assemble};

/// What can be told to [`generate`].
pub const OPTIONS: &[OptionInfo] = &[
    OptionInfo::new(
        "recipe",
        "quadrants of the board game, random corners, or free walls",
        Takes::Choice(&["quadrants", "corners", "free"]),
        "quadrants",
    ),
    OptionInfo::new("robots", "how many robots", Takes::Whole(1, 8), "4"),
    OptionInfo { only: FREE, ..OptionInfo::new("width", "columns (free)", Takes::Whole(2, 32), "16") },
    OptionInfo { only: FREE, ..OptionInfo::new("height", "rows (free)", Takes::Whole(2, 32), "16") },
    OptionInfo {
        only: FREE,
        ..OptionInfo::new(
            "density",
            "how many of the sides between cells have a wall (free)",
            Takes::Decimal(0.0, 1.0),
            "0.1",
        )
    },
    OptionInfo {
        only: Some(("recipe", "quadrants")),
        ..OptionInfo::new(
            "quadrants",
            "the faces to take, from the top left clockwise",
            Takes::Text("four faces of different pieces, such as 1A,2B,3A,4C, or random"),
            "random",
        )
    },
    OptionInfo::new(
        "target",
        "whose target",
        Takes::Choice(&[
            "random", "any", "red", "green", "blue", "yellow", "silver", "purple", "orange", "white",
        ]),
        "random",
    ),
    OptionInfo::new("diagonals", "how many diagonals", Takes::Whole(0, 1024), "0"),
    OptionInfo::new("closed", "how many closed cells", Takes::Whole(0, 1024), "0"),
    OptionInfo::new("bonus", "how many bonus cells", Takes::Whole(0, 1024), "0"),
    OptionInfo::new("penalty", "how many penalty cells", Takes::Whole(0, 1024), "0"),
];

/// The condition of what only free boards can be told.
const FREE: Option<(&str, &str)> = Some(("recipe", "free"));

type Rng = Xoshiro256PlusPlus;

/// Makes a position as `args` say.
pub fn generate(args: &Args, seed: u64) -> Result<Position, Refusal> {
    for info in OPTIONS {
        let Some((other, value)) = info.only else { continue };
        if !args.is(other, value) && !args.is(info.name, info.default) {
            return Err(refuse!(
                "ricochet.generate.only",
                "{option} is for the {other} {value}, not for {given}; leave it out",
                option = info.name,
                given = args.text(other),
                other,
                value
            ));
        }
    }
    let rng = &mut Rng::seed_from_u64(seed);
    let mut board = if args.is("recipe", "quadrants") {
        quadrants(args.text("quadrants"), rng)?
    } else if args.is("recipe", "corners") {
        corners(rng)
    } else {
        free(args, rng)
    };
    decorate(&mut board, args, rng)?;
    let robots = args.whole("robots") as usize;
    let whose = wanted(args, robots)?;
    let target = match whose {
        // On a board with targets, one of them that the robots can take; on a free board a place for it is found below.
        _ if board.targets.is_empty() => None,
        Wanted::Random => {
            let possible = |target: &&Target| target.robot.is_none_or(|robot| robot.index() < robots);
            Some(*pick(&board.targets.iter().filter(possible).collect::<Vec<_>>(), rng)?)
        }
        Wanted::Of(robot) => Some(*pick(
            &board.targets.iter().filter(|target| target.robot == robot).collect::<Vec<_>>(),
            rng,
        )?),
    };
    let mut cells: Vec<Cell> = (board.cells())
        .filter(|&cell| !board.is_closed(cell) && board.targets.iter().all(|target| target.cell != cell))
        .collect();
    cells.shuffle(rng);
    let mut take = || {
        cells.pop().ok_or_else(|| {
            refuse!(
                "ricochet.generate.no_room",
                "there is no room for all robots and the target; take a larger board or fewer robots"
            )
        })
    };
    let target = match (target, whose) {
        (Some(target), _) => *target,
        (None, Wanted::Of(robot)) => Target { cell: take()?, robot },
        (None, Wanted::Random) => {
            Target { cell: take()?, robot: Some(Robot(rng.random_range(0..robots as u32) as u8)) }
        }
    };
    let robots = (0..robots).map(|_| take()).collect::<Result<_, _>>()?;
    Ok(Position { board: Arc::new(board), robots, target, ricochet: None })
}

/// The target of the next round: the next of the board's targets that is still to be reached and has its robot; on a
/// board without any, a new place for it, which follows from where the robots stand.
pub fn next_target(position: &Position) -> Target {
    let open = |target: &Target| {
        target.robot.is_none_or(|robot| robot.index() < position.robots.len())
            && !Position { target: *target, ricochet: None, ..position.clone() }.is_solved()
    };
    let targets = &position.board.targets;
    let at = targets.iter().position(|target| *target == position.target).map_or(0, |at| at + 1);
    let mut in_turn = targets[at..].iter().chain(&targets[..at]).copied();
    if let Some(next) = in_turn.find(|target| *target != position.target && open(target)) {
        return next;
    }
    let place = |sum: u64, cell: &Cell| sum.wrapping_mul(1025).wrapping_add(u64::from(cell.0));
    let rng = &mut Rng::seed_from_u64(position.robots.iter().fold(u64::from(position.target.cell.0), place));
    let board = &position.board;
    let free =
        |cell: &Cell| !board.is_closed(*cell) && board.walls(*cell) != 15 && !position.robots.contains(cell);
    let cells: Vec<Cell> = board.cells().filter(free).collect();
    let robot = Robot(rng.random_range(0..position.robots.len() as u32) as u8);
    cells.choose(rng).map_or(position.target, |&cell| Target { cell, robot: Some(robot) })
}

/// Whose target is wished for.
#[derive(Clone, Copy)]
enum Wanted {
    Random,
    Of(Option<Robot>),
}

fn wanted(args: &Args, robots: usize) -> Result<Wanted, Refusal> {
    match args.text("target") {
        "random" => Ok(Wanted::Random),
        "any" => Ok(Wanted::Of(None)),
        colour => match Robot::from_colour(colour) {
            Some(robot) if robot.index() < robots => Ok(Wanted::Of(Some(robot))),
            robot => Err(refuse!(
                "ricochet.generate.no_robot",
                "with {robots} robots there is no {colour} one; take more robots",
                robots,
                colour = robot.map_or(Gap::from(colour), |robot| robot.colour_word().into())
            )),
        },
    }
}

fn pick<'a, T>(items: &'a [T], rng: &mut Rng) -> Result<&'a T, Refusal> {
    let none =
        || refuse!("ricochet.generate.no_target", "the board has no target for that robot; choose another");
    items.choose(rng).ok_or_else(none)
}

/// The board game's board, of the named faces or of random ones.
fn quadrants(names: &str, rng: &mut Rng) -> Result<Board, Refusal> {
    if names == "random" {
        let mut pieces = ['1', '2', '3', '4'];
        pieces.shuffle(rng);
        let faces = pieces.map(|piece| {
            let faces: Vec<_> =
                Quadrant::all().iter().filter(|quadrant| quadrant.name.starts_with(piece)).collect();
            faces[rng.random_range(0..faces.len() as u32) as usize]
        });
        return Ok(assemble(faces));
    }
    let wrong = || {
        let known: Vec<_> = Quadrant::all().iter().map(|quadrant| quadrant.name.as_str()).collect();
        refuse!(
            "ricochet.generate.faces",
            "'{names}' are not four faces of different pieces; take one of each number from {known}",
            names = damier_kit::excerpt(names),
            known = known.join(" ")
        )
    };
    let faces: Vec<_> =
        names.split(',').map(|name| Quadrant::named(name.trim())).collect::<Option<_>>().ok_or_else(wrong)?;
    let faces: [&Quadrant; 4] = faces.try_into().map_err(|_| wrong())?;
    let mut pieces = faces.map(|face| face.name.as_bytes()[0]);
    pieces.sort_unstable();
    if pieces == *b"1234" { Ok(assemble(faces)) } else { Err(wrong()) }
}

/// The recipe of random corners.
fn corners(rng: &mut Rng) -> Board {
    // Corners that leave no room for the next are rare: begin again then.
    loop {
        if let Some(board) = try_corners(rng) {
            return board;
        }
    }
}

fn try_corners(rng: &mut Rng) -> Option<Board> {
    let side = 2 * HALF;
    let mut board = Board::empty(side, side);
    for (x, y) in [(HALF - 1, HALF - 1), (HALF, HALF - 1), (HALF - 1, HALF), (HALF, HALF)] {
        board.close(board.cell(x, y));
    }
    for half in [0, HALF] {
        // A wall across the border row or column, between two of this quarter's cells (1 to 6 from the corner).
        for (edge, along) in [
            (0, Direction::East),
            (side - 1, Direction::East),
            (0, Direction::South),
            (side - 1, Direction::South),
        ] {
            let at = half + rng.random_range(0..HALF as u32 - 2) as usize + usize::from(half == 0);
            let cell = if along == Direction::East { board.cell(at, edge) } else { board.cell(edge, at) };
            board.add_wall(cell, along);
        }
    }
    let mut quarters = vec![0, 1, 2, 3];
    quarters.push(rng.random_range(0..4));
    let mut places: Vec<(usize, usize)> = Vec::new();
    let middle = HALF - 2..=HALF + 1;
    for (round, &quarter) in quarters.iter().enumerate() {
        for _ in 0..if round < 4 { 4 } else { 1 } {
            let (left, top) = ((quarter % 2) * HALF, (quarter / 2) * HALF);
            let free: Vec<(usize, usize)> = (0..HALF * HALF)
                .map(|at| (left + at % HALF, top + at / HALF))
                .filter(|(x, y)| (1..side - 1).contains(x) && (1..side - 1).contains(y))
                .filter(|(x, y)| !(middle.contains(x) && middle.contains(y)))
                .filter(|(x, y)| places.iter().all(|(a, b)| x.abs_diff(*a) > 1 || y.abs_diff(*b) > 1))
                .collect();
            places.push(*free.choose(rng)?);
        }
    }
    // The 17 targets: four of each colour, and the one that any robot may take, in random corners.
    let mut owners: Vec<Option<Robot>> = (0..16).map(|at| Some(Robot(at % 4))).chain([None]).collect();
    owners.shuffle(rng);
    for ((x, y), robot) in places.into_iter().zip(owners) {
        let cell = board.cell(x, y);
        let side = Direction::ALL[rng.random_range(0..4u32) as usize];
        board.add_wall(cell, side);
        board.add_wall(cell, side.clockwise());
        board.targets.push(Target { cell, robot });
    }
    Some(board)
}

/// A board of any size with random walls.
fn free(args: &Args, rng: &mut Rng) -> Board {
    let mut board = Board::empty(args.whole("width") as usize, args.whole("height") as usize);
    let density = args.decimal("density");
    for cell in board.cells() {
        for side in [Direction::East, Direction::South] {
            if board.neighbour(cell, side).is_some() && rng.random_bool(density) {
                board.add_wall(cell, side);
            }
        }
    }
    board
}

/// Adds closed cells, diagonals, bonus and penalty cells.
fn decorate(board: &mut Board, args: &Args, rng: &mut Rng) -> Result<(), Refusal> {
    let plain = |board: &Board| {
        let (closed, targets) = (board.closed.clone(), board.targets.clone());
        move |cell: Cell| !closed.contains(&cell) && targets.iter().all(|target| target.cell != cell)
    };
    let closed_cells = || refuse!("ricochet.word.closed_cells", "closed cells");
    let closed = random_cells(board, args.whole("closed"), closed_cells, rng, plain(board))?;
    closed.into_iter().for_each(|cell| board.close(cell));
    let colours = args.whole("robots").clamp(1, 4) as u32;
    let diagonals = || refuse!("ricochet.word.diagonals", "diagonals");
    let diagonals: Vec<Diagonal> =
        random_cells(board, args.whole("diagonals"), diagonals, rng, plain(board))?
            .into_iter()
            .map(|cell| Diagonal {
                cell,
                rising: rng.random(),
                robot: Robot(rng.random_range(0..colours) as u8),
            })
            .collect();
    board.set_diagonals(diagonals);
    let bonus_cells = || refuse!("ricochet.word.bonus_cells", "bonus cells");
    board.bonus = random_cells(board, args.whole("bonus"), bonus_cells, rng, plain(board))?;
    let bonus = board.bonus.clone();
    let plain = plain(board);
    let penalty_cells = || refuse!("ricochet.word.penalty_cells", "penalty cells");
    board.penalty = random_cells(board, args.whole("penalty"), penalty_cells, rng, |cell| {
        plain(cell) && !bonus.contains(&cell)
    })?;
    Ok(())
}

/// Different random cells, in order.
fn random_cells(
    board: &Board,
    many: u64,
    name: impl Fn() -> Refusal,
    rng: &mut Rng,
    wanted: impl Fn(Cell) -> bool,
) -> Result<Vec<Cell>, Refusal> {
    if many == 0 {
        return Ok(Vec::new()); // Nothing drawn: a board without them is the same as before there were such cells.
    }
    let mut cells: Vec<Cell> = board.cells().filter(|&cell| wanted(cell)).collect();
    if many > cells.len() as u64 {
        return Err(refuse!(
            "ricochet.generate.no_cells",
            "there is no room for {many} {marks}; there are {cells} cells for them",
            many,
            marks = name(),
            cells = cells.len()
        ));
    }
    cells.shuffle(rng);
    cells.truncate(many as usize);
    cells.sort_unstable();
    Ok(cells)
}
