//! Feature space search (Shoham and Schaeffer, 2020).
//!
//! Positions are put into *cells* by a few numbers, the [`Features`]. The cells are served in turn, and every other time the best cell: in each,
//! the untried move with the least weight is made. The weight of a move is that of all moves before it, plus nothing if an *advisor*
//! proposed it ([`advice`]), else one. So every kind of progress opens a new cell, which gets its share at once, and nothing is ever cut
//! off: moves without an advocate come later.
//!
//! A position is filed under the best position on its way, not under its own numbers: a detour that makes things worse for a while opens no
//! cells. Moves of equal weight come by the numbers of the position that they lead to. ([`Style::Oldest`] and
//! [`Style::Nearest`] go by a position's own numbers and by age or bound; they find some solutions that the others miss.)
//!
//! Where many positions were found below one and none of them is better, the first may be lost in a way that the tests of a single move do not
//! see. Then it is [looked at more closely](Guard::is_stuck), and if it is lost, so is all that was found below it.
//!
//! Complete: where all moves are used up there is no solution, for what the deadlock tests and the corrals refuse is proven. A hash
//! of 64 bits stands for a position, and a new one that has the hash of another would be lost; [`Tree::knows`] compares the boxes.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use damier_search::memory::block;
use damier_search::pieces::{Pieces, make_room, push};
use damier_search::{Budget, Event, Placement, Run, Stop, Watch};
use rustc_hash::FxHashMap;

use crate::solver::bits::Bits;
use crate::solver::corral;

use super::advice::{self, Advisors, Candidate};
use super::features::{Eye, Features, Sight};
use super::ground::Ground;
use super::guard::Guard;
use super::moves::{Move, Mover, Way};
use super::tree::{LOST, NONE, Node, Tree};

/// Moves between two looks at the clock: an expansion may have thousands of them.
const LOOK_EVERY: u64 = 256;

/// What a search and its advisors keep for each cell of the floor, besides a set: about.
const LIST_BYTES: usize = 256;

/// Where there are so few moves the first needs no advocate.
const FEW: usize = 2;

/// A position is suspected to be lost when so many were found below it and none of them is better; and again at so many times as many.
/// (With 24 or 64 instead of 12 less is found; see `docs/sokoban-solvers.md`.)
const SUSPECT: u32 = 12;
const SUSPECT_AGAIN: u32 = 4;

/// How a slice of the search ended.
#[derive(Debug)]
pub(super) enum Slice {
    /// There is more to do.
    More,
    /// These moves solve it.
    Solved(Vec<Move>),
    /// Nothing is left to try: there is no solution.
    Exhausted,
}

/// What cells are, and what comes first among moves of equal weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// A position belongs to the best one on its way; moves by the rank of what they lead to. Few cells: steps of the plan, regions, and boxes
    /// out of place.
    Coarse,
    /// The same with more cells: links and hotspots too.
    Fine,
    /// The same as [`Style::Coarse`], but all that is in the way counts alike.
    Sum,
    /// Cells by a position's own numbers; the moves of the position that was found first.
    Oldest,
    /// The same; the moves of the position with the least bound on the pushes left.
    Nearest,
}

impl Style {
    pub(super) fn sight(self) -> Sight {
        if self.goes_by_path() { Sight::Wide } else { Sight::Narrow }
    }

    fn goes_by_path(self) -> bool {
        !matches!(self, Style::Oldest | Style::Nearest)
    }

    /// The numbers as one, the less the better.
    fn rank(self, of: Features) -> u64 {
        let Features { unpacked, regions, rooms, outside, hotspots, near } = of;
        let all = |numbers: [u8; 5], last: u16| {
            numbers.iter().fold(0, |rank, &number| rank << 8 | u64::from(number)) << 16 | u64::from(last)
        };
        match self {
            Style::Coarse | Style::Fine => all([unpacked, regions, rooms, outside, hotspots], near),
            Style::Sum => {
                let sum = regions.saturating_add(rooms).saturating_add(outside).saturating_add(hotspots);
                all([unpacked, sum, 0, outside, 0], near)
            }
            Style::Oldest | Style::Nearest => all([unpacked, outside, regions, rooms, 0], 0),
        }
    }

    /// What of a rank tells cells apart.
    fn cell(self, rank: u64) -> u64 {
        match self {
            Style::Coarse | Style::Sum => rank & 0x00ff_ff00_ff00_0000,
            _ => rank >> 16,
        }
    }
}

