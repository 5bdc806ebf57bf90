//! Tests of paired results: of two algorithms on the same instances.

use super::normal_cdf;

/// Up to so many differences the distribution is counted out; beyond, it is taken as normal.
const EXACT: usize = 25;

/// Wilcoxon's signed-rank test, two-sided: how often differences at least this lopsided come by chance. Zeros are left out, ties share
/// their mean rank. Exact up to 25 differences, also with ties; beyond that the normal approximation with the correction for ties.
/// Reference: F. Wilcoxon, Individual comparisons by ranking methods, 1945; M. Hollander and D. Wolfe, Nonparametric Statistical
/// Methods, 1999, chapter 3.
pub fn wilcoxon(differences: &[f64]) -> Option<f64> {
    let mut sorted: Vec<f64> = differences.iter().copied().filter(|d| *d != 0.0 && !d.is_nan()).collect();
    sorted.sort_unstable_by(|a, b| a.abs().total_cmp(&b.abs()));
    let n = sorted.len();
    if n == 0 {
        return None;
    }
    // Ranks times two, so that a mean rank is whole.
    let mut ranks = vec![0_usize; n];
    let (mut positive, mut ties) = (0_usize, 0.0_f64);
    let mut at = 0;
    while at < n {
        let end = (at..n).find(|&j| sorted[j].abs() > sorted[at].abs() * (1.0 + 1e-12)).unwrap_or(n);
        let count = (end - at) as f64;
        ties += count.powi(3) - count;
        for i in at..end {
            ranks[i] = at + 1 + end;
            positive += if sorted[i] > 0.0 { ranks[i] } else { 0 };
        }
        at = end;
    }
    let total: usize = ranks.iter().sum();
    let lesser = positive.min(total - positive);
    if n <= EXACT {
        // How many of the 2^n ways to give signs have each sum.
        let mut ways = vec![0.0_f64; total + 1];
        ways[0] = 1.0;
        for rank in &ranks {
            for sum in (*rank..=total).rev() {
                ways[sum] += ways[sum - rank];
            }
        }
        let tail: f64 = ways[..=lesser].iter().sum();
        return Some((2.0 * tail / 2f64.powi(n as i32)).min(1.0));
    }
    let n = n as f64;
    let variance = n * (n + 1.0) * (2.0 * n + 1.0) / 24.0 - ties / 48.0;
    let z = (lesser as f64 / 2.0 - n * (n + 1.0) / 4.0) / variance.sqrt();
    Some((2.0 * normal_cdf(z)).min(1.0))
}

/// McNemar's test, exact and two-sided: `a` instances were solved by the one alone, `b` by the other alone.
/// Reference: Q. McNemar, Note on the sampling error of the difference between correlated proportions, 1947; the exact form is the sign
/// test on the instances that differ.
pub fn mcnemar(a: u64, b: u64) -> f64 {
    let (lesser, n) = (a.min(b), a + b);
    // Terms of the binomial distribution with one half, by logarithms.
    let mut log = -(n as f64) * std::f64::consts::LN_2;
    let mut tail = 0.0;
    for k in 0..=lesser {
        tail += log.exp();
        log += ((n - k) as f64).ln() - ((k + 1) as f64).ln();
    }
    (2.0 * tail).min(1.0)
}

/// The probabilities of several tests, corrected so that one false alarm among all of them has the probability it says.
/// Reference: S. Holm, A simple sequentially rejective multiple test procedure, 1979.
pub fn holm(ps: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..ps.len()).collect();
    order.sort_by(|&a, &b| ps[a].total_cmp(&ps[b]));
    let mut corrected = vec![1.0; ps.len()];
    let mut least = 0.0_f64;
    for (done, &at) in order.iter().enumerate() {
        least = least.max(((ps.len() - done) as f64 * ps[at]).min(1.0));
        corrected[at] = least;
    }
    corrected
}

#[cfg(test)]
mod tests {
    use super::super::tests::near;
    use super::*;

    /// Darwin's maize, in the standard examples of the test: n = 15, W = 24, p = 0.04126 (exact).
    #[test]
    fn darwins_maize() {
        let maize =
            [6.0, 8.0, 14.0, 16.0, 23.0, 24.0, 28.0, 29.0, 41.0, -48.0, 49.0, 56.0, 60.0, -67.0, 75.0];
        near(wilcoxon(&maize).unwrap(), 0.041_259_765_625, 1e-15);
    }

    // scipy.stats.wilcoxon(method='approx', correction=False), 29 differences with ties; PermutationMethod for the exact ones.
    #[test]
    fn with_ties() {
        let values: Vec<f64> = (0..32).map(|i| f64::from((i * 7) % 11) - 3.0).collect();
        near(wilcoxon(&values).unwrap(), TIES_29, 1e-9);
        near(wilcoxon(&values[..10]).unwrap(), TIES_10, 1e-9);
        assert_eq!(wilcoxon(&[0.0, 0.0]), None);
        near(wilcoxon(&[1.0]).unwrap(), 1.0, 0.0);
    }
    const TIES_29: f64 = 0.002_479_566_467_729_918;
    const TIES_10: f64 = 0.097_656_25;

    /// One group is not two: a hair apart in the last bits is a tie.
    #[test]
    fn exact_and_normal_meet() {
        let values: Vec<f64> =
            (1..=25).map(|i| if i % 3 == 0 { -f64::from(i) } else { f64::from(i) }).collect();
        let exact = wilcoxon(&values).unwrap();
        let (n, lesser) = (25.0_f64, 108.0);
        let z = (lesser - n * (n + 1.0) / 4.0) / (n * (n + 1.0) * (2.0 * n + 1.0) / 24.0).sqrt();
        near(exact, 2.0 * normal_cdf(z), 0.01);
    }

    // statsmodels' mcnemar(exact=True), and scipy.stats.binomtest(k, n).
    #[test]
    fn solved_by_one_alone() {
        near(mcnemar(0, 0), 1.0, 0.0);
        near(mcnemar(1, 9), 0.021_484_375, 1e-12);
        near(mcnemar(0, 5), 0.0625, 1e-12);
        near(mcnemar(7, 25), MCNEMAR, 1e-10);
        assert!(mcnemar(0, 5000) < 1e-300);
    }
    const MCNEMAR: f64 = 0.002_102_401_573_210_954_7;

    // statsmodels' multipletests(ps, method='holm').
    #[test]
    fn several_tests() {
        let corrected = holm(&[0.01, 0.04, 0.03, 0.005]);
        for (found, expected) in corrected.iter().zip([0.03, 0.06, 0.06, 0.02]) {
            near(*found, expected, 1e-15);
        }
        assert!(holm(&[]).is_empty());
    }
}
