//! The rules in tables, for searching.
//!
//! From every cell and in every direction, a straight run to the next wall or turning diagonal has a known length. Other
//! robots only shorten it: with cells numbered along the run's axis, a robot `d` places ahead leaves `d - 1`, and one
//! that is not ahead in the same run gives a number that is no less than the run's length, so that one minimum over all
//! robots is the whole test. Where a run ends on a turning diagonal, the next run begins.
//!
//! Robots that turn at the same diagonals share a lane of tables. Equality with [`crate::rules`] is tested on
//! thousands of random positions.

use crate::board::{Board, Cell, Direction, Robot, Trail};

/// A row number that lies on no run: the place of a robot that is not there.
pub(crate) const NOWHERE: u16 = 0x8000;

/// Tables of one board.
pub(crate) struct Runs {
    /// What to add to a cell's number to go one cell in a direction.
    strides: [u16; 4],
    /// A cell's number counted column by column.
    pub(crate) by_column: Vec<u16>,
    lanes: Vec<Lane>,
    /// The lane of each robot.
    lane_of: Vec<usize>,
    /// Turns after which a slide is known to have no end.
    most_turns: usize,
}

/// Tables for robots that turn at the same diagonals.
struct Lane {
    /// Cells to the end of the run.
    lengths: Vec<[u16; 4]>,
    /// The heading after the run where a turning diagonal ends it. Empty if no diagonal turns these robots.
    turns: Vec<[Option<Direction>; 4]>,
    /// The diagonal's turn, by cell. Empty likewise.
    mirrors: Vec<Option<[Direction; 4]>>,
}

impl Runs {
    pub(crate) fn new(board: &Board, robots: usize) -> Self {
        let has_own = |robot: Robot| board.diagonals().iter().any(|diagonal| diagonal.robot == robot);
        let mut lanes = vec![Lane::new(board, None)];
        let mut lane_of = Vec::new();
        for robot in Robot::all().take(robots) {
            lane_of.push(if has_own(robot) { lanes.len() } else { 0 });
            if has_own(robot) {
                lanes.push(Lane::new(board, Some(robot)));
            }
        }
        let height = board.height();
        let by_row = (0..height).flat_map(|row| (0..board.width()).map(move |column| (column, row)));
        let by_column = by_row.map(|(column, row)| (column * height + row) as u16);
        let width = board.width() as u16;
        Runs {
            strides: [width.wrapping_neg(), 1, width, 1u16.wrapping_neg()],
            by_column: by_column.collect(),
            lanes,
            lane_of,
            most_turns: 4 * board.diagonals().len(),
        }
    }

    /// The lane of a robot: robots with the same lane move alike.
    pub(crate) fn lane_of(&self, robot: Robot) -> usize {
        self.lane_of[robot.index()]
    }

    /// Cells to the end of the run, by cell and direction.
    pub(crate) fn lengths(&self, lane: usize) -> &[[u16; 4]] {
        &self.lanes[lane].lengths
    }

    /// Whether any robot turns anywhere.
    pub(crate) fn turns(&self) -> bool {
        self.lane_of.iter().any(|&lane| !self.lanes[lane].turns.is_empty())
    }

    /// Where a robot on `cells[slot]` stops, for each direction; `cells[slot]` itself where it does not move. `columns`
    /// are the same robots' numbers column by column.
    #[inline]
    pub(crate) fn stops(&self, lane: usize, cells: &[u16], columns: &[u16], slot: usize) -> [u16; 4] {
        let lane = &self.lanes[lane];
        let from = cells[slot];
        let steps = lane.steps(cells, columns, from, columns[slot]);
        if lane.turns.is_empty() {
            let [north, east, south, west] = steps;
            let rows = self.strides[Direction::South as usize];
            return [
                from.wrapping_sub(rows.wrapping_mul(north)),
                from.wrapping_add(east),
                from.wrapping_add(rows.wrapping_mul(south)),
                from.wrapping_sub(west),
            ];
        }
        std::array::from_fn(|d| self.turning_stop(lane, cells, columns, from, Direction::ALL[d], steps).0)
    }

    /// Which ways the slides of [`Self::stops`] go, for each direction: along a row, along a column, or both.
    #[inline]
    pub(crate) fn ways(&self, lane: usize, cells: &[u16], columns: &[u16], slot: usize) -> [u8; 4] {
        let lane = &self.lanes[lane];
        if lane.turns.is_empty() {
            return Direction::ALL.map(way_of);
        }
        let steps = lane.steps(cells, columns, cells[slot], columns[slot]);
        let from = cells[slot];
        std::array::from_fn(|d| self.turning_stop(lane, cells, columns, from, Direction::ALL[d], steps).1)
    }

