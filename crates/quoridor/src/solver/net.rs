//! The net: what the places of walls and pawns add to the worth that `eval` reads from its table.
//!
//! Each side has a list of facts that hold, seen from its own end of the board and mirrored so that its pawn stands in the left half: where
//! both pawns are, which walls stand, the steps of both, the walls left of both, and what single walls would cost each of them
//! (`Toll`). Every fact adds a row of numbers to the side's sum; the sums are clipped, squared, weighted and added, with one set
//! of weights for each phase of the game, told by the walls left. All of it in whole numbers, so that every machine finds the same.
//!
//! Rows of pawns and standing walls are kept from move to move (`Sums`); the others are added when a position is judged. The
//! weights are made by `examples/selfplay.rs` and `examples/train.rs`, see `docs/quoridor-engine.md`.

use std::sync::OnceLock;

use super::node::{Node, Toll};
use crate::board::{Deed, Lie, Move, Square};
use crate::rules::Position;

/// Numbers in a side's sum.
pub const WIDTH: usize = 32;
/// Phases of a game.
pub const PHASES: usize = 6;
/// One of a sum, and one of the last weights.
pub const ONE: i32 = 255;
/// One of the last weights.
pub const UNIT: i32 = 64;
/// What the net's answer, the logarithm of the odds, is multiplied by to be a score.
pub const SCALE: i32 = 250;

/// Longer ways, and more walls, count as these.
const STEPS: usize = 32;
const WALLS: usize = 16;
const DEAREST: usize = 12;
const SUMS: usize = 12;
const COUNTS: usize = 8;

/// A row of the net.
type Row = [i16; WIDTH];

/// Where the kinds of facts begin, for a size of board.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    size: usize,
    other: usize,
    slots: usize,
    steps: usize,
    left: usize,
    tolls: usize,
    /// How many facts there are.
    pub count: usize,
}

impl Shape {
    /// For a size of board.
    pub const fn of(size: usize) -> Shape {
        let squares = size * size;
        let slots = 2 * squares;
        let steps = slots + 2 * (size - 1) * (size - 1);
        let left = steps + 2 * STEPS;
        let tolls = left + WALLS * WALLS;
        let count = tolls + 2 * (DEAREST * DEAREST + SUMS * COUNTS);
        Shape { size, other: squares, slots, steps, left, tolls, count }
    }

    /// The facts of pawns, seen from a side: its own and the other.
    #[inline]
    fn pawn(self, view: View, own: bool, at: Square) -> usize {
        let (column, row) = view.turned(at, self.size - 1);
        (if own { 0 } else { self.other }) + row * self.size + column
    }

    /// The fact of a wall that stands.
    #[inline]
    fn wall(self, view: View, at: Square, lie: Lie) -> usize {
        let side = self.size - 1;
        let (column, row) = view.turned(at, side - 1);
        let lie = if lie == Lie::Vertical { side * side } else { 0 };
        self.slots + lie + row * side + column
    }

    /// The facts that are not kept from move to move.
    #[inline]
    fn fleeting(self, steps: [i32; 2], left: [usize; 2], tolls: [Toll; 2]) -> [usize; 7] {
        let step = |steps: i32| (steps.max(0) as usize).min(STEPS - 1);
        let left = left.map(|left| left.min(WALLS - 1));
        let [own, other] = tolls.map(Toll::facts);
        let second = self.tolls + DEAREST * DEAREST + SUMS * COUNTS;
        [
            self.steps + step(steps[0]),
            self.steps + STEPS + step(steps[1]),
            self.left + left[0] * WALLS + left[1],
            self.tolls + own[0],
            self.tolls + DEAREST * DEAREST + own[1],
            second + other[0],
            second + DEAREST * DEAREST + other[1],
        ]
    }
}

impl Toll {
    /// The dearest two walls, and how many there are and what they cost together.
    #[inline]
    fn facts(self) -> [usize; 2] {
        let least = |number: u8, end: usize| usize::from(number).min(end - 1);
        [
            least(self.most, DEAREST) * DEAREST + least(self.second, DEAREST),
            least(self.count, COUNTS) * SUMS + least(self.sum / 3, SUMS),
        ]
    }
}

/// How a side sees the board.
#[derive(Clone, Copy, PartialEq, Eq)]
struct View {
    top: bool,
    right: bool,
}

impl View {
    #[inline]
    fn of(position: &Position, side: usize) -> View {
        View { top: side == 1, right: position.pawn(side).column() * 2 > position.size() - 1 }
    }

    #[inline]
    fn turned(self, at: Square, last: usize) -> (usize, usize) {
        let (column, row) = (at.column(), at.row());
        // A wall in the last row or column is told from outside the board by its slot only.
        let flip = |turned: bool, place: usize| if turned { last.saturating_sub(place) } else { place };
        (flip(self.right, column), flip(self.top, row))
    }
}

/// The phase of a game with so many walls left in all.
#[inline]
pub fn phase(left: usize) -> usize {
    match left {
        0..=2 => 0,
        3..=5 => 1,
        6..=9 => 2,
        10..=13 => 3,
        14..=17 => 4,
        _ => 5,
    }
}

