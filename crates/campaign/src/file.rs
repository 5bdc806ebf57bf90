//! A campaign as a TOML file: what it says, checked as far as that goes without knowing a game.
//!
//! Whatever is wrong is refused with its line and column; a key that is not known is refused with those that are. What only a game can
//! judge (a spec, an option of a recipe) keeps its place, so that whoever finds it wrong can tell where it stands.

use std::collections::BTreeSet;
use std::time::Duration;

use damier_kit::{Refusal, excerpt, refuse};

use crate::raw;

/// The longest campaign, in bytes.
pub const LONGEST: usize = 1 << 20;
/// The most instances of one source, and the most repeats.
pub(crate) const MANY: u64 = 1_000_000;

/// An experiment.
#[derive(Clone, Debug)]
pub struct Campaign {
    /// What it is called: letters, digits, `-`, `_` and `.`.
    pub name: String,
    /// Its title, for people.
    pub title: String,
    /// What it asks.
    pub question: String,
    /// From what all random choices follow.
    pub seed: u64,
    /// How often each algorithm runs on each instance.
    pub repeats: u32,
    /// What a run may use.
    pub limits: RunLimits,
    /// How runs are carried out.
    pub run: RunOptions,
    /// What the cluster is told.
    pub slurm: Slurm,
    /// Where the instances come from.
    pub instances: Vec<Source>,
    /// Who solves them.
    pub algorithms: Vec<Algorithm>,
    /// Where they play against each other instead.
    pub tournament: Option<Tournament>,
    /// What the report shows.
    pub report: ReportOptions,
    /// The file itself.
    pub text: String,
}

/// A line and a column of the file, both from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

impl Place {
    pub(crate) fn of(text: &str, at: usize) -> Self {
        let mut at = at.min(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        let before = &text[..at];
        let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
        Place { line: before.matches('\n').count() + 1, column }
    }

    /// A refusal of what stands here.
    pub fn refuses(self, refusal: Refusal) -> Refusal {
        refusal.at(self.line, self.column)
    }
}

/// What a run may use at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunLimits {
    /// From its start to its end.
    pub time: Duration,
    /// Of a processor, all its processes together.
    pub cpu: Option<Duration>,
    /// Expanded nodes.
    pub nodes: Option<u64>,
    /// Bytes of memory, all its processes together.
    pub memory: u64,
}

/// How runs are carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunOptions {
    /// Each run in a process of its own, or many in one.
    pub isolation: Isolate,
    /// How many run at once; as many as there are cores where it is not said.
    pub workers: Option<u32>,
    /// Whether each worker keeps to a core of its own.
    pub pin: bool,
    /// How many threads a search may use.
    pub threads: u32,
    /// Who carries them out.
    pub executor: ExecutorKind,
}

/// What stands between two runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Isolate {
    /// Each has a process of its own.
    #[default]
    Process,
    /// Nothing: many in one process, for tiny instances.
    None,
}

/// Who carries runs out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ExecutorKind {
    /// This machine.
    #[default]
    Local,
    /// A cluster.
    Slurm,
}

/// What the cluster is told.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Slurm {
    /// `--partition`.
    pub partition: Option<String>,
    /// `--account`.
    pub account: Option<String>,
    /// `--qos`.
    pub qos: Option<String>,
    /// The longest that a job may take; from the limits of its runs where it is not said.
    pub time: Option<Duration>,
    /// What a job may hold; from the limit of a run where it is not said.
    pub memory: Option<u64>,
    /// How long a task should take at least, by estimate.
    pub shard: Option<Duration>,
    /// How many runs a task has, whatever they take.
    pub runs: Option<u32>,
    /// How long results may take to be seen in the folder before they count as lost.
    pub late: Option<Duration>,
    /// At most so many tasks are on the cluster.
    pub tasks: Option<u32>,
    /// At most so many of them at once.
    pub at_once: Option<u32>,
    /// Other options of `sbatch`, as they are.
    pub options: Vec<String>,
    /// The folder that all machines see, where results are left; beside the results where it is not said.
    pub folder: Option<String>,
}

