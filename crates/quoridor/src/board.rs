//! What is on the table: squares, walls, moves, and the sizes of a game.
//!
//! Squares are bits of a `u128`, eleven to a row whatever the board's size, so that one step north is always a shift by
//! [`ROW`] and one step east a shift by 1. A wall lies around a lattice point, the north-east corner of its [`Square`], which
//! is also its name: `e3h` lies north of e3 and f3, `e3v` east of e3 and e4.

use std::fmt;

use damier_kit::{Refusal, refuse};

/// Bits from one row to the next: the columns of the largest board.
pub const ROW: u32 = 11;
/// The most players.
pub const PLAYERS: usize = 4;
/// The smallest and the largest board.
pub const SIZES: std::ops::RangeInclusive<usize> = 3..=11;
/// The most walls that a player can be given.
pub const MOST_WALLS: usize = 50;

/// A set of squares, or of walls named by their squares.
pub type Squares = u128;

/// A square: `row * 11 + column`, both from 0 at the lower left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(pub(crate) u8);

impl Square {
    /// The square in this column and row, both from 0; none outside the largest board.
    pub fn new(column: usize, row: usize) -> Option<Square> {
        let row_bits = ROW as usize;
        (column < row_bits && row < row_bits).then(|| Square((row * row_bits + column) as u8))
    }

    /// Its column, from 0 at the left.
    pub fn column(self) -> usize {
        usize::from(self.0) % ROW as usize
    }

    /// Its row, from 0 at the bottom.
    pub fn row(self) -> usize {
        usize::from(self.0) / ROW as usize
    }

    /// The set that holds it alone.
    #[inline]
    pub(crate) fn bit(self) -> Squares {
        1 << (self.0 & 127)
    }

    /// The first square of a set that is not empty.
    #[inline]
    pub(crate) fn first(of: Squares) -> Square {
        Square(of.trailing_zeros() as u8)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.column() as u8) as char, self.row() + 1)
    }
}

/// How a wall lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lie {
    /// `h`: it stops steps north and south.
    Horizontal,
    /// `v`: it stops steps east and west.
    Vertical,
}

/// What a player does in a turn, in two bytes. `Ord` is that of the notation: a1, a1h, a1v, a2…
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(u16);

/// A [`Move`] taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// The pawn goes there.
    Walk(Square),
    /// A wall is placed.
    Wall(Square, Lie),
    /// Nothing can be done: with four players a pawn may be shut in by others while its player has no walls.
    Pass,
}

const KIND: u16 = 7;

impl Move {
    /// Nothing can be done.
    pub const PASS: Move = Move(3 << KIND);

    /// The pawn goes to a square.
    #[inline]
    pub fn walk(to: Square) -> Move {
        Move(u16::from(to.0))
    }

    /// A wall is placed.
    #[inline]
    pub fn wall(at: Square, lie: Lie) -> Move {
        let kind = match lie {
            Lie::Horizontal => 1,
            Lie::Vertical => 2,
        };
        Move(kind << KIND | u16::from(at.0))
    }

    /// What it is.
    #[inline]
    pub fn deed(self) -> Deed {
        let square = Square((self.0 & 127) as u8);
        match self.0 >> KIND {
            0 => Deed::Walk(square),
            1 => Deed::Wall(square, Lie::Horizontal),
            2 => Deed::Wall(square, Lie::Vertical),
            _ => Deed::Pass,
        }
    }

    /// Whether the pawn moves.
    #[inline]
    pub fn is_walk(self) -> bool {
        self.0 >> KIND == 0
    }

    /// A number below 512, for tables.
    #[inline]
    pub(crate) fn index(self) -> usize {
        usize::from(self.0 & 511)
    }

    /// The move of an [`Self::index`].
    #[inline]
    pub(crate) fn from_index(index: u16) -> Move {
        Move(index & 511)
    }

    /// Column, row, kind: the order in which lists are written.
    pub(crate) fn order(self) -> (usize, String) {
        let text = self.to_string();
        (usize::from(self.deed() == Deed::Pass), text)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.deed() {
            Deed::Walk(to) => write!(f, "{to}"),
            Deed::Wall(at, Lie::Horizontal) => write!(f, "{at}h"),
            Deed::Wall(at, Lie::Vertical) => write!(f, "{at}v"),
            Deed::Pass => f.write_str("pass"),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Moves in a fixed array: no board has more legal ones.
#[derive(Clone, Debug)]
pub struct Moves {
    list: [Move; Moves::MOST],
    count: usize,
}

impl Default for Moves {
    fn default() -> Self {
        Moves { list: [Move::PASS; Moves::MOST], count: 0 }
    }
}

impl Moves {
    /// 200 walls on the largest board, and the pawn's moves.
    const MOST: usize = 216;

    /// Adds a move; beyond what any position needs it is dropped.
    #[inline]
    pub(crate) fn push(&mut self, play: Move) {
        if self.count < Self::MOST {
            self.list[self.count] = play;
            self.count += 1;
        }
    }

    /// Forgets all.
    #[inline]
    pub fn clear(&mut self) {
        self.count = 0;
    }
}

impl std::ops::Deref for Moves {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        &self.list[..self.count]
    }
}

/// How a game is set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    size: u8,
    players: u8,
    walls: u8,
}

impl Default for Setup {
    /// 9×9, two players, ten walls each.
    fn default() -> Self {
        Setup { size: 9, players: 2, walls: 10 }
    }
}

impl Setup {
    /// A board of `size`×`size` for 2 or 4 players, each with `walls`, or as many as fit the board: 10 of 81 squares for two
    /// players, half of that for four.
    pub fn new(size: usize, players: usize, walls: Option<usize>) -> Result<Setup, Refusal> {
        if !SIZES.contains(&size) {
            return Err(refuse!("quoridor.size", "a board has 3 to 11 squares a side, not {size}", size));
        }
        if players != 2 && players != PLAYERS {
            return Err(refuse!("quoridor.players", "2 or 4 play, not {players}", players));
        }
        let fitting = (size * size * 10 + 40) / 81 * 2 / players;
        let walls = walls.unwrap_or(fitting.max(1));
        if walls > MOST_WALLS {
            return Err(too_many_walls(walls));
        }
        Ok(Setup { size: size as u8, players: players as u8, walls: walls as u8 })
    }