    /// Every cell that a robot of this lane enters when it leaves `from` with no robot in the way, with the ways that it has gone until
    /// then. A slide that goes round ends where it would repeat itself.
    pub(crate) fn entered(
        &self,
        lane: usize,
        board: &Board,
        from: u16,
        mut heading: Direction,
        mut emit: impl FnMut(u16, u8),
    ) {
        let lane = &self.lanes[lane];
        let first = heading;
        let (mut at, mut ways) = (from, 0);
        for _ in 0..4 * lane.lengths.len() {
            if board.has_wall(Cell(at), heading) {
                break;
            }
            at = at.wrapping_add(self.strides[heading as usize]);
            ways |= way_of(heading);
            emit(at, ways);
            if let Some(Some(turns)) = lane.mirrors.get(usize::from(at)) {
                heading = turns[heading as usize];
            }
            if (at, heading) == (from, first) {
                break;
            }
        }
    }

    /// Follows a slide from run to run: where it stops, and which ways it went.
    fn turning_stop(
        &self,
        lane: &Lane,
        cells: &[u16],
        columns: &[u16],
        from: u16,
        mut heading: Direction,
        mut steps: [u16; 4],
    ) -> (u16, u8) {
        let (mut cell, mut ways) = (from, 0);
        // A slide may come through its own starting cell, where the robot no longer stands.
        for _ in 0..=self.most_turns {
            let d = heading as usize;
            let whole = lane.lengths[usize::from(cell)][d];
            let turn = lane.turns[usize::from(cell)][d];
            cell = cell.wrapping_add(self.strides[d].wrapping_mul(steps[d]));
            ways |= if steps[d] > 0 { way_of(heading) } else { 0 };
            match turn {
                Some(next) if steps[d] == whole => heading = next,
                _ => return (cell, ways),
            }
            steps = lane.steps_but(cells, columns, cell, self.by_column[usize::from(cell)], from);
        }
        (from, 0)
    }

    /// Pushes the cells and headings from which a robot on `at` may have come, given where the others stand.
    pub(crate) fn origins(
        &self,
        lane: usize,
        board: &Board,
        others: &[u16],
        at: u16,
        mut emit: impl FnMut(u16, Direction),
    ) {
        let mirror = |cell: u16, heading: Direction| match self.lanes[lane].mirrors.get(usize::from(cell)) {
            Some(Some(turns)) => turns[heading as usize],
            _ => heading,
        };
        let open = |cell: u16, side| !board.has_wall(Cell(cell), side);
        let step = |cell: u16, side: Direction| cell.wrapping_add(self.strides[side as usize]);
        for out in Direction::ALL {
            // It stands still because the way out was blocked.
            if open(at, out) && !others.contains(&step(at, out)) {
                continue;
            }
            let (mut cell, mut heading) = (at, out);
            loop {
                // It came in with the heading that the diagonal here turned into `heading`: mirrors undo themselves.
                heading = mirror(cell, heading);
                let back = heading.opposite();
                if !open(cell, back) || others.contains(&step(cell, back)) {
                    break;
                }
                cell = step(cell, back);
                if cell != at {
                    emit(cell, heading);
                }
            }
        }
    }

    /// Pushes every cell from which a robot of this lane could come to a stop on `cell` or pass over it in one slide, with no
    /// robot in the way. May push a cell more than once.
    pub(crate) fn sources(&self, lane: usize, board: &Board, cell: u16, mut emit: impl FnMut(u16)) {
        let lane = &self.lanes[lane];
        for out in Direction::ALL {
            let (mut at, mut heading) = (cell, out);
            // Without diagonals a way back is straight; with them it may go round, but not for longer than this.
            for _ in 0..=4 * lane.lengths.len() {
                if let Some(Some(turns)) = lane.mirrors.get(usize::from(at)) {
                    heading = turns[heading as usize];
                }
                if board.has_wall(Cell(at), heading.opposite()) {
                    break;
                }
                at = at.wrapping_sub(self.strides[heading as usize]);
                emit(at);
                if (at, heading) == (cell, out) {
                    break;
                }
            }
        }
    }
}

