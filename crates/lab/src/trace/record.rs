//! Watching a search and keeping what it tells.

use std::collections::HashMap;
use std::time::Instant;

use damier_search::{BACKWARD, Event, Fate, Order, Placement, Visit, Watcher};

use super::{BestLine, Bound, COUNTED, Kind, NONE, Packed, TIMED, Trace, What, Worth, mark};

/// Keeps what a search tells, up to so many bytes.
pub struct Recorder {
    trace: Trace,
    most: usize,
    began: Instant,
    /// The place in the trace of each node, by its number in the search; apart for those found backwards.
    places: [Vec<u32>; 2],
    /// The node that is being expanded, and where its pieces stand.
    here: u32,
    standing: Placement,
    /// The moves that are being looked at, the root first.
    path: Vec<u32>,
    names: HashMap<String, u16>,
    counts: [u32; 8],
    full: bool,
}

impl Recorder {
    /// For a board of so many cells, with the pieces as they stand at the start.
    pub fn new(cells: usize, start: Placement, most: usize) -> Self {
        Recorder {
            trace: Trace { start, first: vec![NONE; cells], counted: vec![[0; 8]], ..Trace::default() },
            most,
            began: Instant::now(),
            places: [Vec::new(), Vec::new()],
            here: NONE,
            standing: Placement::default(),
            path: Vec::new(),
            names: HashMap::new(),
            counts: [0; 8],
            full: false,
        }
    }

    /// What was kept.
    pub fn finish(mut self) -> Trace {
        let micros = self.began.elapsed().as_micros() as u32;
        self.trace.times.push(micros);
        self.trace
    }

    /// What was kept so far.
    pub fn trace(&self) -> &Trace {
        &self.trace
    }

    fn now(&self) -> u32 {
        self.trace.events.len() as u32
    }

    fn note(&mut self, what: What, of: u32) {
        let trace = &mut self.trace;
        if what == What::Step {
            trace.steps.push(trace.events.len() as u32);
            if trace.steps.len().is_multiple_of(TIMED) {
                trace.times.push(self.began.elapsed().as_micros() as u32);
            }
        }
        trace.events.push(Packed::new(what, of));
        self.counts[what as usize] += 1;
        if trace.events.len().is_multiple_of(COUNTED) {
            trace.counted.push(self.counts);
            self.full = trace.bytes() > self.most || trace.events.len() > Packed::MASK as usize / 2;
        }
    }

    /// Adds a node. It is there from the next event on.
    fn add(&mut self, parent: u32, g: u32, h: Option<u32>, marks: u8) -> u32 {
        let now = self.now() + 1;
        let nodes = &mut self.trace.nodes;
        nodes.parent.push(parent);
        nodes.born.push(now);
        nodes.ended.push(NONE);
        nodes.g.push(g.min(u32::from(u16::MAX)) as u16);
        nodes.h.push(h.unwrap_or(0).min(u32::from(u16::MAX)) as u16);
        nodes.marks.push(marks | if h.is_none() { mark::BLIND } else { 0 });
        nodes.cell.push(u16::MAX);
        nodes.shifted.push(nodes.shifts.len() as u32);
        (nodes.parent.len() - 1) as u32
    }

    /// Writes how the last node's pieces stand, against where they stand at its parent's.
    fn place(&mut self, state: &Placement, from: &Placement) {
        let nodes = &mut self.trace.nodes;
        for (piece, (&cell, &before)) in state.cells.iter().zip(&from.cells).enumerate() {
            if cell != before {
                nodes.shifts.push((piece as u16, cell));
            }
        }
        for (piece, &cell) in state.cells.iter().enumerate().skip(from.cells.len()) {
            nodes.shifts.push((piece as u16, cell));
        }
        let moved = state.tasked.iter().find(|cell| !from.tasked.contains(cell));
        if let (Some(last), Some(&cell)) = (nodes.cell.last_mut(), moved.or(state.tasked.first())) {
            *last = cell;
        }
    }

