//! The positions that a search has seen, each once, with the move that led to it.

use damier_search::{Run, Stop};
use rustc_hash::FxHashMap;

use crate::solver::bits::Bits;

use super::moves::Move;

/// No node: the parent of the start.
pub(super) const NONE: u32 = u32::MAX;

/// A position: its boxes are kept beside it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The least cell of the player's region.
    pub(super) player: u16,
    /// Where it came from.
    pub(super) parent: u32,
    /// The move that led here.
    pub(super) step: Move,
    /// What its moves weigh together.
    pub(super) weight: u32,
    /// Pushes from the start.
    pub(super) pushes: u32,
}

/// All of them.
pub(super) struct Tree<const N: usize> {
    pub(super) boxes: Vec<Bits<N>>,
    pub(super) nodes: Vec<Node>,
    index: FxHashMap<u64, u32>,
}

impl<const N: usize> Tree<N> {
    pub(super) fn new() -> Self {
        Tree { boxes: Vec::new(), nodes: Vec::new(), index: FxHashMap::default() }
    }

    /// The bytes of a position.
    const EACH: usize = size_of::<Node>() + size_of::<Bits<N>>() + 24;

    /// The bytes of all of them.
    pub(super) fn bytes(&self) -> usize {
        self.nodes.len() * Self::EACH
    }

    /// Whether a position with this hash and these boxes was seen.
    pub(super) fn knows(&self, key: u64, boxes: &Bits<N>) -> bool {
        self.index.get(&key).is_some_and(|&at| self.boxes[at as usize] == *boxes)
    }

    /// Adds a position that is not known.
    pub(super) fn add(&mut self, key: u64, boxes: Bits<N>, node: Node, run: &mut Run) -> Result<u32, Stop> {
        run.memory.take(Self::EACH)?;
        let at = self.nodes.len() as u32;
        self.boxes.push(boxes);
        self.nodes.push(node);
        self.index.insert(key, at);
        Ok(at)
    }

    /// The moves from the start to a node.
    pub(super) fn path(&self, node: u32) -> Vec<Move> {
        let mut path = Vec::new();
        let mut at = node;
        while let Some(node) = self.nodes.get(at as usize) {
            if node.parent == NONE {
                break;
            }
            path.push(node.step);
            at = node.parent;
        }
        path.reverse();
        path
    }
}
