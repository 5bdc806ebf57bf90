//! The same questions for Sokoban.

use damier_sokoban::Position;
use damier_sokoban::notation::{FORMATS, Level, read, write};

/// Reads a text, in a format or in the one that it is recognised for.
pub fn withstands(text: &str, format: Option<&str>) {
    match read(text, format) {
        Ok(found) => {
            assert!(!found.is_empty(), "accepted, but holds no level");
            found.iter().for_each(survives);
        }
        Err(error) => {
            assert!(!error.what.contains(char::is_control) && error.what.chars().count() < 400, "{error:?}");
            assert_eq!(error.line.is_some(), error.column.is_some());
            assert_ne!((error.line, error.column), (Some(0), Some(0)));
        }
    }
}

/// The level comes back from every format, named or recognised, and is written there as before. A drawing loses what is
/// empty around it, so it is drawn once before.
fn survives(level: &Level) {
    let coded = only(&write(level, "code").expect("codes hold every level"), Some("code"));
    assert_eq!(sorted(&coded.position), sorted(&level.position));
    let drawn = only(&write(level, "xsb").expect("drawings hold every level"), Some("xsb"));
    for format in FORMATS.iter().filter(|format| format.reads) {
        let text = write(&drawn, format.name).expect("every format holds every level");
        for named in [Some(format.name), None] {
            let back = only(&text, named);
            assert_eq!(back.position, drawn.position, "{}", format.name);
            assert_eq!(write(&back, format.name).as_ref(), Ok(&text));
        }
    }
}

fn only(text: &str, format: Option<&str>) -> Level {
    match read(text, format) {
        Ok(mut found) if found.len() == 1 => found.remove(0),
        other => panic!("{other:?}\n{text}"),
    }
}

fn sorted(position: &Position) -> Position {
    let mut position = position.clone();
    position.boxes.sort_unstable();
    position
}
