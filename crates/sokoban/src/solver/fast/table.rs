//! What the threads of a search share: the states that were seen, what waits, and what is known of solutions.
//!
//! A search has one side, or two that begin at both ends and take turns. The table stands behind a lock. A thread takes the best state that waits, finds its successors
//! without the lock, which is nearly all of the work, and puts them in. So the order is nearly that of a single thread, and exactly that if there is one.
//!
//! **Why several threads prove the same.** A state is in the table, or it is with a thread that is *busy* with it. With a weight of 1 no
//! successor has a lower `f` than the state that it comes from. So the bound of a side is the least `f` of what waits there and of what its threads are busy with, and a side is
//! done when nothing below the best solution waits and no thread is busy on it; until then a thread that finds nothing waits for the others. A state at the end of the way that a thread takes out may not be
//! the cheapest if another is busy with something lower: it is the best solution so far, and the search goes on.
//!
//! **When the memory is nearly full** all states of a side are [packed](crate::solver::packed), and the best of those that wait come back into the table, some at a time. What is looked for is looked for in
//! the table first, so that what was packed need not be changed: a state that came back, or was reached more cheaply since, is in the table.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use damier_search::{Budget, Run, Stop};

use crate::solver::bits::Bits;
use crate::solver::fast::plan::Push;
use crate::solver::fast::pushes::Order;
use crate::solver::nodes::{Link, NONE, Nodes, Waiting, reserved};
use crate::solver::packed::{Entry, Packed, Ranks};

/// So many expansions each side has in any case; then one whose bound is less than the other's waits until it is not. On large levels the bound forward
/// is mostly the better one, and half of the time would be lost.
const TRIAL: u64 = 4000;
/// States are packed in so many batches, split at the numbers of so large a sample.
const BATCHES: usize = 16;
const SAMPLE: usize = 1600;
/// What comes back of what was packed takes such a part of the memory.
const SHARE: usize = 16;
/// How long a thread waits for others before it looks again; it is told when there is something.
const NAP: Duration = Duration::from_millis(20);

/// A state of boxes and the least cell of the player's region.
pub(super) type Key<const N: usize> = (Bits<N>, u16);

/// A state that is to be expanded, or that came of it.
#[derive(Clone, Copy)]
pub(super) struct Node<const N: usize> {
    pub(super) boxes: Bits<N>,
    /// The least cell of the player's region.
    pub(super) player: u16,
    /// Where the box stands that was shifted last.
    pub(super) pushed: Option<u16>,
    pub(super) g: u32,
    pub(super) h: u32,
}

/// The search from one end.
pub(super) struct Side {
    nodes: Nodes,
    waiting: Waiting,
    /// What was in the table before.
    packed: Packed,
    expanded: u64,
    /// The least `f` that waits; proven when the weight is 1.
    bound: u32,
}

/// See the header.
pub(super) struct Table<const N: usize> {
    order: Order,
    pub(super) sides: Vec<Side>,
    /// The side and `f` of what each thread is busy with.
    busy: Vec<Option<(usize, u32)>>,
    /// Whose turn it is, and until how many expansions; and how many a turn has.
    turn: (usize, u64),
    turns: u64,
    /// Where the cheapest solution so far passes, until somebody asks. Solutions as dear as that are no longer wanted.
    met: Option<Key<N>>,
    /// The pushes of that solution.
    pub(super) best: Option<Vec<Push>>,
    pub(super) over: Option<Over>,
    size: Size,
    /// Numbers for states, once something was packed.
    ranks: Option<Ranks>,
}

/// The size of a level.
#[derive(Clone, Copy)]
pub(super) struct Size {
    /// The cells where boxes may be, and where the player may be.
    pub(super) cells: u16,
    pub(super) floor: u16,
    pub(super) boxes: usize,
}

/// How a search ended.
#[derive(Clone, Copy)]
pub(super) enum Over {
    /// There is nothing better than what was met.
    Done,
    /// It was not to go on.
    Enough,
    /// Something ran out.
    Stopped(Stop),
}

/// What a thread is to do.
pub(super) enum Job<const N: usize> {
    /// To expand this state of a side, the number of which is the last one; the bound of that side is told.
    Expand { side: usize, node: Node<N>, bound: u32, id: u32 },
    /// To wait for others.
    Wait,
    /// Nothing.
    Over,
}

