//! The placements that one thread has charge of: all of them, where there is one thread.
//!
//! A shard finds the states of its placements level by level. What its helpers' moves lead to goes through a batch; where
//! there are several shards, that which belongs to another one is sent to it by [`Post`].

use damier_search::{Budget, Cost, Event, Observer, Run, Stop};

use super::bits::Bits;
use super::field::Field;
use super::ground::Ground;
use super::packed::Packed;
use super::post::Post;
use super::table::{BATCH, Table, grow, push};
use crate::board::{Direction, ROBOTS};
use crate::problem::{SlideProblem, Word};

/// So many entries are fetched from the table together.
const GATHER: usize = 16;
/// A level is worked off in so many parts, so that the last one can stop in the middle.
const PARTS: usize = 8;

/// The states of one level: placements of the helpers, each with cells of the main robot.
pub(super) struct Level<W, const N: usize> {
    pub(super) keys: Vec<W>,
    pub(super) sets: Vec<Bits<N>>,
    /// In place of `sets`, once they are needed for nothing but the way back.
    packed: Packed,
}

impl<W: Word, const N: usize> Level<W, N> {
    pub(super) const EMPTY: Self = Level { keys: Vec::new(), sets: Vec::new(), packed: Packed::EMPTY };

    /// Packs the sets.
    fn pack(&mut self, memory: &mut Budget) -> Result<(), Stop> {
        let sets = std::mem::take(&mut self.sets);
        for set in &sets {
            self.packed.set(set, memory)?;
        }
        memory.give_back(sets.capacity() * size_of::<Bits<N>>());
        Ok(())
    }

    /// Whether one of the placements that may be `wanted` is the right one, by its set.
    pub(super) fn any(&self, wanted: impl Fn(W) -> bool, mut right: impl FnMut(W, Bits<N>) -> bool) -> bool {
        let mut reader = self.packed.read();
        self.keys.iter().enumerate().any(|(at, &key)| match (wanted(key), self.sets.get(at)) {
            (true, Some(&set)) => right(key, set),
            (true, None) => right(key, reader.set()),
            (false, Some(_)) => false,
            (false, None) => {
                reader.pass();
                false
            }
        })
    }

    /// Every placement with its set.
    pub(super) fn each(&self, mut take: impl FnMut(W, Bits<N>) -> Result<(), Stop>) -> Result<(), Stop> {
        if self.packed.is_empty() {
            return self.keys.iter().zip(&self.sets).try_for_each(|(&key, &set)| take(key, set));
        }
        let mut reader = self.packed.read();
        self.keys.iter().try_for_each(|&key| take(key, reader.set()))
    }

    fn bytes(&self) -> usize {
        self.keys.capacity() * size_of::<W>()
            + self.sets.capacity() * size_of::<Bits<N>>()
            + self.packed.bytes()
    }
}

/// What ends a search.
#[derive(Clone, Copy)]
pub(super) enum Found<W> {
    /// The main robot stands on the target.
    Goal {
        /// The placement.
        key: W,
    },
    /// One helper move, and then nothing but the main robot's way down.
    Last {
        /// The placement before it.
        key: W,
        /// Where the main robot stands.
        main: usize,
        /// Where the helper stands.
        from: usize,
        /// Where it goes.
        direction: Direction,
    },
}

/// Cells of a placement that were reached in the round at hand and have not been looked at.
struct Pending<const N: usize> {
    /// The placement's entry.
    number: u32,
    /// Where it may be written in the level's list already.
    place: u32,
    set: Bits<N>,
}

/// A helper and its slides.
#[derive(Clone, Copy, Default)]
struct Helper {
    cell: usize,
    steps: [usize; 4],
    ends: [usize; 4],
}

