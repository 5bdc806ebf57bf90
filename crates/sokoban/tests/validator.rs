//! The rules and the independent validator move the player and the boxes alike, on every level that ships and by steps at random.

use damier_sokoban::levels::SETS;
use damier_sokoban::notation::{Level, lurd, read, write};
use damier_sokoban::rules::Step;
use damier_sokoban::{Board, Direction, Position};
use damier_validate::sokoban::{Fault, replay};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The same boxes and player with the goals under the boxes, so that the position is solved.
fn solved_here(start: &Position, end: &Position) -> Position {
    let board = &start.board;
    let walls = board.cells().map(|cell| board.is_wall(cell)).collect();
    let board = Board::new(board.width(), board.height(), walls, end.boxes.clone()).unwrap();
    Position::new(board.into(), start.boxes.clone(), start.player).unwrap()
}

#[test]
fn the_validator_agrees_with_the_rules() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
    let (mut valid, mut all_pushes) = (0, 0);
    for level in SETS.iter().flat_map(|set| read(set.text, None).unwrap()) {
        let start = level.position;
        let mut end = start.clone();
        let (mut steps, mut pushes) = (Vec::new(), 0);
        for _ in 0..300 {
            let direction = Direction::ALL[random.random_range(0..4)];
            let before = end.clone();
            let Some(step) = end.step(direction) else {
                // The validator refuses the very step that the rules refuse.
                let mut more = steps.clone();
                more.push(direction);
                let instance = write(&Level::new(start.clone()), "json").unwrap();
                let verdict = replay(&instance, &lurd::write(&start, &more));
                let number = more.len();
                assert!(
                    matches!(verdict, Err(Fault::Impossible { number: at, .. }) if at == number),
                    "{verdict:?}"
                );
                continue;
            };
            assert_eq!(before.boxes != end.boxes, matches!(step, Step::Push(_)));
            pushes += usize::from(matches!(step, Step::Push(_)));
            steps.push(direction);
        }
        // With the goals where the boxes came to rest, these steps are a solution.
        let question = solved_here(&start, &end);
        let solution = lurd::write(&question, &steps);
        for format in ["json", "xsb", "rle"] {
            let instance = write(&Level::new(question.clone()), format).unwrap();
            for text in [solution.clone(), lurd::shorten(&solution)] {
                let replay =
                    replay(&instance, &text).unwrap_or_else(|fault| panic!("{fault}\n{instance}\n{text}"));
                assert_eq!((replay.moves, replay.pushes), (steps.len(), pushes));
                assert_eq!(replay.player, question.board.place(end.player));
            }
        }
        valid += 1;
        all_pushes += pushes;
        // The other case of one letter is a fault at that step.
        if let Some(at) = (!steps.is_empty()).then(|| random.random_range(0..steps.len())) {
            let mut letters: Vec<char> = solution.chars().collect();
            letters[at] = if letters[at].is_ascii_lowercase() {
                letters[at].to_ascii_uppercase()
            } else {
                letters[at].to_ascii_lowercase()
            };
            let instance = write(&Level::new(question), "json").unwrap();
            let verdict = replay(&instance, &String::from_iter(letters));
            assert!(matches!(verdict, Err(Fault::Case { number, .. }) if number == at + 1), "{verdict:?}");
        }
    }
    assert!(valid == 255 && all_pushes > 1000, "{valid} {all_pushes}");
}
