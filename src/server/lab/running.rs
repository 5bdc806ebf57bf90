//! A campaign that runs: the program once more, in a process group of its own. It is told to stop by the end of its input, and killed where
//! it does not. What it says is only how it stands; results it writes itself.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use damier_campaign::Store;
use damier_kit::{Refusal, refuse};
use serde::Deserialize;
use serde_json::value::RawValue;

use super::super::scripts;
use super::super::wire::{LabState, raw};
use super::{Labs, VERB, bounds};

/// How long it may take to stop.
const GRACE: Duration = Duration::from_secs(15);
/// And when the server itself ends.
const FAREWELL: Duration = Duration::from_secs(3);
/// Over how long the rate is measured.
const WINDOW: Duration = Duration::from_secs(20);
/// The least time between two looks at the results, and how many times longer than a look it is.
const LOOK: Duration = Duration::from_millis(400);
const SELDOM: u32 = 20;
/// What a run holds besides the memory of its search, about.
const OVERHEAD: u64 = 64 << 20;
/// The longest line that it may say.
const LINE: u64 = 64 << 10;

/// A campaign that runs.
pub(super) struct Running {
    pub(super) name: String,
    number: u64,
    /// None once it has ended: the number may be another's then.
    process: Option<u32>,
    /// Its end is the word to stop.
    input: Option<ChildStdin>,
    /// When so many runs were done.
    samples: VecDeque<(Instant, u64)>,
}

/// What it says.
#[derive(Deserialize)]
struct Said {
    planned: Option<u64>,
    #[serde(default)]
    before: u64,
    #[serde(default)]
    now: u64,
    refusal: Option<Box<RawValue>>,
}