/// Some placements of the helpers, and what was found of them.
pub(super) struct Shard<W, const N: usize> {
    pub(super) table: Table<W, N>,
    /// The levels so far; the first is that of the start's estimate.
    pub(super) levels: Vec<Level<W, N>>,
    /// States that belong to later levels: main-robot moves that do not come nearer.
    pub(super) waiting: Vec<Packed>,
    pending: Vec<Pending<N>>,
    batch: Vec<(W, Bits<N>)>,
    pub(super) field: Field<N>,
    /// The helpers of the placement at hand.
    helpers: [Helper; ROBOTS],
}

impl<W: Word, const N: usize> Shard<W, N> {
    /// Nothing is known yet.
    pub(super) fn new(field: Field<N>, memory: &mut Budget) -> Result<Self, Stop> {
        Ok(Shard {
            table: Table::new(memory)?,
            levels: Vec::new(),
            waiting: Vec::new(),
            pending: Vec::new(),
            batch: Vec::new(),
            field,
            helpers: [Helper::default(); ROBOTS],
        })
    }

    /// Leaves cells of a placement for a later level.
    #[inline]
    pub(super) fn wait(
        &mut self,
        level: usize,
        number: u32,
        set: Bits<N>,
        memory: &mut Budget,
    ) -> Result<(), Stop> {
        if self.waiting.len() <= level {
            self.waiting.resize_with(level + 1, Packed::default);
        }
        self.waiting[level].number(number, memory)?;
        self.waiting[level].set(&set, memory)
    }

    /// Whether nothing is left to be looked at.
    pub(super) fn is_exhausted(&self) -> bool {
        self.levels.last().is_none_or(|level| level.keys.is_empty())
            && self.waiting.iter().skip(self.levels.len()).all(Packed::is_empty)
    }

    /// The bytes drawn from a budget for what it holds.
    pub(super) fn bytes(&self) -> usize {
        let levels: usize = self.levels.iter().map(Level::bytes).sum();
        let waiting: usize = self.waiting.iter().map(Packed::bytes).sum();
        self.table.bytes() + levels + waiting + self.pending.capacity() * size_of::<Pending<N>>()
    }

    /// Begins a level with the states that wait for it.
    pub(super) fn begin<O: Observer<SlideProblem<W>>>(
        &mut self,
        ground: &Ground<W, N>,
        run: &mut Run,
        observer: &mut O,
    ) -> Result<Option<Found<W>>, Stop> {
        let depth = self.levels.len();
        self.levels.push(Level::EMPTY);
        if let Some(waiting) = self.waiting.get_mut(depth).map(std::mem::take) {
            let mut reader = waiting.read();
            let mut part = Vec::with_capacity(GATHER);
            loop {
                part.clear();
                while part.len() < GATHER
                    && let Some(number) = reader.number()
                {
                    part.push((number, reader.set()));
                }
                if part.is_empty() {
                    break;
                }
                self.table.touch(part.iter().map(|&(number, _)| number));
                for &(number, set) in &part {
                    self.add(number as usize, set, &mut run.memory)?;
                }
            }
            run.memory.give_back(waiting.bytes());
        }
        self.settle(ground, run, observer, false)
    }

    /// Goes on with the level: makes the helper moves of the one before. With `check`, looks for a last helper move from what
    /// comes of them.
    pub(super) fn go_on<O: Observer<SlideProblem<W>>>(
        &mut self,
        ground: &Ground<W, N>,
        run: &mut Run,
        observer: &mut O,
        check: bool,
        mut post: Option<&mut Post<W, N>>,
    ) -> Result<Option<Found<W>>, Stop> {
        let depth = self.levels.len() - 1;
        if depth == 0 || ground.problem.movable < 2 {
            return Ok(None);
        }
        let parents = self.levels[depth - 1].keys.len();
        let part = parents.div_ceil(PARTS).max(BATCH);
        let mut at = 0;
        while at < parents {
            let end = (at + part).min(parents);
            for parent in at..end {
                let level = &self.levels[depth - 1];
                self.move_helpers(ground, level.keys[parent], level.sets[parent]);
                if self.batch.len() >= BATCH - 16 {
                    self.flush(run, post.as_deref_mut())?;
                }
            }
            self.flush(run, post.as_deref_mut())?;
            if let Some(found) = self.settle(ground, run, observer, check)? {
                return Ok(Some(found));
            }
            if post.as_ref().is_some_and(|post| post.is_over()) {
                return Ok(None);
            }
            at = end;
        }
        if let Some(post) = post {
            // The others may still send something.
            post.finish();
            while let Some(mail) = post.wait() {
                for part in mail.chunks(BATCH) {
                    self.take_in(part, run)?;
                }
            }
            return self.settle(ground, run, observer, check);
        }
        Ok(None)
    }