impl<const N: usize> Table<N> {
    pub(super) fn new(order: Order, size: Size, sides: usize, turns: u64, threads: usize) -> Self {
        let side = || Side {
            nodes: Nodes::new(size.cells),
            waiting: Waiting::default(),
            packed: Packed::default(),
            expanded: 0,
            bound: u32::MAX,
        };
        Table {
            order,
            sides: (0..sides).map(|_| side()).collect(),
            busy: vec![None; threads],
            turn: (0, turns),
            turns,
            met: None,
            best: None,
            over: None,
            size,
            ranks: None,
        }
    }

    /// Solutions of this cost or more are not wanted.
    pub(super) fn below(&self) -> u32 {
        self.order.below
    }

    /// The expansions of all sides.
    pub(super) fn expanded(&self) -> u64 {
        self.sides.iter().map(|side| side.expanded).sum()
    }

    /// What is proven for all sides together.
    pub(super) fn bound(&self) -> u32 {
        self.sides.iter().map(|side| side.bound).max().unwrap_or(0).min(self.order.below)
    }

    /// A state at which a side begins.
    pub(super) fn begin(&mut self, at: usize, node: &Node<N>, run: &mut Run) -> Result<(), Stop> {
        let side = &mut self.sides[at];
        side.bound = side.bound.min(node.g + node.h).min(self.order.below);
        self.add(at, node, run)
    }

    /// The next state for a thread, which is through with what it was busy with.
    pub(super) fn take(&mut self, thread: usize, run: &mut Run) -> Result<Job<N>, Stop> {
        self.busy[thread] = None;
        loop {
            if self.over.is_some() {
                return Ok(Job::Over);
            }
            let Some(at) = self.next_side() else {
                self.over = Some(Over::Enough);
                return Ok(Job::Over);
            };
            self.bring_back(at, run)?;
            let side = &mut self.sides[at];
            let Some((rank, h, id)) = side.waiting.pop(&mut run.memory) else {
                return Ok(self.nothing_left(at));
            };
            let link = side.nodes.link(id);
            let (g, h) = (u32::from(link.cost), h as u32);
            // A state that was reached more cheaply since waits in another rank.
            if g + self.order.weight * h != rank as u32 {
                continue;
            }
            if self.order.weight == 1 {
                // All that waits is too dear.
                if g + h >= self.order.below {
                    return Ok(self.nothing_left(at));
                }
                let busy = self.busy.iter().flatten().filter(|busy| busy.0 == at).map(|busy| busy.1);
                side.bound = side.bound.max(busy.chain([g + h]).min().unwrap_or(0));
            }
            self.busy[thread] = Some((at, g + h));
            let mut boxes = Bits::EMPTY;
            let words = side.nodes.boxes(id);
            boxes.0[..words.len()].copy_from_slice(words);
            let pushed = (link.parent != NONE).then_some(link.parent as u16);
            let node = Node { boxes, player: link.player, pushed, g, h };
            return Ok(Job::Expand { side: at, node, bound: side.bound, id });
        }
    }

    /// Nothing waits on a side: if nobody is busy there, it is done.
    fn nothing_left(&mut self, at: usize) -> Job<N> {
        if self.busy.iter().flatten().any(|busy| busy.0 == at) {
            return Job::Wait;
        }
        self.over = Some(Over::Done);
        Job::Over
    }

    /// The side whose turn it is; none when it was enough.
    fn next_side(&mut self) -> Option<usize> {
        if self.sides.len() == 1 {
            let side = &self.sides[0];
            return (side.expanded < self.order.most || side.is_empty()).then_some(0);
        }
        loop {
            let (at, until) = self.turn;
            if !self.is_left_behind(at) && self.sides[at].expanded < until {
                return Some(at);
            }
            if at == 1 && self.expanded() >= self.order.most {
                return None;
            }
            self.turn = (1 - at, self.sides[1 - at].expanded + self.turns);
        }
    }

    /// Whether a side has had its trial and its bound is less than that of the other.
    fn is_left_behind(&self, at: usize) -> bool {
        let (side, other) = (&self.sides[at], &self.sides[1 - at]);
        side.expanded >= TRIAL && side.bound < other.bound
    }

    /// A thread has expanded a state of a side, and these came of it.
    pub(super) fn put(&mut self, at: usize, after: &[Node<N>], run: &mut Run) -> Result<(), Stop> {
        self.sides[at].expanded += 1;
        if run.memory.is_scarce() {
            self.pack(run)?;
        }
        for node in after {
            self.add(at, node, run)?;
        }
        let side = &self.sides[at];
        run.sizes(side.waiting.len(), side.nodes.len());
        Ok(())
    }

