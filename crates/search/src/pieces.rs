//! Long lists that count the memory they grow by.
//!
//! A `Vec` that is full moves to a place twice as large: for a while both exist, and after that up to half of it is empty. [`Pieces`] grows by pieces
//! that never move, each drawn from the [`Budget`] before it is made, so that what is counted is what is there. [`push`] is for lists that must be
//! in one piece: it counts the old and the new place while both exist.

use std::collections::BinaryHeap;
use std::ops::{Index, IndexMut};

use crate::store::reserved;
use crate::{Budget, Stop};

/// Bytes of a piece, about: few enough that the last one, half empty, does not matter, and so many that pieces are few.
const BYTES: usize = 1 << 14;

/// A list that is made of pieces.
pub struct Pieces<T> {
    pieces: Vec<Vec<T>>,
    len: usize,
}

impl<T> Default for Pieces<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> Pieces<T> {
    /// Elements of a piece: a power of two, so that to find one takes no division.
    const EACH: usize = {
        let size = if size_of::<T>() == 0 { 1 } else { size_of::<T>() };
        let fit = if size > BYTES { 1 } else { BYTES / size };
        1 << fit.ilog2()
    };

    /// Nothing yet.
    pub const fn new() -> Self {
        Pieces { pieces: Vec::new(), len: 0 }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Adds one; on `Err` nothing has changed.
    #[inline]
    pub fn push(&mut self, item: T, memory: &mut Budget) -> Result<(), Stop> {
        if self.len == self.pieces.len() * Self::EACH {
            self.grow(memory)?;
        }
        self.pieces[self.len / Self::EACH].push(item);
        self.len += 1;
        Ok(())
    }

    #[cold]
    fn grow(&mut self, memory: &mut Budget) -> Result<(), Stop> {
        self.pieces.push(reserved(Self::EACH, memory)?);
        Ok(())
    }

    /// Takes the last one off. Its room is kept for the next.
    #[inline]
    pub fn pop(&mut self) -> Option<T> {
        let last = self.len.checked_sub(1)?;
        self.len = last;
        self.pieces[last / Self::EACH].pop()
    }

    /// The last one.
    #[inline]
    pub fn last(&self) -> Option<&T> {
        self.get(self.len.checked_sub(1)?)
    }

    /// The one of this number, if there is one.
    #[inline]
    pub fn get(&self, at: usize) -> Option<&T> {
        self.pieces.get(at / Self::EACH)?.get(at % Self::EACH)
    }

    /// All of them in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &T> {
        self.pieces.iter().flatten()
    }

    /// The bytes that were drawn from the budget.
    pub fn bytes(&self) -> usize {
        self.pieces.len() * Self::EACH * size_of::<T>()
    }

    /// Forgets all and gives the memory back.
    pub fn release(&mut self, memory: &mut Budget) {
        memory.give_back(self.bytes());
        *self = Self::new();
    }
}

impl<T> Index<usize> for Pieces<T> {
    type Output = T;

    #[inline]
    fn index(&self, at: usize) -> &T {
        &self.pieces[at / Self::EACH][at % Self::EACH]
    }
}

impl<T> IndexMut<usize> for Pieces<T> {
    #[inline]
    fn index_mut(&mut self, at: usize) -> &mut T {
        &mut self.pieces[at / Self::EACH][at % Self::EACH]
    }
}

/// Adds to a list in one piece. While the list moves, both the old and the new place are counted.
#[inline]
pub fn push<T>(list: &mut Vec<T>, item: T, memory: &mut Budget) -> Result<(), Stop> {
    if list.len() == list.capacity() {
        let (old, new) = (list.capacity(), (list.capacity() + list.capacity() / 2).max(64));
        memory.take(new * size_of::<T>())?;
        if list.try_reserve_exact(new - old).is_err() {
            memory.give_back(new * size_of::<T>());
            return Err(Stop::Memory);
        }
        memory.give_back(old * size_of::<T>());
    }
    list.push(item);
    Ok(())
}

/// Makes room for one more in a heap, counted in the same way.
#[inline]
pub fn make_room<T: Ord>(heap: &mut BinaryHeap<T>, memory: &mut Budget) -> Result<(), Stop> {
    let old = heap.capacity();
    if heap.len() == old {
        let new = (old + old / 2).max(16);
        memory.take(new * size_of::<T>())?;
        if heap.try_reserve_exact(new - old).is_err() {
            memory.give_back(new * size_of::<T>());
            return Err(Stop::Memory);
        }
        memory.give_back(old * size_of::<T>());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limits, Run};

    #[test]
    fn what_is_counted_is_what_is_there() {
        let mut memory = Run::new(Limits { memory: Some(1 << 20), ..Limits::default() }).memory;
        let mut list = Pieces::<[u64; 3]>::new();
        let refused = (0..1 << 20).find(|&at| list.push([at; 3], &mut memory).is_err());
        let held = list.len() * size_of::<[u64; 3]>();
        assert_eq!(refused, Some(list.len() as u64));
        assert!(held <= 1 << 20 && held > 1 << 19, "{held}");
        assert!(memory.used() as usize == list.bytes() && list.bytes() - held < BYTES);
        assert!((0..list.len()).all(|at| list[at] == [at as u64; 3]));
        assert_eq!(list.iter().next_back(), list.last());
        let len = list.len();
        for at in (len / 2..len).rev() {
            assert_eq!(list.pop(), Some([at as u64; 3]));
        }
        assert_eq!((list.len(), list.get(len / 2)), (len / 2, None));
        // The room is still there, and still counted.
        list.push([7; 3], &mut memory).unwrap();
        assert_eq!((list.last(), memory.used() as usize), (Some(&[7; 3]), list.bytes()));
        list.release(&mut memory);
        assert_eq!((memory.used(), list.len(), list.pop()), (0, 0, None));
    }

    #[test]
    fn a_list_that_moves_is_counted_twice_meanwhile() {
        let mut memory = Run::new(Limits { memory: Some(10_000), ..Limits::default() }).memory;
        let mut list = Vec::new();
        let refused = (0u32..1 << 20).find(|&item| push(&mut list, item, &mut memory).is_err());
        // 700 and 1050 words fit, 1050 and 1575 do not.
        assert!(refused.is_some_and(|items| (800..1500).contains(&items)), "{refused:?}");
        assert_eq!(memory.used() as usize, list.capacity() * size_of::<u32>());
    }
}
