//! Sokoban as the rest of the program sees it.

use std::sync::{Arc, Mutex, PoisonError};

use damier_kit::microscope::{Findings, Lens, Question};
use damier_kit::{
    About, AllAnswers, Answer, Chance, Chances, Edit, Estimate, Kit, Plans, Played, Position as AnyPosition,
    Refusal, Routes, Scene, Style, Verdict, excerpt, refuse,
};
use damier_search::algorithms::all_optimal;
use damier_search::registry::{self, Entry, Info, OptionInfo, Resolved, Takes};
use damier_search::{
    Args, HeuristicInfo, Limits, Outcome, Placed, Run, Scripted, Spec, Stop, Watch, Watcher,
};

use crate::board::{Cell, Direction, Position};
use crate::levels::SETS;
use crate::notation::{self, FORMATS, Level, lurd};
use crate::problem::{BoxProblem, Pushes, Steps, View};
use crate::rules::{Sliding, Step};
use crate::sliding::{self, Advisor};
use crate::solver::{self, Metric, Quick};
use crate::tally::{Tally, tally};
use crate::{edit, generate, heuristics, picture, rate, route, scene, verdict};

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct SokobanKit;

/// Options of a spec that change what is asked.
const QUESTION: &[OptionInfo] = &[OptionInfo::new(
    "metric",
    "what is to be the fewest: pushes, or moves of the player",
    Takes::Choice(&["pushes", "moves"]),
    "pushes",
)];

fn algorithms<V: View>() -> Vec<Entry<BoxProblem<V>>> {
    registry::entries().into_iter().chain(registry::reversible_entries()).collect()
}

const ABOUT: About = About {
    name: "sokoban",
    summary: "Sokoban: push every box onto a goal, one at a time",
    players: &[1],
    formats: FORMATS,
    separator: "",
    default_algorithm: "fast",
    alone: None,
    question: QUESTION,
    setup: &[],
    generate: generate::OPTIONS,
    tools: edit::TOOLS,
    sets: SETS,
    variants: sliding::VARIANTS,
};

impl Kit for SokobanKit {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn looks(&self) -> &'static damier_kit::Looks {
        &crate::looks::LOOKS
    }

    fn algorithms(&self) -> Vec<&'static Info> {
        let own = solver::entries().into_iter().map(|entry| entry.info);
        own.chain(algorithms::<Pushes>().into_iter().map(|entry| entry.info)).collect()
    }

    fn heuristics(&self) -> Vec<&'static HeuristicInfo> {
        heuristics::entries::<Pushes>().into_iter().map(|entry| entry.info).collect()
    }

    fn moves(&self, text: &str) -> Result<Vec<String>, Refusal> {
        let steps = lurd::read(text)?;
        Ok(steps.into_iter().map(|way| lurd::letter(way, Step::Walk).to_string()).collect())
    }

    fn decode(&self, bytes: &[u8]) -> Option<String> {
        Some(notation::text(bytes))
    }

    fn read(&self, text: &str, format: Option<&str>) -> Result<Vec<Box<dyn AnyPosition>>, Refusal> {
        if !text.trim_start().starts_with(notation::CODE) {
            let found = notation::read(text, format)?;
            return Ok(found.into_iter().map(|level| Table::boxed(level, None)).collect());
        }
        // A code in an address may name a variant after it, in its line.
        let lines = text.lines().map(|line| line.split_once(VARIANT).unwrap_or((line, "")));
        let (codes, variants): (Vec<&str>, Vec<&str>) = lines.unzip();
        let found = notation::read(&codes.join("\n"), format)?;
        let varied = found.into_iter().map(|level| {
            let line = level.line;
            let variant = variants.get(line - 1).copied().filter(|variant| !variant.is_empty());
            let sliding = variant.map(|variant| sliding::parse(variant.trim())).transpose();
            Ok(Table::boxed(level, sliding.map_err(|why| Refusal::from(why).in_line(line))?))
        });
        varied.collect()
    }

    fn generate(&self, args: &Args, seed: u64, run: &mut Run) -> Result<Box<dyn AnyPosition>, Refusal> {
        Ok(Table::boxed(Level::new(generate::generate(args, seed, run)?), None))
    }
}

/// What stands between a code and a variant.
const VARIANT: char = '~';

