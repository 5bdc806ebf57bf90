//! How good heuristics are: their estimates held against true distances.
//!
//! States are gathered in one of two ways. Where a position has few states, all that can be reached are; their true distances come from
//! the goals backwards through the same graph. Else some are met from the goals backwards, where there are few goals, some along a shortest
//! way from the start, and some on random walks; these are solved one by one by the game's own solver. Either way equal questions have equal answers, and
//! every distance is proven. Of many states as many of each distance are looked at as can be.
//!
//! A heuristic is *admissible* if it is never above the true distance, and *consistent* if it never drops by more than a move costs. What
//! is found is a proof that it is not, or only that no counterexample was among these states.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use damier_search::random::Random;
use damier_search::registry::{HeuristicEntry, find};
use damier_search::{Cost, Heuristic, Kind, Limits, OWN, Outcome, Own, Reversible, Run, Scripted, Stop};
use serde::Serialize;
#[cfg(feature = "wire")]
use ts_rs::TS;

use crate::{Position, Refusal, refuse};

/// As many states are listed whole, and as many are met from the goals backwards.
const LISTED: usize = 20_000;
/// Of as many goals the backward search begins.
const GOALS: u64 = 5000;
/// As many states of walks are solved one by one, and each within so many nodes.
const SOLVED: usize = 300;
const NODES: u64 = 50_000;
/// As many may stay unsolved before it is not tried any more.
const PATIENCE: usize = 20;
/// The longest walk.
const STEPS: u64 = 24;

/// What is asked about a position.
#[derive(Clone, Debug)]
pub struct Question {
    /// One heuristic, or two to be compared.
    pub asked: Vec<Asked>,
    /// As many states are looked at, at most; 0 for the position alone.
    pub states: usize,
    /// For all that is drawn by lot.
    pub seed: u64,
}

/// A heuristic that is asked about.
#[derive(Clone, Debug)]
pub struct Asked {
    /// Its name: one of the game's, or what a script is called.
    pub name: String,
    /// The script, where it is one.
    pub script: Option<Arc<dyn Scripted>>,
}

/// What was found.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "wire", derive(TS))]
pub struct Findings {
    /// What is known of each heuristic.
    pub sides: Vec<Judged>,
    /// The state where two of them differ most.
    pub differ: Option<Difference>,
    /// States whose true distance is known.
    pub states: usize,
    /// How many of these are dead: no goal can be reached.
    pub dead: usize,
    /// States that could not be solved within their limit, and were left out.
    pub unknown: usize,
    /// Whether they are all states that can be reached; else they are a sample.
    pub all: bool,
    /// Whether everything was looked at; not where time ran out.
    pub complete: bool,
}

/// What is known of a heuristic.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "wire", derive(TS))]
pub struct Judged {
    /// Its name.
    pub heuristic: String,
    /// Whether it declares itself admissible, and consistent.
    pub declared: (bool, bool),
    /// What it says of the position itself; none where it sees no way.
    pub here: Option<u32>,
    /// How often each estimate was given at each distance.
    pub points: Vec<Point>,
    /// How many estimates are above the true distance.
    pub above: usize,
    /// The simplest state where it is: the nearest to a goal, and of these the one that is most wrong.
    pub worst: Option<Example>,
    /// How many moves were looked at.
    pub edges: usize,
    /// At how many of them it drops by more than the move costs.
    pub drops: usize,
    /// The simplest move where it does.
    pub drop: Option<Fall>,
    /// The sum of estimates over the sum of distances, over states that can be solved and where it sees a way.
    pub quality: Option<f64>,
}

/// So many states at a distance have an estimate; none for no way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wire", derive(TS))]
#[expect(missing_docs, reason = "they are what they are called")]
pub struct Point {
    pub distance: Option<u32>,
    pub estimate: Option<u32>,
    pub count: usize,
}

/// A state, as the code of a position, with an estimate and the truth.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(TS))]
#[expect(missing_docs, reason = "they are what they are called")]
pub struct Example {
    pub code: String,
    pub estimate: Option<u32>,
    pub distance: u32,
}

/// A move at which an estimate drops too much.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(TS))]
pub struct Fall {
    /// Before the move, and after it.
    pub code: String,
    /// After it.
    pub after: String,
    /// The estimates there.
    pub estimate: Option<u32>,
    /// After it.
    pub then: u32,
    /// What the move costs.
    pub cost: u32,
}

