//! Texts that are read and written, texts that are refused, boards that are generated, and what people see.

use damier_kit::Style;
use damier_search::registry::arguments;
use damier_taquin::generate::{OPTIONS, generate};
use damier_taquin::{Direction, Position, notation, picture, rate};
use proptest::prelude::*;

fn random(width: usize, height: usize, walk: usize, seed: u64) -> Position {
    let pairs = [("width", width), ("height", height), ("walk", walk)];
    let pairs = pairs.map(|(key, value)| (key.to_owned(), value.to_string()));
    generate(&arguments("generate", OPTIONS, &pairs).unwrap(), seed)
}

fn sizes() -> impl Iterator<Item = (usize, usize)> {
    (2..=6).flat_map(|width| (2..=6).map(move |height| (width, height)))
}

fn why(text: &str) -> String {
    notation::read(text, None).expect_err(text).to_string()
}

#[test]
fn every_format_gives_back_what_was_written() {
    for (width, height) in sizes() {
        let boards: Vec<Position> = (0..4).map(|seed| random(width, height, 0, seed)).collect();
        for format in notation::FORMATS {
            let write = |position: &Position| notation::write(position, Some("b"), format.name).unwrap();
            let text = boards.iter().map(write).collect::<Vec<_>>().join("\n");
            for forced in [None, Some(format.name)] {
                let found = notation::read(&text, forced).unwrap();
                assert!(found.iter().map(|read| &read.position).eq(&boards), "{text}");
                assert!(found.iter().map(|read| read.line).eq(1..=4));
                assert_eq!(found[0].id.as_deref(), (format.name == "json").then_some("b"));
                assert_eq!(
                    found[3].source.as_deref(),
                    (format.name == "json").then(|| write(&boards[3])).as_deref()
                );
            }
        }
        let code = notation::write(&boards[0], None, "compact").unwrap();
        assert!(code.chars().all(|c| c.is_ascii_alphanumeric() || c == '-'), "{code}");
    }
}

#[test]
fn forms_that_people_write() {
    let tiles = [1, 2, 3, 4, 0, 5];
    let same = [
        "1 2 3 / 4 0 5",
        "1 2 3/4 0 5\n",
        "\u{feff} 1\t2  3 / 4 0 5 # nearly",
        "1 2 3\n4 0 5",
        "# two rows\n 1 2 3\r\n# the second\n 4 0 5\r\n\r\n\r\n",
        "t3-123405",
        "{\"tiles\":[1,2,3,4,0,5],\n \"more\":{}, \"height\":2,\"width\":3}",
    ];
    for text in same {
        let found = notation::read(text, None).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert!(found.len() == 1 && found[0].position.tiles == tiles, "{text}");
    }
    let two = notation::read("1 2\n3 0\n\n\n1 2\n0 3\n", None).unwrap();
    assert_eq!((two.len(), two[1].line), (2, 5));
    let named = notation::read("{\"id\":7,\"width\":2,\"height\":2,\"tiles\":[1,2,3,0]}", None).unwrap();
    assert_eq!(named[0].id.as_deref(), Some("7"));
}

#[test]
fn what_is_refused_is_told_with_its_place() {
    let object = |width: usize, height: usize, tiles: &str| {
        format!(
            "{{\"width\":2,\"height\":2,\"tiles\":[1,2,3,0]}}\n  {{\"width\":{width},\"height\":{height},\"tiles\":[{tiles}]}}"
        )
    };
    let size = "a board has 2 to 6 columns and 2 to 6 rows, not";
    for (text, expected) in [
        ("1 2 3 / 4 4 0".to_owned(), "line 1, column 11: 4 is there twice and 5 is missing; write 0 to 5 once each".to_owned()),
        ("1 2 3\n4 6 0".to_owned(), "line 2, column 3: there is no tile 6 here; write 1 to 5, and 0 for the gap".to_owned()),
        ("1 2 3 / 4 -5 0".to_owned(), "line 1, column 11: there is no tile -5 here; write 1 to 5, and 0 for the gap".to_owned()),
        ("1 2 3\n4 0".to_owned(), "line 2, column 1: this row has 2 numbers and the first has 3; make them equal".to_owned()),
        ("1 2 3 / 4 x 0".to_owned(), "line 1, column 11: 'x' is not a number; write the tiles as 1, 2, … and the gap as 0".to_owned()),
        ("1 2 3 4 5 6 7 / 8 9 10 11 12 13 0".to_owned(), format!("line 1, column 1: {size} 7×2")),
        ("1 0".to_owned(), format!("line 1, column 1: {size} 2×1")),
        ("t2-1233".to_owned(), "line 1, column 7: 3 is there twice and 0 is missing; write 0 to 3 once each".to_owned()),
        (object(3, 2, "1,2,3,0"), "line 2, column 3: 3×2 cells need 6 numbers, 0 for the gap; here are 4".to_owned()),
        (object(7, 2, "1,2,3,0"), format!("line 2, column 3: {size} 7×2")),
        (object(2, 2, "1,2,2,0"), "line 2, column 3: 2 is there twice and 3 is missing; write 0 to 3 once each".to_owned()),
        ("{\"width\":2,\n\"height\":2}".to_owned(), "line 2, column 11: not a board in JSON: missing field `tiles`; see `damier list taquin` for the formats".to_owned()),
        (" \n".to_owned(), "line 1, column 1: the input holds no board; give one such as 1 2 3 / 4 5 6 / 7 0 8".to_owned()),
    ] {
        assert_eq!(why(&text), expected, "{text}");
    }
    let unknown = notation::read("1 2 / 3 0", Some("xsb")).unwrap_err().to_string();
    assert!(
        unknown.contains("the format 'xsb' is not known; these are read: json, text, compact"),
        "{unknown}"
    );
    assert_eq!(notation::write(&Position::solved(2, 2), None, "pdf").unwrap_err().key, "format.unknown");
    assert_eq!(notation::moves("l u\nrd").unwrap().len(), 4);
    assert!(notation::moves("lx").unwrap_err().text().contains("'x' is not a move"));
}

