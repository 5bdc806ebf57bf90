//! How threads hand each other the states that they find.
//!
//! A placement belongs to the shard that [`Deal`] names. A thread collects what belongs to another one and puts it into
//! that one's box, a letter of some hundred states at a time; it looks into its own box whenever it enters states. A box
//! holds only so many letters: who finds it full goes on with its own mail first. A thread that is through with its part
//! of the level waits for mail until all are.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::field::CELLS;
use super::news::Arrival;
use crate::problem::Word;

/// States of one letter.
const LETTER: usize = 512;
/// The most states that a placement's moves lead to, as a rule. Where there are more, as diagonals may have it, a letter grows.
const MOST: usize = 64;
/// Letters that a box holds.
const BOX: usize = 32;
/// The slot of the first helper.
const FIRST: usize = 1;

/// The states that are sent together.
type Letter<W, const N: usize> = Vec<Arrival<W, N>>;

/// Which shard has charge of a placement. The cell of its first helper tells: helpers stand in the order of their cells, and a move
/// that leaves the first one where it is leads to a placement of the same shard. With two shards a third of what is found has to be
/// sent, instead of the half that any mixture of all cells would have sent.
pub(super) struct Deal {
    /// By cell; nothing where there is one shard.
    shards: Vec<u16>,
}

impl Deal {
    /// One shard has all.
    pub(super) const WHOLE: Deal = Deal { shards: Vec::new() };

    /// Deals the cells out, so that each shard gets about as many of these placements. The next levels have more
    /// of the cells that are rare in this one; where each shard has common and rare cells, all grow alike.
    pub(super) fn new<W: Word>(placements: &[W], shards: usize) -> Self {
        let mut numbers = [0; CELLS];
        for key in placements {
            numbers[usize::from(key.get(FIRST))] += 1;
        }
        let mut cells: Vec<usize> = (0..CELLS).collect();
        cells.sort_by_key(|&cell| Reverse(numbers[cell]));
        let mut deal = Deal { shards: vec![0; CELLS] };
        let mut loads = vec![0; shards];
        for cell in cells {
            // The largest first, each to the shard that has least.
            if let Some((shard, load)) = loads.iter_mut().enumerate().min_by_key(|(_, load)| **load) {
                deal.shards[cell] = shard as u16;
                *load += numbers[cell].max(1);
            }
        }
        deal
    }

    #[inline]
    pub(super) fn shard_of<W: Word>(&self, key: W) -> usize {
        self.shards.get(usize::from(key.get(FIRST))).map_or(0, |&shard| usize::from(shard))
    }
}

/// The boxes of all threads, for one level.
pub(super) struct Office<'d, W, const N: usize> {
    deal: &'d Deal,
    boxes: Vec<Mutex<Vec<Letter<W, N>>>>,
    /// Threads that may still send.
    busy: AtomicUsize,
    /// Somebody has found a solution, or cannot go on.
    over: AtomicBool,
}

/// One thread's counter at the office.
pub(super) struct Post<'o, W, const N: usize> {
    office: &'o Office<'o, W, N>,
    own: usize,
    letters: Vec<Letter<W, N>>,
    finished: bool,
}

impl<'d, W: Word, const N: usize> Office<'d, W, N> {
    pub(super) fn new(deal: &'d Deal, threads: usize) -> Self {
        Office {
            deal,
            boxes: (0..threads).map(|_| Mutex::default()).collect(),
            busy: AtomicUsize::new(threads),
            over: AtomicBool::new(false),
        }
    }

    /// The most bytes that letters take.
    pub(super) fn bytes(threads: usize) -> usize {
        threads * (BOX + 2 * threads) * LETTER * size_of::<Arrival<W, N>>()
    }

