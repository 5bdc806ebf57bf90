//! `quick` against the rules: solutions are replayed, refusals are checked by plain breadth-first search.

use std::collections::{HashSet, VecDeque};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use damier_search::{Limits, Outcome, Progress, Run, Stop};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::features::{Eye, Sight};
use super::ground::Ground;
use super::guard::{self, Guard};
use super::plan::{self, First, Plan, Take};
use super::rooms::Rooms;
use super::windows::{self, Push};
use super::{Quick, Sketch, solution, team};
use crate::board::{Board, Cell, Direction, Position};
use crate::notation::xsb;
use crate::rules::Step;
use crate::solver::bits::Bits;

fn nodes(nodes: u64) -> Run {
    Run::new(Limits { nodes: Some(nodes), ..Limits::default() })
}

/// Whether the outcome's plan solves the position in as many pushes as it says; pushes, or none without a plan.
fn replayed(position: &Position, outcome: &Outcome<Direction>) -> Option<u32> {
    let plan = outcome.plan()?;
    let mut played = position.clone();
    let mut pushes = 0;
    for &step in &plan.actions {
        let before = played.boxes.clone();
        assert!(played.step(step).is_some(), "{}", xsb::write(position));
        pushes += u32::from(before != played.boxes);
    }
    assert!(played.is_solved(), "{}", xsb::write(position));
    assert_eq!(pushes, plan.cost);
    assert!(outcome.lower_bound().is_some_and(|bound| bound <= pushes), "{}", xsb::write(position));
    Some(pushes)
}

/// The fewest pushes by breadth-first search over single pushes, with nothing clever in it.
fn fewest_pushes(position: &Position) -> Option<u32> {
    let canonical = |position: &Position| {
        let mut boxes = position.boxes.clone();
        boxes.sort_unstable();
        let reach = position.board.reach(position.player, |cell| boxes.contains(&cell));
        (boxes, reach)
    };
    let mut seen = HashSet::from([canonical(position)]);
    let mut waiting = VecDeque::from([(position.clone(), 0)]);
    while let Some((here, pushes)) = waiting.pop_front() {
        if here.is_solved() {
            return Some(pushes);
        }
        let (_, reach) = canonical(&here);
        for player in here.board.cells().filter(|cell| reach[cell.index()]) {
            for way in Direction::ALL {
                let mut next = Position { player, ..here.clone() };
                let pushed = next.step(way).is_some() && next.boxes != here.boxes;
                if pushed && seen.insert(canonical(&next)) {
                    waiting.push_back((next, pushes + 1));
                }
            }
        }
    }
    None
}

/// A room with some walls in it, and boxes, goals and a player anywhere.
fn random_level(random: &mut Xoshiro256PlusPlus, boxes: usize, goals: usize) -> Option<Position> {
    let (width, height) = (random.random_range(5..9usize), random.random_range(5..8usize));
    let edge = |at: usize| {
        at.is_multiple_of(width) || at % width == width - 1 || at < width || at >= width * (height - 1)
    };
    let walls: Vec<bool> = (0..width * height).map(|at| edge(at) || random.random_range(0..8) == 0).collect();
    let floor: Vec<Cell> = (0..width * height).filter(|&at| !walls[at]).map(|at| Cell(at as u16)).collect();
    let mut some = |count: usize| -> Option<Vec<Cell>> {
        let mut cells: Vec<Cell> = Vec::new();
        for _ in 0..100 {
            let cell = floor[random.random_range(0..floor.len())];
            if cells.len() < count && !cells.contains(&cell) {
                cells.push(cell);
            }
        }
        (cells.len() == count).then_some(cells)
    };
    let goals = some(goals)?;
    let mut boxes = some(boxes + 1)?;
    let player = boxes.pop()?;
    let board = Board::new(width, height, walls, goals).ok()?;
    Position::new(Arc::new(board), boxes, player).ok()
}

