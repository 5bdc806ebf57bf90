//! What is on the table: tiles 1, 2, … and one gap, on 2×2 to 6×6 cells that are numbered row by row from the top left.

use damier_kit::{Refusal, refuse};

/// The fewest and the most columns, and rows.
pub const SIDES: std::ops::RangeInclusive<usize> = 2..=6;

/// The most cells.
pub const CELLS: usize = 36;

/// The way that a tile moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// To the column before.
    Left,
    /// To the row above.
    Up,
    /// To the column after.
    Right,
    /// To the row below.
    Down,
}

impl Direction {
    /// All four, by their numbers.
    pub const ALL: [Direction; 4] = [Direction::Left, Direction::Up, Direction::Right, Direction::Down];

    /// As solutions are written: l, u, r or d.
    pub fn letter(self) -> char {
        ['l', 'u', 'r', 'd'][self as usize]
    }

    /// From `l`, `u`, `r` or `d`.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|way| way.letter() == letter)
    }

    /// The way back.
    pub fn opposite(self) -> Self {
        Self::ALL[self as usize ^ 2]
    }
}

/// An arrangement: every number from 0 (the gap) up is there once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// What is on each cell.
    pub tiles: Vec<u8>,
}

impl Position {
    /// Checks what somebody wrote, row by row. The error comes with the number of the tile in the list.
    pub fn new(width: usize, height: usize, tiles: &[i64]) -> Result<Self, (usize, Refusal)> {
        if !SIDES.contains(&width) || !SIDES.contains(&height) {
            let why = refuse!(
                "taquin.size",
                "a board has 2 to 6 columns and 2 to 6 rows, not {width}×{height}",
                width = width,
                height = height
            );
            return Err((0, why));
        }
        let (cells, most) = (width * height, width * height - 1);
        if tiles.len() != cells {
            let why = refuse!(
                "taquin.count",
                "{width}×{height} cells need {cells} numbers, 0 for the gap; here are {count}",
                width = width,
                height = height,
                cells = cells,
                count = tiles.len()
            );
            return Err((0, why));
        }
        for (at, &tile) in tiles.iter().enumerate() {
            if !(0..cells as i64).contains(&tile) {
                let why = refuse!(
                    "taquin.no_tile",
                    "there is no tile {tile} here; write 1 to {most}, and 0 for the gap",
                    tile = tile,
                    most = most
                );
                return Err((at, why));
            }
            if tiles[..at].contains(&tile) {
                let missing = (0..cells as i64).find(|tile| !tiles.contains(tile)).unwrap_or_default();
                let why = refuse!(
                    "taquin.twice",
                    "{tile} is there twice and {missing} is missing; write 0 to {most} once each",
                    tile = tile,
                    missing = missing,
                    most = most
                );
                return Err((at, why));
            }
        }
        Ok(Position { width, height, tiles: tiles.iter().map(|&tile| tile as u8).collect() })
    }

    /// The solved board of a size.
    pub fn solved(width: usize, height: usize) -> Self {
        let cells = width * height;
        Position { width, height, tiles: (1..=cells).map(|tile| (tile % cells) as u8).collect() }
    }

    /// The cell of a tile, or of the gap.
    pub fn cell(&self, tile: u8) -> usize {
        self.tiles.iter().position(|&other| other == tile).unwrap_or_default()
    }
}
