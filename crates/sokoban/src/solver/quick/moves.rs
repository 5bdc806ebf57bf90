//! Moves of one box as far as it goes: from A to every B that it can be pushed (or, backwards, pulled) to while the others stand.
//!
//! This is a breadth-first search over (cell of the box, side of the player). What it needs to know at each cell is which sides of the box
//! the player can walk between. Filling the floor anew for each cell would answer that, slowly. Instead the floor, with the moving box
//! taken off, is cut into its *blocks* (biconnected components, Tarjan 1972) once: two neighbours of a cell stay connected when a box
//! is put on that cell exactly if the edges to them lie in the same block.

use crate::solver::bits::Bits;

use super::ground::{Ground, opposite};

/// One box from a cell to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Move {
    /// Where the box stood.
    pub(super) from: u16,
    /// Where it comes to.
    pub(super) to: u16,
    /// Where the player is then.
    pub(super) player: u16,
    /// Pushes.
    pub(super) pushes: u16,
    /// The least cell of the player's region then.
    pub(super) least: u16,
    /// Into how many regions the floor around the box is cut then, which was one region while the box was lifted.
    pub(super) parts: u8,
}

/// Whether boxes are pushed, or pulled as in a film run backwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// As one plays.
    Push,
    /// Backwards.
    Pull,
}

const NO_BLOCK: u16 = u16::MAX;

/// Floors that were filled, and the moves of a box. All the room that it needs is kept from call to call.
pub(super) struct Mover<const N: usize> {
    /// Which boxes stand where, walls included; by cell.
    pub(super) taken: Bits<N>,
    /// The cells that the player reaches have the mark of the last fill.
    marks: Vec<u32>,
    mark: u32,
    stack: Vec<u16>,
    // Blocks.
    cuts: Vec<u32>,
    cut: u32,
    order: Vec<u16>,
    low: Vec<u16>,
    block: Vec<[u16; 4]>,
    /// The cells in the order in which they were found; for each the last order below it and the least cell there.
    found: Vec<u16>,
    last: Vec<u16>,
    least: Vec<u16>,
    /// What hangs on a cell alone: would be cut off if a box stood there.
    hanging: Vec<(u8, [u16; 4])>,
    path: Vec<(u16, u8, u8)>,
    edges: Vec<(u16, u8)>,
    // The search over (cell, side).
    seen: Vec<[u32; 4]>,
    search: u32,
    queue: Vec<(u16, u8, u16, u32)>,
}

impl<const N: usize> Mover<N> {
    pub(super) fn new(ground: &Ground<N>) -> Self {
        let cells = ground.next.len();
        let taken = Bits::of([ground.wall()]);
        Mover {
            taken,
            marks: vec![0; cells],
            mark: 0,
            stack: Vec::new(),
            cuts: vec![0; cells],
            cut: 0,
            order: vec![0; cells],
            low: vec![0; cells],
            block: vec![[NO_BLOCK; 4]; cells],
            found: Vec::new(),
            last: vec![0; cells],
            least: vec![0; cells],
            hanging: vec![(0, [0; 4]); cells],
            path: Vec::new(),
            edges: Vec::new(),
            seen: vec![[0; 4]; cells],
            search: 0,
            queue: Vec::new(),
        }
    }

    /// Puts boxes onto the floor.
    pub(super) fn put(&mut self, boxes: &Bits<N>) {
        self.taken = self.taken.or(boxes);
    }

    /// Takes boxes off the floor.
    pub(super) fn take(&mut self, boxes: &Bits<N>) {
        self.taken = self.taken.without(boxes);
    }

    /// Marks what the player reaches and gives the least cell of it.
    pub(super) fn fill(&mut self, ground: &Ground<N>, player: u16) -> u16 {
        self.mark += 1;
        self.spread(ground, player)
    }

    fn spread(&mut self, ground: &Ground<N>, from: u16) -> u16 {
        let mark = self.mark;
        let mut least = from;
        self.marks[usize::from(from)] = mark;
        self.stack.push(from);
        while let Some(cell) = self.stack.pop() {
            least = least.min(cell);
            for to in ground.next[usize::from(cell)] {
                if !self.taken.contains(to) && self.marks[usize::from(to)] != mark {
                    self.marks[usize::from(to)] = mark;
                    self.stack.push(to);
                }
            }
        }
        least
    }

