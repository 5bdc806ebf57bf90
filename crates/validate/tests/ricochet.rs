//! The validator on published solutions, on hand-made boards for each rule, and on input that is not in
//! order.
//!
//! The hand-made boards are drawn in the comments: `.` a free cell, `#` a closed one, letters for robots, `/`
//! and `\` for diagonals.

use std::time::{Duration, Instant};

use damier_validate::ricochet::{Fault, Replay, replay};
use serde_json::{Value, json};

const STANDARD: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/ricochet/standard.jsonl");
const HARD: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/ricochet/hard.jsonl");

/// A board without walls whose goal is that robot 0 stands on `target`.
fn open(width: usize, height: usize, robots: &[usize], target: usize) -> Value {
    json!({"id": "t", "width": width, "height": height, "walls": vec![0; width * height],
           "robots": robots, "target_robot": 0, "target": target})
}

/// The same board with one key changed or added.
fn with(mut board: Value, key: &str, value: Value) -> Value {
    board[key] = value;
    board
}

fn with_wall(mut board: Value, cell: usize, code: u8) -> Value {
    board["walls"][cell] = json!(code);
    board
}

fn without(mut board: Value, key: &str) -> Value {
    board.as_object_mut().expect("a test board is an object").remove(key);
    board
}

fn valid(board: &Value, solution: &str) -> Replay {
    match replay(&board.to_string(), solution) {
        Ok(replay) => replay,
        Err(fault) => panic!("'{solution}' on {board}: {fault}"),
    }
}

fn fault(board: &Value, solution: &str) -> Fault {
    match replay(&board.to_string(), solution) {
        Ok(replay) => panic!("'{solution}' on {board} was found valid: {replay:?}"),
        Err(fault) => fault,
    }
}

/// Asserts that both were read, and that the solution is wrong for the reason given.
fn wrong(board: &Value, solution: &str, sentence: &str) {
    let fault = fault(board, solution);
    assert_eq!(fault.to_string(), sentence);
    assert!(!fault.is_bad_input(), "{fault}");
}

/// Asserts that the board is refused with a sentence that starts like this.
fn refused(board: &Value, sentence: &str) {
    refused_text(&board.to_string(), sentence);
}

fn refused_text(board: &str, sentence: &str) {
    let fault = replay(board, "").expect_err(sentence);
    assert!(matches!(fault, Fault::Instance(_)), "{fault}");
    assert!(fault.is_bad_input());
    assert!(fault.to_string().starts_with(&format!("instance: {sentence}")), "{fault}");
}

fn check_file(path: &str, at_least: usize) {
    let text = std::fs::read_to_string(path).expect("the data file is part of the project");
    let mut seen = 0;
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let instance: Value = serde_json::from_str(line).expect("a line is a JSON object");
        let solution = instance["solution"].as_str().expect("a line has a solution");
        let replay = replay(line, solution).unwrap_or_else(|fault| panic!("{}: {fault}", instance["id"]));
        assert_eq!(Some(replay.moves as u64), instance["optimal"].as_u64(), "{}", instance["id"]);
        assert_eq!(replay.robots.len(), instance["robots"].as_array().map_or(0, Vec::len));

        // The solutions are the shortest there are, so that none of them is valid without its last move.
        let shorter = solution.rsplit_once(' ').map_or("", |(head, _)| head);
        if replay.moves > 0 {
            let fault = self::replay(line, shorter).expect_err("a shortest solution without its last move");
            assert!(matches!(fault, Fault::NotReached { earlier: None, .. }), "{}: {fault}", instance["id"]);
        }
        seen += 1;
    }
    assert!(seen >= at_least, "{path} has {seen} instances");
}

#[test]
fn standard_solutions_are_valid() {
    check_file(STANDARD, 100);
}

#[test]
fn hard_solutions_are_valid() {
    check_file(HARD, 10);
}

