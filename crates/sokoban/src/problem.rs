//! Sokoban as a [`Problem`], in two views.
//!
//! **Pushes.** An action is a push; the walk to it is free. What counts of the player is the region in which it can walk, so the state keeps
//! the region's first cell: all positions that differ by walking alone are one state. The cheapest plan has the fewest pushes.
//!
//! **Steps.** An action is one step of the player, walk or push, and the state keeps the player's cell. There are many more states, and the cheapest plan has
//! the fewest moves.
//!
//! A state is the player's cell and then the boxes' cells in ascending order. Boxes that the player can never reach are walls here.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::fmt::Debug;
use std::marker::PhantomData;

use damier_search::memory::block;
use damier_search::{Cost, Placement, Problem, Reversible};

use crate::board::{Cell, Direction, Position};

/// The player's cell, then the boxes' in ascending order.
pub type State = Box<[u16]>;

/// A push of the box on a cell, or a step of the player from it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Act {
    /// Where the box or the player is before.
    pub from: u16,
    /// Which way it goes.
    pub way: Direction,
}

impl Debug for Act {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", self.from, self.way.letter())
    }
}

/// How a position is looked at.
pub trait View: 'static {
    /// Whether an action is a push, the walk to it included; else it is one step.
    const PUSHES: bool;
}

/// An action is a push.
#[derive(Clone, Copy, Debug)]
pub struct Pushes;

/// An action is a step.
#[derive(Clone, Copy, Debug)]
pub struct Steps;

impl View for Pushes {
    const PUSHES: bool = true;
}

impl View for Steps {
    const PUSHES: bool = false;
}

/// A position to be solved.
pub struct BoxProblem<V> {
    /// The position that it came from.
    pub(crate) position: Position,
    /// The cells beside each cell, by direction; [`NONE`] where there is a wall.
    next: Vec<[u16; 4]>,
    goals: Vec<u16>,
    /// Whether each cell is a goal.
    wanted: Vec<bool>,
    /// Whether some goal can never have a box.
    hopeless: bool,
    floor: Vec<u16>,
    start: State,
    scratch: RefCell<Scratch>,
    view: PhantomData<V>,
}

/// No cell.
pub(crate) const NONE: u16 = u16::MAX;

/// What one expansion needs, kept from one to the next. A mark is set where it has the number of the round.
#[derive(Default)]
struct Scratch {
    boxes: Vec<u32>,
    seen: Vec<u32>,
    round: u32,
    waiting: Vec<u16>,
    next: Vec<u16>,
}

impl Scratch {
    /// Marks the boxes of a state, and where its player can walk; gives the least cell of that.
    fn mark(&mut self, next: &[[u16; 4]], player: u16, boxes: &[u16]) -> u16 {
        if self.round == u32::MAX {
            self.boxes.fill(0);
            self.seen.fill(0);
            self.round = 0;
        }
        self.round += 1;
        boxes.iter().for_each(|&cell| self.boxes[usize::from(cell)] = self.round);
        self.waiting.clear();
        self.waiting.push(player);
        self.seen[usize::from(player)] = self.round;
        let mut least = player;
        while let Some(cell) = self.waiting.pop() {
            least = least.min(cell);
            for &to in &next[usize::from(cell)] {
                if to != NONE && self.seen[usize::from(to)] != self.round && !self.has_box(to) {
                    self.seen[usize::from(to)] = self.round;
                    self.waiting.push(to);
                }
            }
        }
        least
    }

    fn has_box(&self, cell: u16) -> bool {
        self.boxes[usize::from(cell)] == self.round
    }

    fn reaches(&self, cell: u16) -> bool {
        cell != NONE && self.seen[usize::from(cell)] == self.round
    }

    fn is_free(&self, cell: u16) -> bool {
        cell != NONE && !self.has_box(cell)
    }
}

