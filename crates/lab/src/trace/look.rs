//! What is to be seen at a moment of a search.

use std::cmp::Ordering;

use damier_search::{Order, Tie};
use serde::{Deserialize, Serialize};
#[cfg(feature = "wire")]
use ts_rs::TS;

use super::{COUNTED, Kind, NONE, Packed, Trace, What, mark};

/// All that is to be seen at a moment.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(TS))]
pub struct Cursor {
    /// How many events have happened.
    pub at: usize,
    /// How many steps have been made.
    pub step: usize,
    /// How long the search had taken, in microseconds.
    pub micros: u32,
    /// What has just happened; nothing at the beginning.
    pub what: Option<What>,
    /// The node that it happened to.
    pub node: Option<NodeView>,
    /// The node that was being expanded when it happened.
    pub expanding: Option<u32>,
    /// The bound, or the depth, of this pass.
    pub bound: Option<u32>,
    /// Which pass it is, from 1.
    pub pass: usize,
    /// How often what has happened.
    pub counts: Counts,
    /// What waits, and why the first of it is next.
    pub open: OpenList,
    /// By cell: how many states wait there, and how many were expanded, of those that were found forwards.
    pub cells: Vec<(u32, u32)>,
    /// The same for those that were found backwards; empty where there are none.
    pub backward: Vec<(u32, u32)>,
    /// In a game: the best line of the last whole pass.
    pub best: Option<super::BestLine>,
    /// In a game: the moves under the node, the best first.
    pub moves: Vec<NodeView>,
    /// In a search of rollouts: the moves at the root, the most visited first.
    pub root: Vec<NodeView>,
}

/// How often what has happened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wire", derive(TS))]
#[allow(missing_docs)]
pub struct Counts {
    pub steps: u32,
    pub new: u32,
    pub better: u32,
    pub duplicates: u32,
    pub dead: u32,
    pub cut: u32,
    pub skipped: u32,
}

/// A piece that moved, from where to where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wire", derive(TS))]
pub struct Shift(pub u16, pub u16, pub u16);

/// A node as it is at a moment.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "wire", derive(TS))]
pub struct NodeView {
    /// Its number.
    pub id: u32,
    /// The node that it came from.
    pub parent: Option<u32>,
    /// The cost so far, or the depth in a game.
    pub g: u32,
    /// The estimate, where one was made.
    pub h: Option<u32>,
    /// `open`, `closed`, `goal`, `dead`, `cut`, `gone` (a better way was found, or it was searched meanwhile), `ahead` (not born
    /// yet), in a game `entered` and `left`.
    pub status: &'static str,
    /// Whether it was found backwards, from the goals.
    pub backward: bool,
    /// Where each piece stands; empty in a game.
    pub cells: Vec<u16>,
    /// How it was reached: at each step the pieces that moved.
    pub way: Vec<Vec<Shift>>,
    /// In a game: the moves that lead here.
    pub moves: Vec<String>,
    /// When it was born, and when it was expanded or left, if that is so by then.
    pub born: u32,
    /// See `born`.
    pub ended: Option<u32>,
    /// In a search of lines: what was promised to the player who is to move, and what came out.
    pub window: Option<(i32, i32)>,
    /// See `window`.
    pub score: Option<i32>,
    /// How many of its moves were not looked at.
    pub cut: u32,
    /// Whether its score was known from a table.
    pub known: bool,
    /// In a search of rollouts: how often it was visited, and what that gave who moved there in the mean.
    pub visits: u32,
    /// See `visits`.
    pub value: Option<f64>,
    /// The value and what is added for being little known: the greatest sum is followed next.
    pub terms: Option<(f64, f64)>,
}

/// What waits at a moment.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "wire", derive(TS))]
pub struct OpenList {
    /// How much waits.
    pub len: usize,
    /// The first of it, in the order in which it is taken.
    pub first: Vec<NodeView>,
    /// Why the first is next.
    pub why: Option<WhyNext>,
}

