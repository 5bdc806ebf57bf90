//! Verdicts against plain exhaustive search by the rules, on thousands of small random positions.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use damier_search::{Limits, Run};
use damier_sokoban::notation::xsb;
use damier_sokoban::{Board, Cell, Direction, Position, verdict};
use rand::{RngExt, SeedableRng, seq::SliceRandom};
use rand_xoshiro::Xoshiro256PlusPlus as Rng;

/// Whether `boxes` of the position, alone, can come to stand with `need` of them on goals. By the rules and nothing else.
fn can(position: &Position, boxes: &[usize], need: usize) -> bool {
    let start = Position { boxes: boxes.iter().map(|&at| position.boxes[at]).collect(), ..position.clone() };
    let key = |position: &Position| {
        let mut boxes = position.boxes.clone();
        boxes.sort_unstable();
        (boxes, position.player)
    };
    let mut seen = HashSet::from([key(&start)]);
    let mut waiting = vec![start];
    while let Some(here) = waiting.pop() {
        if here.boxes.iter().filter(|&&at| here.board.is_goal(at)).count() >= need {
            return true;
        }
        for direction in Direction::ALL {
            let mut next = here.clone();
            if next.step(direction).is_some() && seen.insert(key(&next)) {
                waiting.push(next);
            }
        }
    }
    false
}

/// A closed room with some walls in it, boxes and goals anywhere, some boxes more than goals, rarely fewer.
fn random(rng: &mut Rng) -> Option<Position> {
    let (width, height) = (rng.random_range(5..8u32) as usize, rng.random_range(5..8u32) as usize);
    let density = rng.random_range(0.0..0.4);
    let inner = |at: usize| (1..width - 1).contains(&(at % width)) && (1..height - 1).contains(&(at / width));
    let walls: Vec<bool> = (0..width * height).map(|at| !inner(at) || rng.random_bool(density)).collect();
    let mut free: Vec<Cell> = (0..walls.len()).filter(|&at| !walls[at]).map(|at| Cell(at as u16)).collect();
    let boxes = rng.random_range(1..5u32) as usize;
    let goals = match rng.random_range(0..10u32) {
        0 => boxes + 1,
        1..3 => boxes - 1,
        3 => boxes.saturating_sub(2),
        _ => boxes,
    };
    if free.len() < boxes.max(goals) + 1 {
        return None;
    }
    free.shuffle(rng);
    let board = Board::new(width, height, walls, free[..goals].to_vec()).ok()?;
    free.shuffle(rng);
    Position::new(Arc::new(board), free[..boxes].to_vec(), free[boxes]).ok()
}

fn judge(position: &Position) -> damier_sokoban::Verdict {
    verdict(position, &mut Run::new(Limits::default()))
}

/// The verdict is the truth; what is blamed is dead by itself, and nothing in it can be left out.
fn check(position: &Position, seen: &mut BTreeMap<&'static str, usize>) {
    let picture = xsb::write(position);
    let (all, goals) = ((0..position.boxes.len()).collect::<Vec<_>>(), position.board.goals().len());
    let verdict = judge(position);
    assert_eq!(verdict.solvable, Some(can(position, &all, goals)), "{picture}");
    let Some(dead) = verdict.why else {
        *seen.entry("solvable").or_default() += 1;
        return assert_eq!(verdict.solvable, Some(true));
    };
    *seen.entry(dead.rule).or_default() += 1;
    assert_eq!(verdict.solvable, Some(false));
    let Some(spare) = position.boxes.len().checked_sub(goals) else {
        return assert_eq!((dead.rule, dead.boxes), ("too_few_boxes", vec![]));
    };
    // Of the boxes that are blamed all but `spare` would have to come onto goals.
    let need = |boxes: &[usize]| boxes.len().saturating_sub(spare);
    assert!(!can(position, &dead.boxes, need(&dead.boxes)), "{dead:?} can be solved alone:\n{picture}");
    for at in 0..dead.boxes.len() {
        let mut rest = dead.boxes.clone();
        rest.remove(at);
        assert!(can(position, &rest, need(&rest)), "{dead:?} is too many:\n{picture}");
    }
    match dead.rule {
        "no_solution" => assert_eq!(dead.cells, [], "{picture}"),
        "corral" => {
            assert!(!dead.cells.is_empty() && dead.cells.iter().all(|&cell| !position.board.is_wall(cell)));
        }
        "too_few_goals" => assert!(dead.cells.iter().all(|&cell| position.board.is_goal(cell))),
        _ => assert!(dead.cells.iter().all(|&cell| position.box_at(cell).is_some()), "{picture}"),
    }
}

