//! What is told of a position that was solved, or thought about: an answer that the validator has replayed.
//!
//! Each way to ask has a function that searches, has the validator replay what came out, and records it. A [`Record`] as JSON is a
//! line of `solve --json`. Where the validator refuses an answer, nothing of it is left in the record but that sentence.

use std::collections::BTreeMap;

use damier_kit::microscope::fault;
use damier_kit::{Answer, Chances, Player, Position, Refusal, Thought, Versus, missing, refuse};
use damier_search::{OWN, Outcome, Run, Spec, Stats, Stop, Watch};
use serde::{Deserialize, Serialize, Serializer};
#[cfg(feature = "wire")]
use ts_rs::TS;

use crate::Game;

/// An answer to a question about a position.
#[derive(Debug, Default, Serialize)]
pub struct Record {
    /// The game's name.
    pub game: &'static str,
    /// What the position is called.
    pub id: String,
    /// Who answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub algorithm: Option<String>,
    /// `solved`, `unsolvable`, `limit`, `cancelled` or `error`.
    pub outcome: &'static str,
    /// The highest chance to win, where chance has a say.
    #[serde(flatten)]
    pub chance: Option<ChanceRecord>,
    /// Whether the answer is proven to be the best.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub optimal: Option<bool>,
    /// The best move, in a game of adversaries.
    #[serde(flatten)]
    pub best: Option<Best>,
    /// What the solution costs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<u32>,
    /// The solution in the game's notation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solution: Option<String>,
    /// No solution is cheaper, proven.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lower_bound: Option<u32>,
    /// How many optimal solutions there are, where all were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<u128>,
    /// The first of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solutions: Option<Vec<String>>,
    /// Whether these are all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub complete: Option<bool>,
    /// Why a search stopped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<&'static str>,
    /// What went wrong.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "sentence")]
    pub error: Option<Refusal>,
    /// What the search did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stats: Option<StatsRecord>,
    /// What the cost counts, where a game counts in several ways.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metric: Option<&'static str>,
    /// And what there is to count on the solution.
    #[serde(flatten)]
    pub counts: BTreeMap<&'static str, u32>,
    /// How a program ends that was asked for this alone.
    #[serde(skip)]
    pub exit: Exit,
    /// The moves of the solution.
    #[serde(skip)]
    pub moves: Option<Vec<String>>,
    /// The moves of each of `solutions`.
    #[serde(skip)]
    pub listed: Vec<Vec<String>>,
}

/// How a command ends, by its exit code. In a batch the worst counts; the order is that of the contract.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// Done, or solved.
    #[default]
    Done,
    /// Proven unsolvable.
    Unsolvable,
    /// A limit was reached.
    Limit,
    /// What was given cannot be used.
    BadInput,
    /// Anything else.
    Failed,
    /// Somebody asked it to stop.
    Cancelled,
    /// Something became slower or weaker than it was.
    Worse,
}

impl Exit {
    /// The code.
    pub fn code(self) -> u8 {
        match self {
            Exit::Done => 0,
            Exit::Unsolvable => 10,
            Exit::Limit => 20,
            Exit::BadInput => 30,
            Exit::Failed => 1,
            Exit::Cancelled => 40,
            Exit::Worse => 50,
        }
    }
}

/// What can be hoped for against chance.
#[derive(Debug, Serialize)]
pub struct ChanceRecord {
    /// The rules, which are not the usual ones.
    pub variant: String,
    /// What who keeps to the policy wins at least.
    pub chance: f64,
    /// What nobody can do better than.
    pub upper: f64,
    /// Whether the two are the same.
    pub proven: bool,
    /// What to do now.
    #[serde(rename = "move")]
    pub step: String,
    /// In how many positions the policy says what to do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub policy: Option<usize>,
}

/// The best move in a game of adversaries, and what it is worth to the player whose turn it is.
#[derive(Debug, Serialize)]
pub struct Best {
    /// The move.
    #[serde(rename = "move")]
    pub step: String,
    /// How far ahead, in the game's unit.
    pub score: f64,
    /// How deep the search was.
    pub depth: i32,
    /// The moves that are expected.
    pub line: String,
    /// Moves of either side until the game is won, if that was seen; negative where it is lost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies_to_end: Option<i32>,
}

/// The statistics in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(TS))]
#[expect(missing_docs, reason = "they are those of Stats")]
pub struct StatsRecord {
    pub expanded: u64,
    pub generated: u64,
    pub duplicates: u64,
    pub pruned: u64,
    pub peak_open: u64,
    pub peak_closed: u64,
    pub bound: u32,
    pub seconds: f64,
    pub peak_bytes: u64,
}