#[test]
fn it_solves_what_can_be_solved_and_refuses_what_can_not() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
    let (mut solved, mut refused) = (0, 0);
    for round in 0..240 {
        // Every fourth level has a box to spare.
        let (boxes, goals) = [(2, 2), (3, 3), (2, 2), (3, 2)][round % 4];
        let Some(position) = random_level(&mut random, boxes, goals) else { continue };
        let outcome = Quick::default().solve(&position, &mut nodes(200_000), None);
        let found = replayed(&position, &outcome);
        if let Some(fewest) = fewest_pushes(&position) {
            assert!(found.is_some_and(|found| found >= fewest), "{outcome:?}\n{}", xsb::write(&position));
            assert!(outcome.lower_bound().is_some_and(|bound| bound <= fewest), "{}", xsb::write(&position));
            solved += 1;
        } else {
            assert_eq!(outcome, Outcome::Unsolvable, "{}", xsb::write(&position));
            refused += 1;
        }
    }
    assert!(solved > 40 && refused > 60, "{solved} solved, {refused} refused");
}

/// A level with a solution: the boxes stand on the goals, and a player who walks at random pulls them away.
fn solvable_level(random: &mut Xoshiro256PlusPlus, boxes: usize) -> Option<Position> {
    let mut position = random_level(random, boxes, boxes)?;
    position.boxes = position.board.goals().to_vec();
    if position.boxes.contains(&position.player) {
        return None;
    }
    for _ in 0..2000 {
        let way = Direction::ALL[random.random_range(0..4)];
        let behind = position.board.neighbour(position.player, way.opposite())?;
        let before = position.player;
        if position.look(way) == Some(Step::Walk)
            && position.step(way).is_some()
            && random.random_range(0..3) > 0
        {
            position.boxes.iter_mut().filter(|at| **at == behind).for_each(|at| *at = before);
        }
    }
    (!position.is_solved()).then_some(position)
}

#[test]
fn what_was_played_backwards_is_solved_and_the_same_each_time() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
    let mut solved = 0;
    while solved < 40 {
        let Some(position) = solvable_level(&mut random, 3 + solved % 3) else { continue };
        let (mut one, mut other) = (nodes(100_000), nodes(100_000));
        let outcome = Quick::default().solve(&position, &mut one, None);
        assert!(replayed(&position, &outcome).is_some(), "{outcome:?}\n{}", xsb::write(&position));
        assert_eq!(outcome, Quick::default().solve(&position, &mut other, None));
        assert_eq!(one.stats.expanded, other.stats.expanded);
        let long = Quick { shorten: false, prove: false }.solve(&position, &mut nodes(100_000), None);
        assert!(replayed(&position, &long) >= replayed(&position, &outcome), "{}", xsb::write(&position));
        solved += 1;
    }
}

/// A level that takes longer than the limits allow.
fn large() -> Position {
    let rows: Vec<String> = (0..24)
        .map(|row| match row {
            0 | 23 => "#".repeat(24),
            1 => format!("#@{}#", " ".repeat(21)),
            _ if row % 4 == 2 => format!("#{}#", " $ .".repeat(5) + "  "),
            _ => format!("#{}#", " ".repeat(22)),
        })
        .collect();
    xsb::read(&rows.join("\n")).unwrap()
}

#[test]
fn limits_are_kept() {
    let position = large();
    let mut run = nodes(3);
    let outcome = Quick::default().solve(&position, &mut run, None);
    assert!(matches!(outcome, Outcome::Stopped { why: Stop::Nodes, .. }), "{outcome:?}");
    assert!(run.stats.expanded <= 3);
    let mut run = Run::new(Limits { memory: Some(1 << 16), ..Limits::default() });
    let outcome = Quick::default().solve(&position, &mut run, None);
    assert!(matches!(outcome, Outcome::Stopped { why: Stop::Memory, .. }), "{outcome:?}");
    let started = Instant::now();
    let progress = Arc::new(Progress::default());
    progress.cancel();
    let outcome =
        Quick::default().solve(&position, &mut Run::with_progress(Limits::default(), progress), None);
    assert!(matches!(outcome, Outcome::Stopped { why: Stop::Cancelled, .. }), "{outcome:?}");
    assert!(started.elapsed() < Duration::from_secs(10));
}

