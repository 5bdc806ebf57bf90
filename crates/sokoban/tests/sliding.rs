//! Sliding boxes: chances worked out by hand, the bits against the rules, the plain game as a special case, and games that are really played.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use damier_search::chance::Chance;
use damier_search::chance::online::Envelope;
use damier_search::random::Random;
use damier_search::{Limits, Progress, Run, SpecError, Stop};
use damier_sokoban::levels::SETS;
use damier_sokoban::notation::{self, xsb};
use damier_sokoban::rules::{Sliding, Step};
use damier_sokoban::sliding::{self, Advisor, Push, SlidingProblem, State};
use damier_sokoban::{Direction, Position};

fn run() -> Run {
    Run::new(Limits::default())
}

fn level(rows: &[&str]) -> Position {
    xsb::read(&rows.join("\n")).unwrap()
}

fn ahead(chance: f64) -> Sliding {
    Sliding { chance, sideways: false }
}

fn sideways(chance: f64) -> Sliding {
    Sliding { chance, sideways: true }
}

/// A closed room of 3 to 5 cells a side with up to five walls in it, one to `most` boxes, and as many goals or, now and then, one fewer.
fn random_level(random: &mut Random, most: usize) -> Position {
    loop {
        let mut below = |n: usize| (random.bits() % n as u64) as usize;
        let (width, height) = (5 + below(3), 5 + below(3));
        let (walls, boxes) = (below(6), 1 + below(most));
        let goals = if below(5) == 0 { boxes.max(2) - 1 } else { boxes };
        let inside =
            |at: usize| (1..width - 1).contains(&(at % width)) && (1..height - 1).contains(&(at / width));
        let mut cells: Vec<char> = (0..width * height).map(|at| if inside(at) { ' ' } else { '#' }).collect();
        for (what, count) in [('#', walls), ('.', goals), ('$', boxes), ('@', 1)] {
            for _ in 0..count {
                let at = below(width * height);
                cells[at] = match (inside(at), cells[at], what) {
                    (true, ' ', what) => what,
                    (true, '.', '$') => '*',
                    (_, old, _) => old,
                };
            }
        }
        let rows: Vec<String> = cells.chunks(width).map(|row| row.iter().collect()).collect();
        let read = xsb::read(&rows.join("\n")).ok();
        let whole = |position: &Position| !position.board.goals().is_empty() && !position.boxes.is_empty();
        if let Some(position) = read.filter(whole) {
            return position;
        }
    }
}

/// Where to, which box, and what it may lead to, with the chances.
type Pushed = (Direction, usize, Vec<(Position, f64)>);

/// The pushes that can be walked to by the rules.
fn by_the_rules(position: &Position, sliding: Sliding) -> Vec<Pushed> {
    let region = position.board.reach(position.player, |cell| position.box_at(cell).is_some());
    let mut pushes = Vec::new();
    for player in position.board.cells().filter(|cell| region[cell.index()]) {
        for direction in Direction::ALL {
            let mut after = Position { player, ..position.clone() };
            if let Some(Step::Push(pushed)) = after.step(direction) {
                let ends =
                    sliding.outcomes(&after, pushed, direction).into_iter().filter(|&(_, p)| p > 1e-12);
                let outcomes = ends.map(|(end, chance)| {
                    let mut slid = after.clone();
                    slid.boxes[pushed] = end;
                    (slid, chance)
                });
                pushes.push((direction, pushed, outcomes.collect()));
            }
        }
    }
    pushes
}

#[test]
fn chances_worked_out_by_hand() {
    let corridor = level(&["#######", "#@$ . #", "#######"]);
    let chance = |level: &Position, sliding| sliding::solve(level, sliding, &mut run()).unwrap().chance;
    // One slide at once to the goal, or two pushes that both stay.
    let known = 0.1 + 0.9 * 0.9;
    let (lower, upper) = chance(&corridor, ahead(0.1));
    assert!(lower <= known + 1e-12 && known <= upper + 1e-12 && upper - lower < 1e-9, "{lower} {upper}");
    // There is no room to the sides, so that only a third of the slides happen.
    let (lower, upper) = chance(&corridor, sideways(0.3));
    assert!((lower - known).abs() < 1e-9 && (upper - known).abs() < 1e-9, "{lower} {upper}");
    // A slide is needed where the push alone would end one cell short, and there is one try.
    let level = level(&["######", "#@$  #", "#  .##", "######"]);
    let (lower, upper) = chance(&level, sideways(0.3));
    assert!((lower - 0.1).abs() < 1e-9 && (upper - 0.1).abs() < 1e-9, "{lower} {upper}");
    assert_eq!(chance(&level, ahead(0.3)), (0.0, 0.0));
}

