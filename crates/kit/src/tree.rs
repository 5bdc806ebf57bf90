//! How minimax and alpha-beta look at a position of two players, as a tree that a page can draw and step through.

use std::fmt::Display;

use damier_search::adversaries::WON;
use damier_search::{Event, Watcher};
use serde::Serialize;
#[cfg(feature = "wire")]
use ts_rs::TS;

/// The most positions in a tree: more cannot be looked at on a page.
const MOST: usize = 4000;

/// A tree that grows while a search is watched. Only its last pass is kept.
#[derive(Clone, Debug)]
pub struct Tree {
    /// In the order in which they were looked at; the first is the root.
    pub nodes: Vec<TreeNode>,
    /// Whether these are all of them.
    pub complete: bool,
    /// The places of the positions that are being looked at, the root first.
    path: Vec<usize>,
    root: usize,
    depth: u32,
}

/// A position in the tree of a search. Scores are in the game's unit, for the player at the root.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "wire", derive(TS))]
pub struct TreeNode {
    /// Its place in the list of the position that it comes from.
    pub parent: Option<usize>,
    /// The move that led here.
    #[serde(rename = "move")]
    pub play: Option<String>,
    /// Whose turn it is.
    pub turn: usize,
    /// What the player at the root gets here: a bound only where moves were cut off.
    pub score: Option<f64>,
    /// Whether that is a won game.
    pub won: bool,
    /// Whether that is a lost game.
    pub lost: bool,
    /// What the search had been promised when it came here: at least, at most.
    pub window: Option<(f64, f64)>,
    /// How many of its moves were not looked at any more.
    pub cut: usize,
    /// When it was left, as a place in the list: all that comes before that place was looked at by then.
    pub until: usize,
}

/// A score of the searches is in hundredths.
fn units(score: i32) -> f64 {
    f64::from(score) / 100.0
}

impl Tree {
    /// A tree that begins where it is the turn of `player`, for a search to this depth.
    pub fn new(player: usize, depth: u32) -> Tree {
        let mut tree = Tree { nodes: Vec::new(), complete: true, path: Vec::new(), root: player, depth };
        tree.clear();
        tree
    }

    fn clear(&mut self) {
        self.nodes = vec![TreeNode { turn: self.root, ..TreeNode::default() }];
        self.path = vec![0];
        self.complete = true;
    }

    fn enter(&mut self, play: String, window: Option<(i32, i32)>) {
        let turn = (self.root + self.path.len()) % 2;
        // Seen from the root, what is at least for the one is at most for the other.
        let window = window.map(|(low, high)| if turn == self.root { (low, high) } else { (-high, -low) });
        let node = TreeNode {
            parent: self.path.last().copied(),
            play: Some(play),
            turn,
            window: window.map(|(low, high)| (units(low), units(high))),
            ..TreeNode::default()
        };
        if self.nodes.len() < MOST {
            self.path.push(self.nodes.len());
            self.nodes.push(node);
        } else {
            self.path.push(usize::MAX);
            self.complete = false;
        }
    }

    /// Gives the position that is left its score, which is one for the player whose turn it is there.
    fn settle(&mut self, place: usize, score: i32) {
        let until = self.nodes.len();
        let Some(node) = self.nodes.get_mut(place) else { return };
        let score = if node.turn == self.root { score } else { -score };
        (node.won, node.lost) = (score > WON, score < -WON);
        (node.score, node.until) = (Some(units(score)), until);
    }
}

impl<S: ?Sized, A: Display> Watcher<S, A> for Tree {
    fn on(&mut self, event: Event<'_, S, A>) {
        match event {
            Event::Enter { action, window } => self.enter(action.to_string(), window),
            Event::Leave { score } => {
                if let Some(place) = self.path.pop() {
                    self.settle(place, score);
                }
            }
            Event::Cut { left } => {
                if let Some(node) = self.path.last().and_then(|&place| self.nodes.get_mut(place)) {
                    node.cut = left;
                }
            }
            Event::Best { depth, score, .. } => {
                self.settle(0, score);
                if depth < self.depth && score.abs() <= WON {
                    self.clear();
                }
            }
            _ => {}
        }
    }
}
