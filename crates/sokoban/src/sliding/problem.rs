//! Sliding boxes as a problem of chance: the player chooses pushes, and chance says where the box ends.
//!
//! Walking is safe, so a state is the boxes and the *region* in which the player can walk about, named by its first square.
//! An action is a push; its outcomes are those of [`Sliding::outcomes`], restated in bits: a row of the board is a word, and the region is
//! found by spreading whole rows at once.
//!
//! A state is dead when too few boxes are left that could ever come to a goal. A box is of no more use if it stands on a dead square, from
//! which no row of pushes and slides leads to any goal, or if it is off a goal and frozen: boxed in on both axes by walls and frozen boxes. A
//! slide needs a push, so what is frozen in the plain game is frozen here. But a square that is dead in the plain game
//! may be alive here: a box may slide sideways off its line.

use std::sync::Arc;

use damier_search::Cost;
use damier_search::chance::Chance;
use damier_search::chance::online::Guide;

use crate::board::{Board, Cell, Direction, Position, SIDE};
use crate::rules::Sliding;

/// A bit for every square: a word a row, the lowest bit at the left.
type Bits = [u64; SIDE];

/// A square, numbered row by row with [`SIDE`] columns, whatever the board's width.
type Square = u16;

/// In place of the player's region, where all goals have their box.
const SOLVED: Square = Square::MAX;
/// In place of the player's region, where too few boxes are of use.
const HOPELESS: Square = Square::MAX - 1;

/// The boxes' squares in order, and the first square of the player's region. Where all is over, nobody asks for the region, and the
/// last place says how it ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State(Box<[Square]>);

/// A push of the box on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Push {
    square: Square,
    /// Where to.
    pub direction: Direction,
}

/// A level with sliding boxes.
pub struct SlidingProblem {
    board: Arc<Board>,
    sliding: Sliding,
    rows: usize,
    floor: Bits,
    goals: Bits,
    goal_count: usize,
    /// Whether all goals that the player cannot come to have their box.
    possible: bool,
    /// All boxes, with those that the player cannot come to.
    box_count: usize,
    /// Squares from which a box alone could come to a goal.
    live: Bits,
    /// The fewest pushes from a square to any goal, by square.
    distance: Vec<u16>,
    start: State,
}

fn has(bits: &Bits, square: Square) -> bool {
    bits[usize::from(square) / SIDE] >> (usize::from(square) % SIDE) & 1 != 0
}

fn set(bits: &mut Bits, square: Square) {
    bits[usize::from(square) / SIDE] |= 1 << (usize::from(square) % SIDE);
}

fn bits(squares: &[Square]) -> Bits {
    let mut bits = [0; SIDE];
    squares.iter().for_each(|&at| set(&mut bits, at));
    bits
}

fn count(bits: &Bits) -> usize {
    bits.iter().map(|row| row.count_ones() as usize).sum()
}

/// The next square. Floor is closed by walls, so one step from it is always on the board.
fn step(square: Square, direction: Direction) -> Square {
    match direction {
        Direction::North => square.wrapping_sub(SIDE as u16),
        Direction::East => square + 1,
        Direction::South => square + SIDE as u16,
        Direction::West => square.wrapping_sub(1),
    }
}

fn turn(direction: Direction, by: usize) -> Direction {
    Direction::ALL[(direction as usize + by) % 4]
}

impl SlidingProblem {
    /// The problem from a position.
    pub fn new(position: &Position, sliding: Sliding) -> Self {
        let board = position.board.clone();
        let reached = position.floor();
        let (mut floor, mut goals, mut possible) = ([0; SIDE], [0; SIDE], true);
        for cell in board.cells() {
            match (reached[cell.index()], board.is_goal(cell)) {
                (true, goal) => {
                    set(&mut floor, square(&board, cell));
                    if goal {
                        set(&mut goals, square(&board, cell));
                    }
                }
                (false, true) => possible &= position.box_at(cell).is_some(),
                (false, false) => {}
            }
        }
        let mut problem = SlidingProblem {
            rows: board.height(),
            board,
            sliding,
            floor,
            goals,
            goal_count: count(&goals),
            possible,
            box_count: position.boxes.len(),
            live: [0; SIDE],
            distance: vec![u16::MAX; SIDE * SIDE],
            start: State(Box::default()),
        };
        problem.measure();
        problem.start = problem.state(position);
        problem
    }

    /// The state of a position on the same board.
    pub fn state(&self, position: &Position) -> State {
        let inside =
            position.boxes.iter().map(|&cell| square(&self.board, cell)).filter(|&at| has(&self.floor, at));
        let mut squares: Vec<Square> = inside.collect();
        squares.sort_unstable();
        let player = self.mark(&bits(&squares), square(&self.board, position.player));
        squares.push(player);
        State(squares.into())
    }

