//! What an editor can do to a position. What comes out is checked like anything that was read, so there is no half-legal
//! position at any time.

use std::sync::Arc;

use damier_kit::{Edit, Refusal, Spot, Tool, excerpt, refuse};

use crate::board::{Board, Cell, Illegal, Position, SIDE};

/// The tools, in the order of a palette.
pub(crate) const TOOLS: &[Tool] = &[
    tool("wall", Spot::Cell),
    tool("floor", Spot::Cell),
    tool("box", Spot::Cell),
    tool("goal", Spot::Cell),
    tool("player", Spot::Cell),
    tool("remove", Spot::Cell),
    tool("size", Spot::Board),
    tool("clear", Spot::Board),
];

const fn tool(name: &'static str, at: Spot) -> Tool {
    Tool { name, at, piece: false, any: false, forms: &[] }
}

/// The smallest side of a board: a cell of floor with walls around it.
const LEAST: usize = 3;

/// A board taken apart.
struct Draft {
    width: usize,
    height: usize,
    walls: Vec<bool>,
    goals: Vec<Cell>,
    boxes: Vec<Cell>,
    player: Cell,
}

/// Makes the edit, or says in a sentence why not.
pub(crate) fn edit(position: &Position, edit: &Edit) -> Result<Position, Refusal> {
    let board = &position.board;
    let draft = Draft {
        width: board.width(),
        height: board.height(),
        walls: board.cells().map(|cell| board.is_wall(cell)).collect(),
        goals: board.goals().to_vec(),
        boxes: position.boxes.clone(),
        player: position.player,
    };
    let draft = match edit.tool.as_str() {
        "size" => resized(&draft, edit)?,
        "clear" => cleared(&draft),
        name if TOOLS.iter().any(|tool| tool.name == name) => {
            let cell = edit.cell.map(Cell).filter(|cell| cell.index() < draft.walls.len());
            let needed = || refuse!("sokoban.edit.cell", "this tool needs a cell of the board");
            at_cell(draft, name, cell.ok_or_else(needed)?)?
        }
        name => return Err(refuse!("edit.tool", "there is no tool '{tool}'", tool = excerpt(name))),
    };
    let Draft { width, height, walls, goals, boxes, player } = draft;
    let board = Board::new(width, height, walls, goals).map_err(refused)?;
    Position::new(Arc::new(board), boxes, player).map_err(refused)
}

fn refused(illegal: Illegal) -> Refusal {
    match illegal {
        Illegal::Size { .. } => refuse!(
            "sokoban.edit.size",
            "a board has {least} to {most} columns and rows",
            least = LEAST,
            most = SIDE
        ),
        Illegal::Open(_) => {
            refuse!("sokoban.edit.open", "the border would be open: the player could walk off the board")
        }
        Illegal::InWall(_) => refuse!("sokoban.edit.in_wall", "something would stand in a wall"),
        Illegal::Outside(_) | Illegal::Twice(_) => refuse!("sokoban.edit.taken", "that cell is taken"),
    }
}

/// A tool that is used where its thing is already takes it away.
fn at_cell(mut draft: Draft, tool: &str, cell: Cell) -> Result<Draft, Refusal> {
    let (column, row) = (cell.index() % draft.width, cell.index() / draft.width);
    let edge = column == 0 || row == 0 || column + 1 == draft.width || row + 1 == draft.height;
    let wall = draft.walls[cell.index()];
    if edge && (wall || !matches!(tool, "wall" | "remove")) {
        return Err(refuse!(
            "sokoban.edit.border",
            "the border of the board stays a wall; make the board larger"
        ));
    }
    if cell == draft.player && matches!(tool, "wall" | "box") {
        return Err(refuse!(
            "sokoban.edit.player",
            "the player stands there; put the player elsewhere first"
        ));
    }
    let had_box = draft.boxes.contains(&cell);
    let had_goal = draft.goals.contains(&cell);
    let take_box = |draft: &mut Draft| draft.boxes.retain(|&other| other != cell);
    draft.walls[cell.index()] = tool == "wall" && !wall;
    match tool {
        "wall" | "floor" | "remove" => {
            draft.goals.retain(|&other| other != cell);
            take_box(&mut draft);
        }
        "box" => {
            take_box(&mut draft);
            draft.boxes.extend((!had_box).then_some(cell));
        }
        "goal" => {
            draft.goals.retain(|&other| other != cell);
            draft.goals.extend((!had_goal).then_some(cell));
        }
        _ => {
            take_box(&mut draft);
            draft.player = cell;
        }
    }
    Ok(draft)
}

