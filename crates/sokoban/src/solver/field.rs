//! The floor as the solvers see it: cells numbered without gaps, sets of them as bits.
//!
//! Only the floor that the player could reach without boxes has numbers. The cells on which a box may usefully stand come first:
//! a goal can be reached from there, and a box can come there, both on an otherwise empty board. So a set of boxes is
//! packed into few words. All walls together are one more cell, numbered [`Field::wall`], whose neighbours are walls: sets of
//! what is in the way contain it, and no table needs a test for the edge.
//!
//! Boxes that the player never reaches are walls; a goal under such a box is done, and one without a box makes the level
//! unsolvable.
//!
//! Where there are more boxes than goals, some boxes may stand wherever they like: then every cell counts as useful.
//!
//! A field can be turned [backwards](Field::backwards): boxes then stand on the goals, are pulled, and are wanted where they start. All that is known of
//! boxes, their distances, matchings, traps and detours, is told by a field and so serves both ways.

use damier_search::random::nth;
use damier_search::{Run, Stop};

use crate::board::{Board, Cell, Direction, Position};
use crate::solver::bits::Bits;
use crate::solver::distances::Distances;

/// The numbered floor of a position, and how it starts.
#[derive(Clone)]
pub(crate) struct Field<const N: usize> {
    /// The cell on the board of each number.
    pub(crate) cells: Vec<Cell>,
    /// The number of each cell on the board; [`Field::wall`] where there is none.
    pub(crate) numbers: Vec<u16>,
    /// The neighbours of each number, by direction; those of the wall are walls.
    pub(crate) next: Vec<[u16; 4]>,
    /// The same as sets, walls left out.
    around: Vec<Bits<N>>,
    floor: Bits<N>,
    /// Numbers below this are cells where a box may usefully stand.
    pub(crate) live: u16,
    /// Where boxes are wanted, in the order of numbers.
    pub(crate) goals: Vec<u16>,
    /// The same as a set.
    pub(crate) goal_set: Bits<N>,
    /// Where boxes stand at the start, in the order of numbers.
    pub(crate) boxes: Vec<u16>,
    /// Where the player starts; backwards, where it has to end.
    pub(crate) player: u16,
    /// Whether boxes are pulled.
    pub(crate) pulls: bool,
    /// Of the board.
    width: usize,
}

/// How many words a set over the floor of `position` needs.
pub(crate) fn words(position: &Position) -> usize {
    // One more for the wall.
    (position.floor().iter().filter(|&&floor| floor).count() + 1).div_ceil(64)
}

impl<const N: usize> Field<N> {
    /// [`Field::within`] no limits.
    #[cfg(test)]
    pub(crate) fn new(position: &Position) -> Option<(Self, Distances)> {
        Self::within(position, &mut Run::new(damier_search::Limits::default())).ok().flatten()
    }

    /// The field of a position whose floor needs at most `N` [`words`], and the distances on it with no box frozen. None if a goal
    /// can never be filled: it is out of reach, or there are too few boxes.
    ///
    /// It keeps to the limits of a run, for on a large floor it may take a good part of a second. Its [bytes](Field::bytes) and those of the distances
    /// are drawn from the run's memory.
    pub(crate) fn within(position: &Position, run: &mut Run) -> Result<Option<(Self, Distances)>, Stop> {
        let floor = position.floor();
        let open = |cell: &Cell| !floor[cell.index()] && position.box_at(*cell).is_none();
        if position.board.goals().iter().any(open) {
            return Ok(None);
        }
        let by_rows: Vec<Cell> = position.board.cells().filter(|cell| floor[cell.index()]).collect();
        run.memory.take(Self::bytes(by_rows.len()))?;
        let field = Self::numbered(position, by_rows);
        if field.boxes.len() < field.goals.len() {
            return Ok(None);
        }
        let distances = Distances::within(&field, &Bits::EMPTY, run)?;
        if field.has_spare_boxes() {
            return Ok(Some((field, distances)));
        }
        let pushed = field.pushable(&distances);
        let useful = |number: u16| pushed.contains(number) && distances.reaches_goal(number);
        let (mut order, rest): (Vec<u16>, Vec<u16>) = (0..field.wall()).partition(|&number| useful(number));
        let live = order.len() as u16;
        if field.boxes.iter().any(|&at| !useful(at)) {
            return Ok(None);
        }
        order.extend(rest);
        run.memory.give_back(distances.bytes());
        drop(distances);
        let cells = order.iter().map(|&number| field.cells[usize::from(number)]).collect();
        drop(field);
        let mut field = Self::numbered(position, cells);
        field.live = live;
        let distances = Distances::within(&field, &Bits::EMPTY, run)?;
        Ok(Some((field, distances)))
    }

