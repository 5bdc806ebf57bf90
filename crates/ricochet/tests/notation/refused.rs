//! Bad input of every kind and in every format: what is wrong with it, and where.

use damier_kit::Refusal;
use damier_ricochet::notation::read;

pub(crate) fn refusal(text: &str, format: Option<&str>) -> Refusal {
    match read(text, format) {
        Ok(found) => {
            panic!("accepted {text:?} as {:?}", found.iter().map(|read| &read.position).collect::<Vec<_>>())
        }
        Err(error) => error,
    }
}

/// A text that is refused, the place of its fault (0,0 for something that stands nowhere), and the sentence.
pub(crate) type Fault<'a> = (&'a str, (usize, usize), &'a str);

/// Checks all and says all that differ.
#[track_caller]
pub(crate) fn check(format: Option<&str>, faults: &[Fault<'_>]) {
    let mut wrong = Vec::new();
    for &(text, place, what) in faults {
        let error = refusal(text, format);
        let found = (error.line.unwrap_or(0), error.column.unwrap_or(0));
        if (found, error.text()) != (place, what) {
            let what = format!("expected {place:?} {what}\n  found    {found:?} {}", error.text());
            wrong.push(format!("{text}\n  {what}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Checks what begins with the same `start`, which is one line less its end.
#[track_caller]
pub(crate) fn check_after(start: &str, faults: &[Fault<'_>]) {
    let texts: Vec<String> = faults.iter().map(|(text, ..)| format!("{start}{text}")).collect();
    let faults: Vec<Fault<'_>> =
        texts.iter().zip(faults).map(|(text, &(_, place, what))| (text.as_str(), place, what)).collect();
    check(None, &faults);
}

/// A sentence of the JSON reader.
macro_rules! json {
    ($what:literal) => {
        concat!("not a position in JSON: ", $what, "; see `damier list ricochet` for the formats")
    };
}
pub(crate) use json;

pub(crate) const NO_FORMAT: &str = "this is no position in any known format; give a JSON object, `x y WNR` lines, a drawing, codes or a compact string";
const EMPTY: &str =
    "the input is empty; give a position in one of the formats that `damier list ricochet` shows";

#[test]
fn no_format() {
    check(
        None,
        &[
            ("", (0, 0), EMPTY),
            (" \n\t\r\n", (0, 0), EMPTY),
            ("\u{feff}", (0, 0), EMPTY),
            ("# only a comment\n", (0, 0), EMPTY),
            ("[]", (1, 1), NO_FORMAT),
            ("\n  null", (2, 3), NO_FORMAT),
            ("\"0 0 R\"", (1, 1), NO_FORMAT),
            ("-1 0 N", (1, 1), NO_FORMAT),
            ("hello", (1, 1), json!("expected value")),
            ("rr", (1, 1), json!("expected value")),
        ],
    );
    let read = "these are read: json, lines, drawing, codes, compact";
    check(Some("xml"), &[("0 0 R", (0, 0), &format!("the format 'xml' is not known; {read}"))]);
    check(Some("pddl"), &[("0 0 R", (0, 0), &format!("the format 'pddl' is only written; {read}"))]);
    check(Some("json"), &[("3 4 N", (1, 1), NO_FORMAT)]);
    check(Some("json"), &[("", (0, 0), "the input holds no position; give one JSON object a position")]);
    check(Some("drawing"), &[("\n", (0, 0), "the drawing is empty")]);
    check(Some("compact"), &[("3 4 N", (1, 1), "a compact string begins with rr1.")]);
    let missing = "codes need four lines of 64 numbers, one a quadrant; some are missing";
    check(Some("codes"), &[("", (0, 0), missing), ("# nothing\n", (0, 0), missing)]);
}

/// Empty input used to be an empty list of positions.
#[test]
fn an_empty_text_is_no_compact_string() {
    refusal("", Some("compact"));
    refusal("# nothing\n", Some("compact"));
}

/// Empty input used to have a fault in line 0.
#[test]
fn an_empty_text_is_no_lines() {
    for text in ["", "\n", "# nothing"] {
        let error = refusal(text, Some("lines"));
        assert_eq!((error.line, error.column), (None, None), "{error}");
    }
}

const LETTERS: &str =
    "there are N E S W (walls), R (robot), G (target), X (closed), + - (bonus, penalty), / \\ (diagonal)";
pub(crate) const COLOURS: &str = "there is red, green, blue, yellow, silver, purple, orange, white";
const NUMBER: &str = "is expected here, a number from 0 to 31: write the line like '3 4 NWR'";

#[test]
fn lines_of_the_wrong_form() {
    check(
        None,
        &[
            ("1000000 1000000 N", (1, 1), "the column 1000000 is beyond the largest board, which is 32×32"),
            ("32 0 N", (1, 1), "the column 32 is beyond the largest board, which is 32×32"),
            ("0 0 R\n  0  32 N", (2, 6), "the row 32 is beyond the largest board, which is 32×32"),
            (
                "99999999999999999999999999 0 N",
                (1, 1),
                "the column 999999999999999999999999… is beyond the largest board, which is 32×32",
            ),
            ("5", (1, 2), &format!("the row {NUMBER}")),
            ("0 0 R\n5 ", (2, 3), &format!("the row {NUMBER}")),
            ("5 x", (1, 3), &format!("the row {NUMBER}")),
            ("0 -1 R", (1, 3), &format!("the row {NUMBER}")),
            ("3;4 N", (1, 2), &format!("the row {NUMBER}")),
            ("0 0 R\nG", (2, 1), &format!("the column {NUMBER}")),
            ("0 0 R\n -1 1 G", (2, 2), &format!("the column {NUMBER}")),
            ("0 0 R\n1 1 Z", (2, 5), &format!("the letter 'Z' is not known; {LETTERS}")),
            ("0 0 R\n1 1 NEn", (2, 7), &format!("the letter 'n' is not known; {LETTERS}")),
            ("0 0 R\n1 1 G # here", (2, 7), &format!("the letter '#' is not known; {LETTERS}")),
            ("0 0 R\n1 1 Gé", (2, 6), &format!("the letter 'é' is not known; {LETTERS}")),
            ("0 0 R 1 1 G", (1, 7), &format!("the letter '1' is not known; {LETTERS}")),
            ("0 0 R:pink", (1, 7), &format!("there is no colour 'pink'; {COLOURS}")),
            ("0 0 R:any", (1, 7), &format!("there is no colour 'any'; {COLOURS}")),
            ("0 0 R:", (1, 7), &format!("there is no colour ''; {COLOURS}")),
            ("0 0 R\n1 1 G:pink", (2, 7), &format!("there is no colour 'pink'; {COLOURS}")),
            ("0 0 R\n1 1 G\n1 0 \\:any", (3, 7), &format!("there is no colour 'any'; {COLOURS}")),
            ("0 0 R\n1 1 G\n1 0 /", (3, 6), "a diagonal needs the colour that passes it: write /:blue"),
        ],
    );
}

#[test]
fn lines_that_are_no_position() {
    let colours = "give the robots the first colours of red, green, blue, yellow, silver, purple, orange, white, or leave the colours out";
    check(
        None,
        &[
            ("0 0 RG", (1, 1), "the width is 1; a board has 2 to 32 cells on a side"),
            ("0 0 RG\n 0 3", (1, 1), "the width is 1; a board has 2 to 32 cells on a side"),
            ("1 0 RG", (1, 3), "the height is 1; a board has 2 to 32 cells on a side"),
            ("0 0 R\n5 5 N", (0, 0), "there is no target; add a line such as '3 4 G'"),
            ("0 0 RR\n1 1 G", (1, 6), "the green robot stands at 0,0 on the red one; move one of them"),
            (
                "0 0 R:green\n1 1 G\n0 0 N R:red",
                (1, 5),
                "the green robot stands at 0,0 on the red one; move one of them",
            ),
            (
                "0 0 R\n1 1 G\n0 1 R:blue\n0 1 R",
                (3, 5),
                "the blue robot stands at 0,1 on the green one; move one of them",
            ),
            ("0 0 R:red\n0 1 NR:red\n1 1 G", (2, 6), "there are two red robots; remove one"),
            (
                "0 0 R:red\n0 1 R:blue\n1 1 G",
                (2, 5),
                &format!("there is a blue robot but no green one; {colours}"),
            ),
            ("0 0 R:green\n1 1 G", (1, 5), &format!("there is a green robot but no red one; {colours}")),
            ("0 0 R\n1 1 GX", (2, 5), "the target at 1,1 is in a closed cell; put it elsewhere"),
            (
                "0 0 R\n1 0 G\n1 1 X\n1 1 G:any",
                (4, 5),
                "the target at 1,1 is in a closed cell; put it elsewhere",
            ),
            ("0 0 XR\n1 1 G", (1, 6), "the red robot at 0,0 is in a closed cell; put it elsewhere"),
            ("0 0 R\n1 1 G\n1 0 /:red/:blue", (3, 10), "there are two diagonals at 1,0; remove one"),
            (
                "0 0 R\n1 1 G\n1 0 /:red X",
                (3, 5),
                "the diagonal at 1,0 is in a closed cell; remove one of the two",
            ),
            ("0 0 R\n1 1 G\n1 0 G:red G:red", (3, 11), "the target at 1,0 is listed twice; remove one"),
        ],
    );
}

/// These used to be put at line 1, column 1.
#[test]
fn lines_faults_stand_where_they_are() {
    check(
        None,
        &[
            ("0 0 R\n1 1 G\n1 0 +-", (3, 6), "the penalty cell at 1,0 is a bonus cell too; choose one"),
            (
                "0 0 R\n1 1 G\n1 0 X\n1 0 +",
                (4, 5),
                "the bonus cell at 1,0 is in a closed cell; put it elsewhere",
            ),
            (
                "0 0 R\n1 1 G\n0 1 -\n1 0 -X",
                (4, 5),
                "the penalty cell at 1,0 is in a closed cell; put it elsewhere",
            ),
            (
                "0 0 R\n1 0 R\n2 0 R\n3 0 R\n4 0 R\n5 0 R\n6 0 R\n7 0 R\n8 0 R\n1 1 G",
                (9, 5),
                "this is the ninth robot; a position has 1 to 8",
            ),
            // A mark that is repeated is not the next one.
            (
                "0 0 R\n1 1 G\n1 0 +\n1 0 +\n0 1 +X",
                (5, 5),
                "the bonus cell at 0,1 is in a closed cell; put it elsewhere",
            ),
            // What is missing stands nowhere.
            ("0 0 N\n1 1 G", (0, 0), "there are 0 robots; a position has 1 to 8"),
        ],
    );
}

fn quadrant(code: impl Fn(usize, usize) -> u8) -> String {
    (0..64).map(|at| code(at % 8, at / 8).to_string()).collect::<Vec<_>>().join(",")
}

#[test]
fn codes_of_the_wrong_form() {
    let corner = quadrant(|x, y| u8::from(y == 0) * 8 + u8::from(x == 0));
    let board = format!("{corner}\n").repeat(4);
    let code = "add up N=8 E=4 S=2 W=1";
    let fits = "the quadrant fits no corner: it has neither walls along two outer sides nor a closed corner cell (15)";
    check(
        None,
        &[
            ("3,4,5", (1, 1), "a quadrant has 64 codes, not 3"),
            (&format!("{corner},0"), (1, 1), "a quadrant has 64 codes, not 65"),
            (&format!("{corner},"), (1, 129), &format!("'' is no wall code; {code}")),
            ("3,16,5", (1, 3), &format!("'16' is no wall code; {code}")),
            ("3,4,-1", (1, 5), &format!("'-1' is no wall code; {code}")),
            ("3,,5", (1, 3), &format!("'' is no wall code; {code}")),
            ("3,1000000", (1, 3), &format!("'1000000' is no wall code; {code}")),
            (
                &format!("3,{}", "9".repeat(99)),
                (1, 3),
                &format!("'999999999999999999999999…' is no wall code; {code}"),
            ),
            (&format!("# one\n\n{}", quadrant(|_, _| 0)), (3, 1), fits),
            (
                &format!("{corner}\n{corner}\n"),
                (0, 0),
                "codes need four lines of 64 numbers, one a quadrant; some are missing",
            ),
            (
                &format!("{corner}\n{corner}\n{corner}\n0 0 R\n1 1 G"),
                (4, 1),
                &format!("'0 0 R' is no wall code; {code}"),
            ),
            (&format!("{board}{corner}"), (5, 2), &format!("the row {NUMBER}")),
            (&format!("{board}0 0 R"), (0, 0), "there is no target; add a line such as '3 4 G'"),
            (&format!("{board}0 0 R\n5 5 Q"), (6, 5), &format!("the letter 'Q' is not known; {LETTERS}")),
            (
                &format!("{board}0 0 R\n5 32 G"),
                (6, 3),
                "the row 32 is beyond the largest board, which is 32×32",
            ),
            (
                &format!("{board}0 0 R\n0 0 R\n5 5 G"),
                (6, 5),
                "the green robot stands at 0,0 on the red one; move one of them",
            ),
            (&format!("{board}0 0 R:red\n0 1 R:red\n5 5 G"), (6, 5), "there are two red robots; remove one"),
            (
                &format!("{board}0 0 R\n5 5 GX"),
                (6, 5),
                "the target at 5,5 is in a closed cell; put it elsewhere",
            ),
        ],
    );
    // The middle is closed where all four quadrants say so.
    let corner = quadrant(|x, y| u8::from(y == 0) * 8 + u8::from(x == 0) + u8::from((x, y) == (7, 7)) * 15);
    let board = format!("{corner}\n").repeat(4);
    check(
        None,
        &[
            (
                &format!("{board}0 0 R\n7 8 G"),
                (6, 5),
                "the target at 7,8 is in a closed cell; put it elsewhere",
            ),
            (
                &format!("{board}0 0 G\n8 8 R"),
                (6, 5),
                "the red robot at 8,8 is in a closed cell; put it elsewhere",
            ),
        ],
    );
}

/// The place used to be that of the comma before a space, and of the first quadrant for missing robots.
#[test]
fn codes_faults_stand_where_they_are() {
    let corner = quadrant(|x, y| u8::from(y == 0) * 8 + u8::from(x == 0));
    check(
        None,
        &[
            ("3, 16,5", (1, 4), "'16' is no wall code; add up N=8 E=4 S=2 W=1"),
            ("  3 ,\t77", (1, 7), "'77' is no wall code; add up N=8 E=4 S=2 W=1"),
            (&format!("{corner}\n").repeat(4), (0, 0), "there are 0 robots; a position has 1 to 8"),
        ],
    );
}

#[test]
fn compact_strings() {
    let cut = "the compact string is damaged or cut off; copy it again whole";
    // A board of 4×3 with a robot at 0,0 and its target at 3,2.
    let good = "rr1.GIBYAAAAAAAA";
    assert!(read(good, None).is_ok());
    for end in "rr1.".len()..good.len() {
        check(None, &[(&good[..end], (1, 1), cut)]);
    }
    check(
        None,
        &[
            ("rr1.GIBYAAAAAAAAA", (1, 1), cut),
            ("rr1.GIBYAAAAAAAAAAAA", (1, 1), cut),
            ("rr1.GIBYAAAAAAAB", (1, 1), cut),
            ("rr1.GIBYAAAAAAAA=", (1, 1), cut),
            ("rr1.GIBY AAAAAAA", (1, 1), cut),
            ("rr1.GIBYAAAAAAA+", (1, 1), cut),
            ("rr1.GIBYAAAAAAAé", (1, 1), cut),
            ("rr1.GIBYAAAAAAAA\n\n# next\nrr1.GIBYAAAAAAA", (4, 1), cut),
            ("rr1.GIBYAAAAAAAA\nRR1.GIBYAAAAAAAA", (2, 1), "a compact string begins with rr1."),
            ("rr1.AAAAAAAA", (1, 1), "the width is 1; a board has 2 to 32 cells on a side"),
            // The same board with a second robot on the first, the target outside, and its cell closed.
            ("rr1.GIgFgAAAAAAA", (1, 1), "the green robot stands at 0,0 on the red one; move one of them"),
            (
                "rr1.GIB4AAAAAAAA",
                (1, 1),
                "the target is on cell 15, outside the board; its cells are 0 to 11",
            ),
            ("rr1.GIBYAAAGwAAA", (1, 1), "the target at 3,2 is in a closed cell; put it elsewhere"),
        ],
    );
}

/// Damaged strings that say something impossible are refused for that, and in the place of the string.
#[test]
fn compact_strings_may_be_indented() {
    let error = refusal("\n   rr1.GIBYA", None);
    assert_eq!((error.line, error.column), (Some(2), Some(4)), "{error}");
}

/// The remedy used to be one for JSON.
#[test]
fn remedies_fit_the_format() {
    let json = r#"{"width":2,"height":2,"walls":[0,0,0,0],"robots":[0],"target_robot":-1,"target":3}"#;
    let error = refusal(json, None);
    assert_eq!((error.line, error.column), (Some(1), Some(54)), "{error}");
    assert!(error.text().starts_with("the target is for robot -1, but there are 1; "), "{error}");
    for (text, place) in
        [("0 0 R\n1 1 G:white", (2, 5)), ("+---+---+\n| r     |\n+   +   +\n|      W|\n+---+---+\n", (4, 8))]
    {
        let error = refusal(text, None);
        assert_eq!((error.line, error.column), (Some(place.0), Some(place.1)), "{error}");
        assert!(!error.text().contains("null"), "there is no null in this format: {error}");
    }
}

/// What is quoted from a text is shown, not sent to the terminal.
#[test]
fn control_characters_are_not_repeated() {
    let json = r#"{"width":2,"height":2,"walls":[0,0,0,0],"robots":[0],"target_robot":0,"target":3,"diagonals":[{"cell":1,"dir":"a\n\u001b[2Jb","color":1}]}"#;
    for text in [
        json,
        "0 0 \u{1b}[2J",
        "3,\u{1b}[2J",
        "+---+---+\n| r \u{1b}   |\n",
        "+---+---+\n| \u{1b}     |\n",
        "+---\u{7}---+\n",
        "+---+---+\n| r     |\n+   +   +\n|       |\n+---+---+\n\u{1b}[2J",
        "+---+---+\n| r     |\n+   +   +\n|       |\n+---+---+\ntarget: \u{1b}[2J 1,1",
    ] {
        let error = refusal(text, None);
        assert!(!error.text().contains(char::is_control), "{:?}", error.text());
    }
}
