//! Statistics of measured searches.
//!
//! Times are compared as ratios, so the unit is the logarithm of a ratio on one instance; instances, not repeats, are what is drawn
//! again in a bootstrap. Nothing here reads a clock or an unseeded generator: the same numbers give the same report.
//! References stand at each function.

mod bootstrap;
mod growth;
mod normal;
mod paired;

pub use bootstrap::{Interval, RESAMPLES, interval_of_mean, ratio};
pub use growth::{Fit, Shape, fit};
pub use normal::{cdf as normal_cdf, quantile as normal_quantile};
pub use paired::{holm, mcnemar, wilcoxon};

/// The median; with an even number the mean of the two in the middle. None of nothing.
pub fn median(values: &[f64]) -> Option<f64> {
    quantile(values, 0.5)
}

/// A quantile between order statistics, linearly (type 7 of R. Hyndman and Y. Fan, Sample quantiles in statistical packages, 1996).
pub fn quantile(values: &[f64], part: f64) -> Option<f64> {
    let mut sorted: Vec<f64> = values.iter().copied().filter(|value| !value.is_nan()).collect();
    sorted.sort_unstable_by(f64::total_cmp);
    quantile_of_sorted(&sorted, part)
}

/// The same of values that are in order already.
pub fn quantile_of_sorted(sorted: &[f64], part: f64) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    let at = part.clamp(0.0, 1.0) * last as f64;
    let below = at.floor() as usize;
    let above = (below + 1).min(last);
    Some(sorted[below] + (at - below as f64) * (sorted[above] - sorted[below]))
}

/// The mean. None of nothing.
pub fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// The geometric mean of what is above zero (P. Fleming and J. Wallace, How not to lie with statistics, 1986: the only mean of ratios
/// that does not depend on which side is the baseline).
pub fn geometric_mean(values: &[f64]) -> Option<f64> {
    let logs: Vec<f64> = values.iter().filter(|value| **value > 0.0).map(|value| value.ln()).collect();
    mean(&logs).map(f64::exp)
}

/// The penalised average: what was not solved within the limit counts twice the limit (PAR-2, of the SAT competitions).
pub fn par2(solved: &[f64], unsolved: usize, limit: f64) -> Option<f64> {
    let runs = solved.len() + unsolved;
    (runs > 0).then(|| (solved.iter().sum::<f64>() + 2.0 * limit * unsolved as f64) / runs as f64)
}

/// Relative spread: the standard deviation (of a sample) over the mean.
pub fn spread(values: &[f64]) -> Option<f64> {
    let mean = mean(values).filter(|mean| *mean > 0.0)?;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (values.len() > 1).then(|| (squares / (values.len() - 1) as f64).sqrt() / mean)
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(super) fn near(found: f64, expected: f64, within: f64) {
        assert!((found - expected).abs() <= within, "{found}, expected {expected}");
    }

    // numpy.quantile and scipy.stats.gmean of scipy 1.17.1.
    #[test]
    fn quantiles_and_means() {
        let values = [2.5, 0.1, 7.25, 3.5, 11.0, 0.75];
        near(median(&values).unwrap(), 3.0, 1e-15);
        near(quantile(&values, 0.25).unwrap(), 1.1875, 1e-15);
        near(quantile(&values, 0.9).unwrap(), 9.125, 1e-15);
        near(geometric_mean(&values).unwrap(), 1.934_045_415_495_486_3, 1e-12);
        assert_eq!(median(&[]), None);
        assert_eq!(median(&[f64::NAN, 4.0]), Some(4.0));
        near(spread(&[1.0, 2.0, 3.0]).unwrap(), 0.5, 1e-15);
    }

    #[test]
    fn an_unsolved_run_counts_twice_the_limit() {
        near(par2(&[1.0, 3.0], 2, 10.0).unwrap(), 11.0, 1e-15);
        assert_eq!(par2(&[], 0, 10.0), None);
    }
}
