//! Moves of one box as far as it goes: from A to every B that it can be pushed (or, backwards, pulled) to while the others stand.
//!
//! This is a breadth-first search over (cell of the box, side of the player). What it needs to know at each cell is which sides of the box
//! the player can walk between. Filling the floor anew for each cell would answer that, slowly. Instead the floor, with the moving box
//! taken off, is searched depth first once (Tarjan 1972). That tells for each cell what *hangs* on it: the branches below it from which no
//! way leads past it. A box on that cell cuts them off, each by itself, and leaves the rest of the floor in one piece.

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

/// What the depth-first search found out about a cell.
#[derive(Clone, Copy, Default)]
struct Found {
    /// Which search it was.
    cut: u32,
    /// When the cell was found, and the last one below it.
    order: u16,
    last: u16,
    /// The least cell among these.
    least: u16,
    /// The first cells of the branches that hang on it.
    hanging: u8,
    below: [u16; 4],
}

/// Floors that were filled, and the moves of a box. All the room that it needs is kept from call to call.
pub(super) struct Mover<const N: usize> {
    /// Which boxes stand where, walls included; by cell.
    pub(super) taken: Bits<N>,
    /// The cells that the player reaches have the mark of the last fill.
    marks: Vec<u32>,
    mark: u32,
    stack: Vec<u16>,
    // What hangs on what: by cell; the number of the last search; the cells in the order in which it found them.
    cells: Vec<Found>,
    cut: u32,
    found: Vec<u16>,
    /// The cells above the one that is looked at: the next side of each, the earliest cell that is seen from it or below, the least.
    path: Vec<(u16, u16, u16, u16)>,
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
            cells: vec![Found::default(); cells],
            cut: 0,
            found: Vec::new(),
            path: Vec::new(),
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
        self.find_what_hangs(ground, from);
        let mut at = 0;
        let mut found = None;
        'search: while at < self.queue.len() {
            let (cell, side, pushes, _) = self.queue[at];
            if open(&self.taken, cell, usize::from(side)) {
                let (to, player) = ahead(cell, usize::from(side));
                if self.seen[usize::from(to)][usize::from(side)] != search {
                    let beside = &ground.next[usize::from(to)];
                    let cut = &self.cells[usize::from(to)];
                    let part = self.part(cut, beside[usize::from(side)]);
                    let first = self.queue.len();
                    self.seen[usize::from(to)][usize::from(side)] = search;
                    self.queue.push((to, side, pushes + 1, at as u32));
                    for (other, &stand) in beside.iter().enumerate() {
                        if self.seen[usize::from(to)][other] != search
                            && !self.taken.contains(stand)
                            && self.part(cut, stand) == part
                        {
                            self.seen[usize::from(to)][other] = search;
                            // It walks around; the push that brought the box here is still the one before.
                            self.queue.push((to, other as u8, pushes + 1, first as u32));
                        }
                    }
                    let (least, parts) = self.region(to, part);
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

    /// Searches the free floor that is connected with `root`.
    fn find_what_hangs(&mut self, ground: &Ground<N>, root: u16) {
        self.cut += 1;
        let (cut, taken) = (self.cut, self.taken);
        let (cells, next) = (&mut self.cells[..], &ground.next[..]);
        let mut order = 0;
        self.path.clear();
        self.found.clear();
        self.found.push(root);
        cells[usize::from(root)] = Found { cut, ..Found::default() };
        let (mut cell, mut side, mut low, mut least) = (root, 0, 0, root);
        loop {
            if let Some(&to) = next[usize::from(cell)].get(usize::from(side)) {
                side += 1;
                if taken.contains(to) {
                    continue;
                }
                let there = &mut cells[usize::from(to)];
                if there.cut == cut {
                    low = low.min(there.order);
                } else {
                    order += 1;
                    (there.cut, there.order, there.hanging) = (cut, order, 0);
                    self.found.push(to);
                    self.path.push((cell, side, low, least));
                    (cell, side, low, least) = (to, 0, order, to);
                }
                continue;
            }
            let here = &mut cells[usize::from(cell)];
            (here.last, here.least) = (order, least);
            let Some((parent, next, earliest, lowest)) = self.path.pop() else { break };
            let above = &mut cells[usize::from(parent)];
            if low >= above.order {
                above.below[usize::from(above.hanging)] = cell;
                above.hanging += 1;
            }
            (cell, side, low, least) = (parent, next, earliest.min(low), lowest.min(least));
        }
    }

    /// The branch that hangs on a cell, if any, in which another one is that was found.
    #[inline]
    fn part(&self, cut: &Found, cell: u16) -> Option<u16> {
        let order = self.cells[usize::from(cell)].order;
        let inside = |top: &u16| {
            let top = &self.cells[usize::from(*top)];
            top.order <= order && order <= top.last
        };
        cut.below[..usize::from(cut.hanging)].iter().copied().find(inside)
    }

    /// If a box stood at `at`: the least cell of a branch that hangs there, or of the rest of the floor, and the number of regions.
    fn region(&self, at: u16, part: Option<u16>) -> (u16, u8) {
        let cut = &self.cells[usize::from(at)];
        let root = self.found[0];
        let parts = cut.hanging + u8::from(at != root);
        if let Some(top) = part {
            return (self.cells[usize::from(top)].least, parts);
        }
        let whole = self.cells[usize::from(root)].least;
        if whole != at && self.part(cut, whole).is_none() {
            return (whole, parts);
        }
        let rest = self.found.iter().copied().filter(|&cell| cell != at && self.part(cut, cell).is_none());
        (rest.min().unwrap_or(at), parts)
    }
}