/// All facts of a side, for the trainer; none if a pawn has no way.
pub fn facts(position: &Position, side: usize) -> Option<Vec<u16>> {
    let node: Node = Node::new(*position)?;
    let shape = Shape::of(position.size());
    let mut list = Vec::new();
    kept(position, side, |fact| list.push(fact as u16));
    let pair = |of: &dyn Fn(usize) -> usize| [of(side), of(1 - side)];
    let left = pair(&|player| position.walls_left(player));
    let steps = [node.steps(side), node.steps(1 - side)];
    let tolls = [node.toll(side), node.toll(1 - side)];
    list.extend(shape.fleeting(steps, left, tolls).map(|fact| fact as u16));
    Some(list)
}

/// The facts of a side that are kept from move to move.
fn kept(position: &Position, side: usize, mut emit: impl FnMut(usize)) {
    let (shape, view) = (Shape::of(position.size()), View::of(position, side));
    emit(shape.pawn(view, true, position.pawn(side)));
    emit(shape.pawn(view, false, position.pawn(1 - side)));
    position.walls().each(|wall| {
        if let Deed::Wall(at, lie) = wall.deed() {
            emit(shape.wall(view, at, lie));
        }
    });
}

/// The worth of a position by the table alone, for the trainer.
pub fn without_net(position: &Position) -> i32 {
    Node::new(*position).map_or(0, |node| super::eval::evaluate(&node, &super::eval::WEIGHTS))
}

/// The weights for one size of board.
pub(crate) struct Net {
    shape: Shape,
    rows: Vec<Row>,
    always: Row,
    last: [[Row; 2]; PHASES],
    offsets: [i32; PHASES],
}

static NETS: [OnceLock<Option<Net>>; 12] = [const { OnceLock::new() }; 12];

/// The net for a size of board, if there is one.
#[inline]
pub(crate) fn net(size: usize) -> Option<&'static Net> {
    NETS[size.min(11)].get_or_init(|| Net::read(bytes(size), size)).as_ref()
}

fn bytes(size: usize) -> &'static [u8] {
    match size {
        7 => include_bytes!("net-7.bin"),
        8 => include_bytes!("net-8.bin"),
        9 => include_bytes!("net-9.bin"),
        10 => include_bytes!("net-10.bin"),
        11 => include_bytes!("net-11.bin"),
        _ => &[],
    }
}

impl Net {
    /// Two bytes a number, the lower one first: the rows of the facts, the row that holds always, the last weights and the offset of each phase.
    fn read(bytes: &[u8], size: usize) -> Option<Net> {
        let shape = Shape::of(size);
        let numbers = (shape.count + 1) * WIDTH + PHASES * (2 * WIDTH + 1);
        if bytes.len() != 2 * numbers {
            return None;
        }
        let mut words = bytes.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
        let mut row = || -> Row { std::array::from_fn(|_| words.next().unwrap_or(0)) };
        let rows = (0..shape.count).map(|_| row()).collect();
        let always = row();
        let last = std::array::from_fn(|_| [row(), row()]);
        let offsets = std::array::from_fn(|_| i32::from(words.next().unwrap_or(0)));
        Some(Net { shape, rows, always, last, offsets })
    }

    /// What the places add to the worth of a position for the player whose turn it is, in hundredths of a step.
    #[inline]
    pub(crate) fn worth(&self, sums: &Sums, node: &Node, tolls: [Toll; 2]) -> i32 {
        let me = node.me();
        let left = [node.position.walls_left(0), node.position.walls_left(1)];
        let phase = phase(left[0] + left[1]);
        let mut all = 0;
        for (place, side) in [me, 1 - me].into_iter().enumerate() {
            let mut sum = sums.sides[side];
            let steps = [node.steps(side), node.steps(1 - side)];
            let facts =
                self.shape.fleeting(steps, [left[side], left[1 - side]], [tolls[side], tolls[1 - side]]);
            for fact in facts {
                add(&mut sum, &self.rows[fact]);
            }
            all += squared(&sum, &self.last[phase][place]);
        }
        (all / ONE + self.offsets[phase]) * SCALE / (ONE * UNIT)
    }
}

#[inline]
fn add(sum: &mut Row, row: &Row) {
    sum.iter_mut().zip(row).for_each(|(sum, by)| *sum = sum.wrapping_add(*by));
}

#[inline]
fn take(sum: &mut Row, row: &Row) {
    sum.iter_mut().zip(row).for_each(|(sum, by)| *sum = sum.wrapping_sub(*by));
}

/// The clipped and squared numbers of a sum, weighted. The last weights are below 128, so a product fits in 16 bits.
#[inline]
fn squared(sum: &Row, weights: &Row) -> i32 {
    let clipped = sum.map(|number| number.clamp(0, ONE as i16));
    clipped
        .iter()
        .zip(weights)
        .map(|(&one, &weight)| i32::from(one.wrapping_mul(weight)) * i32::from(one))
        .sum()
}

/// The rows of what is kept from move to move, added up for each side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sums {
    sides: [Row; 2],
}