/// A state about which two heuristics disagree.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(TS))]
pub struct Difference {
    /// The state.
    pub code: String,
    /// What they say, in their order.
    pub estimates: (Option<u32>, Option<u32>),
    /// The truth; none where it is dead.
    pub distance: Option<u32>,
}

/// A problem as it is looked at.
pub struct Lens<'a, P: Reversible> {
    /// The problem.
    pub problem: &'a P,
    /// Its heuristics.
    pub heuristics: Vec<HeuristicEntry<P>>,
    /// A state as a position.
    pub position: &'a dyn Fn(&P::State) -> Box<dyn Position>,
    /// The solver that proves distances.
    pub solver: &'static str,
}

/// A state and its true distance; none where no goal can be reached.
type Known<S> = (S, Option<Cost>);

/// A script's fault, as the refusal that it is.
pub fn fault(script: &dyn Scripted) -> Option<Refusal> {
    let other = |why: String| refuse!("script.failed", "the script fails: {why}", why);
    script.fault().map(|fault| match fault.downcast::<Refusal>() {
        Ok(refusal) => *refusal,
        Err(error) => other(error.to_string()),
    })
}

impl<P: Reversible + 'static> Lens<'_, P> {
    /// Looks. Who brought a script along asks it for its [`fault`] afterwards.
    pub fn look(&self, question: &Question, run: &mut Run) -> Result<Findings, Refusal> {
        let mut glasses =
            question.asked.iter().map(|asked| Glass::new(self, asked)).collect::<Result<Vec<_>, _>>()?;
        let mut findings = Findings { complete: true, ..Findings::default() };
        let mut known = Vec::new();
        let looked = self.prepare(&mut glasses, run).and_then(|()| {
            known = self.gather(question, &mut findings, run)?;
            self.measure(&mut glasses, &known, run)
        });
        if looked == Err(Stop::Cancelled) {
            return Err(refuse!("search.cancelled", "cancelled"));
        }
        findings.complete &= looked.is_ok();
        findings.states = glasses.iter().map(|glass| glass.said.len()).min().unwrap_or(0);
        known.truncate(findings.states);
        findings.dead = known.iter().filter(|(_, distance)| distance.is_none()).count();
        findings.differ = match glasses.as_slice() {
            [one, other] => self.difference(one, other, &known),
            _ => None,
        };
        findings.sides = glasses.into_iter().map(|glass| self.side(glass, &known)).collect();
        Ok(findings)
    }

