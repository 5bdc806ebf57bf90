//! Ricochet Robots as the rest of the program sees it.

use std::sync::Arc;

use damier_kit::json::misspelt;
use damier_kit::microscope::{Findings, Lens, Question};
use damier_kit::{
    About, AllAnswers, Answer, Edit, Estimate, Kit, Plans, Played, Position as AnyPosition, Refusal, Rounds,
    Scene, Style, VariantInfo, excerpt, refuse,
};
use damier_search::algorithms::all_optimal;
use damier_search::registry::{self, Entry, HeuristicEntry, Info, OptionInfo, Takes, arguments, build, find};
use damier_search::{
    Args, Cost, Heuristic, HeuristicInfo, Kind, Outcome, Placed, Problem, Reversible, Run, Scripted, Spec,
    SpecError, Stop, Watch, Watcher,
};

use crate::board::{Cell, Direction, Position, Robot, Target, Trail};
use crate::heuristics::{self, CellMap};
use crate::levels::SETS;
use crate::notation::{self, FORMATS, Move, Read};
use crate::problem::{Movers, Slide, SlideProblem, Word};
use crate::turns::{self, TurnMap, TurnProblem};
use crate::{edit, generate, hardest, picture, rate, scene, solver};

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct RicochetKit;

/// Options of a spec that change what is asked.
const QUESTION: &[OptionInfo] = &[OptionInfo::new(
    "robots",
    "who may be moved: all robots, or the target's robot alone with the others as obstacles",
    Takes::Choice(&["all", "main"]),
    "all",
)];

/// The algorithms for positions packed into `W`.
fn algorithms<W: Word>() -> Vec<Entry<SlideProblem<W>>> {
    let own = std::iter::once(solver::entry());
    own.chain(registry::entries()).chain(registry::reversible_entries()).collect()
}

/// The same where the robot that takes the target must ricochet.
fn turned_algorithms<W: Word>() -> Vec<Entry<TurnProblem<W>>> {
    let own = std::iter::once(solver::turned_entry());
    own.chain(registry::entries()).chain(registry::reversible_entries()).collect()
}

/// The printed option.
const VARIANTS: &[VariantInfo] = &[VariantInfo {
    name: "ricochet",
    summary: "the robot that takes the target must make a right-angle turn on its way",
    options: &[],
}];

const ABOUT: About = About {
    name: "ricochet",
    summary: "Ricochet Robots: slide robots until something stops them, and bring one onto its target",
    players: &[1],
    formats: FORMATS,
    separator: " ",
    default_algorithm: "fast",
    alone: Some("bfs(robots=main)"),
    question: QUESTION,
    setup: &[],
    generate: generate::OPTIONS,
    tools: edit::TOOLS,
    sets: SETS,
    variants: VARIANTS,
};

impl Kit for RicochetKit {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn looks(&self) -> &'static damier_kit::Looks {
        &crate::looks::LOOKS
    }

    fn algorithms(&self) -> Vec<&'static Info> {
        algorithms::<u32>().into_iter().map(|entry| entry.info).collect()
    }

    fn heuristics(&self) -> Vec<&'static HeuristicInfo> {
        heuristics::entries::<u32>().into_iter().map(|entry| entry.info).collect()
    }

    fn read(&self, text: &str, format: Option<&str>) -> Result<Vec<Box<dyn AnyPosition>>, Refusal> {
        let found = notation::read(text, format)?;
        Ok(found.into_iter().map(|read| Box::new(read) as Box<dyn AnyPosition>).collect())
    }

    fn generate(&self, args: &Args, seed: u64, _: &mut Run) -> Result<Box<dyn AnyPosition>, Refusal> {
        let position = generate::generate(args, seed)?;
        Ok(Box::new(Read { line: 1, id: None, position, source: None, one_sided_walls: 0 }))
    }
}

