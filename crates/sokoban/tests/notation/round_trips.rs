//! What is written comes back.

use std::sync::Arc;

use damier_sokoban::levels::SETS;
use damier_sokoban::notation::{FORMATS, Level, lurd, read, write};
use damier_sokoban::{Board, Cell, Direction, Position};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// The same cases in every run, and no file left behind by a failure.
fn config(cases: u32) -> ProptestConfig {
    let given = ProptestConfig::default();
    ProptestConfig { cases, rng_seed: RngSeed::Fixed(5), failure_persistence: None, ..given }
}

/// A room of any size with anything in it, closed by walls; its boxes in any order. Walls that nothing touches may be floor
/// outside the room.
fn position() -> impl Strategy<Value = Position> {
    let sides = prop_oneof![(3usize..12, 3usize..12), (3usize..=64, 3usize..=64)];
    (sides, any::<u64>(), 0u64..10, any::<bool>()).prop_map(|((width, height), seed, density, hollow)| {
        let mut state = seed | 1;
        let mut random = |below: u64| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state % below
        };
        let inner = |cell: usize| {
            (1..width - 1).contains(&(cell % width)) && (1..height - 1).contains(&(cell / width))
        };
        let mut walls: Vec<bool> =
            (0..width * height).map(|cell| !inner(cell) || random(10) < density).collect();
        let start = (1 + random(height as u64 - 2) as usize) * width + 1 + random(width as u64 - 2) as usize;
        walls[start] = false;
        let free = |walls: &[bool]| {
            (0..width * height).filter(|&cell| !walls[cell] && cell != start).collect::<Vec<_>>()
        };
        let mut goals: Vec<Cell> = Vec::new();
        let mut boxes: Vec<Cell> = Vec::new();
        for cell in free(&walls) {
            if random(4) == 0 {
                goals.push(Cell(cell as u16));
            }
            if random(4) == 0 {
                boxes.insert(random(boxes.len() as u64 + 1) as usize, Cell(cell as u16));
            }
        }
        if random(3) == 0 {
            goals.push(Cell(start as u16));
        }
        if hollow {
            let touched = |cell: usize| {
                let (column, row) = (cell % width, cell / width);
                (row.saturating_sub(1)..=(row + 1).min(height - 1))
                    .flat_map(|row| {
                        (column.saturating_sub(1)..=(column + 1).min(width - 1)).map(move |c| row * width + c)
                    })
                    .any(|near| !walls[near])
            };
            walls = (0..width * height).map(|cell| walls[cell] && touched(cell)).collect();
        }
        let board = Board::new(width, height, walls, goals).unwrap();
        Position::new(Arc::new(board), boxes, Cell(start as u16)).unwrap()
    })
}

fn sorted(mut position: Position) -> Position {
    position.boxes.sort_unstable();
    position
}

fn one(text: &str, format: Option<&str>) -> Level {
    let mut found = read(text, format).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(found.len(), 1, "{text}");
    found.remove(0)
}

proptest! {
    #![proptest_config(config(200))]

    #[test]
    fn every_format_gives_the_position_back(position in position()) {
        prop_assume!(!position.boxes.is_empty());
        let level = Level::new(position.clone());
        // A code keeps everything; a drawing loses the empty rows and columns around it, so it is read once before.
        let coded = one(&write(&level, "compact").unwrap(), None);
        prop_assert_eq!(&coded.position, &sorted(position));
        let drawn = one(&write(&coded, "xsb").unwrap(), None);
        for format in FORMATS.iter().filter(|format| format.reads) {
            let text = write(&drawn, format.name).unwrap();
            for named in [Some(format.name), None] {
                let back = one(&text, named);
                prop_assert_eq!(&back.position, &drawn.position, "{}", format.name);
                prop_assert_eq!(write(&back, format.name).unwrap(), text.clone());
                prop_assert_eq!(&back.notes, &drawn.notes);
            }
        }
        prop_assert!(write(&drawn, "rle").unwrap().lines().count() == 1);
    }

    #[test]
    fn words_come_back(title in "[ -~é]{0,30}", author in "\\PC{0,30}", lines in prop::collection::vec("[ -~]{0,20}", 0..5)) {
        let trimmed = |text: &str| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
        let mut level = one("5#|#@$.#|5#", None);
        level.title = trimmed(&title);
        level.author = trimmed(&author);
        level.comment = trimmed(&lines.join("\n"));
        let text = write(&level, "xsb").unwrap();
        for (number, back) in (1..).zip(read(&format!("{text}\n{text}"), None).unwrap()) {
            prop_assert_eq!(&back.title, &level.title, "{}", number);
            prop_assert_eq!(&back.author, &level.author);
            let flat = |comment: &Option<String>| comment.as_ref().map(|text| text.split_whitespace().collect::<String>());
            prop_assert_eq!(flat(&back.comment), flat(&level.comment));
        }
        let back = one(&write(&level, "json").unwrap(), None);
        prop_assert_eq!((back.title, back.author), (level.title, level.author));
    }

    #[test]
    fn solutions_come_back(steps in prop::collection::vec(0usize..4, 0..60), position in position()) {
        let steps: Vec<Direction> = steps.into_iter().map(|at| Direction::ALL[at]).collect();
        let text = lurd::write(&position, &steps);
        prop_assert_eq!(lurd::read(&text), Ok(steps.clone()));
        prop_assert_eq!(lurd::read(&lurd::shorten(&text)), Ok(steps));
    }
}

/// A whole set survives as one file in every format.
#[test]
fn sets_come_back() {
    for set in SETS {
        let levels = read(set.text, None).unwrap();
        for format in FORMATS.iter().filter(|format| format.reads) {
            let texts: Vec<String> = levels.iter().map(|level| write(level, format.name).unwrap()).collect();
            let back = read(&texts.join("\n"), None).unwrap();
            assert_eq!(back.len(), levels.len(), "{} {}", set.name, format.name);
            for (one, other) in levels.iter().zip(&back) {
                assert_eq!(one.position, other.position, "{} {}", set.name, format.name);
                if ["json", "xsb"].contains(&format.name) {
                    assert_eq!((&one.title, &one.author), (&other.title, &other.author));
                }
            }
        }
    }
}

#[test]
fn what_a_file_does_not_keep_is_not_written_into_it() {
    // Codes of levels with margins, and with boxes above or below that a file would take for ornaments.
    for code in [
        "sk1.EDJrdSYF",
        "sk1.EDBSa3Um",
        "sk1.FCElE7dTElA",
        "sk1.EDJrdSZkEA",
        "sk1.FDJRO3UxJQ2Q",
        "sk1.EDZSa3Um",
        "sk1.EECUHJrdSYA",
    ] {
        let level = one(code, None);
        assert_eq!(write(&level, "compact").unwrap(), code);
        for format in ["json", "xsb", "rle"] {
            let text = write(&level, format).unwrap();
            assert_eq!(write(&one(&text, Some(format)), format).unwrap(), text, "{code} as {format}");
        }
        assert_eq!(write(&level, "xsb").unwrap(), "#####\n#@$.#\n#####\n", "{code}");
    }
}