/// The level on which a detour was seen: the pushes of a solution, written out, with a stretch that goes to and fro.
fn detour() -> (Position, Vec<Push>) {
    let position = xsb::read("#########\n#       #\n#@$    .#\n#       #\n#########").unwrap();
    let ground = Ground::<1>::new(&position, &mut Run::new(Limits::default())).unwrap().unwrap();
    // One push to the right, round the box, one back, round again, and off to the goal.
    let mut at = ground.boxes[0];
    let mut pushes = Vec::new();
    for way in [1, 3, 1, 1, 1, 1, 1] {
        pushes.push(Push { from: at, way });
        at = ground.step(at, usize::from(way));
    }
    (position, pushes)
}

#[test]
fn a_stretch_that_goes_to_and_fro_is_found_by_a_window() {
    let (position, long) = detour();
    let ground = Ground::<1>::new(&position, &mut Run::new(Limits::default())).unwrap().unwrap();
    assert_eq!(super::solution(&ground, &position, &long).map(|plan| plan.cost), Some(7));
    let mut pushes = long.clone();
    windows::improve(&ground, &mut pushes, 1, &mut nodes(10_000));
    let plan = super::solution(&ground, &position, &pushes).unwrap();
    assert_eq!((plan.cost, plan.actions.len()), (5, 5));
    // Who is told to stop at once gives back what it has.
    let mut same = long.clone();
    windows::improve(&ground, &mut same, 1, &mut nodes(0));
    assert_eq!(same, long);
    let progress = Arc::new(Progress::default());
    progress.cancel();
    windows::improve(&ground, &mut same, 1, &mut Run::with_progress(Limits::default(), progress));
    assert_eq!(same, long);
    let mut run = Run::new(Limits { memory: Some(100), ..Limits::default() });
    windows::improve(&ground, &mut same, 1, &mut run);
    assert_eq!((same, run.memory.used()), (long, 0));
}

#[test]
fn windows_keep_a_solution_a_solution_and_often_make_it_the_shortest() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(11);
    let (mut before, mut after, mut fewest, mut levels) = (0, 0, 0, 0);
    while levels < 60 {
        let Some(position) = solvable_level(&mut random, 2 + levels % 3) else { continue };
        let Some(least) = fewest_pushes(&position) else { continue };
        levels += 1;
        let long = Quick { shorten: false, prove: false }.solve(&position, &mut nodes(100_000), None);
        let short = Quick::default().solve(&position, &mut nodes(100_000), None);
        let short = replayed(&position, &short).unwrap();
        assert!(short >= least, "{}", xsb::write(&position));
        before += replayed(&position, &long).unwrap();
        after += short;
        fewest += least;
    }
    assert!(before > fewest && after - fewest <= (before - fewest) / 4, "{before} {after} {fewest}");
}

#[test]
fn a_shortening_that_is_stopped_leaves_a_solution() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(13);
    let mut between = 0;
    for _ in 0..30 {
        let Some(position) = solvable_level(&mut random, 4) else { continue };
        let mut whole = nodes(100_000);
        let best = replayed(&position, &Quick::default().solve(&position, &mut whole, None)).unwrap();
        let mut search = nodes(100_000);
        let long = Quick { shorten: false, prove: false }.solve(&position, &mut search, None);
        let long = replayed(&position, &long).unwrap();
        // As many nodes as the search needs, and some more: part of the shortening is done.
        for more in [1, 5, 20, 80] {
            let limit = search.stats.expanded + more;
            let mut run = nodes(limit);
            let outcome = Quick::default().solve(&position, &mut run, None);
            let pushes = replayed(&position, &outcome).unwrap();
            assert!(run.stats.expanded <= limit && (best..=long).contains(&pushes), "{best} {pushes} {long}");
            between += u32::from(pushes > best);
        }
    }
    assert!(between > 0);
}