impl AnyPosition for Read {
    fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }

    fn line(&self) -> usize {
        self.line
    }

    fn set_id(&mut self, id: String) {
        self.id = Some(id);
    }

    fn notes(&self) -> Vec<Refusal> {
        let mut notes = self.source.as_deref().map(|raw| misspelt(raw, notation::KEYS)).unwrap_or_default();
        if self.one_sided_walls > 0 {
            notes.push(refuse!(
                "ricochet.note.one_sided",
                "walls marked on one of their two sides only: {walls}; each is taken as a wall",
                walls = self.one_sided_walls
            ));
        }
        let board = &self.position.board;
        if Direction::ALL.into_iter().all(|side| board.has_wall(self.position.target.cell, side)) {
            notes.push(refuse!(
                "ricochet.note.walled_in",
                "the target has walls on all four sides: no robot can come in"
            ));
        }
        notes
    }

    fn instance(&self) -> String {
        self.source
            .clone()
            .unwrap_or_else(|| notation::write(&self.position, None, "json").unwrap_or_default())
    }

    fn write(&self, format: &str) -> Result<String, Refusal> {
        notation::write(&self.position, self.id.as_deref(), format)
    }

    fn plain_code(&self) -> String {
        notation::plain_code(&self.position)
    }

    fn picture(&self, style: Style, solution: Option<&[String]>) -> String {
        let moves: Vec<Move> =
            solution.unwrap_or_default().iter().filter_map(|text| Move::from_text(text)).collect();
        picture::draw(&self.position, style, &moves)
    }

    fn scene(&self) -> Scene {
        scene::of(&self.position)
    }

    fn is_over(&self) -> bool {
        self.position.is_solved()
    }

    fn play(&self, step: &str) -> Result<Played, Refusal> {
        let mut position = self.position.clone();
        let made = Move::from_text(step).filter(|made| made.robot.index() < position.robots.len());
        let made = made.and_then(|made| Some((made.robot, position.play(made.robot, made.direction)?)));
        let (robot, path) = made.ok_or_else(|| impossible(step))?;
        let path = path.iter().map(|cell| cell.0).collect();
        Ok(Played {
            name: step.to_owned(),
            position: Box::new(self.with(position)),
            piece: robot.index(),
            path,
            pushed: None,
        })
    }

    fn variant(&self) -> Option<String> {
        self.position.ricochet.map(|_| VARIANTS[0].name.to_owned())
    }

    fn with_variant(&self, variant: Option<&Spec>) -> Result<Box<dyn AnyPosition>, Refusal> {
        variant.map(check_variant).transpose()?;
        // A round by other rules begins here.
        let ricochet = variant.map(|_| Trail::default());
        Ok(Box::new(self.with(Position { ricochet, ..self.position.clone() })))
    }

    fn rounds(&self) -> Option<&dyn Rounds> {
        Some(self)
    }

    fn edit(&self, change: &Edit) -> Result<Box<dyn AnyPosition>, Refusal> {
        Ok(Box::new(self.with(edit::edit(&self.position, change)?)))
    }

    fn plans(&self) -> Option<&dyn Plans> {
        Some(self)
    }
}

impl Plans for Read {
    fn map(&self, heuristic: &str, obstacles: bool) -> Result<Vec<Option<u32>>, Refusal> {
        let position = self.mapped(obstacles);
        dispatch(&position, Map { position: &position, heuristic })
    }

    fn map_own(&self, script: &Arc<dyn Scripted>, obstacles: bool) -> Result<Vec<Option<u32>>, Refusal> {
        let position = self.mapped(obstacles);
        Ok(dispatch(&position, MapOwn { position: &position, script }))
    }

    fn microscope(&self, question: &Question, run: &mut Run) -> Result<Findings, Refusal> {
        dispatch(&self.position, Look { read: self, question, run })
    }

    fn hardest(
        &self,
        seed: u64,
        run: &mut Run,
        better: &mut dyn FnMut(Box<dyn AnyPosition>, Cost),
    ) -> Option<Result<bool, Stop>> {
        let better = &mut |position: &Position, cost| better(Box::new(self.with(position.clone())), cost);
        Some(dispatch(&self.position, Hardest { position: &self.position, seed, run, better }))
    }

    fn movers(&self, moves: &[String]) -> Vec<usize> {
        let mut which = Vec::new();
        for robot in moves.iter().filter_map(|text| Move::from_text(text)).map(|step| step.robot.index()) {
            if !which.contains(&robot) {
                which.push(robot);
            }
        }
        which
    }

