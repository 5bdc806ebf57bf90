//! Ricochet Robots as a [`Problem`]: which slides bring the target's robot onto the target.
//!
//! A state is the robots' cells packed into one word: 8 bits a robot where the board has up to 256 cells, 10 bits above.
//! Robots that are not the target's and that turn at the same diagonals are interchangeable: their cells are kept sorted,
//! so that positions that differ only by who stands where among them are one state. An action names a place in that
//! order; [`SlideProblem::name`] turns actions back into robots by replaying them.

use std::fmt::Debug;
use std::hash::Hash;
use std::sync::Arc;

use damier_search::{Cost, Placement, Problem, Reversible};

use crate::board::{Board, Cell, Direction, Position, ROBOTS, Robot, Target};
use crate::notation::Move;
use crate::runs::{NOWHERE, Runs};

/// A word that holds the robots' cells.
pub trait Word: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// How many robots fit.
    const ROBOTS: usize;
    /// How many cells a board may have.
    const CELLS: usize;

    /// The cell in a slot.
    fn get(self, slot: usize) -> u16;

    /// Packs the cells; slots beyond the robots are 0.
    fn pack(cells: &[u16; ROBOTS], robots: usize) -> Self;

    /// Takes a slot out; the slots above move down by one.
    fn without(self, slot: usize) -> Self;

    /// Puts a cell in at a slot; this slot and those above move up by one.
    fn with(self, slot: usize, cell: u16) -> Self;

    /// 32 bits of a hash; different ones for different words where the word has no more bits than that.
    fn hash32(self) -> u32;

    /// The same with another cell in the first slot.
    #[inline]
    fn with_main(self, cell: u16) -> Self {
        self.without(0).with(0, cell)
    }
}

macro_rules! word {
    ($word:ty, $bits:literal, $robots:literal, $hash:expr) => {
        impl Word for $word {
            const ROBOTS: usize = $robots;
            const CELLS: usize = 1 << $bits;

            #[inline]
            fn get(self, slot: usize) -> u16 {
                ((self >> ($bits * slot)) & ((1 << $bits) - 1)) as u16
            }

            #[inline]
            fn pack(cells: &[u16; ROBOTS], robots: usize) -> Self {
                (0..robots).fold(0, |word, slot| word | Self::from(cells[slot]) << ($bits * slot))
            }

            #[inline]
            fn without(self, slot: usize) -> Self {
                let below: Self = (1 << ($bits * slot)) - 1;
                self & below | (self >> $bits) & !below
            }

            #[inline]
            fn with(self, slot: usize, cell: u16) -> Self {
                let below: Self = (1 << ($bits * slot)) - 1;
                self & below | (self & !below) << $bits | Self::from(cell) << ($bits * slot)
            }

            #[inline]
            fn hash32(self) -> u32 {
                ($hash)(self)
            }
        }
    };
}

// Fibonacci hashing (Knuth, The Art of Computer Programming, 6.4): an odd factor near the golden ratio of the range.
word!(u32, 8, 4, |word: u32| word.wrapping_mul(0x9E37_79B1));
word!(u64, 8, 8, |word: u64| (word.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as u32);
word!(u128, 10, 8, |word: u128| {
    let folded = (word as u64) ^ ((word >> 64) as u64).wrapping_mul(0xC2B2_AE3D_27D4_EB4F);
    (folded.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as u32
});

/// Which robots may be moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Movers {
    /// All of them.
    All,
    /// The target's robot alone (the first robot if any may take the target); the others stand as obstacles.
    Main,
}

/// A slide of the robot in a slot: `slot << 2 | direction`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Slide(u8);

impl Slide {
    pub(crate) fn new(slot: usize, direction: Direction) -> Self {
        Slide((slot << 2) as u8 | direction as u8)
    }

    pub(crate) fn slot(self) -> usize {
        usize::from(self.0 >> 2)
    }

    pub(crate) fn direction(self) -> Direction {
        Direction::ALL[usize::from(self.0 & 3)]
    }
}

impl Debug for Slide {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", self.slot(), self.direction().letter())
    }
}

/// A position to be solved, with its tables.
pub struct SlideProblem<W> {
    pub(crate) board: Arc<Board>,
    pub(crate) runs: Arc<Runs>,
    start: W,
    /// The robot in each slot of the start, by which its lane is known.
    pub(crate) robots: Vec<Robot>,
    pub(crate) lanes: [usize; ROBOTS],
    /// The first of the interchangeable slots that a slot belongs to, and 1 for each of the others.
    groups: [(usize, [u16; ROBOTS]); ROBOTS],
    /// Slots that may be moved.
    pub(crate) movable: usize,
    pub(crate) target: u16,
    /// Whether any robot may take the target; else the one in slot 0 must.
    pub(crate) any: bool,
}

