//! Campaigns, as the Lab screen asks for them and is told of them.

use std::collections::BTreeMap;

use damier_kit::Refusal;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
#[cfg(test)]
use ts_rs::TS;

/// What the Lab screen asks.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "do", rename_all = "snake_case")]
pub(crate) enum LabAsk {
    /// To be told of all campaigns, now and whenever something changes, until `leave`.
    Look,
    /// To be told no more.
    Leave,
    /// The file of a campaign. It is answered with a `lab_text`.
    Text { name: String },
    /// Whether this is a campaign that may be run from here, and what it would do. `number` comes back with the `lab_checked`; a
    /// question that is asked later takes the place of this one.
    Check { number: u32, text: String },
}

/// What the Lab screen wants done.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "do", rename_all = "snake_case")]
pub(crate) enum LabDeed {
    /// Keeps a campaign under this name.
    Save { name: String, text: String },
    /// Runs what has no result yet. With `fresh` the results that there are are put aside first.
    Start {
        name: String,
        #[serde(default)]
        fresh: bool,
    },
    /// Stops the campaign. Results stay.
    Stop { name: String },
    /// Removes a campaign and its results.
    Remove { name: String },
}

/// A campaign.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct LabItem {
    pub(crate) name: String,
    pub(crate) title: String,
    pub(crate) question: String,
    /// Its games, each once.
    pub(crate) games: Vec<String>,
    /// Whether it comes with the program and nothing was done with it yet.
    pub(crate) shipped: bool,
    pub(crate) state: LabState,
    /// All its runs, where that is known.
    pub(crate) planned: Option<u64>,
    pub(crate) done: u64,
    /// How they ended, by outcome.
    pub(crate) outcomes: BTreeMap<String, u64>,
    /// Runs a second, while it runs.
    pub(crate) rate: Option<f64>,
    /// Seconds that are left at that rate.
    pub(crate) left: Option<f64>,
    /// Why the last start ended, or why the file is no campaign.
    #[cfg_attr(test, ts(type = "Refusal | null"))]
    pub(crate) why: Option<Box<RawValue>>,
}

/// How a campaign stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub(crate) enum LabState {
    /// It has no results.
    New,
    /// It runs.
    Running,
    /// It was told to stop, and writes what is there.
    Stopping,
    /// Some of its runs have results.
    Stopped,
    /// All of them have.
    Done,
    /// Its file is no campaign.
    Wrong,
}

/// What a campaign would do.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct LabPlan {
    pub(crate) title: String,
    pub(crate) instances: u64,
    /// Algorithms, or pairs of players.
    pub(crate) contenders: usize,
    pub(crate) repeats: u32,
    pub(crate) runs: u64,
    pub(crate) tournament: bool,
    /// Seconds if every run takes all its time.
    pub(crate) longest: f64,
}

/// A refusal as it is sent on.
pub(crate) fn raw(refusal: &Refusal) -> Option<Box<RawValue>> {
    serde_json::value::to_raw_value(refusal).ok()
}
