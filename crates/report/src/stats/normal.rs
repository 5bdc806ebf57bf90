//! The normal distribution.

use std::f64::consts::{PI, SQRT_2};

/// The probability below `x`.
pub fn cdf(x: f64) -> f64 {
    0.5 * erfc(-x / SQRT_2)
}

/// The `x` that has this probability below it. The rational approximation of P. Acklam (2003, relative error 1.15e-9), made exact to
/// rounding by one step of Halley.
pub fn quantile(p: f64) -> f64 {
    const A: [f64; 6] = [
        -3.969_683_028_665_376e1,
        2.209_460_984_245_205e2,
        -2.759_285_104_469_687e2,
        1.383_577_518_672_69e2,
        -3.066_479_806_614_716e1,
        2.506_628_277_459_239,
    ];
    const B: [f64; 6] = [
        -5.447_609_879_822_406e1,
        1.615_858_368_580_409e2,
        -1.556_989_798_598_866e2,
        6.680_131_188_771_972e1,
        -1.328_068_155_288_572e1,
        1.0,
    ];
    const C: [f64; 6] = [
        -7.784_894_002_430_293e-3,
        -3.223_964_580_411_365e-1,
        -2.400_758_277_161_838,
        -2.549_732_539_343_734,
        4.374_664_141_464_968,
        2.938_163_982_698_783,
    ];
    const D: [f64; 5] = [
        7.784_695_709_041_462e-3,
        3.224_671_290_700_398e-1,
        2.445_134_137_142_996,
        3.754_408_661_907_416,
        1.0,
    ];
    if p <= 0.0 {
        return f64::NEG_INFINITY;
    }
    if p >= 1.0 {
        return f64::INFINITY;
    }
    let horner = |terms: &[f64], x: f64| terms.iter().fold(0.0, |sum, term| sum * x + term);
    let tail = |p: f64| {
        let q = (-2.0 * p.ln()).sqrt();
        horner(&C, q) / horner(&D, q)
    };
    let x = if p < 0.02425 {
        tail(p)
    } else if p > 1.0 - 0.02425 {
        -tail(1.0 - p)
    } else {
        let q = p - 0.5;
        q * horner(&A, q * q) / horner(&B, q * q)
    };
    let step = (cdf(x) - p) * (2.0 * PI).sqrt() * (x * x / 2.0).exp();
    x - step / (1.0 + x * step / 2.0)
}

/// The complementary error function: its Taylor series near zero, its continued fraction beyond (Abramowitz and Stegun, 7.1.6 and
/// 7.1.14).
fn erfc(x: f64) -> f64 {
    let size = x.abs();
    let above = if size < 2.5 {
        let (mut term, mut sum, mut n) = (size, size, 0.0);
        while term > sum * 1e-17 {
            n += 1.0;
            term *= 2.0 * size * size / (2.0 * n + 1.0);
            sum += term;
        }
        1.0 - 2.0 / PI.sqrt() * (-size * size).exp() * sum
    } else {
        let fraction = (1..=60).rev().fold(size, |rest, n| size + f64::from(n) / 2.0 / rest);
        (-size * size).exp() / PI.sqrt() / fraction
    };
    if x < 0.0 { 2.0 - above } else { above }
}

#[cfg(test)]
mod tests {
    use super::super::tests::near;
    use super::*;

    // scipy.stats.norm.cdf and ppf of scipy 1.17.1.
    #[test]
    fn as_published() {
        for (x, p) in [
            (0.0, 0.5),
            (1.0, 0.841_344_746_068_542_9),
            (-1.959_963_984_540_054, 0.025),
            (3.0, 0.998_650_101_968_369_9),
            (-3.7, 0.000_107_799_733_477_388_23),
            (-6.0, 9.865_876_450_376_946e-10),
        ] {
            near(cdf(x) / p, 1.0, 1e-10);
            near(quantile(p), x, 1e-9);
        }
        assert!(quantile(0.0).is_infinite() && quantile(1.0).is_infinite());
    }
}