impl<V: View> BoxProblem<V> {
    /// The problem of a position.
    pub fn new(position: &Position) -> Self {
        let board = &position.board;
        let reached = position.floor();
        let inside = |cell: Cell| reached[cell.index()];
        let enter =
            |cell: Cell, way| board.neighbour(cell, way).filter(|&to| inside(to)).map_or(NONE, |to| to.0);
        let next = board
            .cells()
            .map(|cell| if inside(cell) { Direction::ALL.map(|way| enter(cell, way)) } else { [NONE; 4] })
            .collect();
        let numbers = |cells: &[Cell]| -> Vec<u16> {
            cells.iter().filter(|&&cell| inside(cell)).map(|cell| cell.0).collect()
        };
        let mut boxes = numbers(&position.boxes);
        boxes.sort_unstable();
        let goals = numbers(board.goals());
        let cells = board.width() * board.height();
        let lost = |&goal: &Cell| !inside(goal) && position.box_at(goal).is_none();
        let mut problem = BoxProblem {
            position: position.clone(),
            next,
            wanted: board.cells().map(|cell| board.is_goal(cell)).collect(),
            hopeless: boxes.len() < goals.len() || board.goals().iter().any(lost),
            goals,
            floor: board.cells().filter(|&cell| inside(cell)).map(|cell| cell.0).collect(),
            start: Box::default(),
            scratch: RefCell::new(Scratch {
                boxes: vec![0; cells],
                seen: vec![0; cells],
                ..Scratch::default()
            }),
            view: PhantomData,
        };
        problem.start = problem.state(position.player.0, &boxes);
        problem
    }

    /// The cells beside a cell, by direction; [`NONE`] where there is a wall.
    pub(crate) fn beside(&self, cell: u16) -> &[u16; 4] {
        &self.next[usize::from(cell)]
    }

    /// Where boxes are wanted.
    pub(crate) fn goals(&self) -> &[u16] {
        &self.goals
    }

    /// A state as a position. In the view of pushes the player stands on the first cell that it can walk to.
    pub(crate) fn position_of(&self, state: &State) -> Position {
        let mut position = self.position.clone();
        position.player = Cell(state[0]);
        let mut cells = state[1..].iter();
        // Boxes that cannot be reached are not part of the state.
        let inside = position.floor();
        for place in position.boxes.iter_mut().filter(|place| inside[place.index()]) {
            *place = cells.next().map_or(*place, |&cell| Cell(cell));
        }
        position
    }

    /// The start with one of its boxes elsewhere, for each of the boxes; none where that cell is taken or no floor.
    pub(crate) fn with_a_box_at(&self, cell: u16) -> Vec<State> {
        let boxes = &self.start[1..];
        if !self.floor.contains(&cell) || cell == self.position.player.0 {
            return Vec::new();
        }
        if boxes.contains(&cell) {
            return vec![self.start.clone()];
        }
        let moved = |&from: &u16| self.moved(&self.start, from, cell, self.position.player.0);
        boxes.iter().map(moved).collect()
    }

    /// How many boxes can be moved.
    pub(crate) fn boxes(&self) -> usize {
        self.start.len() - 1
    }

    /// Whether some goal can never have a box.
    pub(crate) fn is_hopeless(&self) -> bool {
        self.hopeless
    }

    fn state(&self, player: u16, boxes: &[u16]) -> State {
        let player =
            if V::PUSHES { self.scratch.borrow_mut().mark(&self.next, player, boxes) } else { player };
        [player].into_iter().chain(boxes.iter().copied()).collect()
    }

    /// The state after the box on `from` has come to `to` and the player to `player`.
    fn moved(&self, state: &State, from: u16, to: u16, player: u16) -> State {
        let mut boxes = std::mem::take(&mut self.scratch.borrow_mut().next);
        boxes.clear();
        boxes.extend(state[1..].iter().map(|&cell| if cell == from { to } else { cell }));
        boxes.sort_unstable();
        let after = self.state(player, &boxes);
        self.scratch.borrow_mut().next = boxes;
        after
    }

    /// The steps of the player that make up a plan.
    pub fn steps(&self, acts: &[Act]) -> Vec<Direction> {
        if !V::PUSHES {
            return acts.iter().map(|act| act.way).collect();
        }
        let mut here = self.position.clone();
        let mut steps = Vec::new();
        for act in acts {
            let behind = here.board.neighbour(Cell(act.from), act.way.opposite());
            let Some(walk) = behind.and_then(|behind| walk(&here, behind)) else { break };
            for way in walk.into_iter().chain([act.way]) {
                here.step(way);
                steps.push(way);
            }
        }
        steps
    }
}

/// The shortest walk of the player to a cell.
pub(crate) fn walk(position: &Position, to: Cell) -> Option<Vec<Direction>> {
    let board = &position.board;
    let mut came: Vec<Option<Direction>> = vec![None; board.width() * board.height()];
    let mut waiting = VecDeque::from([position.player]);
    while let Some(cell) = waiting.pop_front() {
        if cell == to {
            let mut steps = Vec::new();
            let mut at = to;
            while at != position.player {
                let way = came[at.index()]?;
                steps.push(way);
                at = board.neighbour(at, way.opposite())?;
            }
            steps.reverse();
            return Some(steps);
        }
        for way in Direction::ALL {
            let next = board.neighbour(cell, way).filter(|&next| position.is_free(next));
            if let Some(next) = next.filter(|&next| next != position.player && came[next.index()].is_none()) {
                came[next.index()] = Some(way);
                waiting.push_back(next);
            }
        }
    }
    None
}

