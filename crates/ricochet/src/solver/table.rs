//! What is known of each placement of the helpers: which cells of the main robot were seen with it.
//!
//! Entries lie in one list in the order of arrival; a slot of the index holds 32 bits of the key's hash and the entry's
//! number. The upper bits of those 32 say where a slot belongs, so the index doubles by one walk from end to end, without a
//! look at the entries. Every growth is drawn from the run's [`Budget`] first.

use damier_search::memory::fetch;
use damier_search::{Budget, Stop};

use super::bits::Bits;
use super::news::Arrival;
use crate::problem::Word;

/// One placement of the helpers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry<W, const N: usize> {
    /// Cells of the main robot that were reached with this placement.
    pub(super) seen: Bits<N>,
    /// The helpers' cells; the main robot's slot is 0.
    pub(super) key: W,
    /// Where the placement was last written, counted through the lists of all levels from 1.
    pub(super) place: u32,
}

/// The number, counted from 1, of the entry that a key may have; 0 for none.
pub(super) type Hint = u32;

/// All placements seen.
pub(super) struct Table<W, const N: usize> {
    pub(super) entries: Vec<Entry<W, N>>,
    slots: Vec<u64>,
    /// The index has `2^bits` slots.
    bits: u32,
}

impl<W: Word, const N: usize> Table<W, N> {
    pub(super) fn new(memory: &mut Budget) -> Result<Self, Stop> {
        // Half of the boards from the box need no more than some dozen placements.
        let bits = 8;
        let mut slots = Vec::new();
        grow(&mut slots, 1 << bits, memory)?;
        slots.resize(1 << bits, 0);
        Ok(Table { entries: Vec::new(), slots, bits })
    }

    /// A key will be entered soon.
    #[inline]
    pub(super) fn announce(&self, key: W) {
        fetch(&self.slots, (key.hash32() >> (32 - self.bits)) as usize);
    }

    /// Looks at the places of all the keys, and has their entries fetched, before any of them is needed. What it finds spares
    /// [`Table::enter`] most of its work.
    #[inline]
    pub(super) fn look(&self, batch: &[Arrival<W, N>]) -> [Hint; BATCH] {
        let mut found = [0; BATCH];
        for (number, arrival) in found.iter_mut().zip(batch) {
            let hash = arrival.key.hash32();
            let at = (hash >> (32 - self.bits)) as usize;
            // Mostly it is in its own slot or in the next one. Both are looked at, so that no branch can be guessed wrong.
            let (first, second) = (self.slots[at], self.slots[(at + 1) & (self.slots.len() - 1)]);
            let second = if (second >> 32) as u32 == hash { second as u32 } else { 0 };
            *number = if (first >> 32) as u32 == hash { first as u32 } else { second };
            fetch(&self.entries, self.place(*number));
        }
        found
    }

    /// The entry that a hint names, or any if it names none: to look at that one is cheaper than to guess wrong.
    #[inline]
    fn place(&self, hint: Hint) -> usize {
        (hint as usize).wrapping_sub(1).min(self.entries.len().wrapping_sub(1))
    }

    /// The bytes that it holds.
    pub(super) fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<Entry<W, N>>() + self.slots.len() * size_of::<u64>()
    }

    /// The number of a placement that was seen.
    pub(super) fn find(&self, key: W) -> Option<usize> {
        let hash = key.hash32();
        let mut at = (hash >> (32 - self.bits)) as usize;
        loop {
            let slot = self.slots[at];
            if slot == 0 {
                return None;
            }
            let number = (slot as u32 - 1) as usize;
            if (slot >> 32) as u32 == hash && self.entries[number].key == key {
                return Some(number);
            }
            at = (at + 1) & (self.slots.len() - 1);
        }
    }

    /// The number of a placement, seen or not, for which [`Table::look`] gave this hint.
    #[inline]
    pub(super) fn enter_at(&mut self, hint: Hint, key: W, memory: &mut Budget) -> Result<usize, Stop> {
        let number = self.place(hint);
        match self.entries.get(number) {
            Some(entry) if entry.key == key => Ok(number),
            _ => self.enter(key, memory),
        }
    }

    /// The number of a placement, seen or not.
    #[inline]
    pub(super) fn enter(&mut self, key: W, memory: &mut Budget) -> Result<usize, Stop> {
        let hash = key.hash32();
        let mut at = (hash >> (32 - self.bits)) as usize;
        loop {
            let slot = self.slots[at];
            if slot == 0 {
                break;
            }
            let number = (slot as u32).wrapping_sub(1) as usize;
            if (slot >> 32) as u32 == hash && self.entries[number].key == key {
                return Ok(number);
            }
            at = (at + 1) & (self.slots.len() - 1);
        }
        self.add(key, hash, at, memory)
    }

    #[inline(never)]
    fn add(&mut self, key: W, hash: u32, at: usize, memory: &mut Budget) -> Result<usize, Stop> {
        let number = self.entries.len();
        if number == self.entries.capacity() {
            // Half as much again: at most a third stays unused, and each entry is moved twice on average.
            grow(&mut self.entries, (number / 2).max(128), memory)?;
        }
        self.entries.push(Entry { seen: Bits::EMPTY, key, place: 0 });
        self.slots[at] = u64::from(hash) << 32 | (number + 1) as u64;
        // Linear probing looks at 2.5 slots on average when the index is two thirds full.
        if (number + 1) * 3 > self.slots.len() * 2 {
            self.double(memory)?;
        }
        Ok(number)
    }

    fn double(&mut self, memory: &mut Budget) -> Result<(), Stop> {
        let size = self.slots.len() * 2;
        let mut slots: Vec<u64> = Vec::new();
        grow(&mut slots, size, memory)?;
        slots.resize(size, 0);
        self.bits += 1;
        for &slot in self.slots.iter().filter(|slot| **slot != 0) {
            let mut at = (slot >> 32 >> (32 - self.bits)) as usize;
            while slots[at] != 0 {
                at = (at + 1) & (size - 1);
            }
            slots[at] = slot;
        }
        memory.give_back(self.slots.len() * size_of::<u64>());
        self.slots = slots;
        Ok(())
    }
}

/// The most keys that are looked at together: enough to hide the memory's latency, few enough to stay in the cache.
pub(super) const BATCH: usize = 64;

/// Room for `more` elements, from the budget; a machine that has none left is an outcome too. It is counted once: a large list takes
/// its pages along to where it moves (see [`damier_search::memory::keep_within`]).
pub(super) fn grow<T>(list: &mut Vec<T>, more: usize, memory: &mut Budget) -> Result<(), Stop> {
    memory.take(more * size_of::<T>())?;
    list.try_reserve_exact(more).map_err(|_| Stop::Memory)
}

/// Pushes, with the growth of the list drawn from the budget.
#[inline]
pub(super) fn push<T>(list: &mut Vec<T>, item: T, memory: &mut Budget) -> Result<(), Stop> {
    if list.len() == list.capacity() {
        grow(list, (list.len() / 2).max(32), memory)?;
    }
    list.push(item);
    Ok(())
}
