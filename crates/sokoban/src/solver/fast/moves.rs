//! The fewest moves, or the fewest of the one among the fewest of the other: A* over sets of boxes and the player's own cell.
//!
//! A state is what a push leaves: the boxes, and the player where the box was. The next push costs the walk to it and one move. Costs are pairs, of which the
//! first counts before the second: moves and pushes, or pushes and moves. The bound on the pushes is a bound on the moves as well; it cannot
//! be raised by the walks, since a player may go on to the next box without one.
//!
//! Dead positions are dead in every metric, so what is known of them serves here too. The corral rule does not: it changes the order of pushes, and
//! with it the walks.

use damier_search::{Event, Run, Stop, Watch};

use crate::solver::bits::Bits;
use crate::solver::fast::Metric;
use crate::solver::fast::ground::{End, Ground, State, boxes};
use crate::solver::nodes::{Link, NONE, Nodes, Waiting, reserved};

/// Searches for a solution whose cost is less than `below` in the metric; with `tie`, the other metric decides among the cheapest.
pub(super) fn search<const N: usize>(
    ground: &mut Ground<N>,
    metric: Metric,
    tie: bool,
    below: u32,
    run: &mut Run,
    watch: &mut Option<&mut Watch<'_>>,
) -> End {
    let walks = vec![FAR; ground.field.cells.len() + 1];
    let mut search = Search {
        nodes: Nodes::new(ground.field.live),
        seconds: Vec::new(),
        waiting: Waiting::default(),
        bound: 0,
        walks,
        line: Vec::new(),
        ground,
        metric,
        tie,
        below,
    };
    let end = match search.run(run, watch) {
        Ok(end) => end,
        Err(why) => End::Stopped { why, bound: search.bound, best: None },
    };
    let Search { nodes, waiting, seconds, .. } = search;
    run.memory.give_back(seconds.len() * SECONDS * size_of::<u16>());
    nodes.release(&mut run.memory);
    waiting.release(&mut run.memory);
    end
}

/// Not reached by a walk.
const FAR: u16 = u16::MAX;
/// Second costs in a chunk.
const SECONDS: usize = 4096;

struct Search<'a, const N: usize> {
    ground: &'a mut Ground<N>,
    metric: Metric,
    tie: bool,
    below: u32,
    nodes: Nodes,
    /// The second cost of each node, in chunks, where it decides ties.
    seconds: Vec<Vec<u16>>,
    waiting: Waiting,
    /// The least first cost that waits.
    bound: u32,
    /// How far each cell is from the player, and the cells in the order of that.
    walks: Vec<u16>,
    line: Vec<u16>,
}

/// A first and a second cost.
type Pair = (u32, u32);