impl<W: Word> SlideProblem<W> {
    /// Whether positions of this size fit into `W`.
    pub fn fits(position: &Position) -> bool {
        position.board.width() * position.board.height() <= W::CELLS && position.robots.len() <= W::ROBOTS
    }

    /// Builds the tables.
    ///
    /// # Panics
    /// If the position does not fit into `W`.
    pub fn new(position: &Position, movers: Movers) -> Self {
        assert!(Self::fits(position), "the caller chooses the word");
        let board = &position.board;
        let runs = board.kept.runs(board, position.robots.len());
        let main = position.target.robot.or((movers == Movers::Main).then_some(Robot(0)));
        // The target's robot first; then by lane, so that interchangeable robots stand together, in the order of cells.
        let mut robots: Vec<Robot> = Robot::all().take(position.robots.len()).collect();
        robots
            .sort_by_key(|&robot| (Some(robot) != main, runs.lane_of(robot), position.robots[robot.index()]));
        let mut lanes = [0; ROBOTS];
        let mut groups = [(0, [0; ROBOTS]); ROBOTS];
        let mut cells = [0; ROBOTS];
        for (slot, &robot) in robots.iter().enumerate() {
            lanes[slot] = runs.lane_of(robot);
            cells[slot] = position.robots[robot.index()].0;
            let group = |other: Robot| (Some(other) != main, runs.lane_of(other));
            let same =
                |at: usize| robots.get(at).is_some_and(|&other| at != slot && group(other) == group(robot));
            groups[slot] = (
                robots.partition_point(|&other| group(other) < group(robot)),
                std::array::from_fn(|at| u16::from(same(at))),
            );
        }
        SlideProblem {
            board: board.clone(),
            runs,
            start: W::pack(&cells, robots.len()),
            movable: if movers == Movers::Main { 1 } else { robots.len() },
            robots,
            lanes,
            groups,
            target: position.target.cell.0,
            any: position.target.robot.is_none(),
        }
    }

    pub(crate) fn robots(&self) -> usize {
        self.robots.len()
    }

    /// A state as a position, on the board and with the target of `like`.
    pub(crate) fn position(&self, state: W, like: &Position) -> Position {
        let mut position = like.clone();
        for (slot, robot) in self.robots.iter().enumerate() {
            position.robots[robot.index()] = Cell(state.get(slot));
        }
        position
    }

    /// Where each robot stands in a state, by its number. A state does not tell interchangeable robots apart: of these, whoever
    /// may still stand where it began does, and the others follow in the order of their cells.
    pub(crate) fn lay(&self, state: W, cells: &mut Vec<u16>) {
        let (here, began) = (self.unpack(state), self.unpack(self.start));
        let slots = 0..self.robots.len();
        let alike = |slot: usize, other: usize| other == slot || self.groups[slot].1[other] == 1;
        cells.clear();
        cells.resize(self.robots.len(), 0);
        // No two stand on one cell, so nobody is taken twice for one that stays.
        let (mut given, mut moved) = ([false; ROBOTS], [true; ROBOTS]);
        for slot in slots.clone() {
            if let Some(other) = slots.clone().find(|&other| here[other] == began[slot] && alike(slot, other))
            {
                (given[other], moved[slot]) = (true, false);
                cells[self.robots[slot].index()] = here[other];
            }
        }
        for slot in slots.clone().filter(|&slot| moved[slot]) {
            if let Some(other) = slots.clone().find(|&other| !given[other] && alike(slot, other)) {
                given[other] = true;
                cells[self.robots[slot].index()] = here[other];
            }
        }
    }

    /// The start with the target's robot on another cell. Only for problems whose target belongs to one robot.
    pub(crate) fn with_main_at(&self, cell: u16) -> W {
        self.start.without(0).with(0, cell)
    }

    /// The cells in a state; slots without a robot are [`NOWHERE`].
    #[inline]
    pub(crate) fn unpack(&self, state: W) -> [u16; ROBOTS] {
        let mut cells = [NOWHERE; ROBOTS];
        for (slot, cell) in cells[..self.robots.len().min(W::ROBOTS)].iter_mut().enumerate() {
            *cell = state.get(slot);
        }
        cells
    }

    /// The state after the robot in `slot` has come to `cell`, and the slot where it then is: its group stays sorted.
    #[inline]
    pub(crate) fn put(&self, state: W, cells: &[u16; ROBOTS], slot: usize, cell: u16) -> (W, usize) {
        let (first, others) = &self.groups[slot];
        let before =
            (0..W::ROBOTS).fold(0, |sum, other| sum + (others[other] & u16::from(cells[other] < cell)));
        let to = first + usize::from(before);
        (state.without(slot).with(to, cell), to)
    }