/// A move that was not made yet: with a rank whose first bit says that nobody proposed it.
#[derive(Clone, Copy)]
struct Choice {
    step: Move,
    rank: [u32; 2],
}

const NOT_ADVISED: u64 = 1 << 63;

impl Choice {
    fn new(step: Move, rank: u64, advised: bool) -> Self {
        let rank = if advised { rank } else { rank | NOT_ADVISED };
        Choice { step, rank: [(rank >> 32) as u32, rank as u32] }
    }

    fn whole(&self) -> u64 {
        u64::from(self.rank[0]) << 32 | u64::from(self.rank[1])
    }

    fn is_advised(&self) -> bool {
        self.whole() & NOT_ADVISED == 0
    }

    fn rank(&self) -> u64 {
        self.whole() & !NOT_ADVISED
    }
}

/// The positions that belong together: weight, tie-break, order of entry, node, which of its moves is next.
type Cell = BinaryHeap<Reverse<(u32, u64, u32, u32, u32)>>;

/// The search.
pub(super) struct Fess<const N: usize> {
    style: Style,
    tree: Tree<N>,
    eye: Eye<N>,
    mover: Mover<N>,
    cells: Vec<Cell>,
    cell_of: FxHashMap<u64, usize>,
    /// The moves of each node, those of advisors first.
    choices: Pieces<Vec<Choice>>,
    /// The cell that was served last in turn.
    turn: usize,
    beat: bool,
    best: Option<(u64, usize)>,
    /// By cell, the best rank of a position in it.
    ranks: Vec<u64>,
    advisors: Advisors<N>,
    entries: u32,
    /// What lists by cell of the floor take, the choices, the cells, and the moves that are weighed.
    list_bytes: usize,
    choice_bytes: usize,
    cell_bytes: usize,
    move_bytes: usize,
    // Kept from call to call.
    moves: Vec<Move>,
    candidates: Vec<Candidate>,
    region: Vec<u8>,
}

impl<const N: usize> Fess<N> {
    pub(super) fn new(ground: &Ground<N>, eye: Eye<N>, style: Style) -> Self {
        Fess {
            style,
            tree: Tree::new(),
            eye,
            mover: Mover::new(ground),
            cells: Vec::new(),
            cell_of: FxHashMap::default(),
            choices: Pieces::new(),
            turn: 0,
            beat: false,
            best: None,
            ranks: Vec::new(),
            advisors: Advisors::new(ground),
            entries: 0,
            list_bytes: 0,
            choice_bytes: 0,
            cell_bytes: 0,
            move_bytes: 0,
            moves: Vec::new(),
            candidates: Vec::new(),
            region: Vec::new(),
        }
    }

    /// The bytes that it has taken.
    pub(super) fn bytes(&self) -> usize {
        self.tree.bytes()
            + self.choices.bytes()
            + self.choice_bytes
            + self.cell_bytes
            + self.move_bytes
            + self.list_bytes
            + self.candidates.capacity() * size_of::<Candidate>()
    }

    /// How much of its plan is done in the best position that still has moves to try, in thousandths.
    pub(super) fn progress(&self) -> u64 {
        let (Some((rank, _)), Some(plan)) = (self.best, &self.eye.plan) else { return 0 };
        let steps = plan.steps.len() as u64 - 1;
        // What the plan does not say how to begin is not done.
        let missing = plan.steps.first().map_or(0, Bits::len) as u64;
        1000 * steps.saturating_sub(rank >> 48) / (steps + missing).max(1)
    }