    fn name(&mut self, action: &str) -> u16 {
        if let Some(&place) = self.names.get(action) {
            return place;
        }
        let place = self.trace.names.len().min(usize::from(u16::MAX)) as u16;
        self.trace.names.push(action.to_owned());
        self.names.insert(action.to_owned(), place);
        place
    }

    fn placed(&mut self, id: u32) -> &mut u32 {
        let list = &mut self.places[usize::from(id & BACKWARD != 0)];
        let at = (id & !BACKWARD) as usize;
        if at >= list.len() {
            list.resize(at + 1, NONE);
        }
        &mut list[at]
    }

    fn end(&mut self, node: u32, marks: u8) {
        let now = self.now() + 1;
        let nodes = &mut self.trace.nodes;
        if let Some(ended) = nodes.ended.get_mut(node as usize).filter(|ended| **ended == NONE) {
            *ended = now;
            nodes.marks[node as usize] |= marks;
        }
    }

    fn order(&mut self, order: Order) {
        self.trace.order = order;
        self.trace.kind = if matches!(order, Order::Bandit { .. }) { Kind::Rollouts } else { Kind::States };
        // The numbers of a new pass have nothing to do with those of the last one.
        self.places.iter_mut().for_each(Vec::clear);
        self.here = NONE;
    }

    fn expand(&mut self, id: u32, state: &Placement, g: u32, h: u32) {
        let mut node = NONE;
        if self.trace.kind == Kind::States {
            node = *self.placed(id);
        } else {
            self.trace.kind = Kind::Expansions;
        }
        if node == NONE {
            // Nothing led here: it is a root.
            let back = if id & BACKWARD == 0 { 0 } else { mark::BACKWARD };
            node = self.add(NONE, g, Some(h), back);
            // It is there before its first event.
            self.trace.nodes.born[node as usize] -= 1;
            let start = std::mem::take(&mut self.trace.start);
            self.place(state, &start);
            self.trace.start = start;
            if self.trace.kind == Kind::States {
                *self.placed(id) = node;
            }
        }
        self.end(node, 0);
        self.here = node;
        self.standing.clone_from(state);
        let step = self.trace.steps.len() as u32;
        for &cell in &state.tasked {
            if let Some(first) = self.trace.first.get_mut(usize::from(cell)) {
                *first = (*first).min(step);
            }
        }
        self.note(What::Step, node);
    }

    /// The pieces of a node, from the start and what moved on the way.
    fn standing(&self, node: u32) -> Placement {
        Placement { cells: self.trace.cells(node), tasked: Vec::new() }
    }

    fn generate(
        &mut self,
        parent: u32,
        state: &Placement,
        (g, h, goal): (u32, Option<u32>, bool),
        fate: Fate,
    ) {
        let from = *self.placed(parent);
        let what = match fate {
            Fate::New(_) => What::New,
            Fate::Better(_) => What::Better,
            Fate::Duplicate(twin) => {
                let twin = twin.map_or(NONE, |twin| *self.placed(twin));
                return self.note(What::Duplicate, twin);
            }
            Fate::DeadEnd => What::DeadEnd,
            Fate::Cut => What::Cut,
        };
        let mut marks = if parent & BACKWARD == 0 { 0 } else { mark::BACKWARD };
        marks |= if goal { mark::GOAL } else { 0 };
        marks |= match what {
            What::DeadEnd => mark::DEAD,
            What::Cut => mark::CUT,
            _ => 0,
        };
        let node = self.add(from, g, h, marks);
        if from == self.here {
            let standing = std::mem::take(&mut self.standing);
            self.place(state, &standing);
            self.standing = standing;
        } else {
            let standing = self.standing(from);
            self.place(state, &standing);
        }
        if let Fate::New(id) | Fate::Better(id) = fate {
            let before = std::mem::replace(self.placed(id), node);
            if what == What::Better {
                self.end(before, mark::GONE);
            }
        } else {
            self.end(node, 0);
        }
        self.note(what, node);
    }