/// The same at the top left of a board of another size; what is new is wall, and the last column and row become a border.
fn resized(draft: &Draft, edit: &Edit) -> Result<Draft, Refusal> {
    let (width, height) = (edit.width.unwrap_or(draft.width), edit.height.unwrap_or(draft.height));
    if !(LEAST..=SIDE).contains(&width) || !(LEAST..=SIDE).contains(&height) {
        return Err(refused(Illegal::Size { width, height }));
    }
    let moved = |cell: &Cell| {
        let (column, row) = (cell.index() % draft.width, cell.index() / draft.width);
        (column + 1 < width && row + 1 < height).then(|| Cell((row * width + column) as u16))
    };
    let player = moved(&draft.player).ok_or_else(|| {
        refuse!("sokoban.edit.cut", "the player would be cut off; put the player elsewhere first")
    })?;
    let mut walls = vec![true; width * height];
    for at in 0..draft.walls.len() {
        if let Some(cell) = moved(&Cell(at as u16)) {
            walls[cell.index()] = draft.walls[at];
        }
    }
    let keep = |cells: &[Cell]| cells.iter().filter_map(moved).collect();
    Ok(Draft { width, height, walls, goals: keep(&draft.goals), boxes: keep(&draft.boxes), player })
}

/// An empty room of the same size, with the player in its first corner.
fn cleared(draft: &Draft) -> Draft {
    let (width, height) = (draft.width.max(LEAST), draft.height.max(LEAST));
    let edge = |at: usize| {
        let (column, row) = (at % width, at / width);
        column == 0 || row == 0 || column + 1 == width || row + 1 == height
    };
    Draft {
        width,
        height,
        walls: (0..width * height).map(edge).collect(),
        goals: Vec::new(),
        boxes: Vec::new(),
        player: Cell(width as u16 + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::xsb;

    fn change(position: &Position, tool: &str, cell: u16) -> Result<Position, &'static str> {
        let change = Edit { tool: tool.to_owned(), cell: Some(cell), ..Edit::default() };
        edit(position, &change).map_err(|error| error.key)
    }

    #[test]
    fn a_level_is_drawn_from_an_empty_room() {
        let start = xsb::read("#####\n#@$.#\n#####").unwrap();
        let size = Edit { tool: "size".to_owned(), width: Some(6), height: Some(5), ..Edit::default() };
        let position = edit(&start, &size).unwrap();
        let position = edit(&position, &Edit { tool: "clear".to_owned(), ..Edit::default() }).unwrap();
        let position = change(&position, "box", 14).unwrap();
        let position = change(&position, "goal", 9).unwrap();
        let position = change(&position, "wall", 20).unwrap();
        assert_eq!(xsb::write(&position), "######\n#@ . #\n# $  #\n# #  #\n######\n");
        assert_eq!(change(&position, "box", 14).map(|position| position.boxes.len()), Ok(0));
        assert_eq!(change(&position, "wall", 0), Err("sokoban.edit.border"));
        assert_eq!(change(&position, "floor", 5), Err("sokoban.edit.border"));
        assert_eq!(change(&position, "wall", 7), Err("sokoban.edit.player"));
        assert_eq!(change(&position, "goal", 999), Err("sokoban.edit.cell"));
        assert_eq!(change(&position, "paint", 7), Err("edit.tool"));
    }
}
