//! The floor that the player can ever reach, as a graph, and where a single box can go on it.
//!
//! A box that is alone on the floor stands on a cell, and the player is on one of the sides of it. Sides between which one can walk
//! around the box are one *shore*; a cell has at most four. Pushes lead from (cell, shore) to (cell, shore), so where a
//! box can go is a small graph search, exact for one box and a bound for many.

use crate::board::{Cell, Direction, Position};

/// No cell.
pub(crate) const NONE: u16 = u16::MAX;

/// The floor, its cells numbered from 0 row by row.
pub(crate) struct Ground {
    /// The cell of each number.
    pub(crate) cells: Vec<Cell>,
    /// The number of each cell; [`NONE`] for what is not floor.
    pub(crate) number: Vec<u16>,
    /// The neighbours of each, north, east, south and west.
    pub(crate) next: Vec<[u16; 4]>,
    /// The place of the goal in the board's list that is here, or [`NONE`].
    pub(crate) goal: Vec<u16>,
}

/// The other way.
pub(crate) fn back(way: usize) -> usize {
    (way + 2) % 4
}

impl Ground {
    pub(crate) fn new(position: &Position) -> Self {
        let board = &position.board;
        let floor = position.floor();
        let cells: Vec<Cell> = board.cells().filter(|cell| floor[cell.index()]).collect();
        let mut number = vec![NONE; floor.len()];
        cells.iter().enumerate().for_each(|(at, cell)| number[cell.index()] = at as u16);
        let beside = |cell: Cell| {
            Direction::ALL.map(|side| board.neighbour(cell, side).map_or(NONE, |next| number[next.index()]))
        };
        let next = cells.iter().map(|&cell| beside(cell)).collect();
        let place = |cell: &Cell| board.goals().binary_search(cell).map_or(NONE, |at| at as u16);
        let goal = cells.iter().map(place).collect();
        Ground { cells, number, next, goal }
    }

    pub(crate) fn len(&self) -> usize {
        self.cells.len()
    }

    /// What can be walked to from `from` without entering what is `solid`.
    pub(crate) fn walk(&self, from: u16, solid: &[bool]) -> Vec<bool> {
        let mut seen = vec![false; self.len()];
        seen[usize::from(from)] = true;
        let mut waiting = vec![from];
        while let Some(at) = waiting.pop() {
            for &next in &self.next[usize::from(at)] {
                if next != NONE && !seen[usize::from(next)] && !solid[usize::from(next)] {
                    seen[usize::from(next)] = true;
                    waiting.push(next);
                }
            }
        }
        seen
    }

    /// The shores of each cell, by side; [`NO_SHORE`] where nobody can stand.
    pub(crate) fn shores(&self, solid: &[bool]) -> Shores {
        let open = |at: u16| at != NONE && !solid[usize::from(at)];
        let mut blocked = solid.to_vec();
        let shore = |at: usize| {
            let sides = self.next[at];
            let mut shore = [NO_SHORE; 4];
            // Around a corner: from one side over the diagonal cell to the next side.
            let around = |way: usize| {
                let side = sides[way];
                open(side) && open(sides[(way + 1) % 4]) && open(self.next[usize::from(side)][(way + 1) % 4])
            };
            let corners: Vec<usize> = (0..4).filter(|&way| around(way)).collect();
            let sides_open = sides.iter().filter(|&&side| open(side)).count();
            if corners.len() + 1 >= sides_open {
                // Few sides, or all joined around corners: no need to walk.
                for way in 0..4 {
                    if open(sides[way]) {
                        shore[way] = 0;
                    }
                }
                return shore;
            }
            blocked[at] = true;
            for way in 0..4 {
                if open(sides[way]) && shore[way] == NO_SHORE {
                    let walk = self.walk(sides[way], &blocked);
                    for other in way..4 {
                        if open(sides[other]) && walk[usize::from(sides[other])] {
                            shore[other] = way as u8;
                        }
                    }
                }
            }
            blocked[at] = solid[at];
            shore
        };
        Shores { of: (0..self.len()).map(shore).collect() }
    }

