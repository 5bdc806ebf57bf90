//! Additive pattern databases (Korf and Felner, 2002).
//!
//! The tiles are divided into groups. For every placement of a group, a table knows the fewest moves of its tiles that bring them home,
//! if all other tiles let everything pass. A move moves one tile, so the sum over the groups is a lower bound.
//!
//! A table is indexed by the cells of its tiles. A group has as many tiles as fit into 20 bits: five up to 16 cells, then
//! four, and three on more than 32. It is filled breadth-first from home, with all cells that the gap can go to between two moves as one set
//! of bits. A board that is reflected at its diagonal needs as many moves: the tables of the reflection give a second bound, on
//! square boards with the same tables.

use std::sync::OnceLock;

use damier_search::{Cost, Run, Stop};

use crate::board::{CELLS, Position, SIDES};

/// The bits of an index.
const BITS: usize = 20;

/// The groups of 4×4: of ten divisions into fives, the one with the fewest nodes on 300 random boards.
const FIFTEEN: [&[u8]; 3] = [&[1, 5, 6, 9, 13], &[2, 3, 4, 7, 8], &[10, 11, 12, 14, 15]];

/// The tables of one size of board.
struct Tables {
    /// By tile: its group, and where its cell begins in the index.
    places: [(u8, u8); CELLS],
    /// One table after the other; the upper bits of an index are the number of the group.
    values: Vec<u8>,
    groups: usize,
}

/// The bits of a cell.
fn bits(cells: usize) -> usize {
    (cells - 1).ilog2() as usize + 1
}

/// The tables of a size, built at the first question and kept. They count against the memory of every run.
fn tables(width: usize, height: usize, run: &mut Run) -> Result<&'static Tables, Stop> {
    static KEPT: [OnceLock<Tables>; 25] = [const { OnceLock::new() }; 25];
    let kept = &KEPT[(height - SIDES.start()) * 5 + width - SIDES.start()];
    if kept.get().is_none() {
        let cells = width * height;
        // To and fro through the rows, so that a group lies together.
        let back = |cell: usize| cell / width * width + width - 1 - cell % width;
        let snake = (0..cells).map(|cell| if (cell / width).is_multiple_of(2) { cell } else { back(cell) });
        let tiles: Vec<u8> = snake.filter(|cell| cell + 1 < cells).map(|cell| cell as u8 + 1).collect();
        let snake = tiles.chunks(BITS / bits(cells));
        let groups = if (width, height) == (4, 4) { FIFTEEN.to_vec() } else { snake.collect() };
        let (mut places, mut values) = ([(0, 0); CELLS], Vec::new());
        for (number, group) in groups.iter().enumerate() {
            for (at, &tile) in group.iter().enumerate() {
                places[usize::from(tile)] = (number as u8, (at * bits(cells)) as u8);
            }
            let fill = if cells <= 16 { fill::<u16> } else { fill::<u64> };
            values.extend(fill((width, height), group, run)?);
        }
        // What is kept is counted below, as it is for everybody who comes later.
        run.memory.give_back(values.len());
        kept.get_or_init(|| Tables { places, values, groups: groups.len() });
    }
    let tables = kept.get().ok_or(Stop::Memory)?;
    run.memory.take(tables.values.len())?;
    Ok(tables)
}

/// The table of one group on a board of this size, with `T` for a set of cells.
fn fill<T>((width, height): (usize, usize), group: &[u8], run: &mut Run) -> Result<Vec<u8>, Stop>
where
    T: Copy + Default + Into<u64> + TryFrom<u64>,
{
    let (cells, bits) = (width * height, bits(width * height));
    let size = 1 << (bits * group.len());
    run.memory.take(size + 3 * size * size_of::<T>())?;
    let first_column = (0..height).fold(0, |set, row| set | 1 << (row * width));
    let (not_left, not_right) = (!first_column, !(first_column << (width - 1)));
    let beside = |set: u64| [(set & not_left) >> 1, set >> width, (set & not_right) << 1, set << width];
    let back = [1, width as isize, -1, -(width as isize)];
    let narrow = |set: u64| T::try_from(set).unwrap_or_default();
    // By placement: the moves; then where the gap has been, where it has just come to, and where the next move takes it.
    let mut moves = vec![u8::MAX; size];
    let [mut seen, mut come, mut next] = [(); 3].map(|()| vec![T::default(); size]);
    let home = group.iter().rev().fold(0, |index, &tile| index << bits | usize::from(tile - 1));
    come[home] = narrow(1 << (cells - 1));
    let (mut depth, mut is_done) = (0, false);
    while !is_done {
        run.look()?;
        is_done = true;
        for (index, &come) in come.iter().enumerate() {
            let come = come.into() & !seen[index].into();
            if come == 0 {
                continue;
            }
            let (mut taken, mut shifts) = (0, [0; 64]);
            for shift in (0..group.len()).map(|at| at * bits) {
                let cell = index >> shift & ((1 << bits) - 1);
                taken |= 1 << cell;
                shifts[cell] = shift;
            }
            let free = u64::MAX >> (64 - cells) & !taken;
            let (mut reached, mut wider) = (0, come);
            while wider != reached {
                reached = wider;
                wider = beside(reached).into_iter().fold(reached, |wider, set| wider | set) & free;
            }
            seen[index] = narrow(seen[index].into() | reached);
            moves[index] = moves[index].min(depth);
            for (set, back) in beside(reached).into_iter().zip(back) {
                let mut movers = set & taken;
                while movers != 0 {
                    let cell = movers.trailing_zeros() as usize;
                    movers &= movers - 1;
                    let after = index ^ (cell ^ cell.wrapping_add_signed(back)) << shifts[cell];
                    next[after] = narrow(next[after].into() | 1 << cell);
                }
            }
            is_done = false;
        }
        come.fill(T::default());
        std::mem::swap(&mut come, &mut next);
        depth += 1;
    }
    run.memory.give_back(3 * size * size_of::<T>());
    Ok(moves)
}