    /// Bytes that it holds with so many cells, and as many again for the tables by cell that others make of it.
    pub(crate) fn bytes(cells: usize) -> usize {
        2 * cells * (size_of::<Bits<N>>() + 2 * size_of::<[u16; 4]>())
    }

    fn numbered(position: &Position, cells: Vec<Cell>) -> Self {
        let board: &Board = &position.board;
        let wall = cells.len() as u16;
        let mut numbers = vec![wall; board.width() * board.height()];
        for (number, cell) in cells.iter().enumerate() {
            numbers[cell.index()] = number as u16;
        }
        let number = |cell: Option<Cell>| cell.map_or(wall, |cell| numbers[cell.index()]);
        let mut next: Vec<[u16; 4]> =
            cells.iter().map(|&cell| Direction::ALL.map(|way| number(board.neighbour(cell, way)))).collect();
        next.push([wall; 4]);
        let floor_only = |near: &[u16; 4]| Bits::of(near.iter().copied().filter(|&at| at != wall));
        let around = next.iter().map(floor_only).collect();
        let on_floor = |places: &[Cell]| {
            let mut inside: Vec<u16> = places.iter().map(|&cell| number(Some(cell))).collect();
            inside.retain(|&at| at != wall);
            inside.sort_unstable();
            inside
        };
        let (goals, boxes) = (on_floor(board.goals()), on_floor(&position.boxes));
        let player = number(Some(position.player));
        let goal_set = Bits::of(goals.iter().copied());
        let floor = Bits::of(0..wall);
        Field {
            cells,
            next,
            around,
            floor,
            live: wall,
            goals,
            goal_set,
            boxes,
            player,
            numbers,
            pulls: false,
            width: board.width(),
        }
    }

    /// The same level backwards: boxes are pulled from the goals to where they start. There must not be spare boxes.
    pub(crate) fn backwards(&self) -> Self {
        Field {
            cells: self.cells.clone(),
            numbers: self.numbers.clone(),
            next: self.next.clone(),
            around: self.around.clone(),
            floor: self.floor,
            live: self.live,
            goals: self.boxes.clone(),
            goal_set: self.start(),
            boxes: self.goals.clone(),
            player: self.player,
            pulls: !self.pulls,
            width: self.width,
        }
    }

    /// Where the box on `at` goes if the player, who walks in `region`, pushes or pulls it in a direction, and where the player is then. None if
    /// that is not possible, or leads to a useless cell.
    #[inline]
    pub(crate) fn shift(&self, boxes: &Bits<N>, region: &Bits<N>, at: u16, way: usize) -> Option<(u16, u16)> {
        let to = self.step(at, way);
        if to >= self.live {
            return None;
        }
        if self.pulls {
            let end = self.step(to, way);
            (region.contains(to) && region.contains(end)).then_some((to, end))
        } else {
            (region.contains(self.step(at, way ^ 2)) && !boxes.contains(to)).then_some((to, at))
        }
    }

    /// The number that stands for all walls; also how many cells the floor has.
    #[inline]
    pub(crate) fn wall(&self) -> u16 {
        self.cells.len() as u16
    }

    /// The neighbour in a direction.
    #[inline]
    pub(crate) fn step(&self, from: u16, way: usize) -> u16 {
        self.next[usize::from(from)][way]
    }

    /// The floor cells beside a cell.
    #[inline]
    pub(crate) fn beside(&self, cell: u16) -> &Bits<N> {
        &self.around[usize::from(cell)]
    }

    /// All cells but the wall.
    pub(crate) fn floor(&self) -> &Bits<N> {
        &self.floor
    }

    /// The boxes at the start, as a set.
    pub(crate) fn start(&self) -> Bits<N> {
        Bits::of(self.boxes.iter().copied())
    }

    /// Whether boxes may be left over.
    pub(crate) fn has_spare_boxes(&self) -> bool {
        self.boxes.len() > self.goals.len()
    }