    /// A state needs more than it seemed, and waits again.
    pub(super) fn put_back(&mut self, at: usize, node: &Node<N>, run: &mut Run) -> Result<(), Stop> {
        let id = match self.sides[at].nodes.find(&node.boxes.0, node.player) {
            Some(id) => id,
            // It was packed meanwhile, as one that does not wait.
            None => self.enter(at, node, None, run)?,
        };
        self.wait(at, id, node, run)
    }

    /// A thread has found a solution, which ends here.
    pub(super) fn found(&mut self, node: &Node<N>) {
        if node.g < self.order.below {
            self.order.below = node.g;
            self.met = Some((node.boxes, node.player));
        }
        if self.order.weight != 1 {
            self.over = Some(Over::Done);
        }
    }

    /// Adds a state, unless it was reached as cheaply before.
    fn add(&mut self, at: usize, node: &Node<N>, run: &mut Run) -> Result<(), Stop> {
        let key = (node.boxes, node.player);
        let known = self.cost(at, key);
        if known.is_some_and(|known| known <= node.g) {
            run.stats.duplicates += 1;
            return Ok(());
        }
        let id = known.and_then(|_| self.sides[at].nodes.find(&node.boxes.0, node.player));
        let id = self.enter(at, node, id, run)?;
        if self.sides.len() == 2
            && let Some(there) = self.cost(1 - at, key)
            && node.g + there < self.order.below
        {
            self.order.below = node.g + there;
            self.met = Some(key);
        }
        self.wait(at, id, node, run)
    }

    /// Writes a state into the table, as a new node or over an old one.
    fn enter(&mut self, at: usize, node: &Node<N>, id: Option<u32>, run: &mut Run) -> Result<u32, Stop> {
        let cost = u16::try_from(node.g).map_err(|_| Stop::GaveUp)?;
        let link = Link { player: node.player, cost, parent: node.pushed.map_or(NONE, u32::from) };
        let nodes = &mut self.sides[at].nodes;
        let Some(id) = id else { return nodes.add(&node.boxes.0, link, &mut run.memory) };
        nodes.set_link(id, link);
        Ok(id)
    }

    /// What a state of a side has cost, if it was reached.
    #[inline]
    pub(super) fn cost(&self, at: usize, (boxes, player): Key<N>) -> Option<u32> {
        let Side { nodes, packed, .. } = &self.sides[at];
        if let Some(id) = nodes.find(&boxes.0, player) {
            return Some(nodes.link(id).cost.into());
        }
        if packed.is_empty() {
            return None;
        }
        let number = self.ranks.as_ref()?.number(&boxes.0, player);
        packed.find(number).map(|entry| entry.cost.into())
    }

    /// Where a cheaper solution passes that was found since the last time.
    pub(super) fn news(&mut self) -> Option<Key<N>> {
        self.met.take()
    }

    /// Packs all states, if the tables are large enough for that to be worth while.
    #[cold]
    fn pack(&mut self, run: &mut Run) -> Result<(), Stop> {
        let held: usize = self.sides.iter().map(|side| side.nodes.bytes()).sum();
        if self.order.weight != 1 || run.memory.limit().is_none_or(|limit| (held as u64) < limit / 8) {
            return Ok(());
        }
        let Size { cells, floor, boxes } = self.size;
        if self.ranks.is_none() {
            self.ranks = Ranks::new(cells, floor, boxes);
        }
        let Some(ranks) = &self.ranks else { return Ok(()) };
        self.sides.iter_mut().try_for_each(|side| side.pack(cells, ranks, run))
    }

    /// Brings states back that wait and were packed, if they are the next ones.
    fn bring_back(&mut self, at: usize, run: &mut Run) -> Result<(), Stop> {
        let Side { nodes, waiting, packed, .. } = &mut self.sides[at];
        let Some(ranks) = &self.ranks else { return Ok(()) };
        while let Some(least) = packed.least()
            && least < self.order.below
            && waiting.least().is_none_or(|waiting| least < waiting as u32)
        {
            let most = run.memory.limit().unwrap_or(0) as usize / SHARE / (nodes.stride() * 3);
            packed.hand_out(most.max(1000), run, |entry, run| {
                let mut boxes = Bits::<N>::EMPTY;
                let player = ranks.state(entry.number, &mut boxes.0);
                // What is in the table was reached more cheaply, or came back before.
                if nodes.find(&boxes.0, player).is_some() {
                    return Ok(());
                }
                let link = Link { player, cost: entry.cost, parent: NONE };
                let id = nodes.add(&boxes.0, link, &mut run.memory)?;
                let h = usize::from(entry.waits.unwrap_or(0));
                waiting.push(usize::from(entry.cost) + h, h, id, &mut run.memory)
            })?;
        }
        Ok(())
    }

