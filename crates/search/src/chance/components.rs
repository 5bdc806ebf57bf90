//! Parts of the graph in which one can go round for ever.
//!
//! A **strong component** is a set of states each of which may come to each other one (Tarjan, 1972). They are found in an order in which what
//! follows a component comes before it, so that values can be settled one component at a time.
//!
//! An **end component** is a set of states in which one *can stay for certain*, and come from each state to each other one: there
//! are actions none of whose outcomes leads out, and these connect the set. All its states have the same chance to win, namely that of the best way
//! out. To iterate on a bound from above one must make it one state first, or the bound never sinks: "I stay, so
//! tomorrow my chance is what it is today" is true of any number. The largest end components are found as by de
//! Alfaro (1997): drop the actions that may leave the set, and the states that have no action left; what remains falls into strong components; repeat for
//! each of them until nothing changes.

use super::graph::{Graph, OPEN};
use crate::store::reserved;
use crate::{Run, Stop};

const DONE: u32 = u32::MAX;

/// Works on the components of one graph.
pub(super) struct Components {
    /// The states, those of a component together, and those of an end component together in it.
    pub(super) order: Vec<u32>,
    /// Equal for states of one end component, once [`Self::split`] has seen their component.
    pub(super) label: Vec<u32>,
    labels: u32,
    index: Vec<u32>,
    low: Vec<u32>,
    open: Vec<u32>,
    frames: Vec<(u32, usize)>,
    found: Vec<u32>,
}

/// Bytes that [`Components`] holds for a state.
const BYTES: usize = 6 * size_of::<u32>() + size_of::<(u32, usize)>();

impl Components {
    /// Finds the strong components: where each ends in the order, what follows first.
    pub(super) fn of<S>(graph: &Graph<S>, run: &mut Run) -> Result<(Self, Vec<u32>), Stop> {
        let states = graph.len();
        let filled = |run: &mut Run| {
            let mut list = reserved(states, &mut run.memory)?;
            list.resize(states, 0);
            Ok(list)
        };
        let mut components = Components {
            order: filled(run)?,
            label: filled(run)?,
            labels: 0,
            index: filled(run)?,
            low: filled(run)?,
            open: reserved(states, &mut run.memory)?,
            frames: reserved(states, &mut run.memory)?,
            found: reserved(states, &mut run.memory)?,
        };
        components.order.iter_mut().zip(0..).for_each(|(place, state)| *place = state);
        let mut ends = reserved(states, &mut run.memory)?;
        components.strong(graph, 0..states, &mut ends, run)?;
        Ok((components, ends))
    }

    /// Gives the memory back that was counted, with that of the ends.
    pub(super) fn drop_from(self, run: &mut Run) {
        run.memory.give_back(self.order.len() * (BYTES + size_of::<u32>()));
    }

    /// Puts the states of `order[range]` in the order of their strong components by the actions that are not marked, and adds where
    /// each ends.
    fn strong<S>(
        &mut self,
        graph: &Graph<S>,
        range: std::ops::Range<usize>,
        ends: &mut Vec<u32>,
        run: &mut Run,
    ) -> Result<(), Stop> {
        for at in range.clone() {
            self.index[self.order[at] as usize] = 0;
        }
        self.found.clear();
        let mut counter = 0;
        for at in range.clone() {
            let root = self.order[at];
            if self.index[root as usize] != 0 {
                continue;
            }
            self.enter(graph, root, &mut counter);
            while let Some((state, place)) = self.frames.last_mut() {
                let state = *state;
                if *place < graph.places(state).end {
                    let target = graph.target(*place);
                    *place += 1;
                    if target >= OPEN {
                        continue;
                    }
                    match self.index[target as usize] {
                        0 => {
                            self.enter(graph, target, &mut counter);
                            if counter.is_multiple_of(1 << 16) {
                                run.look()?;
                            }
                        }
                        DONE => {}
                        index => self.low[state as usize] = self.low[state as usize].min(index),
                    }
                } else {
                    self.frames.pop();
                    self.leave(state, range.start, ends);
                }
            }
        }
        self.order[range].copy_from_slice(&self.found);
        Ok(())
    }

