//! A heuristic of one's own, brought along with a run: `astar(own)`.
//!
//! Where it comes from (a script, another program) is not known here: it is a [`Scripted`], which sees where the pieces of a state stand
//! and what the game's heuristics say of it. Its answers are never trusted. It declares itself inadmissible, so that nothing is proven by it;
//! a state from which it sees no way is put off, not dropped, so that every search stays as complete as it is.

use std::cell::{OnceCell, RefCell};
use std::error::Error;
use std::fmt::Debug;
use std::sync::Arc;

use crate::registry::HeuristicEntry;
use crate::{Cost, Heuristic, HeuristicInfo, Placement, Problem, Run, Stop};

/// Its declaration.
pub const OWN: HeuristicInfo = HeuristicInfo {
    name: "own",
    summary: "a heuristic of your own, brought along as a script; nothing is proven by it",
    admissible: false,
    consistent: false,
};

/// Its declaration where whoever brings it along vouches for it.
const VOUCHED: HeuristicInfo = HeuristicInfo { admissible: true, ..OWN };

/// The estimate where it sees no way: such states come last. Sums with any cost of a plan fit into a [`Cost`].
pub const FAR: Cost = 1 << 30;

/// A heuristic that somebody brought along. It may be asked by several searches at once.
pub trait Scripted: Send + Sync + Debug {
    /// The game's heuristics that it wants to know, by name.
    fn asks(&self) -> &[String];

    /// The estimate for a state whose pieces stand so, of which the heuristics that it asks for say this, in the order of [`Self::asks`].
    /// None where it sees no way; after a failure anything.
    fn estimate(&self, here: &Placement, said: &[Option<Cost>]) -> Option<Cost>;

    /// It will be asked about these soon, and may find out about all of them at once.
    fn foresee(&self, _states: &[Placement]) {}

    /// Whether [`Self::foresee`] does anything.
    fn foresees(&self) -> bool {
        false
    }

    /// Whether whoever brought it along vouches that it is never above the truth.
    fn is_admissible(&self) -> bool {
        false
    }

    /// Why it failed, if it has. A search with it stops soon after.
    fn fault(&self) -> Option<Box<dyn Error + Send + Sync>>;

    /// Whether it has failed.
    fn has_failed(&self) -> bool {
        self.fault().is_some()
    }
}

/// What was brought along, for a problem. It is taken from the run when it is prepared.
pub struct Own<P: Problem> {
    /// The game's heuristics by name, built and not yet prepared.
    others: Vec<(&'static str, Box<dyn Heuristic<P>>)>,
    script: OnceCell<Arc<dyn Scripted>>,
    /// Those of `others` that the script asks for.
    asked: OnceCell<Vec<usize>>,
    scratch: RefCell<(Placement, Vec<Option<Cost>>)>,
}

impl<P: Problem + 'static> Own<P> {
    /// For a problem with these heuristics.
    pub fn new(problem: &P, heuristics: &[HeuristicEntry<P>]) -> Self {
        Own {
            others: heuristics.iter().map(|entry| (entry.info.name, (entry.build)(problem))).collect(),
            script: OnceCell::new(),
            asked: OnceCell::new(),
            scratch: RefCell::default(),
        }
    }

    /// Takes a script, and builds the tables of those that it asks for.
    pub fn take(&self, script: &Arc<dyn Scripted>, problem: &P, run: &mut Run) -> Result<(), Stop> {
        let place = |name: &String| self.others.iter().position(|(other, _)| other == name);
        let asked: Vec<usize> = script.asks().iter().filter_map(place).collect();
        asked.iter().try_for_each(|&at| self.others[at].1.prepare(problem, run))?;
        self.asked.get_or_init(|| asked);
        self.script.get_or_init(|| script.clone());
        Ok(())
    }

    /// What the script says: none where it sees no way.
    pub fn opinion(&self, problem: &P, state: &P::State) -> Option<Cost> {
        let script = self.script.get()?;
        let (here, said) = &mut *self.scratch.borrow_mut();
        problem.place(state, here);
        said.clear();
        let asked = self.asked.get().into_iter().flatten();
        said.extend(asked.map(|&at| self.others[at].1.estimate(problem, state)));
        script.estimate(here, said)
    }
}