    /// Lets a state wait, unless all solutions after it cost too much.
    #[inline]
    fn wait(&mut self, at: usize, id: u32, node: &Node<N>, run: &mut Run) -> Result<(), Stop> {
        let Node { g, h, .. } = *node;
        if g + h >= self.order.below {
            run.stats.pruned += 1;
            return Ok(());
        }
        let rank = g + self.order.weight * h;
        self.sides[at].waiting.push(rank as usize, h as usize, id, &mut run.memory)
    }

    /// Gives the memory back.
    pub(super) fn release(self, memory: &mut Budget) {
        for Side { nodes, waiting, packed, .. } in self.sides {
            nodes.release(memory);
            waiting.release(memory);
            packed.release(memory);
        }
    }
}

impl Side {
    /// Whether nothing waits.
    fn is_empty(&self) -> bool {
        self.waiting.is_empty() && self.packed.least().is_none()
    }

    /// Packs all nodes. They are put in order some at a time, by splitting their numbers at those of a sample. On an error the side is of no use any more.
    fn pack(&mut self, cells: u16, ranks: &Ranks, run: &mut Run) -> Result<(), Stop> {
        let mut nodes = std::mem::replace(&mut self.nodes, Nodes::new(cells));
        let waiting = std::mem::take(&mut self.waiting);
        nodes.drop_index(&mut run.memory);
        let mut bounds: Vec<u16> = reserved(nodes.len(), &mut run.memory)?;
        bounds.resize(nodes.len(), u16::MAX);
        for (rank, h, id) in waiting.iter() {
            if usize::from(nodes.link(id).cost) + h == rank {
                bounds[id as usize] = h as u16;
            }
        }
        waiting.release(&mut run.memory);
        let number = |id: u32| ranks.number(nodes.boxes(id), nodes.link(id).player);
        let len = nodes.len() as u32;
        let mut sample: Vec<u128> = (0..len).step_by(len as usize / SAMPLE + 1).map(number).collect();
        sample.sort_unstable();
        let splits = sample.into_iter().step_by(SAMPLE / BATCHES).skip(1).map(Some).chain([None]);
        let mut merger = std::mem::take(&mut self.packed).merge();
        let mut batch: Vec<(u128, u32)> = Vec::new();
        let mut from = 0;
        for until in splits {
            batch.clear();
            for id in 0..len {
                if id.is_multiple_of(1024) {
                    run.step()?;
                }
                let number = number(id);
                if number >= from && until.is_none_or(|until| number < until) {
                    if batch.len() == batch.capacity() {
                        let more = batch.len().max(1024);
                        run.memory.take(more * size_of::<(u128, u32)>())?;
                        batch.reserve_exact(more);
                    }
                    batch.push((number, id));
                }
            }
            batch.sort_unstable();
            for &(number, id) in &batch {
                let bound = bounds[id as usize];
                let waits = (bound != u16::MAX).then_some(bound);
                merger.add(Entry { number, cost: nodes.link(id).cost, waits }, run)?;
            }
            from = until.unwrap_or(from);
        }
        self.packed = merger.finish(run)?;
        run.memory.give_back(batch.capacity() * size_of::<(u128, u32)>() + bounds.capacity() * 2);
        nodes.release(&mut run.memory);
        Ok(())
    }
}

/// The table behind its lock.
pub(super) struct Shared<const N: usize> {
    table: Mutex<Table<N>>,
    /// Told when something was put in.
    news: Condvar,
}

