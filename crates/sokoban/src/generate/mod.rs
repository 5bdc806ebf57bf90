//! New levels: solvable because they are played backwards from their solution, and proven again forwards.
//!
//! A try makes walls and goals (`shape`), plays backwards as far as its share of the work goes (`backward`), and looks at
//! some of the states that it found: each is a level, with the way that solves it. The best of them lose the floor that nobody
//! needs (`draft`) and are judged: how near they are to the wished difficulty (by the points of [`crate::rate`]), and how they look.
//! Dropped are the trivial (few pushes, one box after the other where more was wished), boxes that never move, large empty
//! rooms, and what shrank far below its size. The best of all tries is kept. Tries are counted by the states that they look at, never by the
//! clock, so equal arguments give equal levels on any machine (Xoshiro256++, seeded by `SplitMix64`).

mod backward;
mod draft;
mod shape;

use std::sync::Arc;

use damier_kit::{Estimate, Refusal, refuse};
use damier_search::registry::{OptionInfo, Takes};
use damier_search::{Args, Limits, Outcome, Run, Stop};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus as Rng;

use crate::board::{Board, Cell, Direction, Position};
use crate::ground::Ground;
use crate::rate::estimate;
use crate::rules::Step;
use crate::solver::{Fast, Metric};
use crate::tally::tally;
use backward::{FLOOR, Yard};
use draft::Draft;
use shape::{Shape, Symmetry};

/// What can be told to [`generate`].
pub const OPTIONS: &[OptionInfo] = &[
    OptionInfo::new("width", "columns at most, walls included", Takes::Whole(6, 20), "10"),
    OptionInfo::new("height", "rows at most, walls included", Takes::Whole(6, 20), "8"),
    OptionInfo::new("boxes", "how many boxes, and goals", Takes::Whole(1, 10), "4"),
    OptionInfo::new(
        "difficulty",
        "how hard for a person, as far as size and boxes allow",
        Takes::Choice(&["easy", "medium", "hard", "extreme"]),
        "medium",
    ),
    OptionInfo::new(
        "symmetry",
        "walls alike on the left and the right (mirror), or after half a turn",
        Takes::Choice(&["none", "mirror", "turn"]),
        "none",
    ),
];

/// A level with what is known of it.
#[derive(Clone, Debug)]
pub struct Made {
    /// The level.
    pub position: Position,
    /// A solution, by steps of the player.
    pub solution: Vec<Direction>,
    /// How hard it is with this solution.
    pub estimate: Estimate,
    /// Expansions in which the solver proved the fewest pushes, or after which it stopped.
    pub effort: u64,
    /// What its looks count.
    looks: f64,
}

/// Makes a level as `args` say.
pub fn generate(args: &Args, seed: u64, run: &mut Run) -> Result<Position, Refusal> {
    make(args, seed, run).map(|made| made.position)
}

/// What is wished.
struct Wish {
    width: usize,
    height: usize,
    boxes: usize,
    symmetry: Symmetry,
    /// The points that the level should have.
    points: (f64, f64),
    /// Work that all tries together may do.
    work: usize,
    /// Good levels among which the best is taken.
    enough: usize,
    /// Whether a level must make one go back to a box.
    returns: bool,
}

/// The share of the work that one try may do. A unit of work is a state of a small level with few boxes, about 1 µs.
const TRIES: usize = 4;
/// Layers for which there is to be room where not all states can be looked at.
const LAYERS: usize = 80;
/// States of a try that are looked at as levels, and how many of them are finished.
const SAMPLES: usize = 30;
const FINISHED: usize = 3;
/// Expansions in which the solver may try to prove a level's optimum.
const PROOF: u64 = 4_000;

impl Wish {
    fn new(args: &Args) -> Result<Self, Refusal> {
        let [width, height, boxes] = ["width", "height", "boxes"].map(|name| args.whole(name) as usize);
        // Each box needs its goal, a place to be pushed to, and room to walk around it.
        let most = ((width - 2) * (height - 2) / 5).max(1);
        if boxes > most {
            let side = (6..20).find(|side| (side - 2) * (side - 2) / 5 >= boxes).unwrap_or(20);
            return Err(refuse!(
                "sokoban.generate.boxes",
                "boxes={boxes} does not fit {width}x{height}; take at most {most}, or a level of {side}x{side}",
                boxes,
                width,
                height,
                most,
                side
            ));
        }
        let symmetry = match args.text("symmetry") {
            "mirror" => Symmetry::Mirror,
            "turn" => Symmetry::Turn,
            _ => Symmetry::None,
        };
        let (points, work, enough, returns) = match args.text("difficulty") {
            "easy" => ((2.5, 6.0), 400_000, 3, false),
            "hard" => ((11.0, 20.0), 1_800_000, 4, true),
            "extreme" => ((20.0, f64::INFINITY), 3_000_000, usize::MAX, true),
            _ => ((6.0, 11.0), 800_000, 4, true),
        };
        Ok(Wish { width, height, boxes, symmetry, points, work, enough, returns })
    }