impl Lane {
    /// Tables for `robot`, or for robots that every diagonal turns.
    fn new(board: &Board, robot: Option<Robot>) -> Self {
        let turning = |cell| board.diagonal(cell).filter(|diagonal| Some(diagonal.robot) != robot);
        let turns_any = board.diagonals().iter().any(|diagonal| Some(diagonal.robot) != robot);
        if !turns_any {
            return Lane { lengths: straight_lengths(board), turns: Vec::new(), mirrors: Vec::new() };
        }
        let cells = board.width() * board.height();
        let mut lengths = vec![[0; 4]; cells];
        let mut turns = vec![[None; 4]; cells];
        // A cell's run is one longer than that of the next cell, unless the run ends there: fill in from the far end.
        for (direction, backwards) in Direction::ALL.into_iter().zip([false, true, true, false]) {
            let mut fill = |cell: Cell| {
                let next = board.neighbour(cell, direction).filter(|_| !board.has_wall(cell, direction));
                let Some(next) = next else { return };
                let (at, d) = (cell.index(), direction as usize);
                if let Some(diagonal) = turning(next) {
                    lengths[at][d] = 1;
                    turns[at][d] = Some(diagonal.turn(direction));
                } else {
                    lengths[at][d] = lengths[next.index()][d] + 1;
                    turns[at][d] = turns[next.index()][d];
                }
            };
            if backwards {
                (0..cells as u16).rev().map(Cell).for_each(&mut fill);
            } else {
                board.cells().for_each(&mut fill);
            }
        }
        let mirror =
            |cell| turning(cell).map(|diagonal| Direction::ALL.map(|heading| diagonal.turn(heading)));
        Lane { lengths, turns, mirrors: board.cells().map(mirror).collect() }
    }

    /// How far a robot on `from` runs in each direction, robots in `cells` in the way. A robot does not block itself:
    /// its own distance wraps round to the greatest number.
    #[inline]
    fn steps(&self, cells: &[u16], columns: &[u16], from: u16, from_column: u16) -> [u16; 4] {
        let [mut north, mut east, mut south, mut west] = self.lengths[usize::from(from)];
        for (&cell, &column) in cells.iter().zip(columns) {
            let (ahead, below) = (cell.wrapping_sub(from), column.wrapping_sub(from_column));
            north = north.min(below.wrapping_neg().wrapping_sub(1));
            east = east.min(ahead.wrapping_sub(1));
            south = south.min(below.wrapping_sub(1));
            west = west.min(ahead.wrapping_neg().wrapping_sub(1));
        }
        [north, east, south, west]
    }

    /// The same with the robot on `but` out of the way.
    fn steps_but(&self, cells: &[u16], columns: &[u16], from: u16, from_column: u16, but: u16) -> [u16; 4] {
        let mut steps = self.lengths[usize::from(from)];
        for (cell, column) in cells.iter().zip(columns).filter(|(cell, _)| **cell != but) {
            let one = self.steps(&[*cell], &[*column], from, from_column);
            steps = std::array::from_fn(|d| steps[d].min(one[d]));
        }
        steps
    }
}

/// Which way a direction goes: along a row or along a column.
fn way_of(direction: Direction) -> u8 {
    match direction {
        Direction::East | Direction::West => Trail::ROW,
        Direction::North | Direction::South => Trail::COLUMN,
    }
}

/// Cells to the next wall. It is most of what a question about a new board costs before it is searched, so it goes from cell to
/// cell without looking at places: where there is no wall there is a next cell.
fn straight_lengths(board: &Board) -> Vec<[u16; 4]> {
    let width = board.width();
    let mut lengths = vec![[0; 4]; width * board.height()];
    for cell in 0..lengths.len() {
        let walls = board.walls(Cell(cell as u16));
        if walls & Direction::North.bit() == 0 {
            lengths[cell][Direction::North as usize] = lengths[cell - width][Direction::North as usize] + 1;
        }
        if walls & Direction::West.bit() == 0 {
            lengths[cell][Direction::West as usize] = lengths[cell - 1][Direction::West as usize] + 1;
        }
    }
    for cell in (0..lengths.len()).rev() {
        let walls = board.walls(Cell(cell as u16));
        if walls & Direction::South.bit() == 0 {
            lengths[cell][Direction::South as usize] = lengths[cell + width][Direction::South as usize] + 1;
        }
        if walls & Direction::East.bit() == 0 {
            lengths[cell][Direction::East as usize] = lengths[cell + 1][Direction::East as usize] + 1;
        }
    }
    lengths
}
