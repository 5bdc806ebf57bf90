//! The steps that a program tells of its search, made into the events of our own searches.
//!
//! A program numbers its nodes as it likes; here they are numbered anew, in the order in which they come. Where a
//! node's pieces stand is told by the `move` from its parent, by a `state`, or by `cells`; where it is not told,
//! they are taken to stand as at the parent. What makes no sense is left out.

use std::collections::HashMap;

use damier_kit::{Kit, Position};
use damier_search::{Event, Fate, Order, Placement, Run, Tie, Watch};
use serde_json::Value;

/// The most nodes that are remembered; steps of others are not told.
const MOST: usize = 2_000_000;

/// Turns what a program tells into events.
pub(crate) struct Teller<'a> {
    kit: &'a dyn Kit,
    start: &'a dyn Position,
    /// Cells of the board.
    size: usize,
    ids: HashMap<u64, u32>,
    /// Where the pieces of each node stand.
    cells: Vec<Box<[u16]>>,
    is_ordered: bool,
    /// Expansions that were told.
    pub(crate) expanded: u64,
}

impl<'a> Teller<'a> {
    pub(crate) fn new(kit: &'a dyn Kit, start: &'a dyn Position) -> Self {
        let scene = start.scene();
        let size = scene.width * scene.height;
        Teller { kit, start, size, ids: HashMap::new(), cells: Vec::new(), is_ordered: false, expanded: 0 }
    }

    /// Takes one event and tells what it means.
    pub(crate) fn take(&mut self, event: &Value, run: &mut Run, watch: Option<&mut Watch<'_>>) {
        let kind = event["type"].as_str().unwrap_or_default();
        if kind == "expand" {
            self.expanded += 1;
            run.stats.expanded = run.stats.expanded.max(self.expanded);
        }
        let Some(watch) = watch else { return };
        if kind == "order" {
            self.order(event, watch);
            return;
        }
        if !self.is_ordered {
            self.order(&Value::Null, watch);
        }
        let number = |key: &str| event[key].as_u64().map(|number| number.min(u64::from(u16::MAX)) as u32);
        let (g, h) = (number("g").unwrap_or(0), number("h").or_else(|| rest(event)));
        match kind {
            "bound" => watch.on(Event::Bound(number("value").unwrap_or(0))),
            "skip" => {
                if let Some(&id) = event["id"].as_u64().and_then(|id| self.ids.get(&id)) {
                    watch.on(Event::Skip { id });
                }
            }
            "expand" => {
                let Some(id) = self.node(event, (g, h), watch) else { return };
                let state =
                    self.cells.get(id as usize).map_or_else(Placement::default, |cells| placed(cells, None));
                watch.on(Event::Expand { id, state: &state, g, h: h.unwrap_or(0) });
            }
            "generate" | "new" => {
                self.node(event, (g, h), watch);
            }
            "better" | "duplicate" | "dead_end" | "cut" => {
                let known = |key: &str| event[key].as_u64().and_then(|id| self.ids.get(&id)).copied();
                let Some(parent) = known("parent") else { return };
                let twin = known("id");
                let fate = match (kind, twin) {
                    ("better", Some(twin)) => Fate::Better(twin),
                    ("better", None) => return,
                    ("duplicate", twin) => Fate::Duplicate(twin),
                    ("dead_end", _) => Fate::DeadEnd,
                    _ => Fate::Cut,
                };
                let cells = self.cells_of(event, Some(parent));
                let state = placed(&cells, self.cells.get(parent as usize).map(AsRef::as_ref));
                let (action, goal) = ("", event["goal"] == Value::Bool(true));
                watch.on(Event::Generate { parent, action, state: &state, g, h, goal, fate });
            }
            _ => {}
        }
    }

    /// In what order it takes what waits: `f`, `g`, `h`, `fifo` or `lifo`; the oldest first where it does not say.
    fn order(&mut self, event: &Value, watch: &mut Watch<'_>) {
        if self.is_ordered {
            return;
        }
        self.is_ordered = true;
        let least = |g: f64, h: f64| Order::Least { g, h, tie: Tie::Estimate };
        watch.on(Event::Order(match event["by"].as_str().unwrap_or_default() {
            "f" => least(1.0, 1.0),
            "g" => least(1.0, 0.0),
            "h" => least(0.0, 1.0),
            "lifo" => Order::Deepest,
            _ => Order::Oldest,
        }));
    }

    /// The node of an event; one that was not heard of is told first.
    fn node(&mut self, event: &Value, (g, h): (u32, Option<u32>), watch: &mut Watch<'_>) -> Option<u32> {
        let name = event["id"].as_u64()?;
        if let Some(&id) = self.ids.get(&name) {
            return Some(id);
        }
        if self.cells.len() >= MOST {
            return None;
        }
        let parent = event["parent"].as_u64().and_then(|parent| self.ids.get(&parent)).copied();
        let cells = self.cells_of(event, parent);
        let id = self.cells.len() as u32;
        let state =
            placed(&cells, parent.and_then(|parent| self.cells.get(parent as usize)).map(AsRef::as_ref));
        self.ids.insert(name, id);
        self.cells.push(cells);
        if let Some(parent) = parent {
            let (action, goal) = ("", event["goal"] == Value::Bool(true));
            watch.on(Event::Generate { parent, action, state: &state, g, h, goal, fate: Fate::New(id) });
        }
        Some(id)
    }

    /// Where the pieces stand, as many as there are and on the board.
    fn cells_of(&self, event: &Value, parent: Option<u32>) -> Box<[u16]> {
        let at_start =
            || -> Box<[u16]> { self.start.scene().pieces.iter().map(|piece| piece.cell).collect() };
        let before =
            parent.and_then(|parent| self.cells.get(parent as usize)).cloned().unwrap_or_else(at_start);
        let fits = |cells: &[u16]| {
            cells.len() == before.len() && cells.iter().all(|&cell| usize::from(cell) < self.size)
        };
        let stand = |position: &dyn Position| -> Box<[u16]> {
            position.scene().pieces.iter().map(|piece| piece.cell).collect()
        };
        let told = || -> Option<Box<[u16]>> {
            if let Some(cells) = event["cells"].as_array() {
                return cells.iter().map(|cell| u16::try_from(cell.as_u64()?).ok()).collect();
            }
            if let Some(step) = event["move"].as_str() {
                let here = self.start.arranged(&before)?;
                return Some(stand(here.play(step).ok()?.position.as_ref()));
            }
            let state = event.get("state")?;
            let text = state.as_str().map_or_else(|| state.to_string(), str::to_owned);
            Some(stand(self.kit.read(&text, None).ok()?.first()?.as_ref()))
        };
        told().filter(|cells| fits(cells)).unwrap_or(before)
    }
}

/// An estimate from `f` and `g`, where it is not told itself.
fn rest(event: &Value) -> Option<u32> {
    let number = |key: &str| event[key].as_u64();
    let h = number("f")?.checked_sub(number("g")?)?;
    Some(h.min(u64::from(u16::MAX)) as u32)
}

/// What has moved since the parent is what is looked at.
fn placed(cells: &[u16], from: Option<&[u16]>) -> Placement {
    let moved =
        cells.iter().enumerate().filter(|(at, cell)| from.is_some_and(|from| from.get(*at) != Some(*cell)));
    Placement { cells: cells.to_vec(), tasked: moved.map(|(_, cell)| *cell).collect() }
}
