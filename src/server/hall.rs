//! Every visitor's sessions. A session outlives its connection, so that a reload or a lost line finds it again; a connection has
//! it alone, and a newer one takes it over.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use damier_lab::Game;
use rand::{RngExt, SeedableRng};
use tokio::sync::{self, OwnedMutexGuard, watch};

use super::Random;
use super::session::Session;

/// As many sessions are kept; then the ones that were left longest ago make room.
const SESSIONS: usize = 2000;

/// All sessions.
pub(super) struct Hall {
    /// By the visitor's number and the game's name: a visitor has one session a game.
    kept: Mutex<HashMap<Place, Kept>>,
    random: Mutex<Random>,
}

/// Whose session, at which game.
type Place = (String, &'static str);

/// A session that may be taken.
struct Kept {
    session: Arc<sync::Mutex<Session>>,
    /// Changes when another connection wants it.
    wanted: watch::Sender<u64>,
    used: Instant,
}

/// A session that a connection has to itself, until `wanted` changes.
pub(super) struct Taken {
    pub(super) session: OwnedMutexGuard<Session>,
    pub(super) wanted: watch::Receiver<u64>,
}

impl Hall {
    pub(super) fn new(random: Random) -> Self {
        Hall { kept: Mutex::default(), random: Mutex::new(random) }
    }

    /// The session at a game of the visitor of this number, or a new one; a number that nobody has is replaced. Whoever had
    /// the session is told to let it go.
    pub(super) async fn take(&self, told: String, game: Game) -> Taken {
        let (session, wanted) = {
            let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
            let known = kept.keys().any(|(other, _)| *other == told);
            let id = if known { told } else { format!("{:032x}", self.random().random::<u128>()) };
            let place = (id.clone(), game.name());
            if !kept.contains_key(&place) {
                make_room(&mut kept);
            }
            let seat = kept.entry(place).or_insert_with(|| {
                let random = Random::seed_from_u64(self.random().random());
                Kept {
                    session: Arc::new(sync::Mutex::new(Session::new(id, game, random))),
                    wanted: watch::Sender::new(0),
                    used: Instant::now(),
                }
            });
            seat.used = Instant::now();
            seat.wanted.send_modify(|times| *times += 1);
            (seat.session.clone(), seat.wanted.subscribe())
        };
        Taken { session: session.lock_owned().await, wanted }
    }

    fn random(&self) -> MutexGuard<'_, Random> {
        self.random.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Forgets the session that was left longest ago, if there are too many.
fn make_room(kept: &mut HashMap<Place, Kept>) {
    while kept.len() >= SESSIONS {
        let free = kept.iter().filter(|(_, seat)| seat.wanted.receiver_count() == 0);
        let Some(oldest) = free.min_by_key(|(_, seat)| seat.used).map(|(place, _)| place.clone()) else {
            break;
        };
        kept.remove(&oldest);
    }
}
