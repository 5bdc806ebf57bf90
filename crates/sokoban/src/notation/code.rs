//! A position in one word of letters, digits, `-` and `_`, for an address: `sk1.` and the position's bits in base 64.
//!
//! The bits, most significant first: width-1 and height-1 (6 each), then the cells row by row in runs of equal ones. A run is
//! what is in its cells (3 bits: floor, wall, goal, box, box on a goal, player, player on a goal) and its length in Elias' gamma
//! code: as many zeros as the length has bits after its first, then the length itself. Zero bits up to a whole byte are the only
//! padding and two neighbouring runs differ, so that a position has exactly one code, however its boxes are listed.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use damier_kit::{Refusal, refuse};

use super::xsb::{self, LevelError};
use super::{Level, Room, numbered, text};
use crate::board::{Illegal, Position};

/// What a code begins with; the digit is the version.
pub(crate) const PREFIX: &str = "sk1.";

/// What a cell holds, by its number.
const WHAT: [char; 7] = [' ', '#', '.', '$', '*', '@', '+'];

pub(super) fn write(position: &Position) -> String {
    let mut bits = Vec::new();
    let mut put = |value: usize, width: u32| bits.extend((0..width).rev().map(|bit| value >> bit & 1 == 1));
    put(position.board.width() - 1, 6);
    put(position.board.height() - 1, 6);
    let cells: Vec<char> = xsb::rows(position).iter().flat_map(|row| row.chars()).collect();
    for run in cells.chunk_by(|one, next| one == next) {
        put(WHAT.iter().position(|&what| what == run[0]).unwrap_or(0), 3);
        let more = run.len().ilog2();
        put(0, more);
        put(run.len(), more + 1);
    }
    let byte =
        |bits: &[bool]| bits.iter().enumerate().fold(0, |byte, (at, &bit)| byte | u8::from(bit) << (7 - at));
    let bytes: Vec<u8> = bits.chunks(8).map(byte).collect();
    PREFIX.to_owned() + &BASE64_URL_SAFE_NO_PAD.encode(bytes)
}

/// Reads a code a line.
pub(super) fn read(text: &str) -> Result<Vec<Level>, Refusal> {
    let mut found: Vec<Level> = Vec::new();
    let mut room = Room::default();
    for (number, line) in (1..).zip(text.lines()) {
        let code = line.trim();
        if code.is_empty() {
            continue;
        }
        let column = line.chars().take_while(|c| c.is_whitespace()).count() + 1;
        let refused = |why: Refusal| numbered(found.len(), &why.at(number, column));
        let position = one(code).map_err(refused)?;
        room.take(&position).map_err(refused)?;
        let notes = text::notes(&position);
        found.push(Level { line: number, notes, ..Level::new(position) });
    }
    if found.is_empty() {
        return Err(refuse!("sokoban.code.none", "the input holds no level; give one code a line"));
    }
    Ok(found)
}

fn one(text: &str) -> Result<Position, Refusal> {
    let cut = || refuse!("sokoban.code.cut", "the code is damaged or cut off; copy it again whole");
    let code = text
        .strip_prefix(PREFIX)
        .ok_or_else(|| refuse!("sokoban.code.prefix", "a code begins with {prefix}", prefix = PREFIX))?;
    let bytes = BASE64_URL_SAFE_NO_PAD.decode(code).map_err(|_| cut())?;
    let rows = rows(&mut Bits { bytes: &bytes, at: 0 }).ok_or_else(cut)?;
    let position = xsb::position(&rows).map_err(|error| match error {
        LevelError::NoPlayer => {
            refuse!("sokoban.code.no_player", "there is no player in the coded level; put one there")
        }
        LevelError::TwoPlayers { .. } => {
            refuse!("sokoban.code.two_players", "there are two players in the coded level; remove one")
        }
        LevelError::Illegal(Illegal::Open(_)) => {
            refuse!("sokoban.code.open", "the border of the coded level is open; close it")
        }
        LevelError::Unknown { .. } | LevelError::Illegal(_) => cut(),
    })?;
    // Whatever the code says beyond the position (set padding, bytes at the end, a run in two parts) is damage.
    if write(&position) == text { Ok(position) } else { Err(cut()) }
}

struct Bits<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Bits<'_> {
    /// The next number, or none at the end.
    fn take(&mut self, width: u32) -> Option<usize> {
        let mut value = 0;
        for _ in 0..width {
            let byte = self.bytes.get(self.at / 8)?;
            value = value << 1 | usize::from(byte >> (7 - self.at % 8) & 1);
            self.at += 1;
        }
        Some(value)
    }
}

fn rows(bits: &mut Bits<'_>) -> Option<Vec<Vec<char>>> {
    let width = bits.take(6)? + 1;
    let height = bits.take(6)? + 1;
    let mut cells = Vec::new();
    while cells.len() < width * height {
        let what = *WHAT.get(bits.take(3)?)?;
        let mut more = 0;
        while bits.take(1)? == 0 {
            more += 1;
        }
        // A run has at most 4096 cells, so 13 bits.
        let length = if more > 12 { None } else { Some(1 << more | bits.take(more)?) }?;
        if length > width * height - cells.len() {
            return None;
        }
        cells.extend(std::iter::repeat_n(what, length));
    }
    Some(cells.chunks(width).map(<[char]>::to_vec).collect())
}