#[test]
fn a_robot_slides_to_the_border_in_each_direction() {
    // A 4×3 board, so that a mixed-up width and height would show; the robot starts on 1,1.
    for (solution, target, cells) in [("rN", 1, 1), ("rE", 7, 2), ("rS", 9, 1), ("rW", 4, 1)] {
        let replay = valid(&open(4, 3, &[5], target), solution);
        assert_eq!(replay.robots, [target]);
        assert_eq!(replay.cells, cells);
    }
    // A row's end does not lead on to the next row.
    wrong(
        &open(4, 3, &[7], 8),
        "rE",
        "move 1 (rE): the red robot cannot move east from 3,1; it stands against the border",
    );
    wrong(
        &open(4, 3, &[4], 3),
        "rW",
        "move 1 (rW): the red robot cannot move west from 0,1; it stands against the border",
    );
    wrong(
        &open(4, 3, &[1], 5),
        "rN",
        "move 1 (rN): the red robot cannot move north from 1,0; it stands against the border",
    );
    wrong(
        &open(4, 3, &[9], 5),
        "rS",
        "move 1 (rS): the red robot cannot move south from 1,2; it stands against the border",
    );
}

#[test]
fn a_replay_counts_moves_robots_and_cells() {
    // r . . g
    // . . . .
    let replay = valid(&open(4, 2, &[0, 3], 6), "rE gS rS");
    let expected = Replay { moves: 3, robots_moved: 2, cells: 4, bonus: 0, penalty: 0, robots: vec![6, 7] };
    assert_eq!(replay, expected);
}

#[test]
fn a_wall_counts_from_either_side() {
    // Along a row of five the wall lies between columns 2 and 3; along a column, between rows 2 and 3.
    let row = |robot, target| open(5, 2, &[robot], target);
    let column = |robot, target| open(2, 5, &[robot], target);
    for (near, far) in [(2, 0), (0, 8), (2, 8)] {
        let walls = |board| with_wall(with_wall(board, 2, near), 3, far);
        assert_eq!(valid(&walls(row(0, 2)), "rE").robots, [2]);
        assert_eq!(valid(&walls(row(4, 3)), "rW").robots, [3]);
        wrong(
            &walls(row(2, 3)),
            "rE",
            "move 1 (rE): the red robot cannot move east from 2,0; it stands against a wall",
        );
        wrong(
            &walls(row(3, 2)),
            "rW",
            "move 1 (rW): the red robot cannot move west from 3,0; it stands against a wall",
        );
    }
    for (near, far) in [(4, 0), (0, 1), (4, 1)] {
        let walls = |board| with_wall(with_wall(board, 4, near), 6, far);
        assert_eq!(valid(&walls(column(0, 4)), "rS").robots, [4]);
        assert_eq!(valid(&walls(column(8, 6)), "rN").robots, [6]);
        wrong(
            &walls(column(4, 6)),
            "rS",
            "move 1 (rS): the red robot cannot move south from 0,2; it stands against a wall",
        );
        wrong(
            &walls(column(6, 4)),
            "rN",
            "move 1 (rN): the red robot cannot move north from 0,3; it stands against a wall",
        );
    }
}

#[test]
fn a_robot_stops_another() {
    // r . . g
    let board = open(4, 2, &[0, 3], 2);
    assert_eq!(valid(&board, "rE").robots, [2, 3]);
    wrong(
        &open(4, 2, &[2, 3], 3),
        "rE",
        "move 1 (rE): the red robot cannot move east from 2,0; the green robot stands on 3,0",
    );
    // A robot that moved away stops nobody, and stops others where it went.
    assert_eq!(valid(&open(4, 2, &[0, 3], 3), "gS rE").robots, [3, 7]);
    assert_eq!(valid(&open(4, 2, &[4, 3], 6), "gS rE").robots, [6, 7]);
}

