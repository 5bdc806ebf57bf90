//! What became slower or weaker between two results.
//!
//! Times are compared instance by instance, median against median. Something is called slower only if the 95 % interval of the ratio
//! excludes 1 and the ratio itself exceeds 3 % and the noise of the measuring, which the repeats tell (A/A: a program against itself).
//! Without repeats the noise is unknown, and 10 % is asked for. Expansions are the twin without noise. What one side alone decided is
//! tested by McNemar's test. Times of machines that are not alike are told and not judged.

use std::collections::{BTreeMap, BTreeSet};

use damier_campaign::Results;
use serde::Serialize;

use crate::digest::{Digest, Measure, floor};
use crate::pairs::noise;
use crate::stats::{Interval, holm, mcnemar, ratio, wilcoxon};

/// A change of the time below this is none.
pub(crate) const LEAST: f64 = 0.03;
/// The same where no repeats tell the noise.
pub(crate) const LEAST_BLIND: f64 = 0.10;
/// A change of the expansions below this is none.
pub(crate) const LEAST_EXPANDED: f64 = 0.01;
/// Fewer instances than this say nothing.
const FEWEST: usize = 5;
/// So many instances are told by name.
const NAMED: usize = 10;
/// The probability below which a test speaks.
const ALPHA: f64 = 0.05;

/// What is said of a measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Worse than before.
    Worse,
    /// Better than before.
    Better,
    /// No change that the noise would not explain.
    Same,
    /// Too few instances, or machines that are not alike.
    Unknown,
}

/// A ratio of the second to the first.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Ratio {
    /// The geometric mean.
    pub ratio: f64,
    /// The lower end of its 95 % interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// Over how many instances.
    pub instances: usize,
    /// By Wilcoxon's signed-rank test, corrected for the number of algorithms.
    pub p: Option<f64>,
    /// What it must differ from 1 by, to be told.
    pub least: f64,
    /// What is said of it.
    pub verdict: Verdict,
}

/// One algorithm in both.
#[derive(Clone, Debug, Serialize)]
pub struct Change {
    /// Its name.
    pub algorithm: String,
    /// The time.
    pub time: Option<Ratio>,
    /// The noise of the time, where repeats tell it.
    pub noise: Option<f64>,
    /// The expansions.
    pub expanded: Option<Ratio>,
    /// Instances with another number of expansions.
    pub other_counts: usize,
    /// Instances that only the first decided.
    pub lost: Vec<String>,
    /// Instances that only the second decided.
    pub gained: Vec<String>,
    /// McNemar's probability of that.
    pub decided_p: f64,
    /// Instances with a dearer solution than before, with both costs.
    pub dearer: Vec<(String, u32, u32)>,
    /// Instances with a cheaper one.
    pub cheaper: Vec<(String, u32, u32)>,
    /// Instances whose proven optimum is another: one of the two is wrong.
    pub contradicted: Vec<(String, u32, u32)>,
    /// Errors that the first did not have.
    pub new_errors: u64,
    /// The instances whose time grew most, with the ratio.
    pub slowest: Vec<(String, f64)>,
    /// What became worse, in words; empty if nothing did.
    pub worse: Vec<String>,
}

/// Two results, compared.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// What one must know to read it.
    pub notes: Vec<String>,
    /// The algorithms that are in both.
    pub changes: Vec<Change>,
}

impl Comparison {
    /// Whether anything became worse.
    pub fn is_worse(&self) -> bool {
        self.changes.iter().any(|change| !change.worse.is_empty())
    }
}

