//! A position in one word of letters, digits, `-` and `_`, for an address: `rr1.` and the position's bits in base 64.
//!
//! The bits, most significant first: width-1 and height-1 (5 each), robots-1 (3), the robots' cells, the target's cell, its
//! robot (4, 15 for any), a wall bit for the east and the south side of every cell that has a neighbour there, then
//! the lists of closed cells, bonus cells, penalty cells, diagonals and other targets, each a length and its items. A cell and a length
//! take as many bits as the number of cells needs. Trailing zero bits up to a whole character are the only padding, so
//! that a position has exactly one string.
//!
//! `~ricochet` after it stands for the printed option "must ricochet"; in the middle of a round `.` and a digit a robot follow, the sum of 1 for
//! what it has travelled along a row and 2 along a column: `~ricochet.0130`.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use damier_kit::{Refusal, refuse};

use super::{Read, checked};
use crate::board::{Board, Direction, Position};
use crate::setup::Setup;

/// What such a string begins with.
pub(super) const PREFIX: &str = "rr1.";

const ANY: u32 = 15;

/// The printed option, after a string.
const RICOCHET: &str = "~ricochet";

#[derive(Default)]
struct Writer {
    bytes: Vec<u8>,
    bits: usize,
}

impl Writer {
    fn put(&mut self, value: u32, width: u32) {
        for bit in (0..width).rev() {
            if self.bits.is_multiple_of(8) {
                self.bytes.push(0);
            }
            *self.bytes.last_mut().expect("just pushed") |= ((value >> bit & 1) as u8) << (7 - self.bits % 8);
            self.bits += 1;
        }
    }
}

/// Bits for a cell's number, and for a length up to the number of cells.
fn widths(cells: usize) -> (u32, u32) {
    let bits = |most: usize| usize::BITS - most.leading_zeros();
    (bits(cells - 1), bits(cells))
}

/// Every wall that lies between two cells: the cell to its west or north, and its side there.
fn inner_walls(board: &Board) -> impl Iterator<Item = (crate::board::Cell, Direction)> {
    let sides = [Direction::East, Direction::South];
    board
        .cells()
        .flat_map(move |cell| sides.map(|side| (cell, side)))
        .filter(|&(cell, side)| board.neighbour(cell, side).is_some())
}

pub(super) fn write(position: &Position) -> String {
    let board_alone = plain(position);
    let Some(list) = position.setup().ricochet else { return board_alone };
    let digits: String = list.iter().map(i64::to_string).collect();
    let dot = if digits.is_empty() { "" } else { "." };
    format!("{board_alone}{RICOCHET}{dot}{digits}")
}

/// The string without the option.
pub(super) fn plain(position: &Position) -> String {
    let board = &position.board;
    let setup = position.setup();
    let (cell, length) = widths(board.cells().count());
    let mut out = Writer::default();
    out.put(setup.width as u32 - 1, 5);
    out.put(setup.height as u32 - 1, 5);
    out.put(setup.robots.len() as u32 - 1, 3);
    setup.robots.iter().for_each(|&at| out.put(at as u32, cell));
    let robot = |robot: Option<i64>| robot.map_or(ANY, |robot| robot as u32);
    out.put(setup.target.0 as u32, cell);
    out.put(robot(setup.target.1), 4);
    inner_walls(board).for_each(|(cell, side)| out.put(u32::from(board.has_wall(cell, side)), 1));
    for list in [&setup.closed, &setup.bonus, &setup.penalty] {
        out.put(list.len() as u32, length);
        list.iter().for_each(|&at| out.put(at as u32, cell));
    }
    out.put(setup.diagonals.len() as u32, length);
    for &(at, rising, colour) in &setup.diagonals {
        out.put(at as u32, cell);
        out.put(u32::from(rising), 1);
        out.put(colour as u32, 3);
    }
    // A board may list more targets than it has cells, one a robot.
    out.put(setup.targets.len() as u32, length + 4);
    for &(at, whose) in &setup.targets {
        out.put(at as u32, cell);
        out.put(robot(whose), 4);
    }
    PREFIX.to_owned() + &BASE64_URL_SAFE_NO_PAD.encode(&out.bytes)
}