    fn estimate(&self, solution: &[String]) -> Estimate {
        let moves: Vec<Move> = solution.iter().filter_map(|text| Move::from_text(text)).collect();
        let far = self.map("bounces", false).unwrap_or_default();
        rate::estimate(&self.position, &moves, &far)
    }

    fn solve(&self, spec: &Spec, run: &mut Run, watch: Option<&mut Watch<'_>>) -> Result<Answer, Refusal> {
        dispatch(&self.position, Solve { position: &self.position, spec, run, watch })
    }

    fn solve_all(&self, most: usize, run: &mut Run) -> Result<AllAnswers, Stop> {
        dispatch(&self.position, SolveAll { position: &self.position, most, run })
    }
}

impl Rounds for Read {
    fn next_task(&self) -> Box<dyn AnyPosition> {
        let target = generate::next_target(&self.position);
        let ricochet = self.position.ricochet.map(|_| Trail::default());
        Box::new(self.with(Position { target, ricochet, ..self.position.clone() }))
    }

    fn with_task(&self, piece: Option<usize>, cell: u16) -> Result<Box<dyn AnyPosition>, Refusal> {
        let change = Edit { tool: "target".to_owned(), cell: Some(cell), piece, ..Edit::default() };
        self.edit(&change)
    }

    fn with_others_at(&self, cells: &[u16]) -> Box<dyn AnyPosition> {
        let mut position = self.position.clone();
        // Where any robot may take the target, the one that did is the one that has it.
        let main = position
            .target
            .robot
            .map(Robot::index)
            .or_else(|| position.robots.iter().position(|&cell| cell == position.target.cell));
        let robots = position.robots.len();
        // A place that frees itself only when another robot has gone back is tried again.
        for _ in 0..robots {
            for robot in (0..robots).filter(|&robot| Some(robot) != main) {
                let Some(&home) = cells.get(robot) else { continue };
                let free = usize::from(home) < position.board.cells().count()
                    && !position.board.is_closed(Cell(home))
                    && !position.robots.contains(&Cell(home));
                if free {
                    position.robots[robot] = Cell(home);
                }
            }
        }
        Box::new(self.with(position))
    }

    fn extras(&self, after: &dyn AnyPosition) -> i32 {
        let Some(Read { position: after, .. }) = after.of::<Read>() else { return 0 };
        let board = &self.position.board;
        let moved = after.robots.iter().zip(&self.position.robots).filter(|(now, before)| now != before);
        moved
            .map(|(now, _)| i32::from(board.bonus.contains(now)) - i32::from(board.penalty.contains(now)))
            .sum()
    }
}

/// Whether there is such a variant. A word alone is an option without a value, and this one has no options.
fn check_variant(spec: &Spec) -> Result<(), SpecError> {
    let VariantInfo { name, options, .. } =
        &VARIANTS[find(Kind::Variant, &spec.name, VARIANTS, |variant| variant.name)?];
    let words = spec.words.iter().map(|word| (word.clone(), String::new()));
    arguments(name, options, &spec.pairs.iter().cloned().chain(words).collect::<Vec<_>>()).map(drop)
}

fn impossible(step: &str) -> Refusal {
    refuse!("move.impossible", "{step} is not possible here", step = excerpt(step))
}

impl Read {
    /// Another position that was made from this one.
    fn with(&self, position: Position) -> Read {
        Read { line: self.line, id: self.id.clone(), position, source: None, one_sided_walls: 0 }
    }

    /// The position that a map is drawn of: one robot has the task, and the others may stand in its way.
    fn mapped(&self, obstacles: bool) -> Position {
        let mut position = self.position.clone();
        let main = position.target.robot.unwrap_or(Robot(0));
        position.target = Target { robot: Some(main), ..position.target };
        if obstacles {
            let mut board = (*position.board).clone();
            for (at, &cell) in position.robots.iter().enumerate() {
                if at != main.index() {
                    board.close(cell);
                }
            }
            position.board = board.into();
        }
        position
    }
}

/// Something to do with a position, whatever word it is packed into.
trait Job {
    type Output;

    fn with<W: Word>(self) -> Self::Output;
}

