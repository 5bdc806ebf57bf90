//! A position with one shortest way of each of its players, kept from move to move.
//!
//! A wall that does not lie across a known shortest way leaves it as short as it was, and a step along it makes it one
//! shorter: only the other moves, about one in four, need a flood. The same flood finds the walls that close a way, so legality
//! costs nothing extra.

use crate::board::{Deed, Lie, Move, ROW, Square, Squares};
use crate::rules::{Position, Walls, Way, around, each};

/// A position for so many players, ready to be evaluated.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node<const PLAYERS: usize = 2> {
    pub(crate) position: Position,
    pub(crate) ways: [Way; PLAYERS],
}

/// For 0, 1, 2… the squares that are so many steps at most from a player's goal, up to those that are as far as its pawn.
///
/// A wall changes no distance that is smaller than those of the squares beside it, so that the flood behind a wall begins there.
pub(crate) struct Layers {
    sets: [Squares; Self::MOST],
}

impl Layers {
    /// Ways that are longer are flooded from the last of these on.
    const MOST: usize = 24;

    /// The steps from a pawn's square to their goal when one wall more stands, at this square; `north` and `east` know of it.
    #[inline]
    fn steps(&self, pawn: Squares, at: Square, north: Squares, east: Squares) -> Option<i32> {
        let wall = at.bit() | at.bit() << 1;
        let beside = wall | wall << ROW;
        let from = self.sets.iter().position(|set| set & beside != 0).unwrap_or(0);
        Some(from as i32 + flood(self.sets[from], pawn, north, east)?)
    }
}

/// What single walls would cost a player, in steps: the dearest, the next, how many cost more than one, and all together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Toll {
    pub(crate) most: u8,
    pub(crate) second: u8,
    pub(crate) count: u8,
    pub(crate) sum: u8,
}

/// The steps from a set to a square.
#[inline]
fn flood(mut seen: Squares, to: Squares, north: Squares, east: Squares) -> Option<i32> {
    let mut steps = 0;
    while seen & to == 0 {
        let more = seen | around(seen, north, east);
        if more == seen {
            return None;
        }
        seen = more;
        steps += 1;
    }
    Some(steps)
}

impl<const PLAYERS: usize> Node<PLAYERS> {
    /// A position whose pawns can arrive.
    pub(crate) fn new(position: Position) -> Option<Self> {
        let mut ways = [Way::default(); PLAYERS];
        for (player, way) in ways.iter_mut().enumerate() {
            *way = position.way(player)?;
        }
        Some(Node { position, ways })
    }

    /// Whose turn it is.
    #[inline]
    pub(crate) fn me(&self) -> usize {
        self.position.turn() % PLAYERS
    }

    /// Steps to the goal.
    #[inline]
    pub(crate) fn steps(&self, player: usize) -> i32 {
        i32::from(self.ways[player % PLAYERS].length)
    }

