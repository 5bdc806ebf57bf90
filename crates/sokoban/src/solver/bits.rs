//! Sets of cells, a bit each.

/// A set of numbers below `64 * N`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Bits<const N: usize>(pub(crate) [u64; N]);

impl<const N: usize> Bits<N> {
    /// Nothing.
    pub(crate) const EMPTY: Self = Bits([0; N]);

    /// These numbers.
    pub(crate) fn of(numbers: impl IntoIterator<Item = u16>) -> Self {
        let mut bits = Self::EMPTY;
        numbers.into_iter().for_each(|number| bits.insert(number));
        bits
    }

    #[inline]
    pub(crate) fn contains(&self, number: u16) -> bool {
        self.0[usize::from(number) / 64] >> (number % 64) & 1 != 0
    }

    #[inline]
    pub(crate) fn insert(&mut self, number: u16) {
        self.0[usize::from(number) / 64] |= 1 << (number % 64);
    }

    #[inline]
    pub(crate) fn remove(&mut self, number: u16) {
        self.0[usize::from(number) / 64] &= !(1 << (number % 64));
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The least number in it.
    #[inline]
    pub(crate) fn first(&self) -> Option<u16> {
        let at = self.0.iter().position(|&word| word != 0)?;
        Some((at * 64) as u16 + self.0[at].trailing_zeros() as u16)
    }

    #[inline]
    pub(crate) fn and(&self, other: &Self) -> Self {
        Bits(std::array::from_fn(|at| self.0[at] & other.0[at]))
    }

    #[inline]
    pub(crate) fn or(&self, other: &Self) -> Self {
        Bits(std::array::from_fn(|at| self.0[at] | other.0[at]))
    }

    /// What is in this set and not in the other.
    #[inline]
    pub(crate) fn without(&self, other: &Self) -> Self {
        Bits(std::array::from_fn(|at| self.0[at] & !other.0[at]))
    }

    /// Whether the two have anything in common.
    #[inline]
    pub(crate) fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    /// Whether all of this set is in the other.
    #[inline]
    pub(crate) fn within(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & !b == 0)
    }

    /// The numbers in it, in order.
    #[inline]
    pub(crate) fn iter(&self) -> Iter<N> {
        Iter { words: self.0, at: 0 }
    }
}

/// The numbers of a set, in order.
pub(crate) struct Iter<const N: usize> {
    words: [u64; N],
    at: usize,
}

impl<const N: usize> Iterator for Iter<N> {
    type Item = u16;

    #[inline]
    fn next(&mut self) -> Option<u16> {
        while self.at < N {
            let word = self.words[self.at];
            if word != 0 {
                self.words[self.at] = word & (word - 1);
                return Some((self.at * 64) as u16 + word.trailing_zeros() as u16);
            }
            self.at += 1;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_is_what_was_put_in() {
        let mut bits = Bits::<3>::of([5, 64, 190]);
        assert_eq!(bits.iter().collect::<Vec<_>>(), [5, 64, 190]);
        bits.remove(5);
        assert_eq!((bits.first(), bits.len(), bits.contains(5)), (Some(64), 2, false));
        let other = Bits::of([64]);
        assert!(other.within(&bits) && other.meets(&bits) && !bits.within(&other));
        assert_eq!(bits.without(&other).iter().collect::<Vec<_>>(), [190]);
        assert!(bits.and(&other).or(&other) == other && Bits::<3>::EMPTY.is_empty());
    }
}