    /// Where the player can walk. The least number in it stands for the whole region.
    #[inline]
    pub(crate) fn reach(&self, from: u16, blocked: &Bits<N>) -> Bits<N> {
        let mut seen = Bits::EMPTY;
        seen.insert(from);
        let mut edge = seen;
        loop {
            let Some(at) = (0..N).find(|&at| edge.0[at] != 0) else { return seen };
            // All cells at the edge that are in one word at a time: their neighbours are looked up without waiting for each other.
            let mut word = std::mem::take(&mut edge.0[at]);
            let mut near = Bits::EMPTY;
            while word != 0 {
                near = near.or(&self.around[at * 64 + word.trailing_zeros() as usize]);
                word &= word - 1;
            }
            for word in 0..N {
                let fresh = near.0[word] & !blocked.0[word] & !seen.0[word];
                seen.0[word] |= fresh;
                edge.0[word] |= fresh;
            }
        }
    }

    /// The turns and mirrorings, but for the one that changes nothing, that map the floor, the goals, the boxes at the start and the part of the floor where
    /// the player starts to themselves: for each the cell that a cell goes to.
    pub(crate) fn symmetries(&self) -> Vec<Vec<u16>> {
        let places = || self.cells.iter().map(|cell| (cell.index() / self.width, cell.index() % self.width));
        let ends = |list: Vec<usize>| (list.iter().min().copied(), list.iter().max().copied());
        let (Some(top), Some(bottom)) = ends(places().map(|(row, _)| row).collect()) else {
            return Vec::new();
        };
        let (Some(left), Some(right)) = ends(places().map(|(_, column)| column).collect()) else {
            return Vec::new();
        };
        let (down, across) = (bottom - top, right - left);
        let mut blocked = self.start();
        blocked.insert(self.wall());
        let region = self.reach(self.player, &blocked);
        let same =
            |cells: &Bits<N>, to: &[u16]| cells.iter().all(|cell| cells.contains(to[usize::from(cell)]));
        let map = |which: u8| {
            let [turns, mirrors_rows, mirrors_columns] = [4, 2, 1].map(|bit| which & bit != 0);
            if turns && down != across {
                return None;
            }
            let to = |(row, column): (usize, usize)| {
                let (row, column) = (row - top, column - left);
                let (row, column) = if turns { (column, row) } else { (row, column) };
                let row = if mirrors_rows { down - row } else { row };
                let column = if mirrors_columns { across - column } else { column };
                let number = self.numbers[(row + top) * self.width + column + left];
                (number != self.wall()).then_some(number)
            };
            let to: Vec<u16> = places().map(to).collect::<Option<_>>()?;
            let fits = same(&self.goal_set, &to)
                && same(&self.start(), &to)
                && region.contains(to[usize::from(self.player)]);
            fits.then_some(to)
        };
        (1..8).filter_map(map).collect()
    }

    /// The cells that some box could be pushed to if it were alone.
    fn pushable(&self, distances: &Distances) -> Bits<N> {
        let mut found = Bits::EMPTY;
        let mut seen = vec![false; self.cells.len() * 4];
        let mut waiting = Vec::new();
        let enter = |cell: u16, player: u16, seen: &mut Vec<bool>, waiting: &mut Vec<(u16, usize)>| {
            let here = distances.row(cell, player);
            for side in 0..4 {
                let from = self.step(cell, side);
                let state = usize::from(cell) * 4 + side;
                if from != self.wall() && !seen[state] && distances.row(cell, from) == here {
                    seen[state] = true;
                    waiting.push((cell, side));
                }
            }
        };
        for &start in &self.boxes {
            found.insert(start);
            enter(start, self.player, &mut seen, &mut waiting);
            while let Some((cell, side)) = waiting.pop() {
                let to = self.step(cell, side ^ 2);
                if to != self.wall() {
                    found.insert(to);
                    enter(to, cell, &mut seen, &mut waiting);
                }
            }
        }
        found
    }
}

/// Random words for the hash of a set of boxes and a player's region: the hash of a position is the exclusive or of the words
/// of its boxes and of the region's first cell, so that a push changes it by three words (Zobrist, 1970).
#[allow(dead_code, reason = "for the solver of any solution")]
pub(crate) struct Zobrist {
    words: Vec<u64>,
}

#[allow(dead_code, reason = "for the solver of any solution")]
impl Zobrist {
    /// Words for a floor of `cells` cells, the same in every run.
    pub(crate) fn new(cells: usize) -> Self {
        Zobrist { words: (1..=2 * (cells as u64 + 1)).map(nth).collect() }
    }

    /// The word of a box on a cell.
    #[inline]
    pub(crate) fn of_box(&self, cell: u16) -> u64 {
        self.words[usize::from(cell) * 2]
    }

    /// The word of a player's region, by its least cell.
    #[inline]
    pub(crate) fn of_player(&self, cell: u16) -> u64 {
        self.words[usize::from(cell) * 2 + 1]
    }
}