/// A level and the rules that it is played by.
struct Table {
    level: Level,
    sliding: Option<Sliding>,
    /// What is known of the chances of this game, kept from one position to the next.
    advisor: Arc<Mutex<Option<Advisor>>>,
}

impl Table {
    fn boxed(level: Level, sliding: Option<Sliding>) -> Box<dyn AnyPosition> {
        Box::new(Table { level, sliding, advisor: Arc::default() })
    }

    /// The same game with the pieces elsewhere.
    fn with(&self, position: Position) -> Box<dyn AnyPosition> {
        let level = Level { position, source: None, notes: Vec::new(), ..self.level.clone() };
        Box::new(Table { level, sliding: self.sliding, advisor: self.advisor.clone() })
    }

    fn position(&self) -> &Position {
        &self.level.position
    }

    /// Steps as moves of the notation.
    fn letters(&self, steps: &[Direction]) -> Vec<String> {
        lurd::write(self.position(), steps).chars().map(String::from).collect()
    }

    /// A plan makes sense only where boxes do not slide by chance.
    fn certain(&self) -> Result<(), Refusal> {
        if self.sliding.is_some_and(|sliding| sliding.chance > 0.0) {
            return Err(refuse!(
                "sokoban.no_plan",
                "where boxes slide no plan is certain: ask for the chance"
            ));
        }
        Ok(())
    }

    /// Searches with a generic algorithm, by its place among them.
    fn search<V: View>(
        &self,
        found: Resolved,
        run: &mut Run,
        watch: Option<&mut Watch<'_>>,
    ) -> Outcome<Direction> {
        let problem = BoxProblem::<V>::new(self.position());
        let guides = heuristics::entries();
        let solver = algorithms()[found.algorithm].solver(&problem, &guides, found.heuristic, found.args);
        let mut told = watch.map(|watch| Placed::new(watch, &problem));
        let watcher = told.as_mut().map(|told| told as &mut dyn Watcher<_, _>);
        solver.solve(&problem, run, watcher).map(|acts| problem.steps(acts))
    }
}

/// The direction that a step's letter means, pushes or not.
fn way(step: &str) -> Option<Direction> {
    let mut letters = step.chars();
    lurd::direction(letters.next()?).filter(|_| letters.next().is_none())
}

fn ways(moves: &[String]) -> Vec<Direction> {
    moves.iter().map_while(|step| way(step)).collect()
}

impl AnyPosition for Table {
    fn id(&self) -> Option<&str> {
        self.level.id.as_deref().or(self.level.title.as_deref())
    }

    fn line(&self) -> usize {
        self.level.line
    }

    fn set_id(&mut self, id: String) {
        self.level.id = Some(id);
    }

    fn notes(&self) -> Vec<Refusal> {
        self.level.notes.clone()
    }

    fn arranged(&self, cells: &[u16]) -> Option<Box<dyn AnyPosition>> {
        let position = self.position();
        let (player, boxes) = cells.split_first()?;
        let inside = |cell: &u16| {
            let cells = position.board.width() * position.board.height();
            usize::from(*cell) < cells && !position.board.is_wall(Cell(*cell))
        };
        let apart = cells.iter().enumerate().all(|(at, cell)| !cells[..at].contains(cell));
        if boxes.len() != position.boxes.len() || !cells.iter().all(inside) || !apart {
            return None;
        }
        let boxes = boxes.iter().map(|&cell| Cell(cell)).collect();
        Some(self.with(Position { boxes, player: Cell(*player), ..position.clone() }))
    }

    fn instance(&self) -> String {
        let written = || notation::write(&self.level, "json").unwrap_or_default();
        self.level.source.clone().unwrap_or_else(written)
    }

    fn plain_code(&self) -> String {
        notation::write(&self.level, "compact").unwrap_or_default()
    }

    fn write(&self, format: &str) -> Result<String, Refusal> {
        let text = notation::write(&self.level, format)?;
        Ok(match self.variant().filter(|_| format == "compact") {
            Some(variant) => format!("{text}{VARIANT}{variant}"),
            None => text,
        })
    }

    fn picture(&self, style: Style, _solution: Option<&[String]>) -> String {
        picture::draw(self.position(), style)
    }

    fn scene(&self) -> Scene {
        scene::of(self.position())
    }

    fn is_over(&self) -> bool {
        self.position().is_solved()
    }