/// Where instances come from.
#[derive(Clone, Debug)]
pub struct Source {
    /// What their names begin with.
    pub name: Option<String>,
    /// Their game.
    pub game: String,
    /// The file, set or recipe.
    pub from: From,
    /// Which of the positions of a file or a set, from 1; all where it is not said.
    pub levels: Option<(u32, u32)>,
    /// The rules, if not the usual ones; each instance comes once with each.
    pub variants: Vec<String>,
    /// Where it stands.
    pub at: Place,
}

/// The file, set or recipe.
#[derive(Clone, Debug)]
pub enum From {
    /// Files, by patterns that are relative to the campaign.
    Files(Vec<String>),
    /// A set that comes with the game.
    Set(String),
    /// New positions.
    Generate(Recipe),
}

/// New positions.
#[derive(Clone, Debug, Default)]
pub struct Recipe {
    /// What `generate` is told.
    pub options: Vec<(String, String)>,
    /// Options that take each of these values.
    pub vary: Vec<(String, Vec<String>)>,
    /// Whether they vary together, the first values with the first; else every value comes with every other.
    pub together: bool,
    /// How many of each.
    pub count: u64,
    /// The seed of the first; the next has the next.
    pub seed: Option<u64>,
    /// The fewest moves lie in this range.
    pub length: Option<(u32, u32)>,
    /// So many pieces move.
    pub moving: Option<(u32, u32)>,
    /// There is one optimal solution only.
    pub unique: bool,
    /// The piece with the task cannot do it alone.
    pub helpers: bool,
    /// How long to look for each that is wished for.
    pub patience: Duration,
}

impl Recipe {
    /// Whether not every position will do.
    pub fn is_wish(&self) -> bool {
        self.length.is_some() || self.moving.is_some() || self.unique || self.helpers
    }

    /// Every combination of the options that vary.
    pub fn combinations(&self) -> Vec<Vec<(String, String)>> {
        if let Some((_, first)) = self.vary.first().filter(|_| self.together) {
            let with = |at: usize| {
                let values = self
                    .vary
                    .iter()
                    .filter_map(|(name, values)| Some((name.clone(), values.get(at)?.clone())));
                values.collect()
            };
            return (0..first.len()).map(with).collect();
        }
        let mut all = vec![Vec::new()];
        for (name, values) in &self.vary {
            let with = |so_far: &Vec<(String, String)>, value: &String| {
                so_far.iter().cloned().chain([(name.clone(), value.clone())]).collect::<Vec<_>>()
            };
            all = all.iter().flat_map(|so_far| values.iter().map(move |value| with(so_far, value))).collect();
        }
        all
    }
}

/// Who solves, or plays.
#[derive(Clone, Debug)]
pub struct Algorithm {
    /// What it is called in results; no two are called the same.
    pub name: String,
    /// Who it is.
    pub who: Who,
    /// Where it stands.
    pub at: Place,
}

/// Who solves, or plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Who {
    /// One of the program's, by its spec.
    Spec(String),
    /// One of the program's, guided by a script in a file; A* where no spec is given.
    Script {
        /// The spec.
        spec: Option<String>,
        /// The file, relative to the campaign.
        file: String,
    },
    /// A program that `engines.toml` names.
    Engine(String),
    /// A program, by its command line.
    Command(String),
}

/// A round robin: everybody plays everybody, each opening once from either side.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// The game.
    pub game: String,
    /// Who takes part, by the names of the algorithms.
    pub players: Vec<String>,
    /// Games of each pair, half of them from either side. Where instances are given, these are the openings instead.
    pub games: u64,
    /// Random moves before the players begin.
    pub opening: u32,
    /// The options of the start.
    pub setup: Vec<(String, String)>,
    /// For each move.
    pub time_per_move: Option<Duration>,
    /// For each move.
    pub nodes_per_move: Option<u64>,
    /// Where it stands.
    pub at: Place,
}

