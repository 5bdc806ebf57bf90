//! Four quadrants as codes: a line each of 64 comma-separated numbers, the walls of a cell being N=8 + E=4 + S=2 + W=1, row
//! by row, in the order top left, top right, bottom left, bottom right. A quadrant may be written in any rotation: it is turned
//! until it fits its corner, by its border walls, or else by the closed cell that belongs to the middle. Then follow robots
//! and targets as `x y R` lines of the whole board.

use damier_kit::{Refusal, excerpt, refuse};

use super::Read;
use super::lines::{Reader, write_pieces};
use crate::board::{Direction, Position};
use crate::quadrants::{self, HALF};

/// The wall bits of a quadrant, N=1 E=2 S=4 W=8 as everywhere else, row by row.
type Quadrant = Vec<u8>;

/// The four corners: column and row of the first cell, and how often the top left corner is turned to come here.
const CORNERS: [(usize, usize, usize); 4] = [(0, 0, 0), (HALF, 0, 1), (0, HALF, 3), (HALF, HALF, 2)];

pub(super) fn read(text: &str) -> Result<Read, Refusal> {
    let mut reader = Reader::default();
    reader.at_least(2 * HALF);
    let mut corners = CORNERS.iter();
    let mut walls = vec![0; 4 * HALF * HALF];
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim().is_empty() || line.trim_start().starts_with('#') {
            continue;
        }
        let Some(&(column, row, turns)) = corners.next() else {
            reader.line(number, line)?;
            reader.at_most(2 * HALF)?;
            continue;
        };
        let quadrant = fit(numbers(number, line)?, turns, number)?;
        for (at, bits) in quadrant.into_iter().enumerate() {
            let (x, y) = (column + at % HALF, row + at / HALF);
            walls[y * 2 * HALF + x] = bits;
            let marked = Direction::ALL.into_iter().filter(|side| bits & side.bit() != 0);
            marked.for_each(|side| reader.wall(x, y, side));
        }
    }
    if corners.next().is_some() {
        return Err(refuse!(
            "ricochet.codes.missing",
            "codes need four lines of 64 numbers, one a quadrant; some are missing"
        ));
    }
    // The middle is closed where all four of its cells are walled in.
    let middle = [(HALF - 1, HALF - 1), (HALF, HALF - 1), (HALF - 1, HALF), (HALF, HALF)];
    if middle.iter().all(|&(x, y)| walls[y * 2 * HALF + x] == 15) {
        middle.iter().for_each(|&(x, y)| reader.close(x, y));
    }
    reader.finish()
}

/// The 64 numbers of a line.
fn numbers(line: usize, text: &str) -> Result<Quadrant, Refusal> {
    let mut quadrant = Vec::new();
    let mut column = 1;
    for part in text.split(',') {
        let Some(code) = part.trim().parse::<u8>().ok().filter(|code| *code < 16) else {
            let what = refuse!(
                "ricochet.codes.code",
                "'{code}' is no wall code; add up N=8 E=4 S=2 W=1",
                code = excerpt(part.trim())
            );
            let spaces = part.len() - part.trim_start().len();
            let spaces = if spaces == part.len() { 0 } else { part[..spaces].chars().count() };
            return Err(what.at(line, column + spaces));
        };
        quadrant.push(code.reverse_bits() >> 4);
        column += part.chars().count() + 1;
    }
    if quadrant.len() != HALF * HALF {
        let count = quadrant.len();
        let what = refuse!("ricochet.codes.count", "a quadrant has 64 codes, not {count}", count);
        return Err(what.at(line, 1));
    }
    Ok(quadrant)
}

/// Turns a quadrant until it fits the corner that is `turns` quarter turns from the top left.
fn fit(quadrant: Quadrant, turns: usize, line: usize) -> Result<Quadrant, Refusal> {
    let rotations: Vec<Quadrant> =
        std::iter::successors(Some(quadrant), |before| Some(quadrants::turn(before))).take(4).collect();
    let has = |bits: u8, side: Direction| bits & side.bit() != 0;
    // Seen as a top left corner: walls along the top and the left, or a closed cell at the bottom right.
    let border =
        |q: &Quadrant| (0..HALF).all(|i| has(q[i], Direction::North) && has(q[i * HALF], Direction::West));
    let centre = |q: &Quadrant| q[HALF * HALF - 1] == 15;
    // As it stands first: a quadrant that is written in its place stays there.
    let fits = |test: &dyn Fn(&Quadrant) -> bool| {
        (4 - turns..8 - turns).map(|r| r % 4).find(|&r| test(&rotations[r]))
    };
    let upright = fits(&border).or_else(|| fits(&centre)).ok_or_else(|| {
        refuse!(
            "ricochet.codes.fit",
            "the quadrant fits no corner: it has neither walls along two outer sides nor a closed corner cell (15)"
        )
        .at(line, 1)
    })?;
    Ok(rotations[(upright + turns) % 4].clone())
}

pub(super) fn write(position: &Position) -> Option<String> {
    let board = &position.board;
    if (board.width(), board.height()) != (2 * HALF, 2 * HALF) {
        return None;
    }
    // Four walled-in cells in the middle are read as closed.
    let middle = [(HALF - 1, HALF - 1), (HALF, HALF - 1), (HALF - 1, HALF), (HALF, HALF)]
        .map(|(x, y)| board.cell(x, y));
    if middle.iter().all(|&cell| board.walls(cell) == 15) && !middle.iter().all(|&cell| board.is_closed(cell))
    {
        return None;
    }
    let mut text = String::new();
    for (column, row, _) in CORNERS {
        let code = |at: usize| {
            let bits = board.walls(board.cell(column + at % HALF, row + at / HALF));
            (bits.reverse_bits() >> 4).to_string()
        };
        text += &(0..HALF * HALF).map(code).collect::<Vec<_>>().join(",");
        text.push('\n');
    }
    write_pieces(position, &mut text);
    Some(text)
}
