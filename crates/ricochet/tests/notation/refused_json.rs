//! Bad JSON: what is wrong with it, and where.

use crate::refused::{NO_FORMAT, check, check_after, json};

#[test]
fn json_of_the_wrong_form() {
    check(
        None,
        &[
            ("{", (1, 1), json!("EOF while parsing an object")),
            (r#"{"width":"#, (1, 9), json!("EOF while parsing a value")),
            ("{}", (1, 2), json!("missing field `width`")),
            (r#"{"width":2}"#, (1, 11), json!("missing field `height`")),
            (r#"{"width":2,"height":2}"#, (1, 22), json!("missing field `walls`")),
            (r#"{"width":2,"height":2,"walls":[0,0,0,0]}"#, (1, 40), json!("missing field `robots`")),
            (
                r#"{"width":2,"height":2,"walls":[0,0,0,0],"robots":[0]}"#,
                (1, 53),
                json!("missing field `target_robot`"),
            ),
            (
                r#"{"width":2,"height":2,"walls":[0,0,0,0],"robots":[0],"target_robot":null}"#,
                (1, 73),
                json!("missing field `target`"),
            ),
            ("{\"width\":2,\n\"height\":2,\n\"width\":2}", (3, 7), json!("duplicate field `width`")),
            ("{}\n{", (1, 2), json!("missing field `width`")),
        ],
    );
    // Of several objects the one at fault is named, wherever it begins.
    let good = r#"{"width":2,"height":2,"walls":[0,0,0,0],"robots":[0],"target_robot":0,"target":3}"#;
    check(
        None,
        &[
            (&format!("{good}\n\n  {{}}"), (3, 4), json!("missing field `width`")),
            (&format!("{good} {{}}"), (1, 84), json!("missing field `width`")),
            (&format!("{good}\n7"), (2, 1), NO_FORMAT),
            (&format!("{good}\nseven"), (2, 1), json!("expected value")),
            (
                &format!("{good}\n {}", good.replace("\"target\":3", "\n\"target\":4")),
                (3, 1),
                "the target is on cell 4, outside the board; its cells are 0 to 3",
            ),
        ],
    );
}

/// Types are told at the end of the value, where the reader knows them.
#[test]
fn json_of_the_wrong_type() {
    check_after(
        r#"{"width":2,"height":2,"#,
        &[
            (r#""walls":7}"#, (1, 31), json!("invalid type: integer `7`, expected a sequence")),
            (r#""walls":[0,1.5]}"#, (1, 36), json!("invalid type: floating point `1.5`, expected i64")),
            (r#""walls":[0,"N"]}"#, (1, 36), json!("invalid type: string \"N\", expected i64")),
            (r#""walls":[0,null]}"#, (1, 37), json!("invalid type: null, expected i64")),
            (r#""robots":[[0]]}"#, (1, 32), json!("invalid type: sequence, expected i64")),
            (r#""target":null}"#, (1, 35), json!("invalid type: null, expected i64")),
            (
                r#""target":99999999999999999999}"#,
                (1, 51),
                json!("invalid type: floating point `1e+20`, expected i64"),
            ),
            (r#""target":1e999}"#, (1, 36), json!("number out of range")),
            (
                r#""diagonals":[{"cell":1,"dir":"|","color":1}]}"#,
                (1, 54),
                json!("unknown variant `|`, expected `/` or `\\`"),
            ),
            (r#""diagonals":[{"cell":1,"dir":"/"}]}"#, (1, 55), json!("missing field `color`")),
            (r#""targets":[{"cell":1}]}"#, (1, 43), json!("missing field `robot`")),
        ],
    );
}

/// Columns count characters, as in every other format; the reader's own count bytes.
#[test]
fn json_counts_characters() {
    check(
        None,
        &[
            (r#"{"id":"éàü","width":"x"}"#, (1, 23), json!("invalid type: string \"x\", expected i64")),
            (r#"{"id":"éàü","width":}"#, (1, 21), json!("expected value")),
        ],
    );
}

#[test]
fn json_with_a_wrong_size_or_wall() {
    let wall = "add up N=1 E=2 S=4 W=8";
    check(
        None,
        &[
            (
                r#"{"width":1000000,"height":2,"walls":[],"robots":[0],"target_robot":0,"target":3}"#,
                (1, 2),
                "the width is 1000000; a board has 2 to 32 cells on a side",
            ),
            (
                r#"{"width":2,"height":-9223372036854775808,"walls":[],"robots":[0],"target_robot":0,"target":3}"#,
                (1, 12),
                "the height is -9223372036854775808; a board has 2 to 32 cells on a side",
            ),
            (
                r#"{"width":1,"height":4,"walls":[0,0,0,0],"robots":[0],"target_robot":0,"target":3}"#,
                (1, 2),
                "the width is 1; a board has 2 to 32 cells on a side",
            ),
            (
                r#"{"width":2,"height":33,"walls":[0,0,0,0],"robots":[0],"target_robot":0,"target":3}"#,
                (1, 12),
                "the height is 33; a board has 2 to 32 cells on a side",
            ),
            (
                r#"{"width":2,"height":2,"walls":[0,0,0],"robots":[0],"target_robot":0,"target":3}"#,
                (1, 23),
                "walls has 3 numbers, but a board of 2×2 has 4 cells; give one number a cell",
            ),
            (
                r#"{"width":2,"height":3,"walls":[0,0,0,0,0,0,0],"robots":[0],"target_robot":0,"target":3}"#,
                (1, 23),
                "walls has 7 numbers, but a board of 2×3 has 6 cells; give one number a cell",
            ),
            (
                r#"{"width":2,"height":2,"walls":[0,16,0,0],"robots":[0],"target_robot":0,"target":3}"#,
                (1, 34),
                &format!("the walls at 1,0 are 16; {wall}"),
            ),
            (
                "{\"width\":2,\n \"height\":2,\n \"walls\":[0, 0,\n  -1, 0],\"robots\":[0],\"target_robot\":0,\"target\":3}",
                (4, 3),
                &format!("the walls at 0,1 are -1; {wall}"),
            ),
        ],
    );
}

#[test]
fn json_with_a_wrong_robot_or_target() {
    check_after(
        r#"{"width":2,"height":2,"walls":[0,0,0,0],"#,
        &[
            (
                r#""robots":[],"target_robot":0,"target":3}"#,
                (1, 41),
                "there are 0 robots; a position has 1 to 8",
            ),
            (
                r#""robots":[0,1,2,3,0,1,2,3,0],"target_robot":0,"target":3}"#,
                (1, 41),
                "there are 9 robots; a position has 1 to 8",
            ),
            (
                r#""robots":[0, 1,0],"target_robot":0,"target":3}"#,
                (1, 56),
                "the blue robot stands at 0,0 on the red one; move one of them",
            ),
            (
                r#""robots":[1,4],"target_robot":0,"target":3}"#,
                (1, 53),
                "the green robot is on cell 4, outside the board; its cells are 0 to 3",
            ),
            (
                r#""robots":[-1],"target_robot":0,"target":3}"#,
                (1, 51),
                "the red robot is on cell -1, outside the board; its cells are 0 to 3",
            ),
            (
                r#""robots":[0],"closed":[0],"target_robot":0,"target":3}"#,
                (1, 51),
                "the red robot at 0,0 is in a closed cell; put it elsewhere",
            ),
            (
                r#""robots":[0],"target_robot":0,"target":65536}"#,
                (1, 71),
                "the target is on cell 65536, outside the board; its cells are 0 to 3",
            ),
            (
                r#""robots":[0],"target_robot":0,"target":3,"closed":[1,3]}"#,
                (1, 71),
                "the target at 1,1 is in a closed cell; put it elsewhere",
            ),
        ],
    );
}

#[test]
fn json_with_a_wrong_list() {
    check_after(
        r#"{"width":2,"height":2,"walls":[0,0,0,0],"robots":[0],"target_robot":0,"target":3,"#,
        &[
            (
                r#""closed":[4]}"#,
                (1, 92),
                "a closed cell is on cell 4, outside the board; its cells are 0 to 3",
            ),
            (r#""closed":[1,2,1]}"#, (1, 96), "the closed cell at 1,0 is listed twice; remove one"),
            (r#""bonus":[1, 1]}"#, (1, 94), "the bonus cell at 1,0 is listed twice; remove one"),
            (
                r#""bonus":[-1]}"#,
                (1, 91),
                "a bonus cell is on cell -1, outside the board; its cells are 0 to 3",
            ),
            (
                r#""bonus":[2,1],"closed":[1]}"#,
                (1, 93),
                "the bonus cell at 1,0 is in a closed cell; put it elsewhere",
            ),
            (
                r#""penalty":[0,2],"closed":[2]}"#,
                (1, 95),
                "the penalty cell at 0,1 is in a closed cell; put it elsewhere",
            ),
            (
                r#""bonus":[2,1],"penalty":[3,1]}"#,
                (1, 109),
                "the penalty cell at 1,0 is a bonus cell too; choose one",
            ),
            (
                r#""diagonals":[{"cell":7,"dir":"/","color":1}]}"#,
                (1, 95),
                "a diagonal is on cell 7, outside the board; its cells are 0 to 3",
            ),
            (
                r#""diagonals":[{"cell":1,"dir":"/","color":8}]}"#,
                (1, 95),
                "the diagonal at 1,0 has the colour 8; colours are 0 to 7",
            ),
            (
                r#""diagonals":[{"cell":1,"dir":"/","color":2}, {"cell":1,"dir":"\\","color":3}]}"#,
                (1, 127),
                "there are two diagonals at 1,0; remove one",
            ),
            (
                r#""closed":[1],"diagonals":[{"cell":1,"dir":"/","color":2}]}"#,
                (1, 108),
                "the diagonal at 1,0 is in a closed cell; remove one of the two",
            ),
            (
                r#""targets":[{"cell":1,"robot":0},{"cell":1,"robot":0}]}"#,
                (1, 114),
                "the target at 1,0 is listed twice; remove one",
            ),
            (
                r#""targets":[{"cell":1,"robot":8}]}"#,
                (1, 93),
                "the target at 1,0 is for robot 8; colours are 0 to 7",
            ),
            (
                r#""targets":[{"cell":4,"robot":null}]}"#,
                (1, 93),
                "a target is on cell 4, outside the board; its cells are 0 to 3",
            ),
            (
                r#""closed":[1],"targets":[{"cell":2,"robot":2},{"cell":1,"robot":2}]}"#,
                (1, 127),
                "the target at 1,0 is in a closed cell; put it elsewhere",
            ),
        ],
    );
}

/// The place used to be that of the first text that looks like the key, here a name and a key of something else.
#[test]
fn json_keys_are_not_looked_for_in_other_values() {
    check(
        None,
        &[
            (
                r#"{"id":"target","width":2,"height":2,"walls":[0,0,0,0],"robots":[0],"target_robot":0,"target":9}"#,
                (1, 85),
                "the target is on cell 9, outside the board; its cells are 0 to 3",
            ),
            (
                r#"{"note":{"width":9},"width":99,"height":2,"walls":[0,0,0,0],"robots":[0],"target_robot":0,"target":3}"#,
                (1, 21),
                "the width is 99; a board has 2 to 32 cells on a side",
            ),
        ],
    );
}
