//! Traces as files: JSON Lines that open again, what Posthoc reads, and the tree for Graphviz and as a picture.
//!
//! The first line tells what was searched and how; then comes a line for each event, in its order, and one for each node that no event
//! tells of. `docs/traces.md` describes them.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::{self, BufRead, Read, Write};

use damier_kit::{Position, Refusal, Scene, refuse};
use damier_search::{Order, Placement, Spec, Tie, excerpt};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{BestLine, Bound, COUNTED, Kind, NONE, Packed, Trace, What, Worth, mark};
use crate::Game;
use crate::record::{Record, StatsRecord};

/// What was searched, and what came out.
#[derive(Clone, Debug, Default, Serialize, Deserialize, PartialEq)]
pub struct Header {
    /// `damier-trace`.
    pub format: String,
    /// Of this format.
    pub version: u32,
    /// The game's name.
    pub game: String,
    /// The position, as it stands in an address.
    pub position: String,
    /// The spec of the algorithm.
    pub algorithm: String,
    /// How it ended.
    pub outcome: String,
    /// What the solution costs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<u32>,
    /// Whether no solution is cheaper, and what none is cheaper than, as the search proved it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub optimal: bool,
    /// See `optimal`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lower_bound: Option<u32>,
    /// The solution in the game's notation.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
    /// What the search counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stats: Option<StatsRecord>,
    /// Columns of the board.
    pub width: usize,
    /// What kind of search it was, the order in which it takes what waits, and the two numbers of that.
    pub kind: String,
    /// See `kind`.
    pub order: String,
    /// See `kind`.
    #[serde(default)]
    pub weights: (f64, f64),
    /// Where the pieces stand at the start.
    pub start: Vec<u16>,
    /// By cell, the step at which something was expanded there first.
    pub first: Vec<u32>,
    /// The time after every 64 steps, in microseconds.
    pub times: Vec<u32>,
    /// The events that were too many to be kept.
    #[serde(default)]
    pub dropped: u64,
}

/// The version of the format.
const VERSION: u32 = 1;
const FORMAT: &str = "damier-trace";
/// The most events, and the most nodes, of a file that is read: as many as are kept. What comes after them is counted.
const MOST: usize = 64_000_000;
/// The longest first line of a file, and the longest other one, in bytes.
const HEAD: usize = 16 << 20;
const LINE: usize = 64 << 10;
/// After so many bytes of a file it is looked whether what was read takes too much.
const LOOKED: usize = 1 << 20;
/// Of what is wrong with a line so many signs are told.
const WHY: usize = 200;
/// What the best lines of a file may take, how long a move may be, and how many players there are.
const BESTS: usize = 16 << 20;
const NAME: usize = 256;
const PLAYERS: usize = 8;
/// The most nodes of a tree that is drawn.
pub const DRAWN: usize = 5000;
/// The most events that Posthoc is given: it keeps a drawing of each.
pub const POSTHOC: usize = 50_000;

/// A line of a file.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct Line<'a> {
    #[serde(borrow)]
    e: Cow<'a, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    parent: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    g: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    h: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cell: Option<u16>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    moved: Vec<(u16, u16)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    goal: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    backward: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    window: Option<(i32, i32)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    left: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mover: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    prior: Option<f32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    rewards: Vec<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<u32>,
    /// The node that a better one takes the place of.
    #[serde(skip_serializing_if = "Option::is_none")]
    instead: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    #[serde(rename = "line", skip_serializing_if = "Vec::is_empty")]
    steps: Vec<String>,
}

const NAMES: [(What, &str); 8] = [
    (What::Step, "step"),
    (What::New, "new"),
    (What::Better, "better"),
    (What::Duplicate, "duplicate"),
    (What::DeadEnd, "dead_end"),
    (What::Cut, "cut"),
    (What::Skip, "skip"),
    (What::Bound, "bound"),
];
const KINDS: [(Kind, &str); 5] = [
    (Kind::Silent, "silent"),
    (Kind::Expansions, "expansions"),
    (Kind::States, "states"),
    (Kind::Lines, "lines"),
    (Kind::Rollouts, "rollouts"),
];

