//! The parts that small levels hardly come to when all of `fast` works on them: backwards, from both ends, through tunnels, near a solution.
//!
//! What they are compared with, `Fast::solve`, is compared with the rules in `tests/optima.rs`.

use std::collections::{HashMap, VecDeque};
use std::slice::from_mut;
use std::sync::Arc;

use damier_search::Limits;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::*;
use crate::board::{Board, Cell};
use crate::notation::xsb;
use crate::solver::bits::Bits;
use crate::solver::distances::Distances;

/// A room of up to 6×6 cells with walls in it and 1 to 4 boxes, as often as not solvable.
fn level(random: &mut Xoshiro256PlusPlus) -> Option<Position> {
    let boxes = random.random_range(1..=4);
    level_with(boxes, 0, random)
}

/// The same with so many boxes, of which some stand on goals.
fn level_with(boxes: usize, done: usize, random: &mut Xoshiro256PlusPlus) -> Option<Position> {
    let (width, height) = (random.random_range(5..=8), random.random_range(5..=8));
    let walls_in = random.random_range(0.0..0.4);
    let mut walls = vec![true; width * height];
    let mut floor = Vec::new();
    for (at, wall) in walls.iter_mut().enumerate() {
        let inside = (1..width - 1).contains(&(at % width)) && (1..height - 1).contains(&(at / width));
        if inside && !random.random_bool(walls_in) {
            *wall = false;
            floor.push(Cell(at as u16));
        }
    }
    if floor.len() < boxes + 2 {
        return None;
    }
    floor.shuffle(random);
    let board = Board::new(width, height, walls, floor[..boxes].to_vec()).ok()?;
    floor[done..].shuffle(random);
    Position::new(Arc::new(board), floor[..boxes].to_vec(), floor[boxes]).ok()
}

fn ground(position: &Position, backwards: bool) -> Option<Ground<1>> {
    let (field, distances) = Field::<1>::new(position)?;
    if !backwards {
        return Some(Ground::new(field, distances.into()));
    }
    let field = field.backwards();
    let distances = Distances::new(&field, &Bits::EMPTY);
    Some(Ground::new(field, distances.into()))
}

/// The pushes of a solution, which is replayed; none if there is none.
fn pushes_of(position: &Position, end: End) -> Option<u32> {
    match end {
        End::Found(pushes) => {
            let steps = plan::steps(position, &pushes).expect("possible pushes");
            let mut after = position.clone();
            assert!(steps.iter().all(|&step| after.step(step).is_some()) && after.is_solved());
            Some(pushes.len() as u32)
        }
        End::Exhausted => None,
        End::Stopped { .. } | End::Enough { .. } => panic!("nothing limits this"),
    }
}

#[test]
fn every_direction_finds_the_fewest_pushes() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
    let count = std::env::var("LEVELS").ok().and_then(|text| text.parse().ok()).unwrap_or(700);
    let order = Order { weight: 1, below: u32::MAX, most: u64::MAX, first: First::Same, away: 0 };
    let (mut solvable, mut unsolvable) = (0, 0);
    while solvable + unsolvable < count {
        let Some(position) = level(&mut random).filter(|position| !position.is_solved()) else { continue };
        let mut run = Run::new(Limits::default());
        let expected = Fast { metric: Metric::Pushes, tie: false }.solve(&position, &mut run, None);
        let expected = expected.plan().map(|plan| plan.cost);
        let (Some(mut forward), Some(mut backward)) = (ground(&position, false), ground(&position, true))
        else {
            assert_eq!(expected, None);
            continue;
        };
        let drawing = xsb::write(&position);
        let end = pushes::search(from_mut(&mut backward), &order, &mut run, &mut None);
        assert_eq!(pushes_of(&position, end), expected, "backwards\n{drawing}");
        for turns in [1, 5] {
            let end = both::search(from_mut(&mut forward), &order, turns, &mut run, &mut None);
            assert_eq!(pushes_of(&position, end), expected, "from both ends\n{drawing}");
        }
        if expected.is_some() { solvable += 1 } else { unsolvable += 1 }
    }
    assert!(solvable * 5 > count, "{solvable} of {count}");
}

/// A state by the rules: boxes in order, and the least cell that the player can walk to.
type Key = (Vec<Cell>, Cell);

/// Where the player can walk, by the rules.
fn walkable(position: &Position) -> Vec<Cell> {
    let (mut found, mut next) = (vec![position.player], 0);
    while let Some(&cell) = found.get(next) {
        next += 1;
        for way in Direction::ALL {
            let to = position.board.neighbour(cell, way);
            let free = |&to: &Cell| !position.board.is_wall(to) && position.box_at(to).is_none();
            found.extend(to.filter(free).filter(|to| !found.contains(to)));
        }
    }
    found
}