    /// The goals that a box at `from` can come to, alone with what is `solid` and the player at `player`, as places in the
    /// board's list.
    pub(crate) fn goals_of(&self, shores: &Shores, solid: &[bool], from: u16, player: u16) -> Vec<u16> {
        let mut goals = Vec::new();
        let mut blocked = solid.to_vec();
        blocked[usize::from(from)] = true;
        let walk = self.walk(player, &blocked);
        let mut seen = vec![[false; 4]; self.len()];
        let mut waiting = Vec::new();
        for way in 0..4 {
            let side = self.next[usize::from(from)][way];
            let shore = usize::from(shores.of[usize::from(from)][way]);
            if side != NONE && walk[usize::from(side)] && shore < 4 && !seen[usize::from(from)][shore] {
                seen[usize::from(from)][shore] = true;
                waiting.push((from, shore));
            }
        }
        // A box that nobody can come to stays where it is.
        goals.extend(Some(self.goal[usize::from(from)]).filter(|&goal| goal != NONE));
        while let Some((at, shore)) = waiting.pop() {
            for (to, landing) in self.pushes(shores, solid, at, shore) {
                let seen = &mut seen[usize::from(to)];
                let known = seen.contains(&true);
                if !std::mem::replace(&mut seen[landing], true) {
                    waiting.push((to, landing));
                    goals.extend(Some(self.goal[usize::from(to)]).filter(|&goal| !known && goal != NONE));
                }
            }
        }
        goals.sort_unstable();
        goals.dedup();
        goals
    }

    /// Where a lone box at `at` can be pushed by a player on a shore of it, and the shore on which the player is then.
    fn pushes<'a>(
        &'a self,
        shores: &'a Shores,
        solid: &'a [bool],
        at: u16,
        shore: usize,
    ) -> impl Iterator<Item = (u16, usize)> + 'a {
        (0..4).filter_map(move |way| {
            let to = self.next[usize::from(at)][way];
            let behind = shores.of[usize::from(at)][back(way)];
            (usize::from(behind) == shore && to != NONE && !solid[usize::from(to)])
                .then(|| (to, usize::from(shores.of[usize::from(to)][back(way)])))
        })
    }

    /// The fewest pushes that bring a lone box from each cell and shore to one of the cells that are `wanted`; [`NONE`] where
    /// there is no way.
    pub(crate) fn pushes_to(&self, shores: &Shores, wanted: impl Fn(usize) -> bool) -> Vec<[u16; 4]> {
        let mut far = vec![[NONE; 4]; self.len()];
        let mut waiting = std::collections::VecDeque::new();
        for at in (0..self.len()).filter(|&at| wanted(at)) {
            for &shore in shores.of[at].iter().filter(|&&shore| shore != NO_SHORE) {
                far[at][usize::from(shore)] = 0;
                waiting.push_back((at as u16, usize::from(shore)));
            }
            // A cell that has no open side: a box on it is there already.
            if shores.of[at] == [NO_SHORE; 4] {
                far[at] = [0; 4];
            }
        }
        while let Some((at, shore)) = waiting.pop_front() {
            // The box was pushed here from the player's cell, by a player one cell further back.
            for way in (0..4).filter(|&way| usize::from(shores.of[usize::from(at)][way]) == shore) {
                let from = self.next[usize::from(at)][way];
                if from == NONE || shores.of[usize::from(from)][way] == NO_SHORE {
                    continue;
                }
                let behind = usize::from(shores.of[usize::from(from)][way]);
                if far[usize::from(from)][behind] == NONE {
                    far[usize::from(from)][behind] = far[usize::from(at)][shore] + 1;
                    waiting.push_back((from, behind));
                }
            }
        }
        far
    }
}

/// No shore: nobody can stand on this side.
pub(crate) const NO_SHORE: u8 = 4;

/// The shores of every cell, by side: equal numbers for sides between which one can walk around the cell.
pub(crate) struct Shores {
    pub(crate) of: Vec<[u8; 4]>,
}
