//! How one plays. This file is the only statement of the rules; what is faster is tested against it.
//!
//! The player steps to a free neighbouring cell, or pushes the box that stands there one cell further, where that cell is
//! free. One box at a time, never pulled. The level is solved when every goal has a box.
//!
//! **Sliding boxes** ([`Sliding`]): a box that was pushed one cell goes one cell further with a probability; straight ahead, or
//! with equal shares ahead, to the left and to the right of the push. Where the cell that it would slide to is not free it stays
//! where the push brought it. The player stands where the box came from, slide or not.

use crate::board::{Cell, Direction, Position};

/// What a step did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The player walked.
    Walk,
    /// The player pushed the box with this place in the list.
    Push(usize),
}

/// How boxes slide after a push.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sliding {
    /// The chance that a pushed box slides on.
    pub chance: f64,
    /// Whether it may also slide to the sides.
    pub sideways: bool,
}

impl Position {
    /// Whether a box or the player could come here.
    pub fn is_free(&self, cell: Cell) -> bool {
        !self.board.is_wall(cell) && self.box_at(cell).is_none()
    }

    /// What a step would do; none if it is not possible.
    pub fn look(&self, direction: Direction) -> Option<Step> {
        let next = self.board.neighbour(self.player, direction)?;
        if self.board.is_wall(next) {
            return None;
        }
        let Some(pushed) = self.box_at(next) else { return Some(Step::Walk) };
        let beyond = self.board.neighbour(next, direction)?;
        self.is_free(beyond).then_some(Step::Push(pushed))
    }

    /// Makes a step; what it did, or none if it is not possible.
    pub fn step(&mut self, direction: Direction) -> Option<Step> {
        let step = self.look(direction)?;
        self.player = self.board.neighbour(self.player, direction)?;
        if let Step::Push(pushed) = step {
            self.boxes[pushed] = self.board.neighbour(self.player, direction)?;
        }
        Some(step)
    }
}

