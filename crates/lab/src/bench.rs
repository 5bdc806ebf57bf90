//! A fixed suite whose answers are known. The total of expanded nodes is the signature: it changes only when a search does, and is
//! counted with one thread. Times are those of the searches alone. What a game measures of itself ([`damier_kit::Measure`]) has a
//! signature of its own.

use damier_kit::{Position, Refusal, refuse};
use damier_search::registry::Guarantee;
use damier_search::{Run, Spec, Stop};

use crate::{Game, Solve, Suite};

/// Positions to measure on, and what is known of each.
pub struct Field {
    /// What they are called.
    pub name: String,
    /// The positions, with the optimum where it is known.
    pub positions: Vec<(Box<dyn Position>, Option<u64>)>,
}

/// What one algorithm did on a field.
#[derive(Clone, Debug, Default)]
pub struct Row {
    /// The field's name.
    pub suite: String,
    /// The spec.
    pub algorithm: String,
    /// How many threads it had.
    pub threads: usize,
    /// Positions that it was given.
    pub positions: usize,
    /// Answered with a solution.
    pub solved: usize,
    /// Answered with the known optimum, or with a proven one where none is known.
    pub right: usize,
    /// Answered with anything else, which is a bug.
    pub wrong: usize,
    /// Stopped by a limit.
    pub stopped: usize,
    /// Expanded, all together.
    pub nodes: u64,
    /// The times, sorted.
    pub seconds: Vec<f64>,
    /// The most memory that a search used.
    pub peak_bytes: u64,
}

/// Something that a game measures of itself, measured.
#[derive(Clone, Copy, Debug)]
pub struct Measured {
    /// What was counted.
    pub what: &'static str,
    /// How many.
    pub nodes: u64,
    /// In how many seconds.
    pub seconds: f64,
}

impl Field {
    /// A suite of the game.
    pub fn of(game: Game, suite: &Suite) -> Result<Self, Refusal> {
        let mut positions = Vec::new();
        for line in suite.positions.lines() {
            let value: serde_json::Value = serde_json::from_str(line).unwrap_or_default();
            let known = value["optimal"].as_u64();
            let read = game.kit.read(line, Some(game.kit.about().formats[0].name))?;
            positions.extend(read.into_iter().map(|position| (position, known)));
        }
        Ok(Field { name: suite.name.to_owned(), positions })
    }
}

impl Row {
    /// Solves every position of a field; `solve` gives none when it is enough.
    pub fn measure(
        game: Game,
        field: &Field,
        spec: &Spec,
        threads: usize,
        solve: &mut Solve<'_>,
    ) -> Result<Self, Refusal> {
        let info = game.kit.algorithms().into_iter().find(|info| info.name == spec.name);
        let exact = info.is_some_and(|info| info.optimal != Guarantee::No);
        let (suite, algorithm) = (field.name.clone(), spec.to_string());
        let mut row = Row { suite, algorithm, threads, ..Row::default() };
        for (position, known) in &field.positions {
            let Some(record) = solve(position.as_ref(), spec)? else { break };
            let Some(stats) = record.stats else { continue };
            row.positions += 1;
            row.nodes += stats.expanded;
            row.seconds.push(stats.seconds);
            row.peak_bytes = row.peak_bytes.max(stats.peak_bytes);
            row.solved += usize::from(record.cost.is_some());
            match (record.outcome, record.cost.map(u64::from)) {
                ("solved", cost) if cost == *known => row.right += 1,
                ("solved", _) if known.is_none() => row.right += usize::from(record.optimal == Some(true)),
                ("solved", cost) if !exact && cost > *known => {}
                ("limit" | "cancelled", _) => row.stopped += 1,
                _ => row.wrong += 1,
            }
        }
        row.seconds.sort_by(f64::total_cmp);
        Ok(row)
    }

    /// The sum of the times.
    pub fn total(&self) -> f64 {
        self.seconds.iter().sum()
    }

    /// Their mean.
    pub fn mean(&self) -> f64 {
        self.total() / self.seconds.len().max(1) as f64
    }

    /// The time that this part of the positions stayed within.
    pub fn quantile(&self, part: f64) -> f64 {
        let at = (part * self.seconds.len().saturating_sub(1) as f64).round() as usize;
        self.seconds.get(at).copied().unwrap_or(0.0)
    }
}

/// What a game measures of itself; the count of the last one is the signature. None if somebody cancelled.
pub fn measures(game: Game, start: &dyn Fn() -> Run) -> Result<Option<Vec<Measured>>, Refusal> {
    let mut rows = Vec::new();
    for measure in game.kit.measures() {
        let (nodes, seconds) = match (measure.run)(&mut start()) {
            Ok(measured) => measured,
            Err(Stop::Cancelled) => return Ok(None),
            Err(why) => return Err(wrong(measure.what, why.reason())),
        };
        if let Some(known) = measure.known.filter(|&known| known != nodes) {
            return Err(wrong(measure.what, &format!("{nodes} instead of {known}")));
        }
        rows.push(Measured { what: measure.what, nodes, seconds });
    }
    Ok(Some(rows))
}

fn wrong(what: &str, why: &str) -> Refusal {
    refuse!("lab.measure", "{what}: {why}", what, why)
}
