//! Estimates of how many slides are left. They look at the robot that is to reach the target; where any may take it, at
//! the nearest.

use damier_search::registry::HeuristicEntry;
use damier_search::{Blind, Cost, Heuristic, HeuristicInfo};

use crate::board::Cell;
use crate::problem::{SlideProblem, Word};

/// The heuristics for positions packed into `W`; the first is the default.
pub fn entries<W: Word>() -> Vec<HeuristicEntry<SlideProblem<W>>> {
    vec![
        HeuristicEntry {
            info: &BOUNCES,
            build: |problem| Box::new(CellMap::bounces(problem)),
            map: Some(map),
        },
        HeuristicEntry { info: &ROWCOL, build: |problem| Box::new(CellMap::rowcol(problem)), map: Some(map) },
        HeuristicEntry { info: &Blind::INFO, build: |_| Box::new(Blind), map: Some(map) },
        HeuristicEntry {
            info: &MANHATTAN,
            build: |problem| Box::new(CellMap::manhattan(problem)),
            map: Some(map),
        },
    ]
}

/// The estimate for the main robot on each cell that is not closed.
pub(crate) fn map<W: Word>(
    problem: &SlideProblem<W>,
    heuristic: &dyn Heuristic<SlideProblem<W>>,
) -> Vec<Option<Cost>> {
    let open = |cell: &Cell| !problem.board.is_closed(*cell);
    let estimate = |cell: Cell| heuristic.estimate(problem, &problem.with_main_at(cell.0));
    problem.board.cells().map(|cell| Some(cell).filter(open).and_then(estimate)).collect()
}

pub(crate) const BOUNCES: HeuristicInfo = HeuristicInfo {
    name: "bounces",
    summary: "fewest slides if the robot could stop anywhere",
    admissible: true,
    consistent: true,
};

pub(crate) const ROWCOL: HeuristicInfo = HeuristicInfo {
    name: "rowcol",
    summary: "0 on the target, 1 in its row or column, else 2",
    admissible: true,
    consistent: true,
};

pub(crate) const MANHATTAN: HeuristicInfo = HeuristicInfo {
    name: "manhattan",
    summary: "columns plus rows to the target; inadmissible, because one slide crosses many cells",
    admissible: false,
    consistent: false,
};

/// The mark of a cell from which the target cannot be reached.
pub(crate) const NEVER: u16 = u16::MAX;

/// An estimate that depends on a robot's cell alone, looked up in a map for each lane.
pub(crate) struct CellMap {
    info: &'static HeuristicInfo,
    lanes: Vec<Vec<u16>>,
}

impl CellMap {
    /// The free-stop map, breadth-first from the target backwards: a robot that stops of its own will where it likes
    /// needs at least this many slides, and other robots' moves never help it to need fewer.
    pub(crate) fn bounces<W: Word>(problem: &SlideProblem<W>) -> Self {
        Self::new(&BOUNCES, problem, |problem, lane| {
            let mut map = vec![NEVER; problem.board.cells().count()];
            map[usize::from(problem.target)] = 0;
            let mut queue = vec![problem.target];
            let mut next = 0;
            while let Some(&cell) = queue.get(next) {
                next += 1;
                let slides = map[usize::from(cell)] + 1;
                problem.runs.sources(lane, &problem.board, cell, |source| {
                    if map[usize::from(source)] == NEVER {
                        map[usize::from(source)] = slides;
                        queue.push(source);
                    }
                });
            }
            map
        })
    }

    /// The map of one lane; `u16::MAX` where the target cannot be reached.
    pub(crate) fn into_map(mut self, lane: usize) -> Vec<u16> {
        std::mem::take(&mut self.lanes[lane])
    }

    pub(crate) fn rowcol<W: Word>(problem: &SlideProblem<W>) -> Self {
        // A diagonal can lead from anywhere to anywhere in one slide, so with diagonals the 2 is not safe.
        let most = if problem.board.diagonals().is_empty() { 2 } else { 1 };
        Self::by_place(&ROWCOL, problem, |columns, rows| {
            (u16::from(columns > 0) + u16::from(rows > 0)).min(most)
        })
    }

    pub(crate) fn manhattan<W: Word>(problem: &SlideProblem<W>) -> Self {
        Self::by_place(&MANHATTAN, problem, |columns, rows| columns + rows)
    }

    /// A map from how many columns and rows away the target is.
    fn by_place<W: Word>(
        info: &'static HeuristicInfo,
        problem: &SlideProblem<W>,
        estimate: impl Fn(u16, u16) -> u16,
    ) -> Self {
        Self::new(info, problem, |problem, _| {
            let (column, row) = problem.board.place(Cell(problem.target));
            let far = |cell| {
                let (x, y) = problem.board.place(cell);
                estimate(x.abs_diff(column) as u16, y.abs_diff(row) as u16)
            };
            problem.board.cells().map(far).collect()
        })
    }

    fn new<W: Word>(
        info: &'static HeuristicInfo,
        problem: &SlideProblem<W>,
        map: impl Fn(&SlideProblem<W>, usize) -> Vec<u16>,
    ) -> Self {
        let lanes = if problem.any { problem.robots() } else { 1 };
        let last = problem.lanes[..lanes].iter().copied().max().unwrap_or(0);
        let used = |lane| problem.lanes[..lanes].contains(&lane);
        CellMap {
            info,
            lanes: (0..=last).map(|lane| if used(lane) { map(problem, lane) } else { Vec::new() }).collect(),
        }
    }
}

impl<W: Word> Heuristic<SlideProblem<W>> for CellMap {
    fn info(&self) -> &'static HeuristicInfo {
        self.info
    }

    #[inline]
    fn estimate(&self, problem: &SlideProblem<W>, state: &W) -> Option<Cost> {
        let estimate = |slot: usize| self.lanes[problem.lanes[slot]][usize::from(state.get(slot))];
        let least = if problem.any { (0..problem.robots()).map(estimate).min()? } else { estimate(0) };
        (least != NEVER).then_some(Cost::from(least))
    }
}
