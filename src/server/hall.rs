//! Every visitor's sitting at a kind of game. A sitting outlives its connection, so that a reload or a lost line finds it again; a connection has it
//! alone, and a newer one takes it over.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use rand::{RngExt, SeedableRng};
use tokio::sync::{self, OwnedMutexGuard, watch};

use super::Random;

/// As many sittings are kept; then the ones that were left longest ago make room.
const SITTINGS: usize = 2000;

/// All sittings.
pub(super) struct Hall<T> {
    /// By the visitor's number and the game's name: a visitor has one sitting a game.
    seats: Mutex<HashMap<Place, Seat<T>>>,
    random: Mutex<Random>,
}

/// Whose sitting, at which game.
type Place = (String, &'static str);

/// A sitting that may be taken.
struct Seat<T> {
    sitting: Arc<sync::Mutex<T>>,
    /// Changes when another connection wants it.
    wanted: watch::Sender<u64>,
    used: Instant,
}

/// A sitting that a connection has to itself, until `wanted` changes.
pub(super) struct Taken<T> {
    pub(super) sitting: OwnedMutexGuard<T>,
    pub(super) wanted: watch::Receiver<u64>,
}

impl<T> Hall<T> {
    pub(super) fn new(random: Random) -> Self {
        Hall { seats: Mutex::default(), random: Mutex::new(random) }
    }

    /// Whether a visitor has a sitting here.
    pub(super) fn knows(&self, id: &str) -> bool {
        self.seats().keys().any(|(other, _)| other == id)
    }

    /// A number that no visitor has.
    pub(super) fn number(&self) -> String {
        format!("{:032x}", self.random().random::<u128>())
    }

    /// The sitting of a visitor at a game, or a new one. Whoever had it is told to let it go.
    pub(super) async fn take(
        &self,
        id: String,
        game: &'static str,
        begin: impl FnOnce(String, Random) -> T,
    ) -> Taken<T> {
        let (sitting, wanted) = {
            let mut seats = self.seats();
            let place = (id.clone(), game);
            if !seats.contains_key(&place) {
                make_room(&mut seats);
            }
            let seat = seats.entry(place).or_insert_with(|| Seat {
                sitting: Arc::new(sync::Mutex::new(begin(id, self.random_for_one()))),
                wanted: watch::Sender::new(0),
                used: Instant::now(),
            });
            seat.used = Instant::now();
            seat.wanted.send_modify(|times| *times += 1);
            (seat.sitting.clone(), seat.wanted.subscribe())
        };
        Taken { sitting: sitting.lock_owned().await, wanted }
    }

    fn seats(&self) -> MutexGuard<'_, HashMap<Place, Seat<T>>> {
        self.seats.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn random(&self) -> MutexGuard<'_, Random> {
        self.random.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn random_for_one(&self) -> Random {
        Random::seed_from_u64(self.random().random())
    }
}

/// Forgets the sitting that was left longest ago, if there are too many.
fn make_room<T>(seats: &mut HashMap<Place, Seat<T>>) {
    while seats.len() >= SITTINGS {
        let free = seats.iter().filter(|(_, seat)| seat.wanted.receiver_count() == 0);
        let Some(oldest) = free.min_by_key(|(_, seat)| seat.used).map(|(place, _)| place.clone()) else {
            break;
        };
        seats.remove(&oldest);
    }
}