/// Why a node is next.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "wire", derive(TS))]
pub struct WhyNext {
    /// `oldest`, `least` or `deepest`.
    pub order: &'static str,
    /// With `least`: the weights of cost and estimate.
    pub weights: (f64, f64),
    /// The key of the next one.
    pub key: f64,
    /// How many others have the same key.
    pub equal: usize,
    /// With `least`: what decides among those, `g` or `h`; how many are still equal then: the youngest is next.
    pub tie: Option<&'static str>,
    /// See `tie`.
    pub still_equal: usize,
}

/// Where to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "wire", derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum Break {
    /// Something is expanded on this cell.
    Cell(u16),
    /// A node of this cost and estimate together is expanded.
    Sum(u32),
    /// A goal was generated.
    Goal,
    /// A state was met again.
    Duplicate,
    /// A dead end was met.
    DeadEnd,
    /// Something was cut off.
    Cut,
    /// A cheaper way to a known state was found.
    Better,
    /// A new depth, bound or pass.
    Bound,
}

/// What moments are counted in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "wire", derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum Measure {
    /// Everything that happened.
    #[default]
    Events,
    /// Expansions, moves that were looked at, rollouts.
    Steps,
    /// The time that the search had taken, in microseconds.
    Micros,
}

/// The course of a search in as many parts as asked for.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "wire", derive(TS))]
pub struct Timeline {
    /// The moment at which each part ends.
    pub at: Vec<u32>,
    /// What waits then.
    pub open: Vec<u32>,
    /// How many steps were made by then.
    pub steps: Vec<u32>,
    /// How many duplicates were met by then.
    pub duplicates: Vec<u32>,
    /// Cost and estimate of the node that was expanded last.
    pub g: Vec<u32>,
    /// See `g`.
    pub h: Vec<u32>,
    /// The moments of new bounds, with the bound.
    pub bounds: Vec<(u32, u32)>,
    /// The moments at which goals were generated.
    pub goals: Vec<u32>,
}

/// Keys are compared in parts of this size.
const PARTS: f64 = 1024.0;
/// What waits is looked through once; so many of the first are told.
const MOST_OPEN: usize = 50;
/// Of what waits, a way of more steps is not told.
const LONG_WAY: usize = 24;

impl Trace {
    fn is(&self, node: usize, marks: u8) -> bool {
        self.nodes.marks[node] & marks != 0
    }

    /// Where the pieces of a node stand.
    pub fn cells(&self, node: u32) -> Vec<u16> {
        let mut cells = self.start.cells.clone();
        for node in self.line(node) {
            for &(piece, cell) in self.shifts(node) {
                match cells.get_mut(usize::from(piece)) {
                    Some(place) => *place = cell,
                    None => cells.push(cell),
                }
            }
        }
        cells
    }

    pub(super) fn shifts(&self, node: u32) -> &[(u16, u16)] {
        let at = node as usize;
        let from = self.nodes.shifted[at] as usize;
        let to = self.nodes.shifted.get(at + 1).map_or(self.nodes.shifts.len(), |&to| to as usize);
        &self.nodes.shifts[from..to]
    }

    /// A node and those before it, the root first.
    pub(super) fn line(&self, node: u32) -> Vec<u32> {
        let parent = |&node: &u32| self.nodes.parent.get(node as usize).copied().filter(|&node| node != NONE);
        let known = Some(node).filter(|&node| (node as usize) < self.size());
        let mut line: Vec<u32> = std::iter::successors(known, parent).collect();
        line.reverse();
        line
    }

