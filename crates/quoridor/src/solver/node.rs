//! A position with one shortest way of each of its two players, kept from move to move.
//!
//! A wall that does not lie across a known shortest way leaves it as short as it was, and a step along it makes it one
//! shorter: only the other moves, about one in four, need a flood. The same flood finds the walls that close a way, so legality
//! costs nothing extra.

use crate::board::{Deed, Lie, Move, ROW, Squares};
use crate::rules::{Position, Walls, Way};

/// A position for two, ready to be evaluated.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) position: Position,
    pub(crate) ways: [Way; 2],
}

impl Node {
    /// A position for two whose pawns can arrive.
    pub(crate) fn new(position: Position) -> Option<Node> {
        Some(Node { position, ways: [position.way(0)?, position.way(1)?] })
    }

    /// Whose turn it is.
    #[inline]
    pub(crate) fn me(&self) -> usize {
        usize::from(self.position.turn & 1)
    }

    /// Steps to the goal.
    #[inline]
    pub(crate) fn steps(&self, player: usize) -> i32 {
        i32::from(self.ways[player & 1].length)
    }

    /// Walls left.
    #[inline]
    pub(crate) fn left(&self, player: usize) -> i32 {
        i32::from(self.position.left[player & 1])
    }

    /// After a pawn's legal move, or a wall that fits; none if the wall closes a way.
    #[inline]
    pub(crate) fn after(&self, play: Move) -> Option<Node> {
        let mut next = *self;
        let me = self.me();
        next.position.play_unchecked(play);
        match play.deed() {
            Deed::Walk(to) => {
                let near = self.position.around(self.position.pawn(me).bit());
                let way = &mut next.ways[me];
                if near & way.squares & to.bit() != 0 {
                    way.length -= 1;
                    way.squares ^= to.bit();
                } else {
                    *way = next.position.way(me)?;
                }
            }
            Deed::Wall(at, lie) => {
                for player in 0..2 {
                    let across = self.ways[player].across;
                    let set = if lie == Lie::Horizontal { across.horizontal } else { across.vertical };
                    if set & at.bit() != 0 {
                        next.ways[player] = next.position.way(player)?;
                    }
                }
            }
            Deed::Pass => {}
        }
        Some(next)
    }

    /// The same with the turn passed on.
    pub(crate) fn passed(&self) -> Node {
        let mut next = *self;
        next.position.play_unchecked(Move::PASS);
        next
    }

    /// The walls that fit and lie across the other player's way: no other wall makes it longer.
    #[inline]
    pub(crate) fn attacks(&self) -> Walls {
        self.position.fitting().and(self.ways[1 - self.me()].across)
    }

    /// The walls that fit and may matter later: those that touch a wall or lie near a pawn, and those that keep an attack on
    /// one's own way from fitting.
    pub(crate) fn quiet(&self) -> Walls {
        let Walls { horizontal: h, vertical: v } = self.position.walls;
        let points = h | h << 1 | h >> 1 | v | v << ROW | v >> ROW;
        let near = self.near(0) | self.near(1);
        let Walls { horizontal: ah, vertical: av } = self.ways[self.me()].across;
        let useful = Walls {
            horizontal: points | points << 1 | points >> 1 | near | ah << 1 | ah >> 1 | av,
            vertical: points | points << ROW | points >> ROW | near | av << ROW | av >> ROW | ah,
        };
        let attacks = self.attacks();
        let quiet = self.position.fitting().and(useful);
        Walls {
            horizontal: quiet.horizontal & !attacks.horizontal,
            vertical: quiet.vertical & !attacks.vertical,
        }
    }

    /// The lattice points within two squares of a pawn. On the rim some lie on the far side of the board, which does no harm.
    fn near(&self, player: usize) -> Squares {
        let pawn = self.position.pawns[player & 1].bit();
        let row = pawn << 1 | pawn | pawn >> 1 | pawn >> 2;
        row << ROW | row | row >> ROW | row >> (2 * ROW)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Setup;
    use crate::generate::random;

    /// What is kept from move to move is what floods from scratch find; walls that close a way are found, and no others.
    #[test]
    fn ways_are_kept_right() {
        for seed in 0..60 {
            let setup = Setup::new(5 + seed as usize % 5, 2, None).unwrap();
            let record = random(setup, 30, seed);
            let Some(mut node) = Node::new(*record.start()) else { panic!("a start has ways") };
            for &play in record.moves() {
                let legal = node.position.legal();
                node.position.fitting().each(|wall| {
                    if node.left(node.me()) > 0 {
                        assert_eq!(node.after(wall).is_some(), legal.contains(&wall), "{wall}");
                    }
                });
                node = node.after(play).unwrap();
                for player in 0..2 {
                    assert_eq!(Some(node.steps(player) as u32), node.position.distance(player));
                }
            }
            assert_eq!(node.position, *record.position());
        }
    }
}
