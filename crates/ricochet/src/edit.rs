//! What an editor can do to a position. An edit changes the [`Setup`]; what comes out is checked like anything that was
//! read, so there is no half-legal position at any time.

use damier_kit::{Edit, Refusal, Spot, Tool, excerpt, refuse};

use crate::board::{Board, Cell, Direction, Position, ROBOTS, Robot, SIDE};
use crate::setup::Setup;

/// The tools, in the order of a palette.
pub(crate) const TOOLS: &[Tool] = &[
    tool("wall", Spot::Side),
    tool("corner", Spot::Corner),
    Tool { piece: true, forms: &["/", "\\"], ..tool("diagonal", Spot::Cell) },
    tool("closed", Spot::Cell),
    tool("bonus", Spot::Cell),
    tool("penalty", Spot::Cell),
    Tool { piece: true, any: true, ..tool("target", Spot::Cell) },
    Tool { piece: true, any: true, ..tool("extra", Spot::Cell) },
    Tool { piece: true, ..tool("robot", Spot::Cell) },
    tool("remove", Spot::Cell),
    tool("size", Spot::Board),
    tool("clear", Spot::Board),
];

const fn tool(name: &'static str, at: Spot) -> Tool {
    Tool { name, at, piece: false, any: false, forms: &[] }
}

/// Makes the edit, or says in a sentence why not.
pub(crate) fn edit(position: &Position, edit: &Edit) -> Result<Position, Refusal> {
    let mut setup = position.setup();
    // What was edited is where a round begins.
    setup.ricochet = setup.ricochet.map(|_| Vec::new());
    let board = &position.board;
    match edit.tool.as_str() {
        "size" => resize(&mut setup, position, edit)?,
        "clear" => {
            let empty = Board::empty(board.width(), board.height());
            let Setup { width, height, robots, target, ricochet, .. } = setup;
            let walls = empty.cells().map(|cell| i64::from(empty.walls(cell))).collect();
            setup = Setup { width, height, walls, robots, target, ricochet, ..Setup::default() };
        }
        name if TOOLS.iter().any(|tool| tool.name == name) => {
            let cell = edit.cell.map(Cell).filter(|cell| cell.index() < board.cells().count());
            let needed = || refuse!("ricochet.edit.cell", "this tool needs a cell of the board");
            at_cell(&mut setup, position, edit, cell.ok_or_else(needed)?)?;
        }
        name => return Err(refuse!("edit.tool", "there is no tool '{tool}'", tool = excerpt(name))),
    }
    Ok(setup.position()?)
}

fn at_cell(setup: &mut Setup, position: &Position, edit: &Edit, cell: Cell) -> Result<(), Refusal> {
    let board = &position.board;
    let number = i64::from(cell.0);
    let piece = edit.piece.map(|piece| piece as i64);
    match edit.tool.as_str() {
        "wall" => {
            let side = edit.side.as_deref().and_then(direction);
            let side =
                side.ok_or_else(|| refuse!("ricochet.edit.side", "a wall needs a side: N, E, S or W"))?;
            if board.neighbour(cell, side).is_none() {
                return Err(refuse!("ricochet.edit.border", "the border of the board stays"));
            }
            set_wall(setup, board, cell, side, !board.has_wall(cell, side));
        }
        "corner" => {
            let sides: Vec<_> = edit.side.iter().flat_map(|side| side.chars()).collect();
            let sides: Option<Vec<_>> = sides.into_iter().map(Direction::from_letter).collect();
            let sides = sides.filter(|sides| sides.len() == 2 && sides[0] as u8 % 2 != sides[1] as u8 % 2);
            let sides =
                sides.ok_or_else(|| refuse!("ricochet.edit.corner", "a corner is NE, SE, SW or NW"))?;
            let all = sides.iter().all(|side| board.has_wall(cell, *side));
            sides.into_iter().for_each(|side| set_wall(setup, board, cell, side, !all));
        }
        "diagonal" => {
            let rising = match edit.form.as_deref() {
                Some("/") => true,
                Some("\\") => false,
                _ => return Err(refuse!("ricochet.edit.diagonal", "a diagonal is / or \\")),
            };
            let new = (number, rising, piece.unwrap_or(0));
            let was = setup.diagonals.contains(&new);
            setup.diagonals.retain(|diagonal| diagonal.0 != number);
            if !was {
                setup.diagonals.push(new);
            }
        }
        "closed" => {
            if board.is_closed(cell) {
                open(setup, board, cell);
            } else {
                setup.closed.push(number);
                setup.bonus.retain(|&other| other != number);
                setup.penalty.retain(|&other| other != number);
                setup.diagonals.retain(|diagonal| diagonal.0 != number);
            }
        }
        "bonus" => toggle(&mut setup.bonus, &mut setup.penalty, number),
        "penalty" => toggle(&mut setup.penalty, &mut setup.bonus, number),
        "target" => setup.target = (number, piece),
        "extra" => {
            let was = setup.targets.contains(&(number, piece));
            setup.targets.retain(|target| target.0 != number);
            if !was {
                setup.targets.push((number, piece));
            }
        }
        "robot" => match edit.piece.filter(|&piece| piece < ROBOTS) {
            Some(piece) if piece < setup.robots.len() => setup.robots[piece] = number,
            Some(piece) if piece == setup.robots.len() => setup.robots.push(number),
            Some(_) => {
                return Err(refuse!(
                    "ricochet.edit.next_robot",
                    "robots take the colours in order; the next is {colour}",
                    colour = Robot(setup.robots.len() as u8).colour_word()
                ));
            }
            None => return Err(refuse!("ricochet.edit.robot", "say which robot")),
        },
        _ => remove(setup, position, cell)?,
    }
    Ok(())
}

