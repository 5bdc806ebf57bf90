//! One drawing: `#` wall, `@` player, `$` box, `.` goal, `*` box on a goal, `+` player on a goal, and space, `-` or `_` for floor.
//!
//! Other programs write `p` or `m` for the player, `b` for a box and `o` for a goal, and `P`, `M` and `B` on a goal; these are read
//! too. Files with many drawings and words around them are the business of `text.rs`.

use std::sync::Arc;

use crate::board::{Board, Cell, Illegal, Position, SIDE};

/// Why rows make no position. Columns and rows are counted from 0, in the drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LevelError {
    /// A character that means nothing here.
    Unknown {
        /// The character.
        what: char,
        /// Its column.
        column: usize,
        /// Its row.
        row: usize,
    },
    /// No player is drawn.
    NoPlayer,
    /// A second player is drawn.
    TwoPlayers {
        /// Its column.
        column: usize,
        /// Its row.
        row: usize,
    },
    /// What is drawn is no legal position.
    Illegal(Illegal),
}

/// The character of this list that means the same: `#@+$*.` and space; none if it means nothing.
pub(super) fn glyph(letter: char) -> Option<char> {
    match letter {
        '#' | '@' | '+' | '$' | '*' | '.' | ' ' => Some(letter),
        '-' | '_' | '\u{a0}' => Some(' '),
        'p' | 'm' => Some('@'),
        'P' | 'M' => Some('+'),
        'b' => Some('$'),
        'B' => Some('*'),
        'o' | 'O' => Some('.'),
        _ => None,
    }
}

/// The position that one drawing shows.
pub fn read(drawing: &str) -> Result<Position, LevelError> {
    let rows: Vec<Vec<char>> = drawing.lines().map(|row| row.trim_end().chars().collect()).collect();
    position(&rows)
}

/// The position that rows show; a row that ends early goes on with floor.
pub(super) fn position(rows: &[Vec<char>]) -> Result<Position, LevelError> {
    let width = rows.iter().map(Vec::len).max().unwrap_or(0);
    let height = rows.len();
    if width > SIDE || height > SIDE {
        return Err(LevelError::Illegal(Illegal::Size { width, height }));
    }
    let mut walls = vec![false; width * height];
    let (mut goals, mut boxes, mut player) = (Vec::new(), Vec::new(), None);
    for (row, letters) in rows.iter().enumerate() {
        for (column, &letter) in letters.iter().enumerate() {
            let cell = Cell((row * width + column) as u16);
            let what = glyph(letter).ok_or(LevelError::Unknown { what: letter, column, row })?;
            walls[cell.index()] = what == '#';
            if matches!(what, '.' | '+' | '*') {
                goals.push(cell);
            }
            if matches!(what, '$' | '*') {
                boxes.push(cell);
            }
            if matches!(what, '@' | '+') && player.replace(cell).is_some() {
                return Err(LevelError::TwoPlayers { column, row });
            }
        }
    }
    let player = player.ok_or(LevelError::NoPlayer)?;
    let board = Board::new(width, height, walls, goals).map_err(LevelError::Illegal)?;
    Position::new(Arc::new(board), boxes, player).map_err(LevelError::Illegal)
}

/// The drawing of a position, a line a row. A row within it that is empty is a `-`, for an empty line would end the level.
pub fn write(position: &Position) -> String {
    lines(&rows(position))
}

/// The drawing of a position as it comes back from a file.
pub(super) fn write_kept(position: &Position) -> String {
    lines(&kept(position))
}

fn lines(rows: &[String]) -> String {
    let mut drawing = String::new();
    for row in rows {
        let row = row.trim_end();
        drawing.push_str(if row.is_empty() { "-" } else { row });
        drawing.push('\n');
    }
    drawing
}

/// Whether a row above or below a level is no part of it: an empty one, or an ornament such as `****`.
pub(super) fn is_ornament(marks: impl Iterator<Item = char> + Clone) -> bool {
    let mut marks = marks.filter(|&what| what != ' ');
    let Some(first) = marks.next() else { return true };
    first != '#' && marks.clone().count() > 1 && marks.all(|what| what == first)
}

/// The rows of a position that are read again from a file: without ornaments and empty rows at both ends, other rows far above it, and empty columns before it.
pub(super) fn kept(position: &Position) -> Vec<String> {
    let all: Vec<String> = rows(position).iter().map(|row| row.trim_end().to_owned()).collect();
    let is_part = |row: &String| !is_ornament(row.chars());
    // A level begins with a wall, or one row above it.
    let above = all.iter().position(|row| row.contains('#')).map_or(0, |first| first.saturating_sub(1));
    let first = all.iter().skip(above).position(is_part).map(|first| above + first);
    let (Some(first), Some(last)) = (first, all.iter().rposition(is_part)) else { return all };
    let all = &all[first..=last];
    let indent = |row: &String| row.chars().take_while(|&what| what == ' ').count();
    let indent = all.iter().filter(|row| !row.is_empty()).map(indent).min().unwrap_or(0);
    all.iter().map(|row| row.chars().skip(indent).collect()).collect()
}

/// The rows of a position, each as wide as the board.
pub(super) fn rows(position: &Position) -> Vec<String> {
    let board = &position.board;
    let mut boxes = vec![false; board.width() * board.height()];
    position.boxes.iter().for_each(|cell| boxes[cell.index()] = true);
    let what = |cell: Cell| match (board.is_goal(cell), cell == position.player, boxes[cell.index()]) {
        _ if board.is_wall(cell) => '#',
        (false, true, _) => '@',
        (true, true, _) => '+',
        (false, _, true) => '$',
        (true, _, true) => '*',
        (true, false, false) => '.',
        (false, false, false) => ' ',
    };
    let row = |row| (0..board.width()).filter_map(|column| board.at(column, row)).map(what).collect();
    (0..board.height()).map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Direction;

    const LEVEL: &str = "#####\n#@$.#\n#####\n";

    #[test]
    fn a_level_is_read_played_and_drawn() {
        let mut level = read(LEVEL).unwrap();
        assert_eq!(write(&level), LEVEL);
        assert!(level.step(Direction::East).is_some());
        assert!(level.is_solved());
        assert_eq!(write(&level), "#####\n# @*#\n#####\n");
    }

    #[test]
    fn dialects_mean_the_same() {
        let plain = read("#######\n#@ $*.#\n#######").unwrap();
        assert_eq!(read("#######\n#p-bBo#\n#######"), Ok(plain.clone()));
        assert_eq!(read("#######\n#m_bBO#\n#######"), Ok(plain));
        assert_eq!(read("####\n#+$#\n####"), read("####\n#Pb#\n####"));
        assert_eq!(read("####\n#+$#\n####"), read("####\n#Mb#\n####"));
    }

    #[test]
    fn what_is_no_level_is_refused() {
        assert_eq!(read("###\n# #\n###"), Err(LevelError::NoPlayer));
        assert_eq!(read("####\n#@@#\n####"), Err(LevelError::TwoPlayers { column: 2, row: 1 }));
        assert_eq!(read("###\n#@x\n###"), Err(LevelError::Unknown { what: 'x', column: 2, row: 1 }));
        assert_eq!(read("###\n#@\n###"), Err(LevelError::Illegal(Illegal::Open(Cell(5)))));
    }
}
