//! A position of the engine's own games as the trainer reads it (`examples/selfplay.rs`, `examples/train.rs`): 40 bytes.

use crate::board::{Deed, Setup, Square, Squares};
use crate::rules::{Position, Walls};

/// A position, what a search said of it, and how the game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The position, for two.
    pub position: Position,
    /// The score for the player whose turn it is.
    pub score: i16,
    /// 0 if that player lost, 1 for a draw, 2 if they won.
    pub ended: u8,
}

impl Sample {
    /// The bytes that a sample takes.
    pub const BYTES: usize = 40;

    /// The walls (two times 16 bytes), both pawns, the walls left of both, whose turn it is, the end, and the score.
    pub fn write(&self, to: &mut Vec<u8>) {
        let Position { walls, pawns, left, turn, .. } = self.position;
        to.extend(walls.horizontal.to_le_bytes());
        to.extend(walls.vertical.to_le_bytes());
        to.extend([pawns[0].0, pawns[1].0, left[0], left[1], turn, self.ended]);
        to.extend(self.score.to_le_bytes());
    }

    /// Reads one that was written for a board of that size; none if it cannot be.
    pub fn read(bytes: &[u8], size: usize) -> Option<Sample> {
        let set = |at: usize| Some(Squares::from_le_bytes(bytes.get(at..at + 16)?.try_into().ok()?));
        let &[first, second, left_first, left_second, turn, ended, low, high] =
            <&[u8; 8]>::try_from(bytes.get(32..40)?).ok()?;
        let mut position = Position::start(Setup::new(size, 2, None).ok()?);
        let mut fits = true;
        let walls = Walls { horizontal: set(0)?, vertical: set(16)? };
        walls.each(|wall| {
            fits &= position.fitting().list().contains(&wall);
            if let Deed::Wall(at, lie) = wall.deed() {
                position.place(at, lie);
            }
        });
        let square = |number: u8| Square::new(usize::from(number) % 11, usize::from(number) / 11);
        position.pawns[0] = square(first)?;
        position.pawns[1] = square(second)?;
        position.left = [left_first, left_second, 0, 0];
        position.turn = turn & 1;
        position.key = position.full_key();
        (fits && ended < 3).then_some(Sample { position, score: i16::from_le_bytes([low, high]), ended })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::random;

    #[test]
    fn what_is_written_is_read_again() {
        for seed in 0..50 {
            let size = 5 + seed as usize % 7;
            let position = *random(Setup::new(size, 2, None).unwrap(), 12, seed).position();
            let sample = Sample { position, score: seed as i16 * 7 - 100, ended: (seed % 3) as u8 };
            let mut bytes = Vec::new();
            sample.write(&mut bytes);
            assert_eq!(bytes.len(), Sample::BYTES);
            assert_eq!(Sample::read(&bytes, size), Some(sample));
            assert_eq!(Sample::read(&bytes[1..], size), None);
        }
    }
}
