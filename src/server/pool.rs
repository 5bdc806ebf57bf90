//! Where jobs run: each as soon as a core is free, with progress, and cancelled when its handle is dropped.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use damier_search::{Limits, Progress, Run};
use tokio::runtime::Handle;
use tokio::sync::{Semaphore, mpsc};

use super::jobs::Found;
use super::race::Pace;

/// Something found, and by which job.
pub(super) struct Report {
    pub(super) number: u64,
    pub(super) found: Found,
}

/// A job under way; dropping it cancels.
pub(super) struct Work {
    pub(super) number: u64,
    shared: Arc<Shared>,
}

/// What a job and who watches it share.
#[derive(Default)]
pub(super) struct Shared {
    pub(super) progress: Arc<Progress>,
    /// How many boards or moves were looked at, and of how many; 0 where that is not known.
    pub(super) tried: AtomicU64,
    pub(super) of: AtomicU64,
    pub(super) pace: Pace,
}

impl Drop for Work {
    fn drop(&mut self) {
        self.shared.progress.cancel();
    }
}

impl Work {
    pub(super) fn pace(&self) -> &Pace {
        &self.shared.pace
    }

    /// How far it is.
    pub(super) fn shared(&self) -> &Shared {
        &self.shared
    }
}

/// Where jobs are started.
pub(super) struct Pool {
    cores: Cores,
    reports: mpsc::UnboundedSender<Report>,
    numbers: u64,
}

/// As many searches at once as there are cores. What nobody waits for leaves one of them to what somebody does.
#[derive(Clone)]
pub(super) struct Cores {
    all: Arc<Semaphore>,
    background: Arc<Semaphore>,
}

impl Cores {
    pub(super) fn new(cores: usize) -> Self {
        let few = |places: usize| Arc::new(Semaphore::new(places.max(1)));
        Cores { all: few(cores), background: few(cores.saturating_sub(1)) }
    }
}

/// What a job sees of the world.
pub(super) struct Desk {
    pub(super) shared: Arc<Shared>,
    number: u64,
    reports: mpsc::UnboundedSender<Report>,
    cores: Cores,
}

impl Desk {
    /// Does some work while a core is held, and waits for one first. Only for a job that has none for its whole time.
    pub(super) fn on_a_core<T>(&self, work: impl FnOnce() -> T) -> T {
        let _core = Handle::current().block_on(self.cores.all.acquire());
        work()
    }

    /// Tells something. A page that has left does not want it any more.
    pub(super) fn tell(&self, found: Found) {
        let _ = self.reports.send(Report { number: self.number, found });
    }

    pub(super) fn is_cancelled(&self) -> bool {
        self.shared.progress.is_cancelled()
    }

    pub(super) fn run(&self, limits: Limits) -> Run {
        Run::with_progress(limits, self.shared.progress.clone())
    }
}

impl Pool {
    pub(super) fn new(cores: Cores) -> (Self, mpsc::UnboundedReceiver<Report>) {
        let (reports, receiver) = mpsc::unbounded_channel();
        (Pool { cores, reports, numbers: 0 }, receiver)
    }

    /// A new job, and what it sees.
    fn job(&mut self) -> (Work, Desk) {
        self.numbers += 1;
        let (number, shared) = (self.numbers, Arc::new(Shared::default()));
        let desk =
            Desk { shared: shared.clone(), number, reports: self.reports.clone(), cores: self.cores.clone() };
        (Work { number, shared }, desk)
    }

    /// Starts some work that somebody waits for, as soon as a core is free.
    pub(super) fn start(&mut self, work: impl FnOnce(&Desk) -> Found + Send + 'static) -> Work {
        self.start_at(false, work)
    }

    /// The same; in the background it leaves a core to what somebody waits for.
    pub(super) fn start_at(
        &mut self,
        background: bool,
        work: impl FnOnce(&Desk) -> Found + Send + 'static,
    ) -> Work {
        let (job, desk) = self.job();
        tokio::spawn(async move {
            let Cores { all, background: few } = desk.cores.clone();
            let place = if background { few.acquire_owned().await.ok() } else { None };
            let Ok(core) = all.acquire_owned().await else { return };
            tokio::task::spawn_blocking(move || {
                let _held = (core, place);
                if !desk.is_cancelled() {
                    desk.tell(work(&desk));
                }
            });
        });
        job
    }

    /// Starts some work that holds no core, but takes one now and then ([`Desk::on_a_core`]), at a pace.
    pub(super) fn start_apart(
        &mut self,
        rate: Option<f64>,
        work: impl FnOnce(&Desk) -> Found + Send + 'static,
    ) -> Work {
        let (job, desk) = self.job();
        job.pace().set(rate);
        tokio::task::spawn_blocking(move || desk.tell(work(&desk)));
        job
    }
}
