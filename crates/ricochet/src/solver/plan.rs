//! From the levels back to the moves.
//!
//! A state of level `f` was reached with `g = f - h` moves. One of the states from which a move leads to it was reached
//! with `g - 1`, and is found in the level that this makes for its own estimate.

use damier_search::Reversible;

use super::levels::{Found, Search, descends};
use crate::board::Direction;
use crate::problem::{Slide, SlideProblem, Word};

impl<W: Word, const N: usize> Search<'_, W, N> {
    /// The moves that lead to what was found.
    pub(super) fn plan(&mut self, found: &Found) -> Vec<Slide> {
        let level = self.first + self.levels.len() - 1;
        match *found {
            Found::Goal { number } => {
                self.way_to(self.table.entries[number].key.with_main(self.problem.target), level)
            }
            Found::Last { number, main, from, direction } => {
                let state = self.table.entries[number].key.with_main(main as u16);
                let mut slides = self.way_to(state, level - usize::from(self.estimates[main]));
                let helpers = 1..self.problem.robots();
                let slot = helpers.into_iter().find(|&slot| usize::from(state.get(slot)) == from);
                let (state, slide) = follow(self.problem, state, slot.unwrap_or(0), direction);
                slides.push(slide);
                self.way_down(state, &mut slides);
                slides
            }
        }
    }

    /// Moves of the main robot, each one nearer.
    fn way_down(&mut self, mut state: W, slides: &mut Vec<Slide>) {
        self.field.clear();
        for slot in 1..self.problem.robots() {
            self.field.toggle(usize::from(state.get(slot)));
        }
        while state.get(0) != self.problem.target {
            let here = usize::from(state.get(0));
            let stops = self.field.stops(here);
            let nearer = |stop: usize| {
                self.estimates[stop] < self.estimates[here] && descends(&self.field, &self.estimates, stop)
            };
            let Some(next) = (0..4).find(|&d| nearer(stops[d])) else { return };
            let (after, slide) = follow(self.problem, state, 0, Direction::ALL[next]);
            state = after;
            slides.push(slide);
        }
        self.field.clear();
    }

    /// The moves from the start to a state that was reached with `moves` moves.
    fn way_to(&self, mut state: W, mut moves: usize) -> Vec<Slide> {
        let mut slides = Vec::new();
        while moves > 0 {
            moves -= 1;
            // Where each state before it must be written: its level, its placement, its main robot.
            let mut before: Vec<(usize, u32, W, Slide)> = Vec::new();
            self.problem.predecessors(&state, |slide, origin, _| {
                let estimate = self.estimates[usize::from(origin.get(0))];
                let level = (moves + usize::from(estimate)).wrapping_sub(self.first);
                if estimate != u16::MAX
                    && level < self.levels.len()
                    && let Some(number) = self.table.find(origin.with_main(0))
                {
                    before.push((level, number as u32, origin, slide));
                }
            });
            let Some((origin, slide)) = self.written(&before) else { break };
            slides.push(slide);
            state = origin;
        }
        slides.reverse();
        slides
    }

    /// The first of these states that is written in its level.
    fn written(&self, states: &[(usize, u32, W, Slide)]) -> Option<(W, Slide)> {
        let mut levels: Vec<usize> = states.iter().map(|state| state.0).collect();
        levels.sort_unstable();
        levels.dedup();
        for level in levels {
            let wanted: Vec<_> = states.iter().filter(|state| state.0 == level).collect();
            // A small filter first: the list of numbers may be long.
            let mut filter = [0u64; 64];
            wanted.iter().for_each(|state| filter[(state.1 >> 6 & 63) as usize] |= 1 << (state.1 & 63));
            let list = &self.levels[level];
            for (at, &number) in list.numbers.iter().enumerate() {
                if filter[(number >> 6 & 63) as usize] >> (number & 63) & 1 == 0 {
                    continue;
                }
                let here = |state: &&&(usize, u32, W, Slide)| {
                    state.1 == number && list.sets[at].contains(usize::from(state.2.get(0)))
                };
                if let Some(&&(_, _, origin, slide)) = wanted.iter().find(here) {
                    return Some((origin, slide));
                }
            }
        }
        None
    }
}

/// The state after a slide, and the slide.
fn follow<W: Word>(problem: &SlideProblem<W>, state: W, slot: usize, direction: Direction) -> (W, Slide) {
    let stop = problem.stops_of(state, slot)[direction as usize];
    (problem.moved(state, slot, stop), Slide::new(slot, direction))
}