    /// Builds the tables of what is asked, and asks it about the position itself.
    fn prepare(&self, glasses: &mut [Glass<'_, P>], run: &mut Run) -> Result<(), Stop> {
        let start = self.problem.start();
        for glass in glasses {
            match &glass.guide {
                Guide::Declared(heuristic) => heuristic.prepare(self.problem, run)?,
                Guide::Own(own, script) => own.take(script, self.problem, run)?,
            }
            glass.side.here = glass.ask(self.problem, &start, run)?;
        }
        Ok(())
    }

    /// States with their true distances.
    fn gather(
        &self,
        question: &Question,
        findings: &mut Findings,
        run: &mut Run,
    ) -> Result<Vec<Known<P::State>>, Stop> {
        let mut random = Random::new(question.seed);
        if question.states == 0 {
            return Ok(Vec::new());
        }
        if let Some(all) = self.list(run)? {
            findings.all = all.len() <= question.states;
            return Ok(pick(all, question.states, &mut random));
        }
        let mut known = Vec::new();
        if self.problem.goal_count() <= GOALS {
            known = pick(self.backwards(run)?, question.states.div_ceil(2), &mut random);
        }
        let more = (question.states - known.len()).min(SOLVED);
        // Half of the time is for asking about them.
        let until = run.left().time.map(|time| run.elapsed() + time / 2);
        findings.complete &= self.walk(more, until, &mut known, &mut findings.unknown, &mut random, run)?;
        let wanted = known.len();
        Ok(pick(known, wanted, &mut random))
    }

    /// All states that can be reached, if they are few.
    fn list(&self, run: &mut Run) -> Result<Option<Vec<Known<P::State>>>, Stop> {
        let start = self.problem.start();
        let mut places = HashMap::from([(start.clone(), 0)]);
        let mut states = vec![start];
        // Where each move leads back from.
        let mut back: Vec<Vec<(usize, Cost)>> = vec![Vec::new()];
        let mut at = 0;
        while let Some(state) = states.get(at).cloned() {
            run.step()?;
            self.problem.successors(&state, |_, next, cost| {
                let place = *places.entry(next).or_insert_with_key(|next| {
                    states.push(next.clone());
                    back.push(Vec::new());
                    states.len() - 1
                });
                back[place].push((at, cost));
            });
            if states.len() > LISTED {
                return Ok(None);
            }
            at += 1;
        }
        let goals = (0..states.len()).filter(|&place| self.problem.is_goal(&states[place]));
        let mut waiting: BinaryHeap<_> = goals.map(|place| (Reverse(0), place)).collect();
        let mut far = vec![None; states.len()];
        while let Some((Reverse(cost), place)) = waiting.pop() {
            run.step()?;
            if far[place].is_none() {
                far[place] = Some(cost);
                waiting.extend(back[place].iter().map(|&(from, more)| (Reverse(cost + more), from)));
            }
        }
        Ok(Some(states.into_iter().zip(far).collect()))
    }

    /// The states nearest to the goals. Some of them may be out of reach from the start.
    fn backwards(&self, run: &mut Run) -> Result<Vec<Known<P::State>>, Stop> {
        let (mut places, mut states) = (HashMap::new(), Vec::new());
        let mut waiting = BinaryHeap::new();
        let mut meet = |state: P::State, cost: Cost, waiting: &mut BinaryHeap<_>, states: &mut Vec<_>| {
            let place = *places.entry(state).or_insert_with_key(|state: &P::State| {
                states.push((state.clone(), None));
                states.len() - 1
            });
            waiting.push((Reverse(cost), place));
        };
        self.problem.goals(|goal| meet(goal, 0, &mut waiting, &mut states));
        let mut settled = 0;
        while let Some((Reverse(cost), place)) = waiting.pop() {
            run.step()?;
            let (state, far) = &mut states[place];
            if far.is_some() {
                continue;
            }
            *far = Some(cost);
            settled += 1;
            if settled == LISTED {
                break;
            }
            let state = state.clone();
            self.problem.predecessors(&state, |_, before, more| {
                meet(before, cost + more, &mut waiting, &mut states);
            });
        }
        // What was met and not settled has no distance yet, which is not to say that it is dead.
        states.retain(|(_, far)| far.is_some());
        Ok(states)
    }

    /// The start, states on a shortest way from it and beside that, then states on random walks, each solved. Whether there was time for it.
    fn walk(
        &self,
        wanted: usize,
        until: Option<Duration>,
        known: &mut Vec<Known<P::State>>,
        unknown: &mut usize,
        random: &mut Random,
        run: &mut Run,
    ) -> Result<bool, Stop> {
        let late = |run: &Run| until.is_some_and(|until| run.elapsed() >= until);
        let wanted = known.len() + wanted;
        let mut met: HashSet<P::State> = known.iter().map(|(state, _)| state.clone()).collect();
        let mut solve = |state: P::State, known: &mut Vec<_>, run: &mut Run| {
            if known.len() >= wanted || late(run) || !met.insert(state.clone()) {
                return Ok(None);
            }
            let left = until.map(|until| until.saturating_sub(run.elapsed()));
            let distance = match self.solve(&state, left, run)? {
                Truth::Known(distance) => {
                    known.push((state, distance));
                    distance
                }
                Truth::Unknown => {
                    *unknown += 1;
                    None
                }
            };
            // Where hardly anything is solved, more will not be.
            if *unknown > PATIENCE + known.len() { Err(Stop::GaveUp) } else { Ok(distance) }
        };
        let mut here = Some(self.problem.start());
        let first = known_or_stop(solve(self.problem.start(), known, run))?;
        let mut least = first.unwrap_or(Cost::MAX);
        while let Some(state) = here.take() {
            for next in self.ahead(&state) {
                let distance = solve(next.clone(), known, run);
                if let Some(distance) = known_or_stop(distance)?.filter(|&distance| distance < least) {
                    (least, here) = (distance, Some(next));
                }
            }
        }
        for _ in 0..3 * wanted {
            let mut state = self.problem.start();
            for _ in 0..random.bits() % (STEPS + 1) {
                let mut ahead = self.ahead(&state);
                let Some(last) = ahead.len().checked_sub(1) else { break };
                state = ahead.swap_remove((random.bits() % (last as u64 + 1)) as usize);
            }
            match solve(state, known, run) {
                Err(Stop::GaveUp) => break,
                other => known_or_stop(other)?,
            };
        }
        Ok(!late(run))
    }

    /// The states after one move.
    fn ahead(&self, state: &P::State) -> Vec<P::State> {
        let mut ahead = Vec::new();
        self.problem.successors(state, |_, next, _| ahead.push(next));
        ahead
    }

    /// The true distance of a state.
    fn solve(&self, state: &P::State, time: Option<Duration>, run: &mut Run) -> Result<Truth, Stop> {
        run.look()?;
        let Ok(spec) = self.solver.parse() else { return Ok(Truth::Unknown) };
        let limits = Limits { nodes: Some(NODES), time, memory: run.left().memory };
        let mut beside = run.beside(limits).with_threads(1);
        beside.own = None;
        let position = (self.position)(state);
        let answer = position.plans().and_then(|plans| plans.solve(&spec, &mut beside, None).ok());
        match answer.map(|answer| answer.outcome) {
            Some(Outcome::Unsolvable) => Ok(Truth::Known(None)),
            Some(outcome) if outcome.is_optimal() => Ok(Truth::Known(outcome.lower_bound())),
            Some(Outcome::Stopped { why: Stop::Cancelled, .. }) => Err(Stop::Cancelled),
            _ => Ok(Truth::Unknown),
        }
    }

    /// Asks everybody about every state, and about the moves from it.
    fn measure(
        &self,
        glasses: &mut [Glass<'_, P>],
        known: &[Known<P::State>],
        run: &mut Run,
    ) -> Result<(), Stop> {
        for (state, distance) in known {
            let mut ahead = Vec::new();
            self.problem.successors(state, |_, next, cost| ahead.push((next, cost)));
            for glass in &mut *glasses {
                let said = glass.ask(self.problem, state, run)?;
                for (next, cost) in &ahead {
                    let then = glass.ask(self.problem, next, run)?;
                    glass.move_made(*distance, (state, said), (next, then), *cost);
                }
                glass.said.push(said);
            }
        }
        Ok(())
    }

    fn code(&self, state: &P::State) -> String {
        (self.position)(state).code()
    }

    /// All that one heuristic said, put together.
    fn side(&self, glass: Glass<'_, P>, known: &[Known<P::State>]) -> Judged {
        let mut points: BTreeMap<_, usize> = BTreeMap::new();
        let (mut estimates, mut distances) = (0, 0);
        let mut worst: Option<((Cost, Reverse<Cost>), usize)> = None;
        let mut side = glass.side;
        for (place, ((_, distance), &said)) in known.iter().zip(&glass.said).enumerate() {
            // No way comes after every number.
            let order = |value: Option<Cost>| (value.is_none(), value);
            *points.entry((order(*distance), order(said))).or_default() += 1;
            let Some(distance) = *distance else { continue };
            if let Some(said) = said {
                estimates += u64::from(said);
                distances += u64::from(distance);
            }
            if said.is_none_or(|said| said > distance) {
                side.above += 1;
                let key = (distance, Reverse(said.unwrap_or(Cost::MAX)));
                if worst.is_none_or(|(least, _)| key < least) {
                    worst = Some((key, place));
                }
            }
        }
        side.points = (points.into_iter())
            .map(|(((_, distance), (_, estimate)), count)| Point { distance, estimate, count })
            .collect();
        side.quality = (distances > 0).then(|| estimates as f64 / distances as f64);
        side.worst = worst.map(|((distance, _), place)| Example {
            code: self.code(&known[place].0),
            estimate: glass.said[place],
            distance,
        });
        side.drop = glass.drop.map(|drop| Fall {
            code: self.code(&drop.before),
            after: self.code(&drop.after),
            estimate: drop.estimate,
            then: drop.then,
            cost: drop.cost,
        });
        side
    }

    /// Where two heuristics differ most, and of these places the nearest to a goal.
    fn difference(
        &self,
        one: &Glass<'_, P>,
        other: &Glass<'_, P>,
        known: &[Known<P::State>],
    ) -> Option<Difference> {
        let gap = |place: usize| match (one.said[place], other.said[place]) {
            (Some(a), Some(b)) => a.abs_diff(b),
            (None, None) => 0,
            _ => Cost::MAX,
        };
        let key = |&place: &usize| (gap(place), Reverse(known[place].1.unwrap_or(Cost::MAX)), Reverse(place));
        let place = (0..known.len()).filter(|&place| gap(place) > 0).max_by_key(key)?;
        Some(Difference {
            code: self.code(&known[place].0),
            estimates: (one.said[place], other.said[place]),
            distance: known[place].1,
        })
    }
}

/// A distance, or none where it was not worth finding out.
fn known_or_stop(found: Result<Option<Cost>, Stop>) -> Result<Option<Cost>, Stop> {
    match found {
        Err(Stop::GaveUp) => Ok(None),
        other => other,
    }
}

/// As many states of each distance as can be, `wanted` in all, in an order that is drawn by lot.
fn pick<S>(all: Vec<Known<S>>, wanted: usize, random: &mut Random) -> Vec<Known<S>> {
    let mut classes: BTreeMap<(bool, Option<Cost>), Vec<Known<S>>> = BTreeMap::new();
    for known in all {
        classes.entry((known.1.is_none(), known.1)).or_default().push(known);
    }
    let mut classes: Vec<_> = classes.into_values().collect();
    for class in &mut classes {
        for last in (1..class.len()).rev() {
            class.swap(last, (random.bits() % (last as u64 + 1)) as usize);
        }
    }
    let mut picked = Vec::new();
    while picked.len() < wanted && !classes.is_empty() {
        for class in &mut classes {
            if picked.len() < wanted {
                picked.extend(class.pop());
            }
        }
        classes.retain(|class| !class.is_empty());
    }
    picked
}

/// Who says how far a state is from a goal.
enum Guide<P: Reversible> {
    Declared(Box<dyn Heuristic<P>>),
    Own(Own<P>, Arc<dyn Scripted>),
}

/// A heuristic while it is looked at.
struct Glass<'a, P: Reversible> {
    guide: Guide<P>,
    /// What it said, by state.
    known: HashMap<P::State, Option<Cost>>,
    /// What it said of the states that are looked at, in their order.
    said: Vec<Option<Cost>>,
    drop: Option<Fallen<P::State>>,
    side: Judged,
    asked: &'a Asked,
}

/// A move at which an estimate drops too much.
struct Fallen<S> {
    /// The simplest is the least.
    key: (Cost, Reverse<Cost>),
    before: S,
    after: S,
    estimate: Option<Cost>,
    then: Cost,
    cost: Cost,
}

/// What is known of a state's true distance.
enum Truth {
    /// It is this, or none: the state is dead.
    Known(Option<Cost>),
    /// It was not found within the limits.
    Unknown,
}

impl<'a, P: Reversible + 'static> Glass<'a, P> {
    fn new(lens: &Lens<'_, P>, asked: &'a Asked) -> Result<Self, Refusal> {
        let Lens { problem, heuristics, .. } = lens;
        let (guide, info) = if let Some(script) = &asked.script {
            (Guide::Own(Own::new(*problem, heuristics), script.clone()), &OWN)
        } else {
            let place = find(Kind::Heuristic, &asked.name, heuristics, |entry| entry.info.name)?;
            let entry = &heuristics[place];
            (Guide::Declared((entry.build)(problem)), entry.info)
        };
        let declared = (info.admissible, info.consistent);
        let side = Judged { heuristic: asked.name.clone(), declared, ..Judged::default() };
        Ok(Glass { guide, known: HashMap::new(), said: Vec::new(), drop: None, side, asked })
    }

