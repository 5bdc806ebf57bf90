//! An axis: what is on it, from where to where, and its ticks.

use crate::units::{count, seconds};
use crate::words::Said;

/// What the numbers of an axis are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    /// Seconds, told as µs, ms or s.
    Seconds,
    /// Counts, told as k and M where they are great.
    Count,
    /// Numbers as they are.
    Plain,
}

/// One axis of a plot. Places are values, or their decimal logarithms.
#[derive(Clone, Debug)]
pub(crate) struct Axis {
    /// What is on it.
    pub(crate) name: Said,
    /// Whether places are logarithms.
    pub(crate) log: bool,
    /// The first and the last place.
    pub(crate) range: (f64, f64),
    /// The ticks: places and what they say.
    pub(crate) ticks: Vec<(f64, String)>,
    /// Places of lines between the ticks.
    pub(crate) minor: Vec<f64>,
    /// Whether there are lines across at the ticks.
    pub(crate) lines: bool,
}

impl Axis {
    /// A logarithmic axis that holds all these values.
    pub(crate) fn log(name: Said, unit: Unit, values: impl Iterator<Item = f64>) -> Axis {
        let logs = values.filter(|value| *value > 0.0).map(f64::log10).filter(|log| log.is_finite());
        let (mut low, mut high) = logs.fold((f64::MAX, f64::MIN), |(l, h), log| (l.min(log), h.max(log)));
        if low > high {
            (low, high) = (0.0, 1.0);
        }
        // At least one decade, a little air at both ends.
        let middle = f64::midpoint(low, high);
        let half = ((high - low) / 2.0 * 1.06).max(0.5);
        (low, high) = (middle - half, middle + half);
        let span = high - low;
        let within = |place: &f64| *place >= low && *place <= high;
        let decades = (low.floor() as i32..=high.ceil() as i32).collect::<Vec<_>>();
        let parts = |digits: &'static [f64]| {
            let all =
                decades.iter().flat_map(move |&ten| digits.iter().map(move |d| f64::from(ten) + d.log10()));
            all.filter(within).collect::<Vec<f64>>()
        };
        let every = (span / 7.0).ceil().max(1.0) as i32;
        let major: Vec<f64> = if span < 1.8 {
            parts(&[1.0, 2.0, 5.0])
        } else {
            decades
                .iter()
                .filter(|ten| ten.rem_euclid(every) == 0)
                .map(|&ten| f64::from(ten))
                .filter(within)
                .collect()
        };
        let minor = match span {
            span if span < 1.8 => parts(&[3.0, 4.0, 6.0, 7.0, 8.0, 9.0]),
            span if span < 5.0 => parts(&[2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]),
            _ => parts(&[1.0]),
        };
        let ticks = major.into_iter().map(|place| (place, tell(10f64.powf(place), unit))).collect();
        Axis { name, log: true, range: (low, high), ticks, minor, lines: true }
    }

    /// A linear axis that holds all these values, from zero if `zero`.
    pub(crate) fn linear(name: Said, unit: Unit, values: impl Iterator<Item = f64>, zero: bool) -> Axis {
        let (mut low, mut high) = values
            .filter(|value| value.is_finite())
            .fold((f64::MAX, f64::MIN), |(l, h), v| (l.min(v), h.max(v)));
        if low > high {
            (low, high) = (0.0, 1.0);
        }
        if zero {
            low = low.min(0.0);
            high = high.max(low + 1.0);
        }
        if high - low < 1e-12 * high.abs().max(1.0) {
            let half = (low.abs() * 1e-3).max(0.5);
            (low, high) = (low - half, high + half);
        }
        let raw = (high - low) / 7.0;
        let ten = 10f64.powf(raw.log10().floor());
        let mut step = ten * [1.0, 2.0, 5.0, 10.0].into_iter().find(|part| part * ten >= raw).unwrap_or(10.0);
        if unit == Unit::Count {
            step = step.max(1.0).round();
        }
        let first = (low / step - 1e-9).ceil() as i64;
        let last = (high / step + 1e-9).floor() as i64;
        let ticks = (first..=last).map(|n| n as f64 * step).map(|place| (place, tell(place, unit))).collect();
        let air = (high - low) * 0.03;
        let range = (if zero && low >= 0.0 { low } else { low - air }, high + air);
        Axis { name, log: false, range, ticks, minor: Vec::new(), lines: true }
    }

    /// Names, one a whole number from 0 on; no lines across.
    pub(crate) fn names(name: Said, names: &[String]) -> Axis {
        let ticks = names.iter().enumerate().map(|(at, name)| (at as f64, name.clone())).collect();
        Axis {
            name,
            log: false,
            range: (-0.6, names.len() as f64 - 0.4),
            ticks,
            minor: Vec::new(),
            lines: false,
        }
    }

    /// Where a value is, within the axis.
    pub(crate) fn place(&self, value: f64) -> f64 {
        let place = if self.log { value.max(1e-300).log10() } else { value };
        if place.is_finite() { place.clamp(self.range.0, self.range.1) } else { self.range.1 }
    }

    /// The last value of the axis.
    pub(crate) fn last(&self) -> f64 {
        if self.log { 10f64.powf(self.range.1) } else { self.range.1 }
    }

    /// What the tick at a place says.
    pub(crate) fn tell(&self, place: f64) -> String {
        let at = self.ticks.iter().find(|(tick, _)| (tick - place).abs() < 1e-9);
        at.map_or_else(String::new, |(_, told)| told.clone())
    }
}

fn tell(value: f64, unit: Unit) -> String {
    match unit {
        Unit::Seconds => seconds(value),
        Unit::Count => count(value),
        Unit::Plain => {
            let rounded = (value * 1e6).round() / 1e6;
            format!("{}", if rounded == 0.0 { 0.0 } else { rounded }).replace('-', "−")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(axis: &Axis) -> Vec<&str> {
        axis.ticks.iter().map(|(_, told)| told.as_str()).collect()
    }

    #[test]
    fn ticks_are_round() {
        let name = || Said::new("axis.time");
        let time = Axis::log(name(), Unit::Seconds, [0.000_12, 30.0].into_iter());
        assert_eq!(told(&time), ["100 µs", "1 ms", "10 ms", "100 ms", "1 s", "10 s"]);
        let narrow = Axis::log(name(), Unit::Seconds, [0.02, 0.03].into_iter());
        assert_eq!(told(&narrow), ["10 ms", "20 ms", "50 ms"]);
        let solved = Axis::linear(name(), Unit::Count, [0.0, 117.0].into_iter(), true);
        assert_eq!(told(&solved), ["0", "20", "40", "60", "80", "100"]);
        let few = Axis::linear(name(), Unit::Count, [0.0, 2.0].into_iter(), true);
        assert_eq!(told(&few), ["0", "1", "2"]);
        let p = Axis::linear(name(), Unit::Plain, [0.0, 0.3].into_iter(), false);
        assert_eq!(told(&p), ["0", "0.05", "0.1", "0.15", "0.2", "0.25", "0.3"]);
    }

    #[test]
    fn nothing_and_nonsense_have_an_axis() {
        let none = Axis::log(Said::new("axis.time"), Unit::Count, [f64::NAN, 0.0, -1.0].into_iter());
        assert!(none.range.0 < none.range.1 && !none.ticks.is_empty());
        assert!(none.place(f64::INFINITY).is_finite() && none.place(f64::NAN).is_finite());
        let one = Axis::linear(Said::new("axis.time"), Unit::Plain, [1e18].into_iter(), false);
        assert!(one.range.0 < one.range.1 && one.ticks.len() < 20);
    }
}
