//! The states that wait, the most promising first.
//!
//! Costs are small whole numbers, so entries with the same key and tie share a bucket, found by index; only keys
//! beyond [`LEVELS`] are looked up in a map. A bucket is a stack: among equals the youngest goes first, which is the
//! deepest. Buckets are made of blocks of 256 numbers that are used again, so memory follows the length of the queue. All
//! of it is drawn from the budget first.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use crate::store::reserved;
use crate::{Budget, Cost, Stop};

const BLOCK: usize = 256;
/// Keys below this have a place of their own.
const LEVELS: u64 = 4096;
/// Ties from here on share a bucket; the order among them is only a matter of luck.
const TIES: Cost = 64;
/// Bytes of an entry in the map, which may be half empty.
const BEYOND: usize = 2 * size_of::<(u64, Level)>();

/// A queue of node numbers by a key, then by what decides among equal keys.
#[derive(Default)]
pub(crate) struct Queue {
    levels: Vec<Level>,
    beyond: BTreeMap<u64, Level>,
    /// No level below this holds anything.
    least: usize,
    len: usize,
    /// Empty blocks to use again.
    spare: Vec<Vec<u32>>,
}

/// The entries of one key, by tie.
#[derive(Default)]
struct Level {
    buckets: Vec<Bucket>,
    len: usize,
    /// No bucket below this holds anything.
    least: usize,
}

#[derive(Default)]
struct Bucket {
    top: Vec<u32>,
    full: Vec<Vec<u32>>,
}

impl Queue {
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    #[inline]
    pub(crate) fn push(&mut self, key: u64, tie: Cost, node: u32, memory: &mut Budget) -> Result<(), Stop> {
        let level = if key < LEVELS {
            let key = key as usize;
            if key >= self.levels.len() {
                lengthen(&mut self.levels, key + 1, memory)?;
            }
            self.least = self.least.min(key);
            &mut self.levels[key]
        } else {
            match self.beyond.entry(key) {
                Entry::Occupied(level) => level.into_mut(),
                Entry::Vacant(free) => {
                    memory.take(BEYOND)?;
                    free.insert(Level::default())
                }
            }
        };
        let at = tie.min(TIES - 1) as usize;
        if at >= level.buckets.len() {
            lengthen(&mut level.buckets, at + 1, memory)?;
        }
        let bucket = &mut level.buckets[at];
        if bucket.top.len() == bucket.top.capacity() {
            let block = if let Some(block) = self.spare.pop() {
                block
            } else {
                // With its place in a list of full blocks, or of spare ones, which may be half empty.
                memory.take(2 * size_of::<Vec<u32>>())?;
                reserved(BLOCK, memory)?
            };
            let full = std::mem::replace(&mut bucket.top, block);
            if !full.is_empty() {
                bucket.full.push(full);
            }
        }
        bucket.top.push(node);
        level.least = level.least.min(at);
        level.len += 1;
        self.len += 1;
        Ok(())
    }

    /// The least key that waits.
    #[inline]
    pub(crate) fn least(&mut self) -> Option<u64> {
        while let Some(level) = self.levels.get(self.least) {
            if level.len > 0 {
                return Some(self.least as u64);
            }
            self.least += 1;
        }
        self.beyond.first_key_value().map(|(key, _)| *key)
    }

    /// An entry of the least key.
    #[inline]
    pub(crate) fn pop(&mut self, memory: &mut Budget) -> Option<u32> {
        let key = self.least()?;
        let level = if key < LEVELS { self.levels.get_mut(key as usize) } else { self.beyond.get_mut(&key) }?;
        while level.buckets[level.least].top.is_empty() {
            level.least += 1;
        }
        let bucket = &mut level.buckets[level.least];
        let node = bucket.top.pop()?;
        if bucket.top.is_empty()
            && let Some(below) = bucket.full.pop()
        {
            self.spare.push(std::mem::replace(&mut bucket.top, below));
        }
        level.len -= 1;
        self.len -= 1;
        if level.len == 0
            && key >= LEVELS
            && let Some(level) = self.beyond.remove(&key)
        {
            memory.give_back(BEYOND + level.buckets.capacity() * size_of::<Bucket>());
            let tops = level.buckets.into_iter().map(|bucket| bucket.top);
            self.spare.extend(tops.filter(|top| top.capacity() > 0));
        }
        Some(node)
    }
}

/// Makes a list so long, with room for no more.
#[cold]
fn lengthen<T: Default>(list: &mut Vec<T>, len: usize, memory: &mut Budget) -> Result<(), Stop> {
    if len > list.capacity() {
        memory.take((len - list.capacity()) * size_of::<T>())?;
        list.try_reserve_exact(len - list.len()).map_err(|_| Stop::Memory)?;
    }
    list.resize_with(len, T::default);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limits, Run};

    /// The same order as sorting: key, then tie, then the youngest first.
    #[test]
    fn least_key_first_and_youngest_among_equals() {
        let mut memory = Run::new(Limits::default()).memory;
        let mut queue = Queue::default();
        let mut entries = Vec::new();
        for node in 0..5000u32 {
            let (key, tie) = (u64::from(node * 7919 % 11) * 700, node * 31 % 5);
            entries.push((key, tie, std::cmp::Reverse(node)));
            queue.push(key, tie, node, &mut memory).unwrap();
        }
        entries.sort_unstable();
        for (key, _, std::cmp::Reverse(node)) in entries {
            assert_eq!((queue.least(), queue.pop(&mut memory)), (Some(key), Some(node)));
        }
        assert_eq!((queue.len(), queue.least(), queue.pop(&mut memory)), (0, None, None));
    }

    #[test]
    fn a_lower_key_that_comes_late_goes_first() {
        let mut memory = Run::new(Limits::default()).memory;
        let mut queue = Queue::default();
        for (key, node) in [(5000, 1), (9, 2), (9000, 3), (3, 4)] {
            queue.push(key, 0, node, &mut memory).unwrap();
        }
        assert_eq!(queue.pop(&mut memory), Some(4));
        queue.push(1, 0, 5, &mut memory).unwrap();
        assert_eq!(std::iter::from_fn(|| queue.pop(&mut memory)).collect::<Vec<_>>(), [5, 2, 1, 3]);
    }
}