    fn play(&self, step: &str) -> Result<Played, Refusal> {
        let mut position = self.position().clone();
        let made = way(step).and_then(|way| Some((way, position.step(way)?)));
        let (way, done) = made
            .ok_or_else(|| refuse!("move.impossible", "{step} is not possible here", step = excerpt(step)))?;
        let pushed = match done {
            Step::Walk => None,
            Step::Push(which) => Some((which + 1, vec![position.boxes[which].0])),
        };
        let path = vec![position.player.0];
        Ok(Played {
            name: lurd::letter(way, done).to_string(),
            position: self.with(position),
            piece: 0,
            path,
            pushed,
        })
    }

    fn variant(&self) -> Option<String> {
        self.sliding.map(sliding::name)
    }

    fn tally(&self, moves: &[String]) -> Vec<(&'static str, u32)> {
        let Tally { moves, pushes, lines, changes } = tally(self.position(), &ways(moves));
        vec![("moves", moves), ("pushes", pushes), ("lines", lines), ("changes", changes)]
    }

    fn is_weighty(&self, step: &str) -> bool {
        step.chars().all(|letter| letter.is_ascii_uppercase())
    }

    fn with_variant(&self, variant: Option<&Spec>) -> Result<Box<dyn AnyPosition>, Refusal> {
        let sliding = variant.map(|spec| sliding::parse(&spec.to_string())).transpose()?;
        Ok(Table::boxed(self.level.clone(), sliding))
    }

    fn edit(&self, change: &Edit) -> Result<Box<dyn AnyPosition>, Refusal> {
        Ok(Table::boxed(Level::new(edit::edit(self.position(), change)?), self.sliding))
    }

    fn plans(&self) -> Option<&dyn Plans> {
        Some(self)
    }

    fn chance(&self) -> Option<&dyn Chance> {
        self.sliding.is_some().then_some(self as &dyn Chance)
    }

    fn routes(&self) -> Option<&dyn Routes> {
        Some(self)
    }
}

impl Chance for Table {
    fn outcomes(&self, step: &str) -> Vec<(f64, Played)> {
        let plain = self.play(step).ok().map(|played| (1.0, played));
        let (Some(sliding), Some(way)) = (self.sliding, way(step)) else {
            return plain.into_iter().collect();
        };
        let mut after = self.position().clone();
        let Some(Step::Push(which)) = after.step(way) else { return plain.into_iter().collect() };
        let ends = sliding.outcomes(&after, which, way);
        ends.into_iter()
            .map(|(end, chance)| {
                let mut slid = after.clone();
                let mut path = vec![slid.boxes[which].0];
                path.extend(Some(end.0).filter(|&end| end != path[0]));
                slid.boxes[which] = end;
                let played = Played {
                    name: lurd::letter(way, Step::Push(which)).to_string(),
                    position: self.with(slid),
                    piece: 0,
                    path: vec![after.player.0],
                    pushed: Some((which + 1, path)),
                };
                (chance, played)
            })
            .collect()
    }

    fn best(&self, run: &mut Run) -> Result<Chances, Stop> {
        let Some(sliding) = self.sliding else { return Err(Stop::GaveUp) };
        let mut kept = self.advisor.lock().unwrap_or_else(PoisonError::into_inner);
        let found = match kept.as_mut() {
            Some(advisor) => advisor.think(self.position(), run),
            None => Advisor::new(self.position(), sliding, run).and_then(|advisor| {
                let answer = advisor.ask(self.position()).ok_or(Stop::GaveUp);
                *kept = Some(advisor);
                answer
            }),
        };
        run.finish();
        found.map(|answer| Chances {
            between: answer.chance,
            proven: answer.proven,
            moves: self.letters(&answer.steps),
            policy: answer.policy,
        })
    }
}

impl Routes for Table {
    fn reach(&self, piece: usize) -> Vec<u16> {
        let cells = match piece.checked_sub(1) {
            None => route::walks(self.position()),
            Some(which) if which < self.position().boxes.len() => route::pushes(self.position(), which),
            Some(_) => Vec::new(),
        };
        cells.into_iter().map(|cell| cell.0).collect()
    }

    fn route(&self, piece: usize, cell: u16) -> Option<Vec<String>> {
        let to = Cell(cell);
        let steps = match piece.checked_sub(1) {
            None => crate::problem::walk(self.position(), to)?,
            Some(which) if which < self.position().boxes.len() => route::push(self.position(), which, to)?,
            Some(_) => return None,
        };
        Some(self.letters(&steps))
    }
}

