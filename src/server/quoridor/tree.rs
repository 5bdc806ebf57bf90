//! How minimax and alpha-beta look at a position, as a tree that a page can draw and step through.

use damier_quoridor::{Ahead, Move, Position, Quoridor, Record, Setup};
use damier_search::adversaries::{self, Adversary, AlphaBeta, Minimax};
use damier_search::{Event, Limits, Stop, Watcher};

use super::think::{Desk, Found};
use super::wire::{Message, TreeKind, TreeNode};

/// The deepest tree, and the most positions in one: more cannot be looked at on a page.
pub(super) const DEEPEST: u32 = 6;
const MOST: usize = 4000;

/// A tree that grows while a search is under way. Only its last pass is kept.
struct Tree {
    nodes: Vec<TreeNode>,
    /// The places of the positions that are being looked at, the root first.
    path: Vec<usize>,
    root: usize,
    /// The depth that is drawn.
    depth: u32,
    /// Whether there was room for all of it.
    complete: bool,
}

/// A score in steps, or a bound that is beyond all scores.
fn steps(score: i32) -> f64 {
    f64::from(score) / 100.0
}

impl Tree {
    fn new(root: usize, depth: u32) -> Tree {
        let mut tree = Tree { nodes: Vec::new(), path: Vec::new(), root, depth, complete: true };
        tree.clear();
        tree
    }

    fn clear(&mut self) {
        self.nodes = vec![self.node(None, None, None)];
        self.path = vec![0];
        self.complete = true;
    }

    fn node(&self, parent: Option<usize>, play: Option<Move>, window: Option<(i32, i32)>) -> TreeNode {
        let turn = (self.root + self.path.len()) % 2;
        let turn = if parent.is_none() { self.root } else { turn };
        // Seen from the root, what is at least for the one is at most for the other.
        let window = window.map(|(low, high)| if turn == self.root { (low, high) } else { (-high, -low) });
        TreeNode {
            parent,
            play: play.map(|play| play.to_string()),
            turn,
            score: None,
            won: false,
            lost: false,
            window: window.map(|(low, high)| (steps(low), steps(high))),
            cut: 0,
            until: 0,
        }
    }

    /// Gives the position that is left its score, which is one for the player whose turn it is there.
    fn settle(&mut self, place: usize, score: i32) {
        let until = self.nodes.len();
        let Some(node) = self.nodes.get_mut(place) else { return };
        let score = if node.turn == self.root { score } else { -score };
        node.won = score > adversaries::WON;
        node.lost = score < -adversaries::WON;
        node.score = Some(steps(score));
        node.until = until;
    }
}

impl Watcher<Position, Move> for Tree {
    fn on(&mut self, event: Event<'_, Position, Move>) {
        match event {
            Event::Enter { action, window } => {
                let place = if self.nodes.len() < MOST {
                    let node = self.node(self.path.last().copied(), Some(action), window);
                    self.nodes.push(node);
                    self.nodes.len() - 1
                } else {
                    self.complete = false;
                    usize::MAX
                };
                self.path.push(place);
            }
            Event::Leave { score } => {
                if let Some(place) = self.path.pop() {
                    self.settle(place, score);
                }
            }
            Event::Cut { left } => {
                let place = self.path.last().copied().unwrap_or(usize::MAX);
                if let Some(node) = self.nodes.get_mut(place) {
                    node.cut = left;
                }
            }
            Event::Best { depth, score, .. } => {
                self.settle(0, score);
                let last = depth >= self.depth || score.abs() > adversaries::WON;
                if !last {
                    self.clear();
                }
            }
            Event::Expand { .. } | Event::Generate { .. } | Event::Bound(_) => {}
        }
    }
}

/// Searches to a depth and tells the tree of the last pass.
pub(super) fn grow(desk: &Desk, record: &Record, algorithm: TreeKind, depth: u32) -> Found {
    let position = record.position();
    let setup = Setup::new(position.size(), 2, None).unwrap_or_default();
    let game = Quoridor { setup, all_walls: false };
    let mut tree = Tree::new(position.turn(), depth);
    // A search whose tree has no room anyway need not go on for long.
    let mut run = desk.run(Limits { nodes: Some(200_000), ..Limits::default() });
    let mut watcher = &mut tree;
    let choice = match algorithm {
        TreeKind::Minimax => Minimax { depth, guide: Ahead }.search(&game, position, &mut run, &mut watcher),
        TreeKind::Alphabeta => {
            AlphaBeta { depth, guide: Ahead }.search(&game, position, &mut run, &mut watcher)
        }
    };
    let complete = tree.complete && !matches!(choice.stopped, Some(Stop::Nodes));
    Found::Last(Box::new(Message::Tree { algorithm, nodes: tree.nodes, complete }))
}
