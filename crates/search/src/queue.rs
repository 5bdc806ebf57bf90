//! The states that wait, the most promising first.
//!
//! Costs are small whole numbers, so entries with the same key share a bucket, and a bucket is a stack: among equals
//! the youngest goes first, which is the deepest. Buckets are cut from blocks of 256 numbers that are used again, so
//! memory follows the length of the queue.

use std::collections::BTreeMap;

use crate::store::reserved;
use crate::{Budget, Cost, Stop};

const BLOCK: usize = 256;

/// First what the algorithm goes by, then the estimate: among equals the one nearest to a goal comes first.
pub(crate) type Key = (u64, Cost);

/// A queue of node numbers by [`Key`].
#[derive(Default)]
pub(crate) struct Queue {
    buckets: BTreeMap<Key, Vec<Vec<u32>>>,
    /// Empty blocks to use again.
    spare: Vec<Vec<u32>>,
    len: usize,
}

impl Queue {
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn push(&mut self, key: Key, node: u32, memory: &mut Budget) -> Result<(), Stop> {
        let bucket = self.buckets.entry(key).or_default();
        if bucket.last().is_none_or(|block| block.len() == BLOCK) {
            let block = match self.spare.pop() {
                Some(block) => block,
                None => reserved(BLOCK, memory)?,
            };
            bucket.push(block);
        }
        bucket.last_mut().expect("a block was just pushed").push(node);
        self.len += 1;
        Ok(())
    }

    /// The least key that waits.
    pub(crate) fn least(&self) -> Option<Key> {
        self.buckets.first_key_value().map(|(key, _)| *key)
    }

    pub(crate) fn pop(&mut self) -> Option<(Key, u32)> {
        let mut bucket = self.buckets.first_entry()?;
        let key = *bucket.key();
        let blocks = bucket.get_mut();
        let block = blocks.last_mut()?;
        let node = block.pop()?;
        if block.is_empty() {
            self.spare.extend(blocks.pop());
            if blocks.is_empty() {
                bucket.remove();
            }
        }
        self.len -= 1;
        Some((key, node))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limits, Run};

    #[test]
    fn least_key_first_and_youngest_among_equals() {
        let mut memory = Run::new(Limits::default()).memory;
        let mut queue = Queue::default();
        for node in 0..2000 {
            queue.push((u64::from(node % 3), node % 2), node, &mut memory).unwrap();
        }
        assert_eq!((queue.len(), queue.least()), (2000, Some((0, 0))));
        let popped: Vec<_> = std::iter::from_fn(|| queue.pop()).collect();
        assert!(
            popped
                .windows(2)
                .all(|pair| pair[0].0 < pair[1].0 || pair[0].0 == pair[1].0 && pair[0].1 > pair[1].1)
        );
        assert_eq!((popped.len(), queue.len()), (2000, 0));
    }
}
