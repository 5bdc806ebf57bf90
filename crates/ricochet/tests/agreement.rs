//! The searches against the truth: thousands of random small boards, searched exhaustively by the plain rules, and the
//! reference boards whose optimum is known.

mod truth;

use damier_kit::{Kit, Plans as _};
use damier_ricochet::generate::{OPTIONS, generate};
use damier_ricochet::problem::{Movers, SlideProblem, Word};
use damier_ricochet::{
    Board, Cell, Direction, Move, Position, RicochetKit, Robot, heuristics, notation, rules,
};
use damier_search::registry::{Guarantee, arguments, entries, reversible_entries};
use damier_search::{Limits, Outcome, Plan, Problem, Run, Spec, conformance};
use truth::exhaustive;

/// A free board of any small size, with or without diagonals, for one robot or any.
fn small(seed: u64) -> Position {
    let pick = |salt: u64, many: u64| (seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (salt * 7)) % many;
    let (width, height) = (2 + pick(1, 7), 2 + pick(2, 7));
    let robots = 1 + pick(3, 4.min(width * height - 2));
    let diagonals = if pick(4, 2) == 0 { 0 } else { pick(5, width * height / 3) };
    let density = ["0", "0.1", "0.2", "0.35"][pick(6, 4) as usize];
    let target = if pick(7, 4) == 0 { "any" } else { "random" };
    position(
        &[
            ("recipe", "free"),
            ("width", &width.to_string()),
            ("height", &height.to_string()),
            ("robots", &robots.to_string()),
            ("diagonals", &diagonals.to_string()),
            ("density", density),
            ("target", target),
        ],
        seed,
    )
}

fn position(options: &[(&str, &str)], seed: u64) -> Position {
    let pairs: Vec<_> = options.iter().map(|&(key, value)| (key.to_owned(), value.to_owned())).collect();
    generate(&arguments("generate", OPTIONS, &pairs).unwrap(), seed).unwrap()
}

/// Replays moves by the plain rules.
fn reaches(position: &Position, moves: &[String]) -> bool {
    let mut position = position.clone();
    let played = moves.iter().all(|text| {
        let Move { robot, direction } = Move::from_text(text).unwrap();
        position.play(robot, direction).is_some()
    });
    played && position.is_solved()
}

fn solve(position: &Position, spec: &str) -> Outcome<String> {
    let text = notation::write(position, None, "json").unwrap();
    let read = RicochetKit.read(&text, None).unwrap();
    read[0]
        .plans()
        .unwrap()
        .solve(&spec.parse::<Spec>().unwrap(), &mut Run::new(Limits::default()), None)
        .unwrap()
        .outcome
}

#[test]
fn optimal_algorithms_agree_with_exhaustive_search_on_10_000_boards() {
    let specs = [
        "bfs",
        "ids",
        "ucs",
        "astar(bounces)",
        "astar(rowcol)",
        "astar(blind)",
        "ida(bounces)",
        "ida(rowcol)",
        "bidirectional",
    ];
    let (mut boards, mut unsolvable, mut seed) = (0, 0, 0);
    while boards < 10_000 {
        seed += 1;
        let position = small(seed);
        // A position with more states than this takes too long to be tried out; the next seed is another.
        let Ok(truth) = exhaustive(&position, 10_000) else { continue };
        boards += 1;
        unsolvable += usize::from(truth.is_none());
        for spec in specs {
            match (solve(&position, spec), truth) {
                (Outcome::Solved { plan, lower_bound }, Some(cost)) => {
                    assert_eq!((plan.cost, lower_bound), (cost, cost), "{spec}, seed {seed}");
                    assert!(reaches(&position, &plan.actions), "{spec}, seed {seed}");
                }
                (Outcome::Unsolvable, None) => {}
                (outcome, truth) => panic!("{spec}, seed {seed}: {outcome:?} where the truth is {truth:?}"),
            }
        }
    }
    // The sample has both kinds, or the test would show little.
    assert!(unsolvable > 500 && unsolvable < 9_000, "{unsolvable} unsolvable");
}