    /// For the thread with this number.
    pub(super) fn counter(&self, own: usize) -> Post<'_, W, N> {
        let letters = self.boxes.iter().map(|_| Vec::new()).collect();
        Post { office: self, own, letters, finished: false }
    }

    /// Nothing more is wanted.
    pub(super) fn close(&self) {
        self.over.store(true, SeqCst);
    }

    fn open(&self, thread: usize) -> MutexGuard<'_, Vec<Letter<W, N>>> {
        self.boxes[thread].lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<W: Word, const N: usize> Post<'_, W, N> {
    /// The number of this thread.
    pub(super) fn own(&self) -> usize {
        self.own
    }

    /// The letter to whoever has charge of a placement; none if it is this thread.
    #[inline]
    pub(super) fn letter_for(&mut self, key: W) -> Option<&mut Letter<W, N>> {
        let to = self.office.deal.shard_of(key);
        if to == self.own {
            return None;
        }
        let letter = &mut self.letters[to];
        if letter.capacity() == 0 {
            letter.reserve_exact(LETTER);
        }
        Some(letter)
    }

    /// Whether a letter is full: what a placement's moves lead to might not fit in.
    pub(super) fn is_full(&self) -> bool {
        self.letters.iter().any(|letter| letter.len() + MOST > LETTER)
    }

    /// Sends the letters that are full; false if a box had no room.
    pub(super) fn send(&mut self) -> bool {
        let mut sent = true;
        for (to, letter) in self.letters.iter_mut().enumerate() {
            if letter.len() + MOST <= LETTER {
                continue;
            }
            let mut letters = self.office.open(to);
            if letters.len() < BOX || self.office.over.load(SeqCst) {
                letters.push(std::mem::take(letter));
            } else {
                sent = false;
            }
        }
        sent
    }

    /// The next letter for this thread, if there is one.
    pub(super) fn receive(&self) -> Option<Letter<W, N>> {
        self.office.open(self.own).pop()
    }

    /// Sends what is left: this thread has nothing more to say.
    pub(super) fn finish(&mut self) {
        for (to, letter) in self.letters.iter_mut().enumerate().filter(|(_, letter)| !letter.is_empty()) {
            self.office.open(to).push(std::mem::take(letter));
        }
        self.finished = true;
        self.office.busy.fetch_sub(1, SeqCst);
    }

    /// The next letter for this thread; none once nobody can send one any more.
    pub(super) fn wait(&self) -> Option<Letter<W, N>> {
        loop {
            let last = self.office.busy.load(SeqCst) == 0 || self.is_over();
            let letter = self.receive();
            if letter.is_some() || last {
                return letter;
            }
            std::thread::yield_now();
        }
    }

    /// Whether somebody has found a solution, or cannot go on.
    pub(super) fn is_over(&self) -> bool {
        self.office.over.load(SeqCst)
    }
}

impl<W, const N: usize> Drop for Post<'_, W, N> {
    /// Nobody looks into this thread's box any more, so nobody may wait until there is room in it. A thread that leaves early, with
    /// a solution or without, so ends the level for all; one that leaves late does it when nobody sends any more.
    fn drop(&mut self) {
        self.office.over.store(true, SeqCst);
        if !self.finished {
            self.office.busy.fetch_sub(1, SeqCst);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::bits::Bits;
    use crate::solver::news::Came;

    #[test]
    fn cells_are_dealt_out_evenly() {
        // So many placements with the first helper on cell 0, 1 and so on.
        let numbers = [50, 40, 30, 20, 10, 5, 3, 2];
        let placements: Vec<u32> =
            (0u32..).zip(numbers).flat_map(|(cell, number)| vec![cell << 8 | 77 << 16; number]).collect();
        for (shards, most) in [(1, 160), (2, 80), (3, 55), (8, 50)] {
            let deal = Deal::new(&placements, shards);
            let mut sizes = vec![0; shards];
            placements.iter().for_each(|&key| sizes[deal.shard_of(key)] += 1);
            assert!(sizes.iter().all(|&size| 0 < size && size <= most), "{sizes:?}");
        }
    }

    /// One thread runs out of memory while it takes in its last mail; another one still has much to tell it.
    #[test]
    fn a_full_box_stops_nobody_once_its_owner_has_left() {
        let deal = Deal::WHOLE;
        let office = Office::<u64, 4>::new(&deal, 2);
        let (mut gone, mut sender) = (office.counter(0), office.counter(1));
        gone.finish();
        let key = 0;
        let mut write = || {
            let letter = sender.letter_for(key).expect("not its own");
            letter.resize(LETTER, Arrival { key, came: Came::Somehow, set: Bits::EMPTY });
            sender.send()
        };
        assert_eq!((0..=BOX).filter(|_| write()).count(), BOX);
        drop(gone);
        assert!(write());
        assert!(sender.is_over());
    }
}
