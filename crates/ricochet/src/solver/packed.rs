//! Small sets of cells in few bytes.
//!
//! Most sets of a level that is done with have three or four cells. One after the
//! other in 16 bits each, the last of a set marked, they take a quarter of the room of bit sets.

use damier_search::{Budget, Stop};

use super::bits::Bits;

/// The mark of a set's last cell; a board has at most 1,024.
const LAST: u16 = 1 << 15;

/// Sets, none of them empty, in the order in which they were put in.
#[derive(Default)]
pub(super) struct Packed {
    cells: Vec<u16>,
}

impl Packed {
    /// Puts a set in.
    #[inline]
    pub(super) fn set<const N: usize>(&mut self, set: &Bits<N>, memory: &mut Budget) -> Result<(), Stop> {
        // Room for all cells of the board: to count those of the set would take longer than to put them in.
        self.room(64 * N, memory)?;
        set.each(|cell| self.cells.push(cell as u16));
        if let Some(last) = self.cells.last_mut() {
            *last |= LAST;
        }
        Ok(())
    }

    #[inline]
    fn room(&mut self, most: usize, memory: &mut Budget) -> Result<(), Stop> {
        if self.cells.capacity() - self.cells.len() < most {
            let more = (self.cells.len() / 2).max(most + 64);
            let left = self.cells.capacity() - self.cells.len();
            memory.take((more - left) * size_of::<u16>())?;
            self.cells.try_reserve_exact(more).map_err(|_| Stop::Memory)?;
        }
        Ok(())
    }

    /// Reads the sets from the first on.
    pub(super) fn read(&self) -> Reader<'_> {
        Reader { cells: &self.cells }
    }

    /// Nothing is in it.
    pub(super) fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// The bytes drawn from the budget.
    pub(super) fn bytes(&self) -> usize {
        self.cells.capacity() * size_of::<u16>()
    }
}

/// Reads what was put in.
pub(super) struct Reader<'a> {
    cells: &'a [u16],
}

impl Reader<'_> {
    /// The next set.
    #[inline]
    pub(super) fn set<const N: usize>(&mut self) -> Bits<N> {
        let mut set = Bits::EMPTY;
        while let Some((&cell, rest)) = self.cells.split_first() {
            self.cells = rest;
            set.insert(usize::from(cell & !LAST));
            if cell & LAST != 0 {
                break;
            }
        }
        set
    }

    /// Passes over the next set.
    #[inline]
    pub(super) fn pass(&mut self) {
        let last = self.cells.iter().position(|cell| cell & LAST != 0);
        self.cells = last.map_or(&[], |last| &self.cells[last + 1..]);
    }
}

#[cfg(test)]
mod tests {
    use damier_search::{Limits, Run};

    use super::*;

    #[test]
    fn what_is_put_in_comes_out() {
        let mut memory = Run::new(Limits::default()).memory;
        let mut packed = Packed::default();
        let set = |step: usize| {
            let mut set = Bits::<16>::EMPTY;
            (step..1024).step_by(step).for_each(|cell| set.insert(cell));
            set
        };
        for step in 1..=1000 {
            packed.set(&set(step), &mut memory).unwrap();
        }
        let mut reader = packed.read();
        for step in 1..=1000 {
            if step % 2 == 0 {
                assert_eq!(reader.set::<16>(), set(step));
            } else {
                reader.pass();
            }
        }
        assert!(reader.cells.is_empty());
        assert_eq!(memory.used(), packed.bytes() as u64);
    }
}