struct Bits<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Bits<'_> {
    /// The next number, or none at the end.
    fn take(&mut self, width: u32) -> Option<i64> {
        let mut value = 0;
        for _ in 0..width {
            let byte = self.bytes.get(self.at / 8)?;
            value = value << 1 | i64::from(byte >> (7 - self.at % 8) & 1);
            self.at += 1;
        }
        Some(value)
    }
}

/// Reads a string a line.
pub(super) fn read(text: &str) -> Result<Vec<Read>, Refusal> {
    let mut found = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let code = line.trim();
        if !code.is_empty() && !code.starts_with('#') {
            let column = line.chars().take_while(|c| c.is_whitespace()).count() + 1;
            let read = one(code).map_err(|what| what.at(number, column))?;
            found.push(Read { line: number, ..read });
        }
    }
    if found.is_empty() {
        return Err(refuse!(
            "ricochet.compact.empty",
            "the input holds no position; give one compact string a line"
        ));
    }
    Ok(found)
}

fn one(text: &str) -> Result<Read, Refusal> {
    let cut =
        || refuse!("ricochet.compact.cut", "the compact string is damaged or cut off; copy it again whole");
    let code = text.strip_prefix(PREFIX).ok_or_else(|| {
        refuse!("ricochet.compact.prefix", "a compact string begins with {prefix}", prefix = PREFIX)
    })?;
    let (code, option) = code.split_once(RICOCHET).map_or((code, None), |(code, rest)| (code, Some(rest)));
    let ricochet = option.map(|rest| travelled(rest).ok_or_else(cut)).transpose()?;
    let bytes = BASE64_URL_SAFE_NO_PAD.decode(code).map_err(|_| cut())?;
    let mut bits = Bits { bytes: &bytes, at: 0 };
    let setup = Setup { ricochet, ..setup(&mut bits).ok_or_else(cut)? };
    let position = checked(&setup, |_| None)?;
    // Whatever the string says beyond the position (set padding, bytes at the end, lists out of order) is damage.
    if write(&position) != text {
        return Err(cut());
    }
    Ok(Read { line: 1, id: None, position, source: None, one_sided_walls: 0 })
}

/// What the robots have travelled: nothing, or a dot and a digit a robot.
fn travelled(text: &str) -> Option<Vec<i64>> {
    if text.is_empty() {
        return Some(Vec::new());
    }
    let digit = |letter: char| letter.to_digit(10).map(i64::from);
    text.strip_prefix('.')?.chars().map(digit).collect()
}

fn setup(bits: &mut Bits<'_>) -> Option<Setup> {
    let width = bits.take(5)? + 1;
    let height = bits.take(5)? + 1;
    let robots = bits.take(3)? + 1;
    let cells = (width * height) as usize;
    let (cell, length) = widths(cells.max(2));
    let robots = (0..robots).map(|_| bits.take(cell)).collect::<Option<_>>()?;
    let whose = |number: i64| (number != i64::from(ANY)).then_some(number);
    let target = (bits.take(cell)?, whose(bits.take(4)?));
    let mut walls = vec![0; cells];
    for (cell, side) in inner_walls(&Board::empty(width as usize, height as usize)) {
        walls[cell.index()] |= bits.take(1)? * i64::from(side.bit());
    }
    let mut list = || -> Option<Vec<i64>> {
        let many = bits.take(length)?;
        (0..many).map(|_| bits.take(cell)).collect()
    };
    let (closed, bonus, penalty) = (list()?, list()?, list()?);
    let many = bits.take(length)?;
    let diagonals = (0..many).map(|_| Some((bits.take(cell)?, bits.take(1)? == 1, bits.take(3)?)));
    let diagonals = diagonals.collect::<Option<_>>()?;
    let many = bits.take(length + 4)?;
    let targets = (0..many).map(|_| Some((bits.take(cell)?, whose(bits.take(4)?)))).collect::<Option<_>>()?;
    let ricochet = None;
    Some(Setup { width, height, walls, closed, diagonals, bonus, penalty, targets, robots, target, ricochet })
}