    /// Whether a position is on the board of this problem, with what cannot move where it was.
    pub fn is_on(&self, position: &Position) -> bool {
        let floor = has(&self.floor, square(&position.board, position.player));
        floor && position.board == self.board && position.boxes.len() == self.box_count
    }

    /// A position of this state, on the board of another one of this problem; none where the game is over.
    pub(super) fn position(&self, state: &State, like: &Position) -> Option<Position> {
        if self.is_goal(state) || self.is_dead(state) {
            return None;
        }
        let cell = |at: Square| self.board.at(usize::from(at) % SIDE, usize::from(at) / SIDE);
        let beyond = |at: &&Cell| !has(&self.floor, square(&self.board, **at));
        let mut boxes: Vec<Cell> = like.boxes.iter().filter(beyond).copied().collect();
        for &at in state.boxes() {
            boxes.push(cell(at)?);
        }
        Some(Position { boxes, player: cell(state.player())?, ..like.clone() })
    }

    /// The push of the box on a cell.
    pub(super) fn push(&self, from: Cell, direction: Direction) -> Push {
        Push { square: square(&self.board, from), direction }
    }

    /// The cell of the box that is pushed.
    pub fn pushed(&self, push: Push) -> Option<Cell> {
        self.board.at(usize::from(push.square) % SIDE, usize::from(push.square) / SIDE)
    }

    /// Finds the fewest pushes from each square to a goal for a box alone, with the luck that it needs, and which squares are alive.
    fn measure(&mut self) {
        let squares: Vec<Square> = (0..(SIDE * SIDE) as u16).filter(|&at| has(&self.floor, at)).collect();
        for &at in squares.iter().filter(|&&at| has(&self.goals, at)) {
            self.distance[usize::from(at)] = 0;
        }
        let none = [0; SIDE];
        let mut changed = true;
        while changed {
            changed = false;
            for &at in &squares {
                for direction in Direction::ALL {
                    let to = step(at, direction);
                    if !has(&self.floor, to) || !has(&self.floor, step(at, direction.opposite())) {
                        continue;
                    }
                    // Another box may stop every slide, so the square of the push itself always counts.
                    let ends = self.ends(&none, to, direction).into_iter().flatten().map(|(end, _)| end);
                    let near = ends.chain([to]).map(|end| self.distance[usize::from(end)]).min();
                    let steps = near.unwrap_or(u16::MAX).saturating_add(1);
                    if steps < self.distance[usize::from(at)] {
                        self.distance[usize::from(at)] = steps;
                        changed = true;
                    }
                }
            }
        }
        for &at in squares.iter().filter(|&&at| self.distance[usize::from(at)] < u16::MAX) {
            set(&mut self.live, at);
        }
    }

    /// The last place of a state.
    fn mark(&self, boxes: &Bits, player: Square) -> Square {
        if self.is_solved(boxes) {
            SOLVED
        } else if self.is_lost(boxes) {
            HOPELESS
        } else {
            first(&self.region(boxes, player))
        }
    }

    /// Where the player can walk.
    fn region(&self, boxes: &Bits, player: Square) -> Bits {
        let mut region = [0; SIDE];
        set(&mut region, player);
        // Down and up again, until a whole way changes nothing.
        loop {
            let mut changed = false;
            for row in (0..self.rows).chain((0..self.rows.saturating_sub(1)).rev()) {
                let free = self.floor[row] & !boxes[row];
                let above = if row == 0 { 0 } else { region[row - 1] };
                let below = if row + 1 == SIDE { 0 } else { region[row + 1] };
                let new = along(region[row] | above | below, free);
                changed |= new != region[row];
                region[row] = new;
            }
            if !changed {
                return region;
            }
        }
    }

    /// Where a box ends that was pushed to `at`, with the chances; the player stands behind it.
    fn ends(&self, boxes: &Bits, at: Square, direction: Direction) -> [Option<(Square, f64)>; 4] {
        let ways = if self.sliding.sideways { 3 } else { 1 };
        let share = self.sliding.chance / f64::from(ways);
        let mut ends = [Some((at, 1.0)), None, None, None];
        let mut stays = 1.0;
        for (way, end) in [0, 3, 1].into_iter().take(ways as usize).zip(1..) {
            let to = step(at, turn(direction, way));
            if share > 0.0 && has(&self.floor, to) && !has(boxes, to) {
                stays -= share;
                ends[end] = Some((to, share));
            }
        }
        // Three thirds of 1 leave a little of it in floating point.
        ends[0] = Some((at, stays)).filter(|&(_, stays)| stays > 1e-12);
        ends
    }