#[test]
fn closed_cells_stop_robots() {
    // r . # .
    let closed = |robot, target| with(open(4, 2, &[robot], target), "closed", json!([2]));
    assert_eq!(valid(&closed(0, 1), "rE").robots, [1]);
    assert_eq!(valid(&closed(6, 5), "rW rN rE rS").robots, [5], "around it");
    wrong(&closed(1, 3), "rE", "move 1 (rE): the red robot cannot move east from 1,0; 2,0 is a closed cell");
    wrong(&closed(6, 3), "rN", "move 1 (rN): the red robot cannot move north from 2,1; 2,0 is a closed cell");
}

/// A 3×3 board with a green diagonal in the middle and the red robot on one side of it.
fn crossing(dir: &str, robot: usize, target: usize, color: usize) -> Value {
    with(open(3, 3, &[robot], target), "diagonals", json!([{"cell": 4, "dir": dir, "color": color}]))
}

#[test]
fn diagonals_turn_robots_of_another_colour() {
    let (north, east, south, west) = (1, 5, 7, 3);
    for (dir, start, solution, stop) in [
        ("/", west, "rE", north),
        ("/", south, "rN", east),
        ("/", east, "rW", south),
        ("/", north, "rS", west),
        ("\\", west, "rE", south),
        ("\\", north, "rS", east),
        ("\\", east, "rW", north),
        ("\\", south, "rN", west),
    ] {
        let replay = valid(&crossing(dir, start, stop, 1), solution);
        assert_eq!((replay.robots, replay.cells), (vec![stop], 2), "{solution} into {dir}");
    }
}

#[test]
fn a_diagonal_of_its_own_colour_is_ignored() {
    assert_eq!(valid(&crossing("/", 3, 5, 0), "rE").robots, [5]);
    // It turns the others: the green robot crosses a red diagonal and the blue robot does too.
    let board = with(crossing("/", 0, 0, 0), "robots", json!([0, 3, 7]));
    assert_eq!(valid(&board, "gE").robots, [0, 1, 7]);
    assert_eq!(valid(&board, "bN").robots, [0, 3, 5]);
}

#[test]
fn a_robot_stops_on_a_diagonal_whose_way_out_is_blocked() {
    // Going east into `/` the way out is north; a wall marked on either side, a closed cell, a robot, the
    // border.
    assert_eq!(valid(&with_wall(crossing("/", 3, 4, 1), 4, 1), "rE").robots, [4]);
    assert_eq!(valid(&with_wall(crossing("/", 3, 4, 1), 1, 4), "rE").robots, [4]);
    assert_eq!(valid(&with(crossing("/", 3, 4, 1), "closed", json!([1])), "rE").robots, [4]);
    assert_eq!(valid(&with(crossing("/", 3, 4, 1), "robots", json!([3, 1])), "rE").robots, [4, 1]);
    let at_the_border = with(open(3, 3, &[0], 1), "diagonals", json!([{"cell": 1, "dir": "/", "color": 1}]));
    assert_eq!(valid(&at_the_border, "rE").robots, [1]);
    // A wall behind the diagonal does not stop a robot that is turned before it gets there.
    assert_eq!(valid(&with_wall(crossing("/", 3, 1, 1), 4, 2), "rE").robots, [1]);
}

#[test]
fn a_robot_that_starts_on_a_diagonal_is_not_turned_by_it() {
    for (solution, stop) in [("rN", 1), ("rE", 5), ("rS", 7), ("rW", 3)] {
        assert_eq!(valid(&crossing("/", 4, stop, 1), solution).robots, [stop]);
        assert_eq!(valid(&crossing("\\", 4, stop, 1), solution).robots, [stop]);
    }
    wrong(
        &with_wall(crossing("/", 4, 1, 1), 4, 2),
        "rE",
        "move 1 (rE): the red robot cannot move east from 1,1; it stands against a wall",
    );
}

