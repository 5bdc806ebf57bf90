//! The placements that one thread has charge of: all of them, where there is one thread.
//!
//! A shard finds the states of its placements level by level. What its helpers' moves lead to goes through a batch; where
//! there are several shards, that which belongs to another one is sent to it by [`Post`].

use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use damier_search::memory::fetch;
use damier_search::{Budget, Cost, Event, Observer, Run, Stop, tell};

use super::bits::Bits;
use super::field::Field;
use super::ground::Ground;
use super::news::{Arrival, Axis, Came};
use super::packed::Packed;
use super::post::Post;
use super::relevance::Rows;
use super::table::{BATCH, Table, grow, push};
use crate::board::{Direction, ROBOTS};
use crate::problem::{Slide, Word};

/// So many entries are fetched from the table together.
const GATHER: usize = 64;
/// The helpers' moves of so many placements are made before what they lead to is looked at, an eighth of the level if it can be:
/// so few that it is still in the cache, and that the last level stops soon after a solution turns up.
const PART: RangeInclusive<usize> = 8..=64;
/// From so many placements on, a level is made room for in advance.
const LARGE: usize = 1 << 10;

/// The states of one level: placements of the helpers, each with cells of the main robot.
pub(super) struct Level<W, const N: usize> {
    /// The place of its first placement, counted through all levels from 1.
    first: u32,
    pub(super) keys: Vec<W>,
    pub(super) sets: Vec<Bits<N>>,
    /// In place of `sets`, once they are needed for nothing but the way back.
    packed: Packed,
}

