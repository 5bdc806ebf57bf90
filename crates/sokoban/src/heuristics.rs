//! Estimates of the pushes that are left.
//!
//! All of them look at the boxes as if these did not hinder each other. They differ in how a box's way is measured (as the crow
//! flies, or by pushes that are really possible) and in whether two boxes may be promised the same goal. Each that is
//! admissible for pushes is so for steps too, since every push is a step.

use std::cell::{OnceCell, RefCell};
use std::collections::VecDeque;

use damier_search::registry::HeuristicEntry;
use damier_search::{Blind, Cost, Heuristic, HeuristicInfo, Limits, Problem, Run, Stop};

use crate::board::{Direction, Position};
use crate::problem::{BoxProblem, NONE, State, View};
use crate::solver::distances::{Distances, Row};
use crate::solver::field::{Field, words};
use crate::solver::matching::Matching;

/// Every heuristic; the first is the default.
pub fn entries<V: View>() -> Vec<HeuristicEntry<BoxProblem<V>>> {
    vec![
        HeuristicEntry { info: &MATCHING, build: matching, map: Some(|problem, _| pushes(problem)) },
        HeuristicEntry {
            info: &NEAREST,
            build: |problem| Box::new(Nearest(pushes(problem))),
            map: Some(|problem, _| pushes(problem)),
        },
        HeuristicEntry {
            info: &PLAYER_BOX,
            build: |_| Box::new(PlayerBox),
            map: Some(|problem, _| crow(problem)),
        },
        HeuristicEntry {
            info: &Blind::INFO,
            build: |_| Box::new(Blind),
            map: Some(|problem, _| pushes(problem).into_iter().map(|far| far.map(|_| 0)).collect()),
        },
    ]
}

const MATCHING: HeuristicInfo = HeuristicInfo {
    name: "matching",
    summary: "the least sum of push distances that gives each goal a box of its own",
    admissible: true,
    consistent: true,
};

const NEAREST: HeuristicInfo = HeuristicInfo {
    name: "nearest",
    summary: "the pushes of each box to its nearest goal, alone on the board; two may share a goal",
    admissible: true,
    consistent: true,
};

const PLAYER_BOX: HeuristicInfo = HeuristicInfo {
    name: "player-box",
    summary: "as the crow flies: the player to a box, and each box to its nearest goal; inadmissible, because walking is no push",
    admissible: false,
    consistent: false,
};

/// The pushes from each cell to the nearest goal where nothing but walls is in the way and the player is wherever it is
/// wanted; none where no push leads to a goal: a dead square.
fn pushes<V: View>(problem: &BoxProblem<V>) -> Vec<Option<u32>> {
    let board = &problem.position.board;
    let mut far = vec![None; board.width() * board.height()];
    let mut waiting: VecDeque<u16> = problem.goals().iter().copied().collect();
    waiting.iter().for_each(|&goal| far[usize::from(goal)] = Some(0));
    while let Some(cell) = waiting.pop_front() {
        let next = far[usize::from(cell)].map(|pushes: u32| pushes + 1);
        for way in Direction::ALL {
            // A box is pulled to the cell beside it; the player needs the one after that.
            let to = problem.beside(cell)[way as usize];
            if to != NONE && problem.beside(to)[way as usize] != NONE && far[usize::from(to)].is_none() {
                far[usize::from(to)] = next;
                waiting.push_back(to);
            }
        }
    }
    far
}

/// The least estimate with one box on each cell instead of where it is.
pub(crate) fn with_a_box_there<V: View>(
    problem: &BoxProblem<V>,
    heuristic: &dyn Heuristic<BoxProblem<V>>,
) -> Vec<Option<Cost>> {
    let estimate =
        |cell: u16| problem.with_a_box_at(cell).iter().filter_map(|s| heuristic.estimate(problem, s)).min();
    problem.position.board.cells().map(|cell| estimate(cell.0)).collect()
}

/// Each box to its nearest goal. Boxes that are left over are the farthest ones.
struct Nearest(Vec<Option<u32>>);

impl<V: View> Heuristic<BoxProblem<V>> for Nearest {
    fn info(&self) -> &'static HeuristicInfo {
        &NEAREST
    }

    fn estimate(&self, problem: &BoxProblem<V>, state: &State) -> Option<Cost> {
        if problem.is_hopeless() {
            return None;
        }
        let goals = problem.goals().len();
        let mut near: Vec<u32> = state[1..].iter().filter_map(|&cell| self.0[usize::from(cell)]).collect();
        if near.len() > goals {
            near.sort_unstable();
        }
        (near.len() >= goals).then(|| near[..goals].iter().sum())
    }
}

