//! Sizes and times as people write them.

pub(super) use damier_campaign::units::{bytes, duration};

/// Bytes for a person.
pub(super) fn show_bytes(bytes: u64) -> String {
    let units = ["B", "KiB", "MiB", "GiB", "TiB"];
    let step = (0..units.len() - 1).find(|&step| bytes < 1 << (10 * (step + 1))).unwrap_or(units.len() - 1);
    let size = bytes as f64 / (1u64 << (10 * step)) as f64;
    if step == 0 || size >= 100.0 {
        format!("{size:.0} {}", units[step])
    } else {
        format!("{size:.1} {}", units[step])
    }
}

/// Seconds for a person.
pub(super) fn show_seconds(seconds: f64) -> String {
    match seconds {
        s if s < 1e-3 => format!("{:.0} µs", s * 1e6),
        s if s < 1.0 => format!("{:.1} ms", s * 1e3),
        s if s < 100.0 => format!("{s:.2} s"),
        s => format!("{s:.0} s"),
    }
}

/// A count with a thin mark between thousands.
pub(super) fn show_count(count: u128) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_for_people() {
        assert_eq!(show_count(1_234_567), "1,234,567");
        assert_eq!(show_bytes(1536), "1.5 KiB");
        assert_eq!(show_seconds(0.000_021), "21 µs");
    }
}
