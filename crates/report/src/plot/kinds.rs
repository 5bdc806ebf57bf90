//! The kinds of plots that every set of results has.

use std::collections::{BTreeMap, BTreeSet};

use super::axis::{Axis, Unit};
use super::scaling::{self, COST, medians};
use super::sketch::{Layer, Look, Point, Sketch};
use crate::digest::{Digest, Measure, floor};
use crate::elo::Standing;
use crate::stats::{median, quantile, ratio};
use crate::units::{nodes, seconds, times, whole};
use crate::words::Said;

pub(super) const WIDE: (f64, f64) = (580.0, 370.0);
const SQUARE: (f64, f64) = (500.0, 500.0);
/// A marker stands on at most so many points of a curve.
const MARKED: usize = 12;

pub(super) fn unit(measure: Measure) -> Unit {
    match measure {
        Measure::Time => Unit::Seconds,
        Measure::Expanded => Unit::Count,
    }
}

pub(super) fn tell(measure: Measure, value: f64) -> String {
    match measure {
        Measure::Time => seconds(value),
        Measure::Expanded => nodes(value),
    }
}

pub(super) fn pick<T>(measure: Measure, time: T, expanded: T) -> T {
    match measure {
        Measure::Time => time,
        Measure::Expanded => expanded,
    }
}

/// What was measured, for a logarithmic axis.
pub(super) fn value(digest: &Digest, algorithm: usize, instance: usize, measure: Measure) -> Option<f64> {
    digest.cell(algorithm, instance).value(measure).map(|value| floor(value, measure))
}

pub(super) fn legend(digest: &Digest, line: bool) -> Vec<(Look, String, bool)> {
    digest.algorithms.iter().enumerate().map(|(a, name)| (Look(a), name.clone(), line)).collect()
}

/// How many instances were decided within a time, for each algorithm: the higher and the more to the left, the better.
pub(super) fn cactus(digest: &Digest, measure: Measure) -> Option<Sketch> {
    let instances = &digest.results.instances;
    let (mut layers, mut gist, mut all) = (Vec::new(), Vec::new(), Vec::new());
    for (a, name) in digest.algorithms.iter().enumerate() {
        let mut solved: Vec<(f64, usize)> =
            (0..instances.len()).filter_map(|at| Some((value(digest, a, at, measure)?, at))).collect();
        solved.sort_by(|a, b| a.0.total_cmp(&b.0));
        all.extend(solved.iter().map(|entry| entry.0));
        let points: Vec<(f64, f64)> =
            solved.iter().enumerate().map(|(n, (value, _))| (*value, (n + 1) as f64)).collect();
        // Markers at different places of each curve, so that they do not hide each other.
        let every = solved.len().div_ceil(MARKED).max(1);
        let marked = solved
            .iter()
            .enumerate()
            .filter(|(n, _)| solved.len() <= 40 || n % every == (a * every / 5) % every);
        let marks = marked.map(|(n, &(value, at))| Point {
            x: value,
            y: (n + 1) as f64,
            instance: Some(at),
            tip: format!("{}: {name} {}", instances[at].id, tell(measure, value)),
        });
        let marks = marks.collect();
        let values: Vec<f64> = solved.iter().map(|entry| entry.0).collect();
        let tried = digest.summaries[a].tried.to_string();
        let half = median(&values).map_or("–".to_owned(), |median| tell(measure, median));
        gist.push(
            Said::new("gist.cactus")
                .gap("algorithm", name)
                .gap("n", values.len().to_string())
                .gap("of", tried)
                .gap("median", half),
        );
        layers.push(Layer::Curve { look: Look(a), name: name.clone(), points, step: true, thin: false });
        layers.push(Layer::Marks { look: Look(a), name: name.clone(), points: marks, faint: false });
    }
    let most = digest.summaries.iter().map(|summary| summary.tried).max().unwrap_or(0) as f64;
    (!all.is_empty()).then(|| Sketch {
        id: pick(measure, "cactus-time", "cactus-expanded").to_owned(),
        title: Said::new(pick(measure, "plot.cactus.time", "plot.cactus.expanded")),
        gist,
        size: WIDE,
        x: Axis::log(
            Said::new(pick(measure, "axis.time", "axis.expanded")),
            unit(measure),
            all.iter().copied(),
        ),
        y: Axis::linear(Said::new("axis.decided"), Unit::Count, [0.0, most].into_iter(), true),
        legend: legend(digest, true),
        layers,
    })
}