    fn enter(&mut self, action: &str, window: Option<(i32, i32)>) {
        self.trace.kind = Kind::Lines;
        if self.path.is_empty() {
            let root = self.add(NONE, 0, None, 0);
            self.trace.nodes.born[root as usize] -= 1;
            self.trace.nodes.name.push(u16::MAX);
            self.trace.nodes.worth.push(Worth::default());
            self.path.push(root);
        }
        let parent = self.path.last().copied().unwrap_or(NONE);
        let node =
            self.add(parent, self.path.len() as u32, None, if window.is_some() { mark::WINDOW } else { 0 });
        let name = self.name(action);
        let (low, high) = window.unwrap_or_default();
        self.trace.nodes.name.push(name);
        self.trace.nodes.worth.push(Worth { low, high, ..Worth::default() });
        self.path.push(node);
        self.note(What::New, node);
    }

    fn leave(&mut self, score: i32) {
        let Some(node) = self.path.pop() else { return };
        if let Some(worth) = self.trace.nodes.worth.get_mut(node as usize) {
            worth.score = score;
        }
        self.end(node, 0);
        self.note(What::Step, node);
    }

    fn rollout(&mut self, way: &[Visit<&str>], rewards: &[f64]) {
        let mut last = NONE;
        for visit in way {
            let node = *self.placed(visit.id);
            last = if node == NONE {
                let node = self.add(last, if last == NONE { 0 } else { self.depth(last) + 1 }, None, 0);
                let name = visit.action.map_or(u16::MAX, |action| self.name(action));
                self.trace.nodes.name.push(name);
                let (mover, prior) = (visit.mover as u8, visit.prior as f32);
                self.trace.nodes.worth.push(Worth { mover, prior, ..Worth::default() });
                *self.placed(visit.id) = node;
                node
            } else {
                node
            };
        }
        self.trace.players = rewards.len();
        self.trace.rewards.extend(rewards.iter().map(|&reward| reward as f32));
        self.note(What::Step, last);
    }

    fn depth(&self, node: u32) -> u32 {
        self.trace.nodes.g.get(node as usize).map_or(0, |&g| u32::from(g))
    }

    fn bound(&mut self, value: u32) {
        let (event, first) = (self.now(), self.trace.nodes.parent.len() as u32);
        let place = self.trace.bounds.len() as u32;
        self.trace.bounds.push(Bound { event, value, first });
        self.note(What::Bound, place);
        // Of games: the pass begins at the root again.
        self.path.clear();
    }
}

impl<'n> Watcher<Placement, &'n str> for Recorder {
    fn on(&mut self, event: Event<'_, Placement, &'n str>) {
        if self.full {
            self.trace.dropped += 1;
            return;
        }
        match event {
            Event::Order(order) => self.order(order),
            // Searches of games tell their moves besides.
            Event::Expand { state, .. } if state.cells.is_empty() => {}
            Event::Expand { id, state, g, h } => self.expand(id, state, g, h),
            Event::Generate { .. } if self.trace.kind != Kind::States => {}
            Event::Generate { parent, state, g, h, goal, fate, .. } => {
                self.generate(parent, state, (g, h, goal), fate);
            }
            Event::Skip { id } => {
                let node = *self.placed(id);
                self.end(node, mark::GONE);
                self.note(What::Skip, node);
            }
            Event::Bound(bound) => self.bound(bound),
            Event::Enter { action, window } => self.enter(action, window),
            Event::Leave { score } => self.leave(score),
            Event::Known => {
                let node = self.path.last().copied().unwrap_or(NONE);
                if let Some(marks) = self.trace.nodes.marks.get_mut(node as usize) {
                    *marks |= mark::KNOWN;
                }
                self.note(What::Duplicate, node);
            }
            Event::Cut { left } => {
                let node = self.path.last().copied().unwrap_or(NONE);
                if let Some(worth) = self.trace.nodes.worth.get_mut(node as usize) {
                    worth.cut = left.min(usize::from(u16::MAX)) as u16;
                }
                self.note(What::Cut, node);
            }
            Event::Rollout { way, rewards } => self.rollout(way, rewards),
            Event::Best { depth, score, line } => {
                let line = line.iter().map(|&step| step.to_owned()).collect();
                self.trace.bests.push(BestLine { at: self.now(), depth, score, line });
            }
        }
    }
}
