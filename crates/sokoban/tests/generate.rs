//! What is generated is legal, can be solved, is no triviality, and follows from its seed.

use std::collections::HashSet;

use damier_search::registry::arguments;
use damier_search::{Args, Limits, Progress, Run};
use damier_sokoban::generate::{Made, OPTIONS, generate, make};
use damier_sokoban::levels::SETS;
use damier_sokoban::notation::{self, xsb};
use damier_sokoban::rules::Step;
use damier_sokoban::solver::{Fast, Metric};
use damier_sokoban::{Position, tally, verdict};

fn args(wishes: &str) -> Args {
    let pair =
        |wish: &str| wish.split_once('=').map(|(key, value)| (key.to_owned(), value.to_owned())).unwrap();
    arguments("generate", OPTIONS, &wishes.split_whitespace().map(pair).collect::<Vec<_>>()).unwrap()
}

fn made(wishes: &str, seed: u64) -> Made {
    make(&args(wishes), seed, &mut Run::new(Limits::default()))
        .unwrap_or_else(|why| panic!("{wishes}: {why}"))
}

/// Checks a level against what was wished.
fn check(wishes: &str, seed: u64) -> Position {
    let args = args(wishes);
    let Made { position, solution, .. } = made(wishes, seed);
    let picture = format!("{wishes}, seed {seed}\n{}", xsb::write(&position));
    let board = &position.board;
    // Legal: what is drawn is read as the same level, closed all around, with as many goals as boxes.
    assert_eq!(xsb::write(&xsb::read(&xsb::write(&position)).unwrap()), xsb::write(&position), "{picture}");
    assert_eq!(position.boxes.len() as u64, args.whole("boxes"), "{picture}");
    assert_eq!(board.goals().len(), position.boxes.len(), "{picture}");
    assert!(board.width() as u64 <= args.whole("width") && board.height() as u64 <= args.whole("height"));
    // Solved by the rules, and every box is needed.
    let mut here = position.clone();
    let mut moved = HashSet::new();
    for &step in &solution {
        if let Step::Push(pushed) = here.step(step).expect("the solution is possible") {
            moved.insert(pushed);
        }
    }
    assert!(here.is_solved() && !position.is_solved(), "{picture}");
    assert_eq!(moved.len(), position.boxes.len(), "a box never moves: {picture}");
    // No triviality: more pushes than it takes to push each box once or twice.
    let counts = tally(&position, &solution);
    assert!(counts.pushes >= 4 && counts.pushes >= 2 * position.boxes.len() as u32, "{counts:?} {picture}");
    // No large empty room: nowhere 3 by 4 cells of floor.
    let floor = position.floor();
    for (wide, high) in [(3, 4), (4, 3)] {
        for top in 0..=board.height().saturating_sub(high) {
            for left in 0..=board.width().saturating_sub(wide) {
                let cells = (0..wide * high).map(|at| board.at(left + at % wide, top + at / wide));
                let open = cells.into_iter().all(|cell| cell.is_some_and(|cell| floor[cell.index()]));
                assert!(!open, "an empty hall: {picture}");
            }
        }
    }
    position
}

#[test]
fn levels_of_many_sizes_are_legal_solvable_and_not_trivial() {
    let wishes = [
        "",
        "difficulty=easy",
        "width=8 height=7 boxes=3 difficulty=easy",
        "width=6 height=6 boxes=1 difficulty=easy",
        "width=7 height=7 boxes=2",
        "width=12 height=9 boxes=3 symmetry=mirror difficulty=easy",
        "width=11 height=9 boxes=4 symmetry=turn difficulty=easy",
    ];
    let mut drawings = HashSet::new();
    for seed in 0..50 {
        let wish = wishes[seed as usize % wishes.len()];
        drawings.insert(xsb::write(&check(wish, seed)));
    }
    // On the smallest boards two seeds may well find the same.
    assert!(drawings.len() > 40, "only {} different levels", drawings.len());
}

#[test]
fn larger_and_harder_levels_hold_to_the_same() {
    check("width=14 height=11 boxes=7", 1);
    check("width=9 height=8 boxes=3 difficulty=hard", 2);
}

#[test]
fn equal_arguments_give_equal_levels() {
    for seed in 0..4 {
        let (one, two) = (made("boxes=3", seed), made("boxes=3", seed));
        assert_eq!(one.position, two.position);
        assert_eq!(one.solution, two.solution);
        assert_ne!(one.position, made("boxes=3", seed + 100).position);
    }
}

