//! What may be written in more than one way.

use damier_kit::Kit;
use damier_ricochet::notation::{read, write};
use damier_ricochet::{Cell, Direction, Position, Robot, Target};
use proptest::prelude::*;

use crate::positions::{config, generated, only, position, texts};

fn of(text: &str) -> Position {
    only(text, None).unwrap().position
}

/// A board of 3×2 with a red robot at the top left and its target at the bottom right.
const PLAIN: &str = "0 0 R:red\n2 1 G:red\n";

#[test]
fn lines_may_leave_out_spaces() {
    let spaced = of("0 0 N W R:red\n1 0 S E\n2 1 G:red\n1 1 + /:blue");
    for text in [
        "0 0 NWR\n1 0 SE\n2 1 G\n1 1 +/:blue",
        "0 0NWR:red\n1 0ES\n2 1G:red\n1 1/:blue+",
        "  0\t0  N  WR \n1 0\tS\tE\n\n2   1 G  \n1 1 +/:blue",
        "# walls first\n0 0 NWR\n   # and the rest\n1 0 SE\n2 1 G\n1 1 +/:blue",
    ] {
        assert_eq!(of(text), spaced, "{text}");
    }
}

#[test]
fn lines_stand_in_any_order_and_add_up() {
    let whole = of("0 0 NWR\n1 0 ES\n2 1 G");
    for text in [
        "2 1 G\n1 0 ES\n0 0 NWR",
        "1 0 S\n0 0 W\n2 1 G\n0 0 NR\n1 0 E",
        "0 0 R\n0 0 N\n0 0 N\n0 0 NW\n1 0 EE\n1 0 S\n2 1 G",
        "2 1\n0 0\n1 0 ES\n2 1 G\n0 0 WNR",
    ] {
        assert_eq!(of(text), whole, "{text}");
    }
    // Marks that cannot be there twice are there once.
    assert_eq!(of("0 0 R:red\n0 0 R:red\n2 1 G\n1 0 X\n1 0 X\n").board.closed, [Cell(1)], "closed");
}

proptest! {
    #![proptest_config(config(200))]

    /// The order of lines decides only which robot and which target are the main ones.
    #[test]
    fn shuffled_lines_are_the_same_position(
        (position, lines) in position().prop_flat_map(|position| {
            let lines = write(&position, None, "lines").unwrap();
            let lines: Vec<String> = lines.lines().map(str::to_owned).collect();
            (Just(position), Just(lines).prop_shuffle())
        }),
    ) {
        // Targets keep their order and stand in front.
        let text = write(&position, None, "lines").unwrap();
        let targets = text.lines().filter(|line| line.contains('G')).map(str::to_owned);
        let others = lines.into_iter().filter(|line| !line.contains('G'));
        let shuffled = targets.chain(others).collect::<Vec<_>>().join("\n");
        prop_assert_eq!(only(&shuffled, None).map_err(TestCaseError::fail)?.position, position);
    }
}

#[test]
fn the_first_robot_and_target_are_the_main_ones() {
    let position = of("3 3 R\n1 1 G\n0 0 R\n2 2 G");
    assert_eq!(position.robots, [Cell(15), Cell(0)]);
    assert_eq!(position.target, Target { cell: Cell(5), robot: Some(Robot(0)) });
    assert_eq!(position.board.targets, [Target { cell: Cell(10), robot: Some(Robot(0)) }]);
    // The target may stand before its robot.
    assert_eq!(of("1 1 G\n3 3 R\n0 0 R\n2 2 G"), position);
    // A colour does not change which robot is listed first.
    let position = of("3 3 R:green\n1 1 G\n0 0 R:red");
    assert_eq!(position.robots, [Cell(0), Cell(15)]);
    assert_eq!(position.target.robot, Some(Robot(1)));
}

#[test]
fn a_colour_may_follow() {
    let position = of("3 3 R:blue\n1 1 G:blue\n0 0 R\n2 0 R:green\n1 0 G:any\n0 1 G:white");
    assert_eq!(position.robots, [Cell(0), Cell(2), Cell(15)]);
    assert_eq!(position.target.robot, Some(Robot(2)));
    let others: Vec<_> = position.board.targets.iter().map(|target| target.robot).collect();
    assert_eq!(others, [None, Some(Robot(7))]);
    // Robots without a colour take the free ones in order, wherever they stand.
    let position = of("3 3 R\n0 0 R:red\n2 0 R\n1 1 G");
    assert_eq!(position.robots, [Cell(0), Cell(15), Cell(2)]);
    assert_eq!(position.target.robot, Some(Robot(1)));
}

