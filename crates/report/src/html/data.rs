//! The rows as columns of JSON, as the page reads them.

use std::collections::HashMap;
use std::fmt::Write;

use damier_campaign::{Outcome, Row};
use serde_json::{Value, json};

use crate::digest::Digest;
use crate::words::WORDS;

/// At most so many features become columns of the table.
const FEATURES: usize = 6;

/// All that the page needs, as one JSON object.
pub(super) fn json(digest: &Digest, app: &str) -> String {
    let results = digest.results;
    let mut names: Vec<&str> = Vec::new();
    let mut places: HashMap<&str, usize> = HashMap::new();
    let mut texts: Vec<&str> = Vec::new();
    let mut text_places: HashMap<&str, usize> = HashMap::new();
    let mut ids: Vec<&str> = results.instances.iter().map(|instance| instance.id.as_str()).collect();
    let mut id_places: HashMap<&str, usize> = ids.iter().enumerate().map(|(at, id)| (*id, at)).collect();
    let (mut algorithm, mut instance) =
        (Vec::with_capacity(results.rows.len()), Vec::with_capacity(results.rows.len()));
    let mut reason = Vec::with_capacity(results.rows.len());
    for row in &results.rows {
        algorithm.push(Some(place(&mut places, &mut names, &row.algorithm) as f64));
        // An instance that the campaign no longer has is told too, without a link.
        instance.push(Some(place(&mut id_places, &mut ids, &row.instance) as f64));
        let text = if row.outcome == Outcome::Error {
            row.error.as_deref().or(row.why.as_deref())
        } else {
            row.why.as_deref()
        };
        reason.push(text.map(|text| place(&mut text_places, &mut texts, text) as f64));
    }
    let mut columns = String::new();
    let mut add = |name: &str, values: &mut dyn Iterator<Item = Option<f64>>| {
        let values: Vec<Option<f64>> = values.collect();
        if values.iter().any(Option::is_some) || matches!(name, "a" | "i" | "o") {
            let _ = write!(columns, "{}\"{name}\":[", if columns.is_empty() { "" } else { "," });
            for (at, value) in values.iter().enumerate() {
                if at > 0 {
                    columns.push(',');
                }
                write_number(&mut columns, *value);
            }
            columns.push(']');
        }
    };
    add("a", &mut algorithm.into_iter());
    add("i", &mut instance.into_iter());
    add("w", &mut reason.into_iter());
    let mut of =
        |name: &str, value: &dyn Fn(&Row) -> Option<f64>| add(name, &mut results.rows.iter().map(value));
    of("o", &|row| {
        Some(match row.outcome {
            Outcome::Solved => 0.0,
            Outcome::Unsolvable => 1.0,
            Outcome::Limit => 2.0,
            Outcome::Played => 3.0,
            Outcome::Error => 4.0,
        })
    });
    if results.rows.iter().any(|row| row.repeat > 0) {
        of("r", &|row| Some(f64::from(row.repeat)));
    }
    of("c", &|row| row.cost.map(f64::from));
    // The bound says something of its own only where it is not the cost.
    if results.rows.iter().any(|row| row.lower_bound.is_some() && row.lower_bound != row.cost) {
        of("b", &|row| row.lower_bound.map(f64::from));
    }
    of("t", &|row| digest.clock.of(row));
    of("e", &|row| row.expanded.map(|count| count as f64));
    of("g", &|row| row.generated.map(|count| count as f64));
    of("m", &|row| row.peak_bytes.or(row.resident).map(|bytes| bytes as f64));
    of("s", &|row| row.values.get("score").copied());
    if results.manifest.machines.len() > 1 {
        of("k", &|row| Some(f64::from(row.machine)));
    }
    let features: serde_json::Map<String, Value> = digest
        .features()
        .into_iter()
        .take(FEATURES)
        .map(|name| {
            let values = results.instances.iter().map(|instance| json!(instance.features.get(name)));
            (name.to_owned(), values.collect::<Value>())
        })
        .collect();
    let links: Value =
        results.instances.iter().map(|instance| json!(link(instance.link.as_deref()))).collect();
    let machines: Value = results.manifest.machines.iter().map(|machine| json!(machine.id)).collect();
    let said = |french: bool| -> Value {
        let word =
            |entry: &(&str, &str, &str)| (entry.0.to_owned(), json!(if french { entry.2 } else { entry.1 }));
        Value::Object(WORDS.iter().map(word).collect())
    };
    let mut out = format!("{{\"columns\":{{{columns}}}");
    for (name, value) in [
        ("algorithms", json!(names)),
        ("ids", json!(ids)),
        ("links", links),
        ("texts", json!(texts)),
        ("features", Value::Object(features)),
        ("machines", machines),
        ("app", json!(app)),
        ("words", json!({ "en": said(false), "fr": said(true) })),
    ] {
        let _ = write!(out, ",\"{name}\":{value}");
    }
    out.push('}');
    out
}

/// A link below the app's address; anything that is not one is none.
pub(super) fn link(link: Option<&str>) -> Option<&str> {
    link.filter(|link| link.starts_with(['#', '?']))
}

fn place<'a>(places: &mut HashMap<&'a str, usize>, list: &mut Vec<&'a str>, text: &'a str) -> usize {
    *places.entry(text).or_insert_with(|| {
        list.push(text);
        list.len() - 1
    })
}

/// Five figures are enough for people, and short.
fn write_number(out: &mut String, value: Option<f64>) {
    let _ = match value {
        None => write!(out, "null"),
        Some(value) if !value.is_finite() => write!(out, "null"),
        Some(value) if value.fract() == 0.0 && value.abs() < 1e15 => write!(out, "{value}"),
        Some(value) => {
            let digits = (4 - value.abs().log10().floor() as i32).clamp(0, 12) as usize;
            let told = format!("{value:.digits$}");
            write!(out, "{}", told.trim_end_matches('0').trim_end_matches('.'))
        }
    };
}