fn key(position: &Position) -> Key {
    let mut boxes = position.boxes.clone();
    boxes.sort_unstable();
    (boxes, walkable(position).into_iter().min().unwrap_or(position.player))
}

/// All states that can be come to, with the fewest pushes to a solution from each, by the rules alone; none if there are too many.
fn all_states(start: &Position, most: usize) -> Option<Vec<(Position, Option<u32>)>> {
    let mut numbers = HashMap::from([(key(start), 0)]);
    let (mut states, mut before, mut next) = (vec![start.clone()], vec![Vec::new()], 0);
    while next < states.len() {
        let state = states[next].clone();
        for cell in walkable(&state) {
            for way in Direction::ALL {
                let mut after = Position { player: cell, ..state.clone() };
                if !matches!(after.step(way), Some(Step::Push(_))) {
                    continue;
                }
                let number = *numbers.entry(key(&after)).or_insert(states.len());
                if number == states.len() {
                    states.push(after);
                    before.push(Vec::new());
                }
                before[number].push(next);
            }
        }
        next += 1;
        if states.len() > most {
            return None;
        }
    }
    let mut pushes: Vec<Option<u32>> = states.iter().map(|state| state.is_solved().then_some(0)).collect();
    let mut waiting: VecDeque<usize> = (0..states.len()).filter(|&at| pushes[at].is_some()).collect();
    while let Some(at) = waiting.pop_front() {
        for &from in &before[at] {
            if pushes[from].is_none() {
                pushes[from] = pushes[at].map(|pushes| pushes + 1);
                waiting.push_back(from);
            }
        }
    }
    Some(states.into_iter().zip(pushes).collect())
}

/// Every state of small levels, with all that was learned from the other states: traps, detours and patterns.
#[test]
fn no_bound_says_too_much_whatever_was_learned() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(6);
    let count = std::env::var("LEVELS").ok().and_then(|text| text.parse().ok()).unwrap_or(600);
    let (mut levels, mut paid, mut compared) = (0, 0, 0);
    while levels < count {
        let (boxes, done) = (random.random_range(3..=6), random.random_range(0..=2));
        let Some(position) = level_with(boxes, done, &mut random) else { continue };
        let Some(mut ground) = ground(&position, false) else { continue };
        let Some(states) = all_states(&position, 4000) else { continue };
        levels += 1;
        let mut run = Run::new(Limits::default());
        let number = |ground: &Ground<1>, cell: Cell| ground.field.numbers[cell.index()];
        for learning in [true, false] {
            for (state, pushes) in &states {
                let at = |cell: &Cell| number(&ground, *cell);
                let boxes: Bits<1> =
                    Bits::of(state.boxes.iter().map(at).filter(|&at| at < ground.field.wall()));
                // Boxes on useless cells are never asked about.
                if boxes.iter().any(|at| at >= ground.field.live) {
                    continue;
                }
                let player = number(&ground, state.player);
                if learning {
                    ground.learn(&boxes, player, &boxes, &mut run).unwrap();
                    continue;
                }
                let bound = ground.state(boxes, player, &mut run).unwrap().map(|state| state.h);
                let drawing = xsb::write(state);
                match (bound, pushes) {
                    (Some(bound), Some(pushes)) => assert!(bound <= *pushes, "{bound} > {pushes}\n{drawing}"),
                    (None, Some(pushes)) => panic!("{pushes} pushes, not dead\n{drawing}"),
                    (_, None) => {}
                }
                compared += u32::from(pushes.is_some());
                let [pays, pays_anywhere] = ground.pays_for_patterns(&boxes, player, &mut run);
                assert!(!pays_anywhere || bound.is_none(), "a pattern counts where pushes became straight");
                paid += u32::from(pays);
            }
        }
    }
    assert!(paid > count && compared > count * 10, "{paid} of {compared} states pay for a pattern");
}

/// A box must go through a tunnel, with a goal on the way that it may stay on.
#[test]
fn tunnels_are_gone_through_at_once() {
    let position = xsb::read("##########\n#  ####  #\n#@$     .#\n#  ####  #\n##########").unwrap();
    let mut ground = ground(&position, false).unwrap();
    let mut run = Run::new(Limits::default());
    let boxes = ground.field.start();
    let state = ground.state(boxes, ground.field.player, &mut run).unwrap().unwrap();
    let shifts: Vec<_> =
        ground.shifts(&state, &boxes).into_iter().filter_map(|shift| ground.through(&state, shift)).collect();
    // Into the tunnel and out at its far end; the other pushes are single.
    assert_eq!(shifts.iter().map(|shift| shift.cost).max(), Some(5));
    let order = Order { weight: 1, below: u32::MAX, most: u64::MAX, first: First::Same, away: 0 };
    let end = pushes::search(from_mut(&mut ground), &order, &mut run, &mut None);
    assert_eq!(pushes_of(&position, end), Some(6));
}

