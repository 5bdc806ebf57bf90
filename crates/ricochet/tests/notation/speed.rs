//! Long texts and large numbers are refused at once: time and memory do not grow faster than the text.

use std::time::{Duration, Instant};

use damier_ricochet::notation::{read, write};

use crate::positions::generated;

/// Several times what the slowest of these takes on a busy machine.
const AT_ONCE: Duration = Duration::from_secs(1);

const LONG: usize = 10_000_000;

/// Asserts that a text is refused, in a short sentence and at once.
#[track_caller]
fn refuses_at_once(name: &str, text: &str) {
    let begun = Instant::now();
    let refused = read(text, None);
    let took = begun.elapsed();
    assert!(refused.is_err_and(|error| error.text().len() < 1000), "{name}: the sentence");
    assert!(took < AT_ONCE, "{name}: took {took:?}");
}

#[test]
fn sizes_beyond_every_board() {
    refuses_at_once("lines", "1000000 1000000 N");
    refuses_at_once("lines in front of it", "0 0 R\n1 1 G\n999999999 999999999 N");
    refuses_at_once(
        "json",
        r#"{"width":1000000,"height":1000000,"walls":[],"robots":[0],"target_robot":0,"target":1}"#,
    );
    refuses_at_once("drawing", &("+---".repeat(LONG / 4) + "+\n| r R|\n"));
    refuses_at_once("rows", &("+---+---+\n".to_owned() + &"|       |\n+   +   +\n".repeat(LONG / 20)));
}

#[test]
fn long_lines() {
    refuses_at_once("digits", &"1".repeat(LONG));
    refuses_at_once("spaces", &" ".repeat(LONG));
    refuses_at_once("blank lines", &"\n".repeat(LONG));
    refuses_at_once("comment", &"#".repeat(LONG));
    refuses_at_once("words", &"é".repeat(LONG / 2));
    refuses_at_once("rule", &("+".to_owned() + &"-".repeat(LONG)));
    refuses_at_once("row", &("+---+---+\n|".to_owned() + &" ".repeat(LONG)));
    refuses_at_once("codes", &"1,".repeat(LONG / 2));
    refuses_at_once("compact", &("rr1.".to_owned() + &"_".repeat(LONG)));
    refuses_at_once("brackets", &"[".repeat(LONG));
    refuses_at_once("objects", &r#"{"a":"#.repeat(LONG / 5));
    refuses_at_once("walls", &(r#"{"walls":["#.to_owned() + &"1,".repeat(LONG / 2) + "1]}"));
}

/// The reader used to quote the whole of a text that stood where a number should.
#[test]
fn a_long_text_in_json_is_not_quoted_whole() {
    refuses_at_once("text for a number", &(r#"{"width":""#.to_owned() + &"a".repeat(LONG) + "\"}"));
    let start = r#"{"width":2,"height":2,"walls":[0,0,0,0],"robots":[0],"target_robot":0,"target":3,"diagonals":[{"cell":1,"dir":""#;
    refuses_at_once("text for a slope", &(start.to_owned() + &"a".repeat(LONG) + "\"}]}"));
}

/// A letter of a line used to cost a formatted sentence and forty bytes.
#[test]
fn a_long_line_of_letters() {
    refuses_at_once("walls", &("0 0 ".to_owned() + &"N".repeat(LONG) + "Z"));
    refuses_at_once("walls of a board that is too small", &("0 0 ".to_owned() + &"N".repeat(LONG)));
}

/// Targets used to be kept all, each with its place, before the second was compared with the first.
#[test]
fn a_long_line_of_targets() {
    refuses_at_once("targets", &("0 0 R\n1 1 ".to_owned() + &"G".repeat(LONG)));
}

/// The free colour of a robot used to be looked for in a time that grew with the cube of their number.
#[test]
fn many_robots() {
    refuses_at_once("robots", &("0 0 G\n1 1 ".to_owned() + &"R".repeat(LONG / 2_000)));
}

/// The place of every object used to be counted from the beginning of the text.
#[test]
fn a_long_batch_takes_linear_time() {
    let position = generated(&[("recipe", "free"), ("width", "2"), ("height", "2"), ("robots", "1")], 1);
    for format in ["json", "compact"] {
        let text = (write(&position, None, format).unwrap() + "\n").repeat(30_000);
        let begun = Instant::now();
        assert_eq!(read(&text, None).unwrap().len(), 30_000);
        assert!(begun.elapsed() < AT_ONCE, "{format}: took {:?}", begun.elapsed());
    }
}