/// What the report shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReportOptions {
    /// What effort is plotted against: `cost`, or a feature of the instances.
    pub axis: Option<String>,
    /// Algorithms that are held against each other, the first against each other one.
    pub compare: Vec<String>,
    /// Which plots; all that make sense where none is named.
    pub plots: Vec<String>,
}

/// What stands between the names of two players.
pub const AGAINST: &str = " – ";

impl Campaign {
    /// Reads a campaign. `name` is what it is called where it does not say so itself.
    pub fn parse(text: &str, name: &str) -> Result<Self, Refusal> {
        if text.len() > LONGEST {
            return Err(refuse!("campaign.long", "a campaign is at most 1 MiB long"));
        }
        // Some editors begin a file with a mark that nobody sees, or counts as a column.
        let campaign = raw::read(text.strip_prefix('\u{feff}').unwrap_or(text), name)?;
        campaign.check()?;
        Ok(campaign)
    }

    /// What belongs together fits.
    fn check(&self) -> Result<(), Refusal> {
        let top = Place { line: 1, column: 1 };
        if self.algorithms.is_empty() {
            return Err(top.refuses(refuse!(
                "campaign.nobody",
                "nobody solves anything here; add [[algorithms]] with a spec"
            )));
        }
        if self.instances.is_empty() && self.tournament.is_none() {
            return Err(top.refuses(refuse!(
                "campaign.nothing",
                "there is nothing to solve here; add [[instances]] with files, a set or a recipe"
            )));
        }
        let mut names = BTreeSet::new();
        for algorithm in &self.algorithms {
            if !names.insert(algorithm.name.as_str()) {
                let name = excerpt(&algorithm.name);
                return Err(algorithm.at.refuses(refuse!(
                    "campaign.twice",
                    "two algorithms are called '{name}'; give one of them another name",
                    name
                )));
            }
        }
        let known = || self.algorithms.iter().map(|each| each.name.as_str()).collect::<Vec<_>>().join(", ");
        let unknown = |name: &str| {
            let name = excerpt(name);
            refuse!(
                "campaign.who",
                "no algorithm here is called '{name}'; there is {known}",
                name,
                known = known()
            )
        };
        let players = self.tournament.iter().flat_map(|each| each.players.iter().map(|name| (name, each.at)));
        let compared = self.report.compare.iter().map(|name| (name, top));
        for (name, at) in players.chain(compared) {
            if !names.contains(name.as_str()) {
                return Err(at.refuses(unknown(name)));
            }
        }
        if let Some(tournament) = &self.tournament
            && tournament.players.len() < 2
        {
            return Err(tournament
                .at
                .refuses(refuse!("campaign.players", "a tournament needs two players at least")));
        }
        Ok(())
    }

    /// The names by which results are kept: the algorithms, or each pair of players, who sits first named first.
    pub fn contenders(&self) -> Vec<String> {
        match &self.tournament {
            None => self.algorithms.iter().map(|algorithm| algorithm.name.clone()).collect(),
            Some(tournament) => {
                let players = &tournament.players;
                let pairs = players.iter().enumerate().flat_map(|(at, first)| {
                    players[at + 1..].iter().flat_map(move |second| [(first, second), (second, first)])
                });
                pairs.map(|(first, second)| format!("{first}{AGAINST}{second}")).collect()
            }
        }
    }

    /// The algorithm of that name.
    pub fn algorithm(&self, name: &str) -> Option<&Algorithm> {
        self.algorithms.iter().find(|algorithm| algorithm.name == name)
    }

    /// What changes the meaning of a result, besides who solved what: results that differ in this do not belong together.
    pub fn terms(&self) -> String {
        let RunLimits { time, cpu, nodes, memory } = self.limits;
        let RunOptions { isolation, threads, .. } = self.run;
        let moves = self.tournament.as_ref().map(|each| (each.time_per_move, each.nodes_per_move));
        format!(
            "seed {}, time {time:?}, cpu {cpu:?}, nodes {nodes:?}, memory {memory}, threads {threads}, isolation {isolation:?}, moves {moves:?}",
            self.seed
        )
    }
}
