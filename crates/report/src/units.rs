//! Numbers as people read them. Thousands are parted by a narrow space, which both languages do.

const THIN: char = '\u{202f}';

/// Three figures that count, never more zeros than needed.
fn figures(value: f64) -> String {
    let digits = match value.abs() {
        v if v >= 99.95 => 0,
        v if v >= 9.995 => 1,
        _ => 2,
    };
    let told = format!("{value:.digits$}");
    if told.contains('.') { told.trim_end_matches('0').trim_end_matches('.').to_owned() } else { told }
}

/// A duration: `310 µs`, `4.2 ms`, `1.25 s`.
pub(crate) fn seconds(value: f64) -> String {
    match value {
        v if !v.is_finite() => "–".to_owned(),
        v if v >= 0.9995 => format!("{} s", if v >= 999.5 { whole(v) } else { figures(v) }),
        v if v >= 0.000_999_5 => format!("{} ms", figures(v * 1e3)),
        v if v >= 0.000_000_999_5 => format!("{} µs", figures(v * 1e6)),
        v => format!("{} ns", figures(v * 1e9)),
    }
}

/// A count with k, M or G from a thousand on, for ticks.
pub(crate) fn count(value: f64) -> String {
    match value {
        v if !v.is_finite() => "–".to_owned(),
        v if v >= 999.5e6 => format!("{} G", figures(v / 1e9)),
        v if v >= 999.5e3 => format!("{} M", figures(v / 1e6)),
        v if v >= 999.5 => format!("{} k", figures(v / 1e3)),
        v => figures(v),
    }
}

/// A whole number with its thousands parted.
pub(crate) fn whole(value: f64) -> String {
    if !value.is_finite() {
        return "–".to_owned();
    }
    let digits = format!("{:.0}", value.abs());
    let mut told = String::from(if value <= -0.5 { "−" } else { "" });
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at) % 3 == 0 {
            told.push(THIN);
        }
        told.push(digit);
    }
    told
}

/// A number of expansions: whole from ten on.
pub(crate) fn nodes(value: f64) -> String {
    if value >= 9.995 { whole(value) } else { figures(value) }
}

/// Bytes: `12 MiB`.
pub(crate) fn bytes(value: u64) -> String {
    let value = value as f64;
    match value {
        v if v >= 1024.0 * 1024.0 * 1024.0 => format!("{} GiB", figures(v / 1024.0 / 1024.0 / 1024.0)),
        v if v >= 1024.0 * 1024.0 => format!("{} MiB", figures(v / 1024.0 / 1024.0)),
        v if v >= 1024.0 => format!("{} KiB", figures(v / 1024.0)),
        v => format!("{v} B"),
    }
}

/// A ratio: `×1.08`, `×0.93`, `×1 240`.
pub(crate) fn times(value: f64) -> String {
    match value {
        v if v == f64::INFINITY => "×∞".to_owned(),
        v if v >= 999.5 => format!("×{}", whole(v)),
        v if v >= 9.995 || v == 0.0 => format!("×{}", figures(v)),
        v if v >= 0.0995 => format!("×{v:.2}"),
        v if v >= 0.000_995 => format!("×{}", format!("{v:.4}").trim_end_matches('0')),
        v => format!("×{v:.1e}"),
    }
}

/// A probability of a test.
pub(crate) fn p(value: f64) -> String {
    match value {
        v if v < 0.0001 => "<\u{202f}0.0001".to_owned(),
        v if v < 0.01 => format!("{v:.4}"),
        v => format!("{v:.3}"),
    }
}

/// A part in percent.
pub(crate) fn percent(value: f64) -> String {
    format!("{}\u{202f}%", figures(value * 100.0))
}

/// A day and time in UTC, from milliseconds since 1970 (the algorithm of H. Hinnant, chrono-compatible low-level date algorithms).
pub(crate) fn moment(millis: u64) -> String {
    let seconds = millis / 1000;
    let days = (seconds / 86_400) as i64 + 719_468;
    let era = days.div_euclid(146_097);
    let of_era = days.rem_euclid(146_097);
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let shifted = (5 * of_year + 2) / 153;
    let day = of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year + era * 400 + i64::from(month <= 2);
    let (hour, minute) = (seconds / 3600 % 24, seconds / 60 % 60);
    format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02} UTC")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn told_as_people_read_them() {
        for (value, told) in [
            (3.1e-4, "310 µs"),
            (0.0042, "4.2 ms"),
            (1.25, "1.25 s"),
            (0.9999, "1 s"),
            (12345.0, "12\u{202f}345 s"),
        ] {
            assert_eq!(seconds(value), told);
        }
        assert_eq!(count(1e4), "10 k");
        assert_eq!(count(1e6), "1 M");
        assert_eq!(whole(1_234_567.0), "1\u{202f}234\u{202f}567");
        assert_eq!(times(1.084), "×1.08");
        assert_eq!(times(12.0), "×12");
        assert_eq!(times(0.091), "×0.091");
        assert_eq!(bytes(5 << 20), "5 MiB");
        assert_eq!(moment(1_795_000_000_000), "2026-11-18 11:06 UTC");
        assert_eq!(moment(951_782_400_000), "2000-02-29 00:00 UTC");
    }
}
