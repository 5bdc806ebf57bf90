//! The printed option "must ricochet" as a [`Problem`]: the robot that takes the target must have turned (see [`crate::rules`]).
//!
//! A state is that of the plain problem and a [`Trail`]: the ways that the target's robot has travelled, along a row, along a column, or
//! both; where any robot may take the target, the ways of each. A state is a goal when a robot that may take the target stands on it and
//! has travelled both. The trail only grows, so there are at most four times as many states (4^robots times where any robot may).
//!
//! Estimates of the plain problem never exceed what is left here, for a solution here is one there. `bounces` is sharper: it counts
//! free-stop slides until the robot is on the target *and* has turned, and is still never too high, and consistent.

use damier_search::registry::HeuristicEntry;
use damier_search::{Blind, Cost, Heuristic, HeuristicInfo, Placement, Problem, Reversible};

use crate::board::{Cell, Direction, Position, Trail};
use crate::heuristics::{BOUNCES, CellMap, MANHATTAN, NEVER, ROWCOL};
use crate::problem::{Movers, Slide, SlideProblem, Word};

/// Where the robots stand, and what those that may take the target have travelled, by slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Turned<W> {
    /// The state of the plain problem.
    pub robots: W,
    /// Slots of robots that cannot take the target are left at nothing.
    pub trail: Trail,
}

/// A position in which the robot that takes the target must ricochet.
pub struct TurnProblem<W> {
    /// The same by the usual rules.
    pub plain: SlideProblem<W>,
    trail: Trail,
}

impl<W: Word> TurnProblem<W> {
    /// Builds the tables. A position by the usual rules is taken as one where a round begins.
    ///
    /// # Panics
    /// If the position does not fit into `W`.
    pub fn new(position: &Position, movers: Movers) -> Self {
        let plain = SlideProblem::<W>::new(position, movers);
        let given = position.ricochet.unwrap_or_default();
        let slots = if plain.any { plain.robots() } else { 1 };
        let trail = (0..slots)
            .fold(Trail::default(), |trail, slot| trail.with(slot, given.of(plain.robots[slot].index())));
        TurnProblem { plain, trail }
    }

    /// A state as a position, on the board and with the target of `like`.
    pub(crate) fn position(&self, state: Turned<W>, like: &Position) -> Position {
        let slots = if self.plain.any { self.plain.robots() } else { 1 };
        let trail = (0..slots).fold(Trail::default(), |trail, slot| {
            trail.with(self.plain.robots[slot].index(), state.trail.of(slot))
        });
        Position { ricochet: Some(trail), ..self.plain.position(state.robots, like) }
    }

    /// Whether the robot in a slot may take the target, if it has turned.
    fn may_take(&self, slot: usize) -> bool {
        self.plain.any || slot == 0
    }

    /// The trail after the robot in one slot went these ways and came to another slot.
    #[inline]
    fn went(&self, trail: Trail, slot: usize, ways: u8, to: usize) -> Trail {
        if !self.plain.any {
            return if slot == 0 { trail.with(0, trail.of(0) | ways) } else { trail };
        }
        trail.with(slot, trail.of(slot) | ways).shifted(slot, to)
    }

    /// Which ways the slides of the robot in a slot go, by direction.
    fn ways_of(&self, state: W, slot: usize) -> [u8; 4] {
        let cells = self.plain.unpack(state);
        self.plain.ways(&cells, &self.plain.columns(&cells), slot)
    }

    /// Whether these slides from the start lead to a goal.
    pub(crate) fn is_solution(&self, slides: &[Slide]) -> bool {
        let mut state = self.start();
        for slide in slides {
            let (slot, d) = (slide.slot(), slide.direction() as usize);
            let cells = self.plain.unpack(state.robots);
            let columns = self.plain.columns(&cells);
            let stop = self.plain.stops(&cells, &columns, slot)[d];
            let (robots, to) = self.plain.put(state.robots, &cells, slot, stop);
            let ways = self.plain.ways(&cells, &columns, slot)[d];
            state = Turned { robots, trail: self.went(state.trail, slot, ways, to) };
        }
        self.is_goal(&state)
    }
}

impl<W: Word> Problem for TurnProblem<W> {
    type State = Turned<W>;
    type Action = Slide;
    const UNIT_COSTS: bool = true;

