//! A solution made shorter by searching parts of it anew.
//!
//! A *window* is a stretch of the solution. Its two ends stay: the boxes as they stand before and after it, and where the player has to
//! be for the push that follows. Between them A* looks for fewer pushes; what bounds the rest from below is the least sum of
//! distances from boxes to the places where the window ends, and what is not less than the stretch itself is cut off. So where the
//! stretch is as short as that sum, nothing is searched at all.
//!
//! Windows slide over the solution by half their length and grow, round after round, until a round gains nothing; then each gets more expansions, until
//! all are spent. Last come short windows in which a step of the player counts too, after the pushes.
//!
//! Whenever the run is stopped, what was gained so far stays.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use damier_search::pieces::{Pieces, make_room};
use damier_search::store::Store;
use damier_search::{Cost, Run, Stop};
use rustc_hash::FxHashSet;

use crate::solver::bits::Bits;
use crate::solver::deadlock;
use crate::solver::distances::{Distances, Row};
use crate::solver::matching::Matching;

use super::ground::{Ground, opposite};

/// A box on a cell is pushed: where it was, and in which direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Push {
    pub(super) from: u16,
    pub(super) way: u8,
}

/// The lengths of windows, in pushes.
const LENGTHS: [usize; 5] = [8, 16, 32, 64, 128];
/// The lengths of windows where steps count. Many orders of the same pushes differ in steps, so that longer ones take too much.
const WALKED: [usize; 2] = [6, 12];
/// The expansions of one window in the first round; each round that gains nothing multiplies them by [`MORE`].
const FIRST_EFFORT: u64 = 100;
const MORE: u64 = 4;
/// The expansions of all windows together, for each push of the solution, and those where steps count.
const EFFORT: u64 = 40;
const WALK_EFFORT: u64 = 10;
/// The largest table of distances, in bytes. The boards of the usual sets need a tenth of it.
const MOST_BYTES: usize = 16 << 20;

/// The cost of a push. What is below it counts steps.
const PUSH: u32 = 1 << 16;
/// No node; no cell.
const NONE: u32 = u32::MAX;

/// Makes a solution shorter, in pushes and then in steps, with so many times the usual effort, as long as the run allows.
pub(super) fn improve<const N: usize>(
    ground: &Ground<N>,
    pushes: &mut Vec<Push>,
    patience: u64,
    run: &mut Run,
) {
    let live = usize::from(ground.live);
    let bytes = usize::from(ground.wall()) * 10 * live;
    if pushes.is_empty() || bytes > MOST_BYTES || run.look().is_err() {
        return;
    }
    let before = run.memory.used();
    let targets: Vec<u16> = (0..ground.live).collect();
    let Ok(distances) = Distances::to(ground, &targets, &Bits::EMPTY, run) else { return };
    let mut windows = Windows {
        ground,
        distances,
        left: 0,
        tried: FxHashSet::default(),
        far: vec![NONE; usize::from(ground.wall()) + 1],
        queue: Vec::new(),
        rows: Vec::new(),
    };
    // Being stopped is no failure: the solution is whole after every window.
    let _ = windows.rounds(pushes, patience, run);
    run.memory.give_back(run.memory.used().saturating_sub(before) as usize);
}

struct Windows<'a, const N: usize> {
    ground: &'a Ground<N>,
    /// From every cell to every cell where a box may usefully stand.
    distances: Distances,
    /// Expansions.
    left: u64,
    /// The windows that gained nothing: hashes of both ends and the effort.
    tried: FxHashSet<(u64, u64, u64)>,
    // Kept from call to call.
    far: Vec<u32>,
    queue: Vec<u16>,
    rows: Vec<Row>,
}

/// A position of the solution.
#[derive(Clone, Copy)]
struct Place<const N: usize> {
    boxes: Bits<N>,
    player: u16,
}

/// A stretch that is searched anew.
struct Window<const N: usize> {
    start: Place<N>,
    end: Bits<N>,
    /// Where the player has to be able to go at the end.
    stand: Option<u16>,
    /// What the stretch costs now.
    cost: u32,
    /// Whether steps count.
    walked: bool,
    effort: u64,
}

struct Node<const N: usize> {
    boxes: Bits<N>,
    /// Where the player is; where steps do not count, the least cell of its region.
    player: u16,
    cost: u32,
    parent: u32,
    push: Push,
}

