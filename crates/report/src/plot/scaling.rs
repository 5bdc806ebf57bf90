//! How the effort grows with a feature of the instances: their size, the number of robots, a probability.

use super::axis::{Axis, Unit};
use super::kinds::{WIDE, legend, pick, tell, unit, value};
use super::sketch::{Layer, Look, Point, Sketch};
use crate::digest::{Digest, Measure};
use crate::stats::{Fit, Shape, fit, median};
use crate::words::Said;

/// With more instances than this the points would be a wall; the medians stand alone.
const POINTS: usize = 4000;
/// A feature with more different values than this has no median at each.
const STEPS: usize = 400;

/// A law that explains less of the variance than this is none.
const CLEAR: f64 = 0.3;

/// A growth that was fitted.
#[derive(Clone, Debug)]
pub struct Growth {
    /// The algorithm, by its place.
    pub algorithm: usize,
    /// Against what.
    pub feature: String,
    /// Of what.
    pub measure: Measure,
    /// The law.
    pub fit: Fit,
}

impl Growth {
    /// The law for people: `×2.31 for each more`, `∝ n^3.2`.
    pub fn law(&self) -> String {
        law(&self.fit)
    }
}

fn law(fit: &Fit) -> String {
    match fit.shape {
        Shape::Exponential => format!("×{:.3} / +1", fit.rate),
        Shape::Power => format!("∝ x^{:.2}", fit.rate),
    }
}

/// A feature's name as part of a file's name.
fn safe(feature: &str) -> String {
    feature.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect()
}

/// What the optimal length is called where a feature could stand.
pub(super) const COST: &str = "cost";

/// The features that the campaign wants to see, or all.
pub(super) fn axes<'a>(digest: &Digest<'a>) -> Vec<&'a str> {
    let axis = digest.wishes.axis.as_deref();
    digest.features().into_iter().filter(|feature| axis.is_none_or(|axis| axis == *feature)).collect()
}

/// All growths that can be fitted and explain something, against the optimal length too.
pub fn growths(digest: &Digest) -> Vec<Growth> {
    let mut found = Vec::new();
    for feature in [COST].into_iter().chain(axes(digest)) {
        for measure in [Measure::Time, Measure::Expanded] {
            for algorithm in 0..digest.algorithms.len() {
                if let Some(fit) = law_of(digest, algorithm, feature, measure).filter(|fit| fit.r2 >= CLEAR) {
                    found.push(Growth { algorithm, feature: feature.to_owned(), measure, fit });
                }
            }
        }
    }
    found
}

/// The least distance between two different values.
fn apart(values: impl Iterator<Item = f64>) -> f64 {
    let mut sorted: Vec<f64> = values.collect();
    sorted.sort_unstable_by(f64::total_cmp);
    let gaps = sorted.windows(2).map(|pair| pair[1] - pair[0]).filter(|gap| *gap > 0.0);
    gaps.fold(f64::INFINITY, f64::min).min(f64::MAX)
}

/// Where an instance stands on an axis: its feature, or its optimal length.
fn place(digest: &Digest, axis: &str, instance: usize) -> Option<f64> {
    let feature = digest.results.instances[instance].features.get(axis).copied();
    feature.or_else(|| digest.optimal[instance].filter(|_| axis == COST).map(f64::from))
}

/// The median at each value of an axis, with the instance that is nearest to it and how many there are. What was tried and not decided
/// counts as above everything, so that a limit does not make the hard ones look easy; where that is the median, there is none.
pub(super) fn medians(
    digest: &Digest,
    algorithm: usize,
    axis: &str,
    measure: Measure,
) -> Vec<(f64, f64, usize, usize)> {
    let mut tried: Vec<(f64, f64, usize)> = Vec::new();
    for at in 0..digest.results.instances.len() {
        let cell = digest.cell(algorithm, at);
        if let Some(x) = place(digest, axis, at).filter(|_| cell.runs > cell.errors) {
            tried.push((x, value(digest, algorithm, at, measure).unwrap_or(f64::INFINITY), at));
        }
    }
    tried.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    tried
        .chunk_by(|a, b| a.0.total_cmp(&b.0).is_eq())
        .filter_map(|same| {
            let middle = median(&same.iter().map(|entry| entry.1).collect::<Vec<_>>())?;
            let typical = same[(same.len() - 1) / 2];
            middle.is_finite().then_some((typical.0, middle, typical.2, same.len()))
        })
        .collect()
}

