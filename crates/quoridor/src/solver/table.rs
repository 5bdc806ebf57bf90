//! What was found out about positions: a transposition table of fixed size.
//!
//! Four entries of 16 bytes share a bucket. A new one replaces that of its own position, else the shallowest, counting what is
//! left from earlier moves of the game as shallower still.

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

#[derive(Clone, Copy, Default)]
struct Entry {
    key: u64,
    score: i16,
    play: u16,
    depth: i8,
    /// Two bits of bound, six of age; nothing has been written where it is 0.
    bound: u8,
}

const NO_MOVE: u16 = 511;

/// The table.
pub(crate) struct Table {
    buckets: Vec<[Entry; 4]>,
    age: u8,
}

impl Table {
    /// A table of at most `bytes`, at least one bucket, drawn from the budget.
    pub(crate) fn new(bytes: usize, budget: &mut Budget) -> Result<Table, Stop> {
        let bucket = size_of::<[Entry; 4]>();
        let most = (bytes / bucket).max(1);
        // The largest power of two that fits.
        let count = 1usize << most.ilog2();
        budget.take(count * bucket)?;
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count).map_err(|_| Stop::Memory)?;
        buckets.resize(count, [Entry::default(); 4]);
        Ok(Table { buckets, age: 1 })
    }

    /// What it holds, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.buckets.len() * size_of::<[Entry; 4]>()
    }

    /// Forgets all.
    pub(crate) fn clear(&mut self) {
        self.buckets.fill([Entry::default(); 4]);
        self.age = 1;
    }

    /// What is there is older from now on.
    pub(crate) fn grow_older(&mut self) {
        self.age = if self.age == 63 { 1 } else { self.age + 1 };
    }

    #[inline]
    fn at(&self, key: u64) -> usize {
        (key >> 32) as usize & (self.buckets.len() - 1)
    }

    /// What is known of a position. Scores of wins are told from `ply` on.
    #[inline]
    pub(crate) fn get(&self, key: u64, ply: i32) -> Option<Known> {
        let entry = self.buckets[self.at(key)].iter().find(|entry| entry.key == key && entry.bound != 0)?;
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
    pub(crate) fn put(&mut self, key: u64, known: Known, ply: i32) {
        let Known { play, score, depth, bound } = known;
        let at = self.at(key);
        let age = self.age;
        let bucket = &mut self.buckets[at];
        let worth = |entry: &Entry| {
            if entry.key == key {
                return i32::MIN;
            }
            let old = i32::from(entry.bound >> 2 != age) * 64;
            if entry.bound == 0 { -1000 } else { i32::from(entry.depth) - old }
        };
        let mut least = 0;
        for other in 1..4 {
            if worth(&bucket[other]) < worth(&bucket[least]) {
                least = other;
            }
        }
        let entry = &mut bucket[least];
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
        *entry = Entry {
            key,
            score: score as i16,
            play,
            depth: depth.clamp(-100, 100) as i8,
            bound: bound | age << 2,
        };
    }
}
