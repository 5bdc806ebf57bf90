//! Several algorithms on one position, as many at once as there are cores for.

use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use damier_kit::{Position, Refusal, Thought};
use damier_search::{Run, Spec, Stats};

use crate::record::Record;
use crate::{Game, Solver};

/// What is raced, and with what.
pub struct Race<'a> {
    /// The game.
    pub game: Game,
    /// The position.
    pub position: &'a dyn Position,
    /// Who takes part.
    pub specs: &'a [Spec],
    /// How many search at once.
    pub at_once: usize,
    /// What each player may use for its table.
    pub bytes: usize,
    /// Starts the run of the lane of this number.
    pub start: &'a (dyn Fn(usize) -> Run + Sync),
    /// What surrounds each search, such as waiting for a core.
    pub around: &'a (dyn Fn(&mut dyn FnMut()) + Sync),
}

/// What is heard of a race, with the number of a lane.
pub enum News {
    /// What a player thinks so far, and what that took.
    Thought(usize, Thought, Stats),
    /// A lane is done.
    Done(usize, Result<Box<Record>, Refusal>),
    /// Some time has passed.
    Tick,
}

/// Between two [`News::Tick`] in which nothing else is heard.
const TICK: Duration = Duration::from_millis(100);

/// Runs a race to its end. An error is one of a spec, before the first search.
pub fn run(race: &Race<'_>, hear: &mut dyn FnMut(News)) -> Result<(), Refusal> {
    let build = |spec: &Spec| Solver::new(race.game, spec.clone(), race.bytes);
    race.specs.iter().try_for_each(|spec| build(spec).map(drop))?;
    let (next, id) = (AtomicUsize::new(0), race.position.name());
    let (send, heard) = channel();
    std::thread::scope(|scope| {
        for _ in 0..race.at_once.clamp(1, race.specs.len().max(1)) {
            let (send, next, id) = (send.clone(), &next, &id);
            scope.spawn(move || {
                loop {
                    let lane = next.fetch_add(1, SeqCst);
                    let Some(spec) = race.specs.get(lane) else { break };
                    (race.around)(&mut || {
                        let mut run = (race.start)(lane);
                        let tell = &mut |thought: &Thought, run: &Run| {
                            let _ = send.send(News::Thought(lane, thought.clone(), run.stats));
                        };
                        let record = build(spec)
                            .and_then(|mut solver| solver.answer(id.clone(), race.position, &mut run, tell));
                        let _ = send.send(News::Done(lane, record.map(Box::new)));
                    });
                }
            });
        }
        drop(send);
        loop {
            match heard.recv_timeout(TICK) {
                Ok(news) => hear(news),
                Err(RecvTimeoutError::Timeout) => hear(News::Tick),
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
        }
    })
}