    /// Whether too few boxes are left for the goals.
    fn is_lost(&self, boxes: &Bits) -> bool {
        if !self.possible {
            return true;
        }
        let mut frozen = *boxes;
        loop {
            let mut changed = false;
            for row in 0..self.rows {
                let block = |row: usize| !self.floor[row] | frozen[row];
                let sides = block(row) << 1 | block(row) >> 1;
                let above = if row == 0 { !0 } else { block(row - 1) };
                let below = if row + 1 == SIDE { !0 } else { block(row + 1) };
                let still = frozen[row] & sides & (above | below);
                changed |= still != frozen[row];
                frozen[row] = still;
            }
            if !changed {
                break;
            }
        }
        let useful = (0..self.rows).map(|row| boxes[row] & self.live[row] & (self.goals[row] | !frozen[row]));
        (useful.map(u64::count_ones).sum::<u32>() as usize) < self.goal_count
    }

    fn is_solved(&self, boxes: &Bits) -> bool {
        self.possible && (0..self.rows).all(|row| self.goals[row] & !boxes[row] == 0)
    }
}

fn square(board: &Board, cell: Cell) -> Square {
    let (column, row) = board.place(cell);
    (row * SIDE + column) as Square
}

/// The lowest square of a set.
fn first(bits: &Bits) -> Square {
    let row = bits.iter().position(|&row| row != 0).unwrap_or(0);
    (row * SIDE) as Square + (bits[row].trailing_zeros() % SIDE as u32) as Square
}

/// Spreads squares along their row over what is free. To the right, an addition carries through a run of ones to its end; to the left, by steps
/// that double.
fn along(squares: u64, mut free: u64) -> u64 {
    let mut all = squares & free;
    all |= free & !free.wrapping_add(all);
    for by in [1, 2, 4, 8, 16, 32] {
        all |= free & all >> by;
        free &= free >> by;
        if free == 0 {
            break;
        }
    }
    all
}

impl State {
    fn boxes(&self) -> &[Square] {
        &self.0[..self.0.len().saturating_sub(1)]
    }

    fn player(&self) -> Square {
        self.0.last().copied().unwrap_or(0)
    }
}

impl Chance for SlidingProblem {
    type State = State;
    type Action = Push;

    fn start(&self) -> State {
        self.start.clone()
    }

    fn is_goal(&self, state: &State) -> bool {
        state.player() == SOLVED
    }

    fn is_dead(&self, state: &State) -> bool {
        state.player() == HOPELESS
    }

    fn heap(&self, state: &State) -> usize {
        damier_search::memory::block(size_of_val(&*state.0))
    }

    fn actions(&self, state: &State, mut emit: impl FnMut(Push)) {
        if self.is_goal(state) || self.is_dead(state) {
            return;
        }
        let boxes = bits(state.boxes());
        let region = self.region(&boxes, state.player());
        for &square in state.boxes() {
            for direction in Direction::ALL {
                let to = step(square, direction);
                if has(&region, step(square, direction.opposite()))
                    && has(&self.floor, to)
                    && !has(&boxes, to)
                {
                    emit(Push { square, direction });
                }
            }
        }
    }

    fn outcomes(&self, state: &State, push: Push, mut emit: impl FnMut(State, f64)) {
        let Ok(pushed) = state.boxes().binary_search(&push.square) else { return };
        let mut others = bits(state.boxes());
        others[usize::from(push.square) / SIDE] ^= 1 << (usize::from(push.square) % SIDE);
        for (end, chance) in
            self.ends(&others, step(push.square, push.direction), push.direction).into_iter().flatten()
        {
            let mut boxes = others;
            set(&mut boxes, end);
            let mut squares = state.0.clone();
            let count = squares.len() - 1;
            squares[pushed] = end;
            squares[..count].sort_unstable();
            squares[count] = self.mark(&boxes, push.square);
            emit(State(squares), chance);
        }
    }
}

/// Every box to its nearest goal, and a few pushes for each box that is not home.
#[derive(Clone, Copy, Debug)]
pub struct Nearest;

impl Guide<SlidingProblem> for Nearest {
    fn distance(&self, problem: &SlidingProblem, state: &State) -> Option<Cost> {
        // The boxes that are nearest count, as many as there are goals.
        let mut ways: Vec<u16> = state.boxes().iter().map(|&at| problem.distance[usize::from(at)]).collect();
        ways.sort_unstable();
        let away = |way: u16| Cost::from(way) + if way > 0 { 2 } else { 0 };
        Some(ways.into_iter().take(problem.goal_count).map(away).sum())
    }
}
