//! Runs on this machine: each in a process of its own, or many in one, on as many cores as the campaign says.
//!
//! What happens to a run is decided here. A run that reached a limit, or whose process crashed, has a result that says so. A run whose process was
//! ended from outside has none: it is run again, and only when that happens time and again is it an error.

use std::collections::{HashSet, VecDeque};
use std::process::ExitStatus;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::time::{Duration, Instant};

use damier_campaign::{Isolate, Isolation, Raw, Run};
use damier_kit::Refusal;

use super::found::Found;
use super::order::{Job, Orders};
use super::process::{Heard, Process};
use super::{Done, Executor, Work, machine, now};

/// What a search may take beyond its time before it is ended from outside.
pub(super) const GRACE: Duration = Duration::from_millis(900);
/// How often a run is looked at: its time, its memory, and whether it is still wanted.
const LOOK: Duration = Duration::from_millis(50);
/// So often is a run tried that somebody else ends.
const TRIES: u32 = 5;
/// What a process may hold beyond the limit of its search: the program itself, and what it keeps free.
pub(super) fn allowance(memory: u64) -> u64 {
    memory + memory / 16 + (48 << 20)
}
/// As many jobs are on their way to a worker that does many.
const AHEAD: usize = 256;

/// This machine.
pub(crate) struct Local;

impl Executor for Local {
    fn execute(
        &self,
        work: &Work,
        todo: &[Run],
        tell: &(dyn Fn(Done) + Sync),
        stop: &AtomicBool,
    ) -> Result<(), Refusal> {
        let next = AtomicUsize::new(0);
        let many = work.campaign.run.workers.unwrap_or_else(machine::cores) as usize;
        std::thread::scope(|scope| {
            for lane in 0..many.min(todo.len()) {
                let (next, lane) = (&next, Lane { work, todo, tell, stop, number: lane });
                scope.spawn(move || match work.campaign.run.isolation {
                    Isolate::Process => lane.one_by_one(next),
                    Isolate::None => lane.many_in_one(next),
                });
            }
        });
        Ok(())
    }
}

/// One of the workers, seen from the runner.
struct Lane<'a> {
    work: &'a Work,
    todo: &'a [Run],
    tell: &'a (dyn Fn(Done) + Sync),
    stop: &'a AtomicBool,
    number: usize,
}

/// How a process ended that said nothing more.
enum End {
    /// By something that it did itself; what to tell of it.
    Own(Box<Found>, Raw),
    /// By somebody else.
    Lost(String),
}

