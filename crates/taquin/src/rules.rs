//! How one plays: a tile beside the gap moves into it, and the board is solved when the tiles stand in order with the gap last.
//!
//! **Half of all arrangements cannot be solved.** A move exchanges the gap and a tile, so the arrangement, read as a permutation,
//! becomes odd and even in turns; so does the distance of the gap to the last cell. Solved, both are even: a board can be
//! solved exactly if they are of one kind (Johnson and Story, 1879).

use crate::board::{Direction, Position};

/// The cell beside a cell, unless that is across the edge.
pub fn beside(width: usize, height: usize, cell: usize, way: Direction) -> Option<usize> {
    let (column, row) = (cell % width, cell / width);
    match way {
        Direction::Left => (column > 0).then(|| cell - 1),
        Direction::Up => (row > 0).then(|| cell - width),
        Direction::Right => (column + 1 < width).then_some(cell + 1),
        Direction::Down => (row + 1 < height).then_some(cell + width),
    }
}

impl Position {
    /// The cell of the tile that can move this way.
    pub fn mover(&self, way: Direction) -> Option<usize> {
        beside(self.width, self.height, self.cell(0), way.opposite())
    }

    /// Moves a tile; gives the cells that it left and entered, or none where no tile can move that way.
    pub fn step(&mut self, way: Direction) -> Option<(usize, usize)> {
        let (from, to) = (self.mover(way)?, self.cell(0));
        self.tiles.swap(from, to);
        Some((from, to))
    }

    /// The moves that push the tile on a cell and all before it towards the gap; none where they are not in line.
    pub fn push(&self, cell: usize) -> Option<Vec<Direction>> {
        Direction::ALL.into_iter().find_map(|way| {
            let next = |&at: &usize| beside(self.width, self.height, at, way);
            let many = std::iter::successors(Some(cell), next).position(|at| at == self.cell(0))?;
            (many > 0).then(|| vec![way; many])
        })
    }

    /// Whether nothing is left to do.
    pub fn is_solved(&self) -> bool {
        *self == Position::solved(self.width, self.height)
    }

    /// Whether moves lead from here to the solved board.
    pub fn is_solvable(&self) -> bool {
        // Less one, the gap is greater than all tiles.
        let order: Vec<u8> = self.tiles.iter().map(|tile| tile.wrapping_sub(1)).collect();
        let greater = |at: usize| order[..at].iter().filter(|&&tile| tile > order[at]).count();
        let inversions: usize = (0..order.len()).map(greater).sum();
        let gap = self.cell(0);
        (inversions + self.width - gap % self.width + self.height - gap / self.width).is_multiple_of(2)
    }
}