    /// Packs the level before the last: its helper moves have been made.
    pub(super) fn pack(&mut self, memory: &mut Budget) -> Result<(), Stop> {
        let done = self.levels.len().checked_sub(2);
        done.map_or(Ok(()), |done| self.levels[done].pack(memory))
    }

    /// Works off the entries with fresh cells: adds the cells that the main robot comes to from these on its way down, and
    /// enters all in the level.
    fn settle<O: Observer<SlideProblem<W>>>(
        &mut self,
        ground: &Ground<W, N>,
        run: &mut Run,
        observer: &mut O,
        check: bool,
    ) -> Result<Option<Found<W>>, Stop> {
        let depth = self.levels.len() - 1;
        let mut pending = std::mem::take(&mut self.pending);
        let estimates: &[u16] = &ground.estimates;
        let mut at_hand: Vec<(W, Bits<N>)> = Vec::with_capacity(GATHER);
        for (at, &Pending { number, place, mut set }) in pending.iter().enumerate() {
            if at % GATHER == 0 {
                // Entries lie far apart: a few are fetched together, so that their loads wait for memory at the same time.
                at_hand.clear();
                for pending in pending[at..].iter().take(GATHER) {
                    let entry = &self.table.entries[pending.number as usize];
                    at_hand.push((entry.key, entry.seen));
                }
            }
            let (key, mut known) = at_hand[at % GATHER];
            self.place_helpers(ground, key);
            // By how far the estimate is after a slide: nearer, as near, one further.
            let mut after = [Bits::EMPTY; 4];
            let mut todo = set;
            loop {
                todo.try_each(|cell| {
                    run.expand()?;
                    run.stats.generated += 4;
                    if O::ACTIVE {
                        tell(ground, depth, number, key, cell, observer);
                    }
                    if !ground.straight {
                        return self.turning_slides(ground, number, key, cell, &mut after, &mut run.memory);
                    }
                    let here = estimates[cell];
                    for stop in self.field.stops(cell) {
                        // Without diagonals a slide can be taken back with free stops, so this is 0, 1 or 2.
                        after[usize::from(estimates[stop] + 1 - here) % 4].insert(stop);
                    }
                    Ok(())
                })?;
                todo = after[0].without(&known);
                if todo.is_empty() {
                    break;
                }
                known = known.or(&todo);
                set = set.or(&todo);
            }
            self.enter(number, place, key, known, set, run)?;
            for (later, cells) in [(1, after[1]), (2, after[2])] {
                let cells = cells.without(&known);
                if !cells.is_empty() {
                    self.wait(depth + later, number, cells, &mut run.memory)?;
                }
            }
            if ground.reached(&set) {
                return Ok(Some(Found::Goal { key }));
            }
            let found = if check { self.check(ground, key, &set) } else { None };
            self.lift_helpers(ground, key);
            if found.is_some() {
                return Ok(found);
            }
        }
        pending.clear();
        self.pending = pending;
        Ok(None)
    }

    /// The main robot's slides where diagonals turn: an estimate may grow by more than one, or end.
    fn turning_slides(
        &mut self,
        ground: &Ground<W, N>,
        number: u32,
        key: W,
        cell: usize,
        after: &mut [Bits<N>; 4],
        memory: &mut Budget,
    ) -> Result<(), Stop> {
        let here = ground.estimate(cell);
        for stop in ground.problem.stops_of(key.with_main(cell as u16), 0).map(usize::from) {
            let there = ground.estimate(stop);
            if there <= here + 1 {
                after[usize::from(there + 1 - here) % 4].insert(stop);
            } else if there != u16::MAX {
                let later = self.levels.len() + usize::from(there - here);
                self.wait(later, number, Bits::one(stop), memory)?;
            }
        }
        Ok(())
    }