/// A 3×3 board whose corners hold green diagonals that lead a robot around the border, clockwise from the top
/// right. With four of them the path is a loop; with three it ends in the corner at the top left.
fn ring(robots: &[usize], target: usize, corners: usize) -> Value {
    let diagonals: Vec<Value> = [(2, "\\"), (8, "/"), (6, "\\"), (0, "/")]
        .into_iter()
        .take(corners)
        .map(|(cell, dir)| json!({"cell": cell, "dir": dir, "color": 1}))
        .collect();
    with(open(3, 3, robots, target), "diagonals", Value::Array(diagonals))
}

#[test]
fn a_slide_that_never_ends_is_not_legal() {
    for (robot, solution, spot) in [(1, "rE", "1,0"), (1, "rW", "1,0"), (3, "rN", "0,1"), (0, "rE", "0,0")] {
        let fault = fault(&ring(&[robot], 4, 4), solution);
        assert_eq!(
            fault.to_string(),
            format!(
                "move 1 ({solution}): the red robot would slide for ever around a loop of diagonals from {spot}; \
                 such a move is not legal"
            )
        );
        assert!(!fault.is_bad_input());
    }
    // The green robot ignores its own diagonals, and ends the loop for the red one where it stands.
    assert_eq!(valid(&ring(&[1, 3], 6, 4), "rE").robots, [6, 3]);
    assert_eq!(valid(&with(ring(&[4, 1], 4, 4), "target", json!(4)), "gE").robots, [4, 2]);
}

#[test]
fn a_robot_led_back_to_its_start_has_not_moved() {
    let led_back = ring(&[0], 0, 3);
    assert_eq!(valid(&led_back, "").cells, 0);
    wrong(
        &led_back,
        "rE",
        "move 1 (rE): diagonals lead the red robot back to 0,0, where it started, so it has not moved; leave this \
         move out",
    );
}

#[test]
fn a_sliding_robot_does_not_block_itself() {
    // . . . .      It leaves to the east and comes back from the south, over the cell it left, up to the
    // border. . r . \ . . . . . \ . /
    let diagonals = json!([{"cell": 7, "dir": "\\", "color": 1}, {"cell": 15, "dir": "/", "color": 1},
                           {"cell": 13, "dir": "\\", "color": 1}]);
    let replay = valid(&with(open(4, 4, &[5], 1), "diagonals", diagonals), "rE");
    assert_eq!((replay.robots, replay.cells), (vec![1], 9));
}

/// A 32×32 board whose diagonals lead the red robot through every cell, from the top left to the bottom left.
fn serpent(target: usize) -> Value {
    let diagonals: Vec<Value> = (0..31)
        .flat_map(|row| {
            let (column, above, below) = if row % 2 == 0 { (31, "\\", "/") } else { (0, "/", "\\") };
            [(row * 32 + column, above), ((row + 1) * 32 + column, below)]
        })
        .map(|(cell, dir)| json!({"cell": cell, "dir": dir, "color": 7}))
        .collect();
    with(open(32, 32, &[0], target), "diagonals", Value::Array(diagonals))
}

#[test]
fn a_long_slide_is_not_taken_for_an_endless_one() {
    let replay = valid(&serpent(31 * 32), "rE");
    assert_eq!((replay.robots, replay.cells), (vec![31 * 32], 1023));
}

#[test]
fn the_goal_must_hold_after_the_last_move() {
    // Passing over the target does not count.
    wrong(
        &open(4, 2, &[0], 2),
        "rE",
        "after move 1, the last, the red robot stands on 3,0, not on its target 2,0",
    );
    // Neither does leaving it again.
    wrong(
        &open(4, 2, &[0], 3),
        "rE rS rW",
        "after move 3, the last, the red robot stands on 0,1, not on its target 3,0; the goal held after move 1: \
         leave out the moves after it",
    );
    // Coming back to it does.
    assert_eq!(valid(&open(4, 2, &[0], 3), "rE rS rN").moves, 3);
    // Another robot on the target is not enough.
    wrong(
        &open(4, 2, &[4, 0], 3),
        "gE",
        "after move 1, the last, the red robot stands on 0,1, not on its target 3,0",
    );
    // The robot of the target need not be the first.
    let second = with(open(4, 2, &[4, 0], 3), "target_robot", json!(1));
    assert_eq!(valid(&second, "gE").robots, [4, 3]);
    wrong(&second, "rE rN", "after move 2, the last, the green robot stands on 0,0, not on its target 3,0");
}

