//! A level in the making, with the way that solves it: floor that nobody needs becomes wall, and what is left is judged.

use std::sync::Arc;

use crate::board::{Board, Cell, Direction, Position};
use crate::gather::{gather, way};
use crate::ground::Ground;
use crate::rules::Step;

use super::backward::{Found, Yard, ones};
use super::shape::Shape;

/// A shape with a level in it, and a solution.
pub(super) struct Draft {
    shape: Shape,
    /// The level with all its floor; a cell is its place in the shape.
    pub(super) start: Position,
    /// By steps of the player, each box in as few goes as possible.
    pub(super) solution: Vec<Direction>,
    /// The cells that the solution enters, with a box or without.
    used: Vec<bool>,
}

impl Draft {
    /// The level of a state that was found, the player on the `pick`-th cell of the region, counted around. `solved` is any
    /// position with these walls and goals, `by` the pushes that solve it. None if the way back is broken, which would be a mistake in the search.
    pub(super) fn new(
        shape: &Shape,
        (solved, ground): (&Position, &Ground),
        (yard, found): (&Yard, &Found),
        (at, pick): (usize, usize),
        by: &[(u8, u8)],
    ) -> Option<Self> {
        let node = found.nodes[at];
        let region: Vec<u8> = ones(yard.reach(node.player, node.boxes)).collect();
        let cell = |at: u8| Cell(yard.cells[usize::from(at)] as u16);
        let boxes: Vec<Cell> = ones(node.boxes).map(cell).collect();
        let start =
            Position { boxes, player: cell(region[pick % region.len()]), board: solved.board.clone() };
        let mut standing = start.boxes.clone();
        let mut moves = Vec::new();
        for &(from, way) in by {
            let pushed = standing.iter().position(|&at| at == cell(from))?;
            standing[pushed] = start.board.neighbour(cell(from), Direction::ALL[usize::from(way)])?;
            moves.push((pushed, usize::from(way)));
        }
        let solution = way(&start, ground, &gather(&start, ground, moves));
        let mut used = vec![false; shape.open.len()];
        let mut here = start.clone();
        used[here.player.index()] = true;
        here.boxes.iter().for_each(|at| used[at.index()] = true);
        for &step in &solution {
            if let Step::Push(pushed) = here.step(step)? {
                used[here.boxes[pushed].index()] = true;
            }
            used[here.player.index()] = true;
        }
        Some(Draft { shape: shape.clone(), start, solution, used })
    }

    /// Turns floor into wall that the solution neither enters nor passes by, and the dead ends that it does not enter. With a
    /// symmetry only where both a cell and its twin are not needed.
    pub(super) fn trim(&mut self) {
        let shape = &mut self.shape;
        let needed = |at: usize| self.used[at] || self.start.board.is_goal(Cell(at as u16));
        let idle: Vec<usize> = (0..shape.open.len()).filter(|&at| shape.open[at] && !needed(at)).collect();
        let passed = |at: usize| shape.beside(at).iter().any(|&side| needed(side));
        let far: Vec<usize> = idle
            .iter()
            .copied()
            .filter(|&at| !passed(at) && !passed(shape.twin(at)) && !needed(shape.twin(at)))
            .collect();
        far.into_iter().for_each(|at| shape.open[at] = false);
        loop {
            let blind = |at: usize| shape.beside(at).iter().filter(|&&side| shape.open[side]).count() <= 1;
            let ends: Vec<usize> = (idle.iter().copied())
                .filter(|&at| shape.open[at] && blind(at) && !needed(shape.twin(at)))
                .collect();
            if ends.is_empty() {
                break;
            }
            for at in ends {
                let twin = shape.twin(at);
                shape.open[at] = false;
                shape.open[twin] = false;
            }
        }
    }

    /// Floor that the solution enters, as a share of all floor.
    pub(super) fn use_of_floor(&self) -> f64 {
        let used = (self.used.iter().zip(&self.shape.open)).filter(|&(&used, &open)| used && open).count();
        used as f64 / self.shape.floor().max(1) as f64
    }

    /// How many rectangles of 3 by 4 cells of floor there are.
    pub(super) fn halls(&self) -> usize {
        self.shape.halls(|at| self.shape.open[at]).len()
    }

    /// How many walls stand alone, with floor on all four sides.
    pub(super) fn lone_pillars(&self) -> usize {
        let shape = &self.shape;
        let inner = |at: usize| {
            (1..shape.width - 1).contains(&(at % shape.width))
                && (1..shape.height - 1).contains(&(at / shape.width))
        };
        let alone = |at: &usize| {
            inner(*at) && !shape.open[*at] && shape.beside(*at).iter().all(|&side| shape.open[side])
        };
        (0..shape.open.len()).filter(alone).count()
    }

    /// The level, cropped; walls that touch no floor are left out where they are outside.
    pub(super) fn position(&self) -> Option<Position> {
        let shape = &self.shape;
        let place = |at: usize| (at % shape.width, at / shape.width);
        let floor: Vec<(usize, usize)> =
            (0..shape.open.len()).filter(|&at| shape.open[at]).map(place).collect();
        let left = floor.iter().map(|cell| cell.0).min()? - 1;
        let right = floor.iter().map(|cell| cell.0).max()? + 1;
        let top = floor.iter().map(|cell| cell.1).min()? - 1;
        let bottom = floor.iter().map(|cell| cell.1).max()? + 1;
        let (width, height) = (right - left + 1, bottom - top + 1);
        let cell = |at: usize| {
            let (x, y) = place(at);
            Cell(((y - top) * width + x - left) as u16)
        };
        let cells: Vec<(usize, usize)> =
            (top..=bottom).flat_map(|y| (left..=right).map(move |x| (x, y))).collect();
        let touches =
            |&(x, y): &(usize, usize)| floor.iter().any(|&(a, b)| x.abs_diff(a) <= 1 && y.abs_diff(b) <= 1);
        // What is filled and touches no floor is outside if it hangs together with the edge.
        let deep: Vec<bool> = cells.iter().map(|at| !touches(at)).collect();
        let mut outside = vec![false; cells.len()];
        let mut waiting: Vec<usize> = (0..cells.len())
            .filter(|&at| {
                at % width == 0 || at % width == width - 1 || at < width || at >= cells.len() - width
            })
            .filter(|&at| deep[at])
            .collect();
        while let Some(at) = waiting.pop() {
            if std::mem::replace(&mut outside[at], true) {
                continue;
            }
            let (x, y) = (at % width, at / width);
            let sides = [
                (x > 0).then(|| at - 1),
                (x + 1 < width).then_some(at + 1),
                (y > 0).then(|| at - width),
                (y + 1 < height).then_some(at + width),
            ];
            waiting.extend(sides.into_iter().flatten().filter(|&side| deep[side] && !outside[side]));
        }
        let walls = (cells.iter().zip(&outside))
            .map(|(&(x, y), &outside)| !outside && !shape.open[y * shape.width + x])
            .collect();
        let goals = self.start.board.goals().iter().map(|at| cell(at.index())).collect();
        let board = Board::new(width, height, walls, goals).ok()?;
        let boxes = self.start.boxes.iter().map(|at| cell(at.index())).collect();
        Position::new(Arc::new(board), boxes, cell(self.start.player.index())).ok()
    }
}
