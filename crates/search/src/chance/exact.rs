//! The highest chance to reach a goal, proven, and a policy that has it.
//!
//! All states are listed first, so they must fit in memory. Then values are settled one strong component at a time, what follows
//! first. In a component, each end component (`components.rs`) is made one state, and two bounds close in on the
//! truth: from below, the chance to win within so many actions; from above, the chance not to have lost by then (interval
//! iteration, Haddad and Monmege, 2014). Both are proven, up to the rounding of double precision.
//!
//! Many actions may be equally good, and going round in circles loses nothing: a policy must also get on. Among the best actions, one is
//! taken that has an outcome nearer to a goal, where an outcome with probability `p` counts as `1/p` steps, the number of
//! tries that it takes. Each action then has a chance to come nearer, so that circles end.

use super::Chance;
use super::components::Components;
use super::graph::{GOAL, Graph, LOST, OPEN};
use crate::store::{Store, reserved};
use crate::{Run, Stop};

/// The bounds of a component are brought at least this close to each other, beyond the gap of what follows it.
const GAP: f64 = 1e-12;
/// Actions whose chances differ by less are equally good. It is larger than [`GAP`], so that rounding never hides one.
const TIE: f64 = 1e-11;
/// A sweep that moves no bound by more than this has come to the end of what doubles can tell, or of what is known of the states that
/// follow.
const STILL: f64 = 1e-15;
/// A guess is so far above the bound from below, beyond the gap of what follows.
const GUESS: f64 = 1e-11;
/// The first guess is made when a sweep moves the bound from below by no more than this.
const FIRST_GUESS: f64 = 1e-13;
/// Sweeps in which a guess must prove itself.
const TRIES: u32 = 20;
/// A gap from which on the bounds are no exact answer anyway.
const ROUGH: f64 = 1e-8;
/// Outcomes between two looks at the clock: some milliseconds.
const LOOK_EVERY: usize = 1 << 20;

/// What to do in every state that can come up, and the chance that it has. Only for the problem that it was made for.
pub struct Policy<P: Chance> {
    states: Store<P::State, ()>,
    values: Values,
    visited: usize,
}

/// What is known of each state.
struct Values {
    lower: Vec<f64>,
    upper: Vec<f64>,
    /// Steps to a goal, as the header counts them.
    steps: Vec<f32>,
    /// Which of the state's actions to take.
    choice: Vec<u16>,
}

const NO_CHOICE: u16 = u16::MAX;

/// Finds the best policy from the start, or what ran out.
///
/// ```
/// use damier_search::{Limits, Run, chance::{Chance, exact}};
///
/// /// With 3 coins, play for one coin or for all, until there are 5 or none; a game is won one time in three.
/// struct Gambler;
///
/// impl Chance for Gambler {
///     type State = u32;
///     type Action = u32;
///     fn start(&self) -> u32 { 3 }
///     fn is_goal(&self, coins: &u32) -> bool { *coins >= 5 }
///     fn is_dead(&self, coins: &u32) -> bool { *coins == 0 }
///     fn actions(&self, coins: &u32, mut emit: impl FnMut(u32)) { emit(1); if *coins > 1 { emit(*coins) } }
///     fn outcomes(&self, coins: &u32, stake: u32, mut emit: impl FnMut(u32, f64)) {
///         emit(coins + stake, 1.0 / 3.0);
///         emit(coins - stake, 2.0 / 3.0);
///     }
/// }
///
/// let policy = exact::solve(&Gambler, &mut Run::new(Limits::default())).unwrap();
/// let (lower, upper) = policy.chance(&Gambler, &3).unwrap();
/// assert!(lower <= 1.0 / 3.0 && 1.0 / 3.0 <= upper && upper - lower < 1e-9);
/// assert_eq!(policy.action(&Gambler, &3), Some(3)); // Who is likely to lose plays as few games as possible,
/// assert_eq!(policy.action(&Gambler, &4), Some(1)); // but keeps what a game does not need.
/// ```
pub fn solve<P: Chance>(problem: &P, run: &mut Run) -> Result<Policy<P>, Stop> {
    solve_within(problem, |_| true, run)
}

/// The same on a part of the states. Of the others nothing is known: they have a chance between 0 and 1.
pub(super) fn solve_within<P: Chance>(
    problem: &P,
    wanted: impl Fn(&P::State) -> bool,
    run: &mut Run,
) -> Result<Policy<P>, Stop> {
    run.look()?;
    let start = problem.start();
    if problem.is_goal(&start) || problem.is_dead(&start) {
        return Ok(Policy { states: Store::new(), values: Values::new(0, run)?, visited: 0 });
    }
    let mut graph = Graph::explore(problem, wanted, run)?;
    let (mut components, ends) = Components::of(&graph, run)?;
    let mut values = Values::new(graph.len(), run)?;
    let (mut parts, mut first, mut work) = (Vec::new(), 0, 0);
    for &end in &ends {
        components.split(&mut graph, first..end as usize, &mut parts, run)?;
        let part = Part { graph: &graph, components: &components, parts: &parts };
        part.settle(&mut values, &mut work, run)?;
        part.choose(&mut values, &mut work, run)?;
        first = end as usize;
    }
    components.drop_from(run);
    let visited = visited(&graph, &values);
    Ok(Policy { states: graph.into_states(&mut run.memory), values, visited })
}

