//! Whether some of the boxes, alone on the floor, can still do their part: a greedy search over their pushes.
//!
//! Where there are `spare` more boxes than goals, a solution leaves at most that many off the goals, so of any set of boxes all but
//! `spare` must come onto goals at once. Boxes that are taken away only make room: what the rest cannot do alone it cannot do in
//! company. So a set that fails here is proof that the whole position is lost, and a set that succeeds proves something only if
//! it is all boxes.
//!
//! The search takes the state that looks nearest first, and is exhaustive if it has to be. It drops states with more boxes than
//! can be spared on cells without a way to any goal, or frozen off the goals.

use damier_search::{Run, Stop};
use rustc_hash::FxHashSet;

use crate::ground::{Ground, NO_SHORE, NONE, Shores, back};

/// What is known of the floor before any search.
pub(super) struct Table {
    pub(super) ground: Ground,
    pub(super) shores: Shores,
    /// The fewest pushes from each cell and shore to any goal.
    pub(super) near: Vec<[u16; 4]>,
    /// The fewest pushes from each cell to any goal, the player anywhere; [`NONE`]: a box here is lost.
    pub(super) nearest: Vec<u16>,
}

impl Table {
    pub(super) fn new(ground: Ground) -> Self {
        let shores = ground.shores(&vec![false; ground.len()]);
        let near = ground.pushes_to(&shores, |at| ground.goal[at] != NONE);
        let nearest = near.iter().map(|far| far.iter().copied().min().unwrap_or(NONE)).collect();
        Table { ground, shores, near, nearest }
    }

    /// Which of the boxes can never move again, whoever pushes: on each axis a wall or another such box is next to them. With
    /// `strict`, where no box can be spared, two lost cells on both sides block an axis too.
    ///
    /// All are held to be frozen until one is seen to be free, so boxes that only hold each other are found. `marks` is false for
    /// every cell, before and after.
    pub(super) fn frozen(&self, boxes: &[u16], strict: bool, marks: &mut [bool]) -> Vec<bool> {
        let mut frozen = vec![true; boxes.len()];
        boxes.iter().for_each(|&at| marks[usize::from(at)] = true);
        let lost = |at: u16| self.nearest[usize::from(at)] == NONE;
        loop {
            let mut changed = false;
            for (place, &at) in
                boxes.iter().enumerate().filter(|&(place, _)| frozen[place]).collect::<Vec<_>>()
            {
                let sides = self.ground.next[usize::from(at)];
                let free = |side: u16| side != NONE && !marks[usize::from(side)];
                let moves = |way: usize| {
                    let (a, b) = (sides[way], sides[back(way)]);
                    free(a) && free(b) && !(strict && lost(a) && lost(b))
                };
                if moves(0) || moves(1) {
                    frozen[place] = false;
                    marks[usize::from(at)] = false;
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        boxes.iter().for_each(|&at| marks[usize::from(at)] = false);
        frozen
    }
}

/// What became of a set of boxes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// They can do their part.
    Alive,
    /// Proven: they cannot.
    Dead,
    /// The search was stopped.
    Unknown(Stop),
}

/// Searches whether all but `spare` of `boxes` can come onto goals at once.
pub(super) fn search(table: &Table, boxes: &[u16], player: u16, spare: usize, run: &mut Run) -> Fate {
    let mut search = Search::new(table, boxes.len(), spare);
    let taken = run.memory.used();
    let fate = match search.explore(boxes, player, run) {
        Ok(true) => Fate::Alive,
        Ok(false) => Fate::Dead,
        Err(why) => Fate::Unknown(why),
    };
    run.memory.give_back((run.memory.used() - taken) as usize);
    fate
}

struct Search<'a> {
    table: &'a Table,
    spare: usize,
    need: usize,
    /// The boxes, sorted, and the first cell of the player's region.
    seen: FxHashSet<Box<[u16]>>,
    /// The states that wait, by how far they look; the last one in is the first one out.
    waiting: Vec<Vec<Box<[u16]>>>,
    taken: Vec<bool>,
    stamps: Vec<u64>,
    stamp: u64,
    stack: Vec<u16>,
    marks: Vec<bool>,
}

impl<'a> Search<'a> {
    fn new(table: &'a Table, boxes: usize, spare: usize) -> Self {
        let cells = table.ground.len();
        Search {
            table,
            spare,
            need: boxes.saturating_sub(spare),
            seen: FxHashSet::default(),
            waiting: Vec::new(),
            taken: vec![false; cells],
            stamps: vec![0; cells],
            stamp: 0,
            stack: Vec::new(),
            marks: vec![false; cells],
        }
    }