/// Chooses the smallest word.
fn dispatch<J: Job>(position: &Position, job: J) -> J::Output {
    if SlideProblem::<u32>::fits(position) {
        job.with::<u32>()
    } else if SlideProblem::<u64>::fits(position) {
        job.with::<u64>()
    } else {
        job.with::<u128>()
    }
}

struct Map<'a> {
    position: &'a Position,
    heuristic: &'a str,
}

impl Job for Map<'_> {
    type Output = Result<Vec<Option<u32>>, Refusal>;

    fn with<W: Word>(self) -> Self::Output {
        if self.position.ricochet.is_some() {
            let problem = TurnProblem::<W>::new(self.position, Movers::All);
            return Ok(registry::map(self.heuristic, &problem, &turns::entries())?);
        }
        let problem = SlideProblem::<W>::new(self.position, Movers::All);
        Ok(registry::map(self.heuristic, &problem, &heuristics::entries())?)
    }
}

struct MapOwn<'a> {
    position: &'a Position,
    script: &'a Arc<dyn Scripted>,
}

impl Job for MapOwn<'_> {
    type Output = Vec<Option<u32>>;

    fn with<W: Word>(self) -> Self::Output {
        let MapOwn { position, script } = self;
        if position.ricochet.is_some() {
            let problem = TurnProblem::<W>::new(position, Movers::All);
            return registry::map_own(script, &problem, &turns::entries(), turns::map);
        }
        let problem = SlideProblem::<W>::new(position, Movers::All);
        registry::map_own(script, &problem, &heuristics::entries(), heuristics::map)
    }
}

struct Look<'a> {
    read: &'a Read,
    question: &'a Question,
    run: &'a mut Run,
}

impl Job for Look<'_> {
    type Output = Result<Findings, Refusal>;

    fn with<W: Word>(self) -> Self::Output {
        let Look { read, question, run } = self;
        let like = &read.position;
        if like.ricochet.is_some() {
            let problem = &TurnProblem::<W>::new(like, Movers::All);
            let position = &|state: &_| Box::new(read.with(problem.position(*state, like))) as _;
            let lens = Lens { problem, heuristics: turns::entries(), position, solver: "fast" };
            return lens.look(question, run);
        }
        let problem = &SlideProblem::<W>::new(like, Movers::All);
        let position = &|state: &_| Box::new(read.with(problem.position(*state, like))) as _;
        Lens { problem, heuristics: heuristics::entries(), position, solver: "fast" }.look(question, run)
    }
}

struct Solve<'a, 'w> {
    position: &'a Position,
    spec: &'a Spec,
    run: &'a mut Run,
    watch: Option<&'a mut Watch<'w>>,
}

impl Job for Solve<'_, '_> {
    type Output = Result<Answer, Refusal>;

    fn with<W: Word>(self) -> Self::Output {
        let mut spec = self.spec.clone();
        let movers = match spec.take("robots") {
            None => Movers::All,
            Some(value) => {
                QUESTION[0].check(&value)?;
                if value == "main" { Movers::Main } else { Movers::All }
            }
        };
        let Solve { position, run, watch, .. } = self;
        let is_alone = movers == Movers::Main && position.robots.len() > 1;
        let (outcome, bound) = if position.ricochet.is_some() {
            let problem = TurnProblem::<W>::new(position, movers);
            let (algorithms, guides) = (turned_algorithms(), turns::entries());
            let asked = Asked { spec: &spec, problem: &problem, plain: &problem.plain, algorithms, guides };
            let outcome = asked.answer(run, watch)?;
            (outcome, is_alone.then(|| TurnMap::new(&problem).estimate(&problem, &problem.start())))
        } else {
            let problem = SlideProblem::<W>::new(position, movers);
            let (algorithms, guides) = (algorithms(), heuristics::entries());
            let asked = Asked { spec: &spec, problem: &problem, plain: &problem, algorithms, guides };
            let outcome = asked.answer(run, watch)?;
            (outcome, is_alone.then(|| CellMap::bounces(&problem).estimate(&problem, &problem.start())))
        };
        Ok(match bound {
            Some(bound) => alone(outcome, bound),
            None => Answer { outcome, why: None, metric: None },
        })
    }
}