/// The name of an order, and its two numbers.
fn written(order: Order) -> (&'static str, (f64, f64)) {
    match order {
        Order::Oldest => ("oldest", (0.0, 0.0)),
        Order::Least { g, h, tie: Tie::Estimate } => ("least, then h", (g, h)),
        Order::Least { g, h, tie: Tie::Cost } => ("least, then g", (g, h)),
        Order::Deepest => ("deepest", (0.0, 0.0)),
        Order::Bandit { explore, prior } => ("bandit", (explore, prior)),
    }
}

fn order(name: &str, (a, b): (f64, f64)) -> Option<Order> {
    Some(match name {
        "oldest" => Order::Oldest,
        "least, then h" => Order::Least { g: a, h: b, tie: Tie::Estimate },
        "least, then g" => Order::Least { g: a, h: b, tie: Tie::Cost },
        "deepest" => Order::Deepest,
        "bandit" => Order::Bandit { explore: a, prior: b },
        _ => return None,
    })
}

impl Header {
    /// What was searched, and what came of it.
    pub fn of(game: Game, position: &dyn Position, spec: &Spec, record: &Record) -> Self {
        // Of a player, the move that it chose.
        let best = record.best.as_ref();
        Header {
            game: game.name().to_owned(),
            position: position.code(),
            algorithm: spec.to_string(),
            outcome: record.outcome.to_owned(),
            cost: record.cost,
            optimal: record.optimal == Some(true),
            lower_bound: record.lower_bound,
            moves: record
                .moves
                .clone()
                .unwrap_or_else(|| best.map(|best| best.step.clone()).into_iter().collect()),
            stats: record.stats,
            width: position.scene().width,
            ..Header::default()
        }
    }
}

/// Reads a line, without its end; says whether there is one.
fn next_line(
    text: &mut dyn BufRead,
    bytes: &mut Vec<u8>,
    most: usize,
    number: usize,
) -> Result<bool, Refusal> {
    let read = text.take(most as u64 + 1).read_until(b'\n', bytes).map_err(|error| {
        refuse!("trace.unreadable", "this cannot be read: {why}", why = error.to_string())
    })?;
    if bytes.len() > most {
        return Err(refuse!("trace.line", "line {line} of the trace is too long", line = number));
    }
    Ok(read > 0)
}

impl Trace {
    /// Completes a header with what the trace knows.
    pub fn header(&self, header: Header) -> Header {
        let (order, weights) = written(self.order);
        Header {
            format: FORMAT.to_owned(),
            version: VERSION,
            kind: KINDS[self.kind as usize].1.to_owned(),
            order: order.to_owned(),
            weights,
            start: self.start.cells.clone(),
            first: self.first.clone(),
            times: self.times.clone(),
            dropped: self.dropped,
            ..header
        }
    }

    /// Whether an event tells of a node that was not there before.
    fn begets(&self, what: What) -> bool {
        match what {
            What::New | What::Better => true,
            What::DeadEnd | What::Cut => self.kind == Kind::States,
            _ => false,
        }
    }

    /// The event with which a node is told. Roots are there before it.
    fn birth(&self, node: u32) -> u32 {
        let is_root = self.nodes.parent[node as usize] == NONE && self.kind != Kind::Rollouts;
        self.nodes.born[node as usize] - u32::from(!is_root)
    }