impl<P: Chance> Policy<P> {
    /// The proven bounds of the highest chance to win from a state; none if the state cannot come up from the start.
    pub fn chance(&self, problem: &P, state: &P::State) -> Option<(f64, f64)> {
        if problem.is_goal(state) {
            return Some((1.0, 1.0));
        }
        if problem.is_dead(state) {
            return Some((0.0, 0.0));
        }
        let id = self.states.find(state).ok()? as usize;
        Some((self.values.lower[id], self.values.upper[id]))
    }

    /// What to do in a state; none in a goal, where all is lost, and in a state that cannot come up from the start.
    pub fn action(&self, problem: &P, state: &P::State) -> Option<P::Action> {
        let choice = self.values.choice[self.states.find(state).ok()? as usize];
        let (mut at, mut found) = (0, None);
        problem.actions(state, |action| {
            if at == choice {
                found = Some(action);
            }
            at = at.saturating_add(1);
        });
        found.filter(|_| choice != NO_CHOICE)
    }

    /// How many states can come up from the start, whatever one does; goals and dead states are not counted.
    pub fn states(&self) -> usize {
        self.states.len()
    }

    /// How many of them can come up if one keeps to the policy: its size.
    pub fn visited(&self) -> usize {
        self.visited
    }
}

impl Values {
    fn new(states: usize, run: &mut Run) -> Result<Self, Stop> {
        let mut values = Values {
            lower: reserved(states, &mut run.memory)?,
            upper: reserved(states, &mut run.memory)?,
            steps: reserved(states, &mut run.memory)?,
            choice: reserved(states, &mut run.memory)?,
        };
        values.lower.resize(states, 0.0);
        values.upper.resize(states, 0.0);
        values.steps.resize(states, f32::INFINITY);
        values.choice.resize(states, NO_CHOICE);
        Ok(values)
    }

    fn bounds(&self, target: u32) -> (f64, f64) {
        match target {
            GOAL => (1.0, 1.0),
            LOST => (0.0, 0.0),
            OPEN => (0.0, 1.0),
            state => (self.lower[state as usize], self.upper[state as usize]),
        }
    }

    fn steps(&self, target: u32) -> f32 {
        match target {
            GOAL => 0.0,
            OPEN | LOST => f32::INFINITY,
            state => self.steps[state as usize],
        }
    }
}

/// How much a sweep moved bounds, and how far apart they are then, at most.
#[derive(Default)]
struct Sweep {
    gap: f64,
    lower: f64,
    upper: f64,
    /// By how much a bound from above went up.
    risen: f64,
}

/// A strong component, in parts: end components and single states.
struct Part<'a, S> {
    graph: &'a Graph<S>,
    components: &'a Components,
    parts: &'a [(u32, u32)],
}

