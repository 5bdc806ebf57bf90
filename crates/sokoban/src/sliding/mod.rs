//! Sliding boxes: how likely the level can still be won, and the push to make now.
//!
//! [`solve`] answers for one position; an [`Advisor`] keeps what it found, so that every step of a game has its answer at once. Small levels
//! are solved exactly ([`exact`]); larger ones on a part of their states that grows until time is up ([`online`](damier_search::chance::online)),
//! from a solution of the plain game (`plan`). Either way the chance is told by two bounds that are proven, and who follows the
//! advice wins at least as often as the lower one says. Whatever the limits are there is an answer, be it a push that seems good and
//! bounds of 0 and 1.
//!
//! ```
//! use damier_search::{Limits, Run};
//! use damier_sokoban::{notation::xsb, sliding};
//!
//! // One push too far, and the box is in the corner.
//! let level = xsb::read("######\n#@$. #\n######").unwrap();
//! let variant = sliding::parse("sliding(p=0.1)").unwrap();
//! let answer = sliding::solve(&level, variant, &mut Run::new(Limits::default())).unwrap();
//! assert_eq!(answer.chance, (0.9, 0.9));
//! ```

mod plan;
mod problem;

use damier_kit::VariantInfo;
use damier_search::chance::Chance;
use damier_search::chance::exact::{self, Policy};
use damier_search::chance::online::{Envelope, Guide};
use damier_search::registry::{OptionInfo, Takes, arguments, find};
use damier_search::{Cost, Kind, Limits, Run, Spec, SpecError, Stop};

use crate::board::{Cell, Direction, Position};
use crate::rules::Sliding;
use plan::Planner;
pub use problem::{Nearest, Push, SlidingProblem, State};

/// Bounds that are no further apart are one chance.
const GAP: f64 = 1e-9;

/// What to do now, and what to hope for.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// Proven bounds of the highest chance to win. Who keeps to the advice has the first of them at least.
    pub chance: (f64, f64),
    /// Whether the two are the same, to nine digits: the chance is known, and the advice is the best there is.
    pub proven: bool,
    /// The walk to the box and the push; empty if the level is solved or lost.
    pub steps: Vec<Direction>,
    /// In how many states the policy says what to do; none where it says nothing of this position.
    pub policy: Option<usize>,
    /// How many states were looked at for it.
    pub states: usize,
}

/// The variant, as it declares itself.
pub const VARIANTS: &[VariantInfo] = &[VariantInfo {
    name: "sliding",
    summary: "a pushed box slides one cell further by chance",
    options: &[
        OptionInfo::new("p", "the chance that it slides", Takes::Decimal(0.0, 1.0), "0.1"),
        OptionInfo::new(
            "way",
            "straight ahead only, or with equal shares ahead and to both sides",
            Takes::Choice(&["ahead", "sideways"]),
            "ahead",
        ),
    ],
}];

/// The variant as [`parse`] reads it.
pub fn name(sliding: Sliding) -> String {
    let way = if sliding.sideways { ",way=sideways" } else { "" };
    format!("sliding(p={}{way})", sliding.chance)
}

/// Reads a variant such as `sliding(p=0.1)` or `sliding(p=0.1,way=sideways)`. What is not said is as [`VARIANTS`] declares.
pub fn parse(text: &str) -> Result<Sliding, SpecError> {
    let mut spec: Spec = text.parse()?;
    let VariantInfo { name, options, .. } =
        &VARIANTS[find(Kind::Variant, &spec.name, VARIANTS, |variant| variant.name)?];
    // A word alone is an option without a value.
    spec.pairs.extend(spec.words.into_iter().map(|word| (word, String::new())));
    let args = arguments(name, options, &spec.pairs)?;
    Ok(Sliding { chance: args.decimal("p"), sideways: args.is("way", "sideways") })
}

/// The chance to win from a position, and what to do. Half of what is left of the limits is for an exact answer, the rest for a partial one; a
/// run without limits tries for the exact one only. It is an error to be cancelled, and nothing else is.
pub fn solve(position: &Position, sliding: Sliding, run: &mut Run) -> Result<Answer, Stop> {
    let advisor = Advisor::new(position, sliding, run)?;
    Ok(advisor.ask(position).unwrap_or(Answer {
        chance: (0.0, 1.0),
        proven: false,
        steps: Vec::new(),
        policy: None,
        states: 0,
    }))
}

/// A policy for a game that is being played.
pub struct Advisor {
    sliding: Sliding,
    problem: SlidingProblem,
    /// None where the limits were too narrow for any.
    policy: Option<Policy<SlidingProblem>>,
    /// The first push of a solution in which nothing slides.
    first: Option<Push>,
}

impl Advisor {
    /// Finds the policy from a position, within the limits as [`solve`] does.
    pub fn new(position: &Position, sliding: Sliding, run: &mut Run) -> Result<Self, Stop> {
        let problem = SlidingProblem::new(position, sliding);
        let left = run.left();
        let limits = Limits {
            nodes: left.nodes.map(|nodes| nodes / 2),
            time: left.time.map(|time| time / 2),
            memory: left.memory,
        };
        let mut first = run.beside(limits);
        let solved = exact::solve(&problem, &mut first);
        run.stats.expanded += first.stats.expanded;
        run.stats.generated += first.stats.generated;
        run.stats.duplicates += first.stats.duplicates;
        run.stats.pruned += first.stats.pruned;
        // What it held counts, though it holds it no more.
        let held = first.finish().peak_bytes as usize;
        if run.memory.take(held).is_ok() {
            run.memory.give_back(held);
        }
        let mut advisor = Advisor { sliding, problem, policy: None, first: None };
        match solved {
            Err(Stop::Cancelled) => return Err(Stop::Cancelled),
            Err(_) => advisor.grow(position, run)?,
            Ok(policy) => advisor.policy = Some(policy),
        }
        Ok(advisor)
    }