    /// The cells' numbers counted column by column.
    #[inline]
    pub(crate) fn columns(&self, cells: &[u16; ROBOTS]) -> [u16; ROBOTS] {
        let mut columns = [NOWHERE; ROBOTS];
        for (column, &cell) in columns.iter_mut().zip(&cells[..self.robots.len().min(W::ROBOTS)]) {
            *column = self.runs.by_column[usize::from(cell)];
        }
        columns
    }

    #[inline]
    pub(crate) fn stops(&self, cells: &[u16; ROBOTS], columns: &[u16; ROBOTS], slot: usize) -> [u16; 4] {
        self.runs.stops(self.lanes[slot], &cells[..W::ROBOTS], &columns[..W::ROBOTS], slot)
    }

    /// Which ways the slides of the robot in a slot go, by direction.
    #[inline]
    pub(crate) fn ways(&self, cells: &[u16; ROBOTS], columns: &[u16; ROBOTS], slot: usize) -> [u8; 4] {
        self.runs.ways(self.lanes[slot], &cells[..W::ROBOTS], &columns[..W::ROBOTS], slot)
    }

    /// Where the robot in a slot stops, by direction; its own cell where it does not move.
    pub(crate) fn stops_of(&self, state: W, slot: usize) -> [u16; 4] {
        let cells = self.unpack(state);
        self.stops(&cells, &self.columns(&cells), slot)
    }

    /// The state after the robot in `slot` has come to `cell`.
    pub(crate) fn moved(&self, state: W, slot: usize, cell: u16) -> W {
        self.put(state, &self.unpack(state), slot, cell).0
    }

    /// The same position with the target for the robot that stands in `slot` at the start.
    pub(crate) fn main(&self, slot: usize, movers: Movers) -> Self {
        let mut robots = vec![Cell(0); self.robots.len()];
        for (slot, robot) in self.robots.iter().enumerate() {
            robots[robot.index()] = Cell(self.start.get(slot));
        }
        let target = Target { cell: Cell(self.target), robot: Some(self.robots[slot]) };
        Self::new(&Position { board: self.board.clone(), robots, target, ricochet: None }, movers)
    }

    /// Turns moves of robots from the start into actions: the way back from [`Self::name`].
    pub(crate) fn slides(&self, moves: &[Move]) -> Vec<Slide> {
        let mut state = self.start;
        let mut robots = self.robots.clone();
        let mut slides = Vec::new();
        for step in moves {
            let Some(from) = robots.iter().position(|&robot| robot == step.robot) else { break };
            slides.push(Slide::new(from, step.direction));
            let cells = self.unpack(state);
            let cell = self.stops(&cells, &self.columns(&cells), from)[step.direction as usize];
            let (next, to) = self.put(state, &cells, from, cell);
            state = next;
            let robot = robots.remove(from);
            robots.insert(to, robot);
        }
        slides
    }

    /// Turns actions from the start into moves of robots.
    pub fn name(&self, slides: &[Slide]) -> Vec<Move> {
        let mut state = self.start;
        let mut robots = self.robots.clone();
        let mut moves = Vec::new();
        for slide in slides {
            let from = slide.slot();
            moves.push(Move { robot: robots[from], direction: slide.direction() });
            let cells = self.unpack(state);
            let cell = self.stops(&cells, &self.columns(&cells), from)[slide.direction() as usize];
            let (next, to) = self.put(state, &cells, from, cell);
            state = next;
            let robot = robots.remove(from);
            robots.insert(to, robot);
        }
        moves
    }
}

impl<W: Word> Problem for SlideProblem<W> {
    type State = W;
    type Action = Slide;
    const UNIT_COSTS: bool = true;

    fn start(&self) -> W {
        self.start
    }

    #[inline]
    fn is_goal(&self, state: &W) -> bool {
        if self.any {
            (0..self.robots.len()).any(|slot| state.get(slot) == self.target)
        } else {
            state.get(0) == self.target
        }
    }

    #[inline]
    fn successors(&self, state: &W, mut emit: impl FnMut(Slide, W, Cost)) {
        let cells = self.unpack(*state);
        let columns = self.columns(&cells);
        for slot in 0..self.movable {
            for (direction, stop) in Direction::ALL.into_iter().zip(self.stops(&cells, &columns, slot)) {
                if stop != cells[slot] {
                    emit(Slide::new(slot, direction), self.put(*state, &cells, slot, stop).0, 1);
                }
            }
        }
    }