/// The law of the medians.
fn law_of(digest: &Digest, algorithm: usize, axis: &str, measure: Measure) -> Option<Fit> {
    let medians = medians(digest, algorithm, axis, measure);
    fit(&medians.iter().map(|(x, y, ..)| (*x, *y)).collect::<Vec<_>>())
}

/// The law of an algorithm on an axis, in words.
pub(super) fn gist(digest: &Digest, algorithm: usize, axis: &str, measure: Measure) -> Said {
    let name = &digest.algorithms[algorithm];
    let law = law_of(digest, algorithm, axis, measure);
    let r2 = law.map_or_else(|| "–".to_owned(), |fit| format!("{:.3}", fit.r2));
    match law.filter(|fit| fit.r2 >= CLEAR) {
        Some(fit) => Said::new("gist.fit").gap("algorithm", name).gap("law", self::law(&fit)).gap("r2", r2),
        None => Said::new("gist.nofit").gap("algorithm", name).gap("r2", r2),
    }
}

/// The measure against a feature: the median at each of its values, the instances themselves, the fitted law.
pub(super) fn scaling(digest: &Digest, feature: &str, measure: Measure) -> Option<Sketch> {
    let instances = &digest.results.instances;
    let values = || instances.iter().filter_map(|instance| instance.features.get(feature).copied());
    let (mut layers, mut gist, mut all) = (Vec::new(), Vec::new(), Vec::new());
    let apart = apart(values());
    let count = digest.algorithms.len() as f64;
    for (a, name) in digest.algorithms.iter().enumerate() {
        // Side by side, so that they do not hide each other.
        let aside = apart * 0.3 * (a as f64 - (count - 1.0) / 2.0) / count;
        let medians = medians(digest, a, feature, measure);
        if medians.is_empty() || medians.len() > STEPS {
            continue;
        }
        if instances.len() <= POINTS {
            let dots = dots(digest, a, feature, measure, aside);
            all.extend(dots.iter().map(|point| point.y));
            layers.push(Layer::Marks { look: Look(a), name: name.clone(), points: dots, faint: true });
        }
        gist.push(self::gist(digest, a, feature, measure));
        let clear = law_of(digest, a, feature, measure).filter(|fit| fit.r2 >= CLEAR);
        if let (Some(fit), Some(first), Some(last)) = (clear, medians.first(), medians.last()) {
            let along = |n: i32| first.0 + (last.0 - first.0) * f64::from(n) / 48.0;
            let points = (0..=48).map(along).map(|x| (x, fit.at(x))).collect();
            layers.push(Layer::Curve { look: Look(a), name: name.clone(), points, step: false, thin: true });
        }
        all.extend(medians.iter().map(|median| median.1));
        let marks = medians.into_iter().map(|(x, y, typical, many)| {
            let (told, id) = (tell(measure, y), &instances[typical].id);
            let tip = format!("{feature} {x}: {name} {told} (n = {many}), {id}");
            Point { x: x + aside, y, instance: Some(typical), tip }
        });
        layers.push(Layer::Marks {
            look: Look(a),
            name: name.clone(),
            points: marks.collect(),
            faint: false,
        });
    }
    if all.is_empty() {
        return None;
    }
    let named = pick(measure, "plot.scaling.time", "plot.scaling.expanded");
    Some(Sketch {
        id: format!("{}-{}", pick(measure, "scaling-time", "scaling-expanded"), safe(feature)),
        title: Said::new(named).gap("feature", feature),
        gist,
        size: WIDE,
        x: Axis::linear(
            Said::new("axis.feature").gap("feature", feature),
            Unit::Plain,
            values().flat_map(|x| [x - apart * 0.15, x + apart * 0.15]),
            false,
        ),
        y: Axis::log(
            Said::new(pick(measure, "axis.time", "axis.expanded")),
            unit(measure),
            all.iter().copied(),
        ),
        legend: legend(digest, true),
        layers,
    })
}