    /// Goes on for a number of expansions.
    pub(super) fn slice(
        &mut self,
        ground: &Ground<N>,
        guard: &mut Guard<N>,
        run: &mut Run,
        watch: &mut Option<&mut Watch<'_>>,
        expansions: u32,
    ) -> Result<Slice, Stop> {
        if self.tree.nodes.is_empty() {
            self.list_bytes = ground.next.len() * (size_of::<Option<Bits<N>>>() + LIST_BYTES);
            run.memory.take(self.list_bytes)?;
            let start = Bits::of(ground.boxes.iter().copied());
            let least = ground.reach(ground.player, &ground.blocked(&start)).first().unwrap_or(ground.player);
            // Any box stands for the one that moved last.
            let at = start.first().unwrap_or(0);
            let step = Move { from: at, to: at, player: ground.player, pushes: 0, least, parts: 1 };
            let key = ground.key(&start, least);
            let node =
                Node { player: least, parent: NONE, step, weight: 0, pushes: 0, best: u64::MAX, below: 0 };
            if let Some(path) = self.enter(ground, guard, run, watch, key, start, node)? {
                return Ok(Slice::Solved(path));
            }
        }
        let (mut spent, mut idle) = (0, 0);
        while spent < expansions {
            let Some((choice, weight, parent)) = self.next_choice(&mut run.memory) else {
                idle += 1;
                if idle > 2 * self.cells.len() {
                    return Ok(Slice::Exhausted);
                }
                continue;
            };
            idle = 0;
            let step = choice.step;
            let mut boxes = self.tree.boxes[parent as usize];
            boxes.remove(step.from);
            boxes.insert(step.to);
            let key = ground.key(&boxes, step.least);
            if self.tree.knows(key, &boxes) {
                run.stats.duplicates += 1;
                continue;
            }
            spent += 1;
            let Node { pushes, best, .. } = self.tree.nodes[parent as usize];
            let pushes = pushes + u32::from(step.pushes);
            let node = Node { player: step.least, parent, step, weight, pushes, best, below: 0 };
            if let Some(path) = self.enter(ground, guard, run, watch, key, boxes, node)? {
                return Ok(Slice::Solved(path));
            }
        }
        Ok(Slice::More)
    }

    /// Takes the next move from the cell whose turn it is, with its weight and the node that it starts from.
    fn next_choice(&mut self, memory: &mut Budget) -> Option<(Choice, u32, u32)> {
        if self.cells.is_empty() {
            return None;
        }
        self.beat = !self.beat;
        if self.style.goes_by_path() && self.best.is_some_and(|(_, cell)| self.cells[cell].is_empty()) {
            // All is tried there: the next best takes its place.
            let open = (0..self.cells.len()).filter(|&cell| !self.cells[cell].is_empty());
            self.best = open.map(|cell| (self.ranks[cell], cell)).min();
        }
        let served = match self.best {
            Some((_, cell)) if self.beat && !self.cells[cell].is_empty() => cell,
            _ => {
                self.turn = (self.turn + 1) % self.cells.len();
                self.turn
            }
        };
        let (weight, tie, node, which) = loop {
            let Reverse((weight, tie, _, node, which)) = self.cells[served].pop()?;
            if self.tree.nodes[node as usize].below != LOST {
                break (weight, tie, node, which);
            }
        };
        let choices = &self.choices[node as usize];
        let choice = choices[which as usize];
        if let Some(after) = choices.get(which as usize + 1) {
            let weight = weight + u32::from(choice.is_advised() && !after.is_advised());
            let tie = if self.style.goes_by_path() { after.rank() } else { tie };
            self.entries += 1;
            self.cells[served].push(Reverse((weight, tie, self.entries, node, which + 1)));
        } else {
            // All are tried; the room is not needed any more.
            self.forget(node, memory);
        }
        Some((choice, weight, node))
    }

    /// Drops the moves of a node.
    fn forget(&mut self, node: u32, memory: &mut Budget) {
        let choices = std::mem::take(&mut self.choices[node as usize]);
        let bytes = bytes_of(&choices);
        memory.give_back(bytes);
        self.choice_bytes -= bytes;
    }

    /// Counts a new node below all that lead to it. The nodes where that makes many without anything better, the first found last.
    fn suspects(&mut self, at: u32) -> Vec<u32> {
        let rank = self.tree.nodes[at as usize].best;
        let mut suspects = Vec::new();
        let mut up = self.tree.nodes[at as usize].parent;
        while up != NONE {
            let node = &mut self.tree.nodes[up as usize];
            node.below = if rank < node.best { 0 } else { node.below + 1 };
            let mut mark = SUSPECT;
            while mark < node.below {
                mark *= SUSPECT_AGAIN;
            }
            if mark == node.below {
                suspects.push(up);
            }
            up = node.parent;
        }
        suspects
    }

    /// Gives up a node and all that was found below it.
    fn bury(&mut self, node: u32, memory: &mut Budget) {
        self.tree.nodes[node as usize].below = LOST;
        self.forget(node, memory);
        // A node comes after its parent.
        for at in node + 1..self.tree.nodes.len() as u32 {
            let Node { parent, below, .. } = self.tree.nodes[at as usize];
            if below != LOST && self.tree.nodes[parent as usize].below == LOST {
                self.tree.nodes[at as usize].below = LOST;
                self.forget(at, memory);
            }
        }
    }