impl Labs {
    /// Runs what has no result yet. One campaign runs at a time.
    pub(super) fn start(self: &Arc<Self>, name: &str, fresh: bool) -> Result<(), Refusal> {
        let text = self.text(name)?;
        let (campaign, plan) = bounds::plan(&text, name, self.cores)?;
        let file = self.file(name)?;
        if !file.is_file() {
            self.save(name, &text)?;
        }
        let wanted = campaign.run.workers.map_or(self.cores as u64, u64::from);
        let room = self.memory / (campaign.limits.memory + OVERHEAD);
        let workers = wanted.min(self.cores as u64).min(room).max(1);
        let mut inner = self.inner();
        if let Some(running) = &inner.running {
            let running = running.name.clone();
            return Err(if running == name {
                refuse!("labs.busy", "{name} is running; stop it first", name)
            } else {
                refuse!("labs.other", "{running} is running; one campaign runs at a time", running)
            });
        }
        let cannot = |why: String| refuse!("labs.start", "the campaign cannot be started: {why}", why);
        if inner.ending {
            return Err(cannot("…".to_owned()));
        }
        let mut command = Command::new(scripts::itself().map_err(|error| cannot(error.to_string()))?);
        command.arg(VERB).arg(&file).arg("--workers").arg(workers.to_string());
        if fresh {
            command.arg("--fresh");
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(|error| cannot(error.to_string()))?;
        inner.starts += 1;
        let number = inner.starts;
        let input = child.stdin.take();
        let running = Running {
            name: name.to_owned(),
            number,
            process: Some(child.id()),
            input,
            samples: VecDeque::new(),
        };
        inner.running = Some(running);
        let mut item = inner.known.remove(name).unwrap_or_else(|| super::read(name, &text));
        if fresh {
            (item.done, item.outcomes) = (0, std::collections::BTreeMap::new());
        }
        (item.state, item.shipped, item.why) = (LabState::Running, false, None);
        item.planned = item.planned.or(Some(plan.runs));
        inner.known.insert(name.to_owned(), item);
        drop(inner);
        let labs = self.clone();
        std::thread::spawn(move || labs.follow(number, child));
        self.changed();
        Ok(())
    }

    /// Hears what a campaign says until it has ended.
    fn follow(&self, number: u64, mut child: Child) {
        let mut lines = child.stdout.take().map(BufReader::new);
        let (mut looked, mut pause) = (Instant::now(), LOOK);
        let mut line = Vec::new();
        while let Some(lines) = &mut lines {
            line.clear();
            if !matches!(lines.take(LINE).read_until(b'\n', &mut line), Ok(read) if read > 0) {
                break;
            }
            let Ok(said) = serde_json::from_slice::<Said>(&line) else { continue };
            let outcomes = (looked.elapsed() >= pause).then(|| {
                let began = Instant::now();
                let found = self.count(number);
                (looked, pause) = (Instant::now(), LOOK.max(began.elapsed() * SELDOM));
                found
            });
            self.take_in(number, said, outcomes.flatten());
        }
        // Who has nothing more to say ends soon, or is ended.
        let until = Instant::now() + FAREWELL;
        loop {
            let mut inner = self.inner();
            if !matches!(child.try_wait(), Ok(None)) {
                let ended = inner.running.as_mut().filter(|running| running.number == number);
                ended.map(|running| running.process.take());
                break;
            }
            if Instant::now() >= until {
                kill(child.id());
                let _ = child.kill();
            }
            drop(inner);
            std::thread::sleep(Duration::from_millis(5));
        }
        self.ended(number, child.wait().is_ok_and(|status| status.success()));
    }

    /// How the runs of a campaign ended so far.
    fn count(&self, number: u64) -> Option<std::collections::BTreeMap<String, u64>> {
        let name = self.inner().running.as_ref().filter(|running| running.number == number)?.name.clone();
        let store = Store::open(&self.results(&name).ok()?).ok()?;
        store.count().ok().map(|(_, outcomes)| outcomes)
    }

    /// A campaign has said how it stands.
    fn take_in(&self, number: u64, said: Said, outcomes: Option<std::collections::BTreeMap<String, u64>>) {
        let mut inner = self.inner();
        let inner = &mut *inner;
        let Some(running) = inner.running.as_mut().filter(|running| running.number == number) else { return };
        let Some(item) = inner.known.get_mut(&running.name) else { return };
        if let Some(refusal) = said.refusal {
            item.why = Some(refusal);
        }
        if let Some(planned) = said.planned {
            (item.planned, item.done) = (Some(planned), said.before + said.now);
            let now = Instant::now();
            running.samples.push_back((now, said.now));
            while running.samples.front().is_some_and(|(then, _)| now - *then > WINDOW) {
                running.samples.pop_front();
            }
            let first = running.samples.front().copied().unwrap_or((now, said.now));
            let (passed, done) = ((now - first.0).as_secs_f64(), (said.now - first.1) as f64);
            item.rate = (passed > 0.5 && done > 0.0).then(|| done / passed);
            item.left = item.rate.map(|rate| planned.saturating_sub(item.done) as f64 / rate);
        }
        item.outcomes = outcomes.unwrap_or(std::mem::take(&mut item.outcomes));
        self.changed();
    }

    /// A campaign has ended: what is on disk tells how it stands.
    fn ended(&self, number: u64, well: bool) {
        let ours = |running: &Running| running.number == number;
        let Some(name) = self.inner().running.as_ref().filter(|it| ours(it)).map(|it| it.name.clone()) else {
            return;
        };
        let now = self.on_disk(&name);
        // That it no longer runs and how it ended are told in one step: nobody starts it again in between.
        let mut inner = self.inner();
        let Some(running) = inner.running.take_if(|running| ours(running)) else { return };
        let asked = running.input.is_none();
        let before = inner.known.get(&name).and_then(|item| item.why.clone());
        let why = before.or(now.why.clone()).or_else(|| {
            let crashed = !well && now.state != LabState::Done;
            let why = || refuse!("labs.ended", "it ended before all was done; resume it to go on");
            crashed.then(why).as_ref().and_then(raw)
        });
        inner.known.insert(name, super::LabItem { why: why.filter(|_| !asked), ..now });
        drop(inner);
        self.changed();
    }

    /// Tells the campaign to stop; results stay.
    pub(super) fn stop(self: &Arc<Self>, name: &str) -> Result<(), Refusal> {
        let mut inner = self.inner();
        let inner = &mut *inner;
        let running = inner.running.as_mut().filter(|running| running.name == name);
        let running = running
            .ok_or_else(|| refuse!("labs.idle", "{name} is not running", name = damier_kit::excerpt(name)))?;
        running.input = None;
        if let Some(item) = inner.known.get_mut(name) {
            (item.state, item.rate, item.left) = (LabState::Stopping, None, None);
        }
        let (labs, number) = (self.clone(), running.number);
        std::thread::spawn(move || {
            std::thread::sleep(GRACE);
            labs.kill(number);
        });
        self.changed();
        Ok(())
    }

    fn kill(&self, number: u64) {
        let inner = self.inner();
        let running = inner.running.as_ref().filter(|running| running.number == number);
        if let Some(process) = running.and_then(|running| running.process) {
            kill(process);
        }
    }

    /// The server ends, and with it whatever runs.
    pub(in super::super) fn end(&self) {
        let number = {
            let mut inner = self.inner();
            inner.ending = true;
            let Some(running) = &mut inner.running else { return };
            running.input = None;
            running.number
        };
        let until = Instant::now() + FAREWELL;
        while self.inner().running.is_some() {
            if Instant::now() >= until {
                self.kill(number);
                std::thread::sleep(Duration::from_millis(100));
                return;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

/// Ends the runner; its workers end with it.
#[cfg(unix)]
fn kill(process: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    let group = i32::try_from(process).ok().and_then(Pid::from_raw);
    let _ = group.map(|group| kill_process_group(group, Signal::KILL));
}

#[cfg(not(unix))]
fn kill(_: u32) {}