    /// A policy on a part of the states, with what is left of the run.
    fn grow(&mut self, position: &Position, run: &mut Run) -> Result<(), Stop> {
        let planner = Planner::new(position, &self.problem, self.sliding, run);
        let first = planner.first.as_ref().and_then(|pushes| pushes.first().copied());
        // The expansions of others were added, so the limits are looked at anew.
        let looked = run.look();
        let grown = looked
            .and_then(|()| Envelope { gap: GAP, ..Envelope::default() }.solve(&self.problem, &planner, run));
        self.first = first;
        match grown {
            Err(Stop::Cancelled) => return Err(Stop::Cancelled),
            Err(_) => {}
            Ok(policy) => self.policy = Some(policy),
        }
        Ok(())
    }

    /// What is known of a position, at once; none if it cannot come up from where the policy begins, or was not looked at.
    pub fn ask(&self, position: &Position) -> Option<Answer> {
        if !self.problem.is_on(position) {
            return None;
        }
        let state = self.problem.state(position);
        let start = state == self.problem.start();
        let policy = self.policy.as_ref();
        let known = policy.and_then(|policy| policy.chance(&self.problem, &state));
        let chance = match known {
            Some(chance) => chance,
            None if self.problem.is_goal(&state) => (1.0, 1.0),
            None if self.problem.is_dead(&state) => (0.0, 0.0),
            None if start => (0.0, 1.0),
            None => return None,
        };
        let over = self.problem.is_goal(&state) || chance.1 <= 0.0;
        let push = policy.and_then(|policy| policy.action(&self.problem, &state));
        let push = push.or(self.first.filter(|_| start)).or_else(|| self.guess(&state)).filter(|_| !over);
        Some(Answer {
            chance,
            proven: chance.1 - chance.0 <= GAP,
            steps: push.and_then(|push| self.steps(position, push)).unwrap_or_default(),
            policy: policy.map(Policy::visited),
            states: policy.map_or(0, Policy::states),
        })
    }

    /// The same, after thinking again from this position if it is not proven yet. The better of the old and the new policy is kept.
    pub fn think(&mut self, position: &Position, run: &mut Run) -> Result<Answer, Stop> {
        let old = self.ask(position);
        if let Some(answer) = old.as_ref().filter(|answer| answer.proven) {
            return Ok(answer.clone());
        }
        let new = Advisor::new(position, self.sliding, run).map(|advisor| (advisor.ask(position), advisor));
        match (old, new) {
            (Some(old), Ok((Some(new), advisor))) if new.chance.0 >= old.chance.0 => {
                *self = advisor;
                Ok(new)
            }
            (None, Ok((Some(new), advisor))) => {
                *self = advisor;
                Ok(new)
            }
            (Some(old), Ok(_) | Err(Stop::Time | Stop::Nodes | Stop::Memory | Stop::GaveUp)) => Ok(old),
            (_, Err(stop)) => Err(stop),
            (None, Ok((None, _))) => Err(Stop::GaveUp),
        }
    }

    /// The push that seems to come nearest to the goals, where no way to them was found. One that likely loses is the last choice.
    fn guess(&self, state: &State) -> Option<Push> {
        let mut best = None;
        self.problem.actions(state, |push| {
            let mut likely: Option<(State, f64)> = None;
            self.problem.outcomes(state, push, |next, chance| {
                if likely.as_ref().is_none_or(|&(_, most)| chance > most) {
                    likely = Some((next, chance));
                }
            });
            let next = likely.map(|(next, _)| next).filter(|next| !self.problem.is_dead(next));
            let distance = next.and_then(|next| Nearest.distance(&self.problem, &next)).unwrap_or(Cost::MAX);
            if best.is_none_or(|(least, _)| distance < least) {
                best = Some((distance, push));
            }
        });
        best.map(|(_, push)| push)
    }

    /// The walk to the place behind the box, and the push.
    fn steps(&self, position: &Position, push: Push) -> Option<Vec<Direction>> {
        let board = &position.board;
        let behind = board.neighbour(self.problem.pushed(push)?, push.direction.opposite())?;
        let mut came = vec![None; board.width() * board.height()];
        let mut waiting = std::collections::VecDeque::from([position.player]);
        while let Some(cell) = waiting.pop_front() {
            if cell == behind {
                return Some(walk(position, &came, behind, push.direction));
            }
            for direction in Direction::ALL {
                let next = board.neighbour(cell, direction).filter(|&next| position.is_free(next));
                if let Some(next) =
                    next.filter(|next| *next != position.player && came[next.index()].is_none())
                {
                    came[next.index()] = Some(direction);
                    waiting.push_back(next);
                }
            }
        }
        None
    }
}

/// The steps by which a cell was come to, and a push from there.
fn walk(position: &Position, came: &[Option<Direction>], mut cell: Cell, push: Direction) -> Vec<Direction> {
    let mut steps = vec![push];
    while let Some(direction) = came[cell.index()] {
        steps.push(direction);
        let Some(before) = position.board.neighbour(cell, direction.opposite()) else { break };
        cell = before;
    }
    steps.reverse();
    steps
}