impl<const N: usize> Search<'_, N> {
    fn run(&mut self, run: &mut Run, watch: &mut Option<&mut Watch<'_>>) -> Result<End, Stop> {
        let (start, player) = (self.ground.field.start(), self.ground.field.player);
        let Some(h) = self.ground.bound(&start, player, run)? else { return Ok(End::Exhausted) };
        if h >= self.below {
            self.bound = h;
            return Ok(End::Exhausted);
        }
        self.add(&start, player, NONE, (0, 0), h, run)?;
        while let Some((f, second, id)) = self.waiting.pop(&mut run.memory) {
            let link = self.nodes.link(id);
            let g = (u32::from(link.cost), self.second(id));
            let Some(h) = (f as u32).checked_sub(g.0) else { continue };
            // A state that was reached more cheaply since waits in another rank.
            if self.rank(g, h) != (f, second) {
                continue;
            }
            if f as u32 > self.bound {
                self.bound = f as u32;
                run.stats.bound = self.bound;
                run.proves(self.bound);
                if let Some(watch) = watch {
                    watch.on(Event::Bound(self.bound));
                }
            }
            if self.ground.field.goal_set.within(&boxes(&self.nodes, id)) {
                return Ok(End::Found(self.ground.way_by_parents(&self.nodes, id)));
            }
            run.expand()?;
            run.sizes(self.waiting.len(), self.nodes.len());
            let Some(state) = self.ground.state(boxes(&self.nodes, id), link.player, run)? else {
                run.stats.pruned += 1;
                continue;
            };
            if let Some(watch) = watch {
                self.ground.show(id, g.0, h, &state, *watch);
            }
            self.expand(id, g, &state, run)?;
        }
        Ok(End::Exhausted)
    }

    fn expand(&mut self, id: u32, g: Pair, state: &State<N>, run: &mut Run) -> Result<(), Stop> {
        self.walk(state);
        let movers = state.boxes.without(self.ground.layouts.frozen(state.layout));
        for shift in self.ground.shifts(state, &movers) {
            run.step()?;
            run.stats.generated += 1;
            let Some((after, h)) = self.ground.after(state, &shift, run)? else {
                run.stats.pruned += 1;
                continue;
            };
            let next = &self.ground.field.next[usize::from(shift.from)];
            let Some(way) = next.iter().position(|&cell| cell == shift.to) else { continue };
            let steps = u32::from(self.walks[usize::from(next[way ^ 2])]) + 1;
            let g = match self.metric {
                Metric::Pushes => (g.0 + 1, g.1 + steps),
                Metric::Moves => (g.0 + steps, g.1 + 1),
            };
            if g.0 + h < self.below {
                self.add(&after, shift.from, id, g, h, run)?;
            } else {
                run.stats.pruned += 1;
            }
        }
        Ok(())
    }

    /// Measures the walks from the player to every cell of its region.
    fn walk(&mut self, state: &State<N>) {
        let field = &self.ground.field;
        self.line.iter().for_each(|&cell| self.walks[usize::from(cell)] = FAR);
        self.line.clear();
        self.line.push(state.player);
        self.walks[usize::from(state.player)] = 0;
        let mut at = 0;
        while let Some(&cell) = self.line.get(at) {
            at += 1;
            for &next in &field.next[usize::from(cell)] {
                if !state.blocked.contains(next) && self.walks[usize::from(next)] == FAR {
                    self.walks[usize::from(next)] = self.walks[usize::from(cell)] + 1;
                    self.line.push(next);
                }
            }
        }
    }

    /// Where a state waits: by its first cost with the bound, then by its second or by the bound.
    fn rank(&self, g: Pair, h: u32) -> (usize, usize) {
        ((g.0 + h) as usize, if self.tie { g.1 + h } else { h } as usize)
    }

    fn second(&self, id: u32) -> u32 {
        if self.tie { self.seconds[id as usize / SECONDS][id as usize % SECONDS].into() } else { 0 }
    }

    /// Adds a state, unless it was reached as cheaply before.
    fn add(
        &mut self,
        boxes: &Bits<N>,
        player: u16,
        parent: u32,
        g: Pair,
        h: u32,
        run: &mut Run,
    ) -> Result<(), Stop> {
        let narrow = |cost: u32| u16::try_from(cost).map_err(|_| Stop::GaveUp);
        let (link, second) = (Link { player, cost: narrow(g.0)?, parent }, narrow(g.1)?);
        let id = match self.nodes.find(&boxes.0, player) {
            None => {
                if self.tie {
                    if self.nodes.len() == self.seconds.len() * SECONDS {
                        self.seconds.push(reserved(SECONDS, &mut run.memory)?);
                    }
                    self.seconds[self.nodes.len() / SECONDS].push(second);
                }
                self.nodes.add(&boxes.0, link, &mut run.memory)?
            }
            Some(id) => {
                let known = (u32::from(self.nodes.link(id).cost), self.second(id));
                if known <= (g.0, if self.tie { g.1 } else { 0 }) {
                    run.stats.duplicates += 1;
                    return Ok(());
                }
                self.nodes.set_link(id, link);
                if self.tie {
                    self.seconds[id as usize / SECONDS][id as usize % SECONDS] = second;
                }
                id
            }
        };
        let (first, second) = self.rank(g, h);
        self.waiting.push(first, second, id, &mut run.memory)
    }
}
