//! Algorithms by name.
//!
//! An algorithm declares its name, summary, options and properties once, in an [`Info`]; `list`, the menus and the
//! documentation are made from that. Its file ends with an [`Entry`]: the declaration and what builds the algorithm. A
//! game joins the generic entries with its heuristics and its own solvers, and [`build`] turns a [`Spec`] into a
//! [`Solver`].

use std::sync::Arc;

use crate::algorithms::{astar, beam, bfs, bidirectional, dfs, greedy, ida, ids, ucs, wastar};
use crate::spec::Kind;
use crate::{
    Args, Blind, Cost, FAR, Heuristic, HeuristicInfo, Limits, OWN, ObserverOf, Outcome, Own, Problem,
    Reversible, Run, Scripted, Spec, SpecError, Watcher, excerpt,
};

/// What an algorithm declares of itself.
#[derive(Debug)]
pub struct Info {
    /// The name in a spec.
    pub name: &'static str,
    /// One line for a person.
    pub summary: &'static str,
    /// Whether its plans are proven to be the cheapest, and on what condition.
    pub optimal: Guarantee,
    /// Whether it finds a plan wherever one exists (given the time and memory), and on what condition.
    pub complete: Guarantee,
    /// What its memory grows with.
    pub memory: &'static str,
    /// Whether it is guided by a heuristic.
    pub heuristic: bool,
    /// What can be set.
    pub options: &'static [OptionInfo],
}

/// A property that holds always, on a condition, or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guarantee {
    /// Always.
    Yes,
    /// On this condition.
    If(&'static str),
    /// Not in general.
    No,
}

/// Something that can be set in a spec.
#[derive(Clone, Copy, Debug)]
pub struct OptionInfo {
    /// Its key.
    pub name: &'static str,
    /// One line for a person.
    pub summary: &'static str,
    /// What it takes.
    pub takes: Takes,
    /// The value where none is given.
    pub default: &'static str,
    /// Another option and the value of it with which alone this one is taken, if there is such a condition.
    pub only: Option<(&'static str, &'static str)>,
}

/// The values of an option.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Takes {
    /// A whole number, the bounds included.
    Whole(u64, u64),
    /// A decimal number, the bounds included.
    Decimal(f64, f64),
    /// One of these words.
    Choice(&'static [&'static str]),
    /// A text of this kind, which its reader checks.
    Text(&'static str),
}

impl Takes {
    /// Whether `value` is one of them.
    pub fn accepts(&self, value: &str) -> bool {
        match *self {
            Takes::Whole(least, most) => value.parse().is_ok_and(|n: u64| (least..=most).contains(&n)),
            Takes::Decimal(least, most) => value.parse().is_ok_and(|n: f64| (least..=most).contains(&n)),
            Takes::Choice(words) => words.contains(&value),
            Takes::Text(_) => true,
        }
    }

    /// For a person.
    pub fn describe(&self) -> String {
        match self {
            Takes::Whole(least, most) => format!("a whole number from {least} to {most}"),
            Takes::Decimal(least, most) => format!("a number from {least} to {most}"),
            Takes::Choice(words) => words.join(" or "),
            Takes::Text(kind) => (*kind).to_owned(),
        }
    }
}

impl OptionInfo {
    /// An option that is always taken.
    pub const fn new(name: &'static str, summary: &'static str, takes: Takes, default: &'static str) -> Self {
        OptionInfo { name, summary, takes, default, only: None }
    }

    /// Checks a value that somebody gave.
    pub fn check(&self, value: &str) -> Result<(), SpecError> {
        if self.takes.accepts(value) {
            return Ok(());
        }
        Err(SpecError::Value { option: self.name.to_owned(), value: excerpt(value, 24), takes: self.takes })
    }
}

/// A way to search a problem.
pub trait Algorithm<P: Problem> {
    /// Searches until there is an answer or `run` says stop.
    fn search<O: ObserverOf<P>>(&self, problem: &P, run: &mut Run, observer: &mut O) -> Outcome<P::Action>;
}

/// The object-safe face of an [`Algorithm`].
pub trait Solver<P: Problem> {
    /// Searches, watched or not, and completes the statistics of `run`.
    fn solve(
        &self,
        problem: &P,
        run: &mut Run,
        watcher: Option<&mut dyn Watcher<P::State, P::Action>>,
    ) -> Outcome<P::Action>;
}

impl<P: Problem, A: Algorithm<P>> Solver<P> for A {
    fn solve(
        &self,
        problem: &P,
        run: &mut Run,
        watcher: Option<&mut dyn Watcher<P::State, P::Action>>,
    ) -> Outcome<P::Action> {
        let outcome = match watcher {
            None => self.search(problem, run, &mut ()),
            Some(mut watcher) => self.search(problem, run, &mut watcher),
        };
        run.finish();
        outcome
    }
}

/// What an algorithm is built from.
pub struct Parts<P: Problem> {
    /// The heuristic that the spec names, or the game's first. Algorithms that take none leave it.
    pub heuristic: Box<dyn Heuristic<P>>,
    /// The options, checked.
    pub args: Args,
}