/// Columns plus rows from each cell of the floor to its nearest goal.
fn crow<V: View>(problem: &BoxProblem<V>) -> Vec<Option<u32>> {
    let floor = problem.position.floor();
    let cells = problem.position.board.cells();
    cells.map(|cell| floor[cell.index()].then(|| nearest(problem, cell.0)).flatten()).collect()
}

/// Columns plus rows from one cell to another.
fn far<V: View>(problem: &BoxProblem<V>, a: u16, b: u16) -> u32 {
    let width = problem.position.board.width() as u16;
    u32::from((a % width).abs_diff(b % width) + (a / width).abs_diff(b / width))
}

fn nearest<V: View>(problem: &BoxProblem<V>, cell: u16) -> Option<u32> {
    problem.goals().iter().map(|&goal| far(problem, cell, goal)).min()
}

/// The classic first try.
struct PlayerBox;

impl<V: View> Heuristic<BoxProblem<V>> for PlayerBox {
    fn info(&self) -> &'static HeuristicInfo {
        &PLAYER_BOX
    }

    fn estimate(&self, problem: &BoxProblem<V>, state: &State) -> Option<Cost> {
        let away = |&cell: &u16| nearest(problem, cell).unwrap_or(0);
        let boxes: u32 = state[1..].iter().map(away).sum();
        let lost = state[1..].iter().filter(|cell| away(cell) > 0);
        let walk = lost.map(|&cell| far(problem, state[0], cell)).min().unwrap_or(0);
        Some(if problem.is_goal(state) { 0 } else { boxes + walk })
    }
}

/// Each goal a box of its own, in sets as large as the floor needs.
pub(crate) fn matching<V: View>(problem: &BoxProblem<V>) -> Box<dyn Heuristic<BoxProblem<V>>> {
    match words(&problem.position) {
        ..=1 => Assigned::<1>::boxed(),
        2 => Assigned::<2>::boxed(),
        3..=4 => Assigned::<4>::boxed(),
        5..=8 => Assigned::<8>::boxed(),
        _ => Assigned::<64>::boxed(),
    }
}

/// Every goal gets a box of its own. Nothing is known until it is prepared; then there is no table where that can never be.
struct Assigned<const N: usize>(OnceCell<Option<RefCell<Table<N>>>>);

struct Table<const N: usize> {
    field: Field<N>,
    distances: Distances,
    matching: Matching,
    rows: Vec<Row>,
}

impl<const N: usize> Assigned<N> {
    fn boxed<V: View>() -> Box<dyn Heuristic<BoxProblem<V>>> {
        Box::new(Assigned::<N>(OnceCell::new()))
    }
}

impl<const N: usize> Table<N> {
    fn new(position: &Position, run: &mut Run) -> Result<Option<Self>, Stop> {
        let Some((field, distances)) = Field::<N>::within(position, run)? else { return Ok(None) };
        let rows: Vec<Row> = field.boxes.iter().map(|&cell| distances.row(cell, field.player)).collect();
        let goals = (0..field.goals.len() as u16).collect();
        let matching = Matching::new(&distances, goals, &rows, &mut || run.step())?;
        Ok(Some(Table { field, distances, matching, rows }))
    }
}

impl<V: View, const N: usize> Heuristic<BoxProblem<V>> for Assigned<N> {
    fn info(&self) -> &'static HeuristicInfo {
        &MATCHING
    }

    fn prepare(&self, problem: &BoxProblem<V>, run: &mut Run) -> Result<(), Stop> {
        if self.0.get().is_none() {
            let table = Table::new(&problem.position, run)?;
            self.0.get_or_init(|| table.map(RefCell::new));
        }
        Ok(())
    }

    fn estimate(&self, problem: &BoxProblem<V>, state: &State) -> Option<Cost> {
        let table = self.0.get_or_init(|| {
            // Only a limit stops it, and here is none.
            Table::new(&problem.position, &mut Run::new(Limits::default())).ok().flatten().map(RefCell::new)
        });
        let Table { field, distances, matching, rows } = &mut *table.as_ref()?.borrow_mut();
        let number = |cell: u16| field.numbers[usize::from(cell)];
        let player = number(state[0]);
        rows.clear();
        rows.extend(state[1..].iter().map(|&cell| distances.row(number(cell), player)));
        matching.move_to(distances, rows, &mut || Ok(())).ok()?;
        matching.total()
    }
}
