//! Where a policy leads that knows a part of the states only, and how likely.
//!
//! All chance begins at the start. In each round every state hands what it has on to the outcomes of its action; what comes to a state that the
//! policy knows nothing of stays there. States are served in the order in which the policy comes to them, so that a round carries most of it
//! all the way, and what goes round in circles is soon little.

use std::collections::HashMap;

use super::Chance;
use super::exact::Policy;
use crate::{Run, Stop};

/// Rounds. What is still under way then is left out: these are guesses for what to look at next.
const ROUNDS: usize = 30;
/// Less than this is not worth another round.
const LITTLE: f64 = 1e-6;
/// States between two looks at the clock.
const LOOK_EVERY: usize = 1024;

/// The states to which the policy leads that it knows nothing of, in the order in which it comes to them, with their likelihood.
pub(super) fn exits<P: Chance>(
    problem: &P,
    policy: &Policy<P>,
    run: &mut Run,
) -> Result<Vec<(P::State, f64)>, Stop> {
    let mut states = vec![problem.start()];
    let mut places = HashMap::from([(problem.start(), 0)]);
    // For each state what it hands on: to which place, and how much of it.
    let mut ways: Vec<Vec<(usize, f64)>> = Vec::new();
    while let Some(state) = states.get(ways.len()).cloned() {
        if ways.len().is_multiple_of(LOOK_EVERY) {
            run.look()?;
        }
        let mut outcomes = Vec::new();
        if let Some(action) = policy.action(problem, &state) {
            problem.outcomes(&state, action, |next, chance| outcomes.push((next, chance)));
        }
        outcomes.retain(|(next, chance)| *chance > 0.0 && !problem.is_goal(next) && !problem.is_dead(next));
        let place = |(next, chance): (P::State, f64)| {
            let fresh = states.len();
            let place = *places.entry(next.clone()).or_insert(fresh);
            if place == fresh {
                states.push(next);
            }
            (place, chance)
        };
        ways.push(outcomes.into_iter().map(place).collect());
    }
    let mut likely = vec![0.0; states.len()];
    likely[0] = 1.0;
    for _ in 0..ROUNDS {
        let mut moved = 0.0;
        for (at, ways) in ways.iter().enumerate().filter(|(_, ways)| !ways.is_empty()) {
            let here = std::mem::take(&mut likely[at]);
            moved += here;
            ways.iter().for_each(|&(to, chance)| likely[to] += here * chance);
        }
        run.look()?;
        if moved < LITTLE {
            break;
        }
    }
    let out = |(state, _): &(P::State, f64)| policy.chance(problem, state).is_none();
    Ok(states.into_iter().zip(likely).filter(out).collect())
}