proptest! {
    #[test]
    fn hostile_texts_never_panic(text in "\\PC*", format in 0..4_usize) {
        let format = [None, Some("json"), Some("text"), Some("compact")][format];
        let _ = notation::read(&text, format);
        let _ = notation::moves(&text);
    }

    #[test]
    fn nearly_good_texts_are_read_as_valid_boards_or_refused(text in "[t{]?[0-9 ./\n#,\"x-]{0,60}") {
        for read in notation::read(&text, None).unwrap_or_default() {
            let numbers: Vec<i64> = read.position.tiles.iter().map(|&tile| tile.into()).collect();
            prop_assert!(Position::new(read.position.width, read.position.height, &numbers).is_ok());
        }
    }

    #[test]
    fn any_numbers_are_checked(width in 0..9_usize, height in 0..9_usize, tiles in prop::collection::vec(-1..40_i64, 0..40)) {
        let text = format!("{{\"width\":{width},\"height\":{height},\"tiles\":{tiles:?}}}");
        let mut sorted = tiles.clone();
        sorted.sort_unstable();
        let good = (2..=6).contains(&width) && (2..=6).contains(&height) && sorted.iter().copied().eq(0..(width * height) as i64);
        prop_assert_eq!(notation::read(&text, None).is_ok(), good);
        prop_assert_eq!(damier_validate::taquin::replay(&text, "").is_err_and(|fault| fault.is_bad_input()), !good);
    }
}

#[test]
fn generated_boards_can_be_solved_and_repeat() {
    for (width, height) in sizes() {
        for seed in 0..40 {
            let board = random(width, height, 0, seed);
            assert!(board.is_solvable() && board == random(width, height, 0, seed));
        }
        let walked = random(width, height, 15, 3);
        assert!(walked.is_solvable() && (width * height == 4 || !walked.is_solved()));
    }
    // Pinned: the same on any machine, in any version.
    assert_eq!(
        notation::write(&random(4, 4, 0, 1), None, "text").unwrap(),
        "14 10 9 2 / 7 1 13 8 / 11 12 0 3 / 4 5 6 15"
    );
    assert_eq!(notation::write(&random(3, 3, 20, 1), None, "text").unwrap(), "0 1 2 / 4 6 5 / 3 7 8");
}

#[test]
fn all_boards_are_equally_likely() {
    let mut counts = std::collections::HashMap::new();
    for seed in 0..12_000 {
        *counts.entry(random(2, 2, 0, seed).tiles).or_insert(0) += 1;
    }
    assert!(counts.len() == 12 && counts.values().all(|&many| (850..1150).contains(&many)), "{counts:?}");
}

#[test]
fn a_row_of_tiles_moves_at_once() {
    let board = notation::read("1 2 3 / 4 5 6 / 7 8 0", None).unwrap().remove(0).position;
    let word =
        |cell| board.push(cell).map(|ways| ways.into_iter().map(Direction::letter).collect::<String>());
    assert_eq!((word(6), word(7)), (Some("rr".to_owned()), Some("r".to_owned())));
    assert_eq!((word(2), word(5)), (Some("dd".to_owned()), Some("d".to_owned())));
    assert_eq!((word(8), word(0), word(4)), (None, None, None));
    for cell in [2, 5, 6, 7] {
        let mut after = board.clone();
        assert!(board.push(cell).unwrap().into_iter().all(|way| after.step(way).is_some()));
        assert_eq!(after.cell(0), cell);
    }
}

#[test]
fn pictures_and_estimates() {
    let board = notation::read("1 2 3 / 4 0 5", None).unwrap().remove(0).position;
    assert_eq!(
        picture::draw(&board, Style::Plain),
        "+----------+\n|  1  2  3 |\n|  4     5 |\n+----------+\n"
    );
    let colour = picture::draw(&board, Style::Colour);
    assert!(colour.contains("\x1b[1;32m 4\x1b[0m") && colour.contains("\x1b[1m 5\x1b[0m"), "{colour:?}");
    let easy = rate::estimate(&board, &[Direction::Left]);
    assert_eq!((easy.level, easy.parts), (1, vec![("moves", 1), ("away", 0)]));
    // There and back again, and then home.
    let more = rate::estimate(&board, &notation::moves("rll").unwrap());
    assert_eq!(more.parts, vec![("moves", 3), ("away", 1)]);
    let hard = rate::estimate(&board, &[Direction::Left; 200]);
    assert_eq!(hard.level, 5);
}
