//! Confidence intervals by drawing the instances again.
//!
//! Percentile intervals with few instances; from 20 on, corrected for bias and acceleration (BCa).
//! Reference: B. Efron, Better bootstrap confidence intervals, 1987; B. Efron and R. Tibshirani, An Introduction to the Bootstrap, 1993,
//! chapters 13 and 14.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{mean, normal_cdf, normal_quantile, quantile_of_sorted};

/// How often the instances are drawn again.
pub const RESAMPLES: usize = 10_000;
/// From so many instances on, the interval is corrected for bias and acceleration.
const CORRECTED: usize = 20;
/// What is drawn is the same in every report.
const SEED: u64 = 0x64_61_6d_69_65_72;
/// Of more instances than this, so many are drawn a time: the interval of a mean narrows by √n, which is put right afterwards.
const DRAWN: usize = 1000;

/// An estimate and its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The estimate.
    pub middle: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// From how many instances.
    pub instances: usize,
}

impl Interval {
    /// The same with a growing function of its numbers.
    pub fn map(self, f: impl Fn(f64) -> f64) -> Interval {
        Interval { middle: f(self.middle), low: f(self.low), high: f(self.high), ..self }
    }

    /// Whether a number is outside.
    pub fn excludes(&self, value: f64) -> bool {
        value < self.low || value > self.high
    }
}

/// The geometric mean of ratios of pairs, `b` over `a`, with its interval. Pairs with a number that is not above zero are left out.
pub fn ratio(pairs: &[(f64, f64)]) -> Option<Interval> {
    let ratios = pairs.iter().filter(|(a, b)| *a > 0.0 && *b > 0.0).map(|(a, b)| (b / a).ln());
    let logs: Vec<f64> = ratios.filter(|log| log.is_finite()).collect();
    interval_of_mean(&logs).map(|interval| interval.map(f64::exp))
}

/// The mean of one number an instance, with its 95 % interval. None of nothing; of one instance the interval is everything.
pub fn interval_of_mean(values: &[f64]) -> Option<Interval> {
    drawn_with(SEED, values)
}

fn drawn_with(seed: u64, values: &[f64]) -> Option<Interval> {
    let instances = values.len();
    let middle = mean(values)?;
    if instances < 2 {
        return Some(Interval { middle, low: f64::NEG_INFINITY, high: f64::INFINITY, instances });
    }
    let mut chance = Xoshiro256PlusPlus::seed_from_u64(seed);
    let drawn = instances.min(DRAWN);
    let narrower = (drawn as f64 / instances as f64).sqrt();
    let mut means: Vec<f64> = (0..RESAMPLES)
        .map(|_| {
            let sum: f64 = (0..drawn).map(|_| values[chance.random_range(0..instances)]).sum();
            middle + (sum / drawn as f64 - middle) * narrower
        })
        .collect();
    means.sort_unstable_by(f64::total_cmp);
    let (below, above) =
        if instances < CORRECTED { (0.025, 0.975) } else { corrected(values, middle, &means) };
    let at = |part| quantile_of_sorted(&means, part).unwrap_or(middle);
    Some(Interval { middle, low: at(below), high: at(above), instances })
}

/// Which quantiles of the drawn means are the ends of the interval: BCa.
fn corrected(values: &[f64], middle: f64, means: &[f64]) -> (f64, f64) {
    // Rounding makes equal means differ in the last bits.
    let near = (middle.abs() + 1e-300) * 1e-12;
    let below = means.iter().filter(|mean| **mean < middle - near).count() as f64;
    let equal = means.iter().filter(|mean| (**mean - middle).abs() <= near).count() as f64;
    let bias = normal_quantile((below + equal / 2.0) / means.len() as f64);
    // The acceleration by the jackknife. A mean without one value differs from the mean by (mean − value)/(n − 1).
    let cubes: f64 = values.iter().map(|value| (value - middle).powi(3)).sum();
    let squares: f64 = values.iter().map(|value| (value - middle).powi(2)).sum();
    let acceleration = if squares > 0.0 { cubes / (6.0 * squares.powf(1.5)) } else { 0.0 };
    let end = |z: f64| {
        let shifted = bias + z;
        normal_cdf(bias + shifted / (1.0 - acceleration * shifted))
    };
    if bias.is_finite() { (end(normal_quantile(0.025)), end(normal_quantile(0.975))) } else { (0.025, 0.975) }
}

#[cfg(test)]
mod tests {
    use super::super::tests::near;
    use super::*;

    /// Skewed data, the same in Python: `[math.exp(((i * 37) % 101) / 30) for i in range(n)]`.
    fn skewed(n: usize) -> Vec<f64> {
        (0..n).map(|i| (((i * 37) % 101) as f64 / 30.0).exp()).collect()
    }

    // scipy.stats.bootstrap((x,), np.mean, n_resamples=200000, method='BCa' or 'percentile') of scipy 1.17.1.
    #[test]
    fn intervals_as_scipy_finds_them() {
        // The ends depend on what is drawn; their means over some seeds hardly do.
        let ends = |n: usize| {
            let found: Vec<Interval> = (0..20).filter_map(|seed| drawn_with(seed, &skewed(n))).collect();
            let over = |f: fn(&Interval) -> f64| mean(&found.iter().map(f).collect::<Vec<_>>()).unwrap();
            (over(|found| found.middle), over(|found| found.low), over(|found| found.high))
        };
        let (middle, low, high) = ends(40);
        near(middle, BCA.0, 1e-9);
        near(low, BCA.1, 0.03);
        near(high, BCA.2, 0.05);
        let (_, low, high) = ends(12);
        near(low, PERCENTILE.0, 0.03);
        near(high, PERCENTILE.1, 0.05);
    }
    const BCA: (f64, f64, f64) = (8.236_049_538_867_913, 6.191_98, 10.892_31);
    const PERCENTILE: (f64, f64) = (3.537_40, 11.013_90);

    #[test]
    fn the_same_numbers_give_the_same_interval() {
        assert_eq!(interval_of_mean(&skewed(30)), interval_of_mean(&skewed(30)));
    }

    #[test]
    fn a_ratio_turned_round_is_its_inverse() {
        let pairs: Vec<(f64, f64)> = skewed(15).into_iter().zip(skewed(30).into_iter().skip(15)).collect();
        let turned: Vec<(f64, f64)> = pairs.iter().map(|&(a, b)| (b, a)).collect();
        let (there, back) = (ratio(&pairs).unwrap(), ratio(&turned).unwrap());
        near(there.middle * back.middle, 1.0, 1e-12);
        near(there.low * back.high, 1.0, 1e-3);
        assert!(there.low < there.middle && there.middle < there.high);
        assert_eq!(ratio(&[(0.0, 1.0), (1.0, 0.0)]), None);
    }

    /// The mean of equal numbers has no spread, and BCa must not divide by it.
    #[test]
    fn equal_numbers() {
        let interval = interval_of_mean(&[0.5; 30]).unwrap();
        near(interval.low, 0.5, 1e-12);
        near(interval.high, 0.5, 1e-12);
        assert!(interval_of_mean(&[1.0]).unwrap().low.is_infinite());
    }

    #[test]
    fn many_instances_have_the_interval_of_many() {
        let few = interval_of_mean(&skewed(101)).unwrap();
        let many = interval_of_mean(&skewed(101).repeat(400)).unwrap();
        near((few.high - few.low) / (many.high - many.low), 20.0, 1.0);
    }
}