#[test]
fn a_proof_that_is_asked_for_ends_with_the_fewest_pushes_and_is_told_on_the_way() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(19);
    let (mut levels, mut better) = (0, 0);
    while levels < 40 {
        let Some(position) = solvable_level(&mut random, 2 + levels % 3) else { continue };
        let Some(least) = fewest_pushes(&position) else { continue };
        levels += 1;
        let progress = Arc::new(Progress::default());
        let told = Arc::new(Mutex::new(Vec::new()));
        let (watched, telling) = (Arc::downgrade(&progress), told.clone());
        progress.set_gate(move || {
            let now = watched.upgrade().map(|progress| progress.snapshot());
            telling.lock().unwrap().extend(now.map(|now| (now.best, now.least)));
            Duration::ZERO
        });
        let quick = Quick { prove: true, ..Quick::default() };
        let mut run = Run::with_progress(Limits::default(), progress.clone());
        let outcome = quick.solve(&position, &mut run, None);
        assert!(outcome.is_optimal(), "{outcome:?}\n{}", xsb::write(&position));
        assert_eq!(replayed(&position, &outcome), Some(least), "{}", xsb::write(&position));
        // What was told was never wrong, and became better.
        let now = progress.snapshot();
        assert_eq!((now.best, now.least), (Some(least.into()), least.into()), "{}", xsb::write(&position));
        let told = told.lock().unwrap();
        for pair in told.windows(2) {
            assert!(pair[0].1 <= pair[1].1 && pair[1].1 <= least.into(), "{told:?}");
            assert!(pair[0].0.is_none_or(|best| pair[1].0.is_some_and(|now| now <= best)), "{told:?}");
        }
        let first = told.iter().find_map(|(best, _)| *best);
        better += usize::from(first.is_some_and(|first| first > u64::from(least)));
    }
    assert!(better > 5, "{better} became better while somebody watched");
}

#[test]
fn who_stops_the_shortening_hears_that_it_was_stopped_and_has_the_solution() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(23);
    let mut stopped = 0;
    while stopped < 10 {
        let Some(position) = solvable_level(&mut random, 4) else { continue };
        let progress = Arc::new(Progress::default());
        let watched = Arc::downgrade(&progress);
        progress.set_gate(move || {
            let progress = watched.upgrade();
            progress.filter(|told| told.snapshot().best.is_some()).iter().for_each(|told| told.cancel());
            Duration::ZERO
        });
        let mut run = Run::with_progress(Limits::default(), progress);
        let outcome = Quick::default().solve(&position, &mut run, None);
        assert!(replayed(&position, &outcome).is_some(), "{outcome:?}");
        match outcome {
            Outcome::Stopped { why, .. } => {
                assert_eq!(why, Stop::Cancelled);
                stopped += 1;
            }
            outcome => assert!(outcome.is_optimal(), "{outcome:?}\n{}", xsb::write(&position)),
        }
    }
}

#[test]
fn several_threads_agree_with_one_and_keep_its_limits() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(29);
    let (mut solved, mut refused) = (0, 0);
    for round in 0..240 {
        let Some(position) = random_level(&mut random, 3, 3) else { continue };
        let mut run = nodes(60_000).with_threads(2 + round % 3);
        let Some(ground) = Ground::<1>::new(&position, &mut run).unwrap() else { continue };
        let mut guard = Guard::new(&ground);
        if position.is_solved() {
            continue;
        }
        let fewest = fewest_pushes(&position);
        // What each of them would find without the others: those that begin last are seldom heard on so small levels.
        for which in 0..run.threads {
            let (part, run) = ((which, run.threads), &mut nodes(60_000));
            match (team::endless(part, &position, &ground, &mut Guard::new(&ground), run, &mut None), fewest)
            {
                (Ok(team::Answer::Found(found)), Some(fewest)) => assert!(found.pushes() >= fewest),
                (Ok(team::Answer::Unsolvable), None) | (Err(Stop::Nodes), _) => {}
                _ => panic!("thread {which} is wrong about\n{}", xsb::write(&position)),
            }
        }
        // Small levels are solved before there are several threads; here they begin at once.
        let answer = team::together(&position, &ground, &mut guard, &mut run, &mut None).unwrap();
        assert!(run.stats.expanded <= 60_000 && run.look().is_ok());
        match (answer, fewest) {
            (team::Answer::Found(found), Some(fewest)) => {
                assert!(found.pushes() >= fewest, "{}", xsb::write(&position));
                let pushes = Quick { shorten: false, prove: false }.finished(&ground, found, &mut run);
                let plan = solution(&ground, &position, &pushes).unwrap();
                assert_eq!(replayed(&position, &Outcome::optimal(plan)), Some(pushes.len() as u32));
                solved += 1;
            }
            (team::Answer::Unsolvable, None) => refused += 1,
            _ => panic!("threads are wrong about\n{}", xsb::write(&position)),
        }
    }
    assert!(solved > 10 && refused > 10, "{solved} solved, {refused} refused");
}

