//! Play backwards: from the solved level, boxes are pulled, and what is found far away is a level that is hard and can be
//! solved.
//!
//! Breadth first, a layer a pull, over the sets of boxes and the player's regions, both as bits of one number. As long as no layer was cut
//! the depth of a state is the fewest pushes that solve it. A layer that is too large is cut to the states whose boxes
//! are farthest from the goals; what is found then can still be solved, by the way that the search came.

use std::collections::hash_map::Entry;

use damier_search::{Run, Stop};
use rustc_hash::FxHashMap;

use super::shape::Shape;

/// The most cells of floor: the bits of a state below the player's.
pub(super) const FLOOR: usize = 120;

/// The floor of a shape with cells numbered from 0.
pub(super) struct Yard {
    /// The place of each cell in the shape.
    pub(super) cells: Vec<usize>,
    next: Vec<[u8; 4]>,
    around: Vec<u128>,
    /// The goals as bits.
    goals: u128,
    /// Pushes from each cell to the nearest goal on an empty floor, about: steps.
    far: Vec<u32>,
}

/// No cell.
const NONE: u8 = u8::MAX;

/// A state that was found.
#[derive(Clone, Copy)]
pub(super) struct Node {
    /// Where the boxes are.
    pub(super) boxes: u128,
    /// Where the player is: somewhere in the region.
    pub(super) player: u8,
    /// The state that the push leads to.
    parent: u32,
    /// The box that is pushed, and which way.
    from: u8,
    way: u8,
}

/// A state on the way forwards.
#[derive(Clone, Copy)]
struct Step {
    boxes: u128,
    player: u8,
    /// Where the box is that was pushed last.
    last: u8,
    /// How often it was another box than before.
    changes: u32,
    parent: u32,
    from: u8,
    way: u8,
}

/// The most states that are looked at for a calm way.
const CALM: usize = 8_000;

/// What was found, in layers.
pub(super) struct Found {
    pub(super) nodes: Vec<Node>,
    /// How many pushes solve each state.
    depths: FxHashMap<u128, u32>,
    /// Where each layer begins; the last entry is the end.
    pub(super) layers: Vec<usize>,
}

impl Yard {
    /// None if the floor is too large.
    pub(super) fn new(shape: &Shape, goals: &[usize]) -> Option<Self> {
        let cells: Vec<usize> = (0..shape.open.len()).filter(|&at| shape.open[at]).collect();
        if cells.len() > FLOOR {
            return None;
        }
        let number = |at: usize| cells.binary_search(&at).map_or(NONE, |at| at as u8);
        let next: Vec<[u8; 4]> = cells.iter().map(|&at| shape.beside(at).map(number)).collect();
        let bit = |at: u8| if at == NONE { 0 } else { 1 << at };
        let around = next.iter().map(|sides| sides.iter().map(|&side| bit(side)).sum()).collect();
        let goals: u128 = goals.iter().map(|&at| bit(number(at))).sum();
        let mut yard = Yard { far: vec![0; cells.len()], cells, next, around, goals };
        let (mut seen, mut depth) = (goals, 0);
        let mut edge = goals;
        while edge != 0 {
            depth += 1;
            edge = ones(edge).map(|at| yard.around[usize::from(at)]).fold(0, |all, near| all | near) & !seen;
            seen |= edge;
            ones(edge).for_each(|at| yard.far[usize::from(at)] = depth);
        }
        Some(yard)
    }

    /// Where a player can walk.
    pub(super) fn reach(&self, from: u8, boxes: u128) -> u128 {
        let mut seen = 1_u128 << from;
        let mut edge = seen;
        while edge != 0 {
            let at = edge.trailing_zeros() as usize;
            edge &= edge - 1;
            let fresh = self.around[at] & !boxes & !seen;
            seen |= fresh;
            edge |= fresh;
        }
        seen
    }

    /// Plays backwards until nothing new is found or `most` states are. Layers are cut to `wide` states.
    pub(super) fn search(&self, most: usize, wide: usize, run: &mut Run) -> Result<Found, Stop> {
        let mut nodes: Vec<Node> = Vec::new();
        let mut depths: FxHashMap<u128, u32> = FxHashMap::default();
        let mut rest = ((1_u128 << self.cells.len()) - 1) & !self.goals;
        while rest != 0 {
            let player = rest.trailing_zeros() as u8;
            rest &= !self.reach(player, self.goals);
            depths.insert(key(self.goals, player), 0);
            nodes.push(Node { boxes: self.goals, player, parent: u32::MAX, from: NONE, way: 0 });
        }
        let mut layers = vec![0, nodes.len()];
        while layers[layers.len() - 2] < nodes.len() && nodes.len() < most {
            let begin = layers[layers.len() - 2];
            let end = nodes.len();
            for parent in begin..end {
                run.expand()?;
                self.pull(parent as u32, layers.len() as u32 - 1, &mut nodes, &mut depths);
            }
            self.cut(&mut nodes, end, wide);
            layers.push(nodes.len());
        }
        layers.dedup();
        Ok(Found { nodes, depths, layers })
    }

