//! What the runner and its workers say to each other: orders at first, then jobs one way and answers the other, all as lines of JSON.

use std::path::PathBuf;
use std::time::Duration;

use damier_search::Limits;
use serde::{Deserialize, Serialize};

/// What a worker is told when it starts.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Orders {
    /// The process that it works for: it ends when that does.
    pub(crate) parent: u32,
    /// The time for a search, in seconds, its nodes and its bytes.
    pub(crate) seconds: f64,
    pub(crate) nodes: Option<u64>,
    pub(crate) memory: u64,
    /// Seconds of a processor.
    pub(crate) cpu: Option<f64>,
    pub(crate) threads: usize,
    /// The core that it keeps to.
    pub(crate) core: Option<usize>,
    /// The control group that it enters.
    pub(crate) group: Option<String>,
    /// The file of the outside engines that may be asked by name.
    pub(crate) engines: Option<PathBuf>,
    /// Who may be asked.
    pub(crate) contenders: Vec<Contender>,
    /// Whether it does one job only, and all that it takes is that job's.
    pub(crate) alone: bool,
    /// Whether each answer is told at once; else several go together, which takes less of everybody's time.
    pub(crate) at_once: bool,
}

impl Orders {
    pub(crate) fn limits(&self) -> Limits {
        Limits {
            nodes: self.nodes,
            time: Some(Duration::from_secs_f64(self.seconds)),
            memory: Some(self.memory),
        }
    }
}

/// Who solves, or who plays against whom.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) enum Contender {
    /// An algorithm.
    Solve(Solver),
    /// Two players, the first of whom begins.
    Play {
        players: Box<[Solver; 2]>,
        /// For each move.
        seconds: Option<f64>,
        nodes: Option<u64>,
    },
}

/// One algorithm or player.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) enum Solver {
    /// Of the program.
    Spec(String),
    /// Of the program, with the text of a script.
    Script { spec: String, text: String },
    /// An outside engine that `engines.toml` names, or an algorithm that one guides.
    Engine(String),
    /// A program by its command: one that solves in the JSON protocol, or one that plays, such as `cmd:path/to/engine`.
    Program(String),
}

impl Contender {
    /// Whether other programs are started for it.
    pub(crate) fn starts_programs(&self) -> bool {
        let is_program = |solver: &Solver| matches!(solver, Solver::Program(_) | Solver::Engine(_));
        match self {
            Contender::Solve(solver) => is_program(solver),
            Contender::Play { players, .. } => players.iter().any(is_program),
        }
    }
}

/// One run.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Job {
    /// Its number, which the answer repeats.
    pub(crate) number: u64,
    /// The place of the contender in the orders.
    pub(crate) who: u32,
    /// The place of the instance in the campaign.
    pub(crate) instance: u32,
    pub(crate) seed: u64,
    /// The game and the text, the first time that the worker meets this instance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) position: Option<(String, String)>,
}
