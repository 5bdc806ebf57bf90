//! The printed option "must ricochet": every search against breadth-first search by the plain rules on thousands of random small boards,
//! the independent validator on every solution, and how such positions are written.

mod truth;

use damier_kit::Kit;
use damier_ricochet::generate::{OPTIONS, generate};
use damier_ricochet::problem::{Movers, Word};
use damier_ricochet::turns::{self, TurnProblem};
use damier_ricochet::{Direction, Move, Position, RicochetKit, Robot, Trail, notation};
use damier_search::random::Random;
use damier_search::registry::{arguments, entries, reversible_entries};
use damier_search::{Limits, Outcome, Plan, Problem, Run, Spec, conformance};
use truth::exhaustive;

/// A small board of any kind by this rule, at the start of a round or a few moves later.
fn board(seed: u64) -> Position {
    let mut random = Random::new(seed);
    let mut roll = |many: u64| random.bits() % many;
    let (width, height) = (2 + roll(6), 2 + roll(6));
    let cells = width * height;
    let robots = 1 + roll(3.min(cells - 2));
    let diagonals = if roll(2) == 0 { 0 } else { roll(cells / 3 + 1) };
    let options = [
        ("recipe", "free".to_owned()),
        ("width", width.to_string()),
        ("height", height.to_string()),
        ("robots", robots.to_string()),
        ("diagonals", diagonals.to_string()),
        ("density", ["0", "0.1", "0.2", "0.35"][roll(4) as usize].to_owned()),
        ("target", if roll(4) == 0 { "any" } else { "random" }.to_owned()),
    ];
    let pairs: Vec<_> = options.into_iter().map(|(key, value)| (key.to_owned(), value)).collect();
    let mut position = generate(&arguments("generate", OPTIONS, &pairs).unwrap(), seed).unwrap();
    position.ricochet = Some(Trail::default());
    for _ in 0..[0, 0, 1, 3][roll(4) as usize] {
        position.play(Robot(roll(robots) as u8), Direction::ALL[roll(4) as usize]);
    }
    position
}

fn json(position: &Position) -> String {
    notation::write(position, None, "json").unwrap()
}

fn solve(text: &str, spec: &str) -> Outcome<String> {
    let read = RicochetKit.read(text, None).unwrap();
    let spec: Spec = spec.parse().unwrap();
    read[0].plans().unwrap().solve(&spec, &mut Run::new(Limits::default()), None).unwrap().outcome
}

#[test]
fn every_optimal_algorithm_agrees_with_exhaustive_search_on_4_000_boards() {
    let specs = [
        "fast",
        "bfs",
        "ucs",
        "astar(bounces)",
        "astar(rowcol)",
        "astar(blind)",
        "ida(bounces)",
        "bidirectional",
    ];
    let (mut boards, mut unsolvable, mut longer, mut seed) = (0, 0, 0, 0);
    while boards < 4_000 {
        seed += 1;
        let position = board(seed);
        let Ok(truth) = exhaustive(&position, 6_000) else { continue };
        boards += 1;
        unsolvable += usize::from(truth.is_none());
        let usual = exhaustive(&Position { ricochet: None, ..position.clone() }, 6_000).unwrap();
        longer += usize::from(truth > usual);
        let text = json(&position);
        for spec in specs {
            match (solve(&text, spec), truth) {
                (Outcome::Solved { plan, lower_bound }, Some(cost)) => {
                    assert_eq!((plan.cost, lower_bound), (cost, cost), "{spec}, seed {seed}");
                    let replay = damier_validate::ricochet::replay(&text, &plan.actions.join(" "));
                    assert_eq!(replay.map(|replay| replay.moves as u32), Ok(cost), "{spec}, seed {seed}");
                }
                (Outcome::Unsolvable, None) => {}
                (outcome, truth) => panic!("{spec}, seed {seed}: {outcome:?} where the truth is {truth:?}"),
            }
        }
    }
    // The sample has all kinds, or the test would show little.
    assert!(unsolvable > 200 && unsolvable < 3_000, "{unsolvable} unsolvable");
    assert!(longer > 400, "only {longer} take longer than by the usual rules");
}

/// Puts a position through the conformance suite: successors, every algorithm's and every heuristic's promises, predecessors.
fn conforms<W: Word>(position: &Position, who: Movers) -> Result<bool, String> {
    let problem = TurnProblem::<W>::new(position, who);
    let algorithms: Vec<_> = entries().into_iter().chain(reversible_entries()).collect();
    let instance = json(position);
    let validate = |plan: &Plan<_>| {
        let moves: Vec<String> = problem.plain.name(&plan.actions).iter().map(Move::to_string).collect();
        let replay = damier_validate::ricochet::replay(&instance, &moves.join(" "));
        replay.map(drop).map_err(|fault| fault.to_string())
    };
    let most = 3000;
    let looked = conformance::check(&problem, &algorithms, &turns::entries(), validate, most)?;
    conformance::check_backwards(&problem, most)?;
    Ok(looked)
}

#[test]
fn small_boards_conform_in_every_word() {
    let mut checked = 0;
    for seed in 0..600 {
        let position = board(seed);
        let movers = if seed % 5 == 0 { Movers::Main } else { Movers::All };
        let looked = match seed % 3 {
            0 => conforms::<u32>(&position, movers),
            1 => conforms::<u64>(&position, movers),
            _ => conforms::<u128>(&position, movers),
        };
        checked += usize::from(looked.unwrap_or_else(|what| panic!("seed {seed}: {what}")));
    }
    assert!(checked > 200, "only {checked} boards were small enough");
}

