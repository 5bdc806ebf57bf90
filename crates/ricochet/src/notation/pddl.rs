//! The position as a planning problem in PDDL, so that any planner can be compared.
//!
//! A slide is `go` (the first cell), then `pass` for each further cell, then `stop` where a wall or a robot blocks the way;
//! only `go` costs, so that the plan's cost is the number of moves. While a robot slides nothing else can happen. Robots
//! that turn at the same diagonals share a lane of `leads` facts, which carry the heading through a diagonal.

use std::fmt::Write;

use crate::board::{Board, Cell, Direction, Position, Robot};

const DOMAIN: &str = "\
(define (domain ricochet-robots)
  (:requirements :strips :typing :negative-preconditions :action-costs)
  (:types robot cell heading lane)
  (:predicates (at ?r - robot ?c - cell) (occupied ?c - cell) (uses ?r - robot ?l - lane)
    (leads ?l - lane ?c - cell ?h - heading ?d - cell ?g - heading) (blocked ?l - lane ?c - cell ?h - heading)
    (sliding ?r - robot ?h - heading) (idle) (takes ?r - robot ?c - cell) (reached))
  (:functions (total-cost) - number)
  (:action go
    :parameters (?r - robot ?l - lane ?c - cell ?h - heading ?d - cell ?g - heading)
    :precondition (and (idle) (at ?r ?c) (uses ?r ?l) (leads ?l ?c ?h ?d ?g) (not (occupied ?d)))
    :effect (and (not (idle)) (not (at ?r ?c)) (not (occupied ?c)) (at ?r ?d) (occupied ?d) (sliding ?r ?g)
      (increase (total-cost) 1)))
  (:action pass
    :parameters (?r - robot ?l - lane ?c - cell ?h - heading ?d - cell ?g - heading)
    :precondition (and (sliding ?r ?h) (at ?r ?c) (uses ?r ?l) (leads ?l ?c ?h ?d ?g) (not (occupied ?d)))
    :effect (and (not (sliding ?r ?h)) (not (at ?r ?c)) (not (occupied ?c)) (at ?r ?d) (occupied ?d) (sliding ?r ?g)))
  (:action stop-at-wall
    :parameters (?r - robot ?l - lane ?c - cell ?h - heading)
    :precondition (and (sliding ?r ?h) (at ?r ?c) (uses ?r ?l) (blocked ?l ?c ?h))
    :effect (and (not (sliding ?r ?h)) (idle)))
  (:action stop-at-robot
    :parameters (?r - robot ?l - lane ?c - cell ?h - heading ?d - cell ?g - heading)
    :precondition (and (sliding ?r ?h) (at ?r ?c) (uses ?r ?l) (leads ?l ?c ?h ?d ?g) (occupied ?d))
    :effect (and (not (sliding ?r ?h)) (idle)))
  (:action arrive
    :parameters (?r - robot ?c - cell)
    :precondition (and (idle) (at ?r ?c) (takes ?r ?c))
    :effect (and (reached))))
";

/// Domain and problem, one after the other.
pub(super) fn write(position: &Position) -> String {
    format!("{}\n{}", domain(), problem(position))
}

/// The domain alone, the same for every position.
pub(super) fn domain() -> String {
    DOMAIN.to_owned()
}

/// The problem alone.
pub(super) fn problem(position: &Position) -> String {
    let board = &position.board;
    let robots: Vec<Robot> = Robot::all().take(position.robots.len()).collect();
    // A robot with diagonals of its colour has a lane of its own; all others turn at every diagonal.
    let own = |robot: Robot| board.diagonals().iter().any(|diagonal| diagonal.robot == robot);
    let lane = |robot: Robot| if own(robot) { robot.colour() } else { "plain" };
    let lanes: Vec<Option<Robot>> =
        std::iter::once(None).chain(robots.iter().copied().filter(|&robot| own(robot)).map(Some)).collect();
    let lane_name = |lane: Option<Robot>| lane.map_or("plain", Robot::colour);

    let mut text = String::from("(define (problem position)\n  (:domain ricochet-robots)\n  (:objects");
    let mut objects = |names: Vec<String>, kind: &str| {
        let _ = write!(text, "\n    {} - {kind}", names.join(" "));
    };
    objects(robots.iter().map(|robot| robot.colour().to_owned()).collect(), "robot");
    objects(board.cells().map(|cell| name(board, cell)).collect(), "cell");
    objects(Direction::ALL.map(|heading| heading.letter().to_string()).to_vec(), "heading");
    objects(lanes.iter().map(|&lane| format!("lane-{}", lane_name(lane))).collect(), "lane");
    text.push_str(")\n  (:init (= (total-cost) 0) (idle)\n");
    for (&robot, &cell) in robots.iter().zip(&position.robots) {
        let (colour, cell) = (robot.colour(), name(board, cell));
        let _ =
            writeln!(text, "    (at {colour} {cell}) (occupied {cell}) (uses {colour} lane-{})", lane(robot));
        if position.target.robot.is_none_or(|wanted| wanted == robot) {
            let _ = writeln!(text, "    (takes {colour} {})", name(board, position.target.cell));
        }
    }
    for &through in &lanes {
        let lane = lane_name(through);
        for (cell, heading) in board.cells().flat_map(|cell| Direction::ALL.map(|heading| (cell, heading))) {
            let (here, letter) = (name(board, cell), heading.letter());
            match board.neighbour(cell, heading).filter(|_| !board.has_wall(cell, heading)) {
                None => {
                    let _ = writeln!(text, "    (blocked lane-{lane} {here} {letter})");
                }
                Some(next) => {
                    let turning = board.diagonal(next).filter(|diagonal| Some(diagonal.robot) != through);
                    let on = turning.map_or(heading, |diagonal| diagonal.turn(heading)).letter();
                    let _ =
                        writeln!(text, "    (leads lane-{lane} {here} {letter} {} {on})", name(board, next));
                }
            }
        }
    }
    text.push_str("  )\n  (:goal (reached))\n  (:metric minimize (total-cost)))\n");
    text
}

fn name(board: &Board, cell: Cell) -> String {
    let (column, row) = board.place(cell);
    format!("c{column}-{row}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation;

    /// In every lane every cell has each way out exactly once: it leads somewhere or is blocked, as the rules say.
    #[test]
    fn facts_are_complete() {
        let text = "0 0 R\n1 1 G N\n2 1 R /:red\n2 2 N";
        let position = notation::read(text, None).unwrap().remove(0).position;
        let problem = problem(&position);
        let count = |what: &str| problem.matches(what).count();
        for lane in ["plain", "red"] {
            let ways = count(&format!("(leads lane-{lane} ")) + count(&format!("(blocked lane-{lane} "));
            assert_eq!(ways, 9 * 4);
        }
        assert_eq!((count("(at red c0-0)"), count("(takes red c1-1)"), count("(takes green")), (1, 1, 0));
        assert!(
            problem.contains("(blocked lane-plain c1-1 N)")
                && problem.contains("(blocked lane-plain c1-0 S)")
        );
        // Red passes its own diagonal at 2,1; the others turn there.
        assert!(problem.contains("(leads lane-red c1-1 E c2-1 E)"));
        assert!(problem.contains("(leads lane-plain c1-1 E c2-1 N)"));
        assert_eq!(write(&position).matches('(').count(), write(&position).matches(')').count());
    }
}