/// One algorithm against another, a point an instance. What one of them did not decide stands on its rim.
pub(super) fn scatter(digest: &Digest, a: usize, b: usize, measure: Measure) -> Option<Sketch> {
    let instances = &digest.results.instances;
    let found: Vec<(usize, Option<f64>, Option<f64>)> = (0..instances.len())
        .filter(|&at| digest.cell(a, at).runs > 0 && digest.cell(b, at).runs > 0)
        .map(|at| (at, value(digest, a, at, measure), value(digest, b, at, measure)))
        .filter(|(_, x, y)| x.is_some() || y.is_some())
        .collect();
    let pairs: Vec<(f64, f64)> = found.iter().filter_map(|(_, x, y)| x.zip(*y)).collect();
    let ratio = ratio(&pairs)?;
    let known = || found.iter().flat_map(|(_, x, y)| [*x, *y]).flatten();
    let (one, other) = (&digest.algorithms[a], &digest.algorithms[b]);
    // The rim lies beyond the greatest value.
    let rim = known().fold(0.0, f64::max) * 3.0;
    let on =
        |name: &String| Said::new(pick(measure, "axis.of.time", "axis.of.expanded")).gap("algorithm", name);
    let rimmed = found.iter().any(|(_, x, y)| x.is_none() || y.is_none());
    let end = if rimmed { rim } else { 0.0 };
    let axis = |name| Axis::log(on(name), unit(measure), known().chain((end > 0.0).then_some(end)));
    let (x, y) = (axis(one), axis(other));
    let told = |value: Option<f64>| value.map_or("–".to_owned(), |value| tell(measure, value));
    let points = found.iter().map(|&(at, on_x, on_y)| Point {
        x: on_x.unwrap_or(rim),
        y: on_y.unwrap_or(rim),
        instance: Some(at),
        tip: format!("{}: {one} {}, {other} {}", instances[at].id, told(on_x), told(on_y)),
    });
    let (only_a, only_b) = (
        found.iter().filter(|(_, _, y)| y.is_none()).count(),
        found.iter().filter(|(_, x, _)| x.is_none()).count(),
    );
    let low = 10f64.powf(x.range.0);
    let mut layers = vec![Layer::Rule { from: (low, low), to: (x.last(), x.last()), dashed: false }];
    if rimmed {
        layers.push(Layer::Rule { from: (rim, low), to: (rim, x.last()), dashed: true });
        layers.push(Layer::Rule { from: (low, rim), to: (x.last(), rim), dashed: true });
    }
    let points: Vec<Point> = points.collect();
    layers.push(Layer::Marks { look: Look(b), name: other.clone(), points, faint: false });
    let gist = Said::new("gist.scatter")
        .gap("n", pairs.len().to_string())
        .gap("a", one)
        .gap("b", other)
        .gap("ratio", times(ratio.middle))
        .gap("low", times(ratio.low))
        .gap("high", times(ratio.high))
        .gap("below", pairs.iter().filter(|(x, y)| y < x).count().to_string())
        .gap("only_a", only_a.to_string())
        .gap("only_b", only_b.to_string());
    Some(Sketch {
        id: format!("{}-{a}-{b}", pick(measure, "scatter-time", "scatter-expanded")),
        title: Said::new(pick(measure, "plot.scatter.time", "plot.scatter.expanded"))
            .gap("a", one)
            .gap("b", other),
        gist: vec![gist],
        size: SQUARE,
        x,
        y,
        legend: Vec::new(),
        layers,
    })
}

