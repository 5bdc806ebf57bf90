//! How threads hand each other the states that they find.
//!
//! A placement belongs to the shard that its hash names. A thread collects what belongs to another one and puts it into
//! that one's box, a letter of some hundred states at a time; it looks into its own box whenever it enters states. A box
//! holds only so many letters: who finds it full goes on with its own mail first. A thread that is through with its part
//! of the level waits for mail until all are.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::news::Arrival;
use crate::problem::Word;

/// States of one letter.
const LETTER: usize = 512;
/// The most states that a placement's moves lead to, as a rule. Where there are more, as diagonals may have it, a letter grows.
const MOST: usize = 64;
/// Letters that a box holds.
const BOX: usize = 32;

/// The states that are sent together.
type Letter<W, const N: usize> = Vec<Arrival<W, N>>;

/// The boxes of all threads, for one level.
pub(super) struct Office<W, const N: usize> {
    boxes: Vec<Mutex<Vec<Letter<W, N>>>>,
    /// Threads that may still send.
    busy: AtomicUsize,
    /// Somebody has found a solution, or cannot go on.
    over: AtomicBool,
}

/// One thread's counter at the office.
pub(super) struct Post<'o, W, const N: usize> {
    office: &'o Office<W, N>,
    own: usize,
    letters: Vec<Letter<W, N>>,
    finished: bool,
}

/// Which of so many shards has charge of a placement. The table's index uses the first bits of the same hash; these come
/// from another factor.
#[inline]
pub(super) fn shard_of<W: Word>(key: W, shards: usize) -> usize {
    let mixed = key.hash32().wrapping_mul(0x85EB_CA6B);
    ((u64::from(mixed ^ mixed >> 15) * shards as u64) >> 32) as usize
}

impl<W: Word, const N: usize> Office<W, N> {
    pub(super) fn new(threads: usize) -> Self {
        Office {
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
    /// The letter to whoever has charge of a placement; none if it is this thread.
    #[inline]
    pub(super) fn letter_for(&mut self, key: W) -> Option<&mut Letter<W, N>> {
        let to = shard_of(key, self.letters.len());
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
    /// A thread that leaves early, with a solution or without, ends the level for all.
    fn drop(&mut self) {
        if !self.finished {
            self.office.over.store(true, SeqCst);
            self.office.busy.fetch_sub(1, SeqCst);
        }
    }
}
