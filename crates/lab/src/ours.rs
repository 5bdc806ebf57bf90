//! A player of ours in a match, and how it ponders.
//!
//! One that ponders goes on after its move, in a thread of its own: about the position after the reply that it expects. When its turn
//! comes that is cancelled. What it remembers helps then: all of it if that reply was played, part of it if another one was. A player that
//! remembers nothing from one move to the next gains nothing.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use damier_kit::{Player, Position, Refusal};
use damier_search::{Limits, Progress, Run};

use crate::clock::{self, Clock};
use crate::matches::{Seat, Turn};

/// A player of ours.
pub struct Ours<'r> {
    player: Arc<Mutex<Box<dyn Player>>>,
    limits: Limits,
    start: &'r dyn Fn(Limits) -> Run,
    ponders: bool,
    /// The reply that it expects.
    expected: Option<String>,
    pondering: Option<Arc<Progress>>,
}

impl<'r> Ours<'r> {
    /// A player that has these limits for each move, where there is no clock. `start` starts the run of a move; each needs a progress of its
    /// own.
    pub fn new(player: Box<dyn Player>, limits: Limits, start: &'r dyn Fn(Limits) -> Run) -> Self {
        let player = Arc::new(Mutex::new(player));
        Ours { player, limits, start, ponders: false, expected: None, pondering: None }
    }

    /// The same, which ponders or does not.
    pub fn pondering(mut self, ponders: bool) -> Self {
        self.ponders = ponders;
        self
    }

    fn with_player<T>(&mut self, work: impl FnOnce(&mut dyn Player) -> T) -> T {
        if let Some(progress) = self.pondering.take() {
            progress.cancel();
        }
        // Whoever ponders gives it back when it hears that.
        work(self.player.lock().unwrap_or_else(PoisonError::into_inner).as_mut())
    }
}

impl Seat for Ours<'_> {
    fn begin(&mut self, _: &dyn Position) -> Result<(), String> {
        self.with_player(|player| player.clear());
        Ok(())
    }

    fn suits(&self, start: &dyn Position) -> Result<(), Refusal> {
        self.player.lock().unwrap_or_else(PoisonError::into_inner).suits(start)
    }

    fn turn(&mut self, position: &dyn Position, clocks: &[Clock]) -> Turn {
        let began = Instant::now();
        let own = position.versus().and_then(|versus| clocks.get(versus.turn()));
        let clock = own.map(|clock| (clock.left(), clock.increment()));
        let (limits, start) = (self.limits, self.start);
        let (thought, run, fault) = self.with_player(|player| {
            let (thought, run) = clock::think(player, position, limits, clock, start, &mut |_, _| ());
            (thought, run, player.fault())
        });
        self.expected = thought.line.into_iter().nth(1);
        let why = || fault.map_or_else(|| "it has no move".to_owned(), |why| why.to_string());
        let play = thought.play.ok_or_else(why);
        Turn { play, time: began.elapsed(), nodes: run.stats.expanded }
    }

    fn wait(&mut self, position: &dyn Position) {
        let expected = self.expected.take().filter(|_| self.ponders);
        let next = expected.and_then(|reply| position.play(&reply).ok()).map(|played| played.position);
        let Some(next) = next.filter(|next| !next.is_over()) else { return };
        let progress = Arc::new(Progress::default());
        let limits = Limits { memory: self.limits.memory, ..Limits::default() };
        let (player, mine) = (self.player.clone(), progress.clone());
        let ponder = move || {
            let mut player = player.lock().unwrap_or_else(PoisonError::into_inner);
            // Its turn may have come before this began.
            if !mine.is_cancelled() {
                player.think(next.as_ref(), &mut Run::with_progress(limits, mine), &mut |_, _| ());
            }
        };
        // Where there is no thread to be had, it does not ponder.
        if std::thread::Builder::new().name("ponder".to_owned()).spawn(ponder).is_ok() {
            self.pondering = Some(progress);
        }
    }
}

impl Drop for Ours<'_> {
    fn drop(&mut self) {
        if let Some(progress) = &self.pondering {
            progress.cancel();
        }
    }
}
