//! Rows of numbers: `1 2 3 / 4 5 6 / 7 0 8` in a line, or a row a line with an empty line between boards. A `#` begins a comment.

use damier_kit::{Refusal, excerpt, refuse};

use super::Read;
use crate::board::Position;

/// A number, its line and its column.
type Number = (i64, (usize, usize));

pub(super) fn read(text: &str) -> Result<Vec<Read>, Refusal> {
    let (mut found, mut rows) = (Vec::new(), Vec::new());
    for (number, line) in (1..).zip(text.lines().chain([""])) {
        let written = line.split('#').next().unwrap_or_default();
        // A line with several rows is a board of its own, and an empty one ends a board.
        let is_whole = written.contains('/');
        if is_whole || line.trim().is_empty() {
            found.extend(board(&std::mem::take(&mut rows))?);
        }
        let mut column = 1;
        for row in written.split('/') {
            rows.push(numbers(row, (number, column))?);
            column += row.chars().count() + 1;
        }
        if is_whole {
            found.extend(board(&std::mem::take(&mut rows))?);
        }
    }
    Ok(found)
}

/// The numbers of a row that begins at a line and a column.
fn numbers(row: &str, (line, mut column): (usize, usize)) -> Result<Vec<Number>, Refusal> {
    let mut found = Vec::new();
    for word in row.split(char::is_whitespace) {
        if !word.is_empty() {
            let no_number = |_| {
                let what = excerpt(word);
                refuse!(
                    "taquin.number",
                    "'{what}' is not a number; write the tiles as 1, 2, … and the gap as 0",
                    what = what
                )
            };
            let tile =
                word.parse().map_err(|error: std::num::ParseIntError| no_number(error).at(line, column))?;
            found.push((tile, (line, column)));
        }
        column += word.chars().count() + 1;
    }
    Ok(found)
}

/// The board of some rows, if there is a number in them.
fn board(rows: &[Vec<Number>]) -> Result<Option<Read>, Refusal> {
    let rows: Vec<&Vec<Number>> = rows.iter().filter(|row| !row.is_empty()).collect();
    let Some(width) = rows.first().map(|row| row.len()) else { return Ok(None) };
    if let Some(row) = rows.iter().find(|row| row.len() != width) {
        let why = refuse!(
            "taquin.row",
            "this row has {numbers} numbers and the first has {width}; make them equal",
            numbers = row.len(),
            width = width
        );
        let (line, column) = row[0].1;
        return Err(why.at(line, column));
    }
    let (tiles, places): (Vec<i64>, Vec<_>) = rows.iter().copied().flatten().copied().unzip();
    let position = Position::new(width, rows.len(), &tiles)
        .map_err(|(tile, why)| why.at(places[tile].0, places[tile].1))?;
    Ok(Some(Read { line: places[0].0, id: None, position, source: None }))
}

pub(super) fn write(position: &Position) -> String {
    let row = |row: &[u8]| row.iter().map(u8::to_string).collect::<Vec<_>>().join(" ");
    position.tiles.chunks(position.width).map(row).collect::<Vec<_>>().join(" / ")
}
