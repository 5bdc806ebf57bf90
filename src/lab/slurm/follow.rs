//! Following a campaign on a cluster: shards are submitted, looked after, and submitted again where they were lost.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::time::{Duration, Instant};

use damier_campaign::{Instance, Machine, Run};
use damier_kit::{Refusal, refuse};

use super::super::found::Found;
use super::super::{Done, Work, now};
use super::folder::{Array, Arrived, Inbox, Key, Shard, State};
use super::queue::{self, Tasks, Trouble};
use super::{Cluster, Terms, pattern, script, shard, unusable};

/// So often is a shard submitted that is lost before it begins, and so often a run that its job is lost with.
const TRIES: u32 = 3;
/// How long a cluster may be silent, or refuse for lack of room when nothing of ours is there, before one gives up.
const PATIENCE: Duration = Duration::from_secs(600);
/// How long tasks whose results are all there may take to end.
const FAREWELL: Duration = Duration::from_secs(10);

/// Carries runs out on the cluster; comes back when all are done, or soon after `stop` is set.
pub(super) fn follow(
    cluster: &Cluster,
    work: &Work,
    todo: &[Run],
    terms: &Terms,
    state: State,
    tell: &(dyn Fn(Done) + Sync),
    stop: &AtomicBool,
) -> Result<(), Refusal> {
    let key = |run: &Run| {
        let (name, instance) = (&work.names[run.algorithm as usize], &work.instances[run.instance as usize]);
        (name.clone(), instance.id.clone(), run.repeat)
    };
    let places = todo.iter().enumerate().map(|(place, run)| (key(run), place)).collect();
    let mut follower = Follower {
        cluster,
        work,
        todo,
        terms,
        state,
        tell,
        stop,
        places,
        done: vec![false; todo.len()],
        left: todo.len(),
        inbox: Inbox::default(),
        flights: Vec::new(),
        waiting: VecDeque::new(),
        again: Vec::new(),
        blame: HashMap::new(),
        took: vec![(0, 0.0); work.names.len()],
        most: 0,
        began: Instant::now(),
        trouble: None,
    };
    let followed = follower.run();
    // Nothing is left behind on the cluster, except by who is killed.
    let cancelled = if follower.left > 0 || followed.is_err() { follower.cancel() } else { Ok(()) };
    followed.and(cancelled)
}

/// A shard that was submitted.
struct Flight {
    array: u32,
    task: u32,
    /// Its runs, by their places.
    runs: Vec<usize>,
    /// Whether it is known to have begun, and on what machine; whether results came from it; whether it has said that
    /// it ended.
    begun: Option<Machine>,
    fruitful: bool,
    ended: bool,
    /// Since when it is not in the queue.
    absent: Option<Instant>,
    /// How often these runs were lost before they began.
    unborn: u32,
}

/// Runs that a lost shard left.
struct Again {
    runs: Vec<usize>,
    unborn: u32,
}

struct Follower<'a> {
    cluster: &'a Cluster,
    work: &'a Work,
    todo: &'a [Run],
    terms: &'a Terms,
    state: State,
    tell: &'a (dyn Fn(Done) + Sync),
    stop: &'a AtomicBool,
    /// The place of each run in `todo`.
    places: HashMap<Key, usize>,
    done: Vec<bool>,
    left: usize,
    inbox: Inbox,
    flights: Vec<Flight>,
    /// Runs that were never submitted.
    waiting: VecDeque<usize>,
    again: Vec<Again>,
    /// How often a job was lost at a run, without a single result.
    blame: HashMap<usize, u32>,
    /// How many runs of each contender are known, and how long they took together.
    took: Vec<(u32, f64)>,
    /// The most tasks that are on the cluster at once.
    most: u32,
    began: Instant,
    /// Since when the cluster does not do what it is asked, and what it said.
    trouble: Option<(Instant, String)>,
}

