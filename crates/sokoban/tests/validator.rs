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
    assert!(valid >= 255 && all_pushes > 1000, "{valid} {all_pushes}");
}

/// Texts that are damaged at random: what the game reads as one level the validator reads too, and finds the same in it.
#[test]
fn the_validator_reads_what_the_game_reads() {
    const WHOLE: [&str; 6] = [
        "; 1\n\n  #####\n###   #\n#@$ . #\n#######\nTitle: One\nComment:\nx\nComment-End:\n",
        "7#|#@$-.2-#|-2(#2-)#|7#",
        "{\"id\":\"1\",\"level\":\"#####\\n#@$.#\\n#####\",\"optimal\":1}",
        "-----\n#######\r\n#\t#\r\n#p b o#\n#######\n***\n",
        "4#|\n#@$.#\n2(3#)|",
        "'a'\n########\n#@ $. *#\n#  ## #\n-\n########\nrrR",
    ];
    let letters: Vec<char> = "###@$.*+ -_|()0123456789\n\n\r\tpbomPBOM:;xlR\u{a0}".chars().collect();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
    let mut read_alike = 0;
    for round in 0..60_000 {
        let mut text: Vec<char> = WHOLE[round % WHOLE.len()].chars().collect();
        for _ in 0..random.random_range(1..4) {
            let at = random.random_range(0..text.len());
            let letter = letters[random.random_range(0..letters.len())];
            match random.random_range(0..4) {
                0 => text[at] = letter,
                1 => text.insert(at, letter),
                2 if text.len() > 1 => drop(text.remove(at)),
                _ => {
                    let end = random.random_range(at..text.len().min(at + 12)) + 1;
                    let copy: Vec<char> = text[at..end].to_vec();
                    let to = random.random_range(0..=text.len());
                    text.splice(to..to, copy);
                }
            }
        }
        let text = String::from_iter(text);
        let Ok(found) = read(&text, None) else { continue };
        let [level] = found.as_slice() else { continue };
        let mut position = level.position.clone();
        let steps: Vec<Direction> = (0..8).map(|_| Direction::ALL[random.random_range(0..4)]).collect();
        let solution = lurd::write(&position, &steps);
        let verdict = replay(&text, &solution);
        let stops = steps.iter().position(|&step| position.step(step).is_none());
        match verdict {
            Ok(found) => {
                assert!(stops.is_none() && position.is_solved(), "{text}");
                assert_eq!(found.player, position.board.place(position.player), "{text}");
            }
            Err(Fault::Impossible { number, .. }) => assert_eq!(stops, Some(number - 1), "{text}"),
            Err(Fault::NotSolved { .. }) => assert!(stops.is_none() && !position.is_solved(), "{text}"),
            Err(fault) => panic!("{fault}\n{text}\n{text:?}"),
        }
        read_alike += 1;
    }
    assert!(read_alike > 5_000, "{read_alike}");
}
