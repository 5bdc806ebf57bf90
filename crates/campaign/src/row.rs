//! What a campaign leaves behind: its instances, one row a run, and on what machines they ran.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Everything that is known of a campaign, as a report, a comparison or an export needs it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Results {
    /// What was run, where and with what.
    pub manifest: Manifest,
    /// The algorithms in the order of the campaign, by the names that rows use.
    pub algorithms: Vec<String>,
    /// The instances in the order of the campaign.
    pub instances: Vec<Instance>,
    /// What came out, at most one row for each algorithm, instance and repeat.
    pub rows: Vec<Row>,
    /// How many rows there are when all is done.
    pub planned: u64,
}

/// A position that is solved, or an opening that is played.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Instance {
    /// What it is called; no two are called the same.
    pub id: String,
    /// The game's name.
    pub game: String,
    /// The position, in a format that the game reads.
    pub text: String,
    /// The file, set or recipe that it comes from.
    pub source: String,
    /// The address below the app's that opens it, such as `#GAME/analyse/…`.
    pub link: Option<String>,
    /// What a plot can have on its axis: width, height, robots, boxes, the probability of a slide.
    pub features: BTreeMap<String, f64>,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// With a solution, which the validator has replayed.
    Solved,
    /// With a proof that there is none.
    Unsolvable,
    /// A limit was reached; `why` says which.
    Limit,
    /// A game was played to its end (tournaments).
    Played,
    /// Anything else; `error` says what.
    Error,
}

/// What bounded a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Isolation {
    /// A process of its own in a control group.
    Cgroup,
    /// A process of its own with resource limits.
    Rlimit,
    /// Many runs in one process; the search itself keeps to its limits.
    None,
}

/// The result of one run. What is not known is absent, never zero.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// The algorithm, by its name in the campaign; in a tournament both players, as `a – b`.
    pub algorithm: String,
    /// The instance's id.
    pub instance: String,
    /// Which of the repeats, from 0.
    pub repeat: u32,
    /// The seed that the run was given.
    pub seed: u64,
    /// How it ended.
    pub outcome: Outcome,
    /// Which limit was reached: `time`, `nodes`, `memory`, `cpu`; or what stopped it.
    pub why: Option<String>,
    /// What went wrong.
    pub error: Option<String>,
    /// What the solution costs.
    pub cost: Option<u32>,
    /// No solution is cheaper, proven.
    pub lower_bound: Option<u32>,
    /// Whether the solution is proven to be the best.
    pub optimal: Option<bool>,
    /// The solution, in the game's notation.
    pub solution: Option<String>,
    /// Nodes that the search expanded.
    pub expanded: Option<u64>,
    /// Nodes that it generated.
    pub generated: Option<u64>,
    /// The time of the search alone, as the program tells it.
    pub seconds: Option<f64>,
    /// The time from start to end of the run, as measured from outside.
    pub wall: Option<f64>,
    /// The processor time of the run and all its children, as measured from outside.
    pub cpu: Option<f64>,
    /// What the search allocated at most, as the program tells it.
    pub peak_bytes: Option<u64>,
    /// What the run held in memory at most, as measured from outside.
    pub resident: Option<u64>,
    /// Other numbers: `pushes`, `moves`, `chance`, `score`, `plies`.
    pub values: BTreeMap<String, f64>,
    /// What bounded it.
    pub isolation: Isolation,
    /// The machine, by its place in the manifest.
    pub machine: u32,
    /// The load of the machine when the run began, in processes a core.
    pub load: Option<f64>,
    /// When it began, in milliseconds since 1970.
    pub started: u64,
}

/// What was run, where and with what, so that two campaigns can be compared honestly.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// The campaign's name.
    pub name: String,
    /// Its title, for people.
    pub title: String,
    /// What it asks.
    pub question: String,
    /// The campaign file as it was.
    pub campaign: String,
    /// The program's version.
    pub version: String,
    /// The commit that it was built from, where that is known.
    pub commit: Option<String>,
    /// A hash of each input, by its name.
    pub inputs: BTreeMap<String, String>,
    /// The machines that took part.
    pub machines: Vec<Machine>,
    /// When it began, in milliseconds since 1970.
    pub began: u64,
}

/// A machine that took part.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Machine {
    /// A name that tells machines apart without naming them: a hash of what identifies it.
    pub id: String,
    /// The processor's model.
    pub cpu: String,
    /// How many cores.
    pub cores: u32,
    /// Bytes of memory.
    pub memory: u64,
    /// How the clock of the cores is governed, where the system tells.
    pub governor: Option<String>,
    /// The kernel and its version.
    pub system: String,
}
