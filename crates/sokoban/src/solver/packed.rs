//! States packed tightly, for when the table of [`super::nodes`] fills the memory: about 8 bytes each instead of 40.
//!
//! There are far fewer sets of boxes than sets of cells, so a set is told by its rank among all sets of as many cells: with `c1 < c2 < …`, the sum of the binomials
//! `C(ci, i)` (the combinatorial number system; Knuth, The Art of Computer Programming 4A, 7.2.1.3). Rank and player make one number. The numbers of all states are sorted, and of
//! each only the difference to the one before is written, in as few bytes as it needs, with the cost; and with the bound, where the state still waits. Some numbers
//! are written whole in an index, so that a state is found by looking at a few dozen of its neighbours.
//!
//! Nothing is changed here: what is new is kept in a table of nodes until that is full, and then all is written anew ([`Merger`]).

use std::collections::BTreeMap;

use damier_search::{Budget, Run, Stop};

/// The most entries of the table of binomials: a mebibyte.
const MOST_BINOMIALS: usize = 1 << 16;
/// States from one number in the index to the next.
const STRIDE: usize = 32;
/// States of a page: what is freed and made at a time.
const PAGE: usize = 4096;

/// Numbers for states.
pub(crate) struct Ranks {
    /// `C(cell, i)` for all cells, for `i` from 1 on.
    binomials: Vec<Vec<u128>>,
    /// How many cells a player may be on.
    players: u128,
}

impl Ranks {
    /// For so many boxes on the first `cells` cells, and a player on `players` cells. None where numbers would be too large.
    pub(crate) fn new(cells: u16, players: u16, boxes: usize) -> Option<Self> {
        let cells = usize::from(cells);
        if boxes > cells || boxes * (cells + 1) > MOST_BINOMIALS {
            return None;
        }
        let mut before: Vec<u128> = vec![1; cells + 1];
        let mut binomials = Vec::with_capacity(boxes);
        for _ in 0..boxes {
            let mut row: Vec<u128> = vec![0; cells + 1];
            for cell in 1..=cells {
                row[cell] = row[cell - 1].checked_add(before[cell - 1])?;
            }
            before.clone_from(&row);
            binomials.push(row);
        }
        let players = u128::from(players) + 1;
        // One set more than there are, for the end.
        before[cells].checked_add(1)?.checked_mul(players)?;
        Some(Ranks { binomials, players })
    }

    /// The number of a state.
    #[inline]
    pub(crate) fn number(&self, boxes: &[u64], player: u16) -> u128 {
        let mut rows = self.binomials.iter();
        let mut rank = 0;
        for (at, &word) in boxes.iter().enumerate() {
            let mut word = word;
            while word != 0 {
                let cell = at * 64 + word.trailing_zeros() as usize;
                rank += rows.next().map_or(0, |row| row[cell]);
                word &= word - 1;
            }
        }
        rank * self.players + u128::from(player)
    }

    /// The state of a number: its boxes are written into cleared words.
    pub(crate) fn state(&self, number: u128, boxes: &mut [u64]) -> u16 {
        let mut rank = number / self.players;
        for row in self.binomials.iter().rev() {
            let cell = row.partition_point(|&sets| sets <= rank) - 1;
            rank -= row[cell];
            boxes[cell / 64] |= 1 << (cell % 64);
        }
        (number % self.players) as u16
    }
}

/// What is known of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) number: u128,
    pub(crate) cost: u16,
    /// The bound with which it waits; none if it was expanded.
    pub(crate) waits: Option<u16>,
}

/// See the header.
#[derive(Default)]
pub(crate) struct Packed {
    pages: Vec<Page>,
    len: usize,
    /// How many states wait, by the sum of cost and bound, and by the bound.
    waiting: BTreeMap<(u32, u32), usize>,
    /// Of the first of these, those with a lower number do not wait any more.
    cursor: u128,
}

struct Page {
    bytes: Vec<u8>,
    /// Every so many states the number and where it is written.
    index: Vec<(u128, u32)>,
}

impl Page {
    fn size(&self) -> usize {
        self.bytes.capacity() + self.index.capacity() * size_of::<(u128, u32)>() + 2 * size_of::<Self>()
    }

    /// All states from a place of the index on.
    fn from(&self, place: usize) -> Reader<'_> {
        let (number, at) = self.index[place];
        let mut reader = Reader { bytes: &self.bytes[at as usize..], number };
        let bytes = reader.bytes;
        reader.number -= reader.read().unwrap_or(0);
        reader.bytes = bytes;
        reader
    }
}

/// Reads states one after the other.
struct Reader<'a> {
    bytes: &'a [u8],
    /// The last one.
    number: u128,
}

impl Reader<'_> {
    #[inline]
    fn read(&mut self) -> Option<u128> {
        let mut value = 0;
        for (at, &byte) in self.bytes.iter().enumerate() {
            value |= u128::from(byte & 127) << (7 * at);
            if byte < 128 {
                self.bytes = &self.bytes[at + 1..];
                return Some(value);
            }
        }
        None
    }
}

