//! How hard a position is for a person: an estimate, not a measurement.
//!
//! People look a few slides ahead with one robot, and go wrong where that does not help. So the points are
//!
//! `moves + 1.5 × (robots − 1) + 0.5 × away + 0.25 × near`
//!
//! where `moves` is the length of the best solution and `robots` how many move in it; `away` counts moves of the target's robot
//! that take it further from the target (by free stops), which nobody likes to try; and `near` counts what looks like a solution:
//! cells around the target where the robot can stop alone in fewer moves, and slides that carry it over the target (at most 8
//! count). The levels lie between 3, 6.5, 10 and 14 points: of 300 random classic boards 7 % are trivial, 28 % easy, 48 %
//! medium, 14 % hard and 3 % extreme.

use std::collections::{HashSet, VecDeque};

use damier_kit::Estimate;

use crate::board::{Direction, Position, Robot};
use crate::notation::Move;
use crate::rules::slide;

/// Near misses that count at most.
const NEAR: usize = 8;

/// The estimate for a position with this solution. `far` is the fewest slides from each cell with free stops.
pub(crate) fn estimate(position: &Position, solution: &[Move], far: &[Option<u32>]) -> Estimate {
    let mut moved: Vec<Robot> = Vec::new();
    for step in solution {
        if !moved.contains(&step.robot) {
            moved.push(step.robot);
        }
    }
    // Where any robot may take the target, the one that comes last has it.
    let main = position.target.robot.or(solution.last().map(|step| step.robot)).unwrap_or(Robot(0));
    let mut here = position.clone();
    let mut away = 0;
    for step in solution {
        let before = here.robots[step.robot.index()];
        here.play(step.robot, step.direction);
        let after = here.robots[step.robot.index()];
        away += u32::from(step.robot == main && far[after.index()] > far[before.index()]);
    }
    let near = near_misses(position, main, solution.len());
    let robots = moved.len().max(1) as u32;
    let length = solution.len() as u32;
    let points = f64::from(length)
        + 1.5 * f64::from(robots - 1)
        + 0.5 * f64::from(away)
        + 0.25 * near.min(NEAR) as f64;
    let level = 1 + [3.0, 6.5, 10.0, 14.0].iter().filter(|&&least| points >= least).count() as u8;
    let parts = vec![("moves", length), ("robots", robots), ("away", away), ("near", near as u32)];
    Estimate { level, points, parts }
}

/// What the robot can do alone in fewer than `moves` moves, the others standing still, that almost reaches the target: stops on
/// the eight cells around it, and slides over it.
fn near_misses(position: &Position, robot: Robot, moves: usize) -> usize {
    let (board, target) = (&position.board, position.target.cell);
    let (column, row) = board.place(target);
    let beside = |cell| {
        let (x, y) = board.place(cell);
        cell != target && x.abs_diff(column) <= 1 && y.abs_diff(row) <= 1
    };
    let start = position.robots[robot.index()];
    let mut seen = HashSet::from([start]);
    let mut queue = VecDeque::from([(start, 1)]);
    let mut robots = position.robots.clone();
    let mut near = 0;
    while let Some((cell, depth)) = queue.pop_front() {
        robots[robot.index()] = cell;
        for direction in Direction::ALL {
            let Some(way) = slide(board, &robots, robot, direction) else { continue };
            let Some((&end, passed)) = way.split_last() else { continue };
            near += usize::from(end != target && passed.contains(&target));
            if depth < moves && seen.insert(end) {
                near += usize::from(beside(end));
                queue.push_back((end, depth + 1));
            }
        }
    }
    near
}
