//! Quadrants as codes: turned in any way, and all sixteen faces of the board game.

use damier_ricochet::notation::{read, write};
use damier_ricochet::{Board, Direction, Position};
use serde_json::Value;

use crate::positions::{generated, only, survives};

/// A quadrant's codes, N=8 E=4 S=2 W=1.
type Codes = [u8; 64];

fn line(codes: &Codes) -> String {
    codes.map(|code| code.to_string()).join(",")
}

fn turned(codes: &Codes) -> Codes {
    let mut turned = [0; 64];
    for (at, &code) in codes.iter().enumerate() {
        let (x, y) = (at % 8, at / 8);
        // North becomes east, and west becomes north.
        turned[x * 8 + 7 - y] = code >> 1 | (code & 1) << 3;
    }
    turned
}

fn turns(codes: &Codes, times: usize) -> Codes {
    (0..times).fold(*codes, |codes, _| turned(&codes))
}

/// A face from the file of the board game, as the top left quadrant.
fn face(name: &str) -> Codes {
    let file: Value = serde_json::from_str(include_str!("../../../../data/ricochet/quadrants.json")).unwrap();
    let face = file["quadrants"].as_array().unwrap().iter().find(|face| face["name"] == name).unwrap();
    let mut codes = [0; 64];
    for wall in face["walls"].as_array().unwrap() {
        let (x, y) = (wall["x"].as_u64().unwrap() as usize, wall["y"].as_u64().unwrap() as usize);
        for side in wall["sides"].as_str().unwrap().chars() {
            codes[y * 8 + x] |= 8 >> "NESW".find(side).unwrap();
        }
    }
    codes[63] = 15;
    codes
}

fn with_border(mut codes: Codes) -> Codes {
    for i in 0..8 {
        codes[i] |= 8;
        codes[8 * i] |= 1;
    }
    codes
}

/// The lines of a position without its four quadrants.
fn pieces(position: &Position) -> String {
    let text = write(position, None, "codes").unwrap();
    text.lines().skip(4).collect::<Vec<_>>().join("\n")
}

/// Names of faces from the top left clockwise, so that all sixteen appear, and each piece in every corner.
const BOARDS: [[&str; 4]; 8] = [
    ["1A", "2A", "3A", "4A"],
    ["2B", "3B", "4B", "1B"],
    ["3C", "4C", "1C", "2C"],
    ["4D", "1D", "2D", "3D"],
    ["1A", "2B", "3C", "4D"],
    ["4A", "3B", "2C", "1D"],
    ["2A", "1B", "4C", "3D"],
    ["3A", "4B", "1C", "2D"],
];

#[test]
fn all_faces_assemble_to_the_generated_board() {
    for names in BOARDS {
        let position = generated(&[("quadrants", &names.join(","))], 11);
        // Codes go row by row, faces clockwise.
        let in_rows = [names[0], names[1], names[3], names[2]];
        for outline in [|codes: Codes| codes, with_border] {
            let lines = in_rows.map(|name| line(&outline(face(name))));
            let text = format!("{}\n{}", lines.join("\n"), pieces(&position));
            let back = only(&text, None).unwrap();
            assert_eq!(back.position, position, "{names:?}");
            assert_eq!(only(&text, Some("codes")).unwrap().position, position);
        }
    }
}

#[test]
fn quadrants_may_be_turned_in_any_way() {
    for (seed, names) in (0..).zip(BOARDS) {
        let position = generated(&[("quadrants", &names.join(","))], seed);
        let faces = [names[0], names[1], names[3], names[2]].map(|name| with_border(face(name)));
        for way in 0..256usize {
            let lines: Vec<String> = faces
                .iter()
                .enumerate()
                .map(|(at, codes)| line(&turns(codes, way >> (2 * at) & 3)))
                .collect();
            let text = format!("{}\n{}", lines.join("\n"), pieces(&position));
            assert_eq!(only(&text, None).unwrap().position, position, "{names:?} turned {way:o}");
        }
    }
}

#[test]
fn written_quadrants_may_be_turned_too() {
    for seed in 0..10 {
        let position = generated(&[("recipe", "corners"), ("robots", "3")], seed);
        let text = write(&position, None, "codes").unwrap();
        let quadrants: Vec<Codes> = (text.lines().take(4))
            .map(|line| {
                let codes: Vec<u8> = line.split(',').map(|code| code.parse().unwrap()).collect();
                codes.try_into().unwrap()
            })
            .collect();
        for way in [0o123, 0o321, 0o333, 0o111, 0o222] {
            let lines: Vec<String> = quadrants
                .iter()
                .enumerate()
                .map(|(at, codes)| line(&turns(codes, way >> (3 * at) & 3)))
                .collect();
            let turned = format!("{}\n{}", lines.join("\n"), pieces(&position));
            assert_eq!(only(&turned, None).unwrap().position, position, "{seed} {way:o}");
        }
    }
}

#[test]
fn spaces_between_codes_do_not_matter() {
    let position = generated(&[], 5);
    let text = write(&position, None, "codes").unwrap();
    assert_eq!(only(&text.replace(',', " , "), None).unwrap().position, position);
    assert_eq!(only(&text.replace(',', ",\t"), None).unwrap().position, position);
}

/// Four cells that are walled in are not yet closed: a robot may stand there.
#[test]
fn codes_do_not_close_a_middle_that_is_only_walled_in() {
    let mut position = generated(&[("recipe", "free"), ("density", "0"), ("robots", "2")], 3);
    let mut board = Board::clone(&position.board);
    let middle = [board.cell(7, 7), board.cell(8, 7), board.cell(7, 8), board.cell(8, 8)];
    for cell in middle {
        Direction::ALL.into_iter().for_each(|side| board.add_wall(cell, side));
    }
    let outside = position.robots[1];
    position.board = board.into();
    survives(&position).unwrap();
    position.robots[1] = middle[2];
    survives(&position).unwrap();
    // Closed, it goes into codes.
    let mut board = Board::clone(&position.board);
    middle.into_iter().for_each(|cell| board.close(cell));
    position.robots[1] = outside;
    position.board = board.into();
    assert!(write(&position, None, "codes").is_ok());
    survives(&position).unwrap();
}

/// A board of codes is one of 16×16, whatever lines follow.
#[test]
fn codes_do_not_grow_beyond_their_quadrants() {
    let position = generated(&[], 5);
    let text = write(&position, None, "codes").unwrap();
    let lines = text.lines().count();
    for (more, column) in [("16 0 +", 1), ("0 16 +", 3), ("31 31 N", 1)] {
        let error =
            read(&format!("{text}{more}"), None).map(|read| read[0].position.board.width()).unwrap_err();
        assert_eq!((error.line, error.column), (Some(lines + 1), Some(column)), "{more}: {error}");
    }
}
