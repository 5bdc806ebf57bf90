//! Runs on this machine: each in a process of its own, or many in one, on as many cores as the campaign says.
//!
//! What happens to a run is decided here. A run that reached a limit, or whose process crashed, has a result that says so. A run whose process was
//! ended from outside has none: it is run again, and only when that happens time and again is it an error.

use std::collections::{HashSet, VecDeque};
use std::path::Path;
use std::process::ExitStatus;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::time::{Duration, Instant};

use damier_campaign::{Isolate, Isolation, Raw, Run};
use damier_kit::{Refusal, refuse};

use super::found::Found;
use super::order::{Job, Orders};
use super::process::{Heard, Process};
use super::{Done, Executor, Work, cgroup, machine, now};
use crate::cli::engines_file;

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
/// What a process may reserve beyond that without using it: stacks, and what its allocator holds ready.
const RESERVED: u64 = 64 << 20;
/// What is kept of what a run said that was no answer, in characters.
const KEPT: usize = 64 << 10;
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
            let start = |number: usize| {
                let (next, lane) = (&next, Lane { work, todo, tell, stop, number });
                scope.spawn(move || match work.campaign.run.isolation {
                    Isolate::Process => {
                        lane.one_by_one(next);
                        Ok(())
                    }
                    Isolate::None => lane.many_in_one(next),
                })
            };
            let lanes: Vec<_> = (0..many.min(todo.len())).map(start).collect();
            let broken = || Err(refuse!("lab.broken", "the runner has failed; please report this campaign"));
            lanes.into_iter().map(|lane| lane.join().unwrap_or_else(|_| broken())).fold(Ok(()), Result::and)
        })
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

/// How a run ended.
enum End {
    /// With an answer, or at a limit.
    Answer(Box<Found>),
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
        let programs = contenders.iter().any(super::Contender::starts_programs);
        Orders {
            parent: std::process::id(),
            seconds: limits.time.as_secs_f64(),
            nodes: limits.nodes,
            memory: limits.memory,
            cpu: limits.cpu.map(|cpu| cpu.as_secs_f64()).filter(|_| who.is_some()),
            threads: run.threads as usize,
            core: run.pin.then_some(self.number),
            group: None,
            engines: engines_file().map(Path::to_owned).filter(|_| programs),
            contenders,
            alone: who.is_some(),
            at_once: who.is_some(),
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
        (self.tell)(Done {
            row: found.row(self.work, &self.todo[number], isolation, began),
            raw,
            machine: None,
        });
    }

    /// Each run in a process of its own.
    fn one_by_one(&self, next: &AtomicUsize) {
        loop {
            let number = next.fetch_add(1, SeqCst);
            if number >= self.todo.len() || self.is_stopped() {
                return;
            }
            let mut tries = 0;
            loop {
                let began = (now(), machine::load());
                let Some((end, isolation)) = self.alone(number) else { return };
                let (found, raw) = match end {
                    End::Answer(found) => (*found, None),
                    End::Own(found, raw) => (*found, Some(raw)),
                    End::Lost(how) => {
                        tries += 1;
                        if tries < TRIES {
                            continue;
                        }
                        (Found::error(number as u64, lost(&how)), None)
                    }
                };
                self.done(number, found, raw, isolation, began);
                break;
            }
        }
    }