#[test]
fn the_answer_says_where_to_walk_and_push() {
    let level = level(&["#######", "#.  $ #", "#@    #", "#######"]);
    let answer = sliding::solve(&level, ahead(0.1), &mut run()).unwrap();
    // A slide along the wall into the corner is what is wanted: nothing can go wrong.
    assert_eq!((answer.chance, answer.proven), ((1.0, 1.0), true));
    let walk: String = answer.steps.iter().map(|step| step.letter()).collect();
    assert_eq!(walk, "EEEENW");
    assert!(answer.policy.is_some_and(|size| size == 3), "{answer:?}");
    let solved = sliding::solve(&self::level(&["####", "#@*#", "####"]), ahead(0.1), &mut run()).unwrap();
    assert_eq!((solved.chance, solved.steps.len()), ((1.0, 1.0), 0));
    let lost =
        sliding::solve(&self::level(&["#####", "#@$ #", "#.  #", "#####"]), ahead(0.1), &mut run()).unwrap();
    assert_eq!((lost.chance, lost.steps.len(), lost.proven), ((0.0, 0.0), 0, true));
}

#[test]
fn the_bits_do_what_the_rules_say() {
    let mut random = Random::new(3);
    let mut outcomes = 0;
    for round in 0..5_000 {
        let position = random_level(&mut random, 4);
        let sliding = [ahead(0.1), sideways(0.1), ahead(1.0), sideways(1.0), ahead(0.0)][round % 5];
        let problem = SlidingProblem::new(&position, sliding);
        let state = problem.state(&position);
        if problem.is_goal(&state) || problem.is_dead(&state) {
            continue;
        }
        let mut pushes: Vec<Push> = Vec::new();
        problem.actions(&state, |push| pushes.push(push));
        let rules = by_the_rules(&position, sliding);
        assert_eq!(pushes.len(), rules.len(), "{}", xsb::write(&position));
        for (direction, pushed, expected) in rules {
            let push = pushes.iter().find(|&&push| {
                push.direction == direction && problem.pushed(push) == Some(position.boxes[pushed])
            });
            let mut seen: Vec<(State, f64)> = Vec::new();
            problem.outcomes(&state, *push.unwrap(), |state, chance| seen.push((state, chance)));
            assert_eq!(seen.len(), expected.len());
            for ((state, chance), (position, known)) in seen.into_iter().zip(expected) {
                assert!((chance - known).abs() < 1e-12);
                assert_eq!(problem.is_goal(&state), position.is_solved());
                let over = problem.is_goal(&state) || problem.is_dead(&state);
                assert!(over || state == problem.state(&position), "{}", xsb::write(&position));
                outcomes += 1;
            }
        }
    }
    assert!(outcomes > 10_000, "only {outcomes} outcomes");
}

/// Whether the plain game can be won, by looking at every position.
fn is_solvable(start: &Position) -> bool {
    let key = |position: &Position| {
        let mut boxes = position.boxes.clone();
        boxes.sort_unstable();
        (boxes, position.player)
    };
    let mut seen = HashSet::from([key(start)]);
    let mut waiting = vec![start.clone()];
    while let Some(position) = waiting.pop() {
        if position.is_solved() {
            return true;
        }
        for direction in Direction::ALL {
            let mut next = position.clone();
            if next.step(direction).is_some() && seen.insert(key(&next)) {
                waiting.push(next);
            }
        }
    }
    false
}

#[test]
fn without_slides_it_is_the_plain_game() {
    let mut random = Random::new(11);
    let mut solvable = 0;
    for _ in 0..3_000 {
        let position = random_level(&mut random, 2);
        let answer = sliding::solve(&position, ahead(0.0), &mut run()).unwrap();
        let known = is_solvable(&position);
        let chance = f64::from(u8::from(known));
        assert_eq!(answer.chance, (chance, chance), "{}", xsb::write(&position));
        solvable += u32::from(known);
    }
    assert!((300..2_700).contains(&solvable), "{solvable} of 3000 can be solved");
}

/// Wins by the rules alone, as far as chance allows within so many pushes.
fn patient(position: &Position, sliding: Sliding) -> f64 {
    let key = |position: &Position| {
        let mut boxes = position.boxes.clone();
        boxes.sort_unstable();
        let region = position.board.reach(position.player, |cell| position.box_at(cell).is_some());
        (boxes, region.iter().position(|&there| there))
    };
    let mut numbers = std::collections::HashMap::from([(key(position), 0)]);
    let (mut positions, mut table) = (vec![position.clone()], Vec::new());
    while table.len() < positions.len() {
        let here = positions[table.len()].clone();
        let mut actions = Vec::new();
        for (_, _, outcomes) in by_the_rules(&here, sliding) {
            let mut action = Vec::new();
            for (next, chance) in outcomes {
                let fresh = numbers.len();
                let number = *numbers.entry(key(&next)).or_insert(fresh);
                if number == fresh {
                    positions.push(next);
                }
                action.push((number, chance));
            }
            actions.push(action);
        }
        table.push(if here.is_solved() { Vec::new() } else { actions });
    }
    let mut value: Vec<f64> =
        positions.iter().map(|position| f64::from(u8::from(position.is_solved()))).collect();
    let mut grown = 1.0;
    while grown > 1e-14 {
        grown = 0.0;
        for state in (0..table.len()).rev() {
            let worth =
                |action: &Vec<(usize, f64)>| action.iter().map(|&(next, p)| p * value[next]).sum::<f64>();
            let new = table[state].iter().map(worth).fold(value[state], f64::max);
            grown = f64::max(grown, new - value[state]);
            value[state] = new;
        }
    }
    value[0]
}