fn direction(side: &str) -> Option<Direction> {
    let mut letters = side.chars();
    Direction::from_letter(letters.next()?).filter(|_| letters.next().is_none())
}

/// Puts or takes the wall on a side of a cell, on both its sides; the border stays.
fn set_wall(setup: &mut Setup, board: &Board, cell: Cell, side: Direction, put: bool) {
    let Some(beside) = board.neighbour(cell, side) else { return };
    for (cell, side) in [(cell, side), (beside, side.opposite())] {
        let bit = i64::from(side.bit());
        let walls = &mut setup.walls[cell.index()];
        *walls = if put { *walls | bit } else { *walls & !bit };
    }
}

/// Opens a closed cell, and takes its walls away.
fn open(setup: &mut Setup, board: &Board, cell: Cell) {
    setup.closed.retain(|&other| other != i64::from(cell.0));
    Direction::ALL.into_iter().for_each(|side| set_wall(setup, board, cell, side, false));
}

fn toggle(list: &mut Vec<i64>, other: &mut Vec<i64>, cell: i64) {
    other.retain(|&listed| listed != cell);
    match list.iter().position(|&listed| listed == cell) {
        Some(at) => drop(list.remove(at)),
        None => list.push(cell),
    }
}

/// Takes away what is on a cell: a robot first, else all its marks, else its walls.
fn remove(setup: &mut Setup, position: &Position, cell: Cell) -> Result<(), Refusal> {
    let (board, number) = (&position.board, i64::from(cell.0));
    if let Some(robot) = position.robots.iter().position(|&other| other == cell) {
        let last = position.robots.len() - 1;
        if last == 0 {
            return Err(refuse!("ricochet.edit.last_robot", "one robot stays"));
        }
        if robot != last {
            return Err(refuse!(
                "ricochet.edit.order",
                "robots take the colours in order; take the {colour} one away first",
                colour = Robot(last as u8).colour_word()
            ));
        }
        setup.robots.pop();
        if setup.target.1 == Some(robot as i64) {
            setup.target.1 = None;
        }
        return Ok(());
    }
    let marked = [&setup.closed, &setup.bonus, &setup.penalty].iter().any(|list| list.contains(&number))
        || setup.diagonals.iter().any(|diagonal| diagonal.0 == number)
        || setup.targets.iter().any(|target| target.0 == number);
    if board.is_closed(cell) {
        open(setup, board, cell);
    }
    setup.bonus.retain(|&other| other != number);
    setup.penalty.retain(|&other| other != number);
    setup.diagonals.retain(|diagonal| diagonal.0 != number);
    setup.targets.retain(|target| target.0 != number);
    if !marked {
        if setup.target.0 == number {
            return Err(refuse!(
                "ricochet.edit.target_stays",
                "the target in play can be put elsewhere, not taken away"
            ));
        }
        Direction::ALL.into_iter().for_each(|side| set_wall(setup, board, cell, side, false));
    }
    Ok(())
}

