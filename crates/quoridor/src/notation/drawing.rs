//! A position for people: squares between `+---+` and `|`, walls as `===` and `#`, pawns as 1 to 4.

use std::fmt::Write;

use crate::board::{Lie, Square};
use crate::rules::Position;

/// Draws the board, and tells walls left and whose turn it is.
pub fn drawing(position: &Position) -> String {
    let size = position.size();
    let square = |column: usize, row: usize| Square::new(column, row).unwrap_or(Square(0));
    let stands = |column: Option<usize>, row: Option<usize>, lie| {
        let (Some(column), Some(row)) = (column, row) else { return false };
        let walls = position.walls();
        let set = if lie == Lie::Horizontal { walls.horizontal } else { walls.vertical };
        column + 1 < size && row + 1 < size && set & square(column, row).bit() != 0
    };
    let mut text = String::new();
    for row in (0..size).rev() {
        // The line above the row: walls that lie north of its squares.
        text += "   ";
        for column in 0..size {
            let wall = stands(Some(column), Some(row), Lie::Horizontal)
                || stands(column.checked_sub(1), Some(row), Lie::Horizontal);
            text += if wall { "+===" } else { "+---" };
        }
        let _ = write!(text, "+\n{:>2} ", row + 1);
        for column in 0..size {
            let before = column.checked_sub(1);
            let wall =
                stands(before, Some(row), Lie::Vertical) || stands(before, row.checked_sub(1), Lie::Vertical);
            let here = (0..position.players()).find(|&player| position.pawn(player) == square(column, row));
            let pawn = here.map_or(' ', |player| (b'1' + player as u8) as char);
            let _ = write!(text, "{} {pawn} ", if wall { '#' } else { '|' });
        }
        text += "|\n";
    }
    text += "   ";
    text += &"+---".repeat(size);
    text += "+\n   ";
    for column in 0..size {
        let _ = write!(text, "  {} ", (b'a' + column as u8) as char);
    }
    text += "\n";
    let left: Vec<_> =
        (0..position.players()).map(|player| position.walls_left(player).to_string()).collect();
    let _ = match position.winner() {
        Some(player) => writeln!(text, "player {} has won", player + 1),
        None => writeln!(text, "player {} to move; walls left: {}", position.turn() + 1, left.join(", ")),
    };
    text
}
