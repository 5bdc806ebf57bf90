//! `convert`: the same position in another format, and back.

use serde_json::Value;

use super::support::*;

const FORMATS: [&str; 5] = ["json", "lines", "drawing", "codes", "compact"];
const EXTRAS: [&str; 8] = ["--diagonals", "5", "--bonus", "3", "--penalty", "3", "--closed", "4"];

fn convert(text: &str, format: &str) -> Said {
    damier_reads(&["convert", "ricochet", "-", "--to", format], text)
}

/// A position in JSON without its name, which only JSON has.
fn nameless(json: &str) -> Value {
    let mut value: Value = serde_json::from_str(json).expect("JSON");
    value.as_object_mut().expect("an object").remove("id");
    value
}

#[test]
fn every_format_leads_to_every_other_and_back() {
    for recipe in [
        &["--recipe", "quadrants"][..],
        &["--recipe", "corners", "--robots", "5", "--target", "any"],
        &["--recipe", "free"],
        &["--recipe", "free", "--width", "7", "--height", "5", "--robots", "8"],
        &["--recipe", "free", "--width", "32", "--height", "31", "--robots", "6", "--target", "any"],
    ] {
        for seed in [1, 2] {
            let original = boards(1, seed, &[recipe, &EXTRAS].concat());
            let square = nameless(&original)["width"] == 16;
            let texts: Vec<(&str, String)> = FORMATS
                .into_iter()
                .filter(|&format| square || format != "codes")
                .map(|format| (format, convert(&original, format).ends(0).silent().out))
                .collect();
            for (from, text) in &texts {
                for (to, expected) in &texts {
                    let said = convert(text, to).ends(0).silent();
                    if *to == "json" {
                        assert_eq!(nameless(&said.out), nameless(&original), "{recipe:?} {seed} from {from}");
                    } else {
                        assert_eq!(&said.out, expected, "{recipe:?} {seed} from {from} to {to}");
                    }
                }
            }
        }
    }
}

#[test]
fn the_extras_are_really_there() {
    let board = nameless(&boards(1, 1, &[&["--recipe", "free"][..], &EXTRAS].concat()));
    for (key, many) in [("diagonals", 5), ("bonus", 3), ("penalty", 3), ("closed", 4)] {
        assert_eq!(board[key].as_array().map(Vec::len), Some(many), "{key}");
    }
}

#[test]
fn a_conversion_is_repeatable() {
    let original = boards(3, 5, &EXTRAS);
    for format in FORMATS {
        let first = convert(&original, format).ends(0).silent().out;
        assert!(!first.is_empty());
        assert_eq!(first, convert(&original, format).out, "{format}");
    }
}

#[test]
fn json_keeps_ids_and_the_number_of_positions() {
    let original = boards(3, 5, &[]);
    assert_eq!(convert(&original, "json").ends(0).out, original);
    let compact = convert(&original, "compact").ends(0).out;
    assert_eq!(compact.lines().count(), 3);
    assert_eq!(convert(&compact, "json").ends(0).out.lines().count(), 3);
}

#[test]
fn a_compact_string_fits_into_an_address() {
    let compact = convert(&boards(1, 1, &EXTRAS), "compact").out;
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    assert!(compact.trim_end().chars().all(fits), "{compact}");
    let damaged = compact.trim_end().strip_suffix(char::is_alphanumeric).unwrap_or(&compact[..40]);
    names(&convert(damaged, "json").refuses(), &["line 1", "cut off"]);
}

#[test]
fn the_solution_of_a_position_does_not_depend_on_its_format() {
    let original = boards(1, 11, &EXTRAS);
    let solve =
        |text: &str| damier_reads(&["solve", "ricochet", "-", "--json"], text).object()["cost"].clone();
    let expected = solve(&original);
    for format in FORMATS {
        assert_eq!(solve(&convert(&original, format).out), expected, "{format}");
    }
}

#[test]
fn an_error_writes_nothing_on_standard_output() {
    names(&convert(EASY, "codes").refuses(), &["16×16"]);
    names(&convert(EASY, "nope").refuses(), &["'nope'", "json", "compact"]);
    names(&convert("", "json").refuses(), &["standard input", "empty"]);
    // The first could be written, the second not.
    let square = boards(1, 1, &[]);
    names(&convert(&format!("{square}{EASY}"), "codes").refuses(), &["16×16"]);
    names(&convert(&format!("{square}{{\"width\":3}}"), "drawing").refuses(), &["line 2"]);
    names(&damier(&["convert", "ricochet", "-"]).wrong_use(), &["--to"]);
}

#[test]
fn a_fault_is_told_with_file_line_and_column() {
    for (text, place) in [
        ("0 0 R\n1 1 Q\n", "line 2, column 5"),
        ("0 0 R\n3 40 G\n", "line 2, column 3"),
        ("+---+---+\n| r    R|\n+---+   +\n|      Z|\n+---+---+\n", "line 4, column 8"),
        ("{\"width\":2,\n \"height\":2.5}", "line 2"),
        ("1,2,3\n", "line 1"),
    ] {
        let path = file("fault.txt", text);
        let sentence = damier(&["convert", "ricochet", &path, "--to", "json"]).refuses();
        names(&sentence, &[&path, place]);
    }
}
