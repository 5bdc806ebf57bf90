//! The exact end of a game for two in which no walls are left.
//!
//! Then only the pawns move, so a position is two squares and a turn: 13,122 on 9×9. Each is linked to those that lead to it,
//! and worked out from the ends back: who stands before an arrived pawn has lost in 0; a position with a move to a lost one is
//! won a ply later; one whose moves all lead to won ones is lost a ply after the last of them. What is never reached so
//! goes on for ever, which is a draw by repetition. A millisecond or two.

use std::collections::VecDeque;

use crate::board::{Move, Square};
use crate::rules::{Position, each};

/// What a race is worth to the player whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Worth {
    /// Won in so many plies.
    Won(u16),
    /// Lost in so many plies.
    Lost(u16),
    /// Nobody can force anything.
    Drawn,
}

/// Every position of a race.
pub(crate) struct Race {
    start: Position,
    size: usize,
    worths: Vec<Worth>,
}

impl Race {
    /// Works out the race from a position for two without walls left.
    pub(crate) fn new(start: Position) -> Race {
        let size = start.size();
        let squares = size * size;
        let count = 2 * squares * squares;
        let mut race = Race { start, size, worths: vec![Worth::Drawn; count] };
        let mut leads: Vec<Vec<u16>> = vec![Vec::new(); count];
        let mut open = vec![0u8; count];
        let mut queue = VecDeque::new();
        for (at, ways) in open.iter_mut().enumerate() {
            let position = race.position(at);
            let arrived = |player: usize| position.goal(player) & position.pawn(player).bit() != 0;
            if position.pawn(0) == position.pawn(1) || arrived(position.turn()) {
                // This cannot come about.
                continue;
            }
            if arrived(1 - position.turn()) {
                race.worths[at] = Worth::Lost(0);
                queue.push_back(at);
                continue;
            }
            each(position.walks(), |to| {
                let mut after = position;
                after.play_unchecked(Move::walk(to));
                leads[race.index(&after)].push(at as u16);
                *ways += 1;
            });
        }
        while let Some(at) = queue.pop_front() {
            for &before in &leads[at] {
                let before = usize::from(before);
                if race.worths[before] != Worth::Drawn {
                    continue;
                }
                match race.worths[at] {
                    Worth::Lost(plies) => race.worths[before] = Worth::Won(plies + 1),
                    Worth::Won(plies) => {
                        open[before] -= 1;
                        if open[before] > 0 {
                            continue;
                        }
                        race.worths[before] = Worth::Lost(plies + 1);
                    }
                    Worth::Drawn => continue,
                }
                queue.push_back(before);
            }
        }
        race
    }

    fn position(&self, at: usize) -> Position {
        let squares = self.size * self.size;
        let square = |number: usize| Square::new(number % self.size, number / self.size).unwrap_or(Square(0));
        let mut position = self.start;
        position.turn = (at / (squares * squares)) as u8;
        position.pawns[0] = square(at / squares % squares);
        position.pawns[1] = square(at % squares);
        position
    }

    fn index(&self, position: &Position) -> usize {
        let number = |square: Square| square.row() * self.size + square.column();
        let squares = self.size * self.size;
        (position.turn() * squares + number(position.pawn(0))) * squares + number(position.pawn(1))
    }

    /// What a position of this race is worth.
    pub(crate) fn worth(&self, position: &Position) -> Worth {
        self.worths[self.index(position)]
    }

    /// The best line from a position: the quickest win, else a draw, else the slowest loss.
    pub(crate) fn line(&self, position: &Position) -> Vec<Move> {
        let mut line = Vec::new();
        let mut here = *position;
        while here.winner().is_none() && line.len() < 60 {
            let mut best: Option<(i32, Move)> = None;
            each(here.walks(), |to| {
                let play = Move::walk(to);
                let mut after = here;
                after.play_unchecked(play);
                let rank = match self.worth(&after) {
                    Worth::Lost(plies) => 1000 - i32::from(plies),
                    Worth::Drawn => 0,
                    Worth::Won(plies) => i32::from(plies) - 1000,
                };
                if best.is_none_or(|(most, _)| rank > most) {
                    best = Some((rank, play));
                }
            });
            let Some((_, play)) = best else { break };
            line.push(play);
            here.play_unchecked(play);
            if self.worth(position) == Worth::Drawn {
                break;
            }
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adversary::{Ahead, Quoridor};
    use crate::board::Setup;
    use damier_search::adversaries::{Pvs, WIN, WON};
    use damier_search::game::Player;
    use damier_search::{Limits, Run};

    /// A search to the end says the same, ply by ply.
    #[test]
    fn races_are_exact() {
        let setup = Setup::new(5, 2, Some(3)).unwrap();
        let game = Quoridor { setup, all_walls: true };
        let (mut won, mut lost) = (0, 0);
        for seed in 0..30 {
            let mut start = *crate::generate::random(setup, 9, seed).position();
            start.left = [0; 4];
            start.key = start.full_key();
            let race = Race::new(start);
            let mut run = Run::new(Limits::default());
            let score = Pvs { depth: 9, table: true, guide: Ahead }.choose(&game, &start, &mut run).score;
            let score = score.unwrap_or(0);
            match race.worth(&start) {
                Worth::Won(plies) if plies <= 9 => {
                    assert_eq!(score, WIN - i32::from(plies), "{start:?}");
                    assert_eq!(race.line(&start).len(), usize::from(plies));
                    won += 1;
                }
                Worth::Lost(plies) if plies <= 9 => {
                    assert_eq!(score, i32::from(plies) - WIN, "{start:?}");
                    lost += 1;
                }
                _ => assert!(score.abs() < WON, "{start:?}"),
            }
        }
        assert!(won > 3 && lost > 3, "{won} {lost}");
    }
}