    /// How far the points are from what is wished.
    fn miss(&self, points: f64) -> f64 {
        (self.points.0 - points).max(points - self.points.1).max(0.0)
    }
}

/// Makes a level as `args` say, and tells how it is solved.
pub fn make(args: &Args, seed: u64, run: &mut Run) -> Result<Made, Refusal> {
    let wish = Wish::new(args)?;
    let rng = &mut Rng::seed_from_u64(seed);
    let mut best: Option<(f64, Made)> = None;
    let (mut work, mut good) = (0, 0);
    // With nothing found so far, twice the work is allowed before giving up.
    while work < if best.is_none() { 2 * wish.work } else { wish.work } && good < wish.enough {
        // What leads nowhere costs something too, so that this ends.
        work += 500;
        let Some((_, made)) = attempt(&wish, &mut work, rng, run).map_err(stopped)? else { continue };
        let Some(made) = prove(&wish, made, &mut work, run) else { continue };
        good += usize::from(wish.miss(made.1.estimate.points) == 0.0);
        if best.as_ref().is_none_or(|(score, _)| made.0 > *score) {
            best = Some(made);
        }
    }
    best.map(|(_, made)| made).ok_or_else(|| {
        refuse!(
            "sokoban.generate.none",
            "no good level of {width}x{height} with {boxes} boxes was found from this seed; take another seed, fewer \
             boxes or a larger level",
            width = wish.width,
            height = wish.height,
            boxes = wish.boxes
        )
    })
}

fn stopped(why: Stop) -> Refusal {
    let why = match why {
        Stop::Nodes => refuse!("sokoban.stop.nodes", "the node limit was reached"),
        Stop::Time => refuse!("sokoban.stop.time", "the time limit was reached"),
        Stop::Memory => refuse!("sokoban.stop.memory", "the memory limit was reached"),
        Stop::Cancelled => refuse!("sokoban.stop.cancelled", "cancelled"),
        Stop::GaveUp | Stop::Failed => {
            refuse!("sokoban.stop.gave_up", "the algorithm looked at all that its options let it look at")
        }
    };
    refuse!("sokoban.generate.stopped", "no level was made: {why}", why)
}

/// One try: walls, goals, backward play, and the best level in it, with its score.
fn attempt(wish: &Wish, work: &mut usize, rng: &mut Rng, run: &mut Run) -> Result<Option<(f64, Made)>, Stop> {
    run.look()?;
    let inner = (wish.width - 2) * (wish.height - 2);
    // Where all states can be looked at, the pushes are truly needed, and the floor may well be smaller for it.
    let whole =
        |floor: &usize| states(*floor, wish.boxes) <= (wish.work / TRIES / cost(*floor, wish.boxes)) as f64;
    let least = (4 * wish.boxes + 5).max(inner * 45 / 100).min(FLOOR - 12);
    let most = (inner * 70 / 100).max(least).min(inner).min(FLOOR - 12);
    let wanted = rng.random_range(least.min(most) as u32..=most as u32) as usize;
    let wanted = (4 * wish.boxes + 5..=wanted).rev().find(whole).unwrap_or(wanted);
    let Some(shape) = Shape::new(wish.width, wish.height, wish.symmetry, wanted, rng) else {
        return Ok(None);
    };
    let Some(goals) = shape.goals(wish.boxes, rng) else { return Ok(None) };
    let Some(yard) = Yard::new(&shape, &goals) else { return Ok(None) };
    let cost = cost(shape.floor(), wish.boxes);
    let most = wish.work / TRIES / cost;
    let all = states(shape.floor(), wish.boxes) <= most as f64;
    let found = yard.search(most, if all { usize::MAX } else { most / LAYERS }, run)?;
    *work += found.nodes.len() * cost;
    let depth = found.layers.len() - 2;
    // Where the level is to be very hard, only what is farthest away.
    let shallow = match wish.points.0 {
        least if least < 6.0 => depth / 5,
        least if least < 20.0 => depth / 2,
        _ => depth.saturating_sub(10),
    };
    let (from, to) = (found.layers[shallow.max(1).min(depth)], found.nodes.len());
    if depth == 0 || from == to {
        return Ok(None);
    }
    let Some(solved) = solved(&shape, &goals) else { return Ok(None) };
    let ground = Ground::new(&solved);
    let draft = |choice: (usize, usize), pushes: &[(u8, u8)]| {
        Draft::new(&shape, (&solved, &ground), (&yard, &found), choice, pushes)
    };
    let mut choices: Vec<(f64, (usize, usize))> = Vec::new();
    for _ in 0..SAMPLES {
        let at = from + rng.random_range(0..(to - from) as u32) as usize;
        let choice = (at, rng.random_range(0..1024_u32) as usize);
        if yard.on_goals(found.nodes[at].boxes) > wish.boxes / 3 {
            continue;
        }
        let Some(draft) = draft(choice, &Yard::pushes(&found, at)) else { continue };
        *work += 10 * cost;
        let points = estimate(&draft.start, &draft.solution).points;
        choices.push((wish.miss(points) - points / 1000.0, choice));
    }
    choices.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut best: Option<(f64, Made)> = None;
    for (_, choice) in choices.into_iter().take(FINISHED) {
        // The way that was found may change boxes for no reason, and then the level looks harder than it is.
        let (calm, looked) = yard.calmest(&found, choice.0);
        *work += looked * cost;
        // So many ways of the same length are no puzzle, unless all levels of this size have them.
        let Some(pushes) = calm.or_else(|| (!all).then(|| Yard::pushes(&found, choice.0))) else { continue };
        let made = draft(choice, &pushes).and_then(|draft| finish(wish, draft));
        best = best.into_iter().chain(made).max_by(|a, b| a.0.total_cmp(&b.0));
    }
    Ok(best)
}

