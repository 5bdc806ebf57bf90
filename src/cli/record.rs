//! What is told of a solved position: a line of JSON for programs, sentences and a picture for people.

use std::collections::BTreeMap;
use std::io::{self, Write};

use damier_search::kit::{Answer, Chances, Position, Style, Watch};
use damier_search::{Outcome, Run, Spec, SpecError, Stats, Stop};
use serde::Serialize;

use super::Exit;
use super::units::{show_bytes, show_count, show_seconds};
use crate::games::Game;

/// One line of `solve --json`.
#[derive(Serialize)]
pub(crate) struct Record {
    game: &'static str,
    pub(crate) id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) algorithm: Option<String>,
    pub(crate) outcome: &'static str,
    /// The rules, where they are not the usual ones, and the highest chance to win by them.
    #[serde(flatten)]
    chance: Option<ChanceRecord>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) optimal: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) cost: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) solution: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) lower_bound: Option<u32>,
    /// With `--all`: how many optimal solutions there are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) count: Option<u128>,
    /// With `--all`: the first of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<Vec<String>>,
    /// With `--all`: whether the list is complete.
    #[serde(skip_serializing_if = "Option::is_none")]
    complete: Option<bool>,
    /// Why a search stopped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) why: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) error: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) stats: Option<StatsRecord>,
    /// What the cost counts, where a game counts in several ways.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) metric: Option<&'static str>,
    /// And what there is to count on the solution.
    #[serde(flatten)]
    counts: BTreeMap<&'static str, u32>,
    #[serde(skip)]
    pub(crate) exit: Exit,
    #[serde(skip)]
    pub(crate) moves: Option<Vec<String>>,
    /// The moves of each of `solutions`.
    #[serde(skip)]
    pub(crate) listed: Vec<Vec<String>>,
}

/// What can be hoped for against chance.
#[derive(Serialize)]
struct ChanceRecord {
    variant: String,
    /// What who keeps to the policy wins at least.
    chance: f64,
    /// What nobody can do better than.
    upper: f64,
    /// Whether the two are the same.
    proven: bool,
    /// What to do now.
    #[serde(rename = "move")]
    step: String,
    /// In how many positions the policy says what to do.
    #[serde(skip_serializing_if = "Option::is_none")]
    policy: Option<usize>,
}

/// The statistics in JSON.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct StatsRecord {
    pub(crate) expanded: u64,
    pub(crate) generated: u64,
    duplicates: u64,
    pruned: u64,
    peak_open: u64,
    peak_closed: u64,
    bound: u32,
    pub(crate) seconds: f64,
    pub(crate) peak_bytes: u64,
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

impl Record {
    fn empty(game: Game, id: String, outcome: &'static str, exit: Exit) -> Self {
        Record {
            game: game.kit.name(),
            id,
            algorithm: None,
            outcome,
            chance: None,
            optimal: None,
            cost: None,
            solution: None,
            lower_bound: None,
            count: None,
            solutions: None,
            complete: None,
            why: None,
            error: None,
            stats: None,
            metric: None,
            counts: BTreeMap::new(),
            exit,
            moves: None,
            listed: Vec::new(),
        }
    }

    /// A line that could not be used.
    pub(crate) fn unreadable(game: Game, id: String, error: String) -> Self {
        Record { error: Some(error), ..Self::empty(game, id, "error", Exit::BadInput) }
    }

    /// Solves a position and has the validator replay the solution. An error is one of the spec.
    pub(crate) fn solve(
        game: Game,
        id: String,
        position: &dyn Position,
        spec: &Spec,
        run: &mut Run,
        watch: Option<&mut Watch<'_>>,
    ) -> Result<Self, SpecError> {
        let answer = position.solve(spec, run, watch)?;
        let mut record = Self::answered(game, id, position, &answer);
        record.algorithm = Some(spec.to_string());
        record.stats = Some(run.stats.into());
        Ok(record)
    }

