//! Taquin as the rest of the program sees it.

use damier_kit::json::misspelt;
use damier_kit::microscope::{Findings, Lens, Question};
use damier_kit::{
    About, AllAnswers, Answer, Edit, Estimate, Kit, Plans, Played, Position as AnyPosition, Refusal, Routes,
    Scene, Style, Verdict, excerpt, refuse,
};
use damier_search::algorithms::all_optimal;
use damier_search::registry::{self, Entry, Info, build};
use damier_search::{Args, HeuristicInfo, Placed, Run, Spec, Stop, Watch, Watcher};

use crate::board::{Direction, Position};
use crate::heuristics;
use crate::levels::SETS;
use crate::notation::{self, FORMATS, Read};
use crate::problem::{State, TileProblem};
use crate::{edit, generate, picture, rate, scene, solver};

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct TaquinKit;

const ABOUT: About = About {
    name: "taquin",
    summary: "Taquin, the fifteen puzzle: slide tiles into the gap until they stand in order",
    players: &[1],
    formats: FORMATS,
    separator: "",
    default_algorithm: "fast",
    alone: None,
    question: &[],
    setup: &[],
    generate: generate::OPTIONS,
    tools: edit::TOOLS,
    sets: SETS,
    variants: &[],
};

fn algorithms<const N: usize>() -> Vec<Entry<TileProblem<N>>> {
    let generic = registry::entries().into_iter().chain(registry::reversible_entries());
    solver::entries().into_iter().chain(generic).collect()
}

impl Kit for TaquinKit {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn looks(&self) -> &'static damier_kit::Looks {
        &crate::looks::LOOKS
    }

    fn algorithms(&self) -> Vec<&'static Info> {
        algorithms::<1>().into_iter().map(|entry| entry.info).collect()
    }

    fn heuristics(&self) -> Vec<&'static HeuristicInfo> {
        heuristics::entries::<1>().into_iter().map(|entry| entry.info).collect()
    }

    fn moves(&self, text: &str) -> Result<Vec<String>, Refusal> {
        Ok(letters(&notation::moves(text)?))
    }

    fn read(&self, text: &str, format: Option<&str>) -> Result<Vec<Box<dyn AnyPosition>>, Refusal> {
        let found = notation::read(text, format)?;
        Ok(found.into_iter().map(|read| Box::new(read) as Box<dyn AnyPosition>).collect())
    }

    fn daily(&self) -> &'static [(&'static str, &'static str)] {
        // A walk of this length leaves a board of 16 to 24 moves, which a person can do.
        &[("walk", "24")]
    }

    fn generate(&self, args: &Args, seed: u64, _: &mut Run) -> Result<Box<dyn AnyPosition>, Refusal> {
        let position = generate::generate(args, seed);
        Ok(Box::new(Read { line: 1, id: None, position, source: None }))
    }
}

fn letters(moves: &[Direction]) -> Vec<String> {
    moves.iter().map(|way| way.letter().to_string()).collect()
}

fn ways(moves: &[String]) -> Vec<Direction> {
    moves.iter().map_while(|step| notation::moves(step).ok()?.first().copied()).collect()
}

impl Read {
    /// Another position that was made from this one.
    fn with(&self, position: Position) -> Box<dyn AnyPosition> {
        Box::new(Read { line: self.line, id: self.id.clone(), position, source: None })
    }

    fn search<const N: usize>(
        &self,
        spec: &Spec,
        run: &mut Run,
        watch: Option<&mut Watch<'_>>,
    ) -> Result<Answer, Refusal> {
        let problem = TileProblem::<N>::new(&self.position);
        let solver = build(spec, &problem, &algorithms(), &heuristics::entries())?;
        let mut told = watch.map(|watch| Placed::new(watch, &problem));
        let watcher = told.as_mut().map(|told| told as &mut dyn Watcher<_, _>);
        let outcome = solver.solve(&problem, run, watcher).map(letters);
        Ok(Answer { outcome, why: None, metric: None })
    }

    fn all<const N: usize>(&self, most: usize, run: &mut Run) -> Result<AllAnswers, Stop> {
        let problem = TileProblem::<N>::new(&self.position);
        let found = all_optimal(&problem, &heuristics::Guess::by_conflicts(), most, run);
        run.finish();
        let found = found?;
        let solutions = found.plans.iter().map(|plan| letters(&plan.actions)).collect();
        Ok(AllAnswers { cost: found.cost, count: found.count, solutions })
    }

    fn look<const N: usize>(&self, question: &Question, run: &mut Run) -> Result<Findings, Refusal> {
        let problem = &TileProblem::<N>::new(&self.position);
        let position = &|state: &State<N>| {
            let tiles = state.tiles()[..self.position.tiles.len()].to_vec();
            self.with(Position { tiles, ..self.position.clone() })
        };
        Lens { problem, heuristics: heuristics::entries(), position, solver: "fast" }.look(question, run)
    }

