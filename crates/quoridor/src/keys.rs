//! The random numbers behind a position's key (Zobrist hashing): each fact has one, and the key is the exclusive or of the
//! facts that hold, so that a move changes it in two or three steps. Made at compile time, equal on every machine.

use damier_search::random::Random;

use crate::board::{Move, Square};

const WALLS: usize = 512;
const PAWNS: usize = 1024;
const LEFT: usize = PAWNS + 512;
const TURNS: usize = LEFT + 256;

static KEYS: [u64; 2048] = {
    let mut keys = [0; 2048];
    let mut random = Random::new(0x51_0F_DA_3E);
    let mut at = 0;
    while at < keys.len() {
        keys[at] = random.bits();
        at += 1;
    }
    keys
};

#[inline]
pub(crate) fn wall(wall: Move) -> u64 {
    KEYS[WALLS + wall.index()]
}

#[inline]
pub(crate) fn pawn(player: usize, square: Square) -> u64 {
    KEYS[PAWNS + (player & 3) * 128 + usize::from(square.0 & 127)]
}

#[inline]
pub(crate) fn left(player: usize, walls: u8) -> u64 {
    KEYS[LEFT + (player & 3) * 64 + usize::from(walls & 63)]
}

#[inline]
pub(crate) fn turn(turn: u8) -> u64 {
    KEYS[TURNS + usize::from(turn & 3)]
}