/// The solved level, the player anywhere.
fn solved(shape: &Shape, goals: &[usize]) -> Option<Position> {
    let cells: Vec<Cell> = goals.iter().map(|&at| Cell(at as u16)).collect();
    let walls = shape.open.iter().map(|open| !open).collect();
    let board = Board::new(shape.width, shape.height, walls, cells.clone()).ok()?;
    let player = (0..shape.open.len()).find(|at| shape.open[*at] && !goals.contains(at))?;
    Position::new(Arc::new(board), cells, Cell(player as u16)).ok()
}

/// What a state costs: the more the more boxes there are and the longer the walks.
fn cost(floor: usize, boxes: usize) -> usize {
    1 + boxes * floor / 120
}

/// About how many states there are: of all sets of boxes some have several regions, more cannot be reached.
fn states(floor: usize, boxes: usize) -> f64 {
    (0..boxes).map(|at| floor.saturating_sub(at) as f64 / (at + 1) as f64).product::<f64>() * 0.7
}

/// Trims a level and judges it; none if it is not good enough.
fn finish(wish: &Wish, mut draft: Draft) -> Option<(f64, Made)> {
    draft.trim();
    let position = draft.position()?;
    let board = &position.board;
    let estimate = estimate(&position, &draft.solution);
    let part =
        |name: &str| estimate.parts.iter().find(|part| part.0 == name).map_or(0, |part| part.1 as usize);
    let trivial = part("pushes") < (2 * wish.boxes + 4).min(board.width() * board.height() / 9)
        || (wish.returns && wish.boxes > 1 && part("returns") == 0);
    let shrunk = 10 * board.width() < 7 * wish.width || 10 * board.height() < 7 * wish.height;
    if trivial
        || shrunk
        || draft.halls() > 0
        || part("boxes") < wish.boxes
        || !solves(&position, &draft.solution)
    {
        return None;
    }
    let home = position.boxes.iter().filter(|&&at| board.is_goal(at)).count();
    let size = (board.width() * board.height()) as f64 / (wish.width * wish.height) as f64;
    let looks =
        3.0 * draft.use_of_floor() + 2.0 * size - 0.3 * draft.lone_pillars() as f64 - 0.5 * home as f64;
    let solution = draft.solution;
    Some((looks - 2.0 * wish.miss(estimate.points), Made { position, solution, looks, effort: 0, estimate }))
}

/// Lets the solver look for a shorter solution, or prove that there is none, and gives the level its final score: the harder for a person
/// and for the solver the better, within what was wished. None if the solver disagrees with the rules, which would be a mistake in
/// it.
fn prove(wish: &Wish, mut made: Made, work: &mut usize, run: &Run) -> Option<(f64, Made)> {
    let mut beside = run.beside(Limits { nodes: Some(PROOF), ..Limits::default() });
    let outcome = Fast { metric: Metric::Pushes, tie: false }.solve(&made.position, &mut beside, None);
    made.effort = beside.stats.expanded;
    *work += 4 * made.effort as usize;
    match outcome {
        Outcome::Unsolvable => return None,
        Outcome::Solved { plan, .. } if plan.cost < tally(&made.position, &made.solution).pushes => {
            made.solution = plan.actions;
            made.estimate = estimate(&made.position, &made.solution);
        }
        _ => {}
    }
    let points = made.estimate.points;
    let hard = points.min(wish.points.1) * if wish.enough == usize::MAX { 1.0 } else { 0.1 };
    let effort = 0.3 * (1.0 + made.effort as f64).ln();
    Some((made.looks + hard + effort - 2.0 * wish.miss(points), made))
}

/// Whether this is a solution, by the rules.
fn solves(position: &Position, solution: &[Direction]) -> bool {
    let mut here = position.clone();
    let mut pushed = vec![false; here.boxes.len()];
    for &step in solution {
        match here.step(step) {
            None => return false,
            Some(Step::Walk) => {}
            Some(Step::Push(at)) => pushed[at] = true,
        }
    }
    here.is_solved() && pushed.into_iter().all(|pushed| pushed)
}