    /// Whether a state of sixteen cells is enough for it.
    fn is_small(&self) -> bool {
        self.position.tiles.len() <= 16
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
        let odd = refuse!(
            "taquin.note.odd",
            "the tiles cannot be brought into order: two of them would have to change places"
        );
        if !self.position.is_solvable() {
            notes.push(odd);
        }
        notes
    }

    fn arranged(&self, cells: &[u16]) -> Option<Box<dyn AnyPosition>> {
        let Position { width, height, ref tiles } = self.position;
        let mut after = vec![0; tiles.len()];
        if cells.len() + 1 != tiles.len() {
            return None;
        }
        for (&cell, tile) in cells.iter().zip(1..) {
            // Two tiles on one cell are none of this game's positions.
            let place = after.get_mut(usize::from(cell)).filter(|place| **place == 0)?;
            *place = tile;
        }
        Some(self.with(Position { width, height, tiles: after }))
    }

    fn instance(&self) -> String {
        self.source
            .clone()
            .unwrap_or_else(|| notation::write(&self.position, None, "json").unwrap_or_default())
    }

    fn write(&self, format: &str) -> Result<String, Refusal> {
        notation::write(&self.position, self.id.as_deref(), format)
    }

    fn picture(&self, style: Style, _: Option<&[String]>) -> String {
        picture::draw(&self.position, style)
    }

    fn scene(&self) -> Scene {
        scene::of(&self.position)
    }

    fn is_over(&self) -> bool {
        self.position.is_solved()
    }

    fn play(&self, step: &str) -> Result<Played, Refusal> {
        let mut position = self.position.clone();
        let way = ways(&[step.to_owned()]).first().copied();
        let made = way.and_then(|way| Some((way, position.step(way)?)));
        let (way, (_, to)) = made
            .ok_or_else(|| refuse!("move.impossible", "{step} is not possible here", step = excerpt(step)))?;
        let piece = usize::from(position.tiles[to]) - 1;
        let name = way.letter().to_string();
        Ok(Played { name, position: self.with(position), piece, path: vec![to as u16], pushed: None })
    }

    fn edit(&self, change: &Edit) -> Result<Box<dyn AnyPosition>, Refusal> {
        Ok(self.with(edit::edit(&self.position, change)?))
    }

    fn plans(&self) -> Option<&dyn Plans> {
        Some(self)
    }

    fn routes(&self) -> Option<&dyn Routes> {
        Some(self)
    }
}

impl Routes for Read {
    /// The gap's cell, for a tile in line with it: the whole line moves.
    fn reach(&self, piece: usize) -> Vec<u16> {
        let cell = self.position.tiles.iter().position(|&tile| usize::from(tile) == piece + 1);
        let gap = self.position.cell(0) as u16;
        cell.and_then(|cell| self.position.push(cell)).map_or(Vec::new(), |_| vec![gap])
    }

    fn route(&self, piece: usize, cell: u16) -> Option<Vec<String>> {
        let from = self.position.tiles.iter().position(|&tile| usize::from(tile) == piece + 1)?;
        let moves = self.position.push(from).filter(|_| usize::from(cell) == self.position.cell(0))?;
        Some(letters(&moves))
    }
}

impl Plans for Read {
    fn solve(&self, spec: &Spec, run: &mut Run, watch: Option<&mut Watch<'_>>) -> Result<Answer, Refusal> {
        if self.is_small() { self.search::<1>(spec, run, watch) } else { self.search::<4>(spec, run, watch) }
    }

    fn solve_all(&self, most: usize, run: &mut Run) -> Result<AllAnswers, Stop> {
        if self.is_small() { self.all::<1>(most, run) } else { self.all::<4>(most, run) }
    }

    fn estimate(&self, solution: &[String]) -> Estimate {
        rate::estimate(&self.position, &ways(solution))
    }

    fn map(&self, heuristic: &str, _: bool) -> Result<Vec<Option<u32>>, Refusal> {
        Ok(registry::map(heuristic, &TileProblem::<4>::new(&self.position), &heuristics::entries())?)
    }

    fn microscope(&self, question: &Question, run: &mut Run) -> Result<Findings, Refusal> {
        if self.is_small() { self.look::<1>(question, run) } else { self.look::<4>(question, run) }
    }

    fn movers(&self, moves: &[String]) -> Vec<usize> {
        let mut here = self.position.clone();
        let mut which = Vec::new();
        for way in ways(moves) {
            let Some((_, to)) = here.step(way) else { break };
            let piece = usize::from(here.tiles[to]) - 1;
            if !which.contains(&piece) {
                which.push(piece);
            }
        }
        which
    }

    fn verdict(&self, _: &mut Run) -> Verdict {
        let solvable = self.position.is_solvable();
        Verdict { solvable: Some(solvable), rule: (!solvable).then_some("odd"), ..Verdict::default() }
    }
}