impl Lane<'_> {
    fn orders(&self, who: Option<u32>) -> Orders {
        let (limits, run) = (self.work.campaign.limits, self.work.campaign.run);
        let contenders = match who {
            Some(who) => vec![self.work.contenders[who as usize].clone()],
            None => self.work.contenders.clone(),
        };
        Orders {
            parent: std::process::id(),
            seconds: limits.time.as_secs_f64(),
            nodes: limits.nodes,
            memory: limits.memory,
            cpu: limits.cpu.map(|cpu| cpu.as_secs_f64()).filter(|_| who.is_some()),
            threads: run.threads as usize,
            core: run.pin.then_some(self.number),
            group: None,
            contenders,
            alone: who.is_some(),
        }
    }

    fn job(&self, number: usize, who: u32, whole: bool) -> Job {
        let run = &self.todo[number];
        let instance = &self.work.instances[run.instance as usize];
        Job {
            number: number as u64,
            who,
            instance: run.instance,
            seed: run.seed,
            position: whole.then(|| (instance.game.clone(), instance.text.clone())),
        }
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(SeqCst)
    }

    fn done(
        &self,
        number: usize,
        found: Found,
        raw: Option<Raw>,
        isolation: Isolation,
        began: (u64, Option<f64>),
    ) {
        (self.tell)(Done { row: found.row(self.work, &self.todo[number], isolation, began), raw, machine: None });
    }

    /// Each run in a process of its own.
    fn one_by_one(&self, next: &AtomicUsize) {
        loop {
            let number = next.fetch_add(1, SeqCst);
            if number >= self.todo.len() || self.is_stopped() {
                return;
            }
            let mut tries = 0;
            let (found, raw, began) = loop {
                let began = (now(), machine::load());
                match self.alone(number) {
                    None => return,
                    Some(Ok(found)) => break (found, None, began),
                    Some(Err(End::Own(found, raw))) => break (*found, Some(raw), began),
                    Some(Err(End::Lost(how))) => {
                        tries += 1;
                        if tries == TRIES {
                            let why = format!("it was ended from outside {TRIES} times: {how}");
                            break (Found::error(number as u64, why), None, began);
                        }
                    }
                }
            };
            self.done(number, found, raw, Isolation::Rlimit, began);
        }
    }

    /// One run in a process of its own; none when it is no longer wanted.
    fn alone(&self, number: usize) -> Option<Result<Found, End>> {
        let who = self.todo[number].algorithm;
        let orders = self.orders(Some(who));
        let programs = orders.contenders.iter().any(super::Contender::starts_programs);
        let most = allowance(orders.memory);
        let began = Instant::now();
        let mut process = match Process::start(most + (64 << 20), programs) {
            Ok(process) => process,
            Err(error) => {
                return Some(Ok(Found::error(number as u64, format!("no process can be started: {error}"))));
            }
        };
        process.say(&orders);
        process.say(&[self.job(number, 0, true)]);
        process.hush();
        let deadline = began + self.work.campaign.limits.time + GRACE;
        let (mut answer, mut resident, mut ended) = (None, None::<u64>, None);
        loop {
            match process.hear(LOOK.min(deadline.saturating_duration_since(Instant::now()))) {
                Heard::Line(line) => answer = serde_json::from_slice::<Found>(&line).ok().or(answer),
                Heard::End => break,
                Heard::Nothing => {}
            }
            if self.is_stopped() {
                return None;
            }
            let held = process.resident();
            resident = resident.max(held);
            let cpu = self.work.campaign.limits.cpu.zip(process.cpu());
            ended = if Instant::now() >= deadline {
                Some("time")
            } else if held.is_some_and(|held| held > most) {
                Some("memory")
            } else if cpu.is_some_and(|(limit, used)| used > limit.as_secs_f64()) {
                Some("cpu")
            } else {
                None
            };
            if ended.is_some() {
                break;
            }
        }
        let cpu = process.cpu();
        if let Some(which) = ended {
            drop(process);
            let wall = Some(began.elapsed().as_secs_f64());
            return Some(Ok(Found { wall, cpu, resident, ..Found::limit(number as u64, which) }));
        }
        let (status, errors) = process.finish();
        let wall = Some(began.elapsed().as_secs_f64());
        if let Some(found) = answer {
            let (cpu, resident) = (found.cpu.or(cpu), found.resident.max(resident));
            return Some(Ok(Found { wall, cpu, resident, ..found }));
        }
        let told = |found: Found| Found { wall, cpu, resident, ..found };
        Some(Err(match ended_by(number as u64, status, &errors) {
            End::Own(found, raw) => End::Own(Box::new(told(*found)), raw),
            lost @ End::Lost(_) => lost,
        }))
    }

    /// Many runs in one process. When it ends, the run that it was at is to blame, and the others go on in the next.
    fn many_in_one(&self, next: &AtomicUsize) {
        let mut blamed = (usize::MAX, 0);
        let mut waiting: VecDeque<usize> = VecDeque::new();
        let most = allowance(self.work.campaign.limits.memory);
        'process: while !self.is_stopped() {
            if waiting.is_empty() && next.load(SeqCst) >= self.todo.len() {
                return;
            }
            let programs = self.work.contenders.iter().any(super::Contender::starts_programs);
            let Ok(mut process) = Process::start(most + (64 << 20), programs) else { return };
            process.say(&self.orders(None));
            let mut known = HashSet::new();
            // What was on its way to the process before goes first.
            let again: Vec<usize> = waiting.drain(..).collect();
            self.send(&mut process, &mut waiting, &mut known, again);
            let mut last = Instant::now();
            let mut began = (now(), machine::load());
            loop {
                if waiting.len() <= AHEAD / 2 {
                    let first = next.fetch_add(AHEAD / 2, SeqCst);
                    let more = first..(first + AHEAD / 2).min(self.todo.len());
                    self.send(&mut process, &mut waiting, &mut known, more.collect());
                }
                if waiting.is_empty() {
                    process.finish();
                    return;
                }
                let late = last + self.work.campaign.limits.time + GRACE;
                match process.hear(LOOK.min(late.saturating_duration_since(Instant::now()))) {
                    Heard::Line(line) => {
                        let number = waiting.front().copied().unwrap_or_default();
                        let found = serde_json::from_slice::<Found>(&line).ok();
                        let Some(found) = found.filter(|found| found.number == number as u64) else {
                            continue;
                        };
                        waiting.pop_front();
                        self.done(number, found, None, Isolation::None, began);
                        last = Instant::now();
                        began.0 = now();
                    }
                    Heard::Nothing => {
                        began.1 = machine::load();
                        let memory = process.resident().is_some_and(|held| held > most);
                        if self.is_stopped() {
                            return;
                        }
                        if memory || Instant::now() >= late {
                            let Some(number) = waiting.pop_front() else { continue };
                            let which = if memory { "memory" } else { "time" };
                            self.done(
                                number,
                                Found::limit(number as u64, which),
                                None,
                                Isolation::None,
                                began,
                            );
                            continue 'process;
                        }
                    }
                    Heard::End => {
                        let (status, errors) = process.finish();
                        let Some(&number) = waiting.front() else { continue 'process };
                        blamed = (number, if blamed.0 == number { blamed.1 + 1 } else { 1 });
                        let (found, raw) = match ended_by(number as u64, status, &errors) {
                            End::Own(found, raw) => (*found, Some(raw)),
                            End::Lost(_) if blamed.1 < TRIES => continue 'process,
                            End::Lost(how) => {
                                let why = format!("it was ended from outside {TRIES} times: {how}");
                                (Found::error(number as u64, why), None)
                            }
                        };
                        waiting.pop_front();
                        self.done(number, found, raw, Isolation::None, began);
                        continue 'process;
                    }
                }
            }
        }
    }

    /// Gives a worker more to do; what it has met before need not be told again.
    fn send(
        &self,
        process: &mut Process,
        waiting: &mut VecDeque<usize>,
        known: &mut HashSet<u32>,
        more: Vec<usize>,
    ) {
        if more.is_empty() {
            return;
        }
        let job = |&number: &usize| {
            let run = &self.todo[number];
            self.job(number, run.algorithm, known.insert(run.instance))
        };
        let jobs: Vec<Job> = more.iter().map(job).collect();
        process.say(&jobs);
        waiting.extend(more);
    }
}

