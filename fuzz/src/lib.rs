//! What every fuzz target of a reader asks: an error is a sentence with a place inside the text, and a position that was
//! read comes back from every format that holds it.

#[path = "../../crates/quoridor/tests/texts/withstands.rs"]
pub mod quoridor;
pub mod sokoban;

use damier_ricochet::Position;
use damier_ricochet::notation::{FORMATS, read, write};
use damier_kit::Refusal;

/// Reads a text, in a format or in the one that it is recognised for.
pub fn withstands(text: &str, format: Option<&str>) {
    match read(text, format) {
        Ok(found) => {
            assert!(!found.is_empty(), "accepted, but holds no position");
            found.iter().for_each(|read| survives(&read.position));
        }
        Err(error) => is_a_sentence(&error, text),
    }
}

/// The position comes back from every format that holds it, named or recognised, and is written there as before.
pub fn survives(position: &Position) {
    for format in FORMATS.iter().filter(|format| format.reads) {
        let Ok(text) = write(position, None, format.name) else {
            assert_eq!(format.name, "codes", "all formats but codes hold every position");
            continue;
        };
        for named in [Some(format.name), None] {
            match read(&text, named).as_deref() {
                Ok([back]) => {
                    assert_eq!(back.position, *position, "{}", format.name);
                    assert_eq!(back.one_sided_walls, 0, "{}", format.name);
                    assert_eq!(write(&back.position, None, format.name).as_ref(), Ok(&text));
                }
                Ok(found) => panic!("{} became {} positions", format.name, found.len()),
                Err(error) => panic!("{}: {error}\n{text}", format.name),
            }
        }
    }
}

fn is_a_sentence(error: &Refusal, text: &str) {
    let what = &error.what;
    assert!(!what.trim().is_empty() && what.chars().count() < 400, "{what}");
    assert!(!what.contains(char::is_control), "{what:?}");
    assert_eq!(error.line.is_some(), error.column.is_some());
    if let (Some(line), Some(column)) = (error.line, error.column) {
        // One column past the end is where something is missing.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let columns = text.split('\n').nth(line.wrapping_sub(1)).map(|line| line.chars().count() + 1);
        assert!(columns.is_some_and(|columns| (1..=columns).contains(&column)), "{error}");
    }
}
