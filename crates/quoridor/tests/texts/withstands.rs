//! What is asked of every text, here on a few and by the fuzz target on as many as there is time for: an error is a sentence,
//! and what was read comes back from every format that holds it.

use damier_kit::Position as _;
use damier_quoridor::notation::{Entry, FORMATS, read};

/// Reads a text, in a format or in the one that it is recognised for.
#[allow(unreachable_pub, reason = "the fuzz target calls it from outside")]
pub fn withstands(text: &str, format: Option<&str>) {
    match read(text, format) {
        Ok(found) => {
            assert!(!found.is_empty(), "accepted, but holds no position");
            found.iter().for_each(survives);
        }
        Err(error) => {
            assert!(!error.text().trim().is_empty() && error.text().chars().count() < 400, "{error:?}");
            assert!(!error.text().contains(char::is_control), "{error:?}");
            assert!(error.line.is_none_or(|line| line <= text.lines().count()), "{error:?}");
        }
    }
}

/// The position comes back from every format that holds it, named or recognised, and is written there as before.
fn survives(entry: &Entry) {
    for format in FORMATS.iter().filter(|format| format.reads) {
        let Ok(text) = entry.write(format.name) else {
            assert_eq!(format.name, "moves", "all formats but moves hold every position");
            continue;
        };
        for named in [Some(format.name), None] {
            let back = read(&text, named).unwrap_or_else(|error| panic!("{}: {error}\n{text}", format.name));
            let [back] = &back[..] else { panic!("{} became {} positions", format.name, back.len()) };
            assert_eq!(back.record.position(), entry.record.position(), "{}", format.name);
            assert_eq!(back.write(format.name).as_ref(), Ok(&text));
            // A QFEN tells a position, not how it came about.
            assert!(format.name == "qfen" || back.record == entry.record, "{text}");
            assert!(format.name != "json" || back.id == entry.id, "{text}");
        }
    }
}