#[test]
fn a_wall_may_be_marked_on_either_side() {
    let json = |walls: &str| {
        format!(r#"{{"width":3,"height":2,"walls":{walls},"robots":[0],"target_robot":0,"target":5}}"#)
    };
    for (text, one_sided) in [
        (json("[0,0,0,0,0,0]"), 0),
        (json("[2,0,0,0,0,0]"), 1),
        (json("[0,8,0,0,0,0]"), 1),
        (json("[2,8,0,0,0,0]"), 0),
        (json("[4,0,0,0,0,0]"), 1),
        (json("[0,0,0,1,0,0]"), 1),
        (json("[4,0,0,1,0,0]"), 0),
        (json("[6,0,0,0,0,9]"), 4),
        // The border is no wall between two cells, marked or not.
        (json("[9,1,3,12,4,6]"), 0),
        (PLAIN.to_owned(), 0),
        (format!("{PLAIN}0 0 ES"), 2),
        (format!("{PLAIN}0 0 ES\n1 0 W\n0 1 N"), 0),
        (format!("{PLAIN}1 0 WES"), 3),
        // A closed cell has its walls without any being marked.
        (format!("{PLAIN}1 0 X"), 0),
    ] {
        assert_eq!(only(&text, None).unwrap().one_sided_walls, one_sided, "{text}");
    }
    let east = of(&json("[2,0,0,0,0,0]"));
    assert_eq!(of(&json("[0,8,0,0,0,0]")), east);
    assert_eq!(of(&json("[2,8,0,0,0,0]")), east);
    assert!(east.board.has_wall(Cell(0), Direction::East) && east.board.has_wall(Cell(1), Direction::West));
    let notes = damier_ricochet::RicochetKit.read(&json("[2,0,0,0,0,0]"), None).unwrap()[0].notes();
    let notes: Vec<_> = notes.iter().map(ToString::to_string).collect();
    assert_eq!(notes, ["walls marked on one of their two sides only: 1; each is taken as a wall"]);
}

proptest! {
    #![proptest_config(config(200))]

    /// Any of the two marks of any wall may be missing.
    #[test]
    fn half_of_the_marks_are_enough(position in position(), dice in any::<u64>()) {
        let mut setup = position.setup();
        let board = &position.board;
        let mut one_sided = 0;
        for cell in board.cells() {
            for side in [Direction::East, Direction::South] {
                let Some(beside) = board.neighbour(cell, side).filter(|_| board.has_wall(cell, side)) else {
                    continue;
                };
                match (dice >> (cell.0 % 31 + side as u16)) & 3 {
                    0 => setup.walls[cell.index()] &= !i64::from(side.bit()),
                    1 => setup.walls[beside.index()] &= !i64::from(side.opposite().bit()),
                    _ => continue,
                }
                one_sided += 1;
            }
        }
        prop_assert_eq!(&setup.position().unwrap(), &position);
        let (before, after) = (format!("{:?}", position.setup().walls), format!("{:?}", setup.walls));
        let text = write(&position, None, "json").unwrap().replacen(
            &before.replace(' ', ""),
            &after.replace(' ', ""),
            1,
        );
        let back = only(&text, None).map_err(TestCaseError::fail)?;
        prop_assert_eq!(back.position, position);
        prop_assert_eq!(back.one_sided_walls, one_sided);
    }
}

/// The format is recognised past comment lines, so they must not stop its reader.
#[test]
fn a_comment_may_stand_in_front() {
    let position = generated(&[("robots", "2")], 7);
    for (format, text) in texts(&position) {
        if format != "json" {
            assert_eq!(of(&format!("# from a book\n\n{text}")), position, "{format}");
        }
    }
}

#[test]
fn a_drawing_may_leave_out_what_is_plain() {
    let position =
        of("+---+---+---+\n| r     |   |\n+   +---+   +\n|          R|\n+---+---+---+\ntarget: red 2,1\n");
    for text in [
        // No line for the only target, no spaces at the ends, no border but the first.
        "+---+---+---+\n| r     |\n+   +---+\n|          R\n+\n",
        "+---+---+---+\n\n| r     |   |\n+   +---+   +\n\n|          R|\n+---+---+---+\n",
        "\n\n+---+---+---+\r\n| r     |   |\r\n+   +---+   +\r\n|          R|\r\n+---+---+---+\r\n",
        "+   +   +   +\n| r     |\n+   +---+\n|\n+\ntarget: red 2,1",
    ] {
        assert_eq!(of(text), position, "{text}");
    }
}

/// What json accepts, the validator accepts: it reads the very same text.
#[test]
fn the_validator_reads_what_json_reads() {
    let start = r#"{"width":2,"height":2,"walls":[0,0,0,0],"robots":[0],"target_robot":0,"target":3"#;
    for more in [
        r#","diagonals":[[1,"/",1]]"#,
        r#","diagonals":[{"cell":1,"dir":{"/":null},"color":1}]"#,
        r#","targets":[[1,0]]"#,
        r#","closed":null"#,
        r#","bonus":[1],"penalty":[2],"closed":[]"#,
        r#","id":7,"note":{"width":9}"#,
        r#","diagonals":[{"color":1,"cell":1,"dir":"\\","note":1}]"#,
    ] {
        let text = format!("{start}{more}}}");
        let (ours, theirs) = (read(&text, None), damier_validate::ricochet::replay(&text, ""));
        let refused = matches!(theirs, Err(damier_validate::ricochet::Fault::Instance(_)));
        assert!(ours.is_err() || !refused, "{text}: json reads it, the validator says {theirs:?}");
    }
}

#[test]
fn names_may_be_numbers() {
    let text = r#"{"id":12,"width":2,"height":2,"walls":[0,0,0,0],"robots":[0],"target_robot":0,"target":3}"#;
    for id in ["12", "-1", "1.5", "18446744073709551615"] {
        assert_eq!(only(&text.replace("12", id), None).unwrap().id.as_deref(), Some(id));
    }
    assert_eq!(only(&text.replace("12", "null"), None).unwrap().id, None);
    let refusal = read(&text.replace("12", "[12]"), None).unwrap_err();
    assert!(!refusal.text().contains("enum"), "speak of the name, not of the program: {refusal}");
}

#[test]
fn positions_know_their_line() {
    let json = r#"{"width":2,"height":2,"walls":[0,0,0,0],"robots":[0],"target_robot":0,"target":3}"#;
    let compact = write(&of(json), None, "compact").unwrap();
    for (text, lines) in [
        (format!("{json}\n{json}\n"), &[1, 2][..]),
        (format!("\n\n{json} {json}\n\n{}", json.replace(',', ",\n")), &[3, 3, 5]),
        (format!("{compact}\n\n# next\n  {compact}"), &[1, 4]),
    ] {
        let found: Vec<_> = read(&text, None).unwrap().iter().map(|read| read.line).collect();
        assert_eq!(found, lines, "{text}");
    }
}