    fn start(&self) -> Turned<W> {
        Turned { robots: self.plain.start(), trail: self.trail }
    }

    #[inline]
    fn is_goal(&self, state: &Turned<W>) -> bool {
        let slots = if self.plain.any { self.plain.robots() } else { 1 };
        (0..slots)
            .any(|slot| state.robots.get(slot) == self.plain.target && state.trail.of(slot) == Trail::BOTH)
    }

    fn successors(&self, state: &Turned<W>, mut emit: impl FnMut(Slide, Turned<W>, Cost)) {
        let cells = self.plain.unpack(state.robots);
        let columns = self.plain.columns(&cells);
        for slot in 0..self.plain.movable {
            let ways = if self.may_take(slot) { self.plain.ways(&cells, &columns, slot) } else { [0; 4] };
            let stops = self.plain.stops(&cells, &columns, slot);
            for ((direction, stop), ways) in Direction::ALL.into_iter().zip(stops).zip(ways) {
                if stop != cells[slot] {
                    let (robots, to) = self.plain.put(state.robots, &cells, slot, stop);
                    let trail = self.went(state.trail, slot, ways, to);
                    emit(Slide::new(slot, direction), Turned { robots, trail }, 1);
                }
            }
        }
    }

    fn place(&self, state: &Turned<W>, here: &mut Placement) {
        self.plain.place(&state.robots, here);
    }
}

impl<W: Word> Reversible for TurnProblem<W> {
    fn goal_count(&self) -> u64 {
        let free = if self.plain.any && self.plain.movable > 1 { self.plain.robots() - 1 } else { 0 };
        self.plain.goal_count().saturating_mul(1 << (2 * free))
    }

    fn goals(&self, mut emit: impl FnMut(Turned<W>)) {
        let slots = if self.plain.any { self.plain.robots() } else { 1 };
        self.plain.goals(|robots| {
            let taker = (0..slots).find(|&slot| robots.get(slot) == self.plain.target).unwrap_or(0);
            // Robots that do not move keep what they have travelled.
            if self.plain.movable == 1 {
                return emit(Turned { robots, trail: self.trail.with(taker, Trail::BOTH) });
            }
            for others in 0..1u16 << (2 * (slots - 1)) {
                let mut trail = Trail::default();
                for (number, slot) in (0..slots).filter(|&slot| slot != taker).enumerate() {
                    trail = trail.with(slot, (others >> (2 * number)) as u8 & Trail::BOTH);
                }
                emit(Turned { robots, trail: trail.with(taker, Trail::BOTH) });
            }
        });
    }

    fn predecessors(&self, state: &Turned<W>, mut emit: impl FnMut(Slide, Turned<W>, Cost)) {
        let cells = self.plain.unpack(state.robots);
        self.plain.predecessors(&state.robots, |slide, robots, cost| {
            let (slot, d) = (slide.slot(), slide.direction() as usize);
            if !self.may_take(slot) {
                return emit(slide, Turned { robots, trail: state.trail }, cost);
            }
            // The robot that moved is the one whose cell is not taken in the other state.
            let before = self.plain.unpack(robots);
            let now = (0..self.plain.robots()).find(|&slot| !before.contains(&cells[slot])).unwrap_or(slot);
            let ways = self.ways_of(robots, slot)[d];
            let after = state.trail.of(now);
            let trail = if self.plain.any { state.trail.shifted(now, slot) } else { state.trail };
            for had in 0..=Trail::BOTH {
                if had | ways == after {
                    emit(slide, Turned { robots, trail: trail.with(slot, had) }, cost);
                }
            }
        });
    }
}

/// The heuristics for positions packed into `W`, in the order of [`crate::heuristics::entries`].
pub fn entries<W: Word>() -> Vec<HeuristicEntry<TurnProblem<W>>> {
    vec![
        HeuristicEntry { info: &BOUNCES, build: |problem| Box::new(TurnMap::new(problem)), map: Some(map) },
        HeuristicEntry {
            info: &ROWCOL,
            build: |problem| Box::new(Plainly(CellMap::rowcol(&problem.plain))),
            map: Some(map),
        },
        HeuristicEntry { info: &Blind::INFO, build: |_| Box::new(Blind), map: Some(map) },
        HeuristicEntry {
            info: &MANHATTAN,
            build: |problem| Box::new(Plainly(CellMap::manhattan(&problem.plain))),
            map: Some(map),
        },
    ]
}

