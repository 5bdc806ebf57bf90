//! Feature space search (Shoham and Schaeffer, 2020).
//!
//! Positions with the same [`Features`] share a *cell*. The cells are served in turn, and every other time the best cell: in each, the
//! untried move with the least weight is made. The weight of a move is that of all moves before it, plus nothing if an *advisor* proposed it,
//! else one. An advisor proposes at most one move of a position, the best one for its feature. So every kind of progress opens a new cell,
//! which gets its share at once, no coefficients need tuning, and nothing is ever cut off: moves without an advocate come later.
//!
//! Among moves of equal weight the older comes first, or, as [`Style`] says, the one whose position needs the fewest pushes as the
//! matching sees it.
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

use super::features::{Eye, Features};
use super::ground::Ground;
use super::guard::Guard;
use super::moves::{Move, Mover, Way};
use super::tree::{NONE, Node, Tree};

/// Moves between two looks at the clock: an expansion may have thousands of them.
const LOOK_EVERY: u64 = 256;

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

/// What comes first among moves of equal weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// The moves of the position that was found first.
    Oldest,
    /// Those of the position with the least bound on the pushes left.
    Nearest,
}

/// A move that was not made yet.
#[derive(Clone, Copy)]
struct Choice {
    step: Move,
    /// The hash of where it leads.
    key: u64,
    advised: bool,
}

/// The positions with the same features: weight, tie-break, order of entry, node, which of its moves is next.
type Cell = BinaryHeap<Reverse<(u32, u32, u32, u32, u32)>>;

/// The search.
pub(super) struct Fess<const N: usize> {
    style: Style,
    tree: Tree<N>,
    eye: Eye<N>,
    mover: Mover<N>,
    cells: Vec<Cell>,
    cell_of: FxHashMap<Features, usize>,
    /// The moves of each node, those of advisors first.
    choices: Pieces<Vec<Choice>>,
    /// The cell that was served last in turn.
    turn: usize,
    beat: bool,
    best: Option<(Features, usize)>,
    entries: u32,
    /// What the choices take, the cells, and the moves that are weighed.
    choice_bytes: usize,
    cell_bytes: usize,
    move_bytes: usize,
    // Kept from call to call.
    moves: Vec<Move>,
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
            entries: 0,
            choice_bytes: 0,
            cell_bytes: 0,
            move_bytes: 0,
            moves: Vec::new(),
            region: Vec::new(),
        }
    }

    /// The bytes that it has taken.
    pub(super) fn bytes(&self) -> usize {
        self.tree.bytes() + self.choices.bytes() + self.choice_bytes + self.cell_bytes + self.move_bytes
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
            let start = Bits::of(ground.boxes.iter().copied());
            let least = ground.reach(ground.player, &ground.blocked(&start)).first().unwrap_or(ground.player);
            // Any box stands for the one that moved last.
            let at = start.first().unwrap_or(0);
            let step = Move { from: at, to: at, player: ground.player, pushes: 0, least, parts: 1 };
            let key = ground.key(&start, least);
            let node = Node { player: least, parent: NONE, step, weight: 0, pushes: 0 };
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
            if self.tree.knows(choice.key, &boxes) {
                run.stats.duplicates += 1;
                continue;
            }
            spent += 1;
            let pushes = self.tree.nodes[parent as usize].pushes + u32::from(step.pushes);
            let node = Node { player: step.least, parent, step, weight, pushes };
            if let Some(path) = self.enter(ground, guard, run, watch, choice.key, boxes, node)? {
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
        let served = match self.best {
            Some((_, cell)) if self.beat && !self.cells[cell].is_empty() => cell,
            _ => {
                self.turn = (self.turn + 1) % self.cells.len();
                self.turn
            }
        };
        let Reverse((weight, tie, _, node, which)) = self.cells[served].pop()?;
        let choices = &self.choices[node as usize];
        let choice = choices[which as usize];
        if let Some(after) = choices.get(which as usize + 1) {
            let weight = weight + u32::from(choice.advised && !after.advised);
            self.entries += 1;
            self.cells[served].push(Reverse((weight, tie, self.entries, node, which + 1)));
        } else {
            // All are tried; the room is not needed any more.
            let bytes = bytes_of(choices);
            memory.give_back(bytes);
            self.choice_bytes -= bytes;
            self.choices[node as usize] = Vec::new();
        }
        Some((choice, weight, node))
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
        let cells = self.cells.len();
        let cell = *self.cell_of.entry(here).or_insert(cells);
        if cell == cells {
            self.cells.push(Cell::new());
            // A new cell is served next.
            self.turn = cell + self.cells.len() - 1;
        }
        if self.best.is_none_or(|(best, _)| here < best) {
            self.best = Some((here, cell));
        }
        let weight = node.weight + u32::from(!first.advised);
        let tie = if self.style == Style::Nearest { bound } else { 0 };
        self.entries += 1;
        let before = run.memory.used();
        make_room(&mut self.cells[cell], &mut run.memory)?;
        self.cell_bytes += (run.memory.used() - before) as usize;
        self.cells[cell].push(Reverse((weight, tie, self.entries, at, 0)));
        self.choices[at as usize] = choices;
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
        let mut choices: Vec<Choice> = Vec::new();
        let mut advice = [None; 4];
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
                let there = self.eye.look(ground, &after, regions, run)?;
                advise(&mut advice, here, there, step.pushes, choices.len());
                push(&mut choices, Choice { step, key, advised: false }, &mut run.memory)?;
            }
        }
        self.moves = moves;
        for (_, which) in advice.into_iter().flatten() {
            choices[which].advised = true;
        }
        choices.sort_by_key(|choice| !choice.advised);
        // From here on they are counted as what they are, without the room for more.
        run.memory.give_back(choices.capacity() * size_of::<Choice>());
        choices.shrink_to_fit();
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

/// One advisor a feature: keeps the move that makes it the best, with the fewest pushes. None may undo a step of the plan.
fn advise(
    advice: &mut [Option<((u8, u16), usize)>; 4],
    here: Features,
    there: Features,
    pushes: u16,
    which: usize,
) {
    let features = |of: Features| [of.unpacked, of.outside, of.regions, of.links];
    for ((advice, old), new) in advice.iter_mut().zip(features(here)).zip(features(there)) {
        let rank = (new, pushes);
        if new < old && there.unpacked <= here.unpacked && advice.is_none_or(|(best, _)| rank < best) {
            *advice = Some((rank, which));
        }
    }
}