    /// Numbers the separate regions of the free floor: by cell, and how many there are.
    pub(super) fn regions(&mut self, ground: &Ground<N>, region: &mut Vec<u8>) -> usize {
        region.clear();
        region.resize(ground.next.len(), u8::MAX);
        let mut count = 0;
        for cell in 0..ground.wall() {
            if self.taken.contains(cell) || region[usize::from(cell)] != u8::MAX {
                continue;
            }
            let number = count.min(usize::from(u8::MAX - 1)) as u8;
            count += 1;
            region[usize::from(cell)] = number;
            self.stack.push(cell);
            while let Some(cell) = self.stack.pop() {
                for to in ground.next[usize::from(cell)] {
                    if !self.taken.contains(to) && region[usize::from(to)] == u8::MAX {
                        region[usize::from(to)] = number;
                        self.stack.push(to);
                    }
                }
            }
        }
        count
    }

    /// Whether the last fill came here.
    pub(super) fn reached(&self, at: u16) -> bool {
        self.marks[usize::from(at)] == self.mark
    }

    /// All moves of the box at `from`, which stands on the floor, after a fill from the player; nearest first.
    /// `allowed` says where a box may be brought or carried through.
    pub(super) fn moves(
        &mut self,
        ground: &Ground<N>,
        from: u16,
        way: Way,
        allowed: impl Fn(u16) -> bool,
        moves: &mut Vec<Move>,
    ) {
        self.explore(ground, from, way, allowed, |step| {
            moves.push(step);
            false
        });
    }

    /// The shortest move of the box at `from` to `to`, after a fill from the player.
    pub(super) fn shortest(&mut self, ground: &Ground<N>, from: u16, to: u16, way: Way) -> Option<Move> {
        let mut found = None;
        self.explore(
            ground,
            from,
            way,
            |_| true,
            |step| {
                found = (step.to == to).then_some(step);
                found.is_some()
            },
        );
        found
    }

    /// Whether the box at `from` can be pushed to `to` so that the player's region then has this least cell, after a fill from the player.
    pub(super) fn can_come(&mut self, ground: &Ground<N>, from: u16, to: u16, least: u16) -> bool {
        let same = |step: Move| step.to == to && step.least == least;
        self.explore(ground, from, Way::Push, |_| true, same).is_some()
    }

    /// The pushes of a move: where the box is before each, and the side of the player. After a fill from where the player was before.
    pub(super) fn route(&mut self, ground: &Ground<N>, step: &Move) -> Vec<(u16, u8)> {
        let same = |other: Move| other.to == step.to && other.least == step.least;
        let found = self.explore(ground, step.from, Way::Push, |_| true, same);
        let mut route = Vec::new();
        let Some(mut at) = found else { return route };
        loop {
            let (cell, side, pushes, parent) = self.queue[at];
            if pushes == 0 {
                break;
            }
            if self.queue[parent as usize].2 == pushes {
                at = parent as usize; // The player walked to another side.
                continue;
            }
            // The push was made from this side: the player stands where the box was.
            route.push((ground.step(cell, usize::from(side)), side));
            at = parent as usize;
        }
        route.reverse();
        route
    }