/// The estimate for the main robot on each cell that is not closed, with what it has travelled so far.
pub(crate) fn map<W: Word>(
    problem: &TurnProblem<W>,
    heuristic: &dyn Heuristic<TurnProblem<W>>,
) -> Vec<Option<Cost>> {
    let board = &problem.plain.board;
    let estimate = |cell: Cell| {
        let state = Turned { robots: problem.plain.with_main_at(cell.0), trail: problem.trail };
        heuristic.estimate(problem, &state)
    };
    board.cells().map(|cell| Some(cell).filter(|&cell| !board.is_closed(cell)).and_then(estimate)).collect()
}

/// An estimate of the plain problem.
struct Plainly(CellMap);

impl<W: Word> Heuristic<TurnProblem<W>> for Plainly {
    fn info(&self) -> &'static HeuristicInfo {
        Heuristic::<SlideProblem<W>>::info(&self.0)
    }

    fn estimate(&self, problem: &TurnProblem<W>, state: &Turned<W>) -> Option<Cost> {
        self.0.estimate(&problem.plain, &state.robots)
    }
}

/// The fewest slides with free stops until a robot is on the target and has turned: by lane, by what it has travelled, by cell.
pub(crate) struct TurnMap {
    lanes: Vec<[Vec<u16>; 4]>,
}

impl TurnMap {
    pub(crate) fn new<W: Word>(problem: &TurnProblem<W>) -> Self {
        let plain = &problem.plain;
        let slots = if plain.any { plain.robots() } else { 1 };
        let used = &plain.lanes[..slots];
        let last = used.iter().copied().max().unwrap_or(0);
        let lane = |lane| if used.contains(&lane) { Self::lane(plain, lane) } else { Default::default() };
        TurnMap { lanes: (0..=last).map(lane).collect() }
    }

    /// Breadth-first backwards from the target with both ways travelled. A slide over `cell` with `ways` behind it leads there from every
    /// trail that these ways complete.
    fn lane<W: Word>(plain: &SlideProblem<W>, lane: usize) -> [Vec<u16>; 4] {
        let cells = plain.board.cells().count();
        // For every cell: from where a slide comes over it, and by which ways.
        let mut sources: Vec<Vec<(u16, u8)>> = vec![Vec::new(); cells];
        for Cell(from) in plain.board.cells() {
            for heading in Direction::ALL {
                plain.runs.entered(lane, &plain.board, from, heading, |cell, ways| {
                    let sources = &mut sources[usize::from(cell)];
                    if sources.last() != Some(&(from, ways)) {
                        sources.push((from, ways));
                    }
                });
            }
        }
        let mut map: [Vec<u16>; 4] = std::array::from_fn(|_| vec![NEVER; cells]);
        map[usize::from(Trail::BOTH)][usize::from(plain.target)] = 0;
        let mut queue = vec![(plain.target, Trail::BOTH)];
        let mut next = 0;
        while let Some(&(cell, trail)) = queue.get(next) {
            next += 1;
            let slides = map[usize::from(trail)][usize::from(cell)] + 1;
            for &(from, ways) in &sources[usize::from(cell)] {
                for had in (0..=Trail::BOTH).filter(|had| had | ways == trail) {
                    let known = &mut map[usize::from(had)][usize::from(from)];
                    if *known == NEVER {
                        *known = slides;
                        queue.push((from, had));
                    }
                }
            }
        }
        map
    }
}

impl<W: Word> Heuristic<TurnProblem<W>> for TurnMap {
    fn info(&self) -> &'static HeuristicInfo {
        &BOUNCES
    }

    #[inline]
    fn estimate(&self, problem: &TurnProblem<W>, state: &Turned<W>) -> Option<Cost> {
        let plain = &problem.plain;
        let estimate = |slot: usize| {
            self.lanes[plain.lanes[slot]][usize::from(state.trail.of(slot))]
                [usize::from(state.robots.get(slot))]
        };
        let least = if plain.any { (0..plain.robots()).map(estimate).min()? } else { estimate(0) };
        (least != NEVER).then_some(Cost::from(least))
    }
}
