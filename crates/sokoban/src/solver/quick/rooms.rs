//! Rooms and what connects them.
//!
//! A room is made of overlapping 2×2 blocks of floor, at least six cells. The rest of the floor is corridors; those that touch the same two
//! rooms are a *link* between them. Boxes cut a link if they cut one of its rooms into parts of which one has no way to the other room.

use crate::solver::bits::Bits;

use super::ground::Ground;

/// All links of a level.
pub(super) struct Rooms<const N: usize> {
    links: Vec<Link<N>>,
    /// For each cell the links that it belongs to, a bit each.
    of_cell: Vec<u64>,
    /// By cell: the number of its room, from 1 on; 0 in a corridor.
    pub(super) room_of: Vec<u16>,
}

/// The cells of two rooms, and those of the corridors between them as well.
struct Link<const N: usize> {
    one: Bits<N>,
    other: Bits<N>,
    all: Bits<N>,
}

/// More links than this are not looked at.
const MOST_LINKS: usize = 64;

impl<const N: usize> Rooms<N> {
    pub(super) fn new(ground: &Ground<N>) -> Self {
        let floor = *ground.floor();
        let rooms = rooms(ground);
        let mut room_of = vec![0; ground.next.len()];
        for (number, room) in (1..).zip(&rooms) {
            room.iter().for_each(|at| room_of[usize::from(at)] = number);
        }
        let wide = rooms.iter().fold(Bits::EMPTY, |all: Bits<N>, room| all.or(room));
        let corridors: Vec<(Bits<N>, Bits<N>)> = pieces(ground, &floor.without(&wide))
            .into_iter()
            .map(|piece| (piece, piece.iter().fold(piece, |near, at| near.or(ground.beside(at)))))
            .collect();
        let mut links = Vec::new();
        for (at, one) in rooms.iter().enumerate() {
            for other in &rooms[at + 1..] {
                if links.len() == MOST_LINKS {
                    break;
                }
                let between = corridors.iter().filter(|(_, near)| near.meets(one) && near.meets(other));
                let between = between.fold(Bits::EMPTY, |all: Bits<N>, (piece, _)| all.or(piece));
                if !between.is_empty() {
                    links.push(Link { one: *one, other: *other, all: between.or(one).or(other) });
                }
            }
        }
        let mut of_cell = vec![0; ground.next.len()];
        for (number, link) in links.iter().enumerate() {
            link.all.iter().for_each(|at| of_cell[usize::from(at)] |= 1 << number);
        }
        Rooms { links, of_cell, room_of }
    }

    /// The links that boxes cut, a bit each.
    pub(super) fn cut(&self, ground: &Ground<N>, boxes: &Bits<N>) -> u64 {
        self.cut_of(ground, boxes, u64::MAX)
    }

    /// The same after a box went from a cell to another, where `before` were cut.
    pub(super) fn cut_after(
        &self,
        ground: &Ground<N>,
        after: &Bits<N>,
        before: u64,
        from: u16,
        to: u16,
    ) -> u64 {
        let changed = self.of_cell[usize::from(from)] | self.of_cell[usize::from(to)];
        before & !changed | self.cut_of(ground, after, changed)
    }

    fn cut_of(&self, ground: &Ground<N>, boxes: &Bits<N>, which: u64) -> u64 {
        let mut cut = 0;
        for (number, link) in self.links.iter().enumerate() {
            if which >> number & 1 != 0 && link.all.meets(boxes) && is_cut(ground, link, boxes) {
                cut |= 1 << number;
            }
        }
        cut
    }
}

fn is_cut<const N: usize>(ground: &Ground<N>, link: &Link<N>, boxes: &Bits<N>) -> bool {
    let free = link.all.without(boxes);
    let outside = ground.blocked(&ground.floor().without(&free));
    let mut left = free.and(&link.one.or(&link.other));
    while let Some(at) = left.first() {
        let part = ground.reach(at, &outside);
        if !part.meets(&link.one) || !part.meets(&link.other) {
            return true;
        }
        left = left.without(&part);
    }
    false
}

fn rooms<const N: usize>(ground: &Ground<N>) -> Vec<Bits<N>> {
    let mut wide: Bits<N> = Bits::EMPTY;
    for cell in 0..ground.wall() {
        let (east, south) = (ground.step(cell, 1), ground.step(cell, 2));
        let square = [cell, east, south, ground.step(east, 2)];
        if square.iter().all(|&at| at != ground.wall()) {
            square.iter().for_each(|&at| wide.insert(at));
        }
    }
    let mut rooms = pieces(ground, &wide);
    rooms.retain(|room| room.len() >= 6);
    rooms
}

/// What connects rooms, each piece apart: only what touches rooms in two places or more connects anything.
pub(super) fn corridors<const N: usize>(ground: &Ground<N>) -> Vec<Bits<N>> {
    let rooms = rooms(ground).into_iter().fold(Bits::EMPTY, |all: Bits<N>, room| all.or(&room));
    let doors = |link: &Bits<N>| -> usize { link.iter().map(|at| ground.beside(at).and(&rooms).len()).sum() };
    pieces(ground, &ground.floor().without(&rooms)).into_iter().filter(|link| doors(link) >= 2).collect()
}

/// The parts of `of`, a part of the floor, that hang together.
fn pieces<const N: usize>(ground: &Ground<N>, of: &Bits<N>) -> Vec<Bits<N>> {
    let outside = ground.blocked(&ground.floor().without(of));
    let mut left = *of;
    let mut pieces = Vec::new();
    while let Some(at) = left.first() {
        let piece = ground.reach(at, &outside);
        left = left.without(&piece);
        pieces.push(piece);
    }
    pieces
}
