//! Which last helper moves can matter.
//!
//! When one helper move and a straight descent of the main robot are all that is left, the helper must do one of two
//! things: land where it stops the main robot on its way down, or leave a cell that lies on this way. A way down needs
//! nothing but walls besides, or another helper that stands right: keeping the two apart leaves few candidates, and only
//! these are tried out.
//!
//! A helper never stops the main robot twice on one way down, and never from right beside the cell where the way begins. Two cells
//! beside the helper are at most two slides with free stops apart, so a way down from one to the other has one slide or two, and would
//! lead over the helper's own cell: straight across, or round the corner, for that is the one cell in line with both. So a helper
//! that runs into the main robot itself need not be looked at, unless it leaves a cell on the way.
//!
//! For each cell of the main robot a [`Row`] holds the helper cells that matter. It is made from the rows of the cells that are
//! one slide nearer, when it is first asked for: a short search asks for few. A long search is better off asking the other
//! way round, for all cells of the main robot at once: [`Relevance`] has the rows by the helper's cell.

use super::bits::Bits;
use super::field::{CELLS, Estimates, Field};

/// The helper cells that matter to a main robot on one cell.
pub(super) struct Row<const N: usize> {
    /// A helper there stops the main robot on some way down.
    pub(super) stops: Bits<N>,
    /// A helper there stops it on a way down whose other stops are all walls.
    stops_alone: Bits<N>,
    /// A helper there stands in some way down.
    pub(super) bars: Bits<N>,
    /// A helper there stands in a way down whose stops are all walls.
    bars_alone: Bits<N>,
    /// Some way down needs walls alone.
    walls: bool,
}

impl<const N: usize> Row<N> {
    /// Where a helper's move must end to matter, or else begin; another one may stand right, or none does.
    #[inline]
    pub(super) fn wanted(&self, helped: bool) -> (&Bits<N>, &Bits<N>) {
        if helped { (&self.stops, &self.bars) } else { (&self.stops_alone, &self.bars_alone) }
    }
}

/// The rows of a board without turning diagonals, as far as they were asked for.
pub(super) struct Rows<const N: usize> {
    known: Vec<Row<N>>,
    /// The cells of the main robot whose rows those are, and which one is whose.
    cells: Bits<N>,
    index: Box<[u16; CELLS]>,
}

impl<const N: usize> Rows<N> {
    /// Nothing is known yet.
    pub(super) fn new() -> Self {
        Rows { known: Vec::new(), cells: Bits::EMPTY, index: Box::new([0; CELLS]) }
    }

    /// Bytes that all rows take.
    pub(super) fn bytes(cells: usize) -> usize {
        cells * size_of::<Row<N>>()
    }

    /// The row of a main robot on `main`, from where there is a way; `estimates` are the fewest slides with free stops.
    #[inline]
    pub(super) fn of(&mut self, field: &Field<N>, estimates: &Estimates<N>, main: usize) -> &Row<N> {
        if !self.cells.contains(main) {
            self.make(field, estimates, main);
        }
        self.known(main)
    }

    /// The cells of the main robot, of those in the set, to which a move of one of the helpers on `cells` may matter.
    #[inline]
    pub(super) fn may_matter(
        &mut self,
        field: &Field<N>,
        estimates: &Estimates<N>,
        cells: &[usize],
        set: &Bits<N>,
    ) -> Bits<N> {
        let (mut here, mut ends) = (Bits::EMPTY, Bits::EMPTY);
        for &cell in cells {
            here.insert(cell);
            field.stops(cell).into_iter().for_each(|end| ends.insert(end));
        }
        // Whoever cannot move lands nowhere.
        let ends = ends.without(&here);
        let mut may = Bits::EMPTY;
        set.each(|main| {
            let row = self.of(field, estimates, main);
            let (stops, bars) = row.wanted(!here.and(&row.stops).is_empty());
            if !ends.and(stops).or(&here.and(bars)).is_empty() {
                may.insert(main);
            }
        });
        may
    }

    /// A row that is known.
    #[inline]
    fn known(&self, main: usize) -> &Row<N> {
        &self.known[usize::from(self.index[main % CELLS])]
    }

    /// Makes a row, and before it those that it is made from: by a list of what is to be done, for a board can be a maze.
    #[cold]
    fn make(&mut self, field: &Field<N>, estimates: &Estimates<N>, main: usize) {
        if self.known.capacity() == 0 {
            self.known.reserve(64);
        }
        let mut todo = Vec::with_capacity(64);
        todo.push(main);
        while let Some(&from) = todo.last() {
            if !self.cells.contains(from) {
                let nearer = field.in_line(from, &estimates.nearer(from));
                let (before, lengths) = (todo.len(), field.lengths(from));
                nearer.without(&self.cells).each(|at| {
                    if field.meets(from, &lengths, at).is_some() {
                        todo.push(at);
                    }
                });
                if todo.len() > before {
                    continue;
                }
                let row = self.by_nearer(field, from, &nearer, estimates.of(from) == 0);
                self.index[from % CELLS] = self.known.len() as u16;
                self.known.push(row);
                self.cells.insert(from);
            }
            todo.pop();
        }
    }

