//! What a match says about strength.
//!
//! Games are played in pairs from one opening, colours swapped, so a pair is the unit: its two games hang together. With the mean
//! score `s` and the variance of a pair's mean, the difference is `400·log10(s/(1−s))` Elo, with a 95 % interval of 1.96 standard errors.
//! One player against three of a kind plays four games from an opening, one in each seat; an equal one wins a quarter of them, so the odds
//! `s/(1−s)` are multiplied by three (the model of Bradley and Terry for several players).
//! The sequential test (SPRT) asks whether the difference is `elo1` rather than `elo0`: the log-likelihood ratio of two normal
//! distributions, `(s1−s0)·(2s−s0−s1)·n / 2σ²`, is compared with `±ln(19)`, which errs in 5 % of cases either way.
//! Reference: A. Wald, Sequential tests of statistical hypotheses, 1945.

/// The scores of pairs of games, each from 0 (both lost) to 1 (both won).
#[derive(Clone, Debug)]
pub struct Tally {
    pairs: Vec<f64>,
    /// Against how many of a kind each game is played.
    rivals: f64,
}

/// The bounds of the log-likelihood ratio: ln((1 − 5 %) / 5 %).
pub const BOUND: f64 = 2.944;

impl Tally {
    /// Nothing has been played; each game is against so many of a kind.
    pub fn new(rivals: f64) -> Tally {
        Tally { pairs: Vec::new(), rivals }
    }

    /// One pair more.
    pub fn add(&mut self, pair: f64) {
        self.pairs.push(pair);
    }

    /// Whether no pair is complete, so that nothing can be said of strength.
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// The mean score.
    pub fn mean(&self) -> f64 {
        self.pairs.iter().sum::<f64>() / (self.pairs.len() as f64).max(1.0)
    }

    /// The variance of one pair; never zero, as if half a pair more had gone to either side.
    fn variance(&self) -> f64 {
        let mean = self.mean();
        let squares = |pair: &f64| (pair - mean) * (pair - mean);
        let both = (0.0 - mean) * (0.0 - mean) / 2.0 + (1.0 - mean) * (1.0 - mean) / 2.0;
        (self.pairs.iter().map(squares).sum::<f64>() + both) / (self.pairs.len() as f64 + 1.0)
    }

    /// The difference in Elo and its 95 % interval.
    pub fn elo(&self) -> (f64, f64, f64) {
        let mean = self.mean();
        let error = 1.96 * (self.variance() / (self.pairs.len() as f64).max(1.0)).sqrt();
        let elo = |score| elo(score, self.rivals);
        (elo(mean), elo(mean - error), elo(mean + error))
    }

    /// The log-likelihood ratio of `elo1` against `elo0`.
    pub fn llr(&self, elo0: f64, elo1: f64) -> f64 {
        let (s0, s1) = (score(elo0, self.rivals), score(elo1, self.rivals));
        let n = self.pairs.len() as f64;
        (s1 - s0) * (2.0 * self.mean() - s0 - s1) * n / (2.0 * self.variance())
    }
}

/// The Elo difference of a score; scores of 0 and 1 have none, so they are told as ±800.
fn elo(score: f64, rivals: f64) -> f64 {
    let score = score.clamp(0.009_901, 0.990_099);
    400.0 * (rivals * score / (1.0 - score)).log10()
}

/// The score that an Elo difference promises.
fn score(elo: f64, rivals: f64) -> f64 {
    1.0 / (1.0 + rivals * 10f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(pairs: &[f64]) -> Tally {
        Tally { pairs: pairs.to_vec(), rivals: 1.0 }
    }

    #[test]
    fn three_quarters_are_191_elo() {
        let (middle, low, high) = tally(&[1.0, 0.5].repeat(50)).elo();
        assert!((middle - 190.8).abs() < 0.1, "{middle}");
        assert!(low < middle && middle < high && high - low < 100.0, "{low} {high}");
    }

    #[test]
    fn a_quarter_against_three_is_as_good() {
        let against_three = |pairs: &[f64]| Tally { pairs: pairs.to_vec(), rivals: 3.0 };
        let (middle, low, high) = against_three(&[0.25; 40]).elo();
        assert!(middle.abs() < 0.1 && low < 0.0 && high > 0.0, "{low} {middle} {high}");
        assert!(against_three(&[0.25, 0.5].repeat(60)).llr(0.0, 50.0) > BOUND);
        assert!(tally(&[0.25, 0.5].repeat(60)).llr(0.0, 50.0) < -BOUND);
    }

    #[test]
    fn the_test_accepts_and_refuses() {
        assert!(tally(&[1.0, 0.5].repeat(40)).llr(0.0, 50.0) > BOUND);
        assert!(tally(&[0.0, 0.5].repeat(40)).llr(0.0, 50.0) < -BOUND);
        assert!(tally(&[0.5, 1.0, 0.0]).llr(0.0, 20.0).abs() < BOUND);
        assert!(tally(&[]).llr(0.0, 10.0) == 0.0);
    }

    #[test]
    fn a_clean_sweep_is_not_infinite() {
        let (middle, low, high) = tally(&[1.0; 10]).elo();
        assert!(middle.is_finite() && low.is_finite() && high.is_finite() && low < middle);
    }
}
