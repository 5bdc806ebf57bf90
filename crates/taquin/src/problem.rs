//! Taquin as a [`Problem`]: an action is a move of a tile, a state the board packed into words.
//!
//! Up to 16 cells fit into one word with 4 bits each; larger boards take four words with 10 cells of 6 bits each. From a board that
//! cannot be solved no move is offered, so that every search ends at once, with the proof.

use damier_search::{Cost, Placement, Problem, Reversible};

use crate::board::{CELLS, Direction, Position};
use crate::rules::beside;

/// The tiles, cell by cell from the least significant bits of the first word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State<const N: usize>([u64; N]);

impl<const N: usize> State<N> {
    const PER_WORD: usize = if N == 1 { 16 } else { 10 };
    const BITS: usize = 64 / Self::PER_WORD;

    pub(crate) fn pack(tiles: &[u8]) -> Self {
        let word =
            |word: &[u8]| word.iter().rev().fold(0, |bits, &tile| bits << Self::BITS | u64::from(tile));
        let mut words = tiles.chunks(Self::PER_WORD).map(word);
        State(std::array::from_fn(|_| words.next().unwrap_or(0)))
    }

    /// The tile on a cell; 0 beyond the board.
    #[inline]
    fn tile(&self, cell: usize) -> u8 {
        let word =
            self.0.get(cell / Self::PER_WORD).map_or(0, |word| word >> (cell % Self::PER_WORD * Self::BITS));
        word as u8 & ((1 << Self::BITS) - 1)
    }

    /// What is on every cell.
    pub fn tiles(&self) -> [u8; CELLS] {
        std::array::from_fn(|cell| self.tile(cell))
    }
}

/// A position to be solved. `N` is 1 up to 16 cells, else 4.
pub struct TileProblem<const N: usize> {
    /// The position that it came from.
    pub position: Position,
    /// Whether it can be solved.
    pub solvable: bool,
    /// For the gap on each cell and each way, the cell from which a tile would move that way.
    pub(crate) from: Vec<[Option<usize>; 4]>,
    /// The cells that are to have their tiles.
    wanted: Vec<usize>,
}

impl<const N: usize> TileProblem<N> {
    /// The problem of a position.
    pub fn new(position: &Position) -> Self {
        let Position { width, height, ref tiles } = *position;
        let around = |gap| Direction::ALL.map(|way: Direction| beside(width, height, gap, way.opposite()));
        TileProblem {
            solvable: position.is_solvable(),
            from: (0..tiles.len()).map(around).collect(),
            wanted: (0..tiles.len() - 1).collect(),
            position: position.clone(),
        }
    }
}

impl TileProblem<4> {
    /// A part of the task: to bring home the tiles of some cells, while those on `done` stay. All others are alike.
    pub(crate) fn part(position: &Position, wanted: &[usize], done: &[usize]) -> Self {
        let mut part = Self::new(position);
        for tile in part.position.tiles.iter_mut().filter(|tile| **tile > 0) {
            *tile = if wanted.contains(&(usize::from(*tile) - 1)) { *tile } else { 63 };
        }
        part.from.iter_mut().flatten().for_each(|from| *from = from.filter(|from| !done.contains(from)));
        TileProblem { solvable: true, wanted: wanted.to_vec(), ..part }
    }
}

impl<const N: usize> Problem for TileProblem<N> {
    type State = State<N>;
    type Action = Direction;

    const UNIT_COSTS: bool = true;

    fn start(&self) -> State<N> {
        State::pack(&self.position.tiles)
    }

    fn is_goal(&self, state: &State<N>) -> bool {
        self.wanted.iter().all(|&cell| usize::from(state.tile(cell)) == cell + 1)
    }

    fn successors(&self, state: &State<N>, mut emit: impl FnMut(Direction, State<N>, Cost)) {
        let gap = (0..self.from.len()).find(|&cell| state.tile(cell) == 0).unwrap_or_default();
        for (way, from) in Direction::ALL.into_iter().zip(self.from[gap]) {
            let Some(from) = from.filter(|_| self.solvable) else { continue };
            let mut after = *state;
            for cell in [from, gap] {
                let change = u64::from(state.tile(from)) << (cell % State::<N>::PER_WORD * State::<N>::BITS);
                after.0[cell / State::<N>::PER_WORD] ^= change;
            }
            emit(way, after, 1);
        }
    }

    /// The pieces are the tiles in the order of their numbers; the gap has the task.
    fn place(&self, state: &State<N>, here: &mut Placement) {
        let tiles = &state.tiles()[..self.from.len()];
        let mut cells = [0; CELLS];
        for (cell, &tile) in tiles.iter().enumerate() {
            cells[usize::from(tile)] = cell as u16;
        }
        here.cells.clear();
        here.cells.extend_from_slice(&cells[1..tiles.len()]);
        here.tasked.clear();
        here.tasked.push(cells[0]);
    }
}

impl<const N: usize> Reversible for TileProblem<N> {
    fn goal_count(&self) -> u64 {
        u64::from(self.solvable)
    }

    fn goals(&self, emit: impl FnMut(State<N>)) {
        let goal = State::pack(&Position::solved(self.position.width, self.position.height).tiles);
        self.solvable.then_some(goal).into_iter().for_each(emit);
    }

    /// A tile that moves back goes the opposite way.
    fn predecessors(&self, state: &State<N>, mut emit: impl FnMut(Direction, State<N>, Cost)) {
        self.successors(state, |way, before, cost| emit(way.opposite(), before, cost));
    }
}