/// Pinned, so that a change that gives other levels for old seeds does not go unnoticed.
#[test]
fn a_seed_keeps_its_level() {
    let pinned = "\
#######
#  $..###
#   .. @#
## $##  #
 ##     #
  ##$ $ #
   #  ###
   ####
";
    assert_eq!(xsb::write(&made("difficulty=easy", 2).position), pinned);
}

#[test]
fn walls_repeat_as_wished() {
    for (wish, turn) in [("symmetry=mirror", false), ("symmetry=turn", true)] {
        for seed in 0..3 {
            let position = made(&format!("{wish} width=11 height=8 boxes=3 difficulty=easy"), seed).position;
            let (board, floor) = (&position.board, position.floor());
            for cell in board.cells() {
                let (x, y) = board.place(cell);
                let y = if turn { board.height() - 1 - y } else { y };
                let twin = board.at(board.width() - 1 - x, y).unwrap();
                assert_eq!(floor[cell.index()], floor[twin.index()], "{wish}\n{}", xsb::write(&position));
            }
        }
    }
}

#[test]
fn levels_have_a_verdict() {
    let position = generate(&args("boxes=3"), 7, &mut Run::new(Limits::default())).unwrap();
    assert_eq!(verdict(&position, &mut Run::new(Limits::default())).solvable, Some(true));
}

#[test]
fn what_does_not_fit_is_refused_with_the_remedy() {
    let refused = make(&args("width=6 height=6 boxes=9"), 1, &mut Run::new(Limits::default())).unwrap_err();
    assert_eq!(refused.to_string(), "boxes=9 does not fit 6x6; take at most 3, or a level of 9x9");
}

#[test]
fn cancelling_ends_it() {
    let progress = std::sync::Arc::new(Progress::default());
    progress.cancel();
    let mut run = Run::with_progress(Limits::default(), progress);
    assert_eq!(make(&args(""), 1, &mut run).unwrap_err().to_string(), "no level was made: cancelled");
}

/// A drawing and its seven images under turning and mirroring: the least of them is the same for all.
fn canonical(position: &Position) -> String {
    let mut rows: Vec<Vec<char>> = xsb::write(position).lines().map(|line| line.chars().collect()).collect();
    let wide = rows.iter().map(Vec::len).max().unwrap_or(0);
    rows.iter_mut().for_each(|row| row.resize(wide, ' '));
    let mut images = Vec::new();
    for _ in 0..4 {
        // A quarter turn.
        rows = (0..rows[0].len()).map(|x| rows.iter().rev().map(|row| row[x]).collect()).collect();
        let drawn = |rows: &[Vec<char>]| {
            rows.iter().map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("\n")
        };
        images.push(drawn(&rows));
        images.push(drawn(&rows.iter().rev().cloned().collect::<Vec<_>>()));
    }
    images.into_iter().min().unwrap_or_default()
}

/// The set that ships: every level is different, can be solved, and is what its comment says. With `ALL_LEVELS=1` in the
/// environment the hard ones are made anew too, which takes a minute.
#[test]
fn our_level_set_is_solvable_and_comes_from_its_seeds() {
    let set = SETS.iter().find(|set| set.name == "damier").unwrap();
    let levels = notation::read(set.text, None).unwrap();
    let different: HashSet<String> = levels.iter().map(|level| canonical(&level.position)).collect();
    assert_eq!(different.len(), levels.len());
    for level in levels {
        let title = level.title.unwrap();
        let mut run = Run::new(Limits { nodes: Some(200_000), ..Limits::default() });
        let outcome = Fast { metric: Metric::Pushes, tie: false }.solve(&level.position, &mut run, None);
        let mut here = level.position.clone();
        let plan = outcome.plan().unwrap_or_else(|| panic!("{title} was not solved"));
        assert!(plan.actions.iter().all(|&step| here.step(step).is_some()) && here.is_solved(), "{title}");
        let comment = level.comment.unwrap();
        let words: Vec<&str> = comment.split_whitespace().collect();
        let (seed, wishes): (Vec<_>, Vec<_>) = words.chunks(2).partition(|pair| pair[0] == "--seed");
        let wishes: Vec<String> =
            wishes.iter().map(|pair| format!("{}={}", &pair[0][2..], pair[1])).collect();
        let all = std::env::var_os("ALL_LEVELS").is_some();
        if all || wishes.contains(&"difficulty=easy".to_owned()) {
            let again = made(&wishes.join(" "), seed[0][1].parse().unwrap()).position;
            assert_eq!(xsb::write(&again), xsb::write(&level.position), "{title}");
        }
    }
}