/// A lower bound by a board's own tables, and one by those of its reflection.
pub(crate) type Bounds = [Cost; 2];

/// A board as both see it.
#[derive(Clone)]
pub(crate) struct Pair([Side; 2]);

#[derive(Clone)]
struct Side {
    tables: &'static Tables,
    /// By cell, its number in the tables; by tile, as in the tables.
    cells: [u8; CELLS],
    places: [(u8, u8); CELLS],
    /// The index of each group.
    indices: [u32; 12],
}

impl Pair {
    /// The tables for boards of the size of this one.
    pub(crate) fn new(position: &Position, run: &mut Run) -> Result<Self, Stop> {
        let (width, height) = (position.width, position.height);
        let own = tables(width, height, run)?;
        let other = if width == height { own } else { tables(height, width, run)? };
        let mut pair = Pair([own, other].map(|tables| {
            let cells = std::array::from_fn(|cell| cell as u8);
            Side { tables, cells, places: tables.places, indices: [0; 12] }
        }));
        // The last cell is its own reflection, and the home of no tile.
        for cell in 0..width * height - 1 {
            let reflected = cell % width * height + cell / width;
            pair.0[1].cells[cell] = reflected as u8;
            pair.0[1].places[cell + 1] = other.places[reflected + 1];
        }
        Ok(pair)
    }

    /// Looks at this arrangement.
    pub(crate) fn place(&mut self, tiles: &[u8]) -> Bounds {
        let table = BITS / bits(tiles.len()) * bits(tiles.len());
        self.0.each_mut().map(|side| {
            side.indices = std::array::from_fn(|group| (group << table) as u32);
            for (&cell, &tile) in side.cells.iter().zip(tiles).filter(|(_, tile)| **tile > 0) {
                let (group, shift) = side.places[usize::from(tile)];
                side.indices[usize::from(group)] |= u32::from(cell) << shift;
            }
            side.indices[..side.tables.groups].iter().map(|&index| side.moves(index)).sum()
        })
    }

    /// The bounds after a tile's move, from those before it; none if one of them is greater than `most`.
    #[inline]
    pub(crate) fn after(&self, tile: u8, from: usize, to: usize, now: Bounds, most: Cost) -> Option<Bounds> {
        let mut after = now;
        for (side, bound) in self.0.iter().zip(&mut after) {
            let (group, index) = side.moved(tile, from, to);
            *bound = *bound + side.moves(index) - side.moves(side.indices[group]);
            if *bound > most {
                return None;
            }
        }
        Some(after)
    }

    /// Moves a tile.
    #[inline]
    pub(crate) fn step(&mut self, tile: u8, from: usize, to: usize) {
        for side in &mut self.0 {
            let (group, index) = side.moved(tile, from, to);
            side.indices[group] = index;
        }
    }
}

impl Side {
    /// The group of a tile, and its index after the tile's move.
    #[inline]
    fn moved(&self, tile: u8, from: usize, to: usize) -> (usize, u32) {
        let (group, shift) = self.places[usize::from(tile)];
        let change = u32::from(self.cells[from] ^ self.cells[to]) << shift;
        (group.into(), self.indices[usize::from(group)] ^ change)
    }

    #[inline]
    fn moves(&self, index: u32) -> Cost {
        self.tables.values[index as usize].into()
    }
}