/// How many instances have which optimal length.
pub(super) fn lengths(digest: &Digest) -> Option<Sketch> {
    let mut counts: BTreeMap<u32, u64> = BTreeMap::new();
    for length in digest.optimal.iter().flatten() {
        *counts.entry(*length).or_default() += 1;
    }
    let (&low, &high) = counts.keys().next().zip(counts.keys().next_back())?;
    // Many different lengths share bars of a round width.
    let span = f64::from(high - low) + 1.0;
    let width = [1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0, 1e4, 1e5, 1e6, 1e7, 1e8];
    let width = width.into_iter().find(|width| span / width <= 60.0).unwrap_or(span);
    let mut bars: BTreeMap<u64, u64> = BTreeMap::new();
    for (length, count) in &counts {
        *bars.entry((f64::from(*length) / width) as u64).or_default() += count;
    }
    let most = bars.values().max().copied().unwrap_or(0) as f64;
    let mode = counts.iter().max_by_key(|(length, count)| (**count, std::cmp::Reverse(**length)))?.0;
    let all: u64 = counts.values().sum();
    let bars = bars.iter().map(|(&at, &count)| {
        let first = at as f64 * width;
        let range = if width > 1.0 {
            format!("{}–{}", whole(first), whole(first + width - 1.0))
        } else {
            whole(first)
        };
        (first + (width - 1.0) / 2.0, 0.0, count as f64, format!("{range}: {count}"))
    });
    let bars = bars.collect();
    let gist = Said::new("gist.lengths").gap("n", all.to_string()).gap("low", low.to_string());
    Some(Sketch {
        id: "lengths".to_owned(),
        title: Said::new("plot.lengths"),
        gist: vec![gist.gap("high", high.to_string()).gap("mode", mode.to_string())],
        size: (580.0, 260.0),
        x: Axis::linear(
            Said::new("axis.length"),
            Unit::Count,
            [f64::from(low) - width / 2.0, f64::from(high) + width / 2.0].into_iter(),
            false,
        ),
        y: Axis::linear(Said::new("axis.instances"), Unit::Count, [0.0, most].into_iter(), true),
        legend: Vec::new(),
        layers: vec![Layer::Bars { look: Look(0), name: "lengths".to_owned(), bars, width: width * 0.86 }],
    })
}

/// The classic one: how the effort grows with the length of the shortest solution.
pub(super) fn by_length(digest: &Digest, measure: Measure) -> Option<Sketch> {
    let lengths: BTreeSet<u32> = digest.optimal.iter().flatten().copied().collect();
    if lengths.len() < 2 {
        return None;
    }
    let (mut layers, mut gist, mut all) = (Vec::new(), Vec::new(), Vec::new());
    for (a, name) in digest.algorithms.iter().enumerate() {
        let medians = medians(digest, a, COST, measure);
        if let (Some(first), Some(last)) = (medians.first(), medians.last()) {
            gist.push(
                Said::new("gist.by_length")
                    .gap("algorithm", name)
                    .gap("first", tell(measure, first.1))
                    .gap("low", whole(first.0))
                    .gap("last", tell(measure, last.1))
                    .gap("high", whole(last.0)),
            );
            gist.push(scaling::gist(digest, a, COST, measure));
        }
        all.extend(medians.iter().map(|median| median.1));
        let points = medians.iter().map(|median| (median.0, median.1)).collect();
        layers.push(Layer::Curve { look: Look(a), name: name.clone(), points, step: false, thin: false });
        let marks = medians.into_iter().map(|(x, y, typical, many)| {
            let (told, id) = (tell(measure, y), &digest.results.instances[typical].id);
            Point { x, y, instance: Some(typical), tip: format!("{x}: {name} {told} (n = {many}), {id}") }
        });
        layers.push(Layer::Marks {
            look: Look(a),
            name: name.clone(),
            points: marks.collect(),
            faint: false,
        });
    }
    let range = lengths.iter().map(|length| f64::from(*length));
    (!all.is_empty()).then(|| Sketch {
        id: pick(measure, "length-time", "length-expanded").to_owned(),
        title: Said::new(pick(measure, "plot.by_length.time", "plot.by_length.expanded")),
        gist,
        size: WIDE,
        x: Axis::linear(Said::new("axis.length"), Unit::Count, range, false),
        y: Axis::log(
            Said::new(pick(measure, "axis.time", "axis.expanded")),
            unit(measure),
            all.iter().copied(),
        ),
        legend: legend(digest, true),
        layers,
    })
}