#[test]
fn a_wasteful_solution_is_improved() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(4);
    let fast = Fast { metric: Metric::Pushes, tie: false };
    let (mut wasteful, mut cured) = (0, 0);
    while wasteful < 100 {
        let Some(position) = level(&mut random).filter(|position| !position.is_solved()) else { continue };
        let mut run = Run::new(Limits::default());
        let expected = fast.solve(&position, &mut run, None);
        // Some steps at random, and the best solution from there.
        let mut after = position.clone();
        let mut steps: Vec<Direction> = (0..40).map(|_| Direction::ALL[random.random_range(0..4)]).collect();
        steps.retain(|&step| after.step(step).is_some());
        let rest = fast.solve(&after, &mut run, None);
        let (Some(expected), Some(rest)) = (expected.plan(), rest.plan()) else { continue };
        steps.extend(&rest.actions);
        let progress = Arc::default();
        let mut best = Best { position: &position, metric: Metric::Pushes, plan: None, bound: 1, progress };
        best.offer_steps(&steps);
        if best.below() == expected.cost {
            continue;
        }
        wasteful += 1;
        let mut ground = ground(&position, false).unwrap();
        near::improve(from_mut(&mut ground), &mut best, &near::SHORT, &mut run, &mut None).unwrap();
        assert!(best.below() >= expected.cost, "{}", xsb::write(&position));
        cured += u32::from(best.below() == expected.cost);
    }
    assert!(cured > 90, "only {cured}");
}

/// A level whose bound at the start is its optimum, and a solution of it.
const STRAIGHT: &str = "#######\n#@$  .#\n#     #\n#######";

#[test]
fn a_solution_as_cheap_as_the_bound_is_the_answer_when_time_is_up() {
    let position = xsb::read(STRAIGHT).unwrap();
    let known = [Direction::East; 3];
    // Not a single node may be looked at.
    let mut run = Run::new(Limits { nodes: Some(0), ..Limits::default() });
    let fast = Fast { metric: Metric::Pushes, tie: false };
    let outcome = fast.improve(&position, &known, &mut run, None);
    assert!(matches!(outcome, Outcome::Solved { lower_bound: 3, .. }), "{outcome:?}");
}

#[test]
fn a_hand_finds_a_solution_or_that_there_is_none_and_gives_its_memory_back() {
    let mut run = Run::new(Limits::default());
    let position = xsb::read(STRAIGHT).unwrap();
    assert!(matches!(hand::<1>(&position, 5, 1000, &mut run), Ok(Hand::Found(pushes)) if pushes.len() == 3));
    assert!(matches!(hand::<1>(&position, 1, 1, &mut run), Ok(Hand::Enough)));
    // Neither box gets away from the wall, where there is one goal.
    let dead = xsb::read("######\n#@$$.#\n#   .#\n######").unwrap();
    assert!(matches!(hand::<1>(&dead, 1, 100_000, &mut run), Ok(Hand::Exhausted)));
    assert_eq!(run.memory.used(), 0);
}

/// There are more states than a test has time for.
struct TooMany;

/// The fewest pushes by the rules alone; none if there is no solution.
fn by_rules(position: &Position) -> Result<Option<u32>, TooMany> {
    all_states(position, 6000).map(|states| states[0].1).ok_or(TooMany)
}

/// The fewest pushes of a search from the start alone, and from both ends, by so many threads.
fn by_search(position: &Position, threads: usize, below: u32, run: &mut Run) -> Option<[Option<u32>; 2]> {
    let order = Order { weight: 1, below, most: u64::MAX, first: First::Same, away: 0 };
    let mut grounds = vec![ground(position, false)?];
    while grounds.len() < threads {
        grounds.push(grounds[0].another(&mut run.memory).ok()?);
    }
    let alone = pushes::search(&mut grounds, &order, run, &mut None);
    let both = both::search(&mut grounds, &order, 5, run, &mut None);
    Some([pushes_of(position, alone), pushes_of(position, both)])
}

