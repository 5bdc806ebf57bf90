//! Sizes, times and ranges as people write them.

use std::time::Duration;

use damier_kit::excerpt;

/// A number and its unit.
fn split(text: &str) -> Result<(f64, &str), String> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let number = text[..end].parse::<f64>();
    let number = number.map_err(|_| format!("'{}' does not begin with a number", excerpt(text)))?;
    Ok((number, text[end..].trim()))
}

/// `60s`, `500ms`, `5m`, `1h`; a bare number is seconds.
pub fn duration(text: &str) -> Result<Duration, String> {
    let (number, unit) = split(text.trim())?;
    let seconds = match unit {
        "" | "s" => number,
        "ms" => number / 1e3,
        "us" | "µs" => number / 1e6,
        "m" | "min" => number * 60.0,
        "h" => number * 3600.0,
        _ => return Err(format!("there is no unit of time '{}'; there is ms, s, m, h", excerpt(unit))),
    };
    Duration::try_from_secs_f64(seconds).map_err(|_| format!("'{}' is too long", excerpt(text)))
}

/// `4GiB`, `500MB`, `64k`; a bare number is bytes.
pub fn bytes(text: &str) -> Result<u64, String> {
    let (number, unit) = split(text.trim())?;
    let factor: f64 = match unit.to_ascii_lowercase().as_str() {
        "" | "b" => 1.0,
        "kb" => 1e3,
        "mb" => 1e6,
        "gb" => 1e9,
        "tb" => 1e12,
        "k" | "kib" => 1024.0,
        "m" | "mib" => 1_048_576.0,
        "g" | "gib" => 1_073_741_824.0,
        "t" | "tib" => 1_099_511_627_776.0,
        _ => {
            let unit = excerpt(unit);
            return Err(format!("there is no unit of size '{unit}'; there is KiB, MiB, GiB, KB, MB, GB"));
        }
    };
    let size = number * factor;
    if size < 1e18 { Ok(size as u64) } else { Err(format!("'{}' is too large", excerpt(text))) }
}

/// `8..10`, or `7` alone; both ends are included.
pub fn range(text: &str) -> Result<(u32, u32), String> {
    let (least, most) = text.split_once("..").unwrap_or((text, text));
    let number = |text: &str| {
        let number = text.trim().trim_start_matches('=').parse::<u32>();
        number.map_err(|_| format!("'{}' is not a whole number", excerpt(text)))
    };
    let (least, most) = (number(least)?, number(most)?);
    if least > most {
        return Err(format!("{least} is more than {most}; write the smaller one first"));
    }
    Ok((least, most))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_people_write() {
        assert_eq!(duration("60s"), Ok(Duration::from_secs(60)));
        assert_eq!(duration("1.5m"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("250ms"), Ok(Duration::from_millis(250)));
        assert_eq!(bytes("4GiB"), Ok(4 << 30));
        assert_eq!(bytes("64 MiB"), Ok(64 << 20));
        assert_eq!(bytes("500MB"), Ok(500_000_000));
        assert_eq!(range("8..10"), Ok((8, 10)));
        assert_eq!(range("7"), Ok((7, 7)));
        for wrong in ["", "s", "-1s", "1 parsec", "1e400s", "99999999999999999999h", "..s"] {
            assert!(duration(wrong).is_err(), "{wrong}");
            assert!(bytes(wrong).is_err(), "{wrong}");
            assert!(range(wrong).is_err(), "{wrong}");
        }
        assert!(bytes("99999999999TiB").is_err());
        assert!(range("10..8").is_err());
    }
}