/// Every instance that was decided, as a small point.
fn dots(digest: &Digest, algorithm: usize, feature: &str, measure: Measure, aside: f64) -> Vec<Point> {
    let name = &digest.algorithms[algorithm];
    let instances = digest.results.instances.iter().enumerate();
    instances
        .filter_map(|(at, instance)| {
            let (x, y) =
                instance.features.get(feature).copied().zip(value(digest, algorithm, at, measure))?;
            let tip = format!("{}: {name} {}", instance.id, tell(measure, y));
            Some(Point { x: x + aside, y, instance: Some(at), tip })
        })
        .collect()
}

/// Values of the rows that a plot shows: chances. What a solution counts besides its cost, and what a game is made of, is no measure of an
/// algorithm.
pub(super) fn values(digest: &Digest) -> Vec<String> {
    let known = digest.results.rows.iter().any(|row| row.values.contains_key("chance"));
    known.then(|| "chance".to_owned()).into_iter().collect()
}

/// A value of the rows against a feature of the instances: medians, and the instances themselves, each joined through its values.
pub(super) fn value_against(digest: &Digest, value: &str, feature: &str) -> Option<Sketch> {
    let instances = &digest.results.instances;
    let (mut layers, mut gist, mut all) = (Vec::new(), Vec::new(), Vec::new());
    for (a, name) in digest.algorithms.iter().enumerate() {
        let mut dots = Vec::new();
        for (at, instance) in instances.iter().enumerate() {
            let found = digest.cell(a, at).values.get(value);
            if let (Some(&x), Some(&y)) = (instance.features.get(feature), found) {
                let tip = format!("{}: {name} {value} {y:.4}", instance.id);
                dots.push(Point { x, y, instance: Some(at), tip });
            }
        }
        dots.sort_by(|a, b| a.x.total_cmp(&b.x));
        let medians: Vec<Point> = dots
            .chunk_by(|a, b| a.x.total_cmp(&b.x).is_eq())
            .filter_map(|same| {
                let middle = median(&same.iter().map(|point| point.y).collect::<Vec<_>>())?;
                let tip = format!("{feature} {}: {name} {middle:.4} (n = {})", same[0].x, same.len());
                Some(Point { x: same[0].x, y: middle, instance: None, tip })
            })
            .collect();
        let (Some(first), Some(last)) = (medians.first(), medians.last()) else { continue };
        let told = |value: f64| format!("{value:.3}");
        gist.push(
            Said::new("gist.value")
                .gap("algorithm", name)
                .gap("first", told(first.y))
                .gap("low", first.x.to_string())
                .gap("last", told(last.y))
                .gap("high", last.x.to_string()),
        );
        all.extend(dots.iter().map(|point| (point.x, point.y)));
        let points = medians.iter().map(|point| (point.x, point.y)).collect();
        layers.push(Layer::Marks { look: Look(a), name: name.clone(), points: dots, faint: true });
        layers.push(Layer::Curve { look: Look(a), name: name.clone(), points, step: false, thin: false });
        layers.push(Layer::Marks { look: Look(a), name: name.clone(), points: medians, faint: false });
    }
    let title = Said::new("plot.value").gap("value", value).gap("feature", feature);
    (!all.is_empty()).then(|| Sketch {
        id: format!("value-{value}-{}", safe(feature)),
        title,
        gist,
        size: WIDE,
        x: Axis::linear(
            Said::new("axis.feature").gap("feature", feature),
            Unit::Plain,
            all.iter().map(|point| point.0),
            false,
        ),
        y: Axis::linear(
            Said::new("axis.feature").gap("feature", value),
            Unit::Plain,
            all.iter().map(|point| point.1),
            true,
        ),
        legend: legend(digest, true),
        layers,
    })
}