/// The spread of each algorithm over the instances that all decided.
pub(super) fn boxes(digest: &Digest, measure: Measure) -> Option<Sketch> {
    let (mut layers, mut gist, mut all) = (Vec::new(), Vec::new(), Vec::new());
    let count = digest.algorithms.len();
    for (a, name) in digest.algorithms.iter().enumerate() {
        let values: Vec<f64> = digest.common.iter().filter_map(|&at| value(digest, a, at, measure)).collect();
        let five: Option<Vec<f64>> =
            [0.05, 0.25, 0.5, 0.75, 0.95].iter().map(|part| quantile(&values, *part)).collect();
        let Some(Ok(five)) = five.map(<[f64; 5]>::try_from) else { continue };
        all.extend(five);
        let said = Said::new("gist.box").gap("algorithm", name).gap("median", tell(measure, five[2]));
        let said = said.gap("low", tell(measure, five[1])).gap("high", tell(measure, five[3]));
        let tip = said.english();
        gist.push(said);
        layers.push(Layer::Box { look: Look(a), name: name.clone(), y: (count - 1 - a) as f64, five, tip });
    }
    let names: Vec<String> = digest.algorithms.iter().rev().cloned().collect();
    // A box of a few instances says less than their points do.
    (!all.is_empty() && digest.common.len() >= 8).then(|| Sketch {
        id: pick(measure, "boxes-time", "boxes-expanded").to_owned(),
        title: Said::new(pick(measure, "plot.boxes.time", "plot.boxes.expanded")),
        gist,
        size: (580.0, 80.0 + 34.0 * count as f64),
        x: Axis::log(
            Said::new(pick(measure, "axis.time", "axis.expanded")),
            unit(measure),
            all.iter().copied(),
        ),
        y: Axis::names(Said::new("axis.none"), &names),
        legend: Vec::new(),
        layers,
    })
}

/// The ratings of a tournament.
pub(super) fn elo(standing: &Standing) -> Sketch {
    let count = standing.players.len();
    let (mut layers, mut gist) = (Vec::new(), Vec::new());
    for (at, (player, elo)) in standing.players.iter().zip(&standing.elo).enumerate() {
        let said = Said::new("gist.elo").gap("player", player).gap("elo", whole(elo.middle));
        let said = said.gap("low", whole(elo.low)).gap("high", whole(elo.high));
        let tip = said.english();
        gist.push(said);
        let y = (count - 1 - at) as f64;
        let (low, middle, high) = (elo.low, elo.middle, elo.high);
        layers.push(Layer::Range { look: Look(at), name: player.clone(), y, low, middle, high, tip });
    }
    let names: Vec<String> = standing.players.iter().rev().cloned().collect();
    let ends = standing.elo.iter().flat_map(|elo| [elo.low, elo.high]);
    Sketch {
        id: "elo".to_owned(),
        title: Said::new("plot.elo"),
        gist,
        size: (580.0, 80.0 + 30.0 * count as f64),
        x: Axis::linear(Said::new("axis.elo"), Unit::Plain, ends, false),
        y: Axis::names(Said::new("axis.none"), &names),
        legend: Vec::new(),
        layers,
    }
}