    /// One run in a process of its own, and what bounded it; none when it is no longer wanted.
    fn alone(&self, number: usize) -> Option<(End, Isolation)> {
        let who = self.todo[number].algorithm;
        let limits = self.work.campaign.limits;
        let most = allowance(limits.memory);
        let group = cgroup::groups().and_then(|groups| groups.make(Some(most)));
        let isolation = if group.is_some() { Isolation::Cgroup } else { Isolation::Rlimit };
        let orders = Orders { group: group.as_ref().map(cgroup::Group::path), ..self.orders(Some(who)) };
        let programs = orders.contenders.iter().any(super::Contender::starts_programs);
        let began = Instant::now();
        let mut process = match Process::start(most + RESERVED, programs) {
            Ok(process) => process,
            Err(error) => {
                std::thread::sleep(LOOK);
                return Some((End::Lost(format!("no process can be started: {error}")), isolation));
            }
        };
        process.say(&orders);
        process.say(&[self.job(number, 0, true)]);
        process.hush();
        let deadline = began + limits.time + GRACE;
        let cpu_used = |process: &Process| group.as_ref().map_or_else(|| process.cpu(), cgroup::Group::cpu);
        let (mut answer, mut output, mut resident, mut over) = (None, Vec::new(), None::<u64>, None);
        while over.is_none() {
            match process.hear(LOOK.min(deadline.saturating_duration_since(Instant::now()))) {
                Heard::Line(line) => match serde_json::from_slice::<Found>(&line) {
                    Ok(found) => answer = Some(found),
                    Err(_) => output.extend(line),
                },
                Heard::End => break,
                Heard::Nothing => {}
            }
            if self.is_stopped() {
                return None;
            }
            // Where the system sees to the memory, nobody need look.
            let watched = group.as_ref().is_none_or(|group| !group.limits_memory());
            resident = resident.max(if watched { process.resident() } else { None });
            let used = limits.cpu.zip(limits.cpu.and_then(|_| cpu_used(&process)));
            over = if Instant::now() >= deadline {
                Some("time")
            } else if resident.is_some_and(|held| held > most) {
                Some("memory")
            } else if used.is_some_and(|(limit, used)| used > limit.as_secs_f64()) {
                Some("cpu")
            } else {
                None
            };
        }
        let mut cpu = cpu_used(&process);
        if over.is_some()
            && let Some(group) = &group
        {
            group.kill();
        }
        let (status, errors) = if over.is_some() { process.stop() } else { process.finish() };
        if let Some(group) = &group {
            cpu = group.cpu().or(cpu);
            resident = resident.max(group.peak());
        }
        let wall = Some(began.elapsed().as_secs_f64());
        let measured = |found: Found| {
            let cpu = if group.is_some() { cpu.or(found.cpu) } else { found.cpu.or(cpu) };
            Box::new(Found { wall, cpu, resident: found.resident.max(resident), ..found })
        };
        let number = number as u64;
        let end = match (answer, over) {
            (Some(found), _) => End::Answer(measured(found)),
            (None, Some(which)) => End::Answer(measured(Found::limit(number, which))),
            (None, None) if group.as_ref().is_some_and(cgroup::Group::ran_out) => {
                End::Answer(measured(Found::limit(number, "memory")))
            }
            (None, None) => match ended_by(number, status, &errors) {
                End::Own(found, raw) => {
                    let output = String::from_utf8_lossy(&output).chars().take(KEPT).collect();
                    End::Own(measured(*found), Raw { output, ..raw })
                }
                other => other,
            },
        };
        Some((end, isolation))
    }

    /// Many runs in one process. When it ends, the run that it was at is to blame, and the others go on in the next.
    fn many_in_one(&self, next: &AtomicUsize) -> Result<(), Refusal> {
        let mut blamed = (usize::MAX, 0);
        // After a process has ended, the next one tells each answer at once, so that one knows what it was at.
        let mut careful = false;
        let mut waiting: VecDeque<usize> = VecDeque::new();
        let most = allowance(self.work.campaign.limits.memory);
        'process: while !self.is_stopped() {
            if waiting.is_empty() && next.load(SeqCst) >= self.todo.len() {
                return Ok(());
            }
            let programs = self.work.contenders.iter().any(super::Contender::starts_programs);
            let mut process = Process::start(most + RESERVED, programs).map_err(|error| {
                refuse!("lab.start", "no process can be started: {why}", why = error.to_string())
            })?;
            process.may_be_busy();
            process.say(&Orders { at_once: careful, ..self.orders(None) });
            let mut known = HashSet::new();
            // What was on its way to the process before goes first.
            let again: Vec<usize> = waiting.drain(..).collect();
            self.send(&mut process, &mut waiting, &mut known, again);
            let mut last = Instant::now();
            let mut began = (now(), machine::load());
            // Asked at each answer: where they come without a pause, nothing else gives a chance to stop.
            while !self.is_stopped() {
                if waiting.len() <= AHEAD / 2 {
                    let first = next.fetch_add(AHEAD / 2, SeqCst);
                    let more = first..(first + AHEAD / 2).min(self.todo.len());
                    self.send(&mut process, &mut waiting, &mut known, more.collect());
                }
                if waiting.is_empty() {
                    process.finish();
                    return Ok(());
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
                        let late = Instant::now() >= late;
                        if (memory || late) && !std::mem::replace(&mut careful, true) {
                            continue 'process;
                        }
                        if memory || late {
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
                        if !std::mem::replace(&mut careful, true) {
                            continue 'process;
                        }
                        blamed = (number, if blamed.0 == number { blamed.1 + 1 } else { 1 });
                        let (found, raw) = match ended_by(number as u64, status, &errors) {
                            End::Own(found, raw) => (*found, Some(raw)),
                            End::Answer(found) => (*found, None),
                            End::Lost(_) if blamed.1 < TRIES => continue 'process,
                            End::Lost(how) => (Found::error(number as u64, lost(&how)), None),
                        };
                        waiting.pop_front();
                        self.done(number, found, raw, Isolation::None, began);
                        continue 'process;
                    }
                }
            }
        }
        Ok(())
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

fn lost(how: &str) -> String {
    format!("it was ended from outside {TRIES} times: {how}")
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
