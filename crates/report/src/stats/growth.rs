//! How a measure grows with a size: by a factor for each step, or by a power.
//!
//! Both are straight lines after taking logarithms, fitted by least squares: `ln y = a + b·x` (exponential, y = eᵃ·(eᵇ)ˣ) and
//! `ln y = a + b·ln x` (power, y = eᵃ·xᵇ). R² is that of the line in logarithms. References: any textbook of regression; C. McGeoch,
//! A Guide to Experimental Algorithmics, 2012, chapter 7, on what such fits can and cannot say.

/// What kind of growth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// By a factor for each step: `y = scale · rate^x`.
    Exponential,
    /// By a power: `y = scale · x^rate`.
    Power,
}

/// A fitted growth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// Its kind.
    pub shape: Shape,
    /// What stands before.
    pub scale: f64,
    /// The factor, or the exponent.
    pub rate: f64,
    /// The part of the variance of ln y that it explains.
    pub r2: f64,
    /// From how many points.
    pub points: usize,
}

impl Fit {
    /// What it says at `x`.
    pub fn at(&self, x: f64) -> f64 {
        match self.shape {
            Shape::Exponential => self.scale * self.rate.powf(x),
            Shape::Power => self.scale * x.powf(self.rate),
        }
    }
}

/// The better of the two kinds. None with fewer than three different `x`: a line through two points explains everything and says
/// nothing. Points that are not above zero are left out.
pub fn fit(points: &[(f64, f64)]) -> Option<Fit> {
    let usable: Vec<(f64, f64)> =
        points.iter().copied().filter(|(x, y)| x.is_finite() && *y > 0.0 && y.is_finite()).collect();
    let mut xs: Vec<f64> = usable.iter().map(|point| point.0).collect();
    xs.sort_unstable_by(f64::total_cmp);
    xs.dedup();
    if xs.len() < 3 {
        return None;
    }
    let exponential = line(usable.iter().map(|(x, y)| (*x, y.ln()))).map(|(a, b, r2)| Fit {
        shape: Shape::Exponential,
        scale: a.exp(),
        rate: b.exp(),
        r2,
        points: usable.len(),
    });
    let power = (xs[0] > 0.0).then(|| line(usable.iter().map(|(x, y)| (x.ln(), y.ln())))).flatten();
    let power = power.map(|(a, b, r2)| Fit {
        shape: Shape::Power,
        scale: a.exp(),
        rate: b,
        r2,
        points: usable.len(),
    });
    [exponential, power].into_iter().flatten().max_by(|a, b| a.r2.total_cmp(&b.r2))
}

/// A line by least squares: where it starts, how steep it is, R².
fn line(points: impl Iterator<Item = (f64, f64)> + Clone) -> Option<(f64, f64, f64)> {
    let n = points.clone().count() as f64;
    let (sum_x, sum_y) = points.clone().fold((0.0, 0.0), |(sx, sy), (x, y)| (sx + x, sy + y));
    let (mean_x, mean_y) = (sum_x / n, sum_y / n);
    let (mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0);
    for (x, y) in points {
        xx += (x - mean_x).powi(2);
        xy += (x - mean_x) * (y - mean_y);
        yy += (y - mean_y).powi(2);
    }
    let slope = xy / xx;
    // What is the same everywhere does not grow, and a line explains nothing of it.
    let r2 = if yy > 1e-12 { xy * xy / (xx * yy) } else { 0.0 };
    (xx > 0.0).then_some((mean_y - slope * mean_x, slope, r2))
}

#[cfg(test)]
mod tests {
    use super::super::tests::near;
    use super::*;

    #[test]
    fn what_grows_by_a_factor_and_what_by_a_power() {
        let doubling: Vec<(f64, f64)> = (1..8).map(|x| (f64::from(x), 3.0 * 2f64.powi(x))).collect();
        let found = fit(&doubling).unwrap();
        assert_eq!(found.shape, Shape::Exponential);
        near(found.rate, 2.0, 1e-9);
        near(found.scale, 3.0, 1e-9);
        near(found.r2, 1.0, 1e-9);
        near(found.at(10.0), 3072.0, 1e-6);
        let cubic: Vec<(f64, f64)> = (1..8).map(|x| (f64::from(x), 0.5 * f64::from(x).powi(3))).collect();
        let found = fit(&cubic).unwrap();
        assert_eq!(found.shape, Shape::Power);
        near(found.rate, 3.0, 1e-9);
        near(found.at(4.0), 32.0, 1e-9);
    }

    // scipy.stats.linregress(x, log(y)) of scipy 1.17.1.
    #[test]
    fn with_noise() {
        let points = [(1.0, 10.0), (2.0, 25.0), (3.0, 40.0), (4.0, 110.0), (5.0, 190.0), (6.0, 480.0)];
        let found = fit(&points).unwrap();
        assert_eq!(found.shape, Shape::Exponential);
        near(found.rate, RATE, 1e-9);
        near(found.scale, SCALE, 1e-9);
        near(found.r2, R2, 1e-9);
    }
    const RATE: f64 = 2.129_256_541_779_526_4;
    const SCALE: f64 = 4.839_122_558_991_362;
    const R2: f64 = 0.993_258_478_673_018_2;

    #[test]
    fn what_stays_the_same_does_not_grow() {
        near(fit(&[(1.0, 7.0), (2.0, 7.0), (3.0, 7.0)]).unwrap().r2, 0.0, 0.0);
    }

    #[test]
    fn two_sizes_are_too_few() {
        assert_eq!(fit(&[(1.0, 2.0), (2.0, 4.0), (2.0, 5.0)]), None);
        assert_eq!(fit(&[(1.0, 0.0), (2.0, 4.0), (3.0, 5.0)]), None);
    }
}
