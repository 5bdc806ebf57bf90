//! Every visitor's sitting. A sitting outlives its connection, so that a reload or a lost line finds it again; a connection has it
//! alone, and a newer one takes it over.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use rand::{RngExt, SeedableRng};
use tokio::sync::{self, OwnedMutexGuard, watch};

use super::Random;
use super::sitting::Sitting;
use crate::games::Game;

/// As many sittings are kept; then the ones that were left longest ago make room.
const SITTINGS: usize = 2000;

/// All sittings.
pub(super) struct Hall {
    /// By the visitor's number and the game's name: a visitor has one sitting a game.
    seats: Mutex<HashMap<Place, Seat>>,
    random: Mutex<Random>,
}

/// Whose sitting, at which game.
type Place = (String, &'static str);

/// A sitting that may be taken.
struct Seat {
    sitting: Arc<sync::Mutex<Sitting>>,
    /// Changes when another connection wants it.
    wanted: watch::Sender<u64>,
    used: Instant,
}

/// A sitting that a connection has to itself, until `wanted` changes.
pub(super) struct Taken {
    pub(super) sitting: OwnedMutexGuard<Sitting>,
    pub(super) wanted: watch::Receiver<u64>,
}

impl Hall {
    pub(super) fn new(random: Random) -> Self {
        Hall { seats: Mutex::default(), random: Mutex::new(random) }
    }

    /// The sitting of that number, or a new one. Whoever had it is told to let it go.
    pub(super) async fn take(&self, id: &str, game: Game) -> Taken {
        let (sitting, wanted) = {
            let mut seats = self.seats();
            // Who sits at another game is known too.
            let known = seats.keys().any(|(other, _)| other == id).then(|| id.to_owned());
            let id = known.unwrap_or_else(|| format!("{:032x}", self.random().random::<u128>()));
            let place = (id.clone(), game.kit.name());
            if !seats.contains_key(&place) {
                make_room(&mut seats);
            }
            let seat = seats.entry(place).or_insert_with(|| Seat {
                sitting: Arc::new(sync::Mutex::new(Sitting::new(id, game, self.random_for_one()))),
                wanted: watch::Sender::new(0),
                used: Instant::now(),
            });
            seat.used = Instant::now();
            seat.wanted.send_modify(|times| *times += 1);
            (seat.sitting.clone(), seat.wanted.subscribe())
        };
        Taken { sitting: sitting.lock_owned().await, wanted }
    }

    fn seats(&self) -> MutexGuard<'_, HashMap<Place, Seat>> {
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
fn make_room(seats: &mut HashMap<Place, Seat>) {
    while seats.len() >= SITTINGS {
        let free = seats.iter().filter(|(_, seat)| seat.wanted.receiver_count() == 0);
        let Some(oldest) = free.min_by_key(|(_, seat)| seat.used).map(|(place, _)| place.clone()) else {
            break;
        };
        seats.remove(&oldest);
    }
}
