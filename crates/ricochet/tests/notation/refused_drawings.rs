//! Bad drawings: what is wrong with them, and where.

use crate::refused::{COLOURS, check, refusal};

#[test]
fn drawings_of_the_wrong_form() {
    let first = |characters: usize| {
        format!(
            "the first line of a drawing is made of '+---', 2 to 32 times, and a '+'; this one has {characters} characters"
        )
    };
    let rule = "a line of walls is made of '+---' and '+   '";
    check(
        None,
        &[
            ("+---+\n| rR|\n+---+\n", (1, 1), &first(5)),
            ("\n\n+--+--+\n", (3, 1), &first(7)),
            ("+3 4 N", (1, 1), &first(6)),
            (&("+---".repeat(33) + "+\n"), (1, 1), &first(133)),
            ("+---+===+\n", (1, 6), &format!("'=' is not expected here; {rule}")),
            ("+---+---+\n| r    R|\n+   *   +\n", (3, 5), &format!("'*' is not expected here; {rule}")),
            ("+---+---+\n| r    R|\n+   +---+-\n", (3, 10), &format!("'-' is not expected here; {rule}")),
            ("+---+---+\n| r    R|\n|       |\n", (3, 1), &format!("'|' is not expected here; {rule}")),
            ("+---+---+\n| r    R|\n+   +--\n", (3, 6), "a wall is drawn with three '-'"),
            (
                "+---+---+\n| r     | |\n+   +---+\n",
                (2, 10),
                "this row is longer than the first line, which draws 2 cells",
            ),
            ("+---+---+\n| r /   |\n", (2, 5), "'/' is not expected between two cells; a wall is '|'"),
            (
                "+---+---+\n|x      |\n",
                (2, 2),
                "'x' is not known here; this place of a cell takes a floor sign (/ \\ + - #)",
            ),
            (
                "+---+---+\n| R     |\n",
                (2, 3),
                "'R' is not known here; this place of a cell takes a robot's letter (r g b y s p o w)",
            ),
            (
                "+---+---+\n|  r    |\n",
                (2, 4),
                "'r' is not known here; this place of a cell takes a target's letter (R G B Y S P O W *)",
            ),
            (
                "+---+---+\n|  #    |\n",
                (2, 4),
                "'#' is not known here; this place of a cell takes a target's letter (R G B Y S P O W *)",
            ),
            (
                "+---+---+\n| r    R|\n",
                (2, 1),
                "the drawing ends after a row of cells; close it with a line of '+---'",
            ),
            (
                &("+---+---+\n".to_owned() + &"|       |\n+   +   +\n".repeat(33)),
                (66, 1),
                "a board has at most 32 rows",
            ),
        ],
    );
}

/// Two rows of two cells, red at the top left.
const DRAWING: &str = "+---+---+\n| r     |\n+   +   +\n|       |\n+---+---+\n";

#[test]
fn drawings_that_are_no_position() {
    let below = "there may be target:, targets:, diagonals:, bonus:, penalty:";
    check(
        None,
        &[
            (
                "+---+---+\n| r    R|\n+---+---+\n",
                (1, 1),
                "the height is 1; a board has 2 to 32 cells on a side",
            ),
            (DRAWING, (0, 0), "there is no target; draw its letter in capitals or add 'target: red 3,4'"),
            (
                "+---+---+\n| r    R|\n+   +   +\n| r     |\n+---+---+\n",
                (4, 3),
                "there are two red robots; remove one",
            ),
            (
                "+---+---+\n| r    R|\n+   +   +\n|      *|\n+---+---+\n",
                (4, 8),
                "there are several targets; say which is in play with a line 'target: red 3,4'",
            ),
            (
                "+---+---+\n| r    R|\n+   +   +\n|      G|\n+---+---+\ntarget: red 1,0\n",
                (4, 8),
                "this target is drawn but not listed; add it to a line 'targets: red 3,4'",
            ),
            (
                "+---+---+\n| r  ##R|\n+   +   +\n|       |\n+---+---+\n",
                (2, 8),
                "the target at 1,0 is in a closed cell; put it elsewhere",
            ),
            (
                "+---+---+\n|#r    R|\n+   +   +\n|       |\n+---+---+\n",
                (2, 2),
                "the red robot at 0,0 is in a closed cell; put it elsewhere",
            ),
            (
                "+---+---+\n| r  /  |\n+   +   +\n|      R|\n+---+---+\n",
                (2, 6),
                "this diagonal has no colour; name the robot that passes it in a line 'diagonals: blue 3,4'",
            ),
            (
                "+---+---+\n| r  /  |\n+   +   +\n|      R|\n+---+---+\ndiagonals: any 1,0",
                (2, 6),
                "this diagonal has no colour; name the robot that passes it in a line 'diagonals: blue 3,4'",
            ),
            (
                &format!("{DRAWING}hello\n"),
                (6, 1),
                &format!("'hello' is not expected below a drawing; {below}"),
            ),
            (
                &format!("{DRAWING}+---+---+\n"),
                (6, 1),
                &format!("'+---+---+' is not expected below a drawing; {below}"),
            ),
            (&format!("{DRAWING}goal: red 1,0\n"), (6, 1), &format!("'goal:' is not known; {below}")),
            (
                &format!("{DRAWING}target: red 1,0 red 1,1\n"),
                (6, 1),
                "one target is in play; list others under targets:",
            ),
            (&format!("{DRAWING}target:\n"), (6, 1), "one target is in play; list others under targets:"),
        ],
    );
}

