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

    /// One of its words, for a look at memory that is wanted soon.
    #[inline]
    pub(super) fn word(&self) -> u64 {
        self.0[0]
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

    /// The cells of one word, counted from its first one.
    #[inline]
    pub(super) fn each_of(&self, word: usize, mut take: impl FnMut(usize)) {
        let mut left = self.0[word % N];
        while left != 0 {
            take(left.trailing_zeros() as usize % 64);
            left &= left - 1;
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
}