impl<P: Problem + 'static> Heuristic<P> for Own<P> {
    fn info(&self) -> &'static HeuristicInfo {
        if self.script.get().is_some_and(|script| script.is_admissible()) { &VOUCHED } else { &OWN }
    }

    fn foresee(&self, problem: &P, parent: &P::State) {
        let Some(script) = self.script.get().filter(|script| script.foresees()) else { return };
        let mut all = Vec::new();
        problem.successors(parent, |_, state, _| {
            let mut here = Placement::default();
            problem.place(&state, &mut here);
            all.push(here);
        });
        script.foresee(&all);
    }

    fn prepare(&self, problem: &P, run: &mut Run) -> Result<(), Stop> {
        let script = run.own.clone().ok_or(Stop::Failed)?;
        self.take(&script, problem, run)
    }

    fn estimate(&self, problem: &P, state: &P::State) -> Option<Cost> {
        Some(self.opinion(problem, state).map_or(FAR, |cost| cost.min(FAR - 1)))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;
    use crate::example::{Counter, Doublings};
    use crate::registry::{build, entries};
    use crate::{Limits, Outcome};

    const PROBLEM: Counter = Counter { start: 1, goal: 1000 };

    /// Says what `doublings` says, with a mistake; fails after some states if it is told to.
    #[derive(Debug)]
    struct Twice {
        asks: Vec<String>,
        left: Mutex<u32>,
        blind: bool,
    }

    impl Twice {
        fn script(left: u32, blind: bool) -> Arc<dyn Scripted> {
            Arc::new(Twice { asks: vec!["doublings".to_owned()], left: Mutex::new(left), blind })
        }
    }

    impl Scripted for Twice {
        fn asks(&self) -> &[String] {
            &self.asks
        }

        fn estimate(&self, _: &Placement, said: &[Option<Cost>]) -> Option<Cost> {
            let mut left = self.left.lock().unwrap();
            *left = left.saturating_sub(1);
            said[0].map(|cost| 2 * cost).filter(|_| !self.blind)
        }

        fn fault(&self) -> Option<Box<dyn Error + Send + Sync>> {
            (*self.left.lock().unwrap() == 0).then(|| "enough".into())
        }
    }

    fn search(algorithm: &str, script: Option<Arc<dyn Scripted>>) -> (Outcome<impl Debug>, Run) {
        let guides = [HeuristicEntry { info: Doublings.info(), build: |_| Box::new(Doublings), map: None }];
        let mut run = Run::new(Limits { nodes: Some(1 << 20), ..Limits::default() });
        run.own = script;
        let solver = build(&algorithm.parse().unwrap(), &PROBLEM, &entries(), &guides).unwrap();
        (solver.solve(&PROBLEM, &mut run, None), run)
    }

    #[test]
    fn nothing_is_proven_by_it() {
        for algorithm in ["astar(own)", "ida(own)", "wastar(own)", "greedy(own)", "beam(own,width=2)"] {
            let (outcome, _) = search(algorithm, Some(Twice::script(u32::MAX, false)));
            assert!(outcome.plan().is_some(), "{algorithm}");
            assert!(!outcome.is_optimal(), "{algorithm}");
        }
    }

    #[test]
    fn what_it_gives_up_is_put_off_and_not_dropped() {
        for algorithm in ["astar(own)", "greedy(own)", "wastar(own)", "beam(own)"] {
            let (outcome, _) = search(algorithm, Some(Twice::script(u32::MAX, true)));
            assert!(outcome.plan().is_some(), "{algorithm}");
        }
    }

    #[test]
    fn a_failure_stops_the_search() {
        for script in [Some(Twice::script(5, false)), None] {
            let (outcome, run) = search("astar(own)", script);
            assert!(matches!(outcome, Outcome::Stopped { why: Stop::Failed, .. }), "{outcome:?}");
            assert!(run.stats.expanded < 300, "{}", run.stats.expanded);
        }
    }
}
