//! The tables of a report, as data: every form writes the same ones.

use crate::digest::{Clock, Digest, Measure, Summary};
use crate::elo::Standing;
use crate::pairs::{noise, pairs};
use crate::plot::growths;
use crate::stats::{Interval, interval_of_mean};
use crate::units::{bytes, nodes, p, percent, seconds, times, whole};
use crate::words::Said;

/// A table.
#[derive(Clone, Debug)]
pub struct Table {
    /// What it is called in addresses.
    pub id: &'static str,
    /// Its title.
    pub title: Said,
    /// What one must know to read it.
    pub notes: Vec<Said>,
    /// The names of its columns; the first is of text, the others of numbers.
    pub columns: Vec<Head>,
    /// How many columns are of text.
    pub texts: usize,
    /// Its rows.
    pub rows: Vec<Vec<Entry>>,
}

/// The name of a column.
#[derive(Clone, Debug)]
pub enum Head {
    /// A word of the report.
    Said(Said),
    /// A name as it is.
    Name(String),
}

/// What stands in a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// The text.
    pub text: String,
    /// Whether it is the best of its column.
    pub best: bool,
}

impl From<String> for Entry {
    fn from(text: String) -> Entry {
        Entry { text, best: false }
    }
}

impl From<&str> for Entry {
    fn from(text: &str) -> Entry {
        text.to_owned().into()
    }
}

/// All tables that the results have something for.
pub fn tables(digest: &Digest, standing: Option<&Standing>) -> Vec<Table> {
    let mut all = Vec::new();
    if let Some(standing) = standing {
        all.extend([ratings(standing), cross(standing)]);
    }
    if digest.is_solving() {
        all.push(coverage(digest));
        all.extend(effort(digest, Measure::Time));
        all.extend(effort(digest, Measure::Expanded));
        all.extend(costs(digest));
        all.extend(compared(digest));
        all.extend(fits(digest));
    }
    all
}

