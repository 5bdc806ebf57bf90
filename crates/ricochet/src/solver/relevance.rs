//! Which last helper moves can matter.
//!
//! When one helper move and a straight descent of the main robot are all that is left, the helper must do one of two
//! things: land where it stops the main robot on its way down, or leave a cell that lies on this way. A way down needs
//! nothing but walls besides, or another helper that stands right: keeping the two apart leaves few candidates, and only
//! these are tried out.
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
    /// A helper right beside the main robot stops it on some way down: one that the main robot itself stopped there.
    beside: bool,
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
    /// By the main robot's cell, which of those it is, counted from 1; 0 for a row that is not known.
    index: [u16; CELLS],
}

impl<const N: usize> Rows<N> {
    /// Nothing is known yet.
    pub(super) fn new() -> Self {
        Rows { known: Vec::new(), index: [0; CELLS] }
    }

    /// Bytes that all rows take.
    pub(super) fn bytes(cells: usize) -> usize {
        cells * size_of::<Row<N>>()
    }

    /// The row of a main robot on `main`, from where there is a way; `estimates` are the fewest slides with free stops.
    #[inline]
    pub(super) fn of(&mut self, field: &Field<N>, estimates: &Estimates, main: usize) -> &Row<N> {
        if self.index[main % CELLS] == 0 {
            self.make(field, estimates, main);
        }
        &self.known[usize::from(self.index[main % CELLS]) - 1]
    }

    /// The cells of the main robot, of those in the set, to which a move of one of the helpers on `cells` may matter.
    #[inline]
    pub(super) fn may_matter(
        &mut self,
        field: &Field<N>,
        estimates: &Estimates,
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
            if row.beside || !ends.and(stops).or(&here.and(bars)).is_empty() {
                may.insert(main);
            }
        });
        may
    }

    fn get(&self, main: usize) -> Option<&Row<N>> {
        self.known.get(usize::from(self.index[main % CELLS]).wrapping_sub(1))
    }

    /// Makes a row, and before it those that it is made from: by a list of what is to be done, for a board can be a maze.
    #[cold]
    fn make(&mut self, field: &Field<N>, estimates: &Estimates, main: usize) {
        if self.known.capacity() == 0 {
            self.known.reserve(64);
        }
        let mut todo = Vec::with_capacity(64);
        todo.push(main);
        while let Some(&from) = todo.last() {
            if self.index[from % CELLS] == 0 {
                let before = todo.len();
                let row = self.by_nearer(field, estimates, from, &mut todo);
                if todo.len() > before {
                    continue;
                }
                self.known.push(row);
                self.index[from % CELLS] = self.known.len() as u16;
            }
            todo.pop();
        }
    }

    /// A row by those of the nearer cells. Those that are not known are to be done first.
    fn by_nearer(
        &self,
        field: &Field<N>,
        estimates: &Estimates,
        from: usize,
        todo: &mut Vec<usize>,
    ) -> Row<N> {
        let slides = estimates[from % CELLS];
        let mut row = Row {
            stops: Bits::EMPTY,
            stops_alone: Bits::EMPTY,
            bars: Bits::EMPTY,
            bars_alone: Bits::EMPTY,
            beside: false,
            walls: slides == 0,
        };
        for (run, stride) in field.runs(from) {
            let (mut at, mut path) = (from, Bits::EMPTY);
            for left in (0..run).rev() {
                at = at.wrapping_add(stride);
                path.insert(at);
                if estimates[at % CELLS] >= slides {
                    continue;
                }
                let Some(on) = self.get(at) else {
                    todo.push(at);
                    continue;
                };
                row.stops = row.stops.or(&on.stops);
                row.bars = row.bars.or(&on.bars).or(&path);
                if left == 0 {
                    row.stops_alone = row.stops_alone.or(&on.stops_alone);
                    if on.walls {
                        row.walls = true;
                        row.bars_alone = row.bars_alone.or(&on.bars_alone).or(&path);
                    }
                } else {
                    let blocker = at.wrapping_add(stride);
                    row.stops.insert(blocker);
                    if on.walls || on.stops_alone.contains(blocker) {
                        row.stops_alone.insert(blocker);
                    }
                }
            }
        }
        row.beside = field.neighbours(from).any(|next| row.stops.contains(next));
        row
    }
}

/// How helpers can matter, by their cells: the rows turned round.
pub(super) struct Relevance<const N: usize> {
    matters: Vec<Matters<N>>,
    /// The cells on which the main robot can be helped by a helper right beside it.
    beside: Bits<N>,
}

/// The cells of the main robot to which a helper on one cell matters.
#[derive(Clone, Copy)]
struct Matters<const N: usize> {
    /// The helper stops it on some way down.
    stops: Bits<N>,
    /// The helper stops it on a way down whose other stops are all walls.
    stops_alone: Bits<N>,
    /// The helper stands in a way down whose stops are all walls.
    bars_alone: Bits<N>,
    /// The helper stands right, or could matter alone by a move, nobody in its way.
    reach: Bits<N>,
}

impl<const N: usize> Relevance<N> {
    /// Bytes that the tables take.
    pub(super) fn bytes(cells: usize) -> usize {
        cells * size_of::<Matters<N>>()
    }

    /// For a board without turning diagonals; `estimates` are the fewest slides with free stops.
    pub(super) fn new(field: &Field<N>, estimates: &Estimates) -> Self {
        let none = Bits::EMPTY;
        let mut matters =
            vec![Matters { stops: none, stops_alone: none, bars_alone: none, reach: none }; field.cells()];
        let (mut rows, mut beside) = (Rows::new(), none);
        for (main, matters) in matters.iter_mut().enumerate() {
            if estimates[main % CELLS] == u16::MAX {
                continue;
            }
            let row = rows.of(field, estimates, main);
            matters.stops = row.stops;
            matters.stops_alone = row.stops_alone;
            matters.bars_alone = row.bars_alone;
            if row.beside {
                beside.insert(main);
            }
        }
        Bits::turn_round(&mut matters, |matters| &mut matters.stops);
        Bits::turn_round(&mut matters, |matters| &mut matters.stops_alone);
        Bits::turn_round(&mut matters, |matters| &mut matters.bars_alone);
        let mut relevance = Relevance { matters, beside };
        for cell in 0..field.cells() {
            relevance.matters[cell].reach = relevance.reach(cell, &field.wall_ends(cell));
        }
        relevance
    }

    /// The cells of the main robot to which a helper on `cell` can matter at all: together with others, or alone by moves that end
    /// there.
    #[inline]
    fn reach(&self, cell: usize, ends: &[usize; 4]) -> Bits<N> {
        let here = &self.matters[cell];
        let stops = |all: Bits<N>, &end: &usize| all.or(&self.matters[end].stops_alone);
        ends.iter().fold(here.stops.or(&here.bars_alone), stops)
    }

    /// The cells of the main robot, of those in the set, to which a move of one of the helpers on `cells` may matter. They stand on
    /// the field.
    #[inline]
    pub(super) fn may_matter(&self, field: &Field<N>, cells: &[usize], set: &Bits<N>) -> Bits<N> {
        let mut may = self.beside;
        for &cell in cells {
            // Most helpers have nobody in their way: no slide is needed.
            may = may.or(&if field.is_alone(cell) {
                self.matters[cell].reach
            } else {
                self.reach(cell, &field.stops(cell))
            });
        }
        may.and(set)
    }
}