#[test]
fn the_empty_solution_is_valid_only_where_the_goal_holds() {
    let none = Replay { moves: 0, robots_moved: 0, cells: 0, bonus: 0, penalty: 0, robots: vec![3] };
    assert_eq!(valid(&open(4, 2, &[3], 3), ""), none);
    assert_eq!(valid(&open(4, 2, &[3], 3), " \n\t"), none);
    wrong(&open(4, 2, &[0], 3), "", "at the start the red robot stands on 0,0, not on its target 3,0");
    wrong(
        &open(4, 2, &[3], 3),
        "rS",
        "after move 1, the last, the red robot stands on 3,1, not on its target 3,0; the goal held at the start: \
         the empty solution solves it",
    );
}

#[test]
fn any_robot_may_take_the_vortex() {
    let vortex = with(open(4, 2, &[0, 4], 7), "target_robot", Value::Null);
    assert_eq!(valid(&vortex, "gE").robots, [0, 7]);
    assert_eq!(valid(&vortex, "rE rS").robots, [7, 4]);
    wrong(&vortex, "rE", "after move 1, the last, no robot stands on the target 3,1");
    assert_eq!(valid(&with(vortex, "target", json!(4)), "").moves, 0);
}

#[test]
fn bonus_and_penalty_cells_count_once_a_stop() {
    // The red robot starts on a bonus, passes over 1 and 2, and stops on 3, 7, 3, 0 and 3.
    let board = with(open(4, 2, &[0], 3), "bonus", json!([0, 1, 3, 3]));
    let board = with(board, "penalty", json!([2, 7]));
    let replay = valid(&board, "rE rS rN rW rE");
    assert_eq!((replay.bonus, replay.penalty), (4, 1));
    // A robot that does not move scores nothing, and a cell may be both.
    let board = with(open(4, 2, &[0, 4], 3), "bonus", json!([3, 4]));
    let replay = valid(&with(board, "penalty", json!([3, 4])), "rE");
    assert_eq!((replay.bonus, replay.penalty), (1, 1));
    // The stops of every robot that moves count.
    let replay = valid(&with(open(4, 2, &[0, 4], 3), "bonus", json!([7])), "gE rE");
    assert_eq!((replay.bonus, replay.penalty), (1, 0));
}

#[test]
fn each_letter_moves_its_robot() {
    // Eight robots on the left of eight rows; each goes east in its turn.
    let robots: Vec<usize> = (0..8).map(|row| row * 3).collect();
    let board = open(3, 8, &robots, 2);
    for (robot, letter) in ["r", "g", "b", "y", "s", "p", "o", "w"].iter().enumerate() {
        let mut expected = robots.clone();
        expected[robot] += 2;
        let board = with(board.clone(), "target_robot", json!(robot));
        let replay = valid(&with(board, "target", json!(robot * 3 + 2)), &format!("{letter}E"));
        assert_eq!(replay.robots, expected);
    }
    assert_eq!(valid(&board, "wE oE pE sE yE bE gE rE").robots_moved, 8);
}

#[test]
fn a_robot_that_the_board_lacks_cannot_move() {
    wrong(
        &open(4, 2, &[0, 4], 3),
        "rE sN",
        "move 2 (sN): there is no silver robot; this board has the robots r g",
    );
}

#[test]
fn a_fault_names_its_move() {
    wrong(
        &with_wall(open(4, 2, &[0, 4], 3), 6, 2),
        "rE gE gE",
        "move 3 (gE): the green robot cannot move east from 2,1; it stands against a wall",
    );
}