    fn enter<S>(&mut self, graph: &Graph<S>, state: u32, counter: &mut u32) {
        *counter += 1;
        self.index[state as usize] = *counter;
        self.low[state as usize] = *counter;
        self.open.push(state);
        self.frames.push((state, graph.places(state).start));
    }

    fn leave(&mut self, state: u32, start: usize, ends: &mut Vec<u32>) {
        let low = self.low[state as usize];
        if low == self.index[state as usize] {
            while let Some(member) = self.open.pop() {
                self.index[member as usize] = DONE;
                self.found.push(member);
                if member == state {
                    break;
                }
            }
            ends.push((start + self.found.len()) as u32);
        }
        if let Some(&(parent, _)) = self.frames.last() {
            self.low[parent as usize] = self.low[parent as usize].min(low);
        }
    }

    /// Splits the component `order[range]` into its largest end components and single states; the ranges of both in the order. Every action that
    /// may lead out of its part is marked then, and no other one.
    pub(super) fn split<S>(
        &mut self,
        graph: &mut Graph<S>,
        range: std::ops::Range<usize>,
        parts: &mut Vec<(u32, u32)>,
        run: &mut Run,
    ) -> Result<(), Stop> {
        parts.clear();
        if range.len() == 1 {
            // By far the most are single states.
            let label = self.fresh();
            self.label[self.order[range.start] as usize] = label;
            self.trim(graph, range.clone(), label, run)?;
            parts.push((range.start as u32, range.end as u32));
            return Ok(());
        }
        let mut waiting = vec![range];
        let mut ends = Vec::new();
        while let Some(range) = waiting.pop() {
            let label = self.fresh();
            for at in range.clone() {
                self.label[self.order[at] as usize] = label;
            }
            let kept = self.trim(graph, range.clone(), label, run)?;
            for at in range.start..kept {
                parts.push((at as u32, at as u32 + 1));
            }
            if range.len() == 1 || kept == range.end {
                if kept < range.end {
                    parts.push((range.start as u32, range.end as u32));
                }
                continue;
            }
            ends.clear();
            self.strong(graph, kept..range.end, &mut ends, run)?;
            if kept == range.start && ends.len() == 1 {
                parts.push((range.start as u32, range.end as u32));
                continue;
            }
            let mut start = kept;
            for &end in &ends {
                waiting.push(start..end as usize);
                start = end as usize;
            }
        }
        parts.sort_unstable();
        Ok(())
    }

    fn fresh(&mut self) -> u32 {
        self.labels = self.labels.wrapping_add(1);
        self.labels
    }

    /// Marks the actions that may leave the states with this label, and moves the states that have no other ones to the front of the range,
    /// each with a label of its own. Where the rest begins.
    fn trim<S>(
        &mut self,
        graph: &mut Graph<S>,
        range: std::ops::Range<usize>,
        label: u32,
        run: &mut Run,
    ) -> Result<usize, Stop> {
        let mut kept = range.start;
        loop {
            let before = kept;
            for at in before..range.end {
                let state = self.order[at];
                let mut stays = false;
                for action in graph.actions(state) {
                    if graph.leaves(action) {
                        continue;
                    }
                    let inside = |target: u32| target < OPEN && self.label[target as usize] == label;
                    if graph.outcomes(action).all(|(target, _)| inside(target)) {
                        stays = true;
                    } else {
                        graph.mark(action);
                    }
                }
                if !stays {
                    self.label[state as usize] = self.fresh();
                    self.order.swap(at, kept);
                    kept += 1;
                }
            }
            if kept == before || kept == range.end {
                return Ok(kept);
            }
            if range.len() > 1 << 10 {
                run.look()?;
            }
        }
    }
}