#[test]
fn verdicts_are_true_and_the_blamed_boxes_are_as_few_as_possible() {
    let rng = &mut Rng::seed_from_u64(5);
    let mut seen = BTreeMap::new();
    let mut positions = 0;
    while positions < 6000 {
        let Some(position) = random(rng) else { continue };
        // Most random positions have a box in a corner: some are enough.
        if positions >= 1000 && judge(&position).why.is_some_and(|dead| dead.rule == "dead_square") {
            continue;
        }
        check(&position, &mut seen);
        positions += 1;
    }
    println!("{seen:?}");
    for rule in
        ["solvable", "too_few_boxes", "dead_square", "frozen", "too_few_goals", "corral", "no_solution"]
    {
        assert!(seen.get(rule).is_some_and(|&count| count >= 3), "{rule} was hardly seen: {seen:?}");
    }
}

/// Each rule on a position where a person sees it at once.
#[test]
fn every_rule_has_its_example() {
    type Case = (&'static str, Option<(&'static str, &'static [usize])>);
    let cases: [Case; 9] = [
        ("#####\n#@$.#\n#####", None),
        ("######\n#@$..#\n######", Some(("too_few_boxes", &[]))),
        // In a corner, and along a wall without a goal.
        ("#######\n#$    #\n# @$. #\n#    .#\n#######", Some(("dead_square", &[0]))),
        // Boxes to spare: one in the corner is no harm, two are.
        ("#######\n#$    #\n# @$. #\n#     #\n#######", None),
        ("#######\n#$   $#\n# @$. #\n#    .#\n#######", Some(("dead_square", &[0, 1]))),
        // Side by side along a wall; one of them is on a goal.
        ("#######\n# *$. #\n# @ $.#\n#     #\n#######", Some(("frozen", &[0, 1]))),
        // Both are on walls that have one goal.
        ("########\n#  .   #\n# $ $  #\n# @ .$ #\n#   .  #\n#      #\n########", None),
        ("########\n# $  $ #\n# @.   #\n#   .  #\n#      #\n########", Some(("dead_square", &[0]))),
        ("########\n#$ . $ #\n# @    #\n#   .  #\n#      #\n########", Some(("dead_square", &[0]))),
    ];
    for (drawing, expected) in cases {
        let verdict = judge(&xsb::read(drawing).unwrap());
        assert_eq!(verdict.solvable, Some(expected.is_none()), "{drawing}");
        let why = verdict.why.as_ref().map(|dead| (dead.rule, dead.boxes.as_slice()));
        assert_eq!(why, expected, "{drawing}");
    }
}

#[test]
fn two_boxes_on_a_wall_with_one_goal_are_too_many() {
    let position = xsb::read("########\n# $. $ #\n#  @   #\n#   .  #\n#      #\n########").unwrap();
    let dead = judge(&position).why.unwrap();
    assert_eq!((dead.rule, dead.boxes.as_slice()), ("too_few_goals", [0, 1].as_slice()));
    assert_eq!(dead.cells, [position.board.at(3, 1).unwrap()]);
}

#[test]
fn boxes_that_close_a_room_off_are_a_corral() {
    // Nobody can come behind the two boxes, and a box that is pushed in is lost. Each alone could be pushed out.
    let position = xsb::read("#######\n##  ###\n##$$###\n#@    #\n# ..  #\n#######").unwrap();
    let dead = judge(&position).why.unwrap();
    assert_eq!(dead.rule, "corral", "{dead:?}");
}

#[test]
fn a_limit_leaves_the_answer_open() {
    let level = "#########\n#   #   #\n# $ $ $ #\n#.. @ ..#\n# $   $ #\n#  .#   #\n#########";
    let mut run = Run::new(Limits { nodes: Some(1), ..Limits::default() });
    assert_eq!(verdict(&xsb::read(level).unwrap(), &mut run).solvable, None);
}

/// A hall of 64×64 with 200 boxes, alive and with a block of four that is lost.
#[test]
fn a_huge_level_ends_in_time() {
    let side = 64;
    let inside = |at: usize| (1..side - 1).contains(&(at % side)) && (1..side - 1).contains(&(at / side));
    let walls: Vec<bool> = (0..side * side).map(|at| !inside(at)).collect();
    let cell = |row: usize, column: usize| Cell((row * side + column) as u16);
    let grid = |first: usize| (0..200).map(move |at| cell(first + at / 25 * 2, 3 + at % 25 * 2));
    let board = Arc::new(Board::new(side, side, walls, grid(40).collect()).expect("a hall"));
    let alive: Vec<Cell> = grid(3).collect();
    let block = [(30, 30), (30, 31), (31, 30), (31, 31)].map(|(row, column)| cell(row, column));
    let dead: Vec<Cell> = alive[4..].iter().copied().chain(block).collect();
    for (boxes, wrong) in [(alive, false), (dead, true)] {
        let level = Position::new(Arc::clone(&board), boxes, cell(1, 1)).expect("a legal position");
        let time = std::time::Duration::from_millis(500);
        let mut run = Run::new(Limits { time: Some(time), ..Limits::default() });
        let told = verdict::verdict(&level, &mut run);
        assert_ne!(told.solvable, Some(wrong));
        let taken = run.finish().seconds;
        assert!(taken < 1.0, "{taken} s of {time:?}");
    }
}
