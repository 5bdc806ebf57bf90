//! The tree of a search: who came from whom.

use serde::Serialize;
#[cfg(feature = "wire")]
use ts_rs::TS;

use super::{Kind, NONE, Trace, mark};

/// The children of each node, as lists that are linked from the youngest to the oldest.
pub(super) struct Kin {
    youngest: Vec<u32>,
    older: Vec<u32>,
}

impl Kin {
    pub(super) fn bytes(&self) -> usize {
        8 * self.youngest.len()
    }
}

/// A part of the tree, a column for each thing. It is the same for every moment: who draws it leaves out what is not born yet.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "wire", derive(TS))]
pub struct TreeView {
    /// The nodes' numbers, parents before their children.
    pub ids: Vec<u32>,
    /// The place of each one's parent in this list; -1 for a root.
    pub parents: Vec<i32>,
    /// When each was born, and when it ended; -1 for never.
    pub born: Vec<u32>,
    /// See `born`.
    pub ended: Vec<i32>,
    /// Cost so far and estimate; in a game the depth, and the score or the visits.
    pub g: Vec<u32>,
    /// See `g`.
    pub h: Vec<i32>,
    /// `n` for a usual node, `g` a goal, `d` a dead end, `c` cut, `b` found backwards, `k` known from a table: a letter for each.
    pub marks: String,
    /// What moved, in short: a piece and the cells from and to; in a game empty.
    pub shifts: Vec<Option<(u16, u16, u16)>>,
    /// In a game the move.
    pub names: Vec<String>,
    /// How many children of each are left out.
    pub more: Vec<u32>,
    /// How many nodes there are in all.
    pub of: usize,
}

impl Trace {
    fn kin(&self) -> &Kin {
        self.kin.get_or_init(|| {
            let size = self.size();
            let mut kin = Kin { youngest: vec![NONE; size], older: vec![NONE; size] };
            for (node, &parent) in self.nodes.parent.iter().enumerate() {
                if let Some(youngest) = kin.youngest.get_mut(parent as usize) {
                    kin.older[node] = std::mem::replace(youngest, node as u32);
                }
            }
            kin
        })
    }

    /// The children of a node, the oldest first.
    pub fn children(&self, node: u32) -> Vec<u32> {
        let kin = self.kin();
        let older = |&child: &u32| Some(kin.older[child as usize]).filter(|&child| child != NONE);
        let youngest = kin.youngest.get(node as usize).copied().filter(|&child| child != NONE);
        let mut list: Vec<u32> = std::iter::successors(youngest, older).collect();
        list.reverse();
        list
    }

    /// The tree, or as much of it as is asked for: the way to a node with what is beside it, then what is below it, level by level,
    /// then the rest level by level.
    pub fn tree(&self, about: u32, most: usize) -> TreeView {
        let size = self.size();
        let mut taken = vec![false; size];
        let mut chosen = Vec::new();
        let mut take = |node: u32, chosen: &mut Vec<u32>| {
            if chosen.len() < most && !std::mem::replace(&mut taken[node as usize], true) {
                chosen.push(node);
            }
        };
        if size <= most {
            chosen = (0..size as u32).collect();
        } else {
            let roots: Vec<u32> = (0..size as u32)
                .filter(|&node| self.nodes.parent[node as usize] == NONE)
                .take(most / 4)
                .collect();
            roots.iter().for_each(|&root| take(root, &mut chosen));
            let line = self.line(about.min(size as u32 - 1));
            line.iter().for_each(|&node| take(node, &mut chosen));
            for &node in line.iter().rev() {
                self.children(node).into_iter().for_each(|child| take(child, &mut chosen));
            }
            // What is below, level by level.
            let mut next: Vec<u32> = line.last().copied().into_iter().chain(roots).collect();
            let mut at = 0;
            while at < next.len() && chosen.len() < most && next.len() < 4 * most {
                for child in self.children(next[at]) {
                    take(child, &mut chosen);
                    next.push(child);
                }
                at += 1;
            }
            chosen.sort_unstable();
        }
        self.columns(&chosen)
    }

    fn columns(&self, chosen: &[u32]) -> TreeView {
        let nodes = &self.nodes;
        let tally = (self.kind == Kind::Rollouts).then(|| self.tally(self.steps()).0);
        let mut view = TreeView { of: self.size(), ids: chosen.to_vec(), ..TreeView::default() };
        view.more = vec![0; chosen.len()];
        for &id in chosen {
            let node = id as usize;
            let parent = chosen.binary_search(&nodes.parent[node]).map_or(-1, |place| place as i32);
            view.parents.push(parent);
            view.born.push(nodes.born[node]);
            view.ended.push(if nodes.ended[node] == NONE { -1 } else { nodes.ended[node] as i32 });
            view.g.push(u32::from(nodes.g[node]));
            view.h.push(match (&tally, self.kind) {
                (Some(visits), _) => visits[node] as i32,
                (None, Kind::Lines) => nodes.worth[node].score,
                _ if nodes.marks[node] & mark::BLIND != 0 => -1,
                _ => i32::from(nodes.h[node]),
            });
            let marks = nodes.marks[node];
            view.marks.push(match marks {
                marks if marks & mark::GOAL != 0 => 'g',
                marks if marks & mark::DEAD != 0 => 'd',
                marks if marks & mark::CUT != 0 => 'c',
                marks if marks & mark::KNOWN != 0 => 'k',
                marks if marks & mark::BACKWARD != 0 => 'b',
                _ if self.kind == Kind::Lines && nodes.worth[node].cut > 0 => 'c',
                _ => 'n',
            });
            view.names
                .extend(self.name(id).map(str::to_owned).or((!self.names.is_empty()).then(String::new)));
        }
        if chosen.len() < self.size() {
            for (place, &id) in chosen.iter().enumerate() {
                let all = self.children(id).len();
                let there =
                    self.children(id).iter().filter(|child| chosen.binary_search(child).is_ok()).count();
                view.more[place] = (all - there) as u32;
            }
        }
        if self.names.is_empty() {
            view.shifts = chosen.iter().map(|&id| self.shift(id)).collect();
        }
        view
    }

    /// The piece that moved at a node, most telling first: one that has a task rather than one that only walks.
    fn shift(&self, node: u32) -> Option<(u16, u16, u16)> {
        let parent = self.nodes.parent[node as usize];
        let last = self.view(node, self.len(), true)?.way.pop()?;
        let cell = self.nodes.cell[node as usize];
        let told = last.iter().find(|shift| shift.2 == cell).or(last.first()).filter(|_| parent != NONE)?;
        Some((told.0, told.1, told.2))
    }
}
