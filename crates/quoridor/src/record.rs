//! A game as it was played: where it began, its moves, and how it stands.
//!
//! A game ends when a pawn arrives. It also ends, as a draw, when the same position (pawns, walls, walls left and turn)
//! stands on the board for the third time: pawns could walk to and fro for ever. Walls never come back, so every game ends.
//! A list of moves may go on after a repetition, for analysis; who plays a game asks [`Record::end`] after every move.

use crate::board::{Move, Setup};
use crate::rules::{Illegal, Position};

/// How often a position may come about; then it is a draw.
pub const REPETITIONS: usize = 3;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// This player arrived.
    Won(usize),
    /// A position came about three times.
    Repeated,
}

/// A game: its beginning and its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    positions: Vec<Position>,
    moves: Vec<Move>,
}

impl Record {
    /// Nothing has been played.
    pub fn new(setup: Setup) -> Record {
        Record::from(Position::start(setup))
    }

    /// Where it began.
    pub fn start(&self) -> &Position {
        &self.positions[0]
    }

    /// What was played.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Every position, the first and the last included.
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// How it stands now.
    pub fn position(&self) -> &Position {
        &self.positions[self.positions.len() - 1]
    }

    /// Plays a move if it is legal.
    pub fn play(&mut self, play: Move) -> Result<(), Illegal> {
        let mut next = *self.position();
        next.play(play)?;
        self.positions.push(next);
        self.moves.push(play);
        Ok(())
    }

    /// Takes the last move back; none if there is none.
    pub fn undo(&mut self) -> Option<Move> {
        let last = self.moves.pop()?;
        self.positions.pop();
        Some(last)
    }

    /// How often the position that stands now has come about.
    pub fn times(&self) -> usize {
        self.positions.iter().filter(|earlier| *earlier == self.position()).count()
    }

    /// How it ended, if it has.
    pub fn end(&self) -> Option<End> {
        match self.position().winner() {
            Some(player) => Some(End::Won(player)),
            None if self.times() >= REPETITIONS => Some(End::Repeated),
            None => None,
        }
    }
}

impl From<Position> for Record {
    fn from(start: Position) -> Self {
        Record { positions: vec![start], moves: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_third_repetition_is_a_draw() {
        let mut record = Record::new(Setup::default());
        for _ in 0..2 {
            assert_eq!(record.end(), None);
            for play in ["e2", "e8", "e1", "e9"] {
                record.play(play.parse().unwrap()).unwrap();
            }
        }
        assert_eq!(record.end(), Some(End::Repeated));
        record.undo();
        assert_eq!(record.end(), None);
    }

    #[test]
    fn who_arrives_wins() {
        let mut record = Record::new(Setup::new(3, 2, None).unwrap());
        for play in ["a1", "a3", "a2", "b3"] {
            assert_eq!(record.end(), None);
            record.play(play.parse().unwrap()).unwrap();
        }
        record.play("a3".parse().unwrap()).unwrap();
        assert_eq!(record.end(), Some(End::Won(0)));
        assert_eq!(record.play("b2".parse().unwrap()), Err(Illegal::Over));
        assert!(record.position().legal().is_empty());
    }
}
