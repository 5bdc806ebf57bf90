//! Which last helper moves can matter.
//!
//! When one helper move and a straight descent of the main robot are all that is left, the helper must do one of two
//! things: land where it stops the main robot on its way down, or leave a cell that lies on this way. For every cell these
//! tables hold the set of main-robot cells for which it can do so. A way down needs nothing but walls besides, or another
//! helper that stands right: keeping the two apart leaves few candidates, and only these are tried out.

use super::bits::Bits;
use super::field::{CELLS, Estimates, Field};

/// How a helper on one cell can matter: for each way, the cells of the main robot.
#[derive(Clone, Copy)]
pub(super) struct Matters<const N: usize> {
    /// It stops the main robot on some way down.
    pub(super) stops: Bits<N>,
    /// It stops it on a way down whose other stops are all walls.
    pub(super) stops_alone: Bits<N>,
    /// It stands in some way down.
    pub(super) bars: Bits<N>,
    /// It stands in a way down whose stops are all walls.
    pub(super) bars_alone: Bits<N>,
}

/// How a helper can matter, by its cell.
pub(super) struct Relevance<const N: usize> {
    /// In lists of 64, as the words of a set have bits.
    matters: Vec<[Matters<N>; 64]>,
    /// What comes of a helper's moves if nobody is in its way.
    free: Vec<Moves<N>>,
    /// By the helper's cell: it stops the main robot where it stands, or could by a move, nobody in its way, alone.
    reach: Vec<Bits<N>>,
    /// The cells on which the main robot can be helped by a helper right beside it: one that it stopped itself.
    pub(super) beside: Bits<N>,
}

/// How the moves of one helper can matter: the cells of the main robot, over all its moves.
#[derive(Clone, Copy)]
pub(super) struct Moves<const N: usize> {
    /// It can stop the main robot, or stands in its way.
    pub(super) some: Bits<N>,
    /// The same on ways down whose other stops are all walls.
    pub(super) alone: Bits<N>,
}

/// The helper cells that matter to a cell of the main robot.
#[derive(Clone)]
struct Ways<const N: usize> {
    /// Whether some way down needs walls alone.
    walls: bool,
    to: Matters<N>,
}

impl<const N: usize> Matters<N> {
    const NONE: Self =
        Matters { stops: Bits::EMPTY, stops_alone: Bits::EMPTY, bars: Bits::EMPTY, bars_alone: Bits::EMPTY };
}

impl<const N: usize> Moves<N> {
    #[inline]
    fn new(matters: &[[Matters<N>; 64]], cell: usize, ends: &[usize; 4]) -> Self {
        let of = |cell: usize| &matters[cell / 64][cell % 64];
        let mut moves = Moves { some: of(cell).bars, alone: of(cell).bars_alone };
        for &end in ends {
            moves.some = moves.some.or(&of(end).stops);
            moves.alone = moves.alone.or(&of(end).stops_alone);
        }
        moves
    }
}

impl<const N: usize> Relevance<N> {
    /// Bytes that the table takes.
    pub(super) fn bytes(cells: usize) -> usize {
        64 * N * size_of::<Matters<N>>() + cells * (size_of::<Moves<N>>() + size_of::<Bits<N>>())
    }

    /// How a helper on `cell` matters.
    #[inline]
    pub(super) fn of(&self, cell: usize) -> &Matters<N> {
        &self.matters[cell / 64][cell % 64]
    }

    /// How the moves of a helper on `cell` matter that end there.
    #[inline]
    pub(super) fn of_moves(&self, cell: usize, ends: &[usize; 4]) -> Moves<N> {
        Moves::new(&self.matters, cell, ends)
    }

    /// The main-robot cells to which a helper on `cell` can matter at all, together with the others or by its moves alone.
    #[inline]
    pub(super) fn reach(&self, field: &Field<N>, cell: usize) -> Bits<N> {
        if field.is_alone(cell) {
            self.reach[cell]
        } else {
            self.of_moves(cell, &field.stops(cell)).alone.or(&self.of(cell).stops)
        }
    }

    /// The same for a helper with nobody in its row or its column.
    #[inline]
    pub(super) fn of_free_moves(&self, cell: usize) -> &Moves<N> {
        &self.free[cell]
    }

    /// Builds the table for a board without turning diagonals; `estimates` are the fewest slides with free stops.
    pub(super) fn new(field: &Field<N>, estimates: &Estimates) -> Self {
        let cells = field.cells();
        let none: Ways<N> = Ways { walls: false, to: Matters::NONE };
        let mut ways = vec![none; cells];
        let mut matters = vec![[Matters::NONE; 64]; N];
        let known = |&estimate: &u16| estimate != u16::MAX;
        let most = estimates.iter().copied().filter(known).max().unwrap_or(0);
        let nearest_first =
            (0..=most).flat_map(|slides| (0..cells).filter(move |&cell| estimates[cell % CELLS] == slides));
        for from in nearest_first {
            let slides = estimates[from % CELLS];
            if slides == 0 {
                ways[from].walls = true;
                continue;
            }
            let mut walls = false;
            let mut here: Matters<N> = Matters::NONE;
            for (run, stride) in field.runs(from) {
                let (mut at, mut path) = (from, Bits::EMPTY);
                for left in (0..run).rev() {
                    at = at.wrapping_add(stride);
                    path.insert(at);
                    if estimates[at % CELLS] + 1 != slides {
                        continue;
                    }
                    let on = &ways[at];
                    here.stops = here.stops.or(&on.to.stops);
                    here.bars = here.bars.or(&on.to.bars).or(&path);
                    if left == 0 {
                        here.stops_alone = here.stops_alone.or(&on.to.stops_alone);
                        if on.walls {
                            walls = true;
                            here.bars_alone = here.bars_alone.or(&on.to.bars_alone).or(&path);
                        }
                    } else {
                        let blocker = at.wrapping_add(stride);
                        here.stops.insert(blocker);
                        if on.walls || on.to.stops_alone.contains(blocker) {
                            here.stops_alone.insert(blocker);
                        }
                    }
                }
            }
            // The other way round: by the helper's cell, 64 cells at a time.
            for (word, matters) in matters.iter_mut().enumerate() {
                here.stops.each_of(word, |cell| matters[cell].stops.insert(from));
                here.stops_alone.each_of(word, |cell| matters[cell].stops_alone.insert(from));
                here.bars.each_of(word, |cell| matters[cell].bars.insert(from));
                here.bars_alone.each_of(word, |cell| matters[cell].bars_alone.insert(from));
            }
            ways[from] = Ways { walls, to: here };
        }
        let free: Vec<_> =
            (0..cells).map(|cell| Moves::new(&matters, cell, &field.wall_ends(cell))).collect();
        let reach = free
            .iter()
            .zip(matters.as_flattened())
            .map(|(moves, here)| moves.alone.or(&here.stops))
            .collect();
        let mut beside = Bits::EMPTY;
        for cell in 0..cells {
            if field.neighbours(cell).any(|next| matters[next / 64][next % 64].stops.contains(cell)) {
                beside.insert(cell);
            }
        }
        Relevance { matters, free, reach, beside }
    }
}