    fn answered(game: Game, id: String, position: &dyn Position, answer: &Answer) -> Self {
        let (outcome, exit) = match &answer.outcome {
            Outcome::Solved { .. } => ("solved", Exit::Done),
            Outcome::Unsolvable => ("unsolvable", Exit::Unsolvable),
            Outcome::Stopped { why: Stop::Cancelled, .. } => ("cancelled", Exit::Cancelled),
            Outcome::Stopped { .. } => ("limit", Exit::Limit),
        };
        let mut record = Self::empty(game, id, outcome, exit);
        record.metric = answer.metric;
        record.optimal = Some(answer.outcome.is_optimal());
        record.lower_bound = answer.outcome.lower_bound();
        if let Outcome::Stopped { why, .. } = answer.outcome {
            record.why = Some(answer.why.unwrap_or(why.reason()));
        }
        if let Some(plan) = answer.outcome.plan() {
            let solution = plan.actions.join(game.kit.separator());
            match game.replay(position, &solution) {
                Ok(_) => {
                    record.cost = Some(plan.cost);
                    if answer.metric.is_some() {
                        record.counts = position.tally(&plan.actions).into_iter().collect();
                    }
                    record.moves = Some(plan.actions.clone());
                    record.solution = Some(solution);
                }
                Err(invalid) => record.refuse(&solution, &invalid.why),
            }
        }
        record
    }

    /// The highest chance to win a position that leaves something to chance.
    pub(crate) fn chances(
        game: Game,
        id: String,
        position: &dyn Position,
        found: Result<Chances, Stop>,
        run: &Run,
    ) -> Self {
        let mut record = match &found {
            Err(Stop::Cancelled) => Self::empty(game, id, "cancelled", Exit::Cancelled),
            Ok(chances) if chances.between.1 <= 0.0 => Self::empty(game, id, "unsolvable", Exit::Unsolvable),
            Ok(chances) if chances.proven => Self::empty(game, id, "solved", Exit::Done),
            Ok(_) => Self::empty(game, id, "limit", Exit::Limit),
            Err(why) => Record { why: Some(why.reason()), ..Self::empty(game, id, "limit", Exit::Limit) },
        };
        record.chance = found.ok().map(|Chances { between, proven, moves, policy }| ChanceRecord {
            variant: position.variant().unwrap_or_default(),
            chance: between.0,
            upper: between.1,
            proven,
            step: moves.join(game.kit.separator()),
            policy,
        });
        record.algorithm = Some("policy".to_owned());
        record.stats = Some(run.stats.into());
        record
    }

    /// Finds every optimal solution, lists up to `most` of them, and has the validator replay each.
    pub(crate) fn solve_all(
        game: Game,
        id: String,
        position: &dyn Position,
        most: usize,
        run: &mut Run,
    ) -> Self {
        let found = position.solve_all(most, run);
        let mut record = match found {
            Err(Stop::Cancelled) => Self::empty(game, id, "cancelled", Exit::Cancelled),
            Err(why) => Record { why: Some(why.reason()), ..Self::empty(game, id, "limit", Exit::Limit) },
            Ok(all) if all.cost.is_none() => Self::empty(game, id, "unsolvable", Exit::Unsolvable),
            Ok(all) => {
                let mut record = Self::empty(game, id, "solved", Exit::Done);
                let join = |moves: &Vec<String>| moves.join(game.kit.separator());
                let solutions: Vec<String> = all.solutions.iter().map(join).collect();
                record.optimal = Some(true);
                record.cost = all.cost;
                record.lower_bound = all.cost;
                record.solution = solutions.first().cloned();
                record.moves = all.solutions.first().cloned();
                record.listed = all.solutions;
                record.count = Some(all.count);
                record.complete = Some(solutions.len() as u128 == all.count);
                let wrong = solutions
                    .iter()
                    .find_map(|solution| Some((solution, game.replay(position, solution).err()?)));
                match wrong {
                    None => record.solutions = Some(solutions),
                    Some((solution, invalid)) => record.refuse(&solution.clone(), &invalid.why),
                }
                record
            }
        };
        if matches!(record.outcome, "limit" | "cancelled") {
            record.lower_bound = Some(run.stats.bound);
        }
        record.optimal = record.optimal.or((record.outcome != "error").then_some(false));
        record.algorithm = Some("all".to_owned());
        record.stats = Some(run.stats.into());
        record
    }