impl Plans for Table {
    fn map(&self, heuristic: &str, _obstacles: bool) -> Result<Vec<Option<u32>>, Refusal> {
        let problem = BoxProblem::<Pushes>::new(self.position());
        Ok(registry::map(heuristic, &problem, &heuristics::entries())?)
    }

    fn map_own(&self, script: &Arc<dyn Scripted>, _obstacles: bool) -> Result<Vec<Option<u32>>, Refusal> {
        let problem = BoxProblem::<Pushes>::new(self.position());
        Ok(registry::map_own(script, &problem, &heuristics::entries(), heuristics::with_a_box_there))
    }

    fn microscope(&self, question: &Question, run: &mut Run) -> Result<Findings, Refusal> {
        self.certain()?;
        let problem = &BoxProblem::<Pushes>::new(self.position());
        let position = &|state: &_| self.with(problem.position_of(state));
        Lens { problem, heuristics: heuristics::entries(), position, solver: "fast" }.look(question, run)
    }

    fn judges(&self) -> bool {
        true
    }

    fn verdict(&self, run: &mut Run) -> Verdict {
        // A third of the time for the reasons; the rest for whoever finds solutions best.
        let left = run.left();
        let mut first = run.beside(Limits { time: left.time.map(|time| time / 3), ..left });
        let found = verdict::verdict(self.position(), &mut first);
        let mut told = Verdict { solvable: found.solvable, ..Verdict::default() };
        if told.solvable.is_none() {
            match (Quick { shorten: false, prove: false }).solve(self.position(), run, None) {
                Outcome::Solved { .. } => told.solvable = Some(true),
                Outcome::Unsolvable => {
                    (told.solvable, told.rule) = (Some(false), Some("no_solution"));
                    told.pieces = (1..=self.position().boxes.len()).collect();
                }
                Outcome::Stopped { .. } => {}
            }
        }
        if let Some(dead) = found.why {
            told.rule = Some(dead.rule);
            told.pieces = dead.boxes.iter().map(|which| which + 1).collect();
            told.cells = dead.cells.iter().map(|cell| cell.0).collect();
        }
        told
    }

    fn movers(&self, moves: &[String]) -> Vec<usize> {
        let mut here = self.position().clone();
        let mut which = Vec::new();
        for way in ways(moves) {
            let Some(Step::Push(pushed)) = here.step(way) else { continue };
            if !which.contains(&(pushed + 1)) {
                which.push(pushed + 1);
            }
        }
        which
    }

    fn estimate(&self, solution: &[String]) -> Estimate {
        rate::estimate(self.position(), &ways(solution))
    }

    fn solve(&self, spec: &Spec, run: &mut Run, watch: Option<&mut Watch<'_>>) -> Result<Answer, Refusal> {
        self.certain()?;
        let mut spec = spec.clone();
        let metric = match spec.take(QUESTION[0].name) {
            None => Metric::Pushes,
            Some(value) => {
                QUESTION[0].check(&value)?;
                if value == "moves" { Metric::Moves } else { Metric::Pushes }
            }
        };
        let mut found = {
            let guides = registry::with_own(SokobanKit.heuristics());
            registry::resolve(&spec, &SokobanKit.algorithms(), &guides)?
        };
        let own = solver::entries();
        let outcome = if let Some(entry) = own.get(found.algorithm) {
            let outcome = (entry.solve)(self.position(), &found.args, metric, run, watch)?;
            run.finish();
            outcome
        } else {
            found.algorithm -= own.len();
            match metric {
                Metric::Pushes => self.search::<Pushes>(found, run, watch),
                Metric::Moves => self.search::<Steps>(found, run, watch),
            }
        };
        let outcome = outcome.map(|steps| self.letters(steps));
        let metric = if metric == Metric::Moves { "moves" } else { "pushes" };
        Ok(Answer { outcome, why: None, metric: Some(metric) })
    }

    fn solve_all(&self, most: usize, run: &mut Run) -> Result<AllAnswers, Stop> {
        let problem = BoxProblem::<Pushes>::new(self.position());
        let guide = heuristics::matching(&problem);
        let found = all_optimal(&problem, &guide, most, run);
        run.finish();
        let found = found?;
        let solutions = found.plans.iter().map(|plan| self.letters(&problem.steps(&plan.actions))).collect();
        Ok(AllAnswers { cost: found.cost, count: found.count, solutions })
    }
}