#[test]
fn several_threads_prove_what_one_proves() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(8);
    let count = std::env::var("LEVELS").ok().and_then(|text| text.parse().ok()).unwrap_or(400);
    let (mut solvable, mut unsolvable) = (0, 0);
    while solvable + unsolvable < count {
        let boxes = random.random_range(2..=4);
        let Some(position) = level_with(boxes, 0, &mut random).filter(|position| !position.is_solved())
        else {
            continue;
        };
        let Ok(expected) = by_rules(&position) else { continue };
        let threads = 2 + (solvable + unsolvable) % 3;
        let mut run = Run::new(Limits::default());
        let Some(found) = by_search(&position, threads, u32::MAX, &mut run) else { continue };
        assert_eq!(found, [expected; 2], "{threads} threads\n{}", xsb::write(&position));
        // Nothing is cheaper: all states below the optimum are looked at, and none has a solution.
        if let Some(below) = expected.filter(|&pushes| pushes > 0) {
            let found = by_search(&position, threads, below, &mut run);
            assert_eq!(found, Some([None; 2]), "{threads} threads\n{}", xsb::write(&position));
        }
        let mut run = Run::new(Limits::default()).with_threads(threads);
        let outcome = Fast { metric: Metric::Pushes, tie: true }.solve(&position, &mut run, None);
        assert_eq!(outcome.plan().map(|plan| plan.cost), expected, "{}", xsb::write(&position));
        assert_eq!((outcome.is_optimal(), run.memory.used()), (expected.is_some(), 0));
        if expected.is_some() { solvable += 1 } else { unsolvable += 1 }
    }
    assert!(solvable * 5 > count && unsolvable * 5 > count, "{solvable} of {count}");
}

/// A level whose walls are the same when it is turned or mirrored; its goals and boxes mostly are, too.
fn symmetric_level(random: &mut Xoshiro256PlusPlus) -> Option<Position> {
    let side: usize = random.random_range(5..=7);
    let (width, height) = (side, if random.random_bool(0.5) { side } else { random.random_range(5..=7) });
    let kind = random.random_range(0..if width == height { 4 } else { 3 });
    let image = |at: usize| {
        let (row, column) = (at / width, at % width);
        match kind {
            0 => row * width + width - 1 - column,
            1 => (height - 1 - row) * width + column,
            2 => (height - 1 - row) * width + width - 1 - column,
            _ => column * width + row,
        }
    };
    let walls_in = random.random_range(0.0..0.3);
    let mut walls = vec![true; width * height];
    for at in 0..width * height {
        let inside = (1..width - 1).contains(&(at % width)) && (1..height - 1).contains(&(at / width));
        if inside && at <= image(at) && !random.random_bool(walls_in) {
            (walls[at], walls[image(at)]) = (false, false);
        }
    }
    let floor: Vec<usize> = (0..walls.len()).filter(|&at| !walls[at]).collect();
    // Cells and their images, or any cells.
    let pick = |symmetric: bool, count: usize, random: &mut Xoshiro256PlusPlus| {
        let mut cells = floor.clone();
        cells.shuffle(random);
        let mut picked = Vec::new();
        for at in cells {
            let images = [at, image(at)];
            let more = if !symmetric || at == image(at) { &images[..1] } else { &images[..] };
            if picked.len() + more.len() <= count && !picked.contains(&at) {
                picked.extend_from_slice(more);
            }
        }
        picked.into_iter().map(|at| Cell(at as u16)).collect::<Vec<_>>()
    };
    let boxes = random.random_range(2..=4);
    let goals = pick(random.random_bool(0.8), boxes, random);
    let starts = pick(random.random_bool(0.8), goals.len(), random);
    let player = *floor.get(random.random_range(0..floor.len().max(1)))?;
    let board = Board::new(width, height, walls, goals).ok()?;
    Position::new(Arc::new(board), starts, Cell(player as u16)).ok()
}

#[test]
fn states_that_are_the_same_by_symmetry_are_looked_at_once() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(10);
    let count = std::env::var("LEVELS").ok().and_then(|text| text.parse().ok()).unwrap_or(1500);
    let (mut levels, mut symmetric, mut solvable) = (0, 0, 0);
    while levels < count {
        let Some(position) = symmetric_level(&mut random).filter(|position| !position.is_solved()) else {
            continue;
        };
        let Ok(expected) = by_rules(&position) else { continue };
        let mut run = Run::new(Limits::default());
        let Some(found) = by_search(&position, 1, u32::MAX, &mut run) else { continue };
        assert_eq!(found, [expected; 2], "{}", xsb::write(&position));
        levels += 1;
        solvable += usize::from(expected.is_some());
        symmetric +=
            usize::from(Field::<1>::new(&position).is_some_and(|(field, _)| !field.symmetries().is_empty()));
    }
    assert!(symmetric * 3 > count && solvable * 4 > count, "{symmetric} and {solvable} of {count}");
    // All eight ways to look at it are one.
    let position = xsb::read("#######\n#     #\n# $.$ #\n# .@. #\n# $.$ #\n#     #\n#######").unwrap();
    let (field, _) = Field::<1>::new(&position).unwrap();
    assert_eq!(field.symmetries().len(), 7);
}

