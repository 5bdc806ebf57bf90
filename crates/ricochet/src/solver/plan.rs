//! From the levels back to the moves.
//!
//! A state of level `f` was reached with `g = f - h` moves. One of the states from which a move leads to it was reached
//! with `g - 1`, and is found in the level that this makes for its own estimate.

use damier_search::Reversible;

use super::levels::Search;
use super::shard::Found;
use crate::board::Direction;
use crate::problem::{Slide, SlideProblem, Word};

impl<W: Word, const N: usize> Search<'_, W, N> {
    /// The moves that lead to what was found.
    pub(super) fn plan(&mut self, found: &Found<W>) -> Vec<Slide> {
        let level = self.ground.first + self.depth() - 1;
        match *found {
            Found::Goal { key } => self.way_to(key.with_main(self.ground.problem.target), level),
            Found::Last { key, main, from, direction } => {
                let state = key.with_main(main as u16);
                let mut slides = self.way_to(state, level - usize::from(self.ground.estimate(main)));
                let helpers = 1..self.ground.problem.robots();
                let slot = helpers.into_iter().find(|&slot| usize::from(state.get(slot)) == from);
                let (state, slide) = follow(self.ground.problem, state, slot.unwrap_or(0), direction);
                slides.push(slide);
                self.way_down(state, &mut slides);
                slides
            }
        }
    }

    /// Moves of the main robot, each one nearer.
    fn way_down(&mut self, mut state: W, slides: &mut Vec<Slide>) {
        let (ground, field) = (&self.ground, &mut self.shards[0].field);
        field.clear();
        for slot in 1..=ground.helpers {
            field.toggle(usize::from(state.get(slot)));
        }
        while state.get(0) != ground.problem.target {
            let here = usize::from(state.get(0));
            let stops = field.stops(here);
            let nearer = |stop: usize| {
                ground.estimate(stop) < ground.estimate(here) && field.descends(&ground.estimates, stop)
            };
            let Some(next) = (0..4).find(|&d| nearer(stops[d])) else { return };
            let (after, slide) = follow(ground.problem, state, 0, Direction::ALL[next]);
            state = after;
            slides.push(slide);
        }
        field.clear();
    }

    /// The moves from the start to a state that was reached with `moves` moves.
    fn way_to(&self, mut state: W, mut moves: usize) -> Vec<Slide> {
        let mut slides = Vec::new();
        while moves > 0 {
            moves -= 1;
            // Where each state before it must be written: its level and its placement.
            let mut before: Vec<Origin<W>> = Vec::new();
            self.ground.problem.predecessors(&state, |slide, state, _| {
                let main = usize::from(state.get(0));
                let estimate = self.ground.estimate(main);
                let level = (moves + usize::from(estimate)).wrapping_sub(self.ground.first);
                let key = state.with_main(0);
                let table = &self.shards[self.deal.shard_of(key)].table;
                if estimate != u16::MAX
                    && level < self.depth()
                    && table.find(key).is_some_and(|number| table.entries[number].seen.contains(main))
                {
                    before.push(Origin { level, key, state, slide });
                }
            });
            let Some(origin) = self.written(&before) else { break };
            slides.push(origin.slide);
            state = origin.state;
        }
        slides.reverse();
        slides
    }

    /// The first of these states that is written in its level.
    fn written<'o>(&self, origins: &'o [Origin<W>]) -> Option<&'o Origin<W>> {
        let mut levels: Vec<usize> = origins.iter().map(|origin| origin.level).collect();
        levels.sort_unstable();
        levels.dedup();
        for (level, shard) in levels.into_iter().flat_map(|level| self.shards.iter().map(move |s| (level, s)))
        {
            let wanted: Vec<_> = origins.iter().filter(|origin| origin.level == level).collect();
            // A small filter first: the list of placements may be long.
            let mut filter = [0u64; 64];
            let place = |key: W| ((key.hash32() >> 26) as usize, key.hash32() >> 20 & 63);
            for (word, bit) in wanted.iter().map(|origin| place(origin.key)) {
                filter[word] |= 1 << bit;
            }
            let mut found = None;
            let may = |key: W| {
                let (word, bit) = place(key);
                filter[word] >> bit & 1 != 0
            };
            shard.levels[level].any(may, |key, set| {
                let here = |origin: &&&Origin<W>| {
                    origin.key == key && set.contains(usize::from(origin.state.get(0)))
                };
                found = wanted.iter().find(here).copied();
                found.is_some()
            });
            if found.is_some() {
                return found;
            }
        }
        None
    }
}

/// A state from which a move leads to the one at hand.
struct Origin<W> {
    /// The level that it must be in.
    level: usize,
    key: W,
    state: W,
    slide: Slide,
}

/// The state after a slide, and the slide.
fn follow<W: Word>(problem: &SlideProblem<W>, state: W, slot: usize, direction: Direction) -> (W, Slide) {
    let stop = problem.stops_of(state, slot)[direction as usize];
    (problem.moved(state, slot, stop), Slide::new(slot, direction))
}
