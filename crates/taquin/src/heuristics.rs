//! Estimates of the moves that are left. A board that cannot be solved has none.
//!
//! References: O. Hansson, A. Mayer, M. Yung, Criticizing solutions to relaxed models yields powerful admissible heuristics, 1992
//! (`linear-conflict`); R. Korf, A. Felner, Disjoint pattern database heuristics, 2002 (`pdb`).

use std::cell::OnceCell;

use damier_search::registry::HeuristicEntry;
use damier_search::{Blind, Cost, Heuristic, HeuristicInfo, Limits, Run, Stop};

use crate::board::Position;
use crate::problem::{State, TileProblem};
use crate::solver::tables::Pair;

/// Every heuristic; the first is the default.
pub fn entries<const N: usize>() -> Vec<HeuristicEntry<TileProblem<N>>> {
    // What each tile adds to the estimate; the gap adds nothing.
    let misplaced_map =
        |problem: &TileProblem<N>, _: &dyn Heuristic<TileProblem<N>>| each(problem, |far| u32::from(far > 0));
    let far_map = |problem: &TileProblem<N>, _: &dyn Heuristic<TileProblem<N>>| each(problem, |far| far);
    vec![
        HeuristicEntry { info: &LINEAR_CONFLICT, build: |_| Box::new(Guess::by_conflicts()), map: None },
        HeuristicEntry {
            info: &MANHATTAN,
            build: |_| Box::new(Guess(&MANHATTAN, Box::new(manhattan))),
            map: Some(far_map),
        },
        HeuristicEntry {
            info: &MISPLACED,
            build: |_| Box::new(Guess(&MISPLACED, Box::new(misplaced))),
            map: Some(misplaced_map),
        },
        HeuristicEntry { info: &PDB, build: |_| Box::new(Pdb(OnceCell::new())), map: None },
        HeuristicEntry { info: &Blind::INFO, build: |_| Box::new(Blind), map: None },
    ]
}

/// A value for each cell of the board, from the cell and how far its tile is from home; none for the gap.
fn each<const N: usize>(problem: &TileProblem<N>, value: impl Fn(Cost) -> Cost) -> Vec<Option<Cost>> {
    let Position { width, tiles, .. } = &problem.position;
    let mut map = vec![None; tiles.len()];
    for (cell, home) in homes(tiles) {
        let far = (cell % width).abs_diff(home % width) + (cell / width).abs_diff(home / width);
        map[cell] = Some(value(far as Cost));
    }
    map
}

const fn info(name: &'static str, consistent: bool, summary: &'static str) -> HeuristicInfo {
    HeuristicInfo { name, summary, admissible: true, consistent }
}

const LINEAR_CONFLICT: HeuristicInfo = info(
    "linear-conflict",
    true,
    "manhattan, and two moves for each tile that must let others of its line pass",
);
const MANHATTAN: HeuristicInfo = info("manhattan", true, "columns and rows between each tile and its place");
const MISPLACED: HeuristicInfo = info("misplaced", true, "how many tiles are not in their place");
// Where a group's tiles part the cells, its table knows only the side of the gap that is cheaper.
const PDB: HeuristicInfo =
    info("pdb", false, "exact moves of groups of tiles, added up: a pattern database, built at first use");

/// A lower bound on the moves to the goal, from the width and the tiles.
type Bound = Box<dyn Fn(usize, &[u8]) -> Cost>;

/// An estimate from the width and the tiles.
pub(crate) struct Guess(&'static HeuristicInfo, Bound);

impl Guess {
    /// Linear conflicts.
    pub(crate) fn by_conflicts() -> Self {
        Guess(&LINEAR_CONFLICT, Box::new(linear_conflict))
    }
}

impl<const N: usize> Heuristic<TileProblem<N>> for Guess {
    fn info(&self) -> &'static HeuristicInfo {
        self.0
    }

    fn estimate(&self, problem: &TileProblem<N>, state: &State<N>) -> Option<Cost> {
        let position = &problem.position;
        problem.solvable.then(|| self.1(position.width, &state.tiles()[..position.tiles.len()]))
    }
}

fn misplaced(_: usize, tiles: &[u8]) -> Cost {
    tiles.iter().zip(1..).filter(|&(&tile, home)| tile != 0 && tile != home).count() as Cost
}

/// Each cell with the place of the tile on it. The gap has none, nor has a tile that is not told from others.
fn homes(tiles: &[u8]) -> impl Iterator<Item = (usize, usize)> {
    let all = tiles.iter().enumerate().map(|(cell, &tile)| (cell, usize::from(tile).wrapping_sub(1)));
    all.filter(|(_, home)| *home < tiles.len())
}

pub(crate) fn manhattan(width: usize, tiles: &[u8]) -> Cost {
    let far = |a: usize, b: usize| (a % width).abs_diff(b % width) + (a / width).abs_diff(b / width);
    homes(tiles).map(|(cell, home)| far(cell, home) as Cost).sum()
}

/// Of the tiles that are in their own line, all but a longest rising sequence must leave it and come back.
pub(crate) fn linear_conflict(width: usize, tiles: &[u8]) -> Cost {
    // For each row and column, how long a rising sequence ends with the tile of each place; 0 if it is not there.
    let mut lines = [[0; 6]; 12];
    for (cell, home) in homes(tiles) {
        let (row, column) = (home / width, home % width);
        for (line, place, is_in) in
            [(row, column, cell / width == row), (6 + column, row, cell % width == column)]
        {
            lines[line][place] = if is_in { 1 + lines[line][..place].iter().max().unwrap_or(&0) } else { 0 };
        }
    }
    let leaving =
        |line: &[usize; 6]| line.iter().filter(|&&long| long > 0).count() - line.iter().max().unwrap_or(&0);
    manhattan(width, tiles) + 2 * lines.iter().map(leaving).sum::<usize>() as Cost
}

/// Pattern databases, once they are built.
struct Pdb(OnceCell<Pair>);

impl<const N: usize> Heuristic<TileProblem<N>> for Pdb {
    fn info(&self) -> &'static HeuristicInfo {
        &PDB
    }

    fn prepare(&self, problem: &TileProblem<N>, run: &mut Run) -> Result<(), Stop> {
        if problem.solvable && self.0.get().is_none() {
            let pair = Pair::new(&problem.position, run)?;
            self.0.get_or_init(|| pair);
        }
        Ok(())
    }

    fn estimate(&self, problem: &TileProblem<N>, state: &State<N>) -> Option<Cost> {
        let tiles = &state.tiles()[..problem.position.tiles.len()];
        if !problem.solvable {
            return None;
        }
        if self.0.get().is_none() {
            // Only a limit stops it, and here is none.
            self.prepare(problem, &mut Run::new(Limits::default())).ok()?;
        }
        let bounds = self.0.get().map(|pair| pair.clone().place(tiles));
        Some(bounds.into_iter().flatten().max().unwrap_or(0))
    }
}