/// Boxes on the left, goals on the right behind a door.
fn level_with_room(random: &mut Xoshiro256PlusPlus) -> Option<Position> {
    let (left, right, height) =
        (random.random_range(2..=4), random.random_range(2..=3), random.random_range(4..=6));
    let width = left + right + 3;
    let door = (random.random_range(1..height - 1), left + 1);
    let mut walls = vec![true; width * height];
    let (mut before, mut behind) = (Vec::new(), Vec::new());
    for row in 1..height - 1 {
        for column in 1..width - 1 {
            let near_door = row == door.0 && column.abs_diff(door.1) <= 1;
            if near_door || (column != door.1 && !random.random_bool(0.15)) {
                walls[row * width + column] = false;
                let cells = if column <= door.1 { &mut before } else { &mut behind };
                cells.push(Cell((row * width + column) as u16));
            }
        }
    }
    before.shuffle(random);
    behind.shuffle(random);
    let boxes = random.random_range(1..=4usize);
    if before.len() < boxes + 1 || behind.len() < boxes {
        return None;
    }
    let board = Board::new(width, height, walls, behind[..boxes].to_vec()).ok()?;
    // Now and then the player starts in the room.
    let player = if random.random_bool(0.2) { behind[0] } else { before[boxes] };
    Position::new(Arc::new(board), before[..boxes].to_vec(), player).ok()
}

#[test]
fn a_room_says_what_is_left_and_never_too_much() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(11);
    let count = std::env::var("LEVELS").ok().and_then(|text| text.parse().ok()).unwrap_or(1000);
    let order = |below| Order { weight: 1, below, most: u64::MAX, first: First::Same, away: 0 };
    let (mut levels, mut more, mut dead, mut cut) = (0usize, 0, 0, 0);
    while levels < count {
        let Some(position) = level_with_room(&mut random) else { continue };
        let Some(mut ground) = ground(&position, false) else { continue };
        let Some(states) = all_states(&position, 6000) else { continue };
        let mut run = Run::new(Limits::default());
        let most = if levels % 4 == 0 { 40 } else { usize::MAX };
        let Some(room) = Room::new(&ground.field, u32::MAX, most, &mut run).unwrap() else { continue };
        levels += 1;
        let whole = room.states();
        for (state, pushes) in &states {
            let at = |cell: &Cell| ground.field.numbers[cell.index()];
            let boxes: Bits<1> = Bits::of(state.boxes.iter().map(at));
            if boxes.iter().any(|at| at >= ground.field.live) {
                continue;
            }
            let player = at(&state.player);
            let plain = ground.state(boxes, player, &mut run).unwrap().map(|state| state.h);
            let drawing = xsb::write(state);
            match (room.bound(&ground.field, &boxes, player), pushes) {
                (Some(bound), Some(pushes)) => {
                    assert!(bound <= *pushes, "{bound} > {pushes}\n{drawing}");
                    more += usize::from(plain.is_some_and(|plain| plain < bound));
                }
                (None, Some(pushes)) => panic!("{pushes} pushes, not dead\n{drawing}"),
                (None, None) => dead += usize::from(plain.is_some()),
                (Some(_), None) => {}
            }
        }
        let Some(expected) = states[0].1.filter(|&pushes| pushes > 0) else { continue };
        // A limit just above the optimum leaves the best solutions in the table, one at the optimum leaves none of its own.
        for (below, found) in
            [(expected + 1, Some(expected)), (expected + 4, Some(expected)), (expected, None)]
        {
            let room = Room::new(&ground.field, below, most, &mut run).unwrap();
            cut += usize::from(room.as_ref().is_some_and(|room| room.states().0 < whole.0));
            ground.room = room.map(Arc::new);
            let end = pushes::search(from_mut(&mut ground), &order(below), &mut run, &mut None);
            assert_eq!(pushes_of(&position, end), found, "below {below}\n{}", xsb::write(&position));
        }
    }
    assert!(
        more * 50 > count && dead * 25 > count && cut * 2 > count,
        "{more} states need more, {dead} are dead, {cut} cut"
    );
}
