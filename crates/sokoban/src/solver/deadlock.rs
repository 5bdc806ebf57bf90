//! Boxes that can never move again.
//!
//! **Frozen.** Take any set of boxes and suppose that none of it moves. A box can move along an axis only if neither neighbour on it is a
//! wall or one of the set, and not both are cells from which no goal can be reached. If no box of the set can move along either axis, none will ever:
//! the first of them to move would contradict that. The largest such set is found by starting with all boxes near and dropping those
//! that could move. A frozen box that is not on a goal is lost; frozen boxes on goals are walls from then on.
//!
//! Boxes that are pulled freeze likewise: a pull needs two cells in a line that are neither wall nor of the set, the first of them useful.
//!
//! Closed diagonals, and boxes that compete for goals, are left to the matching with the frozen boxes as walls.

use crate::solver::bits::Bits;
use crate::solver::field::Field;

/// All boxes that are frozen because of the box on `pushed`, itself included; empty if it can move. `walls` are boxes known to be frozen
/// before, which are left out.
pub(crate) fn frozen_with<const N: usize>(
    field: &Field<N>,
    boxes: &Bits<N>,
    walls: &Bits<N>,
    pushed: u16,
) -> Bits<N> {
    let mut fixed = *boxes;
    fixed.insert(field.wall());
    if can_move(field, &fixed, pushed) {
        return Bits::EMPTY;
    }
    let loose = boxes.without(walls);
    let mut group = loose;
    if !field.pulls {
        // Only boxes that touch it, directly or over others, have to do with it.
        group = Bits::of([pushed]);
        let mut edge = group;
        while let Some(at) = edge.first() {
            edge.remove(at);
            let fresh = field.beside(at).and(&loose).without(&group);
            group = group.or(&fresh);
            edge = edge.or(&fresh);
        }
    }
    let mut base = *walls;
    base.insert(field.wall());
    settle(field, &base, group, Some(pushed))
}

/// All frozen boxes.
pub(crate) fn frozen<const N: usize>(field: &Field<N>, boxes: &Bits<N>) -> Bits<N> {
    settle(field, &Bits::of([field.wall()]), *boxes, None)
}

/// What is left of a group when the boxes that can move are dropped, again and again. Ends with nothing as soon as `needed` is dropped.
fn settle<const N: usize>(
    field: &Field<N>,
    base: &Bits<N>,
    mut group: Bits<N>,
    needed: Option<u16>,
) -> Bits<N> {
    loop {
        let fixed = base.or(&group);
        let mut left = group;
        for at in group.iter() {
            if can_move(field, &fixed, at) {
                if needed == Some(at) {
                    return Bits::EMPTY;
                }
                left.remove(at);
            }
        }
        if left == group {
            return group;
        }
        group = left;
    }
}

/// Whether a box could move along an axis where `fixed` never moves. A box is not pushed where it would be lost; but a cell that is useless for
/// a box on one side only leaves the way to the other side.
#[inline]
fn can_move<const N: usize>(field: &Field<N>, fixed: &Bits<N>, at: u16) -> bool {
    let next = &field.next[usize::from(at)];
    if field.pulls {
        return (0..4).any(|way| {
            let to = next[way];
            to < field.live && !fixed.contains(to) && !fixed.contains(field.step(to, way))
        });
    }
    (0..2).any(|axis| {
        let (one, other) = (next[axis], next[axis + 2]);
        !fixed.contains(one) && !fixed.contains(other) && (one < field.live || other < field.live)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::xsb;

    fn frozen_cells(level: &str) -> usize {
        let position = xsb::read(level).unwrap();
        let field = Field::<1>::new(&position).unwrap().0;
        let all = frozen(&field, &field.start());
        for at in field.start().iter() {
            let some = frozen_with(&field, &field.start(), &Bits::EMPTY, at);
            assert_eq!(!some.is_empty(), all.contains(at));
            assert!(some.within(&all));
        }
        all.len()
    }

    #[test]
    fn squares_and_chains_freeze_and_what_can_move_does_not() {
        assert_eq!(frozen_cells("#######\n#  .  #\n# .$$ #\n# .$$ #\n#@ .  #\n#######"), 4);
        assert_eq!(frozen_cells("#######\n#  .  #\n# .$$ #\n# . $ #\n#@    #\n#######"), 0);
        // Against the wall, held in place by a box that cannot move up or down.
        assert_eq!(frozen_cells("#######\n# .** #\n#@ $$ #\n#  .  #\n#######"), 4);
    }
}