    /// What a node is at a moment.
    pub fn status(&self, node: u32, at: usize) -> &'static str {
        let (place, at) = (node as usize, at as u32);
        let nodes = &self.nodes;
        if nodes.born[place] > at {
            return "ahead";
        }
        let ended = nodes.ended[place] <= at;
        match self.kind {
            Kind::Lines => return if ended { "left" } else { "entered" },
            Kind::Rollouts => return "closed",
            _ => {}
        }
        if self.is(place, mark::DEAD) {
            "dead"
        } else if self.is(place, mark::CUT) {
            "cut"
        } else if !ended && self.is(place, mark::GOAL) {
            "goal"
        } else if !ended {
            "open"
        } else if self.is(place, mark::GONE) {
            "gone"
        } else {
            "closed"
        }
    }

    /// A node as it is at a moment, with the way to it or without.
    pub fn view(&self, node: u32, at: usize, with_way: bool) -> Option<NodeView> {
        let place = node as usize;
        let nodes = &self.nodes;
        let parent = *nodes.parent.get(place)?;
        let ended = Some(nodes.ended[place]).filter(|&ended| ended as usize <= at);
        let mut view = NodeView {
            id: node,
            parent: Some(parent).filter(|&parent| parent != NONE),
            g: u32::from(nodes.g[place]),
            h: Some(u32::from(nodes.h[place])).filter(|_| !self.is(place, mark::BLIND)),
            status: self.status(node, at),
            backward: self.is(place, mark::BACKWARD),
            born: nodes.born[place],
            ended,
            ..NodeView::default()
        };
        if matches!(self.kind, Kind::Lines | Kind::Rollouts) {
            view.moves =
                self.line(node).into_iter().filter_map(|node| self.name(node)).map(str::to_owned).collect();
        } else if with_way {
            let mut cells = self.start.cells.clone();
            for node in self.line(node) {
                let mut moved = Vec::new();
                for &(piece, cell) in self.shifts(node) {
                    let from = cells.get(usize::from(piece)).copied().unwrap_or(cell);
                    moved.push(Shift(piece, from, cell));
                    match cells.get_mut(usize::from(piece)) {
                        Some(place) => *place = cell,
                        None => cells.push(cell),
                    }
                }
                view.way.push(moved);
            }
            view.cells = cells;
        }
        if let (Kind::Lines, Some(worth)) = (self.kind, nodes.worth.get(place)) {
            view.window = self.is(place, mark::WINDOW).then_some((worth.low, worth.high));
            view.score = ended.map(|_| worth.score);
            view.cut = if ended.is_some() { u32::from(worth.cut) } else { 0 };
            view.known = ended.is_some() && self.is(place, mark::KNOWN);
        }
        Some(view)
    }

    /// In a game: the move that led to a node.
    pub(super) fn name(&self, node: u32) -> Option<&str> {
        let place = *self.nodes.name.get(node as usize)?;
        self.names.get(usize::from(place)).map(String::as_str)
    }

    /// How often what has happened at a moment.
    pub fn counts(&self, at: usize) -> Counts {
        let at = at.min(self.len());
        let mut counts = self.counted.get(at / COUNTED).copied().unwrap_or_default();
        for event in &self.events[at / COUNTED * COUNTED..at] {
            counts[event.what() as usize] += 1;
        }
        let of = |what: What| counts[what as usize];
        Counts {
            steps: of(What::Step),
            new: of(What::New),
            better: of(What::Better),
            duplicates: of(What::Duplicate),
            dead: of(What::DeadEnd),
            cut: of(What::Cut),
            skipped: of(What::Skip),
        }
    }

    /// The moment after so many events, steps or microseconds.
    pub fn moment_by(&self, at: usize, by: Measure) -> usize {
        match by {
            Measure::Events => at.min(self.len()),
            Measure::Steps => self.moment_of(at),
            Measure::Micros => self.moment_at(u32::try_from(at).unwrap_or(u32::MAX)),
        }
    }

    /// All that is to be seen at a moment; of a board with so many cells.
    pub fn cursor(&self, at: usize) -> Cursor {
        let at = at.min(self.len());
        let step = self.steps_until(at);
        let event = at.checked_sub(1).and_then(|last| self.events.get(last)).copied();
        let what = event.map(Packed::what);
        let node = event.filter(|_| what != Some(What::Bound)).map(Packed::of).filter(|&node| node != NONE);
        let expanding = step.checked_sub(1).map(|last| self.events[self.steps[last] as usize].of());
        let pass = self.bounds.partition_point(|bound| (bound.event as usize) < at);
        let bound = pass.checked_sub(1).map(|last| self.bounds[last].value);
        let (open, cells, backward) = self.waiting(at);
        let best = self.bests.partition_point(|best| best.at as usize <= at).checked_sub(1);
        let mut cursor = Cursor {
            at,
            step,
            micros: self.micros(step),
            what,
            node: node.and_then(|node| self.view(node, at, true)),
            expanding,
            bound,
            pass,
            counts: self.counts(at),
            open,
            cells,
            backward,
            best: best.map(|last| self.bests[last].clone()),
            moves: Vec::new(),
            root: Vec::new(),
        };
        if self.kind == Kind::Rollouts {
            self.visits(&mut cursor);
        } else if self.kind == Kind::Lines {
            let parent = cursor.node.as_ref().map(|node| match node.status {
                "entered" => node.id,
                _ => node.parent.unwrap_or(node.id),
            });
            let parent = parent.or((self.size() > 0).then_some(0));
            let born = |&child: &u32| self.nodes.born[child as usize] as usize <= at;
            let children = parent.map(|parent| self.children(parent)).unwrap_or_default();
            cursor.moves =
                children.into_iter().filter(born).filter_map(|child| self.view(child, at, false)).collect();
        }
        cursor
    }

    /// The nodes that are there at a moment: they are born in order.
    fn born_until(&self, at: usize) -> usize {
        self.nodes.born.partition_point(|&born| born as usize <= at)
    }

    /// The first node of the pass that is under way: what an earlier one left waits no more.
    fn pass_from(&self, at: usize) -> usize {
        let pass = self.bounds.partition_point(|bound| (bound.event as usize) < at);
        let first = if self.order == Order::Deepest { pass.checked_sub(1) } else { None };
        first.map_or(0, |last| self.bounds[last].first as usize)
    }

    /// What waits, in the order in which it is taken, and by cell how much waits and was expanded: forwards, backwards.
    fn waiting(&self, at: usize) -> (OpenList, ByCell, ByCell) {
        let mut sides = [vec![(0, 0); self.first.len()], Vec::new()];
        if !matches!(self.kind, Kind::States | Kind::Expansions) {
            let [cells, backward] = sides;
            return (OpenList::default(), cells, backward);
        }
        let nodes = &self.nodes;
        let now = at as u32;
        let no_part = mark::DEAD | mark::CUT;
        let (from, to) = (self.pass_from(at), self.born_until(at).max(self.pass_from(at)));
        let mut len = 0;
        let mut first: Vec<(Rank, u32)> = Vec::with_capacity(2 * MOST_OPEN);
        let mut worst: Rank = (u64::MAX, u32::MAX, u32::MAX);
        // How many have the least key, and how many of those the least tie.
        let (mut least, mut equal) = ((u64::MAX, u32::MAX), (0, 0));
        let ranking = self.ranking();
        let mut look = |node: usize, marks: u8, ended: u32, cell: u16, g: u16, h: u16| {
            let back = marks & mark::BACKWARD != 0;
            if back && sides[1].is_empty() {
                sides[1] = vec![(0, 0); self.first.len()];
            }
            let cell = sides[usize::from(back)].get_mut(usize::from(cell));
            if ended <= now {
                if let (Some(cell), 0) = (cell, marks & (no_part | mark::GONE)) {
                    cell.1 += 1;
                }
                return;
            }
            if marks & no_part != 0 {
                return;
            }
            len += 1;
            if let Some(cell) = cell {
                cell.0 += 1;
            }
            let key = ranking.key(self, node, g, h);
            if key > worst.0 {
                return;
            }
            let rank = (key, ranking.tie(g, h), ranking.last(nodes.born[node]));
            match key.cmp(&least.0).then(rank.1.cmp(&least.1)) {
                Ordering::Less => {
                    equal = (if key == least.0 { equal.0 + 1 } else { 1 }, 1);
                    least = (key, rank.1);
                }
                Ordering::Equal => equal = (equal.0 + 1, equal.1 + 1),
                Ordering::Greater => equal.0 += usize::from(key == least.0),
            }
            if rank > worst {
                return;
            }
            first.push((rank, node as u32));
            if first.len() == 2 * MOST_OPEN {
                first.sort_unstable();
                first.truncate(MOST_OPEN);
                worst = first.last().map_or(worst, |&(rank, _)| rank);
            }
        };
        let columns = nodes.marks[from..to].iter().zip(&nodes.ended[from..to]).zip(&nodes.cell[from..to]);
        let columns = columns.zip(&nodes.g[from..to]).zip(&nodes.h[from..to]);
        let mut see = |(node, ((((&marks, &ended), &cell), &g), &h)): (usize, Columns<'_>)| {
            look(from + node, marks, ended, cell, g, h);
        };
        // What comes first is met first: then little else has to be put in its place.
        match ranking {
            Ranking::Oldest => columns.enumerate().for_each(&mut see),
            _ => columns.enumerate().rev().for_each(&mut see),
        }
        first.sort_unstable();
        first.truncate(MOST_OPEN);
        let why = first.first().map(|&((key, ..), _)| {
            let (order, weights, tie) = match self.order {
                Order::Least { g, h, tie } => {
                    ("least", (g, h), Some(if tie == Tie::Estimate { "h" } else { "g" }))
                }
                Order::Deepest => ("deepest", (0.0, 0.0), None),
                _ => ("oldest", (0.0, 0.0), None),
            };
            WhyNext {
                order,
                weights,
                key: key as f64 / PARTS,
                equal: usize::saturating_sub(equal.0, 1),
                tie,
                still_equal: usize::saturating_sub(equal.1, 1),
            }
        });
        // Where its pieces stand and what moved last; not the whole way where that is long.
        let short = |&(_, node): &(Rank, u32)| {
            let mut view = self.view(node, at, true)?;
            if view.way.len() > LONG_WAY {
                view.way.drain(..view.way.len() - 1);
            }
            Some(view)
        };
        let [cells, backward] = sides;
        (OpenList { len, first: first.iter().filter_map(short).collect(), why }, cells, backward)
    }

    /// What decides when a node is taken.
    fn ranking(&self) -> Ranking {
        match self.order {
            Order::Least { g, h, tie } => {
                let (g, h) = (g * PARTS, h * PARTS);
                let whole = |weight: f64| weight.fract() == 0.0 && (0.0..1e9).contains(&weight);
                if whole(g) && whole(h) {
                    Ranking::Whole { g: g as u64, h: h as u64, tie }
                } else {
                    Ranking::Least { g, h, tie }
                }
            }
            Order::Deepest => Ranking::Deepest,
            Order::Oldest | Order::Bandit { .. } => Ranking::Oldest,
        }
    }

    /// What the rollouts until a moment gave, at the node that the last one ended in and those above it.
    fn visits(&self, cursor: &mut Cursor) {
        let Order::Bandit { explore, prior } = self.order else { return };
        let (visits, rewards) = self.tally(cursor.step);
        let worth = |node: u32| &self.nodes.worth[node as usize];
        let look = |node: u32| {
            let mut view = self.view(node, cursor.at, false)?;
            let (count, sum) = (visits[node as usize], rewards[node as usize]);
            view.visits = count;
            let seen = f64::from(count) + prior;
            let value = (sum + prior * f64::from(worth(node).prior)) / seen;
            view.value = (seen > 0.0).then_some(value);
            let above = view.parent.map_or(1.0, |parent| {
                f64::from(visits[parent as usize])
                    + if self.nodes.parent[parent as usize] == NONE { 0.0 } else { prior }
            });
            view.terms = view.value.map(|value| (value, explore * (above.max(1.0).ln() / seen).sqrt()));
            Some(view)
        };
        let parent = cursor.node.as_ref().map_or(0, |node| node.parent.unwrap_or(node.id));
        if self.size() == 0 {
            return;
        }
        let there = self.born_until(cursor.at) as u32;
        let moves = |parent: u32| {
            let children = self.children(parent).into_iter().filter(|&child| child < there);
            let mut moves: Vec<NodeView> = children.filter_map(look).collect();
            moves.sort_by_key(|view| std::cmp::Reverse(view.visits));
            moves
        };
        (cursor.moves, cursor.root) = (moves(parent), moves(0));
        cursor.best = self.most_visited(cursor.at, &visits, cursor.root.first());
        if let Some(view) = cursor.node.take() {
            cursor.node = look(view.id);
        }
    }

    /// The line of the most visited moves.
    fn most_visited(&self, at: usize, visits: &[u32], first: Option<&NodeView>) -> Option<super::BestLine> {
        let next = |&node: &u32| {
            let children = self.children(node).into_iter().filter(|&child| visits[child as usize] > 0);
            // Of several the oldest.
            children.min_by_key(|&child| (std::cmp::Reverse(visits[child as usize]), child))
        };
        let line = std::iter::successors(first.map(|first| first.id), next);
        let line: Vec<String> = line.filter_map(|node| self.name(node)).map(str::to_owned).collect();
        let value = first?.value.unwrap_or(0.0);
        let (at, depth) = (at as u32, line.len() as u32);
        Some(super::BestLine { at, depth, score: (value * 100.0).round() as i32, line })
    }

    /// After so many rollouts: the visits of each node, and the sum of what they gave who had moved there.
    pub(super) fn tally(&self, rollouts: usize) -> (Vec<u32>, Vec<f64>) {
        let size = self.size();
        let players = self.players.max(1);
        let mut visits = vec![0u32; size];
        let mut rewards = vec![0.0f64; size * players];
        for (rollout, &event) in self.steps.iter().take(rollouts).enumerate() {
            let leaf = self.events[event as usize].of() as usize;
            visits[leaf] += 1;
            for player in 0..players {
                rewards[leaf * players + player] += f64::from(self.rewards[rollout * players + player]);
            }
        }
        // Children are younger than their parents.
        for node in (1..size).rev() {
            let parent = self.nodes.parent[node] as usize;
            if parent < size {
                visits[parent] += visits[node];
                for player in 0..players {
                    rewards[parent * players + player] += rewards[node * players + player];
                }
            }
        }
        let own = |node: usize| {
            let mover = usize::from(self.nodes.worth[node].mover).min(players - 1);
            rewards[node * players + mover]
        };
        (visits, (0..size).map(own).collect())
    }

    /// The next moment, or the last one before, at which one of these holds.
    pub fn next_break(&self, at: usize, forward: bool, breaks: &[Break]) -> Option<usize> {
        let holds = |&event: &usize| breaks.iter().any(|wanted| self.holds(event, *wanted));
        if forward {
            (at..self.len()).find(holds).map(|event| event + 1)
        } else {
            (0..at.saturating_sub(1)).rev().find(holds).map(|event| event + 1)
        }
    }

    fn holds(&self, event: usize, wanted: Break) -> bool {
        let packed = self.events[event];
        let (what, node) = (packed.what(), packed.of() as usize);
        let step = || what == What::Step && node < self.size();
        match wanted {
            Break::Cell(cell) => step() && self.nodes.cell[node] == cell,
            Break::Sum(sum) => step() && u32::from(self.nodes.g[node]) + u32::from(self.nodes.h[node]) == sum,
            Break::Goal => matches!(what, What::New | What::Better) && self.is(node, mark::GOAL),
            Break::Duplicate => what == What::Duplicate,
            Break::DeadEnd => what == What::DeadEnd,
            Break::Cut => what == What::Cut,
            Break::Better => what == What::Better,
            Break::Bound => what == What::Bound,
        }
    }

    /// The whole course of the search, in about so many parts.
    pub fn timeline(&self, parts: usize) -> Timeline {
        let mut line = Timeline {
            bounds: self.bounds.iter().take(5000).map(|bound| (bound.event + 1, bound.value)).collect(),
            ..Timeline::default()
        };
        let (mut open, mut steps, mut duplicates, mut last) = (0u32, 0, 0, 0);
        let every = self.len().div_ceil(parts.max(1)).max(1);
        for (event, packed) in self.events.iter().enumerate() {
            let node = packed.of() as usize;
            match packed.what() {
                What::Step => {
                    steps += 1;
                    last = node;
                    open = open.saturating_sub(u32::from(
                        self.kind == Kind::States && self.nodes.parent[node] != NONE,
                    ));
                }
                What::New | What::Better => {
                    open += u32::from(packed.what() == What::New);
                    if self.is(node, mark::GOAL) && line.goals.len() < 5000 {
                        line.goals.push(event as u32 + 1);
                    }
                }
                What::Skip => open = open.saturating_sub(1),
                What::Bound if self.order == Order::Deepest => open = 0,
                What::Duplicate => duplicates += 1,
                _ => {}
            }
            if (event + 1) % every == 0 || event + 1 == self.len() {
                line.at.push(event as u32 + 1);
                line.open.push(open);
                line.steps.push(steps);
                line.duplicates.push(duplicates);
                line.g.push(self.nodes.g.get(last).map_or(0, |&g| u32::from(g)));
                line.h.push(self.nodes.h.get(last).map_or(0, |&h| u32::from(h)));
            }
        }
        line
    }
}