    /// Adds a position unless it is lost, lists and weighs its moves and puts it into its cell. The moves to the end if one of them solves
    /// the level.
    #[expect(clippy::too_many_arguments, reason = "what a search goes by, and a position")]
    fn enter(
        &mut self,
        ground: &Ground<N>,
        guard: &mut Guard<N>,
        run: &mut Run,
        watch: &mut Option<&mut Watch<'_>>,
        key: u64,
        boxes: Bits<N>,
        node: Node,
    ) -> Result<Option<Vec<Move>>, Stop> {
        run.expand()?;
        let at = self.tree.add(key, boxes, node, run)?;
        self.choices.push(Vec::new(), &mut run.memory)?;
        let Some(bound) = guard.bound(ground, &boxes, node.step.player, node.step.to, run)? else {
            run.stats.pruned += 1;
            return Ok(None);
        };
        if let Some(watch) = watch {
            let place = |at: u16| ground.cells[usize::from(at)].0;
            let tasked: Vec<u16> = boxes.iter().map(place).collect();
            let cells = [&[place(node.step.player)], tasked.as_slice()].concat();
            let state = Placement { cells, tasked };
            watch.on(Event::Expand { id: at, state: &state, g: node.pushes, h: bound });
        }
        self.mover.put(&boxes);
        let weighed = self.weigh(ground, guard, run, at, boxes);
        self.mover.take(&boxes);
        let (choices, solved, here) = weighed?;
        if let Some(step) = solved {
            let mut path = self.tree.path(at);
            path.push(step);
            return Ok(Some(path));
        }
        let bytes = bytes_of(&choices);
        run.memory.take(bytes)?;
        self.choice_bytes += bytes;
        let Some(first) = choices.first() else { return Ok(None) };
        let here = self.style.rank(here);
        let path = if self.style.goes_by_path() { node.best.min(here) } else { here };
        self.tree.nodes[at as usize].best = path;
        let cells = self.cells.len();
        let cell = *self.cell_of.entry(self.style.cell(path)).or_insert(cells);
        if cell == cells {
            self.cells.push(Cell::new());
            self.ranks.push(path);
            // A new cell is served next.
            self.turn = cell + self.cells.len() - 1;
        }
        self.ranks[cell] = self.ranks[cell].min(path);
        if self.best.is_none_or(|(best, _)| path < best) {
            self.best = Some((path, cell));
        }
        let weight = node.weight + u32::from(!first.is_advised());
        let tie = match self.style {
            Style::Oldest => 0,
            Style::Nearest => u64::from(bound),
            _ => first.rank(),
        };
        self.entries += 1;
        let before = run.memory.used();
        make_room(&mut self.cells[cell], &mut run.memory)?;
        self.cell_bytes += (run.memory.used() - before) as usize;
        self.cells[cell].push(Reverse((weight, tie, self.entries, at, 0)));
        self.choices[at as usize] = choices;
        for suspect in self.suspects(at).into_iter().rev() {
            let (boxes, node) = (self.tree.boxes[suspect as usize], self.tree.nodes[suspect as usize]);
            if node.below != LOST && guard.is_stuck(ground, &boxes, node.player, run)? {
                self.bury(suspect, &mut run.memory);
            }
        }
        Ok(None)
    }