/// Another size. What is beyond it goes; a robot or the target in play that was there comes to the nearest free cell.
fn resize(setup: &mut Setup, position: &Position, edit: &Edit) -> Result<(), Refusal> {
    let board = &position.board;
    let (Some(width), Some(height)) = (edit.width, edit.height) else {
        return Err(refuse!("ricochet.edit.no_size", "a size needs columns and rows"));
    };
    if !SIDE.contains(&width) || !SIDE.contains(&height) {
        return Err(refuse!(
            "ricochet.edit.size",
            "a board has {least} to {most} cells on a side",
            least = *SIDE.start(),
            most = *SIDE.end()
        ));
    }
    let new = Board::empty(width, height);
    let moved = |cell: i64| {
        let (column, row) = board.place(Cell(cell as u16));
        (column < width && row < height).then(|| i64::from(new.cell(column, row).0))
    };
    let kept = |list: &[i64]| list.iter().filter_map(|&cell| moved(cell)).collect::<Vec<_>>();
    let mut walls: Vec<i64> = new.cells().map(|cell| i64::from(new.walls(cell))).collect();
    for cell in board.cells() {
        let Some(to) = moved(i64::from(cell.0)) else { continue };
        let inner = |side: &Direction| board.neighbour(cell, *side).is_some() && board.has_wall(cell, *side);
        for side in Direction::ALL.into_iter().filter(inner) {
            walls[to as usize] |= i64::from(side.bit());
        }
    }
    let closed = kept(&setup.closed);
    let mut robots: Vec<i64> = kept(&setup.robots);
    let near = |from: i64, taken: &[i64]| {
        let (column, row) = board.place(Cell(from as u16));
        (new.cells()
            .filter(|cell| !taken.contains(&i64::from(cell.0)) && !closed.contains(&i64::from(cell.0))))
        .min_by_key(|cell| {
            let (x, y) = new.place(*cell);
            x.abs_diff(column) + y.abs_diff(row)
        })
        .map(|cell| i64::from(cell.0))
        .ok_or_else(|| {
            refuse!("ricochet.edit.no_room", "there is no room for all robots on a board of this size")
        })
    };
    let mut placed = Vec::new();
    for &robot in &setup.robots {
        let cell = match moved(robot) {
            Some(cell) => cell,
            None => near(robot, &robots)?,
        };
        robots.push(cell);
        placed.push(cell);
    }
    let target = moved(setup.target.0).map_or_else(|| near(setup.target.0, &[]), Ok)?;
    *setup = Setup {
        width: width as i64,
        height: height as i64,
        walls,
        bonus: kept(&setup.bonus),
        penalty: kept(&setup.penalty),
        diagonals: (setup.diagonals.iter()).filter_map(|d| Some((moved(d.0)?, d.1, d.2))).collect(),
        targets: (setup.targets.iter()).filter_map(|t| Some((moved(t.0)?, t.1))).collect(),
        target: (target, setup.target.1),
        robots: placed,
        closed,
        ricochet: setup.ricochet.take(),
    };
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::generate;

    use proptest::prelude::*;

    fn args() -> damier_search::Args {
        let pairs = [("recipe", "free"), ("width", "5"), ("height", "4"), ("robots", "2"), ("density", "0")];
        let pairs: Vec<_> = pairs.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect();
        damier_search::registry::arguments("generate", crate::generate::OPTIONS, &pairs).unwrap()
    }

    fn make(tool: &str, cell: u16) -> Edit {
        Edit { tool: tool.to_owned(), cell: Some(cell), ..Edit::default() }
    }

    #[test]
    fn a_wall_is_put_on_both_sides_and_taken_again() {
        let start = generate(&args(), 3).unwrap();
        let wall = Edit { side: Some("E".to_owned()), ..make("wall", 0) };
        let put = edit(&start, &wall).unwrap();
        assert!(put.board.has_wall(Cell(0), Direction::East) && put.board.has_wall(Cell(1), Direction::West));
        let beside = Edit { side: Some("W".to_owned()), ..make("wall", 1) };
        assert_eq!(edit(&put, &beside).unwrap(), start);
        assert!(edit(&start, &Edit { side: Some("N".to_owned()), ..make("wall", 0) }).is_err());
    }

    #[test]
    fn a_closed_cell_opens_without_walls() {
        let start = generate(&args(), 3).unwrap();
        let free = (0..20).find(|&at| !start.robots.contains(&Cell(at)) && start.target.cell != Cell(at));
        let closed = edit(&start, &make("closed", free.unwrap())).unwrap();
        assert!(closed.board.is_closed(Cell(free.unwrap())));
        assert_eq!(edit(&closed, &make("closed", free.unwrap())).unwrap(), start);
        assert_eq!(edit(&closed, &make("remove", free.unwrap())).unwrap(), start);
    }

    #[test]
    fn a_board_that_grows_and_shrinks_again_is_the_same() {
        let start = generate(&args(), 5).unwrap();
        let size = |width, height| Edit {
            tool: "size".to_owned(),
            width: Some(width),
            height: Some(height),
            ..Edit::default()
        };
        let large = edit(&start, &size(9, 7)).unwrap();
        assert_eq!(large.board.walls(Cell(4)), 1, "the old border is gone");
        assert_eq!(edit(&large, &size(5, 4)).unwrap(), start);
        let small = edit(&start, &size(2, 2)).unwrap();
        assert_eq!((small.board.width(), small.robots.len()), (2, 2));
        assert!(edit(&start, &size(1, 4)).is_err());
    }

    proptest! {
        #[test]
        fn any_edit_gives_a_position_or_a_sentence(
            edits in proptest::collection::vec((0..TOOLS.len(), 0..30u16, 0..9usize, 0..8usize, 0..40usize), 1..40)
        ) {
            let mut position = generate(&args(), 3).unwrap();
            for (tool, cell, piece, form, size) in edits {
                let tool = TOOLS[tool].name;
                let sides = ["N", "E", "S", "W", "NE", "SE", "X", ""];
                let change = Edit {
                    tool: tool.to_owned(),
                    cell: Some(cell),
                    side: Some(sides[form].to_owned()),
                    piece: (piece < 8).then_some(piece),
                    form: Some(["/", "\\", "?"][form % 3].to_owned()),
                    width: Some(size),
                    height: Some(size / 2 + 2),
                    number: None,
                    options: None,
                };
                match edit(&position, &change) {
                    Ok(next) => {
                        prop_assert_eq!(&next.setup().position().unwrap(), &next);
                        position = next;
                    }
                    Err(error) => prop_assert!(!error.text().is_empty()),
                }
            }
        }
    }
}
