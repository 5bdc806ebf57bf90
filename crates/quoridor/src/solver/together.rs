//! What several threads are searching just now, so that two of them do not search the same at the same time.
//!
//! All threads search the same position and share the transposition table. Left to themselves they walk through the same moves in the
//! same order and find out the same. So each tells, for every ply of its line, which move it is searching; who comes to a move that another has begun
//! takes the next one first, and comes back when there is nothing else (T. Kerrigan, Simplified ABDADA, after J.-C. Weill, 1996). By then the table mostly
//! knows the answer.
//!
//! A better move at the root is told to all, who need only look for a still better one; and who ends a pass first ends it for all.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::search::MOST_PLIES;
use crate::board::Move;

/// The lines of all threads, and what they have found out together.
pub(crate) struct Lines {
    threads: Vec<[AtomicU64; MOST_PLIES + 2]>,
    /// The best that one of them has found at the root in the deepest pass so far, before its end.
    best: AtomicU64,
    /// The deepest pass that one of them has ended.
    ended: AtomicU64,
}

const NO_MOVE: u64 = 0xFFFF;

/// What a pass has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    pub(crate) depth: i32,
    pub(crate) score: i32,
    pub(crate) play: Option<Move>,
}

impl Found {
    /// As a number that is greater if it is deeper or, at the same depth, better.
    fn pack(self) -> u64 {
        let score = (self.score + (1 << 20)) as u64;
        (self.depth as u64) << 48 | score << 16 | self.play.map_or(NO_MOVE, |play| play.index() as u64)
    }

    fn unpack(found: u64) -> Option<Found> {
        let score = (found >> 16 & 0xFFFF_FFFF) as i32 - (1 << 20);
        let play =
            Some(found & 0xFFFF).filter(|&play| play != NO_MOVE).map(|play| Move::from_index(play as u16));
        (found != 0).then_some(Found { depth: (found >> 48) as i32, score, play })
    }
}

impl Lines {
    pub(crate) fn new(threads: usize) -> Lines {
        let line = || [const { AtomicU64::new(0) }; MOST_PLIES + 2];
        Lines {
            threads: (0..threads).map(|_| line()).collect(),
            best: AtomicU64::new(0),
            ended: AtomicU64::new(0),
        }
    }

    /// A pass has ended.
    pub(crate) fn end_pass(&self, found: Found) {
        self.ended.fetch_max(found.pack(), Relaxed);
    }

    /// The deepest pass that has ended.
    pub(crate) fn ended(&self) -> Option<Found> {
        Found::unpack(self.ended.load(Relaxed))
    }

    /// The best of the deepest pass so far.
    pub(crate) fn best(&self) -> Option<Found> {
        Found::unpack(self.best.load(Relaxed))
    }
}

/// The other threads, as one of them sees them.
#[derive(Clone, Copy)]
pub(crate) struct Mates<'a> {
    pub(crate) lines: &'a Lines,
    /// Which thread this is.
    pub(crate) thread: usize,
    /// The depth of its pass.
    pub(crate) depth: i32,
}

impl Mates<'_> {
    /// This thread begins to search a move of a position.
    #[inline]
    pub(crate) fn begin(self, ply: i32, key: u64, play: Move, depth: i32) {
        self.lines.threads[self.thread][ply as usize].store(work(key, play, depth), Relaxed);
    }

    /// This thread is done with a position.
    #[inline]
    pub(crate) fn end(self, ply: i32) {
        self.lines.threads[self.thread][ply as usize].store(0, Relaxed);
    }

    /// Whether another thread is searching a move of a position to this depth.
    #[inline]
    pub(crate) fn search(self, ply: i32, key: u64, play: Move, depth: i32) -> bool {
        let wanted = work(key, play, depth);
        let mut others = self.lines.threads.iter().enumerate().filter(|&(other, _)| other != self.thread);
        others.any(|(_, line)| line[ply as usize].load(Relaxed) == wanted)
    }

    /// Whether another thread has ended this pass, so that this one need not.
    #[inline]
    pub(crate) fn are_done(self) -> bool {
        self.lines.ended.load(Relaxed) >> 48 >= self.depth as u64
    }

    /// This thread has found a better move at the root.
    pub(crate) fn tell(self, score: i32, play: Move) {
        self.lines.best.fetch_max(Found { depth: self.depth, score, play: Some(play) }.pack(), Relaxed);
    }

    /// The best that any thread has found at the root in this pass.
    pub(crate) fn best(self) -> Option<Found> {
        self.lines.best().filter(|best| best.depth == self.depth)
    }
}

/// A move of a position that is searched to a depth, as a number.
#[inline]
fn work(key: u64, play: Move, depth: i32) -> u64 {
    key ^ (play.index() as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ (depth as u64) << 56
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_that_another_thread_searches_is_known_until_it_is_done() {
        let lines = Lines::new(3);
        let [first, second, third] = [0, 1, 2].map(|thread| Mates { lines: &lines, thread, depth: 6 });
        let (one, two): (Move, Move) = ("e2".parse().unwrap(), "e3h".parse().unwrap());
        first.begin(4, 77, one, 6);
        assert!(second.search(4, 77, one, 6) && third.search(4, 77, one, 6));
        // Nobody waits for themselves, nor for another move, position, depth or ply.
        assert!(!first.search(4, 77, one, 6));
        assert!(!second.search(4, 77, two, 6) && !second.search(4, 78, one, 6));
        assert!(!second.search(4, 77, one, 7) && !second.search(5, 77, one, 6));
        first.begin(4, 77, two, 6);
        assert!(!second.search(4, 77, one, 6) && second.search(4, 77, two, 6));
        first.end(4);
        assert!(!second.search(4, 77, two, 6));
    }

    #[test]
    fn what_one_finds_the_others_know() {
        let lines = Lines::new(2);
        let [first, second] = [0, 1].map(|thread| Mates { lines: &lines, thread, depth: 6 });
        let (one, two): (Move, Move) = ("e2".parse().unwrap(), "e3h".parse().unwrap());
        assert_eq!((first.best(), lines.ended()), (None, None));
        first.tell(-30_000, one);
        assert_eq!(second.best(), Some(Found { depth: 6, score: -30_000, play: Some(one) }));
        second.tell(-20, two);
        first.tell(-25, one);
        assert_eq!(first.best(), Some(Found { depth: 6, score: -20, play: Some(two) }));
        // A deeper pass counts for more, and this one is not it.
        Mates { depth: 7, ..second }.tell(-29_000, one);
        assert_eq!((first.best(), lines.best().unwrap().depth), (None, 7));
        assert!(!first.are_done());
        lines.end_pass(Found { depth: 6, score: -20, play: Some(two) });
        assert!(first.are_done() && second.are_done() && !Mates { depth: 7, ..first }.are_done());
        lines.end_pass(Found { depth: 5, score: 300, play: Some(one) });
        assert_eq!(lines.ended(), Some(Found { depth: 6, score: -20, play: Some(two) }));
    }
}