/// Compares two results; the first is the older one.
pub fn compare(a: &Results, b: &Results) -> Comparison {
    let mut notes = Vec::new();
    let alike = look_at_machines(a, b, &mut notes);
    look_at_rest(a, b, &mut notes);
    let (one, other) = (Digest::new(a), Digest::new(b));
    if one.clock != other.clock {
        notes.push("the two were timed by different clocks: times are not judged".to_owned());
    }
    let judged = alike && one.clock == other.clock;
    let pairs = instances_in_both(&one, &other, &mut notes);
    let algorithms: Vec<(usize, usize)> = one
        .algorithms
        .iter()
        .enumerate()
        .filter_map(|(at, name)| Some((at, other.algorithms.iter().position(|known| known == name)?)))
        .collect();
    for (from, to, which) in [(&one, &other, "first"), (&other, &one, "second")] {
        let alone: Vec<&str> =
            from.algorithms.iter().filter(|name| !to.algorithms.contains(name)).map(String::as_str).collect();
        if !alone.is_empty() {
            notes.push(format!("only in the {which}: {}", alone.join(", ")));
        }
    }
    let mut changes: Vec<Change> =
        algorithms.iter().map(|&at| change(&one, &other, at, &pairs, judged)).collect();
    correct(&mut changes, |change| change.time.as_mut());
    correct(&mut changes, |change| change.expanded.as_mut());
    changes.iter_mut().for_each(conclude);
    if changes.is_empty() {
        notes.push("the two have no algorithm in common: there is nothing to compare".to_owned());
    }
    Comparison { notes, changes }
}

fn look_at_machines(a: &Results, b: &Results, notes: &mut Vec<String>) -> bool {
    let kinds = |results: &Results| -> BTreeSet<(String, u32)> {
        let used: BTreeSet<u32> = results.rows.iter().map(|row| row.machine).collect();
        let machines = used.iter().filter_map(|&at| results.manifest.machines.get(at as usize));
        machines.map(|machine| (machine.cpu.clone(), machine.cores)).collect()
    };
    let tell = |kinds: &BTreeSet<(String, u32)>| {
        kinds.iter().map(|(cpu, cores)| format!("{cores} × {cpu}")).collect::<Vec<_>>().join(" and ")
    };
    let (one, other) = (kinds(a), kinds(b));
    if one != other || one.len() > 1 {
        notes.push(format!(
            "the machines differ ({}; {}): times are told and not judged, expansions are",
            tell(&one),
            tell(&other)
        ));
        return false;
    }
    let ids = |results: &Results| -> BTreeSet<String> {
        results.manifest.machines.iter().map(|machine| machine.id.clone()).collect()
    };
    if ids(a) != ids(b) {
        notes.push(
            "the machines are of the same kind and not the same: a few percent may be theirs".to_owned(),
        );
    }
    true
}

fn look_at_rest(a: &Results, b: &Results, notes: &mut Vec<String>) {
    for (results, which) in [(a, "first"), (b, "second")] {
        if (results.rows.len() as u64) < results.planned {
            notes.push(format!(
                "the {which} is not complete: {} of {} runs",
                results.rows.len(),
                results.planned
            ));
        }
        let busy = results.rows.iter().filter(|row| row.load.is_some_and(|load| load > 1.25)).count();
        if busy > 0 {
            notes.push(format!(
                "{busy} runs of the {which} began on a busy machine: their times are too long"
            ));
        }
    }
}

/// The instances that are the same in both.
fn instances_in_both(one: &Digest, other: &Digest, notes: &mut Vec<String>) -> Vec<(usize, usize)> {
    let mut changed = 0;
    let pairs: Vec<(usize, usize)> = one
        .results
        .instances
        .iter()
        .enumerate()
        .filter_map(|(at, instance)| {
            let there = other.instance(&instance.id)?;
            let same = other.results.instances[there].text == instance.text;
            changed += usize::from(!same);
            same.then_some((at, there))
        })
        .collect();
    if changed > 0 {
        notes.push(format!("{changed} instances have the same name and another position: they are left out"));
    }
    let all = one.results.instances.len() + other.results.instances.len();
    let missing = all.saturating_sub(2 * (pairs.len() + changed));
    if missing > 0 {
        notes.push(format!("{missing} instances are in one of the two only"));
    }
    pairs
}