#[test]
fn what_one_guard_learns_the_others_hear() {
    // Two boxes in front of a wall with a goal behind them: lost only together.
    let position = xsb::read("#######\n##  ###\n##$$###\n#@    #\n# ..  #\n#######").unwrap();
    let run = &mut Run::new(Limits::default());
    let ground = Ground::<1>::new(&position, run).unwrap().unwrap();
    let (mut one, mut other) = (Guard::new(&ground), Guard::new(&ground));
    let learnt = guard::Learnt::new();
    one.share(learnt.clone(), 0);
    other.share(learnt, 1);
    let (boxes, player, at) = (ground.start(), ground.player, ground.boxes[0]);
    one.learn(&ground, boxes, player, run).unwrap();
    assert!(one.sees_loss(&ground, &boxes, at, player) && !other.sees_loss(&ground, &boxes, at, player));
    other.hear(run).unwrap();
    assert!(other.sees_loss(&ground, &boxes, at, player));
}

#[test]
fn what_is_called_stuck_has_no_solution() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(31);
    let (mut stuck, mut alive) = (0, 0);
    for round in 0..10_000 {
        let count = 3 + round % 4;
        // Most levels have a solution; the others are searched if they are called stuck.
        let played = round % 12 > 0;
        let level = if played { solvable_level(&mut random, count) } else { random_level(&mut random, 3, 3) };
        let Some(position) = level else { continue };
        let run = &mut Run::new(Limits::default());
        let Some(ground) = Ground::<1>::new(&position, run).unwrap() else { continue };
        // What stands where no goal can be reached from has no number that is live.
        if ground.boxes.iter().any(|&at| at >= ground.live) {
            continue;
        }
        let mut guard = Guard::new(&ground);
        let said = guard.is_stuck(&ground, &ground.start(), ground.player, run).unwrap();
        if said {
            assert!(!played && fewest_pushes(&position).is_none(), "{}", xsb::write(&position));
            stuck += 1;
        } else if played {
            alive += 1;
        }
    }
    assert!(stuck > 20 && alive > 1000, "{stuck} stuck, {alive} not");
}

/// Boxes anywhere on the floor where they may usefully stand.
fn scattered(ground: &Ground<2>, random: &mut Xoshiro256PlusPlus, boxes: usize) -> Bits<2> {
    let mut some = Bits::EMPTY;
    while some.len() < boxes {
        some.insert(random.random_range(0..ground.live));
    }
    some
}

/// Two rooms and a corridor between them, and another way round.
const ROOMS: &str = "\
#################
#   .########   #
#  $    $       #
#    ########   #
# $ $########   #
## ########### ##
## .  .  . $   ##
########@########
#################";

#[test]
fn a_link_is_cut_by_a_box_in_its_corridor_and_not_by_one_in_a_room() {
    let position = xsb::read(ROOMS).unwrap();
    let ground = Ground::<2>::new(&position, &mut Run::new(Limits::default())).unwrap().unwrap();
    let rooms = Rooms::new(&ground);
    let at =
        |row: i16, column: i16| ground.place.iter().position(|&place| place == (column, row)).unwrap() as u16;
    // There are two corridors between the rooms: one of them may be closed.
    assert_eq!(rooms.cut(&ground, &Bits::EMPTY), 0);
    assert_eq!(rooms.cut(&ground, &Bits::of([at(2, 7)])), 0);
    assert_eq!(rooms.cut(&ground, &Bits::of([at(2, 7), at(6, 7)])).count_ones(), 1);
    assert_eq!(rooms.cut(&ground, &Bits::of([at(2, 2), at(3, 13)])), 0);
    // A corner of a room that is shut off sees nothing of the other room.
    assert_eq!(rooms.cut(&ground, &Bits::of([at(1, 2), at(2, 1)])).count_ones(), 1);
}