    /// The solver is wrong: nothing of its answer leaves the program.
    fn refuse(&mut self, solution: &str, why: &str) {
        self.outcome = "error";
        self.exit = Exit::Failed;
        self.optimal = None;
        self.cost = None;
        self.count = None;
        self.complete = None;
        self.moves = None;
        self.listed.clear();
        self.solution = None;
        self.lower_bound = None;
        self.error = Some(format!(
            "the validator refuses the solution '{solution}': {why}; please report this position"
        ));
    }

    /// As a line of JSON.
    pub(crate) fn json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// In words.
    pub(crate) fn sentence(&self) -> String {
        let bound = self.lower_bound.unwrap_or(0);
        let (one, many) = if self.metric == Some("pushes") { ("push", "pushes") } else { ("move", "moves") };
        let moves = |n: u32| if n == 1 { format!("1 {one}") } else { format!("{n} {many}") };
        if let Some(ChanceRecord { variant, chance, upper, proven, step, policy }) = &self.chance {
            let won = if *proven {
                format!("{:.4} %, proven", chance * 100.0)
            } else {
                format!("between {:.4} % and {:.4} %, both proven", chance * 100.0, upper * 100.0)
            };
            let step = if step.is_empty() { String::new() } else { format!("; begin with {step}") };
            let policy = policy.map_or_else(String::new, |states| {
                format!("; the policy decides {} positions", show_count(states as u128))
            });
            return format!("{variant}: the highest chance to win is {won}{step}{policy}");
        }
        match (self.outcome, self.cost) {
            ("solved", Some(0)) => "solved: nothing is left to do".to_owned(),
            ("solved", Some(cost)) if self.optimal == Some(true) => {
                format!("solved in {}, proven optimal", moves(cost))
            }
            ("solved", Some(cost)) => format!("solved in {} (the optimum is at least {bound})", moves(cost)),
            ("unsolvable", _) => "unsolvable, proven".to_owned(),
            (_, _) if self.error.is_some() => format!("error: {}", self.error.as_deref().unwrap_or_default()),
            (_, best) => {
                let why = self.why.unwrap_or(self.outcome);
                let best = best.map(|cost| format!("best so far {}, ", moves(cost))).unwrap_or_default();
                format!("{why}: {best}at least {}", moves(bound))
            }
        }
    }

    /// What the search did, in words.
    fn effort(&self) -> String {
        let (Some(stats), Some(algorithm)) = (self.stats, &self.algorithm) else { return String::new() };
        format!(
            "{algorithm}: {} expanded, {} generated, {}, {}",
            show_count(u128::from(stats.expanded)),
            show_count(u128::from(stats.generated)),
            show_seconds(stats.seconds),
            show_bytes(stats.peak_bytes)
        )
    }

    /// For a person: the picture if there is a position to draw, then what was found.
    pub(crate) fn print(
        &self,
        out: &mut impl Write,
        drawn: Option<(&dyn Position, Style)>,
    ) -> io::Result<()> {
        if let Some((position, style)) = drawn {
            write!(out, "{}", position.picture(style, self.moves.as_deref()))?;
            writeln!(out, "{}", self.sentence())?;
            if let Some(solution) = self.solution.as_deref().filter(|solution| !solution.is_empty()) {
                writeln!(out, "{solution}")?;
            }
            writeln!(out, "{}", self.effort())?;
        } else {
            let solution =
                self.solution.as_deref().map(|solution| format!(": {solution}")).unwrap_or_default();
            writeln!(out, "{}  {}{solution}", self.id, self.sentence())?;
        }
        if let (Some(count), Some(solutions)) = (self.count, &self.solutions) {
            writeln!(out, "{} optimal solutions:", show_count(count))?;
            for solution in solutions {
                writeln!(out, "  {solution}")?;
            }
            if self.complete == Some(false) {
                writeln!(out, "  … and more; list them with --most {count}")?;
            }
        }
        Ok(())
    }
}
