//! Two algorithms on the same instances, and the noise of the measuring.

use crate::digest::{Digest, Measure, floor};
use crate::stats::{Interval, holm, mcnemar, ratio, wilcoxon};

/// Up to so many algorithms each is compared with each; with more, each with the first.
const EACH_WITH_EACH: usize = 5;

/// Two algorithms on the instances that both decided.
#[derive(Clone, Debug)]
pub struct Pair {
    /// The one, by its place.
    pub a: usize,
    /// The other.
    pub b: usize,
    /// The time of `b` over that of `a`: geometric mean and interval.
    pub time: Option<Interval>,
    /// How probable such a difference is by chance, corrected for the number of pairs.
    pub time_p: Option<f64>,
    /// The same of the expanded nodes.
    pub expanded: Option<Interval>,
    /// Its probability.
    pub expanded_p: Option<f64>,
    /// Instances that `a` alone decided.
    pub only_a: u64,
    /// Instances that `b` alone decided.
    pub only_b: u64,
    /// How probable that is by chance, corrected in the same way.
    pub decided_p: f64,
}

/// All pairs worth comparing.
pub fn pairs(digest: &Digest) -> Vec<Pair> {
    let count = digest.algorithms.len();
    let firsts = if count <= EACH_WITH_EACH { count } else { 1 };
    let wished = wished(digest);
    let which: Vec<(usize, usize)> = if wished.is_empty() {
        (0..firsts).flat_map(|a| (a + 1..count).map(move |b| (a, b))).collect()
    } else {
        wished
    };
    let mut pairs: Vec<Pair> = which.into_iter().map(|(a, b)| pair(digest, a, b)).collect();
    correct(&mut pairs, |pair| pair.time_p.as_mut());
    correct(&mut pairs, |pair| pair.expanded_p.as_mut());
    correct(&mut pairs, |pair| Some(&mut pair.decided_p));
    pairs
}

/// The pairs that the campaign wants to see: the first that it names against each other one.
pub(crate) fn wished(digest: &Digest) -> Vec<(usize, usize)> {
    let place = |name: &String| digest.algorithms.iter().position(|known| known == name);
    let mut named = digest.wishes.compare.iter().filter_map(place);
    let Some(first) = named.next() else { return Vec::new() };
    named.filter(|other| *other != first).map(|other| (first, other)).collect()
}

fn pair(digest: &Digest, a: usize, b: usize) -> Pair {
    let compared = |measure| {
        let pairs: Vec<(f64, f64)> = digest
            .pairs(a, b, measure)
            .into_iter()
            .map(|(a, b)| (floor(a, measure), floor(b, measure)))
            .collect();
        let logs: Vec<f64> = pairs.iter().map(|(a, b)| (b / a).ln()).collect();
        (ratio(&pairs), wilcoxon(&logs))
    };
    let (time, time_p) = compared(Measure::Time);
    let (expanded, expanded_p) = compared(Measure::Expanded);
    let (mut only_a, mut only_b) = (0, 0);
    for at in 0..digest.results.instances.len() {
        let (one, other) = (digest.cell(a, at), digest.cell(b, at));
        if one.runs > 0 && other.runs > 0 {
            only_a += u64::from(one.is_decided() && !other.is_decided());
            only_b += u64::from(other.is_decided() && !one.is_decided());
        }
    }
    Pair { a, b, time, time_p, expanded, expanded_p, only_a, only_b, decided_p: mcnemar(only_a, only_b) }
}

fn correct(pairs: &mut [Pair], p: impl Fn(&mut Pair) -> Option<&mut f64>) {
    let ps: Vec<f64> = pairs.iter_mut().filter_map(|pair| p(pair).map(|p| *p)).collect();
    let mut corrected = holm(&ps).into_iter();
    for pair in pairs {
        if let (Some(p), Some(corrected)) = (p(pair), corrected.next()) {
            *p = corrected;
        }
    }
}

/// How far a program differs from itself: the even repeats against the odd ones, as if they were two programs. The interval of that
/// ratio has 1 in it or ought to; its farther end is what two measurements of the same thing may differ by. None without repeats.
pub fn noise(digest: &Digest, algorithm: usize) -> Option<f64> {
    let instances = 0..digest.results.instances.len();
    let halves: Vec<(f64, f64)> = instances.filter_map(|at| digest.cell(algorithm, at).halves).collect();
    let interval = ratio(&halves)?;
    let far = interval.high.ln().abs().max(interval.low.ln().abs());
    far.is_finite().then(|| far.exp() - 1.0)
}