/// What the search keeps of a state after a move is what it makes of the position that the rules give.
#[test]
fn tables_and_rules_agree_on_what_was_travelled() {
    let mut turned = 0;
    for seed in 0..3000 {
        let position = board(seed);
        let problem = TurnProblem::<u64>::new(&position, Movers::All);
        problem.successors(&problem.start(), |slide, next, _| {
            let step = problem.plain.name(&[slide])[0];
            let mut there = position.clone();
            there.play(step.robot, step.direction).unwrap();
            assert_eq!(next, TurnProblem::<u64>::new(&there, Movers::All).start(), "seed {seed}: {step}");
            turned += usize::from(there.ricochet.unwrap().of(step.robot.index()) == Trail::BOTH);
        });
    }
    assert!(turned > 1000, "only {turned}");
}

/// Every sequence of `left` moves that ends solved and not before.
fn enumerate(position: &Position, left: u32, moves: &mut Vec<String>, all: &mut Vec<String>) {
    if position.is_solved() || left == 0 {
        if position.is_solved() && left == 0 {
            all.push(moves.join(" "));
        }
        return;
    }
    for robot in Robot::all().take(position.robots.len()) {
        for direction in Direction::ALL {
            let mut there = position.clone();
            if there.play(robot, direction).is_some() {
                moves.push(Move { robot, direction }.to_string());
                enumerate(&there, left - 1, moves, all);
                moves.pop();
            }
        }
    }
}

#[test]
fn all_optimal_solutions_are_found() {
    let mut compared = 0;
    for seed in 0..1500 {
        let position = board(seed);
        let Ok(Some(cost)) = exhaustive(&position, 3000) else { continue };
        if cost > 5 {
            continue;
        }
        let mut all = Vec::new();
        enumerate(&position, cost, &mut Vec::new(), &mut all);
        all.sort();
        let read = RicochetKit.read(&json(&position), None).unwrap();
        let found = read[0].plans().unwrap().solve_all(100_000, &mut Run::new(Limits::default())).unwrap();
        let mut solutions: Vec<String> = found.solutions.iter().map(|moves| moves.join(" ")).collect();
        solutions.sort();
        assert_eq!((found.cost, found.count), (Some(cost), all.len() as u128), "seed {seed}");
        assert_eq!(solutions, all, "seed {seed}");
        compared += 1;
    }
    assert!(compared > 300, "only {compared}");
}

#[test]
fn positions_by_this_rule_are_read_as_they_were_written() {
    let mut begun = 0;
    for seed in 0..500 {
        let position = board(seed);
        for format in ["json", "compact"] {
            let text = notation::write(&position, None, format).unwrap();
            let read = notation::read(&text, None).unwrap().remove(0);
            assert_eq!(read.position, position, "{text}");
        }
        begun += usize::from(position.ricochet != Some(Trail::default()));
        assert!(notation::write(&position, None, "pddl").is_err());
    }
    assert!(begun > 50);
}

#[test]
fn a_variant_begins_a_round_and_has_its_code() {
    let board =
        r#"{"width":3,"height":3,"walls":[0,0,0,0,0,0,0,0,0],"robots":[0],"target_robot":0,"target":2}"#;
    let read = RicochetKit.read(board, None).unwrap();
    let spec = |text: &str| text.parse::<Spec>().unwrap();
    let varied = read[0].with_variant(Some(&spec("ricochet"))).unwrap();
    assert_eq!((varied.variant().as_deref(), read[0].variant()), (Some("ricochet"), None));
    assert_eq!((varied.plain_code(), varied.code()), (read[0].code(), read[0].code() + "~ricochet"));
    let there = varied.play("rE").unwrap().position;
    assert!(!there.is_over() && read[0].play("rE").unwrap().position.is_over());
    assert!(there.code().ends_with("~ricochet.1"), "{}", there.code());
    // A hint from there knows what was travelled: down and up again is enough.
    let plan = solve(&there.instance(), "fast");
    assert_eq!(plan.plan().map(|plan| plan.cost), Some(2));
    assert_eq!(there.with_variant(None).unwrap().variant(), None);
    for bad in ["sliding", "ricochet(p=1)", "ricochet(often)"] {
        assert!(read[0].with_variant(Some(&spec(bad))).is_err(), "{bad}");
    }
}

#[test]
fn what_is_wrong_with_the_option_is_told() {
    let with = |more: &str| {
        let text = format!(
            r#"{{"width":2,"height":2,"walls":[0,0,0,0],"robots":[0],"target_robot":0,"target":3,{more}}}"#
        );
        notation::read(&text, None).map(drop).map_err(|refusal| refusal.text().to_string())
    };
    assert_eq!(with(r#""ricochet":true,"travelled":[3]"#), Ok(()));
    assert_eq!(with(r#""ricochet":false,"travelled":[9]"#), Ok(()), "it means nothing without the option");
    for (more, word) in [
        (r#""ricochet":1"#, "boolean"),
        (r#""ricochet":true,"travelled":[4]"#, "travelled says 4"),
        (r#""ricochet":true,"travelled":[0,1]"#, "1 robots"),
    ] {
        let told = with(more).unwrap_err();
        assert!(told.contains(word), "{more}: {told}");
    }
    let code = "rr1.CABDgAAA";
    for bad in ["~ricochet.", "~ricochet.4", "~ricochet.0", "~ricochet1", "~sliding"] {
        assert!(notation::read(&format!("{code}{bad}"), None).is_err(), "{bad}");
    }
}
