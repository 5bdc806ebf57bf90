//! The solvers made for this game: [`Fast`] proves the fewest moves, [`Quick`] finds a solution of any size at once.
//!
//! `fast` is iterative deepening A* (Korf, 1985) with pattern databases, on the board itself: a move changes one index of a table on
//! either side. It allocates nothing and keeps no states. On more than 16 cells it seldom comes to an end; `quick` goes first there, so that
//! it has a solution to hold against its bound.

mod quick;
pub(crate) mod tables;

use damier_search::registry::{Algorithm, Entry, Guarantee, Info};
use damier_search::{Cost, Event, Observer, Outcome, Plan, Run, Stop};

use crate::board::Direction;
use crate::problem::{State, TileProblem};
pub use quick::Quick;
use tables::{Bounds, Pair};

/// The solvers of this game, for the registry.
pub fn entries<const N: usize>() -> Vec<Entry<TileProblem<N>>> {
    let fast = Entry { info: &FAST, build: |_| Box::new(Fast) };
    vec![fast, Entry { info: &quick::INFO, build: |_| Box::new(Quick) }]
}

/// The fewest moves, proven.
pub struct Fast;

const FAST: Info = Info {
    name: "fast",
    summary: "the fewest moves: IDA* by pattern databases, made for this game",
    optimal: Guarantee::Yes,
    complete: Guarantee::Yes,
    memory: "the tables for its size of board: 3 MiB for 4×4",
    heuristic: false,
    options: &[],
};

impl<const N: usize> Algorithm<TileProblem<N>> for Fast {
    fn search<O>(&self, problem: &TileProblem<N>, run: &mut Run, observer: &mut O) -> Outcome<Direction>
    where
        O: Observer<State<N>, Direction>,
    {
        if !problem.solvable {
            return Outcome::Unsolvable;
        }
        let first = (N > 1).then(|| {
            let mut first = run.beside(run.left());
            let outcome = Quick.search(problem, &mut first, &mut ());
            run.memory.saw(&first.memory);
            outcome
        });
        let best = first.and_then(|outcome| outcome.plan().cloned());
        run.stats.bound = Cost::from(!problem.position.is_solved());
        let searched = Pair::new(&problem.position, run).and_then(|pair| {
            let tiles = problem.position.tiles.clone();
            Search { problem, pair, tiles, run, observer, actions: Vec::new() }.deepen(best.as_ref())
        });
        match searched {
            Ok(plan) => Outcome::optimal(plan),
            Err(why) => Outcome::Stopped { why, best, lower_bound: run.stats.bound },
        }
    }
}

struct Search<'a, const N: usize, O> {
    problem: &'a TileProblem<N>,
    pair: Pair,
    tiles: Vec<u8>,
    run: &'a mut Run,
    observer: &'a mut O,
    /// The moves of the solution, the last one first.
    actions: Vec<Direction>,
}

impl<const N: usize, O: Observer<State<N>, Direction>> Search<'_, N, O> {
    /// Passes with a rising bound, until one finds a solution or the bound is that of the best one known.
    fn deepen(&mut self, best: Option<&Plan<Direction>>) -> Result<Plan<Direction>, Stop> {
        let bounds = self.pair.place(&self.tiles);
        let mut bound = bounds[0].max(bounds[1]);
        loop {
            self.run.stats.bound = bound;
            if O::ACTIVE {
                self.observer.on(Event::Bound(bound));
            }
            if let Some(best) = best.filter(|best| best.cost == bound) {
                return Ok(best.clone());
            }
            if bound == 0 || self.dive(self.problem.position.cell(0), None, bound, bounds)? {
                return Ok(Plan { actions: self.actions.iter().rev().copied().collect(), cost: bound });
            }
            // Solutions of one board are all of even or all of odd length.
            bound += 2;
        }
    }

    /// Whether the board can be solved with as many moves as are left. `back` would undo the last one.
    fn dive(&mut self, gap: usize, back: Option<Direction>, left: Cost, now: Bounds) -> Result<bool, Stop> {
        self.run.expand()?;
        if O::ACTIVE {
            let (id, g) = (self.run.stats.expanded as u32, self.run.stats.bound - left);
            let (state, h) = (&State::pack(&self.tiles), now[0].max(now[1]));
            self.observer.on(Event::Expand { id, state, g, h });
        }
        for (way, from) in Direction::ALL.into_iter().zip(self.problem.from[gap]) {
            let Some(from) = from.filter(|_| back != Some(way)) else { continue };
            self.run.stats.generated += 1;
            let tile = self.tiles[from];
            let Some(after) = self.pair.after(tile, from, gap, now, left - 1) else { continue };
            self.pair.step(tile, from, gap);
            self.tiles.swap(from, gap);
            if after[0] == 0 || self.dive(from, Some(way.opposite()), left - 1, after)? {
                self.actions.push(way);
                return Ok(true);
            }
            self.tiles.swap(from, gap);
            self.pair.step(tile, gap, from);
        }
        Ok(false)
    }
}