/// An algorithm that can be built.
pub struct Entry<P: Problem> {
    /// The declaration.
    pub info: &'static Info,
    /// Builds it.
    pub build: fn(Parts<P>) -> Box<dyn Solver<P>>,
}

/// A heuristic that can be built for a problem.
pub struct HeuristicEntry<P: Problem> {
    /// The declaration.
    pub info: &'static HeuristicInfo,
    /// Builds it for this problem. What takes long is left to [`Heuristic::prepare`].
    pub build: fn(&P) -> Box<dyn Heuristic<P>>,
    /// What it says of each cell of the board for a piece that has the task, where that makes sense.
    pub map: Option<CellsOf<P>>,
}

/// An estimate for each cell; none where a heuristic sees no way.
pub type CellsOf<P> = fn(&P, &dyn Heuristic<P>) -> Vec<Option<Cost>>;

/// The generic algorithms for any problem, in the order in which a student meets them.
pub fn entries<P: Problem + 'static>() -> Vec<Entry<P>> {
    vec![
        bfs::entry(),
        dfs::entry(),
        ids::entry(),
        ucs::entry(),
        greedy::entry(),
        astar::entry(),
        wastar::entry(),
        ida::entry(),
        beam::entry(),
    ]
}

/// The generic algorithms that also need to go backwards.
pub fn reversible_entries<P: Reversible + 'static>() -> Vec<Entry<P>> {
    vec![bidirectional::entry()]
}

/// Builds the solver that `spec` names, from a game's algorithms and heuristics. Without a heuristic in the spec, the
/// first of `heuristics` guides; `own` is the one that is brought along with the run.
pub fn build<P: Problem + 'static>(
    spec: &Spec,
    problem: &P,
    algorithms: &[Entry<P>],
    heuristics: &[HeuristicEntry<P>],
) -> Result<Box<dyn Solver<P>>, SpecError> {
    let infos: Vec<_> = algorithms.iter().map(|entry| entry.info).collect();
    let guides = with_own(heuristics.iter().map(|entry| entry.info));
    let found = resolve(spec, &infos, &guides)?;
    Ok(algorithms[found.algorithm].solver(problem, heuristics, found.heuristic, found.args))
}

/// The declared heuristics of a game, and the one that can be brought along after them.
pub fn with_own(heuristics: impl IntoIterator<Item = &'static HeuristicInfo>) -> Vec<&'static HeuristicInfo> {
    heuristics.into_iter().chain([&OWN]).collect()
}

impl<P: Problem + 'static> Entry<P> {
    /// Builds it with its guide, by its place among the heuristics; after the last comes the one that is brought along. An algorithm that
    /// takes no heuristic does not wait for one's tables.
    pub fn solver(
        &self,
        problem: &P,
        heuristics: &[HeuristicEntry<P>],
        guide: usize,
        args: Args,
    ) -> Box<dyn Solver<P>> {
        let heuristic = match heuristics.get(guide) {
            _ if !self.info.heuristic => Box::new(Blind),
            Some(guide) => (guide.build)(problem),
            None => Box::new(Own::new(problem, heuristics)) as Box<dyn Heuristic<P>>,
        };
        (self.build)(Parts { heuristic, args })
    }
}

/// What the heuristic of this name says of each cell of the board.
pub fn map<P: Problem>(
    name: &str,
    problem: &P,
    heuristics: &[HeuristicEntry<P>],
) -> Result<Vec<Option<Cost>>, SpecError> {
    let entry = &heuristics[find(Kind::Heuristic, name, heuristics, |entry| entry.info.name)?];
    let map = entry.map.ok_or(SpecError::NoMap { heuristic: entry.info.name })?;
    Ok(map(problem, &*(entry.build)(problem)))
}

/// What a heuristic that was brought along says of each cell of the board. Nothing bounds its tables.
pub fn map_own<P: Problem + 'static>(
    script: &Arc<dyn Scripted>,
    problem: &P,
    heuristics: &[HeuristicEntry<P>],
    map: CellsOf<P>,
) -> Vec<Option<Cost>> {
    let own = Own::new(problem, heuristics);
    if own.take(script, problem, &mut Run::new(Limits::default())).is_err() {
        return Vec::new();
    }
    map(problem, &own).into_iter().map(|value| value.filter(|&cost| cost < FAR)).collect()
}

/// What a spec names.
pub struct Resolved {
    /// The algorithm's place in the list.
    pub algorithm: usize,
    /// The heuristic's place in the list; the first where none is named.
    pub heuristic: usize,
    /// The options, checked and with their defaults.
    pub args: Args,
}

