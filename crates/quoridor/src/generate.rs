//! New positions: games played at random for some plies. Equal seeds give equal positions on any machine.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::board::Setup;
use crate::record::Record;

/// A game of `plies` random moves, none of which ends it; half of the moves are pawn moves, so that walls do not come all at
/// once. If a game ends too soon, another one is tried.
pub fn random(setup: Setup, plies: usize, seed: u64) -> Record {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    for _ in 0..100 {
        let mut record = Record::new(setup);
        while record.moves().len() < plies && record.end().is_none() {
            let legal = record.position().legal();
            let walks = legal.iter().filter(|play| play.is_walk()).count();
            let among = if walks > 0 && rng.random_range(0..2) == 0 { walks } else { legal.len() };
            let play = legal[rng.random_range(0..among)];
            if record.play(play).is_err() {
                break;
            }
        }
        if record.end().is_none() {
            return record;
        }
    }
    Record::new(setup)
}