/// What it means that a process has ended without an answer.
fn ended_by(number: u64, status: Option<ExitStatus>, errors: &str) -> End {
    let how = status.map_or_else(|| "it did not end".to_owned(), |status| status.to_string());
    let raw = Raw { status: how.clone(), output: String::new(), errors: errors.to_owned() };
    let own = |found: Found| End::Own(Box::new(found), raw.clone());
    if errors.contains("memory allocation of") {
        return own(Found::limit(number, "memory"));
    }
    match status.and_then(signal) {
        Some(Sign::Cpu) => own(Found::limit(number, "cpu")),
        Some(Sign::Outside) => End::Lost(how),
        _ => {
            let last = errors.lines().map(str::trim).rfind(|line| !line.is_empty()).unwrap_or_default();
            let last: String = last.chars().filter(|c| !c.is_control()).take(200).collect();
            let said = if last.is_empty() { String::new() } else { format!("; it said: {last}") };
            own(Found::error(number, format!("it ended without an answer ({how}){said}")))
        }
    }
}

/// What a signal says about who sent it.
enum Sign {
    /// The system, because the processor time was over.
    Cpu,
    /// Somebody else.
    Outside,
    /// The process itself.
    Own,
}

#[cfg(unix)]
fn signal(status: ExitStatus) -> Option<Sign> {
    use std::os::unix::process::ExitStatusExt;

    use rustix::process::Signal;
    let signal = Signal::from_named_raw(status.signal()?)?;
    Some(match signal {
        Signal::XCPU => Sign::Cpu,
        Signal::KILL | Signal::TERM | Signal::INT | Signal::HUP | Signal::QUIT => Sign::Outside,
        _ => Sign::Own,
    })
}

#[cfg(not(unix))]
fn signal(_: ExitStatus) -> Option<Sign> {
    None
}
