//! Levels drawn with `#` wall, `@` player, `$` box, `.` goal, `*` box on a goal, `+` player on a goal, and space, `-` or `_` for floor.

use std::sync::Arc;

use crate::board::{Board, Cell, Illegal, Position};

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

/// The position that one drawing shows.
pub fn read(drawing: &str) -> Result<Position, LevelError> {
    let rows: Vec<&str> = drawing.lines().collect();
    let width = rows.iter().map(|row| row.trim_end().chars().count()).max().unwrap_or(0);
    let height = rows.len();
    let size = LevelError::Illegal(Illegal::Size { width, height });
    if width > crate::board::SIDE || height > crate::board::SIDE {
        return Err(size);
    }
    let mut walls = vec![false; width * height];
    let (mut goals, mut boxes, mut player) = (Vec::new(), Vec::new(), None);
    for (row, text) in rows.iter().enumerate() {
        for (column, what) in text.trim_end().chars().enumerate() {
            let cell = Cell((row * width + column) as u16);
            match what {
                '#' => walls[cell.index()] = true,
                ' ' | '-' | '_' | '.' | '@' | '+' | '$' | '*' => {}
                _ => return Err(LevelError::Unknown { what, column, row }),
            }
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

/// The drawing of a position, a line a row.
pub fn write(position: &Position) -> String {
    let board = &position.board;
    let mut drawing = String::new();
    for row in 0..board.height() {
        let line: String = (0..board.width())
            .filter_map(|column| board.at(column, row))
            .map(|cell| {
                let goal = board.is_goal(cell);
                if board.is_wall(cell) {
                    '#'
                } else if cell == position.player {
                    if goal { '+' } else { '@' }
                } else if position.box_at(cell).is_some() {
                    if goal { '*' } else { '$' }
                } else if goal {
                    '.'
                } else {
                    ' '
                }
            })
            .collect();
        drawing.push_str(line.trim_end());
        drawing.push('\n');
    }
    drawing
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
    fn what_is_no_level_is_refused() {
        assert_eq!(read("###\n# #\n###"), Err(LevelError::NoPlayer));
        assert_eq!(read("####\n#@@#\n####"), Err(LevelError::TwoPlayers { column: 2, row: 1 }));
        assert_eq!(read("###\n#@x\n###"), Err(LevelError::Unknown { what: 'x', column: 2, row: 1 }));
        assert_eq!(read("###\n#@\n###"), Err(LevelError::Illegal(Illegal::Open(Cell(5)))));
    }
}