impl Iterator for Reader<'_> {
    type Item = Entry;

    #[inline]
    fn next(&mut self) -> Option<Entry> {
        self.number += self.read()?;
        let cost = self.read()?;
        let waits = if cost & 1 == 1 { Some(self.read()? as u16) } else { None };
        Some(Entry { number: self.number, cost: (cost >> 1) as u16, waits })
    }
}

impl Packed {
    pub(crate) fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// What is known of the state with this number.
    pub(crate) fn find(&self, number: u128) -> Option<Entry> {
        let page = self.pages.partition_point(|page| page.index[0].0 <= number).checked_sub(1)?;
        let page = &self.pages[page];
        let place = page.index.partition_point(|&(first, _)| first <= number) - 1;
        let mut near = page.from(place).take(STRIDE);
        near.find(|entry| entry.number >= number).filter(|entry| entry.number == number)
    }

    /// The least sum of cost and bound of what waits.
    pub(crate) fn least(&self) -> Option<u32> {
        self.waiting.keys().next().map(|&(first, _)| first)
    }

    /// Hands out states that wait, those with the least sum of cost and bound, then with the least bound: all that have the same two, as many of these as
    /// there are to be, or a part if there are more. They do not wait here any more.
    pub(crate) fn hand_out(
        &mut self,
        most: usize,
        run: &mut Run,
        mut take: impl FnMut(Entry, &mut Run) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let Some((&(first, least), &count)) = self.waiting.iter().next() else { return Ok(()) };
        let whole = count <= most;
        let (mut until, mut left) = (least, most);
        for (&(sum, bound), &count) in &self.waiting {
            if sum != first || count > left {
                break;
            }
            (until, left) = (bound, left - count);
        }
        let mut taken = 0;
        let mut cursor = None;
        for page in &self.pages {
            run.step()?;
            for entry in page.from(0) {
                let Some(bound) = entry.waits.map(u32::from) else { continue };
                let wanted = u32::from(entry.cost) + bound == first && (least..=until).contains(&bound);
                if !wanted || (bound == least && entry.number < self.cursor) {
                    continue;
                }
                if !whole && taken == most {
                    cursor = Some(entry.number);
                    break;
                }
                taken += 1;
                take(entry, run)?;
            }
            if cursor.is_some() {
                break;
            }
        }
        self.cursor = cursor.unwrap_or(0);
        if cursor.is_none() {
            self.waiting.retain(|&(sum, bound), _| sum != first || bound > until);
        } else if let Some(count) = self.waiting.get_mut(&(first, least)) {
            *count = count.saturating_sub(taken).max(1);
        }
        Ok(())
    }

    /// Begins to write everything anew, together with other states.
    pub(crate) fn merge(self) -> Merger {
        let page = Page { bytes: Vec::new(), index: Vec::new() };
        let old = self.pages.into_iter();
        Merger { old, read: Vec::with_capacity(PAGE), packed: Packed::default(), page, count: 0, last: 0 }
    }

    /// Gives the memory back.
    pub(crate) fn release(self, memory: &mut Budget) {
        memory.give_back(self.pages.iter().map(Page::size).sum());
    }
}

/// Writes states anew with others between them.
pub(crate) struct Merger {
    old: std::vec::IntoIter<Page>,
    /// The states of a page, which is free by now, the last one first.
    read: Vec<Entry>,
    packed: Packed,
    /// The page that is written, its states, and the number of the last of them.
    page: Page,
    count: usize,
    last: u128,
}

impl Merger {
    /// Adds a state with a greater number than any that was added before. What was known of it before is forgotten.
    pub(crate) fn add(&mut self, entry: Entry, run: &mut Run) -> Result<(), Stop> {
        while let Some(known) = self.known(run)?
            && known.number <= entry.number
        {
            self.read.pop();
            if known.number < entry.number {
                self.write(known, &mut run.memory)?;
            }
        }
        self.write(entry, &mut run.memory)
    }

    /// Writes the rest.
    pub(crate) fn finish(mut self, run: &mut Run) -> Result<Packed, Stop> {
        while let Some(known) = self.known(run)? {
            self.read.pop();
            self.write(known, &mut run.memory)?;
        }
        self.turn(&mut run.memory)?;
        Ok(self.packed)
    }

    /// The next of the old states.
    fn known(&mut self, run: &mut Run) -> Result<Option<Entry>, Stop> {
        if self.read.is_empty()
            && let Some(page) = self.old.next()
        {
            run.step()?;
            self.read.extend(page.from(0));
            self.read.reverse();
            run.memory.give_back(page.size());
        }
        Ok(self.read.last().copied())
    }