fn change(
    one: &Digest,
    other: &Digest,
    (a, b): (usize, usize),
    pairs: &[(usize, usize)],
    judged: bool,
) -> Change {
    let name = |at: usize| one.results.instances[at].id.clone();
    let both = |measure: Measure| -> Vec<(usize, f64, f64)> {
        let values = |&(here, there): &(usize, usize)| {
            let (old, new) = (one.cell(a, here).value(measure)?, other.cell(b, there).value(measure)?);
            Some((here, floor(old, measure), floor(new, measure)))
        };
        pairs.iter().filter_map(values).collect()
    };
    let noise = match (noise(one, a), noise(other, b)) {
        (Some(old), Some(new)) => Some(old.max(new)),
        (old, new) => old.or(new),
    };
    let times = both(Measure::Time);
    let least = noise.map_or(LEAST_BLIND, |noise| noise.max(LEAST));
    let counts = both(Measure::Expanded);
    let mut slowest: Vec<(String, f64)> = times.iter().map(|&(at, old, new)| (name(at), new / old)).collect();
    slowest.sort_by(|x, y| y.1.total_cmp(&x.1));
    slowest.truncate(NAMED);
    let mut told = Change {
        algorithm: one.algorithms[a].clone(),
        time: judge(&times, least, judged),
        noise,
        expanded: judge(&counts, LEAST_EXPANDED, true),
        other_counts: counts.iter().filter(|(_, old, new)| old.to_bits() != new.to_bits()).count(),
        lost: Vec::new(),
        gained: Vec::new(),
        decided_p: 1.0,
        dearer: Vec::new(),
        cheaper: Vec::new(),
        contradicted: Vec::new(),
        new_errors: other.summaries[b].runs.errors.saturating_sub(one.summaries[a].runs.errors),
        slowest,
        worse: Vec::new(),
    };
    for &(here, there) in pairs {
        let (old, new) = (one.cell(a, here), other.cell(b, there));
        if old.runs == 0 || new.runs == 0 {
            continue;
        }
        match (old.is_decided(), new.is_decided()) {
            (true, false) => told.lost.push(name(here)),
            (false, true) => told.gained.push(name(here)),
            _ => {}
        }
        if let (Some(was), Some(is)) = (old.optimal, new.optimal)
            && was != is
        {
            told.contradicted.push((name(here), was, is));
        } else if let (Some(was), Some(is)) = (old.cost, new.cost) {
            match is.cmp(&was) {
                std::cmp::Ordering::Greater => told.dearer.push((name(here), was, is)),
                std::cmp::Ordering::Less => told.cheaper.push((name(here), was, is)),
                std::cmp::Ordering::Equal => {}
            }
        }
    }
    told.decided_p = mcnemar(told.lost.len() as u64, told.gained.len() as u64);
    told
}

fn judge(pairs: &[(usize, f64, f64)], least: f64, judged: bool) -> Option<Ratio> {
    let values: Vec<(f64, f64)> = pairs.iter().map(|(_, old, new)| (*old, *new)).collect();
    let interval: Interval = ratio(&values)?;
    let logs: Vec<f64> = values.iter().map(|(old, new)| (new / old).ln()).collect();
    let verdict = if !judged || pairs.len() < FEWEST {
        Verdict::Unknown
    } else if !interval.excludes(1.0) {
        Verdict::Same
    } else if interval.middle > 1.0 + least {
        Verdict::Worse
    } else if interval.middle < 1.0 / (1.0 + least) {
        Verdict::Better
    } else {
        Verdict::Same
    };
    let Interval { middle, low, high, instances } = interval;
    Some(Ratio { ratio: middle, low, high, instances, p: wilcoxon(&logs), least, verdict })
}

fn correct(changes: &mut [Change], which: impl Fn(&mut Change) -> Option<&mut Ratio>) {
    let ps: Vec<f64> =
        changes.iter_mut().filter_map(|change| which(change).and_then(|ratio| ratio.p)).collect();
    let mut corrected = holm(&ps).into_iter();
    for change in changes {
        if let Some(ratio) = which(change)
            && ratio.p.is_some()
        {
            ratio.p = corrected.next();
        }
    }
}

fn conclude(change: &mut Change) {
    let verdict = |ratio: Option<Ratio>| ratio.map(|ratio| ratio.verdict);
    if verdict(change.time) == Some(Verdict::Worse) {
        change.worse.push("slower".to_owned());
    }
    if verdict(change.expanded) == Some(Verdict::Worse) {
        change.worse.push("more expansions".to_owned());
    }
    if change.lost.len() > change.gained.len() && change.decided_p < ALPHA {
        change.worse.push("decides less".to_owned());
    }
    if change.dearer.len() > change.cheaper.len()
        && mcnemar(change.dearer.len() as u64, change.cheaper.len() as u64) < ALPHA
    {
        change.worse.push("dearer solutions".to_owned());
    }
    if !change.contradicted.is_empty() {
        change.worse.push("another proven optimum".to_owned());
    }
    if change.new_errors > 0 {
        change.worse.push("new errors".to_owned());
    }
}