    fn ask(&mut self, problem: &P, state: &P::State, run: &mut Run) -> Result<Option<Cost>, Stop> {
        run.step()?;
        if let Some(&said) = self.known.get(state) {
            return Ok(said);
        }
        let said = match &self.guide {
            Guide::Declared(heuristic) => heuristic.estimate(problem, state),
            Guide::Own(own, _) => own.opinion(problem, state),
        };
        if self.asked.script.as_ref().is_some_and(|script| script.has_failed()) {
            return Err(Stop::Failed);
        }
        self.known.insert(state.clone(), said);
        Ok(said)
    }

    fn move_made(
        &mut self,
        distance: Option<Cost>,
        (before, estimate): (&P::State, Option<Cost>),
        (after, then): (&P::State, Option<Cost>),
        cost: Cost,
    ) {
        self.side.edges += 1;
        let Some(then) = then else { return };
        if estimate.is_some_and(|estimate| estimate <= then.saturating_add(cost)) {
            return;
        }
        self.side.drops += 1;
        let fall = estimate.map_or(Cost::MAX, |estimate| estimate - then);
        let key = (distance.unwrap_or(Cost::MAX), Reverse(fall));
        if self.drop.as_ref().is_none_or(|drop| key < drop.key) {
            let (before, after) = (before.clone(), after.clone());
            self.drop = Some(Fallen { key, before, after, estimate, then, cost });
        }
    }
}
