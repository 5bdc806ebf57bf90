//! The position as a planning problem in PDDL, so that any planner can be compared.
//!
//! The player walks to a free neighbouring cell or pushes the box there one cell further. Only a push costs, so that the plan's
//! cost is the number of pushes. Boxes have no names: a cell has one or not. Cells that the player can never come near are
//! left out; a goal among them stays, with a box or without one for ever.

use std::fmt::Write;

use crate::board::{Board, Cell, Direction, Position};

const DOMAIN: &str = "\
(define (domain sokoban)
  (:requirements :strips :typing :negative-preconditions :action-costs)
  (:types cell heading)
  (:predicates (player ?c - cell) (box ?c - cell) (next ?c - cell ?h - heading ?d - cell))
  (:functions (total-cost) - number)
  (:action walk
    :parameters (?c - cell ?h - heading ?d - cell)
    :precondition (and (player ?c) (next ?c ?h ?d) (not (box ?d)))
    :effect (and (not (player ?c)) (player ?d)))
  (:action push
    :parameters (?c - cell ?h - heading ?d - cell ?e - cell)
    :precondition (and (player ?c) (next ?c ?h ?d) (box ?d) (next ?d ?h ?e) (not (box ?e)))
    :effect (and (not (player ?c)) (player ?d) (not (box ?d)) (box ?e) (increase (total-cost) 1))))
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
    let floor = position.floor();
    let cells: Vec<Cell> = board.cells().filter(|&cell| floor[cell.index()] || board.is_goal(cell)).collect();
    let names = |cells: &[Cell]| cells.iter().map(|&cell| name(board, cell)).collect::<Vec<_>>().join(" ");
    let boxes = |cells: &[Cell]| {
        cells.iter().map(|&cell| format!("(box {})", name(board, cell))).collect::<Vec<_>>().join(" ")
    };
    let mut standing: Vec<Cell> =
        position.boxes.iter().copied().filter(|cell| cells.contains(cell)).collect();
    standing.sort_unstable();
    let mut text = format!(
        "(define (problem level)\n  (:domain sokoban)\n  (:objects\n    {} - cell\n    up right down left - heading)\n",
        names(&cells)
    );
    let _ = write!(
        text,
        "  (:init (= (total-cost) 0)\n    (player {})\n    {}\n",
        name(board, position.player),
        boxes(&standing)
    );
    for &cell in cells.iter().filter(|cell| floor[cell.index()]) {
        for (direction, heading) in Direction::ALL.into_iter().zip(["up", "right", "down", "left"]) {
            if let Some(next) = board.neighbour(cell, direction).filter(|&next| !board.is_wall(next)) {
                let _ = writeln!(text, "    (next {} {heading} {})", name(board, cell), name(board, next));
            }
        }
    }
    let _ =
        write!(text, "  )\n  (:goal (and {}))\n  (:metric minimize (total-cost)))\n", boxes(board.goals()));
    text
}

fn name(board: &Board, cell: Cell) -> String {
    let (column, row) = board.place(cell);
    format!("c{column}-{row}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::xsb;

    #[test]
    fn facts_are_complete() {
        // A room of two by two, and a goal with its box behind a wall.
        let position = xsb::read("######\n#@ #*#\n#$.###\n####").unwrap();
        let problem = problem(&position);
        let count = |what: &str| problem.matches(what).count();
        assert_eq!((count("(next "), count("(player c1-1)")), (8, 1));
        assert!(problem.contains("(box c4-1) (box c1-2)\n"), "{problem}");
        assert!(problem.contains("(:goal (and (box c4-1) (box c2-2)))"));
        assert!(problem.contains("(next c1-1 right c2-1)") && problem.contains("(next c2-2 up c2-1)"));
        assert!(!problem.contains("c0-0") && !problem.contains("(next c4-1"));
        assert_eq!(write(&position).matches('(').count(), write(&position).matches(')').count());
    }
}