    /// After a pawn's legal move, or a wall that fits; none if the wall closes a way.
    #[inline]
    pub(crate) fn after(&self, play: Move) -> Option<Self> {
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
                for player in 0..PLAYERS {
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
}

impl Node {
    /// Walls left.
    #[inline]
    pub(crate) fn left(&self, player: usize) -> i32 {
        i32::from(self.position.left[player & 1])
    }

    /// The steps of both players, in their order, after a wall that fits; none if it closes a way. Cheaper than [`Self::after`],
    /// which finds the ways too. `layers` and `cuts` are the other player's.
    #[inline]
    pub(crate) fn steps_after(&self, wall: Move, layers: &Layers, cuts: Walls) -> Option<[i32; 2]> {
        let mut steps = [self.steps(0), self.steps(1)];
        let Deed::Wall(at, lie) = wall.deed() else { return Some(steps) };
        let bit = at.bit();
        let (mut north, mut east) = (self.position.north, self.position.east);
        let (me, other) = (self.me(), 1 - self.me());
        let (my_way, your_way) = if lie == Lie::Horizontal {
            north &= !(bit | bit << 1);
            (self.ways[me].across.horizontal, cuts.horizontal)
        } else {
            east &= !(bit | bit << ROW);
            (self.ways[me].across.vertical, cuts.vertical)
        };
        if your_way & bit != 0 {
            steps[other] = layers.steps(self.position.pawn(other).bit(), at, north, east)?;
        }
        if my_way & bit != 0 {
            steps[me] = flood(self.position.pawn(me).bit(), self.position.goal(me), north, east)?;
        }
        Some(steps)
    }

    /// The steps of the player whose turn it is, from another square.
    pub(crate) fn steps_from(&self, square: Square) -> Option<i32> {
        let Position { north, east, .. } = self.position;
        flood(square.bit(), self.position.goal(self.me()), north, east)
    }

    /// How far everything is from the other player's goal.
    pub(crate) fn layers(&self) -> Layers {
        self.layers_of(1 - self.me())
    }

    /// How far everything is from a player's goal.
    fn layers_of(&self, player: usize) -> Layers {
        let mut sets = [0; Layers::MOST];
        let mut seen = self.position.goal(player);
        for set in sets.iter_mut().take(self.ways[player & 1].length as usize + 1) {
            *set = seen;
            seen |= self.position.around(seen);
        }
        Layers { sets }
    }

    /// The walls that fit and lie across two shortest ways of a player, the one that is kept and one that turns the other way where it can:
    /// among them are all that make the way longer.
    #[inline]
    pub(crate) fn cuts(&self, player: usize, layers: &Layers) -> Walls {
        let way = &self.ways[player & 1];
        let fitting = self.position.fitting().and(way.across);
        if usize::from(way.length) >= Layers::MOST {
            return fitting;
        }
        let mut across = Walls::default();
        let mut here = self.position.pawn(player).bit();
        for set in layers.sets[..usize::from(way.length)].iter().rev() {
            let closer = self.position.around(here) & set;
            let next = 1 << (closer.leading_zeros() ^ 127);
            if next == here << ROW {
                across.horizontal |= here | here >> 1;
            } else if next == here >> ROW {
                across.horizontal |= next | next >> 1;
            } else {
                let low = next.min(here);
                across.vertical |= low | low >> ROW;
            }
            here = next;
        }
        fitting.and(across)
    }

    /// What single walls would cost a player.
    pub(crate) fn toll(&self, player: usize) -> Toll {
        let layers = self.layers_of(player);
        let (pawn, steps) = (self.position.pawn(player).bit(), self.steps(player));
        let mut toll = Toll::default();
        let Walls { horizontal, vertical } = self.cuts(player, &layers);
        let Position { north, east, .. } = self.position;
        let mut add = |at: Square, north: Squares, east: Squares| {
            let Some(after) = layers.steps(pawn, at, north, east) else { return };
            let cost = (after - steps).clamp(0, 255) as u8;
            toll.second = toll.second.max(toll.most.min(cost));
            toll.most = toll.most.max(cost);
            toll.count += u8::from(cost > 1);
            toll.sum = toll.sum.saturating_add(cost);
        };
        each(horizontal, |at| add(at, north & !(at.bit() | at.bit() << 1), east));
        each(vertical, |at| add(at, north, east & !(at.bit() | at.bit() << ROW)));
        toll
    }

    /// The same with the turn passed on.
    pub(crate) fn passed(&self) -> Node {
        let mut next = *self;
        next.position.play_unchecked(Move::PASS);
        next
    }

    /// The walls that fit and lie across the other player's way: no other wall makes it longer.
    #[inline]
    pub(crate) fn attacks(&self, fitting: Walls) -> Walls {
        fitting.and(self.ways[1 - self.me()].across)
    }

    /// The other walls that fit and may matter later: those that touch a wall or lie near a pawn, and those that keep an attack on
    /// one's own way from fitting.
    pub(crate) fn quiet(&self, fitting: Walls) -> Walls {
        let Walls { horizontal: h, vertical: v } = self.position.walls;
        let points = h | h << 1 | h >> 1 | v | v << ROW | v >> ROW;
        let near = self.near(0) | self.near(1);
        let Walls { horizontal: ah, vertical: av } = self.ways[self.me()].across;
        let useful = Walls {
            horizontal: points | points << 1 | points >> 1 | near | ah << 1 | ah >> 1 | av,
            vertical: points | points << ROW | points >> ROW | near | av << ROW | av >> ROW | ah,
        };
        fitting.and(useful).without(self.attacks(fitting))
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

    fn keeps_ways_right<const PLAYERS: usize>(seed: u64, mut look: impl FnMut(&Node<PLAYERS>)) {
        let setup = Setup::new(5 + seed as usize % 5, PLAYERS, None).unwrap();
        let record = random(setup, 30, seed);
        let mut node = Node::<PLAYERS>::new(*record.start()).expect("a start has ways");
        for &play in record.moves() {
            look(&node);
            node = node.after(play).unwrap();
            for player in 0..PLAYERS {
                assert_eq!(Some(node.steps(player) as u32), node.position.distance(player));
            }
        }
        assert_eq!(node.position, *record.position());
    }

    /// What walls cost, by trying every one of them.
    #[test]
    fn tolls_are_what_every_wall_costs() {
        let mut dear = 0;
        for seed in 0..300 {
            let setup = Setup::new([9, 9, 5, 7, 11][seed as usize % 5], 2, None).unwrap();
            let node: Node = Node::new(*random(setup, 4 + seed as usize % 24, seed).position()).unwrap();
            for player in 0..2 {
                let mut costs = Vec::new();
                node.position.fitting().each(|wall| {
                    let mut after = node.position;
                    after.play_unchecked(wall);
                    if let Some(steps) = after.distance(player)
                        && steps as i32 > node.steps(player)
                    {
                        costs.push((steps as i32 - node.steps(player)) as u8);
                    }
                });
                costs.sort_unstable_by_key(|&cost| std::cmp::Reverse(cost));
                let toll = Toll {
                    most: costs.first().copied().unwrap_or(0),
                    second: costs.get(1).copied().unwrap_or(0),
                    count: costs.iter().filter(|&&cost| cost > 1).count() as u8,
                    sum: costs.iter().sum(),
                };
                assert_eq!(node.toll(player), toll, "{:?}", node.position);
                dear += i32::from(toll.most > 3);
            }
        }
        assert!(dear > 50, "{dear}");
    }

    /// What is kept from move to move is what floods from scratch find; walls that close a way are found, and no others.
    #[test]
    fn ways_are_kept_right() {
        for seed in 0..60 {
            keeps_ways_right::<4>(seed, |_| {});
            keeps_ways_right::<2>(seed, |node| {
                let legal = node.position.legal();
                node.position.fitting().each(|wall| {
                    if node.left(node.me()) > 0 {
                        let after = node.after(wall);
                        assert_eq!(after.is_some(), legal.contains(&wall), "{wall}");
                        let layers = node.layers();
                        let cuts = node.cuts(1 - node.me(), &layers);
                        assert_eq!(
                            node.steps_after(wall, &layers, cuts),
                            after.map(|after| [after.steps(0), after.steps(1)])
                        );
                    }
                });
            });
        }
    }
}
