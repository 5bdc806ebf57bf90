//! Sets of cells: one bit a cell, in `N` words of 64.

/// A set of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bits<const N: usize>([u64; N]);

impl<const N: usize> Bits<N> {
    pub(super) const EMPTY: Self = Bits([0; N]);

    #[inline]
    pub(super) fn one(cell: usize) -> Self {
        let mut set = Self::EMPTY;
        set.insert(cell);
        set
    }

    #[inline]
    pub(super) fn insert(&mut self, cell: usize) {
        self.0[(cell >> 6) % N] |= 1 << (cell & 63);
    }

    /// Inserts some cells that follow each other, at most 63.
    #[inline]
    pub(super) fn insert_run(&mut self, first: usize, length: usize) {
        let run = u128::from((1u64 << length) - 1) << (first & 63);
        self.0[(first >> 6) % N] |= run as u64;
        self.0[((first >> 6) + 1) % N] |= (run >> 64) as u64;
    }

    #[inline]
    pub(super) fn remove(&mut self, cell: usize) {
        self.0[(cell >> 6) % N] &= !(1 << (cell & 63));
    }

    #[inline]
    pub(super) fn contains(&self, cell: usize) -> bool {
        self.0[(cell >> 6) % N] >> (cell & 63) & 1 != 0
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    #[inline]
    pub(super) fn or(&self, other: &Self) -> Self {
        let mut set = *self;
        for at in 0..N {
            set.0[at] |= other.0[at];
        }
        set
    }

    #[inline]
    pub(super) fn and(&self, other: &Self) -> Self {
        let mut set = *self;
        for at in 0..N {
            set.0[at] &= other.0[at];
        }
        set
    }

    #[inline]
    pub(super) fn without(&self, other: &Self) -> Self {
        let mut set = *self;
        for at in 0..N {
            set.0[at] &= !other.0[at];
        }
        set
    }

    /// The cells, in order.
    #[inline]
    pub(super) fn each(&self, mut take: impl FnMut(usize)) {
        for (at, &word) in self.0.iter().enumerate() {
            let mut left = word;
            while left != 0 {
                take(at << 6 | left.trailing_zeros() as usize);
                left &= left - 1;
            }
        }
    }

    /// All cells, in order, until one of them stops it.
    #[inline]
    pub(super) fn try_each<E>(&self, mut take: impl FnMut(usize) -> Result<(), E>) -> Result<(), E> {
        for (at, &word) in self.0.iter().enumerate() {
            let mut left = word;
            while left != 0 {
                take(at << 6 | left.trailing_zeros() as usize)?;
                left &= left - 1;
            }
        }
        Ok(())
    }

    /// Turns a list of sets round, one for each cell of a board: afterwards a cell is in another one's set if that one was in its.
    /// By squares of 64 cells a side, each in six steps that exchange halves of halves (Warren, Hacker's Delight, 7-3).
    pub(super) fn turn_round(list: &mut [Self]) {
        let mut turned = vec![[0; 64]; N * N];
        for (cell, set) in list.iter().enumerate() {
            for (word, &bits) in set.0.iter().enumerate() {
                turned[(cell >> 6) % N * N + word][cell & 63] = bits;
            }
        }
        turned.iter_mut().for_each(turn_square);
        for (cell, set) in list.iter_mut().enumerate() {
            for (word, bits) in set.0.iter_mut().enumerate() {
                *bits = turned[word * N + (cell >> 6) % N][cell & 63];
            }
        }
    }
}

fn turn_square(square: &mut [u64; 64]) {
    let mut half = 32;
    let mut mask = u64::MAX >> 32;
    while half > 0 {
        for at in (0..64).filter(|at| at & half == 0) {
            let exchange = (square[at] >> half ^ square[at | half]) & mask;
            square[at | half] ^= exchange;
            square[at] ^= exchange << half;
        }
        half >>= 1;
        mask ^= mask << half;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_turned_round() {
        for cells in [1, 30, 64, 100, 256] {
            let mut list = vec![Bits::<4>::EMPTY; cells];
            let related = |one: usize, other: usize| (one * 7 + other * other * 3) % 5 < 2;
            for (one, set) in list.iter_mut().enumerate() {
                (0..cells).filter(|&other| related(one, other)).for_each(|other| set.insert(other));
            }
            Bits::turn_round(&mut list);
            for (one, set) in list.iter().enumerate() {
                assert!((0..cells).all(|other| set.contains(other) == related(other, one)), "{cells}, {one}");
            }
        }
    }
}
