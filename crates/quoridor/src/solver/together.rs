//! What several threads are searching just now, so that two of them do not search the same at the same time.
//!
//! All threads search the same position and share the transposition table. Left to themselves they walk through the same moves in the
//! same order and find out the same. So each tells, for every ply of its line, which move it is searching; who comes to a move that another has begun
//! takes the next one first, and comes back when there is nothing else (T. Kerrigan, Simplified ABDADA, after J.-C. Weill, 1996). By then the table mostly
//! knows the answer. Nothing depends on what is told here but the order of the moves.

use std::sync::atomic::{AtomicI32, AtomicU64, Ordering::Relaxed};

use super::search::MOST_PLIES;
use crate::board::Move;

/// The lines of all threads.
pub(crate) struct Lines {
    threads: Vec<[AtomicU64; MOST_PLIES + 2]>,
    /// The depth of the deepest pass that one of them has begun.
    depth: AtomicI32,
}

impl Lines {
    pub(crate) fn new(threads: usize) -> Lines {
        let line = || [const { AtomicU64::new(0) }; MOST_PLIES + 2];
        Lines { threads: (0..threads).map(|_| line()).collect(), depth: AtomicI32::new(0) }
    }

    /// A thread is about to begin a pass of this depth. The answer is how deep the pass should be: who has fallen behind goes on where the others are.
    pub(crate) fn deepen(&self, depth: i32) -> i32 {
        self.depth.fetch_max(depth, Relaxed).max(depth)
    }
}

/// The other threads, as one of them sees them.
#[derive(Clone, Copy)]
pub(crate) struct Mates<'a> {
    pub(crate) lines: &'a Lines,
    /// Which thread this is. The first one ends all of its passes.
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

    /// Whether another thread has begun a deeper pass, so that a helper need not end its own.
    #[inline]
    pub(crate) fn are_ahead(self) -> bool {
        self.thread > 0 && self.lines.depth.load(Relaxed) > self.depth
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
    fn helpers_go_on_where_the_others_are() {
        let lines = Lines::new(2);
        assert_eq!((lines.deepen(1), lines.deepen(4), lines.deepen(2)), (1, 4, 4));
        let mates = |thread, depth| Mates { lines: &lines, thread, depth };
        assert!(mates(1, 3).are_ahead() && !mates(1, 4).are_ahead());
        // What the first thread has begun it ends.
        assert!(!mates(0, 3).are_ahead());
    }
}
