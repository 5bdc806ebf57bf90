//! What the rows say, gathered once for every form of a report.
//!
//! A cell is one algorithm on one instance: the median over its repeats. It is decided when more than half of its runs ended with a
//! solution or a proof that there is none. Times and expansions are compared on the instances that all algorithms decided, and this is
//! said; PAR-2 stands beside it for the others.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use damier_campaign::{Campaign, Outcome, ReportOptions, Results, Row};

use crate::stats::{Interval, interval_of_mean, median, par2};

/// Which clock is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clock {
    /// The search alone, as the program tells it.
    Search,
    /// Processor time, measured from outside.
    Cpu,
    /// From start to end, measured from outside.
    Wall,
}

impl Clock {
    /// What it shows for a run.
    pub fn of(self, row: &Row) -> Option<f64> {
        match self {
            Clock::Search => row.seconds,
            Clock::Cpu => row.cpu,
            Clock::Wall => row.wall,
        }
        .filter(|seconds| seconds.is_finite() && *seconds >= 0.0)
    }

    /// The first of them that every decided run has; else the one that most have.
    fn choose(rows: &[Row]) -> Clock {
        let clocks = [Clock::Search, Clock::Cpu, Clock::Wall];
        let decided = rows.iter().filter(|row| is_decided(row.outcome)).count();
        let known = clocks.map(|clock| {
            rows.iter().filter(|row| is_decided(row.outcome) && clock.of(row).is_some()).count()
        });
        let all = known.iter().position(|&known| known == decided);
        let most = (0..3).rev().max_by_key(|&at| known[at]).unwrap_or(0);
        clocks[all.unwrap_or(most)]
    }
}

/// What is measured of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Seconds by the clock of the digest.
    Time,
    /// Nodes that were expanded: the same on every machine.
    Expanded,
}

/// One algorithm on one instance.
#[derive(Clone, Debug, Default)]
pub struct Cell {
    /// How many runs there are.
    pub runs: u32,
    /// How many of them ended with a solution.
    pub solved: u32,
    /// How many ended with a proof that there is none.
    pub unsolvable: u32,
    /// How many reached a limit.
    pub limits: u32,
    /// How many went wrong.
    pub errors: u32,
    /// The median time of the runs that decided it.
    pub time: Option<f64>,
    /// The median of the expanded nodes of these.
    pub expanded: Option<f64>,
    /// The least cost that was found.
    pub cost: Option<u32>,
    /// Whether a cost is proven to be the least, and which.
    pub optimal: Option<u32>,
    /// Other numbers of its first run that decided it.
    pub values: BTreeMap<String, f64>,
    /// Median times of the even and of the odd repeats, to see the noise.
    pub halves: Option<(f64, f64)>,
}

impl Cell {
    /// Whether more than half of the runs ended with a solution or a proof.
    pub fn is_decided(&self) -> bool {
        (self.solved + self.unsolvable) * 2 > self.runs
    }

    /// Whether more than half of the runs ended with a solution.
    pub fn is_solved(&self) -> bool {
        self.solved * 2 > self.runs
    }

    /// What was measured, where it was decided.
    pub fn value(&self, measure: Measure) -> Option<f64> {
        let value = match measure {
            Measure::Time => self.time,
            Measure::Expanded => self.expanded,
        };
        value.filter(|_| self.is_decided())
    }
}

/// An algorithm over all instances.
#[derive(Clone, Debug)]
pub struct Summary {
    /// Runs that ended with a solution, with a proof that there is none, at a limit, wrong.
    pub runs: Runs,
    /// How many runs at a limit, by which.
    pub why: BTreeMap<String, u64>,
    /// How many instances were decided.
    pub decided: usize,
    /// How many have runs.
    pub tried: usize,
    /// On the instances that all decided.
    pub time: Option<Interval>,
    /// The same of the expanded nodes.
    pub expanded: Option<Interval>,
    /// The median over all instances that this one decided.
    pub time_median: Option<f64>,
    /// The same of the expanded nodes.
    pub expanded_median: Option<f64>,
    /// The penalised mean time over all instances, where the limit is known.
    pub par2: Option<f64>,
    /// The most that a run allocated.
    pub memory: Option<u64>,
}

/// How many runs ended how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Runs {
    /// With a solution.
    pub solved: u64,
    /// With a proof that there is none.
    pub unsolvable: u64,
    /// At a limit.
    pub limits: u64,
    /// Wrong.
    pub errors: u64,
}

impl Runs {
    /// All of them.
    pub fn all(&self) -> u64 {
        self.solved + self.unsolvable + self.limits + self.errors
    }
}

/// The rows, gathered.
pub struct Digest<'a> {
    /// Where they come from.
    pub results: &'a Results,
    /// The algorithms that have rows, or are planned.
    pub algorithms: Vec<String>,
    /// Which clock is compared.
    pub clock: Clock,
    /// The time limit of a run, in seconds.
    pub limit: Option<f64>,
    /// What the campaign wants to see.
    pub wishes: ReportOptions,
    /// What each algorithm was asked, where they were not all asked the same: only those with the same question can contradict.
    pub questions: Vec<String>,
    /// For each algorithm what it did, in the same order.
    pub summaries: Vec<Summary>,
    /// The proven optimal cost of each instance, where one is known and nobody contradicts.
    pub optimal: Vec<Option<u32>>,
    /// The instances that all algorithms decided.
    pub common: Vec<usize>,
    cells: Vec<Cell>,
    numbers: HashMap<&'a str, usize>,
}