    /// A row by those of the cells in line that are one slide nearer, if there is no wall between.
    fn by_nearer(&self, field: &Field<N>, from: usize, nearer: &Bits<N>, target: bool) -> Row<N> {
        let mut row = Row {
            stops: Bits::EMPTY,
            stops_alone: Bits::EMPTY,
            bars: Bits::EMPTY,
            bars_alone: Bits::EMPTY,
            walls: target,
        };
        let lengths = field.lengths(from);
        // By direction, how many steps it is to the last of them, and whether that is at a wall with nothing but walls after it.
        let mut most = [0; 4];
        let mut alone = [false; 4];
        nearer.each(|at| {
            let Some((direction, between)) = field.meets(from, &lengths, at) else { return };
            let on = self.known(at);
            most[direction] = most[direction].max(between + 1);
            row.stops = row.stops.or(&on.stops);
            row.bars = row.bars.or(&on.bars);
            if between + 1 == lengths[direction] {
                row.stops_alone = row.stops_alone.or(&on.stops_alone);
                if on.walls {
                    alone[direction] = true;
                    row.bars_alone = row.bars_alone.or(&on.bars_alone);
                }
            } else {
                let blocker = field.end(from, direction, between + 2);
                row.stops.insert(blocker);
                if on.walls {
                    row.stops_alone.insert(blocker);
                }
            }
        });
        for direction in 0..4 {
            // The way to the last of them leads over the others.
            for steps in 1..=most[direction] {
                let at = field.end(from, direction, steps);
                row.bars.insert(at);
                if alone[direction] {
                    row.bars_alone.insert(at);
                }
            }
            row.walls |= alone[direction];
        }
        row
    }
}

/// How helpers can matter, by their cells: the rows turned round. Each list has the cells of the main robot to which a helper on a
/// cell matters in one way.
pub(super) struct Relevance<const N: usize> {
    /// The helper stops it on some way down, or stands in one whose stops are all walls.
    here: Vec<Bits<N>>,
    /// The helper stops it on a way down whose other stops are all walls.
    alone: Vec<Bits<N>>,
    /// The helper stands right, or could matter alone by a move, nobody in its way.
    reach: Vec<Bits<N>>,
}

impl<const N: usize> Relevance<N> {
    /// Bytes that the tables take.
    pub(super) fn bytes(cells: usize) -> usize {
        3 * cells * size_of::<Bits<N>>()
    }

    /// For a board without turning diagonals; `estimates` are the fewest slides with free stops.
    pub(super) fn new(field: &Field<N>, estimates: &Estimates<N>) -> Self {
        let cells = field.cells();
        let [mut here, mut alone] = [(); 2].map(|()| vec![Bits::EMPTY; cells]);
        let mut rows = Rows::new();
        for main in (0..cells).filter(|&main| estimates.of(main) != u16::MAX) {
            let row = rows.of(field, estimates, main);
            here[main] = row.stops.or(&row.bars_alone);
            alone[main] = row.stops_alone;
        }
        Bits::turn_round(&mut here);
        Bits::turn_round(&mut alone);
        let mut relevance = Relevance { here, alone, reach: Vec::new() };
        relevance.reach = (0..cells).map(|cell| relevance.reach(cell, &field.wall_ends(cell))).collect();
        relevance
    }

    /// The cells of the main robot to which a helper on `cell` can matter at all: together with others, or alone by moves that end
    /// there.
    #[inline]
    fn reach(&self, cell: usize, ends: &[usize; 4]) -> Bits<N> {
        ends.iter().fold(self.here[cell], |all, &end| all.or(&self.alone[end]))
    }

    /// The cells of the main robot, of those in the set, to which a move of one of the helpers on `cells` may matter. They stand on
    /// the field.
    #[inline]
    pub(super) fn may_matter(&self, field: &Field<N>, cells: &[usize], set: &Bits<N>) -> Bits<N> {
        let mut may = Bits::EMPTY;
        for &cell in cells {
            // Most helpers have nobody in their way: no slide is needed.
            may = may.or(&if field.is_alone(cell) {
                self.reach[cell]
            } else {
                self.reach(cell, &field.stops(cell))
            });
        }
        may.and(set)
    }
}