    /// The robots by their numbers; whoever may take the target has the task.
    fn place(&self, state: &W, here: &mut Placement) {
        self.lay(*state, &mut here.cells);
        here.tasked.clear();
        here.tasked.extend((0..if self.any { self.robots() } else { 1 }).map(|slot| state.get(slot)));
    }
}

impl<W: Word> Reversible for SlideProblem<W> {
    fn goal_count(&self) -> u64 {
        // A bound: one robot on the target, the others on distinct cells, in order within their groups.
        let cells = self.board.cells().count() as u64;
        let mut count = if self.any { self.robots.len() as u64 } else { 1 };
        for (slot, other) in (1..self.robots.len()).zip(1..) {
            count = count.saturating_mul(cells - other) / (slot - self.groups[slot].0.max(1) + 1) as u64;
        }
        count
    }

    fn goals(&self, mut emit: impl FnMut(W)) {
        let mut cells = [0; ROBOTS];
        if self.movable == 1 {
            // Only the first robot moves, so the others are where they are.
            cells = self.unpack(self.start);
            let others = &cells[1..self.robots.len()];
            if self.any && others.contains(&self.target) {
                return; // Solved from the start; nothing is searched.
            }
            cells[0] = self.target;
            emit(W::pack(&cells, self.robots.len()));
        } else {
            self.fill(0, false, &mut cells, &mut emit);
        }
    }

    fn predecessors(&self, state: &W, mut emit: impl FnMut(Slide, W, Cost)) {
        let cells = self.unpack(*state);
        for slot in 0..self.movable {
            let mut others = cells;
            others[slot] = NOWHERE;
            self.runs.origins(self.lanes[slot], &self.board, &others, cells[slot], |cell, heading| {
                let (before, slot) = self.put(*state, &cells, slot, cell);
                emit(Slide::new(slot, heading), before, 1);
            });
        }
    }
}

impl<W: Word> SlideProblem<W> {
    /// Fills the slots from `slot` on in every way that gives a goal state.
    fn fill(&self, slot: usize, reached: bool, cells: &mut [u16; ROBOTS], emit: &mut impl FnMut(W)) {
        if slot == self.robots.len() {
            if reached {
                emit(W::pack(cells, slot));
            }
            return;
        }
        let first = self.groups[slot].0;
        let least = if slot > first { cells[slot - 1] + 1 } else { 0 };
        for Cell(cell) in self.board.cells().skip(usize::from(least)) {
            if !self.any && slot == 0 && cell != self.target
                || cells[..slot].contains(&cell)
                || self.board.is_closed(Cell(cell))
            {
                continue;
            }
            cells[slot] = cell;
            self.fill(slot + 1, reached || (self.any || slot == 0) && cell == self.target, cells, emit);
        }
    }
}

#[cfg(test)]
mod tests {
    use damier_search::random::Random;
    use damier_search::registry::arguments;

    use super::*;
    use crate::generate::{OPTIONS, generate};

    #[test]
    fn robots_that_never_moved_are_told_where_they_stand() {
        let mut moved = 0;
        for seed in 0..200 {
            let target = if seed % 4 == 0 { "any" } else { "random" };
            let diagonals = if seed % 3 == 0 { "4" } else { "0" };
            let options = [("recipe", "free"), ("robots", "5"), ("diagonals", diagonals), ("target", target)];
            let pairs = options.map(|(key, value)| (key.to_owned(), value.to_owned()));
            let start = generate(&arguments("generate", OPTIONS, &pairs).unwrap(), seed).unwrap();
            let problem = SlideProblem::<u64>::new(&start, Movers::All);
            let (mut state, mut slides, mut random) = (problem.start(), Vec::new(), Random::new(seed));
            for _ in 0..8 {
                let mut ahead = Vec::new();
                problem.successors(&state, |slide, next, _| ahead.push((slide, next)));
                let (slide, next) = ahead[(random.bits() % ahead.len() as u64) as usize];
                slides.push(slide);
                state = next;
                let mut position = start.clone();
                let moves = problem.name(&slides);
                for step in &moves {
                    position.play(step.robot, step.direction).unwrap();
                }
                let mut told = Vec::new();
                problem.lay(state, &mut told);
                for (robot, &Cell(cell)) in Robot::all().zip(&position.robots) {
                    let stood = moves.iter().all(|step| step.robot != robot);
                    let tasked = Some(robot) == start.target.robot;
                    assert!(told[robot.index()] == cell || !stood && !tasked, "seed {seed}: {moves:?}");
                    moved += usize::from(!stood && !tasked);
                }
                let mut there: Vec<u16> = position.robots.iter().map(|cell| cell.0).collect();
                there.sort_unstable();
                told.sort_unstable();
                assert_eq!(there, told, "seed {seed}");
            }
        }
        assert!(moved > 1000, "{moved}");
    }
}