    /// Squares a side.
    pub fn size(self) -> usize {
        usize::from(self.size)
    }

    /// How many play.
    pub fn players(self) -> usize {
        usize::from(self.players)
    }

    /// The walls that each player begins with.
    pub fn walls(self) -> usize {
        usize::from(self.walls)
    }

    /// Where a player's pawn begins: in the middle of its side. With an even size the middle is the place to the left of it,
    /// seen from the player, so that all are alike.
    pub fn start(self, player: usize) -> Square {
        let (last, middle) = (self.size() - 1, (self.size() - 1) / 2);
        let (column, row) = match self.side(player) {
            0 => (middle, 0),
            1 => (0, last - middle),
            2 => (last - middle, last),
            _ => (last, middle),
        };
        Square((row * ROW as usize + column) as u8)
    }

    /// The side where a player begins: 0 bottom, 1 left, 2 top, 3 right, clockwise as the turns go.
    pub(crate) fn side(self, player: usize) -> usize {
        if self.players == 2 { player * 2 } else { player }
    }
}

/// More walls than a player can be given.
pub(crate) fn too_many_walls(walls: usize) -> Refusal {
    refuse!("quoridor.most_walls", "a player has 0 to 50 walls, not {walls}", walls)
}

/// The sets that belong to a size of board.
#[derive(Debug)]
pub(crate) struct Geometry {
    /// The squares that have one north of them, and east of them, when no wall stands.
    pub(crate) north: Squares,
    pub(crate) east: Squares,
    /// Where walls can lie.
    pub(crate) slots: Squares,
    /// The lattice points of the border, as far as they have a bit: the last column and the last row.
    pub(crate) border: Squares,
    /// The first column and the first row.
    pub(crate) first_column: Squares,
    pub(crate) first_row: Squares,
    /// The far side as seen from each side.
    pub(crate) goals: [Squares; PLAYERS],
}

impl Geometry {
    /// Of a board with that size.
    #[inline]
    pub(crate) fn of(size: u8) -> &'static Geometry {
        &GEOMETRIES[usize::from(size) & 15]
    }
}

static GEOMETRIES: [Geometry; 16] = {
    const NONE: Geometry = geometry(3);
    let mut all = [NONE; 16];
    let mut size = 3;
    while size <= 11 {
        all[size] = geometry(size);
        size += 1;
    }
    all
};

const fn rectangle(columns: (usize, usize), rows: (usize, usize)) -> Squares {
    let mut set = 0;
    let mut row = rows.0;
    while row < rows.1 {
        let mut column = columns.0;
        while column < columns.1 {
            set |= 1 << (row * ROW as usize + column);
            column += 1;
        }
        row += 1;
    }
    set
}

const fn geometry(size: usize) -> Geometry {
    let last = size - 1;
    let (first_column, last_column) = (rectangle((0, 1), (0, size)), rectangle((last, size), (0, size)));
    let (first_row, last_row) = (rectangle((0, size), (0, 1)), rectangle((0, size), (last, size)));
    Geometry {
        north: rectangle((0, size), (0, last)),
        east: rectangle((0, last), (0, size)),
        slots: rectangle((0, last), (0, last)),
        border: last_column | last_row,
        first_column,
        first_row,
        goals: [last_row, last_column, first_row, first_column],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn walls_match_the_board() {
        let walls = |size, players| Setup::new(size, players, None).unwrap().walls();
        assert_eq!((walls(9, 2), walls(9, 4), walls(3, 2), walls(5, 2)), (10, 5, 1, 3));
        assert_eq!((walls(11, 2), walls(11, 4), walls(3, 4)), (15, 7, 1));
        assert!(Setup::new(2, 2, None).is_err() && Setup::new(9, 3, None).is_err());
    }

    #[test]
    fn starts_turn_with_the_board() {
        let four = |size| {
            let setup = Setup::new(size, 4, None).unwrap();
            (0..4).map(|player| setup.start(player).to_string()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(four(9), "e1 a5 e9 i5");
        assert_eq!(four(4), "b1 a3 c4 d2");
        assert_eq!(Setup::default().start(1).to_string(), "e9");
    }
}