impl Sums {
    /// Nothing.
    pub(crate) const EMPTY: Sums = Sums { sides: [[0; WIDTH]; 2] };

    /// Of a position, from scratch.
    pub(crate) fn of(net: &Net, position: &Position) -> Sums {
        Sums { sides: [0, 1].map(|side| Sums::side(net, position, side)) }
    }

    fn side(net: &Net, position: &Position, side: usize) -> Row {
        let mut sum = net.always;
        kept(position, side, |fact| add(&mut sum, &net.rows[fact]));
        sum
    }

    /// After a move.
    #[inline]
    pub(crate) fn after(&self, net: &Net, before: &Position, play: Move, after: &Position) -> Sums {
        let mut next = *self;
        let shape = net.shape;
        match play.deed() {
            Deed::Wall(at, lie) => {
                for side in 0..2 {
                    add(&mut next.sides[side], &net.rows[shape.wall(View::of(before, side), at, lie)]);
                }
            }
            Deed::Walk(to) => {
                let me = before.turn() & 1;
                for side in 0..2 {
                    let view = View::of(before, side);
                    if view == View::of(after, side) {
                        let sum = &mut next.sides[side];
                        take(sum, &net.rows[shape.pawn(view, side == me, before.pawn(me))]);
                        add(sum, &net.rows[shape.pawn(view, side == me, to)]);
                    } else {
                        next.sides[side] = Sums::side(net, after, side);
                    }
                }
            }
            Deed::Pass => {}
        }
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Setup;
    use crate::generate::random;

    /// The boards that have a net.
    const SIZES: [usize; 5] = [7, 8, 9, 10, 11];

    /// Sums that are kept from move to move are those from scratch, and so is what they are worth; and the facts that the trainer
    /// sees give the same.
    #[test]
    fn sums_are_kept_right() {
        for seed in 0..60 {
            let size = SIZES[seed as usize % SIZES.len()];
            let net = net(size).expect("there is a net");
            let record = random(Setup::new(size, 2, None).unwrap(), 40, seed);
            let mut sums = Sums::of(net, record.start());
            for (place, &play) in record.moves().iter().enumerate() {
                let (before, after) = (&record.positions()[place], &record.positions()[place + 1]);
                sums = sums.after(net, before, play, after);
                assert_eq!(sums, Sums::of(net, after));
                let Some(node) = Node::new(*after).filter(|_| after.winner().is_none()) else { continue };
                let tolls = [node.toll(0), node.toll(1)];
                let mut all = 0;
                for (place, side) in [node.me(), 1 - node.me()].into_iter().enumerate() {
                    let mut sum = net.always.map(i32::from);
                    for fact in facts(after, side).unwrap() {
                        let row = net.rows[usize::from(fact)];
                        sum.iter_mut().zip(row).for_each(|(sum, by)| *sum += i32::from(by));
                    }
                    let last = net.last[phase(after.walls_left(0) + after.walls_left(1))][place];
                    for (sum, last) in sum.into_iter().zip(last) {
                        all += sum.clamp(0, ONE).pow(2) * i32::from(last);
                    }
                }
                let offset = net.offsets[phase(after.walls_left(0) + after.walls_left(1))];
                assert_eq!(net.worth(&sums, &node, tolls), (all / ONE + offset) * SCALE / (ONE * UNIT));
            }
        }
    }

    /// A position and its mirror images are worth the same; so is it with the sides exchanged.
    #[test]
    fn mirrored_positions_are_worth_the_same() {
        for seed in 0..100 {
            let size = SIZES[seed as usize % SIZES.len()];
            let (setup, net) = (Setup::new(size, 2, None).unwrap(), net(size).expect("there is a net"));
            let worth = |position: &Position| {
                let node: Node = Node::new(*position).unwrap();
                net.worth(&Sums::of(net, position), &node, [node.toll(0), node.toll(1)])
            };
            let position = *random(setup, 6 + seed as usize % 20, seed).position();
            let mirrored = |columns: bool, sides: bool| {
                let mut image = Position::start(setup);
                let place = |at: Square, last: usize| {
                    let column = if columns { last - at.column() } else { at.column() };
                    let row = if sides { last - at.row() } else { at.row() };
                    Square::new(column, row).unwrap()
                };
                position.walls().each(|wall| {
                    if let Deed::Wall(at, lie) = wall.deed() {
                        image.place(place(at, size - 2), lie);
                    }
                });
                for player in 0..2 {
                    let to = if sides { 1 - player } else { player };
                    image.pawns[to] = place(position.pawn(player), size - 1);
                    image.left[to] = position.left[player];
                }
                image.turn = if sides { 1 - position.turn } else { position.turn };
                image
            };
            // A pawn in the middle column sees the board one way only.
            let central = size % 2 == 1 && (0..2).any(|player| position.pawn(player).column() == size / 2);
            assert!(central || worth(&mirrored(true, false)) == worth(&position), "{position:?}");
            assert_eq!(worth(&mirrored(false, true)), worth(&position), "{position:?}");
        }
    }
}