    /// The search behind [`Mover::moves`]; `each` sees every move and may end it. The place of the last one in the queue.
    fn explore(
        &mut self,
        ground: &Ground<N>,
        from: u16,
        way: Way,
        allowed: impl Fn(u16) -> bool,
        mut each: impl FnMut(Move) -> bool,
    ) -> Option<usize> {
        self.search += 1;
        let search = self.search;
        self.queue.clear();
        let sides = ground.next[usize::from(from)];
        for (side, &stand) in sides.iter().enumerate() {
            if stand != ground.wall() && !self.taken.contains(stand) && self.reached(stand) {
                self.seen[usize::from(from)][side] = search;
                self.queue.push((from, side as u8, 0, 0));
            }
        }
        let ahead = |cell: u16, side: usize| -> (u16, u16) {
            match way {
                Way::Push => (ground.next[usize::from(cell)][opposite(side)], cell),
                Way::Pull => {
                    let to = ground.next[usize::from(cell)][side];
                    (to, ground.next[usize::from(to)][side])
                }
            }
        };
        let open = |taken: &Bits<N>, cell: u16, side: usize| {
            let (to, player) = ahead(cell, side);
            // The player may come to where the box started, not into anything else.
            to != ground.wall()
                && player != ground.wall()
                && (!taken.contains(to) || to == from)
                && (!taken.contains(player) || player == from)
                && allowed(to)
        };
        if !self.queue.iter().any(|&(cell, side, ..)| open(&self.taken, cell, usize::from(side))) {
            return None;
        }
        self.taken.remove(from);
        self.cut_into_blocks(ground, from);
        let mut at = 0;
        let mut found = None;
        'search: while at < self.queue.len() {
            let (cell, side, pushes, _) = self.queue[at];
            if open(&self.taken, cell, usize::from(side)) {
                let (to, player) = ahead(cell, usize::from(side));
                if self.seen[usize::from(to)][usize::from(side)] != search {
                    let block = self.block[usize::from(to)][usize::from(side)];
                    let first = self.queue.len();
                    self.seen[usize::from(to)][usize::from(side)] = search;
                    self.queue.push((to, side, pushes + 1, at as u32));
                    for other in 0..4 {
                        if self.block[usize::from(to)][other] == block
                            && self.seen[usize::from(to)][other] != search
                        {
                            self.seen[usize::from(to)][other] = search;
                            // It walks around; the push that brought the box here is still the one before.
                            self.queue.push((to, other as u8, pushes + 1, first as u32));
                        }
                    }
                    let (least, parts) =
                        self.region_beside(to, ground.next[usize::from(to)][usize::from(side)]);
                    if each(Move { from, to, player, pushes: pushes + 1, least, parts }) {
                        found = Some(first);
                        break 'search;
                    }
                }
            }
            at += 1;
        }
        self.taken.insert(from);
        found
    }

    /// Cuts the free floor that hangs together with `root` into blocks: `block` tells for each cell and side the block of that edge.
    fn cut_into_blocks(&mut self, ground: &Ground<N>, root: u16) {
        self.cut += 1;
        let mark = self.cut;
        let (mut time, mut blocks) = (0, 0);
        self.path.clear();
        self.edges.clear();
        self.found.clear();
        self.found.push(root);
        self.hanging[usize::from(root)].0 = 0;
        self.least[usize::from(root)] = root;
        self.cuts[usize::from(root)] = mark;
        self.order[usize::from(root)] = 0;
        self.low[usize::from(root)] = 0;
        self.block[usize::from(root)] = [NO_BLOCK; 4];
        // A cell, the side that it was entered from, and the next side to look at.
        self.path.push((root, 4, 0));
        while let Some(top) = self.path.last_mut() {
            let (cell, back, side) = *top;
            let here = usize::from(cell);
            if side < 4 {
                top.2 += 1;
                let to = ground.next[here][usize::from(side)];
                if side == back || self.taken.contains(to) {
                    continue;
                }
                if self.cuts[usize::from(to)] == mark {
                    // Each edge is kept once, from the end that was found later.
                    if self.order[usize::from(to)] < self.order[here] {
                        self.edges.push((cell, side));
                        self.low[here] = self.low[here].min(self.order[usize::from(to)]);
                    }
                } else {
                    time += 1;
                    self.cuts[usize::from(to)] = mark;
                    self.order[usize::from(to)] = time;
                    self.low[usize::from(to)] = time;
                    self.least[usize::from(to)] = to;
                    self.hanging[usize::from(to)].0 = 0;
                    self.found.push(to);
                    self.block[usize::from(to)] = [NO_BLOCK; 4];
                    self.edges.push((cell, side));
                    self.path.push((to, opposite(usize::from(side)) as u8, 0));
                }
                continue;
            }
            self.path.pop();
            self.last[here] = time;
            let Some(&(parent, ..)) = self.path.last() else { break };
            let above = usize::from(parent);
            self.low[above] = self.low[above].min(self.low[here]);
            self.least[above] = self.least[above].min(self.least[here]);
            if self.low[here] >= self.order[above] {
                let (count, below) = &mut self.hanging[above];
                below[usize::from(*count)] = cell;
                *count += 1;
                let entered = (parent, opposite(usize::from(back)) as u8);
                while let Some((one, side)) = self.edges.pop() {
                    let to = ground.next[usize::from(one)][usize::from(side)];
                    self.block[usize::from(one)][usize::from(side)] = blocks;
                    self.block[usize::from(to)][opposite(usize::from(side))] = blocks;
                    if (one, side) == entered {
                        break;
                    }
                }
                blocks += 1;
            }
        }
    }

    /// After the cut: if a box stood at `at`, the least cell of the region that `beside`, next to it, is in, and the number of regions.
    fn region_beside(&self, at: u16, beside: u16) -> (u16, u8) {
        let (count, below) = self.hanging[usize::from(at)];
        let below = &below[..usize::from(count)];
        let root = self.found[0];
        let parts = count + u8::from(at != root);
        let inside = |top: u16, cell: u16| {
            let order = self.order[usize::from(cell)];
            self.order[usize::from(top)] <= order && order <= self.last[usize::from(top)]
        };
        if let Some(&top) = below.iter().find(|&&top| inside(top, beside)) {
            return (self.least[usize::from(top)], parts);
        }
        let whole = self.least[usize::from(root)];
        if whole != at && !below.iter().any(|&top| inside(top, whole)) {
            return (whole, parts);
        }
        let rest = self
            .found
            .iter()
            .copied()
            .filter(|&cell| cell != at && !below.iter().any(|&top| inside(top, cell)));
        (rest.min().unwrap_or(beside), parts)
    }
}