    fn write(&mut self, entry: Entry, memory: &mut Budget) -> Result<(), Stop> {
        if self.count == PAGE {
            self.turn(memory)?;
        }
        if self.count.is_multiple_of(STRIDE) {
            self.page.index.push((entry.number, self.page.bytes.len() as u32));
        }
        self.count += 1;
        write(entry.number - self.last, &mut self.page.bytes);
        write(u128::from(entry.cost) << 1 | u128::from(entry.waits.is_some()), &mut self.page.bytes);
        if let Some(bound) = entry.waits {
            write(bound.into(), &mut self.page.bytes);
            *self
                .packed
                .waiting
                .entry((u32::from(entry.cost) + u32::from(bound), bound.into()))
                .or_default() += 1;
        }
        self.last = entry.number;
        Ok(())
    }

    /// Puts the page aside, as large as it has become.
    fn turn(&mut self, memory: &mut Budget) -> Result<(), Stop> {
        if self.count > 0 {
            let Page { bytes, index } = &self.page;
            let page = Page { bytes: bytes.as_slice().into(), index: index.as_slice().into() };
            memory.take(page.size())?;
            self.packed.pages.push(page);
            self.packed.len += self.count;
        }
        self.page.bytes.clear();
        self.page.index.clear();
        (self.count, self.last) = (0, 0);
        Ok(())
    }
}

fn write(mut value: u128, bytes: &mut Vec<u8>) {
    while value >= 128 {
        bytes.push(value as u8 | 128);
        value >>= 7;
    }
    bytes.push(value as u8);
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use damier_search::Limits;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    #[test]
    fn numbers_are_those_of_one_state_each_and_in_order() {
        let ranks = Ranks::new(9, 12, 3).unwrap();
        let mut numbers = BTreeSet::new();
        for boxes in (0..1u64 << 9).filter(|boxes| boxes.count_ones() == 3) {
            for player in [0, 5, 12] {
                let number = ranks.number(&[boxes], player);
                assert!(numbers.last().is_none_or(|last| *last < number));
                numbers.insert(number);
                let mut words = [0];
                assert_eq!((ranks.state(number, &mut words), words), (player, [boxes]));
            }
        }
        assert_eq!(numbers.len(), 84 * 3);
        assert_eq!(numbers.last(), Some(&(83 * 13 + 12)));
        assert!(Ranks::new(256, 256, 100).is_none() && Ranks::new(2000, 2000, 3).is_some());
    }

    /// Batches of states, some of them new and some known, and what waits handed out between them.
    #[test]
    fn what_is_packed_is_found_and_handed_out_once() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(9);
        let mut run = Run::new(Limits::default());
        let mut known: BTreeMap<u128, Entry> = BTreeMap::new();
        let mut packed = Packed::default();
        for round in 0..6 {
            let mut merger = std::mem::take(&mut packed).merge();
            let mut fresh = BTreeMap::new();
            for _ in 0..9000 {
                let number = u128::from(random.random_range(0..30_000u32)) << (round * 20);
                let waits = random.random_bool(0.5).then(|| random.random_range(0..4));
                let entry = Entry { number, cost: random.random_range(0..300), waits };
                fresh.insert(number, entry);
            }
            for entry in fresh.values() {
                merger.add(*entry, &mut run).unwrap();
            }
            known.extend(fresh);
            packed = merger.finish(&mut run).unwrap();
            assert_eq!(packed.len, known.len());
            for number in (0..30_000).map(|number| number << (round * 20)) {
                assert_eq!(packed.find(number), known.get(&number).copied());
            }
            // The first are those with the least sum, some at a time.
            let mut order: Vec<(u32, u32, u128)> = known
                .values()
                .filter_map(|entry| {
                    let bound = u32::from(entry.waits?);
                    Some((u32::from(entry.cost) + bound, bound, entry.number))
                })
                .collect();
            order.sort_unstable();
            let mut handed = Vec::new();
            while packed.least().is_some_and(|least| least < 150) {
                let before = handed.len();
                let sum = packed.least();
                packed
                    .hand_out(7, &mut run, |entry, _| {
                        let bound = u32::from(entry.waits.unwrap());
                        handed.push((u32::from(entry.cost) + bound, bound, entry.number));
                        Ok(())
                    })
                    .unwrap();
                assert!((1..=7).contains(&(handed.len() - before)));
                assert!(handed[before..].iter().all(|handed| Some(handed.0) == sum));
                handed[before..].sort_unstable();
            }
            assert_eq!(handed[..], order[..handed.len()]);
            assert!(handed.len() > 1000);
            // They wait no more.
            for (_, _, number) in handed {
                known.entry(number).and_modify(|entry| entry.waits = None);
            }
            let mut merger = std::mem::take(&mut packed).merge();
            for entry in known.values() {
                merger.add(*entry, &mut run).unwrap();
            }
            packed = merger.finish(&mut run).unwrap();
        }
        assert!(run.memory.used() < known.len() as u64 * 12, "{} bytes", run.memory.used());
        packed.release(&mut run.memory);
        assert_eq!(run.memory.used(), 0);
    }
}
