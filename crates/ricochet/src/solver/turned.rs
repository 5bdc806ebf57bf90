//! `fast` where the robot that takes the target must ricochet.
//!
//! A solution by this rule is one by the usual rules, so the shortest usual solution bounds it from below. If that one turns, as most
//! do, it is the answer. If it does not, A* with the sharper free-stop map searches the states with their trails; what it
//! finds first is the shortest (its estimate is consistent). Where the usual rules have no solution, there is none.

use damier_search::algorithms::AStar;
use damier_search::registry::{Algorithm, Entry};
use damier_search::{Event, Observer, Outcome, Plan, Problem, Run, tell};

use super::{Fast, INFO};
use crate::board::Trail;
use crate::problem::{Slide, Word};
use crate::turns::{TurnMap, TurnProblem, Turned};

/// For the registry.
pub(crate) fn entry<W: Word>() -> Entry<TurnProblem<W>> {
    Entry { info: &INFO, build: |_| Box::new(Fast) }
}

impl<W: Word> Algorithm<TurnProblem<W>> for Fast {
    fn search<O: Observer<Turned<W>, Slide>>(
        &self,
        problem: &TurnProblem<W>,
        run: &mut Run,
        observer: &mut O,
    ) -> Outcome<Slide> {
        if problem.is_goal(&problem.start()) {
            return Outcome::optimal(Plan { actions: Vec::new(), cost: 0 });
        }
        let held = run.memory.used();
        let bound = match Fast.search(&problem.plain, run, &mut Untrailed(observer)) {
            Outcome::Solved { plan, lower_bound } if problem.is_solution(&plan.actions) => {
                return Outcome::Solved { plan, lower_bound };
            }
            Outcome::Solved { lower_bound, .. } => lower_bound,
            other => return other,
        };
        // The tables of the first search are gone.
        run.memory.give_back((run.memory.used() - held) as usize);
        tell(observer, || Event::Bound(bound));
        match (AStar { heuristic: TurnMap::new(problem) }).search(problem, run, observer) {
            Outcome::Stopped { why, best, lower_bound } => {
                Outcome::Stopped { why, best, lower_bound: lower_bound.max(bound) }
            }
            outcome => outcome,
        }
    }
}

/// Shows the states of the plain search to who watches states with trails.
struct Untrailed<'a, O>(&'a mut O);

impl<W: Word, O: Observer<Turned<W>, Slide>> Observer<W, Slide> for Untrailed<'_, O> {
    const ACTIVE: bool = O::ACTIVE;

    fn on(&mut self, event: Event<'_, W, Slide>) {
        let with = |robots: W| Turned { robots, trail: Trail::default() };
        match event {
            Event::Expand { id, state, g, h } => self.0.on(Event::Expand { id, state: &with(*state), g, h }),
            Event::Bound(bound) => self.0.on(Event::Bound(bound)),
            // The plain search tells no more.
            _ => {}
        }
    }
}