    /// Notes a placement's new cells, in one place of the level even if they come in several parts.
    fn enter(
        &mut self,
        number: u32,
        place: u32,
        key: W,
        seen: Bits<N>,
        set: Bits<N>,
        run: &mut Run,
    ) -> Result<(), Stop> {
        let entry = &mut self.table.entries[number as usize];
        entry.seen = seen;
        let Some(level) = self.levels.last_mut() else { return Ok(()) };
        if level.keys.get(place as usize) == Some(&key) {
            let there = &mut level.sets[place as usize];
            *there = there.or(&set);
            entry.place = place;
            return Ok(());
        }
        entry.place = level.keys.len() as u32;
        self.write(key, set, &mut run.memory)
    }

    /// Writes a placement that was not written before in the last level.
    pub(super) fn write(&mut self, key: W, set: Bits<N>, memory: &mut Budget) -> Result<(), Stop> {
        let Some(level) = self.levels.last_mut() else { return Ok(()) };
        push(&mut level.keys, key, memory)?;
        push(&mut level.sets, set, memory)
    }

    #[inline]
    pub(super) fn place_helpers(&mut self, ground: &Ground<W, N>, key: W) {
        for slot in 1..=ground.helpers {
            self.field.toggle(usize::from(key.get(slot)));
        }
    }

    /// Placing again takes away.
    #[inline]
    pub(super) fn lift_helpers(&mut self, ground: &Ground<W, N>, key: W) {
        self.place_helpers(ground, key);
    }

    /// Finds the helpers' slides; they stand on the field.
    #[inline]
    fn slide_helpers(&mut self, ground: &Ground<W, N>, key: W) {
        for (slot, helper) in self.helpers[..ground.helpers].iter_mut().enumerate() {
            helper.cell = usize::from(key.get(slot + 1));
            helper.steps = self.field.steps(helper.cell);
            helper.ends = self.field.ends(helper.cell, helper.steps);
        }
    }

    /// Puts every helper move of a placement into the batch, each with the main-robot cells that it is possible for.
    fn move_helpers(&mut self, ground: &Ground<W, N>, key: W, set: Bits<N>) {
        if !ground.straight {
            return self.move_helpers_one_by_one(ground, key, &set);
        }
        self.place_helpers(ground, key);
        self.slide_helpers(ground, key);
        // As many slots as a word has, for a loop of known length; no cell is above that of an empty one.
        let mut cells = [u16::MAX; ROBOTS];
        for (slot, cell) in cells[..ground.helpers].iter_mut().enumerate() {
            *cell = key.get(slot + 1);
        }
        let helpers = &self.helpers[..ground.helpers];
        for (at, helper) in helpers.iter().enumerate() {
            let from = helper.cell;
            let rest = key.without(at + 1);
            let put = |cell: usize| {
                // Its place in the order: after the others on lower cells. It is not one of those itself.
                let others = cells.iter().take(W::ROBOTS - 1);
                let lower = others.fold(1, |sum, &other| sum + usize::from(usize::from(other) < cell));
                rest.with(lower - usize::from(from < cell), cell as u16)
            };
            let in_line = self.field.in_line(from, &set);
            if in_line.is_empty() {
                for end in helper.ends.into_iter().filter(|&end| end != from) {
                    self.batch.push((put(end), set));
                }
                continue;
            }
            // A main robot that stands in the way stops the helper before it.
            let mut free = [set; 4];
            in_line.each(|main| {
                if let Some((direction, away)) = self.field.meets(from, &helper.steps, main) {
                    free[direction].remove(main);
                    if away > 0 {
                        self.batch.push((put(self.field.end(from, direction, away)), Bits::one(main)));
                    }
                }
            });
            for (free, end) in free.iter().zip(helper.ends) {
                if end != from && !free.is_empty() {
                    self.batch.push((put(end), *free));
                }
            }
        }
        self.lift_helpers(ground, key);
    }

