//! A program that is asked for estimates, in batches: all successors of a state at once.

use std::collections::HashMap;
use std::error::Error;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use damier_kit::{Kit, Position, Refusal};
use damier_search::{Cost, Placement, Progress, Run, Scripted};

use crate::Engine;
use crate::process::{Trouble, wanted};
use crate::session::{Session, failed, position as told};

/// As many estimates are remembered.
const MOST: usize = 500_000;
/// As many states are asked about at once.
const BATCH: usize = 256;

/// A program that estimates what is left, for the positions of one search.
pub struct Estimator {
    engine: Arc<Engine>,
    /// A position whose pieces are put where a state has them.
    like: Box<dyn Position>,
    inner: Mutex<Inner>,
    failed: AtomicBool,
    progress: Arc<Progress>,
    /// When the search's own time is over.
    until: Option<Instant>,
}

struct Inner {
    session: Option<Session>,
    known: HashMap<Box<[u16]>, Option<Cost>>,
    fault: Option<Refusal>,
    asked: u64,
}

impl fmt::Debug for Estimator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Estimator({})", self.engine.name)
    }
}

impl Estimator {
    /// Starts a program for a position and a run. An error says why it cannot be asked.
    pub fn start(
        engine: Arc<Engine>,
        kit: &'static dyn Kit,
        position: &dyn Position,
        run: &mut Run,
    ) -> Result<Self, Refusal> {
        let cells: Vec<u16> = position.scene().pieces.iter().map(|piece| piece.cell).collect();
        let like = position.arranged(&cells).ok_or_else(|| {
            damier_kit::missing(
                kit,
                damier_kit::refuse!("word.states", "positions that an outside heuristic could be told"),
            )
        })?;
        let allowed = run.left().time;
        let opened = Session::open(&engine, kit.about().name, &mut wanted);
        let session = opened.map_err(|why| failed(&engine, &why))?;
        let until = allowed.map(|time| Instant::now() + time);
        let inner = Inner { session: Some(session), known: HashMap::new(), fault: None, asked: 0 };
        Ok(Estimator {
            engine,
            like,
            inner: Mutex::new(inner),
            failed: AtomicBool::new(false),
            progress: run.progress().clone(),
            until,
        })
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How often it was asked.
    pub fn asked(&self) -> u64 {
        self.inner().asked
    }

    /// Asks about those that are not known yet.
    fn ask(&self, inner: &mut Inner, states: &[&[u16]]) {
        if self.failed.load(SeqCst) {
            return;
        }
        for batch in states.chunks(BATCH) {
            let positions =
                batch.iter().map(|cells| self.like.arranged(cells).map(|here| told(here.as_ref())));
            let Some(positions) = positions.collect::<Option<Vec<_>>>() else { return };
            let left =
                self.until.map_or(self.engine.start, |until| until.saturating_duration_since(Instant::now()));
            let Some(session) = &mut inner.session else { return };
            inner.asked += 1;
            let tick = &mut || if self.progress.is_cancelled() { Err(Trouble::Cancelled) } else { wanted() };
            match session.eval(&positions, left.min(self.engine.start), tick) {
                Ok(values) => {
                    if inner.known.len() + values.len() > MOST {
                        inner.known.clear();
                    }
                    let known = batch.iter().map(|cells| Box::from(*cells)).zip(values);
                    inner.known.extend(known);
                }
                Err(trouble) => {
                    inner.session = None;
                    let late = self.until.is_some_and(|until| Instant::now() >= until);
                    // Where the search's own time is over, or nobody wants it any more, that is the reason and not
                    // the program.
                    if !late && trouble != Trouble::Cancelled {
                        inner.fault = Some(failed(&self.engine, &trouble));
                        self.failed.store(true, SeqCst);
                    }
                    return;
                }
            }
        }
    }
}

impl Scripted for Estimator {
    fn asks(&self) -> &[String] {
        &[]
    }

    fn estimate(&self, here: &Placement, _: &[Option<Cost>]) -> Option<Cost> {
        let mut inner = self.inner();
        if !inner.known.contains_key(here.cells.as_slice()) {
            self.ask(&mut inner, &[&here.cells]);
        }
        inner.known.get(here.cells.as_slice()).copied().flatten()
    }

    fn foresee(&self, states: &[Placement]) {
        let mut inner = self.inner();
        let known = &inner.known;
        let mut fresh: Vec<&[u16]> = states.iter().map(|state| state.cells.as_slice()).collect();
        fresh.retain(|cells| !known.contains_key(*cells));
        fresh.sort_unstable();
        fresh.dedup();
        if !fresh.is_empty() {
            self.ask(&mut inner, &fresh);
        }
    }

    fn foresees(&self) -> bool {
        true
    }

    fn is_admissible(&self) -> bool {
        self.engine.admissible
    }

    fn fault(&self) -> Option<Box<dyn Error + Send + Sync>> {
        self.inner().fault.clone().map(|fault| Box::new(fault) as _)
    }

    fn has_failed(&self) -> bool {
        self.failed.load(SeqCst)
    }
}