/// By cell: how many wait, and how many were expanded.
type ByCell = Vec<(u32, u32)>;
/// The key of a node, what decides among equal ones, and what decides then; the least is first.
type Rank = (u64, u32, u32);
/// A node's part of the columns: marks, end, cell, cost and estimate.
type Columns<'a> = ((((&'a u8, &'a u32), &'a u16), &'a u16), &'a u16);

/// How nodes are ranked.
#[derive(Clone, Copy)]
enum Ranking {
    /// By a sum whose weights are whole numbers of parts, or by another one.
    Whole {
        g: u64,
        h: u64,
        tie: Tie,
    },
    Least {
        g: f64,
        h: f64,
        tie: Tie,
    },
    Deepest,
    Oldest,
}

impl Ranking {
    fn key(self, trace: &Trace, node: usize, g: u16, h: u16) -> u64 {
        match self {
            Ranking::Whole { g: of_g, h: of_h, .. } => u64::from(g) * of_g + u64::from(h) * of_h,
            Ranking::Least { g: of_g, h: of_h, .. } => {
                (f64::from(g) * of_g + f64::from(h) * of_h).round() as u64
            }
            Ranking::Deepest => {
                let parent = trace.nodes.parent[node];
                let expanded = trace.nodes.ended.get(parent as usize).copied().unwrap_or(0);
                u64::from(u32::MAX - expanded)
            }
            Ranking::Oldest => u64::from(trace.nodes.born[node]),
        }
    }

    fn tie(self, g: u16, h: u16) -> u32 {
        match self {
            Ranking::Whole { tie, .. } | Ranking::Least { tie, .. } => {
                u32::from(if tie == Tie::Estimate { h } else { g }).min(Tie::MOST)
            }
            Ranking::Deepest => u32::from(h),
            Ranking::Oldest => 0,
        }
    }

    /// What decides in the end: when it was born.
    fn last(self, born: u32) -> u32 {
        match self {
            Ranking::Whole { .. } | Ranking::Least { .. } => u32::MAX - born,
            Ranking::Deepest => born,
            Ranking::Oldest => 0,
        }
    }
}
