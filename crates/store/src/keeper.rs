//! The thread that owns the database: takes what has gathered in the queue, commits it together, and answers.

use std::sync::mpsc;
use std::time::Duration;

use tokio::sync::oneshot;

use crate::{Change, Document, Fault, Holder, Holding, Lease, Query};

/// As many writes are committed together at most.
const GROUP: usize = 1000;

/// What a database has to offer. Each call is one transaction: it is committed when the call gives its answer.
pub(crate) trait Backend {
    /// Writes all of these together, or none; those whose lease was lost are left out and told so, one answer for each.
    fn write(&mut self, writes: &[Write]) -> Result<Vec<Result<(), Fault>>, Fault>;
    /// The newest first.
    fn read(&mut self, query: &Query) -> Result<Vec<Document>, Fault>;
    /// Whether everything is in order.
    fn check(&mut self) -> Result<(), Fault>;
    /// The key that lets a browser in: what was drawn first, or what is drawn `anew`.
    fn key(&mut self, anew: bool, drawn: u128) -> Result<u128, Fault>;
    /// Takes a lease that is free, has run out, or is the holder's already.
    fn lease(&mut self, name: &str, holder: &Holder, time: Duration) -> Result<Holding, Fault>;
    /// Takes a lease from whoever has it.
    fn seize(&mut self, name: &str, holder: &Holder, time: Duration) -> Result<Lease, Fault>;
    /// Gives them so much time from now; tells which of them were lost.
    fn renew(&mut self, leases: &[Lease], time: Duration) -> Result<Vec<Lease>, Fault>;
    /// Gives it back, if it was not lost.
    fn release(&mut self, lease: &Lease) -> Result<(), Fault>;
    /// Who has a lease that has not run out.
    fn holder(&mut self, name: &str) -> Result<Option<Holder>, Fault>;
}

/// Something to be written, perhaps only as long as a lease is held.
pub(crate) struct Write {
    pub(crate) changes: Vec<Change>,
    pub(crate) lease: Option<Lease>,
}

impl Write {
    /// Whether it may be written, for who knows which leases are held.
    pub(crate) fn allowed(&self, holds: impl FnOnce(&Lease) -> bool) -> Result<(), Fault> {
        match &self.lease {
            Some(lease) if !holds(lease) => Err(Fault::Lost { name: lease.name.clone() }),
            _ => Ok(()),
        }
    }
}

/// What is to be done.
pub(crate) enum Job {
    Write(Write, oneshot::Sender<Result<(), Fault>>),
    Other(Work),
}

/// Something that is done with the database, and answers by itself.
pub(crate) type Work = Box<dyn FnOnce(&mut dyn Backend) + Send>;

/// Opens a database in a thread of its own, and works there until the last handle is gone.
pub(crate) fn start<B: Backend>(
    open: impl FnOnce() -> Result<B, Fault> + Send + 'static,
) -> Result<mpsc::Sender<Job>, Fault> {
    let (queue, jobs) = mpsc::channel();
    let (told, opened) = mpsc::channel();
    std::thread::spawn(move || match open() {
        Ok(mut backend) => {
            let _ = told.send(Ok(()));
            while let Ok(job) = jobs.recv() {
                work(&mut backend, job, &jobs);
            }
        }
        Err(fault) => drop(told.send(Err(fault))),
    });
    opened.recv().unwrap_or_else(|_| Err(crate::gone())).map(|()| queue)
}

fn work(backend: &mut dyn Backend, job: Job, jobs: &mpsc::Receiver<Job>) {
    let (mut writes, mut answers) = (Vec::new(), Vec::new());
    let mut next = Some(job);
    while let Some(Job::Write(write, answer)) = next {
        writes.push(write);
        answers.push(answer);
        next = if writes.len() < GROUP { jobs.try_recv().ok() } else { None };
    }
    if !writes.is_empty() {
        let done = backend.write(&writes).unwrap_or_else(|fault| vec![Err(fault); writes.len()]);
        for (answer, done) in answers.into_iter().zip(done) {
            let _ = answer.send(done);
        }
    }
    if let Some(Job::Other(other)) = next {
        other(backend);
    }
}