impl Follower<'_> {
    fn run(&mut self) -> Result<(), Refusal> {
        let Some(largest) = self.patiently(queue::largest_array)? else { return Ok(()) };
        self.most = self.terms.tasks.map_or(largest, |tasks| tasks.min(largest)).max(1);
        self.adopt();
        let (mut looked, mut submitted) = (None::<Instant>, None::<Instant>);
        loop {
            self.take_in()?;
            if self.left == 0 {
                return self.finish();
            }
            if self.stop.load(SeqCst) {
                return Ok(());
            }
            let due = |last: Option<Instant>| last.is_none_or(|last| last.elapsed() >= self.pace());
            let (look, submit) = (due(looked), due(submitted));
            if look {
                self.look()?;
                looked = Some(Instant::now());
            }
            if submit && (!self.again.is_empty() || !self.waiting.is_empty()) {
                self.submit()?;
                submitted = Some(Instant::now());
            }
            self.pause(self.pace() / 4);
        }
    }

    /// All is done: the tasks are about to end. What does not, such as a task that was begun twice, is not wanted any
    /// more.
    fn finish(&mut self) -> Result<(), Refusal> {
        let until = Instant::now() + FAREWELL;
        while !self.flights.is_empty() && Instant::now() < until && !self.stop.load(SeqCst) {
            self.look()?;
            self.pause(Duration::from_millis(200));
        }
        if self.flights.is_empty() { Ok(()) } else { self.cancel() }
    }

    /// How often the cluster is asked: a short campaign is followed closely, a long one with restraint.
    fn pace(&self) -> Duration {
        (self.began.elapsed() / 20).clamp(Duration::from_secs(1), Duration::from_secs(30))
    }

    /// Waits, but not when somebody wants this to stop.
    fn pause(&self, time: Duration) {
        let until = Instant::now() + time;
        while Instant::now() < until && !self.stop.load(SeqCst) {
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Asks until there is an answer; none where this is to stop before.
    fn patiently<T>(&mut self, ask: impl Fn() -> Result<T, Trouble>) -> Result<Option<T>, Refusal> {
        while !self.stop.load(SeqCst) {
            match ask() {
                Ok(answer) => {
                    self.trouble = None;
                    return Ok(Some(answer));
                }
                Err(trouble) => self.bear(&trouble)?,
            }
            self.pause(Duration::from_secs(1));
        }
        Ok(None)
    }

    /// Bears with a cluster that does not do what it is asked, for a while.
    fn bear(&mut self, trouble: &Trouble) -> Result<(), Refusal> {
        let (since, said) = self.trouble.get_or_insert_with(|| (Instant::now(), String::new()));
        *said = trouble.said();
        match trouble {
            Trouble::Missing(command) => Err(refuse!(
                "slurm.missing",
                "there is no command {command} here; run this on a machine of the cluster where one submits jobs, or say executor = \"local\"",
                command = *command
            )),
            Trouble::Refused(said) => Err(refuse!("slurm.refused", "Slurm refuses: {said}", said)),
            Trouble::Full(said) if since.elapsed() > PATIENCE => {
                Err(refuse!("slurm.refused", "Slurm refuses: {said}", said))
            }
            _ if since.elapsed() > PATIENCE => Err(silent(said)),
            _ => Ok(()),
        }
    }

    fn keep_state(&self) -> Result<(), Refusal> {
        let folder = &self.cluster.folder;
        folder.keep_state(&self.state).map_err(|error| unusable(folder.path(), &error))
    }

    /// Goes on with what is on the cluster already; what is not is to be submitted.
    fn adopt(&mut self) {
        let folder = &self.cluster.folder;
        let mut taken = HashSet::new();
        for array in &self.state.arrays {
            for task in 0..array.tasks {
                // One that cannot be read was never submitted.
                let Ok(shard) = folder.shard(array.number, task) else { continue };
                let keys = shard.keys();
                let runs = keys.iter().filter_map(|key| self.places.get(key).copied());
                let runs = runs.filter(|&place| taken.insert(place)).collect();
                self.flights.push(Flight {
                    array: array.number,
                    task,
                    runs,
                    begun: None,
                    fruitful: false,
                    ended: false,
                    absent: None,
                    unborn: 0,
                });
            }
        }
        self.waiting = (0..self.todo.len()).filter(|place| !taken.contains(place)).collect();
    }

    /// Takes in what has arrived.
    fn take_in(&mut self) -> Result<(), Refusal> {
        let folder = &self.cluster.folder;
        // A network file system may fail for a moment; what cannot be listed now is listed the next time.
        let Ok(found) = self.inbox.take(folder) else {
            return if folder.path().is_dir() { Ok(()) } else { Err(gone(folder.path())) };
        };
        for each in found {
            match each {
                Arrived::Begun { array, task, machine } => {
                    if let Some(flight) = flight(&mut self.flights, array, task) {
                        flight.begun = Some(machine);
                    }
                }
                Arrived::Ended { array, task } => {
                    if let Some(flight) = flight(&mut self.flights, array, task) {
                        flight.ended = true;
                    }
                }
                Arrived::Results { array, task, machine, lines } => {
                    let machine = Arc::new(machine);
                    let fruitful = !lines.is_empty();
                    for line in lines {
                        let Some(&place) = self.places.get(&line.key()) else { continue };
                        if let Some(wall) = line.row.wall.or(line.row.seconds) {
                            let took = &mut self.took[self.todo[place].algorithm as usize];
                            *took = (took.0 + 1, took.1 + wall);
                        }
                        if !std::mem::replace(&mut self.done[place], true) {
                            self.left -= 1;
                            (self.tell)(Done {
                                row: line.row,
                                raw: line.raw,
                                machine: Some(machine.clone()),
                            });
                        }
                    }
                    if let Some(flight) = flight(&mut self.flights, array, task) {
                        flight.fruitful |= fruitful;
                        flight.begun.get_or_insert_with(|| Machine::clone(&machine));
                    }
                }
            }
        }
        let done = &self.done;
        for flight in &mut self.flights {
            flight.runs.retain(|&place| !done[place]);
        }
        Ok(())
    }

    /// Looks what is queued. A shard that has left the queue without all its results is lost, after a while.
    fn look(&mut self) -> Result<(), Refusal> {
        if self.flights.is_empty() {
            return Ok(());
        }
        let queued = match queue::queued(&self.state.all_names(), self.state.cluster()) {
            Ok(queued) => queued,
            Err(trouble) => return self.bear(&trouble),
        };
        self.trouble = None;
        let mut alive: HashSet<(&str, u32)> = HashSet::new();
        let mut whole: HashSet<&str> = HashSet::new();
        for each in &queued {
            match &each.tasks {
                Tasks::All => drop(whole.insert(&each.name)),
                Tasks::These(tasks) => alive.extend(tasks.iter().map(|&task| (each.name.as_str(), task))),
            }
        }
        for flight in &mut self.flights {
            let name = self.state.called(flight.array);
            let is_alive = whole.contains(name.as_str()) || alive.contains(&(name.as_str(), flight.task));
            flight.absent = if is_alive { None } else { flight.absent.or_else(|| Some(Instant::now())) };
        }
        // What arrived since the queue was asked counts.
        self.take_in()?;
        let late = self.terms.late;
        let is_over = |flight: &Flight| {
            flight
                .absent
                .is_some_and(|since| flight.ended || flight.runs.is_empty() || since.elapsed() >= late)
        };
        let (over, kept): (Vec<_>, Vec<_>) = self.flights.drain(..).partition(is_over);
        self.flights = kept;
        let lost = over.into_iter().filter(|flight| !flight.runs.is_empty()).collect();
        self.lose(lost)?;
        self.settle()
    }

    /// What lost shards have left is to be submitted again.
    fn lose(&mut self, lost: Vec<Flight>) -> Result<(), Refusal> {
        let mut fates = HashMap::new();
        for array in
            self.state.arrays.iter().filter(|array| lost.iter().any(|flight| flight.array == array.number))
        {
            fates.insert(array.number, array.job.as_ref().map(queue::fates).unwrap_or_default());
        }
        for flight in lost {
            let Some(&first) = flight.runs.first() else { continue };
            let (array, task) = (flight.array, flight.task);
            let fate = fates.get(&array).and_then(|fates| fates.get(&task)).cloned().unwrap_or_default();
            if fate == "CANCELLED" {
                let name = self.state.called(array);
                return Err(refuse!(
                    "slurm.cancelled",
                    "somebody has cancelled job {name}; what is done is kept, and `damier lab resume` goes on with the rest",
                    name
                ));
            }
            let mut again = Again { runs: flight.runs, unborn: 0 };
            if let Some(machine) = flight.begun.filter(|_| !flight.fruitful && !flight.ended) {
                // It was at its first runs when it was lost: these go apart, to see whether it is one of them.
                if again.runs.len() > 1 {
                    let rest = again.runs.split_off(again.runs.len().min(self.terms.workers as usize));
                    self.again.extend(again.runs.drain(..).map(|run| Again { runs: vec![run], unborn: 0 }));
                    self.again.extend((!rest.is_empty()).then_some(Again { runs: rest, unborn: 0 }));
                    continue;
                }
                let times = self.blame.entry(first).or_default();
                *times += 1;
                if *times >= TRIES {
                    let why = format!("the job that ran it was lost {TRIES} times ({})", or_unknown(&fate));
                    let found = Found::error(first as u64, why);
                    let row = found.row(
                        self.work,
                        &self.todo[first],
                        shard::usual_isolation(self.work),
                        (now(), None),
                    );
                    (self.tell)(Done { row, raw: None, machine: Some(Arc::new(machine)) });
                    self.done[first] = true;
                    self.left -= 1;
                    continue;
                }
            } else if !flight.fruitful {
                again.unborn = flight.unborn + 1;
                if again.unborn >= TRIES {
                    let name = self.state.called(array);
                    let said = self.cluster.folder.last_words(array, task).unwrap_or_default();
                    let said = if said.is_empty() { or_unknown(&fate).to_owned() } else { said };
                    return Err(refuse!(
                        "slurm.unborn",
                        "job {name} has ended {times} times before it began to work: {said}; see {logs}",
                        name,
                        times = TRIES,
                        said,
                        logs = self.cluster.folder.logs().display().to_string()
                    ));
                }
            }
            self.again.push(again);
        }
        Ok(())
    }

    /// Arrays of which nothing is expected any more are forgotten.
    fn settle(&mut self) -> Result<(), Refusal> {
        let flights = &self.flights;
        let (kept, over): (Vec<Array>, Vec<Array>) = self
            .state
            .arrays
            .drain(..)
            .partition(|array| flights.iter().any(|flight| flight.array == array.number));
        self.state.arrays = kept;
        over.iter().for_each(|array| self.cluster.folder.drop_shards(array));
        if over.is_empty() { Ok(()) } else { self.keep_state() }
    }

    /// How long a run takes, by what is known of its contender.
    fn estimate(&self, place: usize) -> f64 {
        let (many, seconds) = self.took[self.todo[place].algorithm as usize];
        if many >= 5 { seconds / f64::from(many) } else { self.terms.run.as_secs_f64() }
    }

    /// Cuts the next shard from what waits.
    fn cut(&mut self) -> Vec<usize> {
        let target = self.terms.shard.as_secs_f64() * f64::from(self.terms.workers);
        let (mut runs, mut seconds) = (Vec::new(), 0.0);
        let enough = |runs: &Vec<usize>, seconds: f64| match self.terms.runs {
            Some(many) => runs.len() >= many,
            None => seconds >= target,
        };
        let mut taken = 0;
        for &place in &self.waiting {
            if enough(&runs, seconds) {
                break;
            }
            taken += 1;
            if !self.done[place] {
                seconds += self.estimate(place);
                runs.push(place);
            }
        }
        self.waiting.drain(..taken);
        runs
    }

    /// Submits an array over what waits, as large as may be.
    fn submit(&mut self) -> Result<(), Refusal> {
        let there = self.flights.len() as u32;
        // Few large arrays rather than many small ones.
        if there > self.most / 2 {
            return Ok(());
        }
        let room = (self.most - there) as usize;
        let mut shards: Vec<Again> = Vec::new();
        while shards.len() < room {
            let next = self.again.pop().unwrap_or_else(|| Again { runs: Vec::new(), unborn: 0 });
            let mut next = if next.runs.is_empty() { Again { runs: self.cut(), unborn: 0 } } else { next };
            next.runs.retain(|&place| !self.done[place]);
            if next.runs.is_empty() && self.again.is_empty() && self.waiting.is_empty() {
                break;
            }
            if !next.runs.is_empty() {
                shards.push(next);
            }
        }
        if shards.is_empty() {
            return Ok(());
        }
        let count = shards.len() as u32 + 1;
        match self.submit_these(&shards)? {
            Ok(array) => {
                let flight = |(task, shard): (usize, Again)| Flight {
                    array,
                    task: task as u32,
                    runs: shard.runs,
                    begun: None,
                    fruitful: false,
                    ended: false,
                    absent: None,
                    unborn: shard.unborn,
                };
                self.flights.extend(shards.into_iter().enumerate().map(flight));
                Ok(())
            }
            Err(trouble) => {
                self.again.extend(shards);
                if let Trouble::Full(_) = trouble {
                    // A smaller array may fit; if not even a single task does, others of ours have to end first.
                    self.most = (count / 2).max(1);
                    if !self.flights.is_empty() {
                        self.trouble = None;
                    }
                }
                self.bear(&trouble)
            }
        }
    }

    /// Writes down what is about to be submitted, submits it, and writes down what it is called.
    fn submit_these(&mut self, shards: &[Again]) -> Result<Result<u32, Trouble>, Refusal> {
        let folder = &self.cluster.folder;
        let cannot = |error: std::io::Error| unusable(folder.path(), &error);
        let number = self.state.next;
        for (task, shard) in shards.iter().enumerate() {
            folder.keep_shard(number, task as u32, &self.shard(&shard.runs)).map_err(cannot)?;
        }
        let program = folder.program().map_err(cannot)?;
        self.state.next += 1;
        self.state.arrays.push(Array { number, tasks: shards.len() as u32, job: None });
        self.keep_state()?;
        let name = self.state.called(number);
        let seconds = |runs: &[usize]| runs.iter().map(|&place| self.estimate(place)).sum::<f64>();
        let share = |all: f64| {
            Duration::try_from_secs_f64(all / f64::from(self.terms.workers)).unwrap_or(Duration::MAX)
        };
        let times = shards.iter().map(|shard| {
            let most = self.terms.run.as_secs_f64() * shard.runs.len() as f64;
            self.terms.job_time(share(seconds(&shard.runs)), share(most))
        });
        let time = times.max().unwrap_or_default();
        let at_once = self.terms.at_once.map_or(String::new(), |many| format!("%{many}"));
        let mut options = vec![
            format!("--job-name={name}"),
            format!("--array=0-{}{at_once}", shards.len() - 1),
            format!("--output={}/{number}-%a.log", pattern(&folder.logs())),
            format!("--time={}", time.as_secs().div_ceil(60).max(1)),
        ];
        options.extend_from_slice(&self.terms.options);
        let submitted = queue::submit(&options, &script(&program, folder.path(), number));
        let job = match submitted {
            Ok(job) => Some(job),
            // It may have been taken all the same.
            Err(trouble) => match queue::queued(std::slice::from_ref(&name), self.state.cluster()) {
                Ok(queued) if !queued.is_empty() => None,
                _ => {
                    let refused = self.state.arrays.pop();
                    refused.iter().for_each(|array| folder.drop_shards(array));
                    self.keep_state()?;
                    return Ok(Err(trouble));
                }
            },
        };
        self.trouble = None;
        if let Some(array) = self.state.arrays.last_mut() {
            array.job = job;
        }
        self.keep_state()?;
        Ok(Ok(number))
    }

    /// What a task has to know for these runs.
    fn shard(&self, runs: &[usize]) -> Shard {
        let mut instances: Vec<Instance> = Vec::new();
        let mut places = HashMap::new();
        let runs = runs.iter().map(|&place| {
            let run = &self.todo[place];
            let instance = *places.entry(run.instance).or_insert_with(|| {
                instances.push(self.work.instances[run.instance as usize].clone());
                instances.len() as u32 - 1
            });
            (run.algorithm, instance, run.repeat, run.seed)
        });
        let runs = runs.collect();
        Shard {
            campaign: self.work.campaign.text.clone(),
            called: self.work.campaign.name.clone(),
            workers: self.terms.workers,
            names: self.work.names.clone(),
            contenders: self.work.contenders.clone(),
            instances,
            runs,
        }
    }

    /// Cancels all that is there, and takes in what came meanwhile.
    fn cancel(&mut self) -> Result<(), Refusal> {
        super::cancel(&self.state)?;
        self.take_in()?;
        for array in std::mem::take(&mut self.state.arrays) {
            self.cluster.folder.drop_shards(&array);
        }
        self.keep_state()
    }
}

fn flight(flights: &mut [Flight], array: u32, task: u32) -> Option<&mut Flight> {
    flights.iter_mut().find(|flight| (flight.array, flight.task) == (array, task))
}

fn or_unknown(fate: &str) -> &str {
    if fate.is_empty() { "Slurm does not tell how it ended" } else { fate }
}

fn silent(said: &str) -> Refusal {
    refuse!(
        "slurm.silent",
        "the cluster does not answer: {said}; jobs that are there may go on, and `damier lab resume` finds them",
        said
    )
}

fn gone(folder: &std::path::Path) -> Refusal {
    let folder = folder.display().to_string();
    refuse!("slurm.gone", "the folder {folder} is no longer there", folder)
}
