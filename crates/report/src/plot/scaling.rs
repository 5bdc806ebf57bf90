//! How the effort grows with a feature of the instances: their size, the number of robots, a probability.

use std::collections::BTreeMap;

use super::axis::{Axis, Unit};
use super::kinds::{legend, pick, tell, unit, value};
use super::sketch::{Layer, Look, Point, Sketch};
use crate::digest::{Digest, Measure};
use crate::stats::{Fit, Shape, fit, median};
use crate::words::Said;

/// With more instances than this at one place, the points would be a wall; the medians stand alone.
const POINTS: usize = 4000;
/// A feature with more different values than this is not fitted a median each.
const STEPS: usize = 400;

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

/// All growths that can be fitted.
pub fn growths(digest: &Digest) -> Vec<Growth> {
    let mut found = Vec::new();
    for feature in digest.features() {
        for measure in [Measure::Time, Measure::Expanded] {
            for algorithm in 0..digest.algorithms.len() {
                if let Some(fit) = fit(&points(digest, algorithm, feature, measure)) {
                    found.push(Growth { algorithm, feature: feature.to_owned(), measure, fit });
                }
            }
        }
    }
    found
}

fn points(digest: &Digest, algorithm: usize, feature: &str, measure: Measure) -> Vec<(f64, f64)> {
    let at = |(at, instance): (usize, &damier_campaign::Instance)| {
        Some((*instance.features.get(feature)?, value(digest, algorithm, at, measure)?))
    };
    digest.results.instances.iter().enumerate().filter_map(at).collect()
}

/// The measure against a feature: the median at each of its values, the instances themselves, the fitted law.
pub(super) fn scaling(digest: &Digest, feature: &str, measure: Measure) -> Option<Sketch> {
    let instances = &digest.results.instances;
    let values = || instances.iter().filter_map(|instance| instance.features.get(feature).copied());
    let (mut layers, mut gist, mut all) = (Vec::new(), Vec::new(), Vec::new());
    for (a, name) in digest.algorithms.iter().enumerate() {
        let mut by_place: BTreeMap<u64, Vec<(f64, usize)>> = BTreeMap::new();
        for (at, instance) in instances.iter().enumerate() {
            if let (Some(x), Some(y)) = (instance.features.get(feature), value(digest, a, at, measure)) {
                // Values above zero keep their order as bits, and a plot has no others that matter.
                by_place.entry(x.to_bits()).or_default().push((y, at));
                all.push(y);
            }
        }
        if by_place.is_empty() || by_place.len() > STEPS {
            continue;
        }
        let mut medians: Vec<Point> = Vec::new();
        for (bits, found) in &mut by_place {
            found.sort_by(|a, b| a.0.total_cmp(&b.0));
            let x = f64::from_bits(*bits);
            let typical = found[(found.len() - 1) / 2].1;
            let Some(middle) = median(&found.iter().map(|entry| entry.0).collect::<Vec<_>>()) else { continue };
            let told = tell(measure, middle);
            let tip = format!("{feature} {x}: {name} {told} (n = {}), {}", found.len(), instances[typical].id);
            medians.push(Point { x, y: middle, instance: Some(typical), tip });
        }
        medians.sort_by(|a, b| a.x.total_cmp(&b.x));
        let fitted = fit(&points(digest, a, feature, measure));
        if let (Some(fit), Some(first), Some(last)) = (fitted, medians.first(), medians.last()) {
            let steps = 48;
            let along = |n: i32| first.x + (last.x - first.x) * f64::from(n) / f64::from(steps);
            let curve = (0..=steps).map(along).map(|x| (x, fit.at(x))).collect();
            layers.push(Layer::Curve { look: Look(a), name: name.clone(), points: curve, step: false, thin: true });
            let law = law(&fit);
            gist.push(Said::new("gist.fit").gap("algorithm", name).gap("law", law).gap("r2", format!("{:.3}", fit.r2)));
        } else {
            gist.push(Said::new("gist.nofit").gap("algorithm", name));
        }
        layers.push(Layer::Marks { look: Look(a), name: name.clone(), points: medians });
    }
    if layers.is_empty() || all.is_empty() || all.len() > POINTS * 100 {
        return None;
    }
    let safe: String = feature.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    let named = pick(measure, "plot.scaling.time", "plot.scaling.expanded");
    Some(Sketch {
        id: format!("{}-{safe}", pick(measure, "scaling-time", "scaling-expanded")),
        title: Said::new(named).gap("feature", feature),
        gist,
        size: (760.0, 430.0),
        x: Axis::linear(Said::new("axis.feature").gap("feature", feature), Unit::Plain, values(), false),
        y: Axis::log(Said::new(pick(measure, "axis.time", "axis.expanded")), unit(measure), all.iter().copied()),
        legend: legend(digest, true),
        layers,
    })
}