#[test]
fn the_chance_is_what_patience_finds_by_the_rules_alone() {
    let mut random = Random::new(21);
    let (mut between, mut partial) = (0, 0);
    for round in 0..600 {
        let position = random_level(&mut random, 2);
        let sliding =
            [ahead(0.1), sideways(0.1), sideways(0.6), ahead(0.9), ahead(1.0), sideways(1.0)][round % 6];
        let answer = sliding::solve(&position, sliding, &mut run()).unwrap();
        let ((lower, upper), known) = (answer.chance, patient(&position, sliding));
        let drawing = xsb::write(&position);
        assert!(
            (lower - known).abs() < 1e-9 && (upper - known).abs() < 1e-9,
            "{known} {answer:?}\n{drawing}"
        );
        assert_eq!(answer.steps.is_empty(), known == 0.0 || position.is_solved(), "{answer:?}\n{drawing}");
        between += u32::from(known > 0.0 && known < 1.0 - 1e-9);

        // A part of the states gives bounds around it.
        let problem = SlidingProblem::new(&position, sliding);
        let limits = Limits { nodes: Some(10 + round as u64 % 60), ..Limits::default() };
        let envelope = Envelope { first: 2, effort: 5, ..Envelope::default() };
        if let Ok(policy) = envelope.solve(&problem, &(), &mut Run::new(limits)) {
            let (lower, upper) = policy.chance(&problem, &problem.start()).unwrap();
            assert!(lower <= known + 1e-9 && known <= upper + 1e-9, "{known} {lower} {upper}\n{drawing}");
            partial += u32::from(upper - lower > 0.01);
        }
    }
    assert!(between > 100 && partial > 50, "{between} real chances, {partial} cut envelopes");
}

#[test]
fn whoever_follows_the_advice_wins_as_often_as_it_says() {
    let mut random = Random::new(33);
    let mut played = 0;
    while played < 8 {
        let position = random_level(&mut random, 3);
        let variant = if played % 2 == 0 { ahead(0.2) } else { sideways(0.3) };
        let advisor = Advisor::new(&position, variant, &mut run()).unwrap();
        let chance = advisor.ask(&position).unwrap().chance.0;
        if !(0.2..0.95).contains(&chance) {
            continue;
        }
        played += 1;
        let games = 2_000;
        let won =
            (0..games).filter(|_| plays_and_wins(position.clone(), variant, &advisor, &mut random)).count();
        let (seen, sigma) =
            (won as f64 / f64::from(games), (chance * (1.0 - chance) / f64::from(games)).sqrt());
        assert!((seen - chance).abs() < 4.0 * sigma, "{seen} instead of {chance}\n{}", xsb::write(&position));
    }
}

fn plays_and_wins(mut position: Position, variant: Sliding, advisor: &Advisor, random: &mut Random) -> bool {
    for _ in 0..1_000 {
        let steps = advisor.ask(&position).unwrap().steps;
        for &direction in &steps {
            if let Step::Push(pushed) = position.step(direction).unwrap() {
                position.boxes[pushed] = random.pick(variant.outcomes(&position, pushed, direction)).unwrap();
            }
        }
        if steps.is_empty() {
            return position.is_solved();
        }
    }
    panic!("the advice goes round in circles");
}

#[test]
fn variants_are_read_or_refused_with_a_reason() {
    assert_eq!(sliding::parse("sliding").unwrap(), ahead(0.1));
    assert_eq!(sliding::parse("sliding(p=0.25)").unwrap(), ahead(0.25));
    assert_eq!(sliding::parse(" sliding( way = sideways , p = 1 ) ").unwrap(), sideways(1.0));
    assert_eq!(sliding::parse("sliding(way=ahead)").unwrap(), ahead(0.1));
    for text in ["sliding(p=2)", "sliding(p=-0.1)", "sliding(p=nan)", "sliding(p=x)", "sliding(way=up)"] {
        assert!(matches!(sliding::parse(text), Err(SpecError::Value { .. })), "{text}");
    }
    for text in ["slide", "sliding(q=1)", "sliding(0.1)"] {
        assert!(matches!(sliding::parse(text), Err(SpecError::Unknown { .. })), "{text}");
    }
    assert!(matches!(sliding::parse("sliding(p=0.1,p=0.2)"), Err(SpecError::TooMany { .. })));
    assert!(matches!(sliding::parse("sliding(p=0.1"), Err(SpecError::Form { .. })));
}