#[test]
fn words_that_are_not_moves_are_bad_input() {
    let board = open(4, 2, &[0], 3);
    let long = "r".repeat(50);
    let cut = format!("{}…", "r".repeat(20));
    for (word, shown) in [
        ("r", "r"),
        ("rX", "rX"),
        ("xE", "xE"),
        ("RE", "RE"),
        ("re", "re"),
        ("Er", "Er"),
        ("rErS", "rErS"),
        ("rE,rS", "rE,rS"),
        ("éE", "éE"),
        ("r→", "r→"),
        ("r\0", "r\\0"),
        (&long, &cut),
    ] {
        let fault = fault(&board, &format!("rE {word} rN"));
        assert_eq!(fault, Fault::Notation { number: 2, text: shown.to_owned() });
        assert!(fault.is_bad_input());
    }
    // The whole solution is read before any of it is played.
    assert!(fault(&board, "rN rN nonsense").is_bad_input());
    assert_eq!(
        fault(&board, "up").to_string(),
        "move 1 ('up') is not a move; write a robot letter (r g b y s p o w) and a direction (N E S W), with spaces \
         between moves, as in 'rN gE'"
    );
    // Any white space separates moves.
    assert_eq!(valid(&board, "\trE\r\n rS   rN \n").moves, 3);
}

#[test]
fn the_size_of_a_board_is_checked() {
    for side in [2, 32] {
        assert_eq!(valid(&open(side, 2, &[0], 0), "").moves, 0);
        assert_eq!(valid(&open(2, side, &[0], 0), "").moves, 0);
    }
    refused(&open(1, 2, &[0], 0), "`width` is 1; write a whole number from 2 to 32");
    refused(&open(33, 2, &[0], 0), "`width` is 33; write a whole number from 2 to 32");
    refused(&open(2, 1, &[0], 0), "`height` is 1; write a whole number from 2 to 32");
    refused(&open(2, 33, &[0], 0), "`height` is 33; write a whole number from 2 to 32");
    let board = open(4, 2, &[0], 3);
    for (value, shown) in [
        (json!(-4), "-4"),
        (json!(4.5), "4.5"),
        (json!(4.0), "4.0"),
        (json!(u64::MAX), "18446744073709551615"),
        (json!("4"), "the text '4'"),
        (json!(true), "true"),
        (json!([4]), "a list"),
        (json!({"w": 4}), "an object"),
    ] {
        let sentence = format!("`width` is {shown}; write a whole number from 2 to 32");
        refused(&with(board.clone(), "width", value), &sentence);
    }
}

#[test]
fn missing_keys_are_named() {
    let board = open(4, 2, &[0], 3);
    for key in ["width", "height", "walls", "robots", "target"] {
        refused(&without(board.clone(), key), &format!("`{key}` is missing; add it"));
        refused(&with(board.clone(), key, Value::Null), &format!("`{key}` is missing; add it"));
    }
    refused(
        &without(board.clone(), "target_robot"),
        "`target_robot` is missing; give a robot's index, or null for any robot",
    );
    // The identifier is not needed, and neither is any optional list.
    assert_eq!(valid(&without(board.clone(), "id"), "rE").moves, 1);
    for key in ["closed", "bonus", "penalty", "diagonals"] {
        assert_eq!(valid(&with(board.clone(), key, Value::Null), "rE").moves, 1);
        assert_eq!(valid(&with(board.clone(), key, json!([])), "rE").moves, 1);
        refused(&with(board.clone(), key, json!(7)), &format!("`{key}` is 7; write a list"));
    }
}

#[test]
fn unknown_keys_are_ignored() {
    let board = with(open(4, 2, &[0], 3), "targets", json!([{"cell": 1, "robot": null}, "anything"]));
    let board = with(board, "comment", json!({"deep": [[[]]]}));
    assert_eq!(valid(&board, "rE").moves, 1);
}