/// The column used to be that after the colon, whichever word was wrong.
#[test]
fn drawings_name_the_word_at_fault() {
    let lines = format!("{DRAWING}target: red 1,1\ntargets: red 1,0 ");
    check(
        None,
        &[
            (
                &format!("{DRAWING}target: pink 1,0\n"),
                (6, 9),
                &format!("there is no colour 'pink'; {COLOURS}"),
            ),
            (&format!("{DRAWING}target: red 1;0\n"), (6, 13), "'1;0' is no column,row; write it like 3,4"),
            (&format!("{DRAWING}target: red 2,0\n"), (6, 13), "2,0 is outside the drawing"),
            (
                &format!("{DRAWING}target: red\n"),
                (6, 9),
                "after 'red' a column,row is missing: write red 3,4",
            ),
            (&format!("{lines}green 0,5"), (7, 24), "0,5 is outside the drawing"),
            (&format!("{lines}pink 0,1"), (7, 18), &format!("there is no colour 'pink'; {COLOURS}")),
        ],
    );
}

/// The line of these used to be that of another thing, or none.
#[test]
fn drawings_faults_stand_where_they_are() {
    for (text, line, what) in [
        // A blank line shifts the rows below it.
        (
            "+---+---+\n\n| r     |\n\n+   +   +\n|#g    R|\n+---+---+\n".to_owned(),
            6,
            "the green robot at 0,1 is in a closed cell; put it elsewhere",
        ),
        (
            format!("{DRAWING}target: red 1,0\ntargets: red 1,1 red 1,1\n"),
            7,
            "the target at 1,1 is listed twice; remove one",
        ),
        (
            "+---+---+\n| r |###|\n+   +   +\n|      R|\n+---+---+\nbonus: cell 1,0\n".to_owned(),
            6,
            "the bonus cell at 1,0 is in a closed cell; put it elsewhere",
        ),
        (
            "+---+---+\n| r  +  |\n+   +   +\n|      R|\n+---+---+\nbonus: cell 1,0\n".to_owned(),
            6,
            "the bonus cell at 1,0 is listed twice; remove one",
        ),
        (
            "+---+---+\n| r  +  |\n+   +   +\n|      R|\n+---+---+\npenalty: cell 1,0\n".to_owned(),
            6,
            "the penalty cell at 1,0 is a bonus cell too; choose one",
        ),
        (
            "+---+---+\n| r     |\n+   +   +\n|      R|\n+---+---+\ndiagonals: red 1,0\n".to_owned(),
            6,
            "a line 'diagonals:' names a cell where no / or \\ is drawn, or names one twice",
        ),
        // The robot that comes too early.
        (
            "+---+---+\n| r    R|\n+   +   +\n| b     |\n+---+---+\n".to_owned(),
            4,
            "there is no green robot; draw it, for robots take the colours in order: red, green, blue, yellow, silver, purple, orange, white",
        ),
    ] {
        let error = refusal(&text, None);
        assert_eq!((error.line, error.text()), (Some(line), what), "{text}");
    }
    // What is missing stands nowhere.
    let error = refusal("+---+---+\n|      R|\n+   +   +\n|       |\n+---+---+\n", None);
    assert_eq!(error.to_string(), "there are 0 robots; a position has 1 to 8");
}

/// An unknown line used to be judged by its items first.
#[test]
fn drawings_name_an_unknown_line_first() {
    let error = refusal(&format!("{DRAWING}author: me\n"), None);
    assert_eq!((error.line, error.column), (Some(6), Some(1)), "{error}");
    assert!(error.text().starts_with("'author:' is not known"), "{error}");
}

/// Of two lines `target:` the first used to be forgotten.
#[test]
fn drawings_have_one_target_in_play() {
    let error = refusal(&format!("{DRAWING}target: red 1,0\ntarget: red 0,1\n"), None);
    assert_eq!(error.line, Some(7), "{error}");
}