    fn node_line(&self, node: u32) -> Line<'static> {
        let (nodes, at) = (&self.nodes, node as usize);
        let known = |marks: u8| nodes.marks[at] & marks != 0;
        let worth = nodes.worth.get(at).filter(|_| self.kind == Kind::Rollouts);
        Line {
            id: Some(node),
            parent: Some(nodes.parent[at]).filter(|&parent| parent != NONE),
            g: Some(nodes.g[at]),
            h: (!known(mark::BLIND)).then_some(nodes.h[at]),
            cell: Some(nodes.cell[at]).filter(|&cell| cell != u16::MAX),
            moved: self.shifts(node).to_vec(),
            goal: known(mark::GOAL).then_some(true),
            backward: known(mark::BACKWARD).then_some(true),
            name: self.name(node).map(str::to_owned),
            window: nodes.worth.get(at).filter(|_| known(mark::WINDOW)).map(|worth| (worth.low, worth.high)),
            mover: worth.map(|worth| worth.mover),
            prior: worth.map(|worth| worth.prior).filter(|prior| prior.is_finite()),
            ..Line::default()
        }
    }

    /// Writes it as JSON Lines.
    pub fn write(&self, header: Header, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", serde_json::to_string(&self.header(header))?)?;
        let mut put = |line: &Line<'_>| -> io::Result<()> {
            serde_json::to_writer(&mut *out, line)?;
            out.write_all(b"\n")
        };
        let replaced: HashMap<u32, u32> = (0..self.size() as u32)
            .filter(|&node| self.nodes.marks[node as usize] & mark::GONE != 0)
            .map(|node| (self.nodes.ended[node as usize], node))
            .collect();
        let mut next = 0;
        let mut bests = self.bests.iter().peekable();
        for (event, packed) in self.events.iter().enumerate() {
            while let Some(best) = bests.next_if(|best| best.at as usize <= event) {
                put(&best_line(best))?;
            }
            let (what, node) = (packed.what(), packed.of());
            let mut line = Line { id: Some(node).filter(|&node| node != NONE), ..Line::default() };
            let begets = self.begets(what);
            while (next as usize) < self.size()
                && self.birth(next) <= event as u32
                && !(begets && next == node)
            {
                put(&Line { e: "node".into(), ..self.node_line(next) })?;
                next += 1;
            }
            if begets && next == node {
                line = self.node_line(node);
                next += 1;
            }
            line.e = NAMES[what as usize].1.into();
            match (what, self.kind) {
                (What::Bound, _) => {
                    line.id = None;
                    line.value = self.bounds.get(node as usize).map(|bound| bound.value);
                }
                (What::Better, _) => line.instead = replaced.get(&(event as u32 + 1)).copied(),
                (What::Step, Kind::Lines) => {
                    line.score = self.nodes.worth.get(node as usize).map(|worth| worth.score);
                }
                (What::Cut, Kind::Lines) => {
                    line.left = self.nodes.worth.get(node as usize).map(|worth| worth.cut);
                }
                (What::Step, Kind::Rollouts) => {
                    let rollout = self.steps.partition_point(|&step| (step as usize) < event);
                    let players = self.players;
                    line.rewards = self.rewards[rollout * players..(rollout + 1) * players].to_vec();
                }
                _ => {}
            }
            put(&line)?;
        }
        bests.try_for_each(|best| put(&best_line(best)))
    }

    /// Reads what [`Trace::write`] wrote.
    pub fn read(text: &mut dyn BufRead) -> Result<(Header, Trace), Refusal> {
        Trace::read_up_to(text, usize::MAX, &mut || ())
    }

    /// The same, but keeps about so many bytes at most: the events that come after them are counted. `tick` is called every now and
    /// then.
    pub fn read_up_to(
        text: &mut dyn BufRead,
        most: usize,
        tick: &mut dyn FnMut(),
    ) -> Result<(Header, Trace), Refusal> {
        let wrong = |number: usize, why: &str| {
            refuse!("trace.wrong", "line {line} of the trace is wrong: {why}", line = number, why = why)
        };
        let no_trace = || refuse!("trace.none", "this is no trace of Damier");
        let mut bytes = Vec::new();
        next_line(text, &mut bytes, HEAD, 1)?;
        let header: Header = serde_json::from_slice(&bytes).map_err(|_| no_trace())?;
        if header.format != FORMAT {
            return Err(no_trace());
        }
        if header.version > VERSION {
            return Err(refuse!("trace.newer", "this trace was written by a newer version of Damier"));
        }
        let kind = KINDS.iter().find(|(_, name)| *name == header.kind).map(|(kind, _)| *kind);
        let (Some(kind), Some(order)) = (kind, order(&header.order, header.weights)) else {
            return Err(no_trace());
        };
        if !header.times.is_sorted() {
            return Err(wrong(1, "time goes backwards"));
        }
        let mut trace = Trace {
            kind,
            order,
            start: Placement { cells: header.start.clone(), tasked: Vec::new() },
            first: header.first.iter().copied().take(usize::from(u16::MAX)).collect(),
            times: header.times.clone(),
            dropped: header.dropped,
            counted: vec![[0; 8]],
            ..Trace::default()
        };
        let mut counts = [0; 8];
        let (mut number, mut looked, mut full, mut bests) = (1, 0, false, 0);
        loop {
            number += 1;
            bytes.clear();
            if !next_line(text, &mut bytes, LINE, number)? {
                break;
            }
            looked += bytes.len();
            if looked > LOOKED {
                looked = 0;
                tick();
                full = trace.bytes() > most || trace.events.len().max(trace.size()) >= MOST;
            }
            if bytes.iter().all(u8::is_ascii_whitespace) {
                continue;
            }
            if full {
                trace.dropped += 1;
                continue;
            }
            let line: Line<'_> = serde_json::from_slice(&bytes)
                .map_err(|error| wrong(number, &excerpt(&error.to_string(), WHY)))?;
            if line.e == "best" {
                bests += bytes.len();
            }
            if bests > BESTS {
                return Err(wrong(number, "there are too many best lines"));
            }
            trace.take(line, &mut counts).map_err(|why| wrong(number, why))?;
        }
        Ok((header, trace))
    }

    /// Whether the trace can be of what this picture shows.
    pub fn fits(&self, scene: &Scene) -> bool {
        self.first.len() == scene.width * scene.height
            && self.start.cells.iter().copied().eq(scene.pieces.iter().map(|piece| piece.cell))
    }

    /// Takes in a line of a file.
    fn take(&mut self, line: Line<'_>, counts: &mut [u32; 8]) -> Result<(), &'static str> {
        let now = self.events.len() as u32;
        if line.e == "best" {
            let (depth, score) = (line.depth.unwrap_or(0), line.score.unwrap_or(0));
            self.bests.push(BestLine { at: now, depth, score, line: line.steps });
            return Ok(());
        }
        let what = NAMES.iter().find(|(_, name)| *name == line.e).map(|(what, _)| *what);
        if what.is_none() && line.e != "node" {
            return Err("there is no such event");
        }
        let begets = what.is_none_or(|what| self.begets(what));
        if begets {
            self.take_node(&line, what, now)?;
        }
        let Some(what) = what else { return Ok(()) };
        let known = |id: u32| (id as usize) < self.size();
        if line.id.is_some_and(|id| !known(id)) {
            return Err("there is no such node");
        }
        let mut of = line.id.unwrap_or(NONE);
        match what {
            What::Step => {
                let node = line.id.ok_or("a step has a node")? as usize;
                self.steps.push(now);
                if self.kind == Kind::Rollouts {
                    let players = line.rewards.len();
                    if !(1..=PLAYERS).contains(&players) || self.players > 0 && players != self.players {
                        return Err("a rollout has a reward for each player");
                    }
                    if !line.rewards.iter().all(|reward| reward.is_finite()) {
                        return Err("a reward is a number");
                    }
                    self.players = players;
                    self.rewards.extend(&line.rewards);
                }
                if let (Some(score), Some(worth)) = (line.score, self.nodes.worth.get_mut(node)) {
                    worth.score = score;
                }
                // What a rollout ended in is visited again.
                if self.kind != Kind::Rollouts {
                    self.end(node, now + 1, 0);
                }
            }
            What::Better => {
                let node = line.instead.filter(|&node| known(node));
                node.into_iter().for_each(|node| self.end(node as usize, now + 1, mark::GONE));
            }
            What::Skip => {
                let node = line.id.ok_or("what is skipped has a node")? as usize;
                self.end(node, now + 1, mark::GONE);
            }
            What::Duplicate if self.kind == Kind::Lines => {
                if let Some(marks) = line.id.and_then(|id| self.nodes.marks.get_mut(id as usize)) {
                    *marks |= mark::KNOWN;
                }
            }
            What::Cut if self.kind == Kind::Lines => {
                let node = line.id.ok_or("what is cut has a node")? as usize;
                self.nodes.worth[node].cut = line.left.unwrap_or(0);
            }
            What::Bound => {
                of = self.bounds.len() as u32;
                let (value, first) = (line.value.ok_or("a bound has a value")?, self.size() as u32);
                self.bounds.push(Bound { event: now, value, first });
            }
            _ => {}
        }
        self.events.push(Packed::new(what, of));
        counts[what as usize] += 1;
        if self.events.len().is_multiple_of(COUNTED) {
            self.counted.push(*counts);
        }
        Ok(())
    }

    fn end(&mut self, node: usize, at: u32, marks: u8) {
        if self.nodes.ended[node] == NONE {
            self.nodes.ended[node] = at;
            self.nodes.marks[node] |= marks;
        }
    }

    fn take_node(&mut self, line: &Line<'_>, what: Option<What>, now: u32) -> Result<(), &'static str> {
        let size = self.size() as u32;
        if line.id != Some(size) {
            return Err("nodes are numbered in their order, from 0");
        }
        if line.parent.is_some_and(|parent| parent >= size) {
            return Err("a node comes after its parent");
        }
        let pieces = self.start.cells.len();
        if line.moved.iter().any(|&(piece, _)| usize::from(piece) >= pieces) {
            return Err("there is no such piece");
        }
        if line.name.as_ref().is_some_and(|name| name.len() > NAME) {
            return Err("a move is too long");
        }
        let is_root = line.parent.is_none();
        let mut marks = if line.h.is_none() { mark::BLIND } else { 0 };
        for (mark, holds) in [
            (mark::GOAL, line.goal == Some(true)),
            (mark::BACKWARD, line.backward == Some(true)),
            (mark::WINDOW, line.window.is_some()),
            (mark::DEAD, what == Some(What::DeadEnd)),
            (mark::CUT, what == Some(What::Cut)),
        ] {
            marks |= if holds { mark } else { 0 };
        }
        let born = if is_root && self.kind != Kind::Rollouts { now } else { now + 1 };
        let ended = if matches!(what, Some(What::DeadEnd | What::Cut)) { now + 1 } else { NONE };
        let nodes = &mut self.nodes;
        nodes.parent.push(line.parent.unwrap_or(NONE));
        nodes.born.push(born);
        nodes.ended.push(ended);
        nodes.g.push(line.g.unwrap_or(0));
        nodes.h.push(line.h.unwrap_or(0));
        nodes.cell.push(line.cell.unwrap_or(u16::MAX));
        nodes.marks.push(marks);
        nodes.shifted.push(nodes.shifts.len() as u32);
        nodes.shifts.extend(&line.moved);
        if matches!(self.kind, Kind::Lines | Kind::Rollouts) {
            let name = match &line.name {
                None => u16::MAX,
                Some(name) => match self.names.iter().position(|known| known == name) {
                    Some(place) => place as u16,
                    None if self.names.len() < usize::from(u16::MAX) => {
                        self.names.push(name.clone());
                        (self.names.len() - 1) as u16
                    }
                    None => return Err("there are too many different moves"),
                },
            };
            nodes.name.push(name);
            let (low, high) = line.window.unwrap_or_default();
            let (mover, prior) = (line.mover.unwrap_or(0), line.prior.unwrap_or(0.0));
            nodes.worth.push(Worth { low, high, mover, prior, ..Worth::default() });
        }
        Ok(())
    }

    /// As Posthoc reads it: up to [`POSTHOC`] events, each with the cell of what had the task.
    pub fn posthoc(&self, width: usize) -> String {
        let place = |node: u32| {
            let cell = self.nodes.cell.get(node as usize).copied().filter(|&cell| cell != u16::MAX);
            cell.map_or((0, 0), |cell| (usize::from(cell) % width.max(1), usize::from(cell) / width.max(1)))
        };
        let told = |kind: &str, node: u32| {
            let (x, y) = place(node);
            let parent = self.nodes.parent[node as usize];
            let (g, h) = (self.nodes.g[node as usize], self.nodes.h[node as usize]);
            json!({
                "type": kind, "id": node, "pId": if parent == NONE { None } else { Some(parent) },
                "g": g, "h": h, "f": u32::from(g) + u32::from(h), "x": x, "y": y,
            })
        };
        let mut events = Vec::new();
        if self.size() > 0 {
            events.push(told("source", 0));
        }
        let mut last = None;
        for packed in self.events.iter().take(POSTHOC) {
            let node = packed.of();
            if node == NONE || packed.what() == What::Bound {
                continue;
            }
            let kind = match packed.what() {
                What::Step => {
                    events.extend(last.replace(node).map(|last| told("closing", last)));
                    "expanding"
                }
                What::New => "generating",
                What::Better => "updating",
                What::Duplicate => continue,
                _ => "closing",
            };
            events.push(told(kind, node));
        }
        let goal = (0..self.size()).find(|&node| self.nodes.marks[node] & mark::GOAL != 0);
        events.extend(goal.map(|goal| told("end", goal as u32)));
        json!({
            "version": "1.4.0",
            "views": { "main": [{
                "$": "rect", "width": 1, "height": 1, "x": "${{ $.x }}", "y": "${{ $.y }}",
                "fill": "${{ color[$.type] }}",
            }] },
            "pivot": { "x": "${{ $.x + 0.5 }}", "y": "${{ $.y + 0.5 }}", "scale": 1 },
            "events": events,
        })
        .to_string()
    }

    /// What is written at a node of the tree.
    fn label(&self, node: u32) -> String {
        let at = node as usize;
        let name = self.name(node).unwrap_or_default();
        match self.kind {
            Kind::Lines => format!("{name} {}", f64::from(self.nodes.worth[at].score) / 100.0),
            Kind::Rollouts => name.to_owned(),
            _ => format!("{}+{}", self.nodes.g[at], self.nodes.h[at]),
        }
    }

    /// The tree for Graphviz: the first [`DRAWN`] nodes.
    pub fn dot(&self) -> String {
        let mut text = String::from("digraph search {\n  node [shape=circle fontsize=10];\n");
        for node in 0..self.size().min(DRAWN) as u32 {
            let marks = self.nodes.marks[node as usize];
            let shape = match self.status(node, self.len()) {
                _ if marks & mark::GOAL != 0 => "doublecircle",
                "dead" => "box",
                "cut" => "diamond",
                _ => "circle",
            };
            let _ = writeln!(text, "  n{node} [label=\"{}\" shape={shape}];", self.label(node));
            let parent = self.nodes.parent[node as usize];
            if parent != NONE {
                let _ = writeln!(text, "  n{parent} -> n{node};");
            }
        }
        text + "}\n"
    }

    /// The tree as a picture: the first [`DRAWN`] nodes, a row for each depth.
    pub fn svg(&self) -> String {
        let size = self.size().min(DRAWN);
        let mut x = vec![0.0f64; size];
        let mut depth = vec![0usize; size];
        let mut leaves = 0.0;
        // Children are younger than their parents: depths from the front, places from the leaves.
        for node in 0..size {
            let parent = self.nodes.parent[node] as usize;
            depth[node] = if parent < size { depth[parent] + 1 } else { 0 };
        }
        let roots: Vec<u32> =
            (0..size as u32).filter(|&node| self.nodes.parent[node as usize] == NONE).collect();
        let mut stack: Vec<(u32, bool)> = roots.into_iter().rev().map(|root| (root, false)).collect();
        while let Some((node, seen)) = stack.pop() {
            let children: Vec<u32> =
                self.children(node).into_iter().filter(|&child| (child as usize) < size).collect();
            if children.is_empty() {
                x[node as usize] = leaves;
                leaves += 1.0;
            } else if seen {
                let sum: f64 = children.iter().map(|&child| x[child as usize]).sum();
                x[node as usize] = sum / children.len() as f64;
            } else {
                stack.push((node, true));
                stack.extend(children.into_iter().rev().map(|child| (child, false)));
            }
        }
        let deepest = depth.iter().max().copied().unwrap_or(0);
        let wide = (leaves.max(1.0) * 14.0 + 28.0).round();
        let high = deepest * 48 + 48;
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {wide} {high}\" font-family=\"sans-serif\" font-size=\"7\">\n"
        );
        let place = |node: usize| (x[node] * 14.0 + 14.0, depth[node] * 48 + 24);
        for node in 0..size {
            let parent = self.nodes.parent[node] as usize;
            if parent < size {
                let ((x1, y1), (x2, y2)) = (place(parent), place(node));
                let _ =
                    writeln!(text, "<path d=\"M{x1:.1} {y1}L{x2:.1} {y2}\" stroke=\"#888\" fill=\"none\"/>");
            }
        }
        for node in 0..size {
            let (x, y) = place(node);
            let marks = self.nodes.marks[node];
            let fill = match self.status(node as u32, self.len()) {
                _ if marks & mark::GOAL != 0 => "#009e73",
                "open" => "#fff",
                "dead" | "cut" => "#d55e00",
                _ => "#56b4e9",
            };
            let _ = writeln!(
                text,
                "<circle cx=\"{x:.1}\" cy=\"{y}\" r=\"5\" fill=\"{fill}\" stroke=\"#333\"><title>{}</title></circle>",
                self.label(node as u32)
            );
        }
        if size < self.size() {
            let _ = writeln!(text, "<text x=\"4\" y=\"10\">{size} of {} nodes</text>", self.size());
        }
        text + "</svg>\n"
    }
}

fn best_line(best: &BestLine) -> Line<'static> {
    let BestLine { depth, score, line, .. } = best.clone();
    Line { e: "best".into(), depth: Some(depth), score: Some(score), steps: line, ..Line::default() }
}