#[test]
fn wall_codes_are_checked() {
    let board = open(4, 2, &[0], 3);
    refused(&with(board.clone(), "walls", json!(vec![0; 7])), "`walls` has 7 entries; this board needs 8");
    refused(&with(board.clone(), "walls", json!(vec![0; 9])), "`walls` has 9 entries; this board needs 8");
    refused(&with(board.clone(), "walls", json!("00000000")), "`walls` is the text '00000000'; write a list");
    refused(&with_wall(board.clone(), 6, 16), "`walls` entry 6 is 16; write a whole number from 0 to 15");
    assert!(!fault(&with_wall(board.clone(), 0, 15), "rE").is_bad_input());
    let mut negative = board;
    negative["walls"][1] = json!(-1);
    refused(&negative, "`walls` entry 1 is -1; write a whole number from 0 to 15");
}

#[test]
fn robots_are_checked() {
    let board = open(4, 3, &[0], 3);
    let robots = |value| with(board.clone(), "robots", value);
    refused(&robots(json!([])), "`robots` has 0 entries; a board has 1 to 8 robots");
    refused(&robots(json!([0, 1, 2, 3, 4, 5, 6, 7, 8])), "`robots` has 9 entries; a board has 1 to 8 robots");
    assert_eq!(valid(&robots(json!([3, 0, 1, 2, 4, 5, 6, 7])), "").moves, 0);
    refused(&robots(json!([0, 12])), "`robots` entry 1 is 12; write a whole number from 0 to 11");
    refused(&robots(json!([0, -1])), "`robots` entry 1 is -1; write a whole number from 0 to 11");
    refused(&robots(json!([0, null])), "`robots` entry 1 is null; write a whole number from 0 to 11");
    refused(&robots(json!([5, 0, 5])), "robots 0 and 2 both stand on 1,1; move one of them");
    refused(
        &with(robots(json!([0, 5])), "closed", json!([5])),
        "robot 1 stands in the closed cell 1,1; move it elsewhere",
    );
}

#[test]
fn the_target_is_checked() {
    let board = open(4, 2, &[0, 1], 3);
    refused(&with(board.clone(), "target", json!(8)), "`target` is 8; write a whole number from 0 to 7");
    refused(
        &with(board.clone(), "target", json!(1e300)),
        "`target` is 1e+300; write a whole number from 0 to 7",
    );
    refused(
        &with(board.clone(), "closed", json!([3])),
        "the target 3,0 is a closed cell; move the target or open the cell",
    );
    refused(
        &with(board.clone(), "target_robot", json!(2)),
        "`target_robot` is 2; write a whole number from 0 to 1",
    );
    refused(
        &with(board, "target_robot", json!("red")),
        "`target_robot` is the text 'red'; write a whole number from 0 to 1",
    );
}

#[test]
fn marked_cells_are_on_the_board() {
    for key in ["closed", "bonus", "penalty"] {
        let board = with(open(4, 2, &[0], 3), key, json!([5, 8]));
        refused(&board, &format!("`{key}` entry 1 is 8; write a whole number from 0 to 7"));
    }
}