impl<V: View> Problem for BoxProblem<V> {
    type State = State;
    type Action = Act;

    const UNIT_COSTS: bool = true;

    fn start(&self) -> State {
        self.start.clone()
    }

    fn is_goal(&self, state: &State) -> bool {
        let filled = state[1..].iter().filter(|&&cell| self.wanted[usize::from(cell)]).count();
        !self.hopeless && filled == self.goals.len()
    }

    fn successors(&self, state: &State, mut emit: impl FnMut(Act, State, Cost)) {
        let player = state[0];
        if !V::PUSHES {
            for (way, &to) in Direction::ALL.into_iter().zip(self.beside(player)) {
                if to == NONE {
                    continue;
                }
                let act = Act { from: player, way };
                if state[1..].binary_search(&to).is_err() {
                    let mut after = state.clone();
                    after[0] = to;
                    emit(act, after, 1);
                    continue;
                }
                let beyond = self.beside(to)[way as usize];
                if beyond != NONE && state[1..].binary_search(&beyond).is_err() {
                    emit(act, self.moved(state, to, beyond, to), 1);
                }
            }
            return;
        }
        // All pushes first: the states after them use the same scratch.
        let mut pushes = Vec::with_capacity(16);
        {
            let mut scratch = self.scratch.borrow_mut();
            scratch.mark(&self.next, player, &state[1..]);
            for &from in &state[1..] {
                for way in Direction::ALL {
                    let (to, behind) =
                        (self.beside(from)[way as usize], self.beside(from)[way.opposite() as usize]);
                    if scratch.is_free(to) && scratch.reaches(behind) {
                        pushes.push((Act { from, way }, to));
                    }
                }
            }
        }
        for (act, to) in pushes {
            emit(act, self.moved(state, act.from, to, act.from), 1);
        }
    }

    /// The player, then the boxes, which have the task.
    fn place(&self, state: &State, here: &mut Placement) {
        here.cells.clear();
        here.cells.extend(state.iter());
        here.tasked.clear();
        here.tasked.extend(&state[1..]);
    }

    fn heap_bytes(&self, state: &State) -> usize {
        block(size_of_val(&state[..]))
    }
}

impl<V: View> Reversible for BoxProblem<V> {
    /// With spare boxes there are too many to be listed, and the backward search never starts.
    fn goal_count(&self) -> u64 {
        match self.boxes().cmp(&self.goals.len()) {
            _ if self.hopeless => 0,
            std::cmp::Ordering::Equal => self.floor.len() as u64,
            _ => u64::MAX,
        }
    }

    fn goals(&self, mut emit: impl FnMut(State)) {
        if self.hopeless || self.boxes() != self.goals.len() {
            return;
        }
        for &player in self.floor.iter().filter(|&&cell| !self.wanted[usize::from(cell)]) {
            let state = self.state(player, &self.goals);
            // One for each region in the view of pushes.
            if state[0] == player {
                emit(state);
            }
        }
    }

    fn predecessors(&self, state: &State, mut emit: impl FnMut(Act, State, Cost)) {
        let player = state[0];
        if !V::PUSHES {
            for way in Direction::ALL {
                let back = self.beside(player)[way.opposite() as usize];
                if back == NONE || state[1..].binary_search(&back).is_ok() {
                    continue;
                }
                let act = Act { from: back, way };
                let mut before = state.clone();
                before[0] = back;
                emit(act, before, 1);
                let ahead = self.beside(player)[way as usize];
                if ahead != NONE && state[1..].binary_search(&ahead).is_ok() {
                    emit(act, self.moved(state, ahead, player, back), 1);
                }
            }
            return;
        }
        let mut pulls = Vec::with_capacity(16);
        {
            let mut scratch = self.scratch.borrow_mut();
            scratch.mark(&self.next, player, &state[1..]);
            for &at in &state[1..] {
                for way in Direction::ALL {
                    let from = self.beside(at)[way.opposite() as usize];
                    if scratch.reaches(from) {
                        let stand = self.beside(from)[way.opposite() as usize];
                        if scratch.is_free(stand) {
                            pulls.push((Act { from, way }, at, stand));
                        }
                    }
                }
            }
        }
        for (act, at, stand) in pulls {
            emit(act, self.moved(state, at, act.from, stand), 1);
        }
    }
}