impl From<Stats> for StatsRecord {
    fn from(stats: Stats) -> Self {
        StatsRecord {
            expanded: stats.expanded,
            generated: stats.generated,
            duplicates: stats.duplicates,
            pruned: stats.pruned,
            peak_open: stats.peak_open,
            peak_closed: stats.peak_closed,
            bound: stats.bound,
            seconds: stats.seconds,
            peak_bytes: stats.peak_bytes,
        }
    }
}

#[expect(clippy::ref_option, reason = "serde asks so")]
fn sentence<S: Serializer>(error: &Option<Refusal>, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(error.as_ref().map_or(&"" as &dyn std::fmt::Display, |error| error))
}

impl Record {
    fn empty(game: Game, id: String, (outcome, exit): (&'static str, Exit)) -> Self {
        Record { game: game.name(), id, outcome, exit, ..Record::default() }
    }

    /// A position that could not be used.
    pub fn unusable(game: Game, id: String, error: Refusal) -> Self {
        Record { error: Some(error), ..Self::empty(game, id, ("error", Exit::BadInput)) }
    }

    /// An answer of the program that is wrong: nothing of it is told.
    fn wrong(game: Game, id: String, error: Refusal) -> Self {
        Record { error: Some(error), ..Self::empty(game, id, ("error", Exit::Failed)) }
    }

    /// A search that stopped before it had an answer.
    fn stopped(game: Game, id: String, why: Stop) -> Self {
        let reason = Some(why.reason()).filter(|_| why != Stop::Cancelled);
        Record { why: reason, ..Self::empty(game, id, ended(why)) }
    }

    /// Who answered, and what it took.
    fn by(self, algorithm: &str, stats: Stats) -> Self {
        Record { algorithm: Some(algorithm.to_owned()), stats: Some(stats.into()), ..self }
    }

    /// Solves a position as a spec says, watched or not. An error is one of the spec.
    pub fn solve(
        game: Game,
        id: String,
        position: &dyn Position,
        spec: &Spec,
        run: &mut Run,
        watch: Option<&mut Watch<'_>>,
    ) -> Result<Self, Refusal> {
        if run.own.is_none() && spec.words.iter().any(|word| word == OWN.name) {
            return Err(refuse!(
                "script.none",
                "own is a heuristic that you bring along; name its file with --heuristic"
            ));
        }
        let answer = game.plans(position)?.solve(spec, run, watch)?;
        // What a search with a script that failed found is not worth telling.
        if let Some(refusal) = run.own.as_deref().and_then(fault) {
            return Ok(Self::unusable(game, id, refusal).by(&spec.to_string(), run.stats));
        }
        Ok(Self::answered(game, id, position, &answer).by(&spec.to_string(), run.stats))
    }

    fn answered(game: Game, id: String, position: &dyn Position, answer: &Answer) -> Self {
        let how = match &answer.outcome {
            Outcome::Solved { .. } => ("solved", Exit::Done),
            Outcome::Unsolvable => ("unsolvable", Exit::Unsolvable),
            Outcome::Stopped { why, .. } => ended(*why),
        };
        let mut record = Self::empty(game, id, how);
        record.metric = answer.metric;
        if let Outcome::Stopped { why, .. } = answer.outcome {
            record.why = Some(answer.why.unwrap_or(why.reason()));
        }
        if let Some(plan) = answer.outcome.plan() {
            let solution = game.join(&plan.actions);
            if let Err(error) = game.confirm(position, &solution) {
                return Self::wrong(game, record.id, error);
            }
            record.cost = Some(plan.cost);
            if answer.metric.is_some() {
                record.counts = position.tally(&plan.actions).into_iter().collect();
            }
            record.moves = Some(plan.actions.clone());
            record.solution = Some(solution);
        }
        record.optimal = Some(answer.outcome.is_optimal());
        record.lower_bound = answer.outcome.lower_bound();
        record
    }

    /// Finds every optimal solution and lists up to `most` of them.
    pub fn solve_all(
        game: Game,
        id: String,
        position: &dyn Position,
        most: usize,
        run: &mut Run,
    ) -> Result<Self, Refusal> {
        let record = match game.plans(position)?.solve_all(most, run) {
            Err(why) => Record {
                optimal: Some(false),
                lower_bound: Some(run.stats.bound),
                ..Self::stopped(game, id, why)
            },
            Ok(all) if all.cost.is_none() => {
                Record { optimal: Some(false), ..Self::empty(game, id, ("unsolvable", Exit::Unsolvable)) }
            }
            Ok(all) => {
                let solutions: Vec<String> = all.solutions.iter().map(|moves| game.join(moves)).collect();
                match solutions.iter().try_for_each(|solution| game.confirm(position, solution)) {
                    Err(error) => Self::wrong(game, id, error),
                    Ok(()) => Record {
                        optimal: Some(true),
                        cost: all.cost,
                        lower_bound: all.cost,
                        solution: solutions.first().cloned(),
                        moves: all.solutions.first().cloned(),
                        count: Some(all.count),
                        complete: Some(solutions.len() as u128 == all.count),
                        solutions: Some(solutions),
                        listed: all.solutions,
                        ..Self::empty(game, id, ("solved", Exit::Done))
                    },
                }
            }
        };
        Ok(record.by("all", run.stats))
    }

    /// The highest chance to win a position that leaves something to chance. No plan comes out of it that could be replayed: what to
    /// do depends on what happens.
    pub fn chances(game: Game, id: String, position: &dyn Position, run: &mut Run) -> Result<Self, Refusal> {
        let none = || missing(game.kit, refuse!("word.chance", "chance in this position"));
        let found = position.chance().ok_or_else(none)?.best(run);
        let record = match found {
            Err(why) => Self::stopped(game, id, why),
            Ok(Chances { between: (chance, upper), proven, moves, policy }) => {
                let how = match proven {
                    _ if upper <= 0.0 => ("unsolvable", Exit::Unsolvable),
                    true => ("solved", Exit::Done),
                    false => ("limit", Exit::Limit),
                };
                let (variant, step) = (position.variant().unwrap_or_default(), game.join(&moves));
                let chance = ChanceRecord { variant, chance, upper, proven, step, policy };
                Record { chance: Some(chance), ..Self::empty(game, id, how) }
            }
        };
        Ok(record.by("policy", run.stats))
    }

    /// Has a player think about a position of adversaries. `tell` hears what it thinks meanwhile.
    pub fn think(
        game: Game,
        id: String,
        position: &dyn Position,
        spec: &Spec,
        player: &mut dyn Player,
        run: &mut Run,
        tell: &mut dyn FnMut(&Thought, &Run),
    ) -> Self {
        if let Some(end) = position.versus().and_then(Versus::end).filter(|end| end.winner.is_some()) {
            let over = refuse!("lab.over", "the game is over: {end}", end = end.told);
            return Self::unusable(game, id, over);
        }
        if let Err(why) = player.suits(position) {
            return Self::unusable(game, id, why);
        }
        let thought = player.think(position, run, tell);
        Self::thought(game, id, position, spec, &thought, run.finish())
    }

    /// What a player thought. Its move and the line that it expects are replayed.
    pub fn thought(
        game: Game,
        id: String,
        position: &dyn Position,
        spec: &Spec,
        thought: &Thought,
        stats: Stats,
    ) -> Self {
        let Some(step) = thought.play.clone() else {
            if let Some(why) = thought.stopped {
                return Self::stopped(game, id, why).by(&spec.to_string(), stats);
            }
            let error = refuse!("lab.nothing", "nothing can be played");
            return Self::wrong(game, id, error).by(&spec.to_string(), stats);
        };
        let line = game.join(&thought.line);
        let expected = if thought.line.first() == Some(&step) { &line } else { &step };
        if let Err(error) = game.confirm(position, expected) {
            return Self::wrong(game, id, error).by(&spec.to_string(), stats);
        }
        let cancelled = thought.stopped == Some(Stop::Cancelled);
        let how = if cancelled { ended(Stop::Cancelled) } else { ("solved", Exit::Done) };
        let (score, plies_to_end) = (thought.score.ahead, thought.score.win);
        let record = Record {
            optimal: Some(plies_to_end.is_some()),
            best: Some(Best { step, score, depth: thought.depth, line, plies_to_end }),
            ..Self::empty(game, id, how)
        };
        record.by(&spec.to_string(), stats)
    }

    /// As a line of JSON.
    pub fn json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// The outcome of a search that was stopped, and how a program ends with it.
fn ended(why: Stop) -> (&'static str, Exit) {
    if why == Stop::Cancelled { ("cancelled", Exit::Cancelled) } else { ("limit", Exit::Limit) }
}