#[test]
fn diagonals_are_checked() {
    let diagonals = |value| with(open(4, 2, &[0], 3), "diagonals", value);
    assert_eq!(valid(&diagonals(json!([{"cell": 5, "dir": "/", "color": 7, "note": 1}])), "rE").moves, 1);
    refused(
        &diagonals(json!([5])),
        "`diagonals` entry 0 is 5; write it as {\"cell\":17,\"dir\":\"/\",\"color\":2}",
    );
    refused(
        &diagonals(json!([{"cell": 8, "dir": "/", "color": 1}])),
        "`cell` of `diagonals` entry 0 is 8; write a whole number from 0 to 7",
    );
    refused(
        &diagonals(json!([{"cell": 5, "dir": "/", "color": 8}])),
        "`color` of `diagonals` entry 0 is 8; write a whole number from 0 to 7",
    );
    refused(
        &diagonals(json!([{"cell": 5, "dir": "|", "color": 1}])),
        "`dir` of `diagonals` entry 0 is the text '|'; write \"/\" or \"\\\\\"",
    );
    for key in ["cell", "dir", "color"] {
        let diagonal = without(json!({"cell": 5, "dir": "/", "color": 1}), key);
        refused(&diagonals(json!([diagonal])), &format!("`{key}` of `diagonals` entry 0 is missing; add it"));
    }
    let two = json!([{"cell": 5, "dir": "/", "color": 1}, {"cell": 5, "dir": "\\", "color": 2}]);
    refused(&diagonals(two), "there are two diagonals on 1,1; remove one");
    let shut = diagonals(json!([{"cell": 5, "dir": "/", "color": 1}]));
    refused(
        &with(shut, "closed", json!([5])),
        "the diagonal on 1,1 is in a closed cell; remove one of the two",
    );
}

#[test]
fn text_that_is_not_an_instance_is_refused() {
    for text in ["", " ", "null", "7", "\"board\"", "[]", "[2,2,[0,0,0,0],[0],0,0]", "x", "\u{feff}{}"] {
        refused_text(text, "expected a JSON object");
    }
    let board = open(4, 2, &[0], 3).to_string();
    refused_text(&format!("{board}{board}"), "this JSON cannot be read: trailing characters");
    refused_text(
        &board.replacen('{', "{\"width\":5,", 1),
        "this JSON cannot be read: duplicate field `width`",
    );
    refused_text(
        &board.replacen("\"target\":3", "\"target\":1e999", 1),
        "this JSON cannot be read: number out of",
    );
    let deep = "[".repeat(1_000_000);
    refused_text(&format!("{{\"walls\":{deep}"), "this JSON cannot be read: recursion limit exceeded");
    refused_text(&format!("{{\"other\":{deep}"), "this JSON cannot be read: EOF");
    // A sentence stays short, whatever it quotes.
    let wordy = with(open(4, 2, &[0], 3), "target", json!("long\n".repeat(100_000)));
    refused(&wordy, "`target` is the text 'long\\nlong\\nlong\\nlong\\n…'; write a whole number from 0 to 7");
}

#[test]
fn damaged_instances_never_panic() {
    let board = with(ring(&[1, 4], 3, 4), "closed", json!([5]));
    let board = with(board, "bonus", json!([7])).to_string();
    for end in 0..board.len() {
        assert!(replay(&board[..end], "rE").is_err_and(|fault| fault.is_bad_input()), "cut at {end}");
    }
    for at in 0..board.len() {
        for damage in ["", "-", "9", "99", ".", "e9", "\"", "[", "]", "{", "}", ",", ":", "null", "\\", "é"]
        {
            let damaged = format!("{}{damage}{}", &board[..at], &board[at + 1..]);
            // Whether it is refused depends on the damage; that it returns is the point.
            let _ = replay(&damaged, "rE gN rW gS");
        }
    }
}

#[test]
fn long_solutions_are_replayed_in_linear_time() {
    // The limits are far above what is needed, so that a slow machine passes and a quadratic replay does not.
    let started = Instant::now();
    let replay = valid(&open(32, 32, &[0], 0), &"rE rS rW rN ".repeat(100_000));
    assert_eq!((replay.moves, replay.cells), (400_000, 400_000 * 31));
    let replay = valid(&serpent(0), &"rE rE ".repeat(5_000));
    assert_eq!((replay.moves, replay.cells), (10_000, 10_000 * 1023));
    assert!(fault(&open(2, 2, &[0], 0), &"r".repeat(10_000_000)).is_bad_input());
    assert!(started.elapsed() < Duration::from_secs(60), "{:?}", started.elapsed());
}
