//! A board in one word for an address: `t`, the width, `-`, then a digit or a small letter a tile (base 36): `t3-123456708`.

use damier_kit::{Refusal, refuse};

use super::Read;
use crate::board::Position;

pub(super) fn write(position: &Position) -> String {
    let digit = |&tile: &u8| char::from_digit(tile.into(), 36).unwrap_or('?');
    format!("t{}-{}", position.width, position.tiles.iter().map(digit).collect::<String>())
}

/// Reads a code a line.
pub(super) fn read(text: &str) -> Result<Vec<Read>, Refusal> {
    let lines = (1..).zip(text.lines()).filter(|(_, code)| !code.trim().is_empty());
    let read = |(line, code): (usize, &str)| {
        let column = code.chars().take_while(|c| c.is_whitespace()).count() + 1;
        let position = one(code.trim()).map_err(|(before, why)| why.at(line, column + before))?;
        Ok(Read { line, id: None, position, source: None })
    };
    lines.map(read).collect()
}

/// Reads one code; the error comes with the number of letters before the fault.
fn one(code: &str) -> Result<Position, (usize, Refusal)> {
    let parts = code.strip_prefix('t').and_then(|code| code.split_once('-'));
    let parts = parts.and_then(|(width, letters)| {
        let width = width.parse().ok().filter(|width: &usize| *width > 0)?;
        let digit = |letter: char| letter.to_digit(36).filter(|_| !letter.is_uppercase()).map(i64::from);
        Some((width, letters.chars().map(digit).collect::<Option<Vec<i64>>>()?))
    });
    let damaged = || {
        refuse!(
            "taquin.code",
            "a code is t, the width, - and a digit or letter a tile, as in t3-123456708; copy it again whole"
        )
    };
    let (width, tiles) = parts.ok_or_else(|| (0, damaged()))?;
    let before = code.len() - tiles.len();
    Position::new(width, tiles.len().div_ceil(width), &tiles).map_err(|(tile, why)| (before + tile, why))
}