    /// The same where slides turn: every main-robot cell by itself, by the tables of the generic algorithms.
    fn move_helpers_one_by_one(&mut self, ground: &Ground<W, N>, key: W, set: &Bits<N>) {
        set.each(|main| {
            let state = key.with_main(main as u16);
            for slot in 1..=ground.helpers {
                for stop in ground.problem.stops_of(state, slot) {
                    if stop != state.get(slot) {
                        let next = ground.problem.moved(state, slot, stop).with_main(0);
                        self.batch.push((next, Bits::one(main)));
                    }
                }
            }
        });
    }

    /// Enters what is in the batch, or sends it to where it belongs; and takes in what was sent here.
    fn flush(&mut self, run: &mut Run, post: Option<&mut Post<W, N>>) -> Result<(), Stop> {
        let mut batch = std::mem::take(&mut self.batch);
        run.stats.generated += batch.len() as u64;
        if let Some(post) = post {
            post.sort(&mut batch);
            loop {
                let sent = post.send();
                while let Some(mail) = post.receive() {
                    for part in mail.chunks(BATCH) {
                        self.take_in(part, run)?;
                    }
                }
                if sent {
                    break;
                }
                std::thread::yield_now();
            }
        }
        for part in batch.chunks(BATCH) {
            self.take_in(part, run)?;
        }
        batch.clear();
        self.batch = batch;
        Ok(())
    }

    /// Enters states of placements in its charge.
    fn take_in(&mut self, part: &[(W, Bits<N>)], run: &mut Run) -> Result<(), Stop> {
        let hints = self.table.look(part);
        for ((key, set), hint) in part.iter().zip(hints) {
            let number = self.table.enter_at(hint, *key, &mut run.memory)?;
            if !self.add(number, *set, &mut run.memory)? {
                run.stats.duplicates += 1;
            }
        }
        Ok(())
    }

    /// Adds cells to what is to be looked at of a placement; false if all were seen.
    #[inline]
    fn add(&mut self, number: usize, set: Bits<N>, memory: &mut Budget) -> Result<bool, Stop> {
        let entry = &mut self.table.entries[number];
        let fresh = set.without(&entry.seen);
        if fresh.is_empty() {
            return Ok(false);
        }
        entry.seen = entry.seen.or(&fresh);
        self.note(number, fresh, memory)?;
        Ok(true)
    }

    /// Notes fresh cells of a placement as to be looked at. Most that is added is not fresh, and never comes here.
    #[inline(never)]
    fn note(&mut self, number: usize, fresh: Bits<N>, memory: &mut Budget) -> Result<(), Stop> {
        let entry = &mut self.table.entries[number];
        if let Some(pending) = self.pending.get_mut(entry.place as usize)
            && pending.number == number as u32
        {
            pending.set = pending.set.or(&fresh);
            return Ok(());
        }
        if self.pending.len() == self.pending.capacity() {
            let more = self.pending.len().max(BATCH);
            grow(&mut self.pending, more, memory)?;
        }
        let place = std::mem::replace(&mut entry.place, self.pending.len() as u32);
        self.pending.push(Pending { number: number as u32, place, set: fresh });
        Ok(())
    }
}

#[cold]
fn tell<W: Word, const N: usize, O: Observer<SlideProblem<W>>>(
    ground: &Ground<W, N>,
    depth: usize,
    number: u32,
    key: W,
    cell: usize,
    observer: &mut O,
) {
    let h = Cost::from(ground.estimate(cell));
    observer.on(Event::Expand {
        id: number,
        state: &key.with_main(cell as u16),
        g: ground.moves(depth, cell),
        h,
    });
}