    /// Adds all states from which one push leads to this one.
    fn pull(&self, parent: u32, depth: u32, nodes: &mut Vec<Node>, depths: &mut FxHashMap<u128, u32>) {
        let Node { boxes, player, .. } = nodes[parent as usize];
        let region = self.reach(player, boxes);
        for at in ones(boxes) {
            for way in 0..4 {
                // The player stands beside the box, steps back, and the box comes along.
                let from = self.next[usize::from(at)][way];
                if from == NONE || region >> from & 1 == 0 {
                    continue;
                }
                let behind = self.next[usize::from(from)][way];
                if behind == NONE || boxes >> behind & 1 == 1 {
                    continue;
                }
                let before = boxes & !(1 << at) | 1 << from;
                let first = self.reach(behind, before).trailing_zeros() as u8;
                if let Entry::Vacant(fresh) = depths.entry(key(before, first)) {
                    fresh.insert(depth);
                    let way = (way as u8 + 2) % 4;
                    nodes.push(Node { boxes: before, player: first, parent, from, way });
                }
            }
        }
    }

    /// Leaves the `wide` states of the last layer, from `begin`, whose boxes are farthest out.
    fn cut(&self, nodes: &mut Vec<Node>, begin: usize, wide: usize) {
        if nodes.len() - begin <= wide {
            return;
        }
        let out = |node: &Node| ones(node.boxes).map(|at| self.far[usize::from(at)]).sum::<u32>();
        // Some noise, the same on every machine, keeps the states apart from each other.
        let noise = |node: &Node| {
            let mixed = (key(node.boxes, node.player) % 0xFFFF_FFFB) as u64;
            (mixed.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 61) as u32
        };
        let mut last: Vec<(u32, Node)> =
            nodes.drain(begin..).map(|node| (2 * out(&node) + noise(&node), node)).collect();
        last.sort_by_key(|(rank, node)| (std::cmp::Reverse(*rank), node.boxes, node.player));
        last.truncate(wide);
        nodes.extend(last.into_iter().map(|(_, node)| node));
    }

    /// The pushes that solve a state: where the box stands, and which way it goes.
    pub(super) fn pushes(found: &Found, mut at: usize) -> Vec<(u8, u8)> {
        let mut pushes = Vec::new();
        while let Some(node) = found.nodes.get(at).filter(|node| node.parent != u32::MAX) {
            pushes.push((node.from, node.way));
            at = node.parent as usize;
        }
        pushes
    }

    /// The pushes that solve a state with the fewest changes of box, among all ways of the same length: a search forwards through the
    /// layers, in which a state is told apart also by the box that was pushed last. None if there are too many. And how many
    /// states were looked at.
    pub(super) fn calmest(&self, found: &Found, at: usize) -> (Option<Vec<(u8, u8)>>, usize) {
        let mut steps = Vec::new();
        let pushes = self.calm(found, at, &mut steps);
        (pushes, steps.len())
    }

    fn calm(&self, found: &Found, at: usize, steps: &mut Vec<Step>) -> Option<Vec<(u8, u8)>> {
        let Node { boxes, player, .. } = found.nodes[at];
        let depth = *found.depths.get(&key(boxes, player))?;
        steps.push(Step { boxes, player, last: NONE, changes: 0, parent: u32::MAX, from: NONE, way: 0 });
        let mut begin = 0;
        for left in (0..depth).rev() {
            let end = steps.len();
            let mut places: FxHashMap<(u128, u8), usize> = FxHashMap::default();
            for parent in begin..end {
                self.push(found, left, parent, steps, &mut places);
            }
            if steps.len() > CALM || steps.len() == end {
                return None;
            }
            begin = end;
        }
        let mut step = steps[begin..].iter().min_by_key(|step| step.changes)?;
        let mut pushes = Vec::new();
        while step.parent != u32::MAX {
            pushes.push((step.from, step.way));
            step = &steps[step.parent as usize];
        }
        pushes.reverse();
        Some(pushes)
    }

    /// Adds all states with `left` pushes to go to which one push leads.
    fn push(
        &self,
        found: &Found,
        left: u32,
        parent: usize,
        steps: &mut Vec<Step>,
        places: &mut FxHashMap<(u128, u8), usize>,
    ) {
        let Step { boxes, player, last, changes, .. } = steps[parent];
        let region = self.reach(player, boxes);
        for from in ones(boxes) {
            let sides = self.next[usize::from(from)];
            for way in 0..4 {
                let (to, behind) = (sides[way], sides[(way + 2) % 4]);
                if to == NONE || behind == NONE || boxes >> to & 1 == 1 || region >> behind & 1 == 0 {
                    continue;
                }
                let after = boxes & !(1 << from) | 1 << to;
                let first = self.reach(from, after).trailing_zeros() as u8;
                let state = key(after, first);
                if found.depths.get(&state) != Some(&left) {
                    continue;
                }
                let changes = changes + u32::from(from != last);
                let step = Step {
                    boxes: after,
                    player: first,
                    last: to,
                    changes,
                    parent: parent as u32,
                    from,
                    way: way as u8,
                };
                match places.entry((state, to)) {
                    Entry::Vacant(fresh) => {
                        fresh.insert(steps.len());
                        steps.push(step);
                    }
                    Entry::Occupied(known) if steps[*known.get()].changes > changes => {
                        steps[*known.get()] = step;
                    }
                    Entry::Occupied(_) => {}
                }
            }
        }
    }

    /// How many of these boxes are on goals.
    pub(super) fn on_goals(&self, boxes: u128) -> usize {
        (boxes & self.goals).count_ones() as usize
    }
}

/// The state as one number.
fn key(boxes: u128, player: u8) -> u128 {
    boxes | u128::from(player) << FLOOR
}

/// The cells in a set.
pub(super) fn ones(mut set: u128) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let at = (set != 0).then(|| set.trailing_zeros() as u8)?;
        set &= set - 1;
        Some(at)
    })
}