impl Sliding {
    /// Where the box may end that a push in `direction` has just brought to its cell, with the chance of each; the chances add up to 1.
    pub fn outcomes(self, after: &Position, pushed: usize, direction: Direction) -> Vec<(Cell, f64)> {
        let turn = |by: usize| Direction::ALL[(direction as usize + by) % 4];
        let ways: &[Direction] = if self.sideways { &[direction, turn(3), turn(1)] } else { &[direction] };
        let at = after.boxes[pushed];
        let share = self.chance / ways.len() as f64;
        let mut outcomes = vec![(at, 1.0)];
        for &way in ways {
            let to = after.board.neighbour(at, way).filter(|&to| after.is_free(to) && to != after.player);
            if let Some(to) = to.filter(|_| share > 0.0) {
                outcomes[0].1 -= share;
                outcomes.push((to, share));
            }
        }
        outcomes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::xsb;
    use Direction::{East, North, South, West};

    fn position(drawing: &str) -> Position {
        xsb::read(drawing).unwrap()
    }

    /// Plays all steps; the drawing after them, or the first step that was not possible.
    fn play(drawing: &str, steps: &[Direction]) -> Result<String, usize> {
        let mut position = position(drawing);
        for (at, &step) in steps.iter().enumerate() {
            let before = position.clone();
            let looked = position.look(step);
            let done = position.step(step);
            assert_eq!(looked, done, "looking tells what is done");
            if done.is_none() {
                assert_eq!(position, before, "a step that is not possible changes nothing");
                return Err(at);
            }
        }
        Ok(xsb::write(&position))
    }

    #[test]
    fn walks_and_pushes_go_all_four_ways() {
        let start = "#######\n#  .  #\n#  $  #\n#.$@$.#\n#  $  #\n#  .  #\n#######\n";
        for (way, after) in [
            (North, "#######\n#  *  #\n#  @  #\n#.$ $.#\n#  $  #\n#  .  #\n#######\n"),
            (East, "#######\n#  .  #\n#  $  #\n#.$ @*#\n#  $  #\n#  .  #\n#######\n"),
            (South, "#######\n#  .  #\n#  $  #\n#.$ $.#\n#  @  #\n#  *  #\n#######\n"),
            (West, "#######\n#  .  #\n#  $  #\n#*@ $.#\n#  $  #\n#  .  #\n#######\n"),
        ] {
            assert_eq!(play(start, &[way]).as_deref(), Ok(after));
            assert!(matches!(position(start).look(way), Some(Step::Push(_))));
            // Back to the middle is a walk: a box is never pulled.
            let mut pushed = position(after);
            assert_eq!(pushed.step(way.opposite()), Some(Step::Walk));
            assert_eq!(pushed.boxes, position(after).boxes);
        }
    }

    #[test]
    fn what_is_in_the_way() {
        assert_eq!(play("#####\n#@$.#\n#####", &[West]), Err(0), "a wall");
        assert_eq!(play("#####\n#@$.#\n#####", &[East, East]), Err(1), "a wall behind the box");
        assert_eq!(play("######\n#@$$.#\n######", &[East]), Err(0), "a box behind the box");
        assert_eq!(play("######\n#@$*##\n######", &[East]), Err(0), "a box on a goal is a box");
    }

    #[test]
    fn a_box_keeps_its_place_in_the_list() {
        let mut position = position("#######\n#@$ $.#\n#    .#\n#######");
        let boxes = position.boxes.clone();
        assert_eq!(position.step(East), Some(Step::Push(0)));
        assert_eq!((position.boxes[0], position.boxes[1]), (Cell(boxes[0].0 + 1), boxes[1]));
        for step in [South, East, East] {
            assert_eq!(position.step(step), Some(Step::Walk));
        }
        assert_eq!(position.step(North), None, "a wall is behind it");
        assert_eq!(position.boxes[1], boxes[1]);
    }

    #[test]
    fn the_goals_decide_not_the_boxes() {
        let mut position = position("########\n#@$.$  #\n########");
        assert!(!position.is_solved());
        position.step(East);
        assert!(position.is_solved(), "one box is left over");
        assert_eq!(position.step(East), None);
    }

    /// A column and a row, and the chance to end there.
    type End = ((usize, usize), f64);

    /// Where the box that is pushed to the east may end.
    fn slides(drawing: &str, sliding: Sliding) -> Vec<End> {
        let mut position = position(drawing);
        let Some(Step::Push(pushed)) = position.step(East) else { panic!("no push in {drawing}") };
        let outcomes = sliding.outcomes(&position, pushed, East);
        let sum: f64 = outcomes.iter().map(|(_, chance)| chance).sum();
        assert!((sum - 1.0).abs() < 1e-12, "{sum}");
        assert!(outcomes.iter().all(|&(_, chance)| chance > 0.0 || outcomes.len() > 1));
        outcomes.into_iter().map(|(cell, chance)| (position.board.place(cell), chance)).collect()
    }

    fn close(found: &[End], wanted: &[End]) {
        let near = |(one, other): (&End, &End)| one.0 == other.0 && (one.1 - other.1).abs() < 1e-12;
        assert!(
            found.len() == wanted.len() && found.iter().zip(wanted).all(near),
            "{found:?}, not {wanted:?}"
        );
    }

    #[test]
    fn a_box_slides_ahead() {
        let ahead = Sliding { chance: 0.1, sideways: false };
        close(&slides("#######\n#@$  .#\n#######", ahead), &[((3, 1), 0.9), ((4, 1), 0.1)]);
        close(&slides("#####\n#@$.#\n#####", ahead), &[((3, 1), 1.0)]);
        close(&slides("######\n#@$ $#\n#.   #\n######", ahead), &[((3, 1), 1.0)]);
        let always = Sliding { chance: 1.0, sideways: false };
        close(&slides("#######\n#@$  .#\n#######", always), &[((3, 1), 0.0), ((4, 1), 1.0)]);
        let never = Sliding { chance: 0.0, sideways: true };
        close(&slides("#######\n#@$  .#\n#     #\n#######", never), &[((3, 1), 1.0)]);
    }

    #[test]
    fn a_box_slides_to_the_sides() {
        let sliding = Sliding { chance: 0.3, sideways: true };
        let open = "#######\n#     #\n#@$  .#\n#     #\n#######";
        close(&slides(open, sliding), &[((3, 2), 0.7), ((4, 2), 0.1), ((3, 1), 0.1), ((3, 3), 0.1)]);
        // What is blocked stays where it is; the other shares do not grow.
        let left_wall = "#######\n#@$  .#\n#     #\n#######";
        close(&slides(left_wall, sliding), &[((3, 1), 0.8), ((4, 1), 0.1), ((3, 2), 0.1)]);
        let all_blocked = "######\n###$##\n#@$ ##\n# #$.#\n######";
        close(&slides(all_blocked, sliding), &[((3, 2), 1.0)]);
    }
}