impl<S> Part<'_, S> {
    fn members(&self, (start, end): (u32, u32)) -> &[u32] {
        &self.components.order[start as usize..end as usize]
    }

    fn all(&self) -> impl DoubleEndedIterator<Item = u32> + '_ {
        self.parts.iter().flat_map(|&part| self.members(part).iter().copied())
    }

    /// The chance of an action that may leave its part. It is tried again as long as it does not.
    fn bounds(&self, values: &Values, label: u32, action: usize) -> (f64, f64) {
        let (mut lower, mut upper, mut out) = (0.0, 0.0, 0.0);
        for (target, chance) in self.graph.outcomes(action) {
            if target >= OPEN || self.components.label[target as usize] != label {
                let (low, high) = values.bounds(target);
                lower += chance * low;
                upper += chance * high;
                out += chance;
            }
        }
        (lower / out, upper / out)
    }

    /// Brings the bounds together.
    fn settle(&self, values: &mut Values, work: &mut usize, run: &mut Run) -> Result<(), Stop> {
        // Whatever follows the component is settled; its own states are still at 0.
        let hope = self.all().any(|state| {
            let mut targets = self.graph.actions(state).flat_map(|action| self.graph.outcomes(action));
            targets.any(|(target, _)| values.bounds(target).1 > 0.0)
        });
        if !hope {
            return Ok(());
        }
        // How far apart the bounds of what follows are, and with them those of the component at best.
        let mut follow = 0.0f64;
        for state in self.all() {
            let targets = self.graph.actions(state).flat_map(|action| self.graph.outcomes(action));
            let gap = |(lower, upper): (f64, f64)| upper - lower;
            follow = targets.map(|(target, _)| gap(values.bounds(target))).fold(follow, f64::max);
        }
        for state in self.all() {
            values.upper[state as usize] = 1.0;
        }
        // Where much is open, the bound from above will not tell much either, and need not be found to the last digit.
        let patience = if follow > ROUGH { ROUGH } else { STILL };
        let mut next_guess = FIRST_GUESS;
        loop {
            let sweep = self.sweep(values, true, work, run)?;
            // A part alone depends on nothing that is not settled.
            let still = sweep.lower <= STILL && sweep.upper <= patience;
            if self.parts.len() == 1 || sweep.gap <= GAP || still {
                return Ok(());
            }
            if sweep.lower <= next_guess && follow <= ROUGH {
                if self.guess(values, follow + GUESS, work, run)? {
                    return Ok(());
                }
                // When the lower bound stands still, no later guess is better.
                next_guess = if sweep.lower <= STILL { -1.0 } else { (sweep.lower / 10.0).max(STILL) };
            }
        }
    }

    /// Improves the bounds of every part once; that from below only if wished. How much they moved.
    fn sweep(
        &self,
        values: &mut Values,
        below: bool,
        work: &mut usize,
        run: &mut Run,
    ) -> Result<Sweep, Stop> {
        let mut sweep = Sweep::default();
        for &part in self.parts {
            let members = self.members(part);
            let label = self.components.label[members[0] as usize];
            let old = values.bounds(members[0]);
            let mut best = (0.0f64, 0.0f64);
            for &state in members {
                for action in self.graph.actions(state).filter(|&action| self.graph.leaves(action)) {
                    let (lower, upper) = self.bounds(values, label, action);
                    best = (best.0.max(lower), best.1.max(upper));
                }
                *work += self.graph.places(state).len();
            }
            // A proven bound never gets worse; a guess may.
            let lower = if below { best.0.clamp(old.0, 1.0) } else { old.0 };
            let upper = if below { best.1.min(old.1) } else { best.1.min(1.0) };
            for &state in members {
                (values.lower[state as usize], values.upper[state as usize]) = (lower, upper);
            }
            sweep.gap = sweep.gap.max(upper - lower);
            sweep.lower = sweep.lower.max(lower - old.0);
            sweep.upper = sweep.upper.max(old.1 - upper);
            sweep.risen = sweep.risen.max(upper - old.1);
        }
        if *work > LOOK_EVERY {
            *work = 0;
            run.look()?;
        }
        Ok(sweep)
    }

    /// The bound from above may sink slowly where one can nearly stay for ever. So it is guessed, a little above the one from below, and tried: a
    /// guess that no sweep raises anywhere is a bound (optimistic value iteration, Hartmanns and Kaminski, 2020). Whether it was; if not, all is
    /// as before.
    fn guess(&self, values: &mut Values, above: f64, work: &mut usize, run: &mut Run) -> Result<bool, Stop> {
        let before: Vec<f64> = self.all().map(|state| values.upper[state as usize]).collect();
        for state in self.all() {
            let at = state as usize;
            values.upper[at] = values.upper[at].min(values.lower[at] + above);
        }
        for _ in 0..TRIES {
            if self.sweep(values, false, work, run)?.risen <= STILL {
                return Ok(true);
            }
        }
        for (state, upper) in self.all().zip(before) {
            values.upper[state as usize] = upper;
        }
        Ok(false)
    }

    /// Chooses, among the best actions of each state, the one with the fewest steps.
    fn choose(&self, values: &mut Values, work: &mut usize, run: &mut Run) -> Result<(), Stop> {
        let mut changed = true;
        let mut forwards = true;
        while changed {
            changed = false;
            let mut visit = |state: u32| {
                if values.upper[state as usize] > 0.0 {
                    changed |= self.improve(values, state);
                }
                *work += self.graph.places(state).len();
            };
            if forwards {
                self.all().for_each(&mut visit);
            } else {
                self.all().rev().for_each(&mut visit);
            }
            forwards = !forwards;
            if *work > LOOK_EVERY {
                *work = 0;
                run.look()?;
            }
        }
        Ok(())
    }

    fn improve(&self, values: &mut Values, state: u32) -> bool {
        let (label, lower) = (self.components.label[state as usize], values.lower[state as usize]);
        let mut changed = false;
        for (choice, action) in (0..NO_CHOICE).zip(self.graph.actions(state)) {
            let steps = self
                .graph
                .outcomes(action)
                .map(|(target, chance)| values.steps(target) + 1.0 / chance as f32);
            let steps = steps.fold(f32::INFINITY, f32::min);
            // Less by so much that rounding cannot make two states each other's next.
            if steps < values.steps[state as usize] * 0.999_99
                && (!self.graph.leaves(action) || self.bounds(values, label, action).0 >= lower - TIE)
            {
                values.steps[state as usize] = steps;
                values.choice[state as usize] = choice;
                changed = true;
            }
        }
        changed
    }
}

/// How many states can come up from the first one by the policy.
fn visited<S>(graph: &Graph<S>, values: &Values) -> usize {
    let mut seen = vec![false; graph.len()];
    let (mut waiting, mut count) = (vec![0u32], 0);
    seen[0] = true;
    while let Some(state) = waiting.pop() {
        let choice = values.choice[state as usize];
        if choice == NO_CHOICE {
            continue;
        }
        count += 1;
        for (target, _) in graph.outcomes(graph.actions(state).start + usize::from(choice)) {
            if target < OPEN && !std::mem::replace(&mut seen[target as usize], true) {
                waiting.push(target);
            }
        }
    }
    count
}
