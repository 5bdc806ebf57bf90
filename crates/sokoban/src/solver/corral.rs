//! Corrals: floor that the player cannot reach, and the boxes around it.
//!
//! **When only the corral matters.** Let `inside` be unreachable floor and `fence` boxes that include all that touch it. Look at the pushes with which a
//! solution could move the first box of the fence. Until then the fence stands, so the player is not inside; a push is possible if
//! neither the cell before nor the one behind the box is wall, frozen box or fence, and it does not lead to a useless cell. Suppose that all
//! such pushes lead inside, and that the player can make each of them at once. If the corral is not done (a goal inside, or a box of the
//! fence off its goal), every solution contains such a push `q`, after pushes `p1 … pk` of boxes that are not of the fence. Then
//! `q p1 … pk` is possible too: `q` can be made now; it takes a cell inside, which `p1 … pk` do not use, because neither
//! player nor box gets inside before `q`; and it only adds the cell that its box has left to where the player walks. Both
//! orders end in the same position with the same number of pushes. So it is enough to look at the pushes of the fence that lead inside, and
//! the fewest pushes stay the same (not so the fewest moves). This is the PI-corral pruning of Brian Damgaard.
//!
//! A push that breaks the supposition because of another box or other unreachable floor may be cured by taking that into the corral.

use crate::solver::bits::Bits;
use crate::solver::field::Field;

/// Unreachable floor and the boxes that hold it, such that nothing else needs to be pushed now.
#[derive(Clone, Copy)]
pub(crate) struct Corral<const N: usize> {
    /// The floor.
    pub(crate) inside: Bits<N>,
    /// The boxes around and in it, without the frozen ones.
    pub(crate) fence: Bits<N>,
    /// How many pushes lead inside.
    pub(crate) pushes: usize,
}

/// The corral with the fewest pushes to which a search for the fewest pushes may confine itself; none if there is none. A corral
/// without pushes is a proof that the position is dead.
pub(crate) fn confine<const N: usize>(
    field: &Field<N>,
    boxes: &Bits<N>,
    frozen: &Bits<N>,
    region: &Bits<N>,
) -> Option<Corral<N>> {
    let parts = closed(field, boxes, region).into_iter();
    parts.filter_map(|part| grow(field, boxes, frozen, region, &part)).min_by_key(|corral| corral.pushes)
}

/// A part of the floor that the player cannot reach, and all boxes that touch it.
#[derive(Clone, Copy)]
pub(crate) struct Closed<const N: usize> {
    pub(crate) inside: Bits<N>,
    pub(crate) fence: Bits<N>,
}

/// The parts of the floor that are neither boxes nor in the player's region.
pub(crate) fn closed<const N: usize>(field: &Field<N>, boxes: &Bits<N>, region: &Bits<N>) -> Vec<Closed<N>> {
    let mut left = field.floor().without(region).without(boxes);
    let mut blocked = *boxes;
    blocked.insert(field.wall());
    let mut parts = Vec::new();
    while let Some(at) = left.first() {
        let inside = field.reach(at, &blocked);
        left = left.without(&inside);
        parts.push(Closed { inside, fence: touching(field, boxes, &inside) });
    }
    parts
}

/// The part of the floor that the player is shut in, with the boxes that touch it; nothing if all floor can be reached.
pub(crate) fn shut<const N: usize>(field: &Field<N>, boxes: &Bits<N>, region: &Bits<N>) -> Vec<Closed<N>> {
    if field.floor().within(&region.or(boxes)) {
        return Vec::new();
    }
    vec![Closed { inside: *region, fence: touching(field, boxes, region) }]
}

/// The corral that contains `inside`, as small as it can be, if the player can make all pushes into it and it is not done.
fn grow<const N: usize>(
    field: &Field<N>,
    boxes: &Bits<N>,
    frozen: &Bits<N>,
    region: &Bits<N>,
    part: &Closed<N>,
) -> Option<Corral<N>> {
    let mut corral = Corral { inside: part.inside, fence: part.fence.without(frozen), pushes: 0 };
    loop {
        let grown = look(field, boxes, frozen, region, &mut corral)?;
        if !grown {
            break;
        }
    }
    // Spare boxes need not go to a goal, wherever they stand.
    let lost = !field.has_spare_boxes() && !corral.fence.within(&field.goal_set);
    (lost || corral.inside.meets(&field.goal_set)).then_some(corral)
}

/// Counts the pushes inside. `Some(true)` when the corral had to grow and must be looked at again, none when it cannot be confined to.
fn look<const N: usize>(
    field: &Field<N>,
    boxes: &Bits<N>,
    frozen: &Bits<N>,
    region: &Bits<N>,
    corral: &mut Corral<N>,
) -> Option<bool> {
    corral.pushes = 0;
    for at in corral.fence.iter() {
        for way in 0..4 {
            let (from, to) = (field.step(at, way ^ 2), field.step(at, way));
            let never = |cell: u16| cell == field.wall() || frozen.contains(cell);
            if never(from) || never(to) || to >= field.live {
                continue;
            }
            if corral.fence.contains(from) || corral.fence.contains(to) || corral.inside.contains(from) {
                continue;
            }
            // Such a push may be the first of the fence: it must lead inside and be possible now.
            let wrong = if !corral.inside.contains(to) {
                to
            } else if !region.contains(from) {
                from
            } else {
                corral.pushes += 1;
                continue;
            };
            if region.contains(wrong) {
                return None;
            }
            if boxes.contains(wrong) {
                corral.fence.insert(wrong);
            } else {
                let mut blocked = *boxes;
                blocked.insert(field.wall());
                corral.inside = corral.inside.or(&field.reach(wrong, &blocked));
                corral.fence = corral.fence.or(&touching(field, boxes, &corral.inside).without(frozen));
            }
            return Some(true);
        }
    }
    Some(false)
}

/// The boxes that touch a part of the floor.
fn touching<const N: usize>(field: &Field<N>, boxes: &Bits<N>, part: &Bits<N>) -> Bits<N> {
    part.iter().fold(Bits::EMPTY, |all: Bits<N>, cell| all.or(field.beside(cell))).and(boxes)
}