/// How a comparison reads on a terminal.
pub fn told(comparison: &Comparison) -> String {
    use std::fmt::Write;

    use crate::units::{p, percent, times};
    let mut out = String::new();
    for note in &comparison.notes {
        let _ = writeln!(out, "note: {note}");
    }
    let ratio = |ratio: Option<Ratio>| {
        ratio.map_or_else(
            || "–".to_owned(),
            |ratio| {
                let word = match ratio.verdict {
                    Verdict::Worse => "worse",
                    Verdict::Better => "better",
                    Verdict::Same => "no change",
                    Verdict::Unknown => "not judged",
                };
                let probability = ratio.p.map_or_else(String::new, |found| format!(", p {}", p(found)));
                let ends = if ratio.low.is_finite() && ratio.high.is_finite() && ratio.low > 0.0 {
                    format!(" ({} – {})", times(ratio.low), times(ratio.high))
                } else {
                    String::new()
                };
                format!(
                    "{}{ends} over {} instances{probability}: {word}",
                    times(ratio.ratio),
                    ratio.instances
                )
            },
        )
    };
    let named = |list: &[String]| {
        let more = list.len().saturating_sub(NAMED);
        let end = if more > 0 { format!(" and {more} more") } else { String::new() };
        list.iter().take(NAMED).cloned().collect::<Vec<_>>().join(", ") + &end
    };
    let costs = |list: &[(String, u32, u32)]| {
        named(&list.iter().map(|(id, was, is)| format!("{id} {was} → {is}")).collect::<Vec<_>>())
    };
    for change in &comparison.changes {
        let _ = writeln!(out, "{}", change.algorithm);
        let _ = writeln!(out, "  time        {}", ratio(change.time));
        let noise = change.noise.map_or_else(
            || format!("unknown without repeats; {} is asked for", percent(LEAST_BLIND)),
            |noise| format!("± {}; {} is asked for", percent(noise), percent(noise.max(LEAST))),
        );
        let _ = writeln!(out, "  noise       {noise}");
        let _ = writeln!(
            out,
            "  expansions  {}; {} instances have another count",
            ratio(change.expanded),
            change.other_counts
        );
        if !(change.lost.is_empty() && change.gained.is_empty()) {
            let _ = writeln!(
                out,
                "  decided     lost {} ({}), gained {} ({}), p {}",
                change.lost.len(),
                named(&change.lost),
                change.gained.len(),
                named(&change.gained),
                p(change.decided_p)
            );
        }
        for (what, list) in
            [("dearer", &change.dearer), ("cheaper", &change.cheaper), ("contradict", &change.contradicted)]
        {
            if !list.is_empty() {
                let _ = writeln!(out, "  {what:<12}{}", costs(list));
            }
        }
        if change.time.is_some_and(|time| time.verdict == Verdict::Worse) {
            let list: Vec<String> =
                change.slowest.iter().map(|(id, ratio)| format!("{id} {}", times(*ratio))).collect();
            let _ = writeln!(out, "  slowest     {}", named(&list));
        }
        if change.new_errors > 0 {
            let _ = writeln!(out, "  errors      {} more than before", change.new_errors);
        }
        if !change.worse.is_empty() {
            let _ = writeln!(out, "  WORSE       {}", change.worse.join(", "));
        }
    }
    let worse: BTreeMap<&str, usize> = comparison.changes.iter().flat_map(|change| &change.worse).fold(
        BTreeMap::new(),
        |mut counts, word| {
            *counts.entry(word.as_str()).or_default() += 1;
            counts
        },
    );
    let _ = if comparison.changes.is_empty() {
        Ok(())
    } else if worse.is_empty() {
        writeln!(out, "nothing became worse")
    } else {
        let list: Vec<String> = worse.iter().map(|(word, count)| format!("{word} ({count})")).collect();
        writeln!(out, "worse: {}", list.join(", "))
    };
    out
}