impl<const N: usize> Windows<'_, N> {
    fn rounds(&mut self, pushes: &mut Vec<Push>, patience: u64, run: &mut Run) -> Result<(), Stop> {
        let length = pushes.len() as u64;
        let most = EFFORT * patience * length;
        self.left = most;
        let mut effort = FIRST_EFFORT;
        while self.left > 0 && effort <= most {
            let mut gained = false;
            for length in LENGTHS {
                gained |= self.sweep(pushes, length, effort, false, run)?;
                if length >= pushes.len() {
                    break;
                }
            }
            if !gained {
                effort *= MORE;
            }
        }
        self.left = WALK_EFFORT * length;
        for length in WALKED {
            self.sweep(pushes, length, FIRST_EFFORT, true, run)?;
        }
        Ok(())
    }

    /// Slides a window over the solution; whether that gained anything.
    fn sweep(
        &mut self,
        pushes: &mut Vec<Push>,
        length: usize,
        effort: u64,
        walked: bool,
        run: &mut Run,
    ) -> Result<bool, Stop> {
        let mut trail = self.trail(pushes);
        let (mut at, mut gained) = (0, false);
        while self.left > 0 {
            let end = (at + length).min(pushes.len());
            let window = self.window(pushes, &trail, at, end, walked, effort);
            let names = (self.name(&trail[at]), self.name(&trail[end]), effort);
            let known = !walked && self.tried.contains(&names);
            let better = if known { None } else { self.search(&window, run)? };
            if let Some(better) = better {
                pushes.splice(at..end, better);
                run.found(pushes.len() as Cost);
                trail = self.trail(pushes);
                gained = true;
                continue;
            }
            if !known && !walked {
                // In a table that may be half empty, and moves when it grows.
                run.memory.take(96)?;
                self.tried.insert(names);
            }
            if end == pushes.len() {
                break;
            }
            at += length / 2;
        }
        Ok(gained)
    }

    /// The positions before each push, and the last.
    fn trail(&self, pushes: &[Push]) -> Vec<Place<N>> {
        let mut place = Place { boxes: self.ground.start(), player: self.ground.player };
        let mut trail = vec![place];
        for push in pushes {
            place.boxes.remove(push.from);
            place.boxes.insert(self.ground.step(push.from, usize::from(push.way)));
            place.player = push.from;
            trail.push(place);
        }
        trail
    }

    fn name(&self, place: &Place<N>) -> u64 {
        self.ground.key(&place.boxes, place.player)
    }

    fn window(
        &mut self,
        pushes: &[Push],
        trail: &[Place<N>],
        at: usize,
        end: usize,
        walked: bool,
        effort: u64,
    ) -> Window<N> {
        let ground = self.ground;
        let behind = |push: &Push| ground.step(push.from, opposite(usize::from(push.way)));
        let stand = pushes.get(end).map(behind);
        let mut cost = (end - at) as u32 * PUSH;
        if walked {
            let stops = pushes[at..end].iter().map(|push| Some(behind(push))).chain([stand]);
            for (place, stand) in trail[at..].iter().zip(stops) {
                if let Some(stand) = stand {
                    self.walk(&place.boxes, place.player);
                    cost = cost.saturating_add(self.far[usize::from(stand)]);
                }
            }
            cost += (end - at) as u32;
        }
        Window { start: trail[at], end: trail[end].boxes, stand, cost, walked, effort }
    }

    /// How many steps it is to every cell.
    fn walk(&mut self, boxes: &Bits<N>, player: u16) {
        self.far.fill(NONE);
        self.far[usize::from(player)] = 0;
        self.queue.clear();
        self.queue.push(player);
        let mut next = 0;
        while let Some(&cell) = self.queue.get(next) {
            next += 1;
            for to in self.ground.next[usize::from(cell)] {
                if to != self.ground.wall() && !boxes.contains(to) && self.far[usize::from(to)] == NONE {
                    self.far[usize::from(to)] = self.far[usize::from(cell)] + 1;
                    self.queue.push(to);
                }
            }
        }
    }

    /// Fewer pushes, or where steps count as many and fewer steps, from one end of a window to the other.
    fn search(&mut self, window: &Window<N>, run: &mut Run) -> Result<Option<Vec<Push>>, Stop> {
        let mut nodes: Pieces<Node<N>> = Pieces::new();
        let used = run.memory.used();
        let found = self.look_for(window, &mut nodes, run);
        run.memory.give_back(run.memory.used().saturating_sub(used) as usize);
        Ok(found?.map(|mut at| {
            let mut pushes = Vec::new();
            while let Some(node) = nodes.get(at as usize).filter(|node| node.parent != NONE) {
                pushes.push(node.push);
                at = node.parent;
            }
            pushes.reverse();
            pushes
        }))
    }

    fn look_for(
        &mut self,
        window: &Window<N>,
        nodes: &mut Pieces<Node<N>>,
        run: &mut Run,
    ) -> Result<Option<u32>, Stop> {
        let ground = self.ground;
        // Each push is a step as well.
        let worth = if window.walked { PUSH + 1 } else { PUSH };
        let Place { boxes, player } = window.start;
        self.rows.clear();
        self.rows.extend(boxes.iter().map(|at| self.distances.row(at, player)));
        let goals = window.end.iter().collect();
        let mut matching = Matching::new(&self.distances, goals, &self.rows, &mut || run.step())?;
        let Some(least) = matching.total() else { return Ok(None) };
        if least.saturating_mul(worth) >= window.cost {
            return Ok(None);
        }
        let player = if window.walked { player } else { self.region(&boxes, player) };
        let root = Node { boxes, player, cost: 0, parent: NONE, push: Push { from: 0, way: 0 } };
        nodes.push(root, &mut run.memory)?;
        let mut known = Store::<u64, u32>::new();
        let key = ground.key(&boxes, player);
        if let Err(fresh) = known.find(&key) {
            known.add(fresh, key, 0, &mut run.memory)?;
        }
        // What it costs in all at least, the costliest so far first, and whether the end is reached.
        let mut waiting = BinaryHeap::from([(Reverse(least * worth), 0u32, false, 0u32)]);
        let mut spent = 0;
        while let Some((_, cost, done, at)) = waiting.pop() {
            let Node { boxes, player, cost: best, .. } = nodes[at as usize];
            if done {
                return Ok(Some(at));
            }
            if cost > best {
                continue;
            }
            if spent == window.effort || self.left == 0 {
                return Ok(None);
            }
            spent += 1;
            self.left -= 1;
            run.expand()?;
            let region = ground.reach(player, &ground.blocked(&boxes));
            if window.walked {
                self.walk(&boxes, player);
            }
            if boxes == window.end && window.stand.is_none_or(|stand| region.contains(stand)) {
                let walk = window.stand.filter(|_| window.walked).map_or(0, |at| self.far[usize::from(at)]);
                if cost + walk < window.cost {
                    waiting.push((Reverse(cost + walk), cost, true, at));
                }
                continue;
            }
            self.rows.clear();
            self.rows.extend(boxes.iter().map(|at| self.distances.row(at, player)));
            matching.move_to(&self.distances, &self.rows, &mut || run.step())?;
            for from in boxes.iter() {
                for way in 0..4 {
                    let (stand, to) = (ground.step(from, opposite(way)), ground.step(from, way));
                    if stand == ground.wall()
                        || !region.contains(stand)
                        || to >= ground.live
                        || boxes.contains(to)
                    {
                        continue;
                    }
                    run.stats.generated += 1;
                    let walk = if window.walked { self.far[usize::from(stand)] + 1 } else { 0 };
                    let cost = cost + PUSH + walk;
                    let slot = matching.slot(self.distances.row(from, player));
                    let row = self.distances.row(to, from);
                    let least = slot.and_then(|slot| matching.total_if(&self.distances, slot, row));
                    let Some(total) = least.map(|least| least.saturating_mul(worth).saturating_add(cost))
                    else {
                        continue;
                    };
                    if total >= window.cost {
                        continue;
                    }
                    let mut after = boxes;
                    after.remove(from);
                    after.insert(to);
                    if !deadlock::frozen_with(ground, &after, &Bits::EMPTY, to).within(&window.end) {
                        continue;
                    }
                    let player = if window.walked { from } else { self.region(&after, from) };
                    let node =
                        Node { boxes: after, player, cost, parent: at, push: Push { from, way: way as u8 } };
                    let key = ground.key(&after, player);
                    let Some(id) = note(nodes, &mut known, key, node, run)? else { continue };
                    make_room(&mut waiting, &mut run.memory)?;
                    waiting.push((Reverse(total), cost, false, id));
                }
            }
        }
        Ok(None)
    }

    /// The least cell of the player's region.
    fn region(&self, boxes: &Bits<N>, player: u16) -> u16 {
        self.ground.reach(player, &self.ground.blocked(boxes)).first().unwrap_or(player)
    }
}

/// Takes in a node that is new, or cheaper than the one that is known; gives its number then.
fn note<const N: usize>(
    nodes: &mut Pieces<Node<N>>,
    known: &mut Store<u64, u32>,
    key: u64,
    node: Node<N>,
    run: &mut Run,
) -> Result<Option<u32>, Stop> {
    match known.find(&key) {
        Err(fresh) => {
            let id = nodes.len() as u32;
            nodes.push(node, &mut run.memory)?;
            known.add(fresh, key, id, &mut run.memory)?;
            Ok(Some(id))
        }
        Ok(place) => {
            let id = *known.value(place);
            let old = &mut nodes[id as usize];
            // Another position with the same hash is left out: that may cost a shorter way, nothing else.
            if old.cost <= node.cost || old.boxes != node.boxes || old.player != node.player {
                run.stats.duplicates += 1;
                return Ok(None);
            }
            *old = node;
            Ok(Some(id))
        }
    }
}