    /// The moves of a node whose boxes stand on the floor, those of advisors first; a move that solves the level; the node's features.
    fn weigh(
        &mut self,
        ground: &Ground<N>,
        guard: &mut Guard<N>,
        run: &mut Run,
        at: u32,
        boxes: Bits<N>,
    ) -> Result<(Vec<Choice>, Option<Move>, Features), Stop> {
        let player = self.tree.nodes[at as usize].player;
        self.mover.fill(ground, player);
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        let region = ground.reach(player, &self.mover.taken);
        let movable =
            corral::confine(ground, &boxes, &guard.frozen, &region).map_or(boxes, |corral| corral.fence);
        for from in movable.iter() {
            run.step()?;
            self.mover.moves(ground, from, Way::Push, |to| to < ground.live, &mut moves);
            let more = (moves.capacity() * size_of::<Move>()).saturating_sub(self.move_bytes);
            run.memory.take(more)?;
            self.move_bytes += more;
        }
        let regions = self.mover.regions(ground, &mut self.region);
        let here = self.eye.look(ground, &boxes, regions, run)?;
        let base = ground.key(&boxes, player) ^ ground.zobrist.of_player(player);
        let mut candidates = std::mem::take(&mut self.candidates);
        candidates.clear();
        let mut solved = None;
        for &step in &moves {
            run.stats.generated += 1;
            if run.stats.generated.is_multiple_of(LOOK_EVERY) {
                run.look()?;
            }
            run.step()?;
            let key = base ^ ground.zobrist.of_box(step.from) ^ ground.zobrist.of_box(step.to);
            let key = key ^ ground.zobrist.of_player(step.least);
            let mut after = boxes;
            after.remove(step.from);
            after.insert(step.to);
            if !self.tree.knows(key, &after) && !guard.sees_loss(ground, &after, step.to, step.player) {
                if ground.goal_set.within(&after) {
                    solved = Some(step);
                }
                let regions = regions + usize::from(step.parts) - self.around(ground, step.from);
                let there = self.eye.look_after(ground, &after, regions, (step.from, step.to), run)?;
                let rank = self.style.rank(there);
                push(&mut candidates, Candidate { step, there, rank, advised: false }, &mut run.memory)?;
            }
        }
        self.moves = moves;
        if self.style.goes_by_path() {
            candidates.sort_by_key(|one| one.rank);
            self.advisors.advise(ground, &mut self.eye, &boxes, &region, here, &mut candidates, run)?;
            if candidates.len() <= FEW
                && let Some(first) = candidates.first_mut()
            {
                first.advised = true;
            }
        } else {
            let fewest = |one: &Candidate| one.step.pushes;
            candidates.sort_by_key(fewest);
            advice::by_feature(here, &mut candidates);
        }
        candidates.sort_by_key(|one| !one.advised);
        let choice = |one: &Candidate| Choice::new(one.step, one.rank, one.advised);
        let choices: Vec<Choice> = candidates.iter().map(choice).collect();
        self.candidates = candidates;
        Ok((choices, solved, here))
    }

    /// How many regions touch a cell.
    fn around(&self, ground: &Ground<N>, at: u16) -> usize {
        let mut sides = ground.next[usize::from(at)].map(|side| self.region[usize::from(side)]);
        sides.sort_unstable();
        let fresh = |at: usize| sides[at] != u8::MAX && (at == 0 || sides[at] != sides[at - 1]);
        (0..4).filter(|&at| fresh(at)).count()
    }
}

/// What moves that were not made yet take on the heap.
fn bytes_of(choices: &[Choice]) -> usize {
    block(size_of_val(choices))
}

#[cfg(test)]
mod tests {
    use damier_search::Limits;

    use super::*;
    use crate::notation::xsb;

    /// Whether exactly these nodes and what is below them are lost, and the bytes of moves are right.
    fn check(search: &Fess<1>, buried: &[u32]) {
        let count = search.tree.nodes.len();
        let mut lost = vec![false; count];
        for at in 0..count {
            let Node { parent, below, .. } = search.tree.nodes[at];
            lost[at] = buried.contains(&(at as u32)) || (parent != NONE && lost[parent as usize]);
            assert_eq!(below == LOST, lost[at], "{at} of {count}, {buried:?}");
            assert!(!lost[at] || search.choices[at].is_empty());
        }
        let bytes: usize = (0..count).map(|at| bytes_of(&search.choices[at])).sum();
        assert_eq!(bytes, search.choice_bytes);
    }

    #[test]
    fn a_node_is_buried_with_all_below_it_and_nothing_else_and_the_search_goes_on() {
        let level =
            "##########\n#        #\n# $ $ $  #\n#   @    #\n#  $ $   #\n#....    #\n#.       #\n##########";
        let position = xsb::read(level).unwrap();
        let run = &mut Run::new(Limits::default());
        let ground = Ground::<1>::new(&position, run).unwrap().unwrap();
        let mut guard = Guard::new(&ground);
        let mut buried = Vec::new();
        let eye = Eye::new(&ground, None, Style::Oldest.sight());
        let mut search = Fess::new(&ground, eye, Style::Oldest);
        for nth in [3, 7, 5] {
            search.slice(&ground, &mut guard, run, &mut None, 60).unwrap();
            check(&search, &buried);
            let with_child =
                |at: &u32| (0..search.tree.nodes.len()).any(|id| search.tree.nodes[id].parent == *at);
            let open = (1..search.tree.nodes.len() as u32)
                .filter(|at| search.tree.nodes[*at as usize].below != LOST);
            let node = open.filter(with_child).take(nth).last().unwrap();
            search.bury(node, &mut run.memory);
            buried.push(node);
            check(&search, &buried);
        }
        let before = search.tree.nodes.len();
        search.slice(&ground, &mut guard, run, &mut None, 60).unwrap();
        check(&search, &buried);
        assert!(search.tree.nodes.len() > before);
    }
}