impl<const N: usize> Shared<N> {
    pub(super) fn new(table: Table<N>) -> Self {
        Shared { table: Mutex::new(table), news: Condvar::new() }
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, Table<N>> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn into_inner(self) -> Table<N> {
        self.table.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next state for a thread; it waits for others if it has to.
    pub(super) fn take(&self, thread: usize, run: &mut Run) -> Result<Job<N>, Stop> {
        let mut table = self.lock();
        loop {
            match table.take(thread, run)? {
                Job::Wait => {
                    let waited = self.news.wait_timeout(table, NAP);
                    table = waited.unwrap_or_else(PoisonError::into_inner).0;
                }
                job => {
                    if matches!(job, Job::Over) {
                        self.news.notify_all();
                    }
                    return Ok(job);
                }
            }
        }
    }

    /// Does something with the table and tells who waits.
    pub(super) fn change<T>(&self, change: impl FnOnce(&mut Table<N>) -> T) -> T {
        let result = change(&mut self.lock());
        self.news.notify_all();
        result
    }

    /// Ends the search, if it has not ended.
    pub(super) fn end(&self, why: Stop) {
        self.change(|table| table.over.get_or_insert(Over::Stopped(why)).to_owned());
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use damier_search::Limits;

    use super::*;
    use crate::solver::fast::pushes::First;

    /// Five boxes on a line, each of which goes up a cell at a time: every set of five cells can be come to, at the same cost by whatever way.
    const SIZE: Size = Size { cells: 22, floor: 22, boxes: 5 };
    const STATES: usize = 26_334;

    fn after(node: &Node<1>) -> Vec<Node<1>> {
        let up = |at: u16| {
            let mut boxes = node.boxes;
            boxes.remove(at);
            boxes.insert(at + 1);
            // Some bounds are lower than they could be, so that several ranks wait at once.
            let h = (85 - node.g - 1) / if boxes.contains(3) { 2 } else { 1 };
            Node { boxes, player: 3, pushed: Some(at + 1), g: node.g + 1, h: h.max(node.h.saturating_sub(1)) }
        };
        let free = |at: &u16| *at + 1 < SIZE.cells && !node.boxes.contains(*at + 1);
        node.boxes.iter().filter(free).map(up).collect()
    }

    /// How often each set was expanded, by so many threads with so many bytes.
    fn expand_all(threads: usize, memory: Option<u64>) -> Result<HashMap<u64, u32>, Stop> {
        let order = Order { weight: 1, below: u32::MAX, most: u64::MAX, first: First::Same, away: 0 };
        let mut run = Run::new(Limits { memory, ..Limits::default() });
        let shared = Shared::<1>::new(Table::new(order, SIZE, 1, 0, threads));
        let start = Node { boxes: Bits::of(0..5), player: 3, pushed: None, g: 0, h: 42 };
        shared.lock().begin(0, &start, &mut run)?;
        let mut parts = run.split_sharing(threads);
        let work = |thread: usize, run: &mut Run| {
            let mut seen = Vec::new();
            loop {
                match shared.take(thread, run) {
                    Ok(Job::Expand { node, .. }) => {
                        assert_eq!(node.g, node.boxes.iter().map(u32::from).sum::<u32>() - 10);
                        seen.push(node.boxes.0[0]);
                        if seen.len().is_multiple_of(64) {
                            std::thread::yield_now();
                        }
                        if let Err(why) = shared.change(|table| table.put(0, &after(&node), run)) {
                            shared.end(why);
                        }
                    }
                    Ok(_) => return seen,
                    Err(why) => shared.end(why),
                }
            }
        };
        let mut times = HashMap::new();
        std::thread::scope(|scope| {
            let parts = parts.iter_mut().enumerate();
            let handles: Vec<_> =
                parts.map(|(thread, part)| scope.spawn(move || work(thread, part))).collect();
            for boxes in handles.into_iter().flat_map(|handle| handle.join().unwrap()) {
                *times.entry(boxes).or_default() += 1;
            }
        });
        run.gather(&mut parts);
        let table = shared.into_inner();
        let (over, packed) = (table.over, !table.sides[0].packed.is_empty());
        table.release(&mut run.memory);
        assert_eq!(run.memory.used(), 0);
        match over {
            Some(Over::Stopped(why)) => return Err(why),
            _ => assert_eq!(packed, memory.is_some()),
        }
        Ok(times)
    }

    #[test]
    fn threads_expand_every_state_once() {
        for threads in 1..=4 {
            let times = expand_all(threads, None).unwrap();
            assert_eq!(times.len(), STATES, "{threads} threads drop states");
            assert!(times.values().all(|&times| times == 1), "{threads} threads do something twice");
        }
    }

    #[test]
    fn states_are_packed_when_memory_is_scarce_and_none_is_lost_or_expanded_twice() {
        for threads in 1..=3 {
            let times = expand_all(threads, Some(700 << 10)).unwrap();
            assert_eq!(times.len(), STATES, "states are lost");
            assert!(times.values().all(|&times| times == 1), "states are expanded twice");
        }
        // All of them packed take more than this.
        assert_eq!(expand_all(1, Some(60 << 10)).map(|_| ()), Err(Stop::Memory));
    }
}
