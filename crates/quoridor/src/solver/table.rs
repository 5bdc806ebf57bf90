//! What was found out about positions: a transposition table of fixed size.
//!
//! Four entries of 16 bytes share a bucket. A new one replaces that of its own position, else the shallowest, counting what is
//! left from earlier moves of the game as shallower still. Entries are kept as words, so that a new table is zeros that the system gives when they
//! are first touched: the first move of a game does not wait for all of it.
//!
//! Several threads may share it: its parts have a lock each, so that two hardly ever want the same.

use std::sync::atomic::{AtomicU8, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

use damier_search::{Budget, Stop};

use crate::board::Move;

/// What a score says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// It is at least this.
    Lower,
    /// It is at most this.
    Upper,
    /// It is this.
    Exact,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known {
    pub(crate) play: Option<Move>,
    pub(crate) score: i32,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
}

impl Known {
    /// The score, if it is deep enough and decides a window.
    #[inline]
    pub(crate) fn cut(&self, depth: i32, alpha: i32, beta: i32) -> Option<i32> {
        let decides = match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= beta,
            Bound::Upper => self.score <= alpha,
        };
        (decides && self.depth >= depth).then_some(self.score)
    }
}

#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    score: i16,
    play: u16,
    depth: i8,
    /// Two bits of bound, six of age; nothing has been written where it is 0.
    bound: u8,
}

const NO_MOVE: u16 = 511;

/// Four entries, each its key and the rest of it.
type Bucket = [u64; 8];

impl Entry {
    #[inline]
    fn read(bucket: &Bucket, place: usize) -> Entry {
        let rest = bucket[2 * place + 1];
        Entry {
            key: bucket[2 * place],
            score: rest as i16,
            play: (rest >> 16) as u16,
            depth: (rest >> 32) as i8,
            bound: (rest >> 40) as u8,
        }
    }

    #[inline]
    fn write(self, bucket: &mut Bucket, place: usize) {
        bucket[2 * place] = self.key;
        bucket[2 * place + 1] = u64::from(self.score as u16)
            | u64::from(self.play) << 16
            | u64::from(self.depth as u8) << 32
            | u64::from(self.bound) << 40;
    }
}

/// Buckets of zeros.
fn zeros(count: usize) -> Vec<Bucket> {
    vec![[0; 8]; count]
}

/// Parts with a lock each, at most.
const PARTS: usize = 256;

/// The table.
pub(crate) struct Table {
    parts: Vec<Mutex<Vec<Bucket>>>,
    /// The buckets of a part.
    each: usize,
    age: AtomicU8,
}

impl Table {
    /// A table of at most `bytes`, at least one bucket, drawn from the budget.
    pub(crate) fn new(bytes: usize, budget: &mut Budget) -> Result<Table, Stop> {
        let bucket = size_of::<Bucket>();
        let most = (bytes / bucket).max(1);
        // The largest power of two that fits.
        let count = 1usize << most.ilog2();
        budget.take(count * bucket)?;
        // Whether there is room is asked first: zeros cannot say no.
        Vec::<Bucket>::new().try_reserve_exact(count).map_err(|_| Stop::Memory)?;
        let parts = count.min(PARTS);
        let each = count / parts;
        let parts = (0..parts).map(|_| Mutex::new(zeros(each))).collect();
        Ok(Table { parts, each, age: AtomicU8::new(1) })
    }

    /// What it holds, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.parts.len() * self.each * size_of::<Bucket>()
    }

    /// Forgets all.
    pub(crate) fn clear(&mut self) {
        let each = self.each;
        for part in &mut self.parts {
            let part = part.get_mut().unwrap_or_else(PoisonError::into_inner);
            // The old ones are given back first.
            *part = Vec::new();
            *part = zeros(each);
        }
        self.age = AtomicU8::new(1);
    }

    /// What is there is older from now on.
    pub(crate) fn grow_older(&self) {
        let age = self.age.load(Relaxed);
        self.age.store(if age == 63 { 1 } else { age + 1 }, Relaxed);
    }

    /// The part of a key, locked, and the place in it.
    #[inline]
    fn at(&self, key: u64) -> (MutexGuard<'_, Vec<Bucket>>, usize) {
        let high = (key >> 32) as usize;
        let part = &self.parts[high & (self.parts.len() - 1)];
        // Whoever died holding a lock has left whole words.
        let part = part.lock().unwrap_or_else(PoisonError::into_inner);
        (part, (high / self.parts.len()) & (self.each - 1))
    }

    /// What is known of a position. Scores of wins are told from `ply` on.
    #[inline]
    pub(crate) fn get(&self, key: u64, ply: i32) -> Option<Known> {
        let (part, at) = self.at(key);
        let bucket = &part[at];
        let place = (0..4).find(|place| bucket[2 * place] == key)?;
        let entry = Some(Entry::read(bucket, place)).filter(|entry| entry.bound != 0)?;
        drop(part);
        let score = i32::from(entry.score);
        Some(Known {
            play: (entry.play != NO_MOVE).then(|| Move::from_index(entry.play)),
            score: if score > super::WON {
                score - ply
            } else if score < -super::WON {
                score + ply
            } else {
                score
            },
            depth: i32::from(entry.depth),
            bound: match entry.bound & 3 {
                1 => Bound::Lower,
                2 => Bound::Upper,
                _ => Bound::Exact,
            },
        })
    }

    /// Keeps what was found out.
    #[inline]
    pub(crate) fn put(&self, key: u64, known: Known, ply: i32) {
        let Known { play, score, depth, bound } = known;
        let age = self.age.load(Relaxed);
        let (mut part, at) = self.at(key);
        let bucket = &mut part[at];
        let worth = |entry: Entry| {
            if entry.key == key {
                return i32::MIN;
            }
            let old = i32::from(entry.bound >> 2 != age) * 64;
            if entry.bound == 0 { -1000 } else { i32::from(entry.depth) - old }
        };
        let mut least = 0;
        for other in 1..4 {
            if worth(Entry::read(bucket, other)) < worth(Entry::read(bucket, least)) {
                least = other;
            }
        }
        let entry = Entry::read(bucket, least);
        let keeps = entry.key == key && play.is_none();
        let play = if keeps { entry.play } else { play.map_or(NO_MOVE, |play| play.index() as u16) };
        let score = if score > super::WON {
            score + ply
        } else if score < -super::WON {
            score - ply
        } else {
            score
        };
        let bound = match bound {
            Bound::Lower => 1,
            Bound::Upper => 2,
            Bound::Exact => 3,
        };
        let depth = depth.clamp(-100, 100) as i8;
        Entry { key, score: score as i16, play, depth, bound: bound | age << 2 }.write(bucket, least);
    }
}