#[test]
fn what_is_seen_after_a_move_is_what_is_seen_afresh() {
    let position = xsb::read(ROOMS).unwrap();
    let run = &mut Run::new(Limits::default());
    let ground = Ground::<2>::new(&position, run).unwrap().unwrap();
    let plan =
        Plan::find(&ground, plan::Order { take: Take::Nearest, first: First::Open, sinks: false }, 300, run);
    let plan = plan.unwrap();
    assert_eq!(plan.steps.last(), Some(&ground.goal_set));
    let mut eye = Eye::new(&ground, Some(plan.clone()), Sight::Wide);
    let mut fresh = Eye::new(&ground, Some(plan), Sight::Wide);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
    let mut seen = HashSet::new();
    for _ in 0..2000 {
        let boxes = scattered(&ground, &mut random, 4);
        let from = boxes.iter().nth(random.random_range(0..4)).unwrap();
        let to = random.random_range(0..ground.live);
        if boxes.contains(to) {
            continue;
        }
        let mut after = boxes;
        after.remove(from);
        after.insert(to);
        eye.look(&ground, &boxes, 1, run).unwrap();
        let told = eye.look_after(&ground, &after, 1, (from, to), run).unwrap();
        assert_eq!(told, fresh.look(&ground, &after, 1, run).unwrap());
        seen.insert((told.unpacked, told.rooms, told.outside, told.hotspots));
    }
    assert!(seen.len() > 4, "{}", seen.len());
}

#[test]
fn a_sketch_tells_rooms_from_corridors_and_makes_no_step_up() {
    // The same rooms with the goals in one of them, so that there is a plan.
    let level = "\
#################
#    ########  .#
#  $            #
# $$ ########  .#
#    ########  .#
## ########### ##
##             ##
########@########
#################";
    let position = xsb::read(level).unwrap();
    let sketch = Sketch::of(&position, &mut Run::new(Limits::default())).unwrap().unwrap();
    let mut steps: Vec<usize> = sketch.goals.iter().filter_map(|(_, step)| *step).collect();
    steps.extend(sketch.parkings.iter().map(|(_, step)| *step));
    steps.sort_unstable();
    // Every step brings one box somewhere.
    assert_eq!(steps, (1..=steps.len()).collect::<Vec<_>>(), "{sketch:?}");
    assert!(steps.len() >= 3, "{sketch:?}");
    assert_eq!(sketch.goals.len(), 3, "{sketch:?}");
    let rooms: HashSet<u16> = sketch.rooms.iter().map(|(_, room)| *room).collect();
    assert_eq!(rooms, HashSet::from([1, 2]));
    let at = |column, row| position.board.at(column, row).unwrap();
    assert!(sketch.rooms.iter().all(|(cell, _)| *cell != at(7, 2) && *cell != at(7, 6)));
}

#[test]
fn plans_of_every_order_end_with_all_goals_and_change_one_box_at_a_time() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(17);
    let (mut complete, mut plans) = (0, 0);
    for round in 0..60 {
        let Some(position) = solvable_level(&mut random, 3) else { continue };
        let run = &mut Run::new(Limits::default());
        let Some(ground) = Ground::<1>::new(&position, run).unwrap() else { continue };
        for (first, sinks) in [
            (First::FewAside, false),
            (First::FewAside, true),
            (First::Open, true),
            (First::OpenShuffled(round), false),
        ] {
            let order = plan::Order { take: Take::Shuffled(round), first, sinks };
            let plan = Plan::find(&ground, order, 300, run).unwrap();
            assert_eq!(plan.steps.last(), Some(&ground.goal_set), "{}", xsb::write(&position));
            for pair in plan.steps.windows(2) {
                assert_eq!(pair[1].without(&pair[0]).len(), 1, "{}", xsb::write(&position));
                assert!(pair[0].without(&pair[1]).len() <= 1, "{}", xsb::write(&position));
            }
            plans += 1;
            complete += usize::from(plan.steps[0].is_empty());
        }
    }
    assert!(plans > 80 && complete * 2 > plans, "{complete} of {plans}");
}