    fn explore(&mut self, boxes: &[u16], player: u16, run: &mut Run) -> Result<bool, Stop> {
        if self.is_done(boxes) {
            return Ok(true);
        }
        let start: Vec<u16> = boxes.iter().copied().chain([player]).collect();
        self.wait(start.into());
        while let Some(state) = self.waiting.iter_mut().find_map(Vec::pop) {
            run.expand()?;
            if self.expand(&state, run)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn expand(&mut self, state: &[u16], run: &mut Run) -> Result<bool, Stop> {
        let Some((&player, boxes)) = state.split_last() else { return Ok(false) };
        let table = self.table;
        boxes.iter().for_each(|&at| self.taken[usize::from(at)] = true);
        let region = self.flood(player).1;
        let mut pushes = Vec::new();
        for (place, &at) in boxes.iter().enumerate() {
            let sides = table.ground.next[usize::from(at)];
            for way in 0..4 {
                let (to, behind) = (sides[way], sides[back(way)]);
                let free = to != NONE && !self.taken[usize::from(to)];
                if free && behind != NONE && self.stamps[usize::from(behind)] == region {
                    pushes.push((place, way, to));
                }
            }
        }
        let mut done = false;
        for (place, way, to) in pushes {
            let from = boxes[place];
            let mut next = boxes.to_vec();
            next[place] = to;
            next.sort_unstable();
            run.stats.generated += 1;
            if self.is_lost(&next, to, way) {
                run.stats.pruned += 1;
                continue;
            }
            if self.is_done(&next) {
                done = true;
                break;
            }
            self.taken[usize::from(from)] = false;
            self.taken[usize::from(to)] = true;
            let (first, _) = self.flood(from);
            self.taken[usize::from(to)] = false;
            self.taken[usize::from(from)] = true;
            next.push(first);
            let next: Box<[u16]> = next.into();
            if self.seen.contains(&next) {
                run.stats.duplicates += 1;
                continue;
            }
            // Twice the state, its pointers, and the table's slot.
            run.memory.take(4 * next.len() + 64)?;
            self.seen.insert(next.clone());
            self.wait(next);
        }
        boxes.iter().for_each(|&at| self.taken[usize::from(at)] = false);
        Ok(done)
    }

    /// Whether enough boxes are on goals.
    fn is_done(&self, boxes: &[u16]) -> bool {
        let on_goal = |at: &&u16| self.table.ground.goal[usize::from(**at)] != NONE;
        boxes.iter().filter(on_goal).count() >= self.need
    }

    /// Whether a push in direction `way` that brought a box to `to` has lost more boxes than can be spared.
    fn is_lost(&mut self, boxes: &[u16], to: u16, way: usize) -> bool {
        let table = self.table;
        let lost = |at: &u16| table.nearest[usize::from(*at)] == NONE;
        if self.spare == 0 {
            let shore = table.shores.of[usize::from(to)][back(way)];
            if lost(&to) || shore == NO_SHORE || table.near[usize::from(to)][usize::from(shore)] == NONE {
                return true;
            }
        } else if boxes.iter().filter(|&at| lost(at)).count() > self.spare {
            return true;
        }
        // Only a box with something beside it on both axes can be frozen.
        let sides = table.ground.next[usize::from(to)];
        let solid = |side: u16| side == NONE || boxes.binary_search(&side).is_ok() || lost(&side);
        if !(0..2).all(|axis| solid(sides[axis]) || solid(sides[axis + 2])) {
            return false;
        }
        let frozen = table.frozen(boxes, self.spare == 0, &mut self.marks);
        let off = |&(&at, &frozen): &(&u16, &bool)| frozen && table.ground.goal[usize::from(at)] == NONE;
        boxes.iter().zip(&frozen).filter(off).count() > self.spare
    }

    /// Puts a state among those that wait: the fewer pushes its boxes are from goals, each for itself, the earlier its turn.
    fn wait(&mut self, state: Box<[u16]>) {
        let boxes = &state[..state.len() - 1];
        let far = |at: &u16| match self.table.nearest[usize::from(*at)] {
            NONE | 0 => 0,
            far => usize::from(far) + 2,
        };
        let rank = boxes.iter().map(far).sum::<usize>();
        if rank >= self.waiting.len() {
            self.waiting.resize_with(rank + 1, Vec::new);
        }
        self.waiting[rank].push(state);
    }

    /// Stamps what the player reaches; its first cell, and the stamp.
    fn flood(&mut self, from: u16) -> (u16, u64) {
        self.stamp += 1;
        let mut first = from;
        self.stamps[usize::from(from)] = self.stamp;
        self.stack.push(from);
        while let Some(at) = self.stack.pop() {
            first = first.min(at);
            for &next in &self.table.ground.next[usize::from(at)] {
                if next != NONE
                    && !self.taken[usize::from(next)]
                    && self.stamps[usize::from(next)] != self.stamp
                {
                    self.stamps[usize::from(next)] = self.stamp;
                    self.stack.push(next);
                }
            }
        }
        (first, self.stamp)
    }
}