/// A question to a problem, by the usual rules or not.
struct Asked<'a, W, P: Problem> {
    spec: &'a Spec,
    problem: &'a P,
    /// The problem by the usual rules, which knows the robots' names.
    plain: &'a SlideProblem<W>,
    algorithms: Vec<Entry<P>>,
    guides: Vec<HeuristicEntry<P>>,
}

impl<W: Word, P: Reversible<Action = Slide> + 'static> Asked<'_, W, P> {
    /// Searches.
    fn answer(&self, run: &mut Run, watch: Option<&mut Watch<'_>>) -> Result<Outcome<String>, Refusal> {
        let Asked { spec, problem, plain, algorithms, guides } = self;
        let solver = build(spec, *problem, algorithms, guides)?;
        let mut told = watch.map(|watch| Placed::new(watch, *problem));
        let watcher = told.as_mut().map(|told| told as &mut dyn Watcher<_, _>);
        Ok(solver.solve(problem, run, watcher).map(|slides| texts(plain, slides)))
    }
}

fn texts<W: Word>(problem: &SlideProblem<W>, slides: &[Slide]) -> Vec<String> {
    problem.name(slides).iter().map(Move::to_string).collect()
}

/// What an answer for the main robot alone says about the position: its solution is a solution, but a better one may
/// need other robots, and that it finds none proves nothing. `bound` is a lower bound for all robots; none where there is no solution.
fn alone(outcome: Outcome<String>, bound: Option<Cost>) -> Answer {
    match (outcome, bound) {
        (_, None) => Answer { outcome: Outcome::Unsolvable, why: None, metric: None },
        (Outcome::Solved { plan, .. }, Some(bound)) => Answer {
            outcome: Outcome::Solved { lower_bound: Cost::min(bound, plan.cost), plan },
            why: None,
            metric: None,
        },
        (Outcome::Unsolvable, Some(lower_bound)) => Answer {
            outcome: Outcome::Stopped { why: Stop::GaveUp, best: None, lower_bound },
            why: Some("the main robot alone cannot reach the target; others may have to help"),
            metric: None,
        },
        (Outcome::Stopped { why, best, .. }, Some(lower_bound)) => {
            Answer { outcome: Outcome::Stopped { why, best, lower_bound }, why: None, metric: None }
        }
    }
}

struct Hardest<'a> {
    position: &'a Position,
    seed: u64,
    run: &'a mut Run,
    better: &'a mut dyn FnMut(&Position, Cost),
}

impl Job for Hardest<'_> {
    type Output = Result<bool, Stop>;

    fn with<W: Word>(self) -> Self::Output {
        hardest::hardest::<W>(self.position, self.seed, self.run, self.better)
    }
}

struct SolveAll<'a> {
    position: &'a Position,
    most: usize,
    run: &'a mut Run,
}

impl Job for SolveAll<'_> {
    type Output = Result<AllAnswers, Stop>;

    fn with<W: Word>(self) -> Self::Output {
        let plain = SlideProblem::<W>::new(self.position, Movers::All);
        let found = if self.position.ricochet.is_some() {
            let problem = TurnProblem::<W>::new(self.position, Movers::All);
            all_optimal(&problem, &TurnMap::new(&problem), self.most, self.run)
        } else {
            solver::all(&plain, self.most, self.run)
                .unwrap_or_else(|| all_optimal(&plain, &CellMap::bounces(&plain), self.most, self.run))
        };
        self.run.finish();
        let found = found?;
        let mut ways: Vec<Vec<Move>> = found.plans.iter().map(|plan| plain.name(&plan.actions)).collect();
        ways.sort_by_cached_key(|way| {
            (trouble(self.position, way), way.iter().map(Move::to_string).collect::<Vec<_>>())
        });
        let solutions = ways.iter().map(|way| way.iter().map(Move::to_string).collect()).collect();
        Ok(AllAnswers { cost: found.cost, count: found.count, solutions })
    }
}

/// What tells equally long solutions apart: how many robots move, then how many cells they travel.
fn trouble(position: &Position, way: &[Move]) -> (u32, usize) {
    let mut here = position.clone();
    let (mut robots, mut cells) = (0u8, 0);
    for step in way {
        robots |= 1 << step.robot.index();
        cells += here.play(step.robot, step.direction).map_or(0, |path| path.len());
    }
    (robots.count_ones(), cells)
}