impl<'a> Digest<'a> {
    /// Gathers the rows; games that were played are not among them. The time limit of a run is what the campaign says, or what the
    /// runs show.
    pub fn new(results: &'a Results) -> Digest<'a> {
        Digest::asking(results, &HashMap::new())
    }

    /// The same where algorithms were asked different questions, by the algorithm's name.
    pub fn asking(results: &'a Results, questions: &HashMap<String, String>) -> Digest<'a> {
        let campaign = Campaign::parse(&results.manifest.campaign, &results.manifest.name).ok();
        let limit = campaign.as_ref().map(|campaign| campaign.limits.time.as_secs_f64());
        let mut algorithms: Vec<String> = Vec::new();
        let solves = |row: &&Row| row.outcome != Outcome::Played;
        let in_rows = results.rows.iter().filter(solves).map(|row| &row.algorithm);
        let played = results.rows.iter().any(|row| row.outcome == Outcome::Played);
        let planned = results.algorithms.iter().filter(|_| !played);
        let mut places: HashMap<&str, usize> = HashMap::new();
        for name in planned.chain(in_rows) {
            if !places.contains_key(name.as_str()) {
                places.insert(name, algorithms.len());
                algorithms.push(name.clone());
            }
        }
        let numbers: HashMap<&str, usize> =
            results.instances.iter().enumerate().map(|(at, instance)| (instance.id.as_str(), at)).collect();
        let clock = Clock::choose(&results.rows);
        let cells = gather(results, clock, &places, &numbers);
        let mut digest = Digest {
            results,
            clock,
            questions: algorithms
                .iter()
                .map(|name| questions.get(name).cloned().unwrap_or_default())
                .collect(),
            wishes: campaign.map(|campaign| campaign.report).unwrap_or_default(),
            limit: limit.or_else(|| seen_limit(&results.rows, clock)),
            summaries: Vec::new(),
            optimal: vec![None; results.instances.len()],
            common: Vec::new(),
            cells,
            numbers,
            algorithms,
        };
        let instances = 0..results.instances.len();
        digest.optimal = instances.clone().map(|at| digest.optimal_of(at)).collect();
        let count = digest.algorithms.len();
        digest.common = instances
            .filter(|&at| count > 0 && (0..count).all(|a| digest.cell(a, at).is_decided()))
            .collect();
        digest.summaries =
            (0..count).map(|a| digest.summary(a, places_of(results, &digest.algorithms[a]))).collect();
        digest
    }

    /// One algorithm on one instance.
    pub fn cell(&self, algorithm: usize, instance: usize) -> &Cell {
        &self.cells[algorithm * self.results.instances.len() + instance]
    }

    /// An instance's place by its id.
    pub fn instance(&self, id: &str) -> Option<usize> {
        self.numbers.get(id).copied()
    }

    /// What two algorithms measured on the instances that both decided.
    pub fn pairs(&self, a: usize, b: usize, measure: Measure) -> Vec<(f64, f64)> {
        let both = |at| self.cell(a, at).value(measure).zip(self.cell(b, at).value(measure));
        (0..self.results.instances.len()).filter_map(both).collect()
    }

    /// Whether anything was solved at all, or only games played.
    pub fn is_solving(&self) -> bool {
        !self.algorithms.is_empty()
    }

    /// The features that differ between instances, by name. Of several that put the instances in the same order, such as width and
    /// number of cells on square boards, only one is told; seeds are none.
    pub fn features(&self) -> Vec<&'a str> {
        let instances = &self.results.instances;
        let names: BTreeSet<&str> =
            instances.iter().flat_map(|instance| instance.features.keys().map(String::as_str)).collect();
        let mut orders: HashSet<Vec<u32>> = HashSet::new();
        let mut kept: Vec<&str> = Vec::new();
        // From the end of the alphabet: width before height and cells.
        for name in names.into_iter().rev().filter(|name| *name != "seed") {
            let values: Vec<f64> = instances
                .iter()
                .map(|instance| instance.features.get(name).copied().unwrap_or(f64::NAN))
                .collect();
            let mut different = values.clone();
            different.sort_unstable_by(f64::total_cmp);
            different.dedup_by(|a, b| a.total_cmp(b).is_eq());
            let rank = |value: &f64| different.partition_point(|known| known.total_cmp(value).is_lt()) as u32;
            if different.len() > 1 && orders.insert(values.iter().map(rank).collect()) {
                kept.push(name);
            }
        }
        kept.sort_unstable();
        kept
    }

    /// The least proven cost: a question that allows less may have a dearer optimum. None where two of one question disagree.
    fn optimal_of(&self, instance: usize) -> Option<u32> {
        let mut by_question: BTreeMap<&str, u32> = BTreeMap::new();
        for (a, question) in self.questions.iter().enumerate() {
            if let Some(cost) = self.cell(a, instance).optimal
                && *by_question.entry(question).or_insert(cost) != cost
            {
                return None;
            }
        }
        by_question.into_values().min()
    }

    fn summary(&self, algorithm: usize, (why, memory): (BTreeMap<String, u64>, Option<u64>)) -> Summary {
        let mut runs = Runs::default();
        let (mut decided, mut tried) = (0, 0);
        let (mut times, mut expanded) = (Vec::new(), Vec::new());
        for at in 0..self.results.instances.len() {
            let cell = self.cell(algorithm, at);
            runs.solved += u64::from(cell.solved);
            runs.unsolvable += u64::from(cell.unsolvable);
            runs.limits += u64::from(cell.limits);
            runs.errors += u64::from(cell.errors);
            tried += usize::from(cell.runs > 0);
            decided += usize::from(cell.is_decided());
            times.extend(cell.value(Measure::Time));
            expanded.extend(cell.value(Measure::Expanded));
        }
        let over_common = |measure| {
            let values = self.common.iter().filter_map(|&at| self.cell(algorithm, at).value(measure));
            // A search that expands nothing still did something: the logarithm needs it.
            let logs: Vec<f64> = values.map(|value| floor(value, measure).ln()).collect();
            interval_of_mean(&logs).map(|interval| interval.map(f64::exp))
        };
        let full = times.len() == decided;
        Summary {
            runs,
            why,
            decided,
            tried,
            time: over_common(Measure::Time),
            expanded: over_common(Measure::Expanded),
            time_median: median(&times),
            expanded_median: median(&expanded),
            par2: self.limit.filter(|_| full).and_then(|limit| par2(&times, tried - decided, limit)),
            memory,
        }
    }
}

/// The least that a plot or a logarithm shows: a clock does not tell less than this, and a node is a node.
pub(crate) fn floor(value: f64, measure: Measure) -> f64 {
    match measure {
        Measure::Time => value.max(1e-7),
        Measure::Expanded => value.max(1.0),
    }
}

fn is_decided(outcome: Outcome) -> bool {
    matches!(outcome, Outcome::Solved | Outcome::Unsolvable)
}

fn gather(
    results: &Results,
    clock: Clock,
    places: &HashMap<&str, usize>,
    numbers: &HashMap<&str, usize>,
) -> Vec<Cell> {
    let width = results.instances.len();
    let mut cells = vec![Cell::default(); places.len() * width];
    let mut of_cell: Vec<Vec<&Row>> = vec![Vec::new(); cells.len()];
    for row in results.rows.iter().filter(|row| row.outcome != Outcome::Played) {
        // A row of an instance that the campaign no longer has says nothing that can be compared.
        if let (Some(a), Some(i)) = (places.get(row.algorithm.as_str()), numbers.get(row.instance.as_str())) {
            of_cell[a * width + i].push(row);
        }
    }
    for (cell, rows) in cells.iter_mut().zip(&of_cell) {
        let decided = || rows.iter().filter(|row| is_decided(row.outcome));
        let times: Vec<f64> = decided().filter_map(|row| clock.of(row)).collect();
        let expanded: Vec<f64> = decided().filter_map(|row| row.expanded).map(|count| count as f64).collect();
        let half = |odd| {
            let times = decided().filter(|row| row.repeat % 2 == odd).filter_map(|row| clock.of(row));
            median(&times.collect::<Vec<_>>())
        };
        let count = |outcome| rows.iter().filter(|row| row.outcome == outcome).count() as u32;
        *cell = Cell {
            runs: rows.len() as u32,
            solved: count(Outcome::Solved),
            unsolvable: count(Outcome::Unsolvable),
            limits: count(Outcome::Limit),
            errors: count(Outcome::Error),
            time: median(&times),
            expanded: median(&expanded),
            cost: rows.iter().filter_map(|row| row.cost).min(),
            optimal: rows.iter().filter(|row| row.optimal == Some(true)).filter_map(|row| row.cost).min(),
            values: decided().next().map(|row| row.values.clone()).unwrap_or_default(),
            halves: half(0).zip(half(1)),
        };
    }
    cells
}

/// Which limits an algorithm's runs reached, and the most that one allocated.
fn places_of(results: &Results, algorithm: &str) -> (BTreeMap<String, u64>, Option<u64>) {
    let mut why: BTreeMap<String, u64> = BTreeMap::new();
    let mut memory = None;
    for row in results.rows.iter().filter(|row| row.algorithm == algorithm) {
        if row.outcome == Outcome::Limit {
            *why.entry(row.why.clone().unwrap_or_default()).or_default() += 1;
        }
        memory = memory.max(row.peak_bytes.or(row.resident));
    }
    (why, memory)
}

/// The time limit as the runs show it that reached it.
fn seen_limit(rows: &[Row], clock: Clock) -> Option<f64> {
    let stopped =
        rows.iter().filter(|row| row.outcome == Outcome::Limit && row.why.as_deref() == Some("time"));
    let times: Vec<f64> = stopped.filter_map(|row| clock.of(row).or(row.wall)).collect();
    median(&times)
}