/// Puts a position through the conformance suite, packed into `W`, with the independent validator on every plan. False
/// when it has too many states.
fn conforms<W: Word>(position: &Position, who: Movers) -> Result<bool, String> {
    let problem = SlideProblem::<W>::new(position, who);
    let algorithms: Vec<_> = entries().into_iter().chain(reversible_entries()).collect();
    let instance = notation::write(position, None, "json").unwrap();
    let validate = |plan: &Plan<_>| {
        let moves: Vec<String> = problem.name(&plan.actions).iter().map(Move::to_string).collect();
        let replay = damier_validate::ricochet::replay(&instance, &moves.join(" "));
        let replay = replay.map_err(|fault| fault.to_string())?;
        if replay.moves as u32 == plan.cost { Ok(()) } else { Err("another number of moves".to_owned()) }
    };
    let most = 3000;
    let looked = conformance::check(&problem, &algorithms, &heuristics::entries(), validate, most)?;
    conformance::check_backwards(&problem, most)?;
    Ok(looked)
}

#[test]
fn small_boards_conform_in_every_word() {
    let mut checked = 0;
    for seed in 0..600 {
        let position = small(seed);
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

/// The tables of the search move robots exactly as the rules do, on boards of every size and word.
#[test]
fn tables_and_rules_agree() {
    for seed in 0..3000u64 {
        let size = |salt: u64| 2 + (seed * salt) % 31;
        let cells = size(7) * size(11);
        let diagonals = if seed % 2 == 0 { 0 } else { cells / 8 };
        let position = position(
            &[
                ("recipe", "free"),
                ("width", &size(7).to_string()),
                ("height", &size(11).to_string()),
                ("robots", &(1 + seed % 8).min(cells - 1).to_string()),
                ("diagonals", &diagonals.to_string()),
                ("density", ["0", "0.1", "0.3"][(seed % 3) as usize]),
                ("target", if seed % 4 == 0 { "any" } else { "random" }),
            ],
            seed,
        );
        if SlideProblem::<u32>::fits(&position) {
            same_moves::<u32>(&position, seed);
        }
        if SlideProblem::<u64>::fits(&position) {
            same_moves::<u64>(&position, seed);
        }
        same_moves::<u128>(&position, seed);
    }
}

fn same_moves<W: Word>(position: &Position, seed: u64) {
    let problem = SlideProblem::<W>::new(position, Movers::All);
    let mut found: Vec<String> = Vec::new();
    problem.successors(&problem.start(), |slide, next, cost| {
        assert_eq!(cost, 1);
        let step = problem.name(&[slide])[0];
        let mut there = position.clone();
        there.play(step.robot, step.direction).unwrap_or_else(|| panic!("seed {seed}: {step} is no move"));
        // The state that the search goes on with is the position that the rules give.
        assert!(next == SlideProblem::<W>::new(&there, Movers::All).start(), "seed {seed}: {step}");
        found.push(step.to_string());
    });
    let mut moves: Vec<String> = (Robot::all().take(position.robots.len()))
        .flat_map(|robot| Direction::ALL.map(|direction| Move { robot, direction }))
        .filter(|step| rules::slide(&position.board, &position.robots, step.robot, step.direction).is_some())
        .map(|step| step.to_string())
        .collect();
    found.sort();
    moves.sort();
    assert_eq!(found, moves, "seed {seed}");
}

#[test]
fn standard_boards_have_their_known_optimum() {
    let boards = include_str!("../../../data/ricochet/standard.jsonl");
    let algorithms = RicochetKit.algorithms();
    // Uniform-cost is breadth-first with another queue, and iterative deepening repeats it: neither adds anything here.
    let exact = |name: &str| !["ids", "ucs"].contains(&name);
    for line in boards.lines() {
        let optimal = serde_json::from_str::<serde_json::Value>(line).unwrap()["optimal"].as_u64().unwrap();
        let read = notation::read(line, None).unwrap().remove(0);
        for info in algorithms.iter().filter(|info| info.optimal != Guarantee::No && exact(info.name)) {
            let spec = info.name.parse().unwrap();
            let answer = read.solve(&spec, &mut Run::new(Limits::default()), None).unwrap();
            let plan = answer.outcome.plan().unwrap();
            assert_eq!(
                (u64::from(plan.cost), answer.outcome.is_optimal()),
                (optimal, true),
                "{spec} on {:?}",
                read.id
            );
            assert!(reaches(&read.position, &plan.actions), "{spec} on {:?}", read.id);
        }
    }
    assert_eq!(boards.lines().count(), 100);
}

/// Manhattan is declared inadmissible, and here is why: A* with it takes a longer way.
#[test]
fn astar_with_manhattan_is_not_optimal() {
    let cost = |position: &Position, spec| solve(position, spec).plan().map(|plan| plan.cost);
    let misled = |position: &Position| cost(position, "astar(manhattan)") > cost(position, "astar(bounces)");
    let position = (0..2000).map(small).find(misled).expect("a board where manhattan misleads");
    assert!(!solve(&position, "astar(manhattan)").is_optimal());
}

/// All optimal solutions are those that exhaustive enumeration finds.
#[test]
fn all_optimal_solutions_are_found() {
    let mut compared = 0;
    for seed in 0..2000 {
        let position = small(seed);
        let Ok(Some(cost)) = exhaustive(&position, 3000) else { continue };
        if cost > 5 {
            continue;
        }
        let mut all = Vec::new();
        enumerate(&position, cost, &mut Vec::new(), &mut all);
        all.sort();
        let text = notation::write(&position, None, "json").unwrap();
        let read = RicochetKit.read(&text, None).unwrap();
        let found = read[0].plans().unwrap().solve_all(100_000, &mut Run::new(Limits::default())).unwrap();
        // The fewest robots first, then the fewest cells, by the independent validator's count.
        let trouble = |moves: &Vec<String>| {
            let replay = damier_validate::ricochet::replay(&text, &moves.join(" ")).unwrap();
            (replay.robots_moved, replay.cells)
        };
        assert!(found.solutions.is_sorted_by_key(trouble), "seed {seed}");
        let mut solutions: Vec<String> = found.solutions.iter().map(|moves| moves.join(" ")).collect();
        solutions.sort();
        assert_eq!((found.cost, found.count), (Some(cost), all.len() as u128), "seed {seed}");
        assert_eq!(solutions, all, "seed {seed}");
        // A shorter list still counts all.
        let one = read[0].plans().unwrap().solve_all(1, &mut Run::new(Limits::default())).unwrap();
        assert_eq!((one.count, one.solutions.len()), (found.count, 1));
        compared += 1;
    }
    assert!(compared > 500, "only {compared}");
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

/// The free-stop map by its definition, cell by cell, against the heuristic.
#[test]
fn bounces_is_the_free_stop_distance() {
    for seed in 0..500 {
        let position = small(seed);
        let Some(robot) = position.target.robot else { continue };
        let map = free_stops(&position.board, robot, position.target.cell);
        let problem = SlideProblem::<u64>::new(&position, Movers::All);
        let bounces = (heuristics::entries::<u64>()[0].build)(&problem);
        assert_eq!(bounces.info().name, "bounces");
        let estimate = bounces.estimate(&problem, &problem.start());
        assert_eq!(estimate, map[position.robots[robot.index()].index()], "seed {seed}");
    }
}

fn free_stops(board: &Board, robot: Robot, target: Cell) -> Vec<Option<u32>> {
    let mut map = vec![None; board.cells().count()];
    map[target.index()] = Some(0);
    for slides in 1.. {
        let before = map.clone();
        for cell in board.cells().filter(|cell| before[cell.index()].is_none()) {
            let passes = Direction::ALL.into_iter().any(|direction| {
                let (mut at, mut heading) = (cell, direction);
                for _ in 0..4 * before.len() {
                    if board.has_wall(at, heading) {
                        return false;
                    }
                    at = board.neighbour(at, heading).unwrap();
                    if let Some(diagonal) = board.diagonal(at).filter(|diagonal| diagonal.robot != robot) {
                        heading = diagonal.turn(heading);
                    }
                    if before[at.index()] == Some(slides - 1) {
                        return true;
                    }
                }
                false
            });
            if passes {
                map[cell.index()] = Some(slides);
            }
        }
        if map == before {
            return map;
        }
    }
    unreachable!()
}

/// Seeds give the same boards on every machine and in every version: these strings are pinned.
#[test]
fn seeds_are_pinned() {
    let compact =
        |options: &[(&str, &str)], seed| notation::write(&position(options, seed), None, "compact").unwrap();
    let made = [
        compact(&[], 1),
        compact(&[("recipe", "corners")], 2),
        compact(
            &[("recipe", "free"), ("width", "8"), ("height", "5"), ("diagonals", "4"), ("bonus", "2")],
            3,
        ),
    ];
    assert_eq!(made.join("\n"), include_str!("pinned_seeds.txt").trim_end());
}
