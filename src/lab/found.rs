//! What came out of a run: as a worker tells it, and as a row of the results.

use std::collections::BTreeMap;

use damier_campaign::{Isolation, Outcome, Row, Run};
use damier_kit::Refusal;
use damier_lab::matches::Finished;
use damier_lab::record::Record;
use serde::{Deserialize, Serialize};

use super::Work;

/// What came out of a run.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Found {
    /// The number of the job.
    pub(crate) number: u64,
    pub(crate) outcome: Outcome,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) why: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) error: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) cost: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) lower_bound: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) optimal: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) solution: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) expanded: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) generated: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) seconds: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) wall: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) cpu: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) peak_bytes: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) resident: Option<u64>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) values: BTreeMap<String, f64>,
}

impl Found {
    pub(crate) fn empty(number: u64, outcome: Outcome) -> Self {
        Found {
            number,
            outcome,
            why: None,
            error: None,
            cost: None,
            lower_bound: None,
            optimal: None,
            solution: None,
            expanded: None,
            generated: None,
            seconds: None,
            wall: None,
            cpu: None,
            peak_bytes: None,
            resident: None,
            values: BTreeMap::new(),
        }
    }

    /// Something went wrong.
    pub(crate) fn error(number: u64, why: impl Into<String>) -> Self {
        Found { error: Some(why.into()), ..Self::empty(number, Outcome::Error) }
    }

    /// A limit was reached.
    pub(crate) fn limit(number: u64, which: &str) -> Self {
        Found { why: Some(which.to_owned()), ..Self::empty(number, Outcome::Limit) }
    }

    /// What an algorithm answered.
    pub(crate) fn of(number: u64, record: Result<Record, Refusal>) -> Self {
        let record = match record {
            Ok(record) => record,
            Err(refusal) => return Self::error(number, refusal.to_string()),
        };
        let outcome = match record.outcome {
            "solved" => Outcome::Solved,
            "unsolvable" => Outcome::Unsolvable,
            "limit" => Outcome::Limit,
            _ => Outcome::Error,
        };
        let mut values: BTreeMap<String, f64> =
            record.counts.iter().map(|(name, count)| ((*name).to_owned(), f64::from(*count))).collect();
        if let Some(chance) = &record.chance {
            values.extend([("chance".to_owned(), chance.chance), ("upper".to_owned(), chance.upper)]);
            values.extend(chance.policy.map(|size| ("policy".to_owned(), size as f64)));
        }
        let mut solution = record.solution;
        if let Some(best) = record.best {
            values.extend([("score".to_owned(), best.score), ("depth".to_owned(), f64::from(best.depth))]);
            solution = Some(best.step);
        }
        let stats = record.stats;
        let error = record.error.map(|error| error.to_string());
        Found {
            why: record.why.map(limit_word),
            error: error.or_else(|| (outcome == Outcome::Error).then(|| record.outcome.to_owned())),
            cost: record.cost,
            lower_bound: record.lower_bound,
            optimal: record.optimal,
            solution,
            expanded: stats.map(|stats| stats.expanded),
            generated: stats.map(|stats| stats.generated),
            seconds: stats.map(|stats| stats.seconds),
            peak_bytes: stats.map(|stats| stats.peak_bytes),
            values,
            ..Self::empty(number, outcome)
        }
    }

    /// A game that was played. `efforts` are the nodes and seconds of the first and the second player.
    pub(crate) fn played(number: u64, game: &Finished, moves: String, efforts: [(u64, f64); 2]) -> Self {
        let mut values =
            BTreeMap::from([("score".to_owned(), game.points), ("plies".to_owned(), game.moves as f64)]);
        for (side, (nodes, seconds)) in ["first", "second"].into_iter().zip(efforts) {
            values.insert(format!("{side}_nodes"), nodes as f64);
            values.insert(format!("{side}_seconds"), seconds);
        }
        Found {
            why: Some(game.why.clone()).filter(|why| !why.is_empty()),
            solution: Some(moves),
            expanded: Some(efforts.iter().map(|(nodes, _)| nodes).sum()),
            seconds: Some(efforts.iter().map(|(_, seconds)| seconds).sum()),
            values,
            ..Self::empty(number, Outcome::Played)
        }
    }

    /// As a row of the results.
    pub(crate) fn row(
        self,
        work: &Work,
        run: &Run,
        isolation: Isolation,
        (started, load): (u64, Option<f64>),
    ) -> Row {
        Row {
            algorithm: work.names[run.algorithm as usize].clone(),
            instance: work.instances[run.instance as usize].id.clone(),
            repeat: run.repeat,
            seed: run.seed,
            outcome: self.outcome,
            why: self.why,
            error: self.error,
            cost: self.cost,
            lower_bound: self.lower_bound,
            optimal: self.optimal,
            solution: self.solution,
            expanded: self.expanded,
            generated: self.generated,
            seconds: self.seconds,
            wall: self.wall,
            cpu: self.cpu,
            peak_bytes: self.peak_bytes,
            resident: self.resident,
            values: self.values,
            isolation,
            machine: 0,
            load,
            started,
        }
    }
}

/// `time`, `nodes` or `memory`; another reason as it is.
fn limit_word(reason: &str) -> String {
    let word = match reason {
        "the node limit was reached" => "nodes",
        "the time limit was reached" => "time",
        "the memory limit was reached" => "memory",
        other => other,
    };
    word.to_owned()
}