/// Looks up every name in a spec and checks every value. It serves whatever declares an [`Info`]: the solvers of a
/// problem, and the players of a game.
pub fn resolve(
    spec: &Spec,
    algorithms: &[&Info],
    heuristics: &[&HeuristicInfo],
) -> Result<Resolved, SpecError> {
    let algorithm = find(Kind::Algorithm, &spec.name, algorithms, |info| info.name)?;
    let info = algorithms[algorithm];
    let heuristic = match spec.words.as_slice() {
        [] => 0,
        [word, ..] if !info.heuristic => {
            return Err(SpecError::NoHeuristic { algorithm: info.name, word: excerpt(word, 80) });
        }
        [name] => find(Kind::Heuristic, name, heuristics, |info| info.name)?,
        [_, more, ..] => return Err(SpecError::TooMany { algorithm: info.name, what: excerpt(more, 80) }),
    };
    Ok(Resolved { algorithm, heuristic, args: arguments(info.name, info.options, &spec.pairs)? })
}

/// Checks `pairs` against the options that `owner` declares, and fills in the defaults.
pub fn arguments(
    owner: &'static str,
    options: &[OptionInfo],
    pairs: &[(String, String)],
) -> Result<Args, SpecError> {
    for (at, (key, value)) in pairs.iter().enumerate() {
        let at_option = find(Kind::OptionOf(owner), key, options, |option| option.name)?;
        options[at_option].check(value)?;
        if pairs[..at].iter().any(|(earlier, _)| earlier == key) {
            return Err(SpecError::TooMany {
                algorithm: owner,
                what: excerpt(&format!("{key}={value}"), 80),
            });
        }
    }
    let value = |option: &OptionInfo| {
        pairs.iter().find(|(key, _)| key == option.name).map_or(option.default, |(_, value)| value).to_owned()
    };
    Ok(Args(options.iter().map(|option| (option.name, value(option))).collect()))
}

/// Where the item called `name` is, or an error that lists the names that there are.
pub fn find<T>(
    kind: Kind,
    name: &str,
    items: &[T],
    name_of: impl Fn(&T) -> &'static str,
) -> Result<usize, SpecError> {
    items.iter().position(|item| name_of(item) == name).ok_or_else(|| SpecError::Unknown {
        kind,
        name: excerpt(name, 80),
        known: items.iter().map(|item| name_of(item).to_owned()).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::example::{Counter, Doublings};
    use crate::{Blind, Limits};

    const PROBLEM: Counter = Counter { start: 1, goal: 1000 };

    fn heuristics() -> Vec<HeuristicEntry<Counter>> {
        vec![
            HeuristicEntry { info: Doublings.info(), build: |_| Box::new(Doublings), map: None },
            HeuristicEntry { info: &Blind::INFO, build: |_| Box::new(Blind), map: None },
        ]
    }

    fn all() -> Vec<Entry<Counter>> {
        entries().into_iter().chain(reversible_entries()).collect()
    }

    fn built(spec: &str) -> Result<Box<dyn Solver<Counter>>, SpecError> {
        build(&spec.parse()?, &PROBLEM, &all(), &heuristics())
    }

    #[test]
    fn names_are_unique_and_defaults_are_possible() {
        let entries = all();
        for (at, Entry { info, .. }) in entries.iter().enumerate() {
            assert!(
                entries[..at].iter().all(|earlier| earlier.info.name != info.name),
                "{} twice",
                info.name
            );
            assert!(info.options.iter().all(|option| option.takes.accepts(option.default)), "{}", info.name);
        }
    }

    /// What an algorithm declares is what it does: the optimal ones agree, the complete ones find a plan.
    #[test]
    fn declared_properties_hold() {
        for entry in all() {
            let solver = built(entry.info.name).unwrap();
            let mut run = Run::new(Limits::default());
            let outcome = solver.solve(&PROBLEM, &mut run, None);
            if entry.info.optimal != Guarantee::No {
                assert_eq!(outcome.plan().map(|plan| plan.cost), Some(14), "{}", entry.info.name);
                assert!(outcome.is_optimal(), "{}", entry.info.name);
            }
            if let Some(plan) = outcome.plan() {
                assert!(plan.cost >= 14 && plan.actions.len() as u32 == plan.cost);
            }
            assert!(run.stats.expanded > 0);
        }
    }

    #[test]
    fn errors_name_what_there_is() {
        let sentence = |spec| built(spec).err().unwrap().to_string();
        assert!(sentence("asta").contains("there is bfs, dfs, ids, ucs, greedy, astar"));
        assert!(
            sentence("astar(bounce)").contains("no heuristic is called 'bounce'; there is doublings, blind")
        );
        assert!(sentence("bfs(blind)").contains("bfs takes no heuristic"));
        assert!(sentence("beam(wide=3)").contains("no option of beam is called 'wide'; there is width"));
        assert!(sentence("bfs(wide=3)").contains("no option of bfs is called 'wide'; there is none"));
        assert!(sentence("beam(width=0)").contains("width takes a whole number from 1"));
        assert!(sentence("wastar(weight=nan)").contains("weight takes a number from 1"));
        assert!(sentence("astar(blind,blind)").contains("one too many"));
        assert!(sentence("beam(width=1,width=2)").contains("one too many"));
    }
}
