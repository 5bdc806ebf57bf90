//! The positions that a search has seen, each once, with the move that led to it.

use damier_search::pieces::Pieces;
use damier_search::store::Store;
use damier_search::{Run, Stop};

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
    /// The best rank of a position on the way here, its own included.
    pub(super) best: u64,
    /// How many positions were found below since the last one that was better than all before it; or that it is [`LOST`].
    pub(super) below: u32,
}

/// In place of a number of positions: the position was proven lost after it was entered.
pub(super) const LOST: u32 = u32::MAX;

/// All of them.
pub(super) struct Tree<const N: usize> {
    pub(super) boxes: Pieces<Bits<N>>,
    pub(super) nodes: Pieces<Node>,
    index: Store<u64, u32>,
}

impl<const N: usize> Tree<N> {
    pub(super) fn new() -> Self {
        Tree { boxes: Pieces::new(), nodes: Pieces::new(), index: Store::new() }
    }

    /// The bytes of all of them.
    pub(super) fn bytes(&self) -> usize {
        self.boxes.bytes() + self.nodes.bytes() + self.index.bytes()
    }

    /// Whether a position with this hash and these boxes was seen.
    pub(super) fn knows(&self, key: u64, boxes: &Bits<N>) -> bool {
        self.index.find(&key).is_ok_and(|id| self.boxes[*self.index.value(id) as usize] == *boxes)
    }

    /// Adds a position that is not known.
    pub(super) fn add(&mut self, key: u64, boxes: Bits<N>, node: Node, run: &mut Run) -> Result<u32, Stop> {
        let at = self.nodes.len() as u32;
        self.boxes.push(boxes, &mut run.memory)?;
        self.nodes.push(node, &mut run.memory)?;
        match self.index.find(&key) {
            Ok(id) => *self.index.value_mut(id) = at,
            Err(fresh) => {
                self.index.add(fresh, key, at, &mut run.memory)?;
            }
        }
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