impl<W: Word, const N: usize> Level<W, N> {
    /// The set that is written in a place, if that is in this level.
    #[inline]
    fn set_at(&mut self, place: u32) -> Option<&mut Bits<N>> {
        self.sets.get_mut(place.wrapping_sub(self.first) as usize)
    }

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

/// The placements of a shard's last level, while the next one is found: their helper moves are made by whichever thread has time.
pub(super) struct Parents<W, const N: usize> {
    keys: Vec<W>,
    sets: Vec<Bits<N>>,
    /// The first that nobody has taken.
    next: AtomicUsize,
}

impl<W: Word, const N: usize> Parents<W, N> {
    /// Some that nobody has taken.
    fn take(&self) -> Option<impl Iterator<Item = (W, Bits<N>)>> {
        let part = (self.keys.len() / 8).clamp(*PART.start(), *PART.end());
        let at = self.next.fetch_add(part, Relaxed);
        let end = (at + part).min(self.keys.len());
        (at < end).then(|| self.keys[at..end].iter().copied().zip(self.sets[at..end].iter().copied()))
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

/// Cells of a placement that were reached and have not been looked at.
struct Pending<const N: usize> {
    /// The placement's entry.
    number: u32,
    came: Came,
    set: Bits<N>,
}

/// A state that belongs to a later level: the main robot's slide did not come nearer.
#[derive(Clone, Copy)]
pub(super) struct Waiting {
    /// The placement's entry.
    pub(super) number: u32,
    pub(super) cell: u16,
    /// The line of that slide, if it is known.
    pub(super) along: Option<Axis>,
}

/// Some placements of the helpers, and what was found of them.
pub(super) struct Shard<W, const N: usize> {
    pub(super) table: Table<W, N>,
    /// The levels so far; the first is that of the start's estimate.
    pub(super) levels: Vec<Level<W, N>>,
    /// What waits for each level.
    pub(super) waiting: Vec<Vec<Waiting>>,
    pending: Vec<Pending<N>>,
    batch: Vec<Arrival<W, N>>,
    /// States that helpers' moves have led to since somebody counted.
    arrived: u64,
    /// Cells of the placement at hand, and the lines along which the main robot is to slide from them.
    todo: Vec<(u16, Axis)>,
    pub(super) field: Field<N>,
    pub(super) rows: Rows<N>,
}

impl<W: Word, const N: usize> Shard<W, N> {
    /// Nothing is known yet.
    pub(super) fn new(field: Field<N>, memory: &mut Budget) -> Result<Self, Stop> {
        memory.take(Rows::<N>::bytes(field.cells()))?;
        Ok(Shard {
            table: Table::new(memory)?,
            levels: Vec::new(),
            waiting: Vec::new(),
            pending: Vec::new(),
            batch: Vec::with_capacity(2 * BATCH),
            arrived: 0,
            todo: Vec::with_capacity(BATCH),
            field,
            rows: Rows::new(),
        })
    }

    /// Leaves a state for a later level.
    #[inline]
    pub(super) fn wait(&mut self, level: usize, state: Waiting, memory: &mut Budget) -> Result<(), Stop> {
        if self.waiting.len() <= level {
            self.waiting.resize_with(level + 1, Vec::new);
        }
        push(&mut self.waiting[level], state, memory)
    }

    /// Whether nothing is left to be looked at.
    pub(super) fn is_exhausted(&self) -> bool {
        self.levels.last().is_none_or(|level| level.keys.is_empty())
            && self.waiting.iter().skip(self.levels.len()).all(Vec::is_empty)
    }

    /// The bytes drawn from a budget for what it holds.
    pub(super) fn bytes(&self) -> usize {
        let levels: usize = self.levels.iter().map(Level::bytes).sum();
        let waiting: usize = self.waiting.iter().map(|list| list.capacity() * size_of::<Waiting>()).sum();
        let rows = Rows::<N>::bytes(self.field.cells());
        self.table.bytes() + rows + levels + waiting + self.pending.capacity() * size_of::<Pending<N>>()
    }

    /// Finds the level that comes next, together with the other shards if there are any, and looks for a last helper move from its
    /// states. The level before was looked at too, so only states that waited for this one can end in it.
    pub(super) fn level<O: Observer<W, Slide>>(
        &mut self,
        ground: &Ground<W, N>,
        run: &mut Run,
        observer: &mut O,
        parents: &[Parents<W, N>],
        post: Option<&mut Post<W, N>>,
    ) -> Result<Option<Found<W>>, Stop> {
        self.pack(&mut run.memory)?;
        if let Some(found) = self.begin(ground, run, observer)? {
            return Ok(Some(found));
        }
        let check = ground.checks();
        if check && let Some(found) = self.check_level(ground, run)? {
            return Ok(Some(found));
        }
        self.go_on(ground, run, observer, check, parents, post)
    }

    /// Opens a level in which nothing is written yet.
    pub(super) fn open_level(&mut self) {
        let first = self.levels.last().map_or(1, |level| level.first + level.keys.len() as u32);
        self.levels.push(Level { first, keys: Vec::new(), sets: Vec::new(), packed: Packed::default() });
    }

    /// Opens a level, and lends out the one before, until [`Shard::take_back`].
    pub(super) fn lend(&mut self) -> Parents<W, N> {
        self.open_level();
        let before = self.levels.iter_mut().rev().nth(1);
        let (keys, sets) = before
            .map(|level| (std::mem::take(&mut level.keys), std::mem::take(&mut level.sets)))
            .unwrap_or_default();
        Parents { keys, sets, next: AtomicUsize::new(0) }
    }

    /// Gets back what it has lent out.
    pub(super) fn take_back(&mut self, parents: Parents<W, N>) {
        if let Some(level) = self.levels.iter_mut().rev().nth(1) {
            (level.keys, level.sets) = (parents.keys, parents.sets);
        }
    }

    /// Begins a level with the states that wait for it.
    pub(super) fn begin<O: Observer<W, Slide>>(
        &mut self,
        ground: &Ground<W, N>,
        run: &mut Run,
        observer: &mut O,
    ) -> Result<Option<Found<W>>, Stop> {
        let depth = self.levels.len() - 1;
        // The one before is lent out, but the places of its placements lie between.
        let before =
            depth.checked_sub(1).map_or(0, |at| self.levels[depth].first - self.levels[at].first) as usize;
        let level = &mut self.levels[depth];
        if before >= LARGE {
            // A level has about half as many placements again as the one before. To know that spares moving them.
            grow(&mut level.keys, before + before / 2, &mut run.memory)?;
            grow(&mut level.sets, before + before / 2, &mut run.memory)?;
        }
        if let Some(waiting) = self.waiting.get_mut(depth).map(std::mem::take) {
            for part in waiting.chunks(GATHER) {
                // Entries lie far apart: some are fetched together.
                for state in part {
                    fetch(&self.table.entries, state.number as usize);
                }
                for state in part {
                    self.add_waiting(*state, &mut run.memory)?;
                }
                if let Some(found) = self.settle(ground, run, observer, false)? {
                    return Ok(Some(found));
                }
            }
            run.memory.give_back(waiting.capacity() * size_of::<Waiting>());
        }
        Ok(None)
    }

    /// Goes on with the level: makes the helper moves of the one before. With `check`, looks for a last helper move from what
    /// comes of them.
    pub(super) fn go_on<O: Observer<W, Slide>>(
        &mut self,
        ground: &Ground<W, N>,
        run: &mut Run,
        observer: &mut O,
        check: bool,
        parents: &[Parents<W, N>],
        mut post: Option<&mut Post<W, N>>,
    ) -> Result<Option<Found<W>>, Stop> {
        if ground.problem.movable < 2 {
            return Ok(None);
        }
        // Its own first, which lead to its own mostly; then what others have left.
        let own = post.as_ref().map_or(0, |post| post.own());
        let (before, from) = parents.split_at(own);
        let lists = from.iter().chain(before);
        for part in lists.flat_map(|parents| std::iter::from_fn(|| parents.take())) {
            for (key, set) in part {
                self.move_helpers(ground, key, set, post.as_deref_mut());
                if self.batch.len() >= BATCH - 16 || post.as_ref().is_some_and(|post| post.is_full()) {
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
        }
        if let Some(post) = post {
            // The others may still send something.
            post.finish();
            while let Some(mail) = post.wait() {
                self.take_mail(&mail, run)?;
            }
            return self.settle(ground, run, observer, check);
        }
        Ok(None)
    }

    /// Packs the level whose helper moves have been made: the last one is being found, from the one before.
    pub(super) fn pack(&mut self, memory: &mut Budget) -> Result<(), Stop> {
        self.levels.iter_mut().rev().nth(2).map_or(Ok(()), |done| done.pack(memory))
    }

    /// Works off the fresh cells: adds the cells that the main robot comes to from these on its way down, and enters all in
    /// the level.
    fn settle<O: Observer<W, Slide>>(
        &mut self,
        ground: &Ground<W, N>,
        run: &mut Run,
        observer: &mut O,
        check: bool,
    ) -> Result<Option<Found<W>>, Stop> {
        let depth = self.levels.len() - 1;
        let mut pending = std::mem::take(&mut self.pending);
        for &Pending { number, came, set } in &pending {
            let key = self.table.entries[number as usize].key;
            self.place_helpers(ground, key);
            let nearer = if ground.straight {
                self.slides(ground, number, came, &set, run)?
            } else {
                self.turning_slides(ground, number, &set, run)?
            };
            let all = set.or(&nearer);
            if O::ACTIVE {
                all.each(|cell| show(ground, depth, number, key, cell, observer));
            }
            self.enter(number, key, all, run)?;
            if ground.reached(&all) {
                return Ok(Some(Found::Goal { key }));
            }
            let came = if nearer.is_empty() { came } else { Came::Somehow };
            let found = if check { self.check(ground, key, came, &all) } else { None };
            self.lift_helpers(ground, key);
            if found.is_some() {
                return Ok(found);
            }
        }
        pending.clear();
        self.pending = pending;
        Ok(None)
    }

    /// Makes the slides of the main robot that are news, and those that come after them on a way down; returns the cells
    /// that these lead to. The helpers stand on the field.
    #[inline]
    fn slides(
        &mut self,
        ground: &Ground<W, N>,
        number: u32,
        came: Came,
        set: &Bits<N>,
        run: &mut Run,
    ) -> Result<Bits<N>, Stop> {
        let lines = self.field.news(came);
        let mut todo = std::mem::take(&mut self.todo);
        set.try_each(|cell| {
            let [in_column, in_row] = self.field.lies_in(cell, lines);
            if in_column {
                todo.push((cell as u16, Axis::Column));
            }
            if in_row {
                todo.push((cell as u16, Axis::Row));
            }
            run.expand()
        })?;
        let mut nearer = Bits::EMPTY;
        let mut seen = self.table.entries[number as usize].seen;
        let level = self.levels.len() - 1;
        while let Some((cell, axis)) = todo.pop() {
            let cell = usize::from(cell);
            let here = ground.estimate(cell);
            run.stats.generated += 2;
            for stop in self.field.stops_on(axis, cell) {
                if seen.contains(stop) {
                    continue;
                }
                // Without diagonals a slide can be taken back with free stops, so this is 0, 1 or 2.
                let later = ground.estimate(stop) + 1 - here;
                if later == 0 {
                    run.expand()?;
                    seen.insert(stop);
                    nearer.insert(stop);
                    let across = if axis == Axis::Column { Axis::Row } else { Axis::Column };
                    todo.push((stop as u16, across));
                } else {
                    let state = Waiting { number, cell: stop as u16, along: Some(axis) };
                    self.wait(level + usize::from(later), state, &mut run.memory)?;
                }
            }
        }
        if !nearer.is_empty() {
            self.table.entries[number as usize].seen = seen;
        }
        self.todo = todo;
        Ok(nearer)
    }

    /// The same where diagonals turn: every slide is made, and an estimate may grow by more than one, or end.
    fn turning_slides(
        &mut self,
        ground: &Ground<W, N>,
        number: u32,
        set: &Bits<N>,
        run: &mut Run,
    ) -> Result<Bits<N>, Stop> {
        let key = self.table.entries[number as usize].key;
        let mut nearer = Bits::EMPTY;
        let mut todo = *set;
        while !todo.is_empty() {
            let mut next = Bits::EMPTY;
            todo.try_each(|cell| {
                run.expand()?;
                let here = ground.estimate(cell);
                run.stats.generated += 4;
                for stop in ground.problem.stops_of(key.with_main(cell as u16), 0) {
                    let there = ground.estimate(usize::from(stop));
                    let seen = &mut self.table.entries[number as usize].seen;
                    if there == u16::MAX || seen.contains(usize::from(stop)) {
                        continue;
                    }
                    if there < here {
                        seen.insert(usize::from(stop));
                        next.insert(usize::from(stop));
                    } else {
                        let state = Waiting { number, cell: stop, along: None };
                        let level = self.levels.len() + usize::from(there - here);
                        self.wait(level, state, &mut run.memory)?;
                    }
                }
                Ok(())
            })?;
            nearer = nearer.or(&next);
            todo = next;
        }
        Ok(nearer)
    }

    /// Notes a placement's new cells, in one place of the level even if they come in several parts.
    fn enter(&mut self, number: u32, key: W, set: Bits<N>, run: &mut Run) -> Result<(), Stop> {
        let entry = &mut self.table.entries[number as usize];
        let Some(level) = self.levels.last_mut() else { return Ok(()) };
        if let Some(there) = level.set_at(entry.place) {
            *there = there.or(&set);
            return Ok(());
        }
        entry.place = level.first + level.keys.len() as u32;
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
        ground.each_helper(key, |cell| self.field.toggle(cell));
    }

    /// Takes them away again. Nobody else is on the field.
    #[inline]
    pub(super) fn lift_helpers(&mut self, ground: &Ground<W, N>, key: W) {
        ground.each_helper(key, |cell| self.field.sweep(cell));
    }

    /// Puts what a helper's move leads to into the batch, or into the letter to whoever has charge of it.
    #[inline]
    fn arrive(&mut self, arrival: Arrival<W, N>, post: Option<&mut Post<W, N>>) {
        self.arrived += 1;
        if let Some(letter) = post.and_then(|post| post.letter_for(arrival.key)) {
            letter.push(arrival);
        } else {
            self.table.announce(arrival.key);
            self.batch.push(arrival);
        }
    }

    /// Makes every helper move of a placement, each with the main-robot cells that it is possible for.
    fn move_helpers(
        &mut self,
        ground: &Ground<W, N>,
        key: W,
        set: Bits<N>,
        mut post: Option<&mut Post<W, N>>,
    ) {
        if !ground.straight {
            return self.move_helpers_one_by_one(ground, key, &set, post);
        }
        self.place_helpers(ground, key);
        // As many slots as a word has, for a loop of known length; no cell is above that of an empty one.
        let mut cells = [u16::MAX; ROBOTS];
        for (slot, cell) in cells[..ground.helpers].iter_mut().enumerate() {
            *cell = key.get(slot + 1);
        }
        for (at, &from) in cells[..ground.helpers].iter().enumerate() {
            let from = usize::from(from);
            let steps = self.field.steps(from);
            let ends = self.field.ends(from, steps);
            let rest = key.without(at + 1);
            let put = |cell: usize| {
                // Its place in the order: after the others on lower cells. It is not one of those itself.
                let others = cells.iter().take(W::ROBOTS - 1);
                let lower = others.fold(1, |sum, &other| sum + usize::from(usize::from(other) < cell));
                rest.with(lower - usize::from(from < cell), cell as u16)
            };
            let in_line = self.field.in_line(from, &set);
            if in_line.is_empty() {
                for end in ends.into_iter().filter(|&end| end != from) {
                    let came = Came::Helper { from: from as u16, to: end as u16 };
                    self.arrive(Arrival { key: put(end), came, set }, post.as_deref_mut());
                }
                continue;
            }
            // A main robot that stands in the way stops the helper before it.
            let mut free = [set; 4];
            in_line.each(|main| {
                if let Some((direction, away)) = self.field.meets(from, &steps, main) {
                    free[direction].remove(main);
                    if away > 0 {
                        let key = put(self.field.end(from, direction, away));
                        let arrival = Arrival { key, came: Came::Somehow, set: Bits::one(main) };
                        self.arrive(arrival, post.as_deref_mut());
                    }
                }
            });
            for (free, end) in free.iter().zip(ends) {
                if end != from && !free.is_empty() {
                    let came = Came::Helper { from: from as u16, to: end as u16 };
                    self.arrive(Arrival { key: put(end), came, set: *free }, post.as_deref_mut());
                }
            }
        }
        self.lift_helpers(ground, key);
    }

    /// The same where slides turn: every main-robot cell by itself, by the tables of the generic algorithms.
    fn move_helpers_one_by_one(
        &mut self,
        ground: &Ground<W, N>,
        key: W,
        set: &Bits<N>,
        mut post: Option<&mut Post<W, N>>,
    ) {
        set.each(|main| {
            let state = key.with_main(main as u16);
            for slot in 1..=ground.helpers {
                for stop in ground.problem.stops_of(state, slot) {
                    if stop != state.get(slot) {
                        let key = ground.problem.moved(state, slot, stop).with_main(0);
                        let arrival = Arrival { key, came: Came::Somehow, set: Bits::one(main) };
                        self.arrive(arrival, post.as_deref_mut());
                    }
                }
            }
        });
    }

    /// Enters what is in the batch; sends what belongs to others, and takes in what was sent here.
    fn flush(&mut self, run: &mut Run, post: Option<&mut Post<W, N>>) -> Result<(), Stop> {
        let mut batch = std::mem::take(&mut self.batch);
        run.stats.generated += std::mem::take(&mut self.arrived);
        if let Some(post) = post {
            loop {
                let sent = post.send();
                while let Some(mail) = post.receive() {
                    self.take_mail(&mail, run)?;
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

    /// Enters what another shard has sent.
    fn take_mail(&mut self, mail: &[Arrival<W, N>], run: &mut Run) -> Result<(), Stop> {
        for part in mail.chunks(BATCH) {
            part.iter().for_each(|arrival| self.table.announce(arrival.key));
            self.take_in(part, run)?;
        }
        Ok(())
    }

    /// Enters states of placements in its charge.
    fn take_in(&mut self, part: &[Arrival<W, N>], run: &mut Run) -> Result<(), Stop> {
        let hints = self.table.look(part);
        for (arrival, hint) in part.iter().zip(hints) {
            let number = self.table.enter_at(hint, arrival.key, &mut run.memory)?;
            let entry = &mut self.table.entries[number];
            let fresh = arrival.set.without(&entry.seen);
            if fresh.is_empty() {
                run.stats.duplicates += 1;
                continue;
            }
            entry.seen = entry.seen.or(&fresh);
            self.note(number, arrival.came, fresh, &mut run.memory)?;
        }
        Ok(())
    }

    /// Adds a state that has waited for this level.
    #[inline]
    fn add_waiting(&mut self, state: Waiting, memory: &mut Budget) -> Result<(), Stop> {
        let Waiting { number, cell, along } = state;
        let seen = &mut self.table.entries[number as usize].seen;
        if seen.contains(usize::from(cell)) {
            return Ok(());
        }
        seen.insert(usize::from(cell));
        let came = along.map_or(Came::Somehow, Came::Slide);
        match self.pending.last_mut() {
            // What one placement left for this level often lies together. To look at it once is worth more than to know
            // which of its slides are news.
            Some(last) if last.number == number => {
                last.set.insert(usize::from(cell));
                if last.came != came {
                    last.came = Came::Somehow;
                }
                Ok(())
            }
            _ => self.note(number as usize, came, Bits::one(usize::from(cell)), memory),
        }
    }

    /// Notes fresh cells of a placement as to be looked at. Most that arrives is not fresh, and never comes here.
    #[inline(never)]
    fn note(&mut self, number: usize, came: Came, set: Bits<N>, memory: &mut Budget) -> Result<(), Stop> {
        if let Some(level) = self.levels.last() {
            // If the placement is written in this level already, its set is wanted soon.
            let place = self.table.entries[number].place;
            fetch(&level.sets, place.wrapping_sub(level.first) as usize);
        }
        if self.pending.len() == self.pending.capacity() {
            let more = self.pending.len().max(BATCH);
            grow(&mut self.pending, more, memory)?;
        }
        self.pending.push(Pending { number: number as u32, came, set });
        Ok(())
    }
}

#[cold]
fn show<W: Word, const N: usize, O: Observer<W, Slide>>(
    ground: &Ground<W, N>,
    depth: usize,
    number: u32,
    key: W,
    cell: usize,
    observer: &mut O,
) {
    let (g, h) = (ground.moves(depth, cell), Cost::from(ground.estimate(cell)));
    let state = key.with_main(cell as u16);
    tell(observer, || Event::Expand { id: number, state: &state, g, h });
}
