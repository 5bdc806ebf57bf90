//! Where a game begins, as the validator reads it.

use serde::Deserialize;

use super::Place;

/// A wall around the upper right corner of the square (x, y).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Wall {
    pub(super) x: usize,
    pub(super) y: usize,
    pub(super) upright: bool,
}

impl Wall {
    /// Whether it stands between two squares that lie side by side.
    pub(super) fn between(self, one: Place, other: Place) -> bool {
        let low = one.min(other);
        if self.upright {
            one.1 == other.1 && low.0 == self.x && (low.1 == self.y || low.1 == self.y + 1)
        } else {
            one.0 == other.0 && low.1 == self.y && (low.0 == self.x || low.0 == self.x + 1)
        }
    }

    /// Whether two walls overlap or cross.
    pub(super) fn collides(self, other: Wall) -> bool {
        let (dx, dy) = (self.x.abs_diff(other.x), self.y.abs_diff(other.y));
        match (self.upright, other.upright) {
            (true, true) => dx == 0 && dy <= 1,
            (false, false) => dy == 0 && dx <= 1,
            _ => dx == 0 && dy == 0,
        }
    }
}

/// What is on the table.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Table {
    pub(super) size: usize,
    pub(super) walls: Vec<Wall>,
    pub(super) pawns: Vec<Place>,
    pub(super) left: Vec<usize>,
    pub(super) turn: usize,
}

#[derive(Deserialize)]
struct Game {
    size: Option<usize>,
    players: Option<usize>,
    walls_each: Option<usize>,
    qfen: Option<String>,
    moves: Option<String>,
}

/// The table at the start of a game, and its moves.
pub(super) fn read(text: &str) -> Result<(Table, String), String> {
    let game: Game =
        serde_json::from_str(text).map_err(|error| format!("this is not a game in JSON: {error}"))?;
    if game.moves.is_none() && game.qfen.is_none() {
        return Err("this is not a game: it has neither moves nor a qfen".to_owned());
    }
    let table = match game.qfen {
        Some(qfen) => from_qfen(&qfen).ok_or("the qfen is not a position")?,
        None => begin(game.size.unwrap_or(9), game.players.unwrap_or(2), game.walls_each)?,
    };
    Ok((table, game.moves.unwrap_or_default()))
}

fn begin(size: usize, players: usize, walls: Option<usize>) -> Result<Table, String> {
    if !(3..=11).contains(&size) || ![2, 4].contains(&players) || walls.is_some_and(|walls| walls > 50) {
        return Err("a board has 3 to 11 squares a side, 2 or 4 play, with 0 to 50 walls each".to_owned());
    }
    // Ten walls belong to 81 squares with two players, half of them to each of four.
    let for_two = (size as f64 * size as f64 * 10.0 / 81.0).round() as usize;
    let each = if players == 2 { for_two } else { for_two / 2 };
    let left = walls.unwrap_or(each.max(1));
    let (far, left_middle) = (size - 1, (size - 1) / 2);
    let right_middle = far - left_middle;
    let pawns = if players == 2 {
        vec![(left_middle, 0), (right_middle, far)]
    } else {
        vec![(left_middle, 0), (0, right_middle), (right_middle, far), (far, left_middle)]
    };
    Ok(Table { size, walls: Vec::new(), left: vec![left; players], pawns, turn: 0 })
}

fn from_qfen(text: &str) -> Option<Table> {
    let fields: Vec<&str> = text.split('/').collect();
    if fields.len() != 5 && fields.len() != 6 {
        return None;
    }
    let size: usize = fields.get(5).map_or(Some(9), |size| size.trim().parse().ok())?;
    let pawns = places(fields[2])?;
    let left: Vec<usize> = fields[3].split_whitespace().map(|n| n.parse().ok()).collect::<Option<_>>()?;
    let turn = fields[4].trim().parse::<usize>().ok()?.checked_sub(1)?;
    let inside = pawns.iter().all(|&(x, y)| x < size && y < size);
    let apart = (1..pawns.len()).all(|at| !pawns[..at].contains(&pawns[at]));
    let counts = [2, 4].contains(&pawns.len()) && left.len() == pawns.len() && turn < pawns.len();
    if !(3..=11).contains(&size) || !inside || !apart || !counts || left.iter().any(|&walls| walls > 50) {
        return None;
    }
    let mut table = Table { size, walls: Vec::new(), pawns, left, turn };
    for (field, upright) in [(fields[0], false), (fields[1], true)] {
        for (x, y) in places(field)? {
            let wall = Wall { x, y, upright };
            if !table.fits(wall) {
                return None;
            }
            table.walls.push(wall);
        }
    }
    table.walls.sort_unstable();
    table.shut_in().is_none().then_some(table)
}

/// Squares one after the other.
fn places(text: &str) -> Option<Vec<Place>> {
    let mut words: Vec<String> = Vec::new();
    for c in text.chars().filter(|c| !c.is_whitespace()) {
        if c.is_ascii_lowercase() {
            words.push(c.to_string());
        } else {
            words.last_mut()?.push(c);
        }
    }
    words.iter().map(|word| place(word)).collect()
}

/// A square by its name.
pub(super) fn place(name: &str) -> Option<Place> {
    let mut rest = name.chars();
    let column = u32::from(rest.next()?).checked_sub(u32::from('a'))? as usize;
    let digits = rest.as_str();
    if digits.starts_with(['0', '+']) {
        return None;
    }
    let row: usize = digits.parse().ok()?;
    (column < 11 && (1..=11).contains(&row)).then(|| (column, row - 1))
}

/// The name of a square.
pub(super) fn name(x: usize, y: usize) -> String {
    format!("{}{}", char::from(b'a' + x as u8), y + 1)
}