#[test]
fn a_large_level_has_an_answer_within_its_limits() {
    let rows = [
        "##########",
        "#        #",
        "# $  $ $ #",
        "#    #   #",
        "#  $   $ #",
        "#  @     #",
        "# .. ..  #",
        "#  .     #",
        "##########",
    ];
    let position = level(&rows);
    let limits = Limits { nodes: Some(60_000), memory: Some(1 << 28), ..Limits::default() };
    let ask = || sliding::solve(&position, ahead(0.1), &mut Run::new(limits));
    let answer = ask().unwrap();
    assert!(!answer.steps.is_empty() && answer.chance.0 > 0.5, "{answer:?}");
    assert_eq!(ask(), Ok(answer));
    let mut advisor = Advisor::new(&position, ahead(0.1), &mut Run::new(limits)).unwrap();
    let before = advisor.ask(&position).unwrap();
    let after = advisor.think(&position, &mut Run::new(limits)).unwrap();
    assert!(after.chance.0 >= before.chance.0);
    // With no limit to speak of there is still a push, and what is always true.
    let none = Limits { nodes: Some(0), ..Limits::default() };
    let answer = sliding::solve(&position, ahead(0.1), &mut Run::new(none)).unwrap();
    assert_eq!((answer.chance, answer.proven, answer.policy), ((0.0, 1.0), false, None));
    assert!(!answer.steps.is_empty());
    let progress = Arc::new(Progress::default());
    progress.cancel();
    let mut cancelled = Run::with_progress(Limits::default(), progress);
    assert_eq!(sliding::solve(&position, ahead(0.1), &mut cancelled), Err(Stop::Cancelled));
    assert!(advisor.ask(&level(&["####", "#@*#", "####"])).is_none());
}

/// Whether the steps of an answer are possible and end with their only push.
fn is_a_push(position: &Position, steps: &[Direction]) -> bool {
    let mut position = position.clone();
    let pushes: Vec<bool> =
        steps.iter().map_while(|&way| position.step(way)).map(|step| step != Step::Walk).collect();
    pushes.len() == steps.len() && pushes.iter().position(|&push| push) == steps.len().checked_sub(1)
}

#[test]
fn every_large_level_has_an_answer_by_its_deadline() {
    let levels = notation::read(SETS[0].text, None).unwrap();
    let levels: Vec<Position> = levels.into_iter().map(|level| level.position).collect();
    // These three once had no answer after ten seconds; the last one is a hall with thirty boxes.
    let hall: Vec<String> = (0..20)
        .map(|row| match row {
            0 | 19 => "#".repeat(32),
            1 => format!("#@{}#", " ".repeat(29)),
            _ if row % 3 == 0 => format!("#{}#", "  $ . ".repeat(5)),
            _ => format!("#{}#", " ".repeat(30)),
        })
        .collect();
    let hall = xsb::read(&hall.join("\n")).unwrap();
    for position in [&levels[92], &levels[104], &levels[152], &hall] {
        for (millis, variant) in [(0, ahead(0.1)), (30, ahead(0.1)), (300, sideways(0.2)), (300, ahead(0.9))]
        {
            let time = Duration::from_millis(millis);
            let started = Instant::now();
            let limits = Limits { time: Some(time), memory: Some(1 << 28), ..Limits::default() };
            let answer = sliding::solve(position, variant, &mut Run::new(limits)).unwrap();
            let (lower, upper) = answer.chance;
            assert!(0.0 <= lower && lower <= upper && upper <= 1.0, "{answer:?}");
            assert!(is_a_push(position, &answer.steps), "{answer:?}\n{}", xsb::write(position));
            // A busy machine may be late, but not by much.
            assert!(started.elapsed() < time + Duration::from_secs(3), "{:?}", started.elapsed());
        }
    }
    // With some more there is a policy that may win, and what it says of its chance is so.
    for number in [93, 105] {
        let position = &levels[number - 1];
        let limits = Limits { nodes: Some(40_000), memory: Some(1 << 28), ..Limits::default() };
        let advisor = Advisor::new(position, ahead(0.1), &mut Run::new(limits)).unwrap();
        let answer = advisor.ask(position).unwrap();
        assert!(answer.policy.is_some_and(|size| size > 10), "{number}: {answer:?}");
        assert!(answer.chance.0 > 0.0 && answer.chance.1 < 1.0 + 1e-9, "{number}: {answer:?}");
    }
}
