//! What a solution took: the four counts that players compare.
//!
//! - **Moves**: every step of the player, pushes included.
//! - **Pushes**: steps that push a box.
//! - **Lines**: pieces of the way in which one box is pushed straight on, with nothing between. A turn, another box or a
//!   walk, however short, ends a line.
//! - **Changes**: pieces of the way in which one box is pushed, in any direction and with any walks between, until it is
//!   another box's turn. The first box counts, so a way with pushes has at least one, as it has at least one line.

use crate::board::{Direction, Position};
use crate::rules::Step;

/// The counts of a way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Steps of the player.
    pub moves: u32,
    /// Steps that push.
    pub pushes: u32,
    /// Straight pushes of one box with nothing between.
    pub lines: u32,
    /// How often another box is pushed than before; the first counts.
    pub changes: u32,
}

/// Counts a way from `position`. It ends before the first step that is not possible.
pub fn tally(position: &Position, way: &[Direction]) -> Tally {
    let mut here = position.clone();
    let mut tally = Tally::default();
    let mut line = None;
    let mut last = None;
    for &direction in way {
        let Some(step) = here.step(direction) else { break };
        tally.moves += 1;
        let Step::Push(pushed) = step else {
            line = None;
            continue;
        };
        tally.pushes += 1;
        tally.lines += u32::from(line != Some((pushed, direction)));
        tally.changes += u32::from(last != Some(pushed));
        line = Some((pushed, direction));
        last = Some(pushed);
    }
    tally
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::xsb;

    /// A way in letters: u r d l, pushes or not.
    fn count(level: &str, way: &str) -> Tally {
        let way: Vec<Direction> = way.chars().map(|c| Direction::ALL["urdl".find(c).unwrap()]).collect();
        tally(&xsb::read(level).unwrap(), &way)
    }

    const HALL: &str = "########\n#      #\n#@$ .  #\n#      #\n# $ .  #\n#      #\n########";

    #[test]
    fn a_straight_push_is_one_line_and_one_change() {
        assert_eq!(count(HALL, "rrr"), Tally { moves: 3, pushes: 3, lines: 1, changes: 1 });
        assert_eq!(count(HALL, ""), Tally::default());
    }

    #[test]
    fn a_walk_ends_a_line_but_not_the_turn_of_a_box() {
        // Push right, step back and forth, push on.
        assert_eq!(count(HALL, "rlrr"), Tally { moves: 4, pushes: 2, lines: 2, changes: 1 });
        // Push right, go around, push down: still the same box.
        assert_eq!(count(HALL, "rurd"), Tally { moves: 4, pushes: 2, lines: 2, changes: 1 });
    }

    #[test]
    fn another_box_and_the_first_again_are_three_changes() {
        assert_eq!(count(HALL, "rlddruur"), Tally { moves: 8, pushes: 3, lines: 3, changes: 3 });
    }

    #[test]
    fn what_is_not_possible_ends_the_count() {
        assert_eq!(count(HALL, "lrrr"), Tally::default());
    }
}