fn heads(keys: &[&'static str]) -> Vec<Head> {
    keys.iter().map(|key| Head::Said(Said::new(key))).collect()
}

/// Marks the least or the greatest of a column; several may share it. A column where all are alike has no best.
fn mark(rows: &mut [Vec<Entry>], column: usize, values: &[Option<f64>], greatest: bool) {
    let known = || values.iter().flatten().copied().filter(|value| value.is_finite());
    let (least, most) = known().fold((f64::MAX, f64::MIN), |(l, m), v| (l.min(v), m.max(v)));
    if least < most {
        let best = if greatest { most } else { least };
        for (row, value) in rows.iter_mut().zip(values) {
            row[column].best = *value == Some(best);
        }
    }
}

fn dash<T>(value: Option<T>, tell: impl Fn(T) -> String) -> Entry {
    value.map_or_else(|| "–".into(), |value| tell(value).into())
}

fn interval(value: Option<Interval>, tell: impl Fn(f64) -> String) -> Entry {
    let known = value.filter(|interval| interval.low.is_finite() && interval.high.is_finite());
    dash(known, |interval| format!("{} – {}", tell(interval.low), tell(interval.high)))
}

fn coverage(digest: &Digest) -> Table {
    let each = digest.results.planned / (digest.algorithms.len() as u64).max(1);
    let one = |(name, summary): (&String, &Summary)| -> Vec<Entry> {
        let runs = summary.runs;
        let why: Vec<String> = summary.why.iter().map(|(why, count)| format!("{why} {count}")).collect();
        let count = |n: u64| Entry::from(whole(n as f64));
        vec![
            name.as_str().into(),
            count(runs.solved),
            count(runs.unsolvable),
            if why.is_empty() {
                count(runs.limits)
            } else {
                format!("{} ({})", whole(runs.limits as f64), why.join(", ")).into()
            },
            count(runs.errors),
            count(each.saturating_sub(runs.all())),
            format!("{} / {}", whole(summary.decided as f64), whole(summary.tried as f64)).into(),
        ]
    };
    let mut rows: Vec<Vec<Entry>> = digest.algorithms.iter().zip(&digest.summaries).map(one).collect();
    let decided: Vec<Option<f64>> =
        digest.summaries.iter().map(|summary| Some(summary.decided as f64)).collect();
    mark(&mut rows, 6, &decided, true);
    Table {
        id: "coverage",
        title: Said::new("coverage"),
        notes: vec![Said::new("coverage.note")],
        columns: heads(&["algorithm", "solved", "unsolvable", "limit", "errors", "missing", "decided"]),
        texts: 1,
        rows,
    }
}

fn effort(digest: &Digest, measure: Measure) -> Option<Table> {
    let time = measure == Measure::Time;
    let tell = |value: f64| if time { seconds(value) } else { nodes(value) };
    let mean = |summary: &Summary| if time { summary.time } else { summary.expanded };
    let middle = |summary: &Summary| if time { summary.time_median } else { summary.expanded_median };
    let means: Vec<Option<f64>> =
        digest.summaries.iter().map(|summary| mean(summary).map(|mean| mean.middle)).collect();
    let least = means.iter().flatten().copied().fold(f64::INFINITY, f64::min);
    let mut rows = Vec::new();
    for (a, (name, summary)) in digest.algorithms.iter().zip(&digest.summaries).enumerate() {
        let mut row: Vec<Entry> = vec![
            name.as_str().into(),
            dash(means[a], tell),
            interval(mean(summary), tell),
            dash(means[a], |mean| times(mean / least)),
            dash(middle(summary), tell),
        ];
        if time {
            row.push(dash(summary.par2, seconds));
            row.push(dash(noise(digest, a), |noise| format!("± {}", percent(noise))));
            row.push(dash(summary.memory, bytes));
        }
        rows.push(row);
    }
    let medians: Vec<Option<f64>> = digest.summaries.iter().map(middle).collect();
    if medians.iter().all(Option::is_none) {
        return None;
    }
    mark(&mut rows, 1, &means, false);
    // Medians of different instances cannot be compared, so they have a best only where all decided the same.
    if digest.summaries.iter().all(|summary| summary.decided == digest.common.len()) {
        mark(&mut rows, 4, &medians, false);
    }
    let mut columns = vec!["algorithm", "geometric", "interval", "to.best", "median"];
    let mut notes = Vec::new();
    if time {
        let penalised: Vec<Option<f64>> = digest.summaries.iter().map(|summary| summary.par2).collect();
        mark(&mut rows, 5, &penalised, false);
        let memory: Vec<Option<f64>> =
            digest.summaries.iter().map(|summary| summary.memory.map(|m| m as f64)).collect();
        mark(&mut rows, 7, &memory, false);
        columns.extend(["par2", "noise", "memory"]);
        let limit = digest.limit.map_or_else(String::new, |limit| format!(" ({})", seconds(limit)));
        notes.push(Said::new("time.note").gap("n", digest.common.len().to_string()).gap("limit", limit));
        notes.push(Said::new(match digest.clock {
            Clock::Search => "clock.search",
            Clock::Cpu => "clock.cpu",
            Clock::Wall => "clock.wall",
        }));
    } else {
        notes.push(Said::new("expansions.note"));
    }
    Some(Table {
        id: if time { "time" } else { "expansions" },
        title: Said::new(if time { "time" } else { "expansions" }),
        notes,
        columns: heads(&columns),
        texts: 1,
        rows,
    })
}

/// What the solutions cost, where that differs between algorithms.
fn costs(digest: &Digest) -> Option<Table> {
    let count = digest.algorithms.len();
    let solved: Vec<usize> = (0..digest.results.instances.len())
        .filter(|&at| (0..count).all(|a| digest.cell(a, at).is_solved() && digest.cell(a, at).cost.is_some()))
        .collect();
    let cost = |a: usize, at: usize| digest.cell(a, at).cost.map_or(0.0, f64::from);
    if count < 2 || solved.iter().all(|&at| (1..count).all(|a| cost(a, at).total_cmp(&cost(0, at)).is_eq())) {
        return None;
    }
    let least = |at: usize| (0..count).map(|a| cost(a, at)).fold(f64::INFINITY, f64::min);
    let means: Vec<Option<Interval>> = (0..count)
        .map(|a| interval_of_mean(&solved.iter().map(|&at| cost(a, at)).collect::<Vec<_>>()))
        .collect();
    let mut rows: Vec<Vec<Entry>> = (0..count)
        .map(|a| {
            let dearer = solved.iter().filter(|&&at| cost(a, at) > least(at)).count();
            let all =
                (0..digest.results.instances.len()).filter(|&at| digest.cell(a, at).is_solved()).count();
            vec![
                digest.algorithms[a].as_str().into(),
                whole(all as f64).into(),
                dash(means[a], |mean| format!("{:.2}", mean.middle)),
                interval(means[a], |value| format!("{value:.2}")),
                whole(dearer as f64).into(),
            ]
        })
        .collect();
    let middles: Vec<Option<f64>> = means.iter().map(|mean| mean.map(|mean| mean.middle)).collect();
    mark(&mut rows, 2, &middles, false);
    Some(Table {
        id: "costs",
        title: Said::new("costs"),
        notes: vec![Said::new("costs.note").gap("n", solved.len().to_string())],
        columns: heads(&["algorithm", "costs.solved", "costs.mean", "interval", "costs.dearer"]),
        texts: 1,
        rows,
    })
}

fn compared(digest: &Digest) -> Option<Table> {
    let told = |interval: Option<Interval>| {
        dash(interval, |interval| {
            let ends = if interval.low.is_finite() && interval.high.is_finite() && interval.low > 0.0 {
                format!(" ({} – {})", times(interval.low), times(interval.high))
            } else {
                String::new()
            };
            format!("{}{ends}", times(interval.middle))
        })
    };
    let rows: Vec<Vec<Entry>> = pairs(digest)
        .into_iter()
        .map(|pair| {
            vec![
                digest.algorithms[pair.a].as_str().into(),
                digest.algorithms[pair.b].as_str().into(),
                pair.time.or(pair.expanded).map_or(0, |interval| interval.instances).to_string().into(),
                told(pair.time),
                dash(pair.time_p, p),
                told(pair.expanded),
                dash(pair.expanded_p, p),
                pair.only_a.to_string().into(),
                pair.only_b.to_string().into(),
                p(pair.decided_p).into(),
            ]
        })
        .collect();
    let said = |key: &'static str| Head::Said(Said::new(key));
    let probability = || Head::Name("p".to_owned());
    (!rows.is_empty()).then(|| Table {
        id: "pairs",
        title: Said::new("pairs"),
        notes: vec![Said::new("pairs.note")],
        columns: vec![
            said("first"),
            said("second"),
            said("both"),
            said("ratio.time"),
            probability(),
            said("ratio.expanded"),
            probability(),
            said("only.first"),
            said("only.second"),
            probability(),
        ],
        texts: 2,
        rows,
    })
}

fn fits(digest: &Digest) -> Option<Table> {
    let rows: Vec<Vec<Entry>> = growths(digest)
        .into_iter()
        .map(|growth| {
            vec![
                digest.algorithms[growth.algorithm].as_str().into(),
                growth.feature.as_str().into(),
                match growth.measure {
                    Measure::Time => "t",
                    Measure::Expanded => "N",
                }
                .into(),
                growth.law().into(),
                format!("{:.3}", growth.fit.r2).into(),
                growth.fit.points.to_string().into(),
            ]
        })
        .collect();
    let mut columns = heads(&["algorithm", "fit.against", "measure", "fit.law"]);
    columns.push(Head::Name("R²".to_owned()));
    columns.extend(heads(&["fit.points"]));
    (!rows.is_empty()).then(|| Table {
        id: "fits",
        title: Said::new("fits"),
        notes: vec![Said::new("fits.note")],
        columns,
        texts: 3,
        rows,
    })
}

fn ratings(standing: &Standing) -> Table {
    let rows = standing.players.iter().enumerate().map(|(at, player)| -> Vec<Entry> {
        let points: f64 = standing.table[at].iter().map(|(points, _)| points).sum();
        let games = standing.games[at];
        let elo = standing.elo[at];
        vec![
            player.as_str().into(),
            whole(elo.middle).into(),
            format!("{} – {}", whole(elo.low), whole(elo.high)).into(),
            whole(games as f64).into(),
            format!("{points:.1}").into(),
            percent(points / (games as f64).max(1.0)).into(),
        ]
    });
    let mut columns = heads(&["player", "elo", "interval", "games", "points"]);
    columns.push(Head::Name("%".to_owned()));
    let note = Said::new("standing.note")
        .gap("n", standing.all.to_string())
        .gap("draws", standing.draws.to_string())
        .gap("first", percent(standing.first));
    Table {
        id: "standing",
        title: Said::new("standing"),
        notes: vec![note],
        columns,
        texts: 1,
        rows: rows.collect(),
    }
}

fn cross(standing: &Standing) -> Table {
    let mut columns = heads(&["player"]);
    columns.extend(standing.players.iter().enumerate().map(|(at, _)| Head::Name((at + 1).to_string())));
    let rows = standing.players.iter().enumerate().map(|(a, player)| {
        let mut row: Vec<Entry> = vec![format!("{}. {player}", a + 1).into()];
        row.extend(standing.table[a].iter().enumerate().map(|(b, (points, games))| -> Entry {
            match *games {
                _ if a == b => "·".into(),
                0 => "–".into(),
                games => Entry { text: format!("{points} / {games}"), best: *points * 2.0 > games as f64 },
            }
        }));
        row
    });
    let rows = rows.collect();
    Table {
        id: "cross",
        title: Said::new("cross"),
        notes: vec![Said::new("cross.note")],
        columns,
        texts: 1,
        rows,
    }
}
